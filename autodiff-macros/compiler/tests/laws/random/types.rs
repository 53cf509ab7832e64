//! Programs as text: structs and enums.

use super::render::*;
use super::*;

impl Renderer<'_> {
    /// A variable of a struct, with what its fields are.
    pub(super) fn add_struct(&mut self, name: &str, kind: Kind, reference: bool, mutable: bool) {
        self.scope.structs.push(StructVar { name: name.into(), kind, reference, mutable });
        match kind {
            Kind::P => {
                self.add_real(format!("{name}.a"), mutable);
                self.add_real(format!("{name}.b"), mutable);
            }
            Kind::Q => {
                self.scope.structs.push(StructVar {
                    name: format!("{name}.p"),
                    kind: Kind::P,
                    reference: false,
                    mutable,
                });
                self.scope.ints.push(IntVar {
                    name: format!("{name}.k"),
                    mutable,
                    within: Vec::new(),
                });
                self.add_real(format!("{name}.p.b"), mutable);
                self.add_real(format!("{name}.r[1]"), mutable);
                for (field, container) in [("r", Container::Array(3)), ("v", Container::Vec)] {
                    self.scope.seqs.push(SeqVar {
                        name: format!("{name}.{field}"),
                        container,
                        reference: false,
                        unique: false,
                        mutable,
                        // what is moved out of a struct leaves it in pieces
                        pinned: false,
                        depth: 99,
                    });
                }
            }
            Kind::Duo => {
                self.scope.structs.push(StructVar {
                    name: format!("{name}.1"),
                    kind: Kind::P,
                    reference: false,
                    mutable,
                });
                self.add_real(format!("{name}.0"), mutable);
                self.add_real(format!("{name}.1.a"), mutable);
            }
            Kind::H => {
                for (field, of) in [("at", Content::P), ("best", Content::Real)] {
                    self.scope.options.push(OptionVar {
                        code: format!("{name}.{field}"),
                        of,
                        mutable,
                    });
                }
                self.scope.enums.push(OtherVar {
                    name: format!("{name}.kind"),
                    reference: false,
                    mutable,
                });
                self.scope.ints.push(IntVar {
                    name: format!("{name}.n"),
                    mutable,
                    within: Vec::new(),
                });
            }
        }
    }

    pub(super) fn structure(&self, k: u8, kind: Kind) -> Option<StructVar> {
        let fitting: Vec<StructVar> =
            self.scope.structs.iter().filter(|v| v.kind == kind).cloned().collect();
        Self::pick(&fitting, k)
    }

    /// A new struct.
    pub(super) fn some_struct(&mut self, k: u8, kind: Kind, a: &str, b: &str) -> String {
        match (kind, k % 4, self.structure(k / 4, kind)) {
            (Kind::P, 0, Some(base)) => format!("P {{ a: {a}, ..{}.clone() }}", base.name),
            (Kind::P, 1, Some(base)) => format!("P {{ b: {b}, ..{}.clone() }}", base.name),
            (Kind::P, 2, _) => format!("P {{ b: {b}, a: {a} }}"),
            (Kind::P, ..) => format!("P {{ a: {a}, b: {b} }}"),
            (Kind::Q, 0, Some(base)) => {
                format!("Q {{ r: [{a}, x, {b}], ..{}.clone() }}", base.name)
            }
            (Kind::Q, ..) => {
                let p = self.struct_value(k / 4, Kind::P, a);
                let v = match self.flat(k / 8) {
                    Some(s) => format!("{}.to_vec()", s.name),
                    None => format!("vec![{b}, x]"),
                };
                format!("Q {{ k: {}, p: {p}, r: [{b}, 0.5, x], v: {v} }}", k % 3)
            }
            (Kind::Duo, ..) => {
                let p = self.struct_value(k / 4, Kind::P, a);
                format!("Duo({b}, {p})")
            }
            (Kind::H, ..) => self.some_holder(k, a, b),
        }
    }

    /// A struct to be given away: a copy of one, or a new one.
    pub(super) fn struct_value(&mut self, k: u8, kind: Kind, a: &str) -> String {
        match self.structure(k, kind) {
            Some(v) => format!("{}.clone()", v.name),
            None if kind == Kind::P => format!("P {{ a: {a}, b: 0.5 * x }}"),
            None => self.some_struct(3, kind, a, "x"),
        }
    }

    /// A struct by reference.
    pub(super) fn struct_reference(&mut self, k: u8, kind: Kind, a: &str) -> String {
        match self.structure(k, kind) {
            // a unique reference is borrowed again
            Some(v) if v.reference && v.mutable => format!("&*{}", v.name),
            Some(v) => format!("{}{}", if v.reference { "" } else { "&" }, v.name),
            None => format!("&{}", self.some_struct(3, kind, a, "x")),
        }
    }

    pub(super) fn some_enum(&mut self, k: u8, a: &str, b: &str) -> String {
        match k % 5 {
            0 => format!("E::A({a})"),
            1 => format!("E::B {{ t: {a}, s: {b} }}"),
            2 => {
                let p = self.struct_value(k / 5, Kind::P, a);
                format!("E::C({p})")
            }
            3 => format!("if {a} < {b} {{ E::A({b}) }} else {{ E::B {{ s: {a}, t: x }} }}"),
            _ => "E::U".into(),
        }
    }

    pub(super) fn enum_reference(&mut self, k: u8, a: &str) -> String {
        match Self::pick(&self.scope.enums, k) {
            Some(v) => format!("{}{}", if v.reference { "" } else { "&" }, v.name),
            None => format!("&E::A({a})"),
        }
    }

    /// `match` on an enum as an expression.
    pub(super) fn of_enum(&mut self, k: u8, arms: &[Real; 4]) -> String {
        let Some(e) = Self::pick(&self.scope.enums, k) else { return self.real(&arms[0]) };
        let reference = if e.reference { "" } else { "&" };
        let (s, t, p) = (self.name("s"), self.name("t"), self.name("p"));
        let arm = |r: &mut Self, e: &Real, reals: &[&str], of: Option<&str>| {
            r.nested(false, |r| {
                r.fixed();
                reals.iter().for_each(|name| r.add_real(format!("*{name}"), false));
                if let Some(p) = of {
                    r.add_struct(p, Kind::P, true, false);
                }
                r.real(e)
            })
        };
        let (before_a, a) = arm(self, &arms[0], &[&s], None);
        let (before_b, b) = arm(self, &arms[1], &[&t, &s], None);
        let (before_c, c) = arm(self, &arms[2], &[], Some(&p));
        let (before_u, u) = arm(self, &arms[3], &[], None);
        format!(
            "(match {reference}{} {{ E::A({s}) => {{ {before_a}{a} }}, E::B {{ s: {s}, t: {t} }} \
             => {{ {before_b}{b} }}, E::C({p}) => {{ {before_c}{c} }}, E::U => {{ {before_u}{u} }} \
             }})",
            e.name
        )
    }

    /// Something of a struct.
    pub(super) fn of_struct(&mut self, kind: u8, k: u8, parts: &[Real; 2]) -> String {
        let (a, b) = (self.real(&parts[0]), self.real(&parts[1]));
        match (kind % 4, Self::pick(&self.scope.lists, k)) {
            (0, Some(list)) => format!(
                "(if {0}.is_empty() {{ {a} }} else {{ {0}[{k} % {0}.len()].b }})",
                list.name
            ),
            (1, Some(list)) => self.named_first(&b, |_, b| {
                format!("{}.iter().map(|p| p.a * {b} + p.b).sum::<f64>()", list.name)
            }),
            (2, _) => {
                let p = self.some_struct(k, Kind::P, &a, &b);
                format!("({p}).a")
            }
            (3, _) => {
                let d = self.some_struct(k, Kind::Duo, &a, &b);
                format!("{{ let Duo(s, p) = {d}; s * p.b }}")
            }
            _ => a,
        }
    }

    /// Inside of a closure or of a borrow nothing around is changed.
    pub(super) fn fixed(&mut self) {
        self.scope.reals.iter_mut().for_each(|v| v.mutable = false);
        self.scope.ints.iter_mut().for_each(|v| v.mutable = false);
        self.scope.structs.iter_mut().for_each(|v| v.mutable = false);
        self.scope.enums.iter_mut().for_each(|v| v.mutable = false);
        self.scope.lists.iter_mut().for_each(|v| v.mutable = false);
        self.scope.options.iter_mut().for_each(|v| v.mutable = false);
        self.scope.counts.iter_mut().for_each(|c| {
            c.mutable = false;
            c.depth = 99;
        });
        for s in &mut self.scope.seqs {
            s.mutable = false;
            s.pinned = true;
            s.depth = 99;
        }
    }

    /// A statement about structs or enums.
    pub(super) fn typed_stmt(&mut self, s: &Stmt) {
        match s {
            Stmt::LetStruct(k, s, a, b) => {
                let kind = [Kind::P, Kind::H, Kind::Q, Kind::Duo, Kind::P][usize::from(k % 5)];
                let (a, b) = (self.real(a), self.real(b));
                let value = self.some_struct(*s, kind, &a, &b);
                let name = self.name(["p", "h", "q", "d", "p"][usize::from(k % 5)]);
                let mutable = k % 8 < 6;
                self.line(&format!("let {}{name} = {value};", if mutable { "mut " } else { "" }));
                self.add_struct(&name, kind, false, mutable);
            }
            Stmt::AssignStruct(k, s, a, b) => {
                let (a, b) = (self.real(a), self.real(b));
                let structs: Vec<StructVar> =
                    self.scope.structs.iter().filter(|v| v.mutable).cloned().collect();
                let enums: Vec<OtherVar> =
                    self.scope.enums.iter().filter(|v| v.mutable).cloned().collect();
                match (k % 3, Self::pick(&structs, *k), Self::pick(&enums, *k)) {
                    (0, _, Some(e)) => {
                        let value = self.some_enum(*s, &a, &b);
                        self.line(&format!("{} = {value};", e.name));
                    }
                    (_, Some(v), _) => {
                        let value = self.some_struct(*s, v.kind, &a, &b);
                        self.line(&format!(
                            "{}{} = {value};",
                            if v.reference { "*" } else { "" },
                            v.name
                        ));
                    }
                    _ => {}
                }
            }
            Stmt::LetList(k, a, b, i) => {
                let (a, b, i) = (self.real(a), self.real(b), self.int(i));
                let p = self.some_struct(*k, Kind::P, &a, &b);
                let name = self.name("ps");
                let value = match k % 3 {
                    0 => format!("vec![{p}; {i} % 4]"),
                    1 => format!("vec![{p}, P {{ a: x, b: {b} }}]"),
                    _ => format!("[P {{ a: x, b: {a} }}, {p}]"),
                };
                self.line(&format!("let mut {name} = {value};"));
                self.scope.lists.push(OtherVar { name, reference: false, mutable: true });
            }
            Stmt::EachStruct(k, s, body) => {
                let Some(list) = Self::pick(&self.scope.lists, *s) else { return };
                let (p, i, label) = (self.name("p"), self.name("i"), self.name("'l"));
                let name = list.name.clone();
                let unique = list.mutable && k % 5 == 0;
                match k % 5 {
                    0 if unique => self.line(&format!("{label}: for {p} in {name}.iter_mut() {{")),
                    1 => self.line(&format!(
                        "{label}: for {p} in {}{name} {{",
                        if list.reference { "" } else { "&" }
                    )),
                    2 => self
                        .line(&format!("{label}: for ({i}, {p}) in {name}.iter().enumerate() {{")),
                    3 => self.line(&format!("{label}: for {p} in {name}.iter().rev() {{")),
                    _ => self.line(&format!("{label}: for {p} in {name}.iter() {{")),
                }
                self.block(body, |r| {
                    r.scope.loops.push((label, false));
                    if unique {
                        r.scope.lists.retain(|l| l.name != name);
                    } else {
                        r.scope
                            .lists
                            .iter_mut()
                            .filter(|l| l.name == name)
                            .for_each(|l| l.mutable = false);
                    }
                    if k % 5 == 2 {
                        r.scope.ints.push(IntVar { name: i, mutable: false, within: Vec::new() });
                    }
                    r.add_struct(&p, Kind::P, true, unique);
                });
                self.line("}");
            }
            Stmt::AssignInList(k, i, op, e) => {
                let lists: Vec<OtherVar> =
                    self.scope.lists.iter().filter(|v| v.mutable).cloned().collect();
                let Some(list) = Self::pick(&lists, *k) else { return };
                let (i, value, at) = (self.int(i), self.real(e), self.name("k"));
                self.line(&format!("if !{0}.is_empty() {{ let {at} = {i} % {0}.len();", list.name));
                self.assign(
                    &format!("{}[{at}].{}", list.name, if k % 2 == 0 { "a" } else { "b" }),
                    *op,
                    &value,
                );
                self.line("}");
            }
            Stmt::LetEnum(k, t, a, b) => {
                let (t, a, b) = (self.truth(t), self.real(a), self.real(b));
                let (first, second) = (self.some_enum(*k, &a, &b), self.some_enum(k / 5, &b, &a));
                let name = self.name("e");
                let callee = self.callee_of_enum(*k);
                let value = match callee {
                    Some(g) if k % 2 == 0 => format!("g{g}({a} + {}, {})", self.active(), k % 5),
                    _ => format!("if {t} {{ {first} }} else {{ {second} }}"),
                };
                let mutable = k % 3 != 0;
                self.line(&format!(
                    "let {}{name}: E = {value};",
                    if mutable { "mut " } else { "" }
                ));
                self.scope.enums.push(OtherVar { name, reference: false, mutable });
            }
            Stmt::MatchEnum(k, arms) => {
                let Some(e) = Self::pick(&self.scope.enums, *k) else { return };
                let (s, t, p) = (self.name("s"), self.name("t"), self.name("p"));
                let by_value = !e.reference && k % 3 == 0;
                let deref = if by_value { "" } else { "*" };
                let of = match (e.reference, by_value) {
                    (true, _) => e.name.clone(),
                    (false, false) => format!("&{}", e.name),
                    (false, true) => format!("{}.clone()", e.name),
                };
                self.line(&format!("match {of} {{"));
                let freeze = |r: &mut Self| {
                    r.scope
                        .enums
                        .iter_mut()
                        .filter(|v| v.name == e.name)
                        .for_each(|v| v.mutable = false)
                };
                self.line(&format!("E::A({s}) => {{"));
                self.block(&arms[0], |r| {
                    freeze(r);
                    r.add_real(format!("{deref}{s}"), false);
                });
                self.line(&format!("}}\nE::B {{ s: {s}, t: {t} }} if {deref}{t} > 0.25 => {{"));
                self.block(&arms[1], |r| {
                    freeze(r);
                    r.add_real(format!("{deref}{s}"), false);
                    r.add_real(format!("{deref}{t}"), false);
                });
                self.line(&format!("}}\nE::C({p}) => {{"));
                self.block(&arms[2], |r| {
                    freeze(r);
                    r.add_struct(&p, Kind::P, !by_value, false);
                });
                self.line("}\n_ => {");
                self.block(&arms[3], freeze);
                self.line("}\n}");
            }
            _ => {}
        }
    }
}
