//! `if` and `match`, as statements and as values.
#![deny(warnings)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn chain(x: &[f64]) -> f64 {
    let y = if x[0] < -1.0 {
        x[0]
    } else if x[0] < 0.0 {
        x[0] * x[0]
    } else if x[0] < 1.0 {
        x[0].sin()
    } else {
        1.0
    };
    y * x[1]
}

#[differentiate(reverse)]
fn statement_chain(x: &[f64]) -> f64 {
    let mut a = x[0];
    let mut b = 1.0;
    if a < 0.0 {
        a *= x[1];
    } else if a < 1.0 {
        b += a;
        a = a.exp();
    } else {
        b = a * x[1];
    }
    if b > 1.5 {
        b = b.sqrt();
    }
    a * b
}

#[differentiate(reverse)]
fn integers(x: &[f64], kind: i32) -> f64 {
    match kind {
        0 => x[0],
        1 | 2 => x[0] * x[1],
        3..=5 => {
            let t = x[0].exp();
            t * kind as f64
        }
        i32::MIN..=-1 => -x[1],
        n if n % 2 == 0 => x[1].powi(n % 5),
        other => x[1] * f64::from(other),
    }
}

#[differentiate(reverse)]
fn integers_of(x: &[f64]) -> f64 {
    let mut total = 0.0;
    for kind in -2..12 {
        total = 0.9 * total + integers(x, kind);
    }
    total
}

#[differentiate(reverse)]
fn booleans(x: &[f64]) -> f64 {
    let sign = match x[0] > 0.0 {
        true => 1.0,
        false => -1.0,
    };
    let y = match (x[0] > 0.5, x[1] > 0.5) {
        (true, true) => x[0] * x[1],
        (true, false) => x[0],
        (false, _) => x[1].sin(),
    };
    sign * y
}

#[differentiate(reverse)]
fn guards(x: &[f64]) -> f64 {
    let n = x.len();
    let a = match n {
        2 if x[0] > x[1] => x[0].sin(),
        2 if x[0] == x[1] => 0.0,
        2 | 3 => x[1].sin(),
        k @ 4..=9 => x[0] * k as f64,
        _ => 1.0,
    };
    let mut b = a;
    match n % 3 {
        0 => b *= 2.0,
        1 => {
            b *= b;
            b += x[0];
        }
        _ => {}
    }
    b
}

#[differentiate(reverse)]
fn on_tuples(x: &[f64], op: (usize, bool)) -> f64 {
    match op {
        (0, _) => x[0] + x[1],
        (1, true) => x[0] * x[1],
        (1, false) => x[0] / x[1],
        (k, b) => x[k % 2] * (b as u8 as f64 + 1.5),
    }
}

#[differentiate(reverse)]
fn on_chars(x: f64, y: f64, op: char, name: &str) -> f64 {
    let r = match op {
        '+' => x + y,
        '-' => x - y,
        '*' => x * y,
        'a'..='f' => x.powf(y),
        _ => 0.0,
    };
    match name {
        "square" => r * r,
        "sin" => r.sin(),
        _ => r,
    }
}

#[differentiate(reverse)]
fn active_tuple(x: &[f64]) -> f64 {
    let (a, k, b) = if x[0] > 0.0 { (x[0], 1usize, x[1] * 2.0) } else { (x[1].sin(), 0, 3.0) };
    a * x[k] + b
}

#[differentiate(reverse)]
fn match_pairs(x: &[f64]) -> f64 {
    let p = match x.len() {
        2 => (x[0], x[1]),
        _ => (x[1], x[0] * x[2]),
    };
    let (a, b) = p;
    a * a * b
}

#[differentiate(reverse)]
fn arrays_from_branches(x: &[f64]) -> f64 {
    let v = if x[0] > 0.0 { vec![x[0], x[1]] } else { vec![x[1]; 4] };
    let w = if x[1] > 0.0 { [x[0]; 3] } else { [x[0], 1.0, x[1]] };
    let mut total = 0.0;
    for i in 0..v.len() {
        total += v[i] * w[i % 3] * (i + 1) as f64;
    }
    total
}

#[differentiate(reverse)]
fn untaken(x: &[f64]) -> f64 {
    let mut total = 0.0;
    for i in 0..x.len() {
        total += if x[i] > 0.0 { x[i].sqrt() + x[i].ln() + 1.0 / x[i] } else { 0.0 };
    }
    total
}

#[differentiate(reverse)]
fn untaken_infinite(x: f64) -> f64 {
    let y = x * 0.0;
    if y > 1.0 { (1.0 / y).exp() * y.ln() } else { x + 1.0 }
}

#[differentiate(reverse)]
fn nested_matches(x: &[f64], a: u8, b: u8) -> f64 {
    match a {
        0 => match b {
            0 => x[0],
            1 => {
                if x[0] > 0.0 {
                    match b {
                        1 => x[0] * x[1],
                        _ => unreachable!(),
                    }
                } else {
                    x[1]
                }
            }
            _ => 2.0 * x[1],
        },
        1 if b > 1 => x[0].exp(),
        1 => x[0] - x[1],
        _ => 0.0,
    }
}

#[differentiate(reverse)]
fn nested_of(x: &[f64]) -> f64 {
    let mut total = 1.0;
    for a in 0u8..3 {
        for b in 0u8..3 {
            total = total * 0.7 + nested_matches(x, a, b);
        }
    }
    total
}

#[differentiate(reverse)]
fn conditions_with_effects(x: &[f64]) -> f64 {
    let mut a = x[0];
    if {
        a *= 2.0;
        a > 0.5
    } {
        a *= x[1];
    }
    if a > 0.0 && {
        a += 1.0;
        a > 1.2
    } || {
        a *= 3.0;
        false
    } {
        a = a.sin();
    }
    a
}

#[test]
fn ifs() {
    for x0 in [-1.5, -0.5, 0.6, 1.5] {
        check!(chain, [x0, 0.7]);
        check!(statement_chain, [x0, 0.7]);
    }
    check!(active_tuple, [0.5, 0.7]);
    check!(active_tuple, [-0.5, 0.7]);
    check!(arrays_from_branches, [0.5, 0.7]);
    check!(arrays_from_branches, [-0.5, -0.7]);
    check!(conditions_with_effects, [0.5, 0.7]);
    check!(conditions_with_effects, [0.15, -0.7]);
    check!(conditions_with_effects, [0.3, 0.1]);
    check!(conditions_with_effects, [-0.3, 0.1]);
}

#[test]
fn matches_on_discrete_values() {
    check!(integers_of, [0.5, 0.7]);
    for x in [[0.2, 0.3], [0.7, 0.9], [0.7, 0.1], [-0.7, 0.3]] {
        check!(booleans, x);
    }
    check!(guards, [0.5, 0.7]);
    check!(guards, [0.7, 0.5]);
    check!(guards, [0.7, 0.5, 0.1]);
    check!(guards, [0.7, 0.5, 0.1, 0.2]);
    check!(guards, [0.7]);
    check!(match_pairs, [0.7, 0.5]);
    check!(match_pairs, [0.7, 0.5, -0.3]);
    check!(nested_of, [0.7, 0.5]);
    check!(nested_of, [-0.7, 0.5]);
    assert_eq!(on_tuples_grad(&[3.0, 4.0], (0, true)), [1.0, 1.0]);
    assert_eq!(on_tuples_grad(&[3.0, 4.0], (1, true)), [4.0, 3.0]);
    assert_eq!(on_tuples_grad(&[3.0, 4.0], (1, false)), [0.25, -3.0 / 16.0]);
    assert_eq!(on_tuples_grad(&[3.0, 4.0], (7, true)), [0.0, 2.5]);
    assert_eq!(on_chars_value_and_grad(3.0, 4.0, '*', "square"), (144.0, (96.0, 72.0)));
    assert_eq!(on_chars_value_and_grad(3.0, 4.0, '-', ""), (-1.0, (1.0, -1.0)));
    assert_eq!(on_chars_grad(3.0, 4.0, '?', "sin"), (0.0, 0.0));
    assert_eq!(on_chars_grad(3.0, 2.0, 'c', "").0, 6.0);
}

#[test]
fn branches_not_taken() {
    let gradient = untaken_grad(&[-1.0, 0.0, 4.0, f64::NEG_INFINITY, f64::NAN]);
    assert_eq!(gradient, [0.0, 0.0, 0.25 + 0.25 - 1.0 / 16.0, 0.0, 0.0]);
    assert_eq!(untaken_jvp(&[0.0, 1.0], &[5.0, 1.0]).1, 0.5 + 1.0 - 1.0);
    assert_eq!(untaken_infinite_value_and_grad(3.0), (4.0, 1.0));
    assert_eq!(untaken_infinite_jvp(3.0, 2.0), (4.0, 2.0));
}

#[differentiate(reverse)]
fn chosen_at_once(a: &[f64], b: &[f64], k: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..k {
        s += (if i % 2 == 0 { a } else { &b[1..] })[i] * (if i < 2 { &a } else { &b }).len() as f64;
    }
    s
}

#[differentiate(reverse)]
fn chosen_by_let(x: &[f64]) -> f64 {
    let y = vec![x[0] * x[1], x[1], x[0]];
    let r = if x[0] > 0.5 {
        &y[..]
    } else if x[1] > 0.0 {
        &x[..2]
    } else {
        &y[1..]
    };
    let mut s = r[0] * r.len() as f64;
    for v in r {
        s += v * v;
    }
    s += r.iter().map(|v| v * 2.0).sum::<f64>() + first_of(r);
    let rows = [[x[0], x[1]], [x[1], 3.0]];
    let row = if s > 1.0 { &rows[0] } else { &rows[1] };
    s * row[1] + row[0]
}

#[differentiate(reverse)]
fn first_of(r: &[f64]) -> f64 {
    r[0] * r[1]
}

#[test]
fn references_chosen_by_a_branch() {
    let (value, (a, b)) = chosen_at_once_value_and_grad(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0, 7.0], 3);
    assert_eq!(value, chosen_at_once(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0, 7.0], 3));
    assert_eq!((a, b), (vec![3.0, 0.0, 4.0], vec![0.0, 0.0, 3.0, 0.0]));
    check!(chosen_by_let, [0.7, 0.4]);
    check!(chosen_by_let, [0.3, 0.4]);
    check!(chosen_by_let, [0.3, -0.4]);
}

#[differentiate]
fn pair_of(x: f64, n: usize) -> (f64, f64) {
    (x * n as f64, x * x)
}
#[differentiate]
fn waves(x: f64) -> (f64, f64) {
    (x.sin(), x.exp())
}
enum Node {
    Ascending,
    Descending,
}
#[differentiate]
fn chosen_outputs(x: &[f64], #[constant] node: &Node) -> f64 {
    let (a, b) = match node {
        Node::Ascending => pair_of(-x[0], 2),
        Node::Descending => pair_of(1.0 - x[0], 3),
    };
    a * b + x[1]
}
#[differentiate]
fn some_calls(x: &[f64], n: usize) -> f64 {
    let mut s = 0.0;
    for k in 0..n {
        let (a, b) = if k == 0 {
            pair_of(x[0], k + 1)
        } else if k == 1 {
            let y = x[1] * 2.0;
            waves(y)
        } else if k > 7 {
            panic!("too many")
        } else {
            (x[0], x[1])
        };
        s += a * b;
    }
    s
}
#[differentiate]
fn only_calls(x: &[f64], n: usize) -> f64 {
    let (a, b) = if n == 0 {
        pair_of(x[0], n + 1)
    } else if n == 1 {
        let y = x[1] * 2.0;
        waves(y)
    } else if n > 7 {
        panic!("too many")
    } else {
        waves(x[0])
    };
    a * b
}

/// A pattern takes apart what a branch chooses among the outputs of calls.
#[test]
fn outputs_chosen_by_branches() {
    let (ascending, descending) = (
        |x: &[f64]| chosen_outputs(x, &Node::Ascending),
        |x: &[f64]| chosen_outputs(x, &Node::Descending),
    );
    let x = [0.3, 0.4];
    for (gradient, expected) in [
        (chosen_outputs_grad(&x, &Node::Ascending), crate::support::differences(ascending, &x)),
        (chosen_outputs_grad(&x, &Node::Descending), crate::support::differences(descending, &x)),
    ] {
        gradient
            .iter()
            .zip(&expected)
            .for_each(|(g, e)| crate::support::close("chosen", *g, *e, 1e-8));
    }
    for n in 0..4 {
        for (gradient, f) in [
            (some_calls_grad(&x, n), some_calls as fn(&[f64], usize) -> f64),
            (only_calls_grad(&x, n), only_calls),
        ] {
            let expected = crate::support::differences(|x| f(x, n), &x);
            gradient
                .iter()
                .zip(&expected)
                .for_each(|(g, e)| crate::support::close("chosen", *g, *e, 1e-8));
        }
    }
}

/// Of an arm that stores next to nothing, beside one that is a branch itself.
#[differentiate]
fn three_kinds(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let w = 0.5 * x[i] + 0.1;
        s += if i == 0 {
            w.cos() * w.sin()
        } else if i + 1 == x.len() {
            (2.0 * w).sin().powi(2) * x[i] + (2.0 * w).cos() * (2.0 * w).sin() * x[i].powi(2)
        } else {
            (w + 1.0).sin().powi(2) * x[i] + (w + 1.0).cos() * (w + 1.0).sin() * x[i].powi(2)
        };
    }
    s
}

#[test]
fn arms_of_three_kinds() {
    check!(three_kinds, [0.3, 0.7, -0.2, 0.4]);
}

/// The same operations in a condition, where their derivatives are infinite or NaN, and in the arm
/// that is not taken.
#[differentiate]
fn repeated_in_conditions(x: &[f64]) -> f64 {
    let (n, y) = (-x[0], x[1]);
    let root = if n.sqrt() > 0.0 { n.sqrt() } else { y };
    let inverse = if 1.0 / (x[0] - x[0]) < 1e9 { 1.0 / (x[0] - x[0]) } else { y * y };
    let mut sum = (x[0] - 2.0).ln();
    if sum.is_nan() {
        sum = 0.0;
    }
    for _ in 0..(x.len() - 2) {
        sum += (x[0] - 2.0).ln();
    }
    x[0] * root + inverse * y + if sum > 0.0 { sum } else { 0.0 }
}

#[test]
fn untaken_arms_with_infinite_derivatives() {
    check!(repeated_in_conditions, [0.7, 1.3]);
}
