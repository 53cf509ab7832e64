//! Values that do something when they are dropped, in scopes that are left early, as arguments of inlined functions, and in arrays and tuples.

use autodiff::prelude::*;
use std::cell::RefCell;

thread_local! {
    static EVENTS: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

fn note(event: u32) {
    EVENTS.with(|events| events.borrow_mut().push(event));
}

fn events(f: impl FnOnce() -> f64) -> (f64, Vec<u32>) {
    EVENTS.with(|events| events.borrow_mut().clear());
    let value = f();
    (value, EVENTS.with(|events| events.borrow().clone()))
}

struct Guard(u32);

impl Drop for Guard {
    fn drop(&mut self) {
        note(self.0);
    }
}

#[differentiate(reverse)]
fn left_early(x: f64) -> f64 {
    fn function(v: f64) -> f64 {
        let _guard = Guard(1);
        if v > 1.0 {
            return v * v;
        }
        note(20);
        v
    }
    let first = function(x);
    note(10);
    let closure = |v: f64| {
        let _guard = Guard(2);
        if v > 2.0 {
            return v * 2.0;
        }
        let _other = Guard(3);
        v * 3.0
    };
    let second = closure(first) + {
        note(11);
        closure(x)
    };
    note(12);
    let third = 'block: {
        let _guard = Guard(4);
        if x > 1.0 {
            let _inner = Guard(5);
            break 'block x * second;
        }
        note(21);
        let _inner = Guard(6);
        second
    };
    note(13);
    first * second * third
}

#[differentiate(reverse)]
fn left_by_question(x: f64, n: usize) -> Option<f64> {
    let _outer = Guard(1);
    let mut sum = x;
    for i in 0..n {
        let _guard = Guard(10 + i as u32);
        let root = if sum > 3.0 { None } else { Some(sum * x) };
        sum += root?;
        note(20 + i as u32);
    }
    note(30);
    Some(sum)
}

#[differentiate(reverse)]
fn passed(x: f64) -> f64 {
    fn function(x: f64, guard: Guard, _: Guard) -> f64 {
        note(20);
        x * f64::from(guard.0)
    }
    let first = function(x, Guard(2), Guard(3));
    note(10);
    let closure = |guard: Guard, v: f64| {
        note(21);
        v * v * f64::from(guard.0)
    };
    let second = closure(Guard(4), first);
    note(11);
    first * second
}

#[differentiate(reverse)]
fn together(x: f64) -> f64 {
    let _tuple = (Guard(1), Guard(2));
    note(10);
    let _array = [Guard(3), Guard(4)];
    note(11);
    let _vec = vec![Guard(5), Guard(6)];
    note(12);
    let _nested = ([Guard(7)], Guard(8));
    x * x
}

fn made(number: u32) -> Guard {
    Guard(number)
}

/// How many guards have been dropped.
fn dropped() -> usize {
    EVENTS.with(|events| events.borrow().len())
}

/// Guards that functions return, together with others: rustc drops them backwards.
#[differentiate(reverse)]
fn made_together(x: f64) -> f64 {
    let _array = [made(3), made(4)];
    let _one = made(5);
    let (_first, _second) = (made(6), made(7));
    let y = x * x;
    y * dropped() as f64 + x
}

/// Moved in one branch only, inside of a loop.
#[differentiate(reverse)]
fn moved_in_a_branch(x: f64) -> f64 {
    let mut y = 0.0;
    for i in 0..4 {
        let guard = made(i);
        if i == 1 {
            y -= x * dropped() as f64;
            continue;
        }
        if i == 2 {
            drop(guard);
            y += x * dropped() as f64;
        } else {
            y += x * x * dropped() as f64;
        }
        let _late = made(10);
        if i == 3 {
            break;
        }
        y += dropped() as f64 * x;
    }
    y
}

/// A temporary of the last expression is there until all of it has been evaluated.
#[differentiate(reverse)]
fn temporary_of_the_value(x: f64) -> f64 {
    x * f64::from(made(3).0) * (1 + dropped()) as f64
}

#[test]
fn guards_are_dropped_at_the_ends_of_their_scopes() {
    type Gradient = fn(f64) -> (f64, f64);
    let functions: [(fn(f64) -> f64, Gradient, fn(f64) -> f64); 6] = [
        (left_early, left_early_value_and_grad, |x| left_early_primal(x).0),
        (passed, passed_value_and_grad, |x| passed_primal(x).0),
        (together, together_value_and_grad, |x| together_primal(x).0),
        (made_together, made_together_value_and_grad, |x| made_together_primal(x).0),
        (moved_in_a_branch, moved_in_a_branch_value_and_grad, |x| moved_in_a_branch_primal(x).0),
        (temporary_of_the_value, temporary_of_the_value_value_and_grad, |x| temporary_of_the_value_primal(x).0),
    ];
    for (function, gradient, primal) in functions {
        for x in [0.5, 1.5, 2.5] {
            let expected = events(|| function(x));
            assert_eq!(events(|| gradient(x).0), expected);
            assert_eq!(events(|| primal(x)), expected);
        }
    }
    for (x, n) in [(0.5, 3), (1.5, 3), (1.5, 0)] {
        let expected = events(|| left_by_question(x, n).unwrap_or(-1.0));
        assert_eq!(events(|| left_by_question_primal(x, n).0.unwrap_or(-1.0)), expected);
        assert_eq!(events(|| left_by_question_value_and_grad(x, n).map_or(-1.0, |(value, _)| value)), expected);
    }
    assert_eq!(passed_value_and_grad(1.5), (passed(1.5), 3.0 * passed(1.5) / 1.5));
}
