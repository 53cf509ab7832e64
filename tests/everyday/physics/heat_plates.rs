//! Heat in a plate, with a source that is a closure and one boundary condition for each side.

use autodiff::prelude::*;
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Edge {
    Fixed(f64),
    Insulated,
    Periodic,
}

#[derive(Clone, Debug, Differentiable)]
pub struct Plate {
    t: Vec<Vec<f64>>,
    k: f64,
    #[constant]
    edges: [Edge; 4],
    clock: u32,
}

#[differentiate]
impl Plate {
    #[differentiate]
    fn new(n: usize, m: usize, start: f64, k: f64) -> Plate {
        Plate {
            t: vec![vec![start; m]; n],
            k,
            edges: [Edge::Fixed(0.0), Edge::Insulated, Edge::Periodic, Edge::Periodic],
            clock: 0,
        }
    }
    #[differentiate]
    fn neighbour(&self, i: usize, j: usize, side: usize) -> f64 {
        let (n, m) = (self.t.len(), self.t[0].len());
        let inside = match side {
            0 => i.checked_sub(1).map(|i| (i, j)),
            1 => Some((i + 1, j)).filter(|p| p.0 < n),
            2 => j.checked_sub(1).map(|j| (i, j)),
            _ => {
                if j + 1 < m {
                    Some((i, j + 1))
                } else {
                    None
                }
            }
        };
        if let Some((a, b)) = inside {
            return self.t[a][b];
        }
        match self.edges[side] {
            Edge::Fixed(v) => v,
            Edge::Insulated => self.t[i][j],
            Edge::Periodic => match side {
                0 => self.t[n - 1][j],
                1 => self.t[0][j],
                2 => self.t[i][m - 1],
                _ => self.t[i][0],
            },
        }
    }
    #[differentiate]
    fn step(&mut self, source: impl Fn(usize, usize) -> f64) {
        let old = self.clone();
        for (i, row) in self.t.iter_mut().enumerate() {
            for (j, cell) in row.iter_mut().enumerate() {
                let lap: f64 = (0..4).map(|s| old.neighbour(i, j, s)).sum::<f64>() - 4.0 * *cell;
                *cell += self.k * lap + source(i, j);
            }
        }
        self.clock += 1;
    }
    #[differentiate]
    fn mean(&self) -> f64 {
        self.t.iter().flatten().sum::<f64>() / (self.t.len() * self.t[0].len()) as f64
    }
}

#[differentiate]
pub fn history(x: &[f64]) -> f64 {
    let mut plate = Plate::new(3, 4, x[0], x[1]);
    let mut checkpoints = Vec::new();
    let strength = x[2];
    for step in 0..5 {
        plate.step(|i, j| if (i, j) == (1, 2) { strength * (step as f64).cos() } else { 0.0 });
        if plate.clock % 2 == 0 {
            checkpoints.push(plate.mean());
        }
    }
    let [.., last] = checkpoints[..] else { unreachable!() };
    last + checkpoints.first().map_or(0.0, |c| c * c) + plate.t[1][2].sqrt()
}
#[test]
fn heat() {
    check!(history, [1.5, 0.1, 0.3], 1e-6);
}
