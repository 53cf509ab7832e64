//! The stages of a function → the items that are emitted for it.

use super::stages::{stages, with_pullbacks};
use crate::custom_rule;
use crate::diagnostics::Diagnostics;
use crate::emit::aliases::Paths;
use crate::emit::{self, Forward, OfOtherCrates, Source};
use crate::ir::{Callee, Interface, Projection, Stages, Ty};
use crate::item::{Method, UserFunction};
use crate::lower::{LiftedFunction, Lowered};
use crate::options::{Options, Schedule};
use crate::show::{self, Report};
use crate::world::World;
use proc_macro2::TokenStream;
use quote::quote;

/// The generated items of a function with derivatives, unless there are errors.
pub(crate) fn generate_derivatives(
    user: &UserFunction,
    lowered: Lowered,
    options: Option<&Options>,
    diagnostics: &mut Diagnostics,
    reports: &mut Vec<Report>,
) -> Option<TokenStream> {
    let options = options?;
    let (witnesses, plain) = (lowered.witnesses.clone(), lowered.plain.clone());
    let mut all = all_stages(user, lowered, options, diagnostics)?;
    for (stages, _) in &mut all {
        match options.schedule {
            Schedule::Auto => {}
            Schedule::Unzipped => stages.vjp = None,
            Schedule::Pullbacks => with_pullbacks(stages, diagnostics),
        }
    }
    if !diagnostics.is_empty() {
        return None;
    }
    let mut all = all.into_iter();
    let (mut stages, _) = all.next()?;
    // with the user's names: emission renames the callees
    let shown = options.show.then(|| stages.clone());
    let source = Source {
        forward_only: options.forward_only,
        jvp: custom_rule::forward(options),
        ..source(user)
    };
    let of_function = emit_derivatives(&source, user, &mut stages);
    let closures = all.map(|(mut stages, captures)| {
        let (visibility, attributes) = (TokenStream::new(), TokenStream::new());
        emit_derivatives(
            &Source {
                visibility,
                attributes,
                hidden: true,
                method: None,
                captures,
                marker: None,
                ..self::source(user)
            },
            user,
            &mut stages,
        )
    });
    let closures: TokenStream = closures.collect();
    let rules = options.has_rule().then(|| custom_rule::companion_items(&source, &stages, options));
    let name = user
        .method
        .as_ref()
        .map_or_else(|| user.function.sig.ident.to_string(), |of| of.stem.join("::"));
    let without_tangents = user.world.without_tangents(&plain, &name);
    let cfgs = &user.cfgs;
    let made = quote!(#rules #of_function #closures #(#without_tangents)* #(#cfgs #witnesses)*);
    if let Some(stages) = shown {
        let written = show::Source::new(&user.function);
        reports.push(show::report(&name, written, &stages, options.forward_only, &made));
    }
    Some(made)
}

/// The stages of a function, and those of its closures that are functions, with the count of their
/// captures.
fn all_stages(
    user: &UserFunction,
    lowered: Lowered,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<(Stages, Option<usize>)>> {
    // a function with a rule is not differentiated by its body
    if options.has_rule() {
        let stages = custom_rule::stages(lowered, options, user, diagnostics)?;
        return diagnostics.is_empty().then(|| vec![(stages, None)]);
    }
    let lifted = lowered.lifted.clone();
    let mut all = vec![(stages(lowered, diagnostics)?, None)];
    for LiftedFunction { function, interface, captures } in lifted {
        let lowered = Lowered {
            function,
            interface,
            witnesses: Vec::new(),
            plain: Vec::new(),
            lifted: Vec::new(),
        };
        all.push((stages(lowered, diagnostics)?, Some(captures)));
    }
    diagnostics.is_empty().then_some(all)
}

/// The properties of a function that emission uses.
pub(crate) fn source(user: &UserFunction) -> Source {
    Source {
        visibility: user.visibility.clone(),
        cfgs: user.cfgs.clone(),
        attributes: user.forwarded_attributes(),
        forward_only: false,
        jvp: Forward::Body,
        hidden: false,
        refused: Vec::new(),
        of_other_crates: OfOtherCrates::default(),
        marker: user
            .method
            .is_none()
            .then(|| user.world.marker_name(&user.function.sig.ident))
            .flatten(),
        method: user.method.as_ref().map(method),
        has_namesake: user.has_namesake,
        captures: None,
    }
}

/// The types of a signature that are those of another crate.
fn of_other_crates(interface: &Interface, world: &World) -> OfOtherCrates {
    let is_of_other = |ty: &Ty| match ty {
        Ty::Projected(Projection::Named(name)) => world.is_type_of_other_crate(name),
        _ => false,
    };
    let params = interface.params.iter().enumerate();
    OfOtherCrates {
        params: params.filter(|(_, p)| is_of_other(&p.ty)).map(|(number, _)| number).collect(),
        result: is_of_other(&interface.output),
    }
}

/// The derivatives of a function, with the imports that they need.
pub(crate) fn emit_derivatives(
    source: &Source,
    user: &UserFunction,
    stages: &mut Stages,
) -> TokenStream {
    let stem = source.method.as_ref().map(|of| &of.stem[..]);
    let (marker, exists) = (
        |path: &TokenStream| user.world.marker_path(path),
        |callee: &Callee| is_known_to_exist(callee, &user.world),
    );
    let is_hiding =
        user.method.is_none() && user.world.hides_glob(&user.function.sig.ident.to_string());
    let module =
        user.world.scope().filter(|_| is_hiding).map(|scope| scope.path().replace("::", "_"));
    let imports = emit::aliases::import(
        stages,
        stem,
        &source.cfgs,
        Paths { marker: &marker, exists: &exists, module },
    );
    let of_other_crates = of_other_crates(&stages.interface, &user.world);
    let emitted = emit::emit(&Source { of_other_crates, ..source.clone() }, stages);
    let imports = imports.needed_by(&emitted);
    quote!(#emitted #imports)
}

/// Whether a function that may have no marker is known to exist. Calls of functions of the crate
/// were checked before ([`mod@super::callees`]), except those of linear ones.
pub(crate) fn is_known_to_exist(callee: &Callee, world: &World) -> bool {
    let is_of_crate = || callee.linear.is_some() && world.is_function_of_crate(&callee.path);
    is_of_crate() || world.leads_to_other_crate(&callee.path)
}

/// The properties of an associated function that emission uses.
fn method(of: &Method) -> emit::Method {
    emit::Method {
        owner: of.owner.clone(),
        stem: of.stem.clone(),
        receiver: of.receiver.is_some(),
        borrows_receiver: of.borrows_receiver,
        inherent: of.inherent,
        has_others: of.has_others,
        place: of.place,
        registered_types: (of.registration.owner.clone(), of.registration.right.clone()),
        names: std::iter::once(&of.registration.name)
            .chain(&of.registration.qualified)
            .cloned()
            .collect(),
        of: of.registration.of.clone(),
    }
}
