//! Gradients of layers of networks against the function and a gradient written by hand with
//! `ndarray`: `cargo bench --bench array_models`.
//!
//! A convolution by `im2col` with pooling, an attention block with four heads, and a batched LSTM.
//! The gradients are compared first. The tables have the least times, and what a call allocates.

#[path = "../array_cases/mod.rs"]
mod array_cases;
mod attention;
mod convolution;
mod lstm;

fn main() {
    convolution::measure();
    attention::measure();
    lstm::measure();
}
