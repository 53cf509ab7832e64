//! Patterns of sequences: their bindings, and the test whether one matches.

use crate::lower::places::place::{BorrowMode, Located, Root, Spot};
use crate::lower::*;
use crate::primitives::Prim;
use syn::Pat;

impl Lowerer<'_> {
    pub(super) fn bind_slice(&mut self, s: &syn::PatSlice, value: Value) {
        let span = s.bracket_token.span.open();
        let (root, path, ty, by) = match value {
            Value::Var(v, reference) => (
                Root::Var(v),
                Vec::new(),
                self.ty(v),
                if reference { BorrowMode::Shared } else { BorrowMode::Value },
            ),
            Value::Alias(a) => (Root::Slot(a.slot), a.path, a.ty, BorrowMode::Unique),
            Value::Never(_) => return,
            Value::Tuple(_) => {
                return self.error(
                    s,
                    "mismatched types: this is a tuple, so write its pattern with parentheses",
                );
            }
            value @ (Value::Option(_) | Value::Result(_) | Value::Closure(_) | Value::Iter(_)) => {
                self.report_no_variable(&value, span);
                return;
            }
        };
        let Some(element) = self.types.element(&ty) else {
            return self
                .error(s, "cannot infer that this is an array: annotate the `let` that binds it");
        };
        let n = s.elems.len();
        let mut len = None;
        let mut after_rest = false;
        for (i, pat) in s.elems.iter().enumerate() {
            let (is_rest, inner) = match pat {
                Pat::Rest(_) => (true, None),
                Pat::Ident(p)
                    if p.subpat.as_ref().is_some_and(|(_, sub)| matches!(&**sub, Pat::Rest(_))) =>
                {
                    (true, Some(p))
                }
                _ => (false, None),
            };
            let mut step_path = path.clone();
            if is_rest {
                after_rest = true;
                let Some(p) = inner else { continue };
                let from = self.int(i as i128, span);
                let to = self.index_from_end(root, &path, n - i - 1, &mut len, span);
                step_path.push(Step::Slice { from: Some(from), to: Some(to), inclusive: false });
                let spot =
                    Spot { root, path: step_path, ty: Ty::Slice(Box::new(element.clone())), by };
                let value = if by == BorrowMode::Unique {
                    self.value_of(Located::Spot(spot), span)
                } else {
                    self.borrow(&spot, span)
                };
                let name = p.ident.to_string();
                let binding = self.binding(&name, value, p.mutability.is_some(), p.ident.span());
                self.ssa.scope.push((name, binding));
                continue;
            }
            let index = if after_rest {
                self.index_from_end(root, &path, n - i, &mut len, span)
            } else {
                self.int(i as i128, span)
            };
            step_path.push(Step::Index(index));
            let spot = Spot { root, path: step_path, ty: element.clone(), by };
            let value = match by {
                BorrowMode::Value => self.read(&spot, span),
                BorrowMode::Shared => self.borrow(&spot, span),
                BorrowMode::Unique => self.value_of(Located::Spot(spot), span),
            };
            self.bind(pat, value, span);
        }
    }

    /// Whether a sequence has as many elements as a pattern requires, and these match. Elements
    /// are read only if the count fits.
    pub(super) fn test_slice(&mut self, s: &syn::PatSlice, value: &Value) -> Option<Var> {
        let span = s.bracket_token.span.open();
        let (root, path, ty) = match value {
            Value::Var(v, _) => (Root::Var(*v), Vec::new(), self.ty(*v)),
            Value::Alias(a) => (Root::Slot(a.slot), a.path.clone(), a.ty.clone()),
            // reported where the pattern is bound
            _ => return None,
        };
        let element = self.types.element(&ty)?;
        let n = s.elems.len();
        let rest = s.elems.iter().position(is_rest);
        let named = n - usize::from(rest.is_some());
        let fits = match self.types.shallow(&ty) {
            Ty::Array(..) => None,
            _ if rest.is_some() && named == 0 => None,
            _ => {
                let len = self.len_of(root, &path, span);
                let named = self.int(named as i128, span);
                let prim = if rest.is_some() { Prim::Ge } else { Prim::Eq };
                Some(self.emit("t", Ty::Bool, Op::Prim(prim, vec![len, named]), span))
            }
        };
        if s.elems
            .iter()
            .all(|p| is_rest(p) || control::branches::is_irrefutable(p, &self.names.pattern_names))
        {
            return fits;
        }
        let all = |l: &mut Self| {
            let (mut len, names) = (None, l.names.pattern_names.clone());
            let mut all: Option<Var> = None;
            for (i, pat) in s
                .elems
                .iter()
                .enumerate()
                .filter(|(_, p)| !is_rest(p) && !control::branches::is_irrefutable(p, &names))
            {
                let index = match rest {
                    Some(at) if i > at => l.index_from_end(root, &path, n - i, &mut len, span),
                    _ => l.int(i as i128, span),
                };
                let mut path = path.clone();
                path.push(Step::Index(index));
                let item = l.borrow(
                    &Spot { root, path, ty: element.clone(), by: BorrowMode::Shared },
                    span,
                );
                let Some(one) = l.test(pat, &item) else { continue };
                all = Some(match all {
                    None => one,
                    Some(all) => {
                        l.emit("t", Ty::Bool, Op::Prim(Prim::BitAnd, vec![all, one]), span)
                    }
                });
            }
            all
        };
        match fits {
            None => all(self),
            Some(fits) => Some(self.and_also(fits, span, |l| match all(l) {
                Some(all) => all,
                None => l.bool(true, span),
            })),
        }
    }

    fn index_from_end(
        &mut self,
        root: Root,
        path: &[Step],
        back: usize,
        len: &mut Option<Var>,
        span: Span,
    ) -> Var {
        let n = match len {
            Some(n) => *n,
            None => *len.insert(self.len_of(root, path, span)),
        };
        let back = self.int(back as i128, span);
        self.emit("index", Ty::USIZE, Op::Prim(Prim::Sub, vec![n, back]), span)
    }
}

/// `..`, `name @ ..`
fn is_rest(pat: &Pat) -> bool {
    match pat {
        Pat::Rest(_) => true,
        Pat::Ident(p) => p.subpat.as_ref().is_some_and(|(_, sub)| matches!(&**sub, Pat::Rest(_))),
        _ => false,
    }
}
