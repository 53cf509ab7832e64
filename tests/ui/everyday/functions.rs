//! Closures, iterators, nested items and functions as values: what is not supported yet.
#![allow(unused)]

use autodiff::prelude::*;
use std::collections::{BTreeMap, HashSet};

#[differentiate]
fn takes_a_trait_object(f: &dyn Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiate]
fn takes_a_boxed_closure(f: Box<dyn Fn(f64) -> f64>, x: f64) -> f64 {
    f(x)
}

#[derive(Differentiable, Clone)]
struct Spring<T>(T);

#[differentiate]
impl<T: autodiff::Real> Spring<T> {
    #[differentiate]
    fn returns_a_closure(&self, x: f64) -> impl Fn(f64) -> f64 {
        move |y| x * y
    }
}

#[differentiate(forward)]
fn returns_a_closure_with_options(x: f64) -> impl Fn(f64) -> f64 {
    move |y| x * y
}

#[differentiate]
fn closures_in_an_array(x: f64) -> f64 {
    let fs = [|v: f64| v * v, |v: f64| v + 1.0];
    fs[0](x)
}

#[differentiate]
fn collected_into_a_map(x: &[f64]) -> f64 {
    let m: BTreeMap<usize, f64> = x.iter().copied().enumerate().collect();
    m[&0]
}

#[differentiate]
fn folded_with_an_exit(x: &[f64]) -> f64 {
    x.iter().try_fold(0.0, |s, v| if *v > 0.0 { Some(s + v) } else { None }).unwrap_or(1.0)
}

#[differentiate]
fn two_filters(x: &[f64], y: &[f64]) -> f64 {
    x.iter().filter(|v| **v > 0.0).zip(y.iter().take_while(|v| **v > 0.0)).map(|(a, b)| a * b).sum()
}

#[differentiate]
fn by_reference(x: &[f64]) -> f64 {
    let mut i = x.iter();
    let a: f64 = i.by_ref().take(2).sum();
    a * i.sum::<f64>()
}

#[differentiate]
fn a_filter_advanced(x: &[f64]) -> f64 {
    let mut i = x.iter().filter(|v| **v > 0.0);
    i.next().unwrap() * 2.0
}

#[differentiate]
fn never_ends(x: f64) -> f64 {
    let mut s = 0.0;
    for i in 0.. {
        s += x;
    }
    s
}

#[differentiate]
fn local_struct(x: f64) -> f64 {
    struct P {
        a: f64,
    }
    P { a: x }.a
}

#[differentiate]
fn local_impl(x: f64) -> f64 {
    impl Twice for f64 {}
    x
}

trait Twice {}

#[differentiate]
fn local_trait(x: f64) -> f64 {
    trait Thrice {}
    x
}

#[differentiate]
fn local_macro(x: f64) -> f64 {
    macro_rules! twice {
        ($e:expr) => {
            $e + $e
        };
    }
    twice!(x)
}

#[differentiate]
fn unknown_macro(x: f64) -> f64 {
    thread_local!(static X: f64 = 1.0);
    x
}

#[differentiate]
fn question_in_a_closure(x: &[f64]) -> f64 {
    let f = |v: f64| -> Result<f64, String> { Ok(root(v)? * 2.0) };
    x[0]
}

#[differentiate]
fn root(x: f64) -> Result<f64, String> {
    Ok(x.sqrt())
}

#[differentiate]
fn function_as_a_value(x: f64) -> f64 {
    let f = f64::sin;
    f(x)
}

#[differentiate]
fn nested_generic(x: f64) -> f64 {
    fn successor<T: num_traits::One + std::ops::Add<Output = T>>(v: T) -> T {
        v + T::one()
    }
    successor(x)
}

#[differentiate]
fn nested_length(x: f64) -> f64 {
    fn total<const N: usize>(v: [f64; N]) -> f64 {
        v.iter().sum::<f64>() * N as f64
    }
    total([x, x])
}

#[differentiate]
fn nested_recursion(x: f64) -> f64 {
    fn down(v: f64, n: u32) -> f64 {
        if n == 0 { v } else { v * down(v, n - 1) }
    }
    down(x, 3)
}

#[differentiate]
fn unsafe_inside(x: f64) -> f64 {
    let y = unsafe { std::mem::transmute::<f64, f64>(x) };
    y
}

#[differentiate]
fn spawned(x: f64) -> f64 {
    std::thread::spawn(move || x * 2.0).join().unwrap()
}

#[differentiate]
fn pointer(x: f64) -> f64 {
    let p = &raw const x;
    1.0
}

fn main() {}
