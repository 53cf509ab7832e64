//! Views of arrays of `ndarray` that change the array.
//!
//! Such a view is a place, as a mutable reference to a part of a variable is. A method that changes
//! it changes the part of the array, and a read of it reads the array:
//!
//! ```text
//! let mut row = y.row_mut(i);
//! row.assign(&x);                y' = call assign(y.row(i), x)
//! row[j] += a;                   y'' = update y'[[i, j]] …
//! s += row.dot(&w);              row = call y''.row(i); d = call row.dot(w) …
//! ```
//!
//! rustc accepts no use of the array while the view borrows it, so the view of the current version
//! of the array is the user's view.

use crate::ir::VIEW_METHODS;
use crate::lower::calls::arguments::LoweredArg;
use crate::lower::places::place::{BorrowMode, Root, Spot, unparen};
use crate::lower::*;
use std::rc::Rc;
use syn::{Expr, ExprMethodCall};

/// Methods that take a view by value and return another one, and those that return the same view of
/// an array.
const BY_VALUE: &[(&str, &str)] = &[
    ("index_axis_move", "index_axis"),
    ("insert_axis", "insert_axis"),
    ("into_diag", "diag"),
    ("permuted_axes", "permuted_axes"),
    ("remove_axis", "remove_axis"),
    ("reversed_axes", "reversed_axes"),
    ("slice_axis_move", "slice_axis"),
    ("slice_move", "slice"),
];

/// Methods of arrays that change the elements, in derivatives as well. The others are expressed by
/// them.
const CHANGE_ELEMENTS: &[&str] = &["assign", "fill", "scaled_add"];

impl Lowerer<'_> {
    /// `y.row_mut(i)` or `y.view_mut().reversed_axes()`, as a place.
    pub fn located_view(&mut self, m: &ExprMethodCall) -> Option<Spot> {
        let shared = self.shared_method(m)?;
        let located = self.locate(&m.receiver);
        let (root, mut path, ty) = self.as_place(located)?;
        let (view, ty) = self.view_method(m, shared, root, ty)?;
        path.push(Step::View(view));
        Some(Spot { root, path, ty, by: BorrowMode::Unique })
    }

    /// The method that returns the same view, but does not change the array; `None` if the method
    /// returns no view that changes one.
    fn shared_method(&mut self, m: &ExprMethodCall) -> Option<&'static str> {
        let name = m.method.to_string();
        if name.ends_with("_mut") {
            let (shared, ..) = VIEW_METHODS
                .iter()
                .find(|(_, arguments, changing)| *changing == name && *arguments == m.args.len())?;
            let is_place = self.is_array_place(&m.receiver) || self.is_changed_view(&m.receiver);
            return is_place.then_some(shared);
        }
        let (_, shared) = BY_VALUE.iter().find(|(by_value, _)| *by_value == name)?;
        self.is_view(&m.receiver).then_some(shared)
    }

    /// Whether an expression is a view that changes an array, or the copy of one in a loop.
    pub fn is_view(&mut self, e: &Expr) -> bool {
        self.is_changed_view(e) || self.is_view_of_loop(e)
    }

    /// Whether an expression is a view that changes an array.
    pub fn is_changed_view(&mut self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::MethodCall(m) => self.shared_method(m).is_some(),
            Expr::Path(of) => {
                let name = of.path.get_ident().map(ToString::to_string);
                let binding = name.and_then(|name| self.lookup(&name));
                matches!(binding, Some(Binding::Alias(alias)) if ends_in_view(&alias.path))
            }
            _ => false,
        }
    }

    /// The view that a method of a place with an array returns, and the type of the view.
    fn view_method(
        &mut self,
        m: &ExprMethodCall,
        shared: &str,
        root: Root,
        ty: Ty,
    ) -> Option<(ViewMethod, Ty)> {
        let owner = self.types.open_projection(&ty)?;
        let method = Ident::new(shared, m.method.span());
        let m = ExprMethodCall { method, ..m.clone() };
        let spelling = Spelling { name: None, by_reference: true };
        let root = Argument::Shared(self.current_version(root, m.method.span()));
        let mut passed = vec![LoweredArg::new(root, None, ty.clone(), spelling)];
        passed.extend(self.lower_method_arguments(m.args.iter(), |_| Some(false), &[]));
        let form = crate::ir::types::Spelling::Dot;
        let (mut callee, known) = self.method_callee((&m, form), &owner, ty, None, &mut passed);
        let (passed, _) = self.typed_arguments(&mut callee, passed, Vec::new(), &m);
        let arguments = passed.iter().skip(1).filter_map(|passed| passed.argument.by_value());
        let arguments = arguments.flat_map(Tree::leaves).collect();
        let known = known.or_else(|| self.known_output(&callee));
        let ty = known.unwrap_or_else(|| self.output_of(&callee));
        Some((ViewMethod { method: Rc::new(callee), arguments }, ty))
    }

    /// Reports a change of a copy of a view. A view that a branch or a loop selects, or that is
    /// moved out of an iterator, is a value and no place: the change would be lost.
    pub fn check_changed_copy(&mut self, slot: SlotId, path: &[Step], span: Span) {
        let ty = self.slots[slot].ty.clone();
        if matches!(path, [] | [Step::Element(_)] | [Step::View(_), ..]) && self.types.is_view(&ty)
        {
            self.diagnostics.error(
                span,
                "a view that changes an array is not supported where it is selected by a branch or \
                 moved out of an iterator: change it where it is made, or loop over indices",
            );
        }
    }

    /// The same for the arguments of a call.
    pub fn check_changed_copies(&mut self, arguments: &[LoweredArg], span: Span) {
        for passed in arguments {
            if let (Argument::Unique(place), Some(slot)) = (&passed.argument, passed.slot) {
                self.check_changed_copy(slot, &place.path, span);
            }
        }
    }

    /// Whether a method changes the view that is its receiver.
    pub fn changes_view(name: &str) -> bool {
        CHANGE_ELEMENTS.contains(&name)
    }

    /// An operation that reads a place: views in its path become calls, whose results it reads. An
    /// element is read in the array.
    pub fn read_through_views(&mut self, op: Op, span: Span) -> Op {
        let (Op::Read(place) | Op::View(place) | Op::Len(place)) = &op else { return op };
        if !place.path.iter().any(|step| matches!(step, Step::View(_)))
            || matches!(
                (&op, &place.path[..]),
                (Op::Read(_), [.., Step::View(_), Step::Element(_)])
            )
        {
            return op;
        }
        let (mut at, mut outer) = (place.root, Vec::new());
        for step in &place.path {
            let Step::View(ViewMethod { method, arguments }) = step else {
                outer.push(step.clone());
                continue;
            };
            if !outer.is_empty() {
                let (path, ty) = (std::mem::take(&mut outer), method.method.as_ref());
                let Some(ty) = ty.map(|method| method.owner.clone()) else { return op };
                at = self.emit("array", ty, Op::View(Place { root: at, path }), span);
            }
            at = self.call_of_view(at, method, arguments, span);
        }
        let place = Place { root: at, path: outer };
        match op {
            Op::Read(_) => Op::Read(place),
            Op::Len(_) => Op::Len(place),
            _ => Op::View(place),
        }
    }

    fn call_of_view(&mut self, of: Var, method: &Callee, arguments: &[Var], span: Span) -> Var {
        let known = self.known_output(method);
        let ty = known.unwrap_or_else(|| self.output_of(method));
        let view = self.f.fresh_primal(method.name(), ty, span);
        let arguments = arguments.iter().map(|v| Argument::Value(Tree::Leaf(*v)));
        let call = Call {
            callee: method.clone(),
            arguments: [Argument::Shared(of)].into_iter().chain(arguments).collect(),
            output: Tree::Leaf(view),
            prior_values: Vec::new(),
        };
        self.push(vec![view], Op::Call(call), span);
        view
    }
}

/// Whether a path ends in a view.
pub fn ends_in_view(path: &[Step]) -> bool {
    matches!(path.last(), Some(Step::View(_)))
}

/// Takes the views at the end of a path.
pub fn split_off_views(path: &mut Vec<Step>) -> Vec<Step> {
    let first = path.iter().position(|step| matches!(step, Step::View(_)));
    path.split_off(first.unwrap_or(path.len()))
}

/// The type of the array that the first of some views is of.
pub fn type_of_array(views: &[Step]) -> Option<&Ty> {
    let Some(Step::View(view)) = views.first() else { return None };
    Some(&view.method.method.as_ref()?.owner)
}

/// The index of an element of an array that is an element of a view of it: `[i, j]` for
/// `y.row(i)[j]`.
pub fn element_of_array(view: &ViewMethod, index: &[Var]) -> Option<Vec<Var>> {
    match (&*view.method.name(), &view.arguments[..], index) {
        ("row", [i], [j]) | ("column", [j], [i]) => Some(vec![*i, *j]),
        ("view", [], index) => Some(index.to_vec()),
        ("diag", [], [i]) => Some(vec![*i, *i]),
        ("t" | "reversed_axes", [], index) => Some(index.iter().rev().copied().collect()),
        _ => None,
    }
}
