//! The laws that each function of a program must obey, checked by the interpreter.
//!
//! What is charged for dropping a linear value:
//!
//! - W1, W2 with [`Drops::Free`]: they are about arithmetic, and dead code is removed before.
//! - W3, W4 with [`Drops::Charged`]: in Linear A dropping a value costs its number of scalars.
//!   Otherwise the law is false: `drop` turns into `zero`, which returns scalars that no
//!   operation paid for, and `zero` into `drop`. With the charge, every single operation obeys
//!   `W(opᵀ) + in = W(op) + out`, and so does every program.

pub use crate::program::Program;
use autodiff_compiler::ir::cost::Drops;
use autodiff_compiler::ir::interpret::{Evaluation, Value, dual};
use autodiff_compiler::ir::*;
use autodiff_compiler::passes::transpose::transpose;
use autodiff_compiler::world::World;
use quote::ToTokens;
use std::collections::HashMap;

/// W1: `W(jvp) ≤ W1 · W(primal)`. The primitives with the dearest partials are `acos`, `erf`,
/// `powf`, `hypot` and `atan2`.
pub const W1: u64 = 6;
/// The same in programs that differentiate `log` in both arguments.
pub const W1_WITH_LOG: u64 = 10;

/// Numbers that look random, in −1..1.
pub struct Noise(pub u64);

impl Noise {
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 11) as f64) / (1u64 << 52) as f64 - 1.0
    }
    pub fn like(&mut self, value: &Value) -> Value {
        value.map_reals(&mut |_| self.next())
    }
}

pub fn flat(values: &[Value]) -> Vec<f64> {
    values.iter().flat_map(Value::flatten).collect()
}

fn scalars(values: &[Value]) -> u64 {
    values.iter().map(Value::scalars).sum()
}

fn inner(a: &[Value], b: &[Value]) -> (f64, f64) {
    let (a, b) = (flat(a), flat(b));
    assert_eq!(a.len(), b.len());
    let products = || a.iter().zip(&b).map(|(x, y)| x * y);
    (products().sum(), products().map(f64::abs).sum())
}

/// Equality to the last bit.
fn same_bits(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Real(a), Value::Real(b)) => a.to_bits() == b.to_bits(),
        (Value::F32(a), Value::F32(b)) => a.to_bits() == b.to_bits(),
        (Value::Tuple(a), Value::Tuple(b)) => all_same_bits(a, b),
        (Value::Array(a), Value::Array(b)) => all_same_bits(a, b),
        (Value::Struct(a), Value::Struct(b)) => {
            a.name == b.name
                && a.fields.len() == b.fields.len()
                && a.fields.values().zip(b.fields.values()).all(|(a, b)| same_bits(a, b))
        }
        (a, b) => a == b,
    }
}

pub fn all_same_bits(a: &[Value], b: &[Value]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_bits(a, b))
}

/// x + t·d on the reals of a value.
fn moved(x: &Value, d: &Value, t: f64) -> Value {
    match (x, d) {
        (Value::Real(x), Value::Real(d)) => Value::Real(x + t * d),
        (Value::Array(xs), Value::Array(ds)) if xs.len() == ds.len() => {
            Value::array(xs.iter().zip(ds.iter()).map(|(x, d)| moved(x, d, t)).collect())
        }
        (Value::Tuple(xs), Value::Tuple(ds)) if xs.len() == ds.len() => {
            Value::Tuple(xs.iter().zip(ds).map(|(x, d)| moved(x, d, t)).collect())
        }
        (Value::Struct(xs), Value::Struct(ds)) => Value::structure(
            &xs.name,
            xs.fields.iter().map(|(name, x)| {
                (name.clone(), ds.fields.get(name).map_or(x.clone(), |d| moved(x, d, t)))
            }),
        ),
        (x, _) => x.clone(),
    }
}

/// a·x + b·y of linear values.
fn mix(a: f64, x: &Value, b: f64, y: &Value) -> Value {
    let mut ys = y.flatten().into_iter();
    x.map_reals(&mut |x| a * x + b * ys.next().unwrap_or(f64::NAN))
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| if x == y { 0.0 } else { (x - y).abs() }).fold(
        if a.len() == b.len() { 0.0 } else { f64::NAN },
        |m, d| {
            if d.is_nan() { f64::NAN } else { m.max(d) }
        },
    )
}

fn size(a: &[f64]) -> f64 {
    a.iter().fold(1.0, |m, x| m.max(x.abs()))
}

/// The results of a function of a program at a point, and their work.
#[derive(Clone, Debug)]
pub struct Report {
    /// The function's results.
    pub values: Vec<Value>,
    /// The cotangents of its active leaves for the cotangents 1, accumulators starting at 0.
    pub gradient: Vec<Value>,
    /// Work with free drops.
    pub primal: u64,
    pub jvp: u64,
    pub unzipped: u64,
    pub linear: u64,
    pub transposed: u64,
    /// The part of `linear` that repeats what the primal did.
    pub recomputed: u64,
    /// What the jvp drops.
    pub drops: u64,
    /// Whether the schedule is not the unzipped one.
    pub fused: bool,
    /// The bytes of the residuals: scalars and integers.
    pub residuals: u64,
}

impl Report {
    /// The gradient as numbers.
    pub fn flat_gradient(&self) -> Vec<f64> {
        flat(&self.gradient)
    }
}

/// The number of values in residuals.
fn stored(value: &Value) -> u64 {
    match value {
        Value::Real(_)
        | Value::F32(_)
        | Value::Dual(..)
        | Value::Int(_)
        | Value::Bool(_)
        | Value::Text(_) => 1,
        Value::Tuple(parts) => parts.iter().map(stored).sum(),
        Value::Array(elements) => elements.iter().map(stored).sum(),
        Value::Struct(s) => s.fields.values().map(stored).sum(),
        Value::Rows(rows) => rows.iter().flatten().map(stored).sum(),
        Value::Frame(frame) => frame.residuals.iter().map(stored).sum(),
        Value::Pullback(p) => p.captured.iter().map(|(_, value)| stored(value)).sum(),
        Value::Shape(_) | Value::Blank => 0,
    }
}

fn has_calls(block: &Block) -> bool {
    block.lets.iter().any(|l| {
        matches!(&l.op, Op::Call(_) | Op::CallJvp(_)) || l.op.blocks().iter().any(has_calls)
    })
}

fn has_loop(block: &Block) -> bool {
    block.lets.iter().any(|l| matches!(&l.op, Op::Loop(_)) || l.op.blocks().iter().any(has_loop))
}

/// Checks all laws of a function of a source text at a point; one value for each leaf of the
/// parameters.
#[track_caller]
pub fn laws(source: &str, name: &str, args: &[Value]) -> Report {
    let program = Program::new(source).unwrap_or_else(|e| panic!("{e}"));
    match laws_of(&program, name, args, 7) {
        Ok(Some(report)) => report,
        Ok(None) => panic!("{name} panics\n{source}"),
        Err(e) => panic!("{e}"),
    }
}

/// The same, where the function is to panic at that point, and its derivatives with it.
#[track_caller]
pub fn panics(source: &str, name: &str, args: &[Value]) {
    let program = Program::new(source).unwrap_or_else(|e| panic!("{e}"));
    match laws_of(&program, name, args, 7) {
        Ok(Some(report)) => panic!("{name} gives {:?}\n{source}", report.values),
        Ok(None) => {}
        Err(e) => panic!("{e}"),
    }
}

/// All laws of a function at a point. `Ok(None)` if the function panics there (and its derivatives
/// do as well).
pub fn laws_of(
    program: &Program,
    name: &str,
    args: &[Value],
    seed: u64,
) -> Result<Option<Report>, String> {
    let stages = program.of(name);
    let law = |law: &str, what: String, functions: &[&Function]| {
        let listings: Vec<String> = functions.iter().map(|f| f.to_string()).collect();
        Err(format!("{law}, {name}{args:?}: {what}\n{}\n{}", program.source, listings.join("\n")))
    };
    let fail = |e: String| format!("{name}{args:?}: {e}\n{}", program.source);
    let Stages { interface, primal, jvp, dots, unzipped, linear, transposed, .. } = stages;
    let mut noise = Noise(seed);
    let by_leaf: HashMap<Var, &Value> = primal.params.iter().copied().zip(args).collect();
    let x_dot: Vec<Value> = dots.iter().map(|d| noise.like(by_leaf[&d.leaf])).collect();

    let with = |known: &[Value], linear: &[Value]| [known, linear].concat();
    let first = match program.run(primal, args, Drops::Free) {
        Ok(first) => first,
        Err(e) => {
            if e.contains("opaque code") || e.contains("is not known") || e.contains("has no value")
            {
                return Err(fail(e));
            }
            for (f, args) in [(jvp, with(args, &x_dot)), (unzipped, args.to_vec())] {
                if let Ok(run) = program.run(f, &args, Drops::Free) {
                    return law(
                        "C1",
                        format!("the primal panics ({e}), but here it gives {:?}", run.results),
                        &[primal, f],
                    );
                }
            }
            return Ok(None);
        }
    };
    let n = primal.body.results.len();

    // C1: the jvp's values
    let both = program
        .run(jvp, &with(args, &x_dot), Drops::Free)
        .map_err(|e| fail(format!("jvp: {e}\n{jvp}")))?;
    let (values, y_dot) = both.results.split_at(n);
    if !all_same_bits(values, &first.results) {
        return law("C1", format!("{values:?} instead of {:?}", first.results), &[primal, jvp]);
    }
    let finite = flat(y_dot).iter().all(|x| x.is_finite());

    // C4: dual numbers
    let expected = |args: &[Value], x_dot: &[Value]| -> Result<Vec<f64>, String> {
        let seeds: Vec<Value> = primal
            .params
            .iter()
            .map(|p| {
                dots.iter().position(|d| d.leaf == *p).map_or(Value::unit(), |k| x_dot[k].clone())
            })
            .collect();
        let (values, tangents) = dual(primal, args, &seeds, program)?;
        let tangent = |k: usize| {
            if tangents[k].scalars() == 0 { values[k].zero() } else { tangents[k].clone() }
        };
        let leaves = interface.output_value.leaves();
        let mut all: Vec<Value> = (0..leaves.len())
            .filter(|k| !primal.ty(leaves[*k]).is_discrete())
            .map(tangent)
            .collect();
        let uniques: Vec<Var> = interface
            .params
            .iter()
            .filter(|p| p.passing == Passing::Unique)
            .flat_map(|p| p.value.leaves())
            .collect();
        for (dot, value) in dots.iter().zip(x_dot).filter(|(d, _)| d.threaded) {
            all.push(
                uniques
                    .iter()
                    .position(|u| *u == dot.leaf)
                    .map_or(value.clone(), |k| tangent(leaves.len() + k)),
            );
        }
        Ok(flat(&all))
    };
    let oracle = expected(args, &x_dot).map_err(fail)?;
    // how much the tangents change with the arguments: what rounding may do
    let roughness = || -> f64 {
        let near: Vec<Value> =
            args.iter().map(|a| moved(a, &a.map_reals(&mut |x| x.abs().max(0.1)), 1e-9)).collect();
        match expected(&near, &x_dot) {
            Ok(other) => match distance(&other, &oracle) {
                d if d.is_finite() => 1e-4 * d,
                _ => f64::INFINITY,
            },
            Err(_) => f64::INFINITY,
        }
    };
    let close = |a: &[f64], b: &[f64], tolerance: f64| {
        let scale = size(a).max(size(b));
        let d = distance(a, b);
        d <= tolerance * scale || !scale.is_finite() || d <= roughness()
    };
    if oracle.iter().all(|x| x.is_finite()) && !close(&flat(y_dot), &oracle, 1e-11) {
        return law("C4", format!("jvp {y_dot:?}, but the oracle has {oracle:?}"), &[primal, jvp]);
    }
    // C4: central differences, where the one-sided ones show that the function is smooth
    let at = |t: f64| -> Option<Vec<f64>> {
        let args: Vec<Value> = args
            .iter()
            .zip(&primal.params)
            .map(|(x, p)| {
                dots.iter().position(|d| d.leaf == *p).map_or(x.clone(), |k| moved(x, &x_dot[k], t))
            })
            .collect();
        let results = program.run(primal, &args, Drops::Free).ok()?.results;
        let reals: Vec<Value> =
            results.into_iter().take(interface.output_value.leaves().len()).collect();
        Some(flat(&reals))
    };
    let h = 1e-5;
    if let (Some(left2), Some(left), Some(here), Some(right), Some(right2)) =
        (at(-2.0 * h), at(-h), at(0.0), at(h), at(2.0 * h))
        && [&left2, &left, &right, &right2].iter().all(|v| v.len() == here.len())
        && !program.source.contains("constant(")
    {
        for (k, found) in flat(y_dot).into_iter().take(here.len()).enumerate() {
            let central = (8.0 * (right[k] - left[k]) - (right2[k] - left2[k])) / (12.0 * h);
            let coarse = (right2[k] - left2[k]) / (4.0 * h);
            let second = (right[k] - 2.0 * here[k] + left[k]) / h;
            let scale = 1.0 + central.abs() + here[k].abs();
            let smooth = second.abs() <= 5e-5 * scale
                && (central - coarse).abs() <= 1e-5 * scale
                && [left2[k], left[k], right[k], right2[k]]
                    .iter()
                    .all(|v| (v - here[k]).abs() <= 1e-2 * scale);
            if smooth && (found - central).abs() > 1e-4 * scale {
                return law(
                    "C4",
                    format!("jvp {found}, but differences give {central}"),
                    &[primal, jvp],
                );
            }
        }
    }

    // C1, C3
    let mut split = program
        .run(unzipped, args, Drops::Free)
        .map_err(|e| fail(format!("unzipped: {e}\n{unzipped}")))?;
    let residuals = split.results.split_off(n);
    if !all_same_bits(&split.results, &first.results) {
        return law(
            "C1",
            format!("{:?} instead of {:?}", split.results, first.results),
            &[primal, unzipped],
        );
    }
    let mut known: Vec<Value> = interface
        .params
        .iter()
        .filter(|p| p.passing == Passing::Shared)
        .flat_map(|p| p.value.leaves())
        .map(|v| by_leaf[&v].clone())
        .collect();
    known.extend(residuals.iter().cloned());
    let run_linear = |x_dot: &[Value], drops| {
        program
            .run(linear, &with(&known, x_dot), drops)
            .map_err(|e| fail(format!("linear: {e}\n{unzipped}\n{linear}")))
    };
    let linear_run = run_linear(&x_dot, Drops::Free)?;
    if !all_same_bits(&linear_run.results, y_dot) {
        return law(
            "C3",
            format!("{:?} instead of {y_dot:?}", linear_run.results),
            &[jvp, unzipped, linear],
        );
    }

    // C2
    let y_bar: Vec<Value> = y_dot.iter().map(|t| noise.like(t)).collect();
    let run_transposed = |y_bar: &[Value], drops| {
        program
            .run(transposed, &with(&known, y_bar), drops)
            .map_err(|e| fail(format!("transposed: {e}\n{unzipped}\n{transposed}")))
    };
    let transposed_run = run_transposed(&y_bar, Drops::Free)?;
    let ((left, m), (right, o)) = (inner(y_dot, &y_bar), inner(&x_dot, &transposed_run.results));
    let magnitude = 1.0 + m.max(o);
    if finite
        && magnitude.is_finite()
        && !((left - right).abs() <= 1e-12 * magnitude || (left - right).abs() <= roughness())
    {
        return law("C2", format!("⟨ẏ, ȳ⟩ = {left} but ⟨ẋ, x̄⟩ = {right}"), &[linear, transposed]);
    }
    if finite
        && oracle.iter().all(|x| x.is_finite())
        && !right.is_finite()
        && flat(&transposed_run.results).iter().any(|x| x.is_nan())
    {
        return law(
            "C7",
            format!("a cotangent is not a number: {:?}", transposed_run.results),
            &[linear, transposed],
        );
    }

    // C6: the forms agree
    let agrees = |form: &str, function: &Function| {
        let run = program
            .run(function, &with(args, &y_bar), Drops::Charged)
            .map_err(|e| fail(format!("{form}: {e}\n{function}")))?;
        let (values, cotangents) = run.results.split_at(n);
        if !all_same_bits(values, &first.results) {
            return law(
                "C6",
                format!("{form}: {values:?} instead of {:?}", first.results),
                &[primal, function],
            )
            .map(|_| 0);
        }
        let (found, expected) = (flat(cotangents), flat(&transposed_run.results));
        if found.iter().chain(&expected).all(|x| x.is_finite()) && !close(&found, &expected, 1e-11)
        {
            return law(
                "C6",
                format!("{form}: {found:?} instead of {expected:?}"),
                &[unzipped, transposed, function],
            )
            .map(|_| 0);
        }
        Ok(run.work)
    };
    let (l_in, l_out) = (scalars(&x_dot), scalars(y_dot));
    let again = program.non_linear_work(transposed, &with(&known, &y_bar)).map_err(fail)?;
    let transposed_charged = run_transposed(&y_bar, Drops::Charged)?.work;
    // W3 of the fused sweeps: they do no more than one after the other
    if let Some(vjp) = &stages.vjp {
        let fused = agrees("scheduled", vjp)?;
        if fused > split.work + transposed_charged + again {
            return law(
                "W3",
                format!("scheduled: {fused} > {} + {transposed_charged} + {again}", split.work),
                &[vjp],
            );
        }
    }
    // W3 of pullbacks: they cost what the jvp costs, and the difference of what goes in and out;
    // callees are unzipped
    let (closures, flattened) = program.pullbacks_of(name);
    let pullbacks = agrees("pullbacks", closures)?;
    let jvp_charged = program.run(jvp, &with(args, &x_dot), Drops::Charged).map_err(fail)?.work;
    let holds = if has_calls(&jvp.body) {
        pullbacks + l_in <= jvp_charged + l_out + again
    } else {
        pullbacks + l_in == jvp_charged + l_out
    };
    if !holds {
        return law(
            "W3",
            format!("pullbacks: {pullbacks} + {l_in}, but {jvp_charged} + {l_out} (+ {again})"),
            &[jvp, closures],
        );
    }
    let work = agrees("defunctionalized", flattened)?;
    if work > pullbacks {
        return law(
            "W3",
            format!("defunctionalized: {work} instead of {pullbacks}"),
            &[closures, flattened],
        );
    }

    // C5
    let other: Vec<Value> = x_dot.iter().map(|d| noise.like(d)).collect();
    let mixed: Vec<Value> = x_dot.iter().zip(&other).map(|(x, y)| mix(2.0, x, -3.0, y)).collect();
    let (of_other, of_mixed) = (run_linear(&other, Drops::Free)?, run_linear(&mixed, Drops::Free)?);
    let sum: Vec<f64> =
        flat(y_dot).iter().zip(flat(&of_other.results)).map(|(x, y)| 2.0 * x - 3.0 * y).collect();
    let terms = size(&flat(y_dot)).max(size(&flat(&of_other.results)));
    if finite
        && terms.is_finite()
        && !(distance(&flat(&of_mixed.results), &sum) <= 1e-11 * terms
            || distance(&flat(&of_mixed.results), &sum) <= roughness())
    {
        return law("C5", format!("{:?} instead of {sum:?}", of_mixed.results), &[linear]);
    }
    let twice = transpose(transposed);
    let charged = run_linear(&x_dot, Drops::Charged)?.work;
    let again = program
        .run(&twice, &with(&known, &x_dot), Drops::Charged)
        .map_err(|e| fail(format!("transposed twice: {e}\n{twice}")))?;
    if finite && !close(&flat(&again.results), &flat(y_dot), 1e-11) {
        return law(
            "C5",
            format!("transposed twice: {:?} instead of {y_dot:?}", again.results),
            &[linear, &twice],
        );
    }
    if again.work > charged {
        return law(
            "C5",
            format!("transposed twice: work {} instead of {charged}", again.work),
            &[linear, &twice],
        );
    }

    // C7: an argument that nothing reads gets exactly zero
    let ones: Vec<Value> = y_dot
        .iter()
        .enumerate()
        .map(|(k, t)| {
            if k < y_dot.len() - dots.iter().filter(|d| d.threaded).count() {
                t.map_reals(&mut |_| 1.0)
            } else {
                t.zero()
            }
        })
        .collect();
    let gradient = run_transposed(&ones, Drops::Free)?.results;
    for (dot, bar) in dots.iter().zip(&gradient) {
        let unread = linear
            .body
            .lets
            .iter()
            .any(|l| matches!(&l.op, Op::Linear(Linear::Drop(v, _)) if *v == dot.var));
        if unread && bar.flatten().iter().any(|x| *x != 0.0) {
            return law(
                "C7",
                format!("the cotangent of an unread argument is {bar:?}"),
                &[linear, transposed],
            );
        }
    }

    // W1
    let c = if program.source.contains(".log(") { W1_WITH_LOG } else { W1 };
    if both.work > c * first.work {
        return law("W1", format!("{} > {c} · {}", both.work, first.work), &[primal, jvp]);
    }
    // W2
    let recomputed = program.non_linear_work(linear, &with(&known, &x_dot)).map_err(fail)?;
    let in_jvp = program.non_linear_work(jvp, &with(args, &x_dot)).map_err(fail)?;
    let (before, after) = (both.work - in_jvp, linear_run.work - recomputed);
    if before != after {
        return law("W2", format!("linear work {after} instead of {before}"), &[jvp, linear]);
    }
    if split.work > in_jvp {
        return law("W2", format!("primal work {} of {in_jvp}", split.work), &[jvp, unzipped]);
    }
    // what is the same in all iterations of a range is computed once, so the whole may become less
    let hoists = program.all().any(|stages| has_loop(&stages.jvp.body));
    if recomputed == 0 && !hoists && split.work + linear_run.work != both.work {
        return law(
            "W2",
            format!(
                "{} + {} (recomputed {recomputed}) of {}",
                split.work, linear_run.work, both.work
            ),
            &[jvp, unzipped, linear],
        );
    }
    // what is dropped turns into zeros, what is shared into additions, and nothing else does
    if transposed_run.linear != linear_run.linear.transposed() {
        return law(
            "W4",
            format!("{:?} and transposed {:?}", linear_run.linear, transposed_run.linear),
            &[linear, transposed],
        );
    }
    // W3
    if transposed_charged + l_in != charged + l_out {
        return law(
            "W3",
            format!("{transposed_charged} + {l_in} > {charged} + {l_out}"),
            &[linear, transposed],
        );
    }
    // W4: by W2 and W3 a gradient costs what the jvp costs, and the difference of what goes in and
    // out; W1 bounds that. What is the same in all iterations of a range is computed once, so it
    // may be less
    let drops = jvp_charged - both.work;
    let (gradient_work, forward_work) =
        (split.work + transposed_charged + l_in, both.work + drops + recomputed + l_out);
    if gradient_work > forward_work || !hoists && recomputed == 0 && gradient_work != forward_work {
        return law(
            "W4",
            format!(
                "{} + {transposed_charged} + {l_in}, but {} + {drops} + {recomputed} + {l_out}",
                split.work, both.work
            ),
            &[primal, linear, transposed],
        );
    }
    let residuals = residuals.iter().map(stored).sum();
    Ok(Some(Report {
        values: first.results,
        gradient,
        primal: first.work,
        jvp: both.work,
        unzipped: split.work,
        linear: linear_run.work,
        transposed: transposed_run.work,
        recomputed,
        drops,
        fused: stages.vjp.is_some(),
        residuals,
    }))
}

pub fn real(x: f64) -> Value {
    Value::Real(x)
}

pub fn int(i: i128) -> Value {
    Value::Int(i)
}

pub fn reals(xs: &[f64]) -> Value {
    Value::reals(xs)
}

#[track_caller]
pub fn assert_close(found: &[f64], expected: &[f64], tolerance: f64) {
    let scale = size(expected);
    assert!(distance(found, expected) <= tolerance * scale, "{found:?} instead of {expected:?}");
}

/// The cotangents of a function's active leaves for given cotangents of its results (accumulators
/// starting at 0).
pub fn pull(program: &Program, name: &str, args: &[Value], y_bar: &[Value]) -> Vec<Value> {
    let (_, _, results) = sweep(program, name, args, |_| y_bar.to_vec());
    results.results
}

/// The primal run, the unzipped run, the transposed run, drops charged.
fn sweep(
    program: &Program,
    name: &str,
    args: &[Value],
    y_bar: impl FnOnce(&[Value]) -> Vec<Value>,
) -> (Evaluation, Evaluation, Evaluation) {
    let (primal, unzipped, known) = before_transposed(program, name, args, y_bar);
    let transposed = &program.of(name).transposed;
    let transposed = program
        .run(transposed, &known, Drops::Charged)
        .unwrap_or_else(|e| panic!("{e}\n{transposed}"));
    (primal, unzipped, transposed)
}

/// The primal run, the unzipped run, and the arguments of the transposed function: accumulators
/// start at 0.
pub fn before_transposed(
    program: &Program,
    name: &str,
    args: &[Value],
    y_bar: impl FnOnce(&[Value]) -> Vec<Value>,
) -> (Evaluation, Evaluation, Vec<Value>) {
    let stages = program.of(name);
    let run = |f: &Function, args: &[Value]| {
        program.run(f, args, Drops::Charged).unwrap_or_else(|e| panic!("{e}\n{f}"))
    };
    let primal = run(&stages.primal, args);
    let unzipped = run(&stages.unzipped, args);
    let value = |leaf: Var| {
        args[stages.primal.params.iter().position(|p| *p == leaf).expect("a parameter")].clone()
    };
    let shared = stages
        .interface
        .params
        .iter()
        .filter(|p| p.passing == Passing::Shared)
        .flat_map(|p| p.value.leaves());
    let mut known: Vec<Value> = shared.map(value).collect();
    known.extend(unzipped.results[primal.results.len()..].iter().cloned());
    known.extend(y_bar(&primal.results));
    known.extend(stages.dots.iter().filter(|d| d.threaded).map(|d| value(d.leaf).zero()));
    (primal, unzipped, known)
}

/// The cost of a gradient without that of the function itself.
#[derive(Clone, Debug)]
pub struct Cost {
    pub value: Vec<f64>,
    pub gradient: Vec<f64>,
    pub primal: u64,
    pub unzipped: u64,
    /// Unzipped and transposed, drops charged.
    pub reverse: u64,
    /// Linear scalars that the transposed function makes from nothing.
    pub zeros: u64,
    pub residuals: u64,
}

/// Value, gradient and work of a function with one real result.
pub fn measure(program: &Program, name: &str, args: &[Value]) -> Cost {
    let (primal, unzipped, transposed) =
        sweep(program, name, args, |results| vec![results[0].map_reals(&mut |_| 1.0)]);
    Cost {
        value: flat(&primal.results),
        gradient: flat(&transposed.results),
        primal: primal.work,
        unzipped: unzipped.work,
        reverse: unzipped.work + transposed.work,
        zeros: transposed.linear.zeros,
        residuals: unzipped.results[primal.results.len()..].iter().map(stored).sum(),
    }
}

/// The emitted Rust of a function, as tokens.
pub fn emitted(source: &str) -> proc_macro2::TokenStream {
    let item: syn::ItemFn = syn::parse_str(source).unwrap_or_else(|e| panic!("{e}\n{source}"));
    let bare = autodiff_compiler::item::AttributeArgs::Differentiate(Default::default());
    autodiff_compiler::compile::expand_attribute(
        bare,
        item.to_token_stream(),
        &World::empty(),
        &mut Vec::new(),
    )
}

/// The number of tokens.
pub fn tokens(stream: proc_macro2::TokenStream) -> usize {
    stream
        .into_iter()
        .map(|t| match t {
            proc_macro2::TokenTree::Group(g) => 2 + tokens(g.stream()),
            _ => 1,
        })
        .sum()
}
