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
    ($name:ident, $entry:ident, $value:expr, $gradient:expr, $($argument:expr),*) => {
        #[test]
        fn $name() {
            pastey::paste! {
                same("value", $name::$entry($($argument),*), $value);
                let (y, bar) = $name::[<$entry _value_and_grad>]($($argument),*);
                same("value with gradient", y, $value);
                gradient(&bar, &$gradient);
                same("unzipped value", $name::[<$entry _primal>]($($argument),*).0, $value);
            }
        }
    };
}

mod p0 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, v: &[f64]) -> f64 {
((match 2 { 0 => { (if v.is_empty() { x } else { v[3 % v.len()] }) }, 1 | 2 => { x }, k if k % 3 == 1 => { (if v.is_empty() { x } else { v[(2 + 1) % v.len()] }) }, _ => { x } }) + v.iter().rev().map(|e1| { let r: f64 = { x }; r }).sum::<f64>())
}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut [f64], s: &mut [f64]) {

}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let t1: f64 = x;
let t2: f64 = (-2.09375);
let t3: f64 = ((((y + (if v.len() > 0 { v[(2 / (2 + 1)) % v.len()] } else { 0.25 })) + y)).powi(2) + 0.5).cbrt();
Some(t2)
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p0, whole, -2.09375, [0.0, 0.0, 0.0], 0.9669230880920099, -0.48691033205613743, &[0.44672964575732294]);

mod p1 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> Option<f64> {
let t7: f64 = { let c1 = move |u2: f64, h3: f64| { let r: f64 = { { u2 } }; r }; c1((0.9 * (x).tanh()).powi(3), { let c4 = move |u5: f64, h6: f64| { let r: f64 = { u5 }; r }; c4(x, (-2.96875)) * c4((-2.96875), x) }) * c1({ let c4 = move |u5: f64, h6: f64| { let r: f64 = { u5 }; r }; c4(x, (-2.96875)) * c4((-2.96875), x) }, x) };
let o8: Option<f64> = None;
let t9: f64 = x;
let r11: Result<f64, usize> = { let o10: Option<f64> = None; o10.ok_or(0) };
let t15: f64 = (f64::powi(((*u) / (f64::powi((-4.0), 2) + 0.75)), 2) + 1.0).powi(-2);
let t16: f64 = { { let h14: f64 = x; let c12 = |u13: f64| { if u13 > h14 { return u13; } { let r: f64 = { (2 as f64) }; r } }; c12(x) * h14 } };
if t15 > 0.1 { Some(t15) } else { None }
}
#[differentiate(reverse)]
pub fn g1(x: f64, y: f64, n: usize) -> Result<f64, usize> {
if (3) > (n) {
let t1: f64 = 2.96875f64;
let mut o2: Option<f64> = None;
} else {
let t3: f64 = (x).hypot(x);
let mut os4: Vec<Option<f64>> = vec![None; n % 3];
let k5 = f64::abs(y).min(5.0) as usize;
}
let k6: usize = 5;
let t9: f64 = (k6 as f64);
let t10: f64 = f64::hypot((-3.625), y);
{ let o11: Option<f64> = None; o11.ok_or(0) }
}
#[differentiate(reverse)]
pub fn g2(x: f64, u: &mut f64) -> Option<f64> {
*u /= 1.5 + f64::cos(((((*u) * x)).powi(2) + 1.0).recip());
let t1 = x;
*u /= 1.5 + f64::cos((f64::powi({ let mut h4: f64 = x; let mut c2 = |u3: f64| { h4 += { let r: f64 = { (*u) }; r }; h4 }; let u3 = c2((*u)); c2(x); h4 * u3 }, 2) + 0.5).sqrt());
let t5: f64 = (if ((3 + 0)) != (2) { (x).min(((5 + 4 - 3 % 4) as f64)) } else { t1 });
let t6: f64 = x;
None
}
#[differentiate(reverse)]
pub fn f(x: f64, h: H, o: Option<f64>, y: f64) -> f64 {
let mut a1: [f64; 3] = [y, (if ((x) <= ((0 as f64))) || ((y) >= (x)) { (f64::powi(x, 2) + 0.5).powf(f64::sin(y)) } else { (match (o, o) { (Some(u2), Some(u3)) if u2 < u3 => ({ u2 } * u3), (Some(u2), None) | (None, Some(u2)) => u2, _ => x }) }), x];
y
}
}
case!(p1, f, 1.4143361260328795, [0.0, 0.0, 0.0, 0.0, 0.0, 1.0], 1.9837083330347314, H { at: Some { 0: P { a: 1.9443361260328795, b: 1.3937083330347315 } }, best: Some { 0: 1.5137083330347314 }, kind: E::A { 0: 1.6443361260328795 }, n: 1 }, None, 1.4143361260328795);

mod p2 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, q: &mut Q) -> f64 {
if ((q.k as usize)) < ((q.k as usize)) {
} else if ((q.r[(q.k as usize) % 3]) <= (q.r[1])) || ((q.r[(q.k as usize) % 3]) <= (((q.k as usize) as f64))) {
let mut t1: f64 = { x };
q.k -= q.k % (5 + 1);
} else {
let t2: f64 = q.p.b;
}
(match ((q.k as usize) * 2 + 2) { 0 => { x }, 1 | 2 => { (x + 1.25) }, k if k % 3 == 1 => { (if q.v.len() > 0 { q.v[(q.k as usize) % q.v.len()] } else { 0.25 }) }, _ => { q.r[q.v.len() % 3] } })
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, y: f64) -> Option<f64> {
let t10: f64 = ((f64::powi((0..2 % 5).map(|i3| { let r: f64 = { y }; r }).sum::<f64>(), 2) + 1.5).acosh() * { let c4 = |u5: f64| { let r: f64 = { { let h9: f64 = (-2.96875); let c7 = |u8: f64| { if u8 > h9 { return u8; } { let r: f64 = { u8 }; r } }; c7(y) * h9 } }; r }; c4(1.4375) + c4((y * x)) });
let mut os11: Vec<Option<f64>> = vec![o; 2 % 3];
let t12: f64 = y;
let t13: f64 = { y };
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, o: Option<f64>, y: f64) -> f64 { let y: Option<f64> = f(x, o, y); match y { Some(y) => y, None => 0.25 } }
}
case!(p2, whole, 0.25, [0.0, 0.0, 0.0], 1.347171839314858, Some { 0: -1.517583323535077 }, -1.147583323535077);

mod p3 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> Option<f64> {
let t4: f64 = { let Duo(s, p) = Duo((match 3 { 0 => { x }, 1 | 2 => { 0.21875f64 }, k if k % 3 == 1 => { (*u) }, _ => { (*u) } }), P { a: (0..2 % 5).map(|i3| { let r: f64 = { (i3 as f64) }; r }).sum::<f64>(), b: 0.5 * x }); s * p.b };
let t5: f64 = 1.9375;
None
}
#[differentiate(reverse)]
pub fn g1(x: f64, h: H) -> H {
let t1: f64 = (if (x) >= ((-3.59375)) { ((-1.8125) - x) } else { (if (x) >= ((2 as f64)) { x } else { x }) });
let t2: f64 = (0.9 * f64::tanh(x)).atanh();
H { best: h.best, ..h.clone() }
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
if !((2) > ((2 * 2 + 2))) {
let t1: f64 = ((y).mul_add((2 as f64), x) * x);
let t2: f64 = ((0.9 * (x).tanh()).powi(3) % (f64::powi((0.9 * f64::tanh((-3.34375))).exp2(), 2) + 0.75));
let mut q3 = Q { k: 2, p: P { a: t2, b: 0.5 * x }, r: [x, 0.5, x], v: v.to_vec() };
'l9: for e7 in &q3.v {
q3.p.a -= (t2 * *e7);
}
q3 = Q { k: 1, p: q3.p.clone(), r: [((q3.r[(q3.k as usize) % 3] * q3.r[1]) % (f64::powi(v.iter().rev().map(|e15| { let r: f64 = { q3.p.b }; r }).sum::<f64>(), 2) + 0.75)), 0.5, x], v: v.to_vec() };
} else {
'l19: for i18 in 0..(0 * 2 + 2) % 5 {
}
let t24: f64 = (x).atan();
let r26: Result<f64, usize> = { let o25: Option<f64> = None; o25.ok_or(2) };
}
'l27: for i30 in 0..v.len() {
let k31 = f64::abs((if (0) > (0) { (v[i30]).atan2(x) } else { ((y).powi(2) + 0.5).powf(1.7) })).min(5.0) as usize;
let mut t32: f64 = { (v[i30] * x) };
}
let t33: f64 = x;
let t34: f64 = 2.8125;
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p3, whole, 0.25, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.3428721553007152, 1.3654995885952288, &[-0.9496051938775231, -0.5027905896294292, -1.165933866840644, -0.21511363081016996]);

mod p4 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, q: &Q, n: usize) -> f64 {
(((q.p.b + q.p.b) * x)).min((f64::rem_euclid(3.375, (f64::powi(q.r[n % 3], 2) + 0.75)) - { let c1 = |u2: f64| { let r: f64 = { ((q.v.len() + n) as f64) }; r }; c1(q.r[1]) + c1(x) }))
}
}
case!(p4, f, -9.661859727695749, [0.0, 0.0, 0.0, -3.0244733278346154, 0.0, 0.0, 0.0, 0.0], -1.0832857543927126, &Q { k: 4, p: P { a: 1.3036495305795703, b: 0.6 }, r: [1.5122366639173077, -1.4832857543927127, 1.3136495305795703], v: vec![-0.7401305763699654, 1.5777166226207346] }, 3);

mod p5 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, v: &[f64]) -> f64 {
let t4: f64 = (((5 as f64) + (if v.len() > 0 { v[(v.len() + 3) % v.len()] } else { 0.25 })) + v.iter().step_by(2).take(3).map(|e1| { let r: f64 = { x }; r }).fold(((2 + 2) as f64), |a: f64, b: f64| 0.5 * a + b));
let mut t11: f64 = (0..(v.len() / (2 + 1)) % 5).map(|i7| { let r: f64 = { ((-1.5625) % (f64::powi(x, 2) + 0.75)) }; r }).sum::<f64>();
(f64::powi(((if v.len() > 0 { v[3 % v.len()] } else { 0.25 }) - (-0.46875)), 2) + 1.0).ln()
}
#[differentiate(reverse)]
pub fn g1(x: f64, n: usize) -> (f64, f64) {
'l2: for i1 in (n / (5 + 1)) % 3..=3 % 4 {
let t6: f64 = x;
}
(x, f64::asinh({ let c7 = move |u8: f64, h9: f64| { let r: f64 = { x }; r }; c7(x, x) * c7(x, x) }))
}
#[differentiate(reverse)]
pub fn g2(x: f64, u: &mut f64) -> Option<f64> {
let t4: f64 = (((*u) * (*u)) + (0..2 % 5).map(|i3| { let r: f64 = { x }; r }).sum::<f64>());
let o5: Option<f64> = if ((*u)) <= (x) { Some(t4) } else { None };
let t10: f64 = o5.and_then(|u8: f64| if u8 > 0.0 { Some({ (x / (f64::powi(u8, 2) + 0.75)) }) } else { None }).unwrap_or((((2 * 2 + 2) as f64) - 2.84375f64));
let t11: f64 = (P { b: x, a: (2 as f64) }).a;
Some(t10)
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let mut w4: Vec<f64> = (0..(2 * 2 + 2) % 5).map(|i3| { let r: f64 = { y }; r }).collect::<Vec<f64>>();
let t11: f64 = (((x).max((if v.is_empty() { x } else { v[(v.len() + 4 - 1 % 4) % v.len()] })) % (f64::powi(w4.iter().copied().skip(1).map(|e5| { let r: f64 = { e5 }; r }).map(f64::tanh).product::<f64>(), 2) + 0.75)) - ((if v.is_empty() { x } else { v[(2 + 4 - 2 % 4) % v.len()] })).rem_euclid((f64::powi((if w4.len() > 0 { w4[2 % w4.len()] } else { 0.25 }), 2) + 0.75)));
let t12: f64 = { let h10: f64 = (y + 2.4375); let c8 = |u9: f64| { if u9 > h10 { return u9; } { let r: f64 = { (((if v.is_empty() { x } else { v[(2 / (w4.len() + 1)) % v.len()] }) % (f64::powi(x, 2) + 0.75)) + g1(u9 + 0.25 * x, (2 + 2)).1) }; r } }; c8((g0(x + 0.25 * x, &w4[..]) + { let (_, q): (f64, f64) = g1(y + 0.25 * x, 2); q })) * h10 };
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p5, whole, 0.25, [0.0, 0.0], -1.5813162792386244, 0.685971863861093, &[]);

mod p6 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
((((q.p.b).powi(2) + 1.0).recip()).min({ let mut h3: f64 = (-1.84375); let mut c1 = |u2: f64| { h3 += { let r: f64 = { u2 }; r }; h3 }; let u2 = c1((-0.34375)); c1(x); h3 * u2 }) * (q.v.len() as f64))
}
}
case!(p6, f, 0.0, [-0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.03538278643799613, Q { k: 3, p: P { a: 1.1929914451034118, b: 0.6 }, r: [0.35, -0.3646172135620039, 1.2029914451034118], v: vec![] }, E::C { 0: P { a: 0.4, b: 1.312991445103412 } });

mod p7 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<P>, n: usize) -> f64 {
x
}
}
case!(p7, f, -0.02074558962223394, [1.0], -0.02074558962223394, None, 1);

mod p8 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, o: &Option<P>) -> f64 {
let mut w1: Vec<f64> = vec![f64::abs((0..(2 / (2 + 1)) % 5).map(|i4| { let r: f64 = { x }; r }).sum::<f64>()), (0.9 * ((x).copysign(x)).tanh()).exp_m1()];
(f64::powi((P { a: (2 as f64), b: (if w1.is_empty() { x } else { w1[1 % w1.len()] }) }).a, 2) + 1.0).log10()
}
#[differentiate(reverse)]
pub fn g1(x: f64, p: &P) -> f64 {
p.b
}
#[differentiate(reverse)]
pub fn g2(x: f64, h: H) -> H {
let t7: f64 = { let h3: f64 = { x }; let c1 = |u2: f64| { if u2 > h3 { return u2; } { let r: f64 = { { let mut h6: f64 = u2; let mut c4 = |u5: f64| { h6 += { let r: f64 = { u2 }; r }; h6 }; let u5 = c4(u2); c4(x); h6 * u5 } }; r } }; c1((-1.46875)) * h3 };
let t14: f64 = (0.9 * f64::tanh((match &h.kind { E::A(s8) => { x }, E::B { s: s8, t: t9 } => { x }, E::C(p10) => { p10.a }, E::U => { x } }))).atanh();
let t15: f64 = (0..(h.n as usize) % 5).map(|i13| { let r: f64 = { x }; r }).fold((x).signum(), |a: f64, b: f64| 0.5 * a + b);
H { best: h.best.or(h.best), ..h.clone() }
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64) -> f64 {
(0.9 * f64::tanh(x)).atanh()
}
}
case!(p8, f, 0.72295978393053, [0.7690433444749508, 0.0], 0.8431769619096925, 0.48847632712326144);

mod p9 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, os: &[Option<f64>]) -> f64 {
{ x }
}
#[differentiate(reverse)]
pub fn g1(x: f64, w: &mut Vec<f64>) {
let t1: f64 = (-1.09375);
let mut w2: Vec<f64> = Vec::new();

}
#[differentiate(reverse)]
pub fn g2(x: f64, e: &E) -> f64 {
let mut p1 = P { a: { (-2.84375) }, b: (f64::powi((match 2 { 0 => { x }, 1 | 2 => { (-1.875) }, k if k % 3 == 1 => { x }, _ => { x } }), 2) + 0.5).powf(f64::sin((2 as f64))) };
(p1.a / (f64::powi(x, 2) + 0.75))
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, y: f64) -> Option<f64> {
match 2 {
0 | 3 => {
if (x) < (y) {
} else if !((x) >= (y)) {
} else {
let mut w4: Vec<f64> = (0..(2 + 3) % 5).map(|i3| { let r: f64 = { (2.46875f64 / (f64::powi(x, 2) + 0.75)) }; r }).collect::<Vec<f64>>();
}
}
1..=2 => {
let t5: f64 = (f64::powi(0.03125f64, 2) + 0.0).ln_1p();
let mut os6: [Option<f64>; 2] = [match o { Some(u) if u > x => Some(u * x), other => other }, if t5 > 0.1 { Some(t5) } else { None }];
}
k if k % 2 == 0 => {
let t7: f64 = x;
let o8: Option<f64> = o.or(Some(t7));
}
_ => {
let t9: f64 = (x).min(y);
let mut o10: Option<f64> = if ((y) >= (y)) || ((x) >= ((3 as f64))) { Some(t9) } else { None };
let mut m11: Vec<Vec<f64>> = vec![vec![(0..2 % 5).map(|i14| { let r: f64 = { g0(((i14 + i14) as f64) + 0.25 * x, &[Some(y), None, Some(x)]) }; r }).sum::<f64>(), (y).hypot(y)], vec![x, (y).hypot(y)]];
}
}
if let Some(u15) = o {
if let Some(u16) = o && u16 > 0.2 {
let t17: f64 = (-x);
let mut q18 = Q { k: 1, p: P { a: t17, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
'l24: for (i23, e22) in q18.r.iter_mut().enumerate() {
*e22 += (t17 + q18.p.b);
}
} else {
if let Some(u25) = o {
} else if let Some(u26) = o {
}
}
} else if let Some(u27) = o {
}
let t40: f64 = (P { a: y, b: y }).a;
let t41: f64 = (if (y) < (y) { o.unwrap_or(x) } else { (x).rem_euclid((f64::powi(y, 2) + 0.75)) });
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, o: Option<f64>, y: f64) -> f64 { let y: Option<f64> = f(x, o, y); match y { Some(y) => y, None => 0.25 } }
}
case!(p9, whole, 0.25, [0.0, 0.0], -1.4533815304088333, None, 1.6463729054525127);

mod p10 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, h: H, o: Option<f64>, y: f64) -> f64 {
let h11 = h.clone();
x
}
}
case!(p10, f, -1.3211291338526885, [1.0, 0.0, 0.0, 0.0, 0.0], -1.3211291338526885, H { at: None, best: Some { 0: -1.7911291338526885 }, kind: E::B { s: -0.8211291338526885, t: 1.3712340724458913 }, n: 1 }, None, 1.6612340724458914);

mod p11 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> Option<f64> {
let t1: f64 = (0.9 * f64::tanh((if ((-1.625)) < ((*u)) { (*u) } else { x }))).tan();
let mut o2: Option<f64> = None;
if (1.3125) >= (x) {  let t5: f64 = (f64::powi((if let (Some(u3), Some(u4)) = (o2, o2) { ({ u3 } - u4) } else { (*u) }), 2) + 0.5).cbrt(); return o2.or(Some(t5)); }
let t9: f64 = (0..(2 / (3 + 1)) % 5).map(|i8| { let r: f64 = { 0.28125f64 }; r }).sum::<f64>();
let t10: f64 = (if ((*u)) <= ((*u)) { (-2.0625) } else { ((-0.5625) + (*u)) });
o2
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let mut d7 = Duo(({ let h6: f64 = x; let c4 = |u5: f64| { if u5 > h6 { return u5; } { let r: f64 = { (if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) }; r } }; c4(3.78125f64) * h6 } / (f64::powi(x, 2) + 0.75)), P { a: (f64::powi((if ((-0.0625)) >= ((if v.len() > 0 { v[2 % v.len()] } else { 0.25 })) { (-0.6875) } else { y }), 2) + 0.5).powf(f64::sin((0..v.len() % 5).map(|i3| { let r: f64 = { (0 as f64) }; r }).sum::<f64>())), b: 0.5 * x });
let mut w8: Vec<f64> = v.to_vec();
let t12: f64 = (if w8.len() > 0 { w8[2 % w8.len()] } else { 0.25 });
let t13: f64 = d7.1.a;
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p11, whole, 0.25, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -1.78726485717239, 0.6038588915976075, &[0.9663787634453215, 0.4820207093348372, 1.9857809458877278, -0.8840721908880261]);

mod p12 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> Option<f64> {
let mut k1: usize = 0;
'l2: loop {
if k1 >= 2 % 5 { break; }
k1 += 1;
if (x) <= ((*u)) { break 'l2; }
}
let t6: f64 = { let Duo(s, p) = Duo(((*u)).signum(), P { a: { let c3 = move |u4: f64, h5: f64| { let r: f64 = { u4 }; r }; c3(x, x) * c3(x, x) }, b: 0.5 * x }); s * p.b };
let t7: f64 = { match 3 {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
}
}
(*u) };
None
}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut [f64]) {
let t4: f64 = u.iter().filter(|e1| **e1 > 0.2).map(|e1| { let r: f64 = { (*e1) }; r }).sum::<f64>();
'l6: for i5 in 0..(u.len() + 2) % 5 {
'l7: for e8 in u.iter() {
}
}
match u.len() {
0 | 3 => {
let mut k11: usize = 0;
'l12: loop {
if k11 >= 2 % 5 { break; }
k11 += 1;
if (x) < (x) { break 'l12; }
}
let mut e13: E = if (x) > (x) { E::A(((-3.3125) * x)) } else { E::C(P { a: (x * (if u.len() > 0 { u[k11 % u.len()] } else { 0.25 })), b: 0.5 * x }) };
}
1..=2 => {
let mut w17: Vec<f64> = u.iter().map(|e14| { let r: f64 = { { x } }; r }).collect();
}
k if k % 2 == 0 => {
'l18: for (e19, e20) in u.iter().zip(u.iter()) {
}
let mut ps22 = vec![P { a: (-3.53125), b: (x * (if u.len() > 0 { u[2 % u.len()] } else { 0.25 })) }, P { a: x, b: (x * (if u.len() > 0 { u[2 % u.len()] } else { 0.25 })) }];
}
_ => {
}
}

}
#[differentiate(reverse)]
pub fn g2(x: f64, a: [f64; 3]) -> [f64; 3] {
[x, ((match 2 { 0 => { x }, 1 | 2 => { 1.25 }, k if k % 3 == 1 => { 1.21875f64 }, _ => { ((a.len() * 2 + 2) as f64) } }) + (x % (f64::powi(2.4375, 2) + 0.75))), x * 0.5]
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
'l1: for e2 in v.iter().rev() {
let t8: f64 = { let h7: f64 = (*e2); let c5 = |u6: f64| { if u6 > h7 { return u6; } { let r: f64 = { (match 2 { 0 => { (2 as f64) }, 1 | 2 => { (*e2) }, k if k % 3 == 1 => { (*e2) }, _ => { y } }) }; r } }; c5((-(1 as f64))) * h7 };
let mut q9 = Q { k: 0, p: P { a: t8, b: 0.5 * x }, r: [x, 0.5, x], v: v.to_vec() };
'l15: for e13 in q9.r.iter() {
q9.p.a *= f64::sin((t8 * *e13));
'l17: for i16 in v.len() % 3..(q9.r.len() + 4 - (q9.k as usize) % 4) % 6 {
}
'l18: for e19 in q9.r.iter().rev() {
}
let mut e22: E = if (q9.r[1]) >= ((if v.is_empty() { x } else { v[((q9.k as usize) + (q9.k as usize)) % v.len()] })) { E::U } else { E::B { t: 2.1875, s: (0.02 * ((if v.len() > 0 { v[(q9.k as usize) % v.len()] } else { 0.25 })).to_degrees()) } };
}
q9.r[((q9.k as usize) + 4 - (q9.k as usize) % 4) % 3] += (v.iter().map(|e23| { let r: f64 = { v[q9.v.len() / 2] }; r }).fold(q9.p.b, f64::max) - q9.p.b);
}
let p26: ((f64, f64), f64) = (((if v.is_empty() { x } else { v[(2 + 2) % v.len()] }), f64::copysign((-1.1875), ((2 as f64)).floor())), x);
let mut w28: Vec<f64> = vec![f64::abs({ 'l30: for i29 in 0..v.len() % 5 {
}
v.iter().filter(|e31| **e31 > 0.2).map(|e31| { let r: f64 = { (-1.0) }; r }).sum::<f64>() }), (0..2 % 5).map(|i36| { let r: f64 = { ((-1.625) + f64::max(0.96875f64, (if v.len() > 0 { v[(i36 / (i36 + 1)) % v.len()] } else { 0.25 }))) }; r }).fold({ let c37 = move |u38: f64, h39: f64| { let r: f64 = { (if v.len() > 0 { v[(5 + 4 - 4 % 4) % v.len()] } else { 0.25 }) }; r }; c37(((x).powi(2) + 1.0).ln(), (P { a: (if v.len() > 0 { v[2 % v.len()] } else { 0.25 }), b: p26.0.0 }).a) * c37((P { a: (if v.len() > 0 { v[2 % v.len()] } else { 0.25 }), b: p26.0.0 }).a, x) }, f64::max)];
let t43: f64 = f64::floor(v.chunks(2).map(|e40| { let r: f64 = { v[1 / 2] }; r }).fold(x, |a: f64, b: f64| 0.5 * a + b));
let t44: f64 = ({ (if w28.len() > 0 { w28[(5 + 4 - 4 % 4) % w28.len()] } else { 0.25 }) } % (f64::powi((-1.625), 2) + 0.75));
v.iter().copied().reduce(f64::max)
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p12, whole, 0.6909230459118771, [0.0, 0.0, 0.0, 1.0], 1.4909143225448724, 0.9497563167780945, &[-0.922645651903486, 0.6909230459118771]);

mod p13 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
if ((y) < (x)) || ((y) >= (y)) {  let t1: f64 = f64::ceil((if (x) >= ((if v.is_empty() { x } else { v[v.len() % v.len()] })) { (if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) } else { (if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) })); return if t1 > 0.1 { Some(t1) } else { None }; }
if ((x - (if v.len() > 0 { v[(2 / (v.len() + 1)) % v.len()] } else { 0.25 }))) < ({ let c2 = |u3: f64| { let r: f64 = { u3 }; r }; c2(x) + c2((if v.len() > 0 { v[2 % v.len()] } else { 0.25 })) }) {
'l5: for i8 in 0..v.len() {
let t9: f64 = ((-3.5) - y);
let mut q10 = Q { k: 2, p: P { a: t9, b: 0.5 * x }, r: [x, 0.5, x], v: v.to_vec() };
'l16: for (i15, e14) in q10.r.iter_mut().enumerate() {
*e14 = f64::atan((t9 + q10.p.b));
}
}
} else {
let k17 = f64::abs(((2 as f64) * (y * x))).min(5.0) as usize;
let t24: f64 = { let c18 = move |u19: f64, h20: f64| { let r: f64 = { v.iter().enumerate().map(|(i23, e21)| { let r: f64 = { v[i23] }; r }).fold(h20, |a: f64, b: f64| 0.5 * a + b) }; r }; c18(y, (y).tanh()) * c18((y).tanh(), x) };
}
let t25 = y;
let t28: f64 = f64::to_radians(t25);
let t29: f64 = 1.1875;
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p13, whole, 1.0, [0.0, 0.0], -1.4457438381534364, -0.07902105664443664, &[]);

mod p14 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> Option<f64> {
let t1: f64 = (if (x) >= ((*u)) { (-1.4375) } else { x });
let t2: f64 = { let Duo(s, p) = Duo({ x }, P { a: x, b: 0.5 * x }); s * p.b };
Some(t1)
}
#[differentiate(reverse)]
pub fn f(x: f64, os: &[Option<f64>], y: f64) -> f64 {
let mut t1 = x;
match 2 {
0 | 3 => {
let k2 = f64::abs(((t1).powi(2) + 1.0).log10()).min(5.0) as usize;
}
1..=2 => {
let t3: f64 = (0.9 * f64::tanh(y)).asin();
let t4: f64 = [t1, g0(t3 + 0.25 * x, &mut t1).unwrap_or(0.5), t1].iter().fold(t1, |a, b| a * 0.5 + b);
'l7: for (i6, o5) in os.iter().enumerate() {
let Some(u8) = (*o5) else { continue 'l7 };
}
}
k if k % 2 == 0 => {
t1 /= 1.5 + f64::cos(y);
}
_ => {
let mut w9: Vec<f64> = Vec::new();
let t15: f64 = w9.chunks(2).map(|e12| { let r: f64 = { (if w9.is_empty() { x } else { w9[(2 + 2) % w9.len()] }) }; r }).sum::<f64>();
let t16: f64 = (match (2 * 2 + 2) { 0 => { x }, 1 | 2 => { t1 }, k if k % 3 == 1 => { y }, _ => { (-1.53125) } });
let r17: Result<f64, usize> = Ok(t16);
}
}
x
}
}
case!(p14, f, -0.7122413808895983, [1.0, 0.0, 0.0, 0.0, 0.0], -0.7122413808895983, &[Some { 0: -1.7021027559426671 }, Some { 0: 1.4506025993608966 }, None, Some { 0: -1.1341346644855324 }], 1.7958538721042703);

mod p15 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, e: &E) -> f64 {
let t1: f64 = { (x % (f64::powi(x, 2) + 0.75)) };
((t1 + x)).asinh()
}
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
let t7: f64 = ({ let c1 = move |u2: f64, h3: f64| { let r: f64 = { (0..(n * 2 + n) % 5).map(|i6| { let r: f64 = { x }; r }).sum::<f64>() }; r }; c1(((x).powi(2) + 1.0).log10(), (x + (1 as f64))) * c1((x + (1 as f64)), x) } - ({ x } + g0(x + 0.25 * x, &E::A(((3 + 1) as f64)))));
let t7: f64 = ((match n { 0 => { (0.9 * (t7).tanh()).cosh() }, 1 | 2 => { t7 }, k if k % 3 == 1 => { (x * x) }, _ => { (2.21875f64 + t7) } }) * (if (x) >= (1.34375f64) { (match n { 0 => { x }, 1 | 2 => { ((n + 4) as f64) }, k if k % 3 == 1 => { x }, _ => { (3 as f64) } }) } else { { 2.375 } }));
(if ps.is_empty() { 0.0 } else { ps[113 % ps.len()].b })
}
}
case!(p15, f, -2.1577772662455246, [0.0, 0.0, 1.0], -1.094202654690842, &[P { a: -1.6277772662455243, b: -2.1577772662455246 }], 1);

mod p16 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
((0 as f64)).copysign((-2.40625))
}
}
case!(p16, f, -0.0, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.1855169561618693, Q { k: 6, p: P { a: 0.573724498666593, b: 0.6 }, r: [0.6064504116402446, 0.7855169561618692, 0.583724498666593], v: vec![-1.6519413793788398, 1.6049770449082494, -1.0303830225810597] }, E::B { s: 1.6855169561618693, t: 0.09372449866659299 });

mod p17 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, e: &E) -> f64 {
{ { x } }
}
#[differentiate(reverse)]
pub fn g1(x: f64, o: Option<P>) -> Option<P> {
let t4: f64 = 3.34375f64;
let t5: f64 = (0..2 % 5).map(|i3| { let r: f64 = { (0.9 * (x).tanh()).exp2() }; r }).fold((x).atan2(x), |a: f64, b: f64| 0.5 * a + b);
o.clone()
}
#[differentiate(reverse)]
pub fn g2(x: f64, n: usize) -> E {
if ((x).mul_add(x, x)).atan2((f64::powi(x, 2) + 0.5).powf(f64::sin(x))) < (x).signum() { E::A((x).signum()) } else { E::B { s: ((x).mul_add(x, x)).atan2((f64::powi(x, 2) + 0.5).powf(f64::sin(x))), t: x } }
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
let t7: f64 = v.iter().map(|e1| { let r: f64 = { (((if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) - x) * x) }; r }).map(f64::tanh).product::<f64>();
let r8: Result<f64, usize> = Ok(t7);
match v.len() {
0 | 3 => {
'l10: for i9 in 0..(3 * 2 + n) % 5 {
}
}
1..=2 => {
let mut e17: E = g2(v.iter().copied().skip(1).map(|e11| { let r: f64 = { (((if v.len() > 0 { v[(n + v.len()) % v.len()] } else { 0.25 })).powi(2) + 1.0).powi(-2) }; r }).sum::<f64>() + 0.25 * x, 0);
}
k if k % 2 == 0 => {
let t20: f64 = g0(2.46875f64 + 0.25 * x, &E::A((((if v.len() > 0 { v[n % v.len()] } else { 0.25 })).powi(2) + 0.0)));
let o21: Option<P> = None;
}
_ => {
let t22: f64 = { (f64::powi(1.0625, 2) + 1.0).recip() };
let mut o23: Option<f64> = v.iter().copied().find(|u| *u > 0.3);
let t24: f64 = g0(y + 0.25 * x, &E::A((y + (if v.is_empty() { x } else { v[1 % v.len()] }))));
'l25: for e26 in v.iter().rev() {
}
}
}
(v.iter().map(|e29| { let r: f64 = { (if v.len() > 0 { v[n % v.len()] } else { 0.25 }) }; r }).fold(1.71875f64, f64::max) + f64::hypot(((if v.len() > 0 { v[0 % v.len()] } else { 0.25 }) * 1.03125f64), { let Duo(s, p) = Duo((n as f64), P { a: x, b: 0.5 * x }); s * p.b }))
}
}
case!(p17, f, 3.0248195767684534, [0.0, 0.0, -1.03125, 0.0], -1.724313949747557, -0.045842788786040374, &[-1.2664917108057727, 0.1931470505764668], 0);

mod p18 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let t7: f64 = f64::copysign(((match 2 { 0 => { x }, 1 | 2 => { 1.6875 }, k if k % 3 == 1 => { x }, _ => { y } }) + (if v.is_empty() { x } else { v[2 % v.len()] })), ((x).atan2((v.len() as f64))).copysign({ 2.25 }));
let t8: f64 = (v.iter().chain(v.iter()).map(|e1| { let r: f64 = { (*e1) }; r }).fold((P { b: x, a: (if v.len() > 0 { v[(2 + 4 - 2 % 4) % v.len()] } else { 0.25 }) }).a, f64::max) + v.iter().copied().skip(1).map(|e4| { let r: f64 = { (1.5 + (if v.is_empty() { x } else { v[2 % v.len()] })) }; r }).map(f64::tanh).product::<f64>());
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p18, whole, 0.25, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.460399081736519, -0.5258697468957519, &[1.2165495135212445, 0.9065940631955867, 1.112817535564522, 1.1554657712428202]);

mod p19 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let t4: f64 = f64::signum((if (2) <= (v.len()) { ((y).powi(2) + 0.5).cbrt() } else { { let c1 = move |u2: f64, h3: f64| { let r: f64 = { (if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 }) }; r }; c1(y, y) * c1(y, x) } }));
let t5: f64 = x;
if t4 > 0.1 { Some(t4) } else { None }
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p19, whole, 1.0, [0.0, 0.0, 0.0, 0.0], -1.8152158834839198, 0.6806011693391287, &[1.247264949176381, -1.8076343786611282]);

mod p20 {
use super::*;
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g0_20(&self, x: f64) -> f64 {
let e4: E = if (((3 / (2 + 1)) as f64)) <= (self.b) { E::B { t: (-1.0625), s: { let c1 = |u2: f64| { let r: f64 = { u2 }; r }; c1(3.28125f64) + c1(x) } } } else { E::U };
(x).atan2((0.02 * f64::to_degrees(2.8125)))
}
}
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
let t7: f64 = f64::mul_add(q.v.iter().step_by(2).take(3).map(|e1| { let r: f64 = { (0..(q.k as usize) % 5).map(|i6| { let r: f64 = { q.p.b }; r }).fold(q.r[1], f64::max) }; r }).sum::<f64>(), x, x);
let o8: Option<f64> = q.r.iter().copied().find(|u| *u > 0.3);
((f64::powi((0..(q.k as usize) % 5).map(|i11| { let r: f64 = { q.p.b }; r }).sum::<f64>(), 2) + 1.5).acosh() * (match &e { E::A(s12) => { x }, E::B { s: s12, t: t13 } => { (match (q.k as usize) { 0 => { q.r[1] }, 1 | 2 => { (-0.21875) }, k if k % 3 == 1 => { q.r[(q.k as usize) % 3] }, _ => { (if q.v.len() > 0 { q.v[(4 + 4 - (q.k as usize) % 4) % q.v.len()] } else { 0.25 }) } }) }, E::C(p14) => { 3.59375f64 }, E::U => { x } }))
}
}
case!(p20, f, -1.0065576479876093, [0.9624236501192069, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -1.0458571418760707, Q { k: 5, p: P { a: 1.4699915457859547, b: 0.6 }, r: [1.9268905319980942, -1.4458571418760706, 1.4799915457859547], v: vec![-0.2000364812250082] }, E::A { 0: 1.5099915457859547 });

mod p21 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, q: &mut Q) -> f64 {
q.r[3 % 3]
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let k1: usize = 1;
let t5: f64 = (0.9 * f64::tanh(x)).exp_m1();
let t6: f64 = v.iter().chain(v.iter()).map(|e2| { let r: f64 = { (if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 }) }; r }).fold(((y).atan2((k1 as f64)) * (x + x)), |a: f64, b: f64| 0.5 * a + b);
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p21, whole, 0.25, [0.0, 0.0], 0.9796112341581743, -1.4554129084137382, &[]);

mod p22 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut [f64], s: &mut [f64]) {

}
#[differentiate(reverse)]
pub fn g1(x: f64, v: &[f64]) -> Vec<f64> {
let mut ps1 = vec![P { b: ((-1.1875) + x), a: ((((if v.is_empty() { x } else { v[(v.len() + 4 - 2 % 4) % v.len()] })).cos()).powi(2) + 0.5).sqrt() }, P { a: x, b: ((-1.1875) + x) }];
vec![({ let mut h4: f64 = x; let mut c2 = |u3: f64| { h4 += { let r: f64 = { x }; r }; h4 }; let u3 = c2(x); c2(x); h4 * u3 } - x), (x).hypot(x)]
}
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
let t1: f64 = (x % (f64::powi(d.1, 2) + 0.75));
let t2: f64 = (f64::mul_add({ d.1 }, 3.6875, x) + (d.0 - (if v.is_empty() { x } else { v[(n * 2 + n) % v.len()] }))) + 0.25 * x;
let mut q3 = Q { k: 0, p: P { a: x, b: 0.5 * x }, r: [x, 0.5, x], v: v.to_vec() };
g0(t2, &mut q3.v, &mut q3.r);
({ let mut w10: Vec<f64> = q3.r.iter().copied().skip(1).map(|e7| { let r: f64 = { ((q3.r[n % 3]).powi(2) + 0.0).ln_1p() }; r }).collect();
q3.k += 1;
if (q3.p.b) > ((if v.is_empty() { x } else { v[(2 + (q3.k as usize)) % v.len()] })) {
}
((if q3.v.is_empty() { x } else { q3.v[(4 + v.len()) % q3.v.len()] })).abs() } - (f64::powi(q3.v.iter().copied().skip(1).map(|e11| { let r: f64 = { d.1 }; r }).sum::<f64>(), 2) + 1.0).powi(-2))
}
}
case!(p22, f, 0.08108553785517914, [-1.0, 0.0, 0.0], -1.0810855378551791, (1.2867392333190302, 0.8), &[], 1);

mod p23 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, w: &mut Vec<f64>) {
if ((2 as f64)) > ((if w.len() > 0 { w[2 % w.len()] } else { 0.25 })) {  return ; }

}
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
let k17 = f64::abs({ if (n) == (1) {
let t1: f64 = (d.1 + x);
'l2: for (i5, e3) in v.iter().enumerate() {
}
} else {
let q6 = Q { k: 2, p: P { a: ((if v.is_empty() { x } else { v[(n + 4 - 5 % 4) % v.len()] }) - (1 as f64)), b: 0.5 * x }, r: [((if v.len() > 0 { v[3 % v.len()] } else { 0.25 }) * d.1), 0.5, x], v: v.to_vec() };
let t7: f64 = (if v.len() > 0 { v[((q6.k as usize) + n) % v.len()] } else { 0.25 });
let mut o8: Option<P> = None;
}
'l9: for (i12, e10) in v.iter().enumerate() {
let t13: f64 = (v[i12]).atan2((i12 as f64));
}
((d.1 / (f64::powi(d.1, 2) + 0.75)) + ((d.1).powi(2) + 1.0).powi(-2)) }).min(5.0) as usize;
let t24: f64 = v.windows(2).map(|e18| { let r: f64 = { v.chunks(2).map(|e21| { let r: f64 = { (if v.is_empty() { x } else { v[(n / (n + 1)) % v.len()] }) }; r }).fold(x, |a: f64, b: f64| 0.5 * a + b) }; r }).fold((if v.is_empty() { x } else { v[k17 % v.len()] }), f64::max);
v.iter().map(|e25| { let r: f64 = { (x * 0.5) }; r }).sum::<f64>()
}
}
case!(p23, f, 0.8309304502101439, [1.0, 0.0, 0.0, 0.0, 0.0], 0.8309304502101439, (-1.0429400999096394, 0.8), &[1.5178988661089514, 1.2674601741384248], 2);

mod p24 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> Option<f64> {
*u -= ((if (x) > ((*u)) { 0.375 } else { x }) * (0..3 % 5).map(|i3| { let r: f64 = { (*u) }; r }).fold(x, |a: f64, b: f64| 0.5 * a + b));
let t4 = (0.9 * ((*u)).tanh()).exp();
let t5: f64 = (((*u) * (*u)) % (f64::powi({ let Duo(s, p) = Duo(x, P { a: t4, b: 0.5 * x }); s * p.b }, 2) + 0.75));
let t6: f64 = 2.03125f64;
None
}
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
let t1: f64 = (if (n) <= (n) { m[(1 + n) % 3][((1 + n) + 1) % 2] } else { m[n % 3][(n + 1) % 2] });
((t1 - x) + (((n as f64)).tanh() * (x + x)))
}
}
case!(p24, f, -1.507761297598007, [-1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], -0.5575076117758693, &[[-0.4475076117758693, 0.7], [-2.0652689093738763, -0.6], [0.9, 1.1]], 0);

mod p25 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, o: Option<f64>) -> Option<f64> {
let mut p4 = P { a: (f64::sin((0..2 % 5).map(|i3| { let r: f64 = { (-0.9375) }; r }).sum::<f64>())).powi(1), b: 2.6875 };
let t5: f64 = (-1.09375);
let t6: f64 = f64::copysign(p4.a, ((2 as f64) / (f64::powi(p4.b, 2) + 0.75)));
if t5 > 0.1 { Some(t5) } else { None }
}
#[differentiate(reverse)]
pub fn g1(x: f64, w: Vec<f64>) -> f64 {
let t1 = (0.9 * (((x).powi(2) + 0.5).cbrt()).tanh()).acos();
{ let t4: f64 = x;
let t5: f64 = x;
let mut q6 = Q { k: 2, p: P { a: t5, b: 0.5 * x }, r: [x, 0.5, x], v: w.to_vec() };
std::mem::swap(&mut q6.p.a, &mut q6.r[2]);
q6.p.a -= t5;
q6.p.b -= (if (1.0625) > ((if q6.v.is_empty() { x } else { q6.v[((q6.k as usize) * 2 + w.len()) % q6.v.len()] })) { q6.r[1] } else { (if q6.v.is_empty() { x } else { q6.v[3 % q6.v.len()] }) });
(if ((0 as f64)) < (x) { t4 } else { q6.p.b }) }
}
#[differentiate(reverse)]
pub fn g2(x: f64, h: &mut H) {
'l2: for i1 in (h.n as usize) % 3..=(h.n as usize) % 4 {
let t3: f64 = (x % (f64::powi((-1.09375), 2) + 0.75));
let t4: f64 = x;
let r6: Result<f64, usize> = { let o5: Option<f64> = Some(t4); o5.ok_or(0) };
}
let t13: f64 = { let c7 = move |u8: f64, h9: f64| { let r: f64 = { (0..(h.n as usize) % 5).map(|i12| { let r: f64 = { u8 }; r }).map(f64::tanh).product::<f64>() }; r }; c7((x * x), g1((-2.5) + 0.25 * x, vec![x, x])) * c7(g1((-2.5) + 0.25 * x, vec![x, x]), x) };

}
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
match e.clone() {
E::A(s1) => {
let p7: ((f64, f64), f64) = ((g1(g1(q.r[2 % 3] + 0.25 * x, q.r.to_vec()) + 0.25 * x, q.v.clone()), { let c4 = move |u5: f64, h6: f64| { let r: f64 = { h6 }; r }; c4((q.r[(q.k as usize) % 3] * (-3.46875)), q.r[1]) * c4(q.r[1], x) }), x);
let mut t9 = p7.0.1;
let mut m10: Vec<Vec<f64>> = vec![vec![q.r.first().copied().unwrap_or(x), ((0 as f64)).signum()], vec![x, ((0 as f64)).signum()]];
}
E::B { s: s1, t: t2 } if t2 > 0.25 => {
let mut w13: Vec<f64> = Vec::new();
}
E::C(p3) => {
let mut t23: f64 = ({ let c17 = |u18: f64| { let r: f64 = { ((1 * 2 + q.r.len()) as f64) }; r }; c17(1.53125f64) + c17(q.r[q.r.len() % 3]) } + { let h22: f64 = q.p.b; let c20 = |u21: f64| { if u21 > h22 { return u21; } { let r: f64 = { (-2.5) }; r } }; c20(0.28125f64) * h22 });
let t27: f64 = (match &e { E::A(s24) => { (-2.65625) }, E::B { s: s24, t: t25 } => { { t23 } }, E::C(p26) => { (f64::powi((q.r.len() as f64), 2) + 0.5).powf(f64::sin(q.p.b)) }, E::U => { q.p.b } });
let r28: Result<f64, usize> = Ok(t27);
}
_ => {
}
}
let t29: f64 = (0.9 * f64::tanh(f64::atan2((if ((0 as f64)) < (q.r[1]) { (-3.875) } else { x }), (-1.9375)))).acos();
let t34: f64 = { let mut k30: usize = 0;
'l31: loop {
if k30 >= (q.k as usize) % 5 { break; }
k30 += 1;
if (q.r[1]) < (q.p.b) { break 'l31; }
}
(if (q.p.b) < (x) { q.p.b } else { x }) };
let mut q35 = Q { k: 0, p: q.p.clone(), r: [x, 0.5, x], v: q.r.to_vec() };
{ let k42 = 126 % (q35.v.len() + 1);
let (r37, v38) = q35.v.split_at_mut(k42);
if let (Some(e39), Some(i40)) = (r37.first_mut(), v38.first()) {
*e39 += (*i40 * t34);
}
(q35.r[1], q35.p.b) = (q35.p.b, q35.r[1]);
let t43: f64 = (-0.8125);
let mut q44 = Q { k: 1, p: q.p.clone(), r: [x, 0.5, x], v: q35.r.to_vec() };
std::mem::swap(&mut q44.p.a, &mut q44.r[1]);
q44.p.a /= 1.5 + f64::cos(t43);
}
q.r.iter().chain(q35.v.iter()).map(|e51| { let r: f64 = { (q35.p.b).rem_euclid((f64::powi((q.p.b).mul_add((-2.9375), x), 2) + 0.75)) }; r }).map(f64::tanh).product::<f64>()
}
}
case!(p25, f, 0.009738959471929693, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.35766382982534173, Q { k: 6, p: P { a: 0.9791776022176502, b: 0.6 }, r: [-1.3393074533252738, -0.042336170174658294, 0.9891776022176502], v: vec![0.47125945800828567] }, E::B { s: 0.8576638298253417, t: 0.49917760221765023 });

mod p26 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, y: f64, n: usize) -> Result<f64, usize> {
if (1) > (n) {
} else if (x) > (y) {
let mut t1 = y;
} else {
let mut a2: [f64; 3] = [y; 3];
let mut t3 = (a2[(5 + n) % 3] - a2[0 % 3]);
let mut a4: [f64; 3] = [(a2[n % 3] + 3.96875f64); 3];
let t5 = ((n as f64) - x);
}
let t12: f64 = ((x % (f64::powi(y, 2) + 0.75)) + x);
let t13: f64 = (0..n % 5).map(|i8| { let r: f64 = { (0..(3 + i8) % 5).map(|i11| { let r: f64 = { x }; r }).fold(1.90625f64, |a: f64, b: f64| 0.5 * a + b) }; r }).sum::<f64>();
if t12 > 0.1 { Ok(t12) } else { Err(1) }
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64) -> f64 {
(y / (f64::powi({ y }, 2) + 0.75))
}
}
case!(p26, f, 0.5365354883194262, [0.0, 0.3371318905392735], -0.2603506847880529, 0.5877441355166358);

mod p27 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, ps: &[P]) -> f64 {
'l3: for p1 in ps.iter() {
}
let mut a4: [f64; 3] = [(f64::powi(x, 2) + 0.5).powf(f64::sin(x)); 3];
{ let Duo(s, p) = Duo(x, P { a: ((-3.75) * a4[2 % 3]), b: 0.5 * x }); s * p.b }
}
#[differentiate(reverse)]
pub fn g1(x: f64, a: &[f64; 3]) -> f64 {
(((f64::powi((2 as f64), 2) + 0.5).powf(f64::sin(x))).powi(2) + 0.0)
}
#[differentiate(reverse)]
pub fn g2(x: f64, h: &H) -> f64 {
let mut t1 = x;
if (t1) < ((-0.25)) {
match &*h {
H { kind: E::C(P { b: u2, a: _ }), at: None, n: k3, .. } => {
}
H { best: None, kind: E::A(u4), at: Some(p5), .. } if *u4 > 0.2 => {
}
H { best: None, kind: E::A(u6), at: Some(P { a: u7, .. }), n: 0 | 2,  } => {
}
_ => {
}
}
} else if (5) > (3) {
match &*h {
H { best: Some(u8), kind: E::A(u9), at: Some(p10), .. } => {
}
H { kind: E::A(_) | E::U, .. } => {
}
H { best: None, kind: E::B { t: u11, .. }, at: None, n: 1..=2,  } if *u11 > 0.2 => {
}
_ => {
}
}
if (t1) < (x) {
}
t1 += (x).hypot(t1);
} else {
let t1: f64 = (match &*h { H { at: Some(p12), n: k13, .. } => { p12.a } H { best: Some(_), at: Some(P { a: u14, .. }), .. } if *u14 > 0.2 => { (*u14) } H { best: None, kind: E::A(_) | E::U, at: Some(P { a: u15, .. }), n: 1..=2,  } => { x } _ => { x } });
let mut w19: Vec<f64> = (0..(h.n as usize) % 5).map(|i18| { let r: f64 = { (x).mul_add(t1, x) }; r }).collect::<Vec<f64>>();
}
(P { a: (x).copysign(x), b: t1 }).a
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, y: f64) -> Option<f64> {
let mut h4 = H { n: 1, kind: E::B { t: g1((x).max(((3 + 2) as f64)) + 0.25 * x, &[(x).floor(), x, 0.5]), s: ((if (4) == (2) { (if ((3 as f64)) < (y) { x } else { y }) } else { { let h3: f64 = x; let c1 = |u2: f64| { if u2 > h3 { return u2; } { let r: f64 = { y }; r } }; c1(y) * h3 } }) + (-3.78125)) }, at: None, best: o };
let t5: f64 = f64::rem_euclid((y).max(x), (f64::powi((((-3.78125) + x) * (x).fract()), 2) + 0.75));
let t6: f64 = y;
h4.best.map(|u| u * t5)
}
#[differentiate(reverse)]
pub fn whole(x: f64, o: Option<f64>, y: f64) -> f64 { let y: Option<f64> = f(x, o, y); match y { Some(y) => y, None => 0.25 } }
}
case!(p27, whole, 0.25, [0.0, 0.0], -0.23956388620864263, None, 1.5946884964496186);

mod p28 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &mut P, u: &mut [f64]) {
let mut ps1 = vec![P { a: (if u.is_empty() { x } else { u[2 % u.len()] }), b: f64::min((-4.0), (if u.len() > 0 { u[(u.len() * 2 + 2) % u.len()] } else { 0.25 })) }, P { a: x, b: f64::min((-4.0), (if u.len() > 0 { u[(u.len() * 2 + 2) % u.len()] } else { 0.25 })) }];

}
#[differentiate(reverse)]
pub fn g1(x: f64, v: &[f64]) -> f64 {
let t1: f64 = x;
let mut os2: Vec<Option<f64>> = vec![None; 1 % 3];
x
}
#[differentiate(reverse)]
pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
let t1: f64 = (v.len() as f64);
let r2: Result<f64, usize> = Ok(t1);
let t3: f64 = (if w.is_empty() { x } else { w[(n + 0) % w.len()] });
{ f64::copysign((match r2 { Ok(u4) => { u4 }, Err(n5) => n5 as f64 * (x) }), (x - (if v.len() > 0 { v[(n + v.len()) % v.len()] } else { 0.25 }))) }
}
}
case!(p28, f, 3.0, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.7931532493675992, vec![1.20013905655568, 0.4091142089068017], &[-0.1583670464153534, 1.4274037532241823, -1.0629840254470184], 4);

mod p29 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> Option<f64> {
let t1: f64 = x;
let t2: f64 = { x };
None
}
#[differentiate(reverse)]
pub fn g1(x: f64, y: f64) -> f64 {
let t1: f64 = ((((4 + 1) as f64)).powi(2) + 1.0).powi(-2);
let t2: f64 = ((x).powi(2) + 0.0);
((x).ceil() + (y + 1.03125f64))
}
#[differentiate(reverse)]
pub fn g2(x: f64, y: f64) -> Option<f64> {
let mut e1: E = if (((2 * 2 + 0) as f64)) >= ((2 as f64)) { E::B { t: x, s: (if (0.84375f64) <= (y) { x } else { x }) } } else { E::C(P { a: (if (0.84375f64) <= (y) { x } else { x }), b: 0.5 * x }) };
let t5: f64 = (0..2 % 5).map(|i4| { let r: f64 = { g1((4 as f64) + 0.25 * x, (-2.65625)) }; r }).sum::<f64>();
let t6: f64 = { (x).hypot(3.40625f64) };
let t7: f64 = (f64::powi(y, 2) + 0.5).powf(f64::sin(y));
None
}
#[differentiate(reverse)]
pub fn f(x: f64, os: &[Option<f64>], y: f64) -> f64 {
f64::tanh(g1(x + 0.25 * x, y))
}
}
case!(p29, f, 0.9340361927091692, [0.0, 0.0, 0.12757639070935978], -0.10641486531902174, &[Some { 0: -1.40585800060553 }], 0.6578790862595109);

mod p30 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, a: &[f64; 3]) -> f64 {
(x).min(x)
}
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
f64::atan2((if (v.len()) > (n) { g0((if v.is_empty() { x } else { v[(v.len() * 2 + n) % v.len()] }) + 0.25 * x, &[((v.len() / (3 + 1)) as f64), x, 0.5]) } else { (P { a: 1.3125, b: (if v.len() > 0 { v[n % v.len()] } else { 0.25 }) }).a }), ({ let mut h3: f64 = d.0; let mut c1 = |u2: f64| { h3 += { let r: f64 = { (if v.is_empty() { x } else { v[(n / (2 + 1)) % v.len()] }) }; r }; h3 }; let u2 = c1((if v.len() > 0 { v[(n * 2 + 5) % v.len()] } else { 0.25 })); c1(x); h3 * u2 } - (x).tanh()))
}
}
case!(p30, f, 0.10178591561792658, [0.03949059559732867, -0.0828897355236283, 0.0, -0.11690500094687957, 0.14313499712184233, 0.0, 0.0], 1.3088022349781065, (1.3102954424174866, 0.8), &[1.0163858020926597, 0.3790162733529935, 1.282695624917825, 1.8168976581344973], 1);

mod p31 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> Option<f64> {
let t1: f64 = f64::floor((match 5 { 0 => { (*u) }, 1 | 2 => { 0.6875 }, k if k % 3 == 1 => { (*u) }, _ => { x } }));
let t2: f64 = (0.9 * ((*u)).tanh()).exp();
None
}
#[differentiate(reverse)]
pub fn g1(x: f64, e: &E) -> f64 {
let mut e9: E = if ((-3.0625)) >= (x) { E::B { t: { match 4 {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
}
}
let mut k1: usize = 0;
'l2: loop {
if k1 >= 2 % 5 { break; }
k1 += 1;
if (x) >= (x) { break 'l2; }
}
((k1 + 4 - k1 % 4) as f64) }, s: (match e { E::A(s3) => { (0..2 % 5).map(|i8| { let r: f64 = { (*s3) }; r }).fold((*s3), |a: f64, b: f64| 0.5 * a + b) }, E::B { s: s3, t: t4 } => { x }, E::C(p5) => { (-(-0.09375)) }, E::U => { { let Duo(s, p) = Duo(x, P { a: x, b: 0.5 * x }); s * p.b } } }) } } else { E::B { t: (match e { E::A(s3) => { (0..2 % 5).map(|i8| { let r: f64 = { (*s3) }; r }).fold((*s3), |a: f64, b: f64| 0.5 * a + b) }, E::B { s: s3, t: t4 } => { x }, E::C(p5) => { (-(-0.09375)) }, E::U => { { let Duo(s, p) = Duo(x, P { a: x, b: 0.5 * x }); s * p.b } } }), s: { match 4 {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
}
}
let mut k1: usize = 0;
'l2: loop {
if k1 >= 2 % 5 { break; }
k1 += 1;
if (x) >= (x) { break 'l2; }
}
((k1 + 4 - k1 % 4) as f64) } } };
((x * 0.4375) * (match e { E::A(s10) => { x }, E::B { s: s10, t: t11 } => { x }, E::C(p12) => { x }, E::U => { x } }))
}
#[differentiate(reverse)]
pub fn g2(x: f64, u: &mut [f64]) {

}
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
(0..n % 5).map(|i3| { let r: f64 = { (0..4 % 5).map(|i6| { let r: f64 = { m[i3 % 3][(i3 + 1) % 2] }; r }).sum::<f64>() }; r }).fold((match m.len() { 0 => { (if (x) >= (x) { m[n % 3][(n + 1) % 2] } else { x }) }, 1 | 2 => { (x + m[(2 / (n + 1)) % 3][((2 / (n + 1)) + 1) % 2]) }, k if k % 3 == 1 => { ((0 as f64) * m[2 % 3][(2 + 1) % 2]) }, _ => { (match n { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { x }, _ => { x } }) } }), f64::max)
}
}
case!(p31, f, 0.11501058096085666, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.11501058096085666, &[[0.22501058096085666, 0.7], [0.01614768564265391, -0.6], [0.9, 1.1]], 0);

mod p32 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &P) -> f64 {
let mut ps1 = vec![P { b: x, ..p.clone() }; (3 + 4 - 2 % 4) % 4];
{ let t2: f64 = (P { a: x, b: p.b }).a;
let mut os3: [Option<f64>; 2] = [None, None];
(p.b - p.b) }
}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut [f64]) {

}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64) -> f64 {
((y).copysign(x) * y)
}
}
case!(p32, f, -0.7433061390068907, [0.0, 1.7243040787597652], 1.2881696080733411, -0.8621520393798826);

mod p33 {
use super::*;
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g0_33(self, x: f64) -> P {
P { a: (f64::powi((2 as f64), 2) + 0.5).powf(f64::sin((P { a: self.b, b: self.b }).a)), b: x }
}
}
#[differentiate(reverse)]
pub fn f(x: f64, os: &[Option<f64>], y: f64) -> f64 {
((x).sin()).powi(1)
}
}
case!(p33, f, 0.9215304984648666, [0.3883059881061514, 0.0], 1.1720037068049713, &[None], 1.545992438873828);

mod p34 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, y: f64) -> Option<f64> {
let t1: f64 = ((match 4 { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { x }, _ => { y } }) + (match (2 * 2 + 3) { 0 => { x }, 1 | 2 => { (-2.75) }, k if k % 3 == 1 => { y }, _ => { x } }));
let t2: f64 = x;
let t3: f64 = ((1.0 + y) * (y * x));
None
}
#[differentiate(reverse)]
pub fn g1(x: f64, p: &mut P) {
if !((x) > (p.a)) {  return ; }
let mut t4 = (0.9 * ((p.a - p.a)).tanh()).tan();
let t5: f64 = x;

}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
let t1: f64 = (if (v.len()) == ((n / (5 + 1))) { (f64::powi(1.25, 2) + 1.0).powi(-2) } else { ((if v.is_empty() { x } else { v[n % v.len()] }) - p.b) });
let r3: Result<f64, usize> = { let o2: Option<f64> = None; o2.ok_or(2) };
if let Ok(u4) = r3 {
'l7: for i6 in ((n / (n + 1)) % 3..n % 6).rev() {
}
} else {
}
f64::cos((if (p.a) >= ((if v.len() > 0 { v[n % v.len()] } else { 0.25 })) { (n as f64) } else { (1 as f64) }))
}
}
case!(p34, f, 1.0, [0.0, 0.0, 0.0, 0.0, 0.0], 0.30326547266457166, &P { a: -1.0190786123269784, b: 0.003265472664571667 }, &[-1.7251199509781832, 1.2816595277429894], 0);

mod p35 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, y: f64) -> f64 {
let mut h3 = H { n: 0, kind: if { x } < x { E::A(x) } else { E::B { s: { x }, t: x } }, at: None, best: None };
let t4: f64 = ({ let Duo(s, p) = Duo(x, P { a: x, b: 0.5 * x }); s * p.b } % (f64::powi((f64::powi((-0.84375), 2) + 1.0).ln(), 2) + 0.75));
let o5: Option<f64> = Some(t4);
(0.9 * (y).tanh()).cosh()
}
#[differentiate(reverse)]
pub fn g1(x: f64, h: &mut H) {

}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, y: f64) -> Option<f64> {
let mut t1 = (2 as f64);
let t2: f64 = { (-(x / (f64::powi(2.1875, 2) + 0.75))) };
let t3: f64 = y;
Some(o).flatten()
}
#[differentiate(reverse)]
pub fn whole(x: f64, o: Option<f64>, y: f64) -> f64 { let y: Option<f64> = f(x, o, y); match y { Some(y) => y, None => 0.25 } }
}
case!(p35, whole, -1.1012097249233797, [0.0, 1.0, 0.0], 1.7688432439209227, Some { 0: -1.1012097249233797 }, -0.7312097249233797);

mod p36 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> Option<f64> {
let t1: f64 = x;
let t2: f64 = (*u);
None
}
#[differentiate(reverse)]
pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
let mut d1 = Duo((match (4 + n) { 0 => { { (-0.5625) } }, 1 | 2 => { (P { a: x, b: (match 5 { 0 => { (if w.is_empty() { x } else { w[(n * 2 + n) % w.len()] }) }, 1 | 2 => { (if w.is_empty() { x } else { w[0 % w.len()] }) }, k if k % 3 == 1 => { x }, _ => { x } }) }).a }, k if k % 3 == 1 => { x }, _ => { (-0.9375) } }), P { a: (if w.is_empty() { x } else { w[(1 / (n + 1)) % w.len()] }), b: 0.5 * x });
'l2: for e3 in v {
let mut m6: Vec<Vec<f64>> = vec![vec![f64::mul_add(((-0.6875) * (if w.is_empty() { x } else { w[n % w.len()] })), (-2.8125), x); 2]; (5 + 3) % 3 + 1];
}
d1.1.a -= ((match w.last() { Some(u12) => { x }, None => d1.1.a }) * 0.5);
x
}
}
case!(p36, f, 1.9973162798898068, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.9973162798898068, vec![-1.9573945700184294, 1.5129174657821634, -1.5276104681593181], &[0.3177071154131154, 0.7093905364330202, -0.010439789868741922], 3);

mod p37 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, v: &[f64]) -> f64 {
let mut w1: Vec<f64> = v[..].to_vec();
(((if v.is_empty() { x } else { v[3 % v.len()] }) - x) + (((2 as f64)).powi(2) + 1.5).acosh())
}
#[differentiate(reverse)]
pub fn g1(x: f64, o: Option<f64>) -> Result<f64, usize> {
let t1: f64 = f64::copysign(1.21875f64, (-3.875));
let mut t2: f64 = (x + x);
let mut k3: usize = 0;
'l4: loop {
if k3 >= 2 % 5 { break; }
k3 += 1;
let t5: f64 = g0(t2 + 0.25 * x, &[0.5, x]);
let mut o6: Option<f64> = o.zip(o).map(|(a, b)| a * b + t5);
if (1.375) < ((-1.78125)) { break 'l4; }
}
let t7: f64 = (k3 as f64);
let t8: f64 = (0.9 * f64::tanh(x)).asin();
Ok(t7)
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, y: f64, n: usize) -> Result<f64, usize> {
let t7: f64 = (0..n % 5).map(|i3| { let r: f64 = { (0..n % 5).map(|i6| { let r: f64 = { (x + 0.0) }; r }).fold(g0(y + 0.25 * x, &[0.5, x]), f64::max) }; r }).sum::<f64>();
let t8: f64 = x;
g1(t7, Some(o).flatten())
}
#[differentiate(reverse)]
pub fn whole(x: f64, o: Option<f64>, y: f64, n: usize) -> f64 { let y: Result<f64, usize> = f(x, o, y, n); match y { Ok(y) => y, Err(n) => 0.25 + n as f64 } }
}
case!(p37, whole, 2.0, [0.0, 0.0, 0.0], -0.7459352024420081, Some { 0: 0.9181904914965694 }, 1.2881904914965694, 0);

mod p38 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> Option<f64> {
'l2: for i1 in 0..2 % 5 {
let mut ps3 = vec![P { a: (*u), b: x }; i1 % 4];
*u += ((*u)).min((i1 as f64));
let t4: f64 = (-1.125);
let r5: Result<f64, usize> = Ok(t4);
}
let mut e6: E = if (2) == ((2 * 2 + 2)) { E::C(P { a: (*u), b: 0.5 * x }) } else { E::C(P { a: f64::trunc((-3.15625)), b: 0.5 * x }) };
let t13: f64 = (match &e6 { E::A(s7) => { (-2.625) }, E::B { s: s7, t: t8 } => { (*t8) }, E::C(p9) => { (0..4 % 5).map(|i12| { let r: f64 = { (4 as f64) }; r }).sum::<f64>() }, E::U => { (x * (*u)) } });
let t14: f64 = (*u);
None
}
#[differentiate(reverse)]
pub fn g1(x: f64, n: usize) -> E {
E::C(P { a: (0..0 % 5).map(|i3| { let r: f64 = { x }; r }).sum::<f64>(), b: 0.5 * x })
}
#[differentiate(reverse)]
pub fn g2(x: f64, o: Option<P>) -> Option<P> {
let mut q9 = Q { k: 0, p: P { a: ((2 as f64) * x), b: 0.5 * x }, r: [((x).powi(2) + 0.0).ln_1p(), 0.5, x], v: vec![((x).powi(2) + 0.0).ln_1p(), x] };
let t10: f64 = { (if q9.v.len() > 0 { q9.v[(q9.k as usize) % q9.v.len()] } else { 0.25 }) };
let o11: Option<f64> = None;
let t18: f64 = q9.r.windows(2).map(|e12| { let r: f64 = { ((-1.28125) - (if q9.v.len() > 0 { q9.v[(0 * 2 + 1) % q9.v.len()] } else { 0.25 })) }; r }).fold(2.0625, f64::max);
let t19: f64 = { let mut h17: f64 = (P { a: q9.r[q9.r.len() % 3], ..q9.p.clone() }).a; let mut c15 = |u16: f64| { h17 += { let r: f64 = { { q9.p.b } }; r }; h17 }; let u16 = c15((if q9.v.len() > 0 { q9.v[(q9.k as usize) % q9.v.len()] } else { 0.25 })); c15(x); h17 * u16 };
None
}
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
let t1: f64 = ((if ((-2.78125)) >= (x) { (match n { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { x }, _ => { x } }) } else { x }) * x);
let o2: Option<f64> = if ((if ps.is_empty() { x } else { ps[172 % ps.len()].b })) > ({ x }) { Some(t1) } else { None };
x
}
}
case!(p38, f, 0.48035986184840557, [1.0], 0.48035986184840557, &[], 4);

mod p39 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> Option<f64> {
let t4: f64 = ((2 as f64) % (f64::powi((0..0 % 5).map(|i3| { let r: f64 = { (*u) }; r }).fold(x, f64::max), 2) + 0.75));
let mut q5 = Q { k: 0, p: P { a: t4, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
{ let k12 = 234 % (q5.v.len() + 1);
let (r7, v8) = q5.v.split_at_mut(k12);
if let (Some(e9), Some(i10)) = (r7.first_mut(), v8.first()) {
*e9 += (*i10 * t4);
}
let s13 = &q5.r[..];
q5.p.b += (if r7.len() > 0 { r7[(v8.len() / ((q5.k as usize) + 1)) % r7.len()] } else { 0.25 });
}
let t16: f64 = q5.v.get(q5.v.len()).map_or(q5.p.b, |u14| { { (if q5.v.len() > 0 { q5.v[q5.r.len() % q5.v.len()] } else { 0.25 }) } });
let t17: f64 = (0.9 * ((q5.r[1]).ceil()).tanh()).exp2();
None
}
#[differentiate(reverse)]
pub fn g1<const N: usize>(x: f64, c: &[f64; N]) -> f64 {
((if c.len() > 0 { c[(N * 2 + N) % c.len()] } else { 0.25 }) + (c[N / 2]).max((-2.75)))
}
#[differentiate(reverse)]
pub fn g2(x: f64, ps: &[P]) -> f64 {
0.65625f64
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, y: f64) -> Option<f64> {
let t4: f64 = (f64::powi((f64::powi(g2(x + 0.25 * x, &[P { a: y, b: x }, P { b: 0.5, a: x }]), 2) + 0.5).powf(f64::sin((-1.375))), 2) + 0.5).powf(f64::sin(((x).powi(2) + 1.0).recip()));
let t5: f64 = f64::min(f64::copysign((0..3 % 5).map(|i3| { let r: f64 = { y }; r }).fold(y, |a: f64, b: f64| 0.5 * a + b), (if (y) >= (y) { y } else { 2.875 })), ((y * x) + (f64::powi(x, 2) + 0.5).powf(f64::sin(y))));
o.zip(o).map(|(a, b)| a * b + t4)
}
#[differentiate(reverse)]
pub fn whole(x: f64, o: Option<f64>, y: f64) -> f64 { let y: Option<f64> = f(x, o, y); match y { Some(y) => y, None => 0.25 } }
}
case!(p39, whole, 0.25, [0.0, 0.0], -1.5470458780946845, None, 0.5924900408470186);

mod p40 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> Option<f64> {
*u *= f64::sin((3 as f64));
let t1: f64 = (2.59375f64 + (*u));
let t2: f64 = (0.02 * f64::to_degrees((-0.5625)));
None
}
#[differentiate(reverse)]
pub fn g1(x: f64, y: f64) -> f64 {
{ let c1 = |u2: f64| { let r: f64 = { (1.9375 * u2) }; r }; c1((match (2 * 2 + 2) { 0 => { x }, 1 | 2 => { y }, k if k % 3 == 1 => { (2 as f64) }, _ => { (-3.0625) } })) + c1(y) }
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, y: f64) -> Option<f64> {
let t5: f64 = ((y + x) - (0.9 * (f64::sin((-1.8125))).tanh()).powi(3));
let t6: f64 = f64::atan2(((y + y)).copysign((match o { Some(u3) if u3 > 0.1 => { x }, Some(u3) => u3, None => x })), ((x * y) / (f64::powi(x, 2) + 0.75)));
Some(t5)
}
#[differentiate(reverse)]
pub fn whole(x: f64, o: Option<f64>, y: f64) -> f64 { let y: Option<f64> = f(x, o, y); match y { Some(y) => y, None => 0.25 } }
}
case!(p40, whole, 1.5631324614107762, [1.0, 0.0, 1.0], 1.2445673873070306, Some { 0: -0.3578923865926134 }, 0.012107613407386562);

mod p41 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &mut P, u: &mut [f64]) {
p.a = f64::atan(((p.a * (if u.is_empty() { x } else { u[u.len() % u.len()] })) * ((if u.len() > 0 { u[2 % u.len()] } else { 0.25 })).max(x)));
let mut k1: usize = 0;
let t3: f64 = 'l2: loop {
if k1 >= (2 / (2 + 1)) % 5 {  break ((k1 / (k1 + 1)) as f64); }
k1 += 1;
if (x) > (p.b) {  break 'l2 p.b; }
};

}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let t1: f64 = ((f64::ceil((f64::powi(y, 2) + 0.5).powf(f64::sin((-1.53125))))).powi(2) + 1.0).log10();
let mut os2: Vec<Option<f64>> = vec![None; v.len() % 3];
let mut k3: usize = 0;
'l4: loop {
if k3 >= 2 % 5 { break; }
k3 += 1;
let mut a5: [f64; 3] = [v.iter().filter(|e6| **e6 > 0.2).map(|e6| { let r: f64 = { ((if v.len() > 0 { v[(k3 / (0 + 1)) % v.len()] } else { 0.25 })).to_radians() }; r }).fold(((k3 as f64) / (f64::powi((if v.len() > 0 { v[(4 + k3) % v.len()] } else { 0.25 }), 2) + 0.75)), f64::max), (if (k3) == (k3) { (y * 0.5) } else { y }), x];
let t12: f64 = a5.iter().step_by(2).take(3).map(|e9| { let r: f64 = { 1.0625 }; r }).sum::<f64>();
let mut a13: [f64; 3] = [{ { let h16: f64 = y; let c14 = |u15: f64| { if u15 > h16 { return u15; } { let r: f64 = { (-2.34375) }; r } }; c14(a5[k3 % 3]) * h16 } }; 3];
if ((k3 * 2 + k3)) < (k3) { break 'l4; }
}
let t25: f64 = v.chunks(2).map(|e19| { let r: f64 = { (0.9 * (x).tanh()).atanh() }; r }).map(f64::tanh).product::<f64>();
let t26: f64 = (((y + (-1.875)) - (match 2 { 0 => { y }, 1 | 2 => { (if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 }) }, k if k % 3 == 1 => { (-2.65625) }, _ => { (if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 }) } })) * ((3 as f64)).max((if v.len() > 0 { v[0 % v.len()] } else { 0.25 })));
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p41, whole, 0.25, [0.0, 0.0, 0.0], -1.1158611507627876, 1.249161377429962, &[0.5418755469425602]);

mod p42 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, q: &mut Q) -> f64 {
(0.9 * f64::tanh(((-3.25) - (if q.v.len() > 0 { q.v[q.v.len() % q.v.len()] } else { 0.25 })))).sinh()
}
#[differentiate(reverse)]
pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
'l1: for (e2, e3) in v.iter().zip(v.iter()) {
}
let t5: f64 = f64::mul_add((match w.len() { 0 => { (if w.is_empty() { x } else { w[n % w.len()] }) }, 1 | 2 => { (if w.is_empty() { x } else { w[v.len() % w.len()] }) }, k if k % 3 == 1 => { (if w.is_empty() { x } else { w[n % w.len()] }) }, _ => { x } }), x, x);
(x + x)
}
}
case!(p42, f, -1.5376162396195328, [2.0, 0.0, 0.0], -0.7688081198097664, vec![-0.734657490034804, 0.3231247720403398], &[], 2);

mod p43 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, y: f64) -> Option<f64> {
match 2 {
0 | 3 => {
let e4: E = if (y) <= (y) { E::A(x) } else { E::A((0..5 % 5).map(|i3| { let r: f64 = { x }; r }).sum::<f64>()) };
let t7: f64 = o.map(|u5| { u5 }).unwrap_or(((y).powi(2) + 0.0).ln_1p());
let mut ps11 = vec![P { a: ((f64::powi(y, 2) + 0.5).powf(f64::sin(y)) * (x).atan()), b: (0..(4 / (2 + 1)) % 5).map(|i10| { let r: f64 = { f64::mul_add(1.75, x, x) }; r }).fold(f64::clamp((-2.40625), -1.5, 1.5), f64::max) }; 2 % 4];
}
1..=2 => {
let mut w15: Vec<f64> = (0..2 % 5).map(|i14| { let r: f64 = { y }; r }).collect();
}
k if k % 2 == 0 => {
let t16 = (((0.9 * (x).tanh()).acos()).powi(2) + 0.0);
let t17: f64 = y;
let t18: f64 = (f64::sin({ y })).powi(1);
}
_ => {
match 3 {
0 | 3 => {
}
1..=2 => {
let t19: f64 = x;
let r20: Result<f64, usize> = Ok(t19);
}
k if k % 2 == 0 => {
let t21: f64 = (if (y) < (((3 + 4 - 2 % 4) as f64)) { x } else { y });
}
_ => {
}
}
'l23: for i22 in (0 % 3..2 % 6).rev() {
let t24: f64 = (x).atan2((-3.9375));
let mut q25 = Q { k: 0, p: P { a: t24, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
'l31: for e29 in q25.r.iter() {
q25.p.a *= f64::sin((t24 * *e29));
}
if q25.v.len() > 0 { let k32 = (4 + 4 - q25.v.len() % 4) % q25.v.len();
q25.v[k32] = f64::atan((f64::powi((if q25.v.len() > 0 { q25.v[0 % q25.v.len()] } else { 0.25 }), 2) + 0.5).powf(f64::sin((if q25.v.len() > 0 { q25.v[i22 % q25.v.len()] } else { 0.25 }))));
}
let t33 = (y).mul_add(x, x);
}
}
}
let mut a34: [f64; 3] = [(y + x); 3];
let mut h46 = H { n: 1, kind: E::C(P { a: a34.iter().copied().skip(1).map(|e38| { let r: f64 = { x }; r }).fold((a34[2 % 3] * { y }), f64::max), b: 0.5 * x }), at: None, best: o };
let t47: f64 = (a34[2 % 3] + x);
let t48: f64 = (((((h46.n as usize) as f64)).max(a34[(h46.n as usize) % 3]) + (a34[a34.len() % 3] + a34[(1 / ((h46.n as usize) + 1)) % 3])) * f64::tanh(1.0625));
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, o: Option<f64>, y: f64) -> f64 { let y: Option<f64> = f(x, o, y); match y { Some(y) => y, None => 0.25 } }
}
case!(p43, whole, 0.25, [0.0, 0.0, 0.0], 1.0003155126648544, Some { 0: -2.188368998070274 }, -1.818368998070274);

mod p44 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, h: &mut H) {
'l2: for i1 in 0..(h.n as usize) % 5 {
match h.clone() {
H { n: 0 | 2, .. } => {
}
H { best: Some(u3), kind: E::A(_) | E::U, at: None, .. } => {
}
H { kind: E::A(u4), at: Some(p5), n: 1..=2, .. } if u4 > 0.2 => {
}
_ => {
}
}
match &*h {
H { best: Some(u6), kind: E::A(u7), at: Some(p8), .. } => {
}
H { best: None, kind: E::A(u9) | E::B { s: u9, .. }, at: Some(P { a: u10, .. }), .. } if *u9 > 0.2 => {
}
H { best: o11, .. } => {
}
_ => {
}
}
match (h.n as usize) {
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
pub fn f(x: f64, os: &[Option<f64>], y: f64) -> f64 {
let mut t1: f64 = (-0.71875);
(0..2 % 5).map(|i4| { let r: f64 = { t1 }; r }).map(f64::tanh).product::<f64>()
}
}
case!(p44, f, 0.3796216322646553, [0.0, 0.0, 0.0, 0.0], -0.5302442502379987, &[Some { 0: -0.09691719607313207 }, Some { 0: 0.7500627025318396 }, None], -0.10769018097340367);

mod p45 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, e: &E, y: f64) -> f64 {
(((y / (f64::powi(y, 2) + 0.75)) * y) + ({ x } * (y + x)))
}
}
case!(p45, f, 0.35337488774446285, [-0.728422531989745, 0.0, 0.0, 0.07560725436438609], 0.3504525038625454, &E::B { s: 0.8504525038625455, t: -1.719327539714836 }, -1.429327539714836);

mod p46 {
use super::*;
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g0_46(&self, x: f64) -> f64 {
let mut t1: f64 = x;
x
}
}
#[differentiate(reverse)]
pub fn g1(x: f64, w: Vec<f64>) -> Vec<f64> {
let mut a1: [f64; 3] = [(if (1) != (3) { { x } } else { ((if w.len() > 0 { w[4 % w.len()] } else { 0.25 }) + x) }); 3];
let mut k2: usize = w.len();
w
}
#[differentiate(reverse)]
pub fn g2(x: f64, p: P) -> P {
P { b: { let mut h6: f64 = ((2 + 4 - 0 % 4) as f64); let mut c4 = |u5: f64| { h6 += { let r: f64 = { (match 2 { 0 => { p.b }, 1 | 2 => { p.a }, k if k % 3 == 1 => { x }, _ => { p.b } }) }; r }; h6 }; let u5 = c4((-1.1875)); c4(x); h6 * u5 }, a: ((0.4375 + 2.5) - (0..2 % 5).map(|i3| { let r: f64 = { (-2.65625) }; r }).fold(p.a, f64::max)) }
}
#[differentiate(reverse)]
pub fn f(x: f64, os: &[Option<f64>], y: f64) -> f64 {
if (2) == (3) {
match (2 / (3 + 1)) {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
let mut ps1 = vec![P { b: (y % (f64::powi(y, 2) + 0.75)), a: y }, P { a: x, b: (y % (f64::powi(y, 2) + 0.75)) }];
}
}
} else {
let mut w6: Vec<f64> = (0..4 % 5).map(|i4| { let r: f64 = { { let p5: P = P { a: (x * 0.5), b: 0.5 * x }; p5.g0_46(((x).powi(2) + 0.0) + 0.25 * x) } }; r }).collect();
let mut t7: f64 = ((0.9 * (y).tanh()).tan() - x);
}
let e12: E = if (x) >= ((if (y) > (y) { y } else { x })) { E::B { t: (((0.9 * (x).tanh()).powi(3)).round()).mul_add((0.9 * ((f64::powi(0.875, 2) + 1.0).recip()).tanh()).cosh(), x), s: ({ let p8: P = P { a: (0.9 * (y).tanh()).sinh(), b: 0.5 * x }; p8.g0_46((y + x) + 0.25 * x) } + ((0..3 % 5).map(|i11| { let r: f64 = { y }; r }).fold(x, f64::max) + (match 3 { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { y }, _ => { y } }))) } } else { if ({ let p8: P = P { a: (0.9 * (y).tanh()).sinh(), b: 0.5 * x }; p8.g0_46((y + x) + 0.25 * x) } + ((0..3 % 5).map(|i11| { let r: f64 = { y }; r }).fold(x, f64::max) + (match 3 { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { y }, _ => { y } }))) < (((0.9 * (x).tanh()).powi(3)).round()).mul_add((0.9 * ((f64::powi(0.875, 2) + 1.0).recip()).tanh()).cosh(), x) { E::A((((0.9 * (x).tanh()).powi(3)).round()).mul_add((0.9 * ((f64::powi(0.875, 2) + 1.0).recip()).tanh()).cosh(), x)) } else { E::B { s: ({ let p8: P = P { a: (0.9 * (y).tanh()).sinh(), b: 0.5 * x }; p8.g0_46((y + x) + 0.25 * x) } + ((0..3 % 5).map(|i11| { let r: f64 = { y }; r }).fold(x, f64::max) + (match 3 { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { y }, _ => { y } }))), t: x } } };
y
}
}
case!(p46, f, 0.08805442292482296, [0.0, 0.0, 0.0, 1.0], -1.133545218561687, &[Some { 0: 0.536786146469022 }, Some { 0: -1.0068225420342996 }, None], 0.08805442292482296);

mod p47 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, h: H) -> H {
match &h.kind {
E::A(s1) => {
let mut t4 = ((*s1) % (f64::powi((*s1), 2) + 0.75));
let t5: f64 = (x * (*s1));
let mut os6: [Option<f64>; 2] = [None, h.best.zip(h.best).map(|(a, b)| a * b + t5)];
}
E::B { s: s1, t: t2 } if *t2 > 0.25 => {
let t7: f64 = (x).fract();
let r8: Result<f64, usize> = Ok(t7);
let mut a9: [f64; 3] = [((*t2)).hypot((-1.875)), ((*t2)).atan2((5 as f64)), x];
}
E::C(p3) => {
let t10: f64 = (((h.n as usize) as f64) * p3.a);
let mut o11: Option<P> = if t10 < 0.4 { h.at.clone() } else { None };
}
_ => {
}
}
let mut m14: [[f64; 2]; 3] = [[(match &h { H { best: None, at: Some(p15), n: 1..=2, .. } => { p15.a } H { best: o16, at: Some(p17), n: k18, .. } => { (0..5 % 5).map(|i21| { let r: f64 = { p17.b }; r }).sum::<f64>() } H { kind: E::A(u22) | E::B { s: u22, .. }, at: Some(P { a: u23, .. }), n: 1..=2, .. } => { (match &h { H { best: None, at: Some(P { a: u24, .. }), n: k25, .. } => { (*u24) } H { kind: E::A(u26) | E::B { s: u26, .. }, at: Some(P { a: u27, .. }), n: 1..=2, .. } => { (-3.4375) } H { best: Some(u28), kind: E::A(u29), n: 1..=2, .. } if *u28 > 0.2 => { (*u23) } _ => { (-2.625) } }) } _ => { (x).hypot(((h.n as usize) as f64)) } }); 2]; 3];
let t37: f64 = (P { b: (x).rem_euclid((f64::powi(x, 2) + 0.75)), a: (match (h.n as usize) { 0 => { x }, 1 | 2 => { (-1.40625) }, k if k % 3 == 1 => { x }, _ => { x } }) }).a;
let t38: f64 = { let c30 = |u31: f64| { let r: f64 = { m14[(m14.len() + 4 - 5 % 4) % 3][((m14.len() + 4 - 5 % 4) + 1) % 2] }; r }; c30(x) + c30(m14[5 % 3][(5 + 1) % 2]) };
h.clone()
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, y: f64) -> Option<f64> {
let t10: f64 = { let c1 = move |u2: f64, h3: f64| { let r: f64 = { (u2 * x) }; r }; c1({ let mut h6: f64 = x; let mut c4 = |u5: f64| { h6 += { let r: f64 = { (x).floor() }; r }; h6 }; let u5 = c4((0..2 % 5).map(|i9| { let r: f64 = { (-1.96875) }; r }).fold(y, |a: f64, b: f64| 0.5 * a + b)); c4(x); h6 * u5 }, (if ((-0.625)) < (y) { y } else { y })) * c1((if ((-0.625)) < (y) { y } else { y }), x) };
let t11: f64 = { y };
if t10 < 0.4 { o } else { None }
}
#[differentiate(reverse)]
pub fn whole(x: f64, o: Option<f64>, y: f64) -> f64 { let y: Option<f64> = f(x, o, y); match y { Some(y) => y, None => 0.25 } }
}
case!(p47, whole, 0.25, [0.0, 0.0], -1.4237060414929672, None, -0.3039233407274773);

mod p48 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut [f64], s: &mut [f64]) {
let t1: f64 = (if u.is_empty() { x } else { u[2 % u.len()] });
let mut q2 = Q { k: 0, p: P { a: t1, b: 0.5 * x }, r: [x, 0.5, x], v: s.to_vec() };
{ let r4 = &q2.v;
q2.p.b += (r4.first().copied().unwrap_or(t1));
'l10: for i9 in ((q2.k as usize) / (1 + 1)) % 3..=(q2.k as usize) % 4 {
}
let mut k11: usize = 0;
'l12: while k11 < (q2.k as usize) % 5 && ((q2.p.b) < (x)) {
k11 += 1;
}
let mut ps13 = vec![P { a: (x * x), b: q2.r[1] }, P { a: x, b: q2.r[1] }];
}
let mut h14 = H { n: 1, kind: E::B { t: (-2.5), s: q2.r[1] }, at: None, best: None };

}
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
m[n % 3][(n + 1) % 2]
}
}
case!(p48, f, -0.49061341068011133, [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0], -0.6006134106801113, &[[-0.49061341068011133, 0.7], [1.3661254173547348, -0.6], [0.9, 1.1]], 3);

mod p49 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, n: usize) -> (f64, f64) {
let t1: f64 = (x - (0.02 * (x).to_degrees()));
let t2: f64 = ((x).atan2(x) + x);
let mut o3: Option<P> = if t2 > 0.1 { Some(P { a: 0.5, b: t2 }) } else { None };
let t4: f64 = x;
let r5: Result<f64, usize> = Ok(t4);
(f64::signum(1.4375), ((x / (f64::powi(x, 2) + 0.75)) + ((x).powi(2) + 0.0)))
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
'l2: for i1 in 0 % 3..=v.len() % 4 {
}
((((if v.len() > 0 { v[(2 + 3) % v.len()] } else { 0.25 }) + (if v.is_empty() { x } else { v[(v.len() + 4 - 0 % 4) % v.len()] })) / (f64::powi((f64::powi(x, 2) + 0.5).powf(f64::sin(x)), 2) + 0.75))).rem_euclid((f64::powi(((-3.0625) - (if v.is_empty() { x } else { v[2 % v.len()] })), 2) + 0.75))
}
}
case!(p49, f, 0.08524262069688143, [-0.006037856225602532, 2.442095838087144], -1.8988767742449675, None, &[0.034905518189511625]);

mod p50 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> Option<f64> {
*u *= f64::sin((0..2 % 5).map(|i3| { let r: f64 = { (x + (*u)) }; r }).fold((x + (*u)), |a: f64, b: f64| 0.5 * a + b));
let t4: f64 = x;
let t5: f64 = ((x * 0.5)).abs();
None
}
#[differentiate(reverse)]
pub fn g1(x: f64, os: &[Option<f64>]) -> f64 {
let k1 = f64::abs(x).min(5.0) as usize;
let t2: f64 = ((-0.21875) - (x + x));
((k1 as f64) * (t2 - t2))
}
#[differentiate(reverse)]
pub fn g2(x: f64, o: &Option<P>) -> f64 {
let k4 = f64::abs((if (5) <= (2) { (x - x) } else { (0..(2 * 2 + 2) % 5).map(|i3| { let r: f64 = { x }; r }).fold(x, f64::max) })).min(5.0) as usize;
(0.9 * (x).tanh()).exp()
}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
let mut w1: Vec<f64> = vec![p.a; n % 4];
let mut k2: usize = 0;
'l3: while k2 < n % 5 && ((((if w1.len() > 0 { w1[(k2 + n) % w1.len()] } else { 0.25 })) < (x)) || ((p.a) <= (x))) {
k2 += 1;
let t4: f64 = ((f64::powi(3.40625f64, 2) + 1.0).ln()).copysign((if v.is_empty() { x } else { v[(v.len() / (n + 1)) % v.len()] }));
let t8: f64 = w1.windows(2).map(|e5| { let r: f64 = { p.b }; r }).map(f64::tanh).product::<f64>();
}
(((if w1.len() > 0 { w1[k2 % w1.len()] } else { 0.25 })).powi(2) + 0.5).cbrt()
}
}
case!(p50, f, 0.9520807498794043, [0.0, 0.4431257973101712, 0.0, 0.0, 0.0, 0.0], 0.30809259040422565, &P { a: 0.6025122226472326, b: 0.008092590404225664 }, &[1.0775375250132444, 1.593201244187544, -1.805740705101768], 2);

mod p51 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, o: Option<f64>) -> Option<f64> {
match (3 + 2) {
0 | 3 => {
'l2: for i1 in (0..=2 % 4).rev() {
}
}
1..=2 => {
}
k if k % 2 == 0 => {
let mut p3 = P { a: (f64::powi((2 as f64), 2) + 0.5).powf(f64::sin(x)), b: x };
let t4 = (x * p3.a);
}
_ => {
}
}
let t5: f64 = (x * x);
let t6: f64 = x;
o.filter(|u| *u > t5)
}
#[differentiate(reverse)]
pub fn g1(x: f64, n: usize) -> E {
E::C(P { a: x, b: 0.5 * x })
}
#[differentiate(reverse)]
pub fn g2(x: f64, y: f64) -> Option<f64> {
let t1: f64 = (0.9 * (y).tanh()).sinh();
let t2: f64 = x;
None
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let t1: f64 = (-3.53125);
let mut w2: Vec<f64> = v.to_vec();
let mut ps12 = [P { a: x, b: ((match v.last() { Some(u6) => { x }, None => x }) * { 'l8: for e9 in w2.iter_mut() {
}
(v[1 / 2] + (if w2.len() > 0 { w2[2 % w2.len()] } else { 0.25 })) }) }, P { a: ((match v.last() { Some(u6) => { x }, None => x }) * { 'l8: for e9 in w2.iter_mut() {
}
(v[1 / 2] + (if w2.len() > 0 { w2[2 % w2.len()] } else { 0.25 })) }), b: (0.9 * ((2 as f64)).tanh()).powi(3) }];
let t15: f64 = (y).mul_add((2 as f64), x);
let t16: f64 = (f64::powi((P { a: (0.02 * f64::to_degrees(3.84375f64)), b: 0.6875 }).a, 2) + 1.0).ln();
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p51, whole, 0.25, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -0.33401569670535086, 0.6089812087986025, &[1.103615714149154, 0.28455636002624385, -0.4037843902989489, 0.5473979311163668]);

mod p52 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, e: &E, y: f64) -> f64 {
let mut w4: Vec<f64> = (0..2 % 5).map(|i3| { let r: f64 = { (0.9 * (x).tanh()).tan() }; r }).collect();
let mut w11: Vec<f64> = w4.iter().zip(w4.iter()).map(|(e5, h6)| { let r: f64 = { (0..2 % 5).map(|i10| { let r: f64 = { (if w4.len() > 0 { w4[i10 % w4.len()] } else { 0.25 }) }; r }).sum::<f64>() }; r }).collect();
((match e { E::A(s12) => { (match (2 / (2 + 1)) { 0 => { (if w4.is_empty() { x } else { w4[w11.len() % w4.len()] }) }, 1 | 2 => { (if w11.len() > 0 { w11[(2 + 2) % w11.len()] } else { 0.25 }) }, k if k % 3 == 1 => { x }, _ => { x } }) }, E::B { s: s12, t: t13 } => { (match e { E::A(s15) => { 0.75 }, E::B { s: s15, t: t16 } => { (if w4.is_empty() { x } else { w4[2 % w4.len()] }) }, E::C(p17) => { y }, E::U => { (if w11.len() > 0 { w11[5 % w11.len()] } else { 0.25 }) } }) }, E::C(p14) => { x }, E::U => { (y).sin() } }) * (if ((-2.0625)) < (y) { ((if w11.len() > 0 { w11[(2 + 2) % w11.len()] } else { 0.25 }) * y) } else { y }))
}
}
case!(p52, f, -1.241096937438227, [2.3110369399127326, 0.0, 0.0, 1.525721134027049], -0.9617834489261579, &E::C { 0: P { a: 0.4, b: -0.5034493976382346 } }, -0.8134493976382345);

mod p53 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, h: &H) -> f64 {
(((x + ((h.n as usize) as f64))).sin()).powi(1)
}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut f64) -> Option<f64> {
if ((2 + 4 - 3 % 4)) > (2) {
} else {
}
let t1: f64 = (match 2 { 0 => { g0((*u) + 0.25 * x, &H { n: 3, kind: E::A(x), at: if x > 0.1 { Some(P { a: 0.5, b: x }) } else { None }, best: if x > 0.1 { Some(x) } else { None } }) }, 1 | 2 => { (3.875 + (2 as f64)) }, k if k % 3 == 1 => { ((2 as f64) + (-0.15625)) }, _ => { ((-3.40625) + x) } });
let t2: f64 = (x + (*u));
None
}
#[differentiate(reverse)]
pub fn g2<const N: usize>(x: f64, c: &[f64; N]) -> f64 {
let t4: f64 = c.chunks(2).map(|e1| { let r: f64 = { { x } }; r }).map(f64::tanh).product::<f64>();
let mut q5 = Q { k: 2, p: P { a: t4, b: 0.5 * x }, r: [x, 0.5, x], v: c.to_vec() };
'l11: for e9 in q5.r.iter() {
q5.p.a = f64::atan((t4 * *e9));
q5.p.a *= f64::sin((x).mul_add(x, x));
let [p12, _, mut q13] = q5.r;
}
q5.r[1] /= 1.5 + f64::cos(f64::mul_add((if (q5.r[1]) < (((2 + 2) as f64)) { q5.r[1] } else { q5.p.b }), q5.r.chunks(2).map(|e14| { let r: f64 = { q5.r[1] }; r }).sum::<f64>(), x));
g0(q5.r[1] + 0.25 * x, &H { n: 3, kind: E::A((if c.len() > 0 { c[N % c.len()] } else { 0.25 })), at: if x > 0.1 { Some(P { a: 0.5, b: x }) } else { None }, best: if (if c.len() > 0 { c[N % c.len()] } else { 0.25 }) > 0.1 { Some((if c.len() > 0 { c[N % c.len()] } else { 0.25 })) } else { None } })
}
#[differentiate(reverse)]
pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
((if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 })).hypot((0..n % 5).map(|i3| { let r: f64 = { { (-3.28125) } }; r }).fold(x, f64::max))
}
}
case!(p53, f, 1.4678215094105966, [-0.8985153115542807, 0.0, -0.4389421771742992, 0.0], -1.3188601008341367, vec![-0.4453246689400363], &[-0.6442887690439534, -1.4634127677064077], 3);

mod p54 {
use super::*;
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g0_54(self, x: f64) -> P {
let mut w1: Vec<f64> = vec![(self.a - self.a); 3];
P { b: ((self.b / (f64::powi((2 as f64), 2) + 0.75)) % (f64::powi((0.9 * ((if w1.len() > 0 { w1[w1.len() % w1.len()] } else { 0.25 })).tanh()).acos(), 2) + 0.75)), ..self.clone() }
}
}
#[differentiate(reverse)]
pub fn g1(x: f64, h: &H) -> f64 {
let t1: f64 = (if ((x) > (x)) && ((x) >= (x)) { (((h.n as usize) as f64) * x) } else { ((-1.71875) * x) });
let H { best: Some(u2), at: Some(p3), .. } = &*h else {  return x };
((h.n as usize) as f64)
}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
match (0 + 4 - n % 4) {
0 | 3 => {
let mut w7: Vec<f64> = v.iter().map(|e1| { let r: f64 = { (v.iter().map(|e4| { let r: f64 = { 0.625 }; r }).sum::<f64>() * (match (n * 2 + 4) { 0 => { (if v.is_empty() { x } else { v[5 % v.len()] }) }, 1 | 2 => { (-1.53125) }, k if k % 3 == 1 => { (if v.len() > 0 { v[n % v.len()] } else { 0.25 }) }, _ => { p.b } })) }; r }).collect();
if (p.b) >= (p.a) {  return (0.9 * f64::tanh(p.b)).tan(); }
let mut m8: [[f64; 2]; 3] = [[g1(x + 0.25 * x, &H { n: 3, kind: E::A((p.a).rem_euclid((f64::powi(x, 2) + 0.75))), at: if x > 0.1 { Some(P { a: 0.5, b: x }) } else { None }, best: if (p.a).rem_euclid((f64::powi(x, 2) + 0.75)) > 0.1 { Some((p.a).rem_euclid((f64::powi(x, 2) + 0.75))) } else { None } }), v.iter().copied().skip(1).map(|e9| { let r: f64 = { p.b }; r }).sum::<f64>()], [x, 0.5], [v.iter().copied().skip(1).map(|e9| { let r: f64 = { p.b }; r }).sum::<f64>(), x]];
}
1..=2 => {
}
k if k % 2 == 0 => {
let t15: f64 = { (f64::powi(0.59375f64, 2) + 0.5).sqrt() };
}
_ => {
}
}
let t16: f64 = g1(p.b + 0.25 * x, &H { n: 3, kind: E::A(g1(x + 0.25 * x, &H { n: 3, kind: E::A((-2.375)), at: if x > 0.1 { Some(P { a: 0.5, b: x }) } else { None }, best: if (-2.375) > 0.1 { Some((-2.375)) } else { None } })), at: if x > 0.1 { Some(P { a: 0.5, b: x }) } else { None }, best: if g1(x + 0.25 * x, &H { n: 3, kind: E::A((-2.375)), at: if x > 0.1 { Some(P { a: 0.5, b: x }) } else { None }, best: if (-2.375) > 0.1 { Some((-2.375)) } else { None } }) > 0.1 { Some(g1(x + 0.25 * x, &H { n: 3, kind: E::A((-2.375)), at: if x > 0.1 { Some(P { a: 0.5, b: x }) } else { None }, best: if (-2.375) > 0.1 { Some((-2.375)) } else { None } })) } else { None } });
(if v.len() > 0 { v[n % v.len()] } else { 0.25 })
}
}
case!(p54, f, -0.6625128938816517, [0.0, 0.0, 0.0, 1.0, 0.0, 0.0], -0.0260337640822263, &P { a: 0.4889173277165908, b: -0.3260337640822263 }, &[-0.6625128938816517, -1.7445382371672804, -1.2185040401455283], 0);

mod p55 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
let mut ps4 = [P { a: x, b: x }, P { b: (0..n % 5).map(|i3| { let r: f64 = { (x * m[n % 3][(n + 1) % 2]) }; r }).sum::<f64>(), a: x }];
'l6: for i5 in (0..=m.len() % 4).rev() {
if !((x) >= (x)) {
let t7: f64 = (0.02 * (x).to_degrees());
} else {
if (x) < (((n * 2 + 2) as f64)) { break 'l6; }
}
}
(0..m.len() % 5).map(|i10| { let r: f64 = { { let c11 = |u12: f64| { let r: f64 = { (x * u12) }; r }; c11((match (1 * 2 + m.len()) { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { 0.03125f64 }, _ => { m[m.len() % 3][(m.len() + 1) % 2] } })) + c11((x).atan2(m[n % 3][(n + 1) % 2])) } }; r }).fold(f64::fract((-3.96875)), f64::max)
}
}
case!(p55, f, 0.9200429959596599, [-1.7689199724322549, -0.7179937779102333, 0.0, -0.38894996317706493, 0.0, 0.0, 0.0], -0.7179937779102333, &[[-0.6079937779102333, 0.7], [0.8999371924570492, -0.6], [0.9, 1.1]], 1);

mod p56 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
let q1 = Q { k: 0, p: P { a: (0.9 * (x).tanh()).asin(), b: 0.5 * x }, r: [(if w.is_empty() { x } else { w[n % w.len()] }), 0.5, x], v: v.to_vec() };
q1.r.windows(2).map(|e2| { let r: f64 = { { q1.p.b } }; r }).map(f64::tanh).product::<f64>()
}
}
case!(p56, f, 0.015903258349034676, [-0.12410259162297341, 0.0, 0.0, 0.0, 0.0], -0.25356616787195824, vec![-0.4722944351825523, -1.3444085096682399], &[0.39540803020452325, -0.3432482229420668], 0);

mod p57 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
let mut ps1 = vec![P { b: (-0.5), a: (f64::clamp((if v.len() > 0 { v[n % v.len()] } else { 0.25 }), -1.5, 1.5) * x) }; (4 * 2 + n) % 4];
let mut k2: usize = n;
1.96875f64
}
}
case!(p57, f, 1.96875, [0.0, 0.0, 0.0, 0.0, 0.0], 1.159220938223127, (-1.5055902283522213, 0.8), &[-0.8146680863559699, 0.6392875089777437], 5);

mod p58 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, o: Option<f64>) -> Option<f64> {
'l2: for i1 in 2 % 3..2 % 6 {
}
let t3: f64 = x;
let t4: f64 = x;
Some(t3)
}
#[differentiate(reverse)]
pub fn f(x: f64, h: &H, y: f64) -> f64 {
let t6: f64 = { let c1 = move |u2: f64, h3: f64| { let r: f64 = { ((y - h3) % (f64::powi((h3 * (-1.28125)), 2) + 0.75)) }; r }; c1((-0.0625), (if let (Some(u4), Some(u5)) = (h.best, h.best) { ({ ((x).powi(2) + 1.5).acosh() } - u5) } else { (x).hypot((((h.n as usize) / ((h.n as usize) + 1)) as f64)) })) * c1((if let (Some(u4), Some(u5)) = (h.best, h.best) { ({ ((x).powi(2) + 1.5).acosh() } - u5) } else { (x).hypot((((h.n as usize) / ((h.n as usize) + 1)) as f64)) }), x) };
let mut os7: Vec<Option<f64>> = vec![None; 3 % 3];
(-2.4375)
}
}
case!(p58, f, -2.4375, [0.0, 0.0, 0.0], -1.0209937751228668, &H { at: None, best: Some { 0: -1.4909937751228668 }, kind: E::U, n: 0 }, 1.8303097177589709);

mod p59 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut [f64], s: &mut [f64]) {
let mut t1 = (0.9 * ((f64::powi(x, 2) + 0.5).powf(f64::sin((if u.is_empty() { x } else { u[2 % u.len()] })))).tanh()).tan();

}
#[differentiate(reverse)]
pub fn f(x: f64, os: &[Option<f64>], y: f64) -> f64 {
f64::copysign((match 2 { 0 => { x }, 1 | 2 => { { let c1 = |u2: f64| { let r: f64 = { y }; r }; c1(x) + c1(y) } }, k if k % 3 == 1 => { (if (y) <= (y) { x } else { x }) }, _ => { (y + (5 as f64)) } }), ((5 as f64)).cos())
}
}
case!(p59, f, 2.1673395291226045, [0.0, 0.0, 0.0, -2.0], 1.2078848259519017, &[None, Some { 0: -0.7204562692841288 }, Some { 0: -1.552328828175613 }, None], -1.0836697645613023);
