//! A call → the call together with the tangents of its arguments.

use super::Pass;
use crate::ir::*;
use proc_macro2::Span;

/// The linear side of the arguments of a call.
#[derive(Default)]
struct Tangents {
    arguments: Vec<LinearArgument>,
    /// The next versions of the threaded tangents, in the order of the arguments.
    next_versions: Vec<Var>,
    /// The roots of the threaded shared arguments, each with the next version of its tangent.
    shared: Vec<(Var, Var)>,
    changed_arguments: Vec<ChangedArgument>,
}

/// A value that a call changes through `&mut`.
struct ChangedArgument {
    root: Var,
    /// The version of the root after the call.
    version: Option<Var>,
    /// The tangent of that version.
    tangent: Var,
}

impl Pass<'_> {
    pub(super) fn call(&mut self, l: &Let, call: &Call) {
        let span = l.span;
        if !l.vars.iter().any(|v| self.is_active(*v)) {
            self.out.lets.push(l.clone());
            for v in &l.vars {
                self.note_shape(*v, span);
            }
            return;
        }
        let Tangents { arguments, next_versions: bound, shared, changed_arguments: changed } =
            self.argument_tangents(l, call);
        self.tangents.extend(shared);
        for ChangedArgument { root, version, tangent } in &changed {
            // the old value of a scalar is still available
            if !self.function.ty(*root).is_scalar() {
                self.tangents.remove(root);
            }
            if let Some(version) = version {
                self.tangents.insert(*version, *tangent);
            }
        }
        let mut vars = l.vars.clone();
        let mut outputs = Vec::new();
        let mut active_leaves = Vec::new();
        for leaf in call.output.leaves() {
            let var = self.is_active(leaf).then(|| self.fresh_tangent(leaf, span));
            if let Some(v) = var {
                active_leaves.push((leaf, v));
                vars.push(v);
            }
            outputs.push(LinearLeaf { var, shape: None });
        }
        vars.extend(bound);
        let jvp =
            LinearCall { call: call.clone(), frame: None, arguments, outputs, transposed: false };
        self.push(vars, Op::CallJvp(Box::new(jvp)), span);
        for v in &l.vars {
            self.note_shape(*v, span);
        }
        for ChangedArgument { version, tangent, .. } in changed {
            if let Some(shape) = version.and_then(|v| self.shapes.get(&v)) {
                self.linear_shapes.insert(tangent, *shape);
            }
        }
        self.set_output_shapes(call);
        for (leaf, v) in active_leaves {
            if let Some(shape) = self.shapes.get(&leaf) {
                self.linear_shapes.insert(v, *shape);
            }
            self.tangents.insert(leaf, v);
        }
    }

    fn argument_tangents(&mut self, l: &Let, call: &Call) -> Tangents {
        let mut tangents = Tangents::default();
        let mut versions = l.vars[call.output.leaves().len()..].iter().copied();
        for argument in &call.arguments {
            let linear = match argument {
                Argument::Value(tree) | Argument::Index(tree) => self.value_argument(tree),
                Argument::Shared(v) => self.shared_argument(*v, &mut tangents, l.span),
                Argument::Unique(place) => {
                    self.unique_argument(place, versions.next(), &mut tangents, l.span)
                }
            };
            tangents.arguments.push(linear);
        }
        tangents
    }

    fn value_argument(&self, tree: &Tree) -> LinearArgument {
        let is_part = matches!(tree, Tree::Tuple(_));
        let leaf = |v: Var| {
            let place = self.resolve(&Place::of_var(v));
            match self.function.ty(v) {
                // its type may have tangents, and the value determines their zero: so may the type
                // of a constant, which only rustc knows
                Ty::Discrete(Projection::Member(..) | Projection::Item(_)) => {
                    LinearLeaf { var: None, shape: Some(v) }
                }
                ty if is_part && ty.is_discrete() && !ty.has_name() => {
                    LinearLeaf { var: None, shape: Some(v) }
                }
                ty if ty.is_discrete() => LinearLeaf { var: None, shape: None },
                _ => LinearLeaf {
                    var: self.tangents.get(&place.root).copied(),
                    shape: self.shapes.get(&v).copied(),
                },
            }
        };
        let leaves: Vec<LinearLeaf> = tree.leaves().into_iter().map(leaf).collect();
        if leaves.iter().all(|leaf| leaf.var.is_none() && leaf.shape.is_none()) {
            LinearArgument::None
        } else {
            LinearArgument::Value(leaves)
        }
    }

    fn shared_argument(&mut self, v: Var, tangents: &mut Tangents, span: Span) -> LinearArgument {
        // a field that is marked `#[constant]` is no part of the tangent
        if self.function.ty(v).is_discrete() || self.resolve(&Place::of_var(v)).is_constant() {
            return LinearArgument::None;
        }
        match self.tangent_place(&Place::of_var(v)) {
            None => LinearArgument::None,
            // a second alias of the same memory gets a copy, so that the transposed call never
            // holds it twice
            Some((root, place)) if tangents.shared.iter().any(|(r, _)| *r == root) => {
                let shape_of = self.shape_of_alias(v, span);
                let copy = self.fresh_tangent(v, span);
                if let Some(shape) = shape_of {
                    self.linear_shapes.insert(copy, shape);
                }
                let next = self.next_version(place.root);
                self.push(vec![copy, next], Op::Linear(Linear::Read(place)), span);
                // the earlier argument's place must name the version after this copy
                for earlier in &mut tangents.arguments {
                    if let LinearArgument::Threaded(p) = earlier
                        && p.root == self.tangents[&root]
                    {
                        p.root = next;
                    }
                }
                self.tangents.insert(root, next);
                let after = self.next_version(copy);
                tangents.next_versions.push(after);
                LinearArgument::Threaded(Place::of_var(copy))
            }
            Some((root, place)) => {
                let next = self.next_version(place.root);
                tangents.next_versions.push(next);
                tangents.shared.push((root, next));
                LinearArgument::Threaded(place)
            }
        }
    }

    fn unique_argument(
        &mut self,
        place: &Place,
        version: Option<Var>,
        tangents: &mut Tangents,
        span: Span,
    ) -> LinearArgument {
        if self.function.ty(place.root).is_discrete() {
            return LinearArgument::None;
        }
        // independently of its value before, it may depend on all arguments afterwards
        let root_dot = self.tangent_or_zero(place.root, span);
        let next = self.next_version(root_dot);
        tangents.next_versions.push(next);
        tangents.changed_arguments.push(ChangedArgument {
            root: place.root,
            version,
            tangent: next,
        });
        LinearArgument::Threaded(Place { root: root_dot, path: place.path.clone() })
    }

    /// Sets the shapes of the outputs of the last call, which are known only after it. An output
    /// without tangent needs a zero when transposed.
    fn set_output_shapes(&mut self, call: &Call) {
        let shapes: Vec<Option<Var>> =
            call.output.leaves().iter().map(|v| self.shapes.get(v).copied()).collect();
        let last = self
            .out
            .lets
            .iter_mut()
            .rev()
            .find_map(|l| if let Op::CallJvp(c) = &mut l.op { Some(c) } else { None });
        let Some(last) = last else { return };
        for (leaf, shape) in
            last.outputs.iter_mut().zip(&shapes).filter(|(leaf, _)| leaf.var.is_none())
        {
            leaf.shape = *shape;
        }
    }
}
