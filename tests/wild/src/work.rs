//! One crate: attributes on macros and on all that carries reals, those dropped that do not
//! compile, tests of the others, and what becomes of them.

use crate::expand::{self, Error};
use crate::project::{Dropped, Insertion, Project, Site};
use crate::registry::Package;
use crate::report::{self, Crate, Entry, Status};
use crate::source::{Function, Sources};
use crate::{checks, reals};
use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const HARNESS: &str = include_str!("harness.rs");

/// What happens to one crate.
pub fn work(package: &Package, scratch: &Path, root: &Path, macro_only: bool) -> Result<Crate> {
    let sources = Sources::read(&package.root, package.features.clone())?;
    let project = Project::new(package, &sources, scratch, root)?;
    let mut run = Run {
        package,
        sources: &sources,
        project,
        entries: BTreeMap::new(),
        fallen: BTreeMap::new(),
    };
    let mut alive = run.candidates()?;
    if !macro_only {
        run.differentiate(&mut alive)?;
        run.check(&alive)?;
    }
    Ok(Crate {
        name: package.name.clone(),
        version: package.version.clone(),
        entries: run.entries.into_values().collect(),
    })
}

/// What is known so far. Functions come first among the sites, then blocks, then types, then
/// macros.
struct Run<'a> {
    package: &'a Package,
    sources: &'a Sources,
    project: Project,
    entries: BTreeMap<usize, Entry>,
    /// The functions that were dropped, with the errors of each.
    fallen: BTreeMap<usize, Vec<Error>>,
}

impl Run<'_> {
    /// The functions whose signature carries reals in and out, less those that the macro fails on;
    /// those that it rejects when it sees them alone may work with the derives and attributes
    /// around. Beside these the methods of types of the crate that no derivative goes through
    /// (`fn radius(&self) -> f64` of an enum without reals, `fn degree(&self) -> usize`), and
    /// functions of reals whose results carry none (`fn region(p: f64, t: f64) -> i32`): they have
    /// the attribute because differentiated functions may call them, and do not count.
    fn candidates(&mut self) -> Result<BTreeSet<usize>> {
        let sources = self.sources;
        let wanted: Vec<(usize, &Function)> = sources
            .functions
            .iter()
            .enumerate()
            .filter(|(_, f)| {
                let signature = reals::signature(sources, f);
                signature.input && (signature.output || decides(f)) || gives(sources, f)
            })
            .collect();
        let texts: Vec<(String, usize)> = wanted.iter().map(|(_, f)| sources.alone(f)).collect();
        let codes =
            sources.codes.iter().map(|(file, range)| &sources.files[*file].text[range.clone()]);
        let traits: Vec<String> = sources.of_foreign_alone().collect();
        let kept: Vec<&str> = sources
            .macros
            .iter()
            .map(|m| sources.text(m))
            .chain(codes)
            .chain(traits.iter().map(String::as_str))
            .collect();
        let errors =
            expand::errors(&kept, &texts.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>())?;
        let mut alive = BTreeSet::new();
        for (((k, function), (_, first)), mut errors) in wanted.into_iter().zip(texts).zip(errors) {
            errors.iter_mut().for_each(|e| e.line += first);
            let status = if errors.is_empty() { Status::Works } else { Status::Macro };
            if !errors.iter().any(expand::is_failure) {
                alive.insert(k);
            }
            let signature = reals::signature(sources, function);
            if !signature.input || !signature.output {
                continue;
            }
            let (name, method) = (sources.name(function), function.block.is_some());
            self.entries.insert(k, Entry { name, method, status, errors, note: String::new() });
        }
        alive.extend((0..sources.blocks.len()).map(|b| sources.functions.len() + b));
        // types with reals, what functions with reals take, and what these are made of
        let mut derived: BTreeSet<usize> = (0..sources.named.len())
            .filter(|t| reals::Reals::of_item(sources, &sources.named[*t].item))
            .collect();
        derived.extend(
            alive
                .range(..sources.functions.len())
                .flat_map(|k| sources.taken(&sources.functions[*k])),
        );
        loop {
            let parts: BTreeSet<usize> =
                derived.iter().flat_map(|t| sources.mentioned(&sources.named[*t].item)).collect();
            let before = derived.len();
            derived.extend(parts);
            if derived.len() == before {
                break;
            }
        }
        alive.extend(derived.into_iter().map(|t| self.site_of_type(t)));
        alive.extend((0..sources.macros.len()).map(|m| self.site_of_macro(m)));
        Ok(alive)
    }

    fn site_of_type(&self, t: usize) -> usize {
        self.sources.functions.len() + self.sources.blocks.len() + t
    }

    fn site_of_macro(&self, m: usize) -> usize {
        self.site_of_type(self.sources.named.len()) + m
    }

    fn sites(&self) -> Vec<Site> {
        let functions =
            self.sources.functions.iter().map(|f| Site { file: f.file, range: f.range.clone() });
        let blocks =
            self.sources.blocks.iter().map(|b| Site { file: b.file, range: b.range.clone() });
        let types =
            self.sources.named.iter().map(|t| Site { file: t.file, range: t.range.clone() });
        let macros =
            self.sources.macros.iter().map(|m| Site { file: m.file, range: m.range.clone() });
        functions.chain(blocks).chain(types).chain(macros).collect()
    }

    /// The functions that have the attribute.
    fn functions<'s>(&'s self, alive: &'s BTreeSet<usize>) -> impl Iterator<Item = usize> + 's {
        let count = self.sources.functions.len();
        alive.range(..count).copied().filter(move |k| {
            self.sources.functions[*k].block.is_none_or(|b| alive.contains(&(count + b)))
        })
    }

    /// The attributes of what is alive.
    fn attributes(&self, alive: &BTreeSet<usize>) -> Vec<Insertion> {
        let sources = self.sources;
        let attribute = |file, at, site| Insertion {
            file,
            at,
            text: "#[::autodiff::differentiate] ".into(),
            site: Some(site),
        };
        let mut out: Vec<Insertion> = self
            .functions(alive)
            .map(|k| attribute(sources.functions[k].file, sources.functions[k].range.start, k))
            .collect();
        let blocks: BTreeSet<usize> =
            self.functions(alive).filter_map(|k| sources.functions[k].block).collect();
        out.extend(blocks.into_iter().map(|b| {
            attribute(
                sources.blocks[b].file,
                sources.blocks[b].range.start,
                sources.functions.len() + b,
            )
        }));
        let macros = sources
            .macros
            .iter()
            .enumerate()
            .filter(|(m, _)| alive.contains(&self.site_of_macro(*m)));
        out.extend(macros.map(|(m, of)| attribute(of.file, of.range.start, self.site_of_macro(m))));
        for t in (0..sources.named.len()).filter(|t| alive.contains(&self.site_of_type(*t))) {
            let (file, at) = (sources.named[t].file, sources.named[t].range.start);
            out.push(Insertion {
                file,
                at,
                text: "#[derive(::autodiff::Differentiable)] ".into(),
                site: Some(self.site_of_type(t)),
            });
        }
        // what parameters are that are functions
        out.extend(sources.codes.iter().map(|(file, range)| Insertion {
            file: *file,
            at: range.start,
            text: "#[::autodiff::differentiate] ".into(),
            site: None,
        }));
        out.extend(sources.of_foreign().map(|(file, at)| Insertion {
            file,
            at,
            text: "#[::autodiff::differentiate] ".into(),
            site: None,
        }));
        if self.package.edition == "2015" {
            out.push(Insertion {
                file: 0,
                at: sources.files[0].text.len(),
                text: "\nextern crate autodiff;\n".into(),
                site: None,
            });
        }
        out
    }

    /// Drops what does not compile with its derivatives.
    fn differentiate(&mut self, alive: &mut BTreeSet<usize>) -> Result<()> {
        let all: BTreeSet<usize> = alive.range(..self.sources.functions.len()).copied().collect();
        alive.retain(|site| !all.contains(site));
        self.attempt(&all, alive)?;
        // what was dropped for want of a function that has its derivatives by now
        loop {
            let callers = self
                .fallen
                .iter()
                .filter(|(k, errors)| all.contains(k) && errors.iter().any(is_about_callee));
            let tried: BTreeSet<usize> = callers.map(|(k, _)| *k).collect();
            self.attempt(&tried, alive)?;
            if tried.is_disjoint(alive) {
                return Ok(());
            }
        }
    }

    /// Adds functions, and drops those that do not compile. An error that only points at a block
    /// may be of any function in it: these are tried again by halves.
    fn attempt(&mut self, functions: &BTreeSet<usize>, alive: &mut BTreeSet<usize>) -> Result<()> {
        let mut waiting: BTreeMap<Option<usize>, Vec<Vec<usize>>> = BTreeMap::new();
        for k in functions {
            let groups =
                waiting.entry(self.sources.functions[*k].block).or_insert_with(|| vec![Vec::new()]);
            groups[0].push(*k);
        }
        loop {
            let groups: Vec<(Option<usize>, Vec<usize>)> =
                waiting.iter_mut().filter_map(|(b, groups)| Some((*b, groups.pop()?))).collect();
            if groups.is_empty() {
                return Ok(());
            }
            let tried: BTreeSet<usize> =
                groups.iter().flat_map(|(_, group)| group).copied().collect();
            for k in &tried {
                self.fallen.remove(k);
                self.entries
                    .entry(*k)
                    .and_modify(|e| (e.status, e.errors) = (Status::Works, Vec::new()));
            }
            let count = self.sources.functions.len();
            alive.extend(groups.iter().filter_map(|(block, _)| block.map(|b| count + b)));
            alive.extend(&tried);
            let suspects = self.settle(alive, &tried)?;
            for (block, mut group) in groups {
                group.retain(|k| suspects.contains(k));
                let half = group.split_off(group.len() / 2);
                if !group.is_empty() {
                    waiting.entry(block).or_default().extend([group, half]);
                }
            }
        }
    }

    /// Drops what does not compile; what is wrong with a block is due to all that is tried in it.
    /// Gives those that were dropped for that.
    fn settle(
        &mut self,
        alive: &mut BTreeSet<usize>,
        tried: &BTreeSet<usize>,
    ) -> Result<BTreeSet<usize>> {
        let sites = self.sites();
        let count = self.sources.functions.len();
        let mut suspects = BTreeSet::new();
        loop {
            self.project.write(self.sources, self.attributes(alive))?;
            let mut outcome = self.project.build(false, &sites, alive)?;
            if outcome.is_clean() {
                return Ok(suspects);
            }
            for (site, errors) in std::mem::take(&mut outcome.by_site) {
                let is_suspect = |k: &&usize| {
                    alive.contains(*k)
                        && self.sources.functions[**k].block.is_some_and(|b| count + b == site)
                };
                let in_block: Vec<usize> = tried.iter().filter(is_suspect).copied().collect();
                suspects.extend(&in_block);
                for suspect in if in_block.is_empty() { vec![site] } else { in_block } {
                    outcome.by_site.entry(suspect).or_default().extend(errors.clone());
                }
            }
            for (site, errors) in self.project.drop(self.sources, outcome, alive)? {
                self.fail(site, errors);
            }
        }
    }

    fn fail(&mut self, site: usize, errors: Vec<Error>) {
        if site >= self.site_of_macro(0) {
            let message = errors.first().map(|e| e.message.as_str()).unwrap_or_default();
            eprintln!("    a macro without attribute: {message}");
        } else if let Some(t) = site.checked_sub(self.site_of_type(0)) {
            let message = errors.first().map(|e| e.message.as_str()).unwrap_or_default();
            eprintln!(
                "    a type without derive: {}: {message}",
                source_name(&self.sources.named[t].item)
            );
        }
        let rejected = errors.iter().any(|e| !e.class.starts_with("rustc"));
        let status = if rejected { Status::Macro } else { Status::Rustc };
        let count = self.sources.functions.len();
        let of_block =
            |k: &usize| site >= count && self.sources.functions[*k].block == Some(site - count);
        let fallen: Vec<usize> = (0..count).filter(|k| *k == site || of_block(k)).collect();
        for k in fallen {
            self.fallen.entry(k).or_insert_with(|| errors.clone());
            if let Some(entry) = self.entries.get_mut(&k)
                && entry.status == Status::Works
            {
                (entry.status, entry.errors) = (status, errors.clone());
            }
        }
    }

    /// Tests what is left.
    fn check(&mut self, alive: &BTreeSet<usize>) -> Result<()> {
        let sources = self.sources;
        // each with another form to try
        let mut tests: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        let compiled: BTreeSet<usize> = self.functions(alive).collect();
        for (_, entry) in self
            .entries
            .iter_mut()
            .filter(|(k, e)| e.status == Status::Works && !compiled.contains(k))
        {
            entry.status = Status::Rustc;
        }
        for k in self.functions(alive).filter(|k| self.entries.contains_key(k)).collect::<Vec<_>>()
        {
            let forms = [(true, false), (false, false), (true, true), (false, true)].map(
                |(plain, called)| {
                    let form = checks::Form { plain, called };
                    checks::test(
                        sources,
                        &sources.functions[k],
                        &k.to_string(),
                        &format!("check_{k}"),
                        form,
                    )
                },
            );
            match &forms[0] {
                // those that are tried first come last
                Ok(_) => drop(
                    tests.insert(
                        k,
                        forms
                            .iter()
                            .rev()
                            .filter_map(|f| f.as_ref().ok())
                            .map(ToString::to_string)
                            .collect(),
                    ),
                ),
                Err(error) => self.note(k, Status::Unchecked, format!("no test: {error}")),
            }
        }
        let mut checked: BTreeSet<usize> = tests.keys().copied().collect();
        for (t, named) in sources.named.iter().enumerate() {
            let site = self.site_of_type(t);
            if let Ok(support) = checks::type_support(sources, named, alive.contains(&site)) {
                tests.insert(site, vec![support.to_string()]);
                checked.insert(site);
            }
        }
        let harness = self.project.directory.join("wild_harness.rs");
        std::fs::write(&harness, HARNESS)?;
        let harness = format!(
            "\n#[cfg(test)]\n#[path = {:?}]\nmod wild_harness;\n",
            harness.display().to_string()
        );
        let sites = self.sites();
        let first_type = self.site_of_type(0);
        let module = |site: usize| match site.checked_sub(first_type) {
            Some(t) => sources.named[t].module,
            None => sources.functions[site].module,
        };
        let executable = loop {
            let mut insertions = self.attributes(alive);
            for (number, place) in sources.modules.iter().enumerate() {
                let inside: Vec<usize> =
                    checked.iter().copied().filter(|k| module(*k) == number).collect();
                if inside.is_empty() {
                    continue;
                }
                let piece = |text: &str, site| Insertion {
                    file: place.file,
                    at: place.end,
                    text: text.to_string(),
                    site,
                };
                insertions.push(piece(OPEN, None));
                for site in inside {
                    let text = tests[&site].last().map(String::as_str).unwrap_or_default();
                    insertions.push(piece(&format!("{text}\n"), Some(site)));
                }
                insertions.push(piece("}\n", None));
            }
            insertions.push(Insertion {
                file: 0,
                at: sources.files[0].text.len(),
                text: harness.clone(),
                site: None,
            });
            self.project.write(sources, insertions)?;
            let outcome = self.project.build(true, &sites, &checked)?;
            if outcome.is_clean() {
                break outcome.executable.context("the test program")?;
            }
            let dropped: Dropped = self.project.drop(sources, outcome, &mut checked)?;
            for (k, errors) in dropped {
                if let Some(forms) = tests.get_mut(&k)
                    && forms.len() > 1
                {
                    forms.pop();
                    checked.insert(k);
                    continue;
                }
                let error = errors.first().map(|e| e.message.as_str()).unwrap_or_default();
                if k >= first_type {
                    eprintln!(
                        "    a type that cannot be sampled: {}: {error}",
                        source_name(&sources.named[k - first_type].item)
                    );
                }
                self.entries.entry(k).and_modify(|e| {
                    (e.status, e.note) = (Status::Unchecked, format!("no test: {error}"))
                });
            }
        };
        let functions = checked.range(..sources.functions.len()).copied().collect();
        for (k, (status, note)) in report::run(&executable, &functions)? {
            self.note(k, status, note);
        }
        Ok(())
    }

    fn note(&mut self, k: usize, status: Status, note: String) {
        if let Some(entry) = self.entries.get_mut(&k) {
            (entry.status, entry.note) = (status, note);
        }
    }
}

/// Whether what is missing is the derivatives of a function that is called.
fn is_about_callee(error: &Error) -> bool {
    let named = error
        .message
        .strip_prefix("no function or associated item named `")
        .and_then(|rest| rest.split('`').next());
    error.message.contains("_needs_differentiate_on_")
        || error.message.starts_with("evaluation panicked: `")
            && error.message.contains("has no derivative: put")
        || error.message.starts_with("this method or operator of `")
            && error.message.ends_with("has no derivative")
        || named.is_some_and(|name| ["jvp", "primal", "linear", "transposed"].contains(&name))
}

/// Whether a function that stands by itself has a result.
fn decides(function: &Function) -> bool {
    function.block.is_none() && !matches!(function.item.sig.output, syn::ReturnType::Default)
}

/// Whether a function is a method of one of the crate's types, and of no trait of another crate.
fn gives(sources: &Sources, function: &Function) -> bool {
    let Some(block) = sources.block(function) else { return false };
    let known = |path: &syn::Path, names: &dyn Fn(&str) -> bool| {
        path.segments.last().is_some_and(|s| names(&s.ident.to_string()))
    };
    function.item.sig.receiver().is_some()
        && !matches!(function.item.sig.output, syn::ReturnType::Default)
        && block
            .head
            .trait_
            .as_ref()
            .is_none_or(|(path, _)| known(path, &|name| sources.traits.contains_key(name)))
        && matches!(&*block.head.self_ty, syn::Type::Path(p)
            if known(&p.path, &|name| sources.types.contains_key(name)))
}

fn source_name(item: &syn::Item) -> String {
    match item {
        syn::Item::Struct(s) => s.ident.to_string(),
        syn::Item::Enum(e) => e.ident.to_string(),
        _ => String::new(),
    }
}

/// The head of a module of tests.
const OPEN: &str = "\n#[cfg(test)] #[allow(warnings)] mod wild_checks \
    { extern crate std; use super::*; use crate::wild_harness as h;\n";
