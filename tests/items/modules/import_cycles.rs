//! Modules that import each other by globs, in cycles, as crates with many re-exports do.
//!
//! A name that no module defines is searched once in each of them. An import of another crate next
//! to globs resolves to that crate, whatever the modules define under its name.

use autodiff::prelude::*;

pub use m0::*;
pub use m1::*;
pub use m2::*;
pub use m3::*;
pub use m4::*;
pub use m5::*;
pub use m6::*;
pub use m7::*;
pub use m8::*;
pub use m9::*;
pub use m10::*;
pub use m11::*;

mod m0 {
    use super::*;

    #[differentiate]
    pub fn scaled0(x: f64, k: i32) -> f64 {
        scaled3(x, 0) * 0.5 + x * k as f64
    }
}

mod m1 {
    use super::*;

    #[differentiate]
    pub fn scaled1(x: f64, k: i32) -> f64 {
        x.sin() * k as f64 + x * k as f64
    }
}

mod m2 {
    use super::*;

    #[differentiate]
    pub fn scaled2(x: f64, k: i32) -> f64 {
        scaled1(x, 2) * 0.5 + x * k as f64
    }
}

mod m3 {
    use super::*;
    use ndarray::{Array1, Axis, Slice};

    #[differentiate]
    pub fn ends(x: &Array1<f64>) -> f64 {
        let shorter = x.slice_axis(Axis(0), Slice::new(0, Some(2), 1));
        shorter.sum() + scaled4(x[0], 1)
    }

    #[differentiate]
    pub fn scaled3(x: f64, k: i32) -> f64 {
        x.sin() * k as f64 + x * k as f64
    }
}

mod m4 {
    use super::*;

    #[differentiate]
    pub fn scaled4(x: f64, k: i32) -> f64 {
        scaled11(x, 4) * 0.5 + x * k as f64
    }
}

mod m5 {
    use super::*;

    /// A name that `ndarray` has as well.
    #[differentiate]
    pub type Slice = [f64; 3];

    #[differentiate]
    pub fn middle(x: &Slice) -> f64 {
        x[1] * scaled3(x[0], 2)
    }

    #[differentiate]
    pub fn scaled5(x: f64, k: i32) -> f64 {
        x.sin() * k as f64 + x * k as f64
    }
}

mod m6 {
    use super::*;

    #[differentiate]
    pub fn scaled6(x: f64, k: i32) -> f64 {
        scaled9(x, 6) * 0.5 + x * k as f64
    }
}

mod m7 {
    use super::*;

    #[differentiate]
    pub fn scaled7(x: f64, k: i32) -> f64 {
        x.sin() * k as f64 + x * k as f64
    }
}

mod m8 {
    use super::*;

    #[differentiate]
    pub fn scaled8(x: f64, k: i32) -> f64 {
        scaled7(x, 8) * 0.5 + x * k as f64
    }
}

mod m9 {
    use super::*;

    #[differentiate]
    pub fn scaled9(x: f64, k: i32) -> f64 {
        x.sin() * k as f64 + x * k as f64
    }
}

mod m10 {
    use super::*;

    #[differentiate]
    pub fn scaled10(x: f64, k: i32) -> f64 {
        scaled5(x, 10) * 0.5 + x * k as f64
    }
}

mod m11 {
    use super::*;

    #[differentiate]
    pub fn scaled11(x: f64, k: i32) -> f64 {
        x.sin() * k as f64 + x * k as f64
    }
}

#[test]
fn modules_in_circles() {
    let (value, slope) = scaled0_value_and_grad(0.4, 2);
    assert_eq!(value, scaled0(0.4, 2));
    let difference = (scaled0(0.4 + 1e-6, 2) - scaled0(0.4 - 1e-6, 2)) / 2e-6;
    assert!((slope - difference).abs() < 1e-8);
    assert_eq!(m5::middle_grad(&[0.0, 1.5, 0.0]), [1.5 * 4.0, 0.0, 0.0]);
    let of_ends = m3::ends_grad(&ndarray::array![0.3, 2.0, 7.0]);
    assert_eq!((of_ends[1], of_ends[2]), (1.0, 0.0));
}
