//! Residuals of the arms of a branch → slots, through which they leave the branch.
//!
//! The k-th saved values of a type in all arms share one variable. An arm that saves fewer fills
//! the rest with blanks. Many slots leave as one tuple, so that nested branches do not return each
//! slot at every level.
//!
//! A user-defined type may have no blank (a `#[constant]` field of an enum has no default), so its
//! slot is an `Option`, and its blank is `None`.

use crate::ir::hash::HashMap;
use crate::ir::*;
use proc_macro2::Span;

/// From this many slots on, a branch returns them as one tuple…
const BUNDLE_FROM: usize = 4;
/// …up to the length that Rust's traits are implemented for.
const BUNDLE_TO: usize = 12;

/// An arm, split in two.
pub(super) struct Arm {
    /// The lets that run first.
    pub(super) primal: Block,
    /// The lets that run later, on the same tag.
    pub(super) linear: Block,
    /// The variables of the first half that the second reads.
    pub(super) stored: Vec<Var>,
}

/// The arms, with slots between them.
pub(super) struct ArmsWithSlots {
    /// The blocks that run first: the arms' own results, then the slots.
    pub(super) primal: Vec<Block>,
    /// The blocks that run later, on the slots.
    pub(super) linear: Vec<Block>,
    /// The slots, which the branch that runs first binds.
    pub(super) slots: Vec<Var>,
}

/// Assigns slots to the arms of a branch.
pub(super) fn assign_slots(function: &mut Function, arms: Vec<Arm>, span: Span) -> ArmsWithSlots {
    let mut arms = arms;
    let (slots, filled) = assign(function, &mut arms);
    let bundle = bundle(function, &slots, span);
    let (mut primal, mut linear) = (Vec::new(), Vec::new());
    for (arm, here) in arms.into_iter().zip(filled) {
        let Arm { primal: mut first, linear: mut later, .. } = arm;
        let values = values_of_slots(function, &mut first, &slots, &here, span);
        match &bundle {
            Some(bundle) => {
                bundle.store(function, &mut first, &values, span);
                bundle.take_out(function, &mut later, &here, span);
            }
            None => {
                // a stored value has the name of its slot
                later.rename(&here.iter().map(|(slot, v)| (*v, *slot)).collect());
                first.results.extend(slots.iter().map(|s| values[s]));
            }
        }
        primal.push(first);
        linear.push(later);
    }
    let slots = match bundle {
        Some(bundle) => bundle.single.into_iter().chain([bundle.tuple]).collect(),
        None => slots,
    };
    ArmsWithSlots { primal, linear, slots }
}

/// The slots of all arms, and per arm the slot of each stored value. A value whose type has no
/// blank is wrapped in an `Option` first, unless every arm stores equally many values of its type.
fn assign(function: &mut Function, arms: &mut [Arm]) -> (Vec<Var>, Vec<HashMap<Var, Var>>) {
    let mut slots: Vec<Var> = Vec::new();
    let mut filled: Vec<HashMap<Var, Var>> = Vec::new();
    let needs_blanks = {
        let stored =
            |arm: &Arm| arm.stored.iter().map(|v| function.ty(*v).clone()).collect::<Vec<_>>();
        let all: Vec<_> = arms.iter().map(stored).collect();
        move |ty: &Ty| {
            all.iter().any(|types| {
                types.iter().filter(|other| *other == ty).count()
                    != all[0].iter().filter(|other| *other == ty).count()
            })
        }
    };
    for arm in arms {
        let mut here: HashMap<Var, Var> = HashMap::default();
        for v in &mut arm.stored {
            let info = function.info(*v).clone();
            if has_no_blank(&info.ty) && needs_blanks(&info.ty) {
                *v = in_option(function, &mut arm.primal, &mut arm.linear, *v);
            }
            let info = function.info(*v).clone();
            // rows have a slot of their own, which identifies the loop that collected them
            let fits = |s: &&Var| {
                *info.ty != Ty::Rows && !here.contains_key(s) && is_same(function.ty(**s), &info.ty)
            };
            let slot = match slots.iter().find(fits) {
                Some(slot) => *slot,
                None => {
                    let slot = function.fresh_primal(info.name, info.ty, info.span);
                    slots.push(slot);
                    slot
                }
            };
            here.insert(slot, *v);
        }
        filled.push(here);
    }
    (slots, filled)
}

/// Slots that leave a branch as one tuple.
struct Bundle {
    /// The tuple.
    tuple: Var,
    /// The slots in it.
    bundled: Vec<Var>,
    /// The slots that leave individually.
    single: Vec<Var>,
}

/// The bundle of these slots, if their count is within the bounds.
fn bundle(function: &mut Function, slots: &[Var], span: Span) -> Option<Bundle> {
    let (single, bundled): (Vec<Var>, Vec<Var>) =
        slots.iter().partition(|s| *function.ty(**s) == Ty::Rows);
    if !(BUNDLE_FROM..=BUNDLE_TO).contains(&bundled.len()) {
        return None;
    }
    let types = bundled.iter().map(|s| function.ty(*s).clone()).collect();
    let tuple = function.fresh_primal("stored", Ty::Tuple(types), span);
    Some(Bundle { tuple, bundled, single })
}

/// The value of every slot at the end of an arm: the value that the arm stores there, or else a
/// blank, which is made in `first`.
fn values_of_slots(
    function: &mut Function,
    first: &mut Block,
    slots: &[Var],
    here: &HashMap<Var, Var>,
    span: Span,
) -> HashMap<Var, Var> {
    let mut values: HashMap<Var, Var> = HashMap::default();
    for slot in slots {
        let value = here.get(slot).copied().unwrap_or_else(|| {
            let info = function.info(*slot).clone();
            let op = if matches!(&*info.ty, Ty::Wrapped(Wrapper::Option, of) if has_no_blank(of)) {
                none_option()
            } else {
                Op::Blank
            };
            let blank = function.fresh_primal(info.name, info.ty, info.span);
            first.push(vec![blank], op, span);
            blank
        });
        values.insert(*slot, value);
    }
    values
}

impl Bundle {
    /// The results of the first half of an arm: the single slots, then the tuple of the others.
    fn store(
        &self,
        function: &mut Function,
        first: &mut Block,
        values: &HashMap<Var, Var>,
        span: Span,
    ) {
        first.results.extend(self.single.iter().map(|s| values[s]));
        let info = function.info(self.tuple).clone();
        let tuple = function.fresh_primal(info.name, info.ty, span);
        first.push(vec![tuple], Op::Tuple(self.bundled.iter().map(|s| values[s]).collect()), span);
        first.results.push(tuple);
    }

    /// Makes the second half of an arm take the values that this arm stored out of the tuple. The
    /// others have the names of their slots.
    fn take_out(
        &self,
        function: &mut Function,
        later: &mut Block,
        here: &HashMap<Var, Var>,
        span: Span,
    ) {
        let mut names: HashMap<Var, Var> = here
            .iter()
            .filter(|(slot, _)| self.single.contains(slot))
            .map(|(slot, v)| (*v, *slot))
            .collect();
        let mut lets = Vec::new();
        for (k, slot) in self.bundled.iter().enumerate() {
            if let Some(v) = here.get(slot) {
                let info = function.info(*v).clone();
                let taken = function.fresh_primal(info.name, info.ty, info.span);
                names.insert(*v, taken);
                let place = Place { root: self.tuple, path: vec![Step::Field(k)] };
                // large values stay in the tuple
                let large = match function.ty(*v) {
                    Ty::Frame(callee) => !callee.recursive,
                    ty => ty.is_memory(),
                };
                let op = if large { Op::View(place) } else { Op::Read(place) };
                lets.push(Let::new(vec![taken], op, span));
            }
        }
        later.rename(&names);
        lets.append(&mut later.lets);
        later.lets = lets;
    }
}

/// For an arm whose halves are in one block: the second reads the values that the first put into a
/// bundle or into an `Option`, and not the bundle or the `Option`.
pub(super) fn read_through(first: &Block, later: &mut Block) {
    // a bundle is constructed at the end of the first half, so its values have not changed since
    let mut made: HashMap<Var, Vec<Var>> = HashMap::default();
    let mut leaving = first.results.clone();
    for l in first.lets.iter().rev() {
        if !l.vars.first().is_some_and(|v| leaving.contains(v)) {
            continue;
        }
        if let Op::Tuple(parts) = &l.op {
            leaving.extend(parts);
        }
        match &l.op {
            Op::Tuple(parts) => drop(made.insert(l.vars[0], parts.clone())),
            Op::Struct(name, fields) if name == "Some" => {
                drop(made.insert(l.vars[0], fields.iter().map(|(_, v)| *v).collect()))
            }
            _ => {}
        }
    }
    let mut names: HashMap<Var, Var> = HashMap::default();
    for l in &later.lets {
        let (Op::Read(place) | Op::View(place)) = &l.op else { continue };
        let root = names.get(&place.root).copied().unwrap_or(place.root);
        let part = match (&place.path[..], made.get(&root)) {
            ([Step::Field(k)], Some(parts)) => parts.get(*k),
            ([Step::Member(_)], Some(parts)) => parts.first(),
            _ => None,
        };
        names.extend(part.map(|part| (l.vars[0], *part)));
    }
    later.lets.retain(|l| !l.vars.first().is_some_and(|v| names.contains_key(v)));
    later.rename(&names);
}

/// Whether values of two types may share a slot: frames of a generic function only if they are of
/// the same instance.
fn is_same(a: &Ty, b: &Ty) -> bool {
    let instance = |callee: &Callee| (callee.turbofish.to_string(), callee.arguments.clone());
    a == b
        && if let (Ty::Frame(a), Ty::Frame(b)) = (a, b) { instance(a) == instance(b) } else { true }
}

/// Whether a type may have no blank.
fn has_no_blank(ty: &Ty) -> bool {
    match ty {
        Ty::Projected(_) | Ty::Discrete(_) | Ty::Sequence(..) | Ty::Foreign(_) => true,
        Ty::Tuple(parts) => parts.iter().any(has_no_blank),
        Ty::Wrapped(..) => false,
        ty => ty.element().is_some_and(has_no_blank),
    }
}

/// `Some(v)`, and `v` unwrapped where the second half of an arm reads it.
fn in_option(function: &mut Function, first: &mut Block, later: &mut Block, v: Var) -> Var {
    let info = function.info(v).clone();
    let member = || Member::new(Some("Some".into()), "0".into());
    let some = function.fresh_primal(
        info.name.clone(),
        Ty::Wrapped(Wrapper::Option, Box::new((*info.ty).clone())),
        info.span,
    );
    first.push(vec![some], Op::Struct("Some".into(), vec![(member(), v)]), info.span);
    let again = function.fresh_primal(info.name, info.ty, info.span);
    later.rename(&HashMap::from_iter([(v, again)]));
    later.lets.insert(
        0,
        Let::new(
            vec![again],
            Op::View(Place { root: some, path: vec![Step::Member(member())] }),
            info.span,
        ),
    );
    some
}

fn none_option() -> Op {
    let code = "::core::option::Option::None".parse().unwrap_or_default();
    Op::Opaque(Box::new(Opaque {
        total: true,
        discrete: true,
        ..Opaque::new(code, Vec::new(), "nothing")
    }))
}
