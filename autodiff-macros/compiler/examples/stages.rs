//! The stages of one function of a Rust file:
//! `cargo run -p autodiff-compiler --example stages -- FILE FUNCTION [DIRECTORY]`.
//!
//! Prints them, or writes them into the directory, as texts and as one page. A method is named as
//! in `Shape::area`.

use autodiff_compiler::show::write::write;
use autodiff_compiler::show::{Report, of_file};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let shown = match args.as_slice() {
        [file, name] => print(file, name),
        [file, name, directory] => put(file, name, directory),
        _ => {
            eprintln!("usage: stages FILE FUNCTION [DIRECTORY]");
            return ExitCode::from(2);
        }
    };
    match shown {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("stages: {message}");
            ExitCode::FAILURE
        }
    }
}

fn report(file: &str, name: &str) -> Result<Report, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
    of_file(&text, name).map_err(|e| format!("{file}: {e}"))
}

fn print(file: &str, name: &str) -> Result<String, String> {
    let report = report(file, name)?;
    Ok(report
        .stages
        .iter()
        .map(|stage| format!("// ---------- {}\n{}\n", stage.title, stage.to_text()))
        .collect())
}

fn put(file: &str, name: &str, directory: &str) -> Result<String, String> {
    let page = write(&report(file, name)?, Path::new(directory))
        .map_err(|e| format!("{directory}: {e}"))?;
    Ok(format!("{}\n", page.display()))
}
