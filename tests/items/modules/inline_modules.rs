//! Programs with the same names in modules of one file: a name resolves in its module.

/// What two models have in common is their names alone.
mod linear {
    use autodiff::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Kind {
        Plain,
        Squared,
        Cubed,
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct Params {
        pub rate: Option<f64>,
        pub steps: usize,
        #[constant]
        pub scale: f64,
        pub kind: Kind,
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct Pair<T> {
        pub first: T,
        pub second: f64,
    }

    type Grid = [f64; 3];

    const TABLE: [f64; 2] = [1.0, 2.0];

    fn offset() -> f64 {
        0.5
    }

    fn defaults() -> Params {
        Params { rate: None, steps: 3, scale: 1e-3, kind: Kind::Squared }
    }

    #[differentiate]
    impl Params {
        #[differentiate]
        pub fn get(&self, x: f64) -> Option<f64> {
            let rate = self.rate?;
            Some(rate * x + self.scale)
        }

        pub fn count(&self) -> usize {
            self.steps
        }
    }

    #[differentiate]
    fn helper(x: f64, f: impl Fn(f64) -> f64) -> (f64, f64) {
        let v = f(x * 2.0);
        (v, v * x)
    }

    #[differentiate]
    pub fn run(x: &[f64]) -> f64 {
        let mut p = defaults();
        p.rate = Some(x[0]);
        if x[0] > 10.0 {
            p.kind = Kind::Plain;
        }
        let h = helper(x[1], |a| a * a + x[2]);
        let q = Pair { first: x[0], second: x[1] * 2.0 };
        let mut s = 0.0;
        for i in 0..p.count() {
            s += p.get(x[2] + i as f64).unwrap_or(0.0) * TABLE[i % TABLE.len()];
        }
        let grid: Grid = [x[0], 1.0, x[3]];
        for e in grid.iter() {
            s += e * x[1];
        }
        let m = match p.kind {
            Kind::Plain => s,
            Kind::Squared => s * s + q.first * q.second,
            Kind::Cubed => 0.0,
        };
        m + h.0 * h.1 + offset()
    }
}

mod waves {
    use autodiff::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Kind {
        Plain,
        Squared,
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct Params {
        pub rate: f64,
        pub steps: u32,
        #[constant]
        pub scale: String,
        pub kind: Kind,
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct Pair<T> {
        pub first: T,
        pub second: Vec<f64>,
    }

    type Grid = Vec<f64>;

    const TABLE: [i32; 3] = [1, 2, 3];

    fn offset() -> i32 {
        2
    }

    fn defaults() -> Params {
        Params { rate: 0.0, steps: 3, scale: String::from("waves"), kind: Kind::Squared }
    }

    #[differentiate]
    impl Params {
        #[differentiate]
        pub fn get(&self, x: f64) -> f64 {
            let rate = self.rate;
            rate * x.sin()
        }

        pub fn count(&self) -> u32 {
            self.steps
        }
    }

    #[differentiate]
    fn helper(x: f64, f: impl Fn(&[f64]) -> f64) -> f64 {
        let v = f(&[x, x * x]);
        v * x
    }

    #[differentiate]
    pub fn run(x: &[f64]) -> f64 {
        let mut p = defaults();
        p.rate = x[0];
        let h = helper(x[1], |a| a.iter().sum::<f64>() * x[2]);
        let q = Pair { first: x[0], second: vec![x[1], 2.0] };
        let mut s = p.scale.len() as f64;
        for i in 0..p.count() as usize {
            s += p.get(x[2] + i as f64) * TABLE[i % TABLE.len()] as f64;
        }
        let grid: Grid = vec![x[0], x[3]];
        for e in grid.iter() {
            s += e * x[1];
        }
        let m = match p.kind {
            Kind::Plain => s,
            Kind::Squared => s * s + q.first * q.second[0],
        };
        m + h + offset() as f64
    }
}

/// Names of other modules of the file: brought in, all of them brought in, and by another name.
mod users {
    use autodiff::prelude::*;

    pub mod of_one {
        use super::super::waves::{Kind, Params};
        use autodiff::prelude::*;

        #[differentiate]
        pub fn run(x: &[f64]) -> f64 {
            let p = Params { rate: x[0], steps: 2, scale: String::new(), kind: Kind::Plain };
            if p.kind == Kind::Plain { p.get(x[1]) * p.rate } else { x[2] }
        }
    }

    pub mod of_all {
        use super::super::linear::*;
        use autodiff::prelude::*;

        #[differentiate]
        pub fn run(x: &[f64]) -> f64 {
            let p = Params { rate: Some(x[0]), steps: 2, scale: 3.0, kind: Kind::Cubed };
            let known = match p.rate {
                Some(rate) => rate * p.scale,
                None => 0.0,
            };
            known + p.get(x[1]).unwrap_or(x[2])
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Kind {
        Rising { by: i32 },
        Level,
    }

    pub mod renamed {
        use super::Kind as Trend;
        use autodiff::prelude::*;

        #[derive(Clone, Debug, Differentiable)]
        pub struct Series {
            pub start: f64,
            pub trend: Trend,
        }

        #[differentiate]
        pub fn run(x: &[f64]) -> f64 {
            let s = Series {
                start: x[0],
                trend: if x[1] > 0.0 { Trend::Rising { by: 2 } } else { Trend::Level },
            };
            match s.trend {
                Trend::Rising { by } => s.start * x[1] * by as f64,
                Trend::Level => s.start * x[2],
            }
        }
    }

    #[differentiate]
    pub fn run(x: &[f64]) -> f64 {
        let kind = if x[0] > x[1] { Kind::Level } else { Kind::Rising { by: 3 } };
        match kind {
            Kind::Rising { by } => x[0] * by as f64 + renamed::run(x),
            Kind::Level => x[1] * of_one::run(x),
        }
    }
}

/// Other names for types, and a derive that stands after the function.
mod scales {
    use autodiff::prelude::*;

    pub type Angle = (f32, f64);

    pub type Count = f64;

    #[differentiate]
    pub fn run(x: &[f64]) -> f64 {
        let angle: Angle = (2.0, x[0]);
        scaled(x[1], angle)
            * counted(x[2], x[3])
            * limited(x[0], &Config { limit: vec![x[1]], scale: x[2] })
    }

    #[differentiate]
    fn scaled(x: f64, a: Angle) -> f64 {
        x * a.1
    }

    #[differentiate]
    fn counted(x: f64, n: Count) -> f64 {
        x * n as f64
    }

    #[differentiate]
    fn limited(x: f64, config: &Config) -> f64 {
        x * config.scale + config.limit[0]
    }

    #[derive(Clone, Differentiable)]
    pub struct Config {
        pub limit: Vec<f64>,
        pub scale: f64,
    }
}

mod angles {
    use autodiff::prelude::*;

    #[differentiate]
    pub type Angle = (f64, f64);

    #[differentiate]
    pub type Count = usize;

    #[derive(Clone, Differentiable)]
    pub struct Config {
        pub limit: Option<f64>,
        #[constant]
        pub scale: f64,
    }

    #[differentiate]
    fn turned(a: Angle, n: Count) -> f64 {
        a.0.cos() * a.1 * n as f64
    }

    #[differentiate]
    pub fn run(x: &[f64]) -> f64 {
        let config = Config { limit: Some(x[2]), scale: 2.0 };
        turned((x[0], x[1]), 3) + config.limit.map_or(0.0, |limit| limit * x[3] * config.scale)
    }
}

/// Traits of one name.
mod shapes {
    pub mod flat {
        use autodiff::prelude::*;

        #[differentiate]
        pub trait Shape {
            #[differentiate]
            fn size(&self, k: f64) -> f64;
        }

        #[derive(Clone, Differentiable)]
        pub struct Square(pub f64);

        #[differentiate]
        impl Shape for Square {
            #[differentiate]
            fn size(&self, k: f64) -> f64 {
                self.0 * self.0 * k
            }
        }

        #[differentiate]
        pub fn total(shapes: &[Square], k: f64) -> f64 {
            shapes.iter().map(|s| s.size(k)).sum()
        }
    }

    pub mod solid {
        use autodiff::prelude::*;

        #[differentiate]
        pub trait Shape {
            #[differentiate]
            fn size(&self) -> (f64, f64);

            #[differentiate]
            fn ratio(&self) -> f64 {
                let (volume, surface) = self.size();
                volume / surface
            }
        }

        #[derive(Clone, Differentiable)]
        pub struct Square(pub f64, pub f64);

        #[differentiate]
        impl Shape for Square {
            #[differentiate]
            fn size(&self) -> (f64, f64) {
                (self.0 * self.0 * self.1, 2.0 * self.0 * self.0 + 4.0 * self.0 * self.1)
            }
        }

        #[differentiate]
        pub fn total<S: Shape>(shape: &S) -> f64 {
            shape.ratio() * shape.size().0
        }
    }

    use autodiff::prelude::*;

    #[differentiate]
    pub fn run(x: &[f64]) -> f64 {
        flat::total(&[flat::Square(x[0]), flat::Square(x[1])], x[2])
            + solid::total(&solid::Square(1.0 + x[0] * x[0], 2.0 + x[3] * x[3]))
    }
}

/// What is counted of active values has no derivative, and the functions that count need none.
mod counts {
    use autodiff::prelude::*;

    #[derive(Clone, Debug, Differentiable)]
    pub struct Grid {
        cells: Vec<f64>,
        width: usize,
    }

    #[differentiate]
    impl Grid {
        fn rows(&self) -> usize {
            self.cells.len() / self.width
        }

        fn above(&self, level: f64) -> bool {
            self.cells.iter().any(|c| *c > level)
        }

        #[differentiate]
        fn mean(&self, row: usize) -> f64 {
            self.cells[row * self.width..(row + 1) * self.width].iter().sum::<f64>()
                / self.width as f64
        }

        #[differentiate]
        fn roughness(&self) -> f64 {
            let mut s = 0.0;
            for r in 1..self.rows() {
                s += (self.mean(r) - self.mean(r - 1)).powi(2);
            }
            if self.above(1.0) { s } else { 2.0 * s }
        }
    }

    fn steps(x: f64) -> u32 {
        (x.abs() * 3.0).ceil() as u32 + 1
    }

    #[differentiate]
    pub fn run(x: &[f64]) -> f64 {
        let grid = Grid { cells: (0..6).map(|i| x[i % 4] * (i as f64 + 1.0)).collect(), width: 2 };
        let n = steps(x[0]);
        let mut y = grid.roughness();
        for _ in 0..n {
            y = y * 0.5 + x[1] / n as f64;
        }
        y + grid.rows() as f64 * x[3]
    }
}

/// A test for the function `run` of each module.
macro_rules! each_runs {
    ($($name:ident: $module:path,)*) => {$(
        #[test]
        fn $name() {
            use $module::*;
            check!(run, [0.7, -0.4, 1.3, 0.2], 2e-6);
            check!(run, [-0.65, 0.3, 0.85, 1.9], 2e-6);
        }
    )*};
}

each_runs! {
    of_linear: linear,
    of_waves: waves,
    of_users: users,
    brought_in: users::of_one,
    all_brought_in: users::of_all,
    by_another_name: users::renamed,
    other_aliases: scales,
    of_angles: angles,
    traits_of_one_name: shapes,
    counted: counts,
}
