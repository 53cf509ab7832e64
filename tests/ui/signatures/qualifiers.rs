#![allow(unused)]

use autodiff::prelude::*;

#[differentiate(reverse)]
async fn asynchronous(x: f64) -> f64 {
    x * x
}

#[differentiate(reverse)]
unsafe fn not_safe(x: f64) -> f64 {
    x * x
}

#[differentiate(reverse)]
extern "C" fn foreign(x: f64) -> f64 {
    x * x
}

fn main() {
    let _ = asynchronous(unsafe { not_safe(foreign(1.0)) });
}
