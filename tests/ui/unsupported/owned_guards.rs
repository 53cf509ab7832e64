//! Values that do something when they are dropped, where derivatives do not see when.
use autodiff::prelude::*;

struct Guard(u32);

impl Drop for Guard {
    fn drop(&mut self) {}
}

#[differentiate]
fn of_an_arm(x: f64) -> f64 {
    let held = Some(Guard(1));
    match held {
        Some(guard) => x * f64::from(guard.0),
        None => x,
    }
}

#[differentiate]
fn of_a_condition(x: f64) -> f64 {
    let held = Some(Guard(1));
    if let Some(guard) = held { x * f64::from(guard.0) } else { x }
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
