//! The items of a crate that macros of ours expand, along its `mod` lines.

use proc_macro2::{LineColumn, Span};
use quote::ToTokens;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::{Attribute, Item, Meta};

/// Which macro expands an item, with its options.
#[derive(Clone, Debug)]
pub enum Kind {
    Differentiate(String),
    Linear(String),
    Derive,
}

/// An item as a macro gets it.
#[derive(Clone, Debug)]
pub struct Unit {
    pub file: PathBuf,
    /// Where its attribute stands.
    pub start: LineColumn,
    pub kind: Kind,
    /// Its text, at the place where it stands in the file.
    pub item: String,
}

impl Unit {
    pub fn name(&self) -> String {
        format!("{}:{}", self.file.display(), self.start.line)
    }
}

/// The items of the crate with this root, in the order of the source.
pub fn of_crate(root: &Path) -> Vec<Unit> {
    let mut found = Vec::new();
    of_file(root, root.parent().unwrap_or(Path::new("")), &mut found);
    found
}

fn of_file(file: &Path, inside: &Path, found: &mut Vec<Unit>) {
    let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let parsed = syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    of_items(parsed.items, file, &text, inside, found);
}

fn of_items(items: Vec<Item>, file: &Path, text: &str, inside: &Path, found: &mut Vec<Unit>) {
    for mut item in items {
        let Some(attributes) = attributes(&mut item) else { continue };
        if attributes.iter().any(|attribute| attribute.path().is_ident("cfg")) {
            continue;
        }
        let ours = attributes.iter().position(|attribute| kind(attribute).is_some());
        let first = ours.map(|at| (kind(&attributes[at]), attributes.remove(at)));
        let mut taken: Vec<Span> = first.iter().map(|(_, attribute)| attribute.span()).collect();
        if let Some((Some(Kind::Derive), _)) = first {
            taken.extend(
                attributes
                    .iter()
                    .filter(|attribute| attribute.path().is_ident("derive"))
                    .map(Spanned::span),
            );
            attributes.retain(|attribute| !attribute.path().is_ident("derive"));
        }
        match (first, item) {
            (Some((Some(kind), attribute)), item) => {
                let (start, item) = (attribute.span().start(), in_place(text, item.span(), &taken));
                found.push(Unit { file: file.to_path_buf(), start, kind, item });
            }
            (_, Item::Mod(module)) => {
                let name = module.ident.to_string();
                let path = module.attrs.iter().find_map(|attribute| match &attribute.meta {
                    Meta::NameValue(of) if of.path.is_ident("path") => {
                        Some(of.value.to_token_stream().to_string())
                    }
                    _ => None,
                });
                match (module.content, path) {
                    (Some((_, items)), _) => of_items(items, file, text, &inside.join(name), found),
                    (None, Some(path)) => {
                        let path =
                            file.parent().unwrap_or(Path::new("")).join(path.trim_matches('"'));
                        let inside = path.parent().unwrap_or(Path::new("")).to_path_buf();
                        of_file(&path, &inside, found);
                    }
                    (None, None) => {
                        let candidates =
                            [inside.join(format!("{name}.rs")), inside.join(&name).join("mod.rs")];
                        let path = candidates
                            .into_iter()
                            .find(|path| path.is_file())
                            .unwrap_or_else(|| panic!("mod {name}"));
                        of_file(&path, &inside.join(name), found);
                    }
                }
            }
            _ => {}
        }
    }
}

/// A part of a text with blanks for what is before it, and for what is taken out of it.
fn in_place(text: &str, part: Span, taken: &[Span]) -> String {
    let contains = |span: &Span, at: (usize, usize)| {
        let (start, end) = (span.start(), span.end());
        ((start.line, start.column)..(end.line, end.column)).contains(&at)
    };
    let of_line = |(k, line): (usize, &str)| -> String {
        let is_recorded = |at: (usize, usize)| {
            contains(&part, at) && !taken.iter().any(|span| contains(span, at))
        };
        line.chars()
            .enumerate()
            .map(|(column, c)| if is_recorded((k + 1, column)) { c } else { ' ' })
            .collect::<String>()
            + "\n"
    };
    text.lines().take(part.end().line).enumerate().map(of_line).collect()
}

fn attributes(item: &mut Item) -> Option<&mut Vec<Attribute>> {
    Some(match item {
        Item::Enum(of) => &mut of.attrs,
        Item::Fn(of) => &mut of.attrs,
        Item::Impl(of) => &mut of.attrs,
        Item::Macro(of) => &mut of.attrs,
        Item::Mod(of) => &mut of.attrs,
        Item::Struct(of) => &mut of.attrs,
        Item::Trait(of) => &mut of.attrs,
        Item::Type(of) => &mut of.attrs,
        _ => return None,
    })
}

fn kind(attribute: &Attribute) -> Option<Kind> {
    let options = || match &attribute.meta {
        Meta::List(list) => list.tokens.to_string(),
        _ => String::new(),
    };
    let last = attribute.path().segments.last()?.ident.to_string();
    match last.as_str() {
        "differentiate" => Some(Kind::Differentiate(options())),
        "linear" => Some(Kind::Linear(options())),
        "derive" if options().contains("Differentiable") => Some(Kind::Derive),
        _ => None,
    }
}
