//! Programs as text: chains of iterators, and closures.

use super::render::*;
use super::*;

impl Renderer<'_> {
    /// The body of a closure over the parameters that `prepare` declares.
    fn body_of(&mut self, e: &Real, prepare: impl FnOnce(&mut Self)) -> String {
        let (before, value) = self.nested(false, |r| {
            r.fixed();
            prepare(r);
            r.real(e)
        });
        format!("{{ let r: f64 = {{ {before}{value} }}; r }}")
    }

    /// Items of type `f64`, and whether there is a length known from both ends.
    fn items(&mut self, kind: u8, s: u8, t: u8, e: &Real, i: &Index) -> String {
        let (item, other, index) = (self.name("e"), self.name("h"), self.name("i"));
        let Some(s) = self.flat(s).filter(|_| kind % 12 != 11) else {
            let body = self.body_of(e, |r| {
                r.scope.ints.push(IntVar {
                    name: index.clone(),
                    mutable: false,
                    within: Vec::new(),
                })
            });
            let to = self.int(i);
            return format!("(0..{to} % 5).map(|{index}| {body})");
        };
        let t = self.flat(t).unwrap_or_else(|| s.clone());
        let deref = |r: &mut Self| r.add_real(format!("*{item}"), false);
        let name = s.name.clone();
        match kind % 12 {
            0 | 1 => {
                let body = self.body_of(e, deref);
                format!("{name}.iter().map(|{item}| {body})")
            }
            2 => {
                let body = self.body_of(e, |r| {
                    deref(r);
                    r.add_real(format!("*{other}"), false);
                });
                format!("{name}.iter().zip({}.iter()).map(|({item}, {other})| {body})", t.name)
            }
            3 => {
                let body = self.body_of(e, |r| {
                    deref(r);
                    r.scope.ints.push(IntVar {
                        name: index.clone(),
                        mutable: false,
                        within: vec![name.clone()],
                    });
                });
                format!("{name}.iter().enumerate().map(|({index}, {item})| {body})")
            }
            4 => {
                let body = self.body_of(e, deref);
                format!("{name}.iter().rev().map(|{item}| {body})")
            }
            5 => {
                let body = self.body_of(e, deref);
                format!("{name}.iter().filter(|{item}| **{item} > 0.2).map(|{item}| {body})")
            }
            6 => {
                let body = self.body_of(e, |r| {
                    r.add_real(format!("{item}[0]"), false);
                    r.add_real(format!("{item}[1]"), false);
                });
                format!("{name}.windows(2).map(|{item}| {body})")
            }
            7 => {
                let body = self.body_of(e, |r| {
                    let seq = SeqVar {
                        name: item.clone(),
                        container: Container::Slice,
                        reference: true,
                        unique: false,
                        mutable: false,
                        pinned: true,
                        depth: 99,
                    };
                    r.scope.seqs.push(seq);
                });
                format!("{name}.chunks(2).map(|{item}| {body})")
            }
            8 => {
                let body = self.body_of(e, |r| r.add_real(item.clone(), false));
                format!("{name}.iter().copied().skip(1).map(|{item}| {body})")
            }
            9 => {
                let body = self.body_of(e, deref);
                format!("{name}.iter().step_by(2).take(3).map(|{item}| {body})")
            }
            _ => {
                let body = self.body_of(e, deref);
                format!("{name}.iter().chain({}.iter()).map(|{item}| {body})", t.name)
            }
        }
    }

    /// A chain that ends in a number.
    pub(super) fn chain(&mut self, kind: u8, s: u8, t: u8, parts: &[Real; 2], i: &Index) -> String {
        let items = self.items(kind, s, t, &parts[0], i);
        // it is evaluated while the chain borrows
        let (before, start) = self.nested(false, |r| {
            r.fixed();
            r.real(&parts[1])
        });
        let start = if before.is_empty() { start } else { format!("{{ {before}{start} }}") };
        match kind / 12 % 5 {
            0 | 1 => format!("{items}.sum::<f64>()"),
            2 => format!("{items}.fold({start}, |a: f64, b: f64| 0.5 * a + b)"),
            3 => format!("{items}.fold({start}, f64::max)"),
            _ => format!("{items}.map(f64::tanh).product::<f64>()"),
        }
    }

    /// A chain that is collected into a vector.
    pub(super) fn collected(
        &mut self,
        kind: u8,
        s: u8,
        t: u8,
        parts: &[Real; 2],
        i: &Index,
    ) -> String {
        let items = self.items(kind, s, t, &parts[0], i);
        if kind.is_multiple_of(2) {
            format!("{items}.collect()")
        } else {
            format!("{items}.collect::<Vec<f64>>()")
        }
    }

    /// A closure and calls of it.
    pub(super) fn closure(&mut self, kind: u8, parts: &[Real; 3]) -> String {
        let (c, u, h) = (self.name("c"), self.name("u"), self.name("h"));
        let (a, b) = (self.real(&parts[0]), self.real(&parts[1]));
        match kind % 4 {
            0 => {
                let body = self.body_of(&parts[2], |r| r.add_real(u.clone(), false));
                format!("{{ let {c} = |{u}: f64| {body}; {c}({a}) + {c}({b}) }}")
            }
            1 => {
                let body = self.body_of(&parts[2], |r| {
                    // what is moved into the closure is not there afterwards
                    r.scope.seqs.retain(|s| s.reference && !s.unique);
                    r.scope.structs.clear();
                    r.scope.enums.clear();
                    r.scope.lists.retain(|l| l.reference);
                    r.scope.many.retain(|l| l.reference);
                    r.scope.counts.clear();
                    r.scope.ints.retain(|v| !v.name.contains("(*"));
                    r.scope.options.retain(|o| {
                        o.of == Content::Real && o.code.chars().all(char::is_alphanumeric)
                    });
                    r.scope.reals.retain(|v| v.code.chars().all(char::is_alphanumeric));
                    r.add_real(u.clone(), false);
                    r.add_real(h.clone(), false);
                });
                format!(
                    "{{ let {c} = move |{u}: f64, {h}: f64| {body}; {c}({a}, {b}) * {c}({b}, x) }}"
                )
            }
            2 => {
                let body = self.body_of(&parts[2], |r| r.add_real(u.clone(), false));
                format!(
                    "{{ let mut {h}: f64 = {a}; let mut {c} = |{u}: f64| {{ {h} += {body}; {h} }}; \
                     let {u} = {c}({b}); {c}(x); {h} * {u} }}"
                )
            }
            _ => {
                let body = self.body_of(&parts[2], |r| r.add_real(u.clone(), false));
                format!(
                    "{{ let {h}: f64 = {a}; let {c} = |{u}: f64| {{ if {u} > {h} {{ return {u}; }} \
                     {body} }}; {c}({b}) * {h} }}"
                )
            }
        }
    }
}
