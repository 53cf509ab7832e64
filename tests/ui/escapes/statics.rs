#![allow(unused)]

use autodiff::prelude::*;
use std::cell::Cell;
use std::sync::Mutex;

static LAST: Mutex<f64> = Mutex::new(0.0);
static mut COUNT: f64 = 0.0;

thread_local! {
    static LOCAL: Cell<f64> = const { Cell::new(0.0) };
}

fn remember(x: f64) {
    *LAST.lock().unwrap() = x;
}

#[differentiate(reverse)]
fn through_a_function(x: f64) -> f64 {
    remember(x);
    x * x
}

#[differentiate(reverse)]
fn through_a_lock(x: f64) -> f64 {
    *LAST.lock().unwrap() = x;
    x * x
}

#[differentiate(reverse)]
fn through_a_guard(x: f64) -> f64 {
    let mut last = LAST.lock().unwrap();
    *last = x;
    x * x
}

#[differentiate(reverse)]
fn directly(x: f64) -> f64 {
    unsafe { COUNT = x };
    x * x
}

#[differentiate(reverse)]
fn thread_local(x: f64) -> f64 {
    LOCAL.with(|last| last.set(x));
    x * x
}

fn main() {}
