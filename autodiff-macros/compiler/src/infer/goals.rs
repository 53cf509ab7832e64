//! Goals that wait until types are known, as obligations wait in rustc's trait solver.

use super::Infer;
use super::ty::{Kind, Ty};
use crate::std_declarations::{ARRAY, SHAPE};

/// A relation between types that holds once all types are known.
#[derive(Clone)]
pub enum Goal {
    /// `of: IntoIterator<Item = item>`.
    Item { of: Ty, item: Ty },
    /// `of` refers to `target`.
    Target { of: Ty, target: Ty },
    /// `result: Sum<item>`.
    Sum { item: Ty, result: Ty },
    /// `into: FromIterator<item>`.
    Collect { item: Ty, into: Ty },
    /// An array of `ndarray`, or its shape, has as many axes.
    Axes { of: Ty, axes: Ty },
    /// The function of an operator, identified by the names of its trait and of its method.
    Operator { of: (&'static str, &'static str), left: Ty, right: Ty, result: Ty },
}

impl Infer<'_> {
    /// Solves the goals whose types are known by now.
    pub fn solve(&mut self) {
        loop {
            let goals = std::mem::take(&mut self.goals);
            let before = goals.len();
            for goal in goals {
                if !self.try_solve(&goal) {
                    self.goals.push(goal);
                }
            }
            if self.goals.len() >= before {
                return;
            }
        }
    }

    fn try_solve(&mut self, goal: &Goal) -> bool {
        match goal {
            Goal::Item { of, item } => match self.item_of(of) {
                Some(found) => self.solve_by_unifying(&found, item),
                None => false,
            },
            Goal::Target { of, target } => match self.table.shallow_resolve(of) {
                Ty::Reference(_, found) => self.solve_by_unifying(&found, target),
                Ty::Infer(_) => false,
                _ => true,
            },
            Goal::Sum { item, result } => {
                let result_now = self.table.shallow_resolve(result);
                match self.table.strip_references(item) {
                    // a sum of numbers has their type
                    Ty::Infer(_) => false,
                    found if found.is_float() || found.is_int() => {
                        self.solve_by_unifying(&found, &result_now)
                    }
                    // most types sum to themselves
                    found @ Ty::Crate(..)
                        if self.table.may_unify(&found, &result_now)
                            && !matches!(result_now, Ty::Infer(_)) =>
                    {
                        self.solve_by_unifying(&found, &result_now)
                    }
                    _ => !matches!(result_now, Ty::Infer(_)),
                }
            }
            Goal::Collect { item, into } => match self.table.shallow_resolve(into) {
                Ty::Std(name, arguments) => {
                    self.infer_collection(&name, &arguments, item);
                    true
                }
                Ty::Infer(_) => false,
                _ => true,
            },
            Goal::Axes { of, axes } => match self.axes_of(of) {
                Some(found) => self.solve_by_unifying(&found, axes),
                None => false,
            },
            Goal::Operator { of, left, right, result } => match self.operator(*of, left, right) {
                Some(found) => self.solve_by_unifying(&found, result),
                None => false,
            },
        }
    }

    fn solve_by_unifying(&mut self, a: &Ty, b: &Ty) -> bool {
        self.table.unify(a, b);
        true
    }

    /// The number of axes of an array of `ndarray` or of a shape; `None` while that is not known.
    fn axes_of(&self, of: &Ty) -> Option<Ty> {
        let count = |axes: usize| Ty::Constant(axes.to_string().as_str().into());
        Some(match self.table.strip_references(of) {
            of @ Ty::Infer(_) => match self.table.kind(&of)? {
                Kind::Int => count(1),
                _ => return None,
            },
            of if of.is_int() => count(1),
            Ty::Tuple(lengths) => count(lengths.len()),
            Ty::Array(_, axes) => *axes,
            Ty::Std(name, arguments) if matches!(&*name, ARRAY | SHAPE) => {
                arguments.last().cloned().unwrap_or(Ty::Unknown)
            }
            _ => Ty::Unknown,
        })
    }

    /// Infers the collection that items are collected into.
    fn infer_collection(&mut self, name: &str, arguments: &[Ty], item: &Ty) {
        match (name, arguments) {
            ("Vec" | "VecDeque" | "HashSet" | "BTreeSet", [element]) => {
                self.table.unify(element, item);
            }
            ("HashMap" | "BTreeMap", [key, value]) => {
                let pair = Ty::Tuple(vec![key.clone(), value.clone()]);
                self.table.unify(&pair, item);
            }
            ("Box", [inner]) => {
                if let Ty::Slice(element) = self.table.shallow_resolve(inner) {
                    self.table.unify(&element, item);
                }
            }
            ("Option" | "Result", [into, ..]) => {
                let inner = self.table.fresh(Kind::Any);
                let mut of = arguments.to_vec();
                of[0] = inner.clone();
                self.table.unify(&Ty::Std(name.into(), of), item);
                self.goals.push(Goal::Collect { item: inner, into: into.clone() });
            }
            _ => {}
        }
    }

    /// The item type of the value that a `for` loop iterates; `None` while that is not known.
    pub fn item_of(&mut self, of: &Ty) -> Option<Ty> {
        Some(match self.table.shallow_resolve(of) {
            Ty::Infer(_) => return None,
            Ty::Std(name, arguments) => match (&*name, &arguments[..]) {
                ("HashMap" | "BTreeMap", [key, value]) => {
                    Ty::Tuple(vec![key.clone(), value.clone()])
                }
                (
                    "Iter" | "Vec" | "VecDeque" | "Option" | "Range" | "HashSet" | "BTreeSet",
                    [item],
                ) => item.clone(),
                ("Box", [inner]) => return self.item_of(inner),
                _ => Ty::Unknown,
            },
            Ty::Array(of, _) => *of,
            Ty::Reference(unique, inner) => {
                let by_reference = |item: &Ty| Ty::Reference(unique, Box::new(item.clone()));
                match self.table.shallow_resolve(&inner) {
                    Ty::Infer(_) => return None,
                    Ty::Std(name, arguments) => match (&*name, &arguments[..]) {
                        ("HashMap" | "BTreeMap", [key, value]) => {
                            Ty::Tuple(vec![Ty::shared_reference(key.clone()), by_reference(value)])
                        }
                        ("Vec" | "VecDeque" | "Option" | "HashSet" | "BTreeSet", [item])
                        | (ARRAY, [item, _]) => by_reference(item),
                        ("Iter", [item]) if unique => item.clone(),
                        _ => Ty::Unknown,
                    },
                    Ty::Array(of, _) | Ty::Slice(of) => by_reference(&of),
                    inner => self.user_item(&Ty::Reference(unique, Box::new(inner))),
                }
            }
            ty => self.user_item(&ty),
        })
    }

    /// The item type of an iterator or an iterable of a type of the crate.
    fn user_item(&mut self, of: &Ty) -> Ty {
        let found = self.associated_type(of, "Item", Some("IntoIterator")).or_else(|| {
            let of = if let Ty::Reference(true, inner) = of { inner } else { of };
            self.associated_type(of, "Item", Some("Iterator"))
        });
        found.unwrap_or(Ty::Unknown)
    }
}
