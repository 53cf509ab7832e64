//! Random programs as rustc compiles them: value and gradient are those of the interpreter.
//!
//! Written by the compiler's `tests/laws/emitted.rs`, whose head says how; not formatted, because nobody edits it.
#![allow(unused, unused_comparisons, clippy::all)]

use super::support::generated::{gradient, same};
use autodiff::prelude::*;

#[derive(Clone, Debug, Differentiable)]
pub struct P {
    pub a: f64,
    pub b: f64,
}
#[derive(Clone, Debug, Differentiable)]
pub struct Q {
    pub k: usize,
    pub p: P,
    pub r: [f64; 3],
    pub v: Vec<f64>,
}
#[derive(Clone, Debug, Differentiable)]
pub struct Duo(pub f64, pub P);
#[derive(Clone, Debug, Differentiable)]
pub enum E {
    A(f64),
    B { s: f64, t: f64 },
    C(P),
    U,
}
#[derive(Clone, Debug, Differentiable)]
pub struct H {
    pub at: Option<P>,
    pub best: Option<f64>,
    pub kind: E,
    pub n: usize,
}

macro_rules! case {
    ($name:ident, $value:expr, $gradient:expr, $($argument:expr),*) => {
        #[test]
        fn $name() {
            same("value", $name::f($($argument),*), $value);
            let (y, bar) = $name::f_value_and_grad($($argument),*);
            same("value with gradient", y, $value);
            gradient(&bar, &$gradient);
            same("unzipped value", $name::f_primal($($argument),*).0, $value);
        }
    };
}

mod p0 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, h: &H) -> f64 {
{ let t1 = x;
let mut m2: Vec<Vec<f64>> = vec![vec![(0.9 * (x).tanh()).acos(), (t1 / (f64::powi(t1, 2) + 0.75))], vec![x, (t1 / (f64::powi(t1, 2) + 0.75))]];
(m2[(2 / (3 + 1)) % m2.len()][((2 / (3 + 1)) + 1) % 2]).atan2((-1.53125)) }
}
#[differentiate(reverse)]
pub fn g1(x: f64, q: &Q) -> f64 {
(-(0.9 * f64::tanh(2.40625f64)).asin())
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64) -> f64 {
let y: f64 = y;
let mut k1: usize = 2;
(0.9 * f64::tanh((0..5 % 5).map(|i4| { let r: f64 = { (0..(2 + 4 - 3 % 4) % 5).map(|i7| { let r: f64 = { x }; r }).sum::<f64>() }; r }).fold(x, f64::max))).exp_m1()
}
}
case!(p0, -0.4623523710466966, [0.2538385843955405, 0.0], -0.8470060228433255, 0.511755149820038);

mod p1 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, os: &[Option<f64>]) -> f64 {
let mut k1: usize = 0;
'l2: while k1 < (2 + 4 - 3 % 4) % 5 && (!((x) < (x))) {
k1 += 1;
let t3: f64 = (((k1 + 4 - k1 % 4) as f64) * x);
let mut q4 = Q { k: 0, p: P { a: t3, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
'l10: for e8 in q4.v.iter() {
q4.p.a += (t3 * *e8);
}
}
let k11: usize = (k1 / (5 + 1));
(0..3 % 5).map(|i14| { let r: f64 = { x }; r }).map(f64::tanh).product::<f64>()
}
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
let mut h7 = H { n: 3, kind: E::C(P { a: g0((0.9 * ((0.9 * (x).tanh()).tan()).tanh()).exp() + 0.25 * x, &[Some(g0((((if v.is_empty() { x } else { v[(4 + 4 - 2 % 4) % v.len()] })).powi(2) + 1.5).acosh() + 0.25 * x, &[Some(((x).powi(2) + 1.0).ln()), None, Some(x)])), None, Some(x)]), b: 0.5 * x }), at: None, best: None };
if ((h7.n as usize)) < ((h7.n as usize)) {  return (match &h7.kind { E::A(s8) => { v.first().copied().unwrap_or(2.34375f64) }, E::B { s: s8, t: t9 } => { (((if v.len() > 0 { v[(h7.n as usize) % v.len()] } else { 0.25 }) + x)).max(f64::min((-1.96875), ((v.len() + (h7.n as usize)) as f64))) }, E::C(p10) => { (if (v.len()) > (4) { p10.a } else { (match &h7.kind { E::A(s13) => { (if v.len() > 0 { v[((h7.n as usize) * 2 + (h7.n as usize)) % v.len()] } else { 0.25 }) }, E::B { s: s13, t: t14 } => { v[(h7.n as usize) / 2] }, E::C(p15) => { x }, E::U => { (if v.len() > 0 { v[3 % v.len()] } else { 0.25 }) } }) }) }, E::U => { v.iter().map(|e16| { let r: f64 = { (0.9 * ((*e16)).tanh()).powi(3) }; r }).fold(((if v.len() > 0 { v[(h7.n as usize) % v.len()] } else { 0.25 })).round(), f64::max) } }); }
let t31: f64 = (g0((x).abs() + 0.25 * x, &[Some(v.iter().zip(v.iter()).map(|(e19, h20)| { let r: f64 = { x }; r }).fold(x, |a: f64, b: f64| 0.5 * a + b)), None, Some(x)]) % (f64::powi((if (((h7.n as usize) + (h7.n as usize))) < ((h7.n as usize)) { (match &h7 { H { best: Some(u22), at: Some(p23), .. } => { (if v.len() > 0 { v[(v.len() + (h7.n as usize)) % v.len()] } else { 0.25 }) } H { best: Some(u24), kind: E::C(p25), at: Some(P { a: u26, .. }), .. } => { (-1.6875) } H { best: None, at: Some(p27), n: 1..=2, .. } => { p27.b } _ => { x } }) } else { (match h7.clone() { H { best: o28, kind: E::C(P { b: u29, a: _ }), .. } if u29 > 0.2 => { x } H { kind: E::A(_) | E::U, .. } => { x } H { best: Some(u30), kind: E::A(_) | E::U, at: None, .. } => { x } _ => { x } }) }), 2) + 0.75));
h7.best.unwrap_or(x)
}
}
case!(p1, 0.9225545383258483, [1.0, 0.0, 0.0, 0.0], 0.9225545383258483, &[0.5795733993542027, 1.7680696565569831, -1.8896345346174228]);

mod p2 {
use super::*;
#[differentiate(reverse)]
pub fn g0<const N: usize>(x: f64, c: &[f64; N]) -> f64 {
let t1: f64 = ((-3.28125) + (if ((1 as f64)) > (x) { (if c.len() > 0 { c[2 % c.len()] } else { 0.25 }) } else { x }));
{ (if c.is_empty() { x } else { c[c.len() % c.len()] }) }
}
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
'l2: for i1 in (0..=n % 4).rev() {
let e3: E = if (m[5 % 3][(5 + 1) % 2]) >= (x) { E::C(P { a: (i1 as f64), b: 0.5 * x }) } else { if ((x * (i1 as f64)) + (P { a: x, b: x }).a) < (i1 as f64) { E::A((i1 as f64)) } else { E::B { s: ((x * (i1 as f64)) + (P { a: x, b: x }).a), t: x } } };
}
let p7 = P { b: (0.02 * (x).to_degrees()), a: (0.9 * f64::tanh((match (n / (n + 1)) { 0 => { x }, 1 | 2 => { (x).hypot(x) }, k if k % 3 == 1 => { (x).rem_euclid((f64::powi(((1 / (m.len() + 1)) as f64), 2) + 0.75)) }, _ => { (x - x) } }))).exp2() };
p7.b
}
}
case!(p2, 1.2237471358507939, [1.1459155902616465, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.0679208366223345, &[[1.1779208366223346, 0.7], [-1.476023510442769, -0.6], [0.9, 1.1]], 1);

mod p3 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, q: &Q, n: usize) -> f64 {
2.125
}
}
case!(p3, 2.125, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -1.4715210907706178, &Q { k: 4, p: P { a: 1.7514468922493969, b: 0.6 }, r: [0.44255177374201976, -1.8715210907706177, 1.7614468922493969], v: vec![1.606609011061918, 0.10030427134820806, 1.8463089289155286] }, 3);

mod p4 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, h: &H) -> f64 {
'l2: for i1 in (h.n as usize) % 3..4 % 6 {
}
x
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
let mut k1: usize = 2;
'l3: for i2 in k1 % 3..=k1 % 4 {
let mut e4: E = if !((x) < ((-2.9375))) { E::U } else { E::A((x).max(f64::min(2.46875f64, x))) };
let t7: f64 = ((-1.96875) + x);
let mut q8 = Q { k: 1, p: P { a: t7, b: 0.5 * x }, r: [x, 0.5, x], v: v.to_vec() };
{ let p9 = &mut q8.p;
p9.b /= 1.5 + f64::cos((q8.r.iter().sum::<f64>() * t7));
}
}
{ let Duo(s, p) = Duo((if (((-2.71875)) >= (x)) || (((if v.len() > 0 { v[1 % v.len()] } else { 0.25 })) <= (x)) { v.windows(2).map(|e18| { let r: f64 = { 0.1875 }; r }).fold(1.4375, |a: f64, b: f64| 0.5 * a + b) } else { (0.9 * (x).tanh()).sinh() }), P { a: (2.375 % (f64::powi({ let c15 = |u16: f64| { let r: f64 = { (if v.len() > 0 { v[k1 % v.len()] } else { 0.25 }) }; r }; c15(x) + c15(v[(k1 * 2 + k1) / 2]) }, 2) + 0.75)), b: 0.5 * x }); s * p.b }
}
}
case!(p4, 0.7945065294686794, [-0.6051773967859183, 0.0, 0.0, 0.0, 0.0], -1.6856834928488569, None, &[-0.14292634527716067, -1.4505006499978528, -0.6924399398547537, 0.5151508275283523]);

mod p5 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, h: H) -> H {
let t1: f64 = x;
let mut q2 = Q { k: 2, p: P { a: t1, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
'l8: for e6 in q2.r.iter() {
q2.p.a = f64::atan((t1 * *e6));
q2.v.push((0.9 * (q2.p.b).tanh()).exp());
if q2.v.len() > 0 { let k12 = 5 % q2.v.len();
q2.v[k12] -= (match &h.kind { E::A(s9) => { q2.p.b }, E::B { s: s9, t: t10 } => { (*t10) }, E::C(p11) => { q2.r[1] }, E::U => { (*e6) } });
}
let mut w13: Vec<f64> = Vec::with_capacity(2);
}
q2 = Q { k: 1, p: q2.p.clone(), r: [q2.v.iter().copied().skip(1).map(|e17| { let r: f64 = { (q2.r[1]).rem_euclid((f64::powi(q2.r[(h.n as usize) % 3], 2) + 0.75)) }; r }).sum::<f64>(), 0.5, x], v: q2.r.to_vec() };
let t35: f64 = (0..((h.n as usize) / (q2.v.len() + 1)) % 5).map(|i25| { let r: f64 = { (-x) }; r }).map(f64::tanh).product::<f64>();
let t36: f64 = q2.v.iter().map(|e29| { let r: f64 = { { x } }; r }).sum::<f64>();
H { n: 3, kind: E::A(t35), at: h.at.as_ref().filter(|p| p.a > t36).cloned(), best: h.best.and_then(|u| if u > t35 { Some(u - t35) } else { h.best }) }
}
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
let mut k1: usize = 0;
'l2: loop {
if k1 >= (2 + 4 - 2 % 4) % 5 { break; }
k1 += 1;
let mut q9 = Q { k: 2, p: P { a: { let mut t3: f64 = ((-3.4375) + (1 as f64));
'l5: for i4 in (k1 % 3..k1 % 6).rev() {
}
f64::cos((-3.09375)) }, b: 0.5 * x }, r: [v.iter().filter(|e6| **e6 > 0.2).map(|e6| { let r: f64 = { (if v.is_empty() { x } else { v[k1 % v.len()] }) }; r }).sum::<f64>(), 0.5, x], v: v.to_vec() };
q9 = Q { k: 2, p: q9.p.clone(), r: [{ let h15: f64 = (q9.p.b * q9.p.b); let c13 = |u14: f64| { if u14 > h15 { return u14; } { let r: f64 = { ((-1.59375) * 0.5) }; r } }; c13(x) * h15 }, 0.5, x], v: v.to_vec() };
if ((0) == (k1)) || ((x) > (x)) { break 'l2; }
}
{ (if v.len() > 0 { v[k1 % v.len()] } else { 0.25 }) }
}
}
case!(p5, 1.3717480045604655, [0.0, 1.0], 1.8369414147669194, &[1.3717480045604655]);

mod p6 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> f64 {
let t1: f64 = ((x * x)).to_radians();
let mut q2 = Q { k: 2, p: P { a: t1, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
{ let Q { p: p3, r: r4, v: v5, .. } = &mut q2;
p3.a -= (r4[1] + t1);
}
2.71875f64
}
#[differentiate(reverse)]
pub fn f(x: f64, os: &[Option<f64>], y: f64) -> f64 {
let mut w4: Vec<f64> = (0..2 % 5).map(|i3| { let r: f64 = { (((0.9 * (y).tanh()).atanh()).asinh()).sin() }; r }).collect::<Vec<f64>>();
let mut k5: usize = 0;
'l6: loop {
if k5 >= 2 % 5 { break; }
k5 += 1;
if w4.len() > 0 { let k7 = (k5 + k5) % w4.len();
w4[k7] *= f64::sin(x);
}
let t8: f64 = ((k5 as f64)).round();
let mut e9: E = if (((k5 as f64)) <= (x)) && (((4 as f64)) > ((if w4.len() > 0 { w4[(k5 / (k5 + 1)) % w4.len()] } else { 0.25 }))) { E::B { t: (if (y) > (x) { (x).trunc() } else { x }), s: w4[k5 / 2] } } else { if w4[k5 / 2] < (if (y) > (x) { (x).trunc() } else { x }) { E::A((if (y) > (x) { (x).trunc() } else { x })) } else { E::B { s: w4[k5 / 2], t: x } } };
if (1) < ((w4.len() + 4 - w4.len() % 4)) { break 'l6; }
}
{ let mut h12: f64 = (1.75 + (if ((if w4.len() > 0 { w4[k5 % w4.len()] } else { 0.25 })) < (x) { y } else { 0.09375f64 })); let mut c10 = |u11: f64| { h12 += { let r: f64 = { (x + ((if w4.is_empty() { x } else { w4[k5 % w4.len()] }) - (k5 as f64))) }; r }; h12 }; let u11 = c10(y); c10(x); h12 * u11 }
}
}
case!(p6, 0.0015908219242943655, [-1.8471980505333896, -1.6616408149037667], -0.8648119903552484, &[None], 0.02244818951281939);

mod p7 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
(0..n % 5).map(|i3| { let r: f64 = { (((x).powi(2) + 0.5).sqrt() + x) }; r }).fold((0..n % 5).map(|i6| { let r: f64 = { (x - x) }; r }).sum::<f64>(), |a: f64, b: f64| 0.5 * a + b)
}
}
case!(p7, 3.9032404551621807, [2.7937077634512426, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.2050061321188732, &[P { a: -0.4252625690178732, b: -0.9552625690178731 }, P { a: -1.4446849717696175, b: -1.9746849717696175 }, P { a: 1.4348096165172162, b: 0.9048096165172161 }], 2);

mod p8 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut [f64]) {

}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
(v.iter().enumerate().map(|(i3, e1)| { let r: f64 = { (i3 as f64) }; r }).sum::<f64>() + p.b)
}
}
case!(p8, -1.5010200990237081, [0.0, 0.0, 1.0], -1.201020099023708, &P { a: 1.2821115928953486, b: -1.5010200990237081 }, &[], 2);

mod p9 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, q: &mut Q) -> f64 {
'l2: for i1 in (0..=(q.k as usize) % 4).rev() {
q.p = P { a: 1.34375f64, ..q.p.clone() };
}
(match (0 + 4 - 3 % 4) { 0 => { q.r[1] }, 1 | 2 => { q.r[1] }, k if k % 3 == 1 => { f64::atan2(0.34375f64, q.r[(q.k as usize) % 3]) }, _ => { q.r.iter().map(|e5| { let r: f64 = { q.p.b }; r }).sum::<f64>() } })
}
#[differentiate(reverse)]
pub fn g1(x: f64, a: &[f64; 3]) -> f64 {
2.09375f64
}
#[differentiate(reverse)]
pub fn g2(x: f64, y: f64) -> Option<f64> {
match 3 {
0 | 3 => {
let t1: f64 = 3.0625;
}
1..=2 => {
let mut a2: [f64; 3] = [x, (x).copysign(x), x];
let mut w6: Vec<f64> = a2.iter().filter(|e3| **e3 > 0.2).map(|e3| { let r: f64 = { (a2[2 % 3]).hypot(a2[2 % 3]) }; r }).collect::<Vec<f64>>();
}
k if k % 2 == 0 => {
}
_ => {
'l8: for i7 in (0..=3 % 4).rev() {
}
let t9: f64 = g1((3 as f64) + 0.25 * x, &[(-2.875), x, 0.5]);
}
}
let t10: f64 = x;
let mut q11 = Q { k: 1, p: P { a: t10, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
'l17: for e15 in q11.v.iter() {
q11.p.a /= 1.5 + f64::cos((t10 * *e15));
}
let k18: usize = 0;
let t21: f64 = (f64::powi(q11.r[1], 2) + 0.5).powf(f64::sin(g1((1 as f64) + 0.25 * x, &q11.r)));
let t22: f64 = f64::copysign((if (x) > (y) { x } else { y }), (x).round());
None
}
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
let t2: f64 = ({ let t1: f64 = { m[n % 3][(n + 1) % 2] };
if ((-3.65625)) <= ((-0.875)) {
} else if (0.46875f64) < (t1) {
} else {
}
(t1 / (f64::powi(m[(0 * 2 + 2) % 3][((0 * 2 + 2) + 1) % 2], 2) + 0.75)) } + ((0.9 * (x).tanh()).tan()).asinh());
let mut w3: Vec<f64> = vec![{ let mut q4 = Q { k: 1, p: P { a: x, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
let t5: f64 = if q4.v.len() > 1 { q4.v.pop().unwrap() } else { x };
let [p6, _, mut q7] = q4.r;
0.46875f64 }; 3];
g1(f64::max(g1((1 as f64) + 0.25 * x, &[(if w3.len() > 0 { w3[n % w3.len()] } else { 0.25 }), x, 0.5]), { (4 as f64) }) + 0.25 * x, &[g1((if w3.len() > 0 { w3[w3.len() % w3.len()] } else { 0.25 }) + 0.25 * x, &[(0.9 * ((if w3.len() > 0 { w3[n % w3.len()] } else { 0.25 })).tanh()).asin(), x, 0.5]), x, 0.5])
}
}
case!(p9, 2.09375, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -1.7592419710441898, &[[-1.6492419710441897, 0.7], [1.4433264471690335, -0.6], [0.9, 1.1]], 4);

mod p10 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
'l2: for i1 in (0..=(q.k as usize) % 4).rev() {
}
let mut ps6 = vec![P { b: (f64::max((x + (-3.65625)), q.r[1]) + q.r[(q.k as usize) % 3]), a: (q.r.iter().map(|e3| { let r: f64 = { (match q.r.len() { 0 => { (*e3) }, 1 | 2 => { ((q.k as usize) as f64) }, k if k % 3 == 1 => { q.r[0 % 3] }, _ => { (-1.78125) } }) }; r }).sum::<f64>() * q.r[1]) }, P { a: x, b: (f64::max((x + (-3.65625)), q.r[1]) + q.r[(q.k as usize) % 3]) }];
let mut k7: usize = 0;
'l8: loop {
if k7 >= ((q.k as usize) + 5) % 5 { break; }
k7 += 1;
let mut a9: [f64; 3] = [(-0.125), q.r[1], x];
if (3) > (1) { break 'l8; }
}
'l11: for i10 in (0..3 % 8).step_by(k7 % 3 + 1) {
let [p12, _, mut q13] = q.r;
'l14: for e15 in q.r.iter() {
match e.clone() {
E::A(s18) => {
}
E::B { s: s18, t: t19 } if t19 > 0.25 => {
}
E::C(p20) => {
}
_ => {
}
}
let e21: E = if ((-3.78125)) >= ((*e15)) { if (match k7 { 0 => { p12 }, 1 | 2 => { (if q.v.len() > 0 { q.v[3 % q.v.len()] } else { 0.25 }) }, k if k % 3 == 1 => { (*e15) }, _ => { p12 } }) < ((*e15)).cos() { E::A(((*e15)).cos()) } else { E::B { s: (match k7 { 0 => { p12 }, 1 | 2 => { (if q.v.len() > 0 { q.v[3 % q.v.len()] } else { 0.25 }) }, k if k % 3 == 1 => { (*e15) }, _ => { p12 } }), t: x } } } else { E::B { t: ((*e15)).cos(), s: (match k7 { 0 => { p12 }, 1 | 2 => { (if q.v.len() > 0 { q.v[3 % q.v.len()] } else { 0.25 }) }, k if k % 3 == 1 => { (*e15) }, _ => { p12 } }) } };
}
}
x
}
}
case!(p10, 1.3340823714703252, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.3340823714703252, Q { k: 6, p: P { a: -0.38989395822219924, b: 0.6 }, r: [-1.7329546192840162, 0.9340823714703251, -0.37989395822219924], v: vec![-1.4784999187019472, -0.6173373698558624] }, E::B { s: 1.8340823714703252, t: -0.8698939582221992 });

mod p11 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, ps: &[P]) -> f64 {
(x * (2.875 * x))
}
#[differentiate(reverse)]
pub fn g1(x: f64, p: P) -> P {
P { a: (f64::powi((1.59375f64 - p.a), 2) + 0.5).powf(f64::sin((-2.125))), b: (if (p.a) >= (p.b) { x } else { (if (p.a) > (p.b) { x } else { 2.75 }) }) }
}
#[differentiate(reverse)]
pub fn f(x: f64, os: &[Option<f64>], y: f64) -> f64 {
let k4 = f64::abs(f64::copysign(f64::min((match 2 { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { 2.53125f64 }, _ => { y } }), (x).rem_euclid((f64::powi(y, 2) + 0.75))), ((0..1 % 5).map(|i3| { let r: f64 = { x }; r }).sum::<f64>() + (2 as f64)))).min(5.0) as usize;
let mut ps8 = [P { a: x, b: y }, P { a: y, b: { let Duo(s, p) = Duo({ let c5 = move |u6: f64, h7: f64| { let r: f64 = { (y - x) }; r }; c5((x + y), (y % (f64::powi(1.40625f64, 2) + 0.75))) * c5((y % (f64::powi(1.40625f64, 2) + 0.75)), x) }, P { a: ((x + x)).fract(), b: 0.5 * x }); s * p.b } }];
({ (f64::powi(y, 2) + 0.5).powf(f64::sin(y)) } * ((y * y) * x))
}
}
case!(p11, 0.0056727109329773465, [0.003249299590974527, 0.0, 0.0, 0.19129161372740688], 1.7458257615685084, &[Some { 0: 0.5257804845430971 }, Some { 0: 0.4072167350560561 }, None], 0.05815103985778009);

mod p12 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, h: H) -> H {
let (p12, mut q13): (f64, f64) = ({ let h3: f64 = 3.9375; let c1 = |u2: f64| { if u2 > h3 { return u2; } { let r: f64 = { h.at.as_ref().map(|u7| u7.b).unwrap_or(x) }; r } }; c1({ let c4 = move |u5: f64, h6: f64| { let r: f64 = { u5 }; r }; c4((((h.n as usize) + 2) as f64), (3 as f64)) * c4((3 as f64), x) }) * h3 }, (0..((h.n as usize) / (5 + 1)) % 5).map(|i11| { let r: f64 = { (0.9 * f64::tanh(1.1875)).tan() }; r }).map(f64::tanh).product::<f64>());
let t19: f64 = (match h.best { Some(u14) if u14 > 0.1 => { (0..3 % 5).map(|i18| { let r: f64 = { x }; r }).fold(x, |a: f64, b: f64| 0.5 * a + b) }, Some(u14) => u14, None => 3.625 });
let t20: f64 = (0.9 * ((p12).hypot(p12)).tanh()).exp();
h.clone()
}
#[differentiate(reverse)]
pub fn g1(x: f64, os: &[Option<f64>]) -> f64 {
f64::mul_add(x, 0.0625, x)
}
#[differentiate(reverse)]
pub fn g2(x: f64, w: &mut Vec<f64>) {
let t6: f64 = w.iter().map(|e1| { let r: f64 = { (if w.len() > 0 { w[2 % w.len()] } else { 0.25 }) }; r }).fold(w[(2 + 4 - w.len() % 4) / 2], |a: f64, b: f64| 0.5 * a + b);
let k8 = 4 % (w.len() + 1);
let k9 = k8 + 2 % (w.len() + 1 - k8);
let s7 = &w[k8..k9];
if (2) == (2) {
} else if (2) > (s7.len()) {
let t13: f64 = w.chunks(2).map(|e10| { let r: f64 = { (if s7.is_empty() { x } else { s7[2 % s7.len()] }) }; r }).sum::<f64>();
} else {
let t14: f64 = (x).rem_euclid((f64::powi((-3.75), 2) + 0.75));
match 2 {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
}
}
}

}
#[differentiate(reverse)]
pub fn f(x: f64, e: &E, y: f64) -> f64 {
let mut k1: usize = 0;
'l2: while k1 < (0 * 2 + 3) % 5 && (!((k1) > ((k1 + 4 - 1 % 4)))) {
k1 += 1;
let mut m3: Vec<Vec<f64>> = vec![vec![g1((-2.21875) + 0.25 * x, &[Some((match e { E::A(s4) => { 3.21875f64 }, E::B { s: s4, t: t5 } => { (*t5) }, E::C(p6) => { y }, E::U => { y } })), None, Some(x)]); 2]; 3 % 3 + 1];
let mut t10: f64 = ((x + m3[(k1 / (k1 + 1)) % m3.len()][((k1 / (k1 + 1)) + 1) % 2]) * (match e { E::A(s7) => { (k1 as f64) }, E::B { s: s7, t: t8 } => { m3[0 % m3.len()][(0 + 1) % 2] }, E::C(p9) => { m3[(k1 / (m3.len() + 1)) % m3.len()][((k1 / (m3.len() + 1)) + 1) % 2] }, E::U => { m3[k1 % m3.len()][(k1 + 1) % 2] } }));
}
'l12: for i11 in 3 % 3..(2 / (k1 + 1)) % 6 {
if (i11) < ((3 * 2 + i11)) { continue 'l12; }
let t15: f64 = (match k1 { 0 => { (y).to_radians() }, 1 | 2 => { y }, k if k % 3 == 1 => { (x).atan2(y) }, _ => { x } });
let t16: f64 = (y + (if (x) <= ((-0.8125)) { y } else { (-2.03125) }));
}
if (3) > (k1) {
let mut w20: Vec<f64> = (0..k1 % 5).map(|i19| { let r: f64 = { (if (((-1.8125)) > ((-0.1875))) && (((3 as f64)) > (y)) { y } else { (((k1 * 2 + 3) as f64)).max(x) }) }; r }).collect::<Vec<f64>>();
let s21 = &w20[..];
} else {
let t28: f64 = (match e { E::A(s22) => { { let c25 = move |u26: f64, h27: f64| { let r: f64 = { u26 }; r }; c25(y, (*s22)) * c25((*s22), x) } }, E::B { s: s22, t: t23 } => { (f64::powi(y, 2) + 0.5).powf(f64::sin((k1 as f64))) }, E::C(p24) => { p24.b }, E::U => { y } });
}
(g1(x + 0.25 * x, &[Some({ y }), None, Some(x)]) * ((0.9 * f64::tanh((-0.96875))).tan() * (0.9 * (y).tanh()).exp_m1()))
}
}
case!(p12, -1.312479949258638, [-0.9420930042806674, 0.0, 0.0, -1.2557024242345147], 1.393153269682518, &E::B { s: 1.893153269682518, t: 0.5908680721396753 }, 0.8808680721396752);

mod p13 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
let t1: f64 = 0.21875f64;
let mut q2 = Q { k: 1, p: P { a: t1, b: 0.5 * x }, r: [x, 0.5, x], v: v.to_vec() };
{ let k9 = 7 % (q2.r.len() + 1);
let (r4, v5) = q2.r.split_at_mut(k9);
if let (Some(e6), Some(i7)) = (r4.first_mut(), v5.first()) {
*e6 += (*i7 * t1);
}
}
let k10: usize = (q2.k as usize);
q2.r[5 % 3]
}
}
case!(p13, -1.2287616571149114, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0], -1.2287616571149114, Some { 0: 0.3297172584183802 }, &[0.35370679666700333, -0.604965327703081, -0.2363240229210858, 0.003981512337526517]);

mod p14 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
match n {
0 | 3 => {
}
1..=2 => {
'l1: for e2 in v.iter().rev() {
}
'l6: for i5 in (0..(n + n) % 8).step_by((4 + 2) % 3 + 1) {
}
}
k if k % 2 == 0 => {
let t7: f64 = (if v.len() > 0 { v[5 % v.len()] } else { 0.25 });
}
_ => {
}
}
let t13 = (if v.is_empty() { x } else { v[(v.len() + 4 - n % 4) % v.len()] });
f64::trunc(f64::copysign((if (x) > ((n as f64)) { (-3.53125) } else { x }), { (if v.is_empty() { x } else { v[n % v.len()] }) }))
}
}
case!(p14, -0.0, [0.0, 0.0, 0.0, 0.0], 0.49203001152198916, 1.832676370581968, &[-0.11786057514766687, 1.0061516888837694], 2);

mod p15 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, n: usize) -> (f64, f64) {
({ let h3: f64 = (x - x); let c1 = |u2: f64| { if u2 > h3 { return u2; } { let r: f64 = { (x).asinh() }; r } }; c1(((n as f64) + x)) * h3 }, (3.28125f64 * x))
}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
let t1: f64 = 1.59375f64;
let mut q2 = Q { k: 1, p: p.clone(), r: [x, 0.5, x], v: v.to_vec() };
'l8: for e6 in &q2.r {
q2.p.a += (t1 * *e6);
q2.p = P { a: v.iter().rev().map(|e9| { let r: f64 = { (x - 2.9375) }; r }).sum::<f64>(), b: f64::max(0.0625, q2.p.b) };
}
q2.v.pop();
let mut m12: Vec<Vec<f64>> = vec![vec![q2.p.b; 2]; (n + 4 - (q2.k as usize) % 4) % 3 + 1];
p.b
}
}
case!(p15, 1.0062268558998488, [0.0, 0.0, 1.0, 0.0, 0.0, 0.0], 1.3062268558998489, &P { a: -0.6671318196143646, b: 1.0062268558998488 }, &[1.4432550282521568, -0.8653740007945899, 1.5315854871388528], 3);

mod p16 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &mut P, u: &mut [f64]) {
if u.len() > 0 { let k1 = 3 % u.len();
u[k1] = f64::atan((p.b).hypot(p.b));
}
if u.len() > 0 { let k2 = 2 % u.len();
u[k2] /= 1.5 + f64::cos((f64::powi(p.a, 2) + 0.5).powf(f64::sin((x).min(x))));
}
let mut k3: usize = 0;
'l4: while k3 < (2 + 2) % 5 && ((k3) == (k3)) {
k3 += 1;
}
let mut a5: [f64; 3] = [{ let Duo(s, p) = Duo((if u.is_empty() { x } else { u[k3 % u.len()] }), p.clone()); s * p.b }, { let c6 = move |u7: f64, h8: f64| { let r: f64 = { (0..k3 % 5).map(|i11| { let r: f64 = { h8 }; r }).fold(u7, f64::max) }; r }; c6((-2.0625), (if u.is_empty() { x } else { u[k3 % u.len()] })) * c6((if u.is_empty() { x } else { u[k3 % u.len()] }), x) }, x];

}
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
match 3 {
0 | 3 => {
match n {
0 | 3 => {
}
1..=2 => {
let t1: f64 = { (if v.len() > 0 { v[n % v.len()] } else { 0.25 }) };
}
k if k % 2 == 0 => {
let t2: f64 = (if v.is_empty() { x } else { v[n % v.len()] });
let p3: ((f64, f64), f64) = (((match n { 0 => { 3.6875 }, 1 | 2 => { d.0 }, k if k % 3 == 1 => { d.1 }, _ => { d.1 } }), (match n { 0 => { (n as f64) }, 1 | 2 => { x }, k if k % 3 == 1 => { (if v.len() > 0 { v[n % v.len()] } else { 0.25 }) }, _ => { d.0 } })), x);
let t8: f64 = { let c5 = move |u6: f64, h7: f64| { let r: f64 = { x }; r }; c5(3.5625, p3.0.0) * c5(p3.0.0, x) };
}
_ => {
'l10: for i9 in 0..v.len() % 5 {
}
let t11: f64 = d.1;
let mut o12: Option<f64> = if (d.0) >= (x) { Some(t11) } else { None };
let mut m13: Vec<Vec<f64>> = vec![vec![d.0, (n as f64)], vec![x, (n as f64)]];
}
}
}
1..=2 => {
}
k if k % 2 == 0 => {
let t17: f64 = ({ let mut h16: f64 = d.0; let mut c14 = |u15: f64| { h16 += { let r: f64 = { d.0 }; r }; h16 }; let u15 = c14(2.84375f64); c14(x); h16 * u15 } * (-3.09375));
}
_ => {
}
}
(match 3 { 0 => { d.1 }, 1 | 2 => { d.1 }, k if k % 3 == 1 => { ((if v.len() > 0 { v[n % v.len()] } else { 0.25 }) - 2.875) }, _ => { (if v.is_empty() { x } else { v[(v.len() + 4 - 1 % 4) % v.len()] }) } })
}
}
case!(p16, -0.5721229467999399, [0.0, 0.0, 0.0, 1.0, 0.0, 0.0], 0.0332137884105236, (1.394800142725753, 0.8), &[-0.5721229467999399, 1.8621172041323566, 0.5377766100035241], 1);

mod p17 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: P) -> P {
let t1: f64 = (if (2) != (2) { ((p.b).powi(2) + 1.5).acosh() } else { (P { a: 1.59375f64, ..p.clone() }).a });
let mut o2: Option<f64> = None;
let t3: f64 = (p.a + p.b);
P { b: x, a: (if (p.b) > (x) { f64::mul_add(1.78125f64, p.b, x) } else { (0..(2 + 4 - 2 % 4) % 5).map(|i6| { let r: f64 = { x }; r }).sum::<f64>() }) }
}
#[differentiate(reverse)]
pub fn g1(x: f64, os: &[Option<f64>]) -> f64 {
if ((x) >= (x)) || ((x) <= (x)) {
match 2 {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
}
}
let t4: f64 = (0..2 % 5).map(|i3| { let r: f64 = { x }; r }).fold((2 as f64), |a: f64, b: f64| 0.5 * a + b);
let t5: f64 = (x).fract();
let mut os6: Vec<Option<f64>> = vec![None, None, None];
} else if (2) <= ((2 * 2 + 5)) {
} else {
if (x) <= (x) {
}
let t7: f64 = ((x).powi(2) + 0.0);
let mut q8 = Q { k: 2, p: P { a: t7, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
{ let p9 = &mut q8.p;
p9.b -= (q8.r.iter().sum::<f64>() * t7);
}
if !q8.v.is_empty() { let k15 = (q8.k as usize) % q8.v.len(); let k16 = (q8.k as usize) % q8.v.len(); q8.v.swap(k15, k16); }
}
((2 as f64) * (P { a: (-1.71875), b: 0.53125f64 }).a)
}
#[differentiate(reverse)]
pub fn g2<T: Real>(x: T, v: &[T]) -> T {
        let mut s = T::zero();
for e in v.iter().copied() {
s = s + T::real(0.625) * T::real(0.5);
}
(x - s)
}
#[differentiate(reverse)]
pub fn f(x: f64, h: &H, y: f64) -> f64 {
h.at.as_ref().map_or(0.25, |u7| { (0..1 % 5).map(|i11| { let r: f64 = { u7.b }; r }).map(f64::tanh).product::<f64>() })
}
}
case!(p17, 0.47603733261836806, [0.0, 0.0, 0.7733884579535892, 0.0, 0.0, 0.0], 1.1078479308071822, &H { at: Some { 0: P { a: -1.3978773805692277, b: 0.5178479308071823 } }, best: Some { 0: 0.6378479308071823 }, kind: E::A { 0: -1.6978773805692278 }, n: 1 }, -1.9278773805692277);

mod p18 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
let (p4, mut q5): (f64, f64) = (((0.9 * ((d.0 - (0 as f64))).tanh()).atanh()).fract(), v.iter().chain(v.iter()).map(|e1| { let r: f64 = { (((n as f64)).powi(2) + 0.0).ln_1p() }; r }).sum::<f64>());
f64::hypot((if ((if v.is_empty() { x } else { v[(n + 4 - n % 4) % v.len()] })) > (p4) { (-3.875) } else { (if v.is_empty() { x } else { v[v.len() % v.len()] }) }), v.iter().rev().map(|e6| { let r: f64 = { (if v.len() > 0 { v[4 % v.len()] } else { 0.25 }) }; r }).fold(d.0, f64::max))
}
}
case!(p18, 2.2033474559740416, [0.0, 0.5164803270731506, 0.0, -0.8562990550890568, 0.0], 0.3065753730626686, (1.1379856147172673, 0.8), &[-1.886724344583449, -0.8505784878134947], 3);

mod p19 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, n: usize) -> (f64, f64) {
let t1: f64 = x;
let mut q2 = Q { k: 0, p: P { a: t1, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
std::mem::swap(&mut q2.p.a, &mut q2.r[0]);
q2.p.a *= f64::sin(t1);
((match (q2.k as usize) { 0 => { (if q2.v.len() > 0 { q2.v[4 % q2.v.len()] } else { 0.25 }) }, 1 | 2 => { q2.r.iter().zip(q2.r.iter()).map(|(e9, h10)| { let r: f64 = { (*h10) }; r }).sum::<f64>() }, k if k % 3 == 1 => { (0.9 * (q2.r[1]).tanh()).sinh() }, _ => { (q2.r[(q2.k as usize) % 3]).copysign((if q2.v.len() > 0 { q2.v[3 % q2.v.len()] } else { 0.25 })) } }), (match 1 { 0 => { (q2.r[n % 3]).floor() }, 1 | 2 => { q2.r[(n * 2 + n) % 3] }, k if k % 3 == 1 => { q2.r[(q2.k as usize) % 3] }, _ => { ((x).powi(2) + 0.0) } }))
}
#[differentiate(reverse)]
pub fn g1(x: f64, w: Vec<f64>) -> Vec<f64> {
w
}
#[differentiate(reverse)]
pub fn g2(x: f64, n: usize) -> (f64, f64) {
let k1: usize = n;
if (k1) == (k1) {
let mut t5: f64 = (0..3 % 5).map(|i4| { let r: f64 = { x }; r }).sum::<f64>();
'l7: for i6 in (0 + n) % 3..=(0 / (3 + 1)) % 4 {
}
} else if ((x) < (x)) && ((x) > (x)) {
} else {
match 3 {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
}
}
}
let k8: usize = k1;
({ let (p, _) = g0(g0(x + 0.25 * x, k1).1 + 0.25 * x, n); p }, (((0.9 * (x).tanh()).cosh()).powi(2) + 0.5).sqrt())
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
'l2: for i1 in (0..v.len() % 8).step_by(n % 3 + 1) {
match 1 {
0 | 3 => {
if (x) > ((-3.96875)) { continue 'l2; }
}
1..=2 => {
'l4: for i3 in (4 % 3..1 % 6).rev() {
}
}
k if k % 2 == 0 => {
let t5: f64 = (x).asinh();
let mut o6: Option<f64> = v.iter().copied().reduce(f64::max);
'l8: for i7 in (n % 3..(0 + n) % 6).rev() {
}
}
_ => {
'l9: for i12 in 0..v.len() {
}
}
}
}
let t16: f64 = (v.iter().zip(v.iter()).map(|(e13, h14)| { let r: f64 = { { (*h14) } }; r }).map(f64::tanh).product::<f64>() / (f64::powi(f64::mul_add(x, (match n { 0 => { (if v.len() > 0 { v[n % v.len()] } else { 0.25 }) }, 1 | 2 => { y }, k if k % 3 == 1 => { (if v.is_empty() { x } else { v[v.len() % v.len()] }) }, _ => { x } }), x), 2) + 0.75));
let t17: f64 = y;
2.28125f64
}
}
case!(p19, 2.28125, [0.0, 0.0, 0.0, 0.0], 1.773905811422573, 0.34299472708907613, &[1.3800319531300071, -1.3964022632202215], 2);

mod p20 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, h: &H) -> f64 {
if let Some(u1) = h.best {
if let Some(u2) = h.best {
} else {
}
let mut t3 = (0.9 * (x).tanh()).tan();
} else if let Some(u4) = h.best {
let u4: f64 = { u4 };
}
let mut e5: E = if (x) >= (x) { E::U } else { E::A(((h.n as usize) as f64)) };
'l7: for i6 in (0..(h.n as usize) % 8).step_by((h.n as usize) % 3 + 1) {
let t8: f64 = (x * x);
let mut o9: Option<P> = h.at.clone().map(|p| P { a: p.b * t8, ..p });
let mut ps10 = vec![P { a: (x - x), b: (x).max(x) }, P { a: x, b: (x).max(x) }];
let t13: f64 = h.best.and_then(|u11: f64| if u11 > 0.0 { Some({ 1.84375f64 }) } else { None }).unwrap_or(x);
}
let mut w14: Vec<f64> = vec![f64::clamp((x).round(), -1.5, 1.5); ((h.n as usize) * 2 + (h.n as usize)) % 4];
f64::floor({ (if w14.len() > 0 { w14[((h.n as usize) + 2) % w14.len()] } else { 0.25 }) })
}
#[differentiate(reverse)]
pub fn g1(x: f64, n: usize) -> E {
let mut t6: f64 = g0(2.8125 + 0.25 * x, &H { n: 3, kind: E::A(x), at: if x > 0.1 { Some(P { a: 0.5, b: x }) } else { None }, best: if x > 0.1 { Some(x) } else { None } });
E::B { t: (x / (f64::powi({ let mut h9: f64 = (2 as f64); let mut c7 = |u8: f64| { h9 += { let r: f64 = { x }; r }; h9 }; let u8 = c7((3 as f64)); c7(x); h9 * u8 }, 2) + 0.75)), s: (n as f64) }
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
(match (v.len() + 4 - 2 % 4) { 0 => { ((if v.len() > 0 { v[2 % v.len()] } else { 0.25 })).max(x) }, 1 | 2 => { v.windows(2).map(|e1| { let r: f64 = { (if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 }) }; r }).sum::<f64>() }, k if k % 3 == 1 => { (f64::powi({ let c4 = |u5: f64| { let r: f64 = { x }; r }; c4(x) + c4(((2 / (2 + 1)) as f64)) }, 2) + 1.0).log10() }, _ => { (0.9 * f64::tanh(g0(((1 * 2 + 2) as f64) + 0.25 * x, &H { n: 3, kind: E::A((5 as f64)), at: if x > 0.1 { Some(P { a: 0.5, b: x }) } else { None }, best: if (5 as f64) > 0.1 { Some((5 as f64)) } else { None } }))).exp2() } })
}
}
case!(p20, -0.0, [0.0], -0.9920099423477088, None, &[]);

mod p21 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, h: H) -> H {
let t1: f64 = x;
let t2: f64 = x;
H { at: h.at.clone().or_else(|| h.at.clone()), kind: E::C(P { a: t1, b: 0.5 * x }), ..h.clone() }
}
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g1_21(&self, x: f64) -> f64 {
f64::atan2((-3.1875), self.a)
}
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
let mut w1: Vec<f64> = Vec::with_capacity(1);
'l7: for (i10, e8) in w1.iter().enumerate() {
}
let mut e11: E = if !((0) == (v.len())) { if x < x { E::A(x) } else { E::B { s: x, t: x } } } else { E::U };
((if w1.len() > 0 { w1[(1 + 4 - 0 % 4) % w1.len()] } else { 0.25 })).cos()
}
}
case!(p21, 0.9689124217106447, [0.0, 0.0, 0.0, 0.0, 0.0], 0.6305989046091302, Some { 0: -0.3324378757538831 }, &[0.29494987561399416, -1.031222277614771, -1.3184928975980794]);

mod p22 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
let mut h1 = H { n: 2, kind: E::C(P { a: (((y).powi(2) + 1.0).powi(-2)).asinh(), b: 0.5 * x }), at: None, best: v.iter().copied().reduce(f64::max) };
'l2: for (e3, e4) in v.iter().zip(v.iter()) {
}
let t6: f64 = x;
let mut q7 = Q { k: 2, p: P { a: t6, b: 0.5 * x }, r: [x, 0.5, x], v: v.to_vec() };
{ let r9 = &q7.r;
q7.p.b = f64::atan((r9.first().copied().unwrap_or(t6)));
q7.v.push((q7.p.b + (match &h1.kind { E::A(s14) => { ((h1.n as usize) as f64) }, E::B { s: s14, t: t15 } => { q7.p.a }, E::C(p16) => { x }, E::U => { y } })));
'l17: for e18 in r9.iter() {
q7.p.b *= f64::sin(q7.r[(h1.n as usize) % 3]);
if q7.v.len() > 0 { let k24 = 5 % q7.v.len();
q7.v[k24] -= r9.chunks(2).map(|e21| { let r: f64 = { q7.r[(q7.k as usize) % 3] }; r }).sum::<f64>();
}
let mut w25: Vec<f64> = vec![(q7.r[(h1.n as usize) % 3] * q7.p.b), y];
}
}
let q26 = Q { r: [q7.p.b, x, (((x * (if v.is_empty() { x } else { v[(n + q7.r.len()) % v.len()] })) * x) + x)], ..q7.clone() };
(-2.78125)
}
}
case!(p22, -2.78125, [0.0, 0.0], 0.8239189830125295, -0.6857353964979154, &[], 4);

mod p23 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, w: &mut Vec<f64>) {
let t1: f64 = x;

}
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g1_23(&self, x: f64) -> f64 {
let t1: f64 = (match 2 { 0 => { self.b }, 1 | 2 => { ((2 as f64) * self.a) }, k if k % 3 == 1 => { (match (3 + 4 - 5 % 4) { 0 => { self.a }, 1 | 2 => { self.a }, k if k % 3 == 1 => { 3.46875f64 }, _ => { self.b } }) }, _ => { self.a } });
let q8 = Q { k: 0, p: self.clone(), r: [x, 0.5, x], v: vec![x, x] };
(match 3 { 0 => { q8.r[(q8.k as usize) % 3] }, 1 | 2 => { self.b }, k if k % 3 == 1 => { q8.r[((q8.k as usize) / ((q8.k as usize) + 1)) % 3] }, _ => { x } })
}
}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
'l2: for i1 in n % 3..(v.len() * 2 + n) % 6 {
}
({ let p3: P = p.clone(); p3.g1_23({ (-2.4375) } + 0.25 * x) } - f64::clamp((x).trunc(), -1.5, 1.5))
}
}
case!(p23, -2.9720706195981808, [0.25, 0.0, 0.0, 0.0, 0.0], 1.8617175216072768, &P { a: -0.3735537659844237, b: 1.5617175216072767 }, &[0.0665359798512588, 1.382249392841492], 4);

mod p24 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> f64 {
'l2: for i1 in 2 % 3..=2 % 4 {
*u += { (*u) };
'l4: for i3 in 0..i1 % 5 {
}
}
(0.9 * (x).tanh()).sinh()
}
#[differentiate(reverse)]
pub fn g1(x: f64, y: f64) -> f64 {
let p4 = P { b: (0..0 % 5).map(|i3| { let r: f64 = { (y - x) }; r }).sum::<f64>(), a: (2 as f64) };
let t8: f64 = ({ let c5 = move |u6: f64, h7: f64| { let r: f64 = { 0.90625f64 }; r }; c5(x, x) * c5(x, x) } + p4.b);
let mut q9 = Q { k: 1, p: p4.clone(), r: [x, 0.5, x], v: vec![x, x] };
{ let r11 = &q9.v;
q9.p.b /= 1.5 + f64::cos((r11.first().copied().unwrap_or(t8)));
}
((x).hypot(q9.p.b) - ((3 as f64) + q9.p.b))
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64) -> f64 {
let t4: f64 = ((0..2 % 5).map(|i3| { let r: f64 = { (match 1 { 0 => { (-0.25) }, 1 | 2 => { (0 as f64) }, k if k % 3 == 1 => { 0.75 }, _ => { y } }) }; r }).sum::<f64>() + (3 as f64));
let mut e18: E = if ((1 / (2 + 1))) < (4) { E::U } else { E::A((y % (f64::powi(x, 2) + 0.75))) };
y
}
}
case!(p24, -0.27152575493950876, [0.0, 1.0], -0.6524081282138294, -0.27152575493950876);

mod p25 {
use super::*;
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g0_25(self, x: f64) -> P {
let t1: f64 = self.b;
let mut o2: Option<P> = Some(P { a: t1, b: x });
let mut t3: f64 = ((0.9 * (self.a).tanh()).asin()).atan2(self.b);
let mut k4: usize = 0;
let t6: f64 = 'l5: loop {
if k4 >= 2 % 5 {  break (((k4 as f64)).max((-3.78125)) % (f64::powi((0.9 * f64::tanh(2.90625f64)).exp(), 2) + 0.75)); }
k4 += 1;
if (4) > (k4) {  break 'l5 f64::copysign((-3.3125), (x + x)); }
};
P { a: f64::max(t3, (-2.6875)), ..self.clone() }
}
}
#[differentiate(reverse)]
pub fn g1(x: f64, ps: &[P]) -> f64 {
(f64::powi(x, 2) + 0.5).powf(f64::sin(x))
}
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
let t4: f64 = (q.v.iter().rev().map(|e1| { let r: f64 = { q.r[5 % 3] }; r }).sum::<f64>() * f64::rem_euclid((if q.v.len() > 0 { q.v[(3 + 4 - (q.k as usize) % 4) % q.v.len()] } else { 0.25 }), (f64::powi({ let Duo(s, p) = Duo(x, q.p.clone()); s * p.b }, 2) + 0.75)));
f64::rem_euclid((match 1 { 0 => { (((q.k as usize) * 2 + (q.k as usize)) as f64) }, 1 | 2 => { (q.p.b + (1 as f64)) }, k if k % 3 == 1 => { g1((-0.5625) + 0.25 * x, &[P { a: (4 as f64), b: x }, P { b: 0.5, a: x }]) }, _ => { { let Duo(s, p) = Duo(x, q.p.clone()); s * p.b } } }), (f64::powi(f64::clamp(q.r[1], -1.5, 1.5), 2) + 0.75))
}
}
case!(p25, 0.6418840884799513, [0.0, 0.0, 1.0, 0.0, 0.9123944575019048, 0.0, 0.0, 0.0, 0.0], -0.056197228750952406, Q { k: 3, p: P { a: -0.6704772839434896, b: 0.6 }, r: [-0.6583291773052862, -0.4561972287509524, -0.6604772839434896], v: vec![1.3880396580856866] }, E::C { 0: P { a: 0.4, b: -0.5504772839434897 } });

mod p26 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, h: &mut H) {
match (h.n as usize) {
0 | 3 => {
let t4: f64 = { let h3: f64 = (-1.03125); let c1 = |u2: f64| { if u2 > h3 { return u2; } { let r: f64 = { u2 }; r } }; c1(x) * h3 };
let mut o5: Option<f64> = Some(h.best).flatten();
let t6: f64 = (-1.625);
let mut os7: [Option<f64>; 2] = [o5, o5];
}
1..=2 => {
let t8: f64 = ((4 + 4 - (h.n as usize) % 4) as f64);
let mut q9 = Q { k: 1, p: P { a: t8, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
{ let r11 = &q9.r;
q9.p.b += (r11.first().copied().unwrap_or(t8));
}
let d18 = Duo({ (if q9.v.len() > 0 { q9.v[(q9.k as usize) % q9.v.len()] } else { 0.25 }) }, q9.p.clone());
let mut w22: Vec<f64> = q9.v.chunks(2).map(|e19| { let r: f64 = { q9.r[1] }; r }).collect::<Vec<f64>>();
}
k if k % 2 == 0 => {
let t23: f64 = (((4 + (h.n as usize)) as f64) * x);
}
_ => {
let mut e24: E = if (x) < ((-3.09375)) { if (if ((-0.03125)) > (x) { x } else { x }) < x { E::A(x) } else { E::B { s: (if ((-0.03125)) > (x) { x } else { x }), t: x } } } else { E::A(x) };
}
}

}
#[differentiate(reverse)]
pub fn g1(x: f64, o: Option<f64>) -> Option<f64> {
let t1: f64 = (f64::rem_euclid(1.9375, (f64::powi(x, 2) + 0.75)) + (x % (f64::powi(x, 2) + 0.75)));
let t2: f64 = (P { a: (x).min(x), b: { x } }).a;
o.or(Some(t1))
}
#[differentiate(reverse)]
pub fn f(x: f64, e: &E, y: f64) -> f64 {
let t3: f64 = (f64::powi((f64::powi((-0.96875), 2) + 0.5).powf(f64::sin(x)), 2) + 1.0).ln();
(0.9 * f64::tanh((1 as f64))).exp_m1()
}
}
case!(p26, 0.984634448712268, [0.0, 0.0, 0.0], -1.702092049538315, &E::A { 0: -1.722066542795673 }, -1.952066542795673);

mod p27 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, a: [f64; 3]) -> [f64; 3] {
[(x).atan2(x), ((if (x) <= (a[(4 + 4 - 0 % 4) % 3]) { x } else { (-1.21875) }) * (x).rem_euclid((f64::powi(x, 2) + 0.75))), x * 0.5]
}
#[differentiate(reverse)]
pub fn f(x: f64, h: H, o: Option<f64>, y: f64) -> f64 {
let t1 = x;
f64::round((0..(3 + 4 - (h.n as usize) % 4) % 5).map(|i4| { let r: f64 = { (i4 as f64) }; r }).sum::<f64>())
}
}
case!(p27, 1.0, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -0.29836785698146295, H { at: None, best: Some { 0: -0.7683678569814629 }, kind: E::C { 0: P { a: 0.4, b: -1.647641043831547 } }, n: 0 }, Some { 0: -2.327641043831547 }, -1.957641043831547);

mod p28 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, v: &[f64]) -> f64 {
let t1: f64 = (x).min(((2 + 4 - v.len() % 4) as f64));
(x * x)
}
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
v.iter().chain(v.iter()).map(|e1| { let r: f64 = { f64::hypot((if v.len() > 0 { v[4 % v.len()] } else { 0.25 }), g0((if v.is_empty() { x } else { v[(2 / (2 + 1)) % v.len()] }) + 0.25 * x, v)) }; r }).fold(f64::mul_add(g0((if v.len() > 0 { v[4 % v.len()] } else { 0.25 }) + 0.25 * x, v), (if v.len() > 0 { v[2 % v.len()] } else { 0.25 }), x), |a: f64, b: f64| 0.5 * a + b)
}
}
case!(p28, 4.584930034131211, [0.8294652828869817, 3.1507833454588, -1.3976641882125582, 0.045921431228149415], 0.38045009142949715, &[1.1429203628865543, -1.809455428638351, -1.952053549827917]);

mod p29 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, v: &[f64]) -> Vec<f64> {
let t3: f64 = v.first().copied().unwrap_or(((if v.is_empty() { x } else { v[2 % v.len()] })).max((if v.is_empty() { x } else { v[2 % v.len()] })));
let mut o4: Option<f64> = v.iter().copied().find(|u| *u > 0.3);
'l6: for i5 in 1 % 3..2 % 6 {
}
vec![x, v.iter().copied().skip(1).map(|e7| { let r: f64 = { (if v.is_empty() { x } else { v[v.len() % v.len()] }) }; r }).sum::<f64>()]
}
#[differentiate(reverse)]
pub fn g1(x: f64, p: P) -> P {
'l2: for i1 in (0..2 % 8).step_by(2 % 3 + 1) {
let k3 = f64::abs(x).min(5.0) as usize;
}
P { a: (f64::powi((p.b * (4 as f64)), 2) + 0.5).powf(f64::sin((x + x))), ..p.clone() }
}
#[differentiate(reverse)]
pub fn g2(x: f64, o: Option<f64>) -> Option<f64> {
match 3 {
0 | 3 => {
}
1..=2 => {
let mut e3: E = if (x) > (x) { if (match o { Some(u1) if u1 > 0.1 => { u1 }, Some(u1) => u1, None => x }) < 1.09375f64 { E::A(1.09375f64) } else { E::B { s: (match o { Some(u1) if u1 > 0.1 => { u1 }, Some(u1) => u1, None => x }), t: x } } } else { E::B { t: 1.09375f64, s: (match o { Some(u1) if u1 > 0.1 => { u1 }, Some(u1) => u1, None => x }) } };
let mut w7: Vec<f64> = (0..(2 / (5 + 1)) % 5).map(|i6| { let r: f64 = { x }; r }).collect();
if w7.len() > 0 { let k8 = 0 % w7.len();
w7[k8] += (if w7.len() > 0 { w7[5 % w7.len()] } else { 0.25 });
}
let mut w9: Vec<f64> = vec![((4 as f64) - x); 2 % 4];
}
k if k % 2 == 0 => {
let mut a13: [f64; 3] = [(x).min(3.40625f64); 3];
}
_ => {
let mut k14: usize = 0;
'l15: loop {
if k14 >= 3 % 5 { break; }
k14 += 1;
if (x) <= ((-2.0625)) { break 'l15; }
}
let (p19, mut q20): (f64, f64) = ((0..0 % 5).map(|i18| { let r: f64 = { x }; r }).sum::<f64>(), x);
if (x) <= (q20) {
} else if (q20) <= (q20) {
} else {
}
}
}
let mut e30: E = if (3) > (2) { E::B { t: (0..3 % 5).map(|i23| { let r: f64 = { (-2.9375) }; r }).fold({ let c24 = move |u25: f64, h26: f64| { let r: f64 = { 3.71875f64 }; r }; c24(x, ((3 + 4 - 2 % 4) as f64)) * c24(((3 + 4 - 2 % 4) as f64), x) }, f64::max), s: (0..2 % 5).map(|i29| { let r: f64 = { (-1.6875) }; r }).fold((x).trunc(), f64::max) } } else { E::A((0..2 % 5).map(|i29| { let r: f64 = { (-1.6875) }; r }).fold((x).trunc(), f64::max)) };
let t31: f64 = x;
let t32: f64 = x;
o
}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
match (n + 4 - n % 4) {
0 | 3 => {
let t1: f64 = f64::sin(x);
let mut m2: [[f64; 2]; 3] = [[(if (x) <= ((if v.len() > 0 { v[n % v.len()] } else { 0.25 })) { (p.b).to_radians() } else { (if v.len() > 0 { v[(n * 2 + 2) % v.len()] } else { 0.25 }) }), 3.9375], [x, 0.5], [3.9375, x]];
let t3: f64 = (p.a % (f64::powi(p.a, 2) + 0.75));
}
1..=2 => {
}
k if k % 2 == 0 => {
'l5: for i4 in (0..(n * 2 + n) % 8).step_by(v.len() % 3 + 1) {
let s6 = &v[..];
if ((2 as f64)) < (p.a) {
}
}
}
_ => {
}
}
let mut h7 = H { n: 3, kind: E::C(p.clone()), at: None, best: None };
(p.b).atan()
}
}
case!(p29, -0.21292792001094188, [0.0, 0.0, 0.9553427593597854, 0.0, 0.0, 0.0, 0.0], 0.08379470090423237, &P { a: -1.0970234436312924, b: -0.21620529909576763 }, &[-0.4144517007152835, 1.2284214236069961, 1.2036789401860315, -1.9904228260886916], 0);

mod p30 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, w: Vec<f64>) -> Vec<f64> {
let t1: f64 = 3.5;
let t2: f64 = { match 5 {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
}
}
(x + x) };
let mut q3 = Q { k: 2, p: P { a: t2, b: 0.5 * x }, r: [x, 0.5, x], v: w.to_vec() };
'l9: for e7 in q3.v.iter() {
q3.p.a -= (t2 * *e7);
if ((*e7)) < (2.8125) { break 'l9; }
}
let mut w10 = w;
w10
}
#[differentiate(reverse)]
pub fn g1(x: f64, a: &[f64; 3]) -> f64 {
let t1: f64 = ((x).powi(2) + 1.0).recip();
{ (if (x) > (x) { x } else { x }) }
}
#[differentiate(reverse)]
pub fn f(x: f64, q: &Q, n: usize) -> f64 {
'l2: for i1 in (0..=(q.r.len() * 2 + (q.k as usize)) % 4).rev() {
let mut w3: Vec<f64> = q.v.clone();
let mut w7: Vec<f64> = w3.clone();
let t14: f64 = (0..1 % 5).map(|i10| { let r: f64 = { q.r[1] }; r }).sum::<f64>();
}
let t15: f64 = ((((q.k as usize) as f64) + q.r[q.r.len() % 3]) * x);
let t16: f64 = (if (((-1.8125) + x)) <= (q.p.b) { ((x * q.p.b)).hypot((n as f64)) } else { (if q.v.len() > 0 { q.v[(q.k as usize) % q.v.len()] } else { 0.25 }) });
let mut os17: Vec<Option<f64>> = vec![None, None, None];
(g1(q.r[n % 3] + 0.25 * x, &q.r) * q.r[(q.k as usize) % 3])
}
}
case!(p30, 2.270828509605722, [0.34276683589750245, 0.0, 0.0, 1.3710673435900098, 1.6562487030431146, 0.0], 1.7710673435900097, &Q { k: 4, p: P { a: 0.6304667252269502, b: 0.6 }, r: [1.213481867145612, 1.3710673435900098, 0.6404667252269503], v: vec![] }, 3);

mod p31 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
if !((x) <= (x)) {
} else {
let t1: f64 = ((if v.len() > 0 { v[(1 + 4 - v.len() % 4) % v.len()] } else { 0.25 })).atan();
}
if (2) != (2) {
let t5: f64 = f64::signum({ let c2 = |u3: f64| { let r: f64 = { u3 }; r }; c2(3.65625f64) + c2(0.71875f64) });
} else {
let t9: f64 = v.windows(2).map(|e6| { let r: f64 = { f64::round(0.96875f64) }; r }).sum::<f64>();
let mut o10: Option<f64> = v.first().copied();
'l12: for i11 in (v.len() + 4 - 5 % 4) % 3..2 % 6 {
}
}
(match 4 { 0 => { (if ((-2.1875)) < ((if v.len() > 0 { v[2 % v.len()] } else { 0.25 })) { v.chunks(2).map(|e13| { let r: f64 = { (-3.3125) }; r }).fold(x, f64::max) } else { x }) }, 1 | 2 => { (((if v.is_empty() { x } else { v[v.len() % v.len()] }) / (f64::powi((-3.90625), 2) + 0.75)) / (f64::powi((if v.len() > 0 { v[(0 + 4 - 2 % 4) % v.len()] } else { 0.25 }), 2) + 0.75)) }, k if k % 3 == 1 => { f64::rem_euclid(v.iter().copied().skip(1).map(|e16| { let r: f64 = { x }; r }).sum::<f64>(), (f64::powi(3.65625f64, 2) + 0.75)) }, _ => { (-x) } })
}
}
case!(p31, 0.029876036462757802, [1.0, 0.0, 0.0, 0.0], 0.029876036462757802, Some { 0: -1.3318133115883042 }, &[-0.8785936789478416, -1.1868297940256773]);

mod p32 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
(-((((if v.is_empty() { x } else { v[4 % v.len()] })).mul_add(p.a, x)).powi(2) + 0.0))
}
}
case!(p32, -2.8422529915371877, [3.3717965487479744, -2.669828627786572, 0.0, 4.622777726965321, 0.0, 0.0, 0.0], -0.6003136736985242, &P { a: 1.3710132447587517, b: -0.9003136736985242 }, &[-0.7918118988460146, -0.29144067297094894, -1.632675718150775, -1.1416974100744004], 5);

mod p33 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, ps: &[P]) -> f64 {
let mut e1: E = if ((x) > (x)) || ((x) < (x)) { E::A((x + x)) } else { E::B { t: (0.02 * f64::to_degrees((match 2 { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { x }, _ => { (2 as f64) } }))), s: (x + x) } };
let t2: f64 = ((match 2 { 0 => { (-2.5625) }, 1 | 2 => { x }, k if k % 3 == 1 => { x }, _ => { (-0.40625) } }) * (x).signum());
x
}
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
(0.84375f64 + f64::mul_add((0..2 % 5).map(|i3| { let r: f64 = { x }; r }).fold(x, |a: f64, b: f64| 0.5 * a + b), f64::floor((-0.125)), x))
}
}
case!(p33, 0.7205257736674964, [-0.75], 0.16429896844333824, &[]);

mod p34 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, n: usize) -> (f64, f64) {
'l2: for i1 in (n + n) % 3..=(n * 2 + n) % 4 {
let k3 = f64::abs(x).min(5.0) as usize;
}
let e10: E = if (2.78125f64) > (x) { E::C(P { a: (0..n % 5).map(|i6| { let r: f64 = { (0.6875 * x) }; r }).sum::<f64>(), b: 0.5 * x }) } else { E::U };
((2 as f64), { match 2 {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
}
}
let mut m11: Vec<Vec<f64>> = vec![vec![(match &e10 { E::A(s12) => { (*s12) }, E::B { s: s12, t: t13 } => { (-2.8125) }, E::C(p14) => { ((n + 4) as f64) }, E::U => { x } }), ((-3.5) + 0.8125)], vec![x, ((-3.5) + 0.8125)]];
let t15: f64 = (x % (f64::powi((-2.0), 2) + 0.75));
let mut q16 = Q { k: 2, p: P { a: t15, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
{ let Q { p: p17, r: r18, v: v19, .. } = &mut q16;
p17.a = f64::atan((r18[1] + t15));
}
q16.p.b })
}
#[differentiate(reverse)]
pub fn g1(x: f64, y: f64) -> f64 {
let mut w1: Vec<f64> = Vec::with_capacity(2);
let t2: f64 = (match 2 { 0 => { y }, 1 | 2 => { (if w1.is_empty() { x } else { w1[5 % w1.len()] }) }, k if k % 3 == 1 => { (if (y) <= (0.4375) { x } else { y }) }, _ => { (y % (f64::powi(x, 2) + 0.75)) } });
{ let (_, q): (f64, f64) = g0(((if w1.len() > 0 { w1[2 % w1.len()] } else { 0.25 }) * 0.5) + 0.25 * x, 2); q }
}
#[differentiate(reverse)]
pub fn g2(x: f64, p: P) -> P {
P { a: (((p.b).powi(2) + 1.0).log2() * (if (x) < (p.b) { p.b } else { p.b })), ..p.clone() }
}
#[differentiate(reverse)]
pub fn f(x: f64, q: &Q, n: usize) -> f64 {
((if ((if q.v.len() > 0 { q.v[(q.k as usize) % q.v.len()] } else { 0.25 })) < (0.3125) { 1.03125f64 } else { (if ((-3.84375)) < (q.r[n % 3]) { q.r[1] } else { x }) }) + x)
}
}
case!(p34, 1.7474010265230029, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.7161510265230029, &Q { k: 4, p: P { a: -1.0302024614832712, b: 0.6 }, r: [1.0486751010950626, 0.31615102652300286, -1.0202024614832712], v: vec![0.2155804082116993, -1.064566171511916] }, 3);

mod p35 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, v: &[f64]) -> Vec<f64> {
vec![(match v.len() { 0 => { x }, 1 | 2 => { { let Duo(s, p) = Duo(x, P { a: x, b: 0.5 * x }); s * p.b } }, k if k % 3 == 1 => { (x + x) }, _ => { (x * 0.03125f64) } }), (if (2) < (2) { x } else { x })]
}
#[differentiate(reverse)]
pub fn g1(x: f64, v: &[f64]) -> f64 {
let t1: f64 = (if v.len() > 0 { v[(4 + 2) % v.len()] } else { 0.25 });
(x).signum()
}
#[differentiate(reverse)]
pub fn g2(x: f64, h: H) -> H {
let t1: f64 = ({ x } + { x });
let t2: f64 = x;
let t3: f64 = x;
H { best: h.best.or(h.best), ..h.clone() }
}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
'l2: for i1 in (n % 3..2 % 6).rev() {
let mut w6: Vec<f64> = (0..i1 % 5).map(|i5| { let r: f64 = { (-3.6875) }; r }).collect::<Vec<f64>>();
}
v.windows(2).map(|e7| { let r: f64 = { (if v.len() > 0 { v[n % v.len()] } else { 0.25 }) }; r }).sum::<f64>()
}
}
case!(p35, -0.0, [0.0, 0.0, 0.0, 0.0], -0.9587680713264812, &P { a: 1.0467500195048285, b: -1.2587680713264813 }, &[1.886795035733936], 1);

mod p36 {
use super::*;
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g0_36(&self, x: f64) -> f64 {
(0.9 * ((x).fract()).tanh()).exp_m1()
}
}
#[differentiate(reverse)]
pub fn g1(x: f64, e: &E) -> f64 {
if ((-2.3125)) < (x) {
let t1: f64 = (x).rem_euclid((f64::powi(x, 2) + 0.75));
} else if ((2 + 3)) < (2) {
} else {
}
let t5: f64 = (0..2 % 5).map(|i4| { let r: f64 = { { let Duo(s, p) = Duo(x, P { a: x, b: 0.5 * x }); s * p.b } }; r }).fold((if (x) <= ((0 as f64)) { x } else { x }), f64::max);
f64::max(0.8125, (f64::powi((-2.125), 2) + 0.5).powf(f64::sin(x)))
}
#[differentiate(reverse)]
pub fn g2(x: f64, a: &[f64; 3]) -> f64 {
let (p6, mut q7): (f64, f64) = (f64::max(a[2 % 3], (x + a[3 % 3])), x);
let mut k8: usize = (a.len() / (a.len() + 1));
(match a.last() { Some(u12) => { (a[k8 % 3]).rem_euclid((f64::powi((*u12), 2) + 0.75)) }, None => a.iter().map(|e9| { let r: f64 = { a[k8 % 3] }; r }).map(f64::tanh).product::<f64>() })
}
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
let mut m1: [[f64; 2]; 3] = [[{ (match 4 { 0 => { g2(x + 0.25 * x, &[x, x, 0.5]) }, 1 | 2 => { g2((m.len() as f64) + 0.25 * x, &[(m.len() as f64), x, 0.5]) }, k if k % 3 == 1 => { (0..1 % 5).map(|i4| { let r: f64 = { m[0 % 3][(0 + 1) % 2] }; r }).sum::<f64>() }, _ => { g2(x + 0.25 * x, &[(3 as f64), x, 0.5]) } }) }; 2]; 3];
let t8: f64 = (x - g1((0.9 * f64::tanh((-0.5625))).sinh() + 0.25 * x, &E::A((x).to_radians())));
let o9: Option<f64> = None;
let r10 = &m1[n % 3];
{ let p11: P = P { a: ((((n as f64)).atan()).powi(2) + 1.0).log10(), b: 0.5 * x }; p11.g0_36(x + 0.25 * x) }
}
}
case!(p36, -0.21534186376529202, [0.8186493976304401, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -1.021018597838405, &[[-0.911018597838405, 0.7], [-0.9956807971623198, -0.6], [0.9, 1.1]], 2);

mod p37 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, v: &[f64]) -> Vec<f64> {
let t4: f64 = (1.75 % (f64::powi({ let mut h3: f64 = 3.8125; let mut c1 = |u2: f64| { h3 += { let r: f64 = { u2 }; r }; h3 }; let u2 = c1((-0.5)); c1(x); h3 * u2 }, 2) + 0.75));
vec![(0.9 * (x).tanh()).cosh(), x]
}
#[differentiate(reverse)]
pub fn g1(x: f64, y: f64) -> f64 {
(if (x) <= (x) { y } else { { y } })
}
#[differentiate(reverse)]
pub fn g2(x: f64, p: &P) -> f64 {
let mut p4 = P { a: f64::min(f64::mul_add(0.90625f64, x, x), { let c1 = |u2: f64| { let r: f64 = { x }; r }; c1(p.a) + c1(x) }), ..p.clone() };
let mut w5 = g0((((p.b).fract()).powi(2) + 0.0).ln_1p() + 0.25 * x, &[0.5, x]);
let mut w6 = w5;
let mut w7 = g0(p4.a + 0.25 * x, &w6);
(p4.b).atan2((p.b).min(x))
}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
((p.a).min((0.9 * ((if v.len() > 0 { v[1 % v.len()] } else { 0.25 })).tanh()).tan())).atan2(p.b)
}
}
case!(p37, 0.7365110064949242, [0.0, 0.9019292479411514, -0.8177900218581671, 0.0, 0.0], 0.9084837622656804, &P { a: 0.5517194950485279, b: 0.6084837622656805 }, &[-1.6031552571956889, 1.442061527913454], 5);

mod p38 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, v: &[f64]) -> Vec<f64> {
let e9: E = if ((if v.is_empty() { x } else { v[5 % v.len()] })) >= (x) { E::C(P { a: (if !((v[(2 * 2 + 2) / 2]) >= (x)) { (0 as f64) } else { { let c1 = |u2: f64| { let r: f64 = { (-1.0) }; r }; c1((-2.0625)) + c1(x) } }), b: 0.5 * x }) } else { if x < (if !((v[(2 * 2 + 2) / 2]) >= (x)) { (0 as f64) } else { { let c1 = |u2: f64| { let r: f64 = { (-1.0) }; r }; c1((-2.0625)) + c1(x) } }) { E::A((if !((v[(2 * 2 + 2) / 2]) >= (x)) { (0 as f64) } else { { let c1 = |u2: f64| { let r: f64 = { (-1.0) }; r }; c1((-2.0625)) + c1(x) } })) } else { E::B { s: x, t: x } } };
vec![((0.9 * (x).tanh()).asin() / (f64::powi(((if v.len() > 0 { v[2 % v.len()] } else { 0.25 })).min((if v.is_empty() { x } else { v[2 % v.len()] })), 2) + 0.75)), (match &e9 { E::A(s10) => { x }, E::B { s: s10, t: t11 } => { (if ((*t11)) > ((if v.len() > 0 { v[4 % v.len()] } else { 0.25 })) { (if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) } else { (*t11) }) }, E::C(p12) => { p12.b }, E::U => { (match (2 * 2 + 2) { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { x }, _ => { x } }) } })]
}
#[differentiate(reverse)]
pub fn g1(x: f64, q: &mut Q) -> f64 {
let mut k1: usize = 0;
'l2: loop {
if k1 >= (4 * 2 + (q.k as usize)) % 5 { break; }
k1 += 1;
q.k = q.k + 3 % 7;
let mut k3: usize = 0;
'l4: loop {
if k3 >= (5 * 2 + (q.k as usize)) % 5 { break; }
k3 += 1;
if ((if q.v.len() > 0 { q.v[(q.k as usize) % q.v.len()] } else { 0.25 })) < (q.r[1]) { break 'l4; }
}
'l6: for i5 in ((q.k as usize) + 4 - k1 % 4) % 3..k3 % 6 {
}
match 0 {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
}
}
if !((q.r[1]) <= (q.r[1])) { break 'l2; }
}
let t9: f64 = q.r.first().copied().unwrap_or(q.p.b);
(k1 as f64)
}
#[differentiate(reverse)]
pub fn g2(x: f64, u: &mut [f64]) {

}
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
d.0
}
}
case!(p38, -1.4496106175683914, [0.0, 1.0, 0.0, 0.0, 0.0], 1.8346937383620092, (-1.4496106175683914, 0.8), &[1.3215986959984338, 0.544754773208851], 4);

mod p39 {
use super::*;
#[differentiate(reverse)]
pub fn g0<const N: usize>(x: f64, c: &[f64; N]) -> f64 {
if (x) >= (x) {
} else {
let mut d1 = Duo((x).mul_add((if c.is_empty() { x } else { c[N % c.len()] }), x), P { a: (2.53125f64 * x), b: 0.5 * x });
'l3: for i2 in 0..(N + 4 - c.len() % 4) % 5 {
}
}
let mut w4: Vec<f64> = c[..].to_vec();
x
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<P>, n: usize) -> f64 {
x
}
}
case!(p39, -1.3507581464867795, [1.0, 0.0, 0.0], -1.3507581464867795, Some { 0: P { a: -1.869466232862685, b: -0.9207581464867796 } }, 3);

mod p40 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, w: Vec<f64>) -> Vec<f64> {
let mut w1: Vec<f64> = w.clone();
w1
}
#[differentiate(reverse)]
pub fn g1(x: f64, p: &P) -> f64 {
{ let c1 = move |u2: f64, h3: f64| { let r: f64 = { { let c4 = |u5: f64| { let r: f64 = { (-1.71875) }; r }; c4(h3) + c4(u2) } }; r }; c1(p.b, (p.a + p.a)) * c1((p.a + p.a), x) }
}
#[differentiate(reverse)]
pub fn g2(x: f64, q: &Q) -> f64 {
let t1: f64 = ((q.r[((q.k as usize) + 5) % 3]).rem_euclid((f64::powi(x, 2) + 0.75))).ceil();
((-0.59375) * q.r[(q.k as usize) % 3])
}
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
(if ps.is_empty() { { (x * x) } } else { ps[194 % ps.len()].b })
}
}
case!(p40, -1.8255521224088138, [0.0, 0.0, 1.0], -0.36503634681343433, &[P { a: -1.2955521224088138, b: -1.8255521224088138 }], 3);

mod p41 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, os: &[Option<f64>], y: f64) -> f64 {
let mut t1 = (0.9 * f64::tanh({ x })).cosh();
let p3: ((f64, f64), f64) = (((2 as f64), { let mut m2: [[f64; 2]; 3] = [[y, (y).min(3.1875)], [x, 0.5], [(y).min(3.1875), x]];
((2 as f64)).atan2((m2[0 % 3][(0 + 1) % 2]).mul_add(y, x)) }), x);
(y).trunc()
}
}
case!(p41, 1.0, [0.0, 0.0], -1.1870247485265144, &[None], 1.9035646193961095);

mod p42 {
use super::*;
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g0_42(&self, x: f64) -> f64 {
((self.b + self.b) + self.b)
}
}
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
(f64::powi((-4.0), 2) + 1.0).ln()
}
}
case!(p42, 2.833213344056216, [0.0, 0.0], 1.8626221313071891, &[-0.20454822136670403]);

mod p43 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, e: &E, y: f64) -> f64 {
let mut w7: Vec<f64> = (0..(2 / (2 + 1)) % 5).map(|i3| { let r: f64 = { (0..(3 + i3) % 5).map(|i6| { let r: f64 = { f64::rem_euclid((y).max(3.8125), (f64::powi((y).atan2(3.3125), 2) + 0.75)) }; r }).sum::<f64>() }; r }).collect::<Vec<f64>>();
if w7.len() > 0 { let k8 = 2 % w7.len();
w7[k8] = f64::atan(x);
}
let t14: f64 = x;
let mut o15: Option<f64> = w7.first().copied();
(f64::signum((if w7.is_empty() { x } else { w7[2 % w7.len()] })) * ((y).signum() % (f64::powi(y, 2) + 0.75)))
}
}
case!(p43, 1.0, [0.0, -0.0], 1.7400408841529826, &E::U, 1.8440927295000742);

mod p44 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, o: Option<f64>) -> Option<f64> {
let t1: f64 = (match 2 { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { x }, _ => { (-2.75) } });
let mut o2: Option<f64> = o.zip(o).map(|(a, b)| a * b + t1);
let t3: f64 = x;
let mut o4: Option<f64> = Some(t3);
let t5: f64 = (x).fract();
let t6: f64 = x;
if t5 > 0.1 { Some(t5) } else { None }
}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
'l1: for e2 in v.iter().rev() {
match n {
0 | 3 => {
let mut w8: Vec<f64> = v.iter().zip(v.iter()).map(|(e5, h6)| { let r: f64 = { (if v.is_empty() { x } else { v[n % v.len()] }) }; r }).collect();
}
1..=2 => {
'l10: for i9 in (n + n) % 3..n % 6 {
}
'l12: for i11 in (0..=(n + 4 - 5 % 4) % 4).rev() {
}
}
k if k % 2 == 0 => {
let t13: f64 = p.a;
let mut q14 = Q { k: 0, p: p.clone(), r: [x, 0.5, x], v: v.to_vec() };
{ let p15 = &mut q14.p;
p15.b += (q14.r.iter().sum::<f64>() * t13);
}
let mut h21 = H { n: 1, kind: E::C(p.clone()), at: None, best: None };
}
_ => {
}
}
let t24: f64 = f64::atan2((if (0.6875) >= ((if v.is_empty() { x } else { v[(n + 4 - n % 4) % v.len()] })) { p.a } else { (*e2) }), (*e2));
let s25 = &v[..n % (v.len() + 1)];
}
'l27: for i26 in 0..n % 5 {
let mut k28: usize = 0;
'l29: while k28 < n % 5 && (((if v.is_empty() { x } else { v[v.len() % v.len()] })) >= (x)) {
k28 += 1;
let mut w33: Vec<f64> = v.iter().filter(|e30| **e30 > 0.2).map(|e30| { let r: f64 = { ((*e30) + x) }; r }).collect::<Vec<f64>>();
let t37: f64 = v.iter().enumerate().map(|(i36, e34)| { let r: f64 = { 1.0 }; r }).map(f64::tanh).product::<f64>();
let o38 = g0(t37 + 0.25 * x, None);
}
let mut ps42 = [P { a: x, b: f64::asinh(v.iter().enumerate().map(|(i41, e39)| { let r: f64 = { (v.len() as f64) }; r }).fold(p.b, |a: f64, b: f64| 0.5 * a + b)) }, P { a: f64::asinh(v.iter().enumerate().map(|(i41, e39)| { let r: f64 = { (v.len() as f64) }; r }).fold(p.b, |a: f64, b: f64| 0.5 * a + b)), b: (match (k28 + 4 - n % 4) { 0 => { (v[(n + k28) / 2]).rem_euclid((f64::powi(p.b, 2) + 0.75)) }, 1 | 2 => { (x).tanh() }, k if k % 3 == 1 => { p.a }, _ => { (if v.len() > 0 { v[(v.len() + i26) % v.len()] } else { 0.25 }) } }) }];
let t43: f64 = (if v.is_empty() { x } else { v[(1 + v.len()) % v.len()] });
}
{ let t44: f64 = p.b;
let mut k45: usize = 0;
'l46: while k45 < 4 % 5 && ((5) <= (n)) {
k45 += 1;
let t47: f64 = p.a;
}
(p.a * f64::to_radians(3.40625f64)) }
}
}
case!(p44, -0.016034405030866405, [0.0, 0.05945027764605685, 0.0, 0.0, 0.0], -1.9783103913648459, &P { a: -0.2697111883367279, b: -2.2783103913648457 }, &[-1.5104719005025635, 0.25949075255358184], 3);

mod p45 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, v: &[f64]) -> f64 {
({ (2 as f64) } + (x - (if v.is_empty() { x } else { v[2 % v.len()] })))
}
#[differentiate(reverse)]
pub fn g1(x: f64, w: Vec<f64>) -> f64 {
let mut e3: E = if (x) >= ((if w.is_empty() { x } else { w[2 % w.len()] })) { E::B { t: (if w.len() > 0 { w[(2 + 2) % w.len()] } else { 0.25 }), s: (g0((-2.0) + 0.25 * x, &w) / (f64::powi((match w.last() { Some(u1) => { (*u1) }, None => x }), 2) + 0.75)) } } else { E::C(P { a: (g0((-2.0) + 0.25 * x, &w) / (f64::powi((match w.last() { Some(u1) => { (*u1) }, None => x }), 2) + 0.75)), b: 0.5 * x }) };
f64::rem_euclid((match w.len() { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { (if w.is_empty() { x } else { w[2 % w.len()] }) }, _ => { x } }), (f64::powi(x, 2) + 0.75))
}
#[differentiate(reverse)]
pub fn g2(x: f64, q: &Q) -> f64 {
let t1: f64 = g0(2.4375 + 0.25 * x, &q.v[..]);
let mut e5: E = if (q.r[q.v.len() % 3]) < (x) { E::A(g0(q.v.chunks(2).map(|e2| { let r: f64 = { ((q.k as usize) as f64) }; r }).fold(q.p.b, f64::max) + 0.25 * x, &q.v)) } else { if (f64::powi((x / (f64::powi((if q.v.len() > 0 { q.v[((q.k as usize) + 4 - (q.k as usize) % 4) % q.v.len()] } else { 0.25 }), 2) + 0.75)), 2) + 0.5).powf(f64::sin(q.r[(q.k as usize) % 3])) < g0(q.v.chunks(2).map(|e2| { let r: f64 = { ((q.k as usize) as f64) }; r }).fold(q.p.b, f64::max) + 0.25 * x, &q.v) { E::A(g0(q.v.chunks(2).map(|e2| { let r: f64 = { ((q.k as usize) as f64) }; r }).fold(q.p.b, f64::max) + 0.25 * x, &q.v)) } else { E::B { s: (f64::powi((x / (f64::powi((if q.v.len() > 0 { q.v[((q.k as usize) + 4 - (q.k as usize) % 4) % q.v.len()] } else { 0.25 }), 2) + 0.75)), 2) + 0.5).powf(f64::sin(q.r[(q.k as usize) % 3])), t: x } } };
q.r[(q.k as usize) % 3]
}
#[differentiate(reverse)]
pub fn f(x: f64, os: &[Option<f64>], y: f64) -> f64 {
let t8: f64 = (match 2 { 0 => { 3.875 }, 1 | 2 => { (0..3 % 5).map(|i5| { let r: f64 = { f64::trunc(3.875) }; r }).fold(y, f64::max) }, k if k % 3 == 1 => { (y / (f64::powi((y).min(y), 2) + 0.75)) }, _ => { { let Duo(s, p) = Duo(f64::clamp(x, -1.5, 1.5), P { a: y, b: 0.5 * x }); s * p.b } } });
let mut o9: Option<f64> = None;
f64::min((0..2 % 5).map(|i12| { let r: f64 = { (0..i12 % 5).map(|i15| { let r: f64 = { (i12 as f64) }; r }).sum::<f64>() }; r }).fold((if (y) <= (y) { x } else { y }), |a: f64, b: f64| 0.5 * a + b), f64::min((0..(2 / (2 + 1)) % 5).map(|i18| { let r: f64 = { y }; r }).fold(x, f64::max), (y % (f64::powi((-1.125), 2) + 0.75))))
}
}
case!(p45, -1.721115881508464, [0.0, 1.0], 1.0433571405591862, &[None], -1.721115881508464);

mod p46 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, h: H) -> H {
match &h {
H { best: Some(u1), kind: E::A(u2), at: Some(p3), .. } => {
let t4: f64 = p3.a;
let mut o5: Option<P> = h.at.clone();
let mut m6: Vec<Vec<f64>> = vec![vec![(0..(h.n as usize) % 5).map(|i9| { let r: f64 = { p3.a }; r }).sum::<f64>(); 2]; (h.n as usize) % 3 + 1];
}
H { best: o10, kind: E::A(u11) | E::B { s: u11, .. }, at: Some(p12), n: k13,  } => {
'l15: for i14 in (*k13) % 3..(*k13) % 6 {
}
let mut t16 = (0.9 * ((*u11)).tanh()).exp2();
}
H { kind: E::B { t: u17, .. }, at: None, .. } if *u17 > 0.2 => {
let mut w18: Vec<f64> = Vec::with_capacity((h.n as usize));
}
_ => {
'l23: for i22 in (0..3 % 8).step_by(2 % 3 + 1) {
}
}
}
let t30: f64 = (x * (f64::powi(x, 2) + 0.5).powf(f64::sin(((h.n as usize) as f64))));
let t31: f64 = { let c24 = |u25: f64| { let r: f64 = { x }; r }; c24((1.0 + x)) + c24({ let c27 = move |u28: f64, h29: f64| { let r: f64 = { u28 }; r }; c27(x, (3 as f64)) * c27((3 as f64), x) }) };
h.clone()
}
#[differentiate(reverse)]
pub fn g1(x: f64, e: &E) -> f64 {
let t1 = ((if (x) <= (x) { x } else { x }) + x);
let mut q5 = Q { k: 1, p: P { a: f64::atan2({ t1 }, (0..5 % 5).map(|i4| { let r: f64 = { x }; r }).sum::<f64>()), b: 0.5 * x }, r: [t1, 0.5, x], v: vec![t1, x] };
((x).min(q5.p.b)).rem_euclid((f64::powi(q5.p.b, 2) + 0.75))
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<P>, n: usize) -> f64 {
(((f64::powi(x, 2) + 0.5).powf(f64::sin(x))).atan2(x) * x)
}
}
case!(p46, 0.17628048096283713, [1.2985098103765138, 0.0, 0.0], 0.12252843243312601, Some { 0: P { a: -2.1306767266586064, b: 0.552528432433126 } }, 3);

mod p47 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, h: &mut H) {
let mut k1: usize = 0;
let t3: f64 = 'l2: loop {
if k1 >= 2 % 5 {  break (match k1 { 0 => { { x } }, 1 | 2 => { x }, k if k % 3 == 1 => { x }, _ => { (f64::powi(x, 2) + 0.5).powf(f64::sin(x)) } }); }
k1 += 1;
if ((-2.625)) >= (x) {  break 'l2 (x).min(x); }
};

}
#[differentiate(reverse)]
pub fn g1(x: f64, w: &mut Vec<f64>) {

}
#[differentiate(reverse)]
pub fn f(x: f64, q: &Q, n: usize) -> f64 {
let k1: usize = (q.k as usize);
let k7 = f64::abs((match (k1 + q.r.len()) { 0 => { (if (q.r[1]) >= (q.p.b) { q.r[1] } else { q.r[(5 + (q.k as usize)) % 3] }) }, 1 | 2 => { (0.02 * f64::to_degrees(2.46875f64)) }, k if k % 3 == 1 => { q.r[1] }, _ => { { let c2 = move |u3: f64, h4: f64| { let r: f64 = { h4 }; r }; c2(x, 2.5) * c2(2.5, x) } } })).min(5.0) as usize;
let mut w8: Vec<f64> = q.v.to_vec();
w8.pop();
q.p.b
}
}
case!(p47, 0.6, [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.6393399177992192, &Q { k: 6, p: P { a: -0.277087973673407, b: 0.6 }, r: [-1.4661085321173157, 1.239339917799219, -0.267087973673407], v: vec![-0.9628169598194767, -1.9747870742913611] }, 5);

mod p48 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, a: [f64; 3]) -> [f64; 3] {
[(x).hypot(a[(2 + 4 - 4 % 4) % 3]), (match 2 { 0 => { (x + x) }, 1 | 2 => { (match a.last() { Some(u1) => { a[2 % 3] }, None => a[(2 * 2 + 2) % 3] }) }, k if k % 3 == 1 => { f64::hypot((-3.6875), x) }, _ => { ((2 as f64)).atan2(x) } }), x * 0.5]
}
#[differentiate(reverse)]
pub fn g1(x: f64, ps: &[P]) -> f64 {
let t4: f64 = (0..2 % 5).map(|i3| { let r: f64 = { (x - x) }; r }).sum::<f64>();
let mut q5 = Q { k: 0, p: P { a: t4, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
'l11: for (i10, e9) in q5.r.iter_mut().enumerate() {
*e9 *= f64::sin((t4 + q5.p.b));
}
(0.9 * f64::tanh(ps.iter().map(|p| p.a * q5.r[(q5.k as usize) % 3] + p.b).sum::<f64>())).atanh()
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<P>, n: usize) -> f64 {
f64::signum(((x + 2.03125f64) + ((-2.84375) + x)))
}
}
case!(p48, -1.0, [0.0], -0.4975011644345303, None, 4);

mod p49 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
((((if q.v.len() > 0 { q.v[0 % q.v.len()] } else { 0.25 }) * ((q.k as usize) as f64))).powi(2) + 1.5).acosh()
}
}
case!(p49, 1.5667992369724109, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.48682838368428266, Q { k: 4, p: P { a: -0.32834119253040256, b: 0.6 }, r: [-0.47695428280314683, 0.08682838368428264, -0.31834119253040255], v: vec![] }, E::U);

mod p50 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, o: Option<P>) -> Option<P> {
let t5: f64 = x;
let t11: f64 = t5;
let t12: f64 = { let c8 = move |u9: f64, h10: f64| { let r: f64 = { ((-0.53125) * (-2.96875)) }; r }; c8((t5).to_radians(), { (-3.25) }) * c8({ (-3.25) }, x) };
None
}
#[differentiate(reverse)]
pub fn g1(x: f64, p: &mut P, u: &mut [f64]) {
if !u.is_empty() { let k1 = (u.len() / (2 + 1)) % u.len(); let k2 = 5 % u.len(); u.swap(k1, k2); }
let mut a3: [f64; 3] = [(p.a + (if u.len() > 0 { u[2 % u.len()] } else { 0.25 })); 3];
if u.len() > 0 { let k4 = (2 * 2 + 2) % u.len();
u[k4] *= f64::sin((match (2 + 4 - 2 % 4) { 0 => { (match 2 { 0 => { x }, 1 | 2 => { ((2 * 2 + 2) as f64) }, k if k % 3 == 1 => { a3[5 % 3] }, _ => { x } }) }, 1 | 2 => { (if u.is_empty() { x } else { u[3 % u.len()] }) }, k if k % 3 == 1 => { (x + x) }, _ => { (if u.is_empty() { x } else { u[(1 * 2 + 2) % u.len()] }) } }));
}

}
#[differentiate(reverse)]
pub fn g2(x: f64, os: &[Option<f64>]) -> f64 {
'l2: for i1 in (0..4 % 8).step_by(0 % 3 + 1) {
let t3: f64 = x;
}
(0..5 % 5).map(|i6| { let r: f64 = { x }; r }).sum::<f64>()
}
#[differentiate(reverse)]
pub fn f(x: f64, e: &E, y: f64) -> f64 {
let t3: f64 = (if (5) != (2) { (match 2 { 0 => { g2(((3 * 2 + 3) as f64) + 0.25 * x, &[Some(x), None, Some(x)]) }, 1 | 2 => { ((x).powi(2) + 1.0).log2() }, k if k % 3 == 1 => { (x * x) }, _ => { (-2.34375) } }) } else { g2(1.6875 + 0.25 * x, &[Some(3.0625), None, Some(x)]) });
let t4: f64 = (2 as f64) + 0.25 * x;
let mut q5 = Q { k: 2, p: P { a: x, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
g1(t4, &mut q5.p, &mut q5.v);
q5.v.windows(2).map(|e9| { let r: f64 = { x }; r }).sum::<f64>()
}
}
case!(p50, -1.649847847019723, [1.0, 0.0, 0.0, 0.0], -1.649847847019723, &E::B { s: -1.149847847019723, t: -0.46960001403233587 }, -0.17960001403233586);

mod p51 {
use super::*;
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g0_51(&self, x: f64) -> f64 {
(0..4 % 5).map(|i3| { let r: f64 = { (i3 as f64) }; r }).sum::<f64>()
}
}
#[differentiate(reverse)]
pub fn g1(x: f64, a: [f64; 3]) -> [f64; 3] {
let s1 = &a[..];
[((3.90625f64 * x) % (f64::powi((a[2 % 3]).mul_add(x, x), 2) + 0.75)), (0.02 * f64::to_degrees({ let p2: P = P { a: (if s1.len() > 0 { s1[0 % s1.len()] } else { 0.25 }), b: 0.5 * x }; p2.g0_51(2.875 + 0.25 * x) })), x * 0.5]
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64) -> f64 {
let k1: usize = (3 / (2 + 1));
let mut w2: Vec<f64> = vec![y; 3];
let mut w11: Vec<f64> = w2.iter().map(|e7| { let r: f64 = { (((x - y) * x)).copysign({ let Duo(s, p) = Duo(3.03125f64, P { a: { let p10: P = P { a: (if w2.len() > 0 { w2[k1 % w2.len()] } else { 0.25 }), b: 0.5 * x }; p10.g0_51((if w2.len() > 0 { w2[(k1 * 2 + 4) % w2.len()] } else { 0.25 }) + 0.25 * x) }, b: 0.5 * x }); s * p.b }) }; r }).collect::<Vec<f64>>();
(f64::powi({ let p14: P = P { a: f64::copysign((-2.21875), x), b: 0.5 * x }; p14.g0_51(((k1 + 4 - k1 % 4) as f64) + 0.25 * x) }, 2) + 0.5).powf(f64::sin(x))
}
}
case!(p51, 32.35336123300724, [-29.882458749799575, 0.0], 1.8304593907380533, -1.8248612994142162);

mod p52 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, ps: &[P]) -> f64 {
let t4: f64 = f64::rem_euclid({ let h3: f64 = x; let c1 = |u2: f64| { if u2 > h3 { return u2; } { let r: f64 = { u2 }; r } }; c1((3 as f64)) * h3 }, (f64::powi(x, 2) + 0.75));
let t5: f64 = x;
let mut a6: [f64; 3] = [(match (2 + 4 - 2 % 4) { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { (x).cos() }, _ => { (0..4 % 5).map(|i11| { let r: f64 = { x }; r }).fold(x, |a: f64, b: f64| 0.5 * a + b) } }), (1.0 / (((0.9 * (x).tanh()).tan()).powi(2) + 0.75)), x];
(f64::powi((x).max(a6[3 % 3]), 2) + 0.5).powf(f64::sin(a6.iter().copied().skip(1).map(|e12| { let r: f64 = { 0.84375f64 }; r }).fold(a6[2 % 3], |a: f64, b: f64| 0.5 * a + b)))
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<P>, n: usize) -> f64 {
let mut p12 = P { a: (if ({ (-1.75) }) > (x) { (0..n % 5).map(|i3| { let r: f64 = { f64::atan2((-4.0), x) }; r }).fold(x, f64::max) } else { ((n as f64) + x) }), b: (0..n % 5).map(|i11| { let r: f64 = { { let Duo(s, p) = Duo(((n as f64) + x), P { a: 2.21875f64, b: 0.5 * x }); s * p.b } }; r }).fold((((x).powi(2) + 1.0).ln() * (x).sin()), |a: f64, b: f64| 0.5 * a + b) };
'l14: for i13 in (0..(1 + 3) % 8).step_by((1 + 4 - n % 4) % 3 + 1) {
}
{ let mut q15 = Q { k: 2, p: p12.clone(), r: [p12.a, 0.5, x], v: vec![p12.a, x] };
'l16: for (i19, e17) in q15.v.iter().enumerate() {
let t20: f64 = ((-2.1875) + 2.40625f64);
}
p12.a += { let mut h23: f64 = (q15.p.b * p12.a); let mut c21 = |u22: f64| { h23 += { let r: f64 = { ((if q15.v.len() > 0 { q15.v[(q15.k as usize) % q15.v.len()] } else { 0.25 })).min(x) }; r }; h23 }; let u22 = c21((p12.a + x)); c21(x); h23 * u22 };
(x).tanh() }
}
}
case!(p52, 0.7747719717764352, [0.3997283917496547], 1.0321569396394803, None, 4);

mod p53 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &P) -> f64 {
let mut e4: E = if !((p.a) <= (p.b)) { if p.b < { let h3: f64 = p.b; let c1 = |u2: f64| { if u2 > h3 { return u2; } { let r: f64 = { x }; r } }; c1(((p.a).powi(2) + 0.5).sqrt()) * h3 } { E::A({ let h3: f64 = p.b; let c1 = |u2: f64| { if u2 > h3 { return u2; } { let r: f64 = { x }; r } }; c1(((p.a).powi(2) + 0.5).sqrt()) * h3 }) } else { E::B { s: p.b, t: x } } } else { if { let h3: f64 = p.b; let c1 = |u2: f64| { if u2 > h3 { return u2; } { let r: f64 = { x }; r } }; c1(((p.a).powi(2) + 0.5).sqrt()) * h3 } < p.b { E::A(p.b) } else { E::B { s: { let h3: f64 = p.b; let c1 = |u2: f64| { if u2 > h3 { return u2; } { let r: f64 = { x }; r } }; c1(((p.a).powi(2) + 0.5).sqrt()) * h3 }, t: x } } };
(0..2 % 5).map(|i7| { let r: f64 = { x }; r }).map(f64::tanh).product::<f64>()
}
#[differentiate(reverse)]
pub fn g1(x: f64, w: Vec<f64>) -> f64 {
((x).min(x) + ((w.len() as f64) * (-1.6875)))
}
#[differentiate(reverse)]
pub fn g2(x: f64, p: &P) -> f64 {
let mut h3 = H { n: 3, kind: E::B { t: p.b, s: p.a }, at: None, best: None };
let (p10, q11) = f64::sin_cos((0..(h3.n as usize) % 5).map(|i6| { let r: f64 = { (((h3.n as usize) + 4 - i6 % 4) as f64) }; r }).map(f64::tanh).product::<f64>());
if ((p.b) >= (q11)) || ((p.b) <= (p.a)) {
let mut w15: Vec<f64> = (0..(h3.n as usize) % 5).map(|i14| { let r: f64 = { p10 }; r }).collect();
let t16: f64 = (-((h3.n as usize) as f64));
} else if (((h3.n as usize) * 2 + 0)) == (((h3.n as usize) + (h3.n as usize))) {
if let Some(u18) = &h3.at {
} else {
}
} else {
match &h3 {
H { best: o19, kind: E::B { t: u20, .. }, at: Some(P { a: u21, .. }), .. } => {
}
H { best: Some(_), kind: E::C(p22), at: Some(p23), n: 0 | 2,  } => {
}
H { best: None, kind: E::B { t: u24, .. }, at: Some(P { a: u25, .. }), .. } if *u24 > 0.2 => {
}
_ => {
}
}
let t26: f64 = x;
}
let t27: f64 = ((0.02 * f64::to_degrees((-3.96875))) / (f64::powi((p.a + p10), 2) + 0.75));
let mut q28 = Q { k: 2, p: p.clone(), r: [x, 0.5, x], v: vec![x, x] };
{ let r30 = &q28.r;
q28.p.b = f64::atan((r30.first().copied().unwrap_or(t27)));
q28.p.b += (q28.r[1]).copysign(3.4375);
}
(match ((q28.k as usize) + (q28.k as usize)) { 0 => { g0(q28.r[(h3.n as usize) % 3] + 0.25 * x, p) }, 1 | 2 => { p10 }, k if k % 3 == 1 => { q28.p.b }, _ => { (0.9 * (p.b).tanh()).acos() } })
}
#[differentiate(reverse)]
pub fn f(x: f64, h: H, o: Option<f64>, y: f64) -> f64 {
let Some(u1) = o else {  return (0.9 * f64::tanh(g2(x + 0.25 * x, &P { a: (((h.n as usize) + (h.n as usize)) as f64), b: x }))).tan() };
((0..(h.n as usize) % 5).map(|i4| { let r: f64 = { y }; r }).fold(u1, |a: f64, b: f64| 0.5 * a + b) + u1)
}
}
case!(p53, -0.22357956572756502, [0.5952307140885755, 0.0, 0.0, 0.0], -0.7444568113920859, H { at: None, best: Some { 0: -1.2144568113920857 }, kind: E::A { 0: 0.8691110596706634 }, n: 1 }, None, 0.6391110596706634);

mod p54 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, q: &Q) -> f64 {
{ ((-1.71875) - x) }
}
#[differentiate(reverse)]
pub fn g1(x: f64, q: &Q) -> f64 {
x
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<P>, n: usize) -> f64 {
((3 * 2 + n) as f64)
}
}
case!(p54, 9.0, [0.0, 0.0, 0.0], -1.4296123880406597, Some { 0: P { a: -1.6735284760535143, b: -0.9996123880406598 } }, 3);

mod p55 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, v: &[f64]) -> Vec<f64> {
vec![v[2 / 2], (x).atan2((x * x))]
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<P>, n: usize) -> f64 {
f64::abs((if (x) < (0.59375f64) { (-0.34375) } else { x }))
}
}
case!(p55, 1.1226062759387394, [1.0], 1.1226062759387394, None, 1);

mod p56 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
'l2: for i1 in (0..n % 8).step_by(n % 3 + 1) {
let t3: f64 = (f64::powi(1.3125, 2) + 0.5).powf(1.7);
match n {
0 | 3 => {
let t4: f64 = (0.9 * f64::tanh(2.8125)).asin();
'l6: for i5 in 0..i1 % 5 {
}
'l8: for i7 in (0..(5 * 2 + 2) % 8).step_by(n % 3 + 1) {
}
'l9: for e10 in v.iter() {
}
}
1..=2 => {
if ((if v.len() > 0 { v[n % v.len()] } else { 0.25 })) > (d.0) {  return d.0; }
}
k if k % 2 == 0 => {
}
_ => {
let t13: f64 = (d.0).max((-2.0));
if (d.1) > ((if v.len() > 0 { v[i1 % v.len()] } else { 0.25 })) {
}
}
}
}
let k14 = f64::abs((((if v.is_empty() { x } else { v[n % v.len()] }) % (f64::powi(x, 2) + 0.75)) - d.0)).min(5.0) as usize;
(f64::min(d.1, x) + { let mut h17: f64 = ((if v.len() > 0 { v[0 % v.len()] } else { 0.25 })).hypot((k14 as f64)); let mut c15 = |u16: f64| { h17 += { let r: f64 = { (d.1 + d.0) }; r }; h17 }; let u16 = c15((if v.len() > 0 { v[k14 % v.len()] } else { 0.25 })); c15(x); h17 * u16 })
}
}
case!(p56, 0.6109987049829172, [1.0, 1.7933914331316465, 1.7933914331316465, 0.7356249698655671], 0.5212806228787996, (-1.5371523942574812, 0.8), &[1.2241356851252396], 4);

mod p57 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
'l1: for i4 in 0..v.len() {
let k5 = f64::abs(x).min(5.0) as usize;
}
(if v.len() > 0 { v[4 % v.len()] } else { 0.25 })
}
}
case!(p57, -1.6318964031085434, [0.0, 0.0, 1.0, 0.0], -1.6072226810300838, &[-1.7193542226311034, -1.6318964031085434, 0.7484101217890503]);

mod p58 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, y: f64) -> Option<f64> {
let t1: f64 = ((2 as f64) * (y).copysign(x));
let t2: f64 = { match 2 {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
}
}
(x).tanh() };
None
}
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
'l2: for i1 in v.len() % 3..=2 % 4 {
let t6: f64 = v.iter().copied().skip(1).map(|e3| { let r: f64 = { ((-3.125) + (if v.is_empty() { x } else { v[i1 % v.len()] })) }; r }).map(f64::tanh).product::<f64>();
let mut q7 = Q { k: 0, p: P { a: t6, b: 0.5 * x }, r: [x, 0.5, x], v: v.to_vec() };
'l13: for (i12, e11) in q7.v.iter_mut().enumerate() {
*e11 += (t6 + q7.p.b);
q7.r[i12 % 3] *= f64::sin(q7.p.b);
let mut p14 = P { a: (if ((-0.375)) > ((i1 as f64)) { q7.r[(q7.k as usize) % 3] } else { (if v.is_empty() { x } else { v[i1 % v.len()] }) }), ..q7.p.clone() };
}
}
let t20: f64 = { let mut h17: f64 = x; let mut c15 = |u16: f64| { h17 += { let r: f64 = { u16 }; r }; h17 }; let u16 = c15((if v.len() > 0 { v[2 % v.len()] } else { 0.25 })); c15(x); h17 * u16 };
let t21: f64 = (0.9 * f64::tanh(x)).asin();
let mut q22 = Q { k: 2, p: P { a: t21, b: 0.5 * x }, r: [x, 0.5, x], v: v.to_vec() };
'l28: for e26 in q22.r.iter() {
q22.p.a = f64::atan((t21 * *e26));
let p29: ((f64, f64), f64) = (((q22.r[(5 + 4 - (q22.k as usize) % 4) % 3] - ((q22.p.b).powi(2) + 0.0).ln_1p()), (if v.is_empty() { x } else { v[(q22.r.len() + (q22.k as usize)) % v.len()] })), x);
}
(P { a: q22.v.windows(2).map(|e31| { let r: f64 = { q22.r[(q22.k as usize) % 3] }; r }).map(f64::tanh).product::<f64>(), ..q22.p.clone() }).a
}
}
case!(p58, 0.8100334621563036, [0.34159586472772063, 0.0, 0.0, 0.0, 0.0], 1.674793270649016, &[0.2767697795749527, 0.6567854430461648, 1.7357572100696776, -0.5638574291175714]);

mod p59 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, os: &[Option<f64>], y: f64) -> f64 {
x
}
}
case!(p59, 1.8940552710559309, [1.0, 0.0], 1.8940552710559309, &[None], 0.3206409644300525);
