//! Branches, loops, exits.

use autodiff::prelude::*;

#[differentiate(reverse)]
fn branches(x: &[f64]) -> f64 {
    let mut total = 0.0;
    for i in 0..x.len() {
        if x[i] > 0.3 {
            total += x[i] * x[i];
        } else if x[i] > -0.2 {
            total -= x[i].sin();
        } else {
            let t = x[i].exp();
            total = total * t + 1.0;
        }
    }
    total
}

#[differentiate(reverse)]
fn exits(x: &[f64]) -> f64 {
    let mut product = 1.0;
    for (i, v) in x.iter().enumerate() {
        if i == 1 {
            continue;
        }
        if *v < -0.9 {
            return product * 3.0;
        }
        product *= 1.0 + v * v;
        if product > 3.0 {
            break;
        }
    }
    product.ln()
}

#[differentiate(reverse)]
fn newton(x: &[f64]) -> f64 {
    let a = 1.0 + x[0] * x[0];
    let mut r = a;
    let mut steps = 0;
    while (r * r - a).abs() > 1e-14 && steps < 60 {
        r = 0.5 * (r + a / r);
        steps += 1;
    }
    r
}

/// What the conditions of a chain bind is not there in the `else`.
#[differentiate(reverse)]
fn shadowed_in_a_chain(x: &[f64]) -> f64 {
    let mut sum = 0.25;
    let next = x[0];
    for k in 0..x.len() - 1 {
        if let Some(next) = x.get(k + 1)
            && let d = next - x[k]
            && d > 0.0
            && let d = d * 2.0
        {
            sum += d * d * next;
        } else if let [a, b] = x[k..k + 2]
            && let next = a * b
            && next > 1.0
        {
            sum *= next;
        } else {
            sum -= next * x[k];
        }
    }
    sum + next
}

/// A value without a name that is bound by `ref mut`.
#[differentiate(reverse)]
fn changed_without_a_name(x: &[f64]) -> f64 {
    let p = (x[0], [x[1], x[0]]);
    let t = match { p } {
        (ref mut a, ref mut c) => {
            *a *= 3.0;
            c[0] = *a * c[1];
            c[0]
        }
    };
    t * p.0 + p.1[0]
}

#[test]
fn branches_and_exits() {
    check!(branches, [0.5, -0.1, -0.7, 0.9, 0.1]);
    check!(branches, []);
    check!(exits, [0.1, 0.2, 0.3]);
    check!(exits, [0.1, 0.2, -0.95, 0.4]);
    check!(exits, [1.1, 0.2, 1.3, 1.4]);
    check!(shadowed_in_a_chain, [1.0, 2.0, 0.6, 2.5, 2.1, 1.4, 2.2, 0.3, 0.2]);
    check!(changed_without_a_name, [1.2, 0.7]);
    let gradient = check!(newton, [0.8]);
    crate::support::close("sqrt", gradient[0], 0.8 / (1.0f64 + 0.64).sqrt(), 1e-12);
}
