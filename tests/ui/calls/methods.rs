//! Methods without a derivative: one error for each call, at its name.

use autodiff::prelude::*;
use springs::{Pull, Spring};

mod springs {
    use autodiff::prelude::*;

    #[derive(Differentiable, Clone, Debug)]
    pub struct Spring {
        pub k: f64,
    }

    #[differentiate]
    impl Spring {
        #[differentiate]
        pub fn force(&self, x: f64) -> f64 {
            self.k * x
        }

        /// Nothing that has the attribute calls it.
        pub fn energy(&self, x: f64) -> f64 {
            0.5 * self.k * x * x
        }
    }

    pub trait Pull {
        fn pull(&self, x: f64) -> f64;
    }

    impl Pull for Spring {
        fn pull(&self, x: f64) -> f64 {
            self.k - x
        }
    }
}

#[differentiate]
fn of_block(x: f64) -> f64 {
    let spring = Spring { k: x };
    spring.force(x) + spring.energy(x)
}

#[differentiate]
fn of_trait(x: f64) -> f64 {
    Spring { k: x }.pull(x)
}

#[differentiate]
fn in_a_loop(spring: &Spring, xs: &[f64]) -> f64 {
    xs.iter().map(|x| spring.pull(*x)).sum()
}

#[derive(Differentiable, Clone, Debug)]
struct Pair {
    left: Spring,
    right: Spring,
}

#[differentiate]
impl Pair {
    #[differentiate]
    fn force(&self, x: f64) -> f64 {
        self.left.force(x) + self.right.pull(x) + self.helper(x)
    }

    fn helper(&self, x: f64) -> f64 {
        self.left.energy(x)
    }
}

/// Which method this is only rustc knows.
#[differentiate]
fn of_another_crate(pause: &std::time::Duration, x: f64) -> f64 {
    x * pause.as_secs_f64()
}

#[differentiate]
fn caller(x: f64) -> f64 {
    let pair = Pair { left: Spring { k: x }, right: Spring { k: 1.0 } };
    of_block(x) + of_trait(x) + in_a_loop(&pair.left, &[x]) + pair.force(x)
}

fn main() {
    caller_grad(1.0);
}
