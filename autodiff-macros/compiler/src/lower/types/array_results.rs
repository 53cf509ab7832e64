//! Which operations on arrays of `ndarray` return arrays again.
//!
//! Arrays and reals share names of methods: `x.exp()` is one of both. A result whose type only
//! rustc knows is a real, unless its operation is one of these.

use super::*;
use crate::ir::types::Spelling;

/// Methods that return an array with the same number of axes.
const SAME_AXES: &[&str] = &[
    crate::lower::iterate::foreign::COPIED,
    "abs",
    "abs_sub",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "cbrt",
    "ceil",
    "clamp",
    "clone",
    "cos",
    "cosh",
    "exp",
    "exp2",
    "exp_m1",
    "floor",
    "fract",
    "hypot",
    "into_owned",
    "ln",
    "ln_1p",
    "log",
    "log10",
    "log2",
    "map",
    "mapv",
    "mapv_into",
    "permuted_axes",
    "pow2",
    "powf",
    "powi",
    "recip",
    "reversed_axes",
    "round",
    "select",
    "signum",
    "sin",
    "sinh",
    "slice_axis",
    "slice_axis_move",
    "sqrt",
    "t",
    "tan",
    "tanh",
    "to_degrees",
    "to_owned",
    "to_radians",
    "trunc",
    "view",
];

/// Methods that return an array with one axis less.
const ONE_AXIS_LESS: &[&str] =
    &["index_axis", "index_axis_move", "remove_axis", "std_axis", "sum_axis", "var_axis"];

/// Methods that return a vector.
const VECTOR: &[&str] = &["column", "diag", "into_diag", "into_flat", "row"];

/// Methods whose result has as many axes as their argument requests.
const GENERIC: &[&str] = &["broadcast", "into_shape_with_order", "to_shape"];

/// Whether the type that a method of an array returns depends on its arguments.
pub(super) fn is_generic(method: &str) -> bool {
    GENERIC.contains(&method)
}

/// Whether a function is the one of the runtime that makes an array of elements.
pub(super) fn is_collected(callee: &Callee) -> bool {
    callee.method.is_none() && callee.path.to_string().ends_with("arrays :: collected")
}

impl Types {
    /// Whether a type is one of `ndarray`, or that of an operation that returns an array.
    pub fn is_result_of_array(&self, ty: &Ty) -> bool {
        self.axes(ty).is_some()
    }

    /// The number of axes of an array, if it is known; `None` for a type that may be another one.
    fn axes(&self, ty: &Ty) -> Option<Option<usize>> {
        match self.projected(ty)? {
            Projection::Named(name) => {
                let path: syn::Path = syn::parse2(name.clone()).ok()?;
                let digits = path.segments.last()?.ident.to_string();
                let is_array = self.is_projection_of_array(&Projection::Named(name));
                is_array
                    .then(|| digits.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().ok())
            }
            // what a constructor of the runtime returns
            Projection::Member(of, _)
                if matches!(&*of, Projection::Output(callee)
                    if callee.path.to_string().contains("__private :: arrays")) =>
            {
                Some(None)
            }
            Projection::Output(callee) if is_collected(&callee) => Some(None),
            Projection::Item(of) if self.is_over_views(&of) => Some(None),
            Projection::Output(callee)
                if let Some(axes) =
                    callee.method.as_deref().and_then(|method| self.axes_of_result(method)) =>
            {
                Some(axes)
            }
            of => self.is_declared_as_array(&of).then_some(None),
        }
    }

    fn axes_of_result(&self, method: &crate::ir::types::Method) -> Option<Option<usize>> {
        let of = self.axes(&method.owner);
        if matches!(method.spelling, Spelling::Infix(_) | Spelling::Prefix(_)) {
            let right = method.right.as_ref().and_then(|right| self.axes(right));
            return match (of, right) {
                (Some(left), Some(right)) => {
                    Some(left.max(right).filter(|_| left.is_some() && right.is_some()))
                }
                (one, other) => one.or(other),
            };
        }
        let (of, name) = (of?, method.name.as_str());
        match name {
            "insert_axis" => Some(of.map(|axes| axes + 1)),
            "slice" | "slice_move" => Some(None),
            // of a vector with a vector, it is a real
            "dot" => of.filter(|axes| *axes > 1).map(|_| None),
            name if SAME_AXES.contains(&name) => Some(of),
            name if ONE_AXIS_LESS.contains(&name) => Some(of.map(|axes| axes.saturating_sub(1))),
            name if VECTOR.contains(&name) => Some(Some(1)),
            _ => None,
        }
    }
}
