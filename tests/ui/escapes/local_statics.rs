use autodiff::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

#[differentiate]
fn counted(x: f64) -> f64 {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    x * CALLS.fetch_add(1, Ordering::Relaxed) as f64
}

#[differentiate]
fn counted_inside(x: f64) -> f64 {
    fn next() -> usize {
        static CALLS: AtomicUsize = AtomicUsize::new(0);
        CALLS.fetch_add(1, Ordering::Relaxed)
    }
    x * next() as f64
}

fn main() {}
