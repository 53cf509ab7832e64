//! Which operations on arrays of `ndarray` return arrays again.
//!
//! Arrays and reals share names of methods: `x.exp()` is one of both. A result whose type only
//! rustc knows is a real, unless its operation is one of these.

use super::super::*;
use crate::ir::types::Spelling;

/// What a method of an array returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayResult {
    Array(Axes),
    /// A view, which the user's program copies where it passes it by value.
    View(Axes),
    /// The receiver, which is taken by value, with other axes: a view if the receiver is one.
    Moved(Axes),
    /// An `Option` or a `Result` of an array.
    Fallible(Axes),
    /// An `Option` of a view.
    FallibleView(Axes),
    /// An iterator over views.
    Views(Axes),
    /// An element, or a number of its type.
    Element,
    /// The elements, as `Form::Items` names them.
    Elements,
    /// The elements with their indices, as `Form::Items` names them.
    IndexedElements,
    /// Anything else.
    Other,
}

/// The number of axes of an array that a method returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axes {
    /// As many as the receiver has.
    Same,
    OneLess,
    OneMore,
    One,
    /// The type does not show it.
    Any,
    /// As many as the shape that is the argument has.
    OfShape,
    /// As many as `s![…]` selects.
    OfSlice,
    /// Those of a product of two arrays.
    OfProduct,
}

/// What a method of an array returns, if it is known and only reads the array.
pub fn result_of_array_method(method: &str) -> Option<ArrayResult> {
    use self::{ArrayResult::*, Axes::*};
    Some(match method {
        crate::lower::iterate::foreign::COPIED => Array(Same),
        "abs" | "abs_sub" | "acos" | "acosh" | "asin" | "asinh" | "atan" | "atanh" | "cbrt"
        | "ceil" | "clamp" | "cos" | "cosh" | "exp" | "exp2" | "exp_m1" | "floor" | "fract"
        | "hypot" | "ln" | "ln_1p" | "log" | "log10" | "log2" | "pow2" | "powf" | "powi"
        | "recip" | "round" | "signum" | "sin" | "sinh" | "sqrt" | "tan" | "tanh"
        | "to_degrees" | "to_radians" | "trunc" => Array(Same),
        "as_standard_layout" | "autodiff_kron" | "clone" | "into_owned" | "map" | "mapv"
        | "mapv_into" | "select" | "to_owned" | "tril" | "triu" => Array(Same),
        "std_axis" | "sum_axis" | "var_axis" => Array(OneLess),
        "dot" => Array(OfProduct),
        "permuted_axes" | "reversed_axes" | "slice_axis_move" => Moved(Same),
        "index_axis_move" | "remove_axis" => Moved(OneLess),
        "insert_axis" => Moved(OneMore),
        "into_diag" | "into_flat" => Moved(One),
        "into_dyn" => Moved(Any),
        "slice_move" => Moved(OfSlice),
        "slice_axis" | "t" | "view" => View(Same),
        "index_axis" => View(OneLess),
        "column" | "diag" | "row" => View(One),
        "slice" => View(OfSlice),
        "autodiff_into_dimensionality" | "into_shape_with_order" | "to_shape" => Fallible(OfShape),
        "mean_axis" => Fallible(OneLess),
        "broadcast" => FallibleView(OfShape),
        "axis_chunks_iter" | "exact_chunks" | "windows" | "windows_with_stride" => Views(Same),
        "axis_iter" | "outer_iter" => Views(OneLess),
        "columns" | "lanes" | "rows" => Views(One),
        "product" | "std" | "sum" | "var" => Element,
        "items_of_into_iter" | "items_of_iter" => Elements,
        "items_of_indexed_iter" => IndexedElements,
        "as_slice"
        | "as_slice_memory_order"
        | "first"
        | "fold"
        | "fold_axis"
        | "get"
        | "indexed_iter"
        | "iter"
        | "last"
        | "len_of"
        | "map_axis"
        | "mean"
        | "to_slice"
        | "to_vec" => Other,
        _ => return None,
    })
}

/// Methods that return an array, which may have elements of another type.
const OTHER_ELEMENTS: &[&str] = &["map", "mapv"];

/// Functions of the runtime that return arrays.
const OF_RUNTIME: &[&str] = &[":: collected", ":: folded_along", ":: mapped_along"];

/// The members that are the payload of an `Option` or a `Result`.
const PAYLOADS: &[&str] = &["Some.0", "Ok.0", "Content.0"];

/// Whether a projection is an array that a function of the runtime returns, or that of a `Result`
/// which it returns.
pub(in crate::lower::types) fn is_made_by_runtime(projection: &Projection) -> bool {
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
    matches!(
        result_of_array_method(method),
        Some(ArrayResult::Array(_) | ArrayResult::View(_) | ArrayResult::Moved(_))
    )
}

/// Whether the type that a method of an array returns depends on its arguments.
pub(in crate::lower::types) fn is_generic(method: &str) -> bool {
    matches!(
        result_of_array_method(method),
        Some(ArrayResult::Fallible(Axes::OfShape) | ArrayResult::FallibleView(Axes::OfShape))
    )
}

impl Types {
    /// Whether a type is one of `ndarray`, or that of an operation that returns an array.
    pub fn is_result_of_array(&self, ty: &Ty) -> bool {
        self.axes(ty).is_some()
    }

    /// The number of axes of an array, if it is known; `None` for a type that may be another one.
    pub fn axes(&self, ty: &Ty) -> Option<Option<usize>> {
        match self.open_projection(ty)? {
            Projection::Named(name) => {
                let ty: syn::Type = syn::parse2(name.clone()).ok()?;
                let is_array = self.is_projection_of_array(&Projection::Named(name));
                is_array.then(|| super::declarations::axes_of(&ty))
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
        let projection = self.open_projection(ty)?;
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
        let element = || self.element_of_array(owner);
        let item = match result_of_array_method(method)? {
            ArrayResult::Element => return element(),
            ArrayResult::Elements => element()?,
            ArrayResult::IndexedElements => {
                let index = match self.axes(owner)?? {
                    0 => return None,
                    1 => Ty::USIZE,
                    axes => Ty::Tuple(vec![Ty::USIZE; axes]),
                };
                Ty::Tuple(vec![index, element()?])
            }
            _ => return None,
        };
        Some(Ty::Vec(Box::new(item)))
    }

    /// The number of axes of the payload of an `Option` or a `Result` that a method of an array
    /// returns, if the payload is an array.
    pub(in crate::lower::types) fn axes_of_payload(
        &self,
        payload: &Projection,
    ) -> Option<Option<usize>> {
        let Projection::Member(of, name) = payload else { return None };
        let Projection::Output(callee) = &**of else { return None };
        let method = callee.method.as_deref().filter(|_| PAYLOADS.contains(&name.as_str()))?;
        if !self.is_array(&method.owner) {
            return None;
        }
        match result_of_array_method(&method.name)? {
            ArrayResult::Fallible(axes) | ArrayResult::FallibleView(axes) => {
                self.axes_returned(axes, self.axes(&method.owner).flatten(), callee)
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
            ty => match self.open_projection(&ty)? {
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
        match result_of_array_method(&callee.path.to_string()) {
            Some(ArrayResult::Views(axes)) => {
                self.axes_returned(axes, self.axes(owner).flatten(), callee)?
            }
            // `x.rows().into_iter()`
            _ => self.axes_of_views(&self.open_projection(owner)?),
        }
    }

    /// The number of axes of a part that `s![…]` selects: the last argument of the type of that is
    /// `Ix1` and its like.
    fn axes_of_slice(&self, slice: &Ty) -> Option<usize> {
        let name = match (self.shallow(slice), self.open_projection(slice)) {
            (Ty::Foreign(name), _) | (_, Some(Projection::Named(name))) => name,
            _ => return None,
        };
        let syn::Type::Path(of) = syn::parse2(name).ok()? else { return None };
        let syn::PathArguments::AngleBracketed(of) = &of.path.segments.last()?.arguments else {
            return None;
        };
        match of.args.last()? {
            syn::GenericArgument::Type(axes) => super::declarations::axes_of(axes),
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
        match result_of_array_method(&method.name)? {
            ArrayResult::Array(axes) | ArrayResult::View(axes) | ArrayResult::Moved(axes) => {
                self.axes_returned(axes, of?, callee)
            }
            _ => None,
        }
    }

    /// The number of axes of an array that a method of an array with `of` axes returns; `None` if
    /// the result is no array.
    fn axes_returned(
        &self,
        axes: Axes,
        of: Option<usize>,
        callee: &Callee,
    ) -> Option<Option<usize>> {
        let argument = callee.arguments.get(1);
        Some(match axes {
            Axes::Same => of,
            Axes::OneLess => of.and_then(|axes| axes.checked_sub(1)),
            Axes::OneMore => of.map(|axes| axes + 1),
            Axes::One => Some(1),
            Axes::Any => None,
            Axes::OfShape => argument.and_then(|shape| self.axes_of_shape(shape)),
            Axes::OfSlice => argument.and_then(|slice| self.axes_of_slice(slice)),
            Axes::OfProduct => {
                let owner = callee.method.as_deref().map(|method| &method.owner);
                let other = match argument {
                    // `x.dot(&x)`: one visit, where a chain of squares would make one for each path
                    Some(other) if Some(other) == owner => of,
                    other => other.and_then(|other| self.axes(other)).flatten(),
                };
                let axes = match (of, other) {
                    // of a vector with a vector, it is a real
                    (Some(of), Some(other)) => (of + other).checked_sub(2).filter(|axes| *axes > 0),
                    (one, other) => one.or(other).filter(|axes| *axes > 1),
                };
                axes.map(|axes| (of.is_some() && other.is_some()).then_some(axes))?
            }
        })
    }
}
