//! References to slices that are assigned other parts of the same slice.
//!
//! ```text
//! let mut rest = theta;                  rest_from = 0; rest_to = theta.len()
//! while !rest.is_empty() {               while rest_from < rest_to …
//!     let (a, b) = rest.split_at(3);         rest is the view theta[rest_from..rest_to]
//!     rest = b;                              rest_from, rest_to = rest_from + 3, rest_to
//! }
//! ```
//!
//! Such a variable is represented by two indices into a place that stays the same; each use is a
//! view of that place, or an alias of it if the reference is mutable. So loops and branches carry
//! only the indices, and nothing of the slice. A reference to another slice cannot be assigned to
//! it.

use crate::lower::places::place::{Alias, BorrowMode, Root, Spot, unparen};
use crate::lower::*;
use crate::primitives::Prim;
use syn::Expr;

/// The error for an assignment of a part of another slice.
const OF_ANOTHER: &str = "a reference to a slice can only be reassigned to other parts of the same \
                          slice: use indices";

/// A variable that refers to a part of a slice.
#[derive(Clone, Debug)]
pub struct Window {
    root: Root,
    path: Vec<Step>,
    element: Ty,
    from: SlotId,
    to: SlotId,
    by: BorrowMode,
}

/// The whole that a part of a slice belongs to, with the indices of the part's start and end.
struct Extent {
    root: Root,
    path: Vec<Step>,
    from: Var,
    to: Var,
}

impl Window {
    /// The type that the variable refers to.
    pub fn ty(&self) -> Ty {
        Ty::Slice(Box::new(self.element.clone()))
    }

    pub fn slots(&self) -> [SlotId; 2] {
        [self.from, self.to]
    }

    /// Whether the slice may be changed through the variable.
    pub fn is_unique(&self) -> bool {
        self.by == BorrowMode::Unique
    }

    /// The same window in other slots.
    pub fn with_slots(&self, [from, to]: [SlotId; 2]) -> Window {
        Window { from, to, ..self.clone() }
    }
}

impl Lowerer<'_> {
    /// Whether a pattern binds a variable that may be assigned another reference, of a type that
    /// was inferred as `&[T]` or `&mut [T]`.
    pub fn is_changing_slice(&self, p: &syn::PatIdent) -> bool {
        let is_mutable = p.mutability.is_some() && p.by_ref.is_none();
        let inferred = self.names.inferred.binding(&p.ident).filter(|_| is_mutable);
        matches!(inferred, Some(syn::Type::Reference(of))
            if matches!(*of.elem, syn::Type::Slice(_)))
    }

    /// Converts a reference to a sequence to one to a slice.
    pub fn as_slice(&mut self, value: Value, span: Span) -> Value {
        if let Value::Alias(Alias { slot, path, ty }) = value {
            let ty = match self.types.element(&ty) {
                Some(element) => Ty::Slice(Box::new(element)),
                None => ty,
            };
            return Value::Alias(Alias { slot, path, ty });
        }
        let Value::Var(v, true) = value else { return value };
        let Some(element) = self.types.element(&self.ty(v)) else { return value };
        let whole = Step::Slice { from: None, to: None, inclusive: false };
        self.borrow(
            &Spot {
                root: Root::Var(v),
                path: vec![whole],
                ty: Ty::Slice(Box::new(element)),
                by: BorrowMode::Shared,
            },
            span,
        )
    }

    /// Records the whole that a view of a part of a slice belongs to.
    pub fn note_part(&mut self, view: Var, root: Root, current: Var, path: &[Step]) {
        if !matches!(path.last(), Some(Step::Slice { .. })) {
            return;
        }
        let part = match self.facts.parts.get(&current) {
            Some((root, around)) => (*root, around.iter().chain(path).cloned().collect()),
            None => (root, path.to_vec()),
        };
        self.facts.parts.insert(view, part);
    }

    /// A variable that may be assigned other parts of the slice to which a value refers.
    pub fn window(&mut self, name: &str, value: &Value, span: Span) -> Option<Binding> {
        let (ty, by) = match value {
            Value::Var(v, true) => (self.ty(*v), BorrowMode::Shared),
            Value::Alias(alias) => (alias.ty.clone(), BorrowMode::Unique),
            _ => return None,
        };
        let Ty::Slice(element) = self.types.shallow(&ty) else { return None };
        let Extent { root, path, from, to } = self.extent(value, span)?;
        let mut end = |suffix: &str, value: Var| {
            self.slot(&format!("{name}_{suffix}"), Ty::USIZE, true, Some(value))
        };
        let (from, to) = (end("from", from), end("to", to));
        Some(Binding::Window(Box::new(Window { root, path, element: *element, from, to, by })))
    }

    /// The whole of the slice to which a value refers; `None` if it is no reference to a slice.
    fn extent(&mut self, value: &Value, span: Span) -> Option<Extent> {
        let (root, path) = match value {
            Value::Var(v, _) => {
                self.facts.parts.get(v).cloned().unwrap_or((Root::Var(*v), Vec::new()))
            }
            Value::Alias(alias) => (Root::Slot(alias.slot), alias.path.clone()),
            _ => return None,
        };
        let whole = path
            .iter()
            .rposition(|step| !matches!(step, Step::Slice { .. }))
            .map_or(0, |last| last + 1);
        let (path, slices) = path.split_at(whole);
        let (mut start, mut end) = (None, None);
        for slice in slices {
            let Step::Slice { from, to, inclusive } = slice else { continue };
            if let Some(to) = to {
                let to = if *inclusive { self.index_after(*to, span) } else { *to };
                end = Some(self.index_within(start, to, span));
            }
            if let Some(from) = from {
                start = Some(self.index_within(start, *from, span));
            }
        }
        let from = start.unwrap_or_else(|| self.int(0, span));
        let to = end.unwrap_or_else(|| self.len_of(root, path, span));
        Some(Extent { root, path: path.to_vec(), from, to })
    }

    /// Converts an index into a part that begins at `start` to an index into the whole.
    fn index_within(&mut self, start: Option<Var>, index: Var, span: Span) -> Var {
        match start {
            Some(start) => {
                self.emit("index", Ty::USIZE, Op::Prim(Prim::Add, vec![start, index]), span)
            }
            None => index,
        }
    }

    fn index_after(&mut self, index: Var, span: Span) -> Var {
        let one = self.int(1, span);
        self.emit("index", Ty::USIZE, Op::Prim(Prim::Add, vec![index, one]), span)
    }

    /// The part to which the variable refers now.
    pub fn spot_of_window(&self, window: &Window) -> Option<Spot> {
        let [from, to] = window.slots().map(|slot| self.ssa.env.get(slot).copied().flatten());
        let part = Step::Slice { from: Some(from?), to: Some(to?), inclusive: false };
        let path = window.path.iter().cloned().chain([part]).collect();
        Some(Spot { root: window.root, path, ty: window.ty(), by: window.by })
    }

    /// The value of the variable: a view, or an alias.
    pub fn value_of_window(&mut self, window: &Window, span: Span) -> Value {
        match self.spot_of_window(window) {
            Some(Spot { root: Root::Slot(slot), path, ty, by: BorrowMode::Unique }) => {
                Value::Alias(Alias { slot, path, ty })
            }
            Some(spot) => self.borrow(&spot, span),
            None => self.never_value(span),
        }
    }

    /// The alias that a variable is, if it is a unique reference to one place.
    pub fn alias_of(&self, binding: &Binding) -> Option<Alias> {
        match binding {
            Binding::Alias(alias) => Some(alias.clone()),
            Binding::Window(window) if window.is_unique() => {
                let Spot { root: Root::Slot(slot), path, ty, .. } = self.spot_of_window(window)?
                else {
                    return None;
                };
                Some(Alias { slot, path, ty })
            }
            _ => None,
        }
    }

    /// The variable of which an expression is the mutable reference, if it is a window.
    pub fn window_behind(&self, e: &Expr) -> Option<Window> {
        match unparen(e) {
            Expr::Reference(r) if r.mutability.is_some() => match unparen(&r.expr) {
                Expr::Path(p) => self.window_of(p),
                _ => None,
            },
            _ => None,
        }
    }

    /// `mem::take(&mut rest)`, `mem::replace(&mut rest, others)`
    pub fn replace_window(&mut self, window: &Window, new: Option<Value>, at: &Expr) -> Value {
        let old = self.value_of_window(window, at.span());
        match new {
            Some(new) => self.assign_window(window, &new, at),
            None => self.empty_window(window),
        }
        old
    }

    /// `mem::swap(&mut rest, &mut others)`
    pub fn swap_windows(&mut self, [a, b]: [&Window; 2], at: &Expr) -> Value {
        if (a.root, &a.path) != (b.root, &b.path) {
            return self.fail(at, OF_ANOTHER);
        }
        for (a, b) in a.slots().into_iter().zip(b.slots()) {
            self.ssa.env.swap(a, b);
        }
        Value::Tuple(Vec::new())
    }

    /// An empty slice is a part of every slice.
    fn empty_window(&mut self, window: &Window) {
        self.ssa.env[window.to] = self.ssa.env[window.from];
    }

    /// The variable that a path names, if it is such a reference.
    pub fn window_of(&self, path: &syn::ExprPath) -> Option<Window> {
        match self.lookup(&path.path.get_ident()?.to_string())? {
            Binding::Window(window) => Some((**window).clone()),
            _ => None,
        }
    }

    /// `rest = others`
    pub fn assign_window(&mut self, window: &Window, value: &Value, at: &Expr) {
        let span = at.span();
        let ty = match value {
            Value::Never(_) => return,
            Value::Var(v, _) if self.is_error(*v) => return,
            Value::Var(v, _) => self.ty(*v),
            Value::Alias(alias) => alias.ty.clone(),
            _ => return self.error(at, OF_ANOTHER),
        };
        if matches!(self.types.shallow(&ty), Ty::Array(_, length) if length.to_string() == "0") {
            return self.empty_window(window);
        }
        let Some(part) = self.extent(value, span) else { return self.error(at, OF_ANOTHER) };
        if self.current_version(part.root, span) != self.current_version(window.root, span)
            || part.path != window.path
        {
            return self.error(at, OF_ANOTHER);
        }
        for (slot, value) in window.slots().into_iter().zip([part.from, part.to]) {
            self.adopt(value, slot);
            self.ssa.env[slot] = Some(value);
        }
    }
}
