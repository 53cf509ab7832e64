//! Selects one of several methods of one name for a call.
//!
//! `x.go()` may resolve to the inherent `go` of the type or to a trait's, depending on how these
//! take `self` and on whether `x` is a reference ([`crate::infer`]). A search for a marker by the
//! name alone finds the inherent method. So a call that resolves to the method of a trait is
//! written `<S as Go>::go(x)`.

use crate::lower::*;
use crate::world::text::declarations::Receiver;
use quote::quote;
use syn::{Expr, ExprMethodCall};

impl Lowerer<'_> {
    /// Rewrites a method call as a call of the trait method by its path, if the type has several
    /// methods of its name, or is not of the crate. Lookup depends on how many references the
    /// receiver is behind, and in emitted code that count may differ.
    pub fn qualified_call(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let inferred = self.names.inferred.clone();
        let is_extension = inferred.definer(m) == Some(infer::Definer::Extension);
        let callee = inferred.callee(m).filter(|callee| {
            callee.has_others || is_extension && self.is_known_extension(m, callee)
        })?;
        let (owner, of_trait) = (&callee.owner, callee.of_trait.as_ref()?);
        let (receiver, depth) = (&m.receiver, callee.dereferences);
        // a single reference is passed as it is
        let (reference, depth) = match (callee.takes, depth) {
            (Receiver::Value, depth) => (quote!(), depth),
            _ if callee.is_referred => (quote!(), 0),
            (Receiver::Reference, depth) => (quote!(&), depth),
            (Receiver::Unique, depth) => (quote!(&mut), depth),
        };
        let stars = (0..depth).map(|_| quote!(*));
        let this = quote!(#reference #(#stars)* #receiver);
        let (name, turbofish, arguments) = (&m.method, &m.turbofish, &m.args);
        syn::parse2(quote::quote_spanned!(name.span()=> <#owner as #of_trait>::#name
            #turbofish(#this, #arguments)))
        .ok()
    }

    /// Whether a method that a trait adds to a type of `std` has a derivative, or returns data
    /// without reals.
    fn is_known_extension(&self, m: &ExprMethodCall, callee: &infer::Callee) -> bool {
        self.names.inferred.method(m).is_some_and(crate::type_class::is_discrete)
            || self.is_of_differentiated_trait(m, callee)
    }

    /// Whether a method is one of a differentiated trait.
    pub fn is_of_differentiated_trait(&self, m: &ExprMethodCall, callee: &infer::Callee) -> bool {
        let of_trait = callee.of_trait.as_ref().and_then(|path| path.segments.last());
        of_trait.is_some_and(|of| {
            self.world().traits_with(&m.method).iter().any(|known| of.ident == known.item.ident)
        })
    }
}
