//! The option `show` writes its files, and changes no derivative.

use autodiff::prelude::*;
use std::path::PathBuf;

/// The line of the first statement of `wave`.
const PHASE_LINE: u32 = line!() + 4;

#[differentiate(reverse, show)]
fn wave(x: &[f64]) -> f64 {
    let phase = x[0] * x[1];
    phase.sin() * x[1]
}

#[derive(Differentiable, Clone, Debug)]
struct Well {
    depth: f64,
}

#[differentiate]
impl Well {
    #[differentiate(forward, show)]
    fn force(&self, x: f64) -> f64 {
        self.depth * (-x * x).exp()
    }
}

/// Where the stages of this file's functions are: beside the profile that this test was built in.
fn shown(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the test's path");
    let target = test.ancestors().nth(3).expect("target/debug/deps");
    let file = file!().trim_end_matches(".rs").replace(['/', '\\'], "-");
    target.join("autodiff").join("items").join(file).join(name)
}

fn text(path: &PathBuf) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn stages_are_in_files() {
    check!(wave, [0.4, 1.5]);
    let directory = shown("wave");
    let names = [
        "1-linear-a.txt",
        "2-forward.txt",
        "3-unzipped.txt",
        "4-linear.txt",
        "5-transposed.txt",
        "6-rust.rs",
        "index.html",
    ];
    for name in names {
        assert!(text(&directory.join(name)).contains("wave"), "{name}");
    }
    let line = PHASE_LINE;
    let listing = text(&directory.join("3-unzipped.txt"));
    assert!(listing.contains(&format!("   1 {line:>5} |   phase = x_at * x_at_1")), "{listing}");
    assert!(listing.contains("`sin` is called once"), "{listing}");
    let page = text(&directory.join("index.html"));
    assert!(page.contains(&format!(
        "<tr id=\"source-{line}\" data-line=\"{line}\"><td class=\"line\">{line}</td><td>    let \
         phase = x[0] * x[1];</td></tr>"
    )));
}

#[test]
fn a_method_has_a_directory_with_its_type() {
    let directory = shown("Well-force");
    let found =
        std::fs::read_dir(&directory).unwrap_or_else(|e| panic!("{}: {e}", directory.display()));
    let mut names: Vec<String> = found
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["1-linear-a.txt", "2-forward.txt", "3-rust.rs", "index.html"]);
    let (value, tangent) = Well { depth: 2.0 }.force_jvp(0.5, &WellTangent { depth: 0.0 }, 1.0);
    assert!((tangent + value).abs() < 1e-12);
}
