//! Programs that take options.

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

mod p16 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, o: Option<P>, n: usize) -> f64 {
(P { a: (scale(2.828125, n) + x), b: (0.9 * f64::tanh((0..3 % 5).map(|i3| { let r: f64 = { x }; r }).map(f64::tanh).product::<f64>())).exp() }).a
}
}
case!(p16, f, -0.8532258017832124, [1.0], -1.4773549457349422, None, 1);

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
