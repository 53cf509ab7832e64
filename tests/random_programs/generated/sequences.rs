//! Programs that take sequences of numbers.

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

mod p9 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64, s: &mut f64) -> f64 {
(*s, *u) = (*u, *s);
x
}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut f64) -> Option<f64> {
if ((x) <= ((*u))) && ((x) <= (x)) {
let t7: f64 = (x * (*u));
let mut o8: Option<f64> = if ((*u)) < (x) { Some(t7) } else { None };
} else {
}
let t9: f64 = (x).ceil();
let t10: f64 = f64::copysign((5 as f64), x);
None
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
((f64::max((-2.375), y) / (f64::powi((y).tanh(), 2) + 0.75)) + (f64::powi(x, 2) + 0.5).powf(f64::sin(y)))
}
}
case!(p9, f, 3.09718645573453, [2.537688032062803, 0.4476327869240669, 0.0, 0.0], 1.268844019358709, 1.5708511231590232, &[-0.9896348640122657, 0.33571844268834955], 1);

mod p10 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, ps: &[P]) -> f64 {
let t1: f64 = ((-3.84375) % (f64::powi((x * x), 2) + 0.75));
x
}
#[differentiate(reverse)]
pub fn g1(x: f64, ps: &[P]) -> f64 {
let t1: f64 = (x / (f64::powi(x, 2) + 0.75));
((0.9 * (x).tanh()).exp() + { (2 as f64) })
}
#[differentiate(reverse)]
pub fn f(x: f64, d: (f64, f64), v: &[f64], n: usize) -> f64 {
v.iter().step_by(2).take(3).map(|e1| { let r: f64 = { g0(d.0 + 0.25 * x, &[P { a: 1.09375f64, b: x }, P { b: 0.5, a: x }]) }; r }).sum::<f64>()
}
}
case!(p10, f, 0.18619391388240217, [0.25, 1.0, 0.0, 0.0], -0.9465411279749588, (0.4228291958761419, 0.8), &[1.5700086139993383], 5);

#[differentiate]
mod p17 {
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
let (h1, h2): (f64, f64) = (0.515625, (2 / (2 + 1)) as f64);
let t3: f64 = (x).hypot(h1);
let t4: f64 = x;
Ok(t3)
}
#[differentiate(reverse)]
pub fn g1(x: f64, o: &Option<P>) -> f64 {
let t1: f64 = (2 as f64);
f64::copysign(x, (*o).as_ref().map_or(0.25, |u2| { u2.a }))
}
#[differentiate(reverse)]
pub fn g2(x: f64, u: &mut f64, s: &mut f64) -> f64 {
(if (((*u)) <= ((-0.15625))) || ((x) > (3.8125)) { ((*s)).hypot((2 as f64)) } else { (match 2 { 0 => { 2.6875 }, 1 | 2 => { (*s) }, k if k % 3 == 1 => { (*u) }, _ => { (*s) } }) })
}
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
match 4 {
0 | 3 => {
{
}
let mut t1 = (f64::powi(f64::mul_add(0.25, m[n % 3][(n + 1) % 2], x), 2) + 0.5).cbrt();
}
1..=2 => {
let t5: f64 = ((m[pick(n, n) % 3][(pick(n, n) + 1) % 2]).atan2(m[5 % 3][(5 + 1) % 2]) + { let h4: f64 = x; let c2 = |u3: f64| { if u3 > h4 { return u3; } { let r: f64 = { 1.96875f64 }; r } }; c2(x) * h4 });
let r6: Result<f64, usize> = g0(t5, None);
let k7 = f64::abs(((-3.65625) * (f64::powi(x, 2) + 0.5).powf(f64::sin(x)))).min(5.0) as usize;
let t17: f64 = (0..n % 5).map(|i10| { let r: f64 = { { let mut h13: f64 = (-3.1875); let mut c11 = |u12: f64| { h13 += { let r: f64 = { m[i10 % 3][(i10 + 1) % 2] }; r }; h13 }; let u12 = c11((-2.5)); c11(x); h13 * u12 } }; r }).fold({ let h16: f64 = x; let c14 = |u15: f64| { if u15 > h16 { return u15; } { let r: f64 = { (-2.34375) }; r } }; c14(m[(k7 + k7) % 3][((k7 + k7) + 1) % 2]) * h16 }, |a: f64, b: f64| 0.5 * a + b);
}
k if k % 2 == 0 => {
}
_ => {
let t21: f64 = { let c18 = move |u19: f64, h20: f64| { let r: f64 = { (u19).atan2(h20) }; r }; c18((0.9 * ((n as f64)).tanh()).sinh(), x) * c18(x, x) } + 0.25 * x;
let mut q22 = Q { k: 1, p: P { a: x, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
let t25 = g2(t21, &mut q22.r[1], &mut q22.p.b);
if ((n + 5)) <= (((q22.k as usize) / ((q22.k as usize) + 1))) {
'l26: for (i29, e27) in q22.v.iter().enumerate() {
}
let t30: f64 = (m[(n + 4 - (q22.k as usize) % 4) % 3][((n + 4 - (q22.k as usize) % 4) + 1) % 2]).signum() + 0.25 * x;
let t33 = g2(t30, &mut q22.p.a, &mut q22.r[0]);
} else {
let mut t34: f64 = m[(1 * 2 + 1) % 3][((1 * 2 + 1) + 1) % 2];
}
let n: f64 = (0.9 * ((if q22.v.len() > 0 { q22.v[((q22.k as usize) + 4 - n % 4) % q22.v.len()] } else { 0.25 })).tanh()).tan() * n as f64;
let t35 = ((if q22.v.len() > 0 { q22.v[1 % q22.v.len()] } else { 0.25 })).floor();
}
}
let p36: ((f64, f64), f64) = ((((g1(x + 0.25 * x, &Some(P { a: 2.59375f64, b: 0.5 })) % (f64::powi((m[1 % 3][(1 + 1) % 2] * x), 2) + 0.75)) * ((x).powi(2) + 0.5).powf(1.7)), x), x);
let t43: f64 = (0..n % 5).map(|i40| { let r: f64 = { ((p36.0.0 * x) % (f64::powi((3 as f64), 2) + 0.75)) }; r }).sum::<f64>() + 0.25 * x;
let mut q44 = Q { k: 1, p: P { a: x, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
let t47 = g2(t43, &mut q44.r[1], &mut q44.p.b);
(match (q44.k as usize) { 0 => { q44.v.iter().rev().map(|e48| { let r: f64 = { (*e48) }; r }).sum::<f64>() }, 1 | 2 => { m[(q44.k as usize) % 3][((q44.k as usize) + 1) % 2] }, k if k % 3 == 1 => { (0..(n + 4 - (q44.k as usize) % 4) % 5).map(|i53| { let r: f64 = { (f64::powi(p36.0.1, 2) + 0.5).powf(f64::sin((pick(i53, (q44.k as usize)) as f64))) }; r }).fold((q44.r[1] + (if q44.v.len() > 0 { q44.v[n % q44.v.len()] } else { 0.25 })), f64::max) }, _ => { (((-0.8125) * 3.125) + ((n as f64) + 3.8125)) } })
}
}
case!(p17, f, 0.2957250591015095, [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], 1.7058274859424714, &[[1.8158274859424715, 0.7], [0.2957250591015095, -0.6], [0.9, 1.1]], 5);

#[differentiate]
mod p23 {
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
pub fn g0(x: f64, u: &mut [f64]) {
let mut k1: usize = (u.len() + 4 - u.len() % 4);

}
#[differentiate(reverse)]
pub fn g1(x: f64, v: &[f64]) -> f64 {
let h3 = H { n: 0, kind: E::U, at: { let t2: f64 = f64::max((match 0 { 0 => { x }, 1 | 2 => { (if v.is_empty() { x } else { v[usize::abs_diff(2, 4) % v.len()] }) }, k if k % 3 == 1 => { (if v.is_empty() { x } else { v[(2 * 2 + 2) % v.len()] }) }, _ => { ((2 * 2 + v.len()) as f64) } }), ((if v.len() > 0 { v[pick(2, 2) % v.len()] } else { 0.25 }) * x)); None }, best: { let t1: f64 = (x / (f64::powi((x).copysign(0.21875f64), 2) + 0.75)); None } };
((0.9 * (x).tanh()).cosh() - x)
}
#[differentiate(reverse)]
pub fn g2(x: f64, u: &mut f64) -> Option<f64> {
let (h1, h2): (f64, f64) = (0.375, (2 * 2 + 0) as f64);
'l4: for i3 in 3 % 3..pick(2, 2) % 6 {
let t5: f64 = (h2 - h1);
let r6: Result<f64, usize> = Ok(t5);
}
let t12: f64 = (0..(2 + 4 - 4 % 4) % 5).map(|i9| { let r: f64 = { (h2 / (f64::powi((*u), 2) + 0.75)) }; r }).sum::<f64>();
let t13: f64 = (*u);
None
}
#[differentiate(reverse)]
pub fn f(x: f64, j: Vec<usize>, n: usize, y: f64) -> f64 {
((0..(n * 2 + n) % 5).map(|i3| { let r: f64 = { x }; r }).sum::<f64>() / (f64::powi(x, 2) + 0.75))
}
}
case!(p23, f, -0.5220464675859574, [0.40632564243615776, 0.0], -0.5487193468026889, vec![], 2, -0.26028374360022355);

mod p25 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, o: Option<P>) -> Option<P> {
let t4: f64 = f64::floor((0..2 % 5).map(|i3| { let r: f64 = { x }; r }).fold(x, f64::max));
let t5: f64 = f64::hypot((match pick(2, 1) { 0 => { (2 as f64) }, 1 | 2 => { ((2 + 4 - 4 % 4) as f64) }, k if k % 3 == 1 => { x }, _ => { x } }), (x).copysign(x));
None
}
#[differentiate(reverse)]
pub fn g1(x: f64, v: &[f64]) -> Vec<f64> {
let k1: usize = 2;
vec![(-2.65625), (weight((k1 as usize as f64), (k1 as usize as f64)) * (if v.len() > 0 { v[k1 % v.len()] } else { 0.25 }))]
}
#[differentiate(reverse)]
pub fn g2(x: f64, o: Option<P>) -> Option<P> {
let mut c1: Vec<usize> = Vec::new();
let t2: f64 = x;
let t3: f64 = (0.9 * (x).tanh()).exp();
match o.clone() { Some(P { a, b }) => Some(P { a: b, b: a }), None => None }
}
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
let (h1, h2) = (weight(0.0625, 0.5), scale(0.5, 2));
(0.9 * f64::tanh(v.iter().chain(v.iter()).map(|e3| { let r: f64 = { ((2 / (2 + 1)) as f64) }; r }).fold(v.iter().chain(v.iter()).map(|e6| { let r: f64 = { h1 }; r }).map(f64::tanh).product::<f64>(), |a: f64, b: f64| 0.5 * a + b))).atanh()
}
}
case!(p25, f, 8.743462798156511e-7, [0.0, 0.0, 0.0, 0.0], 0.4463087627472307, &[-0.7216228358550907, 1.7972219005171581, 0.4192664468632836]);

#[differentiate]
mod p32 {
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
pub fn g0<const N: usize>(x: f64, c: &[f64; N]) -> f64 {
let t1: f64 = (if ((-2.8125)) <= ((if c.len() > 0 { c[N % c.len()] } else { 0.25 })) { x } else { 3.0 });
(if c.is_empty() { x } else { c[(N / (N + 1)) % c.len()] })
}
#[differentiate(reverse)]
pub fn g1(x: f64, h: H) -> H {
let t6: f64 = (match h.clone() { H { best: None, kind: E::B { t: u1, .. }, n: 0 | 2, .. } if u1 > 0.2 => { u1 } H { best: None, kind: E::A(u2), n: k3, .. } => { (weight(constant(x), (k3 as usize as f64)) * x) } H { best: o4, n: k5, .. } => { (x * x) } _ => { (x).signum() } });
let t7: f64 = (weight(constant((if ((-0.1875)) >= (2.59375f64) { x } else { x })), (h.n as usize as f64)) * x);
H { best: if t6 < 0.4 { h.best } else { h.best }, ..h.clone() }
}
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g2_32(self, x: f64) -> P {
P { b: x, a: (self.b + (1.0625 * (-3.96875))) }
}
}
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
let mut k1: usize = 0;
'l2: while k1 < (0 + 2) % 5 && ((!((((v.len() + k1) as f64)) > (0.4375))) || (((if v.is_empty() { x } else { v[k1 % v.len()] })) > ((-2.0625)))) {
k1 += 1;
let s3 = &v[..];
if (v.len()) == (k1.min(5)) {
let t5: f64 = (if s3.len() > 0 { s3[k1 % s3.len()] } else { 0.25 });
} else {
let mut m7: [[f64; 2]; 3] = [[((-1.5625) * (if s3.len() > 0 { s3[k1 % s3.len()] } else { 0.25 })), ((k1 + 4 - k1 % 4) as f64)], [x, 0.5], [((k1 + 4 - k1 % 4) as f64), x]];
'l9: for i8 in usize::max(k1, k1) % 3..m7.len() % 6 {
}
}
let mut t10 = (if s3.len() > 0 { s3[2 % s3.len()] } else { 0.25 });
}
let mut t17: f64 = v.iter().step_by(2).take(3).map(|e11| { let r: f64 = { v.iter().filter(|e14| **e14 > 0.2).map(|e14| { let r: f64 = { (0.9 * ((*e14)).tanh()).cosh() }; r }).sum::<f64>() }; r }).sum::<f64>();
let t18: f64 = (match (5 * 2 + 1) { 0 => { x }, 1 | 2 => { ((x * pick(pick(k1, v.len()), 2) as f64) + (0.9 * (x).tanh()).acos()) }, k if k % 3 == 1 => { t17 }, _ => { (1 as f64) } });
let mut os19: Vec<Option<f64>> = vec![None, None, None];
(match k1 { 0 => { g0((f64::powi((if v.len() > 0 { v[above(&[(k1 as usize as f64), (k1 as usize as f64)], 0.25) % v.len()] } else { 0.25 }), 2) + 0.5).powf(f64::sin(t17)) + 0.25 * x, &[(match k1 { 0 => { x }, 1 | 2 => { 1.75 }, k if k % 3 == 1 => { v[k1.min(k1) / 2] }, _ => { t17 } }); 4]) }, 1 | 2 => { (((if v.is_empty() { x } else { v[k1 % v.len()] })).sin()).powi(1) }, k if k % 3 == 1 => { (k1 as f64) }, _ => { (if ((0 + 4 - 2 % 4)) != (1) { (2.6875 * v[k1 / 2]) } else { g0(t17 + 0.25 * x, &[(-2.625), x]) }) } })
}
}
case!(p32, f, -0.9833832391402247, [0.18154174445035925], -1.3882423055803812, &[]);

#[differentiate]
mod p47 {
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
pub fn g0(x: f64, ps: &[P]) -> f64 {
let t1: f64 = x;
let mut q2 = Q { k: 0, p: P { a: t1, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
{ let Q { p: p3, r: r4, v: v5, .. } = &mut q2;
p3.a += (r4[1] + t1);
let t9: f64 = x;
}
(if (2) < (4) { q2.r.iter().enumerate().map(|(i12, e10)| { let r: f64 = { (*e10) }; r }).map(f64::tanh).product::<f64>() } else { (match three(q2.r.len(), (q2.k as usize), (q2.k as usize)) { 0 => { q2.r[(q2.k as usize) % 3] }, 1 | 2 => { x }, k if k % 3 == 1 => { (if q2.v.len() > 0 { q2.v[(q2.k as usize) % q2.v.len()] } else { 0.25 }) }, _ => { q2.r[(4 / (q2.v.len() + 1)) % 3] } }) })
}
#[differentiate(reverse)]
pub fn g1(x: f64, o: Option<f64>) -> Option<f64> {
if let Some(u2) = o {
} else if let Some(u3) = o {
}
let t4: f64 = { 1.40625f64 };
let t5: f64 = ((x).hypot(x) * x);
None
}
#[differentiate(reverse)]
pub fn g2(x: f64, u: &mut f64) -> Option<f64> {
let t1: f64 = { (if (x) >= (x) { (-0.1875) } else { (*u) }) };
let t2: f64 = (((0.9 * (t1).tanh()).sinh()).powi(2) + 1.0).ln();
let t3: f64 = (weight(1.171875, 1.40625) * ((2 as f64) * x));
None
}
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
let t1: f64 = (f64::powi((match n { 0 => { (match n { 0 => { x }, 1 | 2 => { m[(m.len() + n) % 3][((m.len() + n) + 1) % 2] }, k if k % 3 == 1 => { (n.saturating_sub(n) as f64) }, _ => { m[(n * 2 + n) % 3][((n * 2 + n) + 1) % 2] } }) }, 1 | 2 => { x }, k if k % 3 == 1 => { (x).mul_add(m[m.len() % 3][(m.len() + 1) % 2], x) }, _ => { f64::clamp((-2.5), -1.5, 1.5) } }), 2) + 0.0).ln_1p();
let (mut k2, k3): (usize, usize) = two(4, ({ let r: (usize, usize) = two(n, n); r.1 }));
({ (x * (4 as f64)) } + (x * pick(k2, 1) as f64))
}
}
case!(p47, f, -20.22112139613019, [14.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -1.4443658140092992, &[[-1.334365814009299, 0.7], [1.0221329300215922, -0.6], [0.9, 1.1]], 3);

mod p48 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, p: &mut P) {

}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut f64, s: &mut f64) -> f64 {
'l2: for i1 in 2 % 3..3 % 6 {
}
(*u)
}
#[differentiate(reverse)]
pub fn g2(x: f64, n: usize) -> E {
E::C(P { a: (-1.28125), b: 0.5 * x })
}
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
let mut w4: Vec<f64> = v.iter().map(|e1| { let r: f64 = { (0.9 * ((if v.len() > 0 { v[(0 * 2 + v.len()) % v.len()] } else { 0.25 })).tanh()).atanh() }; r }).collect();
(f64::powi((if ((if v.is_empty() { x } else { v[3 % v.len()] })) <= (2.53125f64) { (if v.is_empty() { x } else { v[5 % v.len()] }) } else { (if w4.len() > 0 { w4[(2 / (w4.len() + 1)) % w4.len()] } else { 0.25 }) }), 2) + 1.0).ln()
}
}
case!(p48, f, 0.02785537207301632, [0.0, -0.32690263568674266], 1.0561130687251403, &[-0.16806832075244846]);

mod p51 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, v: &[f64]) -> f64 {
let t1: f64 = (if v.len() > 0 { v[2 % v.len()] } else { 0.25 });
v.iter().map(|e3| { let r: f64 = { v.iter().rev().map(|e6| { let r: f64 = { ((*e3) + 2.09375f64) }; r }).fold((if v.len() > 0 { v[3 % v.len()] } else { 0.25 }), f64::max) }; r }).fold({ 'l10: for i9 in (2 % 3..2 % 6).rev() {
}
let mut e11: E = if (x) <= (x) { E::C(P { a: x, b: 0.5 * x }) } else { if x < x { E::A(x) } else { E::B { s: x, t: x } } };
(match (2 / (2 + 1)) { 0 => { 1.09375f64 }, 1 | 2 => { x }, k if k % 3 == 1 => { x }, _ => { x } }) }, f64::max)
}
}
case!(p51, f, 3.8798039233690176, [0.0, 1.0, 0.0, 0.0, 0.0], 1.610945089426386, &[1.7860539233690178, -1.214657728228434, -0.4908087737801172, 1.5486507591970442]);

#[differentiate]
mod p53 {
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
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
((weight((n as usize as f64), (n as usize as f64)) * x) - (f64::ceil(2.125) + (0..(n + m.len()) % 5).map(|i3| { let r: f64 = { x }; r }).map(f64::tanh).product::<f64>()))
}
}
case!(p53, f, -2.7828017155475733, [-0.69231205900028, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -0.6948794139353364, &[[-0.5848794139353364, 0.7], [0.8514644106472411, -0.6], [0.9, 1.1]], 0);

mod p54 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64], n: usize) -> f64 {
let mut w1: Vec<f64> = vec![3.25; n % 4];
let t14: f64 = ((((if w1.len() > 0 { w1[(3 + 4 - n % 4) % w1.len()] } else { 0.25 })).powi(2) + 1.0).log2() + x);
'l15: for e16 in w1.iter_mut() {
let t19: f64 = (-(-x));
let mut o20: Option<P> = None;
'l21: for e22 in v.iter() {
let mut w25: Vec<f64> = vec![(*e22); n % 4];
let mut t26 = (if v.is_empty() { x } else { v[n % v.len()] });
let mut e30: E = if ((if w25.len() > 0 { w25[n % w25.len()] } else { 0.25 })) >= ((-0.1875)) { E::A(y) } else { E::A(w25.iter().enumerate().map(|(i29, e27)| { let r: f64 = { (*e22) }; r }).sum::<f64>()) };
}
}
y
}
}
case!(p54, f, 1.2619754440816895, [0.0, 1.0, 0.0, 0.0, 0.0], 1.6009808579077847, 1.2619754440816895, &[-0.753506104974749, -0.7498608514893877, -1.9000432132236305], 5);

mod p64 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64, s: &mut f64) -> f64 {
let mut k1: usize = 0;
'l2: while k1 < 2 % 5 && (!(((*s)) >= ((*u)))) {
k1 += 1;
let t3 = ((*s)).signum();
}
let t7: f64 = (f64::sin((*s))).powi(1);
let r8: Result<f64, usize> = Ok(t7);
(*u)
}
#[differentiate(reverse)]
pub fn g1(x: f64, q: &Q) -> f64 {
(((q.r[1]).powi(2) + 1.0).log2() % (f64::powi((match (q.k as usize) { 0 => { (pick((q.k as usize), q.v.len()) as f64) }, 1 | 2 => { x }, k if k % 3 == 1 => { (if q.v.len() > 0 { q.v[2 % q.v.len()] } else { 0.25 }) }, _ => { q.p.b } }), 2) + 0.75))
}
#[differentiate(reverse)]
pub fn f(x: f64, m: &[[f64; 2]; 3], n: usize) -> f64 {
(1.0 / (f64::powi(m[4 % 3][(4 + 1) % 2], 2) + 0.75))
}
}
case!(p64, f, 0.900900900900901, [0.0, 0.0, 0.0, 0.0, 0.9739469198928661, 0.0, 0.0], 1.583739499096275, &[[1.693739499096275, 0.7], [-0.3942352218869795, -0.6], [0.9, 1.1]], 3);

mod p76 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, w: Vec<f64>, v: &[f64], n: usize) -> f64 {
x
}
}
case!(p76, f, 0.8509997744524559, [1.0, 0.0, 0.0, 0.0, 0.0], 0.8509997744524559, vec![1.409019805927602], &[-1.970029519929337, -0.38135742591466526, 1.27459897135006], 1);
