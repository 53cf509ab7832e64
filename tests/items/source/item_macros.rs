//! Functions and blocks that macros of a module define.
#![deny(warnings)]

use autodiff::prelude::*;

#[differentiate]
mod vectors {
    use autodiff::prelude::*;
    use std::ops::{Add, AddAssign, Mul, Sub};

    #[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
    pub struct V {
        pub x: f64,
        pub y: f64,
    }

    macro_rules! componentwise {
        ($of:ident, $f:ident, $op:tt) => {
            impl $of for V {
                type Output = V;
                fn $f(self, o: V) -> V {
                    V { x: self.x $op o.x, y: self.y $op o.y }
                }
            }
        };
    }
    componentwise!(Add, add, +);
    componentwise!(Sub, sub, -);

    macro_rules! assigned {
        ($($of:ident $f:ident $op:tt)*) => { $(assigned!(@one $of $f $op);)* };
        (@one $of:ident $f:ident $op:tt) => {
            impl $of for V {
                fn $f(&mut self, o: Self) {
                    *self = *self $op o;
                }
            }
        };
    }
    assigned!(AddAssign add_assign +);

    macro_rules! scaled {
        ($($t:ty),+) => {
            $(
                impl Mul<$t> for V {
                    type Output = V;
                    #[inline]
                    fn mul(self, k: $t) -> V {
                        V { x: self.x * f64::from(k), y: self.y * f64::from(k) }
                    }
                }
            )+
        };
    }
    scaled!(f64);

    pub trait Smooth {
        fn bent(self, k: Self) -> Self;
    }

    macro_rules! smooth {
        ($t:ty, $half:expr) => {
            impl Smooth for $t {
                fn bent(self, k: $t) -> $t {
                    let half = $half;
                    half * k * self * self
                }
            }
        };
    }
    smooth!(f64, 0.5);
    smooth!(f32, 0.5);

    /// What the macro binds is not what the call names so.
    const SCALE: f64 = 3.0;
    macro_rules! power {
        ($name:ident, $n:expr) => {
            pub fn $name(x: f64) -> f64 {
                let n = 10.0 * x;
                x.powi($n) + n
            }
        };
    }
    mod powers {
        #[allow(non_upper_case_globals)]
        const n: i32 = 2;
        power!(square, n);
        power!(cube, n + 1);
    }

    #[differentiate]
    pub fn moved(at: V, speed: V, dt: f64) -> f64 {
        let mut at = at + speed * dt - speed * 2.0;
        at += at;
        at.x.bent(SCALE) * at.y + powers::square(at.x) - powers::cube(at.y)
    }

    #[differentiate]
    pub fn of_all(x: &[f64]) -> f64 {
        moved(V { x: x[0], y: x[1] }, V { x: x[2], y: x[3] }, x[4])
    }
}

use vectors::*;

#[test]
fn blocks_of_macros() {
    check!(of_all, [0.7, 0.4, 0.9, 1.3, 0.2]);
}
