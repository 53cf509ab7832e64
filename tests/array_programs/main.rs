//! Random programs over arrays of `ndarray` obey the laws of derivatives, in all layouts of memory
//! and with empty axes.
//!
//! The programs of one run are one crate: rustc compiles it against the libraries that this test
//! was built with. `AUTODIFF_ARRAYS_SEED` is the seed, `AUTODIFF_ARRAYS_CASES` the count of
//! programs.

mod checks;
mod generate;

use checks::{Numbers, Outcome, Program, check};
use ndarray::{Array1, Array2};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("an integer"))
}

/// The crate of the programs.
fn source(seed: u64, cases: u64) -> String {
    let mut text = include_str!("prelude.rs.txt").to_string();
    let mut main = String::new();
    let mut numbers = Numbers(seed);
    for number in 0..cases as usize {
        let program = generate::program(numbers.next(), number);
        text.push_str(&program.code);
        let run = if program.takes_struct { "with_struct" } else { "with_matrix" };
        let (name, least) = (&program.program, program.least);
        let _ = writeln!(main, "    {run}::<{name}>(\"p{number}\", {least}, &mut outcome);");
    }
    let _ = write!(
        text,
        "fn main() {{
    std::panic::set_hook(Box::new(|_| {{}}));
    let mut outcome = Outcome::default();
{main}    for failure in &outcome.failures {{
        println!(\"{{failure}}\");
    }}
    let Outcome {{ failures, compared, kinks }} = outcome;
    println!(\"{{compared}} inputs, {{kinks}} near kinks, {{}} failures\", failures.len());
    assert!(kinks * 4 < compared);
    std::process::exit(!failures.is_empty() as i32);
}}
"
    );
    text
}

/// The builds of a library beside the test, the latest first.
fn builds(directory: &Path, library: &str) -> Vec<PathBuf> {
    let start = format!("lib{library}-");
    let entries = std::fs::read_dir(directory).expect("the directory of this test");
    let mut found: Vec<_> = entries
        .filter_map(Result::ok)
        .filter(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            name.starts_with(&start) && name.ends_with(".rlib")
        })
        .map(|entry| (entry.metadata().and_then(|m| m.modified()).ok(), entry.path()))
        .collect();
    found.sort();
    found.into_iter().rev().map(|(_, path)| path).collect()
}

/// rustc, with the latest builds of both libraries that fit each other.
fn rustc(scratch: &Path) -> impl Fn(&[&Path]) -> Output {
    let test = std::env::current_exe().expect("the path of this test");
    let directory = test.parent().expect("a directory").to_path_buf();
    let (arrays, pairs) = (builds(&directory, "ndarray"), builds(&directory, "autodiff"));
    let run = move |libraries: &(PathBuf, PathBuf), args: &[&Path]| {
        Command::new("rustc")
            .args(["--edition=2024", "--crate-name=array_programs"])
            .arg(format!("--extern=autodiff={}", libraries.0.display()))
            .arg(format!("--extern=ndarray={}", libraries.1.display()))
            .arg(format!("-Ldependency={}", directory.display()))
            .args(args)
            .output()
            .expect("rustc is installed")
    };
    let file = scratch.join("fit.rs");
    std::fs::write(
        &file,
        "pub fn zero(x: ndarray::Array1<f64>) -> ndarray::Array1<f64> {
            autodiff::Differentiable::zero_tangent(&x)
        }",
    )
    .expect("the target directory can be written");
    let libraries = pairs
        .into_iter()
        .flat_map(|library| arrays.iter().map(move |of| (library.clone(), of.clone())))
        .find(|pair| {
            let args = ["--crate-type=lib", "--emit=metadata", "--out-dir"].map(Path::new);
            run(pair, &[&args[..], &[scratch, &file]].concat()).status.success()
        })
        .expect("a build of `autodiff` and one of `ndarray` that fit each other");
    move |args| run(&libraries, args)
}

/// Compiles the crate, and returns the path of the program.
fn compile(file: &Path, scratch: &Path) -> PathBuf {
    let program = scratch.join("programs");
    let output = rustc(scratch)(&[Path::new("-o"), &program, file]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}:\n{errors}", file.display());
    program
}

#[test]
fn random_programs() {
    let seed = setting("AUTODIFF_ARRAYS_SEED", 1);
    let cases = setting("AUTODIFF_ARRAYS_CASES", 24);
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("array_programs_{seed}"));
    std::fs::create_dir_all(&directory).expect("the target directory can be written");
    let file = directory.join("main.rs");
    std::fs::write(&file, source(seed, cases)).expect("the target directory can be written");
    std::fs::write(directory.join("checks.rs"), include_str!("checks.rs"))
        .expect("the target directory can be written");
    let output = Command::new(compile(&file, &directory)).output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    println!("{text}");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}:\n{text}{errors}", file.display());
}

/// `k` times the sum of `x` and `w`, with derivatives that are wrong by a factor.
struct Wrong<const TANGENT: usize, const COTANGENT: usize>;

impl<const TANGENT: usize, const COTANGENT: usize> Program for Wrong<TANGENT, COTANGENT> {
    type Input = (Array1<f64>, Array2<f64>, f64);
    type Tangent = Self::Input;
    type Output = f64;

    fn value((x, w, k): &Self::Input) -> f64 {
        k * (x.sum() + w.sum())
    }

    fn jvp(input: &Self::Input, (u, v, l): &Self::Input) -> (f64, f64) {
        let (x, w, k) = input;
        let rate = k * (u.sum() + v.sum()) + l * (x.sum() + w.sum());
        (Self::value(input), rate * TANGENT as f64)
    }

    fn linear(input: &Self::Input, dot: &Self::Input) -> (f64, f64) {
        Self::jvp(input, dot)
    }

    fn vjp(input: &Self::Input, bar: &f64) -> (f64, Self::Input) {
        let ((x, w, k), factor) = (input, COTANGENT as f64 * bar);
        let of_k = factor * (x.sum() + w.sum());
        let (x_bar, w_bar) = (x.mapv(|_| factor * k), w.mapv(|_| factor * k));
        (Self::value(input), (x_bar, w_bar, of_k))
    }

    fn transposed(input: &Self::Input, bar: &f64) -> (f64, Self::Input) {
        Self::vjp(input, bar)
    }
}

/// The failures of one input.
fn failures<const TANGENT: usize, const COTANGENT: usize>() -> Vec<String> {
    let mut numbers = Numbers(3);
    let input = (numbers.vector(3), numbers.matrix(2, 3), numbers.real());
    let mut outcome = Outcome::default();
    check::<Wrong<TANGENT, COTANGENT>>("wrong", &input, &mut outcome);
    assert_eq!(outcome.compared + outcome.kinks, 4);
    outcome.failures
}

#[test]
fn wrong_derivatives_are_found() {
    assert_eq!(failures::<1, 1>(), [""; 0]);
    assert!(failures::<1, 2>().iter().any(|f| f.contains("inner products")));
    assert!(failures::<2, 2>().iter().any(|f| f.contains("central differences")));
}
