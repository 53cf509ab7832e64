//! Methods of views that change an array, which make no place of the array or change the axes of
//! the view. They are errors: what they change would be lost.

use super::super::*;

/// Methods that take a view by value and return another one, which is no place.
const BY_VALUE: &[&str] = &[
    "into_dimensionality",
    "into_dyn",
    "into_flat",
    "into_shape",
    "into_shape_with_order",
    "into_slice",
    "multi_slice_move",
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
pub(in crate::lower::iterate) const VIEWS: &str = "views_";

/// Whether a method changes the axes of a view, and not its elements.
pub fn changes_axes(name: &str) -> bool {
    IN_PLACE.contains(&name)
}

impl Lowerer<'_> {
    /// Reports such a method of a view where it is made, of a variable that holds one, or of one
    /// that a loop goes through.
    pub(in crate::lower::iterate) fn check_view_of_view(&mut self, m: &ExprMethodCall) -> bool {
        let method = &m.method;
        let is_listed = [BY_VALUE, IN_PLACE].iter().any(|names| names.iter().any(|n| method == n));
        let is_view = is_listed && self.is_view(&m.receiver);
        if is_view {
            self.error(
                method,
                format!(
                    "`{method}` of a view that changes an array is not supported: select the \
                     elements by one method of the array, as in `x.slice_mut(s![1.., 0])` or \
                     `x.row_mut(i)`"
                ),
            );
        }
        is_view
    }

    /// Whether a variable is a view that a loop goes through. A reference to an array has none of
    /// the methods that take a view by value.
    pub fn is_view_of_loop(&mut self, e: &Expr) -> bool {
        let Expr::Path(of) = unparen(e) else { return false };
        let Some(name) = of.path.get_ident() else { return false };
        let slot = match self.lookup(&name.to_string()) {
            Some(Binding::Alias(alias)) => alias.slot,
            Some(Binding::Slot(slot)) if self.slots[*slot].unique => *slot,
            _ => return false,
        };
        self.is_array_place(e) && self.slots[slot].name.starts_with(VIEWS)
    }
}
