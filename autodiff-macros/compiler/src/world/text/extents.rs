//! The extents of the inline modules of Rust source text.
//!
//! Tokens of a text that is parsed during the expansion of a macro have no positions. So the text
//! is scanned once more: the scan counts braces and records `mod name {`, and it skips comments,
//! strings and characters.

use proc_macro2::{LineColumn, Span};

/// From the brace that opens a module to its closing brace.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    start: (usize, usize),
    end: (usize, usize),
}

impl Extent {
    /// Whether a position is in it.
    pub fn contains(&self, place: LineColumn) -> bool {
        (self.start..self.end).contains(&(place.line, place.column))
    }

    /// Where it starts.
    pub fn start(&self) -> (usize, usize) {
        self.start
    }
}

/// The offset of a span in the text of its file, if the file has the text that the compiler reads.
pub fn offset(text: &str, span: Span) -> Option<usize> {
    let place = span.start();
    let start =
        text.split_inclusive('\n').take(place.line.checked_sub(1)?).map(str::len).sum::<usize>();
    let line = text.get(start..)?;
    let at = start + line.char_indices().nth(place.column)?.0;
    let source = span.source_text();
    let is_same = source
        .is_none_or(|source| text[at..].starts_with(source.lines().next().unwrap_or_default()));
    is_same.then_some(at)
}

/// The position of the innermost delimiter around a word at a position; `(0, 0)` at the top level.
/// `None` if another word is there, or if the word is an argument of a macro.
pub fn delimiter_around(text: &str, word: &str, place: LineColumn) -> Option<(usize, usize)> {
    let mut reader = Reader::new(text);
    // the position of each, and whether it is that of a macro
    let mut open: Vec<((usize, usize), bool)> = Vec::new();
    // whether a macro's name comes before
    let mut is_macro = false;
    while let Some(c) = reader.peek(0) {
        let at = (reader.line, reader.column);
        if at > (place.line, place.column) {
            return None;
        }
        match c {
            '/' if reader.peek(1) == Some('/') => reader.skip_while(|c| c != '\n'),
            '/' if reader.peek(1) == Some('*') => reader.skip_comment(),
            '"' => reader.skip_text(),
            '\'' => reader.skip_character(),
            c if c.is_alphanumeric() || c == '_' => {
                let found = reader.read_word();
                if at == (place.line, place.column) {
                    let is_plain = found == word && !open.iter().any(|(_, is_macro)| *is_macro);
                    return is_plain.then(|| open.last().map_or((0, 0), |(at, _)| *at));
                }
                reader.skip_literal(&found);
            }
            '{' | '(' | '[' => {
                open.push((at, std::mem::take(&mut is_macro)));
                reader.advance();
            }
            '}' | ')' | ']' => {
                open.pop();
                is_macro = false;
                reader.advance();
            }
            c => {
                is_macro = c == '!' || is_macro && c.is_whitespace();
                reader.advance();
            }
        }
    }
    None
}

/// The modules of a source text by their paths in it. The path of the text itself is empty.
pub fn modules_of_text(text: &str) -> Vec<(String, Extent)> {
    let mut reader = Reader::new(text);
    let mut found = vec![(String::new(), Extent { start: (1, 0), end: (usize::MAX, 0) })];
    // for each open brace, the module that it opens
    let mut open: Vec<Option<usize>> = Vec::new();
    // the words since the last other token
    let mut words: Vec<String> = Vec::new();
    while let Some(c) = reader.peek(0) {
        let place = (reader.line, reader.column);
        match c {
            '/' if reader.peek(1) == Some('/') => reader.skip_while(|c| c != '\n'),
            '/' if reader.peek(1) == Some('*') => reader.skip_comment(),
            '"' => {
                reader.skip_text();
                words.clear();
            }
            '\'' => {
                reader.skip_character();
                words.clear();
            }
            c if c.is_alphanumeric() || c == '_' => {
                let word = reader.read_word();
                if !reader.skip_literal(&word) {
                    words.push(word);
                }
            }
            '{' => {
                reader.advance();
                let module = match &words[..] {
                    [.., keyword, name] if keyword == "mod" => {
                        let outer = open
                            .iter()
                            .rev()
                            .find_map(|module| *module)
                            .map_or("", |k| &found[k].0);
                        let path = crate::world::names::modules::join(outer, name);
                        found.push((path, Extent { start: place, end: (usize::MAX, 0) }));
                        Some(found.len() - 1)
                    }
                    _ => None,
                };
                open.push(module);
                words.clear();
            }
            '}' => {
                if let Some(Some(k)) = open.pop() {
                    found[k].1.end = place;
                }
                reader.advance();
                words.clear();
            }
            c => {
                if !c.is_whitespace() {
                    words.clear();
                }
                reader.advance();
            }
        }
    }
    found
}

/// A line `mod name;`, whose module is in another file.
#[derive(Clone, Debug, PartialEq)]
pub struct ModLine {
    /// The inline modules that it is in, outermost first.
    pub modules: Vec<String>,
    /// The name of the module.
    pub name: String,
    /// The value of its attribute `#[path = "…"]`.
    pub path: Option<String>,
}

/// The modules of a source text that are in other files.
pub fn mod_lines(text: &str) -> Vec<ModLine> {
    let mut reader = Reader::new(text);
    let mut found = Vec::new();
    // for each open brace, the name of the module that it opens
    let mut open: Vec<Option<String>> = Vec::new();
    // the words and strings since the last statement or item
    let mut words: Vec<String> = Vec::new();
    while let Some(c) = reader.peek(0) {
        match c {
            '/' if reader.peek(1) == Some('/') => reader.skip_while(|c| c != '\n'),
            '/' if reader.peek(1) == Some('*') => reader.skip_comment(),
            '"' => {
                let start = reader.next;
                reader.skip_text();
                words.push(reader.rest[start..reader.next].iter().collect());
            }
            '\'' => reader.skip_character(),
            c if c.is_alphanumeric() || c == '_' => {
                let word = reader.read_word();
                if !reader.skip_literal(&word) {
                    words.push(word);
                }
            }
            '{' => {
                reader.advance();
                let module = if let [.., keyword, name] = &words[..] {
                    (keyword == "mod").then(|| name.clone())
                } else {
                    None
                };
                open.push(module);
                words.clear();
            }
            ';' => {
                reader.advance();
                // in a block it is no module of the file
                let within: Option<Vec<String>> = open.iter().cloned().collect();
                if let ([.., keyword, name], Some(within)) = (&words[..], within)
                    && keyword == "mod"
                {
                    let attribute = words
                        .windows(2)
                        .rev()
                        .find(|pair| pair[0] == "path" && pair[1].starts_with('"'));
                    let path = attribute.map(|pair| pair[1].trim_matches('"').to_string());
                    found.push(ModLine { modules: within, name: name.clone(), path });
                }
                words.clear();
            }
            '}' => {
                open.pop();
                reader.advance();
                words.clear();
            }
            _ => reader.advance(),
        }
    }
    found
}

struct Reader {
    rest: Vec<char>,
    next: usize,
    line: usize,
    column: usize,
}

impl Reader {
    fn new(text: &str) -> Reader {
        Reader { rest: text.chars().collect(), next: 0, line: 1, column: 0 }
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.rest.get(self.next + ahead).copied()
    }

    fn advance(&mut self) {
        if self.peek(0) == Some('\n') {
            self.line += 1;
            self.column = 0;
        } else {
            self.column += 1;
        }
        self.next += 1;
    }

    fn skip_while(&mut self, test: impl Fn(char) -> bool) {
        while self.peek(0).is_some_and(&test) {
            self.advance();
        }
    }

    fn read_word(&mut self) -> String {
        let start = self.next;
        self.skip_while(|c| c.is_alphanumeric() || c == '_');
        self.rest[start..self.next].iter().collect()
    }

    /// Skips the literal that follows its prefix, or the rest of a raw identifier. Returns `false`
    /// if the word was no prefix.
    fn skip_literal(&mut self, word: &str) -> bool {
        let is_prefix = ["r", "b", "br", "c", "cr"].contains(&word);
        match self.peek(0) {
            Some('"') if is_prefix && !word.ends_with('r') => self.skip_text(),
            Some('"' | '#') if is_prefix && word.ends_with('r') => self.skip_raw_text(),
            _ => return false,
        }
        true
    }

    /// A comment, with nested comments.
    fn skip_comment(&mut self) {
        let mut depth = 0usize;
        while let Some(c) = self.peek(0) {
            match (c, self.peek(1)) {
                ('/', Some('*')) => depth += 1,
                ('*', Some('/')) => depth -= 1,
                _ => {
                    self.advance();
                    continue;
                }
            }
            self.advance();
            self.advance();
            if depth == 0 {
                return;
            }
        }
    }

    fn skip_text(&mut self) {
        self.advance();
        while let Some(c) = self.peek(0) {
            self.advance();
            match c {
                '\\' => self.advance(),
                '"' => return,
                _ => {}
            }
        }
    }

    /// The rest of a raw string after its `r`, up to as many `#` as it starts with, or of a raw
    /// identifier.
    fn skip_raw_text(&mut self) {
        let start = self.next;
        self.skip_while(|c| c == '#');
        let hashes = self.next - start;
        if self.peek(0) != Some('"') {
            return;
        }
        self.advance();
        while let Some(c) = self.peek(0) {
            self.advance();
            if c == '"' && (0..hashes).all(|k| self.peek(k) == Some('#')) {
                (0..hashes).for_each(|_| self.advance());
                return;
            }
        }
    }

    /// A character, or the start of a lifetime.
    fn skip_character(&mut self) {
        self.advance();
        match (self.peek(0), self.peek(1)) {
            (Some('\\'), _) => {
                self.advance();
                self.advance();
                self.skip_while(|c| c != '\'');
                self.advance();
            }
            (Some(_), Some('\'')) => {
                self.advance();
                self.advance();
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The modules that each line that has `*` is in.
    fn modules_of_marked_lines(text: &str) -> Vec<String> {
        let found = modules_of_text(text);
        let places = text.lines().enumerate().filter_map(|(k, line)| {
            Some(LineColumn { line: k + 1, column: line[..line.find('*')?].chars().count() })
        });
        let innermost = |place| {
            let inside = found.iter().filter(|(_, extent)| extent.contains(place));
            inside.max_by_key(|(_, extent)| extent.start()).map(|(path, _)| path.clone()).unwrap()
        };
        places.map(innermost).collect()
    }

    #[test]
    fn braces_in_comments_and_literals() {
        let text = "*\nmod a { // }\n/* } /* } */ } */ *\nfn f() \
            { let (c, q, l) = ('}', '\\'', b'{'); \"}\\\"}\"; r#\"}\"}\"#; br\"}\"; c\"}\" }\n*\n\
            fn g<'a>(x: &'a str) { 'l: loop {} }\n*\n}\n*";
        assert_eq!(modules_of_marked_lines(text), ["", "a", "a", "a", ""]);
    }

    #[test]
    fn modules_in_modules() {
        let text = "pub(crate) mod a {\n mod r#b { fn f() {} *\n}\n*\nmod c; mod \
            d\n{ é * } }\nstruct S { x: f64 } *";
        assert_eq!(modules_of_marked_lines(text), ["a::b", "a", "a::d", ""]);
    }
}
