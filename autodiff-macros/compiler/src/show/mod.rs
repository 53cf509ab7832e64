//! The stages of the compilation of one function, for readers: the option `show`.
//!
//! A [`Report`] holds the function's source and its stages, one listing each: Linear A, forward,
//! unzipped, linear, transposed, scheduled (if the two sweeps are fused), Rust.
//!
//! - Each line of a listing has the source line of its let, or of its tokens, if there is one.
//! - Each let has its work W ([`work`]): a number if the types determine all sizes, otherwise a
//!   formula in sizes, rounds of loops and calls. A loop and a branch have the work of their
//!   contents.
//! - The unzipped primal has a table of its residuals ([`residuals`]): how many bytes each takes,
//!   what the linear part needs it for, and why it is not recomputed.
//!
//! A report depends only on the source. [`mod@write`] writes it to files: a text file per stage,
//! and a page with all of them side by side ([`page`]).
//!
//! ```text
//! select     finds a function in a file, and requests its stages
//! align      emitted Rust, each line with its source line
//! work       the work of a listing
//! residuals  the table of residuals
//! page       the page of HTML
//! write      the files
//! ```

pub mod align;
pub mod page;
pub mod residuals;
pub mod select;
pub mod work;
pub mod write;

use crate::compile::expand_attribute;
use crate::ir::{Function, Stages, print};
use crate::item::AttributeArgs;
use crate::world::World;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::ops::RangeInclusive;
use work::Work;

/// The source of a function and its stages.
pub struct Report {
    /// The function's name; a method's name has its type before it.
    pub name: String,
    /// The span of the function's name.
    pub span: Span,
    /// The lines of its source, with their numbers.
    pub source: Vec<(usize, String)>,
    /// The stages, in order.
    pub stages: Vec<Stage>,
}

/// One stage.
pub struct Stage {
    /// Its name, as in `forward`.
    pub title: &'static str,
    /// Its description.
    pub about: &'static str,
    /// Its listing.
    pub lines: Vec<Line>,
    /// Its total work; `None` for Rust.
    pub work: Option<String>,
    /// The residuals that the unzipped primal saves.
    pub residuals: Vec<residuals::Residual>,
}

/// A line of a listing.
pub struct Line {
    /// The text, indented.
    pub text: String,
    /// The source line that it comes from.
    pub source: Option<usize>,
    /// The work of the let that begins here, if it has any.
    pub work: Option<String>,
}

/// The source that a report is about.
pub struct Source {
    /// The span of the function's name.
    pub span: Span,
    /// The first line of the function, with its attributes.
    pub first: usize,
    /// The lines that code is linked to: without the attributes, whose position the compiler uses
    /// for tokens without a source position.
    pub range: RangeInclusive<usize>,
    /// The lines of the function.
    pub lines: Vec<String>,
}

impl Source {
    /// The source of a function: its lines of the file, if these can be read.
    pub fn new(function: &syn::ItemFn) -> Source {
        let span = function.sig.ident.span();
        let attributes = function.attrs.iter().map(|attribute| attribute.pound_token.span);
        let start = attributes
            .chain([function.sig.fn_token.span, span])
            .min_by_key(|span| span.start())
            .unwrap_or(span);
        let end = function.block.brace_token.span.close();
        let (first, last) = (start.start().line, end.end().line);
        match source_lines(start, end) {
            Some(lines) => Source { span, first, range: span.start().line..=last, lines },
            // written by a macro: the formatted tokens, without links
            None => {
                let lines =
                    format_items(function.to_token_stream()).lines().map(str::to_string).collect();
                Source { span, first: 1, range: RangeInclusive::new(1, 0), lines }
            }
        }
    }

    /// The line of a span, if it is within the function.
    fn line(&self, span: Span) -> Option<usize> {
        Some(span.start().line).filter(|line| self.range.contains(line))
    }
}

/// Builds the report of a function: its name, its source, its stages and the items emitted for it.
///
/// With `forward_only` there are no stages after the forward stage.
pub fn report(
    name: &str,
    source: Source,
    stages: &Stages,
    forward_only: bool,
    emitted: &TokenStream,
) -> Report {
    let listings = [
        ("Linear A", "the function; each operation has a name", &stages.primal),
        ("forward", "values and tangents together; tangents are linear", &stages.jvp),
        ("unzipped", "the values alone, and the residuals for the linear part", &stages.unzipped),
        ("linear", "the tangents alone, at the point of the residuals", &stages.linear),
        (
            "transposed",
            "the linear part backwards: cotangents of the results to cotangents of the parameters",
            &stages.transposed,
        ),
    ];
    let pullbacks = stages.pullbacks.as_ref().map(|f| {
        (
            "pullbacks",
            "un-unzipped: of each sub-expression the value, and the linear \
            part backwards as a value",
            f,
        )
    });
    let about = match pullbacks {
        None => "values and cotangents in one: each part backwards as soon as it can be",
        Some(_) => {
            "values and cotangents in one: the captures of pullbacks are saved, and their code \
             stands where they are applied"
        }
    };
    let scheduled = stages.vjp.as_ref().map(|vjp| ("scheduled", about, vjp));
    let listings = listings.into_iter().chain(pullbacks).chain(scheduled);
    let mut shown: Vec<Stage> =
        listings.map(|(title, about, function)| stage(title, about, function, &source)).collect();
    shown[2].residuals = residuals::residuals(stages, &source);
    if forward_only {
        shown.truncate(2);
    }
    shown.push(Stage {
        title: "Rust",
        about: "what rustc compiles with the function (without `#[allow(…)]`)",
        lines: align::rust(emitted, &source),
        work: None,
        residuals: Vec::new(),
    });
    Report {
        name: name.into(),
        span: source.span,
        source: (source.first..).zip(source.lines).collect(),
        stages: shown,
    }
}

/// The source lines from one token to another. Within rustc they are read from the file; outside,
/// tokens know their source text.
fn source_lines(start: Span, end: Span) -> Option<Vec<String>> {
    let (first, last) = (start.start().line, end.end().line);
    let count = (last + 1).checked_sub(first)?;
    let lines: Vec<String> =
        match start.local_file().and_then(|path| std::fs::read_to_string(path).ok()) {
            Some(file) => {
                file.lines().skip(first.checked_sub(1)?).take(count).map(str::to_string).collect()
            }
            None => {
                let indent = " ".repeat(start.start().column);
                let text = start.join(end)?.source_text()?;
                format!("{indent}{text}").lines().map(str::to_string).collect()
            }
        };
    (lines.len() == count).then_some(lines)
}

fn stage(title: &'static str, about: &'static str, function: &Function, source: &Source) -> Stage {
    let names = print::names(function);
    let sizes = work::Context { function, names: &names, source };
    let whole = sizes.block(&function.body);
    let lines = print::listing(function)
        .into_iter()
        .enumerate()
        .map(|(k, line)| {
            let work = line.begins.map(|l| sizes.of(l)).unwrap_or_default();
            let source = match line.begins {
                Some(l) => source.line(l.span),
                None => (k == 0 && !source.range.is_empty()).then_some(*source.range.start()),
            };
            Line {
                text: line.text,
                source,
                work: (work != Work::default()).then(|| work.to_string()),
            }
        })
        .collect();
    Stage { title, about, lines, work: Some(whole.to_string()), residuals: Vec::new() }
}

impl Stage {
    /// The name of its file: `3-unzipped.txt`.
    pub fn file_name(&self, number: usize) -> String {
        let end = if self.work.is_some() { "txt" } else { "rs" };
        format!("{number}-{}.{end}", self.title.to_lowercase().replace(' ', "-"))
    }

    /// The listing as text, with the work and the source line before each line. Rust has neither.
    pub fn to_text(&self) -> String {
        let Some(whole) = &self.work else {
            return self.lines.iter().map(|line| format!("{}\n", line.text)).collect();
        };
        let width = self
            .lines
            .iter()
            .filter_map(|line| line.work.as_ref())
            .map(|work| work.chars().count())
            .max()
            .unwrap_or(0)
            .max(4);
        let mut text =
            format!("{}: {}\nwork: {whole}\n\n{:>width$}  line\n", self.title, self.about, "work");
        for line in &self.lines {
            let work = line.work.as_deref().unwrap_or_default();
            let source = line.source.map(|n| n.to_string()).unwrap_or_default();
            text += format!("{work:>width$} {source:>5} | {}", line.text).trim_end();
            text.push('\n');
        }
        if !self.residuals.is_empty() {
            text += "\nresiduals:\n";
        }
        for residual in &self.residuals {
            text += &format!("{residual}\n");
        }
        text
    }
}

/// The messages of the errors in emitted tokens.
fn errors(made: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_error = false;
    for token in made {
        match token {
            TokenTree::Ident(name) => is_error = name == "compile_error",
            TokenTree::Group(group) if is_error => {
                found.extend(
                    group
                        .stream()
                        .into_iter()
                        .filter_map(|literal| syn::parse2::<syn::LitStr>(literal.into()).ok())
                        .map(|l| l.value()),
                );
            }
            TokenTree::Group(group) => found.extend(errors(group.stream())),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}

/// Items as rustfmt would format them, or unformatted if they do not parse.
fn format_items(tokens: TokenStream) -> String {
    match syn::parse2(tokens.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        Err(_) => tokens.to_string(),
    }
}

/// The report of a function of a file, as the option `show` would write it. The name of a method
/// has its type before it, `Shape::area`.
///
/// # Errors
///
/// If the file does not parse, has no such function, or the function has errors.
pub fn of_file(text: &str, name: &str) -> Result<Report, String> {
    let mut file = syn::parse_file(text).map_err(|e| e.to_string())?;
    let Some((options, item)) = select::select(&mut file.items, name) else {
        return Err(format!("there is no function `{name}`"));
    };
    let mut reports = Vec::new();
    let made = expand_attribute(
        AttributeArgs::Differentiate(options),
        item,
        &World::of_source(text),
        &mut reports,
    );
    reports.pop().ok_or_else(|| errors(made).join("\n"))
}
