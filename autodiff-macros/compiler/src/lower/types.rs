//! Types while lowering runs: Rust's type syntax to [`Ty`], and unification of what is not yet known.

use crate::ir::{Callee, Projection, Real, Ty};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::HashSet;
use syn::{GenericArgument, PathArguments, Type};

/// What an unknown type is known to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Any,
    /// It has arithmetic.
    Number,
    Int,
    Float,
}

/// What names an unknown type if nothing else does.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    None,
    /// A call: a projection that rustc resolves.
    Call(Projection),
    /// Opaque code; the type as the user wrote it, if he did.
    Opaque(Option<TokenStream>),
    /// An error that has been reported.
    Error,
}

#[derive(Clone, Debug)]
enum State {
    Link(usize),
    Known(Ty),
    Open(Kind, Origin),
}

/// The table behind [`Ty::Infer`].
pub(super) struct Types {
    entries: Vec<State>,
    /// The type of real literals that nothing else decides.
    pub default_real: Real,
    /// The entries of values that are passed to calls.
    passed: HashSet<usize>,
}

const INTS: [&str; 12] = ["usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128"];

/// The integer type of the given name.
pub(super) fn int(name: &str) -> Option<Ty> {
    INTS.iter().find(|i| **i == name).map(|i| Ty::Int(i))
}

/// A type by the name of a primitive.
pub(super) fn primitive(name: &str) -> Option<Ty> {
    match name {
        "f64" => Some(Ty::Real(Real::F64)),
        "f32" => Some(Ty::Real(Real::F32)),
        "bool" => Some(Ty::Bool),
        "char" => Some(Ty::Text("char")),
        "String" => Some(Ty::Text("String")),
        _ => int(name),
    }
}

/// The callee that stands for "a type that has no name".
pub(super) fn nameless() -> Callee {
    Callee { path: quote!(_), recursive: false }
}

fn root_callee(projection: &Projection) -> &Callee {
    match projection {
        Projection::Output(callee) => callee,
        Projection::Leaf(p, _) | Projection::Item(p) => root_callee(p),
    }
}

impl Types {
    pub fn new() -> Types {
        Types { entries: Vec::new(), default_real: Real::F64, passed: HashSet::new() }
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
        match (&x, &y) {
            (Ty::Infer(i), Ty::Infer(j)) if i == j => {}
            (Ty::Infer(i), Ty::Infer(j)) => {
                let (State::Open(k, o), State::Open(l, p)) = (self.entries[*i].clone(), self.entries[*j].clone()) else { return };
                let (old, new) = if i < j { (*i, *j) } else { (*j, *i) };
                self.entries[new] = State::Link(old);
                self.entries[old] = State::Open(meet(k, l), stronger(o, p));
            }
            (Ty::Infer(i), t) | (t, Ty::Infer(i)) => {
                let State::Open(kind, _) = &self.entries[*i] else { return };
                let fits = match (kind, t) {
                    (Kind::Float, Ty::Int(_)) | (Kind::Int, Ty::Real(_)) => false,
                    (Kind::Any, _) => true,
                    (_, t) => !t.is_sequence() && !matches!(t, Ty::Tuple(_)),
                };
                if fits && !self.occurs(*i, t) {
                    self.entries[*i] = State::Known(t.clone());
                }
            }
            (Ty::Tuple(p), Ty::Tuple(q)) => {
                for (s, t) in p.iter().zip(q) {
                    self.unify(s, t);
                }
            }
            _ => {
                if let (Some(s), Some(t)) = (x.element(), y.element()) {
                    self.unify(s, t);
                    // a sequence of an unknown container turns out to be this one
                    match (&x, &y) {
                        (Ty::Sequence(..), Ty::Vec(_) | Ty::Array(..)) => self.settle(a, &y),
                        (Ty::Vec(_) | Ty::Array(..), Ty::Sequence(..)) => self.settle(b, &x),
                        _ => {}
                    }
                }
            }
        }
    }

    fn settle(&mut self, unknown: &Ty, known: &Ty) {
        let mut ty = unknown.clone();
        while let Ty::Infer(n) = ty {
            let root = self.root(n);
            match self.entries[root].clone() {
                State::Known(t @ Ty::Infer(_)) => ty = t,
                State::Known(_) => {
                    self.entries[root] = State::Known(known.clone());
                    return;
                }
                _ => return,
            }
        }
    }

    fn occurs(&self, n: usize, ty: &Ty) -> bool {
        match self.shallow(ty) {
            Ty::Infer(m) => n == m,
            Ty::Tuple(parts) => parts.iter().any(|p| self.occurs(n, p)),
            t => t.element().is_some_and(|e| self.occurs(n, e)),
        }
    }

    /// The element type of a sequence; what is not known becomes one.
    pub fn element(&mut self, ty: &Ty) -> Option<Ty> {
        match self.shallow(ty) {
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

    /// Whether a type carries no real, as far as is known by now.
    pub fn is_discrete(&self, ty: &Ty) -> bool {
        match self.shallow(ty) {
            Ty::Infer(n) => matches!(self.entries[n], State::Open(Kind::Int, _)),
            Ty::Tuple(parts) => parts.iter().all(|p| self.is_discrete(p)),
            t => match t.element() {
                Some(e) => self.is_discrete(e),
                None => t.is_discrete(),
            },
        }
    }

    /// The type in the end. `plain` are the callees that turned out to be called on inactive values only. `None` if
    /// nothing can name it.
    pub fn finish(&self, ty: &Ty, plain: &HashSet<String>) -> Option<Ty> {
        let nameless_or = |p: Projection| if plain.contains(&root_callee(&p).key()) { Projection::Output(nameless()) } else { p };
        Some(match self.shallow(ty) {
            Ty::Infer(n) => {
                let State::Open(kind, origin) = &self.entries[n] else { return None };
                match (kind, origin) {
                    (_, Origin::Error) => Ty::Real(self.default_real),
                    (Kind::Float, _) => Ty::Real(self.default_real),
                    (Kind::Number, Origin::Call(_) | Origin::None) => Ty::Real(self.default_real),
                    (_, Origin::Call(p)) => match nameless_or(p.clone()) {
                        Projection::Output(c) if c.key() == "_" => Ty::Foreign(quote!(_)),
                        p => Ty::Projected(p),
                    },
                    (_, Origin::Opaque(name)) => Ty::Foreign(name.clone().unwrap_or_else(|| quote!(_))),
                    // the callee decides, as rustc sees it
                    (Kind::Int, Origin::None) if self.passed.contains(&n) => Ty::Int("_"),
                    (Kind::Int, Origin::None) => Ty::Int("i32"),
                    (Kind::Any, Origin::None) => return None,
                }
            }
            Ty::Tuple(parts) => Ty::Tuple(parts.iter().map(|p| self.finish(p, plain)).collect::<Option<_>>()?),
            Ty::Array(e, n) => Ty::Array(Box::new(self.finish(&e, plain)?), n),
            Ty::Slice(e) => Ty::Slice(Box::new(self.finish(&e, plain)?)),
            Ty::Vec(e) => Ty::Vec(Box::new(self.finish(&e, plain)?)),
            Ty::Sequence(e, p) => Ty::Sequence(Box::new(self.finish(&e, plain)?), nameless_or(p)),
            t => t,
        })
    }

    /// Notes that a value of this type is passed to a call.
    pub fn note_passed(&mut self, ty: &Ty) {
        if let Ty::Infer(n) = self.shallow(ty) {
            self.passed.insert(n);
        }
    }

    /// A type that the user wrote in a body. References are looked through; what is not known may still be unified.
    pub fn annotation(&mut self, ty: &Type) -> Ty {
        match ty {
            Type::Infer(_) => self.any(),
            Type::Reference(r) => match text_reference(ty) {
                Some(t) => t,
                None => self.annotation(&r.elem),
            },
            _ => match shape(ty, &mut |inner| Some(self.annotation(inner))) {
                Some(t) => t,
                None => self.fresh(Kind::Any, Origin::Opaque(Some(ty.to_token_stream()))),
            },
        }
    }
}

/// A type in a signature, without references inside; `None` if it is not one of the language.
pub(super) fn signature(ty: &Type) -> Option<Ty> {
    if let Some(text) = text_reference(ty) {
        return Some(text);
    }
    shape(ty, &mut signature)
}

fn text_reference(ty: &Type) -> Option<Ty> {
    match ty {
        Type::Reference(r) if r.mutability.is_none() => match &*r.elem {
            Type::Path(p) if p.path.is_ident("str") => Some(Ty::Text("&str")),
            _ => None,
        },
        _ => None,
    }
}

/// The outermost constructor of a type, with its parts by `inner`.
fn shape(ty: &Type, inner: &mut dyn FnMut(&Type) -> Option<Ty>) -> Option<Ty> {
    match ty {
        Type::Paren(p) => inner(&p.elem),
        Type::Group(g) => inner(&g.elem),
        Type::Tuple(t) => t.elems.iter().map(&mut *inner).collect::<Option<Vec<Ty>>>().map(Ty::Tuple),
        Type::Array(a) => Some(Ty::Array(Box::new(inner(&a.elem)?), a.len.to_token_stream())),
        Type::Slice(s) => Some(Ty::Slice(Box::new(inner(&s.elem)?))),
        Type::Path(p) if p.qself.is_none() => {
            let last = p.path.segments.last()?;
            let name = last.ident.to_string();
            match &last.arguments {
                PathArguments::None if name == "Self" => None,
                PathArguments::None => primitive(&name).filter(|_| is_std_path(&p.path)),
                PathArguments::AngleBracketed(args) if name == "Vec" && args.args.len() == 1 => match args.args.first()? {
                    GenericArgument::Type(t) => Some(Ty::Vec(Box::new(inner(t)?))),
                    _ => None,
                },
                _ => None,
            }
        }
        _ => None,
    }
}

fn is_std_path(path: &syn::Path) -> bool {
    path.segments.len() == 1 || path.segments.first().is_some_and(|s| s.ident == "std" || s.ident == "core" || s.ident == "alloc")
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
        (Origin::Call(p), _) | (_, Origin::Call(p)) => Origin::Call(p),
        (Origin::Opaque(Some(t)), _) | (_, Origin::Opaque(Some(t))) => Origin::Opaque(Some(t)),
        (Origin::Opaque(None), _) | (_, Origin::Opaque(None)) => Origin::Opaque(None),
        (Origin::None, Origin::None) => Origin::None,
    }
}
