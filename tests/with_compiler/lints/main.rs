//! Emitted code passes strict lints: here through the macro, where lints see what has the user's
//! spans; and as text, where they see all of it.
#![forbid(
    unsafe_code,
    non_local_definitions,
    non_ascii_idents,
    keyword_idents_2024,
    unsafe_op_in_unsafe_fn
)]
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    rust_2018_idioms,
    rust_2024_compatibility,
    unused_qualifications,
    unused_lifetimes,
    trivial_casts,
    clippy::all
)]
// what the functions are, not what is made of them
#![allow(clippy::needless_range_loop, clippy::explicit_counter_loop)]

use quote::ToTokens;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub mod functions;

/// An import that only the attributes inside need.
#[autodiff::differentiate]
pub mod of_attributes {
    use autodiff::prelude::*;

    /// Squares.
    #[differentiate]
    pub fn square(x: f64) -> f64 {
        x * x
    }

    /// In a module of its own.
    pub mod nested {
        use autodiff::differentiate;

        /// Cubes.
        #[differentiate]
        pub fn cube(x: f64) -> f64 {
            x * x * x
        }
    }
}

/// What the text is held to. Emitted items name everything by absolute paths, on purpose, so
/// `unused_qualifications` is not among them; and residuals have no place for a `Copy` that a later
/// change would take away.
const DENIED: &[&str] = &[
    "warnings",
    "missing_docs",
    "missing_debug_implementations",
    "unreachable_pub",
    "unused",
    "nonstandard_style",
    "rust_2018_idioms",
    "rust_2024_compatibility",
    "future_incompatible",
    "let_underscore",
    "keyword_idents",
    "elided_lifetimes_in_paths",
    "explicit_outlives_requirements",
    "non_ascii_idents",
    "unused_lifetimes",
    "unused_import_braces",
    "unused_macro_rules",
    "meta_variable_misuse",
    "redundant_lifetimes",
    "unit_bindings",
];

const DENIED_OF_CLIPPY: &[&str] = &[
    "clippy::all",
    "clippy::pedantic",
    "clippy::nursery",
    "clippy::unwrap_used",
    "clippy::todo",
    "clippy::unimplemented",
    "clippy::dbg_macro",
    "clippy::print_stdout",
    "clippy::exit",
    "clippy::mem_forget",
];

/// The functions are written to be looked at, and their own style is none of the compiler's
/// business.
const ALLOWED_OF_CLIPPY: &[&str] = &[
    "clippy::pedantic",
    "clippy::nursery",
    "clippy::needless_range_loop",
    "clippy::ptr_arg",
    "clippy::unwrap_used",
    "clippy::too_many_arguments",
];

/// Expands every differentiated item of a module, and marks the function itself as not ours.
fn expand(items: Vec<syn::Item>, count: &mut usize) -> Vec<syn::Item> {
    let allow = |name: &&str| {
        let path: syn::Path = syn::parse_str(name).expect("a path");
        syn::parse_quote!(#[allow(#path)])
    };
    items
        .into_iter()
        .flat_map(|item| match item {
            syn::Item::Fn(mut function)
                if function.attrs.iter().any(|a| a.path().is_ident("differentiate")) =>
            {
                let mut options = Default::default();
                function.attrs.retain(|a| {
                    let ours = a.path().is_ident("differentiate");
                    if let (true, syn::Meta::List(list)) = (ours, &a.meta) {
                        options = list.tokens.clone();
                    }
                    !ours
                });
                function
                    .attrs
                    .extend::<Vec<syn::Attribute>>(ALLOWED_OF_CLIPPY.iter().map(allow).collect());
                *count += 1;
                let expansion =
                    autodiff_compiler::differentiate(options, function.to_token_stream());
                syn::parse2::<syn::File>(expansion).expect("emitted code parses").items
            }
            // what is kept of it is there for the functions that come after it
            syn::Item::Trait(mut of)
                if of.attrs.iter().any(|a| a.path().is_ident("differentiate")) =>
            {
                of.attrs.retain(|a| !a.path().is_ident("differentiate"));
                let expansion =
                    autodiff_compiler::differentiate(Default::default(), of.to_token_stream());
                syn::parse2::<syn::File>(expansion).expect("emitted code parses").items
            }
            syn::Item::Mod(mut module) => {
                if let Some((_, items)) = &mut module.content {
                    *items = expand(std::mem::take(items), count);
                }
                vec![syn::Item::Mod(module)]
            }
            item => vec![item],
        })
        .collect()
}

/// The text of the expanded functions, as a crate.
fn expansion() -> String {
    let source = include_str!("functions.rs");
    let mut file = syn::parse_file(source).expect("the functions parse");
    let mut count = 0;
    file.items = expand(file.items, &mut count);
    assert_eq!(count, source.matches("#[differentiate(").count(), "a function was left out");
    // some of the imports were for the macro
    file.attrs.push(syn::parse_quote!(#![allow(unused_imports)]));
    // emitted items allow all of clippy, for people who run it over expanded code; what is wrong,
    // suspicious or slow counts all the same
    prettyplease::unparse(&file).replace("clippy::all", "clippy::style, clippy::complexity")
}

/// The library that this test was linked with, the likeliest first: built beside it, at about the
/// same time.
fn libraries(directory: &Path) -> Vec<PathBuf> {
    let mut found: Vec<_> = std::fs::read_dir(directory)
        .expect("the directory of this test")
        .filter_map(Result::ok)
        .filter(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            name.starts_with("libautodiff-") && name.ends_with(".rlib")
        })
        .map(|entry| (entry.metadata().and_then(|m| m.modified()).ok(), entry.path()))
        .collect();
    found.sort();
    found.into_iter().rev().map(|(_, path)| path).collect()
}

/// Compiles a file against the library, without code generation. `None` if the compiler is not
/// installed.
fn compile(
    compiler: &str,
    lints: &[String],
    file: &Path,
    directory: &Path,
    library: &Path,
) -> Option<Output> {
    Command::new(compiler)
        .args([
            "--edition=2024",
            "--crate-type=lib",
            "--crate-name=lints",
            "--emit=metadata",
            "--color=never",
        ])
        .arg(format!("--out-dir={}", env!("CARGO_TARGET_TMPDIR")))
        .arg(format!("-Ldependency={}", directory.display()))
        .arg(format!("--extern=autodiff={}", library.display()))
        .args(lints)
        .arg(file)
        .output()
        .ok()
        // a proxy for a component that is not installed
        .filter(|output| !String::from_utf8_lossy(&output.stderr).contains("is not installed"))
}

/// `None` if the compiler is not installed, else what it has to say.
fn lint(compiler: &str, lints: &[String], file: &Path) -> Option<String> {
    let test = std::env::current_exe().expect("the path of this test");
    let directory = test.parent().expect("a directory");
    let mut complaints = String::new();
    for library in libraries(directory) {
        let output = compile(compiler, lints, file, directory, &library)?;
        if output.status.success() {
            return Some(String::new());
        }
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        // a library of another build; there is an older one
        let stale = ["E0460", "E0463", "E0514", "E0519"].iter().any(|code| text.contains(code));
        complaints = text;
        if !stale {
            break;
        }
    }
    Some(complaints)
}

#[test]
fn emitted_code() {
    let text = expansion();
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lints.rs");
    std::fs::write(&file, &text).expect("the target directory can be written");
    let mut lints = vec!["-Funsafe_code".to_string()];
    lints.extend(DENIED.iter().map(|lint| format!("-D{lint}")));
    let complaints = lint("rustc", &lints, &file).expect("rustc is installed");
    assert!(complaints.is_empty(), "{}:\n{complaints}", file.display());

    lints.extend(of_clippy());
    match lint("clippy-driver", &lints, &file) {
        Some(complaints) => assert!(complaints.is_empty(), "{}:\n{complaints}", file.display()),
        None => eprintln!("clippy is not installed: only the lints of rustc were checked"),
    }
}

fn of_clippy() -> impl Iterator<Item = String> {
    DENIED_OF_CLIPPY.iter().map(|lint| format!("-D{lint}"))
}

/// The checks above see what they are meant to see.
#[test]
fn the_lints_bite() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lints_bite.rs");
    let mut text = expansion();
    let bad = "/// Bad.\npub fn bad(x: f64) -> bool { let unused = 1; unsafe \
        { std::hint::assert_unchecked(x > 0.0) }; (x > 1.0) == (x > 1.0) }\npub struct Undocumented;";
    writeln!(text, "{bad}").expect("memory");
    std::fs::write(&file, &text).expect("the target directory can be written");
    let mut lints: Vec<String> = ["-Funsafe_code".to_string()]
        .into_iter()
        .chain(DENIED.iter().map(|lint| format!("-D{lint}")))
        .collect();
    let complaints = lint("rustc", &lints, &file).expect("rustc is installed");
    for expected in ["unused variable", "`unsafe` block", "missing documentation"] {
        assert!(complaints.contains(expected), "nothing about {expected}:\n{complaints}");
    }
    lints.extend(of_clippy());
    if let Some(complaints) = lint("clippy-driver", &lints, &file) {
        assert!(complaints.contains("equal expressions"), "nothing from clippy:\n{complaints}");
    }
}

#[test]
fn through_the_macro() {
    use functions::{calls, calls_value_and_grad, inner};
    let x = [0.3, 0.5, 0.7];
    let (value, (x_bar, _)) = calls_value_and_grad(&x, 0.4);
    assert_eq!(value, calls(&x, 0.4));
    assert_eq!(x_bar.len(), 3);
    assert_eq!(inner::of_the_crate_grad(&[2.0, 3.0]), [4.0, 6.0]);
}
