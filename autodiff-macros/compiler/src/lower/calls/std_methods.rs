//! Methods that are treated as those of std, with checks that let rustc confirm it.
//!
//! `x.abs()` of an `x: &f64` is a method of a trait in scope that `f64` implements with `&self`,
//! if there is one: method lookup looks at `&f64` before it looks at `f64`. The same holds for
//! `v.first()` of a `Vec`, whose method is one of slices. Where that may happen, this is emitted
//! next to the derivatives:
//!
//! ```text
//! const _: () = {
//!     trait LastMethod { fn abs(&mut self) -> StdMethod; }
//!     impl<S: ?Sized> LastMethod for S { … }
//!     fn check(mut receiver: &f64) { is_std_method(receiver.abs()) }
//! };
//! ```
//!
//! The method of `LastMethod` is the last that lookup finds before that of std, so any other one
//! comes first and has another return type. The check is emitted where a trait of the crate has a
//! method of that name (`world/functions/trait_methods.rs`), and always where a number is known to be behind
//! a reference.

use crate::diagnostics::respan;
use crate::lower::places::place::unparen;
use crate::lower::*;
use crate::primitives::Prim;
use crate::std_declarations::is_of_slices;
use proc_macro2::Ident;
use quote::{format_ident, quote, quote_spanned};
use syn::{Expr, ExprMethodCall};

/// At which step method lookup finds std's method: the receivers before it are a value, a shared
/// reference, a unique reference.
#[derive(Clone, Copy)]
enum ReceiverStep {
    /// Std's method takes `&self`.
    Shared,
    /// Std's method takes `&mut self`.
    Unique,
    /// Std's method is found behind a dereference.
    Dereference,
}

/// Methods of numbers that a trait of `num_traits` declares with `&self` and the same meaning.
const OF_NUM_TRAITS: &[&str] = &["abs", "abs_sub", "div_euclid", "rem_euclid", "signum"];

/// The classes of receivers that std has methods for.
#[derive(Clone, Copy, PartialEq)]
enum Class {
    Number,
    Array,
    Vec,
    Option,
    Iterator,
}

/// The receivers for which std has a method of this name; numbers are handled separately.
fn receivers(name: &str) -> Vec<(Class, TokenStream, ReceiverStep)> {
    let mut found = Vec::new();
    let mut add = |is_one: bool, class: Class, ty: TokenStream, before: ReceiverStep| {
        if is_one {
            found.push((class, ty, before));
        }
    };
    let takes = |of: &str, receiver| std_declarations::receiver(of, name) == Some(receiver);
    let vec = || quote!(::autodiff::__private::Vec<f64>);
    let option = || quote!(::core::option::Option<f64>);
    add(takes("Float", Receiver::Shared), Class::Number, quote!(f64), ReceiverStep::Shared);
    let is_of_vecs = std_declarations::method("Vec", name).is_some();
    let is_of_slices = is_of_slices(name);
    add(is_of_slices && !is_of_vecs, Class::Vec, vec(), ReceiverStep::Dereference);
    add(is_of_slices, Class::Array, quote!([f64; 2]), ReceiverStep::Dereference);
    add(takes("Vec", Receiver::Shared), Class::Vec, vec(), ReceiverStep::Shared);
    add(takes("Vec", Receiver::Unique), Class::Vec, vec(), ReceiverStep::Unique);
    let by_reference = option();
    let by_reference = quote!(&#by_reference);
    add(takes("Option", Receiver::Value), Class::Option, by_reference, ReceiverStep::Dereference);
    add(takes("Option", Receiver::Shared), Class::Option, option(), ReceiverStep::Shared);
    add(takes("Option", Receiver::Unique), Class::Option, option(), ReceiverStep::Unique);
    let of_iterators = iterate::is_advancing(name);
    add(of_iterators, Class::Iterator, quote!(::core::slice::Iter<'_, f64>), ReceiverStep::Unique);
    add(of_iterators, Class::Iterator, quote!(::core::ops::Range<usize>), ReceiverStep::Unique);
    found
}

impl Lowerer<'_> {
    /// Records that a method is treated as one of std, unless it is called on a user-defined type.
    pub fn rely_on_std_for(&mut self, m: &ExprMethodCall) {
        let name = m.method.to_string();
        if self.is_in_body_of_std() || !self.is_method_of_trait(&name) {
            return;
        }
        // lookup begins with methods of slices
        let is_slice = matches!(unparen(&m.receiver), Expr::Index(i)
            if matches!(unparen(&i.index), Expr::Range(_)));
        let ty = self.seen_type(&m.receiver);
        if is_slice || ty.as_ref().is_some_and(|ty| self.types.open_projection(ty).is_some()) {
            return;
        }
        if ty.as_ref().is_some_and(|ty| matches!(self.types.shallow(ty), Ty::Slice(_))) {
            // it may be behind another reference
            if is_of_slices(&name) && self.parameter(&m.receiver).is_none() {
                self.require_std(m, &quote!(&&[f64]), ReceiverStep::Dereference);
            }
            return;
        }
        let known = ty.and_then(|ty| self.class_of(&ty));
        for (class, any, before) in receivers(&name) {
            match &known {
                Some((of, receiver)) if *of == class => self.require_std(m, receiver, before),
                Some(_) => {}
                None => self.require_std(m, &any, before),
            }
        }
    }

    /// The class of a type and the type itself, if items can name it.
    fn class_of(&self, ty: &Ty) -> Option<(Class, TokenStream)> {
        let class = match self.types.shallow(ty) {
            Ty::Array(..) => Class::Array,
            Ty::Vec(_) => Class::Vec,
            _ => return None,
        };
        let written = self.to_syntax(ty)?.to_token_stream();
        let is_open = !opaque::names(written.clone())
            .iter()
            .all(|name| name == "Vec" || types::primitive(name).is_some());
        let vec = quote!(::autodiff::__private::Vec);
        let written = if class == Class::Vec {
            crate::world::tokens::replace_names(written, &[("Vec".to_string(), vec)])
        } else {
            written
        };
        (!is_open).then_some((class, written))
    }

    /// Records that a method of a number is treated as that of std.
    pub fn rely_on_std_of_number(&mut self, m: &ExprMethodCall, is_reference: bool) {
        let name = m.method.to_string();
        if self.is_in_body_of_std() {
            return;
        }
        let needs_check = match is_reference && !OF_NUM_TRAITS.contains(&name.as_str()) {
            true => true,
            false => {
                (is_reference || !self.is_number_by_value(&m.receiver))
                    && self.is_method_of_trait(&name)
            }
        };
        if needs_check {
            self.require_std(m, &quote!(&f64), ReceiverStep::Dereference);
        }
    }

    /// Whether an expression certainly is not a reference to a number, if it is a number at all. A
    /// name bound by a pattern may be one, and so may an element of a local vector.
    fn is_number_by_value(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Binary(_) | Expr::Cast(_) | Expr::Lit(_) => true,
            Expr::Unary(u) => matches!(u.op, syn::UnOp::Neg(_)),
            Expr::Index(i) => self.is_in_parameter(&i.expr),
            Expr::Field(f) => self.is_in_parameter(&f.base),
            Expr::Path(_) => self.parameter(e).is_some_and(|slot| !self.slots[slot].reference),
            // the methods of numbers return numbers
            Expr::MethodCall(m) => {
                Prim::from_method(&m.method.to_string(), m.args.len() + 1).is_some()
            }
            _ => false,
        }
    }

    fn is_in_parameter(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Index(i) => self.is_in_parameter(&i.expr),
            Expr::Field(f) => self.is_in_parameter(&f.base),
            e => self.parameter(e).is_some(),
        }
    }

    fn parameter(&self, e: &Expr) -> Option<SlotId> {
        let Expr::Path(p) = unparen(e) else { return None };
        match self.lookup(&p.path.get_ident()?.to_string())? {
            Binding::Slot(slot) => Some(*slot).filter(|slot| *slot < self.sig.parameters),
            _ => None,
        }
    }

    fn is_method_of_trait(&mut self, name: &str) -> bool {
        let world = self.world().clone();
        let names = self.names.trait_methods.get_or_insert_with(|| world.trait_methods());
        names.iter().any(|names| names.contains(name))
    }

    fn require_std(&mut self, m: &ExprMethodCall, receiver: &TokenStream, before: ReceiverStep) {
        let (name, span) = (Ident::new(&m.method.to_string(), m.method.span()), m.method.span());
        let this = match before {
            ReceiverStep::Shared => quote!(self),
            ReceiverStep::Unique => quote!(&self),
            ReceiverStep::Dereference => quote!(&mut self),
        };
        let parameters = (0..m.args.len()).map(|k| format_ident!("_argument_{k}"));
        let parameters = quote!(#(#parameters: ()),*);
        let arguments = m.args.iter().map(|_| quote!(loop {}));
        let arguments = quote!(#(#arguments),*);
        let items = respan(
            quote! {
                #[allow(dead_code)]
                trait LastMethod: Sized {
                    fn #name(#this, #parameters) -> ::autodiff::__private::StdMethod {
                        ::autodiff::__private::StdMethod
                    }
                }
                impl<S> LastMethod for S {}
                #[allow(dead_code, unused_mut)]
                fn check(mut receiver: #receiver) {
                    fn is_std_method<M: ::autodiff::__private::IsStdMethod>(_: M) {}
                    is_std_method(receiver.#name(#arguments))
                }
            },
            span,
        );
        let check = quote_spanned! {span=>
            #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery)]
            const _: () = { #items };
        };
        if !self.collected.witnesses.iter().any(|w| w.to_string() == check.to_string()) {
            self.collected.witnesses.push(check);
        }
    }
}
