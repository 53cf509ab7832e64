//! Modules and functions of the crate that have the names of modules, types and functions of `std`.

use crate::support::{close, differences};

mod primitives {
    use autodiff::prelude::*;

    mod f64 {
        use autodiff::prelude::*;
        type Real = ::core::primitive::f64;
        pub const EPSILON: Real = 3.0;
        #[differentiate]
        pub fn max(a: Real, b: Real) -> Real {
            a * 2.0 + b
        }
        #[differentiate]
        pub fn sin(a: Real) -> Real {
            a * a
        }
    }
    #[differentiate]
    pub fn called(x: f64, y: f64) -> f64 {
        f64::max(x, y) * f64::sin(x) + f64::EPSILON * y
    }
    #[differentiate]
    pub fn passed(x: f64, y: f64) -> f64 {
        [x, y].iter().copied().map(f64::sin).fold(x, f64::max)
    }
}

mod crates {
    use autodiff::prelude::*;

    mod std {
        pub mod mem {
            use autodiff::prelude::*;
            #[differentiate]
            pub fn swap(a: &mut f64, b: &mut f64) {
                *a += *b;
            }
        }
    }
    mod core {
        pub mod mem {
            use autodiff::prelude::*;
            #[differentiate]
            pub fn replace(a: &mut f64, b: f64) -> f64 {
                *a *= b;
                *a + b
            }
        }
    }
    #[differentiate]
    pub fn called(x: f64, y: f64) -> f64 {
        let (mut a, mut b) = (x, y);
        std::mem::swap(&mut a, &mut b);
        let c = core::mem::replace(&mut a, b);
        a * b * c
    }
}

mod imports {
    use autodiff::prelude::*;

    mod own {
        use autodiff::prelude::*;
        pub mod mem {
            use autodiff::prelude::*;
            #[differentiate]
            pub fn swap<T: Real>(a: &mut T, b: &mut T) {
                *a = *a + *b * *b;
            }
        }
        #[differentiate]
        pub fn swap(a: &mut f64, b: &mut f64) {
            *b += *a;
        }
        #[differentiate]
        pub fn once(x: f64) -> f64 {
            x * x
        }
        #[differentiate]
        pub fn from_fn(x: f64) -> [f64; 2] {
            [x, x * x]
        }
    }
    use own as array;
    use own as iter;
    use own::mem;
    use own::{once, swap};
    #[differentiate]
    pub fn called(x: f64, y: f64) -> f64 {
        let (mut a, mut b) = (x, y);
        mem::swap(&mut a, &mut b);
        swap(&mut a, &mut b);
        let c = array::from_fn(x);
        a * b + iter::once(x) * once(y) + c[0] * c[1]
    }
}

mod globs {
    use autodiff::prelude::*;

    mod own {
        pub mod mem {
            use autodiff::prelude::*;
            #[differentiate]
            pub fn swap(a: &mut f64, b: &mut f64) {
                *a += *b * 3.0;
            }
        }
    }
    use own::*;
    #[differentiate]
    pub fn called(x: f64, y: f64) -> f64 {
        let (mut a, mut b) = (x, y);
        mem::swap(&mut a, &mut b);
        a * b
    }
}

/// Imports of `std` under its own names hide nothing.
mod imports_of_std {
    use autodiff::prelude::*;
    use std::f64;
    use std::mem;
    #[differentiate]
    pub fn called(x: f64, y: f64) -> f64 {
        let (mut a, mut b) = (x * f64::consts::PI, f64::max(x, y));
        mem::swap(&mut a, &mut b);
        a * b * b
    }
}

#[test]
fn own_modules_hide_those_of_std() {
    type Gradient = fn(f64, f64) -> (f64, (f64, f64));
    let functions: [(fn(f64, f64) -> f64, Gradient); 6] = [
        (primitives::called, primitives::called_value_and_grad),
        (primitives::passed, primitives::passed_value_and_grad),
        (crates::called, crates::called_value_and_grad),
        (imports::called, imports::called_value_and_grad),
        (globs::called, globs::called_value_and_grad),
        (imports_of_std::called, imports_of_std::called_value_and_grad),
    ];
    for (k, (function, gradient)) in functions.into_iter().enumerate() {
        let (value, (of_x, of_y)) = gradient(1.5, 0.7);
        assert_eq!(value.to_bits(), function(1.5, 0.7).to_bits(), "{k}");
        let expected = differences(|x| function(x[0], x[1]), &[1.5, 0.7]);
        close("x", of_x, expected[0], 1e-7);
        close("y", of_y, expected[1], 1e-7);
    }
}
