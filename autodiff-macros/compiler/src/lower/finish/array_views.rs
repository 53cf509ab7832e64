//! Views of arrays of `ndarray` that are not copied.
//!
//! ```text
//! row = call w.row(i)            row = view w.row(i)
//! d = call row.dot(v)            d = call row.dot(v)
//! ```
//!
//! A method such as `row` returns a view, and in derivatives a copy of it: a copy may be returned,
//! stored, and passed to functions. A result that only methods and operators of arrays read is a
//! view in derivatives as well ([`Step::View`]). Rust does not let an array change while it is
//! borrowed, but a part of it next to the view may change: a view that is read after such a change
//! is a copy. If the view is needed in the reverse sweep, the residual is the array, or a copy of
//! the view if the array changes.

use crate::ir::VIEW_METHODS;
use crate::ir::check::consumed_arrays;
use crate::lower::*;
use std::rc::Rc;

impl Lowerer<'_> {
    /// Records the results of calls that may stay views. Types are not resolved yet.
    pub fn find_array_views(&mut self, block: &Block) {
        for l in &block.lets {
            if let Op::Call(call) = &l.op
                && let [Argument::Shared(array), arguments @ ..] = &call.arguments[..]
                && let Tree::Leaf(view) = &call.output
                && let Some(method) = &call.callee.method
                && method.spelling == crate::ir::types::Spelling::Dot
                && is_view_method(&method.name, arguments.len())
                && arguments.iter().all(|a| matches!(a, Argument::Value(Tree::Leaf(_))))
                && self.types.axes(self.f.ty(*array)).is_some()
            {
                self.facts.array_views.insert(*view);
            }
            l.op.blocks().iter().for_each(|inner| self.find_array_views(inner));
        }
    }

    /// Records the views of inactive arrays of reals that only calls with an active argument read.
    /// The calls that make them do not become opaque code.
    pub fn find_inactive_views(&mut self, body: &Block, varied: &HashSet<Var>) {
        let is_active = |call: &Op| call.has_operand(|v| varied.contains(&v));
        let views =
            self.read_only_by(&FindReaders { calls: &is_active, code: false, of: self }, body);
        let is_real =
            |v: &Var| matches!(self.types.element_of_array(self.f.ty(*v)), Some(Ty::Real(_)));
        let found: Vec<Var> = views.into_iter().filter(is_real).collect();
        self.facts.inactive_views.extend(found);
    }

    /// Replaces the calls whose results are only read by methods and operators.
    pub fn make_array_views(&mut self, body: &mut Block) {
        let views =
            self.read_only_by(&FindReaders { calls: &|_| true, code: true, of: self }, body);
        if !views.is_empty() {
            self.replace_calls(body, &views);
        }
    }

    /// The views and their aliases that have no other uses.
    fn read_only_by(&self, readers: &FindReaders<'_, '_>, body: &Block) -> HashSet<Var> {
        let mut views = self.facts.array_views.clone();
        if views.is_empty() {
            return views;
        }
        aliases(body, &mut views);
        let mut arrays = HashMap::default();
        find_arrays(body, &views, &mut arrays);
        let mut read = self.read_after_changes(body, &arrays);
        views.retain(|v| !read.contains(v));
        loop {
            let before = views.len();
            read_otherwise(body, &views, readers, &mut read);
            views.retain(|v| !read.contains(v));
            if views.len() == before {
                return views;
            }
        }
    }

    /// The views that are read after their array changed.
    fn read_after_changes(&self, body: &Block, arrays: &HashMap<Var, Var>) -> HashSet<Var> {
        let (changed, found) = (HashSet::default(), HashSet::default());
        let mut reads = ReadsAfterChanges { function: &self.f, arrays, changed, found };
        reads.block(body);
        reads.found
    }

    fn replace_calls(&mut self, block: &mut Block, views: &HashSet<Var>) {
        for l in &mut block.lets {
            match &mut l.op {
                Op::Call(call) => {
                    self.take_views(call, views);
                    if let Tree::Leaf(view) = call.output
                        && views.contains(&view)
                        && let [Argument::Shared(root), arguments @ ..] = &call.arguments[..]
                    {
                        let arguments =
                            arguments.iter().filter_map(Argument::by_value).flat_map(Tree::leaves);
                        let arguments = arguments.collect();
                        let method = Rc::new(call.callee.clone());
                        let step = Step::View(ViewMethod { method, arguments });
                        l.op = Op::View(Place { root: *root, path: vec![step] });
                        self.type_as_view(view);
                    }
                }
                Op::View(_) if views.contains(&l.vars[0]) => self.type_as_view(l.vars[0]),
                Op::Branch(_, arms) => {
                    arms.iter_mut().for_each(|arm| self.replace_calls(arm, views));
                }
                Op::Loop(lp) => self.replace_calls(&mut lp.body, views),
                _ => {}
            }
        }
    }

    /// Whether a call is a method of an array, or an operator between arrays and reals: these take
    /// views, and a user-defined method takes arrays.
    fn is_operation_on_arrays(&self, call: &Call) -> bool {
        call.callee.object.is_none()
            && call.callee.method.as_ref().is_some_and(|method| {
                self.types.axes(&method.owner).is_some()
                    || matches!(self.types.shallow(&method.owner), Ty::Real(_))
            })
    }

    fn type_as_view(&mut self, v: Var) {
        if let Ty::Projected(of) = self.f.ty(v).clone() {
            let of = if let Projection::View(of) = of { of } else { Box::new(of) };
            self.f.vars[v.0 as usize].ty = Ty::Projected(Projection::View(of)).into();
        }
    }

    /// The marker of a method is found through the types of its operands.
    fn take_views(&self, call: &mut Call, views: &HashSet<Var>) {
        for (k, argument) in call.arguments.iter().enumerate() {
            let Argument::Shared(v) = argument else { continue };
            if !views.contains(v) {
                continue;
            }
            let ty = self.f.ty(*v).clone();
            if let Some(method) = &mut call.callee.method {
                match (k, &mut method.right) {
                    (0, _) => method.owner = ty.clone(),
                    (1, Some(right)) => *right = ty.clone(),
                    _ => {}
                }
            }
            if let Some(argument) = call.callee.arguments.get_mut(k) {
                *argument = ty;
            }
        }
    }
}

fn is_view_method(name: &str, arguments: usize) -> bool {
    VIEW_METHODS.iter().any(|(shared, count, _)| *shared == name && *count == arguments)
}

/// Adds the aliases of views.
fn aliases(block: &Block, views: &mut HashSet<Var>) {
    for l in &block.lets {
        if let Op::View(place) = &l.op
            && place.path.is_empty()
            && views.contains(&place.root)
        {
            views.insert(l.vars[0]);
        }
        l.op.blocks().iter().for_each(|inner| aliases(inner, views));
    }
}

/// Finds the variable that each view and each alias is a view of.
fn find_arrays(block: &Block, views: &HashSet<Var>, arrays: &mut HashMap<Var, Var>) {
    for l in &block.lets {
        match &l.op {
            Op::View(place) => drop(arrays.insert(l.vars[0], place.root)),
            Op::Call(call) => {
                if let (Tree::Leaf(view), [Argument::Shared(array), ..]) =
                    (&call.output, &call.arguments[..])
                    && views.contains(view)
                {
                    arrays.insert(*view, *array);
                }
            }
            _ => {}
        }
        l.op.blocks().iter().for_each(|inner| find_arrays(inner, views, arrays));
    }
}

/// Finds the views that are read after another part of their array changed, as in
/// `a.assign(&b)` after `let (mut a, b) = y.view_mut().split_at(…)`. These get copies.
struct ReadsAfterChanges<'a> {
    function: &'a Function,
    /// The variable that each view is a view of.
    arrays: &'a HashMap<Var, Var>,
    /// The versions of arrays that changed.
    changed: HashSet<Var>,
    found: HashSet<Var>,
}

impl ReadsAfterChanges<'_> {
    fn block(&mut self, block: &Block) {
        for l in &block.lets {
            // an operation that changes an array reads its other operands in between
            if !matches!(l.op, Op::Branch(..)) {
                self.changed.extend(consumed_arrays(&l.op, self.function));
            }
            l.op.for_operands(|v| self.read(v));
            let before = self.changed.clone();
            let mut after = before.clone();
            for inner in l.op.blocks() {
                self.changed = before.clone();
                self.block(inner);
                after.extend(&self.changed);
            }
            self.changed = after;
        }
    }

    fn read(&mut self, view: Var) {
        let mut v = view;
        while let Some(of) = self.arrays.get(&v) {
            v = *of;
            if self.changed.contains(&v) {
                self.found.insert(view);
                return;
            }
        }
    }
}

/// What may read a view.
struct FindReaders<'r, 'l> {
    /// Whether a call of a method or an operator may. One that makes another view may.
    calls: &'r dyn Fn(&Op) -> bool,
    /// Whether opaque code may.
    code: bool,
    of: &'r Lowerer<'l>,
}

/// Finds the views and the aliases that have other uses. Those of an alias are those of its view.
fn read_otherwise(
    block: &Block,
    views: &HashSet<Var>,
    readers: &FindReaders<'_, '_>,
    found: &mut HashSet<Var>,
) {
    let mut note = |v: Var| {
        if views.contains(&v) {
            found.insert(v);
        }
    };
    for l in &block.lets {
        match &l.op {
            Op::Call(call)
                if (readers.calls)(&l.op)
                    || matches!(&call.output, Tree::Leaf(v) if views.contains(v)) =>
            {
                others_of_call(call, readers.of.is_operation_on_arrays(call), &mut note);
            }
            Op::View(place) if place.path.is_empty() && views.contains(&l.vars[0]) => {}
            // code reads a view as it reads an array
            Op::Opaque(o) if readers.code => {
                o.moved_capture().into_iter().for_each(&mut note);
                o.changes.iter().for_each(|change| note(change.place.root));
            }
            op => op.for_operands(&mut note),
        }
        if let Op::Loop(lp) = &l.op {
            lp.tail_reads().into_iter().for_each(&mut note);
        }
    }
    block.results.iter().copied().for_each(note);
    for inner in block.lets.iter().flat_map(|l| l.op.blocks()) {
        read_otherwise(inner, views, readers, found);
    }
}

/// Visits the operands of a call that do not take views.
fn others_of_call(call: &Call, takes_views: bool, note: &mut impl FnMut(Var)) {
    let is_capture = |k: usize| {
        call.callee
            .functions
            .iter()
            .any(|of| (of.captures_at..of.captures_at + of.captures).contains(&k))
    };
    for (k, argument) in call.arguments.iter().enumerate() {
        match argument {
            Argument::Shared(_) if takes_views && !is_capture(k) => {}
            Argument::Shared(v) => note(*v),
            Argument::Value(tree) | Argument::Index(tree) => {
                tree.leaves().into_iter().for_each(&mut *note);
            }
            Argument::Unique(place) => {
                note(place.root);
                crate::ir::build::indices_of_steps(&place.path).for_each(&mut *note);
            }
        }
    }
}
