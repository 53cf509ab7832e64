//! `Zip` of arrays of `ndarray`: chains of iterators over their elements.
//!
//! ```text
//! Zip::from(&mut y).and(&x)        y.iter_mut().zip(x.iter())
//!     .for_each(|y, &x| …)             .for_each(|(y, &x)| …), after a comparison of the shapes
//! Zip::from(&x).and(&y)            { let elements = x.iter().zip(y.iter())
//!     .map_collect(|x, y| …)             .map(|(x, y)| …).collect::<Vec<f64>>();
//!                                    let mut zipped = &x + &y;
//!                                    zipped.iter_mut().assign(elements); zipped }
//! ```
//!
//! A sum has the layout that `map_collect` chooses. `Zip` goes through the elements in an order
//! that depends on the layout of the arrays. The chain goes through them in logical order: a
//! function with side effects may see another order, and the last bits of a `fold` may differ.

use super::in_place::ASSIGN;
use super::*;
use crate::lower::places::place::is_place;
use quote::{format_ident, quote, quote_spanned};

/// The most arrays that `map_collect` makes one of.
const MOST_COLLECTED: usize = 2;

/// Arrays of equal shapes.
struct Zipped {
    /// The statements that evaluate what the arrays depend on, and compare the shapes.
    before: Vec<TokenStream>,
    places: Vec<Expr>,
    /// The iterator over the elements.
    items: TokenStream,
}

impl Lowerer<'_> {
    /// `Zip::from(a).and(b).for_each(f)` and other methods of a `Zip`.
    pub(super) fn zipped_arrays(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let Expr::Closure(f) = unparen(m.args.last()?) else { return None };
        let producers = self.producers_of_zip(&m.receiver)?;
        if m.method == "map_collect" && producers.len() > MOST_COLLECTED {
            return Some(self.too_many_arrays(m));
        }
        let zipped = self.arrays_of_zip(producers)?;
        let mut inputs = f.inputs.iter();
        let folded = (m.method == "fold").then(|| inputs.next());
        let first_input = inputs.next()?.to_token_stream();
        let pattern = inputs.fold(first_input, |left, right| quote!((#left, #right)));
        let (body, method, span) = (&f.body, &m.method, m.method.span());
        let Zipped { before, places, items } = zipped;
        Some(match (folded, &*method.to_string()) {
            (Some(sum), _) => {
                let (sum, init) = (sum?, m.args.first()?);
                syn::parse_quote_spanned! {span=> {
                    #(#before)*
                    #items.#method(#init, |#sum, #pattern| #body)
                }}
            }
            (None, "map_collect") => {
                let (elements, zipped) = (self.name_in_zip("elements"), self.name_in_zip("array"));
                let (real, assign) = (self.real_type(), format_ident!("{ASSIGN}iter_mut"));
                let (first, last) = (places.first()?, places.last()?);
                syn::parse_quote_spanned! {span=> {
                    #(#before)*
                    let #elements =
                        #items.map(|#pattern| #body).collect::<::std::vec::Vec<#real>>();
                    let mut #zipped = &#first + &#last;
                    #zipped.#assign(#elements);
                    #zipped
                }}
            }
            (None, "for_each") => syn::parse_quote_spanned! {span=> {
                #(#before)*
                #items.for_each(|#pattern| #body);
            }},
            (None, _) => syn::parse_quote_spanned! {span=> {
                #(#before)*
                #items.#method(|#pattern| #body)
            }},
        })
    }

    fn too_many_arrays(&mut self, m: &ExprMethodCall) -> Expr {
        self.error(
            &m.method,
            "`map_collect` of more than two arrays is not supported: assign to an array, as in \
             `Zip::from(&mut y).and(&a).and(&b).and(&c).for_each(…)`",
        );
        syn::parse_quote!({})
    }

    fn name_in_zip(&mut self, name: &str) -> Ident {
        self.ssa.questions += 1;
        format_ident!("zipped_{name}_{}", self.ssa.questions)
    }

    /// The arguments of `Zip::from(a).and(b)`, if all of them are arrays.
    fn producers_of_zip<'e>(&self, zip: &'e Expr) -> Option<Vec<&'e Expr>> {
        let mut producers = Vec::new();
        let mut of = unparen(zip);
        while let Expr::MethodCall(and) = of {
            if and.method != "and" || and.args.len() != 1 {
                return None;
            }
            producers.push(&and.args[0]);
            of = unparen(&and.receiver);
        }
        let Expr::Call(first) = of else { return None };
        let Expr::Path(path) = &*first.func else { return None };
        let mut owner = path.path.clone();
        let is_from = owner.segments.pop()?.ident == "from";
        owner.segments.pop_punct();
        let is_zip = owner.segments.last()?.ident == "Zip"
            && self.world().is_of_crate(crate::world::records::names_of(&owner), "ndarray");
        if !is_from || !is_zip || first.args.len() != 1 {
            return None;
        }
        producers.push(&first.args[0]);
        producers.reverse();
        // other producers may not be arrays, such as `x.rows()`
        let is_array = |e: &&Expr| matches!(unparen(e), Expr::Reference(_)) || is_place(e);
        producers.iter().all(is_array).then_some(producers)
    }

    fn arrays_of_zip(&mut self, producers: Vec<&Expr>) -> Option<Zipped> {
        let mut before = Vec::new();
        let (places, items): (Vec<_>, Vec<_>) =
            producers.into_iter().map(|e| self.producer(e, &mut before)).unzip();
        let (first, others) = places.split_first()?;
        before.extend(others.iter().map(|other| {
            quote_spanned! {other.span()=>
                ::core::assert!(#first.shape() == #other.shape(),
                    "the arrays of a `Zip` differ in shape");
            }
        }));
        let (first_items, other_items) = items.split_first()?;
        let items = quote!(#first_items #(.zip(#other_items))*);
        Some(Zipped { before, places, items })
    }

    /// A producer of `Zip`: its place, and the iterator over its elements.
    fn producer(&mut self, e: &Expr, indices: &mut Vec<TokenStream>) -> (Expr, Expr) {
        let (place, is_unique) = match unparen(e) {
            Expr::Reference(r) => (&*r.expr, r.mutability.is_some()),
            // a variable that is a mutable reference
            place @ Expr::Path(_) => {
                let located = self.locate(place);
                let is_unique =
                    matches!(located, Located::Spot(spot) if spot.by == BorrowMode::Unique);
                (place, is_unique)
            }
            place => (place, false),
        };
        let mut place = place.clone();
        if is_place(&place) {
            indices.extend(self.bind_indices(&mut place));
        } else {
            let name = format_ident!("zipped_{}", self.ssa.questions);
            self.ssa.questions += 1;
            indices.push(quote!(let #name = #place;));
            place = syn::parse_quote!(#name);
        }
        let items = match is_unique {
            true => syn::parse_quote!(#place.iter_mut()),
            false => syn::parse_quote!(#place.iter()),
        };
        (place, items)
    }
}
