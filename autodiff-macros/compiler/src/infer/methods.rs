//! Resolves method calls as rustc does (the Rust reference, "Method-call expressions").
//!
//! The receiver type is dereferenced step by step. At each step, of a type `U`, lookup tries
//! methods that take `self` as `U`, then `&U`, then `&mut U`. In each group, inherent methods come
//! before those of traits in scope. A method of `T` takes a `T`, a `&T` or a `&mut T`. So a method
//! with `self` by value may precede an inherent one with `&self`, and the reverse holds where the
//! receiver is a reference.

use super::lookup::{FoundFunction, MOST_DEREFERENCES, Source};
use super::ty::{Kind, Ty};
use super::{Callee, Definer, Infer, Place, place};
use crate::std_declarations;
use crate::world::text::declarations::Receiver;
use std::collections::HashMap;
use syn::ExprMethodCall;

/// Methods of std whose result depends on the expected type, so that std's declarations lack them.
const BORROW: &[&str] = &["as_mut", "as_ref", "borrow", "borrow_mut"];

impl Infer<'_> {
    /// The method that a call on a value of this type resolves to, with the type that has the
    /// method.
    pub fn method(&mut self, of: &Ty, name: &str) -> Option<(FoundFunction, Ty)> {
        let mut ty = self.table.shallow_resolve(of);
        for _ in 0..MOST_DEREFERENCES {
            let mut by_value = Vec::new();
            if let Ty::Reference(unique, inner) = &ty {
                let inner = self.table.shallow_resolve(inner);
                by_value
                    .push((inner, if *unique { Receiver::Unique } else { Receiver::Reference }));
            }
            by_value.push((ty.clone(), Receiver::Value));
            let steps = [
                by_value,
                vec![(ty.clone(), Receiver::Reference)],
                vec![(ty.clone(), Receiver::Unique)],
            ];
            for step in steps {
                match self.search_step(step, name) {
                    Step::None => {}
                    Step::Found(found) => {
                        self.choose(&found.0, &found.1);
                        return Some(*found);
                    }
                    Step::Unclear => return None,
                }
            }
            // containers of std have the methods of `AsRef`, before those of their contents
            if matches!(name, "as_ref" | "as_mut")
                && matches!(ty, Ty::Std(..) | Ty::Slice(_) | Ty::Array(..))
                && !(ty.is_float() || ty.is_int() || ty.is_guard())
            {
                return None;
            }
            ty = self.deref_target(&ty)?;
        }
        None
    }

    /// The method that takes `self` as one of these types.
    fn search_step(&mut self, of: Vec<(Ty, Receiver)>, name: &str) -> Step {
        let mut of_traits = Vec::new();
        for (ty, receiver) in of {
            for found in self.functions(&ty, name) {
                // a function that std declares without `self` is not a method
                if found.signature.receiver != Some(receiver) {
                    continue;
                }
                if found.source == Source::Inherent {
                    return Step::Found(Box::new((found, ty)));
                }
                if self.is_in_scope(&found.source) {
                    of_traits.push((found, ty.clone()));
                }
            }
        }
        match of_traits.len() {
            0 => Step::None,
            1 => of_traits.pop().map_or(Step::None, |found| Step::Found(Box::new(found))),
            _ => Step::Unclear,
        }
    }

    /// The function of a type that a path names.
    pub fn associated_function(&mut self, of: &Ty, name: &str) -> Option<FoundFunction> {
        let mut ty = self.table.shallow_resolve(of);
        for _ in 0..MOST_DEREFERENCES {
            let mut found = self.functions(&ty, name);
            // of several traits, the ones in scope decide
            if found.len() > 1 && found[0].source != Source::Inherent {
                return None;
            }
            if !found.is_empty() {
                let found = found.swap_remove(0);
                self.choose(&found, &ty);
                return Some(found);
            }
            ty = self.deref_target(&ty)?;
        }
        None
    }

    /// Unifies the type with the self type of the block that has this function.
    fn choose(&mut self, found: &FoundFunction, of: &Ty) {
        if let Some(this) = &found.of_block {
            self.table.unify(this, of);
        }
    }

    /// The functions of this name that a type has, inherent ones first.
    fn functions(&mut self, of: &Ty, name: &str) -> Vec<FoundFunction> {
        match of {
            Ty::Infer(_) => match self.table.kind(of) {
                Some(Kind::Float) => self.std_method("Float", of, name).into_iter().collect(),
                Some(Kind::Int) => self.std_method("Int", of, name).into_iter().collect(),
                Some(Kind::Any) | None => Vec::new(),
            },
            Ty::Std(std, _) => {
                let std = std.clone();
                let own = self.std_method(&std, of, name);
                own.into_iter().chain(self.functions_of_blocks(of, name)).collect()
            }
            Ty::Slice(_) => self
                .std_method("Slice", of, name)
                .into_iter()
                .chain(self.functions_of_blocks(of, name))
                .collect(),
            Ty::Param(parameter) => {
                let traits = self.scope.bounds.get(&**parameter).cloned().unwrap_or_default();
                let found =
                    traits.iter().find_map(|of_trait| self.method_of_trait(of_trait, of, name));
                found.or_else(|| self.std_method("Float", of, name)).into_iter().collect()
            }
            Ty::Object(traits) => traits
                .clone()
                .iter()
                .find_map(|of_trait| self.method_of_trait(of_trait, of, name))
                .into_iter()
                .collect(),
            _ => {
                let found = self.functions_of_blocks(of, name);
                if found.is_empty() {
                    self.method_of_user_iterator(of, name).into_iter().collect()
                } else {
                    found
                }
            }
        }
    }

    /// Whether the trait of a function is in scope in the function.
    fn is_in_scope(&self, source: &Source) -> bool {
        let Some(module) = self.scope.module.as_ref().filter(|_| !self.imports) else {
            return true;
        };
        match source {
            Source::Inherent => true,
            Source::Trait(of_trait) => {
                self.scope.bounds.values().flatten().any(|bound| bound == of_trait)
                    || self.world.has_in_scope(module, of_trait)
            }
            Source::Foreign(path) => {
                path.last().is_none_or(|name| self.world.has_foreign_in_scope(module, name))
            }
        }
    }

    /// The type of the declarations of `std` that has the method of a type.
    fn owner_in_std(&self, name: &syn::Ident, of: &Ty) -> &'static str {
        let declared = match of {
            Ty::Std(of, _) => of,
            Ty::Slice(_) | Ty::Array(..) => "Slice",
            _ => "Iter",
        };
        std_declarations::method(declared, &name.to_string()).map_or("", |method| method.of)
    }

    /// Records where the function that a call resolves to is defined.
    pub fn note_definer(
        &mut self,
        m: &ExprMethodCall,
        found: Option<&(FoundFunction, Ty)>,
        receiver: &Ty,
    ) {
        let definer = match found.map(|(found, of)| (&found.source, of, found.of_block.is_some())) {
            Some(
                (Source::Trait(_) | Source::Inherent, Ty::Crate(..), true)
                | (Source::Trait(_), Ty::Crate(..), false),
            ) => Some(Definer::Crate),
            Some((Source::Trait(_), Ty::Param(_), _)) => Some(Definer::Bound),
            Some((Source::Trait(_), ..)) => Some(Definer::Extension),
            // a type of the crate that is an iterator has the methods of `Iterator`
            Some(
                (Source::Inherent, of @ (Ty::Std(..) | Ty::Slice(_) | Ty::Array(..)), _)
                | (Source::Inherent, of @ Ty::Crate(..), false),
            ) => Some(Definer::Std(self.owner_in_std(&m.method, of))),
            None if BORROW.iter().any(|name| m.method == name)
                && matches!(
                    self.table.strip_references(receiver),
                    Ty::Std(..) | Ty::Slice(_) | Ty::Array(..)
                ) =>
            {
                Some(Definer::Std(""))
            }
            _ => None,
        };
        let known =
            self.definers.entry(place(m.method.span(), m.method.to_string())).or_insert(definer);
        if *known != definer {
            *known = None;
        }
    }

    /// Records the function that a call resolves to, if it is of a type or of a trait of the
    /// crate.
    pub fn note_callee(
        &mut self,
        m: &ExprMethodCall,
        found: &FoundFunction,
        of: &Ty,
        receiver: &Ty,
    ) {
        let is_of_crate = match (of, &found.source) {
            (Ty::Crate(..), _) => true,
            (of, source) => matches!(source, Source::Trait(_)) && !matches!(of, Ty::Param(_)),
        };
        let Some(takes) = found.signature.receiver.filter(|_| is_of_crate) else { return };
        let name = m.method.to_string();
        let mut ty = self.table.shallow_resolve(receiver);
        let is_referred =
            matches!(&ty, Ty::Reference(_, inner) if self.table.shallow_resolve(inner) == *of);
        let mut dereferences = 0;
        while ty != *of {
            // no dereference can be written that turns an array into a slice
            if matches!(ty, Ty::Array(..)) {
                return;
            }
            let Some(next) = self.deref_target(&ty) else { return };
            (ty, dereferences) = (next, dereferences + 1);
        }
        let has_others = self.functions(of, &name).len() > 1;
        let (owner, source) = (of.clone(), found.source.clone());
        self.callees.push((
            place(m.method.span(), name),
            FoundCallee { owner, source, takes, dereferences, is_referred, has_others },
        ));
    }

    /// The callees of method calls, with types as they are named in this module.
    pub fn named_callees(&self) -> HashMap<Place, Option<Callee>> {
        let mut found: HashMap<Place, Option<Callee>> = HashMap::new();
        for (at, of) in &self.callees {
            let named = self.named_callee(of);
            found
                .entry(at.clone())
                .and_modify(|known| {
                    *known = known.take().filter(|known| Some(known) == named.as_ref())
                })
                .or_insert(named);
        }
        found
    }

    fn named_callee(&self, of: &FoundCallee) -> Option<Callee> {
        let of_trait = match &of.source {
            Source::Inherent => None,
            Source::Trait(of_trait) => Some(self.world.path_of_item(of_trait)?),
            Source::Foreign(path) => Some(syn::parse_str(&path.join("::")).ok()?),
        };
        let owner = self.named_constant(&self.table.resolve(&of.owner))?;
        let &FoundCallee { takes, dereferences, is_referred, has_others, .. } = of;
        Some(Callee { owner, of_trait, takes, dereferences, is_referred, has_others })
    }
}

/// A method that a call resolves to.
pub struct FoundCallee {
    owner: Ty,
    source: Source,
    takes: Receiver,
    dereferences: usize,
    is_referred: bool,
    has_others: bool,
}

/// The result of one step of the search.
enum Step {
    None,
    Found(Box<(FoundFunction, Ty)>),
    /// More than one.
    Unclear,
}
