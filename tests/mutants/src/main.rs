//! Mutation testing of the rules: each rule of the tables is broken in each of the ways that are listed for its table, one at a time, in a copy of the
//! workspace, and the tests have to fail. Prints the mutants that survive, and the share that was noticed.
//!
//! `cargo run --release -p autodiff-mutants` takes an hour and a half on two cores. `-- --list` shows the mutants, `-- --only TEXT` tries those whose place or
//! change contains a text.

mod changes;

use anyhow::{Context, Result, bail};
use changes::{Mutant, TABLES, Table};
use clap::Parser;
use indicatif::ProgressBar;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

#[derive(Parser)]
#[command(about = "Breaks each rule of the tables in turn, and sees whether the tests notice")]
struct Arguments {
    /// Show the mutants and try none.
    #[arg(long)]
    list: bool,
    /// Only mutants whose place or change contains this text.
    #[arg(long)]
    only: Option<String>,
    /// Where the copy of the workspace is made and built.
    #[arg(long, default_value = "target/mutants")]
    directory: PathBuf,
}

/// How the tests took a mutant.
enum Fate {
    /// They failed.
    Noticed,
    /// They passed.
    Survived,
    /// It is no Rust program, so that nothing was tried.
    NoProgram,
}

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).context("the workspace is two levels up")?;
    let mut wanted = Vec::new();
    for table in TABLES {
        let text = std::fs::read_to_string(root.join(table.file)).with_context(|| table.file)?;
        for mutant in changes::mutants(table, &text) {
            let name = describe(table, &mutant, &text);
            if arguments.only.as_ref().is_none_or(|only| name.contains(only)) {
                wanted.push((table, mutant, name, text.clone()));
            }
        }
    }
    if arguments.list {
        wanted.iter().for_each(|(_, _, name, _)| println!("{name}"));
        return Ok(ExitCode::SUCCESS);
    }
    let directory = root.join(&arguments.directory);
    let copy = directory.join("workspace");
    copy_workspace(root, &copy)?;
    // what passes without a change can notice one
    for table in TABLES {
        if let Fate::Survived = try_tests(table, &directory)? {
            continue;
        }
        bail!("the tests of {} fail as it is", table.file);
    }
    let bar = ProgressBar::new(wanted.len() as u64);
    let (mut noticed, mut survivors, mut no_programs) = (0, Vec::new(), 0);
    for (table, mutant, name, text) in &wanted {
        let mut broken = text.clone();
        broken.replace_range(mutant.bytes.clone(), mutant.by);
        std::fs::write(copy.join(table.file), broken)?;
        match try_tests(table, &directory)? {
            Fate::Noticed => noticed += 1,
            Fate::NoProgram => no_programs += 1,
            Fate::Survived => {
                bar.suspend(|| eprintln!("survives: {name}"));
                survivors.push(name);
            }
        }
        std::fs::write(copy.join(table.file), text)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    println!("{noticed} of {} mutants were noticed; {no_programs} more did not compile", noticed + survivors.len());
    survivors.iter().for_each(|name| println!("survived: {name}"));
    Ok(if survivors.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn describe(table: &Table, mutant: &Mutant, text: &str) -> String {
    let line = text.lines().nth(mutant.line - 1).unwrap_or_default().trim();
    let line: String = line.chars().take(90).collect();
    format!("{}:{}: `{}` to `{}` in `{line}`", table.file, mutant.line, &text[mutant.bytes.clone()], mutant.by)
}

/// Copies what git knows of the workspace; later runs copy what changed.
fn copy_workspace(root: &Path, copy: &Path) -> Result<()> {
    let listed = Command::new("git").args(["ls-files", "--cached", "--others", "--exclude-standard"]).current_dir(root).output()?;
    for file in String::from_utf8(listed.stdout)?.lines() {
        let Ok(bytes) = std::fs::read(root.join(file)) else { continue };
        let to = copy.join(file);
        if std::fs::read(&to).is_ok_and(|old| old == bytes) {
            continue;
        }
        std::fs::create_dir_all(to.parent().unwrap_or(copy))?;
        std::fs::write(to, bytes)?;
    }
    Ok(())
}

fn try_tests(table: &Table, directory: &Path) -> Result<Fate> {
    for tests in table.tests {
        let cargo = |what: &[&str]| {
            Command::new("cargo")
                .args(["test", "--quiet"])
                .args(what)
                .current_dir(directory.join("workspace"))
                .env("CARGO_TARGET_DIR", directory.join("target"))
                // what a failing test says is read by nobody
                .env("CARGO_PROFILE_DEV_DEBUG", "0")
                .env("RUST_BACKTRACE", "0")
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
        };
        let (build, filters): (Vec<&str>, Vec<&str>) = match tests.iter().position(|argument| *argument == "--") {
            Some(at) => (tests[..at].to_vec(), tests[at..].to_vec()),
            None => (tests.to_vec(), Vec::new()),
        };
        if !cargo(&[&build[..], &["--no-run"]].concat())?.success() {
            return Ok(Fate::NoProgram);
        }
        if !cargo(&[build, filters].concat())?.success() {
            return Ok(Fate::Noticed);
        }
    }
    Ok(Fate::Survived)
}
