//! Emits the operation of a call: it consumes its places, which get new versions.

use crate::lower::calls::arguments::LoweredArg;
use crate::lower::places::arrays::changed_views;
use crate::lower::places::place::Root;
use crate::lower::*;

/// Where a call is written, and the name of its value.
pub struct CallSite<'c> {
    pub name: &'c str,
    pub span: Span,
    /// The tokens at which errors are reported.
    pub at: &'c dyn ToTokens,
}

/// The changes of a call to the variables that it takes by unique reference.
#[derive(Default)]
struct CallChanges {
    /// The new versions that the call yields, in the order of its arguments.
    versions: Vec<Var>,
    /// The slots that get these versions.
    changed_slots: Vec<(SlotId, Var)>,
    /// The parts that were read out of a slot before the call, and are written back after it.
    parts: Vec<MovedPart>,
}

/// A part of a slot that was read out of it for a call.
struct MovedPart {
    slot: SlotId,
    path: Vec<Step>,
    /// The types of a slice and of its elements, if it is one.
    slice: Option<(Ty, Ty)>,
    /// Its version after the call.
    after: Var,
}

impl Lowerer<'_> {
    /// The prior values of a call's arguments by unique reference. A variable that is a mutable
    /// reference may be passed on as a shared one, and the signature is not known. But a function
    /// that is called only for its effect changes its only such argument.
    pub fn prior_values(
        &self,
        passed: &[LoweredArg],
        known: bool,
        call: *const (),
    ) -> Vec<PriorValue> {
        let uniques =
            passed.iter().filter(|passed| matches!(passed.argument, Argument::Unique(_))).count();
        if known || uniques == 0 || (uniques == 1 && self.chain.discarded_call == Some(call)) {
            return Vec::new();
        }
        // the previous state of a source of random numbers is never read again
        let unknown = |passed: &LoweredArg| passed.implicit && !passed.ty.is_source();
        passed
            .iter()
            .map(|passed| if unknown(passed) { PriorValue::Unknown } else { PriorValue::Changed })
            .collect()
    }

    /// A call whose arguments are evaluated. `known` is its output type, if known.
    pub fn finish_call(
        &mut self,
        callee: Callee,
        arguments: Vec<LoweredArg>,
        known: Option<Ty>,
        site: CallSite<'_>,
    ) -> Value {
        self.finish_call_of(callee, arguments, known, Vec::new(), site)
    }

    /// As [`finish_call`](Lowerer::finish_call); `before` are the prior values of the arguments by
    /// unique reference.
    pub fn finish_call_of(
        &mut self,
        mut callee: Callee,
        arguments: Vec<LoweredArg>,
        known: Option<Ty>,
        before: Vec<PriorValue>,
        site: CallSite<'_>,
    ) -> Value {
        let CallSite { name, span, at } = site;
        let arguments = self.convert_arguments(&callee, arguments, span);
        let (mut arguments, before) = self.typed_arguments(&mut callee, arguments, before, at);
        let spellings = arguments.iter().map(|passed| passed.spelling.clone()).collect();
        if !iterate::changes_axes(name) {
            self.check_changed_copies(&arguments, span);
        }
        // the places are consumed only now, after all arguments have been evaluated
        let mut changes = self.consume_places(&mut arguments, span, at);
        let known = if callee.recursive {
            Some(self.sig.output.clone())
        } else {
            known.or_else(|| self.known_output(&callee))
        };
        let returns_reference = self.returns_reference(&callee);
        let (output, value) = if let Some(ty) = known {
            self.output_tree(&ty, name, span)
        } else {
            let ty = self.output_of(&callee);
            let var = self.f.fresh_primal(name, ty, span);
            (Tree::Leaf(var), Value::Var(var, false))
        };
        let mut vars = output.leaves();
        if let Some(first) = vars.first() {
            self.facts.spellings.insert(*first, spellings);
        }
        vars.append(&mut changes.versions);
        let back: Vec<(SlotId, Binding)> =
            arguments.iter_mut().filter_map(|passed| passed.slot.zip(passed.back.take())).collect();
        let arguments = arguments.into_iter().map(|passed| passed.argument).collect();
        self.push(vars, Op::Call(Call { callee, arguments, output, prior_values: before }), span);
        self.write_back(changes, back, span);
        match value {
            Value::Var(v, false) if returns_reference => Value::Var(v, true),
            value => value,
        }
    }

    /// The arguments as the signature of the callee in the files takes them: a copy that stands for
    /// a reference (an element of `[&a, &b]`) is borrowed, and an array that is collected from an
    /// iterator (`impl IntoIterator`) becomes a vector.
    fn convert_arguments(
        &mut self,
        callee: &Callee,
        mut arguments: Vec<LoweredArg>,
        span: Span,
    ) -> Vec<LoweredArg> {
        if callee.object.is_some() {
            return arguments;
        }
        let Some(function) = self.function(&self.name_of_callee(callee)) else { return arguments };
        let taken = function.references.iter().zip(&function.inputs);
        for (passed, (reference, ty)) in arguments.iter_mut().zip(taken) {
            let Argument::Value(Tree::Leaf(v)) = passed.argument else { continue };
            if *reference == Some(false) && self.can_stand_for_reference(v) {
                passed.argument = Argument::Shared(v);
                passed.spelling.by_reference = true;
            } else if let (Ty::Array(element, _), Some(syn::Type::Path(ty))) = (self.shallow(v), ty)
                && ty.path.segments.last().is_some_and(|last| last.ident == "Vec")
            {
                passed.ty = Ty::Vec(element);
                let items = self.emit("items", passed.ty.clone(), Op::Read(Place::of_var(v)), span);
                passed.argument = Argument::Value(Tree::Leaf(items));
            }
        }
        arguments
    }

    /// Whether a value may be a copy of what a reference refers to. Strings, views and types that
    /// only rustc knows may be references themselves.
    fn can_stand_for_reference(&self, v: Var) -> bool {
        match self.shallow(v) {
            Ty::Real(_) | Ty::Int(_) | Ty::IntOf(_) | Ty::Bool | Ty::Array(..) | Ty::Vec(_) => true,
            ty => match self.types.open_projection(&ty) {
                Some(Projection::View(_)) | None => false,
                Some(_) => !self.types.is_view(&ty),
            },
        }
    }

    /// The arguments that the callee takes. Their types become part of the callee.
    pub fn typed_arguments(
        &mut self,
        callee: &mut Callee,
        arguments: Vec<LoweredArg>,
        before: Vec<PriorValue>,
        at: &dyn ToTokens,
    ) -> (Vec<LoweredArg>, Vec<PriorValue>) {
        self.infer_literals(callee, &arguments);
        self.infer_constants(callee, &arguments);
        callee.arguments = types_of_arguments(callee, &arguments);
        self.flatten_arguments(callee, arguments, before, at)
    }

    /// The type of what a callee returns, if it is known where the callee is defined.
    pub fn known_output(&mut self, callee: &Callee) -> Option<Ty> {
        self.output_in_files(callee)
            .or_else(|| self.recorded_output(callee))
            .or_else(|| self.types.with_other_arguments(callee))
    }

    /// The type of what a callee returns, which rustc determines.
    pub fn output_of(&mut self, callee: &Callee) -> Ty {
        self.types.fresh(Kind::Any, Origin::Call(Projection::Output(callee.clone())))
    }

    /// Consumes the places that a call changes. Each gets a new version: either the whole
    /// variable, or only the part, which is read out first.
    fn consume_places(
        &mut self,
        arguments: &mut [LoweredArg],
        span: Span,
        at: &dyn ToTokens,
    ) -> CallChanges {
        let mut changes = CallChanges::default();
        let shared: Vec<SlotId> =
            arguments.iter().filter_map(|passed| self.viewed_slot(&passed.argument)).collect();
        for passed in arguments {
            if let (Argument::Unique(place), Some(slot)) = (&mut passed.argument, &passed.slot) {
                if let Some(version) = self.ssa.env.get(*slot).copied().flatten()
                    && version != place.root
                {
                    self.error(
                        at,
                        "an argument changes a variable that another argument borrows: bind it \
                         with a `let` before the call",
                    );
                }
                // a callee changes no tangent through this place
                let is_passive = !place.path.is_empty()
                    && self.types.is_discrete(&passed.ty)
                    && !self.types.is_discrete(&self.slots[*slot].ty);
                let is_taken_out = changes.changed_slots.iter().any(|(other, _)| other == slot)
                    || shared.contains(slot);
                let views = changed_views::split_off_views(&mut place.path);
                let is_apart = is_taken_out || place.is_constant() || is_passive;
                if is_apart && (!place.path.is_empty() || views.is_empty()) {
                    // `f(&mut s.a, &mut s.b)`: a version has one successor, so the second part is
                    // read out and written back. The same holds for a part without tangent in a
                    // whole, and for a part of a variable of which the call borrows another part.
                    let ty = changed_views::type_of_array(&views).unwrap_or(&passed.ty);
                    let part = self.take_part(place, *slot, ty, span);
                    place.path = views;
                    changes.versions.push(part.after);
                    changes.parts.push(part);
                    continue;
                }
                place.path.extend(views);
                self.copy_for_aliases(place.root, *slot, span);
                let (name, ty) = (self.slots[*slot].name.clone(), self.slots[*slot].ty.clone());
                let var = self.f.fresh_primal(name, ty, span);
                self.facts.named.insert(var);
                changes.changed_slots.push((*slot, var));
                changes.versions.push(var);
            }
        }
        changes
    }

    /// Reads a part of a slot into a separate variable, which `place` then is.
    fn take_part(&mut self, place: &mut Place, slot: SlotId, passed: &Ty, span: Span) -> MovedPart {
        let ty = self.types.shallow(passed);
        let is_slice =
            matches!(ty, Ty::Slice(_)) || matches!(place.path.last(), Some(Step::Slice { .. }));
        // looked up for a slice only: an unknown type would be inferred to be a sequence
        let element = if is_slice { self.types.element(&ty) } else { None };
        let owned = element.clone().map_or(ty, |element| Ty::Vec(Box::new(element)));
        let part = self.emit("part", owned.clone(), Op::Read(place.clone()), span);
        let after = self.f.fresh_primal("part", owned, span);
        let slice = element.map(|element| (passed.clone(), element));
        let path = std::mem::take(&mut place.path);
        place.root = part;
        MovedPart { slot, path, slice, after }
    }

    /// Assigns slots their versions after a call, writes parts back, and assigns the variables
    /// that were constructed for the call.
    fn write_back(&mut self, changes: CallChanges, back: Vec<(SlotId, Binding)>, span: Span) {
        for (slot, var) in changes.changed_slots {
            self.ssa.env[slot] = Some(var);
        }
        for MovedPart { slot, path, slice, after } in changes.parts {
            match slice {
                Some(types) => self.put_back(slot, path, types, after, span),
                None => self.update(slot, &path, after, span),
            }
        }
        for (slot, parts) in back {
            let whole = self.current_version(Root::Slot(slot), span);
            self.put_into(&parts, Value::Var(whole, false), span);
        }
    }

    /// Copies the value that a call changes for other variables that have it. (A scalar has no
    /// such variables.)
    fn copy_for_aliases(&mut self, changed: Var, slot: SlotId, span: Span) {
        // sequences were copied where they got a second name
        let shares = |s: &SlotId| {
            *s != slot && self.ssa.env[*s] == Some(changed) && !self.slots[*s].reference
        };
        let others: Vec<SlotId> = (0..self.ssa.env.len()).filter(shares).collect();
        if others.is_empty() || self.slots[slot].reference || self.shallow(changed).is_sequence() {
            return;
        }
        let copy = self.copy(changed, span);
        others.into_iter().for_each(|other| self.ssa.env[other] = Some(copy));
    }

    fn output_tree(&mut self, ty: &Ty, name: &str, span: Span) -> (Tree, Value) {
        match ty {
            Ty::Tuple(parts) => {
                let (trees, values) = parts
                    .iter()
                    .enumerate()
                    .map(|(i, t)| self.output_tree(t, &format!("{name}_{i}"), span))
                    .unzip();
                (Tree::Tuple(trees), Value::Tuple(values))
            }
            ty => {
                let var = self.f.fresh_primal(name, ty.clone(), span);
                (Tree::Leaf(var), Value::Var(var, false))
            }
        }
    }
}

/// The argument types by which a callee is found. An operator is found through its operand types:
/// the output type of `a + b + c + …` would contain that of `a + b` twice, and grow exponentially.
fn types_of_arguments(callee: &Callee, arguments: &[LoweredArg]) -> Vec<Ty> {
    let is_method = callee.method.is_some();
    let by_name = callee.method.as_ref().is_some_and(|m| m.spelling.has_name());
    let has_type = |passed: &LoweredArg| {
        !is_method || by_name || matches!(passed.argument, Argument::Unique(_))
    };
    arguments
        .iter()
        .map(|p| if has_type(p) { p.ty.clone() } else { Ty::Foreign(quote::quote!(_)) })
        .collect()
}
