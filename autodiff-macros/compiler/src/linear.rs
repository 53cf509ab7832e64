//! `#[linear(x)]`: the proof that a function is linear, and its transpose.
//!
//! ```text
//! tokens ─fence─▶ syn ─lower─▶ Linear A ─linearity─▶ proof ─as #[differentiate], in x alone─▶ Linear B ─linear_map─▶ ─emit─▶ tokens
//! ```
//!
//! A function is its own linear map, so its transpose is that of its derivative in the linear
//! parameters. The proof shows that this does not depend on the point at which the derivative is
//! taken. One attribute names parameters in which the function is jointly linear; several
//! attributes are several linear maps. The function also gets the marker of a differentiated
//! function, so that differentiated functions can call it.

use crate::compile;
use crate::compile::stages::{stages, verify};
use crate::diagnostics::Diagnostics;
use crate::emit::aliases::Paths;
use crate::emit::{self, Source, Standing};
use crate::ir::check::Stage;
use crate::ir::{
    AsLinear, Block, Call, Callee, Function, Interface, LinearMap, Op, Param, Stages, Ty,
};
use crate::item::UserFunction;
use crate::lower::Lowered;
use crate::options::Options;
use crate::passes::linear::{linear_map, linearity};
use crate::show::Report;
use crate::world::World;
use crate::{fence, lower};
use proc_macro2::{Span, TokenStream};
use quote::quote;

/// The parameters in which a function is declared linear, and how it is lowered in its environment.
pub struct Linear<'a> {
    /// The function.
    pub function: &'a syn::ItemFn,
    /// The indices of the parameters of each attribute.
    pub sets: &'a [Vec<usize>],
    /// The options of `#[differentiate]`, if the function has it.
    pub differentiate: Option<&'a Option<Options>>,
    /// Lowers a function in the environment of this one.
    pub lower: Lower<'a>,
}

/// Lowers a function in an environment.
pub type Lower<'a> = &'a dyn Fn(&syn::ItemFn, &mut Diagnostics) -> Option<Lowered>;

impl Linear<'_> {
    /// The lowered function for the marker of its name: active in all parameters if it is also
    /// differentiated, otherwise in those in which it is linear.
    pub fn lower_whole(&self, errors: &mut Diagnostics) -> Option<Lowered> {
        match self.differentiate {
            Some(options) => {
                let rule = options.iter().find_map(|options| {
                    options.jvp.as_ref().or(options.vjp.as_ref()).or(options.primal.as_ref())
                });
                if let Some(rule) = rule {
                    errors.error_over(
                        rule.clone(),
                        "a linear function is its own derivative and takes no rule: remove the \
                         rule, or `#[linear]`",
                    );
                    return None;
                }
                (self.lower)(self.function, errors)
            }
            None => (self.lower)(&with_active_params(self.function, &self.union()), errors),
        }
    }

    /// The union of the parameters of all attributes.
    fn union(&self) -> Vec<usize> {
        self.sets.iter().flatten().copied().collect()
    }

    /// The generated items of the function, unless there are errors. `linear_in` returns the
    /// parameters in which a callee is linear, as bits, one set for each of its attributes. It
    /// returns `None` if the callee is not visible here.
    pub fn generate_linear(
        &self,
        user: &UserFunction,
        whole: Lowered,
        linear_in: &dyn Fn(&Callee) -> Option<Vec<u64>>,
        errors: &mut Diagnostics,
        reports: &mut Vec<Report>,
    ) -> Option<TokenStream> {
        let standing = if self.sets.len() == 1 && self.differentiate.is_none() {
            Standing::Alone
        } else {
            Standing::Separate
        };
        let mut whole = Some(whole);
        let mut maps = Vec::new();
        let mut witnesses = Vec::new();
        for set in self.sets {
            let lowered = match standing {
                Standing::Alone => whole.take(),
                Standing::Separate => (self.lower)(&with_active_params(self.function, set), errors),
            };
            let receiver = user.method.as_ref().is_some_and(|method| method.receiver.is_some());
            let world = &user.world;
            let claim = Claim { function: self.function, params: set, receiver, world, linear_in };
            let (map, own_witnesses) = claim.prove(lowered, errors)?;
            witnesses.extend(own_witnesses);
            maps.push(map);
        }
        let cfgs = &user.cfgs;
        let mut made = quote!(#(#cfgs #witnesses)*);
        let stem = user.method.as_ref().map(|m| &m.stem[..]);
        let refused =
            params_without_derivative(&maps[0].stages.interface, self.function, &self.union());
        let mut source = Source { hidden: true, refused, ..compile::source(user) };
        if let Some(whole) = whole {
            match self.differentiate {
                Some(options) => made.extend(compile::generate_derivatives(
                    user,
                    whole,
                    options.as_ref(),
                    errors,
                    reports,
                )?),
                None => {
                    made.extend(compile::emit_derivatives(
                        &source,
                        user,
                        &mut stages(whole, errors)?,
                    ));
                }
            }
            source.refused.clear();
        }
        let several = maps.len() > 1;
        for mut map in maps {
            let (marker, exists) = (
                |path: &TokenStream| user.world.marker_path(path),
                |callee: &Callee| compile::is_known_to_exist(callee, &user.world),
            );
            let imports = emit::aliases::import_of_map(
                &mut map,
                stem,
                cfgs,
                Paths { marker: &marker, exists: &exists, module: None },
            );
            let emitted = emit::linear_map(&source, &map, standing, several);
            let imports = imports.needed_by(&emitted);
            made.extend(quote!(#emitted #imports));
        }
        Some(made)
    }
}

/// The parameters without a derivative that carry reals and are not declared constant.
fn params_without_derivative(
    interface: &Interface,
    function: &syn::ItemFn,
    linear: &[usize],
) -> Vec<usize> {
    let is_constant = |k: usize| match &function.sig.inputs[k] {
        syn::FnArg::Typed(typed) => typed.attrs.iter().any(|a| a.path().is_ident("constant")),
        syn::FnArg::Receiver(_) => false,
    };
    // the fields of a constant of user-defined type are not known
    let carries_none = |ty: &Ty| ty.is_discrete() && !matches!(ty, Ty::Foreign(_));
    let refuses = |(k, param): &(usize, &Param)| {
        !linear.contains(k) && !is_constant(*k) && !carries_none(&param.ty)
    };
    interface.params.iter().enumerate().filter(refuses).map(|(k, _)| k).collect()
}

/// The function with all parameters constant but the given ones.
fn with_active_params(function: &syn::ItemFn, params: &[usize]) -> syn::ItemFn {
    let mut function = function.clone();
    for (k, input) in function.sig.inputs.iter_mut().enumerate() {
        if let syn::FnArg::Typed(typed) = input
            && !params.contains(&k)
            && !typed.attrs.iter().any(|a| a.path().is_ident("constant"))
        {
            typed.attrs.push(syn::parse_quote!(#[constant]));
        }
    }
    function
}

/// The linear map of a function in the parameters at the given indices, if it is linear in them.
pub fn linear_map_of(
    function: &syn::ItemFn,
    params: &[usize],
    errors: &mut Diagnostics,
) -> Option<LinearMap> {
    fence::fence(function, errors);
    let lowered = lower::lower(&with_active_params(function, params), errors);
    let world = World::empty();
    let claim = Claim { function, params, receiver: false, world: &world, linear_in: &|_| None };
    claim.prove(lowered, errors).map(|(map, _)| map)
}

/// The claim that a function is linear in the parameters at the given indices.
struct Claim<'a> {
    function: &'a syn::ItemFn,
    params: &'a [usize],
    /// Whether the first parameter of the function is a receiver.
    receiver: bool,
    world: &'a World,
    /// The parameters in which a callee is linear, see [`Linear::generate_linear`].
    linear_in: &'a dyn Fn(&Callee) -> Option<Vec<u64>>,
}

impl Claim<'_> {
    /// The linear map, and items that do not compile if names resolve differently than assumed;
    /// `None` if the claim is wrong. The parameters of the claim are the only active ones of the
    /// lowered function.
    fn prove(
        &self,
        lowered: Option<Lowered>,
        errors: &mut Diagnostics,
    ) -> Option<(LinearMap, Vec<TokenStream>)> {
        let Claim { function, params, receiver, world, linear_in } = *self;
        let mut lowered = lowered.filter(|_| errors.is_empty())?;
        verify("lower", &lowered.function, Stage::LinearA, errors);
        for k in params {
            let param = &lowered.interface.params[*k];
            if !param.is_active() {
                let name = if receiver && *k == 0 { "self" } else { &param.name };
                errors.error_over(
                    param.rust_type.clone(),
                    format!(
                        "`{name}` carries no reals, so the function cannot be linear in it: remove \
                         it from `#[linear(…)]`"
                    ),
                );
            }
        }
        if let Some(span) = passes_functions(&lowered.function.body) {
            errors.error(
                span,
                "a `#[linear]` function cannot pass functions as arguments: call them directly",
            );
            return None;
        }
        let as_written = receiver.then(|| with_self(&lowered));
        let (of, interface) = as_written
            .as_ref()
            .map_or((&lowered.function, &lowered.interface), |(of, interface)| (of, interface));
        let proof = match linearity::prove(of, interface, params) {
            Ok(proof) => proof,
            Err(reasons) => {
                reasons.into_iter().for_each(|(span, reason)| errors.error(span, reason));
                return None;
            }
        };
        let outputs = linear_map::linear_outputs(&proof, &lowered.interface);
        let mask = params.iter().fold(0, |mask, k| mask | 1 << k);
        proof.call_as_linear(&mut lowered.function.body, mask);
        refuse_calls(&lowered.function.body, linear_in, errors);
        if !outputs.iter().all(|linear| *linear) && calls_itself(&lowered.function.body) {
            errors.error(
            function.sig.ident.span(),
            "a recursive function cannot have both linear and non-linear results: split it into \
             two functions",
        );
        }
        let mut witnesses = lowered.witnesses.clone();
        witnesses.extend(world.without_tangents(&lowered.plain, &lowered.interface.name));
        let stages = stages(lowered, errors)?;
        let map = linear_map::linear_map(stages, params.to_vec(), outputs);
        unknown_shapes(&map, receiver, errors);
        errors.is_empty().then_some((map, witnesses))
    }
}

/// A lowered method whose receiver is named `self`, for messages.
fn with_self(lowered: &Lowered) -> (Function, Interface) {
    let (mut function, mut interface) = (lowered.function.clone(), lowered.interface.clone());
    if let Some(receiver) = interface.params.first_mut() {
        receiver.name = "self".into();
        receiver
            .value
            .leaves()
            .into_iter()
            .for_each(|v| function.vars[v.0 as usize].name = "self".into());
    }
    (function, interface)
}

/// Reports calls that pass linear values for parameters in which the callee is known not to be
/// linear.
fn refuse_calls(
    block: &Block,
    linear_in: &dyn Fn(&Callee) -> Option<Vec<u64>>,
    errors: &mut Diagnostics,
) {
    for l in &block.lets {
        if let Op::Call(Call { callee, .. }) = &l.op
            && let Some(AsLinear { arguments, .. }) = callee.linear
            && let Some(maps) = linear_in(callee)
            && !maps.contains(&arguments)
        {
            let message = if maps.is_empty() {
                "this function is not known to be linear in these arguments: put `#[linear(…)]` \
                 with the names of these parameters on it"
            } else {
                "this function is linear in other parameters: its `#[linear(…)]` must name exactly \
                 those that receive linear values here"
            };
            errors.error_over(callee.path.clone(), message);
        }
        l.op.blocks().iter().for_each(|inner| refuse_calls(inner, linear_in, errors));
    }
}

/// A call with functions among its arguments.
fn passes_functions(block: &Block) -> Option<Span> {
    block.lets.iter().find_map(|l| match &l.op {
        Op::Call(call) if !call.callee.functions.is_empty() => Some(l.span),
        op => op.blocks().iter().find_map(passes_functions),
    })
}

fn calls_itself(block: &Block) -> bool {
    block.lets.iter().any(|l| match &l.op {
        Op::Call(call) => call.callee.recursive && call.callee.linear.is_some(),
        op => op.blocks().iter().any(calls_itself),
    })
}

/// Reports shapes of linear parameters that the transpose needs and that no accumulator determines.
fn unknown_shapes(map: &LinearMap, receiver: bool, errors: &mut Diagnostics) {
    let Stages { interface, linear, .. } = &map.stages;
    let read: Vec<_> =
        map.residuals.body.free_vars().into_iter().chain(linear.body.free_vars()).collect();
    for k in &map.params {
        let param = &interface.params[*k];
        let is_inferred = match &param.ty {
            Ty::Slice(element) | Ty::Vec(element) => element.has_static_shape(),
            ty => ty.has_static_shape(),
        };
        if !is_inferred && param.value.leaves().iter().any(|v| read.contains(v)) {
            let name = if receiver && *k == 0 { "self" } else { &param.name };
            let message = format!(
                "the transpose needs the lengths in `{name}`, but only an accumulator of it exists \
                 there: take the lengths from a parameter that is not linear"
            );
            errors.error_over(param.rust_type.clone(), message);
        }
    }
}
