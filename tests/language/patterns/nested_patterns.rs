//! Patterns in patterns: an arm is not taken if the pattern below that of a struct fails.

use crate::support::close;
use autodiff::prelude::*;

#[derive(Clone, Debug, Differentiable)]
enum Kind {
    None,
    Factor(f64),
    Pair { u: f64, v: Option<f64> },
}
#[derive(Clone, Debug, Differentiable)]
struct Two(f64, f64);
#[derive(Clone, Debug, Differentiable)]
struct Whole {
    k: Kind,
    n: usize,
    y: Option<f64>,
    p: Two,
    l: Vec<f64>,
}
const ONE: usize = 1;

/// Each at all kinds of values.
macro_rules! programs {
    ($($name:ident ($s:ident, $x:ident) $body:block)*) => {$(
        #[test]
        fn $name() {
            pastey::paste! {
                for s in wholes() {
                    for x in [0.7, -0.4] {
                        let (value, (of_s, of_x)) = differentiated::[<$name _value_and_grad>](&s,
                            x);
                        assert_eq!(value.to_bits(), differentiated::$name(&s, x).to_bits(),
                            "the value at {s:?}, {x}");
                        let slope = |f: &dyn Fn(f64) -> f64| (f(1e-6) - f(-1e-6)) / 2e-6;
                        close("the number", of_x, slope(&|h| differentiated::$name(&s, x + h)),
                            1e-7);
                        for (i, part) in of_s.flatten().into_iter().enumerate() {
                            close("a part", part, slope(&|h| differentiated::$name(&moved(&s, i, h),
                                x)), 1e-7);
                        }
                    }
                }
            }
        }
    )*
    mod differentiated {
        use super::*;
        $(
            #[differentiate]
            pub fn $name($s: &Whole, $x: f64) -> f64 $body
        )*
    }
    };
}

fn wholes() -> Vec<Whole> {
    let kinds = [
        Kind::None,
        Kind::Factor(0.4),
        Kind::Factor(-0.9),
        Kind::Pair { u: 0.3, v: Some(1.1) },
        Kind::Pair { u: -0.3, v: None },
    ];
    let mut wholes = Vec::new();
    for k in kinds {
        for n in [0, 1, 5] {
            for y in [None, Some(0.8)] {
                wholes.push(Whole { k: k.clone(), n, y, p: Two(0.5, 1.5), l: vec![0.2, 0.6, 0.9] });
            }
        }
    }
    wholes
}

/// A step along a coordinate.
fn moved(s: &Whole, coordinate: usize, by: f64) -> Whole {
    let mut step = s.zero_tangent();
    let mut flat = step.flatten();
    flat[coordinate] = by;
    step.unflatten(&flat);
    let mut moved = s.clone();
    moved.move_by(&step);
    moved
}

#[differentiate]
fn over_tuples(s: &Whole, x: f64) -> f64 {
    s.l.iter()
        .zip([s.y, None, Some(x)])
        .map(|p| match p {
            (a, Some(b)) if *a > 0.3 => a * b,
            (a, Some(_)) => a * x,
            (_, None) => x,
        })
        .sum()
}

programs! {
    by_variant(s, x) { match s { Whole { k: Kind::None, .. } => x, Whole { k: Kind::Factor(b), .. }
        => b * x, Whole { k: Kind::Pair { u, v: Some(v) }, .. } => u * v * x,
        Whole { k: Kind::Pair { u, .. }, .. } => u * u } }
    with_literals_and_ranges(s, x) {
        match s { Whole { n: 0, y: Some(y), .. } => y * x, Whole { n: ONE, p: Two(a, b), .. } => a
        * b * x, Whole { n: 2..=9, k: Kind::Factor(b) , .. } => b * b, Whole { p, .. } => p.0
        * x } }
    in_if_let(s, x) { if let Whole { k: Kind::Pair { v: Some(v), .. }, y: Some(y), .. }
        = s { v * y * x } else if let Whole { k: Kind::Factor(b), .. } = s { b * x }
        else { x * x } }
    in_let_else(s, x) { let Whole { k: Kind::Factor(b), p: Two(q, _), .. }
        = s else { return x * s.p.1; }; b * q * x }
    in_matches(s, x) { if matches!(s, Whole { k: Kind::Factor(_) | Kind::None, n: 0 | 1, .. }) { x
        * s.p.0 } else { x * x } }
    of_tuples(s, x) { match (&s.k, s.y) { (Kind::Factor(b), Some(y)) => b * y,
        (Kind::Pair { u, v: Some(_) }, _) => u * x, (Kind::None, None) => x * x, (_, Some(y))
        if y > x => y, (_, y) => y.unwrap_or(x) } }
    of_slices(s, x) { match &s.l[..] { [a, .., c] if *a > x => a * c, [_, rest @ ..] => rest[0] * x,
        [] => x } }
    bound_at(s, x) { match s { Whole { k: k @ Kind::Factor(_), n: n @ (0 | 5), .. }
        => { if let Kind::Factor(b) = k { b * *n as f64 * x } else { 0.0 } }
        Whole { k: Kind::Factor(b) | Kind::Pair { u: b, .. }, .. } => b * x * 3.0, _ => x } }
    in_closures(s, x) { let f = |t: &Whole| match t { Whole { k: Kind::Pair { u, .. }, .. } => u
        * x, Whole { y: Some(v), .. } => v * x * x, _ => x }; f(s) + f(s) * 2.0 }
    in_loops(s, x) { let v = vec![s.clone(),
        Whole { k: Kind::Factor(x), n: 3, y: None, p: Two(x, 1.0), l: vec![x] }]; let mut out = 0.0;
        for Whole { k, p: Two(a, b), .. }
        in &v { out += match k { Kind::None => a * b, Kind::Factor(q) => q * a,
        Kind::Pair { u, v: None } => u * b, Kind::Pair { v: Some(w), .. } => w * x }; } out }
    over_zipped(s, x) { over_tuples(s, x) }
    in_while_let(s, x) { let mut st = vec![(s.k.clone(), 1.0), (Kind::Factor(x), 2.0)];
        let mut out = 0.0; while let Some((Kind::Factor(b), w)) = st.pop() { out += b * w;
        if w > 1.5 { st.push((Kind::Factor(b * x), w * 0.5)); } } out + x }
    of_results(s, x) { let r: Result<&Kind, f64> = if s.n > 0 { Ok(&s.k) } else { Err(x) };
        match r { Ok(Kind::Factor(b)) => b * x, Ok(Kind::Pair { v: Some(v), .. }) => *v, Ok(_) => x
        * x, Err(e) => e * 3.0 } }
    of_options(s, x) { let o = if s.n > 0 { Some(s) } else { None };
        match o { Some(Whole { y: Some(y), k: Kind::Factor(b), .. }) => y * b,
        Some(Whole { y: None, .. }) => x, Some(_) => x * x, None => s.p.0 * x } }
    nested_tuples(s, x) { let nested = (s.y, (s.n, Some(x)));
        if let (Some(a), (0 | 1, Some(b))) = nested { a * b }
        else if let (None, (_, Some(b))) = nested { b * b } else { x } }
    owned(s, x) { let k = match s.k { Kind::Factor(b) if b > 0.0 => Kind::Pair { u: b * x, v: s.y },
        Kind::Factor(b) => Kind::Factor(b * b), ref other => other.clone() };
        match k { Kind::Pair { u, v: Some(v) } => u * v, Kind::Pair { u, v: None } => u,
        Kind::Factor(b) => b * x, Kind::None => x } }
    chosen_options(s, x) { let y = if let Kind::Pair { v, .. } = &s.k { *v } else { s.y };
        let z = match s.k { Kind::Pair { v, .. } => v, _ => None }; y.unwrap_or(x)
        * z.unwrap_or(x * 2.0) }
}
