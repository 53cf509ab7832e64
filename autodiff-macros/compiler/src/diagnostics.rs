//! The errors of one function: collected, each with its span, and reported together.

use proc_macro2::{
    Delimiter, Group, Ident, LineColumn, Literal, Punct, Spacing, Span, TokenStream, TokenTree,
};

/// One error: its first and last token, what is wrong and what to write instead.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The first token it is about.
    pub start: Span,
    /// The last token it is about.
    pub end: Span,
    /// What is wrong and what to write instead.
    pub message: String,
}

impl Diagnostic {
    /// Whether it has the same message at the same position, as where a pattern is tested and then
    /// bound.
    fn is_same(&self, other: &Diagnostic) -> bool {
        let place = |of: &Diagnostic| (of.start.start(), of.end.end());
        place(self) == place(other) && self.message == other.message
    }
}

/// The errors found so far.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    errors: Vec<Diagnostic>,
}

impl Diagnostics {
    /// No errors.
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// Adds an error at one token.
    pub fn error(&mut self, span: Span, message: impl Into<String>) {
        self.errors.push(Diagnostic { start: span, end: span, message: message.into() });
    }

    /// Adds an error that spans all of the given tokens.
    pub fn error_over(&mut self, tokens: TokenStream, message: impl Into<String>) {
        let mut spans = tokens.into_iter().map(|t| t.span());
        let start = spans.next().unwrap_or_else(Span::call_site);
        let end = spans.last().unwrap_or(start);
        self.errors.push(Diagnostic { start, end, message: message.into() });
    }

    /// Whether there are no errors.
    pub fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// Whether an error starts at a token.
    pub fn has_error_at(&self, token: Span) -> bool {
        self.errors.iter().any(|error| error.start.start() == token.start())
    }

    /// Whether an error starts between two tokens.
    pub fn has_error_between(&self, (first, last): (Span, Span)) -> bool {
        let place = |span: Span| (span.start().line, span.start().column);
        self.errors.iter().any(|error| (place(first)..place(last)).contains(&place(error.start)))
    }

    /// The count of errors.
    pub fn len(&self) -> usize {
        self.errors.len()
    }

    /// The errors, in the order they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.errors.iter()
    }

    /// Removes all errors but the first `retained` ones, and returns the first of those removed.
    pub fn take_back(&mut self, retained: usize) -> Option<Diagnostic> {
        self.errors.drain(retained..).next()
    }

    /// Appends an error.
    pub fn append_one(&mut self, error: Diagnostic) {
        self.errors.push(error);
    }

    /// Appends the errors of another collection.
    pub fn append(&mut self, other: Diagnostics) {
        self.errors.extend(other.errors);
    }

    /// The first error as a macro call in expression position.
    pub fn first_as_macro_call(&self) -> Option<TokenStream> {
        self.errors.first().map(|error| compile_error(error).into_iter().collect())
    }

    /// `::core::compile_error! { "message" }` for each error, once each, spanned so that rustc
    /// underlines all of its tokens.
    pub fn to_compile_errors(&self) -> TokenStream {
        self.to_compile_errors_under(&TokenStream::new())
    }

    /// As [`Diagnostics::to_compile_errors`], each with attributes in front.
    pub fn to_compile_errors_under(&self, attributes: &TokenStream) -> TokenStream {
        let is_first =
            |k: usize| !self.errors[..k].iter().any(|earlier| earlier.is_same(&self.errors[k]));
        let errors = (0..self.errors.len()).filter(|k| is_first(*k)).map(|k| &self.errors[k]);
        errors
            .flat_map(|error| attributes.clone().into_iter().chain(compile_error(error)))
            .collect()
    }
}

fn compile_error(error: &Diagnostic) -> Vec<TokenTree> {
    let punct = |c: char, spacing: Spacing, span: Span| {
        let mut p = Punct::new(c, spacing);
        p.set_span(span);
        TokenTree::Punct(p)
    };
    let path = |mut out: Vec<TokenTree>, name: &str| {
        out.push(punct(':', Spacing::Joint, error.start));
        out.push(punct(':', Spacing::Alone, error.start));
        out.push(TokenTree::Ident(Ident::new(name, error.start)));
        out
    };
    let mut out = path(path(Vec::new(), "core"), "compile_error");
    out.push(punct('!', Spacing::Alone, error.start));
    let mut message = Literal::string(&error.message);
    message.set_span(error.end);
    let mut group = Group::new(Delimiter::Brace, TokenStream::from(TokenTree::Literal(message)));
    group.set_span(error.end);
    out.push(TokenTree::Group(group));
    out
}

/// Generated tokens with a span of the user's code, so that rustc reports errors about them there.
pub fn respan(tokens: TokenStream, span: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            if let TokenTree::Group(group) = &token {
                token = Group::new(group.delimiter(), respan(group.stream(), span)).into();
            }
            token.set_span(span);
            token
        })
        .collect()
}

/// Moves tokens that have the span of the attribute, and so no position of their own, to a
/// function's name. One attribute covers all functions of a block or module, and rustc then reports
/// errors in the derivatives of one function at that function.
pub fn respan_at_name(tokens: TokenStream, name: Span) -> TokenStream {
    let attribute = Span::call_site();
    place(tokens, (attribute.start(), attribute.end()), attribute.located_at(name))
}

fn place(tokens: TokenStream, attribute: (LineColumn, LineColumn), name: Span) -> TokenStream {
    let is_at_attribute = |span: Span| span.start() == attribute.0 && span.end() == attribute.1;
    tokens
        .into_iter()
        .map(|mut token| {
            let span = token.span();
            if let TokenTree::Group(group) = &token {
                token =
                    Group::new(group.delimiter(), place(group.stream(), attribute, name)).into();
            }
            token.set_span(if is_at_attribute(span) { name } else { span });
            token
        })
        .collect()
}
