//! Functions without derivatives that random programs call: as source text for the programs, and as
//! Rust functions for the interpreter.
//!
//! Their arguments and results are small numbers, so that sums of products of results stay in
//! range.

use autodiff_compiler::ir::interpret::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A type of an argument: how it is held, borrowed, and returned after the call.
trait Passed<'a> {
    type Held: 'a;
    fn held(value: &Value) -> Option<Self::Held>;
    fn borrowed(held: &'a mut Self::Held) -> Self;
    fn back(held: Self::Held) -> Value;
}

macro_rules! passed {
    ($($ty:ty, $held:ty, |$value:ident| $from:expr, |$borrowed:ident| $borrow:expr,
        |$back:ident| $to:expr;)*) => {
        $(impl<'a> Passed<'a> for $ty {
            type Held = $held;
            fn held($value: &Value) -> Option<$held> {
                $from
            }
            fn borrowed($borrowed: &'a mut $held) -> Self {
                $borrow
            }
            fn back($back: $held) -> Value {
                $to
            }
        })*
    };
}

fn int(value: &Value) -> Option<usize> {
    if let Value::Int(i) = value { usize::try_from(*i).ok() } else { None }
}

/// What is passed here is constant.
fn real(value: &Value) -> Option<f64> {
    match value {
        Value::Real(x) => Some(*x),
        Value::Dual(x, 0.0) => Some(*x),
        _ => None,
    }
}

fn all<T>(value: &Value, one: fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    if let Value::Array(xs) = value { xs.iter().map(one).collect() } else { None }
}

fn ints(xs: Vec<usize>) -> Value {
    Value::array(xs.into_iter().map(|i| Value::Int(i as i128)).collect())
}

passed! {
    usize, usize, |v| int(v), |h| *h, |h| Value::Int(h as i128);
    f64, f64, |v| real(v), |h| *h, |h| Value::Real(h);
    Vec<usize>, Vec<usize>, |v| all(v, int), |h| std::mem::take(h), |h| ints(h);
    &'a [usize], Vec<usize>, |v| all(v, int), |h| h, |h| ints(h);
    &'a [f64], Vec<f64>, |v| all(v, real), |h| h, |h| Value::reals(&h);
    &'a mut usize, usize, |v| int(v), |h| h, |h| Value::Int(h as i128);
    &'a mut [usize], Vec<usize>, |v| all(v, int), |h| h, |h| ints(h);
    &'a mut Vec<usize>, Vec<usize>, |v| all(v, int), |h| h, |h| ints(h);
}

/// What a function may give.
trait Given {
    fn value(self) -> Value;
}

impl Given for () {
    fn value(self) -> Value {
        Value::unit()
    }
}

impl Given for bool {
    fn value(self) -> Value {
        Value::Bool(self)
    }
}

impl Given for usize {
    fn value(self) -> Value {
        Value::Int(self as i128)
    }
}

impl Given for f64 {
    fn value(self) -> Value {
        Value::Real(self)
    }
}

impl Given for Vec<usize> {
    fn value(self) -> Value {
        ints(self)
    }
}

impl Given for (usize, usize) {
    fn value(self) -> Value {
        Value::Tuple(vec![self.0.value(), self.1.value()])
    }
}

macro_rules! plain {
    ($(fn $name:ident($($arg:ident: $ty:ty),*) $(-> $out:ty)? $body:block)*) => {
        $(fn $name($($arg: $ty),*) $(-> $out)? $body)*

        /// All of them, as text.
        pub const PLAIN: &str = concat!("\n",
            $("pub ", stringify!(fn $name($($arg: $ty),*) $(-> $out)? $body), "\n"),*);

        /// What one of them gives, or why it panics; the arguments that it changes are changed.
        /// `None` if there is none of that name for these.
        pub fn call(name: &str, args: &mut [Value]) -> Option<Result<Value, String>> {
            match name {
                $(stringify!($name) => {
                    let [$($arg),*] = args else { return None };
                    $(let mut $arg = (<$ty as Passed<'_>>::held($arg)?, $arg);)*
                    let given = catch_unwind(AssertUnwindSafe(||
                        Given::value($name($(<$ty as Passed<'_>>::borrowed(&mut $arg.0)),*))));
                    $(*$arg.1 = <$ty as Passed<'_>>::back($arg.0);)*
                    Some(given.map_err(|_| format!("in `{name}`")))
                })*
                _ => None,
            }
        }
    };
}

plain! {
    fn pick(a: usize, b: usize) -> usize { (10 * a + b) % 31 }
    fn three(a: usize, b: usize, c: usize) -> usize { (25 * a + 5 * b + c) % 29 }
    fn two(a: usize, b: usize) -> (usize, usize) { (b % 7, (a + 1) % 5) }
    fn even(a: usize, b: usize) -> bool { !(a + 2 * b).is_multiple_of(3) }
    fn weight(a: f64, b: f64) -> f64 { (0.75 * a - 0.5 * b).sin() }
    fn scale(a: f64, n: usize) -> f64 { 0.5 + 0.125 * a.tanh() * (n % 8) as f64 }
    fn above(v: &[f64], least: f64) -> usize { v.iter().filter(|x| **x > least).count() }
    fn total(c: &[usize]) -> usize { c.iter().enumerate()
        .map(|(i, n)| (i + 1) * n).sum::<usize>() % 23 }
    fn both(a: &[usize], b: &[usize])
        -> usize { (3 * a.len() + a.iter().sum::<usize>() + 2 * b.iter().sum::<usize>()) % 19 }
    fn ended(c: Vec<usize>, n: usize) -> usize { c.last().map_or(n, |last| 3 * last + n) % 17 }
    fn longer(c: Vec<usize>, n: usize)
        -> Vec<usize> { let mut c = c; c.truncate(4); c.push(n % 6); c }
    fn tick(n: &mut usize, by: usize) -> usize { *n = (*n + by % 5 + 1) % 13; *n }
    fn trade(a: &mut usize, b: &mut usize)
        -> usize { let old = *a; *a = *b % 9; *b = (old + 1) % 9; old % 9 }
    fn tally(c: &mut [usize], k: usize)
        -> usize { let n = c.len(); if n == 0 { return k % 3; } c[k % n] += 1; c[k % n] %= 12;
        c[k % n] }
    fn turn(c: &mut Vec<usize>, n: &mut usize) { if c.len() < 5 { c.push(*n % 8); }
        else { *n = c.remove(0); } *n = (*n + 1) % 10; }
}
