//! Published numerical code under `#[differentiate]`, mechanically.
//!
//! `cargo run --release -p autodiff-wild [CRATE…]` takes the sources of some published crates from
//! the registry, puts the attribute on every function whose signature carries reals, and says how
//! many work unchanged, and why the others do not. Nothing that is fetched is kept outside of the
//! target directory. Other crates are named with their versions, `lab@0.11.0`. With `--macro`
//! nothing is compiled: only what the macro itself rejects is found.

mod checks;
mod expand;
mod project;
mod reals;
mod registry;
mod report;
mod source;
mod work;

use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The crates: of several fields, by several authors.
const CRATES: &[(&str, &str)] = &[
    ("aga8", "0.6.1"),
    ("argmin_testfunctions", "0.3.0"),
    ("astro", "2.0.0"),
    ("biquad", "0.6.0"),
    ("black_scholes", "0.11.1"),
    ("ezing", "0.2.1"),
    ("financial", "1.1.5"),
    ("geographiclib-rs", "0.2.7"),
    ("hsluv", "0.3.1"),
    ("implied-vol", "2.1.0"),
    ("interp", "2.1.2"),
    ("keplerian_sim", "0.7.3"),
    ("kurbo", "0.13.1"),
    ("lambert_w", "2.1.7"),
    ("map_3d", "0.1.7"),
    ("oklab", "1.1.2"),
    ("puruspe", "0.4.4"),
    ("quaternion-core", "0.6.2"),
    ("roots", "0.0.8"),
    ("seuif97", "2.3.8"),
    ("sgp4", "2.4.0"),
    ("simple-easing", "1.1.1"),
    ("solar-positioning", "0.7.2"),
    ("special", "0.14.2"),
    ("statrs", "0.19.1"),
    ("utm", "0.1.6"),
];

fn main() -> Result<ExitCode> {
    std::panic::set_hook(Box::new(|_| {}));
    if std::env::args().nth(1).is_some_and(|argument| argument == expand::EXPAND) {
        expand::serve()?;
        return Ok(ExitCode::SUCCESS);
    }
    let (options, wanted): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let macro_only = options.iter().any(|option| option == "--macro");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let scratch = target.join("wild");
    let mut crates = Vec::new();
    let listed = CRATES
        .iter()
        .copied()
        .filter(|(name, _)| wanted.is_empty() || wanted.iter().any(|w| w == name));
    for (name, version) in listed.chain(wanted.iter().filter_map(|w| w.split_once('@'))) {
        let Some(package) = registry::fetch(name, version, &scratch)? else {
            println!("skipped: the package registry is out of reach");
            return Ok(ExitCode::SUCCESS);
        };
        eprintln!("{name} {version}");
        match work::work(&package, &scratch, &root, macro_only) {
            Ok(done) => {
                print!("{}{}", report::HEAD, report::line(&done));
                crates.push(done);
            }
            Err(error) => println!("{name}: {error:#}"),
        }
    }
    println!("\n{}", report::summary(&crates));
    let path = scratch.join("report.json");
    std::fs::write(&path, serde_json::to_string_pretty(&crates)?)?;
    println!("{}", path.display());
    Ok(ExitCode::SUCCESS)
}
