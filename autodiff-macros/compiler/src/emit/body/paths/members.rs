//! Fields of structs.
//!
//! The values are read as the user would, `p.k`. Their tangents may lack fields that carry no
//! derivative, and only rustc knows which ones. So a place in a tangent whose path has a field is
//! written with the runtime's functions on parts:
//!
//! ```text
//! let k_dot: f64 = read_part(part::<{ name("k") }, _>(&p_dot));
//! add_part(at(part::<{ name("w") }, _>(&mut p_bar), i), &d);
//! ```

use super::super::*;

/// The use of a part.
#[derive(Clone, Copy)]
enum Access {
    /// A read.
    Read,
    /// A change that stores no active value.
    Change,
    /// A store of an active value, with the span of the user's expression.
    Store(Span),
}

impl Access {
    fn is_change(self) -> bool {
        !matches!(self, Access::Read)
    }
}

impl Body<'_> {
    /// Whether a path goes through a field of a struct.
    pub(in crate::emit::body) fn has_member(path: &[Step]) -> bool {
        path.iter().any(|step| matches!(step, Step::Member(_)))
    }

    /// A struct literal, or a variant's.
    pub(in crate::emit::body) fn structure(
        &mut self,
        v: Var,
        path: &str,
        fields: &[(Member, Var)],
    ) -> TokenStream {
        let path: TokenStream = path.parse().unwrap_or_default();
        let fields = fields.iter().map(|(member, x)| {
            let (name, x) = (member_name(&member.name), self.tokens(*x));
            quote!(#name: #x)
        });
        let fields: Vec<TokenStream> = fields.collect();
        // braces also without fields: the variant may be declared with braces
        self.bind(v, Expr::atomic_expr(quote!(#path { #(#fields),* })), false)
    }

    /// The place of a field of a value.
    pub(in crate::emit::body) fn member(
        &self,
        of: TokenStream,
        member: &Member,
        changed: bool,
    ) -> TokenStream {
        let name = member_name(&member.name);
        match &member.variant {
            None => quote!(#of.#name),
            Some(variant) if variant == "Content" => {
                quote!((*::autodiff::__private::content(&#of)))
            }
            Some(variant) => {
                let variant: TokenStream = variant.parse().unwrap_or_default();
                let field = Ident::new("field", Span::call_site());
                let mutable = changed.then(|| quote!(mut));
                quote!((*match &#mutable #of { #variant { #name: #field, .. } => #field,
                    #[allow(unreachable_patterns)] _ => ::core::unreachable!() }))
            }
        }
    }

    /// The part of a tangent at a path, to read it or (if `mutable`) to change it. The steps before
    /// the first field are a place.
    pub(in crate::emit::body) fn part(&mut self, place: &Place, mutable: bool) -> TokenStream {
        self.part_of(place, if mutable { Access::Change } else { Access::Read })
    }

    /// The part of a tangent that an active value is stored in. The emitted code lets rustc check
    /// that no field on the path is marked `#[constant]`.
    pub(in crate::emit::body) fn part_to_store(
        &mut self,
        place: &Place,
        value: Var,
        span: Span,
    ) -> TokenStream {
        let stored = self.zeros.as_ref().is_some_and(|zeros| !zeros.contains(&value));
        self.part_of(place, if stored { Access::Store(span) } else { Access::Change })
    }

    fn part_of(&mut self, place: &Place, access: Access) -> TokenStream {
        let mutable = access.is_change();
        let home = self.home(place.root);
        let first = place
            .path
            .iter()
            .position(|s| matches!(s, Step::Member(_)))
            .unwrap_or(place.path.len());
        let (outer, inner) = place.path.split_at(first);
        let steps = self.linear_steps(outer, mutable);
        let root = home.expr;
        let reference = outer.is_empty()
            && matches!(home.kind, HomeKind::Reference | HomeKind::MutableReference);
        let start = match (reference, mutable) {
            (true, true) => quote!(&mut *#root),
            (true, false) => quote!(&*#root),
            (false, true) => quote!(&mut #root #steps),
            (false, false) => quote!(&#root #steps),
        };
        self.parts(start, inner, access)
    }

    /// The part at `path` of the referent of `start`.
    fn parts(&mut self, start: TokenStream, path: &[Step], access: Access) -> TokenStream {
        let mut tokens = start;
        for step in self.fold_windows(path, access.is_change()) {
            tokens = match step {
                FoldedStep::Member(member) => {
                    let key = match &member.variant {
                        None => member.name.clone(),
                        Some(variant) => format!(
                            "{}.{}",
                            variant.rsplit("::").next().unwrap_or_default().trim(),
                            member.name
                        ),
                    };
                    let key = key.replace("r#", "");
                    let part = match access {
                        Access::Store(span) => {
                            quote_spanned!(span=> ::autodiff::__private::part_to_store::<{
                                ::autodiff::__private::name(#key) }, _>(#tokens))
                        }
                        Access::Read | Access::Change => {
                            quote!(::autodiff::__private::part::<{
                                ::autodiff::__private::name(#key) }, _>(#tokens))
                        }
                    };
                    // the content of a box in a user-defined field is the part already
                    let is_option = matches!(member.variant.as_deref(), Some("Some" | "Content"));
                    if member.deref && is_option {
                        quote!(::autodiff::__private::part_in_box(#part))
                    } else {
                        part
                    }
                }
                FoldedStep::Index(i) => {
                    let i = i.code;
                    quote!(::autodiff::__private::at(#tokens, #i))
                }
                FoldedStep::Element(index) => {
                    quote!(::autodiff::__private::arrays::element_of_part(#tokens, #index))
                }
                FoldedStep::View(view) if access.is_change() => quote!(&mut (#tokens) #view),
                FoldedStep::View(view) => quote!(&(#tokens) #view),
                FoldedStep::Field(n) => {
                    let n = proc_macro2::Literal::usize_unsuffixed(n);
                    quote!(::autodiff::__private::component::<#n, _>(#tokens))
                }
                FoldedStep::Window { from, to, inclusive } => {
                    let from = from.map(|e| e.operand()).unwrap_or_else(|| quote!(0).into());
                    match (to, inclusive) {
                        (Some(to), false) => {
                            let to = to.operand();
                            quote!(::autodiff::__private::within(#tokens, #from..#to))
                        }
                        (Some(to), true) => {
                            let to = to.operand();
                            quote!(::autodiff::__private::within(#tokens, #from..#to + 1))
                        }
                        (None, _) => quote!(::autodiff::__private::beyond(#tokens, #from)),
                    }
                }
            };
        }
        tokens
    }

    /// Swaps two parts of a tangent.
    pub(in crate::emit::body) fn swap_parts(
        &mut self,
        root: Var,
        a: &[Step],
        b: &[Step],
    ) -> TokenStream {
        let place = |path: &[Step]| Place { root, path: path.to_vec() };
        if let ([outer @ .., Step::Index(i)], [other @ .., Step::Index(j)]) = (a, b)
            && outer == other
        {
            let (i, j) = (self.tokens(*i), self.tokens(*j));
            let of = self.part(&place(outer), true);
            return quote!(::autodiff::__private::swap_elements(#of, #i, #j););
        }
        let [left, right] = [a, b].map(|path| self.part(&place(path), false));
        let [left_changed, right_changed] = [a, b].map(|path| self.part(&place(path), true));
        let saved = ["saved", "saved"].map(|name| self.namer.fresh(name));
        let [first, second] = &saved;
        quote! {
            let (#first, #second) = (::autodiff::__private::own_part(#left),
                ::autodiff::__private::own_part(#right));
            ::autodiff::__private::put_part(#left_changed, #second);
            ::autodiff::__private::put_part(#right_changed, #first);
        }
    }

    /// The same below an accumulator: `then` is called with the part.
    pub(in crate::emit::body) fn below_accumulator(
        &mut self,
        place: &Place,
        then: impl FnOnce(&mut Self, TokenStream) -> TokenStream,
    ) -> TokenStream {
        let (dense, inner) = self.dense(place);
        let whole = self.namer.fresh("dense");
        let part = self.parts(quote!(&mut *#whole), &inner, Access::Change);
        let statement = then(self, part);
        quote!(if let ::core::option::Option::Some(#whole) = #dense { #statement })
    }

    /// The memory behind an accumulator, up to the first field or component, and the rest of the
    /// path.
    fn dense(&mut self, place: &Place) -> (TokenStream, Vec<Step>) {
        let home = self.home(place.root);
        let first = place
            .path
            .iter()
            .position(|s| matches!(s, Step::Member(_) | Step::Field(_)))
            .unwrap_or(place.path.len());
        let (outer, inner) = place.path.split_at(first);
        let at = self.accumulator_at(&home, outer, None);
        (quote!(#at.dense()), inner.to_vec())
    }

    /// The accumulator of a part, for a call.
    pub(in crate::emit::body) fn part_accumulator(&mut self, place: &Place) -> TokenStream {
        if self.home(place.root).kind != HomeKind::Accumulator {
            let part = self.part(place, true);
            return quote!(&mut #part);
        }
        let (dense, inner) = self.dense(place);
        let whole = self.namer.fresh("dense");
        let part = self.parts(quote!(#whole), &inner, Access::Change);
        quote!(&mut ::autodiff::__private::Wanted(#dense.map(|#whole| #part)))
    }
}

/// A field's name in code.
fn member_name(name: &str) -> TokenStream {
    name.parse().unwrap_or_default()
}
