//! Opaque code: constants, expressions on inactive values, macros.
//!
//! ```text
//! macro_calls  calls of macros
//! methods      methods that lowering does not know
//! borrowing    values of types with lifetimes
//! purity       whether code has effects
//! ```

mod borrowing;
pub mod macro_calls;
pub mod methods;
mod purity;

use crate::lower::places::place::{ConstantCode, Located, unparen};
use crate::lower::*;
use crate::world::Meaning;
use crate::world::names::meaning::is_spelled_as_type;
pub use borrowing::HOLDS_REFERENCES;
use proc_macro2::TokenTree;
use purity::Impure;
pub use purity::{
    PURE_MACROS, changed_capture, changes_receiver, has_changes, is_pure, is_pure_of_std, may_call,
};
use syn::parse::Parser;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Token};

/// The names in tokens that may be variables.
pub fn names(tokens: TokenStream) -> Vec<String> {
    let mut names = Vec::new();
    names_in(tokens, &mut names);
    names.sort_unstable();
    names.dedup();
    names
}

/// Whether code is a macro with its arguments: `println!(…)`.
pub fn is_macro(code: &TokenStream) -> bool {
    syn::parse2::<syn::ExprMacro>(code.clone()).is_ok()
}

/// Whether an operator assigns.
pub fn is_compound(op: &syn::BinOp) -> bool {
    use syn::BinOp::*;
    matches!(
        op,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}

impl Lowerer<'_> {
    /// A constant, static or associated constant.
    pub fn constant_path(&mut self, p: &syn::ExprPath) -> ConstantCode {
        let names: Vec<String> = p.path.segments.iter().map(|s| s.ident.to_string()).collect();
        let last = names.last().cloned().unwrap_or_default();
        let real = names.iter().rev().skip(1).find_map(|n| match n.as_str() {
            "f64" | "f32" => types::primitive(n),
            _ => None,
        });
        let owner =
            (names.len() >= 2).then(|| names[names.len() - 2].as_str()).and_then(types::int);
        let inside = p
            .path
            .get_ident()
            .and_then(|name| self.names.constants_inside.get(&name.to_string()).cloned());
        let known =
            inside.or_else(|| self.group().and_then(|known| known.constant(&p.to_token_stream())));
        let known =
            known.or_else(|| self.world().type_of_constant(&p.path).filter(|_| p.qself.is_none()));
        let known = known.and_then(|ty| self.types.signature(&ty));
        let known =
            known.filter(|ty| !self.types.is_open(ty) || self.types.open_projection(ty).is_some());
        let parameter = self
            .types
            .consts
            .iter()
            .find(|(name, _)| names.len() == 1 && *name == last)
            .and_then(|(_, ty)| ty.clone());
        let ty = match (real, owner, last.as_str()) {
            _ if parameter.is_some() => parameter.unwrap_or_else(Ty::unit),
            (Some(Ty::Real(_)), _, "DIGITS" | "MANTISSA_DIGITS" | "RADIX") => Ty::Int("u32"),
            (Some(Ty::Real(_)), _, "MAX_EXP" | "MIN_EXP" | "MAX_10_EXP" | "MIN_10_EXP") => {
                Ty::Int("i32")
            }
            // other associated constants come from traits
            (
                Some(real),
                _,
                "MAX" | "MIN" | "MIN_POSITIVE" | "EPSILON" | "NAN" | "INFINITY" | "NEG_INFINITY",
            ) => real,
            (Some(real), _, _) if names.iter().any(|n| n == "consts") => real,
            (_, Some(_), "BITS") => Ty::Int("u32"),
            (_, Some(int), "MAX" | "MIN") => int,
            _ if let Some(ty) = known => ty,
            _ => {
                match self.type_of_variant(&p.path).or_else(|| self.type_of_unit_struct(&p.path)) {
                    Some(ty) => ty,
                    None => self
                        .type_of_associated(&p.path)
                        .unwrap_or_else(|| self.types.fresh(Kind::Any, Origin::Opaque(None))),
                }
            }
        };
        if names.len() == 1 && self.names_function(&p.path) {
            // most likely a function as a value, or a misspelt variable, which rustc reports
            return ConstantCode::new(p.to_token_stream(), last, ty);
        }
        ConstantCode::new(p.to_token_stream(), last.to_lowercase(), ty)
    }

    /// The type of an associated constant, `Vec3::ZERO`, if it has a name here.
    fn type_of_associated(&mut self, path: &syn::Path) -> Option<Ty> {
        let (name, of) = (
            path.segments.last()?.ident.to_string(),
            path.segments.iter().nth_back(1)?.ident.to_string(),
        );
        if !self.names_constant(path) {
            return None;
        }
        if let Some(ty) = self.world().associated_type_in_scope(&of, &name) {
            return self.types.signature(&ty);
        }
        let ty = self
            .world()
            .std_result_in_file(&of, &name)
            .or_else(|| self.world().result(Some(&of), &name))?;
        if crate::type_class::is_of_std(&ty) {
            return self.types.signature(&ty);
        }
        if !matches!(&ty, syn::Type::Path(ty) if ty.path.is_ident(&of)) {
            return None;
        }
        let mut owner = path.clone();
        owner.segments.pop();
        owner.segments.pop_punct();
        Some(self.types.type_at_path(owner.to_token_stream()))
    }

    /// The type of a struct without fields: `Tanh`.
    fn type_of_unit_struct(&mut self, path: &syn::Path) -> Option<Ty> {
        let name = path.get_ident()?;
        let recorded = self
            .world()
            .find_type(&name.to_string())
            .filter(crate::world::types::derived_types::RecordedType::is_unit)?;
        self.collected.witnesses.push(recorded.check(&name.to_token_stream()));
        Some(self.types.type_at_path(name.to_token_stream()))
    }

    /// The type of a variant without fields that a path names.
    pub fn type_of_variant(&mut self, path: &syn::Path) -> Option<Ty> {
        let of = self.enum_of(path)?;
        let is_plain = path.segments.iter().all(|s| s.arguments.is_none());
        if self.meaning(path) != Meaning::Variant && !(self.is_constructor(path) && is_plain) {
            return None;
        }
        // other variants may hold reals
        let is_seen =
            || self.world().find_type(&crate::lower::structs::last_name(&of.to_string())).is_some();
        let is_differentiable = self.group().is_some_and(|group| group.is_enum(&of)) || is_seen();
        Some(if is_differentiable {
            self.types.type_at_path(of)
        } else {
            self.types.fresh(Kind::Any, Origin::Opaque(Some(of)))
        })
    }

    pub fn emit_code(&mut self, code: ConstantCode, span: Span) -> Var {
        let opaque = Opaque {
            again: code.again,
            total: code.total,
            advice: "pass the values as a parameter".into(),
            ..Opaque::new(code.tokens, code.captures, "a constant's element")
        };
        let name = if is_ident(&code.name) { code.name } else { "constant".into() };
        self.emit(&name, code.ty, Op::Opaque(Box::new(opaque)), span)
    }

    /// The tokens of an expression, if they can be part of opaque code.
    pub fn plain_tokens(&mut self, e: &Expr) -> Option<TokenStream> {
        let mut impure = Impure::default();
        impure.visit_expr(e);
        impure.found.is_none().then(|| e.to_token_stream())
    }

    /// A whole expression as opaque code.
    pub fn opaque_expr(&mut self, e: &Expr, ty: Option<Ty>) -> Value {
        let (what, advice) = describe(e);
        self.opaque_as(e, ty, what, advice, false)
    }

    pub fn opaque_as(
        &mut self,
        e: &Expr,
        ty: Option<Ty>,
        what: String,
        advice: String,
        discrete: bool,
    ) -> Value {
        let mut impure = if discrete { Impure::of_outer_effects() } else { Impure::default() };
        impure.visit_expr(e);
        if let Some(found) = impure.found {
            return self
                .fail(e, format!("{what} that contains {found} is not supported: {advice}"));
        }
        if let Some((method, root)) = self.change_of_ours(&impure) {
            let same = matches!(unparen(e), Expr::MethodCall(m) if m.method == method);
            let what = if same {
                format!("`{method}`")
            } else {
                format!("{what} that contains `{method}`")
            };
            return self.fail(
                e,
                format!(
                    "{what} changes `{root}`, which is not supported here: write a loop, or a \
                     separate function that returns the new value"
                ),
            );
        }
        self.infer_fields(e);
        let mut names = Vec::new();
        names_in(e.to_token_stream(), &mut names);
        let mut code = e.clone();
        let mut captures = Vec::from_iter(self.take_first_guard(&mut code));
        let mut parts = DiscreteParts { lowerer: self, names, captures };
        parts.visit_expr_mut(&mut code);
        captures = parts.captures;
        let tokens = code.to_token_stream();
        captures.extend(self.captures(tokens.clone()));
        let ty = ty.unwrap_or_else(|| self.types.fresh(Kind::Any, Origin::Opaque(None)));
        let repeatable = ty.has_elided_lifetimes() && self.is_repeatable(e);
        let opaque = Opaque { discrete, repeatable, advice, ..Opaque::new(tokens, captures, what) };
        let span = match unparen(e) {
            Expr::MethodCall(m) => m.method.span(),
            Expr::Call(c) => match unparen(&c.func) {
                Expr::Path(p) => {
                    p.path.segments.last().map_or_else(|| e.span(), |s| s.ident.span())
                }
                _ => e.span(),
            },
            Expr::Field(f) => f.member.span(),
            _ => e.span(),
        };
        Value::Var(self.emit("t", ty, Op::Opaque(Box::new(opaque)), span), false)
    }

    /// Whether an expression has no effects and mentions only names that rustc sees as well: no
    /// closures and iterators of this function.
    pub fn is_passed_through(&self, e: &Expr) -> bool {
        let mut impure = Impure::default();
        impure.visit_expr(e);
        let inlined = |name: &String| {
            matches!(self.lookup(name), Some(Binding::Closure(_) | Binding::Iter(_)))
        };
        // a mutable reference that is passed on by its name
        let unique = |name: &String| {
            matches!(self.lookup(name), Some(Binding::Slot(s))
            if self.slots[*s].unique)
        };
        let changes = impure.found.is_some()
            || self.change_of_ours(&impure).is_some()
            || impure.argument_variables.iter().any(unique);
        !changes && !names(e.to_token_stream()).iter().any(inlined)
    }

    /// A method in opaque code that changes a variable of the function.
    fn change_of_ours(&self, impure: &Impure) -> Option<(String, String)> {
        let takes_unique = |(method, _): &&(Ident, String)| {
            self.names.inferred.callee_named(method).is_some_and(|callee| {
                callee.takes == crate::world::text::declarations::Receiver::Unique
            })
        };
        let by_type = impure
            .methods
            .iter()
            .filter(takes_unique)
            .map(|(method, root)| (method.to_string(), root.clone()));
        let all = impure.changes.iter().cloned().chain(by_type);
        all.into_iter().find(|(_, root)| match self.lookup(root) {
            Some(Binding::Slot(s)) => self.slots[*s].mutable || self.slots[*s].unique,
            Some(Binding::Alias(_) | Binding::Unique(_)) => true,
            Some(Binding::Cursor(..)) => true,
            Some(Binding::Window(window)) => window.is_unique(),
            Some(
                Binding::Tuple(_)
                | Binding::Option(..)
                | Binding::Result(..)
                | Binding::Closure(_)
                | Binding::Iter(_)
                | Binding::BodyArgument(_),
            )
            | None => false,
        })
    }

    /// The arguments of a macro must not change anything, nor leave the function.
    pub fn check_arguments(&mut self, mac: &syn::Macro) {
        let parser = syn::punctuated::Punctuated::<Expr, Token![,]>::parse_terminated;
        let Ok(arguments) = parser.parse2(mac.tokens.clone()) else { return };
        for (i, argument) in arguments.iter().enumerate() {
            let argument = match argument {
                // `name = value` of a format string
                Expr::Assign(a) if i > 0 && matches!(&*a.left, Expr::Path(_)) => &a.right,
                argument => argument,
            };
            let mut impure = Impure::default();
            impure.visit_expr(argument);
            let name = display_tokens(&mac.path);
            if let Some(found) = impure.found {
                self.error(
                    argument,
                    format!(
                        "{found} inside `{name}!` is not supported: move it to a separate \
                         statement before the macro"
                    ),
                );
            } else if let Some((method, root)) = self.change_of_ours(&impure) {
                self.error(
                    argument,
                    format!(
                        "`{method}` inside `{name}!` changes `{root}`, which is not supported: \
                         move it to a separate statement before the macro"
                    ),
                );
            }
        }
    }

    /// Opaque code over variables: each occurs in it under the given name.
    pub fn opaque_of(
        &mut self,
        code: TokenStream,
        captures: Vec<(&str, Var)>,
        ty: Ty,
        name: &str,
        span: Span,
    ) -> Var {
        let captures = captures
            .into_iter()
            .map(|(n, v)| Capture {
                name: n.to_string(),
                value: Tree::Leaf(v),
                by_reference: false,
            })
            .collect();
        let opaque = Opaque {
            advice: "use operators and the methods of real scalars".into(),
            ..Opaque::new(code, captures, "this expression")
        };
        self.emit(name, ty, Op::Opaque(Box::new(opaque)), span)
    }

    /// The user's variables that occur in tokens, also as `{x}` in format strings.
    pub fn captures(&mut self, tokens: TokenStream) -> Vec<Capture> {
        self.captures_without(tokens, None)
    }

    /// As [`Self::captures`], without one name.
    pub fn captures_without(&mut self, tokens: TokenStream, but: Option<&Ident>) -> Vec<Capture> {
        let span = tokens.clone().into_iter().next().map_or_else(Span::call_site, |t| t.span());
        let mut names = Vec::new();
        names_in(tokens, &mut names);
        let mut captures: Vec<Capture> = Vec::new();
        for name in names {
            if captures.iter().any(|c| c.name == name) || but.is_some_and(|but| *but == name) {
                continue;
            }
            let Some(binding) = self.lookup(&name).cloned() else { continue };
            if Self::slots_of(&binding)
                .iter()
                .any(|s| self.ssa.env.get(*s).copied().flatten().is_none())
            {
                continue;
            }
            let value = self.binding_value(&binding, span);
            let (value, by_reference) = self.capture_tree(value, span);
            captures.push(Capture { name, value, by_reference });
        }
        captures
    }

    pub fn capture_tree(&mut self, value: Value, span: Span) -> (Tree, bool) {
        match value {
            Value::Var(v, reference) => {
                if self.f.ty(v).is_source() {
                    let name = self.f.name(v);
                    let message = format!(
                        "the random number generator `{name}` is used in code that is not \
                         differentiated: draw from it in a `let` before, as in `let u: f64 = \
                         {name}.random();`"
                    );
                    self.diagnostics.error(span, message);
                }
                if let Ty::Function(_) = self.f.ty(v) {
                    let name = self.f.name(v);
                    let message = format!(
                        "the function `{name}` is used in code that is not differentiated: bind \
                         the result of `{name}` with a `let` before"
                    );
                    self.diagnostics.error(span, message);
                }
                (Tree::Leaf(v), reference)
            }
            Value::Alias(a) => (Tree::Leaf(self.read_alias(&a, span)), true),
            Value::Tuple(parts) => (
                Tree::Tuple(parts.into_iter().map(|p| self.capture_tree(p, span).0).collect()),
                false,
            ),
            Value::Option(m) => (Tree::Leaf(self.wrapped(&m, span)), false),
            Value::Result(o) => (Tree::Leaf(self.whole_result(&o, None, span)), false),
            value @ (Value::Closure(_) | Value::Iter(_)) => {
                let what = match value {
                    Value::Closure(_) => "a closure",
                    _ => "an iterator",
                };
                self.diagnostics.error(
                    span,
                    format!(
                        "{what} is used in code that is not differentiated: bind its result with a \
                         `let` before"
                    ),
                );
                (Tree::Tuple(Vec::new()), false)
            }
            Value::Never(_) => (Tree::Tuple(Vec::new()), false),
        }
    }

    /// The elements of an array literal.
    pub fn elements<'e>(&mut self, elements: impl Iterator<Item = &'e Expr>) -> Vec<Var> {
        elements
            .map(|e| {
                let value = self.operand(e);
                self.element(value, e.span())
            })
            .collect()
    }

    /// A value that is stored in a sequence. The target of a shared reference is copied, which is
    /// equivalent as long as it cannot change.
    pub fn element(&mut self, value: Value, span: Span) -> Var {
        if is_changeable(&value) {
            self.diagnostics.error(
                span,
                "mutable references in arrays are not supported: store the values, or indices",
            );
        } else if self.may_share_state(&value) {
            let message = "derivatives copy references in arrays, and the value behind this one \
                           may change, as that of a `Cell` does: use the value directly";
            self.diagnostics.error(span, message);
        }
        let value = self.referent(value, span);
        self.element_value(value, span)
    }

    /// Whether a value is or holds a reference through which its target may change.
    fn may_share_state(&self, value: &Value) -> bool {
        match value {
            Value::Var(v, true) => self.may_hold_cells(&self.ty(*v)),
            Value::Tuple(parts) => parts.iter().any(|part| self.may_share_state(part)),
            _ => false,
        }
    }

    fn may_hold_cells(&self, ty: &Ty) -> bool {
        match self.types.shallow(ty) {
            Ty::Foreign(of) => self.world().may_hold_cells(&of),
            ty @ (Ty::Infer(_) | Ty::Projected(_)) => {
                match (self.types.open_projection(&ty), self.types.origin(&ty)) {
                    (Some(Projection::Named(of)), _) | (None, Some(Origin::Opaque(Some(of)))) => {
                        self.world().may_hold_cells(&of)
                    }
                    (None, Some(Origin::Opaque(None))) => true,
                    _ => false,
                }
            }
            Ty::Tuple(parts) => parts.iter().any(|part| self.may_hold_cells(part)),
            ty => ty.element().is_some_and(|element| self.may_hold_cells(element)),
        }
    }

    /// The same value, with copies of the targets of shared references.
    fn referent(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Var(v, true) if matches!(self.shallow(v), Ty::Slice(_)) => {
                let ty = Ty::Vec(Box::new(self.shallow(v).element().cloned().unwrap_or(Ty::Bool)));
                let name = self.f.name(v).to_string();
                Value::Var(
                    self.emit(
                        &name,
                        ty,
                        Op::Read(crate::ir::Place { root: v, path: Vec::new() }),
                        span,
                    ),
                    false,
                )
            }
            Value::Tuple(parts) => {
                Value::Tuple(parts.into_iter().map(|part| self.referent(part, span)).collect())
            }
            Value::Var(_, true) => self.copy_referents(value, span),
            value => value,
        }
    }

    pub fn element_type(&mut self, vars: &[Var]) -> Ty {
        let element = match vars.first() {
            Some(v) => self.ty(*v),
            None => {
                let unknown = self.types.any();
                self.collected.empty_elements.push(unknown.clone());
                unknown
            }
        };
        for v in vars {
            self.unify_var(*v, &element);
        }
        element
    }

    /// A value as an element of an array: a tuple becomes one variable.
    pub fn element_value(&mut self, value: Value, span: Span) -> Var {
        match value {
            Value::Tuple(parts) => {
                let vars: Vec<Var> =
                    parts.into_iter().map(|p| self.element_value(p, span)).collect();
                let ty = Ty::Tuple(vars.iter().map(|v| self.ty(*v)).collect());
                self.emit("tuple", ty, Op::Tuple(vars), span)
            }
            Value::Var(v, false) => self.moved_value(v, span),
            other => self.scalar(other, span),
        }
    }

    pub fn is_const_located(located: &Located) -> bool {
        matches!(located, Located::Code(_))
    }
}

pub fn is_sequence_reference(s: &Lowerer<'_>, value: &Value) -> bool {
    match value {
        Value::Var(v, true) => s.shallow(*v).is_sequence(),
        Value::Alias(_) => true,
        Value::Tuple(parts) => parts.iter().any(|p| is_sequence_reference(s, p)),
        _ => false,
    }
}

/// Whether a value is or holds a unique reference.
fn is_changeable(value: &Value) -> bool {
    match value {
        Value::Alias(_) => true,
        Value::Tuple(parts) => parts.iter().any(is_changeable),
        _ => false,
    }
}

/// The identifiers in tokens that may be variables.
fn names_in(tokens: TokenStream, names: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |i: Option<usize>, c: char| {
        i.and_then(|i| tokens.get(i))
            .is_some_and(|t| matches!(t, TokenTree::Punct(p) if p.as_char() == c))
    };
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(g) => names_in(g.stream(), names),
            TokenTree::Ident(ident) => {
                let before = i.checked_sub(1);
                let two_before = i.checked_sub(2);
                // `.x` is a field, but `..x` ends a range
                let field = is(before, '.') && !is(two_before, '.');
                let in_path = (is(before, ':') && is(two_before, ':'))
                    || (is(Some(i + 1), ':') && is(Some(i + 2), ':'));
                let is_macro = is(Some(i + 1), '!') && !is(Some(i + 2), '=');
                if !field && !in_path && !is_macro {
                    names.push(ident.to_string());
                }
            }
            TokenTree::Literal(l) => {
                let literal = l.to_string();
                if literal.contains('{') && literal.contains('"') {
                    names_in_format(&literal, names);
                }
            }
            TokenTree::Punct(_) => {}
        }
    }
}

/// `{x}`, `{x:?}`, `{:width$}`, `{:.precision$}` in a format string.
fn names_in_format(text: &str, names: &mut Vec<String>) {
    let text = text.replace("{{", "").replace("}}", "");
    for hole in text.split('{').skip(1).filter_map(|part| part.split('}').next()) {
        let (name, format) = hole.split_once(':').unwrap_or((hole, ""));
        if is_ident(name.trim()) {
            names.push(name.trim().to_string());
        }
        for part in format.split('$') {
            let tail: String = part
                .chars()
                .rev()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect::<Vec<char>>()
                .into_iter()
                .rev()
                .collect();
            if is_ident(&tail) {
                names.push(tail);
            }
        }
    }
}

fn is_ident(text: &str) -> bool {
    text.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
        && text != "_"
        && syn::parse_str::<syn::Ident>(text).is_ok()
}

/// Replaces fields without reals, `self.years`, and lengths, `x.len()`, of values that carry reals
/// by variables, so that opaque code depends on no other part of these values. Likewise the numbers
/// behind several references, `**i`: a captured variable is behind one at most.
struct DiscreteParts<'l, 'a> {
    lowerer: &'l mut Lowerer<'a>,
    /// The names that are bound in the code.
    names: Vec<String>,
    captures: Vec<Capture>,
}

impl DiscreteParts<'_, '_> {
    /// Replaces an expression by a variable with its value.
    fn replace(&mut self, e: &mut Expr) {
        let value = self.lowerer.operand_var(e);
        let mut name = format!("part_{}", self.captures.len());
        while self.names.contains(&name) {
            name.push('_');
        }
        let ident = Ident::new(&name, e.span());
        *e = syn::parse_quote!(#ident);
        self.captures.push(Capture { name, value: Tree::Leaf(value), by_reference: false });
    }

    /// Whether an expression dereferences a variable several times, down to an integer or a `bool`.
    fn is_number_behind_references(&mut self, e: &Expr) -> bool {
        let (mut of, mut depth) = (e, 0);
        while let Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) = unparen(of) {
            (of, depth) = (expr, depth + 1);
        }
        let is_variable = matches!(unparen(of), Expr::Path(p) if p.path.get_ident().is_some());
        depth > 1
            && is_variable
            && self.lowerer.seen_type(e).is_some_and(|ty| {
                let ty = self.lowerer.types.shallow(&ty);
                matches!(ty, Ty::Int(_) | Ty::Bool)
                    || self.lowerer.types.kind(&ty) == Some(Kind::Int)
            })
    }
}

impl DiscreteParts<'_, '_> {
    /// Whether a method asks for the count of the elements of a sequence that carries reals.
    fn is_length(&mut self, m: &syn::ExprMethodCall) -> bool {
        m.args.is_empty()
            && (m.method == "len" || m.method == "is_empty")
            && self.lowerer.seen_type(&m.receiver).is_some_and(|of| {
                let of = self.lowerer.types.shallow(&of);
                of.is_sequence() && !self.lowerer.types.is_discrete(&of)
            })
    }
}

impl VisitMut for DiscreteParts<'_, '_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::Field(f) => {
                let whole = self
                    .lowerer
                    .seen_type(&f.base)
                    .filter(|of| !self.lowerer.types.is_discrete(of));
                let part = whole
                    .and_then(|_| self.lowerer.seen_type(e))
                    .map(|ty| self.lowerer.types.shallow(&ty));
                if !matches!(part, Some(Ty::Int(_) | Ty::Bool)) {
                    return visit_mut::visit_expr_mut(self, e);
                }
                self.replace(e);
            }
            Expr::Unary(_) if self.is_number_behind_references(e) => self.replace(e),
            Expr::MethodCall(m) if self.is_length(m) => self.replace(e),
            // the left side is a place
            Expr::Binary(b) if is_compound(&b.op) => self.visit_expr_mut(&mut b.right),
            // a reference to a part refers into the whole
            Expr::Reference(_)
            | Expr::Closure(_)
            | Expr::Block(_)
            | Expr::Match(_)
            | Expr::If(_)
            | Expr::Macro(_)
            | Expr::Assign(_) => {}
            e => visit_mut::visit_expr_mut(self, e),
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// A description of an expression, and the advice if its value is active.
pub fn describe(e: &Expr) -> (String, String) {
    match unparen(e) {
        Expr::MethodCall(m) => {
            let name = m.method.to_string();
            let advice = match name.as_str() {
                "sum" | "product" | "map" | "fold" | "filter" | "windows" | "chunks"
                | "collect" | "iter" | "into_iter" | "zip" | "max_by" | "min_by" | "for_each" => {
                    "this form of chain is not supported on active values: collect into a Vec, or \
                     write a `for` loop"
                        .to_string()
                }
                _ => "use operators and the methods of real scalars, or a separate function with \
                      #[differentiate]"
                    .to_string(),
            };
            let chain = matches!(unparen(&m.receiver), Expr::MethodCall(_));
            (
                if chain {
                    format!("a chain of methods that ends with `{name}`")
                } else {
                    format!("a call of the method `{name}`")
                },
                advice,
            )
        }
        Expr::Field(f) => (
            format!("the field `{}`", f.member.to_token_stream()),
            "cannot infer the type of the struct: annotate the `let` of the value".into(),
        ),
        Expr::Struct(_) => ("a struct value".into(), "bind it with a `let`, field by field".into()),
        Expr::Call(c)
            if matches!(unparen(&c.func), Expr::Path(p) if p.path.segments.last()
            .is_some_and(|s| is_spelled_as_type(&s.ident.to_string()))) =>
        {
            (format!("a value of `{}`", display_tokens(&c.func)), "bind it with a `let`".into())
        }
        Expr::Call(c) => (
            format!("a call of `{}`", display_tokens(&c.func)),
            "use operators and the methods of real scalars, or call a function with \
             #[differentiate]"
                .into(),
        ),
        Expr::Index(_) => {
            ("an index into a value of unknown type".into(), "annotate its type".into())
        }
        _ => ("this expression".into(), "use operators and the methods of real scalars".into()),
    }
}
