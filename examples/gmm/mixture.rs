//! A mixture's parameters, and what one wants to know about them.

use crate::data::Data;
use crate::model::{log_sum_exp, squared_distance};
use autodiff::Differentiable;

/// The parameters of the objective (see `model.rs` for their meaning and layout).
#[derive(Clone, Debug, Differentiable)]
pub struct Mixture {
    pub alphas: Vec<f64>,
    pub means: Vec<f64>,
    pub qs: Vec<f64>,
    pub ls: Vec<f64>,
}

impl Mixture {
    /// Number of components.
    pub fn k(&self) -> usize {
        self.alphas.len()
    }

    /// Number of dimensions.
    pub fn d(&self) -> usize {
        self.means.len() / self.k()
    }

    /// The four parameter blocks with their names, in the order of the objective's arguments.
    pub fn blocks(&self) -> [(&'static str, &[f64]); 4] {
        [("alphas", &self.alphas), ("means", &self.means), ("qs", &self.qs), ("ls", &self.ls)]
    }

    /// A mixture of the same shape with other parameters, in the order of `flatten`.
    pub fn with_parameters(&self, flat: &[f64]) -> Mixture {
        let mut mixture = self.clone();
        mixture.unflatten(flat);
        mixture
    }

    /// The mean of component `c`.
    pub fn mean(&self, c: usize) -> &[f64] {
        &self.means[c * self.d()..(c + 1) * self.d()]
    }

    fn below(&self, c: usize) -> &[f64] {
        let size = self.d() * (self.d() - 1) / 2;
        &self.ls[c * size..(c + 1) * size]
    }

    /// The mixing weights; they add up to one.
    pub fn weights(&self) -> Vec<f64> {
        let norm = log_sum_exp(&self.alphas);
        self.alphas.iter().map(|a| (a - norm).exp()).collect()
    }

    /// The components to which at least half a point belongs. Nothing but the prior holds the
    /// others, and with `m = 0` that makes them ever wider.
    pub fn alive(&self, points: usize) -> Vec<usize> {
        let weights = self.weights();
        (0..self.k()).filter(|&c| weights[c] * points as f64 >= 0.5).collect()
    }

    /// The covariance matrix `(QᵀQ)⁻¹` of component `c`, row by row.
    pub fn covariance(&self, c: usize) -> Vec<f64> {
        let d = self.d();
        let q = &self.qs[c * d..(c + 1) * d];
        let mut factor = vec![0.0; d * d];
        let mut below = self.below(c).iter();
        for col in 0..d {
            factor[col * d + col] = q[col].exp();
            for row in col + 1..d {
                factor[row * d + col] = *below.next().expect("d(d-1)/2 entries");
            }
        }
        // The inverse of the factor, column by column, by forward substitution.
        let mut inverse = vec![0.0; d * d];
        for col in 0..d {
            for row in col..d {
                let mut rest = if row == col { 1.0 } else { 0.0 };
                for j in col..row {
                    rest -= factor[row * d + j] * inverse[j * d + col];
                }
                inverse[row * d + col] = rest / factor[row * d + row];
            }
        }
        let entry =
            |r: usize, s: usize| (0..d).map(|j| inverse[r * d + j] * inverse[s * d + j]).sum();
        (0..d * d).map(|rs| entry(rs / d, rs % d)).collect()
    }

    /// For each point, the component with the highest posterior probability.
    pub fn assign(&self, data: &Data) -> Vec<usize> {
        let d = self.d();
        let diagonals: Vec<f64> = self.qs.iter().map(|q| q.exp()).collect();
        let term = |point: &[f64], c: usize| {
            let range = c * d..(c + 1) * d;
            let log_determinant: f64 = self.qs[range.clone()].iter().sum();
            let distance = squared_distance(point, self.mean(c), &diagonals[range], self.below(c));
            self.alphas[c] + log_determinant - 0.5 * distance
        };
        data.points()
            .map(|point| {
                let terms: Vec<f64> = (0..self.k()).map(|c| term(point, c)).collect();
                (0..self.k())
                    .max_by(|&a, &b| terms[a].total_cmp(&terms[b]))
                    .expect("at least one component")
            })
            .collect()
    }

    /// The same mixture with its components ordered by their mean in dimension `axis`, those
    /// without points last.
    pub fn ordered(&self, points: usize, axis: usize) -> Mixture {
        let d = self.d();
        let alive = self.alive(points);
        let mut order: Vec<usize> = (0..self.k()).collect();
        order.sort_by(|&a, &b| {
            let empty = |c: usize| !alive.contains(&c);
            let means = self.mean(a)[axis].total_cmp(&self.mean(b)[axis]);
            empty(a).cmp(&empty(b)).then(means)
        });
        let pick = |block: &[f64], size: usize| -> Vec<f64> {
            order.iter().flat_map(|&c| block[c * size..(c + 1) * size].iter().copied()).collect()
        };
        Mixture {
            alphas: pick(&self.alphas, 1),
            means: pick(&self.means, d),
            qs: pick(&self.qs, d),
            ls: pick(&self.ls, d * (d - 1) / 2),
        }
    }
}
