//! The parameters of public functions: as users pass them, and as the marker takes them.

use crate::emit::Emitter;
use crate::emit::tokens::names::Namer;
use crate::emit::tokens::types;
use crate::ir::*;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

impl Emitter<'_> {
    /// `f_jvp` as an associated function.
    pub(in crate::emit) fn associated_jvp(&self, head: &TokenStream) -> TokenStream {
        let (mut namer, values) = self.public_names();
        let declared: Vec<TokenStream> = values
            .iter()
            .enumerate()
            .map(|(k, n)| self.declare_public_param(k, n, &TokenStream::new()))
            .collect();
        let mut dots = Vec::new();
        let mut passed = Vec::new();
        let mut owned_dots = TokenStream::new();
        for p in self.params() {
            if p.has_public_tangent() {
                let name = namer.fresh(&format!("{}_dot", self.public_name(p)));
                let (ty, argument) = self.public_dot(p, &name);
                owned_dots.extend(owned_dot(p, &name));
                dots.push(quote!(#name: #ty));
                passed.push(argument);
            } else {
                passed.push(quote!(()));
            }
        }
        let (name, vis, marker) = (&self.names.jvp, &self.source.visibility, self.marker_path());
        let (y_type, y_dot_type) = (self.output_type(), self.output_tangent_type());
        let (owned, values) = (self.owned_values(&values), self.marker_arguments(&values));
        let (generics, clause) = self.declared_on_functions(&TokenStream::new());
        quote! {
            #head
            #vis fn #name #generics(#(#declared,)* #(#dots),*)
                -> (#y_type, #y_dot_type) #clause {
                #owned
                #owned_dots
                #marker::jvp(#(#values,)* #(#passed),*)
            }
        }
    }

    /// A parameter of a public function.
    pub(in crate::emit) fn declare_public_param(
        &self,
        number: usize,
        name: &Ident,
        lifetime: &TokenStream,
    ) -> TokenStream {
        let param = &self.params()[number];
        if number == 0 && self.has_receiver() {
            return match param.passing {
                _ if self.is_owned_by_wrapper(param) => quote!(self),
                Passing::Value => quote!(self),
                Passing::Shared => quote!(&#lifetime self),
                Passing::Unique => quote!(&mut self),
            };
        }
        let ty = match param.function() {
            Some(function) => {
                let code = types::value(&param.ty);
                match function.passing {
                    Passing::Value => code,
                    Passing::Shared => quote!(&#code),
                    Passing::Unique => quote!(&mut #code),
                }
            }
            None => match param.borrowed {
                Some(Borrowed::Option) => types::option_of_reference(&param.ty),
                Some(Borrowed::View | Borrowed::Array) => {
                    types::with_elided_lifetimes(&param.rust_type)
                }
                None if self.is_owned_by_wrapper(param) => types::value(&param.ty),
                None => self.param_type(param, lifetime),
            },
        };
        quote!(#name: #ty)
    }

    /// Whether public functions have a parameter by value, and pass it by reference to the marker's
    /// functions.
    pub(in crate::emit) fn is_owned_by_wrapper(&self, param: &Param) -> bool {
        let owned = self.source.method.as_ref().is_some_and(|m| m.borrows_receiver);
        owned && std::ptr::eq(param, &self.params()[0])
            || is_array(param) && param.passing == Passing::Shared
    }

    /// The statements that replace what callers pass by owned values.
    pub(in crate::emit) fn owned_values(&self, names: &[Ident]) -> TokenStream {
        self.params().iter().zip(names).map(|(param, name)| owned_value(param, name)).collect()
    }

    /// A parameter's tangent in a public function: its type, and the expression that the marker
    /// takes.
    pub(in crate::emit) fn public_dot(
        &self,
        param: &Param,
        name: &Ident,
    ) -> (TokenStream, TokenStream) {
        let (owns, is_view) = (self.is_owned_by_wrapper(param), is_array(param));
        let ty = match (is_view, owns) {
            (true, _) => types::with_elided_lifetimes(&param.rust_type),
            (false, true) => types::tangent(&param.ty),
            (false, false) => self.dot_type(param),
        };
        (ty, if owns { quote!(&#name) } else { quote!(#name) })
    }

    /// The parameters of a public function as the marker takes them.
    pub(in crate::emit) fn marker_arguments(&self, names: &[Ident]) -> Vec<TokenStream> {
        let argument = |(p, n): (&Param, &Ident)| match self.public_object(p) {
            Some(object) => object,
            None if self.is_owned_by_wrapper(p) => quote!(&#n),
            None => quote!(#n),
        };
        self.params().iter().zip(names).map(argument).collect()
    }

    /// The function that callers pass, as the marker takes it.
    pub(super) fn public_object(&self, param: &Param) -> Option<TokenStream> {
        let code = param.function().map(|_| types::value(&param.ty))?;
        Some(quote!(::autodiff::__private::Object::<#code>(())))
    }

    /// A reference to a parameter's value, tangent or cotangent of a public function.
    pub(in crate::emit) fn borrow_param(&self, number: usize, name: &Ident) -> TokenStream {
        let param = &self.params()[number];
        let is_value = param.passing == Passing::Value || self.is_owned_by_wrapper(param);
        if is_value { quote!(&#name) } else { quote!(&*#name) }
    }

    /// Names for the parameters of a public function.
    pub(in crate::emit) fn public_names(&self) -> (Namer, Vec<Ident>) {
        let (namer, mut names) = self.wrapper_names();
        if self.has_receiver()
            && let Some(first) = names.first_mut()
        {
            *first = Ident::new("self", Span::call_site());
        }
        (namer, names)
    }

    /// A parameter's name in public functions.
    pub(in crate::emit) fn public_name<'p>(&self, param: &'p Param) -> &'p str {
        if self.has_receiver() && std::ptr::eq(param, &self.params()[0]) {
            "self"
        } else {
            &param.name
        }
    }

    /// The generic parameters that a public function declares: those of a method's type are
    /// declared by its `impl` block.
    pub(in crate::emit) fn declared_on_functions(
        &self,
        lifetime: &TokenStream,
    ) -> (TokenStream, TokenStream) {
        if self.source.method.is_none() {
            return (self.generics.declared_publicly(lifetime), self.generics.clause().clone());
        }
        let own = self.generics.of_method();
        (own.declared_publicly(lifetime), own.clause().clone())
    }
}

/// The statement that replaces what callers pass by an owned value, if that differs.
pub(in crate::emit) fn owned_value(param: &Param, name: &Ident) -> TokenStream {
    match param.borrowed {
        None => TokenStream::new(),
        Some(Borrowed::Option) => quote!(let #name = ::autodiff::__private::owned_option(#name);),
        Some(Borrowed::View) => {
            let owned = owned_form(&param.ty, name, param.passing == Passing::Shared);
            quote!(let #name = #owned;)
        }
        Some(Borrowed::Array) => {
            quote!(let #name = ::autodiff::__private::arrays::owned(&*#name);)
        }
    }
}

/// Whether callers pass an array that may borrow its elements.
fn is_array(param: &Param) -> bool {
    matches!(param.borrowed, Some(Borrowed::View | Borrowed::Array))
}

/// The value of a name with owned arrays in place of views. The name is a value of the type, or a
/// reference to one.
fn owned_form(ty: &Ty, name: &Ident, is_referred: bool) -> TokenStream {
    match ty {
        Ty::Tuple(of) => {
            let names: Vec<_> = (0..of.len()).map(|k| format_ident!("{name}_{k}")).collect();
            let parts = of.iter().zip(&names).map(|(ty, name)| owned_part(ty, name, is_referred));
            quote!({ let (#(#names,)*) = #name; (#(#parts,)*) })
        }
        Ty::Vec(of) if is_referred && matches!(**of, Ty::Tuple(_)) => {
            let item = format_ident!("{name}_item");
            let owned = owned_form(of, &item, true);
            quote!(#name.iter().map(|#item| #owned).collect::<::autodiff::__private::Vec<_>>())
        }
        _ => quote!(::autodiff::__private::OwnedForm::owned_form(#name)),
    }
}

/// The same for a part of a tuple, which need not contain views.
fn owned_part(ty: &Ty, name: &Ident, is_referred: bool) -> TokenStream {
    match ty {
        Ty::Tuple(_) => owned_form(ty, name, is_referred),
        ty if is_referred && (ty.is_scalar() || ty.is_made_of_std()) => {
            quote!(::core::clone::Clone::clone(#name))
        }
        _ => quote!(::autodiff::__private::owned_form!(#name)),
    }
}

/// The same for the tangent of a parameter.
pub(super) fn owned_dot(param: &Param, dot: &Ident) -> TokenStream {
    match param.borrowed {
        Some(Borrowed::View | Borrowed::Array) => owned_value(param, dot),
        Some(Borrowed::Option) | None => TokenStream::new(),
    }
}
