//! Unification of types. A type never becomes a part of itself.

use super::*;

impl Types {
    /// Narrows the kind of an unknown type.
    pub fn narrow(&mut self, ty: &Ty, kind: Kind) {
        if let Ty::Infer(n) = self.shallow(ty)
            && let State::Open(k, _) = &mut self.entries[n]
        {
            *k = meet(*k, kind);
        }
    }

    /// Unifies two types. Contradictions are ignored: rustc reports them in the user's own
    /// function.
    pub fn unify(&mut self, a: &Ty, b: &Ty) {
        let (x, y) = (self.shallow(a), self.shallow(b));
        self.unify_arguments(&x, &y);
        match (&x, &y) {
            (Ty::Infer(i), Ty::Infer(j)) if i == j => {}
            (Ty::Infer(i), Ty::Infer(j)) => {
                let (State::Open(k, o), State::Open(l, p)) =
                    (self.entries[*i].clone(), self.entries[*j].clone())
                else {
                    return;
                };
                let (old, new) = if i < j { (*i, *j) } else { (*j, *i) };
                // a loop-carried type is not named through itself
                let through = |o: &Origin| {
                    matches!(o, Origin::Call(p) if self.names(p, *i, 0)
                    || self.names(p, *j, 0))
                };
                let (o, p) = match (through(&o), through(&p)) {
                    (true, true) => (Origin::None, Origin::None),
                    (false, true) => (o.clone(), o),
                    (true, false) => (p.clone(), p),
                    (false, false) => (o, p),
                };
                self.entries[new] = State::Link(old);
                self.entries[old] = State::Open(meet(k, l), stronger_origin(o, p));
            }
            (Ty::Infer(i), t) | (t, Ty::Infer(i)) => {
                let State::Open(kind, _) = &self.entries[*i] else { return };
                let fits = match (kind, t) {
                    (Kind::Float, Ty::Int(_) | Ty::IntOf(_)) | (Kind::Int, Ty::Real(_)) => false,
                    (Kind::Any, _) => true,
                    (_, t) => !t.is_sequence() && !matches!(t, Ty::Tuple(_)),
                };
                if fits && !self.occurs_in(*i, t) {
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
                    // the unknown container of a sequence turns out to be this one, and a presumed
                    // vector to be a deque
                    match (&x, &y) {
                        (Ty::Vec(_), Ty::Deque(_)) => self.settle(a, &y),
                        (Ty::Deque(_), Ty::Vec(_)) => self.settle(b, &x),
                        (Ty::Sequence(..), Ty::Vec(_) | Ty::Deque(_) | Ty::Array(..)) => {
                            self.settle(a, &y)
                        }
                        (Ty::Vec(_) | Ty::Deque(_) | Ty::Array(..), Ty::Sequence(..)) => {
                            self.settle(b, &x)
                        }
                        (Ty::Array(_, n), Ty::Array(_, m)) => self.unify_constants(n, m),
                        _ => {}
                    }
                }
            }
        }
    }

    pub fn settle(&mut self, unknown: &Ty, known: &Ty) {
        let mut ty = unknown.clone();
        while let Ty::Infer(n) = ty {
            let root = self.root(n);
            match self.entries[root].clone() {
                State::Known(t @ Ty::Infer(_)) => ty = t,
                // `[v, v[0]]` does not have the type of `v`
                State::Known(_) if self.is_part(root, known) => return,
                State::Known(_) => {
                    self.entries[root] = State::Known(known.clone());
                    return;
                }
                _ => return,
            }
        }
    }

    /// Whether a known type contains that type variable.
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

    fn occurs_in(&self, n: usize, ty: &Ty) -> bool {
        match self.shallow(ty) {
            Ty::Infer(m) => {
                n == m || self.projection(&Ty::Infer(m)).is_some_and(|p| self.names(&p, n, 0))
            }
            Ty::Wrapped(_, e) => self.occurs_in(n, &e),
            Ty::Tuple(parts) => parts.iter().any(|p| self.occurs_in(n, p)),
            Ty::Projected(p) | Ty::Discrete(p) => self.names(&p, n, 0),
            Ty::Sequence(e, p) => self.occurs_in(n, &e) || self.names(&p, n, 0),
            t => t.element().is_some_and(|e| self.occurs_in(n, e)),
        }
    }

    /// Whether a projection is named through a type of the table.
    fn names(&self, projection: &Projection, n: usize, depth: usize) -> bool {
        let through = |ty: &Ty| self.names_in(ty, n, depth);
        match projection {
            Projection::Named(_) => false,
            Projection::Leaf(of, _)
            | Projection::Item(of)
            | Projection::Member(of, _)
            | Projection::View(of) => self.names(of, n, depth),
            Projection::Output(callee) => match &callee.method {
                Some(m) => {
                    // what `a.dot(b)` returns depends on `b` as well
                    let mut others = m.right.iter().chain(callee.arguments.iter().skip(1));
                    through(&m.owner) || others.any(through)
                }
                None => {
                    arrays::results::is_made_by_runtime(projection)
                        && callee.arguments.iter().any(through)
                }
            },
        }
    }

    /// Whether a type that an operator is applied to is named through a type of the table.
    fn names_in(&self, ty: &Ty, n: usize, depth: usize) -> bool {
        match self.shallow(ty) {
            Ty::Infer(m) if m == n => true,
            Ty::Infer(_) => {
                depth > NAMED || self.projection(ty).is_some_and(|p| self.names(&p, n, depth + 1))
            }
            Ty::Projected(p) => self.names(&p, n, depth + 1),
            Ty::Tuple(parts) => parts.iter().any(|part| self.names_in(part, n, depth)),
            ty => ty.element().is_some_and(|element| self.names_in(element, n, depth)),
        }
    }
}

fn meet(a: Kind, b: Kind) -> Kind {
    match (a, b) {
        (Kind::Any, k) | (k, Kind::Any) => k,
        (Kind::Number, k) | (k, Kind::Number) => k,
        (k, _) => k,
    }
}

fn stronger_origin(a: Origin, b: Origin) -> Origin {
    match (a, b) {
        (Origin::Error, _) | (_, Origin::Error) => Origin::Error,
        // a type with its arguments is more specific than one without
        (Origin::Call(Projection::Named(a)), Origin::Call(Projection::Named(b))) => {
            let longer = b.to_string().len() > a.to_string().len();
            Origin::Call(Projection::Named(if longer { b } else { a }))
        }
        // a struct whose name is known
        (_, Origin::Call(p @ Projection::Named(_))) => Origin::Call(p),
        // the annotation of a `let` for the result of a function
        (Origin::Call(Projection::Output(_)), Origin::Opaque(Some(t)))
        | (Origin::Opaque(Some(t)), Origin::Call(Projection::Output(_)))
            if syn::parse2(t.clone()).is_ok_and(|t| type_class::is_collection(&t)) =>
        {
            Origin::Call(Projection::Named(t))
        }
        (Origin::Call(p), _) | (_, Origin::Call(p)) => Origin::Call(p),
        (Origin::Opaque(Some(t)), _) | (_, Origin::Opaque(Some(t))) => Origin::Opaque(Some(t)),
        (Origin::Opaque(None), _) | (_, Origin::Opaque(None)) => Origin::Opaque(None),
        (Origin::None, Origin::None) => Origin::None,
    }
}
