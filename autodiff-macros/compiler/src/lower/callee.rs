//! Which of several methods of one name a call means.
//!
//! `x.go()` may mean the inherent `go` of the type or that of a trait, by how these take `self` and by whether `x` is a reference ([`crate::infer`]). A
//! marker is found by the name alone, as that of the inherent one; a call that means a trait's method names it, `<S as Go>::go(x)`.

use super::*;
use crate::world::declared::Receiver;
use quote::quote;
use syn::{Expr, ExprMethodCall};

impl Lowerer<'_> {
    /// The call by its path of a method of a trait that has others of its name beside it.
    pub fn qualified_call(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let inferred = self.inferred.clone();
        let callee = inferred.callee(m).filter(|callee| callee.has_others)?;
        let (owner, of_trait) = (&callee.owner, callee.of_trait.as_ref()?);
        let stars = |n: usize| (0..n).map(|_| quote!(*));
        let (receiver, depth) = (&m.receiver, callee.dereferences);
        let this = match (callee.takes, depth) {
            (Receiver::Value, depth) => {
                let stars = stars(depth);
                quote!(#(#stars)* #receiver)
            }
            (_, 1) => quote!(#receiver),
            (Receiver::Reference, depth) => {
                let stars = stars(depth);
                quote!(&#(#stars)* #receiver)
            }
            (Receiver::Unique, depth) => {
                let stars = stars(depth);
                quote!(&mut #(#stars)* #receiver)
            }
        };
        let (name, turbofish, arguments) = (&m.method, &m.turbofish, &m.args);
        syn::parse2(quote::quote_spanned!(name.span()=> <#owner as #of_trait>::#name #turbofish(#this, #arguments))).ok()
    }
}
