//! The function that a path or a method name resolves to in the files of the crate, with its types
//! as they are named at the caller.
//!
//! The source text of the files is the evidence: a name resolves along imports, and only to one
//! function. A caller writes the types of the function only where rustc compares them. No caller
//! concludes from a name that a type has no reals. Type and constant parameters keep their names,
//! and the caller replaces those that it infers from the arguments.
//!
//! ```text
//! mod             functions that paths and method names resolve to
//! differentiated  the functions of a module that have derivatives
//! calls           which free functions call each other
//! trait_methods   names of methods that traits of the crate have
//! ```

pub(in crate::world) mod calls;
pub(in crate::world) mod differentiated;
pub(in crate::world) mod trait_methods;

use crate::item::parameters::{desugar_into, iterators};
use crate::params;
use crate::turbofish;
use crate::world::World;
use crate::world::names::modules::ItemPath;
use crate::world::names::resolve::Resolution;
use crate::world::text::Definitions;
use crate::world::tokens::replace_names;
use crate::world::types::plain_types::ItemId;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use syn::visit_mut::{self, VisitMut};
use syn::{FnArg, GenericParam, Generics, ImplItem, Signature, Type};

/// The signature of a function, with its types as the caller names them.
#[derive(Clone, Debug)]
pub struct Function {
    /// The types of the parameters, including `self`, where they have names here.
    pub inputs: Vec<Option<Type>>,
    /// For each parameter that is a reference, whether it is a mutable one.
    pub references: Vec<Option<bool>>,
    /// Of each parameter that is a function, the types of its arguments.
    pub functions: Vec<Option<Vec<Type>>>,
    /// The type of the result, if it has a name here.
    pub output: Option<Type>,
    /// The names of the type and constant parameters, including those of the `impl` block.
    pub generics: Vec<String>,
    /// Which of its generic parameters are constants, if its arguments do not determine all of them
    /// ([`turbofish`]).
    pub explicit: Option<Vec<bool>>,
}

/// Functions that were looked up, by the caller's location and the callee's name.
pub(super) type Lookups = Rc<RefCell<HashMap<(String, String, String), Option<Rc<Function>>>>>;

impl World {
    /// The free function that a path resolves to.
    pub fn function_at(&self, path: &syn::Path) -> Option<Rc<Function>> {
        let names: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.look_up(String::new(), names.join("::"), || self.find_function(&names))
    }

    /// The function `name` of the type that a path resolves to.
    pub fn function_of(&self, owner: &syn::Path, name: &str) -> Option<Rc<Function>> {
        let names: Vec<String> =
            owner.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.look_up(names.join("::"), name.to_string(), || self.find_method(&names, name))
    }

    /// Whether the files of the crate show a method of that name of a type, and that it has the
    /// attribute.
    pub fn has_differentiated_method(&self, owner: &syn::Path, name: &str) -> bool {
        let names: Vec<String> =
            owner.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let Resolution::Item(defined) = self.resolve_path(&names) else { return false };
        let found = self.in_modules_of(&defined, &|definitions, home| {
            let key = (home.clone(), name.to_string());
            definitions
                .signature(&key)
                .filter(|_| !definitions.is_plain(&key))
                .into_iter()
                .collect()
        });
        !found.is_empty()
    }

    /// Whether the files show a method of that name of a type, and that it has no derivative.
    pub fn has_plain_method(&self, owner: &TokenStream, name: &str) -> bool {
        let Some(names) = crate::world::group::segments(owner) else { return false };
        let Resolution::Item(defined) = self.resolve_path(&names) else { return false };
        let is_plain = std::cell::Cell::new(true);
        let found = self.in_modules_of(&defined, &|definitions, home| {
            let key = (home.clone(), name.to_string());
            let signature = definitions.signature(&key);
            is_plain.set(is_plain.get() && (signature.is_none() || definitions.is_plain(&key)));
            signature.into_iter().collect()
        });
        !found.is_empty() && is_plain.get()
    }

    /// The function of an operator on a type. The name has a `&` for each operand by reference;
    /// `right` is the type of the right operand.
    pub fn operator_of(&self, owner: &syn::Path, name: &str, right: &Type) -> Option<Rc<Function>> {
        let names: Vec<String> =
            owner.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let key = format!("{name} {}", right.to_token_stream());
        self.look_up(names.join("::"), key, || self.find_operator(&names, name, right))
    }

    /// Whether the files show a function of an operator on a type, and that it has no derivative.
    /// If there are several for different operands, none may have one: an operand may be written as
    /// an alias.
    pub fn has_plain_operator(
        &self,
        owner: &TokenStream,
        name: &str,
        right: Option<&TokenStream>,
    ) -> bool {
        let Some(names) = crate::world::group::segments(owner) else { return false };
        let Resolution::Item(defined) = self.resolve_path(&names) else { return false };
        let right = right.map(|right| syn::parse2::<Type>(right.clone()));
        let Ok(right) = right.transpose() else { return false };
        let bare_name = name.trim_matches('&');
        let key = |home: &ItemPath| (home.clone(), bare_name.to_string());
        let all = self.in_modules_of(&defined, &|definitions, home| {
            definitions.signatures_of_traits(&key(home))
        });
        let plain = self.in_modules_of(&defined, &|definitions, home| {
            definitions.plain_signatures_of_traits(&key(home))
        });
        let is_it = |text: &String| {
            syn::parse_str(text).is_ok_and(|block| has_operands(&block, name, right.as_ref()))
        };
        all.len() == plain.len() && all.iter().filter(|(_, text)| is_it(text)).count() == 1
    }

    fn look_up(
        &self,
        owner: String,
        name: String,
        find: impl FnOnce() -> Option<Function>,
    ) -> Option<Rc<Function>> {
        let here = self.scope().map(|scope| scope.path().to_string()).unwrap_or_default();
        let key = (here, owner, name);
        if let Some(known) = self.lookups.borrow().get(&key) {
            return known.clone();
        }
        let found = find().map(Rc::new);
        self.lookups.borrow_mut().insert(key, found.clone());
        found
    }

    fn find_function(&self, names: &[String]) -> Option<Function> {
        let Resolution::Item(defined) = self.resolve_path(names) else { return None };
        let key = (defined.path.clone(), String::new());
        let text = self.in_file(&defined.file, |definitions| definitions.signature(&key))?;
        let sig: Signature = syn::parse_str(&text).ok()?;
        Some(self.signature_in_scope(&sig, &Generics::default(), &self.in_module(&defined)))
    }

    fn find_method(&self, owner: &[String], name: &str) -> Option<Function> {
        let Resolution::Item(defined) = self.resolve_path(owner) else { return None };
        let (there, text) = self.method_text(&defined, name)?;
        self.method_in_scope(&syn::parse_str(&text).ok()?, &there)
    }

    fn find_operator(&self, owner: &[String], name: &str, right: &Type) -> Option<Function> {
        let Resolution::Item(defined) = self.resolve_path(owner) else { return None };
        let bare_name = name.trim_matches('&');
        let mut found = self.in_modules_of(&defined, &|definitions, home| {
            definitions.signatures_of_traits(&(home.clone(), bare_name.to_string()))
        });
        found.retain(|(_, text)| {
            let Ok(block) = syn::parse_str::<syn::ItemImpl>(text) else { return false };
            has_operands(&block, name, Some(right))
        });
        let [(there, text)] = &found[..] else { return None };
        self.method_in_scope(&syn::parse_str(text).ok()?, there)
    }

    /// The signature of a block with one function, with the associated types of the trait.
    fn method_in_scope(&self, block: &syn::ItemImpl, there: &World) -> Option<Function> {
        let mut sig = only_function(block)?.sig.clone();
        ReplaceOutput(block).visit_signature_mut(&mut sig);
        let of = [("Self".to_string(), block.self_ty.to_token_stream())];
        let sig: Signature = syn::parse2(replace_names(sig.to_token_stream(), &of)).ok()?;
        let mut function = self.signature_in_scope(&sig, &block.generics, there);
        if sig.receiver().is_some()
            && let Some(this) = function.inputs.first_mut()
        {
            *this = self.named_with(&block.self_ty, there, &generics(&block.generics));
        }
        Some(function)
    }

    /// The only method of that name of a type, with its block.
    fn method_text(&self, of: &ItemId, name: &str) -> Option<(World, String)> {
        let found = self.in_modules_of(of, &|definitions, home| {
            definitions.signature(&(home.clone(), name.to_string())).into_iter().collect()
        });
        found.into_iter().next()
    }

    /// The results of the module of a type. If there are none, those of other modules in which the
    /// name of the type resolves to it.
    fn in_modules_of(
        &self,
        of: &ItemId,
        look: &dyn Fn(&Definitions, &ItemPath) -> Vec<String>,
    ) -> Vec<(World, String)> {
        let own = self.in_file(&of.file, |definitions| look(definitions, &of.path));
        if !own.is_empty() {
            let there = self.in_module(of);
            return own.into_iter().map(|text| (there.clone(), text)).collect();
        }
        let mut found = Vec::new();
        for file in self.files_of_crate().iter() {
            for module in self.modules_of(&file.path).iter() {
                let home = ItemPath { module: module.path.clone(), name: of.path.name.clone() };
                let texts = self.in_file(&file.path, |definitions| look(definitions, &home));
                if texts.is_empty() {
                    continue;
                }
                let there = self.in_module(&ItemId { file: file.path.clone(), path: home });
                if there.resolve(&of.path.name) == Resolution::Item(of.clone()) {
                    found.extend(texts.into_iter().map(|text| (there.clone(), text)));
                }
            }
        }
        found
    }

    fn signature_in_scope(&self, sig: &Signature, of_block: &Generics, there: &World) -> Function {
        // as the derivatives take iterators and converted values
        let (mut sig, mut block) = (sig.clone(), syn::parse_quote!({}));
        desugar_into::take_converted(&mut sig, &mut block);
        iterators::take_collected(&mut sig, &mut block);
        let mut names = generics(of_block);
        names.extend(generics(&sig.generics));
        let named = |ty: &Type| self.named_with(ty, there, &names);
        let inputs = sig.inputs.iter().map(|input| match input {
            FnArg::Typed(input) => named(&input.ty),
            FnArg::Receiver(_) => None,
        });
        let functions = params::functions_of(&sig).into_iter();
        let functions = functions.map(|types| types?.iter().map(named).collect::<Option<Vec<_>>>());
        let output = match &sig.output {
            syn::ReturnType::Type(_, ty) => named(ty),
            syn::ReturnType::Default => None,
        };
        Function {
            inputs: inputs.collect(),
            references: sig.inputs.iter().map(reference).collect(),
            functions: functions.collect(),
            output,
            generics: names,
            explicit: turbofish::constants(&sig),
        }
    }
}

fn only_function(block: &syn::ItemImpl) -> Option<&syn::ImplItemFn> {
    block
        .items
        .iter()
        .find_map(|item| if let ImplItem::Fn(function) = item { Some(function) } else { None })
}

/// Whether the function of an operator takes its operands by value or by reference as the name
/// says, and has this right operand. The name has a `&` for each operand by reference.
fn has_operands(block: &syn::ItemImpl, name: &str, right: Option<&Type>) -> bool {
    let Some(function) = only_function(block) else { return false };
    let is_left_reference = matches!(&*block.self_ty, Type::Reference(_)) == name.starts_with('&');
    let Some(right) = right else { return is_left_reference && function.sig.inputs.len() == 1 };
    let Some(FnArg::Typed(input)) = function.sig.inputs.iter().nth(1) else { return false };
    fn name_of(ty: &Type) -> Option<String> {
        match ty {
            Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
            Type::Slice(slice) => Some(format!("[{}]", name_of(&slice.elem)?)),
            _ => None,
        }
    }
    let (of, is_reference) = match &*input.ty {
        Type::Reference(reference) => (&*reference.elem, true),
        ty => (ty, false),
    };
    let own = match &*block.self_ty {
        Type::Reference(reference) => &*reference.elem,
        ty => ty,
    };
    let of = if name_of(of).is_some_and(|name| name == "Self") { own } else { of };
    is_left_reference
        && is_reference == name.ends_with('&')
        && name_of(of).is_some()
        && name_of(of) == name_of(right)
}

/// Replaces `Self::Output` by the associated type of an `impl` block.
struct ReplaceOutput<'b>(&'b syn::ItemImpl);

impl VisitMut for ReplaceOutput<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = &*ty
            && path.path.segments.len() == 2
            && path.path.segments[0].ident == "Self"
        {
            let name = &path.path.segments[1].ident;
            let found = self.0.items.iter().find_map(|item| match item {
                ImplItem::Type(of) if of.ident == *name => Some(of.ty.clone()),
                _ => None,
            });
            if let Some(found) = found {
                *ty = found;
                return;
            }
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

/// Whether a parameter that is a reference is a mutable one.
fn reference(input: &FnArg) -> Option<bool> {
    let is_reference = match input {
        FnArg::Receiver(this) => matches!(this.kind, syn::ReceiverKind::Reference(..)),
        FnArg::Typed(input) => matches!(&*input.ty, Type::Reference(_)),
    };
    is_reference.then(|| crate::world::group::is_mutable(input))
}

fn generics(of: &Generics) -> Vec<String> {
    let generics = of.params.iter().filter_map(|param| match param {
        GenericParam::Type(of) => Some(of.ident.to_string()),
        GenericParam::Const(of) => Some(of.ident.to_string()),
        GenericParam::Lifetime(_) => None,
    });
    generics.collect()
}
