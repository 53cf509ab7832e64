//! `#[differentiate]` on an `impl` block: methods and associated functions.
#![deny(warnings)]

use autodiff::prelude::*;

struct Polynomial {
    degree: usize,
    offset: f64,
}

#[differentiate]
impl Polynomial {
    const SCALE: f64 = 0.5;

    fn new(degree: usize) -> Self {
        Self { degree, offset: 1.0 }
    }

    /// Of an inactive `self`.
    #[differentiate(reverse)]
    fn value(#[constant] &self, x: &[f64]) -> f64 {
        let mut y = Self::SCALE * self.offset;
        let mut power = 1.0;
        for i in 0..self.degree.min(x.len()) {
            power *= x[0];
            y += x[i] * power;
        }
        y
    }

    /// Without a `self`.
    #[differentiate(reverse)]
    fn logistic(x: f64) -> f64 {
        1.0 / (1.0 + (-x).exp())
    }

    #[differentiate(forward)]
    fn twice(#[constant] self, x: f64) -> f64 {
        2.0 * x + self.offset
    }
}

#[test]
fn derivatives_are_associated_functions() {
    let p = Polynomial::new(3);
    let x = [0.5, -1.5, 2.0, 7.0];
    let (y, gradient) = p.value_value_and_grad(&x);
    assert_eq!(y, p.value(&x));
    // 1/2 + x0² + x1 x0² + x2 x0³
    let expected = [2.0 * 0.5 + 2.0 * -1.5 * 0.5 + 3.0 * 2.0 * 0.25, 0.25, 0.125, 0.0];
    assert_eq!(gradient, expected);
    let (again, residuals): (f64, PolynomialValueResiduals) = p.value_primal(&x);
    assert_eq!(again, y);
    let mut x_bar = [1.0; 4];
    Polynomial::value_transposed(&residuals, 2.0, &mut x_bar);
    assert_eq!(x_bar, expected.map(|e| 2.0 * e + 1.0));
    assert_eq!(Polynomial::value_linear(&residuals, &[0.0, 1.0, 0.0, 0.0]), 0.25);
    assert_eq!(p.value_jvp(&x, &[0.0, 1.0, 0.0, 0.0]), (y, 0.25));

    let s = Polynomial::logistic(0.7);
    assert!((Polynomial::logistic_grad(0.7) - s * (1.0 - s)).abs() < 1e-15);
    assert_eq!(p.twice_jvp(3.0, 1.0), (7.0, 2.0));
}

#[differentiate(reverse)]
fn cube(x: f64) -> f64 {
    x * x * x
}

struct Near;

struct Far;

#[differentiate]
impl Near {
    #[differentiate(reverse)]
    fn energy(x: f64) -> f64 {
        cube(x)
    }
}

#[differentiate]
impl Far {
    #[differentiate(reverse)]
    fn energy(x: f64) -> f64 {
        -cube(x)
    }
}

#[test]
fn methods_of_one_name_call_one_function() {
    assert_eq!((Near::energy_grad(2.0), Far::energy_grad(2.0)), (12.0, -12.0));
}

/// A derivative by central differences.
fn slope(f: impl Fn(f64) -> f64) -> f64 {
    let h = 1e-5;
    (8.0 * (f(h) - f(-h)) - (f(2.0 * h) - f(-2.0 * h))) / (12.0 * h)
}

#[track_caller]
fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-8 * (1.0 + a.abs().max(b.abs())), "{a} is not {b}");
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Vec3 {
    x: f64,
    y: f64,
    z: f64,
}

#[differentiate]
impl Vec3 {
    #[differentiate]
    pub fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    #[differentiate]
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    // behind a reference, and by value all the same
    #[differentiate]
    pub fn norm(&self) -> f64 {
        self.dot(*self).sqrt()
    }
}

#[test]
fn receivers_by_value_and_by_reference() {
    let v = Vec3::new(1.0, 2.0, 2.0);
    assert_eq!(v.norm_grad(), Vec3Tangent { x: 1.0 / 3.0, y: 2.0 / 3.0, z: 2.0 / 3.0 });
    let (a, b) = v.dot_grad(Vec3::new(3.0, 4.0, 5.0));
    assert_eq!(
        (a, b),
        (Vec3Tangent { x: 3.0, y: 4.0, z: 5.0 }, Vec3Tangent { x: 1.0, y: 2.0, z: 2.0 })
    );
    // a receiver by value is the residuals' own
    let residuals: Vec3DotResiduals = {
        let short_lived = v;
        short_lived.dot_primal(Vec3::new(3.0, 4.0, 5.0)).1
    };
    assert_eq!(Vec3::dot_linear(&residuals, a, b), 50.0 + 9.0);
    assert_eq!(v.dot_jvp(Vec3::new(3.0, 4.0, 5.0), a, b).1, 50.0 + 9.0);
    let (mut a_bar, mut b_bar) = (v.zero_tangent(), v.zero_tangent());
    let mut kept = residuals.clone();
    assert_eq!(v.dot_vjp_into(v, 1.0, &mut kept, &mut a_bar, &mut b_bar), 9.0);
    Vec3::dot_transposed(&residuals, 1.0, &mut a_bar, &mut b_bar);
    assert_eq!(a_bar, Vec3Tangent { x: 4.0, y: 6.0, z: 7.0 });
    let (new, bars) = Vec3::new_vjp(1.0, 2.0, 3.0, &a_bar);
    assert_eq!((new, bars), (Vec3 { x: 1.0, y: 2.0, z: 3.0 }, (4.0, 6.0, 7.0)));
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct Complex {
    re: f64,
    im: f64,
}

/// Carries no derivative.
struct Settings {
    steps: usize,
    scale: f64,
}

impl Settings {
    fn twice(&self) -> f64 {
        2.0 * self.scale
    }
}

#[differentiate]
impl Complex {
    #[differentiate]
    fn new(re: f64, im: f64) -> Self {
        Complex { re, im }
    }

    #[differentiate]
    fn square(self) -> Complex {
        Complex::new(self.re * self.re - self.im * self.im, 2.0 * self.re * self.im)
    }

    // needed by `escape`
    fn plus(self, other: &Self) -> Self {
        Self { re: self.re + other.re, im: self.im + other.im }
    }

    #[differentiate]
    fn abs2(&self) -> f64 {
        self.re * self.re + self.im * self.im
    }

    // discrete: no derivative is needed
    fn inside(&self) -> bool {
        self.abs2() < 4.0
    }

    #[differentiate]
    fn escape(mut self, c: Complex, n: usize) -> f64 {
        for _ in 0..n {
            if !self.inside() {
                break;
            }
            self = self.square().plus(&c);
        }
        self.abs2()
    }

    /// Recursive, as a method and as a function.
    #[differentiate]
    fn power(&self, x: f64, n: u32) -> f64 {
        if n == 0 {
            self.re
        } else if n % 2 == 0 {
            let h = self.power(x, n / 2);
            h * h
        } else {
            x * Self::power(self, x, n - 1)
        }
    }
}

#[differentiate]
fn orbit(x: f64, y: f64, #[constant] s: &Settings) -> f64 {
    let z = Complex::new(0.0, 0.0);
    z.escape(Complex::new(x, y), s.steps) * s.twice()
}

#[test]
fn methods_call_methods() {
    let s = Settings { steps: 4, scale: 0.5 };
    for (x, y) in [(0.2, 0.1), (1.5, -0.7)] {
        let (value, (x_bar, y_bar)) = orbit_value_and_grad(x, y, &s);
        assert_eq!(value, orbit(x, y, &s));
        close(x_bar, slope(|h| orbit(x + h, y, &s)));
        close(y_bar, slope(|h| orbit(x, y + h, &s)));
    }
    let z = Complex::new(0.3, 2.0);
    let (z_bar, x_bar) = z.power_grad(1.1, 5);
    close(x_bar, slope(|h| z.power(1.1 + h, 5)));
    close(z_bar.re, slope(|h| Complex::new(0.3 + h, 2.0).power(1.1, 5)));
    assert_eq!(z_bar.im, 0.0);
}

mod shapes {
    use autodiff::prelude::*;

    pub trait Shape {
        fn area(&self) -> f64;
        fn name(&self) -> String {
            "a shape".into()
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct Disk {
        pub radius: f64,
    }

    #[differentiate]
    impl Shape for Disk {
        #[differentiate]
        fn area(&self) -> f64 {
            3.0 * self.radius * self.radius
        }
    }
}
use shapes::{Disk, Shape};

#[differentiate]
fn areas(disks: &[Disk], x: f64) -> f64 {
    let mut sum = 0.0;
    for k in 0..disks.len() {
        sum += disks[k].area() * x + <Disk as Shape>::area(&disks[k]) * Disk::area(&disks[0]);
    }
    sum
}

#[test]
fn methods_of_traits() {
    let disks = [Disk { radius: 1.0 }, Disk { radius: 2.0 }];
    assert_eq!(disks[0].area_grad().radius, 6.0);
    assert_eq!(disks[0].name(), "a shape");
    // 3 r0² x + 9 r0⁴ + 3 r1² x + 9 r1² r0²
    let (y, (bars, x_bar)) = areas_value_and_grad(&disks, 0.5);
    assert_eq!((y, x_bar), (1.5 + 9.0 + 6.0 + 36.0, 15.0));
    assert_eq!((bars[0].radius, bars[1].radius), (3.0 + 36.0 + 72.0, 6.0 + 36.0));
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Pair<T: Real> {
    x: T,
    y: T,
}

#[differentiate]
impl<T: Real> Pair<T> {
    #[differentiate]
    fn norm2(&self) -> T {
        self.x * self.x + self.y * self.y
    }

    #[differentiate]
    fn scaled(self, k: T) -> Self {
        Pair { x: self.x * k, y: self.y * k }
    }

    #[differentiate]
    fn both(&self, k: T) -> T {
        self.scaled(k).norm2()
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct Horner<const N: usize> {
    c: [f64; N],
}

#[differentiate]
impl<const N: usize> Horner<N> {
    #[differentiate]
    fn eval(&self, x: f64) -> f64 {
        let mut y = 0.0;
        for i in 0..N {
            y = y * x + self.c[i];
        }
        y
    }
}

struct View<'a> {
    data: &'a [f64],
    at: usize,
}

#[differentiate]
impl<'a> View<'a> {
    #[differentiate]
    fn weighted(#[constant] &self, x: f64) -> f64 {
        let data: &'a [f64] = self.data;
        data[self.at] * x * x
    }
}

#[differentiate]
fn of_generic(p: &Pair<f64>, k: f64) -> f64 {
    p.both(k) * p.scaled(2.0).norm2()
}

#[test]
fn generic_types() {
    let p = Pair { x: 1.0_f32, y: 2.0 };
    assert_eq!(p.both_grad(3.0), (PairTangent { x: 18.0, y: 36.0 }, 30.0));
    let p = Pair { x: 1.0, y: 2.0 };
    // 4 k² |p|⁴
    assert_eq!(
        of_generic_value_and_grad(&p, 0.5),
        (25.0, (PairTangent { x: 20.0, y: 40.0 }, 100.0))
    );
    let q = Horner { c: [1.0, 2.0, 3.0] };
    assert_eq!(q.eval_value_and_grad(2.0), (11.0, (HornerTangent { c: [4.0, 2.0, 1.0] }, 6.0)));
    let numbers = [1.0, 2.0];
    assert_eq!(View { data: &numbers, at: 1 }.weighted_value_and_grad(3.0), (18.0, 12.0));
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct V2 {
    x: f64,
    y: f64,
}

#[differentiate]
impl V2 {
    #[differentiate]
    fn dot(self, o: V2) -> f64 {
        self.x * o.x + self.y * o.y
    }

    // without a `self`, but of the type
    #[differentiate]
    fn lerp(a: V2, b: V2, t: f64) -> V2 {
        V2 { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }
    }

    #[differentiate]
    fn shifted(a: Self, b: &Self) -> V2 {
        let mut c = a;
        c.x += b.y;
        c
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct Weights {
    w: Vec<V2>,
    at: V2,
}

#[differentiate]
impl Weights {
    #[differentiate]
    fn apply(&self, x: V2) -> f64 {
        let mut s = 0.0;
        for i in 0..self.w.len() {
            // of fields, whose types are not seen here
            s += self.w[i].dot(x) * self.at.dot(x);
        }
        s
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct Two {
    a: Weights,
    b: Weights,
}

#[differentiate]
impl Two {
    #[differentiate]
    fn loss(&self, x: V2) -> f64 {
        self.a.apply(x) * self.b.apply(V2 { x: x.y, y: x.x })
    }
}

#[differentiate]
fn of_fields(a: V2, b: V2, n: &Two) -> f64 {
    V2::dot(V2::lerp(a, b, 0.25), a) + V2::shifted(a, &b).dot(b) * n.loss(a)
}

#[differentiate]
fn in_a_chain(vs: &[V2], b: V2) -> f64 {
    vs.iter().map(|v| v.dot(b)).sum()
}

#[test]
fn methods_of_fields_and_functions_of_types() {
    let (a, b) = (V2 { x: 1.0, y: 2.0 }, V2 { x: 0.5, y: -1.5 });
    let w = Weights { w: vec![a, b], at: b };
    let n = Two { a: w.clone(), b: w };
    let (y, (a_bar, b_bar, n_bar)) = of_fields_value_and_grad(a, b, &n);
    assert_eq!(y, of_fields(a, b, &n));
    close(a_bar.x, slope(|h| of_fields(V2 { x: a.x + h, ..a }, b, &n)));
    close(b_bar.y, slope(|h| of_fields(a, V2 { y: b.y + h, ..b }, &n)));
    let moved = |h: f64| {
        let mut n = n.clone();
        n.b.w[1].x += h;
        n.a.at.y += 2.0 * h;
        of_fields(a, b, &n)
    };
    close(n_bar.b.w[1].x + 2.0 * n_bar.a.at.y, slope(moved));
    let (c, bars) = V2::lerp_vjp(a, b, 0.5, &V2Tangent { x: 1.0, y: 0.0 });
    assert_eq!(
        (c, bars),
        (
            V2 { x: 0.75, y: 0.25 },
            (V2Tangent { x: 0.5, y: 0.0 }, V2Tangent { x: 0.5, y: 0.0 }, -0.5)
        )
    );
    assert_eq!(in_a_chain_grad(&[a, b], b).1, V2Tangent { x: 1.5, y: 0.5 });
}

struct Fixed {
    k: f64,
}

#[differentiate]
impl Fixed {
    #[differentiate]
    fn square(#[constant] &self, x: f64) -> f64 {
        self.k * x * x
    }

    #[differentiate]
    fn fourth(#[constant] &self, x: f64) -> f64 {
        self.square(self.square(x))
    }
}

#[test]
fn methods_of_an_inactive_self() {
    let f = Fixed { k: 2.0 };
    assert_eq!(f.fourth_value_and_grad(1.5), (8.0 * 1.5_f64.powi(4), 32.0 * 1.5_f64.powi(3)));
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct State {
    x: f64,
    v: f64,
}

#[differentiate]
impl State {
    #[differentiate]
    fn step(&mut self, dt: f64) {
        self.v -= dt * self.x;
        self.x += dt * self.v;
    }

    #[differentiate]
    fn kick(&mut self, k: f64) -> f64 {
        self.v *= k;
        self.v * self.x
    }
}

#[test]
fn a_self_that_is_changed() {
    let mut s = State { x: 1.0, v: 0.5 };
    let mut s_bar = StateTangent { x: 1.0, v: 0.0 };
    let (_, dt_bar) = s.step_vjp(0.1, &mut s_bar);
    assert_eq!(s, State { x: 1.04, v: 0.4 });
    close(s_bar.x, 0.99);
    close(s_bar.v, 0.1);
    close(dt_bar, 0.3);
    let mut s = State { x: 1.0, v: 0.5 };
    let mut s_dot = StateTangent { x: 1.0, v: 0.0 };
    assert_eq!(s.kick_jvp(2.0, &mut s_dot, 1.0), (1.0, 1.5));
    assert_eq!(s_dot, StateTangent { x: 1.0, v: 0.5 });
}

/// A trait with types as its arguments, as those of distributions are.
trait Continuous<K, T> {
    fn pdf(&self, x: K) -> T;
    fn ln_pdf(&self, x: K) -> T;
}

#[derive(Clone, Copy, Differentiable)]
struct Normal {
    mean: f64,
    deviation: f64,
}

#[differentiate]
impl Continuous<f64, f64> for Normal {
    #[differentiate]
    fn pdf(&self, x: f64) -> f64 {
        self.ln_pdf(x).exp()
    }

    #[differentiate]
    fn ln_pdf(&self, x: f64) -> f64 {
        let d = (x - self.mean) / self.deviation;
        -0.5 * d * d - self.deviation.ln()
    }
}

#[differentiate]
fn likelihood(p: &[f64]) -> f64 {
    let normal = Normal { mean: p[0], deviation: p[1] };
    normal.pdf(p[2]) * normal.ln_pdf(0.5)
}

/// One that a type implements twice: neither is the function of that name.
#[differentiate]
mod several {
    use autodiff::prelude::*;

    pub trait Scaled<T> {
        fn scaled(&self, by: T) -> f64;
    }

    #[derive(Clone, Copy, Differentiable)]
    pub struct Length {
        pub metres: f64,
    }

    impl Scaled<f64> for Length {
        #[differentiate]
        fn scaled(&self, by: f64) -> f64 {
            self.metres * by
        }
    }

    impl Scaled<&[f64]> for Length {
        #[differentiate]
        fn scaled(&self, by: &[f64]) -> f64 {
            self.metres * by[0] * by[1]
        }
    }
}

#[test]
fn methods_of_traits_with_arguments() {
    check!(likelihood, [0.3, 1.2, 0.7]);
    let normal = Normal { mean: 0.3, deviation: 1.2 };
    let (y, (normal_bar, x_bar)) = normal.pdf_value_and_grad(0.7);
    assert_eq!(y, normal.pdf(0.7));
    assert_eq!((normal_bar.mean, x_bar), (-x_bar, -(0.7 - 0.3) / 1.44 * y));
    use several::{Length, Scaled};
    let length = Length { metres: 2.0 };
    assert_eq!(length.scaled(3.0) + length.scaled(&[1.0, 2.0][..]), 10.0);
}

/// Of a size that tells blocks apart, and with a field that is a number but no real.
#[derive(Clone, Copy, Differentiable)]
struct Moments<const N: usize> {
    sums: [f64; N],
    count: u64,
    _order: std::num::NonZeroU64,
}

#[differentiate]
impl Moments<1> {
    #[differentiate]
    fn last(&self) -> f64 {
        self.sums[0] / self.count as f64
    }
}

#[differentiate]
impl Moments<2> {
    #[differentiate]
    fn last(&self) -> f64 {
        self.sums[1] * self.sums[0] / self.count as f64
    }
}

#[test]
fn blocks_of_one_type_with_several_arguments() {
    let _order = std::num::NonZeroU64::MIN;
    let (one, two) =
        (Moments { sums: [3.0], count: 2, _order }, Moments { sums: [3.0, 5.0], count: 2, _order });
    assert_eq!(one.last_grad().sums, [0.5]);
    let (y, residuals): (f64, Moments2LastResiduals) = two.last_primal();
    let mut bar = two.zero_tangent();
    Moments::<2>::last_transposed(&residuals, 1.0, &mut bar);
    assert_eq!((y, bar.sums), (7.5, [2.5, 1.5]));
}
