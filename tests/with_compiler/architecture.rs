//! The parts of ARCHITECTURE.md that can be checked by reading the sources.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// The longest file that one may have to read.
const LONGEST: usize = 800;

/// The longest line of code, in columns.
const WIDTH: usize = 100;

/// Folders of the sources of the four packages.
const SOURCES: &[&str] =
    &["src", "autodiff-macros/src", "autodiff-macros/compiler/src", "autodiff-runtime/src"];

/// Marks of unfinished code, and panics without a reason.
const UNFINISHED: &[&str] = &[".unwrap()", "todo!", "unimplemented!", "dbg!"];

struct Source {
    /// Relative to `compiler/src`.
    path: String,
    /// Without comments, the text of literals, and the module of unit tests at its end.
    code: String,
}

impl Source {
    fn is_in(&self, part: &str) -> bool {
        self.path == part || part.ends_with('/') && self.path.starts_with(part)
    }
}

fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.join("../..").canonicalize().expect("the workspace")
}

fn rust_files(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).expect("a directory of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Rust without its comments, and without what is between the quotes of its literals.
fn without_comments_and_text(source: &str) -> String {
    let chars: Vec<char> = source.chars().collect();
    let starts = |at: usize, text: &str| {
        text.chars().enumerate().all(|(k, c)| chars.get(at + k) == Some(&c))
    };
    let mut code = String::new();
    let mut at = 0;
    while at < chars.len() {
        if starts(at, "//") {
            while at < chars.len() && chars[at] != '\n' {
                at += 1;
            }
        } else if chars[at] == '"' {
            let hashes = code.chars().rev().take_while(|c| *c == '#').count();
            let raw = code[..code.len() - hashes].ends_with('r');
            let end = format!("\"{}", "#".repeat(if raw { hashes } else { 0 }));
            at += 1;
            while at < chars.len() && !starts(at, &end) {
                at += if chars[at] == '\\' && !raw { 2 } else { 1 };
            }
            at += end.len();
            code.push_str("\"\"");
        } else if chars[at] == '\'' && chars.get(at + 1) == Some(&'\\') {
            // '\n', '\''
            at += 3;
            while at < chars.len() && chars[at] != '\'' {
                at += 1;
            }
            at += 1;
        } else if chars[at] == '\'' && chars.get(at + 2) == Some(&'\'') {
            at += 3;
        } else {
            code.push(chars[at]);
            at += 1;
        }
    }
    code
}

fn sources(directory: &Path) -> Vec<Source> {
    let sources: Vec<Source> = rust_files(directory)
        .into_iter()
        .map(|file| {
            let text = fs::read_to_string(&file).expect("a source file");
            let code = without_comments_and_text(
                text.split("#[cfg(test)]\nmod ").next().unwrap_or_default(),
            );
            let path = file
                .strip_prefix(directory)
                .expect("a file of the directory")
                .to_string_lossy()
                .replace('\\', "/");
            Source { path, code }
        })
        .collect();
    assert!(!sources.is_empty(), "no sources in {}", directory.display());
    sources
}

fn compiler() -> Vec<Source> {
    sources(&root().join("autodiff-macros/compiler/src"))
}

fn architecture() -> String {
    fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md")
}

/// Whether code names a path, as `name::…` or in `use name…`.
fn names(code: &str, path: &str) -> bool {
    let boundary = |c: char| !(c.is_alphanumeric() || c == '_');
    code.match_indices(path).any(|(at, _)| {
        let before = code[..at].chars().next_back().is_none_or(boundary);
        let after = code[at + path.len()..].chars().next().is_none_or(boundary);
        before && after
    })
}

/// The modules of the compiler that a file reads: `crate::name`, also in a list,
/// `crate::{a, b::c}`.
fn reads(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(list) => {
                let mut depth = 1;
                let mut item = String::new();
                for c in list.chars() {
                    match c {
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        ',' if depth == 1 => found.push(std::mem::take(&mut item)),
                        _ => {}
                    }
                    if depth == 0 {
                        break;
                    }
                    if !(c == ',' && depth == 1) {
                        item.push(c);
                    }
                }
                found.push(item);
            }
            None => found.push(rest.to_string()),
        }
    }
    found
        .iter()
        .map(|path| path.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
        .filter(|name: &String| !name.is_empty())
        .collect()
}

#[test]
fn every_file_is_on_the_map() {
    let map = architecture();
    for source in compiler() {
        let mut directories =
            source.path.match_indices('/').map(|(at, _)| format!("`{}/`", &source.path[..at]));
        let listed =
            map.contains(&format!("`{}`", source.path)) || directories.any(|d| map.contains(&d));
        assert!(
            listed || matches!(source.path.as_str(), "lib.rs" | "passes/mod.rs"),
            "{} is not in the table of ARCHITECTURE.md",
            source.path
        );
    }
    // and what is on the map is there
    for row in map.lines().filter(|line| line.starts_with("| `")) {
        let Some(name) = row.split('`').nth(1) else { continue };
        assert!(
            root().join("autodiff-macros/compiler/src").join(name).exists(),
            "ARCHITECTURE.md lists {name}, which is not there"
        );
    }
}

#[test]
fn modules_list_their_files() {
    for source in compiler().into_iter().filter(|source| source.path.ends_with("/mod.rs")) {
        let path = root().join("autodiff-macros/compiler/src").join(&source.path);
        let text = fs::read_to_string(path).expect("a source file");
        let head: Vec<&str> = text.lines().take_while(|line| line.starts_with("//!")).collect();
        let head = head.join(" ");
        for declared in source.code.lines().filter_map(|line| line.strip_suffix(';')) {
            let Some((_, name)) = declared.split_once("mod ") else { continue };
            assert!(names(&head, name), "the head of {} does not list `{name}`", source.path);
        }
    }
}

#[test]
fn floors() {
    // what each part may read of the compiler; the rest of the parts may read everything
    let floors: &[(&str, &[&str])] = &[
        ("ir/", &["ir", "primitives"]),
        ("primitives/", &["ir", "primitives"]),
        ("passes/", &["ir", "primitives", "passes"]),
        ("emit/", &["ir", "primitives", "emit"]),
        (
            "lower/",
            &[
                "ir",
                "primitives",
                "diagnostics",
                "params",
                "qualified",
                "turbofish",
                "world",
                "type_class",
                "std_declarations",
                "infer",
                "lower",
            ],
        ),
        ("infer/", &["std_declarations", "world", "infer"]),
        ("derive/", &["diagnostics", "world", "type_class", "derive"]),
        ("options.rs", &["diagnostics"]),
        ("fence/", &["diagnostics", "params", "world"]),
        // of `lower` only the functions of traits on foreign types, and the bindings of patterns
        (
            "item/",
            &[
                "diagnostics",
                "options",
                "params",
                "qualified",
                "turbofish",
                "world",
                "type_class",
                "lower",
                "item",
            ],
        ),
        ("params.rs", &["type_class"]),
        ("turbofish.rs", &["params", "world"]),
        // of `item` only the expansion of macros that define items
        (
            "world/",
            &[
                "diagnostics",
                "params",
                "turbofish",
                "type_class",
                "std_declarations",
                "item",
                "world",
            ],
        ),
        ("type_class.rs", &[]),
        ("std_declarations.rs", &[]),
        ("diagnostics.rs", &[]),
    ];
    for source in compiler() {
        for (part, allowed) in floors.iter().filter(|(part, _)| source.is_in(part)) {
            for read in reads(&source.code) {
                assert!(
                    allowed.contains(&read.as_str()),
                    "{} reads `{read}`, and {part} may read only {allowed:?}",
                    source.path
                );
            }
        }
    }
}

#[test]
fn who_sees_syntax_trees_and_tokens() {
    let syn = [
        "options.rs",
        "fence/",
        "item/",
        "params.rs",
        "qualified.rs",
        "turbofish.rs",
        "world/",
        "type_class.rs",
        "compile/front.rs",
        "infer/",
        "lower/",
        "derive/",
        "linear.rs",
        "custom_rule.rs",
        "foreign.rs",
        "show/",
    ];
    let quote = [
        "emit/",
        "options.rs",
        "fence/",
        "item/",
        "qualified.rs",
        "turbofish.rs",
        "world/",
        "compile/",
        "infer/",
        "lower/",
        "derive/",
        "linear.rs",
        "custom_rule.rs",
        "foreign.rs",
        "show/",
    ];
    for source in compiler() {
        for (library, allowed) in [("syn", &syn[..]), ("quote", &quote[..])] {
            let named =
                source.code.contains(&format!("{library}::")) && names(&source.code, library);
            assert!(
                !named || allowed.iter().any(|part| source.is_in(part)),
                "{} names `{library}`, which only {allowed:?} may",
                source.path
            );
        }
    }
}

/// What an expansion sees of others depends on nothing but its `World`.
#[test]
fn one_static() {
    // the other two hold interned names, and the reports that were written
    let allowed = ["world/session.rs", "ir/types.rs", "show/write.rs"];
    for source in compiler() {
        let is_static = |line: &str| {
            let line =
                line.trim_start().trim_start_matches("pub ").trim_start_matches("pub(crate) ");
            line.starts_with("static ") || line.contains("thread_local!")
        };
        let has_static = source.code.lines().any(is_static);
        assert!(
            !has_static || allowed.contains(&source.path.as_str()),
            "{} has a static: pass a `World`, or extend `Session`",
            source.path
        );
    }
}

#[test]
fn the_runtime_has_one_name() {
    for source in compiler() {
        for name in ["autodiff_runtime", "autodiff_macros"] {
            assert!(!source.code.contains(name), "{} names {name}", source.path);
        }
        // in quoted code with or without spaces
        let code: String = source.code.split_whitespace().collect();
        for (at, _) in code.match_indices("::autodiff::") {
            assert!(
                code[at..].starts_with("::autodiff::__private"),
                "{} names `{}…`: emitted code sees only ::autodiff::__private",
                source.path,
                &code[at..code.len().min(at + 40)]
            );
        }
    }
    let manifest = fs::read_to_string(root().join("autodiff-macros/compiler/Cargo.toml"))
        .expect("the compiler's manifest");
    assert!(!manifest.contains("autodiff-runtime"), "the compiler depends on the runtime");
}

#[test]
fn nothing_is_unfinished_or_unwrapped() {
    for source in compiler() {
        for word in UNFINISHED {
            assert!(
                !source.code.contains(word),
                "{} has `{word}` outside of its tests",
                source.path
            );
        }
    }
}

#[test]
fn no_unsafe_code() {
    for (file, must) in [
        ("src/lib.rs", "#![forbid(unsafe_code)]"),
        ("autodiff-macros/src/lib.rs", "#![forbid(unsafe_code)]"),
        ("autodiff-macros/compiler/src/lib.rs", "#![forbid(unsafe_code)]"),
        ("autodiff-runtime/src/lib.rs", "#![forbid(unsafe_code)]"),
    ] {
        let text = fs::read_to_string(root().join(file)).expect("a source file");
        assert!(text.contains(must), "{file} lacks {must}");
    }
}

/// All Rust files of the repository, relative to its root.
fn all_rust_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root()).expect("the repository") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            files.extend(rust_files(&path));
        }
    }
    files.iter().map(|file| file.strip_prefix(root()).expect("below").to_path_buf()).collect()
}

#[test]
fn files_can_be_read() {
    for file in all_rust_files() {
        let text = fs::read_to_string(root().join(&file)).expect("a source file");
        let lines = text.lines().count();
        let file = file.display();
        assert!(lines <= LONGEST, "{file} has {lines} lines: split it by what it does");
    }
}

#[test]
fn lines_are_narrow() {
    for directory in SOURCES {
        for file in rust_files(&root().join(directory)) {
            let text = fs::read_to_string(&file).expect("a source file");
            let wide = text.lines().position(|line| {
                // listings and tables in comments keep their shape
                line.chars().count() > WIDTH && !line.trim_start().starts_with("//")
            });
            let (file, line) = (file.display(), wide.unwrap_or(0) + 1);
            assert!(wide.is_none(), "{file}:{line} is wider than {WIDTH} columns");
        }
    }
}

/// Functions that are longer than a screen, or take more than six arguments, for a reason that
/// stands at them.
const LARGE: &[&str] = &[
    // a table
    "autodiff-macros/compiler/src/primitives/scalar.rs row",
    // called by emitted code, by position
    "autodiff-runtime/src/operators.rs transposed",
];

/// Functions of tests, benchmarks and examples that are longer than a screen. New ones are not.
const LONG_IN_TESTS: &[&str] = &[
    // derivatives written by hand, to compare with
    "benches/hand/gmm.rs gradient",
    "benches/hand/lstm.rs gradient",
    "examples/gradbench/protocol.rs evaluate",
    // one paragraph for each law
    "autodiff-macros/compiler/tests/erase/main.rs laws",
    "autodiff-macros/compiler/tests/laws/support.rs laws_of",
    // one arm or strategy for each construct
    "autodiff-macros/compiler/tests/erase/random.rs step",
    "autodiff-macros/compiler/tests/laws/linear.rs stmt",
    "autodiff-macros/compiler/tests/laws/opaque.rs value",
    "autodiff-macros/compiler/tests/laws/random/options.rs option_stmt",
    "autodiff-macros/compiler/tests/laws/random/parts.rs parts",
    "autodiff-macros/compiler/tests/laws/random/plain.rs trade",
    "autodiff-macros/compiler/tests/laws/random/signatures.rs call",
    "autodiff-macros/compiler/tests/laws/random/signatures.rs render",
    "autodiff-macros/compiler/tests/laws/random/statements.rs stmt",
    "autodiff-macros/compiler/tests/laws/random/strategies.rs level",
    "autodiff-macros/compiler/tests/laws/random/types.rs typed_stmt",
    // texts of programs
    "tests/wild/src/checks.rs test",
    "tests/wild/src/checks.rs type_support",
    "tests/wild/src/harness.rs at",
    "tests/wild/src/source.rs items",
    "tests/wild/src/work.rs check",
];

/// Folders with markers.
const MARKERS: &[&str] = &[
    "autodiff-runtime/src/arrays",
    "autodiff-runtime/src/linalg",
    "autodiff-runtime/src/parallel",
];

struct Functions {
    path: String,
    large: Vec<String>,
}

impl Functions {
    fn look_at(&mut self, sig: &syn::Signature, whole: proc_macro2::Span) {
        let lines = whole.end().line - whole.start().line + 1;
        let name = format!("{} {}", self.path, sig.ident);
        // emitted code calls the functions of a marker by position
        let is_of_marker = MARKERS.iter().any(|folder| self.path.starts_with(folder))
            && ["jvp", "linear", "transposed", "vjp"].iter().any(|of| sig.ident == of);
        // tests and programs of others take as many parameters as they have to
        let is_source = SOURCES.iter().any(|folder| self.path.starts_with(folder));
        let has_many = sig.inputs.len() > 6 && is_source && !is_of_marker;
        let allowed = if is_source { LARGE } else { LONG_IN_TESTS };
        if (lines > 100 || has_many) && !allowed.contains(&name.as_str()) {
            self.large.push(format!("{name}: {lines} lines, {} parameters", sig.inputs.len()));
        }
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, f: &'ast syn::ItemFn) {
        self.look_at(&f.sig, f.span());
        visit::visit_item_fn(self, f);
    }

    fn visit_impl_item_fn(&mut self, f: &'ast syn::ImplItemFn) {
        self.look_at(&f.sig, f.span());
        visit::visit_impl_item_fn(self, f);
    }
}

#[test]
fn functions_fit_on_a_screen() {
    let mut large = Vec::new();
    // code that rustc rejects, and random programs
    let is_exempt = |file: &Path| {
        file.starts_with("tests/ui") || file.starts_with("tests/random_programs/generated")
    };
    for file in all_rust_files().into_iter().filter(|file| !is_exempt(file)) {
        let text = fs::read_to_string(root().join(&file)).expect("a source file");
        let path = file.display().to_string();
        let mut functions = Functions { path, large: Vec::new() };
        functions.visit_file(&syn::parse_file(&text).expect("Rust"));
        large.append(&mut functions.large);
    }
    assert!(large.is_empty(), "split by what they do: {large:#?}");
}

/// Words that a reader would have to learn, each with the standard term.
const WORDS: &[(&str, &str)] = &[
    ("truth value", "bool"),
    ("the letters", "the string, the characters"),
    ("hands out", "returns, yields"),
    ("handed out", "returned, yielded"),
    ("told", "inferred, determined"),
    ("tells", "determines, says"),
    ("lent", "borrowed, passed by reference"),
    ("lends", "borrows, returns a reference"),
    ("unseen", "unresolved, unknown, opaque"),
    ("handed on", "passed on"),
    ("handed back", "returned"),
    ("brought in", "imported, in scope"),
    ("beside", "next to"),
    ("is kept", "is saved, is recorded"),
    ("are kept", "are saved, are recorded"),
    ("is asked", "is queried, is advanced"),
    ("asked for", "requested, needed"),
    ("nothing tells", "cannot be inferred"),
    ("is not known here", "cannot infer"),
    ("compiler cannot see", "cannot infer"),
    ("is meant", "resolves to"),
    ("are meant", "resolve to"),
    ("of the user's own", "user-defined"),
    ("of your own", "user-defined"),
    ("of one's own", "user-defined"),
    ("taken apart", "destructured"),
    ("takes apart", "destructures"),
    ("take it apart", "destructure it"),
    ("put together", "constructed, composed"),
    ("does something when it is dropped", "has a destructor"),
    ("do something when they are dropped", "have destructors"),
    ("is not to see", "needs no derivative"),
    ("by itself", "say which thing, alone or without what"),
    ("by themselves", "say which things, alone or without what"),
    ("whoever", "the caller, rustc, the user"),
    ("nobody", "no caller, not rustc"),
    ("somebody", "the caller, rustc, the user"),
];

/// Parts of identifiers that name a concept by a private word, each with the standard term.
const PARTS: &[(&str, &str)] = &[
    ("told", "inferred"),
    ("tell", "infer"),
    ("lent", "borrowed"),
    ("lend", "borrow"),
    ("kept", "saved, recorded, retained"),
    ("asked", "requested, differentiated"),
    ("unseen", "unresolved, opaque"),
    ("gives", "returns"),
    ("handed", "passed"),
    ("beside", "next_to"),
    ("brought", "imported"),
    ("portable", "relocatable"),
    ("meant", "resolved"),
];

/// The words of a text in lower case, each with its line. Words of a phrase may be on two lines.
fn words(text: &str) -> Vec<(usize, String)> {
    let separates = |c: char| !(c.is_alphanumeric() || c == '_' || c == '\'' || c == '’');
    let of_line = |(k, line): (usize, &str)| -> Vec<(usize, String)> {
        let parts = line.split(separates).filter(|word| !word.is_empty());
        parts.map(|word| (k + 1, word.to_lowercase().replace('’', "'"))).collect()
    };
    text.lines().enumerate().flat_map(of_line).collect()
}

/// The files with words for readers: sources with their tests, and pages.
fn written_files() -> Vec<PathBuf> {
    let mut directories = ["src", "autodiff-macros", "autodiff-runtime", "docs"]
        .map(|directory| root().join(directory))
        .to_vec();
    let mut files =
        ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"].map(|file| root().join(file)).to_vec();
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).expect("a directory of sources") {
            let path = entry.expect("an entry").path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            match extension {
                _ if path.is_dir() => directories.push(path),
                Some("rs" | "md") => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    files
}

#[test]
fn standard_terms() {
    // by their first words
    let mut phrases: HashMap<&str, Vec<(&str, &str)>> = HashMap::new();
    for (phrase, term) in WORDS {
        let first = phrase.split(' ').next().unwrap_or_default();
        phrases.entry(first).or_default().push((phrase, term));
    }
    let mut found = Vec::new();
    for file in written_files() {
        let words = words(&fs::read_to_string(&file).expect("a file of this project"));
        let place = file.strip_prefix(root()).expect("below").display().to_string();
        for k in 0..words.len() {
            let (line, first) = &words[k];
            for (phrase, term) in phrases.get(first.as_str()).into_iter().flatten() {
                let rest = words[k..].iter().map(|(_, word)| word.as_str());
                if rest.take(phrase.split(' ').count()).eq(phrase.split(' ')) {
                    found.push(format!("{place}:{line}: `{phrase}`, write: {term}"));
                }
            }
        }
    }
    assert!(found.is_empty(), "words with a standard term: {found:#?}");
}

/// The parts of an identifier in lower case: those of `KeptType` and of `kept_type` are `kept` and
/// `type`.
fn parts(identifier: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut before = '_';
    for c in identifier.chars() {
        if c == '_' || c.is_uppercase() && !before.is_uppercase() {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut().filter(|_| c != '_') {
            part.extend(c.to_lowercase());
        }
        before = c;
    }
    parts.into_iter().filter(|part| !part.is_empty()).collect()
}

#[test]
fn standard_names() {
    let mut found = Vec::new();
    for directory in ["autodiff-macros/compiler/src", "autodiff-runtime/src"] {
        for source in sources(&root().join(directory)) {
            for (line, code) in source.code.lines().enumerate() {
                let boundary = |c: char| !(c.is_alphanumeric() || c == '_');
                for identifier in code.split(boundary) {
                    let parts = parts(identifier);
                    for (part, term) in
                        PARTS.iter().filter(|(part, _)| parts.iter().any(|p| p == part))
                    {
                        let path = &source.path;
                        found.push(format!(
                            "{path}:{}: `{part}` in `{identifier}`, write: {term}",
                            line + 1
                        ));
                    }
                }
            }
            let stem = source.path.trim_end_matches(".rs").to_string();
            let names = stem.split('/').flat_map(parts).collect::<Vec<_>>();
            for (part, term) in PARTS.iter().filter(|(part, _)| names.iter().any(|p| p == part)) {
                found.push(format!("the file {}: `{part}`, write: {term}", source.path));
            }
        }
    }
    assert!(found.is_empty(), "names with a standard term: {found:#?}");
}

#[test]
fn parts_of_identifiers() {
    assert_eq!(parts("KeptType"), ["kept", "type"]);
    assert_eq!(parts("is_kept"), ["is", "kept"]);
    assert_eq!(parts("MOST_KEPT2"), ["most", "kept2"]);
}

#[test]
fn phrases_are_found_across_lines() {
    let found = words("/// A type of\n/// one's own, `x`.");
    let found: Vec<(usize, &str)> = found.iter().map(|(k, word)| (*k, word.as_str())).collect();
    let expected = [(1, "a"), (1, "type"), (1, "of"), (2, "one's"), (2, "own"), (2, "x")];
    assert_eq!(found, expected);
}

#[test]
fn passes_say_what_they_do() {
    for source in compiler().iter().filter(|source| source.is_in("passes/")) {
        let text =
            fs::read_to_string(root().join("autodiff-macros/compiler/src").join(&source.path))
                .expect("a pass");
        assert!(
            text.starts_with("//! "),
            "{} does not open with a line that names input and output",
            source.path
        );
    }
}

#[test]
fn imports_are_read_as_written() {
    let code = "use crate::ir::{a, b};\nuse crate::{fence, item, \
        lower::{x, y}, options};\ncrate::emit::f();";
    assert_eq!(reads(code), ["ir", "fence", "item", "lower", "options", "emit"]);
    assert!(names("use syn::Expr;", "syn") && !names("use syntax::Expr;", "syn"));
    assert_eq!(
        without_comments_and_text("a(\"x \\\" //\", 'b', '\"', '\\'') // c\nr#\"\"d\"#; &'e f"),
        "a(\"\", , , ) \nr#\"\"; &'e f"
    );
}

/// The names of operations that have a row: `"sum" OfOne Sum;` in a table, or `name("sum")`.
fn rows(source: &str) -> BTreeSet<String> {
    let is_row =
        |rest: &str| rest.trim_start().starts_with(|c: char| c.is_ascii_uppercase() || c == '[');
    let in_tables = source.lines().filter_map(|line| {
        let (name, rest) = line.trim_start().strip_prefix('"')?.split_once('"')?;
        is_row(rest).then_some(name)
    });
    let in_calls = source.split("name(\"").skip(1).filter_map(|rest| {
        let (name, rest) = rest.split_once('"')?;
        rest.starts_with(')').then_some(name)
    });
    let is_name = |name: &&str| {
        name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
            && !name.contains("autodiff_")
            && !name.contains("ordered_")
    };
    // loops ask for the items, and methods of mutable views for an assignment to the view
    let name_of = |name: &str| {
        let mut name = name;
        for prefix in ["items_of_", "assign_to_", "part_of_"] {
            name = name.strip_prefix(prefix).unwrap_or(name);
        }
        format!("`{name}`")
    };
    in_tables.chain(in_calls).filter(is_name).map(name_of).collect()
}

/// The list of all operations on arrays in the documentation is that of the sources.
#[test]
fn rows_of_arrays_are_listed() {
    const BEGIN: &str = "<!-- rows: begin -->\n";
    const END: &str = "<!-- rows: end -->\n";
    let directory = root().join("autodiff-runtime/src/arrays");
    let mut table = String::from("| file | operations |\n|---|---|\n");
    for path in rust_files(&directory) {
        let source = fs::read_to_string(&path).expect("a source");
        let rows: Vec<String> = rows(&source).into_iter().collect();
        let path = path.strip_prefix(&directory).expect("a file below").display().to_string();
        if !rows.is_empty() && !path.starts_with("tests/") {
            table += &format!("| `{path}` | {} |\n", rows.join(" "));
        }
    }
    let page = root().join("docs/arrays.md");
    let text = fs::read_to_string(&page).expect("the page on arrays");
    let (before, rest) = text.split_once(BEGIN).expect("the begin of the list");
    let (_, after) = rest.split_once(END).expect("the end of the list");
    let listed = format!("{before}{BEGIN}{table}{END}{after}");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&page, listed).expect("a page that can be written");
    } else {
        assert!(text == listed, "update docs/arrays.md: UPDATE_EXPECT=1 cargo test rows_of_arrays");
    }
}
