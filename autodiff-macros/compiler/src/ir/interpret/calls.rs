//! Calls of other functions, in every stage: arguments leaf by leaf, frames, threaded tangents.

use super::place::{add, set, zero_of_shape};
use super::*;

/// A nested value from the leaves of a tree.
pub(super) fn nest(tree: &Tree, leaves: &mut impl Iterator<Item = Value>) -> Value {
    match tree {
        Tree::Leaf(_) => leaves.next().unwrap_or(Value::Blank),
        Tree::Tuple(parts) => Value::Tuple(parts.iter().map(|p| nest(p, leaves)).collect()),
    }
}

/// The leaves of a tree from a nested value. All parts of a blank value are blank, and so are those
/// of a value without a tangent.
fn unnest(tree: &Tree, value: Value, leaves: &mut Vec<Value>) -> Result<(), String> {
    match (tree, value) {
        (Tree::Leaf(_), value) => leaves.push(value),
        (Tree::Tuple(parts), Value::Tuple(values)) if parts.len() == values.len() => {
            for (part, value) in parts.iter().zip(values) {
                unnest(part, value, leaves)?;
            }
        }
        (Tree::Tuple(parts), value) if value == Value::Blank || value.is_unit() => {
            for part in parts {
                unnest(part, value.clone(), leaves)?;
            }
        }
        (Tree::Tuple(parts), value) => {
            return Err(format!("{} where a tuple of {} belongs", value.kind(), parts.len()));
        }
    }
    Ok(())
}

/// A leaf of a callee's parameters.
struct CalleeLeaf {
    passing: Passing,
    active: bool,
    /// Whether its tangent is returned, and its cotangent is an accumulator. This holds for
    /// arguments by reference unless they are moved, and for arrays by value that are only read.
    threaded: bool,
    ty: Ty,
}

/// A callee's parameters, leaf by leaf.
fn callee_leaves(stages: &Stages) -> Vec<CalleeLeaf> {
    stages
        .interface
        .params
        .iter()
        .flat_map(|p| {
            p.value.leaves().into_iter().map(|v| {
                let ty = stages
                    .primal
                    .vars
                    .get(v.0 as usize)
                    .map_or_else(|| p.ty.clone(), |i| (*i.ty).clone());
                let active = !p.constant && !ty.is_discrete();
                let dot = stages.dots.iter().find(|d| d.leaf == v);
                let threaded = active && dot.map_or(p.passing != Passing::Value, |d| d.threaded);
                CalleeLeaf { passing: p.passing, active, threaded, ty }
            })
        })
        .collect()
}

/// The types of the leaves of a callee's output.
fn output_types(stages: &Stages) -> Vec<Ty> {
    let results = &stages.primal.body.results;
    stages
        .interface
        .output_value
        .leaves()
        .iter()
        .zip(results)
        .map(|(_, v)| stages.primal.ty(*v).clone())
        .collect()
}

/// A unique argument while a call runs: the variable's whole value (blank if it is passed whole),
/// and the path of the argument in it.
type UniqueArgument = (Value, Vec<KnownStep>);

/// The linear side of the arguments of a call.
struct LinearArguments {
    /// One value for each leaf of the callee; blank if the caller passes none, or if the callee has
    /// taken it.
    rest: Vec<Value>,
    /// In a forward call, the tangents by shared reference, to be returned if the callee does not
    /// return them.
    shared: Vec<Value>,
    /// The threaded variables.
    threaded: Vec<ThreadedArgument>,
}

/// A threaded argument while a call runs: the variable's whole value, the path of the argument in
/// it, and the index of its leaf.
struct ThreadedArgument {
    root: Value,
    path: Vec<KnownStep>,
    leaf: usize,
}

/// The generic constants that the lengths of arrays determine.
pub(super) fn constants_of_lengths<'t>(
    types: impl Iterator<Item = &'t Ty>,
    values: &[Value],
) -> Constants {
    let mut constants = Constants::new();
    for (ty, value) in types.zip(values) {
        add_constants(ty, value, &mut constants);
    }
    constants
}

fn add_constants(ty: &Ty, value: &Value, constants: &mut Constants) {
    match (ty, value) {
        (Ty::Array(of, n), Value::Array(elements)) => {
            let name = n.to_string();
            if name.starts_with(|c: char| c.is_alphabetic())
                && name.chars().all(|c| c.is_alphanumeric() || c == '_')
            {
                constants.entry(name).or_insert(elements.len() as i128);
            }
            elements.iter().take(1).for_each(|e| add_constants(of, e, constants));
        }
        (
            Ty::Slice(of) | Ty::Vec(of) | Ty::Deque(of) | Ty::Sequence(of, _),
            Value::Array(elements),
        ) => {
            elements.iter().take(1).for_each(|e| add_constants(of, e, constants));
        }
        (Ty::Tuple(types), Value::Tuple(parts)) => {
            types.iter().zip(parts).for_each(|(ty, part)| add_constants(ty, part, constants))
        }
        _ => {}
    }
}

impl<'p> Interpreter<'p> {
    /// The callee's generic constants: those that its arguments determine, and those in the
    /// turbofish of the call.
    fn constants(
        &self,
        env: &Env<'_>,
        callee: &Callee,
        stages: &Stages,
        arguments: &[Value],
    ) -> Constants {
        let primal = &stages.primal;
        let mut constants =
            constants_of_lengths(primal.params.iter().map(|v| primal.ty(*v)), arguments);
        let text = callee.turbofish.to_string().replace(' ', "");
        let written = text.strip_prefix('<').and_then(|t| t.strip_suffix('>')).unwrap_or("");
        for (param, argument) in stages.interface.generics.params.iter().zip(written.split(',')) {
            let argument = argument.trim_matches(['{', '}']);
            let value = match env.constants.get(argument) {
                Some(n) => Some(*n),
                None => match self.program.constant(argument) {
                    Some(Value::Int(n)) => Some(n),
                    _ => argument.parse().ok(),
                },
            };
            if let (GenericKind::Const(_), Some(n)) = (&param.kind, value) {
                constants.insert(param.name.to_string(), n);
            }
        }
        constants
    }

    fn stages(&self, callee: &Callee) -> Result<&'p Stages, String> {
        self.program
            .stages(callee)
            .ok_or_else(|| format!("the function `{}` is not known", callee.key()))
    }

    /// The arguments of a call as the callee's leaves, and the roots that it consumes, with the
    /// paths in them.
    fn arguments(
        &self,
        env: &mut Env<'_>,
        call: &Call,
        stages: &Stages,
    ) -> Result<(Vec<Value>, Vec<UniqueArgument>), String> {
        let params = &stages.interface.params;
        if params.len() != call.arguments.len() {
            return Err(format!(
                "{} arguments for `{}`, which has {} parameters",
                call.arguments.len(),
                stages.interface.name,
                params.len()
            ));
        }
        let mut leaves = Vec::new();
        let mut roots = Vec::new();
        for (argument, param) in call.arguments.iter().zip(params) {
            let value = match argument {
                Argument::Value(tree) | Argument::Index(tree) => {
                    let values = tree
                        .leaves()
                        .into_iter()
                        .map(|v| env.get(v).cloned())
                        .collect::<Result<Vec<_>, _>>()?;
                    nest(tree, &mut values.into_iter())
                }
                Argument::Shared(v) => env.get(*v)?.clone(),
                Argument::Unique(place) => {
                    let (root, path, value) = env.take_place(place)?;
                    roots.push((root, path));
                    value
                }
            };
            unnest(&param.value, value, &mut leaves)?;
        }
        Ok((leaves, roots))
    }

    /// Converts the callee's non-linear results for the caller: the leaves of the output as the
    /// caller nests it, then the new versions of unique arguments.
    fn convert_results(
        &self,
        call: &Call,
        stages: &Stages,
        results: Vec<Value>,
        roots: Vec<UniqueArgument>,
    ) -> Result<Vec<Value>, String> {
        let mut results = results.into_iter();
        let output = nest(&stages.interface.output_value, &mut results);
        let mut values = Vec::new();
        unnest(&call.output, output, &mut values)?;
        for (mut root, path) in roots {
            set(
                &mut root,
                &path,
                results.next().ok_or("a call does not return its unique argument")?,
            )?;
            values.push(root);
        }
        Ok(values)
    }

    /// A call of the primal, or of the unzipped primal, which returns a frame.
    pub(super) fn call(
        &mut self,
        env: &mut Env<'_>,
        call: &Call,
        unzipped: bool,
    ) -> Result<(Vec<Value>, Option<Value>), String> {
        let stages = self.stages(&call.callee)?;
        let (arguments, roots) = self.arguments(env, call, stages)?;
        if !unzipped {
            let constants = self.constants(env, &call.callee, stages, &arguments);
            let results = self.function(&stages.primal, arguments, constants)?;
            return Ok((self.convert_results(call, stages, results, roots)?, None));
        }
        // a unique argument is not saved: its callee would have to copy it
        let saved = arguments
            .iter()
            .zip(callee_leaves(stages))
            .map(|(a, l)| if l.passing == Passing::Unique { Value::Blank } else { a.clone() })
            .collect();
        let constants = self.constants(env, &call.callee, stages, &arguments);
        let mut results = self.function(&stages.unzipped, arguments, constants)?;
        let n = stages.primal.body.results.len();
        if results.len() < n {
            return Err(format!("the unzipped `{}` has too few results", stages.interface.name));
        }
        let residuals = results.split_off(n);
        let frame = Value::Frame(Rc::new(FrameValue { residuals, arguments: saved }));
        Ok((self.convert_results(call, stages, results, roots)?, Some(frame)))
    }

    /// The zero of a callee's leaf, from the value of the argument if the type does not determine
    /// it.
    fn leaf_zero(
        &self,
        ty: &Ty,
        value: Option<&Value>,
        constants: &Constants,
    ) -> Result<Value, String> {
        match value {
            Some(v) if *v != Value::Blank => Ok(v.zero()),
            _ => self.static_zero(ty, constants),
        }
    }

    /// The tangent of a leaf that the caller passes; blank for a zero whose shape only the callee
    /// knows.
    fn tangent_of_leaf(&self, env: &mut Env<'_>, leaf: &LinearLeaf) -> Result<Value, String> {
        match (leaf.var, leaf.shape) {
            (Some(v), _) => env.take(v),
            (None, Some(shape)) => Ok(zero_of_shape(env.get(shape)?)),
            (None, None) => Ok(Value::Blank),
        }
    }

    /// The linear side of the arguments of a call. A transposed call consumes no values.
    fn linear_arguments(
        &self,
        env: &mut Env<'_>,
        c: &LinearCall,
        stages: &Stages,
    ) -> Result<LinearArguments, String> {
        let params = &stages.interface.params;
        if params.len() != c.arguments.len() || params.len() != c.call.arguments.len() {
            return Err(format!(
                "a linear call of `{}` with {} arguments instead of {}",
                stages.interface.name,
                c.arguments.len(),
                params.len()
            ));
        }
        let mut left = Vec::new();
        let mut threaded = Vec::new();
        for ((side, argument), param) in c.arguments.iter().zip(&c.call.arguments).zip(params) {
            let value = match side {
                LinearArgument::None => Value::Blank,
                LinearArgument::Value(_) if c.transposed => Value::Blank,
                LinearArgument::Value(leaves) => {
                    let values = leaves
                        .iter()
                        .map(|l| self.tangent_of_leaf(env, l))
                        .collect::<Result<Vec<_>, _>>()?;
                    match argument {
                        Argument::Value(tree) | Argument::Index(tree) => {
                            nest(tree, &mut values.into_iter())
                        }
                        Argument::Shared(_) | Argument::Unique(_) => {
                            values.into_iter().next().unwrap_or(Value::Blank)
                        }
                    }
                }
                LinearArgument::Threaded(place) => {
                    let (root, path, value) = env.take_place(place)?;
                    threaded.push(ThreadedArgument { root, path, leaf: left.len() });
                    value
                }
            };
            unnest(&param.value, value, &mut left)?;
        }
        Ok(LinearArguments { rest: left, shared: Vec::new(), threaded })
    }

    /// The tangents that the callee takes, those of its active leaves. A tangent that the caller
    /// does not pass is zero. Tangents that the callee does not take remain in `dots`.
    fn callee_tangents(
        &self,
        leaves: &[CalleeLeaf],
        dots: &mut [Value],
        values: &[Value],
        constants: &Constants,
    ) -> Result<Vec<Value>, String> {
        let mut wanted = Vec::new();
        for (i, leaf) in leaves.iter().enumerate().filter(|(_, l)| l.active) {
            let dot = std::mem::replace(&mut dots[i], Value::Blank);
            wanted.push(if dot == Value::Blank || dot.is_unit() {
                self.leaf_zero(&leaf.ty, values.get(i), constants)?
            } else {
                dot
            });
        }
        Ok(wanted)
    }

    /// The values that a forward linear call binds, from the callee's linear results: the tangents
    /// of the output, then the threaded variables.
    fn forward_results(
        &mut self,
        c: &LinearCall,
        stages: &Stages,
        results: Vec<Value>,
        leaves: &[CalleeLeaf],
        linear: LinearArguments,
    ) -> Result<Vec<Value>, String> {
        let types = output_types(stages);
        let actives = types.iter().filter(|t| !t.is_discrete()).count();
        if results.len() < actives {
            return Err(format!("the linear `{}` has too few results", stages.interface.name));
        }
        let mut results = results.into_iter();
        let mut tangents: Vec<Value> = Vec::new();
        for ty in &types {
            tangents.push(if ty.is_discrete() {
                Value::unit()
            } else {
                results.next().unwrap_or(Value::Blank)
            });
        }
        let output = nest(&stages.interface.output_value, &mut tangents.into_iter());
        let mut by_leaf = Vec::new();
        unnest(&c.call.output, output, &mut by_leaf)?;
        let (taken, ignored): (Vec<_>, Vec<_>) =
            c.outputs.iter().zip(by_leaf).partition(|(l, _)| l.var.is_some());
        let mut bound: Vec<Value> = taken.into_iter().map(|(_, v)| v).collect();
        ignored.iter().for_each(|(_, v)| self.drop_unbound(v));

        // the callee returns all of its threaded tangents, or only those that may have changed
        let unique_only = results.len() < leaves.iter().filter(|l| l.threaded).count();
        let mut finals: Vec<Option<Value>> = Vec::new();
        for leaf in leaves {
            let returned = leaf.threaded && (!unique_only || leaf.passing == Passing::Unique);
            finals.push(if returned {
                Some(results.next().ok_or("a linear call does not return its threaded tangents")?)
            } else {
                None
            });
        }
        if results.next().is_some() {
            return Err(format!("the linear `{}` has too many results", stages.interface.name));
        }
        let LinearArguments { rest: left, shared, threaded } = linear;
        for mut t in threaded {
            let unchanged =
                if left[t.leaf] == Value::Blank { &shared[t.leaf] } else { &left[t.leaf] };
            let last = finals[t.leaf].take().unwrap_or_else(|| unchanged.clone());
            set(&mut t.root, &t.path, last)?;
            bound.push(t.root);
        }
        // zeros that the caller constructed
        finals.iter().flatten().for_each(|v| self.drop_unbound(v));
        Ok(bound)
    }

    /// Drops a result of a call without a variable in the caller, like a variable.
    fn drop_unbound(&mut self, value: &Value) {
        if self.drops == Drops::Charged {
            self.work += value.scalars();
        }
    }

    pub(super) fn call_jvp(
        &mut self,
        env: &mut Env<'_>,
        c: &LinearCall,
    ) -> Result<Vec<Value>, String> {
        let stages = self.stages(&c.call.callee)?;
        let leaves = callee_leaves(stages);
        let (mut arguments, roots) = self.arguments(env, &c.call, stages)?;
        let mut linear = self.linear_arguments(env, c, stages)?;
        if arguments.len() != leaves.len() || linear.rest.len() != leaves.len() {
            return Err(format!(
                "a call of `{}` with another number of leaves",
                stages.interface.name
            ));
        }
        linear.shared = shared_tangents(&leaves, &linear.rest);
        let constants = self.constants(env, &c.call.callee, stages, &arguments);
        arguments.extend(self.callee_tangents(
            &leaves,
            &mut linear.rest,
            &arguments,
            &constants,
        )?);
        let mut results = self.function(&stages.jvp, arguments, constants)?;
        let n = stages.primal.body.results.len();
        if results.len() < n {
            return Err(format!("the jvp of `{}` has too few results", stages.interface.name));
        }
        let tangents = results.split_off(n);
        let mut bound = self.convert_results(&c.call, stages, results, roots)?;
        bound.extend(self.forward_results(c, stages, tangents, &leaves, linear)?);
        Ok(bound)
    }

    pub(super) fn linear_call(
        &mut self,
        env: &mut Env<'_>,
        c: &LinearCall,
    ) -> Result<Vec<Value>, String> {
        let stages = self.stages(&c.call.callee)?;
        let leaves = callee_leaves(stages);
        let frame = match env.get(c.frame.ok_or("a linear call without its frame")?)? {
            Value::Frame(frame) => frame.clone(),
            other => return Err(format!("{} as a frame", other.kind())),
        };
        let constants = self.constants(env, &c.call.callee, stages, &frame.arguments);
        let function = if c.transposed { &stages.transposed } else { &stages.linear };
        let mut arguments =
            self.shared_arguments(env, c, stages, function, frame.residuals.len())?;
        arguments.extend(frame.residuals.iter().cloned());
        let mut linear = self.linear_arguments(env, c, stages)?;
        if linear.rest.len() != leaves.len() {
            return Err(format!(
                "a linear call of `{}` with another number of leaves",
                stages.interface.name
            ));
        }
        if !c.transposed {
            linear.shared = shared_tangents(&leaves, &linear.rest);
            let wanted =
                self.callee_tangents(&leaves, &mut linear.rest, &frame.arguments, &constants)?;
            arguments.extend(wanted);
            let results = self.function(function, arguments, constants)?;
            return self.forward_results(c, stages, results, &leaves, linear);
        }

        let values = &frame.arguments;
        arguments.extend(self.transposed_inputs(env, c, stages, &mut linear.rest, values)?);
        let results = self.function(function, arguments, constants)?;
        self.transposed_results(c, stages, results, linear, values)
    }

    /// A call of both the primal and the transposed map: as scheduled in the callee.
    pub(super) fn call_vjp(
        &mut self,
        env: &mut Env<'_>,
        c: &LinearCall,
    ) -> Result<Vec<Value>, String> {
        let stages = self.stages(&c.call.callee)?;
        let mut saved =
            self.shared_arguments(env, c, stages, &stages.transposed, stages.residuals.len())?;
        let (arguments, roots) = self.arguments(env, &c.call, stages)?;
        let mut sides = self.linear_arguments(env, c, stages)?;
        let inputs = self.transposed_inputs(env, c, stages, &mut sides.rest, &arguments)?;
        let n = stages.primal.body.results.len();
        let constants = self.constants(env, &c.call.callee, stages, &arguments);
        let (results, linear) = match &stages.vjp {
            Some(vjp) => {
                let mut results =
                    self.function(vjp, [&arguments[..], &inputs[..]].concat(), constants)?;
                let linear = results.split_off(n);
                (results, linear)
            }
            None => {
                let mut results = self.function(&stages.unzipped, arguments.clone(), constants)?;
                saved.extend(results.split_off(n));
                saved.extend(inputs);
                let constants = self.constants(env, &c.call.callee, stages, &arguments);
                (results, self.function(&stages.transposed, saved, constants)?)
            }
        };
        let mut bound = self.convert_results(&c.call, stages, results, roots)?;
        bound.extend(self.transposed_results(c, stages, linear, sides, &arguments)?);
        Ok(bound)
    }

    /// The inputs of a transposed map: the cotangents of the output, and the accumulators. `values`
    /// are the arguments' values, leaf by leaf.
    fn transposed_inputs(
        &self,
        env: &mut Env<'_>,
        c: &LinearCall,
        stages: &Stages,
        dots: &mut [Value],
        values: &[Value],
    ) -> Result<Vec<Value>, String> {
        let leaves = callee_leaves(stages);
        let constants = self.constants(env, &c.call.callee, stages, values);
        let mut arguments = Vec::new();
        // cotangents of the output
        let given = c
            .outputs
            .iter()
            .map(|l| self.tangent_of_leaf(env, l))
            .collect::<Result<Vec<_>, _>>()?;
        let mut seeds = Vec::new();
        unnest(
            &stages.interface.output_value,
            nest(&c.call.output, &mut given.into_iter()),
            &mut seeds,
        )?;
        for (seed, ty) in
            seeds.into_iter().zip(output_types(stages)).filter(|(_, t)| !t.is_discrete())
        {
            arguments.push(if seed == Value::Blank || seed.is_unit() {
                self.static_zero(&ty, &constants)?
            } else {
                seed
            });
        }
        // accumulators
        for (i, leaf) in leaves.iter().enumerate().filter(|(_, l)| l.threaded) {
            let dot = std::mem::replace(&mut dots[i], Value::Blank);
            arguments.push(if dot == Value::Blank {
                self.leaf_zero(&leaf.ty, values.get(i), &constants)?
            } else {
                dot
            });
        }
        Ok(arguments)
    }

    /// The values that a transposed call binds, from the callee's linear results.
    fn transposed_results(
        &mut self,
        c: &LinearCall,
        stages: &Stages,
        results: Vec<Value>,
        linear: LinearArguments,
        values: &[Value],
    ) -> Result<Vec<Value>, String> {
        let LinearArguments { rest: mut dots, threaded, .. } = linear;
        let leaves = callee_leaves(stages);
        let mut results = results.into_iter();
        let mut cotangents: Vec<Value> = Vec::new();
        for (i, leaf) in leaves.iter().enumerate() {
            cotangents.push(if leaf.active {
                let cotangent =
                    results.next().ok_or("a transposed call does not return all cotangents")?;
                match std::mem::replace(&mut dots[i], Value::Blank) {
                    Value::Blank => cotangent,
                    // the callee returns a new cotangent, which is added to the caller's
                    mut accumulator => {
                        self.work += cotangent.scalars();
                        add(&mut accumulator, &cotangent)?;
                        accumulator
                    }
                }
            } else if leaf.passing == Passing::Value {
                // the caller may not know that the callee is constant in it
                values.get(i).map_or(Value::unit(), Value::zero)
            } else {
                // an accumulator that the callee does not take is returned unchanged
                std::mem::replace(&mut dots[i], Value::Blank)
            });
        }
        if results.next().is_some() {
            return Err(format!("the transposed `{}` has too many results", stages.interface.name));
        }
        let mut bound = Vec::new();
        let mut first = 0;
        for ((side, argument), param) in
            c.arguments.iter().zip(&c.call.arguments).zip(&stages.interface.params)
        {
            let n = param.value.leaves().len();
            if let (LinearArgument::Value(wanted), Argument::Value(tree) | Argument::Index(tree)) =
                (side, argument)
            {
                let mut by_leaf = Vec::new();
                unnest(
                    tree,
                    nest(&param.value, &mut cotangents[first..first + n].iter().cloned()),
                    &mut by_leaf,
                )?;
                bound.extend(
                    wanted
                        .iter()
                        .zip(&by_leaf)
                        .filter(|(l, _)| l.var.is_some())
                        .map(|(_, v)| v.clone()),
                );
                wanted
                    .iter()
                    .zip(&by_leaf)
                    .filter(|(l, _)| l.var.is_none())
                    .for_each(|(_, v)| self.drop_unbound(v));
            } else if !matches!(side, LinearArgument::Threaded(_)) {
                leaves[first..first + n]
                    .iter()
                    .zip(&cotangents[first..])
                    .filter(|(l, _)| l.active)
                    .for_each(|(_, v)| self.drop_unbound(v));
            }
            first += n;
        }
        for mut t in threaded {
            set(&mut t.root, &t.path, std::mem::replace(&mut cotangents[t.leaf], Value::Blank))?;
            bound.push(t.root);
        }
        Ok(bound)
    }

    /// The arguments by shared reference that a linear function has as parameters: all of them, or
    /// those whose variables it names.
    fn shared_arguments(
        &self,
        env: &Env<'_>,
        c: &LinearCall,
        stages: &Stages,
        function: &Function,
        residuals: usize,
    ) -> Result<Vec<Value>, String> {
        let shared: Vec<(Option<Var>, Var)> = c
            .call
            .arguments
            .iter()
            .zip(&stages.interface.params)
            .filter_map(|(a, p)| match a {
                Argument::Shared(v) => Some((p.value.leaves().first().copied(), *v)),
                // an interpreted callee saves the index
                Argument::Value(_) | Argument::Index(_) | Argument::Unique(_) => None,
            })
            .collect();
        let params: Vec<Var> =
            function.params.iter().copied().filter(|v| !function.is_linear(*v)).collect();
        let first = params
            .len()
            .checked_sub(residuals)
            .ok_or_else(|| format!("`{}` has fewer parameters than residuals", function.name))?;
        if first == shared.len() {
            return shared.iter().map(|(_, v)| env.get(*v).cloned()).collect();
        }
        params[..first]
            .iter()
            .map(|p| match shared.iter().find(|(leaf, _)| *leaf == Some(*p)) {
                Some((_, v)) => env.get(*v).cloned(),
                None => Err(format!(
                    "`{}` has the parameter {p:?}, which is no shared parameter of its primal",
                    function.name
                )),
            })
            .collect()
    }
}

/// The tangents by shared reference, to be returned if the callee does not return them.
fn shared_tangents(leaves: &[CalleeLeaf], dots: &[Value]) -> Vec<Value> {
    leaves
        .iter()
        .zip(dots)
        .map(|(l, d)| if l.passing == Passing::Shared { d.clone() } else { Value::Blank })
        .collect()
}
