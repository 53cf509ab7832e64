//! A convolution by `im2col`, with rectification and mean pooling, in the middle of a network: the
//! gradient is that of the filters and of the images. The patches are copied by slices, or by loops
//! over elements.

use std::hint::black_box;

use autodiff::prelude::*;
use ndarray::linalg::general_mat_mul;
use ndarray::{Array1, Array2, Array4, ArrayView4, ArrayViewMut4, Axis, Zip, s};

use crate::array_cases::{Case, assert_close, numbers, print_cases};

const BATCH: usize = 16;
const CHANNELS: usize = 3;
const SIZE: usize = 18;
const KERNEL: usize = 3;
const FILTERS: usize = 16;
/// The length of a side of the result, before pooling and after it.
const OUT: usize = SIZE + 1 - KERNEL;
const POOLED: usize = OUT / 2;
/// The length of a patch.
const PATCH: usize = KERNEL * KERNEL * CHANNELS;

#[derive(Clone, Debug, Differentiable)]
struct Convolution {
    /// One filter a column.
    filters: Array2<f64>,
    bias: Array1<f64>,
}

/// The patches of the images, along the last axis.
#[differentiate]
fn patches_by_slices(images: &Array4<f64>) -> Array4<f64> {
    let mut patches: Array4<f64> = Array4::zeros((BATCH, OUT, OUT, PATCH));
    for di in 0..KERNEL {
        for dj in 0..KERNEL {
            let at = (di * KERNEL + dj) * CHANNELS;
            let part = images.slice(s![.., di..di + OUT, dj..dj + OUT, ..]);
            patches.slice_mut(s![.., .., .., at..at + CHANNELS]).assign(&part);
        }
    }
    patches
}

#[differentiate]
fn patches_by_loops(images: &Array4<f64>) -> Array4<f64> {
    let mut patches: Array4<f64> = Array4::zeros((BATCH, OUT, OUT, PATCH));
    for b in 0..BATCH {
        for i in 0..OUT {
            for j in 0..OUT {
                for di in 0..KERNEL {
                    for dj in 0..KERNEL {
                        for c in 0..CHANNELS {
                            let at = (di * KERNEL + dj) * CHANNELS + c;
                            patches[[b, i, j, at]] = images[[b, i + di, j + dj, c]];
                        }
                    }
                }
            }
        }
    }
    patches
}

/// The means of blocks of two by two pixels.
#[differentiate]
fn pooled(pixels: &Array4<f64>) -> Array4<f64> {
    let top = &pixels.slice(s![.., ..;2, ..;2, ..]) + &pixels.slice(s![.., ..;2, 1..;2, ..]);
    let bottom = &pixels.slice(s![.., 1..;2, ..;2, ..]) + &pixels.slice(s![.., 1..;2, 1..;2, ..]);
    (top + bottom) / 4.0
}

/// Half of the mean square of the distance to the targets.
#[differentiate]
fn loss_of(layer: &Convolution, patches: Array4<f64>, #[constant] targets: &Array4<f64>) -> f64 {
    let rows: Array2<f64> = patches.into_shape_with_order((BATCH * OUT * OUT, PATCH)).unwrap();
    let products: Array2<f64> = rows.dot(&layer.filters);
    let rectified = (products + &layer.bias).mapv(|v| v.max(0.0));
    let pixels: Array4<f64> = rectified.into_shape_with_order((BATCH, OUT, OUT, FILTERS)).unwrap();
    let distances = pooled(&pixels) - targets;
    distances.mapv(|v| v * v).sum() / (2 * BATCH) as f64
}

#[differentiate]
fn loss(layer: &Convolution, images: &Array4<f64>, #[constant] targets: &Array4<f64>) -> f64 {
    loss_of(layer, patches_by_slices(images), targets)
}

#[differentiate]
fn looped(layer: &Convolution, images: &Array4<f64>, #[constant] targets: &Array4<f64>) -> f64 {
    loss_of(layer, patches_by_loops(images), targets)
}

/// Calls `f` with the parts of the patches and of the images that correspond.
fn for_each_part(patches: &mut Array4<f64>, mut f: impl FnMut(ArrayViewMut4<'_, f64>, [usize; 2])) {
    for di in 0..KERNEL {
        for dj in 0..KERNEL {
            let at = (di * KERNEL + dj) * CHANNELS;
            f(patches.slice_mut(s![.., .., .., at..at + CHANNELS]), [di, dj]);
        }
    }
}

fn loss_by_hand(
    layer: &Convolution,
    images: &Array4<f64>,
    targets: &Array4<f64>,
) -> (f64, (ConvolutionTangent, Array4<f64>)) {
    let mut patches = Array4::zeros((BATCH, OUT, OUT, PATCH));
    for_each_part(&mut patches, |mut part, [di, dj]| {
        part.assign(&images.slice(s![.., di..di + OUT, dj..dj + OUT, ..]));
    });
    let mut patches = patches.into_shape_with_order((BATCH * OUT * OUT, PATCH)).unwrap();
    let mut rows = patches.dot(&layer.filters) + &layer.bias;
    rows.mapv_inplace(|v| v.max(0.0));
    let pixels = rows.view().into_shape_with_order((BATCH, OUT, OUT, FILTERS)).unwrap();
    let distances = distances_by_hand(&pixels, targets);
    let value = distances.iter().map(|v| v * v).sum::<f64>() / (2 * BATCH) as f64;

    // the cotangent of the rectified pixels takes their place
    let mut bars = rows.view_mut().into_shape_with_order((BATCH, OUT, OUT, FILTERS)).unwrap();
    let factor = 1.0 / (4 * BATCH) as f64;
    for (di, dj) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        Zip::from(bars.slice_mut(s![.., di..;2, dj..;2, ..])).and(&distances).for_each(
            |pixel, distance| *pixel = if *pixel > 0.0 { distance * factor } else { 0.0 },
        );
    }
    let of_layer =
        ConvolutionTangent { filters: patches.t().dot(&rows), bias: rows.sum_axis(Axis(0)) };
    // the cotangent of the patches takes their place
    general_mat_mul(1.0, &rows, &layer.filters.t(), 0.0, &mut patches);
    let mut patches = patches.into_shape_with_order((BATCH, OUT, OUT, PATCH)).unwrap();
    let mut images_bar = Array4::zeros(images.raw_dim());
    for_each_part(&mut patches, |part, [di, dj]| {
        let mut sum = images_bar.slice_mut(s![.., di..di + OUT, dj..dj + OUT, ..]);
        sum += &part;
    });
    (value, (of_layer, images_bar))
}

fn distances_by_hand(pixels: &ArrayView4<'_, f64>, targets: &Array4<f64>) -> Array4<f64> {
    let top_left = pixels.slice(s![.., ..;2, ..;2, ..]);
    let mut distances = &top_left + &pixels.slice(s![.., ..;2, 1..;2, ..]);
    Zip::from(&mut distances)
        .and(&pixels.slice(s![.., 1..;2, ..;2, ..]))
        .and(&pixels.slice(s![.., 1..;2, 1..;2, ..]))
        .and(targets)
        .for_each(|top, left, right, target| *top = (*top + (left + right)) / 4.0 - target);
    distances
}

pub fn measure() {
    let layer = Convolution {
        filters: numbers((PATCH, FILTERS), 0.3),
        bias: Array1::from_elem(FILTERS, 0.01),
    };
    let images = numbers((BATCH, SIZE, SIZE, CHANNELS), 1.0);
    let targets = numbers((BATCH, POOLED, POOLED, FILTERS), 0.5);
    let (expected, (layer_bar, images_bar)) = loss_by_hand(&layer, &images, &targets);
    let generated = [
        loss_value_and_grad(&layer, &images, &targets),
        looped_value_and_grad(&layer, &images, &targets),
    ];
    for (value, (of_layer, of_images)) in generated {
        assert!((value - expected).abs() < 1e-12 * expected);
        assert_close(&of_layer.filters, &layer_bar.filters);
        assert_close(&of_layer.bias, &layer_bar.bias);
        assert_close(&of_images, &images_bar);
    }

    let (_, mut residuals) = loss_primal(&layer, &images, &targets);
    let (mut layer_sum, mut images_sum) = (layer.zero_tangent(), images.zero_tangent());
    let at = || black_box((&layer, &images, &targets));
    print_cases(
        "convolution",
        ["/ primal", "/ hand"],
        vec![
            Case::new("function", || {
                let (layer, images, targets) = at();
                black_box(loss(layer, images, targets));
            }),
            Case::new("value_and_grad", || {
                let (layer, images, targets) = at();
                black_box(loss_value_and_grad(layer, images, targets));
            }),
            Case::new("vjp_into", || {
                let (layer, images, targets) = at();
                let (l, i) = (&mut layer_sum, &mut images_sum);
                black_box(loss_vjp_into(layer, images, targets, 1.0, &mut residuals, l, i));
            }),
            Case::new("function, loops", || {
                let (layer, images, targets) = at();
                black_box(looped(layer, images, targets));
            }),
            Case::new("gradient, loops", || {
                let (layer, images, targets) = at();
                black_box(looped_value_and_grad(layer, images, targets));
            }),
            Case::new("by hand", || {
                let (layer, images, targets) = at();
                black_box(loss_by_hand(layer, images, targets));
            }),
        ],
    );
}
