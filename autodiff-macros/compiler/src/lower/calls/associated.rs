//! Calls of associated functions: `x.loss(y)`, `Model::loss(&x, y)`, `a + b` on types of the
//! user's.
//!
//! Where the function is, and what it looks like, rustc alone knows; it is found through the type
//! that it is a function of. A receiver is always passed by reference, whether the method takes it
//! so or not: a caller cannot tell.

use crate::ir::types::{Method, Spelling as Form};
use crate::lower::calls::arguments::LoweredArg;
use crate::lower::places::place::{BorrowMode, Located, Root, Spot, unparen};
use crate::lower::*;
use crate::primitives::Prim;
use crate::qualified::with_trait;
use crate::turbofish;
use syn::{Expr, ExprMethodCall};

/// Methods that mean the same on all types that have them.
const OF_ANY_TYPE: &[&str] = &[
    "clone",
    "autodiff_saved",
    "to_owned",
    "as_ref",
    "as_mut",
    "borrow",
    "borrow_mut",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "cmp",
    "partial_cmp",
    "hash",
    "to_string",
    "into",
    "try_into",
    "as_slice",
    "as_mut_slice",
    "iter",
    "iter_mut",
    "into_iter",
    "deref",
];

/// Of a method of a type that only rustc knows: it most likely is one of std's.
const OF_STD: &[&str] = &[
    "total_cmp",
    "classify",
    "is_normal",
    "is_subnormal",
    "contains",
    "is_sorted",
    "capacity",
    "abs_diff",
    "is_multiple_of",
    "to_bits",
    "count_ones",
    "count_zeros",
    "leading_zeros",
    "trailing_zeros",
    "ilog2",
    "ilog10",
    "ilog",
    "is_power_of_two",
    "is_positive",
    "is_negative",
    "starts_with",
    "ends_with",
    "contains_key",
    "to_lowercase",
    "to_uppercase",
    "as_str",
    "pow",
    "isqrt",
    "div_ceil",
    "swap_bytes",
    "reverse_bits",
    "next_power_of_two",
    "next_multiple_of",
    "wrapping_add",
    "wrapping_sub",
    "wrapping_mul",
    "wrapping_neg",
    "wrapping_pow",
    "saturating_add",
    "saturating_sub",
    "saturating_mul",
    "saturating_pow",
    "checked_add",
    "checked_sub",
    "checked_mul",
    "checked_div",
    "checked_rem",
    "checked_pow",
    "to_le_bytes",
    "to_be_bytes",
    "to_ne_bytes",
    "is_finite",
    "is_nan",
];

/// The traits whose functions are found by their own names: those of operators, which rustc tells
/// apart by their operands, and of conversions.
const UNQUALIFIED: &[&str] = &[
    "Add",
    "Sub",
    "Mul",
    "Div",
    "Rem",
    "Neg",
    "Not",
    "AddAssign",
    "SubAssign",
    "MulAssign",
    "DivAssign",
    "RemAssign",
    "Index",
    "IndexMut",
    "From",
    "TryFrom",
    "Into",
    "TryInto",
    "AsRef",
    "AsMut",
    "Borrow",
    "BorrowMut",
    "Extend",
    "FromIterator",
    "PartialEq",
    "PartialOrd",
    "Sum",
    "Product",
];

/// What `From::from` is called that takes a reference.
pub const FROM_REFERENCE: &str = "from&";

/// Of a conversion whose argument may be a value or a reference.
pub const UNCLEAR_CONVERSION: &str = "this type is made from values and from references, and which \
    of them this is is not known here: bind it with a `let` that has a type, or write a closure, \
    `|x: &T| Type::from(x)`";

/// Whether a method is one that neither reals nor anything of std has.
pub fn is_of_user(name: &str, arguments: usize) -> bool {
    !calls::methods::is_of_std(name, arguments)
        && !OF_STD.contains(&name)
        && !OF_ANY_TYPE.contains(&name)
}

impl Lowerer<'_> {
    /// A method of a type that is the user's by its name.
    pub fn own_method(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let name = m.method.to_string();
        if let Some(value) = self.inlined_method(m) {
            return Some(value);
        }
        let ty = self.seen_type(&m.receiver).or_else(|| self.type_without_derivative(m));
        let declared = ty
            .as_ref()
            .and_then(|ty| self.types.projected(ty))
            .filter(|of| self.declared_by_trait(of, &name, None).is_some());
        if let (Some(owner), Some(ty)) = (declared, &ty) {
            let receiver = self.locate(&m.receiver);
            return Some(self.method_of(m, receiver, owner, ty.clone()));
        }
        if let Some(ty) = &ty
            && self.has_own_trait(ty, &m.method)
        {
            let receiver = self.operand_var(&m.receiver);
            return self.method_of_own_trait(m, receiver, ty);
        }
        let definer = self.inferred.definer(m);
        let is_own = definer == Some(infer::Definer::Crate);
        if !is_own && OF_ANY_TYPE.contains(&name.as_str()) {
            return None;
        }
        let ty = ty?;
        // an iterator of data: its items are collected
        if self.types.is_discrete(&ty)
            && self.inferred.method_iterated(m) == Some(infer::Iterated::Iterator)
        {
            return None;
        }
        if self.is_method_of_own_iterator(&ty, m) {
            return None;
        }
        let is_std = definer == Some(infer::Definer::Std)
            || !is_own
                && (calls::methods::is_of_std(&name, m.args.len())
                    || OF_STD.contains(&name.as_str()));
        let has_closure =
            m.args.iter().any(|argument| matches!(unparen(argument), Expr::Closure(_)));
        let owner = match (self.types.shallow(&ty), self.types.projected(&ty)) {
            // closures of a method of std are code as the method is
            (_, Some(Projection::Named(of)))
                if definer.is_none() && has_closure && self.world().names_item_of_std(&of) =>
            {
                return None;
            }
            (_, Some(named @ Projection::Named(_))) => named,
            (_, Some(of)) if self.is_own_iterator(&ty) => of,
            // an inactive `self`
            (Ty::Foreign(of), _)
                if self.around.owner.is_some_and(|owner| owner.to_string() == of.to_string()) =>
            {
                Projection::Named(of)
            }
            // a constant, which may have a derivative in the arguments
            (Ty::Foreign(of), _)
                if !m.args.is_empty()
                    && types::syntax::is_user_type(&of)
                    && !is_std
                    && self.may_have_derivative(&of, m) =>
            {
                Projection::Named(of)
            }
            // a variant that holds nothing
            (Ty::Infer(_), None)
                if let Some(Origin::Opaque(Some(of))) = self.types.origin(&ty)
                    && !m.args.is_empty()
                    && !is_std
                    && types::syntax::is_user_type(&of) =>
            {
                Projection::Named(of)
            }
            // a field, of a type that only rustc knows: of std, if it has a method of this name and
            // nothing tells that it is a struct
            (_, Some(p))
                if !is_std
                    || self.types.is_struct(&ty)
                        && Prim::from_method(&name, m.args.len() + 1).is_some() =>
            {
                p
            }
            (_, Some(p))
                if name == "sin_cos" && self.types.is_struct(&ty)
                    || self.has_kept_function(&p, &name) =>
            {
                p
            }
            _ => return None,
        };
        if matches!(name.as_str(), "len" | "is_empty")
            && m.args.is_empty()
            && !self.is_own_length(&owner, &name)
        {
            let ty = if name == "len" { Ty::USIZE } else { Ty::Bool };
            let (what, advice) = (format!("a call of `{name}`"), String::new());
            return Some(self.opaque_as(
                &Expr::MethodCall(m.clone()),
                Some(ty),
                what,
                advice,
                true,
            ));
        }
        if let Some(value) = self.counted_by_method(m, &owner) {
            return Some(value);
        }
        let receiver = self.locate(&m.receiver);
        Some(self.method_of(m, receiver, owner, ty))
    }

    /// The type of a receiver that is a value without reals, whose method is one of a
    /// differentiated trait.
    fn type_without_derivative(&mut self, m: &ExprMethodCall) -> Option<Ty> {
        let inferred = self.inferred.clone();
        let callee =
            inferred.callee(m).filter(|callee| self.is_of_differentiated_trait(m, callee))?;
        let syn::Type::Path(owner) = &callee.owner else { return None };
        (!self.world().has_derive(&owner.path)).then(|| Ty::Foreign(owner.to_token_stream()))
    }

    /// Whether a method of a constant may have a derivative: it is seen beside this function, or
    /// this one is made of linear maps.
    fn may_have_derivative(&self, owner: &TokenStream, m: &ExprMethodCall) -> bool {
        let name = &*m.method.to_string();
        self.around.linear
            || self
                .inferred
                .callee(m)
                .is_some_and(|callee| self.is_of_differentiated_trait(m, callee))
            || self.group().is_some_and(|known| known.associated(owner, name).is_some())
            || self.world().discrete(name).is_some_and(|discrete| discrete.first() == Some(&true))
            || syn::parse2(owner.clone())
                .is_ok_and(|owner| self.world().has_differentiated_method(&owner, name))
    }

    /// A method of a type that only rustc knows.
    pub fn unseen_method(&mut self, m: &ExprMethodCall, receiver: Var, ty: &Ty) -> Option<Value> {
        let name = m.method.to_string();
        if OF_ANY_TYPE.contains(&name.as_str()) || OF_STD.contains(&name.as_str()) {
            return None;
        }
        let owner = self.types.projected(ty)?;
        Some(self.method_of(m, Located::Value(Value::Var(receiver, true)), owner, ty.clone()))
    }

    pub fn method_of(
        &mut self,
        m: &ExprMethodCall,
        receiver: Located,
        owner: Projection,
        ty: Ty,
    ) -> Value {
        let span = m.method.span();
        let name = m.method.to_string();
        let Some(explicit) = self.explicit_argument(&owner, &name, m.turbofish.as_ref(), &m.method)
        else {
            return Value::Var(self.dummy(span), false);
        };
        self.types.note_struct(&ty);
        let of_trait = self.declared_by_trait(&owner, &name, None);
        if let (Some(declared), Projection::Named(parameter)) = (&of_trait, &owner)
            && declared.by_reference
            && self.is_implementor(&owner)
        {
            self.rely_on_receiver(parameter, &m.method);
        }
        if self.is_implementor(&owner)
            && of_trait.as_ref().is_none_or(|declared| declared.object.is_err())
        {
            return self.plain_method(m, receiver, &owner, of_trait);
        }
        let signature =
            self.known_owner(&owner).and_then(|path| self.group()?.associated(&path, &name));
        let (mutable, functions) =
            signature.map(|signature| (signature.mutable, signature.functions)).unzip();
        let mutable = of_trait.as_ref().map(|declared| declared.mutable.clone()).or(mutable);
        let called = types::signatures::Called::Of(self.known_owner(&owner), &name);
        let functions = functions.unwrap_or_default();
        let of_functions = functions.get(1..).unwrap_or_default();
        let mutates = mutable.as_ref().map(|mutable| mutable.first() == Some(&true));
        let in_files = || self.function(&called)?.references.first().copied().flatten();
        let mutates = mutates.or_else(in_files);
        let inferred = |of: &infer::Callee| of.takes == crate::world::declared::Receiver::Unique;
        let mutates = mutates.or_else(|| self.inferred.callee(m).map(inferred));
        // those that share a place with the receiver are not changed, and neither is it
        let lent: Vec<bool> = m.args.iter().map(|e| self.overlaps(&m.receiver, e)).collect();
        let mutates = mutates.or_else(|| lent.contains(&true).then_some(false));
        let told = if mutable.is_none() { self.references(&called) } else { Vec::new() };
        // a value without a name that the method changes has a place for that
        let is_changed = mutates.unwrap_or_else(|| {
            let of = self.written_within(&owner).as_ref().and_then(types::signatures::path_end);
            self.world().changes_receiver(of.as_deref(), &name)
        });
        let receiver = match receiver {
            Located::Value(value @ Value::Var(..)) if is_changed => {
                let value = self.copied(value, span);
                let place = self.binding("temporary", value, true, span);
                self.locate_binding(&place, span)
            }
            receiver => receiver,
        };
        let is_mutable = |k: usize| {
            let seen = mutable.as_ref().and_then(|mutable| mutable.get(k + 1).copied());
            seen.or_else(|| lent[k].then_some(false)).or_else(|| told.get(k + 1).copied()?)
        };
        let spot = match &receiver {
            Located::Spot(s) => Some(s.clone()),
            Located::Value(Value::Alias(a)) => Some(Spot {
                root: Root::Slot(a.slot),
                path: a.path.clone(),
                ty: a.ty.clone(),
                by: BorrowMode::Unique,
            }),
            _ => None,
        };
        let spot = spot.filter(|spot| mutates != Some(false) && self.may_change(spot));
        if let Some(spot) = spot
            && let Root::Slot(slot) = spot.root
        {
            let root = self.current(spot.root, span);
            let spelling = Spelling { name: self.variable(&m.receiver), by_reference: true };
            let argument = Argument::Unique(Place { root, path: spot.path });
            let mut passed = vec![LoweredArg {
                implicit: true,
                ..LoweredArg::new(argument, Some(slot), ty.clone(), spelling)
            }];
            passed.extend(self.passed_to_method(m.args.iter(), is_mutable, of_functions));
            passed.extend(explicit);
            // `a.dot(a)`: what is passed is a copy
            for passed in &mut passed[1..] {
                if matches!(&passed.argument, Argument::Value(Tree::Leaf(v)) if *v == root) {
                    passed.argument = Argument::Value(Tree::Leaf(self.copy(root, span)));
                }
            }
            // the arguments may have changed what the receiver is in; a `self` by value is copied
            // before that
            let current = self.current(Root::Slot(slot), span);
            if current != root && mutates.is_none() {
                self.error(
                    &m.method,
                    "the arguments change the variable that this method is called on, and how the \
                     method takes `self` cannot be inferred: bind the arguments with `let`s before",
                );
            }
            if let Some(LoweredArg { argument: Argument::Unique(place), .. }) = passed.first_mut() {
                place.root = current;
            }
            let before = self.before(&passed, mutable.is_some(), std::ptr::from_ref(m).cast());
            let (callee, known) = self.method_callee(m, &owner, ty, of_trait, &mut passed);
            return self.finish_call_of(callee, passed, known, before, &name, span, m);
        }
        let first = match receiver {
            Located::Spot(s) => self.borrow(&Spot { by: BorrowMode::Shared, ..s }, span),
            Located::Value(Value::Alias(a)) => self.borrow(
                &Spot { root: Root::Slot(a.slot), path: a.path, ty: a.ty, by: BorrowMode::Shared },
                span,
            ),
            Located::Value(value) => value,
            other => self.value_of(other, span),
        };
        if matches!(first, Value::Never) {
            return Value::Never;
        }
        let first = self.scalar(first, span);
        // a `self` by value is copied before the arguments are evaluated
        let first = if self.is_changed_after(&m.receiver, m.args.iter()) {
            self.copy(first, span)
        } else {
            first
        };
        let spelling = Spelling { name: self.variable(&m.receiver), by_reference: true };
        let mut passed =
            vec![LoweredArg::new(Argument::Shared(first), None, self.ty(first), spelling)];
        passed.extend(self.passed_to_method(m.args.iter(), is_mutable, of_functions));
        passed.extend(explicit);
        let before = self.before(&passed, mutable.is_some(), std::ptr::from_ref(m).cast());
        let (callee, known) = self.method_callee(m, &owner, ty, of_trait, &mut passed);
        self.finish_call_of(callee, passed, known, before, &name, span, m)
    }

    /// What a method call calls, and the type of its output if that is seen; the arguments as it
    /// takes them.
    fn method_callee(
        &mut self,
        m: &ExprMethodCall,
        owner: &Projection,
        ty: Ty,
        of_trait: Option<functions::implementors::Declaration>,
        passed: &mut [LoweredArg],
    ) -> (Callee, Option<Ty>) {
        let name = m.method.to_string();
        let spelled = of_trait
            .as_ref()
            .map_or_else(|| name.clone(), functions::implementors::Declaration::qualified);
        let method =
            Method { owner: ty, name: spelled, right: None, spelling: Form::Dot, marker: None };
        let turbofish = m.turbofish.as_ref().map(calls::function::turbofish_of).unwrap_or_default();
        let callee = Callee {
            method: Some(Box::new(method)),
            turbofish,
            ..Callee::new(m.method.to_token_stream(), self.is_this(owner, &name))
        };
        match of_trait {
            Some(declared) => self.object_of_trait(&declared, callee, passed, m.method.span()),
            None => (
                callee,
                self.known_owner(owner).and_then(|path| self.associated_output(&path, &name)),
            ),
        }
    }

    /// Whether a method may change a place: it is in a mutable variable, or behind a mutable
    /// reference.
    pub fn may_change(&self, place: &Spot) -> bool {
        let Some(slot) = self.changeable(place) else { return false };
        place.by != BorrowMode::Shared && (self.slots[slot].mutable || self.slots[slot].unique)
    }

    /// Whether a path names a trait, as this file shows, or else as rustc confirms of one that has
    /// been registered.
    fn is_trait(&mut self, owner: &TokenStream, function: &syn::PathSegment) -> bool {
        let path: String = owner.to_string().split_whitespace().collect();
        let names: Vec<String> = path.split("::").map(String::from).collect();
        if let Some(is_trait) =
            self.world().scope_or_around().and_then(|scope| scope.names_trait(&names))
        {
            return is_trait;
        }
        let of_function = self.world().traits_with(&function.ident);
        let is_of_name = |of: &crate::world::records::KeptTrait| {
            names.last().is_some_and(|name| of.item.ident == name)
        };
        let is_registered =
            of_function.iter().any(|of| is_of_name(of) && of.item.generics.params.is_empty());
        if is_registered {
            let span = function.ident.span();
            self.witnesses.push(
                quote::quote_spanned!(span=> const _: () = { #[allow(dead_code)] fn check<T: #owner
                    + ?::core::marker::Sized>() {} };),
            );
        }
        is_registered
    }

    /// `Model::loss(&x, y)`, `<Model as Shape>::area(&x)`.
    pub fn associated_call(&mut self, c: &syn::ExprCall, path: &syn::ExprPath) -> Option<Value> {
        let last = path.path.segments.last()?;
        let name = last.ident.to_string();
        let owner = match &path.qself {
            Some(qself) => qself.ty.to_token_stream(),
            None => {
                let mut owner = path.path.clone();
                owner.segments.pop();
                owner.segments.pop_punct();
                let of = owner.segments.last()?;
                let is_parameter = self
                    .types
                    .params
                    .iter()
                    .any(|p| matches!(p, Real::Param(name) if of.ident == name));
                if is_parameter || !self.names_type(&owner) {
                    return None;
                }
                owner.to_token_stream()
            }
        };
        let span = last.ident.span();
        if let Some(value) =
            self.call_of_source(c, path).or_else(|| self.function_of_foreign(c, path))
        {
            return Some(value);
        }
        let given = match &last.arguments {
            syn::PathArguments::AngleBracketed(given) => Some(given.clone()),
            _ => None,
        };
        let Some(explicit) = self.explicit_argument(
            &Projection::Named(owner.clone()),
            &name,
            given.as_ref(),
            &last.ident,
        ) else {
            return Some(Value::Var(self.dummy(span), false));
        };
        let mut path = path.clone();
        let turbofish = calls::function::take_turbofish(&mut path.path);
        let path = &path;
        let last = path.path.segments.last()?;
        if self.is_implementor(&Projection::Named(owner.clone())) {
            return Some(self.call_of_implementor(c, path, Projection::Named(owner), &name));
        }
        // the function of that name of the type itself is another one
        let of_trait = match &path.qself {
            Some(qself) => qself.position.checked_sub(1).and_then(|at| path.path.segments.get(at)),
            None => {
                let of = path.path.segments.iter().nth_back(1);
                let is_seen = self.group().is_some_and(|known| known.is_trait(&owner));
                of.filter(|of| {
                    is_seen
                        || self.declared_by(&of.ident, &name).is_some()
                        || self.is_trait(&owner, last)
                })
            }
        };
        let of_trait = of_trait.filter(|of| !UNQUALIFIED.iter().any(|name| of.ident == name));
        let qualified = of_trait.map(|of| with_trait(of, &name));
        let signature = self
            .group()
            .filter(|_| qualified.is_none())
            .and_then(|known| known.associated(&owner, &name));
        let (mutable, functions) =
            signature.map(|signature| (signature.mutable, signature.functions)).unzip();
        let mutable = mutable.or_else(|| {
            of_trait
                .and_then(|of| self.declared_by(&of.ident, &name))
                .map(|declared| declared.mutable)
        });
        let called = types::signatures::Called::Of(Some(owner.clone()), &name);
        let functions = functions.unwrap_or_default();
        let told = if mutable.is_none() { self.references(&called) } else { Vec::new() };
        let is_mutable = |k: usize| {
            mutable
                .as_ref()
                .map_or_else(|| told.get(k).copied()?, |mutable| mutable.get(k).copied())
        };
        let mut passed = self.passed_to_method(c.args.iter(), is_mutable, &functions);
        passed.extend(explicit);
        let complete = path.qself.is_none().then(|| syn::parse2(owner.clone()).ok()).flatten();
        let complete = complete.and_then(|of| {
            self.inferred_owner(path, &of).or_else(|| self.called_path(&of, &name, &passed))
        });
        let is_learnt = !(self.types.feedback.constants.is_empty() && self.types.unseen.is_empty());
        let written = complete
            .as_ref()
            .filter(|_| is_learnt)
            .map(|owner| quote::quote_spanned!(span=> <#owner>::#last));
        let owner = complete.unwrap_or(owner);
        let mut owner_type = Projection::Named(owner.clone());
        let of_other = path
            .path
            .segments
            .iter()
            .nth_back(1)
            .is_some_and(|of| path.qself.is_none() && self.is_other_bound(&of.ident));
        let first =
            passed.first().map(|first| first.ty.clone()).and_then(|ty| self.types.projected(&ty));
        if let Some(first) = first.filter(|first| of_other && self.is_implementor(first)) {
            return Some(self.passed_to_implementor(c, path, first, &name, None, passed));
        }
        if path.qself.is_none() && of_trait.is_some() {
            // `Shape::area(&x)`: of the type of `x`
            match passed
                .first()
                .map(|first| first.ty.clone())
                .and_then(|ty| self.types.projected(&ty))
            {
                Some(of) if self.is_implementor(&of) => {
                    let declared = self.declared_by_trait(&of, &name, of_trait.map(|of| &of.ident));
                    return Some(self.passed_to_implementor(c, path, of, &name, declared, passed));
                }
                Some(of) => owner_type = of,
                None => {
                    return Some(self.fail(
                        &path.path,
                        "the type whose method this is is not known \
                        here: call it as `x.method(…)`, or name the type, `<Type as \
                        Trait>::method(…)`",
                    ));
                }
            }
        }
        let unqualified = self.known_owner(&owner_type).filter(|_| qualified.is_none());
        let known = unqualified.and_then(|path| self.associated_output(&path, &name));
        // what is taken for one of its own type by mistake, rustc rejects
        let known = match known {
            None if path.qself.is_none()
                && self.held(c) == Holder::Any
                && makes_itself(&owner, &name, self.world()) =>
            {
                Some(self.types.named(owner.clone()))
            }
            known => known,
        };
        let recursive = self.is_this(&owner_type, &name)
            && qualified.as_ref().is_none_or(|name| self.around.qualified.contains(name));
        // of the conversions of a type the one that is being compiled
        let recursive = recursive && (name != "from" || self.is_of_first_parameter(&passed));
        let mut by_reference = false;
        if let ("from", [only], Some(argument)) = (name.as_str(), &mut passed[..], c.args.first()) {
            match self.converts_reference(argument, Some(&owner), only) {
                Some(found) => by_reference = found,
                None => return Some(self.fail(argument, UNCLEAR_CONVERSION)),
            }
        }
        // a value of the type itself goes by reference, as a receiver does
        let first =
            passed.first().map(|first| first.ty.clone()).and_then(|ty| self.types.projected(&ty));
        let of_itself = first.is_some_and(|ty| match &ty {
            // what a function of a type makes is most likely of that type; if it is not, rustc says
            // so
            Projection::Output(callee) => {
                matches!(callee.method.as_ref().map(|m| &m.owner), Some(Ty::Projected(of))
                    if self.is_same_type(of, &owner_type))
            }
            ty => self.is_same_type(ty, &owner_type),
        });
        if let Some(first) = passed.first_mut()
            && let Argument::Value(Tree::Leaf(v)) = first.argument
            && (of_itself || self.takes_receiver(&owner_type, &name))
        {
            first.argument = Argument::Shared(v);
        }
        // `Complex::from(x)`: of several, the one for the type of `x`
        let right = match (&passed[..], name.as_str()) {
            ([only], "from") => {
                let ty = only.ty.clone();
                if self.types.kind(&ty) == Some(Kind::Float) {
                    let real = Ty::Real(self.types.default_real);
                    self.types.unify(&ty, &real);
                }
                Some(ty)
            }
            // for the type of the items
            ([only], "from_iter") => self.types.element(&only.ty),
            _ => None,
        };
        let found = qualified
            .unwrap_or_else(|| if by_reference { FROM_REFERENCE.into() } else { name.clone() });
        let method = Method {
            owner: Ty::Projected(owner_type),
            name: found,
            right,
            spelling: Form::Path,
            marker: None,
        };
        let callee = Callee {
            method: Some(Box::new(method)),
            turbofish,
            ..Callee::new(written.unwrap_or_else(|| path.to_token_stream()), recursive)
        };
        let before =
            self.before(&passed, mutable.is_some() || recursive, std::ptr::from_ref(c).cast());
        Some(self.finish_call_of(callee, passed, known, before, &name, span, c))
    }

    /// The argument for parameters of a method that its arguments do not determine ([`turbofish`]),
    /// if it has some; `None` after an error.
    fn explicit_argument(
        &mut self,
        owner: &Projection,
        name: &str,
        turbofish: Option<&syn::AngleBracketedGenericArguments>,
        at: &Ident,
    ) -> Option<Option<LoweredArg>> {
        const NOT_SEEN: &str = "what function this is is not known here, so its parameters cannot \
            be written: bind what it is called on with a `let` that has a type";
        let of = self.known_owner(owner);
        let in_group = of
            .as_ref()
            .and_then(|path| self.group()?.associated(path, name))
            .map(|signature| signature.explicit);
        let known = in_group.or_else(|| {
            self.function(&types::signatures::Called::Of(of, name))
                .map(|function| function.explicit.clone())
        });
        let (constants, turbofish) = match (known, turbofish) {
            (Some(None), _) | (None, None) => return Some(None),
            (Some(Some(constants)), Some(turbofish)) => (constants, turbofish),
            (Some(Some(_)), None) => {
                self.error(
                    at,
                    format!(
                        "the parameters of this function cannot be inferred from its \
                        arguments: write them, as in `{name}::<…>(…)`"
                    ),
                );
                return None;
            }
            (None, Some(turbofish)) => {
                self.error(turbofish, NOT_SEEN);
                return None;
            }
        };
        let Some(ty) = turbofish::argument_of(&constants, turbofish) else {
            self.error(turbofish, "this function has another number of parameters");
            return None;
        };
        let span = turbofish.span();
        let code = quote::quote_spanned!(span=> <#ty>::VALUE);
        let opaque =
            Opaque { total: true, discrete: true, ..Opaque::new(code, Vec::new(), "parameters") };
        let ty = Ty::Foreign(ty.to_token_stream());
        let value = self.emit("parameters", ty.clone(), Op::Opaque(Box::new(opaque)), span);
        Some(Some(LoweredArg::new(
            Argument::Value(Tree::Leaf(value)),
            None,
            ty,
            Spelling { name: None, by_reference: false },
        )))
    }

    /// Whether `From::from` is passed a reference: rustc finds the conversion by the type of the
    /// argument, so the argument is passed as that type says, and where it is not known as lowering
    /// has it. `None` if both conversions may be meant.
    pub fn converts_reference(
        &mut self,
        argument: &Expr,
        to: Option<&TokenStream>,
        passed: &mut LoweredArg,
    ) -> Option<bool> {
        let by_reference = match self.inferred.is_reference(argument) {
            Some(known) => known,
            None => {
                let name = to
                    .and_then(|to| syn::parse2(to.clone()).ok())
                    .as_ref()
                    .and_then(types::signatures::path_end);
                if name.is_some_and(|name| self.world().is_made_from_both(&name)) {
                    return None;
                }
                matches!(passed.argument, Argument::Shared(_))
            }
        };
        match (&passed.argument, by_reference) {
            (Argument::Shared(v), false) => passed.argument = Argument::Value(Tree::Leaf(*v)),
            (Argument::Value(Tree::Leaf(v)), true) => passed.argument = Argument::Shared(*v),
            _ => {}
        }
        passed.spelling.by_reference &= by_reference;
        Some(by_reference)
    }

    /// Whether an associated function is seen to have a `self`.
    fn takes_receiver(&self, owner: &Projection, name: &str) -> bool {
        let known = self.group().zip(self.known_owner(owner));
        known
            .and_then(|(known, owner)| known.associated(&owner, name))
            .is_some_and(|signature| signature.receiver)
    }

    /// Whether a function is the one that is being compiled.
    fn is_this(&self, owner: &Projection, name: &str) -> bool {
        match (owner, self.around.owner) {
            (Projection::Named(owner), Some(own)) => {
                self.f.name == name && owner.to_string() == own.to_string()
            }
            _ => false,
        }
    }

    /// Whether two types have one name, whatever their parameters, and are not seen to be two types
    /// of that name.
    fn is_same_type(&self, a: &Projection, b: &Projection) -> bool {
        let are_different = match (a, b) {
            (Projection::Named(a), Projection::Named(b)) => {
                a.to_string() != b.to_string() && self.world().are_different(a, b)
            }
            _ => false,
        };
        same_name(a, b) && !are_different
    }

    /// Whether the first argument is of the type of the first parameter of the function that is
    /// being compiled.
    fn is_of_first_parameter(&self, passed: &[LoweredArg]) -> bool {
        let (Some(first), Some(parameter)) = (passed.first(), self.f.params.first()) else {
            return false;
        };
        let parameter = self.ty(*parameter);
        match (self.types.projected(&first.ty), self.types.projected(&parameter)) {
            (Some(a), Some(b)) => self.is_same_type(&a, &b),
            (None, None) => self.types.shallow(&first.ty) == self.types.shallow(&parameter),
            _ => false,
        }
    }

    pub fn known_owner(&self, owner: &Projection) -> Option<TokenStream> {
        match owner {
            Projection::Named(path) => Some(path.clone()),
            _ => None,
        }
    }

    fn associated_output(&mut self, owner: &TokenStream, name: &str) -> Option<Ty> {
        let output = self.group()?.associated(owner, name)?.output?;
        self.types.result(&output)
    }

    /// The value of `*r` where `r` is a variable: an array or a struct behind a reference is
    /// copied.
    pub fn copied_behind(&mut self, value: Value, span: Span) -> Value {
        let Value::Var(v, false) = value else { return value };
        let ty = self.ty(v);
        if self.is_behind(v)
            && (self.types.projected(&ty).is_some()
                || matches!(self.types.shallow(&ty), Ty::Array(..)))
        {
            Value::Var(self.copy(v, span), false)
        } else {
            value
        }
    }

    /// Whether a variable is what a reference of the function refers to.
    pub fn is_behind(&self, v: Var) -> bool {
        (0..self.env.len()).any(|s| self.env[s] == Some(v) && self.slots[s].reference)
    }

    // ---------- what types are seen without evaluating anything

    /// The type of a place, if it is seen before the place is evaluated.
    pub fn seen_type(&mut self, e: &Expr) -> Option<Ty> {
        let seen = self.seen_place_type(e);
        match &seen {
            Some(ty) => {
                if let Some(inferred) = self.inferred_for(e, ty) {
                    self.types.unify(ty, &inferred);
                }
                seen
            }
            None => {
                let inferred = self.types.inferred(self.inferred.clone().expr(e)?)?;
                matches!(self.types.projected(&inferred), Some(Projection::Named(_)))
                    .then_some(inferred)
            }
        }
    }

    fn seen_place_type(&mut self, e: &Expr) -> Option<Ty> {
        match unparen(e) {
            Expr::Path(p) if p.qself.is_none() && p.path.segments.len() > 1 => {
                self.type_of_variant(&p.path)
            }
            Expr::Path(p) => match self.lookup(&p.path.get_ident()?.to_string())? {
                Binding::Slot(s) => Some(self.slots[*s].ty.clone()),
                Binding::Alias(a) => Some(a.ty.clone()),
                Binding::Window(window) => Some(window.ty()),
                Binding::Unique(_)
                | Binding::Tuple(_)
                | Binding::Option(..)
                | Binding::Result(..)
                | Binding::Closure(_)
                | Binding::Iter(_)
                | Binding::Cursor(..) => None,
            },
            Expr::Reference(r) => self.seen_type(&r.expr),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => {
                let of = self.seen_type(&u.expr)?;
                // a box of numbers or memory is what is in it; what is in another one, or what a
                // guard refers to, is of another type
                let is_of_data = match self.types.shallow(&of) {
                    ty @ (Ty::Infer(_) | Ty::Projected(_)) => {
                        self.types.kind(&ty).is_none_or(|kind| kind == Kind::Any)
                    }
                    ty => matches!(ty, Ty::Foreign(_) | Ty::Discrete(_)),
                };
                (!is_of_data || self.inferred.is_reference(unparen(&u.expr)) != Some(false))
                    .then_some(of)
            }
            Expr::Index(i) if !matches!(unparen(&i.index), Expr::Range(_)) => {
                let base = self.seen_type(&i.expr)?;
                self.types.shallow(&base).element().cloned()
            }
            Expr::Field(f) => {
                let base = self.seen_type(&f.base)?;
                self.types.projected(&base)?;
                let name = f.member.to_token_stream().to_string();
                Some(self.member_type(&base, &crate::ir::Member::new(None, name)))
            }
            Expr::MethodCall(m) => {
                let of = self.seen_type(&m.receiver)?;
                let of = self.types.shallow(&of);
                self.result_of_plain_method(&of, &m.method.to_string()).map(|(ty, _)| ty)
            }
            _ => None,
        }
    }
}

/// Whether a function of a type gives a value of that type, as far as is seen. A constructor does
/// unless it is seen to give something else, as in `fn new() -> Option<Self>`.
fn makes_itself(owner: &TokenStream, function: &str, world: &World) -> bool {
    let is_constructor = matches!(function, "new" | "default" | "from");
    let Ok(owner) = syn::parse2::<syn::Path>(owner.clone()) else { return is_constructor };
    let Some(of) = owner.segments.last() else { return is_constructor };
    match world.result(Some(&of.ident.to_string()), function) {
        Some(syn::Type::Path(made)) => {
            made.path.segments.last().is_some_and(|made| made.ident == of.ident)
        }
        Some(_) => false,
        None => is_constructor,
    }
}

/// Whether two types have the same name, whatever their parameters.
fn same_name(a: &Projection, b: &Projection) -> bool {
    let name = |p: &Projection| match p {
        Projection::Named(path) => {
            let plain = path.clone().into_iter().take_while(
                |t| !matches!(t, proc_macro2::TokenTree::Punct(p) if p.as_char() == '<'),
            );
            plain
                .filter_map(|t| {
                    if let proc_macro2::TokenTree::Ident(i) = t {
                        Some(i.to_string())
                    } else {
                        None
                    }
                })
                .last()
        }
        _ => None,
    };
    name(a).is_some() && name(a) == name(b)
}
