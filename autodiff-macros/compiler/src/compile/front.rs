//! A user-defined function → the function that is lowered: functions that return closures are
//! inlined, macros are expanded, and unsupported syntax is rejected.

use crate::diagnostics::Diagnostics;
use crate::fence;
use crate::item::{self, UserFunction};
use proc_macro2::TokenStream;
use std::rc::Rc;
use syn::{Item, ItemFn};

/// A function before it is lowered.
pub struct Front {
    pub function: Rc<ItemFn>,
    /// Items that rustc checks with it.
    pub witnesses: Vec<TokenStream>,
}

impl Front {
    /// The function to lower, in a module of these items; `None` if a callee cannot be inlined.
    pub fn new(
        user: &UserFunction,
        items: &[Item],
        scope: &[String],
        errors: &mut Diagnostics,
    ) -> Option<Front> {
        let before = errors.len();
        let inlined = user.world.with_inlined(
            &user.function,
            &item::inlined_functions::inlined_functions(items, scope),
            errors,
        );
        if errors.len() > before {
            return None;
        }
        let (mut function, mut witnesses) = match inlined {
            Some((function, witnesses)) => (Rc::new(function), witnesses),
            None => (user.function.clone(), Vec::new()),
        };
        if let Some(expanded) = item::macros::expand_macros(
            &function,
            &item::macros::macros_in_scope(items, scope),
            &user.world,
            errors,
        ) {
            witnesses.extend(expanded.witnesses);
            function = Rc::new(expanded.function);
        }
        fence::fence(&function, errors);
        fence::user_types::in_function(&function, &user.world, errors);
        if user.method.is_none() {
            fence::user_types::refuse_type_named_as_function(
                &function.sig.ident,
                &user.world,
                errors,
            );
        }
        Some(Front { function, witnesses })
    }
}
