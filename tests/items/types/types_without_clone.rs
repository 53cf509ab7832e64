//! User-defined types without `Clone`: inspecting a variant does not move them.

use crate::support::close;
use autodiff::prelude::*;

#[derive(Differentiable)]
pub struct Bond {
    rate: f64,
    frequency: Frequency,
    terms: Terms,
}
#[derive(Differentiable)]
pub struct Terms {
    callable: Callable,
    spread: f64,
    years: u32,
}
#[derive(Differentiable)]
pub enum Frequency {
    Annual,
    Quarterly,
    Every { months: u32 },
}
#[derive(Differentiable)]
pub enum Callable {
    Never,
    At(f64),
}

impl Terms {
    const LONG: u32 = 30;
}

#[differentiate]
impl Bond {
    #[differentiate]
    fn coupon(&self) -> f64 {
        let periods = match self.frequency {
            Frequency::Annual => 1.0,
            Frequency::Quarterly => 4.0,
            Frequency::Every { .. } => 2.0,
        };
        self.rate / periods
    }
    #[differentiate]
    fn price(&self, yields: f64) -> f64 {
        let mut price = 0.0;
        for k in 1..4 {
            price += self.coupon() / (1.0 + yields).powi(k);
        }
        match self.terms.callable {
            Callable::Never => price,
            Callable::At(_) if yields > 0.0 => price * self.terms.spread,
            _ => price - self.terms.spread,
        }
    }
    #[differentiate]
    fn chosen(&self, x: f64) -> f64 {
        let y = if let Frequency::Annual | Frequency::Quarterly = self.frequency {
            x * self.rate
        } else {
            x
        };
        match self.terms.years {
            Terms::LONG => y * y,
            1 | 2 => y,
            _ => y.sin(),
        }
    }
    #[differentiate]
    fn shifted(&mut self, x: f64) {
        match self.frequency {
            Frequency::Annual => self.rate *= x,
            Frequency::Quarterly | Frequency::Every { months: 3 } => {
                self.frequency = Frequency::Annual;
                self.rate += x;
            }
            _ => self.terms.spread *= x * self.rate,
        }
    }
}

/// Of each kind.
fn bonds() -> Vec<Bond> {
    let of = |k: usize| match k {
        0 => Frequency::Annual,
        1 => Frequency::Quarterly,
        2 => Frequency::Every { months: 3 },
        _ => Frequency::Every { months: 1 },
    };
    let bond = |k: usize| {
        let callable = if k > 1 { Callable::At(0.3) } else { Callable::Never };
        Bond {
            rate: 0.7,
            frequency: of(k),
            terms: Terms { callable, spread: 1.3, years: [30, 2, 7, 1][k] },
        }
    };
    (0..4).map(bond).collect()
}

#[test]
fn variants_are_told_in_place() {
    type Method = fn(&Bond, f64) -> f64;
    type Gradient = fn(&Bond, f64) -> (f64, (BondTangent, f64));
    let methods: [(Method, Gradient); 2] =
        [(Bond::price, Bond::price_value_and_grad), (Bond::chosen, Bond::chosen_value_and_grad)];
    let moved = |k: usize, rate: f64, spread: f64| {
        let mut bond = bonds().swap_remove(k);
        bond.rate += rate;
        bond.terms.spread += spread;
        bond
    };
    let slope = |f: &dyn Fn(f64) -> f64| (f(1e-6) - f(-1e-6)) / 2e-6;
    for k in 0..4 {
        for x in [0.2, -0.3] {
            for (f, gradient) in methods {
                let (value, (of_bond, of_x)) = gradient(&bonds()[k], x);
                assert_eq!(value.to_bits(), f(&bonds()[k], x).to_bits());
                close("x", of_x, slope(&|h| f(&bonds()[k], x + h)), 1e-7);
                close("rate", of_bond.rate, slope(&|h| f(&moved(k, h, 0.0), x)), 1e-7);
                close("spread", of_bond.terms.spread, slope(&|h| f(&moved(k, 0.0, h), x)), 1e-7);
            }
            let shifted = |mut bond: Bond, x: f64| {
                bond.shifted(x);
                bond
            };
            let total = |bond: Bond| 2.0 * bond.rate + 3.0 * bond.terms.spread;
            let mut bond = bonds().swap_remove(k);
            let mut bar = bond.zero_tangent();
            (bar.rate, bar.terms.spread) = (2.0, 3.0);
            let ((), of_x) = bond.shifted_vjp(x, &mut bar);
            assert_eq!(total(bond).to_bits(), total(shifted(bonds().swap_remove(k), x)).to_bits());
            close("x", of_x, slope(&|h| total(shifted(moved(k, 0.0, 0.0), x + h))), 1e-7);
            close("rate", bar.rate, slope(&|h| total(shifted(moved(k, h, 0.0), x))), 1e-7);
            close(
                "spread",
                bar.terms.spread,
                slope(&|h| total(shifted(moved(k, 0.0, h), x))),
                1e-7,
            );
        }
    }
}
