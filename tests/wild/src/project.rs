//! A package and what is put into it → a scratch copy of the package, and what rustc says of it.
//!
//! The copy differs from what was published only by attributes in front of items, by code at the
//! end of modules, and by a manifest that depends on `autodiff`. Lines stay where they are.

use crate::expand::{Error, class};
use crate::registry::{Package, cargo};
use crate::source::Sources;
use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Text at a place of a file, and the site that answers for it.
pub struct Insertion {
    pub file: usize,
    pub at: usize,
    pub text: String,
    pub site: Option<usize>,
}

/// What answers for errors: a range of a file as it was published. The innermost one answers.
pub struct Site {
    pub file: usize,
    pub range: Range<usize>,
}

/// A scratch copy of a package.
pub struct Project {
    pub directory: PathBuf,
    target: PathBuf,
    /// The files of the sources, in the copy.
    files: Vec<PathBuf>,
    /// For each file: where the pieces of the written file come from.
    pieces: Vec<Vec<Piece>>,
}

enum Piece {
    Original { written: Range<usize>, from: usize },
    Inserted { written: Range<usize>, site: Option<usize> },
}

/// The errors of a build: by site, and those of nobody.
#[derive(Default)]
pub struct Outcome {
    pub by_site: BTreeMap<usize, Vec<Error>>,
    pub others: Vec<Error>,
    /// The test program, if it was built.
    pub executable: Option<PathBuf>,
}

/// The errors of each site that was dropped.
pub type Dropped = BTreeMap<usize, Vec<Error>>;

impl Outcome {
    /// Whether there are no errors.
    pub fn is_clean(&self) -> bool {
        self.by_site.is_empty() && self.others.is_empty()
    }
}

impl Project {
    /// Copies a package, and makes it depend on us.
    pub fn new(
        package: &Package,
        sources: &Sources,
        scratch: &Path,
        autodiff: &Path,
    ) -> Result<Project> {
        let directory = scratch.join("crates").join(&package.name);
        if directory.exists() {
            std::fs::remove_dir_all(&directory)?;
        }
        copy(&package.directory, &directory)?;
        let path = directory.join("Cargo.toml");
        let mut manifest: toml::Table = std::fs::read_to_string(&path)?.parse()?;
        // features may name what only tests depend on
        let is_normal = |name: &str| {
            ["dependencies", "build-dependencies"].iter().any(|t| {
                manifest.get(*t).and_then(|t| t.as_table()).is_some_and(|t| t.contains_key(name))
            })
        };
        let only_tests: Vec<String> = manifest
            .get("dev-dependencies")
            .and_then(|t| t.as_table())
            .into_iter()
            .flatten()
            .map(|(k, _)| k.clone())
            .collect();
        let only_tests: Vec<String> =
            only_tests.into_iter().filter(|name| !is_normal(name)).collect();
        for (_, feature) in
            manifest.get_mut("features").and_then(|f| f.as_table_mut()).into_iter().flatten()
        {
            if let Some(list) = feature.as_array_mut() {
                list.retain(|v| {
                    !v.as_str().and_then(|v| v.split_once('/')).is_some_and(|(name, _)| {
                        only_tests.iter().any(|t| t == name.trim_end_matches('?'))
                    })
                });
            }
        }
        for part in
            ["dev-dependencies", "bench", "test", "example", "bin", "profile", "workspace", "patch"]
        {
            manifest.remove(part);
        }
        for (_, target) in
            manifest.get_mut("target").and_then(|t| t.as_table_mut()).into_iter().flatten()
        {
            target.as_table_mut().map(|t| t.remove("dev-dependencies"));
        }
        manifest.insert("workspace".into(), toml::Table::new().into());
        let ours =
            toml::Table::from_iter([("path".to_string(), autodiff.display().to_string().into())]);
        let dependencies =
            manifest.entry("dependencies").or_insert_with(|| toml::Table::new().into());
        dependencies.as_table_mut().context("dependencies")?.insert("autodiff".into(), ours.into());
        if let Some(package) = manifest.get_mut("package").and_then(|p| p.as_table_mut()) {
            for part in ["autobins", "autoexamples", "autotests", "autobenches"] {
                package.insert(part.into(), false.into());
            }
            package.remove("default-run");
        }
        // each round expands all attributes again
        let quick = toml::Table::from_iter([
            ("opt-level".to_string(), 1.into()),
            ("debug-assertions".to_string(), true.into()),
        ]);
        let dev = toml::Table::from_iter([("build-override".to_string(), quick.into())]);
        manifest.insert(
            "profile".into(),
            toml::Table::from_iter([("dev".to_string(), dev.into())]).into(),
        );
        std::fs::write(&path, toml::to_string(&manifest)?)?;
        let _ = std::fs::remove_file(directory.join("Cargo.lock"));
        let inside = |file: &Path| -> Result<PathBuf> {
            Ok(directory.join(file.strip_prefix(&package.directory)?))
        };
        let files = sources.files.iter().map(|f| inside(&f.path)).collect::<Result<Vec<_>>>()?;
        Ok(Project { directory, target: scratch.join("target"), files, pieces: Vec::new() })
    }

    /// Writes every file with what is put into it.
    pub fn write(&mut self, sources: &Sources, mut insertions: Vec<Insertion>) -> Result<()> {
        // what is put at the same places is outside of the comments
        let comment = |text: &'static str, at: fn(&Range<usize>) -> usize| {
            sources.tests.iter().map(move |(file, range)| Insertion {
                file: *file,
                at: at(range),
                text: text.into(),
                site: None,
            })
        };
        insertions.splice(..0, comment("*/", |range| range.end));
        insertions.extend(comment("/*", |range| range.start));
        insertions.sort_by_key(|i| (i.file, i.at));
        self.pieces.clear();
        for (number, file) in sources.files.iter().enumerate() {
            let mut out = String::new();
            let mut pieces = Vec::new();
            let mut from = 0;
            let original = |out: &mut String, pieces: &mut Vec<Piece>, range: Range<usize>| {
                let start = out.len();
                out.push_str(&file.text[range.clone()]);
                pieces.push(Piece::Original { written: start..out.len(), from: range.start });
            };
            for insertion in insertions.iter().filter(|i| i.file == number) {
                original(&mut out, &mut pieces, from..insertion.at);
                from = insertion.at;
                let start = out.len();
                out.push_str(&insertion.text);
                pieces.push(Piece::Inserted { written: start..out.len(), site: insertion.site });
            }
            original(&mut out, &mut pieces, from..file.text.len());
            std::fs::write(&self.files[number], out)?;
            self.pieces.push(pieces);
        }
        Ok(())
    }

    /// Checks the library, or builds its tests.
    pub fn build(&self, tests: bool, sites: &[Site], alive: &BTreeSet<usize>) -> Result<Outcome> {
        let mut command = cargo();
        match tests {
            true => command.args(["test", "--lib", "--no-run"]),
            false => command.args(["check", "--lib"]),
        };
        let output = limited(self.configure(&mut command).args(["--message-format", "json"]))?;
        let mut outcome = Outcome::default();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Ok(message) = serde_json::from_str::<serde_json::Value>(line) else { continue };
            if message["reason"] == "compiler-artifact" && message["profile"]["test"] == true {
                outcome.executable = message["executable"].as_str().map(PathBuf::from);
            }
            let message = &message["message"];
            if message["level"] != "error" {
                continue;
            }
            let text = message["message"].as_str().unwrap_or_default().to_string();
            if text.starts_with("aborting due to") || text.starts_with("could not compile") {
                continue;
            }
            let code = message["code"]["code"].as_str();
            let spans: Vec<_> = message["spans"].as_array().into_iter().flatten().collect();
            let primary = spans
                .iter()
                .filter(|s| s["is_primary"] == true)
                .chain(spans.iter().filter(|s| s["is_primary"] != true));
            let place = primary.filter_map(|s| self.place(s, sites, alive)).next();
            let error = Error {
                class: match code {
                    _ if text.contains("_needs_differentiate_on_")
                        || text.starts_with("evaluation panicked: `")
                            && text.contains("has no derivative: put") =>
                    {
                        "it calls a function that does not work".into()
                    }
                    Some(code) => format!("rustc {code}: {}", class(&text)),
                    None => class(&text),
                },
                message: text,
                token: place.as_ref().map(|p| p.1.clone()).unwrap_or_default(),
                line: place.as_ref().map_or(0, |p| p.2),
            };
            let errors = match place {
                Some((site, ..)) => outcome.by_site.entry(site).or_default(),
                None => &mut outcome.others,
            };
            if !errors.contains(&error) {
                errors.push(error);
            }
        }
        if !output.status.success() && outcome.is_clean() {
            bail!("{}: {}", self.directory.display(), String::from_utf8_lossy(&output.stderr));
        }
        Ok(outcome)
    }

    /// Takes the sites that have errors out of those that are alive. Gives the errors of each.
    pub fn drop(
        &self,
        sources: &Sources,
        outcome: Outcome,
        alive: &mut BTreeSet<usize>,
    ) -> Result<Dropped> {
        let mut dropped = outcome.by_site;
        if dropped.is_empty() {
            // two things of one name, where only an import is left to point at
            for error in &outcome.others {
                let name = error.message.split('`').nth(1).unwrap_or_default();
                for (k, function) in sources.functions.iter().enumerate() {
                    if alive.contains(&k) && function.item.sig.ident == name {
                        dropped.entry(k).or_default().push(error.clone());
                    }
                }
                // a macro that the crate exports and names by its path may have no attribute
                if error.message.starts_with("macro-expanded `macro_export` macros") {
                    let first =
                        sources.functions.len() + sources.blocks.len() + sources.named.len();
                    for (k, _) in sources
                        .macros
                        .iter()
                        .enumerate()
                        .filter(|(k, of)| of.exported && alive.contains(&(first + k)))
                    {
                        dropped.entry(first + k).or_default().push(error.clone());
                    }
                }
            }
        }
        let before = alive.len();
        alive.retain(|site| !dropped.contains_key(site));
        if alive.len() == before {
            let messages: Vec<&str> = outcome
                .others
                .iter()
                .chain(dropped.values().flatten())
                .map(|e| e.message.as_str())
                .take(5)
                .collect();
            bail!(
                "{}: errors that nothing of ours answers for: {}",
                self.directory.display(),
                messages.join("; ")
            );
        }
        Ok(dropped)
    }

    fn configure<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
            .current_dir(&self.directory)
            .env("CARGO_TARGET_DIR", &self.target)
            .env_remove("RUSTFLAGS")
            .env("CARGO_TERM_COLOR", "never")
    }

    /// The site, the text and the line of a span.
    fn place(
        &self,
        span: &serde_json::Value,
        sites: &[Site],
        alive: &BTreeSet<usize>,
    ) -> Option<(usize, String, usize)> {
        let mut span = span;
        loop {
            let name = self.directory.join(span["file_name"].as_str()?);
            let offset = span["byte_start"].as_u64()? as usize;
            if let Some(file) = self.files.iter().position(|f| *f == name) {
                let site = self.site(file, offset, sites, alive);
                if let Some(site) = site {
                    let line = &span["text"][0];
                    let (from, to) =
                        (line["highlight_start"].as_u64()?, line["highlight_end"].as_u64()?);
                    let text = line["text"]
                        .as_str()?
                        .chars()
                        .skip(from.saturating_sub(1) as usize)
                        .take(to.saturating_sub(from) as usize)
                        .collect();
                    return Some((site, text, span["line_start"].as_u64()? as usize));
                }
            }
            span = &span["expansion"]["span"];
        }
    }

    fn site(
        &self,
        file: usize,
        offset: usize,
        sites: &[Site],
        alive: &BTreeSet<usize>,
    ) -> Option<usize> {
        self.pieces[file].iter().find_map(|piece| match piece {
            Piece::Inserted { written, site } if written.contains(&offset) => *site,
            Piece::Original { written, from } if written.contains(&offset) => {
                let at = offset - written.start + from;
                let around = sites
                    .iter()
                    .enumerate()
                    .filter(|(k, s)| alive.contains(k) && s.file == file && s.range.contains(&at));
                around.min_by_key(|(_, s)| s.range.len()).map(|(k, _)| k)
            }
            _ => None,
        })
    }
}

/// How long a build may take.
const PATIENCE: Duration = Duration::from_secs(900);

/// The output of a command, until it takes too long: then what it has found is what there is.
fn limited(command: &mut Command) -> Result<Output> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let readers = [child.stdout.take().map(read), child.stderr.take().map(read)];
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if start.elapsed() > PATIENCE {
            // the compilers that cargo has started as well
            let _ =
                Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status();
            let _ = child.kill();
            break child.wait()?;
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    let [stdout, stderr] =
        readers.map(|reader| reader.and_then(|r| r.join().ok()).unwrap_or_default());
    Ok(Output { status, stdout, stderr })
}

fn read(mut from: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // what came until then is what there is
        let _ = from.read_to_end(&mut bytes);
        bytes
    })
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            if entry.file_name() != "target" {
                copy(&entry.path(), &target)?;
            }
        } else {
            std::fs::write(&target, std::fs::read(entry.path())?)?;
        }
    }
    Ok(())
}
