//! Methods of std that are a few lines of Rust: a call is lowered as the body of the method.
//!
//! [`bodies`] has the methods. The receiver and the arguments are evaluated once, and are what the
//! parameters are bound to in the body: a place, a value as it is, or a function. A closure has its
//! own scope, so names cannot be captured.
//!
//! A method that returns an iterator calls a function for all items at once, so the function must
//! have no effects.
//!
//! Inference finds a method by its row in [`std_declarations`](crate::std_declarations), and goes by
//! position and name. The tokens of a body have the position of the call, so a body cannot call a
//! method of its own name.

mod bodies;

use crate::diagnostics::respan;
use crate::infer::Definer;
use crate::lower::functions::closure::Callable;
use crate::lower::library::option::Payload;
use crate::lower::places::place::{Alias, Located, Root, Spot, unparen};
use crate::lower::*;
use bodies::{BY_TYPE, BY_VALUE};
use proc_macro2::TokenTree;
use quote::{format_ident, quote};
use syn::{Expr, ExprMethodCall, ImplItemFn};

/// The name of the receiver in a body.
const RECEIVER: &str = "receiver";

/// An entry of the scope of a body. It is no identifier.
const IN_BODY: &str = "the body of a method of std";

/// What a parameter of a body is bound to.
#[derive(Clone, Debug)]
pub enum BodyArgument {
    Value(Value),
    Place(Spot),
    Function(Callable),
    /// The error of a `Result`, which is not read yet.
    Error(Payload),
}

/// The method of a type with a count of arguments, by a table.
fn method(table: &[(&str, &str)], of: &str, name: &str, arguments: usize) -> Option<ImplItemFn> {
    let (_, text) = table.iter().find(|(ty, _)| *ty == of)?;
    let (_, method) = text.split_once(&format!("fn {name}("))?;
    let (method, _) = method.split_once("\n    }\n")?;
    let method: ImplItemFn = syn::parse_str(&format!("fn {name}({method}}}")).ok()?;
    (method.sig.inputs.len() == arguments + 1).then_some(method)
}

/// Whether a method of a value is lowered as its body.
pub fn is_method_of_value(of: &str, name: &str, arguments: usize) -> bool {
    method(BY_VALUE, of, name, arguments).is_some()
}

/// Whether a method returns an iterator.
fn returns_items(method: &ImplItemFn) -> bool {
    matches!(&method.sig.output, syn::ReturnType::Type(_, ty) if matches!(&**ty, syn::Type::Path(ty)
        if ty.path.segments.last().is_some_and(|name| name.ident == "Iter")))
}

/// Whether an argument is a function that may have effects.
fn has_effects((parameter, argument): (&syn::FnArg, &Expr)) -> bool {
    let is_function =
        matches!(parameter, syn::FnArg::Typed(of) if matches!(&*of.ty, syn::Type::ImplTrait(_)));
    is_function
        && match unparen(argument) {
            Expr::Closure(closure) => !opaque::is_pure(&closure.body, &|_| false),
            Expr::Path(of) => !opaque::is_pure_of_std(&of.path),
            _ => true,
        }
}

/// The tokens of a body with the names replaced.
fn replaced(tokens: TokenStream, names: &[(Ident, TokenStream)]) -> TokenStream {
    let of_name = |name: &Ident| names.iter().find(|(of, _)| of == name).map(|(_, by)| by.clone());
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(name) => of_name(&name).unwrap_or_else(|| name.to_token_stream()),
            TokenTree::Group(group) => {
                let mut inner =
                    proc_macro2::Group::new(group.delimiter(), replaced(group.stream(), names));
                inner.set_span(group.span());
                TokenTree::Group(inner).to_token_stream()
            }
            token => token.to_token_stream(),
        })
        .collect()
}

impl Lowerer<'_> {
    /// A method of std of a value, lowered as its body.
    pub fn method_of_std_value(
        &mut self,
        of: &str,
        this: Value,
        m: &ExprMethodCall,
    ) -> Option<Value> {
        // a copy of an element is read where it is used
        let this = if m.args.iter().any(|argument| self.changes_variables(argument)) {
            self.settled(this, m.method.span())
        } else {
            this
        };
        self.method_of_std_binding(of, passed(BodyArgument::Value(this)), m)
    }

    /// The same for what the receiver is bound to.
    pub fn method_of_std_binding(
        &mut self,
        of: &str,
        this: Binding,
        m: &ExprMethodCall,
    ) -> Option<Value> {
        let method = method(BY_VALUE, of, &m.method.to_string(), m.args.len())?;
        self.as_body(&method, this, m)
    }

    /// A method of std that its name and the type of the receiver determine, lowered as its body.
    pub fn method_of_std_type(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let (name, span) = (m.method.to_string(), m.method.span());
        // most calls are of other methods
        BY_TYPE.iter().find(|(_, text)| text.contains(&format!("fn {name}(")))?;
        let of = self.owner_in_std(m)?;
        let found = |of| method(BY_TYPE, of, &name, m.args.len());
        let function = found(of).or_else(|| found((of == "Vec").then_some("Slice")?))?;
        if returns_items(&function)
            && function.sig.inputs.iter().skip(1).zip(&m.args).any(has_effects)
        {
            return None;
        }
        self.rely_on_std_for(m);
        let located = self.locate(&m.receiver);
        let is_unique =
            matches!(function.sig.receiver()?.kind, syn::ReceiverKind::Reference(_, _, Some(_)));
        let this = match (self.resolved_place(located, span), is_unique) {
            (Located::Option(some, payload), _) => Binding::Option(some, payload),
            (Located::Spot(place), true)
                if let Spot { root: Root::Slot(slot), path, ty, .. } = place.clone() =>
            {
                Binding::Alias(Alias { slot, path, ty })
            }
            (Located::Spot(place), _) => passed(BodyArgument::Place(place)),
            (other, true) => {
                let value = self.value_of(other, span);
                self.binding(RECEIVER, value, true, span)
            }
            (other, false) => passed(BodyArgument::Value(self.value_of(other, span))),
        };
        self.as_body(&function, this, m)
    }

    /// The body of a method in place of a call.
    fn as_body(&mut self, method: &ImplItemFn, this: Binding, m: &ExprMethodCall) -> Option<Value> {
        let span = m.method.span();
        let receiver = format_ident!("{RECEIVER}", span = span);
        let in_body = (IN_BODY.to_string(), Binding::Tuple(Vec::new()));
        let mut bindings = vec![in_body, (receiver.to_string(), this)];
        let mut names = vec![(format_ident!("self"), quote!(#receiver))];
        for (input, argument) in method.sig.inputs.iter().skip(1).zip(&m.args) {
            let syn::FnArg::Typed(syn::PatType { pat, ty, .. }) = input else { return None };
            let syn::Pat::Ident(syn::PatIdent { ident, .. }) = &**pat else { return None };
            let mut bind = |name: &Ident, of| bindings.push((name.to_string(), passed(of)));
            match (&**ty, unparen(argument)) {
                (syn::Type::ImplTrait(_), f) => {
                    bind(ident, BodyArgument::Function(self.callable(f)?))
                }
                (syn::Type::Reference(_), argument) => match self.locate(argument) {
                    Located::Spot(place) => bind(ident, BodyArgument::Place(place)),
                    other => bind(ident, BodyArgument::Value(self.value_of(other, span))),
                },
                (ty, Expr::Range(range)) if *ty == syn::parse_quote!(Range) => {
                    let [start, end] =
                        [("start", &range.start), ("end", &range.end)].map(|(name, of)| {
                            Some((format_ident!("{name}", span = span), of.as_ref()?))
                        });
                    for (name, end) in [&start, &end].into_iter().flatten() {
                        bind(name, BodyArgument::Value(self.operand(end)));
                    }
                    let [start, end] = [start, end].map(|end| end.map(|(name, _)| name));
                    let limits = range.limits;
                    names.push((ident.clone(), quote!(#start #limits #end)));
                }
                (_, argument) => bind(ident, BodyArgument::Value(self.operand(argument))),
            }
        }
        let block = replaced(respan(method.block.to_token_stream(), span), &names);
        let body: Expr = syn::parse2(block).ok()?;
        let scope = self.ssa.scope.len();
        self.ssa.scope.extend(bindings);
        let value = self.expr(&body);
        self.ssa.scope.truncate(scope);
        Some(value)
    }

    /// Whether names are looked up in a body, whose calls are of std.
    pub fn is_in_body_of_std(&self) -> bool {
        self.lookup(IN_BODY).is_some()
    }

    /// The same for a method of a value. What its patterns bind needs no variables.
    pub fn is_in_body_of_value(&self) -> bool {
        self.is_in_body_of_std() && matches!(self.lookup(RECEIVER), Some(Binding::BodyArgument(_)))
    }

    /// The place or the value of a parameter.
    pub fn locate_passed(&mut self, passed: &BodyArgument, span: Span) -> Located {
        Located::Value(match passed {
            BodyArgument::Place(place) => return Located::Spot(place.clone()),
            BodyArgument::Value(value) => value.clone(),
            BodyArgument::Function(Callable::Closure(closure)) => Value::Closure(closure.clone()),
            BodyArgument::Function(_) => self.never_value(span),
            BodyArgument::Error(error) => self.open_error(error, span),
        })
    }

    /// The type of std whose method a call resolves to, as the methods here are grouped.
    fn owner_in_std(&mut self, m: &ExprMethodCall) -> Option<&'static str> {
        match self.names.inferred.definer(m) {
            Some(Definer::Std(of)) => Some(of),
            Some(_) => None,
            None => {
                if let Expr::Path(of) = unparen(&m.receiver)
                    && let Some(name) = of.path.get_ident()
                    && let Some(Binding::Option(..)) = self.lookup(&name.to_string())
                {
                    return Some("Option");
                }
                let ty = self.seen_type(&m.receiver)?;
                match self.types.shallow(&ty) {
                    Ty::Vec(_) => Some("Vec"),
                    Ty::Slice(_) | Ty::Array(..) => Some("Slice"),
                    Ty::Wrapped(Wrapper::Option, _) => Some("Option"),
                    _ => None,
                }
            }
        }
    }
}

fn passed(of: BodyArgument) -> Binding {
    Binding::BodyArgument(Box::new(of))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_is_found_and_declared() {
        let mut undeclared = Vec::new();
        for (of, text) in BY_TYPE.iter().chain(BY_VALUE) {
            let block: syn::ItemImpl = syn::parse_str(text).expect(of);
            for item in block.items {
                let syn::ImplItem::Fn(function) = item else { panic!("no method of {of}") };
                let (name, arguments) =
                    (function.sig.ident.to_string(), function.sig.inputs.len() - 1);
                let found = method(&[(of, text)], of, &name, arguments);
                assert!(found == Some(function), "{of}::{name} is not found");
                if crate::std_declarations::methods(&name, arguments).next().is_none() {
                    undeclared.push(format!("{of}::{name}"));
                }
            }
        }
        assert!(undeclared.is_empty(), "not in std_declarations.rs: {undeclared:?}");
    }
}
