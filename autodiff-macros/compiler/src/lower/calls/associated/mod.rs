//! Calls of associated functions: `x.loss(y)`, `Model::loss(&x, y)`, `a + b` on user-defined
//! types.
//!
//! Only rustc knows where the function is and what its signature is; it is found through the type
//! that has it. A receiver is always passed by reference, because a caller does not know how the
//! method takes it.
//!
//! [`methods`] lowers method calls. [`seen_types`] finds the type of a receiver before it is
//! evaluated.

mod methods;
mod seen_types;

use crate::ir::types::{Method, Spelling as Form};
use crate::lower::calls::arguments::LoweredArg;
use crate::lower::calls::function::CallSite;
use crate::lower::functions::implementors::PathCall;
use crate::lower::*;
use crate::qualified::with_trait;
use crate::turbofish;
use std::ops::ControlFlow;
use syn::Expr;

/// Methods that have the same meaning on all types.
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

/// Methods that are treated as those of std on a type that only rustc knows.
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

/// The name under which a conversion that takes a reference is looked up.
pub fn from_reference(name: &str) -> String {
    format!("{name}&")
}

/// The error for a conversion whose argument may be a value or a reference.
pub const UNCLEAR_CONVERSION: &str = "cannot infer whether this converts values or references, and \
                                      the type has both conversions: annotate the value with a \
                                      `let`, or write a closure, `|x: &T| Type::from(x)`";

/// Whether neither reals nor types of std have a method of this name.
pub fn is_of_user(name: &str, arguments: usize) -> bool {
    !calls::methods::is_of_std(name, arguments)
        && !OF_STD.contains(&name)
        && !OF_ANY_TYPE.contains(&name)
}

/// The key by which an associated function is found.
struct AssociatedCall {
    /// The type that the path names.
    owner: TokenStream,
    /// The type that has the function.
    owner_type: Projection,
    /// Its name qualified with the trait, if it is found through the trait.
    qualified: Option<String>,
    /// The path in emitted code.
    written_path: TokenStream,
    turbofish: TokenStream,
    /// Whether it is known which arguments it changes.
    is_seen: bool,
}

impl Lowerer<'_> {
    /// Whether a path names a trait: this file shows it, or rustc confirms it for a registered
    /// trait.
    fn is_trait(&mut self, owner: &TokenStream, function: &syn::PathSegment) -> bool {
        let path: String = owner.to_string().split_whitespace().collect();
        let names: Vec<String> = path.split("::").map(String::from).collect();
        if let Some(is_trait) =
            self.world().scope_or_around().and_then(|scope| scope.names_trait(&names))
        {
            return is_trait;
        }
        let of_function = self.world().traits_with(&function.ident);
        let is_of_name = |of: &crate::world::records::RecordedTrait| {
            names.last().is_some_and(|name| of.item.ident == name)
        };
        let is_registered =
            of_function.iter().any(|of| is_of_name(of) && of.item.generics.params.is_empty());
        if is_registered {
            let span = function.ident.span();
            self.collected.witnesses.push(
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
        let owner = self.owner_of_path(path)?;
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
            return Some(self.dummy_value(span));
        };
        let mut path = path.clone();
        let turbofish = calls::function::take_turbofish(&mut path.path);
        let path = &path;
        if self.is_implementor(&Projection::Named(owner.clone())) {
            return Some(self.call_of_implementor(c, path, Projection::Named(owner), &name));
        }
        let of_trait = self.trait_of_path(path, &owner, &name);
        let is_found_by_trait =
            |of: &&syn::PathSegment| !crate::type_class::is_operator_or_conversion(&of.ident);
        let of_trait = of_trait.filter(is_found_by_trait);
        let qualified = of_trait.map(|of| with_trait(of, &name));
        let (mut passed, is_seen) = self.lower_associated_arguments(c, &owner, &name, of_trait);
        passed.extend(explicit);
        let complete = path.qself.is_none().then(|| syn::parse2(owner.clone()).ok()).flatten();
        let complete = complete.and_then(|of| {
            self.inferred_owner(path, &of).or_else(|| self.called_path(&of, &name, &passed))
        });
        let is_learnt =
            !(self.types.feedback.constants.is_empty() && self.types.unresolved.is_empty());
        let last = path.path.segments.last()?;
        let written = complete
            .as_ref()
            .filter(|_| is_learnt)
            .map(|owner| quote::quote_spanned!(span=> <#owner>::#last));
        let owner = complete.unwrap_or(owner);
        let written = written.unwrap_or_else(|| path.to_token_stream());
        let call = PathCall { call: c, path, name: &name, arguments: passed };
        let (call, owner_type) = match self.owner_of_arguments(call, &owner, of_trait) {
            ControlFlow::Continue(found) => found,
            ControlFlow::Break(value) => return Some(value),
        };
        let of = AssociatedCall {
            owner,
            owner_type,
            qualified,
            written_path: written,
            turbofish,
            is_seen,
        };
        Some(self.finish_associated(call, of))
    }

    /// The type in a path to an associated function: `T` in `T::f`.
    fn owner_of_path(&mut self, path: &syn::ExprPath) -> Option<TokenStream> {
        if let Some(qself) = &path.qself {
            return Some(qself.ty.to_token_stream());
        }
        let mut owner = path.path.clone();
        owner.segments.pop();
        owner.segments.pop_punct();
        let of = owner.segments.last()?;
        let is_parameter =
            self.types.params.iter().any(|p| matches!(p, Real::Param(name) if of.ident == name));
        if is_parameter || !self.names_type(&owner) {
            return None;
        }
        Some(owner.to_token_stream())
    }

    /// The trait in a path to a trait function. An inherent function of that name is a different
    /// one.
    fn trait_of_path<'p>(
        &mut self,
        path: &'p syn::ExprPath,
        owner: &TokenStream,
        name: &str,
    ) -> Option<&'p syn::PathSegment> {
        if let Some(qself) = &path.qself {
            return qself.position.checked_sub(1).and_then(|at| path.path.segments.get(at));
        }
        let last = path.path.segments.last()?;
        let of = path.path.segments.iter().nth_back(1);
        let is_seen = self.group().is_some_and(|known| known.is_trait(owner));
        of.filter(|of| {
            is_seen || self.declared_by(&of.ident, name).is_some() || self.is_trait(owner, last)
        })
    }

    /// The evaluated arguments of an associated function, and whether it is known which of them it
    /// changes.
    fn lower_associated_arguments(
        &mut self,
        c: &syn::ExprCall,
        owner: &TokenStream,
        name: &str,
        of_trait: Option<&syn::PathSegment>,
    ) -> (Vec<LoweredArg>, bool) {
        let signature = self
            .group()
            .filter(|_| of_trait.is_none())
            .and_then(|known| known.associated_signature(owner, name));
        let (mutable, functions) =
            signature.map(|signature| (signature.mutable, signature.functions)).unzip();
        let mutable = mutable.or_else(|| {
            of_trait
                .and_then(|of| self.declared_by(&of.ident, name))
                .map(|declared| declared.mutable)
        });
        let called = types::syntax::signatures::CalleeName::Of(Some(owner.clone()), name);
        let functions = functions.unwrap_or_default();
        let references = if mutable.is_none() { self.references(&called) } else { Vec::new() };
        let is_mutable = |k: usize| {
            mutable
                .as_ref()
                .map_or_else(|| references.get(k).copied()?, |mutable| mutable.get(k).copied())
        };
        (self.lower_method_arguments(c.args.iter(), is_mutable, &functions), mutable.is_some())
    }

    /// The type that has an associated function: for `Shape::area(&x)`, that of `x`. Returns the
    /// value of the call instead if a type parameter implements the trait, or after an error.
    fn owner_of_arguments<'c>(
        &mut self,
        call: PathCall<'c>,
        owner: &TokenStream,
        of_trait: Option<&syn::PathSegment>,
    ) -> ControlFlow<Value, (PathCall<'c>, Projection)> {
        let path = call.path;
        let of_other = path
            .path
            .segments
            .iter()
            .nth_back(1)
            .is_some_and(|of| path.qself.is_none() && self.is_other_bound(&of.ident));
        let first = call
            .arguments
            .first()
            .map(|first| first.ty.clone())
            .and_then(|ty| self.types.open_projection(&ty));
        if let Some(first) = first.clone().filter(|first| of_other && self.is_implementor(first)) {
            return ControlFlow::Break(self.call_implementor(call, first, None));
        }
        if path.qself.is_some() || of_trait.is_none() {
            return ControlFlow::Continue((call, Projection::Named(owner.clone())));
        }
        match first {
            Some(of) if self.is_implementor(&of) => {
                let declared = self.declared_by_trait(&of, call.name, of_trait.map(|of| &of.ident));
                ControlFlow::Break(self.call_implementor(call, of, declared))
            }
            Some(of) => ControlFlow::Continue((call, of)),
            None => ControlFlow::Break(self.fail(
                &path.path,
                "cannot infer the type that this method belongs to: call it as `x.method(…)`, or \
                 name the type, `<Type as Trait>::method(…)`",
            )),
        }
    }

    /// A call of an associated function with its arguments evaluated.
    fn finish_associated(&mut self, call: PathCall<'_>, of: AssociatedCall) -> Value {
        let PathCall { call: c, path, name, arguments: mut passed } = call;
        let AssociatedCall {
            owner,
            owner_type,
            qualified,
            written_path: written,
            turbofish,
            is_seen,
        } = of;
        let unqualified = self.known_owner(&owner_type).filter(|_| qualified.is_none());
        let known = unqualified.and_then(|path| self.associated_output(&path, name));
        // rustc rejects a function that is mistaken for one of its own type
        let known = match known {
            None if path.qself.is_none()
                && self.hint_of_call(c) == OptionHint::Any
                && returns_own_type(&owner, name, self.world()) =>
            {
                Some(self.types.type_at_path(owner.clone()))
            }
            known => known,
        };
        let recursive = self.is_this(&owner_type, name)
            && qualified.as_ref().is_none_or(|name| self.around.qualified.contains(name));
        // of the conversions of a type, only the one being compiled is recursive
        let converts = crate::type_class::is_conversion(name);
        let recursive = recursive && (!converts || self.is_of_first_parameter(&passed));
        let mut by_reference = false;
        if let (true, [only], Some(argument)) = (converts, &mut passed[..], c.args.first()) {
            match self.converts_reference(name, argument, Some(&owner), only) {
                Some(found) => by_reference = found,
                None => return self.fail(argument, UNCLEAR_CONVERSION),
            }
        }
        self.pass_receiver(&mut passed, &owner_type, name);
        let right = self.right_of_conversion(&passed, name);
        let found = qualified
            .unwrap_or_else(|| if by_reference { from_reference(name) } else { name.into() });
        let method = Method {
            owner: Ty::Projected(owner_type),
            name: found,
            right,
            spelling: Form::Path,
            marker: None,
        };
        let callee =
            Callee { method: Some(Box::new(method)), turbofish, ..Callee::new(written, recursive) };
        let before = self.prior_values(&passed, is_seen || recursive, std::ptr::from_ref(c).cast());
        let span = path.path.segments.last().map_or_else(|| path.span(), |s| s.ident.span());
        self.finish_call_of(callee, passed, known, before, CallSite { name, span, at: c })
    }

    /// Passes a value of the owner's type by reference, as a receiver is.
    fn pass_receiver(&mut self, passed: &mut [LoweredArg], owner: &Projection, name: &str) {
        let first = passed
            .first()
            .map(|first| first.ty.clone())
            .and_then(|ty| self.types.open_projection(&ty));
        let of_itself = first.is_some_and(|ty| match &ty {
            // an associated function most likely returns its own type; if it does not, rustc
            // reports it
            Projection::Output(callee) => {
                matches!(callee.method.as_ref().map(|m| &m.owner), Some(Ty::Projected(of))
                    if self.is_same_type(of, owner))
            }
            ty => self.is_same_type(ty, owner),
        });
        if let Some(first) = passed.first_mut()
            && let Argument::Value(Tree::Leaf(v)) = first.argument
            && (of_itself || self.takes_receiver(owner, name))
        {
            first.argument = Argument::Shared(v);
        }
    }

    /// The type by which one of several conversions is found: for `Complex::from(x)` that of `x`,
    /// for `from_iter` that of the items.
    fn right_of_conversion(&mut self, passed: &[LoweredArg], name: &str) -> Option<Ty> {
        match (passed, name) {
            ([only], name) if crate::type_class::is_conversion(name) => {
                let ty = only.ty.clone();
                if self.types.kind(&ty) == Some(Kind::Float) {
                    let real = Ty::Real(self.types.default_real);
                    self.types.unify(&ty, &real);
                }
                Some(ty)
            }
            ([only], "from_iter") => self.types.element(&only.ty),
            _ => None,
        }
    }

    /// The argument for generic parameters of a method that its arguments do not determine
    /// ([`turbofish`]), if it has any; `None` after an error.
    fn explicit_argument(
        &mut self,
        owner: &Projection,
        name: &str,
        turbofish: Option<&syn::AngleBracketedGenericArguments>,
        at: &Ident,
    ) -> Option<Option<LoweredArg>> {
        const NOT_SEEN: &str = "cannot infer which function this calls, so it cannot have generic \
                                arguments here: annotate the receiver with a `let`";
        let of = self.known_owner(owner);
        let in_group = of
            .as_ref()
            .and_then(|path| self.group()?.associated_signature(path, name))
            .map(|signature| signature.explicit);
        let known = in_group.or_else(|| {
            self.function(&types::syntax::signatures::CalleeName::Of(of, name))
                .map(|function| function.explicit.clone())
        });
        let (constants, turbofish) = match (known, turbofish) {
            (Some(None), _) | (None, None) => return Some(None),
            (Some(Some(constants)), Some(turbofish)) => (constants, turbofish),
            (Some(Some(_)), None) => {
                self.error(
                    at,
                    format!(
                        "cannot infer the generic arguments of this function: write them, as in \
                         `{name}::<…>(…)`"
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
            self.error(turbofish, "this function has another number of generic parameters");
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

    /// Whether the conversion `from` or `try_from` gets a reference. rustc selects the conversion
    /// by the type of the argument, so the argument is passed with its declared type, or, if that is
    /// not known, as lowering represents it. `None` if the call may resolve to either conversion.
    pub fn converts_reference(
        &mut self,
        conversion: &str,
        argument: &Expr,
        to: Option<&TokenStream>,
        passed: &mut LoweredArg,
    ) -> Option<bool> {
        let by_reference = match self.names.inferred.is_reference(argument) {
            Some(known) => known,
            None => {
                let name = to
                    .and_then(|to| syn::parse2(to.clone()).ok())
                    .as_ref()
                    .and_then(types::syntax::signatures::path_end);
                if name.is_some_and(|name| self.world().is_made_from_both(&name, conversion)) {
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

    /// Whether an associated function is known to have a `self` parameter.
    fn takes_receiver(&self, owner: &Projection, name: &str) -> bool {
        let known = self.group().zip(self.known_owner(owner));
        known
            .and_then(|(known, owner)| known.associated_signature(&owner, name))
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

    /// Whether two types have one name, whatever their parameters, and are not known to be
    /// different types of that name.
    fn is_same_type(&self, a: &Projection, b: &Projection) -> bool {
        let are_different = match (a, b) {
            (Projection::Named(a), Projection::Named(b)) => {
                a.to_string() != b.to_string() && self.world().are_different(a, b)
            }
            _ => false,
        };
        have_same_name(a, b) && !are_different
    }

    /// Whether the first argument is of the type of the first parameter of the function that is
    /// being compiled.
    fn is_of_first_parameter(&self, passed: &[LoweredArg]) -> bool {
        let (Some(first), Some(parameter)) = (passed.first(), self.f.params.first()) else {
            return false;
        };
        let parameter = self.ty(*parameter);
        match (self.types.open_projection(&first.ty), self.types.open_projection(&parameter)) {
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
        let output = self.group()?.associated_signature(owner, name)?.output?;
        self.types.result(&output)
    }

    /// The value of `*r` where `r` is a variable: an array or a struct behind a reference is
    /// copied.
    pub fn copy_referent(&mut self, value: Value, span: Span) -> Value {
        let Value::Var(v, false) = value else { return value };
        let ty = self.ty(v);
        if self.is_behind(v)
            && (self.types.open_projection(&ty).is_some()
                || matches!(self.types.shallow(&ty), Ty::Array(..)))
        {
            Value::Var(self.copy(v, span), false)
        } else {
            value
        }
    }

    /// Whether a variable is the target of a reference parameter of the function.
    pub fn is_behind(&self, v: Var) -> bool {
        (0..self.ssa.env.len()).any(|s| self.ssa.env[s] == Some(v) && self.slots[s].reference)
    }
}

/// Whether a function of a type returns that type, as far as is known. A constructor does unless
/// its signature shows another type, as in `fn new() -> Option<Self>`.
fn returns_own_type(owner: &TokenStream, function: &str, world: &World) -> bool {
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
fn have_same_name(a: &Projection, b: &Projection) -> bool {
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
