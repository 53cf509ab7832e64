//! User-defined differentiated traits that bound scalars: `fn k<T: Scalar>(x: T) -> T { x.tanh() *
//! T::g(x) }`.
//!
//! The types that a parameter may stand for cannot be inferred. It is treated as a scalar if one of
//! its bounds, or a supertrait of one, is a trait of scalars (`Real`, `Float`, …). So is a
//! parameter with a bound that requires division by its own type, `Div<Output = Self>`. Derivatives
//! are then bounded by the runtime's `Real`; if the parameter stands for another type, rustc
//! reports it. All other parameters are implementors ([`crate::lower::functions::implementors`]).
//!
//! The derivative of a trait's function for a scalar is a function of the trait
//! ([`crate::lower::calls::foreign_methods`]), also through a parameter. The caller generates a
//! function with the parameter and that bound, which has the trait's derivative as a rule:
//!
//! ```text
//! T::g(x)   →   k_3_14::<T>(x)               #[differentiate(vjp = k_3_14_rule)] fn k_3_14<T: Scalar + Real>(x: T) -> T { <T as Scalar>::g(x) }
//!                                            fn k_3_14_rule<T: Scalar + Real>(x: T, bar: T) -> (T, T) { <T as Scalar>::g_needs_…(x, bar) }
//! ```
//!
//! - rustc checks that the bound resolves to the recorded trait. A function of the trait that
//!   shares its name with one of `num_traits` is then the trait's own: where a parameter has both,
//!   rustc rejects the name.
//! - rustc likewise checks that `x.g()` resolves to the function of the bound, if that takes
//!   `&self` (`check_of_receiver`).
//! - A function without such a derivative (it is not differentiated, or takes no arguments) may be
//!   called with inactive arguments.

use crate::ir::types::Real;
use crate::lower::calls::foreign_methods::{
    Derivative, ForeignOwner, Receiver, derivative_of, returns_no_reals,
};
use crate::lower::places::place::unparen;
use crate::lower::types::syntax::generics::is_scalar;
use crate::lower::*;
use crate::world::records::RecordedTrait;
use quote::{format_ident, quote};
use syn::{Expr, TraitItem, TraitItemFn, TypeParam, TypeParamBound};

/// A differentiated trait that bounds a scalar.
pub struct ScalarTrait {
    parameter: &'static str,
    /// The path that names it.
    path: syn::Path,
    recorded: RecordedTrait,
    /// Code that does not compile if the path resolves to another trait; emitted where a function
    /// of the trait is called.
    check: TokenStream,
}

/// A function of such a trait.
struct OfTrait {
    owner: ForeignOwner,
    path: syn::Path,
    function: TraitItemFn,
    derivative: Option<Derivative>,
    check: TokenStream,
}

/// A bound with the module that names it.
type NamedBound = (TypeParamBound, World);

/// The bounds of a parameter with the modules that name them, and its differentiated traits with
/// their bounds.
fn all_bounds(
    sig: &syn::Signature,
    parameter: &TypeParam,
    world: &World,
) -> (Vec<NamedBound>, Vec<(syn::Path, RecordedTrait)>) {
    let mut bounds: Vec<NamedBound> = params::bounds(&sig.generics, &parameter.ident)
        .map(|bound| (bound.clone(), world.clone()))
        .collect();
    let mut traits = Vec::new();
    let mut next = 0;
    while let Some((bound, there)) = bounds.get(next).cloned() {
        next += 1;
        // a bound with the name of a scalar trait is treated as one
        if is_scalar(&bound, &there) {
            continue;
        }
        let found = functions::implementors::traits(std::iter::once(&bound), world);
        for (path, of) in found {
            let home = there.world_of_item(&path).unwrap_or_else(|| there.clone());
            let text = |bound: &TypeParamBound| bound.to_token_stream().to_string();
            for supertrait in &of.item.supertraits {
                if !bounds.iter().any(|(other, _)| text(other) == text(supertrait)) {
                    bounds.push((supertrait.clone(), home.clone()));
                }
            }
            traits.push((path, of));
        }
    }
    (bounds, traits)
}

/// `Div<Output = Self>`, `Div<Self, Output = T>`
fn is_division(bound: &TypeParamBound, parameter: &Ident) -> bool {
    let TypeParamBound::Trait(bound) = bound else { return false };
    let Some(last) = bound.path.segments.last().filter(|last| last.ident == "Div") else {
        return false;
    };
    let syn::PathArguments::AngleBracketed(of) = &last.arguments else { return true };
    let is_self = |ty: &syn::Type| {
        matches!(ty, syn::Type::Path(p) if p.path.is_ident("Self")
        || p.path.is_ident(parameter))
    };
    of.args.iter().all(|argument| match argument {
        syn::GenericArgument::Type(ty) => is_self(ty),
        syn::GenericArgument::AssocType(output) => is_self(&output.ty),
        _ => false,
    })
}

/// Whether a type parameter is treated as a scalar, whatever its other bounds are.
pub fn is_of_number(sig: &syn::Signature, parameter: &TypeParam, world: &World) -> bool {
    all_bounds(sig, parameter, world)
        .0
        .iter()
        .any(|(bound, there)| is_scalar(bound, there) || is_division(bound, &parameter.ident))
}

impl Lowerer<'_> {
    /// Records the differentiated traits of a scalar.
    pub fn record_scalar_traits(&mut self, sig: &syn::Signature, parameter: &TypeParam) {
        let Real::Param(name) = Real::param(&parameter.ident.to_string()) else { return };
        for (path, of) in all_bounds(sig, parameter, self.world()).1 {
            let check =
                functions::implementor_checks::check_of_trait(sig, &parameter.ident, &path, &of);
            self.sig.scalar_traits.push(ScalarTrait { parameter: name, path, recorded: of, check });
        }
    }

    /// The function of that name in the traits of a parameter; in the trait `of`, if it is named.
    fn scalar_trait_function(
        &mut self,
        ty: &Ty,
        name: &Ident,
        of: Option<&Ident>,
    ) -> Option<OfTrait> {
        let Ty::Real(Real::Param(parameter)) = self.types.shallow(ty) else { return None };
        let named = self.sig.scalar_traits.iter().filter(|own| {
            own.parameter == parameter && of.is_none_or(|of| own.recorded.item.ident == *of)
        });
        let mut found = named.flat_map(|own| {
            own.recorded.item.items.iter().filter_map(move |item| match item {
                TraitItem::Fn(f) if f.sig.ident == *name => Some((own, f)),
                _ => None,
            })
        });
        let (own, function) = found.next()?;
        let (ty, path) = (Ident::new(parameter, name.span()), &own.path);
        let owner = ForeignOwner {
            ty: ty.to_token_stream(),
            bounds: Some(quote!(#path + ::autodiff::__private::Real)),
        };
        let derivative = derivative_of(&own.recorded.item, function);
        Some(OfTrait {
            owner,
            path: path.clone(),
            function: function.clone(),
            derivative,
            check: own.check.clone(),
        })
    }

    /// Whether a type is a parameter with a differentiated trait that has a function of that name.
    pub fn has_scalar_trait(&mut self, ty: &Ty, name: &Ident) -> bool {
        !self.sig.scalar_traits.is_empty() && self.scalar_trait_function(ty, name, None).is_some()
    }

    /// If only the traits of one parameter have a function of that name, a value of unknown type
    /// is of that parameter.
    fn settle_parameter(&mut self, ty: &Ty, name: &Ident) {
        let is_open = match self.types.open_projection(ty) {
            Some(Projection::Output(_)) => true,
            Some(_) => false,
            None => matches!(self.types.shallow(ty), Ty::Infer(_)),
        };
        if !is_open || self.world().has_method(&name.to_string()) {
            return;
        }
        let has = |own: &&ScalarTrait| {
            own.recorded
                .item
                .items
                .iter()
                .any(|item| matches!(item, TraitItem::Fn(f) if f.sig.ident == *name))
        };
        let mut parameters = self.sig.scalar_traits.iter().filter(has).map(|own| own.parameter);
        let first = parameters.next();
        if let Some(parameter) = first.filter(|first| parameters.all(|other| other == *first)) {
            self.types.unify(ty, &Ty::Real(Real::Param(parameter)));
        }
    }

    /// `x.tanh()`
    pub fn scalar_trait_method(
        &mut self,
        m: &syn::ExprMethodCall,
        receiver: Var,
        ty: &Ty,
    ) -> Option<Value> {
        self.settle_parameter(ty, &m.method);
        let called = self.scalar_trait_function(ty, &m.method, None)?;
        let by_reference = match called.function.sig.inputs.first() {
            Some(syn::FnArg::Receiver(r)) => match &r.kind {
                syn::ReceiverKind::Value => false,
                syn::ReceiverKind::Reference(_, _, None) => true,
                _ => {
                    return Some(self.fail(
                        &m.method,
                        format!(
                            "`{}` changes its receiver, which is not supported for a type \
                             parameter: return the new value",
                            m.method
                        ),
                    ));
                }
            },
            _ => return None,
        };
        if by_reference {
            self.emit_receiver_witness(&called.owner.ty, &m.method);
        }
        let mut hidden = format_ident!("receiver");
        while types::syntax::generics::mentions(m.args.to_token_stream(), &hidden) {
            hidden = format_ident!("{hidden}_");
        }
        let slot = self.slot(&hidden.to_string(), ty.clone(), false, Some(receiver));
        let scope = self.ssa.scope.len();
        self.ssa.scope.push((hidden.to_string(), Binding::Slot(slot)));
        let first: Expr = if by_reference || called.derivative.is_some() {
            syn::parse_quote!(&#hidden)
        } else {
            syn::parse_quote!(#hidden)
        };
        let args = std::iter::once(first).chain(m.args.iter().cloned()).collect();
        let value = self.call_of_trait(&m.method, m.turbofish.as_ref(), called, args);
        self.ssa.scope.remove(scope);
        Some(value)
    }

    /// `T::g(x)`, `<T as Scalar>::g(x)`, `Scalar::tanh(x)`
    pub fn scalar_trait_call(&mut self, c: &syn::ExprCall, path: &syn::ExprPath) -> Option<Value> {
        if self.sig.scalar_traits.is_empty() {
            return None;
        }
        let count = path.path.segments.len();
        let last = path.path.segments.last()?;
        let of = path.path.segments.get(count.checked_sub(2)?)?;
        let (ty, of) = match &path.qself {
            Some(qself) => {
                (self.types.annotation(&qself.ty), (qself.position > 0).then_some(&of.ident))
            }
            None => match self
                .types
                .params
                .iter()
                .find(|p| matches!(p, Real::Param(name) if count == 2 && of.ident == name))
            {
                Some(parameter) => (Ty::Real(*parameter), None),
                None => {
                    let mut parameters = self
                        .sig
                        .scalar_traits
                        .iter()
                        .filter(|own| own.recorded.item.ident == of.ident)
                        .map(|own| own.parameter);
                    let first = parameters.next()?;
                    let only = parameters
                        .all(|other| other == first)
                        .then_some(Ty::Real(Real::Param(first)));
                    (self.seen_type(unparen(c.args.first()?)).or(only)?, Some(&of.ident))
                }
            },
        };
        let called = self.scalar_trait_function(&ty, &last.ident, of)?;
        let turbofish = match &last.arguments {
            syn::PathArguments::AngleBracketed(arguments) => Some(arguments),
            _ => None,
        };
        let mut args: Vec<Expr> = c.args.iter().cloned().collect();
        if let (Some(Derivative { receiver: Receiver::Value, .. }), Some(first)) =
            (&called.derivative, args.first_mut())
        {
            *first = syn::parse_quote!(&(#first));
        }
        Some(self.call_of_trait(&last.ident, turbofish, called, args))
    }

    /// A call, with `self` by reference if there is a derivative.
    fn call_of_trait(
        &mut self,
        name: &Ident,
        turbofish: Option<&syn::AngleBracketedGenericArguments>,
        called: OfTrait,
        mut args: Vec<Expr>,
    ) -> Value {
        let OfTrait { owner, path, function, derivative, check } = called;
        if !self.collected.witnesses.iter().any(|other| other.to_string() == check.to_string()) {
            self.collected.witnesses.push(check);
        }
        let ty = &owner.ty;
        if let Some(derivative) = derivative
            .filter(|derivative| turbofish.is_none() && derivative.inputs.len() == args.len())
        {
            let adapter = self.adapter(name, &owner, &derivative, Some(&path));
            derivative.pass(&mut args, &owner);
            let value = self.expr(&syn::parse_quote!(#adapter::<#ty>(#(#args),*)));
            return self.unify_with_declared(value, &owner, &derivative);
        }
        let call: Expr = syn::parse_quote!(<#ty as #path>::#name #turbofish (#(#args),*));
        let output = match &function.sig.output {
            syn::ReturnType::Default => Some(Ty::unit()),
            syn::ReturnType::Type(_, of) => {
                let of = crate::world::tokens::replace_names(
                    of.to_token_stream(),
                    &[("Self".into(), ty.clone())],
                );
                syn::parse2(of).ok().and_then(|of| self.types.signature(&of))
            }
        };
        let of = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        let advice = if function.attrs.iter().any(crate::world::records::is_ours) {
            "a call through a type parameter needs reverse mode, and a signature of reals, `Self`, \
             and arrays and tuples of these"
                .to_string()
        } else {
            format!("put #[differentiate] on `{name}` in the trait `{of}` as well")
        };
        self.opaque_as(
            &call,
            output,
            format!("a call of `{name}`"),
            advice,
            returns_no_reals(&function.sig),
        )
    }
}
