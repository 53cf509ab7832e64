//! `std::mem::swap`, `replace` and `take`, and default values.

use crate::lower::places::place::{BorrowMode, Located, Root, Spot, unparen};
use crate::lower::*;
use syn::Expr;

impl Lowerer<'_> {
    /// The place that an argument `&mut place` refers to.
    fn unique_place(&mut self, e: &Expr) -> Option<Located> {
        if let Expr::Reference(r) = unparen(e)
            && r.mutability.is_some()
            && let Expr::Path(_) = unparen(&r.expr)
        {
            match self.locate(&r.expr) {
                place @ (Located::Tuple(_) | Located::Option(..)) => return Some(place),
                Located::Spot(Spot { by: BorrowMode::Unique, .. })
                | Located::Value(Value::Alias(_)) => {
                    self.error(e, places::place::CHANGED_REFERENCE);
                    return None;
                }
                _ => {}
            }
        }
        match self.locate(e) {
            place @ Located::Option(..) => Some(place),
            Located::Spot(s) if s.by == BorrowMode::Unique => {
                Some(Located::Spot(Spot { by: BorrowMode::Value, ..s }))
            }
            Located::Value(Value::Alias(a)) => Some(Located::Spot(Spot {
                root: Root::Slot(a.slot),
                path: a.path,
                ty: a.ty,
                by: BorrowMode::Value,
            })),
            Located::Tuple(parts) => Some(Located::Tuple(parts)),
            Located::Value(Value::Closure(_)) => {
                self.error(
                    e,
                    "swapping or replacing closures is not supported: call the closure that you \
                     need",
                );
                None
            }
            // another argument, which has been reported
            _ if matches!(unparen(e), Expr::Reference(r) if r.mutability.is_some()) => None,
            _ => {
                self.error(e, "this must be `&mut` of a variable or of an element");
                None
            }
        }
    }

    pub(super) fn mem_swap(&mut self, a: &Expr, b: &Expr) -> Value {
        if let (Some(x), Some(y)) = (self.window_behind(a), self.window_behind(b)) {
            return self.swap_windows([&x, &y], a);
        }
        let Some(x) = self.unique_place(a) else { return self.never_value(a.span()) };
        let Some(y) = self.unique_place(b) else { return self.never_value(b.span()) };
        if let (Located::Spot(p), Located::Spot(q)) = (&x, &y)
            && let (Root::Slot(p_slot), Root::Slot(q_slot)) = (p.root, q.root)
        {
            let (tx, ty) = (p.ty.clone(), q.ty.clone());
            self.types.unify(&tx, &ty);
            if p.path.is_empty() && q.path.is_empty() {
                // each takes over the other's version
                self.ssa.env.swap(p_slot, q_slot);
                return Value::Tuple(Vec::new());
            }
            // fields of enum variants are not disjoint places
            let of_enum = |path: &[Step]| {
                path.iter()
                    .any(|step| matches!(step, Step::Member(Member { variant: Some(_), .. })))
            };
            if p_slot == q_slot && !of_enum(&p.path) && !of_enum(&q.path) {
                let span = a.span();
                let root = self.current_version(p.root, span);
                let (i, j) = (p.path.clone(), q.path.clone());
                self.new_version(p_slot, Op::Swap(root, i, j), span);
                return Value::Tuple(Vec::new());
            }
        }
        let old_x = self.value_of(x.clone(), a.span());
        let old_y = self.value_of(y.clone(), b.span());
        self.write(x, old_y, a);
        self.write(y, old_x, b);
        Value::Tuple(Vec::new())
    }

    /// The value of `Default` for a type.
    pub fn default_value(&mut self, ty: Ty, code: TokenStream, span: Span) -> Value {
        let opaque = Opaque { total: true, ..Opaque::new(code, Vec::new(), "a default value") };
        Value::Var(self.emit("value", ty, Op::Opaque(Box::new(opaque)), span), false)
    }

    /// The default value of a place's type.
    fn default_of(&mut self, place: &Located, at: &Expr) -> Option<Value> {
        let span = at.span();
        Some(match place {
            Located::Tuple(parts) => {
                let parts = parts.iter().map(|p| {
                    let place = self.locate_binding(p, span);
                    self.default_of(&place, at)
                });
                Value::Tuple(parts.collect::<Option<Vec<_>>>()?)
            }
            Located::Option(..) => self.none(span),
            Located::Spot(s) => {
                let ty = self.types.shallow(&s.ty);
                match ty {
                    Ty::Vec(_) | Ty::Deque(_) => {
                        Value::Var(self.emit("vec", ty, Op::Array(Vec::new()), span), false)
                    }
                    Ty::Bool => Value::Var(self.bool(false, span), false),
                    Ty::Real(_) | Ty::Int(_) => {
                        Value::Var(self.neutral(ty, Neutral::Zero, span), false)
                    }
                    Ty::Infer(_) if self.types.kind(&ty).is_some_and(|kind| kind != Kind::Any) => {
                        Value::Var(self.neutral(ty, Neutral::Zero, span), false)
                    }
                    Ty::Wrapped(Wrapper::Option, _) => self.none(span),
                    Ty::Slice(_) | Ty::Function(_) | Ty::Code(_) => return None,
                    ty => {
                        // rustc cannot infer the type from code that reads its fields
                        let named =
                            self.types.name_of(&ty).and_then(|name| syn::parse_str(&name).ok());
                        let code = named.map_or_else(
                            || quote::quote!(::core::default::Default::default()),
                            |of| self.default_code(&of),
                        );
                        self.default_value(ty, code, span)
                    }
                }
            }
            _ => return None,
        })
    }

    pub(super) fn mem_replace(&mut self, a: &Expr, new: Option<&Expr>) -> Value {
        let span = a.span();
        if let Some(window) = self.window_behind(a) {
            let new = new.map(|new| self.operand(new));
            return self.replace_window(&window, new, a);
        }
        let Some(place) = self.unique_place(a) else { return self.dummy_value(span) };
        let new = match new {
            Some(new) => self.operand(new),
            None => match self.default_of(&place, a) {
                Some(value) => value,
                None => return self.fail(
                    a,
                    "`mem::take` is not supported for this type: write `mem::replace(&mut x, new)`",
                ),
            },
        };
        let old = self.value_of(place.clone(), span);
        self.write(place, new, a);
        old
    }
}
