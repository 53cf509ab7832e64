//! Types that other files define: in fields, constants, patterns, results of functions without the
//! attribute, and aliases with lengths that are constants of those files.

mod curve;
mod groups;
mod state;

use self::curve::{Curve, Flat, Shifted};
use self::groups::{Contacts, Count, Date, LINES, Pairs, PerGroup};
use self::state::{Model, State, StateTangent, Vec3};
use crate::support::central_differences::Check;
use autodiff::prelude::*;

#[differentiate]
fn contacts(k: f64) -> Contacts {
    std::array::from_fn(|i| std::array::from_fn(|j| k * (i + j) as f64))
}

#[differentiate]
fn pressed(x: PerGroup<f64>, k: f64) -> Pairs {
    let c = contacts(k);
    let total: PerGroup<f64> =
        std::array::from_fn(|i| c[i].iter().zip(&x).map(|(c, x)| c * x).sum());
    [(total[0], total[1]), (total[2], x[0] * x[1])]
}

#[differentiate]
fn derivative(s: &State, k: f64) -> State {
    State { velocity: s.rates, rates: std::array::from_fn(|i| k * s.rates[i] - s.velocity[i]) }
}

#[differentiate]
fn rotated(x: f64) -> f64 {
    let mut rows = [Vec3::ZERO; 3];
    for i in 0..3 {
        for j in 0..3 {
            rows[i].0[j] = (x * (i * j) as f64).sin();
        }
    }
    rows[2].0[1] * rows[1].0[1] + rows[0].0[2]
}

#[differentiate]
fn dispersion(a: f64, b: f64) -> f64 {
    let [c, d, f] = LINES.map(|l| a + b / (l * l));
    (d - 1.0) / (f - c)
}

/// Rows of a flat vector, and what is left as a field.
#[differentiate]
fn packed(x: &[f64]) -> f64 {
    let rows: Vec<[f64; 2]> = x[..4].chunks_exact(2).map(|c| c.try_into().unwrap()).collect();
    let model = Model { beta: x[4..].into(), scale: x.iter().map(|v| v * v).sum() };
    let last = Model { beta: rows.iter().map(|[a, b]| a * b).collect(), ..model.clone() };
    model.scale * model.beta.iter().sum::<f64>() + last.beta[0] * last.beta[1] * last.scale
}

#[differentiate]
fn optional(x: &[f64]) -> Option<[f64; 2]> {
    if x[0] > 0.0 { Some(x[1..3].try_into().unwrap()) } else { None }
}

#[differentiate]
fn spread<C: Curve + Clone>(curve: &C, market: f64) -> f64 {
    let mut y = 1.0;
    for k in 0..3 {
        let shifted = Shifted { base: curve.clone(), spread: market + y };
        y = shifted.rate(k as f64).sin();
    }
    y
}

struct Cashflow {
    time: f64,
    amount: f64,
}

enum Instrument {
    Bill { maturity: Date },
    Bond { maturity: Date, coupon: f64, count: Count },
    Floater(Vec<f64>, f64),
}

fn schedule(years: usize, coupon: f64) -> Vec<Cashflow> {
    (1..=years)
        .map(|k| Cashflow { time: k as f64, amount: coupon + if k == years { 1.0 } else { 0.0 } })
        .collect()
}

#[differentiate]
fn present_value(rate: f64, #[constant] flows: &[Cashflow]) -> f64 {
    flows.iter().map(|f| f.amount * (-rate * f.time).exp()).sum()
}

#[differentiate]
fn price(rate: f64, #[constant] instrument: &Instrument, today: Date) -> Result<f64, String> {
    match instrument {
        Instrument::Bill { maturity } | Instrument::Bond { maturity, .. } if *maturity <= today => {
            Err("matured".to_string())
        }
        Instrument::Bill { maturity } => {
            Ok((-rate * Count::Actual.fraction(today, *maturity)).exp())
        }
        Instrument::Bond { maturity, coupon, count } => {
            let years = count.fraction(today, *maturity) as usize;
            let value: f64 =
                schedule(years, *coupon).iter().map(|f| f.amount * (-rate * f.time).exp()).sum();
            Ok(value * rate)
        }
        Instrument::Floater(resets, margin) => {
            let last = resets.last().ok_or("nothing to pay".to_string())?;
            Ok(resets.iter().map(|r| (rate + margin) * (-rate * r).exp()).sum::<f64>()
                + (-rate * last).exp())
        }
    }
}

#[differentiate]
mod plans {
    use super::*;

    /// No derivative goes through it.
    fn after(#[constant] knots: &[Knot], t: f64) -> Option<&Knot> {
        knots.iter().find(|k| k.at > t)
    }

    fn segment(#[constant] knots: &[Knot], t: f64) -> &Knot {
        knots.iter().rev().find(|k| k.at <= t).unwrap_or(&knots[0])
    }

    #[differentiate]
    pub fn paid(rate: f64, #[constant] knots: &[Knot]) -> f64 {
        let (mut t, mut total) = (0.0, 0.0);
        while t < 3.0 {
            let knot = segment(knots, t);
            total += (knot.slope * rate).sin() * super::spread(&Flat(rate), knot.at);
            if let Some(next) = after(knots, t) {
                total += rate * next.slope;
            }
            t += 1.0;
        }
        total
    }
}

#[derive(Clone)]
pub struct Knot {
    at: f64,
    slope: f64,
}

#[test]
fn types_of_other_files() {
    let mut check = Check::new();
    let x = [0.4, -0.3, 0.9];
    let flat = |p: Pairs| p.iter().map(|(a, b)| a + 2.0 * b).sum::<f64>();
    let (value, (x_bar, k_bar)) = pressed_vjp(x, 0.7, [(1.0, 2.0); 2]);
    check.gradient("pressed", |x| flat(pressed([x[0], x[1], x[2]], 0.7)), &x, &x_bar);
    check.gradient("pressed", |k| flat(pressed(x, k[0])), &[0.7], &[k_bar]);

    let state = State { velocity: [0.1, 0.2, 0.3], rates: x };
    let (_, (_, k_bar)) =
        derivative_vjp(&state, 0.5, &StateTangent { velocity: [0.0; 3], rates: [1.0; 3] });
    check.gradient("derivative", |k| derivative(&state, k[0]).rates.iter().sum(), &[0.5], &[k_bar]);
    check.gradient("rotated", |x| rotated(x[0]), &[0.3], &[rotated_grad(0.3)]);
    let (a_bar, b_bar) = dispersion_grad(1.5, 0.01);
    check.gradient("dispersion", |x| dispersion(x[0], x[1]), &[1.5, 0.01], &[a_bar, b_bar]);

    let y = [0.4, -0.3, 0.9, 0.2, -0.7, 1.1];
    let (value, y_bar) = packed_value_and_grad(&y);
    check.equal("packed", value, packed(&y));
    check.gradient("packed", packed, &y, &y_bar);
    let (_, x_bar) = optional_vjp(&x, Some([1.0, 2.0]));
    check.gradient("optional", |x| optional(x).map_or(0.0, |[a, b]| a + 2.0 * b), &x, &x_bar);

    let (curve_bar, market_bar) = spread_grad(&Flat(0.8), 0.4);
    check.gradient(
        "spread",
        |x| spread(&Flat(x[0]), x[1]),
        &[0.8, 0.4],
        &[curve_bar.0, market_bar],
    );

    let today = Date { day: 1 };
    let instruments = [
        Instrument::Bill { maturity: Date { day: 4 } },
        Instrument::Bond { maturity: Date { day: 7 }, coupon: 0.3, count: Count::Half },
        Instrument::Floater(vec![0.5, 1.0], 0.1),
    ];
    for instrument in &instruments {
        let (value, rate_bar) = price_value_and_grad(0.3, instrument, today).unwrap();
        check.equal("price", value, price(0.3, instrument, today).unwrap());
        check.gradient("price", |r| price(r[0], instrument, today).unwrap(), &[0.3], &[rate_bar]);
    }
    assert!(price_grad(0.3, &instruments[0], Date { day: 9 }).is_err());

    let knots = [Knot { at: 0.2, slope: 2.0 }, Knot { at: 1.5, slope: -1.0 }];
    let (value, rate_bar) = plans::paid_value_and_grad(0.6, &knots);
    check.equal("paid", value, plans::paid(0.6, &knots));
    check.gradient("paid", |r| plans::paid(r[0], &knots), &[0.6], &[rate_bar]);
    let flows = schedule(3, 0.2);
    check.gradient(
        "present value",
        |r| present_value(r[0], &flows),
        &[0.3],
        &[present_value_grad(0.3, &flows)],
    );
    check.finish();
}
