//! The passes on a family of functions built by hand: activity, jvp, unzip, transpose, then erase
//! and everything again.

mod build;
mod cases;
mod random;

use autodiff_compiler::ir::check::{Stage, check};
use autodiff_compiler::ir::cost::Drops;
use autodiff_compiler::ir::interpret::{Evaluation, Interpreter, Value, dual};
use autodiff_compiler::ir::*;
use autodiff_compiler::passes::activity::activity;
use autodiff_compiler::passes::erase::{
    erase, erased_interface, erased_reverse_interface, reverse,
};
use autodiff_compiler::passes::jvp::{Jvp, jvp};
use autodiff_compiler::passes::transpose::transpose;
use autodiff_compiler::passes::unzip::{Unzipped, unzip};
use build::*;
use cases::cases;

/// All stages of a case.
struct Derived {
    jvp: Jvp,
    unzipped: Unzipped,
    transposed: Function,
}

fn ok(f: &Function, stage: Stage, what: &str) {
    if let Err(errors) = check(f, stage) {
        panic!("{what}\n{f}\n{}", errors.join("\n"));
    }
}

fn derive(case: &Case) -> Derived {
    ok(&case.function, Stage::LinearA, "primal");
    let active = activity(&case.function, &case.interface);
    assert!(active.escapes.is_empty());
    let jvp = jvp(&case.function, &case.interface, &active);
    ok(&jvp.function, Stage::LinearA, &format!("jvp of {}", case.function));
    let unzipped = unzip(&jvp, &case.interface, case.function.vars.len());
    ok(&unzipped.primal, Stage::LinearA, &format!("unzipped primal of {}", jvp.function));
    ok(&unzipped.linear, Stage::LinearB, &format!("linear part of {}", jvp.function));
    let transposed = transpose(&unzipped.linear);
    ok(&transposed, Stage::LinearB, &format!("transpose of {}", unzipped.linear));
    Derived { jvp, unzipped, transposed }
}

fn run_with(f: &Function, args: &[Value], drops: Drops) -> Evaluation {
    let mut interpreter = Interpreter::new(&());
    interpreter.drops = drops;
    interpreter.run(f, args).unwrap_or_else(|e| panic!("{e}\n{f}"))
}

fn run(f: &Function, args: &[Value]) -> Evaluation {
    run_with(f, args, Drops::Free)
}

/// Numbers that look random, in −1..1.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 11) as f64) / (1u64 << 52) as f64 - 1.0
    }
    fn like(&mut self, value: &Value) -> Value {
        value.map_reals(&mut |_| self.next())
    }
}

fn flat(values: &[Value]) -> Vec<f64> {
    values.iter().flat_map(Value::flatten).collect()
}

fn inner(a: &[Value], b: &[Value]) -> (f64, f64) {
    let (a, b) = (flat(a), flat(b));
    assert_eq!(a.len(), b.len());
    let products = || a.iter().zip(&b).map(|(x, y)| x * y);
    (products().sum(), products().map(f64::abs).sum())
}

/// The tolerance for a function: looser if singles occur in it.
fn tolerance(f: &Function, double: f64) -> f64 {
    if f.vars.iter().any(|v| *v.ty == Ty::Real(Real::F32)) { 1e-6 } else { double }
}

fn close(what: &str, a: &[f64], b: &[f64], tolerance: f64, f: &dyn std::fmt::Display) {
    let size = a.iter().chain(b).fold(1.0f64, |m, x| m.max(x.abs()));
    let same =
        a.len() == b.len() && a.iter().zip(b).all(|(x, y)| (x - y).abs() <= tolerance * size);
    assert!(same, "{what}: {a:?} but {b:?}\n{f}");
}

/// Everything the laws say of one function at its points.
fn laws(case: &Case) -> Derived {
    let d = derive(case);
    let twice = transpose(&d.transposed);
    ok(&twice, Stage::LinearB, "transposed twice");
    let mut noise = Noise(7);
    for args in &case.points {
        let f = &case.function;
        let name = &f.name;
        let primal = run(f, args);
        // tangents of the arguments, in the order of the dots
        let by_leaf: Vec<(Var, &Value)> = f.params.iter().copied().zip(args).collect();
        let dots: Vec<Value> = d
            .jvp
            .dots
            .iter()
            .map(|dot| {
                noise.like(by_leaf.iter().find(|(v, _)| *v == dot.leaf).expect("a parameter").1)
            })
            .collect();

        // C1, C4
        let both = run(&d.jvp.function, &[&args[..], &dots].concat());
        let (values, tangents) = both.results.split_at(primal.results.len());
        assert_eq!(values, primal.results, "C1 {name}\n{}", d.jvp.function);
        let seeds: Vec<Value> = f
            .params
            .iter()
            .map(|p| {
                d.jvp
                    .dots
                    .iter()
                    .position(|dot| dot.leaf == *p)
                    .map_or(Value::unit(), |k| dots[k].clone())
            })
            .collect();
        let (_, oracle) = dual(f, args, &seeds, &()).unwrap_or_else(|e| panic!("{e}\n{f}"));
        let outputs: Vec<Value> = d
            .jvp
            .output_leaves
            .iter()
            .map(|v| {
                let k = f.body.results.iter().position(|r| r == v).expect("a result");
                if oracle[k].scalars() == 0 { primal.results[k].zero() } else { oracle[k].clone() }
            })
            .collect();
        // what was only read comes back, what was written to is as the oracle has it
        let mut uniques = case
            .interface
            .params
            .iter()
            .filter(|p| p.passing == Passing::Unique)
            .flat_map(|p| p.value.leaves());
        let uniques: Vec<(Var, usize)> =
            uniques.by_ref().zip(case.interface.output_value.leaves().len()..).collect();
        let finals =
            d.jvp.dots.iter().zip(&dots).filter(|(dot, _)| dot.threaded).map(|(dot, value)| {
                uniques
                    .iter()
                    .find(|(v, _)| *v == dot.leaf)
                    .map_or(value.clone(), |(_, k)| oracle[*k].clone())
            });
        let expected: Vec<Value> = outputs.into_iter().chain(finals).collect();
        assert_eq!(tangents.len(), expected.len());
        close(
            &format!("C4 {name}"),
            &flat(tangents),
            &flat(&expected),
            tolerance(f, 1e-12),
            &d.jvp.function,
        );

        // C3
        let mut unzipped = run(&d.unzipped.primal, args);
        let work_primal = unzipped.work;
        let residuals = unzipped.results.split_off(primal.results.len());
        assert_eq!(unzipped.results, primal.results, "C1 {name}\n{}", d.unzipped.primal);
        let mut known: Vec<Value> = case
            .interface
            .params
            .iter()
            .filter(|p| p.passing == Passing::Shared)
            .flat_map(|p| p.value.leaves())
            .map(|v| by_leaf.iter().find(|(w, _)| *w == v).expect("a parameter").1.clone())
            .collect();
        known.extend(residuals);
        let linear = run_with(&d.unzipped.linear, &[&known[..], &dots].concat(), Drops::Charged);
        assert_eq!(
            linear.results, tangents,
            "C3 {name}\n{}\n{}",
            d.unzipped.primal, d.unzipped.linear
        );

        // C2
        let bars: Vec<Value> = linear.results.iter().map(|t| noise.like(t)).collect();
        let transposed = run_with(&d.transposed, &[&known[..], &bars].concat(), Drops::Charged);
        let ((left, m), (right, n)) =
            (inner(&linear.results, &bars), inner(&dots, &transposed.results));
        assert!(
            (left - right).abs() <= tolerance(f, 1e-13) * (1.0 + m.max(n)),
            "C2 {name}: {left} but {right}\n{}\n{}",
            d.unzipped.linear,
            d.transposed
        );

        // C5
        let again = run_with(&twice, &[&known[..], &dots].concat(), Drops::Charged);
        close(
            &format!("C5 {name}"),
            &flat(&again.results),
            &flat(&linear.results),
            tolerance(f, 1e-14),
            &twice,
        );
        assert!(
            again.work <= linear.work,
            "C5 {name}: work {} after {}\n{twice}\n{}",
            again.work,
            linear.work,
            d.unzipped.linear
        );

        // W2: the primal part is not more than the whole
        assert!(work_primal <= both.work, "W2 {name}: {work_primal} of {}", both.work);
        // W3
        let scalars = |values: &[Value]| values.iter().map(Value::scalars).sum::<u64>();
        let (l_in, l_out) = (scalars(&dots), scalars(&linear.results));
        assert!(
            transposed.work + l_in <= linear.work + l_out,
            "W3 {name}: {} + {l_in} > {} + {l_out}\n{}\n{}",
            transposed.work,
            linear.work,
            d.unzipped.linear,
            d.transposed
        );
    }
    d
}

/// Looks at every case, and reports all that fail.
fn each(look: impl Fn(&Case)) {
    let mut failures = Vec::new();
    for case in cases() {
        if let Err(e) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| look(&case))) {
            failures.push(format!(
                "{}: {}",
                case.function.name,
                e.downcast_ref::<String>().cloned().unwrap_or_default()
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n=====\n"));
}

/// The erased jvp as a function of its own, at the points and at random tangents.
fn forward(case: &Case) -> Case {
    let d = derive(case);
    let mut function = erase(&d.jvp.function).unwrap_or_else(|e| panic!("{e}"));
    let interface = erased_interface(&mut function, &case.interface, &d.jvp);
    assert!(function.params.iter().chain(&function.body.results).all(|v| !function.is_linear(*v)));
    let mut noise = Noise(11);
    let points = case
        .points
        .iter()
        .map(|args| {
            let dots = d.jvp.dots.iter().map(|dot| {
                noise.like(
                    &args[case
                        .function
                        .params
                        .iter()
                        .position(|p| *p == dot.leaf)
                        .expect("a parameter")],
                )
            });
            args.iter().cloned().chain(dots).collect()
        })
        .collect();
    Case { function, interface, points }
}

/// Erased reverse mode as a function of its own, at the points and at random cotangents.
fn backward(case: &Case) -> Case {
    let d = derive(case);
    let both = reverse(&d.unzipped, &d.transposed, &d.jvp, &case.interface);
    ok(&both, Stage::LinearA, "reverse");
    let mut function = erase(&both).unwrap_or_else(|e| panic!("{e}"));
    let interface = erased_reverse_interface(&mut function, &case.interface, &d.jvp);
    let mut noise = Noise(13);
    let points = case
        .points
        .iter()
        .map(|args| {
            let outputs = run(&case.function, args).results;
            let seeds = d.jvp.output_leaves.iter().map(|v| {
                noise.like(
                    &outputs
                        [case.function.body.results.iter().position(|r| r == v).expect("a result")],
                )
            });
            let mut seeds: Vec<Value> = seeds.collect();
            // what parameters by mutable reference become
            for dot in d
                .jvp
                .dots
                .iter()
                .filter(|dot| case.interface.params[dot.param].passing == Passing::Unique)
            {
                seeds.push(
                    noise.like(
                        &args[case
                            .function
                            .params
                            .iter()
                            .position(|p| *p == dot.leaf)
                            .expect("a parameter")],
                    ),
                );
            }
            args.iter().cloned().chain(seeds).collect()
        })
        .collect();
    Case { function, interface, points }
}

/// x + t·d on the reals of a value.
fn moved(x: &Value, d: &Value, t: f64) -> Value {
    match (x, d) {
        (Value::Real(x), Value::Real(d)) => Value::Real(x + t * d),
        (Value::Array(xs), Value::Array(ds)) => {
            Value::array(xs.iter().zip(ds.iter()).map(|(x, d)| moved(x, d, t)).collect())
        }
        (Value::Tuple(xs), Value::Tuple(ds)) if xs.len() == ds.len() => {
            Value::Tuple(xs.iter().zip(ds).map(|(x, d)| moved(x, d, t)).collect())
        }
        (x, _) => x.clone(),
    }
}

#[test]
fn the_laws_hold() {
    each(|case| drop(laws(case)));
}

#[test]
fn the_laws_hold_again_after_forward_mode() {
    each(|case| drop(laws(&forward(case))));
}

#[test]
fn the_laws_hold_again_after_reverse_mode() {
    each(|case| drop(laws(&backward(case))));
}

/// Passes compose as often as one likes.
#[test]
fn the_laws_hold_for_third_derivatives() {
    each(|case| {
        drop(laws(&forward(&forward(case))));
        drop(laws(&forward(&backward(case))));
        drop(laws(&backward(&forward(case))));
        drop(laws(&backward(&backward(case))));
    });
}

/// The tangents of the outputs by the oracle on the function itself.
fn oracle(case: &Case, jvp: &Jvp, args: &[Value], dots: &[Value]) -> Vec<f64> {
    let f = &case.function;
    let seeds: Vec<Value> = f
        .params
        .iter()
        .map(|p| {
            jvp.dots
                .iter()
                .position(|dot| dot.leaf == *p)
                .map_or(Value::unit(), |k| dots[k].clone())
        })
        .collect();
    let (values, tangents) = dual(f, args, &seeds, &()).unwrap_or_else(|e| panic!("{e}\n{f}"));
    let leaves = jvp
        .output_leaves
        .iter()
        .map(|v| f.body.results.iter().position(|r| r == v).expect("a result"));
    leaves
        .flat_map(|k| {
            if tangents[k].scalars() == 0 {
                values[k].zero().flatten()
            } else {
                tangents[k].flatten()
            }
        })
        .collect()
}

/// Second derivatives against fourth-order central differences of the oracle's first ones, which
/// know nothing of any pass.
#[test]
fn second_derivatives_agree_with_differences_of_first_ones() {
    each(|case| {
        // differences see through `constant`, and are too coarse for singles
        if matches!(&case.function.name[..], "partly_inactive" | "singles") {
            return;
        }
        let first = derive(case);
        let again = forward(case);
        let second = derive(&again);
        let mut noise = Noise(17);
        for point in &again.points {
            let (args, dots) = point.split_at(case.function.params.len());
            // the arguments move, their tangents do not
            let direction: Vec<Value> = second
                .jvp
                .dots
                .iter()
                .map(|dot| {
                    let k = again
                        .function
                        .params
                        .iter()
                        .position(|p| *p == dot.leaf)
                        .expect("a parameter");
                    if k < args.len() { noise.like(&point[k]) } else { point[k].zero() }
                })
                .collect();
            let along = |t: f64| {
                let args: Vec<Value> = args
                    .iter()
                    .zip(&again.function.params)
                    .map(|(x, p)| {
                        second
                            .jvp
                            .dots
                            .iter()
                            .position(|dot| dot.leaf == *p)
                            .map_or(x.clone(), |k| moved(x, &direction[k], t))
                    })
                    .collect();
                oracle(case, &first.jvp, &args, dots)
            };
            let h = 1e-3;
            let at: Vec<Vec<f64>> = [h, -h, 2.0 * h, -2.0 * h].into_iter().map(along).collect();
            let differences: Vec<f64> = (0..at[0].len())
                .map(|i| (8.0 * (at[0][i] - at[1][i]) - (at[2][i] - at[3][i])) / (12.0 * h))
                .collect();

            let results = run(&second.jvp.function, &[&point[..], &direction].concat()).results;
            // values, then tangents of all real output leaves: the primal's, then those of its
            // tangents
            let n = again.function.body.results.len();
            let tangents: Vec<f64> = flat(&results[n..n + second.jvp.output_leaves.len()]);
            let of_tangents = &tangents[tangents.len() - differences.len()..];
            close(
                &format!("second derivatives of {}", case.function.name),
                of_tangents,
                &differences,
                1e-7,
                &again.function,
            );
        }
    });
}

/// Forward over reverse and reverse over forward give the same Hessian.
#[test]
fn hessians_are_symmetric() {
    each(|case| {
        let again = backward(case);
        let second = derive(&again);
        let mut noise = Noise(19);
        for point in &again.points {
            let n = case.function.params.len();
            let mut direction = |_: usize| -> Vec<Value> {
                second
                    .jvp
                    .dots
                    .iter()
                    .map(|dot| {
                        let k = again
                            .function
                            .params
                            .iter()
                            .position(|p| *p == dot.leaf)
                            .expect("a parameter");
                        if k < n { noise.like(&point[k]) } else { point[k].zero() }
                    })
                    .collect()
            };
            let (u, v) = (direction(0), direction(1));
            // ⟨H·u, v⟩ = ⟨H·v, u⟩, where the cotangents stand in the order of the first dots
            let product = |d: &[Value], e: &[Value]| {
                let results = run(&second.jvp.function, &[&point[..], d].concat()).results;
                let outputs = again.function.body.results.len();
                let tangents = &results[outputs..outputs + second.jvp.output_leaves.len()];
                let first = second.jvp.output_leaves.len() - derive(case).jvp.dots.len();
                inner(&tangents[first..], &e[..tangents.len() - first])
            };
            let ((a, m), (b, n)) = (product(&u, &v), product(&v, &u));
            assert!(
                (a - b).abs() <= tolerance(&case.function, 1e-11) * (1.0 + m.max(n)),
                "{}: {a} but {b}",
                case.function.name
            );
        }
    });
}

#[test]
fn a_derivative_of_a_call_is_refused() {
    let mut b = Build::new("f");
    let (x, y) = (b.value("x", F), b.var("y", F));
    let callee = Callee::new(quote::quote!(a::g), false);
    b.bind(
        &[y],
        Op::Call(Call {
            callee,
            arguments: vec![Argument::Value(Tree::Leaf(x))],
            output: Tree::Leaf(y),
            prior_values: Vec::new(),
        }),
    );
    let case = b.done(&[y], &[]);
    let d = derive(&case);
    for f in [&d.jvp.function, &d.unzipped.primal, &d.unzipped.linear, &d.transposed] {
        assert!(erase(f).expect_err("a call").contains("`a::g`"));
    }
    assert!(erase(&case.function).is_ok());
}
