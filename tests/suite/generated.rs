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
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
let mut k1: usize = 0;
'l2: while k1 < v.len() % 5 && ((k1) == (n)) {
k1 += 1;
let t7: f64 = (if v.is_empty() { x } else { v[k1 % v.len()] });
let mut q8 = Q { k: 2, p: P { a: t7, b: 0.5 * x }, r: [x, 0.5, x], v: v.to_vec() };
'l14: for (i13, e12) in q8.r.iter_mut().enumerate() {
*e12 = f64::atan((t7 + q8.p.b));
'l15: for i18 in 0..q8.v.len() {
}
}
let mut w19: Vec<f64> = vec![{ x }; q8.v.len() % 4];
}
((if ((k1 as f64)) >= ((if v.len() > 0 { v[k1 % v.len()] } else { 0.25 })) { (if v.is_empty() { x } else { v[n % v.len()] }) } else { ((d.0).powi(2) + 1.0).log2() }) * (match 2 { 0 => { (d.0).copysign(0.3125) }, 1 | 2 => { (d.1 * d.0) }, k if k % 3 == 1 => { { let c20 = |u21: f64| { let r: f64 = { u21 }; r }; c20(x) + c20((if v.len() > 0 { v[4 % v.len()] } else { 0.25 })) } }, _ => { f64::ceil((-3.6875)) } }))
}
}
case!(p0, -1.6352263686877382, [0.0, 2.700986354331234, -2.044032960859673], -1.9925359660504938, (-1.356863867846161, 0.8), &[], 2);

mod p1 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, w: Vec<f64>) -> Vec<f64> {
w
}
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
v.iter().copied().skip(1).map(|e1| { let r: f64 = { (0.02 * f64::to_degrees((if v.is_empty() { x } else { v[(n + n) % v.len()] }))) }; r }).sum::<f64>()
}
}
case!(p1, 1.9943053124850911, [0.0, 0.0, 0.0, 0.0, 2.291831180523293, 0.0], 0.829971235537806, (-1.5582257102121535, 0.8), &[0.26894905265963936, 0.8701798498219804, -1.0260103613784768], 5);

mod p2 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, y: f64) -> Option<f64> {
let t2: f64 = (((y).powi(2) + 0.0).ln_1p() - x);
if x < 1.0 { Some({ let c3 = |u4: f64| { let r: f64 = { { let c6 = move |u7: f64, h8: f64| { let r: f64 = { x }; r }; c6((-3.53125), y) * c6(y, x) } }; r }; c3((x - (2 as f64))) + c3((x).asinh()) }) } else { None }
}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
let mut w5: Vec<f64> = v.iter().enumerate().map(|(i3, e1)| { let r: f64 = { { v.get(4).map_or((1.0 / ((p.b).powi(2) + 0.75)), |u4| { (v[i3]).max(v[i3]) }) } }; r }).collect::<Vec<f64>>();
w5.push((f64::cos((-3.5)) * ((if v.is_empty() { x } else { v[n % v.len()] }) + x)));
f64::atan2({ let c6 = move |u7: f64, h8: f64| { let r: f64 = { ((if v.is_empty() { x } else { v[n % v.len()] }) + x) }; r }; c6((1.0 / ((p.a).powi(2) + 0.75)), ((2 as f64) * (if w5.len() > 0 { w5[n % w5.len()] } else { 0.25 }))) * c6(((2 as f64) * (if w5.len() > 0 { w5[n % w5.len()] } else { 0.25 })), x) }, (((p.a).powi(2) + 1.0).ln() - ((n * 2 + n) as f64)))
}
}
case!(p2, 3.108860281354724, [0.09735439945988111, -0.0021699613359487495, 0.0, 0.0, 0.09735439945988111], -0.556015448732324, &P { a: 1.5345789988420844, b: -0.8560154487323239 }, &[-1.326032850600923, -0.1159418044523089], 5);

mod p3 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, e: &E) -> f64 {
((x * (2 as f64)) % (f64::powi(x, 2) + 0.75))
}
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
(((x + x)).floor() + (f64::powi(3.75, 2) + 1.5).acosh())
}
}
case!(p3, 3.4369775114096828, [0.0, 0.0, 0.0, 0.0, 0.0], 0.32243779295405056, &[P { a: -1.009200635842082, b: -1.509200635842082 }, P { a: -1.8656061268046706, b: -2.3656061268046704 }], 4);

mod p4 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
let mut w4: Vec<f64> = v.iter().enumerate().map(|(i3, e1)| { let r: f64 = { f64::clamp((0.9 * f64::tanh((-1.875))).sinh(), -1.5, 1.5) }; r }).collect::<Vec<f64>>();
f64::hypot((x).mul_add((-1.4375), x), f64::atan2(x, ((x).powi(2) + 1.0).recip()))
}
}
case!(p4, 1.4079422781346913, [-0.6013514300689835, 0.0], -1.2934039230456156, Some { 0: 1.7018192505061858 }, &[]);

mod p5 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, q: &mut Q) -> f64 {
if q.v.len() > 0 { let k1 = q.k % q.v.len();
q.v[k1] += q.r[1];
}
q.r[1]
}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut f64) -> f64 {
let mut k1: usize = 2;
((x * 0.5)).hypot(x)
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
let t4: f64 = ((0..(2 / (3 + 1)) % 5).map(|i3| { let r: f64 = { 2.96875f64 }; r }).sum::<f64>() - (f64::powi((if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 }), 2) + 0.5).powf(1.7));
{ let c5 = |u6: f64| { let r: f64 = { (0.9 * (x).tanh()).exp() }; r }; c5((x - (if (x) < ((5 as f64)) { (if v.is_empty() { x } else { v[3 % v.len()] }) } else { x }))) + c5({ (x).atan2(x) }) }
}
}
case!(p5, 1.2081696127852828, [0.746303807614604], -0.6328990447160527, None, &[]);

mod p6 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, q: &mut Q) -> f64 {
let mut k1: usize = 0;
'l2: loop {
if k1 >= 5 % 5 { break; }
k1 += 1;
q.p.b /= 1.5 + f64::cos((-3.3125));
if ((k1 as f64)) < (q.p.b) { break 'l2; }
}
let o6: Option<f64> = q.v.first().copied();
((q.r[1]).min(q.p.b)).cos()
}
#[differentiate(reverse)]
pub fn g1(x: f64, w: &mut Vec<f64>) {

}
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g2_6(&self, x: f64) -> f64 {
let k1: usize = 3;
((0..k1 % 5).map(|i4| { let r: f64 = { self.a }; r }).sum::<f64>() - (if (1.78125f64) < (self.a) { x } else { self.b }))
}
}
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
((match 3 { 0 => { { x } }, 1 | 2 => { x }, k if k % 3 == 1 => { (0.9 * ((n as f64)).tanh()).cosh() }, _ => { { x } } }) - (x % (f64::powi(x, 2) + 0.75)))
}
}
case!(p6, 0.0, [0.0, 0.0, 0.0, 0.0, 0.0], -1.834930686996847, &[P { a: -1.255732831387439, b: -1.755732831387439 }, P { a: -1.0448632351796567, b: -1.5448632351796567 }], 2);

mod p7 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, q: &Q) -> f64 {
'l2: for i1 in ((q.k / (q.v.len() + 1)) % 3..5 % 6).rev() {
}
f64::tanh((match 2 { 0 => { (if q.v.len() > 0 { q.v[1 % q.v.len()] } else { 0.25 }) }, 1 | 2 => { (q.k as f64) }, k if k % 3 == 1 => { (-0.625) }, _ => { q.r[1] } }))
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64) -> f64 {
let t4: f64 = (0.9 * f64::tanh((0..(0 * 2 + 2) % 5).map(|i3| { let r: f64 = { y }; r }).sum::<f64>())).exp2();
let t4: f64 = (t4 - (0..0 % 5).map(|i7| { let r: f64 = { t4 }; r }).fold(t4, |a: f64, b: f64| 0.5 * a + b));
(f64::sin((0..2 % 5).map(|i10| { let r: f64 = { g0(y + 0.25 * x, &Q { k: 0, p: P { a: x, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] }) }; r }).fold((t4).atan(), |a: f64, b: f64| 0.5 * a + b))).powi(1)
}
}
case!(p7, 0.0, [0.0, 0.0], 1.7437451760641745, 1.1468680800604676);

mod p8 {
use super::*;
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g0_8(&self, x: f64) -> f64 {
(if (2.1875) <= (x) { { self.a } } else { self.b })
}
}
#[differentiate(reverse)]
pub fn f(x: f64, q: &Q, n: usize) -> f64 {
((q.r[n % 3] * ((q.k + 4 - q.r.len() % 4) as f64))).atan2((P { a: q.p.b, ..q.p.clone() }).a)
}
}
case!(p8, 1.4888567964271673, [0.0, 0.0, -0.13595542747029327, 0.055825614686505654, 0.0, 0.0, 0.0, 0.0, 0.0], -1.741409292287063, &Q { k: 4, p: P { a: 1.4803336672521439, b: 0.6 }, r: [1.4612155538323899, -2.141409292287063, 1.6803336672521438], v: vec![0.2617756495935246, 1.348871549099881, -0.9047008358809551] }, 3);

mod p9 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &P) -> f64 {
(((p.b).powi(2) + 1.0).ln() + { let c1 = move |u2: f64, h3: f64| { let r: f64 = { x }; r }; c1(p.a, p.a) * c1(p.a, x) })
}
#[differentiate(reverse)]
pub fn g1<T: Real>(x: T, v: &[T]) -> T {
        let mut s = T::zero();
for e in v.iter().copied() {
s = s + (e * e) * T::real(0.5);
}
s
}
#[differentiate(reverse)]
pub fn g2(x: f64, p: &mut P, u: &mut [f64]) {
p.b /= 1.5 + f64::cos((p.a).cos());

}
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
{ let t1: f64 = q.p.b + 0.25 * x;
let mut q2 = Q { k: 1, p: q.p.clone(), r: [x, 0.5, x], v: q.r.to_vec() };
g2(t1, &mut q2.p, &mut q2.v);
let mut w6: Vec<f64> = q2.r[..].to_vec();
((-1.40625) + (q.r[q2.k % 3] + q.r[(q.k / (q2.k + 1)) % 3])) }
}
}
case!(p9, -0.38542526325124826, [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0], -0.4376003999316817, Q { k: 4, p: P { a: 1.6584251366804335, b: 0.6 }, r: [0.06417436783537778, -0.8376003999316817, 1.8584251366804334], v: vec![0.3680808380977509, -1.232191211816513] }, E::U);

mod p10 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, q: &Q, n: usize) -> f64 {
let t4: f64 = (q.v.iter().rev().map(|e1| { let r: f64 = { (if ((n as f64)) <= ((-1.75)) { q.r[1] } else { x }) }; r }).sum::<f64>() * ((q.k as f64) / (f64::powi((0.9 * (q.p.b).tanh()).tan(), 2) + 0.75)));
let mut q5 = Q { k: 2, p: q.p.clone(), r: [x, 0.5, x], v: q.v.to_vec() };
std::mem::swap(&mut q5.p.a, &mut q5.r[2]);
q5.p.a = f64::atan(t4);
q5.k += 2;
((n * 2 + q.k) as f64)
}
}
case!(p10, 1.0, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.7656199114267705, &Q { k: 1, p: P { a: -1.4704180979491939, b: 0.6 }, r: [0.3, 1.3656199114267706, -1.270418097949194], v: vec![1.1150056569602051, 0.09210363721205156, -0.10949291920157705] }, 0);

mod p11 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, q: &mut Q) -> f64 {
{ let (k1, k2) = (q.r.len() % 3, 5 % 3); q.r.swap(k1, k2); }
let [p3, _, mut q4] = q.r;
if q.v.len() > 0 { let k8 = (5 + q.k) % q.v.len();
q.v[k8] *= f64::sin((q.v.iter().enumerate().map(|(i7, e5)| { let r: f64 = { 2.96875f64 }; r }).sum::<f64>() + (q.r[q.k % 3] / (f64::powi((2 as f64), 2) + 0.75))));
}
((q4).sin()).powi(1)
}
#[differentiate(reverse)]
pub fn g1(x: f64, e: &E) -> f64 {
'l2: for i1 in 2 % 3..=(5 + 2) % 4 {
let t6: f64 = (0..(2 * 2 + 3) % 5).map(|i5| { let r: f64 = { x }; r }).map(f64::tanh).product::<f64>();
}
(-2.96875)
}
#[differentiate(reverse)]
pub fn g2(x: f64, p: &P) -> f64 {
(0..(2 + 2) % 5).map(|i3| { let r: f64 = { p.a }; r }).fold((-2.3125), |a: f64, b: f64| 0.5 * a + b)
}
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
'l1: for e2 in q.v.iter().rev() {
'l6: for i5 in 0..q.k % 5 {
}
if !(((*e2)) <= (2.0)) { break 'l1; }
}
let mut a10: [f64; 3] = [(q.v.iter().copied().skip(1).map(|e11| { let r: f64 = { (q.r[1] + (if q.v.len() > 0 { q.v[q.k % q.v.len()] } else { 0.25 })) }; r }).fold((match (q.k + 4 - 0 % 4) { 0 => { 2.59375f64 }, 1 | 2 => { q.p.b }, k if k % 3 == 1 => { q.r[1] }, _ => { q.p.b } }), |a: f64, b: f64| 0.5 * a + b) + q.v.chunks(2).map(|e14| { let r: f64 = { (((q.k + q.v.len()) as f64) - x) }; r }).fold(q.r[1], |a: f64, b: f64| 0.5 * a + b)), (match &e { E::A(s17) => { (-(q.p.b).copysign(x)) }, E::B { s: s17, t: t18 } => { (((if q.v.len() > 0 { q.v[q.k % q.v.len()] } else { 0.25 }) * q.p.b)).hypot(((if q.v.len() > 0 { q.v[q.k % q.v.len()] } else { 0.25 })).copysign(q.p.b)) }, E::C(p19) => { f64::mul_add(g1(p19.a + 0.25 * x, &e), ((q.k as f64)).max(p19.a), x) }, E::U => { (match q.k { 0 => { g2(q.r[1 % 3] + 0.25 * x, &q.p) }, 1 | 2 => { q.r[1] }, k if k % 3 == 1 => { q.r.iter().chain(q.v.iter()).map(|e21| { let r: f64 = { x }; r }).fold(q.r[q.k % 3], |a: f64, b: f64| 0.5 * a + b) }, _ => { (q.r[q.k % 3]).min((if q.v.len() > 0 { q.v[q.r.len() % q.v.len()] } else { 0.25 })) } }) } }), x];
let mut w30: Vec<f64> = a10.iter().zip(a10.iter()).map(|(e24, h25)| { let r: f64 = { (0.9 * f64::tanh((0..q.k % 5).map(|i29| { let r: f64 = { (a10[(q.k / (q.k + 1)) % 3]).floor() }; r }).fold(q.p.b, |a: f64, b: f64| 0.5 * a + b))).sinh() }; r }).collect();
{ let h33: f64 = f64::hypot(0.09375f64, (x * (-3.34375))); let c31 = |u32: f64| { if u32 > h33 { return u32; } { let r: f64 = { w30.iter().map(|e34| { let r: f64 = { g1(q.r[1] + 0.25 * x, &e) }; r }).sum::<f64>() }; r } }; c31(((q.r[1] * q.r[1]) * x)) * h33 }
}
}
case!(p11, -45.65306084019374, [-29.775292311553773, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.5327402848185043, Q { k: 3, p: P { a: 1.8300315210315332, b: 0.6 }, r: [-1.1111585467162797, 1.1327402848185044, 2.030031521031533], v: vec![] }, E::C { 0: P { a: 0.4, b: 1.8300315210315332 } });

mod p12 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
let t1: f64 = x;
x
}
}
case!(p12, 0.21326102499544694, [1.0, 0.0, 0.0, 0.0, 0.0], 0.21326102499544694, Some { 0: 0.17815441686559813 }, &[0.42947706379330486, -0.00869591685045655, 1.074732143761095]);

mod p13 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
let t1: f64 = (if (2) == (q.k) { ({ x } + (if q.v.len() > 0 { q.v[q.v.len() % q.v.len()] } else { 0.25 })) } else { (0.9 * f64::tanh((q.r[q.k % 3]).min(0.8125))).acos() });
let mut t5: f64 = (q.r[1] % (f64::powi((match q.k { 0 => { { let mut h4: f64 = q.r[0 % 3]; let mut c2 = |u3: f64| { h4 += { let r: f64 = { 1.3125 }; r }; h4 }; let u3 = c2(q.r[1]); c2(x); h4 * u3 } }, 1 | 2 => { (if (q.p.b) > (x) { q.r[1] } else { x }) }, k if k % 3 == 1 => { (q.r[q.k % 3]).hypot(q.r[q.k % 3]) }, _ => { (q.r[q.k % 3]).atan() } }), 2) + 0.75));
(if (q.k) > (3) { x } else { (match 0 { 0 => { q.r.windows(2).map(|e6| { let r: f64 = { (3 as f64) }; r }).sum::<f64>() }, 1 | 2 => { q.r.iter().rev().map(|e9| { let r: f64 = { t5 }; r }).map(f64::tanh).product::<f64>() }, k if k % 3 == 1 => { (-1.875) }, _ => { q.r[q.r.len() % 3] } }) })
}
}
case!(p13, 0.6013622578344869, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.6013622578344869, Q { k: 6, p: P { a: 1.5524058421425995, b: 0.6 }, r: [-1.7926536057046651, 0.2013622578344869, 1.7524058421425994], v: vec![1.5514340001018965, 1.30155298906375, -0.9881811538241643] }, E::B { s: 1.101362257834487, t: 1.5524058421425995 });

mod p14 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut [f64], s: &mut [f64]) {
let mut w1: Vec<f64> = s.to_vec();

}
#[differentiate(reverse)]
pub fn g1(x: f64, v: &[f64]) -> Vec<f64> {
let t1: f64 = ((v[1 / 2]).min((if v.len() > 0 { v[3 % v.len()] } else { 0.25 }))).max((0.9 * ((if v.is_empty() { x } else { v[1 % v.len()] })).tanh()).exp2());
let mut q2 = Q { k: 1, p: P { a: t1, b: 0.5 * x }, r: [x, 0.5, x], v: v.to_vec() };
{ let k9 = 214 % (q2.v.len() + 1);
let (r4, v5) = q2.v.split_at_mut(k9);
if let (Some(e6), Some(i7)) = (r4.first_mut(), v5.first()) {
*e6 /= 1.5 + f64::cos((*i7 * t1));
}
if r4.len() > 0 { let k10 = (1 + q2.k) % r4.len();
r4[k10] += (-1.1875);
}
}
vec![((q2.r[1] * x)).hypot((P { a: q2.r[1], ..q2.p.clone() }).a), f64::trunc((match (5 + 4 - q2.k % 4) { 0 => { q2.p.b }, 1 | 2 => { (-1.75) }, k if k % 3 == 1 => { (if q2.v.len() > 0 { q2.v[q2.k % q2.v.len()] } else { 0.25 }) }, _ => { x } }))]
}
#[differentiate(reverse)]
pub fn g2(x: f64, u: &mut f64, s: &mut f64) -> f64 {
(*u)
}
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
let t1: f64 = q.p.b;
(match q.v.last() { Some(u3) => { q.p.b }, None => f64::min(q.p.b, (q.r[q.k % 3]).max(q.r[1])) })
}
}
case!(p14, 0.6, [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -1.4719743198739892, Q { k: 6, p: P { a: -1.2598958125957107, b: 0.6 }, r: [-0.2069195613742604, -1.8719743198739893, -1.0598958125957108], v: vec![1.7049523248733816, 0.11963217041656138, -0.9121642146350581] }, E::B { s: -0.9719743198739892, t: -1.2598958125957107 });

mod p15 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
(f64::powi({ let c1 = move |u2: f64, h3: f64| { let r: f64 = { (-2.15625) }; r }; c1((x).mul_add((5 as f64), x), x) * c1(x, x) }, 2) + 0.5).powf(f64::sin((x + { let Duo(s, p) = Duo((if v.is_empty() { x } else { v[2 % v.len()] }), P { a: x, b: 0.5 * x }); s * p.b })))
}
}
case!(p15, 1.3109487628334933, [2.2427553276097116, 0.0, 0.3191547188585239, 0.0], 0.15785646570931794, Some { 0: 0.10228872050257165 }, &[-0.8907153535644577, 1.144266786194539]);

mod p16 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &mut P) {
let mut d4 = Duo(f64::min(1.34375f64, ((2 / (3 + 1)) as f64)), p.clone());
let e5: E = if (2) != ((2 / (2 + 1))) { E::U } else { E::B { t: p.a, s: (0.9 * (((p.a).powi(2) + 0.0).ln_1p()).tanh()).powi(3) } };

}
#[differentiate(reverse)]
pub fn g1<T: Real>(x: T, v: &[T]) -> T {
        let mut s = T::zero();
for e in v.iter().copied() {
s = s + e * T::real(0.5);
}
((x - s) + x)
}
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
'l16: for i15 in (0..n % 8).step_by(n % 3 + 1) {
let k17: usize = m.len();
let t18: f64 = (((m[n % 3][(n + 1) % 2] - x)).powi(2) + 1.0).log10();
let mut q19 = Q { k: 2, p: P { a: t18, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
{ let p20 = &mut q19.p;
p20.b -= (q19.r.iter().sum::<f64>() * t18);
'l27: for i26 in (2 % 3..4 % 6).rev() {
}
q19.r[1] *= f64::sin((0.9 * (q19.r[1]).tanh()).tan());
}
let mut p31 = P { b: q19.v.windows(2).map(|e28| { let r: f64 = { e28[0] }; r }).sum::<f64>(), a: (f64::powi(((x).powi(2) + 0.0).ln_1p(), 2) + 0.5).powf(f64::sin(q19.p.b)) };
}
let mut w32: Vec<f64> = vec![{ let h35: f64 = (x + (0..n % 5).map(|i38| { let r: f64 = { 2.40625f64 }; r }).fold(m[n % 3][(n + 1) % 2], f64::max)); let c33 = |u34: f64| { if u34 > h35 { return u34; } { let r: f64 = { (match n { 0 => { (0.9 * (x).tanh()).sinh() }, 1 | 2 => { f64::hypot((-2.4375), u34) }, k if k % 3 == 1 => { g1(x + 0.25 * x, &[0.5, x]) }, _ => { { m[n % 3][(n + 1) % 2] } } }) }; r } }; c33({ let k39 = f64::abs((x % (f64::powi(m[n % 3][(n + 1) % 2], 2) + 0.75))).min(5.0) as usize;
(x - 1.84375f64) }) * h35 }; 3];
x
}
}
case!(p16, -0.5110124414770025, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -0.5110124414770025, &[[-0.5110124414770025, 0.7], [-0.5344061760908618, -0.6], [0.9, 1.1]], 2);

mod p17 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
v.first().copied().unwrap_or((if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 }))
}
}
case!(p17, -0.11511860984486394, [0.0, 0.0, 1.0, 0.0], -0.691790601534454, Some { 0: -1.846497376551511 }, &[-0.11511860984486394, -0.385840836754287]);

mod p18 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &P) -> f64 {
if (x) <= (p.a) {  return (p.a).copysign({ 2.75 }); }
{ let mut w4: Vec<f64> = (0..1 % 5).map(|i3| { let r: f64 = { (p.a + (-0.25)) }; r }).collect();
p.a }
}
#[differentiate(reverse)]
pub fn g1(x: f64, q: &Q) -> f64 {
let p1: ((f64, f64), f64) = ((((q.r[q.k % 3] % (f64::powi((if q.v.len() > 0 { q.v[q.k % q.v.len()] } else { 0.25 }), 2) + 0.75))).rem_euclid((f64::powi((-0.21875), 2) + 0.75)), ((if (x) < (q.p.b) { 1.375 } else { (if q.v.len() > 0 { q.v[0 % q.v.len()] } else { 0.25 }) }) + x)), x);
g0({ let h5: f64 = p1.0.0; let c3 = |u4: f64| { if u4 > h5 { return u4; } { let r: f64 = { q.r[1] }; r } }; c3(p1.0.1) * h5 } + 0.25 * x, &q.p)
}
#[differentiate(reverse)]
pub fn g2(x: f64, u: &mut [f64]) {
let mut t1: f64 = if !(((if u.is_empty() { x } else { u[2 % u.len()] })) >= ((if u.is_empty() { x } else { u[(2 + 4 - 2 % 4) % u.len()] }))) { g1((2 as f64) + 0.25 * x, &Q { k: 0, p: P { a: (2 as f64), b: 0.5 * x }, r: [x, 0.5, x], v: u.to_vec() }) } else { (x).copysign((-2.4375)) };
t1 *= f64::sin((if u.is_empty() { x } else { u[2 % u.len()] }));

}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
let y: f64 = (g0((1.5 * (if v.is_empty() { x } else { v[1 % v.len()] })) + 0.25 * x, &P { a: ((if v.len() > 0 { v[(v.len() * 2 + n) % v.len()] } else { 0.25 })).copysign(y), b: x }) * (g0((if v.len() > 0 { v[n % v.len()] } else { 0.25 }) + 0.25 * x, &P { a: (if v.len() > 0 { v[n % v.len()] } else { 0.25 }), b: x }) + (P { a: x, b: y }).a));
'l1: for i4 in 0..v.len() {
let e8: E = if !(((-2.25)) < (v[i4])) { E::A(((if (x) < (3.90625f64) { ((2 + i4) as f64) } else { (-0.6875) }) + (5 as f64))) } else { E::B { t: (if !((3.4375) < (v[i4])) { v[i4] } else { v.iter().chain(v.iter()).map(|e5| { let r: f64 = { v[i4] }; r }).fold((-1.1875), f64::max) }), s: ((if (x) < (3.90625f64) { ((2 + i4) as f64) } else { (-0.6875) }) + (5 as f64)) } };
let y: f64 = v[i4];
let mut t12: f64 = g1(y + 0.25 * x, &Q { k: 0, p: P { a: { let c9 = move |u10: f64, h11: f64| { let r: f64 = { u10 }; r }; c9(y, x) * c9(x, x) }, b: 0.5 * x }, r: [x, 0.5, x], v: v.to_vec() });
}
let y: f64 = (f64::tanh((match n { 0 => { 0.53125f64 }, 1 | 2 => { (if v.len() > 0 { v[n % v.len()] } else { 0.25 }) }, k if k % 3 == 1 => { (if v.len() > 0 { v[0 % v.len()] } else { 0.25 }) }, _ => { (0 as f64) } })) + { let mut h15: f64 = (f64::powi((-3.15625), 2) + 1.0).recip(); let mut c13 = |u14: f64| { h15 += { let r: f64 = { v.iter().zip(v.iter()).map(|(e16, h17)| { let r: f64 = { (*e16) }; r }).sum::<f64>() }; r }; h15 }; let u14 = c13((y).to_radians()); c13(x); h15 * u14 });
(f64::powi((x).trunc(), 2) + 0.5).powf(f64::sin(((4 as f64) * (y).max(1.59375f64))))
}
}
case!(p18, 0.8196991254584466, [0.0, 0.0, -18.48660873469602, -18.48660873469602, -18.48660873469602, -18.48660873469602], 0.3724139857011217, 0.6008777302594028, &[1.3750497217201356, -0.7055554436393953, 0.7112350364741328, 0.6736110519409015], 0);

mod p19 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, q: &mut Q) -> f64 {
let [p1, _, mut q2] = q.r;
q.p = P { b: q.r[2 % 3], a: (((if q.v.len() > 0 { q.v[q.k % q.v.len()] } else { 0.25 }) - x) - (if ((q.k as f64)) > (q.r[1 % 3]) { (-0.71875) } else { x })) };
'l4: for i3 in (0..q.v.len() % 8).step_by(q.k % 3 + 1) {
}
(((-2.4375) + p1) * x)
}
#[differentiate(reverse)]
pub fn g1(x: f64, q: &mut Q) -> f64 {
(0.9 * f64::tanh(x)).acos()
}
#[differentiate(reverse)]
pub fn g2(x: f64, a: &[f64; 3]) -> f64 {
if ((2 + 4 - 2 % 4)) == (a.len()) {
if ((-2.84375)) <= (x) {
}
let mut w1: Vec<f64> = a[..].to_vec();
} else {
'l2: for i5 in 0..a.len() {
}
let t6: f64 = x;
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
f64::mul_add({ let h9: f64 = (-2.78125); let c7 = |u8: f64| { if u8 > h9 { return u8; } { let r: f64 = { (-0.96875) }; r } }; c7(x) * h9 }, (-3.5), x)
}
#[differentiate(reverse)]
pub fn f(x: f64, e: &E, y: f64) -> f64 {
((((x).sin()).powi(2) + 0.5).powf(1.7) + ((y).atan2(y) + x))
}
}
case!(p19, 0.7294075273149285, [2.1994273169687135, 0.0, 0.0], -1.8637168325636964, &E::A { 0: 0.8602230909757227 }, 0.8602230909757227);

mod p20 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, a: &[f64; 3]) -> f64 {
let o1: Option<f64> = if (x) <= (a[a.len() % 3]) { Some(a[(a.len() + 4 - 2 % 4) % 3]) } else { None };
if let Some(u2) = o1 {
let mut m3: Vec<Vec<f64>> = vec![vec![u2; 2]; 2 % 3 + 1];
let t4 = (0.9 * (x).tanh()).exp_m1();
} else {
'l5: for e6 in a {
}
let t9: f64 = a[2 % 3];
let t10 = t9;
'l11: for e12 in a.iter().rev() {
}
}
let k15: usize = (2 / (a.len() + 1));
let (p16, mut q17): (f64, f64) = (x, (if (k15) > (k15) { { x } } else { x }));
x
}
#[differentiate(reverse)]
pub fn f(x: f64, e: &E, y: f64) -> f64 {
match e {
E::A(s1) => {
}
E::B { s: s1, t: t2 } if *t2 > 0.25 => {
let y: f64 = g0(1.75 + 0.25 * x, &[(if ((*t2)) <= ((*t2)) { (*s1) } else { y }), x, 0.5]);
let y: f64 = g0((match e { E::A(s4) => { (*s4) }, E::B { s: s4, t: t5 } => { (*t5) }, E::C(p6) => { 2.9375 }, E::U => { x } }) + 0.25 * x, &[(3.71875f64 - (*s1)), x, 0.5]);
let mut k7: usize = 0;
'l8: while k7 < 4 % 5 && ((((-0.53125)) > (y)) && ((y) >= (0.09375f64))) {
k7 += 1;
}
}
E::C(p3) => {
let t9 = (f64::powi((((0 as f64)).powi(2) + 0.5).sqrt(), 2) + 0.5).powf(f64::sin(y));
let mut w10: Vec<f64> = Vec::new();
}
_ => {
let mut k14: usize = 0;
let t16: f64 = 'l15: loop {
if k14 >= 3 % 5 {  break g0(y + 0.25 * x, &[y, x, 0.5]); }
k14 += 1;
if (5) == (3) {  break 'l15 { let h20: f64 = (if (y) > (x) { y } else { x }); let c18 = |u19: f64| { if u19 > h20 { return u19; } { let r: f64 = { (0 as f64) }; r } }; c18((match k14 { 0 => { y }, 1 | 2 => { 3.75 }, k if k % 3 == 1 => { y }, _ => { x } })) * h20 }; }
};
}
}
if (((2 + 4 - 2 % 4)) > ((2 / (3 + 1)))) && (((x) >= (y)) || ((x) <= (y))) {
let t21: f64 = ((5 + 5) as f64);
let mut q22 = Q { k: 0, p: P { a: t21, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
'l28: for e26 in &q22.v {
q22.p.a += (t21 * *e26);
}
let mut p35: (f64, f64) = ((match e { E::A(s29) => { q22.r[(q22.r.len() + q22.k) % 3] }, E::B { s: s29, t: t30 } => { 1.90625f64 }, E::C(p31) => { (p31.a).copysign((if q22.v.len() > 0 { q22.v[q22.k % q22.v.len()] } else { 0.25 })) }, E::U => { q22.v.iter().rev().map(|e32| { let r: f64 = { x }; r }).sum::<f64>() } }), { q22.p.b *= f64::sin(q22.r[1]);
(0 as f64) });
} else {
let y: f64 = g0(y + 0.25 * x, &[x, x, 0.5]);
if (x) <= (y) {
} else {
}
}
match (3 + 4 - 5 % 4) {
0 | 3 => {
if ((y) <= (y)) && ((2.1875) > (y)) {
if (y) <= (y) {
} else if ((-2.125)) <= (y) {
} else {
}
} else if ((-0.21875)) > (x) {
let t40: f64 = { let mut h39: f64 = y; let mut c37 = |u38: f64| { h39 += { let r: f64 = { x }; r }; h39 }; let u38 = c37(x); c37(x); h39 * u38 };
let mut q41 = Q { k: 1, p: P { a: t40, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
std::mem::swap(&mut q41.p.a, &mut q41.r[1]);
q41.p.a += t40;
q41.p.b += (if ((-1.5)) > (y) { (-3.90625) } else { q41.r[(1 + 4 - q41.k % 4) % 3] });
let y: f64 = g0(x + 0.25 * x, &q41.r);
'l48: for (i51, e49) in q41.v.iter().enumerate() {
}
} else {
let mut m52: [[f64; 2]; 3] = [[g0((2 as f64) + 0.25 * x, &[x, x, 0.5]), (x).mul_add(0.96875f64, x)], [x, 0.5], [(x).mul_add(0.96875f64, x), x]];
}
'l54: for i53 in (0..=3 % 4).rev() {
}
}
1..=2 => {
}
k if k % 2 == 0 => {
let mut ps58 = vec![P { b: (if !((x) >= ((-2.40625))) { (match e { E::A(s55) => { y }, E::B { s: s55, t: t56 } => { 2.65625f64 }, E::C(p57) => { p57.b }, E::U => { x } }) } else { x }), a: ((x).rem_euclid((f64::powi(y, 2) + 0.75)) + (y).asinh()) }, P { a: x, b: (if !((x) >= ((-2.40625))) { (match e { E::A(s55) => { y }, E::B { s: s55, t: t56 } => { 2.65625f64 }, E::C(p57) => { p57.b }, E::U => { x } }) } else { x }) }];
match e {
E::A(s59) => {
}
E::B { s: s59, t: t60 } if *t60 > 0.25 => {
}
E::C(p61) => {
if (p61.a) < (x) {
}
}
_ => {
let mut w65: Vec<f64> = (0..(2 / (3 + 1)) % 5).map(|i64| { let r: f64 = { (y + (2 as f64)) }; r }).collect::<Vec<f64>>();
let t69: f64 = (match e { E::A(s66) => { x }, E::B { s: s66, t: t67 } => { 3.0 }, E::C(p68) => { 1.78125f64 }, E::U => { x } });
}
}
}
_ => {
if (x) <= (x) {
let t70: f64 = (y % (f64::powi(((4 / (0 + 1)) as f64), 2) + 0.75));
let mut q71 = Q { k: 1, p: P { a: t70, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
std::mem::swap(&mut q71.p.a, &mut q71.r[1]);
q71.p.a += t70;
let [p78, _, mut q79] = q71.r;
} else {
let k83 = f64::abs((0..2 % 5).map(|i82| { let r: f64 = { y }; r }).sum::<f64>()).min(5.0) as usize;
}
}
}
(f64::fract((1 as f64)) * 0.5)
}
}
case!(p20, 0.0, [0.0, 0.0], -1.530161672966476, &E::U, -1.998737423755984);

mod p21 {
use super::*;
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g0_21(&self, x: f64) -> f64 {
let mut k1: usize = 0;
'l2: while k1 < 1 % 5 && (((3 * 2 + 3)) > (3)) {
k1 += 1;
let t3: f64 = self.b;
let mut p4 = P { b: self.b, a: x };
}
(0..k1 % 5).map(|i7| { let r: f64 = { (x + self.a) }; r }).map(f64::tanh).product::<f64>()
}
}
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g1_21(self, x: f64) -> P {
let k1 = f64::abs(self.b).min(5.0) as usize;
P { b: x, a: (P { b: { let p5: P = self.clone(); p5.g0_21(self.b + 0.25 * x) }, ..self.clone() }).a }
}
}
#[differentiate(reverse)]
pub fn g2(x: f64, p: &P) -> f64 {
'l2: for i1 in (4 % 3..2 % 6).rev() {
if (p.a) > (p.a) {
} else if (x) > ((-1.5)) {
} else {
}
let t3: f64 = x;
'l5: for i4 in (0 * 2 + 1) % 3..=(i1 + 1) % 4 {
}
let t7: f64 = { let p6: P = p.clone(); p6.g0_21(2.5 + 0.25 * x) };
}
x
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
let t5: f64 = v.first().copied().unwrap_or({ let h3: f64 = (if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 }); let c1 = |u2: f64| { if u2 > h3 { return u2; } { let r: f64 = { x }; r } }; c1(x) * h3 });
let mut w9: Vec<f64> = v.iter().zip(v.iter()).map(|(e6, h7)| { let r: f64 = { ((2 / (2 + 1)) as f64) }; r }).collect();
(g2((x * 0.5) + 0.25 * x, &P { a: 0.5625, b: x }) - f64::cos((if w9.len() > 0 { w9[1 % w9.len()] } else { 0.25 })))
}
}
case!(p21, -2.477493538599854, [0.75, 0.0], -1.9699913847998054, None, &[-1.4244367860549425]);

mod p22 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> f64 {
*u += (*u);
f64::min((-2.4375), (P { a: (*u), b: (*u) }).a)
}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
p.a
}
}
case!(p22, 0.6545329039583013, [0.0, 1.0, 0.0, 0.0], 0.8466053046090937, &P { a: 0.6545329039583013, b: 0.5466053046090937 }, &[-1.762655625375783], 1);

mod p23 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &mut P, u: &mut [f64]) {

}
#[differentiate(reverse)]
pub fn f(x: f64, q: &Q, n: usize) -> f64 {
let t1: f64 = ((q.r[1]).powi(2) + 1.0).recip();
let t8 = (f64::powi({ let h4: f64 = (if q.v.len() > 0 { q.v[(q.v.len() * 2 + 2) % q.v.len()] } else { 0.25 }); let c2 = |u3: f64| { if u3 > h4 { return u3; } { let r: f64 = { q.r.iter().enumerate().map(|(i7, e5)| { let r: f64 = { q.p.b }; r }).fold(x, f64::max) }; r } }; c2({ let Duo(s, p) = Duo((-3.9375), q.p.clone()); s * p.b }) * h4 }, 2) + 1.0).recip();
if (q.k) <= (q.k) {
let k9 = f64::abs(q.p.b).min(5.0) as usize;
let t16: f64 = q.r.iter().rev().map(|e10| { let r: f64 = { { let mut h15: f64 = t8; let mut c13 = |u14: f64| { h15 += { let r: f64 = { 2.84375f64 }; r }; h15 }; let u14 = c13(q.r[0 % 3]); c13(x); h15 * u14 } }; r }).map(f64::tanh).product::<f64>();
let mut q17 = Q { r: [t16, x, x], ..q.clone() };
{ let r19 = &q17.v;
q17.p.b += (r19.first().copied().unwrap_or(t16));
q17.r[n % 3] = f64::atan(((t8).powi(2) + 1.0).recip());
if (q17.p.b) >= (q.r[q17.k % 3]) {
} else if (q17.r[q17.k % 3]) > (q17.r[q.k % 3]) {
} else {
}
}
'l25: for i24 in n % 3..n % 6 {
let t26: f64 = if q17.v.len() > 1 { q17.v.pop().unwrap() } else { x };
}
}
q.v.iter().step_by(2).take(3).map(|e27| { let r: f64 = { q.p.b }; r }).sum::<f64>()
}
}
case!(p23, 0.6, [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0], -1.3603427188968036, &Q { k: 6, p: P { a: 0.27974033006296295, b: 0.6 }, r: [0.3422933344530804, -1.7603427188968035, 0.47974033006296296], v: vec![1.6659139091760413] }, 5);

mod p24 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> f64 {
let mut w1: Vec<f64> = Vec::with_capacity(2);
let t2 = ((if w1.len() > 0 { w1[0 % w1.len()] } else { 0.25 }) + ((if w1.is_empty() { x } else { w1[2 % w1.len()] })).sin());
let mut t6: f64 = w1.iter().enumerate().map(|(i5, e3)| { let r: f64 = { ((*u) - w1[i5]) }; r }).sum::<f64>();
((-4.0) * (if w1.len() > 0 { w1[2 % w1.len()] } else { 0.25 }))
}
#[differentiate(reverse)]
pub fn g1(x: f64, v: &[f64]) -> Vec<f64> {
if (2) <= ((2 + 2)) {
if (1.53125f64) < ((-1.75)) {
}
}
let mut w1: Vec<f64> = Vec::with_capacity(5);
w1
}
#[differentiate(reverse)]
pub fn g2(x: f64, u: &mut [f64], s: &mut [f64]) {
let mut t1: f64 = ({ (if u.is_empty() { x } else { u[(2 + 5) % u.len()] }) } - (if ((2 as f64)) >= (0.40625f64) { 2.21875f64 } else { (-0.25) }));
t1 += ((0.9 * (t1).tanh()).exp()).rem_euclid((f64::powi(3.8125, 2) + 0.75));

}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
if ({ p.b }) >= (v.first().copied().unwrap_or(p.a)) {
'l2: for e3 in v.iter().rev() {
}
let t6: f64 = (match 3 { 0 => { x }, 1 | 2 => { (if v.is_empty() { x } else { v[0 % v.len()] }) }, k if k % 3 == 1 => { p.a }, _ => { p.a } });
}
(((x * x)).atan() * (if ((if v.len() > 0 { v[n % v.len()] } else { 0.25 })) < (p.b) { (((v.len() + 4 - n % 4) as f64)).floor() } else { (if v.is_empty() { x } else { v[n % v.len()] }) }))
}
}
case!(p24, 3.9240113697569363, [0.7806733571771962, 0.0, 0.0], 1.9280247977157965, &P { a: 0.1268450315208825, b: 1.6280247977157964 }, &[], 1);

mod p25 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> f64 {
*u *= f64::sin(((*u)).hypot((*u)));
(*u)
}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut f64, s: &mut f64) -> f64 {
(-1.3125)
}
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
x
}
}
case!(p25, -0.3332381518544433, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -0.3332381518544433, &[P { a: -0.71809367540459, b: -1.2180936754045901 }, P { a: 0.8325577196541847, b: 0.3325577196541847 }, P { a: -1.1042593674218228, b: -1.6042593674218228 }, P { a: -1.398251762184523, b: -1.898251762184523 }], 0);

mod p26 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
'l2: for i1 in 2 % 3..2 % 6 {
}
v.windows(2).map(|e3| { let r: f64 = { (0.9 * f64::tanh((-0.96875))).sinh() }; r }).fold(v.iter().step_by(2).take(3).map(|e6| { let r: f64 = { (if v.len() > 0 { v[(2 / (2 + 1)) % v.len()] } else { 0.25 }) }; r }).sum::<f64>(), f64::max)
}
}
case!(p26, -0.0, [0.0], -0.4249095110177654, &[]);

mod p27 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
let mut k1: usize = 0;
let t3: f64 = 'l2: loop {
if k1 >= v.len() % 5 {  break (((k1 as f64) - (((if v.is_empty() { x } else { v[v.len() % v.len()] })).powi(2) + 1.0).recip()) * (0.9 * ((if v.is_empty() { x } else { v[n % v.len()] })).tanh()).tan()); }
k1 += 1;
let mut w4: Vec<f64> = v[..].to_vec();
if (p.a) < (p.b) {
} else {
let t6: f64 = (p.b).min(x);
let mut k7: usize = 0;
'l8: loop {
if k7 >= v.len() % 5 { break; }
k7 += 1;
if ((if w4.len() > 0 { w4[v.len() % w4.len()] } else { 0.25 })) >= (p.b) { break 'l8; }
}
let mut w12: Vec<f64> = w4.iter().rev().map(|e9| { let r: f64 = { (p.a).rem_euclid((f64::powi(3.90625f64, 2) + 0.75)) }; r }).collect();
}
if !(((if v.is_empty() { x } else { v[k1 % v.len()] })) < (((0 + n) as f64))) {  break 'l2 (-0.15625); }
};
v.windows(2).map(|e13| { let r: f64 = { (x).copysign({ let c16 = move |u17: f64, h18: f64| { let r: f64 = { (-3.9375) }; r }; c16(1.25, p.b) * c16(p.b, x) }) }; r }).map(f64::tanh).product::<f64>()
}
}
case!(p27, 0.8915168487583554, [0.20485995147227604, 0.0, 0.0, 0.0, 0.0, 0.0], 1.7754316584626, &P { a: -1.3520107191182626, b: 1.4754316584626 }, &[-0.7565144039685969, -0.6229930004450687, 0.8140992794158398], 2);

mod p28 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, w: Vec<f64>) -> f64 {
let mut k1: usize = 2;
let t5: f64 = (if ((if w.len() > 0 { w[(k1 * 2 + 2) % w.len()] } else { 0.25 })) < (x) { w.iter().map(|e2| { let r: f64 = { x }; r }).sum::<f64>() } else { x });
let mut q6 = Q { k: 1, p: P { a: t5, b: 0.5 * x }, r: [x, 0.5, x], v: w.to_vec() };
{ let p7 = &mut q6.p;
p7.b += (q6.v.iter().sum::<f64>() * t5);
let mut ps16 = vec![P { a: { let h15: f64 = p7.a; let c13 = |u14: f64| { if u14 > h15 { return u14; } { let r: f64 = { p7.b }; r } }; c13(w[3 / 2]) * h15 }, ..p7.clone() }, P { a: x, b: (0.71875f64 / (f64::powi(q6.r[1], 2) + 0.75)) }];
'l18: for i17 in (0..=4 % 4).rev() {
}
}
x
}
#[differentiate(reverse)]
pub fn g1<T: Real>(x: T, v: &[T]) -> T {
        let mut s = T::zero();
for e in v.iter().copied() {
s = s + e * T::real(0.5);
}
(x - (T::real(-0.90625)).abs())
}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
'l1: for e2 in v {
let t5 = (((x * (*e2))).powi(2) + 0.0).ln_1p();
let t6: f64 = (((if v.is_empty() { x } else { v[n % v.len()] }) - p.a) - g1((if v.len() > 0 { v[n % v.len()] } else { 0.25 }) + 0.25 * x, v));
let mut t7 = (n as f64);
}
f64::mul_add(v.iter().chain(v.iter()).map(|e8| { let r: f64 = { (2 as f64) }; r }).map(f64::tanh).product::<f64>(), x, x)
}
}
case!(p28, -0.12051335566393163, [1.9293491751468355, 0.0, 0.0, 0.0], -0.06246321672424061, &P { a: 0.4722820382117401, b: -0.3624632167242406 }, &[0.4385870051750915], 4);

mod p29 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
let mut t1 = x;
(if w.is_empty() { x } else { w[n % w.len()] })
}
}
case!(p29, -0.14745790527192842, [0.0, 0.0, 0.0, 1.0, 0.0], 1.2972623920695203, vec![1.954751123547072, 0.6525189140394375, -0.14745790527192842], &[0.09987738339130717], 5);

mod p30 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, ps: &[P]) -> f64 {
let t2: f64 = (x + (x).to_radians());
let t3: f64 = ((match 2 { 0 => { 3.5 }, 1 | 2 => { x }, k if k % 3 == 1 => { x }, _ => { x } }) + (((2 + 4 - 2 % 4) as f64) - (-2.65625)));
let mut q4 = Q { k: 1, p: P { a: t3, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
std::mem::swap(&mut q4.p.a, &mut q4.r[1]);
q4.p.a += t3;
q4.r[q4.k % 3]
}
#[differentiate(reverse)]
pub fn g1<T: Real>(x: T, v: &[T]) -> T {
        let mut s = T::zero();
for e in v.iter().copied() {
s = s + s * T::real(0.5);
}
s
}
#[differentiate(reverse)]
pub fn g2(x: f64, p: &mut P) {

}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64) -> f64 {
if ((2) <= (5)) || ((2) <= (4)) {  return x; }
'l2: for i1 in (3 % 3..4 % 6).rev() {
}
{ let k3: usize = 2;
(if (y) > (y) { (if (x) >= ((1 as f64)) { y } else { x }) } else { ((x).powi(2) + 1.0).log10() }) }
}
}
case!(p30, -1.5256503251256677, [1.0, 0.0], -1.5256503251256677, -0.9092886847531473);

mod p31 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, y: f64) -> f64 {
let mut p1 = P { a: ({ y } * (if (x) > (y) { (-1.8125) } else { y })), b: ((x + (3 as f64)) * x) };
let mut m2: Vec<Vec<f64>> = vec![vec![(match 2 { 0 => { (3.0625 - x) }, 1 | 2 => { p1.a }, k if k % 3 == 1 => { (p1.a).mul_add(x, x) }, _ => { y } }), { let mut h5: f64 = (p1.a).max(p1.a); let mut c3 = |u4: f64| { h5 += { let r: f64 = { (0 as f64) }; r }; h5 }; let u4 = c3((y).floor()); c3(x); h5 * u4 }], vec![x, { let mut h5: f64 = (p1.a).max(p1.a); let mut c3 = |u4: f64| { h5 += { let r: f64 = { (0 as f64) }; r }; h5 }; let u4 = c3((y).floor()); c3(x); h5 * u4 }]];
(if (2) != (5) { f64::mul_add(3.28125f64, x, x) } else { (m2[m2.len() % m2.len()][(m2.len() + 1) % 2] / (f64::powi((-1.09375), 2) + 0.75)) })
}
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
'l2: for i1 in q.k % 3..=q.k % 4 {
let t3: f64 = q.p.b;
match (i1 / (q.k + 1)) {
0 | 3 => {
}
1..=2 => {
if (q.p.b) > ((q.k as f64)) {
} else if ((if q.v.len() > 0 { q.v[(1 / (4 + 1)) % q.v.len()] } else { 0.25 })) < (2.59375f64) {
} else {
}
let t4: f64 = (q.r[3 % 3] + (q.v.len() as f64));
let mut q5 = Q { k: 2, p: q.p.clone(), r: [x, 0.5, x], v: q.r.to_vec() };
std::mem::swap(&mut q5.p.a, &mut q5.r[2]);
q5.p.a -= t4;
let [p12, _, mut q13] = q5.r;
}
k if k % 2 == 0 => {
'l17: for e18 in q.v.iter() {
}
}
_ => {
}
}
}
if (0) > (q.k) {
} else if ((q.r[1]).rem_euclid((f64::powi(q.r[1], 2) + 0.75))) > (q.r[q.k % 3]) {
let t24: f64 = q.v.iter().step_by(2).take(3).map(|e21| { let r: f64 = { (0.21875f64 + (0 as f64)) }; r }).sum::<f64>();
} else {
let mut k25: usize = 0;
let t27: f64 = 'l26: loop {
if k25 >= q.k % 5 {  break (f64::powi((1.21875f64 * q.r[1]), 2) + 0.0); }
k25 += 1;
let mut w28: Vec<f64> = q.v.clone();
let t32 = (q.p.b).sin();
let t33: f64 = { t32 };
if (k25) <= ((q.k * 2 + q.v.len())) {  break 'l26 g0((q.r[1] * (if q.v.len() > 0 { q.v[q.r.len() % q.v.len()] } else { 0.25 })) + 0.25 * x, (if q.v.len() > 0 { q.v[q.k % q.v.len()] } else { 0.25 })); }
};
}
f64::min(({ 0.40625f64 } * ((q.k as f64) * 2.03125f64)), 1.625)
}
}
case!(p31, 1.625, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -1.1776496962388805, Q { k: 4, p: P { a: -1.7732344849732427, b: 0.6 }, r: [-0.326807985177833, -1.5776496962388804, -1.5732344849732427], v: vec![0.382240061373978] }, E::U);

mod p32 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> f64 {
x
}
#[differentiate(reverse)]
pub fn g1(x: f64, w: &mut Vec<f64>) {
match 2 {
0 | 3 => {
}
1..=2 => {
let d1 = Duo((x + x), P { a: (x).hypot(1.03125f64), b: 0.5 * x });
}
k if k % 2 == 0 => {
}
_ => {
if w.len() > 0 { let k2 = 2 % w.len();
w[k2] = f64::atan((x * 3.0));
}
let mut w3: Vec<f64> = vec![(x * (-3.71875)); 2 % 4];
}
}
let mut w5: Vec<f64> = Vec::new();

}
#[differentiate(reverse)]
pub fn g2(x: f64, y: f64) -> Option<f64> {
if x < 1.0 { Some((match (3 / (2 + 1)) { 0 => { (-3.875) }, 1 | 2 => { x }, k if k % 3 == 1 => { y }, _ => { 3.6875 } })) } else { None }
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
(if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 })
}
}
case!(p32, -0.4231490208311483, [0.0, 0.0, 1.0, 0.0, 0.0], 0.6683866181070226, Some { 0: 1.4051749208714799 }, &[-0.4231490208311483, 1.8270846057943422, 0.02972130636427397]);

mod p33 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, e: &E, y: f64) -> f64 {
match e {
E::A(s1) => {
let mut ps8 = vec![P { b: x, a: (0..(3 + 4 - 1 % 4) % 5).map(|i7| { let r: f64 = { ((*s1) - x) }; r }).sum::<f64>() }; 3 % 4];
}
E::B { s: s1, t: t2 } if *t2 > 0.25 => {
match e {
E::A(s9) => {
let t12: f64 = (0.02 * f64::to_degrees(2.625));
let mut ps19 = [P { a: x, b: (match e { E::A(s13) => { (-1.75) }, E::B { s: s13, t: t14 } => { x }, E::C(p15) => { (2 as f64) }, E::U => { y } }) }, P { a: (match e { E::A(s13) => { (-1.75) }, E::B { s: s13, t: t14 } => { x }, E::C(p15) => { (2 as f64) }, E::U => { y } }), b: { let c16 = |u17: f64| { let r: f64 = { (*s1) }; r }; c16(x) + c16(x) } }];
}
E::B { s: s9, t: t10 } if *t10 > 0.25 => {
}
E::C(p11) => {
if ((2 as f64)) >= (2.0) {
}
}
_ => {
}
}
}
E::C(p3) => {
let t20: f64 = p3.a;
let t21: f64 = (x).copysign({ p3.a });
}
_ => {
}
}
let mut p22 = P { a: x, b: (-1.15625) };
(match e { E::A(s23) => { y }, E::B { s: s23, t: t24 } => { (f64::powi((*t24), 2) + 0.5).cbrt() }, E::C(p25) => { ((5 as f64) + p22.a) }, E::U => { (match e { E::A(s27) => { y }, E::B { s: s27, t: t28 } => { (y * y) }, E::C(p29) => { (match 4 { 0 => { (-0.46875) }, 1 | 2 => { y }, k if k % 3 == 1 => { (-3.0) }, _ => { p29.b } }) }, E::U => { p22.b } }) } })
}
}
case!(p33, -0.8455091056621669, [0.0, 0.0, 1.0], 0.48869087887801305, &E::A { 0: -0.8455091056621669 }, -0.8455091056621669);

mod p34 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &mut P, u: &mut [f64]) {
let t1: f64 = p.b;
let mut q2 = Q { k: 2, p: p.clone(), r: [x, 0.5, x], v: u.to_vec() };
'l8: for e6 in &q2.r {
q2.p.a = f64::atan((t1 * *e6));
let t9: f64 = ((q2.k as f64) * (-3.25));
let mut q10 = Q { k: 0, p: q2.p.clone(), r: [x, 0.5, x], v: q2.v.to_vec() };
{ let Q { p: p11, r: r12, v: v13, .. } = &mut q10;
p11.a *= f64::sin((r12[1] + t9));
}
let mut p17 = P { a: q2.p.a, b: f64::hypot(2.625, (q10.k as f64)) };
}

}
#[differentiate(reverse)]
pub fn g1(x: f64, w: Vec<f64>) -> f64 {
let mut w4: Vec<f64> = w.iter().step_by(2).take(3).map(|e1| { let r: f64 = { x }; r }).collect::<Vec<f64>>();
let k5: usize = 2;
f64::max({ (if w4.len() > 0 { w4[k5 % w4.len()] } else { 0.25 }) }, (if (2.375) < (x) { 2.53125f64 } else { (k5 as f64) }))
}
#[differentiate(reverse)]
pub fn g2(x: f64, p: &P) -> f64 {
let mut k1: usize = 0;
'l2: loop {
if k1 >= (2 + 1) % 5 { break; }
k1 += 1;
if (k1) <= (k1) { break 'l2; }
}
'l4: for i3 in (5 % 3..(k1 + k1) % 6).rev() {
}
p.a
}
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
let t2: f64 = (x + (0.9 * f64::tanh((x).hypot((-3.15625)))).tan());
let t9: f64 = (0..2 % 5).map(|i5| { let r: f64 = { 2.78125f64 }; r }).fold(g1({ let mut h8: f64 = m[(m.len() * 2 + n) % 3][((m.len() * 2 + n) + 1) % 2]; let mut c6 = |u7: f64| { h8 += { let r: f64 = { 0.25 }; r }; h8 }; let u7 = c6(t2); c6(x); h8 * u7 } + 0.25 * x, vec![(-2.1875), x]), |a: f64, b: f64| 0.5 * a + b);
f64::trunc((if ((-2.4375)) < (m[(n * 2 + n) % 3][((n * 2 + n) + 1) % 2]) { x } else { m[0 % 3][(0 + 1) % 2] }))
}
}
case!(p34, -0.0, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -0.013934504437682634, &[[-0.013934504437682634, 0.7], [0.5816213029146339, -0.6], [0.9, 1.1]], 1);

mod p35 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut [f64], s: &mut [f64]) {
match 2 {
0 | 3 => {
}
1..=2 => {
let mut a1: [f64; 3] = [x, (u[u.len() / 2] % (f64::powi(x, 2) + 0.75)), x];
let s2 = &u[2 % (u.len() + 1)..];
a1[2 % 3] += (x - 3.0);
}
k if k % 2 == 0 => {
let e3: E = if (x) > (x) { E::A((if u.is_empty() { x } else { u[2 % u.len()] })) } else { E::B { t: (0 as f64), s: (if u.is_empty() { x } else { u[2 % u.len()] }) } };
}
_ => {
let mut w5: Vec<f64> = vec![x, x];
let mut p6 = P { b: x, a: x };
}
}
'l7: for e8 in u.iter() {
}
let o11: Option<f64> = if !((x) <= ((2 as f64))) { Some((x - (if s.len() > 0 { s[(5 + 4 - 2 % 4) % s.len()] } else { 0.25 }))) } else { None };

}
#[differentiate(reverse)]
pub fn g1(x: f64, a: &[f64; 3]) -> f64 {
let e1: E = if (x) > (a[(2 * 2 + 2) % 3]) { E::U } else { if f64::atan2(0.78125f64, { let Duo(s, p) = Duo(a[4 % 3], P { a: x, b: 0.5 * x }); s * p.b }) < ((x * 0.5) + (x).atan2(x)) { E::A(((x * 0.5) + (x).atan2(x))) } else { E::B { s: f64::atan2(0.78125f64, { let Duo(s, p) = Duo(a[4 % 3], P { a: x, b: 0.5 * x }); s * p.b }), t: x } } };
let t8: f64 = { let h4: f64 = (x - a[1 % 3]); let c2 = |u3: f64| { if u3 > h4 { return u3; } { let r: f64 = { a[1 % 3] }; r } }; c2({ let c5 = move |u6: f64, h7: f64| { let r: f64 = { a[2 % 3] }; r }; c5(a[2 % 3], a[2 % 3]) * c5(a[2 % 3], x) }) * h4 };
let mut q9 = Q { k: 0, p: P { a: t8, b: 0.5 * x }, r: [x, 0.5, x], v: a.to_vec() };
'l15: for e13 in &q9.v {
q9.p.a += (t8 * *e13);
}
'l16: for i19 in 0..q9.r.len() {
let o20: Option<f64> = q9.r.first().copied();
}
q9.r[1]
}
#[differentiate(reverse)]
pub fn g2(x: f64, u: &mut [f64]) {

}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64) -> f64 {
{ let t2: f64 = g1((match 2 { 0 => { y }, 1 | 2 => { x }, k if k % 3 == 1 => { y }, _ => { 0.3125 } }) + 0.25 * x, &[(if ((2 as f64)) < (x) { x } else { y }), x, 0.5]);
let t3: f64 = f64::to_radians(y);
((x - y) + (x % (f64::powi(x, 2) + 0.75))) }
}
}
case!(p35, -1.8119173246628284, [2.0, -1.0], -1.7088792288152845, -1.6058411329677407);

mod p36 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, ps: &[P]) -> f64 {
match (4 + 4 - 2 % 4) {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
let mut e4: E = if (x) <= (x) { E::A(f64::min((-3.3125), x)) } else { E::C(P { a: (0..2 % 5).map(|i3| { let r: f64 = { x }; r }).sum::<f64>(), b: 0.5 * x }) };
let k5 = f64::abs((x).copysign(x)).min(5.0) as usize;
}
}
if (x) <= ((2 as f64)) {
let mut w6: Vec<f64> = vec![((-0.28125) + (-3.75)); 2 % 4];
} else if (2) <= (5) {
if (x) > (x) {  return (x).copysign(x); }
let t7: f64 = (0.9 * (x).tanh()).powi(3);
} else {
let mut a8: [f64; 3] = [(x - x); 3];
}
let t9: f64 = (if (2) < (2) { (match 3 { 0 => { (2 as f64) }, 1 | 2 => { x }, k if k % 3 == 1 => { x }, _ => { x } }) } else { (x).to_radians() });
let mut p15: (f64, f64) = ((match (2 + 4 - 4 % 4) { 0 => { x }, 1 | 2 => { (-2.28125) }, k if k % 3 == 1 => { x }, _ => { x } }), { let mut k10: usize = 0;
'l11: loop {
if k10 >= 2 % 5 { break; }
k10 += 1;
if ((k10 as f64)) <= (x) { break 'l11; }
}
let mut k12: usize = 0;
'l13: while k12 < 3 % 5 && ((x) >= (x)) {
k12 += 1;
}
let t14: f64 = x;
f64::fract(2.4375) });
((p15.0).rem_euclid((f64::powi(x, 2) + 0.75))).asinh()
}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
(match 0 { 0 => { ({ p.b } / (f64::powi((match 4 { 0 => { p.a }, 1 | 2 => { x }, k if k % 3 == 1 => { p.a }, _ => { x } }), 2) + 0.75)) }, 1 | 2 => { g0(v.iter().step_by(2).take(3).map(|e1| { let r: f64 = { (*e1) }; r }).sum::<f64>() + 0.25 * x, &[P { a: (P { a: x, b: p.b }).a, b: x }, P { b: 0.5, a: x }]) }, k if k % 3 == 1 => { (((x + p.a)).powi(2) + 0.5).powf(1.7) }, _ => { (if v.len() > 0 { v[n % v.len()] } else { 0.25 }) } })
}
}
case!(p36, 0.4304931799702167, [0.0, 0.4637396129916497, 0.9067441814697509, 0.0, 0.0, 0.0], 0.7747680644307261, &P { a: -0.5940091660765393, b: 0.4747680644307261 }, &[1.3906058978553408, 1.9299569093550002, -0.22095563131506135], 0);

mod p37 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, n: usize) -> E {
'l2: for i1 in 0..(0 + 4 - n % 4) % 5 {
let t4: f64 = x;
'l6: for i5 in ((n + n) % 3..(5 + n) % 6).rev() {
}
}
match 0 {
0 | 3 => {
}
1..=2 => {
if (x) > (x) {
} else if (x) <= ((-1.6875)) {
} else {
}
}
k if k % 2 == 0 => {
let t7: f64 = x;
let mut q8 = Q { k: 2, p: P { a: t7, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
'l14: for e12 in q8.v.iter() {
q8.p.a -= (t7 * *e12);
}
}
_ => {
let (p16, mut q17): (f64, f64) = ((x % (f64::powi(x, 2) + 0.75)), x);
}
}
E::C(P { a: (0..n % 5).map(|i20| { let r: f64 = { ((n as f64) * 0.0) }; r }).fold(((n / (3 + 1)) as f64), |a: f64, b: f64| 0.5 * a + b), b: 0.5 * x })
}
#[differentiate(reverse)]
pub fn g1(x: f64, w: Vec<f64>) -> Vec<f64> {
let t1: f64 = ((((if w.is_empty() { x } else { w[2 % w.len()] })).powi(2) + 1.0).ln()).max((x).min(w[2 / 2]));
let t2: f64 = ((x + ((2 + 2) as f64)) / (f64::powi((-3.6875), 2) + 0.75));
let mut q3 = Q { k: 2, p: P { a: t2, b: 0.5 * x }, r: [x, 0.5, x], v: w.to_vec() };
'l9: for e7 in &q3.r {
q3.p.a = f64::atan((t2 * *e7));
}
w
}
#[differentiate(reverse)]
pub fn f(x: f64, q: &Q, n: usize) -> f64 {
let o8: Option<f64> = if ((q.r[1]) <= (x)) || ((q.r[1]) > (x)) { Some(q.v.iter().map(|e1| { let r: f64 = { q.r.iter().map(|e4| { let r: f64 = { (q.r[1] + 3.75) }; r }).sum::<f64>() }; r }).map(f64::tanh).product::<f64>()) } else { None };
q.r[1]
}
}
case!(p37, -0.8692742851705992, [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], -0.4692742851705992, &Q { k: 4, p: P { a: 1.9121783301404114, b: 0.6 }, r: [-0.31573143662997505, -0.8692742851705992, 2.1121783301404116], v: vec![-1.2836425588510028, 1.2989521763952503] }, 3);

mod p38 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
(((match 0 { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { d.0 }, _ => { v[n / 2] } }) + (d.1 % (f64::powi(x, 2) + 0.75))) * (f64::atan2((-0.625), d.0) * (x).tanh()))
}
}
case!(p38, 0.046856154826500226, [0.019706738542235522, -0.022483379490364875, 0.12114762167708051, 0.0, 0.0, 0.0], -0.4132309146654526, (1.9533324741537204, 0.8), &[-1.8536979192424692, -1.3675763433655437, -0.1591395809737262], 5);

mod p39 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, ps: &[P]) -> f64 {
x
}
#[differentiate(reverse)]
pub fn g1(x: f64, p: &mut P, u: &mut [f64]) {

}
#[differentiate(reverse)]
pub fn f(x: f64, q: &Q, n: usize) -> f64 {
3.4375
}
}
case!(p39, 3.4375, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -0.7758703177809143, &Q { k: 6, p: P { a: -1.125659348429465, b: 0.6 }, r: [0.23173483201530695, -1.1758703177809142, -0.9256593484294651], v: vec![-0.3972352945703701] }, 5);

mod p40 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, a: [f64; 3]) -> [f64; 3] {
[((x).fract()).copysign((x).mul_add(a[(a.len() / (2 + 1)) % 3], x)), (0.9 * f64::tanh((match 2 { 0 => { x }, 1 | 2 => { 3.34375f64 }, k if k % 3 == 1 => { x }, _ => { 1.09375f64 } }))).tan(), x * 0.5]
}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut f64) -> f64 {
let mut a1: [f64; 3] = [x, ({ (*u) } - ((*u) * (2 as f64))), x];
((a1[a1.len() % 3]).powi(2) + 1.0).ln()
}
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
let t1: f64 = m[2 % 3][(2 + 1) % 2];
let mut q2 = Q { k: 0, p: P { a: t1, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
{ let k9 = 6 % (q2.v.len() + 1);
let (r4, v5) = q2.v.split_at_mut(k9);
if let (Some(e6), Some(i7)) = (r4.first_mut(), v5.first()) {
*e6 += (*i7 * t1);
}
'l10: for e11 in v5.iter() {
if ((*e11)) >= ((if v5.len() > 0 { v5[q2.k % v5.len()] } else { 0.25 })) {  return (f64::sin((-1.0625))).powi(1); }
if r4.len() > 0 { let k17 = 3 % r4.len();
r4[k17] += r4.iter().map(|e14| { let r: f64 = { r4[r4.len() / 2] }; r }).fold((-0.6875), |a: f64, b: f64| 0.5 * a + b);
}
}
}
let t18: f64 = (P { b: ((q2.r[1] * x) + (q2.r[n % 3] + q2.r[1])), ..q2.p.clone() }).a;
let mut m19: [[f64; 2]; 3] = [[(t18 + (if (x) >= (x) { q2.p.b } else { q2.v.iter().chain(q2.r.iter()).map(|e20| { let r: f64 = { x }; r }).fold(m[q2.k % 3][(q2.k + 1) % 2], |a: f64, b: f64| 0.5 * a + b) })); 2]; 3];
((((((n as f64) + m[q2.k % 3][(q2.k + 1) % 2])).sin()).powi(1)).powi(2) + 1.5).acosh()
}
}
case!(p40, -0.8735749351670711, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -1.714312506654615, &[[-1.714312506654615, 0.7], [0.6682080606913952, -0.6], [0.9, 1.1]], 5);

mod p41 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, e: &E, y: f64) -> f64 {
let mut w13: Vec<f64> = (0..2 % 5).map(|i3| { let r: f64 = { (f64::powi((0..i3 % 5).map(|i6| { let r: f64 = { (match e { E::A(s7) => { 3.03125f64 }, E::B { s: s7, t: t8 } => { (i3 as f64) }, E::C(p9) => { 1.46875f64 }, E::U => { x } }) }; r }).map(f64::tanh).product::<f64>(), 2) + 0.0).ln_1p() }; r }).collect();
(((w13.len() as f64)).atan2((2 as f64)) * (match 2 { 0 => { (if w13.is_empty() { x } else { w13[(2 + 5) % w13.len()] }) }, 1 | 2 => { (if w13.is_empty() { x } else { w13[2 % w13.len()] }) }, k if k % 3 == 1 => { ((1 + w13.len()) as f64) }, _ => { x } }))
}
}
case!(p41, 0.5443965225759005, [0.0, 0.0, 0.0, 0.0], -1.577326050000979, &E::C { 0: P { a: 0.4, b: -1.4624469823735062 } }, -1.4624469823735062);

mod p42 {
use super::*;
#[differentiate(reverse)]
pub fn g0<T: Real>(x: T, v: &[T]) -> T {
        let mut s = T::zero();
for e in v.iter().copied() {
s = s + x * T::real(0.5);
}
(s * x)
}
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
let t2: f64 = ((2 as f64)).min((f64::powi(x, 2) + 0.5).powf(f64::sin(x)));
let mut d9 = Duo((((v.len() / (2 + 1)) as f64)).sin(), P { a: v.iter().step_by(2).take(3).map(|e3| { let r: f64 = { f64::atan2((match 2 { 0 => { x }, 1 | 2 => { (if v.is_empty() { x } else { v[(v.len() * 2 + 2) % v.len()] }) }, k if k % 3 == 1 => { 2.34375f64 }, _ => { (*e3) } }), v.iter().filter(|e6| **e6 > 0.2).map(|e6| { let r: f64 = { x }; r }).sum::<f64>()) }; r }).sum::<f64>(), b: 0.5 * x });
{ let c10 = move |u11: f64, h12: f64| { let r: f64 = { h12 }; r }; c10((match (v.len() / (1 + 1)) { 0 => { (x - (if v.is_empty() { x } else { v[2 % v.len()] })) }, 1 | 2 => { x }, k if k % 3 == 1 => { (d9.0 + x) }, _ => { { d9.1.a } } }), x) * c10(x, x) }
}
}
case!(p42, 2.5022899250104587, [3.1637256044167033, 0.0, 0.0], 1.5818628022083516, &[-1.383682042752961, -0.4718820368232781]);

mod p43 {
use super::*;
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g0_43(&self, x: f64) -> f64 {
let t1: f64 = self.a;
(0..2 % 5).map(|i4| { let r: f64 = { self.b }; r }).sum::<f64>()
}
}
#[differentiate(reverse)]
pub fn g1(x: f64, p: P) -> P {
P { a: (p.b + p.a), ..p.clone() }
}
#[differentiate(reverse)]
pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
let t6: f64 = 1.25;
(0.9 * f64::tanh(f64::rem_euclid({ let p7: P = P { a: (if w.is_empty() { x } else { w[n % w.len()] }), b: 0.5 * x }; p7.g0_43(x + 0.25 * x) }, (f64::powi((((if w.is_empty() { x } else { w[2 % w.len()] })).powi(2) + 1.5).acosh(), 2) + 0.75)))).atanh()
}
}
case!(p43, 0.6768632501676451, [0.7875778948634706, 0.0, 0.0, 0.0, 0.0], 0.7839600023098974, vec![1.791248133007605], &[0.10250015583787193, -0.5543311292046236, -0.894005840462019], 5);

mod p44 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, e: &E) -> f64 {
let t2: f64 = (0.65625f64 + (((3 * 2 + 2) as f64)).mul_add((5 as f64), x));
let (p3, mut q4): (f64, f64) = ({ let Duo(s, p) = Duo(t2, P { a: x, b: 0.5 * x }); s * p.b }, t2);
x
}
#[differentiate(reverse)]
pub fn g1(x: f64, ps: &[P]) -> f64 {
let mut t4: f64 = (0..2 % 5).map(|i3| { let r: f64 = { x }; r }).fold(x, f64::max);
(if (2) != (2) { g0(x + 0.25 * x, &E::A((-3.6875))) } else { (x - x) })
}
#[differentiate(reverse)]
pub fn g2(x: f64, n: usize) -> (f64, f64) {
({ let mut w2: Vec<f64> = vec![(if (x) < ((-3.03125)) { (n as f64) } else { x }); (n + 4 - n % 4) % 4];
let t3 = ((if w2.len() > 0 { w2[(0 * 2 + n) % w2.len()] } else { 0.25 })).atan2(x);
{ let Duo(s, p) = Duo(t3, P { a: (if w2.is_empty() { x } else { w2[5 % w2.len()] }), b: 0.5 * x }); s * p.b } }, (f64::powi(f64::copysign(0.625, (-1.375)), 2) + 0.5).sqrt())
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64) -> f64 {
let o7: Option<f64> = if ((x + y)) >= ((0..2 % 5).map(|i3| { let r: f64 = { x }; r }).sum::<f64>()) { Some({ let c4 = |u5: f64| { let r: f64 = { y }; r }; c4(((0.9 * (x).tanh()).asin()).to_radians()) + c4((((x + x)).powi(2) + 0.0).ln_1p()) }) } else { None };
o7.and_then(|u11: f64| if u11 > 0.0 { Some({ (y).to_radians() }) } else { None }).unwrap_or((P { a: { let c8 = |u9: f64| { let r: f64 = { x }; r }; c8(y) + c8(y) }, b: (3.625 * x) }).a)
}
}
case!(p44, 0.02086288945827414, [0.0, 0.017453292519943295], -1.8309756989647417, 1.1953555144070847);

mod p45 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, y: f64) -> Option<f64> {
if (x / (f64::powi((x).mul_add(y, x), 2) + 0.75)) < 1.0 { Some((-1.59375)) } else { None }
}
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
let q11 = Q { k: 2, p: P { a: (0..n % 5).map(|i3| { let r: f64 = { (0..1 % 5).map(|i6| { let r: f64 = { m[n % 3][(n + 1) % 2] }; r }).fold(x, f64::max) }; r }).map(f64::tanh).product::<f64>(), b: 0.5 * x }, r: [{ let mut w7: Vec<f64> = vec![(x).signum(); 3];
{ let c8 = move |u9: f64, h10: f64| { let r: f64 = { (-1.34375) }; r }; c8((x + x), x) * c8(x, x) } }, 0.5, x], v: vec![{ let mut w7: Vec<f64> = vec![(x).signum(); 3];
{ let c8 = move |u9: f64, h10: f64| { let r: f64 = { (-1.34375) }; r }; c8((x + x), x) * c8(x, x) } }, x] };
({ let c12 = |u13: f64| { let r: f64 = { q11.v.iter().map(|e15| { let r: f64 = { 0.6875 }; r }).map(f64::tanh).product::<f64>() }; r }; c12(f64::rem_euclid((-3.625), (f64::powi(q11.r[1], 2) + 0.75))) + c12((q11.p.b + 1.21875f64)) } * { let c18 = |u19: f64| { let r: f64 = { (-3.03125) }; r }; c18(q11.r[1]) + c18(q11.r[1]) })
}
}
case!(p45, -4.312394689308804, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.3725038747129652, &[[1.3725038747129652, 0.7], [0.49532788782430026, -0.6], [0.9, 1.1]], 4);

mod p46 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, a: &[f64; 3]) -> f64 {
f64::min((P { a: 2.21875f64, b: x }).a, { let Duo(s, p) = Duo(a[(2 + 4 - 4 % 4) % 3], P { a: x, b: 0.5 * x }); s * p.b })
}
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
({ match n {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
}
}
'l2: for i1 in (m.len() % 3..(2 + 4 - 1 % 4) % 6).rev() {
}
(x * 0.5) } * f64::floor((0..n % 5).map(|i5| { let r: f64 = { x }; r }).fold(2.78125f64, f64::max)))
}
}
case!(p46, 1.766346283464424, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.766346283464424, &[[1.766346283464424, 0.7], [1.7071206392549054, -0.6], [0.9, 1.1]], 0);

mod p47 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
(if v.is_empty() { x } else { v[3 % v.len()] })
}
}
case!(p47, 1.4275133215313451, [0.0, 0.0, 1.0, 0.0, 0.0], -1.8927175019077458, Some { 0: 1.224169922017693 }, &[1.4275133215313451, -1.6743143529250484, -0.9877148031627078]);

mod p48 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, y: f64) -> f64 {
y
}
#[differentiate(reverse)]
pub fn g1(x: f64, w: Vec<f64>) -> f64 {
let mut e7: E = if (x) <= (x) { if x < { let c1 = move |u2: f64, h3: f64| { let r: f64 = { (0..(2 + 3) % 5).map(|i6| { let r: f64 = { h3 }; r }).map(f64::tanh).product::<f64>() }; r }; c1(g0(2.53125f64 + 0.25 * x, x), ((0 + w.len()) as f64)) * c1(((0 + w.len()) as f64), x) } { E::A({ let c1 = move |u2: f64, h3: f64| { let r: f64 = { (0..(2 + 3) % 5).map(|i6| { let r: f64 = { h3 }; r }).map(f64::tanh).product::<f64>() }; r }; c1(g0(2.53125f64 + 0.25 * x, x), ((0 + w.len()) as f64)) * c1(((0 + w.len()) as f64), x) }) } else { E::B { s: x, t: x } } } else { E::B { t: { let c1 = move |u2: f64, h3: f64| { let r: f64 = { (0..(2 + 3) % 5).map(|i6| { let r: f64 = { h3 }; r }).map(f64::tanh).product::<f64>() }; r }; c1(g0(2.53125f64 + 0.25 * x, x), ((0 + w.len()) as f64)) * c1(((0 + w.len()) as f64), x) }, s: x } };
let k8: usize = 2;
({ let h11: f64 = (if w.len() > 0 { w[k8 % w.len()] } else { 0.25 }); let c9 = |u10: f64| { if u10 > h11 { return u10; } { let r: f64 = { (if w.len() > 0 { w[(w.len() * 2 + k8) % w.len()] } else { 0.25 }) }; r } }; c9(x) * h11 } * 1.875)
}
#[differentiate(reverse)]
pub fn f(x: f64, q: &Q, n: usize) -> f64 {
let e5: E = if (n) <= ((q.k + n)) { E::C(q.p.clone()) } else { E::C(q.p.clone()) };
((match (q.k + 4 - 3 % 4) { 0 => { (q.p.b).rem_euclid((f64::powi(x, 2) + 0.75)) }, 1 | 2 => { (q.r[4 % 3] - x) }, k if k % 3 == 1 => { (if q.v.len() > 0 { q.v[q.k % q.v.len()] } else { 0.25 }) }, _ => { (q.p.b).sin() } }) * (match &e5 { E::A(s6) => { g1(q.p.b + 0.25 * x, q.v.clone()) }, E::B { s: s6, t: t7 } => { g0((*t7) + 0.25 * x, q.r[(n + 4 - n % 4) % 3]) }, E::C(p8) => { (0.02 * (q.p.b).to_degrees()) }, E::U => { q.v.iter().step_by(2).take(3).map(|e9| { let r: f64 = { 3.40625f64 }; r }).map(f64::tanh).product::<f64>() } }))
}
}
case!(p48, -0.2750197416627951, [-0.6875493541569878, 0.0, -0.4583662361046585, 0.0, 0.6875493541569878, 0.0, 0.0], 1.8002541165058807, &Q { k: 1, p: P { a: 0.627015854516856, b: 0.6 }, r: [-0.5830101307764811, 1.4002541165058808, 0.827015854516856], v: vec![-1.256787599070975] }, 0);

mod p49 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, e: &E, y: f64) -> f64 {
let mut p7 = P { a: (((0.9 * ((3 as f64)).tanh()).cosh()).powi(2) + 1.5).acosh(), b: { (match e { E::A(s1) => { (0..2 % 5).map(|i6| { let r: f64 = { (*s1) }; r }).sum::<f64>() }, E::B { s: s1, t: t2 } => { ((*t2)).hypot((*t2)) }, E::C(p3) => { p3.a }, E::U => { ((x).powi(2) + 0.0).ln_1p() } }) } };
let mut w11: Vec<f64> = (0..(3 + 4) % 5).map(|i10| { let r: f64 = { (if ((i10 / (i10 + 1))) != (i10) { (if (i10) > (3) { ((x).powi(2) + 1.0).powi(-2) } else { (match (5 + 4 - i10 % 4) { 0 => { x }, 1 | 2 => { (-2.9375) }, k if k % 3 == 1 => { x }, _ => { (-2.0625) } }) }) } else { ((0.9 * (p7.b).tanh()).powi(3)).abs() }) }; r }).collect();
'l13: for i12 in (2 % 3..(2 * 2 + 2) % 6).rev() {
if w11.len() > 0 { let k14 = i12 % w11.len();
w11[k14] -= { let Duo(s, p) = Duo(y, p7.clone()); s * p.b };
}
}
w11.iter().step_by(2).take(3).map(|e15| { let r: f64 = { (((if w11.len() > 0 { w11[2 % w11.len()] } else { 0.25 }) % (f64::powi((if w11.is_empty() { x } else { w11[w11.len() % w11.len()] }), 2) + 0.75))).round() }; r }).fold(({ let h20: f64 = 0.46875f64; let c18 = |u19: f64| { if u19 > h20 { return u19; } { let r: f64 = { p7.a }; r } }; c18(p7.b) * h20 } * 0.5), f64::max)
}
}
case!(p49, 0.4539624547853276, [-0.0, 0.0], -0.7727493090044139, &E::U, -0.5875230960828165);

mod p50 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, n: usize) -> (f64, f64) {
let mut q1 = Q { k: 0, p: P { a: ((x - x) * (match 3 { 0 => { x }, 1 | 2 => { ((2 + 4 - 1 % 4) as f64) }, k if k % 3 == 1 => { x }, _ => { 2.09375f64 } })), b: 0.5 * x }, r: [(x + { (-1.96875) }), 0.5, x], v: vec![(x + { (-1.96875) }), x] };
'l3: for i2 in ((n + q1.k) % 3..2 % 6).rev() {
}
let mut w4: Vec<f64> = Vec::with_capacity(q1.v.len());
(q1.r[1], x)
}
#[differentiate(reverse)]
pub fn g1<T: Real>(x: T, v: &[T]) -> T {
        let mut s = T::zero();
for e in v.iter().copied() {
s = s + e * T::real(0.5);
}
x
}
#[differentiate(reverse)]
pub fn g2(x: f64, w: Vec<f64>) -> f64 {
let t4: f64 = (((2 as f64)).hypot((if w.len() > 0 { w[2 % w.len()] } else { 0.25 })) + w.iter().enumerate().map(|(i3, e1)| { let r: f64 = { x }; r }).fold(x, |a: f64, b: f64| 0.5 * a + b));
let mut q5 = Q { k: 2, p: P { a: t4, b: 0.5 * x }, r: [x, 0.5, x], v: w.to_vec() };
'l11: for (i10, e9) in q5.v.iter_mut().enumerate() {
*e9 -= (t4 + q5.p.b);
q5.r[i10 % 3] += q5.p.b;
q5.k += 2;
}
if q5.v.len() > 0 { let k15 = q5.k % q5.v.len();
q5.v[k15] += f64::atan2(3.65625f64, w.iter().rev().map(|e12| { let r: f64 = { q5.r[1] }; r }).fold(q5.p.b, |a: f64, b: f64| 0.5 * a + b));
}
let mut k16: usize = 0;
'l17: loop {
if k16 >= q5.k % 5 { break; }
k16 += 1;
q5.r[(4 + 4 - 3 % 4) % 3] = f64::atan((2.78125f64 - (k16 as f64)));
q5.v.pop();
if ((-1.625)) < (q5.r[1]) { break 'l17; }
}
(q5.r.iter().map(|e18| { let r: f64 = { (-3.125) }; r }).fold(q5.p.b, f64::max) - (q5.p.b).to_radians())
}
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
let mut k1: usize = 0;
'l2: while k1 < (n + 4 - v.len() % 4) % 5 && ((v.len()) <= (0)) {
k1 += 1;
}
x
}
}
case!(p50, 0.9768675635145632, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.9768675635145632, (1.5438840311825257, 0.8), &[0.8702541428404563, -1.0915909231114618, -0.25792279014585945], 4);

mod p51 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, v: &[f64]) -> Vec<f64> {
vec![(if (x) <= ((if v.is_empty() { x } else { v[2 % v.len()] })) { { let mut h3: f64 = (2 as f64); let mut c1 = |u2: f64| { h3 += { let r: f64 = { (if v.is_empty() { x } else { v[(2 * 2 + 2) % v.len()] }) }; r }; h3 }; let u2 = c1(x); c1(x); h3 * u2 } } else { { let c4 = |u5: f64| { let r: f64 = { (if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) }; r }; c4((if v.len() > 0 { v[0 % v.len()] } else { 0.25 })) + c4(x) } }), (v.iter().map(|e7| { let r: f64 = { x }; r }).map(f64::tanh).product::<f64>() * (x + x))]
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
let mut p14 = P { a: ({ let mut ps1 = vec![P { a: (if ((if v.is_empty() { x } else { v[(0 * 2 + v.len()) % v.len()] })) <= ((if v.is_empty() { x } else { v[(n + n) % v.len()] })) { y } else { v[n / 2] }), b: (if ((if v.is_empty() { x } else { v[0 % v.len()] })) < (3.875) { x } else { x }) }; 1 % 4];
let mut w5: Vec<f64> = v.iter().chain(v.iter()).map(|e2| { let r: f64 = { (x).abs() }; r }).collect();
(if v.is_empty() { x } else { v[n % v.len()] }) } * (y * v.iter().step_by(2).take(3).map(|e7| { let r: f64 = { (if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 }) }; r }).map(f64::tanh).product::<f64>())), b: (v.iter().filter(|e10| **e10 > 0.2).map(|e10| { let r: f64 = { (if v.is_empty() { x } else { v[n % v.len()] }) }; r }).sum::<f64>() / (f64::powi((x - ((if v.len() > 0 { v[1 % v.len()] } else { 0.25 }) * (if v.is_empty() { x } else { v[v.len() % v.len()] }))), 2) + 0.75)) };
let mut w18: Vec<f64> = v.iter().rev().map(|e15| { let r: f64 = { ((4 + n) as f64) }; r }).collect();
(if (n) > ((5 * 2 + n)) { 1.1875 } else { (((y).powi(2) + 1.0).ln()).hypot({ let Duo(s, p) = Duo((if w18.len() > 0 { w18[(n + 4 - n % 4) % w18.len()] } else { 0.25 }), p14.clone()); s * p.b }) })
}
}
case!(p51, 4.168700563047386, [-2.826854929710496, -0.268870190670372, 9.279156845571954], 1.0312365339896048, -1.5598077420387166, &[0.845874147401861], 0);

mod p52 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
(match n { 0 => { (2 as f64) }, 1 | 2 => { (if w.is_empty() { x } else { w[n % w.len()] }) }, k if k % 3 == 1 => { (if v.len() > 0 { v[1 % v.len()] } else { 0.25 }) }, _ => { (match n { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { 3.375 }, _ => { x } }) } })
}
}
case!(p52, 0.25, [0.0, 0.0], 1.2870937116560028, vec![1.819687705862979], &[], 4);

mod p53 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, w: Vec<f64>) -> f64 {
let mut a1: [f64; 3] = [((if w.len() > 0 { w[2 % w.len()] } else { 0.25 }) / (f64::powi((if w.is_empty() { x } else { w[w.len() % w.len()] }), 2) + 0.75)), f64::hypot(w.get(2).map_or(x, |u2| { (if w.len() > 0 { w[5 % w.len()] } else { 0.25 }) }), w.iter().zip(w.iter()).map(|(e3, h4)| { let r: f64 = { (if w.len() > 0 { w[2 % w.len()] } else { 0.25 }) }; r }).sum::<f64>()), x];
((0.9 * (x).tanh()).exp() * (f64::sin((-0.84375))).powi(1))
}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut [f64], s: &mut [f64]) {
let mut e1: E = if !((x) >= (((4 + 4 - 4 % 4) as f64))) { E::B { t: ((x - x)).atan2(u[4 / 2]), s: ({ x } * (if s.len() > 0 { s[(0 + 4 - 2 % 4) % s.len()] } else { 0.25 })) } } else { if ({ x } * (if s.len() > 0 { s[(0 + 4 - 2 % 4) % s.len()] } else { 0.25 })) < ((x - x)).atan2(u[4 / 2]) { E::A(((x - x)).atan2(u[4 / 2])) } else { E::B { s: ({ x } * (if s.len() > 0 { s[(0 + 4 - 2 % 4) % s.len()] } else { 0.25 })), t: x } } };
let t5: f64 = { let t2: f64 = (x * (if s.len() > 0 { s[2 % s.len()] } else { 0.25 }));
let t3: f64 = (2 as f64);
let t4: f64 = ((x).powi(2) + 0.5).sqrt();
(x * x) };

}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
f64::abs(f64::min((if (x) >= (((2 + 4 - 2 % 4) as f64)) { x } else { x }), (x).min((-3.375))))
}
}
case!(p53, 3.375, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -0.35019188246427757, Some { 0: -1.5011771099827755 }, &[-1.178716225145254, 0.9769360954955659, -0.9873610290319156, -1.931515234875448]);

mod p54 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> f64 {
f64::rem_euclid((0..3 % 5).map(|i3| { let r: f64 = { x }; r }).sum::<f64>(), (f64::powi((*u), 2) + 0.75))
}
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
'l3: for p1 in ps.iter() {
let mut k4: usize = 0;
'l5: loop {
if k4 >= 0 % 5 { break; }
k4 += 1;
let t6: f64 = (p1.a + p1.a);
if ((p1.a) < (((n * 2 + 3) as f64))) || (((3 as f64)) > (p1.a)) { break 'l5; }
}
}
let mut e11: E = if ((0) != (n)) || ((n) == (n)) { if ((f64::powi(x, 2) + 1.0).log10() + (f64::powi((x).hypot(x), 2) + 0.5).powf(f64::sin(f64::copysign(2.1875, (1 as f64))))) < ((0..n % 5).map(|i9| { let r: f64 = { x }; r }).fold(x, f64::max) * x) { E::A(((0..n % 5).map(|i9| { let r: f64 = { x }; r }).fold(x, f64::max) * x)) } else { E::B { s: ((f64::powi(x, 2) + 1.0).log10() + (f64::powi((x).hypot(x), 2) + 0.5).powf(f64::sin(f64::copysign(2.1875, (1 as f64))))), t: x } } } else { if ((0..n % 5).map(|i9| { let r: f64 = { x }; r }).fold(x, f64::max) * x) < ((f64::powi(x, 2) + 1.0).log10() + (f64::powi((x).hypot(x), 2) + 0.5).powf(f64::sin(f64::copysign(2.1875, (1 as f64))))) { E::A(((f64::powi(x, 2) + 1.0).log10() + (f64::powi((x).hypot(x), 2) + 0.5).powf(f64::sin(f64::copysign(2.1875, (1 as f64)))))) } else { E::B { s: ((0..n % 5).map(|i9| { let r: f64 = { x }; r }).fold(x, f64::max) * x), t: x } } };
((0.9 * ((x - x)).tanh()).acos() * (x + (x).atan2(x)))
}
}
case!(p54, -3.8732198648729264, [1.5707963267948966], -0.10957385851265182, &[], 3);

mod p55 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &mut P, u: &mut [f64]) {
'l2: for i1 in 0..1 % 5 {
*p = P { b: (f64::powi((if u.len() > 0 { u[(i1 + i1) % u.len()] } else { 0.25 }), 2) + 0.5).powf(f64::sin((i1 as f64))), a: (match (5 / (i1 + 1)) { 0 => { (i1 as f64) }, 1 | 2 => { p.a }, k if k % 3 == 1 => { p.b }, _ => { p.b } }) };
'l3: for e4 in u.iter_mut() {
}
}
if (2) != ((2 * 2 + 2)) {
if (p.b) >= (p.a) {
}
} else if (((if u.len() > 0 { u[(2 * 2 + u.len()) % u.len()] } else { 0.25 })) <= (x)) && (((if u.is_empty() { x } else { u[3 % u.len()] })) <= (p.b)) {
p.a = f64::atan((((if u.is_empty() { x } else { u[2 % u.len()] })).powi(2) + 0.5).sqrt());
p.a *= f64::sin({ let h9: f64 = (u.len() as f64); let c7 = |u8: f64| { if u8 > h9 { return u8; } { let r: f64 = { 2.0625 }; r } }; c7((if u.is_empty() { x } else { u[0 % u.len()] })) * h9 });
let mut t10 = ((if u.len() > 0 { u[2 % u.len()] } else { 0.25 })).min((if u.len() > 0 { u[2 % u.len()] } else { 0.25 }));
} else {
}
let mut k11: usize = 0;
'l12: while k11 < 1 % 5 && (((-3.78125)) < ((if u.is_empty() { x } else { u[0 % u.len()] }))) {
k11 += 1;
let t16: f64 = { let mut h15: f64 = p.b; let mut c13 = |u14: f64| { h15 += { let r: f64 = { 3.5625 }; r }; h15 }; let u14 = c13(p.b); c13(x); h15 * u14 };
}

}
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
let t2: f64 = x;
let mut k3: usize = 0;
let t5: f64 = 'l4: loop {
if k3 >= (2 / (0 + 1)) % 5 {  break x; }
k3 += 1;
let t6: f64 = 0.09375f64 + 0.25 * x;
let mut q7 = Q { k: 1, p: P { a: x, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
g0(t6, &mut q7.p, &mut q7.v);
let mut t12 = (q7.r.first().copied().unwrap_or(q7.r[1]) * 0.5);
if (5) <= (3) {  break 'l4 (f64::atan((-1.625)) + 0.65625f64); }
};
let mut e14: E = if (f64::hypot((-2.53125), t5)) >= ((f64::powi((-2.1875), 2) + 1.5).acosh()) { E::C(P { a: { let Duo(s, p) = Duo(t5, P { a: x, b: 0.5 * x }); s * p.b }, b: 0.5 * x }) } else { E::A((if ps.is_empty() { ((f64::powi((-1.875), 2) + 1.0).powi(-2)).tanh() } else { ps[98 % ps.len()].b })) };
'l16: for i15 in (0..(k3 + 2) % 8).step_by(k3 % 3 + 1) {
let t17: f64 = x;
}
(-(x).hypot({ t5 }))
}
}
case!(p55, -1.3361036725890834, [-1.414213562373095, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.9447679672559914, &[P { a: 1.971953224077059, b: 1.471953224077059 }, P { a: -1.8898352393147237, b: -2.3898352393147237 }, P { a: 1.5890139233011806, b: 1.0890139233011806 }], 5);

mod p56 {
use super::*;
#[differentiate(reverse)]
pub fn g0<const N: usize>(x: f64, c: &[f64; N]) -> f64 {
let o4: Option<f64> = c.iter().copied().find(|u| *u > 0.3);
let mut m5: Vec<Vec<f64>> = vec![vec![(match o4 { Some(u9) if u9 > 0.1 => { u9 }, Some(u9) => u9, None => c.iter().rev().map(|e6| { let r: f64 = { x }; r }).fold((-2.75), |a: f64, b: f64| 0.5 * a + b) }); 2]; N % 3 + 1];
(((m5[0 % m5.len()][(0 + 1) % 2]).powi(2) + 1.5).acosh()).round()
}
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g1_56(self, x: f64) -> P {
P { b: x, ..self.clone() }
}
}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
let mut t4: f64 = match v.len() { 0 => { ((-2.875) + { let h3: f64 = p.a; let c1 = |u2: f64| { if u2 > h3 { return u2; } { let r: f64 = { x }; r } }; c1(0.09375f64) * h3 }) }, 1 | 2 => { p.a }, k if k % 3 == 1 => { ((if v.is_empty() { x } else { v[n % v.len()] })).mul_add(x, x) }, _ => { (0.9 * (p.a).tanh()).atanh() } };
let mut ps8 = vec![P { b: (p.a).trunc(), a: v.windows(2).map(|e5| { let r: f64 = { (g0(p.a + 0.25 * x, &[(if v.len() > 0 { v[n % v.len()] } else { 0.25 }); 4]) * g0(e5[0] + 0.25 * x, &[(n as f64); 4])) }; r }).fold(((p.a).atan() - (P { b: (if v.is_empty() { x } else { v[n % v.len()] }), ..p.clone() }).a), |a: f64, b: f64| 0.5 * a + b) }; (n * 2 + v.len()) % 4];
let k9: usize = n;
(if ((0.9 * (p.b).tanh()).exp()) > (((if v.len() > 0 { v[n % v.len()] } else { 0.25 }) + t4)) { t4 } else { (if (((-1.4375)) < (p.b)) && ((t4) < (x)) { g0(p.b + 0.25 * x, &[(if v.len() > 0 { v[k9 % v.len()] } else { 0.25 }); 4]) } else { (x + (-0.5)) }) })
}
}
case!(p56, -1.6289831547340543, [0.0, 1.0, 0.0, 0.0, 0.0], 0.5319885689045311, &P { a: -1.6289831547340543, b: 0.23198856890453107 }, &[0.06840913058064466, 0.6122153694017011], 5);

mod p57 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &P) -> f64 {
let t1: f64 = (((-2.6875) - p.a) * p.b);
let mut q2 = Q { k: 2, p: p.clone(), r: [x, 0.5, x], v: vec![x, x] };
std::mem::swap(&mut q2.p.a, &mut q2.r[2]);
q2.p.a -= t1;
(0.9 * ((q2.p.b + p.b)).tanh()).asin()
}
#[differentiate(reverse)]
pub fn f(x: f64, q: &Q, n: usize) -> f64 {
(((0.9 * (q.p.b).tanh()).exp()).min(q.r[1]) * f64::copysign(q.r[1], (if q.v.len() > 0 { q.v[(n + 0) % q.v.len()] } else { 0.25 })))
}
}
case!(p57, 0.004270266858882132, [0.0, 0.0, 0.0, 0.0, 0.13069455778848837, 0.0, 0.0], 0.4653472788942442, &Q { k: 5, p: P { a: 0.5717840787176852, b: 0.6 }, r: [0.3, 0.06534727889424419, 0.7717840787176853], v: vec![1.185566297989107] }, 4);

mod p58 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
(0.9 * f64::tanh(((0.9 * f64::tanh(1.65625f64)).exp() * (if v.is_empty() { x } else { v[(n * 2 + n) % v.len()] })))).asin()
}
}
case!(p58, 1.0925920936395326, [0.0, 0.0, 0.0, 0.0, 0.0, 0.12136396603692924], 0.3297043817164092, 1.589923187952484, &[0.11617719182476804, -1.4125220539836671, 0.11929976072174531, 1.0804588554066585], 1);

mod p59 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &mut P, u: &mut [f64]) {

}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
match (2 / (2 + 1)) {
0 | 3 => {
'l1: for i4 in 0..v.len() {
let t5: f64 = (P { a: x, b: v[i4] }).a;
let mut t6 = (t5 - v[i4]);
t6 -= ((v[i4]).powi(2) + 1.0).log10();
}
}
1..=2 => {
let t13: f64 = v.iter().step_by(2).take(3).map(|e10| { let r: f64 = { (v.len() as f64) }; r }).map(f64::tanh).product::<f64>();
let t17: f64 = { let h16: f64 = (if v.len() > 0 { v[(1 / (2 + 1)) % v.len()] } else { 0.25 }); let c14 = |u15: f64| { if u15 > h16 { return u15; } { let r: f64 = { (if (x) > ((-1.09375)) { (2 as f64) } else { u15 }) }; r } }; c14(x) * h16 };
let t21: f64 = v.iter().map(|e18| { let r: f64 = { (((if v.len() > 0 { v[4 % v.len()] } else { 0.25 })).powi(2) + 0.0) }; r }).fold((if v.len() > 0 { v[4 % v.len()] } else { 0.25 }), |a: f64, b: f64| 0.5 * a + b);
}
k if k % 2 == 0 => {
let mut p22 = P { a: ((0 as f64) + x), b: (2 as f64) };
}
_ => {
}
}
(((x + x) - (0.9 * f64::tanh((-2.4375))).exp()) - (if (2) < (3) { (x).min((if v.len() > 0 { v[1 % v.len()] } else { 0.25 })) } else { (x - (-2.0625)) }))
}
}
case!(p59, -2.3267652588550316, [1.0], -1.9146123933701142, None, &[]);
