//! Types without reals and without the derive, known by their definitions in the file: parameters,
//! fields, elements, results, temporaries.
#![deny(warnings)]

use crate::support::close;
use autodiff::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scheme {
    Euler,
    Heun { parts: usize },
    Window(u8, bool),
}

/// How to integrate.
#[derive(Clone, Debug)]
struct Config {
    steps: usize,
    scheme: Scheme,
    name: String,
    order: Option<Vec<usize>>,
}

#[derive(Clone, Copy)]
enum Mode {
    Once,
    Twice,
}

struct Pair(i32, Mode);

/// With an implementation by hand.
#[derive(Clone, Copy)]
struct ByHand {
    n: usize,
}

impl Differentiable for ByHand {
    type Tangent = ();
    type Shape = ();
    fn tangent_shape(&self) {}
    fn zero_of(_: &()) {}
    fn move_by(&mut self, _: &()) {}
}

mod inner {
    use super::*;

    #[derive(Differentiable, Clone)]
    pub struct Model {
        pub k: f64,
        pub scheme: Scheme,
        pub more: Vec<Scheme>,
        pub(super) mode: Option<Mode>,
    }

    #[differentiate(reverse)]
    pub fn nested(x: f64, scheme: Scheme) -> f64 {
        match scheme {
            Scheme::Euler => x,
            Scheme::Heun { parts } => x.powi(parts as i32),
            Scheme::Window(n, true) => x * n as f64,
            Scheme::Window(..) => 0.0,
        }
    }
}

#[differentiate]
impl inner::Model {
    #[differentiate(reverse)]
    fn run(&self, x: f64, mode: &Mode) -> f64 {
        let base = match mode {
            Mode::Once => self.k,
            Mode::Twice => 2.0 * self.k,
        };
        let y = match self.scheme {
            Scheme::Euler => x * x,
            _ => x,
        };
        let last = if let Some(Mode::Twice) = self.mode { 3.0 } else { 1.0 };
        base * y * self.more.len() as f64 * last
    }
}

#[differentiate(reverse)]
fn integrate(x: f64, config: &Config, modes: &[Mode], pick: Option<Scheme>) -> f64 {
    let mut y = x;
    for k in 0..config.steps {
        y = step(y, config.scheme) + inner::nested(x, Scheme::Heun { parts: 2 });
        if config.name == "damped" {
            y *= 0.5;
        }
        if let Some(order) = &config.order {
            y += x * order[k % order.len()] as f64;
        }
    }
    for mode in modes {
        y *= match mode {
            Mode::Once => 1.0,
            Mode::Twice => x,
        };
    }
    if pick == Some(Scheme::Euler) { y } else { -y }
}

#[differentiate]
fn step(y: f64, scheme: Scheme) -> f64 {
    match scheme {
        Scheme::Euler => y * 0.9,
        Scheme::Heun { parts } => y / parts as f64,
        Scheme::Window(n, all) => {
            if all {
                y * n as f64
            } else {
                y
            }
        }
    }
}

#[differentiate]
fn chosen(x: f64, n: usize) -> (f64, Scheme) {
    let scheme = if n > 2 { Scheme::Window(2, false) } else { Scheme::Euler };
    (step(x, scheme) * x, scheme)
}

#[differentiate(reverse)]
fn of_tuples(x: f64, pair: &Pair) -> f64 {
    let factor = match pair.1 {
        Mode::Once => 1.0,
        Mode::Twice => 2.0,
    };
    x.powi(pair.0) * factor
}

#[differentiate(reverse)]
fn by_hand(x: f64, of: ByHand, #[constant] n: ByHand) -> f64 {
    let _ = of;
    x * n.n as f64
}

#[differentiate(reverse)]
fn counted(x: f64, calls: &mut Calls) -> f64 {
    calls.n += 1;
    x * calls.n as f64
}

struct Calls {
    n: usize,
}

fn slope(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    (f(x + 1e-6) - f(x - 1e-6)) / 2e-6
}

#[test]
fn types_without_a_derive() {
    let modes = [Mode::Once, Mode::Twice];
    for scheme in [
        Scheme::Euler,
        Scheme::Heun { parts: 3 },
        Scheme::Window(2, true),
        Scheme::Window(1, false),
    ] {
        for (name, order) in [("damped", Some(vec![1, 2])), ("free", None)] {
            let config = Config { steps: 3, scheme, name: name.into(), order };
            for pick in [None, Some(Scheme::Euler)] {
                let f = |x: f64| integrate(x, &config, &modes, pick);
                let (y, gradient) = integrate_value_and_grad(1.3, &config, &modes, pick);
                assert_eq!(y.to_bits(), f(1.3).to_bits());
                close(name, gradient, slope(f, 1.3), 1e-7);
                close(name, integrate_jvp(1.3, &config, &modes, pick, 1.0).1, gradient, 1e-12);
            }
        }
        let model = inner::Model { k: 0.7, scheme, more: vec![scheme; 2], mode: Some(Mode::Twice) };
        for mode in &modes {
            let (of_model, of_x) = model.run_grad(1.3, mode);
            close("x", of_x, slope(|x| model.run(x, mode), 1.3), 1e-7);
            close("k", of_model.k, model.run(1.3, mode) / 0.7, 1e-12);
            assert_eq!(of_model.flatten().len(), 1);
        }
    }
    assert_eq!(chosen_vjp(3.0, 1, (1.0, ())), ((3.0 * 0.9 * 3.0, Scheme::Euler), 5.4));
    assert_eq!(chosen_vjp(3.0, 3, (1.0, ())), ((9.0, Scheme::Window(2, false)), 6.0));
    assert_eq!(by_hand_grad(2.0, ByHand { n: 1 }, ByHand { n: 3 }).0, 3.0);
    let mut calls = Calls { n: 1 };
    assert_eq!(counted_value_and_grad(2.0, &mut calls), (4.0, 2.0));
    assert_eq!(calls.n, 2);
    assert_eq!(of_tuples_grad(2.0, &Pair(3, Mode::Twice)), 24.0);
}

/// Parts of it are configured out, so it is not taken from the file.
#[derive(Clone, Copy)]
enum Configured {
    One,
    #[cfg(any())]
    Two,
}

#[differentiate]
fn configured(x: f64, #[constant] of: Configured) -> f64 {
    match of {
        Configured::One => x * x,
        #[cfg(any())]
        Configured::Two => x,
    }
}

#[derive(Clone, Copy)]
enum Old {
    #[deprecated]
    First,
    Second,
}

#[differentiate]
fn old(x: f64, of: Old) -> f64 {
    if let Old::Second = of { x * x } else { x }
}

#[test]
fn attributes_inside() {
    assert_eq!(configured_grad(3.0, Configured::One), 6.0);
    assert_eq!(old_grad(3.0, Old::Second), 6.0);
    #[allow(deprecated)]
    let first = Old::First;
    assert_eq!(old_grad(3.0, first), 1.0);
}
