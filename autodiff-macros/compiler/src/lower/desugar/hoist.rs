//! A subexpression that may leave the block is moved to a `let` before the expression. The code
//! after it is then in one arm of the branch on whether it left:
//!
//! ```text
//! Ok(f(x)? + match k { Some(i) => g(i), None => return Ok(0.0) })
//!
//! let a = f(x)?; let b = match k { Some(i) => g(i), None => return Ok(0.0) }; Ok(a + b)
//! ```
//!
//! An earlier subexpression that may change something is evaluated first, so it gets a `let` as
//! well: `self.step() + f(x)?` steps, whether or not `f` fails. The same holds for one that calls
//! a function, which may have effects elsewhere. It also holds for one that reads a variable that
//! may change later: `x + next(&mut x)?` adds to the earlier value of `x`. A value with `Drop`
//! that is borrowed inside such a subexpression would be dropped with its `let`, and not at the
//! end of the statement. If something may be called in between, that is an error.

use crate::lower::control::branches::contains_exit;
use crate::lower::opaque::{PURE_MACROS, is_compound};
use crate::lower::places::place::{is_place, unparen};
use crate::lower::*;
use syn::visit_mut::VisitMut;
use syn::{BinOp, Expr, Stmt};

/// The name of variables for subexpressions that may leave the block…
const FAILING: &str = "unfailed";
/// …and of variables for subexpressions that are evaluated before those.
const CHANGING: &str = "evaluated";

impl Lowerer<'_> {
    /// Rewrites a statement with exits inside its expression into several statements.
    pub fn with_exits_first(&mut self, stmt: &Stmt) -> Option<Vec<Stmt>> {
        let whole = match stmt {
            Stmt::Local(l) => &l.init.as_ref()?.expr,
            Stmt::Expr(e, _) => e,
            _ => return None,
        };
        if !contains_exit(whole) {
            return None;
        }
        self.check_order_with_exits(whole);
        let mut stmt = stmt.clone();
        let mut plain = ExpandForHoisting { changed: false };
        plain.visit_stmt_mut(&mut stmt);
        let mut hoist = Hoist { lowerer: self, lets: Vec::new(), borrowed_guards: None };
        match &mut stmt {
            Stmt::Local(l) => hoist.hoist_from_parts(&mut l.init.as_mut()?.expr),
            Stmt::Expr(e, _) => hoist.hoist_from_parts(e),
            _ => return None,
        }
        let (mut lets, borrowed_guards) = (hoist.lets, hoist.borrowed_guards);
        if let Some((at, part)) = borrowed_guards {
            let rest = match &stmt {
                Stmt::Local(l) => l.init.as_ref().map(|init| &*init.expr),
                Stmt::Expr(e, _) => Some(e),
                _ => None,
            };
            if at < lets.len()
                || rest
                    .is_some_and(|rest| opaque::may_call(rest, &|path| self.is_constructor(path)))
            {
                self.error(&part, ownership::moves::ENDS_WITH_STATEMENT);
            }
        }
        if lets.is_empty() && !plain.changed {
            return None;
        }
        lets.push(stmt);
        Some(lets)
    }

    /// Rewrites an expression with exits inside it into a block.
    pub fn block_with_exits_first(&mut self, e: &Expr) -> Option<syn::Block> {
        let stmts = self.with_exits_first(&Stmt::Expr(unparen(e).clone(), None))?;
        Some(syn::Block { brace_token: syn::token::Brace(e.span()), stmts })
    }
}

/// Rewrites `vec![a, f(b)?]` as `[a, f(b)?].to_vec()`, whose elements are visible, and `a &&
/// f(b)?` as `if a { f(b)? } else { false }`.
struct ExpandForHoisting {
    changed: bool,
}

impl VisitMut for ExpandForHoisting {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if let Expr::Binary(b) = e
            && matches!(b.op, BinOp::And(_) | BinOp::Or(_))
            && contains_exit(&b.right)
            && !control::branches::has_let(&b.left)
            && !control::branches::has_let(&b.right)
        {
            self.changed = true;
            let (left, right, span) = (&b.left, &b.right, b.op.span());
            match &b.op {
                BinOp::Or(_) => {
                    *e = syn::parse_quote_spanned!(span=> if #left { true } else { #right })
                }
                _ => *e = syn::parse_quote_spanned!(span=> if #left { #right } else { false }),
            }
        }
        if let Expr::Macro(m) = e
            && let Some(elements) = control::branches::elements_with_exits(&m.mac)
        {
            *e = syn::parse_quote_spanned!(m.mac.path.span()=> [#elements].to_vec());
        }
        syn::visit_mut::visit_expr_mut(self, e);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

struct Hoist<'h, 'a> {
    lowerer: &'h mut Lowerer<'a>,
    lets: Vec<Stmt>,
    /// The first part in which a value with `Drop` is borrowed, and the count of `let`s including
    /// its own.
    borrowed_guards: Option<(usize, Expr)>,
}

impl Hoist<'_, '_> {
    /// Hoists from the parts of an expression, which itself stays in place.
    fn hoist_from_parts(&mut self, e: &mut Expr) {
        let first_is_place = match e {
            Expr::Call(c) => !names_function(&c.func),
            Expr::MethodCall(_) | Expr::Index(_) => true,
            _ => false,
        };
        let mut parts = parts(e);
        let Some(last) = parts.iter_mut().rposition(|part| has_exit(part)) else { return };
        parts.truncate(last + 1);
        let changes: Vec<bool> =
            parts.iter().map(|part| FindChange::in_expression(self.lowerer, part)).collect();
        let later: Vec<TokenStream> = (0..=last)
            .map(|k| parts[k + 1..].iter().map(|part| part.to_token_stream()).collect())
            .collect();
        for (k, part) in parts.into_iter().enumerate() {
            self.hoist_from_parts(part);
            // constructing a closure calls nothing
            let calls = !matches!(unparen(part), Expr::Closure(_))
                && opaque::may_call(part, &|path| self.lowerer.is_constructor(path));
            let is_changed = changes[k + 1..].contains(&true) && reads_any(part, &later[k]);
            if is_exit(part) {
                self.take(FAILING, part);
            } else if k < last
                && (changes[k]
                    || calls
                    || is_changed && !(k == 0 && first_is_place && is_place(part)))
            {
                self.take(CHANGING, part);
            } else if is_changed {
                let what = part.to_token_stream();
                self.lowerer.error(
                    part,
                    format!(
                        "`{what}` is read before a later part of this expression changes it, and \
                         that part may exit the function: bind `{what}` with a `let` first"
                    ),
                );
            }
        }
    }

    fn take(&mut self, name: &str, e: &mut Expr) {
        let name = Ident::new(&format!("{name}_{}", self.lowerer.ssa.questions), e.span());
        self.lowerer.ssa.questions += 1;
        if self.borrowed_guards.is_none()
            && (self.lowerer.borrows_guards(e) || self.lowerer.borrows_guards_of_std(e))
        {
            self.borrowed_guards = Some((self.lets.len() + 1, e.clone()));
        }
        // inference has not seen the new name, so the type of a reference to a discrete scalar is
        // written
        let is_scalar = |ty: &&syn::Type| {
            let syn::Type::Reference(of) = ty else { return false };
            let syn::Type::Path(of) = &*of.elem else { return false };
            let is_text = of
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident == "String" || last.ident == "str");
            !is_text && crate::type_class::is_scalar(of, crate::type_class::DISCRETE)
        };
        let ty =
            self.lowerer.names.inferred.expr(e).filter(is_scalar).map(|ty| quote::quote!(: #ty));
        if self.lowerer.names.inferred.is_range(e) {
            self.lowerer.facts.ranges.insert(name.to_string());
        }
        let value = std::mem::replace(e, syn::parse_quote!(#name));
        self.lets.push(syn::parse_quote!(let #name #ty = #value;));
    }
}

/// Whether an expression reads a variable that others mention.
fn reads_any(e: &Expr, others: &TokenStream) -> bool {
    struct FindReads<'o>(&'o TokenStream, bool);
    impl<'ast> Visit<'ast> for FindReads<'_> {
        fn visit_expr_path(&mut self, p: &'ast syn::ExprPath) {
            self.1 |= p
                .path
                .get_ident()
                .is_some_and(|name| types::syntax::generics::mentions(self.0.clone(), name));
        }
        fn visit_macro(&mut self, _: &'ast syn::Macro) {
            self.1 = true;
        }
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    // a borrowed variable is not changed
    if matches!(unparen(e), Expr::Reference(_) | Expr::Closure(_)) {
        return false;
    }
    let mut names = FindReads(others, false);
    names.visit_expr(e);
    names.1
}

/// Whether an expression itself may leave the block.
fn is_exit(e: &Expr) -> bool {
    match e {
        Expr::Try(_) => true,
        Expr::If(_)
        | Expr::Match(_)
        | Expr::Block(_)
        | Expr::Loop(_)
        | Expr::While(_)
        | Expr::ForLoop(_) => contains_exit(e),
        _ => false,
    }
}

/// Whether an expression contains an exit that can be moved before it.
fn has_exit(e: &mut Expr) -> bool {
    is_exit(e) || parts(e).into_iter().any(has_exit)
}

/// Whether a callee is a path, which nothing changes.
fn names_function(func: &Expr) -> bool {
    matches!(unparen(func), Expr::Path(_))
}

/// The parts of an expression that are certainly evaluated exactly once, in evaluation order.
fn parts(e: &mut Expr) -> Vec<&mut Expr> {
    match e {
        Expr::Binary(b) => match &b.op {
            BinOp::And(_) | BinOp::Or(_) => vec![&mut b.left],
            op if is_compound(op) => vec![&mut b.right, &mut b.left],
            _ => vec![&mut b.left, &mut b.right],
        },
        Expr::Assign(a) => vec![&mut a.right, &mut a.left],
        Expr::Call(c) => {
            let func = if names_function(&c.func) { None } else { Some(&mut *c.func) };
            func.into_iter().chain(&mut c.args).collect()
        }
        Expr::MethodCall(m) => std::iter::once(&mut *m.receiver).chain(&mut m.args).collect(),
        Expr::Tuple(t) => t.elems.iter_mut().collect(),
        Expr::Array(a) => a.elems.iter_mut().collect(),
        Expr::Struct(s) => {
            s.fields.iter_mut().map(|field| &mut field.expr).chain(s.rest.as_deref_mut()).collect()
        }
        Expr::Index(i) => vec![&mut i.expr, &mut i.index],
        Expr::Range(r) => r.start.as_deref_mut().into_iter().chain(r.end.as_deref_mut()).collect(),
        Expr::Field(f) => vec![&mut f.base],
        Expr::Unary(u) => vec![&mut u.expr],
        Expr::Reference(r) => vec![&mut r.expr],
        Expr::Paren(p) => vec![&mut p.expr],
        Expr::Group(g) => vec![&mut g.expr],
        Expr::Cast(c) => vec![&mut c.expr],
        Expr::Repeat(r) => vec![&mut r.expr],
        Expr::Let(l) => vec![&mut l.expr],
        Expr::Try(t) => vec![&mut t.expr],
        Expr::If(i) => vec![&mut i.cond],
        Expr::Match(m) => vec![&mut m.expr],
        Expr::ForLoop(l) => vec![&mut l.expr],
        Expr::Return(r) => r.expr.as_deref_mut().into_iter().collect(),
        Expr::Break(b) => b.expr.as_deref_mut().into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Whether an expression may change something.
struct FindChange<'h, 'a> {
    lowerer: &'h Lowerer<'a>,
    found: bool,
}

impl<'a> FindChange<'_, 'a> {
    fn in_expression(lowerer: &Lowerer<'a>, e: &Expr) -> bool {
        let mut changes = FindChange { lowerer, found: false };
        changes.visit_expr(e);
        changes.found
    }
}

impl<'ast> Visit<'ast> for FindChange<'_, '_> {
    fn visit_expr(&mut self, e: &'ast Expr) {
        self.found |= match e {
            Expr::Assign(_) => true,
            Expr::Binary(b) => is_compound(&b.op),
            Expr::Call(c) => {
                let is_closure = |name: &Ident| {
                    matches!(self.lowerer.lookup(&name.to_string()),
                    Some(Binding::Closure(c)) if !c.is_function)
                };
                c.args.iter().any(|argument| self.lowerer.is_unique_argument(argument))
                    || matches!(unparen(&c.func), Expr::Path(p) if p.path.get_ident()
                        .is_some_and(is_closure))
            }
            Expr::MethodCall(m) => {
                let name = m.method.to_string();
                let is_pure = calls::methods::is_of_std(&name, m.args.len())
                    && !std_declarations::may_change(&name, m.args.len());
                !is_pure || m.args.iter().any(|argument| self.lowerer.is_unique_argument(argument))
            }
            Expr::Macro(m) => !PURE_MACROS.iter().any(|name| m.mac.path.is_ident(name)),
            _ => false,
        };
        if !self.found {
            syn::visit::visit_expr(self, e);
        }
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// Whether a `let` was generated for a part of a larger expression.
pub fn is_part(pat: &syn::Pat) -> bool {
    matches!(pat, syn::Pat::Ident(p) if [FAILING, CHANGING].iter()
        .any(|name| p.ident.to_string().starts_with(name)))
}
