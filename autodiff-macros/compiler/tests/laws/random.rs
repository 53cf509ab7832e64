//! Random programs: typed by construction, every one of them taken through all laws, with shrinking.
//!
//! A program is a tree whose leaves name variables by number; *rendering* looks the number up among the variables in scope, so that
//! every tree is a valid program, and so is everything that it shrinks to. Values are kept tame (divisors away from zero,
//! factors of compound products bounded), because rounding is not what is tested here; indices are taken modulo the length.
//!
//! `AUTODIFF_LAWS_CASES` sets the number of programs, `AUTODIFF_LAWS_SEED` takes other ones, `AUTODIFF_LAWS_SHRINK` bounds the
//! shrinking. What fails is printed, and becomes a regression test by hand.

use crate::support::*;
use autodiff_compiler::ir::interpret::Value;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::Union;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use std::cell::RefCell;
use std::fmt::Write;

/// An expression of type `f64`.
#[derive(Clone, Debug)]
enum Real {
    Literal(i8),
    Var(u8),
    At(u8, Index),
    FromInt(Index),
    Unary(u8, Box<Real>),
    Binary(u8, Box<Real>, Box<Real>),
    If(Box<Truth>, Box<Real>, Box<Real>),
    Match(Index, Box<[Real; 4]>),
    Block(Vec<Stmt>, Box<Real>),
    Call(u8, Box<[Real; 2]>, u8, Index),
}

/// An expression of type `usize`.
#[derive(Clone, Debug)]
enum Index {
    Literal(u8),
    Var(u8),
    Len(u8),
    Binary(u8, Box<Index>, Box<Index>),
}

/// A condition.
#[derive(Clone, Debug)]
enum Truth {
    Reals(u8, Real, Real),
    Ints(u8, Index, Index),
    Not(Box<Truth>),
    Both(bool, Box<Truth>, Box<Truth>),
}

/// A statement, or a few that belong together.
#[derive(Clone, Debug)]
enum Stmt {
    Let(bool, Real),
    LetInt(bool, Index),
    Step(u8, u8, Index),
    LetFloor(Real),
    Shadow(u8, Real),
    Assign(u8, u8, Real),
    AssignAt(u8, Index, u8, Real),
    If(Truth, Vec<Stmt>, Vec<Stmt>),
    ElseIf(Truth, Vec<Stmt>, Truth, Vec<Stmt>, Vec<Stmt>),
    Match(Index, Box<[Vec<Stmt>; 4]>),
    For(u8, Index, Index, Vec<Stmt>),
    Each(u8, u8, u8, Vec<Stmt>),
    While(Index, Truth, Vec<Stmt>),
    Loop(Index, Truth, Vec<Stmt>),
    LoopValue(Index, Truth, Vec<Stmt>, Real, Real),
    Break(Truth, u8),
    Continue(Truth, u8),
    Return(Truth, Real),
    Pair(u8, Real, Real),
    Exchange(u8, u8),
    LetVec(u8, Real, Real, Index, u8),
    LetArray(u8, Real, Real),
    LetMatrix(u8, Real, Real, Index),
    Row(u8, Index),
    Slice(u8, u8, Index, Index),
    Unpack(u8),
    Push(u8, Real),
    Pop(u8, bool),
    Swap(u8, Index, Index),
    Move(u8),
    CallPair(u8, Real, Index),
    CallVec(u8, Real, u8),
    CallArray(u8, Real, u8),
}

/// The shape of a function's signature, and its body.
#[derive(Clone, Debug)]
struct Body {
    shape: u8,
    stmts: Vec<Stmt>,
    last: [Real; 2],
    seq: u8,
}

#[derive(Clone, Debug)]
pub struct Case {
    helpers: Vec<Body>,
    main: Body,
    x: f64,
    y: f64,
    v: Vec<f64>,
    w: Vec<f64>,
    n: u8,
}

// ---------------------------------------------------------------- strategies

fn one_of<T: std::fmt::Debug + 'static>(options: Vec<(u32, BoxedStrategy<T>)>) -> BoxedStrategy<T> {
    Union::new_weighted(options).boxed()
}

#[derive(Clone)]
struct Level {
    real: BoxedStrategy<Real>,
    truth: BoxedStrategy<Truth>,
    stmts: BoxedStrategy<Vec<Stmt>>,
}

fn index() -> BoxedStrategy<Index> {
    let leaf = one_of(vec![
        (2, (0u8..6).prop_map(Index::Literal).boxed()),
        (4, any::<u8>().prop_map(Index::Var).boxed()),
        (1, any::<u8>().prop_map(Index::Len).boxed()),
    ]);
    let binary = (any::<u8>(), leaf.clone(), leaf.clone()).prop_map(|(op, a, b)| Index::Binary(op, a.into(), b.into()));
    one_of(vec![(3, leaf), (1, binary.boxed())])
}

fn level(depth: u32) -> Level {
    let byte = any::<u8>;
    let leaf = one_of(vec![
        (2, any::<i8>().prop_map(Real::Literal).boxed()),
        (6, byte().prop_map(Real::Var).boxed()),
        (3, (byte(), index()).prop_map(|(s, i)| Real::At(s, i)).boxed()),
        (1, index().prop_map(Real::FromInt).boxed()),
    ]);
    if depth == 0 {
        let truth = (byte(), leaf.clone(), leaf.clone()).prop_map(|(op, a, b)| Truth::Reals(op, a, b)).boxed();
        return Level { real: leaf, truth, stmts: Just(Vec::new()).boxed() };
    }
    let Level { real: r, truth: t, stmts: b } = level(depth - 1);
    let boxed = || r.clone().prop_map(Box::new);
    let real = one_of(vec![
        (6, leaf.clone()),
        (4, (byte(), boxed()).prop_map(|(op, a)| Real::Unary(op, a)).boxed()),
        (8, (byte(), boxed(), boxed()).prop_map(|(op, a, b)| Real::Binary(op, a, b)).boxed()),
        (1, (t.clone(), boxed(), boxed()).prop_map(|(t, a, b)| Real::If(t.into(), a, b)).boxed()),
        (1, (index(), [r.clone(), r.clone(), r.clone(), r.clone()]).prop_map(|(i, arms)| Real::Match(i, arms.into())).boxed()),
        (1, (b.clone(), boxed()).prop_map(|(b, a)| Real::Block(b, a)).boxed()),
        (2, (byte(), [r.clone(), r.clone()], byte(), index()).prop_map(|(f, args, s, i)| Real::Call(f, args.into(), s, i)).boxed()),
    ]);
    let truth = one_of(vec![
        (3, (byte(), r.clone(), r.clone()).prop_map(|(op, a, b)| Truth::Reals(op, a, b)).boxed()),
        (3, (byte(), index(), index()).prop_map(|(op, a, b)| Truth::Ints(op, a, b)).boxed()),
        (1, t.clone().prop_map(|t| Truth::Not(t.into())).boxed()),
        (1, (any::<bool>(), t.clone(), t.clone()).prop_map(|(and, a, b)| Truth::Both(and, a.into(), b.into())).boxed()),
    ]);
    let r = real.clone();
    let stmt = one_of(vec![
        (6, (any::<bool>(), r.clone()).prop_map(|(m, a)| Stmt::Let(m, a)).boxed()),
        (2, (any::<bool>(), index()).prop_map(|(m, i)| Stmt::LetInt(m, i)).boxed()),
        (2, (byte(), byte(), index()).prop_map(|(k, op, i)| Stmt::Step(k, op, i)).boxed()),
        (1, r.clone().prop_map(Stmt::LetFloor).boxed()),
        (1, (byte(), r.clone()).prop_map(|(v, a)| Stmt::Shadow(v, a)).boxed()),
        (8, (byte(), byte(), r.clone()).prop_map(|(v, op, a)| Stmt::Assign(v, op, a)).boxed()),
        (6, (byte(), index(), byte(), r.clone()).prop_map(|(v, i, op, a)| Stmt::AssignAt(v, i, op, a)).boxed()),
        (3, (t.clone(), b.clone(), b.clone()).prop_map(|(t, a, b)| Stmt::If(t, a, b)).boxed()),
        (1, (t.clone(), b.clone(), t.clone(), b.clone(), b.clone()).prop_map(|(t, a, u, b, c)| Stmt::ElseIf(t, a, u, b, c)).boxed()),
        (2, (index(), [b.clone(), b.clone(), b.clone(), b.clone()]).prop_map(|(i, arms)| Stmt::Match(i, arms.into())).boxed()),
        (4, (byte(), index(), index(), b.clone()).prop_map(|(k, i, j, b)| Stmt::For(k, i, j, b)).boxed()),
        (4, (byte(), byte(), byte(), b.clone()).prop_map(|(k, s, t, b)| Stmt::Each(k, s, t, b)).boxed()),
        (1, (index(), t.clone(), b.clone()).prop_map(|(i, t, b)| Stmt::While(i, t, b)).boxed()),
        (1, (index(), t.clone(), b.clone()).prop_map(|(i, t, b)| Stmt::Loop(i, t, b)).boxed()),
        (1, (index(), t.clone(), b.clone(), r.clone(), r.clone()).prop_map(|(i, t, b, x, y)| Stmt::LoopValue(i, t, b, x, y)).boxed()),
        (1, (t.clone(), byte()).prop_map(|(t, k)| Stmt::Break(t, k)).boxed()),
        (1, (t.clone(), byte()).prop_map(|(t, k)| Stmt::Continue(t, k)).boxed()),
        (1, (t.clone(), r.clone()).prop_map(|(t, a)| Stmt::Return(t, a)).boxed()),
        (1, (byte(), r.clone(), r.clone()).prop_map(|(k, a, b)| Stmt::Pair(k, a, b)).boxed()),
        (1, (byte(), byte()).prop_map(|(a, b)| Stmt::Exchange(a, b)).boxed()),
        (3, (byte(), r.clone(), r.clone(), index(), byte()).prop_map(|(k, a, b, i, s)| Stmt::LetVec(k, a, b, i, s)).boxed()),
        (1, (byte(), r.clone(), r.clone()).prop_map(|(k, a, b)| Stmt::LetArray(k, a, b)).boxed()),
        (1, (byte(), r.clone(), r.clone(), index()).prop_map(|(k, a, b, i)| Stmt::LetMatrix(k, a, b, i)).boxed()),
        (1, (byte(), index()).prop_map(|(s, i)| Stmt::Row(s, i)).boxed()),
        (1, (byte(), byte(), index(), index()).prop_map(|(k, s, i, j)| Stmt::Slice(k, s, i, j)).boxed()),
        (1, byte().prop_map(Stmt::Unpack).boxed()),
        (2, (byte(), r.clone()).prop_map(|(s, a)| Stmt::Push(s, a)).boxed()),
        (1, (byte(), any::<bool>()).prop_map(|(s, k)| Stmt::Pop(s, k)).boxed()),
        (1, (byte(), index(), index()).prop_map(|(s, i, j)| Stmt::Swap(s, i, j)).boxed()),
        (1, byte().prop_map(Stmt::Move).boxed()),
        (1, (byte(), r.clone(), index()).prop_map(|(f, a, i)| Stmt::CallPair(f, a, i)).boxed()),
        (1, (byte(), r.clone(), byte()).prop_map(|(f, a, s)| Stmt::CallVec(f, a, s)).boxed()),
        (1, (byte(), r.clone(), byte()).prop_map(|(f, a, s)| Stmt::CallArray(f, a, s)).boxed()),
    ]);
    Level { real, truth, stmts: vec(stmt, 0..5).boxed() }
}

fn body(shapes: std::ops::Range<u8>, level: &Level) -> BoxedStrategy<Body> {
    let last = [level.real.clone(), level.real.clone()];
    (shapes, level.stmts.clone(), last, any::<u8>()).prop_map(|(shape, stmts, last, seq)| Body { shape, stmts, last, seq }).boxed()
}

pub fn case() -> impl Strategy<Value = Case> {
    let (small, large) = (level(2), level(3));
    let number = -2.0..2.0f64;
    (
        vec(body(0..SHAPES, &small), 0..4),
        body(0..MAINS, &large),
        number.clone(),
        number.clone(),
        vec(number.clone(), 0..5),
        vec(number, 0..4),
        0u8..6,
    )
        .prop_map(|(helpers, main, x, y, v, w, n)| Case { helpers, main, x, y, v, w, n })
}

// ---------------------------------------------------------------- rendering

/// The number of signatures of helpers, and of main functions.
const SHAPES: u8 = 8;
const MAINS: u8 = 10;

#[derive(Clone, Debug)]
struct RealVar {
    code: String,
    mutable: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Container {
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
struct SeqVar {
    name: String,
    container: Container,
    /// Whether the variable is a reference to the container.
    reference: bool,
    mutable: bool,
    /// Whether its length must not shrink, because an index is known to be in bounds.
    pinned: bool,
    /// The depth of the block that owns it.
    depth: usize,
}

#[derive(Clone, Debug)]
struct IntVar {
    name: String,
    mutable: bool,
    /// The sequences that it is an index of.
    within: Vec<String>,
}

#[derive(Clone, Debug, Default)]
struct Scope {
    reals: Vec<RealVar>,
    seqs: Vec<SeqVar>,
    ints: Vec<IntVar>,
    /// The labels of the loops around, and whether they have a value.
    loops: Vec<(String, bool)>,
    depth: usize,
    /// Whether a part of a larger expression is being written, which nothing may leave early.
    inside: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Output {
    Real,
    Pair,
    Vec,
    Array,
    RealAndVec,
}

struct Renderer<'a> {
    out: String,
    scope: Scope,
    next: usize,
    output: Output,
    /// The shapes of the functions that may be called: g0, g1, …
    callable: &'a [u8],
    /// Whether the next expression is the whole of a `let`.
    whole: bool,
}

/// What each shape of a helper takes after `x: f64`, and gives.
const HELPERS: [(&str, &str, Output); SHAPES as usize] = [
    (", y: f64", "f64", Output::Real),
    (", v: &[f64]", "f64", Output::Real),
    (", n: usize", "(f64, f64)", Output::Pair),
    (", v: &[f64]", "Vec<f64>", Output::Vec),
    (", a: [f64; 3]", "[f64; 3]", Output::Array),
    (", w: Vec<f64>", "f64", Output::Real),
    (", w: Vec<f64>", "Vec<f64>", Output::Vec),
    (", a: &[f64; 3]", "f64", Output::Real),
];

const MAIN: [(&str, &str, Output); MAINS as usize] = [
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

fn render(name: &str, params: &str, output: &str, kind: Output, body: &Body, callable: &[u8]) -> String {
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
    fn is_typed(&self) -> bool {
        match self {
            Real::Literal(_) | Real::Match(..) | Real::If(..) | Real::Block(..) | Real::Call(..) => false,
            Real::Binary(_, a, b) => a.is_typed() && b.is_typed(),
            Real::Var(_) | Real::At(..) | Real::FromInt(_) | Real::Unary(..) => true,
        }
    }
}

impl Renderer<'_> {
    fn name(&mut self, base: &str) -> String {
        self.next += 1;
        format!("{base}{}", self.next)
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.out, "{line}");
    }

    fn pick<T: Clone>(items: &[T], k: u8) -> Option<T> {
        // the latest first, so that what was made is used
        items.iter().rev().nth(usize::from(k) % items.len().max(1)).cloned()
    }

    fn seq(&self, k: u8, holds: impl Fn(&SeqVar) -> bool) -> Option<SeqVar> {
        let fitting: Vec<SeqVar> = self.scope.seqs.iter().filter(|s| holds(s)).cloned().collect();
        Self::pick(&fitting, k)
    }

    fn flat(&self, k: u8) -> Option<SeqVar> {
        self.seq(k, |s| matches!(s.container, Container::Slice | Container::Vec | Container::Array(_)))
    }

    fn changeable(&self, k: u8) -> Option<SeqVar> {
        self.seq(k, |s| s.mutable && matches!(s.container, Container::Slice | Container::Vec | Container::Array(_)))
    }

    fn add_real(&mut self, code: String, mutable: bool) {
        self.scope.reals.push(RealVar { code, mutable });
    }

    fn add_seq(&mut self, name: String, container: Container, reference: bool, mutable: bool) {
        let depth = self.scope.depth;
        self.scope.seqs.push(SeqVar { name, container, reference, mutable, pinned: false, depth });
    }

    /// A block of statements; what it declares is gone after it.
    fn block(&mut self, stmts: &[Stmt], prepare: impl FnOnce(&mut Self)) {
        let saved = self.scope.clone();
        self.scope.depth += 1;
        prepare(self);
        self.stmts(stmts);
        self.scope = saved;
    }

    /// An expression, with the statements that it needs.
    fn nested(&mut self, whole: bool, f: impl FnOnce(&mut Self) -> String) -> (String, String) {
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

    fn literal(k: i8, suffix: bool) -> String {
        let x = f64::from(k) / 32.0;
        let suffix = if suffix { "f64" } else { "" };
        if x < 0.0 { format!("(-{:?}{suffix})", -x) } else { format!("{x:?}{suffix}") }
    }

    /// Something that depends on an active input whatever happens.
    fn active(&self) -> &'static str {
        "0.25 * x"
    }

    fn real(&mut self, e: &Real) -> String {
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
    fn call(&mut self, f: u8, args: &[Real; 2], s: u8, i: &Index) -> String {
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
    fn borrowed(&mut self, k: u8) -> String {
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
    fn owned(&mut self, k: u8, e: &Real) -> String {
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
    fn element(&mut self, k: u8, i: &Index) -> String {
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
    fn known_index(&self, seq: &str, k: u8) -> Option<String> {
        let fitting: Vec<String> = self.scope.ints.iter().filter(|i| i.within.iter().any(|s| s == seq)).map(|i| i.name.clone()).collect();
        Self::pick(&fitting, k / 3)
    }

    fn int(&mut self, e: &Index) -> String {
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

    fn truth(&mut self, e: &Truth) -> String {
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

    fn stmts(&mut self, stmts: &[Stmt]) {
        for s in stmts {
            self.stmt(s);
        }
    }

    /// `place op= value` with a tame factor.
    fn assign(&mut self, place: &str, op: u8, value: &str) {
        match op % 6 {
            0 | 1 => self.line(&format!("{place} += {value};")),
            2 => self.line(&format!("{place} -= {value};")),
            3 => self.line(&format!("{place} *= f64::sin({value});")),
            4 => self.line(&format!("{place} /= 1.5 + f64::cos({value});")),
            _ => self.line(&format!("{place} = f64::atan({value});")),
        }
    }

    fn stmt(&mut self, s: &Stmt) {
        match s {
            Stmt::Let(mutable, e) => {
                self.whole = true;
                let value = self.real(e);
                let name = self.name("t");
                self.line(&format!(
                    "let {}{name}{} = {value};",
                    if *mutable { "mut " } else { "" },
                    if e.is_typed() { "" } else { ": f64" }
                ));
                self.add_real(name, *mutable);
            }
            Stmt::LetInt(mutable, i) => {
                let value = self.int(i);
                let name = self.name("k");
                self.line(&format!("let {}{name}: usize = {value};", if *mutable { "mut " } else { "" }));
                self.scope.ints.push(IntVar { name, mutable: *mutable, within: Vec::new() });
            }
            Stmt::Step(k, op, i) => {
                let mutable: Vec<String> = self.scope.ints.iter().filter(|v| v.mutable).map(|v| v.name.clone()).collect();
                let by = self.int(i);
                if let Some(name) = Self::pick(&mutable, *k) {
                    match op % 5 {
                        0 => self.line(&format!("{name} += 1;")),
                        1 => self.line(&format!("{name} += 2;")),
                        2 => self.line(&format!("{name} = {name} + {by} % 7;")),
                        3 => self.line(&format!("{name} = ({name} * 3 + {by}) % 11;")),
                        _ => self.line(&format!("{name} -= {name} % ({by} + 1);")),
                    }
                }
            }
            Stmt::LetFloor(e) => {
                let value = self.real(e);
                let name = self.name("k");
                self.line(&format!("let {name} = f64::abs({value}).min(5.0) as usize;"));
                self.scope.ints.push(IntVar { name, mutable: false, within: Vec::new() });
            }
            Stmt::Shadow(k, e) => {
                let names: Vec<String> = self
                    .scope
                    .reals
                    .iter()
                    .filter(|v| v.code != "x" && v.code.chars().all(char::is_alphanumeric))
                    .map(|v| v.code.clone())
                    .collect();
                let value = self.real(e);
                if let Some(name) = Self::pick(&names, *k) {
                    self.line(&format!("let {name}: f64 = {value};"));
                    self.scope.reals.retain(|v| v.code != name);
                    self.add_real(name, false);
                }
            }
            Stmt::Assign(k, op, e) => {
                let mutable: Vec<String> = self.scope.reals.iter().filter(|v| v.mutable).map(|v| v.code.clone()).collect();
                let value = self.real(e);
                match Self::pick(&mutable, *k) {
                    Some(name) => self.assign(&name, *op, &value),
                    None => {
                        let name = self.name("t");
                        self.line(&format!("let {name}: f64 = {value};"));
                    }
                }
            }
            Stmt::AssignAt(k, i, op, e) => {
                let Some(s) = self.seq(*k, |s| s.mutable) else { return };
                let (name, i, value) = (s.name.clone(), self.int(i), self.real(e));
                match s.container {
                    Container::Array(n) => self.assign(&format!("{name}[{i} % {n}]"), *op, &value),
                    Container::Matrix => self.assign(&format!("{name}[{i} % 3][({i} + 1) % 2]"), *op, &value),
                    Container::Rows => {
                        let at = self.name("k");
                        self.line(&format!("let {at} = {i} % {name}.len();"));
                        self.assign(&format!("{name}[{at}][({i} + 1) % 2]"), *op, &value);
                    }
                    Container::Slice | Container::Vec => match self.known_index(&name, *k) {
                        Some(i) => self.assign(&format!("{name}[{i}]"), *op, &value),
                        None => {
                            let at = self.name("k");
                            self.line(&format!("if {name}.len() > 0 {{ let {at} = {i} % {name}.len();"));
                            self.assign(&format!("{name}[{at}]"), *op, &value);
                            self.line("}");
                        }
                    },
                }
            }
            Stmt::If(t, a, b) => {
                let t = self.truth(t);
                self.line(&format!("if {t} {{"));
                self.block(a, |_| {});
                if !b.is_empty() {
                    self.line("} else {");
                    self.block(b, |_| {});
                }
                self.line("}");
            }
            Stmt::ElseIf(t, a, u, b, c) => {
                let (t, u) = (self.truth(t), self.truth(u));
                self.line(&format!("if {t} {{"));
                self.block(a, |_| {});
                self.line(&format!("}} else if {u} {{"));
                self.block(b, |_| {});
                self.line("} else {");
                self.block(c, |_| {});
                self.line("}");
            }
            Stmt::Match(i, arms) => {
                let i = self.int(i);
                self.line(&format!("match {i} {{"));
                for (pattern, arm) in ["0 | 3", "1..=2", "k if k % 2 == 0", "_"].iter().zip(arms.iter()) {
                    self.line(&format!("{pattern} => {{"));
                    self.block(arm, |_| {});
                    self.line("}");
                }
                self.line("}");
            }
            Stmt::For(kind, from, to, body) => self.for_(*kind, from, to, body),
            Stmt::Each(kind, s, t, body) => self.each(*kind, *s, *t, body),
            Stmt::While(bound, t, body) => {
                let (bound, k, label) = (self.int(bound), self.name("k"), self.name("'l"));
                self.line(&format!("let mut {k} = 0;"));
                self.scope.ints.push(IntVar { name: k.clone(), mutable: false, within: Vec::new() });
                let t = self.truth(t);
                self.line(&format!("{label}: while {k} < {bound} % 5 && ({t}) {{\n{k} += 1;"));
                self.block(body, |r| r.scope.loops.push((label, false)));
                self.line("}");
            }
            Stmt::Loop(bound, t, body) => {
                let (bound, k, label) = (self.int(bound), self.name("k"), self.name("'l"));
                self.line(&format!("let mut {k} = 0;"));
                self.scope.ints.push(IntVar { name: k.clone(), mutable: false, within: Vec::new() });
                self.line(&format!("{label}: loop {{\nif {k} >= {bound} % 5 {{ break; }}\n{k} += 1;"));
                self.block(body, |r| r.scope.loops.push((label.clone(), false)));
                let t = self.truth(t);
                self.line(&format!("if {t} {{ break {label}; }}\n}}"));
            }
            Stmt::LoopValue(bound, t, body, a, b) => {
                let (bound, k, label, name) = (self.int(bound), self.name("k"), self.name("'l"), self.name("t"));
                self.line(&format!("let mut {k} = 0;"));
                self.scope.ints.push(IntVar { name: k.clone(), mutable: false, within: Vec::new() });
                let (before, a) = self.nested(false, |r| r.real(a));
                self.line(&format!("let {name}: f64 = {label}: loop {{\nif {k} >= {bound} % 5 {{ {before} break {a}; }}\n{k} += 1;"));
                self.block(body, |r| r.scope.loops.push((label.clone(), true)));
                let t = self.truth(t);
                let (before, b) = self.nested(false, |r| r.real(b));
                self.line(&format!("if {t} {{ {before} break {label} {b}; }}\n}};"));
                self.add_real(name, false);
            }
            Stmt::Break(t, k) => {
                let Some((label, value)) = Self::pick(&self.scope.loops, *k) else { return };
                let t = self.truth(t);
                self.line(&format!("if {t} {{ break {label}{}; }}", if value { " x * 0.5" } else { "" }));
            }
            Stmt::Continue(t, k) => {
                let Some((label, _)) = Self::pick(&self.scope.loops, *k) else { return };
                let t = self.truth(t);
                self.line(&format!("if {t} {{ continue {label}; }}"));
            }
            Stmt::Return(..) if self.scope.inside => {}
            Stmt::Return(t, e) => {
                let t = self.truth(t);
                let (before, e) = self.nested(false, |r| r.real(e));
                let value = match self.output {
                    Output::Real => e,
                    Output::Pair => format!("({e}, x)"),
                    Output::Vec => format!("vec![{e}]"),
                    Output::Array => format!("[x, {e}, 0.5]"),
                    Output::RealAndVec => format!("({e}, vec![x; 2])"),
                };
                self.line(&format!("if {t} {{ {before} return {value}; }}"));
            }
            Stmt::Pair(k, a, b) => {
                let (typed_a, typed) = (a.is_typed(), a.is_typed() && b.is_typed());
                let (a, b) = (self.real(a), self.real(b));
                let (p, q) = (self.name("p"), self.name("q"));
                let ty = if typed { "" } else { ": (f64, f64)" };
                match k % 4 {
                    0 => {
                        self.line(&format!("let ({p}, mut {q}){ty} = ({a}, {b});"));
                        self.add_real(p, false);
                        self.add_real(q, true);
                    }
                    1 => {
                        self.line(&format!("let mut {p}{ty} = ({a}, {b});"));
                        self.add_real(format!("{p}.0"), true);
                        self.add_real(format!("{p}.1"), true);
                    }
                    2 => {
                        self.line(&format!("let {p}: ((f64, f64), f64) = (({a}, {b}), x);"));
                        self.add_real(format!("{p}.0.1"), false);
                        self.add_real(format!("{p}.0.0"), false);
                    }
                    _ => {
                        let a = if typed_a { format!("({a}).sin_cos()") } else { format!("f64::sin_cos({a})") };
                        self.line(&format!("let ({p}, {q}) = {a};"));
                        self.add_real(p, false);
                        self.add_real(q, false);
                    }
                }
            }
            Stmt::Exchange(a, b) => {
                let mutable: Vec<String> = self.scope.reals.iter().filter(|v| v.mutable).map(|v| v.code.clone()).collect();
                if let (Some(a), Some(b)) = (Self::pick(&mutable, *a), Self::pick(&mutable, *b))
                    && a != b
                {
                    self.line(&format!("({a}, {b}) = ({b}, {a});"));
                }
            }
            Stmt::LetVec(kind, a, b, i, s) => {
                let name = self.name("w");
                let (a, b, i) = (self.real(a), self.real(b), self.int(i));
                let value = match (kind % 6, self.flat(*s)) {
                    (0, _) => format!("vec![{a}; {i} % 4]"),
                    (1, _) => format!("vec![{a}, {b}]"),
                    (2, _) => "Vec::new()".into(),
                    (3, _) => format!("Vec::with_capacity({i})"),
                    (4, Some(s)) if s.container == Container::Vec && !s.reference => format!("{}.clone()", s.name),
                    (4 | 5, Some(s)) if kind % 2 == 0 && s.container != Container::Array(2) => format!("{}[..].to_vec()", s.name),
                    (4 | 5, Some(s)) => format!("{}.to_vec()", s.name),
                    _ => format!("vec![{a}; 3]"),
                };
                self.line(&format!("let mut {name}: Vec<f64> = {value};"));
                self.add_seq(name, Container::Vec, false, true);
            }
            Stmt::LetArray(kind, a, b) => {
                let name = self.name("a");
                let (a, b) = (self.real(a), self.real(b));
                let value = if kind % 2 == 0 { format!("[{a}, {b}, x]") } else { format!("[{a}; 3]") };
                self.line(&format!("let mut {name}: [f64; 3] = {value};"));
                self.add_seq(name, Container::Array(3), false, true);
            }
            Stmt::LetMatrix(kind, a, b, i) => {
                let name = self.name("m");
                let (a, b, i) = (self.real(a), self.real(b), self.int(i));
                match kind % 4 {
                    0 => self.line(&format!("let mut {name}: [[f64; 2]; 3] = [[{a}, {b}], [x, 0.5], [{b}, x]];")),
                    1 => self.line(&format!("let mut {name}: [[f64; 2]; 3] = [[{a}; 2]; 3];")),
                    2 => self.line(&format!("let mut {name}: Vec<Vec<f64>> = vec![vec![{a}; 2]; {i} % 3 + 1];")),
                    _ => self.line(&format!("let mut {name}: Vec<Vec<f64>> = vec![vec![{a}, {b}], vec![x, {b}]];")),
                }
                self.add_seq(name, if kind % 4 < 2 { Container::Matrix } else { Container::Rows }, false, true);
            }
            Stmt::Row(k, i) => {
                let Some(m) = self.seq(*k, |s| matches!(s.container, Container::Matrix | Container::Rows)) else { return };
                let (name, i) = (self.name("r"), self.int(i));
                self.freeze(&m.name);
                match m.container {
                    Container::Matrix => {
                        self.line(&format!("let {name} = &{}[{i} % 3];", m.name));
                        self.add_seq(name, Container::Array(2), true, false);
                    }
                    _ if k % 2 == 0 => {
                        self.line(&format!("let {name} = &{0}[{i} % {0}.len()][..];", m.name));
                        self.add_seq(name, Container::Slice, true, false);
                    }
                    _ => {
                        self.line(&format!("let {name} = &{0}[{i} % {0}.len()];", m.name));
                        self.add_seq(name, Container::Vec, true, false);
                    }
                }
            }
            Stmt::Slice(kind, k, i, j) => {
                let Some(s) = self.flat(*k) else { return };
                let (name, i, j) = (self.name("s"), self.int(i), self.int(j));
                let root = &s.name;
                match kind % 4 {
                    0 => self.line(&format!("let {name} = &{root}[{i} % ({root}.len() + 1)..];")),
                    1 => self.line(&format!("let {name} = &{root}[..{i} % ({root}.len() + 1)];")),
                    2 => {
                        let (from, to) = (self.name("k"), self.name("k"));
                        self.line(&format!(
                            "let {from} = {i} % ({root}.len() + 1);\nlet {to} = {from} + {j} % ({root}.len() + 1 - {from});"
                        ));
                        self.line(&format!("let {name} = &{root}[{from}..{to}];"));
                    }
                    _ => self.line(&format!("let {name} = &{root}[..];")),
                }
                self.freeze(root);
                self.add_seq(name, Container::Slice, true, false);
            }
            Stmt::Unpack(k) => {
                let Some(s) = self.seq(*k, |s| s.container == Container::Array(3) && !s.reference) else { return };
                let (p, q) = (self.name("p"), self.name("q"));
                self.line(&format!("let [{p}, _, mut {q}] = {};", s.name));
                self.add_real(p, false);
                self.add_real(q, true);
            }
            Stmt::Push(k, e) => {
                let value = self.real(e);
                let Some(s) = self.seq(*k, |s| s.mutable && s.container == Container::Vec && !s.reference) else { return };
                self.line(&format!("{}.push({value});", s.name));
            }
            Stmt::Pop(k, bind) => {
                let Some(s) = self.seq(*k, |s| s.mutable && s.container == Container::Vec && !s.reference && !s.pinned) else { return };
                if *bind {
                    let name = self.name("t");
                    self.line(&format!("let {name}: f64 = if {0}.len() > 1 {{ {0}.pop().unwrap() }} else {{ x }};", s.name));
                    self.add_real(name, false);
                } else {
                    self.line(&format!("{}.pop();", s.name));
                }
            }
            Stmt::Swap(k, i, j) => {
                let Some(s) = self.changeable(*k) else { return };
                let (i, j) = (self.int(i), self.int(j));
                match s.container {
                    Container::Array(n) => self.line(&format!("{}.swap({i} % {n}, {j} % {n});", s.name)),
                    _ => {
                        let (a, b) = (self.name("k"), self.name("k"));
                        self.line(&format!(
                            "if !{0}.is_empty() {{ let {a} = {i} % {0}.len(); let {b} = {j} % {0}.len(); {0}.swap({a}, {b}); }}",
                            s.name
                        ));
                    }
                }
            }
            Stmt::Move(k) => {
                let depth = self.scope.depth;
                let Some(s) = self.seq(*k, |s| {
                    s.container == Container::Vec && !s.reference && s.depth == depth && !s.pinned && (s.mutable || s.name == "w")
                }) else {
                    return;
                };
                let name = self.name("w");
                self.line(&format!("let mut {name} = {};", s.name));
                self.scope.seqs.retain(|t| t.name != s.name);
                self.add_seq(name, Container::Vec, false, true);
            }
            Stmt::CallPair(f, e, i) => {
                let fitting: Vec<usize> = (0..self.callable.len()).filter(|k| self.callable[*k] == 2).collect();
                let Some(g) = Self::pick(&fitting, *f) else { return };
                let (x, i) = (self.real(e), self.int(i));
                let (p, q) = (self.name("p"), self.name("q"));
                let p_ = if f % 3 == 0 { "_" } else { &p };
                self.line(&format!("let ({p_}, mut {q}) = g{g}({x} - {}, {i});", self.active()));
                if f % 3 != 0 {
                    self.add_real(p.clone(), false);
                }
                self.add_real(q, true);
            }
            Stmt::CallVec(f, e, s) => {
                let fitting: Vec<usize> = (0..self.callable.len()).filter(|k| matches!(self.callable[*k], 3 | 6)).collect();
                let Some(g) = Self::pick(&fitting, *f) else { return };
                let x = self.real(e);
                let argument = if self.callable[g] == 3 { self.borrowed(*s) } else { self.owned(*s, e) };
                let name = self.name("w");
                self.line(&format!("let mut {name} = g{g}({x} + {}, {argument});", self.active()));
                self.add_seq(name, Container::Vec, false, true);
            }
            Stmt::CallArray(f, e, s) => {
                let fitting: Vec<usize> = (0..self.callable.len()).filter(|k| self.callable[*k] == 4).collect();
                let Some(g) = Self::pick(&fitting, *f) else { return };
                let x = self.real(e);
                let argument = match self.seq(*s, |s| s.container == Container::Array(3)) {
                    Some(a) => format!("{}{}", if a.reference { "*" } else { "" }, a.name),
                    None => "[x, 0.5, 0.25]".into(),
                };
                let name = self.name("a");
                self.line(&format!("let mut {name}: [f64; 3] = g{g}({x} + {}, {argument});", self.active()));
                self.add_seq(name, Container::Array(3), false, true);
            }
        }
    }

    /// A sequence that something borrows is not changed while the borrow may be used.
    fn freeze(&mut self, name: &str) {
        for s in self.scope.seqs.iter_mut().filter(|s| s.name == name) {
            s.mutable = false;
            s.pinned = true;
            s.depth = 99;
        }
    }

    fn for_(&mut self, kind: u8, from: &Index, to: &Index, body: &[Stmt]) {
        let (from, to, i, label) = (self.int(from), self.int(to), self.name("i"), self.name("'l"));
        let range = match kind % 6 {
            0 => format!("0..{to} % 5"),
            1 => format!("{from} % 3..{to} % 6"),
            2 => format!("{from} % 3..={to} % 4"),
            3 => format!("({from} % 3..{to} % 6).rev()"),
            4 => format!("(0..{to} % 8).step_by({from} % 3 + 1)"),
            _ => format!("(0..={to} % 4).rev()"),
        };
        self.line(&format!("{label}: for {i} in {range} {{"));
        self.block(body, |r| {
            r.scope.loops.push((label, false));
            r.scope.ints.push(IntVar { name: i, mutable: false, within: Vec::new() });
        });
        self.line("}");
    }

    /// A loop over a sequence, or two.
    fn each(&mut self, kind: u8, s: u8, t: u8, body: &[Stmt]) {
        let Some(s) = self.flat(s) else { return };
        let t = self.flat(t).unwrap_or_else(|| s.clone());
        let label = self.name("'l");
        let (e, e2, i) = (self.name("e"), self.name("e"), self.name("i"));
        let name = s.name.clone();
        match kind % 7 {
            0 => {
                self.line(&format!("{label}: for {i} in 0..{name}.len() {{"));
                self.block(body, |r| {
                    r.scope.loops.push((label, false));
                    r.scope.seqs.iter_mut().filter(|s| s.name == name).for_each(|s| s.pinned = true);
                    r.scope.ints.push(IntVar { name: i, mutable: false, within: vec![name] });
                });
            }
            1 | 2 => {
                let over = match kind % 7 {
                    1 => format!("{name}.iter()"),
                    _ if s.reference => name.clone(),
                    _ => format!("&{name}"),
                };
                self.line(&format!("{label}: for {e} in {over} {{"));
                self.block(body, |r| {
                    r.scope.loops.push((label, false));
                    r.freeze(&name);
                    r.add_real(format!("*{e}"), false);
                });
            }
            3 => {
                self.line(&format!("{label}: for ({i}, {e}) in {name}.iter().enumerate() {{"));
                self.block(body, |r| {
                    r.scope.loops.push((label, false));
                    r.freeze(&name);
                    r.add_real(format!("*{e}"), false);
                    r.scope.ints.push(IntVar { name: i, mutable: false, within: vec![name] });
                });
            }
            4 => {
                self.line(&format!("{label}: for ({e}, {e2}) in {name}.iter().zip({}.iter()) {{", t.name));
                self.block(body, |r| {
                    r.scope.loops.push((label, false));
                    r.freeze(&name);
                    r.freeze(&t.name);
                    r.add_real(format!("*{e}"), false);
                    r.add_real(format!("*{e2}"), false);
                });
            }
            5 if s.mutable => {
                self.line(&format!("{label}: for {e} in {name}.iter_mut() {{"));
                self.block(body, |r| {
                    r.scope.loops.push((label, false));
                    r.scope.seqs.retain(|s| s.name != name);
                    r.add_real(format!("*{e}"), true);
                });
            }
            6 if s.mutable => {
                self.line(&format!("{label}: for ({i}, {e}) in {name}.iter_mut().enumerate() {{"));
                self.block(body, |r| {
                    r.scope.loops.push((label, false));
                    r.scope.seqs.retain(|s| s.name != name);
                    r.scope.ints.push(IntVar { name: i, mutable: false, within: Vec::new() });
                    r.add_real(format!("*{e}"), true);
                });
            }
            _ => {
                self.line(&format!("{label}: for {e} in {name}.iter().rev() {{"));
                self.block(body, |r| {
                    r.scope.loops.push((label, false));
                    r.freeze(&name);
                    r.add_real(format!("*{e}"), false);
                });
            }
        }
        self.line("}");
    }
}

fn unary(op: u8, a: &str, typed: bool) -> String {
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

fn binary(op: u8, a: &str, typed: bool, b: &str) -> String {
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

// ---------------------------------------------------------------- the test

/// The law-abiding program's work, or `None` if it panics.
fn check(case: &Case) -> Result<Option<Report>, String> {
    let source = case.source();
    let program = Program::new(&source)?;
    laws_of(&program, "f", &case.arguments(), 11)
}

/// A number from the environment.
pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

#[test]
fn random_programs_obey_the_laws() {
    let cases = setting("AUTODIFF_LAWS_CASES", 400) as u32;
    let seed = setting("AUTODIFF_LAWS_SEED", 1);
    let failure = std::thread::Builder::new().stack_size(256 << 20).spawn(move || run(cases, seed)).expect("a thread").join();
    match failure {
        Ok(None) => {}
        Ok(Some(message)) => panic!("{message}"),
        Err(e) => std::panic::resume_unwind(e),
    }
}

/// What the programs were like.
#[derive(Debug, Default)]
struct Seen {
    programs: u32,
    panicking: u32,
    /// How many have fused sweeps.
    fused: u32,
    /// The largest W(jvp) / W(primal), and of the gradient, of programs with at least 20 units of work.
    forward: f64,
    reverse: f64,
}

impl Seen {
    fn add(&mut self, report: Option<Report>) {
        self.programs += 1;
        self.fused += u32::from(report.as_ref().is_some_and(|r| r.fused));
        match report {
            None => self.panicking += 1,
            Some(r) if r.primal >= 20 => {
                let ratio = |work: u64| work as f64 / r.primal as f64;
                self.forward = self.forward.max(ratio(r.jvp));
                self.reverse = self.reverse.max(ratio(r.unzipped + r.transposed));
            }
            Some(_) => {}
        }
    }
}

fn run(cases: u32, seed: u64) -> Option<String> {
    let config =
        Config { cases, max_shrink_iters: setting("AUTODIFF_LAWS_SHRINK", 3000) as u32, failure_persistence: None, ..Config::default() };
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
    let seen = RefCell::new(Seen::default());
    let result = runner.run(&case(), |case| {
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(&case)));
        match outcome {
            Ok(Ok(report)) => {
                seen.borrow_mut().add(report);
                Ok(())
            }
            Ok(Err(e)) => Err(TestCaseError::fail(e)),
            Err(e) => Err(TestCaseError::fail(format!(
                "the compiler panics: {}\n{}",
                e.downcast_ref::<String>().cloned().unwrap_or_default(),
                case.source()
            ))),
        }
    });
    println!("{:?}", seen.borrow());
    let Seen { programs, panicking, fused, .. } = *seen.borrow();
    match result {
        Ok(()) if fused * 10 < programs => Some(format!("only {fused} of {programs} programs have fused sweeps")),
        Ok(()) if panicking * 4 > programs => Some(format!("{panicking} of {programs} programs panic")),
        Ok(()) => None,
        Err(TestError::Fail(reason, case)) => Some(format!("{reason}\nf{:?}\n{}", case.arguments(), case.source())),
        Err(other) => Some(other.to_string()),
    }
}
