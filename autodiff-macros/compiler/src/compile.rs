//! The pipeline: tokens of an attribute and its item in, the item and its derivatives out.
//!
//! ```text
//! tokens ─fence─▶ syn ─lower─▶ Linear A ─number, activity, jvp, simplify, dup─▶ Linear A ─unzip─▶ Linear B ─transpose─▶ Linear B ─emit─▶ tokens
//! ```
//!
//! In a module or an `impl` block this happens for each function with an attribute, and for each that one of those needs.
//!
//! Every stage is checked in debug builds of the compiler, the lowered function always. All errors of a function are reported together, and the function itself is
//! always emitted, so that no secondary errors follow.

use crate::diagnostics::{Diagnostics, placed};
use crate::emit::{self, Source};
use crate::ir::check::{Stage, check};
use crate::ir::{Block, Callee, Function, Held, Interface, Op, Projection, Stages, Ty, Var};
use crate::item::{Group, Member, UserFunction, UserItem};
use crate::linear::{self, Linear};
use crate::lower::known::Known;
use crate::lower::{LiftedFunction, Lowered, Surroundings};
use crate::options::{Options, Schedule};
use crate::passes::jvp::Jvp;
use crate::passes::{activity, defunctionalize, jvp, number, pullbacks, schedule, transpose, unzip};
use crate::show::{self, Report};
use crate::world::World;
use crate::{fence, item, lower, options, ruled};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};

/// Expands `#[differentiate(options)] item`. Stages that are to be shown go to files.
pub fn differentiate(options: TokenStream, item: TokenStream) -> TokenStream {
    let world = World::of_call_site();
    show::write::written(|reports| expanded(options, item, &world, reports))
}

/// The same, with the reports of the functions whose stages are to be shown.
pub fn expanded(options: TokenStream, item: TokenStream, world: &World, reports: &mut Vec<Report>) -> TokenStream {
    let mut diagnostics = Diagnostics::new();
    let mut of_item = Diagnostics::new();
    let parsed = item::parse(item.clone(), world, &mut of_item);
    if let Ok(UserItem::Kept(item)) = parsed {
        if !item::is_bare(&options) {
            diagnostics.error_over(options, item::BARE);
        }
        diagnostics.append(of_item);
        return item.into_iter().chain(diagnostics.to_compile_errors()).collect();
    }
    if let Ok(UserItem::Group(group)) = parsed {
        if !item::is_bare(&options) {
            diagnostics.error_over(options, item::BARE);
        }
        diagnostics.append(std::mem::take(&mut of_item));
        let (shown, errors) = (reports.len(), diagnostics.len());
        let (made, is_whole) = group_expanded(*group, &mut diagnostics, reports);
        // functions of traits are differentiated as needed as well; what is wrong without is said if it does not help
        if errors == 0
            && !(diagnostics.is_empty() && is_whole)
            && let Some(asked) = item::with_traits_asked(item)
            && let Ok(UserItem::Group(group)) = item::parse(asked, &world.again(), &mut of_item)
        {
            let (mut others, mut again) = (Diagnostics::new(), Vec::new());
            others.append(of_item);
            let (helped, _) = group_expanded(*group, &mut others, &mut again);
            if others.is_empty() {
                reports.truncate(shown);
                reports.append(&mut again);
                return helped;
            }
            if diagnostics.is_empty() {
                // a function that is called is missing
                diagnostics.append(others);
            }
        }
        return made.into_iter().chain(diagnostics.to_compile_errors()).collect();
    }
    let user = match parsed {
        Ok(UserItem::Function(user)) if user.function.attrs.iter().any(item::is_linear) => {
            return linear::differentiated(options, user.function.to_token_stream(), world, reports);
        }
        Ok(UserItem::Function(user)) => *user,
        Ok(UserItem::Group(_) | UserItem::Kept(_)) => return TokenStream::new(),
        Err(item) => {
            read_options(options, &mut diagnostics);
            diagnostics.append(of_item);
            return item.into_iter().chain(diagnostics.to_compile_errors()).collect();
        }
    };
    let options = read_options(options, &mut diagnostics);
    diagnostics.append(of_item);
    let item = user.emitted.clone();
    let own_cfgs = user.cfgs.clone();
    let mut made = diagnostics.to_compile_errors();
    let mut complete = diagnostics.is_empty();
    let usable = complete;
    for user in user.configurations() {
        let mut errors = Diagnostics::new();
        let around = Surroundings { world: user.world.clone(), ..Surroundings::default() };
        let lowered = if options.as_ref().is_some_and(Options::has_rule) {
            ruled::lowered(&user.function, &around, &mut errors)
        } else {
            let lowered = lowered(&user, None, &around, &mut errors);
            lowered.and_then(|lowered| with_derivatives(lowered, &user.world, &|_| false, &mut errors))
        };
        match lowered.and_then(|lowered| generated(&user, lowered, options.as_ref(), &mut errors, reports)) {
            Some(generated) if usable => made.extend(generated),
            Some(_) => {}
            None => {
                complete = false;
                // those of one configuration are none of the others'
                let cfgs = if user.cfgs.to_string() == own_cfgs.to_string() { TokenStream::new() } else { user.cfgs.clone() };
                made.extend(errors.to_compile_errors_under(&cfgs));
                made.extend(without_body(&user, None, &around, options.as_ref()).filter(|_| usable));
            }
        }
    }
    // whoever only wants the derivative still has the function
    let allow = complete.then(|| quote!(#[allow(dead_code)]));
    quote!(#allow #item #made)
}

/// A function without the calls of macros of the user's own, lowered.
fn lowered(
    user: &UserFunction,
    group: Option<(&Group, &[String])>,
    around: &Surroundings<'_>,
    errors: &mut Diagnostics,
) -> Option<Lowered> {
    let macros = group.map_or_else(Vec::new, |(group, scope)| item::macros::around(&group.items, scope));
    let of_module = group.map_or_else(Vec::new, |(group, scope)| item::inlined::around(&group.items, scope));
    let before = errors.len();
    let (function, checks) = user.world.with_inlined(&user.function, &of_module, errors).unzip();
    if errors.len() > before {
        return None;
    }
    let function = function.as_ref().unwrap_or(&user.function);
    let expanded = item::macros::expanded(function, &macros, &user.world, errors);
    let function = expanded.as_ref().map_or(function, |expanded| &expanded.function);
    fence::fence(function, errors);
    let mut lowered = lower::lower_in(function, around, errors)?;
    lowered.witnesses.extend(checks.into_iter().flatten());
    lowered.witnesses.extend(expanded.into_iter().flat_map(|expanded| expanded.witnesses));
    Some(lowered)
}

/// A lowered function, unless it calls functions with active values of which the file says that they have no derivative.
fn with_derivatives(lowered: Lowered, world: &World, is_member: &dyn Fn(&Callee) -> bool, errors: &mut Diagnostics) -> Option<Lowered> {
    let called: Vec<Callee> = bodies(&lowered).flat_map(callees).filter(|callee| !is_member(callee)).collect();
    for callee in called {
        let is_other =
            callee.recursive || callee.lifted || callee.object.is_some() || callee.linear.is_some() || callee.signature.is_some();
        let named = match &callee.method {
            None => Some((String::new(), callee.path.to_string())),
            Some(of) => match &of.owner {
                // one of another module may have the name of one of this
                Ty::Projected(Projection::Named(owner)) if !owner.to_string().contains("::") => {
                    Some((lower::last_name(&owner.to_string()), of.name.clone()))
                }
                _ => None,
            },
        };
        if let Some((of, name)) = named.filter(|_| !is_other)
            && world.is_plain_function(&of, &name)
        {
            let (of, block) = if of.is_empty() { (of, "") } else { (of + "::", ", and on its `impl` block") };
            errors.error_over(
                callee.path.clone(),
                format!("`{of}{name}` is called with an active value, and has no derivative: put #[differentiate] on it{block}; or write `constant(…)` around what the derivative is not to see"),
            );
        }
    }
    errors.is_empty().then_some(lowered)
}

/// The derivatives of a function that has errors, as its head has them, with nothing in them: what calls it has no errors for that.
fn without_body(
    user: &UserFunction,
    group: Option<(&Group, &[String])>,
    around: &Surroundings<'_>,
    options: Option<&Options>,
) -> Option<TokenStream> {
    if options.is_some_and(Options::has_rule) {
        return None;
    }
    let user = item::without_body(user)?;
    let mut errors = Diagnostics::new();
    let lowered = lowered(&user, group, around, &mut errors)?;
    generated(&user, lowered, options, &mut errors, &mut Vec::new()).filter(|_| errors.is_empty())
}

/// A function that stands by itself.
pub(crate) fn read_item(item: TokenStream, world: &World, diagnostics: &mut Diagnostics) -> Result<UserFunction, TokenStream> {
    match item::parse(item.clone(), world, diagnostics)? {
        UserItem::Function(user) => Ok(*user),
        UserItem::Group(_) | UserItem::Kept(_) => Err(item),
    }
}

pub(crate) fn read_options(tokens: TokenStream, diagnostics: &mut Diagnostics) -> Option<Options> {
    match options::parse(tokens) {
        Ok(options) => Some(options),
        Err(errors) => {
            diagnostics.append(errors);
            None
        }
    }
}

/// A module or an `impl` block, with the derivatives of its functions: of those with an attribute, and of those that they call with active
/// values; and whether it has all of these, and not one that is to be asked of a trait first.
fn group_expanded(group: Group, diagnostics: &mut Diagnostics, reports: &mut Vec<Report>) -> (TokenStream, bool) {
    let known = Known::new(&group.items);
    let mut lowered: Vec<Option<Lowered>> = group.members.iter().map(|_| None).collect();
    let mut asked: Vec<bool> = group.members.iter().map(Member::is_asked).collect();
    let mut waiting: Vec<usize> = (0..asked.len()).rev().filter(|k| asked[*k]).collect();
    let mut calls: Vec<Vec<usize>> = group.members.iter().map(|_| Vec::new()).collect();
    let first = asked.clone();
    let bodies_not_asked = item::bodies_not_asked(&group.items);
    let mut is_whole = true;
    let mut errors: Vec<Diagnostics> = group.members.iter().map(|_| Diagnostics::new()).collect();
    let options = group.members.iter().zip(&mut errors).map(|(member, errors)| match &member.options {
        Some(tokens) => read_options(of_type(tokens, &member.user), errors),
        None => Some(Options::default()),
    });
    let options: Vec<Option<Options>> = options.collect();
    let mut expanded: Vec<Option<_>> = group.members.iter().map(|_| None).collect();
    while let Some(k) = waiting.pop() {
        let member = &group.members[k];
        if options[k].as_ref().is_some_and(Options::has_rule) && member.linear.is_empty() {
            // the body is not looked at, nor is it known as one of the type's
            let around =
                Surroundings { known: Some(known.from(&member.scope)), world: member.user.world.clone(), ..Surroundings::default() };
            lowered[k] = ruled::lowered(&member.user.function, &around, &mut errors[k]);
            for rule in options[k].iter().flat_map(Options::rules) {
                if let Some(body) = group.body(member, rule) {
                    let user = &member.user;
                    // the derivatives are there all the same: that those are not is no error of the rule
                    ruled::refuse_circle(&user.function.sig.ident.to_string(), user.method.is_some(), body, diagnostics);
                }
            }
            continue;
        }
        lowered[k] = if member.linear.is_empty() {
            let lowered = self::lowered(&member.user, Some((&group, &member.scope)), &around(member, &known), &mut errors[k]);
            let is_member = |callee: &Callee| !possible_members(&group, &known, &member.scope, callee).is_empty();
            lowered.and_then(|lowered| with_derivatives(lowered, &member.user.world, &is_member, &mut errors[k]))
        } else {
            expanded[k] = item::macros::expanded(
                &member.user.function,
                &item::macros::around(&group.items, &member.scope),
                &member.user.world,
                &mut errors[k],
            );
            let function = expanded[k].as_ref().map_or(&member.user.function, |expanded| &expanded.function);
            fence::fence(function, &mut errors[k]);
            let lower = |function: &_, errors: &mut Diagnostics| lower::lower_in(function, &around(member, &known), errors);
            let sets = item::linear::numbers(&member.linear, &member.user, &mut errors[k]);
            let differentiate = member.options.as_ref().map(|_| &options[k]);
            let linear = Linear { function, sets: &sets, differentiate, lower: &lower, linear_in: &|_| None };
            if errors[k].is_empty() { linear.whole(&mut errors[k]) } else { None }
        };
        let called: Vec<Callee> = lowered[k].iter().flat_map(|l| bodies(l).flat_map(callees)).collect();
        calls[k] = called.iter().flat_map(|callee| callee_members(&group, &known, &member.scope, callee)).collect();
        let is_missing = |callee: &&Callee| {
            callee.method.as_ref().is_some_and(|method| bodies_not_asked.contains(&method.name))
                && possible_members(&group, &known, &member.scope, callee).is_empty()
        };
        is_whole &= called.iter().find(is_missing).is_none();
        let possible: Vec<usize> = called.iter().flat_map(|callee| possible_members(&group, &known, &member.scope, callee)).collect();
        // of what is only linear, linear maps are called
        let only_linear = member.options.is_none() && !member.linear.is_empty();
        for needed in calls[k].iter().chain(&possible).filter(|_| !only_linear) {
            if !std::mem::replace(&mut asked[*needed], true) {
                waiting.push(*needed);
            }
        }
    }
    let possible: Vec<Vec<usize>> = (lowered.iter().zip(&group.members))
        .map(|(lowered, member)| {
            let called = lowered.iter().flat_map(|l| bodies(l).flat_map(callees));
            called.flat_map(|callee| possible_members(&group, &known, &member.scope, &callee)).collect()
        })
        .collect();
    // what only may be called is plain if it has no derivative: rustc says so if it is called
    let is_certain: Vec<bool> =
        (0..calls.len()).map(|k| (0..calls.len()).any(|from| first[from] && reaches_or_is(&calls, from, k))).collect();
    let circles_boxed = |k: usize, lowered: &mut Lowered| {
        let scope = &group.members[k].scope;
        let is_circle = |callee: &Callee| {
            let circles = possible_members(&group, &known, scope, callee).into_iter().filter(|callee| reaches(&possible, *callee, k));
            // one call of each circle, at least, goes back in the order of the source
            circles.min().map(|callee| if callee <= k { Held::Boxed } else { Held::InCircle })
        };
        box_circles(&mut lowered.function.body, &is_circle);
        lowered.lifted.iter_mut().for_each(|l| box_circles(&mut l.function.body, &is_circle));
    };
    let mut made = Vec::new();
    for (k, (lowered, mut errors)) in lowered.into_iter().zip(errors).enumerate() {
        let (member, options) = (&group.members[k], &options[k]);
        let of_member = lowered.and_then(|mut lowered| {
            circles_boxed(k, &mut lowered);
            if member.linear.is_empty() {
                return generated(&member.user, lowered, options.as_ref(), &mut errors, reports);
            }
            let lower = |function: &_, errors: &mut Diagnostics| {
                let mut lowered = lower::lower_in(function, &around(member, &known), errors)?;
                circles_boxed(k, &mut lowered);
                Some(lowered)
            };
            let function = expanded[k].as_ref().map_or(&member.user.function, |expanded| &expanded.function);
            let sets = item::linear::numbers(&member.linear, &member.user, &mut errors);
            let linear_in = |callee: &Callee| masks(&callee_members(&group, &known, &member.scope, callee), &group.members);
            let differentiate = member.options.as_ref().map(|_| options);
            let linear = Linear { function, sets: &sets, differentiate, lower: &lower, linear_in: &linear_in };
            let made = linear.generated(&member.user, lowered, &mut errors, reports)?;
            let (cfgs, witnesses) = (&member.user.cfgs, expanded[k].iter().flat_map(|expanded| &expanded.witnesses));
            Some(quote!(#(#cfgs #witnesses)* #made))
        });
        let has_errors = of_member.is_none() && !errors.is_empty() && is_certain[k] && member.linear.is_empty();
        let without_body = || without_body(&member.user, Some((&group, &member.scope)), &around(member, &known), options.as_ref());
        made.push(if has_errors { without_body() } else { of_member });
        if is_certain[k] {
            diagnostics.append(errors);
        }
    }
    // what calls a function that has errors would only have more of them
    while let Some(k) = (0..made.len()).find(|k| made[*k].is_some() && calls[*k].iter().any(|callee| made[*callee].is_none())) {
        made[k] = None;
    }
    let made = group.members.iter().zip(made).filter_map(|(member, made)| {
        let name = member.user.function.sig.ident.span();
        made.map(|made| (member.scope.clone(), placed(made, name)))
    });
    let made: Vec<(Vec<String>, TokenStream)> = made.chain(known.without_tangents()).collect();
    (group.with(&made), is_whole)
}

/// What a function is linear in that has these members, all but one of which are configured out: for each of its attributes as bits.
fn masks(callee: &[usize], members: &[Member]) -> Option<Vec<u64>> {
    let member = &members[*callee.first()?];
    let sets = item::linear::numbers(&member.linear, &member.user, &mut Diagnostics::new());
    Some(sets.iter().map(|set| set.iter().fold(0, |mask, k| mask | 1 << k)).collect())
}

/// What lowering sees around a function of a group.
fn around<'a>(member: &'a Member, known: &'a Known) -> Surroundings<'a> {
    let method = member.user.method.as_ref();
    Surroundings {
        known: Some(known.from(&member.scope)),
        world: member.user.world.clone(),
        owner: method.map(|m| &m.owner),
        operand: method.and_then(|m| m.registration.right.as_ref()),
        qualified: method.map_or(&[], |m| &m.registration.qualified[..]),
        linear: !member.linear.is_empty(),
    }
}

/// Options with the type of a method for `Self`: what they name is used beside the block.
fn of_type(options: &TokenStream, user: &UserFunction) -> TokenStream {
    match &user.method {
        Some(method) => item::beside_block(options.clone(), &method.owner),
        None => options.clone(),
    }
}

/// Whether a function is another one or calls it.
fn reaches_or_is(calls: &[Vec<usize>], from: usize, to: usize) -> bool {
    from == to || reaches(calls, from, to)
}

/// Whether a function calls another one, by way of others or not.
fn reaches(calls: &[Vec<usize>], from: usize, to: usize) -> bool {
    let mut seen = vec![false; calls.len()];
    let mut waiting = vec![from];
    while let Some(k) = waiting.pop() {
        if k == to {
            return true;
        }
        if !std::mem::replace(&mut seen[k], true) {
            waiting.extend(&calls[k]);
        }
    }
    false
}

/// Keeps the residuals of callees behind pointers where they would contain themselves. Those of a function that calls itself are on a stack.
fn box_circles(block: &mut Block, is_circle: &dyn Fn(&Callee) -> Option<Held>) {
    for l in &mut block.lets {
        match &mut l.op {
            Op::Call(call) if !call.callee.recursive => call.callee.held = is_circle(&call.callee).unwrap_or(Held::Directly),
            Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| box_circles(arm, is_circle)),
            Op::Loop(lp) => box_circles(&mut lp.body, is_circle),
            _ => {}
        }
    }
}

/// The members of a group that a callee is: several if all but one are configured out.
fn callee_members(group: &Group, known: &Known, scope: &[String], callee: &Callee) -> Vec<usize> {
    let view = known.from(scope);
    let is_it: Box<dyn Fn(&Member) -> bool> = match &callee.method {
        None => {
            let Some((at, name)) = view.function(&callee.path) else { return Vec::new() };
            Box::new(move |m| m.user.method.is_none() && m.scope == at && m.user.function.sig.ident == name)
        }
        Some(method) => {
            let named = |ty: &Ty| match ty {
                // the latter of what is constant
                Ty::Projected(Projection::Named(path)) | Ty::Discrete(Projection::Named(path)) | Ty::Foreign(path) => view.named_type(path),
                _ => None,
            };
            let owner = named(&method.owner);
            let right = method.right.as_ref().and_then(named);
            // a scalar on the left
            if owner.is_none() && right.is_none() {
                return Vec::new();
            }
            // of an operator on what another one gives it is enough that the other operand is known
            let is_given = |ty: &Ty| matches!(ty, Ty::Projected(Projection::Output(_)));
            let (any_owner, any_right) =
                (owner.is_none() && is_given(&method.owner), right.is_none() && method.right.as_ref().is_some_and(is_given));
            let name = method.name.clone();
            Box::new(move |m| {
                let Some(of) = &m.user.method else { return false };
                let from = known.from(&m.scope);
                let registered = &of.registration;
                (registered.name == name || registered.qualified.contains(&name))
                    && (any_owner || from.named_type(&registered.owner) == owner)
                    && (any_right || registered.right.as_ref().and_then(|right| from.named_type(right)) == right)
            })
        }
    };
    group.members.iter().enumerate().filter(|(_, m)| is_it(m)).map(|(k, _)| k).collect()
}

/// The members of a group that a callee may be: of a method of a type that only rustc sees, as the parts of an enum are, all with its name.
fn possible_members(group: &Group, known: &Known, scope: &[String], callee: &Callee) -> Vec<usize> {
    let unseen = |ty: &Ty| matches!(ty, Ty::Projected(of) | Ty::Discrete(of) if !matches!(of, Projection::Named(_)));
    match &callee.method {
        Some(method) if unseen(&method.owner) || method.right.as_ref().is_some_and(unseen) => {
            let is_it = |of: &item::Method| of.registration.name == method.name || of.registration.qualified.contains(&method.name);
            let named = |m: &Member| m.user.method.as_ref().is_some_and(is_it);
            group.members.iter().enumerate().filter(|(_, m)| named(m)).map(|(k, _)| k).collect()
        }
        _ => callee_members(group, known, scope, callee),
    }
}

/// The bodies of a function and of its closures that are functions.
fn bodies(lowered: &Lowered) -> impl Iterator<Item = &Block> {
    std::iter::once(&lowered.function.body).chain(lowered.lifted.iter().map(|l| &l.function.body))
}

/// The functions that are called with active values, and those that they are given.
fn callees(block: &Block) -> Vec<Callee> {
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

/// What is generated for a function, unless there are errors.
pub(crate) fn generated(
    user: &UserFunction,
    lowered: Lowered,
    options: Option<&Options>,
    diagnostics: &mut Diagnostics,
    reports: &mut Vec<Report>,
) -> Option<TokenStream> {
    let witnesses = lowered.witnesses.clone();
    let plain = lowered.plain.clone();
    let lifted = lowered.lifted.clone();
    let options = options?;
    let by_rule = options.has_rule();
    let mut stages = if by_rule { ruled::stages(lowered, options, user, diagnostics)? } else { stages(lowered, diagnostics)? };
    // where there is a rule, the body is not looked at
    let lifted = lifted.into_iter().filter(|_| !by_rule).map(|l| {
        let LiftedFunction { function, interface, captures } = l;
        let lowered = Lowered { function, interface, witnesses: Vec::new(), plain: Vec::new(), lifted: Vec::new() };
        Some((self::stages(lowered, diagnostics)?, captures))
    });
    let mut lifted = lifted.collect::<Option<Vec<(Stages, usize)>>>()?;
    if !diagnostics.is_empty() {
        return None;
    }
    for stages in std::iter::once(&mut stages).chain(lifted.iter_mut().map(|(stages, _)| stages)) {
        match options.schedule {
            Schedule::Auto => {}
            Schedule::Unzipped => stages.vjp = None,
            Schedule::Pullbacks => with_pullbacks(stages, diagnostics),
        }
    }
    if !diagnostics.is_empty() {
        return None;
    }
    let cfgs = &user.cfgs;
    let source = Source {
        visibility: user.visibility.clone(),
        cfgs: cfgs.clone(),
        attributes: user.followed(),
        forward_only: options.forward_only,
        hidden: false,
        refused: Vec::new(),
        jvp: ruled::forward(options),
        method: user.method.as_ref().map(method),
        captures: None,
    };
    // as the user named them: emission renames what is called
    let shown = options.show.then(|| stages.clone());
    let imports = emit::aliases::import(&mut stages, user.method.as_ref().map(|m| &m.stem[..]), cfgs);
    let emitted = emit::emit(&source, &stages);
    let closures = lifted.into_iter().map(|(mut stages, captures)| {
        let source = Source {
            visibility: TokenStream::new(),
            cfgs: cfgs.clone(),
            attributes: TokenStream::new(),
            forward_only: false,
            jvp: emit::Forward::Body,
            hidden: true,
            refused: Vec::new(),
            method: None,
            captures: Some(captures),
        };
        let imports = emit::aliases::import(&mut stages, None, cfgs);
        let emitted = emit::emit(&source, &stages);
        quote!(#emitted #imports)
    });
    let closures: TokenStream = closures.collect();
    let rules = options.has_rule().then(|| ruled::beside(&source, &stages, options));
    let name = user.method.as_ref().map_or_else(|| user.function.sig.ident.to_string(), |of| of.stem.join("::"));
    let without_tangents = user.world.without_tangents(&plain, &name);
    let made = quote!(#rules #emitted #imports #closures #(#without_tangents)* #(#cfgs #witnesses)*);
    if let Some(stages) = shown {
        let written = show::Source::new(&user.function);
        reports.push(show::report(&name, written, &stages, options.forward_only, &made));
    }
    Some(made)
}

/// What emission sees of an associated function.
pub(crate) fn method(of: &item::Method) -> emit::Method {
    emit::Method {
        owner: of.owner.clone(),
        stem: of.stem.clone(),
        receiver: of.receiver.is_some(),
        lent: of.lent,
        inherent: of.inherent,
        has_others: of.has_others,
        registered: (of.registration.owner.clone(), of.registration.right.clone()),
        names: std::iter::once(&of.registration.name).chain(&of.registration.qualified).cloned().collect(),
        of: of.registration.of.clone(),
    }
}

/// All stages of a lowered function, unless active values escape in it.
pub fn stages(lowered: Lowered, diagnostics: &mut Diagnostics) -> Option<Stages> {
    let Lowered { function: mut primal, mut interface, .. } = lowered;
    verify("lower", &primal, Stage::LinearA, diagnostics);
    number::number_values(&mut primal, &mut interface);
    verify("number", &primal, Stage::LinearA, diagnostics);
    let activity = activity::activity(&primal, &interface);
    for (span, message) in &activity.escapes {
        diagnostics.error(*span, message.clone());
    }
    if !diagnostics.is_empty() {
        return None;
    }
    let jvp = jvp::jvp(&primal, &interface, &activity);
    split(primal, interface, jvp, diagnostics)
}

/// All stages of a differentiated function.
pub(crate) fn split(primal: Function, interface: Interface, jvp: Jvp, diagnostics: &mut Diagnostics) -> Option<Stages> {
    let user_vars = primal.vars.len();
    verify("jvp", &jvp.function, Stage::LinearA, diagnostics);
    let unzip::Unzipped { primal: unzipped, linear, residuals } = unzip::unzip(&jvp, &interface, user_vars);
    verify("unzip (primal)", &unzipped, Stage::LinearA, diagnostics);
    verify("unzip (linear)", &linear, Stage::LinearB, diagnostics);
    refuse_unkept(&unzipped, &residuals, diagnostics);
    let transposed = transpose::transpose(&linear);
    verify("transpose", &transposed, Stage::LinearB, diagnostics);
    let vjp = schedule::schedule(&unzipped, &residuals, &transposed, user_vars);
    if let Some(vjp) = &vjp {
        verify("schedule", vjp, Stage::LinearA, diagnostics);
    }
    if !diagnostics.is_empty() {
        return None;
    }
    Some(Stages { interface, primal, jvp: jvp.function, dots: jvp.dots, unzipped, residuals, linear, transposed, vjp, pullbacks: None })
}

/// What a function keeps, `residuals` and rows, has to be of types that own it and that can be written down.
fn refuse_unkept(function: &Function, residuals: &[Var], diagnostics: &mut Diagnostics) {
    let mut kept = residuals.to_vec();
    collected(&function.body, &mut kept);
    for v in kept {
        let info = function.info(v);
        // as the user wrote it
        let name = info.name.trim_end_matches("_kept");
        if matches!(info.ty, Ty::Slice(_)) {
            diagnostics.error(
                info.span,
                format!("the derivative keeps the values of `{name}`, which is borrowed: copy them, as in `let {name} = ….to_vec();`"),
            );
        } else if !info.ty.has_name() {
            let message = format!(
                "the type of `{name}` is not known here, and the derivative keeps its value: write its type, as in `let {name}: usize = …` or `let {name}: Vec<f64> = ….to_vec()`"
            );
            diagnostics.error(info.span, message);
        }
    }
}

/// Lets the function of both sweeps have a pull-back for each sub-expression.
pub fn with_pullbacks(stages: &mut Stages, diagnostics: &mut Diagnostics) {
    let pullbacks = pullbacks::pullbacks(&stages.jvp, &stages.dots, &stages.interface);
    verify("pullbacks", &pullbacks, Stage::LinearA, diagnostics);
    let vjp = defunctionalize::defunctionalize(&pullbacks, stages.primal.vars.len());
    verify("defunctionalize", &vjp, Stage::LinearA, diagnostics);
    refuse_unkept(&vjp, &[], diagnostics);
    stages.vjp = Some(vjp);
    stages.pullbacks = Some(pullbacks);
}

/// What the loops of a block put into rows.
fn collected(block: &Block, kept: &mut Vec<Var>) {
    for l in &block.lets {
        if let Op::Loop(lp) = &l.op {
            kept.extend(lp.collect.iter().flatten());
        }
        for inner in l.op.blocks() {
            collected(inner, kept);
        }
    }
}

/// What a pass made is well typed and linear. After the first pass always: what is wrong then may be a program of the user's that is not seen through, such as a view of memory that
/// changes, and a derivative would be wrong. After the others in debug builds of the compiler.
pub(crate) fn verify(pass: &str, function: &Function, stage: Stage, diagnostics: &mut Diagnostics) {
    if (cfg!(debug_assertions) || pass == "lower")
        && diagnostics.is_empty()
        && let Err(violations) = check(function, stage)
    {
        let violations = violations.join("; ");
        let message = if pass == "lower" {
            // what the user wrote is lowered as it is: rustc says the same in its own words
            format!(
                "the types in `{}` do not fit together ({violations}); if rustc finds nothing wrong with it, this is a bug of autodiff",
                function.name
            )
        } else {
            format!("autodiff has a bug: `{pass}` made a program of `{}` that is not well formed ({violations})", function.name)
        };
        diagnostics.error(Span::call_site(), message);
    }
}
