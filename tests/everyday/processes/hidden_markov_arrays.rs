//! A hidden Markov model whose numbers of states and symbols are const parameters.

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Debug)]
pub struct Hmm<const S: usize, const O: usize> {
    init: [f64; S],
    trans: [[f64; S]; S],
    emit: [[f64; O]; S],
}
#[differentiate]
impl<const S: usize, const O: usize> Hmm<S, O> {
    #[differentiate]
    fn log_likelihood(&self, obs: &[usize]) -> f64 {
        let mut alpha = [0.0; S];
        for s in 0..S {
            alpha[s] = self.init[s] * self.emit[s][obs[0]];
        }
        let mut ll = 0.0;
        for &o in &obs[1..] {
            let scale: f64 = alpha.iter().sum();
            ll += scale.ln();
            let mut next = [0.0; S];
            for (t, n) in next.iter_mut().enumerate() {
                *n = (0..S).map(|s| alpha[s] / scale * self.trans[s][t]).sum::<f64>()
                    * self.emit[t][o];
            }
            alpha = next;
        }
        ll + alpha.iter().sum::<f64>().ln()
    }
    #[differentiate]
    fn viterbi(&self, obs: &[usize]) -> (f64, Vec<usize>) {
        let mut score: Vec<f64> =
            (0..S).map(|s| (self.init[s] * self.emit[s][obs[0]]).ln()).collect();
        let mut path = Vec::new();
        for &o in obs.iter().skip(1) {
            let mut next = vec![f64::NEG_INFINITY; S];
            let mut back = 0;
            for t in 0..S {
                for s in 0..S {
                    let v = score[s] + self.trans[s][t].ln() + self.emit[t][o].ln();
                    if v > next[t] {
                        next[t] = v;
                        back = s;
                    }
                }
            }
            path.push(back);
            score = next;
        }
        (score.iter().cloned().fold(f64::NEG_INFINITY, f64::max), path)
    }
}
#[differentiate]
fn hmm(q: &[f64]) -> f64 {
    let h = Hmm {
        init: [0.6, 0.4],
        trans: [[q[0], 1.0 - q[0]], [q[1], 1.0 - q[1]]],
        emit: [[0.5, q[2], 0.5 - q[2]], [0.1, 0.3, 0.6]],
    };
    let (best, path) = h.viterbi(&[0, 1, 2, 1]);
    h.log_likelihood(&[0, 1, 2, 2, 0]) + best * path.len() as f64
}

#[test]
fn laws() {
    check!(hmm, [0.3, 0.7, 0.2], 1e-6);
}
