//! The names of everything that is generated.

use crate::emit::Source;
use crate::ir::hash::{HashMap, HashSet};
use crate::ir::{Function, Var};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};

/// The names of the items generated for one function.
pub struct ItemNames {
    /// The marker: `f`, as the function is called.
    pub function: Ident,
    /// `f_jvp`
    pub jvp: Ident,
    /// `f_primal`
    pub primal: Ident,
    /// `f_linear`
    pub linear: Ident,
    /// `f_transposed`
    pub transposed: Ident,
    /// `f_vjp`
    pub vjp: Ident,
    /// `f_grad`
    pub grad: Ident,
    /// `f_value_and_grad`
    pub value_and_grad: Ident,
    /// `f_primal_into`
    pub primal_into: Ident,
    /// `f_vjp_into`
    pub vjp_into: Ident,
    /// `FResiduals`
    pub residuals: Ident,
    /// `FFrame`: the fixed-size residuals.
    pub frame: Ident,
    /// `FStacks`: the dynamic ones.
    pub stacks: Ident,
}

impl ItemNames {
    /// The names for a function of the given name.
    pub fn new(function: &str) -> ItemNames {
        let span = Span::call_site();
        let plain = function.strip_prefix("r#").unwrap_or(function);
        let suffixed = |suffix: &str| Ident::new(&format!("{plain}_{suffix}"), span);
        let camel = camel_case_of_function(plain);
        let typed = |suffix: &str| Ident::new(&format!("{camel}{suffix}"), span);
        ItemNames {
            function: identifier(function, span),
            jvp: suffixed("jvp"),
            primal: suffixed("primal"),
            linear: suffixed("linear"),
            transposed: suffixed("transposed"),
            vjp: suffixed("vjp"),
            grad: suffixed("grad"),
            value_and_grad: suffixed("value_and_grad"),
            primal_into: suffixed("primal_into"),
            vjp_into: suffixed("vjp_into"),
            residuals: typed("Residuals"),
            frame: typed("Frame"),
            stacks: typed("Stacks"),
        }
    }

    /// The names for a function as emission sees it.
    pub fn of(source: &Source, function: &str) -> ItemNames {
        match (&source.method, &source.marker) {
            (None, marker) if source.has_namesake => {
                let names = ItemNames::with_namesake(function);
                ItemNames { function: marker.clone().unwrap_or(names.function), ..names }
            }
            (Some(method), _) if source.has_namesake => ItemNames {
                residuals: join_words(&method.stem, function, "_", "Residuals"),
                ..ItemNames::of_method(&method.stem, function)
            },
            (Some(method), _) => ItemNames::of_method(&method.stem, function),
            (None, Some(marker)) => {
                ItemNames { function: marker.clone(), ..ItemNames::new(function) }
            }
            (None, None) => ItemNames::new(function),
        }
    }

    /// The names for a function if the name of another one differs only in underscores or case, as
    /// `step_x` and `step__x`.
    fn with_namesake(function: &str) -> ItemNames {
        let plain = function.strip_prefix("r#").unwrap_or(function);
        let typed = |suffix: &str| Ident::new(&format!("{plain}_{suffix}"), Span::call_site());
        ItemNames {
            residuals: typed("Residuals"),
            frame: typed("_Frame"),
            stacks: typed("_Stacks"),
            ..ItemNames::new(function)
        }
    }

    /// The names for an associated function; `words` are the words of its type's name and of its
    /// own. The hidden types have two underscores between the words, which the names for a function
    /// never have: `Model::loss` must not clash with `model_loss`.
    pub fn of_method(words: &[String], function: &str) -> ItemNames {
        let hidden = |suffix: &str| join_words(words, function, "__", &format!("__{suffix}"));
        ItemNames {
            function: hidden("Marker"),
            residuals: join_words(words, function, "", "Residuals"),
            frame: hidden("Frame"),
            stacks: hidden("Stacks"),
            ..ItemNames::new(function)
        }
    }

    /// The type of the rows of a loop.
    pub fn row(&self, site: usize) -> Ident {
        let base = self.frame.to_string();
        Ident::new(
            &format!("{}Loop{site}", base.strip_suffix("Frame").unwrap_or(&base)),
            Span::call_site(),
        )
    }
}

/// A name with the words of an associated function.
fn join_words(words: &[String], function: &str, between: &str, suffix: &str) -> Ident {
    let words = words.iter().map(|word| if word == function { camel_case_of_function }
        else { camel_case }(word.trim_start_matches("r#")));
    Ident::new(&format!("{}{suffix}", words.collect::<Vec<_>>().join(between)), Span::call_site())
}

/// `log_posterior` → `LogPosterior`, `LogPosterior` → `LogPosterior`; and `Td_water` → `Td_Water`,
/// which must not clash with `td_water`.
fn camel_case_of_function(name: &str) -> String {
    let is_camel = !name.contains('_');
    let words =
        name.split('_').map(|word| match word.starts_with(char::is_uppercase) && !is_camel {
            true => format!("{word}_"),
            false => camel_case(word),
        });
    let camel: String = words.collect();
    if camel.starts_with(|c: char| c.is_ascii_digit()) { format!("F{camel}") } else { camel }
}

/// `log_posterior` → `LogPosterior`.
pub fn camel_case(name: &str) -> String {
    let mut camel = String::new();
    let mut upper = true;
    for c in name.chars() {
        if c == '_' {
            upper = true;
        } else if std::mem::take(&mut upper) {
            camel.extend(c.to_uppercase());
        } else {
            camel.push(c);
        }
    }
    // a leading underscore was removed, and the name starts with a digit
    if camel.starts_with(|c: char| c.is_ascii_digit()) { format!("F{camel}") } else { camel }
}

/// An identifier, raw where the user's was.
pub fn identifier(name: &str, span: Span) -> Ident {
    match name.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, span),
        None => Ident::new(name, span),
    }
}

/// Names for the variables of one emitted function: the user's names, with a number if one repeats.
#[derive(Default)]
pub struct Namer {
    used_names: HashSet<String>,
    /// The next number for a repeated name.
    next: HashMap<String, usize>,
    names: HashMap<Var, Ident>,
}

impl Namer {
    /// A fresh name for something that is not a variable of the IR.
    pub fn fresh(&mut self, base: &str) -> Ident {
        self.fresh_at(base, Span::call_site())
    }

    /// Reserves every name in a piece of code, except the given ones.
    pub fn reserve(&mut self, code: &TokenStream, except: &HashSet<&str>) {
        for token in code.clone() {
            match token {
                TokenTree::Ident(name) => {
                    let name = name.to_string();
                    if !except.contains(name.as_str()) {
                        self.used_names.insert(name);
                    }
                }
                TokenTree::Group(group) => self.reserve(&group.stream(), except),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }

    fn fresh_at(&mut self, base: &str, span: Span) -> Ident {
        let base = match base {
            // operators and keywords
            b if !b.starts_with("r#") && (!is_identifier(b) || is_keyword(b)) => "t",
            b => b,
        };
        if !self.used_names.contains(base) {
            self.used_names.insert(base.to_string());
            return identifier(base, span);
        }
        if !self.next.contains_key(base) {
            self.next.insert(base.to_string(), 1);
        }
        let number = self.next.get_mut(base).expect("just put there");
        loop {
            let name = format!("{}_{number}", base.strip_prefix("r#").unwrap_or(base));
            *number += 1;
            if !self.used_names.contains(&name) {
                let ident = identifier(&name, span);
                self.used_names.insert(name);
                return ident;
            }
        }
    }

    /// The name of a variable, chosen at its first mention.
    pub fn of(&mut self, function: &Function, var: Var) -> Ident {
        if let Some(name) = self.names.get(&var) {
            return name.clone();
        }
        let info = function.info(var);
        // with the user's location, but one hygiene for all mentions: in a function from a macro,
        // rustc distinguishes names by their hygiene
        let name = self.fresh_at(&info.name, Span::call_site().located_at(info.span));
        self.names.insert(var, name.clone());
        name
    }
}

fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c == '_' || c.is_alphabetic())
        && chars.all(|c| c == '_' || c.is_alphanumeric())
        && name != "_"
}

/// Whether a word is a keyword.
pub fn is_keyword(name: &str) -> bool {
    matches!(
        name,
        "Self"
            | "abstract"
            | "as"
            | "async"
            | "await"
            | "become"
            | "box"
            | "break"
            | "const"
            | "continue"
            | "crate"
            | "do"
            | "dyn"
            | "else"
            | "enum"
            | "extern"
            | "false"
            | "final"
            | "fn"
            | "for"
            | "gen"
            | "if"
            | "impl"
            | "in"
            | "let"
            | "loop"
            | "macro"
            | "match"
            | "mod"
            | "move"
            | "mut"
            | "override"
            | "priv"
            | "pub"
            | "ref"
            | "return"
            | "self"
            | "static"
            | "struct"
            | "super"
            | "trait"
            | "true"
            | "try"
            | "type"
            | "typeof"
            | "unsafe"
            | "unsized"
            | "use"
            | "virtual"
            | "where"
            | "while"
            | "yield"
    )
}

/// The hash of the name of a method: FNV-1a, as in the runtime.
pub fn hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords() {
        assert!(["as", "fn", "Self", "yield"].into_iter().all(is_keyword) && !is_keyword("x"));
    }
}
