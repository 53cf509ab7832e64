//! The macro alone: items → the errors it reports.
//!
//! A process of its own expands them one after the other, so that one that does not end, or takes
//! all memory, costs no more than itself.

use anyhow::{Context, Result};
use proc_macro2::{TokenStream, TokenTree};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// An error of the macro.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Error {
    pub message: String,
    /// The message without names.
    pub class: String,
    /// The token it points at.
    pub token: String,
    pub line: usize,
}

/// The argument that makes this program the process that expands.
pub const EXPAND: &str = "--expand";

/// How long the macro may take for one item, optimised as it is here.
const PATIENCE: Duration = Duration::from_secs(20);

/// What becomes of an item for which the macro gives neither code nor errors.
const ENDLESS: &str = "the macro does not end";
const PANIC: &str = "PANIC of the macro";

/// Whether the macro has failed.
pub fn is_failure(error: &Error) -> bool {
    [ENDLESS, PANIC].contains(&error.class.as_str())
}

/// The errors of each item, whose text is expanded under the bare attribute, after the text of some
/// macros and of names of types of functions.
pub fn errors(macros: &[&str], items: &[String]) -> Result<Vec<Vec<Error>>> {
    let mut all = Vec::new();
    while all.len() < items.len() {
        let mut child = Command::new(std::env::current_exe()?)
            .arg(EXPAND)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let rest = serde_json::to_string(&(macros, &items[all.len()..]))?;
        let mut input = child.stdin.take().context("the input of a process")?;
        let output = child.stdout.take().context("the output of a process")?;
        let writer = std::thread::spawn(move || drop(input.write_all(rest.as_bytes())));
        let (send, receive) = mpsc::channel();
        std::thread::spawn(move || {
            std::io::BufReader::new(output)
                .lines()
                .map_while(Result::ok)
                .all(|line| send.send(line).is_ok())
        });
        while let Ok(line) = receive.recv_timeout(PATIENCE) {
            all.push(serde_json::from_str(&line)?);
        }
        let _ = child.kill();
        let _ = child.wait();
        let _ = writer.join();
        if all.len() < items.len() {
            all.push(vec![Error {
                class: ENDLESS.into(),
                message: String::new(),
                token: String::new(),
                line: 0,
            }]);
        }
    }
    Ok(all)
}

/// The process that expands: macros and items in, a line with the errors of each item out.
pub fn serve() -> Result<()> {
    let (macros, items): (Vec<String>, Vec<String>) = serde_json::from_reader(std::io::stdin())?;
    macros.iter().for_each(|text| drop(of_item(text)));
    for item in items {
        println!("{}", serde_json::to_string(&of_item(&item))?);
    }
    Ok(())
}

/// Expands an item under the bare attribute. A panic is an error, too.
fn of_item(text: &str) -> Vec<Error> {
    let expanded = catch_unwind(AssertUnwindSafe(|| {
        let mut found = Vec::new();
        if let Ok(item) = text.parse() {
            scan(autodiff_compiler::differentiate(TokenStream::new(), item), &mut found);
        }
        found
    }));
    expanded.unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<String>().cloned();
        let text = text
            .or_else(|| payload.downcast_ref::<&str>().map(|s| s.to_string()))
            .unwrap_or_default();
        vec![Error { class: PANIC.into(), message: text, token: String::new(), line: 0 }]
    })
}

/// Finds `compile_error! { "…" }`.
fn scan(tokens: TokenStream, found: &mut Vec<Error>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (k, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let name = k.checked_sub(2).map(|k| &tokens[k]);
        if let Some(TokenTree::Ident(name)) = name
            && name == "compile_error"
            && let Ok(text) = syn::parse2::<syn::LitStr>(group.stream())
        {
            let span = name.span();
            let token = span.source_text().unwrap_or_default();
            found.push(Error {
                class: class(&text.value()),
                message: text.value(),
                token,
                line: span.start().line,
            });
        } else {
            scan(group.stream(), found);
        }
    }
}

/// A message without what stands between its backquotes.
pub fn class(message: &str) -> String {
    let mut out = String::new();
    for (k, part) in message.split('`').enumerate() {
        out += if k % 2 == 0 { part } else { "`…`" };
    }
    out
}
