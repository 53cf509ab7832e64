//! Parts of arrays of `ndarray` at an index of an axis.
//!
//! ```text
//! let row = w.row(i);            w.row(i);
//! s += row[j] * x[j];            s += w[[i, j]] * x[j];
//! ```
//!
//! A derivative has a copy where the user's program has a view. An element of a part is an element
//! of the array, so it needs no copy. A part that is not read otherwise is not copied: only the
//! call of the method of `ndarray` is left, since it may panic. The axis must be a literal, as in
//! `x.index_axis(Axis(1), i)`, and the other axes of a slice must be whole, as in `s![i, ..]`.

use crate::lower::calls::arguments::LoweredArg;
use crate::lower::places::arrays::changed_views;
use crate::lower::places::place::{Root, unparen};
use crate::lower::*;
use quote::quote;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprMethodCall, Token};

/// A part of an array.
#[derive(Clone, Debug)]
pub struct ArrayPart {
    /// A reference to the array.
    array: SlotId,
    /// The index at each of the first axes, if it has one. The other axes have none.
    at: Vec<Option<Var>>,
    /// Whether the indices are known to be in bounds.
    is_in_bounds: bool,
}

impl ArrayPart {
    /// The same for the array, of indices of the part.
    fn of_array(&self, of_part: Vec<Option<Var>>) -> Vec<Option<Var>> {
        let mut of_part = of_part.into_iter();
        let mut all: Vec<Option<Var>> =
            self.at.iter().map(|at| at.or_else(|| of_part.next().flatten())).collect();
        all.extend(of_part);
        all
    }
}

/// The number of the axis in `Axis(1)`.
pub fn literal_axis(e: &Expr) -> Option<usize> {
    let Expr::Call(call) = unparen(e) else { return None };
    let (Expr::Path(of), Some(Expr::Lit(number))) = (unparen(&call.func), call.args.first()) else {
        return None;
    };
    match &number.lit {
        syn::Lit::Int(number) if of.path.segments.last()?.ident == "Axis" => {
            number.base10_parse().ok()
        }
        _ => None,
    }
}

impl Lowerer<'_> {
    /// The indices of the part that a method of an array returns; none if it is another method.
    pub fn indices_of_part(
        &mut self,
        m: &ExprMethodCall,
        arguments: &[LoweredArg],
    ) -> Vec<Option<Var>> {
        let axis = match (&*m.method.to_string(), m.args.len()) {
            ("row", 1) => Some(0),
            ("column", 1) => Some(1),
            ("index_axis", 2) => m.args.first().and_then(literal_axis),
            ("slice", 1) => return self.indices_of_slice(&m.args[0]).unwrap_or_default(),
            _ => None,
        };
        let index = match arguments.last().map(|last| &last.argument) {
            Some(Argument::Value(Tree::Leaf(index))) => Some(*index),
            _ => return Vec::new(),
        };
        axis.map_or_else(Vec::new, |axis| (0..axis).map(|_| None).chain([index]).collect())
    }

    /// The indices in `s![i, ..]`, if its parts are variables, numbers and whole axes.
    fn indices_of_slice(&mut self, slice: &Expr) -> Option<Vec<Option<Var>>> {
        let Expr::Macro(of) = unparen(slice) else { return None };
        desugar::arrays::type_of_slice(&of.mac, self.world())?;
        let parts = Punctuated::<Expr, Token![,]>::parse_terminated;
        let parts = parts.parse2(of.mac.tokens.clone()).ok()?;
        let mut at = Vec::with_capacity(parts.len());
        for part in &parts {
            at.push(match part {
                Expr::Range(of) if of.start.is_none() && of.end.is_none() => None,
                Expr::Path(of) if self.lookup(&of.path.get_ident()?.to_string()).is_none() => {
                    return None;
                }
                Expr::Lit(_) | Expr::Path(_) => {
                    let Value::Var(index, false) = self.operand(part) else { return None };
                    if matches!(part, Expr::Lit(_)) {
                        self.unify_var(index, &Ty::USIZE);
                    }
                    // a negative index counts from the end
                    matches!(self.shallow(index), Ty::Int("usize")).then_some(Some(index))?
                }
                _ => return None,
            });
        }
        at.iter().any(Option::is_some).then_some(at)
    }

    /// Records that a value is a part of an array.
    pub fn note_array_part(&mut self, part: &Value, array: Var, at: Vec<Option<Var>>) {
        let Value::Var(part, _) = part else { return };
        if at.is_empty() || self.types.element_of_array(&self.ty(array)).is_none() {
            return;
        }
        at.iter().flatten().for_each(|index| self.unify_var(*index, &Ty::USIZE));
        let part_of_array = match self.facts.array_parts.get(&array) {
            Some(around) => {
                ArrayPart { array: around.array, at: around.of_array(at), is_in_bounds: false }
            }
            None => ArrayPart { array: self.slot_of_array(array), at, is_in_bounds: false },
        };
        self.facts.array_parts.insert(*part, part_of_array);
    }

    /// A reference to an array, whose other parts may be changed.
    pub fn slot_of_array(&mut self, array: Var) -> SlotId {
        let (name, ty) = (self.f.name(array).to_string(), self.ty(array));
        let slot = self.slot(&name, ty, false, Some(array));
        self.slots[slot].reference = true;
        slot
    }

    /// The variable that a root stands for now.
    pub fn version_of(&self, root: Root) -> Option<Var> {
        match root {
            Root::Var(var) => Some(var),
            Root::Slot(slot) => self.ssa.env.get(slot).copied().flatten(),
        }
    }

    fn part_at(&self, root: Root) -> Option<&ArrayPart> {
        self.facts.array_parts.get(&self.version_of(root)?)
    }

    /// The place of an element of an array or of a part of one.
    pub fn element_place(
        &self,
        root: Root,
        mut path: Vec<Step>,
        mut index: Vec<Var>,
    ) -> (Root, Vec<Step>) {
        while let Some(Step::View(view)) = path.last()
            && let Some(of_array) = changed_views::element_of_array(view, &index)
        {
            index = of_array;
            path.pop();
        }
        if path.is_empty()
            && let Some(part) = self.part_at(root)
        {
            let of_part = index.iter().copied().map(Some).collect();
            if let Some(index) = part.of_array(of_part).into_iter().collect() {
                return (Root::Slot(part.array), vec![Step::Element(index)]);
            }
        }
        path.push(Step::Element(index));
        (root, path)
    }

    /// `row.len()` of a part with one axis: the length of the array along this axis.
    pub fn length_of_part(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let Expr::Path(of) = unparen(&m.receiver) else { return None };
        let name = of.path.get_ident().filter(|_| m.method == "len")?.to_string();
        let Binding::Slot(slot) = self.lookup(&name)? else { return None };
        let part = self.part_at(Root::Slot(*slot))?.clone();
        let axes = self.types.axes(&self.slots[part.array].ty)??;
        let mut free = (0..axes).filter(|axis| part.at.get(*axis).copied().flatten().is_none());
        let (axis, None) = (free.next()?, free.next()) else { return None };
        let (axis, array) = (axis_of_number(axis), self.name_of_array(part.array));
        let length = syn::parse_quote_spanned!(m.method.span()=> #array.len_of(#axis));
        Some(self.with_names(&[(&array, part.array)], &length))
    }

    /// Lowers code that mentions variables by these names.
    pub fn with_names(&mut self, names: &[(&Ident, SlotId)], code: &Expr) -> Value {
        let scope = self.ssa.scope.len();
        let named = names.iter().map(|(name, slot)| (name.to_string(), Binding::Slot(*slot)));
        self.ssa.scope.extend(named);
        let value = self.operand(code);
        self.ssa.scope.truncate(scope);
        value
    }

    /// The name of an array in such code.
    pub fn name_of_array(&self, array: SlotId) -> Ident {
        match syn::parse_str(&self.slots[array].name) {
            Ok(name) if name != "index" => name,
            _ => Ident::new("array", Span::call_site()),
        }
    }

    /// Records that the index of a part is in bounds.
    pub fn note_in_bounds(&mut self, part: &Value) {
        if let Value::Var(part, _) = part
            && let Some(part) = self.facts.array_parts.get_mut(part)
        {
            part.is_in_bounds = true;
        }
    }

    /// Whether a call returns a part of an array that is not read, but for elements.
    pub fn is_unread_part(&self, call: &Call, used: &HashSet<Var>) -> bool {
        let is_part = |v: &Var| {
            self.facts.array_parts.contains_key(v) || self.facts.parts_of_arrays.contains_key(v)
        };
        matches!(&call.output, Tree::Leaf(v) if is_part(v) && !used.contains(v))
    }

    /// Whether such a call may panic.
    pub fn may_be_out_of_bounds(&self, call: &Call) -> bool {
        let part = |v: &Var| self.facts.array_parts.get(v);
        matches!(&call.output, Tree::Leaf(v) if part(v).is_some_and(|part| !part.is_in_bounds))
    }
}

/// `Axis(1)`
pub fn axis_of_number(axis: usize) -> TokenStream {
    let axis = syn::Index::from(axis);
    quote!(::autodiff::__private::arrays::Axis(#axis))
}
