//! Non-linear lets → statements.

use super::*;
use crate::emit::linkage::callee;

impl Body<'_> {
    /// The statements of a block. [`Body::tokens`] then returns its results.
    pub fn block(&mut self, block: &Block) -> TokenStream {
        self.statements(&block.lets)
    }

    pub(super) fn statements(&mut self, lets: &[Let]) -> TokenStream {
        let mut statements = TokenStream::new();
        for l in lets {
            statements.extend(self.statement(l));
        }
        statements
    }

    /// The statements of a transposed function. A cotangent of the result that comes as a vector of
    /// known length is cut to that length once, so that no access after it needs a check of its
    /// own.
    pub fn transposed_block(&mut self, block: &Block, cotangents: &[Var]) -> TokenStream {
        let first_linear = block.lets.iter().position(|l| {
            !matches!(&l.op, Op::Branch(..) | Op::Loop(_)) && matches!(&l.op, Op::Linear(_))
                || matches!(&l.op, Op::Branch(..) | Op::Loop(_))
        });
        let (first, rest) = block.lets.split_at(first_linear.unwrap_or(block.lets.len()));
        let mut statements = TokenStream::new();
        let mut bound: HashSet<Var> = self.function.params.iter().copied().collect();
        for l in first {
            statements.extend(self.statement(l));
            bound.extend(&l.vars);
        }
        for v in cotangents {
            let shape = block.lets.iter().find_map(|l| match &l.op {
                Op::Linear(Linear::Drop(x, Some(shape))) if self.is_same_home(*x, *v) => {
                    Some(*shape)
                }
                _ => None,
            });
            if let Some(shape) = shape
                && is_flat(self.function.ty(*v))
                && bound.contains(&shape)
                && self.is_place_only(block, *v)
            {
                let (name, length) = (TokenStream::from(self.home(*v).expr), self.tokens(shape));
                if self.is_mutated(*v) {
                    statements.extend(quote!(let #name = &mut #name[..#length];));
                    self.place_home(*v, name, HomeKind::MutableReference);
                } else {
                    statements.extend(quote!(let #name = &#name[..#length];));
                    self.place_home(*v, name, HomeKind::Reference);
                }
            }
        }
        for l in rest {
            statements.extend(self.statement(l));
        }
        statements
    }

    /// Whether memory is only read and written in place, never moved.
    pub(super) fn is_place_only(&self, block: &Block, v: Var) -> bool {
        block.lets.iter().all(|l| {
            let allowed = match &l.op {
                Op::Linear(
                    Linear::Read(_)
                    | Linear::Accumulate(..)
                    | Linear::Update(..)
                    | Linear::Take(_)
                    | Linear::Drop(..),
                ) => !matches!(&l.op, Op::Linear(Linear::Accumulate(_, x) | Linear::Update(_, x))
                        if self.is_same_home(*x, v)),
                Op::Linear(Linear::Call(c)) => {
                    !c.outputs.iter().filter_map(|leaf| leaf.var).any(|x| self.is_same_home(x, v))
                }
                // an iteration must not move a value that it passes to the next one
                Op::Loop(lp) => {
                    lp.carried.iter().zip(&lp.body.results).all(|(c, next)| {
                        self.is_same_home(c.param, v) == self.is_same_home(*next, v)
                    })
                }
                Op::Branch(_, arms) => {
                    // passed on in place, or not at all
                    (0..l.vars.len()).all(|k| {
                        arms.iter().all(|arm| {
                            self.is_same_home(arm.results[k], v) == self.is_same_home(l.vars[k], v)
                        })
                    })
                }
                op => !op.has_operand(|x| self.is_same_home(x, v)),
            };
            allowed && l.op.blocks().iter().all(|inner| self.is_place_only(inner, v))
        })
    }

    /// `let v = expr;`, or nothing if the expression is inlined at its only use.
    pub(super) fn bind(&mut self, v: Var, expr: Expr, typed: bool) -> TokenStream {
        let length = self.inlined_length + OPERATOR_LENGTH;
        if self.inlinable[v.0 as usize] && !typed && length < LONGEST_INLINED {
            self.inlined_exprs.insert(v, (expr, length));
            return TokenStream::new();
        }
        let name = self.let_name(v);
        let expr = once(expr.code);
        let ty = self.function.ty(v);
        if typed && !matches!(ty, Ty::Infer(_)) {
            let ty = types::local(ty);
            return quote!(let #name: #ty = #expr;);
        }
        quote!(let #name = #expr;)
    }

    /// The statements of a let.
    pub(super) fn statement(&mut self, l: &Let) -> TokenStream {
        let span = l.span;
        self.inlined_length = 0;
        match &l.op {
            Op::Literal(literal) => self.literal(l.vars[0], literal),
            // if both sweeps of an arm are in one place, no other arm determines its type
            Op::Blank => self.bind(
                l.vars[0],
                Expr::atomic_expr(quote!(::autodiff::__private::Residual::blank())),
                true,
            ),
            Op::Prim(prim, args) => {
                // a real computed from literals alone has no type to call methods on; the type of
                // an integer follows from its use
                let all_literals = matches!(self.function.ty(l.vars[0]), Ty::Real(_))
                    && args.iter().all(|a| self.is_literal(*a));
                let expr = self.primitive(*prim, args, span);
                self.bind(l.vars[0], expr, all_literals)
            }
            Op::Cast(x) => {
                let expr = self.cast(*x, l.vars[0]);
                self.bind(l.vars[0], expr, false)
            }
            Op::Constant(x) => self.constant(l.vars[0], *x),
            Op::Opaque(o) => self.opaque(l, o),
            Op::Len(place) => {
                let place = once(self.place(place));
                self.bind(l.vars[0], Expr::atomic_expr(quote_spanned!(span=> #place.len())), false)
            }
            Op::Read(place) if self.is_move(l) => {
                let root = self.home(place.root).expr;
                let moved = match place.path.is_empty() {
                    true => root.into(),
                    false => quote!(::autodiff::__private::into_content(#root)),
                };
                self.bind(l.vars[0], Expr::atomic_expr(moved), false)
            }
            Op::Read(place) => self.read(l.vars[0], place),
            Op::View(place) => self.view(l.vars[0], place, span),
            Op::Update(place, value) => {
                let is_slice = self.is_slice(place);
                let value = once(self.tokens(*value));
                let place = once(self.place_for(place, true));
                if is_slice {
                    quote!(#place.clone_from_slice(&#value[..]);)
                } else {
                    quote!(#place = #value;)
                }
            }
            Op::Array(elements) => self.array(l.vars[0], elements),
            Op::Repeat(x, n) => self.repeat(l.vars[0], *x, *n),
            Op::Push(place, end, x) => {
                let x = self.tokens(*x);
                let at = self.place_for(place, true);
                let (push, _) = push_and_pop(*end);
                quote!(#at.#push(#x);)
            }
            Op::Pop(place, end) => {
                let at = self.place_for(place, true);
                let name = self.let_name(l.vars[1]);
                let (_, pop) = push_and_pop(*end);
                quote!(let #name = #at.#pop().expect("pop of an empty vector");)
            }
            Op::Swap(root, a, b) => self.swap(*root, a, b),
            Op::Tuple(parts) => {
                let parts: Vec<TokenStream> =
                    parts.iter().map(|p| self.owned_argument(*p)).collect();
                let tuple = types::tuple(parts.into_iter());
                self.bind(l.vars[0], Expr::atomic_expr(tuple), false)
            }
            Op::Struct(path, fields) => self.structure(l.vars[0], path, fields),
            Op::Zero(shape) => self.zero_tangent(l.vars[0], *shape),
            Op::ShapeOf(x) => {
                let expr = self.shape_of(*x);
                self.bind(l.vars[0], Expr::atomic_expr(expr), false)
            }
            Op::Call(call) => self.call(l, call),
            Op::CallPrimal(call) => self.call_primal(l, call),
            Op::CallJvp(call) => self.call_jvp(l, call),
            Op::CallVjp(call) => self.call_vjp(l, call),
            Op::Branch(tag, arms) => self.branch(l, *tag, arms),
            Op::Loop(lp) => self.loop_(l, lp),
            Op::Linear(op) => self.linear(l, op),
            Op::Pullback(_) => unreachable!("pullbacks are defunctionalized before emission"),
        }
    }

    fn literal(&mut self, v: Var, literal: &Literal) -> TokenStream {
        let ty = self.function.ty(v).clone();
        let tokens = literal_tokens(literal, &ty);
        if self.is_mutated(v) {
            return self.bind(v, Expr::atomic_expr(tokens), true);
        }
        self.substitute_literal(v, tokens);
        TokenStream::new()
    }

    /// A value without its tangent. Memory is copied: the original may be saved, or changed later.
    fn constant(&mut self, v: Var, x: Var) -> TokenStream {
        let is_memory = !self.is_scalar(x)
            && matches!(self.home(x).kind, HomeKind::Owned | HomeKind::MutableReference);
        let (ty, is_reference) = (self.function.ty(x), self.is_reference(x));
        let x = self.expr(x);
        let x = if is_memory {
            Expr::atomic_expr(value_copies::copy_of_place(ty, &x.operand().into(), is_reference))
        } else {
            x
        };
        self.bind(v, x, false)
    }

    fn read(&mut self, v: Var, place: &Place) -> TokenStream {
        let scalar = self.is_scalar(v);
        let tokens = self.place(place);
        let expr = if scalar {
            tokens
        } else if let Some(copy) = self.copied_view(place) {
            copy
        } else {
            let is_reference =
                place.path.is_empty() && self.home(place.root).kind == HomeKind::Reference;
            value_copies::copy_of_place(
                self.function.ty(v),
                &once(tokens).into_token_stream(),
                is_reference,
            )
        };
        self.bind(v, Expr::atomic_expr(expr), false)
    }

    fn zero_tangent(&mut self, v: Var, shape: Option<Var>) -> TokenStream {
        // the shape determines whose tangent the zero is
        let ty = match shape.map(|s| self.function.ty(s)) {
            Some(Ty::Shape(ty)) => (**ty).clone(),
            _ => self.function.ty(v).clone(),
        };
        let zero = self.zero(&ty, shape);
        self.bind(v, Expr::atomic_expr(zero), false)
    }

    /// The call of a function without derivatives.
    fn call(&mut self, l: &Let, call: &Call) -> TokenStream {
        let span = l.span;
        let path = generics::path(&call.callee);
        let (before, arguments) = self.arguments(call, &l.vars);
        let pattern = self.pattern(&call.output);
        if call.callee.method.is_some()
            || call.callee.object.is_some()
            || !call.callee.functions.is_empty()
        {
            // only the marker takes the arguments of methods and of foreign functions as they are
            // passed here
            let stacks = quote!(&mut ::core::default::Default::default());
            let unshadowed = callee::shadowing_check(&call.callee, self.layout.is_generic());
            return quote_spanned!(span=> #unshadowed #before let (#pattern,
                _) = #path::primal(#(#arguments,)* #stacks););
        }
        quote_spanned!(span=> #before let #pattern = #path(#(#arguments),*);)
    }

    pub(super) fn primitive(
        &mut self,
        prim: crate::primitives::Prim,
        args: &[Var],
        span: Span,
    ) -> Expr {
        match row(prim).spelling {
            Spelling::Infix(symbol) => {
                let (a, b) = self.operands(symbol, args[0], args[1]);
                Expr::compound_expr(infix(a, operator(symbol, span), b))
            }
            Spelling::Prefix(symbol) => {
                let a = once(self.number(args[0]));
                let symbol = operator(symbol, span);
                Expr::compound_expr(quote!(#symbol #a))
            }
            Spelling::Method(name)
                if matches!(self.function.ty(args[0]), Ty::Real(Real::Param(_))) =>
            {
                self.inlined_length += PATH_LENGTH;
                let args: Vec<Once> = args.iter().map(|a| once(self.tokens(*a))).collect();
                let name = Ident::new(name, span);
                let function = match &*name.to_string() {
                    // no methods of `Float`
                    "rem_euclid" | "div_euclid" | "round_ties_even" => {
                        quote!(::autodiff::__private::#name)
                    }
                    _ => quote!(::autodiff::__private::Float::#name),
                };
                Expr::atomic_expr(quote!(#function(#(#args),*)))
            }
            Spelling::Method(name) => {
                let receiver = once(self.receiver(args[0]));
                let rest: Vec<Once> =
                    args[1..].iter().map(|a| once(self.in_context(*a).code)).collect();
                let name = Ident::new(name, span);
                Expr::atomic_expr(quote!(#receiver.#name(#(#rest),*)))
            }
            Spelling::Runtime(name) => {
                self.inlined_length += PATH_LENGTH;
                let args: Vec<Once> = args.iter().map(|a| once(self.receiver(*a))).collect();
                let name = Ident::new(name, Span::call_site());
                Expr::atomic_expr(quote!(::autodiff::__private::#name(#(#args),*)))
            }
        }
    }

    /// `x as f64`; to and from a type parameter through the traits.
    pub(super) fn cast(&mut self, x: Var, to: Var) -> Expr {
        let is_param = |ty: &Ty| matches!(ty, Ty::Real(Real::Param(_)));
        if self.function.ty(x) == self.function.ty(to) {
            return self.expr(x);
        }
        let through_traits = is_param(self.function.ty(x)) || is_param(self.function.ty(to));
        let x = once(if through_traits { self.expr(x).code } else { self.number(x) });
        let ty = types::local(self.function.ty(to));
        if through_traits {
            return Expr::atomic_expr(quote!(::autodiff::__private::cast::<_, #ty>(#x)));
        }
        Expr::compound_expr(quote!(#x as #ty))
    }

    pub(super) fn cloned_tree(&mut self, tree: &Tree) -> TokenStream {
        match tree {
            Tree::Leaf(v) => {
                if self.is_scalar(*v) {
                    return self.tokens(*v);
                }
                let memory = self.borrow(*v);
                value_copies::copy_of_referent(self.function.ty(*v), &memory)
            }
            Tree::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts.iter().map(|p| self.cloned_tree(p)).collect();
                types::tuple(parts.into_iter())
            }
        }
    }

    pub(super) fn array(&mut self, v: Var, elements: &[Var]) -> TokenStream {
        // the first element determines the type of the others
        let parts = elements.iter().enumerate().map(|(k, e)| {
            if k == 0 || !self.is_literal(*e) {
                self.tokens(*e)
            } else {
                self.in_context(*e).code.into()
            }
        });
        let parts: Vec<TokenStream> = parts.collect();
        let expr = match (self.function.ty(v), parts.is_empty()) {
            (Ty::Vec(_), true) => quote!(::autodiff::__private::Vec::new()),
            (Ty::Vec(_), false) => quote!(::autodiff::__private::vec![#(#parts),*]),
            (Ty::Deque(_), true) => quote!(::autodiff::__private::VecDeque::new()),
            (Ty::Deque(_), false) => quote!(::autodiff::__private::VecDeque::from([#(#parts),*])),
            _ => quote!([#(#parts),*]),
        };
        let typed = elements.is_empty() || elements.iter().all(|e| self.is_literal(*e));
        // the type of untyped integers follows from their use
        let typed = typed && (elements.is_empty() || !self.function.ty(v).is_discrete());
        if typed && self.function.is_linear(v) {
            let (name, ty) = (self.let_name(v), types::tangent(self.function.ty(v)));
            return quote!(let #name: #ty = #expr;);
        }
        self.bind(v, Expr::atomic_expr(expr), typed)
    }

    pub(super) fn repeat(&mut self, v: Var, x: Var, n: Var) -> TokenStream {
        let ty = self.function.ty(v).clone();
        let typed = self.is_literal(x) && !ty.is_discrete();
        let x = self.tokens(x);
        let expr = match &ty {
            Ty::Array(_, length) => quote!([#x; #length]),
            _ => {
                let n = self.tokens(n);
                let vec = quote!(::autodiff::__private::vec![#x; #n]);
                if matches!(ty, Ty::Deque(_)) {
                    quote!(::autodiff::__private::VecDeque::from(#vec))
                } else {
                    vec
                }
            }
        };
        if typed {
            let ty =
                if self.function.is_linear(v) { types::tangent(&ty) } else { types::local(&ty) };
            let name = self.let_name(v);
            return quote!(let #name: #ty = #expr;);
        }
        self.bind(v, Expr::atomic_expr(expr), false)
    }

    /// Whether a place is the whole of a slice, which has no value of its own.
    pub(super) fn is_slice(&self, place: &Place) -> bool {
        place.path.is_empty() && matches!(self.function.ty(place.root), Ty::Slice(_))
    }

    pub(super) fn swap(&mut self, root: Var, a: &[Step], b: &[Step]) -> TokenStream {
        let common = a.len() == b.len() && !a.is_empty() && a[..a.len() - 1] == b[..b.len() - 1];
        if let (true, Some(Step::Index(i)), Some(Step::Index(j))) = (common, a.last(), b.last()) {
            let (i, j) = (self.tokens(*i), self.tokens(*j));
            let at = self.place_for(&Place { root, path: a[..a.len() - 1].to_vec() }, true);
            return quote!(#at.swap(#i, #j););
        }
        let indices = self.bound_indices([a, b].into_iter().flatten());
        let mut both = |changed| {
            [a, b].map(|path| self.place_for(&Place { root, path: path.to_vec() }, changed))
        };
        let ([left, right], [left_changed, right_changed]) = (both(false), both(true));
        let value = self.namer.fresh("saved");
        // tangents and values without tangents are only known to be `Clone`
        let saved = |place: &TokenStream| quote!(::autodiff::__private::saved!(&#place));
        let (left_saved, right_saved) = (saved(&left), saved(&right));
        quote! {
            #indices
            let #value = #left_saved;
            #left_changed = #right_saved;
            #right_changed = #value;
        }
    }

    /// Binds the indices of places that are emitted several times, which otherwise would be inlined
    /// at their only use.
    fn bound_indices<'s>(&mut self, steps: impl Iterator<Item = &'s Step>) -> TokenStream {
        let mut lets = TokenStream::new();
        for step in steps {
            for v in crate::ir::build::indices_of_steps(std::slice::from_ref(step)) {
                if let Some((expr, _)) = self.inlined_exprs.remove(&v) {
                    let (name, value) = (self.let_name(v), once(expr.code));
                    lets.extend(quote!(let #name = #value;));
                }
            }
        }
        lets
    }

    pub(super) fn shape_of(&mut self, x: Var) -> TokenStream {
        let memory = self.borrow(x);
        if is_flat(self.function.ty(x)) {
            let home = self.home(x).expr;
            return quote!(#home.len());
        }
        if self.function.ty(x).is_view() {
            return quote!(::autodiff::__private::Differentiable::tangent_shape(#memory));
        }
        let ty = types::value(self.function.ty(x));
        quote!(<#ty as ::autodiff::__private::Differentiable>::tangent_shape(#memory))
    }

    /// The zero of a linear variable's type.
    pub(super) fn zero(&mut self, ty: &Ty, shape: Option<Var>) -> TokenStream {
        match (ty, shape) {
            (Ty::Real(real), _) => types::real_literal(*real, 0.0),
            (Ty::Vec(element) | Ty::Slice(element), Some(shape)) if is_flat(ty) => {
                let n = self.tokens(shape);
                let zero = zero_element(element);
                quote!(::autodiff::__private::vec![#zero; #n])
            }
            (ty, Some(shape)) => {
                let shape = self.borrow(shape);
                let ty = types::value(ty);
                quote!(<#ty as ::autodiff::__private::Differentiable>::zero_of(#shape))
            }
            (Ty::Array(element, length), None) if matches!(**element, Ty::Real(_)) => {
                let zero = zero_element(element);
                quote!([#zero; #length])
            }
            (ty, None) => {
                let ty = types::value(ty);
                quote!(<#ty as ::autodiff::__private::Differentiable>
                    ::zero_of(&::core::default::Default::default()))
            }
        }
    }
}

/// The methods that add and remove at an end.
pub(super) fn push_and_pop(end: End) -> (Ident, Ident) {
    let (push, pop) = match end {
        End::Last => ("push", "pop"),
        End::Back => ("push_back", "pop_back"),
        End::Front => ("push_front", "pop_front"),
    };
    (Ident::new(push, Span::call_site()), Ident::new(pop, Span::call_site()))
}
