//! Values behind guards of `std`: read, changed in place, and shared with plain functions.
#![deny(warnings)]

use autodiff::prelude::*;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Mutex, RwLock};

thread_local! {
    static EVENTS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn note(event: String) {
    EVENTS.with(|events| events.borrow_mut().push(event));
}

#[derive(Clone, Debug, Default)]
struct Counts {
    n: usize,
    rows: Vec<usize>,
    name: String,
}

#[derive(Clone, Debug, Differentiable)]
struct Spring {
    k: f64,
}
#[differentiate]
impl Spring {
    #[differentiate]
    fn energy(&self, x: f64) -> f64 {
        self.k * x * x
    }
    fn set(&mut self, k: f64) {
        self.k = k;
    }
}

static LEVEL: Mutex<f64> = Mutex::new(2.5);
static SCALE: RwLock<f32> = RwLock::new(1.5);
static PAIR: Mutex<(f64, usize)> = Mutex::new((2.5, 3));
static LOG: Mutex<Vec<f64>> = Mutex::new(Vec::new());
static CALLS: Mutex<usize> = Mutex::new(0);
static TABLE: Mutex<[f32; 3]> = Mutex::new([0.0; 3]);
static COUNTS: Mutex<Counts> = Mutex::new(Counts { n: 0, rows: Vec::new(), name: String::new() });
static ENTRIES: Mutex<BTreeMap<usize, f64>> = Mutex::new(BTreeMap::new());
static SPRING: Mutex<Spring> = Mutex::new(Spring { k: 2.0 });

/// Notes what is there, and which locks are free.
fn seen(at: &str) -> f64 {
    macro_rules! shown {
        ($($lock:ident)*) => {
            [$($lock.try_lock().map_or_else(|_| "held".to_string(), |of| format!("{:?}", *of))),*]
                .join(" ")
        };
    }
    note(format!("{at} {}", shown!(LOG CALLS TABLE COUNTS ENTRIES SPRING)));
    1.0
}

#[differentiate]
fn read(x: f64) -> f64 {
    let s = *LEVEL.lock().unwrap();
    let r = *SCALE.read().unwrap();
    let (a, k) = *PAIR.lock().unwrap();
    let c = RefCell::new(3.0);
    let before = *c.borrow();
    *c.borrow_mut() += 1.5;
    let mut y = x * s * *LEVEL.lock().unwrap() + r as f64 * x * k as f64 + a * before;
    for _ in 0..2 {
        *c.borrow_mut() *= 2.0;
        y *= *c.borrow() * x;
    }
    let held = c.borrow();
    y + x * *held
}

#[differentiate]
fn changed(x: f64) -> f64 {
    {
        let mut log = LOG.lock().unwrap();
        log.push(1.0);
        log.insert(0, 7.0);
        log[1] = 3.0;
        log[0] += 0.5;
    }
    seen("held");
    LOG.lock().unwrap().push(4.0);
    *CALLS.lock().unwrap() += 1;
    TABLE.lock().unwrap()[1] = 2.5;
    TABLE.lock().unwrap()[2] += 2.5;
    COUNTS.lock().unwrap().n += 2;
    COUNTS.lock().unwrap().rows.push(3);
    COUNTS.lock().unwrap().name.push_str("first");
    ENTRIES.lock().unwrap().insert(3, 2.0);
    *ENTRIES.lock().unwrap().entry(3).or_insert(0.0) += 1.5;
    SPRING.lock().unwrap().k = 3.0;
    SPRING.lock().unwrap().k += 0.5;
    seen("statements");
    let last = LOG.lock().unwrap().pop();
    let first = LOG.lock().unwrap().remove(0);
    let entry = ENTRIES.lock().unwrap()[&3];
    LOG.lock().unwrap().sort_by(|a, b| b.total_cmp(a));
    LOG.lock().unwrap().clear();
    COUNTS.lock().unwrap().name = "second".to_string();
    SPRING.lock().unwrap().set(1.5);
    seen("end");
    last.unwrap_or(1.0) * x + first * entry * x * x
}

#[differentiate]
fn while_held(x: f64) -> f64 {
    let a = *CALLS.lock().unwrap() as f64 * seen("after a statement");
    let mut y = x * (a + 1.0) * seen("free");
    {
        let mut calls = CALLS.lock().unwrap();
        if x > 1.0 {
            *calls += 1;
            y *= *calls as f64 * seen("in a branch");
        }
    }
    y *= seen("after a branch");
    {
        let mut log = LOG.lock().unwrap();
        for i in 0..3 {
            log.push(i as f64);
            y += x * log.len() as f64 * seen("in a loop");
        }
    }
    y *= seen("after a loop");
    for i in 0..3 {
        let mut log = LOG.lock().unwrap();
        log[i] += 1.0;
        if i == 1 {
            continue;
        }
        y += log[i] * x;
        drop(log);
        y *= seen("dropped");
    }
    {
        let either = if x > 1.0 { LOG.lock().unwrap() } else { LOG.lock().unwrap() };
        y += either[0] * seen("chosen");
    }
    y * seen("not chosen")
}

#[differentiate]
fn of_springs(x: f64) -> f64 {
    let spring = SPRING.lock().unwrap().clone();
    let shared = RefCell::new(vec![2, 3]);
    shared.borrow_mut().push(4);
    let copy = shared.borrow().clone();
    let other = SPRING.lock().unwrap().energy(x * copy[2] as f64);
    let k = (*SPRING.lock().unwrap()).k;
    let before = shared.replace_with(|values| values.iter().map(|v| v + 1).collect());
    let sums = before.iter().sum::<i32>() * 100 + shared.borrow().iter().sum::<i32>();
    spring.energy(x) + other + k * x + sums as f64
}

/// A guard that no variable holds lives to the end of the statement.
#[differentiate(reverse)]
fn in_one_statement(x: f64) -> f64 {
    let free = || usize::from(TABLE.try_lock().is_ok());
    let held = (TABLE.lock().unwrap().len(), usize::from(TABLE.try_lock().is_ok()));
    note(format!("{held:?}"));
    let mut y = x * (TABLE.lock().unwrap().len() + usize::from(TABLE.try_lock().is_ok())) as f64;
    y += x * free() as f64;
    match TABLE.lock().unwrap().len() {
        3 => y += x * x * (1.0 + f64::from(u8::from(TABLE.try_lock().is_ok()))),
        _ => y = 0.0,
    }
    y + f64::from(u8::from(TABLE.try_lock().is_ok())) * x
}

/// What happens in an evaluation, and its value.
fn events(evaluate: impl FnOnce() -> f64) -> (Vec<String>, u64) {
    LOG.lock().unwrap().clear();
    *CALLS.lock().unwrap() = 0;
    *TABLE.lock().unwrap() = [0.0; 3];
    *COUNTS.lock().unwrap() = Counts::default();
    ENTRIES.lock().unwrap().clear();
    SPRING.lock().unwrap().k = 2.0;
    EVENTS.with(|events| events.borrow_mut().clear());
    let value = evaluate();
    (EVENTS.with(|events| events.borrow().clone()), value.to_bits())
}

#[test]
fn the_same_happens_behind_guards() {
    macro_rules! same {
        ($($f:ident $x:literal)*) => {
            pastey::paste! {
                $(
                    let name = stringify!($f);
                    let expected = events(|| $f($x));
                    assert_eq!(events(|| [<$f _primal>]($x).0), expected, "{name}, primal");
                    assert_eq!(events(|| [<$f _vjp>]($x, 1.0).0), expected, "{name}, vjp");
                    assert_eq!(events(|| [<$f _jvp>]($x, 1.0).0), expected, "{name}, jvp");
                    let mut gradient = 0.0;
                    events(|| { gradient = [<$f _grad>]($x); 0.0 });
                    let at = |x: f64| f64::from_bits(events(|| $f(x)).1);
                    let difference = (at($x + 1e-6) - at($x - 1e-6)) / 2e-6;
                    assert!((gradient - difference).abs() < 1e-6 * difference.abs().max(1.0),
                        "{name}: {gradient} and {difference}");
                )*
            }
        };
    }
    same!(read 0.7 changed 0.7 while_held 1.5 while_held 0.5 of_springs 0.7
        in_one_statement 0.7);
}
