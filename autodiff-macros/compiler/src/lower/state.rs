//! The state of the lowerer, grouped by what it is for.
//!
//! A failed attempt ([`super::attempt`]) leaves nothing behind. [`SsaState`] and [`ChainState`] are
//! copied before it and put back after it; [`Collected`] and the lists of [`SignatureState`] are
//! truncated; the rows of [`VarFacts`] for new variables are dropped; [`NameInfo`] does not change
//! inside of an expression.

use super::*;

/// The walk: versions of slots, scopes, and the blocks that are open.
#[derive(Clone)]
pub(super) struct SsaState {
    /// The current version of each slot.
    pub(super) env: Vec<Option<Var>>,
    pub(super) scope: Vec<(String, Binding)>,
    pub(super) exit: Exit,
    /// Every loop and labelled block so far.
    pub(super) contexts: Vec<Context>,
    /// Those that are open.
    pub(super) open: Vec<usize>,
    /// The contexts of the closures that are being inlined and have a `return`, with what is known
    /// of their results.
    pub(super) closures: Vec<(usize, Holder)>,
    /// How many closures are being inlined.
    pub(super) inlined: usize,
    /// How many expressions are being lowered, one inside of another.
    pub(super) depth: usize,
    /// Whether something was met that the fence has reported.
    pub(super) fenced: bool,
    /// How many parts of expressions got a `let` of their own.
    pub(super) questions: usize,
}

/// What the surroundings of the expression that is lowered say of it.
#[derive(Clone)]
pub(super) struct ChainState {
    /// Whether the method call that comes next is the receiver of another one.
    pub(super) in_chain: bool,
    /// Whether something that may be active occurs in the chain that is being lowered.
    pub(super) chain_reals: bool,
    /// Whether the chain that is lowered asks its source for all items.
    pub(super) chain_exhausts: bool,
    /// Whether a loop of the user's iterates the value.
    pub(super) is_iterated: bool,
    /// Whether the results of some calls are an `Option` or a `Result` ([`types::option_hint`]).
    pub(super) held: Vec<(*const (), Holder)>,
    /// The types that are expected of some calls ([`types::expected`]).
    pub(super) expectations: Vec<types::expected::Expectation>,
    /// The call whose value is discarded.
    pub(super) discarded: Option<*const ()>,
}

/// Tables of single variables.
#[derive(Default)]
pub(super) struct VarFacts {
    /// For each call, by its output variable, how its arguments are spelled.
    pub(super) spellings: HashMap<Var, Vec<Spelling>>,
    /// What views of parts of slices are parts of.
    pub(super) parts: HashMap<Var, (places::place::Root, Vec<Step>)>,
    /// What the views are of.
    pub(super) views: HashMap<Var, places::views::Origin>,
    /// The places of those that are of fields, in the version that there was.
    pub(super) fields: HashMap<Var, Place>,
    /// Outputs of calls that turned out to be tuples.
    pub(super) splits: HashMap<Var, Vec<Var>>,
    /// Variables that bear a user's name.
    pub(super) named: HashSet<Var>,
    /// Values of variables that may have been moved before an assignment ([`ownership::drops`]).
    pub(super) may_be_moved: HashSet<Var>,
    /// Values that are known to do something when they are dropped.
    pub(super) guards: HashSet<Var>,
    /// The places in constants that variables were read off.
    pub(super) constants: HashMap<Var, places::place::Code>,
    /// Those of the variables that are references to these places.
    pub(super) lent_constants: HashSet<Var>,
    /// Literals whose type is only known in the end.
    pub(super) neutral: HashMap<Var, Neutral>,
    /// What came out of fields that only rustc understands.
    pub(super) fields_by_pattern: HashSet<Var>,
    /// The parameters that are `Option`s of references.
    pub(super) lent_options: HashSet<Var>,
    /// Parts of tuples that were borrowed as a whole, with the number of these tuples: a field of
    /// such a reference is a place, not a reference.
    pub(super) parts_of_borrowed: HashMap<Var, usize>,
    /// Vectors that iterators were collected into to be passed to functions, and whether their
    /// items are references.
    pub(super) iterated: HashMap<Var, bool>,
    /// Items of what only rustc can iterate, and parts of them: they are what the user's variables
    /// refer to.
    pub(super) items_of_unseen: HashSet<Var>,
    /// For each call with functions among its arguments, by its output variable, what it is if it
    /// sees no active value.
    pub(super) alternatives: HashMap<Var, Opaque>,
}

impl VarFacts {
    /// Drops what is known of variables from this number on.
    pub(super) fn drop_from(&mut self, vars: usize) {
        let is_old = |v: &Var| (v.0 as usize) < vars;
        self.spellings.retain(|v, _| is_old(v));
        self.parts.retain(|v, _| is_old(v));
        self.views.retain(|v, _| is_old(v));
        self.fields.retain(|v, _| is_old(v));
        self.splits.retain(|v, _| is_old(v));
        self.named.retain(is_old);
        self.may_be_moved.retain(is_old);
        self.guards.retain(is_old);
        self.constants.retain(|v, _| is_old(v));
        self.lent_constants.retain(is_old);
        self.neutral.retain(|v, _| is_old(v));
        self.fields_by_pattern.retain(is_old);
        self.lent_options.retain(is_old);
        self.parts_of_borrowed.retain(|v, _| is_old(v));
        self.iterated.retain(|v, _| is_old(v));
        self.items_of_unseen.retain(is_old);
        self.alternatives.retain(|v, _| is_old(v));
    }
}

/// What the walk collects for `finish` and the emission.
#[derive(Default)]
pub(super) struct Collected {
    /// The values that assignments replaced, until it is seen whether their variables may have been
    /// moved ([`ownership::drops`]).
    pub(super) replaced: Vec<(SlotId, Var)>,
    /// The types of what the user clones, and where.
    pub(super) cloned: Vec<(Ty, Span)>,
    pub(super) witnesses: Vec<TokenStream>,
    /// Traits that type parameters must have.
    pub(super) needed_traits: Vec<library::numbers::Needed>,
    /// Identifiers that may name constants, and the types of what they are bound to.
    pub(super) either_bound: Vec<(Ident, Ty)>,
    /// The types that reals are converted to.
    pub(super) real_conversions: Vec<Ty>,
    /// The types of the elements that `[]` and `vec![]` do not have: of reals, if nothing else
    /// determines them.
    pub(super) empty: Vec<Ty>,
    /// The types that the methods called with active values are found through.
    pub(super) active_methods: Vec<(Ty, Span)>,
    /// Closures that are made functions.
    pub(super) lifted: Vec<functions::values::Lifted>,
}

/// What is known of the signature before the body is lowered.
pub(super) struct SignatureState {
    /// The slots of the result.
    pub(super) ret: Binding,
    pub(super) output: Ty,
    /// The in-out parameters.
    pub(super) unique: Vec<SlotId>,
    /// How many slots the parameters have, which come first.
    pub(super) parameters: usize,
    /// Whether the result is a reference, or an `Option` of one: for derivatives it is a value.
    pub(super) lends_output: bool,
    /// The type of the result as written.
    pub(super) written_output: Option<syn::Type>,
    /// The type and constant parameters as they are written.
    pub(super) written_generics: syn::Generics,
    /// `<T, N>`: the generic parameters of the function, which closures that are made functions
    /// have as well.
    pub(super) turbofish: TokenStream,
    /// The parameters that are functions.
    pub(super) functions: Vec<Rc<FunctionType>>,
    /// The type parameters of those that have none of the user's.
    pub(super) anonymous: Vec<GenericParam>,
    /// The type parameters that have been reported.
    pub(super) rejected_generics: Vec<String>,
    /// Differentiated traits that scalars are bounded by.
    pub(super) own_traits: Vec<functions::own_traits::OwnTrait>,
    /// The type parameters that are sources of random numbers, with their bounds.
    pub(super) sources: Vec<(Ident, TokenStream)>,
    /// The type parameters that implement differentiated traits.
    pub(super) implementors: Vec<functions::implementors::Implementor>,
}

/// What the text of the function and its files say of names and types.
#[derive(Default)]
pub(super) struct NameInfo {
    /// The identifiers in patterns that name constants.
    pub(super) pattern_names: Rc<names::pattern_names::PatternNames>,
    /// The types that were inferred before.
    pub(super) inferred: Rc<Inferred>,
    /// The names that the function defines itself.
    pub(super) own_names: Rc<OwnNames>,
    /// The types that are defined in the function.
    pub(super) types_inside: HashSet<String>,
    /// The constants that are defined in the function, with their types.
    pub(super) constants_inside: HashMap<String, syn::Type>,
    /// The names of methods that traits of the crate may have, once they were asked for.
    pub(super) trait_methods: Option<Vec<std::sync::Arc<std::collections::HashSet<String>>>>,
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
            open: Vec::new(),
            closures: Vec::new(),
            inlined: 0,
            depth: 0,
            fenced: false,
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
            held: Vec::new(),
            expectations: Vec::new(),
            discarded: None,
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
            lends_output: false,
            written_output: None,
            written_generics: syn::Generics::default(),
            turbofish: TokenStream::new(),
            functions: Vec::new(),
            anonymous: Vec::new(),
            rejected_generics: Vec::new(),
            own_traits: Vec::new(),
            sources: Vec::new(),
            implementors: Vec::new(),
        }
    }
}
