//! Fields of enums that are changed in place, and parts of tangents that are swapped.
#![deny(warnings)]

use autodiff::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Body {
    x: f64,
    v: f64,
}
#[derive(Clone, Debug, Differentiable)]
pub enum Kind {
    One(f64),
    Two { y: f64, z: f64 },
    Moving(Body),
    Nothing,
}
#[derive(Clone, Debug, Differentiable)]
pub enum Layer {
    Scale(f64),
    Dense { w: Vec<f64>, b: f64 },
    Moving(Body),
    Nested(Kind),
    Off,
}
#[derive(Clone, Debug, Differentiable)]
pub struct Net {
    layers: Vec<Layer>,
    kind: Kind,
    gain: f64,
}
#[differentiate]
impl Layer {
    #[differentiate]
    fn grow(&mut self, k: f64) {
        match self {
            Layer::Scale(s) => *s *= k,
            Layer::Dense { w, b } => {
                for w in w.iter_mut() {
                    *w += k * *b;
                }
                *b -= k;
                w.push(k);
            }
            Layer::Moving(body) => {
                body.x += k * body.v;
                body.v *= k;
            }
            Layer::Nested(Kind::One(a)) => *a += k,
            Layer::Nested(inner) => {
                if let Kind::Two { y, z } = inner {
                    std::mem::swap(y, z);
                    *y *= k;
                }
            }
            Layer::Off => {}
        }
    }
    #[differentiate]
    fn apply(&self, t: f64) -> f64 {
        match self {
            Layer::Scale(s) => s * t,
            Layer::Dense { w, b } => w.iter().sum::<f64>() * t + b,
            Layer::Moving(Body { x, v }) => x * t + v,
            Layer::Nested(Kind::One(a)) => a * a * t,
            Layer::Nested(Kind::Two { y, z }) => y * t - z,
            _ => t,
        }
    }
}
#[differentiate]
fn of_kind(kind: &Kind) -> f64 {
    match kind {
        Kind::One(a) => a * a,
        Kind::Two { y, z } => y * z * z + y,
        Kind::Moving(Body { x, v }) => x * v,
        Kind::Nothing => 0.5,
    }
}
#[differentiate]
fn turn(a: &mut f64, b: &mut f64) {
    let t = *a;
    *a = t * 0.6 - *b * 0.8;
    *b = t * 0.8 + *b * 0.6;
}
#[differentiate]
fn net(x: &[f64]) -> Net {
    let layers = vec![
        Layer::Scale(x[0]),
        Layer::Dense { w: x[1..4].to_vec(), b: x[4] },
        Layer::Moving(Body { x: x[5], v: x[0] }),
        Layer::Nested(Kind::One(x[1])),
        Layer::Nested(Kind::Two { y: x[2], z: x[3] }),
        Layer::Nested(Kind::Nothing),
        Layer::Off,
    ];
    Net { layers, kind: Kind::Two { y: x[0], z: x[1] }, gain: x[2] }
}
#[differentiate]
fn of_net(net: &Net, t: f64) -> f64 {
    let mut s = t;
    for layer in &net.layers {
        s = layer.apply(s).sin() + s * 0.5;
    }
    s * net.gain + of_kind(&net.kind)
}

#[differentiate]
fn in_methods(x: &[f64]) -> f64 {
    let mut net = net(x);
    for layer in net.layers.iter_mut() {
        layer.grow(x[3]);
    }
    of_net(&net, x[5])
}
#[differentiate]
fn in_loops(x: &[f64]) -> f64 {
    let mut net = net(x);
    for layer in &mut net.layers {
        match layer {
            Layer::Scale(s) => *s += x[1],
            Layer::Dense { w, b } => {
                *b += w[0];
                w[1] *= *b;
                net.gain += w[2];
            }
            Layer::Moving(Body { x: a, v }) => turn(a, v),
            _ => {}
        }
    }
    if let Layer::Dense { w, .. } = &mut net.layers[1] {
        w.push(x[0]);
        w[0] *= 2.0;
        let t = w.pop().unwrap_or(0.0);
        w[1] += t * t;
        w.swap(0, 2);
    }
    if let Kind::Two { y, z } = &mut net.kind {
        *y += x[3] * *z;
        std::mem::swap(y, z);
    }
    of_net(&net, x[0])
}
#[differentiate]
fn other_variants(x: &[f64]) -> f64 {
    // what is changed in place becomes another variant, and again
    let mut kind = Kind::Moving(Body { x: x[0], v: x[1] });
    for t in &x[..4] {
        match &mut kind {
            Kind::Moving(body) => {
                body.x += t;
                if body.x > 1.5 {
                    kind = Kind::One(t * 2.0);
                }
            }
            Kind::One(a) if *a > 2.0 => kind = Kind::Two { y: *t, z: x[5] },
            Kind::One(a) => *a *= t,
            Kind::Two { y, z } => turn(y, z),
            Kind::Nothing => {}
        }
    }
    let mut n = 0;
    let mut growing = Kind::One(x[0]);
    while let Kind::One(a) = &mut growing {
        *a = *a * 1.3 + x[1];
        n += 1;
        if *a > 3.0 || n > 20 {
            let t = *a;
            growing = Kind::Moving(Body { x: t, v: x[2] });
        }
    }
    let mut pair = (Kind::One(x[2]), x[1]);
    if let (Kind::One(a), b) = &mut pair {
        *a += *b;
        *b *= *a;
    }
    let mut guarded = Kind::Two { y: x[4], z: x[5] };
    let Kind::Two { y, z } = &mut guarded else { return 0.0 };
    turn(y, z);
    *y *= x[2];
    match guarded {
        Kind::Two { ref mut y, ref z } => *y += *z * x[2],
        _ => {}
    }
    of_kind(&kind) + of_kind(&growing) * of_kind(&pair.0) + pair.1 * of_kind(&guarded)
}
#[test]
fn of_enums() {
    let x = [0.3, 0.8, -0.6, 1.1, 0.4, 0.9];
    check!(in_methods, x);
    check!(in_loops, x);
    check!(other_variants, x);
}

#[differentiate]
fn assigned_through_patterns(x: &[f64]) -> f64 {
    struct Pair(f64, f64);
    let mut v = x.to_vec();
    let (mut a, mut b, mut s) = (0.0, 0.0, x[1]);
    let mut body = Body { x: x[0], v: x[1] };
    for i in 0..3 {
        Body { x: a, v: v[i] } = Body { x: a + v[i + 1], v: a * 2.0 + x[i] };
        [b, .., v[5]] = [v[0], a, b * x[2], a + b];
        (a, _, ..) = (a * b, 1, 2, 3);
        Pair(s, b) = Pair(b * x[3], s + a);
        Body { x: s, .. } = Body { x: s * b, v: 0.0 };
        ((body.x, _), [v[2], body.v]) = ((body.v * x[3], 1), [body.x, v[2] * body.v]);
    }
    v.iter().sum::<f64>() * a + b * s + body.x * body.v
}
#[test]
fn of_assignments() {
    check!(assigned_through_patterns, [0.3, 0.8, -0.6, 1.1, 0.4, 0.9]);
}

/// Parts with and without tangents.
#[derive(Clone, Debug, Differentiable)]
pub struct Table {
    order: Vec<usize>,
    rows: Vec<Vec<f64>>,
    diagonal: [f64; 3],
    tags: [u8; 2],
    first: usize,
    last: usize,
    current: Vec<f64>,
    next: Vec<f64>,
}
#[differentiate]
fn turned(t: &mut Table, x: f64) {
    t.order.swap(0, 2);
    t.tags.swap(0, 1);
    t.rows.swap(0, 1);
    t.diagonal.swap(0, 2);
    std::mem::swap(&mut t.first, &mut t.last);
    std::mem::swap(&mut t.current, &mut t.next);
    let (a, b) = t.diagonal.split_at_mut(1);
    std::mem::swap(&mut a[0], &mut b[1]);
    t.current[0] *= x;
    t.diagonal[0] += x;
}
#[differentiate]
fn exchanged(x: &[f64]) -> f64 {
    let mut t = Table {
        order: vec![0, 1, 2],
        rows: vec![x[..2].to_vec(), x[1..3].to_vec()],
        diagonal: [x[0], x[1], x[2]],
        tags: [1, 2],
        first: 1,
        last: 3,
        current: vec![x[0]],
        next: vec![x[1]],
    };
    for k in 0..3 {
        turned(&mut t, x[k + 2]);
    }
    let tag = f64::from(t.tags[0]);
    x[t.order[0]] * t.rows[0][1] * t.diagonal[0] * tag
        + t.current[0] * x[t.first]
        + t.next[0] * t.diagonal[2] * x[t.last]
}
#[test]
fn parts_that_change_places() {
    check!(exchanged, [0.3, 0.8, -0.6, 1.1, 0.4, 0.9]);
}
