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
    "as_standard_layout",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "autodiff_kron",
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
    "tril",
    "triu",
    "trunc",
    "view",
];

/// Those whose result may have elements of another type.
const OTHER_ELEMENTS: &[&str] = &["map", "mapv"];

/// Methods that return an element, or a number of its type.
const ELEMENT: &[&str] = &["product", "std", "sum", "var"];

/// Methods that return the elements, as `Form::Items` names them.
const ELEMENTS: &[&str] = &["items_of_into_iter", "items_of_iter"];

/// Methods that return the elements with their indices, as `Form::Items` names them.
const INDEXED_ELEMENTS: &[&str] = &["items_of_indexed_iter"];

/// Other methods that only read their receiver.
const READING: &[&str] = &[
    "as_slice",
    "as_slice_memory_order",
    "axis_chunks_iter",
    "axis_iter",
    "columns",
    "dot",
    "exact_chunks",
    "first",
    "fold",
    "fold_axis",
    "get",
    "indexed_iter",
    "insert_axis",
    "iter",
    "lanes",
    "last",
    "len_of",
    "map_axis",
    "mean",
    "outer_iter",
    "rows",
    "slice",
    "to_slice",
    "to_vec",
    "windows",
    "windows_with_stride",
];

/// Methods that return an array with one axis less.
const ONE_AXIS_LESS: &[&str] =
    &["index_axis", "index_axis_move", "remove_axis", "std_axis", "sum_axis", "var_axis"];

/// Methods that return an array whose type does not show the number of axes.
const ANY_AXES: &[&str] = &["into_dyn"];

/// Methods that return a vector.
const VECTOR: &[&str] = &["column", "diag", "into_diag", "into_flat", "row"];

/// Functions of the runtime that return arrays.
const OF_RUNTIME: &[&str] = &[":: collected", ":: folded_along", ":: mapped_along"];

/// Methods whose result has as many axes as their argument requests, an `Option` or a `Result`.
const GENERIC: &[&str] =
    &["autodiff_into_dimensionality", "broadcast", "into_shape_with_order", "to_shape"];

/// Methods that return an array with one axis less, an `Option` or a `Result`.
const FALLIBLE_ONE_AXIS_LESS: &[&str] = &["mean_axis"];

/// The members that are the payload of an `Option` or a `Result`.
const PAYLOADS: &[&str] = &["Some.0", "Ok.0", "Content.0"];

/// Whether a projection is an array that a function of the runtime returns, or that of a `Result`
/// which it returns.
pub(super) fn is_made_by_runtime(projection: &Projection) -> bool {
    let path = |of: &Projection| match of {
        Projection::Output(callee) if callee.method.is_none() => callee.path.to_string(),
        _ => String::new(),
    };
    match projection {
        Projection::Member(of, _) => path(of).contains("__private :: arrays"),
        of => OF_RUNTIME.iter().any(|name| path(of).ends_with(name)),
    }
}

/// Whether a method of an array returns an array, by its name.
pub fn returns_array(method: &str) -> bool {
    matches!(method, "dot" | "insert_axis" | "slice" | "slice_move")
        || [SAME_AXES, ONE_AXIS_LESS, VECTOR, ANY_AXES].iter().any(|names| names.contains(&method))
}

/// Whether a method of an array only reads it.
pub fn reads_array(method: &str) -> bool {
    [SAME_AXES, ONE_AXIS_LESS, FALLIBLE_ONE_AXIS_LESS, VECTOR, ANY_AXES, ELEMENT, GENERIC, READING]
        .iter()
        .any(|names| names.contains(&method))
}

/// Whether the type that a method of an array returns depends on its arguments.
pub(super) fn is_generic(method: &str) -> bool {
    GENERIC.contains(&method)
}

impl Types {
    /// Whether a type is one of `ndarray`, or that of an operation that returns an array.
    pub fn is_result_of_array(&self, ty: &Ty) -> bool {
        self.axes(ty).is_some()
    }

    /// The number of axes of an array, if it is known; `None` for a type that may be another one.
    pub fn axes(&self, ty: &Ty) -> Option<Option<usize>> {
        match self.projected(ty)? {
            Projection::Named(name) => {
                let ty: syn::Type = syn::parse2(name.clone()).ok()?;
                let is_array = self.is_projection_of_array(&Projection::Named(name));
                is_array.then(|| declared::axes_of(&ty))
            }
            of if is_made_by_runtime(&of) => Some(None),
            of if let Some(axes) = self.axes_of_payload(&of) => Some(axes),
            Projection::Item(of) if self.is_over_views(&of) => Some(self.axes_of_views(&of)),
            Projection::Output(callee) if let Some(axes) = self.axes_of_result(&callee) => {
                Some(axes)
            }
            of => self.declared_axes(&of),
        }
    }

    /// The type of the elements of an array of reals, if it is known.
    pub fn element_of_array(&self, ty: &Ty) -> Option<Ty> {
        let projection = self.projected(ty)?;
        if let Projection::Member(of, _) = &projection
            && let Projection::Output(callee) = &**of
            && let Some(method) = callee.method.as_deref()
            && self.axes_of_payload(&projection).is_some()
        {
            return self.element_of_array(&method.owner);
        }
        if let Projection::Output(callee) = &projection
            && let Some(method) = callee.method.as_deref()
            && self.axes(ty).is_some()
        {
            return match method.spelling {
                Spelling::Infix(_) if self.axes(&method.owner).is_none() => {
                    self.element_of_array(method.right.as_ref()?)
                }
                _ if OTHER_ELEMENTS.contains(&method.name.as_str()) => None,
                _ => self.element_of_array(&method.owner),
            };
        }
        self.declared_element(&projection)
    }

    /// The type that a method of an array returns, if it is a real, a list of reals, or a list of
    /// reals with their indices.
    pub fn result_of_array(&self, owner: &Ty, method: &str) -> Option<Ty> {
        if ELEMENT.contains(&method) {
            self.element_of_array(owner)
        } else if ELEMENTS.contains(&method) {
            Some(Ty::Vec(Box::new(self.element_of_array(owner)?)))
        } else if INDEXED_ELEMENTS.contains(&method) {
            let index = match self.axes(owner)?? {
                0 => return None,
                1 => Ty::USIZE,
                axes => Ty::Tuple(vec![Ty::USIZE; axes]),
            };
            let item = Ty::Tuple(vec![index, self.element_of_array(owner)?]);
            Some(Ty::Vec(Box::new(item)))
        } else {
            None
        }
    }

    /// The number of axes of the payload of an `Option` or a `Result` that a method of an array
    /// returns, if the payload is an array.
    pub(super) fn axes_of_payload(&self, payload: &Projection) -> Option<Option<usize>> {
        let Projection::Member(of, name) = payload else { return None };
        let Projection::Output(callee) = &**of else { return None };
        let method = callee.method.as_deref().filter(|_| PAYLOADS.contains(&name.as_str()))?;
        if !self.is_array(&method.owner) {
            return None;
        }
        match method.name.as_str() {
            name if GENERIC.contains(&name) => {
                Some(callee.arguments.get(1).and_then(|shape| self.axes_of_shape(shape)))
            }
            name if FALLIBLE_ONE_AXIS_LESS.contains(&name) => {
                let axes = self.axes(&method.owner).flatten();
                Some(axes.and_then(|axes| axes.checked_sub(1)))
            }
            _ => None,
        }
    }

    /// The number of axes of a shape: a length, a tuple or an array of lengths, the shape of another
    /// array, or one of these with an order.
    fn axes_of_shape(&self, shape: &Ty) -> Option<usize> {
        let is_length = |ty: &Ty| {
            let ty = self.shallow(ty);
            ty.is_int() || self.kind(&ty) == Some(Kind::Int)
        };
        match self.shallow(shape) {
            length if is_length(&length) => Some(1),
            Ty::Tuple(lengths) if lengths.iter().all(is_length) => Some(lengths.len()),
            Ty::Tuple(parts) => match &parts[..] {
                [shape, order] if !is_length(order) && !is_length(shape) => {
                    self.axes_of_shape(shape)
                }
                _ => None,
            },
            Ty::Array(_, axes) => axes.to_string().trim_end_matches("usize").parse().ok(),
            ty => match self.projected(&ty)? {
                Projection::Output(callee) => {
                    let method =
                        callee.method.filter(|of| matches!(&*of.name, "raw_dim" | "dim"))?;
                    self.axes(&method.owner).flatten()
                }
                _ => None,
            },
        }
    }

    /// The number of axes of the items of an iterator over views.
    fn axes_of_views(&self, of: &Projection) -> Option<usize> {
        let Projection::Output(callee) = of else { return None };
        let owner = &callee.method.as_ref()?.owner;
        match &*callee.path.to_string() {
            "columns" | "lanes" | "rows" => Some(1),
            "axis_iter" | "outer_iter" => self.axes(owner).flatten()?.checked_sub(1),
            "axis_chunks_iter" | "exact_chunks" | "windows" | "windows_with_stride" => {
                self.axes(owner).flatten()
            }
            // `x.rows().into_iter()`
            _ => self.axes_of_views(&self.projected(owner)?),
        }
    }

    /// The number of axes of a part that `s![…]` selects: the last argument of the type of that is
    /// `Ix1` and its like.
    fn axes_of_slice(&self, slice: &Ty) -> Option<usize> {
        let name = match (self.shallow(slice), self.projected(slice)) {
            (Ty::Foreign(name), _) | (_, Some(Projection::Named(name))) => name,
            _ => return None,
        };
        let syn::Type::Path(of) = syn::parse2(name).ok()? else { return None };
        let syn::PathArguments::AngleBracketed(of) = &of.path.segments.last()?.arguments else {
            return None;
        };
        match of.args.last()? {
            syn::GenericArgument::Type(axes) => declared::axes_of(axes),
            _ => None,
        }
    }

    fn axes_of_result(&self, callee: &Callee) -> Option<Option<usize>> {
        let method = callee.method.as_deref()?;
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
            "slice" | "slice_move" => {
                Some(callee.arguments.get(1).and_then(|slice| self.axes_of_slice(slice)))
            }
            "dot" => {
                let other = match callee.arguments.get(1) {
                    // `x.dot(&x)`: one visit, where a chain of squares would make one for each path
                    Some(other) if *other == method.owner => of,
                    other => other.and_then(|other| self.axes(other)).flatten(),
                };
                match (of, other) {
                    // of a vector with a vector, it is a real
                    (Some(of), Some(other)) => (of + other).checked_sub(2).filter(|axes| *axes > 0),
                    (one, other) => one.or(other).filter(|axes| *axes > 1),
                }
                .map(|axes| (of.is_some() && other.is_some()).then_some(axes))
            }
            name if SAME_AXES.contains(&name) => Some(of),
            name if ONE_AXIS_LESS.contains(&name) => Some(of.map(|axes| axes.saturating_sub(1))),
            name if VECTOR.contains(&name) => Some(Some(1)),
            name if ANY_AXES.contains(&name) => Some(None),
            _ => None,
        }
    }
}
