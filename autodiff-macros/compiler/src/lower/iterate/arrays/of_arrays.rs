//! The items of arrays of `ndarray` with random access: the elements of an array with one axis,
//! and the parts along an axis.
//!
//! ```text
//! x.iter(), x.into_iter(), &x            x[k], for k in 0..x.len()
//! w.outer_iter(), w.axis_iter(Axis(a))   w.index_axis(Axis(a), k), for k in 0..w.len_of(Axis(a))
//! w.rows(), w.columns(), w.lanes(axis)   the same, of an array with two axes
//! ```
//!
//! An item is computed where it is used, so elements that are only read are not copied. The
//! iterators of other arrays are vectors of copies ([`super::super::foreign`]).

use super::super::*;
use crate::lower::places::arrays::parts::{axis_of_number, literal_axis};
use crate::lower::places::place::{Root, Spot};

/// The items of an array.
#[derive(Clone, Debug)]
pub(in crate::lower) struct OfArray {
    /// A reference to the array.
    array: SlotId,
    cut: ArrayCut,
}

#[derive(Clone, Debug)]
enum ArrayCut {
    /// The elements, of this type.
    Elements(Ty, BorrowMode),
    /// The parts along the axis of this number.
    Along(usize),
}

impl Lowerer<'_> {
    /// The items of an array, or of the parts of one that a variable holds.
    pub(in crate::lower::iterate) fn items_of_array(
        &mut self,
        located: &Located,
        ty: &Ty,
        by: BorrowMode,
        span: Span,
    ) -> Option<Items> {
        let is_list = self.types.axes(ty) == Some(Some(1));
        let element = self.types.element_of_array(ty);
        let (root, path, _) = self.as_place(located.clone())?;
        let version = self.version_of(root).filter(|_| path.is_empty());
        if let Some(of) = version.and_then(|var| self.facts.parts_of_arrays.get(&var)) {
            return Some(Items::OfArray(of.clone()));
        }
        let element = element.filter(|_| is_list)?;
        let spot = Spot { root, path, ty: ty.clone(), by: BorrowMode::Shared };
        let Value::Var(array, _) = self.borrow(&spot, span) else { return None };
        let array = self.slot_of_array(array);
        Some(Items::OfArray(OfArray { array, cut: ArrayCut::Elements(element, by) }))
    }

    /// The items of `w.outer_iter()` and its like.
    pub(in crate::lower::iterate) fn parts_of_array(
        &mut self,
        m: &ExprMethodCall,
        array: Var,
    ) -> Option<Items> {
        let ty = self.ty(array);
        self.types.element_of_array(&ty)?;
        let axis = match (&*m.method.to_string(), m.args.first()) {
            ("outer_iter", None) => 0,
            ("axis_iter", Some(axis)) => literal_axis(axis)?,
            _ => return None,
        };
        let array = self.slot_of_array(array);
        Some(Items::OfArray(OfArray { array, cut: ArrayCut::Along(axis) }))
    }

    /// Records that a value is the rows or the columns of an array.
    pub fn note_parts_of_array(&mut self, parts: &Value, m: &ExprMethodCall, array: Var) {
        let Value::Var(parts, _) = parts else { return };
        let axis = match (&*m.method.to_string(), m.args.first()) {
            ("rows", None) => 0,
            ("columns", None) => 1,
            ("lanes", Some(axis)) => match literal_axis(axis) {
                Some(along @ (0 | 1)) => 1 - along,
                _ => return,
            },
            _ => return,
        };
        let ty = self.ty(array);
        if self.types.axes(&ty) == Some(Some(2)) && self.types.element_of_array(&ty).is_some() {
            let array = self.slot_of_array(array);
            let of = OfArray { array, cut: ArrayCut::Along(axis) };
            self.facts.parts_of_arrays.insert(*parts, of);
        }
    }

    /// The count of the items.
    pub(in crate::lower::iterate) fn count_of_array(&mut self, of: &OfArray, span: Span) -> Var {
        let array = self.name_of_array(of.array);
        let count = match of.cut {
            ArrayCut::Elements(..) => syn::parse_quote_spanned!(span=> #array.len()),
            ArrayCut::Along(axis) => {
                let axis = axis_of_number(axis);
                syn::parse_quote_spanned!(span=> #array.len_of(#axis))
            }
        };
        let count = self.with_names(&[(&array, of.array)], &count);
        self.scalar(count, span)
    }

    /// The item at an index.
    pub(in crate::lower::iterate) fn item_of_array(
        &mut self,
        of: &OfArray,
        index: Var,
        span: Span,
    ) -> Value {
        let axis = match &of.cut {
            ArrayCut::Elements(element, by) => {
                let array = Root::Slot(of.array);
                let (root, path) = self.element_place(array, Vec::new(), vec![index]);
                let spot = Spot { root, path, ty: element.clone(), by: *by };
                return self.value_of(Located::Spot(spot), span);
            }
            ArrayCut::Along(axis) => axis_of_number(*axis),
        };
        let (array, at) = (self.name_of_array(of.array), Ident::new("index", span));
        let index = self.slot("index", Ty::USIZE, false, Some(index));
        let part = syn::parse_quote_spanned!(span=> #array.index_axis(#axis, #at));
        let part = self.with_names(&[(&array, of.array), (&at, index)], &part);
        self.note_in_bounds(&part);
        part
    }
}
