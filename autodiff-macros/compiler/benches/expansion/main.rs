//! How long the macro takes, against the size of the function:
//! `cargo bench -p autodiff-compiler [-- FILTER]`.
//!
//! After criterion's own report comes a table of least times, per function and per unit of its size
//! (a statement, or a level of nesting), and one of the lines that are emitted for each line of the
//! programs of `examples/evals`, both formatted: emitted code is compiled at each build. The time is
//! that of the library behind the macro, on token streams outside of rustc. A third of it is the
//! allocator's. rustc uses jemalloc; on Linux, `LD_PRELOAD=libjemalloc.so.2 cargo bench …` runs the
//! bench with it too. With the allocator of glibc, once there are threads, it takes about twice the
//! time.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, criterion_group};
use proc_macro2::TokenStream;
use quote::ToTokens;

mod sized;

/// The programs whose emitted lines are counted: all but `hello`, whose single line says little.
const PROGRAMS: &[(&str, &str)] = &[
    ("det", include_str!("../../../../examples/evals/det.rs")),
    ("gmm", include_str!("../../../../examples/evals/gmm.rs")),
    ("llsq", include_str!("../../../../examples/evals/llsq.rs")),
    ("lse", include_str!("../../../../examples/evals/lse.rs")),
    ("lstm", include_str!("../../../../examples/evals/lstm.rs")),
    ("ode", include_str!("../../../../examples/evals/ode.rs")),
];

/// A family of functions.
struct Family {
    name: &'static str,
    /// What its sizes count.
    unit: &'static str,
    source: fn(usize) -> String,
    sizes: &'static [usize],
}

const STATEMENTS: &[usize] = &[50, 100, 200, 500, 1000];

const FAMILIES: &[Family] = &[
    Family { name: "mixed", unit: "statement", source: sized::mixed, sizes: STATEMENTS },
    Family { name: "straight", unit: "statement", source: sized::straight, sizes: STATEMENTS },
    Family { name: "loops", unit: "statement", source: sized::loops, sizes: STATEMENTS },
    Family { name: "sums", unit: "statement", source: sized::sums, sizes: STATEMENTS },
    Family { name: "calls", unit: "statement", source: sized::calls, sizes: STATEMENTS },
    Family { name: "terms", unit: "statement", source: sized::terms, sizes: STATEMENTS },
    Family { name: "squares", unit: "statement", source: sized::squares, sizes: STATEMENTS },
    Family { name: "nested", unit: "level", source: sized::nested, sizes: &[2, 4, 8, 16, 32] },
];

/// The tokens of one function, which must be one that the compiler takes.
fn tokens(family: &Family, size: usize) -> TokenStream {
    let tokens: TokenStream = (family.source)(size).parse().expect("generated source is Rust");
    let expansion =
        autodiff_compiler::differentiate(TokenStream::new(), tokens.clone()).to_string();
    assert!(
        !expansion.contains("compile_error"),
        "{} of size {size} is not supported",
        family.name
    );
    tokens
}

fn expansion(criterion: &mut Criterion) {
    for family in FAMILIES {
        let mut group = criterion.benchmark_group(family.name);
        group
            .sample_size(10)
            .warm_up_time(Duration::from_millis(200))
            .measurement_time(Duration::from_millis(500));
        for &size in family.sizes {
            let tokens = tokens(family, size);
            group.bench_function(BenchmarkId::from_parameter(size), |bencher| {
                bencher.iter(|| {
                    autodiff_compiler::differentiate(TokenStream::new(), black_box(&tokens).clone())
                });
            });
        }
        group.finish();
    }
}

/// The least time of one expansion, in milliseconds.
fn least_time(tokens: &TokenStream) -> f64 {
    let start = Instant::now();
    let mut least = f64::INFINITY;
    let mut rounds = 0;
    while rounds < 3 || start.elapsed() < Duration::from_millis(500) {
        let tokens = tokens.clone();
        let start = Instant::now();
        black_box(autodiff_compiler::differentiate(TokenStream::new(), tokens));
        least = least.min(start.elapsed().as_secs_f64() * 1e3);
        rounds += 1;
    }
    least
}

fn print_times(filter: Option<&str>) {
    println!("{:<10} {:>6} {:>12} {:>16}", "", "size", "time", "per unit");
    for family in
        FAMILIES.iter().filter(|family| filter.is_none_or(|filter| family.name.contains(filter)))
    {
        for &size in family.sizes {
            let least = least_time(&tokens(family, size));
            println!(
                "{:<10} {size:>6} {least:>9.2} ms {:>9.4} ms/{}",
                family.name,
                least / size as f64,
                family.unit
            );
        }
    }
}

/// The lines that a program expands to, without those of the program itself.
fn emitted_lines(source: &str) -> usize {
    let file = syn::parse_file(source).expect("the programs parse");
    let mut emitted = 0;
    for mut item in file.items {
        let syn::Item::Fn(function) = &mut item else { continue };
        let is_ours = |a: &syn::Attribute| a.path().is_ident("differentiate");
        let Some(place) = function.attrs.iter().position(is_ours) else { continue };
        let options = match function.attrs.remove(place).meta {
            syn::Meta::List(list) => list.tokens,
            _ => TokenStream::new(),
        };
        let expansion = autodiff_compiler::differentiate(options, function.to_token_stream());
        let expansion = syn::parse2(expansion).expect("emitted code parses");
        let own = syn::parse2(item.to_token_stream()).expect("an item is a file");
        emitted += lines(&expansion) - lines(&own);
    }
    emitted
}

/// The lines of formatted code. The arguments of macros are not formatted: a long line counts as
/// several.
fn lines(file: &syn::File) -> usize {
    prettyplease::unparse(file).lines().map(|line| line.len().div_ceil(100).max(1)).sum()
}

fn print_lines() {
    println!("\n{:<10} {:>6} {:>12} {:>16}", "", "lines", "emitted", "per line");
    let mut total = (0, 0);
    for (name, source) in PROGRAMS {
        let (lines, emitted) = (source.lines().count(), emitted_lines(source));
        total = (total.0 + lines, total.1 + emitted);
        println!("{name:<10} {lines:>6} {emitted:>12} {:>16.1}", emitted as f64 / lines as f64);
    }
    let (lines, emitted) = total;
    println!("{:<10} {lines:>6} {emitted:>12} {:>16.1}", "all", emitted as f64 / lines as f64);
}

criterion_group!(benches, expansion);

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();

    // Criterion only measures if it is given `--bench`; otherwise it tries each function once, or
    // lists them.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let given = |name: &str| arguments.iter().any(|argument| argument == name);
    if given("--bench") && !given("--test") && !given("--list") {
        print_times(
            arguments.iter().find(|argument| !argument.starts_with('-')).map(String::as_str),
        );
        print_lines();
    }
}
