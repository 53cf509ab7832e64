//! The pipeline: tokens of an attribute and its item in, the item and its derivatives out.
//!
//! ```text
//! tokens ─item─▶ functions ─inline, macros, fence─▶ syn ─lower─▶ Linear A ─stages─▶ … ─emit─▶ tokens
//! ```
//!
//! A function is a group of one; an `impl` block or a module is a group of several. The functions
//! with an attribute go through the pipeline, and so do the functions that they need. The [`Plan`]
//! of a function selects the steps between lowering and emission. Its derivatives come from its
//! body ([`stages`]) or from a rule ([`crate::custom_rule`]); or it is proved to be linear, and is
//! its own derivative ([`Linear`]).
//!
//! All errors of a function are reported together, and the function itself is always emitted, so
//! that no secondary errors follow.
//!
//! ```text
//! front        expands and checks a function, before it is lowered
//! callees      which functions of the group a function calls, and the errors there
//! stages       a lowered function → all its stages
//! derivatives  the stages → the emitted items
//! ```

mod callees;
mod derivatives;
mod front;
pub mod stages;

pub(crate) use derivatives::{emit_derivatives, generate_derivatives, is_known_to_exist, source};

use crate::diagnostics::{Diagnostics, respan_at_name};
use crate::ir::{Callee, ResidualStorage};
use crate::item::{AttributeArgs, Group, Member, UserFunction};
use crate::linear::{Linear, Lower};
use crate::lower::{Lowered, LoweringEnv};
use crate::options::{self, Options};
use crate::passes::activity;
use crate::show::{self, Report};
use crate::world::{GroupItems, World};
use crate::{custom_rule, emit, item, lower};
use callees::{Members, bodies, callees};
use front::Front;
use proc_macro2::TokenStream;
use quote::quote;
use std::rc::Rc;

/// Expands `#[differentiate(options)] item`. Stages that the options show are written to files.
pub fn differentiate(options: TokenStream, item: TokenStream) -> TokenStream {
    let mut reports = Vec::new();
    let made = expand_attribute(
        AttributeArgs::Differentiate(options),
        item,
        &World::of_call_site(),
        &mut reports,
    );
    made.into_iter().chain(show::write::files(reports).to_compile_errors()).collect()
}

/// Expands `#[linear(params)] item`.
pub fn linear(params: TokenStream, item: TokenStream) -> TokenStream {
    let mut reports = Vec::new();
    let made =
        expand_attribute(AttributeArgs::Linear(params), item, &World::of_call_site(), &mut reports);
    made.into_iter().chain(show::write::files(reports).to_compile_errors()).collect()
}

/// Expands an item in its environment, with the reports of the functions whose stages the options
/// show.
pub fn expand_attribute(
    args: AttributeArgs,
    item: TokenStream,
    world: &World,
    reports: &mut Vec<Report>,
) -> TokenStream {
    let mut diagnostics = Diagnostics::new();
    let group = match item::parse(args, item, world, &mut diagnostics) {
        Ok(group) => group,
        Err(item) => return item.into_iter().chain(diagnostics.to_compile_errors()).collect(),
    };
    let mut made = Expansion::new(&group).run(&mut diagnostics);
    reports.append(&mut made.reports);
    made.item.into_iter().chain(diagnostics.to_compile_errors()).collect()
}

/// The expansion of a group.
struct GroupExpansion {
    /// The item with its derivatives.
    item: TokenStream,
    reports: Vec<Report>,
}

/// The steps between lowering and emission.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Plan {
    /// Its derivatives come from its body.
    Derive,
    /// Its derivative is user-defined.
    Rule,
    /// It is proved to be linear.
    Linear,
}

/// The progress of a member.
struct Progress {
    plan: Plan,
    options: Option<Options>,
    /// The indices of the parameters that each of its attributes `#[linear]` names.
    sets: Vec<Vec<usize>>,
    errors: Diagnostics,
    is_needed: bool,
    front: Option<Front>,
    lowered: Option<Lowered>,
    /// The members that it calls…
    calls: Vec<usize>,
    /// …and those that it may call.
    possible: Vec<usize>,
}

struct Expansion<'g> {
    members: Members<'g>,
    progress: Vec<Progress>,
}

impl<'g> Expansion<'g> {
    fn new(group: &'g Group) -> Expansion<'g> {
        let progress = group.members.iter().map(Progress::new).collect();
        Expansion {
            members: Members { group, items: Rc::new(GroupItems::new(&group.items)) },
            progress,
        }
    }

    /// The group with the derivatives of its functions: those with an attribute, and those that
    /// they call with active values.
    fn run(mut self, diagnostics: &mut Diagnostics) -> GroupExpansion {
        let group = self.members.group;
        let mut waiting: Vec<usize> =
            (0..group.members.len()).rev().filter(|k| self.progress[*k].is_needed).collect();
        while let Some(k) = waiting.pop() {
            self.lower(k, diagnostics);
            if self.progress[k].plan == Plan::Rule {
                continue;
            }
            self.find_calls(k);
            // callers of a function that is only linear call its linear maps
            if group.members[k].options.is_none() && self.progress[k].plan == Plan::Linear {
                continue;
            }
            let Progress { calls, possible, .. } = &self.progress[k];
            for needed in [&calls[..], &possible[..]].concat() {
                if !std::mem::replace(&mut self.progress[needed].is_needed, true) {
                    waiting.push(needed);
                }
            }
        }
        let calls: Vec<Vec<usize>> = self.progress.iter().map(|of| of.calls.clone()).collect();
        // a function that is only possibly called stays plain if it has no derivative: rustc
        // reports its calls
        let first: Vec<usize> =
            (0..calls.len()).filter(|k| group.members[*k].has_attribute()).collect();
        let is_certain =
            |k: usize| first.iter().any(|from| callees::is_reachable(&|k| &calls[k], *from, k));
        let mut reports = Vec::new();
        let mut made: Vec<Option<TokenStream>> = (0..calls.len())
            .map(|k| {
                self.emit(k, &mut reports).or_else(|| self.in_place_of(k).filter(|_| is_certain(k)))
            })
            .collect();
        // callers of a function with errors would only have secondary errors
        while let Some(k) = (0..made.len())
            .find(|k| made[*k].is_some() && calls[*k].iter().any(|callee| made[*callee].is_none()))
        {
            made[k] = None;
        }
        let mut companions: Vec<(Vec<String>, TokenStream)> = Vec::new();
        for (k, (made, progress)) in made.into_iter().zip(self.progress).enumerate() {
            let member = &group.members[k];
            let name = member.user.function.sig.ident.span();
            // placeholders for derivatives have the errors of the function, each at its own span
            let is_placed = group.has_items() && progress.errors.is_empty();
            companions.extend(made.map(|made| {
                (member.scope.clone(), if is_placed { respan_at_name(made, name) } else { made })
            }));
            if is_certain(k) {
                // errors of one configuration are reported only in that configuration
                match &member.user.configuration {
                    cfgs if cfgs.is_empty() => diagnostics.append(progress.errors),
                    cfgs => companions.push((
                        member.scope.clone(),
                        progress.errors.to_compile_errors_under(cfgs),
                    )),
                }
            }
        }
        companions.extend(self.members.items.without_tangents());
        GroupExpansion { item: group.with_generated(&companions), reports }
    }

    /// Lowers a member, as its plan needs it.
    fn lower(&mut self, k: usize, diagnostics: &mut Diagnostics) {
        let (group, member) = (self.members.group, &self.members.group.members[k]);
        let mut errors = std::mem::take(&mut self.progress[k].errors);
        let options = self.progress[k].options.as_ref();
        match self.progress[k].plan {
            Plan::Rule => {
                // the body is not lowered, so the environment needs no enclosing type
                let around = LoweringEnv { world: self.world_of(k), ..LoweringEnv::default() };
                let lowered =
                    custom_rule::lower_signature(&member.user.function, &around, &mut errors);
                for body in options
                    .into_iter()
                    .flat_map(Options::rules)
                    .filter_map(|rule| group.body(member, rule))
                {
                    let user = &member.user;
                    // the derivatives are still emitted, so that calls of them in the rule are no
                    // further errors
                    custom_rule::refuse_cycle(
                        &user.function.sig.ident.to_string(),
                        user.method.is_some(),
                        body,
                        diagnostics,
                    );
                }
                self.progress[k].lowered = lowered;
            }
            Plan::Derive => {
                let front = self.build_front(k, &member.user, &mut errors);
                let around = LoweringEnv { despite_errors: true, ..self.lowering_env(k) };
                let lowered = front
                    .as_ref()
                    .and_then(|front| lower::lower_in(&front.function, &around, &mut errors));
                if let Some(lowered) = &lowered {
                    let is_member = |callee: &Callee| {
                        !self.members.candidate_members(&member.scope, callee).is_empty()
                    };
                    let is_trait =
                        |name: &str| self.is_trait(&member.scope, &member.user.world, name);
                    callees::refuse_plain(
                        lowered,
                        &member.user.world,
                        &is_member,
                        &is_trait,
                        &mut errors,
                    );
                    let function = &member.user.function;
                    let signature =
                        (function.sig.fn_token.span, function.block.brace_token.span.open());
                    // a parameter with an error may be active or not
                    if !errors.is_empty() && !errors.has_error_between(signature) {
                        refuse_stored(lowered, &mut errors);
                    }
                }
                (self.progress[k].front, self.progress[k].lowered) =
                    (front, lowered.filter(|_| errors.is_empty()));
            }
            Plan::Linear => {
                self.progress[k].front = self.build_front(k, &member.user, &mut errors);
                let lower = |function: &_, errors: &mut Diagnostics| {
                    lower::lower_in(function, &self.lowering_env(k), errors)
                };
                let lowered = self
                    .linear(k, &lower)
                    .filter(|_| errors.is_empty())
                    .and_then(|linear| linear.lower_whole(&mut errors));
                self.progress[k].lowered = lowered;
            }
        }
        self.progress[k].errors = errors;
    }

    fn build_front(
        &self,
        k: usize,
        user: &UserFunction,
        errors: &mut Diagnostics,
    ) -> Option<Front> {
        Front::new(user, &self.members.group.items, &self.members.group.members[k].scope, errors)
    }

    /// The environment of a member.
    fn world_of(&self, k: usize) -> World {
        let member = &self.members.group.members[k];
        member.user.world.in_group(self.members.items.from(&member.scope))
    }

    /// A member, with the information whether another function of its module has residuals of the
    /// same name.
    fn user_function(&self, k: usize) -> UserFunction {
        let mut user = self.members.group.members[k].user.clone();
        let words = user.method.as_ref().map_or_else(
            || vec![user.function.sig.ident.to_string()],
            |method| method.stem.clone(),
        );
        user.has_namesake = self.has_namesake(k, &words);
        user
    }

    /// Whether another function of its module has residuals of the same name.
    fn has_namesake(&self, k: usize, words: &[String]) -> bool {
        let Member { scope, user, .. } = &self.members.group.members[k];
        let with_residuals =
            self.members.group.members.iter().zip(&self.progress).filter(|(of, progress)| {
                of.scope == *scope
                    && progress.is_needed
                    && progress.options.as_ref().is_some_and(|options| !options.forward_only)
            });
        let of_group = with_residuals.map(|(of, _)| match &of.user.method {
            Some(method) => method.stem.clone(),
            None => vec![of.user.function.sig.ident.to_string()],
        });
        // functions of other expansions are found in the source text; if a function and a method
        // clash, the method is renamed
        let mut others = of_group
            .chain(user.world.differentiated_functions())
            .filter(|others| words.len() > 1 || others.len() == 1);
        let own = emit::residuals_name(words);
        others.any(|others| others != words && emit::residuals_name(&others) == own)
    }

    /// The environment of a member for lowering.
    fn lowering_env(&self, k: usize) -> LoweringEnv<'_> {
        let member = &self.members.group.members[k];
        let method = member.user.method.as_ref();
        LoweringEnv {
            world: self.world_of(k),
            owner: method.map(|m| &m.owner),
            operand: method.and_then(|m| m.registration.right.as_ref()),
            qualified: method.map_or(&[], |m| &m.registration.qualified[..]),
            linear: self.progress[k].plan == Plan::Linear,
            is_helper: !member.has_attribute(),
            despite_errors: false,
        }
    }

    fn linear<'a>(&'a self, k: usize, lower: Lower<'a>) -> Option<Linear<'a>> {
        let Progress { front, sets, options, .. } = &self.progress[k];
        let differentiate = self.members.group.members[k].options.as_ref().map(|_| options);
        Some(Linear { function: &front.as_ref()?.function, sets, differentiate, lower })
    }

    /// Whether a path names a trait of the group, or of the file that contains a member of it.
    fn is_trait(&self, scope: &[String], world: &World, path: &str) -> bool {
        let in_group =
            path.parse().is_ok_and(|path| self.members.items.from(scope).is_trait(&path));
        let names: Vec<String> = path.split("::").map(String::from).collect();
        in_group
            || world.scope_or_around().and_then(|scope| scope.names_trait(&names)) == Some(true)
    }

    /// Records the members that a member calls.
    fn find_calls(&mut self, k: usize) {
        let (group, members) = (self.members.group, &self.members);
        let scope = &group.members[k].scope;
        let called: Vec<Callee> =
            self.progress[k].lowered.iter().flat_map(|l| bodies(l).flat_map(callees)).collect();
        let calls =
            called.iter().flat_map(|callee| members.resolved_members(scope, callee)).collect();
        let possible =
            called.iter().flat_map(|callee| members.candidate_members(scope, callee)).collect();
        (self.progress[k].calls, self.progress[k].possible) = (calls, possible);
    }

    /// The generated items of a member, unless it has errors.
    fn emit(&mut self, k: usize, reports: &mut Vec<Report>) -> Option<TokenStream> {
        let user = &self.user_function(k);
        let mut errors = std::mem::take(&mut self.progress[k].errors);
        let lowered = self.progress[k].lowered.take().map(|mut lowered| {
            self.box_cycles(k, &mut lowered);
            lowered
        });
        let made = lowered.and_then(|lowered| {
            if self.progress[k].plan != Plan::Linear {
                return generate_derivatives(
                    user,
                    lowered,
                    self.progress[k].options.as_ref(),
                    &mut errors,
                    reports,
                );
            }
            let lower = |function: &_, errors: &mut Diagnostics| {
                let mut lowered = lower::lower_in(function, &self.lowering_env(k), errors)?;
                self.box_cycles(k, &mut lowered);
                Some(lowered)
            };
            let scope = &self.members.group.members[k].scope;
            let linear_in = |callee: &Callee| self.members.linear_in(scope, callee);
            self.linear(k, &lower)?.generate_linear(user, lowered, &linear_in, &mut errors, reports)
        });
        self.progress[k].errors = errors;
        let (cfgs, witnesses) =
            (&user.cfgs, self.progress[k].front.iter().flat_map(|front| &front.witnesses));
        made.map(|made| quote!(#(#cfgs #witnesses)* #made))
    }

    /// The placeholders for the derivatives of a function with errors, so that no secondary errors
    /// follow.
    fn in_place_of(&self, k: usize) -> Option<TokenStream> {
        self.without_body(k).or_else(|| {
            let (user, error) =
                (self.user_function(k), self.progress[k].errors.first_as_macro_call()?);
            let parameters = item::marker_parameters(&user)?;
            let wanted = match (self.progress[k].plan, &self.progress[k].options) {
                (Plan::Linear, _) => emit::DerivativeKind::Transpose,
                (_, Some(options)) if options.forward_only => emit::DerivativeKind::Forward,
                _ => emit::DerivativeKind::Both,
            };
            Some(emit::placeholder(
                &source(&user),
                &user.function.sig.ident.to_string(),
                wanted,
                &parameters,
                &error,
            ))
        })
    }

    /// The derivatives of a function with errors, with the types of its signature and empty bodies,
    /// so that its callers have no secondary errors.
    fn without_body(&self, k: usize) -> Option<TokenStream> {
        let Progress { plan, options, errors, .. } = &self.progress[k];
        if *plan != Plan::Derive || errors.is_empty() {
            return None;
        }
        let user = item::without_body(&self.user_function(k))?;
        let mut errors = Diagnostics::new();
        let front = self.build_front(k, &user, &mut errors)?;
        let lowered = lower::lower_in(&front.function, &self.lowering_env(k), &mut errors)?;
        generate_derivatives(&user, lowered, options.as_ref(), &mut errors, &mut Vec::new())
            .filter(|_| errors.is_empty())
    }

    /// Decides how the residuals of callees are held: boxed where they would contain themselves.
    fn box_cycles(&self, k: usize, lowered: &mut Lowered) {
        let Member { scope, user, .. } = &self.members.group.members[k];
        let possible = |k: usize| &self.progress[k].possible[..];
        let is_cycle =
            |callee: &Callee| {
                let called = self.members.candidate_members(scope, callee);
                // functions of other expansions: the call that closes the cycle is unknown
                if called.is_empty() && callee.method.is_none() && user.method.is_none() {
                    return user
                        .world
                        .calls_back(&user.function.sig.ident.to_string(), &callee.path)
                        .then_some(ResidualStorage::Boxed);
                }
                // at least one call of each cycle goes backward in source order
                let first = called
                    .into_iter()
                    .filter(|callee| callees::is_reachable(&possible, *callee, k))
                    .min();
                first.map(|callee| {
                    if callee <= k { ResidualStorage::Boxed } else { ResidualStorage::InCycle }
                })
            };
        callees::box_cycles(&mut lowered.function.body, &is_cycle);
        lowered
            .lifted
            .iter_mut()
            .for_each(|l| callees::box_cycles(&mut l.function.body, &is_cycle));
    }
}

impl Progress {
    fn new(member: &Member) -> Progress {
        let mut errors = Diagnostics::new();
        let options = match &member.options {
            Some(tokens) => options::parse(of_type(tokens, &member.user))
                .map_err(|wrong| errors.append(wrong))
                .ok(),
            None => Some(Options::default()),
        };
        let plan = if !member.linear.is_empty() {
            Plan::Linear
        } else if options.as_ref().is_some_and(Options::has_rule) {
            Plan::Rule
        } else {
            Plan::Derive
        };
        let sets = item::linear::numbers(&member.linear, &member.user, &mut errors);
        let (calls, possible) = (Vec::new(), Vec::new());
        Progress {
            plan,
            options,
            sets,
            errors,
            is_needed: member.has_attribute(),
            front: None,
            lowered: None,
            calls,
            possible,
        }
    }
}

/// Rejects active values in `#[constant]` fields, for a function whose stages are not computed
/// because of other errors.
fn refuse_stored(lowered: &Lowered, errors: &mut Diagnostics) {
    let of_closures = lowered.lifted.iter().map(|of| (&of.function, &of.interface));
    for (function, interface) in
        std::iter::once((&lowered.function, &lowered.interface)).chain(of_closures)
    {
        for (span, message) in activity::stores_in_constants(function, interface) {
            errors.error(span, message);
        }
    }
}

/// Options with the type of a method in place of `Self`: their paths are used outside the block.
fn of_type(options: &TokenStream, user: &UserFunction) -> TokenStream {
    match &user.method {
        Some(method) => item::outside_block(options.clone(), &method.owner),
        None => options.clone(),
    }
}
