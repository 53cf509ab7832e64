//! Side effects of plain functions happen as often and in the order of the function.

use autodiff::prelude::*;
use std::cell::{Cell, RefCell};
use std::ops::AddAssign;

thread_local! {
    static CALLS: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// Notes a call, and gives the number of calls before it.
fn tick(place: usize) -> usize {
    CALLS.with(|calls| {
        calls.borrow_mut().push(place);
        calls.borrow().len() - 1
    })
}

struct Counter {
    asked: Cell<usize>,
}

impl Counter {
    fn len(&self) -> usize {
        self.asked.set(self.asked.get() + 1);
        self.asked.get()
    }
}

fn counter() -> Counter {
    Counter { asked: Cell::new(0) }
}

struct Named(usize);

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        tick(8);
        write!(f, "{}", self.0)
    }
}

fn named() -> Named {
    Named(10)
}

#[derive(Differentiable, Clone, Copy)]
struct Length(f64);

#[differentiate]
impl AddAssign<f64> for Length {
    #[differentiate]
    fn add_assign(&mut self, other: f64) {
        self.0 += other;
    }
}

macro_rules! functions {
    ($($f:ident($x:ident) $body:block)*) => {
        pastey::paste! {
            $(
                #[differentiate(reverse)]
                fn $f($x: &[f64]) -> f64 $body
            )*

            #[test]
            fn calls_are_made_as_written() {
                let traced = |f: &dyn Fn() -> f64| {
                    CALLS.with(|calls| calls.borrow_mut().clear());
                    (f().to_bits(), CALLS.with(|calls| calls.borrow().clone()))
                };
                for x in [&[0.5, 1.25][..], &[-0.5, 2.0]] {
                    $(
                        let expected = traced(&|| $f(x));
                        let name = stringify!($f);
                        assert_eq!(traced(&|| [<$f _primal>](x).0), expected, "{name}, primal");
                        assert_eq!(traced(&|| [<$f _vjp>](x, 1.0).0), expected, "{name}, vjp");
                        assert_eq!(traced(&|| [<$f _jvp>](x, x).0), expected, "{name}, jvp");
                    )*
                }
            }
        }
    };
}

functions! {
    // an overloaded operator evaluates its place first
    added_by_reference(x) { let mut v = [x[0], x[1]]; v[tick(1) % 2] += &(x[0] * tick(2) as f64);
        v[0] * v[1] }
    added_to_a_number(x) { let mut v = [x[0], x[1]]; v[tick(1) % 2] += x[0] * tick(2) as f64; v[0]
        * v[1] }
    added_to_a_struct(x) { let mut v = [Length(x[0]), Length(x[1])]; v[tick(1) % 2] += x[0]
        * tick(2) as f64; v[0].0 * v[1].0 }
    // the argument of `ok_or` is evaluated, whether it is wanted or not
    eager_error(x) { let o = if x[0] > 0.0 { Some(x[1]) } else { None }; o.ok_or(tick(3))
        .unwrap_or(2.0) * x[0] }
    // a method of the crate may have effects, whatever it is called
    own_lengths(x) { let c = counter(); let _ = c.len(); let a = c.len(); c.len(); x[0]
        * (a + 10 * c.len()) as f64 }
    length_of_a_text(x) { let n = named().to_string().len(); x[0] * n as f64 * x[1] * n as f64 }
}
