//! Methods with parameters of their own, which the arguments must determine, or else a turbofish.

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Debug)]
struct Model {
    k: f64,
}

#[differentiate]
impl Model {
    #[differentiate]
    fn by_nothing<const N: usize>(&self, x: f64) -> f64 {
        x * self.k * N as f64
    }

    #[differentiate]
    fn by_arguments<const N: usize>(&self, x: [f64; N]) -> f64 {
        x[0] * self.k
    }

    #[differentiate]
    fn applied(&self, mut f: impl FnMut(f64) -> f64, x: f64) -> f64 {
        f(x) * self.k
    }
}

#[differentiate]
fn written_at_the_call(m: &Model, x: f64) -> f64 {
    m.by_arguments::<2>([x, x]) + Model::by_arguments::<1>(m, [x])
}

#[differentiate]
fn not_written_at_the_call(m: &Model, x: f64) -> f64 {
    m.by_nothing::<2>(x) + m.by_nothing(x)
}

#[differentiate]
fn changes_what_it_captures(m: &Model, x: f64) -> f64 {
    let mut sum = 0.0;
    let y = m.applied(
        |t| {
            sum += t;
            t * t
        },
        x,
    );
    y + sum
}

fn main() {}
