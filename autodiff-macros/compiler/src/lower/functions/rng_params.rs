//! Sources of random numbers: type parameters bounded by `Rng` and the like, as in
//! `fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> f64`.
//!
//! A source carries no reals, and its values are constant, so derivatives are those along one path
//! of random numbers. The parameter is no generic parameter in generated code: it is written at
//! the argument, `rng: &mut (impl Rng + ?Sized)`. Its value is a reference that each use changes,
//! so that the uses keep their order, and none is lost or repeated.
//!
//! - A source is a parameter by `&mut`, and is called or passed on. The body must not name its
//!   type.
//! - An argument of a source that is not constant would lose its derivative, which is an error as
//!   for all foreign code.
//! - A trait of sources is recognized by its name, or it is one of the crate whose methods take
//!   `&mut self` and have no derivative ([`World::is_source`]).

use crate::lower::places::place::unparen;
use crate::lower::*;
use quote::quote;
use syn::Expr;

impl Lowerer<'_> {
    /// A parameter that is a source.
    pub fn source_param(&mut self, input: &syn::PatType) -> Option<Param> {
        let bounds = self
            .sig
            .sources
            .iter()
            .find(|(name, _)| types::syntax::generics::mentions(input.ty.to_token_stream(), name))?
            .1
            .clone();
        let is_reference = matches!(&*input.ty, syn::Type::Reference(r) if r.mutability.is_some()
            && matches!(&*r.elem, syn::Type::Path(p) if p.path.get_ident().is_some()));
        let name = match &*input.pat {
            syn::Pat::Ident(pat) => pat.ident.to_string(),
            _ => "source".into(),
        };
        if !is_reference {
            self.error(
                &input.ty,
                "a random number generator must be passed by `&mut`: write `rng: &mut R`",
            );
        }
        let (ty, rust_type) = (Ty::source(), quote!(&mut (impl #bounds)));
        let var = self.f.fresh_primal(&name[..], ty.clone(), input.pat.span());
        self.f.params.push(var);
        self.facts.named.insert(var);
        Some(Param {
            name,
            rust_type,
            ty,
            passing: Passing::Value,
            constant: true,
            converts: false,
            borrowed: None,
            value: Tree::Leaf(var),
        })
    }

    /// The body must not name the types of sources: generated code has no such parameters.
    pub fn check_sources(&mut self, body: &syn::Block) {
        for (name, _) in self.sig.sources.clone() {
            if let Some(at) = find_mention(body.to_token_stream(), &name) {
                self.error(
                    &at,
                    "the type of a random number generator is not supported in the body: let rustc \
                     infer it, or take the random numbers as a parameter",
                );
            }
        }
    }

    /// The name of a parameter that is a source.
    pub fn bind_source(&mut self, param: &Param) {
        let [var] = param.value.leaves()[..] else { return };
        let id = self.slot(&param.name, param.ty.clone(), true, Some(var));
        (self.slots[id].reference, self.slots[id].unique) = (true, true);
        self.ssa.scope.push((param.name.clone(), Binding::Slot(id)));
    }

    /// The source that an expression names.
    fn named_source(&self, e: &Expr) -> Option<(Ident, SlotId)> {
        let Expr::Path(p) = unparen(e) else { return None };
        let name = p.path.get_ident()?;
        match self.lookup(&name.to_string())? {
            Binding::Slot(slot) if self.slots[*slot].ty.is_source() => Some((name.clone(), *slot)),
            _ => None,
        }
    }

    /// `rng.random()`
    pub fn method_of_source(&mut self, m: &syn::ExprMethodCall) -> Option<Value> {
        let (name, slot) = self.named_source(&m.receiver)?;
        let ty = match (m.method.to_string().as_str(), &m.turbofish) {
            ("random" | "gen" | "random_range" | "gen_range", Some(given)) => {
                match given.args.first() {
                    Some(syn::GenericArgument::Type(ty)) => Some(self.types.annotation(ty)),
                    _ => None,
                }
            }
            ("random_bool" | "gen_bool" | "random_ratio" | "gen_ratio", _) => Some(Ty::Bool),
            ("next_u32", _) => Some(Ty::Int("u32")),
            ("next_u64", _) => Some(Ty::Int("u64")),
            _ => None,
        };
        Some(self.lower_source(&Expr::MethodCall(m.clone()), &name, slot, ty))
    }

    /// `Rng::random::<f64>(rng)`, `Rng::random_range(rng, 0.0..1.0)`: these are not lowered as
    /// calls, which could have a derivative.
    pub fn call_of_source(&mut self, c: &syn::ExprCall, path: &syn::ExprPath) -> Option<Value> {
        let (name, slot) = c.args.iter().find_map(|e| self.named_source(e))?;
        let given = &path.path.segments.last()?.arguments;
        if given.is_none() && !c.args.iter().any(|e| matches!(unparen(e), Expr::Range(_))) {
            return None;
        }
        let ty = match given {
            syn::PathArguments::AngleBracketed(given) => match given.args.first() {
                Some(syn::GenericArgument::Type(ty)) => Some(self.types.annotation(ty)),
                _ => None,
            },
            _ => None,
        };
        Some(self.lower_source(&Expr::Call(c.clone()), &name, slot, ty))
    }

    /// The value of a use of a source, and the new version of the source.
    fn lower_source(&mut self, e: &Expr, name: &Ident, slot: SlotId, ty: Option<Ty>) -> Value {
        let Some(before) = self.ssa.env.get(slot).copied().flatten() else {
            return self.never_value(name.span());
        };
        let Some(code) = self.plain_tokens(e) else {
            return self.fail(
                e,
                "this changes another variable besides the random number generator, which is not \
                 supported: move that change to a separate statement",
            );
        };
        let span = e.span();
        let captures = self.captures_without(e.to_token_stream(), Some(name));
        let drawn = Opaque {
            changes: vec![Change { name: name.to_string(), place: Place::of_var(before) }],
            advice:
                "draw one that depends on no active value, and transform it: the transformation \
                 has a derivative"
                    .into(),
            ..Opaque::new(code, captures, "a random number")
        };
        let ty = ty.unwrap_or_else(|| self.types.fresh(Kind::Any, Origin::Opaque(None)));
        let value = self.f.fresh_primal("drawn", ty, span);
        let after = self.f.fresh_primal(name.to_string(), Ty::source(), span);
        self.push(vec![value, after], Op::Opaque(Box::new(drawn)), span);
        self.ssa.env[slot] = Some(after);
        Value::Var(value, false)
    }
}

/// Where a name occurs.
fn find_mention(tokens: TokenStream, name: &Ident) -> Option<Ident> {
    tokens.into_iter().find_map(|token| match token {
        proc_macro2::TokenTree::Ident(ident) => (ident == *name).then_some(ident),
        proc_macro2::TokenTree::Group(group) => find_mention(group.stream(), name),
        _ => None,
    })
}
