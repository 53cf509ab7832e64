//! Programs that take options, and return one or a result.

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
