//! Identifiers in patterns: constants, variants or bindings, whatever their case.
#![allow(non_upper_case_globals, non_camel_case_types, non_snake_case)]

use autodiff::prelude::*;
use limits::{high as top, low};
use unit::Kind::{self, blue, red};

#[path = "pattern_names/units.rs"]
mod units;

const m: u32 = 1;
const ft: u32 = 2;
const ONE: f64 = 1.0;
const half: f64 = 0.5;
const nine: f64 = 9.0;

mod limits {
    pub const low: u32 = 0;
    pub const high: u32 = 2;
}
mod unit {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Kind {
        red,
        blue,
        Green,
    }
}
macro_rules! unread {
    ($($name:ident = $value:expr),*) => { $(pub const $name: u32 = $value;)* };
}
unread!(yard = 3, MILE = 4);

#[differentiate]
fn whole_arms(x: f64, unit: u32) -> f64 {
    match unit {
        m => x,
        ft => 0.3 * x,
        yard => 0.9 * x,
        _ => 0.0,
    }
}
#[differentiate]
fn imported(x: f64, kind: Kind) -> f64 {
    match kind {
        red => x,
        blue => x * x,
        Kind::Green => 2.0 * x,
    }
}
#[differentiate]
fn conditions(x: f64, unit: Option<u32>, n: u32) -> f64 {
    let m = n else { return if let Some(ft) = unit { x * x } else { 3.0 * x } };
    if let yard = n {
        x
    } else if matches!(unit, Some(m | ft)) {
        2.0 * x
    } else {
        5.0 * x
    }
}
#[differentiate]
fn inside(x: f64, p: (u32, bool), w: &[u32]) -> f64 {
    let y = match p {
        (m, true) => x,
        (m, false) => 2.0 * x,
        (low | top, k) if k => 3.0 * x,
        (n, _) => f64::from(n) * x,
    };
    match w {
        [ft, ..] => y * y,
        [first, m] => y * f64::from(*first),
        _ => y,
    }
}
// constants have no derivatives
#[differentiate]
fn reals(x: f64, k: Option<f64>) -> f64 {
    let y = match x {
        ONE => ONE * x,
        half => half * half * x,
        _ => x * x,
    };
    match k {
        Some(nine) => nine * y,
        Some(K) => K * y,
        None => y,
    }
}
#[differentiate]
fn by_capitals(x: f64, unit: Option<u32>, k: Option<f64>) -> f64 {
    let A = x * x;
    let (B, y) = (A * x, 2.0 * A);
    let y = if let Some(MILE) = unit { y * f64::from(MILE) } else { y };
    if let (Some(WEIGHT), true) = (k, x > 0.0) { WEIGHT * B * y } else { B }
}
#[differentiate]
fn defined_in_the_body(x: f64, n: Option<u32>) -> f64 {
    const LARGE: u32 = 10;
    let y = {
        const k: u32 = 3;
        match n {
            Some(k) => x,
            Some(LARGE) => 4.0 * x,
            _ => 2.0 * x,
        }
    };
    match n {
        Some(k) if k > 5 => y * f64::from(k),
        Some(k) => y + f64::from(k),
        None => y,
    }
}
#[differentiate]
macro_rules! scaled {
    ($unit:expr, $x:expr) => {
        match $unit {
            (ft, other) => $x * f64::from(other + ft),
            (n, _) => $x * f64::from(n),
        }
    };
}
#[differentiate]
fn of_a_macro(x: f64, unit: u32) -> f64 {
    let other = 4;
    scaled!((unit, other), x) + f64::from(other)
}
macro_rules! function {
    ($name:ident, $constant:ident) => {
        #[differentiate]
        fn $name(x: f64, n: Option<u32>) -> f64 {
            match n {
                Some($constant) => x,
                Some(k) => x * f64::from(k),
                None => 3.0 * x,
            }
        }
    };
}
function!(made, ft);

#[derive(Clone, Debug, Differentiable)]
struct Part {
    weight: f64,
    count: u32,
}
#[differentiate]
impl Part {
    #[differentiate]
    fn load(&self, x: f64) -> f64 {
        match self {
            Part { count: ft, .. } => 3.0 * x,
            Part { weight: nine, .. } => nine * x,
            Part { weight, .. } => weight * x,
        }
    }
}
#[differentiate]
mod group {
    pub const zed: u32 = 4;
    pub enum Side {
        left,
        right,
    }
    pub use Side::{left, right};

    #[differentiate]
    pub fn sides(x: f64, n: u32, side: Side) -> f64 {
        let a = match n {
            zed => x,
            _ => 2.0 * x,
        };
        match side {
            left => a,
            right => a * a,
        }
    }
    pub mod inner {
        use super::zed;

        #[differentiate]
        pub fn through_an_import(x: f64, n: Option<u32>) -> f64 {
            match n {
                Some(zed) => x,
                Some(other) => f64::from(other) * x,
                None => 0.0,
            }
        }
    }
}

#[test]
fn of_integers() {
    let units = [m, ft, yard, 7].map(|unit| (whole_arms(2.0, unit), whole_arms_grad(2.0, unit)));
    assert_eq!(units, [(2.0, 1.0), (0.6, 0.3), (1.8, 0.9), (0.0, 0.0)]);
    assert_eq!([red, blue, Kind::Green].map(|kind| imported_grad(3.0, kind)), [1.0, 6.0, 2.0]);
    let conditions = [(None, 3), (Some(2), 3), (Some(3), 3), (Some(2), 1), (None, 1)]
        .map(|(unit, n)| conditions_grad(5.0, unit, n));
    assert_eq!(conditions, [3.0, 10.0, 3.0, 2.0, 5.0]);
    let inside = |p, w: &[u32]| (inside(5.0, p, w), inside_grad(5.0, p, w));
    assert_eq!(inside((1, true), &[]), (5.0, 1.0));
    assert_eq!(inside((1, false), &[2, 1]), (100.0, 40.0));
    assert_eq!(inside((2, true), &[3, 1]), (45.0, 9.0));
    assert_eq!(inside((2, false), &[3, 2]), (10.0, 2.0));
    assert_eq!(inside((0, true), &[3]), (15.0, 3.0));
}
#[test]
fn of_reals() {
    assert_eq!([1.0, 0.5, 3.0].map(|x| reals(x, None)), [1.0, 0.125, 9.0]);
    assert_eq!([1.0, 0.5, 3.0].map(|x| reals_grad(x, None).0), [1.0, 0.25, 6.0]);
    assert_eq!(reals_grad(3.0, Some(9.0)), (54.0, Some(0.0)));
    assert_eq!(reals_grad(3.0, Some(2.0)), (12.0, Some(9.0)));
    assert_eq!(by_capitals_grad(2.0, Some(4), None), (12.0, None));
    assert_eq!(by_capitals_grad(2.0, Some(5), Some(3.0)), (480.0, Some(64.0)));
    assert_eq!(by_capitals_grad(2.0, Some(4), Some(3.0)), (1920.0, Some(256.0)));
}
#[test]
fn of_bodies_and_macros() {
    let both = |n| (defined_in_the_body(2.0, n), defined_in_the_body_grad(2.0, n));
    assert_eq!(
        [Some(3), Some(10), Some(4), None].map(both),
        [(5.0, 1.0), (80.0, 40.0), (8.0, 2.0), (4.0, 2.0)]
    );
    assert_eq!((of_a_macro(5.0, 2), of_a_macro_grad(5.0, 2)), (34.0, 6.0));
    assert_eq!((of_a_macro(5.0, 7), of_a_macro_grad(5.0, 7)), (39.0, 7.0));
    assert_eq!([Some(2), Some(5), None].map(|n| made_grad(2.0, n)), [1.0, 5.0, 3.0]);
}
#[test]
fn of_fields_and_groups() {
    let part = |weight, count| Part { weight, count }.load_grad(2.0);
    assert_eq!(part(9.0, 2), (PartTangent { weight: 0.0 }, 3.0));
    assert_eq!(part(9.0, 1), (PartTangent { weight: 0.0 }, 9.0));
    assert_eq!(part(7.0, 1), (PartTangent { weight: 2.0 }, 7.0));
    assert_eq!(group::sides_grad(3.0, 4, group::left), 1.0);
    assert_eq!(group::sides_grad(3.0, 5, group::right), 24.0);
    assert_eq!(
        [Some(4), Some(7), None].map(|n| group::inner::through_an_import_grad(2.0, n)),
        [1.0, 7.0, 0.0]
    );
}

/// Constants of another file inside of patterns, imported by their names.
mod by_name {
    use super::units::Light::{self, off as dark, on};
    use super::units::{foot, meter};
    use autodiff::prelude::*;

    #[differentiate]
    pub fn converted(x: f64, unit: u8) -> f64 {
        match (unit, x * 2.0) {
            (meter, k) => x * k,
            (foot, k) => x + k,
            _ => 1.0,
        }
    }
    #[differentiate]
    pub fn covered(x: f64, unit: u8, of: u8, light: Light) -> f64 {
        match (unit, of, light) {
            (1, meter, on) => x * x,
            (1, foot, dark) => x.sin(),
            (_, _, on) => 2.0 * x,
            (_, _, dark) => 3.0 * x,
        }
    }
}
/// The same, brought in by a glob, which leaves out `scale`.
mod by_glob {
    use super::units::*;
    use autodiff::prelude::*;

    #[differentiate]
    pub fn converted(x: f64, unit: u8) -> f64 {
        match (unit, x * 2.0) {
            (meter, k) => x * k,
            (foot, scale) => x + scale,
            (0.., scale) => scale,
        }
    }
}
#[test]
fn of_other_files() {
    assert_eq!([0, 1, 2].map(|unit| by_name::converted_grad(3.0, unit)), [12.0, 3.0, 0.0]);
    assert_eq!([0, 1, 2].map(|unit| by_glob::converted_grad(3.0, unit)), [12.0, 3.0, 2.0]);
    use units::Light::{off, on};
    let covered = |unit, of, light| by_name::covered_grad(2.0, unit, of, light);
    assert_eq!(
        [covered(1, 0, on), covered(1, 1, off), covered(1, 1, on), covered(1, 0, off)],
        [4.0, 2.0_f64.cos(), 2.0, 3.0]
    );
}

mod renamed {
    use autodiff::*;

    mod shape {
        use autodiff::*;

        #[derive(Clone, Copy, Debug, Differentiable)]
        pub enum Shape {
            Circle(f64),
            Square(f64),
            Rect { w: f64, h: f64 },
        }

        #[derive(Clone, Copy)]
        pub enum Kind {
            A,
            B,
            C,
        }
    }

    use shape::Kind::{A as B, B as A, C as last};
    use shape::Shape::{self as Figure, Circle as Square, Rect as Circle, Square as Rect};

    /// Each variant has the name of another one.
    #[differentiate(reverse)]
    fn area(of: &Figure) -> f64 {
        match of {
            Rect(side) => side * side,
            Square(radius) => 3.0 * radius * radius * radius,
            Circle { w: h, h: w } => h / w,
        }
    }

    #[differentiate(reverse)]
    fn areas(x: &[f64]) -> f64 {
        let all = [Rect(x[0]), Square(x[1]), Figure::Square(x[2]), Circle { w: x[0], h: x[2] }];
        let mut y = 0.0;
        for (i, of) in all.iter().enumerate() {
            y += area(of) * (i + 1) as f64;
        }
        y
    }

    #[differentiate(reverse)]
    fn by_kind(x: f64, #[constant] kind: shape::Kind) -> f64 {
        let y = match kind {
            A => x,
            B => x * x,
            last => x * x * x,
        };
        y * match kind {
            A | last => 1.0,
            _ => 2.0,
        }
    }

    #[test]
    fn variants_by_other_names() {
        check!(areas, [0.7, 1.2, 0.4]);
        let of_kinds = [shape::Kind::A, shape::Kind::B, shape::Kind::C]
            .map(|kind| by_kind_value_and_grad(2.0, kind));
        assert_eq!(of_kinds, [(8.0, 8.0), (2.0, 1.0), (8.0, 12.0)]);
    }
}
