//! User-defined types without reals, next to types with reals: enums, and structs of integers.
#![deny(warnings)]

use crate::support::{close, differences};
use autodiff::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Activation {
    Square,
    Sine,
    Identity,
}
#[differentiate]
impl Activation {
    #[differentiate]
    fn apply(self, x: f64) -> f64 {
        match self {
            Activation::Square => x * x,
            Activation::Sine => x.sin(),
            Activation::Identity => x,
        }
    }
    #[differentiate]
    fn twice(&self, x: f64) -> f64 {
        let y = match self {
            Activation::Square => x * x,
            _ => x.cos(),
        };
        if *self == Activation::Sine { y * x } else { y }
    }
}
#[differentiate]
fn activate(kind: Activation, x: f64) -> f64 {
    match kind {
        Activation::Square => x * x,
        Activation::Sine => x.sin(),
        Activation::Identity => x,
    }
}
#[differentiate]
fn made_in_place(x: &[f64]) -> f64 {
    let chosen = if x[0] > 0.0 { Activation::Square } else { Activation::Sine };
    let list = [Activation::Sine, chosen];
    let mut y = activate(Activation::Sine, x[1]) + activate(chosen, x[0]);
    for kind in list {
        y = activate(kind, y * x[2]) + kind.apply(x[1]);
    }
    let kinds = vec![Activation::Identity, Activation::Square];
    y + kinds.iter().map(|k| k.apply(x[0]) * k.twice(x[1])).sum::<f64>() + Activation::Sine.twice(y)
}
#[differentiate]
fn given(x: &[f64], #[constant] kinds: &[Activation]) -> f64 {
    let mut y = x[0];
    for i in 0..kinds.len() {
        y = activate(kinds[i], y * x[i % x.len()]);
    }
    y
}
#[test]
fn kinds_that_are_made_in_place() {
    for x in [[0.4, 0.7, -0.3], [-0.4, 0.2, 0.9]] {
        check!(made_in_place, x);
        let kinds = [Activation::Square, Activation::Identity, Activation::Sine, Activation::Sine];
        let (found, expected) = (given_grad(&x, &kinds), differences(|x| given(x, &kinds), &x));
        (0..3).for_each(|i| close("given", found[i], expected[i], 1e-6));
    }
}

// a field of such a type is marked
#[derive(Clone, Debug, Differentiable)]
struct Layer {
    w: Vec<f64>,
    #[constant]
    kind: Activation,
    #[constant]
    more: Vec<Activation>,
}
#[differentiate]
impl Layer {
    #[differentiate]
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        let mut y: Vec<f64> =
            self.w.iter().zip(x).map(|(w, x)| activate(self.kind, w * x)).collect();
        for (k, more) in self.more.iter().enumerate() {
            y[k] = more.apply(y[k]) + self.kind.apply(y[0]);
        }
        y
    }
}
#[differentiate]
fn network(x: &[f64]) -> f64 {
    let first = Layer { w: x.to_vec(), kind: Activation::Sine, more: vec![Activation::Square] };
    let second = Layer { w: vec![0.5, 1.5, x[0]], kind: Activation::Square, more: vec![] };
    let y = second.forward(&first.forward(x));
    y.iter().sum::<f64>() * activate(first.kind, x[1])
}
#[test]
fn kinds_in_constant_fields() {
    check!(network, [0.4, 0.7, -0.3]);
}

// what is differentiable is so in a constant field as well
#[derive(Clone, Debug, Differentiable)]
struct Scale {
    k: f64,
}
#[derive(Clone, Debug, Differentiable)]
struct Scaled {
    #[constant]
    by: Scale,
    x: f64,
}
#[differentiate]
fn scaled(scale: Scale, x: f64) -> f64 {
    scale.k * x * x
}
#[differentiate]
fn through_constants(x: &[f64]) -> f64 {
    let all = [Scaled { by: Scale { k: 2.0 }, x: x[0] }, Scaled { by: Scale { k: 3.0 }, x: x[1] }];
    all.iter().map(|s| scaled(s.by.clone(), s.x)).sum()
}
#[test]
fn differentiable_types_in_constant_fields() {
    check!(through_constants, [0.4, 0.7]);
}

/// The definitions are seen: they need no attributes, and no parameter does.
#[differentiate]
mod seen {
    use autodiff::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Kind {
        A,
        B,
    }
    #[derive(Clone, Debug)]
    pub struct Config {
        pub steps: usize,
        pub name: String,
        pub kind: Kind,
        pub kinds: Vec<(Kind, bool)>,
        pub next: Option<Box<Config>>,
    }
    impl Kind {
        pub fn apply(self, x: f64) -> f64 {
            match self {
                Kind::A => x * x,
                Kind::B => x.sin(),
            }
        }
        pub fn by_reference(&self, x: f64) -> f64 {
            self.apply(x) * 2.0
        }
        pub fn other(self) -> Kind {
            if self == Kind::A { Kind::B } else { Kind::A }
        }
        pub fn all() -> Vec<Kind> {
            vec![Kind::A, Kind::B]
        }
    }
    #[derive(Clone, Debug, Differentiable)]
    pub struct Layer {
        pub kind: Kind,
        pub w: f64,
    }
    pub fn call(kind: Kind, x: f64) -> f64 {
        kind.apply(x)
    }
    #[differentiate]
    pub fn of_slice(x: &[f64], kinds: &[Kind]) -> f64 {
        let mut y = x[0];
        for k in kinds {
            y = call(*k, y) + k.by_reference(x[1]);
        }
        for i in 0..kinds.len() {
            y = kinds[i].other().apply(y * x[1]);
        }
        y
    }
    #[differentiate]
    pub fn of_config(x: &[f64], c: &Config) -> f64 {
        let mut y = c.kind.apply(x[0]);
        for step in 0..c.steps {
            y += x[1] * step as f64;
        }
        for (kind, doubled) in &c.kinds {
            y = if *doubled { 2.0 * kind.apply(y) } else { call(*kind, y) };
        }
        if c.name.is_empty() || c.next.is_some() { y } else { y * x[0] }
    }
    #[differentiate]
    pub fn of_parameter(kind: Kind, x: f64) -> (f64, Kind) {
        let kept = kind;
        (call(kind, x) + kept.other().apply(x), kind.other())
    }
    #[differentiate]
    pub fn all(x: &[f64]) -> f64 {
        let kinds = Kind::all();
        let config = Config {
            steps: 3,
            name: "c".into(),
            kind: Kind::B,
            kinds: vec![(Kind::A, true), (Kind::B, false)],
            next: None,
        };
        let layers = [Layer { kind: Kind::A, w: x[0] }, Layer { kind: Kind::B, w: 0.5 }];
        let pairs = vec![(Kind::A, x[1]), (Kind::B, 2.0)];
        let mut y = of_slice(x, &kinds) + of_config(x, &config);
        for layer in &layers {
            y = layer.kind.apply(y * layer.w);
        }
        let (z, kind) = of_parameter(Kind::A, y);
        pairs.iter().map(|(k, w)| k.apply(w * z)).sum::<f64>() + Kind::A.apply(y) * kind.apply(z)
    }
}
#[test]
fn definitions_that_are_seen() {
    use seen::*;
    check!(all, [0.4, 0.7]);
    let kinds = [Kind::A, Kind::B];
    assert_eq!(seen::of_slice_grad(&[0.4, 0.7], &kinds).len(), 2);
    assert_eq!(seen::of_parameter_jvp(Kind::A, 1.0, 1.0).1, (2.0 + 1f64.cos(), ()));
}
