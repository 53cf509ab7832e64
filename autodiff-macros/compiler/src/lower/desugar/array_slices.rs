//! Slices through which the elements of an array change, `y.as_slice_mut().unwrap()`.
//!
//! A derivative has no slice of an array. The elements are moved to a vector, and are assigned back
//! before the next statement that names the array. rustc accepts no use of the slice after that:
//!
//! ```text
//! let s = y.as_slice_mut().unwrap();       assert!(y.is_standard_layout());
//!                                          let mut elements = y.iter().copied().collect();
//!                                          let s = &mut elements[..];
//! s[0] = a;                                s[0] = a;
//!                                          y.iter_mut().assign(elements);
//! y.sum()                                  y.sum()
//!
//! if let Some(s) = y.as_slice_mut() { … }  if y.is_standard_layout() {
//!                                              let s = y.as_slice_mut().unwrap(); … }
//! ```

use crate::lower::control::branches::contains_exit;
use crate::lower::iterate::arrays::along_axis::ListOrder;
use crate::lower::places::place::unparen;
use crate::lower::places::receiver_borrow::Place;
use crate::lower::*;
use crate::world::tokens::{mentions, mentions_any};
use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, Stmt};

/// The error for code that control leaves before the elements are assigned back.
const EXIT: &str = "leaving code in which a slice of an array changes is not supported: change the \
                    elements of the array, as in `for i in 0..x.len() { x[i] = … }`";

/// The error for a statement that names the array and the slice.
const BOTH: &str = "this statement names an array and a slice of it that changes: write two \
                    statements, or change the elements of the array";

/// The error for a use of a slice after the elements are assigned back.
pub(in crate::lower) const LATER: &str = "a slice of an array is used after a statement that may \
                                          name the array: use it before, or change the elements \
                                          of the array";

/// The name of the vectors, before their number.
pub(in crate::lower) const ELEMENTS: &str = "slice_elements";

/// A slice that a statement makes.
struct MutableSlice {
    before: Vec<Stmt>,
    after: Stmt,
    /// The place of the array.
    place: Place,
    span: Span,
}

impl Lowerer<'_> {
    /// Rewrites a statement that makes such slices, and the statements after it.
    pub fn with_changed_slices(&mut self, stmt: &Stmt, rest: &[Stmt]) -> Option<Vec<Stmt>> {
        let mut methods = SliceMethods { found: false };
        methods.visit_stmt(stmt);
        if !methods.found {
            return None;
        }
        if let Some(mut stmts) = self.with_slice_tested(stmt) {
            stmts.extend_from_slice(rest);
            return Some(stmts);
        }
        let mut stmt = stmt.clone();
        let mut slices = Slices { lowerer: self, found: Vec::new() };
        let is_held = match &mut stmt {
            Stmt::Local(l) => {
                let init = &mut l.init.as_mut()?.expr;
                slices.visit_expr_mut(init);
                holds_slice(init)
            }
            Stmt::Expr(e, _) => {
                slices.visit_expr_mut(e);
                false
            }
            _ => return None,
        };
        let found = slices.found;
        if found.is_empty() {
            return None;
        }
        let names_array = |stmt: &Stmt| found.iter().any(|of| names_place(self, &of.place, stmt));
        let held = match is_held {
            true => rest.iter().position(names_array).unwrap_or(rest.len()),
            false => 0,
        };
        let (held, rest) = rest.split_at(held);
        self.check_changed_slices(&found, &stmt, (held, rest));
        let mut changing: Vec<Stmt> = std::iter::once(stmt).chain(held.iter().cloned()).collect();
        let mut value = None;
        if let Some(Stmt::Expr(e, None)) = changing.last()
            && rest.is_empty()
            && !matches!(e, Expr::ForLoop(_) | Expr::While(_))
        {
            let name = self.fresh_in_place("value");
            let stmt = syn::parse_quote!(let #name = #e;);
            changing.pop();
            changing.push(stmt);
            value = Some(Stmt::Expr(syn::parse_quote!(#name), None));
        }
        let mut stmts: Vec<Stmt> = found.iter().flat_map(|of| of.before.clone()).collect();
        stmts.extend(changing);
        stmts.extend(found.into_iter().map(|of| of.after).chain(value));
        stmts.extend_from_slice(rest);
        Some(stmts)
    }

    /// Reports statements whose meaning the rewrite would change.
    fn check_changed_slices(
        &mut self,
        found: &[MutableSlice],
        first: &Stmt,
        (held, rest): (&[Stmt], &[Stmt]),
    ) {
        for of in found {
            let is_left = std::iter::once(first).chain(held).any(|stmt| {
                let block: syn::ExprBlock = syn::parse_quote!({ #stmt });
                contains_exit(&Expr::Block(block)) && (ends_loop(stmt) || !self.ends_with_call(of))
            });
            if is_left {
                self.diagnostics.error(of.span, EXIT);
            } else if names_place(self, &of.place, first) {
                self.diagnostics.error(of.span, BOTH);
            }
        }
        if let (Stmt::Local(l), Some(next)) = (first, rest.first())
            && l.init.as_ref().is_some_and(|init| holds_slice(&init.expr))
        {
            let mut names = Bound(Vec::new());
            names.visit_pat(&l.pat);
            if names.0.iter().any(|name| mentions(next, name)) {
                self.diagnostics.error(next.span(), BOTH);
            }
        }
    }

    /// Whether an array is dropped when the function returns.
    fn ends_with_call(&self, of: &MutableSlice) -> bool {
        let slot = &self.slots[of.place.slot];
        self.ssa.inlined_closures == 0 && !slot.unique && !slot.reference
    }

    /// `if let Some(s) = y.as_slice_mut() { … }` and `let Some(s) = y.as_slice_mut() else { … };`,
    /// with the slice in a statement of its own.
    fn with_slice_tested(&mut self, stmt: &Stmt) -> Option<Vec<Stmt>> {
        match stmt {
            Stmt::Expr(Expr::If(of), semi) => {
                let Expr::Let(tested) = unparen(&of.cond) else { return None };
                let (cond, first) = self.slice_tested(&tested.pat, &tested.expr)?;
                let mut of = of.clone();
                *of.cond = cond;
                of.then_branch.stmts.insert(0, first);
                Some(vec![Stmt::Expr(Expr::If(of), *semi)])
            }
            Stmt::Local(l) => {
                let init = l.init.as_ref()?;
                let (_, otherwise) = init.diverge.as_ref()?;
                let (cond, first) = self.slice_tested(&l.pat, &init.expr)?;
                Some(vec![syn::parse_quote!(if !#cond #otherwise), first])
            }
            _ => None,
        }
    }

    /// The question whether there is a slice, and the statement that binds it.
    fn slice_tested(&mut self, pat: &syn::Pat, e: &Expr) -> Option<(Expr, Stmt)> {
        let syn::Pat::TupleStruct(some) = pat else { return None };
        let inner = some.elems.first().filter(|_| library::option::is_some(&some.path))?;
        let Expr::MethodCall(m) = unparen(e) else { return None };
        let order = self.order_of_changed_slice(m)?;
        let cond = order.is_slice(&m.receiver, m.method.span());
        Some((syn::parse_quote!((#cond)), syn::parse_quote!(let #inner = #e.expect("a slice");)))
    }

    /// The order of the elements in such a slice, if a method makes one.
    fn order_of_changed_slice(&mut self, m: &ExprMethodCall) -> Option<ListOrder> {
        let name = m.method.to_string();
        let order = ListOrder::of_slice(name.strip_suffix("_mut")?)?;
        let is_array = m.args.is_empty()
            && (self.is_array_place(&m.receiver) || self.is_changed_view(&m.receiver));
        is_array.then_some(order)
    }
}

/// Finds methods with the name of one that makes such a slice. The statements in blocks are lowered
/// later.
struct SliceMethods {
    found: bool,
}

impl<'ast> Visit<'ast> for SliceMethods {
    fn visit_expr_method_call(&mut self, m: &'ast ExprMethodCall) {
        let name = m.method.to_string();
        self.found |= name.strip_suffix("_mut").and_then(ListOrder::of_slice).is_some();
        syn::visit::visit_expr_method_call(self, m);
    }

    fn visit_block(&mut self, _: &'ast syn::Block) {}

    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
}

/// Replaces the slices in an expression, but not those in its blocks, by vectors.
struct Slices<'s, 'l> {
    lowerer: &'s mut Lowerer<'l>,
    found: Vec<MutableSlice>,
}

impl Slices<'_, '_> {
    /// The vector in place of `y.as_slice_mut().unwrap()` or `y.as_slice_mut()?`.
    fn vector(&mut self, e: &Expr) -> Option<Expr> {
        let (receiver, failure) = match unparen(e) {
            Expr::Try(of) => (&of.expr, quote!(return ::core::option::Option::None)),
            Expr::MethodCall(of) => match (&*of.method.to_string(), of.args.first()) {
                ("unwrap", None) => {
                    let message = "called `Option::unwrap()` on a `None` value";
                    (&of.receiver, quote!(::core::panic!(#message)))
                }
                ("expect", Some(message)) => (&of.receiver, quote!(::core::panic!("{}", #message))),
                _ => return None,
            },
            _ => return None,
        };
        let Expr::MethodCall(m) = unparen(receiver) else { return None };
        let order = self.lowerer.order_of_changed_slice(m)?;
        let (span, mut before) = (m.method.span(), Vec::new());
        let place = self.lowerer.place(base_of(&m.receiver))?;
        let array = self.lowerer.bound_array(&m.receiver, &mut before);
        let is_slice = order.is_slice(&array, span);
        let test = self.lowerer.fresh_in_place("is_slice");
        before.push(quote!(let #test: bool = #is_slice; if !#test { #failure; }));
        let elements = self.lowerer.fresh_in_place(ELEMENTS);
        let (list, after) = self.lowerer.list_and_assign(&array, order, &elements, span);
        before.extend(list);
        let before: syn::Block = syn::parse_quote!({ #(#before)* });
        let after = syn::parse_quote!(#after);
        self.found.push(MutableSlice { before: before.stmts, after, place, span });
        Some(syn::parse_quote_spanned!(span=> #elements))
    }
}

impl VisitMut for Slices<'_, '_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            // the statements in these are lowered later
            Expr::Block(_)
            | Expr::Closure(_)
            | Expr::Const(_)
            | Expr::Loop(_)
            | Expr::Unsafe(_)
            | Expr::While(_) => {}
            Expr::If(of) => self.visit_expr_mut(&mut of.cond),
            Expr::Match(of) => self.visit_expr_mut(&mut of.expr),
            Expr::ForLoop(of) => self.visit_expr_mut(&mut of.expr),
            Expr::MethodCall(ExprMethodCall { receiver: of, .. })
            | Expr::Index(syn::ExprIndex { expr: of, .. })
                if let Some(vector) = self.vector(of) =>
            {
                **of = vector;
                visit_mut::visit_expr_mut(self, e);
            }
            e => match self.vector(e) {
                Some(vector) => *e = syn::parse_quote_spanned!(e.span()=> &mut #vector[..]),
                None => visit_mut::visit_expr_mut(self, e),
            },
        }
    }
}

/// Whether an expression is a vector of elements, a reference to it, or a chain of its methods.
fn holds_slice(e: &Expr) -> bool {
    match unparen(e) {
        Expr::MethodCall(m) => holds_slice(&m.receiver),
        Expr::Reference(of) => holds_slice(&of.expr),
        Expr::Index(of) => holds_slice(&of.expr),
        Expr::Tuple(of) => of.elems.iter().any(holds_slice),
        Expr::Path(of) => {
            of.path.get_ident().is_some_and(|name| name.to_string().starts_with(ELEMENTS))
        }
        _ => false,
    }
}

/// Whether code ends an iteration of a loop around it.
fn ends_loop(stmt: &Stmt) -> bool {
    mentions_any(stmt, &|name| name == "break" || name == "continue")
}

/// The place whose views a chain of methods makes.
fn base_of(e: &Expr) -> &Expr {
    match unparen(e) {
        Expr::MethodCall(m) => base_of(&m.receiver),
        e => e,
    }
}

/// Whether a statement names a place, a part of it, or what it is a part of.
fn names_place(lowerer: &Lowerer<'_>, place: &Place, stmt: &Stmt) -> bool {
    let mut named = ReplaceSliceNames { lowerer, place, found: false };
    named.visit_stmt(stmt);
    named.found
}

struct ReplaceSliceNames<'a, 'l> {
    lowerer: &'a Lowerer<'l>,
    place: &'a Place,
    found: bool,
}

impl ReplaceSliceNames<'_, '_> {
    fn indices(&mut self, place: &Expr) {
        match unparen(place) {
            Expr::Index(of) => {
                self.visit_expr(&of.index);
                self.indices(&of.expr);
            }
            Expr::Field(of) => self.indices(&of.base),
            Expr::Unary(of) => self.indices(&of.expr),
            Expr::Reference(of) => self.indices(&of.expr),
            _ => {}
        }
    }
}

impl<'ast> Visit<'ast> for ReplaceSliceNames<'_, '_> {
    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            // the shape does not change
            Expr::MethodCall(m)
                if ["dim", "len", "len_of", "ncols", "nrows"].iter().any(|n| m.method == n) => {}
            e => match self.lowerer.place(e) {
                Some(place) => {
                    self.found |= place.may_overlap(self.place);
                    self.indices(e);
                }
                None => syn::visit::visit_expr(self, e),
            },
        }
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.found |= mentions_any(&mac.tokens, &|name| {
            let place = self.lowerer.place(&syn::parse_quote!(#name));
            place.is_some_and(|place| place.may_overlap(self.place))
        });
    }
}

/// The variables that a pattern binds.
struct Bound(Vec<Ident>);

impl<'ast> Visit<'ast> for Bound {
    fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
        self.0.push(p.ident.clone());
        syn::visit::visit_pat_ident(self, p);
    }
}
