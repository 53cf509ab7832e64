//! A tuple of references that a branch selects is destructured and changed.
use autodiff::prelude::*;
#[differentiate]
fn program(x: &[f64]) -> f64 {
    let mut a = vec![x[0], 2.0, 3.0];
    let mut b = vec![1.0, x[0] * 2.0];
    let mut taken = 0.0;
    for k in 0..3 {
        let side = if k % 2 == 0 { &mut a } else { &mut b };
        while let Some(first) = side.first_mut() {
            *first *= 0.7;
            taken += *first;
            if *first < 1.0 {
                break;
            }
            if taken > 6.0 {
                side.remove(0);
            }
        }
        if let Some(last) = side.last_mut() {
            *last += x[0];
        } else {
            taken += x[0];
        }
        match side.get_mut(1) {
            Some(v) if *v > 1.0 => *v *= 2.0,
            Some(v) => *v += 0.5,
            None => taken *= 1.1,
        }
    }
    a.iter().sum::<f64>() + b.iter().map(|v| v * v).sum::<f64>() + taken
}
mod laws {
    at_points! { program }
}
