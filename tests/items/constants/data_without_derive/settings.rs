//! Data that is read and not differentiated: no type here has the derive.

use super::potentials::{Prior, Scaled};
use std::collections::BTreeMap;

pub const AXES: usize = 3;
pub type Point = [f64; AXES];

#[derive(Clone, Debug)]
pub struct Stop {
    pub until: f64,
    pub at: Point,
    pub label: Option<&'static str>,
}

pub struct Grid {
    pub points: usize,
    pub steps: u32,
    pub width: f64,
    pub edge: Edge,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Edge {
    Clamp,
    Wrap,
}

/// Rates and what they are multiplied with.
pub struct Rates(pub Vec<f64>, pub f64);

/// No `Clone`, on purpose.
pub struct Hyper {
    pub slope: Prior,
    pub scaled: Scaled<Prior>,
    pub others: Vec<Prior>,
    pub last: Option<Prior>,
    pub weights: BTreeMap<usize, f64>,
    pub grid: Grid,
    pub rates: Rates,
}

pub struct Observations<'a> {
    pub counts: &'a [Option<u32>],
    pub stops: &'a [Stop],
    pub offset: &'a f64,
}

impl Observations<'_> {
    pub fn len(&self) -> usize {
        self.counts.len()
    }
}
