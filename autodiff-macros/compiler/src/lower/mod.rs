//! Rust syntax → Linear A.
//!
//! One walk over the user's function in evaluation order. Every user variable is a *slot*, and a
//! table holds the current SSA version of each slot; an assignment, or an update of an element,
//! creates a new version of the slot. Branches and loops compare the tables before and after their
//! blocks, and each changed slot becomes a result or a carried variable ([`control`]). Tuples are
//! flattened: a tuple binding has one slot per component. References are resolved: a shared one is
//! a view (or the variable itself), a unique one is an alias that resolves to the slot's current
//! version at each use ([`places`]). Types are inferred by unification during the walk ([`types`])
//! and resolved at the end ([`finish`]). There it is also known which calls have no active
//! arguments: those remain calls of the original function.
//!
//! Errors are collected; after an error the walk continues with a variable of an error type
//! ([`no_value`]).
//!
//! | Folder or file | What it lowers, or decides |
//! | --- | --- |
//! | [`signature`], [`expr`], [`stmt`], [`structs`] | the walk: parameters and results, expressions, statements, values of structs and enums |
//! | [`state`], [`attempt`], [`value`], [`no_value`], [`finish`] | the state of the walk; tentative lowering with rollback; results of expressions; placeholders after errors; final types and inactive calls |
//! | [`desugar`] | rewrites of syntax before lowering |
//! | [`names`] | what names in a body resolve to: constants, items, aliases |
//! | [`types`] | types by unification, from signatures, inference and later lines |
//! | [`places`] | places, and references to them |
//! | [`ownership`] | copies, moves, drops and guards |
//! | [`control`] | branches, loops, exits and patterns |
//! | [`calls`] | calls of functions, methods and operators |
//! | [`functions`] | closures, and functions, iterators and implementors as arguments |
//! | [`library`] | methods of `std`: options, results, sequences, strings, numbers |
//! | [`iterate`] | iterators |
//! | [`opaque`] | code that is passed through |

mod attempt;
mod calls;
mod control;
mod desugar;
mod expr;
mod finish;
mod functions;
mod iterate;
mod library;
mod names;
mod no_value;
mod opaque;
mod ownership;
mod places;
mod signature;
mod state;
mod stmt;
mod structs;
mod types;
mod value;

pub(crate) use calls::foreign_methods;
pub(crate) use names::pattern_names;
pub use structs::last_name;

use crate::diagnostics::Diagnostics;
use crate::infer::{self, Inferred};
use crate::ir::hash::{HashMap, HashSet};
use crate::ir::*;
use crate::params;
use crate::std_declarations::{self, Receiver};
use crate::world::bodies::inlining::CallerNames;
use crate::world::group::GroupSignature;
use crate::world::spans::{operator_span, span_of};
use crate::world::types::plain_types::ItemId;
use crate::world::{GroupView, World};
use control::flow::{Context, Exit};
use functions::closure::Closure;
use iterate::{Items, Iter, PassedItems};
use library::option::{OptionValue, Payload};
use library::result::ResultValue;
use places::place::Alias;
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use signature::{FencedType, is_lint};
use state::{ChainState, CollectedState, NameInfo, SignatureState, SsaState, VarFacts};
use std::rc::Rc;
use syn::spanned::Spanned;
use syn::visit::Visit;
use types::feedback::Feedback;
use types::neutral::Neutral;
use types::option_hint::OptionHint;
use types::{Kind, Origin, Types};
use value::Value;

/// A function in Linear A, and its interface.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The function.
    pub function: Function,
    /// Its signature.
    pub interface: Interface,
    /// Items that do not compile if a name that is treated as one of the library or of `std` is
    /// user-defined.
    pub witnesses: Vec<TokenStream>,
    /// The types that have no tangents according to the file.
    pub plain: Vec<(String, ItemId)>,
    /// The closures that are passed to functions, lifted to functions of their captures and
    /// arguments.
    pub lifted: Vec<LiftedFunction>,
}

/// A lifted closure.
#[derive(Clone, Debug)]
pub struct LiftedFunction {
    /// The function.
    pub function: Function,
    /// Its signature.
    pub interface: Interface,
    /// The count of its parameters that are captures: the first ones.
    pub captures: usize,
}

/// Lowers a function that passed the [fence](crate::fence::fence), or nearly so. `None` if there
/// were errors, all of which are then in `diagnostics`.
pub fn lower(item: &syn::ItemFn, diagnostics: &mut Diagnostics) -> Option<Lowered> {
    lower_in(item, &LoweringEnv::default(), diagnostics)
}

/// The environment of a function.
#[derive(Clone, Default)]
pub struct LoweringEnv<'a> {
    /// Where it is defined.
    pub world: World,
    /// The type that has it as an associated function.
    pub owner: Option<&'a TokenStream>,
    /// For a function that implements an operator, the type of the right operand.
    pub operand: Option<&'a TokenStream>,
    /// Its name qualified with the trait, if it is a function of one.
    pub qualified: &'a [String],
    /// Whether it must be linear in some parameters: a function that combines a constant with
    /// linear values is then a linear map.
    pub linear: bool,
    /// Whether it is differentiated only because a function of its group calls it: then parameters
    /// of types without tangents are constant.
    pub is_helper: bool,
    /// Whether it is returned despite errors, so that its calls can be inspected.
    pub despite_errors: bool,
}

/// As [`lower`], for a function with an environment. Names that are known to be aliases are
/// expanded.
pub fn lower_in(
    item: &syn::ItemFn,
    around: &LoweringEnv<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Lowered> {
    names::items::check_statics(item, diagnostics);
    let Some((names, expanded)) = names::aliases::without_aliases(item, &around.world) else {
        return lower_desugared(item, None, around, diagnostics);
    };
    let mut errors = Diagnostics::new();
    let expanded = lower_desugared(&expanded, Some(&names), around, &mut errors);
    if errors.is_empty() {
        return expanded;
    }
    // retried because a type that is no alias may have the name of one
    let mut by_name = Diagnostics::new();
    let lowered = lower_desugared(item, None, around, &mut by_name).filter(|_| by_name.is_empty());
    if lowered.is_none() {
        diagnostics.append(errors);
        return expanded;
    }
    lowered
}

/// Rewrites the syntax of a function, and lowers it. `names` has the aliases that were expanded.
fn lower_desugared(
    item: &syn::ItemFn,
    names: Option<&names::aliases::AliasScope>,
    around: &LoweringEnv<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Lowered> {
    let caller_names = Rc::new(CallerNames::of(item));
    let with_variants =
        desugar::renamed_variants::with_original_variants(item, &caller_names, &around.world);
    let mut item = with_variants.unwrap_or_else(|| item.clone());
    let (has_imports, mut outside) = (names::items::has_imports(&item), Vec::new());
    if let Some((without_items, items)) = names::items::without_items(&item, around) {
        (item, outside) = (without_items, items);
    }
    desugar::arrays::rewrite_array_constructors(&mut item, &caller_names, &around.world);
    let inferred = || Inferred::of(&item, has_imports, &[], &around.world);
    if let Some(without_parallel_iterators) = desugar::parallel::without_parallel_iterators(
        &item,
        &caller_names,
        &around.world,
        inferred,
        diagnostics,
    ) {
        item = without_parallel_iterators;
    }
    let constants: Vec<_> = outside.iter().filter_map(names::items::constant).collect();
    let inferred = Rc::new(Inferred::of(&item, has_imports, &constants, &around.world));
    infer::annotate(&mut item, &inferred);
    let body = Body {
        item: &item,
        names,
        outside: &outside,
        inferred: &inferred,
        caller_names: &caller_names,
    };
    lower_with_feedback(body, around, diagnostics)
}

/// A function to be lowered.
#[derive(Clone, Copy)]
struct Body<'a> {
    item: &'a syn::ItemFn,
    /// The expanded aliases.
    names: Option<&'a names::aliases::AliasScope>,
    /// The items that were moved out of it.
    outside: &'a [TokenStream],
    inferred: &'a Rc<Inferred>,
    /// The names that it defines.
    caller_names: &'a Rc<CallerNames>,
}

/// Lowers a function until a round yields no new feedback.
fn lower_with_feedback(
    body: Body<'_>,
    around: &LoweringEnv<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Lowered> {
    let errors = diagnostics.len();
    let mut known = Feedback::default();
    loop {
        let mut feedback = Feedback::default();
        let lowered = lower_with(body, around, &known, &mut feedback, diagnostics);
        if !known.extend(feedback) {
            return lowered;
        }
        diagnostics.take_back(errors);
    }
}

/// Lowers a function once. `known` is the feedback of earlier rounds, and `feedback` receives that
/// of this one.
fn lower_with(
    Body { item, names, outside, inferred, caller_names }: Body<'_>,
    around: &LoweringEnv<'_>,
    known: &Feedback,
    feedback: &mut Feedback,
    diagnostics: &mut Diagnostics,
) -> Option<Lowered> {
    let errors = diagnostics.len();
    let mut lowerer = Lowerer::new(item.sig.ident.to_string(), around.clone(), diagnostics);
    lowerer.types.feedback = known.clone();
    lowerer.names.inferred = inferred.clone();
    lowerer.names.caller_names = caller_names.clone();
    if let Some(mut names) = names.cloned() {
        lowerer.collected.witnesses.append(&mut names.checks);
        lowerer.types.names = Some(names);
    }
    lowerer.note_structs(item);
    let rewritten = desugar::ref_mut::without_ref_mut(item);
    let item = rewritten.as_ref().unwrap_or(item);
    let mut interface = lowerer.signature(&item.sig);
    lowerer.names.types_inside = outside.iter().filter_map(names::items::type_name).collect();
    lowerer.names.constants_inside = outside.iter().filter_map(names::items::constant).collect();
    lowerer.collected.witnesses.extend_from_slice(outside);
    lowerer.name_patterns(item);
    lowerer.names.draws_from_back = iterate::has_items_from_back(item);
    lowerer.check_sources(&item.block);
    lowerer.body(&item.block);
    let of_either = lowerer.witness_of_either();
    lowerer.check_values(errors);
    let fenced = lowerer.ssa.fenced;
    let mut witnesses = std::mem::take(&mut lowerer.collected.witnesses);
    witnesses.extend(of_either);
    witnesses.extend(lowerer.types.names.take().into_iter().flat_map(|names| names.checks));
    let mut plain = Vec::new();
    for of in std::mem::take(&mut lowerer.types.plain).into_values().flatten() {
        witnesses.extend(of.checks);
        plain.extend(of.names);
    }
    plain.sort_unstable();
    plain.dedup();
    let needed = std::mem::take(&mut lowerer.collected.needed_traits);
    let (function, lifted) = lowerer.finish(&mut interface, feedback);
    let of_closures =
        lifted.iter().flat_map(|l| library::numbers::checks(&item.sig, &l.function, Vec::new()));
    witnesses.extend(
        library::numbers::checks(&item.sig, &function, needed).into_iter().chain(of_closures),
    );
    let is_whole = diagnostics.len() == errors && !fenced;
    (is_whole || around.despite_errors).then_some(Lowered {
        function,
        interface,
        witnesses,
        plain,
        lifted,
    })
}

/// The index of a slot.
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

/// What a name is bound to.
#[derive(Clone, Debug)]
enum Binding {
    Slot(SlotId),
    Alias(Alias),
    /// A unique reference to a value that is held in several variables.
    Unique(Box<Binding>),
    Tuple(Vec<Binding>),
    /// An `Option`: whether it is `Some`, and the payload.
    Option(SlotId, Box<Binding>),
    /// A `Result`: whether it is `Ok`, the value, and the error.
    Result(SlotId, Box<[Binding; 2]>),
    Closure(Rc<Closure>),
    Iter(Rc<Iter>),
    /// An iterator that may be advanced, with the counts of items that it has passed.
    Cursor(Rc<Items>, PassedItems),
    /// A reference to a part of a slice, which may be assigned another part.
    Window(Box<places::windows::Window>),
    /// A parameter of a method of std that is lowered as its body: what was passed, as it is.
    BodyArgument(Box<library::prelude::BodyArgument>),
}

/// How an argument is written, if its call turns out to have no active arguments.
#[derive(Clone)]
struct Spelling {
    name: Option<String>,
    by_reference: bool,
}

struct Lowerer<'a> {
    f: Function,
    diagnostics: &'a mut Diagnostics,
    around: LoweringEnv<'a>,
    types: Types,
    slots: Vec<Slot>,
    /// The blocks being written, innermost last.
    blocks: Vec<Block>,
    ssa: SsaState,
    chain: ChainState,
    facts: VarFacts,
    collected: CollectedState,
    sig: SignatureState,
    names: NameInfo,
    /// The feedback for the next round.
    feedback: Feedback,
    /// Whether too many closures were inlined: then none is inlined until all of them have ended.
    nested_too_deeply: bool,
}

impl<'a> Lowerer<'a> {
    /// Where the function is defined.
    fn world(&self) -> &World {
        &self.around.world
    }

    /// The items of the module or block under the attribute.
    fn group(&self) -> Option<&GroupView> {
        self.around.world.group()
    }

    fn new(name: String, around: LoweringEnv<'a>, diagnostics: &'a mut Diagnostics) -> Lowerer<'a> {
        Lowerer {
            f: Function { name, vars: Vec::new(), params: Vec::new(), body: Block::default() },
            diagnostics,
            types: Types::new(around.world.clone()),
            around,
            slots: Vec::new(),
            blocks: vec![Block::default()],
            ssa: SsaState::new(),
            chain: ChainState::new(),
            facts: VarFacts::default(),
            collected: CollectedState::default(),
            sig: SignatureState::new(),
            names: NameInfo::default(),
            feedback: Feedback::default(),
            nested_too_deeply: false,
        }
    }

    fn error(&mut self, at: &dyn ToTokens, message: impl Into<String>) {
        self.diagnostics.error_over(at.to_token_stream(), message);
    }

    /// A value to continue with where the fence has reported an error.
    fn behind_fence(&mut self, span: Span) -> Value {
        self.ssa.fenced = true;
        self.dummy_value(span)
    }

    /// Whether the fence has reported an error in a type.
    fn is_fenced(&mut self, ty: &syn::Type) -> bool {
        let mut found = FencedType { generics: &self.sig.rejected_generics, found: false };
        found.visit_type(ty);
        self.ssa.fenced |= found.found;
        found.found
    }

    /// `let name = op` in the current block.
    fn emit(&mut self, name: &str, ty: Ty, op: Op, span: Span) -> Var {
        let op = self.read_through_views(op, span);
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
        self.slots.push(Slot {
            name: name.to_string(),
            ty,
            mutable,
            reference: false,
            unique: false,
        });
        self.ssa.env.resize(self.slots.len(), None);
        let id = self.slots.len() - 1;
        self.ssa.env[id] = value;
        id
    }

    fn lookup(&self, name: &str) -> Option<&Binding> {
        self.ssa.scope.iter().rev().find(|(n, _)| n == name).map(|(_, b)| b)
    }

    /// The current value of a binding.
    fn binding_value(&mut self, binding: &Binding, span: Span) -> Value {
        match binding {
            Binding::Slot(s) => match self.ssa.env.get(*s).copied().flatten() {
                Some(v) => Value::Var(self.current_view(*s, v, span), self.slots[*s].reference),
                None => Value::Var(self.report_unset(*s, span), false),
            },
            Binding::Alias(a) => Value::Alias(a.clone()),
            Binding::Unique(of) => self.unique_reference(of),
            Binding::Tuple(parts) => {
                Value::Tuple(parts.iter().map(|p| self.binding_value(p, span)).collect())
            }
            Binding::Option(some, payload) => {
                let Some(some) = self.ssa.env.get(*some).copied().flatten() else {
                    return self.dummy_value(span);
                };
                let payload = self.payload_of(payload, span);
                Value::Option(Box::new(OptionValue { some, payload }))
            }
            Binding::Result(ok, parts) => {
                let Some(ok) = self.ssa.env.get(*ok).copied().flatten() else {
                    return self.dummy_value(span);
                };
                let [value, error] = &**parts;
                let (value, error) = (self.payload_of(value, span), self.payload_of(error, span));
                Value::Result(Box::new(ResultValue { ok, value, error }))
            }
            Binding::Closure(c) => Value::Closure(c.clone()),
            Binding::Iter(i) => Value::Iter(i.clone()),
            Binding::Cursor(items, passed) => match self.remaining_items(items, *passed, span) {
                Some(rest) => Value::Iter(Rc::new(Iter::Items(rest))),
                None => self.never_value(span),
            },
            Binding::Window(window) => self.value_of_window(window, span),
            Binding::BodyArgument(passed) => {
                let located = self.locate_passed(passed, span);
                self.value_of(located, span)
            }
        }
    }

    /// The value in the variables for a payload, if they are set.
    fn payload_of(&mut self, payload: &Binding, span: Span) -> Payload {
        let set = Self::slots_of(payload)
            .iter()
            .all(|s| self.ssa.env.get(*s).copied().flatten().is_some());
        if set { Payload::Value(self.binding_value(payload, span)) } else { Payload::Unknown }
    }

    /// Slots for a value of the given type.
    fn slots_for(&mut self, name: &str, ty: &Ty, mutable: bool) -> Binding {
        match self.types.shallow(ty) {
            Ty::Tuple(parts) => Binding::Tuple(
                parts
                    .iter()
                    .enumerate()
                    .map(|(i, p)| self.slots_for(&format!("{name}_{i}"), p, mutable))
                    .collect(),
            ),
            _ => Binding::Slot(self.slot(name, ty.clone(), mutable, None)),
        }
    }

    fn slots_of(binding: &Binding) -> Vec<SlotId> {
        match binding {
            Binding::Slot(s) => vec![*s],
            Binding::Alias(_) | Binding::Unique(_) => Vec::new(),
            Binding::Tuple(parts) => parts.iter().flat_map(Self::slots_of).collect(),
            Binding::Option(some, payload) => {
                std::iter::once(*some).chain(Self::slots_of(payload)).collect()
            }
            Binding::Result(ok, parts) => {
                std::iter::once(*ok).chain(parts.iter().flat_map(Self::slots_of)).collect()
            }
            Binding::Window(window) => window.slots().to_vec(),
            // their slots outlive their names
            Binding::Closure(_)
            | Binding::Iter(_)
            | Binding::Cursor(..)
            | Binding::BodyArgument(_) => Vec::new(),
        }
    }

    // ---------- the signature

    fn body(&mut self, block: &syn::Block) {
        self.stmts(&block.stmts, control::flow::Finish::Return, block.brace_token.span.close());
        self.decide_moves_before_assignments(block, 0);
    }
}

/// Tokens as a string, as a user would read them.
fn display_tokens(tokens: &dyn ToTokens) -> String {
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
