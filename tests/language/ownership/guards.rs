//! Values with destructors: locks and guards live as long as in the function.

use autodiff::prelude::*;
use std::cell::RefCell;
use std::sync::Mutex;

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

fn guard(number: u32) -> Guard {
    note(100 + number);
    Guard(number)
}

struct Pool;

impl Pool {
    fn lease(&self) -> Lease {
        Lease(guard(7))
    }
}

struct Lease(Guard);

impl Lease {
    fn value(&self) -> f64 {
        f64::from(self.0.0)
    }
}

#[differentiate(reverse)]
fn held(x: f64) -> f64 {
    let _first = guard(1);
    let _second = guard(2);
    note(10);
    x * x
}

#[differentiate(reverse)]
fn held_in_a_loop(x: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..3 {
        let _guard = guard(i);
        note(10);
        s += x;
    }
    s
}

#[differentiate(reverse)]
fn not_held(x: f64) -> f64 {
    let _ = guard(1);
    note(10);
    guard(2);
    note(11);
    let third = guard(3);
    note(12);
    drop(third);
    note(13);
    x
}

#[differentiate(reverse)]
fn until_return(x: f64) -> f64 {
    let _guard = guard(1);
    if x > 0.5 {
        note(10);
        return x * 3.0;
    }
    x
}

#[differentiate(reverse)]
fn temporary(x: f64) -> f64 {
    let pool = Pool;
    let value = x * pool.lease().value();
    note(10);
    value
}

#[differentiate(reverse)]
fn in_scopes(x: f64) -> f64 {
    {
        let _guard = guard(1);
        note(10);
    }
    note(11);
    let held = |number: u32| {
        let _guard = guard(number);
        note(12);
        x * f64::from(number)
    };
    held(2) + held(3)
}

static LOCKED: Mutex<[f64; 2]> = Mutex::new([2.0, 3.0]);

/// A lock that is not given back is waited for without end.
#[differentiate(reverse)]
fn locked_again(x: f64) -> f64 {
    let first = LOCKED.lock().unwrap()[0];
    let second = x * LOCKED.lock().unwrap()[1];
    let guard = LOCKED.lock().unwrap();
    let third = guard[0];
    drop(guard);
    let fourth = {
        let guard = LOCKED.lock().unwrap();
        guard[0] + guard[1]
    };
    let mut steps = 0.0;
    while LOCKED.lock().unwrap()[1] > steps {
        steps += 1.0;
    }
    first * second * third * fourth * steps
}

static COUNT: Mutex<usize> = Mutex::new(3);

/// What is read through a temporary is no number here; the lock ends with the statement all the
/// same.
#[differentiate(reverse)]
fn locked_for_a_statement(x: f64) -> f64 {
    let first = COUNT.lock().unwrap().checked_add(1);
    let second = x * COUNT.lock().unwrap().checked_add(2).unwrap_or(0) as f64;
    let _ = COUNT.lock().unwrap().checked_add(3);
    let free = if COUNT.try_lock().is_ok() { 1.0 } else { 0.0 };
    second * first.map_or(0.0, |n| n as f64) * free
}

fn shared() -> RefCell<Vec<usize>> {
    RefCell::new(vec![1, 2, 3])
}

/// A second `borrow_mut` would panic.
#[differentiate(reverse)]
fn borrowed_again(x: f64) -> f64 {
    let cell = shared();
    let first = cell.borrow_mut().last().copied();
    let second = cell.borrow_mut().first().copied().map_or(x, |n| x * n as f64);
    let _ = cell.borrow_mut();
    if cell.borrow_mut().first().is_some() && cell.try_borrow_mut().is_ok() {
        return second * first.unwrap_or(0) as f64;
    }
    x
}

impl Guard {
    fn number(&self) -> Option<u32> {
        Some(self.0)
    }
}

#[differentiate(reverse)]
fn until_the_end_of_the_statement(x: f64) -> f64 {
    let first = guard(1).number();
    note(10);
    let Some(second) = guard(2).number() else { return x };
    note(11);
    let third = f64::from(guard(3).number().unwrap()) * x + {
        note(12);
        x
    };
    note(13);
    let fourth = {
        note(14);
        guard(4).number()
    };
    note(15);
    third * f64::from(first.unwrap() + second + fourth.unwrap())
}

/// A reference in a `let` lets what it refers to live as long as the variable.
#[differentiate(reverse)]
fn extended(x: f64) -> f64 {
    let number = &guard(5).number();
    note(10);
    let held = &guard(6);
    note(11);
    let numbers = number.unwrap() + held.number().unwrap();
    x * f64::from(numbers)
}

mod timers {
    pub struct Timer(pub u32);

    impl ::std::ops::Drop for Timer {
        fn drop(&mut self) {
            super::note(self.0);
        }
    }

    pub struct Marker;

    impl Drop for Marker {
        fn drop(&mut self) {
            super::note(77);
        }
    }

    pub struct Step {
        pub timer: Timer,
        pub number: u32,
    }
}

use timers::{Marker, Step, Timer as Clock};

enum State {
    Idle,
    Busy(u32),
}

impl Drop for State {
    fn drop(&mut self) {
        note(if let State::Busy(number) = self { *number } else { 0 });
    }
}

/// Constructors make guards as functions do: of structs, units and variants, of another module, by
/// another name, and of what holds one.
#[differentiate(reverse)]
fn constructed(x: f64) -> f64 {
    let _clock = Clock(1);
    let _marker = Marker;
    let step = Step { timer: Clock(2), number: 5 };
    let _busy = State::Busy(3);
    {
        let _idle = State::Idle;
        let _inner = timers::Timer(4);
        note(10);
    }
    note(11);
    for k in 0..2u32 {
        let _clock = Clock(20 + k);
        note(12);
    }
    x * f64::from(step.number)
}

/// The value that was there is dropped when the next one is assigned.
#[differentiate(reverse)]
fn assigned_over(x: f64) -> f64 {
    let mut held = guard(1);
    note(10);
    if x > 0.5 {
        held = guard(2);
    }
    note(11);
    held = Guard(3);
    for k in 4..6 {
        held = guard(k);
        note(12);
    }
    x * f64::from(held.0)
}

fn number_of(guard: &Guard) -> Option<u32> {
    (guard.0 > 1).then_some(guard.0)
}

/// Temporaries of what is matched live until the arms are done; those of a condition do not.
#[differentiate(reverse)]
fn matched(x: f64) -> f64 {
    let mut y = x;
    match number_of(&guard(2)) {
        Some(n) => {
            note(10);
            y *= f64::from(n);
        }
        None => note(11),
    }
    if let Some(n) = number_of(&Guard(3)) {
        note(12);
        y *= f64::from(n);
    }
    if number_of(&guard(4)).is_some() {
        note(13);
    }
    let mut left = 3;
    while let Some(n) = number_of(&Guard(left)) {
        note(30 + n);
        left -= 1;
    }
    y
}

/// Methods may have taken a guard or not.
#[differentiate(reverse)]
fn asked(x: f64) -> f64 {
    let mut y = x;
    {
        let held = guard(1);
        if held.number().is_some() {
            y *= x;
        }
        note(10);
    }
    note(11);
    let z = {
        let held = Guard(5);
        if held.number().is_some() { y * x } else { y }
    };
    note(12);
    z
}

/// Its length is read before the arms, and it is borrowed until they are done.
#[differentiate(reverse)]
fn borrowed_while_matched(x: f64) -> f64 {
    let cell = shared();
    let mut y = x;
    match cell.borrow_mut().len() {
        3 => {
            if cell.try_borrow_mut().is_err() {
                y *= 3.0;
            }
        }
        _ => y += 1.0,
    }
    if cell.borrow_mut().len() == 3 && cell.try_borrow_mut().is_ok() {
        y *= x;
    }
    y
}

#[test]
fn guards_are_dropped_where_they_are() {
    macro_rules! same {
        ($($f:ident)*) => {
            pastey::paste! {
                $(
                    let expected = events(|| $f(1.5));
                    let name = stringify!($f);
                    assert_eq!(events(|| [<$f _primal>](1.5).0), expected, "{name}, primal");
                    assert_eq!(events(|| [<$f _vjp>](1.5, 1.0).0), expected, "{name}, vjp");
                    assert_eq!(events(|| [<$f _jvp>](1.5, 1.0).0), expected, "{name}, jvp");
                )*
            }
        };
    }
    same!(held held_in_a_loop not_held until_return temporary in_scopes locked_again);
    same!(locked_for_a_statement borrowed_again until_the_end_of_the_statement extended);
    same!(constructed assigned_over matched asked borrowed_while_matched);
    assert_eq!(constructed_grad(1.5), 5.0);
    assert_eq!(assigned_over_grad(1.5), 5.0);
    assert_eq!(matched_grad(1.5), 6.0);
    assert_eq!(asked_grad(1.5), 6.75);
    assert_eq!(borrowed_while_matched_grad(1.5), 9.0);
    assert_eq!(held_grad(1.5), 3.0);
    assert_eq!(temporary_grad(1.5), 7.0);
    assert_eq!(locked_again_grad(1.5), 180.0);
    assert_eq!(locked_for_a_statement_grad(1.5), 20.0);
    assert_eq!(borrowed_again_grad(1.5), 3.0);
    assert_eq!(until_the_end_of_the_statement_grad(1.5), 28.0);
}

#[differentiate]
fn traced(x: &[f64]) -> f64 {
    let trace = RefCell::new(Vec::new());
    let seen: RefCell<Vec<bool>> = RefCell::new(Vec::new());
    let pair = (RefCell::new(Vec::with_capacity(2)), 3);
    let mut y = 0.0;
    for i in 0..x.len() {
        trace.borrow_mut().push(i);
        seen.borrow_mut().push(x[i] > 1.0);
        pair.0.borrow_mut().push(x[i] < 9.0);
        y += x[i] * x[i];
    }
    let total: usize = trace.borrow().iter().sum();
    let n = trace.borrow().len() + seen.borrow().len() + pair.1 + pair.0.borrow().len();
    y * n as f64 + total as f64 * x[0]
}

#[test]
fn sequences_in_cells() {
    check!(traced, [1.5, 0.5, 2.0]);
    check!(traced, [1.5]);
}

struct Tally(usize);

impl Drop for Tally {
    fn drop(&mut self) {
        note(u32::try_from(self.0).unwrap());
    }
}

#[differentiate]
fn tallied(x: &[f64]) -> f64 {
    let rows = vec![x.to_vec(); 2];
    let _all = Tally(x.len() + 10 * rows[0].len() + usize::from(x.is_empty()));
    let mut y = 0.0;
    for part in x.chunks(2) {
        let _part = Tally(part.len());
        y += part[0] * part[0] * rows[1][0];
    }
    y
}

#[test]
fn lengths_of_active_sequences() {
    let x = [1.5, 0.5, 2.0];
    check!(tallied, x);
    assert_eq!(events(|| tallied_grad(&x)[0]).1, events(|| tallied(&x)).1);
}
