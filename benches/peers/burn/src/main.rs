//! The gradient of a perceptron (784-128-10, batches of 64): generated, by hand, and with `burn`.
//!
//! `cargo run --release`. All compute with `f64`. The values and the gradients are compared first,
//! then timed in turn, round by round, so that all run under the same conditions.

#[path = "../../../array_cases/mod.rs"]
mod array_cases;
#[path = "../../../perceptron/mod.rs"]
mod perceptron;

use std::hint::black_box;

use array_cases::{Case, numbers, print_cases};
use burn::nn::loss::{CrossEntropyLoss, CrossEntropyLossConfig};
use burn::tensor::activation::relu;
use burn::tensor::module::linear;
use burn::tensor::{DType, Device, Gradients, Int, Tensor, TensorData};
use ndarray::{Array, Array2, Dimension};
use perceptron::*;

/// A tensor that keeps its gradient if the device records operations.
fn parameter<const D: usize>(array: &Array<f64, impl Dimension>, device: &Device) -> Tensor<D> {
    constant(array, device).set_require_grad(device.is_autodiff())
}

fn constant<const D: usize>(array: &Array<f64, impl Dimension>, device: &Device) -> Tensor<D> {
    let data = TensorData::new(array.iter().copied().collect::<Vec<_>>(), array.shape().to_vec());
    // a device creates tensors of `f32` unless the type is given
    Tensor::from_data(data, (device, DType::F64))
}

/// The parameters of a layer, or their gradients.
struct Dense {
    weights: Tensor<2>,
    bias: Tensor<1>,
}

impl Dense {
    fn new(layer: &Layer, device: &Device) -> Self {
        Dense { weights: parameter(&layer.weights, device), bias: parameter(&layer.bias, device) }
    }

    fn forward(&self, inputs: Tensor<2>) -> Tensor<2> {
        linear(inputs, self.weights.clone(), Some(self.bias.clone()))
    }

    fn take_gradient(&self, gradients: &mut Gradients) -> Dense {
        Dense {
            weights: self.weights.grad_remove(gradients).expect("a gradient of the weights"),
            bias: self.bias.grad_remove(gradients).expect("a gradient of the bias"),
        }
    }

    fn assert_close(self, expected: &LayerTangent) {
        assert_close(self.weights, &expected.weights);
        assert_close(self.bias, &expected.bias);
    }
}

/// Compares relative to the largest element, since sums that cancel leave no digits of a small one.
fn assert_close<const D: usize>(found: Tensor<D>, expected: &Array<f64, impl Dimension>) {
    assert_eq!(found.dims().as_slice(), expected.shape());
    let found = found.into_data().try_into_vec::<f64>().expect("elements of type `f64`");
    let largest = expected.iter().fold(0.0_f64, |largest, v| largest.max(v.abs()));
    assert!(largest > 0.0);
    assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= 1e-9 * largest));
}

/// The perceptron and its arguments as tensors of one device.
struct Model {
    first: Dense,
    second: Dense,
    loss: CrossEntropyLoss,
    inputs: Tensor<2>,
    labels: Tensor<1, Int>,
}

impl Model {
    fn new(layers: [&Layer; 2], inputs: &Array2<f64>, labels: &[usize], device: &Device) -> Self {
        Model {
            first: Dense::new(layers[0], device),
            second: Dense::new(layers[1], device),
            loss: CrossEntropyLossConfig::new().init(device),
            inputs: constant(inputs, device),
            labels: Tensor::from_data(labels, device),
        }
    }

    fn forward(&self) -> Tensor<1> {
        let hidden = relu(self.first.forward(self.inputs.clone()));
        self.loss.forward(self.second.forward(hidden), self.labels.clone())
    }

    fn value(&self) -> f64 {
        self.forward().into_scalar()
    }

    /// The value, and the gradients by layers. The gradients stay tensors, as for an optimizer.
    fn value_and_grad(&self) -> (f64, [Dense; 2]) {
        let loss = self.forward();
        let mut gradients = loss.backward();
        let layers = [&self.first, &self.second].map(|layer| layer.take_gradient(&mut gradients));
        (loss.into_scalar(), layers)
    }
}

fn main() {
    let inputs = numbers((BATCH, INPUTS), 1.0);
    let labels: Vec<usize> = (0..BATCH).map(|k| k * 7 % CLASSES).collect();
    let (first, second) = (layer(INPUTS, HIDDEN), layer(HIDDEN, CLASSES));
    let (value, bars) = perceptron_value_and_grad(&first, &second, &inputs, &labels);
    let (by_hand, bars_by_hand) = perceptron_by_hand(&first, &second, &inputs, &labels);
    assert!((value - by_hand).abs() < 1e-12);
    assert_same(&bars.0, &bars_by_hand.0);
    assert_same(&bars.1, &bars_by_hand.1);

    let model = |device: &Device| Model::new([&first, &second], &inputs, &labels, device);
    // deprecated, but the backend that computes with the same crate as the other cases
    #[expect(deprecated)]
    let ndarray = Device::ndarray();
    let flex = Device::flex();
    let [plain_ndarray, plain_flex] = [&ndarray, &flex].map(model);
    let [ndarray, flex] = [ndarray.autodiff(), flex.autodiff()].map(|device| model(&device));
    for model in [&plain_ndarray, &plain_flex] {
        assert!((model.value() - value).abs() <= 1e-9 * value.abs());
    }
    for model in [&ndarray, &flex] {
        let (found, [of_first, of_second]) = model.value_and_grad();
        assert!((found - value).abs() <= 1e-9 * value.abs());
        of_first.assert_close(&bars.0);
        of_second.assert_close(&bars.1);
    }

    let at = || black_box((&first, &second, &inputs, labels.as_slice()));
    print_cases(
        "perceptron",
        ["/ primal", "/ hand"],
        vec![
            Case::new("function", || {
                let (first, second, inputs, labels) = at();
                black_box(perceptron(first, second, inputs, labels));
            }),
            Case::new("value_and_grad", || {
                let (first, second, inputs, labels) = at();
                black_box(perceptron_value_and_grad(first, second, inputs, labels));
            }),
            Case::new("burn ndarray primal", || _ = black_box(black_box(&plain_ndarray).value())),
            Case::new("burn ndarray grad", || _ = black_box(black_box(&ndarray).value_and_grad())),
            Case::new("burn flex primal", || _ = black_box(black_box(&plain_flex).value())),
            Case::new("burn flex grad", || _ = black_box(black_box(&flex).value_and_grad())),
            Case::new("by hand", || {
                let (first, second, inputs, labels) = at();
                black_box(perceptron_by_hand(first, second, inputs, labels));
            }),
        ],
    );
}
