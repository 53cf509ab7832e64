//! Type parameters that implement differentiated traits:
//! `fn total<P: Potential>(p: &P, x: f64) -> f64 { p.energy(x) }`.
//!
//! The source of a `#[differentiate]` trait, and with it the signatures of its functions, is
//! available when a later function is expanded ([`crate::world`]). A type parameter with such a
//! bound, inline or in a where clause, is not a scalar but an *implementor*: a user-defined type
//! by its name, with tangents `<P as Differentiable>::Tangent`. The argument for the parameter
//! determines the trait's functions. So a call of one is a call of a function object
//! ([`crate::lower::functions::values`]) that captures nothing and whose code is found through the
//! parameter:
//!
//! ```text
//! p.energy(x)   →  <<P as Method<hash("Potential::energy")>>::Marker as Function<(ByReference<P, …>, (ByValue<f64, …>, ()))>>::primal(…)
//! ```
//!
//! - The function is named with its trait. An inherent function of that name is a different one.
//! - Generated code has bounds for *all* differentiated functions of the trait, and of its
//!   differentiated supertraits, whether they are called or not: a generic caller knows these of
//!   the trait, and nothing of the body. The trait itself has no such bounds, because they would
//!   require each of its implementors to be differentiated; only a type of which derivatives are
//!   taken must be.
//! - Some functions are no function objects: those with their own generic parameters (types,
//!   constants, functions), with borrowed parts in their arguments, with `#[constant]` arguments of
//!   user-defined types, or with forward mode alone. Calls of one have no derivative, and report
//!   the reason.
//! - A function of the trait that is not differentiated may be called for discrete results, or
//!   with inactive arguments.
//! - Associated types in these signatures have tangents and are cloned. For an implementor they
//!   are scalars or user-defined types by their names.
//! - Types from the trait's signatures are written in the scope of the type parameter, with full
//!   paths where they are not imported. rustc resolves the remaining names there.
//! - Values of the type are cloned, and the bounds include `Clone`, if they may have to be saved
//!   or moved out of something. They need not be if the signature has them only behind shared
//!   references, alone or in sequences, and no function of the trait returns or changes one. The
//!   type contains no borrows (`'static`).
//! - `P::energy` is passed to other functions like any function.

use crate::diagnostics::respan;
use crate::ir::types::{Method, Spelling as Form};
use crate::lower::calls::function::CallSite;
use crate::lower::functions::implementor_checks::{
    check_of_receiver, check_of_trait, has_no_borrows, has_value_of, has_value_of_param, is_clone,
    is_impl, with_trait_of_types,
};
use crate::lower::places::place::{BorrowMode, Located, Spot};
use crate::lower::*;
use crate::world::records::RecordedTrait;
use quote::quote;
use syn::{Expr, TraitItem, TraitItemFn, Type, TypeParamBound};

/// A type parameter that is bounded by differentiated traits.
pub struct Implementor {
    name: String,
    functions: Vec<Declaration>,
    /// Its other trait bounds.
    other_bounds: Vec<String>,
}

/// A function of a trait of an implementor.
#[derive(Clone)]
pub struct Declaration {
    /// The trait.
    of: String,
    name: String,
    /// The function object, or why it is none.
    pub object: Result<Rc<FunctionType>, String>,
    /// Its result type, if that resolves here.
    pub output: Option<Ty>,
    /// Whether it changes something through `&mut`.
    pub changes: bool,
    /// For each parameter, `self` among them, whether it is a mutable reference.
    pub mutable: Vec<bool>,
    /// Whether `self` is a reference.
    pub by_reference: bool,
}

/// A call of a function by its path, with evaluated arguments.
pub struct PathCall<'c> {
    pub call: &'c syn::ExprCall,
    /// The path, without the turbofish.
    pub path: &'c syn::ExprPath,
    /// The name of the function.
    pub name: &'c str,
    pub arguments: Vec<calls::arguments::LoweredArg>,
}

impl Declaration {
    /// Its name qualified with the trait, under which it is found.
    pub fn qualified_name(&self) -> String {
        format!("{}::{}", self.of, self.name)
    }
}

/// The differentiated traits among bounds, with their paths.
pub fn traits<'b>(
    bounds: impl Iterator<Item = &'b TypeParamBound>,
    world: &World,
) -> Vec<(syn::Path, RecordedTrait)> {
    let named = bounds.filter_map(|bound| {
        if let TypeParamBound::Trait(bound) = bound { Some(&bound.path) } else { None }
    });
    let found = named.filter_map(|path| {
        world.traits(&path.segments.last()?.ident).into_iter().next().map(|of| (path.clone(), of))
    });
    found.collect()
}

impl Lowerer<'_> {
    /// A type parameter that implements differentiated traits; `bounds` are some of its bounds.
    pub fn implementor(
        &mut self,
        sig: &syn::Signature,
        t: &syn::TypeParam,
        bounds: Vec<(syn::Path, RecordedTrait)>,
    ) -> GenericKind {
        let name = t.ident.to_string();
        let (mut functions, mut associated) = (Vec::new(), Vec::new());
        let mut is_cloned = false;
        let mut waiting = bounds;
        let mut seen = HashSet::default();
        while let Some((path, of)) = waiting.pop() {
            if !seen.insert(path.to_token_stream().to_string()) {
                continue;
            }
            let check = check_of_trait(sig, &t.ident, &path, &of);
            self.collected.witnesses.push(check);
            let given = path.segments.last().map_or(&syn::PathArguments::None, |s| &s.arguments);
            let mut names = crate::world::tokens::arguments(&of.item.generics, given);
            let ident = &t.ident;
            names.push(("Self".into(), quote!(#ident)));
            is_cloned |= of.item.supertraits.iter().any(is_clone);
            for supertrait in &of.item.supertraits {
                let tokens =
                    crate::world::tokens::replace_names(supertrait.to_token_stream(), &names);
                if let Ok(bound) = syn::parse2::<TypeParamBound>(respan(tokens, path.span())) {
                    waiting.extend(traits(std::iter::once(&bound), self.world()));
                }
            }
            let types: Vec<&Ident> = of
                .item
                .items
                .iter()
                .filter_map(
                    |item| if let TraitItem::Type(t) = item { Some(&t.ident) } else { None },
                )
                .collect();
            for item in &of.item.items {
                if let TraitItem::Fn(function) = item {
                    let function = with_trait_of_types(function, &types, &path);
                    let declared = self.function_of_trait(&function, &of.item.ident, &names, &path);
                    if declared.object.is_ok() {
                        let used = types.iter().filter(|ty| {
                            types::syntax::generics::mentions(function.sig.to_token_stream(), ty)
                        });
                        associated.extend(used.map(|ty| quote!(<#ident as #path>::#ty)));
                    }
                    functions.push(declared);
                }
            }
        }
        let objects = functions.iter().filter_map(|f| {
            Some(TraitFunction { name: f.qualified_name(), function: f.object.clone().ok()? })
        });
        let objects: Vec<TraitFunction> = objects.collect();
        let of_functions = objects.iter().any(|TraitFunction { function, .. }| {
            let changed = function
                .params
                .iter()
                .filter(|(passing, _)| *passing != Passing::Shared)
                .map(|(_, ty)| ty);
            changed.chain([&function.output]).any(|ty| has_value_of(ty, &t.ident))
        });
        let copied = of_functions
            || has_value_of_param(sig, &t.ident)
            || is_cloned
            || params::bounds(&sig.generics, &t.ident).any(is_clone);
        let bounds = params::bounds(&sig.generics, &t.ident);
        let named = bounds.filter_map(|bound| {
            if let TypeParamBound::Trait(bound) = bound { bound.path.segments.last() } else { None }
        });
        let others = named
            .map(|last| &last.ident)
            .filter(|name| !self.world().has_trait(name))
            .map(ToString::to_string)
            .collect();
        self.sig.implementors.push(Implementor { name, functions, other_bounds: others });
        associated.sort_by_key(ToString::to_string);
        associated.dedup_by_key(|ty| ty.to_string());
        GenericKind::Implementor { functions: objects, associated, copied }
    }

    fn function_of_trait(
        &mut self,
        function: &TraitItemFn,
        of: &Ident,
        names: &[(String, TokenStream)],
        path: &syn::Path,
    ) -> Declaration {
        let name = function.sig.ident.to_string();
        let at = path.span();
        let world = self.around.world.clone();
        let there = world.module_of_path(path);
        let generics: Vec<String> = names.iter().map(|(name, _)| name.clone()).collect();
        // the type as it is named here, where the files show the trait
        let here = |tokens: TokenStream| match (&there, syn::parse2::<Type>(tokens.clone())) {
            (Some(there), Ok(ty)) => {
                world.named_with(&ty, there, &generics).map_or(tokens, |ty| ty.to_token_stream())
            }
            _ => tokens,
        };
        let parsed = |tokens: TokenStream| {
            syn::parse2::<Type>(respan(
                crate::world::tokens::replace_names(here(tokens), names),
                at,
            ))
            .ok()
        };
        let output = match &function.sig.output {
            syn::ReturnType::Default => Some(Ty::unit()),
            syn::ReturnType::Type(_, ty) => {
                parsed(ty.to_token_stream()).and_then(|ty| self.types.signature(&ty))
            }
        };
        let output =
            output.filter(|ty| !matches!(ty, Ty::Slice(_))).map(|ty| self.finished_type(&ty));
        let mutable: Vec<bool> =
            function.sig.inputs.iter().map(crate::world::group::is_mutable).collect();
        let mut params = Vec::new();
        for (number, input) in function.sig.inputs.iter().enumerate() {
            params.push(self.param_of_trait(number, input, &parsed));
        }
        let trait_name = &of.to_string();
        let object = match self.reason_for_no_object(function, trait_name) {
            Some(why) => Err(why),
            None => match (params.into_iter().collect::<Option<Vec<_>>>(), &output) {
                (Some(params), Some(output)) => {
                    let implementor =
                        names.last().map(|(_, name)| name.to_string()).unwrap_or_default();
                    let name = format!("{implementor}::{trait_name}::{name}");
                    Ok(Rc::new(FunctionType {
                        name,
                        passing: Passing::Value,
                        params,
                        output: output.clone(),
                    }))
                }
                _ => Err(format!(
                    "the signature of `{name}` of `{trait_name}` has a type that is not supported \
                     yet in calls through a type parameter: use numbers, tuples, `String`, arrays, \
                     slices, Vec, `Option` and named user-defined types"
                )),
            },
        };
        let by_reference = matches!(
            function.sig.receiver().map(|r| &r.kind),
            Some(syn::ReceiverKind::Reference(..))
        );
        Declaration {
            of: trait_name.clone(),
            name,
            object,
            output,
            changes: mutable.contains(&true),
            mutable,
            by_reference,
        }
    }

    /// A parameter of a trait's function, as the markers of its implementors take it.
    fn param_of_trait(
        &mut self,
        number: usize,
        input: &syn::FnArg,
        parsed: &dyn Fn(TokenStream) -> Option<Type>,
    ) -> Option<(Passing, Ty)> {
        let of_reference = |r: &syn::TypeReference| {
            if r.mutability.is_some() { Passing::Unique } else { Passing::Shared }
        };
        let mut without_derive = false;
        let (passing, ty) = match input {
            syn::FnArg::Receiver(r) => {
                let passing = match &r.kind {
                    // the caller of a method does not know whether it takes a reference
                    syn::ReceiverKind::Value | syn::ReceiverKind::Reference(_, _, None) => {
                        Passing::Shared
                    }
                    syn::ReceiverKind::Reference(..) => Passing::Unique,
                    _ => return None,
                };
                (passing, parsed(quote!(Self))?)
            }
            syn::FnArg::Typed(typed) => {
                let is_constant = typed.attrs.iter().any(|a| a.path().is_ident("constant"));
                let ty = parsed(typed.ty.to_token_stream())?;
                without_derive = self.world().type_without_derive(&ty).is_some();
                if is_constant && !without_derive && self.types.is_user_type(&ty) {
                    return None;
                }
                match &ty {
                    Type::Reference(r) if self.types.signature(&ty).is_none() => {
                        (of_reference(r), (*r.elem).clone())
                    }
                    // the first argument of a function without `self`
                    _ if number == 0
                        && matches!(&*typed.ty, Type::Path(p) if p.path.is_ident("Self")) =>
                    {
                        (Passing::Shared, ty)
                    }
                    _ => (Passing::Value, ty),
                }
            }
        };
        if !has_no_borrows(ty.to_token_stream()) {
            return None;
        }
        let lowered =
            if without_derive { self.types.constant(&ty) } else { self.types.signature(&ty)? };
        (passing != Passing::Value || !matches!(lowered, Ty::Slice(_)))
            .then(|| (passing, self.finished_type(&lowered)))
    }

    /// A type of a signature that no use refines.
    fn finished_type(&self, ty: &Ty) -> Ty {
        self.types.finish(ty, &HashSet::default()).unwrap_or_else(|| ty.clone())
    }

    /// Why a function of a trait has no derivative through a type parameter, as far as its
    /// signature shows.
    fn reason_for_no_object(&self, function: &TraitItemFn, of: &str) -> Option<String> {
        let name = &function.sig.ident;
        let Some(attribute) = function.attrs.iter().find(|a| crate::world::records::is_ours(a))
        else {
            return Some(format!("put #[differentiate] on `{name}` in the trait `{of}` as well"));
        };
        let is_function =
            |input: &syn::FnArg| matches!(input, syn::FnArg::Typed(t) if is_impl(&t.ty));
        let own = function
            .sig
            .generics
            .params
            .iter()
            .any(|p| !matches!(p, syn::GenericParam::Lifetime(_)));
        if own || function.sig.inputs.iter().any(is_function) {
            return Some(format!(
                "`{name}` of `{of}` has generic or function parameters, so it has no derivative in \
                 calls through a type parameter: add a function without them to the trait"
            ));
        }
        let words = attribute.meta.to_token_stream().into_iter().filter_map(|token| match token {
            proc_macro2::TokenTree::Group(group) => Some(group.stream()),
            _ => None,
        });
        words
            .flatten()
            .any(|token| matches!(token, proc_macro2::TokenTree::Ident(i) if i == "forward"))
            .then(|| {
                format!(
                    "`{name}` of `{of}` has only forward mode, and calls through a type parameter \
                     need reverse mode: write `#[differentiate]` on it"
                )
            })
    }

    /// The type of a field of a generic struct whose definition was recorded.
    pub fn field_of_generic(&self, of: &Ty, member: &Member) -> Option<Type> {
        let owner = syn::parse_str::<syn::TypePath>(&self.types.name_of(of)?).ok()?;
        let variant =
            member.variant.as_deref().map(|path| path.rsplit("::").next().unwrap_or(path).trim());
        let field = self.world().field(&owner.path, variant, &member.name)?;
        let tokens = field.ty.to_token_stream();
        let is_named = |i: &Implementor| {
            types::syntax::generics::mentions(
                tokens.clone(),
                &Ident::new(&i.name, Span::call_site()),
            )
        };
        // generic parameters of the definition may resolve to something else here
        (self.sig.implementors.iter().any(is_named)
            || crate::world::group::is_free_but(&field.written, &field.arguments))
        .then_some(field.ty)
    }

    // ---------- calls

    /// The functions of an implementor, if a type is one.
    fn implementor_of(&self, owner: &Projection) -> Option<&Implementor> {
        let Projection::Named(path) = owner else { return None };
        let name = path.to_string();
        self.sig.implementors.iter().find(|i| i.name == name)
    }

    /// Whether a type is a type parameter that implements differentiated traits.
    pub fn is_implementor(&self, owner: &Projection) -> bool {
        self.implementor_of(owner).is_some()
    }

    /// A function of the traits of a type parameter; `of` is the trait if it is named.
    pub fn declared_by_trait(
        &self,
        owner: &Projection,
        name: &str,
        of: Option<&Ident>,
    ) -> Option<Declaration> {
        let functions = &self.implementor_of(owner)?.functions;
        functions.iter().find(|f| f.name == name && of.is_none_or(|of| *of == f.of)).cloned()
    }

    /// As [`Self::declared_by_trait`], where the path names the trait and not the parameter.
    pub fn declared_by(&self, of: &Ident, name: &str) -> Option<Declaration> {
        self.sig
            .implementors
            .iter()
            .flat_map(|i| &i.functions)
            .find(|f| f.name == name && *of == f.of)
            .cloned()
    }

    /// Whether a trait is a bound of an implementor without being differentiated.
    pub fn is_other_bound(&self, of: &Ident) -> bool {
        self.sig.implementors.iter().any(|i| i.other_bounds.iter().any(|other| of == other))
    }

    /// Reports a call of an implementor's function that is not of a differentiated trait, or an
    /// operator with active operands.
    pub fn check_implementor(&mut self, call: &Call, span: Span) {
        let Some(method) = call.callee.method.as_ref().filter(|_| call.callee.object.is_none())
        else {
            return;
        };
        let parameter = [Some(&method.owner), method.right.as_ref()]
            .into_iter()
            .flatten()
            .filter_map(|ty| self.types.open_projection(ty));
        if let Some(Projection::Named(parameter)) =
            parameter.into_iter().find(|of| self.is_implementor(of))
        {
            let message = format!(
                "`{}` has no derivative for the type parameter `{parameter}`: add a function for \
                 it to the differentiated trait, as in `fn scaled(&self, k: f64) -> Self`, or, for \
                 a number, add the bound `autodiff::Real`",
                call.callee.display_name()
            );
            self.diagnostics.error(span, message);
        }
    }

    /// Records that `x.method()`, for `x` of a type parameter, is assumed to resolve to the
    /// function of its bound that takes `&self`.
    pub fn emit_receiver_witness(&mut self, parameter: &TokenStream, method: &Ident) {
        let check = check_of_receiver(&self.sig.written_generics, parameter, method);
        if !self.collected.witnesses.iter().any(|other| other.to_string() == check.to_string()) {
            self.collected.witnesses.push(check);
        }
    }

    /// A method that is no function object: the user's own function, which has no derivative.
    pub fn plain_method(
        &mut self,
        m: &syn::ExprMethodCall,
        receiver: Located,
        owner: &Projection,
        declared: Option<Declaration>,
    ) -> Value {
        let span = m.method.span();
        if let Some(Declaration { object: Err(why), .. }) = &declared
            && m.args.iter().any(|argument| self.is_function_argument(argument))
        {
            return self.fail(&m.method, why.clone());
        }
        let Some(mut opaque) =
            self.underived_call(&m.method, owner, &m.method.to_string(), declared.as_ref())
        else {
            return self.dummy_value(span);
        };
        let can_change = match &receiver {
            Located::Spot(spot) => self.may_change(spot),
            Located::Value(value) => value.is_unique(),
            _ => false,
        };
        if declared.is_none() && can_change {
            return self.fail(
                &m.method,
                format!("{} may change its receiver: {}", opaque.what, opaque.advice),
            );
        }
        let first = match receiver {
            Located::Spot(s) => self.borrow(&Spot { by: BorrowMode::Shared, ..s }, span),
            other => self.value_of(other, span),
        };
        if declared.is_none() {
            opaque.advice +=
                "; or, if it has no derivative, write `constant(…)` around the receiver";
        }
        let first = self.scalar(first, span);
        let receiver = self.capture_operand(&m.receiver, first, "receiver", &mut opaque.captures);
        let arguments = m
            .args
            .iter()
            .enumerate()
            .map(|(i, arg)| self.argument_hole(arg, i, None, &mut opaque.captures));
        let arguments: Vec<TokenStream> = arguments.collect();
        let (method, turbofish) = (&m.method, &m.turbofish);
        opaque.code = quote!(#receiver.#method #turbofish (#(#arguments),*));
        let ty = declared.and_then(|declared| declared.output).map(|ty| self.instance(&ty));
        let ty = ty.unwrap_or_else(|| self.types.fresh(Kind::Any, Origin::Opaque(None)));
        Value::Var(self.emit(&m.method.to_string(), ty, Op::Opaque(Box::new(opaque)), span), false)
    }

    /// As [`Self::plain_method`], for a function by its path.
    fn plain_function(
        &mut self,
        c: &syn::ExprCall,
        owner: &Projection,
        name: &str,
        declared: Option<Declaration>,
    ) -> Value {
        let Some(opaque) = self.underived_call(&c.func, owner, name, declared.as_ref()) else {
            return self.dummy_value(c.span());
        };
        let ty = declared.and_then(|declared| declared.output).map(|ty| self.instance(&ty));
        self.opaque_as(&Expr::Call(c.clone()), ty, opaque.what, opaque.advice, opaque.discrete)
    }

    /// A call of a function that has no derivative, before its code is added.
    fn underived_call(
        &mut self,
        at: &dyn ToTokens,
        owner: &Projection,
        name: &str,
        declared: Option<&Declaration>,
    ) -> Option<Opaque> {
        let what = format!("a call of `{name}`");
        let Some(Declaration { output, object, changes, .. }) = declared else {
            let Projection::Named(parameter) = owner else { return None };
            let advice = format!(
                "no differentiated trait that bounds `{parameter}` has this function: put \
                 #[differentiate] on its trait and on the function"
            );
            return Some(Opaque { advice, ..Opaque::new(TokenStream::new(), Vec::new(), what) });
        };
        let advice = object.as_ref().err().cloned().unwrap_or_default();
        if *changes {
            self.error(
                at,
                format!("{what} changes its arguments, but has no derivative: {advice}"),
            );
            return None;
        }
        let discrete = output.as_ref().is_some_and(Ty::is_discrete);
        Some(Opaque { discrete, advice, ..Opaque::new(TokenStream::new(), Vec::new(), what) })
    }

    /// `P::energy(p, x)`, `<P as Potential>::energy(p, x)`.
    pub fn call_of_implementor(
        &mut self,
        c: &syn::ExprCall,
        path: &syn::ExprPath,
        owner: Projection,
        name: &str,
    ) -> Value {
        let of = path
            .qself
            .as_ref()
            .and_then(|_| path.path.segments.iter().nth_back(1))
            .map(|s| s.ident.clone());
        let declared = self.declared_by_trait(&owner, name, of.as_ref());
        if declared.as_ref().is_none_or(|declared| declared.object.is_err()) {
            return self.plain_function(c, &owner, name, declared);
        }
        let mutable =
            declared.as_ref().map(|declared| declared.mutable.clone()).unwrap_or_default();
        let passed = self.lower_method_arguments(c.args.iter(), |k| mutable.get(k).copied(), &[]);
        self.call_implementor(PathCall { call: c, path, name, arguments: passed }, owner, declared)
    }

    /// As [`call_of_implementor`](Lowerer::call_of_implementor), and `Potential::energy(p, x)`,
    /// with evaluated arguments.
    pub fn call_implementor(
        &mut self,
        call: PathCall<'_>,
        owner: Projection,
        declared: Option<Declaration>,
    ) -> Value {
        let PathCall { call: c, path, name, arguments: mut passed } = call;
        let Some(declared) = declared.filter(|declared| declared.object.is_ok()) else {
            return self.plain_function(c, &owner, name, None);
        };
        let span = path.path.segments.last().map_or_else(|| path.span(), |s| s.ident.span());
        let method = Method {
            owner: Ty::Projected(owner),
            name: declared.qualified_name(),
            right: None,
            spelling: Form::Path,
            marker: None,
        };
        let callee =
            Callee { method: Some(Box::new(method)), ..Callee::new(path.to_token_stream(), false) };
        let (callee, known) = self.object_of_trait(&declared, callee, &mut passed, span);
        let before = self.prior_values(&passed, true, std::ptr::from_ref(c).cast());
        let site = CallSite { name, span, at: c };
        self.finish_call_of(callee, passed, known, before, site)
    }

    /// The callee of a function object of a trait, and its output type at this call; converts the
    /// arguments to its parameter types.
    pub fn object_of_trait(
        &mut self,
        declared: &Declaration,
        callee: Callee,
        passed: &mut [calls::arguments::LoweredArg],
        span: Span,
    ) -> (Callee, Option<Ty>) {
        let Ok(object) = &declared.object else { return (callee, None) };
        if passed.len() != object.params.len() || passed.iter().any(|p| p.function.is_some()) {
            let message = format!(
                "wrong count of arguments: `{}` takes {}, none of them a function",
                declared.qualified_name(),
                object.params.len()
            );
            self.diagnostics.error(span, message);
            return (callee, None);
        }
        self.convert_to_params(&object.params, passed, span);
        let output = self.instance(&object.output);
        (Callee { object: Some(object.clone()), ..callee }, Some(output))
    }

    /// A type of a signature at a call, which uses may refine.
    fn instance(&mut self, ty: &Ty) -> Ty {
        match ty {
            Ty::Projected(Projection::Named(path)) => self.types.type_at_path(path.clone()),
            Ty::Tuple(parts) => Ty::Tuple(parts.iter().map(|part| self.instance(part)).collect()),
            Ty::Array(element, length) => {
                Ty::Array(Box::new(self.instance(element)), length.clone())
            }
            Ty::Slice(element) => Ty::Slice(Box::new(self.instance(element))),
            Ty::Vec(element) => Ty::Vec(Box::new(self.instance(element))),
            Ty::Deque(element) => Ty::Deque(Box::new(self.instance(element))),
            Ty::Wrapped(wrapper, inner) => {
                Ty::Wrapped(wrapper.clone(), Box::new(self.instance(inner)))
            }
            ty => ty.clone(),
        }
    }

    /// Converts arguments to the parameter types of a signature: an argument behind a reference is
    /// copied if the function takes a value, and a value is borrowed if it takes a reference.
    pub fn convert_to_params(
        &mut self,
        params: &[(Passing, Ty)],
        passed: &mut [calls::arguments::LoweredArg],
        span: Span,
    ) {
        for (passed, (passing, ty)) in passed.iter_mut().zip(params) {
            let ty = self.instance(ty);
            self.types.unify(&passed.ty.clone(), &ty);
            match (&passed.argument, passing) {
                (Argument::Shared(v), Passing::Value) => {
                    passed.argument = Argument::Value(Tree::Leaf(self.copy(*v, span)))
                }
                (Argument::Value(Tree::Leaf(v)), Passing::Shared) => {
                    passed.argument = Argument::Shared(*v)
                }
                (Argument::Unique(place), Passing::Shared) => {
                    let (place, ty) = (place.clone(), passed.ty.clone());
                    passed.argument =
                        Argument::Shared(self.emit("view", ty, Op::View(place), span));
                    passed.slot = None;
                }
                _ => {}
            }
        }
    }
}
