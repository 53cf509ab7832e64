//! Calls: arguments, tangents, cotangents and accumulators in the calling convention of markers.

use super::*;
use crate::emit::linkage::callee;
use crate::emit::linkage::objects::Part;

impl Body<'_> {
    /// Returns the arguments of a primal call that binds `vars`. Appends the statements before the
    /// call: a scalar that the call changes becomes a new variable.
    pub(super) fn arguments(
        &mut self,
        call: &Call,
        vars: &[Var],
    ) -> (TokenStream, Vec<TokenStream>) {
        let mut before = TokenStream::new();
        let mut versions = vars[call.output.leaves().len().min(vars.len())..].iter();
        let arguments = call
            .arguments
            .iter()
            .enumerate()
            .map(|(number, argument)| match argument {
                Argument::Value(tree) | Argument::Index(tree) => self.value_argument(tree),
                Argument::Shared(v) => self.shared_argument(call, number, *v),
                Argument::Unique(place) => {
                    self.unique_argument(place, versions.next().copied(), &mut before)
                }
            })
            .collect();
        (before, self.group_arguments(call, arguments, Part::Values))
    }

    /// An argument by value. A constant whose type only rustc knows is behind a reference only
    /// where the user copies it.
    pub(super) fn value_argument(&mut self, tree: &Tree) -> TokenStream {
        match tree {
            Tree::Leaf(v)
                if matches!(self.function.ty(*v), Ty::Foreign(_))
                    && self.home(*v).kind == HomeKind::Reference =>
            {
                let reference = self.tokens(*v);
                quote!(*#reference)
            }
            // captures of a closure are behind references in its function
            Tree::Leaf(v) if matches!(self.function.ty(*v), Ty::Projected(_) | Ty::Discrete(_)) => {
                self.owned_argument(*v)
            }
            tree => self.tree(tree),
        }
    }

    /// A unique reference to a place whose root has a new version afterwards.
    pub(super) fn unique_argument(
        &mut self,
        place: &Place,
        version: Option<Var>,
        before: &mut TokenStream,
    ) -> TokenStream {
        if self.function.ty(place.root).is_source() {
            let source = self.tokens(place.root);
            if let Some(version) = version {
                self.place_home(version, source.clone(), HomeKind::Owned);
            }
            return quote!(&mut *#source);
        }
        if let Some(version) = version
            && place.path.is_empty()
            && self.is_scalar(place.root)
        {
            return self.changed_scalar(place.root, version, before);
        }
        let place = self.place_for(place, true);
        quote!(&mut #place)
    }

    /// Passes a scalar that a call changes: `let mut version = root;` before it, and
    /// `&mut version`.
    fn changed_scalar(&mut self, root: Var, version: Var, before: &mut TokenStream) -> TokenStream {
        let value = self.tokens(root);
        let name = self.bind_home(version);
        let ty = if self.function.is_linear(root) {
            types::tangent(self.function.ty(root))
        } else {
            types::value(self.function.ty(root))
        };
        before.extend(quote!(let mut #name: #ty = #value;));
        quote!(&mut #name)
    }

    /// For each argument of a linear call that binds `vars`, the version of the tangent that it
    /// threads.
    pub(super) fn threaded_versions(call: &LinearCall, vars: &[Var]) -> Vec<Option<Var>> {
        let threaded =
            call.arguments.iter().filter(|a| matches!(a, LinearArgument::Threaded(_))).count();
        let mut versions = vars[vars.len() - threaded..].iter().copied();
        call.arguments
            .iter()
            .map(|a| if matches!(a, LinearArgument::Threaded(_)) { versions.next() } else { None })
            .collect()
    }

    /// The place of a tangent that a call changes through `&mut`.
    fn changed_tangent(
        &mut self,
        place: &Place,
        version: Option<Var>,
        before: &mut TokenStream,
    ) -> TokenStream {
        if let Some(version) = version
            && place.path.is_empty()
            && self.is_scalar(place.root)
        {
            return self.changed_scalar(place.root, version, before);
        }
        if Self::has_member(&place.path) {
            return self.part(place, true);
        }
        let tokens = self.linear_place(place);
        quote!(&mut #tokens)
    }

    /// The place of the callee's dynamic residuals.
    pub(super) fn callee_stacks(&mut self, callee: &Callee) -> TokenStream {
        let stacks = self.stacks();
        if callee.recursive {
            return quote!(#stacks);
        }
        let key = generics::stacks_key(callee);
        if let Some(local) = self.scopes.iter().rev().find_map(|scope| scope.get(&key)) {
            return quote!(*#local);
        }
        let field = self.layout.callee_field(callee, "");
        quote!(*#stacks.#field)
    }

    /// The stacks for the temporary residuals of a callee that runs both sweeps in one call.
    fn scratch(&mut self, callee: &Callee) -> TokenStream {
        let stacks = self.stacks();
        if callee.recursive {
            return quote!(#stacks);
        }
        let field = self.temporary_stacks(callee);
        quote!(&mut *#stacks.#field)
    }

    pub(super) fn call_primal(&mut self, l: &Let, call: &Call) -> TokenStream {
        let path = generics::path(&call.callee);
        let (before, arguments) = self.arguments(call, &l.vars[..l.vars.len() - 1]);
        let unshadowed = callee::shadowing_check(&call.callee, self.layout.is_generic());
        let stacks = self.callee_stacks(&call.callee);
        let pattern = self.pattern(&call.output);
        let frame = self.bind_home(*l.vars.last().expect("the frame comes last"));
        let function = if call.callee.linear.is_some_and(|linear| !linear.values) {
            "residuals"
        } else {
            "primal"
        };
        if call.callee.recursive {
            let stacked = Ident::new(&format!("{function}_stacked"), l.span);
            return quote_spanned!(l.span=> #before let (#pattern,
                #frame) = #path::#stacked(#(#arguments,)* #stacks););
        }
        let function = Ident::new(function, l.span);
        let called =
            callee::check_rule_type(&call.callee, quote_spanned!(l.span=> #path::#function));
        let held =
            matches!(call.callee.residuals, ResidualStorage::Nested | ResidualStorage::Boxed).then(
                || {
                    let holder = types::value(&Ty::Frame(call.callee.clone()));
                    quote!(let #frame = <#holder>::new(#frame);)
                },
            );
        let same_place = callee::same_place(&call.callee, self.layout.is_generic(), false);
        quote_spanned!(l.span=> #unshadowed #same_place #before let (#pattern,
            #frame) = #called(#(#arguments,)* &mut #stacks); #held)
    }

    pub(super) fn call_jvp(&mut self, l: &Let, call: &LinearCall) -> TokenStream {
        let path = generics::path(&call.call.callee);
        let (mut before, mut dots) = self.tangents_of_arguments(call, &l.vars);
        // the call moves these arguments: make the zeros of their shapes before it
        for ((argument, linear), dot) in
            call.call.arguments.iter().zip(&call.arguments).zip(&mut dots)
        {
            if let Argument::Value(tree) | Argument::Index(tree) = argument
                && matches!(linear, LinearArgument::None)
                && tree
                    .leaves()
                    .iter()
                    .any(|v| !self.is_scalar(*v) && !self.function.ty(*v).is_discrete())
            {
                let name = self.namer.fresh("zero");
                before.extend(quote!(let #name = #dot;));
                *dot = quote!(#name);
            }
        }
        let dots = self.group_arguments(&call.call, dots, Part::Tangents);
        let (first, arguments) = self.arguments(&call.call, &l.vars);
        let pattern = self.pattern(&call.call.output);
        let tangents = self.tangent_pattern(&call.call.output, &call.outputs);
        let unshadowed = callee::shadowing_check(&call.call.callee, self.layout.is_generic());
        let same_place = callee::same_place(&call.call.callee, self.layout.is_generic(), true);
        quote_spanned!(l.span=> #unshadowed #same_place #before #first let (#pattern,
            #tangents) = #path::jvp(#(#arguments,)* #(#dots),*);)
    }

    pub(super) fn call_vjp(&mut self, l: &Let, call: &LinearCall) -> TokenStream {
        let path = generics::path(&call.call.callee);
        let (mut before, arguments) = self.arguments(&call.call, &l.vars);
        let stacks = self.scratch(&call.call.callee);
        let (first, after, cotangent, accumulators) = self.transposed_arguments(l, call);
        before.extend(first);
        let pattern = self.pattern(&call.call.output);
        let unshadowed = callee::shadowing_check(&call.call.callee, self.layout.is_generic());
        let same_place = callee::same_place(&call.call.callee, self.layout.is_generic(), false);
        quote_spanned!(l.span=> #unshadowed #same_place #before let #pattern =
            #path::vjp(#(#arguments,)* #stacks, #cotangent, #(#accumulators),*); #after)
    }

    /// Returns the tangents of the arguments of a forward call that binds `vars`. Appends the
    /// statements before the call.
    pub(super) fn tangents_of_arguments(
        &mut self,
        call: &LinearCall,
        vars: &[Var],
    ) -> (TokenStream, Vec<TokenStream>) {
        let arguments: Vec<(Argument, LinearArgument)> =
            call.call.arguments.iter().cloned().zip(call.arguments.iter().cloned()).collect();
        let mut before = TokenStream::new();
        let versions = Self::threaded_versions(call, vars);
        let dots = arguments
            .iter()
            .zip(versions)
            .map(|((argument, linear), version)| match (argument, linear) {
                (Argument::Value(tree) | Argument::Index(tree), LinearArgument::Value(leaves)) => {
                    let mut leaves = leaves.iter();
                    self.dot_tree(tree, &mut leaves)
                }
                (Argument::Shared(v), LinearArgument::Threaded(place))
                    if paths::array_views::ends_in_view(&place.path) =>
                {
                    self.tangent_of_view(*v, place)
                }
                (Argument::Shared(v), LinearArgument::Threaded(place))
                    if Self::has_member(&place.path) =>
                {
                    let (part, memory) = (self.part(place, false), self.memory(*v));
                    quote!(::autodiff::__private::hold_part!(#part, #memory))
                }
                (Argument::Shared(_), LinearArgument::Threaded(place)) => {
                    let home = self.home(place.root);
                    if place.path.is_empty() && home.kind == HomeKind::Reference {
                        return home.expr.into();
                    }
                    let place = self.linear_place(place);
                    quote!(&#place)
                }
                // a linear map takes no tangents of other arguments
                (Argument::Value(_) | Argument::Index(_) | Argument::Shared(_), _)
                    if call.call.callee.linear.is_some() =>
                {
                    quote!(())
                }
                (Argument::Value(tree) | Argument::Index(tree), _) => self.zero_dot(tree),
                (Argument::Shared(v), _) if self.home_kind(*v) == HomeKind::Constant => {
                    let (constant, name) = (self.borrow(*v), self.namer.fresh("zero"));
                    before.extend(quote! {
                        let #name = {
                            #[allow(unused_imports)]
                            use ::autodiff::__private::{ConstantReference as _, ConstantValue as _,
                                ProbeDifferentiable as _, ProbeOtherConstant as _};
                            (&(&::autodiff::__private::Constant(#constant)).probe()).zero()
                        };
                    });
                    quote!(#name.get())
                }
                (Argument::Shared(v), _) if is_of_none(self.function.ty(*v)) => {
                    quote!(&::core::option::Option::None)
                }
                (Argument::Shared(v), _) => {
                    if self.function.ty(*v).is_discrete() && !is_unresolved(self.function.ty(*v)) {
                        return quote!(&());
                    }
                    if let Ty::Real(real) = self.function.ty(*v) {
                        let zero = types::real_literal(*real, 0.0);
                        return quote!(&#zero);
                    }
                    let memory = self.memory(*v);
                    let zero = probe_zero_tangent(&memory);
                    quote!(&#zero)
                }
                (Argument::Unique(_), LinearArgument::Threaded(place)) => {
                    self.changed_tangent(place, version, &mut before)
                }
                (Argument::Unique(_), _) => quote!(()),
            })
            .collect();
        (before, dots)
    }

    /// A reference to the value of a variable; slices stay slices.
    pub(super) fn memory(&mut self, v: Var) -> TokenStream {
        self.borrow(v)
    }

    pub(super) fn dot_tree(
        &mut self,
        tree: &Tree,
        leaves: &mut std::slice::Iter<'_, LinearLeaf>,
    ) -> TokenStream {
        match tree {
            Tree::Leaf(v) => {
                let leaf = leaves.next().copied();
                match leaf.and_then(|leaf| leaf.var) {
                    Some(dot) => self.owned_argument(dot),
                    None => match leaf.and_then(|leaf| leaf.shape) {
                        Some(value) if self.function.ty(*v).is_discrete() => {
                            let memory = self.borrow(value);
                            probe_zero_tangent(&memory)
                        }
                        Some(shape) => {
                            let ty = self.function.ty(*v).clone();
                            self.zero(&ty, Some(shape))
                        }
                        None => self.zero_dot(&Tree::Leaf(*v)),
                    },
                }
            }
            Tree::Tuple(parts) => {
                let parts: Vec<TokenStream> =
                    parts.iter().map(|p| self.dot_tree(p, leaves)).collect();
                types::tuple(parts.into_iter())
            }
        }
    }

    /// The zero tangent of an inactive argument by value.
    pub(super) fn zero_dot(&mut self, tree: &Tree) -> TokenStream {
        match tree {
            Tree::Leaf(v) => match self.function.ty(*v).clone() {
                ty if is_of_none(&ty) => quote!(::core::option::Option::None),
                ty if ty.is_discrete() => quote!(()),
                ty if ty.has_static_shape() => self.zero(&ty, None),
                _ => {
                    // the linear part does not have the argument; its type determines the zero
                    let memory = self.borrow(*v);
                    probe_zero_tangent(&memory)
                }
            },
            Tree::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts.iter().map(|p| self.zero_dot(p)).collect();
                types::tuple(parts.into_iter())
            }
        }
    }

    /// A pattern for the tangent of an output.
    pub(super) fn tangent_pattern(&mut self, tree: &Tree, leaves: &[LinearLeaf]) -> TokenStream {
        let mut leaves = leaves.iter();
        self.tangent_pattern_of(tree, &mut leaves)
    }

    pub(super) fn tangent_pattern_of(
        &mut self,
        tree: &Tree,
        leaves: &mut std::slice::Iter<'_, LinearLeaf>,
    ) -> TokenStream {
        match tree {
            Tree::Leaf(_) => match leaves.next().and_then(|leaf| leaf.var) {
                Some(v) => self.let_name(v).into_token_stream(),
                None => quote!(_),
            },
            Tree::Tuple(parts) => {
                let parts: Vec<TokenStream> =
                    parts.iter().map(|p| self.tangent_pattern_of(p, leaves)).collect();
                types::tuple(parts.into_iter())
            }
        }
    }

    fn saved_arguments(&mut self, l: &Let, call: &Call) -> Vec<TokenStream> {
        let saved = call
            .arguments
            .iter()
            .zip(call.prior_values.iter().copied().chain(std::iter::repeat(PriorValue::Changed)))
            .enumerate()
            .map(|(number, (argument, before))| match (argument, before) {
                (Argument::Shared(v), _) if self.home_kind(*v) == HomeKind::Constant => {
                    let constant = self.borrow(*v);
                    quote!({
                        #[allow(unused_imports)]
                        use ::autodiff::__private::{ConstantReference as _, ConstantValue as _};
                        (&::autodiff::__private::Constant(#constant)).shared()
                    })
                }
                (Argument::Shared(v), _) if number == 0 && self.reuses_operand(l, *v) => {
                    let operand = self.tokens(*v);
                    quote!(&mut #operand)
                }
                (Argument::Shared(v), _) => self.shared_argument(call, number, *v),
                (Argument::Unique(_), PriorValue::Saved(v)) => self.borrow(v),
                (Argument::Index(tree), _) => self.value_argument(tree),
                (Argument::Value(_) | Argument::Unique(_), _) => quote!(()),
            })
            .collect();
        self.group_arguments(call, saved, Part::Values)
    }

    /// The kind of a variable's home, if it has one.
    fn home_kind(&self, v: Var) -> HomeKind {
        self.homes.get(&self.find(v)).map_or(HomeKind::Owned, |home| home.kind)
    }

    pub(super) fn linear_call(&mut self, l: &Let, call: &LinearCall) -> TokenStream {
        let path = generics::path(&call.call.callee);
        let saved = self.saved_arguments(l, &call.call);
        let stacks = self.callee_stacks(&call.call.callee);
        let own = self.stacks();
        let frame = match call.frame {
            Some(frame) if call.call.callee.recursive => {
                let index = self.tokens(frame);
                quote!(&#own.frames[#index])
            }
            Some(frame) => self.borrow(frame),
            None => TokenStream::new(),
        };
        let stacks = if call.call.callee.recursive { stacks } else { quote!(&#stacks) };
        if !call.transposed {
            let (before, dots) = self.tangents_of_arguments(call, &l.vars);
            let dots = self.group_arguments(&call.call, dots, Part::Tangents);
            let tangents = self.tangent_pattern(&call.call.output, &call.outputs);
            let called =
                callee::check_rule_type(&call.call.callee, quote_spanned!(l.span=> #path::linear));
            return quote_spanned!(l.span=> #before let #tangents = #called(#(#saved,)* #frame,
                #stacks, #(#dots),*););
        }
        let (before, after, cotangent, accumulators) = self.transposed_arguments(l, call);
        let called =
            callee::check_rule_type(&call.call.callee, quote_spanned!(l.span=> #path::transposed));
        quote_spanned! {l.span=>
            #before
            #called(#(#saved,)* #frame, #stacks, #cotangent, #(#accumulators),*);
            #after
        }
    }

    /// The cotangent and the accumulators of a transposed call, and the statements before and after
    /// it.
    fn transposed_arguments(
        &mut self,
        l: &Let,
        call: &LinearCall,
    ) -> (TokenStream, TokenStream, TokenStream, Vec<TokenStream>) {
        let mut leaves = call.outputs.iter().copied();
        let cotangent = self.cotangent_tree(&call.call.output, &mut leaves);
        let mut before = TokenStream::new();
        let mut after = TokenStream::new();
        let mut accumulators = Vec::new();
        let pairs: Vec<(Argument, LinearArgument)> =
            call.call.arguments.iter().cloned().zip(call.arguments.iter().cloned()).collect();
        let versions = Self::threaded_versions(call, &l.vars);
        for ((argument, linear), version) in pairs.iter().zip(versions) {
            let accumulator = match (argument, linear) {
                (Argument::Value(tree) | Argument::Index(tree), LinearArgument::Value(leaves)) => {
                    let mut leaves = leaves.iter().copied();
                    self.value_accumulator(tree, &mut leaves, &mut before, &mut after)
                }
                (Argument::Unique(_), LinearArgument::Threaded(place)) => {
                    self.changed_tangent(place, version, &mut before)
                }
                (Argument::Shared(_), LinearArgument::Threaded(place))
                    if place.path.is_empty() && self.is_scalar(place.root) =>
                {
                    self.changed_tangent(place, version, &mut before)
                }
                (Argument::Shared(v), LinearArgument::Threaded(place)) => {
                    self.accumulator_of_view(*v, place)
                }
                _ => quote!(&mut ::autodiff::__private::Discard),
            };
            accumulators.push(accumulator);
        }
        let accumulators = self.group_arguments(&call.call, accumulators, Part::Accumulators);
        (before, after, cotangent, accumulators)
    }

    /// The cotangent of an output, zero where a leaf has none.
    pub(super) fn cotangent_tree(
        &mut self,
        tree: &Tree,
        leaves: &mut dyn Iterator<Item = LinearLeaf>,
    ) -> TokenStream {
        match tree {
            Tree::Leaf(v) => {
                let leaf = leaves.next();
                match leaf {
                    Some(LinearLeaf { var: Some(bar), .. }) => self.owned_argument(bar),
                    _ if self.function.ty(*v).is_discrete() => quote!(()),
                    leaf => {
                        let ty = self.function.ty(*v).clone();
                        self.zero(&ty, leaf.and_then(|leaf| leaf.shape))
                    }
                }
            }
            Tree::Tuple(parts) => {
                let parts: Vec<TokenStream> =
                    parts.iter().map(|p| self.cotangent_tree(p, leaves)).collect();
                types::tuple(parts.into_iter())
            }
        }
    }

    /// A fresh accumulator for an argument by value. It starts from −0.0, whose addition changes no
    /// bit of any number, so that the compiler removes the addition.
    pub(super) fn value_accumulator(
        &mut self,
        tree: &Tree,
        leaves: &mut dyn Iterator<Item = LinearLeaf>,
        before: &mut TokenStream,
        after: &mut TokenStream,
    ) -> TokenStream {
        match tree {
            Tree::Leaf(v) => match leaves.next() {
                Some(LinearLeaf { var: Some(bar), shape }) => {
                    let ty = self.function.ty(*v).clone();
                    let name = self.bind_home(bar);
                    if let Some(shape) = shape
                        && self.fresh.contains(&self.find(bar))
                    {
                        let (shape, ty) = (self.borrow(shape), types::value(&ty));
                        before.extend(quote! {
                            let mut #name = ::autodiff::__private::Fresh::<#ty>::new(#shape);
                        });
                        return quote!(&mut #name);
                    }
                    let zero = if let Ty::Real(real) = ty {
                        types::real_literal(real, -0.0)
                    } else {
                        self.zero(&ty, shape)
                    };
                    let tangent = types::tangent(&ty);
                    before.extend(quote!(let mut #name: #tangent = #zero;));
                    quote!(&mut #name)
                }
                _ => quote!(&mut ::autodiff::__private::Discard),
            },
            Tree::Tuple(_) => {
                let name = self.namer.fresh("bars");
                let (zeros, names) = self.accumulators_of_parts(tree, leaves);
                before.extend(quote!(let mut #name = #zeros;));
                after.extend(quote!(let #names = #name;));
                quote!(&mut #name)
            }
        }
    }

    /// The initial zeros of the accumulators of a tuple by value, and the pattern that binds their
    /// final values.
    fn accumulators_of_parts(
        &mut self,
        tree: &Tree,
        leaves: &mut dyn Iterator<Item = LinearLeaf>,
    ) -> (TokenStream, TokenStream) {
        match tree {
            Tree::Leaf(v) => match leaves.next() {
                Some(LinearLeaf { var: Some(bar), shape }) => {
                    let ty = self.function.ty(*v).clone();
                    let zero = if let Ty::Real(real) = ty {
                        types::real_literal(real, -0.0)
                    } else {
                        self.zero(&ty, shape)
                    };
                    (zero, self.let_name(bar).into_token_stream())
                }
                _ => (quote!(::autodiff::__private::Discard), quote!(_)),
            },
            Tree::Tuple(parts) => {
                let (zeros, names): (Vec<_>, Vec<_>) =
                    parts.iter().map(|part| self.accumulators_of_parts(part, leaves)).unzip();
                (types::tuple(zeros.into_iter()), types::tuple(names.into_iter()))
            }
        }
    }

    pub(super) fn threaded_accumulator(&mut self, alias: Var, place: &Place) -> TokenStream {
        let is_component = place.path.iter().any(|s| matches!(s, Step::Field(_)));
        if Self::has_member(&place.path)
            || is_component && self.home(place.root).kind == HomeKind::Accumulator
        {
            return self.part_accumulator(place);
        }
        let home = self.home(place.root);
        if home.kind != HomeKind::Accumulator {
            // values other than vectors are accumulators as they are: a generic callee may not know
            // that an array is one
            if matches!(
                self.function.ty(alias),
                Ty::Projected(_) | Ty::Wrapped(..) | Ty::Tuple(_) | Ty::Deque(_) | Ty::Array(..)
            ) {
                let tokens = self.linear_place(place);
                return quote!(&mut #tokens);
            }
            let is_scalar = self.is_scalar(alias);
            let tokens = self.linear_place(place);
            let windowed = matches!(place.path.last(), Some(Step::Slice { .. }));
            return if is_scalar || windowed {
                quote!(&mut #tokens)
            } else {
                quote!(&mut #tokens[..])
            };
        }
        if place.path.is_empty() {
            let expr = home.expr;
            return quote!(&mut *#expr);
        }
        let mut path = place.path.clone();
        // the length of the call's argument closes an open end
        let open = matches!(path.last(), Some(Step::Slice { to: None, .. }));
        let tail = path.pop();
        match tail {
            Some(Step::Slice { from, .. }) if open => {
                let length = self.home(alias).expr;
                let at = self.accumulator_at(&home, &path, None);
                let from = from.map(|v| self.operand(v)).unwrap_or_else(|| quote!(0).into());
                quote!(&mut #at.window(#from..#from + #length.len()))
            }
            Some(Step::Index(i)) => {
                path.push(Step::Index(i));
                let at = self.accumulator_at(&home, &path, None);
                if self.is_scalar(alias)
                    || matches!(
                        self.function.ty(alias),
                        Ty::Projected(_) | Ty::Wrapped(..) | Ty::Deque(_)
                    )
                {
                    return quote!(&mut #at);
                }
                let length = self.home(alias).expr;
                quote!(&mut #at.window(0..#length.len()))
            }
            tail => {
                path.extend(tail);
                let at = self.accumulator_at(&home, &path, None);
                quote!(&mut #at)
            }
        }
    }
}

/// Whether a value is a `None` whose type follows only from its place.
fn is_of_none(ty: &Ty) -> bool {
    matches!(ty, Ty::Text(ty) if ty.contains("Option"))
}

/// Whether only rustc knows a type, or its element type. Such a type may have tangents.
fn is_unresolved(ty: &Ty) -> bool {
    match ty {
        Ty::Foreign(_) | Ty::Discrete(_) | Ty::Infer(_) => true,
        Ty::Slice(of) => is_unresolved(of),
        _ => false,
    }
}
