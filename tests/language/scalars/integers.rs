//! Integers whose types only rustc can infer: fields of structs that are defined elsewhere.
#![deny(warnings)]

use autodiff::prelude::*;

#[derive(Clone, Debug, Differentiable)]
pub struct Plan {
    steps: usize,
    balance: i32,
    codes: Vec<u8>,
    pair: (u16, f64),
    offsets: [i64; 3],
    w: Vec<f64>,
    x: f64,
}

#[differentiate]
fn remainder(p: &Plan) -> f64 {
    let mut s = p.x;
    for i in 0..p.steps % 5 {
        s = s * 0.5 + p.w[i].sin();
    }
    s
}
#[differentiate]
fn chosen(p: &Plan) -> f64 {
    match p.steps {
        0 => p.x,
        1 | 2 => p.x * p.x,
        n if n > 7 => p.x.exp() * p.w[n % 3],
        _ => p.x.sin(),
    }
}
#[differentiate]
fn signed(p: &Plan) -> f64 {
    let above = p.balance - 2;
    let mut s = if above > 0 { p.x.powi(above) } else { -p.x };
    let last = p.steps;
    let mut j = 0;
    while j < last {
        s += s * p.w[j % p.w.len()];
        j += 1;
    }
    s
}
#[differentiate]
fn coded(p: &Plan) -> f64 {
    let mut s = p.x;
    for &code in &p.codes {
        match code {
            0 => s += 1.0,
            3 => s *= p.pair.1,
            _ => s = s.sin(),
        }
    }
    match p.pair.0 {
        3 => s * 2.0,
        _ => s,
    }
}
#[differentiate]
fn counted_down(p: &Plan) -> f64 {
    let mut s = p.x;
    let mut left = p.balance;
    loop {
        if left == 0 {
            break;
        }
        s *= p.pair.1.cos() + p.w[0];
        left -= 1;
    }
    let at = p.offsets[1];
    let even = if at % 2 == 0 { at } else { at + 1 };
    s * even as f64
}
#[differentiate]
fn nested(p: &Plan) -> f64 {
    let mut s = p.x;
    for _ in 0..p.balance.abs() {
        for i in 1..p.steps {
            s += p.w[i % 3] * p.x;
            if s > 100.0 {
                s = s.ln();
            }
        }
    }
    s
}

#[test]
fn integers_of_structs_defined_elsewhere() {
    let plan = Plan {
        steps: 8,
        balance: 5,
        codes: vec![0, 3, 7, 3],
        pair: (3, 0.6),
        offsets: [1, 5, 6],
        w: vec![0.3, 0.7, 0.2],
        x: 0.4,
    };
    macro_rules! agrees {
        ($($f:ident)*) => { $(pastey::paste! {{
            let at = |v: &[f64]| {
                let mut plan = plan.clone();
                (plan.w, plan.x, plan.pair.1) = (v[..3].to_vec(), v[3], v[4]);
                $f(&plan)
            };
            let expected = crate::support::differences(at, &[0.3, 0.7, 0.2, 0.4, 0.6]);
            let (value, gradient) = [<$f _value_and_grad>](&plan);
            assert_eq!(value.to_bits(), $f(&plan).to_bits(), stringify!($f));
            for (found, expected) in gradient.w.iter().chain([&gradient.x, &gradient.pair.1])
                .zip(&expected) {
                crate::support::close(stringify!($f), *found, *expected, 1e-7);
            }
            let (value, residuals) = [<$f _primal>](&plan);
            assert_eq!(value.to_bits(), $f(&plan).to_bits(), stringify!($f));
            crate::support::close(stringify!($f), [<$f _linear>](&residuals, &gradient),
                [<$f _jvp>](&plan, &gradient).1, 1e-14);
        }})* };
    }
    agrees!(remainder chosen signed coded counted_down nested);
}
