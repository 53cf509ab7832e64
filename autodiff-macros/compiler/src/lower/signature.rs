//! The signature of a function: its generics, the passing modes of its parameters, and its result.
//! A parameter is active if its type carries reals and it is not `#[constant]`.

use super::*;

impl Lowerer<'_> {
    pub fn signature(&mut self, sig: &syn::Signature) -> Interface {
        let mut generics = self.generics(sig);
        let (rust_output, output) = match &sig.output {
            syn::ReturnType::Default => (quote::quote!(()), Ty::unit()),
            syn::ReturnType::Type(_, ty) => {
                let owned = crate::type_class::owned_result(ty);
                self.sig.returns_reference = owned.is_some();
                let ty = owned.as_ref().unwrap_or(ty);
                (ty.to_token_stream(), self.output_type(ty))
            }
        };
        self.sig.written_generics = sig.generics.clone();
        self.sig.written_output = syn::parse2(rust_output.clone()).ok();
        self.sig.output = output.clone();
        self.sig.ret = self.slots_for("result", &output, true);
        let mut params = Vec::new();
        for (i, input) in sig.inputs.iter().enumerate() {
            if let syn::FnArg::Typed(input) = input {
                params.push((self.param(input, i), input));
            }
        }
        if self.around.owner.is_some() {
            generics.own.extend(self.sig.anonymous.iter().map(|p| p.name.clone()));
        }
        generics.params.append(&mut self.sig.anonymous);
        let names: Vec<&Ident> = generics.params.iter().map(|p| &p.name).collect();
        self.sig.turbofish =
            if names.is_empty() { TokenStream::new() } else { quote::quote!(<#(#names),*>) };
        if !params.iter().any(|(p, _)| p.passing == Passing::Unique && p.is_active()) {
            self.check_output(&output, sig);
        }
        let reals: HashSet<Real> =
            params.iter().flat_map(|(p, _)| reals(&p.ty)).chain(reals(&output)).collect();
        // a signature without real types defaults to the type in which the function is generic
        let mentioned: Vec<Real> =
            if reals.is_empty() { self.types.params.clone() } else { reals.into_iter().collect() };
        if let [real] = mentioned[..] {
            self.types.default_real = real;
        }
        if !params.iter().any(|(p, _)| p.is_active()) {
            self.error(
                &sig.ident,
                "nothing to differentiate: no parameter carries reals without `#[constant]`; add \
                 one of type f64, f32, or an array, slice, Vec or tuple of them",
            );
        }
        self.refuse_equal_names(sig);
        for (param, input) in &params {
            let span = input.pat.span();
            if param.function().is_some() {
                self.bind_function(param);
                continue;
            }
            if param.ty.is_source() {
                self.bind_source(param);
                continue;
            }
            let reference =
                param.passing == Passing::Shared || param.borrowed == Some(Borrowed::Option);
            if param.passing == Passing::Unique {
                for var in param.value.leaves() {
                    let id = self.slot(&param.name, param.ty.clone(), true, Some(var));
                    self.slots[id].reference = true;
                    self.slots[id].unique = true;
                    self.sig.unique.push(id);
                    let binding = self.unique_param(id);
                    if !matches!(*input.pat, syn::Pat::Ident(_)) {
                        let value = self.unique_reference(&binding);
                        self.bind(&input.pat, value, span);
                    }
                    self.ssa.scope.push((param.name.clone(), binding));
                }
                continue;
            }
            let mut value = self.param_value(&param.value, reference);
            if param.passing == Passing::Value
                && param.is_active()
                && let Some(inner) = self.types.in_box(&param.ty)
            {
                let known = self.types.signature(&inner);
                value = self.out_of_box(value, known, span);
            }
            self.bind(&input.pat, value, span);
        }
        self.sig.parameters = self.slots.len();
        self.bind_changing_slices(&params);
        Interface {
            name: sig.ident.to_string(),
            generics,
            params: params.into_iter().map(|(p, _)| p).collect(),
            rust_output,
            output,
            output_value: Tree::Tuple(Vec::new()),
            cloned_types: Vec::new(),
        }
    }

    /// What a parameter by mutable reference is bound to: the components of a tuple are places in
    /// it.
    pub fn unique_param(&self, slot: SlotId) -> Binding {
        fn components(slot: SlotId, path: &[Step], parts: &[Ty]) -> Binding {
            let part = |(k, ty): (usize, &Ty)| {
                let path = path.iter().cloned().chain([Step::Field(k)]).collect::<Vec<_>>();
                match ty {
                    Ty::Tuple(parts) => components(slot, &path, parts),
                    ty => Binding::Alias(Alias { slot, path, ty: ty.clone() }),
                }
            };
            Binding::Tuple(parts.iter().enumerate().map(part).collect())
        }
        match &self.slots[slot].ty {
            Ty::Tuple(parts) => Binding::Unique(Box::new(components(slot, &[], parts))),
            _ => Binding::Slot(slot),
        }
    }

    /// Parameters `mut rest: &mut [T]`, which may be assigned other parts of the slice.
    fn bind_changing_slices(&mut self, params: &[(Param, &syn::PatType)]) {
        for (param, input) in params {
            let syn::Pat::Ident(p) = &*input.pat else { continue };
            let Some(Binding::Slot(slot)) = self.lookup(&param.name).cloned() else { continue };
            if p.mutability.is_some() && self.slots[slot].unique {
                let reference = self.unique_reference(&Binding::Slot(slot));
                if let Some(window) = self.window(&param.name, &reference, p.ident.span()) {
                    self.ssa.scope.push((param.name.clone(), window));
                }
            }
        }
    }

    /// Reports a name that two parameters bind, as rustc does (E0415).
    fn refuse_equal_names(&mut self, sig: &syn::Signature) {
        let mut names = HashSet::default();
        for input in &sig.inputs {
            let syn::FnArg::Typed(input) = input else { continue };
            for variable in control::pattern::variables(&input.pat, &self.names.pattern_names) {
                if !names.insert(variable.ident.to_string()) {
                    let message = format!(
                        "two parameters have the name `{}`: rename one of them",
                        variable.ident
                    );
                    self.error(&variable.ident, message);
                }
            }
        }
    }

    /// A type of the signature, which may be a box.
    fn with_boxes(&mut self, ty: &syn::Type) -> Option<Ty> {
        match crate::type_class::box_type(ty).map(|inner| self.types.signature(inner)) {
            Some(None | Some(Ty::Slice(_))) => None,
            Some(_) => Some(self.types.type_at_path(ty.to_token_stream())),
            None => self.types.signature(ty),
        }
    }

    fn output_type(&mut self, ty: &syn::Type) -> Ty {
        // cotangents of arrays are slices, which differ from the boxed type
        let in_box = crate::type_class::box_type(ty).and_then(|inner| self.types.signature(inner));
        let is_taken = !matches!(in_box, Some(Ty::Array(..) | Ty::Vec(_) | Ty::Tuple(_)));
        match self.with_boxes(ty).filter(|_| is_taken) {
            None if self.is_fenced(ty) => self.types.fresh(Kind::Any, Origin::Error),
            // the fence has reported a mutable reference
            None if matches!(ty, syn::Type::Reference(r) if r.mutability.is_some()) => {
                self.types.fresh(Kind::Any, Origin::Error)
            }
            Some(Ty::Slice(_)) | None => {
                let what = format!(
                    "a result of type `{}` is not supported yet; supported are f64, f32, arrays, \
                     Vec, and tuples of these and of discrete values",
                    display_tokens(ty)
                );
                self.error(ty, what);
                self.types.fresh(Kind::Any, Origin::Error)
            }
            Some(t) => t,
        }
    }

    /// The result must have a derivative, unless the function changes something through `&mut`.
    fn check_output(&mut self, output: &Ty, sig: &syn::Signature) {
        let message = "nothing to differentiate: the function returns nothing; return the results \
                       that need a derivative, or take them by `&mut`";
        match &sig.output {
            syn::ReturnType::Default => self.error(&sig.ident, message),
            syn::ReturnType::Type(_, ty) if *output == Ty::unit() => self.error(ty, message),
            // valid: differentiated functions may call it or take it as an argument
            syn::ReturnType::Type(..) => {}
        }
    }

    fn param(&mut self, input: &syn::PatType, number: usize) -> Param {
        if let Some(param) = self.function_param(input, number).or_else(|| self.source_param(input))
        {
            return param;
        }
        // a value that is converted from a type without reals has none either
        let converts =
            input.attrs.iter().any(params::is_converted) && self.is_without_reals(&input.ty);
        let is_receiver = number == 0
            && self.around.owner.is_some_and(|owner| {
                owner.to_string() == strip_references(&input.ty).to_token_stream().to_string()
            });
        let at: &dyn ToTokens = if is_receiver { &input.pat } else { &input.ty };
        let is_without_tangents = self.is_without_tangents(&input.ty);
        let mut constant = self.is_marked_constant(input, converts);
        if is_without_tangents && !constant {
            constant = self.is_constant_without_tangents(input, at);
        }
        let owned = self.owned_type(&input.ty, constant).filter(|_| !is_without_tangents);
        let (owned, borrowed) = match owned {
            Some((owned, borrowed)) => (Some(owned), Some(borrowed)),
            None => (None, None),
        };
        let (passing, inner) = self.passing_mode(&input.ty, owned.as_ref().unwrap_or(&*input.ty));
        // a parameter that changes and has no reals is the same with and without the mark
        let is_marked_in_vain = constant
            && passing == Passing::Unique
            && (self.types.is_plain(&inner.to_token_stream()) || self.is_without_reals(inner));
        let constant = constant && !is_marked_in_vain;
        let ty = self.param_type(input, inner, passing, constant);
        let ty = match self.reason_not_in_out(&ty, inner, passing, constant) {
            None => ty,
            Some(message) => {
                self.error(at, message);
                self.types.fresh(Kind::Any, Origin::Error)
            }
        };
        let name = match &*input.pat {
            syn::Pat::Ident(p) => p.ident.to_string(),
            _ => format!("argument_{number}"),
        };
        // behind a mutable reference a tuple is one value
        let value = match passing {
            Passing::Unique => {
                Tree::Leaf(self.f.fresh_primal(name.as_str(), ty.clone(), input.pat.span()))
            }
            _ => self.param_tree(&ty, &name, input.pat.span()),
        };
        let vars = value.leaves();
        self.f.params.extend(&vars);
        self.facts.named.extend(vars);
        match borrowed {
            Some(Borrowed::Option) => self.facts.borrowed_options.extend(value.leaves()),
            Some(Borrowed::View | Borrowed::Array) => {
                self.types.note_views(&ty);
                self.facts.view_params.extend(value.leaves());
            }
            None => {}
        }
        Param {
            name,
            rust_type: input.ty.to_token_stream(),
            ty,
            passing,
            constant,
            converts,
            borrowed,
            value,
        }
    }

    /// The type that a parameter has in derivatives, if callers pass references or views. A slice of
    /// views that is `constant` becomes a vector of arrays.
    fn owned_type(&self, ty: &syn::Type, constant: bool) -> Option<(syn::Type, Borrowed)> {
        if let Some(option) = crate::type_class::owned_option(ty) {
            return Some((option, Borrowed::Option));
        }
        let mut owned = self.types.with_owned_arrays(ty)?;
        if let (true, syn::Type::Reference(of)) = (constant, &mut owned)
            && let syn::Type::Slice(views) = &*of.elem
        {
            let element = &views.elem;
            *of.elem = syn::parse_quote!(Vec<#element>);
        }
        Some((owned, types::arrays::views::borrowed_param(ty)))
    }

    /// Whether a parameter is constant by its attributes, or by its type. Other attributes are
    /// reported.
    fn is_marked_constant(&mut self, input: &syn::PatType, converts: bool) -> bool {
        // an active value in a map or a set is an error where it is stored, as in a type without
        // tangents
        let mut constant = converts
            || types::arrays::views::is_array_of_data(&input.ty, self.world())
            || self.is_collection_of(&input.ty, |ty| {
                self.around.is_helper || crate::type_class::is_discrete(ty)
            });
        for attribute in input.attrs.iter().filter(|a| !params::is_converted(a)) {
            if attribute.path().is_ident("constant") && matches!(attribute.meta, syn::Meta::Path(_))
            {
                constant = true;
            } else if !is_lint(attribute) {
                self.error(
                    attribute,
                    "this attribute is not supported on a parameter of a differentiated function: \
                     only `#[constant]` is",
                );
            }
        }
        constant
    }

    /// Whether a parameter of a type without tangents is constant. It is reported unless the
    /// function is a helper.
    fn is_constant_without_tangents(&mut self, input: &syn::PatType, at: &dyn ToTokens) -> bool {
        // an active value in a type without tangents is an error where it is stored, so none
        // reaches a helper
        if !self.around.is_helper {
            self.error(
                at,
                "this type has no tangents: put `#[derive(Differentiable)]` on it, or mark the \
                 parameter `#[constant]` if it needs no derivative",
            );
        }
        // a `&mut` parameter is reported separately
        !self.around.is_helper
            || !matches!(&*input.ty, syn::Type::Reference(of) if of.mutability.is_some())
    }

    /// The passing mode of a parameter, and the passed type: `borrowed`, without its reference.
    fn passing_mode<'t>(
        &mut self,
        ty: &syn::Type,
        borrowed: &'t syn::Type,
    ) -> (Passing, &'t syn::Type) {
        let (passing, inner) = match borrowed {
            syn::Type::Reference(r) if self.types.signature(ty).is_none() => {
                (if r.mutability.is_some() { Passing::Unique } else { Passing::Shared }, &*r.elem)
            }
            ty => (Passing::Value, ty),
        };
        // a reference to a box is a reference to its contents
        let inner = if passing == Passing::Value {
            inner
        } else {
            crate::type_class::box_type(inner).unwrap_or(inner)
        };
        (passing, inner)
    }

    /// The type of a parameter. One that is not supported is reported.
    fn param_type(
        &mut self,
        input: &syn::PatType,
        inner: &syn::Type,
        passing: Passing,
        constant: bool,
    ) -> Ty {
        match self.with_boxes(inner) {
            _ if types::arrays::views::is_mutable_view(inner, self.world()) => {
                self.error(
                    &input.ty,
                    "a parameter that is a view which changes an array is not supported: take the \
                     array, as in `x: &mut Array1<f64>`",
                );
                self.types.fresh(Kind::Any, Origin::Error)
            }
            Some(Ty::Slice(_))
                if !constant && self.types.with_owned_arrays(&input.ty).is_some() =>
            {
                self.error(
                    &input.ty,
                    "a slice of views is not supported as a parameter: take a slice of arrays, as \
                     in `x: &[Array1<f64>]`",
                );
                self.types.fresh(Kind::Any, Origin::Error)
            }
            // a type parameter that has been reported
            _ if !self.sig.rejected_generics.is_empty() && self.is_fenced(&input.ty) => {
                self.types.fresh(Kind::Any, Origin::Error)
            }
            Some(t)
                if constant
                    && passing != Passing::Unique
                    && self.types.is_open(&t)
                    // its methods take active arguments
                    && !self.is_array_type(&t)
                    && !self.types.open_projection(&t).is_some_and(|p| self.is_implementor(&p)) =>
            {
                self.types.constant(inner)
            }
            // a slice is always behind a reference
            Some(t) if passing != Passing::Value || !matches!(t, Ty::Slice(_)) => t,
            _ if self.is_fenced(&input.ty) => self.types.fresh(Kind::Any, Origin::Error),
            _ if constant => Ty::Foreign(inner.to_token_stream()),
            _ => {
                self.error(
                    &input.ty,
                    format!(
                        "a parameter of type `{}` is not supported yet; supported are f64, f32, \
                         integers, bool, char, &str, String, tuples, arrays, slices and Vec of \
                         these. If it needs no derivative, mark it `#[constant]`",
                        display_tokens(&input.ty)
                    ),
                );
                self.types.fresh(Kind::Any, Origin::Error)
            }
        }
    }

    /// Why a parameter cannot be changed by the function, if it is `&mut`.
    fn reason_not_in_out(
        &self,
        ty: &Ty,
        inner: &syn::Type,
        passing: Passing,
        constant: bool,
    ) -> Option<&'static str> {
        match passing {
            Passing::Value | Passing::Shared => None,
            Passing::Unique if constant && !self.around.linear && !ty.is_discrete() => Some(
                "a `&mut` parameter of reals cannot be `#[constant]`, since the values that the \
                 function writes to it have a derivative: remove the attribute",
            ),
            Passing::Unique if !constant && self.world().type_without_derive(inner).is_some() => {
                Some(
                    "a differentiated function cannot change a value without tangents: put \
                     `#[derive(Differentiable)]` on the type, and `#[constant]` on its fields \
                     without a derivative",
                )
            }
            Passing::Unique if matches!(ty, Ty::Foreign(_)) => Some(
                "a `&mut` parameter of this type is not supported yet: take its parts by `&mut`, \
                 or take it by value and return the result",
            ),
            Passing::Unique => None,
        }
    }

    /// Whether a type is one of the crate without the derive. Excludes the owner of a linear
    /// function, which is reported elsewhere.
    pub fn is_without_tangents(&self, ty: &syn::Type) -> bool {
        let is_owner = |path: &syn::TypePath| {
            self.around
                .owner
                .is_some_and(|owner| owner.to_string() == path.to_token_stream().to_string())
        };
        self.world()
            .type_without_derive(ty)
            .is_some_and(|path| !(self.around.linear && is_owner(path)))
    }

    /// Whether a type is a collection of std with such entries, and not one of the crate with that
    /// name.
    fn is_collection_of(&self, ty: &syn::Type, is_entry: impl Fn(&syn::Type) -> bool) -> bool {
        crate::type_class::entries(ty).is_some_and(|entries| entries.into_iter().all(is_entry))
            && !crate::type_class::COLLECTIONS
                .iter()
                .any(|name| self.world().is_user_defined_type(name))
    }

    /// Whether a type, by its name, has the derive and no reals.
    fn is_without_reals(&mut self, ty: &syn::Type) -> bool {
        let syn::Type::Path(path) = ty else { return false };
        let Some(recorded) =
            path.path.get_ident().and_then(|name| self.world().find_type(&name.to_string()))
        else {
            return false;
        };
        let is_discrete = self.world().has_only_discrete_fields(&recorded);
        if is_discrete {
            self.collected.witnesses.push(recorded.check(&path.to_token_stream()));
        }
        is_discrete
    }

    /// The value of a parameter, or a reference to it.
    pub fn param_value(&mut self, tree: &Tree, reference: bool) -> Value {
        match tree {
            Tree::Leaf(v) => Value::Var(*v, reference),
            Tree::Tuple(parts) => {
                let parts = parts.iter().map(|p| self.param_value(p, reference)).collect();
                if reference { self.borrowed_whole(parts) } else { Value::Tuple(parts) }
            }
        }
    }

    pub fn param_tree(&mut self, ty: &Ty, name: &str, span: Span) -> Tree {
        match ty {
            Ty::Tuple(parts) => Tree::Tuple(
                parts
                    .iter()
                    .enumerate()
                    .map(|(i, p)| self.param_tree(p, &format!("{name}_{i}"), span))
                    .collect(),
            ),
            _ => Tree::Leaf(self.f.fresh_primal(name, ty.clone(), span)),
        }
    }
}

pub struct FencedType<'g> {
    pub generics: &'g [String],
    pub found: bool,
}

impl<'ast> Visit<'ast> for FencedType<'_> {
    fn visit_type(&mut self, ty: &'ast syn::Type) {
        // an error may be of any type
        if let Some((value, Some(_))) = params::result_types(ty) {
            return self.visit_type(value);
        }
        self.found |= matches!(
            ty,
            syn::Type::ImplTrait(_)
                | syn::Type::TraitObject(_)
                | syn::Type::Ptr(_)
                | syn::Type::FnPtr(_)
        );
        syn::visit::visit_type(self, ty);
    }
    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.found |=
            path.segments.first().is_some_and(|s| self.generics.iter().any(|g| s.ident == g));
        syn::visit::visit_path(self, path);
    }
}

/// The type behind a reference.
fn strip_references(ty: &syn::Type) -> &syn::Type {
    match crate::type_class::strip_groups(ty) {
        syn::Type::Reference(of) => strip_references(&of.elem),
        ty => ty,
    }
}

fn reals(ty: &Ty) -> Vec<Real> {
    match ty {
        Ty::Real(r) => vec![*r],
        Ty::Tuple(parts) => parts.iter().flat_map(reals).collect(),
        t => t.element().map(reals).unwrap_or_default(),
    }
}

/// Whether an attribute only concerns lints, documentation or formatting.
pub fn is_lint(attribute: &syn::Attribute) -> bool {
    let path = attribute.path();
    path.segments.first().is_some_and(|s| {
        ["allow", "expect", "warn", "deny", "doc", "rustfmt"].iter().any(|n| s.ident == n)
    })
}
