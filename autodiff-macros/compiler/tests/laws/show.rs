//! The reports of the option `show`: golden files, links that lead somewhere, and work as the
//! interpreter counts it.

use crate::support::*;
use autodiff_compiler::ir::Ty;
use autodiff_compiler::ir::cost::Drops;
use autodiff_compiler::ir::interpret::Value;
use autodiff_compiler::show::{Report, of_file, page::page};
use expect_test::expect_file;
use std::collections::BTreeSet;

/// A loop with a branch and an exit, a call, a struct's method and arrays of both kinds.
const SPRINGS: &str = r#"
/// The pull of a spring.
#[differentiate]
fn pull(x: f64, k: f64) -> f64 {
    k * x.sin()
}

/// The energy of springs in a row,
/// as far as they hold.
#[differentiate(reverse)]
pub fn energy<const N: usize>(x: &[f64], stiffness: [f64; N], limit: f64) -> f64 {
    let mut e = 0.0;
    for i in 0..N {
        let d = x[i + 1] - x[i];
        if d > limit {
            break;
        }
        e += if d < 0.0 { pull(d, stiffness[i]) } else { stiffness[i] * d.powi(2) * (e * 0.5).exp() };
    }
    e / limit
}
"#;

fn report(source: &str, name: &str) -> Report {
    of_file(source, name).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn texts(report: &Report) -> String {
    report
        .stages
        .iter()
        .zip(1..)
        .map(|(stage, n)| format!("---------- {}\n{}\n", stage.file_name(n), stage.to_text()))
        .collect()
}

#[test]
fn golden_texts() {
    expect_file!["golden/show.txt"].assert_eq(&texts(&report(SPRINGS, "energy")));
}

#[test]
fn golden_page() {
    expect_file!["golden/show.html"].assert_eq(&page(&report(SPRINGS, "energy")));
}

#[test]
fn the_same_source_gives_the_same_report() {
    assert_eq!(texts(&report(SPRINGS, "energy")), texts(&report(SPRINGS, "energy")));
    // whatever stands before it
    let moved = format!("// one line more\n{SPRINGS}");
    let (here, there) = (report(SPRINGS, "energy"), report(&moved, "energy"));
    for (a, b) in here.stages.iter().zip(&there.stages) {
        for (a, b) in a.lines.iter().zip(&b.lines) {
            assert_eq!(a.text, b.text);
            assert_eq!(a.source.map(|line| line + 1), b.source);
        }
    }
}

#[test]
fn every_link_leads_to_the_source() {
    let report = report(SPRINGS, "energy");
    let page = page(&report);
    let names: BTreeSet<&str> = attributes(&page, "id=\"").collect();
    let mut linked = BTreeSet::new();
    for link in attributes(&page, "href=\"#") {
        assert!(names.contains(link), "{link}");
        linked.insert(link);
    }
    // all lines with operations in them
    for (line, text) in &report.source {
        let operates = ["let", "for", "if", "+=", "/"]
            .iter()
            .any(|what| text.trim_start().starts_with(what) || text.contains(" / "));
        assert!(
            !operates
                || text.trim_start().starts_with("//")
                || linked.contains(&format!("source-{line}")[..]),
            "{line}: {text}"
        );
    }
    let pull = report_line(&report, "transposed", "transposed pull");
    assert!(report.source.iter().any(|(line, text)| *line == pull && text.contains("pull(d")));
}

fn attributes<'a>(page: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    page.split(before).skip(1).filter_map(|rest| rest.split('"').next())
}

/// The line of the source that the listing's line with the given text is of.
fn report_line(report: &Report, title: &str, text: &str) -> usize {
    let stage = report.stages.iter().find(|stage| stage.title == title).expect("a stage");
    let line = stage
        .lines
        .iter()
        .find(|line| line.text.contains(text))
        .unwrap_or_else(|| panic!("{}", stage.to_text()));
    line.source.expect("a line of the source")
}

#[test]
fn work_is_what_the_interpreter_counts() {
    let straight = [
        (
            "fn f(x: f64, y: f64) -> f64 \
             { let a = x.sin() * y; let b = a / x; (a + b).exp() * b - a }",
            vec![Value::Real(0.3), Value::Real(1.2)],
        ),
        (
            "fn f(x: [f64; 3], y: f64) -> [f64; 3] { let z = x; [z[0] * y, z[1] + z[2], y] }",
            vec![array(&[1.0, 2.0, 3.0]), Value::Real(0.5)],
        ),
        // the dearer arm
        (
            "fn f(x: f64, y: f64) -> f64 { if x > y { x * y } else { x + y } }",
            vec![Value::Real(1.2), Value::Real(0.3)],
        ),
    ];
    for (source, args) in straight {
        let program = Program::new(source).unwrap_or_else(|e| panic!("{e}"));
        let stages = program.of("f");
        let report = report(&format!("#[differentiate(schedule = \"pullbacks\")] {source}"), "f");
        let counted = |function, args: &[Value]| {
            program
                .run(function, args, Drops::Free)
                .unwrap_or_else(|e| panic!("{e}"))
                .work
                .to_string()
        };
        assert_eq!(report.stages[0].work, Some(counted(&stages.primal, &args)), "{source}");
        assert_eq!(report.stages[2].work, Some(counted(&stages.unzipped, &args)), "{source}");
        let dots: Vec<Value> = args.clone();
        assert_eq!(
            report.stages[1].work,
            Some(counted(&stages.jvp, &[args.clone(), dots].concat())),
            "{source}"
        );
        let (pullbacks, without) = program.pullbacks_of("f");
        let ones = pullbacks.params[args.len()..].iter().map(|v| match pullbacks.ty(*v) {
            Ty::Array(..) => array(&[1.0; 3]),
            _ => Value::Real(1.0),
        });
        let args = args.into_iter().chain(ones).collect::<Vec<_>>();
        assert_eq!(report.stages[5].work, Some(counted(pullbacks, &args)), "{source}");
        assert_eq!(report.stages[6].work, Some(counted(without, &args)), "{source}");
        // the lines add up
        for stage in &report.stages[..7] {
            let whole: u64 = stage.work.as_ref().and_then(|w| w.parse().ok()).expect("a number");
            let lines: u64 = stage
                .lines
                .iter()
                .filter(|line| line.text.starts_with("  ") && !line.text.starts_with("   "))
                .filter_map(|line| line.work.as_ref()?.parse::<u64>().ok())
                .sum();
            assert_eq!(whole, lines, "{}", stage.to_text());
        }
    }
}

fn array(elements: &[f64]) -> Value {
    Value::array(elements.iter().map(|x| Value::Real(*x)).collect())
}

#[test]
fn methods_modules_and_options() {
    let source = "
        mod plain {
            #[differentiate]
            mod group {
                fn inner(x: f64) -> f64 { twice(x).sin() }
                fn twice(x: f64) -> f64 { 2.0 * x }
            }
        }
        impl Spring { #[differentiate(schedule = \"unzipped\")] fn pull(&self, x: f64) -> f64 { self.k * x } }
        #[differentiate(schedule = \"pullbacks\")]
        fn closures(x: f64) -> f64 { x * x }
        #[differentiate(forward)]
        fn ahead(x: f64) -> f64 { x * x }
    ";
    let titles = |name: &str| {
        report(source, name).stages.iter().map(|stage| stage.title).collect::<Vec<_>>()
    };
    assert_eq!(
        titles("inner"),
        ["Linear A", "forward", "unzipped", "linear", "transposed", "Rust"]
    );
    assert_eq!(titles("Spring::pull").len(), 6);
    assert_eq!(
        titles("closures"),
        [
            "Linear A",
            "forward",
            "unzipped",
            "linear",
            "transposed",
            "pullbacks",
            "scheduled",
            "Rust"
        ]
    );
    assert_eq!(titles("ahead"), ["Linear A", "forward", "Rust"]);
    assert_eq!(of_file(source, "absent").err(), Some("there is no function `absent`".to_string()));
    let broken = of_file("fn f(x: f64) -> f64 { unsafe { x } }", "f").err().unwrap_or_default();
    assert!(broken.contains("unsafe"), "{broken}");
}
