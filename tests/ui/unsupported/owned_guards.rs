//! Values that do something when they are dropped, where derivatives do not see when.
use autodiff::prelude::*;

struct Guard(u32);

impl Drop for Guard {
    fn drop(&mut self) {}
}

fn pair() -> (Guard, usize) {
    (Guard(1), 2)
}

struct Holder {
    guard: Guard,
}

#[differentiate]
fn of_a_tuple(x: f64) -> f64 {
    let (guard, n) = pair();
    x * n as f64 * f64::from(guard.0)
}

#[differentiate]
fn of_conditions(x: f64) -> f64 {
    let held = Some(Guard(1));
    if let Some(guard) = held && x > 1.0 { x * f64::from(guard.0) } else { x }
}

#[differentiate]
fn of_no_arm(x: f64) -> f64 {
    match Some(Guard(1)) {
        Some(_) => x * x,
        None => x,
    }
}

#[differentiate]
fn out_of_a_field(x: f64) -> f64 {
    let holder = Holder { guard: Guard(1) };
    let guard = holder.guard;
    x * f64::from(guard.0)
}

#[differentiate]
fn declared_before(x: f64) -> f64 {
    let first;
    let _second = Guard(2);
    first = Guard(1);
    x * f64::from(first.0)
}

#[differentiate]
fn of_a_statement(x: f64) -> f64 {
    let first = Guard(1);
    let (_second, _) = (Guard(2), first);
    let third = Guard(3);
    let _ = Some(third);
    x
}

#[differentiate]
fn out_of_a_struct(x: f64) -> f64 {
    let holder = Holder { guard: Guard(1) };
    let Holder { guard } = holder;
    x * f64::from(guard.0)
}

#[differentiate]
fn exchanged(x: f64) -> f64 {
    let mut first = Guard(1);
    let second = std::mem::replace(&mut first, Guard(2));
    x * f64::from(second.0)
}

#[differentiate]
fn into_an_option(x: f64) -> f64 {
    let mut held = None;
    held = Some(Guard(1));
    if held.is_some() { x * x } else { x }
}

#[differentiate]
fn of_an_option(x: f64) -> f64 {
    let mut held = Some(Guard(1));
    let y = if held.is_some() { x * x } else { x };
    held = None;
    y
}

#[differentiate]
fn of_a_vector(x: f64) -> f64 {
    let mut held = vec![Guard(1)];
    held.push(Guard(2));
    x * x
}

/// References in patterns own nothing.
#[differentiate]
fn referred_to(x: f64) -> f64 {
    let held = Some(Guard(1));
    let y = if let Some(ref guard) = held { x * f64::from(guard.0) } else { x };
    match &held {
        Some(guard) => y * f64::from(guard.0),
        None => y,
    }
}

fn main() {}
