//! Programs that take structs that hold options.

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

mod p49 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, h: H, o: Option<f64>, y: f64) -> f64 {
1.53125f64
}
}
case!(p49, f, 1.53125, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.9009650030299743, H { at: Some { 0: P { a: 0.16958384361623696, b: 0.3109650030299743 } }, best: Some { 0: 0.4309650030299743 }, kind: E::A { 0: -0.13041615638376305 }, n: 2 }, Some { 0: -0.730416156383763 }, -0.36041615638376306);

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
