//! Names for the markers of the functions that a function calls.
//!
//! A marker has the name of its function, and where a function is not differentiated there is none. So that this is one error and not
//! one for each mention, generated code names markers by an alias of its own, which is imported from the type namespace only:
//!
//! ```text
//! use square as f_needs_differentiate_on_square;
//! use f_needs_differentiate_on_square::{self as square_of_f};
//! ```
//!
//! The first import finds the function, the second one does not compile if there is no marker beside it, at the place of the user's call
//! and with a name that says what is missing.

use crate::ir::*;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote_spanned;
use std::collections::HashMap;

/// Gives every callee in the stages its alias; the result is the imports.
pub fn import(stages: &mut Stages, cfgs: &TokenStream) -> TokenStream {
    let mut aliases = Aliases { function: stages.interface.name.trim_start_matches("r#").to_string(), ..Aliases::default() };
    for function in [&mut stages.jvp, &mut stages.unzipped, &mut stages.linear, &mut stages.transposed] {
        for info in &mut function.vars {
            aliases.ty(&mut info.ty);
        }
        aliases.block(&mut function.body);
    }
    let imports = aliases.imports.iter().map(|import| {
        let Import { path, needed, alias } = import;
        quote_spanned! {alias.span()=>
            #cfgs #[allow(unused_imports, non_camel_case_types, clippy::all, clippy::pedantic)] use #path as #needed;
            #cfgs #[allow(unused_imports, non_camel_case_types, clippy::all, clippy::pedantic)] use #needed::{self as #alias};
        }
    });
    imports.collect()
}

struct Import {
    path: TokenStream,
    needed: Ident,
    alias: Ident,
}

#[derive(Default)]
struct Aliases {
    function: String,
    imports: Vec<Import>,
    of: HashMap<String, usize>,
}

impl Aliases {
    fn callee(&mut self, callee: &mut Callee) {
        let Some(last) = importable(callee) else { return };
        let key = callee.key();
        let number = match self.of.get(&key) {
            Some(number) => *number,
            None => {
                let function = &self.function;
                let name = last.to_string();
                let name = name.trim_start_matches("r#");
                let number = self.imports.len();
                // another path that ends in the same name
                let again = if self.imports.iter().any(|i| i.alias == format!("{name}_of_{function}")) {
                    format!("_{number}")
                } else {
                    String::new()
                };
                self.imports.push(Import {
                    path: callee.path.clone(),
                    needed: Ident::new(&format!("{function}_needs_differentiate_on_{name}{again}"), last.span()),
                    alias: Ident::new(&format!("{name}_of_{function}{again}"), last.span()),
                });
                self.of.insert(key, number);
                number
            }
        };
        let mut alias = self.imports[number].alias.clone();
        alias.set_span(last.span());
        callee.path = TokenTree::Ident(alias).into();
    }

    fn projection(&mut self, projection: &mut Projection) {
        match projection {
            Projection::Output(callee) => self.callee(callee),
            Projection::Leaf(of, _) | Projection::Item(of) => self.projection(of),
        }
    }

    fn ty(&mut self, ty: &mut Ty) {
        match ty {
            Ty::Tuple(parts) => parts.iter_mut().for_each(|part| self.ty(part)),
            Ty::Array(of, _) | Ty::Slice(of) | Ty::Vec(of) | Ty::Shape(of) => self.ty(of),
            Ty::Sequence(of, projection) => {
                self.ty(of);
                self.projection(projection);
            }
            Ty::Projected(projection) => self.projection(projection),
            Ty::Frame(callee) => self.callee(callee),
            Ty::Real(_) | Ty::Int(_) | Ty::Bool | Ty::Text(_) | Ty::Foreign(_) | Ty::Rows | Ty::Infer(_) => {}
        }
    }

    fn block(&mut self, block: &mut Block) {
        for l in &mut block.lets {
            match &mut l.op {
                // the function itself
                Op::Call(_) => {}
                Op::CallPrimal(call) => self.callee(&mut call.callee),
                Op::CallJvp(call) => self.callee(&mut call.call.callee),
                Op::Linear(Linear::Call(call)) => self.callee(&mut call.call.callee),
                Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| self.block(arm)),
                Op::Loop(lp) => self.block(&mut lp.body),
                _ => {}
            }
        }
    }
}

/// The last name of a path that `use` can import.
fn importable(callee: &Callee) -> Option<Ident> {
    if callee.recursive {
        return None;
    }
    let mut last = None;
    for (k, token) in callee.path.clone().into_iter().enumerate() {
        match token {
            TokenTree::Ident(ident) if k == 0 && (ident == "Self" || ident == "_") => return None,
            TokenTree::Ident(ident) => last = Some(ident),
            TokenTree::Punct(punct) if punct.as_char() == ':' => {}
            // arguments of generics, `<T as Trait>::f`
            _ => return None,
        }
    }
    last
}
