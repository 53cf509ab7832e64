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

use crate::ir::tables::HashMap;
use crate::ir::*;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote_spanned;

/// Gives every callee in the stages its alias; the result is the imports.
///
/// `stem` is what the names of a method's types are made of: its block's name is part of its aliases, as several blocks may have a method
/// of one name.
/// `marker` is the path of the marker of the function that a path names, if it has another one.
pub fn import(stages: &mut Stages, stem: Option<&[String]>, cfgs: &TokenStream, marker: Marker<'_>) -> TokenStream {
    let function = name_of(&stages.interface, stem);
    let mut functions = vec![&mut stages.jvp, &mut stages.unzipped, &mut stages.linear, &mut stages.transposed];
    functions.extend(&mut stages.vjp);
    import_in(&function, &mut functions, cfgs, marker)
}

fn name_of(interface: &Interface, stem: Option<&[String]>) -> String {
    stem.map_or_else(|| interface.name.clone(), |words| words.join("_"))
}

/// The same for a linear map.
pub fn import_of_map(map: &mut LinearMap, stem: Option<&[String]>, cfgs: &TokenStream, marker: Marker<'_>) -> TokenStream {
    let params: String = map.params.iter().map(|k| format!("_{}", map.stages.interface.params[*k].name)).collect();
    let function = format!("{}_linear_in{params}", name_of(&map.stages.interface, stem));
    let Stages { jvp, unzipped, linear, transposed, vjp, .. } = &mut map.stages;
    let mut functions = vec![jvp, unzipped, linear, transposed, &mut map.residuals];
    functions.extend(vjp);
    import_in(&function, &mut functions, cfgs, marker)
}

fn import_in(function: &str, stages: &mut [&mut Function], cfgs: &TokenStream, marker: Marker<'_>) -> TokenStream {
    let mut aliases = Aliases { function: function.replace("r#", ""), marker, imports: Vec::new(), of: HashMap::default() };
    for function in stages {
        for info in &mut function.vars {
            aliases.ty(&mut info.ty);
        }
        aliases.block(&mut function.body);
    }
    let imports = aliases.imports.iter().map(|import| {
        let Import { path, needed, alias } = import;
        quote_spanned! {alias.span()=>
            #cfgs #[allow(unused_imports, non_camel_case_types, deprecated, clippy::all, clippy::pedantic)] use #path as #needed;
            #cfgs #[allow(unused_imports, non_camel_case_types, deprecated, clippy::all, clippy::pedantic)] use #needed::{self as #alias};
        }
    });
    imports.collect()
}

/// The path of the marker of the function that a path names, if it is not that path.
type Marker<'w> = &'w dyn Fn(&TokenStream) -> Option<TokenStream>;

struct Import {
    path: TokenStream,
    needed: Ident,
    alias: Ident,
}

struct Aliases<'w> {
    function: String,
    marker: Marker<'w>,
    imports: Vec<Import>,
    of: HashMap<String, usize>,
}

impl Aliases<'_> {
    fn callee(&mut self, callee: &mut Callee) {
        callee.arguments.iter_mut().for_each(|ty| self.ty(ty));
        callee.functions.iter_mut().for_each(|function| self.callee(&mut function.code));
        if let Some(method) = &mut callee.method {
            self.ty(&mut method.owner);
            method.right.iter_mut().for_each(|right| self.ty(right));
            return;
        }
        if callee.recursive
            && let Some(marker) = (self.marker)(&callee.path)
        {
            callee.path = marker;
        }
        let Some(last) = importable(callee) else { return };
        let key = callee.key();
        let number = match self.of.get(&key) {
            Some(number) => *number,
            None => {
                let function = &self.function;
                let name = last.to_string();
                let name = name.trim_start_matches("r#");
                let number = self.imports.len();
                let attribute = if callee.linear.is_some() { "linear" } else { "differentiate" };
                // another path that ends in the same name
                let again = if self.imports.iter().any(|i| i.alias == format!("{name}_of_{function}")) {
                    format!("_{number}")
                } else {
                    String::new()
                };
                let span = of_ours(last.span());
                self.imports.push(Import {
                    path: path_of_ours(&(self.marker)(&callee.path).unwrap_or_else(|| callee.path.clone())),
                    needed: Ident::new(&format!("{function}_needs_{attribute}_on_{name}{again}"), span),
                    alias: Ident::new(&format!("{name}_of_{function}{again}"), span),
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
            Projection::Leaf(of, _) | Projection::Item(of) | Projection::Member(of, _) => self.projection(of),
            Projection::Named(_) => {}
        }
    }

    fn ty(&mut self, ty: &mut Ty) {
        match ty {
            Ty::Tuple(parts) => parts.iter_mut().for_each(|part| self.ty(part)),
            Ty::Array(of, _) | Ty::Slice(of) | Ty::Vec(of) | Ty::Deque(of) | Ty::Shape(of) | Ty::Wrapped(_, of) => self.ty(of),
            Ty::Sequence(of, projection) => {
                self.ty(of);
                self.projection(projection);
            }
            Ty::Projected(projection) | Ty::Discrete(projection) | Ty::IntOf(Some(projection)) => self.projection(projection),
            Ty::Frame(callee) => self.callee(callee),
            Ty::Code(code) => self.callee(code),
            Ty::Real(_)
            | Ty::Int(_)
            | Ty::IntOf(None)
            | Ty::Bool
            | Ty::Text(_)
            | Ty::Foreign(_)
            | Ty::Rows
            | Ty::Function(_)
            | Ty::Pullback(_)
            | Ty::Infer(_) => {}
        }
    }

    fn block(&mut self, block: &mut Block) {
        for l in &mut block.lets {
            match &mut l.op {
                // the function itself, but of a call with functions the marker
                Op::Call(call) if call.callee.functions.is_empty() => {}
                Op::Call(call) => self.callee(&mut call.callee),
                Op::CallPrimal(call) => self.callee(&mut call.callee),
                Op::CallJvp(call) | Op::CallVjp(call) => self.callee(&mut call.call.callee),
                Op::Linear(Linear::Call(call)) => self.callee(&mut call.call.callee),
                Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| self.block(arm)),
                Op::Loop(lp) => self.block(&mut lp.body),
                _ => {}
            }
        }
    }
}

/// The place of a user's token, in the edition of ours: in a crate of the edition of 2015, `use f` would start at the crate's root.
fn of_ours(span: Span) -> Span {
    Span::call_site().located_at(span)
}

/// A path as an expression finds it. One with `::` in front means what it means in the user's edition.
fn path_of_ours(path: &TokenStream) -> TokenStream {
    if matches!(path.clone().into_iter().next(), Some(TokenTree::Punct(_))) {
        return path.clone();
    }
    let respanned = path.clone().into_iter().map(|mut token| {
        token.set_span(of_ours(token.span()));
        token
    });
    respanned.collect()
}

/// The last name of a path that `use` can import.
fn importable(callee: &Callee) -> Option<Ident> {
    if callee.recursive || callee.lifted || callee.object.is_some() {
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
