//! The adjoint of `lstm`: the eight numbers per cell and step that the way back needs are kept side
//! by side.

/// What one cell did in one step.
#[derive(Clone, Copy)]
struct Step {
    input: f64,
    hidden: f64,
    cell: f64,
    forget: f64,
    ingate: f64,
    outgate: f64,
    change: f64,
    tanh: f64,
}

/// Value and gradients (with respect to `main` and `extra`) of the loss.
pub fn gradient(
    main: &[f64],
    extra: &[f64],
    state: &[f64],
    sequence: &[f64],
    layers: usize,
    width: usize,
    steps: usize,
) -> (f64, (Vec<f64>, Vec<f64>)) {
    let count = ((steps - 1) * width) as f64;
    let (in_weight, rest) = extra.split_at(width);
    let (out_weight, out_bias) = rest.split_at(width);

    let mut hidden = Vec::with_capacity(layers * width);
    let mut cell = Vec::with_capacity(layers * width);
    for layer in state.chunks_exact(2 * width).take(layers) {
        hidden.extend_from_slice(&layer[..width]);
        cell.extend_from_slice(&layer[width..]);
    }

    let mut tape = Vec::with_capacity((steps - 1) * layers * width);
    let mut last = Vec::with_capacity((steps - 1) * width);
    let mut out_bar = Vec::with_capacity((steps - 1) * width);
    let mut signal = vec![0.0; width];
    let mut total = 0.0;
    for t in 0..steps - 1 {
        let element = &sequence[t * width..][..width];
        for j in 0..width {
            signal[j] = element[j] * in_weight[j];
        }
        for layer in 0..layers {
            let [wf, wi, wo, wc, bf, bi, bo, bc] = gates(&main[8 * layer * width..], width);
            let hidden = &mut hidden[layer * width..][..width];
            let cell = &mut cell[layer * width..][..width];
            for j in 0..width {
                let forget = sigmoid(signal[j] * wf[j] + bf[j]);
                let ingate = sigmoid(hidden[j] * wi[j] + bi[j]);
                let outgate = sigmoid(signal[j] * wo[j] + bo[j]);
                let change = (hidden[j] * wc[j] + bc[j]).tanh();
                let new_cell = cell[j] * forget + ingate * change;
                let tanh = new_cell.tanh();
                tape.push(Step {
                    input: signal[j],
                    hidden: hidden[j],
                    cell: cell[j],
                    forget,
                    ingate,
                    outgate,
                    change,
                    tanh,
                });
                cell[j] = new_cell;
                hidden[j] = outgate * tanh;
                signal[j] = hidden[j];
            }
        }
        last.extend_from_slice(&signal);
        let gold = &sequence[(t + 1) * width..][..width];
        let start = out_bar.len();
        let mut sum = 2.0;
        let mut gold_sum = 0.0;
        for j in 0..width {
            let output = signal[j] * out_weight[j] + out_bias[j];
            let exponential = output.exp();
            sum += exponential;
            gold_sum += gold[j];
            total += gold[j] * output;
            out_bar.push(exponential);
        }
        total -= gold_sum * sum.ln();
        let scale = gold_sum / (sum * count);
        for (bar, gold) in out_bar[start..].iter_mut().zip(gold) {
            *bar = *bar * scale - gold / count;
        }
    }

    let mut main_bar = vec![0.0; main.len()];
    let mut extra_bar = vec![0.0; extra.len()];
    let (in_weight_bar, rest) = extra_bar.split_at_mut(width);
    let (out_weight_bar, out_bias_bar) = rest.split_at_mut(width);
    let mut hidden_bar = vec![0.0; layers * width];
    let mut cell_bar = vec![0.0; layers * width];
    let mut signal_bar = vec![0.0; width];
    for t in (0..steps - 1).rev() {
        let out_bar = &out_bar[t * width..][..width];
        let last = &last[t * width..][..width];
        for j in 0..width {
            out_bias_bar[j] += out_bar[j];
            out_weight_bar[j] += out_bar[j] * last[j];
            signal_bar[j] = out_bar[j] * out_weight[j];
        }
        for layer in (0..layers).rev() {
            let [wf, wi, wo, wc, ..] = gates(&main[8 * layer * width..], width);
            let [wf_bar, wi_bar, wo_bar, wc_bar, bf_bar, bi_bar, bo_bar, bc_bar] =
                gates_mut(&mut main_bar[8 * layer * width..], width);
            let hidden_bar = &mut hidden_bar[layer * width..][..width];
            let cell_bar = &mut cell_bar[layer * width..][..width];
            let kept = &tape[(t * layers + layer) * width..][..width];
            for j in 0..width {
                let Step { input, hidden, cell, forget, ingate, outgate, change, tanh } = kept[j];
                let h_bar = hidden_bar[j] + signal_bar[j];
                let c_bar = cell_bar[j] + h_bar * outgate * (1.0 - tanh * tanh);
                let forget_bar = c_bar * cell * forget * (1.0 - forget);
                let ingate_bar = c_bar * change * ingate * (1.0 - ingate);
                let outgate_bar = h_bar * tanh * outgate * (1.0 - outgate);
                let change_bar = c_bar * ingate * (1.0 - change * change);
                wf_bar[j] += forget_bar * input;
                bf_bar[j] += forget_bar;
                wi_bar[j] += ingate_bar * hidden;
                bi_bar[j] += ingate_bar;
                wo_bar[j] += outgate_bar * input;
                bo_bar[j] += outgate_bar;
                wc_bar[j] += change_bar * hidden;
                bc_bar[j] += change_bar;
                cell_bar[j] = c_bar * forget;
                hidden_bar[j] = ingate_bar * wi[j] + change_bar * wc[j];
                signal_bar[j] = forget_bar * wf[j] + outgate_bar * wo[j];
            }
        }
        let element = &sequence[t * width..][..width];
        for j in 0..width {
            in_weight_bar[j] += signal_bar[j] * element[j];
        }
    }
    (-total / count, (main_bar, extra_bar))
}

/// The weights and the biases of a layer's four gates.
fn gates(layer: &[f64], width: usize) -> [&[f64]; 8] {
    std::array::from_fn(|gate| &layer[gate * width..][..width])
}

/// The same of a layer's cotangents.
fn gates_mut(layer: &mut [f64], width: usize) -> [&mut [f64]; 8] {
    let mut rest = layer;
    std::array::from_fn(|_| {
        let (gate, behind) = std::mem::take(&mut rest).split_at_mut(width);
        rest = behind;
        gate
    })
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}
