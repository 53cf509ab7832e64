//! Operators without a derivative: of types whose blocks the files show, in whatever module.

use autodiff::prelude::*;

mod vectors {
    use autodiff::prelude::*;

    #[derive(Differentiable, Clone, Copy, Debug)]
    pub struct V {
        pub x: f64,
    }

    impl std::ops::Add for V {
        type Output = V;
        fn add(self, other: V) -> V {
            V { x: self.x + other.x }
        }
    }

    impl<'a> std::ops::Sub<&'a V> for V {
        type Output = V;
        fn sub(self, other: &V) -> V {
            V { x: self.x - other.x }
        }
    }

    impl std::ops::Mul<f64> for V {
        type Output = V;
        fn mul(self, k: f64) -> V {
            V { x: k * self.x }
        }
    }

    impl std::ops::Mul<V> for f64 {
        type Output = V;
        fn mul(self, v: V) -> V {
            v * self
        }
    }

    impl std::ops::Neg for V {
        type Output = V;
        fn neg(self) -> V {
            V { x: -self.x }
        }
    }

    impl std::ops::AddAssign for V {
        fn add_assign(&mut self, other: V) {
            self.x += other.x;
        }
    }

    macro_rules! divided {
        ($ty:ty) => {
            impl std::ops::Div<f64> for $ty {
                type Output = $ty;
                fn div(self, k: f64) -> $ty {
                    V { x: self.x / k }
                }
            }
        };
    }
    divided!(V);
}

use vectors::V;

#[differentiate]
fn sums(x: f64) -> f64 {
    let (a, b) = (V { x }, V { x: x * x });
    let c = a + b;
    let d = c - &b;
    d.x
}

#[differentiate]
fn products(x: f64) -> f64 {
    let v = V { x } * x;
    (-v).x
}

#[differentiate]
fn from_the_left(x: f64) -> f64 {
    let v = V { x };
    let w = x * v;
    w.x
}

#[differentiate]
fn assigned(x: f64) -> f64 {
    let mut v = V { x };
    v += V { x: 1.0 };
    v.x
}

/// No file shows this block.
#[differentiate]
fn quotient(x: f64) -> f64 {
    let v = V { x } / x;
    v.x
}

#[differentiate]
fn caller(x: f64) -> f64 {
    sums(x) + products(x) + from_the_left(x) + assigned(x) + quotient(x)
}

fn main() {
    caller_grad(1.0);
}
