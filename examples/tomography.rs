//! Computed tomography: an image from its ray sums, by a projector whose transpose the compiler
//! wrote.
//!
//! `cargo run --release --example tomography` projects the Shepp–Logan phantom along parallel rays
//! from many angles, adds noise, and finds the image whose projections come closest to these: least
//! squares by conjugate gradients (CGLS), which need nothing but products with the projector and
//! with its transpose. The projector is a plain Rust function; `#[linear(image)]` proves that it is
//! linear and generates the transpose (the back-projection).

use anyhow::{Context, Result, anyhow};
use autodiff::prelude::*;
use clap::Parser;
use plotters::prelude::*;
use std::f64::consts::PI;
use std::path::{Path, PathBuf};

/// How the rays run.
#[derive(Clone, Copy)]
struct Scan {
    /// The image has this many pixels on each side, and covers the square from −1 to 1.
    pixels: usize,
    /// The directions, evenly over half a turn.
    angles: usize,
    /// The parallel rays of each direction, evenly from −1.4 to 1.4.
    rays: usize,
}

/// The sums of the image along the rays, direction by direction. A ray takes steps of half a pixel,
/// and its samples are interpolated between the four nearest pixels.
#[linear(image)]
fn project(pixels: usize, angles: usize, rays: usize, image: &[f64]) -> Vec<f64> {
    let step = 1.0 / pixels as f64;
    let mut sums = vec![0.0; angles * rays];
    for a in 0..angles {
        let (sin, cos) = (PI * a as f64 / angles as f64).sin_cos();
        for r in 0..rays {
            let offset = 1.4 * (2.0 * (r as f64 + 0.5) / rays as f64 - 1.0);
            let mut sum = 0.0;
            for s in 0..3 * pixels {
                let along = -1.5 + s as f64 * step;
                // in pixels, from the centre of the first one
                let x = (offset * cos - along * sin + 1.0) * 0.5 / step - 0.5;
                let y = (offset * sin + along * cos + 1.0) * 0.5 / step - 0.5;
                if x < 0.0 || y < 0.0 {
                    continue;
                }
                let (i, j) = (x as usize, y as usize);
                if i + 1 >= pixels || j + 1 >= pixels {
                    continue;
                }
                let (u, v) = (x - i as f64, y - j as f64);
                let at = j * pixels + i;
                sum += (1.0 - v) * ((1.0 - u) * image[at] + u * image[at + 1]);
                sum += v * ((1.0 - u) * image[at + pixels] + u * image[at + pixels + 1]);
            }
            sums[a * rays + r] = sum * step;
        }
    }
    sums
}

impl Scan {
    fn project(self, image: &[f64]) -> Vec<f64> {
        project(self.pixels, self.angles, self.rays, image)
    }

    fn back_project(self, sums: &[f64]) -> Vec<f64> {
        let mut image = vec![0.0; self.pixels * self.pixels];
        project_transposed(self.pixels, self.angles, self.rays, sums, &mut image[..]);
        image
    }
}

/// The ellipses of the phantom of Shepp and Logan (1974) with the contrasts of Toft (1996): value,
/// half axes, centre, angle in degrees.
const ELLIPSES: [[f64; 6]; 10] = [
    [1.0, 0.69, 0.92, 0.0, 0.0, 0.0],
    [-0.8, 0.6624, 0.874, 0.0, -0.0184, 0.0],
    [-0.2, 0.11, 0.31, 0.22, 0.0, -18.0],
    [-0.2, 0.16, 0.41, -0.22, 0.0, 18.0],
    [0.1, 0.21, 0.25, 0.0, 0.35, 0.0],
    [0.1, 0.046, 0.046, 0.0, 0.1, 0.0],
    [0.1, 0.046, 0.046, 0.0, -0.1, 0.0],
    [0.1, 0.046, 0.023, -0.08, -0.605, 0.0],
    [0.1, 0.023, 0.023, 0.0, -0.606, 0.0],
    [0.1, 0.023, 0.046, 0.06, -0.605, 0.0],
];

fn phantom(pixels: usize) -> Vec<f64> {
    let coordinate = |k: usize| 2.0 * (k as f64 + 0.5) / pixels as f64 - 1.0;
    let value = |x: f64, y: f64| -> f64 {
        ELLIPSES
            .iter()
            .filter(|[_, a, b, x0, y0, angle]| {
                let (sin, cos) = angle.to_radians().sin_cos();
                let (dx, dy) = (x - x0, y - y0);
                ((dx * cos + dy * sin) / a).powi(2) + ((dy * cos - dx * sin) / b).powi(2) <= 1.0
            })
            .map(|ellipse| ellipse[0])
            .sum()
    };
    (0..pixels * pixels).map(|at| value(coordinate(at % pixels), coordinate(at / pixels))).collect()
}

fn inner(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn norm(a: &[f64]) -> f64 {
    inner(a, a).sqrt()
}

fn add_scaled(a: &mut [f64], factor: f64, b: &[f64]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a += factor * b;
    }
}

/// Conjugate gradients for least squares (Hestenes and Stiefel 1952, section 10). Calls `report`
/// with the number of the iteration and the norm of what is left over.
fn least_squares(
    scan: Scan,
    sums: &[f64],
    iterations: usize,
    mut report: impl FnMut(usize, f64),
) -> Vec<f64> {
    let mut image = vec![0.0; scan.pixels * scan.pixels];
    let mut left = sums.to_vec();
    let mut gradient = scan.back_project(&left);
    let mut direction = gradient.clone();
    let mut square = inner(&gradient, &gradient);
    for iteration in 1..=iterations {
        let seen = scan.project(&direction);
        let curvature = inner(&seen, &seen);
        if curvature == 0.0 {
            break;
        }
        let length = square / curvature;
        add_scaled(&mut image, length, &direction);
        add_scaled(&mut left, -length, &seen);
        gradient = scan.back_project(&left);
        let next = inner(&gradient, &gradient);
        for (d, g) in direction.iter_mut().zip(&gradient) {
            *d = g + next / square * *d;
        }
        square = next;
        report(iteration, norm(&left));
    }
    image
}

/// Uniform numbers between −1 and 1 (a linear congruence; Knuth, MMIX).
fn noise(count: usize) -> impl Iterator<Item = f64> {
    let mut state = 1_u64;
    (0..count).map(move |_| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    })
}

/// Draws images side by side in an SVG file.
fn draw(images: &[(&str, &[f64])], pixels: usize, file: &Path) -> Result<()> {
    let side = 360_u32;
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (side * images.len() as u32, side + 30))
            .into_drawing_area();
        let failed =
            |error: Box<dyn std::error::Error>| anyhow!("cannot draw the picture: {error}");
        root.fill(&WHITE).map_err(|e| failed(e.into()))?;
        for (area, (title, image)) in root.split_evenly((1, images.len())).iter().zip(images) {
            let mut chart = ChartBuilder::on(area)
                .margin(6)
                .caption(title, ("sans-serif", 18))
                .build_cartesian_2d(0..pixels as i32, 0..pixels as i32)
                .map_err(|e| failed(e.into()))?;
            let squares = image.iter().enumerate().map(|(at, value)| {
                let (i, j) = ((at % pixels) as i32, (at / pixels) as i32);
                let shade = (255.0 * value.clamp(0.0, 0.5) / 0.5) as u8;
                Rectangle::new([(i, j), (i + 1, j + 1)], RGBColor(shade, shade, shade).filled())
            });
            chart.draw_series(squares).map_err(|e| failed(e.into()))?;
        }
        root.present().map_err(|e| failed(e.into()))?;
    }
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make {}", folder.display()))?;
    }
    std::fs::write(file, svg).with_context(|| format!("cannot write {}", file.display()))
}

/// Reconstructs an image from noisy projections.
#[derive(Parser)]
struct Arguments {
    /// Pixels on each side of the image.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u16).range(4..=512))]
    pixels: u16,
    /// Directions of rays.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u16).range(1..=1000))]
    angles: u16,
    /// Iterations of conjugate gradients.
    #[arg(long, default_value_t = 20)]
    iterations: usize,
    /// The largest error of a projection, relative to the largest projection.
    #[arg(long, default_value_t = 0.01)]
    noise: f64,
    /// Where to write the picture.
    #[arg(long, default_value = "target/tomography.svg")]
    output: PathBuf,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let pixels = usize::from(arguments.pixels);
    let scan = Scan { pixels, angles: arguments.angles.into(), rays: pixels * 3 / 2 };
    let truth = phantom(pixels);
    let mut sums = scan.project(&truth);

    // the transpose is one: ⟨A x, y⟩ = ⟨x, Aᵀ y⟩
    let y: Vec<f64> = noise(sums.len()).collect();
    let (forward, backward) = (inner(&sums, &y), inner(&truth, &scan.back_project(&y)));
    println!("⟨A x, y⟩ = {forward:.12}, ⟨x, Aᵀ y⟩ = {backward:.12}");

    let largest = sums.iter().copied().fold(0.0, f64::max);
    for (sum, error) in sums.iter_mut().zip(noise(scan.angles * scan.rays)) {
        *sum += arguments.noise * largest * error;
    }
    let total = norm(&sums);
    println!("{} rays, {} pixels", sums.len(), pixels * pixels);
    let image = least_squares(scan, &sums, arguments.iterations, |iteration, left| {
        if iteration == 1 || iteration % 5 == 0 {
            println!("iteration {iteration:3}: {:.4} of the projections left over", left / total);
        }
    });
    let difference: Vec<f64> = image.iter().zip(&truth).map(|(a, b)| a - b).collect();
    println!("relative error of the image: {:.4}", norm(&difference) / norm(&truth));
    draw(&[("phantom", &truth), ("reconstruction", &image)], pixels, &arguments.output)?;
    println!("wrote {}", arguments.output.display());
    Ok(())
}
