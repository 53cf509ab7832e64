//! Fields, methods, associated types and operators of types.

use super::goals::Goal;
use super::names::Scope;
use super::ty::{GUARDS, Kind, Ty};
use super::{Infer, Place, place_of_argument};
use crate::std_declarations::ARRAY;
use crate::world::names::resolve::Resolution;
use crate::world::text::declarations::{
    Block, Declaration, Module, Parameter, Segment, Signature, TypeSyntax,
};
use crate::world::types::plain_types::ItemId;
use std::rc::Rc;
use syn::Expr;

/// A function, with the scope in which its types resolve.
pub struct FoundFunction {
    pub signature: Signature,
    pub scope: Scope,
    pub source: Source,
    /// The self type of its block, as written there.
    pub of_block: Option<Ty>,
}

/// Where a function is defined.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// In an inherent block, in `std`, or in no block.
    Inherent,
    /// In a trait of the crate, or in a block of one.
    Trait(Rc<ItemId>),
    /// In a block that implements a trait from outside the crate.
    Foreign(Vec<String>),
}

/// The maximum count of dereferences in field and method lookup.
pub const MOST_DEREFERENCES: usize = 8;

impl Infer<'_> {
    // ---------- fields

    /// The type of a field, and the type that has it. Dereferences as a field access does.
    pub fn field(&mut self, of: &Ty, name: &str) -> Option<(Ty, Ty)> {
        let mut ty = self.table.shallow_resolve(of);
        for _ in 0..MOST_DEREFERENCES {
            if let Some(found) = self.own_field(&ty, name) {
                return Some((found, ty));
            }
            ty = self.deref_target(&ty)?;
        }
        None
    }

    fn own_field(&mut self, of: &Ty, name: &str) -> Option<Ty> {
        match of {
            Ty::Tuple(parts) => parts.get(name.parse::<usize>().ok()?).cloned(),
            Ty::Std(range, arguments) if &**range == "Range" && matches!(name, "start" | "end") => {
                arguments.first().cloned()
            }
            Ty::Crate(defined, arguments) => {
                let Declaration::Struct(parameters, fields) = self.world.declaration(defined)?
                else {
                    return None;
                };
                let (_, written) = fields.into_iter().find(|(field, _)| field == name)?;
                let scope = self.scope_of_type(defined, &parameters, arguments)?;
                Some(self.ty(&written, &scope))
            }
            _ => None,
        }
    }

    /// The scope of the types in a type's definition.
    pub fn scope_of_type(
        &mut self,
        of: &ItemId,
        parameters: &[Parameter],
        arguments: &[Ty],
    ) -> Option<Scope> {
        let mut scope = Scope::of_module(self.world.module_of_item(of)?);
        scope.generics.extend(
            parameters
                .iter()
                .map(|parameter| parameter.name.clone())
                .zip(arguments.iter().cloned()),
        );
        scope.this = Some(Ty::Crate(Rc::new(of.clone()), arguments.to_vec()));
        Some(scope)
    }

    /// The type that a type dereferences to; `None` if it does not dereference.
    pub fn deref_target(&mut self, of: &Ty) -> Option<Ty> {
        let target = match self.table.shallow_resolve(of) {
            Ty::Reference(_, of) => *of,
            Ty::Array(of, _) => Ty::Slice(of),
            Ty::Std(name, arguments) => match (&*name, &arguments[..]) {
                (name, [of]) if matches!(name, "Box" | "Rc" | "Arc") || GUARDS.contains(&name) => {
                    of.clone()
                }
                ("Vec", [of]) => Ty::Slice(Box::new(of.clone())),
                ("String", []) => Ty::std("str"),
                _ => return None,
            },
            ty @ Ty::Crate(..) => self.associated_type(&ty, "Target", Some("Deref"))?,
            _ => return None,
        };
        Some(self.table.shallow_resolve(&target))
    }

    /// Records through which fields `Deref` of types of the crate leads, where an expression
    /// dereferences a value of one type to the other. Returns the type behind the last field.
    pub fn note_dereferences(&mut self, at: Place, from: &Ty, to: &Ty) -> Ty {
        let (mut ty, mut fields) = (self.table.shallow_resolve(from), Vec::new());
        let (unchanged, to) = (ty.clone(), self.table.shallow_resolve(to));
        let mut behind = ty.clone();
        for _ in 0..MOST_DEREFERENCES {
            if ty == to {
                break;
            }
            let of = if let Ty::Crate(of, _) = &ty { Some(of.clone()) } else { None };
            let Some(next) = self.deref_target(&ty) else { return unchanged };
            ty = next;
            if let Some(of) = of {
                let Some(field) = self.world.dereferenced_field(&of) else { return unchanged };
                fields.push(field);
                behind = ty.clone();
            }
        }
        let known = self.dereferences.entry(at).or_insert_with(|| fields.clone());
        // several expressions at one place, in a macro
        if *known != fields {
            known.clear();
        }
        behind
    }

    /// Records through which fields `Deref` of types of the crate leads, where a reference is passed
    /// for one to what its referent dereferences to.
    pub fn note_coercion(&mut self, argument: &Expr, from: &Ty, to: &Ty) {
        let (Ty::Reference(_, from), Ty::Reference(is_unique, to)) =
            (self.table.shallow_resolve(from), self.table.shallow_resolve(to))
        else {
            return;
        };
        let Some(at) = place_of_argument(argument) else { return };
        let is_known =
            |ty: &Ty| matches!(ty, Ty::Crate(..) | Ty::Std(..) | Ty::Slice(_) | Ty::Array(..));
        let is_borrowed = !is_unique || matches!(argument, Expr::Reference(_));
        if is_borrowed && [&from, &to].iter().all(|ty| is_known(&self.table.shallow_resolve(ty))) {
            self.note_dereferences(at, &from, &to);
        }
    }

    // ---------- methods

    /// A function of a type of `std`.
    pub fn std_method(&mut self, std: &str, of: &Ty, name: &str) -> Option<FoundFunction> {
        let declared = match std {
            "f64" | "f32" => "Float",
            _ if of.is_int() => "Int",
            std => std,
        };
        let known = self.std.clone();
        let Some(Declaration::Trait { generics, functions, .. }) = known.get(declared) else {
            return None;
        };
        let (_, signature) = functions.iter().find(|(own, _)| own == name)?;
        let mut scope = Scope { this: Some(of.clone()), ..Scope::of_std() };
        let arguments = match of {
            Ty::Std(_, arguments) => arguments.clone(),
            Ty::Slice(element) => vec![(**element).clone()],
            _ => Vec::new(),
        };
        scope
            .generics
            .extend(generics.iter().map(|parameter| parameter.name.clone()).zip(arguments));
        Some(FoundFunction {
            signature: signature.clone(),
            scope,
            source: Source::Inherent,
            of_block: None,
        })
    }

    pub fn method_of_user_iterator(&mut self, of: &Ty, name: &str) -> Option<FoundFunction> {
        let item = self.associated_type(of, "Item", Some("Iterator"))?;
        self.std_method("Iter", &Ty::of("Iter", item), name)
    }

    /// A word that the source of every block of a type contains.
    fn word_in_blocks<'t>(&self, of: &'t Ty) -> Option<&'t str> {
        match of {
            Ty::Crate(defined, _) => Some(defined.name()),
            Ty::Std(name, _) => Some(name),
            Ty::Reference(_, of) => self.word_in_blocks(of),
            Ty::Array(..) | Ty::Slice(_) | Ty::Tuple(_) => Some("impl"),
            _ => None,
        }
    }

    /// The blocks of a type for which `has` returns true, each with the scope of its types;
    /// inherent ones first.
    fn blocks_of(
        &mut self,
        of: &Ty,
        word: &str,
        has: &dyn Fn(&Block) -> bool,
    ) -> Vec<(Block, Scope)> {
        let Some(own) = self.word_in_blocks(of) else { return Vec::new() };
        let mut blocks = self.world.blocks([own, word], has);
        blocks.sort_by_key(|(_, block)| block.of_trait.is_some());
        let mut found = Vec::new();
        for (module, block) in blocks {
            if let Some((scope, this)) = self.scope_of_block(of, module, &block) {
                self.table.unify(&this, of);
                found.push((block, scope));
            }
        }
        found
    }

    /// The scope of a block and its self type, if that unifies with `of`.
    fn scope_of_block(&mut self, of: &Ty, module: Module, block: &Block) -> Option<(Scope, Ty)> {
        let is_alike = match (&block.this, of) {
            (TypeSyntax::Reference(..), of) => matches!(of, Ty::Reference(..)),
            (_, Ty::Reference(..)) => false,
            (TypeSyntax::Path(_), _) => {
                !matches!(of, Ty::Array(..) | Ty::Slice(_) | Ty::Tuple(_))
                    || matches!(&block.this, TypeSyntax::Path(path) if path.len() == 1)
            }
            (TypeSyntax::Array(..), of) => matches!(of, Ty::Array(..)),
            (TypeSyntax::Slice(_), of) => matches!(of, Ty::Slice(_)),
            (TypeSyntax::Tuple(_), of) => matches!(of, Ty::Tuple(_)),
            _ => false,
        };
        if !is_alike {
            return None;
        }
        let goals = self.goals.len();
        let mut scope = Scope::of_module(module);
        self.instantiate(&block.generics, &mut scope);
        let this = self.ty(&block.this, &scope);
        // a blanket implementation determines nothing about this type
        let is_blanket = matches!(self.table.shallow_resolve(&this), Ty::Infer(_) | Ty::Unknown);
        if is_blanket || !self.table.may_unify(&this, of) {
            self.goals.truncate(goals);
            return None;
        }
        scope.this = Some(of.clone());
        scope.associated = Rc::new(block.types.clone());
        Some((scope, this))
    }

    /// The function of a type by a trait: `<Type as Trait<…>>::name`.
    pub fn function_of_trait(
        &mut self,
        of: &Ty,
        of_trait: &[Segment],
        here: &Scope,
        name: &str,
    ) -> Option<FoundFunction> {
        let of = self.table.shallow_resolve(of);
        let last = of_trait.last()?;
        let is_of = |block: &Block| {
            let named = block.of_trait.as_ref().and_then(|path| path.last());
            named.is_some_and(|named| {
                named.name == last.name
                    && (last.arguments.is_empty() || named.arguments.len() == last.arguments.len())
            })
        };
        let mut found = Vec::new();
        for (block, scope) in self.blocks_of(&of, &last.name, &is_of) {
            let arguments = block
                .of_trait
                .iter()
                .flatten()
                .next_back()
                .map(|last| last.arguments.clone())
                .unwrap_or_default();
            let fits = arguments.iter().zip(&last.arguments).all(|(own, written)| {
                let (own, written) = (self.ty(own, &scope), self.ty(written, here));
                self.table.may_unify(&own, &written)
            });
            if let Some((_, signature)) =
                block.functions.into_iter().find(|(own, _)| fits && own == name)
            {
                found.push(FoundFunction {
                    signature,
                    scope,
                    source: Source::Inherent,
                    of_block: None,
                });
            }
        }
        match found.len() {
            1 => found.pop(),
            0 => match self.resolve(of_trait, here)? {
                Resolution::Item(of_trait) => self.method_of_trait(&of_trait, &of, name),
                _ => None,
            },
            _ => None,
        }
    }

    /// The functions of this name in the blocks of a type, inherent ones first, and those of its
    /// traits with their bodies.
    pub fn functions_of_blocks(&mut self, of: &Ty, name: &str) -> Vec<FoundFunction> {
        let mut found = Vec::new();
        let Some(own) = self.word_in_blocks(of) else { return found };
        let mut blocks = self
            .world
            .blocks([own, name], &|block| block.functions.iter().any(|(own, _)| own == name));
        blocks.sort_by_key(|(_, block)| block.of_trait.is_some());
        for (module, block) in blocks {
            let Some((scope, this)) = self.scope_of_block(of, module, &block) else { continue };
            let source = match &block.of_trait {
                None => Source::Inherent,
                Some(path) => match self.resolve(path, &scope) {
                    Some(Resolution::Item(of_trait)) => Source::Trait(Rc::new(of_trait)),
                    _ => Source::Foreign(path.iter().map(|segment| segment.name.clone()).collect()),
                },
            };
            let signature = block
                .functions
                .into_iter()
                .find(|(own, _)| own == name)
                .map(|(_, signature)| signature);
            found.extend(signature.map(|signature| FoundFunction {
                signature,
                scope,
                source,
                of_block: Some(this),
            }));
        }
        // functions with a default body, of the traits that the type implements
        if matches!(of, Ty::Crate(..)) {
            for (block, scope) in self.blocks_of(of, "for", &|block| block.of_trait.is_some()) {
                let of_trait = self.traits(&block.of_trait.into_iter().collect::<Vec<_>>(), &scope);
                let default =
                    of_trait.first().and_then(|of_trait| self.method_of_trait(of_trait, of, name));
                if let Some(default) = default
                    .filter(|default| found.iter().all(|found| found.source != default.source))
                {
                    found.push(FoundFunction {
                        scope: Scope { associated: scope.associated, ..default.scope },
                        ..default
                    });
                }
            }
        }
        found
    }

    /// A function of a trait, called on a value of this type.
    pub fn method_of_trait(
        &mut self,
        of_trait: &ItemId,
        of: &Ty,
        name: &str,
    ) -> Option<FoundFunction> {
        let Declaration::Trait { generics, supertraits, functions } =
            self.world.declaration(of_trait)?
        else {
            return None;
        };
        let mut scope = Scope::of_module(self.world.module_of_item(of_trait)?);
        scope.this = Some(of.clone());
        if let Some((_, signature)) = functions.into_iter().find(|(own, _)| own == name) {
            self.instantiate(&generics, &mut scope);
            return Some(FoundFunction {
                signature,
                scope,
                source: Source::Trait(Rc::new(of_trait.clone())),
                of_block: None,
            });
        }
        let supertraits = self.traits(&supertraits, &scope);
        self.with_bounded_depth(None, |infer| {
            supertraits.iter().find_map(|of_trait| infer.method_of_trait(of_trait, of, name))
        })
    }

    /// An associated type of a type, by a trait of this name.
    pub fn associated_type(&mut self, of: &Ty, name: &str, of_trait: Option<&str>) -> Option<Ty> {
        let of = self.table.shallow_resolve(of);
        let has = |block: &Block| {
            let is_of = of_trait.is_none_or(|of| {
                block
                    .of_trait
                    .as_ref()
                    .and_then(|path| path.last())
                    .is_some_and(|last| last.name == of)
            });
            is_of && block.types.iter().any(|(own, _)| own == name)
        };
        let found = self.blocks_of(&of, name, &has);
        let [(block, scope)] = &found[..] else { return None };
        let (_, written) = block.types.iter().find(|(own, _)| own == name)?;
        Some(self.ty(written, scope))
    }

    /// An associated constant of a type.
    pub fn associated_constant(&mut self, of: &Ty, name: &str) -> Option<Ty> {
        let found =
            self.blocks_of(of, name, &|block| block.constants.iter().any(|(own, _)| own == name));
        let (block, scope) = found.into_iter().next()?;
        let (_, written) = block.constants.iter().find(|(own, _)| own == name)?;
        Some(self.ty(written, &scope))
    }

    // ---------- operators

    /// The result of an operator; `None` while the operands are not known.
    pub fn operator(&mut self, of: (&str, &str), left: &Ty, right: &Ty) -> Option<Ty> {
        let (bare_left, bare_right) =
            (self.table.strip_references(left), self.table.strip_references(right));
        let is_number = |infer: &Self, ty: &Ty| {
            ty.is_float()
                || ty.is_int()
                || matches!(infer.table.kind(ty), Some(Kind::Int | Kind::Float))
        };
        let is_shift = matches!(of.0, "Shl" | "Shr");
        if is_number(self, &bare_left) && is_shift {
            return Some(bare_left);
        }
        if is_number(self, &bare_left) && is_number(self, &bare_right) {
            self.table.unify(&bare_left, &bare_right);
            return Some(bare_left);
        }
        if let Some(found) = self.operator_of_arrays(&bare_left, &bare_right) {
            return Some(found);
        }
        match (&bare_left, &bare_right) {
            (Ty::Unknown, _) | (_, Ty::Unknown) => Some(Ty::Unknown),
            (Ty::Infer(_), _) if self.table.kind(&bare_left) == Some(Kind::Any) => None,
            // a literal takes the type of the other operand, if that is numeric
            (_, Ty::Infer(_)) if bare_left.is_float() || bare_left.is_int() => None,
            (Ty::Infer(_), Ty::Infer(_)) => None,
            (Ty::Param(_), right) if *right == bare_left => Some(bare_left.clone()),
            (Ty::Param(_), _) | (_, Ty::Param(_)) => Some(Ty::Unknown),
            (Ty::Std(name, _), _) if matches!(&**name, "bool" | "String") => {
                Some(bare_left.clone())
            }
            _ => self.user_operator(of, left, right),
        }
    }

    /// The result of an operator on an array of `ndarray` and another one, or a number.
    fn operator_of_arrays(&mut self, left: &Ty, right: &Ty) -> Option<Ty> {
        let element = |of: &Ty| match of {
            Ty::Std(name, arguments) if &**name == ARRAY => arguments.first().cloned(),
            _ => None,
        };
        let is_number = |infer: &Self, ty: &Ty| {
            ty.is_float()
                || ty.is_int()
                || matches!(infer.table.kind(ty), Some(Kind::Int | Kind::Float))
        };
        let (array, other) = match (element(left), element(right)) {
            (Some(a), Some(b)) => {
                self.table.unify(&a, &b);
                // of different numbers of axes, the result has the larger one
                let is_same = self.table.may_unify(left, right);
                return Some(if is_same { left.clone() } else { Ty::Unknown });
            }
            (Some(element), None) if is_number(self, right) => (left, (element, right)),
            (None, Some(element)) if is_number(self, left) => (right, (element, left)),
            _ => return None,
        };
        self.table.unify(&other.0, other.1);
        Some(array.clone())
    }

    fn user_operator(
        &mut self,
        (of_trait, name): (&str, &str),
        left: &Ty,
        right: &Ty,
    ) -> Option<Ty> {
        let mut left = self.table.shallow_resolve(left);
        // a literal on the left takes the only possible type
        if let Ty::Infer(_) = left {
            left = Ty::std(if self.table.kind(&left) == Some(Kind::Int) { "i32" } else { "f64" });
        }
        let is_of = |block: &Block| {
            block
                .of_trait
                .as_ref()
                .and_then(|path| path.last())
                .is_some_and(|last| last.name == of_trait)
        };
        let blocks = self.blocks_of(&left, of_trait, &is_of);
        let mut found = Vec::new();
        for (block, scope) in &blocks {
            let operand = block.of_trait.as_ref().and_then(|path| path.last()?.arguments.first());
            let operand = match operand {
                Some(operand) => self.ty(operand, scope),
                None => left.clone(),
            };
            if self.table.may_unify(&operand, right) {
                found.push((block, scope, operand));
            }
        }
        // if several implementations apply, the type on the right decides, once it is known
        if found.len() > 1 {
            return matches!(self.table.shallow_resolve(right), Ty::Unknown | Ty::Never)
                .then_some(Ty::Unknown);
        }
        let Some((block, scope, operand)) = found.into_iter().next() else {
            return Some(Ty::Unknown);
        };
        self.table.unify(&operand, right);
        if name.is_empty() {
            return Some(Ty::unit());
        }
        let (_, written) = block.types.iter().find(|(own, _)| own == "Output")?;
        Some(self.ty(written, scope))
    }

    /// The result type of an operator: known now, or left to a goal.
    pub fn infer_operator(
        &mut self,
        of: (&'static str, &'static str),
        left: &Ty,
        right: &Ty,
    ) -> Ty {
        if let Some(found) = self.operator(of, left, right) {
            return found;
        }
        let result = self.table.fresh(Kind::Any);
        self.goals.push(Goal::Operator {
            of,
            left: left.clone(),
            right: right.clone(),
            result: result.clone(),
        });
        result
    }
}
