//! Random programs as rustc compiles them: value and gradient are those of the interpreter.
//!
//! Written by the compiler's `tests/laws/emitted.rs`, whose head says how; not formatted, because nobody edits it.
#![allow(unused, clippy::all)]

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
pub fn g0(x: f64, y: f64) -> Option<f64> {
if (0..2 % 5).map(|i3| { let r: f64 = { (if (x) <= (x) { 0.75 } else { x }) }; r }).sum::<f64>() < 1.0 { Some(f64::hypot(y, (match (5 + 4 - 2 % 4) { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { y }, _ => { y } }))) } else { None }
}
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
((x).signum() + x)
}
}
case!(p0, 2.6109244902063384, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.6109244902063382, &[[1.6109244902063382, 0.7], [0.012843358088180334, -0.6], [0.9, 1.1]], 4);

mod p1 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &P) -> f64 {
((f64::powi(p.a, 2) + 0.5).powf(f64::sin(x)) - (f64::sin(0.09375f64)).powi(1))
}
#[differentiate(reverse)]
pub fn g1(x: f64, v: &[f64]) -> f64 {
'l2: for i1 in (0..=0 % 4).rev() {
match (i1 + 4 - 4 % 4) {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
}
}
let mut w6: Vec<f64> = v.iter().enumerate().map(|(i5, e3)| { let r: f64 = { (((*e3)).powi(2) + 1.0).ln() }; r }).collect::<Vec<f64>>();
}
g0((x * 1.1875) + 0.25 * x, &P { a: (-0.75), b: x })
}
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
let t1: f64 = 0.65625f64;
'l2: for (e3, e4) in v.iter().zip(v.iter()) {
'l6: for e7 in v {
}
if (d.0) < ((if v.len() > 0 { v[(5 + 4 - 5 % 4) % v.len()] } else { 0.25 })) {
} else {
}
}
(if v.is_empty() { x } else { v[n % v.len()] })
}
}
case!(p1, 0.10769584772723188, [0.0, 0.0, 0.0, 1.0, 0.0], -1.5141003274616236, (1.414189033606773, 0.8), &[0.10769584772723188, -0.1842236065641857], 4);

mod p2 {
use super::*;
#[differentiate(reverse)]
pub fn g0<T: Real>(x: T, v: &[T]) -> T {
        let mut s = T::zero();
for e in v.iter().copied() {
s = s + e * T::real(0.5);
}
s
}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut [f64]) {
let t1: f64 = ((x).powi(2) + 0.0).ln_1p();
'l5: for e6 in u.iter_mut() {
match (2 * 2 + 2) {
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
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
if ((x) < ((if v.is_empty() { x } else { v[n % v.len()] }))) && ((p.a) < ((n as f64))) {
}
(0.9 * ((2 as f64)).tanh()).tan()
}
}
case!(p2, 1.179628595502499, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -1.0458081243704873, &P { a: -0.22946201736194854, b: -1.3458081243704874 }, &[1.8520945027167695, 1.0407219195099888, -1.0198613026894803, 1.436090234375487], 5);

mod p3 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &mut P) {

}
#[differentiate(reverse)]
pub fn g1(x: f64, y: f64) -> Option<f64> {
let t1: f64 = (0.9 * ((x * y)).tanh()).powi(3);
let mut p3 = P { a: (3.65625f64 - x), b: f64::asinh(f64::rem_euclid((-1.4375), (f64::powi((-3.625), 2) + 0.75))) };
if (P { a: y, ..p3.clone() }).a < 1.0 { Some(x) } else { None }
}
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
f64::rem_euclid(f64::min({ x }, x), (f64::powi((n as f64), 2) + 0.75))
}
}
case!(p3, 1.6914690193961623, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.6914690193961623, &[P { a: 1.169181706964904, b: 0.669181706964904 }, P { a: -1.7089773844337302, b: -2.20897738443373 }, P { a: 1.3023985664265694, b: 0.8023985664265694 }], 1);

mod p4 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> f64 {
((((*u) * x)).powi(2) + 0.5).powf(1.7)
}
#[differentiate(reverse)]
pub fn g1(x: f64, n: usize) -> (f64, f64) {
(((0.9 * (x).tanh()).asin()).copysign(x), f64::hypot((3 as f64), x))
}
#[differentiate(reverse)]
pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
g1(f64::tanh((match n { 0 => { ((n * 2 + 1) as f64) }, 1 | 2 => { (if v.len() > 0 { v[n % v.len()] } else { 0.25 }) }, k if k % 3 == 1 => { 2.53125f64 }, _ => { (if v.len() > 0 { v[n % v.len()] } else { 0.25 }) } })) + 0.25 * x, 0).1
}
}
case!(p4, 3.0848041905179393, [0.058216268721161216, 0.0, 0.0, 0.0, 0.0], -1.0763081475871554, vec![1.2765500368788514, 0.4346716751667535], &[1.3860191343203467, -1.8972743492680537], 4);

mod p5 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> f64 {
*u = f64::atan(((0..3 % 5).map(|i3| { let r: f64 = { (*u) }; r }).fold((2 as f64), |a: f64, b: f64| 0.5 * a + b) * ((x).powi(2) + 0.5).sqrt()));
(*u)
}
#[differentiate(reverse)]
pub fn g1(x: f64, y: f64) -> f64 {
if (1) > (0) {  return { let t1: f64 = y;
x }; }
let t3: f64 = y;
(0.90625f64 - (2 as f64))
}
#[differentiate(reverse)]
pub fn g2(x: f64, ps: &[P]) -> f64 {
let mut ps8 = [P { a: x, b: ((x).hypot(x) * (0..(1 / (5 + 1)) % 5).map(|i3| { let r: f64 = { x }; r }).map(f64::tanh).product::<f64>()) }, P { b: ((0..2 % 5).map(|i6| { let r: f64 = { x }; r }).map(f64::tanh).product::<f64>() + (2 as f64)), a: ((x).hypot(x) * (0..(1 / (5 + 1)) % 5).map(|i3| { let r: f64 = { x }; r }).map(f64::tanh).product::<f64>()) }];
((x * 0.5625) * (x / (f64::powi(x, 2) + 0.75)))
}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
f64::floor(((x).max(p.b)).hypot((if ((-3.03125)) >= (x) { (-4.0) } else { x })))
}
}
case!(p5, 1.0, [0.0, 0.0, 0.0, 0.0, 0.0], 0.9349270067009711, &P { a: 1.6585999932952329, b: 0.6349270067009711 }, &[-0.22520981862974174, -1.0336776009228361], 3);

mod p6 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
let o1: Option<f64> = if (v.len()) > (2) { Some((f64::ceil(x)).atan2(((0.9 * (x).tanh()).exp_m1() / (f64::powi((((3 + 2) as f64)).mul_add(x, x), 2) + 0.75)))) } else { None };
((0.9 * (x).tanh()).exp_m1() / (f64::powi((if v.len() > 0 { v[0 % v.len()] } else { 0.25 }), 2) + 0.75))
}
}
case!(p6, -0.013564624257266468, [1.1477768985845538, 0.0, -0.005613458078081564, 0.0], -0.011754688285800601, Some { 0: 0.18217558487712499 }, &[-0.16051789597481025, 0.35766470638872805]);

mod p7 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, n: usize) -> E {
E::A(((x * x) * x))
}
#[differentiate(reverse)]
pub fn g1(x: f64, p: &P) -> f64 {
(0..0 % 5).map(|i3| { let r: f64 = { (i3 as f64) }; r }).sum::<f64>()
}
#[differentiate(reverse)]
pub fn g2(x: f64, a: &[f64; 3]) -> f64 {
let mut w1: Vec<f64> = a.to_vec();
let mut k3: usize = 0;
'l4: while k3 < 2 % 5 && (!((x) < (x))) {
k3 += 1;
if (a[w1.len() % 3]) < (x) {
}
}
((x).max(x) * x)
}
#[differentiate(reverse)]
pub fn f(x: f64, q: &Q, n: usize) -> f64 {
let s1 = &q.r[..(n / (n + 1)) % (q.r.len() + 1)];
(q.r[1] + (((if s1.len() > 0 { s1[3 % s1.len()] } else { 0.25 }) + q.p.b) % (f64::powi({ let c2 = move |u3: f64, h4: f64| { let r: f64 = { (4 as f64) }; r }; c2(q.r[1], q.r[1]) * c2(q.r[1], x) }, 2) + 0.75)))
}
}
case!(p7, 0.9687282396897515, [0.0, 0.0, 1.0, 0.0, 1.0, 0.0], 0.5187282396897516, &Q { k: 5, p: P { a: -1.9145187408936983, b: 0.6 }, r: [-0.12032665954252272, 0.11872823968975155, -1.7145187408936984], v: vec![] }, 4);

mod p8 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, a: [f64; 3]) -> [f64; 3] {
let mut w4: Vec<f64> = a.iter().map(|e1| { let r: f64 = { (f64::powi(a[(2 * 2 + 5) % 3], 2) + 1.5).acosh() }; r }).collect();
[((if w4.len() > 0 { w4[(w4.len() * 2 + a.len()) % w4.len()] } else { 0.25 }) * x), f64::hypot((-0.0625), x), x * 0.5]
}
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
{ let mut h3: f64 = 1.0625; let mut c1 = |u2: f64| { h3 += { let r: f64 = { (0..4 % 5).map(|i6| { let r: f64 = { (x).cos() }; r }).fold({ let h9: f64 = x; let c7 = |u8: f64| { if u8 > h9 { return u8; } { let r: f64 = { (-0.9375) }; r } }; c7(u2) * h9 }, f64::max) }; r }; h3 }; let u2 = c1(((((x).powi(2) + 0.0)).powi(2) + 1.0).powi(-2)); c1(x); h3 * u2 }
}
}
case!(p8, 5.12280269772047, [3.6630055313751373, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -0.5997866976004986, &[[-0.5997866976004986, 0.7], [1.6932097831398052, -0.6], [0.9, 1.1]], 5);

mod p9 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> f64 {
'l2: for i1 in (0..2 % 8).step_by(2 % 3 + 1) {
let mut k3: usize = 0;
'l4: while k3 < i1 % 5 && (((-3.25)) > (x)) {
k3 += 1;
}
}
f64::mul_add((match 2 { 0 => { (*u) }, 1 | 2 => { (*u) }, k if k % 3 == 1 => { ((2 * 2 + 2) as f64) }, _ => { 0.09375f64 } }), (x % (f64::powi((*u), 2) + 0.75)), x)
}
#[differentiate(reverse)]
pub fn g1(x: f64, w: &mut Vec<f64>) {

}
#[differentiate(reverse)]
pub fn g2(x: f64, v: &[f64]) -> Vec<f64> {
let mut w1: Vec<f64> = v.to_vec();
w1
}
#[differentiate(reverse)]
pub fn f(x: f64, e: &E, y: f64) -> f64 {
let t8: f64 = (match e { E::A(s1) => { (((y).powi(2) + 1.0).log10()).hypot((if ((*s1)) >= (x) { (5 as f64) } else { 0.625 })) }, E::B { s: s1, t: t2 } => { (((*t2) - y) * { y }) }, E::C(p3) => { p3.a }, E::U => { ((y).powi(2) + 1.0).recip() } });
(((0..(3 + 2) % 5).map(|i11| { let r: f64 = { x }; r }).map(f64::tanh).product::<f64>() * x) + ((0.02 * f64::to_degrees((-1.65625)))).max((x * (-1.78125))))
}
}
case!(p9, 0.7309821780339054, [-0.78125, 0.0], -0.935657187883399, &E::U, -0.6559518038473399);

mod p10 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, y: f64) -> Option<f64> {
let mut e2: E = if (2) > ((2 / (2 + 1))) { E::B { t: f64::hypot(y, (match (2 + 4 - 5 % 4) { 0 => { y }, 1 | 2 => { y }, k if k % 3 == 1 => { x }, _ => { y } })), s: ((y / (f64::powi(x, 2) + 0.75)) + x) } } else { E::A(((y / (f64::powi(x, 2) + 0.75)) + x)) };
if (P { a: (1 as f64), b: (x).max((2 as f64)) }).a < 1.0 { Some((match 2 { 0 => { x }, 1 | 2 => { y }, k if k % 3 == 1 => { 0.96875f64 }, _ => { x } })) } else { None }
}
#[differentiate(reverse)]
pub fn f(x: f64, e: &E, y: f64) -> f64 {
let k1: usize = 2;
let q2 = Q { k: 0, p: P { a: (if (k1) > (1) { (P { a: (3.0 * x), b: (y * x) }).a } else { ((y).atan2(x) % (f64::powi(((3 as f64) + x), 2) + 0.75)) }), b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
q2.v.windows(2).map(|e3| { let r: f64 = { { q2.p.b } }; r }).sum::<f64>()
}
}
case!(p10, -0.4227485098916639, [0.5, 0.0, 0.0, -0.0], -0.8454970197833278, &E::B { s: -0.3454970197833278, t: -1.5734561816767192 }, -1.5734561816767192);

mod p11 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, q: &mut Q) -> f64 {
f64::to_radians((-3.5))
}
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
let t1: f64 = ((x * { x }) + x);
let t2 = x;
{ let mut k3: usize = 0;
'l4: loop {
if k3 >= 4 % 5 { break; }
k3 += 1;
if (t2) < ((-1.40625)) { break 'l4; }
let t5: f64 = x;
if !((0.3125) < (1.53125f64)) { break 'l4; }
}
let d10 = Duo((match k3 { 0 => { (0..(3 * 2 + n) % 5).map(|i8| { let r: f64 = { m[0 % 3][(0 + 1) % 2] }; r }).sum::<f64>() }, 1 | 2 => { (match 3 { 0 => { (-3.71875) }, 1 | 2 => { t2 }, k if k % 3 == 1 => { 1.46875f64 }, _ => { 2.34375f64 } }) }, k if k % 3 == 1 => { f64::fract(2.03125f64) }, _ => { x } }), P { a: (m[k3 % 3][(k3 + 1) % 2] - (x).copysign(m[k3 % 3][(k3 + 1) % 2])), b: 0.5 * x });
d10.1.a }
}
}
case!(p11, 0.2777516974803599, [-1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0], -0.8777516974803599, &[[-0.8777516974803599, 0.7], [-0.5731801638015397, -0.6], [0.9, 1.1]], 3);

mod p12 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: P) -> P {
P { b: (0..2 % 5).map(|i3| { let r: f64 = { f64::cos((-1.59375)) }; r }).sum::<f64>(), ..p.clone() }
}
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
(if (((if v.is_empty() { x } else { v[n % v.len()] })).atan2((if v.len() > 0 { v[n % v.len()] } else { 0.25 }))) > (d.1) { { let mut k1: usize = 0;
'l2: loop {
if k1 >= v.len() % 5 { break; }
k1 += 1;
if ((if v.len() > 0 { v[k1 % v.len()] } else { 0.25 })) >= ((if v.len() > 0 { v[3 % v.len()] } else { 0.25 })) { break 'l2; }
}
{ d.0 } } } else { (-1.3125) })
}
}
case!(p12, -1.3125, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.8181961373194002, (-1.1977907446704792, 0.8), &[-0.32931440788500344, -0.1744343896823762, 1.4603219538776187, -1.1319379073959357], 0);

mod p13 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, w: Vec<f64>) -> Vec<f64> {
w
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
let (p4, mut q5): (f64, f64) = ((x).hypot((x * x)), v.iter().zip(v.iter()).map(|(e1, h2)| { let r: f64 = { ((v[v.len() / 2]).rem_euclid((f64::powi(v[v.len() / 2], 2) + 0.75)) + { (2 as f64) }) }; r }).sum::<f64>());
(((x).powi(2) + 1.0).powi(-2) - (-1.34375))
}
}
case!(p13, 2.006875587576171, [1.031409591867738, 0.0, 0.0, 0.0], -0.47750452944297894, Some { 0: -1.3028826129704096 }, &[-0.3775354873096407, 1.7205514452995154]);

mod p14 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
x
}
}
case!(p14, -1.6474662774703046, [1.0, 0.0, 0.0], -1.6474662774703046, &[0.8924036311786597, 0.4892393547575803]);

mod p15 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, v: &[f64]) -> f64 {
let t1: f64 = x;
let mut t8: f64 = { let h4: f64 = (x * (if v.len() > 0 { v[1 % v.len()] } else { 0.25 })); let c2 = |u3: f64| { if u3 > h4 { return u3; } { let r: f64 = { (-(if v.is_empty() { x } else { v[2 % v.len()] })) }; r } }; c2(v.iter().zip(v.iter()).map(|(e5, h6)| { let r: f64 = { (*e5) }; r }).sum::<f64>()) * h4 };
if (0) != (2) {
'l9: for (i12, e10) in v.iter().enumerate() {
}
let k14 = (0 / (0 + 1)) % (v.len() + 1);
let k15 = k14 + (1 * 2 + v.len()) % (v.len() + 1 - k14);
let s13 = &v[k14..k15];
let t16: f64 = (t8).rem_euclid((f64::powi(1.96875f64, 2) + 0.75));
} else {
let mut w21: Vec<f64> = v.windows(2).map(|e17| { let r: f64 = { v.get(v.len()).map_or((if v.is_empty() { x } else { v[v.len() % v.len()] }), |u20| { v[2 / 2] }) }; r }).collect();
if w21.len() > 0 { let k22 = 2 % w21.len();
w21[k22] -= (t8).hypot((2 as f64));
}
if (t8) > (x) {
}
}
x
}
#[differentiate(reverse)]
pub fn g1(x: f64, v: &[f64]) -> Vec<f64> {
vec![f64::max(f64::hypot((-0.375), (if v.len() > 0 { v[2 % v.len()] } else { 0.25 })), v.iter().copied().skip(1).map(|e1| { let r: f64 = { (if v.is_empty() { x } else { v[(2 / (2 + 1)) % v.len()] }) }; r }).map(f64::tanh).product::<f64>()), x]
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
let k1: usize = n;
0.34375f64
}
}
case!(p15, 0.34375, [0.0, 0.0, 0.0, 0.0], -1.846497376551511, 1.5553260841786334, &[-1.6153647738767487, 1.096877281929869], 2);

mod p16 {
use super::*;
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g0_16(self, x: f64) -> P {
P { a: (-1.15625), b: (f64::powi(self.a, 2) + 0.5).powf(f64::sin((self.b + self.b))) }
}
}
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
let (p4, q5) = f64::sin_cos((x * { let c1 = |u2: f64| { let r: f64 = { (f64::powi(0.5625, 2) + 0.5).powf(f64::sin(((4 * 2 + 0) as f64))) }; r }; c1((x % (f64::powi(3.1875, 2) + 0.75))) + c1(x) }));
(f64::copysign(((-0.6875) - x), f64::mul_add(3.0, p4, x)) + x)
}
}
case!(p16, 1.6431537791132698, [2.0, 0.0, 0.0], 0.477826889556635, &[0.38577757559102205, -1.7095206082316183]);

mod p17 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> f64 {
let mut t1: f64 = ((2 as f64) * (*u));
t1
}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
let t4: f64 = ((p.a).rem_euclid((f64::powi(x, 2) + 0.75)) * v.iter().map(|e1| { let r: f64 = { (p.b * x) }; r }).map(f64::tanh).product::<f64>());
let t11: f64 = ((v.iter().map(|e5| { let r: f64 = { p.b }; r }).map(f64::tanh).product::<f64>() + v.iter().zip(v.iter()).map(|(e8, h9)| { let r: f64 = { (*h9) }; r }).sum::<f64>()) + (if !((((n / (n + 1)) as f64)) <= ((if v.is_empty() { x } else { v[n % v.len()] }))) { 2.09375f64 } else { (0.9 * ((if v.len() > 0 { v[5 % v.len()] } else { 0.25 })).tanh()).exp2() }));
(n as f64)
}
}
case!(p17, 4.0, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -0.12024299441582997, &P { a: -1.7816125303859072, b: -0.42024299441582996 }, &[0.2434907746181498, 1.830052840256279, -1.922252290627612], 4);

mod p18 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, q: &mut Q) -> f64 {
q.r[1] /= 1.5 + f64::cos(q.r[q.k % 3]);
q.r.iter().chain(q.r.iter()).map(|e1| { let r: f64 = { (if ((*e1)) < (q.r[1]) { 1.09375f64 } else { (*e1) }) }; r }).sum::<f64>()
}
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
(((x).round()).rem_euclid((f64::powi({ let h3: f64 = x; let c1 = |u2: f64| { if u2 > h3 { return u2; } { let r: f64 = { (n as f64) }; r } }; c1(x) * h3 }, 2) + 0.75)) - x)
}
}
case!(p18, 0.19488664687367807, [-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.805113353126322, &[[1.805113353126322, 0.7], [-0.8917601176599425, -0.6], [0.9, 1.1]], 1);

mod p19 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
match n {
0 | 3 => {
'l6: for (i9, e7) in v.iter().enumerate() {
'l11: for i10 in (0..4 % 8).step_by((4 + n) % 3 + 1) {
}
let mut t12 = (v[i9] - v[i9]);
}
}
1..=2 => {
let mut ps16 = vec![P { a: v.iter().filter(|e13| **e13 > 0.2).map(|e13| { let r: f64 = { ((d.0).powi(2) + 0.0).ln_1p() }; r }).sum::<f64>(), b: f64::sin(x) }, P { a: x, b: f64::sin(x) }];
}
k if k % 2 == 0 => {
if ((if v.is_empty() { x } else { v[3 % v.len()] })) > ((if v.len() > 0 { v[3 % v.len()] } else { 0.25 })) {
let o17: Option<f64> = v.first().copied();
let q18 = Q { k: 0, p: P { a: (f64::powi(d.0, 2) + 0.5).powf(f64::sin(2.8125)), b: 0.5 * x }, r: [(if ((if v.len() > 0 { v[(v.len() + 4 - n % 4) % v.len()] } else { 0.25 })) >= ((if v.len() > 0 { v[4 % v.len()] } else { 0.25 })) { d.1 } else { (n as f64) }), 0.5, x], v: v.to_vec() };
let mut w19: Vec<f64> = Vec::new();
} else if ((if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 })) < ((if v.len() > 0 { v[(n / (5 + 1)) % v.len()] } else { 0.25 })) {
match (n / (n + 1)) {
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
let s20 = &v[..(n + 3) % (v.len() + 1)];
let o24: Option<f64> = if ((-3.4375)) <= (x) { Some(v.iter().map(|e21| { let r: f64 = { x }; r }).fold(d.0, f64::max)) } else { None };
}
let mut w25: Vec<f64> = Vec::new();
}
_ => {
let t33: f64 = v.get(3).map_or({ d.0 }, |u32| { (if v.is_empty() { x } else { v[3 % v.len()] }) });
}
}
(f64::powi((if (x) >= ((if v.is_empty() { x } else { v[(n + 4 - v.len() % 4) % v.len()] })) { { let Duo(s, p) = Duo(d.1, P { a: d.0, b: 0.5 * x }); s * p.b } } else { d.1 }), 2) + 0.5).powf(f64::sin((if v.is_empty() { x } else { v[n % v.len()] })))
}
}
case!(p19, 0.8643162945412048, [0.28778357160033624, 0.0, 0.4824186755253547, 0.0, -0.16320479522755257, 0.0, 0.0], 1.3410596660335314, (-1.3733989742636272, 0.8), &[-1.5280994976792082, 0.6575769188822084, -0.5463246779521921, -1.9733084586219627], 5);

mod p20 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, q: &Q) -> f64 {
(((q.r[q.k % 3]).mul_add((if q.v.len() > 0 { q.v[(5 * 2 + q.k) % q.v.len()] } else { 0.25 }), x)).powi(2) + 1.0).ln()
}
#[differentiate(reverse)]
pub fn g1(x: f64, q: &mut Q) -> f64 {
q.r[1] -= g0(x + 0.25 * x, &*q);
if q.v.len() > 0 { let k4 = 2 % q.v.len();
q.v[k4] /= 1.5 + f64::cos({ let h3: f64 = (-1.8125); let c1 = |u2: f64| { if u2 > h3 { return u2; } { let r: f64 = { (0.9 * (q.r[4 % 3]).tanh()).sinh() }; r } }; c1(q.r[q.r.len() % 3]) * h3 });
}
q.v.push((0..q.k % 5).map(|i7| { let r: f64 = { q.r.iter().rev().map(|e8| { let r: f64 = { (-1.78125) }; r }).fold(x, f64::max) }; r }).map(f64::tanh).product::<f64>());
(if !(((if q.v.len() > 0 { q.v[q.k % q.v.len()] } else { 0.25 })) <= (q.r[1])) { q.r[1] } else { q.v.iter().rev().map(|e11| { let r: f64 = { 2.375 }; r }).map(f64::tanh).product::<f64>() })
}
#[differentiate(reverse)]
pub fn g2(x: f64, w: Vec<f64>) -> Vec<f64> {
let t4: f64 = w.iter().filter(|e1| **e1 > 0.2).map(|e1| { let r: f64 = { (x).copysign((if w.is_empty() { x } else { w[2 % w.len()] })) }; r }).fold((x + x), f64::max);
w
}
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
(x + (f64::powi(v.iter().copied().skip(1).map(|e1| { let r: f64 = { (if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) }; r }).sum::<f64>(), 2) + 0.5).powf(f64::sin(2.0625)))
}
}
case!(p20, 1.3304940613571428, [1.0, 0.0, 0.0, -3.8281993297287107, 0.0], 0.30655622243016867, &[-1.91942110643973, -1.9213292455865614, -0.24202806648648661, -0.034078097706609876]);

mod p21 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut [f64]) {
let d1 = Duo(f64::clamp(x, -1.5, 1.5), P { a: (x * u[(2 + 2) / 2]), b: 0.5 * x });
'l3: for i2 in 2 % 3..=2 % 4 {
}
let d7 = Duo(x, d1.1.clone());

}
#[differentiate(reverse)]
pub fn g1(x: f64, p: &P) -> f64 {
let mut e2: E = if ((x) > (p.a)) || ((p.b) <= ((-1.65625))) { if (f64::powi((5 as f64), 2) + 0.5).powf(f64::sin(x)) < (-3.3125) { E::A((-3.3125)) } else { E::B { s: (f64::powi((5 as f64), 2) + 0.5).powf(f64::sin(x)), t: x } } } else { E::B { t: (-3.3125), s: (f64::powi((5 as f64), 2) + 0.5).powf(f64::sin(x)) } };
if ((2 * 2 + 5)) <= (5) {
}
let mut w3: Vec<f64> = vec![(0.9 * (((3 as f64) * x)).tanh()).exp_m1(); 3];
(0.9 * f64::tanh(3.84375f64)).exp2()
}
#[differentiate(reverse)]
pub fn g2(x: f64, w: &mut Vec<f64>) {

}
#[differentiate(reverse)]
pub fn f(x: f64, q: &Q, n: usize) -> f64 {
(q.v.len() as f64)
}
}
case!(p21, 3.0, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.0339943987116564, &Q { k: 1, p: P { a: 0.7527615930178754, b: 0.6 }, r: [-1.2673104875994823, 0.6339943987116564, 0.9527615930178754], v: vec![0.3177798769248696, -1.463517658261016, -1.4999411683050166] }, 0);

mod p22 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
(0.9 * (x).tanh()).sinh()
}
}
case!(p22, 0.7581549071194055, [0.4468569699272989, 0.0, 0.0, 0.0], 1.038760574030701, 1.8104295783308655, &[1.7543304825726427, -0.27185036223663483], 2);

mod p23 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, y: f64) -> f64 {
{ let h3: f64 = ((2 / (0 + 1)) as f64); let c1 = |u2: f64| { if u2 > h3 { return u2; } { let r: f64 = { (x * x) }; r } }; c1((0..(2 + 4 - 2 % 4) % 5).map(|i7| { let r: f64 = { 2.53125f64 }; r }).fold(y, f64::max)) * h3 }
}
#[differentiate(reverse)]
pub fn g1(x: f64, y: f64) -> Option<f64> {
if (y) <= ((-4.0)) {
}
if g0((f64::powi(0.03125f64, 2) + 1.0).powi(-2) + 0.25 * x, y) < 1.0 { Some({ let t1: f64 = (y % (f64::powi(x, 2) + 0.75));
let t2: f64 = x;
(x * (-3.8125)) }) } else { None }
}
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g2_23(&self, x: f64) -> f64 {
let t1: f64 = (1.90625f64 - ((self.a).powi(2) + 0.5).cbrt());
g0({ self.b } + 0.25 * x, self.b)
}
}
#[differentiate(reverse)]
pub fn f(x: f64, e: &E, y: f64) -> f64 {
x
}
}
case!(p23, -1.0855078311333615, [1.0, 0.0], -1.0855078311333615, &E::U, -0.9117669944800671);

mod p24 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, w: &mut Vec<f64>) {
let k1 = f64::abs((x).rem_euclid((f64::powi((if w.len() > 0 { w[2 % w.len()] } else { 0.25 }), 2) + 0.75))).min(5.0) as usize;
if w.len() > 0 { let k2 = 3 % w.len();
w[k2] += f64::mul_add((match 0 { 0 => { (if w.is_empty() { x } else { w[w.len() % w.len()] }) }, 1 | 2 => { (if w.len() > 0 { w[w.len() % w.len()] } else { 0.25 }) }, k if k % 3 == 1 => { 3.5625 }, _ => { x } }), (x + (k1 as f64)), x);
}

}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
(if (((3 * 2 + v.len())) != ((v.len() + 4 - 0 % 4))) && (((v.len() / (2 + 1))) != (2)) { (((2 + 4 - 2 % 4) as f64) * x) } else { (if (x) >= (x) { ((x).powi(2) + 1.5).acosh() } else { (if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) }) })
}
}
case!(p24, 0.5747122927355507, [4.0, 0.0], 0.14367807318388767, Some { 0: -0.453545142495959 }, &[]);

mod p25 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
let t1: f64 = { x };
(0..2 % 5).map(|i4| { let r: f64 = { (((f64::powi((-0.75), 2) + 0.5).sqrt()).powi(2) + 1.0).log2() }; r }).map(f64::tanh).product::<f64>()
}
}
case!(p25, 0.607803195335767, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.3099925962301089, &[[1.3099925962301089, 0.7], [1.4571786606112058, -0.6], [0.9, 1.1]], 4);

mod p26 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, y: f64) -> f64 {
((x / (f64::powi(x, 2) + 0.75)) + (x + x))
}
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
(match (n + n) { 0 => { 0.625 }, 1 | 2 => { (f64::sin((match v.len() { 0 => { x }, 1 | 2 => { (-3.875) }, k if k % 3 == 1 => { d.0 }, _ => { d.0 } }))).powi(1) }, k if k % 3 == 1 => { (((-1.6875) * d.1) + { (if v.len() > 0 { v[(0 / (1 + 1)) % v.len()] } else { 0.25 }) }) }, _ => { v.get((v.len() + 4 - n % 4)).map_or(g0((if v.len() > 0 { v[n % v.len()] } else { 0.25 }) + 0.25 * x, d.1), |u1| { d.1 }) } })
}
}
case!(p26, 1.675679554417031, [0.5909747947543984, 0.0, 0.0, 2.3638991790175936, 0.0, 0.0], 0.007608042633442609, (1.9316457365255943, 0.8), &[0.5703794246766335, 0.21673618379560658, -0.9032923306696636], 3);

mod p27 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> f64 {
'l2: for i1 in 2 % 3..=(2 + 4 - 2 % 4) % 4 {
}
{ let h5: f64 = (0.9 * (x).tanh()).atanh(); let c3 = |u4: f64| { if u4 > h5 { return u4; } { let r: f64 = { (0..0 % 5).map(|i8| { let r: f64 = { u4 }; r }).fold((*u), |a: f64, b: f64| 0.5 * a + b) }; r } }; c3((*u)) * h5 }
}
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
let mut d5 = Duo(x, q.p.clone());
'l6: for (i9, e7) in q.v.iter().enumerate() {
d5.0 -= q.p.b;
let k12 = f64::abs({ let mut k10: usize = 0;
'l11: loop {
if k10 >= 4 % 5 { break; }
k10 += 1;
if (2.59375f64) <= ((4 as f64)) { break 'l11; }
}
(0.9 * f64::tanh(2.5625)).acos() }).min(5.0) as usize;
}
q.p.b
}
}
case!(p27, 0.6, [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.6791753165146865, Q { k: 3, p: P { a: -1.3844993994566097, b: 0.6 }, r: [1.9035563181527886, 1.2791753165146864, -1.1844993994566098], v: vec![-1.01074239558567] }, E::C { 0: P { a: 0.4, b: -1.3844993994566097 } });

mod p28 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, n: usize) -> E {
let mut w4: Vec<f64> = (0..(n + 4 - n % 4) % 5).map(|i3| { let r: f64 = { (0.40625f64 * (x * x)) }; r }).collect();
E::C(P { a: { let mut w5: Vec<f64> = w4.clone();
(if w5.len() > 0 { w5[3 % w5.len()] } else { 0.25 }) }, b: 0.5 * x })
}
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g1_28(self, x: f64) -> P {
let t1: f64 = if ((-2.875)) > (x) { { self.b } } else { (x).atan2((-0.25)) };
P { a: (if (3) < (3) { { self.a } } else { self.b }), b: (0..2 % 5).map(|i8| { let r: f64 = { (1 as f64) }; r }).sum::<f64>() }
}
}
#[differentiate(reverse)]
pub fn f(x: f64, q: &Q, n: usize) -> f64 {
(0.9 * f64::tanh(q.v.windows(2).map(|e1| { let r: f64 = { (0.9 * (e1[1]).tanh()).acos() }; r }).fold(((-3.1875) / (f64::powi(q.r[q.v.len() % 3], 2) + 0.75)), f64::max))).sinh()
}
}
case!(p28, 0.8767649390948499, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.23709347716469514], 1.5913367096628583, &Q { k: 3, p: P { a: -0.4702873681843663, b: 0.6 }, r: [-0.015879075921412928, 1.1913367096628584, -0.2702873681843663], v: vec![1.0341860645379077, 0.22158109451352526] }, 2);

mod p29 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
let mut ps1 = vec![P { a: (4 as f64), b: x }, P { a: x, b: x }];
if let Some(u2) = o {
} else {
let t3: f64 = (x).atan2(x);
}
x
}
}
case!(p29, -1.4447687593182197, [1.0, 0.0, 0.0, 0.0], -1.4447687593182197, Some { 0: -0.5851651148917876 }, &[-0.004700600868308071, 0.005573916501602207]);

mod p30 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, v: &[f64]) -> Vec<f64> {
'l1: for e2 in v.iter() {
}
vec![((1.0 / ((x).powi(2) + 0.75)) + x), (v.iter().rev().map(|e6| { let r: f64 = { x }; r }).sum::<f64>() * (x + (if v.len() > 0 { v[(5 / (2 + 1)) % v.len()] } else { 0.25 })))]
}
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g1_30(self, x: f64) -> P {
P { b: (f64::powi(x, 2) + 0.5).powf(f64::sin((0..3 % 5).map(|i4| { let r: f64 = { self.b }; r }).sum::<f64>())), ..self.clone() }
}
}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
v.get(n).map_or(({ let c1 = move |u2: f64, h3: f64| { let r: f64 = { u2 }; r }; c1(x, p.b) * c1(p.b, x) } / (f64::powi((if (p.a) < (x) { v[1 / 2] } else { (if v.is_empty() { x } else { v[v.len() % v.len()] }) }), 2) + 0.75)), |u4| { ((*u4) * (n as f64)) })
}
}
case!(p30, -0.02777081101266595, [-0.23580783496111768, 0.0, 0.14912316685301605], 0.1137726578725465, &P { a: 0.9602263159364752, b: -0.18622734212745348 }, &[], 3);

mod p31 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, w: Vec<f64>) -> Vec<f64> {
w
}
#[differentiate(reverse)]
pub fn g1(x: f64, q: &mut Q) -> f64 {
if q.v.len() > 0 { let k1 = (q.k + 0) % q.v.len();
q.v[k1] -= (x).asinh();
}
(q.p.b * ((q.r[1]).powi(2) + 1.0).ln())
}
#[differentiate(reverse)]
pub fn g2(x: f64, n: usize) -> E {
if !((x) <= (x)) {
let o4: Option<f64> = if (x) < (2.0625) { Some((x * x)) } else { None };
'l6: for i5 in (0..=4 % 4).rev() {
}
} else if (2.25) >= (x) {
let t7: f64 = (((n / (n + 1)) as f64) * x);
let o8: Option<f64> = if (x) <= (x) { Some((x % (f64::powi(x, 2) + 0.75))) } else { None };
} else {
let t9: f64 = f64::copysign(3.96875f64, x);
}
E::U
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
let k1 = f64::abs((5 as f64)).min(5.0) as usize;
'l12: for i11 in 5 % 3..k1 % 6 {
if !((x) >= (x)) { break 'l12; }
'l13: for i16 in 0..v.len() {
let mut p20 = P { a: (0..i16 % 5).map(|i19| { let r: f64 = { x }; r }).fold(x, |a: f64, b: f64| 0.5 * a + b), b: x };
let mut w24: Vec<f64> = v.iter().rev().map(|e21| { let r: f64 = { (0.9 * f64::tanh(2.25)).powi(3) }; r }).collect();
p20 = P { a: 1.84375f64, ..p20.clone() };
}
}
(0.9 * ((1.0 / (f64::powi(v.windows(2).map(|e25| { let r: f64 = { (if v.is_empty() { x } else { v[k1 % v.len()] }) }; r }).fold((if v.len() > 0 { v[3 % v.len()] } else { 0.25 }), f64::max), 2) + 0.75))).tanh()).cosh()
}
}
case!(p31, 1.3017382273379232, [0.0, 0.0], -1.9308092581066334, Some { 0: 0.409745925012842 }, &[]);

mod p32 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, a: [f64; 3]) -> [f64; 3] {
'l2: for i1 in a.len() % 3..=2 % 4 {
let mut t3: f64 = x;
let [p4, _, mut q5] = a;
}
if (x) > (x) {
} else {
'l7: for i6 in 2 % 3..=(4 * 2 + 2) % 4 {
}
let k8 = f64::abs((0.9 * (a[(2 + 4 - 2 % 4) % 3]).tanh()).exp()).min(5.0) as usize;
}
[(if ((2 * 2 + 2)) == ((2 / (2 + 1))) { (f64::powi(a[2 % 3], 2) + 0.5).powf(f64::sin(x)) } else { (x).sin() }), (match a.len() { 0 => { (0.9 * (x).tanh()).powi(3) }, 1 | 2 => { (a[2 % 3]).floor() }, k if k % 3 == 1 => { ((2 as f64) * (-2.375)) }, _ => { a.iter().map(|e9| { let r: f64 = { (*e9) }; r }).sum::<f64>() } }), x * 0.5]
}
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
let mut t1: f64 = (1.0 / ((x).powi(2) + 0.75));
let t2 = x;
let mut m3: Vec<Vec<f64>> = vec![vec![({ 'l5: for i4 in 4 % 3..=0 % 4 {
}
let mut ps6 = [P { a: x, b: ((0 as f64)).signum() }, P { a: ((0 as f64)).signum(), b: ps.iter().map(|p| p.a * t1 + p.b).sum::<f64>() }];
(match (4 + 4 - 1 % 4) { 0 => { t2 }, 1 | 2 => { t1 }, k if k % 3 == 1 => { t1 }, _ => { (-3.4375) } }) } - t2), (f64::powi(x, 2) + 1.0).powi(-2)], vec![x, (f64::powi(x, 2) + 1.0).powi(-2)]];
((((t2).rem_euclid((f64::powi(t1, 2) + 0.75))).powi(2) + 1.0).log2()).floor()
}
}
case!(p32, 0.0, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.1329050296991237, &[P { a: -1.721946301126764, b: -2.221946301126764 }, P { a: -0.9899165982403756, b: -1.4899165982403755 }, P { a: 0.6705512151102336, b: 0.17055121511023363 }], 0);

mod p33 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, y: f64) -> Option<f64> {
if x < 1.0 { Some(x) } else { None }
}
#[differentiate(reverse)]
pub fn g1(x: f64, e: &E) -> f64 {
let mut q6 = Q { k: 1, p: P { a: (f64::powi(x, 2) + 0.5).powf(f64::sin(x)), b: 0.5 * x }, r: [{ let q1 = Q { k: 1, p: P { a: x, b: 0.5 * x }, r: [(x + x), 0.5, x], v: vec![(x + x), x] };
'l3: for i2 in 5 % 3..q1.k % 6 {
}
'l5: for i4 in q1.r.len() % 3..(q1.k / (q1.k + 1)) % 6 {
}
((-2.53125) + x) }, 0.5, x], v: vec![{ let q1 = Q { k: 1, p: P { a: x, b: 0.5 * x }, r: [(x + x), 0.5, x], v: vec![(x + x), x] };
'l3: for i2 in 5 % 3..q1.k % 6 {
}
'l5: for i4 in q1.r.len() % 3..(q1.k / (q1.k + 1)) % 6 {
}
((-2.53125) + x) }, x] };
let t7: f64 = if q6.v.len() > 1 { q6.v.pop().unwrap() } else { x };
q6.v.iter().filter(|e8| **e8 > 0.2).map(|e8| { let r: f64 = { (q6.r[1] - ((q6.r.len() + 4 - q6.r.len() % 4) as f64)) }; r }).sum::<f64>()
}
#[differentiate(reverse)]
pub fn g2(x: f64, v: &[f64]) -> Vec<f64> {
'l1: for e2 in v {
}
let t5: f64 = (if (2) <= (2) { (x + (if v.is_empty() { x } else { v[(0 * 2 + 2) % v.len()] })) } else { (((if v.len() > 0 { v[(2 + 2) % v.len()] } else { 0.25 })).powi(2) + 0.0).ln_1p() });
match 2 {
0 | 3 => {
let (p6, mut q7): (f64, f64) = ((if v.is_empty() { x } else { v[2 % v.len()] }), { x });
let mut t8 = p6;
}
1..=2 => {
let mut w9: Vec<f64> = v.to_vec();
}
k if k % 2 == 0 => {
let o10: Option<f64> = if ((2 as f64)) <= (3.0) { Some((((2 + 4 - v.len() % 4) as f64)).mul_add(x, x)) } else { None };
}
_ => {
}
}
vec![{ let c11 = move |u12: f64, h13: f64| { let r: f64 = { (h13).trunc() }; r }; c11((if v.is_empty() { x } else { v[2 % v.len()] }), g1((-3.9375) + 0.25 * x, &E::A(x))) * c11(g1((-3.9375) + 0.25 * x, &E::A(x)), x) }, x]
}
#[differentiate(reverse)]
pub fn f(x: f64, e: &E, y: f64) -> f64 {
let k1: usize = (2 + 4 - 3 % 4);
((match e { E::A(s2) => { ((*s2) * (k1 as f64)) }, E::B { s: s2, t: t3 } => { (0..3 % 5).map(|i7| { let r: f64 = { (*t3) }; r }).fold((-3.0), f64::max) }, E::C(p4) => { ((k1 as f64) + 3.9375) }, E::U => { (y).max(x) } }) * 0.5625)
}
}
case!(p33, -2.9954455933371515, [0.0, 1.6875, 0.0], 1.2214511277674558, &E::A { 0: -1.7750788701257194 }, -1.7750788701257194);

mod p34 {
use super::*;
#[differentiate(reverse)]
pub fn g0<const N: usize>(x: f64, c: &[f64; N]) -> f64 {
let t1: f64 = ((if c.len() > 0 { c[N % c.len()] } else { 0.25 }) % (f64::powi(x, 2) + 0.75));
'l2: for i5 in 0..c.len() {
match 5 {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
}
}
let mut ps6 = [P { a: x, b: x }, P { b: x, a: x }];
}
let mut m7: Vec<Vec<f64>> = vec![vec![x; 2]; N % 3 + 1];
let t11: f64 = match m7.len() { 0 => { (1.0 / (f64::powi((-0.5), 2) + 0.75)) }, 1 | 2 => { (f64::powi(x, 2) + 0.5).powf(f64::sin(x)) }, k if k % 3 == 1 => { m7[4 % m7.len()][(4 + 1) % 2] }, _ => { (P { b: x, a: m7[(N + 4 - N % 4) % m7.len()][((N + 4 - N % 4) + 1) % 2] }).a } };
(-1.4375)
}
#[differentiate(reverse)]
pub fn g1(x: f64, w: Vec<f64>) -> f64 {
x
}
#[differentiate(reverse)]
pub fn g2(x: f64, w: &mut Vec<f64>) {
if (x) <= ((if w.is_empty() { x } else { w[4 % w.len()] })) {
if !w.is_empty() { let k1 = 2 % w.len(); let k2 = 2 % w.len(); w.swap(k1, k2); }
} else {
let k3: usize = (2 / (2 + 1));
let o4: Option<f64> = w.iter().copied().find(|u| *u > 0.3);
'l6: for i5 in (k3 % 3..w.len() % 6).rev() {
}
}
let t7: f64 = { let Duo(s, p) = Duo((x + x), P { a: ((if w.is_empty() { x } else { w[3 % w.len()] })).to_radians(), b: 0.5 * x }); s * p.b };

}
#[differentiate(reverse)]
pub fn f(x: f64, e: &E, y: f64) -> f64 {
let e2: E = if (((2 as f64) + y)) <= ((y * y)) { E::B { t: g1(x + 0.25 * x, vec![(x).floor(), x]), s: f64::min(y, (0.9 * f64::tanh((match 2 { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { x }, _ => { y } }))).exp()) } } else { E::U };
(-2.40625)
}
}
case!(p34, -2.40625, [0.0, 0.0, 0.0, 0.0], -1.3982937989086908, &E::B { s: -0.8982937989086908, t: -1.3770050005346788 }, -1.3770050005346788);

mod p35 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
let mut p4 = P { a: f64::atan2(((d.1 - (-0.03125)) + (0..4 % 5).map(|i3| { let r: f64 = { (-2.25) }; r }).map(f64::tanh).product::<f64>()), (if ((x) <= ((if v.len() > 0 { v[(4 + 1) % v.len()] } else { 0.25 }))) || ((d.1) <= (d.0)) { d.0 } else { (0.9 * (d.0).tanh()).tan() })), b: (if v.len() > 0 { v[(n + 4 - n % 4) % v.len()] } else { 0.25 }) };
let k5: usize = (n / (n + 1));
d.1
}
}
case!(p35, 0.8, [0.0, 0.0, 1.0], -1.8996280827885854, (-1.6697815521704638, 0.8), &[], 0);

mod p36 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: P) -> P {
let mut p4 = P { a: (p.a).copysign(x), b: ({ let mut h3: f64 = p.a; let mut c1 = |u2: f64| { h3 += { let r: f64 = { p.b }; r }; h3 }; let u2 = c1(3.625); c1(x); h3 * u2 } + 3.1875) };
P { a: { let c5 = move |u6: f64, h7: f64| { let r: f64 = { (x + h7) }; r }; c5((p4.b * p.b), p.b) * c5(p.b, x) }, b: f64::copysign((x % (f64::powi((-1.71875), 2) + 0.75)), (p4.b - p.a)) }
}
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
(x + (x * (if (x) <= (x) { x } else { x })))
}
}
case!(p36, 0.5209343656078587, [1.7560573630811254, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.37802868154056257, &[P { a: 1.1736255857829327, b: 0.6736255857829327 }, P { a: 1.6409382455713577, b: 1.1409382455713577 }, P { a: 0.8646046181915794, b: 0.3646046181915794 }, P { a: -0.10702731399544278, b: -0.6070273139954427 }], 2);

mod p37 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &mut P) {

}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64) -> f64 {
let t1 = x;
if !((t1) >= (y)) {
match 2 {
0 | 3 => {
let o2: Option<f64> = if (y) > ((2 as f64)) { Some(x) } else { None };
}
1..=2 => {
'l4: for i3 in (2 % 3..2 % 6).rev() {
}
let t5: f64 = (0.9 * (t1).tanh()).exp();
}
k if k % 2 == 0 => {
let d6 = Duo((P { b: x, a: (3 as f64) }).a, P { a: x, b: 0.5 * x });
let q7 = Q { k: 0, p: d6.1.clone(), r: [t1, 0.5, x], v: vec![t1, x] };
}
_ => {
}
}
} else if (2) != (3) {
'l9: for i8 in 0..3 % 5 {
let t10: f64 = { x };
}
} else {
let mut p11 = P { a: y, b: f64::atan2((-3.34375), (t1 - y)) };
let mut ps12 = vec![P { b: (p11.b).rem_euclid((f64::powi((t1).atan2((-3.84375)), 2) + 0.75)), ..p11.clone() }, P { a: x, b: (p11.b).rem_euclid((f64::powi((t1).atan2((-3.84375)), 2) + 0.75)) }];
}
(if (t1) >= ((-0.0625)) { (t1 / (f64::powi(y, 2) + 0.75)) } else { x })
}
}
case!(p37, -0.7357899544157299, [1.0, 0.0], -0.7357899544157299, 1.8881891294726216);

mod p38 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, n: usize) -> E {
let o1: Option<f64> = if ((x) <= (x)) && (((n as f64)) >= (x)) { Some(x) } else { None };
E::C(P { a: { let mut h4: f64 = (-1.78125); let mut c2 = |u3: f64| { h4 += { let r: f64 = { (x + x) }; r }; h4 }; let u3 = c2((0.9 * (x).tanh()).sinh()); c2(x); h4 * u3 }, b: 0.5 * x })
}
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
f64::atan2(q.r[1], f64::max(1.15625f64, q.r[(2 / (2 + 1)) % 3]))
}
}
case!(p38, -0.9861000491457447, [0.0, 0.0, 0.0, 0.0, 0.26347636005830843, 0.0, 0.0, 0.0, 0.0, 0.0], -1.3468615250720404, Q { k: 2, p: P { a: -0.24727546200399936, b: 0.6 }, r: [-1.2824056449981247, -1.7468615250720405, -0.04727546200399935], v: vec![1.9720719709984156, -1.9721201116065366] }, E::B { s: -0.8468615250720404, t: -0.24727546200399936 });

mod p39 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
((x % (f64::powi(v.iter().map(|e1| { let r: f64 = { 3.0 }; r }).map(f64::tanh).product::<f64>(), 2) + 0.75)) + { let k4: usize = (n + n);
f64::max(1.125, y) })
}
}
case!(p39, 0.8758528842719975, [1.0, 0.0, 0.0, 0.0, 0.0], -1.9698400599526047, -1.8125403193979475, &[-0.8520184937083396, 1.1656344001458654, 0.07294942559302672], 2);

mod p40 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, e: &E) -> f64 {
(x).max(x)
}
#[differentiate(reverse)]
pub fn g1<const N: usize>(x: f64, c: &[f64; N]) -> f64 {
let e1: E = if ((4 * 2 + N)) <= ((N * 2 + c.len())) { if x < (((x / (f64::powi((if c.len() > 0 { c[c.len() % c.len()] } else { 0.25 }), 2) + 0.75))).powi(2) + 1.0).recip() { E::A((((x / (f64::powi((if c.len() > 0 { c[c.len() % c.len()] } else { 0.25 }), 2) + 0.75))).powi(2) + 1.0).recip()) } else { E::B { s: x, t: x } } } else { E::A((((x / (f64::powi((if c.len() > 0 { c[c.len() % c.len()] } else { 0.25 }), 2) + 0.75))).powi(2) + 1.0).recip()) };
(if c.len() > 0 { c[N % c.len()] } else { 0.25 })
}
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
let mut ps1 = vec![P { a: (f64::powi({ match (3 * 2 + n) {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
}
}
(1.0 / ((x).powi(2) + 0.75)) }, 2) + 1.0).log10(), b: x }; 0 % 4];
{ let h4: f64 = ((x - x)).sin(); let c2 = |u3: f64| { if u3 > h4 { return u3; } { let r: f64 = { (0.9 * ((x).rem_euclid((f64::powi((n as f64), 2) + 0.75))).tanh()).acos() }; r } }; c2(((x).cos() * g1::<3>(x + 0.25 * x, &[0.5, x, (-0.59375)]))) * h4 }
}
}
case!(p40, 0.0, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.515200049581775, &[P { a: -0.40039533238963537, b: -0.9003953323896354 }, P { a: 0.43728016621384924, b: -0.06271983378615076 }, P { a: 1.1246229209293424, b: 0.6246229209293424 }, P { a: -0.9732893801058126, b: -1.4732893801058125 }], 3);

mod p41 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
let mut t1 = x;
(if (5) == (3) { (if (2) <= (2) { x } else { (if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) }) } else { v.iter().filter(|e2| **e2 > 0.2).map(|e2| { let r: f64 = { (if (t1) >= ((if v.is_empty() { x } else { v[(2 * 2 + 2) % v.len()] })) { 3.78125f64 } else { 1.5625 }) }; r }).sum::<f64>() })
}
}
case!(p41, 7.5625, [0.0, 0.0, 0.0, 0.0, 0.0], -0.3254120644456212, &[-0.7025009171834026, 0.6285896664721093, -0.8505265233842679, 1.1661696414705172]);

mod p42 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
let k1: usize = (n + 4 - 2 % 4);
let mut w2: Vec<f64> = vec![(((if (x) <= (x) { (n as f64) } else { x }) + p.b) * (f64::powi({ let h5: f64 = p.b; let c3 = |u4: f64| { if u4 > h5 { return u4; } { let r: f64 = { u4 }; r } }; c3((if v.len() > 0 { v[(v.len() + k1) % v.len()] } else { 0.25 })) * h5 }, 2) + 0.5).powf(f64::sin((p.a).hypot((if v.is_empty() { x } else { v[k1 % v.len()] }))))), (match k1 { 0 => { (f64::powi(3.21875f64, 2) + 0.5).powf(f64::sin(x)) }, 1 | 2 => { f64::mul_add(v.windows(2).map(|e6| { let r: f64 = { e6[0] }; r }).map(f64::tanh).product::<f64>(), (if ((3 as f64)) >= (p.a) { (k1 as f64) } else { p.a }), x) }, k if k % 3 == 1 => { 1.3125 }, _ => { { let Duo(s, p) = Duo(p.a, p.clone()); s * p.b } } })];
let t9: f64 = (match 3 { 0 => { p.a }, 1 | 2 => { (if v.is_empty() { x } else { v[n % v.len()] }) }, k if k % 3 == 1 => { (match k1 { 0 => { (match k1 { 0 => { 1.59375f64 }, 1 | 2 => { (if w2.len() > 0 { w2[3 % w2.len()] } else { 0.25 }) }, k if k % 3 == 1 => { x }, _ => { (w2.len() as f64) } }) }, 1 | 2 => { (1.40625f64 - p.b) }, k if k % 3 == 1 => { f64::copysign(3.90625f64, (if w2.len() > 0 { w2[k1 % w2.len()] } else { 0.25 })) }, _ => { (p.a).rem_euclid((f64::powi(2.5, 2) + 0.75)) } }) }, _ => { (match w2.len() { 0 => { ((k1 * 2 + n) as f64) }, 1 | 2 => { (if v.is_empty() { x } else { v[k1 % v.len()] }) }, k if k % 3 == 1 => { { (if v.is_empty() { x } else { v[k1 % v.len()] }) } }, _ => { (if v.is_empty() { x } else { v[n % v.len()] }) } }) } });
1.375
}
}
case!(p42, 1.375, [0.0, 0.0, 0.0], 0.8483389875354584, &P { a: 1.3915154509465075, b: 0.5483389875354585 }, &[], 1);

mod p43 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, a: &[f64; 3]) -> f64 {
let t1: f64 = (((x * x)).powi(2) + 1.0).recip();
(0.9 * f64::tanh((if (x) <= (2.4375) { a[a.len() % 3] } else { x }))).asin()
}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
g0((g0(p.b + 0.25 * x, &[(if v.len() > 0 { v[n % v.len()] } else { 0.25 }), x, 0.5]) * f64::cos(0.375)) + 0.25 * x, &[((1.75 % (f64::powi((-2.625), 2) + 0.75)) - (p.a - (if v.len() > 0 { v[n % v.len()] } else { 0.25 }))), x, 0.5])
}
}
case!(p43, 1.0715222263148816, [0.0, -0.09105927145991663, 0.0], -0.5658050882692403, &P { a: -0.1945008351372206, b: -0.8658050882692403 }, &[], 0);

mod p44 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, a: &[f64; 3]) -> f64 {
{ let h3: f64 = ((x).powi(2) + 0.0).ln_1p(); let c1 = |u2: f64| { if u2 > h3 { return u2; } { let r: f64 = { { (2 as f64) } }; r } }; c1((x).atan()) * h3 }
}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut f64) -> f64 {
'l2: for i1 in 2 % 3..2 % 6 {
}
let mut k3: usize = 0;
let t5: f64 = 'l4: loop {
if k3 >= 2 % 5 {  break ((x * (*u)) * (x / (f64::powi((*u), 2) + 0.75))); }
k3 += 1;
let o6: Option<f64> = if (x) <= (x) { Some(x) } else { None };
if (k3) == ((k3 * 2 + k3)) {  break 'l4 (f64::powi((if ((*u)) > ((*u)) { x } else { (-3.40625) }), 2) + 1.0).powi(-2); }
};
let e7: E = if ((3 + k3)) == (1) { E::A(g0((0.9 * (t5).tanh()).acos() + 0.25 * x, &[((x).powi(2) + 1.0).log2(), x, 0.5])) } else { E::B { t: (f64::clamp(x, -1.5, 1.5) + (x).signum()), s: g0((0.9 * (t5).tanh()).acos() + 0.25 * x, &[((x).powi(2) + 1.0).log2(), x, 0.5]) } };
let t8: f64 = (-1.375);
((*u) / (f64::powi((0.9 * (t8).tanh()).sinh(), 2) + 0.75))
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64) -> f64 {
let t4: f64 = ((if ((x) < (y)) && (((4 as f64)) > (((4 * 2 + 3) as f64))) { x } else { (if (y) > (x) { x } else { x }) }) + f64::max((0..2 % 5).map(|i3| { let r: f64 = { x }; r }).fold(y, f64::max), (match 2 { 0 => { x }, 1 | 2 => { 1.1875 }, k if k % 3 == 1 => { x }, _ => { x } })));
if ((2) == (2)) || ((y) < (t4)) {
} else {
if ((y) <= (3.40625f64)) && ((y) > (y)) {
} else {
let mut ps5 = [P { a: x, b: (if (x) < (y) { y } else { x }) }, P { a: (if (x) < (y) { y } else { x }), b: x }];
let mut t6: f64 = if (t4) >= ((2 as f64)) { x } else { x };
}
}
f64::hypot((if (2) > (2) { x } else { (t4).rem_euclid((f64::powi((-2.59375), 2) + 0.75)) }), f64::copysign(f64::hypot(1.5625, x), (t4 - x)))
}
}
case!(p44, 3.7966632284899204, [2.0379281503191624, 0.0], 1.5474653741242488, -0.2816139973583916);

mod p45 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, q: &Q, n: usize) -> f64 {
(if q.v.len() > 0 { q.v[q.k % q.v.len()] } else { 0.25 })
}
}
case!(p45, -1.9663475460908277, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], -1.6395077635445114, &Q { k: 1, p: P { a: 0.9410950672672744, b: 0.6 }, r: [1.8998928289579795, -2.0395077635445116, 1.1410950672672744], v: vec![-1.9663475460908277] }, 0);

mod p46 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &P) -> f64 {
let mut a1: [f64; 3] = [((x * p.a)).mul_add((-2.0), x), p.b, x];
(f64::powi({ (a1.len() as f64) }, 2) + 1.5).acosh()
}
#[differentiate(reverse)]
pub fn g1(x: f64, y: f64) -> f64 {
let mut k1: usize = 0;
let t3: f64 = 'l2: loop {
if k1 >= 2 % 5 {  break y; }
k1 += 1;
if (x) >= (x) {  break 'l2 ((match 5 { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { y }, _ => { 1.1875 } }) * x); }
};
(0..1 % 5).map(|i6| { let r: f64 = { g0((-0.28125) + 0.25 * x, &P { a: t3, b: x }) }; r }).fold((0..k1 % 5).map(|i9| { let r: f64 = { y }; r }).fold(t3, |a: f64, b: f64| 0.5 * a + b), f64::max)
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
let s1 = &v[..];
let t9: f64 = v.iter().zip(s1.iter()).map(|(e2, h3)| { let r: f64 = { g1((if s1.len() > 0 { s1[(n * 2 + 1) % s1.len()] } else { 0.25 }) + 0.25 * x, (-3.5)) }; r }).map(f64::tanh).product::<f64>();
(match v.last() { Some(u10) => { f64::hypot({ let c11 = |u12: f64| { let r: f64 = { (if s1.len() > 0 { s1[n % s1.len()] } else { 0.25 }) }; r }; c11(x) + c11((n as f64)) }, f64::signum(0.25)) }, None => (x).rem_euclid((f64::powi(y, 2) + 0.75)) })
}
}
case!(p46, 1.0470998645450296, [0.0, 0.0, -0.5930908666049095], 0.5009020726182177, -1.4895494459206742, &[-0.15525634152122372], 3);

mod p47 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: P) -> P {
let p3: ((f64, f64), f64) = (((0.9 * f64::tanh(p.b)).tan(), p.b), x);
P { b: (1.0 / (f64::powi(1.21875f64, 2) + 0.75)), a: p3.0.0 }
}
#[differentiate(reverse)]
pub fn g1(x: f64, w: Vec<f64>) -> Vec<f64> {
let d1 = Duo(x, P { a: ((x % (f64::powi((-0.40625), 2) + 0.75)) % (f64::powi(((x).sin()).powi(1), 2) + 0.75)), b: 0.5 * x });
w
}
#[differentiate(reverse)]
pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
if (0.28125f64) < (((n as f64) + x)) {
let mut w1: Vec<f64> = v.to_vec();
'l2: for e3 in w.iter().rev() {
}
let t6: f64 = 2.40625f64;
} else {
let mut k7: usize = 0;
'l8: loop {
if k7 >= 2 % 5 { break; }
k7 += 1;
let mut k9: usize = k7;
if ((x) >= (x)) || ((x) <= ((k7 as f64))) { break 'l8; }
}
}
f64::max(x, x)
}
}
case!(p47, 0.7145357208601488, [1.0, 0.0, 0.0, 0.0], 0.7145357208601488, vec![0.8211107272438881], &[-0.7015191303652611, 0.9423018307077944], 3);

mod p48 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, v: &[f64]) -> f64 {
v.iter().map(|e4| { let r: f64 = { ((2 / (2 + 1)) as f64) }; r }).sum::<f64>()
}
#[differentiate(reverse)]
pub fn g1(x: f64, n: usize) -> (f64, f64) {
((((x).min(x)).powi(2) + 1.0).log10(), ((0.9 * (x).tanh()).powi(3) - x))
}
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
let t1: f64 = (((0.9 * (x).tanh()).acos() * (if (q.p.b) < ((q.v.len() as f64)) { q.r[1] } else { q.p.b })) + (match q.k { 0 => { q.r[1 % 3] }, 1 | 2 => { (3.75 / (f64::powi(q.r[q.v.len() % 3], 2) + 0.75)) }, k if k % 3 == 1 => { { let (p, _) = g1(x + 0.25 * x, 5); p } }, _ => { (f64::powi(((q.k + 4 - q.r.len() % 4) as f64), 2) + 0.5).powf(f64::sin(q.r[q.k % 3])) } }));
let mut k2: usize = 0;
'l3: loop {
if k2 >= q.r.len() % 5 { break; }
k2 += 1;
let mut e4: E = if (k2) == (2) { E::A((-1.75)) } else { E::B { t: x, s: (-1.75) } };
if (q.r[1]) <= (x) { continue 'l3; }
if ((q.p.b).sin()) < (f64::copysign(0.53125f64, q.r[k2 % 3])) { break 'l3; }
}
if (k2) != (4) {
let t5: f64 = f64::floor({ x });
} else if ((k2 * 2 + k2)) < (k2) {
'l7: for i6 in (0..4 % 8).step_by(5 % 3 + 1) {
'l8: for e9 in q.v.iter().rev() {
}
match &e {
E::A(s15) => {
}
E::B { s: s15, t: t16 } if *t16 > 0.25 => {
}
E::C(p17) => {
}
_ => {
}
}
}
} else {
match k2 {
0 | 3 => {
let mut ps18 = vec![P { b: ((if q.v.len() > 0 { q.v[k2 % q.v.len()] } else { 0.25 }) * q.p.b), a: g0((-2.34375) + 0.25 * x, &q.r[1..]) }, P { a: x, b: ((if q.v.len() > 0 { q.v[k2 % q.v.len()] } else { 0.25 }) * q.p.b) }];
let t19: f64 = { q.p.b };
}
1..=2 => {
'l20: for e21 in q.r.iter().rev() {
}
}
k if k % 2 == 0 => {
if (q.p.b) < (q.r[1]) {  return q.p.b; }
}
_ => {
}
}
}
g0(g0({ let c24 = |u25: f64| { let r: f64 = { q.r[(k2 / (q.k + 1)) % 3] }; r }; c24(q.p.b) + c24((if q.v.len() > 0 { q.v[(k2 * 2 + 1) % q.v.len()] } else { 0.25 })) } + 0.25 * x, &q.r) + 0.25 * x, &q.v)
}
}
case!(p48, -0.0, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.7880704660779416, Q { k: 1, p: P { a: -0.9239926086638723, b: 0.6 }, r: [0.3, 1.3880704660779415, -0.7239926086638724], v: vec![] }, E::A { 0: -0.9239926086638723 });

mod p49 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, y: f64) -> Option<f64> {
let mut w4: Vec<f64> = (0..2 % 5).map(|i3| { let r: f64 = { (y).atan2((x - 3.125)) }; r }).collect();
let mut a5: [f64; 3] = [x; 3];
if ((3.1875 - x) * (match (2 * 2 + 2) { 0 => { x }, 1 | 2 => { 1.09375f64 }, k if k % 3 == 1 => { x }, _ => { (-2.28125) } })) < 1.0 { Some(a5.iter().enumerate().map(|(i8, e6)| { let r: f64 = { ((a5.len() as f64)).abs() }; r }).map(f64::tanh).product::<f64>()) } else { None }
}
#[differentiate(reverse)]
pub fn g1(x: f64, p: &mut P) {
let q8 = Q { k: 0, p: p.clone(), r: [(P { b: (-p.a), a: (0..(3 * 2 + 2) % 5).map(|i7| { let r: f64 = { x }; r }).map(f64::tanh).product::<f64>() }).a, 0.5, x], v: vec![(P { b: (-p.a), a: (0..(3 * 2 + 2) % 5).map(|i7| { let r: f64 = { x }; r }).map(f64::tanh).product::<f64>() }).a, x] };
let o12 = g0((f64::powi(q8.v.iter().map(|e9| { let r: f64 = { 3.03125f64 }; r }).sum::<f64>(), 2) + 0.5).powf(f64::sin(((q8.p.b).powi(2) + 1.0).ln())) + 0.25 * x, 0.5);

}
#[differentiate(reverse)]
pub fn g2(x: f64, p: &P) -> f64 {
((p.a).floor() + (p.b - p.b))
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
let t4: f64 = f64::copysign(g2((y).rem_euclid((f64::powi(x, 2) + 0.75)) + 0.25 * x, &P { a: (1.0 / ((x).powi(2) + 0.75)), b: x }), { let mut h3: f64 = (f64::powi(y, 2) + 0.5).powf(f64::sin(x)); let mut c1 = |u2: f64| { h3 += { let r: f64 = { (0.9 * ((if v.len() > 0 { v[n % v.len()] } else { 0.25 })).tanh()).exp_m1() }; r }; h3 }; let u2 = c1((-3.75)); c1(x); h3 * u2 });
let t5 = y;
let mut e12: E = if ((4 / (2 + 1))) == (v.len()) { E::A(v.chunks(2).map(|e6| { let r: f64 = { t5 }; r }).fold({ let c9 = |u10: f64| { let r: f64 = { (-4.0) }; r }; c9(y) + c9((if v.len() > 0 { v[n % v.len()] } else { 0.25 })) }, f64::max)) } else { E::C(P { a: f64::floor(g2(f64::max(1.09375f64, x) + 0.25 * x, &P { a: x, b: x })), b: 0.5 * x }) };
f64::atan((match &e12 { E::A(s13) => { t5 }, E::B { s: s13, t: t14 } => { (match &e12 { E::A(s16) => { (*s13) }, E::B { s: s16, t: t17 } => { (if v.is_empty() { x } else { v[(4 + 5) % v.len()] }) }, E::C(p18) => { y }, E::U => { 1.03125f64 } }) }, E::C(p15) => { (match &e12 { E::A(s19) => { (if v.is_empty() { x } else { v[3 % v.len()] }) }, E::B { s: s19, t: t20 } => { (v.len() as f64) }, E::C(p21) => { y }, E::U => { t5 } }) }, E::U => { (((if v.len() > 0 { v[2 % v.len()] } else { 0.25 })).powi(2) + 1.0).log2() } }))
}
}
case!(p49, -0.14210492709761402, [0.0, 0.9799417542209766, 0.0, 0.0, 0.0], 0.1871005093553575, -0.14306926394859584, &[0.08138284345587533, 1.4228127689090437, -0.6567872851548479], 5);

mod p50 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, a: &[f64; 3]) -> f64 {
let mut w1: Vec<f64> = a[..].to_vec();
f64::atan(w1.iter().enumerate().map(|(i4, e2)| { let r: f64 = { (-2.15625) }; r }).sum::<f64>())
}
#[differentiate(reverse)]
pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
g0(((x).rem_euclid((f64::powi(x, 2) + 0.75)) * f64::max(3.21875f64, (if w.is_empty() { x } else { w[w.len() % w.len()] }))) + 0.25 * x, &[v.iter().copied().skip(1).map(|e1| { let r: f64 = { (e1 - e1) }; r }).fold(g0(x + 0.25 * x, &[x, x, 0.5]), |a: f64, b: f64| 0.5 * a + b), x, 0.5])
}
}
case!(p50, -1.4174210457140919, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.312516477253139, vec![-0.638888787692724, -0.5527154482480567, 1.1323703389354212], &[-0.428721673622147, 1.714063766219615, -0.7283447117498858, -0.47939747061279525], 0);

mod p51 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
let t1: f64 = (((x).hypot((if w.is_empty() { x } else { w[n % w.len()] }))).rem_euclid((f64::powi(x, 2) + 0.75)) + (((x * x)).powi(2) + 0.5).sqrt());
(if w.is_empty() { x } else { w[n % w.len()] })
}
}
case!(p51, -0.18987176241332612, [1.0, 0.0, 0.0], -0.18987176241332612, vec![], &[0.8553607034767564, -1.7861136397766317], 3);

mod p52 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &mut P) {
let mut k1: usize = 0;
'l2: loop {
if k1 >= 2 % 5 { break; }
k1 += 1;
if (3) <= (k1) { break 'l2; }
}
if (k1) != (k1) {
p.a *= f64::sin((x).signum());
let mut q3 = Q { k: 1, p: p.clone(), r: [p.b, 0.5, x], v: vec![p.b, x] };
} else {
let mut w7: Vec<f64> = (0..k1 % 5).map(|i6| { let r: f64 = { ((x).sin()).powi(1) }; r }).collect();
let mut w14: Vec<f64> = w7.chunks(2).map(|e8| { let r: f64 = { e8.chunks(2).map(|e11| { let r: f64 = { (if w7.len() > 0 { w7[4 % w7.len()] } else { 0.25 }) }; r }).map(f64::tanh).product::<f64>() }; r }).collect::<Vec<f64>>();
}

}
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
let mut q1 = Q { k: 1, p: P { a: (((if v.is_empty() { x } else { v[3 % v.len()] })).max(f64::mul_add((-2.625), x, x)) + x), b: 0.5 * x }, r: [(-3.59375), 0.5, x], v: v.to_vec() };
if (!((q1.r[1]) < (d.1))) || ((q1.k) == ((5 + q1.k))) {
}
q1.r[1]
}
}
case!(p52, 0.5, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -0.9820921305092054, (0.1197012312289006, 0.8), &[1.6716683166605828, 0.8487797102298072, 1.2300973476121357, -1.449055959946706], 0);

mod p53 {
use super::*;
#[differentiate(reverse)]
pub fn g0<T: Real>(x: T, v: &[T]) -> T {
        let mut s = T::zero();
for e in v.iter().copied() {
s = s + e * T::real(0.5);
}
x
}
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g1_53(self, x: f64) -> P {
P { a: ((f64::powi((-0.375), 2) + 1.0).recip() + (2 as f64)), ..self.clone() }
}
}
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
match (n / (1 + 1)) {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
let mut e1: E = if ((n as f64)) < (d.1) { E::U } else { E::C(P { a: { (d.1).abs() }, b: 0.5 * x }) };
let mut w2: Vec<f64> = vec![(P { a: g0(0.03125f64 + 0.25 * x, v), b: ((-0.09375) / (f64::powi((if v.len() > 0 { v[3 % v.len()] } else { 0.25 }), 2) + 0.75)) }).a, { d.1 }];
}
_ => {
let mut t4: f64 = ((-3.21875) * d.0);
'l5: for i8 in 0..v.len() {
}
let mut t13: f64 = v.get((5 + n)).map_or({ let h11: f64 = d.1; let c9 = |u10: f64| { if u10 > h11 { return u10; } { let r: f64 = { x }; r } }; c9(x) * h11 }, |u12| { (f64::powi(2.03125f64, 2) + 1.0).ln() });
}
}
let t16: f64 = d.1;
let mut w17: Vec<f64> = vec![(if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 }), (f64::powi((d.0).tanh(), 2) + 0.5).powf(f64::sin({ let h20: f64 = d.0; let c18 = |u19: f64| { if u19 > h20 { return u19; } { let r: f64 = { x }; r } }; c18(((v.len() + 4 - n % 4) as f64)) * h20 }))];
((1.0 / (((d.1 * (if w17.len() > 0 { w17[n % w17.len()] } else { 0.25 }))).powi(2) + 0.75)) + (((n as f64) / (f64::powi(x, 2) + 0.75)) * (if w17.len() > 0 { w17[n % w17.len()] } else { 0.25 })))
}
}
case!(p53, 1.4687224881947418, [0.23330463232350845, 0.0, -0.2030397529379456, 0.20936015299292876], -1.3496829427478134, (-0.23803876430768015, 0.8), &[0.28579414178120294], 2);

mod p54 {
use super::*;
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g0_54(&self, x: f64) -> f64 {
let t1: f64 = ((self.b + self.a)).atan2(self.a);
let mut k2: usize = 0;
'l3: while k2 < 2 % 5 && (!((self.b) <= (x))) {
k2 += 1;
let mut ps4 = [P { a: x, b: (1.0 / ((self.a).powi(2) + 0.75)) }, P { a: (1.0 / ((self.a).powi(2) + 0.75)), b: self.b }];
}
(match (k2 + 4 - k2 % 4) { 0 => { (self.b * 0.5) }, 1 | 2 => { (0..k2 % 5).map(|i7| { let r: f64 = { x }; r }).sum::<f64>() }, k if k % 3 == 1 => { (self.a).rem_euclid((f64::powi(self.a, 2) + 0.75)) }, _ => { (0.9 * (self.a).tanh()).exp() } })
}
}
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
let t1: f64 = ({ x } % (f64::powi(((n as f64)).to_radians(), 2) + 0.75));
x
}
}
case!(p54, -1.2478566982775925, [1.0], -1.2478566982775925, &[], 5);

mod p55 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
(if ((1) > (q.k)) || (((q.r.len() * 2 + 4)) < (q.k)) { x } else { (q.r[q.k % 3] + (q.r.len() as f64)) })
}
}
case!(p55, 2.3380714024473006, [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0], 0.7025246277442017, Q { k: 2, p: P { a: -0.8619285975526995, b: 0.6 }, r: [-0.6782801113836653, 0.30252462774420164, -0.6619285975526994], v: vec![] }, E::B { s: 1.2025246277442017, t: -0.8619285975526995 });

mod p56 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
let mut m1: Vec<Vec<f64>> = vec![vec![(f64::max(0.1875, x) * (-3.9375)), x], vec![x, x]];
let t2: f64 = x;
((m1[n % m1.len()][(n + 1) % 2]).atan2((x - x)) * f64::ceil((3.96875f64 * x)))
}
}
case!(p56, 6.283185307179586, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.875155552556429, &[[0.875155552556429, 0.7], [0.17294289906396063, -0.6], [0.9, 1.1]], 1);

mod p57 {
use super::*;
#[differentiate(reverse)]
pub fn g0<const N: usize>(x: f64, c: &[f64; N]) -> f64 {
c.iter().chain(c.iter()).map(|e1| { let r: f64 = { (if c.is_empty() { x } else { c[N % c.len()] }) }; r }).sum::<f64>()
}
#[differentiate(reverse)]
pub fn g1(x: f64, e: &E) -> f64 {
f64::mul_add(f64::min(1.5, 1.1875), x, x)
}
#[differentiate(reverse)]
pub fn g2<T: Real>(x: T, v: &[T]) -> T {
        let mut s = T::zero();
for e in v.iter().copied() {
s = s + e * T::real(0.5);
}
x
}
#[differentiate(reverse)]
pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
let k1: usize = n;
{ let mut k2: usize = 0;
'l3: while k2 < (v.len() + w.len()) % 5 && (!((x) >= (0.15625f64))) {
k2 += 1;
}
let t4: f64 = g2((match (n + k1) { 0 => { (-1.125) }, 1 | 2 => { (if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) }, k if k % 3 == 1 => { x }, _ => { x } }) + 0.25 * x, v);
f64::max({ x }, (if w.is_empty() { x } else { w[0 % w.len()] })) }
}
}
case!(p57, 0.3894742472711405, [0.0, 1.0], 0.09172343153565378, vec![0.3894742472711405], &[], 2);

mod p58 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, w: Vec<f64>) -> Vec<f64> {
let mut w4: Vec<f64> = w.iter().step_by(2).take(3).map(|e1| { let r: f64 = { f64::floor((x).max(0.46875f64)) }; r }).collect::<Vec<f64>>();
w4
}
#[differentiate(reverse)]
pub fn g1(x: f64, ps: &[P]) -> f64 {
let o4: Option<f64> = if (x) > (x) { Some((x + ((x).powi(2) + 0.5).sqrt())) } else { None };
let t8: f64 = (0..2 % 5).map(|i7| { let r: f64 = { (x + x) }; r }).fold((x + x), |a: f64, b: f64| 0.5 * a + b);
let t9: f64 = (match 2 { 0 => { (x * x) }, 1 | 2 => { (P { a: x, b: x }).a }, k if k % 3 == 1 => { x }, _ => { ((-2.53125) * x) } });
(0..2 % 5).map(|i12| { let r: f64 = { x }; r }).sum::<f64>()
}
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
if !(((v.len() as f64)) < ((if v.len() > 0 { v[(2 / (2 + 1)) % v.len()] } else { 0.25 }))) {
match 2 {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
let t8: f64 = g1((-2.03125) + 0.25 * x, &[P { a: 2.96875f64, b: x }, P { b: 0.5, a: x }]);
}
}
let mut t9 = (if v.is_empty() { x } else { v[v.len() % v.len()] });
} else {
}
'l11: for i10 in (0..=2 % 4).rev() {
if (i10) < (i10) { continue 'l11; }
let t15: f64 = (P { a: v.iter().zip(v.iter()).map(|(e12, h13)| { let r: f64 = { (*e12) }; r }).sum::<f64>(), b: (v[i10 / 2]).ceil() }).a;
}
(if ((x - (if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 }))) >= ((if ((0 as f64)) < ((if v.is_empty() { x } else { v[(4 / (2 + 1)) % v.len()] })) { x } else { x })) { f64::mul_add(x, (x).max((if v.is_empty() { x } else { v[2 % v.len()] })), x) } else { (v.first().copied().unwrap_or(x) + x) })
}
}
case!(p58, 2.1982556064511884, [1.0, 1.0, 0.0, 0.0, 0.0], 1.3708221038530646, &[0.8274335025981238, -1.1348230954077967, -1.4775408235971166, 1.818564645625137]);

mod p59 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
(m[n % 3][(n + 1) % 2] + 3.5625)
}
}
case!(p59, 5.500876129377534, [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], -1.7798912284966342, &[[-1.7798912284966342, 0.7], [1.9383761293775348, -0.6], [0.9, 1.1]], 1);
