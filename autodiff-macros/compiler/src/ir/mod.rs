//! Linear A with control flow: the only intermediate representation, which every pass reads and
//! writes.
//!
//! After *You Only Linearize Once* (Radul, Paszke, Frostig, Johnson, Maclaurin, POPL 2023),
//! extended with loops, branches, arrays updated in place, and calls.
//!
//! # Two sorts
//!
//! A variable is either *non-linear* (a primal value: real, discrete value or array; it may be used
//! any number of times) or *linear* (a tangent, or after transposition a cotangent; it is used
//! **exactly once**, except through [`Linear::Dup`] and [`Linear::Drop`]). Non-linear operations
//! never read a linear variable. Linear operations may read non-linear ones: to scale, to index, to
//! know a shape.
//!
//! # Normal form
//!
//! A function is a block; a block is a list of lets and a list of results; a let binds variables to
//! one operation whose operands are variables. Every variable is bound once (SSA). Control flow is
//! structured: [`Op::Branch`] and [`Op::Loop`] contain blocks. An inner block sees the non-linear
//! variables of the blocks around it. Of the linear ones, a branch consumes the same set in each
//! arm; a loop body sees none but the loop's own parameters (what it needs is carried). Results and
//! carried lists of both sorts may be mixed until unzipping.
//!
//! There are no tuple variables: lowering flattens them. [`Op::Tuple`] only constructs an element
//! of an array.
//!
//! # Arrays
//!
//! An array variable is a value; an update yields a new one and *consumes* the old: after
//! `b = update(a, [i], x)` nothing reads `a` again (a copy that is needed later is an explicit
//! [`Op::Read`] with an empty path). So emission may keep all versions in one buffer. A [`Place`]
//! is a root variable and a path into it. A [`Op::View`] is an alias of a place that is not updated
//! while the alias lives; views have no tangents of their own, the passes look through them. Such a
//! place may be the view that a method of an array of another crate returns ([`Step::View`]).
//!
//! Linear arrays are threaded in the same way: reading one, `(v, a') = read(a, path)`, returns the
//! array, so that it is still used once, and its transpose is an accumulation in place,
//! `a = accumulate(a', path, v)`. A one-hot array never exists.
//!
//! # Linear operations and their transposes
//!
//! | operation | transpose |
//! |---|---|
//! | `zero` | `drop` |
//! | `dup` | `add` |
//! | `neg`, `scale k`, `unscale k`, `cast` | themselves |
//! | `read` | `accumulate` |
//! | `update` (overwrite, the old element is dropped) | `take` (move the element out, leave zero) |
//! | `array` (from elements) | `unpack` |
//! | `repeat` | `sum` |
//! | `push` | `pop` |
//! | `swap` | itself |
//! | `tuple` | `untuple` |
//! | a call of a function's linear map | a call of its transposed map |
//!
//! # Unzipped form
//!
//! The primal function yields, after its results, the *residuals* (its frame). A loop may
//! [collect](Loop::collect) values in each iteration, which makes one [`Ty::Rows`] value; the loop
//! of the linear part [consumes](Loop::consume) it, row by row, in the order of its iterations. The
//! linear function has the residuals and the borrowed inputs as non-linear parameters.
//!
//! # Pullbacks
//!
//! A linear map may be a value: [`Op::Pullback`] is a function of cotangents that captures the
//! outer values it reads, [`Linear::Apply`] applies it. It is non-linear itself, so that a loop may
//! collect one in each iteration and the arms of a branch may have one each. Only
//! [`crate::passes::pullbacks`] constructs them, and [`crate::passes::defunctionalize`] removes
//! them again before emission.
//!
//! # Files
//!
//! ```text
//! types      the types, as far as a macro knows them
//! place      places
//! build      fresh variables and lets
//! uses       which variables an operation reads, and renaming
//! scoped     maps of facts that hold inside of a block
//! check      the verifier
//! print      listings
//! cost       the cost model W
//! interpret  an interpreter that counts work, and an oracle
//! hash       hash tables with a fixed seed
//! ```

pub mod build;
pub mod check;
pub mod cost;
pub mod hash;
pub mod interpret;
pub mod place;
pub mod print;
pub mod scoped;
pub mod types;
pub mod uses;

pub use place::{Member, Place, Step, VIEW_METHODS, ViewMethod};
use proc_macro2::{Ident, Span, TokenStream};
use std::rc::Rc;
pub use types::{
    AsLinear, Callee, FunctionArgument, FunctionType, Projection, PullbackType, Real,
    ResidualStorage, Ty, Wrapper,
};

/// A variable: an index into [`Function::vars`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);

impl std::fmt::Debug for Var {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "v{}", self.0)
    }
}

/// The sort of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A primal value.
    NonLinear,
    /// A tangent or a cotangent.
    Linear,
}

/// The data of a variable. For a linear variable, `ty` is the type of the primal value it is a
/// tangent of.
#[derive(Clone, Debug)]
pub struct VarInfo {
    /// The name in listings and messages: the user's where there is one. Need not be unique.
    /// (Shared: every stage has all variables of the stage before.)
    pub name: Rc<str>,
    /// Its type. (Shared in the same way.)
    pub ty: Rc<Ty>,
    /// Its sort.
    pub sort: Sort,
    /// The source position that it comes from.
    pub span: Span,
}

/// A function of Linear A.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name to show.
    pub name: String,
    /// All variables of the function.
    pub vars: Vec<VarInfo>,
    /// The parameters of both sorts, non-linear ones first.
    pub params: Vec<Var>,
    /// The body; its results are the function's, non-linear ones first.
    pub body: Block,
}

/// Lets, then results.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The bindings, in order.
    pub lets: Vec<Let>,
    /// The values of the block, of both sorts.
    pub results: Vec<Var>,
}

/// `let vars = op`.
#[derive(Clone, Debug)]
pub struct Let {
    /// The variables bound: as many as the operation has results.
    pub vars: Vec<Var>,
    /// The operation.
    pub op: Op,
    /// The span of the user's expression.
    pub span: Span,
}

/// An end of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Behind the last element of a vector.
    Last,
    /// Behind the last element of a deque.
    Back,
    /// Before the first element of a deque.
    Front,
}

/// A literal.
#[derive(Clone, Debug)]
pub enum Literal {
    /// As the user wrote it (`1.0`, `1e-3_f32`, `7`, `'a'`, `"text"`, `true`), without a sign.
    Source(TokenStream),
    /// A real made by a pass.
    Real(f64),
    /// An integer made by a pass.
    Int(i128),
    /// A bool made by a pass.
    Bool(bool),
    /// A constant of a real type, as the user wrote it (`T::PI()`), and its value as an `f64`.
    Named(TokenStream, f64),
}

/// Rust code with holes that the compiler does not look into: an expression on inactive values, or
/// a statement such as `println!` that is passed through.
#[derive(Clone, Debug)]
pub struct Opaque {
    /// The code as the user wrote it.
    pub code: TokenStream,
    /// The user's variables that occur in it, with their values.
    pub captures: Vec<Capture>,
    /// The values that it changes in place: the let binds the value of the code, if that is used,
    /// and then the new versions.
    pub changes: Vec<Change>,
    /// Whether it is a statement run for its effect: its result is `()`, it may read active values,
    /// and it is never removed as dead code.
    pub effect: bool,
    /// Whether it names a constant or a place in one, which costs nothing to recompute.
    pub again: bool,
    /// Whether it has no effects and returns the same value again: a value that borrows cannot be
    /// saved, so it is recomputed.
    pub repeatable: bool,
    /// Whether it never panics, so that it is removed if its value is unused.
    pub total: bool,
    /// Whether its result has no name in the user's function, where it is dropped at the end of the
    /// statement.
    pub temporary: bool,
    /// Whether its result is discrete for all captures (`x.to_bits()`), so that these may be
    /// active.
    pub discrete: bool,
    /// Whether its result holds no reals, whatever its captures hold: an array of integers.
    pub without_reals: bool,
    /// A description for the message about an active value in it: "a call of the method `foo`".
    pub what: String,
    /// What to write instead, for the same message.
    pub advice: String,
}

/// The name by which opaque code takes the value of its only capture, or the value that a pattern
/// finds in it: it is moved where the capture is not used again, and cloned elsewhere. So a type
/// need not implement `Clone` if its value is only passed on.
pub const TAKEN: &str = "taken_or_cloned";

/// A user variable inside opaque code.
#[derive(Clone, Debug)]
pub struct Capture {
    /// The user's name.
    pub name: String,
    /// The values of the variable (several for a tuple), with their nesting.
    pub value: Tree,
    /// Whether the user's variable is a reference to that value where ours is the value itself.
    pub by_reference: bool,
}

/// A value that opaque code changes: as for an argument by unique reference, its root is consumed.
#[derive(Clone, Debug)]
pub struct Change {
    /// The name of the reference in the code.
    pub name: String,
    /// The place that it refers to.
    pub place: Place,
}

/// A variable, or a tuple of trees of variables: how flattened values nest.
#[derive(Clone, Debug)]
pub enum Tree {
    /// One variable.
    Leaf(Var),
    /// A tuple, `()` if empty.
    Tuple(Vec<Tree>),
}

impl Tree {
    /// The variables, left to right.
    pub fn leaves(&self) -> Vec<Var> {
        match self {
            Tree::Leaf(v) => vec![*v],
            Tree::Tuple(parts) => parts.iter().flat_map(Tree::leaves).collect(),
        }
    }

    /// The same nesting over other variables.
    pub fn map(&self, f: &mut impl FnMut(Var) -> Var) -> Tree {
        match self {
            Tree::Leaf(v) => Tree::Leaf(f(*v)),
            Tree::Tuple(parts) => Tree::Tuple(parts.iter().map(|p| p.map(f)).collect()),
        }
    }
}

/// An argument of a call.
#[derive(Clone, Debug)]
pub enum Argument {
    /// By value.
    Value(Tree),
    /// By value, the index of an element. The linear part of the callee gets it again: the callee
    /// need not save it, and the caller can recompute it from the counters of its loops.
    Index(Tree),
    /// `&a`, `&a[i..j]`, or a variable that is a reference: a variable that holds memory, or a
    /// view.
    Shared(Var),
    /// `&mut a`, `&mut a[i..j]`: the call consumes the root and yields its new version.
    Unique(Place),
}

/// A call of a differentiated function.
#[derive(Clone, Debug)]
pub struct Call {
    /// The function that is called.
    pub callee: Callee,
    /// The arguments.
    pub arguments: Vec<Argument>,
    /// How the output nests, over the variables that the let binds first.
    pub output: Tree,
    /// For each argument by unique reference, whether the linear part of the callee may read its
    /// value before the call; missing entries are [`PriorValue::Changed`].
    pub prior_values: Vec<PriorValue>,
}

/// The value of an argument by unique reference that the linear part of the callee reads. If the
/// callee changes it, this is none: the callee saves what it needs. If the callee only reads it,
/// the argument is passed again. For `x.f()`, or `f(x)` where `x` is a mutable reference, the
/// caller may not know which holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriorValue {
    /// It is changed.
    Changed,
    /// It is not known whether it is changed.
    Unknown,
    /// The same after unzipping: a copy of the value before the call.
    Saved(Var),
}

/// The values of a loop's index, in order.
#[derive(Clone, Debug)]
pub struct Range {
    /// The index variable.
    pub index: Var,
    /// The first value.
    pub from: Var,
    /// The end.
    pub to: Var,
    /// Whether the end is included.
    pub inclusive: bool,
    /// `rev()` and `step_by(k)`, in the order they were applied.
    pub adaptors: Vec<Adaptor>,
}

/// An adaptor of a range.
#[derive(Clone, Debug)]
pub enum Adaptor {
    /// `.rev()`
    Reverse,
    /// `.step_by(k)`
    StepBy(Var),
}

/// How often a loop runs.
#[derive(Clone, Debug)]
pub enum Iteration {
    /// Once for each value of a range.
    Range(Range),
    /// Until [`Loop::again`] is false; at least once.
    Forever,
    /// Once for each consumed row.
    Rows,
}

/// A variable carried from one iteration to the next. Its value in the next iteration is the result
/// of the body in the same position.
#[derive(Clone, Debug)]
pub struct Carried {
    /// Its value before the first iteration.
    pub init: Var,
    /// Its value in an iteration.
    pub param: Var,
}

/// A loop. The let binds the final values of the carried variables, then, if it collects, one
/// variable of type [`Ty::Rows`].
#[derive(Clone, Debug)]
pub struct Loop {
    /// How often it runs.
    pub iteration: Iteration,
    /// Whether the iterations run from the last to the first (index values and rows in reverse).
    pub backward: bool,
    /// The carried variables of both sorts.
    pub carried: Vec<Carried>,
    /// The rows it consumes, and the variables that each row binds.
    pub consume: Option<(Var, Vec<Var>)>,
    /// One iteration. Its results are the carried variables' next values.
    pub body: Block,
    /// A bool of the body: whether the loop goes on. Always present if `Forever`; with a range it
    /// is an early exit.
    pub again: Option<Var>,
    /// Values of the body that make up a row.
    pub collect: Option<Vec<Var>>,
}

/// A linear operation; its variables are linear unless said otherwise.
#[derive(Clone, Debug)]
pub enum Linear {
    /// The zero of the bound variable's type. It has a (non-linear) shape, unless the type has only
    /// one. (The shape of a vector of scalars may be its length.)
    Zero(Option<Var>),
    /// A scalar that is only dropped, where another arm of a branch yields a value: it stands for
    /// no value, so neither costs anything.
    Blank,
    /// Uses a variable up; with the (non-linear) shape for the zero that it transposes into, unless
    /// the type has only one. Binds nothing.
    Drop(Var, Option<Var>),
    /// Two copies of a variable.
    Dup(Var),
    /// The sum.
    Add(Var, Var),
    /// The negation.
    Neg(Var),
    /// The product with a non-linear scalar: `(x, k)` is `k · x`.
    Scale(Var, Var),
    /// The quotient by a non-linear scalar: `(x, k)` is `x / k`.
    Unscale(Var, Var),
    /// Conversion to the bound variable's real type.
    Cast(Var),
    /// Binds the element at a place and the array.
    Read(Place),
    /// Adds a value to the element at a place; binds the array.
    Accumulate(Place, Var),
    /// Overwrites the element at a place; binds the array.
    Update(Place, Var),
    /// Binds the element at a place and the array with zero there.
    Take(Place),
    /// An array of the given elements (`[a, b]` or `vec![a, b]`, by the bound variable's type).
    Array(Vec<Var>),
    /// All elements of an array.
    Unpack(Var),
    /// `[x; n]` or `vec![x; n]`, with the (non-linear) count, and the shape of `x` if its type has
    /// several.
    Repeat(Var, Var, Option<Var>),
    /// The sum of all elements of an array with the given (non-linear) count; if it is zero, a zero
    /// of the shape.
    Sum(Var, Var, Option<Var>),
    /// The root with a value added at an end of the vector or deque at the place.
    Push(Place, End, Var),
    /// Removes the element at an end of the vector or deque at the place: binds root and value.
    Pop(Place, End),
    /// Exchanges two places below one root.
    Swap(Var, Vec<Step>, Vec<Step>),
    /// A tuple, as an element of an array.
    Tuple(Vec<Var>),
    /// The components of a tuple.
    Untuple(Var),
    /// The linear map of a call, or its transpose.
    Call(Box<LinearCall>),
    /// A (non-linear) pullback applied to cotangents; binds its results.
    Apply(Var, Vec<Var>),
}

/// The linear side of a leaf of an argument by value, or of the output.
#[derive(Clone, Copy, Debug)]
pub struct LinearLeaf {
    /// Its tangent or cotangent; `None` if it is inactive. For an argument, a zero is then passed
    /// forward, and no cotangent is bound transposed. For an output, the tangent is ignored
    /// forward, and a zero is passed transposed.
    pub var: Option<Var>,
    /// The (non-linear) shape for its zero, unless the leaf is discrete or its type has only one.
    pub shape: Option<Var>,
}

/// The linear side of an argument in a linear call. A forward call binds the tangents of the active
/// output leaves, then the new versions of the threaded arrays. A transposed one binds the
/// cotangents of the active leaves by value, then the threaded arrays. Both are in the order of the
/// arguments.
#[derive(Clone, Debug)]
pub enum LinearArgument {
    /// The argument is inactive.
    None,
    /// By value: forward the tangents of the leaves that the call consumes, transposed the
    /// cotangents that it binds.
    Value(Vec<LinearLeaf>),
    /// By reference: a linear array which the call threads: forward it reads it, transposed it adds
    /// to it.
    Threaded(Place),
}

/// A linear call: forward `(ẏ…, threaded…) = g.linear(frame; ẋ…)`, transposed
/// `(x̄…, threaded…) = g.transposed(frame; ȳ…)`.
#[derive(Clone, Debug)]
pub struct LinearCall {
    /// The call as the primal makes it: the arguments by reference are passed again, the others are
    /// not read.
    pub call: Call,
    /// The (non-linear) residuals of the call; `None` before unzipping, where the linear map is
    /// part of the same operation as its primal.
    pub frame: Option<Var>,
    /// For each argument, its linear side. In a transposed call `Value` lists what the let binds.
    pub arguments: Vec<LinearArgument>,
    /// For each leaf of the output, its tangent (bound if forward) or cotangent (consumed if
    /// transposed).
    pub outputs: Vec<LinearLeaf>,
    /// Whether it is the transposed map.
    pub transposed: bool,
}

/// A linear map as a value. It captures the non-linear variables that its body reads from outside.
#[derive(Clone, Debug)]
pub struct Pullback {
    /// The cotangents that it is applied to.
    pub params: Vec<Var>,
    /// Its results are linear.
    pub body: Block,
}

/// An operation.
#[derive(Clone, Debug)]
pub enum Op {
    /// A literal.
    Literal(Literal),
    /// A placeholder of the bound variable's type, for a residual of a branch not taken. It is
    /// never read.
    Blank,
    /// A scalar primitive of the table in [`crate::primitives`].
    Prim(crate::primitives::Prim, Vec<Var>),
    /// `x as T`, the bound variable's type.
    Cast(Var),
    /// The same value, without a tangent (`constant(x)`).
    Constant(Var),
    /// Rust code passed through.
    Opaque(Box<Opaque>),
    /// The length of the sequence at a place.
    Len(Place),
    /// A copy of the value at a place (an element, or with an empty path the whole).
    Read(Place),
    /// An alias of a place.
    View(Place),
    /// The root with the element at the place overwritten.
    Update(Place, Var),
    /// An array of the given elements.
    Array(Vec<Var>),
    /// `[x; n]` or `vec![x; n]`, by the bound variable's type.
    Repeat(Var, Var),
    /// The root with a value added at an end of the vector or deque at the place.
    Push(Place, End, Var),
    /// Removes the element at an end of the vector or deque at the place: binds root and value;
    /// panics if empty.
    Pop(Place, End),
    /// Exchanges two places below one root.
    Swap(Var, Vec<Step>, Vec<Step>),
    /// A tuple, as an element of an array.
    Tuple(Vec<Var>),
    /// A struct or a variant of an enum: its path, and its fields.
    Struct(String, Vec<(Member, Var)>),
    /// The shape of this value, for a zero of its tangent.
    ShapeOf(Var),
    /// The zero of the bound variable's type, of a given shape unless the type has only one.
    Zero(Option<Var>),
    /// A call of the primal of a differentiated function: binds the output's leaves, then the new
    /// versions of unique arguments.
    Call(Call),
    /// The same in the unzipped primal: binds the callee's frame as well, last.
    CallPrimal(Call),
    /// Value and tangent together, before unzipping: binds what [`Op::Call`] binds, then what the
    /// linear call binds.
    CallJvp(Box<LinearCall>),
    /// Value and cotangents together, where the cotangent of the output is known at the call: binds
    /// what [`Op::Call`] binds, then what the transposed call binds. (Only in the output of
    /// [`crate::passes::schedule`].)
    CallVjp(Box<LinearCall>),
    /// A linear map as a value.
    Pullback(Rc<Pullback>),
    /// A choice. A `bool` tag takes arm 0 if true and arm 1 if false; an integer tag is the index
    /// of the arm. Binds the arm's results. A single arm is a scope: values of types that only
    /// rustc knows are dropped at its end.
    Branch(Var, Vec<Block>),
    /// A loop.
    Loop(Box<Loop>),
    /// A linear operation.
    Linear(Linear),
}

/// How a parameter is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// By value.
    Value,
    /// By shared reference.
    Shared,
    /// By mutable reference.
    Unique,
}

/// What callers pass for a parameter that is an owned value in derivatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Borrowed {
    /// An `Option` of a reference, for an `Option` of a value.
    Option,
    /// A view of an array, for the array; or a type that contains views.
    View,
    /// An array of any storage, for the array that owns its elements.
    Array,
}

/// A parameter as the user declared it.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name (of the pattern, or generated).
    pub name: String,
    /// The type as the user wrote it, reference included.
    pub rust_type: TokenStream,
    /// The type behind the reference.
    pub ty: Ty,
    /// How it is passed.
    pub passing: Passing,
    /// Whether it was declared `#[constant]`.
    pub constant: bool,
    /// What callers pass, if it is an owned value everywhere else.
    pub borrowed: Option<Borrowed>,
    /// Whether callers may pass any value that converts to it: then it carries no reals.
    pub converts: bool,
    /// The variables it is flattened into.
    pub value: Tree,
}

impl Param {
    /// Whether it has a tangent.
    pub fn is_active(&self) -> bool {
        !self.constant && !self.ty.is_discrete()
    }

    /// Whether callers pass a tangent for it. The functions that they pass capture nothing.
    pub fn has_public_tangent(&self) -> bool {
        self.is_active() && self.function().is_none()
    }

    /// The type of the function, if it is one.
    pub fn function(&self) -> Option<&Rc<FunctionType>> {
        if let Ty::Function(function) = &self.ty { Some(function) } else { None }
    }
}

/// The kind of a generic parameter.
#[derive(Clone, Debug)]
pub enum GenericKind {
    /// A real scalar, [`Real::Param`].
    Real,
    /// A constant of the given type.
    Const(TokenStream),
    /// A type without values here: only its constants and functions are used.
    Named,
    /// The code of a function, [`Ty::Function`].
    Function(Rc<FunctionType>),
    /// A type that implements differentiated traits, [`Projection::Named`] like user-defined types.
    Implementor {
        /// The functions of these traits that have derivatives.
        functions: Vec<TraitFunction>,
        /// The associated types that these take or return.
        associated: Vec<TokenStream>,
        /// Whether values of the type are copied.
        copied: bool,
    },
}

/// A differentiated function of a trait.
#[derive(Clone, Debug)]
pub struct TraitFunction {
    /// Its name with the trait: `Potential::energy`.
    pub name: String,
    /// Its signature, where `Self` is the implementor.
    pub function: Rc<FunctionType>,
}

/// A generic parameter.
#[derive(Clone, Debug)]
pub struct GenericParam {
    /// Its name.
    pub name: Ident,
    /// Its kind.
    pub kind: GenericKind,
    /// The user's bounds, without the colon.
    pub bounds: TokenStream,
}

/// The generic parameters of a function, in order, without lifetimes: generated code has none.
#[derive(Clone, Debug, Default)]
pub struct Generics {
    /// The parameters.
    pub params: Vec<GenericParam>,
    /// The user's where clause, predicate by predicate.
    pub predicates: Vec<TokenStream>,
    /// The method's own parameters, in addition to those of its block.
    pub own: Vec<Ident>,
}

/// The interface of a user-defined function.
#[derive(Clone, Debug)]
pub struct Interface {
    /// The function's name.
    pub name: String,
    /// Its generic parameters.
    pub generics: Generics,
    /// The parameters.
    pub params: Vec<Param>,
    /// The result type as the user wrote it.
    pub rust_output: TokenStream,
    /// The result type.
    pub output: Ty,
    /// The results, over the body's first results. The body's further results are the final
    /// versions of `&mut` parameters, in order.
    pub output_value: Tree,
    /// The types of values that the user clones, and where: rustc checks whether their `Clone` is
    /// derived.
    pub cloned_types: Vec<(Ty, Span)>,
}

/// A linear parameter of a differentiated function.
#[derive(Clone, Debug)]
pub struct Dot {
    /// The index of the user's parameter it belongs to.
    pub param: usize,
    /// The leaf of that parameter.
    pub leaf: Var,
    /// The linear parameter.
    pub var: Var,
    /// Whether its final version is returned as a result: an array that the function only reads, or
    /// a parameter by mutable reference.
    pub threaded: bool,
}

/// All stages of a user-defined function.
#[derive(Clone, Debug)]
pub struct Stages {
    /// Its interface.
    pub interface: Interface,
    /// As lowered.
    pub primal: Function,
    /// Value and tangent together. Linear results: the tangents of the output's leaves that carry
    /// reals, then the threaded tangents.
    pub jvp: Function,
    /// The origins of the linear parameters.
    pub dots: Vec<Dot>,
    /// The primal with residuals.
    pub unzipped: Function,
    /// The residuals.
    pub residuals: Vec<Var>,
    /// The linear map.
    pub linear: Function,
    /// The transposed linear map.
    pub transposed: Function,
    /// The primal and the transposed linear map in one function, where that is better than one
    /// after the other: parameters and results of the primal, then the linear ones of the
    /// transposed map.
    pub vjp: Option<Function>,
    /// The same with a pullback for each sub-expression, if `vjp` is made from that.
    pub pullbacks: Option<Function>,
}

/// A function as a linear map of some of its parameters.
#[derive(Clone, Debug)]
pub struct LinearMap {
    /// The indices of these parameters.
    pub params: Vec<usize>,
    /// Its stages, where only these parameters are active.
    pub stages: Stages,
    /// For each leaf of the output, whether it is linear in them.
    pub outputs: Vec<bool>,
    /// The unzipped primal without its linear values: in place of a linear vector, its length. It
    /// depends at most on the lengths of the linear parameters, not on their values.
    pub residuals: Function,
}

impl LinearMap {
    /// The indices of the linear parameters, as a bit mask.
    pub fn mask(&self) -> u64 {
        self.params.iter().fold(0, |mask, k| mask | 1 << k)
    }
}
