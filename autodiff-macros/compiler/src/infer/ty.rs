//! Types of inference, unification and coercion.

use crate::world::types::plain_types::ItemId;
use std::rc::Rc;

/// A type, which may be known only in part.
#[derive(Clone, Debug, PartialEq)]
pub enum Ty {
    /// A variable of inference.
    Infer(usize),
    /// A type of `std`, including scalars, by its name. All iterators of `std` are `Iter<Item>`.
    Std(Rc<str>, Vec<Ty>),
    /// A struct or enum of the crate.
    Crate(Rc<ItemId>, Vec<Ty>),
    /// A type or constant parameter of the function.
    Param(Rc<str>),
    /// A shared reference, or a unique one.
    Reference(bool, Box<Ty>),
    Tuple(Vec<Ty>),
    /// With its length.
    Array(Box<Ty>, Box<Ty>),
    Slice(Box<Ty>),
    /// A function, a closure, or a type that implements `Fn`, `FnMut` or `FnOnce`.
    Function(Vec<Ty>, Box<Ty>),
    /// `dyn Trait` or `impl Trait`, where the traits are of the crate.
    Object(Vec<Rc<ItemId>>),
    /// A constant argument, as a string.
    Constant(Rc<str>),
    Never,
    /// A type that inference does not know.
    Unknown,
}

/// The types that a variable may stand for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Any,
    Int,
    Float,
}

enum State {
    Open(Kind),
    Bound(Ty),
}

/// The inference variables of a body.
#[derive(Default)]
pub struct Table {
    states: Vec<State>,
}

pub const INTS: [&str; 12] =
    ["usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128"];
pub const FLOATS: [&str; 2] = ["f64", "f32"];
/// The guards of `std`, which dereference to the guarded value.
pub const GUARDS: [&str; 5] =
    ["Ref", "RefMut", "MutexGuard", "RwLockReadGuard", "RwLockWriteGuard"];

impl Ty {
    pub fn std(name: &str) -> Ty {
        Ty::Std(name.into(), Vec::new())
    }

    pub fn of(name: &str, argument: Ty) -> Ty {
        Ty::Std(name.into(), vec![argument])
    }

    pub fn unit() -> Ty {
        Ty::Tuple(Vec::new())
    }

    pub fn shared_reference(of: Ty) -> Ty {
        Ty::Reference(false, Box::new(of))
    }

    pub fn is_int(&self) -> bool {
        matches!(self, Ty::Std(name, _) if INTS.contains(&&**name))
    }

    pub fn is_float(&self) -> bool {
        matches!(self, Ty::Std(name, _) if FLOATS.contains(&&**name))
    }

    /// Whether it is a guard of `std`.
    pub fn is_guard(&self) -> bool {
        matches!(self, Ty::Std(name, _) if GUARDS.contains(&&**name))
    }

    /// The argument of a type of `std` of that name.
    pub fn argument(&self, of: &str) -> Option<&Ty> {
        match self {
            Ty::Std(name, arguments) if **name == *of => arguments.first(),
            _ => None,
        }
    }

    /// Whether it is known to contain no references.
    pub fn has_no_references(&self) -> bool {
        match self {
            Ty::Reference(..)
            | Ty::Infer(_)
            | Ty::Function(..)
            | Ty::Object(_)
            | Ty::Never
            | Ty::Unknown => false,
            Ty::Std(_, arguments) | Ty::Crate(_, arguments) | Ty::Tuple(arguments) => {
                arguments.iter().all(Ty::has_no_references)
            }
            Ty::Array(of, _) | Ty::Slice(of) => of.has_no_references(),
            Ty::Param(_) | Ty::Constant(_) => true,
        }
    }

    /// Whether it is a string slice, which is treated as a value like numbers.
    pub fn is_string_slice(&self) -> bool {
        matches!(self, Ty::Reference(false, of) if **of == Ty::std("str"))
    }

    /// Whether it is known to contain no references except string slices in tuples.
    pub fn is_owned_or_text(&self) -> bool {
        match self {
            Ty::Tuple(parts) => parts.iter().all(Ty::is_owned_or_text),
            ty => ty.is_string_slice() || ty.has_no_references(),
        }
    }

    /// Applies `f` to the component types.
    fn map(&self, f: &mut dyn FnMut(&Ty) -> Ty) -> Ty {
        let mut all = |types: &[Ty]| types.iter().map(&mut *f).collect::<Vec<_>>();
        match self {
            Ty::Std(name, arguments) => Ty::Std(name.clone(), all(arguments)),
            Ty::Crate(of, arguments) => Ty::Crate(of.clone(), all(arguments)),
            Ty::Tuple(parts) => Ty::Tuple(all(parts)),
            Ty::Function(inputs, output) => Ty::Function(all(inputs), Box::new(f(output))),
            Ty::Reference(unique, of) => Ty::Reference(*unique, Box::new(f(of))),
            Ty::Array(of, length) => Ty::Array(Box::new(f(of)), Box::new(f(length))),
            Ty::Slice(of) => Ty::Slice(Box::new(f(of))),
            ty => ty.clone(),
        }
    }
}

impl Table {
    pub fn fresh(&mut self, kind: Kind) -> Ty {
        self.states.push(State::Open(kind));
        Ty::Infer(self.states.len() - 1)
    }

    /// The type with bound variables at its outermost level resolved.
    pub fn shallow_resolve(&self, ty: &Ty) -> Ty {
        let mut ty = ty;
        while let Ty::Infer(n) = ty
            && let State::Bound(of) = &self.states[*n]
        {
            ty = of;
        }
        ty.clone()
    }

    /// The type with all bound variables resolved.
    pub fn resolve(&self, ty: &Ty) -> Ty {
        self.shallow_resolve(ty).map(&mut |part| self.resolve(part))
    }

    pub fn kind(&self, ty: &Ty) -> Option<Kind> {
        match self.shallow_resolve(ty) {
            Ty::Infer(n) => match &self.states[n] {
                State::Open(kind) => Some(*kind),
                State::Bound(_) => None,
            },
            _ => None,
        }
    }

    /// The type without the references around it.
    pub fn strip_references(&self, ty: &Ty) -> Ty {
        match self.shallow_resolve(ty) {
            Ty::Reference(_, of) => self.strip_references(&of),
            ty => ty,
        }
    }

    /// Whether a type, which may be unresolved, is a part of another one.
    pub fn is_in(&self, part: &Ty, of: &Ty) -> bool {
        !matches!(self.shallow_resolve(part), Ty::Infer(n) if !self.occurs_in(n, of))
    }

    fn occurs_in(&self, n: usize, ty: &Ty) -> bool {
        let mut found = false;
        match self.shallow_resolve(ty) {
            Ty::Infer(of) => found = of == n,
            ty => drop(ty.map(&mut |part| {
                found |= self.occurs_in(n, part);
                Ty::Unknown
            })),
        }
        found
    }

    fn bind(&mut self, n: usize, ty: Ty) -> bool {
        let State::Open(kind) = self.states[n] else { return false };
        match &ty {
            Ty::Infer(other) if *other == n => return true,
            Ty::Infer(other) => {
                if let State::Open(Kind::Any) = self.states[*other] {
                    self.states[*other] = State::Open(kind);
                }
            }
            Ty::Unknown | Ty::Never => return true,
            ty => {
                let fits = match kind {
                    Kind::Any => !self.occurs_in(n, ty),
                    Kind::Int => ty.is_int(),
                    Kind::Float => ty.is_float(),
                };
                if !fits {
                    return false;
                }
            }
        }
        self.states[n] = State::Bound(ty);
        true
    }

    /// Unifies two types, as far as possible. An unknown type unifies with any type.
    pub fn unify(&mut self, a: &Ty, b: &Ty) -> bool {
        match (self.shallow_resolve(a), self.shallow_resolve(b)) {
            (Ty::Infer(n), ty) | (ty, Ty::Infer(n)) => self.bind(n, ty),
            (Ty::Unknown | Ty::Never, _) | (_, Ty::Unknown | Ty::Never) => true,
            (Ty::Std(a, of_a), Ty::Std(b, of_b)) => a == b && self.unify_all(&of_a, &of_b),
            (Ty::Crate(a, of_a), Ty::Crate(b, of_b)) => a == b && self.unify_all(&of_a, &of_b),
            (Ty::Tuple(a), Ty::Tuple(b)) => a.len() == b.len() && self.unify_all(&a, &b),
            (Ty::Reference(_, a), Ty::Reference(_, b)) | (Ty::Slice(a), Ty::Slice(b)) => {
                self.unify(&a, &b)
            }
            (Ty::Array(a, m), Ty::Array(b, n)) => self.unify(&m, &n) && self.unify(&a, &b),
            (Ty::Function(a, to_a), Ty::Function(b, to_b)) => {
                let inputs = a.len() == b.len() && self.unify_all(&a, &b);
                self.unify(&to_a, &to_b) && inputs
            }
            (a, b) => a == b,
        }
    }

    fn unify_all(&mut self, a: &[Ty], b: &[Ty]) -> bool {
        let mut same = a.len() == b.len();
        for (a, b) in a.iter().zip(b) {
            same &= self.unify(a, b);
        }
        same
    }

    /// Whether two types unify; binds nothing.
    pub fn may_unify(&self, a: &Ty, b: &Ty) -> bool {
        let all = |a: &[Ty], b: &[Ty]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.may_unify(a, b))
        };
        match (self.shallow_resolve(a), self.shallow_resolve(b)) {
            (Ty::Infer(n), ty) | (ty, Ty::Infer(n)) => match (&self.states[n], &ty) {
                (_, Ty::Infer(_)) | (State::Open(Kind::Any) | State::Bound(_), _) => true,
                (State::Open(Kind::Int), ty) => ty.is_int(),
                (State::Open(Kind::Float), ty) => ty.is_float(),
            },
            (Ty::Unknown | Ty::Never, _) | (_, Ty::Unknown | Ty::Never) => true,
            (Ty::Std(a, of_a), Ty::Std(b, of_b)) => a == b && all(&of_a, &of_b),
            (Ty::Crate(a, of_a), Ty::Crate(b, of_b)) => a == b && all(&of_a, &of_b),
            (Ty::Tuple(a), Ty::Tuple(b)) => all(&a, &b),
            (Ty::Reference(_, a), Ty::Reference(_, b)) | (Ty::Slice(a), Ty::Slice(b)) => {
                self.may_unify(&a, &b)
            }
            (Ty::Array(a, m), Ty::Array(b, n)) => self.may_unify(&m, &n) && self.may_unify(&a, &b),
            (Ty::Function(..), Ty::Function(..)) => true,
            (a, b) => a == b,
        }
    }

    /// Coerces a value of type `from` to a place of type `to`: references to vectors become
    /// slices, references to boxes become references to their contents, and unique references
    /// become shared ones.
    pub fn coerce(&mut self, from: &Ty, to: &Ty) {
        match (self.shallow_resolve(from), self.shallow_resolve(to)) {
            (Ty::Reference(_, from), Ty::Reference(_, to)) => self.coerce_behind(&from, &to),
            (Ty::Std(a, from), Ty::Std(b, to))
                if a == b && matches!(&*a, "Box" | "Rc" | "Arc") && from.len() == 1 =>
            {
                if !matches!(self.shallow_resolve(&to[0]), Ty::Object(_) | Ty::Unknown) {
                    self.coerce(&from[0], &to[0]);
                }
            }
            (from, to) => drop(self.unify(&from, &to)),
        }
    }

    fn coerce_behind(&mut self, from: &Ty, to: &Ty) {
        match (self.shallow_resolve(from), self.shallow_resolve(to)) {
            (Ty::Array(from, _), Ty::Slice(to)) => drop(self.unify(&from, &to)),
            (Ty::Std(name, from), Ty::Slice(to)) if &*name == "Vec" => {
                self.unify(&from[0], &to);
            }
            (Ty::Std(name, from), to)
                if matches!(&*name, "Box" | "Rc" | "Arc")
                    && !matches!(&to, Ty::Std(other, _) if *other == name)
                    && !matches!(to, Ty::Infer(_)) =>
            {
                self.coerce_behind(&from[0], &to);
            }
            (Ty::Reference(_, from), to) if !matches!(to, Ty::Reference(..) | Ty::Infer(_)) => {
                self.coerce_behind(&from, &to)
            }
            (from, to) => drop(self.unify(&from, &to)),
        }
    }
}
