//! An LSTM over a batch of sequences: the gradient is that of the weights.

use std::hint::black_box;

use autodiff::prelude::*;
use ndarray::linalg::general_mat_mul;
use ndarray::{Array1, Array2, Array3, Zip, s};

use crate::array_cases::{Case, assert_close, numbers, print_cases};

const STEPS: usize = 12;
const BATCH: usize = 64;
const INPUTS: usize = 32;
const HIDDEN: usize = 64;

#[derive(Clone, Debug, Differentiable)]
struct Lstm {
    /// From the inputs, and from the hidden state, to the gates: input, forget, output, cell.
    inputs: Array2<f64>,
    hidden: Array2<f64>,
    bias: Array1<f64>,
}

#[differentiate]
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Half of the mean square of the distance of the last hidden state to the targets.
#[differentiate]
fn loss(lstm: &Lstm, #[constant] inputs: &Array3<f64>, #[constant] targets: &Array2<f64>) -> f64 {
    let mut hidden: Array2<f64> = Array2::zeros((BATCH, HIDDEN));
    let mut cell: Array2<f64> = Array2::zeros((BATCH, HIDDEN));
    for x in inputs.outer_iter() {
        let from_inputs: Array2<f64> = x.dot(&lstm.inputs);
        let from_hidden: Array2<f64> = hidden.dot(&lstm.hidden);
        let gates = from_inputs + from_hidden + &lstm.bias;
        let input = gates.slice(s![.., ..HIDDEN]).mapv(sigmoid);
        let forget = gates.slice(s![.., HIDDEN..2 * HIDDEN]).mapv(sigmoid);
        let output = gates.slice(s![.., 2 * HIDDEN..3 * HIDDEN]).mapv(sigmoid);
        let candidate = gates.slice(s![.., 3 * HIDDEN..]).mapv(|v| v.tanh());
        cell = forget * &cell + input * candidate;
        hidden = output * cell.mapv(|v| v.tanh());
    }
    let distances = hidden - targets;
    distances.mapv(|v| v * v).sum() / (2 * BATCH) as f64
}

/// What a step saves for the reverse sweep. The gates are after their functions.
struct Step {
    gates: Array2<f64>,
    tanh: Array2<f64>,
    /// The states before the step.
    hidden: Array2<f64>,
    cell: Array2<f64>,
}

/// The saved values of all steps, and the last hidden state.
fn steps_by_hand(lstm: &Lstm, inputs: &Array3<f64>) -> (Vec<Step>, Array2<f64>) {
    let mut hidden = Array2::zeros((BATCH, HIDDEN));
    let mut cell = Array2::<f64>::zeros((BATCH, HIDDEN));
    let mut steps = Vec::with_capacity(STEPS);
    for x in inputs.outer_iter() {
        let mut gates = x.dot(&lstm.inputs);
        general_mat_mul(1.0, &hidden, &lstm.hidden, 1.0, &mut gates);
        gates += &lstm.bias;
        gates.slice_mut(s![.., ..3 * HIDDEN]).mapv_inplace(sigmoid);
        gates.slice_mut(s![.., 3 * HIDDEN..]).mapv_inplace(f64::tanh);
        let gate = |k: usize| gates.slice(s![.., k * HIDDEN..(k + 1) * HIDDEN]);
        let mut next = cell.clone();
        Zip::from(&mut next)
            .and(&gate(1))
            .and(&gate(0))
            .and(&gate(3))
            .for_each(|cell, forget, input, candidate| *cell = forget * *cell + input * candidate);
        let tanh = next.mapv(f64::tanh);
        let output = &gate(2) * &tanh;
        let hidden = std::mem::replace(&mut hidden, output);
        steps.push(Step { gates, tanh, hidden, cell: std::mem::replace(&mut cell, next) });
    }
    (steps, hidden)
}

/// The cotangents of the gates before their functions, from that of the hidden state. That of the
/// cell becomes the one before the step.
fn gates_by_hand(
    step: &Step,
    hidden_bar: &Array2<f64>,
    cell_bar: &mut Array2<f64>,
    bars: &mut Array2<f64>,
) {
    let rows = step.gates.rows().into_iter().zip(step.tanh.rows()).zip(step.cell.rows());
    let bars = bars.rows_mut().into_iter().zip(hidden_bar.rows()).zip(cell_bar.rows_mut());
    for (((gates, tanh), cell), ((bars, hidden_bar), cell_bar)) in rows.zip(bars) {
        let slices = (gates.to_slice(), tanh.to_slice(), cell.to_slice(), hidden_bar.to_slice());
        let (Some(gates), Some(tanh), Some(cell), Some(hidden_bar)) = slices else { return };
        let (Some(bars), Some(cell_bar)) = (bars.into_slice(), cell_bar.into_slice()) else {
            return;
        };
        let ([input, forget, output, candidate], [to_input, to_forget, to_output, to_candidate]) =
            (quarters(gates), quarters_mut(bars));
        for k in 0..HIDDEN {
            let (i, f, o, g) = (input[k], forget[k], output[k], candidate[k]);
            let bar = cell_bar[k] + hidden_bar[k] * o * (1.0 - tanh[k] * tanh[k]);
            to_input[k] = bar * g * i * (1.0 - i);
            to_forget[k] = bar * cell[k] * f * (1.0 - f);
            to_output[k] = hidden_bar[k] * tanh[k] * o * (1.0 - o);
            to_candidate[k] = bar * i * (1.0 - g * g);
            cell_bar[k] = bar * f;
        }
    }
}

fn quarters(row: &[f64]) -> [&[f64]; 4] {
    let ((a, b), (c, d)) =
        (row[..2 * HIDDEN].split_at(HIDDEN), row[2 * HIDDEN..4 * HIDDEN].split_at(HIDDEN));
    [a, b, c, d]
}

fn quarters_mut(row: &mut [f64]) -> [&mut [f64]; 4] {
    let (first, second) = row.split_at_mut(2 * HIDDEN);
    let ((a, b), (c, d)) = (first.split_at_mut(HIDDEN), second.split_at_mut(HIDDEN));
    [a, b, c, d]
}

fn loss_by_hand(lstm: &Lstm, inputs: &Array3<f64>, targets: &Array2<f64>) -> (f64, LstmTangent) {
    let (steps, mut hidden_bar) = steps_by_hand(lstm, inputs);
    hidden_bar -= targets;
    let value = hidden_bar.iter().map(|v| v * v).sum::<f64>() / (2 * BATCH) as f64;

    hidden_bar /= BATCH as f64;
    let mut cell_bar = Array2::zeros((BATCH, HIDDEN));
    let mut gates_bar = Array2::zeros((BATCH, 4 * HIDDEN));
    let mut sum = lstm.zero_tangent();
    for (step, x) in steps.iter().zip(inputs.outer_iter()).rev() {
        gates_by_hand(step, &hidden_bar, &mut cell_bar, &mut gates_bar);
        general_mat_mul(1.0, &x.t(), &gates_bar, 1.0, &mut sum.inputs);
        general_mat_mul(1.0, &step.hidden.t(), &gates_bar, 1.0, &mut sum.hidden);
        general_mat_mul(1.0, &gates_bar, &lstm.hidden.t(), 0.0, &mut hidden_bar);
        for row in gates_bar.rows() {
            sum.bias += &row;
        }
    }
    (value, sum)
}

pub fn measure() {
    let lstm = Lstm {
        inputs: numbers((INPUTS, 4 * HIDDEN), 0.2),
        hidden: numbers((HIDDEN, 4 * HIDDEN), 0.15),
        bias: Array1::from_elem(4 * HIDDEN, 0.01),
    };
    let inputs = numbers((STEPS, BATCH, INPUTS), 1.0);
    let targets = numbers((BATCH, HIDDEN), 0.5);
    let (value, gradient) = loss_value_and_grad(&lstm, &inputs, &targets);
    let (expected, bar) = loss_by_hand(&lstm, &inputs, &targets);
    assert!((value - expected).abs() < 1e-12 * expected);
    assert_close(&gradient.inputs, &bar.inputs);
    assert_close(&gradient.hidden, &bar.hidden);
    assert_close(&gradient.bias, &bar.bias);

    let (_, mut residuals) = loss_primal(&lstm, &inputs, &targets);
    let mut sum = lstm.zero_tangent();
    let at = || black_box((&lstm, &inputs, &targets));
    print_cases(
        "lstm",
        ["/ primal", "/ hand"],
        vec![
            Case::new("function", || {
                let (lstm, inputs, targets) = at();
                black_box(loss(lstm, inputs, targets));
            }),
            Case::new("value_and_grad", || {
                let (lstm, inputs, targets) = at();
                black_box(loss_value_and_grad(lstm, inputs, targets));
            }),
            Case::new("vjp_into", || {
                let (lstm, inputs, targets) = at();
                black_box(loss_vjp_into(lstm, inputs, targets, 1.0, &mut residuals, &mut sum));
            }),
            Case::new("by hand", || {
                let (lstm, inputs, targets) = at();
                black_box(loss_by_hand(lstm, inputs, targets));
            }),
        ],
    );
}
