//! Finds the members of a group that a function calls with active values, or passes as values.

use crate::diagnostics::Diagnostics;
use crate::ir::types::Spelling;
use crate::ir::{self, Block, Callee, Op, Projection, ResidualStorage, Ty};
use crate::item::{self, Group, Member, Method};
use crate::lower::{self, Lowered};
use crate::world::{GroupItems, World};
use std::collections::HashSet;
use std::rc::Rc;

/// Whether a function is another one, or calls it directly or indirectly.
pub fn is_reachable<'a>(calls: &dyn Fn(usize) -> &'a [usize], from: usize, to: usize) -> bool {
    let (mut seen, mut waiting) = (HashSet::new(), vec![from]);
    while let Some(k) = waiting.pop() {
        if k == to {
            return true;
        }
        if seen.insert(k) {
            waiting.extend(calls(k));
        }
    }
    false
}

/// Decides how the residuals of callees are held: boxed where they would contain themselves. The
/// residuals of a function that calls itself are on a stack.
pub fn box_cycles(block: &mut Block, is_cycle: &dyn Fn(&Callee) -> Option<ResidualStorage>) {
    for l in &mut block.lets {
        match &mut l.op {
            Op::Call(call) if !call.callee.recursive => {
                call.callee.residuals = is_cycle(&call.callee).unwrap_or(ResidualStorage::Directly)
            }
            Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| box_cycles(arm, is_cycle)),
            Op::Loop(lp) => box_cycles(&mut lp.body, is_cycle),
            _ => {}
        }
    }
}

/// The functions of a group, and the name resolution in its modules.
pub struct Members<'g> {
    pub group: &'g Group,
    pub items: Rc<GroupItems>,
}

impl Members<'_> {
    /// The members of a group that a callee resolves to. They are several if all but one are
    /// configured out. For a function of a trait on a type parameter, they are all its
    /// implementations.
    pub fn resolved_members(&self, scope: &[String], callee: &Callee) -> Vec<usize> {
        let Members { group, items } = self;
        if let (Some(_), Some(method)) = (&callee.object, &callee.method) {
            return self.methods_named(method);
        }
        let view = items.from(scope);
        let is_it: Box<dyn Fn(&Member) -> bool> = match &callee.method {
            None => {
                let Some((at, name)) = view.function(&callee.path) else { return Vec::new() };
                Box::new(move |m| {
                    m.user.method.is_none() && m.scope == at && m.user.function.sig.ident == name
                })
            }
            Some(method) => {
                let named = |ty: &Ty| match ty {
                    // a constant value has a `Discrete` or `Foreign` type
                    Ty::Projected(Projection::Named(path))
                    | Ty::Discrete(Projection::Named(path))
                    | Ty::Foreign(path) => view.named_type(path),
                    _ => None,
                };
                let owner = named(&method.owner);
                let right = method.right.as_ref().and_then(named);
                // a scalar on the left
                if owner.is_none() && right.is_none() {
                    return Vec::new();
                }
                // if one operand is the result of another operator, the other operand's type
                // suffices
                let is_given = |ty: &Ty| matches!(ty, Ty::Projected(Projection::Output(_)));
                let (any_owner, any_right) = (
                    owner.is_none() && is_given(&method.owner),
                    right.is_none() && method.right.as_ref().is_some_and(is_given),
                );
                let name = method.name.clone();
                Box::new(move |m| {
                    let Some(of) = &m.user.method else { return false };
                    let registered = &of.registration;
                    if registered.name != name && !registered.qualified.contains(&name) {
                        return false;
                    }
                    let from = items.from(&m.scope);
                    (any_owner || from.named_type(&registered.owner) == owner)
                        && (any_right
                            || registered.right.as_ref().and_then(|right| from.named_type(right))
                                == right)
                })
            }
        };
        group.members.iter().enumerate().filter(|(_, m)| is_it(m)).map(|(k, _)| k).collect()
    }

    /// The members of a group that a callee may resolve to. For a method of a type that only rustc
    /// knows, such as a field of an enum, they are all methods of its name.
    pub fn candidate_members(&self, scope: &[String], callee: &Callee) -> Vec<usize> {
        let unresolved = |ty: &Ty| {
            matches!(ty, Ty::Projected(of) | Ty::Discrete(of)
            if !matches!(of, Projection::Named(_)))
        };
        match &callee.method {
            Some(method)
                if unresolved(&method.owner) || method.right.as_ref().is_some_and(unresolved) =>
            {
                self.methods_named(method)
            }
            _ => self.resolved_members(scope, callee),
        }
    }

    /// The members of a group that are methods of a name, of any type.
    fn methods_named(&self, method: &ir::types::Method) -> Vec<usize> {
        let is_it = |of: &Method| {
            of.registration.name == method.name || of.registration.qualified.contains(&method.name)
        };
        let named = |m: &Member| m.user.method.as_ref().is_some_and(is_it);
        self.group.members.iter().enumerate().filter(|(_, m)| named(m)).map(|(k, _)| k).collect()
    }

    /// The parameters in which a function of the group is linear, as bits, one set for each of its
    /// attributes.
    pub fn linear_in(&self, scope: &[String], callee: &Callee) -> Option<Vec<u64>> {
        // if there are several, all but one are configured out
        let member = &self.group.members[*self.resolved_members(scope, callee).first()?];
        let sets = item::linear::numbers(&member.linear, &member.user, &mut Diagnostics::new());
        Some(sets.iter().map(|set| set.iter().fold(0, |mask, k| mask | 1 << k)).collect())
    }
}

/// The bodies of a function and of its closures that are functions.
pub fn bodies(lowered: &Lowered) -> impl Iterator<Item = &Block> {
    std::iter::once(&lowered.function.body).chain(lowered.lifted.iter().map(|l| &l.function.body))
}

/// The functions that are called with active values, and those that are passed to them.
pub fn callees(block: &Block) -> Vec<Callee> {
    let mut found = Vec::new();
    for l in &block.lets {
        if let Op::Call(call) = &l.op {
            found.push(call.callee.clone());
            found.extend(call.callee.functions.iter().map(|function| function.code.clone()));
        }
        found.extend(l.op.blocks().iter().flat_map(callees));
    }
    found
}

/// Refuses calls with active values of functions that have no derivative: according to the source
/// files, or because they are functions of `std`.
pub fn refuse_plain(
    lowered: &Lowered,
    world: &World,
    is_member: &dyn Fn(&Callee) -> bool,
    is_trait: &dyn Fn(&str) -> bool,
    errors: &mut Diagnostics,
) {
    let called: Vec<Callee> =
        bodies(lowered).flat_map(callees).filter(|callee| !is_member(callee)).collect();
    for callee in called {
        let is_other = callee.recursive
            || callee.is_lifted
            || callee.object.is_some()
            || callee.linear.is_some()
            || callee.signature.is_some();
        let first = callee.path.clone().into_iter().next();
        let is_reported = first.is_some_and(|token| errors.has_error_at(token.span()));
        if is_other || is_reported {
            continue;
        }
        let refusal = refusal_of_std(&callee, world)
            .or_else(|| refusal_of_extension(&callee, is_trait))
            .or_else(|| refusal_of_operator(&callee, world))
            .or_else(|| refusal_of_crate(&callee, world));
        if let Some(message) = refusal {
            errors.error_over(callee.path.clone(), message);
        }
    }
}

/// The message for a function of `std`.
fn refusal_of_std(callee: &Callee, world: &World) -> Option<String> {
    if callee.method.is_some() || !world.names_item_of_std(&callee.path) {
        return None;
    }
    let name = callee.path.to_string().replace(' ', "");
    Some(format!(
        "`{name}` is called with an active value, but has no derivative: give it one with \
         `differentiate_foreign!` (see the page `autodiff::rules`), or stop the derivative with \
         `constant(…)` around the argument"
    ))
}

/// The message for a method of a trait of the crate for a type that is not user-defined.
fn refusal_of_extension(callee: &Callee, is_trait: &dyn Fn(&str) -> bool) -> Option<String> {
    let of = callee.method.as_ref().filter(|of| is_plain_extension(of, is_trait))?;
    Some(format!(
        "`{}` is called with an active value, but has no derivative: put #[differentiate] on it in \
         the trait and on the trait's `impl` block for this type, or stop the derivative with \
         `constant(…)` around the argument",
        of.name
    ))
}

/// The message for an operator on a type of the crate.
fn refusal_of_operator(callee: &Callee, world: &World) -> Option<String> {
    let operator = callee.method.as_deref().and_then(|of| plain_operator(of, world))?;
    Some(format!(
        "{operator} is used with an active value, but has no derivative: put #[differentiate] on \
         its function and on the `impl` block, or stop the derivative with `constant(…)` around \
         the operand"
    ))
}

/// The message for a function or a method of the crate.
fn refusal_of_crate(callee: &Callee, world: &World) -> Option<String> {
    let owner = callee.method.as_ref().map(|method| &method.owner);
    let (of, name) = match (&callee.method, owner) {
        (Some(method), Some(Ty::Projected(Projection::Named(owner)))) => {
            (lower::last_name(&owner.to_string()), method.name.clone())
        }
        (Some(_), _) => return None,
        (None, _) => (String::new(), callee.path.to_string()),
    };
    let is_plain = match owner {
        Some(Ty::Projected(Projection::Named(owner))) => {
            // types of different modules may have the same name
            let is_alone = !owner.to_string().contains("::");
            is_alone && world.is_plain_function(&of, &name) || world.has_plain_method(owner, &name)
        }
        _ => world.is_plain_function(&of, &name),
    };
    if !is_plain {
        return None;
    }
    let name = name.replace(' ', "");
    let (of, block) =
        if of.is_empty() { (of, "") } else { (of + "::", " and on its `impl` block") };
    Some(format!(
        "`{of}{name}` is called with an active value, but has no derivative: put #[differentiate] \
         on it{block}, or stop the derivative with `constant(…)` around the argument"
    ))
}

/// The name, for messages, of an operator on a type of the crate that has no derivative according
/// to the source files.
fn plain_operator(of: &ir::types::Method, world: &World) -> Option<String> {
    let symbol = match of.spelling {
        Spelling::Infix(symbol) | Spelling::Prefix(symbol) => symbol.to_string(),
        Spelling::Compound(symbol) => format!("{symbol}="),
        Spelling::Path
        | Spelling::Dot
        | Spelling::Items
        | Spelling::AssignTo
        | Spelling::Index
        | Spelling::IndexMut
        | Spelling::IndexUpdate => return None,
    };
    let Ty::Projected(Projection::Named(owner)) = &of.owner else { return None };
    let right = match &of.right {
        None => None,
        Some(
            Ty::Projected(Projection::Named(right))
            | Ty::Discrete(Projection::Named(right))
            | Ty::Foreign(right),
        ) => Some(right.clone()),
        Some(Ty::Real(ir::Real::F64)) => Some(quote::quote!(f64)),
        Some(Ty::Real(ir::Real::F32)) => Some(quote::quote!(f32)),
        Some(_) => return None,
    };
    let shown = owner.to_string().replace(' ', "");
    world
        .has_plain_operator(owner, &of.name, right.as_ref())
        .then(|| format!("`{symbol}` of `{shown}`"))
}

/// Whether a method is that of a trait of the crate for a type of `std`, named with the trait.
/// Those with derivatives are free functions.
fn is_plain_extension(of: &ir::types::Method, is_trait: &dyn Fn(&str) -> bool) -> bool {
    let Ty::Projected(Projection::Named(owner)) = &of.owner else { return false };
    item::names_type_of_std(owner)
        && of.name.rsplit_once("::").is_some_and(|(owner, _)| is_trait(owner))
}
