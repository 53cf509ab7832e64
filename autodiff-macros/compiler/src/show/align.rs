//! Emitted Rust as formatted text, each line with the source line that it was generated from.
//!
//! Formatting loses the spans of the tokens, but not the tokens. So both token sequences are walked
//! together, and a formatted token is matched with the next emitted token of the same text. Tokens
//! that the formatter adds (commas, parentheses around blocks) have no match nearby and are
//! skipped. A line is assigned the source line of most of its tokens, the first one if there are
//! several. Operators count twice: a name has the line of its binding, an operator that of its use.

use super::{Line, Source, format_items};
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use std::collections::BTreeMap;
use std::str::FromStr;
use syn::visit_mut::VisitMut;

/// The maximum count of consecutive emitted tokens that the formatter may leave out.
const WINDOW: usize = 8;

/// The lines of emitted code.
pub fn rust(emitted: &TokenStream, source: &Source) -> Vec<Line> {
    let tokens = match syn::parse2::<syn::File>(emitted.clone()) {
        Ok(mut file) => {
            Readable.visit_file_mut(&mut file);
            quote::ToTokens::into_token_stream(file)
        }
        Err(_) => emitted.clone(),
    };
    let text = format_items(tokens.clone());
    let sources = sources(&text, tokens, source);
    text.lines()
        .zip(1..)
        .map(|(line, n)| Line { text: line.into(), source: sources.get(&n).copied(), work: None })
        .collect()
}

/// Removes attributes that only silence lints.
struct Readable;

impl VisitMut for Readable {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<syn::Attribute>) {
        attributes.retain(|attribute| !attribute.path().is_ident("allow"));
    }
}

/// The source line for each line of a formatted text that has one.
fn sources(text: &str, emitted: TokenStream, source: &Source) -> BTreeMap<usize, usize> {
    let mut found: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let Ok(formatted) = TokenStream::from_str(text) else { return BTreeMap::new() };
    // proc-macro2 counts the lines of parsed text only outside of rustc, so the lines are counted
    // here
    let (mut written, mut made) = (Vec::new(), Vec::new());
    flatten(formatted, &mut written);
    flatten(emitted, &mut made);
    let mut lines = Places::new(text);
    let mut next = 0;
    for (token, _) in &written {
        let line = lines.next_line(token);
        // tokens that the formatter may have added are not searched for further on
        let window =
            if matches!(&token[..], "," | ";" | "(" | ")" | "{" | "}") { 1 } else { WINDOW };
        let Some(offset) =
            made.iter().skip(next).take(window).position(|(other, _)| other == token)
        else {
            continue;
        };
        let (_, span) = made[next + offset];
        next += offset + 1;
        if let (Some(line), Some(from)) = (line, source.line(span)) {
            let votes = if token.starts_with(|c: char| c.is_ascii_punctuation()) { 2 } else { 1 };
            found.entry(line).or_default().extend(std::iter::repeat_n(from, votes));
        }
    }
    found.into_iter().filter_map(|(line, from)| Some((line, most_frequent(&from)?))).collect()
}

fn most_frequent(lines: &[usize]) -> Option<usize> {
    let count = |line: usize| lines.iter().filter(|other| **other == line).count();
    let most = lines.iter().map(|line| count(*line)).max()?;
    lines.iter().copied().find(|line| count(*line) == most)
}

/// Walks a source text token by token.
struct Places<'a> {
    rest: &'a str,
    line: usize,
}

impl Places<'_> {
    fn new(text: &str) -> Places<'_> {
        Places { rest: text, line: 1 }
    }

    /// The line of the next token, which must equal `token`.
    fn next_line(&mut self, token: &str) -> Option<usize> {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            self.skip(blank);
            if !self.rest.starts_with("//") {
                break;
            }
            self.skip(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
        let line = self.line;
        self.rest.starts_with(token).then(|| self.skip(token.len()))?;
        Some(line)
    }

    fn skip(&mut self, bytes: usize) {
        let (before, rest) = self.rest.split_at(bytes);
        self.line += before.matches('\n').count();
        self.rest = rest;
    }
}

/// The tokens of a stream with their delimiters, without doc comments.
fn flatten(tokens: TokenStream, found: &mut Vec<(String, Span)>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(p) if p.as_char() == '#' && is_doc(tokens.peek()) => {
                drop(tokens.next())
            }
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                if !open.is_empty() {
                    found.push((open.into(), group.span_open()));
                }
                flatten(group.stream(), found);
                if !close.is_empty() {
                    found.push((close.into(), group.span_close()));
                }
            }
            token => found.push((token.to_string(), token.span())),
        }
    }
}

fn is_doc(token: Option<&TokenTree>) -> bool {
    match token {
        Some(TokenTree::Group(group)) => group.stream().to_string().starts_with("doc ="),
        _ => false,
    }
}
