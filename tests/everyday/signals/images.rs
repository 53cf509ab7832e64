//! A picture: convolution with a kernel, and bilinear sampling.

use autodiff::prelude::*;
#[derive(Debug, Clone, Differentiable)]
struct Image {
    #[constant]
    width: usize,
    #[constant]
    height: usize,
    data: Vec<f64>,
}
#[differentiate]
impl Image {
    #[differentiate]
    fn from_fn(width: usize, height: usize, f: impl Fn(usize, usize) -> f64) -> Image {
        let data = (0..height)
            .flat_map(|y| (0..width).map(move |x| (x, y)))
            .map(|(x, y)| f(x, y))
            .collect();
        Image { width, height, data }
    }
    #[differentiate]
    fn get(&self, x: isize, y: isize) -> f64 {
        let x = x.clamp(0, self.width as isize - 1) as usize;
        let y = y.clamp(0, self.height as isize - 1) as usize;
        self.data[y * self.width + x]
    }
    #[differentiate]
    fn convolve(&self, kernel: &[[f64; 3]; 3]) -> Image {
        Image::from_fn(self.width, self.height, |x, y| {
            let mut acc = 0.0;
            for (j, row) in kernel.iter().enumerate() {
                for (i, k) in row.iter().enumerate() {
                    acc += k * self.get(x as isize + i as isize - 1, y as isize + j as isize - 1);
                }
            }
            acc
        })
    }
    #[differentiate]
    fn sample(&self, u: f64, v: f64) -> Option<f64> {
        let (x0, y0) = (u.floor(), v.floor());
        if x0 < 0.0 || y0 < 0.0 || x0 as usize >= self.width || y0 as usize >= self.height {
            return None;
        }
        let (fx, fy) = (u - x0, v - y0);
        let (x0, y0) = (x0 as isize, y0 as isize);
        let lerp = |a: f64, b: f64, t: f64| a + (b - a) * t;
        let top = lerp(self.get(x0, y0), self.get(x0 + 1, y0), fx);
        let bottom = lerp(self.get(x0, y0 + 1), self.get(x0 + 1, y0 + 1), fx);
        Some(lerp(top, bottom, fy))
    }
}
#[differentiate]
fn program(p: &[f64]) -> f64 {
    let img = Image::from_fn(4, 3, |x, y| (p[(x + y) % p.len()] * (1.0 + x as f64)).sin());
    let k = [[0.0, 0.1, 0.0], [0.1, 0.6, 0.1 + 0.01 * p[0]], [0.0, 0.1, 0.0]];
    let blurred = img.convolve(&k);
    let s = [(0.5, 0.5), (1.3 + 0.1 * p[0], 1.7), (9.0, 0.0)]
        .iter()
        .filter_map(|&(u, v)| blurred.sample(u, v))
        .sum::<f64>();
    s + blurred.data.iter().map(|v| v * v).sum::<f64>().sqrt()
}
mod laws {
    at_points! { program }
}
