//! The pipeline: tokens of an attribute and its item in, the item and its derivatives out.
//!
//! ```text
//! tokens ─fence─▶ syn ─lower─▶ Linear A ─number, activity, jvp, simplify, dup─▶ Linear A ─unzip─▶ Linear B ─transpose─▶ Linear B ─emit─▶ tokens
//! ```
//!
//! Every stage is checked in debug builds of the compiler. All errors of a function are reported together, and the function itself is
//! always emitted, so that no secondary errors follow.

use crate::diagnostics::Diagnostics;
use crate::emit::{self, Source};
use crate::ir::check::{Stage, check};
use crate::ir::{Block, Function, Op, Stages, Ty, Var};
use crate::lower::Lowered;
use crate::passes::{activity, jvp, number, transpose, unzip};
use crate::{fence, item, lower, options};
use proc_macro2::{Span, TokenStream};
use quote::quote;

/// Expands `#[differentiate(options)] item`.
pub fn differentiate(options: TokenStream, item: TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::new();
    let options = match options::parse(options) {
        Ok(options) => Some(options),
        Err(errors) => {
            diagnostics.append(errors);
            None
        }
    };
    let user = match item::parse(item, &mut diagnostics) {
        Ok(user) => user,
        Err(item) => return item.into_iter().chain(diagnostics.to_compile_errors()).collect(),
    };
    fence::fence(&user.function, &mut diagnostics);
    let lowered = lower::lower(&user.function, &mut diagnostics);
    let witnesses = lowered.as_ref().map(|l| l.witnesses.clone()).unwrap_or_default();
    let stages = lowered.and_then(|lowered| stages(lowered, &mut diagnostics));
    match (stages, options, diagnostics.is_empty()) {
        (Some(mut stages), Some(options), true) => {
            let source = Source { item: user.emitted, visibility: user.visibility, cfgs: user.cfgs, forward_only: options.forward_only };
            let cfgs = source.cfgs.clone();
            let imports = emit::markers::import(&mut stages, &cfgs);
            emit::emit(&source, &stages).into_iter().chain(quote!(#imports #(#cfgs #witnesses)*)).collect()
        }
        _ => user.emitted.into_iter().chain(diagnostics.to_compile_errors()).collect(),
    }
}

/// All stages of a lowered function, unless active values escape in it.
pub fn stages(lowered: Lowered, diagnostics: &mut Diagnostics) -> Option<Stages> {
    let Lowered { function: mut primal, mut interface, .. } = lowered;
    verify("lower", &primal, Stage::LinearA, diagnostics);
    number::number_values(&mut primal, &mut interface);
    verify("number", &primal, Stage::LinearA, diagnostics);
    let activity = activity::activity(&primal, &interface);
    for (span, message) in &activity.escapes {
        diagnostics.error(*span, message.clone());
    }
    if !diagnostics.is_empty() {
        return None;
    }
    let user_vars = primal.vars.len();
    let jvp = jvp::jvp(&primal, &interface, &activity);
    verify("jvp", &jvp.function, Stage::LinearA, diagnostics);
    let unzip::Unzipped { primal: unzipped, linear, residuals } = unzip::unzip(&jvp, &interface, user_vars);
    verify("unzip (primal)", &unzipped, Stage::LinearA, diagnostics);
    verify("unzip (linear)", &linear, Stage::LinearB, diagnostics);
    let mut kept = residuals.clone();
    collected(&unzipped.body, &mut kept);
    for v in kept {
        let info = unzipped.info(v);
        let name = &info.name;
        if matches!(info.ty, Ty::Slice(_)) {
            diagnostics.error(
                info.span,
                format!("the derivative keeps the values of `{name}`, which is borrowed: copy them, as in `let {name} = ….to_vec();`"),
            );
        } else if !info.ty.has_name() {
            let message = format!(
                "the type of `{name}` is not known here, and the derivative keeps its value: write its type, as in `let {name}: usize = …` or `let {name}: Vec<f64> = ….to_vec()`"
            );
            diagnostics.error(info.span, message);
        }
    }
    let transposed = transpose::transpose(&linear);
    verify("transpose", &transposed, Stage::LinearB, diagnostics);
    if !diagnostics.is_empty() {
        return None;
    }
    Some(Stages { interface, primal, jvp: jvp.function, dots: jvp.dots, unzipped, residuals, linear, transposed })
}

/// What the loops of a block put into rows.
fn collected(block: &Block, kept: &mut Vec<Var>) {
    for l in &block.lets {
        if let Op::Loop(lp) = &l.op {
            kept.extend(lp.collect.iter().flatten());
        }
        for inner in l.op.blocks() {
            collected(inner, kept);
        }
    }
}

/// In debug builds of the compiler: what a pass made is well typed and linear.
fn verify(pass: &str, function: &Function, stage: Stage, diagnostics: &mut Diagnostics) {
    if cfg!(debug_assertions)
        && diagnostics.is_empty()
        && let Err(violations) = check(function, stage)
    {
        let message = format!(
            "autodiff has a bug: `{pass}` made a program of `{}` that is not well formed ({})",
            function.name,
            violations.join("; ")
        );
        diagnostics.error(Span::call_site(), message);
    }
}
