//! The worked examples of docs/laws.md: every stage as a golden file, values, gradients, residuals
//! and numbers of additions as stated. `UPDATE_EXPECT=1 cargo test` rewrites the golden files.

use crate::support::*;
use autodiff_compiler::ir::cost::{count_linear_additions, residual_names};
use autodiff_compiler::ir::interpret::Value;
use autodiff_compiler::ir::{Block, Function, Linear, Op};
use autodiff_compiler::primitives::Prim;
use expect_test::{ExpectFile, expect_file};
use syn::visit_mut::VisitMut;

/// A worked example: its stages are as in the golden file, and it obeys the laws at a point.
struct Example {
    program: Program,
    name: String,
    report: Report,
}

#[track_caller]
fn example(golden: ExpectFile, source: &str, args: &[Value]) -> Example {
    let report = laws(source, &name_of(source), args);
    let program = Program::new(source).unwrap_or_else(|e| panic!("{e}"));
    let name = name_of(source);
    let stages = program.of(&name);
    let mut text = String::new();
    let listings = [
        ("Linear A", &stages.primal),
        ("forward", &stages.jvp),
        ("unzipped: primal", &stages.unzipped),
        ("unzipped: linear", &stages.linear),
        ("transposed", &stages.transposed),
    ];
    let pullbacks = ("pullbacks", program.pullbacks_of(&name).0);
    for (title, function) in listings
        .into_iter()
        .chain(stages.vjp.as_ref().map(|vjp| ("scheduled", vjp)))
        .chain([pullbacks])
    {
        text += &format!("---------- {title}\n{function}\n");
    }
    let Report { primal, jvp, unzipped, linear, transposed, recomputed, drops, residuals, .. } =
        report;
    text += &format!("---------- work at {args:?}\n");
    text += &format!(
        "primal {primal}, forward {jvp} (dropped {drops}); unzipped: primal {unzipped}, linear \
         {linear} (recomputed {recomputed}), transposed {transposed}; residuals {residuals}\n\n"
    );
    let mut rust = syn::parse2(emitted(source))
        .unwrap_or_else(|e| panic!("the emitted code does not parse: {e}"));
    WithoutLints.visit_file_mut(&mut rust);
    text += "---------- Rust\n";
    text += &prettyplease::unparse(&rust);
    golden.assert_eq(&text);
    Example { program, name, report }
}

/// `#[allow(…)]` is left out of golden files: it is the same on every item.
struct WithoutLints;

impl VisitMut for WithoutLints {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<syn::Attribute>) {
        attributes.retain(|a| !a.path().is_ident("allow"));
    }
}

fn name_of(source: &str) -> String {
    source.trim().strip_prefix("fn ").and_then(|s| s.split('(').next()).expect("a function").into()
}

impl Example {
    #[track_caller]
    fn gives(&self, value: &[f64], gradient: &[f64]) -> &Example {
        assert_eq!(flat(&self.report.values), value, "value");
        assert_eq!(self.report.flat_gradient(), gradient, "gradient");
        self
    }

    #[track_caller]
    fn gives_about(&self, value: &[f64], gradient: &[f64], tolerance: f64) -> &Example {
        assert_close(&flat(&self.report.values), value, tolerance);
        assert_close(&self.report.flat_gradient(), gradient, tolerance);
        self
    }

    /// What it keeps.
    #[track_caller]
    fn keeps(&self, residuals: &[&str]) -> &Example {
        let stages = self.program.of(&self.name);
        assert_eq!(
            residual_names(&stages.unzipped, stages.primal.body.results.len()),
            residuals,
            "residuals"
        );
        self
    }

    /// How many additions of cotangents its transposed map has, and how many zeros it makes.
    #[track_caller]
    fn adds(&self, additions: usize, zeros: usize) -> &Example {
        let transposed = &self.program.of(&self.name).transposed;
        assert_eq!(count_linear_additions(transposed), additions, "additions\n{transposed}");
        assert_eq!(
            count(transposed, |op| matches!(op, Op::Linear(Linear::Zero(_)))),
            zeros,
            "zeros\n{transposed}"
        );
        self
    }
}

/// The number of operations that a condition holds for.
fn count(function: &Function, holds: fn(&Op) -> bool) -> usize {
    fn block(b: &Block, holds: fn(&Op) -> bool) -> usize {
        b.lets
            .iter()
            .map(|l| {
                usize::from(holds(&l.op))
                    + l.op.blocks().iter().map(|b| block(b, holds)).sum::<usize>()
            })
            .sum()
    }
    block(&function.body, holds)
}

#[test]
fn example_1_minus_sine() {
    let e = example(
        expect_file!["golden/01_minus_sine.txt"],
        "fn minus_sine(u: f64) -> f64 { let v = u.sin(); -v }",
        &[real(0.7)],
    );
    e.gives(&[-0.7f64.sin()], &[-0.7f64.cos()]).keeps(&["cos"]).adds(0, 0);
    // v̄ = −w̄; ū = du·v̄
    let transposed = &e.program.of("minus_sine").transposed;
    assert!(
        matches!(&transposed.body.lets[..], [a, b] if matches!(a.op, Op::Linear(Linear::Neg(_)))
            && matches!(b.op, Op::Linear(Linear::Scale(..)))),
        "{transposed}"
    );
}

#[test]
fn example_2_two_arguments() {
    let e = example(
        expect_file!["golden/02_two_arguments.txt"],
        "fn g(x: f64, y: f64) -> f64 { x.sin() * y + x.cos() }",
        &[real(0.5), real(2.0)],
    );
    e.gives_about(&[1.8364336391], &[1.2757395852, 0.4794255386], 1e-9).adds(1, 0);
    // −sin x is the value of a negation
    e.keeps(&["y", "sin", "cos", "-"]);
}

#[test]
fn example_3_shared_sum() {
    let e = example(
        expect_file!["golden/03_shared_sum.txt"],
        "fn f(x: f64, y: f64) -> f64 { let z = x + y; x * z }",
        &[real(12.0), real(13.0)],
    );
    e.gives(&[300.0], &[37.0, 12.0]).keeps(&["x", "z"]).adds(1, 0);
}

#[test]
fn example_4_shared_product() {
    let e = example(
        expect_file!["golden/04_shared_product.txt"],
        "fn f(x: f64, y: f64) -> f64 { let a = x * y; let b = x + a; b * a }",
        &[real(2.0), real(3.0)],
    );
    e.gives(&[48.0], &[48.0, 28.0]).keeps(&["x", "y"]).adds(2, 0);
}

#[test]
fn example_5_polynomial() {
    let source = "fn f(a: f64) -> f64 \
        { let b = 2.0 * a; let c = 3.0 * b + 7.0 * a.powi(5); let d = c + 1.0; d * d + a }";
    let e = example(expect_file!["golden/05_polynomial.txt"], source, &[real(1.0)]);
    // a is read three times; d·d scales once
    e.gives(&[197.0], &[1149.0]).keeps(&["powi_partial", "+"]).adds(2, 0);
}

#[test]
fn example_6_branch() {
    let source = "fn f(a: f64) -> f64 { let b = a + 1.0; if b > 0.0 { a * b } else { b } }";
    let e = example(expect_file!["golden/06_branch.txt"], source, &[real(2.0)]);
    e.gives(&[6.0], &[5.0]).keeps(&["a"]).adds(1, 0);
    let report = laws(source, "f", &[real(-3.0)]);
    assert_eq!((flat(&report.values), report.flat_gradient()), (vec![-2.0], vec![1.0]));
}

#[test]
fn example_7_exp_once() {
    let source = "fn f(x: f64) -> f64 { let y = x.exp(); let z = y.ln(); y + z.sin() / z.cos() }";
    let x: f64 = 0.3;
    let e = example(expect_file!["golden/07_exp_once.txt"], source, &[real(x)]);
    e.gives_about(&[x.exp() + x.tan()], &[x.exp() + x.cos().powi(-2)], 1e-14).adds(2, 0);
    let stages = e.program.of("f");
    let exps = |f: &Function| count(f, |op| matches!(op, Op::Prim(Prim::Exp, _)));
    assert_eq!(
        [exps(&stages.jvp), exps(&stages.unzipped), exps(&stages.linear), exps(&stages.transposed)],
        [1, 1, 0, 0]
    );
}

#[test]
fn example_11_pair() {
    let e = example(
        expect_file!["golden/11_pair.txt"],
        "fn f(a: f64) -> f64 { let b = (a, 2.0 * a); b.0 + b.1 }",
        &[real(5.0)],
    );
    e.gives(&[15.0], &[3.0]).keeps(&[]).adds(1, 0);
}

#[test]
fn example_12_inlined_closure() {
    let e = example(
        expect_file!["golden/12_inlined_closure.txt"],
        "fn f(a: f64) -> f64 { let first = a * a; let second = a * (3.0 * a); first + second }",
        &[real(5.0)],
    );
    e.gives(&[100.0], &[40.0]).keeps(&["a"]).adds(2, 0);
}

#[test]
fn example_13_not_provably_linear() {
    let e = example(
        expect_file!["golden/13_square_over_x.txt"],
        "fn f(x: f64) -> f64 { (x * x) / x }",
        &[real(4.0)],
    );
    e.gives(&[4.0], &[1.0]).adds(1, 0);
}

#[test]
fn example_14_projection() {
    let e = example(
        expect_file!["golden/14_projection.txt"],
        "fn f(p: ((f64, f64), f64)) -> (f64, f64) { p.0 }",
        &[real(1.0), real(2.0), real(3.0)],
    );
    // the transpose is ⟨⟨x, y⟩, 0⟩
    assert_eq!(
        pull(&e.program, "f", &[real(1.0), real(2.0), real(3.0)], &[real(5.0), real(7.0)]),
        [real(5.0), real(7.0), real(0.0)]
    );
    e.keeps(&[]).adds(0, 1);
}

#[test]
fn example_15_jacobian() {
    let source = "fn f(x: f64, y: f64, z: f64) -> (f64, f64) \
        { (x * x * z + 3.0 * x * y, x * z * z + 4.0 * y * y) }";
    let (x, y, z) = (2.0, 3.0, 5.0);
    let at = [real(x), real(y), real(z)];
    let e = example(expect_file!["golden/15_jacobian.txt"], source, &at);
    assert_eq!(flat(&e.report.values), [x * x * z + 3.0 * x * y, x * z * z + 4.0 * y * y]);
    assert_eq!(
        flat(&pull(&e.program, "f", &at, &[real(1.0), real(0.0)])),
        [2.0 * x * z + 3.0 * y, 3.0 * x, x * x]
    );
    assert_eq!(
        flat(&pull(&e.program, "f", &at, &[real(0.0), real(1.0)])),
        [z * z, 8.0 * y, 2.0 * x * z]
    );
    let as_array = laws(
        "fn f(x: f64, y: f64, z: f64) -> [f64; 2] \
         { [x * x * z + 3.0 * x * y, x * z * z + 4.0 * y * y] }",
        "f",
        &at,
    );
    assert_eq!(flat(&as_array.values), flat(&e.report.values));
}

/// Rows of two factors: a fused loop with one inside that keeps its rows for one iteration.
#[test]
fn fused_loops() {
    let source = "fn f(x: &[f64], n: usize) -> f64 {
        let mut sum = 0.0;
        for i in 0..n {
            let mut row = 1.0;
            for v in x.iter() { row *= v + i as f64; }
            sum += row.sin();
        }
        2.0 * sum
    }";
    let e = example(expect_file!["golden/fused_loops.txt"], source, &[reals(&[0.5, 1.5]), int(2)]);
    let (rows, bars) = ([0.75_f64, 3.75], [[1.5, 0.5], [2.5, 1.5]]);
    let pulled = |k: usize| 2.0 * (rows[0].cos() * bars[0][k] + rows[1].cos() * bars[1][k]);
    e.gives_about(&[2.0 * (rows[0].sin() + rows[1].sin())], &[pulled(0), pulled(1)], 1e-14);
    assert!(e.report.fused);
}

/// W4: as many additions as extra uses of shared scalars, each made by one `dup`, and no zero but
/// for what is dropped.
#[test]
fn additions_are_extra_uses() {
    for source in [
        "fn f(x: f64, y: f64) -> f64 { let a = x * y; let b = x + a; b * a * x }",
        "fn f(x: f64, y: f64) -> f64 { let s = x.sin(); (s + y) * (s - y) / (1.0 + s * s) }",
        "fn f(v: &[f64]) -> f64 { let mut s = 0.0; for i in 0..v.len() \
         { let z = v[i]; s += z * z * s + z; } s }",
        "fn f(x: f64, n: usize) -> f64 { let mut s = x; for i in 0..n { if i % 2 == 0 \
         { s = s * x + s; } else { s = s.sin(); } } s * x }",
    ] {
        let program = Program::new(source).unwrap_or_else(|e| panic!("{e}"));
        let stages = program.of("f");
        let dups = count(&stages.linear, |op| matches!(op, Op::Linear(Linear::Dup(_))));
        assert_eq!(count_linear_additions(&stages.transposed), dups, "{}", stages.transposed);
        let drops = count(&stages.linear, |op| matches!(op, Op::Linear(Linear::Drop(..))));
        assert_eq!(
            count(&stages.transposed, |op| matches!(op, Op::Linear(Linear::Zero(_)))),
            drops,
            "{}",
            stages.transposed
        );
    }
}

/// C7, one program each.
#[test]
fn what_does_not_matter_contributes_nothing() {
    let unused = laws(
        "fn f(x: f64, y: f64, v: &[f64]) -> f64 { let _z = y * 2.0; x * x }",
        "f",
        &[real(3.0), real(f64::INFINITY), reals(&[1.0, f64::NAN])],
    );
    assert_eq!(unused.flat_gradient(), [6.0, 0.0, 0.0, 0.0]);
    let untaken =
        laws("fn f(x: f64) -> f64 { if x > 0.0 { x.ln() } else { 2.0 * x } }", "f", &[real(0.0)]);
    assert_eq!(untaken.flat_gradient(), [2.0]);
    let untaken = laws(
        "fn f(x: f64, y: f64) -> f64 { let z = if x > 0.0 { (1.0 / x) * y } else { y }; z * y }",
        "f",
        &[real(0.0), real(3.0)],
    );
    assert_eq!(untaken.flat_gradient(), [0.0, 6.0]);
    let program =
        Program::new("fn f(x: f64, n: usize) -> (f64, usize, bool) { (x * x, n + 1, x > 0.0) }")
            .unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(pull(&program, "f", &[real(3.0), int(2)], &[real(1.0)]), [real(6.0)]);
}
