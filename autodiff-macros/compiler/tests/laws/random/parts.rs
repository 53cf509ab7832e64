//! Programs as text: parts of one variable, of which some are read while others are changed.

use super::render::*;
use super::*;

impl Renderer<'_> {
    /// A struct with several parts that may be changed: the name of its variable.
    fn whole(&mut self, k: u8, a: &str) -> String {
        let fitting: Vec<StructVar> =
            self.scope.structs.iter().filter(|v| v.kind == Kind::Q && v.mutable).cloned().collect();
        if let Some(v) = Self::pick(&fitting, k) {
            return v.name;
        }
        let value = self.some_struct(k, Kind::Q, a, "x");
        let name = self.name("q");
        self.line(&format!("let mut {name} = {value};"));
        self.add_struct(&name, Kind::Q, false, true);
        name
    }

    /// A variable all of whose parts are borrowed is not there while the borrows may be used.
    fn hide_whole(&mut self, root: &str) {
        let of = |name: &str| name.split(['.', '[']).next() == Some(root);
        self.scope.seqs.retain(|s| !of(&s.name));
        self.scope.reals.retain(|v| !of(&v.code));
        self.scope.structs.retain(|s| !of(&s.name));
        self.scope.ints.retain(|v| !of(&v.name));
        self.scope.enums.retain(|v| !of(&v.name));
        self.scope.options.retain(|v| !of(&v.code));
    }

    /// One part is read, or changed, while another is changed.
    pub(super) fn parts(&mut self, kind: u8, k: u8, a: &Real, body: &[Stmt]) {
        // what is written below may read a part that is borrowed by then
        let (value, a) = (self.real(a), self.name("t"));
        self.line(&format!("let {a}: f64 = {value};"));
        let q = self.whole(k, &a);
        let (p, r, v, e, i, label) = (
            self.name("p"),
            self.name("r"),
            self.name("v"),
            self.name("e"),
            self.name("i"),
            self.name("'l"),
        );
        let (field, other) = if k.is_multiple_of(2) { ("v", "r") } else { ("r", "v") };
        let read = format!("{q}.{field}");
        match kind % 8 {
            0 | 1 => {
                let over = if kind.is_multiple_of(8) {
                    format!("&{read}")
                } else {
                    format!("{read}.iter()")
                };
                self.line(&format!("{label}: for {e} in {over} {{"));
                self.assign(&format!("{q}.p.a"), k, &format!("({a} * *{e})"));
                self.block(body, |r| {
                    r.scope.loops.push((label, false));
                    r.freeze(&read);
                    r.add_struct(&format!("{q}.p"), Kind::P, false, true);
                    r.add_real(format!("*{e}"), false);
                });
                self.line("}");
            }
            2 => {
                self.line(&format!("{label}: for ({i}, {e}) in {read}.iter_mut().enumerate() {{"));
                self.assign(&format!("*{e}"), k, &format!("({a} + {q}.p.b)"));
                if field == "v" {
                    self.assign(&format!("{q}.r[{i} % 3]"), k / 2, &format!("{q}.p.b"));
                }
                self.block(body, |r| {
                    r.scope.loops.push((label, false));
                    r.hide(&read);
                    r.add_struct(&format!("{q}.p"), Kind::P, false, true);
                    r.add_real(format!("*{e}"), true);
                });
                self.line("}");
            }
            3 => {
                self.line(&format!("{{ let {r} = &{read};"));
                self.assign(
                    &format!("{q}.p.b"),
                    k,
                    &format!("({r}.first().copied().unwrap_or({a}))"),
                );
                self.block(body, |s| {
                    s.freeze(&read);
                    s.add_struct(&format!("{q}.p"), Kind::P, false, true);
                    s.add_seq(
                        r,
                        if field == "v" { Container::Vec } else { Container::Array(3) },
                        true,
                        false,
                    );
                });
                self.line("}");
            }
            4 => {
                let of = if self.scope.structs.iter().any(|s| s.name == q && s.reference) {
                    format!("&mut *{q}")
                } else {
                    format!("&mut {q}")
                };
                self.line(&format!("{{ let Q {{ p: {p}, r: {r}, v: {v}, .. }} = {of};"));
                self.assign(&format!("{p}.a"), k, &format!("({r}[1] + {a})"));
                self.block(body, |s| {
                    s.hide_whole(&q);
                    s.add_struct(&p, Kind::P, true, true);
                    s.add_real(format!("{r}[2]"), true);
                    s.scope.seqs.push(SeqVar {
                        name: v,
                        container: Container::Slice,
                        reference: true,
                        unique: true,
                        mutable: true,
                        pinned: true,
                        depth: 99,
                    });
                });
                self.line("}");
            }
            5 => {
                let at = self.name("k");
                self.line(&format!(
                    "{{ let {at} = {k} % ({read}.len() + 1);\nlet ({r}, {v}) = \
                    {read}.split_at_mut({at});"
                ));
                self.line(&format!(
                    "if let (Some({e}), Some({i})) = ({r}.first_mut(), {v}.first()) {{"
                ));
                self.assign(&format!("*{e}"), k, &format!("(*{i} * {a})"));
                self.line("}");
                self.block(body, |s| {
                    s.hide(&read);
                    s.add_struct(&format!("{q}.p"), Kind::P, false, true);
                    for name in [r, v] {
                        s.scope.seqs.push(SeqVar {
                            name,
                            container: Container::Slice,
                            reference: true,
                            unique: true,
                            mutable: true,
                            pinned: true,
                            depth: 99,
                        });
                    }
                });
                self.line("}");
            }
            6 => {
                self.line(&format!("{{ let {p} = &mut {q}.p;"));
                self.assign(
                    &format!("{p}.b"),
                    k,
                    &format!("({q}.{other}.iter().sum::<f64>() * {a})"),
                );
                self.block(body, |s| {
                    s.freeze(&format!("{q}.p"));
                    s.scope.reals.retain(|v| !v.code.starts_with(&format!("{q}.p.")));
                    s.scope.structs.retain(|v| v.name != q && v.name != format!("{q}.p"));
                    s.add_struct(&p, Kind::P, true, true);
                });
                self.line("}");
            }
            _ => {
                // what one part makes of another, both of them changed
                self.line(&format!("std::mem::swap(&mut {q}.p.a, &mut {q}.r[{}]);", k % 3));
                self.assign(&format!("{q}.p.a"), k, &a);
            }
        }
    }

    /// A call that changes two parts of one variable.
    pub(super) fn call_parts(&mut self, f: u8, k: u8, e: &Real) {
        let Some(g) = self.callee(f, &[24, 25, 26]) else { return };
        let (value, x) = (format!("{} + {}", self.real(e), self.active()), self.name("t"));
        self.line(&format!("let {x}: f64 = {value};"));
        let q = self.whole(k, "x");
        let (u, s, t) = (self.name("u"), self.name("s"), self.name("t"));
        match self.callable[g] {
            24 => match k % 3 {
                0 => self.line(&format!("g{g}({x}, &mut {q}.v, &mut {q}.r);")),
                1 => self.line(&format!("g{g}({x}, &mut {q}.r, &mut {q}.v[..]);")),
                _ => {
                    let field = if k.is_multiple_of(2) { "v" } else { "r" };
                    self.line(&format!(
                        "{{ let {t} = {k} % ({q}.{field}.len() + 1);\nlet ({u}, {s}) = \
                         {q}.{field}.split_at_mut({t});\ng{g}({x}, {u}, {s}); }}"
                    ));
                }
            },
            25 => match k % 2 {
                0 => self.line(&format!("g{g}({x}, &mut {q}.p, &mut {q}.v);")),
                _ => self.line(&format!("g{g}({x}, &mut {q}.p, &mut {q}.r[1..]);")),
            },
            _ => {
                let (a, b) = [("p.a", "p.b"), ("r[1]", "p.b"), ("p.a", "r[0]")][usize::from(k % 3)];
                self.line(&format!("let {t} = g{g}({x}, &mut {q}.{a}, &mut {q}.{b});"));
                self.add_real(t, false);
            }
        }
    }
}
