//! `line!()` and its like have the values that they have in the source.

use autodiff::prelude::*;

#[differentiate]
macro_rules! here {
    () => {
        line!() as f64 + 0.001 * column!() as f64
    };
}

#[differentiate]
macro_rules! here_and {
    ($x:expr) => {
        here!() + $x
    };
}

#[differentiate(reverse)]
fn places(x: f64) -> f64 {
    let line = line!();
    let column = column!() as f64;
    let closure = |y: f64| y * line!() as f64;
    x * line as f64 + x * column + closure(x) + closure(2.0 * x) + x * std::line!() as f64
}

#[differentiate(reverse)]
fn in_macros(x: f64) -> f64 {
    let here = here!();
    x * here + x * here!() + x * here_and!(line!() as f64)
}

#[differentiate(reverse)]
fn texts(x: f64) -> f64 {
    let names = file!().len() + module_path!().len() + concat!("a", line!(), 1).len();
    x * names as f64 + x * stringify!(x + 1).len() as f64
}

#[differentiate]
mod grouped {
    pub fn called(x: f64) -> f64 {
        x * line!() as f64 + x * column!() as f64
    }

    #[differentiate]
    pub fn places(x: f64) -> f64 {
        called(x) * line!() as f64 + x * module_path!().len() as f64
    }
}

/// Bodies that are lowered elsewhere: of a function and a method that are inlined, and of a trait.
mod bodies {
    use autodiff::prelude::*;

    #[differentiate]
    pub fn ramp(a: f64) -> impl Fn(f64) -> f64 {
        let here = f64::from(line!());
        move |x| a * x * here + f64::from(std::column!())
    }

    #[differentiate]
    pub trait Level {
        #[differentiate]
        fn level(&self, x: f64) -> f64;
        #[differentiate]
        fn shifted(&self, x: f64) -> f64 {
            self.level(x) * f64::from(line!()) + f64::from(column!())
        }
        #[differentiate]
        fn twice(&self, x: f64) -> f64 {
            // as an argument of another macro
            std::assert!(line!() > 1);
            let (first, second) = (::core::line!() as f64, line!() as f64);
            self.shifted(x) * first + second
        }
    }

    #[derive(Differentiable, Clone)]
    pub struct Slope {
        pub of: f64,
    }
    #[differentiate]
    impl Slope {
        #[differentiate]
        pub(super) fn line_of(&self) -> impl Fn(f64) -> f64 {
            let of = self.of;

            move |x| of * x * line!() as f64
        }
    }

    #[differentiate]
    impl Level for Slope {
        #[differentiate]
        fn level(&self, x: f64) -> f64 {
            self.of * x + f64::from(line!())
        }
    }

    #[differentiate]
    pub fn all(x: f64) -> f64 {
        let (slope, inlined) = (Slope { of: x }, ramp(x));
        let of_method = slope.line_of();
        inlined(2.0) + of_method(3.0) * slope.twice(x) + module_path!().len() as f64
    }
}

/// The same from another module.
mod elsewhere {
    use super::bodies::{Level, Slope, ramp};
    use autodiff::prelude::*;

    #[derive(Differentiable, Clone)]
    pub struct Steep {
        pub of: f64,
    }
    #[differentiate]
    impl Level for Steep {
        #[differentiate]
        fn level(&self, x: f64) -> f64 {
            self.of * x * x
        }
    }
    #[differentiate]
    pub fn all(x: f64) -> f64 {
        let inlined = ramp(x);
        let slope = Slope { of: x };
        Steep { of: x }.twice(x) + inlined(x) * slope.shifted(2.0)
    }
}

#[differentiate]
mod bodies_together {
    use autodiff::prelude::*;

    pub fn ramp(a: f64) -> impl Fn(f64) -> f64 {
        let here = f64::from(line!());
        move |x| a * x * here + f64::from(std::column!())
    }
    #[derive(Differentiable, Clone)]
    pub struct Slope {
        of: f64,
    }
    impl Slope {
        fn line_of(&self) -> impl Fn(f64) -> f64 {
            let of = self.of;

            move |x| of * x * line!() as f64
        }
    }
    pub trait Level {
        #[differentiate]
        fn level(&self, x: f64) -> f64 {
            x * f64::from(line!()) + f64::from(column!())
        }
    }
    impl Level for Slope {}
    #[differentiate]
    pub fn all(x: f64) -> f64 {
        let (slope, inlined) = (Slope { of: x }, ramp(x));
        let of_method = slope.line_of();
        inlined(2.0) + of_method(3.0) * slope.level(x)
    }
}

#[test]
fn places_are_those_of_the_function() {
    assert_eq!(places_primal(1.0).0, places(1.0));
    assert_eq!(places_vjp(1.0, 1.0), (places(1.0), places(1.0)));
    assert_eq!(in_macros_primal(1.0).0, in_macros(1.0));
    assert_eq!(in_macros_jvp(1.0, 1.0), (in_macros(1.0), in_macros(1.0)));
    assert_eq!(texts_vjp(1.0, 1.0), (texts(1.0), texts(1.0)));
    assert_eq!(grouped::places_vjp(1.0, 1.0), (grouped::places(1.0), grouped::places(1.0)));
}

#[test]
fn places_in_bodies_are_those_of_the_bodies() {
    let close = |a: f64, b: f64| assert!((a - b).abs() <= 1e-6 * b.abs(), "{a} instead of {b}");
    macro_rules! same {
        ($module:ident) => {
            let (value, slope) = $module::all_value_and_grad(1.5);
            assert_eq!(value, $module::all(1.5));
            close(slope, ($module::all(1.5 + 1e-4) - $module::all(1.5 - 1e-4)) / 2e-4);
        };
    }
    same!(bodies);
    same!(elsewhere);
    same!(bodies_together);
}
