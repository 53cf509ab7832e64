//! Finds the types of places before they are evaluated.

use crate::lower::places::place::unparen;
use crate::lower::*;
use syn::Expr;

impl Lowerer<'_> {
    /// The type of a place, if it can be found before the place is evaluated.
    pub fn seen_type(&mut self, e: &Expr) -> Option<Ty> {
        let seen = self.seen_place_type(e);
        match &seen {
            Some(ty) => {
                if let Some(inferred) = self.inferred_type(e, ty) {
                    self.types.unify(ty, &inferred);
                }
                seen
            }
            None => {
                let inferred = self.types.type_of_inferred(self.names.inferred.clone().expr(e)?)?;
                matches!(self.types.open_projection(&inferred), Some(Projection::Named(_)))
                    .then_some(inferred)
            }
        }
    }

    /// Whether an expression is a value of a type of another crate, or computed from one. It is no
    /// iterator of `std`, no `Option` and no sequence, unless a method makes it one.
    pub fn is_of_other_crate(&mut self, e: &Expr) -> bool {
        self.is_inferred_array(e)
            || match unparen(e) {
                Expr::MethodCall(m) => {
                    !iterate::foreign::returns_iterator(&m.method)
                        && (self.is_of_other_crate(&m.receiver)
                            || self.seen_type(&m.receiver).is_some_and(|of| {
                                let method = m.method.to_string();
                                self.types.is_declared_to_return_array(Some(&of), &method)
                            }))
                }
                Expr::Binary(b) => {
                    self.is_of_other_crate(&b.left) || self.is_of_other_crate(&b.right)
                }
                Expr::Unary(u) => self.is_of_other_crate(&u.expr),
                Expr::Reference(r) => self.is_of_other_crate(&r.expr),
                Expr::Try(t) => self.is_of_other_crate(&t.expr),
                Expr::Call(c) => {
                    let Expr::Path(path) = unparen(&c.func) else { return false };
                    if self.world().returns_arrays(&path.path.to_token_stream()) {
                        return true;
                    }
                    let name = path.path.to_token_stream().to_string();
                    if self.types.is_declared_to_return_array(None, &name) {
                        return true;
                    }
                    let mut owner = path.path.clone();
                    owner.segments.pop();
                    owner.segments.pop_punct();
                    !owner.segments.is_empty()
                        && self.world().is_type_of_other_crate(&owner.to_token_stream())
                }
                place => match self.seen_place_type(place) {
                    Some(ty) => self.is_type_of_other_crate(&ty),
                    None => self.is_constructor_of_array(place),
                },
            }
    }

    /// Whether an expression is a rewritten constructor of an array that returns a `Result`.
    fn is_constructor_of_array(&mut self, e: &Expr) -> bool {
        let Expr::Block(of) = e else { return false };
        matches!(of.block.stmts.last(), Some(syn::Stmt::Expr(Expr::MethodCall(made), None))
            if self.is_of_other_crate(&made.receiver))
    }

    /// Whether an expression was inferred to be an array of `ndarray`, or a reference to one.
    fn is_inferred_array(&self, e: &Expr) -> bool {
        let mut inferred = self.names.inferred.expr(unparen(e));
        while let Some(syn::Type::Reference(of)) = inferred {
            inferred = Some(&of.elem);
        }
        matches!(inferred, Some(syn::Type::Path(of))
            if desugar::arrays::is_of_ndarray(&of.path, self.world())
                && types::arrays::views::has_real_elements(&of.path))
    }

    /// Whether a type is one of another crate, or that of the result of a method of one, or of the
    /// items of such a result.
    pub fn is_type_of_other_crate(&self, ty: &Ty) -> bool {
        self.types.is_of_other_crate(ty)
    }

    fn seen_place_type(&mut self, e: &Expr) -> Option<Ty> {
        match unparen(e) {
            Expr::Path(p) if p.qself.is_none() && p.path.segments.len() > 1 => {
                self.type_of_variant(&p.path)
            }
            e if let Some(binding) = self.seen_binding(e) => match binding {
                Binding::Slot(s) => Some(self.slots[*s].ty.clone()),
                Binding::Alias(a) => Some(a.ty.clone()),
                Binding::Window(window) => Some(window.ty()),
                Binding::Unique(_)
                | Binding::Tuple(_)
                | Binding::Option(..)
                | Binding::Result(..)
                | Binding::Closure(_)
                | Binding::Iter(_)
                | Binding::Cursor(..)
                | Binding::BodyArgument(_) => None,
            },
            // a constructor of an array that is rewritten
            Expr::Block(of) => match &of.block.stmts[..] {
                [.., syn::Stmt::Local(local), syn::Stmt::Expr(Expr::Path(value), None)] => {
                    let syn::Pat::Type(typed) = &local.pat else { return None };
                    let is_value = matches!(&*typed.pat, syn::Pat::Ident(of)
                        if value.path.is_ident(&of.ident));
                    is_value.then(|| self.types.annotation(&typed.ty))
                }
                [.., syn::Stmt::Expr(inner @ Expr::Block(_), None)] => self.seen_place_type(inner),
                _ => None,
            },
            Expr::Reference(r) => self.seen_type(&r.expr),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => {
                let of = self.seen_type(&u.expr)?;
                // a box of numbers or of memory is represented by its contents; the contents of
                // another box, or of a guard, have another type
                let is_of_data = match self.types.shallow(&of) {
                    ty @ (Ty::Infer(_) | Ty::Projected(_)) => {
                        self.types.kind(&ty).is_none_or(|kind| kind == Kind::Any)
                    }
                    ty => matches!(ty, Ty::Foreign(_) | Ty::Discrete(_)),
                };
                (!is_of_data || self.names.inferred.is_reference(unparen(&u.expr)) != Some(false))
                    .then_some(of)
            }
            Expr::Index(i) if !matches!(unparen(&i.index), Expr::Range(_)) => {
                let base = self.seen_type(&i.expr)?;
                self.types.shallow(&base).element().cloned()
            }
            Expr::Field(f) => {
                let base = self.seen_type(&f.base)?;
                let name = f.member.to_token_stream().to_string();
                if let (Ty::Tuple(parts), syn::Member::Unnamed(at)) =
                    (self.types.shallow(&base), &f.member)
                {
                    return parts.get(at.index as usize).cloned();
                }
                if let Ty::Foreign(of) = self.types.shallow(&base) {
                    let of = syn::parse2(of).ok()?;
                    let field = self.world().field_type_in_scope(&of, &name)?;
                    return Some(self.types.constant(&field));
                }
                self.types.open_projection(&base)?;
                Some(self.member_type(&base, &crate::ir::Member::new(None, name)))
            }
            Expr::MethodCall(m) => {
                let of = self.seen_type(&m.receiver)?;
                let of = self.types.shallow(&of);
                self.result_of_plain_method(&of, &m.method.to_string()).map(|(ty, _)| ty)
            }
            _ => None,
        }
    }

    /// What a variable, or a component of one that is a tuple, is bound to.
    fn seen_binding(&self, e: &Expr) -> Option<&Binding> {
        match unparen(e) {
            Expr::Path(p) => self.lookup(&p.path.get_ident()?.to_string()),
            Expr::Field(f) => match (self.seen_binding(&f.base)?, &f.member) {
                (Binding::Tuple(parts), syn::Member::Unnamed(at)) => parts.get(at.index as usize),
                _ => None,
            },
            _ => None,
        }
    }
}
