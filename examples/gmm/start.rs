//! Where the optimiser starts when no parameters are given: k-means++ and a few rounds of k-means.

use crate::data::Data;
use crate::mixture::Mixture;

const DRAWS: usize = 10;
const ROUNDS: usize = 10;

/// A start with `k` components; the same for the same `seed`.
pub fn start(data: &Data, k: usize, seed: u64) -> Mixture {
    let mut random = Random(seed);
    let mut best = (f64::INFINITY, Vec::new());
    for _ in 0..DRAWS {
        let mut centres = spread(data, k, &mut random);
        for _ in 0..ROUNDS {
            improve(data, &mut centres);
        }
        let cost = data.points().map(|point| nearest(point, &centres).1).sum();
        if cost < best.0 {
            best = (cost, centres);
        }
    }
    from_clusters(data, &best.1)
}

/// k-means++: each new centre is a point drawn with a probability proportional to its squared
/// distance from those before.
fn spread<'a>(data: &'a Data, k: usize, random: &mut Random) -> Vec<Vec<f64>> {
    let points: Vec<&'a [f64]> = data.points().collect();
    let first = (random.unit() * points.len() as f64) as usize;
    let mut centres = vec![points[first].to_vec()];
    while centres.len() < k {
        let distances: Vec<f64> = points.iter().map(|p| nearest(p, &centres).1).collect();
        let mut rest = random.unit() * distances.iter().sum::<f64>();
        let mut chosen = 0;
        for (i, distance) in distances.iter().enumerate() {
            // A point that is a centre already is chosen only if all are.
            if *distance > 0.0 {
                chosen = i;
                rest -= distance;
                if rest < 0.0 {
                    break;
                }
            }
        }
        centres.push(points[chosen].to_vec());
    }
    centres
}

/// One round of k-means: every centre goes to the mean of the points nearest to it.
fn improve(data: &Data, centres: &mut [Vec<f64>]) {
    let mut sums = vec![vec![0.0; data.d()]; centres.len()];
    let mut counts = vec![0; centres.len()];
    for point in data.points() {
        let (c, _) = nearest(point, centres);
        counts[c] += 1;
        for (sum, value) in sums[c].iter_mut().zip(point) {
            *sum += value;
        }
    }
    for ((centre, sum), count) in centres.iter_mut().zip(sums).zip(counts) {
        if count > 0 {
            *centre = sum.iter().map(|s| s / count as f64).collect();
        }
    }
}

/// Weights, means and standard deviations of the clusters; no correlations yet.
fn from_clusters(data: &Data, centres: &[Vec<f64>]) -> Mixture {
    let (n, d, k) = (data.n(), data.d(), centres.len());
    let overall = deviations(data.points(), d);
    let mut clusters = vec![Vec::new(); k];
    for point in data.points() {
        clusters[nearest(point, centres).0].push(point);
    }
    let mut mixture = Mixture {
        alphas: Vec::new(),
        means: centres.concat(),
        qs: Vec::new(),
        ls: vec![0.0; k * d * (d - 1) / 2],
    };
    for cluster in &clusters {
        mixture.alphas.push(((cluster.len() as f64 + 1.0) / (n + k) as f64).ln());
        for (own, all) in deviations(cluster.iter().copied(), d).iter().zip(&overall) {
            // A small cluster may have no extent at all in some direction.
            let all = if *all > 0.0 { *all } else { 1.0 };
            mixture.qs.push(-own.max(0.05 * all).ln());
        }
    }
    mixture
}

fn deviations<'a>(points: impl Iterator<Item = &'a [f64]> + Clone, d: usize) -> Vec<f64> {
    let n = points.clone().count().max(1) as f64;
    let deviation = |j: usize| {
        let mean = points.clone().map(|p| p[j]).sum::<f64>() / n;
        (points.clone().map(|p| (p[j] - mean).powi(2)).sum::<f64>() / n).sqrt()
    };
    (0..d).map(deviation).collect()
}

/// The centre nearest to a point, and the squared distance to it.
fn nearest(point: &[f64], centres: &[Vec<f64>]) -> (usize, f64) {
    let mut best = (0, f64::INFINITY);
    for (c, centre) in centres.iter().enumerate() {
        let distance = point.iter().zip(centre).map(|(a, b)| (a - b).powi(2)).sum();
        if distance < best.1 {
            best = (c, distance);
        }
    }
    best
}

/// The generator SplitMix64.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in 0 ≤ u < 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}
