//! Programs that take options, and structs that hold some.

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

mod p3 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, y: f64) -> Option<f64> {
let mut k1: usize = 0;
'l2: while k1 < 5 % 5 && (!even(k1, 2)) {
k1 += 1;
let mut w3: Vec<f64> = vec![x; 3];
let t10: f64 = (match (k1 * 2 + 4) { 0 => { (if w3.is_empty() { x } else { w3[k1 % w3.len()] }) }, 1 | 2 => { (x * y) }, k if k % 3 == 1 => { w3.iter().step_by(2).take(3).map(|e4| { let r: f64 = { (if w3.len() > 0 { w3[(2 + 4 - w3.len() % 4) % w3.len()] } else { 0.25 }) }; r }).sum::<f64>() }, _ => { w3.iter().chain(w3.iter()).map(|e7| { let r: f64 = { (*e7) }; r }).sum::<f64>() } });
let mut o11: Option<f64> = w3.iter().copied().find(|u| *u > 0.3);
}
let t12: f64 = ({ x } + (-0.375));
let t13: f64 = (3 as f64);
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, o: Option<f64>, y: f64) -> f64 { let y: Option<f64> = f(x, o, y); match y { Some(y) => y, None => 0.25 } }
}
case!(p3, whole, 0.25, [0.0, 0.0], 1.38547205023441, None, 1.5002680009783043);

mod p4 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, y: f64, n: usize) -> Result<f64, usize> {
let t6: f64 = (weight(constant(x), (n as usize as f64)) * x);
let t7: f64 = (match 3 { 0 => { { let Duo(s, p) = Duo((5 as f64), P { a: 1.3125, b: 0.5 * x }); s * p.b } }, 1 | 2 => { ((-2.9375) * y) }, k if k % 3 == 1 => { (pick(n, n) as f64) }, _ => { (f64::powi((x + 1.0625), 2) + 1.0).recip() } });
Ok(t6)
}
#[differentiate(reverse)]
pub fn whole(x: f64, o: Option<f64>, y: f64, n: usize) -> f64 { let y: Result<f64, usize> = f(x, o, y, n); match y { Ok(y) => y, Err(n) => 0.25 + n as f64 } }
}
case!(p4, whole, 0.40485640414145424, [-0.21275382526965717, 0.0], -1.9029336070846883, None, -1.9733674439874676, 3);

#[differentiate]
mod p5 {
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
pub fn g0(x: f64, h: &mut H) {
let mut k1: usize = 0;
'l2: while k1 < 1 % 5 && (((h.n as usize)) > (usize::max(k1, k1))) {
k1 += 1;
let t3: f64 = (P { a: x, b: x }).a;
if (x) > (x) { h.best = Some(t3); }
}
match &h.kind {
E::A(s5) => {
if (x) > (x) {
}
let t11: f64 = (0..(h.n as usize) % 5).map(|i10| { let r: f64 = { (*s5) }; r }).sum::<f64>();
let r12: Result<f64, usize> = Ok(t11);
}
E::B { s: s5, t: t6 } if *t6 > 0.25 => {
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
E::C(p7) => {
let mut w13: Vec<f64> = vec![{ 1.90625f64 }, (p7.a * 3.96875f64)];
}
_ => {
let mut t14 = (x - x);
let mut e15: E = if ((-0.84375)) <= (x) { if 3.9375 < (match above(&[2.765625, 2.203125], 0.25) { 0 => { x }, 1 | 2 => { t14 }, k if k % 3 == 1 => { 0.90625f64 }, _ => { x } }) { E::A((match above(&[2.765625, 2.203125], 0.25) { 0 => { x }, 1 | 2 => { t14 }, k if k % 3 == 1 => { 0.90625f64 }, _ => { x } })) } else { E::B { s: 3.9375, t: x } } } else { E::U };
let t19: f64 = (match &h.kind { E::A(s16) => { (*s16) }, E::B { s: s16, t: t17 } => { 1.09375f64 }, E::C(p18) => { x }, E::U => { x } });
let o20: Option<P> = h.at.as_ref().filter(|p| p.a > t19).cloned();
}
}

}
#[differentiate(reverse)]
pub fn f(x: f64, h: &H, y: f64) -> f64 {
let k1: usize = (h.n as usize);
((f64::powi({ let h4: f64 = x; let c2 = |u3: f64| { if u3 > h4 { return u3; } { let r: f64 = { y }; r } }; c2(x) * h4 }, 2) + 0.5).powf(1.7) - (f64::clamp((-2.9375), -1.5, 1.5) / (f64::powi((x % (f64::powi(x, 2) + 0.75)), 2) + 0.75)))
}
}
case!(p5, f, 93.97074496978854, [157.92362936469667, 0.0, 0.0, 0.0, 0.0, 159.9015356241397], 1.9427044382011807, &H { at: Some { 0: P { a: 2.452133638347323, b: 1.3527044382011808 } }, best: None, kind: E::B { s: 2.4427044382011807, t: 1.6321336383473228 }, n: 3 }, 1.9221336383473229);

#[differentiate]
mod p11 {
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
pub fn g0(x: f64, w: Vec<f64>) -> f64 {
(0.9 * (((usize::max(2, 2) as f64)).hypot(x)).tanh()).tan()
}
#[differentiate(reverse)]
pub fn f(x: f64, h: &H, y: f64) -> f64 {
(0.9 * f64::tanh(((1.625 + x) - (match pick((h.n as usize), 1) { 0 => { 3.625 }, 1 | 2 => { (0 as f64) }, k if k % 3 == 1 => { x }, _ => { (-3.28125) } })))).exp2()
}
}
case!(p11, f, 0.6640857127784437, [0.23590357487083702, 0.0, 0.0, 0.0, 0.0, 0.0], 1.213931187326413, &H { at: Some { 0: P { a: -0.9346194442497684, b: 0.623931187326413 } }, best: None, kind: E::C { 0: P { a: 0.4, b: -1.1546194442497684 } }, n: 3 }, -1.4646194442497684);

#[differentiate]
mod p14 {
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
pub fn g0(x: f64, o: &Option<P>) -> f64 {
let t1: f64 = (1.0 / (f64::powi(x, 2) + 0.75));
let mut q2 = Q { k: 2, p: P { a: (if (x) < (x) { ((x).powi(2) + 1.0).log2() } else { x }), b: 0.5 * x }, r: [(0.9 * (x).tanh()).acos(), 0.5, x], v: vec![(0.9 * (x).tanh()).acos(), x] };
{ let c3 = move |u4: f64, h5: f64| { let r: f64 = { ((x).powi(2) + 0.0).ln_1p() }; r }; c3((match q2.v.len() { 0 => { (if q2.v.len() > 0 { q2.v[(5 + 4 - (q2.k as usize) % 4) % q2.v.len()] } else { 0.25 }) }, 1 | 2 => { (-2.40625) }, k if k % 3 == 1 => { q2.p.b }, _ => { q2.r[2 % 3] } }), ((-0.03125) + q2.r[((q2.k as usize) + (q2.k as usize)) % 3])) * c3(((-0.03125) + q2.r[((q2.k as usize) + (q2.k as usize)) % 3]), x) }
}
#[differentiate(reverse)]
pub fn g1(x: f64, ps: &[P]) -> f64 {
let (h1, h2): (f64, f64) = (3.234375, pick(2, 3) as f64);
(0..2 % 5).map(|i5| { let r: f64 = { g0(((i5 / (3 + 1)) as f64) + 0.25 * x, &Some(P { a: h1, b: 0.5 })) }; r }).fold((x * x), |a: f64, b: f64| 0.5 * a + b)
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, y: f64, n: usize) -> Result<f64, usize> {
let k1 = f64::abs({ (1.0 / (f64::powi(0.40625f64, 2) + 0.75)) }).min(5.0) as usize;
let t5: f64 = (x).max((0..(k1 + 2) % 5).map(|i4| { let r: f64 = { x }; r }).fold(x, |a: f64, b: f64| 0.5 * a + b));
let t6: f64 = ((y * g0((-3.1875) + 0.25 * x, &Some(P { a: (3 as f64), b: 0.5 }))) * 2.09375f64);
Ok(t5)
}
#[differentiate(reverse)]
pub fn whole(x: f64, o: Option<f64>, y: f64, n: usize) -> f64 { let y: Result<f64, usize> = f(x, o, y, n); match y { Ok(y) => y, Err(n) => 0.25 + n as f64 } }
}
case!(p14, whole, 2.8069651001884295, [1.875, 0.0, 0.0], 1.497048053433829, Some { 0: -0.6472100443486724 }, -0.2772100443486723, 0);

mod p16 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<P>, n: usize) -> f64 {
(P { a: (scale(2.828125, n) + x), b: (0.9 * f64::tanh((0..3 % 5).map(|i3| { let r: f64 = { x }; r }).map(f64::tanh).product::<f64>())).exp() }).a
}
}
case!(p16, f, -0.8532258017832124, [1.0], -1.4773549457349422, None, 1);

mod p18 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, h: &H) -> f64 {
let mut c1: Vec<usize> = Vec::new();
'l3: for i2 in pick(3, (h.n as usize)) % 3..5 % 6 {
if (x) <= ((-3.0)) { break 'l3; }
let i2: f64 = (match h.clone() { H { best: Some(u4), at: Some(p5), .. } if u4 > 0.2 => { u4 } H { best: Some(u6), kind: E::A(_) | E::U, at: Some(P { a: u7, .. }), n: 0 | 2,  } => { u6 } H { best: None, kind: E::C(P { b: u8, a: _ }), .. } => { x } _ => { x } }) * i2 as f64;
}
(-2.125)
}
#[differentiate(reverse)]
pub fn f(x: f64, h: H, o: Option<f64>, y: f64) -> f64 {
0.28125f64
}
}
case!(p18, f, 0.28125, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.3001619616331797, H { at: Some { 0: P { a: 0.16311058317179866, b: 0.7101619616331797 } }, best: Some { 0: 0.8301619616331797 }, kind: E::C { 0: P { a: 0.4, b: -0.05688941682820137 } }, n: 1 }, None, -0.36688941682820136);

mod p19 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, v: &[f64]) -> f64 {
'l1: for (e2, e3) in v.iter().zip(v.iter()) {
}
let mut w5: Vec<f64> = Vec::with_capacity(2);
(scale(1.390625, (2 + 4 - 5 % 4)) + ((3 + v.len()) as f64))
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
let mut k1: usize = 0;
'l2: loop {
if k1 >= (2 + 4 - 2 % 4) % 5 { break; }
k1 += 1;
if (v.len()) > (2) { continue 'l2; }
if (even(3, k1)) || (!even(k1, v.len())) { break 'l2; }
}
f64::copysign(v.iter().chain(v.iter()).map(|e4| { let r: f64 = { ((*e4) - (if v.is_empty() { x } else { v[k1 % v.len()] })) }; r }).fold(((if v.is_empty() { x } else { v[pick(v.len(), k1) % v.len()] }) * (if v.is_empty() { x } else { v[v.len() % v.len()] })), |a: f64, b: f64| 0.5 * a + b), { let mut h9: f64 = 2.46875f64; let mut c7 = |u8: f64| { h9 += { let r: f64 = { (if (x) >= ((-0.3125)) { 1.625 } else { (if v.len() > 0 { v[k1 % v.len()] } else { 0.25 }) }) }; r }; h9 }; let u8 = c7(v.chunks(2).map(|e10| { let r: f64 = { 3.875 }; r }).sum::<f64>()); c7(x); h9 * u8 })
}
}
case!(p19, f, 1.7507543165116233, [-2.646321459317914, 0.0], -1.323160729658957, Some { 0: -1.76162012542318 }, &[]);

#[differentiate]
mod p20 {
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
let t4: f64 = ((*u) / (f64::powi(x, 2) + 0.75));
let t5: f64 = { let c1 = |u2: f64| { let r: f64 = { u2 }; r }; c1(((*u)).copysign(3.875)) + c1((match (3 / (2 + 1)) { 0 => { 1.53125f64 }, 1 | 2 => { x }, k if k % 3 == 1 => { x }, _ => { x } })) };
Some(t4)
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, y: f64, n: usize) -> Result<f64, usize> {
let t1: f64 = 3.90625f64;
let r3: Result<f64, usize> = { let o2: Option<f64> = if t1 < 0.4 { o } else { None }; o2.ok_or(0) };
if let Ok(u4) = r3 {
{
}
let t12: f64 = o.map_or(r3.map_or(u4, |u6| { u6 }), |u8| { 2.8125 });
let mut q13 = Q { k: 0, p: P { a: t12, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
'l19: for e17 in q13.r.iter() {
q13.p.a *= f64::sin((t12 * *e17));
let mut k20: usize = 0;
let t22: f64 = 'l21: loop {
if k20 >= 2 % 5 {  break (-2.6875); }
k20 += 1;
if (q13.r[usize::max(k20, k20) % 3]) < (q13.p.b) {  break 'l21 (3.03125f64 * q13.r[1]); }
};
let mut k23: usize = 0;
'l24: loop {
if k23 >= pick((q13.k as usize), 5) % 5 { break; }
k23 += 1;
if ((if q13.v.len() > 0 { q13.v[q13.v.len() % q13.v.len()] } else { 0.25 })) <= ((*e17)) { break 'l24; }
}
}
let mut t25: f64 = (-3.15625);
} else {
}
let t29: f64 = ((x / (f64::powi(y, 2) + 0.75))).sin();
let t30: f64 = (match n { 0 => { (-1.75) }, 1 | 2 => { (n as f64) }, k if k % 3 == 1 => { x }, _ => { (0..(n + 4 - n % 4) % 5).map(|i28| { let r: f64 = { x }; r }).fold((-1.5625), |a: f64, b: f64| 0.5 * a + b) } });
r3.map(|u| u * t29)
}
#[differentiate(reverse)]
pub fn whole(x: f64, o: Option<f64>, y: f64, n: usize) -> f64 { let y: Result<f64, usize> = f(x, o, y, n); match y { Ok(y) => y, Err(n) => 0.25 + n as f64 } }
}
case!(p20, whole, 0.25, [0.0, 0.0], 0.820546474530848, None, -0.9011504069602299, 3);

mod p22 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, os: &[Option<f64>]) -> f64 {
{ x }
}
#[differentiate(reverse)]
pub fn g1(x: f64, h: &H) -> f64 {
let mut e3: E = if (x) <= (x) { E::A((match 3 { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { x }, _ => { x } })) } else { E::B { t: (match 3 { 0 => { x }, 1 | 2 => { (2.59375f64 + x) }, k if k % 3 == 1 => { (((h.n as usize) + 4 - (h.n as usize) % 4) as f64) }, _ => { { x } } }), s: (match 3 { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { x }, _ => { x } }) } };
(f64::sin((0..2 % 5).map(|i6| { let r: f64 = { x }; r }).fold(x, |a: f64, b: f64| 0.5 * a + b))).powi(1)
}
#[differentiate(reverse)]
pub fn f(x: f64, h: &H, y: f64) -> f64 {
let p10: ((f64, f64), f64) = (((weight(constant((match h.clone() { H { best: Some(u1), kind: E::C(P { b: u2, a: _ }), at: Some(P { a: u3, .. }), n: k4,  } => { f64::copysign((-0.90625), u3) } H { best: Some(_), kind: E::A(u5) | E::B { s: u5, .. }, n: 1..=2, .. } => { u5 } H { at: Some(p6), n: k7, .. } => { ((p6.b).powi(2) + 0.0).ln_1p() } _ => { x } })), (h.n as usize as f64)) * x), (if ((-0.875)) < (x) { (-3.53125) } else { x })), x);
let t17: f64 = ((match 3 { 0 => { (match &h.kind { E::A(s12) => { x }, E::B { s: s12, t: t13 } => { (*s12) }, E::C(p14) => { p10.0.1 }, E::U => { (pick(4, 3) as f64) } }) }, 1 | 2 => { (match (h.best, h.best) { (Some(u15), Some(u16)) if u15 < u16 => ({ (-3.6875) } * u16), (Some(u15), None) | (None, Some(u15)) => u15, _ => p10.0.1 }) }, k if k % 3 == 1 => { p10.0.1 }, _ => { ((x).powi(2) + 0.0) } }) + y);
let o18: Option<P> = h.at.clone().map(|p| P { a: p.b * t17, ..p });
h.best.map_or(((P { a: p10.0.0, b: ((4 * 2 + 0) as f64) }).a * h.best.and_then(|u19: f64| if u19 > 0.0 { Some({ u19 }) } else { None }).unwrap_or(x)), |u21| { (match &h.kind { E::A(s23) => { g1((*s23) + 0.25 * x, h) }, E::B { s: s23, t: t24 } => { (0..(h.n as usize) % 5).map(|i28| { let r: f64 = { p10.0.0 }; r }).sum::<f64>() }, E::C(p25) => { g0(p10.0.1 + 0.25 * x, &[Some(p25.b), None, Some(x)]) }, E::U => { x } }) })
}
}
case!(p22, f, -1.5918015000990615, [1.0, 0.0, 0.0], -1.5918015000990615, &H { at: None, best: Some { 0: -2.0618015000990617 }, kind: E::U, n: 1 }, -1.8757491818550533);

mod p33 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> Option<f64> {
*u /= 1.5 + f64::cos(x);
let t3: f64 = x;
let t4: f64 = (f64::powi((-1.53125), 2) + 1.0).ln();
None
}
#[differentiate(reverse)]
pub fn g1(x: f64, h: &mut H) {
let mut w1: Vec<f64> = vec![x; 3];

}
#[differentiate(reverse)]
pub fn g2(x: f64, w: Vec<f64>) -> Vec<f64> {
let t1: f64 = (x + x);
let t5: f64 = (match (2 + 4 - 2 % 4) { 0 => { { let c2 = |u3: f64| { let r: f64 = { (if w.is_empty() { x } else { w[(2 + 2) % w.len()] }) }; r }; c2(x) + c2((if w.len() > 0 { w[pick(2, 2) % w.len()] } else { 0.25 })) } }, 1 | 2 => { x }, k if k % 3 == 1 => { (x).fract() }, _ => { (if w.len() > 0 { w[pick(5, 2) % w.len()] } else { 0.25 }) } });
let mut o6: Option<f64> = w.first().copied();
w
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
let mut part_0 = pick(0, 0);
let t4: f64 = (0.9 * f64::tanh((if ((x) <= ((if v.len() > 0 { v[3 % v.len()] } else { 0.25 }))) && ((x) > ((0 as f64))) { (if v.is_empty() { x } else { v[part_0 % v.len()] }) } else { { let c1 = move |u2: f64, h3: f64| { let r: f64 = { (if v.len() > 0 { v[pick(3, part_0) % v.len()] } else { 0.25 }) }; r }; c1(3.78125f64, ((3 + 1) as f64)) * c1(((3 + 1) as f64), x) } }))).exp();
{ let Duo(s, p) = Duo(v.windows(2).map(|e5| { let r: f64 = { (match (part_0 + part_0) { 0 => { x }, 1 | 2 => { e5[0] }, k if k % 3 == 1 => { (5 as f64) }, _ => { (if v.is_empty() { x } else { v[(part_0 * 2 + 1) % v.len()] }) } }) }; r }).sum::<f64>(), P { a: (0.9 * (((if v.is_empty() { x } else { v[5 % v.len()] }) * x)).tanh()).exp2(), b: 0.5 * x }); s * p.b }
}
}
case!(p33, f, -0.0, [0.0, 0.0], 0.16427955077359596, None, &[-0.3619125410485097]);

mod p34 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, y: f64, n: usize) -> Result<f64, usize> {
let mut m1: [[f64; 2]; 3] = [[(match 3 { 0 => { x }, 1 | 2 => { (match (o, o) { (Some(u2), Some(u3)) if u2 < u3 => ({ y } * u3), (Some(u2), None) | (None, Some(u2)) => u2, _ => y }) }, k if k % 3 == 1 => { f64::atan2(x, 0.40625f64) }, _ => { f64::atan2(y, (x * y)) } }), { let c4 = |u5: f64| { let r: f64 = { u5 }; r }; c4(((x + y)).sin()) + c4((((n as f64)).asinh()).cos()) }], [x, 0.5], [{ let c4 = |u5: f64| { let r: f64 = { u5 }; r }; c4(((x + y)).sin()) + c4((((n as f64)).asinh()).cos()) }, x]];
let t9: f64 = (o.and_then(|u7: f64| if u7 > 0.0 { Some({ 2.9375 }) } else { None }).unwrap_or(((x).powi(2) + 0.0)) + x);
let t13: f64 = ((x * y)).tanh();
let t14: f64 = ((0..n % 5).map(|i12| { let r: f64 = { m1[n % 3][(n + 1) % 2] }; r }).fold(m1[m1.len() % 3][(m1.len() + 1) % 2], f64::max) + f64::clamp(y, -1.5, 1.5));
Ok(t13)
}
#[differentiate(reverse)]
pub fn whole(x: f64, o: Option<f64>, y: f64, n: usize) -> f64 { let y: Result<f64, usize> = f(x, o, y, n); match y { Ok(y) => y, Err(n) => 0.25 + n as f64 } }
}
case!(p34, whole, -0.7561375606440511, [-0.6152217080524718, 0.294273605229995], 0.6871441673326778, None, -1.4365746733360558, 3);

mod p40 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut [f64], s: &mut [f64]) {

}
#[differentiate(reverse)]
pub fn g1(x: f64, n: usize) -> (f64, f64) {
let mut a1: [f64; 3] = [{ let c2 = |u3: f64| { let r: f64 = { (0..n % 5).map(|i10| { let r: f64 = { u3 }; r }).map(f64::tanh).product::<f64>() }; r }; c2({ let c5 = move |u6: f64, h7: f64| { let r: f64 = { x }; r }; c5(0.25, 0.0) * c5(0.0, x) }) + c2((x).atan()) }, (0..n % 5).map(|i13| { let r: f64 = { (0.9 * f64::tanh((-1.96875))).exp_m1() }; r }).fold(x, f64::max), x];
let mut a14: [f64; 3] = [{ x }; 3];
let mut w18: Vec<f64> = Vec::with_capacity(n);
let q19 = Q { k: 2, p: P { a: ({ x } * a14[(2 / (n + 1)) % 3]), b: 0.5 * x }, r: [((-2.40625) + (a14[n % 3] + x)), 0.5, x], v: a1.to_vec() };
({ let t20: f64 = (q19.r[1] + q19.r[1]) + 0.25 * x;
let mut q21 = Q { k: 1, p: q19.p.clone(), r: [x, 0.5, x], v: a1.to_vec() };
g0(t20, &mut q21.r, &mut q21.v[..]);
match (q19.k as usize) {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
}
}
q19.r[n % 3] }, { let mut h27: f64 = (((n + n) as f64) * (if w18.is_empty() { x } else { w18[w18.len() % w18.len()] })); let mut c25 = |u26: f64| { h27 += { let r: f64 = { (match (q19.k as usize) { 0 => { q19.r[1] }, 1 | 2 => { q19.r[1] }, k if k % 3 == 1 => { a1[(q19.k as usize) % 3] }, _ => { u26 } }) }; r }; h27 }; let u26 = c25(q19.r[1]); c25(x); h27 * u26 })
}
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g2_40(self, x: f64) -> P {
P { b: ((0.9 * (x).tanh()).tan()).atan(), ..self.clone() }
}
}
#[differentiate(reverse)]
pub fn f(x: f64, os: &[Option<f64>], y: f64) -> f64 {
let t3: f64 = { let (_, q): (f64, f64) = g1({ 'l2: for i1 in pick(3, 2) % 3..3 % 6 {
}
(1.0 / (f64::powi((-2.0), 2) + 0.75)) } + 0.25 * x, ({ let r: (usize, usize) = two(2, 3); r.0 })); q };
if (2) != (3) {
let t4: f64 = 0.4375;
let t5: f64 = ((y).powi(2) + 0.0);
} else {
let t6: f64 = f64::atan2(g1(1.9375 + 0.25 * x, (2 + 2)).1, x);
}
let t7: f64 = x;
(((((3 as f64)).powi(2) + 1.0).log2()).trunc() * { let mut w11: Vec<f64> = (0..2 % 5).map(|i10| { let r: f64 = { 2.1875 }; r }).collect::<Vec<f64>>();
let t12: f64 = ((-0.6875) * (if w11.is_empty() { x } else { w11[w11.len() % w11.len()] }));
let r13: Result<f64, usize> = Ok(t12);
f64::max((-2.4375), y) })
}
}
case!(p40, f, 0.34466826049851645, [0.0, 0.0, 0.0, 0.0, 3.0], -0.29231911078203066, &[Some { 0: 1.2460187707149073 }, Some { 0: -0.38660494073481766 }, None, Some { 0: -1.198193693497397 }], 0.11488942016617215);

mod p46 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> Option<f64> {
let t1: f64 = { let Duo(s, p) = Duo((0.9 * ((*u)).tanh()).sinh(), P { a: (x * (*u)), b: 0.5 * x }); s * p.b };
let t2: f64 = (weight(3.296875, 2.46875) * (((*u)).sin()).powi(1));
None
}
#[differentiate(reverse)]
pub fn g1(x: f64, p: &mut P) {
let t1: f64 = (f64::powi(p.a, 2) + 0.5).powf(f64::sin(1.875));
let mut o2: Option<P> = None;

}
#[differentiate(reverse)]
pub fn f(x: f64, os: &[Option<f64>], y: f64) -> f64 {
let t1 = y;
((f64::powi(y, 2) + 0.5).powf(f64::sin(x)) % (f64::powi(y, 2) + 0.75))
}
}
case!(p46, f, 1.681067616639162, [0.8930175377068312, 0.0, 0.0, 0.0, 1.4153307988522879], 0.7741756751693898, &[Some { 0: 1.257336534885478 }, None, Some { 0: -0.8322434170876196 }, Some { 0: -0.5849185716400802 }], 1.2657669340607935);

mod p49 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, h: H, o: Option<f64>, y: f64) -> f64 {
1.53125f64
}
}
case!(p49, f, 1.53125, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.9009650030299743, H { at: Some { 0: P { a: 0.16958384361623696, b: 0.3109650030299743 } }, best: Some { 0: 0.4309650030299743 }, kind: E::A { 0: -0.13041615638376305 }, n: 2 }, Some { 0: -0.730416156383763 }, -0.36041615638376306);

#[differentiate]
mod p50 {
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
pub fn g0(x: f64, o: Option<f64>) -> Result<f64, usize> {
let t3: f64 = { (pick(1, 2) as f64) };
let t4: f64 = (weight(constant(2.1875), 2.234375) * x);
Ok(t3)
}
#[differentiate(reverse)]
pub fn g1(x: f64, o: Option<f64>) -> Option<f64> {
let t1: f64 = f64::hypot(x, ((((2 / (2 + 1)) as f64)).powi(2) + 1.0).log10());
let r2: Result<f64, usize> = g0(t1, None);
let t1: f64 = r2.ok()?;
let t3: f64 = t1;
let t4: f64 = (t1 + (x).asinh());
None
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
let t1: f64 = (-1.0);
let t2: f64 = (-3.0);
let r3: Result<f64, usize> = g0(t2, o.and_then(|u| if u > t2 { Some(u - t2) } else { o }));
let t7: f64 = v.iter().filter(|e4| **e4 > 0.2).map(|e4| { let r: f64 = { (*e4) }; r }).map(f64::tanh).product::<f64>();
v.iter().enumerate().map(|(i10, e8)| { let r: f64 = { (match i10 { 0 => { (*e8) }, 1 | 2 => { x }, k if k % 3 == 1 => { 2.125 }, _ => { (*e8) } }) }; r }).map(f64::tanh).product::<f64>()
}
}
case!(p50, f, 1.0, [0.0], -0.8291014641944721, None, &[]);

mod p52 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, os: &[Option<f64>], y: f64) -> f64 {
let t1: f64 = ((0.9 * ((0.9 * (((2 + 4 - 2 % 4) as f64)).tanh()).cosh()).tanh()).exp2()).max((0.9 * f64::tanh({ let Duo(s, p) = Duo(y, P { a: x, b: 0.5 * x }); s * p.b })).cosh());
y
}
}
case!(p52, f, -0.6060800171780173, [0.0, 0.0, 0.0, 1.0], -0.7626950829347338, &[Some { 0: 1.4860038112776575 }, None, Some { 0: 1.338033191967116 }], -0.6060800171780173);

mod p57 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut [f64]) {
if !u.is_empty() { let k1 = u.len() % u.len(); let k2 = u.len() % u.len(); u.swap(k1, k2); }

}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut f64) -> Option<f64> {
let mut k1: usize = 0;
let t3: f64 = 'l2: loop {
if k1 >= 2 % 5 {  break (0..3 % 5).map(|i6| { let r: f64 = { (scale((k1 as usize as f64), i6) + x) }; r }).sum::<f64>(); }
k1 += 1;
if !(((*u)) > (x)) {  break 'l2 (f64::powi((*u), 2) + 1.0).recip(); }
};
let mut k7: usize = 0;
'l8: loop {
if k7 >= (3 + 4 - k1 % 4) % 5 { break; }
k7 += 1;
let mut k9: usize = 0;
'l10: loop {
if k9 >= 4 % 5 { break; }
k9 += 1;
if (x) >= ((*u)) { break 'l10; }
}
if (k1) <= (k9) { break 'l8; }
}
*u += (0.9 * f64::tanh((match (4 / (k7 + 1)) { 0 => { x }, 1 | 2 => { (*u) }, k if k % 3 == 1 => { (*u) }, _ => { (*u) } }))).cosh();
let t11: f64 = ((5 as f64) + (f64::powi((-2.40625), 2) + 1.0).log2());
let t12: f64 = { (if ((*u)) >= (x) { (*u) } else { t3 }) };
None
}
#[differentiate(reverse)]
pub fn g2(x: f64, u: &mut f64) -> Option<f64> {
{
let t1: f64 = { (*u) };
let t2: f64 = *u * t1 + g1(t1 + 0.25 * x, u).unwrap_or(0.5) - *u;
let mut e3: E = if ((*u)) > (x) { E::U } else { E::C(P { a: { t2 }, b: 0.5 * x }) };
}
let t6: f64 = x;
let t7: f64 = ((*u)).atan2(3.5625);
None
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, y: f64) -> Option<f64> {
let mut d1 = Duo(y, P { a: x, b: 0.5 * x });
let mut k2: usize = 2;
match k2 {
0 | 3 => {
}
1..=2 => {
let (h3, h4): (f64, f64) = ((k2 as usize as f64), k2 as f64);
}
k if k % 2 == 0 => {
}
_ => {
let t5: f64 = ((x).max(x)).abs();
let mut q6 = Q { k: 1, p: d1.1.clone(), r: [x, 0.5, x], v: vec![x, x] };
{ let Q { p: p7, r: r8, v: v9, .. } = &mut q6;
p7.a += (r8[1] + t5);
d1.1.a += ((3 as f64)).max(1.28125f64);
}
let mut t13: f64 = ((q6.r[1] * q6.r[((q6.k as usize) + (q6.k as usize)) % 3]) * tick(&mut k2, (q6.k as usize)) as f64 + k2 as usize as f64);
let k14 = ({ let k15: usize = ((q6.k as usize) + k2); tick(&mut q6.k, k15) });
let t16: f64 = if q6.v.len() > 1 { q6.v.pop().unwrap() } else { x };
}
}
let t24: f64 = d1.1.a;
let t25: f64 = { 'l18: for i17 in (0..k2 % 8).step_by(0 % 3 + 1) {
}
let mut t21: f64 = f64::rem_euclid(o.map_or(d1.0, |u19| { x }), (f64::powi((-3.59375), 2) + 0.75));
if let Some(u22) = o {
} else if let Some(u23) = o {
let y: f64 = t21;
}
(t21).max(y) };
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, o: Option<f64>, y: f64) -> f64 { let y: Option<f64> = f(x, o, y); match y { Some(y) => y, None => 0.25 } }
}
case!(p57, whole, 0.25, [0.0, 0.0], -0.9775788626546528, None, 0.47791105240386733);

#[differentiate]
mod p59 {
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
pub fn f(x: f64, h: &H, y: f64) -> f64 {
(((x + y) - x) + (y).round())
}
}
case!(p59, f, 2.1711205691149744, [0.0, 0.0, 0.0, 0.0, 1.0], 0.35735012195581145, &H { at: Some { 0: P { a: 1.7011205691149744, b: -0.23264987804418852 } }, best: Some { 0: -0.11264987804418852 }, kind: E::U, n: 1 }, 1.1711205691149744);

#[differentiate]
mod p62 {
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
pub fn g0(x: f64, j: &mut Vec<usize>, n: usize) -> f64 {
let mut k1: usize = 0;
'l2: loop {
if k1 >= n.max(3) % 5 { break; }
k1 += 1;
if even((0 * 2 + 3), 3) { break 'l2; }
}
let t3: f64 = ((x).powi(2) + 1.0).log10();
let mut q4 = Q { k: 0, p: P { a: t3, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
std::mem::swap(&mut q4.p.a, &mut q4.r[0]);
q4.p.a *= f64::sin(t3);
q4.k += 2;
(((n as f64)).round() * (q4.r[(q4.k as usize) % 3]).hypot(q4.r[1]))
}
#[differentiate(reverse)]
pub fn f(x: f64, h: &H, y: f64) -> f64 {
let t22: f64 = (match &h.kind { E::A(s1) => { y }, E::B { s: s1, t: t2 } => { (match h.clone() { H { best: o4, kind: E::A(u5), at: Some(P { a: u6, .. }), n: k7,  } => { u5 } H { best: o8, kind: E::B { t: u9, .. }, at: Some(P { a: u10, .. }), n: 0 | 2,  } => { (P { a: x, b: x }).a } H { best: None, kind: E::A(u11), at: None, .. } if u11 > 0.2 => { (match &h.kind { E::A(s12) => { (*s12) }, E::B { s: s12, t: t13 } => { (*t13) }, E::C(p14) => { (*t2) }, E::U => { (*s1) } }) } _ => { (match &*h { H { best: Some(u15), kind: E::A(u16) | E::B { s: u16, .. }, .. } => { 2.8125 } H { best: None, kind: E::A(u17) | E::B { s: u17, .. }, .. } => { y } H { best: None, at: Some(p18), .. } => { p18.a } _ => { (*s1) } }) } }) }, E::C(p3) => { (if !((x) >= (x)) { (p3.b / (f64::powi(1.65625f64, 2) + 0.75)) } else { 3.0625 }) }, E::U => { (match (h.n as usize) { 0 => { y }, 1 | 2 => { (P { a: x, b: y }).a }, k if k % 3 == 1 => { (0..(h.n as usize) % 5).map(|i21| { let r: f64 = { 2.625 }; r }).sum::<f64>() }, _ => { 0.84375f64 } }) } });
let t26: f64 = ((0..(h.n as usize) % 5).map(|i25| { let r: f64 = { (y).atan2(x) }; r }).fold(((x).powi(2) + 1.5).acosh(), |a: f64, b: f64| 0.5 * a + b) * pick((3 + 3), 1) as f64);
let o27: Option<f64> = h.best;
match 3 {
0 | 3 => {
let mut ps28 = vec![P { a: { let Duo(s, p) = Duo(3.71875f64, P { a: y, b: 0.5 * x }); s * p.b }, b: f64::copysign(x, (x - x)) }, P { a: x, b: f64::copysign(x, (x - x)) }];
}
1..=2 => {
let t29: f64 = y;
}
k if k % 2 == 0 => {
'l34: for i33 in 0..(h.n as usize) % 5 {
let mut m35: [[f64; 2]; 3] = [[(((3 as f64)).powi(2) + 0.5).powf(1.7); 2]; 3];
let t39: f64 = (match &h.kind { E::A(s36) => { x }, E::B { s: s36, t: t37 } => { (-3.75) }, E::C(p38) => { m35[4 % 3][(4 + 1) % 2] }, E::U => { m35[2 % 3][(2 + 1) % 2] } });
}
let argument_1 = pick((h.n as usize), 5);
'l41: for i40 in 0..argument_1 % 5 {
let mut w42: Vec<f64> = vec![y; (argument_1 + i40) % 4];
let mut k43: usize = (4 + 2);
'l45: for i44 in argument_1 % 3..w42.len() % 6 {
}
}
}
_ => {
let t46: f64 = ((x / (f64::powi(x, 2) + 0.75)) + (pick((h.n as usize), (h.n as usize)) as f64));
let mut q47 = Q { k: 2, p: P { a: t46, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
{ let p48 = &mut q47.p;
p48.b = f64::atan((q47.v.iter().sum::<f64>() * t46));
}
'l55: for i54 in 0..3 % 5 {
if (2.75) > (x) { break 'l55; }
'l57: for i56 in (q47.k as usize) % 3..=((q47.k as usize) * 2 + (h.n as usize)) % 4 {
}
'l58: for e59 in &q47.r {
}
let mut w65: Vec<f64> = q47.v.iter().filter(|e62| **e62 > 0.2).map(|e62| { let r: f64 = { (*e62) }; r }).collect::<Vec<f64>>();
}
}
}
f64::hypot({ let c66 = move |u67: f64, h68: f64| { let r: f64 = { y }; r }; c66(x, x) * c66(x, x) }, h.best.unwrap_or(y))
}
}
case!(p62, f, 1.6328296242126126, [0.0, 0.0, 0.0, 0.6623778794598799, 0.0, 1.6571846985901713], 1.5515502240052228, &H { at: Some { 0: P { a: 1.6360139296317666, b: 0.9615502240052228 } }, best: Some { 0: 1.0815502240052228 }, kind: E::A { 0: 1.3360139296317666 }, n: 1 }, 1.1060139296317666);

mod p63 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &P) -> f64 {
(if (4) <= (pick(2, 2)) { (f64::powi(p.a, 2) + 0.5).powf(f64::sin((3 as f64))) } else { (p.a * p.a) })
}
#[differentiate(reverse)]
pub fn g1(x: f64, j: &mut usize, y: f64) -> f64 {
(3.46875f64 - f64::clamp(0.53125f64, -1.5, 1.5))
}
#[differentiate(reverse)]
pub fn g2<T: Real>(x: T, v: &[T]) -> T {
        let mut s = T::zero();
for e in v.iter().copied() {
s = s + ((x - s) - e) * T::real(0.5);
}
(-x)
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, v: &[f64]) -> f64 {
let mut ps1 = vec![P { a: (x - g0(((if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) * 0.21875f64) + 0.25 * x, &P { a: (x).min(x), b: x })), b: (-{ let r: f64 = g2((if v.is_empty() { x } else { v[(4 + 2) % v.len()] }) + 0.25 * x, v); r }) }, P { a: x, b: (-{ let r: f64 = g2((if v.is_empty() { x } else { v[(4 + 2) % v.len()] }) + 0.25 * x, v); r }) }];
{ let Duo(s, p) = Duo(1.28125f64, P { a: v.iter().zip(v.iter()).map(|(e2, h3)| { let r: f64 = { (-2.125) }; r }).fold(((2 + 4 - 0 % 4) as f64), |a: f64, b: f64| 0.5 * a + b), b: 0.5 * x }); s * p.b }
}
}
case!(p63, f, -0.7474908303341081, [0.640625, 0.0, 0.0, 0.0], -1.166814954667876, None, &[-1.907168391775976, 0.6140728000719244, -0.2588729712885486]);

#[differentiate]
mod p68 {
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
pub fn f(x: f64, os: &[Option<f64>], y: f64) -> f64 {
let mut k1: usize = 1;
let mut a2: [f64; 3] = [(match k1 { 0 => { { let c3 = move |u4: f64, h5: f64| { let r: f64 = { 1.3125 }; r }; c3(x, (if (y) < (y) { (1 as f64) } else { x })) * c3((if (y) < (y) { (1 as f64) } else { x }), x) } }, 1 | 2 => { (2.75 % (f64::powi(y, 2) + 0.75)) }, k if k % 3 == 1 => { (4 as f64) }, _ => { { let mut h8: f64 = (x * x); let mut c6 = |u7: f64| { h8 += { let r: f64 = { (x % (f64::powi(x, 2) + 0.75)) }; r }; h8 }; let u7 = c6(x); c6(x); h8 * u7 } } }), (weight(0.015625, (k1 as usize as f64)) * f64::atan2((0.75 - x), y)), x];
((f64::powi((k1 as f64), 2) + 0.5).powf(f64::sin(y)) + (y).copysign(a2[k1 % 3]))
}
}
case!(p68, f, -0.4710044785768295, [0.0, 0.0, -1.2095027475517957], -0.5947117347316647, &[Some { 0: -1.6311607581204965 }, None], 1.9322213697526314);

mod p69 {
use super::*;
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g0_69(self, x: f64) -> P {
if !((self.b) >= (self.b)) {
} else {
let t1: f64 = 1.5;
let mut q2 = Q { k: 2, p: self.clone(), r: [x, 0.5, x], v: vec![x, x] };
{ let p3 = &mut q2.p;
p3.b = f64::atan((q2.v.iter().sum::<f64>() * t1));
}
}
P { a: (if (three(3, 2, 2)) != (2) { (self.b * self.b) } else { { self.a } }), ..self.clone() }
}
}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut f64) -> Option<f64> {
{
}
let t6: f64 = (f64::powi((scale(1.609375, 2) + x), 2) + 0.5).powf(f64::sin(x));
let t7: f64 = (0..3 % 5).map(|i3| { let r: f64 = { x }; r }).sum::<f64>();
None
}
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<P>, n: usize) -> f64 {
let t1: f64 = x;
let mut q2 = Q { k: 0, p: P { a: t1, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
{ let r4 = &q2.v;
q2.p.b += (r4.first().copied().unwrap_or(t1));
}
q2.r[1] = f64::atan((if q2.v.len() > 0 { q2.v[(q2.v.len() * 2 + q2.r.len()) % q2.v.len()] } else { 0.25 }));
(((((5 + 4 - n % 4) as f64) * q2.r[1])).min((x).atan2(q2.r[1])) + (x + 2.96875f64))
}
}
case!(p69, f, 4.909427203526913, [1.1765793324023588, 0.0, 0.0], 1.0303040723257888, Some { 0: P { a: -1.2133682922721616, b: 1.4603040723257887 } }, 0);

mod p72 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<f64>, y: f64) -> Option<f64> {
let (h1, h2): (f64, f64) = (0.0, 2 as f64);
let t3: f64 = (1.03125f64 - x);
let mut q4 = Q { k: 0, p: P { a: t3, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
'l10: for (i9, e8) in q4.v.iter_mut().enumerate() {
*e8 += (t3 + q4.p.b);
q4.r[i9 % 3] += q4.p.b;
if (2) > (((q4.k as usize) + (q4.k as usize))) { continue 'l10; }
}
let t11: f64 = (if q4.v.len() > 0 { q4.v[(q4.k as usize) % q4.v.len()] } else { 0.25 });
let t12: f64 = (q4.p.b).atan2((((q4.k as usize) as f64) - h1));
if t11 < 0.4 { o } else { o }
}
#[differentiate(reverse)]
pub fn whole(x: f64, o: Option<f64>, y: f64) -> f64 { let y: Option<f64> = f(x, o, y); match y { Some(y) => y, None => 0.25 } }
}
case!(p72, whole, -0.15226874996384154, [0.0, 1.0, 0.0], 1.623784922432595, Some { 0: -0.15226874996384154 }, 0.21773125003615845);

#[differentiate]
mod p74 {
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
pub fn f(x: f64, h: &H, y: f64) -> f64 {
let mut c1: Vec<usize> = vec![(h.n as usize), 0, 3, 1];
(y).atan2((((y * y)).powi(2) + 1.0).log10())
}
}
case!(p74, f, -1.5678531958302009, [0.0, 0.0, -0.04660744044750441], -1.4380878570981135, &H { at: None, best: Some { 0: -1.9080878570981135 }, kind: E::U, n: 0 }, -0.18927868020064312);

mod p75 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, v: &[f64]) -> f64 {
(scale(3.28125, 2) + v.iter().chain(v.iter()).map(|e1| { let r: f64 = { (if v.len() > 0 { v[2 % v.len()] } else { 0.25 }) }; r }).sum::<f64>())
}
#[differentiate(reverse)]
pub fn g1(x: f64, n: usize) -> E {
let mut e1: E = if ((-2.5)) < (x) { E::C(P { a: (f64::powi((f64::powi((-3.34375), 2) + 0.5).powf(1.7), 2) + 0.5).powf(f64::sin(x)), b: 0.5 * x }) } else { if (f64::powi((x).copysign(1.28125f64), 2) + 0.5).powf(f64::sin(x)) < (f64::powi((f64::powi((-3.34375), 2) + 0.5).powf(1.7), 2) + 0.5).powf(f64::sin(x)) { E::A((f64::powi((f64::powi((-3.34375), 2) + 0.5).powf(1.7), 2) + 0.5).powf(f64::sin(x))) } else { E::B { s: (f64::powi((x).copysign(1.28125f64), 2) + 0.5).powf(f64::sin(x)), t: x } } };
E::A((weight((n as usize as f64), (n as usize as f64)) * f64::max(1.34375f64, x)))
}
#[differentiate(reverse)]
pub fn f(x: f64, h: &H, y: f64) -> f64 {
let mut m1: Vec<Vec<f64>> = vec![vec![g0((y).fract() + 0.25 * x, &[0.5, x]), x], vec![x, x]];
let mut k2: usize = 0;
'l3: loop {
if k2 >= (h.n as usize) % 5 { break; }
k2 += 1;
if (((m1[m1.len() % m1.len()][(m1.len() + 1) % 2]).powi(2) + 1.0).powi(-2)) > ((m1[(h.n as usize) % m1.len()][((h.n as usize) + 1) % 2] + m1[(0 / (2 + 1)) % m1.len()][((0 / (2 + 1)) + 1) % 2])) { break 'l3; }
}
let (k10, k11) = ((h.n as usize) % m1.len(), ((h.n as usize) + 1) % 2);
m1[k10][k11] += ((((y).powi(2) + 1.0).log2()).min((0..k2 % 5).map(|i6| { let r: f64 = { m1[4 % m1.len()][(4 + 1) % 2] }; r }).sum::<f64>()) / (f64::powi((0..5 % 5).map(|i9| { let r: f64 = { (m1[5 % m1.len()][(5 + 1) % 2] + y) }; r }).sum::<f64>(), 2) + 0.75));
{ let c12 = |u13: f64| { let r: f64 = { (match k2 { 0 => { m1[3 % m1.len()][(3 + 1) % 2] }, 1 | 2 => { (x * y) }, k if k % 3 == 1 => { (m1[k2 % m1.len()][(k2 + 1) % 2]).hypot(m1[m1.len() % m1.len()][(m1.len() + 1) % 2]) }, _ => { (match &*h { H { best: Some(_), kind: E::C(p15), at: None, .. } => { x } H { best: o16, kind: E::C(P { b: u17, a: _ }), at: None, n: 0 | 2,  } if *u17 > 0.2 => { x } H { kind: E::A(u18), at: Some(P { a: u19, .. }), n: k20, .. } => { (-1.5625) } _ => { x } }) } }) }; r }; c12(g0((((h.n as usize) as f64)).floor() + 0.25 * x, &[0.5, x])) + c12((0.9 * f64::tanh(((-0.65625) + 1.59375f64))).powi(3)) }
}
}
case!(p75, f, 1.167103899738736, [1.2201519162640437, 0.0, 0.0, 0.0, 0.0, 0.0, 1.9130468660202014], 0.9565234330101007, &H { at: Some { 0: P { a: 1.140075958132022, b: 0.3665234330101007 } }, best: Some { 0: 0.4865234330101007 }, kind: E::C { 0: P { a: 0.4, b: 0.9200759581320219 } }, n: 1 }, 0.6100759581320219);

#[differentiate]
mod p77 {
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
pub fn g0(x: f64, y: f64, n: usize) -> Result<f64, usize> {
if ((2.53125f64) > (y)) || ((((n + 4 - n % 4) as f64)) >= (y)) {  let t1: f64 = (x + x); return if t1 > 0.1 { Ok(t1) } else { Err(1) }; }
let t5: f64 = 0.96875f64;
let t6: f64 = f64::max((0..(n + n) % 5).map(|i4| { let r: f64 = { x }; r }).map(f64::tanh).product::<f64>(), { y });
Ok(t5)
}
#[differentiate(reverse)]
pub fn g1(x: f64, o: Option<f64>) -> Option<f64> {
let t7: f64 = (0..(3 + 4 - 0 % 4) % 5).map(|i3| { let r: f64 = { 3.0625 }; r }).fold((0..3 % 5).map(|i6| { let r: f64 = { x }; r }).fold(x, f64::max), |a: f64, b: f64| 0.5 * a + b);
let t8: f64 = x;
if t7 > 0.1 { Some(t7) } else { None }
}
#[differentiate(reverse)]
pub fn f(x: f64, h: &H, y: f64) -> f64 {
{ let t1: f64 = (3.625 * (x + y));
let t2 = (-(y + y));
(0.9 * ((y).floor()).tanh()).acos() }
}
}
case!(p77, f, 2.6212016311772803, [0.0, 0.0, 0.0], 1.3058558104685594, &H { at: None, best: Some { 0: 0.8358558104685594 }, kind: E::U, n: 1 }, -1.3856874358174718);
