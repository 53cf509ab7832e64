//! The likelihood and the likeliest path of a hidden Markov model over any float, and smoothed
//! rewards by chains of iterators.

use autodiff::prelude::*;

#[differentiate]
mod hidden_markov_program {
    use autodiff::prelude::*;
    use num_traits::Float;
    use std::iter;

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    pub struct Hmm<T> {
        initial: Vec<T>,
        transition: Vec<Vec<T>>,
        emission: Emission<T>,
    }

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    pub enum Emission<T> {
        Categorical(Vec<Vec<T>>),
        Normal { means: Vec<T>, sd: T },
    }

    fn normalized<T: Float>(logits: &[T]) -> Vec<T> {
        let max = logits.iter().copied().fold(T::neg_infinity(), T::max);
        let exps: Vec<T> = logits.iter().map(|&l| (l - max).exp()).collect();
        let total = exps.iter().fold(T::zero(), |a, &b| a + b);
        exps.into_iter().map(|e| e / total).collect()
    }

    impl<T: Float> Emission<T> {
        fn likelihood(&self, state: usize, y: T) -> T {
            match self {
                Emission::Categorical(p) => p[state][y.to_usize().unwrap_or(0)],
                Emission::Normal { means, sd } => {
                    let two = T::one() + T::one();
                    let z = (y - means[state]) / *sd;
                    (-z * z / two).exp() / *sd
                }
            }
        }
    }

    impl<T: Float> Hmm<T> {
        pub fn from_logits(initial: &[T], transition: &[Vec<T>], emission: Emission<T>) -> Self {
            Hmm {
                initial: normalized(initial),
                transition: transition.iter().map(|row| normalized(row)).collect(),
                emission,
            }
        }

        pub fn states(&self) -> usize {
            self.initial.len()
        }

        fn step(&self, belief: &[T], y: T) -> (Vec<T>, T) {
            let n = self.states();
            let mut next = vec![T::zero(); n];
            for (from, &b) in belief.iter().enumerate() {
                for (to, slot) in next.iter_mut().enumerate() {
                    *slot = *slot + b * self.transition[from][to];
                }
            }
            for (to, slot) in next.iter_mut().enumerate() {
                *slot = *slot * self.emission.likelihood(to, y);
            }
            let scale = next.iter().copied().fold(T::zero(), |a, b| a + b);
            (next.into_iter().map(|v| v / scale).collect(), scale)
        }

        pub fn log_likelihood(&self, observations: &[T]) -> T {
            let mut belief = self.initial.clone();
            let mut total = T::zero();
            for &y in observations {
                let (next, scale) = self.step(&belief, y);
                belief = next;
                total = total + scale.ln();
            }
            total
        }

        /// The likeliest path and the logarithm of its probability.
        pub fn viterbi(&self, observations: &[T]) -> (Vec<usize>, T) {
            let n = self.states();
            let mut score: Vec<T> = self.initial.iter().map(|p| p.ln()).collect();
            let mut back: Vec<Vec<usize>> = Vec::new();
            for &y in observations {
                let mut pointers = Vec::with_capacity(n);
                let mut next = Vec::with_capacity(n);
                for to in 0..n {
                    let (from, best) = (0..n)
                        .map(|from| (from, score[from] + self.transition[from][to].ln()))
                        .max_by(|a, b| a.1.partial_cmp(&b.1).unwrap())
                        .unwrap();
                    pointers.push(from);
                    next.push(best + self.emission.likelihood(to, y).ln());
                }
                back.push(pointers);
                score = next;
            }
            let (mut state, best) = score
                .iter()
                .enumerate()
                .fold((0, T::neg_infinity()), |acc, (i, &s)| if s > acc.1 { (i, s) } else { acc });
            let mut path = vec![state];
            for pointers in back.iter().rev() {
                state = pointers[state];
                path.push(state);
            }
            path.reverse();
            (path, best)
        }
    }

    pub fn discounted(rewards: &[f64], gamma: f64) -> f64 {
        let weights = iter::successors(Some(1.0), |w| Some(w * gamma));
        rewards.iter().zip(weights).map(|(r, w)| r * w).sum()
    }

    pub fn smoothed(x: &[f64], alpha: f64) -> Vec<f64> {
        x.iter()
            .scan(x[0], |level, &v| {
                *level += alpha * (v - *level);
                Some(*level)
            })
            .collect()
    }

    pub fn loss(logits: &[f64], means: &[f64], sd: f64, y: &[f64]) -> f64 {
        let n = means.len();
        let transition: Vec<Vec<f64>> = logits.chunks(n).take(n).map(<[f64]>::to_vec).collect();
        let emission = Emission::Normal { means: means.to_vec(), sd };
        let hmm = Hmm::from_logits(&logits[n * n..], &transition, emission);
        let smooth = smoothed(y, sd / (1.0 + sd));
        let (path, best) = hmm.viterbi(&smooth);
        let switches = path.windows(2).filter(|w| w[0] != w[1]).count();
        let coins = Hmm {
            emission: Emission::Categorical(vec![normalized(means), normalized(&logits[..n])]),
            ..hmm.clone()
        };
        let flips: Vec<f64> = iter::repeat(0.0).take(2).chain(iter::once(1.0)).collect();
        -hmm.log_likelihood(y) - best + 0.1 * switches as f64 + discounted(&smooth, 0.9)
            - coins.log_likelihood(&flips)
    }

    #[differentiate]
    pub fn of_all(x: &[f64]) -> f64 {
        loss(&x[..6], &x[6..8], x[8], &x[9..])
    }
}

#[test]
fn gradient() {
    use hidden_markov_program::*;
    check!(
        of_all,
        [0.5, -0.2, 0.1, 0.8, 0.3, -0.1, 0.0, 1.0, 0.7, 0.1, 0.9, 0.2, 1.3, -0.4, 0.6],
        1e-6
    );
}
