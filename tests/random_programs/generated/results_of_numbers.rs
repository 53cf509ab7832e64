//! Programs that take numbers and sequences of them, and return an option or a result.

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

mod p6 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> Option<f64> {
let t4: f64 = x;
let t5: f64 = (x * { let mut h3: f64 = x; let mut c1 = |u2: f64| { h3 += { let r: f64 = { (0 as f64) }; r }; h3 }; let u2 = c1((*u)); c1(x); h3 * u2 });
None
}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut f64, s: &mut f64) -> f64 {
{ x }
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let p9: ((f64, f64), f64) = ((({ match 2 {
0 | 3 => {
}
1..=2 => {
}
k if k % 2 == 0 => {
}
_ => {
}
}
let mut h3 = H { n: 3, kind: E::U, at: { let t2: f64 = (v[2 / 2]).atan2((3 as f64)); None }, best: { let t1: f64 = (match 0 { 0 => { y }, 1 | 2 => { (if v.is_empty() { x } else { v[v.len() % v.len()] }) }, k if k % 3 == 1 => { x }, _ => { y } }); None } };
let mut k4: usize = 0;
let t6: f64 = 'l5: loop {
if k4 >= ((h3.n as usize) + (h3.n as usize)) % 5 {  break (if v.is_empty() { x } else { v[(h3.n as usize) % v.len()] }); }
k4 += 1;
if (y) <= (x) {  break 'l5 (y - (-2.875)); }
};
(0.9 * (y).tanh()).cosh() } % (f64::powi(f64::hypot({ let Duo(s, p) = Duo((if v.is_empty() { x } else { v[5 % v.len()] }), P { a: x, b: 0.5 * x }); s * p.b }, (0 as f64)), 2) + 0.75)), ((y * y) * (if v.is_empty() { x } else { v[0 % v.len()] }))), x);
let mut t11 = ({ let Duo(s, p) = Duo((-1.03125), P { a: (y * (if v.len() > 0 { v[pick(v.len(), 2) % v.len()] } else { 0.25 })), b: 0.5 * x }); s * p.b } * x);
let t18: f64 = v.iter().step_by(2).take(3).map(|e12| { let r: f64 = { f64::round(v.iter().map(|e15| { let r: f64 = { 3.03125f64 }; r }).map(f64::tanh).product::<f64>()) }; r }).fold(({ let Duo(s, p) = Duo(p9.0.0, P { a: x, b: 0.5 * x }); s * p.b } * x), f64::max);
let t19: f64 = (0.9 * (f64::signum(x)).tanh()).asin();
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p6, whole, 0.25, [0.0, 0.0, 0.0, 0.0, 0.0], -1.4537156374671711, -1.5260606926243923, &[-1.24714245358825, -1.1517887546245422, 1.8092230437146803]);

mod p7 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let t9: f64 = f64::min((match v.len() { 0 => { (if (x) <= (y) { (-2.15625) } else { x }) }, 1 | 2 => { v.chunks(2).map(|e1| { let r: f64 = { x }; r }).fold(x, f64::max) }, k if k % 3 == 1 => { x }, _ => { { let mut h6: f64 = y; let mut c4 = |u5: f64| { h6 += { let r: f64 = { y }; r }; h6 }; let u5 = c4(y); c4(x); h6 * u5 } } }), f64::mul_add((weight(2.984375, 3.953125) * y), (if v.len() > 0 { v[2 % v.len()] } else { 0.25 }), x));
let t10: f64 = (match 2 { 0 => { (if v.is_empty() { x } else { v[2 % v.len()] }) }, 1 | 2 => { y }, k if k % 3 == 1 => { (if v.is_empty() { x } else { v[0 % v.len()] }) }, _ => { x } });
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p7, whole, 0.25, [0.0, 0.0, 0.0], 0.09232522753418863, -0.014251255064081526, &[-0.5253893253738182]);

mod p12 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> Option<f64> {
let t1: f64 = ((2 * 2 + 2) as f64);
let t2: f64 = ((*u) * x);
None
}
#[differentiate(reverse)]
pub fn g1(x: f64, p: &mut P, u: &mut [f64]) {
p.a -= ((2 as f64) % (f64::powi(p.a, 2) + 0.75));
let t1: f64 = (f64::powi((2 as f64), 2) + 0.5).powf(f64::sin((0.9 * (x).tanh()).acos()));
let r3: Result<f64, usize> = { let o2: Option<f64> = u.iter().copied().reduce(f64::max); o2.ok_or(1) };

}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let t1: f64 = (if (v.len()) <= (2) { (if v.len() > 0 { v[3 % v.len()] } else { 0.25 }) } else { (-4.0) });
let t10: f64 = { let mut k2: usize = 0;
'l3: loop {
if k2 >= v.len() % 5 { break; }
k2 += 1;
let t4: f64 = (if v.len() > 0 { v[(v.len() + 4 - v.len() % 4) % v.len()] } else { 0.25 });
let mut ps5 = vec![P { a: f64::rem_euclid((-0.53125), (f64::powi((if v.is_empty() { x } else { v[5 % v.len()] }), 2) + 0.75)), b: 1.84375f64 }, P { a: x, b: 1.84375f64 }];
let t8: f64 = v[k2 / 2];
let mut d9 = Duo(((if v.is_empty() { x } else { v[k2 % v.len()] })).copysign(x), P { a: x, b: 0.5 * x });
if (2) != ((k2 + 4 - 4 % 4)) { break 'l3; }
}
x };
let t11: f64 = f64::round(f64::copysign((-1.96875), y));
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p12, whole, 0.25, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -0.8322467953144757, -1.672621153803108, &[1.3532644329532442, -0.02580994226452628, -0.15787373427998846, 1.3852611921377767]);

mod p13 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> Option<f64> {
let t4: f64 = (0..pick(2, 2) % 5).map(|i3| { let r: f64 = { (x - x) }; r }).fold(x, f64::max);
let t5: f64 = x;
None
}
#[differentiate(reverse)]
pub fn g1(x: f64, o: Option<f64>) -> Option<f64> {
match 2 {
0 | 3 => {
if (1.6875) <= (x) {
}
}
1..=2 => {
}
k if k % 2 == 0 => {
let t2: f64 = (x + 0.9375);
let t3: f64 = (x * (1 as f64));
let o4: Option<f64> = o.zip(o).map(|(a, b)| a * b + t3);
let t5: f64 = t2;
}
_ => {
let t6 = (x + x);
let mut w7: Vec<f64> = vec![t6; 3];
}
}
let mut t8: f64 = (match (2 + 4 - 2 % 4) { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { (-1.09375) }, _ => { x } });
let t16: f64 = (match pick(2, 2) { 0 => { x }, 1 | 2 => { { ((2 + 4 - 4 % 4) as f64) } }, k if k % 3 == 1 => { t8 }, _ => { (t8 * ((5 + 2) as f64)) } });
let t17: f64 = (0..(2 / (5 + 1)) % 5).map(|i11| { let r: f64 = { (if let (Some(u12), Some(u13)) = (o, o) { ({ t8 } - u13) } else { x }) }; r }).sum::<f64>();
o
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let t4: f64 = (x + y);
let t5: f64 = (((-3.09375) + x) + (v[2 / 2]).atan2(y));
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p13, whole, 0.25, [0.0, 0.0, 0.0, 0.0], -1.575333594808328, -1.9334200486674729, &[-1.5545936823920388, -1.2306907596635348]);

mod p15 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, u: &mut f64) -> Option<f64> {
let k1 = pick(2, 2);
let t2: f64 = f64::hypot((*u), x);
let t3: f64 = (*u);
None
}
#[differentiate(reverse)]
pub fn g1(x: f64, j: &mut usize, y: f64) -> f64 {
((0.9 * (x).tanh()).asin()).ceil()
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
'l1: for e2 in v {
match above(&[0.28125, 2.25], 0.25) {
0 | 3 => {
let t5: f64 = (if v.is_empty() { x } else { v[(1 * 2 + 2) % v.len()] });
'l7: for i6 in (0..2 % 8).step_by(2 % 3 + 1) {
}
}
1..=2 => {
if ((if v.is_empty() { x } else { v[4 % v.len()] })) >= ((if v.is_empty() { x } else { v[(5 / (2 + 1)) % v.len()] })) {
}
let t8: f64 = v[2 / 2];
}
k if k % 2 == 0 => {
let mut w12: Vec<f64> = v.iter().copied().skip(1).map(|e9| { let r: f64 = { (match 2 { 0 => { ((2 * 2 + 2) as f64) }, 1 | 2 => { (if v.is_empty() { x } else { v[2 % v.len()] }) }, k if k % 3 == 1 => { (if v.is_empty() { x } else { v[(v.len() + v.len()) % v.len()] }) }, _ => { x } }) }; r }).collect();
}
_ => {
if (y) >= ((if v.is_empty() { x } else { v[(0 / (2 + 1)) % v.len()] })) { break 'l1; }
}
}
}
if (2) < (2) {
let mut c14: Vec<usize> = vec![pick(2, 0), 0, 2, 1];
} else {
'l18: for e19 in v.iter().rev() {
let t25: f64 = v.iter().enumerate().map(|(i24, e22)| { let r: f64 = { x }; r }).fold((*e19), f64::max);
let (h28, h29) = (weight(2.359375, 2.9375), scale(2.9375, 4));
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
}
let t30: f64 = (y * (P { a: ((-1.09375) * (if v.len() > 0 { v[(2 + 4 - v.len() % 4) % v.len()] } else { 0.25 })), b: { (if v.is_empty() { x } else { v[2 % v.len()] }) } }).a);
let t31: f64 = (x % (f64::powi(f64::abs((y - (-0.59375))), 2) + 0.75));
v.iter().copied().reduce(f64::max)
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p15, whole, 1.6027237315186116, [0.0, 0.0, 0.0, 1.0], -0.34456865254260116, -0.44192205293313963, &[-0.3113486961703745, 1.6027237315186116]);

#[differentiate]
mod p26 {
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
pub fn g0(x: f64, h: &H) -> f64 {
let t4: f64 = (match &h.kind { E::A(s1) => { (x).trunc() }, E::B { s: s1, t: t2 } => { (*t2) }, E::C(p3) => { (p3.a * p3.b) }, E::U => { ((x).powi(2) + 0.5).cbrt() } });
let mut q5 = Q { k: 0, p: P { a: t4, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
{ let Q { p: p6, r: r7, v: v8, .. } = &mut q5;
p6.a *= f64::sin((r7[1] + t4));
}
let k19 = ({ let k20: usize = (q5.k as usize); tick(&mut q5.k, k20) });
q5.v.push((if (1.65625f64) >= (q5.p.b) { (match &*h { H { best: None, n: k21, .. } => { (if q5.v.len() > 0 { q5.v[(k19 / ((h.n as usize) + 1)) % q5.v.len()] } else { 0.25 }) } H { best: None, kind: E::C(P { b: u22, a: _ }), at: None, n: 0 | 2,  } => { q5.r[1 % 3] } H { best: Some(_), kind: E::A(u23), at: Some(p24), n: 1..=2,  } => { p24.a } _ => { (-0.3125) } }) } else { (q5.r[k19 % 3] + q5.r[1]) }));
q5.p.b = f64::atan(q5.v.iter().map(|e25| { let r: f64 = { (-3.21875) }; r }).map(f64::tanh).product::<f64>());
(0.9 * f64::tanh(q5.r[1])).powi(3)
}
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g1_26(&self, x: f64) -> f64 {
let mut w8: Vec<f64> = (0..pick(2, 2) % 5).map(|i3| { let r: f64 = { g0((1.125 * self.b) + 0.25 * x, &H { n: 3, kind: E::A((0..(0 * 2 + 4) % 5).map(|i6| { let r: f64 = { 1.25 }; r }).sum::<f64>()), at: if x > 0.1 { Some(P { a: 0.5, b: x }) } else { None }, best: { let t7: f64 = (0..(0 * 2 + 4) % 5).map(|i6| { let r: f64 = { 1.25 }; r }).sum::<f64>(); if t7 > 0.1 { Some(t7) } else { None } } }) }; r }).collect::<Vec<f64>>();
let t9: f64 = 2.125;
(((((2 / (2 + 1)) as f64)).powi(2) + 0.5).cbrt() / (f64::powi(self.a, 2) + 0.75))
}
}
#[differentiate(reverse)]
pub fn g2(x: f64, y: f64, n: usize) -> Result<f64, usize> {
let t3: f64 = (x * ((n / (n + 1)) as f64));
let mut os4: Vec<Option<f64>> = vec![None, None, None];
let t8: f64 = if (x) <= (x) { x } else { (0..n % 5).map(|i7| { let r: f64 = { y }; r }).sum::<f64>() };
let t12: f64 = ({ let c9 = |u10: f64| { let r: f64 = { y }; r }; c9(y) + c9((-3.40625)) } * 0.5);
let t13: f64 = (-1.71875);
Ok(t12)
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let argument_1 = pick(v.len(), 2);
let t4: f64 = { let mut h3: f64 = ({ (if v.len() > 0 { v[argument_1 % v.len()] } else { 0.25 }) } * (2.4375 + 1.625)); let mut c1 = |u2: f64| { h3 += { let r: f64 = { (f64::powi(g0((if v.len() > 0 { v[argument_1 % v.len()] } else { 0.25 }) + 0.25 * x, &H { n: 3, kind: E::A(u2), at: if x > 0.1 { Some(P { a: 0.5, b: x }) } else { None }, best: if u2 > 0.1 { Some(u2) } else { None } }), 2) + 1.0).log10() }; r }; h3 }; let u2 = c1(x); c1(x); h3 * u2 };
let mut o5: Option<f64> = v.iter().copied().find(|u| *u > 0.3);
let t6: f64 = (f64::powi(1.84375f64, 2) + 0.5).cbrt();
let t24: f64 = { if ((argument_1 / (0 + 1))) > (argument_1) {
let t7: f64 = (y).copysign(x);
let mut q8 = Q { k: 2, p: P { a: t7, b: 0.5 * x }, r: [x, 0.5, x], v: v.to_vec() };
'l14: for e12 in &q8.v {
q8.p.a -= (t7 * *e12);
}
let mut t15: f64 = { (if v.len() > 0 { v[(q8.k as usize) % v.len()] } else { 0.25 }) };
q8.r[3 % 3] /= 1.5 + f64::cos(((-3.625) % (f64::powi(q8.r[argument_1 % 3], 2) + 0.75)));
}
let t19: f64 = (P { a: y, b: (0..3 % 5).map(|i18| { let r: f64 = { (if v.len() > 0 { v[i18 % v.len()] } else { 0.25 }) }; r }).sum::<f64>() }).a;
let o20: Option<f64> = v.iter().copied().find(|u| *u > 0.3);
((-3.375) * (if v.is_empty() { x } else { v[(argument_1 % 9).pow(2) % v.len()] })) };
let t25: f64 = f64::hypot(v.iter().chain(v.iter()).map(|e21| { let r: f64 = { y }; r }).fold((if v.len() > 0 { v[argument_1 % v.len()] } else { 0.25 }), |a: f64, b: f64| 0.5 * a + b), (x * pick((v.len() + 4 - argument_1 % 4), 0) as f64));
o5.or(Some(t24))
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p26, whole, 0.7627146347439526, [0.0, 0.0, 1.0, 0.0, 0.0], -0.22065021497686332, -1.5689168460132272, &[0.7627146347439526, 1.0181500870020237, -1.275993836165948]);

mod p27 {
use super::*;
#[differentiate]
impl P {
#[differentiate(reverse)]
pub fn g0_27(self, x: f64) -> P {
let t1: f64 = (x * x);
P { b: ({ let h7: f64 = x; let c5 = |u6: f64| { if u6 > h7 { return u6; } { let r: f64 = { u6 }; r } }; c5(x) * h7 } / (f64::powi(1.8125, 2) + 0.75)), a: { let c2 = |u3: f64| { let r: f64 = { ((self.a).powi(2) + 1.0).powi(-2) }; r }; c2(x) + c2(f64::max((-0.25), self.a)) } }
}
}
#[differentiate(reverse)]
pub fn g1(x: f64, o: Option<P>) -> Option<P> {
let t1: f64 = (f64::powi(x, 2) + 0.5).powf(f64::sin(x));
let t2: f64 = x;
None
}
#[differentiate(reverse)]
pub fn g2(x: f64, w: Vec<f64>) -> Vec<f64> {
let mut w1 = w;
w1
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let t4: f64 = (x + ((x).to_radians() + (y / (f64::powi(x, 2) + 0.75))));
let t5: f64 = v.iter().chain(v.iter()).map(|e1| { let r: f64 = { (f64::powi(((-1.5) + (-0.09375)), 2) + 1.0).ln() }; r }).map(f64::tanh).product::<f64>();
if t4 > 0.1 { Some(t4) } else { None }
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p27, whole, 0.25, [0.0, 0.0, 0.0], 0.4682309255940189, -0.9233110972805149, &[-1.7961978252269704]);

#[differentiate]
mod p35 {
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
pub fn g0(x: f64, o: Option<f64>) -> Option<f64> {
let mut c1: Vec<usize> = vec![2, 0, pick(2, 2), 1];
let t5: f64 = ((x).powi(2) + 0.5).sqrt();
let t6: f64 = { let h4: f64 = (match 2 { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { x }, _ => { (-3.625) } }); let c2 = |u3: f64| { if u3 > h4 { return u3; } { let r: f64 = { f64::rem_euclid(3.75, (f64::powi(u3, 2) + 0.75)) }; r } }; c2((x).hypot(x)) * h4 };
match o { Some(u) if u > t5 => Some(u * t5), other => other }
}
#[differentiate(reverse)]
pub fn g1(x: f64, q: &mut Q) -> f64 {
*q = Q { k: 2, p: q.p.clone(), r: [f64::atan(2.25), 0.5, x], v: q.r.to_vec() };
let mut w4: Vec<f64> = vec![(0.9 * f64::tanh(q.r.iter().enumerate().map(|(i7, e5)| { let r: f64 = { 2.28125f64 }; r }).fold((-2.03125), |a: f64, b: f64| 0.5 * a + b))).exp(); usize::max((q.k as usize), (q.k as usize)) % 4];
let mut k11: usize = 0;
'l12: while k11 < (q.k as usize) % 5 && ((q.v.len()) > (k11)) {
k11 += 1;
let t13: f64 = ((k11 as f64)).max(q.r[1]);
}
((if w4.len() > 0 { w4[k11 % w4.len()] } else { 0.25 }) - { let Duo(s, p) = Duo(q.p.b, q.p.clone()); s * p.b })
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let t1: f64 = (x * ((if v.len() > 0 { v[(2 + 2) % v.len()] } else { 0.25 }) * (if v.len() > 0 { v[0 % v.len()] } else { 0.25 })));
let t2: f64 = { y };
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p35, whole, 0.25, [0.0, 0.0, 0.0, 0.0], -0.7958634079471044, -1.644840816249493, &[-0.38363139089366344, 0.6452874999273778]);

mod p37 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, n: usize) -> (f64, f64) {
if (x) >= (x) {
let t4: f64 = ((-3.28125) * x);
} else {
let k5 = f64::abs(x).min(5.0) as usize;
let t6 = x;
}
let t10: f64 = { let c7 = |u8: f64| { let r: f64 = { x }; r }; c7((x).asinh()) + c7(x) };
((0.9 * ((t10).max((n as f64))).tanh()).asin(), x)
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let t5: f64 = (x % (f64::powi((match 1 { 0 => { y }, 1 | 2 => { v.iter().rev().map(|e1| { let r: f64 = { x }; r }).sum::<f64>() }, k if k % 3 == 1 => { g0((-0.3125) + 0.25 * x, 2).1 }, _ => { f64::atan2(2.15625f64, x) } }), 2) + 0.75));
let t6: f64 = ((x).powi(2) + 1.0).powi(-2);
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p37, whole, 0.25, [0.0, 0.0], -0.1402451835043541, 0.41143217718492636, &[]);

mod p42 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, o: Option<P>) -> Option<P> {
let t1: f64 = (match (2 / (2 + 1)) { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { (3 as f64) }, _ => { x } });
let r3: Result<f64, usize> = { let o2: Option<f64> = Some(t1); o2.ok_or(0) };
let t7: f64 = (f64::powi({ let h6: f64 = x; let c4 = |u5: f64| { if u5 > h6 { return u5; } { let r: f64 = { (-1.9375) }; r } }; c4(x) * h6 }, 2) + 0.5).powf(1.7);
let t8: f64 = (x % (f64::powi(x, 2) + 0.75));
match &o { Some(p) if p.a > t7 => Some(P { a: p.b, b: p.a * t7 }), other => other.clone() }
}
#[differentiate(reverse)]
pub fn g1(x: f64, e: &E) -> f64 {
let k1 = three(pick(2, 2), 4, 3);
let t5: f64 = (match k1 { 0 => { x }, 1 | 2 => { ((x).powi(2) + 1.0).log10() }, k if k % 3 == 1 => { x }, _ => { (0..k1 % 5).map(|i4| { let r: f64 = { x }; r }).fold(x, |a: f64, b: f64| 0.5 * a + b) } });
let r6: Result<f64, usize> = if t5 > 0.1 { Ok(t5) } else { Err(3) };
let k7 = f64::abs((x + x)).min(5.0) as usize;
1.3125
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let t7: f64 = x;
let t8: f64 = (if v.len() > 0 { v[(2 * 2 + 2) % v.len()] } else { 0.25 });
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p42, whole, 0.25, [0.0, 0.0, 0.0], -1.0070296207597205, 0.07125956417400049, &[1.5020945195022724]);

#[differentiate]
mod p44 {
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
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let mut k2: usize = 0;
'l3: while k2 < (2 + 4 - 2 % 4) % 5 && ((pick(k2, k2)) != (4)) {
k2 += 1;
'l4: for i7 in 0..v.len() {
let (mut i7, k2) = (k2, i7);
'l8: for (e9, e10) in v.iter().zip(v.iter()) {
}
}
}
let t21: f64 = { let c12 = move |u13: f64, h14: f64| { let r: f64 = { f64::rem_euclid(((if v.len() > 0 { v[(v.len() + 4 - v.len() % 4) % v.len()] } else { 0.25 }) * (-2.25)), (f64::powi((P { a: u13, b: (k2 as f64) }).a, 2) + 0.75)) }; r }; c12((x * y), { let mut h17: f64 = ((if v.is_empty() { x } else { v[three(v.len(), k2, k2) % v.len()] }) + 1.6875); let mut c15 = |u16: f64| { h17 += { let r: f64 = { v.iter().copied().skip(1).map(|e18| { let r: f64 = { y }; r }).sum::<f64>() }; r }; h17 }; let u16 = c15((0.9 * (x).tanh()).exp2()); c15(x); h17 * u16 }) * c12({ let mut h17: f64 = ((if v.is_empty() { x } else { v[three(v.len(), k2, k2) % v.len()] }) + 1.6875); let mut c15 = |u16: f64| { h17 += { let r: f64 = { v.iter().copied().skip(1).map(|e18| { let r: f64 = { y }; r }).sum::<f64>() }; r }; h17 }; let u16 = c15((0.9 * (x).tanh()).exp2()); c15(x); h17 * u16 }, x) };
let t40: f64 = { let c22 = |u23: f64| { let r: f64 = { (0.9 * ((-x)).tanh()).tan() }; r }; c22(v.iter().map(|e25| { let r: f64 = { 3.0 }; r }).fold(((3 as f64) + (-3.0625)), f64::max)) + c22(v.iter().zip(v.iter()).map(|(e28, h29)| { let r: f64 = { (if v.is_empty() { x } else { v[5 % v.len()] }) }; r }).fold({ x }, f64::max)) };
let t41: f64 = v.iter().map(|e31| { let r: f64 = { f64::round({ let c34 = |u35: f64| { let r: f64 = { 3.53125f64 }; r }; c34(x) + c34(1.9375) }) }; r }).sum::<f64>();
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p44, whole, 0.25, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -1.8866216180396613, -0.8709881576050648, &[-0.8998608161682901, -0.3707817748396054, -0.16968801703860842, 0.37822903511610956]);

mod p60 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, h: &mut H) {
let t1: f64 = 0.28125f64;

}
#[differentiate(reverse)]
pub fn g1(x: f64, n: usize) -> E {
let t1: f64 = ((-3.71875) + (match n { 0 => { x }, 1 | 2 => { x }, k if k % 3 == 1 => { (-3.6875) }, _ => { x } }));
let mut q2 = Q { k: 2, p: P { a: t1, b: 0.5 * x }, r: [x, 0.5, x], v: vec![x, x] };
'l8: for (i7, e6) in q2.r.iter_mut().enumerate() {
*e6 = f64::atan((t1 + q2.p.b));
}
E::A((0.9 * (q2.r[1]).tanh()).cosh())
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let t3: f64 = ((if ((if v.is_empty() { x } else { v[2 % v.len()] })) < (y) { (if v.len() > 0 { v[(v.len() + 4 - v.len() % 4) % v.len()] } else { 0.25 }) } else { y }) + (x % (f64::powi(((if v.len() > 0 { v[2 % v.len()] } else { 0.25 })).min(3.15625f64), 2) + 0.75)));
let t4: f64 = ((0.9 * (y).tanh()).cosh()).copysign(f64::hypot({ (-3.5625) }, v.first().copied().unwrap_or(y)));
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p60, whole, 0.25, [0.0, 0.0, 0.0, 0.0], 0.7084129886084001, 1.1169106962710345, &[1.44193009406147, -0.2061273947575007]);

#[differentiate]
mod p65 {
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
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
'l1: for e2 in v.iter() {
}
let t11: f64 = (if v.is_empty() { x } else { v[5 % v.len()] });
let t12: f64 = ((-3.09375) + { let mut h7: f64 = { let h10: f64 = x; let c8 = |u9: f64| { if u9 > h10 { return u9; } { let r: f64 = { x }; r } }; c8(2.84375f64) * h10 }; let mut c5 = |u6: f64| { h7 += { let r: f64 = { (x * u6) }; r }; h7 }; let u6 = c5((x * x)); c5(x); h7 * u6 });
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p65, whole, 0.25, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], -0.6676222197489425, 1.3666591205779834, &[0.22565756401541942, -1.933060625341765, 1.0027420694353923, 0.03738590366918235]);

mod p66 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, a: [f64; 3]) -> [f64; 3] {
let t1: f64 = (x).min(x);
[(a[2 % 3] / (f64::powi(a.iter().zip(a.iter()).map(|(e5, h6)| { let r: f64 = { (*h6) }; r }).sum::<f64>(), 2) + 0.75)), { a[pick(2, 4) % 3] }, x * 0.5]
}
#[differentiate(reverse)]
pub fn g1(x: f64, y: f64) -> f64 {
let t1: f64 = ((f64::powi(3.15625f64, 2) + 1.0).recip()).min(y);
let mut os2: Vec<Option<f64>> = vec![None; 0 % 3];
((-0.96875) + 3.90625f64)
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let t6: f64 = (weight(constant((f64::powi(v.iter().rev().map(|e1| { let r: f64 = { (if v.is_empty() { x } else { v[2 % v.len()] }) }; r }).map(f64::tanh).product::<f64>(), 2) + 0.5).cbrt()), 1.21875) * x);
let t7: f64 = (g1(((if v.len() > 0 { v[pick(2, v.len()) % v.len()] } else { 0.25 }) % (f64::powi(y, 2) + 0.75)) + 0.25 * x, y) + x);
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p66, whole, 0.25, [0.0, 0.0, 0.0, 0.0], -0.859223588718597, 0.3877309586622796, &[0.3638640720036678, -0.6925849405588318]);

mod p73 {
use super::*;
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let t1: f64 = (((f64::powi(0.3125, 2) + 1.0).recip()).powi(2) + 1.0).log10();
let t2: f64 = f64::max((if ((if v.len() > 0 { v[3 % v.len()] } else { 0.25 })) >= ((-1.65625)) { x } else { (if v.is_empty() { x } else { v[2 % v.len()] }) }), x);
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p73, whole, 0.25, [0.0, 0.0], 0.18537029111366593, -1.996936920270002, &[]);

mod p78 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, q: &Q) -> f64 {
let q1 = Q { k: 2, p: q.p.clone(), r: [(-3.46875), 0.5, x], v: q.r.to_vec() };
q.r[1]
}
#[differentiate(reverse)]
pub fn g1(x: f64, u: &mut f64) -> Option<f64> {
let t1: f64 = ((x).mul_add((3 as f64), x) % (f64::powi((((*u)).powi(2) + 1.0).ln(), 2) + 0.75));
let t2: f64 = ((x).sin()).powi(1);
Some(t1)
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
let t12: f64 = (if v.is_empty() { x } else { v[2 % v.len()] });
let t13: f64 = (P { b: ((2 as f64) * pick((0 * 2 + 3), 2) as f64), a: (f64::powi(v.windows(2).map(|e9| { let r: f64 = { y }; r }).sum::<f64>(), 2) + 0.0).ln_1p() }).a;
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p78, whole, 0.25, [0.0, 0.0, 0.0, 0.0], -1.283991655761324, -0.4408309372401567, &[-0.5317699078414402, 1.53586237717637]);

mod p79 {
use super::*;
#[differentiate(reverse)]
pub fn g0(x: f64, v: &[f64]) -> f64 {
let t1: f64 = f64::hypot(x, (-2.15625));
let mut q2 = Q { k: 1, p: P { a: t1, b: 0.5 * x }, r: [x, 0.5, x], v: v.to_vec() };
{ let r4 = &q2.r;
q2.p.b += (r4.first().copied().unwrap_or(t1));
let k10 = 2 % (q2.v.len() + 1);
let k11 = k10 + (5 * 2 + 3) % (q2.v.len() + 1 - k10);
let s9 = &q2.v[k10..k11];
}
q2.p.b *= f64::sin(((P { b: q2.r[1], a: x }).a / (f64::powi(q2.p.b, 2) + 0.75)));
0.59375f64
}
#[differentiate(reverse)]
pub fn f(x: f64, y: f64, v: &[f64]) -> Option<f64> {
if ((2 / (2 + 1))) != (2) {
if (y) <= (((2 + 4 - 2 % 4) as f64)) {  let t1: f64 = (y).mul_add((y + (if v.len() > 0 { v[v.len() % v.len()] } else { 0.25 })), x); return if t1 > 0.1 { Some(t1) } else { None }; }
} else {
'l3: for i2 in 2 % 3..2 % 6 {
}
let t10: f64 = ({ let h6: f64 = (-0.90625); let c4 = |u5: f64| { if u5 > h6 { return u5; } { let r: f64 = { x }; r } }; c4(y) * h6 } * v.iter().chain(v.iter()).map(|e7| { let r: f64 = { y }; r }).fold(x, |a: f64, b: f64| 0.5 * a + b));
}
let mut e17: E = if (v.chunks(2).map(|e11| { let r: f64 = { y }; r }).sum::<f64>()) >= ((match 2 { 0 => { y }, 1 | 2 => { (if v.is_empty() { x } else { v[3 % v.len()] }) }, k if k % 3 == 1 => { ((2 + v.len()) as f64) }, _ => { y } })) { if x < f64::hypot(v.iter().rev().map(|e14| { let r: f64 = { y }; r }).map(f64::tanh).product::<f64>(), ((y).max(x) % (f64::powi(((if v.is_empty() { x } else { v[(2 / (4 + 1)) % v.len()] })).floor(), 2) + 0.75))) { E::A(f64::hypot(v.iter().rev().map(|e14| { let r: f64 = { y }; r }).map(f64::tanh).product::<f64>(), ((y).max(x) % (f64::powi(((if v.is_empty() { x } else { v[(2 / (4 + 1)) % v.len()] })).floor(), 2) + 0.75)))) } else { E::B { s: x, t: x } } } else { E::B { t: f64::hypot(v.iter().rev().map(|e14| { let r: f64 = { y }; r }).map(f64::tanh).product::<f64>(), ((y).max(x) % (f64::powi(((if v.is_empty() { x } else { v[(2 / (4 + 1)) % v.len()] })).floor(), 2) + 0.75))), s: x } };
if !(even((v.len() + 2), 3)) {
} else {
'l24: for i23 in 2 % 3..=2 % 4 {
}
}
let t25: f64 = f64::trunc(g0((3 as f64) + 0.25 * x, v));
let t26: f64 = ((0.9 * ((y).floor()).tanh()).acos() % (f64::powi(y, 2) + 0.75));
None
}
#[differentiate(reverse)]
pub fn whole(x: f64, y: f64, v: &[f64]) -> f64 { let y: Option<f64> = f(x, y, v); match y { Some(y) => y, None => 0.25 } }
}
case!(p79, whole, 5.836992447217574, [1.0, -4.83508366472582, -1.8138642794288666], 0.35691052390939126, -1.8138642794288666, &[-1.2073551058680874]);
