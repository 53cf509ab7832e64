//! Values with a destructor that change before they are dropped, and temporary ones.

use autodiff::prelude::*;
use std::cell::RefCell;

thread_local! {
    static EVENTS: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

fn note(event: usize) {
    EVENTS.with(|events| events.borrow_mut().push(event));
}

fn events(f: impl FnOnce() -> f64) -> (f64, Vec<usize>) {
    EVENTS.with(|events| events.borrow_mut().clear());
    let value = f();
    (value, EVENTS.with(|events| events.borrow().clone()))
}

struct Guard {
    number: usize,
    list: Vec<usize>,
}

impl Guard {
    fn new(number: usize) -> Guard {
        Guard { number, list: Vec::new() }
    }

    fn with(mut self, k: usize) -> Guard {
        self.list.push(k);
        self
    }

    fn advance(&mut self) {
        self.number += 1;
    }

    fn number(&self) -> usize {
        self.number
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        note(self.number + 100 * self.list.len());
    }
}

struct Borrowing<'a> {
    guard: &'a Guard,
    number: usize,
}

impl Drop for Borrowing<'_> {
    fn drop(&mut self) {
        note(self.number + self.guard.number);
    }
}

#[differentiate(reverse)]
fn fields(x: f64) -> f64 {
    {
        let mut guard = Guard::new(1);
        guard.number = 5;
        let _other = Guard::new(2);
    }
    note(10);
    let made = |number: usize| {
        let mut guard = Guard::new(number);
        guard.number += 1;
        guard.number
    };
    let sum = made(3) + made(4);
    note(11);
    x * sum as f64
}

#[differentiate(reverse)]
fn lists(x: f64) -> f64 {
    {
        let mut guard = Guard::new(1);
        guard.list.push(3);
        let mut other = Guard::new(2).with(1).with(2);
        other.advance();
        other.list.swap(0, 1);
        guard.list.push(4);
        guard.list.pop();
    }
    note(10);
    let first = {
        let mut guard = Guard::new(3);
        guard.list.extend([1, 2]);
        guard.number() + guard.list[0]
    };
    note(11);
    x * first as f64
}

#[differentiate(reverse)]
fn components(x: f64) -> f64 {
    let mut pair = (Guard::new(1), 3);
    {
        let mut inner = (Guard::new(2), 4);
        inner.0.number = 9;
        inner.1 += 1;
        let _other = Guard::new(inner.1);
        pair.0.list.push(1);
    }
    note(10);
    x * pair.1 as f64
}

#[differentiate(reverse)]
fn in_loops(x: f64) -> f64 {
    let mut y = x;
    for k in 0..3 {
        let mut guard = Guard::new(k);
        guard.number *= 3;
        if k == 1 {
            continue;
        }
        for i in 0..k {
            guard.list.push(i);
        }
        note(10);
        y *= x;
    }
    note(11);
    y
}

/// A value that `_` does not bind is dropped at once; a temporary with its statement.
#[differentiate(reverse)]
fn unnamed(x: f64) -> f64 {
    let guard = Guard::new(1);
    {
        let _ = Borrowing { guard: &guard, number: 20 };
        Borrowing { guard: &guard, number: 30 };
        let _bound = Borrowing { guard: &guard, number: 40 };
    }
    note(10);
    {
        let first = Guard::new(2).with(3);
        let number = Guard::new(7).number();
        let _second = Guard::new(number);
        let _moved = first;
    }
    note(11);
    x
}

#[test]
fn changed_guards_are_dropped_where_they_are() {
    type Gradient = fn(f64) -> (f64, f64);
    let functions: [(fn(f64) -> f64, Gradient, fn(f64) -> f64); 5] = [
        (fields, fields_value_and_grad, |x| fields_primal(x).0),
        (lists, lists_value_and_grad, |x| lists_primal(x).0),
        (components, components_value_and_grad, |x| components_primal(x).0),
        (in_loops, in_loops_value_and_grad, |x| in_loops_primal(x).0),
        (unnamed, unnamed_value_and_grad, |x| unnamed_primal(x).0),
    ];
    for (function, gradient, primal) in functions {
        let expected = events(|| function(1.5));
        assert_eq!(events(|| gradient(1.5).0), expected);
        assert_eq!(events(|| primal(1.5)), expected);
    }
}
