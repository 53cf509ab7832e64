//! Closures that are passed to functions: each is lifted to a function of its captures and its
//! arguments.

use crate::lower::functions::closure::Closure;
use crate::lower::functions::values::PassedFunction;
use crate::lower::*;
use std::rc::Rc;
use syn::{Pat, Type};

/// A lifted closure, or one that is being lifted.
pub struct LiftedClosure {
    /// Its name.
    pub name: String,
    /// Its captures.
    pub captures: Vec<Var>,
    /// Which captures depend on no active value.
    pub inactive: Vec<bool>,
    /// Its own parameters.
    pub params: Vec<Param>,
    /// Its body; the results are those of `output`, then the final versions of parameters by
    /// mutable reference.
    pub body: Block,
    /// Its result.
    pub output: Tree,
    pub span: Span,
}

impl Lowerer<'_> {
    /// Lifts a closure to a function.
    pub(super) fn lift(
        &mut self,
        closure: &Rc<Closure>,
        hint: Option<&[Type]>,
        span: Span,
    ) -> Option<PassedFunction> {
        let outside = self.f.vars.len() as u32;
        let before = self.ssa.env.clone();
        let errors = self.diagnostics.len();
        let (of_params, _) = self.types_of(closure);
        let mut params = Vec::new();
        let mut output = Tree::Tuple(Vec::new());
        let mut finals = Vec::new();
        let outer = std::mem::replace(&mut self.ssa.exit, Exit::Normal);
        let end = self.arm(&before, |s| {
            let mut values = Vec::new();
            let mut unique = Vec::new();
            for (number, pat) in closure.params.iter().enumerate() {
                let hint = hint.and_then(|types| types.get(number));
                let (param, value, slot) = s.closure_param(pat, hint, number);
                s.types.unify(&of_params[number], &param.ty.clone());
                unique.extend(slot);
                params.push(param);
                values.push(value);
            }
            let value = s.inline(closure, values, span);
            let ty = s.written_result(closure.output.as_ref());
            output = s.lifted_result(value, ty.as_ref(), outside, span);
            finals = unique
                .into_iter()
                .filter_map(|slot| s.ssa.env.get(slot).copied().flatten())
                .collect();
            Value::Tuple(Vec::new())
        });
        let (mut body, after, exit) = end.parts();
        self.ssa.exit = outer;
        self.ssa.env = before.clone();
        self.ssa.env.resize(self.slots.len(), None);
        if !matches!(exit, Exit::Normal) && self.diagnostics.len() == errors {
            self.diagnostics.error(span, "a function that never returns is not supported here");
        }
        if before.iter().zip(&after).any(|(a, b)| a != b) {
            self.diagnostics.error(
                span,
                "a closure that changes its captures is not supported as an argument of a \
                 differentiated function: return the new value instead",
            );
        }
        if calls_itself(&body) {
            self.diagnostics.error(
                span,
                "a closure that calls its enclosing function is not supported as an argument",
            );
        }
        if self.diagnostics.len() != errors {
            return None;
        }
        body.results = output.leaves();
        body.results.extend(finals);
        let own: HashSet<Var> = params.iter().flat_map(|p| p.value.leaves()).collect();
        let mut captures = Vec::new();
        for v in body.free_vars() {
            if own.contains(&v) {
                continue;
            }
            match self.rebound_constant(v) {
                Some(literal) => body.lets.insert(0, literal),
                None => captures.push(v),
            }
        }
        captures.sort_unstable();
        let name = self.name_of_lifted();
        let path = proc_macro2::Ident::new(&name, span).to_token_stream();
        let code = Callee {
            turbofish: self.sig.turbofish.clone(),
            is_lifted: true,
            ..Callee::new(path, false)
        };
        let inactive = vec![false; captures.len()];
        self.collected.lifted.push(LiftedClosure {
            name,
            captures: captures.clone(),
            inactive,
            params,
            body,
            output,
            span,
        });
        Some(PassedFunction { code, captures })
    }

    /// The name of the function for the next closure.
    fn name_of_lifted(&self) -> String {
        let owner = self.around.owner.map(|owner| {
            let words = owner.clone().into_iter().filter_map(|t| {
                if let proc_macro2::TokenTree::Ident(i) = t { Some(i.to_string()) } else { None }
            });
            words.collect::<Vec<_>>().join("_") + "_"
        });
        format!(
            "{}{}_closure_{}",
            owner.unwrap_or_default(),
            self.f.name.trim_start_matches("r#"),
            self.collected.lifted.len()
        )
    }

    /// The binding of a constant, which is not a capture: the lifted function binds it again.
    fn rebound_constant(&self, v: Var) -> Option<Let> {
        let constant = |l: &&Let| {
            l.vars == [v]
                && match &l.op {
                    Op::Literal(_) => true,
                    Op::Opaque(o) => o.captures.is_empty() && !o.effect,
                    _ => false,
                }
        };
        self.blocks.iter().flat_map(|block| &block.lets).find(constant).cloned()
    }

    /// A parameter of a closure, its value, and its slot if it is passed by mutable reference.
    fn closure_param(
        &mut self,
        pat: &Pat,
        hint: Option<&Type>,
        number: usize,
    ) -> (Param, Value, Option<SlotId>) {
        let inferred = self.names.inferred.clone();
        let (inner, written) = match pat {
            Pat::Type(t) => (&*t.pat, Some(&*t.ty)),
            Pat::Wild(of) => (pat, hint.or_else(|| inferred.wild(of))),
            pat => (pat, hint),
        };
        let name = match inner {
            Pat::Ident(p) => p.ident.to_string(),
            Pat::Reference(r) => match &*r.pat {
                Pat::Ident(p) => p.ident.to_string(),
                _ => format!("argument_{number}"),
            },
            _ => format!("argument_{number}"),
        };
        let (passing, ty) = match written {
            Some(Type::Reference(r))
                if !matches!(written.map(|ty| self.types.annotation(ty)), Some(Ty::Text(_))) =>
            {
                (
                    if r.mutability.is_some() { Passing::Unique } else { Passing::Shared },
                    self.types.annotation(&r.elem),
                )
            }
            Some(Type::Infer(_)) | None => (
                if matches!(inner, Pat::Reference(_)) { Passing::Shared } else { Passing::Value },
                self.types.any(),
            ),
            Some(ty) => (Passing::Value, self.types.annotation(ty)),
        };
        // behind a mutable reference a tuple is one value
        let value = match passing {
            Passing::Unique => {
                Tree::Leaf(self.f.fresh_primal(name.as_str(), ty.clone(), pat.span()))
            }
            _ => self.param_tree(&ty, &name, pat.span()),
        };
        self.facts.named.extend(value.leaves());
        let param = Param {
            name: name.clone(),
            rust_type: TokenStream::new(),
            ty: ty.clone(),
            passing,
            constant: false,
            borrowed: None,
            converts: false,
            value: value.clone(),
        };
        if passing == Passing::Unique {
            let slot = self.slot(&name, ty, true, value.leaves().first().copied());
            (self.slots[slot].reference, self.slots[slot].unique) = (true, true);
            let places = self.unique_param(slot);
            return (param, self.unique_reference(&places), Some(slot));
        }
        let bound = self.param_value(&value, passing == Passing::Shared);
        (param, bound, None)
    }

    /// The type of a `Result` that a closure returns: as written, or that of the enclosing
    /// function, which it usually has in common through `?`.
    fn written_result(&mut self, written: Option<&Type>) -> Option<Ty> {
        let written = written.map(|ty| self.types.annotation(ty));
        let is_result =
            |ty: &Ty| matches!(self.types.shallow(ty), Ty::Wrapped(Wrapper::Result(_), _));
        written.into_iter().chain([self.sig.output.clone()]).find(is_result)
    }

    /// The result of a lifted function: values that it does not own are copied. `ty` is the type
    /// of a `Result`.
    fn lifted_result(&mut self, value: Value, ty: Option<&Ty>, outside: u32, span: Span) -> Tree {
        match value {
            Value::Tuple(parts) => Tree::Tuple(
                parts.into_iter().map(|p| self.lifted_result(p, None, outside, span)).collect(),
            ),
            Value::Option(m) => Tree::Leaf(self.wrapped(&m, span)),
            Value::Result(o) => Tree::Leaf(self.whole_result(&o, ty.cloned(), span)),
            Value::Var(v, reference) if reference || v.0 < outside => {
                Tree::Leaf(self.copy(v, span))
            }
            Value::Closure(_) | Value::Iter(_) | Value::Never(_) => {
                self.diagnostics.error(
                    span,
                    "the return type of this function is not supported: return a value",
                );
                Tree::Tuple(Vec::new())
            }
            value => Tree::Leaf(self.scalar(value, span)),
        }
    }

    /// Assigns a scalar type to closure parameters of unknown type.
    pub fn default_arguments(&mut self, lifted: &[LiftedClosure]) {
        let real = Ty::Real(self.types.default_real);
        for v in lifted.iter().flat_map(|l| &l.params).flat_map(|p| p.value.leaves()) {
            let ty = self.ty(v);
            if self.types.kind(&ty) == Some(Kind::Any)
                && matches!(self.types.origin(&ty), Some(Origin::None))
            {
                self.types.unify(&ty, &real);
            }
        }
    }

    /// The parameters through which a derivative may flow into a lifted function.
    pub fn varied_params(&self, lifted: &LiftedClosure) -> HashSet<Var> {
        let captures = lifted
            .captures
            .iter()
            .zip(&lifted.inactive)
            .filter(|(_, inactive)| !**inactive)
            .map(|(v, _)| *v);
        let all = captures.chain(lifted.params.iter().flat_map(|p| p.value.leaves()));
        all.filter(|v| !self.types.is_discrete(self.f.ty(*v))).collect()
    }

    /// Marks in the calls of a block, and in the closures that they pass, which captures depend on
    /// no active value.
    pub fn mark_inactive(
        &self,
        block: &mut Block,
        varied: &HashSet<Var>,
        lifted: &mut [LiftedClosure],
    ) {
        for l in &mut block.lets {
            match &mut l.op {
                Op::Call(call) => {
                    for function in &mut call.callee.functions {
                        let captured = call.arguments[function.captures_at..]
                            .iter()
                            .take(function.captures)
                            .map(|argument| match argument {
                                Argument::Shared(v) => {
                                    !varied.contains(v) && !matches!(self.f.ty(*v), Ty::Function(_))
                                }
                                Argument::Value(_) | Argument::Index(_) | Argument::Unique(_) => {
                                    false
                                }
                            });
                        function.inactive = captured.collect();
                        for l in lifted
                            .iter_mut()
                            .filter(|l| function.code.is_lifted && function.code.key() == l.name)
                        {
                            l.inactive.clone_from(&function.inactive);
                        }
                    }
                }
                Op::Branch(_, arms) => {
                    arms.iter_mut().for_each(|arm| self.mark_inactive(arm, varied, lifted))
                }
                Op::Loop(lp) => self.mark_inactive(&mut lp.body, varied, lifted),
                _ => {}
            }
        }
    }

    /// Retains the closures that calls still name. Calls that became the user's own code name
    /// none.
    pub fn retain_called(lifted: &mut Vec<LiftedClosure>, body: &Block) {
        let mut names = HashSet::default();
        lifted_callees(body, &mut names);
        // a closure inside another one comes before it
        for l in lifted.iter().rev() {
            if names.contains(&l.name) {
                lifted_callees(&l.body, &mut names);
            }
        }
        lifted.retain(|l| names.contains(&l.name));
    }

    /// The parameters and the result of a lifted function.
    pub fn lifted_interface(
        &mut self,
        lifted: &LiftedClosure,
        generics: &Generics,
        plain: &HashSet<String>,
    ) -> Interface {
        let captures = lifted.captures.iter().zip(&lifted.inactive).map(|(v, inactive)| Param {
            name: self.f.name(*v).to_string(),
            rust_type: TokenStream::new(),
            ty: self.f.ty(*v).clone(),
            passing: Passing::Shared,
            constant: *inactive,
            borrowed: None,
            converts: false,
            value: Tree::Leaf(*v),
        });
        let mut params: Vec<Param> = captures.collect();
        let first = params.len();
        params.extend(lifted.params.iter().cloned());
        for param in &mut params[first..] {
            param.ty = self.types.finish(&param.ty, plain).unwrap_or_else(|| param.ty.clone());
        }
        let output = self.tree_type(&lifted.output);
        let mut interface = Interface {
            name: lifted.name.clone(),
            // it is a free function
            generics: Generics { own: Vec::new(), ..generics.clone() },
            params,
            rust_output: TokenStream::new(),
            output,
            output_value: lifted.output.clone(),
            cloned_types: Vec::new(),
        };
        self.check_lifted(&mut interface, first, lifted.span);
        interface
    }

    /// The type of the values of a tree.
    pub(super) fn tree_type(&self, tree: &Tree) -> Ty {
        match tree {
            Tree::Leaf(v) => self.f.ty(*v).clone(),
            Tree::Tuple(parts) => Ty::Tuple(parts.iter().map(|p| self.tree_type(p)).collect()),
        }
    }

    /// Checks that the types of a lifted function are known.
    fn check_lifted(&mut self, interface: &mut Interface, captures: usize, span: Span) {
        if !self.diagnostics.is_empty() {
            return;
        }
        for (number, param) in interface.params.iter().enumerate() {
            let borrowed = matches!(param.ty, Ty::Text("&str"));
            if param.ty.has_name()
                && !borrowed
                && !(param.passing == Passing::Value && matches!(param.ty, Ty::Sequence(..)))
            {
                continue;
            }
            let (name, at) =
                (&param.name, param.value.leaves().first().map_or(span, |v| self.f.info(*v).span));
            let message = match number < captures {
                true if borrowed => {
                    format!(
                        "a closure that is passed as a function captures the string `{name}`, \
                         which is not supported yet: pass a number"
                    )
                }
                true => format!(
                    "cannot infer the type of `{name}`, and a closure that is passed as a function \
                     captures it: annotate it, `let {name}: usize = …`"
                ),
                false => format!(
                    "cannot infer the type of `{name}`: annotate the parameters of a closure that \
                     is passed as a function, as in `|{name}: &[f64]| …`"
                ),
            };
            self.diagnostics.error(at, message);
        }
        if !interface.output.has_name() {
            self.diagnostics.error(
                span,
                "cannot infer the return type of this closure: write it, as in `|x| -> f64 { … }`",
            );
        }
    }
}

fn calls_itself(block: &Block) -> bool {
    block.lets.iter().any(|l| {
        matches!(&l.op, Op::Call(call) if call.callee.recursive)
            || l.op.blocks().iter().any(calls_itself)
    })
}

/// The closures that calls pass.
fn lifted_callees(block: &Block, names: &mut HashSet<String>) {
    for l in &block.lets {
        if let Op::Call(call) = &l.op {
            names.extend(
                call.callee.functions.iter().filter(|f| f.code.is_lifted).map(|f| f.code.key()),
            );
        }
        for inner in l.op.blocks() {
            lifted_callees(inner, names);
        }
    }
}
