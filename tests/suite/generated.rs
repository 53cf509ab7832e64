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
pub fn g0(x: f64, p: P) -> P {
P { b: ((4 as f64)).hypot((p.a).hypot(x)), a: f64::atan2(p.a, p.b) }
}
#[differentiate(reverse)]
pub fn g1(x: f64, q: &mut Q) -> f64 {
let mut w4: Vec<f64> = q.v.iter().zip(q.r.iter()).map(|(e1, h2)| { let r: f64 = { f64::mul_add({ q.r[q.v.len() % 3] }, q.r[1], x) }; r }).collect();
w4.iter().map(|e5| { let r: f64 = { (-1.5625) }; r }).map(f64::tanh).product::<f64>()
}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
let t1: f64 = (if v.len() > 0 { v[n % v.len()] } else { 0.25 });
let mut os2: [Option<f64>; 2] = [None, None];
let t3: f64 = p.b;
let mut m4: [[f64; 2]; 3] = [[{ let c5 = |u6: f64| { let r: f64 = { (if !(((-1.09375)) > ((-3.71875))) { (if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 }) } else { (match v.len() { 0 => { (v.len() as f64) }, 1 | 2 => { 2.625 }, k if k % 3 == 1 => { (if v.len() > 0 { v[n % v.len()] } else { 0.25 }) }, _ => { u6 } }) }) }; r }; c5((p.a % (f64::powi(f64::signum((-3.0)), 2) + 0.75))) + c5((if (p.b) <= ((if v.len() > 0 { v[(v.len() / (n + 1)) % v.len()] } else { 0.25 })) { (n as f64) } else { p.a })) }, (-2.9375)], [x, 0.5], [(-2.9375), x]];
let mut w10: Vec<f64> = v.to_vec();
(((f64::powi({ (n as f64) }, 2) + 1.5).acosh()).powi(2) + 0.5).cbrt()
}
}
case!(p0, 1.125639940715142, [0.0, 0.0, 0.0, 0.0], 0.9487888877857994, &P { a: -1.536783143970057, b: 0.6487888877857995 }, &[0.32772813000339784], 0);

mod p1 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, w: &mut Vec<f64>) {

}
#[differentiate(reverse)]
pub fn g1(x: f64, a: &[f64; 3]) -> f64 {
a[2 % 3]
}
#[differentiate(reverse)]
pub fn g2(x: f64, w: Vec<f64>) -> Vec<f64> {
match w.len() {
0 | 3 => {
}
1..=2 => {
let t4: f64 = w.chunks(2).map(|e1| { let r: f64 = { (2 as f64) }; r }).fold(x, |a: f64, b: f64| 0.5 * a + b);
let mut ps5 = [P { a: x, b: (match (1 / (4 + 1)) { 0 => { (if w.is_empty() { x } else { w[1 % w.len()] }) }, 1 | 2 => { (2 as f64) }, k if k % 3 == 1 => { (if w.is_empty() { x } else { w[w.len() % w.len()] }) }, _ => { x } }) }, P { a: (match (1 / (4 + 1)) { 0 => { (if w.is_empty() { x } else { w[1 % w.len()] }) }, 1 | 2 => { (2 as f64) }, k if k % 3 == 1 => { (if w.is_empty() { x } else { w[w.len() % w.len()] }) }, _ => { x } }), b: (-3.9375) }];
}
k if k % 2 == 0 => {
let mut w6: Vec<f64> = w.to_vec();
if !w6.is_empty() { let k9 = (3 + 4 - 2 % 4) % w6.len(); let k10 = 2 % w6.len(); w6.swap(k9, k10); }
}
_ => {
let t11: f64 = x;
let mut q12 = Q { k: 2, p: P { a: t11, b: 0.5 * x }, r: [x, 0.5, x], v: w.to_vec() };
'l18: for (i17, e16) in q12.v.iter_mut().enumerate() {
*e16 -= (t11 + q12.p.b);
q12.r[i17 % 3] += q12.p.b;
}
}
}
w
}
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
let mut w10: Vec<f64> = Vec::new();
let t14: f64 = (((x).atan2(1.03125f64) * (if ps.is_empty() { x } else { ps[17 % ps.len()].b })) - g1(x + 0.25 * x, &[x, x, 0.5]));
x
}
}
case!(p1, -0.7573719535583116, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -0.7573719535583116, &[P { a: -1.9626029532721532, b: -2.4926029532721534 }, P { a: 1.761390289521834, b: 1.231390289521834 }, P { a: -1.368071836270973, b: -1.898071836270973 }, P { a: 1.8048596929111178, b: 1.2748596929111178 }], 0);

mod p2 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, a: &[f64; 3]) -> f64 {
let mut ps4 = [P { a: x, b: a.iter().zip(a.iter()).map(|(e1, h2)| { let r: f64 = { (a[a.len() % 3]).atan2((*h2)) }; r }).fold((a[(a.len() / (2 + 1)) % 3]).to_radians(), |a: f64, b: f64| 0.5 * a + b) }, P { b: a[(2 * 2 + 2) % 3], a: a.iter().zip(a.iter()).map(|(e1, h2)| { let r: f64 = { (a[a.len() % 3]).atan2((*h2)) }; r }).fold((a[(a.len() / (2 + 1)) % 3]).to_radians(), |a: f64, b: f64| 0.5 * a + b) }];
let t5: f64 = (f64::powi(x, 2) + 0.5).powf(f64::sin(a[(2 + 2) % 3]));
let mut q6 = Q { k: 2, p: P { a: t5, b: 0.5 * x }, r: [x, 0.5, x], v: a.to_vec() };
'l12: for e10 in q6.r.iter() {
q6.p.a = f64::atan((t5 * *e10));
q6.v.push((q6.r[1] * x));
'l13: for e14 in q6.v.iter_mut() {
}
}
(a[(q6.k as usize) % 3] * f64::copysign(2.625, a[5 % 3]))
}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut f64) -> f64 {
(if (((-3.90625)) < (x)) && (((*u)) >= ((*u))) { ((*u)).to_radians() } else { (0..(2 / (4 + 1)) % 5).map(|i3| { let r: f64 = { x }; r }).sum::<f64>() })
}
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
let k1: usize = n;
let mut k2: usize = n;
x
}
}
case!(p2, -0.19991105118668387, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -0.19991105118668387, &[P { a: 0.17115996380964835, b: -0.35884003619035165 }, P { a: -1.8346956932829712, b: -2.3646956932829712 }, P { a: -0.6999214491513938, b: -1.229921449151394 }, P { a: 0.7122095232905911, b: 0.18220952329059104 }], 3);

mod p3 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, a: &[f64; 3]) -> f64 {
{ let c1 = |u2: f64| { let r: f64 = { 0.59375f64 }; r }; c1((x).rem_euclid((f64::powi(x, 2) + 0.75))) + c1((x * a[2 % 3])) }
}
#[differentiate(reverse)]
pub fn g1(x: f64, o: Option<f64>) -> Result<f64, usize> {
let t4: f64 = ((0.9 * ((2 as f64)).tanh()).exp() * (0..2 % 5).map(|i3| { let r: f64 = { x }; r }).fold(x, |a: f64, b: f64| 0.5 * a + b));
let p10 = P { a: ((x).abs()).hypot((-0.09375)), b: (0..(2 + 3) % 5).map(|i7| { let r: f64 = { o.unwrap_or(x) }; r }).sum::<f64>() };
let t14: f64 = (g0(p10.a + 0.25 * x, &[x, x, 0.5]) + (p10.a).max(p10.a));
let t15: f64 = g0(p10.a + 0.25 * x, &[{ let c11 = |u12: f64| { let r: f64 = { u12 }; r }; c11((-3.5)) + c11(x) }, x, 0.5]);
Ok(t14)
}
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
g0((-2.5) + 0.25 * x, &[g0((if v.is_empty() { x } else { v[(3 / (1 + 1)) % v.len()] }) + 0.25 * x, &[x, x, 0.5]), x, 0.5])
}
}
case!(p3, 1.1875, [0.0, 0.0, 0.0], 0.5318039418198944, &[1.8665735601694755, -1.7715789847721641]);

mod p4 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
(0.9 * f64::tanh((2.21875f64 + { let h3: f64 = x; let c1 = |u2: f64| { if u2 > h3 { return u2; } { let r: f64 = { x }; r } }; c1(1.5) * h3 }))).sinh()
}
}
case!(p4, 0.12736518392840568, [1.3337969465445214], -1.3844429855531273, &[], 1);

mod p5 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, w: Vec<f64>) -> Vec<f64> {
match 2 {
0 | 3 => {
'l1: for (i4, e2) in w.iter().enumerate() {
}
let d8 = Duo(w.iter().zip(w.iter()).map(|(e5, h6)| { let r: f64 = { (if w.len() > 0 { w[(2 + 4 - 2 % 4) % w.len()] } else { 0.25 }) }; r }).map(f64::tanh).product::<f64>(), P { a: (x + (if w.len() > 0 { w[5 % w.len()] } else { 0.25 })), b: 0.5 * x });
'l9: for e10 in w.iter() {
}
}
1..=2 => {
}
k if k % 2 == 0 => {
let t16: f64 = { let mut h15: f64 = 3.40625f64; let mut c13 = |u14: f64| { h15 += { let r: f64 = { ((2 + 4 - 2 % 4) as f64) }; r }; h15 }; let u14 = c13(w[2 / 2]); c13(x); h15 * u14 };
let t17: f64 = (if w.is_empty() { x } else { w[(5 + 4 - 2 % 4) % w.len()] });
'l18: for e19 in w.iter().rev() {
}
}
_ => {
'l23: for i22 in 2 % 3..(2 * 2 + w.len()) % 6 {
}
}
}
'l25: for i24 in (0..=5 % 4).rev() {
let mut a26: [f64; 3] = [(i24 as f64), (f64::powi((if w.len() > 0 { w[i24 % w.len()] } else { 0.25 }), 2) + 0.5).powf(f64::sin((i24 as f64))), x];
let mut w27: Vec<f64> = Vec::new();
'l29: for i28 in i24 % 3..4 % 6 {
}
}
'l30: for (e31, e32) in w.iter().zip(w.iter()) {
let t34: f64 = (if w.is_empty() { x } else { w[2 % w.len()] });
let mut q35 = Q { k: 0, p: P { a: t34, b: 0.5 * x }, r: [x, 0.5, x], v: w.to_vec() };
{ let Q { p: p36, r: r37, v: v38, .. } = &mut q35;
p36.a *= f64::sin((r37[1] + t34));
}
'l43: for i42 in ((q35.k as usize) % 3..3 % 6).rev() {
}
}
w
}
#[differentiate(reverse)]
pub fn g1(x: f64, h: H) -> H {
if let Some(u1) = h.best {
} else if let Some(u2) = h.best {
let t3: f64 = x;
if (x) < ((((h.n as usize) + (h.n as usize)) as f64)) {
} else if (x) < (u2) {
} else {
}
'l5: for i4 in (0..=0 % 4).rev() {
}
let mut t6 = (0.9 * (((h.n as usize) as f64)).tanh()).acos();
}
let t7: f64 = ((if (x) >= (x) { (-3.78125) } else { x }) + x);
let mut o8: Option<f64> = match h.best { Some(u) if u > t7 => Some(u * t7), other => other };
let t21: f64 = { let c9 = |u10: f64| { let r: f64 = { (((h.n as usize) as f64) * u10) }; r }; c9((x - 3.21875f64)) + c9((x - x)) };
let t22: f64 = f64::atan2((0..2 % 5).map(|i14| { let r: f64 = { (-3.53125) }; r }).sum::<f64>(), (match h.clone() { H { best: None, kind: E::A(u15) | E::B { s: u15, .. }, at: Some(P { a: u16, .. }), .. } => { x } H { best: Some(u17), n: 1..=2, .. } => { x } H { best: o18, kind: E::A(_) | E::U, at: Some(P { a: u19, .. }), n: k20,  } if u19 > 0.2 => { u19 } _ => { x } }));
h.clone()
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<P>, n: usize) -> f64 {
let t1: f64 = 2.75;
let t2: f64 = f64::copysign((x * (x).max(x)), (0.9 * f64::tanh(x)).sinh());
match n {
0 | 3 => {
let t2: f64 = { let Duo(s, p) = Duo(t2, P { a: x, b: 0.5 * x }); s * p.b };
let mut w6: Vec<f64> = (0..3 % 5).map(|i5| { let r: f64 = { (0.9 * f64::tanh((match i5 { 0 => { x }, 1 | 2 => { 2.6875 }, k if k % 3 == 1 => { x }, _ => { t2 } }))).asin() }; r }).collect();
if (t2) <= ((if w6.len() > 0 { w6[(n * 2 + n) % w6.len()] } else { 0.25 })) {
let mut k7: usize = 0;
'l8: while k7 < 0 % 5 && (((-1.5)) <= ((if w6.is_empty() { x } else { w6[(k7 / (k7 + 1)) % w6.len()] }))) {
k7 += 1;
}
let t9: f64 = f64::clamp(x, -1.5, 1.5);
} else {
let mut k10: usize = w6.len();
}
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
}
}
let t14: f64 = (f64::sin(((x).atan() * (0..1 % 5).map(|i13| { let r: f64 = { x }; r }).sum::<f64>()))).powi(1);
x
}
}
case!(p5, -1.2121163725009705, [1.0, 0.0, 0.0], -1.2121163725009705, Some { 0: P { a: -2.204940286885234, b: -0.7821163725009705 } }, 2);

mod p6 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, v: &[f64]) -> f64 {
let mut w4: Vec<f64> = v.iter().map(|e1| { let r: f64 = { (((v.len() as f64) + x) * (*e1)) }; r }).collect::<Vec<f64>>();
let mut k5: usize = 0;
'l6: while k5 < 0 % 5 && (!((3.96875f64) > (x))) {
k5 += 1;
if (x) < (x) {
}
if w4.len() > 0 { let k7 = k5 % w4.len();
w4[k7] = f64::atan((if v.is_empty() { x } else { v[w4.len() % v.len()] }));
}
}
(f64::round((-2.40625))).max((x).mul_add((-3.53125), x))
}
#[differentiate(reverse)]
pub fn g1(x: f64, a: [f64; 3]) -> [f64; 3] {
let s1 = &a[..];
[(-0.59375), a[0 % 3], x * 0.5]
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
let s1 = &v[..];
((x).min(y)).min({ let Duo(s, p) = Duo({ let h4: f64 = x; let c2 = |u3: f64| { if u3 > h4 { return u3; } { let r: f64 = { x }; r } }; c2(y) * h4 }, P { a: (y).tanh(), b: 0.5 * x }); s * p.b })
}
}
case!(p6, -1.6149856509230323, [1.0, 0.0, 0.0, 0.0], -1.6149856509230323, 1.7282417422713452, &[-1.0891054469284258, 1.0659701867270885], 0);

mod p7 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
let t1: f64 = ((n * 2 + v.len()) as f64);
let r2: Result<f64, usize> = Ok(t1);
(match r2 { Ok(u3) => { v.chunks(2).map(|e5| { let r: f64 = { { let c8 = |u9: f64| { let r: f64 = { (-3.5) }; r }; c8((if e5.len() > 0 { e5[n % e5.len()] } else { 0.25 })) + c8((-3.03125)) } }; r }).fold((d.1 * ((n * 2 + v.len()) as f64)), |a: f64, b: f64| 0.5 * a + b) }, Err(n4) => n4 as f64 * ((if v.len() > 0 { v[(n + 4 - n % 4) % v.len()] } else { 0.25 })) })
}
}
case!(p7, -9.5, [0.0, 0.0, 1.25, 0.0, 0.0, 0.0], -1.3212935584664938, (1.4121511449398003, 0.8), &[-1.9681910361858277, 1.0858463488973993, 0.49218723430441375], 1);

mod p8 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
let mut ps8 = vec![P { a: (f64::powi({ 'l1: for e2 in v.iter().rev() {
}
(0.9 * ((if v.is_empty() { x } else { v[n % v.len()] })).tanh()).sinh() }, 2) + 0.5).powf(f64::sin(f64::mul_add((2 as f64), (P { a: (if v.len() > 0 { v[0 % v.len()] } else { 0.25 }), b: (if v.is_empty() { x } else { v[2 % v.len()] }) }).a, x))), b: v.iter().rev().map(|e5| { let r: f64 = { 0.375 }; r }).sum::<f64>() }; (v.len() / (v.len() + 1)) % 4];
let t9: f64 = (0.02 * f64::to_degrees(d.1));
let mut os10: [Option<f64>; 2] = [None, None];
match n {
0 | 3 => {
let mut m11: Vec<Vec<f64>> = vec![vec![(d.0 / (f64::powi(((if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 }) * x), 2) + 0.75)), (f64::powi((match n { 0 => { x }, 1 | 2 => { d.0 }, k if k % 3 == 1 => { (n as f64) }, _ => { (-2.375) } }), 2) + 1.5).acosh()], vec![x, (f64::powi((match n { 0 => { x }, 1 | 2 => { d.0 }, k if k % 3 == 1 => { (n as f64) }, _ => { (-2.375) } }), 2) + 1.5).acosh()]];
let mut e17: E = if ((d.1) >= (m11[0 % m11.len()][(0 + 1) % 2])) && ((x) <= (m11[n % m11.len()][(n + 1) % 2])) { E::U } else { E::C(P { a: v.iter().zip(v.iter()).map(|(e14, h15)| { let r: f64 = { x }; r }).fold(d.0, f64::max), b: 0.5 * x }) };
'l18: for i21 in 0..v.len() {
if (2.9375) > (x) {
} else if (d.1) > (((i21 + n) as f64)) {
} else {
}
let t22: f64 = (((m11.len() + 4 - n % 4) as f64) + (-1.15625));
}
match (v.len() * 2 + m11.len()) {
0 | 3 => {
'l23: for e24 in v {
}
}
1..=2 => {
let t27: f64 = { (-2.0625) };
let mut w28: Vec<f64> = v.to_vec();
}
k if k % 2 == 0 => {
}
_ => {
}
}
}
1..=2 => {
}
k if k % 2 == 0 => {
let t37: f64 = (f64::sin((-2.53125))).powi(1);
let r38: Result<f64, usize> = Ok(t37);
}
_ => {
}
}
x
}
}
case!(p8, 1.6000343434415232, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.6000343434415232, (0.6203470219456325, 0.8), &[1.4854136258804531, -0.6971351494856756, 1.5815887027255748], 0);

mod p9 {
use super::*;
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g0_9(self, x: f64) -> P {
let d4 = Duo((0..(2 * 2 + 3) % 5).map(|i3| { let r: f64 = { (0.9 * (self.b).tanh()).cosh() }; r }).sum::<f64>(), self.clone());
P { a: (0..2 % 5).map(|i7| { let r: f64 = { { let mut h10: f64 = self.a; let mut c8 = |u9: f64| { h10 += { let r: f64 = { self.a }; r }; h10 }; let u9 = c8(self.a); c8(x); h10 * u9 } }; r }).sum::<f64>(), b: (x).mul_add(1.28125f64, x) }
}
}
#[differentiate(reverse)]
pub fn g1(x: f64, y: f64, n: usize) -> Result<f64, usize> {
let mut w6: Vec<f64> = (0..n % 5).map(|i3| { let r: f64 = { ((3 * 2 + n) as f64) }; r }).collect::<Vec<f64>>();
'l7: for e8 in w6.iter_mut() {
let k11: usize = (n + 1);
}
let t12: f64 = (y - { x });
let t13: f64 = x;
Ok(t12)
}
#[differentiate(reverse)]
pub fn g2(x: f64, os: &[Option<f64>]) -> f64 {
(f64::powi((-3.25), 2) + 0.5).powf(f64::sin((-0.34375)))
}
#[differentiate(reverse)]
pub fn f(x: f64, h: H, o: Option<f64>, y: f64) -> f64 {
(0.9 * f64::tanh((y).min((0..3 % 5).map(|i3| { let r: f64 = { x }; r }).sum::<f64>()))).cosh()
}
}
case!(p9, 1.4328960854229202, [-0.0011415347805355707, 0.0, 0.0, 0.0, 0.0], -1.5301056883758202, H { at: None, best: Some { 0: -2.00010568837582 }, kind: E::A { 0: 0.8061442601973803 }, n: 2 }, Some { 0: 0.2061442601973803 }, 0.5761442601973803);

mod p10 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, w: Vec<f64>) -> Vec<f64> {
let mut t1 = ((0.9 * ((w.len() as f64)).tanh()).exp2()).copysign(((if w.len() > 0 { w[0 % w.len()] } else { 0.25 }) / (f64::powi((if w.len() > 0 { w[3 % w.len()] } else { 0.25 }), 2) + 0.75)));
w
}
#[differentiate(reverse)]
pub fn g1(x: f64, o: Option<f64>) -> Option<f64> {
let mut k1: usize = 0;
'l2: loop {
if k1 >= 2 % 5 { break; }
k1 += 1;
if (5) != (k1) { break 'l2; }
}
let e3: E = if (x) <= (x) { E::C(P { a: (-3.3125), b: 0.5 * x }) } else { E::C(P { a: (if (1) == (k1) { x } else { (x).atan() }), b: 0.5 * x }) };
let t7: f64 = (0..(5 * 2 + k1) % 5).map(|i6| { let r: f64 = { (if (x) >= (1.375) { (-0.1875) } else { x }) }; r }).fold((if ((-1.21875)) >= ((-3.09375)) { x } else { x }), |a: f64, b: f64| 0.5 * a + b);
let t8: f64 = ((x - ((2 + 3) as f64)) * (x * x));
o.and_then(|u| if u > t7 { Some(u - t7) } else { o })
}
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g2_10(&self, x: f64) -> f64 {
let t1: f64 = (0.9 * f64::tanh((if (x) >= (self.b) { self.b } else { self.b }))).exp_m1();
let mut q2 = Q { k: 2, p: self.clone(), r: [x, 0.5, x], v: vec![x, x] };
{ let k9 = 206 % (q2.v.len() + 1);
let (r4, v5) = q2.v.split_at_mut(k9);
if let (Some(e6), Some(i7)) = (r4.first_mut(), v5.first()) {
*e6 -= (*i7 * t1);
}
let t10: f64 = self.a;
'l11: for i14 in 0..q2.r.len() {
}
}
(q2.p.b * (-1.40625))
}
}
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
'l2: for i1 in (n % 3..n % 6).rev() {
let mut k3: usize = 0;
'l4: loop {
if k3 >= n % 5 { break; }
k3 += 1;
if (x) < (x) { continue 'l4; }
if (x) < (x) { break 'l4; }
}
}
if (x) >= (((n as f64)).rem_euclid((f64::powi(x, 2) + 0.75))) {
} else if (n) == ((3 + 4 - n % 4)) {
let mut h8 = H { n: 0, kind: E::A(x), at: None, best: Some(x) };
let t13: f64 = { let p12: P = P { a: x, b: 0.5 * x }; p12.g2_10((0..n % 5).map(|i11| { let r: f64 = { x }; r }).map(f64::tanh).product::<f64>() + 0.25 * x) };
let mut o14: Option<P> = if t13 < 0.4 { h8.at.clone() } else { h8.at.clone() };
} else {
}
(f64::powi((match 3 { 0 => { (0..n % 5).map(|i17| { let r: f64 = { x }; r }).sum::<f64>() }, 1 | 2 => { { let p18: P = P { a: x, b: 0.5 * x }; p18.g2_10(x + 0.25 * x) } }, k if k % 3 == 1 => { (x * x) }, _ => { (x + (2 as f64)) } }), 2) + 1.0).powi(-2)
}
}
case!(p10, 0.038231057321046036, [-0.060650717332241276, 0.0, 0.0, 0.0, 0.0], 0.028390121531039522, &[P { a: -1.8416394106549052, b: -2.3716394106549052 }, P { a: 1.1008972551644551, b: 0.5708972551644551 }], 1);

mod p11 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> f64 {
let mut ps6 = vec![P { a: ((*u)).asinh(), b: (0..(2 / (1 + 1)) % 5).map(|i3| { let r: f64 = { x }; r }).map(f64::tanh).product::<f64>() }; (2 + 4 - 3 % 4) % 4];
(if (((*u)) < ((*u))) || ((x) <= ((*u))) { (*u) } else { (((2 + 2) as f64) * (4 as f64)) })
}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
let t1: f64 = (-0.4375);
let mut t2: f64 = (f64::powi(((-1.625) / (f64::powi(x, 2) + 0.75)), 2) + 0.0);
'l3: for e4 in v.iter() {
}
(if v.len() > 0 { v[n % v.len()] } else { 0.25 })
}
}
case!(p11, -1.1631319998288892, [0.0, 0.0, 0.0, 1.0, 0.0, 0.0], 1.0068756604762688, &P { a: 1.3139031372037315, b: 0.7068756604762687 }, &[-1.1631319998288892, -0.22912252108093692, -0.899207768061217], 0);

mod p12 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, w: &mut Vec<f64>) {

}
#[differentiate(reverse)]
pub fn g1<T: Real>(x: T, v: &[T]) -> T {
        let mut s = T::zero();
for e in v.iter().copied() {
s = s + e * T::real(0.5);
}
s
}
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
if (2) <= (2) {
} else if (f64::rem_euclid(3.0625, (f64::powi((if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 }), 2) + 0.75))) >= (((if v.is_empty() { x } else { v[v.len() % v.len()] }) % (f64::powi((if v.is_empty() { x } else { v[2 % v.len()] }), 2) + 0.75))) {
let t1: f64 = (if (x) < (x) { (x).sin() } else { (if ((if v.is_empty() { x } else { v[(v.len() * 2 + 2) % v.len()] })) < (x) { (if v.len() > 0 { v[4 % v.len()] } else { 0.25 }) } else { x }) });
let r2: Result<f64, usize> = Ok(t1);
let t3: f64 = { let Duo(s, p) = Duo(((2 * 2 + 2) as f64), P { a: x, b: 0.5 * x }); s * p.b };
let r4: Result<f64, usize> = Ok(t3);
} else {
if (2) <= (2) {
let t8: f64 = { let c5 = move |u6: f64, h7: f64| { let r: f64 = { x }; r }; c5(x, (2 as f64)) * c5((2 as f64), x) };
let mut o9: Option<P> = None;
} else if ((2 + 5)) == (2) {
} else {
'l11: for i10 in (0..(2 + v.len()) % 8).step_by((v.len() + 2) % 3 + 1) {
}
}
let mut a12: [f64; 3] = [f64::tanh((-3.75)), ((0.9 * (x).tanh()).acos()).cos(), x];
}
(((if v.is_empty() { x } else { v[0 % v.len()] })).rem_euclid((f64::powi((x * (2 as f64)), 2) + 0.75)) * (match 2 { 0 => { ((if v.is_empty() { x } else { v[v.len() % v.len()] })).atan2((if v.len() > 0 { v[(2 / (0 + 1)) % v.len()] } else { 0.25 })) }, 1 | 2 => { g1((if v.len() > 0 { v[1 % v.len()] } else { 0.25 }) + 0.25 * x, v) }, k if k % 3 == 1 => { 1.21875f64 }, _ => { (x - 1.15625f64) } }))
}
}
case!(p12, 0.04596028583417879, [-1.175866969336142, 0.5973911293414251], 0.2643277985679545, &[1.1121294995329873]);

mod p13 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, h: H, o: Option<f64>, y: f64) -> f64 {
let mut ps12 = [P { a: x, b: (f64::min((0..(h.n as usize) % 5).map(|i3| { let r: f64 = { (4 as f64) }; r }).map(f64::tanh).product::<f64>(), (y % (f64::powi(y, 2) + 0.75))) + ((y).copysign(y) + y)) }, P { a: (f64::min((0..(h.n as usize) % 5).map(|i3| { let r: f64 = { (4 as f64) }; r }).map(f64::tanh).product::<f64>(), (y % (f64::powi(y, 2) + 0.75))) + ((y).copysign(y) + y)), b: (match &h.kind { E::A(s4) => { y }, E::B { s: s4, t: t5 } => { { let mut h9: f64 = { let Duo(s, p) = Duo(0.6875, P { a: (*t5), b: 0.5 * x }); s * p.b }; let mut c7 = |u8: f64| { h9 += { let r: f64 = { h.at.as_ref().map(|u10| u10.b).unwrap_or(u8) }; r }; h9 }; let u8 = c7((*s4)); c7(x); h9 * u8 } }, E::C(p6) => { (2.75 - (x * p6.b)) }, E::U => { (match (3 * 2 + (h.n as usize)) { 0 => { f64::copysign(3.6875, x) }, 1 | 2 => { x }, k if k % 3 == 1 => { (x).max((((h.n as usize) + 4) as f64)) }, _ => { x } }) } }) }];
let mut w16: Vec<f64> = (0..((h.n as usize) + 1) % 5).map(|i15| { let r: f64 = { f64::atan2((P { b: 3.4375, a: (1 as f64) }).a, ((if ((-3.40625)) > (y) { x } else { (-0.03125) }) * (f64::powi(x, 2) + 0.5).powf(f64::sin(x)))) }; r }).collect::<Vec<f64>>();
let Some(u17) = o else {  return x };
if ((x) >= ((if w16.is_empty() { x } else { w16[(h.n as usize) % w16.len()] }))) || ((((if w16.len() > 0 { w16[4 % w16.len()] } else { 0.25 })) >= ((if w16.len() > 0 { w16[(h.n as usize) % w16.len()] } else { 0.25 }))) && ((x) >= ((if w16.len() > 0 { w16[5 % w16.len()] } else { 0.25 })))) {  return u17; }
(match &h.kind { E::A(s18) => { (0.9 * f64::tanh(2.3125)).asin() }, E::B { s: s18, t: t19 } => { (if !((y) <= (((h.n as usize) as f64))) { (*t19) } else { (match &h.kind { E::A(s21) => { (*t19) }, E::B { s: s21, t: t22 } => { (if w16.len() > 0 { w16[(h.n as usize) % w16.len()] } else { 0.25 }) }, E::C(p23) => { (if w16.len() > 0 { w16[(h.n as usize) % w16.len()] } else { 0.25 }) }, E::U => { u17 } }) }) }, E::C(p20) => { (if w16.len() > 0 { w16[(h.n as usize) % w16.len()] } else { 0.25 }) }, E::U => { f64::hypot({ y }, (if w16.is_empty() { x } else { w16[((h.n as usize) + 4) % w16.len()] })) } })
}
}
case!(p13, 1.9944712989630415, [0.03104824915244725, 0.0, 0.0, -0.593334154906937], 0.8091710141082858, H { at: None, best: Some { 0: 0.3391710141082859 }, kind: E::U, n: 0 }, Some { 0: -1.5533879426563773 }, -1.1833879426563771);

mod p14 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, w: &mut Vec<f64>) {
'l1: for (i4, e2) in w.iter().enumerate() {
if (w[i4]) > (x) {
} else if ((*e2)) < (w[i4]) {
} else {
}
let mut t5 = (*e2);
}
let p6 = P { a: ((if (2.09375f64) > (x) { (2 as f64) } else { x }) * (x).signum()), b: ((5 as f64)).floor() };

}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
let t4: f64 = v.chunks(2).map(|e1| { let r: f64 = { { let Duo(s, p) = Duo((if e1.len() > 0 { e1[(n * 2 + n) % e1.len()] } else { 0.25 }), p.clone()); s * p.b } }; r }).map(f64::tanh).product::<f64>();
if (1.6875) <= (v.chunks(2).map(|e5| { let r: f64 = { x }; r }).sum::<f64>()) {
}
if (n) != (0) {
let t14: f64 = f64::copysign(x, (0.9 * (p.a).tanh()).asin());
if (p.b) > ((if v.is_empty() { x } else { v[(v.len() / (v.len() + 1)) % v.len()] })) {  return ({ p.a } + p.b); }
}
let t15: f64 = p.a;
((n as f64) - ((if v.len() > 0 { v[n % v.len()] } else { 0.25 }) + p.a))
}
}
case!(p14, -1.159803766418892, [0.0, -1.0, 0.0, -1.0, 0.0], 0.5022930516913957, &P { a: 1.146806253246892, b: 0.20229305169139572 }, &[0.012997513172000225, -0.28726315128448976], 0);

mod p15 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, y: f64) -> f64 {
let mut d6 = Duo((match 5 { 0 => { (y).round() }, 1 | 2 => { { (-3.8125) } }, k if k % 3 == 1 => { (0.02 * (x).to_degrees()) }, _ => { (f64::powi(x, 2) + 0.5).powf(f64::sin(y)) } }), P { a: y, b: 0.5 * x });
d6.1.a
}
#[differentiate(reverse)]
pub fn f(x: f64, q: &Q, n: usize) -> f64 {
let t6: f64 = (q.r.iter().map(|e1| { let r: f64 = { (if q.v.len() > 0 { q.v[((q.k as usize) / (3 + 1)) % q.v.len()] } else { 0.25 }) }; r }).fold(1.875, f64::max) / (f64::powi((-2.625), 2) + 0.75));
'l16: for i15 in 0..q.r.len() % 5 {
}
(((match ((q.k as usize) / (2 + 1)) { 0 => { 2.0625 }, 1 | 2 => { q.r[(q.k as usize) % 3] }, k if k % 3 == 1 => { q.r[1] }, _ => { q.r[(0 + 4 - (q.k as usize) % 4) % 3] } }) + x) * (if q.v.len() > 0 { q.v[q.v.len() % q.v.len()] } else { 0.25 }))
}
}
case!(p15, 0.998724245167436, [0.5071730125777144, 0.0, 0.0, 0.0, 0.5071730125777144, 0.0, 1.9691983216760787], 1.1845991608380393, &Q { k: 4, p: P { a: 2.116631703401506, b: 0.6 }, r: [-1.5273236217694497, 0.7845991608380393, 2.126631703401506], v: vec![0.5071730125777144] }, 3);

mod p16 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, w: Vec<f64>) -> Vec<f64> {
let mut t1: f64 = (3.53125f64 * { 1.75 });
let mut t5 = f64::ceil(w.iter().chain(w.iter()).map(|e2| { let r: f64 = { (*e2) }; r }).fold((if w.is_empty() { x } else { w[(2 / (3 + 1)) % w.len()] }), |a: f64, b: f64| 0.5 * a + b));
w
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
match (2 + n) {
0 | 3 => {
}
1..=2 => {
let t3: f64 = (v.get(3).map_or((n as f64), |u1| { (-1.59375) }) % (f64::powi((x % (f64::powi(x, 2) + 0.75)), 2) + 0.75));
}
k if k % 2 == 0 => {
}
_ => {
}
}
(0..n % 5).map(|i9| { let r: f64 = { x }; r }).sum::<f64>()
}
}
case!(p16, 0.028189497336302525, [3.0, 0.0, 0.0, 0.0], 0.009396499112100842, 1.7749092915715208, &[0.1684287854171909, -1.2668567588457453], 3);

mod p17 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, os: &[Option<f64>], y: f64) -> f64 {
let t1: f64 = ((y / (f64::powi(x, 2) + 0.75)) * (x).copysign(y));
let r2: Result<f64, usize> = Ok(t1);
(((0.9 * f64::tanh((y + 3.8125))).sinh()).sin()).powi(1)
}
}
case!(p17, 0.8554875571731262, [0.0, 0.0, 0.0, 2.5959141567128154e-5], -1.1096187147467151, &[None, Some { 0: -0.035728015508373276 }, Some { 0: 0.5553043515147632 }, None], 1.9582989806399285);

mod p18 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
let t4 = (f64::powi((f64::powi({ let h3: f64 = v[0 / 2]; let c1 = |u2: f64| { if u2 > h3 { return u2; } { let r: f64 = { (if v.len() > 0 { v[(1 + 5) % v.len()] } else { 0.25 }) }; r } }; c1(x) * h3 }, 2) + 1.0).powi(-2), 2) + 0.5).powf(f64::sin(((match 2 { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { (if v.is_empty() { x } else { v[5 % v.len()] }) }, _ => { x } }) + x)));
let t5: f64 = (t4).mul_add((0.9 * ((0.9 * f64::tanh(0.0)).atanh()).tanh()).tan(), x);
let mut q6 = Q { k: 1, p: P { a: t5, b: 0.5 * x }, r: [x, 0.5, x], v: v.to_vec() };
'l12: for (i11, e10) in q6.r.iter_mut().enumerate() {
*e10 += (t5 + q6.p.b);
if q6.v.len() > 0 { let k13 = q6.v.len() % q6.v.len();
q6.v[k13] += ((if q6.v.len() > 0 { q6.v[v.len() % q6.v.len()] } else { 0.25 }) - (if q6.v.len() > 0 { q6.v[(v.len() + (q6.k as usize)) % q6.v.len()] } else { 0.25 }));
}
q6.v.push((if q6.v.len() > 0 { q6.v[5 % q6.v.len()] } else { 0.25 }));
}
q6.p.b *= f64::sin((2.3125 * (q6.r[1] / (f64::powi((if v.len() > 0 { v[q6.r.len() % v.len()] } else { 0.25 }), 2) + 0.75))));
let t4: f64 = q6.r.windows(2).map(|e14| { let r: f64 = { { let e17: E = if (q6.p.b) < (e14[0]) { E::U } else { if (q6.r[0 % 3] * x) < ((e14[1]).powi(2) + 1.5).acosh() { E::A(((e14[1]).powi(2) + 1.5).acosh()) } else { E::B { s: (q6.r[0 % 3] * x), t: x } } };
let t18: f64 = ((-1.5) / (f64::powi((q6.v.len() as f64), 2) + 0.75));
let mut q19 = Q { k: 2, p: q6.p.clone(), r: [x, 0.5, x], v: q6.r.to_vec() };
std::mem::swap(&mut q19.p.a, &mut q19.r[2]);
q19.p.a = f64::atan(t18);
q19.v.iter().copied().skip(1).map(|e26| { let r: f64 = { (if q19.v.is_empty() { x } else { q19.v[(q19.k as usize) % q19.v.len()] }) }; r }).fold(q19.r[1], f64::max) } }; r }).fold((-3.0), |a: f64, b: f64| 0.5 * a + b);
q6.r[q6.v.len() % 3]
}
}
case!(p18, 3.3414744381183388, [1.5, 0.0], 1.8943162920788925, None, &[1.9197662046422979]);

mod p19 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, q: &Q) -> f64 {
'l8: for i7 in (0..=(q.k as usize) % 4).rev() {
}
f64::mul_add(q.r.chunks(2).map(|e9| { let r: f64 = { q.p.b }; r }).sum::<f64>(), 2.9375, x)
}
#[differentiate(reverse)]
pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
let mut t1 = x;
let mut m2: [[f64; 2]; 3] = [[(((match n { 0 => { (if v.len() > 0 { v[w.len() % v.len()] } else { 0.25 }) }, 1 | 2 => { t1 }, k if k % 3 == 1 => { (-3.71875) }, _ => { x } }) * ((if w.is_empty() { x } else { w[(v.len() + 4 - n % 4) % w.len()] }) % (f64::powi(t1, 2) + 0.75))) % (f64::powi((0.375 + v.iter().zip(v.iter()).map(|(e5, h6)| { let r: f64 = { x }; r }).sum::<f64>()), 2) + 0.75)); 2]; 3];
if (w.len()) > (n) {
let mut m8: Vec<Vec<f64>> = vec![vec![(f64::powi((-3.28125), 2) + 1.0).powi(-2); 2]; (n + 3) % 3 + 1];
let t15: f64 = w.iter().step_by(2).take(3).map(|e9| { let r: f64 = { w.iter().rev().map(|e12| { let r: f64 = { (*e9) }; r }).map(f64::tanh).product::<f64>() }; r }).fold((t1).hypot(((n / (3 + 1)) as f64)), |a: f64, b: f64| 0.5 * a + b);
let mut o16: Option<P> = None;
} else {
let t17: f64 = ((2.53125f64 * (n as f64)) * (t1).rem_euclid((f64::powi(x, 2) + 0.75)));
let mut os18: Vec<Option<f64>> = vec![None, None, None];
}
let t19: f64 = f64::ceil((x + t1));
(f64::powi(3.0, 2) + 0.5).powf(f64::sin((if (t1) >= (2.03125f64) { t1 } else { (if w.len() > 0 { w[(2 / (n + 1)) % w.len()] } else { 0.25 }) })))
}
}
case!(p19, 1.745390834344671, [0.0, 0.0], 1.1275866823735088, vec![], &[-1.0481148115908192], 0);

mod p20 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &mut P, u: &mut [f64]) {
p.b /= 1.5 + f64::cos(((x).max(p.b)).max(((x).powi(2) + 0.5).powf(1.7)));

}
#[differentiate(reverse)]
pub fn g1(x: f64, y: f64, n: usize) -> Result<f64, usize> {
let t1: f64 = f64::mul_add(x, ((x).powi(2) + 0.5).cbrt(), x);
let t2: f64 = f64::copysign(y, (0.9 * (x).tanh()).tan());
Ok(t1)
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<P>, n: usize) -> f64 {
let mut e3: E = if (n) < (3) { E::B { t: { let mut ps1 = [P { a: x, b: x }, P { b: (x / (f64::powi(x, 2) + 0.75)), a: x }];
let t2: f64 = (x - x);
t2 }, s: { (((-x)).powi(2) + 1.5).acosh() } } } else { E::U };
let t4: f64 = ((x).powi(2) + 0.5).cbrt();
let mut k5: usize = n;
((f64::atan2(2.40625f64, x) / (f64::powi((x * x), 2) + 0.75)) % (f64::powi(x, 2) + 0.75))
}
}
case!(p20, 0.9739146550999586, [-2.1647221895108943, 0.0, 0.0], 0.8472391252631332, Some { 0: P { a: -2.1125639648585377, b: 1.2772391252631332 } }, 5);

mod p21 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &mut P) {

}
#[differentiate(reverse)]
pub fn g1(x: f64, h: &H) -> f64 {
if ((h.n as usize)) == (((h.n as usize) / ((h.n as usize) + 1))) {
if (x) >= (x) {
}
let mut w10: Vec<f64> = (0..3 % 5).map(|i9| { let r: f64 = { (0.9 * f64::tanh(3.5)).acos() }; r }).collect();
} else {
if let Some(u11) = &h.at {
} else {
}
}
let Some(u12) = h.best else {  return x };
(0..(h.n as usize) % 5).map(|i15| { let r: f64 = { (match ((h.n as usize) / ((h.n as usize) + 1)) { 0 => { x }, 1 | 2 => { (i15 as f64) }, k if k % 3 == 1 => { u12 }, _ => { x } }) }; r }).fold((-0.40625), f64::max)
}
#[differentiate(reverse)]
pub fn g2(x: f64, h: &mut H) {

}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64) -> f64 {
let t7: f64 = { let mut h3: f64 = x; let mut c1 = |u2: f64| { h3 += { let r: f64 = { (u2).copysign(u2) }; r }; h3 }; let u2 = c1(((x).powi(2) + 1.0).powi(-2)); c1(x); h3 * u2 };
let r8: Result<f64, usize> = Ok(t7);
let e15: E = if (x) > ((match r8 { Ok(u11) => { u11 }, Err(n12) => n12 as f64 * (y) })) { if x < 2.90625f64 { E::A(2.90625f64) } else { E::B { s: x, t: x } } } else { if 2.90625f64 < x { E::A(x) } else { E::B { s: 2.90625f64, t: x } } };
(P { a: (1.0 / ((y).powi(2) + 0.75)), b: (0..2 % 5).map(|i18| { let r: f64 = { y }; r }).fold(1.5, |a: f64, b: f64| 0.5 * a + b) }).a
}
}
case!(p21, 0.44338142583865414, [0.0, -0.48240315553822577], -1.9888241213603945, 1.2269451634263417);

mod p22 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, h: &H, y: f64) -> f64 {
let mut w6: Vec<f64> = (0..(h.n as usize) % 5).map(|i3| { let r: f64 = { (match (h.n as usize) { 0 => { (h.best.unwrap_or(y) - 0.28125f64) }, 1 | 2 => { y }, k if k % 3 == 1 => { (f64::sin((if (y) <= (y) { ((h.n as usize) as f64) } else { y }))).powi(1) }, _ => { y } }) }; r }).collect();
let t7: f64 = (x).rem_euclid((f64::powi(x, 2) + 0.75));
let t8: f64 = f64::floor({ (if w6.len() > 0 { w6[(h.n as usize) % w6.len()] } else { 0.25 }) });
let r9: Result<f64, usize> = Ok(t8);
(y * { let h12: f64 = x; let c10 = |u11: f64| { if u11 > h12 { return u11; } { let r: f64 = { y }; r } }; c10(y) * h12 })
}
}
case!(p22, 0.1877561111834553, [0.5468976821765964, 0.0, 0.0, 0.0, 0.5077746737805913], 0.34331122128037794, &H { at: None, best: Some { 0: -0.12668877871962203 }, kind: E::C { 0: P { a: 0.4, b: 1.0495253086788825 } }, n: 2 }, 0.7395253086788824);

mod p23 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
(if v.is_empty() { x } else { v[2 % v.len()] })
}
}
case!(p23, 1.9746925918384928, [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0], 1.5148872792248698, (1.9617655461744183, 0.8), &[-1.4993349524514383, -1.7688224765620821, 1.9746925918384928, -0.8146491859164505], 5);

mod p24 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, h: H, o: Option<f64>, y: f64) -> f64 {
let mut a1: [f64; 3] = [(if ((2.09375f64 * 1.03125f64)) < (x) { f64::sin(2.75) } else { (1.0 / (((y * x)).powi(2) + 0.75)) }); 3];
((y + y)).mul_add((match (h.n as usize) { 0 => { y }, 1 | 2 => { a1[(h.n as usize) % 3] }, k if k % 3 == 1 => { y }, _ => { a1[(h.n as usize) % 3] } }), x)
}
}
case!(p24, 1.1403575090741742, [1.0, 0.0, -0.05761429102357592], 1.1399425832579055, H { at: None, best: None, kind: E::U, n: 0 }, Some { 0: -0.384403572755894 }, -0.01440357275589398);

mod p25 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, e: &E, y: f64) -> f64 {
let t1: f64 = x;
let o2: Option<f64> = None;
(((x).asinh()).asinh() * (-1.90625))
}
}
case!(p25, -0.49500553224979693, [-1.7819416049560963, 0.0, 0.0, 0.0], 0.265631882864917, &E::B { s: 0.765631882864917, t: 0.35121915690475497 }, 0.641219156904755);

mod p26 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, o: &Option<P>) -> f64 {
'l2: for i1 in 0..2 % 5 {
}
let mut w9: Vec<f64> = (0..2 % 5).map(|i5| { let r: f64 = { (0..i5 % 5).map(|i8| { let r: f64 = { (x).trunc() }; r }).fold(x, f64::max) }; r }).collect::<Vec<f64>>();
({ let c10 = |u11: f64| { let r: f64 = { u11 }; r }; c10(x) + c10((if w9.is_empty() { x } else { w9[2 % w9.len()] })) } * (2 as f64))
}
#[differentiate(reverse)]
pub fn g1(x: f64, o: Option<f64>) -> Result<f64, usize> {
let t1: f64 = (x - ((x).powi(2) + 1.0).log10());
let t2: f64 = (match (2 * 2 + 2) { 0 => { x }, 1 | 2 => { (x % (f64::powi(x, 2) + 0.75)) }, k if k % 3 == 1 => { (x).hypot(x) }, _ => { { let Duo(s, p) = Duo(x, P { a: x, b: 0.5 * x }); s * p.b } } });
Ok(t1)
}
#[differentiate(reverse)]
pub fn g2(x: f64, n: usize) -> E {
let mut ps2 = vec![P { a: { let mut p1 = P { a: (x * x), b: (-1.78125) };
p1.b -= (p1.b - p1.b);
p1.a }, b: f64::clamp(x, -1.5, 1.5) }, P { a: x, b: f64::clamp(x, -1.5, 1.5) }];
E::A(g0(g0(x + 0.25 * x, &Some(P { a: (-3.21875), b: 0.5 })) + 0.25 * x, &Some(P { a: (x).rem_euclid((f64::powi(x, 2) + 0.75)), b: 0.5 })))
}
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
'l2: for i1 in n % 3..v.len() % 6 {
}
v.iter().map(|e3| { let r: f64 = { ((match n { 0 => { 2.71875f64 }, 1 | 2 => { x }, k if k % 3 == 1 => { d.1 }, _ => { (*e3) } }) * (if v.len() > 0 { v[(n * 2 + 1) % v.len()] } else { 0.25 })) }; r }).map(f64::tanh).product::<f64>()
}
}
case!(p26, 0.850667012030587, [-0.4931347438555487, 0.0, 0.0, 0.0, 0.2468631365164334], -0.8961706082688106, (1.9166170092939208, 0.8), &[-0.040538278188725005, 1.7901938280286418], 1);

mod p27 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, h: &H, y: f64) -> f64 {
(f64::atan2(3.21875f64, x) / (f64::powi((if (2.875) > ((-3.90625)) { { x } } else { y }), 2) + 0.75))
}
}
case!(p27, 0.50841300843353, [-0.6615257833829833, 0.0, 0.0, 0.0, 0.0], 1.2659291337798557, &H { at: None, best: Some { 0: 0.7959291337798557 }, kind: E::B { s: 1.7659291337798557, t: 0.09674620817828905 }, n: 2 }, 0.38674620817828903);

mod p28 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, h: &mut H) {
let t1: f64 = x;

}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut f64) -> f64 {
let mut a1: [f64; 3] = [(match (2 * 2 + 0) { 0 => { (2 as f64) }, 1 | 2 => { f64::max(3.75, x) }, k if k % 3 == 1 => { f64::clamp(x, -1.5, 1.5) }, _ => { 3.8125 } }), 1.03125f64, x];
'l3: for i2 in (0..2 % 8).step_by(2 % 3 + 1) {
let t7: f64 = { let c4 = move |u5: f64, h6: f64| { let r: f64 = { x }; r }; c4(a1[4 % 3], 2.75) * c4(2.75, x) };
let r8: Result<f64, usize> = Ok(t7);
}
(if ((2 + 4)) > (2) { { let mut h11: f64 = (*u); let mut c9 = |u10: f64| { h11 += { let r: f64 = { x }; r }; h11 }; let u10 = c9(1.9375); c9(x); h11 * u10 } } else { (*u) })
}
#[differentiate(reverse)]
pub fn f(x: f64, h: &H, y: f64) -> f64 {
let t1: f64 = (y).hypot(x);
let mut o2: Option<P> = if t1 < 0.4 { h.at.clone() } else { h.at.clone() };
((match (h.n as usize) { 0 => { ((2 as f64)).hypot(x) }, 1 | 2 => { { let h5: f64 = 0.53125f64; let c3 = |u4: f64| { if u4 > h5 { return u4; } { let r: f64 = { u4 }; r } }; c3(x) * h5 } }, k if k % 3 == 1 => { (y * y) }, _ => { y } }) * y)
}
}
case!(p28, 2.085851496702946, [0.0, -2.888495453832632], -0.6801284303062085, &H { at: None, best: None, kind: E::U, n: 3 }, -1.444247726916316);

mod p29 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<P>, n: usize) -> f64 {
let mut w1: Vec<f64> = Vec::new();
{ let c2 = move |u3: f64, h4: f64| { let r: f64 = { (u3 - h4) }; r }; c2(x, (x * (if w1.len() > 0 { w1[n % w1.len()] } else { 0.25 }))) * c2((x * (if w1.len() > 0 { w1[n % w1.len()] } else { 0.25 })), x) }
}
}
case!(p29, -1.5551532857052386, [1.8705867776814813], -1.6627438023835388, None, 1);

mod p30 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, ps: &[P]) -> f64 {
let t1: f64 = x;
let mut os2: Vec<Option<f64>> = vec![None, None, None];
let mut m3: [[f64; 2]; 3] = [[(0..4 % 5).map(|i6| { let r: f64 = { x }; r }).sum::<f64>(), (x + (x / (f64::powi((-1.46875), 2) + 0.75)))], [x, 0.5], [(x + (x / (f64::powi((-1.46875), 2) + 0.75))), x]];
((x).powi(2) + 0.5).cbrt()
}
#[differentiate(reverse)]
pub fn g1(x: f64, o: &Option<P>) -> f64 {
let t1: f64 = ((x * x)).max((2 as f64));
let mut q2 = Q { k: 1, p: P { a: t1, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
{ let r4 = &q2.r;
q2.p.b += (r4.first().copied().unwrap_or(t1));
}
q2.r[1]
}
#[differentiate(reverse)]
pub fn g2(x: f64, u: &mut f64, s: &mut f64) -> f64 {
f64::hypot(x, g0(x + 0.25 * x, &[P { a: (*u), b: x }, P { b: 0.5, a: x }]))
}
#[differentiate(reverse)]
pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
(f64::powi((-3.25), 2) + 1.0).recip()
}
}
case!(p30, 0.08648648648648649, [0.0, 0.0], -1.4244580824033295, vec![], &[-1.8344992400234534], 3);

mod p31 {
use super::*;
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g0_31(self, x: f64) -> P {
let t4: f64 = { let c1 = |u2: f64| { let r: f64 = { (if (x) <= (x) { u2 } else { self.b }) }; r }; c1((x * 3.59375f64)) + c1((x).mul_add(x, x)) };
let t5: f64 = (x + (-3.75));
let mut o6: Option<f64> = None;
let mut ps13 = vec![P { b: (x % (f64::powi((0..2 % 5).map(|i12| { let r: f64 = { self.b }; r }).map(f64::tanh).product::<f64>(), 2) + 0.75)), ..self.clone() }, P { a: x, b: (x % (f64::powi((0..2 % 5).map(|i12| { let r: f64 = { self.b }; r }).map(f64::tanh).product::<f64>(), 2) + 0.75)) }];
P { a: (self.b + (5 as f64)), b: self.b }
}
}
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g1_31(self, x: f64) -> P {
P { b: self.a, ..self.clone() }
}
}
#[differentiate(reverse)]
pub fn g2(x: f64, h: &H) -> f64 {
if ((x) <= (3.5625)) || (((3 as f64)) < (x)) {
let t1: f64 = (match 5 { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { x }, _ => { x } });
}
match &*h {
H { best: Some(u2), kind: E::C(P { b: u3, a: _ }), at: Some(P { a: u4, .. }), n: k5,  } => {
}
H { kind: E::A(_) | E::U, at: Some(p6), n: k7, .. } => {
let t8 = p6.a;
let p19: P = p6.clone();
let mut p18: P = p19.g1_31((match &*h { H { best: Some(u9), kind: E::B { t: u10, .. }, at: Some(p11), n: k12,  } if *u9 > 0.2 => { (*u9) } H { best: o13, at: Some(p14), n: k15, .. } => { t8 } H { best: Some(_), kind: E::C(p16), at: Some(p17), n: 0 | 2,  } => { p16.a } _ => { p6.a } }) + 0.25 * x);
}
H { kind: E::A(_) | E::U, at: Some(p20), n: k21, .. } => {
let mut q22 = Q { k: 0, p: p20.clone(), r: [(if ((-3.65625)) >= (p20.b) { x } else { x }), 0.5, x], v: vec![(if ((-3.65625)) >= (p20.b) { x } else { x }), x] };
if (q22.p.b) >= (((h.n as usize) as f64)) {
}
}
_ => {
let t23: f64 = ((x).powi(2) + 1.0).log2();
}
}
match &h.kind {
E::A(s24) => {
'l28: for i27 in 0..((h.n as usize) / ((h.n as usize) + 1)) % 5 {
}
match &h.kind {
E::A(s29) => {
}
E::B { s: s29, t: t30 } if *t30 > 0.25 => {
}
E::C(p31) => {
}
_ => {
}
}
}
E::B { s: s24, t: t25 } if *t25 > 0.25 => {
let mut e32: E = if (3.28125f64) < ((-1.46875)) { E::A(((3 as f64)).atan2((*t25))) } else { E::U };
}
E::C(p26) => {
let t33: f64 = x;
let mut q34 = Q { k: 2, p: p26.clone(), r: [x, 0.5, x], v: vec![x, x] };
{ let r36 = &q34.v;
q34.p.b -= (r36.first().copied().unwrap_or(t33));
}
q34.r[1] += q34.r[(h.n as usize) % 3];
let t41: f64 = (match (h.n as usize) { 0 => { q34.r[1] }, 1 | 2 => { ((h.n as usize) as f64) }, k if k % 3 == 1 => { p26.a }, _ => { 0.0625 } });
}
_ => {
let t42: f64 = { x };
}
}
x
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64) -> f64 {
y
}
}
case!(p31, 1.912332110983252, [0.0, 1.0], 1.028363315391208, 1.912332110983252);

mod p32 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, h: &mut H) {
let t1: f64 = x;
if (x) >= ((4 as f64)) {
} else {
'l3: for i2 in (h.n as usize) % 3..(h.n as usize) % 6 {
}
}

}
#[differentiate(reverse)]
pub fn g1(x: f64, e: &E) -> f64 {
(x * (-0.65625))
}
#[differentiate(reverse)]
pub fn g2(x: f64, w: &mut Vec<f64>) {
match (2 / (3 + 1)) {
0 | 3 => {
let t1: f64 = (match 5 { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { x }, _ => { (w.len() as f64) } });
let mut o2: Option<P> = None;
}
1..=2 => {
}
k if k % 2 == 0 => {
let t3: f64 = ((2 as f64)).hypot(x);
let mut q4 = Q { k: 2, p: P { a: t3, b: 0.5 * x }, r: [x, 0.5, x], v: w.to_vec() };
{ let r6 = &q4.v;
q4.p.b -= (r6.first().copied().unwrap_or(t3));
}
let t11: f64 = (((q4.k as usize) as f64) - x);
let k12 = f64::abs((if w.len() > 0 { w[(q4.k as usize) % w.len()] } else { 0.25 })).min(5.0) as usize;
}
_ => {
if w.len() > 0 { let k16 = w.len() % w.len();
w[k16] += w.iter().filter(|e13| **e13 > 0.2).map(|e13| { let r: f64 = { x }; r }).sum::<f64>();
}
'l18: for i17 in 0..(2 + w.len()) % 5 {
}
let k19 = f64::abs((if w.len() > 0 { w[2 % w.len()] } else { 0.25 })).min(5.0) as usize;
}
}
let t20: f64 = g1((if w.len() > 0 { w[1 % w.len()] } else { 0.25 }) + 0.25 * x, &E::A(x));

}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
let t5: f64 = { 'l2: for i1 in 0..(0 * 2 + n) % 5 {
}
(if v.is_empty() { x } else { v[n % v.len()] }) };
(match 4 { 0 => { ((f64::powi((-3.375), 2) + 0.5).cbrt()).to_radians() }, 1 | 2 => { (if v.is_empty() { x } else { v[n % v.len()] }) }, k if k % 3 == 1 => { (if !((x) >= (p.b)) { (if v.is_empty() { x } else { v[(2 + 4 - n % 4) % v.len()] }) } else { ((x).powi(2) + 1.0).powi(-2) }) }, _ => { p.a } })
}
}
case!(p32, 0.3520550489239636, [-0.6917317801190904, 0.0, 0.0, 0.0], 0.8278694793393259, &P { a: 2.0978212367183313, b: 0.5278694793393259 }, &[-1.3821140215041836], 0);

mod p33 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &P) -> f64 {
((0..3 % 5).map(|i3| { let r: f64 = { p.a }; r }).fold((2 as f64), |a: f64, b: f64| 0.5 * a + b) + (x).min(p.a))
}
#[differentiate(reverse)]
pub fn g1(x: f64, n: usize) -> E {
if (3) == (3) {  return E::A((if (x) > (x) { x } else { x })); }
let k3: usize = (1 + 4 - n % 4);
E::B { t: (0..0 % 5).map(|i6| { let r: f64 = { 1.78125f64 }; r }).fold((P { a: x, b: x }).a, |a: f64, b: f64| 0.5 * a + b), s: (k3 as f64) }
}
#[differentiate(reverse)]
pub fn g2(x: f64, u: &mut f64) -> f64 {
match 3 {
0 | 3 => {
let t1: f64 = { let Duo(s, p) = Duo((2 as f64), P { a: x, b: 0.5 * x }); s * p.b };
let o2: Option<f64> = None;
let mut w3: Vec<f64> = Vec::new();
}
1..=2 => {
let mut e4: E = g1(((3 as f64)).atan2(x) + 0.25 * x, 3);
*u *= f64::sin(((*u) + x));
}
k if k % 2 == 0 => {
let mut w8: Vec<f64> = (0..3 % 5).map(|i7| { let r: f64 = { x }; r }).collect::<Vec<f64>>();
let mut t9: f64 = ((-3.9375) - (-2.34375));
let mut m10: Vec<Vec<f64>> = vec![vec![x, (t9 + t9)], vec![x, (t9 + t9)]];
}
_ => {
let mut ps11 = [P { a: x, b: (0.9 * (((2 * 2 + 1) as f64)).tanh()).tan() }, P { b: (x).abs(), a: (0.9 * (((2 * 2 + 1) as f64)).tanh()).tan() }];
let mut ps12 = [P { a: x, b: ((3 as f64) - (*u)) }, P { b: (*u), a: ((3 as f64) - (*u)) }];
let mut k13: usize = 0;
'l14: while k13 < 2 % 5 && (((*u)) > (x)) {
k13 += 1;
}
}
}
let e15: E = g1(((-(*u)) * x) + 0.25 * x, 4);
0.65625f64
}
#[differentiate(reverse)]
pub fn f(x: f64, q: &Q, n: usize) -> f64 {
let t1: f64 = (0.9 * f64::tanh((match (q.k as usize) { 0 => { (q.r[1]).round() }, 1 | 2 => { (n as f64) }, k if k % 3 == 1 => { (q.r[1] * q.r[1]) }, _ => { { x } } }))).acos();
let mut t14 = x;
let t30: f64 = q.v.iter().enumerate().map(|(i17, e15)| { let r: f64 = { { let c18 = |u19: f64| { let r: f64 = { q.v.windows(2).map(|e24| { let r: f64 = { q.r[n % 3] }; r }).fold(q.r[n % 3], f64::max) }; r }; c18((if (q.v[i17]) >= (q.r[1]) { q.r[n % 3] } else { 0.21875f64 })) + c18(q.v.iter().copied().skip(1).map(|e21| { let r: f64 = { q.p.b }; r }).fold(q.r[(i17 * 2 + 3) % 3], f64::max)) } }; r }).fold((q.r.iter().chain(q.r.iter()).map(|e27| { let r: f64 = { (if q.v.len() > 0 { q.v[(q.k as usize) % q.v.len()] } else { 0.25 }) }; r }).map(f64::tanh).product::<f64>() / (f64::powi(t14, 2) + 0.75)), |a: f64, b: f64| 0.5 * a + b);
let mut o31: Option<f64> = q.v.first().copied();
f64::rem_euclid(((q.r[1]).powi(2) + 0.5).sqrt(), (f64::powi(q.v.iter().copied().skip(1).map(|e32| { let r: f64 = { (t14).min((if q.v.len() > 0 { q.v[((q.k as usize) + 4 - n % 4) % q.v.len()] } else { 0.25 })) }; r }).map(f64::tanh).product::<f64>(), 2) + 0.75))
}
}
case!(p33, 0.7458767815095944, [0.0, 0.0, 0.0, 0.0, -0.3182080518932159, 0.0, 0.0, 0.0, 0.0], 0.16265600240345018, &Q { k: 5, p: P { a: -0.16737601704081123, b: 0.6 }, r: [-0.9768892547202721, -0.23734399759654984, -0.15737601704081122], v: vec![-1.814416773715466, -1.8389395551746361, 1.7607884490365404] }, 4);

mod p34 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
let k1: usize = 1;
let mut ps7 = vec![P { a: ({ y } + x), b: ((match (0 * 2 + k1) { 0 => { v.iter().map(|e2| { let r: f64 = { (if v.is_empty() { x } else { v[n % v.len()] }) }; r }).fold((if v.is_empty() { x } else { v[n % v.len()] }), |a: f64, b: f64| 0.5 * a + b) }, 1 | 2 => { (match k1 { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { 0.34375f64 }, _ => { x } }) }, k if k % 3 == 1 => { (x).max(1.21875f64) }, _ => { y } }) + ((-2.3125) + (if v.len() > 0 { v[k1 % v.len()] } else { 0.25 }))) }; (0 * 2 + k1) % 4];
(if v.len() > 0 { v[(n / (k1 + 1)) % v.len()] } else { 0.25 })
}
}
case!(p34, 0.047574653209245796, [0.0, 0.0, 1.0], 1.5062191865308057, 0.3293185931365876, &[0.047574653209245796], 2);

mod p35 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
let mut t1: f64 = { y };
(f64::powi((t1).hypot(y), 2) + 0.0).ln_1p()
}
}
case!(p35, 1.4124044645123572, [0.0, -1.2140410681813383, 0.0], -1.7628691056379657, -1.246157259991664, &[-0.11333893837307368], 3);

mod p36 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<P>, n: usize) -> f64 {
(match &o { Some(u3) => { (0..n % 5).map(|i7| { let r: f64 = { u3.b }; r }).fold(x, |a: f64, b: f64| 0.5 * a + b) }, None => { x } })
}
}
case!(p36, 1.742892184882284, [1.0, 0.0, 0.0], 1.742892184882284, Some { 0: P { a: -0.06835646120364536, b: 2.172892184882284 } }, 0);

mod p37 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64, s: &mut f64) -> f64 {
let h7 = H { n: 3, kind: E::B { t: (0..(2 + 1) % 5).map(|i3| { let r: f64 = { (*s) }; r }).sum::<f64>(), s: f64::hypot({ let c4 = move |u5: f64, h6: f64| { let r: f64 = { u5 }; r }; c4(x, x) * c4(x, x) }, (if ((*s)) < ((-1.34375)) { (*u) } else { 0.53125f64 })) }, at: None, best: None };
((x * x) * 0.5)
}
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
let mut e1: E = if !((x) >= (x)) { E::U } else { E::C(P { a: f64::copysign(0.71875f64, x), b: 0.5 * x }) };
(((match 2 { 0 => { 3.34375f64 }, 1 | 2 => { (-3.0625) }, k if k % 3 == 1 => { 2.84375f64 }, _ => { ((2 + 4 - 5 % 4) as f64) } }) - (2 as f64)) - (f64::powi({ let c2 = move |u3: f64, h4: f64| { let r: f64 = { (if v.len() > 0 { v[(2 * 2 + 2) % v.len()] } else { 0.25 }) }; r }; c2(x, x) * c2(x, x) }, 2) + 0.5).sqrt())
}
}
case!(p37, -8.83812124728479, [0.0, 3.783506622522498], 1.019777230470575, &[-1.9258286416519024]);

mod p38 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, v: &[f64]) -> f64 {
(0.9 * f64::tanh((if v.len() > 0 { v[2 % v.len()] } else { 0.25 }))).exp_m1()
}
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
if ((0.9 * (x).tanh()).sinh()) >= ((0..(m.len() + 4 - n % 4) % 5).map(|i3| { let r: f64 = { x }; r }).map(f64::tanh).product::<f64>()) {
} else {
if (5) == (n) {  return g0((0..2 % 5).map(|i6| { let r: f64 = { m[i6 % 3][(i6 + 1) % 2] }; r }).fold(x, |a: f64, b: f64| 0.5 * a + b) + 0.25 * x, &[0.5, x]); }
let mut e13: E = if (x) <= (m[n % 3][(n + 1) % 2]) { E::U } else { E::U };
let mut a14: [f64; 3] = [f64::atan2(g0(x + 0.25 * x, &[0.5, x]), m[(3 + m.len()) % 3][((3 + m.len()) + 1) % 2]), x, x];
}
(n as f64)
}
}
case!(p38, 3.0, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.4332018737079689, &[[0.5432018737079689, 0.7], [-0.9839977310537418, -0.6], [0.9, 1.1]], 3);

mod p39 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &P) -> f64 {
x
}
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
'l1: for e2 in v.iter().rev() {
let h5 = H { n: 2, kind: E::C(P { a: f64::min(3.96875f64, (d.1 - 3.375)), b: 0.5 * x }), at: None, best: None };
'l6: for (e7, e8) in v.iter().zip(v.iter()) {
let mut w10: Vec<f64> = Vec::with_capacity(n);
let t11: f64 = ((-0.5) + ((v.len() + (h5.n as usize)) as f64));
let mut os12: Vec<Option<f64>> = vec![h5.best, None, h5.best];
}
}
g0(d.1 + 0.25 * x, &P { a: { let mut t16: f64 = g0((if v.is_empty() { x } else { v[(4 + 4 - n % 4) % v.len()] }) + 0.25 * x, &P { a: (if v.len() > 0 { v[n % v.len()] } else { 0.25 }), b: x });
match (n + 4 - 2 % 4) {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
}
}
3.625 }, b: x })
}
}
case!(p39, 1.2796865665836321, [0.25, 0.0, 1.0, 0.0, 0.0], 1.9187462663345283, (-1.34315391916659, 0.8), &[1.9620121688350263, -1.85081266598522], 2);

mod p40 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, n: usize) -> (f64, f64) {
let k1 = f64::abs((x).copysign(x)).min(5.0) as usize;
let mut k2: usize = 0;
'l3: while k2 < k1 % 5 && ((x) < (x)) {
k2 += 1;
let mut ps4 = [P { a: x, b: (match n { 0 => { (-1.53125) }, 1 | 2 => { x }, k if k % 3 == 1 => { (-1.09375) }, _ => { x } }) }, P { a: (match n { 0 => { (-1.53125) }, 1 | 2 => { x }, k if k % 3 == 1 => { (-1.09375) }, _ => { x } }), b: (if (x) > (x) { x } else { x }) }];
}
let mut w5: Vec<f64> = vec![x; 3];
(((n + 5) as f64), (((-3.03125) * (-3.46875)) + (x * x)))
}
#[differentiate(reverse)]
pub fn g1(x: f64, v: &[f64]) -> Vec<f64> {
vec![((f64::powi((-1.09375), 2) + 0.5).powf(f64::sin((if v.is_empty() { x } else { v[2 % v.len()] }))) * (if v.len() > 0 { v[2 % v.len()] } else { 0.25 })), f64::atan2({ let mut h3: f64 = (if v.len() > 0 { v[2 % v.len()] } else { 0.25 }); let mut c1 = |u2: f64| { h3 += { let r: f64 = { u2 }; r }; h3 }; let u2 = c1((if v.len() > 0 { v[2 % v.len()] } else { 0.25 })); c1(x); h3 * u2 }, ((if v.is_empty() { x } else { v[(5 / (2 + 1)) % v.len()] }) * x))]
}
#[differentiate(reverse)]
pub fn g2(x: f64, w: &mut Vec<f64>) {
let t1: f64 = x;
'l3: for i2 in 0..(2 + 4 - w.len() % 4) % 5 {
let t4: f64 = { let (p, _) = g0(3.1875 + 0.25 * x, (4 * 2 + i2)); p };
}

}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64) -> f64 {
((3 / (5 + 1)) as f64)
}
}
case!(p40, 0.0, [0.0, 0.0], 1.3270589362092324, -1.2217820238265942);

mod p41 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut [f64]) {
let mut t1: f64 = (x * ((if u.is_empty() { x } else { u[(5 + 4 - 1 % 4) % u.len()] }) - (if u.len() > 0 { u[u.len() % u.len()] } else { 0.25 })));
if (u.len()) > (2) {
} else {
}
'l2: for (i5, e3) in u.iter_mut().enumerate() {
}

}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
(f64::powi({ let c1 = |u2: f64| { let r: f64 = { ((-1.21875) % (f64::powi((n as f64), 2) + 0.75)) }; r }; c1((match 1 { 0 => { (if v.len() > 0 { v[(n + n) % v.len()] } else { 0.25 }) }, 1 | 2 => { y }, k if k % 3 == 1 => { y }, _ => { x } })) + c1((x).min(x)) }, 2) + 0.5).cbrt()
}
}
case!(p41, 1.8606309042167635, [0.0, 0.0, 0.0], 1.5921724182604584, -1.6541256524219479, &[-0.9809296185104606], 4);

mod p42 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
let t1: f64 = 1.875;
v.iter().copied().skip(1).map(|e2| { let r: f64 = { (if v.len() > 0 { v[(5 / (v.len() + 1)) % v.len()] } else { 0.25 }) }; r }).map(f64::tanh).product::<f64>()
}
}
case!(p42, -0.34623316086338507, [0.0, 0.0, 0.0, 0.7498561075078289, 0.0, 0.0], -0.6779725799209934, 1.1191202734527896, &[-1.510896569971102, -0.8716126575366115, 0.7853075797635024, 1.4049875782461891], 5);

mod p43 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, h: &mut H) {

}
#[differentiate(reverse)]
pub fn g1(x: f64, q: &Q) -> f64 {
(if q.v.len() > 0 { q.v[(q.k as usize) % q.v.len()] } else { 0.25 })
}
#[differentiate(reverse)]
pub fn g2<T: Real>(x: T, v: &[T]) -> T {
        let mut s = T::zero();
for e in v.iter().copied() {
s = s + (((T::real(-3.78125)) * (T::real(-3.78125)) + T::one()).sqrt() - s) * T::real(0.5);
}
x
}
#[differentiate(reverse)]
pub fn f(x: f64, e: &E, y: f64) -> f64 {
let mut w1: Vec<f64> = vec![x; 3];
((if w1.is_empty() { x } else { w1[3 % w1.len()] }) - (P { a: ((if w1.len() > 0 { w1[(2 + 4 - 2 % 4) % w1.len()] } else { 0.25 }) * ((2 / (2 + 1)) as f64)), b: f64::cos(0.75) }).a)
}
}
case!(p43, 1.0053673644269148, [1.0, 0.0, 0.0, 0.0], 1.0053673644269148, &E::B { s: 1.5053673644269148, t: 1.4709232342981682 }, 1.7609232342981682);

mod p44 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
if (q.r.chunks(2).map(|e1| { let r: f64 = { q.r[1] }; r }).sum::<f64>()) >= ((x).min(q.r[(q.k as usize) % 3])) {
let t4 = q.r[1];
let t8: f64 = (match &e { E::A(s5) => { q.r[((q.k as usize) * 2 + 3) % 3] }, E::B { s: s5, t: t6 } => { (q.r[((q.k as usize) / ((q.k as usize) + 1)) % 3]).abs() }, E::C(p7) => { ((if q.v.len() > 0 { q.v[(q.k as usize) % q.v.len()] } else { 0.25 })).atan2(p7.b) }, E::U => { q.r[q.r.len() % 3] } });
} else {
let mut k9: usize = 1;
}
f64::max((f64::powi(q.r[1], 2) + 0.5).powf(f64::sin(x)), (q.r.iter().filter(|e10| **e10 > 0.2).map(|e10| { let r: f64 = { q.p.b }; r }).sum::<f64>() + (q.r[1]).max(q.r[(0 + 4 - 5 % 4) % 3])))
}
}
case!(p44, 1.5499999999999998, [0.0, 0.0, 2.0, 1.0, 0.0, 0.0, 0.0, 0.0], -0.5591084798594427, Q { k: 4, p: P { a: 1.9163960766582435, b: 0.6 }, r: [0.35, -0.9591084798594427, 1.9263960766582435], v: vec![-0.7376291116667507, -1.0591017511308716] }, E::U);

mod p45 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, v: &[f64]) -> f64 {
let mut k1: usize = 0;
'l2: while k1 < (2 / (4 + 1)) % 5 && ((x) > (x)) {
k1 += 1;
if (x) <= (x) {
}
}
match (k1 * 2 + 0) {
0 | 3 => {
}
1..=2 => {
let t3: f64 = (if v.is_empty() { x } else { v[k1 % v.len()] });
'l5: for i4 in (k1 % 3..(k1 / (k1 + 1)) % 6).rev() {
}
}
k if k % 2 == 0 => {
}
_ => {
if (x) <= (x) {
}
}
}
v.iter().step_by(2).take(3).map(|e6| { let r: f64 = { (if v.len() > 0 { v[k1 % v.len()] } else { 0.25 }) }; r }).fold(x, f64::max)
}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut f64) -> f64 {
(if !((x) > (x)) { 0.0 } else { (3.6875 + (*u)) })
}
#[differentiate(reverse)]
pub fn g2(x: f64, q: &mut Q) -> f64 {
((0.9 * (q.r[1]).tanh()).tan()).copysign(q.p.b)
}
#[differentiate(reverse)]
pub fn f(x: f64, h: &H, y: f64) -> f64 {
y
}
}
case!(p45, 0.23283357260607918, [0.0, 0.0, 0.0, 1.0], 0.5314611123975448, &H { at: None, best: Some { 0: 0.061461112397544815 }, kind: E::A { 0: 0.46283357260607916 }, n: 0 }, 0.23283357260607918);

mod p46 {
use super::*;
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g0_46(self, x: f64) -> P {
let t1: f64 = (0.02 * f64::to_degrees(((-2.125) / (f64::powi((1 as f64), 2) + 0.75))));
P { b: f64::atan2((self.b + (-3.40625)), self.b), ..self.clone() }
}
}
#[differentiate(reverse)]
pub fn g1(x: f64, y: f64) -> f64 {
let mut w4: Vec<f64> = (0..2 % 5).map(|i3| { let r: f64 = { { x } }; r }).collect();
let mut w5: Vec<f64> = vec![{ let Duo(s, p) = Duo(((if w4.is_empty() { x } else { w4[w4.len() % w4.len()] }) / (f64::powi((if w4.is_empty() { x } else { w4[2 % w4.len()] }), 2) + 0.75)), P { a: (if w4.is_empty() { x } else { w4[w4.len() % w4.len()] }), b: 0.5 * x }); s * p.b }, (f64::powi((f64::sin(3.8125)).powi(1), 2) + 0.5).powf(f64::sin((if w4.is_empty() { x } else { w4[2 % w4.len()] })))];
let t6: f64 = (if (2) < (2) { { (-2.53125) } } else { x });
w5.iter().filter(|e7| **e7 > 0.2).map(|e7| { let r: f64 = { (if w4.is_empty() { x } else { w4[2 % w4.len()] }) }; r }).fold(2.8125, f64::max)
}
#[differentiate(reverse)]
pub fn g2(x: f64, o: Option<f64>) -> Option<f64> {
let t1: f64 = (((x * 0.5)).powi(2) + 1.0).ln();
let t2: f64 = (f64::powi((-3.53125), 2) + 0.5).powf(f64::sin((f64::powi(x, 2) + 0.5).powf(f64::sin(x))));
let t3: f64 = x;
o.map(|u| u * t2)
}
#[differentiate(reverse)]
pub fn f(x: f64, h: H, o: Option<f64>, y: f64) -> f64 {
f64::clamp(2.96875f64, -1.5, 1.5)
}
}
case!(p46, 1.5, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.9629341964628444, H { at: None, best: Some { 0: 1.4929341964628444 }, kind: E::B { s: 2.4629341964628444, t: -1.8732278117291976 }, n: 0 }, Some { 0: -1.9532278117291977 }, -1.5832278117291976);

mod p47 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
let t10: f64 = (v.iter().filter(|e1| **e1 > 0.2).map(|e1| { let r: f64 = { { (if v.len() > 0 { v[(v.len() + 4 - n % 4) % v.len()] } else { 0.25 }) } }; r }).fold(v.iter().enumerate().map(|(i6, e4)| { let r: f64 = { 0.84375f64 }; r }).map(f64::tanh).product::<f64>(), |a: f64, b: f64| 0.5 * a + b) % (f64::powi(f64::atan2(v.iter().filter(|e7| **e7 > 0.2).map(|e7| { let r: f64 = { (if v.len() > 0 { v[(1 + 0) % v.len()] } else { 0.25 }) }; r }).fold(d.1, f64::max), (if v.is_empty() { x } else { v[4 % v.len()] })), 2) + 0.75));
if (n) != ((5 * 2 + n)) {
let t11: f64 = ((if v.len() > 0 { v[(1 + 4 - 1 % 4) % v.len()] } else { 0.25 })).rem_euclid((f64::powi((if v.len() > 0 { v[1 % v.len()] } else { 0.25 }), 2) + 0.75));
let mut q12 = Q { k: 0, p: P { a: t11, b: 0.5 * x }, r: [x, 0.5, x], v: v.to_vec() };
'l18: for e16 in q12.v.iter() {
q12.p.a += (t11 * *e16);
}
let mut k19: usize = 0;
'l20: loop {
if k19 >= (3 + (q12.k as usize)) % 5 { break; }
k19 += 1;
let mut ps24 = [P { a: x, b: q12.r.iter().map(|e21| { let r: f64 = { q12.r[1] }; r }).fold(q12.r[n % 3], f64::max) }, P { a: q12.r.iter().map(|e21| { let r: f64 = { q12.r[1] }; r }).fold(q12.r[n % 3], f64::max), ..q12.p.clone() }];
let t25 = d.0;
if (((if v.len() > 0 { v[5 % v.len()] } else { 0.25 })) > ((-0.78125))) && (((v.len() as f64)) > (0.28125f64)) { break 'l20; }
}
let mut p26: (f64, f64) = ((P { a: q12.r[1], b: (d.1).min((-3.71875)) }).a, (-0.84375));
q12.r[1] += p26.1;
} else if (x) > (x) {
} else {
let t28 = (if v.len() > 0 { v[n % v.len()] } else { 0.25 });
let t10: f64 = (((t28).powi(2) + 0.0)).trunc();
}
let t29: f64 = t10;
let mut os30: Vec<Option<f64>> = vec![None; n % 3];
v.windows(2).map(|e31| { let r: f64 = { ((x * (if v.len() > 0 { v[2 % v.len()] } else { 0.25 }))).max((e31[1]).mul_add(d.0, x)) }; r }).fold((x).atan2((-0.28125)), f64::max)
}
}
case!(p47, 0.5325749167168351, [1.0, 1.8428102790852985, 0.0, 0.0, 0.0, 1.1797485254984674, 0.0], -1.641477792807465, (1.1797485254984674, 0.8), &[1.9373877142167577, 1.0426126956054556, 1.8428102790852985, 1.3114323698881791], 5);

mod p48 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, h: &H, y: f64) -> f64 {
let e16: E = if ((x * (-1.0625))) < (x) { if y < ({ let t9: f64 = (match &*h { H { best: Some(_), kind: E::A(u1) | E::B { s: u1, .. }, at: Some(P { a: u2, .. }), n: 0 | 2,  } => { (-3.5625) } H { kind: E::A(u3) | E::B { s: u3, .. }, at: Some(p4), .. } if *u3 > 0.2 => { p4.a } H { best: Some(u5), kind: E::A(u6) | E::B { s: u6, .. }, at: Some(P { a: u7, .. }), n: k8,  } => { (*u7) } _ => { y } });
let mut q10 = Q { k: 0, p: P { a: (if (y) >= (x) { y } else { (-0.9375) }), b: 0.5 * x }, r: [((((h.n as usize) + 4 - (h.n as usize) % 4) as f64) * y), 0.5, x], v: vec![((((h.n as usize) + 4 - (h.n as usize) % 4) as f64) * y), x] };
let [p11, _, mut q12] = q10.r;
q12 } + (f64::sin((0..(h.n as usize) % 5).map(|i15| { let r: f64 = { y }; r }).sum::<f64>())).powi(1)) { E::A(({ let t9: f64 = (match &*h { H { best: Some(_), kind: E::A(u1) | E::B { s: u1, .. }, at: Some(P { a: u2, .. }), n: 0 | 2,  } => { (-3.5625) } H { kind: E::A(u3) | E::B { s: u3, .. }, at: Some(p4), .. } if *u3 > 0.2 => { p4.a } H { best: Some(u5), kind: E::A(u6) | E::B { s: u6, .. }, at: Some(P { a: u7, .. }), n: k8,  } => { (*u7) } _ => { y } });
let mut q10 = Q { k: 0, p: P { a: (if (y) >= (x) { y } else { (-0.9375) }), b: 0.5 * x }, r: [((((h.n as usize) + 4 - (h.n as usize) % 4) as f64) * y), 0.5, x], v: vec![((((h.n as usize) + 4 - (h.n as usize) % 4) as f64) * y), x] };
let [p11, _, mut q12] = q10.r;
q12 } + (f64::sin((0..(h.n as usize) % 5).map(|i15| { let r: f64 = { y }; r }).sum::<f64>())).powi(1))) } else { E::B { s: y, t: x } } } else { E::U };
((f64::powi(3.625, 2) + 0.5).powf(f64::sin((match &h.kind { E::A(s17) => { 1.75 }, E::B { s: s17, t: t18 } => { (*t18) }, E::C(p19) => { p19.a }, E::U => { y } }))) * (x * (match (h.n as usize) { 0 => { 1.8125 }, 1 | 2 => { y }, k if k % 3 == 1 => { x }, _ => { (-0.75) } })))
}
}
case!(p48, -4.115886883123989, [-2.074849227811158, -9.9060371453127, 0.0, 0.0], 1.9837040821833616, &H { at: None, best: None, kind: E::C { 0: P { a: 0.4, b: 2.073937398970752 } }, n: 3 }, 1.763937398970752);

mod p49 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: P) -> P {
P { b: p.b, a: ((p.b * x) + (p.b + p.a)) }
}
#[differentiate(reverse)]
pub fn f(x: f64, q: &Q, n: usize) -> f64 {
(match (q.k as usize) { 0 => { q.r[q.r.len() % 3] }, 1 | 2 => { (0.9 * (q.r[3 % 3]).tanh()).powi(3) }, k if k % 3 == 1 => { (match q.r.last() { Some(u1) => { q.r.iter().map(|e3| { let r: f64 = { q.r[(q.k as usize) % 3] }; r }).fold(0.53125f64, f64::max) }, None => q.p.b }) }, _ => { (if ((-0.5)) < (x) { (0.9 * (q.p.b).tanh()).exp2() } else { 3.46875f64 }) } })
}
}
case!(p49, 3.46875, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -1.0851523164460126, &Q { k: 5, p: P { a: -1.1130154666886312, b: 0.6 }, r: [-0.3473269463621252, -1.4851523164460128, -1.1030154666886312], v: vec![-1.1842237250330783, 0.7458223345203814] }, 4);

mod p50 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, h: &H) -> f64 {
let t1: f64 = (x * 2.3125);
f64::sin(x)
}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut f64) -> f64 {
(((*u) * x) + (match 2 { 0 => { (*u) }, 1 | 2 => { x }, k if k % 3 == 1 => { (*u) }, _ => { (*u) } }))
}
#[differentiate(reverse)]
pub fn f(x: f64, os: &[Option<f64>], y: f64) -> f64 {
((0.9 * ((x + x)).tanh()).exp2()).mul_add(((0..2 % 5).map(|i3| { let r: f64 = { x }; r }).sum::<f64>() % (f64::powi(y, 2) + 0.75)), x)
}
}
case!(p50, -1.2698265340228245, [2.0801010332958483, -1.4220192200134945], -1.2547936680596297, &[None], -1.3159650097309887);

mod p51 {
use super::*;
#[differentiate(reverse)]
pub fn g0<T: Real>(x: T, v: &[T]) -> T {
        let mut s = T::zero();
for e in v.iter().copied() {
s = s + e * T::real(0.5);
}
(x).max((T::real(1.78125) * T::real(-1.3125)))
}
#[differentiate(reverse)]
pub fn g1(x: f64, q: &mut Q) -> f64 {
let t1: f64 = (q.r[1 % 3] - ((if q.v.len() > 0 { q.v[((q.k as usize) / ((q.k as usize) + 1)) % q.v.len()] } else { 0.25 })).floor());
*q = Q { k: 0, p: q.p.clone(), r: [(if ((q.k as usize)) <= ((q.k as usize)) { ((q.k as usize) as f64) } else { q.r[1] }), 0.5, x], v: q.v.to_vec() };
q.v.iter().map(|e6| { let r: f64 = { (if q.v.len() > 0 { q.v[(q.v.len() * 2 + q.r.len()) % q.v.len()] } else { 0.25 }) }; r }).sum::<f64>()
}
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
x
}
}
case!(p51, -0.20295176559947126, [1.0, 0.0, 0.0], -0.20295176559947126, &[-0.9435476342065414, 0.959999122581193]);

mod p52 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, os: &[Option<f64>], y: f64) -> f64 {
let t1: f64 = (P { b: ((2 as f64)).atan2(y), a: (y + y) }).a;
{ let c2 = |u3: f64| { let r: f64 = { (((2 + 4 - 2 % 4) as f64)).hypot((2 as f64)) }; r }; c2(((t1 * 0.5)).atan2((x + t1))) + c2((t1).atan()) }
}
}
case!(p52, 8.94427190999916, [0.0, 0.0, 0.0, 0.0], -1.5025360866011805, &[None, Some { 0: -1.5459061803811096 }, Some { 0: -0.9663781708926484 }], -1.9139162072395726);

mod p53 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> f64 {
'l2: for i1 in (2 + 4 - 2 % 4) % 3..2 % 6 {
}
((P { b: x, a: x }).a % (f64::powi(((*u)).max((-1.15625)), 2) + 0.75))
}
#[differentiate(reverse)]
pub fn g1(x: f64, h: &H) -> f64 {
(match &*h { H { best: Some(u1), n: 1..=2, .. } => { (match &*h { H { best: Some(u2), kind: E::B { t: u3, .. }, at: None, n: 1..=2,  } => { (*u2) } H { kind: E::A(u4) | E::B { s: u4, .. }, n: k5, .. } => { (*u4) } H { kind: E::A(u6) | E::B { s: u6, .. }, at: Some(p7), .. } if *u6 > 0.2 => { p7.b } _ => { x } }) } H { kind: E::A(u8) | E::B { s: u8, .. }, n: k9, .. } => { ((h.n as usize) as f64) } H { best: o10, at: None, .. } => { x } _ => { (x - x) } })
}
#[differentiate(reverse)]
pub fn g2(x: f64, p: &mut P) {
let mut w1: Vec<f64> = Vec::with_capacity(2);

}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<P>, n: usize) -> f64 {
let t3: f64 = g1((((n as f64)).powi(2) + 1.0).ln() + 0.25 * x, &H { n: 3, kind: E::A(((0.9 * (x).tanh()).asin() + (x + x))), at: if x > 0.1 { Some(P { a: 0.5, b: x }) } else { None }, best: if ((0.9 * (x).tanh()).asin() + (x + x)) > 0.1 { Some(((0.9 * (x).tanh()).asin() + (x + x))) } else { None } });
let mut q4 = Q { k: 0, p: P { a: t3, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
'l10: for e8 in q4.v.iter() {
q4.p.a += (t3 * *e8);
}
q4.r[1]
}
}
case!(p53, 0.5, [0.0, 0.0, 0.0], 0.46498865687162216, Some { 0: P { a: -0.7183239187675102, b: 0.8949886568716221 } }, 2);

mod p54 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
if ((n + 4 - 2 % 4)) <= ((n + 4 - n % 4)) {
let t3: f64 = v.first().copied().unwrap_or((match 1 { 0 => { d.0 }, 1 | 2 => { d.0 }, k if k % 3 == 1 => { x }, _ => { (-3.3125) } }));
'l5: for i4 in (0..=n % 4).rev() {
let mut k6: usize = 0;
'l7: loop {
if k6 >= v.len() % 5 { break; }
k6 += 1;
if ((if v.len() > 0 { v[(5 * 2 + 4) % v.len()] } else { 0.25 })) > (d.0) { break 'l7; }
}
}
match n {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
}
}
} else {
if ((n + n)) != ((4 * 2 + n)) {
'l9: for i8 in 0..2 % 5 {
}
'l10: for (i13, e11) in v.iter().enumerate() {
}
} else if !((d.1) < (d.1)) {
let mut k14: usize = 0;
let t16: f64 = 'l15: loop {
if k14 >= (v.len() / (v.len() + 1)) % 5 {  break (-3.28125); }
k14 += 1;
if ((if v.is_empty() { x } else { v[3 % v.len()] })) <= ((if v.is_empty() { x } else { v[(4 + 4 - k14 % 4) % v.len()] })) {  break 'l15 (-1.78125); }
};
} else {
}
let mut a17: [f64; 3] = [(((n as f64) + x) * (x - (if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 }))), { (x + (-2.84375)) }, x];
}
let mut w21: Vec<f64> = (0..n % 5).map(|i20| { let r: f64 = { (if v.is_empty() { x } else { v[1 % v.len()] }) }; r }).collect::<Vec<f64>>();
let mut t22: f64 = ((1.0 / (((n as f64)).powi(2) + 0.75)) % (f64::powi({ d.0 }, 2) + 0.75));
'l23: for e24 in v.iter().rev() {
let t27: f64 = 1.71875f64;
t22 /= 1.5 + f64::cos(f64::atan2((*e24), (0.9 * ((if v.is_empty() { x } else { v[5 % v.len()] })).tanh()).exp2()));
}
t22
}
}
case!(p54, 0.035457409408651726, [0.0, -0.0, 0.0, -0.000838123059953379, 0.0025545880887897104], 1.7669543512618775, (1.7551373302154665, 0.8), &[-0.13957661399290822, 0.8295346427488307], 2);

mod p55 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, w: Vec<f64>) -> f64 {
(f64::powi((if ((if w.len() > 0 { w[2 % w.len()] } else { 0.25 })) < (x) { x } else { x }), 2) + 0.5).powf(1.7)
}
#[differentiate(reverse)]
pub fn g1(x: f64, y: f64) -> f64 {
let mut e1: E = if (y) < (x) { E::U } else { E::C(P { a: ((-1.5625) + x), b: 0.5 * x }) };
(x).copysign(((2 + 4 - 2 % 4) as f64))
}
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
let mut a1: [f64; 3] = [(if v.len() > 0 { v[n % v.len()] } else { 0.25 }); 3];
'l6: for i5 in 0..4 % 5 {
}
f64::mul_add((match (a1.len() + 2) { 0 => { ((d.1).powi(2) + 1.0).recip() }, 1 | 2 => { { (if v.is_empty() { x } else { v[4 % v.len()] }) } }, k if k % 3 == 1 => { (a1[3 % 3] * d.1) }, _ => { (d.1 + 2.625) } }), ((if v.is_empty() { x } else { v[n % v.len()] }) + a1.iter().copied().skip(1).map(|e7| { let r: f64 = { d.0 }; r }).fold(x, |a: f64, b: f64| 0.5 * a + b)), x)
}
}
case!(p55, -0.6903000590601285, [1.85625, 5.137499999999999, -0.2709100808688848, 3.425], 0.23756696791580184, (-0.24863700305589098, 0.8), &[0.042653681736001224], 3);

mod p56 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, w: &mut Vec<f64>) {
'l2: for i1 in (0..=2 % 4).rev() {
'l4: for i3 in (0..=(2 + i1) % 4).rev() {
}
match i1 {
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
'l5: for e6 in w.iter_mut() {
}
let t9: f64 = f64::max((0.4375 - x), (0.02 * (x).to_degrees()));
let mut q10 = Q { k: 1, p: P { a: t9, b: 0.5 * x }, r: [x, 0.5, x], v: w.to_vec() };
{ let r12 = &q10.r;
q10.p.b += (r12.first().copied().unwrap_or(t9));
let t20: f64 = q10.v.iter().zip(w.iter()).map(|(e17, h18)| { let r: f64 = { q10.p.b }; r }).sum::<f64>();
}

}
#[differentiate(reverse)]
pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
{ if (n) <= (n) {
let mut t1: f64 = (-0.625);
} else {
'l2: for (e3, e4) in v.iter().zip(w.iter()) {
}
}
{ x } }
}
}
case!(p56, 1.6080530086669769, [1.0, 0.0, 0.0], 1.6080530086669769, vec![], &[-0.7091025940877408, 0.5268281561843208], 4);

mod p57 {
use super::*;
#[differentiate(reverse)]
pub fn g0<const N: usize>(x: f64, c: &[f64; N]) -> f64 {
x
}
#[differentiate(reverse)]
pub fn g1(x: f64, v: &[f64]) -> Vec<f64> {
vec![g0::<3>((if (x) < (x) { x } else { (v.len() as f64) }) + 0.25 * x, &[0.5, x, x]), ((v[5 / 2] + x) + g0((if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) + 0.25 * x, &[(if v.len() > 0 { v[(2 * 2 + 1) % v.len()] } else { 0.25 }), x]))]
}
#[differentiate(reverse)]
pub fn f(x: f64, os: &[Option<f64>], y: f64) -> f64 {
({ let h3: f64 = { y }; let c1 = |u2: f64| { if u2 > h3 { return u2; } { let r: f64 = { { let c4 = |u5: f64| { let r: f64 = { x }; r }; c4((-2.90625)) + c4(x) } }; r } }; c1(g0(y + 0.25 * x, &[x; 4])) * h3 } + y)
}
}
case!(p57, -0.6224242515210089, [0.5845432827766275, -2.1296087727308874], -1.5648043863654437, &[], 0.29227164138831374);

mod p58 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, a: &[f64; 3]) -> f64 {
let p4 = P { a: ((a[a.len() % 3]).hypot(a[2 % 3]) * x), b: (match (2 + 4 - a.len() % 4) { 0 => { x }, 1 | 2 => { a[(0 + 2) % 3] }, k if k % 3 == 1 => { a.iter().map(|e1| { let r: f64 = { a[0 % 3] }; r }).fold(x, f64::max) }, _ => { (a[2 % 3]).to_radians() } }) };
a.chunks(2).map(|e5| { let r: f64 = { (-1.875) }; r }).sum::<f64>()
}
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
let t4: f64 = { let Duo(s, p) = Duo(f64::mul_add({ let mut h3: f64 = (-1.875); let mut c1 = |u2: f64| { h3 += { let r: f64 = { (n as f64) }; r }; h3 }; let u2 = c1((if v.is_empty() { x } else { v[n % v.len()] })); c1(x); h3 * u2 }, (d.0).max(d.1), x), P { a: x, b: 0.5 * x }); s * p.b };
match n {
0 | 3 => {
if (3) < (n) {
'l6: for i5 in ((v.len() * 2 + n) % 3..n % 6).rev() {
}
let t7: f64 = x;
} else if !((d.1) <= ((if v.len() > 0 { v[n % v.len()] } else { 0.25 }))) {
} else {
}
}
1..=2 => {
let mut p17 = P { b: { let h13: f64 = { let mut h16: f64 = (if v.len() > 0 { v[5 % v.len()] } else { 0.25 }); let mut c14 = |u15: f64| { h16 += { let r: f64 = { (if v.len() > 0 { v[(5 + 4 - n % 4) % v.len()] } else { 0.25 }) }; r }; h16 }; let u15 = c14(x); c14(x); h16 * u15 }; let c11 = |u12: f64| { if u12 > h13 { return u12; } { let r: f64 = { v[n / 2] }; r } }; c11({ let Duo(s, p) = Duo((if v.len() > 0 { v[n % v.len()] } else { 0.25 }), P { a: d.0, b: 0.5 * x }); s * p.b }) * h13 }, a: (if (d.0) > (d.0) { v.iter().enumerate().map(|(i10, e8)| { let r: f64 = { d.0 }; r }).sum::<f64>() } else { (d.1).to_radians() }) };
}
k if k % 2 == 0 => {
match (n / (5 + 1)) {
0 | 3 => {
let t18: f64 = (if v.len() > 0 { v[(v.len() / (n + 1)) % v.len()] } else { 0.25 });
}
1..=2 => {
let mut t19 = (d.0).atan2(d.0);
}
k if k % 2 == 0 => {
let mut w23: Vec<f64> = (0..1 % 5).map(|i22| { let r: f64 = { (v[(i22 + n) / 2]).rem_euclid((f64::powi((if v.is_empty() { x } else { v[(i22 / (i22 + 1)) % v.len()] }), 2) + 0.75)) }; r }).collect::<Vec<f64>>();
}
_ => {
let mut w24: Vec<f64> = Vec::new();
let mut h27 = H { n: 3, kind: E::B { t: (1.59375f64 - x), s: (-0.8125) }, at: None, best: None };
let t36: f64 = (match &h27 { H { best: Some(u28), kind: E::A(u29), at: Some(P { a: u30, .. }), n: 0 | 2,  } if *u28 > 0.2 => { (*u29) } H { best: Some(u31), kind: E::A(u32), at: None, n: k33,  } => { d.1 } H { best: Some(u34), at: Some(P { a: u35, .. }), .. } if *u34 > 0.2 => { 1.40625f64 } _ => { x } });
if ((if w24.len() > 0 { w24[n % w24.len()] } else { 0.25 })) >= (d.1) {
}
}
}
}
_ => {
}
}
{ let c37 = move |u38: f64, h39: f64| { let r: f64 = { (if v.is_empty() { x } else { v[0 % v.len()] }) }; r }; c37((-3.375), ((x + (-3.1875)) * (if v.len() > 0 { v[(n + n) % v.len()] } else { 0.25 }))) * c37(((x + (-3.1875)) * (if v.len() > 0 { v[(n + n) % v.len()] } else { 0.25 })), x) }
}
}
case!(p58, 0.6753400516653897, [0.0, 0.0, 0.0, 1.6435815181065887, 0.0], -0.2738146188909394, (1.7273656112483091, 0.8), &[0.8217907590532944, 0.11242009153936805], 5);

mod p59 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
'l2: for i1 in (0..n % 8).step_by((n / (2 + 1)) % 3 + 1) {
let t5: f64 = ((if v.is_empty() { x } else { v[(5 * 2 + n) % v.len()] }) - p.b);
}
let t9: f64 = (((if (p.a) <= (p.a) { (if v.len() > 0 { v[(n / (3 + 1)) % v.len()] } else { 0.25 }) } else { (if v.is_empty() { x } else { v[2 % v.len()] }) }) / (f64::powi(p.b, 2) + 0.75)) * f64::max({ let mut h8: f64 = (if v.is_empty() { x } else { v[(1 / (3 + 1)) % v.len()] }); let mut c6 = |u7: f64| { h8 += { let r: f64 = { u7 }; r }; h8 }; let u7 = c6(p.a); c6(x); h8 * u7 }, (match 4 { 0 => { x }, 1 | 2 => { (if v.is_empty() { x } else { v[n % v.len()] }) }, k if k % 3 == 1 => { (if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 }) }, _ => { p.a } })));
(f64::floor(p.a) * (3.96875f64 / (f64::powi((if v.is_empty() { x } else { v[n % v.len()] }), 2) + 0.75)))
}
}
case!(p59, -3.309078831859415, [0.0, 0.0, 0.0, 0.0, 0.0, 3.542679016297818], -0.3963621723889605, &P { a: -1.622239048344532, b: -0.6963621723889605 }, &[0.7720345191641342, 1.2135121852646429, 1.2840186172813406], 5);
