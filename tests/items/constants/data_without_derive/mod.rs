//! Constant data in structs without the derive, of this file and of others: its fields as places,
//! iterated and destructured, and as receivers of differentiated methods.

mod potentials;
mod settings;

use self::potentials::*;
use self::settings::{Edge, Grid, Hyper, Observations, Rates, Stop};
use crate::support::central_differences::Check;
use autodiff::prelude::*;
use std::collections::BTreeMap;

struct Obstacle {
    center: Vec2,
    radius: f64,
}

#[differentiate]
fn posterior(theta: &[f64], #[constant] hyper: &Hyper) -> f64 {
    let mut sum = hyper.slope.log_density(theta[0]) - hyper.scaled.energy(theta[1]);
    for (prior, t) in hyper.others.iter().zip(theta) {
        sum += prior.log_density(*t) * t.cos();
    }
    if let Some(last) = hyper.last {
        sum += last.log_density(theta[theta.len() - 1]);
    }
    for i in 0..hyper.rates.0.len() {
        sum += hyper.rates.0[i] * hyper.rates.1 * theta[i].exp();
    }
    for (i, w) in &hyper.weights {
        sum -= w * theta[*i].powi(2);
    }
    sum
}

#[differentiate]
mod engine {
    use super::*;

    fn axis(spot: f64, #[constant] grid: &Grid) -> Vec<f64> {
        (0..grid.points).map(|i| spot * (i as f64 * grid.width).exp()).collect()
    }

    #[differentiate]
    pub fn price(spot: f64, #[constant] grid: &Grid) -> f64 {
        let prices = axis(spot, grid);
        let mut v = prices[0];
        for step in 0..grid.steps {
            let k = match grid.edge {
                Edge::Clamp => (step as usize).min(grid.points - 1),
                Edge::Wrap => step as usize % grid.points,
            };
            v += prices[k] * v.sqrt();
        }
        v
    }

    #[differentiate]
    pub fn tracked(gains: &Gains, #[constant] plan: &[Stop]) -> f64 {
        let mut x = 0.0;
        for w in plan {
            let bonus = w.label.map_or(0.0, |label| label.len() as f64);
            x += (w.until + 0.1 * bonus) * gains.command(x, &w.at).tanh();
        }
        x
    }
}

#[differentiate]
fn clearance(path: &[Vec2], #[constant] obstacles: &[Obstacle]) -> f64 {
    let near: f64 = obstacles
        .iter()
        .flat_map(|o| path.iter().map(move |p| ((*p - o.center).norm() - o.radius).powi(2)))
        .sum();
    near + obstacles
        .iter()
        .map(|o| distance(path[0], &o.center) * distance(o.center, &path[1]) / o.radius)
        .sum::<f64>()
}

#[differentiate]
fn deviance(mean: &[f64], #[constant] observed: &Observations) -> f64 {
    let mut total = 0.0;
    for (m, count) in mean.iter().zip(observed.counts) {
        match count {
            None => total += m.sqrt(),
            Some(k) => total += m - *k as f64 * m.ln(),
        }
    }
    for i in 0..observed.len().min(observed.stops.len()) {
        total += mean[i] * observed.stops[i].until * observed.offset;
    }
    total
}

/// By value, and without `Clone`: the fields that are needed are saved.
#[differentiate]
fn compounded(x: f64, #[constant] rates: Rates) -> f64 {
    let mut y = x;
    for i in 0..rates.0.len() {
        y = (y * rates.0[i]).sin() + rates.1 * y;
    }
    y
}

/// Parts of tuples, which need neither be `Copy` nor be moved.
#[differentiate]
fn quoted(x: f64, #[constant] quotes: &[(Scaled<Prior>, f64, Vec<f64>)]) -> f64 {
    let by_pattern = quotes
        .iter()
        .map(|(potential, quote, _)| (potential.energy(x) - quote).powi(2))
        .sum::<f64>();
    let by_field: f64 = quotes.iter().map(|q| q.0.energy(x) * q.2[0]).sum();
    let mut by_index = 0.0;
    for i in 0..quotes.len() {
        let potential = quotes[i].0.clone();
        by_index += potential.energy(x) * quotes[i].1;
    }
    by_pattern + by_field * by_index
}

fn hyper() -> Hyper {
    let (normal, laplace) = (Prior::Normal { mean: 0.2, sd: 1.5 }, Prior::Laplace(0.7));
    Hyper {
        slope: normal,
        scaled: Scaled { of: laplace, by: 1.25 },
        others: vec![laplace, Prior::Flat, normal],
        last: Some(laplace),
        weights: BTreeMap::from([(0, 0.5), (2, 0.25)]),
        grid: Grid { points: 3, steps: 2, width: 0.1, edge: Edge::Wrap },
        rates: Rates(vec![0.5, 0.25], 0.3),
    }
}

#[test]
fn constant_data() {
    let mut check = Check::new();
    let (hyper, theta) = (hyper(), [0.4, -0.3, 0.9]);
    let (value, theta_bar) = posterior_value_and_grad(&theta, &hyper);
    check.equal("posterior", value, posterior(&theta, &hyper));
    check.gradient("posterior", |t| posterior(t, &hyper), &theta, &theta_bar);

    for edge in [Edge::Clamp, Edge::Wrap] {
        let grid = || Grid { points: 3, steps: 5, width: 0.2, edge };
        let (value, spot_bar) = engine::price_value_and_grad(2.0, &grid());
        check.equal("price", value, engine::price(2.0, &grid()));
        check.gradient("price", |s| engine::price(s[0], &grid()), &[2.0], &[spot_bar]);
    }

    let stop = |until, at, label| Stop { until, at, label };
    let plan = [stop(0.5, [1.0, 0.0, 0.4], None), stop(1.5, [-1.0, 2.0, 0.2], Some("turn"))];
    let (value, gains_bar) = engine::tracked_value_and_grad(&Gains { kp: 0.8 }, &plan);
    check.equal("tracked", value, engine::tracked(&Gains { kp: 0.8 }, &plan));
    check.gradient(
        "tracked",
        |k| engine::tracked(&Gains { kp: k[0] }, &plan),
        &[0.8],
        &[gains_bar.kp],
    );

    let obstacles = [
        Obstacle { center: Vec2([0.3, -0.4]), radius: 0.2 },
        Obstacle { center: Vec2([-1.0, 0.5]), radius: 0.6 },
    ];
    let path = |x: &[f64]| [Vec2([x[0], x[1]]), Vec2([x[2], x[3]])];
    let x = [1.0, 0.5, -0.3, 0.8];
    let (value, path_bar) = clearance_value_and_grad(&path(&x), &obstacles);
    let flat: Vec<f64> = path_bar.iter().flat_map(|p| p.0).collect();
    check.equal("clearance", value, clearance(&path(&x), &obstacles));
    check.gradient("clearance", |x| clearance(&path(x), &obstacles), &x, &flat);

    let rates = || Rates(vec![0.5, 2.0, -1.0], 0.3);
    let (value, x_bar) = compounded_value_and_grad(0.8, rates());
    check.equal("compounded", value, compounded(0.8, rates()));
    check.gradient("compounded", |x| compounded(x[0], rates()), &[0.8], &[x_bar]);

    let observed = Observations { counts: &[Some(3), None, Some(1)], stops: &plan, offset: &0.7 };
    let mean = [2.0, 0.5, 1.5];
    let (value, mean_bar) = deviance_value_and_grad(&mean, &observed);
    check.equal("deviance", value, deviance(&mean, &observed));
    check.gradient("deviance", |m| deviance(m, &observed), &mean, &mean_bar);

    let quotes = [
        (hyper.scaled.clone(), 0.5, vec![2.0]),
        (Scaled { of: hyper.slope, by: 2.0 }, 0.25, vec![-1.0, 1.0]),
    ];
    let (value, x_bar) = quoted_value_and_grad(0.6, &quotes);
    check.equal("quoted", value, quoted(0.6, &quotes));
    check.gradient("quoted", |x| quoted(x[0], &quotes), &[0.6], &[x_bar]);
    check.finish();
}
