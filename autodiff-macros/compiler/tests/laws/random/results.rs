//! Programs as text: results.

use super::render::*;
use super::signatures::{OUTCOME, OUTCOME_OF_REAL};
use super::*;

impl Renderer<'_> {
    /// A result, made of others and of a real.
    pub(super) fn result_value(&mut self, k: u8, t: &str) -> String {
        self.named_first(t, |r, t| r.ok_of(k, t))
    }

    fn ok_of(&mut self, k: u8, t: &str) -> String {
        let (first, second) = (
            Self::pick(&self.scope.outcomes, k / 16),
            Self::pick(&self.scope.outcomes, k / 32 + 1),
        );
        match (k % 14, first, second) {
            (0, ..) => format!("Ok({t})"),
            (1, ..) => format!("if {t} > 0.1 {{ Ok({t}) }} else {{ Err({}) }}", k % 5),
            (2, Some(r), _) => r,
            (3, Some(r), _) => format!("if {t} < 0.4 {{ {r} }} else {{ Err(1) }}"),
            (4, Some(r), Some(s)) => format!("if {t} < 0.4 {{ {r} }} else {{ {s} }}"),
            (5, Some(r), _) => format!("{r}.map(|u| u * {t})"),
            (6, Some(r), _) => format!("{r}.map_err(|n| n + 1)"),
            (7, Some(r), _) => {
                format!("match {r} {{ Ok(u) if u > {t} => Ok(u * {t}), other => other }}")
            }
            (8, Some(r), _) => format!("{r}.or_else(|n| if n > 1 {{ Ok({t}) }} else {{ Err(n) }})"),
            (9, Some(r), Some(s)) => {
                format!("{r}.and_then(|u| if u > {t} {{ Ok(u - {t}) }} else {{ {s} }})")
            }
            (10 | 11, ..) => {
                let o = self.option_value(k / 2, Content::Real, t);
                let name = self.name("o");
                format!("{{ let {name}: Option<f64> = {o}; {name}.ok_or({}) }}", k % 3)
            }
            (_, r, _) => match self.callee(k, &[OUTCOME, OUTCOME_OF_REAL]) {
                Some(g) if self.callable[g] == OUTCOME => {
                    let o = self.option_value(k / 2, Content::Real, t);
                    format!("g{g}({t}, {o})")
                }
                Some(g) => format!("g{g}({t}, x, {})", k % 4),
                None => r.unwrap_or_else(|| format!("Ok({t})")),
            },
        }
    }

    /// Something of a result.
    pub(super) fn of_result(&mut self, kind: u8, k: u8, parts: &[Real; 2]) -> String {
        let a = self.real(&parts[0]);
        let Some(r) = Self::pick(&self.scope.outcomes, k) else { return a };
        let (u, n) = (self.name("u"), self.name("n"));
        let (before, b) = self.nested(false, |r| {
            r.fixed();
            r.add_real(u.clone(), false);
            r.real(&parts[1])
        });
        let b = format!("{{ {before}{b} }}");
        match kind % 8 {
            0 => format!("{r}.unwrap_or({a})"),
            1 => format!("{r}.map_or({a}, |{u}| {b})"),
            2 => format!("(match {r} {{ Ok({u}) => {b}, Err({n}) => {n} as f64 * ({a}) }})"),
            3 => format!("(if let Ok({u}) = {r} {b} else {{ {a} }})"),
            4 => format!("{r}.map(|{u}| {b}).unwrap_or({a})"),
            5 => format!(
                "{r}.and_then(|{u}| if {u} > 0.0 {{ Ok({b}) }} else {{ Err(3) \
                 }}).unwrap_or_else(|{n}| {n} as f64)"
            ),
            6 => format!(
                "(match {r} {{ Ok({u}) if {u} > 0.1 => {b}, Err(1) => x, Ok({u}) => {u}, Err(_) => \
                 {{ {a} }} }})"
            ),
            _ => format!("{r}.unwrap_or_default()"),
        }
    }

    /// A result, or what one holds.
    pub(super) fn let_result(&mut self, k: u8, s: u8, e: &Real) {
        let t = self.bound(e);
        let value = self.result_value(s, &t);
        let name = self.name("r");
        self.line(&format!("let {name}: Result<f64, usize> = {value};"));
        let leaves = !self.scope.inside;
        match (k % 4, self.output) {
            (0, Output::ResultValue) if leaves => {
                self.line(&format!("let {t}: f64 = {name}? * {t};"));
                self.scope.reals.retain(|v| v.code != t);
                self.add_real(t, false);
            }
            (0, Output::Option | Output::OptionP) if leaves => {
                self.line(&format!("let {t}: f64 = {name}.ok()?;"));
                self.scope.reals.retain(|v| v.code != t);
                self.add_real(t, false);
            }
            _ => self.scope.outcomes.push(name),
        }
    }

    /// A destructured `Result`.
    pub(super) fn match_result(&mut self, k: u8, s: u8, good: &[Stmt], bad: &[Stmt]) {
        let Some(r) = Self::pick(&self.scope.outcomes, k) else { return };
        let (u, n) = (self.name("u"), self.name("n"));
        let int = |r: &mut Self, name: String| {
            r.scope.ints.push(IntVar { name, mutable: false, within: Vec::new() })
        };
        match s % 3 {
            0 => {
                self.line(&format!("if let Ok({u}) = {r} {{"));
                self.block(good, |r| r.add_real(u, false));
                self.line("} else {");
                self.block(bad, |_| {});
            }
            1 => {
                self.line(&format!("match {r} {{\nErr({n}) if {n} > 1 => {{"));
                self.block(bad, |r| int(r, n));
                self.line(&format!("}}\nOk({u}) => {{"));
                self.block(good, |r| r.add_real(u, false));
                self.line("}\n_ => {}");
            }
            _ => {
                self.line(&format!("match {r} {{\nOk({u}) => {{"));
                self.block(good, |r| r.add_real(u, false));
                self.line(&format!("}}\nErr({n}) => {{"));
                self.block(bad, |r| int(r, n));
                self.line("}");
            }
        }
        self.line("}");
    }
}
