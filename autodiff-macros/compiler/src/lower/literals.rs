//! Number literals among the arguments of a call whose types only the head of the function tells: `select(x, &[0, 2])` where it takes `&[usize]`.

use super::types::State;
use super::*;
use syn::{GenericArgument, PathArguments, Type};

impl Lowerer<'_> {
    /// The types of literals among the arguments, or in them, that the head of the function tells.
    pub fn tell_literals(&mut self, callee: &Callee, arguments: &[calls::Passed]) {
        let is_open = |s: &Self, ty: &Ty| s.types.has_literal(ty);
        let conversions = self.real_conversions.clone();
        let is_conversion =
            |s: &Self, ty: &Ty| s.types.is_open(ty) && conversions.iter().any(|to| s.types.shallow(to) == s.types.shallow(ty));
        if !arguments.iter().any(|passed| passed.function.is_none() && (is_open(self, &passed.ty) || is_conversion(self, &passed.ty))) {
            return;
        }
        let name = callee.method.as_ref().map_or_else(|| callee.name(), |method| method.name.clone());
        let Some(taken) = crate::kept::taken(&name).filter(|taken| taken.types.len() == arguments.len()) else { return };
        for (passed, ty) in arguments.iter().zip(&taken.types) {
            let Some(ty) = ty else { continue };
            if is_conversion(self, &passed.ty) && crate::kept::find_type(&ty.to_token_stream().to_string()).is_some() {
                let ty = self.types.annotation(ty);
                self.types.unify(&passed.ty, &ty);
            } else {
                self.types.tell_literal(&passed.ty, ty);
            }
        }
    }
}

impl Types<'_> {
    /// Whether a type is that of a number literal, or of something with one in it, that nothing has told yet.
    pub fn has_literal(&self, ty: &Ty) -> bool {
        match self.shallow(ty) {
            Ty::Infer(n) => matches!(&self.entries[n], State::Open(Kind::Int | Kind::Number | Kind::Float, Origin::None)),
            Ty::Tuple(parts) => parts.iter().any(|part| self.has_literal(part)),
            Ty::Wrapped(_, of) => self.has_literal(&of),
            ty => ty.element().is_some_and(|element| self.has_literal(element)),
        }
    }

    /// Makes the types of such literals what a type that was written says.
    pub fn tell_literal(&mut self, ty: &Ty, written: &Type) {
        let written = match written {
            Type::Reference(r) => return self.tell_literal(ty, &r.elem),
            Type::Paren(p) => return self.tell_literal(ty, &p.elem),
            Type::Group(g) => return self.tell_literal(ty, &g.elem),
            written => written,
        };
        let argument = |written: &Type| match written {
            Type::Array(a) => Some((*a.elem).clone()),
            Type::Slice(s) => Some((*s.elem).clone()),
            Type::Path(p) => match &p.path.segments.last().filter(|s| s.ident == "Vec" || s.ident == "Option")?.arguments {
                PathArguments::AngleBracketed(args) => match args.args.first()? {
                    GenericArgument::Type(t) => Some(t.clone()),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        match (self.shallow(ty), written) {
            (open @ Ty::Infer(_), Type::Path(p)) if self.has_literal(&open) => {
                if let Some(told) = p.path.get_ident().and_then(|name| types::primitive(&name.to_string())) {
                    self.unify(&open, &told);
                }
            }
            (Ty::Tuple(parts), Type::Tuple(t)) => parts.iter().zip(&t.elems).for_each(|(part, written)| self.tell_literal(part, written)),
            (Ty::Wrapped(_, of), written) => {
                if let Some(written) = argument(written) {
                    self.tell_literal(&of, &written);
                }
            }
            (ty, written) => {
                if let (Some(element), Some(written)) = (ty.element(), argument(written)) {
                    self.tell_literal(element, &written);
                }
            }
        }
    }
}
