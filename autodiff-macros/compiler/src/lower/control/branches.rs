//! `if`, `match`, `while`, `loop`.

use crate::lower::control::flow::Finish;
use crate::lower::control::loops::Runs;
use crate::lower::names::pattern_names::PatternNames;
use crate::lower::ownership::drops::TemporariesEnd;
use crate::lower::places::place::unparen;
use crate::lower::*;
use crate::primitives::Prim;
use std::borrow::Cow;
use syn::visit::Visit;
use syn::{Arm, Expr, Stmt};

/// The continuation after a choice; takes the value of the arm.
pub type Continuation<'k> = &'k mut dyn FnMut(&mut Lowerer<'_>, Value) -> Value;

/// How the arms of a choice are used.
pub enum Mode<'k> {
    /// Their value is used.
    Value,
    /// They end a block.
    Finish(Finish),
    /// One arm continues: the code after the choice is lowered into it.
    Then(Continuation<'k>),
}

impl Lowerer<'_> {
    /// An `if` or a `match`.
    pub fn lower_choice(&mut self, e: &Expr, mode: &mut Mode<'_>) -> Value {
        if let Some(apart) = self.match_with_choice_outside(unparen(e)) {
            return self.lower_choice(&apart, mode);
        }
        match unparen(e) {
            Expr::If(i) => self.if_(i, mode),
            Expr::Match(m) => self.match_(m, mode),
            Expr::Try(t) => self.question(t, mode),
            other => self.arm_expr(other, mode),
        }
    }

    fn if_(&mut self, i: &syn::ExprIf, mode: &mut Mode<'_>) -> Value {
        let span = i.if_token.span;
        let cond = self.with_tested_pops(&i.cond);
        let all = conditions(&cond);
        let (binds, start) =
            (all.iter().any(|condition| condition.binds.is_some()), self.f.vars.len());
        let mut end = start;
        self.condition(&all, span, &mut |s, holds| match (holds, &i.else_branch) {
            (true, _) => {
                end = s.f.vars.len();
                let then = all
                    .iter()
                    .filter_map(|of| of.binds)
                    .fold(Cow::Borrowed(&i.then_branch), |then, l| s.with_owned(&l.pat, then));
                s.arm_block(&then, mode)
            }
            (false, Some((_, e))) => {
                if binds {
                    s.note_else(start..end, span);
                    s.refuse_guards_before_else(&i.cond, e);
                }
                s.arm_expr(e, mode)
            }
            (false, None) => s.arm_end(Value::Tuple(Vec::new()), mode, span),
        })
    }

    /// A branch on conditions joined by `&&`; the arm in which they hold sees the bindings of
    /// their patterns.
    fn condition(
        &mut self,
        all: &[Condition<'_>],
        span: Span,
        arm: &mut dyn FnMut(&mut Lowerer<'_>, bool) -> Value,
    ) -> Value {
        let outer = self.ssa.scope.len();
        self.condition_in(all, span, &mut |s, holds| {
            if holds {
                return arm(s, true);
            }
            // an `else` does not see the bindings of the conditions before the one that fails
            let bound = s.ssa.scope.split_off(outer);
            let value = arm(s, false);
            s.ssa.scope.truncate(outer);
            s.ssa.scope.extend(bound);
            value
        })
    }

    fn condition_in(
        &mut self,
        all: &[Condition<'_>],
        span: Span,
        arm: &mut dyn FnMut(&mut Lowerer<'_>, bool) -> Value,
    ) -> Value {
        let Some((first, rest)) = all.split_first() else { return arm(self, true) };
        let mut matched = None;
        let tag = match first.binds {
            None => Some(self.lower_conjunction(&first.tests)),
            Some(l) => {
                let in_place = self.in_place(&l.expr, std::iter::once(&*l.pat));
                let value =
                    self.with_hint(&l.expr, types::option_hint::hint_of_pattern(&l.pat), |s| {
                        s.operand(in_place.as_ref().unwrap_or(&l.expr))
                    });
                if matches!(value, Value::Never(_)) {
                    return value;
                }
                let test = self.test(&l.pat, &value);
                self.refuse_owned_guards(&l.pat, &value);
                self.refuse_destructured(&l.pat, &value);
                self.refuse_unowned_guards(&l.expr, &[&l.pat], &value);
                if !(first.tests.is_empty() && rest.is_empty()) {
                    self.refuse_owned_before_test(&l.pat, &value);
                }
                matched = Some((&*l.pat, value.clone()));
                let passes = |s: &mut Self| {
                    let scope = s.ssa.scope.len();
                    s.bind(&l.pat, value, span);
                    let all = s.lower_conjunction(&first.tests);
                    s.ssa.scope.truncate(scope);
                    all
                };
                match (test, first.tests.is_empty()) {
                    (test, true) => test,
                    (None, false) => Some(passes(self)),
                    (Some(test), false) => Some(self.and_also(test, span, passes)),
                }
            }
        };
        let go_on = |s: &mut Self, arm: &mut dyn FnMut(&mut Lowerer<'_>, bool) -> Value| {
            if let Some((pat, value)) = matched {
                s.bind(pat, value, span);
            }
            s.condition_in(rest, span, arm)
        };
        let Some(tag) = tag else {
            let scope = self.ssa.scope.len();
            let value = go_on(self, arm);
            self.ssa.scope.truncate(scope);
            return value;
        };
        let before = self.ssa.env.clone();
        let yes = self.arm(&before, |s| go_on(s, arm));
        let no = self.arm(&before, |s| arm(s, false));
        self.merge(tag, &before, vec![yes, no], span)
    }

    /// Whether all of some conditions hold; each is evaluated only if those before it do.
    fn lower_conjunction(&mut self, tests: &[&Expr]) -> Var {
        match tests {
            [] => self.bool(true, Span::call_site()),
            [last] => {
                let tag = self.ending_temporaries(TemporariesEnd::There, last.span(), |s| {
                    s.bool_variable(last)
                });
                self.unify_var(tag, &Ty::Bool);
                tag
            }
            [first, rest @ ..] => {
                let tag = self.ending_temporaries(TemporariesEnd::There, first.span(), |s| {
                    s.bool_variable(first)
                });
                self.unify_var(tag, &Ty::Bool);
                self.and_also(tag, first.span(), |s| s.lower_conjunction(rest))
            }
        }
    }

    /// `let pattern = value else { … };` and the code after it.
    pub fn let_else(
        &mut self,
        pat: &syn::Pat,
        value: Value,
        otherwise: &Expr,
        span: Span,
        rest: impl FnOnce(&mut Self, Value) -> Value,
    ) -> Value {
        let Some(tag) = self.test(pat, &value) else { return rest(self, value) };
        let before = self.ssa.env.clone();
        let yes = self.arm(&before, |s| rest(s, value));
        let no = self.arm(&before, |s| s.expr(otherwise));
        self.merge(tag, &before, vec![yes, no], span)
    }

    pub fn arm_end(&mut self, value: Value, mode: &mut Mode<'_>, span: Span) -> Value {
        match mode {
            Mode::Value => value,
            Mode::Finish(finish) => self.finish_with(value, *finish, span),
            Mode::Then(k) => self.resume(span, |s| k(s, value)),
        }
    }

    fn arm_block(&mut self, block: &syn::Block, mode: &mut Mode<'_>) -> Value {
        let span = block.brace_token.span.close();
        match mode {
            Mode::Value => self.block_in_scope(block, Finish::Value),
            Mode::Finish(finish) => self.block_in_scope(block, *finish),
            Mode::Then(_) if is_divergent_block(block) => self.block_in_scope(block, Finish::Value),
            Mode::Then(k) => {
                let value = self.block_in_scope(block, Finish::Value);
                self.resume(span, |s| k(s, value))
            }
        }
    }

    fn arm_expr(&mut self, e: &Expr, mode: &mut Mode<'_>) -> Value {
        if let Some(block) = self.block_with_exits_first(e) {
            return self.arm_block(&block, mode);
        }
        match (mode, unparen(e)) {
            (mode, Expr::Block(b)) if b.label.is_none() => self.arm_block(&b.block, mode),
            (Mode::Value, e) => self.expr(e),
            (Mode::Finish(finish), e) => self.tail(e, *finish),
            (Mode::Then(_), e) if is_divergent(e) => self.expr(e),
            (mode @ Mode::Then(_), e) if has_one_way_on(e) => self.lower_choice(e, mode),
            (Mode::Then(k), e) => {
                let value = self.expr(e);
                self.resume(e.span(), |s| k(s, value))
            }
        }
    }

    fn match_(&mut self, m: &syn::ExprMatch, mode: &mut Mode<'_>) -> Value {
        let span = m.match_token.span;
        let held = m
            .arms
            .iter()
            .map(|arm| types::option_hint::hint_of_pattern(&arm.pat))
            .find(|held| *held != OptionHint::Any)
            .unwrap_or(OptionHint::Any);
        let in_place = self.in_place(&m.expr, m.arms.iter().map(|arm| &arm.pat));
        let value =
            self.with_hint(&m.expr, held, |s| s.operand(in_place.as_ref().unwrap_or(&m.expr)));
        for arm in &m.arms {
            self.attributes(&arm.attrs);
            self.refuse_owned_guards(&arm.pat, &value);
            self.refuse_destructured(&arm.pat, &value);
        }
        self.refuse_unowned_guards(
            &m.expr,
            &m.arms.iter().map(|arm| &arm.pat).collect::<Vec<_>>(),
            &value,
        );
        let with_owned: Vec<Cow<'_, Arm>> =
            m.arms.iter().map(|arm| self.arm_with_owned(arm)).collect();
        // arms after one that always matches are never reached
        let reached = m
            .arms
            .iter()
            .position(|a| guard(a).is_none() && is_irrefutable(&a.pat, &self.names.pattern_names))
            .map_or(m.arms.len(), |i| i + 1);
        let taken: Vec<&Arm> = with_owned.iter().take(reached).map(|arm| &**arm).collect();
        let is_apart = |arm: &Arm| value.is_unique() || self.reruns_guard(arm);
        let apart: Vec<Arm> = taken
            .iter()
            .flat_map(|arm| {
                if is_apart(arm) {
                    alternatives(arm, &self.names.pattern_names, value.is_unique())
                } else {
                    vec![(*arm).clone()]
                }
            })
            .collect();
        let arms: Vec<&Arm> =
            if apart.len() > taken.len() { apart.iter().collect() } else { taken };
        match arms[..] {
            [] => return self.fail(m, "a `match` without arms is not supported"),
            [arm] => {
                let scope = self.ssa.scope.len();
                self.bind(&arm.pat, value, span);
                let result = self.arm_expr(&arm.body, mode);
                self.ssa.scope.truncate(scope);
                return result;
            }
            _ => {}
        }
        let tag = if arms.iter().any(|a| guard(a).is_some()) {
            if arms.len() > 64 {
                return self.fail(
                    m,
                    "a `match` with guards and more than 64 arms is not supported: split it",
                );
            }
            self.tag_with_guards(&arms, 0, &value, span)
        } else {
            self.tag(&arms, &value, span)
        };
        let before = self.ssa.env.clone();
        let mut ends = Vec::new();
        for arm in &arms {
            ends.push(self.arm(&before, |s| {
                s.bind(&arm.pat, value.clone(), span);
                s.arm_expr(&arm.body, mode)
            }));
        }
        self.merge(tag, &before, ends, span)
    }

    /// Whether an arm has a guard that runs again for another alternative of its pattern, where
    /// the repetition can be observed.
    fn reruns_guard(&self, arm: &Arm) -> bool {
        let syn::Pat::Guard(g) = &arm.pat else { return false };
        let is_pure = || opaque::is_pure(&g.guard, &|path| self.is_pure_function(path));
        crate::lower::control::pattern::has_bindings(&g.pat, &self.names.pattern_names)
            || !is_pure()
    }

    fn arm_literal(&mut self, number: usize, arms: usize, span: Span) -> Var {
        if arms == 2 { self.bool(number == 0, span) } else { self.int(number as i128, span) }
    }

    /// The index of the first arm that matches (for two arms: whether it is the first).
    fn tag(&mut self, arms: &[&Arm], value: &Value, span: Span) -> Var {
        let n = arms.len();
        let tests: Vec<Option<Var>> =
            arms[..n - 1].iter().map(|a| self.test(&a.pat, value)).collect();
        if n == 2 {
            return match tests.first() {
                Some(Some(test)) => *test,
                _ => self.bool(true, span),
            };
        }
        let mut tag = self.arm_literal(n - 1, n, span);
        for (i, test) in tests.into_iter().enumerate().rev() {
            let Some(test) = test else {
                tag = self.arm_literal(i, n, span);
                continue;
            };
            self.blocks.push(Block::default());
            let number = self.arm_literal(i, n, span);
            let mut yes = self.blocks.pop().unwrap_or_default();
            yes.results.push(number);
            let no = Block { lets: Vec::new(), results: vec![tag] };
            tag = self.emit("arm", Ty::USIZE, Op::Branch(test, vec![yes, no]), span);
        }
        tag
    }

    /// The same for arms with guards. A guard is evaluated only if its pattern matches and no
    /// earlier arm does.
    fn tag_with_guards(&mut self, arms: &[&Arm], i: usize, value: &Value, span: Span) -> Var {
        if i + 1 == arms.len() {
            return self.arm_literal(i, arms.len(), span);
        }
        let arm = arms[i];
        let test = self.test(&arm.pat, value);
        let passes = |s: &mut Self| match guard(arm) {
            None => s.bool(true, span),
            Some(g) => {
                let scope = s.ssa.scope.len();
                s.bind(&arm.pat, value.clone(), span);
                let v = s.operand_var(g);
                s.unify_var(v, &Ty::Bool);
                s.ssa.scope.truncate(scope);
                v
            }
        };
        let test = match (test, guard(arm)) {
            (Some(test), None) => test,
            (None, _) => passes(self),
            (Some(test), Some(_)) => {
                let value = self.choose(
                    test,
                    span,
                    |s| Value::Var(passes(s), false),
                    |s| Value::Var(s.bool(false, span), false),
                );
                self.scalar(value, span)
            }
        };
        if arms.len() == 2 {
            return test;
        }
        let value = self.choose(
            test,
            span,
            |s| Value::Var(s.arm_literal(i, arms.len(), span), false),
            |s| Value::Var(s.tag_with_guards(arms, i + 1, value, span), false),
        );
        self.scalar(value, span)
    }

    pub fn while_loop(&mut self, w: &syn::ExprWhile) -> Value {
        let span = w.while_token.span;
        if let Some(apart) = self.match_with_choice_outside(&Expr::While(w.clone())) {
            return self.expr(&apart);
        }
        // temporaries of the condition live as long as the body runs, as in a statement
        if let Expr::Let(l) = unparen(&w.cond)
            && self.borrows_guards(&l.expr)
        {
            let (label, pat, expr, body) = (&w.label, &l.pat, &l.expr, &w.body);
            return self.infinite_loop(&syn::parse_quote_spanned!(span=> #label loop {
                match #expr { #pat => #body _ => break, }; }));
        }
        if contains_exit(&w.cond) {
            let (label, cond, body) = (&w.label, &w.cond, &w.body);
            return self.infinite_loop(
                &syn::parse_quote_spanned!(span=> #label loop { if #cond #body else { break; } }),
            );
        }
        let cond = self.with_tested_pops(&w.cond);
        let body = conditions(&w.cond)
            .iter()
            .filter_map(|of| of.binds)
            .fold(Cow::Borrowed(&w.body), |body, l| self.with_owned(&l.pat, body));
        self.repeat(Runs::Forever, w.label.as_ref(), span, |s, c| {
            s.condition(&conditions(&cond), span, &mut |s, holds| {
                if holds {
                    return s.block_in_scope(&body, Finish::Continue(c));
                }
                s.break_with_value(c, None, span);
                s.never_value(span)
            });
        })
    }

    pub fn infinite_loop(&mut self, l: &syn::ExprLoop) -> Value {
        self.repeat(Runs::Forever, l.label.as_ref(), l.loop_token.span, |s, c| {
            s.block_in_scope(&l.body, Finish::Continue(c));
        })
    }

    /// `min(a, b)` of lengths.
    pub fn min_length(&mut self, a: Var, b: Var, span: Span) -> Var {
        self.emit("len", Ty::USIZE, Op::Prim(Prim::Min, vec![a, b]), span)
    }
}

/// Splits an arm into one for each alternative of its pattern. This is needed for a pattern of a
/// `unique` reference, because its names are bound to different places in each alternative. It is
/// also needed for a pattern with a guard, which is evaluated for each alternative that matches.
fn alternatives(arm: &Arm, names: &PatternNames, unique: bool) -> Vec<Arm> {
    let apart = |pat: &syn::Pat| match pat {
        syn::Pat::Or(or) if unique && crate::lower::control::pattern::has_bindings(pat, names) => {
            or.cases.iter().cloned().collect()
        }
        pat => vec![pat.clone()],
    };
    let with = |pat: syn::Pat| Arm { pat, ..arm.clone() };
    match &arm.pat {
        syn::Pat::Guard(g) => {
            let guarded =
                |pat| with(syn::Pat::Guard(syn::PatGuard { pat: Box::new(pat), ..g.clone() }));
            apart(&g.pat)
                .iter()
                .flat_map(crate::lower::control::pattern::cases)
                .map(guarded)
                .collect()
        }
        pat => apart(pat).into_iter().map(with).collect(),
    }
}

fn guard(arm: &Arm) -> Option<&Expr> {
    match &arm.pat {
        syn::Pat::Guard(g) => Some(&g.guard),
        _ => None,
    }
}

/// Whether a pattern is irrefutable, as far as its form shows.
pub fn is_irrefutable(pat: &syn::Pat, names: &PatternNames) -> bool {
    match pat {
        syn::Pat::Wild(_) | syn::Pat::Rest(_) => true,
        syn::Pat::Ident(p) => match &p.subpat {
            Some((_, sub)) => is_irrefutable(sub, names),
            None => !names.may_fail(p),
        },
        syn::Pat::Paren(p) => is_irrefutable(&p.pat, names),
        syn::Pat::Type(t) => is_irrefutable(&t.pat, names),
        syn::Pat::Reference(r) => is_irrefutable(&r.pat, names),
        syn::Pat::Tuple(t) => t.elems.iter().all(|p| is_irrefutable(p, names)),
        _ => false,
    }
}

/// A `let` in a condition, and the tests after it up to the next one.
struct Condition<'e> {
    binds: Option<&'e syn::ExprLet>,
    tests: Vec<&'e Expr>,
}

fn conditions(e: &Expr) -> Vec<Condition<'_>> {
    let mut all = Vec::new();
    if has_let(e) {
        collect_conditions(e, &mut all);
    } else {
        all.push(Condition { binds: None, tests: vec![e] });
    }
    all
}

fn collect_conditions<'e>(e: &'e Expr, all: &mut Vec<Condition<'e>>) {
    match unparen(e) {
        Expr::Let(l) => all.push(Condition { binds: Some(l), tests: Vec::new() }),
        Expr::Binary(b) if matches!(b.op, syn::BinOp::And(_)) => {
            collect_conditions(&b.left, all);
            collect_conditions(&b.right, all);
        }
        test => match all.last_mut() {
            Some(last) => last.tests.push(test),
            None => all.push(Condition { binds: None, tests: vec![test] }),
        },
    }
}

pub fn has_let(e: &Expr) -> bool {
    match unparen(e) {
        Expr::Let(_) => true,
        Expr::Binary(b) if matches!(b.op, syn::BinOp::And(_)) => {
            has_let(&b.left) || has_let(&b.right)
        }
        _ => false,
    }
}

/// Finds exits that leave an expression.
#[derive(Default)]
struct FindExits {
    found: bool,
    loops: usize,
    labels: Vec<String>,
}

impl FindExits {
    fn visit_in_loop(
        &mut self,
        label: Option<&syn::Label>,
        is_loop: bool,
        visit: impl FnOnce(&mut Self),
    ) {
        self.loops += usize::from(is_loop);
        let labels = self.labels.len();
        self.labels.extend(label.map(|l| l.name.ident.to_string()));
        visit(self);
        self.labels.truncate(labels);
        self.loops -= usize::from(is_loop);
    }

    fn jump(&mut self, label: Option<&syn::Lifetime>) {
        self.found |= match label {
            Some(l) => !self.labels.contains(&l.ident.to_string()),
            None => self.loops == 0,
        };
    }
}

impl<'ast> Visit<'ast> for FindExits {
    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::Return(_) | Expr::Try(_) => self.found = true,
            Expr::Break(b) => self.jump(b.label.as_ref()),
            Expr::Continue(c) => self.jump(c.label.as_ref()),
            Expr::ForLoop(l) => {
                self.visit_expr(&l.expr);
                return self.visit_in_loop(l.label.as_ref(), true, |s| s.visit_block(&l.body));
            }
            Expr::While(l) => {
                return self.visit_in_loop(l.label.as_ref(), true, |s| {
                    s.visit_expr(&l.cond);
                    s.visit_block(&l.body);
                });
            }
            Expr::Loop(l) => {
                return self.visit_in_loop(l.label.as_ref(), true, |s| s.visit_block(&l.body));
            }
            Expr::Block(b) => {
                return self.visit_in_loop(b.label.as_ref(), false, |s| s.visit_block(&b.block));
            }
            Expr::Closure(_) | Expr::Async(_) => return,
            Expr::Macro(m) => self.found |= elements_with_exits(&m.mac).is_some(),
            _ => {}
        }
        if !self.found {
            syn::visit::visit_expr(self, e);
        }
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// The elements of a `vec![a, f(b)?]` with exits in them.
pub fn elements_with_exits(
    mac: &syn::Macro,
) -> Option<syn::punctuated::Punctuated<Expr, syn::Token![,]>> {
    if mac.path.segments.last().is_none_or(|s| s.ident != "vec") {
        return None;
    }
    let elements = mac.parse_body_with(syn::punctuated::Punctuated::parse_terminated).ok()?;
    elements.iter().any(contains_exit).then_some(elements)
}

/// Whether control may leave an expression by `return`, `break` or `continue`.
pub fn contains_exit(e: &Expr) -> bool {
    let mut exits = FindExits::default();
    exits.visit_expr(e);
    exits.found
}

/// Whether control certainly does not reach the end of an expression.
fn is_divergent(e: &Expr) -> bool {
    match unparen(e) {
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
        Expr::Macro(m) => is_panic(&m.mac),
        Expr::Block(b) => b.label.is_none() && is_divergent_block(&b.block),
        Expr::If(i) => {
            is_divergent_block(&i.then_branch)
                && i.else_branch.as_ref().is_some_and(|(_, e)| is_divergent(e))
        }
        Expr::Match(m) => !m.arms.is_empty() && m.arms.iter().all(|a| is_divergent(&a.body)),
        _ => false,
    }
}

fn is_divergent_block(block: &syn::Block) -> bool {
    block.stmts.iter().any(|stmt| match stmt {
        Stmt::Expr(e, _) => is_divergent(e),
        Stmt::Macro(m) => is_panic(&m.mac),
        Stmt::Local(_) | Stmt::Item(_) => false,
    })
}

fn is_panic(mac: &syn::Macro) -> bool {
    mac.path.segments.last().is_some_and(|s| {
        ["panic", "unreachable", "todo", "unimplemented"].iter().any(|n| s.ident == n)
    })
}

/// Whether an expression is a choice in which some arms leave, and exactly one continues.
pub fn has_one_way_on(e: &Expr) -> bool {
    let ways = match unparen(e) {
        Expr::Try(_) => 1,
        Expr::If(i) => {
            usize::from(!is_divergent_block(&i.then_branch))
                + usize::from(!i.else_branch.as_ref().is_some_and(|(_, e)| is_divergent(e)))
        }
        Expr::Match(m) => m.arms.iter().filter(|a| !is_divergent(&a.body)).count(),
        _ => return false,
    };
    ways == 1 && contains_exit(unparen(e))
}
