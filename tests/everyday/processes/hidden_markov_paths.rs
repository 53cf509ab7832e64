//! A hidden Markov model on vectors: the likelihood by the forward algorithm, the path by Viterbi.

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Debug)]
pub struct Hmm {
    initial: Vec<f64>,
    transition: Vec<Vec<f64>>,
    emission: Vec<Vec<f64>>,
}
#[differentiate]
impl Hmm {
    #[differentiate]
    fn forward(&self, observations: &[usize]) -> (f64, Vec<Vec<f64>>) {
        let n = self.initial.len();
        let mut alphas: Vec<Vec<f64>> = Vec::with_capacity(observations.len());
        let mut log_likelihood = 0.0;
        for (t, &obs) in observations.iter().enumerate() {
            let mut alpha: Vec<f64> = if t == 0 {
                (0..n).map(|i| self.initial[i] * self.emission[i][obs]).collect()
            } else {
                let prev = &alphas[t - 1];
                (0..n)
                    .map(|j| {
                        let s: f64 = (0..n).map(|i| prev[i] * self.transition[i][j]).sum();
                        s * self.emission[j][obs]
                    })
                    .collect()
            };
            let norm: f64 = alpha.iter().sum();
            alpha.iter_mut().for_each(|a| *a /= norm);
            log_likelihood += norm.ln();
            alphas.push(alpha);
        }
        (log_likelihood, alphas)
    }
    #[differentiate]
    fn viterbi(&self, obs: &[usize]) -> (f64, Vec<usize>) {
        let n = self.initial.len();
        let mut delta: Vec<f64> =
            (0..n).map(|i| self.initial[i].ln() + self.emission[i][obs[0]].ln()).collect();
        let mut back: Vec<Vec<usize>> = Vec::new();
        for &o in &obs[1..] {
            let mut next = vec![f64::NEG_INFINITY; n];
            let mut choice = vec![0; n];
            for j in 0..n {
                for i in 0..n {
                    let score = delta[i] + self.transition[i][j].ln();
                    if score > next[j] {
                        next[j] = score;
                        choice[j] = i;
                    }
                }
                next[j] += self.emission[j][o].ln();
            }
            delta = next;
            back.push(choice);
        }
        let (mut best, score) =
            delta.iter().enumerate().fold((0, f64::NEG_INFINITY), |(bi, bs), (i, &s)| {
                if s > bs { (i, s) } else { (bi, bs) }
            });
        let mut path = vec![best];
        for choice in back.iter().rev() {
            best = choice[best];
            path.push(best);
        }
        path.reverse();
        (score, path)
    }
}
#[differentiate]
fn softmax(x: &[f64]) -> Vec<f64> {
    let max = x.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
    let exps: Vec<f64> = x.iter().map(|v| (v - max).exp()).collect();
    let total: f64 = exps.iter().sum();
    exps.into_iter().map(|e| e / total).collect()
}
#[differentiate]
fn hidden_markov_program(q: &[f64]) -> f64 {
    let hmm = Hmm {
        initial: softmax(&[q[0], 0.0]),
        transition: vec![softmax(&[q[1], 0.2]), softmax(&[0.1, q[2]])],
        emission: vec![softmax(&[0.5, q[0], 0.0]), softmax(&[q[1], 0.1, 0.9])],
    };
    let obs = [0, 2, 1, 1, 0, 2];
    let (ll, alphas) = hmm.forward(&obs);
    let (score, path) = hmm.viterbi(&obs);
    ll + 0.5 * score + alphas.last().unwrap()[path[0]]
}

#[test]
fn laws() {
    check!(hidden_markov_program, [0.3, 0.25, 0.4], 1e-6);
}
