//! Programs that take structs and enums.

use crate::support::generated::{gradient, same};
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

pub fn pick (a : usize, b : usize) -> usize { (10 * a + b) % 31 }
pub fn three (a : usize, b : usize, c : usize) -> usize
{ (25 * a + 5 * b + c) % 29 }
pub fn two (a : usize, b : usize) -> (usize, usize) { (b % 7, (a + 1) % 5) }
pub fn even (a : usize, b : usize) -> bool { (a + 2 * b) % 3 != 0 }
pub fn weight (a : f64, b : f64) -> f64 { (0.75 * a - 0.5 * b).sin() }
pub fn scale (a : f64, n : usize) -> f64
{ 0.5 + 0.125 * a.tanh() * (n % 8) as f64 }
pub fn above (v : &[f64], least : f64) -> usize
{ v.iter().filter(|x| **x > least).count() }
pub fn total (c : &[usize]) -> usize
{ c.iter().enumerate().map(|(i, n)| (i + 1) * n).sum::<usize>() % 23 }
pub fn both (a : &[usize], b : &[usize]) -> usize
{ (3 * a.len() + a.iter().sum::<usize>() + 2 * b.iter().sum::<usize>()) % 19 }
pub fn ended (c : Vec<usize>, n : usize) -> usize
{ c.last().map_or(n, |last| 3 * last + n) % 17 }
pub fn longer (c : Vec<usize>, n : usize) -> Vec<usize>
{ let mut c = c; c.truncate(4); c.push(n % 6); c }
pub fn tick (n : &mut usize, by : usize) -> usize
{ *n = (*n + by % 5 + 1) % 13; *n }
pub fn trade (a : &mut usize, b : &mut usize) -> usize
{ let old = *a; *a = *b % 9; *b = (old + 1) % 9; old % 9 }
pub fn tally (c : &mut [usize], k : usize) -> usize
{
    let n = c.len(); if n == 0 { return k % 3; } c[k % n] += 1; c[k % n] %=
    12; c[k % n]
}
pub fn turn (c : &mut Vec<usize>, n : &mut usize)
{
    if c.len() < 5 { c.push(*n % 8); } else { *n = c.remove(0); } *n =
    (*n + 1) % 10;
}

mod p0 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, q: &Q, n: usize) -> f64 {
let mut k1: usize = 0;
'l2: while k1 < (q.k as usize) % 5 && ((q.p.b) <= (q.p.b)) {
k1 += 1;
}
(x * q.r[0 % 3])
}
}
case!(p0, f, -0.1196505280740503, [-0.5701053577387701, 0.0, 0.0, 0.20987441435145354, 0.0, 0.0], 0.20987441435145354, &Q { k: 5, p: P { a: 2.1252029705519604, b: 0.6 }, r: [-0.5701053577387701, -0.19012558564854648, 2.1352029705519606], v: vec![] }, 4);

#[differentiate]
mod p2 {
use super::*;

pub fn pick (a : usize, b : usize) -> usize { (10 * a + b) % 31 }
pub fn three (a : usize, b : usize, c : usize) -> usize
{ (25 * a + 5 * b + c) % 29 }
pub fn two (a : usize, b : usize) -> (usize, usize) { (b % 7, (a + 1) % 5) }
pub fn even (a : usize, b : usize) -> bool { (a + 2 * b) % 3 != 0 }
pub fn weight (a : f64, b : f64) -> f64 { (0.75 * a - 0.5 * b).sin() }
pub fn scale (a : f64, n : usize) -> f64
{ 0.5 + 0.125 * a.tanh() * (n % 8) as f64 }
pub fn above (v : &[f64], least : f64) -> usize
{ v.iter().filter(|x| **x > least).count() }
pub fn total (c : &[usize]) -> usize
{ c.iter().enumerate().map(|(i, n)| (i + 1) * n).sum::<usize>() % 23 }
pub fn both (a : &[usize], b : &[usize]) -> usize
{ (3 * a.len() + a.iter().sum::<usize>() + 2 * b.iter().sum::<usize>()) % 19 }
pub fn ended (c : Vec<usize>, n : usize) -> usize
{ c.last().map_or(n, |last| 3 * last + n) % 17 }
pub fn longer (c : Vec<usize>, n : usize) -> Vec<usize>
{ let mut c = c; c.truncate(4); c.push(n % 6); c }
pub fn tick (n : &mut usize, by : usize) -> usize
{ *n = (*n + by % 5 + 1) % 13; *n }
pub fn trade (a : &mut usize, b : &mut usize) -> usize
{ let old = *a; *a = *b % 9; *b = (old + 1) % 9; old % 9 }
pub fn tally (c : &mut [usize], k : usize) -> usize
{
    let n = c.len(); if n == 0 { return k % 3; } c[k % n] += 1; c[k % n] %=
    12; c[k % n]
}
pub fn turn (c : &mut Vec<usize>, n : &mut usize)
{
    if c.len() < 5 { c.push(*n % 8); } else { *n = c.remove(0); } *n =
    (*n + 1) % 10;
}
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
'l2: for i1 in (0..=(n * 2 + n) % 4).rev() {
let mut m3: Vec<Vec<f64>> = vec![vec![(if ((x) < ((-1.84375))) && ((x) < (x)) { (x).copysign(x) } else { x }); 2]; n % 3 + 1];
}
x
}
}
case!(p2, f, -0.7064831566236869, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -0.7064831566236869, &[P { a: 0.2333536503579957, b: -0.2966463496420043 }, P { a: 1.4031889345147626, b: 0.8731889345147625 }, P { a: -0.48841483332090996, b: -1.01841483332091 }, P { a: 1.6523137188836963, b: 1.1223137188836962 }], 3);

mod p21 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, e: &E, y: f64) -> f64 {
(f64::clamp(x, -1.5, 1.5)).ceil()
}
}
case!(p21, f, -1.0, [0.0, 0.0, 0.0, 0.0], -1.2242127698030487, &E::B { s: -0.7242127698030487, t: -0.2152410953464004 }, 0.07475890465359959);

mod p24 {
use super::*;
#[differentiate(reverse)]
pub fn g0<const N: usize>(x: f64, c: &[f64; N]) -> f64 {
(-3.84375)
}
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
let t1: f64 = (0.9 * ((((((((q.k as usize) + 4 - 2 % 4) as f64)).powi(2) + 1.0).log2()).powi(2) + 1.0).recip()).tanh()).tan();
let mut o2: Option<P> = None;
f64::mul_add((q.p.b * (q.p.b * pick(((q.k as usize) * 2 + 3), 0) as f64)), (match ((q.k as usize) + (q.k as usize)) { 0 => { q.p.b }, 1 | 2 => { { x } }, k if k % 3 == 1 => { (q.r[1] * q.r[1]) }, _ => { q.p.b } }), x)
}
}
case!(p24, f, 0.4894765879606449, [1.0, 0.0, 2.0973059453516107, 0.0, -2.3315696451857004, 0.0, 0.0], -0.13971519564483817, Q { k: 5, p: P { a: 1.55225633371558, b: 0.6 }, r: [-0.2622915804705577, -0.5397151956448382, 1.56225633371558], v: vec![] }, E::A { 0: 1.59225633371558 });

mod p28 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, o: &Option<P>) -> f64 {
x
}
#[differentiate(reverse)]
pub fn g1(x: f64, e: &E) -> f64 {
x
}
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
let t2: f64 = (if (x) > (x) { (-0.4375) } else { ((x).tanh()).hypot(g1(x + 0.25 * x, &E::A((-3.84375)))) });
(0.9 * f64::tanh({ (-0.59375) })).cosh()
}
}
case!(p28, f, 1.1170943371050424, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -0.3650265931550645, &[P { a: 0.1627626655678187, b: -0.3672373344321813 }, P { a: 1.0121040469187994, b: 0.4821040469187995 }, P { a: 1.2830887303644358, b: 0.7530887303644358 }, P { a: -1.7574999914956708, b: -2.287499991495671 }], 0);

mod p30 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
((x).abs()).min(x)
}
}
case!(p30, f, 1.3457520168578212, [1.0, 0.0, 0.0, 0.0, 0.0], 1.3457520168578212, &[P { a: 0.36785450451507273, b: -0.16214549548492724 }, P { a: -0.4628506048885186, b: -0.9928506048885186 }], 0);

mod p31 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, a: &[f64; 3]) -> f64 {
(f64::sin(x)).powi(1)
}
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
let mut m1: [[f64; 2]; 3] = [[1.0625, (((0.9 * (((q.k as usize) as f64)).tanh()).powi(3)).atan2(q.v.iter().step_by(2).take(3).map(|e2| { let r: f64 = { x }; r }).fold((pick((q.k as usize), 3) as f64), f64::max)) - ((x).powi(2) + 1.0).powi(-2))], [x, 0.5], [(((0.9 * (((q.k as usize) as f64)).tanh()).powi(3)).atan2(q.v.iter().step_by(2).take(3).map(|e2| { let r: f64 = { x }; r }).fold((pick((q.k as usize), 3) as f64), f64::max)) - ((x).powi(2) + 1.0).powi(-2)), x]];
(q.r[1]).atan2(q.r[pick((q.k as usize), 0) % 3])
}
}
case!(p31, f, 0.7853981633974483, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.9500577585496864, Q { k: 5, p: P { a: -1.2883869411378004, b: 0.6 }, r: [0.9975932495825963, 0.5500577585496864, -1.2783869411378004], v: vec![-1.2138289073243984] }, E::A { 0: -1.2483869411378004 });

mod p36 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, v: &[f64]) -> Vec<f64> {
let t1: f64 = if (v.len()) <= (v.len()) { (weight(3.96875, 3.859375) * (usize::max(2, 2) as f64)) } else { (0.9 * (x).tanh()).exp() };
if ((-2.5)) >= ((if v.len() > 0 { v[(2 / (2 + 1)) % v.len()] } else { 0.25 })) {
}
vec![x, t1]
}
#[differentiate(reverse)]
pub fn f(x: f64, e: &E, y: f64) -> f64 {
let mut ps4 = [P { a: x, b: (0..2 % 5).map(|i3| { let r: f64 = { (x).floor() }; r }).sum::<f64>() }, P { b: { x }, a: (0..2 % 5).map(|i3| { let r: f64 = { (x).floor() }; r }).sum::<f64>() }];
let t9: f64 = ({ let t7: f64 = ((5 * 2 + 2) as f64);
let r8: Result<f64, usize> = Ok(t7);
(y % (f64::powi(y, 2) + 0.75)) } * (y - y));
y
}
}
case!(p36, f, -0.166476677462661, [0.0, 0.0, 0.0, 1.0], 0.9654446600654456, &E::B { s: 1.4654446600654456, t: -0.45647667746266096 }, -0.166476677462661);

#[differentiate]
mod p38 {
use super::*;

pub fn pick (a : usize, b : usize) -> usize { (10 * a + b) % 31 }
pub fn three (a : usize, b : usize, c : usize) -> usize
{ (25 * a + 5 * b + c) % 29 }
pub fn two (a : usize, b : usize) -> (usize, usize) { (b % 7, (a + 1) % 5) }
pub fn even (a : usize, b : usize) -> bool { (a + 2 * b) % 3 != 0 }
pub fn weight (a : f64, b : f64) -> f64 { (0.75 * a - 0.5 * b).sin() }
pub fn scale (a : f64, n : usize) -> f64
{ 0.5 + 0.125 * a.tanh() * (n % 8) as f64 }
pub fn above (v : &[f64], least : f64) -> usize
{ v.iter().filter(|x| **x > least).count() }
pub fn total (c : &[usize]) -> usize
{ c.iter().enumerate().map(|(i, n)| (i + 1) * n).sum::<usize>() % 23 }
pub fn both (a : &[usize], b : &[usize]) -> usize
{ (3 * a.len() + a.iter().sum::<usize>() + 2 * b.iter().sum::<usize>()) % 19 }
pub fn ended (c : Vec<usize>, n : usize) -> usize
{ c.last().map_or(n, |last| 3 * last + n) % 17 }
pub fn longer (c : Vec<usize>, n : usize) -> Vec<usize>
{ let mut c = c; c.truncate(4); c.push(n % 6); c }
pub fn tick (n : &mut usize, by : usize) -> usize
{ *n = (*n + by % 5 + 1) % 13; *n }
pub fn trade (a : &mut usize, b : &mut usize) -> usize
{ let old = *a; *a = *b % 9; *b = (old + 1) % 9; old % 9 }
pub fn tally (c : &mut [usize], k : usize) -> usize
{
    let n = c.len(); if n == 0 { return k % 3; } c[k % n] += 1; c[k % n] %=
    12; c[k % n]
}
pub fn turn (c : &mut Vec<usize>, n : &mut usize)
{
    if c.len() < 5 { c.push(*n % 8); } else { *n = c.remove(0); } *n =
    (*n + 1) % 10;
}
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> Option<f64> {
let t1: f64 = (((x).powi(2) + 0.0).ln_1p()).atan2((-1.375));
let t2: f64 = (*u);
None
}
#[differentiate(reverse)]
pub fn g1(x: f64, e: &E) -> f64 {
0.375
}
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
(3 as f64)
}
}
case!(p38, f, 3.0, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -0.666787959075195, Q { k: 4, p: P { a: -1.3400140734510304, b: 0.6 }, r: [1.3601069836884208, -1.066787959075195, -1.3300140734510304], v: vec![] }, E::U);

mod p39 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
let mut w1: Vec<f64> = v.to_vec();
let h2 = weight((n as usize as f64), (n as usize as f64));
let h3: f64 = 0.125;
let s4 = &v[..(n * 2 + n) % (v.len() + 1)];
f64::max({ (if w1.len() > 0 { w1[0 % w1.len()] } else { 0.25 }) }, (x - (-0.6875)))
}
}
case!(p39, f, -0.7582687695151744, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -1.4457687695151744, &P { a: -1.461661837399312, b: -1.7457687695151745 }, &[-1.4315161292966394, -1.2320615581761063, 1.505540923510969, -1.7156839906963042], 3);

mod p43 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
let t4: f64 = { let mut h3: f64 = (q.r[1]).min(q.r[0 % 3]); let mut c1 = |u2: f64| { h3 += { let r: f64 = { ((((q.k as usize) / ((q.k as usize) + 1)) as f64)).ceil() }; r }; h3 }; let u2 = c1(x); c1(x); h3 * u2 };
let t8: f64 = { let Duo(s, p) = Duo((if (q.r[((q.k as usize) * 2 + q.r.len()) % 3]) <= (q.r[usize::max((q.k as usize), 5) % 3]) { ((q.k as usize) as f64) } else { (if q.v.len() > 0 { q.v[1 % q.v.len()] } else { 0.25 }) }), q.p.clone()); s * p.b };
let r9: Result<f64, usize> = Ok(t8);
((f64::powi({ q.p.b }, 2) + 1.0).powi(-2) * (P { b: q.p.b, a: q.p.b }).a)
}
}
case!(p43, f, 0.32439446366782015, [0.0, 0.0, -0.03180337879096273, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -0.09683180623229933, Q { k: 6, p: P { a: 2.0219829524161357, b: 0.6 }, r: [1.2561804124877987, -0.49683180623229933, 2.031982952416136], v: vec![-0.393043405762674] }, E::B { s: 0.4031681937677007, t: 1.5419829524161357 });

mod p45 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, q: &mut Q) -> f64 {
(-(((q.k as usize) as f64) + 1.21875f64))
}
#[differentiate(reverse)]
pub fn g1(x: f64, os: &[Option<f64>]) -> f64 {
let t1: f64 = (f64::powi(x, 2) + 0.5).powf(f64::sin((x * x)));
let t5: f64 = (if (x) >= (x) { (0..(2 * 2 + 4) % 5).map(|i4| { let r: f64 = { x }; r }).sum::<f64>() } else { x });
let r6: Result<f64, usize> = Ok(t5);
let t7: f64 = (if ((((3 * 2 + 5) as f64)) <= ((5 as f64))) || (((pick(5, 0) as f64)) >= (2.1875)) { 3.9375 } else { (-1.65625) });
(scale(1.109375, (2 * 2 + 2)) + r6.unwrap_or(x))
}
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
(x * (0..n % 5).map(|i3| { let r: f64 = { 3.78125f64 }; r }).sum::<f64>())
}
}
case!(p45, f, -0.0, [-0.0], 1.2527947449693404, &[], 5);

mod p55 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut [f64]) {
let t1: f64 = ((u.len() as f64) * 0.5);
let mut q2 = Q { k: 2, p: P { a: (if (usize::abs_diff(5, 2)) != ((u.len() + 4 - 2 % 4)) { (if u.len() > 0 { u[2 % u.len()] } else { 0.25 }) } else { x }), b: 0.5 * x }, r: [(-2.21875), 0.5, x], v: u.to_vec() };
q2.p.b /= 1.5 + f64::cos((0.9 * (q2.p.b).tanh()).tan());
if ((q2.k as usize)) > (three((q2.k as usize), (q2.k as usize), (q2.k as usize))) {
let s3 = &u[1 % (u.len() + 1)..];
{
}
match 4 {
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
let k4 = tick(&mut q2.k, 5);
}

}
#[differentiate(reverse)]
pub fn g1(x: f64, w: Vec<f64>) -> f64 {
{ let h3: f64 = (f64::powi((pick(2, w.len()) as f64), 2) + 0.5).powf(f64::sin((if w.len() > 0 { w[5 % w.len()] } else { 0.25 }))); let c1 = |u2: f64| { if u2 > h3 { return u2; } { let r: f64 = { (match (2 + 4 - 1 % 4) { 0 => { (2 as f64) }, 1 | 2 => { (if w.len() > 0 { w[2 % w.len()] } else { 0.25 }) }, k if k % 3 == 1 => { (if w.is_empty() { x } else { w[1 % w.len()] }) }, _ => { (if w.is_empty() { x } else { w[(w.len() + 4 - 1 % 4) % w.len()] }) } }) }; r } }; c1((1 as f64)) * h3 }
}
#[differentiate(reverse)]
pub fn g2(x: f64, p: &P) -> f64 {
let mut t1 = f64::cos(g1(x + 0.25 * x, vec![x, x]));
if (3) == (3) {  return p.a; }
let e2: E = if even(2, 1) { E::U } else { E::B { t: (P { a: p.a, b: { x } }).a, s: (((p.b).powi(2) + 1.0).log10() + x) } };
(-1.21875)
}
#[differentiate(reverse)]
pub fn f(x: f64, ps: &[P], n: usize) -> f64 {
let mut t1 = (0.9 * (x).tanh()).asin();
({ t1 /= 1.5 + f64::cos((t1 + x));
let mut w2: Vec<f64> = vec![(-3.40625), (2.875 / (f64::powi(t1, 2) + 0.75))];
w2.iter().enumerate().map(|(i7, e5)| { let r: f64 = { t1 }; r }).sum::<f64>() } + (0.9 * f64::tanh(t1)).exp_m1())
}
}
case!(p55, f, -0.6890060772684633, [1.51308276004059], -0.5789531641220753, &[], 3);

mod p58 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut [f64], s: &mut [f64]) {

}
#[differentiate(reverse)]
pub fn f(x: f64, q: Q, e: E) -> f64 {
(match &e { E::A(s1) => { (P { a: (0.9 * ((if q.v.len() > 0 { q.v[(q.k as usize) % q.v.len()] } else { 0.25 })).tanh()).cosh(), ..q.p.clone() }).a }, E::B { s: s1, t: t2 } => { 3.0625 }, E::C(p3) => { { let mut h6: f64 = (if q.v.len() > 0 { q.v[((q.k as usize) + (q.k as usize)) % q.v.len()] } else { 0.25 }); let mut c4 = |u5: f64| { h6 += { let r: f64 = { 1.25 }; r }; h6 }; let u5 = c4(q.r[1]); c4(x); h6 * u5 } }, E::U => { (x - q.p.b) } })
}
}
case!(p58, f, 4.125, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -1.3887576538585245, Q { k: 3, p: P { a: 0.4990772987678711, b: 0.6 }, r: [1.2136546257268614, -1.7887576538585246, 0.5090772987678711], v: vec![] }, E::C { 0: P { a: 0.4, b: 0.6190772987678711 } });

mod p67 {
use super::*;
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g0_67(&self, x: f64) -> f64 {
{ let h3: f64 = (x).cos(); let c1 = |u2: f64| { if u2 > h3 { return u2; } { let r: f64 = { x }; r } }; c1((if (x) <= (self.a) { x } else { self.b })) * h3 }
}
}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
let t1: f64 = p.a;
let mut k2: usize = 0;
'l3: loop {
if k2 >= 3 % 5 { break; }
k2 += 1;
let mut m4: [[f64; 2]; 3] = [[(-1.53125); 2]; 3];
let t5: f64 = ((if v.is_empty() { x } else { v[k2 % v.len()] })).sin();
if (n) != (n) { break 'l3; }
}
(f64::sin(v.iter().filter(|e6| **e6 > 0.2).map(|e6| { let r: f64 = { (2 as f64) }; r }).sum::<f64>())).powi(1)
}
}
case!(p67, f, -0.7568024953079282, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.07283934084197989, &P { a: 0.04456042891947759, b: -0.22716065915802008 }, &[1.7896572581328734, 1.6258460785204993, -0.34087418135945796, -1.2478277284785682], 4);

#[differentiate]
mod p71 {
use super::*;

pub fn pick (a : usize, b : usize) -> usize { (10 * a + b) % 31 }
pub fn three (a : usize, b : usize, c : usize) -> usize
{ (25 * a + 5 * b + c) % 29 }
pub fn two (a : usize, b : usize) -> (usize, usize) { (b % 7, (a + 1) % 5) }
pub fn even (a : usize, b : usize) -> bool { (a + 2 * b) % 3 != 0 }
pub fn weight (a : f64, b : f64) -> f64 { (0.75 * a - 0.5 * b).sin() }
pub fn scale (a : f64, n : usize) -> f64
{ 0.5 + 0.125 * a.tanh() * (n % 8) as f64 }
pub fn above (v : &[f64], least : f64) -> usize
{ v.iter().filter(|x| **x > least).count() }
pub fn total (c : &[usize]) -> usize
{ c.iter().enumerate().map(|(i, n)| (i + 1) * n).sum::<usize>() % 23 }
pub fn both (a : &[usize], b : &[usize]) -> usize
{ (3 * a.len() + a.iter().sum::<usize>() + 2 * b.iter().sum::<usize>()) % 19 }
pub fn ended (c : Vec<usize>, n : usize) -> usize
{ c.last().map_or(n, |last| 3 * last + n) % 17 }
pub fn longer (c : Vec<usize>, n : usize) -> Vec<usize>
{ let mut c = c; c.truncate(4); c.push(n % 6); c }
pub fn tick (n : &mut usize, by : usize) -> usize
{ *n = (*n + by % 5 + 1) % 13; *n }
pub fn trade (a : &mut usize, b : &mut usize) -> usize
{ let old = *a; *a = *b % 9; *b = (old + 1) % 9; old % 9 }
pub fn tally (c : &mut [usize], k : usize) -> usize
{
    let n = c.len(); if n == 0 { return k % 3; } c[k % n] += 1; c[k % n] %=
    12; c[k % n]
}
pub fn turn (c : &mut Vec<usize>, n : &mut usize)
{
    if c.len() < 5 { c.push(*n % 8); } else { *n = c.remove(0); } *n =
    (*n + 1) % 10;
}
#[differentiate(reverse)]
pub fn g0(x: f64, p: &P) -> f64 {
let mut d1 = Duo((match above(&[1.796875, 2.421875], 0.25) { 0 => { (-2.375) }, 1 | 2 => { (scale(1.515625, 2) + x) }, k if k % 3 == 1 => { x }, _ => { (f64::powi(p.b, 2) + 0.5).powf(f64::sin((-1.625))) } }), p.clone());
f64::hypot({ p.b }, (d1.0 + x))
}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut f64) -> Option<f64> {
let t3: f64 = (3.28125f64 + (*u));
let t4: f64 = (0.9 * f64::tanh(x)).tan();
let t5: f64 = (2 as f64);
None
}
#[differentiate(reverse)]
pub fn g2(x: f64, u: &mut f64, s: &mut f64) -> f64 {
((if (x) <= ((*s)) { (*s) } else { x }) + (0..2 % 5).map(|i3| { let r: f64 = { (*u) }; r }).sum::<f64>())
}
#[differentiate(reverse)]
pub fn f(x: f64, p: &P, v: &[f64], n: usize) -> f64 {
let mut q1 = Q { k: 1, p: p.clone(), r: [(if matches!(pick(1, n) % 4, 0 | 3) { f64::min(3.0625, (if (x) > (x) { (-3.8125) } else { (if v.len() > 0 { v[usize::max(n, 0) % v.len()] } else { 0.25 }) })) } else { (weight((n as usize as f64), (n as usize as f64)) * (match usize::max(n, 3) { 0 => { p.b }, 1 | 2 => { p.a }, k if k % 3 == 1 => { (if v.is_empty() { x } else { v[n % v.len()] }) }, _ => { p.b } })) }), 0.5, x], v: v.to_vec() };
let mut w5: Vec<f64> = v.iter().rev().map(|e2| { let r: f64 = { f64::to_radians((p.b).copysign({ 1.28125f64 })) }; r }).collect();
(f64::powi({ (if v.is_empty() { x } else { v[0 % v.len()] }) }, 2) + 0.5).powf(f64::sin((match v.len() { 0 => { q1.r[1] }, 1 | 2 => { q1.r[q1.v.len() % 3] }, k if k % 3 == 1 => { (-0.46875) }, _ => { x } })))
}
}
case!(p71, f, 1.2785210914560796, [0.0, 0.0, 0.0, 0.5646113995438454, 0.0, 0.0, 0.0], -0.77382471624875, &P { a: -0.8994981832089891, b: -1.07382471624875 }, &[-0.2837227160333227, 0.07139648725499163, -1.0943039803567904, 0.9571764163874573], 3);
