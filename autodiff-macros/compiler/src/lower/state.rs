//! The state of the lowerer, grouped by purpose.
//!
//! A failed attempt ([`super::attempt`]) leaves nothing behind. [`SsaState`] and [`ChainState`]
//! are copied before it and restored after it; [`CollectedState`] and the lists of [`SignatureState`]
//! are truncated; the rows of [`VarFacts`] for new variables are removed; [`NameInfo`] does not
//! change inside an expression.

use super::*;

/// The state of the walk: versions of slots, scopes, and open contexts.
#[derive(Clone)]
pub(super) struct SsaState {
    /// The current version of each slot.
    pub(super) env: Vec<Option<Var>>,
    pub(super) scope: Vec<(String, Binding)>,
    pub(super) exit: Exit,
    /// Every loop and labelled block so far.
    pub(super) contexts: Vec<Context>,
    /// The contexts that are open.
    pub(super) open_contexts: Vec<usize>,
    /// The contexts of the closures that are being inlined and contain a `return`, with what is
    /// known of their results.
    pub(super) closures: Vec<(usize, OptionHint)>,
    /// The count of closures that are being inlined.
    pub(super) inlined_closures: usize,
    /// The nesting depth of the current expression.
    pub(super) depth: usize,
    /// Whether an expression was lowered that the fence has reported.
    pub(super) fenced: bool,
    /// The first expression that is reached and has no value, although no error was reported.
    pub(super) first_without_value: Option<Span>,
    /// The count of subexpressions that were moved to `let`s.
    pub(super) questions: usize,
}

/// Facts about the current expression from its context.
#[derive(Clone)]
pub(super) struct ChainState {
    /// Whether the next method call is the receiver of another one.
    pub(super) in_chain: bool,
    /// Whether the current chain contains a value that may be active.
    pub(super) chain_reals: bool,
    /// Whether the current chain asks its source for all items.
    pub(super) chain_exhausts: bool,
    /// Whether a loop in the user's code iterates the value.
    pub(super) is_iterated: bool,
    /// Whether the results of some calls are an `Option` or a `Result` ([`types::option_hint`]).
    pub(super) option_hints: Vec<(*const (), OptionHint)>,
    /// The types that are expected of some calls ([`types::expected`]).
    pub(super) expectations: Vec<types::expected::Expectation>,
    /// The call whose value is discarded.
    pub(super) discarded_call: Option<*const ()>,
}

/// Tables of single variables.
#[derive(Default)]
pub(super) struct VarFacts {
    /// For each call, by its output variable, how its arguments are written.
    pub(super) spellings: HashMap<Var, Vec<Spelling>>,
    /// The place that a view of a part of a slice belongs to.
    pub(super) parts: HashMap<Var, (places::place::Root, Vec<Step>)>,
    /// The parts of arrays at an index of an axis.
    pub(super) array_parts: HashMap<Var, places::arrays::parts::ArrayPart>,
    /// The results of calls that may stay views of arrays ([`finish::array_views`]).
    pub(super) array_views: HashSet<Var>,
    /// Those of them that do not vary, but are read by calls with active arguments.
    pub(super) inactive_views: HashSet<Var>,
    /// The sequences of parts of arrays.
    pub(super) parts_of_arrays: HashMap<Var, iterate::arrays::of_arrays::OfArray>,
    /// The places that views refer to.
    pub(super) views: HashMap<Var, places::views::ViewedPlace>,
    /// The places of views of fields, in the version from which they were made.
    pub(super) fields: HashMap<Var, Place>,
    /// Outputs of calls that turned out to be tuples.
    pub(super) splits: HashMap<Var, Vec<Var>>,
    /// Variables that have a user's name.
    pub(super) named: HashSet<Var>,
    /// Values of variables that may have been moved before an assignment ([`ownership::drops`]).
    pub(super) may_be_moved: HashSet<Var>,
    /// Values whose drop is known to run code.
    pub(super) guards: HashSet<Var>,
    /// The names of variables that stand for ranges and that inference has not seen.
    pub(super) ranges: HashSet<String>,
    /// The places in constants from which variables were read.
    pub(super) constants: HashMap<Var, places::place::ConstantCode>,
    /// Those of these variables that are references to the places.
    pub(super) borrowed_constants: HashSet<Var>,
    /// Literals whose type is known only at the end.
    pub(super) neutral: HashMap<Var, Neutral>,
    /// Values of fields that only rustc understands.
    pub(super) fields_by_pattern: HashSet<Var>,
    /// The parameters that are `Option`s of references.
    pub(super) borrowed_options: HashSet<Var>,
    /// The parameters that are views of arrays.
    pub(super) view_params: HashSet<Var>,
    /// Components of tuples that were borrowed as a whole, with the index of the tuple: a field of
    /// such a reference is a place, not a reference.
    pub(super) parts_of_borrowed: HashMap<Var, usize>,
    /// Vectors into which iterators were collected to be passed to functions, and whether their
    /// items are references.
    pub(super) iterated: HashMap<Var, bool>,
    /// Items that only rustc can iterate, and parts of them: the user's variables refer to them.
    pub(super) opaque_items: HashSet<Var>,
    /// The vectors of the items of values of other crates' types: std trusts the lengths of no
    /// iterators over these.
    pub(super) items_of_foreign: HashSet<Var>,
    /// For each call with functions among its arguments, by its output variable, the code to emit
    /// if it has no active arguments.
    pub(super) alternatives: HashMap<Var, Opaque>,
}

impl VarFacts {
    /// Removes the facts about variables from this index on.
    pub(super) fn drop_from(&mut self, vars: usize) {
        let is_old = |v: &Var| (v.0 as usize) < vars;
        self.spellings.retain(|v, _| is_old(v));
        self.parts.retain(|v, _| is_old(v));
        self.array_parts.retain(|v, _| is_old(v));
        self.array_views.retain(is_old);
        self.inactive_views.retain(is_old);
        self.parts_of_arrays.retain(|v, _| is_old(v));
        self.views.retain(|v, _| is_old(v));
        self.fields.retain(|v, _| is_old(v));
        self.splits.retain(|v, _| is_old(v));
        self.named.retain(is_old);
        self.may_be_moved.retain(is_old);
        self.guards.retain(is_old);
        self.constants.retain(|v, _| is_old(v));
        self.borrowed_constants.retain(is_old);
        self.neutral.retain(|v, _| is_old(v));
        self.fields_by_pattern.retain(is_old);
        self.borrowed_options.retain(is_old);
        self.view_params.retain(is_old);
        self.parts_of_borrowed.retain(|v, _| is_old(v));
        self.iterated.retain(|v, _| is_old(v));
        self.opaque_items.retain(is_old);
        self.items_of_foreign.retain(is_old);
        self.alternatives.retain(|v, _| is_old(v));
    }
}

/// What the walk collects for `finish` and for emission.
#[derive(Default)]
pub(super) struct CollectedState {
    /// The values that assignments replaced, until it is known whether their variables may have
    /// been moved ([`ownership::drops`]).
    pub(super) replaced_values: Vec<(SlotId, Var)>,
    /// The types of the values that the user clones, with spans.
    pub(super) cloned_types: Vec<(Ty, Span)>,
    pub(super) witnesses: Vec<TokenStream>,
    /// Traits that type parameters must have.
    pub(super) needed_traits: Vec<library::numbers::Needed>,
    /// Identifiers that may name constants, and the types of the values bound to them.
    pub(super) either_bound: Vec<(Ident, Ty)>,
    /// The types that reals are converted to.
    pub(super) real_conversions: Vec<Ty>,
    /// The element types of `[]` and `vec![]`: reals, if nothing else determines them.
    pub(super) empty_elements: Vec<Ty>,
    /// The types through which methods on active values are found.
    pub(super) active_methods: Vec<(Ty, Span)>,
    /// The lifted closures.
    pub(super) lifted: Vec<functions::values::LiftedClosure>,
}

/// Facts about the signature that are known before the body is lowered.
pub(super) struct SignatureState {
    /// The slots of the result.
    pub(super) ret: Binding,
    pub(super) output: Ty,
    /// The in-out parameters.
    pub(super) unique: Vec<SlotId>,
    /// The count of the slots of parameters, which come first.
    pub(super) parameters: usize,
    /// Whether the result is a reference, or an `Option` of one: for derivatives it is a value.
    pub(super) returns_reference: bool,
    /// The type of the result as written.
    pub(super) written_output: Option<syn::Type>,
    /// The type and constant parameters as they are written.
    pub(super) written_generics: syn::Generics,
    /// `<T, N>`: the generic parameters of the function, which lifted closures have as well.
    pub(super) turbofish: TokenStream,
    /// The parameters that are functions.
    pub(super) functions: Vec<Rc<FunctionType>>,
    /// The type parameters of function parameters for which the user wrote none.
    pub(super) anonymous: Vec<GenericParam>,
    /// The type parameters that have been reported.
    pub(super) rejected_generics: Vec<String>,
    /// Differentiated traits that bound scalars.
    pub(super) scalar_traits: Vec<functions::scalar_traits::ScalarTrait>,
    /// The type parameters that are sources of random numbers, with their bounds.
    pub(super) sources: Vec<(Ident, TokenStream)>,
    /// The type parameters that implement differentiated traits.
    pub(super) implementors: Vec<functions::implementors::Implementor>,
}

/// Facts about names and types from the source of the function and its files.
#[derive(Default)]
pub(super) struct NameInfo {
    /// The identifiers in patterns that name constants.
    pub(super) pattern_names: Rc<names::pattern_names::PatternNames>,
    /// The types that inference found before lowering.
    pub(super) inferred: Rc<Inferred>,
    /// The names that the function defines itself.
    pub(super) caller_names: Rc<CallerNames>,
    /// The types that are defined in the function.
    pub(super) types_inside: HashSet<String>,
    /// The constants that are defined in the function, with their types.
    pub(super) constants_inside: HashMap<String, syn::Type>,
    /// The names of methods that traits of the crate may have, computed on first use.
    pub(super) trait_methods: Option<Vec<std::sync::Arc<std::collections::HashSet<String>>>>,
    /// Whether the function may draw items from the back of an iterator.
    pub(super) draws_from_back: bool,
    /// Variables and fields that are operands of operators.
    pub(super) operands: HashSet<String>,
}

impl SsaState {
    pub(super) fn new() -> SsaState {
        SsaState {
            env: Vec::new(),
            scope: Vec::new(),
            exit: Exit::Normal,
            contexts: Vec::new(),
            open_contexts: Vec::new(),
            closures: Vec::new(),
            inlined_closures: 0,
            depth: 0,
            fenced: false,
            first_without_value: None,
            questions: 0,
        }
    }
}

impl ChainState {
    pub(super) fn new() -> ChainState {
        ChainState {
            in_chain: false,
            chain_reals: true,
            chain_exhausts: false,
            is_iterated: false,
            option_hints: Vec::new(),
            expectations: Vec::new(),
            discarded_call: None,
        }
    }
}

impl SignatureState {
    pub(super) fn new() -> SignatureState {
        SignatureState {
            ret: Binding::Tuple(Vec::new()),
            output: Ty::unit(),
            unique: Vec::new(),
            parameters: 0,
            returns_reference: false,
            written_output: None,
            written_generics: syn::Generics::default(),
            turbofish: TokenStream::new(),
            functions: Vec::new(),
            anonymous: Vec::new(),
            rejected_generics: Vec::new(),
            scalar_traits: Vec::new(),
            sources: Vec::new(),
            implementors: Vec::new(),
        }
    }
}
