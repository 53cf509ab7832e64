//! Random linear functions: linear by construction, so `#[linear]` has to prove it, and the laws of
//! transposition hold *exactly*. They call others, with values, with slices, in place, and one that
//! calls itself.
//!
//! All numbers are small integers and halves, so every sum and product is exact and no order of
//! additions matters. What is compared is compared to the last bit, up to the sign of zero. With
//! `Value`s x, z of the linear parameters and ȳ of the results:
//!
//! - f(2x − 3z) = 2 f(x) − 3 f(z), and f(0) = 0;
//! - the linear map of f, at residuals that were made without x, is f: ℓ(x) = f(x);
//! - ⟨ℓ(x), ȳ⟩ = ⟨x, ℓᵀ(ȳ)⟩;
//! - ℓᵀᵀ = ℓ, and takes no more work;
//! - W(ℓᵀ) + L_in = W(ℓ) + L_out, drops charged (W3).

use crate::random::setting;
use crate::support::*;
use autodiff_compiler::diagnostics::Diagnostics;
use autodiff_compiler::ir::check::{Stage, check};
use autodiff_compiler::ir::cost::Drops;
use autodiff_compiler::ir::interpret::{Evaluation, Value};
use autodiff_compiler::ir::*;
use autodiff_compiler::linear::linear_map_of;
use autodiff_compiler::passes::transpose::transpose;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use std::cell::Cell;

/// A scalar that is linear in the parameters. Numbers choose among what is in scope.
#[derive(Clone, Debug)]
enum Scalar {
    Zero,
    Var(u8),
    At(u8, u8),
    Sum(u8),
    Neg(Box<Scalar>),
    Add(bool, Box<Scalar>, Box<Scalar>),
    Scale(u8, bool, Box<Scalar>),
    Halved(Box<Scalar>),
    If(u8, Box<Scalar>, Box<Scalar>),
    Closure(u8, Box<Scalar>),
    Call(u8, Box<Scalar>, Box<Scalar>),
    Total(u8, u8),
}

#[derive(Clone, Debug)]
enum Stmt {
    Let(Scalar),
    Pair(Scalar, Scalar),
    Assign(u8, u8, Scalar),
    LetVec(u8, Scalar, Scalar),
    Map(u8, u8),
    AssignAt(u8, u8, u8, Scalar),
    Push(u8, Scalar),
    Swap(u8, u8, u8),
    CallInPlace(u8, Scalar),
    For(u8, Vec<Stmt>),
    While(Vec<Stmt>),
    If(u8, Vec<Stmt>, Vec<Stmt>),
    Match([Vec<Stmt>; 3]),
    Exit(u8),
}

#[derive(Clone, Debug)]
struct Case {
    stmts: Vec<Stmt>,
    last: [Scalar; 2],
    result: u8,
    numbers: Vec<i8>,
    k: u8,
}

fn scalar() -> impl Strategy<Value = Scalar> {
    let leaf = prop_oneof![
        1 => Just(Scalar::Zero),
        6 => any::<u8>().prop_map(Scalar::Var),
        4 => (any::<u8>(), any::<u8>()).prop_map(|(a, i)| Scalar::At(a, i)),
        1 => any::<u8>().prop_map(Scalar::Sum),
        1 => (any::<u8>(), any::<u8>()).prop_map(|(a, k)| Scalar::Total(a, k)),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        let boxed = inner.prop_map(Box::new);
        prop_oneof![
            1 => boxed.clone().prop_map(Scalar::Neg),
            4 => (any::<bool>(), boxed.clone(), boxed.clone())
                .prop_map(|(minus, a, b)| Scalar::Add(minus, a, b)),
            4 => (any::<u8>(), any::<bool>(), boxed.clone())
                .prop_map(|(c, left, a)| Scalar::Scale(c, left, a)),
            1 => boxed.clone().prop_map(Scalar::Halved),
            2 => (any::<u8>(), boxed.clone(), boxed.clone())
                .prop_map(|(c, a, b)| Scalar::If(c, a, b)),
            1 => (any::<u8>(), boxed.clone()).prop_map(|(c, a)| Scalar::Closure(c, a)),
            2 => (any::<u8>(), boxed.clone(), boxed).prop_map(|(c, a, b)| Scalar::Call(c, a, b)),
        ]
    })
}

fn stmts() -> impl Strategy<Value = Vec<Stmt>> {
    let s = scalar;
    let leaf = prop_oneof![
        3 => s().prop_map(Stmt::Let),
        1 => (s(), s()).prop_map(|(a, b)| Stmt::Pair(a, b)),
        3 => (any::<u8>(), any::<u8>(), s()).prop_map(|(v, op, a)| Stmt::Assign(v, op, a)),
        2 => (any::<u8>(), s(), s()).prop_map(|(kind, a, b)| Stmt::LetVec(kind, a, b)),
        1 => (any::<u8>(), any::<u8>()).prop_map(|(v, c)| Stmt::Map(v, c)),
        4 => (any::<u8>(), any::<u8>(), any::<u8>(), s())
            .prop_map(|(v, i, op, a)| Stmt::AssignAt(v, i, op, a)),
        1 => (any::<u8>(), s()).prop_map(|(v, a)| Stmt::Push(v, a)),
        1 => (any::<u8>(), any::<u8>(), any::<u8>()).prop_map(|(v, i, j)| Stmt::Swap(v, i, j)),
        1 => (any::<u8>(), s()).prop_map(|(v, a)| Stmt::CallInPlace(v, a)),
        1 => any::<u8>().prop_map(Stmt::Exit),
    ];
    let stmt = leaf.prop_recursive(3, 24, 4, |inner| {
        let block = || prop::collection::vec(inner.clone(), 0..4);
        prop_oneof![
            4 => (any::<u8>(), block()).prop_map(|(n, b)| Stmt::For(n, b)),
            1 => block().prop_map(Stmt::While),
            2 => (any::<u8>(), block(), block()).prop_map(|(c, a, b)| Stmt::If(c, a, b)),
            1 => [block(), block(), block()].prop_map(Stmt::Match),
        ]
    });
    prop::collection::vec(stmt, 0..6)
}

fn case() -> impl Strategy<Value = Case> {
    (stmts(), [scalar(), scalar()], any::<u8>(), prop::collection::vec(-3i8..4, 16), 0u8..6)
        .prop_map(|(stmts, last, result, numbers, k)| Case { stmts, last, result, numbers, k })
}

/// What is in scope.
#[derive(Clone, Default)]
struct Scope {
    scalars: Vec<String>,
    /// Each with whether it can grow.
    arrays: Vec<(String, bool)>,
    ints: Vec<String>,
    in_loop: bool,
}

struct Writer {
    text: String,
    names: usize,
    /// What an exit of the function gives.
    early: String,
}

fn pick<T>(of: &[T], by: u8) -> &T {
    &of[usize::from(by) % of.len()]
}

impl Writer {
    fn name(&mut self, base: &str) -> String {
        self.names += 1;
        format!("{base}{}", self.names)
    }

    /// A value that does not depend on the linear parameters.
    fn coefficient(scope: &Scope, by: u8) -> String {
        let int = pick(&scope.ints, by / 8);
        match by % 8 {
            0 => "2.0".into(),
            1 => "-1.0".into(),
            2 => format!("({int} % 3) as f64"),
            3 => "(a[0] - 1.0)".into(),
            4 => format!("(if {int} % 2 == 0 {{ a[0] }} else {{ 1.0 }})"),
            _ => format!("a[{int} % a.len()]"),
        }
    }

    fn condition(scope: &Scope, by: u8) -> String {
        let int = pick(&scope.ints, by / 4);
        match by % 4 {
            0 => format!("{int} % 2 == 0"),
            1 => format!("a[{int} % a.len()] > 0.0"),
            2 => format!("{int} > 1 && a[0] < 2.0"),
            _ => format!("{int} != k"),
        }
    }

    fn index(scope: &Scope, array: &str, by: u8) -> String {
        let int = pick(&scope.ints, by / 3);
        format!("({int} + {}) % {array}.len()", by % 3)
    }

    fn scalar(&mut self, scope: &Scope, s: &Scalar) -> String {
        match s {
            Scalar::Zero => "0.0".into(),
            Scalar::Var(v) => pick(&scope.scalars, *v).clone(),
            Scalar::At(a, i) => {
                let array = &pick(&scope.arrays, *a).0;
                format!("{array}[{}]", Self::index(scope, array, *i))
            }
            Scalar::Sum(a) => format!("{}.iter().sum::<f64>()", pick(&scope.arrays, *a).0),
            Scalar::Neg(a) => format!("-({})", self.scalar(scope, a)),
            Scalar::Add(minus, a, b) => {
                let (a, b) = (self.scalar(scope, a), self.scalar(scope, b));
                format!("({a} {} ({b}))", if *minus { '-' } else { '+' })
            }
            Scalar::Scale(c, left, a) => {
                let (c, a) = (Self::coefficient(scope, *c), self.scalar(scope, a));
                if *left { format!("({c} * ({a}))") } else { format!("(({a}) * {c})") }
            }
            Scalar::Halved(a) => format!("(({}) / 2.0)", self.scalar(scope, a)),
            Scalar::If(c, a, b) => {
                let (a, b) = (self.scalar(scope, a), self.scalar(scope, b));
                format!("(if {} {{ {a} }} else {{ {b} }})", Self::condition(scope, *c))
            }
            Scalar::Call(c, a, b) => {
                // what is passed depends on the linear parameters in any case, as callers of
                // `#[linear]` have to see to
                let (a, b) = (self.scalar(scope, a), self.scalar(scope, b));
                let (k, x) = (pick(&scope.ints, c / 3), "x");
                match c % 3 {
                    0 => format!("turned(a, {k}, {a} - {x})"),
                    1 => format!(
                        "blended({a} + {x}, {}, {b} - {x})",
                        Self::coefficient(scope, c / 3)
                    ),
                    _ => format!("nested({k} % 3, {a} + {x})"),
                }
            }
            Scalar::Total(a, k) => {
                format!("total(&{}, {})", pick(&scope.arrays, *a).0, pick(&scope.ints, *k))
            }
            Scalar::Closure(c, a) => {
                let (c, a) = (Self::coefficient(scope, *c), self.scalar(scope, a));
                let free = pick(&scope.scalars, 0);
                format!("(|t: f64| {c} * t - {free})({a})")
            }
        }
    }

    fn block(&mut self, scope: &Scope, stmts: &[Stmt]) {
        let mut scope = scope.clone();
        for s in stmts {
            self.stmt(&mut scope, s);
        }
    }

    fn put(&mut self, text: &str) {
        self.text += text;
        self.text.push('\n');
    }

    fn stmt(&mut self, scope: &mut Scope, s: &Stmt) {
        const ASSIGN: [&str; 3] = ["=", "+=", "-="];
        // the parameters themselves are not changed
        let grown: Vec<String> =
            scope.arrays.iter().filter(|(_, grows)| *grows).map(|(name, _)| name.clone()).collect();
        match s {
            Stmt::Let(a) => {
                let (a, name) = (self.scalar(scope, a), self.name("s"));
                self.put(&format!("let mut {name}: f64 = {a};"));
                scope.scalars.push(name);
            }
            Stmt::Pair(a, b) => {
                let (a, b) = (self.scalar(scope, a), self.scalar(scope, b));
                let (p, q) = (self.name("p"), self.name("q"));
                self.put(&format!("let (mut {p}, mut {q}): (f64, f64) = ({a}, {b});"));
                scope.scalars.extend([p, q]);
            }
            Stmt::Assign(v, op, a) => {
                let changing: Vec<&String> =
                    scope.scalars.iter().filter(|name| *name != "x").collect();
                if !changing.is_empty() {
                    let (name, a) = (pick(&changing, *v).to_string(), self.scalar(scope, a));
                    self.put(&format!("{name} {} {a};", pick(&ASSIGN, *op)));
                }
            }
            Stmt::LetVec(kind, a, b) => {
                let (a, b, name) = (self.scalar(scope, a), self.scalar(scope, b), self.name("v"));
                let made = match kind % 5 {
                    0 => format!("vec![{a}, {b}]"),
                    1 => format!("vec![{a}; 3]"),
                    2 => "v.to_vec()".into(),
                    3 => format!("vec![0.0; 1 + {} % 3]", pick(&scope.ints, kind / 5)),
                    _ => format!("{}.to_vec()", pick(&scope.arrays, kind / 5).0),
                };
                self.put(&format!("let mut {name}: Vec<f64> = {made};"));
                scope.arrays.push((name, true));
            }
            Stmt::Map(v, c) => {
                let (of, c, name) = (
                    pick(&scope.arrays, *v).0.clone(),
                    Self::coefficient(scope, *c),
                    self.name("v"),
                );
                self.put(&format!(
                    "let mut {name}: Vec<f64> = {of}.iter().map(|t| {c} * t).collect();"
                ));
                scope.arrays.push((name, true));
            }
            Stmt::AssignAt(v, i, op, a) => {
                if !grown.is_empty() {
                    let (array, a) = (pick(&grown, *v).clone(), self.scalar(scope, a));
                    let (index, at) = (Self::index(scope, &array, *i), self.name("at"));
                    self.put(&format!(
                        "let {at} = {index}; {array}[{at}] {} {a};",
                        pick(&ASSIGN, *op)
                    ));
                }
            }
            Stmt::Push(v, a) => {
                if !grown.is_empty() {
                    let (array, a) = (pick(&grown, *v).clone(), self.scalar(scope, a));
                    self.put(&format!("{array}.push({a});"));
                }
            }
            Stmt::Swap(v, i, j) => {
                if !grown.is_empty() {
                    let array = pick(&grown, *v).clone();
                    let (i, j) = (Self::index(scope, &array, *i), Self::index(scope, &array, *j));
                    let (from, to) = (self.name("at"), self.name("at"));
                    self.put(&format!(
                        "let ({from}, {to}) = ({i}, {j}); {array}.swap({from}, {to});"
                    ));
                }
            }
            Stmt::CallInPlace(v, a) => {
                if !grown.is_empty() {
                    let (array, a) = (pick(&grown, *v).clone(), self.scalar(scope, a));
                    self.put(&format!("shifted(&mut {array}, {a} - x);"));
                }
            }
            Stmt::For(n, stmts) => {
                let index = self.name("i");
                let range = match n % 4 {
                    0 => "0..3".into(),
                    1 => "(0..k).rev()".into(),
                    2 => "0..v.len()".into(),
                    _ => format!("{}..4", pick(&scope.ints, n / 4)),
                };
                self.put(&format!("for {index} in {range} {{"));
                let mut inner = scope.clone();
                inner.ints.push(index);
                inner.in_loop = true;
                self.block(&inner, stmts);
                self.put("}");
            }
            Stmt::While(stmts) => {
                let counter = self.name("n");
                self.put(&format!("let mut {counter} = 0; while {counter} < k {{ {counter} += 1;"));
                let mut inner = scope.clone();
                inner.ints.push(counter);
                inner.in_loop = true;
                self.block(&inner, stmts);
                self.put("}");
            }
            Stmt::If(c, a, b) => {
                self.put(&format!("if {} {{", Self::condition(scope, *c)));
                self.block(scope, a);
                self.put("} else {");
                self.block(scope, b);
                self.put("}");
            }
            Stmt::Match(arms) => {
                self.put("match k % 3 {");
                for (pattern, arm) in ["0", "1", "_"].iter().zip(arms) {
                    self.put(&format!("{pattern} => {{"));
                    self.block(scope, arm);
                    self.put("}");
                }
                self.put("}");
            }
            Stmt::Exit(by) => {
                let what = match by % 3 {
                    0 if scope.in_loop => "break".into(),
                    1 if scope.in_loop => "continue".into(),
                    _ => format!("return {}", self.early),
                };
                self.put(&format!("if {} {{ {what}; }}", Self::condition(scope, by / 3)));
            }
        }
    }
}

/// The functions that are called, with the numbers of the parameters that they are linear in.
const CALLED: [(&str, &[usize]); 5] = [
    (
        "fn turned(a: &[f64], k: usize, x: f64) -> f64 { if k % 2 == 0 \
         { a[k % a.len()] * x } else { -x } }",
        &[2],
    ),
    (
        "fn blended(x: f64, c: f64, y: f64) -> f64 { let mut z = x; z -= c * y; z + y / 2.0 }",
        &[0, 2],
    ),
    (
        "fn nested(n: usize, x: f64) -> f64 { if n == 0 { 2.0 * x } else \
         { nested(n - 1, -x) - x } }",
        &[1],
    ),
    (
        "fn total(v: &[f64], k: usize) -> f64 { let mut sum = 0.0; for i in 0..v.len() \
         { sum += (i + k) as f64 * v[i]; } sum }",
        &[0],
    ),
    (
        "fn shifted(u: &mut [f64], x: f64) { let mut last = x; for i in 0..u.len() \
         { let next = u[i] - last; last = u[i]; u[i] = next; } }",
        &[0, 1],
    ),
];

/// The functions that are called.
fn called() -> Program {
    let mut program = Program::default();
    for (source, params) in CALLED {
        let item: syn::ItemFn = syn::parse_str(source).unwrap_or_else(|e| panic!("{e}: {source}"));
        let mut errors = Diagnostics::new();
        let map = linear_map_of(&item, params, &mut errors);
        let messages: Vec<String> = errors.iter().map(|d| d.message.clone()).collect();
        program.put(&item.sig, map.unwrap_or_else(|| panic!("{}: {source}", messages.join("; "))));
    }
    program
}

const RESULTS: [&str; 5] = ["f64", "(f64, f64)", "[f64; 2]", "Vec<f64>", "(f64, usize)"];

impl Case {
    fn source(&self) -> String {
        let result = usize::from(self.result) % RESULTS.len();
        let give = |a: &str, b: &str| match result {
            0 => a.to_string(),
            1 => format!("({a}, {b})"),
            2 => format!("[{a}, {b}]"),
            3 => format!("vec![{a}, {b}, 0.0]"),
            _ => format!("({a}, k)"),
        };
        let mut writer = Writer { text: String::new(), names: 0, early: give("x", "v[0]") };
        let mut scope = Scope {
            scalars: vec!["x".into()],
            arrays: vec![("v".into(), false)],
            ints: vec!["k".into()],
            in_loop: false,
        };
        for s in &self.stmts {
            writer.stmt(&mut scope, s);
        }
        let (a, b) = (writer.scalar(&scope, &self.last[0]), writer.scalar(&scope, &self.last[1]));
        let last = give(&a, &b);
        format!(
            "fn f(a: &[f64], k: usize, x: f64, v: &[f64]) -> {} {{\n{}{last}\n}}",
            RESULTS[result], writer.text
        )
    }

    /// Three points: x, z and something else.
    fn points(&self) -> (Value, Value, [(Value, Value); 3]) {
        let number = |k: usize| f64::from(self.numbers[k % self.numbers.len()]);
        let array =
            |from: usize, n: usize| reals(&(from..from + n).map(number).collect::<Vec<_>>());
        let (n, m) = (1 + usize::from(self.k) % 4, 1 + usize::from(self.result) % 3);
        let at = |k: usize| (real(number(k)), array(k + 1, n));
        (array(0, m), int(self.k.into()), [at(3), at(7), at(11)])
    }
}

/// a·x + b·y
fn combined(a: f64, x: &Value, b: f64, y: &Value) -> Value {
    let mut ys = y.flatten().into_iter();
    x.map_reals(&mut |x| a * x + b * ys.next().unwrap_or(f64::NAN))
}

fn dot(a: &[Value], b: &[Value]) -> f64 {
    flat(a).iter().zip(flat(b)).map(|(x, y)| x * y).sum()
}

/// So large no number may get that the next digits are not exact.
const LARGEST: f64 = (1u64 << 32) as f64;

/// Checks a function; whether its numbers were small enough to be exact.
fn check_laws(case: &Case, called: &Program) -> Result<bool, String> {
    let source = case.source();
    let (a, k, [x, z, seed]) = case.points();
    let fail =
        |what: String| format!("{what}\n{source}\nat a = {a:?}, k = {k:?}, x = {x:?}, z = {z:?}");
    let item: syn::ItemFn = syn::parse_str(&source).map_err(|e| fail(e.to_string()))?;
    let mut errors = Diagnostics::new();
    let map = linear_map_of(&item, &[2, 3], &mut errors);
    let messages: Vec<String> = errors.iter().map(|d| d.message.clone()).collect();
    let map = map
        .filter(|_| messages.is_empty())
        .ok_or_else(|| fail(format!("refused: {}", messages.join("; "))))?;
    let Stages { primal, linear, transposed, unzipped, .. } = &map.stages;
    let twice = transpose(transposed);
    for (name, function, stage) in [
        ("linear", linear, Stage::LinearB),
        ("transposed", transposed, Stage::LinearB),
        ("transposed twice", &twice, Stage::LinearB),
    ] {
        check(function, stage)
            .map_err(|e| fail(format!("C8, {name}: {}\n{function}", e.join("; "))))?;
    }
    let run = |function: &Function, args: &[Value]| -> Result<Evaluation, String> {
        called.run(function, args, Drops::Charged).map_err(|e| fail(format!("{e}\n{function}")))
    };
    let of = |x: &(Value, Value)| -> Result<Vec<Value>, String> {
        let results = run(primal, &[a.clone(), k.clone(), x.0.clone(), x.1.clone()])?.results;
        // what is zero whatever x is, is linear as well
        let leaves = map.stages.interface.output_value.leaves();
        Ok(results
            .into_iter()
            .zip(leaves)
            .filter(|(_, leaf)| !primal.ty(*leaf).is_discrete())
            .map(|(value, _)| value)
            .collect())
    };
    let mixed = |a: f64, x: &(Value, Value), b: f64, y: &(Value, Value)| {
        (combined(a, &x.0, b, &y.0), combined(a, &x.1, b, &y.1))
    };
    let (of_x, of_z, of_mixed) = (of(&x)?, of(&z)?, of(&mixed(2.0, &x, -3.0, &z))?);
    // larger numbers would not be exact
    let exact =
        [&of_x, &of_z, &of_mixed].iter().all(|all| flat(all).iter().all(|x| x.abs() < LARGEST));
    let same = |law: &str, found: &[f64], expected: &[f64]| {
        let near = |(x, y): (&f64, &f64)| {
            if exact { x == y } else { (x - y).abs() <= 1e-9 * x.abs().max(y.abs()).max(1.0) }
        };
        if found.len() == expected.len() && found.iter().zip(expected).all(near) {
            return Ok(());
        }
        Err(fail(format!("{law}: {found:?} instead of {expected:?}\n{linear}\n{transposed}")))
    };
    let sum: Vec<f64> =
        flat(&of_x).iter().zip(flat(&of_z)).map(|(x, z)| 2.0 * x - 3.0 * z).collect();
    same("linear", &flat(&of_mixed), &sum)?;
    let zero = (x.0.zero(), x.1.zero());
    same("zero", &flat(&of(&zero)?), &vec![0.0; sum.len()])?;

    // residuals as they are made for the transpose, which does not have x: at most its lengths are
    // in them
    let mut saved = run(unzipped, &[a.clone(), k.clone(), zero.0.clone(), zero.1.clone()])?.results;
    let residuals = saved.split_off(primal.body.results.len());
    // parameters by reference are read again, the linear ones for their lengths
    let known: Vec<Value> = [a.clone(), x.1.zero()].into_iter().chain(residuals).collect();
    let with = |linear: &[Value]| [&known[..], linear].concat();
    let x = [x.0.clone(), x.1.clone()];
    let forward = run(linear, &with(&x))?;
    let outputs = forward.results.len() - 1; // `v` comes back
    same("map", &flat(&forward.results[..outputs]), &flat(&of_x))?;
    let mut numbers = flat(&[seed.0.clone(), seed.1.clone()]).into_iter().cycle();
    let mut y_bar: Vec<Value> = forward
        .results
        .iter()
        .map(|y| y.map_reals(&mut |_| numbers.next().unwrap_or(1.0)))
        .collect();
    y_bar[outputs] = x[1].zero();
    let back = run(transposed, &with(&y_bar))?;
    same(
        "dot product",
        &[dot(&forward.results[..outputs], &y_bar[..outputs])],
        &[dot(&x, &back.results)],
    )?;
    let again = run(&twice, &with(&x))?;
    same("transposed twice", &flat(&again.results), &flat(&forward.results))?;
    if again.work > forward.work {
        return Err(fail(format!(
            "transposed twice: work {} instead of {}\n{twice}",
            again.work, forward.work
        )));
    }
    let (l_in, l_out) = (flat(&x).len() as u64, flat(&forward.results).len() as u64);
    if back.work + l_in != forward.work + l_out {
        return Err(fail(format!(
            "W3: {} + {l_in}, but {} + {l_out}\n{linear}\n{transposed}",
            back.work, forward.work
        )));
    }
    Ok(exact)
}

#[test]
fn random_linear_functions_obey_the_laws() {
    let cases = setting("AUTODIFF_LAWS_CASES", 500) as u32;
    let mut bytes = [7; 32];
    bytes[..8].copy_from_slice(&setting("AUTODIFF_LAWS_SEED", 1).to_le_bytes());
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
    let (all, exact, called) = (Cell::new(0), Cell::new(0), called());
    let result = runner.run(&case(), |case| {
        all.set(all.get() + 1);
        exact
            .set(exact.get() + u32::from(check_laws(&case, &called).map_err(TestCaseError::fail)?));
        Ok(())
    });
    match result {
        Ok(()) => {
            assert!(exact.get() * 10 > all.get() * 9, "{} of {} exact", exact.get(), all.get())
        }
        Err(TestError::Fail(reason, _)) => panic!("{reason}"),
        Err(other) => panic!("{other}"),
    }
}
