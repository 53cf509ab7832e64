//! A lowered function → all its stages.
//!
//! ```text
//! Linear A ─number, activity, jvp, simplify, dup─▶ Linear A ─unzip─▶ Linear B ─transpose─▶ Linear B ─schedule─▶ Linear A
//! ```
//!
//! Debug builds of the compiler check every stage; all builds check the lowered function.

use crate::diagnostics::Diagnostics;
use crate::ir::check::{Stage, check};
use crate::ir::{Block, Function, Interface, Op, Stages, Ty, Var};
use crate::lower::Lowered;
use crate::passes::jvp::Jvp;
use crate::passes::{
    activity, defunctionalize, jvp, number, pullbacks, schedule, transpose, unzip,
};
use proc_macro2::Span;

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
    let jvp = jvp::jvp(&primal, &interface, &activity);
    split(primal, interface, jvp, diagnostics)
}

/// All stages of a differentiated function.
pub(crate) fn split(
    primal: Function,
    interface: Interface,
    jvp: Jvp,
    diagnostics: &mut Diagnostics,
) -> Option<Stages> {
    let user_vars = primal.vars.len();
    verify("jvp", &jvp.function, Stage::LinearA, diagnostics);
    let unzip::Unzipped { primal: unzipped, linear, residuals } =
        unzip::unzip(&jvp, &interface, user_vars);
    verify("unzip (primal)", &unzipped, Stage::LinearA, diagnostics);
    verify("unzip (linear)", &linear, Stage::LinearB, diagnostics);
    refuse_unsavable(&unzipped, &residuals, diagnostics);
    let transposed = transpose::transpose(&linear);
    verify("transpose", &transposed, Stage::LinearB, diagnostics);
    let vjp = schedule::schedule(&unzipped, &residuals, &transposed, user_vars);
    if let Some(vjp) = &vjp {
        verify("schedule", vjp, Stage::LinearA, diagnostics);
    }
    if !diagnostics.is_empty() {
        return None;
    }
    Some(Stages {
        interface,
        primal,
        jvp: jvp.function,
        dots: jvp.dots,
        unzipped,
        residuals,
        linear,
        transposed,
        vjp,
        pullbacks: None,
    })
}

/// Rejects residuals, in the frame or in rows, whose types borrow or cannot be named.
fn refuse_unsavable(function: &Function, residuals: &[Var], diagnostics: &mut Diagnostics) {
    let mut saved = residuals.to_vec();
    collect_row_values(&function.body, &mut saved);
    for v in saved {
        let info = function.info(v);
        // the user's name
        let name = info.name.trim_end_matches("_saved");
        if matches!(*info.ty, Ty::Text(_)) && !info.ty.can_be_stored() {
            let message = format!(
                "`{name}` is borrowed, and its value is needed in the reverse sweep: copy it, `let \
                 {name} = ….to_string();`"
            );
            diagnostics.error(info.span, message);
        } else if matches!(*info.ty, Ty::Slice(_)) {
            diagnostics.error(
                info.span,
                format!(
                    "`{name}` is borrowed, and its elements are needed in the reverse sweep: copy \
                     them, `let {name} = ….to_vec();`"
                ),
            );
        } else if info.ty.has_name() && info.ty.has_elided_lifetimes() {
            let message = format!(
                "`{name}` borrows, and its value is needed in the reverse sweep: construct it here \
                 without calls of other functions, or take it as a `#[constant]` parameter"
            );
            diagnostics.error(info.span, message);
        } else if !info.ty.can_be_stored() {
            let message = format!(
                "cannot infer the type of `{name}`, and its value is needed in the reverse sweep: \
                 annotate it, `let {name}: usize = …` or `let {name}: Vec<f64> = ….to_vec()`"
            );
            diagnostics.error(info.span, message);
        }
    }
}

/// Adds a pullback for each sub-expression to the function of both sweeps.
pub fn with_pullbacks(stages: &mut Stages, diagnostics: &mut Diagnostics) {
    let pullbacks = pullbacks::pullbacks(&stages.jvp, &stages.dots, &stages.interface);
    verify("pullbacks", &pullbacks, Stage::LinearA, diagnostics);
    let vjp = defunctionalize::defunctionalize(&pullbacks, stages.primal.vars.len());
    verify("defunctionalize", &vjp, Stage::LinearA, diagnostics);
    refuse_unsavable(&vjp, &[], diagnostics);
    stages.vjp = Some(vjp);
    stages.pullbacks = Some(pullbacks);
}

/// The values that the loops of a block save in rows.
fn collect_row_values(block: &Block, saved: &mut Vec<Var>) {
    for l in &block.lets {
        if let Op::Loop(lp) = &l.op {
            saved.extend(lp.collect.iter().flatten());
        }
        for inner in l.op.blocks() {
            collect_row_values(inner, saved);
        }
    }
}

/// Checks that the result of a pass is well typed and linear. After the first pass the check always
/// runs: an error there may come from an unsupported user program, such as a view of memory that
/// changes, and the derivative would be wrong. After the other passes it runs in debug builds of
/// the compiler.
pub(crate) fn verify(pass: &str, function: &Function, stage: Stage, diagnostics: &mut Diagnostics) {
    if (cfg!(debug_assertions) || pass == "lower")
        && diagnostics.is_empty()
        && let Err(violations) = check(function, stage)
    {
        let violations = violations.join("; ");
        let message = if pass == "lower" {
            // a type error in the user's code: rustc reports it as well
            format!(
                "mismatched types in `{}` ({violations}): if rustc accepts the function without \
                 the attribute, this is a bug of autodiff",
                function.name
            )
        } else {
            format!(
                "this is a bug of autodiff: the pass `{pass}` made an invalid program of `{}` \
                 ({violations})",
                function.name
            )
        };
        diagnostics.error(Span::call_site(), message);
    }
}
