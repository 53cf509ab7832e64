//! Reactions and their rates.

use super::species::{Amounts, Species};
use autodiff::prelude::*;

#[derive(Clone, Copy, Debug)]
pub enum Order {
    First,
    Power { of: u8 },
}

#[differentiate]
impl Order {
    #[differentiate]
    pub fn rate(&self, x: f64) -> f64 {
        use Order::*;
        match self {
            First => x,
            Power { of } => x.powi(i32::from(*of)),
        }
    }
}

#[derive(Clone, Debug, Differentiable)]
pub struct Reaction {
    pub reactants: Vec<(Species, i32)>,
    pub products: Vec<(Species, i32)>,
    pub factor: f64,
}

#[derive(Clone, Debug, Differentiable)]
pub struct Mechanism {
    pub reactions: Vec<Reaction>,
}

#[differentiate]
impl Mechanism {
    #[differentiate]
    pub fn rates(&self, c: &Amounts) -> Amounts {
        let mut rates = [0.0; 3];
        for reaction in &self.reactions {
            let mut q = reaction.factor;
            for &(species, order) in &reaction.reactants {
                q *= c[species.index()].powi(order);
            }
            for (species, count) in reaction.reactants.iter() {
                rates[species.index()] -= f64::from(*count) * q;
            }
            for (species, count) in reaction.products.iter() {
                rates[*species as usize] += *count as f64 * q;
            }
        }
        rates
    }
}
