//! The result of an expansion depends on the crate, not on what was expanded before.
//!
//! The items with our attributes in the test crates of the root package are expanded as a compiler
//! does it, one by one in the order of the source; each twice; and shuffled; each
//! time on a fresh thread, as the servers of editors do it. Unoptimised builds take a share of the
//! files. `EXPANSION_FILES` names the files, by parts of their paths, with commas between them, and
//! `EXPANSION_SEED` the order.

mod units;

use autodiff_compiler::item::AttributeArgs;
use autodiff_compiler::world::{Session, World};
use autodiff_compiler::{compile, derive};
use proc_macro2::LineColumn;
use quote::ToTokens;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use units::{Kind, Unit};

/// Files with macros under the attribute: rustc expands the definition of a macro before its uses,
/// so these are recorded by their expansions alone.
const RECORDED_LATE: &[&str] = &[
    "items/source/macros.rs",
    "items/source/source_places.rs",
    "language/patterns/pattern_names.rs",
];

/// The test crates of the root package.
const CRATES: [&str; 5] = ["arrays", "everyday", "items", "language", "random_programs"];

/// The tokens of an expansion. Of a type without reals that has no derive, the first function that
/// relies on it emits the implementations; which one that is depends on the order, so these are
/// apart.
struct Expansion {
    tokens: String,
    plain_types: Vec<String>,
}

/// Takes the implementations for plain types out of the items of an expansion.
fn take_plain_types(items: &mut Vec<syn::Item>, found: &mut Vec<String>) {
    items.retain_mut(|item| match item {
        syn::Item::Impl(of) => {
            let last = of
                .trait_
                .as_ref()
                .and_then(|(path, _)| Some(path.segments.last()?.ident.to_string()));
            let is_plain = last.is_some_and(|last| {
                ["Differentiable", "Save", "PlainClone", "ByFields"].contains(&last.as_str())
            });
            if is_plain {
                // an import may have given it another name there
                *of.self_ty = syn::parse_quote!(_);
                found.push(item.to_token_stream().to_string());
            }
            !is_plain
        }
        syn::Item::Mod(of) => {
            of.content.iter_mut().for_each(|(_, items)| take_plain_types(items, found));
            true
        }
        _ => true,
    });
}

fn expansion(unit: &Unit, session: &Arc<Session>) -> Expansion {
    let item = || unit.item.parse().expect("tokens of an item");
    let options = |text: &str| text.parse().expect("tokens of options");
    let world = World::of_file(session, &unit.file, unit.start);
    let tokens = match &unit.kind {
        Kind::Differentiate(text) => compile::expand_attribute(
            AttributeArgs::Differentiate(options(text)),
            item(),
            &world,
            &mut Vec::new(),
        ),
        Kind::Linear(text) => compile::expand_attribute(
            AttributeArgs::Linear(options(text)),
            item(),
            &world,
            &mut Vec::new(),
        ),
        Kind::Derive => derive::expand_derive(item(), &world),
    };
    let mut plain_types = Vec::new();
    let tokens = match syn::parse2::<syn::File>(tokens.clone()) {
        Ok(mut file) => {
            take_plain_types(&mut file.items, &mut plain_types);
            file.to_token_stream()
        }
        Err(_) => tokens,
    };
    Expansion { tokens: tokens.to_string(), plain_types }
}

/// Expands on a thread of its own: nothing may be left in it for the next one.
fn on_fresh_thread(unit: &Unit, session: &Arc<Session>) -> Expansion {
    std::thread::scope(|threads| {
        let builder = std::thread::Builder::new().stack_size(256 << 20);
        builder
            .spawn_scoped(threads, || expansion(unit, session))
            .expect("a thread")
            .join()
            .expect("no panic")
    })
}

/// A session that compiles the crate of a root. A file that two crates contain by `#[path]` belongs
/// to this one.
fn session_of_crate(root: &Path) -> Arc<Session> {
    let session = Arc::new(Session::default());
    World::of_file(&session, root, LineColumn { line: 1, column: 0 });
    session
}

/// The units that depend on the order, with the first difference.
fn differences(units: &[Unit], root: &Path, seed: u64) -> BTreeMap<String, String> {
    let session = session_of_crate(root);
    let in_order: Vec<Expansion> =
        units.iter().map(|unit| on_fresh_thread(unit, &session)).collect();
    let mut found = BTreeMap::new();
    let mut compare = |unit: &Unit, expected: &str, got: &str, how: &str| {
        if expected != got && !RECORDED_LATE.iter().any(|file| unit.file.ends_with(file)) {
            found
                .entry(unit.name())
                .or_insert_with(|| format!("{how}: {}", first_difference(expected, got)));
        }
    };
    for (unit, expected) in units.iter().zip(&in_order) {
        let again = on_fresh_thread(unit, &session);
        compare(unit, &expected.tokens, &again.tokens, "expanded again");
        compare(
            unit,
            &format!("{:?}", expected.plain_types),
            &format!("{:?}", again.plain_types),
            "plain types, expanded again",
        );
    }
    let mut random = StdRng::seed_from_u64(seed);
    let mut shuffled: Vec<usize> = (0..units.len()).collect();
    shuffled.shuffle(&mut random);
    let session = session_of_crate(root);
    let mut plain_types = Vec::new();
    for k in shuffled {
        let got = on_fresh_thread(&units[k], &session);
        compare(&units[k], &in_order[k].tokens, &got.tokens, "shuffled");
        plain_types.extend(got.plain_types);
    }
    // each of them once, by whichever expansion
    let mut expected: Vec<_> =
        in_order.iter().flat_map(|of| of.plain_types.iter().cloned()).collect();
    plain_types.sort();
    expected.sort();
    assert_eq!(plain_types, expected, "implementations for plain types");
    found
}

/// Where two texts part, with what is around.
fn first_difference(a: &str, b: &str) -> String {
    let at = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let around = |text: &str| {
        let start =
            (0..=at.saturating_sub(60)).rev().find(|k| text.is_char_boundary(*k)).unwrap_or(0);
        text[start..].chars().take(160).collect::<String>()
    };
    format!("\n    {}\n    {}", around(a), around(b))
}

fn root(of: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(of).join("main.rs")
}

fn check(of: &str) {
    let share = if cfg!(debug_assertions) { 12 } else { 1 };
    let mut by_file: BTreeMap<PathBuf, Vec<Unit>> = BTreeMap::new();
    for unit in units::of_crate(&root(of)) {
        by_file.entry(unit.file.clone()).or_default().push(unit);
    }
    let units: Vec<Unit> = match std::env::var("EXPANSION_FILES") {
        Ok(parts) => {
            let is_named =
                |file: &Path| parts.split(',').any(|part| file.to_string_lossy().contains(part));
            by_file.into_iter().filter(|(file, _)| is_named(file)).flat_map(|(_, of)| of).collect()
        }
        Err(_) => {
            let units: Vec<Unit> = by_file.into_values().step_by(share).flatten().collect();
            assert!(units.len() > 5, "few items in tests/{of}: {}", units.len());
            units
        }
    };
    let seed = std::env::var("EXPANSION_SEED").map_or(1, |text| text.parse().expect("a number"));
    let found = differences(&units, &root(of), seed);
    let lines: String =
        found.iter().map(|(name, difference)| format!("{name}\n  {difference}\n")).collect();
    assert!(
        found.is_empty(),
        "{} of {} items depend on the order of expansion:\n{lines}",
        found.len(),
        units.len()
    );
}

#[test]
fn arrays() {
    check("arrays");
}

#[test]
fn everyday() {
    check("everyday");
}

#[test]
fn items() {
    check("items");
}

#[test]
fn language() {
    check("language");
}

#[test]
fn random_programs() {
    check("random_programs");
}

/// Writes the expansions to the file that `EXPANSIONS` names, of every `EVERY`-th source file: the
/// difference of two such files shows what a change of the compiler does to the emitted code.
#[test]
#[ignore = "writes a file, and tests nothing"]
fn write_expansions() {
    let Some(path) = std::env::var_os("EXPANSIONS") else { return };
    let every = std::env::var("EVERY").map_or(1, |text| text.parse().expect("a number"));
    let mut text = String::new();
    for of in CRATES {
        let session = Arc::new(Session::default());
        let units = units::of_crate(&root(of));
        let files: BTreeSet<&PathBuf> = units.iter().map(|unit| &unit.file).collect();
        let files: BTreeSet<&PathBuf> = files.into_iter().step_by(every).collect();
        for unit in units.iter().filter(|unit| files.contains(&unit.file)) {
            let Expansion { tokens, plain_types } = on_fresh_thread(unit, &session);
            // the tokens of an item are one line
            text += &format!("// {}\n{tokens}\n{plain_types:?}\n", unit.name());
        }
    }
    std::fs::write(path, text).expect("a file can be written");
}

/// A file may hold text that is no Rust: while it is being edited, or where it is a page of
/// documentation with examples.
#[test]
fn without_readable_text() {
    let page = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page.md");
    std::fs::write(&page, "A page, not a program: {").expect("a file can be written");
    let session = Arc::new(Session::default());
    for unit in units::of_crate(&root("language")).into_iter().step_by(12) {
        let unit = Unit { file: page.clone(), ..unit };
        assert!(!on_fresh_thread(&unit, &session).tokens.is_empty());
    }
}
