//! Forward calls → checks that no tangent is passed for an argument in which the callee has no
//! derivative: only the callee knows these arguments, so rustc evaluates the checks.

use crate::emit::bits;
use crate::emit::tokens::generics;
use crate::ir::*;
use proc_macro2::TokenStream;
use quote::quote_spanned;

/// The checks of all calls in a block whose callee is known by name. If there is a reverse mode,
/// the bounds of its accumulators are these checks.
pub(in crate::emit) fn checks_of_named_callees(block: &Block) -> TokenStream {
    // a function with function parameters is never only linear
    let is_named = |callee: &Callee| callee.object.is_none() && callee.functions.is_empty();
    call_checks(block, &is_named, &|call, span| {
        let mask = bits(active_arguments(call));
        let refused = generics::associated_type(&call.call.callee, "REFUSED");
        let constants = constants(call, active_arguments(call), span);
        quote_spanned! {span=>
            const { ::core::assert!(#refused & #mask == 0, "this function has only `#[linear]`, \
                and no derivative in one of the arguments that are active here") };
            #constants
        }
    })
}

/// The checks of all calls of parameters that are functions, and of functions of traits. The callee
/// is not known before a function is passed.
pub(in crate::emit) fn of_objects(block: &Block) -> TokenStream {
    call_checks(block, &|callee| callee.object.is_some(), &|call, span| {
        // the function parameter itself is the first argument of its call
        let first = usize::from(call.call.callee.method.is_none());
        constants(call, active_arguments(call).filter(|k| *k >= first).map(|k| k - first), span)
    })
}

fn constants(
    call: &LinearCall,
    active: impl Iterator<Item = usize>,
    span: proc_macro2::Span,
) -> TokenStream {
    let mut active = active.peekable();
    if active.peek().is_none() {
        return TokenStream::new();
    }
    let (mask, constants) =
        (bits(active), generics::associated_type(&call.call.callee, "CONSTANT"));
    quote_spanned! {span=>
        const { ::core::assert!(#constants & #mask == 0, "an active value is passed for a \
            `#[constant]` parameter, so its derivative would be lost: write `constant(…)` around \
            the argument, or remove `#[constant]` from the parameter") };
    }
}

/// The indices of the arguments with a tangent.
fn active_arguments(call: &LinearCall) -> impl Iterator<Item = usize> + '_ {
    let is_active = |linear: &LinearArgument| match linear {
        LinearArgument::None => false,
        LinearArgument::Value(leaves) => leaves.iter().any(|leaf| leaf.var.is_some()),
        LinearArgument::Threaded(_) => true,
    };
    call.arguments.iter().enumerate().filter(move |(_, linear)| is_active(linear)).map(|(k, _)| k)
}

fn call_checks(
    block: &Block,
    is_checked: &dyn Fn(&Callee) -> bool,
    check: &dyn Fn(&LinearCall, proc_macro2::Span) -> TokenStream,
) -> TokenStream {
    let mut out = TokenStream::new();
    for l in &block.lets {
        if let Op::CallJvp(call) = &l.op
            && is_checked(&call.call.callee)
        {
            out.extend(check(call, l.span));
        }
        out.extend(l.op.blocks().iter().map(|inner| call_checks(inner, is_checked, check)));
    }
    out
}
