//! Finds in the source text whether `Clone` is derived together with `Differentiable`.
//!
//! A derive macro does not see the other derives of its item. But it knows its own span, so this
//! module reads the attributes around it. If they derive `Clone`, nothing else implements it: rustc
//! rejects a second implementation.

use crate::world::text::extents::offset;
use crate::world::types::save_impls::is_among;
use proc_macro2::{Ident, Span};
use syn::Attribute;

/// Whether the attributes of the item that is being expanded derive `Clone`. If the source text is
/// not available, rustc does not check it either, and the answer is `true`.
pub fn is_derived(name: &Ident) -> bool {
    let span = Span::call_site();
    let Some(text) = span.local_file().and_then(|file| std::fs::read_to_string(file).ok()) else {
        return true;
    };
    match offset(&text, span) {
        Some(at) => derives_clone(&text, at),
        None => all_derive_clone(&without_doc_comments(&text), &name.to_string()),
    }
}

/// The source text without the markers of doc comments, for examples in doc comments and in pages.
fn without_doc_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    for line in text.lines() {
        let line = line.trim_start();
        let line = ["///", "//!"]
            .iter()
            .find_map(|mark| line.strip_prefix(mark))
            .unwrap_or(line)
            .trim_start();
        code.push_str(line.strip_prefix("# ").unwrap_or(line));
        code.push('\n');
    }
    code
}

/// Whether all types of a name that derive `Differentiable` derive `Clone`. The item's span is
/// unknown here.
fn all_derive_clone(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let of_name = text.match_indices(name).filter_map(|(at, _)| {
        let after = text[at + name.len()..].chars().next();
        let before = text[..at].trim_end();
        let head = ["struct", "enum"].iter().find_map(|kind| before.strip_suffix(kind))?;
        (before.len() < at && !after.is_some_and(is_word)).then_some(head.trim_end())
    });
    let attributes = of_name.map(|head| {
        let head = match (head.strip_suffix("pub"), head.rfind("pub")) {
            (Some(head), _) => head,
            (None, Some(at))
                if head.ends_with(')') && head[at + 3..].trim_start().starts_with('(') =>
            {
                &head[..at]
            }
            _ => head,
        };
        attributes_before(head)
    });
    let differentiable = |all: &Vec<&str>| {
        all.iter().any(|of| of.contains("derive") && of.contains("Differentiable"))
    };
    attributes.filter(differentiable).all(|all| derive_clone(&all))
}

/// Whether the attributes around an offset inside one of them derive `Clone`.
fn derives_clone(text: &str, at: usize) -> bool {
    let Some(start) = text[..at].rfind('#').filter(|start| text[*start..at].contains("derive"))
    else {
        return false;
    };
    let mut attributes = Vec::new();
    let mut rest = &text[start..];
    while let Some((attribute, after)) = attribute(rest) {
        attributes.push(attribute);
        rest = without_comments(after);
    }
    attributes.extend(attributes_before(&text[..start]));
    derive_clone(&attributes)
}

fn derive_clone(attributes: &[&str]) -> bool {
    let mut parsed = attributes
        .iter()
        .filter_map(|text| syn::parse::Parser::parse_str(Attribute::parse_outer, text).ok());
    parsed.any(|attributes| is_among(&attributes))
}

/// The attributes at the end of a source text.
fn attributes_before(text: &str) -> Vec<&str> {
    let mut attributes = Vec::new();
    let mut before = text.trim_end();
    loop {
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        if before[line..].trim_start().starts_with("//") {
            before = before[..line].trim_end();
            continue;
        }
        // an attribute may span lines
        let opened = before.rfind("#[").filter(|start| {
            attribute(&before[*start..]).is_some_and(|(_, after)| after.is_empty())
        });
        let Some(opened) = opened else { return attributes };
        attributes.push(&before[opened..]);
        before = before[..opened].trim_end();
    }
}

/// The attribute at the start of a source text, and the rest of it.
fn attribute(text: &str) -> Option<(&str, &str)> {
    let open = text.strip_prefix('#')?.trim_start().strip_prefix('[')?;
    let mut depth = 1;
    let end = open.char_indices().find(|(_, c)| {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    let at = text.len() - open.len() + end.0 + 1;
    Some((&text[..at], &text[at..]))
}

fn without_comments(text: &str) -> &str {
    let mut text = text.trim_start();
    while text.starts_with("//") {
        text = text.find('\n').map_or("", |end| text[end..].trim_start());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: bool) {
        assert_eq!(derives_clone(text, text.find("Differentiable").unwrap()), expected, "{text}");
    }

    #[test]
    fn reads_the_attributes_around_a_derive() {
        check("#[derive(Clone, Differentiable)] struct S;", true);
        check(
            "#[derive(\n    Debug, // as well\n    Differentiable,\n    \
             ::std::clone::Clone,\n)]\nstruct S;",
            true,
        );
        check("#[derive(Clone)]\n/// Text.\n#[derive(Differentiable)]\nstruct S;", true);
        check(
            "#[derive(Differentiable)]\n// text\n#[doc = \"[\"]\n#[derive(Debug, Clone)]\nstruct \
             S;",
            false,
        );
        check("#[derive(Differentiable)]\n// text\n#[derive(Debug, Clone)]\nstruct S;", true);
        check(
            "#[derive(Clone)] struct T; #[derive(Differentiable)] struct S; #[derive(Clone)] \
             struct U;",
            false,
        );
        check("#[derive(Debug, Differentiable)] struct S; impl Clone for S {}", false);
        check("#[derive(mine::Clone, Differentiable)] struct S;", false);
        check("$(#[$attributes])* struct S; m!(Clone, Differentiable);", false);
    }

    #[test]
    fn reads_the_attributes_of_types_of_a_name() {
        let all = |text: &str| all_derive_clone(&without_doc_comments(text), "S");
        assert!(all(
            "/// # #[derive(Differentiable, Clone)]\n/// # pub(crate) struct S { x: f64 }\nstruct \
             Speed;"
        ));
        assert!(all("#[derive(Debug)] pub struct S; mod a \
             {\n#[derive(Clone)]\n// text\n#[derive(Differentiable)]\npub enum S {} }"));
        assert!(!all("#[derive(Differentiable)] struct S; impl Clone for S {}"));
        assert!(!all("#[derive(Differentiable, Clone)] struct S; mod a \
             { #[derive(Differentiable)] struct S; }"));
    }
}
