//! Calls that have no active arguments: they remain calls of the original functions, as opaque
//! code.

use crate::ir::types::Spelling as Form;
use crate::lower::*;
use crate::turbofish;
use quote::quote;

/// The arguments of a call as code.
#[derive(Default)]
struct ArgumentCode {
    captures: Vec<Capture>,
    changes: Vec<Change>,
    arguments: Vec<TokenStream>,
    /// The names by which the code captures the arguments.
    names: Vec<proc_macro2::Ident>,
}

impl Lowerer<'_> {
    pub(super) fn plain_calls(
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
            let varies = matches!(l.op, Op::Call(_)) && l.op.has_operand(|v| varied.contains(&v));
            // discrete values depend on no active value
            let discrete =
                !l.vars.is_empty() && l.vars.iter().all(|v| self.types.is_discrete(self.f.ty(*v)));
            let active = varies && !discrete;
            match &l.op {
                Op::Call(call) if self.is_unread_part(call, used) => {
                    plain.insert(call.callee.key());
                    if self.may_be_out_of_bounds(call) {
                        lets.push(self.check_of_part(call, l.span));
                    }
                }
                Op::Call(Call { callee, output: Tree::Leaf(v), .. })
                    if !active && self.facts.inactive_views.contains(v) =>
                {
                    differentiated.insert(callee.key());
                    lets.push(l);
                }
                Op::Call(call) if active => {
                    self.check_parameter(call, l.span);
                    self.check_implementor(call, l.span);
                    self.collected
                        .active_methods
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
                        .and_then(|v| self.facts.alternatives.get(v).cloned())
                    {
                        Some(opaque) => {
                            plain.insert(call.callee.key());
                            self.plain_code(&call.clone(), used, opaque, l.span, &mut lets);
                        }
                        // a parameter that is a function has only its derivatives in generated
                        // code
                        _ => {
                            differentiated.insert(call.callee.key());
                            lets.push(l);
                        }
                    }
                }
                Op::Call(call) => {
                    plain.insert(call.callee.key());
                    self.plain_call(call, &l, used, varies, &mut lets);
                }
                _ => lets.push(l),
            }
        }
        block.lets = lets;
    }

    /// A call that returns a part of an array, for its panic.
    fn check_of_part(&self, call: &Call, span: Span) -> Let {
        let ArgumentCode { captures, arguments, names, .. } = self.plain_arguments(call, &[], span);
        let (array, method, arguments) = (&names[0], &call.callee.path, &arguments[1..]);
        let code = quote!(_ = #array.#method(#(#arguments),*));
        let opaque =
            Opaque { effect: true, discrete: true, ..Opaque::new(code, captures, "a check") };
        Let { vars: Vec::new(), op: Op::Opaque(Box::new(opaque)), span }
    }

    /// Reports a call of an unknown function of a type parameter: it has no marker.
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
                    "the derivative of `{name}` is unknown: use operators and the methods of \
                     `num_traits::Float`; or, if the type parameter is no scalar, put \
                     #[differentiate] on the trait of the function and on the function, before \
                     this item"
                ),
            );
        }
    }

    /// Reports a call whose value is not used, if its effect would lose the derivative of an
    /// active value.
    fn check_unused(&mut self, call: &Call, used: &HashSet<Var>, span: Span) {
        let changes = call.arguments.iter().any(|a| matches!(a, Argument::Unique(_)));
        let leaves = call.output.leaves();
        // after another error the use may merely be missing
        if self.diagnostics.is_empty()
            && !changes
            && !leaves.iter().any(|v| used.contains(v) || self.facts.named.contains(v))
        {
            let name = call.callee.display_name();
            self.diagnostics.error(
                span,
                format!(
                    "the result of `{name}` is unused, and its side effects on active values have \
                     no derivative: if you call it for them, write `constant(…)` around its \
                     arguments"
                ),
            );
        }
    }

    /// Rewrites a call as one of the original function, in opaque code. `l` is the let of the
    /// call.
    fn plain_call(
        &mut self,
        call: &Call,
        l: &Let,
        used: &HashSet<Var>,
        discrete: bool,
        lets: &mut Vec<Let>,
    ) {
        let (vars, span) = (&l.vars[..], l.span);
        if let (Some(Form::Compound(symbol)), [_]) =
            (call.callee.method.as_ref().map(|m| m.spelling), vars)
        {
            return self.plain_compound(call, l, symbol, discrete, lets);
        }
        let leaves = call.output.leaves();
        self.note_guard(&call.callee, &leaves);
        let is_collection =
            matches!(leaves[..], [leaf] if self.types.is_collection(self.f.ty(leaf)));
        // a guard is moved where the user moves it, and never copied: rustc infers its type
        let is_guard = leaves.iter().any(|v| self.facts.guards.contains(v));
        if !is_collection
            && !is_guard
            && let Some(given) = self.recorded_plain_output(&call.callee)
        {
            self.unify_tree(&call.output, &given);
        }
        let borrows =
            leaves.iter().any(|v| self.types.shallow(self.f.ty(*v)).has_elided_lifetimes());
        let repeatable = borrows && self.is_repeatable_call(&call.callee);
        let advice = if borrows { opaque::HOLDS_REFERENCES } else { "put #[differentiate] on it" };
        let versions = &vars[leaves.len().min(vars.len())..];
        let spellings = leaves.first().and_then(|v| self.spellings_of(*v)).unwrap_or_default();
        let passed = self.plain_arguments(call, &spellings, span);
        let code = self.plain_code_of(call, &passed);
        let ArgumentCode { captures, changes, .. } = passed;
        let code = self.owned_code(call, code);
        // a named value lives until the end of its scope: it may be a guard
        let is_used = leaves.iter().any(|v| used.contains(v) || self.facts.named.contains(v));
        let bound = if is_used { leaves } else { Vec::new() };
        let opaque = Opaque {
            effect: !is_used && changes.is_empty(),
            changes,
            discrete: discrete && !borrows,
            repeatable,
            advice: advice.into(),
            ..Opaque::new(code, captures, format!("a call of `{}`", call.callee.display_name()))
        };
        self.bind_code(call, (bound, versions), opaque, span, lets);
    }

    /// The arguments of a call, with what their code captures and changes.
    fn plain_arguments(&self, call: &Call, spellings: &[Spelling], span: Span) -> ArgumentCode {
        let mut passed = ArgumentCode::default();
        for (i, argument) in call.arguments.iter().enumerate() {
            let is_explicit =
                |v: Var| matches!(self.f.ty(v), Ty::Foreign(ty) if turbofish::is_argument(ty));
            if matches!(argument, Argument::Value(Tree::Leaf(v)) if is_explicit(*v)) {
                // the turbofish is written with the path
                continue;
            }
            let spelling = spellings.get(i).cloned().unwrap_or(Spelling {
                name: None,
                by_reference: !matches!(argument, Argument::Value(_) | Argument::Index(_)),
            });
            // a generated name stands for the place itself, so that memory by value is moved
            let is_borrowed = |tree: &Tree| {
                tree.leaves().iter().all(|v| self.types.shallow(self.f.ty(*v)).is_scalar())
            };
            let spelled = spelling.name.filter(|_| argument.by_value().is_none_or(is_borrowed));
            let mut name = spelled.unwrap_or_else(|| format!("argument_{i}"));
            let value = match argument {
                Argument::Value(tree) | Argument::Index(tree) => tree.clone(),
                Argument::Shared(v) => Tree::Leaf(*v),
                Argument::Unique(place) => {
                    let name = format!("argument_{i}");
                    let ident = proc_macro2::Ident::new(&name, span);
                    passed.changes.push(Change { name, place: place.clone() });
                    passed.arguments.push(quote!(#ident));
                    passed.names.push(ident);
                    continue;
                }
            };
            if passed
                .captures
                .iter()
                .any(|c| c.name == name && format!("{:?}", c.value) != format!("{value:?}"))
            {
                name = format!("argument_{i}");
            }
            let ident = proc_macro2::Ident::new(&name, span);
            let code = self.plain_argument(argument, spelling.by_reference, &ident);
            passed.arguments.push(code);
            passed.names.push(ident);
            if !passed.captures.iter().any(|c| c.name == name) {
                passed.captures.push(Capture { name, value, by_reference: false });
            }
        }
        passed
    }

    /// The code of an argument that is captured by a name.
    fn plain_argument(
        &self,
        argument: &Argument,
        by_reference: bool,
        ident: &proc_macro2::Ident,
    ) -> TokenStream {
        match argument {
            Argument::Value(Tree::Leaf(v))
                if let Some(is_borrowed) = self.facts.iterated.get(v) =>
            {
                if *is_borrowed {
                    quote!(#ident.iter())
                } else {
                    quote!(#ident.into_iter())
                }
            }
            // an `Option` of a reference
            Argument::Value(_) if by_reference => {
                quote!(match &#ident { ::core::option::Option::Some(of)
                        => ::core::option::Option::Some(of), ::core::option::Option::None
                        => ::core::option::Option::None })
            }
            // what the user passes is a view, which is owned in derivatives
            Argument::Value(Tree::Leaf(v)) if self.types.is_view(self.f.ty(*v)) => {
                quote!(#ident.view())
            }
            Argument::Value(_) | Argument::Index(_) => quote!(#ident),
            // a constant, passed as it is written, whether it is a reference or not
            Argument::Shared(_) if !by_reference => quote!(#ident),
            Argument::Shared(_) | Argument::Unique(_) => quote!(&#ident),
        }
    }

    /// The code of a call, in the form in which the user wrote it.
    fn plain_code_of(
        &self,
        call: &Call,
        ArgumentCode { arguments, names, .. }: &ArgumentCode,
    ) -> TokenStream {
        let path = &call.callee.path;
        let turbofish = (!call.callee.turbofish.is_empty()).then(|| {
            let parameters = &call.callee.turbofish;
            quote!(::#parameters)
        });
        match (call.callee.method.as_ref().map(|m| m.spelling), &arguments[..]) {
            (Some(Form::Dot), [_, rest @ ..]) => {
                let receiver = &names[0];
                if let Some(function) = of_runtime(path) {
                    return quote!(#function(&#receiver.view() #(, #rest)*));
                }
                self.in_owned_form(call, quote!(#receiver.#path #turbofish(#(#rest),*)))
            }
            (Some(Form::AssignTo), [_, rest @ .., last]) => {
                let receiver = &names[0];
                if path.to_string() == "ordered_iter" {
                    let assign = quote!(::autodiff::__private::arrays::assign_to_ordered_iter);
                    return quote!(#assign(&mut #receiver.view_mut(), #(#rest,)* #last));
                }
                if path.to_string() == "iter_mut" {
                    let assign = quote!(|(to, from)| *to = from);
                    return quote!(#receiver.iter_mut().zip(#last).for_each(#assign));
                }
                if let Some(iterated) = path.to_string().strip_prefix("part_of_")
                    && let Some((number, rest)) = rest.split_last()
                {
                    let iterated = proc_macro2::Ident::new(iterated, Span::call_site());
                    let views = quote!(#receiver.#iterated(#(#rest),*).into_iter());
                    return quote!(#views.skip(#number).take(1)
                        .for_each(|mut view| view.assign(#last)));
                }
                quote!(#receiver.#path(#(#rest),*).assign(#last))
            }
            (Some(Form::Items), [_, rest @ ..]) => {
                let receiver = &names[0];
                if let Some(function) = of_runtime(path) {
                    return quote!(#function(&#receiver.view() #(, #rest)*));
                }
                if rest.is_empty() && matches!(&*path.to_string(), "fold" | "for_each") {
                    let items = quote!(::autodiff::__private::Vec::new());
                    let push = quote!(|mut items, item| {
                        items.push(item.clone());
                        items
                    });
                    return quote!(#receiver.fold(#items, #push));
                }
                let items = quote!(#receiver.#path(#(#rest),*));
                let items = crate::lower::iterate::opaque_items::collect_dereferenced(
                    &items,
                    Span::call_site(),
                );
                self.in_owned_form(call, items)
            }
            (Some(Form::Infix(symbol)), [_, _]) => {
                let (a, b) = (
                    self.plain_operand(call, 0, &names[0]),
                    self.plain_operand(call, 1, &names[1]),
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
                let a = self.plain_operand(call, 0, &names[0]);
                let symbol: TokenStream = symbol.parse().unwrap_or_default();
                quote!((#symbol #a))
            }
            _ => quote!(#path #turbofish(#(#arguments),*)),
        }
    }

    /// Views of arrays are owned in derivatives.
    fn in_owned_form(&self, call: &Call, code: TokenStream) -> TokenStream {
        let method = call.callee.method.as_ref();
        match method.filter(|method| self.types.is_of_other_crate(&method.owner)) {
            Some(_) => quote!(::autodiff::__private::owned_form!(#code)),
            None => code,
        }
    }

    /// Unifies the type of a flattened value with this type.
    pub(in crate::lower) fn unify_tree(&mut self, tree: &Tree, ty: &Ty) {
        match (tree, ty) {
            (Tree::Leaf(v), ty) => self.unify_var(*v, ty),
            (Tree::Tuple(parts), Ty::Tuple(types)) => {
                parts.iter().zip(types).for_each(|(part, ty)| self.unify_tree(part, ty))
            }
            (Tree::Tuple(_), _) => {}
        }
    }

    /// A call with functions as arguments, as the user wrote it.
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
        self.bind_code(call, (bound, &[]), opaque, span, lets);
    }

    /// Binds the outputs of opaque code that replaces a call: the results, and the new values of
    /// the arguments that it changes.
    fn bind_code(
        &mut self,
        call: &Call,
        (mut bound, versions): (Vec<Var>, &[Var]),
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
            // the name may be that of a parameter, which is a reference
            (true, false) => quote!(::autodiff::__private::behind!(#name)),
            (true, true) => quote!(&#name),
            (false, true) => quote!(#name),
            (false, false) => quote!(::autodiff::__private::saved_value!(#name)),
        }
    }

    fn spellings_of(&self, first: Var) -> Option<Vec<Spelling>> {
        self.facts.spellings.get(&first).cloned()
    }
}

/// The function of the runtime for a method `autodiff_…` of an array. Lowering makes calls of such
/// methods, which `ndarray` does not have.
fn of_runtime(method: &TokenStream) -> Option<TokenStream> {
    let name = method.to_string();
    let function = quote::format_ident!("{}", name.strip_prefix("autodiff_")?);
    Some(quote!(::autodiff::__private::arrays::#function))
}

/// Whether a call can be written as the user wrote it: for neither the function nor an argument
/// are only derivatives available.
fn is_plain(function: &Function, call: &Call) -> bool {
    let is_parameter = call.callee.object.is_some() && call.callee.method.is_none();
    !is_parameter && call.callee.functions.is_empty() && !has_function_argument(function, call)
}

/// Whether a parameter that is a function is passed on.
fn has_function_argument(function: &Function, call: &Call) -> bool {
    call.arguments
        .iter()
        .any(|a| matches!(a, Argument::Shared(v) if matches!(function.ty(*v), Ty::Function(_))))
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
