//! The distance of simulated amounts to measured ones in a reaction mechanism. Species and
//! reactions are in files of their own.

mod reactions;
mod species;

use autodiff::prelude::*;
use reactions::{Mechanism, Order, Reaction};
use species::{Probe, Sample, Species};

#[differentiate]
mod distances {
    use super::species::Amounts;
    use autodiff::prelude::*;

    fn norm(of: &Amounts) -> f64 {
        of.iter().map(|x| x * x).sum::<f64>().sqrt()
    }

    #[differentiate]
    pub fn distance(a: &Amounts, b: &Amounts) -> f64 {
        norm(&std::array::from_fn(|i| a[i] - b[i]))
    }
}

#[differentiate]
fn misfit(m: &Mechanism, c: &[f64; 3], #[constant] samples: &[Sample]) -> f64 {
    let rates = m.rates(c);
    let mut sum = 0.0;
    for Sample { amounts, is_used } in samples {
        let d = distances::distance(&rates, amounts);
        sum += if *is_used { d * d } else { 0.1 * d };
    }
    sum
}

#[differentiate]
fn probed(c: &[f64; 3], #[constant] probes: &[Probe]) -> f64 {
    let mut sum = 0.0;
    for probe in probes {
        sum += match probe {
            Probe::At { amounts, weight } => weight * distances::distance(c, amounts),
            Probe::Sum(expected) => (c.iter().sum::<f64>() - expected).powi(2),
            Probe::Off => 0.0,
        };
    }
    sum
}

fn mechanism(x: &[f64]) -> Mechanism {
    use Species::*;
    let reaction = |reactants, products, factor| Reaction { reactants, products, factor };
    Mechanism {
        reactions: vec![
            reaction(vec![(Fuel, 1), (Oxygen, 2)], vec![(Product, 2)], x[0]),
            reaction(vec![(Product, 1)], vec![(Fuel, 1)], x[1]),
        ],
    }
}

#[test]
fn mechanism_in_three_files() {
    let samples = [
        Sample { amounts: [0.1, 0.2, -0.3], is_used: true },
        Sample { amounts: [-0.5, 0.3, 0.7], is_used: false },
    ];
    let probes = [Probe::At { amounts: [0.1, 0.2, 0.4], weight: 0.5 }, Probe::Off, Probe::Sum(2.0)];
    let all = |x: &[f64]| {
        let c = [x[2], x[3], x[4]];
        misfit(&mechanism(x), &c, &samples) + probed(&c, &probes)
    };
    let x = [0.8, 0.3, 1.1, 0.9, 0.4];
    let c = [x[2], x[3], x[4]];
    let (value, (m_bar, c_bar)) = misfit_value_and_grad(&mechanism(&x), &c, &samples);
    let (of_probes, probed_bar) = probed_value_and_grad(&c, &probes);
    assert_eq!(value + of_probes, all(&x));
    let gradient: Vec<f64> = m_bar
        .reactions
        .iter()
        .map(|reaction| reaction.factor)
        .chain(c_bar.iter().zip(probed_bar).map(|(a, b)| a + b))
        .collect();
    for (found, expected) in gradient.iter().zip(crate::support::differences(all, &x)) {
        crate::support::close("gradient", *found, expected, 1e-7);
    }
    let m = mechanism(&x);
    let mut m_dot = m.zero_tangent();
    m_dot.reactions[1].factor = 1.0;
    let (_, slope) = misfit_jvp(&m, &c, &samples, &m_dot, &[0.0; 3]);
    crate::support::close("forward", slope, gradient[1], 1e-12);
}

#[test]
fn variants_of_a_plain_enum() {
    assert_eq!((Order::First.rate_grad(3.0), Order::Power { of: 2 }.rate_grad(3.0)), (1.0, 6.0));
}
