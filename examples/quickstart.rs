//! A line through points: the gradient of the squared error, and a few steps down it.

use autodiff::prelude::*;

#[derive(Differentiable, Debug)]
struct Line {
    slope: f64,
    offset: f64,
}

#[differentiate(reverse)]
fn error(line: &Line, #[constant] points: &[(f64, f64)]) -> f64 {
    points.iter().map(|(x, y)| (line.slope * x + line.offset - y).powi(2)).sum()
}

fn main() {
    let points = [(0.0, 1.0), (1.0, 3.1), (2.0, 4.9), (3.0, 7.0)];
    let mut line = Line { slope: 0.0, offset: 0.0 };
    for _ in 0..500 {
        let gradient = error_grad(&line, &points);
        line.slope -= 0.02 * gradient.slope;
        line.offset -= 0.02 * gradient.offset;
    }
    println!("{line:?}, error {:.4}", error(&line, &points));
}
