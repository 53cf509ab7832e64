//! Methods that make a view of a view that changes an array, or change its axes.
//!
//! Lowering has a copy of the elements in the place of such a view, and assigns it back. A view of
//! the copy, as in `y.view_mut().reversed_axes()`, would be another copy, whose changes are lost. So
//! these methods are errors.

use super::*;
use syn::visit::Visit;

/// Methods that take a view by value and return another one.
const BY_VALUE: &[&str] = &[
    "index_axis_move",
    "insert_axis",
    "into_diag",
    "into_dimensionality",
    "into_dyn",
    "into_flat",
    "into_shape",
    "into_shape_with_order",
    "into_slice",
    "multi_slice_move",
    "permuted_axes",
    "remove_axis",
    "reversed_axes",
    "slice_axis_move",
    "slice_move",
    "split_at",
];

/// Methods that change which elements a view has, or their order.
const IN_PLACE: &[&str] = &[
    "collapse_axis",
    "index_axis_inplace",
    "invert_axis",
    "merge_axes",
    "permute_axes",
    "reverse_axes",
    "slice_axis_inplace",
    "slice_collapse",
    "slice_each_axis_inplace",
    "swap_axes",
];

/// The prefix of the name of the copies that a loop over views has.
pub(super) const VIEWS: &str = "views_";

impl Lowerer<'_> {
    /// Reports such a method of a view where it is made, or of one that a loop goes through.
    pub(super) fn check_view_of_view(&mut self, m: &ExprMethodCall) -> bool {
        let name = m.method.to_string();
        let by_value = BY_VALUE.contains(&&*name);
        let is_view = (by_value || IN_PLACE.contains(&&*name))
            && (self.is_mutable_view(&m.receiver) || self.is_view_of_loop(&m.receiver, by_value));
        if is_view {
            self.report_view_of_view(&m.method);
        }
        is_view
    }

    /// Reports such methods of a variable that holds a view.
    pub(super) fn check_views_of_held(&mut self, view: &Ident, region: &[syn::Stmt]) {
        let mut found = OfVariable { view, methods: Vec::new() };
        region.iter().for_each(|stmt| found.visit_stmt(stmt));
        found.methods.iter().for_each(|method| self.report_view_of_view(method));
    }

    fn report_view_of_view(&mut self, method: &Ident) {
        self.error(
            method,
            format!(
                "`{method}` of a view that changes an array is not supported: select the elements \
                 by one method of the array, as in `x.slice_mut(s![1.., 0])` or `x.row_mut(i)`"
            ),
        );
    }

    /// `y.view_mut()`, `y.view_mut().reversed_axes()`
    fn is_mutable_view(&mut self, e: &Expr) -> bool {
        let Expr::MethodCall(m) = unparen(e) else { return false };
        let name = m.method.to_string();
        if BY_VALUE.contains(&&*name) {
            return self.is_mutable_view(&m.receiver);
        }
        name.ends_with("_mut")
            && !foreign::returns_iterator(&m.method)
            && (self.is_array_place(&m.receiver) || self.is_mutable_view(&m.receiver))
    }

    /// Whether a variable is a view that a loop goes through. A reference to an array has none of
    /// the methods that take a view by value.
    fn is_view_of_loop(&mut self, e: &Expr, by_value: bool) -> bool {
        let Expr::Path(of) = unparen(e) else { return false };
        let Some(name) = of.path.get_ident() else { return false };
        let slot = match self.lookup(&name.to_string()) {
            Some(Binding::Alias(alias)) => alias.slot,
            Some(Binding::Slot(slot)) if self.slots[*slot].unique => *slot,
            _ => return false,
        };
        self.is_array_place(e) && (by_value || self.slots[slot].name.starts_with(VIEWS))
    }
}

/// The methods of a variable that make views of it.
struct OfVariable<'a> {
    view: &'a Ident,
    methods: Vec<Ident>,
}

impl<'ast> Visit<'ast> for OfVariable<'_> {
    fn visit_expr_method_call(&mut self, m: &'ast ExprMethodCall) {
        let name = m.method.to_string();
        if matches!(unparen(&m.receiver), Expr::Path(of) if of.path.is_ident(self.view))
            && [BY_VALUE, IN_PLACE].iter().any(|names| names.contains(&&*name))
        {
            self.methods.push(m.method.clone());
        }
        syn::visit::visit_expr_method_call(self, m);
    }
}
