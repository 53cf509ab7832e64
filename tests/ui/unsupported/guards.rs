//! Values with destructors, where the order of drops cannot be preserved.

use autodiff::prelude::*;

struct Guard(u32);

impl Drop for Guard {
    fn drop(&mut self) {
        println!("{}", self.0);
    }
}

impl Guard {
    fn number(&self) -> Option<u32> {
        Some(self.0)
    }
}

fn consume(guard: Guard) -> u32 {
    guard.0
}

#[differentiate(reverse)]
fn before_the_else(x: f64) -> f64 {
    if let Some(n) = Guard(1).number() { x * f64::from(n) } else { x }
}

#[differentiate(reverse)]
fn moved_and_assigned_over(x: f64) -> f64 {
    let mut guard = Guard(1);
    let n = consume(guard);
    guard = Guard(2);
    x * f64::from(n + guard.0)
}

#[differentiate(reverse)]
fn of_an_active_value(x: f64) -> f64 {
    let guard = Guard(x as u32);
    x * f64::from(guard.0)
}

struct Borrowing<'a>(&'a Guard);

#[differentiate(reverse)]
fn extended(x: f64) -> f64 {
    let held = Borrowing(&Guard(1));
    x * f64::from(held.0.0)
}

fn main() {}
