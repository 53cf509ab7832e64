//! Programs as text: signatures and expressions.

use super::*;
use std::fmt::Write;

/// The number of signatures of helpers, and of main functions.
pub(super) const SHAPES: u8 = 8;
pub(super) const MAINS: u8 = 10;

#[derive(Clone, Debug)]
pub(super) struct RealVar {
    pub(super) code: String,
    pub(super) mutable: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Container {
    /// `&[f64]`
    Slice,
    Vec,
    /// `[f64; n]`
    Array(usize),
    /// `[[f64; 2]; 3]`
    Matrix,
    /// `Vec<Vec<f64>>`, at least one row, rows of two
    Rows,
}

#[derive(Clone, Debug)]
pub(super) struct SeqVar {
    pub(super) name: String,
    pub(super) container: Container,
    /// Whether the variable is a reference to the container.
    pub(super) reference: bool,
    pub(super) mutable: bool,
    /// Whether its length must not shrink, because an index is known to be in bounds.
    pub(super) pinned: bool,
    /// The depth of the block that owns it.
    pub(super) depth: usize,
}

#[derive(Clone, Debug)]
pub(super) struct IntVar {
    pub(super) name: String,
    pub(super) mutable: bool,
    /// The sequences that it is an index of.
    pub(super) within: Vec<String>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub(super) reals: Vec<RealVar>,
    pub(super) seqs: Vec<SeqVar>,
    pub(super) ints: Vec<IntVar>,
    /// The labels of the loops around, and whether they have a value.
    pub(super) loops: Vec<(String, bool)>,
    pub(super) depth: usize,
    /// Whether a part of a larger expression is being written, which nothing may leave early.
    pub(super) inside: bool,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Output {
    Real,
    Pair,
    Vec,
    Array,
    RealAndVec,
}

pub(super) struct Renderer<'a> {
    pub(super) out: String,
    pub(super) scope: Scope,
    pub(super) next: usize,
    pub(super) output: Output,
    /// The shapes of the functions that may be called: g0, g1, …
    pub(super) callable: &'a [u8],
    /// Whether the next expression is the whole of a `let`.
    pub(super) whole: bool,
}

/// What each shape of a helper takes after `x: f64`, and gives.
pub(super) const HELPERS: [(&str, &str, Output); SHAPES as usize] = [
    (", y: f64", "f64", Output::Real),
    (", v: &[f64]", "f64", Output::Real),
    (", n: usize", "(f64, f64)", Output::Pair),
    (", v: &[f64]", "Vec<f64>", Output::Vec),
    (", a: [f64; 3]", "[f64; 3]", Output::Array),
    (", w: Vec<f64>", "f64", Output::Real),
    (", w: Vec<f64>", "Vec<f64>", Output::Vec),
    (", a: &[f64; 3]", "f64", Output::Real),
];

pub(super) const MAIN: [(&str, &str, Output); MAINS as usize] = [
    (", y: f64", "f64", Output::Real),
    (", v: &[f64]", "f64", Output::Real),
    (", y: f64, v: &[f64], n: usize", "f64", Output::Real),
    (", v: &[f64], n: usize", "Vec<f64>", Output::Vec),
    (", a: [f64; 3], v: &[f64]", "(f64, f64)", Output::Pair),
    (", w: Vec<f64>, v: &[f64], n: usize", "f64", Output::Real),
    (", m: &[[f64; 2]; 3], n: usize", "f64", Output::Real),
    (", a: &[f64; 3], w: Vec<f64>", "[f64; 3]", Output::Array),
    (", y: f64, #[constant] z: f64, v: &[f64], n: usize", "(f64, Vec<f64>)", Output::RealAndVec),
    (", p: (f64, f64), v: &[f64], n: usize", "f64", Output::Real),
];

impl Case {
    pub fn source(&self) -> String {
        let mut source = String::new();
        let mut callable = Vec::new();
        for (k, helper) in self.helpers.iter().enumerate() {
            let (params, output, kind) = HELPERS[helper.shape as usize];
            source += &render(&format!("g{k}"), params, output, kind, helper, &callable);
            callable.push(helper.shape);
        }
        let (params, output, kind) = MAIN[self.main.shape as usize];
        source + &render("f", params, output, kind, &self.main, &callable)
    }

    /// The parameters of `f` after the first, and its output.
    pub fn params(&self) -> (&'static str, &'static str) {
        let (params, output, _) = MAIN[self.main.shape as usize];
        (params, output)
    }

    /// One value for each leaf of the parameters of `f`.
    pub fn arguments(&self) -> Vec<Value> {
        let (params, _, _) = MAIN[self.main.shape as usize];
        let three = |from: &[f64]| reals(&[from.first().copied().unwrap_or(0.3), self.x - 0.4, self.y + 0.2]);
        let mut args = vec![real(self.x)];
        for param in params.split(", ").skip(1) {
            let name = param.trim_start_matches("#[constant] ").split(':').next().unwrap_or_default();
            match name {
                "y" => args.push(real(self.y)),
                "z" => args.push(real(self.y - self.x)),
                "v" => args.push(reals(&self.v)),
                "w" => args.push(reals(&self.w)),
                "n" => args.push(int(self.n.into())),
                "a" => args.push(three(&self.w)),
                "m" => args.push(Value::array(vec![reals(&[self.x, 0.7]), reals(&[self.y, -0.6]), reals(&[0.9, 1.1])])),
                "p" => args.extend([real(self.y), real(0.8)]),
                // the second half of `(f64, f64)`
                _ => {}
            }
        }
        args
    }
}

pub(super) fn render(name: &str, params: &str, output: &str, kind: Output, body: &Body, callable: &[u8]) -> String {
    let mut scope = Scope::default();
    let fixed = |code: &str| RealVar { code: code.into(), mutable: false };
    let seq = |name: &str, container: Container, reference: bool| SeqVar {
        name: name.into(),
        container,
        reference,
        mutable: false,
        pinned: false,
        depth: if reference { 99 } else { 0 },
    };
    scope.reals.push(fixed("x"));
    for param in params.split(", ").skip(1) {
        let param = param.trim_start_matches("#[constant] ");
        match param {
            "y: f64" | "z: f64" => scope.reals.push(fixed(&param[..1])),
            "v: &[f64]" => scope.seqs.push(seq("v", Container::Slice, true)),
            "w: Vec<f64>" => scope.seqs.push(seq("w", Container::Vec, false)),
            "a: [f64; 3]" => scope.seqs.push(seq("a", Container::Array(3), false)),
            "a: &[f64; 3]" => scope.seqs.push(seq("a", Container::Array(3), true)),
            "m: &[[f64; 2]; 3]" => scope.seqs.push(seq("m", Container::Matrix, true)),
            "n: usize" => scope.ints.push(IntVar { name: "n".into(), mutable: false, within: Vec::new() }),
            "p: (f64" => scope.reals.extend([fixed("p.0"), fixed("p.1")]),
            _ => {}
        }
    }
    let mut r =
        Renderer { out: format!("fn {name}(x: f64{params}) -> {output} {{\n"), scope, next: 0, output: kind, callable, whole: false };
    r.stmts(&body.stmts);
    let (a, b) = (r.real(&body.last[0]), r.real(&body.last[1]));
    let seq = r.seq(body.seq, |s| s.container == Container::Vec && !s.reference && s.depth == 0);
    let last = match (kind, seq) {
        (Output::Real, _) => a,
        (Output::Pair, _) => format!("({a}, {b})"),
        (Output::Array, _) => format!("[{a}, {b}, x * 0.5]"),
        (Output::Vec, Some(s)) => s.name,
        (Output::Vec, None) => format!("vec![{a}, {b}]"),
        (Output::RealAndVec, Some(s)) => format!("({a}, {})", s.name),
        (Output::RealAndVec, None) => format!("({a}, vec![{b}])"),
    };
    let _ = writeln!(r.out, "{last}\n}}");
    r.out
}

impl Real {
    /// Whether rustc knows that this is an `f64` without looking around.
    pub(super) fn is_typed(&self) -> bool {
        match self {
            Real::Literal(_) | Real::Match(..) | Real::If(..) | Real::Block(..) | Real::Call(..) => false,
            Real::Binary(_, a, b) => a.is_typed() && b.is_typed(),
            Real::Var(_) | Real::At(..) | Real::FromInt(_) | Real::Unary(..) => true,
        }
    }
}

impl Renderer<'_> {
    pub(super) fn name(&mut self, base: &str) -> String {
        self.next += 1;
        format!("{base}{}", self.next)
    }

    pub(super) fn line(&mut self, line: &str) {
        let _ = writeln!(self.out, "{line}");
    }

    pub(super) fn pick<T: Clone>(items: &[T], k: u8) -> Option<T> {
        // the latest first, so that what was made is used
        items.iter().rev().nth(usize::from(k) % items.len().max(1)).cloned()
    }

    pub(super) fn seq(&self, k: u8, holds: impl Fn(&SeqVar) -> bool) -> Option<SeqVar> {
        let fitting: Vec<SeqVar> = self.scope.seqs.iter().filter(|s| holds(s)).cloned().collect();
        Self::pick(&fitting, k)
    }

    pub(super) fn flat(&self, k: u8) -> Option<SeqVar> {
        self.seq(k, |s| matches!(s.container, Container::Slice | Container::Vec | Container::Array(_)))
    }

    pub(super) fn changeable(&self, k: u8) -> Option<SeqVar> {
        self.seq(k, |s| s.mutable && matches!(s.container, Container::Slice | Container::Vec | Container::Array(_)))
    }

    pub(super) fn add_real(&mut self, code: String, mutable: bool) {
        self.scope.reals.push(RealVar { code, mutable });
    }

    pub(super) fn add_seq(&mut self, name: String, container: Container, reference: bool, mutable: bool) {
        let depth = self.scope.depth;
        self.scope.seqs.push(SeqVar { name, container, reference, mutable, pinned: false, depth });
    }

    /// A block of statements; what it declares is gone after it.
    pub(super) fn block(&mut self, stmts: &[Stmt], prepare: impl FnOnce(&mut Self)) {
        let saved = self.scope.clone();
        self.scope.depth += 1;
        prepare(self);
        self.stmts(stmts);
        self.scope = saved;
    }

    /// An expression, with the statements that it needs.
    pub(super) fn nested(&mut self, whole: bool, f: impl FnOnce(&mut Self) -> String) -> (String, String) {
        let saved = std::mem::take(&mut self.out);
        let scope = self.scope.clone();
        self.scope.depth += 1;
        if !whole {
            self.scope.loops.clear();
            self.scope.inside = true;
        }
        let value = f(self);
        self.scope = scope;
        (std::mem::replace(&mut self.out, saved), value)
    }

    pub(super) fn literal(k: i8, suffix: bool) -> String {
        let x = f64::from(k) / 32.0;
        let suffix = if suffix { "f64" } else { "" };
        if x < 0.0 { format!("(-{:?}{suffix})", -x) } else { format!("{x:?}{suffix}") }
    }

    /// Something that depends on an active input whatever happens.
    pub(super) fn active(&self) -> &'static str {
        "0.25 * x"
    }

    pub(super) fn real(&mut self, e: &Real) -> String {
        let whole = std::mem::replace(&mut self.whole, false);
        match e {
            Real::Literal(k) => Self::literal(*k, k % 2 == 1),
            Real::Var(k) => Self::pick(&self.scope.reals, *k)
                .map_or("x".into(), |v| if v.code.starts_with('*') { format!("({})", v.code) } else { v.code }),
            Real::At(k, i) => self.element(*k, i),
            Real::FromInt(i) => format!("({} as f64)", self.int(i)),
            Real::Unary(op, a) => {
                let typed = a.is_typed();
                let a = self.real(a);
                unary(*op, &a, typed)
            }
            Real::Binary(op, a, b) => {
                let typed = a.is_typed();
                let (a, b) = (self.real(a), self.real(b));
                binary(*op, &a, typed, &b)
            }
            Real::If(t, a, b) => {
                let t = self.truth(t);
                let (before_a, a) = self.nested(whole, |r| r.real(a));
                let (before_b, b) = self.nested(whole, |r| r.real(b));
                let value = format!("if {t} {{ {before_a}{a} }} else {{ {before_b}{b} }}");
                if whole { value } else { format!("({value})") }
            }
            Real::Match(i, arms) => {
                let i = self.int(i);
                let arms: Vec<String> = arms
                    .iter()
                    .map(|a| {
                        let (before, a) = self.nested(whole, |r| r.real(a));
                        format!("{{ {before}{a} }}")
                    })
                    .collect();
                let value =
                    format!("match {i} {{ 0 => {}, 1 | 2 => {}, k if k % 3 == 1 => {}, _ => {} }}", arms[0], arms[1], arms[2], arms[3]);
                if whole { value } else { format!("({value})") }
            }
            Real::Block(stmts, a) => {
                let (before, a) = self.nested(whole, |r| {
                    r.stmts(stmts);
                    r.real(a)
                });
                format!("{{ {before}{a} }}")
            }
            Real::Call(f, args, s, i) => self.call(*f, args, *s, i),
        }
    }

    /// A call that gives a real; without a function for it, its first argument.
    pub(super) fn call(&mut self, f: u8, args: &[Real; 2], s: u8, i: &Index) -> String {
        let fitting: Vec<usize> = (0..self.callable.len()).filter(|k| matches!(self.callable[*k], 0 | 1 | 2 | 5 | 7)).collect();
        let Some(g) = Self::pick(&fitting, f) else { return self.real(&args[0]) };
        let x = format!("{} + {}", self.real(&args[0]), self.active());
        match self.callable[g] {
            0 => {
                let y = self.real(&args[1]);
                format!("g{g}({x}, {y})")
            }
            1 => {
                let slice = self.borrowed(s);
                format!("g{g}({x}, {slice})")
            }
            2 => {
                let i = self.int(i);
                match s % 3 {
                    0 => format!("{{ let (p, _) = g{g}({x}, {i}); p }}"),
                    1 => format!("{{ let (_, q): (f64, f64) = g{g}({x}, {i}); q }}"),
                    _ => format!("g{g}({x}, {i}).1"),
                }
            }
            5 => {
                let vector = self.owned(s, &args[1]);
                format!("g{g}({x}, {vector})")
            }
            _ => match self.seq(s, |s| s.container == Container::Array(3)) {
                Some(a) => format!("g{g}({x}, {}{})", if a.reference { "" } else { "&" }, a.name),
                None => {
                    let y = self.real(&args[1]);
                    format!("g{g}({x}, &[{y}, x, 0.5])")
                }
            },
        }
    }

    /// An argument of type `&[f64]`.
    pub(super) fn borrowed(&mut self, k: u8) -> String {
        match self.flat(k) {
            Some(s) => match (&s.container, s.reference, k % 3) {
                (Container::Slice, _, 0 | 1) => s.name,
                (Container::Array(_), _, 1) => format!("&{}[1..]", s.name),
                (Container::Array(_), true, _) => s.name,
                (_, true, _) => s.name,
                (Container::Vec, false, 2) => format!("&{}[..]", s.name),
                _ => format!("&{}", s.name),
            },
            None => "&[0.5, x]".into(),
        }
    }

    /// An argument of type `Vec<f64>`.
    pub(super) fn owned(&mut self, k: u8, e: &Real) -> String {
        match self.flat(k) {
            Some(s) if s.container == Container::Vec && !s.reference => format!("{}.clone()", s.name),
            Some(s) => format!("{}.to_vec()", s.name),
            None => {
                let e = self.real(e);
                format!("vec![{e}, x]")
            }
        }
    }

    /// The element of a sequence.
    pub(super) fn element(&mut self, k: u8, i: &Index) -> String {
        let Some(s) = Self::pick(&self.scope.seqs, k) else { return self.real(&Real::Var(k)) };
        let name = &s.name;
        let i = self.int(i);
        match s.container {
            Container::Array(n) => format!("{name}[{i} % {n}]"),
            Container::Matrix => format!("{name}[{i} % 3][({i} + 1) % 2]"),
            Container::Rows => format!("{name}[{i} % {name}.len()][({i} + 1) % 2]"),
            Container::Slice | Container::Vec => match self.known_index(name, k) {
                Some(i) => format!("{name}[{i}]"),
                // this may panic
                None if k % 16 == 5 => format!("{name}[{i} / 2]"),
                None if k.is_multiple_of(2) => format!("(if {name}.len() > 0 {{ {name}[{i} % {name}.len()] }} else {{ 0.25 }})"),
                None => format!("(if {name}.is_empty() {{ x }} else {{ {name}[{i} % {name}.len()] }})"),
            },
        }
    }

    /// An index that is in bounds.
    pub(super) fn known_index(&self, seq: &str, k: u8) -> Option<String> {
        let fitting: Vec<String> = self.scope.ints.iter().filter(|i| i.within.iter().any(|s| s == seq)).map(|i| i.name.clone()).collect();
        Self::pick(&fitting, k / 3)
    }

    pub(super) fn int(&mut self, e: &Index) -> String {
        match e {
            Index::Literal(k) => k.to_string(),
            Index::Var(k) => Self::pick(&self.scope.ints, *k).map_or("2".into(), |v| v.name),
            Index::Len(k) => Self::pick(&self.scope.seqs, *k).map_or("3".into(), |s| format!("{}.len()", s.name)),
            Index::Binary(op, a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                match op % 4 {
                    0 => format!("({a} + {b})"),
                    1 => format!("({a} * 2 + {b})"),
                    2 => format!("({a} + 4 - {b} % 4)"),
                    _ => format!("({a} / ({b} + 1))"),
                }
            }
        }
    }

    pub(super) fn truth(&mut self, e: &Truth) -> String {
        match e {
            Truth::Reals(op, a, b) => {
                let (a, b) = (self.real(a), self.real(b));
                format!("({a}) {} ({b})", ["<", "<=", ">", ">="][usize::from(op % 4)])
            }
            Truth::Ints(op, a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                format!("({a}) {} ({b})", ["<", "<=", ">", "==", "!="][usize::from(op % 5)])
            }
            Truth::Not(t) => format!("!({})", self.truth(t)),
            Truth::Both(and, a, b) => format!("({}) {} ({})", self.truth(a), if *and { "&&" } else { "||" }, self.truth(b)),
        }
    }
}

pub(super) fn unary(op: u8, a: &str, typed: bool) -> String {
    let square = |plus: &str| if typed { format!("(({a}).powi(2) + {plus})") } else { format!("(f64::powi({a}, 2) + {plus})") };
    let plain = |name: &str| if typed { format!("({a}).{name}()") } else { format!("f64::{name}({a})") };
    let small = || if typed { format!("(0.9 * ({a}).tanh())") } else { format!("(0.9 * f64::tanh({a}))") };
    match op % 42 {
        0 => format!("(-{a})"),
        1 => plain("sin"),
        2 => plain("cos"),
        3 => plain("tanh"),
        4 => plain("atan"),
        5 => plain("abs"),
        6 => format!("{}.exp()", small()),
        7 => format!("{}.sqrt()", square("0.5")),
        8 => format!("{}.ln()", square("1.0")),
        9 => format!("{}.recip()", square("1.0")),
        10 => square("0.0"),
        11 => format!("{}.powi(3)", small()),
        12 => plain("floor"),
        13 => plain("fract"),
        14 => plain("signum"),
        15 => format!("{}.cbrt()", square("0.5")),
        16 => plain("asinh"),
        17 => format!("{}.sinh()", small()),
        18 => format!("{}.cosh()", small()),
        19 => format!("{}.asin()", small()),
        20 => format!("{}.acos()", small()),
        21 => format!("{}.atanh()", small()),
        22 => format!("{}.exp2()", small()),
        23 => format!("{}.exp_m1()", small()),
        24 => format!("{}.ln_1p()", square("0.0")),
        25 => format!("{}.log2()", square("1.0")),
        26 => format!("{}.log10()", square("1.0")),
        27 => plain("to_radians"),
        28 => format!("(0.02 * {})", plain("to_degrees")),
        29 => format!("f64::clamp({a}, -1.5, 1.5)"),
        30 => format!("{}.powf(1.7)", square("0.5")),
        31 => plain("trunc"),
        32 => plain("round"),
        33 => plain("ceil"),
        34 => format!("{}.tan()", small()),
        35 => format!("{}.acosh()", square("1.5")),
        36 => format!("{}.powi(-2)", square("1.0")),
        37 => format!("({}).powi(1)", plain("sin")),
        38 => format!("({a} + x)"),
        39 => format!("({a} * 0.5)"),
        40 => format!("(1.0 / {})", square("0.75")),
        _ => format!("({a} * x)"),
    }
}

pub(super) fn binary(op: u8, a: &str, typed: bool, b: &str) -> String {
    let method = |name: &str, b: &str| if typed { format!("({a}).{name}({b})") } else { format!("f64::{name}({a}, {b})") };
    let positive = |a: &str, plus: &str| format!("(f64::powi({a}, 2) + {plus})");
    match op % 20 {
        0..=3 => format!("({a} + {b})"),
        4..=5 => format!("({a} - {b})"),
        6..=9 => format!("({a} * {b})"),
        10 => format!("({a} / {})", positive(b, "0.75")),
        11 => format!("({a} % {})", positive(b, "0.75")),
        12 => method("max", b),
        13 => method("min", b),
        14 => method("hypot", b),
        15 => method("atan2", b),
        16 => format!("{}.powf(f64::sin({b}))", positive(a, "0.5")),
        17 => {
            if typed {
                format!("({a}).mul_add({b}, x)")
            } else {
                format!("f64::mul_add({a}, {b}, x)")
            }
        }
        18 => method("copysign", b),
        _ => method("rem_euclid", &positive(b, "0.75")),
    }
}
