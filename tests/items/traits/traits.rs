//! Functions of traits with a body that is differentiated for each implementor.
#![deny(warnings)]

use autodiff::prelude::*;

#[differentiate]
pub trait Energy {
    /// What depends on the type; differentiated wherever it is implemented.
    #[differentiate]
    fn potential(&self, x: f64) -> f64;

    fn offset() -> f64
    where
        Self: Sized,
    {
        0.25
    }

    /// Through the trait, several times, in a loop.
    #[differentiate]
    fn excess(&self, x: f64, n: usize) -> f64
    where
        Self: Sized,
    {
        let mut sum = 0.5 * x + Self::offset();
        for k in 0..n {
            sum += self.potential(x * k as f64) * self.potential(sum);
        }
        sum
    }

    /// By way of another one.
    #[differentiate]
    fn action(&self, path: &[f64]) -> f64
    where
        Self: Sized,
    {
        path.windows(2).map(|w| (w[1] - w[0]).powi(2) - self.half(w[0])).sum::<f64>()
            + self.excess(path[0], 2)
    }

    // differentiated because `action` needs it
    fn half(&self, x: f64) -> f64 {
        0.5 * self.potential(x)
    }
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
pub struct Spring {
    pub k: f64,
    pub rest: f64,
}
#[differentiate]
impl Energy for Spring {
    fn potential(&self, x: f64) -> f64 {
        0.5 * self.k * (x - self.rest).powi(2)
    }
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
pub struct Table {
    pub values: Vec<f64>,
}
#[differentiate]
impl Energy for Table {
    fn offset() -> f64 {
        2.0
    }

    #[differentiate]
    fn potential(&self, x: f64) -> f64 {
        self.values.iter().rev().fold(0.0, |sum, v| sum * x + v)
    }

    /// Its own, with another derivative.
    #[differentiate]
    fn half(&self, x: f64) -> f64 {
        self.potential(x).sin()
    }
}

/// Without derivatives.
pub struct Nothing;
impl Energy for Nothing {
    fn potential(&self, x: f64) -> f64 {
        x
    }
}

#[differentiate]
fn of_spring(x: &[f64]) -> f64 {
    let spring = Spring { k: x[0], rest: x[0].sin() };
    spring.action(&x[1..]) * spring.excess(x[0], 3)
}
#[differentiate]
fn of_table(x: &[f64]) -> f64 {
    let table = Table { values: x[..2].to_vec() };
    table.action(&x[1..])
        + <Table as Energy>::excess(&table, x[1], 1)
        + <Table as Energy>::half(&table, x[2])
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
pub enum Any {
    Spring(Spring),
    Table(Table),
}
#[differentiate]
fn of_either(x: &[f64]) -> f64 {
    let any = if x[0] > 0.0 {
        Any::Spring(Spring { k: x[0], rest: x[1] })
    } else {
        Any::Table(Table { values: x.to_vec() })
    };
    match &any {
        Any::Spring(spring) => spring.action(x),
        Any::Table(table) => table.action(x) * x[0],
    }
}

#[test]
fn each_implementor() {
    check!(of_spring, [0.75, 0.5, -0.25, 1.5]);
    check!(of_table, [0.5, -1.25, 0.75, 0.5]);
    check!(of_either, [0.75, -0.5, 0.25]);
    check!(of_either, [-0.75, -0.5, 0.25]);
    // the derivatives are functions of the type
    let spring = Spring { k: 1.5, rest: 0.25 };
    let (spring_bar, x_bar) = spring.excess_grad(0.75, 3);
    let slope = |f: &dyn Fn(f64) -> f64| crate::support::differences(|h| f(h[0]), &[0.0])[0];
    crate::support::close("x", x_bar, slope(&|h| spring.excess(0.75 + h, 3)), 1e-8);
    crate::support::close(
        "k",
        spring_bar.k,
        slope(&|h| Spring { k: 1.5 + h, rest: 0.25 }.excess(0.75, 3)),
        1e-8,
    );
    assert_eq!(Nothing.action(&[1.0]), Nothing.excess(1.0, 2) + 0.0);
    // objects are still possible
    let objects: [&dyn Energy; 2] = [&spring, &Nothing];
    assert_eq!(objects[1].half(3.0), 1.5);
}

/// In a module the order of the items is free.
#[differentiate]
pub mod inside {
    use super::Differentiable;
    use autodiff::prelude::Real;

    #[differentiate]
    pub fn mean(x: &[f64]) -> f64 {
        let mut ramp = Ramp::<f64> { slope: x[0], at: x[1] };
        let steps = Steps { heights: [x[2], x[0], x[1]] };
        ramp.shift(x[1]);
        ramp.mean(x) + Shape::<3>::mean(&steps, x) + steps.twice(x[0])
    }

    #[derive(Differentiable, Clone, Debug)]
    pub struct Ramp<T: Real> {
        pub slope: T,
        pub at: T,
    }
    impl<T: Real> Shape<2, T> for Ramp<T> {
        #[differentiate]
        fn value(&self, x: T) -> T {
            self.slope * (x - self.at)
        }
        #[differentiate]
        fn shift(&mut self, by: T) {
            self.at = self.at + by * self.slope;
        }
    }

    #[derive(Differentiable, Clone, Debug)]
    pub struct Steps {
        pub heights: [f64; 3],
    }
    impl Shape<3> for Steps {
        const START: f64 = -1.0;
        #[differentiate]
        fn value(&self, x: f64) -> f64 {
            self.heights[if x > 0.0 { 1 } else { 0 }] * x + self.heights[2]
        }
        #[differentiate]
        fn shift(&mut self, by: f64) {
            self.heights[0] *= by;
        }
    }

    /// With parameters of its own.
    pub trait Shape<const N: usize, T: Real = f64> {
        const START: f64 = 0.5;

        fn value(&self, x: T) -> T;
        fn shift(&mut self, by: T);

        #[differentiate]
        fn mean(&self, x: &[T]) -> T {
            let mut sum = T::real(N as f64 * Self::START);
            for v in x {
                sum = sum + self.value(*v);
            }
            sum / T::real(x.len() as f64)
        }

        #[differentiate]
        fn twice(&self, x: T) -> T
        where
            Self: Clone,
        {
            let mut moved = self.clone();
            moved.shift_again(x);
            moved.value(x)
        }

        #[differentiate]
        fn shift_again(&mut self, by: T) {
            self.shift(by);
            self.shift(by * by);
        }
    }
}

#[test]
fn in_a_module() {
    use inside::*;
    check!(mean, [0.75, -0.5, 0.25]);
    check!(mean, [-0.75, 0.5, 0.5]);
    assert_eq!(Steps { heights: [0.5, 2.0, -1.0] }.twice_grad(0.5).1, 2.0);
}

/// A function of the type itself, and one of a trait with the same name: another value, and another
/// derivative.
#[derive(Differentiable, Clone, Debug, PartialEq)]
pub struct Well {
    pub depth: f64,
}
#[differentiate]
impl Well {
    #[differentiate]
    fn potential(&self, x: f64) -> f64 {
        self.depth * x
    }
}
mod elsewhere {
    use super::*;

    #[derive(Differentiable, Clone, Debug, PartialEq)]
    pub struct Wall {
        pub depth: f64,
    }
    impl Wall {
        /// Without derivatives.
        pub fn height(&self) -> f64 {
            7.0
        }
    }
    pub trait Tall {
        fn height(&self, x: f64) -> f64;
        fn again(&self, x: f64, n: usize) -> f64;
    }
    #[differentiate]
    impl Tall for Wall {
        #[differentiate]
        fn height(&self, x: f64) -> f64 {
            self.depth * x.exp()
        }
        // by its name with the trait, and recursive
        #[differentiate]
        fn again(&self, x: f64, n: usize) -> f64 {
            if n == 0 {
                x
            } else {
                x * <Self as Tall>::again(self, x, n - 1) + <Self as Tall>::height(self, x)
            }
        }
    }
}
#[differentiate]
fn by_trait(x: &[f64]) -> f64 {
    use elsewhere::{Tall, Wall};
    let _ = Wall { depth: 1.0 }.height();
    let (well, wall) = (Well { depth: x[0] }, Wall { depth: x[1] });
    well.potential(x[2])
        + <Wall as Tall>::height(&wall, x[2]) * Well::potential(&well, x[1])
        + wall.again(x[0], 2)
}

#[differentiate]
pub mod both {
    use super::Differentiable;

    #[derive(Differentiable, Clone, Debug, PartialEq)]
    pub struct Well {
        pub depth: f64,
    }
    pub trait Potential {
        fn potential(&self, x: f64) -> f64;
    }
    // before the other
    impl Potential for Well {
        #[differentiate]
        fn potential(&self, x: f64) -> f64 {
            self.depth * x * x
        }
    }
    impl Well {
        #[differentiate]
        pub fn potential(&self, x: f64) -> f64 {
            self.depth + x
        }
    }
    #[differentiate]
    pub fn all(x: &[f64]) -> f64 {
        let well = Well { depth: x[0] };
        well.potential(x[1]) * 3.0
            + Potential::potential(&well, x[1]) * 5.0
            + <Well as Potential>::potential(&well, x[2])
            + Well::potential(&well, x[2])
    }
}

#[test]
fn of_one_name() {
    check!(by_trait, [0.75, -0.5, 0.25]);
    use both::*;
    check!(all, [0.75, -0.5, 0.25]);
    assert_eq!(both::Well { depth: 2.0 }.potential_grad(3.0).1, 1.0);
}

/// Types without reals, whose functions have derivatives.
#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
pub struct Flat;
#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
pub enum Ellipsoid {
    Earth,
    Sphere { size: usize },
}
#[differentiate]
impl Flat {
    #[differentiate]
    fn scale(&self, x: f64) -> f64 {
        x * x
    }
}
#[differentiate]
impl Ellipsoid {
    #[differentiate]
    fn parameters(&self) -> (f64, f64) {
        match self {
            Ellipsoid::Earth => (6.4, 0.1),
            Ellipsoid::Sphere { size } => (*size as f64, 0.0),
        }
    }
    #[differentiate]
    fn radius(self, latitude: f64) -> f64 {
        let (major, flattening) = self.parameters();
        let minor = major * (1.0 - flattening);
        major * major / ((major * latitude.cos()).powi(2) + (minor * latitude.sin()).powi(2)).sqrt()
    }
}
#[differentiate]
fn height(e: Ellipsoid, flat: &Flat, x: f64) -> f64 {
    let (major, _) = e.parameters();
    e.radius(x) * major + flat.scale(x)
}
#[differentiate]
fn around(x: &[f64]) -> f64 {
    let e = if x[0] > 0.0 { Ellipsoid::Earth } else { Ellipsoid::Sphere { size: 3 } };
    let (_, flattening) = e.parameters();
    e.radius(x[1]) * x[0] + flattening * x[0] + height(e, &Flat, x[2])
}

#[test]
fn types_without_reals() {
    check!(around, [0.75, -0.5, 0.25]);
    check!(around, [-0.75, -0.5, 0.25]);
    assert_eq!(Flat.scale_grad(3.0).1, 6.0);
}

/// Functions of one name: of the type itself and of a trait, each block an expansion of its own,
/// and of a trait with several arguments.
mod of_one_name {
    use crate::support::close;
    use autodiff::prelude::*;

    #[derive(Differentiable, Clone, Debug, PartialEq)]
    pub struct Square {
        pub side: f64,
    }

    #[differentiate]
    impl Square {
        #[differentiate]
        pub fn area(&self, x: f64) -> f64 {
            self.side * self.side * x
        }
    }

    pub trait Shape {
        fn area(&self, x: f64) -> f64;
        fn outline(&self) -> f64;
    }

    #[differentiate]
    impl Shape for Square {
        #[differentiate]
        fn area(&self, x: f64) -> f64 {
            3.0 * self.side + x * x
        }

        #[differentiate]
        fn outline(&self) -> f64 {
            4.0 * self.side * self.area(2.0)
        }
    }

    #[differentiate]
    pub mod solved {
        use super::Square;

        pub trait Solve<T> {
            fn solve(&self, x: f64) -> T;
        }

        impl Solve<f64> for Square {
            #[differentiate]
            fn solve(&self, x: f64) -> f64 {
                self.side * x
            }
        }

        impl Solve<(f64, f64)> for Square {
            #[differentiate]
            fn solve(&self, x: f64) -> (f64, f64) {
                (x * x, self.side * <Square as Solve<f64>>::solve(self, x))
            }
        }
    }
    use solved::Solve;

    #[differentiate]
    fn all(s: &Square, x: f64) -> f64 {
        let (a, b): (f64, f64) = <Square as Solve<(f64, f64)>>::solve(s, x);
        s.area(x) * <Square as Shape>::area(s, x)
            + s.outline()
            + a * b
            + <Square as Solve<f64>>::solve(s, x)
    }

    #[test]
    fn each_has_its_own_derivative() {
        let s = Square { side: 1.5 };
        let (x, h) = (0.7, 1e-6);
        let (y, (s_bar, x_bar)) = all_value_and_grad(&s, x);
        assert_eq!(y, all(&s, x));
        let at = |side: f64, x: f64| all(&Square { side }, x);
        close("side", s_bar.side, (at(1.5 + h, x) - at(1.5 - h, x)) / (2.0 * h), 1e-7);
        close("x", x_bar, (at(1.5, x + h) - at(1.5, x - h)) / (2.0 * h), 1e-7);
        assert_eq!(s.area_grad(2.0), (SquareTangent { side: 6.0 }, 2.25));
        // in the trait's function as well, `self.area` is the type's own: 8 side³
        assert_eq!(s.outline_grad(), SquareTangent { side: 24.0 * 1.5 * 1.5 });
    }
}

/// Blocks, each with an attribute, of one trait with other arguments.
mod again {
    use crate::support::close;
    use autodiff::prelude::*;

    #[derive(Differentiable, Clone, Copy, Debug)]
    struct Line {
        slope: f64,
    }
    trait Along<T> {
        fn along(&self, x: f64) -> T;
    }
    #[differentiate]
    impl Along<(f64, f64)> for Line {
        #[differentiate]
        fn along(&self, x: f64) -> (f64, f64) {
            (self.slope * x, x)
        }
    }
    #[differentiate]
    impl Along<(f64, f64, f64)> for Line {
        #[differentiate]
        fn along(&self, x: f64) -> (f64, f64, f64) {
            (self.slope * x, x, x * x)
        }
    }
    #[differentiate]
    impl Along<f64> for Line {
        #[differentiate]
        fn along(&self, x: f64) -> f64 {
            let (a, b, c) = <Self as Along<(f64, f64, f64)>>::along(self, x);
            a * b + c.sin()
        }
    }

    #[differentiate]
    fn all(x: &[f64]) -> f64 {
        let line = Line { slope: x[0] };
        let (a, b) = <Line as Along<(f64, f64)>>::along(&line, x[1]);
        let c = <Line as Along<f64>>::along(&line, a);
        a * b + c
    }

    #[test]
    fn of_one_trait() {
        let (x, h) = ([0.7, 1.3], 1e-6);
        let expected = [0, 1].map(|i| {
            let at = |h: f64| {
                all(&std::array::from_fn::<f64, 2, _>(|k| if k == i { x[k] + h } else { x[k] }))
            };
            (at(h) - at(-h)) / (2.0 * h)
        });
        all_grad(&x)
            .iter()
            .zip(expected)
            .for_each(|(found, expected)| close("along", *found, expected, 1e-8));
    }
}

/// Bodies of a trait in another module than its blocks, which have items of the same names.
mod other_scopes {
    use autodiff::prelude::*;

    pub mod shapes {
        use autodiff::prelude::*;

        #[differentiate]
        pub trait Shape {
            const UNIT: f64 = 2.0;

            #[differentiate]
            fn size(&self, x: f64) -> f64;

            #[differentiate]
            fn area(&self, x: f64, weights: &[f64]) -> f64 {
                let mut sum = std::f64::consts::PI * f64::sin(x) + Self::offset(x);
                for (k, weight) in weights.iter().enumerate() {
                    if let Some(first) = weights.first() {
                        sum += (*first * weight).abs() * k as f64;
                    }
                }
                sum + self.half(x).powi(2)
                    + Self::UNIT * weights.len() as f64 * self.size(x).max(0.1)
            }

            fn half(&self, x: f64) -> f64 {
                0.5 * self.size(x)
            }

            #[differentiate]
            fn offset(x: f64) -> f64 {
                x * x
            }
        }
    }

    #[derive(Differentiable, Clone, Debug)]
    struct Panel {
        side: f64,
    }

    #[differentiate]
    impl Panel {
        #[allow(dead_code)]
        const UNIT: f64 = 11.0;

        #[differentiate]
        fn size(&self, x: f64) -> f64 {
            100.0 * x * self.side
        }

        #[differentiate]
        fn offset(x: f64) -> f64 {
            7.0 * x
        }
    }

    #[differentiate]
    impl shapes::Shape for Panel {
        fn size(&self, x: f64) -> f64 {
            self.side * x
        }
    }

    #[differentiate]
    fn inherited(x: &[f64]) -> f64 {
        let panel = Panel { side: x[0] };
        <Panel as shapes::Shape>::area(&panel, x[1], x) + panel.size(x[2]) + Panel::offset(x[1])
    }

    #[test]
    fn items_of_the_trait_come_first() {
        check!(inherited, [0.7, 0.4, 1.3]);
    }

    /// In a block of a function.
    #[test]
    fn names_of_a_block() {
        const RATE: f64 = 4.0;
        #[differentiate]
        trait Decay {
            #[differentiate]
            fn rate(&self, x: f64) -> f64 {
                RATE * x
            }
        }
        #[derive(Differentiable, Clone, Debug)]
        struct Plain {
            k: f64,
        }
        #[differentiate]
        impl Decay for Plain {}
        #[differentiate]
        fn decayed(x: &[f64]) -> f64 {
            let plain = Plain { k: x[0] };
            plain.rate(plain.k)
        }
        check!(decayed, [0.7]);
    }
}

/// Calls by the name of the trait.
mod trait_paths {
    use autodiff::prelude::*;

    mod shapes {
        use autodiff::prelude::*;

        pub trait Area {
            fn area(&self) -> f64;
            fn grow(&mut self, k: f64);
            fn taken(self, x: f64) -> f64;
        }

        #[differentiate]
        pub trait Registered {
            #[differentiate]
            fn registered(&self, x: f64) -> f64;
        }
    }
    use shapes::Area;

    #[derive(Differentiable, Clone, Debug)]
    struct Disk {
        r: f64,
    }

    #[differentiate]
    impl Disk {
        #[differentiate]
        fn area(&self) -> f64 {
            self.r * 1000.0
        }
    }

    #[differentiate]
    impl Area for Disk {
        #[differentiate]
        fn area(&self) -> f64 {
            self.r * self.r
        }
        #[differentiate]
        fn grow(&mut self, k: f64) {
            self.r *= k;
        }
        #[differentiate]
        fn taken(self, x: f64) -> f64 {
            self.r.sin() * x
        }
    }

    #[differentiate]
    impl shapes::Registered for Disk {
        fn registered(&self, x: f64) -> f64 {
            self.r * x
        }
    }

    #[differentiate]
    fn by_name(x: &[f64]) -> f64 {
        let mut disk = Disk { r: x[0] };
        let y = Area::area(&disk) + shapes::Area::area(&disk) + disk.area();
        Area::grow(&mut disk, x[1] * 2.0);
        y * shapes::Registered::registered(&disk, x[1]) + Area::taken(disk, y)
    }

    #[test]
    fn calls_by_the_name_of_the_trait() {
        check!(by_name, [0.7, 0.4]);
    }
}

/// A trait that stands after its `impl` block and after the functions that are bounded by it.
mod later {
    use autodiff::prelude::*;

    #[derive(Differentiable, Clone, Debug)]
    struct Spring {
        k: f64,
    }

    #[differentiate]
    impl Law for Spring {
        #[differentiate]
        fn value(&self, x: f64) -> f64 {
            self.k * x
        }
    }

    #[differentiate]
    fn at<L: Law>(law: &L, x: f64) -> f64 {
        law.twice(x) * x
    }

    #[differentiate]
    trait Law {
        #[differentiate]
        fn value(&self, x: f64) -> f64;

        #[differentiate]
        fn twice(&self, x: f64) -> f64 {
            2.0 * self.value(x) * x
        }
    }

    #[differentiate]
    fn of_a_spring(x: &[f64]) -> f64 {
        at(&Spring { k: x[0] }, x[1])
    }

    #[test]
    fn used_before_it_is_defined() {
        check!(of_a_spring, [0.7, 0.4]);
    }
}
