//! Types while lowering runs: Rust's type syntax to [`Ty`], and unification of what is not yet known.

pub mod expected;
pub mod feedback;
pub mod generics;
pub mod known;
pub mod left_out;
pub mod literals;
pub mod neutral;
pub mod option_hint;
pub mod signatures;
pub mod split;
pub mod syntax;

use crate::ir::tables::{HashMap, HashSet};
use crate::ir::types::{Method, Spelling};
use crate::ir::{Callee, FunctionType, Projection, Real, Ty, Wrapper};
use crate::lower::names::aliases::Names;
use crate::lower::structs::last_name;
use crate::lower::types::feedback::{Learnt, Unseen};
use crate::lower::types::syntax::is_user_type;
use crate::world::World;
use crate::world::plain_types::Plain;
use crate::written::{self, boxed};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::cell::Cell;
use std::rc::Rc;
use syn::Type;

/// What an unknown type is known to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Any,
    /// It has arithmetic.
    Number,
    Int,
    Float,
}

/// What names an unknown type if nothing else does.
#[derive(Clone, Debug)]
pub enum Origin {
    None,
    /// A call: a projection that rustc resolves.
    Call(Projection),
    /// Opaque code; the type as the user wrote it, if he did.
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
    /// Where the function stands.
    pub world: World,
    /// Types of the user's and fields that are known to carry no derivative, by the keys of their projections.
    discrete: HashSet<String>,
    /// What is known of the function before.
    pub learnt: Learnt,
    /// The constants in types that are not yet known.
    pub unseen: Vec<Unseen>,
    /// The type of real literals that nothing else decides.
    pub default_real: Real,
    /// The type parameters of the function.
    pub params: Vec<Real>,
    /// Its constant parameters, with their types.
    pub consts: Vec<(String, Option<Ty>)>,
    /// The entries of values that are passed to calls.
    passed: HashSet<usize>,
    /// The types of the fields mentioned so far, by the type's name and the field's.
    members: HashMap<String, Ty>,
    /// Entries of types that are structs or enums, though they are not known by name.
    structs: Vec<usize>,
    /// Names of such types.
    struct_names: HashSet<String>,
    /// The types of items that only rustc sees, as they are written.
    pub items: Vec<(Ty, Type)>,
    /// The fields that are structs, by their names alone.
    struct_fields: HashSet<String>,
    /// What the file says of the types of the user's that are mentioned.
    pub plain: HashMap<String, Option<Plain>>,
    /// Whether a type of the user's is mentioned.
    mentions_named: bool,
    /// The fields that are collections of std without derivatives, by the keys of their projections.
    collections: HashSet<String>,
    /// How many projections `finish` is inside of.
    inside: Cell<usize>,
    /// The other names of types, if they are looked for.
    pub names: Option<Names>,
}

/// Types of arguments are named inside of one another up to this depth: a type that doubles with each call would never end.
const NESTED: usize = 4;

/// Types are named through operators up to this depth.
const NAMED: usize = 64;

pub const INTS: [&str; 12] = ["usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128"];

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

/// The type of a `None` that only a callee knows.
pub const NONE: &str = "::core::option::Option<_>";

/// The callee that stands for "a type that has no name".
pub fn nameless() -> Callee {
    Callee::new(quote!(_), false)
}

pub fn root_callee(projection: &Projection) -> Option<&Callee> {
    match projection {
        Projection::Output(callee) => Some(callee),
        Projection::Named(_) => None,
        Projection::Leaf(p, _) | Projection::Item(p) | Projection::Member(p, _) => root_callee(p),
    }
}

impl Types {
    pub fn new(world: World) -> Types {
        Types {
            world,
            entries: Vec::new(),
            discrete: HashSet::default(),
            learnt: Learnt::default(),
            unseen: Vec::new(),
            default_real: Real::F64,
            params: Vec::new(),
            consts: Vec::new(),
            passed: HashSet::default(),
            members: HashMap::default(),
            structs: Vec::new(),
            struct_names: HashSet::default(),
            items: Vec::new(),
            struct_fields: HashSet::default(),
            plain: HashMap::default(),
            mentions_named: false,
            collections: HashSet::default(),
            inside: Cell::new(0),
            names: None,
        }
    }

    /// A type not yet known.
    pub fn fresh(&mut self, kind: Kind, origin: Origin) -> Ty {
        self.entries.push(State::Open(kind, origin));
        Ty::Infer(self.entries.len() - 1)
    }

    /// A type not yet known, of which nothing is known.
    pub fn any(&mut self) -> Ty {
        self.fresh(Kind::Any, Origin::None)
    }

    /// A type of the user's, by its path. Of one that is another name of a tuple all mentions share the types of the components, which rustc names.
    pub fn named(&mut self, path: TokenStream) -> Ty {
        if let Some(n) = self.learnt.tuples.get(&path.to_string()) {
            let parts = 0..*n;
            return Ty::Tuple(parts.map(|i| self.leaf(&path, i)).collect());
        }
        self.mentions_named = true;
        if self.world.group().is_some_and(|group| group.is_discrete(&path)) || self.is_plain(&path) {
            self.discrete.insert(path.to_string());
        }
        self.fresh(Kind::Any, Origin::Call(Projection::Named(path)))
    }

    /// Whether a type is one without reals by the file that it stands in.
    pub fn is_plain(&mut self, path: &TokenStream) -> bool {
        let key = path.to_string();
        if !self.plain.contains_key(&key) {
            let found = syn::parse2(path.clone()).ok().and_then(|ty| self.world.plain(&ty));
            self.plain.insert(key.clone(), found);
        }
        self.plain.get(&key).is_some_and(Option::is_some)
    }

    /// The type of a component of a tuple that has a name.
    fn leaf(&mut self, path: &TokenStream, index: usize) -> Ty {
        let leaf = Projection::Leaf(Box::new(Projection::Named(path.clone())), index);
        if let Some(known) = self.members.get(&leaf.key()) {
            return known.clone();
        }
        let ty = self.fresh(Kind::Any, Origin::Call(leaf.clone()));
        self.members.insert(leaf.key(), ty.clone());
        ty
    }

    /// The path of a type of the user's.
    pub fn name_of(&self, ty: &Ty) -> Option<String> {
        match self.projection(ty)? {
            Projection::Named(path) => Some(path.to_string()),
            _ => None,
        }
    }

    /// What is in a box of this type.
    pub fn in_box(&self, ty: &Ty) -> Option<Type> {
        boxed(&syn::parse_str(&self.name_of(ty)?).ok()?).cloned()
    }

    /// What names a type of which nothing else is known.
    pub fn projected(&self, ty: &Ty) -> Option<Projection> {
        let open = matches!(self.kind(ty), Some(Kind::Any)) || matches!(self.shallow(ty), Ty::Projected(_));
        self.projection(ty).filter(|p| open && p.has_name())
    }

    /// Notes that a type is a struct: it has a field, or a method that numbers do not have.
    pub fn note_struct(&mut self, ty: &Ty) {
        if let Ty::Infer(n) = self.shallow(ty) {
            self.structs.push(n);
        }
        if let Some(name) = self.name_of(ty) {
            self.struct_names.insert(name);
        }
    }

    /// Notes that types of a name are structs.
    pub fn note_struct_name(&mut self, name: String) {
        self.struct_names.insert(name);
    }

    /// Notes that fields of these names are structs.
    pub fn note_struct_fields(&mut self, names: HashSet<String>) {
        self.struct_fields = names;
    }

    /// Whether a type that is not known by name is known to be a struct.
    pub fn is_struct(&self, ty: &Ty) -> bool {
        match self.shallow(ty) {
            Ty::Infer(n) => {
                self.structs.iter().any(|s| self.root(*s) == n) || self.name_of(ty).is_some_and(|name| self.struct_names.contains(&name))
            }
            _ => false,
        }
    }

    /// Whether a type is what an operator gives: a number or a struct, for sequences have none.
    pub fn is_of_operator(&self, ty: &Ty) -> bool {
        let operator = |m: &Method| matches!(m.spelling, Spelling::Infix(_) | Spelling::Prefix(_));
        matches!(self.origin(ty), Some(Origin::Call(Projection::Output(callee))) if callee.method.as_deref().is_some_and(operator))
    }

    /// Whether a type is what a function gives, in a function without types of the user's: a number, most likely.
    pub fn is_likely_number(&self, projection: &Projection) -> bool {
        match projection {
            Projection::Output(callee) => !self.mentions_named && callee.method.is_none(),
            Projection::Leaf(of, _) => self.is_likely_number(of),
            Projection::Item(_) | Projection::Named(_) | Projection::Member(..) => false,
        }
    }

    /// In how many steps a type is named: operators on types that are named through operators double.
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
            Projection::Leaf(of, _) | Projection::Item(of) | Projection::Member(of, _) => 1 + self.projection_size(of, depth),
            Projection::Output(callee) => match &callee.method {
                Some(m) => 1 + self.size_from(&m.owner, depth) + m.right.as_ref().map_or(0, |right| self.size_from(right, depth)),
                None => 1,
            },
        }
    }

    /// Whether a projection is named through a type of the table.
    fn names(&self, projection: &Projection, n: usize, depth: usize) -> bool {
        let through = |ty: &Ty| self.names_in(ty, n, depth);
        match projection {
            Projection::Named(_) => false,
            Projection::Leaf(of, _) | Projection::Item(of) | Projection::Member(of, _) => self.names(of, n, depth),
            Projection::Output(callee) => {
                callee.method.as_ref().is_some_and(|m| through(&m.owner) || m.right.as_ref().is_some_and(through))
            }
        }
    }

    /// Whether a type that an operator is applied to is named through a type of the table.
    fn names_in(&self, ty: &Ty, n: usize, depth: usize) -> bool {
        match self.shallow(ty) {
            Ty::Infer(m) if m == n => true,
            Ty::Infer(_) => depth > NAMED || self.projection(ty).is_some_and(|p| self.names(&p, n, depth + 1)),
            Ty::Projected(p) => self.names(&p, n, depth + 1),
            Ty::Tuple(parts) => parts.iter().any(|part| self.names_in(part, n, depth)),
            ty => ty.element().is_some_and(|element| self.names_in(element, n, depth)),
        }
    }

    pub fn projection(&self, ty: &Ty) -> Option<Projection> {
        match (self.origin(ty), self.shallow(ty)) {
            (Some(Origin::Call(p)), _) | (_, Ty::Projected(p)) => Some(p),
            _ => None,
        }
    }

    /// The type of a field of a type. All mentions of a field of types of one name share it.
    pub fn member(&mut self, of: &Ty, name: &str) -> Ty {
        match (self.shallow(of), name) {
            (Ty::Wrapped(_, inner), "Some.0" | "Ok.0") => return *inner,
            (Ty::Wrapped(..), _) => return self.fresh(Kind::Any, Origin::Opaque(None)),
            _ => {}
        }
        let projection = self.projection(of).unwrap_or(Projection::Output(nameless()));
        let member = Projection::Member(Box::new(projection.clone()), name.to_string());
        if !projection.has_name() {
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

    /// Whether a type has parts that are not known.
    pub fn is_open(&self, ty: &Ty) -> bool {
        match self.shallow(ty) {
            Ty::Infer(_) => true,
            Ty::Tuple(parts) => parts.iter().any(|p| self.is_open(p)),
            Ty::Wrapped(_, inner) => self.is_open(&inner),
            t => t.element().is_some_and(|e| self.is_open(e)),
        }
    }

    fn root(&self, mut n: usize) -> usize {
        while let State::Link(next) = &self.entries[n] {
            n = *next;
        }
        n
    }

    /// The type as far as its outermost constructor is known.
    pub fn shallow(&self, ty: &Ty) -> Ty {
        match ty {
            Ty::Infer(n) => {
                let root = self.root(*n);
                match &self.entries[root] {
                    State::Known(t) => self.shallow(t),
                    _ => Ty::Infer(root),
                }
            }
            t => t.clone(),
        }
    }

    /// What is known of a type that is not known.
    pub fn kind(&self, ty: &Ty) -> Option<Kind> {
        match self.shallow(ty) {
            Ty::Infer(n) => match &self.entries[n] {
                State::Open(kind, _) => Some(*kind),
                _ => None,
            },
            _ => None,
        }
    }

    /// Where a type that is not known comes from.
    pub fn origin(&self, ty: &Ty) -> Option<Origin> {
        match self.shallow(ty) {
            Ty::Infer(n) => match &self.entries[n] {
                State::Open(_, origin) => Some(origin.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Narrows the kind of a type that is not known.
    pub fn narrow(&mut self, ty: &Ty, kind: Kind) {
        if let Ty::Infer(n) = self.shallow(ty)
            && let State::Open(k, _) = &mut self.entries[n]
        {
            *k = meet(*k, kind);
        }
    }

    /// Makes two types the same. What contradicts is left alone: rustc reports it in the user's own function.
    pub fn unify(&mut self, a: &Ty, b: &Ty) {
        let (x, y) = (self.shallow(a), self.shallow(b));
        self.unify_arguments(&x, &y);
        match (&x, &y) {
            (Ty::Infer(i), Ty::Infer(j)) if i == j => {}
            (Ty::Infer(i), Ty::Infer(j)) => {
                let (State::Open(k, o), State::Open(l, p)) = (self.entries[*i].clone(), self.entries[*j].clone()) else { return };
                let (old, new) = if i < j { (*i, *j) } else { (*j, *i) };
                // what is carried through a loop is not named through itself
                let through = |o: &Origin| matches!(o, Origin::Call(p) if self.names(p, *i, 0) || self.names(p, *j, 0));
                let (o, p) = match (through(&o), through(&p)) {
                    (true, true) => (Origin::None, Origin::None),
                    (false, true) => (o.clone(), o),
                    (true, false) => (p.clone(), p),
                    (false, false) => (o, p),
                };
                self.entries[new] = State::Link(old);
                self.entries[old] = State::Open(meet(k, l), stronger(o, p));
            }
            (Ty::Infer(i), t) | (t, Ty::Infer(i)) => {
                let State::Open(kind, _) = &self.entries[*i] else { return };
                let fits = match (kind, t) {
                    (Kind::Float, Ty::Int(_) | Ty::IntOf(_)) | (Kind::Int, Ty::Real(_)) => false,
                    (Kind::Any, _) => true,
                    (_, t) => !t.is_sequence() && !matches!(t, Ty::Tuple(_)),
                };
                if fits && !self.occurs(*i, t) {
                    self.entries[*i] = State::Known(t.clone());
                }
            }
            (Ty::Wrapped(_, p), Ty::Wrapped(_, q)) => self.unify(p, q),
            (Ty::Tuple(p), Ty::Tuple(q)) => {
                for (s, t) in p.iter().zip(q) {
                    self.unify(s, t);
                }
            }
            _ => {
                if let (Some(s), Some(t)) = (x.element(), y.element()) {
                    self.unify(s, t);
                    // a sequence of an unknown container turns out to be this one, and what was taken for a vector to be a deque
                    match (&x, &y) {
                        (Ty::Vec(_), Ty::Deque(_)) => self.settle(a, &y),
                        (Ty::Deque(_), Ty::Vec(_)) => self.settle(b, &x),
                        (Ty::Sequence(..), Ty::Vec(_) | Ty::Deque(_) | Ty::Array(..)) => self.settle(a, &y),
                        (Ty::Vec(_) | Ty::Deque(_) | Ty::Array(..), Ty::Sequence(..)) => self.settle(b, &x),
                        (Ty::Array(_, n), Ty::Array(_, m)) => self.unify_constants(n, m),
                        _ => {}
                    }
                }
            }
        }
    }

    /// A vector, unless something tells that it is a deque.
    pub fn taken_for_vec(&mut self) -> Ty {
        let (ty, vec) = (self.any(), Ty::Vec(Box::new(self.any())));
        self.unify(&ty, &vec);
        ty
    }

    pub fn settle(&mut self, unknown: &Ty, known: &Ty) {
        let mut ty = unknown.clone();
        while let Ty::Infer(n) = ty {
            let root = self.root(n);
            match self.entries[root].clone() {
                State::Known(t @ Ty::Infer(_)) => ty = t,
                // `[v, v[0]]` is no `v`
                State::Known(_) if self.is_part(root, known) => return,
                State::Known(_) => {
                    self.entries[root] = State::Known(known.clone());
                    return;
                }
                _ => return,
            }
        }
    }

    /// Whether a type is made of that variable, which is known.
    fn is_part(&self, root: usize, ty: &Ty) -> bool {
        match ty {
            Ty::Infer(k) => {
                let k = self.root(*k);
                k == root || matches!(&self.entries[k], State::Known(of) if self.is_part(root, of))
            }
            Ty::Wrapped(_, of) => self.is_part(root, of),
            Ty::Tuple(parts) => parts.iter().any(|part| self.is_part(root, part)),
            ty => ty.element().is_some_and(|of| self.is_part(root, of)),
        }
    }

    fn occurs(&self, n: usize, ty: &Ty) -> bool {
        match self.shallow(ty) {
            Ty::Infer(m) => n == m || self.projection(&Ty::Infer(m)).is_some_and(|p| self.names(&p, n, 0)),
            Ty::Wrapped(_, e) => self.occurs(n, &e),
            Ty::Tuple(parts) => parts.iter().any(|p| self.occurs(n, p)),
            Ty::Projected(p) | Ty::Discrete(p) => self.names(&p, n, 0),
            Ty::Sequence(e, p) => self.occurs(n, &e) || self.names(&p, n, 0),
            t => t.element().is_some_and(|e| self.occurs(n, e)),
        }
    }

    /// The element type of a sequence; what is not known becomes one, if it is no struct.
    pub fn element(&mut self, ty: &Ty) -> Option<Ty> {
        match self.shallow(ty) {
            Ty::Infer(_) if self.is_struct(ty) || self.is_of_operator(ty) || self.is_collection(ty) => None,
            Ty::Infer(n) => {
                let State::Open(_, origin) = self.entries[n].clone() else { return None };
                let (item, projection) = match origin {
                    Origin::Call(p) => (Origin::Call(Projection::Item(Box::new(p.clone()))), p),
                    o => (o, Projection::Output(nameless())),
                };
                let element = self.fresh(Kind::Any, item);
                self.entries[n] = State::Known(Ty::Sequence(Box::new(element.clone()), projection));
                Some(element)
            }
            t => t.element().cloned(),
        }
    }

    /// Notes that what a definition says of a field makes it a collection of std.
    pub fn note_collection(&mut self, field: &Ty) {
        self.collections.extend(self.projection(field).map(|field| field.key()));
    }

    /// Whether a type is a collection of std without derivatives, which only rustc can iterate, or a function's that gives such or an iterator, as far as is seen.
    pub fn is_collection(&self, ty: &Ty) -> bool {
        let written = match (self.shallow(ty), self.origin(ty)) {
            (Ty::Foreign(written), _) | (_, Some(Origin::Opaque(Some(written)))) => Some(written),
            _ => None,
        };
        if let Some(written) = written {
            return syn::parse2(written).is_ok_and(|ty| written::is_collection(&ty));
        }
        match self.projected(ty) {
            Some(field @ Projection::Member(..)) => self.collections.contains(&field.key()),
            Some(of @ Projection::Output(_)) if crate::lower::finish::collection(&of).is_some() => true,
            Some(Projection::Output(callee)) => {
                let (of, name) = match callee.method {
                    Some(method) => (self.name_of(&method.owner), method.name),
                    None => (None, callee.path.to_string()),
                };
                self.world.gives_collection(of.map(|of| last_name(&of)).as_deref(), &last_name(&name))
            }
            Some(of) => crate::lower::finish::collection(&of).is_some(),
            None => false,
        }
    }

    /// Notes that a field carries no derivative, whatever its type is.
    pub fn note_constant(&mut self, of: TokenStream, name: &str) {
        self.discrete.insert(Projection::Member(Box::new(Projection::Named(of)), name.to_string()).key());
    }

    /// Notes that values of a type carry no derivative.
    pub fn note_without_derivative(&mut self, path: &TokenStream) {
        self.discrete.insert(path.to_string());
    }

    /// Whether what a projection names is known to carry no derivative.
    fn is_without_derivative(&self, projection: &Projection) -> bool {
        match projection {
            _ if self.discrete.is_empty() => false,
            Projection::Output(_) => false,
            Projection::Named(path) => self.discrete.contains(&path.to_string()),
            Projection::Leaf(of, _) | Projection::Item(of) => self.is_without_derivative(of),
            Projection::Member(of, _) => self.discrete.contains(&projection.key()) || self.is_without_derivative(of),
        }
    }

    /// Whether a type carries no real, as far as is known by now.
    pub fn is_discrete(&self, ty: &Ty) -> bool {
        match self.shallow(ty) {
            Ty::Infer(n) => match &self.entries[n] {
                State::Open(Kind::Any, Origin::Call(of)) => self.is_without_derivative(of),
                State::Open(kind, _) => *kind == Kind::Int,
                State::Link(_) | State::Known(_) => false,
            },
            Ty::Projected(of) => self.is_without_derivative(&of),
            Ty::Tuple(parts) => parts.iter().all(|p| self.is_discrete(p)),
            Ty::Wrapped(Wrapper::Status(_), _) => true,
            Ty::Wrapped(_, e) => self.is_discrete(&e),
            t => match t.element() {
                Some(e) => self.is_discrete(e),
                None => t.is_discrete(),
            },
        }
    }

    /// The type in the end. `plain` are the callees that turned out to be called on inactive values only. `None` if
    /// nothing can name it.
    pub fn finish(&self, ty: &Ty, plain: &HashSet<String>) -> Option<Ty> {
        let nameless_or = |p: Projection| {
            if let Projection::Output(callee) = &p
                && plain.contains(&callee.key())
                && let Some(like) = self.plain_output(callee)
            {
                return self.finish_projection(like, plain);
            }
            let is_plain = root_callee(&p).is_some_and(|c| plain.contains(&c.key()));
            if is_plain { Projection::Output(nameless()) } else { self.finish_projection(p, plain) }
        };
        Some(match self.shallow(ty) {
            Ty::Infer(n) => {
                let State::Open(kind, origin) = &self.entries[n] else { return None };
                match (kind, origin) {
                    (_, Origin::Error) => Ty::Real(self.default_real),
                    // a literal is never of the type of a parameter
                    (Kind::Float, Origin::None) if matches!(self.default_real, Real::Param(_)) => Ty::F64,
                    (Kind::Float, _) => Ty::Real(self.default_real),
                    (Kind::Number, Origin::Call(_) | Origin::None) => Ty::Real(self.default_real),
                    // a field of an integer type that nothing else tells
                    (Kind::Int, Origin::Call(p)) if root_callee(p).is_none() => Ty::IntOf(Some(self.finish_projection(p.clone(), plain))),
                    (kind, Origin::Call(p)) => match nameless_or(p.clone()) {
                        Projection::Output(c) if c.key() == "_" => Ty::Foreign(quote!(_)),
                        p if *kind == Kind::Any && self.is_without_derivative(&p) => Ty::Discrete(p),
                        p => Ty::Projected(p),
                    },
                    (_, Origin::Opaque(Some(name))) if is_user_type(name) => Ty::Discrete(Projection::Named(name.clone())),
                    (_, Origin::Opaque(name)) => Ty::Foreign(name.clone().unwrap_or_else(|| quote!(_))),
                    // the callee decides, as rustc sees it
                    (Kind::Int, Origin::None) if self.passed.contains(&n) => Ty::IntOf(None),
                    (Kind::Int, Origin::None) => Ty::Int("i32"),
                    (Kind::Any, Origin::None) => return None,
                }
            }
            Ty::Tuple(parts) => Ty::Tuple(parts.iter().map(|p| self.finish(p, plain)).collect::<Option<_>>()?),
            Ty::Array(e, n) => Ty::Array(Box::new(self.finish(&e, plain)?), n),
            Ty::Slice(e) => Ty::Slice(Box::new(self.finish(&e, plain)?)),
            Ty::Vec(e) => Ty::Vec(Box::new(self.finish(&e, plain)?)),
            Ty::Deque(e) => Ty::Deque(Box::new(self.finish(&e, plain)?)),
            Ty::Wrapped(w, e) => Ty::Wrapped(w, Box::new(self.finish(&e, plain)?)),
            Ty::Sequence(e, p) => Ty::Sequence(Box::new(self.finish(&e, plain)?), nameless_or(p)),
            Ty::Function(function) => Ty::Function(self.finish_function(&function, plain)),
            t => t,
        })
    }

    /// The type of a function in the end.
    pub fn finish_function(&self, function: &Rc<FunctionType>, plain: &HashSet<String>) -> Rc<FunctionType> {
        let finished = |ty: &Ty| self.finish(ty, plain).unwrap_or_else(|| ty.clone());
        let params = function.params.iter().map(|(passing, ty)| (*passing, finished(ty))).collect();
        Rc::new(FunctionType { params, output: finished(&function.output), ..(**function).clone() })
    }

    /// What a callee gives that is called on inactive values, and need not be differentiated: an operator a value like its operand, most likely; another function
    /// what its head that was kept says, if that is the type that it is a function of, or one of this file that a derive has seen.
    pub fn plain_output(&self, callee: &Callee) -> Option<Projection> {
        let Some(method) = callee.method.as_ref() else {
            let path = callee.path.to_string();
            return named_result(
                &self.world.result(Some(""), &last_name(&path)).or_else(|| self.world.result_in_file("", &path))?,
                &self.world,
            );
        };
        let named = |ty: &Ty| match self.projected(ty)? {
            named @ Projection::Named(_) => Some(named),
            Projection::Output(callee) => self.plain_output(&callee),
            _ => None,
        };
        if let Spelling::Infix(_) | Spelling::Prefix(_) = method.spelling {
            return named(&method.owner).or_else(|| named(method.right.as_ref()?));
        }
        let Projection::Named(owner) = named(&method.owner)? else { return None };
        let (of, name) = (last_name(&owner.to_string()), last_name(&method.name));
        let result = self.world.result(Some(&of), &name).or_else(|| self.world.result_in_file(&of, &name))?;
        let Type::Path(path) = &result else { return None };
        if path.path.segments.last()?.ident != of {
            return named_result(&result, &self.world);
        }
        left_out::with_arguments(&owner, &name, &result, &self.all_written(&callee.arguments), &self.world).map(Projection::Named)
    }

    fn all_written(&self, types: &[Ty]) -> Vec<Option<Type>> {
        types.iter().map(|ty| self.written(ty)).collect()
    }

    /// The type of what a function of a generic type gives, where that is the same with other arguments: what it is called on has a name here.
    pub fn with_other_arguments(&mut self, callee: &Callee) -> Option<Ty> {
        let method = callee.method.as_ref().filter(|m| matches!(m.spelling, Spelling::Dot | Spelling::Path))?;
        let Projection::Named(owner) = self.projected(&method.owner)? else { return None };
        let (of, name) = (last_name(&owner.to_string()), last_name(&method.name));
        let result = self.world.result(Some(&of), &name)?;
        let is_same = matches!(&result, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == of && !last.arguments.is_none()));
        let other =
            is_same.then(|| left_out::with_arguments(&owner, &name, &result, &self.all_written(&callee.arguments), &self.world))??;
        Some(self.named(other))
    }

    fn finish_projection(&self, projection: Projection, plain: &HashSet<String>) -> Projection {
        match projection {
            Projection::Output(callee) => Projection::Output(self.finish_callee(callee, plain)),
            Projection::Leaf(of, index) => Projection::Leaf(Box::new(self.finish_projection(*of, plain)), index),
            Projection::Item(of) => Projection::Item(Box::new(self.finish_projection(*of, plain))),
            Projection::Member(of, name) => Projection::Member(Box::new(self.finish_projection(*of, plain)), name),
            Projection::Named(path) => Projection::Named(path),
        }
    }

    /// The types of a callee's arguments in the end. What has no name is taken for the scalar that literals are: of a function that is not generic it does
    /// not matter, and of a generic one it is right or does not compile.
    pub fn finish_callee(&self, mut callee: Callee, plain: &HashSet<String>) -> Callee {
        callee.object = callee.object.map(|object| self.finish_function(&object, plain));
        let depth = self.inside.get();
        self.inside.set(depth + 1);
        for argument in &mut callee.arguments {
            let known = if depth < NESTED { self.finish(argument, plain) } else { None };
            *argument = self.with_names(known.unwrap_or(Ty::Infer(0)));
        }
        if let Some(method) = &mut callee.method {
            for ty in std::iter::once(&mut method.owner).chain(&mut method.right) {
                *ty = if depth < NAMED { self.finish(ty, plain).unwrap_or(Ty::Infer(0)) } else { Ty::Infer(0) };
            }
        }
        self.inside.set(depth);
        callee
    }

    fn with_names(&self, ty: Ty) -> Ty {
        match ty {
            ty if ty.has_name() => ty,
            Ty::Tuple(parts) => Ty::Tuple(parts.into_iter().map(|part| self.with_names(part)).collect()),
            Ty::Array(element, length) => Ty::Array(Box::new(self.with_names(*element)), length),
            Ty::Slice(element) | Ty::Vec(element) | Ty::Sequence(element, _) => Ty::Vec(Box::new(self.with_names(*element))),
            Ty::Deque(element) => Ty::Deque(Box::new(self.with_names(*element))),
            _ => Ty::Real(self.default_real),
        }
    }

    /// Notes that a value of this type is passed to a call.
    pub fn note_passed(&mut self, ty: &Ty) {
        match self.shallow(ty) {
            Ty::Infer(n) => drop(self.passed.insert(n)),
            Ty::Tuple(parts) => parts.iter().for_each(|part| self.note_passed(part)),
            Ty::Wrapped(_, of) => self.note_passed(&of),
            ty => ty.element().into_iter().for_each(|element| self.note_passed(element)),
        }
    }
}
/// A type without parameters of this file that a derive has seen.
fn named_result(ty: &Type, world: &World) -> Option<Projection> {
    let Type::Path(path) = ty else { return None };
    let name = path.path.get_ident()?;
    world.has_type(&name.to_string()).then(|| Projection::Named(name.to_token_stream()))
}

/// A type by another name (`type Matrix = Vec<Vec<f64>>;`): what is in it is named through that, not through a function that it came from, which need not be as
/// visible.
pub fn named_through(ty: Ty, name: &Projection) -> Ty {
    let element = |e: Box<Ty>| Box::new(named_through(*e, &Projection::Item(Box::new(name.clone()))));
    match ty {
        Ty::Vec(e) => Ty::Vec(element(e)),
        Ty::Deque(e) => Ty::Deque(element(e)),
        Ty::Array(e, n) => Ty::Array(element(e), n),
        Ty::Projected(Projection::Output(_)) => Ty::Projected(name.clone()),
        ty => ty,
    }
}

fn meet(a: Kind, b: Kind) -> Kind {
    match (a, b) {
        (Kind::Any, k) | (k, Kind::Any) => k,
        (Kind::Number, k) | (k, Kind::Number) => k,
        (k, _) => k,
    }
}

fn stronger(a: Origin, b: Origin) -> Origin {
    match (a, b) {
        (Origin::Error, _) | (_, Origin::Error) => Origin::Error,
        // a type with its arguments tells more than one without
        (Origin::Call(Projection::Named(a)), Origin::Call(Projection::Named(b))) => {
            let longer = b.to_string().len() > a.to_string().len();
            Origin::Call(Projection::Named(if longer { b } else { a }))
        }
        // a struct that is known by name
        (_, Origin::Call(p @ Projection::Named(_))) => Origin::Call(p),
        // what a `let` says of what a function gives
        (Origin::Call(Projection::Output(_)), Origin::Opaque(Some(t))) | (Origin::Opaque(Some(t)), Origin::Call(Projection::Output(_)))
            if syn::parse2(t.clone()).is_ok_and(|t| written::is_collection(&t)) =>
        {
            Origin::Call(Projection::Named(t))
        }
        (Origin::Call(p), _) | (_, Origin::Call(p)) => Origin::Call(p),
        (Origin::Opaque(Some(t)), _) | (_, Origin::Opaque(Some(t))) => Origin::Opaque(Some(t)),
        (Origin::Opaque(None), _) | (_, Origin::Opaque(None)) => Origin::Opaque(None),
        (Origin::None, Origin::None) => Origin::None,
    }
}
