//! Types during lowering: Rust's type syntax to [`Ty`], and unification of unknown types.
//!
//! ```text
//! syntax          types as written, generic parameters, signatures
//! unify           unification
//! resolve         final types, and defaults
//! inferred_types  the types that inference found
//! expected        types that the use of an expression determines
//! feedback        facts of later lines that earlier lines need
//! literals        literals among the arguments of a call
//! neutral         initial values of sums and products
//! option_hint     whether a value of unknown type is an `Option` or a `Result`
//! tuple_splits    values that a pattern shows to be tuples
//! arrays          types of arrays of `ndarray`
//! ```

pub mod arrays;
pub mod expected;
pub mod feedback;
pub mod inferred_types;
pub mod literals;
pub mod neutral;
pub mod option_hint;
mod resolve;
pub mod syntax;
pub mod tuple_splits;
mod unify;

use crate::ir::hash::{HashMap, HashSet};
use crate::ir::types::{Method, Spelling};
use crate::ir::{Callee, FunctionType, Projection, Real, Ty, Wrapper};
use crate::lower::names::aliases::AliasScope;
use crate::lower::structs::last_name;
use crate::lower::types::feedback::{Feedback, UnresolvedConstant};
use crate::lower::types::syntax::conversion::is_user_type;
use crate::type_class::{self, box_type};
use crate::world::World;
use crate::world::types::plain_types::PlainType;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use syn::Type;

/// What is known of an unknown type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Any,
    /// It has arithmetic.
    Number,
    Int,
    Float,
}

/// The source from which an unknown type is named if nothing else determines it.
#[derive(Clone, Debug)]
pub enum Origin {
    None,
    /// A call: a projection that rustc resolves.
    Call(Projection),
    /// Opaque code; the type as the user wrote it, if written.
    Opaque(Option<TokenStream>),
    /// An error that has been reported.
    Error,
}

#[derive(Clone, Debug)]
pub enum State {
    Link(usize),
    Known(Ty),
    Open(Kind, Origin),
}

/// The table behind [`Ty::Infer`].
#[derive(Clone)]
pub struct Types {
    pub entries: Vec<State>,
    /// Where the function is defined.
    pub world: World,
    /// User-defined types and fields that are known to carry no derivative, by the keys of their
    /// projections.
    discrete: HashSet<String>,
    /// The feedback of earlier rounds.
    pub feedback: Feedback,
    /// The constants in types that are not yet known.
    pub unresolved: Vec<UnresolvedConstant>,
    /// The type of real literals that nothing else determines.
    pub default_real: Real,
    /// The type parameters of the function.
    pub params: Vec<Real>,
    /// Its constant parameters, with their types.
    pub consts: Vec<(String, Option<Ty>)>,
    /// The entries of values that are passed to calls.
    passed_values: HashSet<usize>,
    /// The entries of types of views of arrays, which derivatives own.
    declared_views: HashSet<usize>,
    /// The types of the fields mentioned so far, by the type's name and the field's.
    members: HashMap<String, Ty>,
    /// Entries of types that are structs or enums, although their names are not known.
    structs: Vec<usize>,
    /// Names of such types.
    struct_names: HashSet<String>,
    /// The item types of collections without a known type, with their written forms.
    pub items: Vec<(Ty, Type)>,
    /// The fields that are structs, by their field names alone.
    struct_fields: HashSet<String>,
    /// What the file shows about the user-defined types that are mentioned.
    pub plain: HashMap<String, Option<PlainType>>,
    /// The types that were looked up, with elided lifetimes if they borrow.
    borrowing: HashMap<String, Option<TokenStream>>,
    /// Whether a user-defined type is mentioned.
    mentions_named: bool,
    /// The fields that are collections of std without derivatives, by the keys of their
    /// projections.
    collections: HashSet<String>,
    /// The count of projections that `finish` is inside.
    depth: Cell<usize>,
    /// The fields that were requested. Of those that are declared as arrays of `ndarray`, the number
    /// of axes, if it is shown.
    declared_arrays: RefCell<HashMap<String, Option<Option<usize>>>>,
    /// The alias environment, if aliases are expanded.
    pub names: Option<AliasScope>,
}

/// The nesting depth up to which argument types are named inside one another: a type that doubles
/// with each call would grow without bound.
const NESTED: usize = 4;

/// The most projections in an argument type that is named at any depth.
const SMALL: usize = 6;

/// The depth up to which types are named through operators.
const NAMED: usize = 64;

pub const INTS: [&str; 12] =
    ["usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128"];

/// The integer type of the given name.
pub fn int(name: &str) -> Option<Ty> {
    INTS.iter().find(|i| **i == name).map(|i| Ty::Int(i))
}

/// A type by the name of a primitive.
pub fn primitive(name: &str) -> Option<Ty> {
    match name {
        "f64" => Some(Ty::Real(Real::F64)),
        "f32" => Some(Ty::Real(Real::F32)),
        "bool" => Some(Ty::Bool),
        "char" => Some(Ty::Text("char")),
        "String" => Some(Ty::Text("String")),
        _ => int(name),
    }
}

/// The type of a `None` that only a callee determines.
pub const NONE: &str = "::core::option::Option<_>";

/// The callee that stands for "a type that has no name".
pub fn unnamed_callee() -> Callee {
    Callee::new(quote!(_), false)
}

impl Types {
    pub fn new(world: World) -> Types {
        Types {
            world,
            entries: Vec::new(),
            discrete: HashSet::default(),
            feedback: Feedback::default(),
            unresolved: Vec::new(),
            default_real: Real::F64,
            params: Vec::new(),
            consts: Vec::new(),
            passed_values: HashSet::default(),
            declared_views: HashSet::default(),
            members: HashMap::default(),
            structs: Vec::new(),
            struct_names: HashSet::default(),
            items: Vec::new(),
            struct_fields: HashSet::default(),
            plain: HashMap::default(),
            borrowing: HashMap::default(),
            mentions_named: false,
            collections: HashSet::default(),
            depth: Cell::new(0),
            declared_arrays: RefCell::default(),
            names: None,
        }
    }

    /// A fresh unknown type.
    pub fn fresh(&mut self, kind: Kind, origin: Origin) -> Ty {
        self.entries.push(State::Open(kind, origin));
        Ty::Infer(self.entries.len() - 1)
    }

    /// A fresh type variable of any kind.
    pub fn any(&mut self) -> Ty {
        self.fresh(Kind::Any, Origin::None)
    }

    /// A user-defined type, by its path. If it is an alias of a tuple, all mentions share the
    /// types of the components, which rustc names.
    pub fn type_at_path(&mut self, path: TokenStream) -> Ty {
        if let Some(n) = self.feedback.tuples.get(&path.to_string()) {
            let parts = 0..*n;
            return Ty::Tuple(parts.map(|i| self.leaf(&path, i)).collect());
        }
        if let Some(ty) = self.with_elided_lifetimes(&path) {
            return Ty::Foreign(ty);
        }
        self.mentions_named = true;
        let is_of_group = self.world.group().is_some_and(|group| group.is_discrete(&path));
        if is_of_group || self.is_plain(&path) || self.is_range_of_integers(&path) {
            self.discrete.insert(path.to_string());
        }
        self.fresh(Kind::Any, Origin::Call(Projection::Named(path)))
    }

    /// A type without the derive that has lifetimes, with these elided.
    pub fn with_elided_lifetimes(&mut self, path: &TokenStream) -> Option<TokenStream> {
        let key = path.to_string();
        if !self.borrowing.contains_key(&key) {
            let found =
                syn::parse2(path.clone()).ok().and_then(|ty| self.world.with_elided_lifetimes(&ty));
            self.borrowing.insert(key.clone(), found.map(ToTokens::into_token_stream));
        }
        self.borrowing.get(&key).cloned().flatten()
    }

    /// Whether a type has no reals, according to the file that defines it.
    pub fn is_plain(&mut self, path: &TokenStream) -> bool {
        let key = path.to_string();
        if !self.plain.contains_key(&key) {
            let found = syn::parse2(path.clone()).ok().and_then(|ty| self.world.plain_type(&ty));
            self.plain.insert(key.clone(), found);
        }
        self.plain.get(&key).is_some_and(Option::is_some)
    }

    /// Whether a path resolves to the `Range` of std, of integers.
    fn is_range_of_integers(&self, path: &TokenStream) -> bool {
        let Ok(Type::Path(ty)) = syn::parse2(path.clone()) else { return false };
        let names: Vec<String> =
            ty.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        crate::type_class::only_argument(&ty, &["Range"])
            .is_some_and(crate::type_class::is_discrete)
            && self
                .world
                .path_in_std(&names)
                .is_some_and(|found| found.ends_with(&["ops".into(), "Range".into()]))
    }

    /// The type of a component of a tuple that has an alias.
    fn leaf(&mut self, path: &TokenStream, index: usize) -> Ty {
        let leaf = Projection::Leaf(Box::new(Projection::Named(path.clone())), index);
        if let Some(known) = self.members.get(&leaf.key()) {
            return known.clone();
        }
        let ty = self.fresh(Kind::Any, Origin::Call(leaf.clone()));
        self.members.insert(leaf.key(), ty.clone());
        ty
    }

    /// The path of a user-defined type.
    pub fn name_of(&self, ty: &Ty) -> Option<String> {
        match self.projection(ty)? {
            Projection::Named(path) => Some(path.to_string()),
            _ => None,
        }
    }

    /// The type of the contents of a box.
    pub fn in_box(&self, ty: &Ty) -> Option<Type> {
        box_type(&syn::parse_str(&self.name_of(ty)?).ok()?).cloned()
    }

    /// The projection of a type of which nothing else is known.
    pub fn open_projection(&self, ty: &Ty) -> Option<Projection> {
        let open = matches!(self.kind(ty), Some(Kind::Any))
            || matches!(self.resolve_outermost(ty), Ok(Ty::Projected(_)));
        if !open {
            return None;
        }
        self.projection(ty).filter(Projection::has_name)
    }

    /// Records that a type is a struct: it has a field, or a method that numbers do not have.
    pub fn note_struct(&mut self, ty: &Ty) {
        if let Ty::Infer(n) = self.shallow(ty) {
            self.structs.push(n);
        }
        if let Some(name) = self.name_of(ty) {
            self.struct_names.insert(name);
        }
    }

    /// Records that types of a name are structs.
    pub fn note_struct_name(&mut self, name: String) {
        self.struct_names.insert(name);
    }

    /// Records that fields of these names are structs.
    pub fn note_struct_fields(&mut self, names: HashSet<String>) {
        self.struct_fields = names;
    }

    /// Whether a type whose name is not known is known to be a struct.
    pub fn is_struct(&self, ty: &Ty) -> bool {
        match self.shallow(ty) {
            Ty::Infer(n) => {
                self.structs.iter().any(|s| self.root(*s) == n)
                    || self.name_of(ty).is_some_and(|name| self.struct_names.contains(&name))
            }
            _ => false,
        }
    }

    /// Whether a type is the result of an operator: a number or a struct, because sequences have
    /// no operators.
    pub fn is_of_operator(&self, ty: &Ty) -> bool {
        let operator = |m: &Method| matches!(m.spelling, Spelling::Infix(_) | Spelling::Prefix(_));
        matches!(self.origin(ty), Some(Origin::Call(Projection::Output(callee)))
            if callee.method.as_deref().is_some_and(operator))
    }

    /// Whether a type is the result of a function, in a function without user-defined types: most
    /// likely a number.
    pub fn is_likely_number(&self, projection: &Projection) -> bool {
        match projection {
            Projection::Output(callee) => !self.mentions_named && callee.method.is_none(),
            Projection::Leaf(of, _) => self.is_likely_number(of),
            Projection::Item(_)
            | Projection::Named(_)
            | Projection::Member(..)
            | Projection::View(_) => false,
        }
    }

    /// The count of steps in which a type is named: it doubles with operators on types that are
    /// named through operators.
    pub fn size(&self, ty: &Ty) -> usize {
        self.size_from(ty, 0)
    }

    fn size_from(&self, ty: &Ty, depth: usize) -> usize {
        match self.projection(ty) {
            Some(_) if depth > NAMED => NAMED,
            Some(p) => self.projection_size(&p, depth + 1),
            None => 1,
        }
    }

    fn projection_size(&self, projection: &Projection, depth: usize) -> usize {
        match projection {
            Projection::Named(_) => 1,
            Projection::Leaf(of, _)
            | Projection::Item(of)
            | Projection::Member(of, _)
            | Projection::View(of) => 1 + self.projection_size(of, depth),
            Projection::Output(callee) => match &callee.method {
                Some(m) => {
                    1 + self.size_from(&m.owner, depth)
                        + m.right.as_ref().map_or(0, |right| self.size_from(right, depth))
                }
                None => 1,
            },
        }
    }

    pub fn projection(&self, ty: &Ty) -> Option<Projection> {
        match self.resolve_outermost(ty) {
            Ok(Ty::Projected(p)) => Some(p.clone()),
            Ok(_) => None,
            Err(n) => match &self.entries[n] {
                State::Open(_, Origin::Call(p)) => Some(p.clone()),
                _ => None,
            },
        }
    }

    /// The type of a field of a type. All mentions of a field of types of one name share it.
    pub fn member(&mut self, of: &Ty, name: &str) -> Ty {
        match (self.shallow(of), name) {
            (Ty::Wrapped(_, inner), "Some.0" | "Ok.0") => return *inner,
            (Ty::Wrapped(..), _) => return self.fresh(Kind::Any, Origin::Opaque(None)),
            _ => {}
        }
        let projection = self.projection(of).unwrap_or(Projection::Output(unnamed_callee()));
        let member = Projection::Member(Box::new(projection.clone()), name.to_string());
        // what a generic function returns depends on the arguments of the call
        let is_generic = projection.root_callee().is_some_and(|callee| {
            self.world.returns_arrays(&callee.path)
                || callee.method.as_ref().is_some_and(|m| arrays::results::is_generic(&m.name))
        });
        if is_generic || !projection.has_name() {
            return self.fresh(Kind::Any, Origin::Call(member));
        }
        let key = format!("{}.{name}", projection.key());
        if let Some(known) = self.members.get(&key) {
            return known.clone();
        }
        let ty = self.fresh(Kind::Any, Origin::Call(member));
        self.members.insert(key, ty.clone());
        if self.struct_fields.contains(name) {
            self.note_struct(&ty);
        }
        ty
    }

    /// Whether a type has unknown parts.
    pub fn is_open(&self, ty: &Ty) -> bool {
        match self.resolve_outermost(ty) {
            Err(_) => true,
            Ok(Ty::Tuple(parts)) => parts.iter().any(|p| self.is_open(p)),
            Ok(Ty::Wrapped(_, inner)) => self.is_open(inner),
            Ok(t) => t.element().is_some_and(|e| self.is_open(e)),
        }
    }

    fn root(&self, mut n: usize) -> usize {
        while let State::Link(next) = &self.entries[n] {
            n = *next;
        }
        n
    }

    /// The type, resolved at its outermost constructor; the index of a type that is not known.
    fn resolve_outermost<'t>(&'t self, mut ty: &'t Ty) -> Result<&'t Ty, usize> {
        while let Ty::Infer(n) = ty {
            let root = self.root(*n);
            match &self.entries[root] {
                State::Known(known) => ty = known,
                State::Open(..) | State::Link(_) => return Err(root),
            }
        }
        Ok(ty)
    }

    /// A copy of the type, resolved at its outermost constructor.
    pub fn shallow(&self, ty: &Ty) -> Ty {
        self.resolve_outermost(ty).map_or_else(Ty::Infer, Ty::clone)
    }

    /// Whether a type is one of another crate, or that of the result of a method of one or of a
    /// function that returns such types, or of the items or parts of such a result.
    pub fn is_of_other_crate(&self, ty: &Ty) -> bool {
        self.open_projection(ty).is_some_and(|of| self.is_projection_of_other_crate(&of))
            || matches!(self.origin(ty), Some(Origin::Call(called))
                if self.is_projection_of_other_crate(&called))
    }

    /// The same for a projection.
    pub fn is_projection_of_other_crate(&self, projection: &Projection) -> bool {
        match projection {
            Projection::Named(name) => self.world.is_type_of_other_crate(name),
            Projection::Output(callee) => match callee.method.as_deref() {
                Some(method) => {
                    self.is_of_other_crate(&method.owner) || self.is_projection_of_array(projection)
                }
                None => {
                    self.world.returns_arrays(&callee.path) || self.is_declared_as_array(projection)
                }
            },
            Projection::Item(of) if self.is_projection_of_other_crate(of) => true,
            // of a result or a tuple that such a method or function returns
            Projection::Member(of, _) | Projection::Leaf(of, _)
                if !matches!(&**of, Projection::Named(_))
                    && self.is_projection_of_other_crate(of) =>
            {
                true
            }
            of => self.is_declared_as_array(of),
        }
    }

    /// Whether a type is one of `ndarray`, or that of the result of a method of one.
    pub fn is_array(&self, ty: &Ty) -> bool {
        self.open_projection(ty).is_some_and(|of| self.is_projection_of_array(&of))
    }

    /// The same for a projection.
    pub fn is_projection_of_array(&self, projection: &Projection) -> bool {
        match projection {
            Projection::Named(name) => syn::parse2::<syn::Path>(name.clone()).is_ok_and(|path| {
                if !arrays::views::has_real_elements(&path) {
                    return false;
                }
                let names = crate::world::records::names_of(&path);
                // the types that rewritten constructors name
                names.starts_with(&["autodiff", "__private", "arrays"].map(String::from))
                    || self.world.is_of_crate(names, "ndarray")
            }),
            Projection::Output(callee) => {
                let of_array = |method: &Method| {
                    self.is_array(&method.owner)
                        || method.right.as_ref().is_some_and(|right| self.is_result_of_array(right))
                };
                callee.method.as_deref().is_some_and(of_array)
                    || arrays::results::is_made_by_runtime(projection)
                    || self.is_declared_as_array(projection)
            }
            Projection::Item(of) if self.is_projection_of_array(of) => true,
            of => {
                arrays::results::is_made_by_runtime(of)
                    || self.axes_of_payload(of).is_some()
                    || self.is_declared_as_array(of)
            }
        }
    }

    /// What is known of an unknown type.
    pub fn kind(&self, ty: &Ty) -> Option<Kind> {
        match &self.entries[self.resolve_outermost(ty).err()?] {
            State::Open(kind, _) => Some(*kind),
            _ => None,
        }
    }

    /// The origin of an unknown type.
    pub fn origin(&self, ty: &Ty) -> Option<Origin> {
        match &self.entries[self.resolve_outermost(ty).err()?] {
            State::Open(_, origin) => Some(origin.clone()),
            _ => None,
        }
    }

    /// A vector, unless it turns out to be a deque.
    pub fn assumed_vec(&mut self) -> Ty {
        let (ty, vec) = (self.any(), Ty::Vec(Box::new(self.any())));
        self.unify(&ty, &vec);
        ty
    }

    /// The element type of a sequence; an unknown type becomes a sequence, unless it is a struct.
    pub fn element(&mut self, ty: &Ty) -> Option<Ty> {
        match self.shallow(ty) {
            Ty::Infer(_)
                if self.is_struct(ty) || self.is_of_operator(ty) || self.is_collection(ty) =>
            {
                None
            }
            Ty::Infer(n) => {
                let State::Open(_, origin) = self.entries[n].clone() else { return None };
                let (item, projection) = match origin {
                    Origin::Call(p) => (Origin::Call(Projection::Item(Box::new(p.clone()))), p),
                    o => (o, Projection::Output(unnamed_callee())),
                };
                let element = self.fresh(Kind::Any, item);
                self.entries[n] = State::Known(Ty::Sequence(Box::new(element.clone()), projection));
                Some(element)
            }
            t => t.element().cloned(),
        }
    }

    /// Records that the definition of a field shows a collection of std.
    pub fn note_collection(&mut self, field: &Ty) {
        self.collections.extend(self.projection(field).map(|field| field.key()));
    }

    /// Whether a type is known to be a collection of std without derivatives, which only rustc can
    /// iterate. Also true for the result of a function that returns such a collection or an
    /// iterator.
    pub fn is_collection(&self, ty: &Ty) -> bool {
        let written = match (self.shallow(ty), self.origin(ty)) {
            (Ty::Foreign(written), _) | (_, Some(Origin::Opaque(Some(written)))) => Some(written),
            _ => None,
        };
        if let Some(written) = written {
            return syn::parse2(written).is_ok_and(|ty| type_class::is_collection(&ty));
        }
        match self.open_projection(ty) {
            Some(field @ Projection::Member(..)) => self.collections.contains(&field.key()),
            Some(of @ Projection::Output(_)) if crate::lower::finish::collection(&of).is_some() => {
                true
            }
            // a function of the crate may have the name of a method of an array
            Some(Projection::Output(callee))
                if callee.method.as_ref().is_some_and(|m| self.is_of_other_crate(&m.owner)) =>
            {
                false
            }
            Some(Projection::Output(callee)) => {
                let (of, name) = match callee.method {
                    Some(method) => (self.name_of(&method.owner), method.name),
                    None => (None, callee.path.to_string()),
                };
                self.world
                    .returns_collection(of.map(|of| last_name(&of)).as_deref(), &last_name(&name))
            }
            Some(of) => crate::lower::finish::collection(&of).is_some(),
            None => false,
        }
    }

    /// Records that a field carries no derivative, whatever its type is.
    pub fn note_constant(&mut self, of: TokenStream, name: &str) {
        self.discrete
            .insert(Projection::Member(Box::new(Projection::Named(of)), name.to_string()).key());
    }

    /// Records that values of a type carry no derivative.
    pub fn note_without_derivative(&mut self, path: &TokenStream) {
        self.discrete.insert(path.to_string());
    }

    /// Whether the type that a projection names is known to carry no derivative.
    fn is_without_derivative(&self, projection: &Projection) -> bool {
        match projection {
            _ if self.discrete.is_empty() => false,
            Projection::Output(_) => false,
            Projection::Named(path) => self.discrete.contains(&path.to_string()),
            Projection::Leaf(of, _) | Projection::Item(of) | Projection::View(of) => {
                self.is_without_derivative(of)
            }
            Projection::Member(of, _) => {
                self.discrete.contains(&projection.key()) || self.is_without_derivative(of)
            }
        }
    }

    /// Whether a type is known by now to carry no real.
    pub fn is_discrete(&self, ty: &Ty) -> bool {
        match self.resolve_outermost(ty) {
            Err(n) => match &self.entries[n] {
                State::Open(Kind::Any, Origin::Call(of)) => self.is_without_derivative(of),
                State::Open(kind, _) => *kind == Kind::Int,
                State::Link(_) | State::Known(_) => false,
            },
            Ok(Ty::Projected(of)) => self.is_without_derivative(of),
            Ok(Ty::Tuple(parts)) => parts.iter().all(|p| self.is_discrete(p)),
            Ok(Ty::Wrapped(Wrapper::Status(_), _)) => true,
            Ok(Ty::Wrapped(_, e)) => self.is_discrete(e),
            Ok(t) => match t.element() {
                Some(e) => self.is_discrete(e),
                None => t.is_discrete(),
            },
        }
    }

    /// Records that a value of this type is passed to a call.
    pub fn note_passed(&mut self, ty: &Ty) {
        match self.shallow(ty) {
            Ty::Infer(n) => drop(self.passed_values.insert(n)),
            Ty::Tuple(parts) => parts.iter().for_each(|part| self.note_passed(part)),
            Ty::Wrapped(_, of) => self.note_passed(&of),
            ty => ty.element().into_iter().for_each(|element| self.note_passed(element)),
        }
    }
}
/// A type with an alias (`type Matrix = Vec<Vec<f64>>;`): its parts are named through the alias,
/// not through a function that returned it, which may be less visible.
pub fn named_through(ty: Ty, name: &Projection) -> Ty {
    let element =
        |e: Box<Ty>| Box::new(named_through(*e, &Projection::Item(Box::new(name.clone()))));
    match ty {
        Ty::Vec(e) => Ty::Vec(element(e)),
        Ty::Deque(e) => Ty::Deque(element(e)),
        Ty::Array(e, n) => Ty::Array(element(e), n),
        Ty::Projected(Projection::Output(_)) => Ty::Projected(name.clone()),
        ty => ty,
    }
}
