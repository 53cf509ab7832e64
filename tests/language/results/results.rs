//! `Result`s inside of a function: destructured by methods, patterns and `?`; their payloads keep
//! derivatives, errors that are numbers included.

use autodiff::prelude::*;

#[differentiate]
fn matched(x: &[f64]) -> f64 {
    let r: Result<f64, String> =
        if x[0] > 0.5 { Ok(x[0] * x[1]) } else { Err("small".to_string()) };
    match r {
        Ok(v) => v * v,
        Err(_) => x[1] * 3.0,
    }
}

#[differentiate]
fn iflet(x: &[f64]) -> f64 {
    let r = if x[0] > 0.5 { Ok(x[0] * x[1]) } else { Err(()) };
    if let Ok(v) = r { v.sin() } else { x[0] }
}

#[differentiate]
fn active_error(x: &[f64]) -> f64 {
    let r = if x[0] > 0.65 { Ok(x[0] * x[1]) } else { Err(x[0] - 0.5) };
    match r {
        Ok(v) => v.sin(),
        Err(e) => e * e * x[1],
    }
}

#[differentiate]
fn methods(x: &[f64]) -> f64 {
    let r: Result<f64, f64> = if x[0] > 0.65 { Ok(x[0] * x[1]) } else { Err(x[0]) };
    let a = r.map(|v| v * 2.0).unwrap_or(0.25);
    let b = r.ok().map_or(x[1], |v| v * v);
    let c = r.map_err(|e| e * x[1]).unwrap_or_else(|e| e * e);
    let d = r.and_then(|v| if v > 0.0 { Ok(v.ln()) } else { Err(v) });
    let e = match d {
        Ok(v) | Err(v) => v * 3.0,
    };
    let f = r
        .or_else(|e| if e > 0.0 { Ok(e) } else { Err(e * 2.0) })
        .map_or_else(|e| e * 5.0, |v| v * v);
    let g = if r.is_ok() { 1.0 } else { x[1] };
    let h = r.err().unwrap_or(x[0] * x[0]);
    a + b * c + e * f + g * h
}

#[differentiate]
fn question_closure(x: &[f64]) -> f64 {
    let checked = |v: f64| -> Result<f64, String> {
        if v > 0.0 { Ok(v.ln()) } else { Err(format!("{v} is not positive")) }
    };
    let both = || -> Result<f64, String> {
        let a = checked(x[0])?;
        let b = checked(x[1])?;
        Ok(a * b)
    };
    both().unwrap_or(x[0] * 2.0)
}

#[differentiate]
fn nested_fn(x: &[f64]) -> f64 {
    #[derive(Debug)]
    enum Fail {
        Neg,
        Big(f64),
    }
    fn checked(v: f64) -> Result<f64, Fail> {
        if v < 0.0 {
            return Err(Fail::Neg);
        }
        if v > 1.25 {
            return Err(Fail::Big(v));
        }
        Ok(v.sqrt())
    }
    match checked(x[0]) {
        Ok(a) => a * x[1],
        Err(Fail::Neg) => x[1],
        Err(Fail::Big(b)) => b * b,
    }
}

#[differentiate]
fn ok_or(x: &[f64]) -> f64 {
    let first = x.iter().copied().find(|v| *v > 0.5).ok_or("none");
    match first {
        Ok(v) => v * v,
        Err(_) => x[0],
    }
}

#[differentiate]
fn ok_or_else(x: &[f64]) -> f64 {
    x.get(1).copied().ok_or_else(|| x[0] * 2.0).map_or_else(|e| e * e, |v| v.exp())
}

#[differentiate]
fn let_else(x: &[f64]) -> f64 {
    let r: Result<f64, &str> = if x[0] < 0.0 { Err("neg") } else { Ok(x[0].sqrt()) };
    let Ok(v) = r else { return x[0] * x[0] };
    v * x[1]
}

#[differentiate]
fn tuple_payload(x: &[f64]) -> f64 {
    let r: Result<(f64, usize), String> =
        if x[0] > 0.65 { Ok((x[0] * x[1], 2)) } else { Err(String::new()) };
    match r {
        Ok((v, n)) => v * n as f64,
        Err(e) => e.len() as f64 * x[0] + x[1],
    }
}

#[differentiate]
fn try_fold(x: &[f64]) -> f64 {
    let r = x.iter().try_fold(0.0, |acc, v| if *v > -1.0 { Ok(acc + v * v) } else { Err(acc) });
    match r {
        Ok(v) => v,
        Err(e) => e * x[0],
    }
}

#[differentiate]
fn collect(x: &[f64]) -> f64 {
    let r: Result<Vec<f64>, String> =
        x.iter().map(|v| if *v > -1.0 { Ok(v * v) } else { Err("low".to_string()) }).collect();
    match r {
        Ok(v) => v.iter().sum(),
        Err(_) => x[0],
    }
}

#[differentiate]
fn looped(x: &[f64]) -> f64 {
    let mut r: Result<f64, f64> = Ok(1.0);
    for v in x {
        r = match r {
            Ok(p) if p * v > -0.5 => Ok(p * v + v),
            Ok(p) => Err(p),
            Err(e) => Err(e * v),
        };
    }
    match r {
        Ok(v) => v,
        Err(e) => e * 2.0,
    }
}

#[differentiate]
fn expect(x: &[f64]) -> f64 {
    let r: Result<f64, String> = if x[1] > -5.0 { Ok(x[0] * x[1]) } else { Err("bad".into()) };
    let v = r.clone().unwrap();
    let w = r.as_ref().expect("fine");
    v * w
}

#[differentiate]
fn sum(x: &[f64]) -> f64 {
    let total: Result<f64, String> =
        x.iter().map(|v| if *v > -1.0 { Ok(v * v) } else { Err("low".to_string()) }).sum();
    total.unwrap_or(x[0])
}

#[differentiate]
fn result_call(x: &[f64]) -> f64 {
    let r = solve(x[0], x[1]);
    match r {
        Ok(v) => v * v,
        Err(_) => x[1],
    }
}

#[differentiate]
fn result_call2(x: &[f64]) -> f64 {
    solve(x[0], x[1]).map(|v| v * 3.0).unwrap_or(x[0])
}

#[differentiate]
fn result_call3(x: &[f64]) -> f64 {
    let r = if x[0] > 1.0 { solve(x[0], 2.0) } else { Ok(x[1]) };
    match r {
        Ok(v) => v * v,
        Err(e) => e.len() as f64 * x[1],
    }
}

#[differentiate]
fn result_call4(x: &[f64]) -> f64 {
    let r = solve(x[0], x[1])
        .and_then(|v| solve(v, x[1]))
        .or_else(|e| if e.is_empty() { Err(e) } else { Ok(x[0]) });
    r.unwrap_or_else(|e| e.len() as f64 * x[0])
}

#[differentiate]
fn solve(a: f64, b: f64) -> Result<f64, String> {
    if b < 0.0 {
        return Err(format!("{b} is negative"));
    }
    Ok(a * b.sqrt())
}

#[derive(Debug, Clone)]
#[allow(dead_code)]
enum Outer {
    Neg,
    Big(f64),
}

#[derive(Debug, Clone)]
#[allow(dead_code)]
struct At {
    x: f64,
}

#[differentiate]
fn fine_struct(x: &[f64]) -> f64 {
    let r: Result<f64, At> = if x[0] > 1.0 { Err(At { x: x[0] }) } else { Ok(x[0] * x[1]) };
    match r {
        Ok(v) => v,
        Err(At { .. }) => x[1] * 2.0,
    }
}

#[differentiate]
fn fine_variant(x: &[f64]) -> f64 {
    let step = |v: f64| -> Result<f64, Outer> {
        if v < 0.0 {
            return Err(Outer::Neg);
        }
        if v > 1.0 {
            return Err(Outer::Big(v));
        }
        Ok(v * v)
    };
    let both = |a: f64, b: f64| -> Result<f64, Outer> { Ok(step(a)? + step(b)?) };
    match both(x[0], x[1]) {
        Ok(v) => v,
        Err(Outer::Neg) => x[0],
        Err(Outer::Big(_)) => x[1] * 3.0,
    }
}

#[differentiate]
fn opt_of_result(x: &[f64]) -> f64 {
    let a = x.get(1).map(|v| if *v > 0.0 { Ok(v.sqrt()) } else { Err(v * 2.0) });
    match a {
        Some(Ok(v)) => v * x[0],
        Some(Err(e)) => e * e,
        None => x[0],
    }
}

#[differentiate]
fn result_of_opt(x: &[f64]) -> f64 {
    let f = |v: f64| -> Result<Option<f64>, f64> {
        if v > 1.0 {
            Err(v)
        } else if v > 0.0 {
            Ok(Some(v * v))
        } else {
            Ok(None)
        }
    };
    let mut s = 0.0;
    for v in x {
        s += match f(*v) {
            Ok(Some(w)) => w,
            Ok(None) => 0.5 * v,
            Err(e) => e.ln(),
        };
    }
    s
}

#[differentiate]
fn vec_payload(x: &[f64]) -> f64 {
    let r: Result<Vec<f64>, usize> =
        if x[0] > 0.0 { Ok(x.iter().map(|v| v * v).collect()) } else { Err(x.len()) };
    let v = r.unwrap_or_else(|n| vec![x[0]; n]);
    v.iter().sum()
}

#[differentiate]
fn loop_break(x: &[f64]) -> f64 {
    let step = |a: f64, b: f64| -> Result<f64, &'static str> {
        if a + b > 2.0 { Err("too much") } else { Ok(a + b * b) }
    };
    let mut total = 0.0;
    for v in x {
        match step(total, *v) {
            Ok(t) => total = t,
            Err(_) => break,
        }
    }
    total * x[0]
}

#[differentiate]
fn while_ok(x: &[f64]) -> f64 {
    let next = |v: f64, n: usize| if n < 4 { Ok(v.sin() + 0.1) } else { Err(n) };
    let mut n = 0;
    let mut v = x[0];
    while let Ok(w) = next(v, n) {
        v = w;
        n += 1;
    }
    v * n as f64
}

#[differentiate]
fn shadowed_error(x: &[f64]) -> f64 {
    let error = x[0] * 2.0;
    let r: Result<f64, f64> = if x[0] > 0.65 { Err(error) } else { Ok(error * error) };
    match r {
        Ok(value) => value + error,
        Err(value) => value * error * x[1],
    }
}

#[differentiate]
fn error_moved_through(x: &[f64]) -> f64 {
    fn a(v: f64) -> Result<f64, String> {
        if v < 0.0 { Err(format!("{v}")) } else { Ok(v.sqrt()) }
    }
    fn b(v: f64) -> Result<f64, String> {
        let w = a(v)?;
        if w > 1.0 { Err("big".into()) } else { Ok(w * 2.0) }
    }
    fn c(v: f64) -> Result<f64, String> {
        match b(v) {
            Ok(w) => Ok(w + 1.0),
            Err(e) if e.len() > 3 => Err(e),
            Err(e) => Ok(e.len() as f64 * v),
        }
    }
    x.iter().map(|v| c(*v).unwrap_or(*v)).sum()
}

#[differentiate]
fn map_err_chain(x: &[f64]) -> f64 {
    let r = x
        .first()
        .copied()
        .ok_or("empty")
        .and_then(|v| if v > 0.5 { Ok(v * v) } else { Err("small") })
        .map_err(|e| e.len());
    match r {
        Ok(v) => v,
        Err(n) => n as f64 * x[0],
    }
}

#[differentiate]
fn err_ok_swap(x: &[f64]) -> f64 {
    let r: Result<f64, f64> = if x[0] > 0.65 { Err(x[0] * x[0]) } else { Ok(x[0]) };
    let s = match r {
        Ok(v) => Err(v),
        Err(e) => Ok(e),
    };
    s.map_or_else(|e: f64| e * 3.0, |v| v * x[1])
}

#[differentiate]
fn and_or(x: &[f64]) -> f64 {
    let r: Result<f64, f64> = if x[0] > 0.65 { Ok(x[0] * x[0]) } else { Err(x[0]) };
    let q: Result<f64, f64> = if x[1] > 0.0 { Ok(x[1]) } else { Err(x[1] * 2.0) };
    let a = match r.and(q) {
        Ok(v) => v,
        Err(e) => e * e,
    };
    let b = match r.or(q) {
        Ok(v) => v,
        Err(e) => e * e * e,
    };
    a * b
        + if r.is_ok_and(|v| v > 1.0) { x[0] } else { x[1] }
        + if q.is_err_and(|e| e < -0.5) { x[0] } else { 0.0 }
}

#[differentiate]
fn struct_payload(x: &[f64]) -> f64 {
    struct P {
        a: f64,
        b: f64,
    }
    let r: Result<P, String> =
        if x[0] > 0.0 { Ok(P { a: x[0], b: x[0] * 2.0 }) } else { Err("neg".to_string()) };
    match r {
        Ok(p) => p.a * p.b,
        Err(_) => x[0],
    }
}

#[differentiate]
fn inside_branches(x: &[f64]) -> f64 {
    let r = if x[0] > 1.0 {
        let y = x[0] * x[0];
        if y > 1.5 { Err(y) } else { Ok(y) }
    } else {
        Ok(x[0].sin())
    };
    if let Err(e) = r {
        return e * x[1];
    }
    let Ok(v) = r else { unreachable!() };
    v
}

#[differentiate]
fn iter_of_results(x: &[f64]) -> f64 {
    let checked = |v: &f64| if *v > 0.0 { Ok(v.sqrt()) } else { Err(*v) };
    let good: f64 = x.iter().map(checked).filter_map(|r| r.ok()).sum();
    let bad: f64 = x.iter().map(checked).filter_map(|r| r.err()).map(|e| e * e).sum();
    let n = x.iter().map(checked).filter(|r| r.is_ok()).count();
    good * bad + n as f64 * x[0]
}

#[differentiate]
fn flat(x: &[f64]) -> f64 {
    x.iter().map(|v| if *v > 0.0 { Ok(v * v) } else { Err(()) }).flatten().sum()
}

#[differentiate]
fn product_result(x: &[f64]) -> f64 {
    let p: Result<f64, f64> =
        x.iter().map(|v| if *v > -1.0 { Ok(v + 2.0) } else { Err(*v) }).product();
    p.unwrap_or_else(|e| e * e)
}

#[differentiate]
fn try_for_each_result(x: &[f64]) -> f64 {
    let mut s = 0.0;
    let r: Result<(), f64> = x.iter().try_for_each(|v| {
        s += v * v;
        if s > 2.0 { Err(s) } else { Ok(()) }
    });
    match r {
        Ok(()) => s,
        Err(e) => e * x[0] + s,
    }
}

#[differentiate]
fn mutable_reassign(x: &[f64]) -> f64 {
    let mut last: Result<f64, String> = Err("none yet".to_string());
    let mut s = 0.0;
    for v in x {
        if let Ok(p) = &last {
            s += p * v;
        }
        last = if *v > 0.0 { Ok(v * v) } else { Err(format!("bad")) };
    }
    s + last.unwrap_or(x[0])
}

#[differentiate]
fn passed_to_function(x: &[f64]) -> f64 {
    fn weigh(r: Result<f64, f64>, k: f64) -> f64 {
        match r {
            Ok(v) => v * k,
            Err(e) => e - k,
        }
    }
    weigh(if x[0] > 0.65 { Ok(x[0]) } else { Err(x[1]) }, x[0]) + weigh(Err(x[0] * 2.0), x[1])
}

#[differentiate]
fn matches_macro(x: &[f64]) -> f64 {
    let r: Result<f64, f64> = if x[0] > 0.65 { Ok(x[0]) } else { Err(x[1]) };
    if matches!(r, Ok(v) if v > 1.0) { x[0] * x[1] } else { r.unwrap_or(x[1]) }
}

#[differentiate]
fn unwrap_default(x: &[f64]) -> f64 {
    let r: Result<f64, String> = if x[0] > 0.65 { Ok(x[0] * x[0]) } else { Err(String::new()) };
    r.unwrap_or_default() + x[1]
}

mod laws {
    at_points! { matched iflet active_error methods question_closure nested_fn ok_or ok_or_else
    let_else tuple_payload try_fold collect looped expect sum result_call result_call2
    result_call3 result_call4 fine_struct fine_variant opt_of_result result_of_opt vec_payload
    loop_break while_ok shadowed_error error_moved_through map_err_chain err_ok_swap and_or
    struct_payload inside_branches iter_of_results flat product_result try_for_each_result
    mutable_reassign passed_to_function matches_macro unwrap_default }
}

/// An error that cannot be copied.
#[derive(Debug, PartialEq)]
enum Refused {
    Negative(f64),
    Large,
}

#[differentiate]
fn returned_at_once(x: f64, y: f64) -> Result<f64, Refused> {
    if x < 0.0 {
        Err(Refused::Negative(x))
    } else {
        match y > 4.0 {
            true => Err(Refused::Large),
            false => Ok(x * y),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Wrong(String);

impl From<String> for Wrong {
    fn from(text: String) -> Wrong {
        Wrong(text)
    }
}

#[differentiate]
fn converted(x: f64, y: f64) -> Result<f64, Wrong> {
    let root = if x < 0.0 { Err(format!("{x} is negative")) } else { Ok(x.sqrt()) };
    let inverse = if y == 0.0 { Err("zero".to_string()) } else { Ok(1.0 / y) };
    Ok(root? * inverse.map_err(|e| format!("{e}!"))?)
}

#[differentiate]
fn local_as_result(x: f64) -> Result<f64, f64> {
    let mut so_far = Ok(x);
    for k in 0..3 {
        so_far = so_far.and_then(|v: f64| if v > 8.0 { Err(v) } else { Ok(v * v + k as f64) });
    }
    so_far
}

#[test]
fn as_results_of_functions() {
    assert_eq!(returned_at_once_vjp(2.0, 3.0, Some(1.0)), (Ok(6.0), (3.0, 2.0)));
    assert_eq!(returned_at_once_vjp(-2.0, 3.0, None), (Err(Refused::Negative(-2.0)), (0.0, 0.0)));
    assert_eq!(returned_at_once_jvp(2.0, 5.0, 1.0, 1.0), (Err(Refused::Large), None));
    assert_eq!(converted_vjp(4.0, 0.5, Some(1.0)), (Ok(4.0), (0.5, -8.0)));
    assert_eq!(converted_vjp(4.0, 0.0, None), (Err(Wrong("zero!".into())), (0.0, 0.0)));
    assert_eq!(converted_jvp(-4.0, 1.0, 1.0, 0.0), (Err(Wrong("-4 is negative".into())), None));
    assert_eq!(local_as_result_vjp(1.0, Some(1.0)), (Ok(6.0), 16.0));
    assert_eq!(local_as_result_vjp(3.0, None), (Err(9.0), 0.0));
}

#[differentiate]
fn unwrapped(x: f64) -> f64 {
    let r = if x > 0.0 { Ok(x.ln()) } else { Err("not positive") };
    let a = r.unwrap();
    let b: Result<f64, f64> = if x < 2.0 { Ok(a * a) } else { Err(x) };
    b.expect("small")
}

#[test]
#[should_panic(expected = "called `Result::unwrap()` on an `Err` value: \"not positive\"")]
fn unwrapped_error() {
    unwrapped_grad(-1.0);
}

#[test]
#[should_panic(expected = "small: 2.5")]
fn expected_error() {
    unwrapped_grad(2.5);
}

/// Collected from functions of which only the type of the collection tells that they may fail.
mod collected {
    use autodiff::prelude::*;

    #[differentiate]
    pub fn checked(x: f64) -> Result<f64, String> {
        if x > 1.0 { Err("large".to_string()) } else { Ok(x * x) }
    }
    #[differentiate]
    pub fn positive(x: f64) -> Option<f64> {
        if x > 0.0 { Some(x.ln()) } else { None }
    }
}
use collected::{checked, positive};

#[differentiate]
fn collected_results(x: &[f64]) -> f64 {
    let all: Result<Vec<f64>, String> = x.iter().map(|v| checked(*v)).collect();
    let sum = x.iter().map(|v| checked(v * 0.5)).sum::<Result<f64, String>>();
    let logs: Option<Vec<f64>> = x.iter().map(|v| positive(*v)).collect();
    let logs = logs.map_or(x[0], |logs| logs[0] * logs[1]);
    match all {
        Ok(all) => all[0] * all[1] + sum.unwrap_or(x[1]) * logs,
        Err(message) => message.len() as f64 * x[0] + sum.unwrap_or(x[1]) * logs,
    }
}

#[test]
fn results_of_functions_are_collected() {
    for x in [[0.4, 0.7], [0.4, 1.5], [2.25, -0.5]] {
        check!(collected_results, x);
    }
}

// errors of types that only rustc knows, as numbers
mod cast_errors {
    use autodiff::prelude::*;

    type Checked<T> = std::result::Result<T, usize>;
    #[differentiate]
    fn small(x: f64) -> Checked<f64> {
        if x > 10.0 { Err(3) } else { Ok(x * x) }
    }
    #[differentiate]
    fn counted(x: &[f64]) -> f64 {
        let r = small(2.0 * x[0]).map_or_else(|e| e as f64 * x[0], |v| v);
        let s = match small(20.0 * x[0].abs()) {
            Ok(v) => v,
            Err(e) => e as f64 + x[0],
        };
        r + s
    }

    mod laws {
        at_points! { counted }
    }
}

/// A tuple of a result, in a loop, with an error that is not `Clone`: the arm of the error moves
/// the result.
mod tuples_in_loops {
    use autodiff::prelude::*;

    #[derive(Debug, PartialEq)]
    pub enum Refused {
        Negative,
    }
    #[differentiate]
    fn axis(x: &[f64], k: usize) -> Result<(f64, [f64; 2]), Refused> {
        if x[k] < -5.0 {
            return Err(Refused::Negative);
        }
        Ok((x[k], [x[k].sin(), 1.0]))
    }
    #[differentiate(reverse)]
    pub fn total(x: &[f64]) -> Result<f64, Refused> {
        let mut sum = 0.0;
        for k in 0..x.len() {
            let (length, [c, s]) = axis(x, k)?;
            sum += length * c * s;
        }
        Ok(sum)
    }

    #[test]
    fn moved_by_the_arm_of_the_error() {
        let x = [0.3, -0.7];
        let gradient = total_grad(&x).unwrap();
        for (g, x) in gradient.iter().zip(x) {
            crate::support::close("total", *g, x.sin() + x * x.cos(), 1e-12);
        }
        assert_eq!(total_grad(&[0.3, -6.0]), Err(Refused::Negative));
    }
}
