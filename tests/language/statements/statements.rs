//! Statements and expressions: bindings, patterns, assignments, blocks, casts, constants.
#![deny(warnings)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn lets(x: &[f64]) -> f64 {
    let a = x[0];
    let b: f64 = x[1] * a;
    let c;
    c = a + b;
    let _unused = c.exp();
    let _ = a.sin();
    let mut d = c;
    d = d * d;
    d
}

#[differentiate(reverse)]
fn deferred(x: &[f64]) -> f64 {
    let y: f64;
    let k;
    if x[0] > 0.0 {
        y = x[0].sin();
        k = 1;
    } else {
        y = x[1].exp();
        k = 0;
    }
    y * x[k]
}

#[differentiate(reverse)]
fn shadows(x: &[f64]) -> f64 {
    let n = x.len();
    let x = x[0] * n as f64;
    let y = {
        let x = x.sin();
        let x = x * x;
        x + 1.0
    };
    let x = x * y;
    x + y
}

#[differentiate(reverse)]
fn shadowed_parameter(x: f64, y: f64) -> f64 {
    let x = x * y;
    let y = x + y;
    let mut x = x * y;
    x += y;
    x
}

#[differentiate(reverse)]
fn mutable_parameter(mut x: f64, mut n: usize) -> f64 {
    while n > 0 {
        x = x * 1.5 + x.sin();
        n -= 1;
    }
    x
}

#[differentiate(reverse)]
fn tuple_patterns(x: &[f64]) -> f64 {
    let (a, b) = (x[0], x[1] * x[0]);
    let (mut c, (d, _)) = (a * b, (b.sin(), a.exp()));
    c += d;
    let (e, .., f) = (c, 3usize, true, a);
    let ((g, h), k) = ((e * 2.0, f), 2usize);
    g * h + x[k - 1]
}

#[differentiate(reverse)]
fn array_patterns(x: &[f64]) -> f64 {
    let [a, b, c] = [x[0], x[1], x[0] * x[1]];
    let [d, .., e] = [c, b, a, a.sin()];
    let [[p, q], [r, s]] = [[a, b], [d, e]];
    p * s - q * r + c
}

#[differentiate(reverse)]
fn swap_by_tuple(x: &[f64]) -> f64 {
    let mut a = x[0];
    let mut b = x[1];
    for _ in 0..5 {
        (a, b) = (b, a * b + 0.3);
    }
    let c;
    (c, _) = (a - b, a);
    [a, b] = [b * c, a];
    a * 3.0 + b
}

#[differentiate(reverse)]
fn compound(x: &[f64]) -> f64 {
    let mut a = x[0];
    a += x[1];
    a -= 0.25 * x[0];
    a *= x[1] + 2.0;
    a /= x[0] + 3.0;
    a %= 0.7;
    let mut v = [a, x[1]];
    v[0] += v[1];
    v[1] -= v[0];
    v[0] *= v[1];
    v[1] /= v[0] + 5.0;
    v[0] %= x[0] + 3.0;
    let mut t = (a, 1.0);
    t.0 += v[0];
    t.1 *= t.0;
    t.0 -= t.1 * v[1];
    t.0 + t.1
}

#[differentiate(reverse)]
fn integer_compound(x: &[f64]) -> f64 {
    let mut k: usize = 7;
    k += 4;
    k -= 1;
    k *= 3;
    k /= 2;
    k %= 4;
    k <<= 2;
    k >>= 1;
    k |= 1;
    k &= 0xff;
    k ^= 2;
    let mut flag = true;
    flag &= k > 2;
    flag |= false;
    flag ^= false;
    if flag { x[k % x.len()] * k as f64 } else { x[0] }
}

#[differentiate(reverse)]
fn remainder(x: f64, y: f64) -> f64 {
    (x % y) * x
}

#[differentiate(reverse)]
fn negations(x: &[f64]) -> f64 {
    let a = -x[0];
    let b = -(-a * -x[1]);
    -b - -a
}

#[differentiate(reverse)]
fn precedence(x: &[f64]) -> f64 {
    let (a, b, c) = (x[0], x[1], x[2]);
    a + b * c - a / b / c + (a - (b - c)) * -(a) - a.powi(2) * 2. - 1e-1 * b
}

#[differentiate(reverse)]
fn block_values(x: &[f64]) -> f64 {
    let a = {
        let mut s = x[0];
        s *= s;
        {
            s += x[1];
            s
        }
    };
    let b = if a > 0.0 {
        let t = a.sqrt();
        t * x[0]
    } else {
        -a
    } * 2.0;
    let c = 1.0
        + match x.len() {
            0 => 0.0,
            _ => {
                let q = b.cos();
                q * q
            }
        };
    a * b + c
}

#[differentiate(reverse)]
fn unit_statements(x: f64) -> f64 {
    ();
    {}
    if x > 1e9 {}
    for _ in 0..0 {}
    let () = ();
    let mut y = x;
    {
        y *= x;
    };
    y
}

#[differentiate(reverse)]
fn casts(x: f64, n: i32, m: usize, b: bool, c: u8) -> f64 {
    let k = n as f64 + m as f64 * 0.5 + f64::from(n) + (b as i32) as f64 + c as f64 / 255.0;
    let i = (m as i64 - 3) as usize % 4;
    let w = [x, x * 2.0, x.sin(), x * x];
    let f = (x as f32) as f64;
    let truncated = x as i32;
    k * w[i] + f * truncated as f64 + u32::from(c) as f64 * x
}

const SCALE: f64 = 2.5;
const WEIGHTS: [f64; 3] = [0.5, -1.5, 2.0];
const ORDER: [usize; 3] = [2, 0, 1];
static OFFSET: f64 = 0.75;
static TABLE: [[f64; 2]; 2] = [[1.0, 2.0], [3.0, 4.0]];

mod limits {
    pub const CAP: f64 = 10.0;
    pub static ROWS: usize = 2;
}

const LOCAL: f64 = 1.25;
static STEPS: usize = 3;

#[differentiate(reverse)]
fn constants(x: &[f64]) -> f64 {
    let mut total = OFFSET;
    for i in 0..STEPS {
        total += WEIGHTS[i] * x[ORDER[i]] * SCALE;
    }
    for r in 0..limits::ROWS {
        for c in 0..2 {
            total += TABLE[r][c] * x[r] * x[c];
        }
    }
    total * LOCAL
        + std::f64::consts::PI * x[0].min(limits::CAP)
        + f64::EPSILON * x[1]
        + x[2] * core::f64::consts::LN_2
}

#[differentiate(reverse)]
fn asserted(x: &[f64]) -> f64 {
    assert!(!x.is_empty());
    assert!(x.len() < 100, "too long: {}", x.len());
    assert_eq!(x.len() % 1, 0);
    assert_ne!(x.len(), 77, "not {}", 77);
    debug_assert!(x[0].is_finite());
    debug_assert_eq!(x.len(), x.len());
    let y = x[0] * x[0];
    assert!(y >= 0.0, "{y} is negative");
    if y > 1e6 {
        panic!("out of range: {y} {}", x[0]);
    }
    if y > 1e7 {
        unreachable!();
    }
    println!("y = {y}, {:?}", x);
    eprintln!("{:?}", y);
    y * x[x.len() - 1]
}

#[differentiate(reverse)]
fn panicking_branch(x: f64, kind: u8) -> f64 {
    let scale = match kind {
        0 => x,
        1 => x * x,
        2 => todo!("kind {kind}"),
        3 => unimplemented!(),
        _ => panic!("unknown kind {kind}"),
    };
    scale.sin()
}

#[differentiate(reverse)]
fn stopped(x: &[f64]) -> f64 {
    let a = constant(x[0]) * x[1];
    let b = constant(x[0] * x[1] + a) * x[0];
    let fixed = autodiff::constant(x[0].sin());
    a + b + fixed
}

#[differentiate(reverse)]
fn partial(x: f64, #[constant] k: f64, #[constant] w: &[f64]) -> f64 {
    let mut total = 0.0;
    for i in 0..w.len() {
        total += w[i] * x.powi(i as i32) * k;
    }
    total
}

#[differentiate(reverse)]
fn references(x: &[f64]) -> f64 {
    let a = &x[0];
    let b = *a * 2.0;
    let c = &b;
    let mut d = *c + a;
    let e = &mut d;
    *e *= 3.0;
    *e += *a;
    d * b
}

#[differentiate(reverse)]
fn unsuffixed(x: f64) -> f64 {
    let mut a = 0.0;
    let b = 2.;
    let c = 1_000.0e-3f64;
    let d = 3_f64;
    a += b * x;
    a * c + d
}

#[differentiate(reverse)]
fn comparisons(x: &[f64]) -> f64 {
    let (a, b) = (x[0], x[1]);
    let mut s = 0.0;
    if a < b && !(a <= -5.0) || b > 100.0 {
        s += a;
    }
    if a == b || a != a {
        s += 1e9 * a;
    }
    let big = a >= b;
    let both = big & (a > 0.0) | (b > 7.0) ^ true;
    if both && x.len() == 2 {
        s += b * b;
    }
    if a.is_nan() || b.is_infinite() || !a.is_finite() || b.is_sign_negative() {
        s -= a * b;
    }
    s
}

#[test]
fn bindings() {
    check!(lets, [0.3, 0.8]);
    check!(deferred, [0.3, 0.8]);
    check!(deferred, [-0.3, 0.8]);
    check!(shadows, [0.4, 7.0]);
    assert_eq!(shadowed_parameter_value_and_grad(2.0, 3.0), (63.0, (48.0, 39.0)));
    check!(tuple_patterns, [0.3, 0.8]);
    check!(array_patterns, [0.3, 0.8]);
    check!(swap_by_tuple, [0.3, 0.8]);
    check!(references, [0.3]);
    crate::support::close("references", references_grad(&[0.3])[0], 40.0 * 0.3, 1e-14);
}

#[test]
fn a_parameter_changed() {
    let f = |x: f64| mutable_parameter(x, 3);
    let (value, gradient) = mutable_parameter_value_and_grad(0.4, 3);
    assert_eq!(value, f(0.4));
    let h = 1e-5;
    crate::support::close("mut parameter", gradient, (f(0.4 + h) - f(0.4 - h)) / (2.0 * h), 1e-8);
    assert_eq!(mutable_parameter_value_and_grad(0.4, 0), (0.4, 1.0));
}

#[test]
fn assignments() {
    check!(compound, [0.3, 0.8]);
    check!(integer_compound, [0.3, 0.8, 0.1]);
    check!(negations, [0.3, 0.8]);
    check!(precedence, [0.3, 0.8, -1.4]);
    // 7.5 % 2 = 1.5, truncated quotient 3
    assert_eq!(remainder_value_and_grad(7.5, 2.0), (11.25, (1.5 + 7.5, -3.0 * 7.5)));
    assert_eq!(remainder_value_and_grad(-7.5, 2.0), (11.25, (-1.5 - 7.5, -3.0 * 7.5)));
}

#[test]
fn blocks() {
    check!(block_values, [0.3, 0.8]);
    check!(block_values, [0.3, -0.8]);
    assert_eq!(unit_statements_value_and_grad(3.0), (9.0, 6.0));
    check!(comparisons, [0.3, 0.8]);
    check!(comparisons, [0.3, -0.8]);
    assert_eq!(unsuffixed_value_and_grad(4.0), (11.0, 2.0));
}

#[test]
fn casts_and_constants() {
    let (value, gradient) = casts_value_and_grad(1.5, 2, 6, true, 255);
    assert_eq!(value, casts(1.5, 2, 6, true, 255));
    // k = 2 + 3 + 2 + 1 + 1, i = 3; f32 rounding is the identity here, truncation is locally
    // constant
    assert_eq!(value, 9.0 * 2.25 + 1.5 + 255.0 * 1.5);
    assert_eq!(gradient, 9.0 * 3.0 + 1.0 + 255.0);
    check!(constants, [0.3, 0.8, -0.4]);
    check!(asserted, [0.3, 0.8, -0.4]);
}

#[test]
fn untaken_panics() {
    assert_eq!(panicking_branch_grad(0.5, 0), 0.5f64.cos());
    assert_eq!(panicking_branch_grad(0.5, 1), 0.25f64.cos() * 1.0);
    let message = std::panic::catch_unwind(|| panicking_branch_grad(0.5, 9)).unwrap_err();
    assert_eq!(message.downcast_ref::<String>().unwrap(), "unknown kind 9");
    let message = std::panic::catch_unwind(|| panicking_branch_jvp(0.5, 2, 1.0)).unwrap_err();
    assert_eq!(message.downcast_ref::<String>().unwrap(), "not yet implemented: kind 2");
    assert!(std::panic::catch_unwind(|| asserted_grad(&[])).is_err());
}

#[test]
fn stopped_derivatives() {
    let (x0, x1) = (0.5, 2.0);
    assert_eq!(stopped(&[x0, x1]), x0 * x1 + (x0 * x1 + x0 * x1) * x0 + x0.sin());
    assert_eq!(stopped_grad(&[x0, x1]), [2.0 * x0 * x1, x0]);
    assert_eq!(stopped_jvp(&[x0, x1], &[1.0, 10.0]).1, 2.0 * x0 * x1 + 10.0 * x0);
    // one active parameter: bare
    let (value, gradient): (f64, f64) = partial_value_and_grad(2.0, 3.0, &[1.0, 10.0, 100.0]);
    assert_eq!((value, gradient), (3.0 * 421.0, 3.0 * 410.0));
    let (_, tangent) = partial_jvp(2.0, 3.0, &[1.0, 10.0, 100.0], 1.0);
    assert_eq!(tangent, 3.0 * 410.0);
}

/// Patterns whose variables have no values yet.
#[differentiate(reverse)]
fn declared(x: &[f64]) -> f64 {
    let [a, mut b];
    if x[0] > 0.0 {
        [a, b] = [x[0], x[1]];
    } else {
        [a, b] = [x[1], x[0] * 2.0];
    }
    b *= a;
    let (c, [d, _]): (f64, [f64; 2]);
    (c, [d, _]) = (a * b, [a + b, x[1]]);
    c * d + a
}

#[test]
fn declared_before() {
    check!(declared, [0.3, 0.8]);
    check!(declared, [-0.3, 0.8]);
}
