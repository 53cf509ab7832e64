//! A hidden Markov model, regression by reweighted least squares, attention, a layered network.

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
fn p2(q: &[f64]) -> f64 {
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
fn t2() {
    check!(p2, [0.3, 0.25, 0.4], 1e-6);
}

#[derive(Differentiable, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    Gaussian,
    Poisson,
    Binomial,
}
#[differentiate]
impl Family {
    #[differentiate]
    fn inverse_link(self, eta: f64) -> f64 {
        match self {
            Family::Gaussian => eta,
            Family::Poisson => eta.exp(),
            Family::Binomial => 1.0 / (1.0 + (-eta).exp()),
        }
    }
    #[differentiate]
    fn variance(&self, mu: f64) -> f64 {
        match *self {
            Self::Gaussian => 1.0,
            Self::Poisson => mu,
            Self::Binomial => mu * (1.0 - mu),
        }
    }
}
#[derive(Debug)]
pub enum FitError {
    Singular { column: usize },
    NoConvergence { iterations: usize, last: f64 },
}
#[derive(Differentiable, Clone, Debug)]
pub struct Fit {
    coefficients: Vec<f64>,
    deviance: f64,
    iterations: usize,
}
#[differentiate]
fn solve_qr(a: &[Vec<f64>], b: &[f64]) -> Result<Vec<f64>, FitError> {
    let m = a.len();
    let n = a[0].len();
    let mut r = a.to_vec();
    let mut y = b.to_vec();
    for k in 0..n {
        let norm = (k..m).map(|i| r[i][k] * r[i][k]).sum::<f64>().sqrt();
        if norm < 1e-12 {
            return Err(FitError::Singular { column: k });
        }
        let alpha = if r[k][k] > 0.0 { -norm } else { norm };
        let mut v: Vec<f64> = (k..m).map(|i| r[i][k]).collect();
        v[0] -= alpha;
        let vv: f64 = v.iter().map(|x| x * x).sum();
        for j in k..n {
            let dot: f64 = v.iter().enumerate().map(|(i, x)| x * r[k + i][j]).sum();
            let s = 2.0 * dot / vv;
            for (i, x) in v.iter().enumerate() {
                r[k + i][j] -= s * x;
            }
        }
        let dot: f64 = v.iter().zip(&y[k..]).map(|(x, y)| x * y).sum();
        let s = 2.0 * dot / vv;
        for (i, x) in v.iter().enumerate() {
            y[k + i] -= s * x;
        }
    }
    let mut x = vec![0.0; n];
    for i in (0..n).rev() {
        let s: f64 = ((i + 1)..n).map(|j| r[i][j] * x[j]).sum();
        x[i] = (y[i] - s) / r[i][i];
    }
    Ok(x)
}
#[differentiate]
fn irls(x: &[Vec<f64>], y: &[f64], family: Family) -> Result<Fit, FitError> {
    let p = x[0].len();
    let mut beta = vec![0.0; p];
    let mut last = f64::INFINITY;
    for it in 0..25 {
        let eta: Vec<f64> =
            x.iter().map(|row| row.iter().zip(&beta).map(|(a, b)| a * b).sum()).collect();
        let mu: Vec<f64> = eta.iter().map(|e| family.inverse_link(*e)).collect();
        let w: Vec<f64> = mu.iter().map(|m| family.variance(*m).sqrt()).collect();
        let z: Vec<f64> = (0..y.len())
            .map(|i| w[i] * (eta[i] + (y[i] - mu[i]) / family.variance(mu[i])))
            .collect();
        let xw: Vec<Vec<f64>> =
            x.iter().zip(&w).map(|(row, w)| row.iter().map(|v| v * w).collect()).collect();
        beta = solve_qr(&xw, &z)?;
        let deviance = mu.iter().zip(y).map(|(m, y)| (y - m).powi(2)).sum::<f64>();
        if (deviance - last).abs() < 1e-13 {
            return Ok(Fit { coefficients: beta, deviance, iterations: it });
        }
        last = deviance;
    }
    Err(FitError::NoConvergence { iterations: 25, last: 0.0 })
}
#[differentiate]
fn p13(q: &[f64]) -> f64 {
    let x: Vec<Vec<f64>> = vec![
        vec![1.0, 0.1],
        vec![1.0, 0.5 * q[0]],
        vec![1.0, 0.9],
        vec![1.0, 1.4],
        vec![1.0, -0.3],
    ];
    let y = [0.2, 1.0, q[1], 2.5, 0.1];
    let mut out = 0.0;
    for family in [Family::Gaussian, Family::Poisson] {
        out += match irls(&x, &y, family) {
            Ok(fit) => fit.coefficients.iter().sum::<f64>() + fit.deviance,
            Err(FitError::Singular { column }) => column as f64,
            Err(FitError::NoConvergence { iterations, .. }) => -(iterations as f64) * q[0],
        };
    }
    out
}
#[test]
fn t13() {
    check!(p13, [0.9, 1.1], 1e-5);
}

type Mat = Vec<Vec<f64>>;
#[differentiate]
fn matmul(a: &Mat, b: &Mat) -> Mat {
    let (n, k, m) = (a.len(), b.len(), b[0].len());
    let mut c = vec![vec![0.0; m]; n];
    for i in 0..n {
        for j in 0..m {
            for p in 0..k {
                c[i][j] += a[i][p] * b[p][j];
            }
        }
    }
    c
}
#[differentiate]
fn transpose(a: &Mat) -> Mat {
    if a.is_empty() {
        return vec![];
    }
    (0..a[0].len()).map(|j| a.iter().map(|row| row[j]).collect()).collect()
}
#[differentiate]
fn softmax_rows(m: &mut Mat, causal: bool) {
    for (i, row) in m.iter_mut().enumerate() {
        if causal {
            for j in i + 1..row.len() {
                row[j] = f64::NEG_INFINITY;
            }
        }
        let max = row.iter().copied().fold(f64::MIN, f64::max);
        let mut sum = 0.0;
        for v in row.iter_mut() {
            *v = (*v - max).exp();
            sum += *v;
        }
        for v in row.iter_mut() {
            *v /= sum;
        }
    }
}
#[differentiate]
fn layer_norm(x: &[f64], gamma: &[f64], beta: &[f64]) -> Vec<f64> {
    let n = x.len() as f64;
    let mean = x.iter().sum::<f64>() / n;
    let var = x.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n;
    let inv = 1.0 / (var + 1e-5).sqrt();
    x.iter().zip(gamma.iter().zip(beta)).map(|(v, (g, b))| (v - mean) * inv * g + b).collect()
}
#[derive(Differentiable, Clone, Debug)]
pub struct Attention {
    wq: Mat,
    wk: Mat,
    wv: Mat,
    gamma: Vec<f64>,
    beta: Vec<f64>,
}
#[differentiate]
impl Attention {
    #[differentiate]
    fn forward(&self, x: &Mat) -> Mat {
        let (q, k, v) = (matmul(x, &self.wq), matmul(x, &self.wk), matmul(x, &self.wv));
        let d = (self.wk[0].len() as f64).sqrt();
        let mut scores = matmul(&q, &transpose(&k));
        for row in scores.iter_mut() {
            for s in row {
                *s /= d;
            }
        }
        softmax_rows(&mut scores, true);
        let out = matmul(&scores, &v);
        out.iter()
            .zip(x)
            .map(|(o, x)| {
                let res: Vec<f64> = o.iter().zip(x).map(|(a, b)| a + b).collect();
                layer_norm(&res, &self.gamma, &self.beta)
            })
            .collect()
    }
}
#[differentiate]
fn p7(q: &[f64]) -> f64 {
    let att = Attention {
        wq: vec![vec![q[0], 0.3], vec![-0.1, 0.7]],
        wk: vec![vec![0.2, q[1]], vec![0.5, -0.4]],
        wv: vec![vec![1.0, 0.2], vec![q[2], 0.9]],
        gamma: vec![1.0, q[0]],
        beta: vec![0.1, 0.0],
    };
    let x: Mat = vec![vec![0.3, -0.2], vec![q[1], 0.4], vec![0.9, 1.1]];
    let y = att.forward(&x);
    y.iter().flatten().enumerate().map(|(i, v)| (i as f64 + 1.0) * v).sum()
}
#[test]
fn t7() {
    check!(p7, [0.3, 0.25, 0.4], 1e-5);
}

#[derive(Differentiable, Clone, Debug)]
pub enum LayerKind {
    Dense {
        w: Vec<Vec<f64>>,
        b: Vec<f64>,
    },
    Relu,
    LeakyRelu(f64),
    Softplus,
    Dropout {
        #[constant]
        keep: f64,
    },
}
#[differentiate]
impl LayerKind {
    #[differentiate]
    fn forward(&self, x: Vec<f64>) -> Vec<f64> {
        match self {
            LayerKind::Dense { w, b } => w
                .iter()
                .zip(b)
                .map(|(row, b)| row.iter().zip(&x).fold(*b, |acc, (w, x)| acc + w * x))
                .collect(),
            LayerKind::Relu => x.into_iter().map(|v| v.max(0.0)).collect(),
            LayerKind::LeakyRelu(a) => x.iter().map(|&v| if v > 0.0 { v } else { a * v }).collect(),
            LayerKind::Softplus => x.iter().map(|v| v.exp().ln_1p()).collect(),
            LayerKind::Dropout { keep } => x.iter().map(|v| v * keep).collect(),
        }
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct Network {
    layers: Vec<LayerKind>,
}
#[differentiate]
impl Network {
    #[differentiate]
    fn predict(&self, x: &[f64]) -> Vec<f64> {
        self.layers.iter().fold(x.to_vec(), |h, l| l.forward(h))
    }
    #[differentiate]
    fn loss(&self, batch: &[(Vec<f64>, usize)]) -> f64 {
        let mut total = 0.0;
        for (x, label) in batch {
            let logits = self.predict(x);
            let m = logits.iter().copied().reduce(f64::max).unwrap();
            let lse = m + logits.iter().map(|l| (l - m).exp()).sum::<f64>().ln();
            total += lse - logits[*label];
        }
        total / batch.len() as f64
    }
}
#[differentiate]
fn p15(q: &[f64]) -> f64 {
    let net = Network {
        layers: vec![
            LayerKind::Dense {
                w: vec![vec![q[0], 0.5], vec![-0.3, q[1]], vec![0.2, 0.1]],
                b: vec![0.1, 0.0, q[2]],
            },
            LayerKind::LeakyRelu(0.1 * q[0]),
            LayerKind::Softplus,
            LayerKind::Dropout { keep: 0.8 },
            LayerKind::Dense {
                w: vec![vec![0.3, q[2], 0.2], vec![0.1, -0.4, q[0]]],
                b: vec![0.0, 0.1],
            },
        ],
    };
    let batch = vec![(vec![1.0, 0.5], 0), (vec![-0.5, 0.2], 1), (vec![q[1], 0.3], 0)];
    net.loss(&batch)
}
#[test]
fn t15() {
    check!(p15, [1.0, 0.25, 0.4], 1e-6);
}
