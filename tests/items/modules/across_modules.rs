//! Names that only other modules import: variants behind re-exports, types in the signatures of
//! traits, results of functions.
#![deny(warnings)]

use crate::support::{close, differences};
use autodiff::prelude::*;

mod course {
    use autodiff::prelude::*;
    use std::ops::Index;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Compartment {
        Susceptible,
        Infectious,
    }
    pub use Compartment::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Counts {
        pub s: f64,
        pub i: f64,
    }

    #[differentiate]
    impl Index<Compartment> for Counts {
        type Output = f64;
        #[differentiate]
        fn index(&self, compartment: Compartment) -> &f64 {
            match compartment {
                Susceptible => &self.s,
                Infectious => &self.i,
            }
        }
    }

    #[differentiate]
    impl Counts {
        /// Nothing that a derivative could depend on: the attribute says nothing here.
        #[differentiate]
        pub fn filled(count: usize) -> Counts {
            Counts { s: count as f64, i: 0.5 }
        }
        #[differentiate]
        pub fn people(&self) -> f64 {
            [Susceptible, Infectious].iter().map(|c| self[*c]).sum()
        }
        /// Without the attribute: the result has no derivative.
        pub fn tag(&self) -> usize {
            2
        }
    }
}

mod prevalence {
    use super::course::*;
    use autodiff::prelude::*;

    #[differentiate]
    pub fn of_town(counts: &[Counts], town: usize) -> f64 {
        let share = |t: usize| counts[t][Infectious] / counts[t].people();
        share(town) * counts[1 - town][Susceptible] + Counts::filled(2).people() * counts[0].s
    }
}

#[test]
fn variants_behind_re_exports() {
    use course::Counts;
    let of = |x: &[f64]| [Counts { s: x[0], i: x[1] }, Counts { s: x[2], i: x[3] }];
    let x = [0.7, 0.2, 1.3, 0.4];
    let gradient = prevalence::of_town_grad(&of(&x), 0);
    let flat: Vec<f64> = gradient.iter().flat_map(|c| [c.s, c.i]).collect();
    for (found, expected) in flat.iter().zip(differences(|x| prevalence::of_town(&of(x), 0), &x)) {
        close("prevalence", *found, expected, 1e-8);
    }
}

mod body {
    use autodiff::prelude::*;

    #[derive(Clone, Debug, Differentiable)]
    pub struct Body {
        pub mass: f64,
    }
    #[derive(Clone, Debug, Differentiable)]
    pub struct Wrench {
        pub force: f64,
        pub torque: f64,
    }
}

mod forces {
    use super::body::{Body, Wrench};
    use autodiff::prelude::*;

    #[differentiate]
    pub trait Acting {
        #[differentiate]
        fn wrench(&self, body: &Body) -> Wrench;
        #[differentiate]
        fn potential(&self, body: &Body) -> Option<f64>;
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct Gravity {
        pub g: f64,
    }

    #[differentiate]
    impl Acting for Gravity {
        #[differentiate]
        fn wrench(&self, body: &Body) -> Wrench {
            Wrench { force: self.g * body.mass, torque: self.g * self.g }
        }
        #[differentiate]
        fn potential(&self, body: &Body) -> Option<f64> {
            (body.mass > 0.0).then(|| self.g * body.mass * body.mass)
        }
    }
}

/// Imports neither `Body` nor `Wrench`.
mod flight {
    use super::forces::{Acting, Gravity};
    use autodiff::prelude::*;

    #[differentiate]
    fn energy<A: Acting>(body: &super::body::Body, acting: &[A]) -> f64 {
        acting.iter().filter_map(|a| a.potential(body)).sum::<f64>() + acting[0].wrench(body).torque
    }

    #[differentiate]
    pub fn total(body: &super::body::Body, acting: &[Gravity]) -> f64 {
        energy(body, acting) * body.mass
    }
}

#[test]
fn types_in_signatures_of_traits() {
    use {body::Body, forces::Gravity};
    let f = |x: &[f64]| {
        flight::total(&Body { mass: x[0] }, &[Gravity { g: x[1] }, Gravity { g: x[2] }])
    };
    let x = [0.7, 0.2, 1.3];
    let (body, acting) =
        flight::total_grad(&Body { mass: x[0] }, &[Gravity { g: x[1] }, Gravity { g: x[2] }]);
    for (found, expected) in [body.mass, acting[0].g, acting[1].g].iter().zip(differences(f, &x)) {
        close("flight", *found, expected, 1e-8);
    }
}

mod transform {
    use autodiff::prelude::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Constrained {
        pub value: f64,
        pub log_jacobian: f64,
    }

    #[differentiate]
    pub fn positive(raw: f64) -> Constrained {
        Constrained { value: raw.exp(), log_jacobian: raw * raw }
    }

    #[differentiate]
    pub fn doubled(raw: f64) -> f64 {
        raw * 2.0
    }
}

/// Does not import `Constrained`.
mod posterior {
    use super::transform::{doubled, positive};
    use autodiff::prelude::*;

    #[differentiate]
    pub fn density(raw: &[f64; 2]) -> f64 {
        let [first, second] = raw.map(positive);
        let [third, _] = raw.map(doubled);
        let jacobians: f64 = [first, second].iter().map(|c| c.log_jacobian).sum();
        first.value * second.value + jacobians + third.powi(3)
    }
}

#[test]
fn arrays_of_results() {
    let x = [0.3, -0.8];
    for (found, expected) in posterior::density_grad(&x)
        .iter()
        .zip(differences(|x| posterior::density(&[x[0], x[1]]), &x))
    {
        close("density", *found, expected, 1e-8);
    }
}

/// Two types that hold each other.
#[derive(Clone, Debug, Differentiable, PartialEq)]
pub struct Branch {
    length: f64,
    below: Node,
}

#[derive(Clone, Debug, Differentiable, PartialEq)]
pub enum Node {
    Leaf(f64),
    Fork(Box<Branch>, Box<Branch>),
}

#[differentiate]
fn depth(node: &Node) -> f64 {
    match node {
        Node::Leaf(x) => x * x,
        Node::Fork(left, right) => along(left) * along(right),
    }
}

#[differentiate]
fn along(branch: &Branch) -> f64 {
    branch.length.exp() + depth(&branch.below)
}

#[test]
fn types_that_hold_each_other() {
    let tree = |x: &[f64]| {
        let leaf = |length: f64, value: f64| Box::new(Branch { length, below: Node::Leaf(value) });
        let inner = Box::new(Branch {
            length: x[0],
            below: Node::Fork(leaf(x[1], x[2]), leaf(x[3], x[4])),
        });
        Node::Fork(inner, leaf(x[5], x[6]))
    };
    let x = [0.1, 0.2, -0.3, 0.4, 0.5, -0.6, 0.7];
    let gradient = depth_grad(&tree(&x)).flatten();
    for (found, expected) in gradient.iter().zip(differences(|x| depth(&tree(x)), &x)) {
        close("tree", *found, expected, 1e-8);
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    Negative { firm: String, what: &'static str },
}

#[derive(Clone, Debug, Differentiable)]
pub struct Firm {
    name: String,
    equity: f64,
}

/// The string is a part of a value that is active.
#[differentiate]
fn checked(firm: &Firm) -> Result<f64, Failure> {
    let negative = |what: &'static str| Failure::Negative { firm: firm.name.clone(), what };
    if firm.equity < 0.0 {
        return Err(negative("equity"));
    }
    let name = firm.name.clone();
    Ok(firm.equity * firm.equity * name.len() as f64)
}

#[test]
fn strings_in_active_values() {
    let firm = Firm { name: "abc".into(), equity: 2.0 };
    assert_eq!(checked_grad(&firm).map(|gradient| gradient.equity), Ok(12.0));
    let firm = Firm { equity: -1.0, ..firm };
    assert_eq!(
        checked_grad(&firm).map(|gradient| gradient.equity),
        Err(Failure::Negative { firm: "abc".into(), what: "equity" })
    );
}

pub struct Match {
    hot: usize,
    cold: usize,
}

fn both(of: &Match) -> usize {
    of.hot + of.cold
}

#[differentiate]
fn cube(x: f64) -> f64 {
    x * x * x
}

/// Closures that take functions: pointers, references to what is called, closures.
#[differentiate]
fn by_functions(x: &[f64], #[constant] matches: &[Match]) -> f64 {
    let side = |of: fn(&Match) -> usize, sign: f64| -> Vec<f64> {
        (0..2)
            .map(|i| {
                let heat: f64 =
                    matches.iter().zip(x).filter(|(m, _)| of(m) == i).map(|(_, x)| x).sum();
                sign * heat
            })
            .collect()
    };
    let (hot, cold) = (side(|m| m.hot, -1.0), side(|m| m.cold, 2.0));
    let apply = |f: &dyn Fn(f64) -> f64, x: f64| f(x) + 1.0;
    let call = |f: fn(f64) -> f64, x: f64| f(x) + 1.0;
    let called =
        apply(&|x| x * x, x[0]) * apply(&cube, x[1]) + call(f64::sin, x[0]) * call(cube, x[0]);
    hot[0] * cold[1] + hot[1] * side(both, 1.0)[0] + called
}

#[test]
fn closures_that_take_functions() {
    let matches = [Match { hot: 0, cold: 1 }, Match { hot: 1, cold: 0 }, Match { hot: 0, cold: 0 }];
    let x = [0.3, -0.8, 1.1];
    for (found, expected) in
        by_functions_grad(&x, &matches).iter().zip(differences(|x| by_functions(x, &matches), &x))
    {
        close("functions", *found, expected, 1e-8);
    }
}

#[differentiate]
pub mod arms {
    use autodiff::prelude::*;

    #[derive(Clone, Debug, Differentiable)]
    pub struct Vector<const N: usize> {
        pub entries: [f64; N],
    }

    /// An alias with parameters, of a type that is indexed.
    pub type Joints<const N: usize> = Vector<N>;

    impl<const N: usize> std::ops::Index<usize> for Vector<N> {
        type Output = f64;
        #[differentiate]
        fn index(&self, i: usize) -> &f64 {
            &self.entries[i]
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct Arm<const N: usize> {
        pub lengths: Joints<N>,
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Point {
        x: f64,
        y: f64,
    }

    impl<const N: usize> Arm<N> {
        /// A private method of a public type, whose result is of a private type.
        fn walk(&self, q: &Joints<N>) -> Point {
            let mut point = Point { x: 0.0, y: 0.0 };
            for i in 0..N {
                point = Point {
                    x: point.x + self.lengths[i] * q[i].cos(),
                    y: point.y + self.lengths[i] * q[i].sin(),
                };
            }
            point
        }

        #[differentiate]
        pub fn reach(&self, q: &Joints<N>) -> f64 {
            let Point { x, y } = self.walk(q);
            x.hypot(y) * self.stretched(q).0
        }

        /// The same in the crate.
        pub(crate) fn stretched(&self, q: &Joints<N>) -> Stretch {
            Stretch(self.lengths[0] * q[0])
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    pub(crate) struct Stretch(f64);
}

#[test]
fn private_types_and_aliases_with_parameters() {
    use arms::{Arm, Vector};
    let of = |x: &[f64]| {
        (Arm { lengths: Vector { entries: [x[0], x[1]] } }, Vector { entries: [x[2], x[3]] })
    };
    let f = |x: &[f64]| {
        let (arm, q) = of(x);
        arm.reach(&q)
    };
    let x = [0.8, 0.5, 0.3, -0.7];
    let (arm, q) = of(&x);
    let (arm_bar, q_bar) = arm.reach_grad(&q);
    let found = [arm_bar.flatten(), q_bar.flatten()].concat();
    for (found, expected) in found.iter().zip(differences(f, &x)) {
        close("arms", *found, expected, 1e-8);
    }
}

#[differentiate]
mod complex {
    use autodiff::prelude::*;
    use std::iter::Sum;
    use std::ops::Add;

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Complex {
        pub re: f64,
        pub im: f64,
    }

    impl Add for Complex {
        type Output = Complex;
        #[differentiate]
        fn add(self, other: Complex) -> Complex {
            Complex { re: self.re + other.re, im: self.im + other.im }
        }
    }

    /// The operator by the path of its trait.
    impl Sum for Complex {
        #[differentiate]
        fn sum<I: Iterator<Item = Complex>>(iter: I) -> Complex {
            iter.fold(Complex { re: 0.0, im: 0.0 }, Add::add)
        }
    }

    #[differentiate]
    pub fn power(all: &[Complex]) -> f64 {
        let squares = all.iter().map(|c| Complex { re: c.re * c.re, im: c.im });
        let (sum, folded) = (
            squares.sum::<Complex>(),
            all.iter().copied().fold(Complex { re: 1.0, im: 0.0 }, Add::add),
        );
        sum.re * sum.im + folded.re * folded.im
    }

    /// A method that takes `&self` does not change a variable that is mutable.
    #[differentiate]
    pub fn changed(all: &super::course::Counts) -> f64 {
        let mut counts = *all;
        counts.s *= 2.0;
        counts.i * counts.people() * counts.tag() as f64
    }
}

#[test]
fn operators_by_paths_and_methods_of_changed_values() {
    let of = |x: &[f64]| {
        [complex::Complex { re: x[0], im: x[1] }, complex::Complex { re: x[2], im: x[3] }]
    };
    let x = [0.8, 0.5, 0.3, -0.7];
    let found: Vec<f64> = complex::power_grad(&of(&x)).iter().flat_map(|c| [c.re, c.im]).collect();
    for (found, expected) in found.iter().zip(differences(|x| complex::power(&of(x)), &x)) {
        close("complex", *found, expected, 1e-8);
    }
    let found = complex::changed_grad(&course::Counts { s: x[0], i: x[1] }).flatten();
    for (found, expected) in found
        .iter()
        .zip(differences(|x| complex::changed(&course::Counts { s: x[0], i: x[1] }), &x[..2]))
    {
        close("changed", *found, expected, 1e-8);
    }
}
