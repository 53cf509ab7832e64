//! `lstm`: the loss of a long short-term memory network, all of whose weight matrices are diagonal,
//! that predicts each element of a sequence from those before it.
//!
//! `main` holds, layer by layer, the weights and then the biases of the four gates (forget, in,
//! out, change); `extra` the weights of the input, the weights of the output, the biases of the
//! output; `state` the initial hidden and cell values, layer by layer. Each group has `width`
//! values.

use autodiff::prelude::*;

/// The mean loss of the predictions of `sequence[1..]`, for `steps` elements of `width` values
/// each.
#[differentiate(reverse)]
pub fn loss(
    main: &[f64],
    extra: &[f64],
    #[constant] state: &[f64],
    #[constant] sequence: &[f64],
    layers: usize,
    width: usize,
    steps: usize,
) -> f64 {
    let mut hidden = vec![0.0; layers * width];
    let mut cell = vec![0.0; layers * width];
    for layer in 0..layers {
        for j in 0..width {
            hidden[layer * width + j] = state[2 * layer * width + j];
            cell[layer * width + j] = state[(2 * layer + 1) * width + j];
        }
    }

    let mut signal = vec![0.0; width];
    let mut total = 0.0;
    for t in 0..steps - 1 {
        for j in 0..width {
            signal[j] = sequence[t * width + j] * extra[j];
        }
        for layer in 0..layers {
            let weight = 8 * layer * width;
            let bias = weight + 4 * width;
            for j in 0..width {
                let s = layer * width + j;
                let forget = sigmoid(signal[j] * main[weight + j] + main[bias + j]);
                let ingate = sigmoid(hidden[s] * main[weight + width + j] + main[bias + width + j]);
                let outgate =
                    sigmoid(signal[j] * main[weight + 2 * width + j] + main[bias + 2 * width + j]);
                let change =
                    (hidden[s] * main[weight + 3 * width + j] + main[bias + 3 * width + j]).tanh();
                cell[s] = cell[s] * forget + ingate * change;
                hidden[s] = outgate * cell[s].tanh();
                signal[j] = hidden[s];
            }
        }
        for j in 0..width {
            signal[j] = signal[j] * extra[width + j] + extra[2 * width + j];
        }
        let normalizer = log_two_plus_sum_of_exp(&signal);
        for j in 0..width {
            total += sequence[(t + 1) * width + j] * (signal[j] - normalizer);
        }
    }
    -total / ((steps - 1) * width) as f64
}

/// 1 / (1 + exp(−x)).
#[differentiate(reverse)]
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// log(2 + Σ exp(xᵢ)).
#[differentiate(reverse)]
pub fn log_two_plus_sum_of_exp(x: &[f64]) -> f64 {
    let mut sum = 2.0;
    for value in x.iter() {
        sum += value.exp();
    }
    sum.ln()
}
