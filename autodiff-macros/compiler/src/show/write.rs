//! The files of a report.
//!
//! Within rustc they go below the target directory: `target/autodiff/CRATE/FILE/FUNCTION/`, where
//! FILE is the path of the source file with `-` for `/`. A macro does not know that directory, but
//! rustc's arguments contain its output directory, which is `target/debug/deps` or the like.

extern crate proc_macro;

use super::{Report, page};
use crate::diagnostics::Diagnostics;
use proc_macro2::Span;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Writes each stage and the page into a directory, which is created if it does not exist. Returns
/// the path of the page.
///
/// # Errors
///
/// If a file cannot be written.
pub fn write(report: &Report, directory: &Path) -> io::Result<PathBuf> {
    std::fs::create_dir_all(directory)?;
    for (stage, number) in report.stages.iter().zip(1..) {
        std::fs::write(directory.join(stage.file_name(number)), stage.to_text())?;
    }
    let page_file = directory.join("index.html");
    std::fs::write(&page_file, page::page(report))?;
    Ok(page_file)
}

/// Writes reports within rustc, each with a line on standard error with its path. Returns errors
/// for reports that could not be written.
pub fn files(reports: Vec<Report>) -> Diagnostics {
    let mut errors = Diagnostics::new();
    // a caller that uses the compiler as a library has no target directory, and gets reports from
    // `of_file`
    for report in reports.into_iter().filter(|_| proc_macro::is_available()) {
        let directory = directory(&report.name, report.span);
        // an earlier build may have left stages that this one does not have
        let cleared = if directory.exists() { std::fs::remove_dir_all(&directory) } else { Ok(()) };
        match cleared.and_then(|()| write(&report, &directory)) {
            Ok(page) => {
                eprintln!("autodiff: the stages of `{}` are in {}", report.name, page.display())
            }
            Err(error) => errors.error(
                report.span,
                format!(
                    "the stages of `{}` cannot be written to {}: {error}; remove `show`",
                    report.name,
                    directory.display()
                ),
            ),
        }
    }
    errors
}

/// The directory of the report of a function at the given position of the crate that rustc compiles
/// now.
fn directory(name: &str, span: Span) -> PathBuf {
    let name = name.replace("r#", "").replace("::", "-");
    let crate_name = std::env::var("CARGO_CRATE_NAME").unwrap_or_else(|_| "crate".into());
    let file = file_name(span.file().trim_end_matches(".rs"));
    let wanted = target_directory().join("autodiff").join(crate_name).join(file).join(&name);
    // functions of one name in the modules of one file
    static TAKEN: Mutex<BTreeMap<PathBuf, Vec<usize>>> = Mutex::new(BTreeMap::new());
    let mut taken = TAKEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let lines = taken.entry(wanted.clone()).or_default();
    let line = span.start().line;
    let n = lines.iter().position(|other| *other == line).unwrap_or_else(|| {
        lines.push(line);
        lines.len() - 1
    });
    if n == 0 { wanted } else { wanted.with_file_name(format!("{name}-{}", n + 1)) }
}

/// A path as a file name.
fn file_name(path: &str) -> String {
    let parts = path
        .split(['/', '\\', ':'])
        .filter(|part| !part.is_empty() && *part != "." && *part != "..");
    parts.collect::<Vec<_>>().join("-")
}

fn target_directory() -> PathBuf {
    let arguments: Vec<String> = std::env::args().collect();
    let out = arguments
        .iter()
        .zip(arguments.iter().skip(1))
        .find_map(|(flag, value)| (flag == "--out-dir").then_some(value));
    let out = out
        .map(String::as_str)
        .or_else(|| arguments.iter().find_map(|a| a.strip_prefix("--out-dir=")));
    // target/debug/deps, or target/x86_64-unknown-linux-gnu/debug/examples
    let of_profile = out.map(Path::new).and_then(Path::parent).and_then(Path::parent);
    match of_profile {
        Some(target) => target.to_path_buf(),
        None => std::env::var_os("CARGO_MANIFEST_DIR")
            .map(PathBuf::from)
            .unwrap_or_default()
            .join("target"),
    }
}
