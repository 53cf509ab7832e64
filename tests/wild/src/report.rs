//! What became of each function → lines for people, and a file for machines.

use crate::expand::Error;
use anyhow::Result;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// What became of a crate.
#[derive(Serialize)]
pub struct Crate {
    pub name: String,
    pub version: String,
    pub entries: Vec<Entry>,
}

/// What became of a function.
#[derive(Serialize)]
pub struct Entry {
    pub name: String,
    pub method: bool,
    pub status: Status,
    pub errors: Vec<Error>,
    pub note: String,
}

/// How far a function came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Status {
    /// Compiles, and its derivatives agree with finite differences.
    Works,
    /// Compiles; no point was found at which its derivatives could be compared.
    Unchecked,
    /// Compiles, and its derivatives do not agree.
    Wrong,
    /// The macro has errors.
    Macro,
    /// The macro has none, and rustc has.
    Rustc,
}

/// Runs the tests of a crate.
pub fn run(
    executable: &Path,
    checked: &BTreeSet<usize>,
) -> Result<BTreeMap<usize, (Status, String)>> {
    let mut out = BTreeMap::new();
    for k in checked {
        let output = Command::new(executable)
            .args([&format!("wild_checks::check_{k}"), "--nocapture", "--test-threads=1"])
            .output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        for line in text.lines() {
            let Some(at) = line.find("WILD\t") else { continue };
            let parts: Vec<&str> = line[at..].split('\t').collect();
            let [_, name, agreed, wrong, how, last] = parts[..] else { continue };
            if name != k.to_string() {
                continue;
            }
            let (agreed, wrong): (usize, usize) = (agreed.parse()?, wrong.parse()?);
            out.insert(
                *k,
                match (agreed, wrong) {
                    (0, 0) => (Status::Unchecked, last.to_string()),
                    (agreed, wrong) if wrong > 0 => (
                        if wrong > agreed { Status::Wrong } else { Status::Works },
                        format!("{wrong} of {}: {how}", agreed + wrong),
                    ),
                    _ => (Status::Works, String::new()),
                },
            );
        }
        out.entry(*k)
            .or_insert_with(|| (Status::Wrong, format!("the test crashed: {}", output.status)));
    }
    Ok(out)
}

/// A row of the table for each crate: what has derivatives that were checked, of how many; what
/// compiles unchecked; and how often each kind of reason came first for the rest.
pub fn line(done: &Crate) -> String {
    let of = |method: bool, status: Option<Status>| {
        done.entries
            .iter()
            .filter(|e| e.method == method && status.is_none_or(|s| s == e.status))
            .count()
    };
    let share = |method: bool| format!("{}/{}", of(method, Some(Status::Works)), of(method, None));
    let either = |status| of(false, Some(status)) + of(true, Some(status));
    format!(
        "{:22} {:>9} {:>9} {:>9} {:>5} {:>5} {:>5}\n",
        done.name,
        share(false),
        share(true),
        either(Status::Unchecked),
        either(Status::Wrong),
        either(Status::Macro),
        either(Status::Rustc),
    )
}

/// The head of the table.
pub const HEAD: &str = "crate                  functions   methods unchecked wrong macro rustc\n";

/// Whether what is missing is a type: the compiler asks for one, or rustc cannot infer one in what
/// it wrote.
fn is_about_types(error: &Error) -> bool {
    ["rustc E0282", "rustc E0283", "rustc E0284"].iter().any(|code| error.class.starts_with(code))
        || ["annotate", "cannot infer"].iter().any(|words| error.message.contains(words))
}

/// The reasons, ranked, and the share of all.
pub fn summary(crates: &[Crate]) -> String {
    let mut out = String::new();
    let mut reasons: BTreeMap<&str, (usize, usize, String)> = BTreeMap::new();
    for done in crates {
        for entry in
            done.entries.iter().filter(|e| matches!(e.status, Status::Macro | Status::Rustc))
        {
            let classes: BTreeSet<&str> = entry.errors.iter().map(|e| e.class.as_str()).collect();
            for class in &classes {
                let example = entry.errors.iter().find(|e| e.class == *class);
                let example = example.map(|e| {
                    format!(
                        "{} {}, line {}, `{}`: {}",
                        done.name,
                        entry.name,
                        e.line,
                        e.token.replace('\n', " "),
                        e.message
                    )
                });
                let counts =
                    reasons.entry(class).or_insert_with(|| (0, 0, example.unwrap_or_default()));
                counts.0 += 1;
                counts.1 += usize::from(classes.len() == 1);
            }
        }
        for entry in done.entries.iter().filter(|e| {
            e.status == Status::Wrong || e.status == Status::Works && !e.note.is_empty()
        }) {
            out += &format!("WRONG {} {}: {}\n", done.name, entry.name, entry.note);
        }
        for entry in done.entries.iter().filter(|e| e.status == Status::Unchecked) {
            out += &format!("unchecked {} {}: {}\n", done.name, entry.name, entry.note);
        }
    }
    out += "\nrejected for lack of types\n";
    for done in crates {
        for entry in
            done.entries.iter().filter(|e| matches!(e.status, Status::Macro | Status::Rustc))
        {
            for error in entry.errors.iter().filter(|e| is_about_types(e)) {
                let token = error.token.lines().next().unwrap_or_default();
                out += &format!(
                    "    {} {}, line {}, `{token}`: {}\n",
                    done.name, entry.name, error.line, error.message
                );
            }
        }
    }
    out += "\nfunctions, those with this reason alone, reason\n";
    let mut ranked: Vec<_> = reasons.into_iter().collect();
    ranked.sort_by_key(|(_, (n, alone, _))| std::cmp::Reverse((*alone, *n)));
    for (class, (n, alone, example)) in ranked {
        out += &format!("{n:5} {alone:5} {class}\n            {example}\n");
    }
    out += &format!("\n{HEAD}");
    out.extend(crates.iter().map(line));
    for (method, what) in [(Some(false), "functions"), (Some(true), "methods"), (None, "in all")] {
        let entries = || {
            crates.iter().flat_map(|c| &c.entries).filter(|e| method.is_none_or(|m| e.method == m))
        };
        let count = |status| entries().filter(|e| e.status == status).count();
        let (all, works, unchecked) =
            (entries().count(), count(Status::Works), count(Status::Unchecked));
        let share = |n: usize| 100.0 * n as f64 / all.max(1) as f64;
        out += &format!(
            "{what}: of {all}, {works} ({:.1} %) with checked derivatives, {} ({:.1} %) compile\n",
            share(works),
            works + unchecked,
            share(works + unchecked)
        );
    }
    out
}
