//! Whether `Clone` is derived beside `Differentiable`, by the text of the source file.
//!
//! A derive sees nothing of the other derives of its item. It knows where it stands itself, so the attributes around that place are read. That they
//! derive `Clone` is proof that nothing else implements it: rustc rejects a second implementation.

use crate::world::saved::is_among;
use proc_macro2::Span;
use syn::Attribute;

/// Whether the attributes of the item that is being expanded derive `Clone`. Where no text is to be had, rustc is not asked either, and they are taken to.
pub fn is_derived() -> bool {
    let span = Span::call_site();
    let Some(text) = span.local_file().and_then(|file| std::fs::read_to_string(file).ok()) else { return true };
    offset(&text, span.start().line, span.start().column).is_some_and(|at| derives_clone(&text, at))
}

/// The place of a line, counted from 1, and a column, counted from 0 in characters.
fn offset(text: &str, line: usize, column: usize) -> Option<usize> {
    let start = text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum::<usize>();
    let line = text.get(start..)?;
    Some(start + line.char_indices().nth(column)?.0)
}

/// Whether the attributes around a place in one of them derive `Clone`.
fn derives_clone(text: &str, at: usize) -> bool {
    let Some(start) = text[..at].rfind('#').filter(|start| text[*start..at].contains("derive")) else { return false };
    let mut attributes = Vec::new();
    let mut rest = &text[start..];
    while let Some((attribute, after)) = attribute(rest) {
        attributes.push(attribute);
        rest = without_comments(after);
    }
    let mut before = text[..start].trim_end();
    loop {
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        if before[line..].trim_start().starts_with("//") {
            before = before[..line].trim_end();
            continue;
        }
        // an attribute may span lines
        let opened = before.rfind("#[").filter(|start| attribute(&before[*start..]).is_some_and(|(_, after)| after.is_empty()));
        let Some(opened) = opened else { break };
        attributes.push(&before[opened..]);
        before = before[..opened].trim_end();
    }
    let parsed = attributes.iter().filter_map(|text| syn::parse::Parser::parse_str(Attribute::parse_outer, text).ok());
    parsed.into_iter().any(|attributes| is_among(&attributes))
}

/// The attribute that a text begins with, and what is after it.
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
        check("#[derive(\n    Debug, // as well\n    Differentiable,\n    ::std::clone::Clone,\n)]\nstruct S;", true);
        check("#[derive(Clone)]\n/// Text.\n#[derive(Differentiable)]\nstruct S;", true);
        check("#[derive(Differentiable)]\n// text\n#[doc = \"[\"]\n#[derive(Debug, Clone)]\nstruct S;", false);
        check("#[derive(Differentiable)]\n// text\n#[derive(Debug, Clone)]\nstruct S;", true);
        check("#[derive(Clone)] struct T; #[derive(Differentiable)] struct S; #[derive(Clone)] struct U;", false);
        check("#[derive(Debug, Differentiable)] struct S; impl Clone for S {}", false);
        check("#[derive(mine::Clone, Differentiable)] struct S;", false);
        check("$(#[$attributes])* struct S; m!(Clone, Differentiable);", false);
    }
}
