//! The types of Linear A, to the extent that a macro can know them.
//!
//! A macro sees tokens and not types, so a type is either *concrete* (from signatures, annotations,
//! literals, casts, std methods and unification) or *named by projection*: an expression such as
//! "the output of `g`" that rustc resolves after expansion. `Infer` occurs only during lowering;
//! `check` rejects it afterwards.

use super::Passing;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Mutex;

/// A floating-point type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Real {
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// A type parameter of the function, by its name.
    Param(&'static str),
}

impl Real {
    /// The type parameter of the given name.
    pub fn param(name: &str) -> Real {
        static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
        let mut names = NAMES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // one compiler run has few names: leaking them is cheaper than passing a table of them to
        // every pass
        let known = names.get(name).copied().unwrap_or_else(|| {
            let leaked: &'static str = Box::leak(name.to_string().into_boxed_str());
            names.insert(leaked);
            leaked
        });
        Real::Param(known)
    }
}

/// A type of Linear A.
#[derive(Clone, Debug)]
pub enum Ty {
    /// A real scalar.
    Real(Real),
    /// An integer type, by its Rust name (`usize`, `i32`, …).
    Int(&'static str),
    /// An integer type that only rustc knows, with its projection if it can be named.
    IntOf(Option<Projection>),
    /// `bool`
    Bool,
    /// `char`, `&str`, `String`: discrete data that is only passed on. The string is the Rust type.
    Text(&'static str),
    /// A tuple. Tuple *variables* are flattened into their components when lowered; tuple types
    /// remain as elements of arrays and in signatures. `()` is the empty tuple.
    Tuple(Vec<Ty>),
    /// `[T; N]`; the length is any expression that the user wrote.
    Array(Box<Ty>, TokenStream),
    /// A borrowed slice `[T]`.
    Slice(Box<Ty>),
    /// An owned `Vec<T>`.
    Vec(Box<Ty>),
    /// An owned `VecDeque<T>`: a sequence without slices.
    Deque(Box<Ty>),
    /// A sequence whose container only rustc knows, with elements of the given type.
    Sequence(Box<Ty>, Projection),
    /// A type only rustc knows. It may carry reals.
    Projected(Projection),
    /// A type only rustc knows, of values that certainly carry no derivative.
    Discrete(Projection),
    /// `Option` or `Result` of the given type.
    Wrapped(Wrapper, Box<Ty>),
    /// A Rust type written by the user that the compiler does not analyze (discrete: it carries no
    /// tangent).
    Foreign(TokenStream),
    /// The shape of a zero of the given type (`Differentiable::Shape`).
    Shape(Box<Ty>),
    /// The rows that one execution of a loop collected: in the interpreter a list of rows, in
    /// emitted code their range in the loop's stack.
    Rows,
    /// The fixed-size residuals of one call of the function named.
    Frame(Callee),
    /// A function that is a parameter. Values live behind a reference, as memory does.
    Function(Rc<FunctionType>),
    /// The code of a function that is an argument: a differentiated function, or a closure that was
    /// lifted to one.
    Code(Box<Callee>),
    /// A linear map as a value.
    Pullback(Rc<PullbackType>),
    /// Not yet inferred; an index into the lowering's table.
    Infer(usize),
}

/// The types that a pullback takes and returns: those of the primal values.
#[derive(Clone, Debug, PartialEq)]
pub struct PullbackType {
    /// The types of its arguments.
    pub from: Vec<Ty>,
    /// The types of its results.
    pub to: Vec<Ty>,
}

/// A type of `std` around another one.
#[derive(Clone, Debug)]
pub enum Wrapper {
    /// `Option<T>`
    Option,
    /// `Result<T, E>`, as the user wrote it; `_` if the user did not write it.
    Result(TokenStream),
    /// `Result<(), E>`, which stands for an error of type `E` that has no derivative; written in
    /// the same way.
    Status(TokenStream),
}

/// How the type of a value is named when only rustc knows it.
#[derive(Clone, Debug)]
pub enum Projection {
    /// `<g as DifferentiableFn>::Output`
    Output(Callee),
    /// The type of component `usize` of a tuple type.
    Leaf(Box<Projection>, usize),
    /// The type of the elements of a sequence type.
    Item(Box<Projection>),
    /// A user-defined type, by its path as written.
    Named(TokenStream),
    /// The type of a field; for `*`, that of the content of a box.
    Member(Box<Projection>, String),
    /// The type of a view of an array.
    View(Box<Projection>),
}

/// The type of a function that is a parameter.
#[derive(Clone, Debug)]
pub struct FunctionType {
    /// The type parameter of its code; for a function of a trait, the implementor and the function:
    /// `P::Potential::energy`.
    pub name: String,
    /// How the user's parameter takes it: `F`, `&F`, `&mut F`.
    pub passing: Passing,
    /// How its arguments are passed, and their types without references.
    pub params: Vec<(Passing, Ty)>,
    /// What it returns.
    pub output: Ty,
}

/// A function among the arguments of a call. Its captures are separate arguments, one after the
/// other, by shared reference.
#[derive(Clone, Debug)]
pub struct FunctionArgument {
    /// The index of the argument that captures start at.
    pub captures_at: usize,
    /// The count of captures.
    pub captures: usize,
    /// Which of them depend on no active value: they have no tangents.
    pub inactive: Vec<bool>,
    /// The differentiated function, with the captures as its first parameters.
    pub code: Callee,
}

/// The function that is called.
#[derive(Clone, Debug)]
pub struct Callee {
    /// The path as the user wrote it, with the user's spans, without the turbofish at its end.
    pub path: TokenStream,
    /// That turbofish: `<3>` of `g::<3>`, or nothing.
    pub turbofish: TokenStream,
    /// The types of the arguments, without references: they determine the instance of a generic
    /// function without a turbofish. For a method only those of arguments by mutable reference are
    /// recorded.
    pub arguments: Vec<Ty>,
    /// Whether it is the function being compiled.
    pub recursive: bool,
    /// How an associated function is found.
    pub method: Option<Box<Method>>,
    /// How its residuals are stored.
    pub residuals: ResidualStorage,
    /// The function parameter that is called, which is the first argument as well; with `method`, a
    /// function of a trait whose implementor is a type parameter.
    pub object: Option<Rc<FunctionType>>,
    /// The functions among the arguments that are no parameters themselves.
    pub functions: Vec<FunctionArgument>,
    /// Whether it is a closure that was lifted to a function.
    pub is_lifted: bool,
    /// If it is called as a linear function: its linear arguments.
    pub linear: Option<AsLinear>,
    /// For a rule, its required type.
    pub signature: Option<Box<TokenStream>>,
}

/// How the residuals of a call are stored among those of the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResidualStorage {
    /// The frame, unboxed.
    Directly,
    /// The frame behind a pointer if it is large: a branch has room for those of all its arms.
    Nested,
    /// Frame and stacks, unboxed: the callee calls the function being compiled as well.
    InCycle,
    /// Frame and stacks behind pointers: one call of each cycle.
    Boxed,
}

/// The linear arguments of a call of a linear function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsLinear {
    /// The indices of the linear arguments, as a bit mask.
    pub arguments: u64,
    /// Whether the primal computes the values that depend on them.
    pub values: bool,
}

/// How an associated function is found that only rustc can resolve.
#[derive(Clone, Debug)]
pub struct Method {
    /// The type that it is associated with: a projection, or a real on the left of an operator.
    pub owner: Ty,
    /// Its name; for an operator with `&` for each operand by reference: `&add&`.
    pub name: String,
    /// The type on the right of an operator.
    pub right: Option<Ty>,
    /// The syntax of the call.
    pub spelling: Spelling,
    /// The name of its marker in generated code, once it has one.
    pub marker: Option<proc_macro2::Ident>,
}

/// The syntax of a call of an associated function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// `Model::loss(x, y)`: by the callee's path.
    Path,
    /// `x.loss(y)`
    Dot,
    /// `for item in x.rows()`: the items as a vector.
    Items,
    /// `x.row_mut(i).assign(y)`: a call with `y` as the last argument; `iter_mut` assigns to each
    /// element.
    AssignTo,
    /// `x + y`; the symbol.
    Infix(&'static str),
    /// `-x`; the symbol.
    Prefix(&'static str),
    /// `x += y`; the symbol without `=`.
    Compound(&'static str),
    /// `x[i]`, read.
    Index,
    /// `x[i] = y`
    IndexMut,
    /// The same after `x[i]` has been read: `x[i] += y`
    IndexUpdate,
}

impl Method {
    /// Whether it is found through the type of a view.
    pub fn is_of_view(&self) -> bool {
        std::iter::once(&self.owner).chain(&self.right).any(Ty::is_view)
    }
}

impl Spelling {
    /// Whether it names the method, so that generic parameters of the method are inferred from its
    /// arguments.
    pub fn has_name(self) -> bool {
        matches!(self, Spelling::Path | Spelling::Dot | Spelling::Items | Spelling::AssignTo)
    }
}

impl Projection {
    /// Whether the type can be written in Rust.
    pub fn has_name(&self) -> bool {
        match self {
            Projection::Output(callee) => callee.key() != "_",
            Projection::Leaf(of, _)
            | Projection::Item(of)
            | Projection::Member(of, _)
            | Projection::View(of) => of.has_name(),
            Projection::Named(_) => true,
        }
    }
}

impl Projection {
    /// The callee whose result it is a part of.
    pub fn root_callee(&self) -> Option<&Callee> {
        match self {
            Projection::Output(callee) => Some(callee),
            Projection::Leaf(p, _)
            | Projection::Item(p)
            | Projection::Member(p, _)
            | Projection::View(p) => p.root_callee(),
            Projection::Named(_) => None,
        }
    }

    /// The projection as a string: a key for tables.
    pub fn key(&self) -> String {
        match self {
            Projection::Output(callee) => format!("{}{}()", callee.key(), callee.turbofish),
            Projection::Leaf(of, index) => format!("{}.{index}", of.key()),
            Projection::Item(of) => format!("{}[]", of.key()),
            Projection::Named(path) => path.to_string(),
            Projection::Member(of, name) => format!("{}.{name}", of.key()),
            Projection::View(of) => format!("{}.view", of.key()),
        }
    }
}

/// The last identifier; the first one of a marker in parentheses, which may be followed by generic
/// arguments.
fn last_name(tokens: TokenStream) -> Option<String> {
    let names = tokens.into_iter().filter_map(|token| match token {
        TokenTree::Ident(name) => Some(name.to_string()),
        TokenTree::Group(group) => group.stream().into_iter().find_map(|token| {
            if let TokenTree::Ident(name) = token { Some(name.to_string()) } else { None }
        }),
        TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    });
    names.last()
}

impl Callee {
    /// A function by its path.
    pub fn new(path: TokenStream, recursive: bool) -> Callee {
        Callee {
            path,
            turbofish: TokenStream::new(),
            arguments: Vec::new(),
            recursive,
            method: None,
            residuals: ResidualStorage::Directly,
            object: None,
            functions: Vec::new(),
            is_lifted: false,
            linear: None,
            signature: None,
        }
    }

    /// A string that identifies it: a key for tables, and its name in messages about functions.
    pub fn key(&self) -> String {
        if let Some(object) = &self.object {
            return format!("{}()", object.name);
        }
        let key = match &self.method {
            None => self.path.to_string().replace(' ', ""),
            Some(method) => {
                let right = method.right.as_ref().map(super::print::ty).unwrap_or_default();
                format!("{}::{}({right})", super::print::ty(&method.owner), method.name)
            }
        };
        match self.linear {
            None => key,
            Some(linear) => format!("{key}@{:b}", linear.arguments),
        }
    }

    /// Whether the arguments of a method have the types of another call's, as far as both are
    /// inferred: they may determine the type of the result.
    fn has_arguments_of(&self, other: &Callee) -> bool {
        let arguments = |callee: &Callee| match &callee.method {
            Some(method) if method.spelling == Spelling::Dot => 1..callee.arguments.len(),
            _ => 0..0,
        };
        let (of_self, of_other) = (arguments(self), arguments(other));
        of_self.zip(of_other).all(|(i, j)| match (&self.arguments[i], &other.arguments[j]) {
            (Ty::Infer(_), _) | (_, Ty::Infer(_)) => true,
            (a, b) => a == b,
        })
    }

    /// The key, and the types of the arguments of the calls that its owner is the result of.
    pub fn instance_key(&self) -> String {
        let mut key = self.key();
        let mut owner = self.method.as_ref().map(|method| &method.owner);
        while let Some(of) = owner {
            let Ty::Projected(of) = of else { break };
            let Some(callee) = of.root_callee() else { break };
            let arguments: Vec<_> = callee.arguments.iter().skip(1).map(super::print::ty).collect();
            key += &format!("<{}>", arguments.join(", "));
            owner = callee.method.as_ref().map(|method| &method.owner);
        }
        key
    }

    /// Its own name: the last segment of the path.
    pub fn name(&self) -> String {
        last_name(self.path.clone()).unwrap_or_default()
    }

    /// Its name in messages.
    pub fn display_name(&self) -> String {
        self.path.to_string().replace(' ', "")
    }

    /// Whether the turbofish determines the instance.
    pub fn is_explicit(&self) -> bool {
        !self.turbofish.is_empty()
            && !self
                .turbofish
                .clone()
                .into_iter()
                .any(|t| matches!(t, TokenTree::Ident(i) if i == "_"))
    }
}

impl Ty {
    /// `f64`
    pub const F64: Ty = Ty::Real(Real::F64);
    /// `usize`
    pub const USIZE: Ty = Ty::Int("usize");

    /// The empty tuple.
    pub fn unit() -> Ty {
        Ty::Tuple(Vec::new())
    }

    /// Whether it is the type of a view of an array of another crate.
    pub fn is_view(&self) -> bool {
        matches!(self, Ty::Projected(Projection::View(_)))
    }

    /// The type of a copy of a value.
    pub fn owned_type(&self) -> Ty {
        match self {
            Ty::Slice(element) => Ty::Vec(element.clone()),
            Ty::Projected(Projection::View(of)) => Ty::Projected((**of).clone()),
            ty => ty.clone(),
        }
    }

    /// Whether values of this type certainly carry no real, hence no tangent.
    pub fn is_discrete(&self) -> bool {
        match self {
            Ty::Int(_)
            | Ty::IntOf(_)
            | Ty::Bool
            | Ty::Text(_)
            | Ty::Foreign(_)
            | Ty::Discrete(_)
            | Ty::Shape(_)
            | Ty::Rows
            | Ty::Frame(_)
            | Ty::Code(_)
            | Ty::Pullback(_) => true,
            Ty::Tuple(parts) => parts.iter().all(Ty::is_discrete),
            Ty::Wrapped(Wrapper::Status(_), _) => true,
            Ty::Array(e, _)
            | Ty::Slice(e)
            | Ty::Vec(e)
            | Ty::Deque(e)
            | Ty::Sequence(e, _)
            | Ty::Wrapped(_, e) => e.is_discrete(),
            Ty::Real(_) | Ty::Projected(_) | Ty::Function(_) | Ty::Infer(_) => false,
        }
    }

    /// Whether a part of such values certainly carries no real.
    pub fn has_discrete_part(&self) -> bool {
        match self {
            Ty::Tuple(parts) => parts.iter().any(Ty::has_discrete_part),
            Ty::Array(e, _)
            | Ty::Slice(e)
            | Ty::Vec(e)
            | Ty::Deque(e)
            | Ty::Sequence(e, _)
            | Ty::Wrapped(_, e) => e.has_discrete_part(),
            ty => ty.is_discrete(),
        }
    }

    /// Whether a part of such values is of a type that only rustc sees.
    pub fn has_foreign_part(&self) -> bool {
        match self {
            Ty::Foreign(_) => true,
            Ty::Tuple(parts) => parts.iter().any(Ty::has_foreign_part),
            ty => ty.element().is_some_and(Ty::has_foreign_part),
        }
    }

    /// Whether such values are composed of types of the language and std, and own their contents.
    pub fn is_made_of_std(&self) -> bool {
        match self {
            Ty::Real(_) | Ty::Int(_) | Ty::IntOf(_) | Ty::Bool | Ty::Text("String" | "char") => {
                true
            }
            Ty::Vec(of) | Ty::Deque(of) | Ty::Array(of, _) | Ty::Wrapped(Wrapper::Option, of) => {
                of.is_made_of_std()
            }
            Ty::Tuple(parts) => parts.iter().all(Ty::is_made_of_std),
            _ => false,
        }
    }

    /// Whether a part of such values may be of a type of the crate.
    pub fn may_name_user_type(&self) -> bool {
        match self {
            Ty::Projected(_)
            | Ty::Discrete(_)
            | Ty::Foreign(_)
            | Ty::Wrapped(Wrapper::Result(_) | Wrapper::Status(_), _) => true,
            Ty::Tuple(parts) => parts.iter().any(Ty::may_name_user_type),
            Ty::Wrapped(_, inner) => inner.may_name_user_type(),
            ty => ty.element().is_some_and(Ty::may_name_user_type),
        }
    }

    /// Whether a residual can have the type: it can be written, and owns its values; a string slice
    /// is copied.
    pub fn can_be_stored(&self) -> bool {
        self.is_string_slice()
            || self.has_name()
                && !self.has_string_slice()
                && !self.has_elided_lifetimes()
                && !matches!(self, Ty::Slice(_))
    }

    /// Whether it is a type of the crate that has elided lifetimes.
    pub fn has_elided_lifetimes(&self) -> bool {
        match self {
            Ty::Foreign(ty) => ty.to_string().contains("'_"),
            Ty::Tuple(parts) => parts.iter().any(Ty::has_elided_lifetimes),
            Ty::Wrapped(_, inner) => inner.has_elided_lifetimes(),
            ty => ty.element().is_some_and(Ty::has_elided_lifetimes),
        }
    }

    /// Whether a slice is a part of the type, which is no type of Rust.
    pub fn holds_slices(&self) -> bool {
        let is_or_holds = |part: &Ty| matches!(part, Ty::Slice(_)) || part.holds_slices();
        match self {
            Ty::Tuple(parts) => parts.iter().any(is_or_holds),
            Ty::Wrapped(_, inner) => is_or_holds(inner),
            ty => ty.element().is_some_and(is_or_holds),
        }
    }

    /// Whether the type is `&str`.
    pub fn is_string_slice(&self) -> bool {
        matches!(self, Ty::Text("&str"))
    }

    fn has_string_slice(&self) -> bool {
        match self {
            Ty::Text(_) => self.is_string_slice(),
            Ty::Tuple(parts) => parts.iter().any(Ty::has_string_slice),
            Ty::Wrapped(_, inner) => inner.has_string_slice(),
            ty => ty.element().is_some_and(Ty::has_string_slice),
        }
    }

    /// Whether the type can be written in Rust.
    pub fn has_name(&self) -> bool {
        match self {
            Ty::IntOf(projection) => projection.as_ref().is_some_and(Projection::has_name),
            Ty::Real(_)
            | Ty::Int(_)
            | Ty::Bool
            | Ty::Text(_)
            | Ty::Rows
            | Ty::Frame(_)
            | Ty::Function(_)
            | Ty::Code(_) => true,
            Ty::Tuple(parts) => parts.iter().all(Ty::has_name),
            Ty::Array(e, _)
            | Ty::Slice(e)
            | Ty::Vec(e)
            | Ty::Deque(e)
            | Ty::Shape(e)
            | Ty::Wrapped(Wrapper::Option, e) => e.has_name(),
            Ty::Wrapped(Wrapper::Result(written), e) => written.to_string() != "_" && e.has_name(),
            Ty::Wrapped(Wrapper::Status(written), _) => written.to_string() != "_",
            Ty::Sequence(_, projection) | Ty::Projected(projection) | Ty::Discrete(projection) => {
                projection.has_name()
            }
            Ty::Foreign(tokens) => tokens.to_string() != "_",
            Ty::Pullback(_) | Ty::Infer(_) => false,
        }
    }

    /// Whether the tangents of this type are known to be of the same type.
    pub fn is_own_tangent(&self) -> bool {
        match self {
            Ty::Real(_) => true,
            Ty::Array(element, _) | Ty::Slice(element) | Ty::Vec(element) | Ty::Deque(element) => {
                element.is_own_tangent()
            }
            Ty::Tuple(parts) => parts.iter().all(Ty::is_own_tangent),
            _ => false,
        }
    }

    /// Whether this is an integer type.
    pub fn is_int(&self) -> bool {
        matches!(self, Ty::Int(_) | Ty::IntOf(_))
    }

    /// A source of random numbers: a reference to a value of a type parameter that carries no
    /// reals. It is moved from one use to the next.
    pub fn source() -> Ty {
        Ty::Foreign("&mut _".parse().unwrap_or_default())
    }

    /// Whether this is a source of random numbers.
    pub fn is_source(&self) -> bool {
        matches!(self, Ty::Foreign(written) if written.to_string().replace(' ', "") == "&mut_")
    }

    /// Whether only rustc knows this type.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Ty::Foreign(written) if written.to_string() == "_")
    }

    /// Whether this is a sequence, so that values live in memory and are updated in place.
    pub fn is_sequence(&self) -> bool {
        matches!(self, Ty::Array(..) | Ty::Slice(_) | Ty::Vec(_) | Ty::Deque(_) | Ty::Sequence(..))
    }

    /// Whether this is a sequence whose elements are contiguous, so that `[..]` is a slice of them.
    pub fn has_slices(&self) -> bool {
        self.is_sequence() && !matches!(self, Ty::Deque(_))
    }

    /// Whether values live in memory and are updated in place: sequences, structs, and values of
    /// types that only rustc knows.
    pub fn is_memory(&self) -> bool {
        self.is_sequence()
            || matches!(
                self,
                Ty::Projected(_) | Ty::Discrete(_) | Ty::Wrapped(..) | Ty::Function(_)
            )
    }

    /// The element type of a sequence.
    pub fn element(&self) -> Option<&Ty> {
        match self {
            Ty::Array(e, _) | Ty::Slice(e) | Ty::Vec(e) | Ty::Deque(e) | Ty::Sequence(e, _) => {
                Some(e)
            }
            _ => None,
        }
    }

    /// Whether values are copied where they are read: scalars, characters and string slices.
    pub fn is_copied(&self) -> bool {
        self.is_scalar() || matches!(self, Ty::Text("char" | "&str"))
    }

    /// Whether values are copied by Rust instead of moved (and cheap to copy).
    pub fn is_scalar(&self) -> bool {
        matches!(self, Ty::Real(_) | Ty::Int(_) | Ty::IntOf(_) | Ty::Bool)
    }

    /// Whether a zero of this type needs no shape: real scalars, and fixed-size arrays and tuples
    /// of them.
    pub fn has_static_shape(&self) -> bool {
        match self {
            Ty::Real(_) => true,
            Ty::Tuple(parts) => parts.iter().all(|p| p.is_discrete() || p.has_static_shape()),
            Ty::Array(e, _) => e.is_discrete() || e.has_static_shape(),
            _ => false,
        }
    }
}

/// Equality of types, lengths and projections compared as written.
impl PartialEq for Ty {
    fn eq(&self, other: &Ty) -> bool {
        match (self, other) {
            (Ty::Real(a), Ty::Real(b)) => a == b,
            (Ty::Int(a), Ty::Int(b)) | (Ty::Text(a), Ty::Text(b)) => a == b,
            (Ty::Bool, Ty::Bool) | (Ty::Rows, Ty::Rows) => true,
            (Ty::Tuple(a), Ty::Tuple(b)) => a == b,
            (Ty::Array(a, n), Ty::Array(b, m)) => a == b && n.to_string() == m.to_string(),
            (Ty::Slice(a), Ty::Slice(b))
            | (Ty::Vec(a), Ty::Vec(b))
            | (Ty::Deque(a), Ty::Deque(b))
            | (Ty::Shape(a), Ty::Shape(b)) => a == b,
            (Ty::Sequence(a, p), Ty::Sequence(b, q)) => a == b && p == q,
            (Ty::Projected(p), Ty::Projected(q)) | (Ty::Discrete(p), Ty::Discrete(q)) => p == q,
            (Ty::IntOf(p), Ty::IntOf(q)) => p == q,
            (Ty::Wrapped(Wrapper::Option, a), Ty::Wrapped(Wrapper::Option, b)) => a == b,
            (Ty::Wrapped(Wrapper::Result(_), a), Ty::Wrapped(Wrapper::Result(_), b)) => a == b,
            (Ty::Wrapped(Wrapper::Status(_), a), Ty::Wrapped(Wrapper::Status(_), b)) => a == b,
            (Ty::Foreign(a), Ty::Foreign(b)) => a.to_string() == b.to_string(),
            (Ty::Frame(a), Ty::Frame(b)) => a.key() == b.key(),
            (Ty::Function(a), Ty::Function(b)) => a.name == b.name,
            (Ty::Code(a), Ty::Code(b)) => a.key() == b.key(),
            (Ty::Pullback(a), Ty::Pullback(b)) => a == b,
            (Ty::Infer(a), Ty::Infer(b)) => a == b,
            _ => false,
        }
    }
}

impl PartialEq for Projection {
    fn eq(&self, other: &Projection) -> bool {
        match (self, other) {
            (Projection::Output(a), Projection::Output(b)) => {
                a.key() == b.key() && a.has_arguments_of(b)
            }
            (Projection::Leaf(a, i), Projection::Leaf(b, j)) => i == j && a == b,
            (Projection::Item(a), Projection::Item(b)) => a == b,
            (Projection::Named(a), Projection::Named(b)) => a.to_string() == b.to_string(),
            (Projection::Member(a, i), Projection::Member(b, j)) => i == j && a == b,
            (Projection::View(a), Projection::View(b)) => a == b,
            _ => false,
        }
    }
}
