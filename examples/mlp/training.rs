//! Stochastic gradient descent with momentum.

use autodiff::prelude::*;
use indicatif::{ProgressBar, ProgressStyle};

use crate::data::{Digits, Random};
use crate::model::{Network, NetworkTangent};

const BATCH: usize = 32;
const MOMENTUM: f64 = 0.9;
const RATE: f64 = 0.05;

/// The losses after an epoch.
pub struct Epoch {
    pub training: f64,
    pub test: f64,
}

/// Trains a network for some epochs, and returns their losses.
pub fn train(
    network: &mut Network,
    (training, test): (&Digits, &Digits),
    epochs: usize,
    random: &mut Random,
) -> Vec<Epoch> {
    let mut order: Vec<usize> = (0..training.len()).collect();
    let mut velocity = network.zero_tangent();
    let bar = progress_bar(epochs * training.len().div_ceil(BATCH));
    let epochs = (1..=epochs).map(|number| {
        random.shuffle(&mut order);
        // the rate falls to zero, so that the last steps average over the batches
        let rate = RATE * (1.0 - (number - 1) as f64 / epochs as f64);
        for indices in order.chunks(BATCH) {
            step(network, &mut velocity, &training.select(indices), rate);
            bar.inc(1);
        }
        let loss = |digits: &Digits| network.loss(&digits.images, &digits.labels);
        let epoch = Epoch { training: loss(training), test: loss(test) };
        bar.set_message(format!("loss {:.4}", epoch.training));
        epoch
    });
    let epochs = epochs.collect();
    bar.finish_and_clear();
    epochs
}

/// One step along the gradient of a batch.
fn step(network: &mut Network, velocity: &mut NetworkTangent, batch: &Digits, rate: f64) {
    let mut gradient = network.loss_grad(&batch.images, &batch.labels);
    gradient.scale(-rate);
    velocity.scale(MOMENTUM);
    *velocity += gradient;
    network.move_by(velocity);
}

fn progress_bar(steps: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} steps  {msg}");
    ProgressBar::new(steps as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
