//! The end of lowering: which calls see an active value, and what all types are.

use super::*;
use crate::ir::types::Spelling as Form;
use crate::primitives::{Derivative, row};
use crate::turbofish;
use crate::type_class;
use quote::quote;

impl Lowerer<'_> {
    /// The finished function, and those that its closures became; and what was learnt on the way.
    pub fn finish(
        mut self,
        interface: &mut Interface,
        feedback: &mut Feedback,
    ) -> (Function, Vec<LiftedFunction>) {
        let mut body = std::mem::take(&mut self.blocks).into_iter().next().unwrap_or_default();
        self.blocks.push(Block::default());
        let span = Span::call_site();
        let ret = self.ret.clone();
        interface.output_value = self.result_tree(&ret, span);
        let mut results = interface.output_value.leaves();
        for slot in self.unique.clone() {
            if let Some(v) = self.env.get(slot).copied().flatten() {
                results.push(v);
            }
        }
        if let Some(rest) = self.blocks.pop() {
            body.lets.extend(rest.lets);
        }
        body.results = results;
        let mut lifted = std::mem::take(&mut self.lifted);
        self.split_outputs(
            std::iter::once(&mut body).chain(lifted.iter_mut().map(|l| &mut l.body)),
        );
        self.tell_conversions();
        let active =
            interface.params.iter().filter(|p| p.is_active()).flat_map(|p| p.value.leaves());
        let active = active.filter(|v| !self.types.is_discrete(self.f.ty(*v))).collect();
        let varied = self.varied(active, &body);
        self.settle_operators(&mut body, &varied, &mut lifted);
        std::iter::once(&mut body).chain(lifted.iter_mut().map(|l| &mut l.body)).for_each(
            |block| {
                self.settle_conversions(block);
                self.settle_ends(block);
            },
        );
        let mut used = HashSet::default();
        uses(&body, &mut used);
        lifted.iter().for_each(|l| uses(&l.body, &mut used));
        let (mut plain, mut differentiated) = (HashSet::default(), HashSet::default());
        self.plain_calls(&mut body, &varied, &used, &mut plain, &mut differentiated);
        Self::needed(&mut lifted, &body);
        self.mark_inactive(&mut body, &varied, &mut lifted);
        // a closure inside of another one comes before it
        for k in (0..lifted.len()).rev() {
            let mut inner = std::mem::take(&mut lifted[k].body);
            let varied = self.varied(self.varied_in(&lifted[k]), &inner);
            self.plain_calls(&mut inner, &varied, &used, &mut plain, &mut differentiated);
            self.mark_inactive(&mut inner, &varied, &mut lifted);
            lifted[k].body = inner;
        }
        Self::needed(&mut lifted, &body);
        self.default_arguments(&lifted);
        let plain: HashSet<String> = plain.difference(&differentiated).cloned().collect();
        for (owner, span) in std::mem::take(&mut self.active_methods) {
            let made = match self.types.shallow(&owner) {
                Ty::Sequence(_, of) => Some(of),
                _ => self.types.projected(&owner),
            };
            if let Some(name) = made.as_ref().and_then(collection) {
                let message = format!(
                    "`{name}` of std has no derivative: use a Vec for what depends on an active \
                     input"
                );
                self.diagnostics.error(span, message);
            } else if let Some(of) = &self.types.projected(&owner)
                && types::root_callee(of).is_some_and(|callee| plain.contains(&callee.key()))
                && !matches!(self.types.finish(&owner, &plain), Some(Ty::Projected(_)))
            {
                self.diagnostics.error(
                    span,
                    "the type that this is a method of is not known here: annotate the `let` that \
                     the value comes from, as in `let model: Model = …;`",
                );
            }
        }
        let mut passed = Vec::new();
        passed_values(&body, &mut passed);
        lifted.iter().for_each(|l| passed_values(&l.body, &mut passed));
        for v in passed {
            let ty = self.ty(v);
            self.types.note_passed(&ty);
        }
        for ty in std::mem::take(&mut self.empty) {
            if matches!(self.types.origin(&ty), Some(Origin::None)) {
                let real = Ty::Real(self.types.default_real);
                self.types.unify(&ty, &real);
            }
        }
        self.resolve(&plain);
        self.learn_constants();
        self.check_iterated(&body);
        lifted.iter().for_each(|l| self.check_iterated(&l.body));
        self.lend_constants(&mut body);
        lifted.iter_mut().for_each(|l| self.lend_constants(&mut l.body));
        for param in &mut interface.params {
            param.ty = self.types.finish(&param.ty, &plain).unwrap_or_else(|| param.ty.clone());
        }
        // a type of the user's that is only compared and matched is a plain enum, which need not be
        // differentiable
        for (number, param) in interface.params.iter_mut().enumerate() {
            if let (Tree::Leaf(v), Ty::Projected(of @ Projection::Named(_))) =
                (&param.value, &param.ty)
                && !self.is_implementor(of)
            {
                let mut uses = Uses { number, copies: vec![*v], ..Uses::default() };
                uses.of(&self.f, &body);
                if uses.discrete && !uses.other {
                    param.ty = Ty::Discrete(of.clone());
                    for copy in uses.copies {
                        self.f.vars[copy.0 as usize].ty = param.ty.clone();
                    }
                }
            }
        }
        // not what is marked `#[constant]`, or what a linear function is not linear in: that may
        // carry reals, and its callers are told if it is active there
        self.world().record_discrete(
            &self.f.name,
            interface.params.iter().map(|p| !p.constant && p.ty.is_discrete()).collect(),
        );
        let cloned = std::mem::take(&mut self.cloned).into_iter();
        interface.cloned =
            cloned.filter_map(|(ty, span)| Some((self.types.finish(&ty, &plain)?, span))).collect();
        interface.output = self
            .types
            .finish(&interface.output, &plain)
            .unwrap_or_else(|| interface.output.clone());
        if types::syntax::is_user_type(&interface.rust_output) {
            interface.output = types::named_through(
                interface.output.clone(),
                &Projection::Named(interface.rust_output.clone()),
            );
        }
        for param in &mut interface.generics.params {
            match &mut param.kind {
                GenericKind::Function(function) => {
                    *function = self.types.finish_function(function, &plain)
                }
                GenericKind::Implementor { functions, .. } => {
                    functions
                        .iter_mut()
                        .for_each(|f| f.function = self.types.finish_function(&f.function, &plain));
                }
                GenericKind::Real | GenericKind::Const(_) | GenericKind::Named => {}
            }
        }
        self.finish_body(&mut body, interface, &plain);
        let lifted = lifted.into_iter().map(|mut l| {
            let mut of_closure = self.lifted_interface(&l, &interface.generics, &plain);
            self.finish_body(&mut l.body, &mut of_closure, &plain);
            let params = of_closure.params.iter().flat_map(|p| p.value.leaves()).collect();
            let function =
                Function { name: l.name, vars: self.f.vars.clone(), params, body: l.body };
            LiftedFunction { function, captures: l.captures.len(), interface: of_closure }
        });
        let lifted = lifted.collect();
        self.f.body = body;
        *feedback = self.feedback;
        (self.f, lifted)
    }

    fn finish_body(
        &mut self,
        body: &mut Block,
        interface: &mut Interface,
        plain: &HashSet<String>,
    ) {
        self.keep_guards(body);
        read_scalars(&self.f, body);
        ownership::drops::mark_temporaries(body, &self.named);
        name_nones(&mut self.f, body);
        let lent = interface
            .params
            .iter()
            .filter(|p| p.passing == Passing::Shared)
            .flat_map(|p| p.value.leaves());
        self.own_merged(body, &mut lent.collect());
        self.resolve_callees(body, plain);
        self.settle_neutrals(body);
        let mut names = HashMap::default();
        self.drop_scalar_copies(body, &mut names);
        body.rename(&names);
        interface.output_value =
            interface.output_value.map(&mut |v| names.get(&v).copied().unwrap_or(v));
        self.end_statements(body, &mut HashSet::default());
    }

    fn result_tree(&mut self, slots: &Binding, span: Span) -> Tree {
        match slots {
            Binding::Tuple(parts) => {
                Tree::Tuple(parts.iter().map(|p| self.result_tree(p, span)).collect())
            }
            Binding::Slot(s) => match self.env.get(*s).copied().flatten() {
                Some(v) => Tree::Leaf(v),
                None => {
                    let ty = self.slots[*s].ty.clone();
                    Tree::Leaf(self.emit("result", ty, Op::Blank, span))
                }
            },
            Binding::Alias(_)
            | Binding::Unique(_)
            | Binding::Option(..)
            | Binding::Result(..)
            | Binding::Closure(_)
            | Binding::Iter(_)
            | Binding::Cursor(..)
            | Binding::Window(_) => Tree::Tuple(Vec::new()),
        }
    }

    // ---------- outputs that turned out to be tuples

    fn split_outputs<'b>(&mut self, blocks: impl Iterator<Item = &'b mut Block>) {
        if self.splits.is_empty() {
            return;
        }
        let splits = std::mem::take(&mut self.splits);
        let mut wrong = Vec::new();
        blocks.for_each(|block| apply_splits(block, &splits, &mut wrong));
        for (span, var) in wrong {
            self.learn_tuple(&self.ty(var), splits[&var].len());
            self.diagnostics.error(
                span,
                "the compiler cannot see here that this is a tuple: annotate the `let` that it \
                 comes from, as in `let p: (f64, f64) = …;`",
            );
        }
    }

    // ---------- activity

    /// The variables that may depend on an active parameter.
    pub fn varied(&self, mut varied: HashSet<Var>, body: &Block) -> HashSet<Var> {
        loop {
            let before = varied.len();
            self.vary(body, &mut varied);
            if varied.len() == before {
                return varied;
            }
        }
    }

    fn vary(&self, block: &Block, varied: &mut HashSet<Var>) {
        for l in &block.lets {
            match &l.op {
                Op::Branch(_, arms) => {
                    for arm in arms {
                        self.vary(arm, varied);
                        for (result, var) in arm.results.iter().zip(&l.vars) {
                            self.vary_if(varied.contains(result), *var, varied);
                        }
                    }
                }
                Op::Loop(lp) => {
                    for (c, last) in lp.carried.iter().zip(&l.vars) {
                        self.vary_if(varied.contains(&c.init), c.param, varied);
                        self.vary_if(varied.contains(&c.init), *last, varied);
                    }
                    self.vary(&lp.body, varied);
                    for ((c, next), last) in lp.carried.iter().zip(&lp.body.results).zip(&l.vars) {
                        self.vary_if(varied.contains(next), c.param, varied);
                        self.vary_if(varied.contains(next), *last, varied);
                    }
                }
                Op::Constant(_) | Op::Len(_) | Op::Literal(_) | Op::Blank => {}
                Op::Prim(p, _) if matches!(row(*p).derivative, Derivative::Zero) => {}
                Op::Opaque(o) if o.discrete || o.effect => {}
                Op::Read(place) | Op::View(place) if place.is_constant() => {}
                op => {
                    let any = op.operands().iter().any(|v| varied.contains(v));
                    for v in &l.vars {
                        self.vary_if(any, *v, varied);
                    }
                }
            }
        }
    }

    fn vary_if(&self, condition: bool, var: Var, varied: &mut HashSet<Var>) {
        if condition && !self.types.is_discrete(self.f.ty(var)) {
            varied.insert(var);
        }
    }

    // ---------- calls that see no active value

    fn plain_calls(
        &mut self,
        block: &mut Block,
        varied: &HashSet<Var>,
        used: &HashSet<Var>,
        plain: &mut HashSet<String>,
        differentiated: &mut HashSet<String>,
    ) {
        let mut lets = Vec::with_capacity(block.lets.len());
        for mut l in std::mem::take(&mut block.lets) {
            match &mut l.op {
                Op::Branch(_, arms) => {
                    for arm in arms {
                        self.plain_calls(arm, varied, used, plain, differentiated);
                    }
                }
                Op::Loop(lp) => self.plain_calls(&mut lp.body, varied, used, plain, differentiated),
                _ => {}
            }
            let varies =
                matches!(l.op, Op::Call(_)) && l.op.operands().iter().any(|v| varied.contains(v));
            // what is discrete depends on nothing
            let discrete =
                !l.vars.is_empty() && l.vars.iter().all(|v| self.types.is_discrete(self.f.ty(*v)));
            let active = varies && !discrete;
            match &l.op {
                Op::Call(call) if active => {
                    self.check_parameter(call, l.span);
                    self.check_implementor(call, l.span);
                    self.active_methods
                        .extend(call.callee.method.iter().map(|m| (m.owner.clone(), l.span)));
                    self.check_unused(call, used, l.span);
                    differentiated.insert(call.callee.key());
                    lets.push(l);
                }
                Op::Call(call) if !is_plain(&self.f, call) => {
                    match call
                        .output
                        .leaves()
                        .first()
                        .and_then(|v| self.alternatives.get(v).cloned())
                    {
                        Some(opaque) => {
                            plain.insert(call.callee.key());
                            self.plain_code(&call.clone(), used, opaque, l.span, &mut lets);
                        }
                        // of a parameter nothing is there but its derivatives
                        _ => {
                            differentiated.insert(call.callee.key());
                            lets.push(l);
                        }
                    }
                }
                Op::Call(call) => {
                    plain.insert(call.callee.key());
                    let call = call.clone();
                    self.plain_call(call, &l.vars, used, varies, l.span, &mut lets);
                }
                _ => lets.push(l),
            }
        }
        block.lets = lets;
    }

    /// A function of a type parameter that is not known has no marker.
    fn check_parameter(&mut self, call: &Call, span: Span) {
        let first = call.callee.path.clone().into_iter().next().map(|t| t.to_string());
        if self
            .types
            .params
            .iter()
            .any(|p| matches!((p, &first), (Real::Param(name), Some(first)) if name == first))
        {
            let name = call.callee.key();
            self.diagnostics.error(
                span,
                format!(
                    "the derivative of `{name}` is not known: write it with operators and the \
                    methods of `num_traits::Float`; if the type parameter is no scalar, put \
                    #[differentiate] on the trait that has the function and on the function in it, \
                    and let the trait come before this one"
                ),
            );
        }
    }

    /// A call for nothing but its effect would lose what its effect does with an active value.
    fn check_unused(&mut self, call: &Call, used: &HashSet<Var>, span: Span) {
        let changes = call.arguments.iter().any(|a| matches!(a, Argument::Unique(_)));
        let leaves = call.output.leaves();
        // after another error the use may only be missing
        if self.diagnostics.is_empty()
            && !changes
            && !leaves.iter().any(|v| used.contains(v) || self.named.contains(v))
        {
            let name = call.callee.shown();
            self.diagnostics.error(
                span,
                format!(
                    "nothing is done with the result of `{name}`, and what else it may do with \
                    an active value has no derivative: if it is called for that, write \
                    `constant(…)` around its arguments"
                ),
            );
        }
    }

    /// A call of the original function, as opaque code.
    fn plain_call(
        &mut self,
        call: Call,
        vars: &[Var],
        used: &HashSet<Var>,
        discrete: bool,
        span: Span,
        lets: &mut Vec<Let>,
    ) {
        if let (Some(Form::Compound(symbol)), [version]) =
            (call.callee.method.as_ref().map(|m| m.spelling), vars)
        {
            return self.plain_compound(&call, *version, symbol, discrete, span, lets);
        }
        let leaves = call.output.leaves();
        self.note_guard(&call.callee, &leaves);
        let is_collection =
            matches!(leaves[..], [leaf] if self.types.is_collection(self.f.ty(leaf)));
        // a guard is moved where the user moves it, and never copied: its type is left to rustc
        let is_guard = leaves.iter().any(|v| self.guards.contains(v));
        if !is_collection
            && !is_guard
            && let Some(given) = self.kept_plain(&call.callee)
        {
            self.unify_tree(&call.output, &given);
        }
        let versions = &vars[leaves.len().min(vars.len())..];
        let spellings = leaves.first().and_then(|v| self.spellings_of(*v)).unwrap_or_default();
        let mut captures: Vec<Capture> = Vec::new();
        let mut arguments = Vec::new();
        let mut names = Vec::new();
        let mut changes = Vec::new();
        for (i, argument) in call.arguments.iter().enumerate() {
            let is_explicit =
                |v: Var| matches!(self.f.ty(v), Ty::Foreign(ty) if turbofish::is_argument(ty));
            if matches!(argument, Argument::Value(Tree::Leaf(v)) if is_explicit(*v)) {
                // the turbofish is written
                continue;
            }
            let spelling = spellings.get(i).cloned().unwrap_or(Spelling {
                name: None,
                by_reference: !matches!(argument, Argument::Value(_)),
            });
            // a name of ours stands for the place itself, so that memory by value is moved
            let is_lent = |tree: &Tree| {
                tree.leaves().iter().all(|v| self.types.shallow(self.f.ty(*v)).is_scalar())
            };
            let spelled = spelling
                .name
                .filter(|_| !matches!(argument, Argument::Value(tree) if !is_lent(tree)));
            let mut name = spelled.unwrap_or_else(|| format!("argument_{i}"));
            let value = match argument {
                Argument::Value(tree) => tree.clone(),
                Argument::Shared(v) => Tree::Leaf(*v),
                Argument::Unique(place) => {
                    let name = format!("argument_{i}");
                    let ident = proc_macro2::Ident::new(&name, span);
                    changes.push(Change { name, place: place.clone() });
                    arguments.push(quote!(#ident));
                    names.push(ident);
                    continue;
                }
            };
            if captures
                .iter()
                .any(|c| c.name == name && format!("{:?}", c.value) != format!("{value:?}"))
            {
                name = format!("argument_{i}");
            }
            let ident = proc_macro2::Ident::new(&name, span);
            let code = match argument {
                Argument::Value(Tree::Leaf(v)) if let Some(lends) = self.iterated.get(v) => {
                    if *lends {
                        quote!(#ident.iter())
                    } else {
                        quote!(#ident.into_iter())
                    }
                }
                // an `Option` of a reference
                Argument::Value(_) if spelling.by_reference => {
                    quote!(match &#ident { ::core::option::Option::Some(of)
                        => ::core::option::Option::Some(of), ::core::option::Option::None
                        => ::core::option::Option::None })
                }
                Argument::Value(_) => quote!(#ident),
                // a constant, which is what it is spelled as, a reference or not
                Argument::Shared(_) if !spelling.by_reference => quote!(#ident),
                Argument::Shared(_) | Argument::Unique(_) => quote!(&#ident),
            };
            arguments.push(code);
            names.push(ident);
            if !captures.iter().any(|c| c.name == name) {
                captures.push(Capture { name, value, by_reference: false });
            }
        }
        let path = &call.callee.path;
        let turbofish = (!call.callee.turbofish.is_empty()).then(|| {
            let parameters = &call.callee.turbofish;
            quote!(::#parameters)
        });
        let code = match (call.callee.method.as_ref().map(|m| m.spelling), &arguments[..]) {
            (Some(Form::Dot), [_, rest @ ..]) => {
                let receiver = &names[0];
                quote!(#receiver.#path #turbofish(#(#rest),*))
            }
            (Some(Form::Infix(symbol)), [_, _]) => {
                let (a, b) = (
                    self.plain_operand(&call, 0, &names[0]),
                    self.plain_operand(&call, 1, &names[1]),
                );
                let symbol: TokenStream = symbol.parse().unwrap_or_default();
                quote!((#a #symbol #b))
            }
            (Some(Form::Index), [_, index]) => {
                let base = &names[0];
                quote!(::autodiff::__private::saved_value!(#base[#index]))
            }
            (Some(Form::IndexMut | Form::IndexUpdate), [_, index, value]) => {
                let base = &names[0];
                quote!(#base[#index] = #value)
            }
            (Some(Form::Prefix(symbol)), [_]) => {
                let a = self.plain_operand(&call, 0, &names[0]);
                let symbol: TokenStream = symbol.parse().unwrap_or_default();
                quote!((#symbol #a))
            }
            _ => quote!(#path #turbofish(#(#arguments),*)),
        };
        let code = self.owned_code(&call, code);
        // what has a name lives until the end of its scope: it may be a guard
        let is_used = leaves.iter().any(|v| used.contains(v) || self.named.contains(v));
        let bound = if is_used { leaves } else { Vec::new() };
        let opaque = Opaque {
            effect: !is_used && changes.is_empty(),
            changes,
            discrete,
            advice: "put #[differentiate] on it".into(),
            ..Opaque::new(code, captures, format!("a call of `{}`", call.callee.shown()))
        };
        self.bind_code(&call, bound, versions, opaque, span, lets);
    }

    /// What is flattened is of this type.
    fn unify_tree(&mut self, tree: &Tree, ty: &Ty) {
        match (tree, ty) {
            (Tree::Leaf(v), ty) => self.unify_var(*v, ty),
            (Tree::Tuple(parts), Ty::Tuple(types)) => {
                parts.iter().zip(types).for_each(|(part, ty)| self.unify_tree(part, ty))
            }
            (Tree::Tuple(_), _) => {}
        }
    }

    /// A call of functions with functions, as the user wrote it.
    fn plain_code(
        &mut self,
        call: &Call,
        used: &HashSet<Var>,
        mut opaque: Opaque,
        span: Span,
        lets: &mut Vec<Let>,
    ) {
        let leaves = call.output.leaves();
        opaque.effect = !leaves.iter().any(|v| used.contains(v));
        let bound = if opaque.effect { Vec::new() } else { leaves };
        self.bind_code(call, bound, &[], opaque, span, lets);
    }

    /// Binds what opaque code gives in the place of a call: its results, and beside these what the
    /// arguments that it changes are after it.
    fn bind_code(
        &mut self,
        call: &Call,
        mut bound: Vec<Var>,
        versions: &[Var],
        mut opaque: Opaque,
        span: Span,
        lets: &mut Vec<Let>,
    ) {
        if bound.len() <= 1 {
            bound.extend(versions);
            lets.push(Let::new(bound, Op::Opaque(Box::new(opaque)), span));
            return;
        }
        opaque.what = "a call".into();
        let tuple = self.f.fresh_primal("tuple", Ty::Foreign(quote!(_)), span);
        let vars = [&[tuple], versions].concat();
        lets.push(Let::new(vars, Op::Opaque(Box::new(opaque)), span));
        let mut accesses = Vec::new();
        member_paths(&call.output, TokenStream::new(), &mut accesses);
        for (var, access) in accesses {
            let code = match self.types.shallow(self.f.ty(var)).is_scalar() {
                true => quote!(tuple #access),
                false => quote!(::autodiff::__private::saved_value!(tuple #access)),
            };
            let captures = vec![Capture {
                name: "tuple".into(),
                value: Tree::Leaf(tuple),
                by_reference: false,
            }];
            let component = Opaque::new(code, captures, "a call");
            lets.push(Let::new(vec![var], Op::Opaque(Box::new(component)), span));
        }
    }

    /// An operand of an operator as the user passed it.
    fn plain_operand(&self, call: &Call, number: usize, name: &proc_macro2::Ident) -> TokenStream {
        let spelled = call.callee.method.as_ref().map(|m| m.name.as_str()).unwrap_or_default();
        let by_reference =
            if number == 0 { spelled.starts_with('&') } else { spelled.ends_with('&') };
        let scalar = match &call.arguments[number] {
            Argument::Shared(v) => {
                self.types.kind(self.f.ty(*v)).is_some_and(|k| k != Kind::Any)
                    || self.types.shallow(self.f.ty(*v)).is_scalar()
            }
            _ => false,
        };
        match (by_reference, scalar) {
            (true, _) => quote!(&#name),
            (false, true) => quote!(#name),
            (false, false) => quote!(::autodiff::__private::saved_value!(#name)),
        }
    }

    fn spellings_of(&self, first: Var) -> Option<Vec<Spelling>> {
        self.spellings.get(&first).cloned()
    }

    // ---------- types

    fn resolve(&mut self, plain: &HashSet<String>) {
        let mut reported = HashSet::default();
        for i in 0..self.f.vars.len() {
            let ty = self.f.vars[i].ty.clone();
            match self.types.finish(&ty, plain) {
                Some(ty) => self.f.vars[i].ty = ty,
                None => {
                    let (name, span) = (self.f.vars[i].name.clone(), self.f.vars[i].span);
                    if reported.insert(format!("{:?}", self.types.shallow(&ty)))
                        && self.diagnostics.is_empty()
                    {
                        self.diagnostics.error(
                            span,
                            format!(
                                "the compiler cannot see the type of `{name}`: annotate its \
                                `let`, as in `let {name}: Vec<f64> = …;`"
                            ),
                        );
                    }
                }
            }
        }
    }

    fn resolve_callees(&self, block: &mut Block, plain: &HashSet<String>) {
        for l in &mut block.lets {
            match &mut l.op {
                Op::Call(call) => {
                    call.callee = self.types.finish_callee(call.callee.clone(), plain)
                }
                Op::Branch(_, arms) => {
                    arms.iter_mut().for_each(|arm| self.resolve_callees(arm, plain))
                }
                Op::Loop(lp) => self.resolve_callees(&mut lp.body, plain),
                _ => {}
            }
        }
    }

    /// `let y = x` of scalars needs no copy.
    fn drop_scalar_copies(&self, block: &mut Block, names: &mut HashMap<Var, Var>) {
        block.lets.retain_mut(|l| {
            match &mut l.op {
                Op::Branch(_, arms) => {
                    for arm in arms {
                        self.drop_scalar_copies(arm, names);
                    }
                }
                Op::Loop(lp) => self.drop_scalar_copies(&mut lp.body, names),
                _ => {}
            }
            match (&l.op, &l.vars[..]) {
                (Op::Read(place), [v]) if place.path.is_empty() && self.f.ty(*v).is_copied() => {
                    let root = names.get(&place.root).copied().unwrap_or(place.root);
                    names.insert(*v, root);
                    false
                }
                _ => true,
            }
        });
    }
}

/// Whether a call can be written as the user wrote it: neither the function nor an argument is
/// there with its derivatives alone.
fn is_plain(function: &Function, call: &Call) -> bool {
    let is_parameter = call.callee.object.is_some() && call.callee.method.is_none();
    !is_parameter && call.callee.functions.is_empty() && !takes_function(function, call)
}

/// Whether a parameter that is a function is passed on.
fn takes_function(function: &Function, call: &Call) -> bool {
    call.arguments
        .iter()
        .any(|a| matches!(a, Argument::Shared(v) if matches!(function.ty(*v), Ty::Function(_))))
}

/// What a variable is used for.
#[derive(Default)]
struct Uses {
    /// Something that has no derivative.
    discrete: bool,
    /// Anything else.
    other: bool,
    /// The variable and its copies.
    copies: Vec<Var>,
    /// The number of the parameter that it is.
    number: usize,
}

impl Uses {
    /// An argument. What a function takes that is not seen is not told by its name: another one of
    /// that name may have a derivative there. But this function takes what it passes on to itself.
    fn in_call(&mut self, call: &Call) {
        for (k, argument) in call.arguments.iter().enumerate() {
            let vars = match argument {
                Argument::Value(tree) => tree.leaves(),
                Argument::Shared(v) => vec![*v],
                Argument::Unique(place) => vec![place.root],
            };
            self.other |= vars.iter().any(|v| self.copies.contains(v))
                && !(call.callee.recursive && k == self.number);
        }
    }

    fn of(&mut self, function: &Function, block: &Block) {
        for l in &block.lets {
            if !ownership::drops::is_end(&l.op)
                && l.op.operands().iter().any(|v| self.copies.contains(v))
            {
                if matches!(&l.op, Op::Read(place) | Op::View(place) if place.path.is_empty()) {
                    self.copies.extend(&l.vars);
                    continue;
                }
                if let Op::Call(call) = &l.op {
                    self.in_call(call);
                    continue;
                }
                let discrete = match &l.op {
                    Op::Opaque(o) => o.discrete || o.effect,
                    Op::Prim(..) | Op::Cast(_) => {
                        l.vars.iter().all(|v| function.ty(*v).is_discrete())
                    }
                    _ => false,
                };
                self.discrete |= discrete;
                self.other |= !discrete;
            }
            for inner in l.op.blocks() {
                self.of(function, inner);
            }
        }
        self.other |= block.results.iter().any(|v| self.copies.contains(v));
    }
}

/// A `None` of which nothing but the callee tells the type has its own: the tangent that goes with
/// it is `None` as well.
fn name_nones(function: &mut Function, block: &Block) {
    for l in &block.lets {
        if let (Op::Opaque(o), [v]) = (&l.op, &l.vars[..])
            && matches!(function.ty(*v), Ty::Foreign(ty) if ty.to_string() == "_")
            && o.code.to_string() == library::option::none_code().to_string()
        {
            function.vars[v.0 as usize].ty = Ty::Text(types::NONE);
        }
        for inner in l.op.blocks() {
            name_nones(function, inner);
        }
    }
}

/// A view of a scalar is a copy of it.
fn read_scalars(function: &Function, block: &mut Block) {
    for l in &mut block.lets {
        match &mut l.op {
            Op::View(place) if function.ty(l.vars[0]).is_copied() => {
                l.op = Op::Read(place.clone());
            }
            Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| read_scalars(function, arm)),
            Op::Loop(lp) => read_scalars(function, &mut lp.body),
            _ => {}
        }
    }
}

fn apply_splits(block: &mut Block, splits: &HashMap<Var, Vec<Var>>, wrong: &mut Vec<(Span, Var)>) {
    for l in &mut block.lets {
        match &mut l.op {
            Op::Call(call) => {
                let before = call.output.leaves().len();
                call.output = split_tree(&call.output, splits);
                let versions = l.vars.split_off(before.min(l.vars.len()));
                l.vars = call.output.leaves();
                l.vars.extend(versions);
                for argument in &mut call.arguments {
                    if let Argument::Value(tree) = argument {
                        *tree = split_tree(tree, splits);
                    }
                }
            }
            Op::Opaque(o) => {
                o.captures.iter_mut().for_each(|c| c.value = split_tree(&c.value, splits))
            }
            Op::Branch(_, arms) => arms.iter_mut().for_each(|a| apply_splits(a, splits, wrong)),
            Op::Loop(lp) => apply_splits(&mut lp.body, splits, wrong),
            _ => {}
        }
        if !matches!(l.op, Op::Branch(..) | Op::Loop(_)) {
            wrong.extend(
                l.op.operands().into_iter().find(|v| splits.contains_key(v)).map(|v| (l.span, v)),
            );
        }
        let given = l.vars.iter().find(|v| splits.contains_key(v) && block.results.contains(v));
        wrong.extend(given.map(|v| (l.span, *v)));
    }
}

fn split_tree(tree: &Tree, splits: &HashMap<Var, Vec<Var>>) -> Tree {
    match tree {
        Tree::Leaf(v) => match splits.get(v) {
            Some(parts) => {
                Tree::Tuple(parts.iter().map(|p| split_tree(&Tree::Leaf(*p), splits)).collect())
            }
            None => Tree::Leaf(*v),
        },
        Tree::Tuple(parts) => Tree::Tuple(parts.iter().map(|p| split_tree(p, splits)).collect()),
    }
}

/// Every variable that is read somewhere.
fn uses(block: &Block, used: &mut HashSet<Var>) {
    for l in &block.lets {
        match &l.op {
            Op::Branch(tag, arms) => {
                used.insert(*tag);
                arms.iter().for_each(|arm| uses(arm, used));
            }
            Op::Loop(lp) => {
                // the bounds of its range among them
                used.extend(l.op.operands());
                used.extend(lp.tail_reads());
                uses(&lp.body, used);
            }
            op => used.extend(op.operands()),
        }
    }
    used.extend(&block.results);
}

fn member_paths(tree: &Tree, path: TokenStream, found: &mut Vec<(Var, TokenStream)>) {
    match tree {
        Tree::Leaf(v) => found.push((*v, path)),
        Tree::Tuple(parts) => {
            for (i, part) in parts.iter().enumerate() {
                let member = syn::Index::from(i);
                member_paths(part, quote!(#path.#member), found);
            }
        }
    }
}

/// The collection of std that a type is, by its name or by that of what makes it.
pub fn collection(of: &Projection) -> Option<String> {
    let path = match of {
        Projection::Named(path) => path.clone(),
        Projection::Output(callee) => callee.path.clone(),
        Projection::Leaf(..) | Projection::Item(_) | Projection::Member(..) => return None,
    };
    let names = path.into_iter().filter_map(|token| {
        if let proc_macro2::TokenTree::Ident(name) = token { Some(name.to_string()) } else { None }
    });
    names.into_iter().find(|name| type_class::COLLECTIONS.contains(&name.as_str()))
}

/// The values passed to functions whose signature is not known here.
fn passed_values(block: &Block, passed: &mut Vec<Var>) {
    for l in &block.lets {
        match &l.op {
            Op::Call(call) => {
                // what a closure captures is of the type that it has here
                let is_captured = |k: usize| {
                    call.callee.functions.iter().any(|f| (f.at..f.at + f.captures).contains(&k))
                };
                let arguments = call.arguments.iter().enumerate().filter(|(k, _)| !is_captured(*k));
                passed.extend(arguments.flat_map(|(_, a)| match a {
                    Argument::Value(tree) => tree.leaves(),
                    Argument::Shared(v) => vec![*v],
                    Argument::Unique(_) => Vec::new(),
                }));
            }
            // a macro that prints takes any type
            Op::Opaque(o) if !(o.effect && opaque::is_macro(&o.code)) => {
                passed.extend(o.captures.iter().flat_map(|c| c.value.leaves()))
            }
            _ => {}
        }
        for inner in l.op.blocks() {
            passed_values(inner, passed);
        }
    }
}
