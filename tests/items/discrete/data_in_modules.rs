//! Data of types without the derive, in modules under the attribute: helpers take it as constant,
//! and the types of what its methods return are inferred.
#![deny(warnings)]

use crate::libraries::random_numbers::Shift;
use crate::support::{close, differences};
use autodiff::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Nothing here has a derivative.
mod survey {
    use std::collections::BTreeMap;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Tag {
        Near,
        Far,
    }

    pub struct Survey {
        pub patterns: BTreeMap<Vec<u8>, usize>,
        pub weights: Vec<f64>,
        pub name: String,
        pub tag: Tag,
    }

    impl Survey {
        pub fn patterns(&self) -> &BTreeMap<Vec<u8>, usize> {
            &self.patterns
        }
        pub fn counts(&self) -> BTreeMap<Vec<u8>, usize> {
            self.patterns.clone()
        }
        pub fn indices(&self, tag: Tag) -> Vec<usize> {
            if tag == self.tag { vec![0, 1, 1] } else { vec![1] }
        }
        pub fn first(&self) -> &f64 {
            &self.weights[0]
        }
        pub fn last(&self) -> Option<f64> {
            self.weights.last().copied()
        }
        pub fn name(&self) -> &str {
            &self.name
        }
        pub fn this(&self) -> &Survey {
            self
        }
        pub fn tag(&self) -> Tag {
            self.tag
        }
        pub fn pair(&self) -> (f64, usize) {
            (self.weights[0], 1)
        }
        pub fn weight(&self, k: usize) -> Result<f64, String> {
            self.weights.get(k).copied().ok_or_else(|| format!("no weight {k}"))
        }
    }
}

#[differentiate]
mod model {
    use super::survey::{Survey, Tag};
    use autodiff::prelude::*;

    pub struct Objective {
        pub tag: Tag,
        pub weight: f64,
    }

    /// Of the module, with a parameter.
    pub struct Sample<const D: usize> {
        pub x: [f64; D],
        pub y: f64,
    }

    fn gathered(x: &[f64], indices: &[usize]) -> f64 {
        indices.iter().map(|i| x[*i].sin()).product()
    }

    fn of_objective(x: &[f64], survey: &Survey, objective: &Objective) -> f64 {
        objective.weight * gathered(x, &survey.indices(objective.tag))
    }

    fn residual<const D: usize>(x: &[f64], sample: &Sample<D>) -> f64 {
        let predicted: f64 = sample.x.iter().zip(x).map(|(s, x)| s * x).sum();
        predicted - sample.y
    }

    fn letters(x: &[f64], column: &[u8], count: usize) -> f64 {
        column.iter().map(|letter| x[usize::from(*letter) % x.len()]).product::<f64>()
            * count as f64
    }

    #[differentiate]
    pub fn cost(
        x: &[f64],
        #[constant] survey: &Survey,
        #[constant] objectives: &[Objective],
    ) -> f64 {
        let mut cost = 0.0;
        for Objective { tag, weight } in objectives {
            let indices = survey.indices(*tag);
            cost += weight * gathered(x, &indices);
        }
        cost + objectives.iter().map(|o| of_objective(x, survey, o)).sum::<f64>()
    }

    #[differentiate]
    pub fn fit(x: &[f64], #[constant] samples: &[Sample<2>]) -> f64 {
        samples.iter().map(|s| residual(x, s).powi(2)).sum()
    }

    #[differentiate]
    pub fn likelihood(x: &[f64], #[constant] survey: &Survey) -> f64 {
        let mut sum = 0.0;
        for (column, count) in survey.patterns() {
            if column.iter().all(|letter| *letter == column[0]) {
                sum += x[0];
            }
            sum += letters(x, column, *count).exp();
        }
        for (column, count) in survey.counts() {
            sum *= 1.0 + 0.1 * letters(x, &column, count);
        }
        sum
    }
}
use model::{Objective, Sample};
use survey::{Survey, Tag};

fn survey() -> Survey {
    let patterns = [(vec![1, 2], 3), (vec![1, 1], 2), (vec![2], 1)].into_iter().collect();
    Survey { patterns, weights: vec![0.5, 1.5], name: "abc".into(), tag: Tag::Far }
}

fn agree(what: &str, found: &[f64], f: impl Fn(&[f64]) -> f64, x: &[f64]) {
    for (found, expected) in found.iter().zip(differences(f, x)) {
        close(what, *found, expected, 1e-7);
    }
}

const X: [f64; 2] = [0.7, -0.4];

#[test]
fn helpers_take_data_as_constant() {
    let survey = survey();
    let objectives =
        [Objective { tag: Tag::Far, weight: 0.7 }, Objective { tag: Tag::Near, weight: -1.2 }];
    agree(
        "cost",
        &model::cost_grad(&X, &survey, &objectives),
        |x| model::cost(x, &survey, &objectives),
        &X,
    );
    agree(
        "likelihood",
        &model::likelihood_grad(&X, &survey),
        |x| model::likelihood(x, &survey),
        &X,
    );
    let samples = [Sample { x: [0.3, 0.9], y: 0.1 }, Sample { x: [-1.3, 0.2], y: 0.7 }];
    agree("fit", &model::fit_grad(&X, &samples), |x| model::fit(x, &samples), &X);
}

#[differentiate]
fn of_results(x: &[f64], #[constant] survey: &Survey) -> Result<f64, String> {
    let (first, last) = (survey.first(), survey.last().unwrap_or(0.0));
    let (p, q) = survey.pair();
    let letters = survey.name().len() as f64;
    let picked = if survey.tag() == Tag::Near { x[0] } else { x[1] };
    let t = survey.weight(x.len() - 1)?;
    let this = survey.this();
    let sum: f64 = this.weights.iter().zip(x).map(|(w, x)| w * x * x).sum();
    Ok(first * x[0] * x[0]
        + last * x[1].exp()
        + letters * x[0]
        + picked * *first
        + p * x[q] * x[q]
        + t * x[0]
        + sum)
}

#[test]
fn results_of_methods_of_data() {
    let survey = survey();
    let gradient = of_results_grad(&X, &survey).unwrap();
    agree("results", &gradient, |x| of_results(x, &survey).unwrap(), &X);
    let short = Survey { weights: vec![0.5], ..survey };
    assert_eq!(of_results_grad(&X, &short), Err("no weight 1".to_string()));
}

/// The entries of maps and sets have the types that the parameters say; maps without reals need no
/// mark.
#[differentiate]
fn of_maps(
    x: &[f64],
    #[constant] map: &BTreeMap<usize, (f64, Vec<u8>)>,
    set: &BTreeSet<i32>,
    names: BTreeMap<String, usize>,
) -> f64 {
    let mut sum = 0.0;
    for (k, (w, tags)) in map {
        sum += w * x[*k] * x[*k];
        if tags.len() > 1 {
            sum += x[0] * f64::from(tags[1]);
        }
    }
    for (k, v) in map.iter().rev() {
        sum += v.0 * x[k % 2].sin();
    }
    for k in map.keys() {
        sum *= 1.0 + 0.1 * x[*k];
    }
    for (w, _) in map.values() {
        sum += w * x[1];
    }
    let crossed: f64 = map.iter().map(|(k, (w, _))| w * x[*k] * x[1 - *k]).sum();
    let later: f64 = map.iter().filter(|(k, _)| **k > 0).map(|(&k, v)| v.0 * x[k]).sum();
    for i in set {
        sum += x[0] * f64::from(*i);
    }
    for (i, j) in set.iter().enumerate() {
        sum += x[i % 2] * *j as f64 * x[0];
    }
    let of_set: f64 = set.iter().map(|&i| x[1] * f64::from(i)).sum();
    for (name, k) in &names {
        if name.starts_with('a') {
            sum += x[*k] * x[*k];
        }
    }
    for (name, k) in names {
        sum += x[k] * name.len() as f64 * x[0];
    }
    sum + crossed * later + of_set
}

#[test]
fn entries_of_maps() {
    let map = [(0, (0.3, vec![1, 2])), (1, (0.9, vec![]))].into_iter().collect();
    let set = [3, 1, 2].into_iter().collect();
    let names: BTreeMap<String, usize> =
        [("ab".to_string(), 0), ("b".to_string(), 1)].into_iter().collect();
    let f = |x: &[f64]| of_maps(x, &map, &set, names.clone());
    let (value, gradient) = of_maps_value_and_grad(&X, &map, &set, names.clone());
    assert_eq!(value.to_bits(), f(&X).to_bits());
    agree("maps", &gradient, f, &X);
}

/// A type of another file with private fields.
#[differentiate]
pub fn shifted(x: &[f64], shift: &mut Shift) -> f64 {
    x[0] * x[1] * (shift.bits() % 5) as f64
}
