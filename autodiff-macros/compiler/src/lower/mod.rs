//! Rust syntax → Linear A.
//!
//! One walk over the user's function in evaluation order. Every user variable is a *slot*, and a table holds the current
//! SSA version of each slot; an assignment, or an update of an element, gives the slot a new version. Branches and loops
//! compare the tables before and after their blocks, and what changed becomes a result or a carried variable ([`flow`]).
//! Tuples are flattened: a tuple binding has one slot per component. References are looked through: a shared one is a view (or the
//! very variable), a unique one is an alias that is resolved to the slot's current version at each use ([`place`]).
//! Types are inferred by unification on the way ([`types`]) and resolved at the end ([`finish`]), where it also shows which calls see
//! no active value: those stay calls of the original function.
//!
//! Errors are collected; after one the walk goes on with a variable of an error type.

mod calls;
mod control;
mod expr;
mod finish;
mod flow;
mod iterate;
mod methods;
mod opaque;
mod pattern;
mod place;
mod stmt;
mod types;

use crate::diagnostics::Diagnostics;
use crate::ir::*;
use flow::{Context, Exit};
use place::Alias;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::spanned::Spanned;
use syn::visit::Visit;
use types::{Kind, Origin, Types};

/// A function in Linear A, and what it looks like from outside.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The function.
    pub function: Function,
    /// Its signature.
    pub interface: Interface,
    /// Items that do not compile if a name that was understood as one of the library or of `std` is the user's own.
    pub witnesses: Vec<TokenStream>,
}

/// Lowers a function that passed the [fence](crate::fence::fence), or nearly so. `None` if there were errors; they are all in `diagnostics` then.
pub fn lower(item: &syn::ItemFn, diagnostics: &mut Diagnostics) -> Option<Lowered> {
    let errors = diagnostics.len();
    let mut lowerer = Lowerer::new(item.sig.ident.to_string(), diagnostics);
    let mut interface = lowerer.signature(&item.sig);
    lowerer.body(&item.block);
    let fenced = lowerer.fenced;
    let witnesses = std::mem::take(&mut lowerer.witnesses);
    let function = lowerer.finish(&mut interface);
    (diagnostics.len() == errors && !fenced).then_some(Lowered { function, interface, witnesses })
}

/// The number of a slot.
type SlotId = usize;

/// A user variable, or a component of one.
struct Slot {
    name: String,
    ty: Ty,
    /// Whether its version may change.
    mutable: bool,
    /// Whether the user's variable is a reference to the value.
    reference: bool,
    /// Whether it is an in-out parameter.
    unique: bool,
}

/// What a name stands for.
#[derive(Clone, Debug)]
enum Binding {
    Slot(SlotId),
    Alias(Alias),
    Tuple(Vec<Binding>),
}

/// What an expression evaluates to.
#[derive(Clone, Debug)]
enum Value {
    /// A variable, and whether the expression is a reference to it.
    Var(Var, bool),
    /// A unique reference.
    Alias(Alias),
    Tuple(Vec<Value>),
    /// Control does not come back.
    Never,
}

/// How a call that turns out to see no active value is spelled.
#[derive(Clone)]
struct Spelling {
    name: Option<String>,
    by_reference: bool,
}

struct Lowerer<'a> {
    f: Function,
    diagnostics: &'a mut Diagnostics,
    types: Types,
    slots: Vec<Slot>,
    /// The current version of each slot.
    env: Vec<Option<Var>>,
    scope: Vec<(String, Binding)>,
    /// The blocks being written, innermost last.
    blocks: Vec<Block>,
    exit: Exit,
    /// Every loop and labelled block so far.
    contexts: Vec<Context>,
    /// Those that are open.
    open: Vec<usize>,
    /// The slots of the result.
    ret: Binding,
    output: Ty,
    /// The in-out parameters.
    unique: Vec<SlotId>,
    /// For each call, by its output variable, how its arguments are spelled.
    spellings: HashMap<Var, Vec<Spelling>>,
    /// Outputs of calls that turned out to be tuples.
    splits: HashMap<Var, Vec<Var>>,
    /// Variables that bear a user's name.
    named: HashSet<Var>,
    depth: usize,
    /// The generic type parameters.
    generics: Vec<String>,
    /// Whether something was met that the fence has reported.
    fenced: bool,
    witnesses: Vec<TokenStream>,
    /// The patterns that have been reported.
    rejected: HashSet<*const syn::Pat>,
}

impl<'a> Lowerer<'a> {
    fn new(name: String, diagnostics: &'a mut Diagnostics) -> Lowerer<'a> {
        Lowerer {
            f: Function { name, vars: Vec::new(), params: Vec::new(), body: Block::default() },
            diagnostics,
            types: Types::new(),
            slots: Vec::new(),
            env: Vec::new(),
            scope: Vec::new(),
            blocks: vec![Block::default()],
            exit: Exit::Normal,
            contexts: Vec::new(),
            open: Vec::new(),
            ret: Binding::Tuple(Vec::new()),
            output: Ty::unit(),
            unique: Vec::new(),
            spellings: HashMap::new(),
            splits: HashMap::new(),
            named: HashSet::new(),
            depth: 0,
            generics: Vec::new(),
            fenced: false,
            witnesses: Vec::new(),
            rejected: HashSet::new(),
        }
    }

    fn error(&mut self, at: &dyn ToTokens, message: impl Into<String>) {
        self.diagnostics.error_over(at.to_token_stream(), message);
    }

    /// An error, and a value to go on with.
    fn fail(&mut self, at: &dyn ToTokens, message: impl Into<String>) -> Value {
        self.error(at, message);
        Value::Var(self.dummy(at.to_token_stream().span()), false)
    }

    /// A value to go on with where the fence has reported an error.
    fn behind_fence(&mut self, span: Span) -> Value {
        self.fenced = true;
        Value::Var(self.dummy(span), false)
    }

    /// Whether the fence has reported something in a type.
    fn is_fenced(&mut self, ty: &syn::Type) -> bool {
        let mut found = FencedType { generics: &self.generics, found: false };
        found.visit_type(ty);
        self.fenced |= found.found;
        found.found
    }

    /// A variable to go on with after an error.
    fn dummy(&mut self, span: Span) -> Var {
        let ty = self.types.fresh(Kind::Any, Origin::Error);
        self.emit("error", ty, Op::Blank, span)
    }

    /// `let name = op` in the current block.
    fn emit(&mut self, name: &str, ty: Ty, op: Op, span: Span) -> Var {
        let var = self.f.fresh_primal(name, ty, span);
        self.push(vec![var], op, span);
        var
    }

    fn push(&mut self, vars: Vec<Var>, op: Op, span: Span) {
        if let Some(block) = self.blocks.last_mut() {
            block.push(vars, op, span);
        }
    }

    fn int(&mut self, value: i128, span: Span) -> Var {
        self.emit("c", Ty::USIZE, Op::Literal(Literal::Int(value)), span)
    }

    fn bool(&mut self, value: bool, span: Span) -> Var {
        self.emit("c", Ty::Bool, Op::Literal(Literal::Bool(value)), span)
    }

    fn ty(&self, var: Var) -> Ty {
        self.f.ty(var).clone()
    }

    fn shallow(&self, var: Var) -> Ty {
        self.types.shallow(self.f.ty(var))
    }

    fn unify_var(&mut self, var: Var, ty: &Ty) {
        let own = self.ty(var);
        self.types.unify(&own, ty);
    }

    fn slot(&mut self, name: &str, ty: Ty, mutable: bool, value: Option<Var>) -> SlotId {
        self.slots.push(Slot { name: name.to_string(), ty, mutable, reference: false, unique: false });
        self.env.resize(self.slots.len(), None);
        let id = self.slots.len() - 1;
        self.env[id] = value;
        id
    }

    fn lookup(&self, name: &str) -> Option<&Binding> {
        self.scope.iter().rev().find(|(n, _)| n == name).map(|(_, b)| b)
    }

    /// The current value of a binding.
    fn binding_value(&mut self, binding: &Binding, span: Span) -> Value {
        match binding {
            Binding::Slot(s) => match self.env.get(*s).copied().flatten() {
                Some(v) => Value::Var(v, self.slots[*s].reference),
                // rustc reports the use of what is not initialised
                None => Value::Var(self.dummy(span), false),
            },
            Binding::Alias(a) => Value::Alias(a.clone()),
            Binding::Tuple(parts) => Value::Tuple(parts.iter().map(|p| self.binding_value(p, span)).collect()),
        }
    }

    /// Slots for a value of the given type.
    fn slots_for(&mut self, name: &str, ty: &Ty, mutable: bool) -> Binding {
        match self.types.shallow(ty) {
            Ty::Tuple(parts) => {
                Binding::Tuple(parts.iter().enumerate().map(|(i, p)| self.slots_for(&format!("{name}_{i}"), p, mutable)).collect())
            }
            _ => Binding::Slot(self.slot(name, ty.clone(), mutable, None)),
        }
    }

    fn slots_of(binding: &Binding) -> Vec<SlotId> {
        match binding {
            Binding::Slot(s) => vec![*s],
            Binding::Alias(_) => Vec::new(),
            Binding::Tuple(parts) => parts.iter().flat_map(Self::slots_of).collect(),
        }
    }

    // ---------- the signature

    fn signature(&mut self, sig: &syn::Signature) -> Interface {
        self.generics = sig.generics.type_params().map(|t| t.ident.to_string()).collect();
        let (rust_output, output) = match &sig.output {
            syn::ReturnType::Default => {
                self.error(
                    &sig.ident,
                    "nothing to differentiate: the function returns nothing; return the values that are to have a derivative",
                );
                (TokenStream::new(), Ty::unit())
            }
            syn::ReturnType::Type(_, ty) => (ty.to_token_stream(), self.output_type(ty)),
        };
        self.output = output.clone();
        self.ret = self.slots_for("result", &output, true);
        let mut params = Vec::new();
        for (i, input) in sig.inputs.iter().enumerate() {
            if let syn::FnArg::Typed(input) = input {
                params.push((self.param(input, i), input));
            }
        }
        let reals: HashSet<Real> = params.iter().flat_map(|(p, _)| reals(&p.ty)).chain(reals(&output)).collect();
        if reals.len() == 1 && reals.contains(&Real::F32) {
            self.types.default_real = Real::F32;
        }
        if !params.iter().any(|(p, _)| p.is_active()) {
            self.error(&sig.ident, "nothing to differentiate: no parameter carries a real that is not `#[constant]`; give it one of type f64, f32, or an array, slice, Vec or tuple of them");
        }
        for (param, input) in &params {
            let span = input.pat.span();
            let reference = param.passing == Passing::Shared;
            if param.passing == Passing::Unique {
                for var in param.value.leaves() {
                    let id = self.slot(&param.name, param.ty.clone(), true, Some(var));
                    self.slots[id].reference = true;
                    self.slots[id].unique = true;
                    self.unique.push(id);
                    self.scope.push((param.name.clone(), Binding::Slot(id)));
                }
                continue;
            }
            let value = param_value(&param.value, reference);
            self.bind(&input.pat, value, span);
        }
        Interface {
            name: sig.ident.to_string(),
            params: params.into_iter().map(|(p, _)| p).collect(),
            rust_output,
            output,
            output_value: Tree::Tuple(Vec::new()),
        }
    }

    fn output_type(&mut self, ty: &syn::Type) -> Ty {
        match types::signature(ty) {
            None if self.is_fenced(ty) => self.types.fresh(Kind::Any, Origin::Error),
            Some(Ty::Slice(_)) | None => {
                let what = match ty {
                    syn::Type::Reference(_) => {
                        "a returned reference is not supported yet: return an owned value (`.to_vec()`, or a copy)".to_string()
                    }
                    _ => format!(
                        "a result of type `{}` is not supported yet; supported are f64, f32, arrays, Vec, and tuples of these and of discrete values",
                        text(ty)
                    ),
                };
                self.error(ty, what);
                self.types.fresh(Kind::Any, Origin::Error)
            }
            Some(t) => {
                if t.is_discrete() {
                    self.error(
                        ty,
                        "nothing to differentiate: the result carries no real; return f64, f32, or an array, Vec or tuple of them",
                    );
                }
                t
            }
        }
    }

    fn param(&mut self, input: &syn::PatType, number: usize) -> Param {
        let mut constant = false;
        for attribute in &input.attrs {
            if attribute.path().is_ident("constant") && matches!(attribute.meta, syn::Meta::Path(_)) {
                constant = true;
            } else if !is_lint(attribute) {
                self.error(
                    attribute,
                    "this attribute is not supported on a parameter of a differentiated function; supported is `#[constant]`",
                );
            }
        }
        let (passing, inner) = match &*input.ty {
            syn::Type::Reference(r) if types::signature(&input.ty).is_none() => {
                (if r.mutability.is_some() { Passing::Unique } else { Passing::Shared }, &*r.elem)
            }
            ty => (Passing::Value, ty),
        };
        let ty = match types::signature(inner) {
            // a slice is always behind a reference
            Some(t) if passing != Passing::Value || !matches!(t, Ty::Slice(_)) => t,
            _ if self.is_fenced(&input.ty) => self.types.fresh(Kind::Any, Origin::Error),
            _ if constant => Ty::Foreign(inner.to_token_stream()),
            _ => {
                self.error(
                    &input.ty,
                    format!("a parameter of type `{}` is not supported yet; supported are f64, f32, integers, bool, char, &str, String, tuples, arrays, slices and Vec of these. If it carries no derivative, declare it `#[constant]`", text(&input.ty)),
                );
                self.types.fresh(Kind::Any, Origin::Error)
            }
        };
        let is_in_out = ty.is_discrete() && !matches!(ty, Ty::Tuple(_) | Ty::Foreign(_));
        if passing == Passing::Unique && !is_in_out && !matches!(ty, Ty::Infer(_)) {
            self.error(
                &input.ty,
                "a `&mut` parameter of reals is not supported yet: take it by value or by shared reference and return the result instead",
            );
        }
        let name = match &*input.pat {
            syn::Pat::Ident(p) => p.ident.to_string(),
            _ => format!("argument_{number}"),
        };
        let value = self.param_tree(&ty, &name, input.pat.span());
        let vars = value.leaves();
        self.f.params.extend(&vars);
        self.named.extend(vars);
        Param { name, rust_type: input.ty.to_token_stream(), ty, passing, constant, value }
    }

    fn param_tree(&mut self, ty: &Ty, name: &str, span: Span) -> Tree {
        match ty {
            Ty::Tuple(parts) => {
                Tree::Tuple(parts.iter().enumerate().map(|(i, p)| self.param_tree(p, &format!("{name}_{i}"), span)).collect())
            }
            _ => Tree::Leaf(self.f.fresh_primal(name, ty.clone(), span)),
        }
    }

    fn body(&mut self, block: &syn::Block) {
        self.stmts(&block.stmts, flow::Finish::Return, block.brace_token.span.close());
    }
}

struct FencedType<'g> {
    generics: &'g [String],
    found: bool,
}

impl<'ast> Visit<'ast> for FencedType<'_> {
    fn visit_type(&mut self, ty: &'ast syn::Type) {
        self.found |= matches!(ty, syn::Type::ImplTrait(_) | syn::Type::TraitObject(_) | syn::Type::Ptr(_) | syn::Type::FnPtr(_));
        syn::visit::visit_type(self, ty);
    }
    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.found |= path.segments.first().is_some_and(|s| self.generics.iter().any(|g| s.ident == g));
        syn::visit::visit_path(self, path);
    }
}

fn param_value(tree: &Tree, reference: bool) -> Value {
    match tree {
        Tree::Leaf(v) => Value::Var(*v, reference),
        Tree::Tuple(parts) => Value::Tuple(parts.iter().map(|p| param_value(p, reference)).collect()),
    }
}

fn reals(ty: &Ty) -> Vec<Real> {
    match ty {
        Ty::Real(r) => vec![*r],
        Ty::Tuple(parts) => parts.iter().flat_map(reals).collect(),
        t => t.element().map(reals).unwrap_or_default(),
    }
}

/// Whether an attribute only concerns lints, documentation or formatting.
fn is_lint(attribute: &syn::Attribute) -> bool {
    let path = attribute.path();
    path.segments.first().is_some_and(|s| ["allow", "expect", "warn", "deny", "doc", "rustfmt"].iter().any(|n| s.ident == n))
}

/// Tokens as a user would read them.
fn text(tokens: &dyn ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    [
        (" :: ", "::"),
        ("& ", "&"),
        (" <", "<"),
        ("< ", "<"),
        (" >", ">"),
        ("[ ", "["),
        (" ]", "]"),
        (" ;", ";"),
        (" ,", ","),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        (" !", "!"),
        (" .", "."),
        (". ", "."),
    ]
    .iter()
    .fold(text, |text, (from, to)| text.replace(from, to))
}
