//! Functions of a user-defined trait for types that are not user-defined: `impl Scale for f64 { fn
//! scaled(self, k: f64) -> f64 { … } }`, called as `x.scaled(k)`.
//!
//! Such a type can have no item of this crate, so the derivative is a function of the trait itself.
//! For each of its functions a differentiated trait has one derivative function. Its default body
//! does not compile where it is used; a differentiated block overrides it:
//!
//! ```text
//! trait Scale {                                          impl Scale for f64 {
//!     fn scaled(self, k: f64) -> Self;                       fn scaled(self, k: f64) -> f64 { … }
//!     fn scaled_needs_…<W>(this: &Self, k: f64, bar: …)      fn scaled_needs_…<W>(this: &f64, k: f64, bar: f64) -> (f64, (f64, f64)) {
//!         -> (Self, (…, f64)) { underived() }            →       f64_Scale_scaled_vjp(this, k, bar)
//! }                                                          }
//!                                                        }
//! ```
//!
//! `f64_Scale_scaled` is a free function with the body of the method, and is differentiated like
//! any other. The caller generates a function that has this derivative as a rule, and calls it:
//!
//! ```text
//! x.scaled(k)   →   f_3_14(x, k)             #[differentiate(vjp = f_3_14_rule)] fn f_3_14(x: f64, k: f64) -> f64 { <f64>::scaled(x, k) }
//!                                            fn f_3_14_rule(x: f64, k: f64, bar: f64) -> (f64, (f64, f64)) { <f64>::scaled_needs_…(&x, k, bar) }
//! ```
//!
//! - rustc resolves `<f64>::scaled` to a trait in scope, and the derivative belongs to the same
//!   trait: both are among its functions. If the type has an inherent function of that name,
//!   `<f64>::scaled` resolves to that one. Where the trait is not named (`W`), the block, which
//!   can name both, compares them.
//! - The trait and the types of its functions are known because the trait was recorded
//!   ([`crate::world::records`]): it comes first in the source.
//! - The trait, the block and the function have no generic parameters. The function takes and
//!   returns reals, `Self`, and arrays and tuples of these. It may also take types without reals,
//!   and slices. It changes nothing through `&mut`.

use crate::lower::*;
use crate::world::records::RecordedTrait;
use quote::{format_ident, quote, quote_spanned};
use syn::{Expr, TraitItem, TraitItemFn, Type};

/// The derivative of a function of a trait, as a function of the trait.
pub struct Derivative {
    /// Its name.
    pub name: Ident,
    /// The types of its arguments, `self` by reference.
    pub inputs: Vec<Type>,
    /// How it takes `self`.
    pub receiver: Receiver,
    output: Type,
    /// The type of the cotangent of the result.
    bar: TokenStream,
    /// The types of the cotangents of the arguments.
    bars: TokenStream,
}

/// How a function takes `self`.
#[derive(Clone, Copy, PartialEq)]
pub enum Receiver {
    None,
    Value,
    Reference,
}

/// The type that a function of a trait is called for.
pub struct ForeignOwner {
    /// The type as it is written.
    pub ty: TokenStream,
    /// If it is a type parameter, its bounds.
    pub bounds: Option<TokenStream>,
}

/// The type of the cotangents of `ty`: `Some(None)` for a type without reals, `None` for an
/// unsupported type.
fn cotangent(ty: &Type) -> Option<Option<TokenStream>> {
    Some(match ty {
        Type::Paren(p) => cotangent(&p.elem)?,
        Type::Group(g) => cotangent(&g.elem)?,
        Type::Path(p) if p.path.is_ident("Self") => {
            Some(quote!(<Self as ::autodiff::__private::Differentiable>::Tangent))
        }
        Type::Path(p) => match types::primitive(&p.path.get_ident()?.to_string())? {
            Ty::Real(_) => Some(ty.to_token_stream()),
            _ => None,
        },
        Type::Array(a) => cotangent(&a.elem)?.map(|element| {
            let length = &a.len;
            quote!([#element; #length])
        }),
        Type::Tuple(t) => {
            let parts = t.elems.iter().map(cotangent).collect::<Option<Vec<_>>>()?;
            let has_reals = parts.iter().any(Option::is_some);
            let parts = parts.into_iter().map(|part| part.unwrap_or_else(|| quote!(())));
            has_reals.then(|| quote!((#(#parts,)*)))
        }
        Type::Reference(r) if r.mutability.is_none() => match &*r.elem {
            Type::Slice(s) => {
                cotangent(&s.elem)?.map(|element| quote!(::autodiff::__private::Vec<#element>))
            }
            elem => cotangent(elem)?,
        },
        _ => return None,
    })
}

/// `where Self: Sized`
fn says_sized(clause: &syn::WhereClause) -> bool {
    clause.predicates.to_token_stream().to_string().replace(' ', "").trim_end_matches(',')
        == "Self:Sized"
}

/// Whether a function's result carries no reals.
pub fn returns_no_reals(sig: &syn::Signature) -> bool {
    match &sig.output {
        syn::ReturnType::Default => true,
        syn::ReturnType::Type(_, ty) => matches!(cotangent(ty), Some(None)),
    }
}

/// The derivative of a trait's function, if the trait can declare it.
pub fn derivative_of(of: &syn::ItemTrait, function: &TraitItemFn) -> Option<Derivative> {
    let sig = &function.sig;
    let attribute = function.attrs.iter().find(|a| crate::world::records::is_ours(a))?;
    let forward = attribute.meta.to_token_stream().to_string().contains("forward");
    if forward
        || !of.generics.params.is_empty()
        || !sig.generics.params.is_empty()
        || !sig.generics.where_clause.iter().all(says_sized)
    {
        return None;
    }
    let mut receiver = Receiver::None;
    let mut inputs: Vec<Type> = Vec::new();
    for input in &sig.inputs {
        inputs.push(match input {
            syn::FnArg::Receiver(r) => {
                receiver = match &r.kind {
                    syn::ReceiverKind::Value => Receiver::Value,
                    syn::ReceiverKind::Reference(_, _, None) => Receiver::Reference,
                    _ => return None,
                };
                syn::parse_quote!(&Self)
            }
            syn::FnArg::Typed(typed) if typed.attrs.is_empty() => (*typed.ty).clone(),
            syn::FnArg::Typed(_) => return None,
        });
    }
    let syn::ReturnType::Type(_, output) = &sig.output else { return None };
    let bars = inputs.iter().map(cotangent).collect::<Option<Vec<_>>>()?;
    let bar = cotangent(output).flatten().filter(|_| !matches!(**output, Type::Reference(_)))?;
    let bars: Vec<TokenStream> = bars.into_iter().flatten().collect();
    let bars = match &bars[..] {
        [] => return None,
        [bar] => bar.clone(),
        bars => quote!((#(#bars),*)),
    };
    let name = format_ident!(
        "{}_needs_differentiate_on_the_trait_and_its_impl_block",
        sig.ident.to_string().trim_start_matches("r#")
    );
    Some(Derivative { name, inputs, receiver, output: (**output).clone(), bar, bars })
}

impl Derivative {
    fn arguments(&self) -> Vec<Ident> {
        (0..self.inputs.len()).map(|k| format_ident!("argument_{k}")).collect()
    }

    /// The types of the arguments, and whether they are scalars or tuples by reference.
    fn inputs(&self, owner: &ForeignOwner) -> Vec<(TokenStream, bool)> {
        let with_owner = |ty: &Type| {
            crate::world::tokens::replace_names(
                ty.to_token_stream(),
                &[("Self".into(), owner.ty.clone())],
            )
        };
        let input = |ty: &Type| match ty {
            Type::Reference(r) => {
                let of = with_owner(&r.elem);
                let is_number = owner.bounds.is_some()
                    && matches!(&*r.elem, Type::Path(p) if p.path.is_ident("Self"));
                let is_scalar = is_number
                    || types::primitive(&of.to_string()).is_some()
                    || matches!(syn::parse2(of.clone()), Ok(Type::Tuple(_)));
                if is_scalar { (of, true) } else { (quote!(&#of), false) }
            }
            ty => (with_owner(ty), false),
        };
        self.inputs.iter().map(input).collect()
    }

    /// Passes scalars and tuples by value, and literals with the types of their parameters.
    pub fn pass(&self, args: &mut [Expr], owner: &ForeignOwner) {
        for (arg, (ty, is_scalar)) in args.iter_mut().zip(self.inputs(owner)) {
            if is_scalar {
                *arg = match &*arg {
                    Expr::Reference(r) => (*r.expr).clone(),
                    arg => syn::parse_quote!(*(#arg)),
                };
            } else if types::primitive(&ty.to_string()).is_some() && !matches!(arg, Expr::Path(_)) {
                *arg = syn::parse_quote!({ let argument: #ty = #arg; argument });
            }
        }
    }

    fn signature(&self) -> TokenStream {
        let Derivative { name, inputs, output, bar, bars, .. } = self;
        let arguments = self.arguments();
        quote!(fn #name<Way: ::autodiff::__private::CallWay>(#(#arguments: #inputs,)* bar: #bar)
            -> (#output, #bars))
    }

    /// The declaration in the trait.
    pub fn trait_item(&self) -> TraitItem {
        let (signature, arguments) = (self.signature(), self.arguments());
        syn::parse_quote! {
            #[doc(hidden)]
            #[allow(clippy::all, clippy::pedantic, clippy::nursery)]
            #signature where Self: ::core::marker::Sized + ::autodiff::__private::Differentiable {
                ::autodiff::__private::underived::<Self, _, _>((#(#arguments,)* bar))
            }
        }
    }

    /// The definition in a block. `own` is the free function that is differentiated for the
    /// block's method. `compared` is an expression: whether the type's own function is another
    /// one.
    pub fn impl_item(
        &self,
        own: &Ident,
        compared: &TokenStream,
        cfgs: &TokenStream,
    ) -> syn::ImplItem {
        let (signature, arguments) = (self.signature(), self.arguments());
        let vjp = format_ident!("{own}_vjp");
        syn::parse_quote! {
            #cfgs
            #[doc(hidden)]
            #[allow(clippy::all, clippy::pedantic, clippy::nursery)]
            #signature {
                const OTHER: bool = #compared;
                ::autodiff::__private::of_the_trait::<Way, OTHER>();
                #vjp(#(#arguments,)* bar)
            }
        }
    }
}

impl Lowerer<'_> {
    /// `x.scaled(k)` on a value of a type that is not user-defined, if a differentiated trait has
    /// such a function.
    pub fn method_of_foreign(
        &mut self,
        m: &syn::ExprMethodCall,
        receiver: Var,
        ty: &Ty,
    ) -> Option<Value> {
        if let Some(value) = self.scalar_trait_method(m, receiver, ty) {
            return Some(value);
        }
        let (name, arguments) = (m.method.to_string(), m.args.len());
        let is_of_trait = self.names.inferred.definer(m) == Some(infer::Definer::Bound)
            || calls::associated::is_of_user(&name, arguments);
        if !is_of_trait || m.turbofish.is_some() {
            return None;
        }
        let (owner, derivative) = self.derivative_for(&m.method, ty, None)?;
        if derivative.receiver == Receiver::None || derivative.inputs.len() != arguments + 1 {
            return None;
        }
        let adapter = self.adapter(&m.method, &owner, &derivative, None);
        let hidden = format_ident!("receiver_of_{adapter}");
        let slot = self.slot(&hidden.to_string(), ty.clone(), false, Some(receiver));
        let scope = self.ssa.scope.len();
        self.ssa.scope.push((hidden.to_string(), Binding::Slot(slot)));
        let mut args: Vec<Expr> = vec![syn::parse_quote!(&#hidden)];
        args.extend(m.args.iter().cloned());
        derivative.pass(&mut args, &owner);
        let value = self.expr(&syn::parse_quote!(#adapter(#(#args),*)));
        self.ssa.scope.remove(scope);
        Some(self.unify_with_declared(value, &owner, &derivative))
    }

    /// `Scale::scaled(x, k)`, `<f64 as Scale>::scaled(x, k)`, `f64::scaled(x, k)`.
    pub fn function_of_foreign(
        &mut self,
        c: &syn::ExprCall,
        path: &syn::ExprPath,
    ) -> Option<Value> {
        let last = path.path.segments.last().filter(|s| s.arguments.is_none())?;
        let first = |count: usize| {
            let of = syn::Path {
                leading_colon: path.path.leading_colon,
                segments: path.path.segments.iter().take(count).cloned().collect(),
            };
            syn::parse2::<syn::Path>(without_last_punct(of.to_token_stream())).ok()
        };
        let (ty, of) = match &path.qself {
            Some(qself) => (self.types.signature(&qself.ty)?, first(qself.position)),
            None => {
                let of = first(path.path.segments.len().checked_sub(1)?)?;
                match of.get_ident().and_then(|name| types::primitive(&name.to_string())) {
                    Some(ty) => (ty, None),
                    None => (self.seen_type(c.args.first()?)?, Some(of)),
                }
            }
        };
        let of_trait = of.as_ref().and_then(|of| of.segments.last()).map(|last| &last.ident);
        let (owner, derivative) = self.derivative_for(&last.ident, &ty, of_trait)?;
        let names_type = path.qself.is_some() || of.is_none();
        if derivative.inputs.len() != c.args.len()
            || !names_type && derivative.receiver == Receiver::None
        {
            return None;
        }
        let adapter = self.adapter(&last.ident, &owner, &derivative, of.as_ref());
        let mut args: Vec<Expr> = c.args.iter().cloned().collect();
        if let (Receiver::Value, Some(first)) = (derivative.receiver, args.first_mut()) {
            *first = syn::parse_quote!(&(#first));
        }
        derivative.pass(&mut args, &owner);
        let value = self.expr(&syn::parse_quote!(#adapter(#(#args),*)));
        Some(self.unify_with_declared(value, &owner, &derivative))
    }

    /// Unifies the result of a call with the type that the trait declares.
    pub fn unify_with_declared(
        &mut self,
        value: Value,
        owner: &ForeignOwner,
        derivative: &Derivative,
    ) -> Value {
        let Some(ty) = of_owner(derivative.output.to_token_stream(), &owner.ty) else {
            return value;
        };
        let ty = self.types.annotation(&ty);
        match (value, ty) {
            (Value::Var(v, r), Ty::Tuple(types)) => {
                let span = self.f.info(v).span;
                let parts = self.split(v, types.len(), span);
                for (part, ty) in parts.iter().zip(&types) {
                    self.unify_var(*part, ty);
                }
                Value::Tuple(parts.into_iter().map(|part| Value::Var(part, r)).collect())
            }
            (Value::Var(v, r), ty) => {
                self.unify_var(v, &ty);
                Value::Var(v, r)
            }
            (value, _) => value,
        }
    }

    /// The type as it is written, and the derivative of the function of that name in a recorded
    /// trait.
    fn derivative_for(
        &mut self,
        name: &Ident,
        ty: &Ty,
        of: Option<&Ident>,
    ) -> Option<(ForeignOwner, Derivative)> {
        let traits = self.world().traits_with(name);
        let traits = traits.iter().filter(|t| of.is_none_or(|of| t.item.ident == *of));
        let function = |t: &RecordedTrait| {
            t.item.items.iter().find_map(|item| match item {
                TraitItem::Fn(f) if f.sig.ident == *name => derivative_of(&t.item, f),
                _ => None,
            })
        };
        let derivative = traits.filter_map(function).next()?;
        Some((ForeignOwner { ty: self.foreign_type(ty)?, bounds: None }, derivative))
    }

    /// A type that is not user-defined, as it is written.
    fn foreign_type(&mut self, ty: &Ty) -> Option<TokenStream> {
        match self.types.shallow(ty) {
            Ty::Real(Real::F64) => Some(quote!(f64)),
            Ty::Real(Real::F32) => Some(quote!(f32)),
            known @ Ty::Infer(_)
                if matches!(self.types.kind(&known), Some(Kind::Float | Kind::Number)) =>
            {
                let default = Ty::Real(self.types.default_real);
                self.types.unify(&known, &default);
                match self.types.shallow(&known) {
                    Ty::Infer(_) => None,
                    known => self.foreign_type(&known),
                }
            }
            Ty::Array(element, length) => {
                let element = self.foreign_type(&element)?;
                Some(quote!([#element; #length]))
            }
            Ty::Tuple(parts) => {
                let parts =
                    parts.iter().map(|part| self.foreign_type(part)).collect::<Option<Vec<_>>>()?;
                Some(quote!((#(#parts,)*)))
            }
            _ => None,
        }
    }

    /// The generated function that calls the trait's function, and has its derivative as a rule.
    /// `of` is the trait, if it is named.
    pub fn adapter(
        &mut self,
        name: &Ident,
        owner: &ForeignOwner,
        derivative: &Derivative,
        of: Option<&syn::Path>,
    ) -> Ident {
        let span = name.span();
        let generics = owner.bounds.as_ref().map(|bounds| {
            let parameter = &owner.ty;
            quote!(<#parameter: #bounds>)
        });
        let at = span.start();
        let around = format!(
            "{} {} {} {name}",
            self.around.owner.map(ToString::to_string).unwrap_or_default(),
            owner.ty,
            of.to_token_stream()
        );
        let number = crate::world::tokens::hash(&around);
        let adapter = format_ident!(
            "{}_{}_{}_{}_{number:016x}",
            self.f.name.trim_start_matches("r#"),
            name,
            at.line,
            at.column,
            span = span
        );
        let rule = format_ident!("{adapter}_rule", span = span);
        let with_owner = |ty: &dyn ToTokens| {
            crate::world::tokens::replace_names(
                ty.to_token_stream(),
                &[("Self".into(), owner.ty.clone())],
            )
        };
        let (inputs, scalars): (Vec<TokenStream>, Vec<bool>) =
            derivative.inputs(owner).into_iter().unzip();
        let (output, bar, bars) = (
            with_owner(&derivative.output),
            with_owner(&derivative.bar),
            with_owner(&derivative.bars),
        );
        let owner = &owner.ty;
        let arguments = derivative.arguments();
        let values = arguments.iter().enumerate().map(|(k, argument)| match derivative.receiver {
            Receiver::Value if k == 0 && scalars[k] => quote!(#argument),
            Receiver::Value if k == 0 => quote!(::autodiff::__private::saved!(#argument)),
            _ if scalars[k] => quote!(&#argument),
            _ => quote!(#argument),
        });
        let borrowed = arguments.iter().zip(&scalars).map(|(argument, is_scalar)| {
            if *is_scalar { quote!(&#argument) } else { quote!(#argument) }
        });
        let (of, way) = match of {
            Some(of) => (quote_spanned!(span=> <#owner as #of>), quote!(ByTrait)),
            None => (quote_spanned!(span=> <#owner>), quote!(ByName)),
        };
        let rule_of = Ident::new(&derivative.name.to_string(), span);
        let item = quote! {
            #[::autodiff::__private::differentiate(vjp = #rule)]
            #[doc(hidden)]
            #[allow(non_snake_case, clippy::all, clippy::pedantic, clippy::nursery)]
            fn #adapter #generics (#(#arguments: #inputs),*) -> #output { #of::#name(#(#values),*) }
            #[doc(hidden)]
            #[allow(non_snake_case, clippy::all, clippy::pedantic, clippy::nursery)]
            fn #rule #generics (#(#arguments: #inputs,)* bar: #bar) -> (#output, #bars) {
                #of::#rule_of::<::autodiff::__private::#way>(#(#borrowed,)* bar)
            }
        };
        if !self.collected.witnesses.iter().any(|other| other.to_string() == item.to_string()) {
            self.collected.witnesses.push(item);
        }
        adapter
    }
}

fn of_owner(ty: TokenStream, owner: &TokenStream) -> Option<Type> {
    syn::parse2(crate::world::tokens::replace_names(ty, &[("Self".into(), owner.clone())])).ok()
}

/// A path whose last segments were removed.
fn without_last_punct(path: TokenStream) -> TokenStream {
    let mut tokens: Vec<proc_macro2::TokenTree> = path.into_iter().collect();
    while matches!(tokens.last(), Some(proc_macro2::TokenTree::Punct(p)) if p.as_char() == ':') {
        tokens.pop();
    }
    tokens.into_iter().collect()
}
