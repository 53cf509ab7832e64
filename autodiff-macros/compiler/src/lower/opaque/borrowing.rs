//! Types of the crate that have lifetimes and no derive: their values are constants. Residuals have
//! no lifetimes, so such a value is constructed again where the reverse sweep needs it.

use super::*;

/// What to write instead of such a value that holds an active one.
pub const HOLDS_REFERENCES: &str = "a struct with references has no derivative: hold the values \
                                    themselves and put `#[derive(Differentiable)]` on the type, \
                                    or pass them next to it";

impl Lowerer<'_> {
    /// Whether a constructor makes a value of such a type.
    pub fn constructs_borrowing(&mut self, constructor: &syn::Path) -> bool {
        let own = self.around.owner.filter(|_| constructor.is_ident("Self"));
        let path = own.map_or_else(|| constructor.to_token_stream(), ToTokens::to_token_stream);
        self.types.with_elided_lifetimes(&path).is_some()
    }

    /// The value of a constructor of such a type.
    pub fn borrowing_value(&mut self, e: &Expr, constructor: &syn::Path) -> Value {
        let what = format!("a value of `{}`", display_tokens(constructor));
        let ty = self.types.type_at_path(constructor.to_token_stream());
        self.opaque_as(e, Some(ty), what, HOLDS_REFERENCES.into(), false)
    }

    /// Whether a call only builds a value.
    pub fn is_repeatable_call(&self, callee: &Callee) -> bool {
        let Ok(path) = syn::parse2::<syn::Path>(callee.path.clone()) else { return false };
        match &callee.method {
            None => self.world().only_builds(None, &path),
            Some(method) => self
                .path_of_type(&method.owner)
                .is_some_and(|owner| self.world().only_builds(Some(&owner), &path)),
        }
    }

    /// Whether evaluating an expression again has no effects and returns the same value.
    pub(super) fn is_repeatable(&mut self, e: &Expr) -> bool {
        if let Expr::MethodCall(m) = unparen(e) {
            let owner = match self.names.inferred.expr(&m.receiver) {
                Some(syn::Type::Path(of)) => Some(of.path.clone()),
                _ => self.seen_type(&m.receiver).and_then(|ty| self.path_of_type(&ty)),
            };
            if owner.is_some_and(|of| self.world().only_builds(Some(&of), &m.method.clone().into()))
            {
                let mut parts = std::iter::once(&*m.receiver).chain(&m.args);
                return parts.all(|part| self.is_repeatable(part));
            }
        }
        opaque::is_pure(e, &|path| {
            let mut owner = path.clone();
            owner.segments.pop();
            owner.segments.pop_punct();
            let owner = Some(&owner).filter(|of| !of.segments.is_empty());
            self.is_constructor(path)
                || self.world().only_builds(owner, path)
                || self.world().only_builds(None, path)
        })
    }

    fn path_of_type(&self, ty: &Ty) -> Option<syn::Path> {
        match self.types.shallow(ty) {
            Ty::Foreign(of) => syn::parse2(of).ok(),
            ty => syn::parse_str(&self.types.name_of(&ty)?).ok(),
        }
    }
}
