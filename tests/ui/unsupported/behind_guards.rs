//! What guards of `std` refer to, where derivatives do not follow it.

use autodiff::prelude::*;
use std::cell::RefCell;
use std::sync::Mutex;

static LOG: Mutex<Vec<f64>> = Mutex::new(Vec::new());
static LEVEL: Mutex<f64> = Mutex::new(1.0);

fn raise(level: &mut f64) {
    *level += 1.0;
}

#[differentiate(reverse)]
fn pushed(x: f64) -> f64 {
    LOG.lock().unwrap().push(x);
    x * x
}

#[differentiate(reverse)]
fn added(x: f64) -> f64 {
    let sum = RefCell::new(0.0);
    *sum.borrow_mut() += x * 2.0;
    x * *sum.borrow()
}

#[differentiate(reverse)]
fn lent(x: f64) -> f64 {
    raise(&mut *LEVEL.lock().unwrap());
    x * x
}

#[differentiate(reverse)]
fn taken_by_a_pattern(x: f64) -> f64 {
    if let Ok(log) = LOG.lock() { x * log[0] } else { x }
}

fn sized(x: f64) -> f64 {
    println!("{}", LOG.try_lock().is_ok());
    x
}

/// The guard is dropped before the `else` or after it, as the edition says.
#[differentiate(reverse)]
fn before_an_else(x: f64) -> f64 {
    if let Some(k) = LOG.lock().unwrap().get(9).copied() { x * k } else { x * sized(2.0) }
}

/// It lives to the end of the statement.
#[differentiate(reverse)]
fn before_an_exit(x: f64, y: Option<f64>) -> Option<f64> {
    let z = LOG.lock().unwrap().len() as f64 * y? + x * sized(2.0);
    Some(z)
}

fn main() {}
