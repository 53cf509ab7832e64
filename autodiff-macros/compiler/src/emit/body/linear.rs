//! Linear lets → statements.

use super::statements::push_and_pop;
use super::*;

impl Body<'_> {
    /// The statements of a linear let.
    pub(super) fn linear(&mut self, l: &Let, op: &Linear) -> TokenStream {
        match op {
            Linear::Zero(shape) => self.bind_zero(l.vars[0], *shape),
            Linear::Blank => self.bind_zero(l.vars[0], None),
            Linear::Drop(x, _) => self.drop_cotangent(*x),
            Linear::Dup(x) => self.dup(l.vars[0], *x),
            Linear::Add(x, y) => self.add(l.vars[0], *x, *y),
            Linear::Neg(x) => {
                let x = once(self.operand(*x));
                self.bind(l.vars[0], Expr::compound_expr(quote!(-#x)), false)
            }
            Linear::Scale(x, k) => {
                let (k, x) = (self.operand(*k), self.operand(*x));
                self.bind(
                    l.vars[0],
                    Expr::compound_expr(infix(k, generated_operator("*"), x)),
                    false,
                )
            }
            Linear::Unscale(x, k) => {
                let (x, k) = (self.operand(*x), self.operand(*k));
                self.bind(
                    l.vars[0],
                    Expr::compound_expr(infix(x, generated_operator("/"), k)),
                    false,
                )
            }
            Linear::Cast(x) => self.cast_tangent(l.vars[0], *x),
            Linear::Read(place) => self.read_tangent(l.vars[0], place),
            Linear::Accumulate(place, x) => self.accumulate(place, *x, l.span),
            Linear::Update(place, x) => self.update_tangent(place, *x, l.span),
            Linear::Take(place) => self.take_tangent(l.vars[0], place),
            Linear::Array(elements) => self.array(l.vars[0], elements),
            Linear::Unpack(x) => self.unpack(&l.vars, *x),
            Linear::Repeat(x, n, _) => self.repeat(l.vars[0], *x, *n),
            Linear::Sum(x, _, shape) => self.sum(l.vars[0], *x, *shape),
            Linear::Push(place, end, x) => self.push_tangent(place, *end, *x, l.span),
            Linear::Pop(place, end) => self.pop_tangent(l.vars[1], place, *end),
            Linear::Swap(root, a, b) if Self::has_member(a) || Self::has_member(b) => {
                self.swap_parts(*root, a, b)
            }
            Linear::Swap(root, a, b) => self.swap(*root, a, b),
            Linear::Tuple(parts) => self.tuple_tangent(l.vars[0], parts),
            Linear::Untuple(x) => self.untuple(&l.vars, *x),
            Linear::Call(call) => self.linear_call(l, call),
            Linear::Apply(..) => unreachable!("pullbacks are defunctionalized before emission"),
        }
    }

    /// Memory of an array is used again.
    fn drop_cotangent(&mut self, x: Var) -> TokenStream {
        let is_inlined = self.inlined_exprs.remove(&x).is_some();
        let is_memory = matches!(self.function.ty(x), Ty::Projected(_))
            && self.home(x).kind == HomeKind::Owned
            && !self.fresh.contains(&self.find(x));
        if is_inlined || !is_memory {
            return TokenStream::new();
        }
        let x = self.tokens(x);
        quote!(::autodiff::__private::TangentSpace::drop_cotangent(#x);)
    }

    fn bind_zero(&mut self, v: Var, shape: Option<Var>) -> TokenStream {
        let ty = self.function.ty(v).clone();
        if let Ty::Real(real) = ty
            && !self.is_mutated(v)
        {
            self.substitute_literal(v, types::real_literal(real, 0.0));
            return TokenStream::new();
        }
        if self.wrapped_homes.contains(&self.find(v)) {
            // `accumulate` binds it
            return TokenStream::new();
        }
        if let Some(shape) = shape
            && self.fresh.contains(&self.find(v))
        {
            let (shape, name, ty) = (self.borrow(shape), self.let_name(v), types::value(&ty));
            return quote!(let #name = ::autodiff::__private::Fresh::<#ty>::new(#shape););
        }
        let zero = self.zero(&ty, shape);
        let name = self.let_name(v);
        let ty = types::tangent(&ty);
        quote!(let #name: #ty = #zero;)
    }

    /// Binds the copy `v`. The other half of the duplicate has the home of `x`.
    fn dup(&mut self, v: Var, x: Var) -> TokenStream {
        if self.is_scalar(x) {
            return TokenStream::new();
        }
        let home = self.home(x);
        let expr = home.expr;
        if matches!(self.function.ty(x), Ty::Slice(_)) {
            let name = self.let_name(v);
            quote!(let #name = #expr.to_vec();)
        } else {
            let memory = self.borrow(x);
            let name = self.let_name(v);
            quote!(let #name = ::core::clone::Clone::clone(#memory);)
        }
    }

    fn add(&mut self, v: Var, x: Var, y: Var) -> TokenStream {
        if self.is_scalar(x) {
            let (a, b) = (self.operand(x), self.expr(y));
            // x + −y is x − y, to the bit
            let sum = match (!b.atom).then(|| operand_of_negation(&b.code)).flatten() {
                Some(y) => infix(a, generated_operator("-"), y.into()),
                None => infix(a, generated_operator("+"), b.operand()),
            };
            return self.bind(v, Expr::compound_expr(sum), false);
        }
        let (into, other) = if self.find(v) == self.find(x) { (x, y) } else { (y, x) };
        let home = self.home(into);
        self.add_whole(home, other)
    }

    fn cast_tangent(&mut self, v: Var, x: Var) -> TokenStream {
        // a field that may be discrete
        if matches!(self.function.ty(x), Ty::Projected(_))
            || matches!(self.function.ty(v), Ty::Projected(_))
        {
            let (x, ty) = (self.tokens(x), types::tangent(self.function.ty(v)));
            return self.bind(
                v,
                Expr::atomic_expr(quote!(::autodiff::__private::cast_tangent::<#ty, _>(#x))),
                false,
            );
        }
        let expr = self.cast(x, v);
        self.bind(v, expr, false)
    }

    fn read_tangent(&mut self, v: Var, place: &Place) -> TokenStream {
        if paths::array_views::ends_in_view(&place.path) {
            let view = self.read_view(place);
            return self.bind(v, Expr::atomic_expr(view), false);
        }
        if Self::has_member(&place.path) {
            let (part, ty) = (self.part(place, false), types::tangent(self.function.ty(v)));
            return self.bind(
                v,
                Expr::atomic_expr(quote!(::autodiff::__private::read_part::<#ty, _>(#part))),
                false,
            );
        }
        let tokens = self.read_linear_place(place);
        let expr = if self.is_scalar(v) {
            tokens
        } else if matches!(self.function.ty(v), Ty::Vec(_) | Ty::Slice(_)) {
            quote!(#tokens.to_vec())
        } else if place.path.is_empty() {
            let memory = self.borrow(place.root);
            quote!(::core::clone::Clone::clone(#memory))
        } else {
            quote!(::core::clone::Clone::clone(&#tokens))
        };
        self.bind(v, Expr::atomic_expr(expr), false)
    }

    fn update_tangent(&mut self, place: &Place, x: Var, span: Span) -> TokenStream {
        if Self::has_member(&place.path) {
            let part = self.part_to_store(place, x, span);
            let x = self.tokens(x);
            return quote!(::autodiff::__private::put_part(#part, #x););
        }
        let is_slice = self.is_slice(place);
        let x = once(self.tokens(x));
        let place = once(self.linear_place(place));
        if is_slice { quote!(#place.clone_from_slice(&#x[..]);) } else { quote!(#place = #x;) }
    }

    fn take_tangent(&mut self, v: Var, place: &Place) -> TokenStream {
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

    fn unpack(&mut self, vars: &[Var], x: Var) -> TokenStream {
        let x = self.tokens(x);
        let Some(first) = vars.first() else { return TokenStream::new() };
        let names: Vec<Binding> = vars.iter().map(|v| self.let_name(*v)).collect();
        let is_scalar = self.is_scalar(*first);
        let lets = names.iter().enumerate().map(|(k, name)| {
            let k = proc_macro2::Literal::usize_unsuffixed(k);
            if is_scalar {
                quote!(let #name = #x[#k];)
            } else {
                quote!(let #name = ::core::clone::Clone::clone(&#x[#k]);)
            }
        });
        quote!(#(#lets)*)
    }

    fn sum(&mut self, v: Var, x: Var, shape: Option<Var>) -> TokenStream {
        let memory = self.borrow(x);
        let ty = self.function.ty(v).clone();
        let zero = self.zero(&ty, shape);
        let expr = quote!(::autodiff::__private::sum_cotangents(#memory, || #zero));
        self.bind(v, Expr::atomic_expr(expr), false)
    }

    fn push_tangent(&mut self, place: &Place, end: End, x: Var, span: Span) -> TokenStream {
        if Self::has_member(&place.path) {
            let part = self.part_to_store(place, x, span);
            let x = self.tokens(x);
            return match end {
                End::Front => quote!(::autodiff::__private::push_front_part(#part, #x);),
                End::Last | End::Back => quote!(::autodiff::__private::push_part(#part, #x);),
            };
        }
        let x = self.tokens(x);
        let at = self.linear_place(place);
        let (push, _) = push_and_pop(end);
        quote!(#at.#push(#x);)
    }

    fn pop_tangent(&mut self, v: Var, place: &Place, end: End) -> TokenStream {
        if Self::has_member(&place.path) {
            let (part, ty) = (self.part(place, true), types::tangent(self.function.ty(v)));
            let name = self.let_name(v);
            return match end {
                End::Front => {
                    quote!(let #name = ::autodiff::__private::pop_front_part::<#ty, _>(#part);)
                }
                End::Last | End::Back => {
                    quote!(let #name = ::autodiff::__private::pop_part::<#ty, _>(#part);)
                }
            };
        }
        let at = self.linear_place(place);
        let name = self.let_name(v);
        let (_, pop) = push_and_pop(end);
        quote!(let #name = #at.#pop().expect("a cotangent for each element pushed");)
    }

    /// Binds the tangent of a tuple. A discrete component has no variable; its tangent is `()`.
    fn tuple_tangent(&mut self, v: Var, parts: &[Var]) -> TokenStream {
        let ty = self.function.ty(v).clone();
        let mut parts = parts.iter();
        let Ty::Tuple(types) = ty else { return TokenStream::new() };
        let tokens: Vec<TokenStream> = types
            .iter()
            .map(|t| {
                if t.is_discrete() {
                    quote!(())
                } else {
                    parts.next().map(|p| self.tokens(*p)).unwrap_or_default()
                }
            })
            .collect();
        let tuple = types::tuple(tokens.into_iter());
        self.bind(v, Expr::atomic_expr(tuple), false)
    }

    /// Destructures the tangent of a tuple. A discrete component has no variable.
    fn untuple(&mut self, vars: &[Var], x: Var) -> TokenStream {
        let Ty::Tuple(types) = self.function.ty(x).clone() else { return TokenStream::new() };
        let x = self.tokens(x);
        let mut vars = vars.iter();
        let patterns: Vec<TokenStream> = types
            .iter()
            .map(|t| {
                if t.is_discrete() {
                    quote!(_)
                } else {
                    vars.next().map(|v| self.let_name(*v).into_token_stream()).unwrap_or_default()
                }
            })
            .collect();
        let pattern = types::tuple(patterns.into_iter());
        quote!(let #pattern = #x;)
    }

    /// Adds a value, which is not used again.
    pub(super) fn add_whole(&mut self, home: Home, other: Var) -> TokenStream {
        let expr = home.expr;
        let is_moved = matches!(self.function.ty(other), Ty::Projected(_))
            && self.home(other).kind == HomeKind::Owned;
        if home.kind == HomeKind::Accumulator && is_moved {
            let other = self.tokens(other);
            return quote!(#expr.take(#other););
        }
        let other = self.borrow(other);
        match home.kind {
            HomeKind::Accumulator => quote!(#expr.add(#other);),
            HomeKind::MutableReference => {
                quote!(::autodiff::__private::TangentSpace::add_assign(&mut *#expr, #other);)
            }
            HomeKind::Owned | HomeKind::Reference | HomeKind::Constant => {
                quote!(::autodiff::__private::TangentSpace::add_assign(&mut #expr, #other);)
            }
        }
    }

    /// `x_bar[i] += d;`, or the same on a generic accumulator.
    pub(super) fn accumulate(&mut self, place: &Place, x: Var, span: Span) -> TokenStream {
        if self.wrapped_homes.remove(&self.find(place.root)) {
            let (content, name) = (self.owned_argument(x), self.let_name(place.root));
            let ty = types::tangent(self.function.ty(place.root));
            return quote!(let #name: #ty = ::core::option::Option::Some(#content););
        }
        if paths::array_views::ends_in_view(&place.path) {
            return self.add_to_view(place, x);
        }
        let home = self.home(place.root);
        let scalar = self.is_scalar(x);
        let copied = self.is_copied_array(place, x);
        if copied && home.kind != HomeKind::Accumulator {
            let x = self.borrow(x);
            let place = self.linear_place(place);
            return quote!(::autodiff::__private::TangentSpace::add_assign(&mut #place[..],
                &#x[..]););
        }
        if place.path.is_empty() {
            return self.add_whole(home, x);
        }
        if Self::has_member(&place.path) {
            let x = self.borrow(x);
            let windowed = matches!(place.path.last(), Some(Step::Slice { .. }));
            let x = if windowed { quote!(&#x[..]) } else { x };
            let lib = quote!(::autodiff::__private);
            let add = |part: TokenStream| quote_spanned!(span=> #lib::add_part(#part, #x););
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
            let x = self.borrow(x);
            let x = once(if ends_in_window { quote!(#x[..]) } else { x });
            let place = once(self.linear_place(place));
            return quote!(::autodiff::__private::TangentSpace::add_assign(&mut #place, #x););
        }
        if let Some(first) = place.path.iter().position(|s| matches!(s, Step::Field(_))) {
            return self.accumulate_component(place, first, x, span);
        }
        let (outer, views) = paths::array_views::split_at_view(&place.path);
        if !views.is_empty() {
            let at = match outer {
                [] => home.expr.clone().into(),
                outer => self.accumulator_at(&home, outer, None),
            };
            let (views, x) = (self.linear_steps(views, true), once(self.tokens(x)));
            return quote_spanned!(span=>
                if let ::core::option::Option::Some(dense) = #at.dense() { dense #views += #x; });
        }
        if let Some((Step::Element(index), outer)) = place.path.split_last() {
            let at = match outer {
                [] => {
                    let whole = home.expr;
                    quote!(*#whole)
                }
                outer => self.accumulator_at(&home, outer, None),
            };
            let (index, x) = (self.element_index(index), once(self.tokens(x)));
            return quote_spanned!(span=>
                ::autodiff::__private::arrays::add_to_element(&mut #at, #index, #x););
        }
        let ends_in_window = matches!(place.path.last(), Some(Step::Slice { .. }));
        let value = self.borrow(x);
        let value = if ends_in_window && !scalar { quote!(#value[..]) } else { value };
        let at =
            self.accumulator_at(&home, &place.path, ends_in_window.then(|| quote!((#value).len())));
        if copied && !place.path.is_empty() {
            return quote!(#at.window(0..(#value).len()).add(&#value[..]););
        }
        let (at, value) = (once(at), once(value));
        quote!(#at.add(#value);)
    }

    /// Whether an array is added to a vector that it was copied to as a slice: `array.to_vec()`.
    fn is_copied_array(&self, place: &Place, x: Var) -> bool {
        matches!(self.function.ty(x), Ty::Vec(_))
            && matches!(self.place_type(place), Some(Ty::Array(..)))
    }

    /// Adds to a component of a tuple below an accumulator, which is the step `first` of the path.
    /// The other components get zero.
    fn accumulate_component(
        &mut self,
        place: &Place,
        first: usize,
        x: Var,
        span: Span,
    ) -> TokenStream {
        let home = self.home(place.root);
        let copied = self.is_copied_array(place, x);
        let (outer, inner) = place.path.split_at(first);
        let mut ty = self.function.ty(place.root).clone();
        for step in outer {
            if matches!(step, Step::Index(_)) {
                ty = ty.element().cloned().unwrap_or(ty);
            }
        }
        let fields: Vec<usize> = inner
            .iter()
            .map_while(|s| if let Step::Field(n) = s { Some(*n) } else { None })
            .collect();
        // the zero of a component of unknown length is already there
        if !ty.has_static_shape() {
            let x = self.borrow(x);
            let x = if copied { quote!(&#x[..]) } else { x };
            let place = place.clone();
            return self.below_accumulator(
                &place,
                |_, part| quote_spanned!(span=> ::autodiff::__private::add_part(#part, #x);),
            );
        }
        let at = self.accumulator_at(&home, outer, None);
        if fields.len() == inner.len() && !copied {
            let x = self.tokens(x);
            let value = tuple_with(&ty, &fields, x);
            return quote!(#at.add(&#value););
        }
        let (whole, zero) = (self.namer.fresh("component"), zero_of(&ty));
        let steps = self.linear_steps(inner, true);
        let x = self.borrow(x);
        let (steps, x) = if copied { (quote!(#steps[..]), quote!(#x[..])) } else { (steps, x) };
        quote!(let mut #whole = #zero;
            ::autodiff::__private::TangentSpace::add_assign(&mut #whole #steps, #x);
            #at.add(&#whole);)
    }

    /// The type of a place; `None` if a type on its path is unknown.
    fn place_type(&self, place: &Place) -> Option<Ty> {
        place.path.iter().try_fold(self.function.ty(place.root).clone(), |ty, step| match step {
            Step::Index(_) => ty.element().cloned(),
            Step::Element(_) | Step::View(_) => None,
            Step::Field(k) => match ty {
                Ty::Tuple(parts) => parts.get(*k).cloned(),
                _ => None,
            },
            Step::Slice { .. } => ty.element().map(|e| Ty::Slice(Box::new(e.clone()))),
            Step::Member(_) => None,
        })
    }

    /// The accumulator of a place: `x_bar.element(i)`, `x_bar.window(i..j)`; `length` is that of an
    /// open window.
    pub(super) fn accumulator_at(
        &mut self,
        home: &Home,
        path: &[Step],
        length: Option<TokenStream>,
    ) -> TokenStream {
        let mut tokens = TokenStream::from(home.expr.clone());
        for step in self.fold_windows(path, true) {
            match step {
                FoldedStep::Index(i) => {
                    let i = once(i.code);
                    tokens.extend(quote!(.element(#i)));
                }
                // `accumulate` adds to elements of arrays
                FoldedStep::Element(_)
                | FoldedStep::View(_)
                | FoldedStep::Field(_)
                | FoldedStep::Member(_) => {}
                FoldedStep::Window { from, to, inclusive } => {
                    let from = from.map(|e| e.operand()).unwrap_or_else(|| quote!(0).into());
                    let to = match (to, inclusive) {
                        (Some(to), false) => to.operand(),
                        (Some(to), true) => {
                            let to = to.operand();
                            quote!(#to + 1).into()
                        }
                        (None, _) => match &length {
                            Some(length) => quote!(#from + #length).into(),
                            // the length of the accumulator is unknown
                            None => quote!(usize::MAX).into(),
                        },
                    };
                    tokens.extend(quote!(.window(#from..#to)));
                }
            }
        }
        tokens
    }
}
