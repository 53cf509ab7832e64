//! A block of attention with several heads, for one sequence: the gradient is that of the
//! projections and of the sequence.

use std::hint::black_box;

use autodiff::prelude::*;
use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, Axis, Zip, s};

use crate::array_cases::{Case, assert_close, numbers, print_cases};

const LENGTH: usize = 64;
const WIDTH: usize = 64;
const HEADS: usize = 4;
const HEAD: usize = WIDTH / HEADS;
/// 1 / √HEAD
const SCALE: f64 = 0.25;

#[derive(Clone, Debug, Differentiable)]
struct Attention {
    queries: Array2<f64>,
    keys: Array2<f64>,
    values: Array2<f64>,
    output: Array2<f64>,
}

#[differentiate]
fn softmax_of_rows(scores: &Array2<f64>) -> Array2<f64> {
    let powers = scores.mapv(|v| v.exp());
    let sums = powers.sum_axis(Axis(1)).insert_axis(Axis(1));
    powers / sums
}

#[differentiate]
fn attend(block: &Attention, sequence: &Array2<f64>) -> Array2<f64> {
    let queries: Array2<f64> = sequence.dot(&block.queries);
    let keys: Array2<f64> = sequence.dot(&block.keys);
    let values: Array2<f64> = sequence.dot(&block.values);
    let mut heads: Array2<f64> = Array2::zeros((LENGTH, WIDTH));
    for head in 0..HEADS {
        let (from, to) = (head * HEAD, (head + 1) * HEAD);
        let q = queries.slice(s![.., from..to]);
        let k = keys.slice(s![.., from..to]);
        let v = values.slice(s![.., from..to]);
        let weights = softmax_of_rows(&(q.dot(&k.t()) * SCALE));
        heads.slice_mut(s![.., from..to]).assign(&weights.dot(&v));
    }
    heads.dot(&block.output)
}

/// The mean square of the distance of the sequence with the residual connection to the target.
#[differentiate]
fn loss(block: &Attention, sequence: &Array2<f64>, #[constant] target: &Array2<f64>) -> f64 {
    let distances = attend(block, sequence) + sequence - target;
    distances.mapv(|v| v * v).sum() / LENGTH as f64
}

/// The softmax of the rows of scores, in place.
fn softmax_by_hand(scores: &mut Array2<f64>) {
    for mut row in scores.rows_mut() {
        row.mapv_inplace(|v| (v * SCALE).exp());
        let sum = row.sum();
        row /= sum;
    }
}

fn loss_by_hand(
    block: &Attention,
    sequence: &Array2<f64>,
    target: &Array2<f64>,
) -> (f64, (AttentionTangent, Array2<f64>)) {
    let queries = sequence.dot(&block.queries);
    let keys = sequence.dot(&block.keys);
    let values = sequence.dot(&block.values);
    let mut heads = Array2::zeros((LENGTH, WIDTH));
    let mut weights = Vec::with_capacity(HEADS);
    for head in 0..HEADS {
        let part = s![.., head * HEAD..(head + 1) * HEAD];
        let mut of_head = queries.slice(part).dot(&keys.slice(part).t());
        softmax_by_hand(&mut of_head);
        general_mat_mul(1.0, &of_head, &values.slice(part), 0.0, &mut heads.slice_mut(part));
        weights.push(of_head);
    }
    let mut bar = heads.dot(&block.output);
    Zip::from(&mut bar).and(sequence).and(target).for_each(|bar, x, target| *bar += x - target);
    let value = bar.iter().map(|v| v * v).sum::<f64>() / LENGTH as f64;

    bar *= 2.0 / LENGTH as f64;
    let output_bar = heads.t().dot(&bar);
    let heads_bar = bar.dot(&block.output.t());
    let mut queries_bar = Array2::zeros((LENGTH, WIDTH));
    let mut keys_bar = Array2::zeros((LENGTH, WIDTH));
    let mut values_bar = Array2::zeros((LENGTH, WIDTH));
    let mut scores_bar = Array2::zeros((LENGTH, LENGTH));
    for (head, weights) in weights.iter().enumerate() {
        let part = s![.., head * HEAD..(head + 1) * HEAD];
        let head_bar = heads_bar.slice(part);
        general_mat_mul(1.0, &weights.t(), &head_bar, 0.0, &mut values_bar.slice_mut(part));
        general_mat_mul(1.0, &head_bar, &values.slice(part).t(), 0.0, &mut scores_bar);
        for (mut bar, weights) in scores_bar.rows_mut().into_iter().zip(weights.rows()) {
            let mean = bar.dot(&weights);
            bar.zip_mut_with(&weights, |bar, weight| *bar = weight * (*bar - mean) * SCALE);
        }
        general_mat_mul(1.0, &scores_bar, &keys.slice(part), 0.0, &mut queries_bar.slice_mut(part));
        let of_keys = &mut keys_bar.slice_mut(part);
        general_mat_mul(1.0, &scores_bar.t(), &queries.slice(part), 0.0, of_keys);
    }
    // through the residual connection
    let mut sequence_bar = bar;
    general_mat_mul(1.0, &queries_bar, &block.queries.t(), 1.0, &mut sequence_bar);
    general_mat_mul(1.0, &keys_bar, &block.keys.t(), 1.0, &mut sequence_bar);
    general_mat_mul(1.0, &values_bar, &block.values.t(), 1.0, &mut sequence_bar);
    let of_block = AttentionTangent {
        queries: sequence.t().dot(&queries_bar),
        keys: sequence.t().dot(&keys_bar),
        values: sequence.t().dot(&values_bar),
        output: output_bar,
    };
    (value, (of_block, sequence_bar))
}

pub fn measure() {
    let weights = |size| numbers((WIDTH, WIDTH), size);
    let block = Attention {
        queries: weights(0.1),
        keys: weights(0.12),
        values: weights(0.09),
        output: weights(0.11),
    };
    let sequence = numbers((LENGTH, WIDTH), 1.0);
    let target = numbers((LENGTH, WIDTH), 0.5);
    let (value, (of_block, of_sequence)) = loss_value_and_grad(&block, &sequence, &target);
    let (expected, (block_bar, sequence_bar)) = loss_by_hand(&block, &sequence, &target);
    assert!((value - expected).abs() < 1e-12 * expected);
    assert_close(&of_block.queries, &block_bar.queries);
    assert_close(&of_block.keys, &block_bar.keys);
    assert_close(&of_block.values, &block_bar.values);
    assert_close(&of_block.output, &block_bar.output);
    assert_close(&of_sequence, &sequence_bar);

    let (_, mut residuals) = loss_primal(&block, &sequence, &target);
    let (mut block_sum, mut sequence_sum) = (block.zero_tangent(), sequence.zero_tangent());
    let at = || black_box((&block, &sequence, &target));
    print_cases(
        "attention",
        ["/ primal", "/ hand"],
        vec![
            Case::new("function", || {
                let (block, sequence, target) = at();
                black_box(loss(block, sequence, target));
            }),
            Case::new("value_and_grad", || {
                let (block, sequence, target) = at();
                black_box(loss_value_and_grad(block, sequence, target));
            }),
            Case::new("vjp_into", || {
                let (block, sequence, target) = at();
                let (b, s) = (&mut block_sum, &mut sequence_sum);
                black_box(loss_vjp_into(block, sequence, target, 1.0, &mut residuals, b, s));
            }),
            Case::new("by hand", || {
                let (block, sequence, target) = at();
                black_box(loss_by_hand(block, sequence, target));
            }),
        ],
    );
}
