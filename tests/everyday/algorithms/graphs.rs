//! Shortest paths by Bellman and Ford, and PageRank, on lists of neighbours.

use autodiff::prelude::*;
#[derive(Debug, Clone, Differentiable)]
struct Graph {
    edges: Vec<(usize, usize, f64)>,
    #[constant]
    n: usize,
}
#[differentiate]
impl Graph {
    #[differentiate]
    fn shortest(&self, source: usize) -> Vec<Option<f64>> {
        let mut dist: Vec<Option<f64>> = vec![None; self.n];
        dist[source] = Some(0.0);
        for _ in 0..self.n {
            let mut changed = false;
            for &(from, to, w) in &self.edges {
                if let Some(d) = dist[from] {
                    let candidate = d + w;
                    match dist[to] {
                        Some(old) if old <= candidate => {}
                        _ => {
                            dist[to] = Some(candidate);
                            changed = true;
                        }
                    }
                }
            }
            if !changed {
                break;
            }
        }
        dist
    }
    #[differentiate]
    fn rank(&self, damping: f64) -> Vec<f64> {
        let mut out = vec![0.0; self.n];
        for &(from, _, w) in &self.edges {
            out[from] += w;
        }
        let mut rank = vec![1.0 / self.n as f64; self.n];
        for _ in 0..5 {
            let mut next = vec![(1.0 - damping) / self.n as f64; self.n];
            for &(from, to, w) in &self.edges {
                next[to] += damping * rank[from] * w / out[from];
            }
            rank = next;
        }
        rank
    }
}
#[differentiate]
fn program(x: &[f64]) -> f64 {
    let w = |i: usize| 1.0 + x[i % x.len()].powi(2) + 0.1 * i as f64;
    let g = Graph {
        edges: vec![(0, 1, w(0)), (1, 2, w(1)), (0, 2, w(2) + 1.5), (2, 0, w(3)), (2, 3, w(4))],
        n: 5,
    };
    let d = g.shortest(0);
    let reach: f64 = d.iter().flatten().sum();
    let r = g.rank(0.85);
    reach + r.iter().enumerate().map(|(i, v)| i as f64 * v).sum::<f64>() + d[4].unwrap_or(2.0)
}
mod laws {
    at_points! { program }
}
