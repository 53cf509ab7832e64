//! Types of the items of collections that only rustc iterates: maps with data without the derive,
//! iterators that functions return, references from collections; functions that functions return.

use crate::support::{close, differences};
use autodiff::prelude::*;
use std::collections::BTreeMap;

/// Data that no derive has seen, which is named by no import where it is used.
mod data {
    use std::collections::BTreeMap;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Side {
        Left,
        Right,
    }
    #[derive(Clone, Debug)]
    pub struct Study {
        pub by_side: BTreeMap<Side, Vec<usize>>,
        pub effort: Vec<f64>,
    }
    #[derive(Clone, Debug)]
    pub struct Patient {
        pub dose: f64,
        pub seen: Vec<(f64, f64)>,
    }
    #[derive(Clone, Copy, Debug)]
    pub struct Mode {
        pub p: usize,
        pub q: usize,
    }
    impl Mode {
        pub fn all(n: usize) -> impl Iterator<Item = Mode> {
            (0..n).flat_map(move |p| (0..n).map(move |q| Mode { p, q }))
        }
        pub fn weight(&self) -> f64 {
            if self.p == 0 { 1.0 } else { 2.0 }
        }
    }
    #[derive(Clone, Debug)]
    pub struct Table {
        pub cells: BTreeMap<(usize, usize), f64>,
    }
    impl Table {
        pub fn at(&self, i: usize, j: usize) -> Option<&f64> {
            self.cells.get(&(i, j))
        }
    }
    pub fn window(n: usize) -> impl Fn(usize) -> f64 {
        move |i| 0.5 - 0.5 * (i as f64 / n as f64).cos()
    }
    pub fn hours(n: usize) -> impl Iterator<Item = (f64, f64)> {
        (0..n).map(|h| (h as f64, (0.3 * h as f64).cos() + 1.5))
    }
}

mod maps {
    use super::data::{Patient, Side, Study, Table};
    use autodiff::prelude::*;
    use std::collections::BTreeMap as Map;

    #[differentiate]
    pub fn members(x: &[f64], #[constant] study: &Study) -> f64 {
        let mut s = 0.0;
        for (side, members) in &study.by_side {
            let weight = if members.len() > 1 { 1.0 } else { 0.5 };
            for &i in members {
                s += weight * x[i].sin() * study.effort[i];
            }
            if *side == Side::Right {
                s *= x[0];
            }
        }
        s
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct Model {
        pub size: f64,
        pub rate: f64,
    }
    #[differentiate]
    impl Model {
        #[differentiate]
        fn patient(&self, #[constant] of: &Patient) -> Option<f64> {
            let first = of.seen.first()?;
            let decay = |t: f64| (-self.rate * (t - first.0)).exp();
            Some(of.seen.iter().map(|(t, y)| (y - of.dose * self.size * decay(*t)).powi(2)).sum())
        }
    }
    #[differentiate]
    pub fn patients(model: &Model, #[constant] patients: &Map<u32, Patient>) -> Option<f64> {
        let mut sum = 0.0;
        for (number, patient) in patients {
            sum += model.patient(patient)? * *number as f64;
        }
        for patient in patients.values() {
            sum += patient.dose * model.size.ln();
        }
        for (k, (&number, patient)) in patients.iter().enumerate() {
            sum += (k as f64 + number as f64) * patient.dose * model.rate;
        }
        Some(sum)
    }

    #[differentiate]
    pub fn cells(x: &[f64], #[constant] table: &Table) -> f64 {
        let mut deviance = 0.0;
        for i in 0..2 {
            for j in 0..2 {
                let expected = x[i] * x[j + 1];
                match table.cells.get(&(i, j)) {
                    Some(paid) if *paid > 0.0 => {
                        deviance += paid * (paid / expected).ln() - (paid - expected)
                    }
                    Some(paid) => deviance += expected - paid,
                    None => deviance += expected * expected,
                }
                if let Some(paid) = table.at(i, j) {
                    deviance += (paid - expected).powi(2);
                }
                let known = table.at(i, j).copied().unwrap_or(1.0);
                deviance += known * expected.sin();
            }
        }
        deviance
    }
}

mod iterators {
    use super::data::{Mode, hours, window};
    use autodiff::prelude::*;

    #[differentiate]
    fn shape(x: &[f64], #[constant] m: &Mode) -> f64 {
        (x[m.p % 3] * x[m.q % 3]).sin()
    }

    #[differentiate]
    pub fn of_modes(x: &[f64]) -> f64 {
        let shapes = Mode::all(3).map(|m| m.weight() * shape(x, &m)).sum::<f64>();
        let waves: f64 =
            Mode::all(2).filter(|m| m.p > 0).map(|m| (x[m.p] * m.q as f64).cos()).sum();
        let mut t = 0.0;
        for m in Mode::all(2) {
            t += x[m.q] * m.weight();
        }
        shapes + waves + t
    }

    #[differentiate]
    pub fn of_functions(x: &[f64]) -> f64 {
        let w = window(3);
        let s: f64 = (0..3).map(|i| w(i) * x[i].sin()).sum();
        s + hours(4).map(|(h, e)| (x[0] + 0.1 * h).sin() * e * x[2]).sum::<f64>()
    }
}

/// A module whose functions are called from elsewhere, and none of which has an attribute.
#[differentiate]
mod without_functions {
    pub const DAY: f64 = 24.0;

    pub fn elevation(hour: f64) -> f64 {
        (hour / DAY).cos()
    }
}

#[test]
fn items_of_maps_of_data() {
    use data::{Patient, Side, Study, Table};
    let x = [0.3, 0.5, 0.7];
    let study = Study {
        by_side: BTreeMap::from([(Side::Right, vec![0, 1]), (Side::Left, vec![2])]),
        effort: vec![1.0, 2.0, 3.0],
    };
    let table = Table { cells: BTreeMap::from([((0, 0), 1.5), ((0, 1), 0.0), ((1, 1), 2.0)]) };
    let patients = BTreeMap::from([
        (3, Patient { dose: 2.0, seen: vec![(0.1, 0.2), (0.3, 0.4)] }),
        (5, Patient { dose: 1.5, seen: vec![(0.2, 0.9)] }),
    ]);
    let check = |f: &dyn Fn(&[f64]) -> f64, (y, g): (f64, Vec<f64>)| {
        assert_eq!(y.to_bits(), f(&x).to_bits());
        differences(f, &x).iter().zip(g).for_each(|(d, g)| close("gradient", g, *d, 1e-7));
    };
    check(&|x| maps::members(x, &study), maps::members_value_and_grad(&x, &study));
    check(&|x| maps::cells(x, &table), maps::cells_value_and_grad(&x, &table));
    let model = |x: &[f64]| maps::Model { size: x[0], rate: x[1] };
    let (y, g) = maps::patients_value_and_grad(&model(&x), &patients).unwrap();
    check(&|x| maps::patients(&model(x), &patients).unwrap(), (y, vec![g.size, g.rate, 0.0]));
    assert!(without_functions::elevation(0.0) == 1.0);
}

#[test]
fn items_of_iterators_that_functions_return() {
    let x = [0.3, 0.5, 0.7];
    for (f, (y, g)) in [
        (iterators::of_modes as fn(&[f64]) -> f64, iterators::of_modes_value_and_grad(&x)),
        (iterators::of_functions, iterators::of_functions_value_and_grad(&x)),
    ] {
        assert_eq!(y.to_bits(), f(&x).to_bits());
        differences(f, &x).iter().zip(g).for_each(|(d, g)| close("gradient", g, *d, 1e-7));
    }
}

/// Errors that are not `Clone`, which patterns take apart where they are, and which own what goes
/// into them.
mod errors {
    use autodiff::prelude::*;

    #[derive(Debug, PartialEq)]
    pub enum FitError {
        Nothing(u32),
        Late { time: f64 },
        Order(Vec<usize>),
    }

    #[differentiate]
    fn part(x: &[f64], i: usize) -> Result<Option<f64>, FitError> {
        if i > 2 {
            return Err(FitError::Late { time: 0.5 });
        }
        Ok((i > 0).then(|| x[i].sin()))
    }
    #[differentiate]
    fn ordered(x: &[f64]) -> Result<(), FitError> {
        let wrong: Vec<usize> =
            x.windows(2).enumerate().filter(|(_, w)| w[1] <= w[0]).map(|(i, _)| i).collect();
        if wrong.is_empty() { Ok(()) } else { Err(FitError::Order(wrong)) }
    }
    #[differentiate]
    pub fn summed(x: &[f64], n: usize) -> Result<f64, FitError> {
        ordered(x)?;
        let mut sum = x[0];
        for i in 1..n {
            sum += part(x, i)?.ok_or(FitError::Nothing(i as u32))?;
        }
        Ok(sum)
    }
    #[differentiate]
    pub fn matched(x: &[f64]) -> f64 {
        let mut sum = x[0];
        for i in 0..5 {
            sum += match part(x, i) {
                Ok(Some(v)) => v,
                Ok(None) => 0.0,
                Err(FitError::Late { .. }) => x[0] * x[2],
                Err(FitError::Nothing(k)) => k as f64,
                Err(FitError::Order(_)) => x[1],
            };
        }
        if part(x, 3).is_err() {
            sum += x[1];
        }
        sum
    }
}

#[test]
fn errors_without_clone() {
    let x = [0.3, 0.5, 0.7];
    let (y, g) = errors::summed_value_and_grad(&x, 3).unwrap();
    assert_eq!(y.to_bits(), errors::summed(&x, 3).unwrap().to_bits());
    differences(|x| errors::summed(x, 3).unwrap(), &x)
        .iter()
        .zip(g)
        .for_each(|(d, g)| close("gradient", g, *d, 1e-7));
    assert_eq!(errors::summed_grad(&x, 4), Err(errors::FitError::Late { time: 0.5 }));
    assert_eq!(errors::summed_grad(&[0.3, 0.2, 0.7], 3), Err(errors::FitError::Order(vec![0])));
    let (y, g) = errors::matched_value_and_grad(&x);
    assert_eq!(y.to_bits(), errors::matched(&x).to_bits());
    differences(errors::matched, &x)
        .iter()
        .zip(g)
        .for_each(|(d, g)| close("gradient", g, *d, 1e-7));
}

/// Parameters of methods that only a turbofish tells.
mod turbofish {
    use autodiff::prelude::*;

    #[derive(Clone, Debug, Differentiable)]
    pub struct Chain {
        pub weights: Vec<f64>,
        #[constant]
        pub lag: f64,
    }
    #[differentiate]
    pub trait Semiring {
        const SHIFT: usize;
        #[differentiate]
        fn plus(a: f64, b: f64) -> f64;
    }
    #[derive(Clone, Debug, Differentiable)]
    pub struct LogSum;
    #[derive(Clone, Debug, Differentiable)]
    pub struct Best;
    #[differentiate]
    impl Semiring for LogSum {
        const SHIFT: usize = 1;
        #[differentiate]
        fn plus(a: f64, b: f64) -> f64 {
            let m = a.max(b);
            m + ((a - m).exp() + (b - m).exp()).ln()
        }
    }
    #[differentiate]
    impl Semiring for Best {
        const SHIFT: usize = 2;
        #[differentiate]
        fn plus(a: f64, b: f64) -> f64 {
            a.max(b)
        }
    }
    #[differentiate]
    impl Chain {
        #[differentiate]
        fn forward<S: Semiring>(&self, x: &[f64]) -> Option<f64> {
            if x.is_empty() {
                return None;
            }
            let mut all = 0.0;
            for (w, x) in self.weights.iter().zip(x) {
                all = S::plus(all, w * x + S::SHIFT as f64);
            }
            Some(all)
        }
        #[differentiate]
        fn impulse<const N: usize>(&self) -> [f64; N] {
            let mut y = [0.0; N];
            let mut s = 1.0;
            for k in 0..N {
                y[k] = s * self.weights[k % 2];
                s *= self.weights[0] * self.lag;
            }
            y
        }
        #[differentiate]
        fn twice<const N: usize>(&self) -> f64 {
            self.impulse::<N>().iter().sum::<f64>() * self.impulse::<2>()[1]
                + Self::power::<N>(self.weights[0])
        }
        #[differentiate]
        fn power<const N: usize>(a: f64) -> f64 {
            a.powi(N as i32)
        }
        fn count<const N: usize>(&self) -> usize {
            N + self.weights.len()
        }
    }
    const FOUR: usize = 4;

    #[differentiate]
    pub fn all(x: &[f64]) -> f64 {
        let chain = Chain { weights: vec![x[0], x[1]], lag: 0.5 };
        let Some(mut s) = chain.forward::<LogSum>(&[1.0, x[2]]) else { return 0.0 };
        if let Some(best) = chain.forward::<Best>(x) {
            s += best * 2.0;
        }
        let ringing: f64 = chain.impulse::<5>().iter().rev().take(3).map(|v| v * v).sum();
        s + ringing + chain.twice::<FOUR>() + Chain::power::<2>(x[1]) * chain.count::<3>() as f64
    }
}

#[test]
fn parameters_that_a_turbofish_tells() {
    let x = [0.3, 0.5, 0.7];
    let (y, g) = turbofish::all_value_and_grad(&x);
    assert_eq!(y.to_bits(), turbofish::all(&x).to_bits());
    differences(turbofish::all, &x).iter().zip(g).for_each(|(d, g)| close("gradient", g, *d, 1e-7));
}
