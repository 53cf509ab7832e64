//! `x.into()` of reals: to a user-defined type, which is inferred, and to another real.

use autodiff::prelude::*;

#[differentiate(reverse)]
fn helper(a: Angle) -> f64 {
    a.0 * a.0
}
#[differentiate(reverse)]
fn f(t: f64) -> f64 {
    let p = Pose { x: t * 2.0, theta: t.into() };
    p.x * p.theta.0
}
#[differentiate(reverse)]
fn g(t: f64) -> Pose {
    Pose { x: t * 2.0, theta: t.into() }
}
#[differentiate(reverse)]
fn h(t: f64) -> f64 {
    let p = Pose { x: t * 2.0, theta: t.into() };
    let q = &p.theta;
    let Angle(z) = q;
    p.x * z + q.double()
}
#[differentiate(reverse)]
fn i(t: f64) -> f64 {
    let mut p = Pose { x: t * 2.0, theta: Angle(0.0) };
    p.theta = t.into();
    p.theta = (t * 2.0).into();
    p.x * p.theta.0
}
#[derive(Differentiable, Clone, Copy, Debug)]
struct Angle(f64);
#[differentiate]
impl Angle {
    #[differentiate(reverse)]
    fn double(&self) -> f64 {
        self.0 * 2.0
    }
}
#[differentiate]
impl From<f64> for Angle {
    #[differentiate(reverse)]
    fn from(x: f64) -> Angle {
        Angle(x)
    }
}
#[derive(Differentiable, Clone, Copy, Debug)]
struct Pose {
    x: f64,
    theta: Angle,
}
#[differentiate(reverse)]
fn k(x: f32) -> f64 {
    let y: f64 = x.into();
    let z: f64 = (x * 2.0).into();
    let q = Q { u: x.into(), w: x.into() };
    y * z + q.u * q.w + (f64::from(x))
}
#[differentiate(reverse)]
fn l(x: f32, #[constant] c: f64) -> f64 {
    let a: Angle = c.into();
    let r: f64 = 2.0f32.into();
    f64::from(x) * a.0 * r
}
#[differentiate(reverse)]
fn m(x: f64) -> Angle {
    x.into()
}
#[differentiate(reverse)]
fn n(x: f64) -> f64 {
    let a: Vec<Angle> = vec![x.into(), (2.0 * x).into()];
    a.iter().map(|p| p.0).sum::<f64>() + helper(x.into())
}
#[derive(Differentiable, Clone, Copy, Debug)]
struct Q {
    u: f64,
    w: f64,
}

#[test]
fn derivatives() {
    assert_eq!(f_value_and_grad(3.0), (18.0, 12.0));
    assert_eq!(g_vjp(3.0, &PoseTangent { x: 1.0, theta: AngleTangent(10.0) }).1, 12.0);
    assert_eq!(h_value_and_grad(3.0), (24.0, 14.0));
    assert_eq!(i_value_and_grad(3.0), (36.0, 24.0));
    assert_eq!(k_value_and_grad(3.0), (30.0, 19.0));
    assert_eq!(l_value_and_grad(3.0, 4.0), (24.0, 8.0));
    assert_eq!(n_value_and_grad(3.0), (18.0, 9.0));
    assert_eq!(m_vjp(3.0, &AngleTangent(2.0)).1, 2.0);
}

/// What is converted is made where it is converted.
mod made {
    use autodiff::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    pub struct Degrees(f64);
    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    pub struct Radians(f64);

    #[differentiate]
    impl From<Radians> for Degrees {
        #[differentiate]
        fn from(r: Radians) -> Self {
            Degrees(r.0.to_degrees())
        }
    }

    #[differentiate]
    fn bearing(x: f64, y: f64) -> Result<(f64, Degrees), String> {
        if x == 0.0 && y == 0.0 {
            return Err("no direction".to_string());
        }
        Ok((x.hypot(y), Radians(y.atan2(x)).into()))
    }

    #[differentiate]
    pub fn of_all(x: &[f64]) -> f64 {
        let straight: Degrees = Radians(x[0]).into();
        match bearing(x[0], x[1]) {
            Ok((r, Degrees(d))) => r * d + straight.0,
            Err(_) => 0.0,
        }
    }
}

#[test]
fn conversions_of_what_is_made() {
    use made::*;
    check!(of_all, [0.7, 0.4]);
}

/// Items that are collected into types of one's own.
#[differentiate]
mod collected {
    use autodiff::prelude::*;

    #[derive(Clone, Debug, Differentiable)]
    pub struct Schedule(Vec<(f64, f64)>);
    impl Schedule {
        pub fn new(mut steps: Vec<(f64, f64)>) -> Self {
            steps.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap());
            Schedule(steps)
        }
        pub fn factor(&self, day: f64) -> f64 {
            match self.0.partition_point(|&(from, _)| from <= day) {
                0 => 1.0,
                n => self.0[n - 1].1 * self.0[n - 1].0,
            }
        }
    }
    impl FromIterator<(f64, f64)> for Schedule {
        fn from_iter<I: IntoIterator<Item = (f64, f64)>>(iter: I) -> Self {
            Schedule::new(iter.into_iter().collect())
        }
    }
    #[derive(Clone, Debug, Differentiable)]
    pub struct Model {
        schedule: Schedule,
        rate: f64,
    }

    #[differentiate]
    pub fn of_steps(x: &[f64]) -> f64 {
        let model =
            Model { schedule: vec![(x[0], x[1]), (0.2, 0.8)].into_iter().collect(), rate: x[2] };
        let annotated: Schedule = x.iter().map(|v| (*v, v * v)).collect();
        let named = x.iter().rev().map(|v| (v * v, *v)).collect::<Schedule>();
        let called = Schedule::from_iter(vec![(x[1], x[2])]);
        model.rate * model.schedule.factor(0.5) * model.schedule.factor(1.5)
            + annotated.factor(1.0)
            + named.factor(0.6) * called.factor(2.0)
    }
}

#[test]
fn collections_of_ones_own() {
    use collected::*;
    check!(of_steps, [0.9, 0.4, 1.3]);
}

mod fallible {
    use autodiff::prelude::*;

    #[derive(Clone, Debug, Differentiable)]
    pub struct Volatility {
        a: f64,
        b: f64,
    }
    #[differentiate]
    impl TryFrom<&[f64]> for Volatility {
        type Error = String;
        #[differentiate]
        fn try_from(x: &[f64]) -> Result<Self, String> {
            if x.len() < 2 {
                return Err("too short".to_string());
            }
            Ok(Volatility { a: x[0].exp(), b: x[1] })
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct Unit {
        a: f64,
        b: f64,
    }
    #[differentiate]
    impl TryFrom<(f64, f64)> for Unit {
        type Error = &'static str;
        #[differentiate]
        fn try_from((a, b): (f64, f64)) -> Result<Unit, Self::Error> {
            let n = a.hypot(b);
            if n == 0.0 { Err("no direction") } else { Ok(Unit { a: a / n, b: b / n }) }
        }
    }
    #[differentiate]
    impl TryFrom<&Volatility> for Unit {
        type Error = &'static str;
        #[differentiate]
        fn try_from(p: &Volatility) -> Result<Unit, Self::Error> {
            let u = Unit::try_from((p.a, p.b))?;
            Ok(Unit { a: u.a * 2.0, b: u.b })
        }
    }
    #[differentiate]
    impl TryFrom<Volatility> for Unit {
        type Error = &'static str;
        #[differentiate]
        fn try_from(p: Volatility) -> Result<Unit, Self::Error> {
            let u = Unit::try_from((p.a, p.b))?;
            Ok(Unit { a: u.a * 3.0, b: u.b })
        }
    }

    #[differentiate]
    fn product(theta: &[f64]) -> Result<f64, String> {
        let p = Volatility::try_from(theta)?;
        Ok(p.a * p.b)
    }
    #[differentiate]
    pub fn by_value_and_reference(x: &[f64]) -> f64 {
        let Ok(p) = Volatility::try_from(x) else { return x[0] * 3.0 };
        let u = Unit::try_from(&p).expect("a direction");
        let w = match Unit::try_from(p) {
            Ok(u) => u.a - u.b,
            Err(_) => 0.0,
        };
        u.a * u.b + w + product(x).unwrap_or(0.0)
    }
}

#[test]
fn conversions_that_can_fail() {
    use fallible::*;
    check!(by_value_and_reference, [0.9, 0.4, 1.3]);
    check!(by_value_and_reference, [0.9]);
}
