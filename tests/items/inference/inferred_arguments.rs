//! Types that only inference finds: constant parameters that arguments do not determine, types
//! without reals with differentiated traits, constant fields of types that are not imported,
//! captured data, items of constants inside of functions.

use autodiff::prelude::*;

mod parts {
    use autodiff::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Limits {
        pub lower: f64,
        pub upper: f64,
    }
    #[differentiate]
    impl Limits {
        #[differentiate]
        pub fn excess(#[constant] &self, q: f64) -> f64 {
            (q - self.upper).max(self.lower - q).max(0.0)
        }
    }
    #[derive(Clone, Debug, Differentiable)]
    pub struct Link {
        pub k: f64,
        #[constant]
        pub limits: Limits,
    }
    #[derive(Clone, Debug, Differentiable)]
    pub struct Arm {
        pub base: f64,
        pub links: Vec<Link>,
    }

    #[differentiate]
    pub trait Scheme {
        #[differentiate]
        fn step(&self, u: &mut [f64], dt: f64) -> Result<(), String>;
        #[differentiate]
        fn run(&self, start: &[f64], dt: f64, steps: usize) -> Result<Vec<f64>, String> {
            let mut u = start.to_vec();
            for _ in 0..steps {
                self.step(&mut u, dt)?;
            }
            Ok(u)
        }
    }
    #[derive(Clone, Debug)]
    pub struct Explicit;
    #[differentiate]
    impl Scheme for Explicit {
        fn step(&self, u: &mut [f64], dt: f64) -> Result<(), String> {
            if u[0].abs() > 1e9 {
                return Err("unstable".to_string());
            }
            for u in u.iter_mut() {
                *u += dt * *u * *u;
            }
            Ok(())
        }
    }
}
use parts::{Arm, Explicit, Scheme};

#[differentiate]
pub fn limited(arm: &Arm, q: &[f64]) -> f64 {
    arm.links.iter().zip(q).map(|(link, q)| link.limits.excess(*q).powi(2)).sum::<f64>() * arm.base
}

#[differentiate]
pub fn constant_fields(x: &[f64]) -> f64 {
    let limits = parts::Limits { lower: -0.25, upper: 0.5 };
    let link = |k: f64| parts::Link { k, limits };
    limited(&Arm { base: x[0], links: vec![link(x[0]), link(2.0)] }, x)
}

#[differentiate]
pub fn without_reals(x: &[f64]) -> f64 {
    Explicit.run(x, 0.125, 2).map_or(0.5, |u| u.iter().sum())
}

#[differentiate]
pub fn spread<const N: usize>(x: f64) -> [f64; N] {
    std::array::from_fn(|i| x.powi(i as i32))
}

#[differentiate]
pub fn determined_by_the_result(x: &[f64]) -> f64 {
    let three: [f64; 3] = spread(x[0]);
    let two: [f64; 2] = spread(x[1]);
    three.iter().sum::<f64>() * (two[0] + two[1])
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    Cubic,
    Linear,
}
#[differentiate]
impl Kernel {
    #[differentiate]
    pub fn weight(self, u: f64) -> f64 {
        match self {
            Kernel::Cubic => u * u * u,
            Kernel::Linear => u,
        }
    }
}
#[differentiate]
pub fn built(n: usize, f: impl Fn(f64) -> f64) -> Vec<f64> {
    (0..n).map(|i| f(i as f64)).collect()
}
#[differentiate]
pub fn sampled(x: f64, #[constant] kernel: Kernel) -> f64 {
    kernel.weight(x)
}
#[differentiate]
pub fn warped(x: &[f64], #[constant] kernel: Kernel) -> f64 {
    let (k, pair) = (x[0], [x[1], 2.0]);
    built(3, |t: f64| sampled(t * k, kernel) + pair[0] * t).iter().sum()
}
#[differentiate]
pub fn captured_data(x: &[f64]) -> f64 {
    warped(x, Kernel::Cubic) + warped(x, Kernel::Linear)
}

#[differentiate]
pub fn half(x: f64, w: f64) -> Result<f64, String> {
    if x > 100.0 { Err("large".to_string()) } else { Ok(x * w) }
}
#[differentiate]
pub fn items_of_local_constants(x: &[f64]) -> f64 {
    const WEIGHTS: [f64; 3] = [0.656, 0.588, 0.486];
    let heights = [1.0, 2.0];
    let mut sum = 0.0;
    for weight in WEIGHTS {
        let squares: Result<Vec<f64>, String> =
            heights.iter().map(|h| Ok((x[0] * half(*h + 1.0, weight)?).powi(2))).collect();
        sum += squares.map_or(0.0, |squares| squares.iter().sum());
    }
    sum
}

#[differentiate]
pub fn taken_out_of_std(x: &[f64]) -> f64 {
    use std::cmp::Reverse;
    let mut queue = std::collections::BinaryHeap::new();
    for at in 0..x.len() {
        queue.push(Reverse((at * 7 % 5, at)));
    }
    let mut sum = 0.0;
    while let Some(Reverse((key, at))) = queue.pop() {
        sum = sum * 0.5 + x[at] * key as f64;
    }
    sum
}

mod compared {
    at_points! { constant_fields without_reals determined_by_the_result captured_data
    items_of_local_constants taken_out_of_std }
}
