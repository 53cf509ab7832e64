//! Imported variants in patterns of fields, where the enum is not under the attribute.

use Kind::*;
use autodiff::prelude::*;

#[differentiate]
fn layer(l: &Layer, x: f64) -> f64 {
    match l.kind {
        Linear => l.w * x,
        Quad => l.w * x * x,
    }
}
#[differentiate]
fn layers(l: &[Layer], x: f64) -> f64 {
    l.iter()
        .map(|l| match l {
            Layer { kind: Linear, w } => w * x,
            Layer { kind: Quad, w } if *w > 0.0 => w * x * x,
            Layer { w, .. } => w * 2.0,
        })
        .sum()
}
#[test]
fn derivatives() {
    let (quad, linear) = (Layer { kind: Quad, w: 2.0 }, Layer { kind: Linear, w: 2.0 });
    assert_eq!(layer_grad(&quad, 3.0).1, 12.0);
    assert_eq!(layer_grad(&linear, 3.0).1, 2.0);
    assert_eq!(layers_grad(&[quad, linear], 3.0).1, 14.0);
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Linear,
    Quad,
}
#[derive(Clone, Debug, Differentiable)]
struct Layer {
    #[constant]
    kind: Kind,
    w: f64,
}
