//! The options of `#[differentiate(…)]`: tokens to [`Options`].

use crate::diagnostics::Diagnostics;
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, Lit, Token};

/// A user-defined reverse rule.
#[derive(Clone, Debug)]
pub enum Reverse {
    /// `vjp = rule`
    Vjp(TokenStream),
    /// `primal = p, transposed = t`
    Halves(TokenStream, TokenStream),
}

impl Options {
    /// The reverse rule, if there is one.
    pub fn reverse(&self) -> Option<Reverse> {
        match (&self.vjp, &self.primal, &self.transposed) {
            (Some(rule), ..) => Some(Reverse::Vjp(rule.clone())),
            (None, Some(primal), Some(transposed)) => {
                Some(Reverse::Halves(primal.clone(), transposed.clone()))
            }
            _ => None,
        }
    }

    /// The paths of the user-defined rules.
    pub fn rules(&self) -> impl Iterator<Item = &TokenStream> {
        [&self.jvp, &self.vjp, &self.primal, &self.transposed].into_iter().flatten()
    }

    /// Whether the derivative is user-defined.
    pub fn has_rule(&self) -> bool {
        self.jvp.is_some() || self.reverse().is_some()
    }
}

/// How the computation of the value and of the cotangents is ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schedule {
    /// `"auto"`: each part is reversed as early as possible.
    #[default]
    Auto,
    /// `"unzipped"`: all values, then all cotangents.
    Unzipped,
    /// `"pullbacks"`: a pullback for each sub-expression.
    Pullbacks,
}

impl Schedule {
    /// By their names in the attribute.
    const NAMES: [(&str, Schedule); 3] = [
        ("auto", Schedule::Auto),
        ("unzipped", Schedule::Unzipped),
        ("pullbacks", Schedule::Pullbacks),
    ];
}

/// The options of an attribute.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `forward`: only `f_jvp`.
    pub forward_only: bool,
    /// `schedule = …`
    pub schedule: Schedule,
    /// `order = 2`: the derivatives can be differentiated again.
    pub second_order: bool,
    /// `hvp`
    pub hvp: bool,
    /// `hessian`
    pub hessian: bool,
    /// `jacobian`
    pub jacobian: bool,
    /// `show`
    pub show: bool,
    /// `jvp = rule`: the path of the rule.
    pub jvp: Option<TokenStream>,
    /// `vjp = rule`
    pub vjp: Option<TokenStream>,
    /// `primal = p`
    pub primal: Option<TokenStream>,
    /// `transposed = t`
    pub transposed: Option<TokenStream>,
}

/// The known options. [`apply`] reports planned ones.
const KNOWN: &[&str] =
    &["reverse", "forward", "schedule", "show", "jvp", "vjp", "primal", "transposed"];

struct Entry {
    name: Ident,
    value: Option<Expr>,
}

impl Entry {
    fn tokens(&self) -> TokenStream {
        let mut tokens = self.name.to_token_stream();
        if let Some(value) = &self.value {
            value.to_tokens(&mut tokens);
        }
        tokens
    }
}

/// Reads the options between the parentheses of the attribute.
pub fn parse(tokens: TokenStream) -> Result<Options, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let entries = match entries.parse2(tokens) {
        Ok(entries) => entries,
        Err(error) => {
            diagnostics.error(
                error.span(),
                format!(
                    "{error}; the options of #[differentiate] are `name` or `name = literal`, \
                    separated by commas"
                ),
            );
            return Err(diagnostics);
        }
    };
    let mut options = Options::default();
    let mut seen: Vec<String> = Vec::new();
    for entry in &entries {
        let name = entry.name.to_string();
        if seen.contains(&name) {
            diagnostics
                .error_over(entry.tokens(), format!("duplicate option `{name}`: remove one"));
            continue;
        }
        apply(entry, &name, &mut options, &mut diagnostics);
        let contradicts = match name.as_str() {
            "reverse" => Some("forward"),
            "forward" => Some("reverse"),
            _ => None,
        };
        if let Some(other) = contradicts.filter(|other| seen.iter().any(|s| s == other)) {
            diagnostics.error_over(
                entry.tokens(),
                format!(
                    "`{name}` contradicts `{other}`: `reverse` generates both modes, `forward` \
                     only `_jvp`; remove one of them"
                ),
            );
        }
        seen.push(name);
    }
    if options.forward_only
        && let Some(entry) = entries.iter().find(|e| e.name == "schedule")
    {
        diagnostics.error_over(
            entry.tokens(),
            "`schedule` is an option of the reverse sweep, and `forward` has none: remove one of \
             them",
        );
    }
    let rules = [options.vjp.is_some(), options.primal.is_some(), options.transposed.is_some()];
    let named =
        |name: &str| entries.iter().find(|e| e.name == name).map(Entry::tokens).unwrap_or_default();
    match rules {
        [false, true, false] => {
            diagnostics.error_over(named("primal"), "`primal = p` needs `transposed = t`")
        }
        [false, false, true] => {
            diagnostics.error_over(named("transposed"), "`transposed = t` needs `primal = p`")
        }
        [true, true, _] | [true, _, true] => {
            diagnostics.error_over(
                named("vjp"),
                "`vjp` contradicts `primal` and `transposed`, since both are reverse rules: remove \
                 one of them",
            );
        }
        _ => {}
    }
    if options.forward_only && rules != [false; 3] {
        diagnostics.error_over(
            named("forward"),
            "a reverse rule contradicts `forward`, which has no reverse mode: remove one of them",
        );
    }
    if diagnostics.is_empty() { Ok(options) } else { Err(diagnostics) }
}

fn entries(input: ParseStream<'_>) -> syn::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    while !input.is_empty() {
        let name = input
            .call(<Ident as syn::ext::IdentExt>::parse_any)
            .map_err(|e| syn::Error::new(e.span(), "expected the name of an option"))?;
        let value = if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            Some(input.parse()?)
        } else {
            None
        };
        entries.push(Entry { name, value });
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(entries)
}

fn apply(entry: &Entry, name: &str, options: &mut Options, diagnostics: &mut Diagnostics) {
    match name {
        "reverse" => flag(entry, diagnostics),
        "forward" => {
            flag(entry, diagnostics);
            options.forward_only = true;
        }
        "schedule" => {
            match Schedule::NAMES
                .into_iter()
                .find(|(name, _)| string_value(entry).as_deref() == Some(name))
            {
                Some((_, schedule)) => options.schedule = schedule,
                None => diagnostics.error_over(
                    entry.tokens(),
                    "`schedule` must be \"auto\", \"unzipped\" or \"pullbacks\": write `schedule = \
                     \"unzipped\"`",
                ),
            }
        }
        "order" => match integer(entry) {
            Some(1) => {}
            Some(2) => {
                options.second_order = true;
                report_unsupported(entry, "`order = 2`", diagnostics);
            }
            _ => diagnostics.error_over(
                entry.tokens(),
                "`order` must be 1 or 2: write `order = 2` for derivatives that can be \
                 differentiated again",
            ),
        },
        "hvp" | "hessian" | "jacobian" | "show" => {
            flag(entry, diagnostics);
            match name {
                "hvp" => options.hvp = true,
                "hessian" => options.hessian = true,
                "jacobian" => options.jacobian = true,
                _ => options.show = true,
            }
            if name != "show" {
                report_unsupported(entry, &format!("`{name}`"), diagnostics);
            }
        }
        "jvp" | "vjp" | "primal" | "transposed" => {
            let (place, usage) = match name {
                "jvp" => (
                    &mut options.jvp,
                    "`jvp` must name a function with #[linear]: write `jvp = rule`, where \
                     `#[linear(x_dot)] fn rule(x: f64, x_dot: f64) -> (f64, f64)` returns value \
                     and tangent",
                ),
                "vjp" => (
                    &mut options.vjp,
                    "`vjp` must name a function: write `vjp = rule`, where `fn rule(x: f64, y_bar: \
                     f64) -> (f64, f64)` returns value and cotangent",
                ),
                "primal" => (
                    &mut options.primal,
                    "`primal` must name a function: write `primal = p, transposed = t`, where `fn \
                     p(x: f64) -> (f64, R)` returns value and residuals",
                ),
                _ => (
                    &mut options.transposed,
                    "`transposed` must name a function: write `primal = p, transposed = t`, where \
                     `fn t(residuals: &R, y_bar: f64) -> f64` returns the cotangent",
                ),
            };
            match &entry.value {
                Some(Expr::Path(path)) => *place = Some(path.to_token_stream()),
                _ => diagnostics.error_over(entry.tokens(), usage),
            }
        }
        _ => diagnostics.error_over(
            entry.tokens(),
            format!(
                "unknown option `{name}`; the options \
            are {}",
                KNOWN.join(", ")
            ),
        ),
    }
}

fn flag(entry: &Entry, diagnostics: &mut Diagnostics) {
    if entry.value.is_some() {
        diagnostics
            .error_over(entry.tokens(), format!("`{0}` takes no value: write `{0}`", entry.name));
    }
}

fn report_unsupported(entry: &Entry, what: &str, diagnostics: &mut Diagnostics) {
    diagnostics.error_over(
        entry.tokens(),
        format!(
            "{what} is not supported yet; supported are `reverse`, `forward`, `schedule` and `show`"
        ),
    );
}

fn literal(entry: &Entry) -> Option<&Lit> {
    match &entry.value {
        Some(Expr::Lit(l)) => Some(&l.lit),
        _ => None,
    }
}

fn string_value(entry: &Entry) -> Option<String> {
    match literal(entry) {
        Some(Lit::Str(s)) => Some(s.value()),
        _ => None,
    }
}

fn integer(entry: &Entry) -> Option<u32> {
    match literal(entry) {
        Some(Lit::Int(i)) => i.base10_parse().ok(),
        _ => None,
    }
}
