//! Literals among the arguments of a call whose types only the signature of the function
//! determines: the numbers of `select(x, &[0, 2])` where it takes `&[usize]`, `None` where it
//! takes an `Option<usize>`, `Err(…)` where it takes a `Result<f64, String>`, the elements of
//! `Vec::new()`. Likewise it determines that the result of opaque code is a real: `f(x,
//! rng.normal())`.

use crate::lower::types::State;
use crate::lower::*;
use syn::{GenericArgument, PathArguments, Type};

impl Lowerer<'_> {
    /// Infers the types of literals among the arguments, or in them, from the signature of the
    /// function.
    pub fn infer_literals(&mut self, callee: &Callee, arguments: &[calls::arguments::LoweredArg]) {
        let nones: Vec<Option<Var>> =
            arguments.iter().map(|passed| self.untyped_none(passed)).collect();
        let is_open = |passed: &calls::arguments::LoweredArg| {
            passed.function.is_none()
                && (self.types.has_literal(&passed.ty)
                    || self.is_conversion_of_real(&passed.ty)
                    || self.types.is_passed_through(&passed.ty))
        };
        if !arguments.iter().any(is_open) && nones.iter().all(Option::is_none) {
            return;
        }
        let path = match &callee.method {
            Some(method) => {
                let owner = self
                    .types
                    .name_of(&method.owner)
                    .map(|of| structs::last_name(&of))
                    .unwrap_or_default();
                format!("{owner}::{}", method.name)
            }
            None => callee.path.to_string(),
        };
        // from this file, types that resolve equally everywhere; from recorded signatures, types
        // of the crate as well
        let in_file = self.world().param_types_in_file(&path).unwrap_or_default();
        let recorded = self
            .param_types_of(&self.name_of_callee(callee))
            .map(|taken| taken.types)
            .unwrap_or_default();
        let type_at = |k: usize| {
            in_file.get(k).cloned().flatten().or_else(|| recorded.get(k).cloned().flatten())
        };
        let taken: Vec<Option<Type>> =
            (0..in_file.len().max(recorded.len())).map(type_at).collect();
        if taken.len() != arguments.len() {
            return;
        }
        for ((passed, none), ty) in arguments.iter().zip(nones).zip(&taken) {
            match (ty, none) {
                (Some(ty), Some(none)) => self.infer_none(none, ty),
                (Some(ty), None)
                    if self.is_conversion_of_real(&passed.ty)
                        && self.world().has_type(&ty.to_token_stream().to_string()) =>
                {
                    let ty = self.types.annotation(ty);
                    self.types.unify(&passed.ty, &ty);
                }
                (Some(ty), None) if self.types.is_passed_through(&passed.ty) => {
                    if let Type::Path(p) = ty
                        && let Some(real @ Ty::Real(_)) =
                            p.path.get_ident().and_then(|name| types::primitive(&name.to_string()))
                    {
                        self.types.unify(&passed.ty, &real);
                    }
                }
                (Some(ty), None) => self.types.infer_literal(&passed.ty, ty),
                (None, _) => {}
            }
        }
    }

    /// Infers the types of variables that a function of this file takes, where only literals
    /// determine them so far.
    pub fn infer_variables<'e>(
        &mut self,
        path: &str,
        arguments: impl Iterator<Item = &'e syn::Expr>,
    ) {
        let Some(taken) = self.world().param_types_in_file(path) else { return };
        for (argument, written) in arguments.zip(taken) {
            let Some(name) = self.variable(argument) else { continue };
            if let (Some(written), Some(Binding::Slot(slot))) = (written, self.lookup(&name)) {
                let ty = self.slots[*slot].ty.clone();
                self.types.infer_literal(&ty, &written);
            }
        }
    }

    /// Infers the types of variables that constructors in an expression take, where only literals
    /// determine them so far: `Err(Failed { iterations })`.
    pub fn infer_fields(&mut self, e: &syn::Expr) {
        let mut found = FindConstructors::default();
        found.visit_expr(e);
        for (path, fields) in found.0 {
            let Some(taken) = self.world().constructor(&path) else { continue };
            for (field, variable) in fields {
                let written = taken.iter().find(|(name, _)| *name == field).map(|(_, ty)| ty);
                if let (Some(written), Some(Binding::Slot(slot))) =
                    (written, self.lookup(&variable))
                {
                    let ty = self.slots[*slot].ty.clone();
                    self.types.infer_literal(&ty, written);
                }
            }
        }
    }

    /// Whether a type is the unknown target of an `x.into()` of a real.
    fn is_conversion_of_real(&self, ty: &Ty) -> bool {
        self.types.is_open(ty)
            && self
                .collected
                .real_conversions
                .iter()
                .any(|to| self.types.shallow(to) == self.types.shallow(ty))
    }

    /// The variable of an argument that is a `None` of unknown type.
    fn untyped_none(&self, passed: &calls::arguments::LoweredArg) -> Option<Var> {
        let (Argument::Value(Tree::Leaf(v)) | Argument::Shared(v)) = &passed.argument else {
            return None;
        };
        let made = self
            .blocks
            .iter()
            .rev()
            .flat_map(|block| block.lets.iter().rev())
            .find(|l| l.vars.contains(v))?;
        let is_none = matches!(&made.op, Op::Opaque(o)
            if o.code.to_string() == library::option::none_code().to_string());
        (is_none && matches!(self.shallow(*v), Ty::Infer(_))).then_some(*v)
    }

    /// Unifies the type of a `None` with the written one, if its names resolve equally here.
    fn infer_none(&mut self, none: Var, written: &Type) {
        let written = match written {
            Type::Reference(r) => &*r.elem,
            written => written,
        };
        let content = match written {
            Type::Path(p) => {
                p.path.segments.last().filter(|s| s.ident == "Option").map(|s| &s.arguments)
            }
            _ => None,
        };
        let Some(PathArguments::AngleBracketed(content)) = content else { return };
        let resolves_equally = content.args.iter().all(|argument| match argument {
            GenericArgument::Type(Type::Path(p)) => {
                p.path.get_ident().map(|name| name.to_string()).is_some_and(|name| {
                    types::primitive(&name).is_some() || self.world().has_type(&name)
                })
            }
            _ => false,
        });
        if resolves_equally && let Some(ty) = self.types.signature(written) {
            self.unify_var(none, &ty);
        }
    }
}

/// The constructors in an expression, with the variables that are whole fields.
#[derive(Default)]
struct FindConstructors(Vec<(syn::Path, Vec<(String, String)>)>);

impl<'ast> Visit<'ast> for FindConstructors {
    fn visit_expr_struct(&mut self, e: &'ast syn::ExprStruct) {
        let variable = |field: &'ast syn::FieldValue| match &field.expr {
            syn::Expr::Path(p) => {
                Some((field.member.to_token_stream().to_string(), p.path.get_ident()?.to_string()))
            }
            _ => None,
        };
        self.0.push((e.path.clone(), e.fields.iter().filter_map(variable).collect()));
        syn::visit::visit_expr_struct(self, e);
    }

    fn visit_expr_call(&mut self, e: &'ast syn::ExprCall) {
        if let syn::Expr::Path(of) = &*e.func {
            let variable = |(k, argument): (usize, &'ast syn::Expr)| match argument {
                syn::Expr::Path(p) => Some((k.to_string(), p.path.get_ident()?.to_string())),
                _ => None,
            };
            self.0
                .push((of.path.clone(), e.args.iter().enumerate().filter_map(variable).collect()));
        }
        syn::visit::visit_expr_call(self, e);
    }
}

/// Whether a type resolves equally wherever it is written: it consists of primitives, and of types
/// of this file with the derive.
fn resolves_equally(ty: &Type, world: &World) -> bool {
    match ty {
        Type::Array(a) => matches!(a.len, syn::Expr::Lit(_)) && resolves_equally(&a.elem, world),
        Type::Tuple(t) => t.elems.iter().all(|ty| resolves_equally(ty, world)),
        Type::Reference(r) => matches!(&*r.elem, Type::Path(p) if p.path.is_ident("str")),
        Type::Path(p) => match (p.path.get_ident().map(ToString::to_string), p.path.segments.last())
        {
            (Some(name), _) => types::primitive(&name).is_some() || world.has_type(&name),
            (None, Some(last))
                if p.path.segments.len() == 1
                    && ["Vec", "VecDeque", "Option", "Result"]
                        .iter()
                        .any(|name| last.ident == name) =>
            {
                match &last.arguments {
                    PathArguments::AngleBracketed(of) => of.args.iter().all(
                        |of| matches!(of, GenericArgument::Type(ty) if resolves_equally(ty, world)),
                    ),
                    _ => false,
                }
            }
            _ => false,
        },
        _ => false,
    }
}

impl Types {
    /// Whether a type is that of a number literal, or contains one, and is not determined yet.
    pub fn has_literal(&self, ty: &Ty) -> bool {
        match self.shallow(ty) {
            Ty::Infer(n) => matches!(
                &self.entries[n],
                State::Open(Kind::Int | Kind::Number | Kind::Float, Origin::None)
            ),
            Ty::Vec(element) | Ty::Deque(element) if self.is_unresolved(&element) => true,
            Ty::Tuple(parts) => parts.iter().any(|part| self.has_literal(part)),
            Ty::Wrapped(Wrapper::Result(error), _) if error.to_string() == "_" => true,
            Ty::Wrapped(_, of) => self.has_literal(&of) || self.is_unresolved(&of),
            ty => ty.element().is_some_and(|element| self.has_literal(element)),
        }
    }

    /// Whether a type is still unknown, such as that of the elements of `Vec::new()`.
    fn is_unresolved(&self, ty: &Ty) -> bool {
        matches!(self.shallow(ty), Ty::Infer(n)
            if matches!(&self.entries[n], State::Open(Kind::Any, Origin::None)))
    }

    /// Whether a type is that of the result of opaque code, or of a function without derivatives:
    /// rustc alone knows it.
    fn is_passed_through(&self, ty: &Ty) -> bool {
        let is_plain = |callee: &Callee| {
            let name =
                callee.method.as_ref().map_or_else(|| callee.name(), |method| method.name.clone());
            !self.world.has_function(&structs::last_name(&name))
        };
        match self.shallow(ty) {
            Ty::Infer(n) => match &self.entries[n] {
                State::Open(Kind::Any, Origin::Opaque(None)) => true,
                State::Open(Kind::Any, Origin::Call(Projection::Output(callee))) => {
                    is_plain(callee)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Unifies the types of such literals with a written type.
    pub fn infer_literal(&mut self, ty: &Ty, written: &Type) {
        let written = match written {
            Type::Reference(r) => return self.infer_literal(ty, &r.elem),
            Type::Paren(p) => return self.infer_literal(ty, &p.elem),
            Type::Group(g) => return self.infer_literal(ty, &g.elem),
            written => written,
        };
        let argument = |written: &Type| match written {
            Type::Array(a) => Some((*a.elem).clone()),
            Type::Slice(s) => Some((*s.elem).clone()),
            Type::Path(p) => {
                match &p
                    .path
                    .segments
                    .last()
                    .filter(|s| {
                        ["Vec", "VecDeque", "Option", "Result"].iter().any(|name| s.ident == name)
                    })?
                    .arguments
                {
                    PathArguments::AngleBracketed(args) => match args.args.first()? {
                        GenericArgument::Type(t) => Some(t.clone()),
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        };
        match (self.shallow(ty), written) {
            (open @ Ty::Infer(_), Type::Path(p)) if self.has_literal(&open) => {
                if let Some(inferred) =
                    p.path.get_ident().and_then(|name| types::primitive(&name.to_string()))
                {
                    self.unify(&open, &inferred);
                }
            }
            (Ty::Wrapped(Wrapper::Result(error), of), written)
                if error.to_string() == "_" && resolves_equally(written, &self.world) =>
            {
                if let Ty::Wrapped(result @ Wrapper::Result(_), inferred) = self.annotation(written)
                {
                    self.unify(&of, &inferred);
                    self.settle(ty, &Ty::Wrapped(result, of));
                }
            }
            (Ty::Vec(element) | Ty::Deque(element) | Ty::Wrapped(_, element), written)
                if self.is_unresolved(&element) =>
            {
                if let Some(written) =
                    argument(written).filter(|ty| resolves_equally(ty, &self.world))
                {
                    let inferred = self.annotation(&written);
                    self.unify(&element, &inferred);
                }
            }
            (Ty::Tuple(parts), Type::Tuple(t)) => parts
                .iter()
                .zip(&t.elems)
                .for_each(|(part, written)| self.infer_literal(part, written)),
            (Ty::Wrapped(_, of), written) => {
                if let Some(written) = argument(written) {
                    self.infer_literal(&of, &written);
                }
            }
            (ty, written) => {
                if let (Some(element), Some(written)) = (ty.element(), argument(written)) {
                    self.infer_literal(element, &written);
                }
            }
        }
    }
}
