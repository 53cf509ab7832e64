//! Programs that take numbers.

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

mod p1 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> Option<f64> {
let t1: f64 = (*u);
let mut os2: Vec<Option<f64>> = vec![None, None, None];
let mut c3: Vec<usize> = vec![2; pick(4, 2) % 4];
let mut c4: Vec<usize> = longer(c3.clone(), 3);
let t5: f64 = ((*u) + x);
let t6: f64 = (-2.28125);
None
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64) -> f64 {
let t1: f64 = y;
(if ((3 as f64)) < ((-1.90625)) { (match 2 { 0 => { (5 as f64) }, 1 | 2 => { y }, k if k % 3 == 1 => { 3.03125f64 }, _ => { (-1.96875) } }) } else { (2 as f64) })
}
}
case!(p1, f, 2.0, [0.0, 0.0], 1.5581287547569855, 0.1537338744046252);

#[differentiate]
mod p8 {
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
let mut e1: E = if (2) < (3) { if p.b < ((x).powi(2) + 0.0) { E::A(((x).powi(2) + 0.0)) } else { E::B { s: p.b, t: x } } } else { E::A(((x).powi(2) + 0.0)) };
((-3.875) / (f64::powi(p.a, 2) + 0.75))
}
#[differentiate(reverse)]
pub fn g1(x: f64, h: H) -> H {
let t1: f64 = x;
let t2: f64 = (if ((4 + (h.n as usize))) <= ((h.n as usize)) { (1.0 / (f64::powi((-3.75), 2) + 0.75)) } else { x });
H { n: 3, kind: E::B { t: t1, s: t2 }, at: h.at.clone(), best: Some(h.best).flatten() }
}
#[differentiate(reverse)]
pub fn g2(x: f64, y: f64) -> Option<f64> {
let t1: f64 = x;
let t5: f64 = (((x).min(y)).powi(2) + 0.5).cbrt();
let t6: f64 = (0..2 % 5).map(|i4| { let r: f64 = { (y - y) }; r }).fold(x, |a: f64, b: f64| 0.5 * a + b);
None
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64) -> f64 {
(3.3125 * (if (x) > (x) { (2 as f64) } else { x }))
}
}
case!(p8, f, 3.24193257462089, [3.3125, 0.0], 0.978696626300646, 0.030111851000961996);

#[differentiate]
mod p29 {
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
pub fn g0(x: f64, o: Option<P>) -> Option<P> {
let t1: f64 = ((0.9 * (x).tanh()).sinh() + (match 0 { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { x }, _ => { x } }));
let t2: f64 = (f64::floor(3.84375f64)).atan2(x);
if t1 < 0.4 { o.clone() } else { o.clone() }
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64) -> f64 {
let mut c3: Vec<usize> = vec![2; ({ let (k1, k2) = two(2, 2); three(k2, k1, k2) }) % 4];
let t4: f64 = (f64::powi((if (4) < ((2 / (2 + 1))) { x } else { (-3.28125) }), 2) + 0.5).powf(f64::sin((y).max({ y })));
let mut q5 = Q { k: 2, p: P { a: t4, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
std::mem::swap(&mut q5.p.a, &mut q5.r[2]);
q5.p.a -= t4;
let t15: f64 = ((match ({ let r: (usize, usize) = two((q5.k as usize), 1); r.1 }) { 0 => { (weight(constant((-3.65625)), (q5.k as usize as f64)) * x) }, 1 | 2 => { q5.v.iter().step_by(2).take(3).map(|e12| { let r: f64 = { x }; r }).fold((-1.09375), f64::max) }, k if k % 3 == 1 => { (if q5.v.len() > 0 { q5.v[(q5.k as usize) % q5.v.len()] } else { 0.25 }) }, _ => { y } }) + q5.p.b);
let r16: Result<f64, usize> = Ok(t15);
'l18: for i17 in (0..=((q5.k as usize) / ((q5.k as usize) + 1)) % 4).rev() {
}
((-0.625) - { let Duo(s, p) = Duo(y, q5.p.clone()); s * p.b })
}
}
case!(p29, f, -0.3080845325959354, [0.43056675471878547, -0.3680212927854247], 0.7360425855708495, -0.8611335094375709);

#[differentiate]
mod p41 {
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
{
let (h3, h4) = (weight(2.078125, 0.6875), scale(0.6875, ({ let (k1, k2) = two(2, 2); three(k2, k1, k2) })));
}
let t5: f64 = (f64::powi(2.40625f64, 2) + 0.0).ln_1p();
let t6: f64 = (0.9 * (((*u) * (*u))).tanh()).atanh();
None
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64) -> f64 {
let mut t1: f64 = (f64::hypot(((2 / (2 + 1)) as f64), (if (x) <= (x) { x } else { y })) / (f64::powi(y, 2) + 0.75));
let mut t2 = (0.9 * ((0.9 * (((2 + 2) as f64)).tanh()).atanh()).tanh()).acos();
({ 1.4375 } % (f64::powi((y).mul_add(t1, x), 2) + 0.75))
}
}
case!(p41, f, 1.4375, [0.0, 0.0], -1.16535029454043, -1.5832338867610884);

#[differentiate]
mod p56 {
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
pub fn f(x: f64, y: f64) -> f64 {
(x * (0..2 % 5).map(|i4| { let r: f64 = { y }; r }).map(f64::tanh).product::<f64>())
}
}
case!(p56, f, 0.7444000819600737, [0.5199266222194436, -0.9912267260540726], 1.4317406536761015, -0.9098481750960319);

mod p61 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, o: Option<P>) -> Option<P> {
if let Some(u1) = &o {
let mut k2: usize = 0;
'l3: while k2 < (2 / (2 + 1)) % 5 && ((u1.b) <= (x)) {
k2 += 1;
}
if (x) > (x) {  let t4: f64 = (if (x) >= (u1.a) { 2.25 } else { u1.a }); return o.clone().map(|p| P { a: p.b * t4, ..p }); }
} else {
let t5: f64 = x;
let t6: f64 = ((x).powi(2) + 1.0).powi(-2);
}
let t7: f64 = (0.9 * ((0.9 * (x).tanh()).acos()).tanh()).cosh();
let t8: f64 = ({ x } + ((2 + 4 - 0 % 4) as f64));
if t7 < 0.4 { o.clone() } else { None }
}
#[differentiate(reverse)]
pub fn g1(x: f64, w: Vec<f64>) -> f64 {
'l1: for (i4, e2) in w.iter().enumerate() {
let k8 = f64::abs(w.iter().map(|e5| { let r: f64 = { 3.65625f64 }; r }).fold(w[i4], |a: f64, b: f64| 0.5 * a + b)).min(5.0) as usize;
let i4: f64 = (f64::powi((-2.4375), 2) + 1.0).powi(-2) * i4 as f64;
match k8 {
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
(if ((x) > (x)) || ((x) < (x)) { ((if w.is_empty() { x } else { w[pick(0, 2) % w.len()] })).mul_add(x, x) } else { x })
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64) -> f64 {
(0..(2 + 4 - 2 % 4) % 5).map(|i3| { let r: f64 = { { if (x) < (y) {
}
x } }; r }).fold({ { let Duo(s, p) = Duo((2 as f64), P { a: y, b: 0.5 * x }); s * p.b } }, |a: f64, b: f64| 0.5 * a + b)
}
}
case!(p61, f, 1.1831722296359324, [1.9375, 0.0], 0.6106695378766102, -0.9511966867448222);

mod p70 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, w: Vec<f64>) -> Vec<f64> {
let mut w1: Vec<f64> = Vec::new();
'l3: for i2 in 0..5 % 5 {
{
}
if (x) > (x) {
} else if (x) >= (2.125) {
} else {
}
}
w
}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut f64) -> Option<f64> {
*u *= f64::sin(((*u)).hypot(x));
let t6: f64 = ((x % (f64::powi((*u), 2) + 0.75))).mul_add(((*u) * (*u)), x);
let t7: f64 = (if ((*u)) >= ((*u)) { (*u) } else { (x).abs() });
None
}
#[differentiate(reverse)]
pub fn g2(x: f64, q: &mut Q) -> f64 {
q.p.b = f64::atan({ let mut h3: f64 = (if ((-3.40625)) < (x) { q.p.b } else { q.r[q.r.len() % 3] }); let mut c1 = |u2: f64| { h3 += { let r: f64 = { { let c4 = move |u5: f64, h6: f64| { let r: f64 = { h6 }; r }; c4(q.r[1], (-0.21875)) * c4((-0.21875), x) } }; r }; h3 }; let u2 = c1((match (q.k as usize) { 0 => { 0.9375 }, 1 | 2 => { (-1.28125) }, k if k % 3 == 1 => { x }, _ => { x } })); c1(x); h3 * u2 });
let t7: f64 = (if q.v.len() > 0 { q.v[(q.k as usize) % q.v.len()] } else { 0.25 });
let o8: Option<f64> = q.r.iter().copied().find(|u| *u > 0.3);
(if ((if q.v.len() > 0 { q.v[5 % q.v.len()] } else { 0.25 })) < (q.r[(q.k as usize) % 3]) { q.p.b } else { f64::atan2(2.21875f64, q.r[(q.k as usize) % 3]) })
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64) -> f64 {
match 3 {
0 | 3 => {
let mut k1: usize = 0;
'l2: loop {
if k1 >= pick(2, 2) % 5 { break; }
k1 += 1;
let t3: f64 = f64::max(2.09375f64, x);
let mut m4: Vec<Vec<f64>> = vec![vec![(f64::powi(y, 2) + 0.5).powf(f64::sin((-2.96875))); 2]; (4 + k1) % 3 + 1];
let (k5, k6) = ((m4.len() / (k1 + 1)) % m4.len(), ((m4.len() / (k1 + 1)) + 1) % 2);
m4[k5][k6] += (m4[pick(k1, k1) % m4.len()][(pick(k1, k1) + 1) % 2]).asinh();
if (x) >= ((-1.71875)) { break 'l2; }
}
let t7: f64 = (((x).copysign(y)).powi(2) + 1.0).recip();
let mut o8: Option<P> = None;
if let Some(u9) = &o8 {
} else {
let mut p10 = P { a: x, b: f64::atan2(1.21875f64, x) };
let mut t11 = (k1 as f64);
'l13: for i12 in (2 * 2 + k1) % 3..=(k1 + 3) % 4 {
}
}
}
1..=2 => {
let mut t15 = x;
let t16: f64 = t15;
let t17: f64 = { let p = P { b: t15 * t16, a: g1(t16 + 0.25 * x, &mut t15).unwrap_or(0.5) + t15 }; p.a - p.b * t15 };
let t18: f64 = t17;
let mut o19: Option<f64> = None;
}
k if k % 2 == 0 => {
}
_ => {
}
}
0.1875
}
}
case!(p70, f, 0.1875, [0.0, 0.0], -0.7270768622201743, -1.4533320463479593);
