//! Linear lets → statements.

use super::statements::of_end;
use super::*;

impl Body<'_> {
    pub(super) fn linear(&mut self, l: &Let, op: &Linear) -> TokenStream {
        let span = l.span;
        match op {
            Linear::Zero(_) | Linear::Blank => {
                let v = l.vars[0];
                let shape = if let Linear::Zero(shape) = op { *shape } else { None };
                let ty = self.function.ty(v).clone();
                if let Ty::Real(real) = ty
                    && !self.is_mutated(v)
                {
                    self.stand_for(v, types::real_literal(real, 0.0));
                    return TokenStream::new();
                }
                let zero = self.zero(&ty, shape);
                let name = self.let_name(v);
                let ty = types::tangent(&ty);
                quote!(let #name: #ty = #zero;)
            }
            Linear::Drop(x, _) => {
                self.inlined.remove(x);
                TokenStream::new()
            }
            Linear::Dup(x) if self.is_scalar(*x) => TokenStream::new(),
            Linear::Dup(x) => {
                let home = self.home(*x);
                let expr = home.expr;
                if matches!(self.function.ty(*x), Ty::Slice(_)) {
                    let name = self.let_name(l.vars[0]);
                    quote!(let #name = #expr.to_vec();)
                } else {
                    let memory = self.borrowed(*x);
                    let name = self.let_name(l.vars[0]);
                    quote!(let #name = ::core::clone::Clone::clone(#memory);)
                }
            }
            Linear::Add(x, y) if self.is_scalar(*x) => {
                let (a, b) = (once(self.operand(*x)), self.expr(*y));
                // x + −y is x − y, to the bit
                if let Some(x) = (!b.atom).then(|| negated(&b.tokens)).flatten() {
                    return self.bind(l.vars[0], Expr::compound(quote!(#a - #x)), false);
                }
                let b = once(b.operand());
                self.bind(l.vars[0], Expr::compound(quote!(#a + #b)), false)
            }
            Linear::Add(x, y) => {
                let (into, other) = if self.find(l.vars[0]) == self.find(*x) { (*x, *y) } else { (*y, *x) };
                let other = self.borrowed(other);
                let home = self.home(into);
                self.add_whole(home, other)
            }
            Linear::Neg(x) => {
                let x = once(self.operand(*x));
                self.bind(l.vars[0], Expr::compound(quote!(-#x)), false)
            }
            Linear::Scale(x, k) => {
                let (k, x) = (once(self.operand(*k)), once(self.operand(*x)));
                self.bind(l.vars[0], Expr::compound(quote!(#k * #x)), false)
            }
            Linear::Unscale(x, k) => {
                let (x, k) = (once(self.operand(*x)), once(self.operand(*k)));
                self.bind(l.vars[0], Expr::compound(quote!(#x / #k)), false)
            }
            // of a field that may be discrete
            Linear::Cast(x)
                if matches!(self.function.ty(*x), Ty::Projected(_)) || matches!(self.function.ty(l.vars[0]), Ty::Projected(_)) =>
            {
                let (x, ty) = (self.tokens(*x), types::tangent(self.function.ty(l.vars[0])));
                self.bind(l.vars[0], Expr::atom(quote!(::autodiff::__private::cast_tangent::<#ty, _>(#x))), false)
            }
            Linear::Cast(x) => {
                let expr = self.cast(*x, l.vars[0]);
                self.bind(l.vars[0], expr, false)
            }
            Linear::Read(place) => {
                let v = l.vars[0];
                if Self::has_member(&place.path) {
                    let (part, ty) = (self.part(place, false), types::tangent(self.function.ty(v)));
                    return self.bind(v, Expr::atom(quote!(::autodiff::__private::read_part::<#ty, _>(#part))), false);
                }
                let tokens = self.linear_place(place);
                let expr = if self.is_scalar(v) {
                    tokens
                } else if matches!(self.function.ty(v), Ty::Vec(_) | Ty::Slice(_)) {
                    quote!(#tokens.to_vec())
                } else if place.path.is_empty() {
                    let memory = self.borrowed(place.root);
                    quote!(::core::clone::Clone::clone(#memory))
                } else {
                    quote!(::core::clone::Clone::clone(&#tokens))
                };
                self.bind(v, Expr::atom(expr), false)
            }
            Linear::Accumulate(place, x) => self.accumulate(place, *x, span),
            Linear::Update(place, x) if Self::has_member(&place.path) => {
                let part = self.part_to_store(place, *x, span);
                let x = self.tokens(*x);
                quote!(::autodiff::__private::put_part(#part, #x);)
            }
            Linear::Update(place, x) => {
                let is_slice = self.is_slice(place);
                let x = once(self.tokens(*x));
                let place = once(self.linear_place(place));
                if is_slice { quote!(#place.clone_from_slice(&#x[..]);) } else { quote!(#place = #x;) }
            }
            Linear::Take(place) => {
                let v = l.vars[0];
                if Self::has_member(&place.path) {
                    let (part, ty) = (self.part(place, true), types::tangent(self.function.ty(v)));
                    let name = self.let_name(v);
                    return quote!(let #name = ::autodiff::__private::take_part::<#ty, _>(#part););
                }
                let is_slice = self.is_slice(place);
                let place = once(self.linear_place(place));
                let name = self.let_name(v);
                if is_slice {
                    quote!(let #name = ::autodiff::__private::take_cotangents(&mut #place);)
                } else if self.is_scalar(v) {
                    quote!(let #name = ::core::mem::take(&mut #place);)
                } else {
                    quote!(let #name = ::autodiff::__private::take_cotangent(&mut #place);)
                }
            }
            Linear::Array(elements) => self.array(l.vars[0], elements),
            Linear::Unpack(x) => {
                let x = self.tokens(*x);
                if l.vars.is_empty() {
                    return TokenStream::new();
                }
                let names: Vec<Binding> = l.vars.iter().map(|v| self.let_name(*v)).collect();
                if self.is_scalar(l.vars[0]) {
                    let lets = names.iter().enumerate().map(|(k, name)| {
                        let k = proc_macro2::Literal::usize_unsuffixed(k);
                        quote!(let #name = #x[#k];)
                    });
                    return quote!(#(#lets)*);
                }
                let lets = names.iter().enumerate().map(|(k, name)| {
                    let k = proc_macro2::Literal::usize_unsuffixed(k);
                    quote!(let #name = ::core::clone::Clone::clone(&#x[#k]);)
                });
                quote!(#(#lets)*)
            }
            Linear::Repeat(x, n, _) => self.repeat(l.vars[0], *x, *n),
            Linear::Sum(x, _, shape) => {
                let memory = self.borrowed(*x);
                let ty = self.function.ty(l.vars[0]).clone();
                let zero = self.zero(&ty, *shape);
                let expr = quote!(::autodiff::__private::sum_cotangents(#memory, || #zero));
                self.bind(l.vars[0], Expr::atom(expr), false)
            }
            Linear::Push(place, end, x) if Self::has_member(&place.path) => {
                let part = self.part_to_store(place, *x, span);
                let x = self.tokens(*x);
                match end {
                    End::Front => quote!(::autodiff::__private::push_front_part(#part, #x);),
                    End::Last | End::Back => quote!(::autodiff::__private::push_part(#part, #x);),
                }
            }
            Linear::Push(place, end, x) => {
                let x = self.tokens(*x);
                let at = self.linear_place(place);
                let (push, _) = of_end(*end);
                quote!(#at.#push(#x);)
            }
            Linear::Pop(place, end) if Self::has_member(&place.path) => {
                let (part, ty) = (self.part(place, true), types::tangent(self.function.ty(l.vars[1])));
                let name = self.let_name(l.vars[1]);
                match end {
                    End::Front => quote!(let #name = ::autodiff::__private::pop_front_part::<#ty, _>(#part);),
                    End::Last | End::Back => quote!(let #name = ::autodiff::__private::pop_part::<#ty, _>(#part);),
                }
            }
            Linear::Pop(place, end) => {
                let at = self.linear_place(place);
                let name = self.let_name(l.vars[1]);
                let (_, pop) = of_end(*end);
                quote!(let #name = #at.#pop().expect("a cotangent for each element pushed");)
            }
            Linear::Swap(root, a, b) if Self::has_member(a) || Self::has_member(b) => self.swap_parts(*root, a, b),
            Linear::Swap(root, a, b) => self.swap(*root, a, b),
            Linear::Tuple(parts) => {
                let ty = self.function.ty(l.vars[0]).clone();
                let mut parts = parts.iter();
                let Ty::Tuple(types) = ty else { return TokenStream::new() };
                let tokens: Vec<TokenStream> = types
                    .iter()
                    .map(|t| if t.is_discrete() { quote!(()) } else { parts.next().map(|p| self.tokens(*p)).unwrap_or_default() })
                    .collect();
                let tuple = types::tuple(tokens.into_iter());
                self.bind(l.vars[0], Expr::atom(tuple), false)
            }
            Linear::Untuple(x) => {
                let Ty::Tuple(types) = self.function.ty(*x).clone() else { return TokenStream::new() };
                let x = self.tokens(*x);
                let mut vars = l.vars.iter();
                let tokens: Vec<TokenStream> = types
                    .iter()
                    .map(|t| {
                        if t.is_discrete() {
                            quote!(_)
                        } else {
                            vars.next().map(|v| self.let_name(*v).into_token_stream()).unwrap_or_default()
                        }
                    })
                    .collect();
                let tuple = types::tuple(tokens.into_iter());
                quote!(let #tuple = #x;)
            }
            Linear::Call(call) => self.linear_call(l, call),
            Linear::Apply(..) => unreachable!("pull-backs are defunctionalized before emission"),
        }
    }

    pub(super) fn add_whole(&mut self, home: Home, other: TokenStream) -> TokenStream {
        let expr = home.expr;
        match home.kind {
            HomeKind::Accumulator => quote!(#expr.add(#other);),
            HomeKind::MutableReference => quote!(::autodiff::__private::TangentSpace::add_assign(&mut *#expr, #other);),
            HomeKind::Owned | HomeKind::Reference | HomeKind::Constant => {
                quote!(::autodiff::__private::TangentSpace::add_assign(&mut #expr, #other);)
            }
        }
    }

    /// `x_bar[i] += d;`, or the same on a generic accumulator.
    pub(super) fn accumulate(&mut self, place: &Place, x: Var, span: Span) -> TokenStream {
        let home = self.home(place.root);
        let scalar = self.is_scalar(x);
        // `array.to_vec()`: what an array and a vector have in common is a slice
        let copied = matches!(self.function.ty(x), Ty::Vec(_)) && matches!(self.place_type(place), Some(Ty::Array(..)));
        if copied && home.kind != HomeKind::Accumulator {
            let x = self.borrowed(x);
            let place = self.linear_place(place);
            return quote!(::autodiff::__private::TangentSpace::add_assign(&mut #place[..], &#x[..]););
        }
        if place.path.is_empty() {
            let x = self.borrowed(x);
            return self.add_whole(home, x);
        }
        if Self::has_member(&place.path) {
            let x = self.borrowed(x);
            let windowed = matches!(place.path.last(), Some(Step::Slice { .. }));
            let x = if windowed { quote!(&#x[..]) } else { x };
            let add = |part: TokenStream| quote_spanned!(span=> ::autodiff::__private::add_part(#part, #x););
            if home.kind == HomeKind::Accumulator {
                return self.below_accumulator(place, |_, part| add(part));
            }
            let part = self.part(place, true);
            return add(part);
        }
        if home.kind != HomeKind::Accumulator {
            if scalar {
                let x = once(self.tokens(x));
                let place = once(self.linear_place(place));
                return quote_spanned!(span=> #place += #x;);
            }
            let ends_in_window = matches!(place.path.last(), Some(Step::Slice { .. }));
            let x = self.borrowed(x);
            let x = once(if ends_in_window { quote!(#x[..]) } else { x });
            let place = once(self.linear_place(place));
            return quote!(::autodiff::__private::TangentSpace::add_assign(&mut #place, #x););
        }
        // a component of a tuple: the other components get zero
        if let Some(first) = place.path.iter().position(|s| matches!(s, Step::Field(_))) {
            let (outer, inner) = place.path.split_at(first);
            let mut ty = self.function.ty(place.root).clone();
            for step in outer {
                if matches!(step, Step::Index(_)) {
                    ty = ty.element().cloned().unwrap_or(ty);
                }
            }
            let fields: Vec<usize> = inner.iter().map_while(|s| if let Step::Field(n) = s { Some(*n) } else { None }).collect();
            // of a component whose length is not known the zero is there
            if !ty.has_static_shape() {
                let x = self.borrowed(x);
                let x = if copied { quote!(&#x[..]) } else { x };
                let place = place.clone();
                return self.below_accumulator(&place, |_, part| quote_spanned!(span=> ::autodiff::__private::add_part(#part, #x);));
            }
            let at = self.accumulator_at(&home, outer, None);
            if fields.len() == inner.len() && !copied {
                let x = self.tokens(x);
                let value = tuple_with(&ty, &fields, x);
                return quote!(#at.add(&#value););
            }
            let (whole, zero) = (self.namer.fresh("component"), zero_of(&ty));
            let steps = self.linear_steps(inner);
            let x = self.borrowed(x);
            let (steps, x) = if copied { (quote!(#steps[..]), quote!(#x[..])) } else { (steps, x) };
            return quote!(let mut #whole = #zero; ::autodiff::__private::TangentSpace::add_assign(&mut #whole #steps, #x); #at.add(&#whole););
        }
        let ends_in_window = matches!(place.path.last(), Some(Step::Slice { .. }));
        let value = self.borrowed(x);
        let value = if ends_in_window && !scalar { quote!(#value[..]) } else { value };
        let at = self.accumulator_at(&home, &place.path, ends_in_window.then(|| quote!((#value).len())));
        if copied && !place.path.is_empty() {
            return quote!(#at.window(0..(#value).len()).add(&#value[..]););
        }
        let (at, value) = (once(at), once(value));
        quote!(#at.add(#value);)
    }

    /// The type of what is at a place; `None` if a type on the way is not known.
    fn place_type(&self, place: &Place) -> Option<Ty> {
        place.path.iter().try_fold(self.function.ty(place.root).clone(), |ty, step| match step {
            Step::Index(_) => ty.element().cloned(),
            Step::Field(k) => match ty {
                Ty::Tuple(parts) => parts.get(*k).cloned(),
                _ => None,
            },
            Step::Slice { .. } => ty.element().map(|e| Ty::Slice(Box::new(e.clone()))),
            Step::Member(_) => None,
        })
    }

    /// The accumulator of a place: `x_bar.element(i)`, `x_bar.window(i..j)`; `length` is that of an open window.
    pub(super) fn accumulator_at(&mut self, home: &Home, path: &[Step], length: Option<TokenStream>) -> TokenStream {
        let mut tokens = home.expr.clone();
        for step in self.folded(path) {
            match step {
                FoldedStep::Index(i) => {
                    let i = once(i.tokens);
                    tokens.extend(quote!(.element(#i)));
                }
                FoldedStep::Field(_) | FoldedStep::Member(_) => {}
                FoldedStep::Window { from, to, inclusive } => {
                    let from = from.map(|e| e.operand()).unwrap_or_else(|| quote!(0));
                    let to = match (to, inclusive) {
                        (Some(to), false) => to.operand(),
                        (Some(to), true) => {
                            let to = to.operand();
                            quote!(#to + 1)
                        }
                        (None, _) => match &length {
                            Some(length) => quote!(#from + #length),
                            // the end of an accumulator of any length is not known here
                            None => quote!(usize::MAX),
                        },
                    };
                    tokens.extend(quote!(.window(#from..#to)));
                }
            }
        }
        tokens
    }
}
