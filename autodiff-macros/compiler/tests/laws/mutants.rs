//! Mutation testing of the rules: what a rule writes is broken in one place, in every way that
//! keeps the program well typed, and the tests have to notice.
//!
//! - The rules of the primitives: Linear A after forward differentiation, where a rule is a handful
//!   of operations; the tests of the primitives have to notice, at the points they look at.
//! - The rules of transposition: the transposed functions of programs that have each linear
//!   operation; their gradients have to change.
//!
//! Breaking what the rules write instead of their text needs no compiler to be built for each
//! mutant.

use crate::primitives::{LITERALS, ROWS, function};
use crate::support::*;
use autodiff_compiler::diagnostics::Diagnostics;
use autodiff_compiler::ir::check::{Stage, check};
use autodiff_compiler::ir::cost::Drops;
use autodiff_compiler::ir::interpret::{Value, closed_form};
use autodiff_compiler::ir::*;
use autodiff_compiler::lower;
use autodiff_compiler::passes::jvp::{Jvp, jvp};
use autodiff_compiler::passes::{
    activity::activity, number::number_values, transpose::transpose, unzip::unzip,
};
use autodiff_compiler::primitives::kinks::{KINKS, expression};
use autodiff_compiler::primitives::{Output, Prim, row};

/// A function, and its gradients at the points where a test looks.
struct Subject {
    source: String,
    points: Vec<(Vec<Value>, Vec<f64>)>,
}

fn subjects() -> Vec<Subject> {
    let mut found: Vec<Subject> = Vec::new();
    for (prim, text, points) in ROWS {
        let source = function(text, points[0]).0;
        let smooth = points.iter().map(|point| {
            let args = function(text, point).1;
            let reals = args.iter().filter(|a| a.scalars() == 1).count();
            let partials = closed_form(*prim, point).unwrap_or_else(|e| panic!("{e}"));
            (args, partials[..reals].to_vec())
        });
        let declared = KINKS
            .iter()
            .filter(|kink| kink.prim == *prim)
            .map(|kink| (function(&expression(*prim), kink.point).1, kink.partials.to_vec()));
        found.push(Subject { source, points: smooth.chain(declared).collect() });
    }
    for (text, x, _, gradient) in LITERALS {
        let (source, args) = function(text, &[*x]);
        found.push(Subject { source, points: vec![(args, vec![*gradient])] });
    }
    found
}

/// How many mutants of a function are no mistakes, and why.
const EQUIVALENT: &[(&str, usize, &str)] = &[
    (
        "x.copysign(y)",
        2,
        "the partial is 1 or −1, the same for both orders of the arguments, and multiplies as it \
         divides",
    ),
    (
        "x / x",
        5,
        "the factor is −1, which multiplies as it divides, and negates; what is divided is zero",
    ),
    ("x.max(x)", 1, "both arms are the same"),
    ("x.hypot(x)", 3, "both partials are the same, and x / h away from the origin"),
    ("x.powf(2.0)", 1, "x · 2 is the derivative"),
];

/// The function after forward differentiation, and how many of its variables the user's part has.
fn differentiated(source: &str) -> (Interface, Jvp, usize) {
    let item: syn::ItemFn = syn::parse_str(source).unwrap_or_else(|e| panic!("{e}"));
    let mut diagnostics = Diagnostics::new();
    let lowered = lower::lower(&item, &mut diagnostics).unwrap_or_else(|| panic!("{source}"));
    let (mut primal, mut interface) = (lowered.function, lowered.interface);
    number_values(&mut primal, &mut interface);
    let jvp = jvp(&primal, &interface, &activity(&primal, &interface));
    (interface, jvp, primal.vars.len())
}

/// The gradient of a function of scalars, through unzipping and transposition.
fn gradient(
    program: &Program,
    interface: &Interface,
    jvp: &Jvp,
    user_vars: usize,
    args: &[Value],
) -> Result<Vec<f64>, String> {
    let unzipped = unzip(jvp, interface, user_vars);
    let transposed = transpose(&unzipped.linear);
    let values = program.run(&unzipped.primal, args, Drops::Free)?.results;
    let mut known = values[1..].to_vec();
    known.push(real(1.0));
    Ok(flat(&program.run(&transposed, &known, Drops::Free)?.results))
}

fn notices(
    program: &Program,
    subject: &Subject,
    interface: &Interface,
    jvp: &Jvp,
    user_vars: usize,
) -> bool {
    subject.points.iter().any(|(args, expected)| {
        match gradient(program, interface, jvp, user_vars, args) {
            Ok(found) => {
                found.len() != expected.len()
                    || found.iter().zip(expected).any(|(a, b)| {
                        let near = (a - b).abs() <= 2e-14 * b.abs().max(1.0);
                        !near && a != b && !(a.is_nan() && b.is_nan())
                    })
            }
            Err(_) => true,
        }
    })
}

/// What an operation of a rule is replaced by, one after the other.
fn replacements(function: &Function, op: &Op) -> Vec<Op> {
    let mut found = Vec::new();
    match op {
        Op::Prim(prim, args) => {
            let of_reals = row(*prim).output == Output::First
                && args.iter().all(|a| matches!(function.ty(*a), Ty::Real(_)));
            let others: &[Prim] = match args.len() {
                1 => &[
                    Prim::Neg,
                    Prim::Sin,
                    Prim::Cos,
                    Prim::Exp,
                    Prim::Abs,
                    Prim::Recip,
                    Prim::Sqrt,
                ],
                2 => &[Prim::Add, Prim::Sub, Prim::Mul, Prim::Div, Prim::Hypot],
                _ => &[],
            };
            if of_reals {
                found.extend(
                    others
                        .iter()
                        .filter(|other| *other != prim)
                        .map(|other| Op::Prim(*other, args.clone())),
                );
            }
            let commutes = matches!(prim, Prim::Add | Prim::Mul);
            if let [a, b] = args[..]
                && a != b
                && !commutes
                && function.ty(a).to_string() == function.ty(b).to_string()
            {
                found.push(Op::Prim(*prim, vec![b, a]));
            }
            // one argument for another
            if let [a, b, ..] = args[..]
                && a != b
                && of_reals
            {
                found.push(Op::Prim(*prim, [vec![b], args[1..].to_vec()].concat()));
            }
        }
        Op::Literal(Literal::Real(x)) => {
            found.extend([x + 1.0, -x, 0.5 * x].map(|x| Op::Literal(Literal::Real(x))))
        }
        Op::Linear(Linear::Scale(x, k)) => found
            .extend([Linear::Unscale(*x, *k), Linear::Neg(*x), Linear::Cast(*x)].map(Op::Linear)),
        Op::Linear(Linear::Unscale(x, k)) => {
            found.extend([Linear::Scale(*x, *k), Linear::Neg(*x), Linear::Cast(*x)].map(Op::Linear))
        }
        Op::Linear(Linear::Neg(x)) => found.push(Op::Linear(Linear::Cast(*x))),
        Op::Linear(Linear::Cast(x)) => found.push(Op::Linear(Linear::Neg(*x))),
        Op::Branch(tag, arms) => {
            let mut turned = arms.clone();
            turned.rotate_left(1);
            found.push(Op::Branch(*tag, turned));
        }
        _ => {}
    }
    found
}

/// Where the operations of rules are: the path of a let through the arms of branches.
fn sites(
    block: &Block,
    user_vars: usize,
    path: &mut Vec<(usize, usize)>,
    found: &mut Vec<Vec<(usize, usize)>>,
) {
    for (k, l) in block.lets.iter().enumerate() {
        let is_ours = l.vars.iter().any(|v| v.0 as usize >= user_vars);
        path.push((k, 0));
        if is_ours {
            found.push(path.clone());
        }
        for (arm, inner) in l.op.blocks().iter().enumerate() {
            path.pop();
            path.push((k, arm));
            sites(inner, user_vars, path, found);
        }
        path.pop();
    }
}

fn site<'a>(block: &'a mut Block, path: &[(usize, usize)]) -> &'a mut Let {
    let (k, arm) = path[0];
    let l = &mut block.lets[k];
    if path.len() == 1 {
        return l;
    }
    match &mut l.op {
        Op::Branch(_, arms) => site(&mut arms[arm], &path[1..]),
        op => panic!("{op:?}"),
    }
}

/// The mutants of a function that are well typed and that no point notices, and how many there are.
fn survivors(subject: &Subject) -> (usize, Vec<String>) {
    let program = Program::new(&subject.source).unwrap_or_else(|e| panic!("{e}"));
    let (interface, jvp, user_vars) = differentiated(&subject.source);
    assert!(
        !notices(&program, subject, &interface, &jvp, user_vars),
        "{}\n{}",
        subject.source,
        jvp.function
    );
    let mut all = Vec::new();
    sites(&jvp.function.body, user_vars, &mut Vec::new(), &mut all);
    let (mut count, mut survivors) = (0, Vec::new());
    for path in all {
        let mut original = jvp.function.body.clone();
        for op in replacements(&jvp.function, &site(&mut original, &path).op) {
            let mut mutant = jvp.clone();
            site(&mut mutant.function.body, &path).op = op;
            if check(&mutant.function, Stage::LinearA).is_err() {
                continue;
            }
            count += 1;
            if !notices(&program, subject, &interface, &mutant, user_vars) {
                survivors.push(format!(
                    "{}\n{}became\n{}",
                    subject.source, jvp.function, mutant.function
                ));
            }
        }
    }
    (count, survivors)
}

#[test]
fn every_mutant_of_every_rule_is_noticed() {
    let mut count = 0;
    for subject in subjects() {
        let (mutants, survivors) = survivors(&subject);
        count += mutants;
        let equivalent = EQUIVALENT
            .iter()
            .find(|(text, ..)| subject.source.contains(text))
            .map_or(0, |(_, n, _)| *n);
        assert_eq!(
            survivors.len(),
            equivalent,
            "mutants that are not noticed:\n{}",
            survivors.join("\n\n")
        );
    }
    // so that it does not come to test nothing
    assert!(count > 500, "{count} mutants");
}

/// Programs with every linear operation there is, and arguments.
fn transposed_programs() -> Vec<(&'static str, Vec<Value>)> {
    let x = || reals(&[0.7, -1.2, 0.4, 1.9, 0.3]);
    vec![
        // reads, writes and accumulation in place
        (
            "fn f(x: &[f64]) -> f64 { let mut a = x.to_vec(); for i in 1..a.len() \
             { a[i] = a[i - 1] * a[i] + x[i]; } a[2] * a[4] }",
            vec![x()],
        ),
        // an element is overwritten
        (
            "fn f(x: &[f64], k: f64) -> f64 \
             { let mut a = x.to_vec(); a[1] = k * a[2]; a[2] = a[1] / k; a[1] * a[2] + a[0] }",
            vec![x(), real(1.3)],
        ),
        (
            "fn f(x: &[f64]) -> f64 \
             { let mut a = x.to_vec(); a.swap(0, 3); a.swap(1, 4); a[0] * 2.0 - a[1] * a[3] + a[4] }",
            vec![x()],
        ),
        (
            "fn f(x: &[f64]) -> f64 { let mut a = vec![0.0; 3]; for i in 0..x.len() \
             { a[i % 3] += x[i] * x[i]; } let t = a[0] as f32; a[1] += t as f64 * x[0]; a[0] * \
             a[1] - a[2] }",
            vec![x()],
        ),
        ("fn f(x: f32, y: f64) -> f64 { x as f64 * y }", vec![Value::F32(0.5), real(1.3)]),
        // literals of arrays and tuples in arrays
        ("fn f(x: f64, y: f64) -> [f64; 3] { [x.sin(), -y, x * y] }", vec![real(0.4), real(1.7)]),
        (
            "fn f(x: f64, y: f64) -> f64 \
             { let p = vec![(x, y), (y * y, -x)]; let mut s = 0.0; for (a, b) in p \
             { s += a * b * b; } s }",
            vec![real(0.4), real(1.7)],
        ),
        ("fn f(x: f64) -> f64 { let a = [x * x; 4]; a[0] - 3.0 * a[3] }", vec![real(0.4)]),
        (
            "fn f(x: &[f64]) -> f64 { let mut v = Vec::new(); for a in x \
             { v.push(a * a); if v.len() > 2 { let t = v.pop().unwrap(); v[0] = v[0] * t; } } v[0] \
             - 2.0 * v[1] }",
            vec![x()],
        ),
        // branches in loops, a loop with an exit
        (
            "fn f(x: &[f64], k: f64) -> f64 { let mut s = k; for a in x { if *a > 0.5 \
             { s = s * a; } else { s = s / (a + 3.0) - k; } if s > 40.0 { break; } } s }",
            vec![x(), real(1.3)],
        ),
        // calls: values, arrays that are only read, arrays that change
        (
            "fn g(a: &[f64], k: f64) -> f64 { a[0] * k - a[1] } fn f(x: &[f64], k: f64) -> f64 \
             { g(x, k) * g(&x[1..], k * k) - k }",
            vec![x(), real(1.3)],
        ),
        (
            "fn g(a: &mut [f64], k: f64) { a[0] = a[0] * k - a[1]; } fn f(x: &[f64], k: f64) -> \
             f64 { let mut a = x.to_vec(); g(&mut a, k); g(&mut a[1..], k); a[0] * a[1] - a[2] }",
            vec![x(), real(1.3)],
        ),
    ]
}

/// Breaks what a rule of transposition wrote, if it is of that rule.
type Break = fn(&mut Let) -> bool;

fn linear(l: &mut Let, by: impl FnOnce(&Linear) -> Option<Linear>) -> bool {
    let broken = match &l.op {
        Op::Linear(linear) => by(linear),
        _ => None,
    };
    broken.map(|broken| l.op = Op::Linear(broken)).is_some()
}

/// The variables that an operation binds, the other way round.
fn turned(l: &mut Let, is_it: impl FnOnce(&Linear) -> bool) -> bool {
    let is_it = matches!(&l.op, Op::Linear(linear) if is_it(linear));
    if is_it {
        l.vars.reverse();
    }
    is_it
}

/// One or more for each rule. (That a write accumulates is no mistake: it goes where something was
/// taken out, and what is left there is zero.)
const BREAKS: &[(&str, Break)] = &[
    ("a scaling divides", |l| {
        linear(
            l,
            |op| if let Linear::Scale(x, k) = op { Some(Linear::Unscale(*x, *k)) } else { None },
        )
    }),
    ("a division scales", |l| {
        linear(
            l,
            |op| if let Linear::Unscale(x, k) = op { Some(Linear::Scale(*x, *k)) } else { None },
        )
    }),
    ("a negation does nothing", |l| {
        linear(l, |op| if let Linear::Neg(x) = op { Some(Linear::Cast(*x)) } else { None })
    }),
    ("a conversion negates", |l| {
        linear(l, |op| if let Linear::Cast(x) = op { Some(Linear::Neg(*x)) } else { None })
    }),
    ("a read takes", |l| {
        linear(l, |op| if let Linear::Read(p) = op { Some(Linear::Take(p.clone())) } else { None })
    }),
    ("a take only reads", |l| {
        linear(l, |op| if let Linear::Take(p) = op { Some(Linear::Read(p.clone())) } else { None })
    }),
    ("an accumulation overwrites", |l| {
        linear(l, |op| {
            if let Linear::Accumulate(p, x) = op {
                Some(Linear::Update(p.clone(), *x))
            } else {
                None
            }
        })
    }),
    ("a swap does nothing", |l| {
        linear(l, |op| {
            if let Linear::Swap(v, a, _) = op {
                Some(Linear::Swap(*v, a.clone(), a.clone()))
            } else {
                None
            }
        })
    }),
    ("an array is unpacked from its end", |l| turned(l, |op| matches!(op, Linear::Unpack(_)))),
    ("a tuple is unpacked from its end", |l| turned(l, |op| matches!(op, Linear::Untuple(_)))),
    ("a pop gives the rest for the element", |l| turned(l, |op| matches!(op, Linear::Pop(..)))),
    ("the cotangents of a call are exchanged", |l| turned(l, |op| matches!(op, Linear::Call(_)))),
    ("a loop runs forward", |l| match &mut l.op {
        Op::Loop(lp) => std::mem::replace(&mut lp.backward, false),
        _ => false,
    }),
    ("the arms are turned", |l| match &mut l.op {
        Op::Branch(_, arms) => {
            arms.rotate_left(1);
            true
        }
        _ => false,
    }),
];

/// Breaks a rule wherever it was used; whether it was.
fn broken(block: &mut Block, by: Break) -> bool {
    let mut any = false;
    for l in &mut block.lets {
        match &mut l.op {
            Op::Branch(_, arms) => {
                any |= arms.iter_mut().fold(false, |any, arm| any | broken(arm, by))
            }
            Op::Loop(lp) => any |= broken(&mut lp.body, by),
            _ => {}
        }
        any |= by(l);
    }
    any
}

#[test]
fn every_mutant_of_the_rules_of_transposition_is_noticed() {
    let programs = transposed_programs();
    for (what, by) in BREAKS {
        let noticed = programs.iter().any(|(source, args)| {
            let program = Program::new(source).unwrap_or_else(|e| panic!("{e}"));
            // cotangents that differ in every component
            let mut next = 0.5;
            let mut number = |_| {
                next = 1.5 * next + 0.25;
                next
            };
            let y_bar =
                |results: &[Value]| results.iter().map(|y| y.map_reals(&mut number)).collect();
            let (_, _, known) = before_transposed(&program, "f", args, y_bar);
            let transposed = &program.of("f").transposed;
            let run = |function: &Function| {
                program.run(function, &known, Drops::Free).map(|run| flat(&run.results))
            };
            let expected = run(transposed).unwrap_or_else(|e| panic!("{e}"));
            let mut mutant = transposed.clone();
            let is_there = broken(&mut mutant.body, *by);
            // by the types, or by the gradient
            is_there
                && (check(&mutant, Stage::LinearB).is_err()
                    || run(&mutant).map_or(true, |found| differs(&found, &expected)))
        });
        assert!(noticed, "{what}, and nothing notices");
    }
}

fn differs(found: &[f64], expected: &[f64]) -> bool {
    found.len() != expected.len()
        || found
            .iter()
            .zip(expected)
            .any(|(a, b)| a.is_nan() || (a - b).abs() > 1e-12 * b.abs().max(1.0))
}
