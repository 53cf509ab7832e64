//! Functions of the tests with tokens deleted, doubled, exchanged and replaced: the compiler must
//! end with code or with errors that have a place, never with a panic.
//!
//! `MANGLED_CASES` and `MANGLED_SEED` choose how many and which.

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// What is put in the place of tokens.
const WORDS: &str = "\
    x y i 0 1 2.0 1e3 f64 f32 usize i32 bool Vec Option Some None Ok Err self Self let mut ref \
    if else match for in while loop break continue return fn impl mod struct enum const static \
    use where as move async unsafe dyn true false iter map sum fold zip len push pop unwrap \
    clone sin powi max vec panic constant Point T N String";
const MARKS: &str = "+-*/%=<>!&|^.,;:?#@$~";

fn parameter(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The functions, impl blocks and modules of a file that are under the attribute, and the options
/// of the attribute.
fn items(source: &str, found: &mut Vec<(TokenStream, TokenStream)>) {
    let Ok(file) = syn::parse_file(source) else { return };
    for item in file.items {
        let attributes = match &item {
            syn::Item::Fn(f) => &f.attrs,
            syn::Item::Impl(i) => &i.attrs,
            syn::Item::Mod(m) => &m.attrs,
            _ => continue,
        };
        let Some(attribute) = attributes.iter().find(|a| a.path().is_ident("differentiate")) else {
            continue;
        };
        let options = match &attribute.meta {
            syn::Meta::List(list) => list.tokens.clone(),
            _ => TokenStream::new(),
        };
        let mut item = item.clone();
        match &mut item {
            syn::Item::Fn(f) => f.attrs.clear(),
            syn::Item::Impl(i) => i.attrs.clear(),
            syn::Item::Mod(m) => m.attrs.clear(),
            _ => {}
        }
        found.push((options, quote::ToTokens::to_token_stream(&item)));
    }
}

fn replacement(rng: &mut StdRng) -> TokenTree {
    let span = Span::call_site();
    match rng.random_range(0..6) {
        0 => TokenTree::Punct(Punct::new(
            MARKS.as_bytes().choose(rng).map_or('+', |c| char::from(*c)),
            Spacing::Alone,
        )),
        1 => TokenTree::Literal(Literal::f64_unsuffixed(rng.random_range(0..9) as f64)),
        2 => TokenTree::Literal(Literal::i64_unsuffixed(rng.random_range(0..9))),
        3 => {
            let delimiter =
                [Delimiter::Parenthesis, Delimiter::Brace, Delimiter::Bracket, Delimiter::None]
                    [rng.random_range(0..4)];
            let inner: TokenStream =
                (0..rng.random_range(0..3)).map(|_| replacement(rng)).collect();
            TokenTree::Group(Group::new(delimiter, inner))
        }
        _ => {
            let words: Vec<&str> =
                WORDS.split_whitespace().filter(|w| w.starts_with(char::is_alphabetic)).collect();
            TokenTree::Ident(Ident::new(words.choose(rng).copied().unwrap_or("x"), span))
        }
    }
}

/// Changes about one token in `rate`.
fn mangle(tokens: TokenStream, rate: u32, pool: &[TokenTree], rng: &mut StdRng) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    for token in tokens {
        let token = match token {
            TokenTree::Group(group) => TokenTree::Group(Group::new(
                group.delimiter(),
                mangle(group.stream(), rate, pool, rng),
            )),
            token => token,
        };
        if rng.random_range(0..rate) > 0 {
            out.push(token);
            continue;
        }
        match rng.random_range(0..6) {
            0 => {}
            1 => out.extend([token.clone(), token]),
            2 => {
                out.push(token);
                let n = out.len();
                if n >= 2 {
                    out.swap(n - 1, n - 2);
                }
            }
            3 => out.push(replacement(rng)),
            4 => out.extend([replacement(rng), token]),
            _ => out.extend(pool.choose(rng).cloned()),
        }
    }
    out.into_iter().collect()
}

fn flat(tokens: TokenStream, into: &mut Vec<TokenTree>) {
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            flat(group.stream(), into);
        }
        into.push(token);
    }
}

/// The source files of a folder, without generated programs.
fn files_in(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).expect("the tests").flatten().map(|file| file.path()) {
        if path.is_dir() && !path.ends_with("generated") {
            files_in(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The functions of the tests of the root package.
fn functions() -> Vec<(TokenStream, TokenStream)> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut found = Vec::new();
    let mut files = Vec::new();
    for of in ["arrays", "everyday", "items", "language"] {
        files_in(&tests.join(of), &mut files);
    }
    files.sort();
    for path in &files {
        items(&std::fs::read_to_string(path).unwrap_or_default(), &mut found);
    }
    assert!(found.len() > 300, "only {} functions", found.len());
    found
}

/// What went wrong with one input.
fn failure(options: &TokenStream, mangled: TokenStream, code: &mut u64) -> Option<String> {
    let result = catch_unwind(AssertUnwindSafe(|| {
        autodiff_compiler::differentiate(options.clone(), mangled)
    }));
    let tokens = match result {
        Ok(tokens) => tokens,
        Err(panic) => {
            let message = panic
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string()));
            return Some(format!("panic: {}", message.unwrap_or_default()));
        }
    };
    let output = tokens.to_string();
    if let Some(at) = output.find("this is a bug of autodiff: the pass") {
        return Some(output[at..].chars().take(400).collect());
    }
    if output.contains("compile_error") {
        return None;
    }
    *code += 1;
    syn::parse2::<syn::File>(tokens).err().map(|error| format!("the output is no Rust: {error}"))
}

fn run() {
    let (cases, seed) = (parameter("MANGLED_CASES", 1000), parameter("MANGLED_SEED", 1));
    let found = functions();
    let mut pool = Vec::new();
    found.iter().for_each(|(_, item)| flat(item.clone(), &mut pool));
    let mut rng = StdRng::seed_from_u64(seed);
    let mut failures: Vec<String> = Vec::new();
    let mut code = 0;
    for _ in 0..cases {
        let Some((options, item)) = found.choose(&mut rng) else { break };
        let rate = [8, 30, 100, 300][rng.random_range(0..4)];
        let mangled = mangle(item.clone(), rate, &pool, &mut rng);
        let text = mangled.to_string();
        failures.extend(
            failure(options, mangled, &mut code).map(|message| format!("{message}\n{text}")),
        );
    }
    assert!(
        failures.is_empty(),
        "{} of {cases} ({code} gave code):\n{}",
        failures.len(),
        failures[..failures.len().min(8)].join("\n\n")
    );
    assert!(0 < code && code < cases);
}

#[test]
fn mangled_functions_end_in_code_or_errors() {
    // as deep as rustc's own stack
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(run).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Types that would be made of themselves: `[self.v, self.v[0]]` would be an array of arrays of
/// arrays, and `cur` a tuple whose first part is the remainder of that tuple.
#[test]
fn types_without_end_are_not_inferred() {
    let array = "impl Sub for V { type Output = V; #[differentiate] fn sub(self, o: V) -> V { V \
        { v: [self.v, -o.v[0], self.v[1] - o.v[1]] } } }";
    let tuple = "fn f(p: &[P]) -> Vec<P> { let mut out = Vec::new(); for i in 0..3 \
        { let cur = p[i]; out.push((cur % 0 + cur.0, cur.1)); out.push(cur); } out }";
    let result = "fn f(x: &[f64]) -> f64 { let links = [('z', 0.5), ('y', 0.4)]; let mut r = 0; \
        let mut p = [0.0; 3]; for (&(axis, length), &angle) in links.iter().zip(x) { \
        r = product(&r, &rotation(axis, angle)); p[0] += r[0][2] * length; } p[0] }";
    let expanded = |item: &str| {
        autodiff_compiler::differentiate(TokenStream::new(), item.parse().expect("tokens"))
            .to_string()
    };
    expanded(result);
    assert!(expanded(array).contains("compile_error"));
    // rustc has the error
    assert!(expanded(tuple).contains("fn f_jvp"));
}

/// A constructor without its arguments is a constant with type arguments.
#[test]
fn type_arguments_of_constants_stay_together() {
    let item = "fn f(x: &[f64]) -> f64 { let sum = Sum::<Inner, Inner>; g(&sum, x[1]) }";
    let tokens =
        autodiff_compiler::differentiate(TokenStream::new(), item.parse().expect("tokens"));
    assert!(!tokens.to_string().contains("compile_error"));
    syn::parse2::<syn::File>(tokens).expect("Rust");
}

/// The call of the function itself that stands for its body would construct a variant, or pass one
/// parameter twice.
#[test]
fn functions_with_rules_are_refused_by_their_names() {
    let cases = [
        ("fn Ok(a: f64) -> f64 { solved(a) }", "has the name of a variant"),
        ("fn f(a: f64, #[constant] a: f64) -> f64 { a }", "two parameters have the name"),
    ];
    for (item, message) in cases {
        let rule = "jvp = rule".parse().expect("tokens");
        let tokens =
            autodiff_compiler::differentiate(rule, item.parse().expect("tokens")).to_string();
        assert!(tokens.contains(message), "{tokens}");
    }
}

/// rustc would expand these until its memory ends.
#[test]
fn macros_without_end_are_errors() {
    let cases = [
        ("calc!($($t $t)*)", "expand to more than 65536 tokens"),
        ("calc!($($t)*)", "nested too deeply"),
        ("calc!($(t ^ while)*)", "has no repeated variable"),
    ];
    for (body, message) in cases {
        let text = format!(
            "fn f(x: f64) -> f64 {{ macro_rules! calc {{ ($($t:tt)*) => {{ {body} }}; }} calc!(x) \
             }}"
        );
        let result =
            autodiff_compiler::differentiate(TokenStream::new(), text.parse().expect("tokens"))
                .to_string();
        assert!(result.contains(message), "{body}: {result}");
    }
}
