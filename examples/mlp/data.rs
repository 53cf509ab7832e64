//! The digits, and random numbers.

use anyhow::{Context, Result};
use ndarray::{Array2, Axis};

/// Images of 8 × 8 pixels.
pub const SIDE: usize = 8;

/// Images, a row each with pixels from 0 to 1, and their digits.
pub struct Digits {
    pub images: Array2<f64>,
    pub labels: Vec<usize>,
}

impl Digits {
    /// The digits that are part of the program: in each line 64 pixels from 0 to 16, and the digit.
    pub fn load() -> Result<Self> {
        let text = include_str!("digits.csv");
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        let (mut pixels, mut labels) = (Vec::new(), Vec::new());
        for (number, line) in reader.deserialize::<Vec<u8>>().enumerate() {
            let line = line.with_context(|| format!("line {} of digits.csv", number + 1))?;
            let (label, image) = line.split_last().context("an empty line in digits.csv")?;
            pixels.extend(image.iter().map(|pixel| f64::from(*pixel) / 16.0));
            labels.push(usize::from(*label));
        }
        let images = Array2::from_shape_vec((labels.len(), SIDE * SIDE), pixels)?;
        Ok(Digits { images, labels })
    }

    /// The digits at these indices.
    pub fn select(&self, indices: &[usize]) -> Self {
        Digits {
            images: self.images.select(Axis(0), indices),
            labels: indices.iter().map(|k| self.labels[*k]).collect(),
        }
    }

    pub fn len(&self) -> usize {
        self.labels.len()
    }
}

/// A linear congruential generator.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0 >> 33
    }

    /// Of the standard normal distribution (Box and Muller).
    pub fn normal(&mut self) -> f64 {
        let mut uniform = || (self.next() as f64 + 0.5) / (1_u64 << 31) as f64;
        let radius = (-2.0 * uniform().ln()).sqrt();
        radius * (std::f64::consts::TAU * uniform()).cos()
    }

    /// Puts elements in random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, elements: &mut [T]) {
        for end in (1..elements.len()).rev() {
            elements.swap(end, self.next() as usize % (end + 1));
        }
    }
}
