//! Values with destructors in scopes that exit early, as arguments of inlined functions, and in
//! arrays and tuples.

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

/// What a `while let` and a `match` that leaves make lives while their bodies run.
#[differentiate(reverse)]
fn while_a_body_runs(x: f64) -> f64 {
    let mut y = x;
    let mut n = 0;
    while let Some(left) = 4usize.checked_sub(n + made(1).0 as usize) {
        n += 1;
        y += left as f64 * x * (1 + dropped()) as f64;
    }
    loop {
        match n.checked_sub(made(2).0 as usize) {
            Some(left) => {
                n = left;
                y *= x * (1 + dropped()) as f64;
            }
            None => break,
        }
    }
    y
}

/// A guard that gets another name is dropped where that one ends: alone, in a tuple, in an
/// `Option`, out of a block or a branch.
#[differentiate(reverse)]
fn renamed(x: f64) -> f64 {
    let first = made(1);
    let _second = made(2);
    let _renamed = first;
    let third = made(3);
    let fourth = made(4);
    let _fifth = made(5);
    let _together = (third, x, fourth);
    let _sixth = {
        let inner = made(6);
        let _other = made(7);
        note(20);
        inner
    };
    let _seventh = if x > 1.0 { made(8) } else { made(9) };
    let held = Some(made(10));
    let _last = made(11);
    {
        let _inner = held;
        note(21);
    }
    let _made = (made(12), made(13));
    note(22);
    x * x
}

/// What a pattern takes out of an `Option` is dropped at the end of the arm.
#[differentiate(reverse)]
fn taken_by_an_arm(x: f64) -> f64 {
    let mut y = x;
    if let Some(guard) = Some(made(1)) {
        note(20);
        y *= f64::from(guard.0) + x;
    }
    note(21);
    let held = Some(made(2));
    let _between = made(3);
    let z = match held {
        Some(guard) if guard.0 > 5 => y,
        Some(guard) => {
            note(22);
            y * f64::from(guard.0)
        }
        None => x,
    };
    note(23);
    for n in 0..3 {
        let held = Some(made(10 + n));
        if let Some(guard) = held {
            if x > 1.0 && n == 1 {
                drop(guard);
                note(24);
                continue;
            }
            note(25);
        }
        note(26);
    }
    match made(4) {
        guard => note(30 + guard.0),
    }
    let w = {
        let Some(guard) = Some(made(5)) else { return x };
        let _other = made(6);
        y *= f64::from(guard.0);
        z
    };
    note(27);
    w * y
}

mod elsewhere {
    pub struct Token(pub u32);

    impl Token {
        pub fn new(number: u32) -> Self {
            Self(number)
        }
    }

    impl Default for Token {
        fn default() -> Self {
            Self(70)
        }
    }

    impl Drop for Token {
        fn drop(&mut self) {
            super::note(self.0);
        }
    }

    pub mod holders {
        pub struct Holder<T> {
            pub held: T,
        }

        impl<T> Holder<T> {
            pub fn around(held: T) -> Self {
                Self { held }
            }
        }

        pub fn some(number: u32) -> Option<super::Token> {
            (number > 0).then(|| super::Token::new(number))
        }
    }
}

use elsewhere::Token;
use elsewhere::holders::{self, Holder};

/// Constructors that are functions, of types of other modules, by whatever path.
#[differentiate(reverse)]
fn of_other_modules(x: f64) -> f64 {
    let mut y = x;
    {
        let _token = Token::new(1);
        let _default = Token::default();
        y *= x;
        note(20);
    }
    note(21);
    {
        let _token = elsewhere::Token::new(2);
        let _other = crate::ownership::guards_in_scopes::elsewhere::Token::new(3);
        let _literal = Token(4);
        note(22);
    }
    note(23);
    {
        let _holder = Holder::around(Token::new(5));
        let _option = holders::some(6);
        let _path = elsewhere::holders::Holder::around(made(7));
        note(24);
    }
    note(25);
    y
}

impl Default for Guard {
    fn default() -> Self {
        Guard(70)
    }
}

impl From<u32> for Guard {
    fn from(number: u32) -> Self {
        Guard(number)
    }
}

fn tried(number: u32) -> (Guard, u32) {
    (Guard(number), number)
}

/// Types that are only in annotations, tuples that functions return, and values that are matched
/// without being moved.
#[differentiate(reverse)]
fn told_by_types(x: f64) -> f64 {
    let mut y = x;
    {
        let _default: Guard = Default::default();
        let _into: Guard = 1.into();
        note(20);
    }
    note(21);
    {
        let pair = tried(2);
        y *= f64::from(pair.1) * x;
        note(22);
    }
    match made(3) {
        Guard(n) => note(30 + n),
    }
    if let Guard(4) = made(4) {
        note(23);
    }
    let outcome: Result<Guard, u32> = Ok(made(5));
    let _other = made(6);
    let _moved = outcome;
    note(24);
    y
}

/// The elements of a vector that functions make.
#[differentiate(reverse)]
fn in_a_vector(x: f64) -> f64 {
    let made_first = vec![made(1), made(2)];
    let kept = vec![made(3), Guard(4)];
    let mut y = x * made_first.len() as f64;
    note(20);
    drop(made_first);
    note(21);
    for guard in &kept {
        y *= f64::from(guard.0);
    }
    y
}

fn found(n: u32) -> Option<Guard> {
    (n < 10).then(|| Guard(n))
}
fn checked(n: u32) -> Result<Guard, String> {
    found(n).ok_or_else(|| "too many".to_string())
}

/// What functions return in an `Option` or a `Result`.
#[differentiate(reverse)]
fn unwrapped(x: f64) -> f64 {
    let first = found(1).unwrap();
    let mut y = x * f64::from(first.0) * f64::from(found(2).unwrap().0);
    note(20);
    {
        let second = checked(3).expect("a guard");
        y *= f64::from(second.0);
        note(21);
    }
    for n in 4..7 {
        let of_iteration = checked(n).unwrap();
        if n == 5 {
            continue;
        }
        y *= x + f64::from(of_iteration.0);
        note(22);
    }
    let _ = found(7).unwrap();
    note(23);
    let _kept = found(8).unwrap();
    found(9).unwrap();
    note(24);
    y
}

#[test]
fn guards_are_dropped_at_the_ends_of_their_scopes() {
    type Gradient = fn(f64) -> (f64, f64);
    let functions: [(fn(f64) -> f64, Gradient, fn(f64) -> f64); 13] = [
        (unwrapped, unwrapped_value_and_grad, |x| unwrapped_primal(x).0),
        (left_early, left_early_value_and_grad, |x| left_early_primal(x).0),
        (passed, passed_value_and_grad, |x| passed_primal(x).0),
        (together, together_value_and_grad, |x| together_primal(x).0),
        (made_together, made_together_value_and_grad, |x| made_together_primal(x).0),
        (moved_in_a_branch, moved_in_a_branch_value_and_grad, |x| moved_in_a_branch_primal(x).0),
        (while_a_body_runs, while_a_body_runs_value_and_grad, |x| while_a_body_runs_primal(x).0),
        (renamed, renamed_value_and_grad, |x| renamed_primal(x).0),
        (taken_by_an_arm, taken_by_an_arm_value_and_grad, |x| taken_by_an_arm_primal(x).0),
        (of_other_modules, of_other_modules_value_and_grad, |x| of_other_modules_primal(x).0),
        (told_by_types, told_by_types_value_and_grad, |x| told_by_types_primal(x).0),
        (in_a_vector, in_a_vector_value_and_grad, |x| in_a_vector_primal(x).0),
        (temporary_of_the_value, temporary_of_the_value_value_and_grad, |x| {
            temporary_of_the_value_primal(x).0
        }),
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
        assert_eq!(
            events(|| left_by_question_value_and_grad(x, n).map_or(-1.0, |(value, _)| value)),
            expected
        );
    }
    assert_eq!(passed_value_and_grad(1.5), (passed(1.5), 3.0 * passed(1.5) / 1.5));
}
