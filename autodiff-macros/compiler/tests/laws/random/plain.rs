//! Programs as text: calls of functions without derivatives, what these change, and names that are
//! exchanged or hidden.

use super::render::*;
use super::*;

/// Whether this is the name of a variable, which another variable may take.
fn is_name(code: &str) -> bool {
    code.starts_with(|c: char| c.is_ascii_lowercase())
        && code.chars().all(|c| c.is_alphanumeric() || c == '_')
        && !matches!(code, "x" | "self")
}

/// A call as a statement.
fn for_its_effect(call: &str) -> String {
    match call.strip_prefix('(').and_then(|call| call.strip_suffix(" })")) {
        Some(block) => format!("{block}; }}"),
        None => format!("{call};"),
    }
}

/// What a variable without derivatives is called that the compiler might call something else so.
const NAMES: [&str; 5] = ["argument_0", "argument_1", "left", "value", "part_0"];

impl Renderer<'_> {
    pub(super) fn add_int(&mut self, name: &str, mutable: bool) {
        self.scope.ints.retain(|v| v.name != name);
        self.scope.reals.retain(|v| v.code != name);
        self.scope.passives.retain(|p| p != name);
        self.scope.ints.push(IntVar { name: name.into(), mutable, within: Vec::new() });
    }

    fn add_passive(&mut self, name: &str) {
        self.scope.passives.retain(|p| p != name);
        self.scope.reals.retain(|v| v.code != name);
        self.scope.passives.push(name.into());
        self.add_real(name.into(), false);
    }

    fn add_counts(&mut self, name: &str, mutable: bool) {
        let depth = self.scope.depth;
        self.scope.counts.retain(|c| c.name != name);
        self.scope.counts.push(CountsVar { name: name.into(), unique: false, mutable, depth });
    }

    fn mutable_ints(&self) -> Vec<String> {
        self.scope.ints.iter().filter(|v| v.mutable).map(|v| v.name.clone()).collect()
    }

    fn counts(&self, k: u8, mutable: bool) -> Option<CountsVar> {
        let fitting: Vec<CountsVar> =
            self.scope.counts.iter().filter(|c| c.mutable || !mutable).cloned().collect();
        Self::pick(&fitting, k)
    }

    /// A number that depends on no active value.
    fn passive(&mut self, k: u8) -> String {
        match (k % 4, Self::pick(&self.scope.passives, k / 4)) {
            (0..=2, Some(p)) => p,
            _ => match Self::pick(&self.scope.ints, k / 4) {
                Some(n) if k % 4 != 1 => format!("({} as usize as f64)", n.name),
                _ => format!("{:?}", f64::from(k) / 64.0),
            },
        }
    }

    /// A call with something to change and a number, which is made before it where it may read the
    /// same.
    fn changing(&mut self, function: &str, borrowed: &str, by: &str) -> String {
        let root = borrowed
            .trim_start_matches(|c: char| !c.is_alphanumeric())
            .trim_start_matches("mut ")
            .trim_start_matches("(*");
        let root =
            root.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        if !by.contains("&mut") && !by.contains(root) {
            return format!("{function}({borrowed}, {by})");
        }
        let k = self.name("k");
        format!("({{ let {k}: usize = {by}; {function}({borrowed}, {k}) }})")
    }

    /// An integer of which rustc knows the type before all of its uses: a field has one that only
    /// rustc knows, and an index may be one of literals.
    fn typed_int(&self, k: u8) -> Option<String> {
        Self::pick(&self.scope.ints, k)
            .map(|v| v.name)
            .filter(|n| !n.contains('.') && !n.starts_with('i'))
    }

    /// An integer made by code that the compiler passes through.
    pub(super) fn plain_int(&mut self, kind: u8, k: u8, a: &Index, b: &Index) -> String {
        let named = self.typed_int(k);
        let (a, b) = (self.int(a), self.int(b));
        let (c, d) = (self.counts(k, false), self.counts(k / 2, false));
        let mutable = self.mutable_ints();
        match (kind % 20, named, c) {
            (2, Some(n), _) => format!("{n}.max({b})"),
            (3, Some(n), _) => format!("{n}.min({b})"),
            (4, Some(n), _) => format!("({n} % 9).pow(2)"),
            (5, ..) => format!("usize::abs_diff({a}, {b})"),
            (6, Some(n), _) => format!("{n}.saturating_sub({b})"),
            (7, Some(n), _) => format!("({n}.isqrt() + {n}.div_ceil(3))"),
            (8, ..) => format!("usize::max({a}, {b})"),
            (9, _, Some(c)) if k.is_multiple_of(2) => {
                format!("total(&{}[{}.len() / 2..])", c.name, c.name)
            }
            (9, _, Some(c)) => format!("total(&{})", c.name),
            (10, _, Some(c)) => {
                format!("both(&{}, &{})", c.name, d.unwrap_or_else(|| c.clone()).name)
            }
            (11, _, Some(c)) => format!("ended({}.clone(), {b})", c.name),
            (12, _, Some(c)) => {
                format!("(if {0}.is_empty() {{ {b} }} else {{ {0}[{a} % {0}.len()] }})", c.name)
            }
            (13, ..) => {
                let (p, q) = (self.name("k"), self.name("k"));
                format!("({{ let ({p}, {q}) = two({a}, {b}); three({q}, {p}, {q}) }})")
            }
            (14, ..) => format!("({{ let r: (usize, usize) = two({a}, {b}); r.{} }})", k % 2),
            (15 | 16, ..) if !mutable.is_empty() => {
                let n = Self::pick(&mutable, k).unwrap_or_default();
                self.changing("tick", &format!("&mut {n}"), &b)
            }
            (17, _, _) => {
                let (p, q) = (self.passive(k), self.passive(k.rotate_left(3)));
                format!("above(&[{p}, {q}], 0.25)")
            }
            (18, ..) => {
                self.exchanged_in_closure(k, &a, &b).unwrap_or_else(|| format!("pick({b}, {a})"))
            }
            (19, _, Some(c)) if c.mutable => self.changing("tally", &c.borrowed(), &a),
            (1, ..) => {
                let n = self.int(&Index::Var(k));
                format!("three({a}, {b}, {n})")
            }
            _ => format!("pick({a}, {b})"),
        }
    }

    /// A closure whose names are others where it is called.
    fn exchanged_in_closure(&mut self, k: u8, a: &str, b: &str) -> Option<String> {
        let names = self.int_names();
        let (n, m) = (
            Self::pick(&names, k)?,
            Self::pick(&names, k / 2 + 1).filter(|m| Some(m) != Self::pick(&names, k).as_ref())?,
        );
        let (c, u) = (self.name("c"), self.name("u"));
        let before = self.name("k");
        Some(format!(
            "({{ let {before}: usize = {b}; let {c} = |{u}: usize| pick({n}, {u} + {m}); let ({n}, \
             {m}) = ({m}, {n}); {c}({a}) + pick({n}, {c}({before})) }})"
        ))
    }

    fn int_names(&self) -> Vec<String> {
        self.scope.ints.iter().filter(|v| is_name(&v.name)).map(|v| v.name.clone()).collect()
    }

    /// A condition that the compiler passes through.
    pub(super) fn plain_truth(&mut self, kind: u8, a: &Index, b: &Index) -> String {
        let named = self.typed_int(kind / 8);
        let (a, b) = (self.int(a), self.int(b));
        match (kind % 6, named) {
            (1, Some(n)) => format!("{n}.is_power_of_two()"),
            (2, _) if !a.contains("&mut") && !b.contains("&mut") => {
                format!("matches!(pick({a}, {b}) % 4, 0 | 3)")
            }
            (3, Some(n)) => format!("{n}.max({a}) > {b}"),
            (4, _) => format!("!even({b}, {a})"),
            _ => format!("even({a}, {b})"),
        }
    }

    /// A real that is made with functions without derivatives.
    pub(super) fn plain_real(&mut self, kind: u8, k: u8, e: &Real, i: &Index) -> String {
        let (p, q) = (self.passive(k), self.passive(k.rotate_left(3)));
        match kind % 8 {
            0 | 1 => {
                let a = self.real(e);
                format!("(weight({p}, {q}) * {a})")
            }
            2 => {
                let (i, a) = (self.int(i), self.real(e));
                format!("(scale({p}, {i}) + {a})")
            }
            3 => {
                let (i, a) = (self.int(i), self.real(e));
                format!("({a} * pick({i}, {}) as f64)", k % 4)
            }
            4 => {
                let a = self.real(e);
                format!("(weight(constant({a}), {p}) * x)")
            }
            5 => {
                // what a call changes on the way
                let (a, i) = (self.real(e), self.int(i));
                match Self::pick(&self.mutable_ints(), k) {
                    Some(n) => {
                        let call = self.changing("tick", &format!("&mut {n}"), &i);
                        format!("({a} * {call} as f64 + {n} as usize as f64)")
                    }
                    None => a,
                }
            }
            _ => {
                let names = self.int_names();
                match (Self::pick(&names, k), Self::pick(&names, k / 2 + 1)) {
                    (Some(n), Some(m)) if n != m => {
                        let (before, a) = self.nested(false, |r| {
                            r.exchange_ints(&n, &m, false);
                            r.real(e)
                        });
                        format!("{{ let ({n}, {m}) = ({m}, {n}); {before}{a} }}")
                    }
                    _ => self.real(e),
                }
            }
        }
    }

    /// Two integers have exchanged their names.
    fn exchange_ints(&mut self, n: &str, m: &str, mutable: bool) {
        let within = |r: &Self, name: &str| {
            r.scope
                .ints
                .iter()
                .find(|v| v.name == name)
                .map(|v| v.within.clone())
                .unwrap_or_default()
        };
        let (of_n, of_m) = (within(self, n), within(self, m));
        for (name, within, mutable) in [(n, of_m, mutable), (m, of_n, false)] {
            self.scope.ints.retain(|v| v.name != name);
            self.scope.ints.push(IntVar { name: name.into(), mutable, within });
        }
    }

    /// `let (a, b) = (b, a);`, in one of the ways to write it.
    fn exchange(&mut self, way: u8, a: &str, b: &str, mutable: bool) {
        let mark = if mutable { "mut " } else { "" };
        match way % 3 {
            0 => {
                let t = self.name("h");
                self.line(&format!("let {t} = {a};\nlet {mark}{a} = {b};\nlet {b} = {t};"));
            }
            _ => self.line(&format!("let ({mark}{a}, {b}) = ({b}, {a});")),
        }
    }

    /// Names that are exchanged, to the end of the block.
    fn rename(&mut self, kind: u8, a: u8, b: u8) {
        let mutable = b % 2 == 1;
        let two = |names: Vec<String>| {
            let (a, b) = (Self::pick(&names, a / 4)?, Self::pick(&names, b / 2)?);
            (a != b).then_some((a, b))
        };
        match kind % 6 {
            0 | 1 => {
                let Some((n, m)) = two(self.int_names()) else { return };
                self.exchange(a, &n, &m, mutable);
                self.exchange_ints(&n, &m, mutable);
            }
            2 => {
                let Some((s, t)) = two(self
                    .scope
                    .reals
                    .iter()
                    .map(|v| v.code.clone())
                    .filter(|c| is_name(c))
                    .collect())
                else {
                    return;
                };
                let passive = |r: &Self, name: &str| r.scope.passives.iter().any(|p| p == name);
                let (of_s, of_t) = (passive(self, &s), passive(self, &t));
                self.exchange(a, &s, &t, mutable);
                self.scope.reals.retain(|v| v.code != s && v.code != t);
                self.scope.passives.retain(|p| *p != s && *p != t);
                self.add_real(s.clone(), mutable);
                self.add_real(t.clone(), false);
                self.scope
                    .passives
                    .extend((of_t && !mutable).then_some(s).into_iter().chain(of_s.then_some(t)));
            }
            3 => {
                let Some((s, t)) = two(self.scope.passives.clone()) else { return };
                self.exchange(a, &s, &t, false);
            }
            4 => {
                let depth = self.scope.depth;
                let fits = |c: &&CountsVar| !c.unique && c.depth == depth;
                let Some((c, d)) =
                    two(self.scope.counts.iter().filter(fits).map(|c| c.name.clone()).collect())
                else {
                    return;
                };
                self.exchange(a, &c, &d, mutable);
                self.add_counts(&c, mutable);
                self.add_counts(&d, false);
            }
            _ => {
                let depth = self.scope.depth;
                let moved = |s: &&SeqVar| {
                    s.container == Container::Vec
                        && !s.reference
                        && s.depth == depth
                        && !s.pinned
                        && (s.mutable || s.name == "w")
                };
                let borrowed =
                    |s: &&SeqVar| s.container == Container::Slice && s.reference && !s.unique;
                let names = |fits: &dyn Fn(&&SeqVar) -> bool| {
                    self.scope
                        .seqs
                        .iter()
                        .filter(fits)
                        .map(|s| s.name.clone())
                        .filter(|n| is_name(n))
                        .collect::<Vec<_>>()
                };
                let (container, reference, pair) = match two(names(&borrowed)) {
                    Some(pair) => (Container::Slice, true, Some(pair)),
                    None => (Container::Vec, false, two(names(&moved))),
                };
                let Some((s, t)) = pair else { return };
                self.exchange(a, &s, &t, mutable && !reference);
                self.scope.seqs.retain(|v| v.name != s && v.name != t);
                self.scope.ints.iter_mut().for_each(|i| i.within.retain(|v| *v != s && *v != t));
                self.scope
                    .reals
                    .retain(|v| ![&s, &t].iter().any(|s| v.code.starts_with(&format!("{s}["))));
                self.add_seq(s, container.clone(), reference, mutable && !reference);
                self.add_seq(t, container, reference, false);
            }
        }
    }

    /// Values that are exchanged, or taken out of where they are.
    fn trade(&mut self, kind: u8, a: u8, b: u8, i: &Index) {
        let reals: Vec<String> =
            self.scope.reals.iter().filter(|v| v.mutable).map(|v| v.code.clone()).collect();
        let borrow = |code: &str| {
            code.strip_prefix('*').map_or_else(|| format!("&mut {code}"), str::to_string)
        };
        let root = |code: &str| {
            code.trim_start_matches('*').split(['.', '[']).next().unwrap_or_default().to_string()
        };
        match kind % 8 {
            0 => {
                let ints = self.mutable_ints();
                if let (Some(n), Some(m)) = (Self::pick(&ints, a), Self::pick(&ints, b))
                    && root(&n) != root(&m)
                {
                    self.line(&format!("std::mem::swap(&mut {n}, &mut {m});"));
                }
            }
            1 => {
                if let (Some(s), Some(t)) = (Self::pick(&reals, a), Self::pick(&reals, b))
                    && root(&s) != root(&t)
                {
                    self.line(&format!("std::mem::swap({}, {});", borrow(&s), borrow(&t)));
                }
            }
            2 => {
                let (i, name) = (self.int(i), self.name("k"));
                if let Some(n) = Self::pick(&self.mutable_ints(), a) {
                    let call = self.changing("std::mem::replace", &format!("&mut {n}"), &i);
                    self.line(&format!("let {name} = {call};"));
                    self.add_int(&name, false);
                }
            }
            3 => {
                let name = self.name("t");
                if let Some(s) = Self::pick(&reals, a) {
                    self.line(&format!("let {name} = std::mem::replace({}, 0.5 * x);", borrow(&s)));
                    self.add_real(name, false);
                }
            }
            4 => {
                let fitting: Vec<StructVar> =
                    self.scope.structs.iter().filter(|v| v.mutable).cloned().collect();
                let Some(p) = Self::pick(&fitting, a) else { return };
                let others: Vec<StructVar> = fitting
                    .into_iter()
                    .filter(|q| q.kind == p.kind && root(&q.name) != root(&p.name))
                    .collect();
                let Some(q) = Self::pick(&others, b) else { return };
                let borrow = |v: &StructVar| {
                    if v.reference { v.name.clone() } else { format!("&mut {}", v.name) }
                };
                self.line(&format!("std::mem::swap({}, {});", borrow(&p), borrow(&q)));
            }
            5 => {
                let vecs: Vec<String> = self
                    .scope
                    .seqs
                    .iter()
                    .filter(|s| {
                        s.mutable && s.container == Container::Vec && !s.reference && !s.pinned
                    })
                    .map(|s| s.name.clone())
                    .collect();
                let Some(v) = Self::pick(&vecs, a) else { return };
                match Self::pick(&vecs, b).filter(|w| root(w) != root(&v)) {
                    Some(w) => self.line(&format!("std::mem::swap(&mut {v}, &mut {w});")),
                    None => {
                        let name = self.name("w");
                        let taken = if is_name(&v) {
                            format!("take(&mut {v})")
                        } else {
                            format!("replace(&mut {v}, vec![x])")
                        };
                        self.line(&format!("let mut {name}: Vec<f64> = std::mem::{taken};"));
                        self.add_seq(name, Container::Vec, false, true);
                    }
                }
            }
            _ => {
                let counts: Vec<String> = self
                    .scope
                    .counts
                    .iter()
                    .filter(|c| c.mutable && !c.unique)
                    .map(|c| c.name.clone())
                    .collect();
                let Some(c) = Self::pick(&counts, a) else { return };
                match Self::pick(&counts, b).filter(|d| *d != c) {
                    Some(d) => self.line(&format!("std::mem::swap(&mut {c}, &mut {d});")),
                    None => {
                        let name = self.name("c");
                        self.line(&format!(
                            "let mut {name}: Vec<usize> = std::mem::replace(&mut {c}, vec![2]);"
                        ));
                        self.add_counts(&name, true);
                    }
                }
            }
        }
    }

    /// A new variable without a derivative.
    fn let_plain(&mut self, kind: u8, k: u8, i: &Index, j: &Index) {
        let (a, b) = (self.int(i), self.int(j));
        match kind % 8 {
            0 | 1 => {
                let name = if k.is_multiple_of(4) {
                    NAMES[usize::from(k / 4) % 5].into()
                } else {
                    self.name("k")
                };
                let mutable = k.is_multiple_of(3);
                let call = if k.is_multiple_of(2) {
                    format!("pick({a}, {b})")
                } else {
                    format!("three({b}, {a}, {})", k % 5)
                };
                self.line(&format!("let {}{name} = {call};", if mutable { "mut " } else { "" }));
                self.add_int(&name, mutable);
            }
            2 => {
                let (n, m) = (self.name("k"), self.name("k"));
                self.line(&format!("let (mut {n}, {m}): (usize, usize) = two({a}, {b});"));
                self.add_int(&n, true);
                self.add_int(&m, false);
            }
            3 | 4 => {
                let (p, q) = (self.name("h"), self.name("h"));
                let (first, second) = (self.passive(k), self.passive(k.rotate_left(3)));
                match k % 3 {
                    0 => self.line(&format!("let ({p}, {q}): (f64, f64) = ({first}, {b} as f64);")),
                    1 => self.line(&format!(
                        "let ({p}, {q}) = (weight({first}, {second}), scale({second}, {a}));"
                    )),
                    _ => self.line(&format!(
                        "let {p} = weight({first}, {second});\nlet {q}: f64 = 0.125;"
                    )),
                }
                self.add_passive(&p);
                self.add_passive(&q);
            }
            _ => {
                let name = self.name("c");
                let value = match (k % 6, self.counts(k, false)) {
                    (0, _) => format!("vec![{a}; {b} % 4]"),
                    (1, _) => format!("vec![{a}, {b}, 2]"),
                    (2, Some(c)) => format!("longer({}.clone(), {a})", c.name),
                    (3, Some(c)) => format!("{}.clone()", c.name),
                    (4, _) => "Vec::new()".into(),
                    _ => format!("vec![{b}, 0, {a}, 1]"),
                };
                self.line(&format!("let mut {name}: Vec<usize> = {value};"));
                self.add_counts(&name, true);
            }
        }
    }

    /// A call for what it changes.
    fn change(&mut self, kind: u8, k: u8, i: &Index) {
        let i = self.int(i);
        let ints = self.mutable_ints();
        let name = self.name("k");
        match (kind % 8, Self::pick(&ints, k), self.counts(k / 2, true)) {
            (0, Some(n), _) => {
                let call = self.changing("tick", &format!("&mut {n}"), &i);
                self.line(&for_its_effect(&call));
            }
            (1, Some(n), _) => {
                let call = self.changing("tick", &format!("&mut {n}"), &i);
                self.line(&format!("let {name} = {call};"));
                self.add_int(&name, false);
            }
            (2, Some(n), _) => {
                let Some(m) = Self::pick(&ints, k / 3 + 1).filter(|m| *m != n) else { return };
                self.line(&format!("let {name} = trade(&mut {n}, &mut {m});"));
                self.add_int(&name, false);
            }
            (3, _, Some(c)) => {
                let borrowed = c.borrowed();
                let call = self.changing("tally", &borrowed, &i);
                self.line(&format!("let {name} = {call};"));
                self.add_int(&name, false);
            }
            (4, _, Some(c)) => {
                let call = self.changing("tally", &format!("&mut {}[{name}..]", c.name), &i);
                self.line(&format!(
                    "{{ let {name} = {}.len() / 2;\n{} }}",
                    c.name,
                    for_its_effect(&call)
                ));
            }
            (5, Some(n), Some(c)) => {
                let borrowed = c.borrowed();
                self.line(&format!("turn({borrowed}, &mut {n});"));
            }
            (6, _, Some(c)) => self.line(&format!(
                "if !{0}.is_empty() {{ let {name} = {i} % {0}.len(); {0}[{name}] += 1; }}",
                c.name
            )),
            (7, Some(n), _) if is_name(&n) => {
                // a closure that counts
                let (c, u, m) = (self.name("c"), self.name("u"), self.name("k"));
                self.line(&format!("let mut {c} = |{u}: usize| {{ {n} = pick({n}, {u}); {n} }};"));
                self.line(&format!("let {name} = {c}({});\nlet {m} = {c}({name} + 1);", k % 7));
                self.add_int(&name, false);
                self.add_int(&m, false);
            }
            _ => {}
        }
    }

    /// A statement of plain code.
    pub(super) fn plain_stmt(&mut self, s: &Stmt) {
        match s {
            Stmt::LetPlain(kind, k, i, j) => self.let_plain(*kind, *k, i, j),
            Stmt::Change(kind, k, i) => self.change(*kind, *k, i),
            Stmt::Trade(kind, a, b, i) => self.trade(*kind, *a, *b, i),
            Stmt::Rename(kind, a, b) => self.rename(*kind, *a, *b),
            Stmt::Inner(kind, a, b, body) => {
                self.line("{");
                self.block(body, |r| r.rename(*kind, *a, *b));
                self.line("}");
            }
            Stmt::Retype(k, e) => {
                let value = self.real(e);
                let Some(name) = Self::pick(&self.int_names(), *k) else { return };
                self.line(&format!("let {name}: f64 = {value} * {name} as f64;"));
                self.scope.ints.retain(|v| v.name != name);
                self.scope.reals.retain(|v| v.code != name);
                self.add_real(name, false);
            }
            Stmt::EachCount(kind, k, body) => {
                let Some(c) = self.counts(*k, false) else { return };
                let (n, label) = (self.name("k"), self.name("'l"));
                let over = match kind % 3 {
                    0 => format!("{}.clone()", c.name),
                    1 => format!("{}.iter().copied()", c.name),
                    _ => format!("longer({}.clone(), {})", c.name, k % 5),
                };
                self.line(&format!("{label}: for {n} in {over} {{"));
                self.block(body, |r| {
                    r.scope.loops.push((label, false));
                    r.scope.counts.iter_mut().filter(|d| d.name == c.name).for_each(|d| {
                        d.mutable = false;
                        d.depth = 99;
                    });
                    r.add_int(&n, false);
                });
                self.line("}");
            }
            _ => {}
        }
    }
}
