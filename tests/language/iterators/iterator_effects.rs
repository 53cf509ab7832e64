//! Closures of iterators are called as often and in the order in which std calls them.

use crate::support::{close, differences, dot};
use autodiff::prelude::*;
use std::cell::RefCell;

thread_local! {
    static CALLS: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// Notes a call.
fn tick(place: u32) {
    CALLS.with(|calls| calls.borrow_mut().push(place));
}

/// A value, and the calls that computing it makes.
fn traced(f: impl FnOnce() -> f64) -> (u64, Vec<u32>) {
    CALLS.with(|calls| calls.borrow_mut().clear());
    let value = f().to_bits();
    (value, CALLS.with(|calls| calls.borrow().clone()))
}

macro_rules! functions {
    ($($f:ident($x:ident, $y:ident) $body:block)*) => {
        pastey::paste! {
            $(
                #[differentiate(reverse)]
                fn $f($x: &[f64], $y: &[f64]) -> f64 $body
            )*

            #[test]
            fn closures_are_called_as_by_std() {
                let long = [1.0, 2.0, 3.0, 0.5, 4.0];
                let short = [0.5, 1.5, 2.5];
                for (x, y) in [(&long[..], &short[..]), (&short, &long), (&short, &short)] {
                    $(
                        let expected = traced(|| $f(x, y));
                        let name = stringify!($f);
                        assert_eq!(traced(|| [<$f _primal>](x, y).0), expected, "{name}, primal");
                        assert_eq!(traced(|| [<$f _vjp>](x, y, 1.0).0), expected, "{name}, vjp");
                        assert_eq!(traced(|| [<$f _jvp>](x, y, x, y).0), expected, "{name}, jvp");
                        let (dx, dy) = [<$f _vjp>](x, y, 1.0).1;
                        let dx = dot(&dx, &differences(|x| $f(x, y), x));
                        let dy = dot(&dy, &differences(|y| $f(x, y), y));
                        let (gx, gy) = [<$f _vjp>](x, y, 1.0).1;
                        close(name, [<$f _jvp>](x, y, &gx, &gy).1, dx + dy, 1e-6);
                    )*
                }
            }
        }
    };
}

functions! {
    skipped(x, y) {
        x.iter().map(|a| { tick(1); a * y[0] }).skip(2).sum()
    }
    stepped(x, y) {
        x.iter().map(|a| { tick(1); a * y[0] }).step_by(2).sum()
    }
    counted(x, y) {
        y[0] * x.iter().map(|a| { tick(1); a * 2.0 }).count() as f64
    }
    length(x, y) {
        y[0] * x.iter().map(|a| { tick(1); a * 2.0 }).len() as f64
    }
    last(x, y) {
        x.iter().map(|a| { tick(1); a * y[0] }).last().unwrap_or(0.0)
    }
    numbered(x, y) {
        x.iter().map(|a| { tick(1); a * y[0] }).nth(1).unwrap_or(0.0)
    }
    by_name(x, y) {
        fn noted(a: &f64) -> f64 { tick(1); a * 2.0 }
        y[0] * x.iter().map(noted).last().unwrap_or(0.0)
    }
    // Slices have random access: the left side is never asked for more than the right side has.
    zipped(x, y) {
        x.iter().map(|a| { tick(1); *a }).zip(y.iter().map(|b| { tick(2); *b })).map(|(a, b)| a * b)
            .sum()
    }
    zipped_in_a_loop(x, y) {
        let mut s = 0.0;
        for (a, b) in x.iter().map(|a| { tick(1); *a }).zip(y.iter().map(|b| { tick(2); *b })) {
            tick(3);
            s += a * b;
        }
        s
    }
    // A reversed slice has a length that std trusts: what folds asks for no more, a loop does.
    zipped_with_reversed(x, y) {
        x.iter().map(|a| { tick(1); *a }).zip(y.iter().rev()).map(|(a, b)| a * b).sum()
    }
    zipped_with_reversed_in_a_loop(x, y) {
        let mut s = 0.0;
        for (a, b) in x.iter().map(|a| { tick(1); *a }).zip(y.iter().rev()) {
            s += a * b;
        }
        s
    }
    zipped_until(x, y) {
        let mut s = 0.0;
        for (a, b) in x.iter().map(|a| { tick(1); *a }).zip(y.iter().rev()) {
            if *b < 1.0 {
                break;
            }
            s += a * b;
        }
        s
    }
    zipped_and_taken(x, y) {
        x.iter().map(|a| { tick(1); *a }).zip(y.iter().rev()).take(3).map(|(a, b)| a * b).sum()
    }
    zipped_with_filtered(x, y) {
        x.iter().map(|a| { tick(1); *a }).zip(y.iter().filter(|b| **b > 1.0)).map(|(a, b)| a * b)
            .sum()
    }
    filtered_and_zipped(x, y) {
        x.iter().filter(|a| { tick(1); **a > 0.7 }).zip(y.iter().map(|b| { tick(2); *b }))
            .map(|(a, b)| a * b).sum()
    }
    zipped_twice(x, y) {
        let pairs = x.iter().map(|a| { tick(1); *a }).zip(y.iter().map(|b| { tick(2); *b }).rev());
        let mut s = 0.0;
        for ((a, b), c) in pairs.zip(x.chunks(2).map(|c| { tick(3); c[0] }).rev()) {
            s += a * b * c;
        }
        s
    }
    reversed(x, y) {
        x.iter().map(|a| { tick(1); *a }).enumerate().map(|(i, a)| { tick(2); a * i as f64 }).rev()
            .map(|a| a * y[0]).sum()
    }
    advanced(x, y) {
        let mut items = x.iter().map(|a| { tick(1); *a });
        let first = items.next().unwrap_or(0.0);
        tick(2);
        first * items.map(|a| { tick(3); a * y[0] }).sum::<f64>()
    }
    reduced(x, y) {
        x.iter().map(|a| { tick(1); a * y[0] }).reduce(|a, b| { tick(2); a * 0.5 + b })
            .unwrap_or(0.0)
    }
}
