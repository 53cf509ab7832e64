//! A call → the call with the tangents of its arguments beside it.

use super::Pass;
use crate::ir::*;

impl Pass<'_> {
    pub(super) fn call(&mut self, l: &Let, call: &Call) {
        let span = l.span;
        let active = l.vars.iter().any(|v| self.is_active(*v));
        if !active {
            self.out.lets.push(l.clone());
            for v in &l.vars {
                self.note_shape(*v, span);
            }
            return;
        }
        let mut arguments = Vec::new();
        let mut threaded: Vec<(Var, Var)> = Vec::new(); // root, its next version
        let mut bound = Vec::new();
        let mut changed: Vec<(Var, Option<Var>, Var)> = Vec::new(); // root, its version after the call, and that one's tangent
        let mut versions = l.vars[call.output.leaves().len()..].iter().copied();
        for argument in &call.arguments {
            let linear = match argument {
                Argument::Value(tree) => {
                    let is_part = matches!(tree, Tree::Tuple(_));
                    let leaves: Vec<LinearLeaf> = tree
                        .leaves()
                        .into_iter()
                        .map(|v| {
                            let place = self.resolve(&Place::whole(v));
                            match self.function.ty(v) {
                                // its type may have tangents, and the value knows the zero of it: so may that of a constant, which only rustc knows
                                Ty::Discrete(Projection::Member(..) | Projection::Item(_)) => LinearLeaf { var: None, shape: Some(v) },
                                ty if is_part && ty.is_discrete() && !ty.has_name() => LinearLeaf { var: None, shape: Some(v) },
                                ty if ty.is_discrete() => LinearLeaf { var: None, shape: None },
                                _ => LinearLeaf { var: self.tangents.get(&place.root).copied(), shape: self.shapes.get(&v).copied() },
                            }
                        })
                        .collect();
                    if leaves.iter().all(|leaf| leaf.var.is_none() && leaf.shape.is_none()) {
                        LinearArgument::None
                    } else {
                        LinearArgument::Value(leaves)
                    }
                }
                Argument::Shared(v) if self.function.ty(*v).is_discrete() => LinearArgument::None,
                // a field that is marked `#[constant]` is no part of the tangent
                Argument::Shared(v) if self.resolve(&Place::whole(*v)).is_constant() => LinearArgument::None,
                Argument::Shared(v) => match self.tangent_place(&Place::whole(*v)) {
                    None => LinearArgument::None,
                    // a second alias of the same memory gets a copy, so that the transposed call never holds it twice
                    Some((root, place)) if threaded.iter().any(|(r, _)| *r == root) => {
                        let shape_of = self.shape_of_alias(*v, span);
                        let copy = self.fresh_tangent(*v, span);
                        if let Some(shape) = shape_of {
                            self.linear_shapes.insert(copy, shape);
                        }
                        let next = self.next_version(place.root);
                        self.push(vec![copy, next], Op::Linear(Linear::Read(place)), span);
                        // the earlier argument's place must name the version after this copy
                        for earlier in &mut arguments {
                            if let LinearArgument::Threaded(p) = earlier
                                && p.root == self.tangents[&root]
                            {
                                p.root = next;
                            }
                        }
                        self.tangents.insert(root, next);
                        let after = self.next_version(copy);
                        bound.push(after);
                        LinearArgument::Threaded(Place::whole(copy))
                    }
                    Some((root, place)) => {
                        let next = self.next_version(place.root);
                        bound.push(next);
                        threaded.push((root, next));
                        LinearArgument::Threaded(place)
                    }
                },
                Argument::Unique(place) => {
                    let version = versions.next();
                    if self.function.ty(place.root).is_discrete() {
                        LinearArgument::None
                    } else {
                        // whatever it was before, afterwards it may depend on all arguments
                        let root_dot = self.tangent_or_zero(place.root, span);
                        let next = self.next_version(root_dot);
                        bound.push(next);
                        changed.push((place.root, version, next));
                        LinearArgument::Threaded(Place { root: root_dot, path: place.path.clone() })
                    }
                }
            };
            arguments.push(linear);
        }
        for (root, next) in threaded {
            self.tangents.insert(root, next);
        }
        for (root, version, next) in &changed {
            // the old value of a scalar is still there
            if !self.function.ty(*root).is_scalar() {
                self.tangents.remove(root);
            }
            if let Some(version) = version {
                self.tangents.insert(*version, *next);
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
        let jvp = LinearCall { call: call.clone(), frame: None, arguments, outputs, transposed: false };
        self.push(vars, Op::CallJvp(Box::new(jvp)), span);
        for v in &l.vars {
            self.note_shape(*v, span);
        }
        for (_, version, next) in changed {
            if let Some(shape) = version.and_then(|v| self.shapes.get(&v)) {
                self.linear_shapes.insert(next, *shape);
            }
        }
        // shapes of the outputs are known only now
        let at = self.out.lets.len();
        let shapes: Vec<Option<Var>> = call.output.leaves().iter().map(|v| self.shapes.get(v).copied()).collect();
        for l in self.out.lets[..at].iter_mut().rev() {
            if let Op::CallJvp(c) = &mut l.op {
                // a leaf without tangent needs a zero when transposed
                for (leaf, shape) in c.outputs.iter_mut().zip(&shapes).filter(|(leaf, _)| leaf.var.is_none()) {
                    leaf.shape = *shape;
                }
                break;
            }
        }
        for (leaf, v) in active_leaves {
            if let Some(shape) = self.shapes.get(&leaf) {
                self.linear_shapes.insert(v, *shape);
            }
            self.tangents.insert(leaf, v);
        }
    }
}
