//! Programs as text: options, and what holds them.

use super::render::*;
use super::signatures::{HOLDER, OPTION, OPTION_P, OPTION_UNIQUE};
use super::*;

/// What a pattern binds.
#[derive(Default)]
struct Bindings {
    reals: Vec<String>,
    structs: Vec<String>,
    options: Vec<String>,
    ints: Vec<String>,
}

impl Renderer<'_> {
    /// A place of an option.
    pub(super) fn option(&self, k: u8, of: Content) -> Option<OptionVar> {
        let fitting: Vec<OptionVar> =
            self.scope.options.iter().filter(|o| o.of == of).cloned().collect();
        Self::pick(&fitting, k)
    }

    /// What `make` makes of a real. That gets a name of its own first: it may change what is
    /// borrowed where it is used, and the parameters of closures may hide what it reads.
    pub(super) fn named_first(
        &mut self,
        t: &str,
        make: impl FnOnce(&mut Self, &str) -> String,
    ) -> String {
        if t.chars().all(char::is_alphanumeric) {
            return make(self, t);
        }
        let name = self.name("t");
        let made = make(self, &name);
        format!("{{ let {name}: f64 = {t}; {made} }}")
    }

    /// An option, made of others and of a real.
    pub(super) fn option_value(&mut self, k: u8, of: Content, t: &str) -> String {
        self.named_first(t, |r, t| r.option_of(k, of, t))
    }

    fn option_of(&mut self, k: u8, of: Content, t: &str) -> String {
        let code = |o: Option<OptionVar>| o.map(|o| o.code);
        let (first, second) = (code(self.option(k / 16, of)), code(self.option(k / 32 + 1, of)));
        match of {
            Content::Real => self.real_option(k, t, first, second),
            Content::P => self.struct_option(k, t, first, second),
        }
    }

    fn real_option(
        &mut self,
        k: u8,
        t: &str,
        first: Option<String>,
        second: Option<String>,
    ) -> String {
        match (k % 20, first, second) {
            (18 | 19, ..) if !self.scope.outcomes.is_empty() => {
                match Self::pick(&self.scope.outcomes, k) {
                    Some(r) => format!("{r}.ok()"),
                    None => "None".into(),
                }
            }
            (0, ..) => format!("Some({t})"),
            (1, ..) => format!("if {t} > 0.1 {{ Some({t}) }} else {{ None }}"),
            (2, Some(o), _) => o,
            (3, Some(o), _) => format!("if {t} < 0.4 {{ {o} }} else {{ None }}"),
            (4, Some(o), Some(p)) => format!("if {t} < 0.4 {{ {o} }} else {{ {p} }}"),
            (5, Some(o), _) => format!("{o}.or(Some({t}))"),
            (6, Some(o), Some(p)) => format!("{o}.or({p})"),
            (7, Some(o), _) => format!("{o}.map(|u| u * {t})"),
            (8, Some(o), _) => format!("{o}.filter(|u| *u > {t})"),
            (9, Some(o), Some(p)) => {
                format!("{o}.and_then(|u| if u > {t} {{ Some(u - {t}) }} else {{ {p} }})")
            }
            (10, Some(o), Some(p)) => format!("{o}.zip({p}).map(|(a, b)| a * b + {t})"),
            (11, Some(o), _) => {
                format!("match {o} {{ Some(u) if u > {t} => Some(u * {t}), other => other }}")
            }
            (12, Some(o), Some(p)) => {
                format!(
                    "match ({o}, {p}) {{ (Some(a), Some(b)) => Some(a - b), (a, None) => a, (None, \
                     b) => b }}"
                )
            }
            (13, Some(o), _) => format!("Some({o}).flatten()"),
            (14, Some(o), _) => match self.callee(k, &[OPTION]) {
                Some(g) => format!("g{g}({t}, {o})"),
                None => o,
            },
            (15, ..) => match self.flat(k) {
                Some(s) => format!("{}.iter().copied().reduce(f64::max)", s.name),
                None => format!("Some({t})"),
            },
            (16, ..) => match Self::pick(&self.scope.lists, k) {
                Some(list) => format!("{}.first().map(|p| p.a * {t})", list.name),
                None => "None".into(),
            },
            (17, ..) => match Self::pick(&self.scope.many, k) {
                Some(os) => format!("if {0}.len() > 1 {{ {0}[1] }} else {{ None }}", os.name),
                None => "None".into(),
            },
            _ => "None".into(),
        }
    }

    fn struct_option(
        &mut self,
        k: u8,
        t: &str,
        first: Option<String>,
        second: Option<String>,
    ) -> String {
        match (k % 12, first, second) {
            (0, ..) => format!("Some(P {{ a: {t}, b: x }})"),
            (1, ..) => format!("if {t} > 0.1 {{ Some(P {{ a: 0.5, b: {t} }}) }} else {{ None }}"),
            (2, Some(o), _) => format!("{o}.clone()"),
            (3, Some(o), _) => format!("if {t} < 0.4 {{ {o}.clone() }} else {{ None }}"),
            (4, Some(o), _) => format!("{o}.clone().map(|p| P {{ a: p.b * {t}, ..p }})"),
            (5, Some(o), Some(p)) => format!("{o}.clone().or_else(|| {p}.clone())"),
            (6, Some(o), _) => format!("{o}.as_ref().filter(|p| p.a > {t}).cloned()"),
            (7, ..) => match Self::pick(&self.scope.lists, k) {
                Some(list) => format!("{}.first().cloned()", list.name),
                None => "None".into(),
            },
            (8, Some(o), _) => {
                format!(
                    "match &{o} {{ Some(p) if p.a > {t} => Some(P {{ a: p.b, b: p.a * {t} }}), \
                     other => other.clone() }}"
                )
            }
            (9, Some(o), Some(p)) => {
                format!("if {t} < 0.4 {{ {o}.clone() }} else {{ {p}.clone() }}")
            }
            (10, Some(o), _) => match self.callee(k, &[OPTION_P]) {
                Some(g) => format!("g{g}({t}, {o}.clone())"),
                None => format!("{o}.clone()"),
            },
            (11, Some(o), _) => format!(
                "match {o}.clone() {{ Some(P {{ a, b }}) => Some(P {{ a: b, b: a }}), None => None \
                 }}"
            ),
            _ => "None".into(),
        }
    }

    /// A new struct that holds options.
    pub(super) fn some_holder(&mut self, k: u8, a: &str, b: &str) -> String {
        let (best, at) =
            (self.option_value(k / 2, Content::Real, a), self.option_value(k / 3, Content::P, b));
        let kind = self.some_enum(k / 4, a, b);
        match (k % 4, self.structure(k / 4, Kind::H)) {
            (0, Some(base)) => format!("H {{ best: {best}, ..{}.clone() }}", base.name),
            (1, Some(base)) => format!("H {{ at: {at}, kind: {kind}, ..{}.clone() }}", base.name),
            (2, Some(base)) => match self.callee(k, &[HOLDER]) {
                Some(g) => format!("g{g}({a}, {}.clone())", base.name),
                None => format!("{}.clone()", base.name),
            },
            _ => format!("H {{ n: {}, kind: {kind}, at: {at}, best: {best} }}", k % 4),
        }
    }

    /// A real for what is said of it twice.
    pub(super) fn bound(&mut self, e: &Real) -> String {
        let (value, name) = (self.real(e), self.name("t"));
        self.line(&format!("let {name}: f64 = {value};"));
        name
    }

    /// Something of an option.
    pub(super) fn of_option(&mut self, kind: u8, k: u8, parts: &[Real; 2], i: &Index) -> String {
        let a = self.real(&parts[0]);
        let (u, w) = (self.name("u"), self.name("u"));
        let seq = self.flat(k);
        let (option, other) = (
            self.option(k, Content::Real).map(|o| o.code),
            self.option(k / 8 + 1, Content::Real).map(|o| o.code),
        );
        let of_struct = self.option(k, Content::P).map(|o| o.code);
        let kind = kind % 15;
        let deref = if kind < 3 && seq.is_some() { "*" } else { "" };
        let (before, b) = self.nested(false, |r| {
            r.fixed();
            match (kind, &of_struct) {
                (12..=13, Some(_)) => r.add_struct(&u, Kind::P, true, false),
                _ => r.add_real(format!("{deref}{u}"), false),
            }
            r.real(&parts[1])
        });
        let b = format!("{{ {before}{b} }}");
        match (kind, seq, option, of_struct) {
            (0, Some(s), ..) => format!("{}.first().copied().unwrap_or({a})", s.name),
            (1, Some(s), ..) => {
                let i = self.int(i);
                format!("{}.get({i}).map_or({a}, |{u}| {b})", s.name)
            }
            (2, Some(s), ..) => {
                format!("(match {}.last() {{ Some({u}) => {b}, None => {a} }})", s.name)
            }
            (3, _, Some(o), _) => format!("{o}.unwrap_or({a})"),
            (4, _, Some(o), _) => format!("{o}.map_or({a}, |{u}| {b})"),
            (5, _, Some(o), _) => format!("{o}.map(|{u}| {b}).unwrap_or({a})"),
            (6, _, Some(o), _) => format!("(if let Some({u}) = {o} {b} else {{ {a} }})"),
            (7, _, Some(o), _) => format!(
                "(match {o} {{ Some({u}) if {u} > 0.1 => {b}, Some({u}) => {u}, None => {a} }})"
            ),
            (8, _, Some(o), _) => format!("{o}.filter(|{u}| *{u} > 0.0).unwrap_or({a})"),
            (9, _, Some(o), _) => format!(
                "{o}.and_then(|{u}: f64| if {u} > 0.0 {{ Some({b}) }} else {{ None \
                 }}).unwrap_or({a})"
            ),
            (10, _, Some(o), _) => {
                let p = other.unwrap_or_else(|| "None".into());
                format!(
                    "(match ({o}, {p}) {{ (Some({u}), Some({w})) if {u} < {w} => ({b} * {w}), \
                     (Some({u}), None) | (None, Some({u})) => {u}, _ => {a} }})"
                )
            }
            (11, _, Some(o), _) => match other {
                Some(p) => format!(
                    "(if let (Some({u}), Some({w})) = ({o}, {p}) {{ ({b} - {w}) }} else {{ {a} }})"
                ),
                None => format!("{o}.unwrap_or_default()"),
            },
            (12, _, _, Some(o)) => format!("{o}.as_ref().map_or(0.25, |{u}| {b})"),
            (13, _, _, Some(o)) => {
                format!("(match &{o} {{ Some({u}) => {b}, None => {{ {a} }} }})")
            }
            (14, _, _, Some(o)) => format!("{o}.as_ref().map(|{u}| {u}.b).unwrap_or({a})"),
            _ => a,
        }
    }

    /// A pattern of a struct that holds options, with another pattern in each of its fields, and
    /// what it binds.
    fn pattern(&mut self, seed: u8) -> (String, Bindings) {
        let mut bound = Bindings::default();
        let mut fields = Vec::new();
        let real = |r: &mut Self, bound: &mut Bindings| {
            let name = r.name("u");
            bound.reals.push(name.clone());
            name
        };
        match seed % 5 {
            0 => fields.push(format!("best: Some({})", real(self, &mut bound))),
            1 => fields.push("best: None".into()),
            2 => {
                let name = self.name("o");
                fields.push(format!("best: {name}"));
                bound.options.push(name);
            }
            3 => fields.push("best: Some(_)".into()),
            _ => {}
        }
        match seed / 5 % 8 {
            0 => fields.push(format!("kind: E::A({})", real(self, &mut bound))),
            1 => fields.push(format!("kind: E::B {{ t: {}, .. }}", real(self, &mut bound))),
            2 => fields.push(format!("kind: E::C(P {{ b: {}, a: _ }})", real(self, &mut bound))),
            3 => fields.push("kind: E::A(_) | E::U".into()),
            4 => {
                let name = self.name("p");
                fields.push(format!("kind: E::C({name})"));
                bound.structs.push(name);
            }
            5 => {
                let name = real(self, &mut bound);
                fields.push(format!("kind: E::A({name}) | E::B {{ s: {name}, .. }}"));
            }
            _ => {}
        }
        match seed / 40 % 4 {
            0 => fields.push(format!("at: Some(P {{ a: {}, .. }})", real(self, &mut bound))),
            1 => {
                let name = self.name("p");
                fields.push(format!("at: Some({name})"));
                bound.structs.push(name);
            }
            2 => fields.push("at: None".into()),
            _ => {}
        }
        match seed % 7 {
            0 => fields.push("n: 0 | 2".into()),
            1 => fields.push("n: 1..=2".into()),
            2 | 3 => {
                let name = self.name("k");
                fields.push(format!("n: {name}"));
                bound.ints.push(name);
            }
            _ => {}
        }
        let dots = if fields.len() < 4 { ".." } else { "" };
        let text = fields.iter().map(|f| format!("{f}, ")).collect::<String>();
        (format!("H {{ {text}{dots} }}"), bound)
    }

    /// What a pattern binds is in scope.
    fn bind(&mut self, bound: &Bindings, reference: bool) {
        let deref = |name: &String| if reference { format!("(*{name})") } else { name.clone() };
        bound.ints.iter().for_each(|name| {
            self.scope.ints.push(IntVar { name: deref(name), mutable: false, within: Vec::new() })
        });
        bound.options.iter().for_each(|name| {
            self.scope.options.push(OptionVar {
                code: deref(name),
                of: Content::Real,
                mutable: false,
            });
        });
        bound.structs.iter().for_each(|name| self.add_struct(name, Kind::P, reference, false));
        bound.reals.iter().for_each(|name| self.add_real(deref(name), false));
    }

    /// The condition of an arm.
    fn guard(&mut self, seed: u8, bound: &Bindings, reference: bool) -> String {
        match bound.reals.first() {
            Some(name) if seed.is_multiple_of(3) => {
                format!(" if {}{name} > 0.2", if reference { "*" } else { "" })
            }
            _ => String::new(),
        }
    }

    /// A struct that holds options, as it stands after `match`, and whether it is matched by
    /// reference.
    fn matched(&self, k: u8) -> Option<(String, String, bool)> {
        let h = self.structure(k / 4, Kind::H)?;
        let by_value = k.is_multiple_of(4);
        let of = match (by_value, h.reference) {
            (true, _) => format!("{}.clone()", h.name),
            (false, true) => format!("&*{}", h.name),
            (false, false) => format!("&{}", h.name),
        };
        Some((h.name, of, !by_value))
    }

    /// `match` with patterns in patterns, as an expression.
    pub(super) fn of_holder(&mut self, k: u8, patterns: &[u8; 3], arms: &[Real; 4]) -> String {
        let Some((_, of, reference)) = self.matched(k) else { return self.real(&arms[0]) };
        let mut text = format!("(match {of} {{ ");
        for (seed, e) in patterns.iter().zip(arms) {
            let (pattern, bound) = self.pattern(*seed);
            let guard = self.guard(*seed, &bound, reference);
            let (before, value) = self.nested(false, |r| {
                r.fixed();
                r.bind(&bound, reference);
                r.real(e)
            });
            text += &format!("{pattern}{guard} => {{ {before}{value} }} ");
        }
        let (before, value) = self.nested(false, |r| {
            r.fixed();
            r.real(&arms[3])
        });
        format!("{text}_ => {{ {before}{value} }} }})")
    }

    /// A statement about options.
    pub(super) fn option_stmt(&mut self, s: &Stmt) {
        match s {
            Stmt::LetOption(k, s, t, e) => {
                let (truth, t) = (self.truth(t), self.bound(e));
                let (name, mutable) = (self.name("o"), k % 3 != 0);
                let of = if k % 4 == 3 { Content::P } else { Content::Real };
                let value = match (k % 4, self.flat(*k)) {
                    (0, Some(s)) => format!("{}.first().copied()", s.name),
                    (1, Some(s)) => format!("{}.iter().copied().find(|u| *u > 0.3)", s.name),
                    (2, _) if s % 2 == 0 => format!("if {truth} {{ Some({t}) }} else {{ None }}"),
                    _ => self.option_value(*s, of, &t),
                };
                let ty = if of == Content::P { "P" } else { "f64" };
                self.line(&format!(
                    "let {}{name}: Option<{ty}> = {value};",
                    if mutable { "mut " } else { "" }
                ));
                self.scope.options.push(OptionVar { code: name, of, mutable });
            }
            Stmt::SetOption(k, s, t, e) => self.set_option(*k, *s, t, e),
            Stmt::IfLet(k, s, then, otherwise) => {
                let Some(o) = Self::pick(&self.scope.options, *k) else { return };
                let (u, code) = (self.name("u"), &o.code);
                match (o.of, s % 4) {
                    (Content::Real, 0) => {
                        self.line(&format!("if let Some({u}) = {code} && {u} > 0.2 {{"))
                    }
                    (Content::Real, _) => self.line(&format!("if let Some({u}) = {code} {{")),
                    (Content::P, 0) => {
                        self.line(&format!("if let Some(P {{ b: {u}, .. }}) = &{code} {{"))
                    }
                    (Content::P, _) => self.line(&format!("if let Some({u}) = &{code} {{")),
                }
                self.block(then, |r| match (o.of, s % 4) {
                    (Content::Real, _) => r.add_real(u, false),
                    (Content::P, 0) => {
                        r.freeze(code);
                        r.add_real(format!("*{u}"), false);
                    }
                    (Content::P, _) => {
                        r.freeze(code);
                        r.add_struct(&u, Kind::P, true, false);
                    }
                });
                match (self.option(s / 4, Content::Real), s % 3) {
                    (Some(o), 0) => {
                        let w = self.name("u");
                        self.line(&format!("}} else if let Some({w}) = {} {{", o.code));
                        self.block(otherwise, |r| r.add_real(w, false));
                    }
                    _ => {
                        self.line("} else {");
                        self.block(otherwise, |_| {});
                    }
                }
                self.line("}");
            }
            Stmt::LetElse(k, s, e) => {
                let exit = match self.scope.loops.last() {
                    Some((label, false)) => format!("continue {label}"),
                    _ if self.scope.inside || self.output != Output::Real => return,
                    _ => {
                        let (before, e) = self.nested(false, |r| r.real(e));
                        format!("{before} return {e}")
                    }
                };
                match self.matched(*k).filter(|_| k % 2 == 0) {
                    Some((name, of, true)) => {
                        let (pattern, bound) = self.pattern(*s);
                        self.line(&format!("let {pattern} = {of} else {{ {exit} }};"));
                        self.freeze(&name);
                        self.bind(&bound, true);
                    }
                    Some((_, of, false)) => {
                        let (pattern, bound) = self.pattern(*s);
                        self.line(&format!("let {pattern} = {of} else {{ {exit} }};"));
                        self.bind(&bound, false);
                    }
                    None => {
                        let Some(o) = self.option(*k, Content::Real) else { return };
                        let u = self.name("u");
                        self.line(&format!("let Some({u}) = {} else {{ {exit} }};", o.code));
                        self.add_real(u, false);
                    }
                }
            }
            Stmt::LetMany(k, i, e) => {
                let (t, i, name) = (self.bound(e), self.int(i), self.name("os"));
                let (a, b) = (
                    self.option_value(k / 4, Content::Real, &t),
                    self.option_value(k / 8 + 1, Content::Real, "x"),
                );
                let value = match k % 3 {
                    0 => format!("vec![{a}, None, {b}]"),
                    1 => format!("vec![{a}; {i} % 3]"),
                    _ => format!("[{b}, {a}]"),
                };
                let ty = if k % 3 < 2 { "Vec<Option<f64>>" } else { "[Option<f64>; 2]" };
                self.line(&format!("let mut {name}: {ty} = {value};"));
                self.scope.many.push(OtherVar { name, reference: false, mutable: true });
            }
            Stmt::EachOption(k, s, body) => {
                let Some(many) = Self::pick(&self.scope.many, *s) else { return };
                let (o, i, label, name) =
                    (self.name("o"), self.name("i"), self.name("'l"), &many.name);
                match k % 3 {
                    0 => self.line(&format!("{label}: for {o} in {name}.iter() {{")),
                    1 => self
                        .line(&format!("{label}: for ({i}, {o}) in {name}.iter().enumerate() {{")),
                    _ => self.line(&format!("{label}: for {o} in {name}.iter().copied().rev() {{")),
                }
                self.block(body, |r| {
                    r.scope.loops.push((label, false));
                    r.scope
                        .many
                        .iter_mut()
                        .filter(|m| m.name == *name)
                        .for_each(|m| m.mutable = false);
                    if k % 3 == 1 {
                        r.scope.ints.push(IntVar { name: i, mutable: false, within: Vec::new() });
                    }
                    let code = if k % 3 < 2 { format!("(*{o})") } else { o };
                    r.scope.options.push(OptionVar { code, of: Content::Real, mutable: false });
                });
                self.line("}");
            }
            Stmt::MatchHolder(k, patterns, arms) => {
                let Some((name, of, reference)) = self.matched(*k) else { return };
                self.line(&format!("match {of} {{"));
                for (seed, arm) in patterns.iter().zip(arms.iter()) {
                    let (pattern, bound) = self.pattern(*seed);
                    let guard = self.guard(*seed, &bound, reference);
                    self.line(&format!("{pattern}{guard} => {{"));
                    self.block(arm, |r| {
                        if reference {
                            r.freeze(&name);
                        }
                        r.bind(&bound, reference);
                    });
                    self.line("}");
                }
                self.line("_ => {");
                self.block(&arms[3], |r| {
                    if reference {
                        r.freeze(&name);
                    }
                });
                self.line("}\n}");
            }
            _ => {}
        }
    }

    /// An option is changed, or what it holds.
    fn set_option(&mut self, k: u8, s: u8, truth: &Truth, e: &Real) {
        let (truth, t) = (self.truth(truth), self.bound(e));
        let many: Vec<OtherVar> = self.scope.many.iter().filter(|m| m.mutable).cloned().collect();
        if let (0, Some(os)) = (k % 8, Self::pick(&many, s)) {
            let value = self.option_value(s, Content::Real, &t);
            return self.line(&format!("if {0}.len() > 1 {{ {0}[1] = {value}; }}", os.name));
        }
        let mutable: Vec<OptionVar> =
            self.scope.options.iter().filter(|o| o.mutable).cloned().collect();
        let Some(OptionVar { code, of, .. }) = Self::pick(&mutable, k / 8) else { return };
        let u = self.name("u");
        match (of, k % 8) {
            (_, 0 | 1) => {
                let value = self.option_value(s, of, &t);
                self.line(&format!("{code} = {value};"));
            }
            (_, 2) => {
                let value = self.option_value(s, of, &t);
                self.line(&format!("if {truth} {{ {code} = {value}; }}"));
            }
            (_, 3) => self.line(&format!("if {truth} {{ {code} = None; }}")),
            (_, 4) => {
                self.line(&format!("let {u} = {code}.take();"));
                self.scope.options.push(OptionVar { code: u, of, mutable: false });
            }
            (Content::Real, 5) => {
                self.line(&format!("if let Some({u}) = &mut {code} {{"));
                self.assign(&format!("*{u}"), s, &t);
                self.line("}");
            }
            (Content::Real, 6) => {
                self.line(&format!("let {u} = {code}.replace({t});"));
                self.scope.options.push(OptionVar { code: u, of, mutable: false });
            }
            (Content::Real, _) => {
                self.line(&format!("{code} = Some({code}.map_or({t}, |{u}| {u}.min({t})));"))
            }
            (Content::P, 5) => {
                self.line(&format!("if let Some({u}) = &mut {code} {{"));
                self.assign(&format!("{u}.b"), s, &t);
                self.line("}");
            }
            (Content::P, 6) => {
                self.line(&format!("if let Some(P {{ a: {u}, .. }}) = {code}.as_mut() {{"));
                self.assign(&format!("*{u}"), s, &t);
                self.line("}");
            }
            (Content::P, _) => {
                let p = self.struct_value(s, Kind::P, &t);
                self.line(&format!("let {u} = {code}.replace({p});"));
                self.scope.options.push(OptionVar { code: u, of, mutable: false });
            }
        }
    }

    /// A call that gives an option.
    pub(super) fn call_option(&mut self, f: u8, question: bool, e: &Real) {
        let Some(g) = self.callee(f, &[15, OPTION, OPTION_UNIQUE]) else { return };
        let t = self.bound(e);
        let leaves = question
            && matches!(self.output, Output::Option | Output::OptionP)
            && !self.scope.inside;
        if self.callable[g] == OPTION_UNIQUE {
            return self.call_option_unique(g, f, &t, leaves);
        }
        let argument = match self.callable[g] {
            OPTION => self.option_value(f / 2, Content::Real, "x"),
            _ => "0.5".into(),
        };
        let (x, name) = (format!("{t} + {}", self.active()), self.name("o"));
        if leaves {
            self.line(&format!("let {name} = g{g}({x}, {argument})?;"));
            self.add_real(name, false);
        } else {
            self.line(&format!("let {name}: Option<f64> = g{g}({x}, {argument});"));
            self.scope.options.push(OptionVar { code: name, of: Content::Real, mutable: false });
        }
    }

    /// A call that changes what is read before it and after it, and may leave the function.
    fn call_option_unique(&mut self, g: usize, f: u8, t: &str, leaves: bool) {
        let mutable: Vec<String> =
            self.scope.reals.iter().filter(|v| v.mutable).map(|v| v.code.clone()).collect();
        let Some(u) = mutable.last() else { return };
        let (unique, name) = (
            u.strip_prefix('*').map_or_else(|| format!("&mut {u}"), str::to_string),
            self.name("t"),
        );
        let end = if leaves { "?" } else { ".unwrap_or(0.5)" };
        let call = format!("g{g}({t} + {}, {unique}){end}", self.active());
        let value = match f / 8 % 8 {
            0 => format!(
                "if {u} > {t} && {call} < {u} {{ {u} * {t} }} else {{ {u} + {call} }} - {u}"
            ),
            1 => format!("[{u}, {call}, {u}].iter().fold({u}, |a, b| a * 0.5 + b)"),
            2 => format!("{{ let p = P {{ b: {u} * {t}, a: {call} + {u} }}; p.a - p.b * {u} }}"),
            3 => format!("match {call} {{ v if v > {u} => v * {u}, v => v + {u} * {call} }}"),
            4 => {
                format!("({u} + {t}).atan() * ({call} - {u}).atan() + {{ {u} *= {t}.sin(); {u} }}")
            }
            5 => format!("{{ let (a, b, c) = ({u} * {t}, {call}, {u}); a - b * c }}"),
            6 => format!("Some({u}).map_or(0.5, |v| v * {t}) + {call} * {u}"),
            _ => format!("{u} * {t} + {call} - {u}"),
        };
        self.line(&format!("let {name}: f64 = {value};"));
        self.add_real(name, false);
    }
}
