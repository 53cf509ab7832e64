//! Structs and enums in differentiated functions.

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
pub struct Vec3 {
    x: f64,
    y: f64,
    z: f64,
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
pub struct Spring {
    stiffness: f64,
    rest: Vec<f64>,
    anchor: Vec3,
    count: usize,
    fixed: bool,
    #[constant]
    scale: f64,
    #[constant]
    weights: Vec<f64>,
    #[constant]
    config: Config,
}

/// Not differentiable itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    step: f64,
    steps: usize,
}

#[differentiate]
fn dot(a: &Vec3, b: &Vec3) -> f64 {
    a.x * b.x + a.y * b.y + a.z * b.z
}

#[differentiate]
fn scaled(a: Vec3, k: f64) -> Vec3 {
    Vec3 { x: a.x * k, y: a.y * k, z: a.z * k }
}

#[differentiate]
fn plus(a: Vec3, b: Vec3) -> Vec3 {
    Vec3 { x: a.x + b.x, ..b }
}

#[differentiate]
fn energy(s: &Spring, x: &[f64]) -> f64 {
    let mut e = 0.0;
    for i in 0..s.count {
        let d = x[i] * s.scale - s.rest[i] * s.weights[i];
        e += 0.5 * s.stiffness * d * d;
    }
    if s.fixed {
        e *= 2.0;
    }
    let mut k = 0;
    while k < s.config.steps {
        e += dot(&s.anchor, &s.anchor) * s.config.step;
        k += 1;
    }
    e * s.anchor.y
}

#[differentiate]
fn built(x: &[f64]) -> f64 {
    let a = Vec3 { x: x[0], y: x[1], z: 2.0 };
    let mut b = scaled(a, x[1]);
    b.x += a.y * x[0];
    b.z = b.x * b.y;
    let Vec3 { x: p, y, .. } = b;
    let c = plus(a, b);
    let s = Spring {
        stiffness: p * y,
        rest: vec![x[0], 1.0, x[1]],
        anchor: c,
        count: 3,
        fixed: x[0] > 0.0,
        scale: 0.5,
        weights: vec![1.0, 2.0, 3.0],
        config: Config { step: 0.1, steps: 2 },
    };
    energy(&s, &[x[0], x[1], x[0] * x[1]]) + dot(&a, &c) + s.rest[2] * s.anchor.z
}

#[differentiate]
fn in_arrays(x: &[f64]) -> f64 {
    let mut bodies = vec![Vec3 { x: 0.0, y: 0.0, z: 1.0 }; 3];
    for (i, b) in bodies.iter_mut().enumerate() {
        b.x = x[0] * i as f64;
        b.y += x[1] * b.x;
    }
    bodies[1] = Vec3 { x: x[1], ..bodies[2] };
    let mut total = 0.0;
    for b in &bodies {
        total += b.x * b.y + dot(b, &bodies[0]) * b.z;
    }
    for i in 0..bodies.len() {
        for j in 0..i {
            total += bodies[i].x * bodies[j].y;
        }
    }
    total + many(&bodies, 2)
}

#[differentiate]
fn many(bodies: &[Vec3], k: usize) -> f64 {
    bodies[k].x * bodies[k].y * bodies[0].z
}

#[differentiate]
fn carried(x: &[f64]) -> f64 {
    let mut state = Vec3 { x: x[0], y: 0.1, z: 0.0 };
    for i in 0..5 {
        let old = state;
        state.y -= 0.1 * old.x * x[1];
        state = Vec3 { x: old.x + 0.1 * state.y, z: old.z + old.x * old.x, ..state };
        if state.x < -0.5 && i > 2 {
            state.z = x[0];
        }
    }
    state.z * state.x
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
pub enum Shape {
    Circle { radius: f64 },
    Rect(f64, f64),
    Polygon { corners: Vec<Vec3>, id: u32 },
    Empty,
}

#[differentiate]
fn area(s: &Shape) -> f64 {
    match s {
        Shape::Circle { radius } => 3.0 * radius * radius,
        Shape::Rect(w, h) if *w > *h => w * h * 2.0,
        Shape::Rect(w, h) => w * h,
        Shape::Polygon { corners, .. } => {
            let mut a = 0.0;
            for i in 1..corners.len() {
                a += corners[i].x * corners[i - 1].y;
            }
            a
        }
        Shape::Empty => 0.0,
    }
}

#[differentiate]
fn shapes(x: &[f64]) -> f64 {
    let circle = Shape::Circle { radius: x[0] };
    let square = if x[0] > 1.0 { Shape::Rect(x[0], x[1]) } else { Shape::Rect(x[1], x[1] * x[0]) };
    let polygon = Shape::Polygon {
        corners: vec![Vec3 { x: x[0], y: x[1], z: 0.0 }, Vec3 { x: x[1], y: 1.0, z: 0.0 }],
        id: 3,
    };
    area(&circle) + area(&square) * area(&polygon) + area(&Shape::Empty)
}

#[derive(Differentiable, Clone, Debug)]
pub enum Expr {
    Number(f64),
    Add(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
}

#[differentiate]
fn eval(e: &Expr) -> f64 {
    match e {
        Expr::Number(v) => *v,
        Expr::Add(a, b) => eval(a) + eval(b),
        Expr::Mul(a, b) => eval(a) * eval(b),
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum Mode {
    Fast,
    Slow,
}

#[differentiate]
fn moded(x: f64, mode: Mode) -> f64 {
    match mode {
        Mode::Fast => x * x,
        Mode::Slow => x.sin(),
    }
}

#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
pub struct Pair(f64, f64);

#[differentiate]
fn pairs(p: Pair, x: f64) -> (Pair, f64) {
    let Pair(a, b) = p;
    (Pair(a * x, p.1), a * b)
}

#[differentiate]
fn pairs_used(x: &[f64]) -> f64 {
    let (p, d) = pairs(Pair(x[0], x[1]), 3.0);
    p.0 * p.1 + d
}

#[test]
fn values_of_structs() {
    check!(built, [0.7, 0.4]);
    check!(built, [-0.7, 0.4]);
    check!(in_arrays, [0.7, 0.4]);
    check!(carried, [0.7, 0.4]);
    check!(carried, [-0.7, 3.4]);
    check!(shapes, [0.7, 0.4]);
    check!(shapes, [1.7, 0.4]);
    check!(pairs_used, [1.7, 0.4]);
    assert_eq!((moded_grad(3.0, Mode::Fast), moded_grad(0.0, Mode::Slow)), (6.0, 1.0));
}

#[test]
fn gradients_are_tangents() {
    let s = Spring {
        stiffness: 2.0,
        rest: vec![1.0, 2.0],
        anchor: Vec3 { x: 1.0, y: 2.0, z: 0.5 },
        count: 2,
        fixed: true,
        scale: 0.5,
        weights: vec![1.0, 0.5],
        config: Config { step: 0.1, steps: 2 },
    };
    let x = [3.0, 1.0];
    let (value, (s_bar, x_bar)) = energy_value_and_grad(&s, &x);
    assert_eq!(value, energy(&s, &x));
    let step = 1e-6;
    let zero = s.zero_tangent();
    for i in 0..zero.dimension() {
        let mut flat = vec![0.0; zero.dimension()];
        flat[i] = step;
        let mut direction = zero.clone();
        direction.unflatten(&flat);
        let (mut plus, mut minus) = (s.clone(), s.clone());
        plus.move_by(&direction);
        direction.scale(-1.0);
        minus.move_by(&direction);
        let difference = (energy(&plus, &x) - energy(&minus, &x)) / (2.0 * step);
        assert!(
            (difference - s_bar.flatten()[i]).abs() < 1e-6 * (1.0 + difference.abs()),
            "{i}: {difference} {s_bar:?}"
        );
    }
    assert_eq!((s_bar.rest.len(), x_bar.len()), (2, 2));
    let (_, dot) = energy_jvp(&s, &x, &s_bar, &x_bar);
    let (_, residuals) = energy_primal(&s, &x);
    let again = energy_linear(&residuals, &s_bar, &x_bar);
    let square = s_bar.dot(&s_bar) + x_bar.dot(&x_bar);
    assert!((dot - square).abs() < 1e-12 * square && (again - square).abs() < 1e-12 * square);
    let mut twice = (s_bar.clone(), x_bar.clone());
    energy_transposed(&residuals, 1.0, &mut twice.0, &mut twice.1);
    let mut sum = s_bar.clone();
    sum += &s_bar;
    sum.scale(-1.0);
    sum += &twice.0;
    assert!(sum.dot(&sum) < 1e-24);
    // a gradient that is not wanted
    let mut x_only = vec![0.0; 2];
    energy_transposed(&residuals, 1.0, &mut Discard, &mut x_only);
    assert_eq!(x_only, x_bar);
}

#[test]
fn results_that_are_structs() {
    let a = Vec3 { x: 1.0, y: 2.0, z: 3.0 };
    let bar = Vec3Tangent { x: 1.0, y: 10.0, z: 100.0 };
    let (value, (a_bar, k_bar)) = scaled_vjp(a, 2.0, &bar);
    assert_eq!(value, Vec3 { x: 2.0, y: 4.0, z: 6.0 });
    assert_eq!((a_bar, k_bar), (Vec3Tangent { x: 2.0, y: 20.0, z: 200.0 }, 321.0));
}

#[test]
fn gradients_of_enums_keep_the_variant() {
    assert_eq!(area_grad(&Shape::Circle { radius: 2.0 }), ShapeTangent::Circle { radius: 12.0 });
    assert_eq!(area_grad(&Shape::Rect(2.0, 3.0)), ShapeTangent::Rect(3.0, 2.0));
    assert_eq!(area_grad(&Shape::Empty), ShapeTangent::Empty);
    let tree = Expr::Mul(
        Box::new(Expr::Number(2.0)),
        Box::new(Expr::Add(Box::new(Expr::Number(3.0)), Box::new(Expr::Number(4.0)))),
    );
    assert_eq!(eval(&tree), 14.0);
    assert_eq!(eval_grad(&tree).flatten(), [7.0, 2.0, 2.0]);
}

#[test]
fn one_body_of_many() {
    let bodies = vec![Vec3 { x: 1.0, y: 2.0, z: 3.0 }; 4];
    let (_, residuals) = many_primal(&bodies, 2);
    let mut sparse = Sparse::<Vec3Tangent>::new(4);
    many_transposed(&residuals, 1.0, &mut sparse);
    assert_eq!(sparse.stored(), 2);
    assert_eq!(sparse.to_dense(), many_grad(&bodies, 2));
}

#[differentiate]
fn root(x: f64) -> Result<f64, String> {
    if x < 0.0 {
        return Err(format!("the root of {x}"));
    }
    Ok(x.sqrt())
}

#[differentiate]
fn roots(x: f64) -> Result<f64, String> {
    let a = root(x)? * x;
    Ok(root(a - 1.0)? + root(a)?)
}

#[differentiate]
fn rooted(x: &[f64]) -> f64 {
    match roots(x[0]) {
        Ok(v) => v * x[1],
        Err(_) => x[1],
    }
}

#[test]
fn results_that_may_fail() {
    check!(rooted, [2.0, 3.0]);
    check!(rooted, [0.5, 3.0]);
    check!(rooted, [-0.5, 3.0]);
    assert_eq!(root_vjp(4.0, Some(1.0)), (Ok(2.0), 0.25));
    assert_eq!(root_jvp(4.0, 2.0), (Ok(2.0), Some(0.5)));
    assert_eq!(root_vjp(-4.0, None).1, 0.0);
}

/// Can neither be cloned nor printed.
#[derive(Differentiable)]
pub struct Bare {
    a: f64,
    b: Vec<f64>,
}

#[differentiate]
fn of_bare(p: &Bare, many: &[Bare], x: f64) -> f64 {
    p.a * x * p.b[0] + bare_again(&many[1], x)
}

#[differentiate]
fn bare_again(p: &Bare, x: f64) -> f64 {
    p.a * x.sin()
}

#[test]
fn structs_without_traits() {
    let p = || Bare { a: 2.0, b: vec![3.0] };
    let (p_bar, many_bar, x_bar) = of_bare_grad(&p(), &[p(), p()], 0.0);
    assert_eq!(
        (p_bar.flatten(), many_bar[1].flatten(), x_bar),
        (vec![0.0, 0.0], vec![0.0, 0.0], 8.0)
    );
}

#[derive(Differentiable, Clone, Debug)]
pub struct Casts {
    count: usize,
    small: f32,
    big: f64,
    #[constant]
    still: f64,
}

#[differentiate]
fn cast_fields(c: &Casts, x: f64) -> f64 {
    c.count as f64 * x + c.small as f64 * x + c.still as f64 * x + (c.big as f32) as f64
}

#[test]
fn casts_of_fields_of_any_type() {
    let c = Casts { count: 3, small: 2.0, big: 5.0, still: 7.0 };
    assert_eq!(cast_fields_grad(&c, 10.0), (CastsTangent { small: 10.0, big: 1.0 }, 12.0));
    assert_eq!(
        cast_fields_jvp(&c, 10.0, &CastsTangent { small: 1.0, big: 1.0 }, 1.0).1,
        10.0 + 1.0 + 12.0
    );
}

#[differentiate]
fn perhaps(x: Option<f64>, y: f64) -> Option<f64> {
    let v = x?;
    if v < 0.0 {
        return None;
    }
    Some(v.sqrt() * y)
}

#[differentiate]
fn by_methods(x: &[f64]) -> f64 {
    let a =
        perhaps(Some(x[0]), 2.0).unwrap_or(x[1]) + perhaps(None, x[0]).map_or(x[1], |v| v * 2.0);
    let b: Option<f64> = if x[1] > 0.0 { Some(x[1] * x[0]) } else { None };
    a * root(x[1]).unwrap_or(0.5)
        + b.map(|b| b * b).unwrap_or_default()
        + perhaps(b, x[0]).unwrap_or(3.0)
}

#[differentiate]
fn best(xs: &[f64], least: Option<f64>) -> Option<f64> {
    let mut best = least;
    for x in xs {
        if best.is_none_or(|b| *x > b) {
            best = Some(*x * *x);
        }
    }
    best
}

#[test]
fn options_as_arguments_and_results() {
    check!(by_methods, [2.0, 3.0]);
    check!(by_methods, [0.5, -3.0]);
    check!(by_methods, [-0.5, -3.0]);
    assert_eq!(
        best_vjp(&[1.0, 3.0, 2.0], Some(0.5), Some(1.0)),
        (Some(9.0), (vec![0.0, 6.0, 0.0], Some(0.0)))
    );
    assert_eq!(best_vjp(&[], Some(0.5), Some(2.0)), (Some(0.5), (vec![], Some(2.0))));
    assert_eq!(best_vjp(&[], None, None), (None, (vec![], None)));
    assert_eq!(perhaps_jvp(Some(4.0), 1.0, Some(1.0), 0.0), (Some(2.0), Some(0.25)));
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
pub struct Triple {
    r: [f64; 3],
    k: f64,
}

#[differentiate]
impl Triple {
    #[differentiate]
    fn norm(&self, x: f64) -> f64 {
        self.r[0] * self.r[1] * x + self.k
    }
}

#[differentiate]
fn weighted(w: Vec<f64>, x: f64) -> f64 {
    w[0] * x + w[2] * w[1]
}

/// A field that is an array, handed on as a vector.
#[differentiate]
fn array_as_vector(x: &[f64]) -> f64 {
    let t = Triple { r: [x[0], x[1], x[0] * x[1]], k: x[1] };
    lent_triple(&t, x[0])
}

#[differentiate]
fn lent_triple(t: &Triple, x: f64) -> f64 {
    weighted(t.r.to_vec(), x) * t.k
}

/// A method whose result goes nowhere.
#[differentiate]
fn unused_method(x: &[f64]) -> f64 {
    let t = Triple { r: [x[0], x[1], 0.5], k: x[1] };
    let _unused = t.norm(x[0]);
    t.k * x[0]
}

#[test]
fn parts_of_fields_and_unused_methods() {
    check!(array_as_vector, [0.7, 0.4]);
    check!(unused_method, [0.7, 0.4]);
}

/// A factor that is an expression and constant, for an operator that only rustc knows.
#[differentiate]
fn scaled_by_a_sign(x: f64, t: &mut Triple, c: bool) {
    if c {
        t.k *= f64::sin(x.signum());
    }
}

#[test]
fn constant_expressions_as_operands() {
    let mut t = Triple { r: [0.0; 3], k: 2.0 };
    let mut t_dot = TripleTangent { r: [0.0; 3], k: 3.0 };
    scaled_by_a_sign_jvp(0.5, &mut t, true, 1.0, &mut t_dot);
    assert_eq!((t.k, t_dot.k), (2.0 * 1f64.sin(), 3.0 * 1f64.sin()));
}

// texts of types that are not seen are compared
#[derive(Clone, Debug, Differentiable)]
struct Entry {
    name: String,
    value: f64,
}
#[derive(Clone, Debug, Differentiable)]
struct Table {
    entries: Vec<Entry>,
}
#[differentiate]
impl Table {
    #[differentiate]
    fn get(&self, name: &str) -> Option<f64> {
        self.entries.iter().find(|e| e.name == name).map(|e| e.value)
    }
    #[differentiate]
    fn set(&mut self, name: &str, value: f64) {
        match self.entries.iter_mut().find(|e| e.name == name) {
            Some(e) => e.value = value,
            None => self.entries.push(Entry { name: name.to_string(), value }),
        }
    }
}
#[differentiate]
fn by_name(x: &[f64]) -> f64 {
    let mut table = Table { entries: vec![Entry { name: "a".into(), value: x[0] }] };
    table.set("b", x[1] * x[0]);
    table.set("a", 3.0 * x[1]);
    table.get("a").unwrap_or(0.0) * table.get("b").unwrap_or(1.0) + table.get("c").unwrap_or(x[0])
}
#[test]
fn entries_by_name() {
    check!(by_name, [0.4, 0.7]);
}

// an `Option` of a struct that a function gives, by a pattern
#[differentiate]
fn nearest(entries: &[Entry], x: f64) -> Option<Entry> {
    let mut best: Option<Entry> = None;
    for e in entries {
        if best.as_ref().is_none_or(|b| (e.value - x).abs() < (b.value - x).abs()) {
            best = Some(e.clone());
        }
    }
    best
}
#[differentiate]
fn through_nearest(x: &[f64]) -> f64 {
    let entries =
        [Entry { name: "a".into(), value: x[0] }, Entry { name: "b".into(), value: x[1] * x[1] }];
    let first = match nearest(&entries, 0.5) {
        Some(e) => e.value * e.value * x[0],
        None => x[1],
    };
    match nearest(&entries[..0], x[0]) {
        Some(Entry { value, .. }) => value,
        None => first * x[1],
    }
}
#[test]
fn options_of_structs_by_patterns() {
    check!(through_nearest, [0.4, 0.7]);
    check!(through_nearest, [0.1, 0.7]);
}

// the rest of a literal is the default of its type, which nothing else names
#[derive(Differentiable, Clone, Debug, Default)]
struct Settings {
    gain: f64,
    offsets: Vec<f64>,
    order: usize,
}
#[derive(Differentiable, Clone, Debug, Default)]
struct Scaled<T> {
    by: T,
    shift: f64,
}
#[differentiate]
fn with_defaults(x: &[f64]) -> f64 {
    let settings = Settings { gain: x[0], ..Default::default() };
    let scaled = Scaled { by: x[1], ..Default::default() };
    settings.gain * scaled.by + settings.offsets.len() as f64 + settings.order as f64 + scaled.shift
}
#[test]
fn literals_with_the_default_of_their_type() {
    check!(with_defaults, [0.4, 0.7]);
}

/// Types that dereference to a field.
mod dereferenced {
    use autodiff::prelude::*;
    use std::ops::{Deref, DerefMut};

    #[derive(Clone, Debug, Differentiable)]
    pub struct Params(pub Vec<f64>);

    impl Deref for Params {
        type Target = Vec<f64>;
        fn deref(&self) -> &Vec<f64> {
            &self.0
        }
    }

    impl DerefMut for Params {
        fn deref_mut(&mut self) -> &mut Vec<f64> {
            &mut self.0
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Inner {
        a: f64,
    }

    #[differentiate]
    impl Inner {
        #[differentiate]
        fn norm(&self) -> f64 {
            self.a * self.a
        }
        #[differentiate]
        fn scale(&mut self, k: f64) {
            self.a *= k;
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Outer {
        inner: Inner,
        k: f64,
    }

    #[differentiate]
    impl Deref for Outer {
        type Target = Inner;
        #[differentiate]
        fn deref(&self) -> &Inner {
            &self.inner
        }
    }

    impl DerefMut for Outer {
        fn deref_mut(&mut self) -> &mut Inner {
            &mut self.inner
        }
    }

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Meters(f64);

    impl Deref for Meters {
        type Target = f64;
        fn deref(&self) -> &f64 {
            &self.0
        }
    }

    #[differentiate]
    pub fn in_vector(x: &[f64]) -> f64 {
        let mut p = Params(x.to_vec());
        p.push(x[0] * x[1]);
        p[0] *= 2.0;
        let s: f64 = p.iter().zip(x).map(|(a, b)| a * b).sum();
        for v in p.iter_mut() {
            *v *= x[0];
        }
        s * p[2] + p[1..].iter().sum::<f64>() * p.len() as f64 + p.first().unwrap().powi(3)
    }

    #[differentiate]
    pub fn in_struct(x: &[f64]) -> f64 {
        let mut o = Outer { inner: Inner { a: x[0] }, k: x[1] };
        o.scale(3.0);
        o.norm() * o.k + o.a
    }

    #[differentiate]
    pub fn in_number(x: &[f64]) -> f64 {
        let m = Meters(x[0] * x[1]);
        let r = &m;
        *m * 2.0 + **r + m.sin() + m.powi(2)
    }
}

#[differentiate]
fn in_other_module(x: &[f64]) -> f64 {
    let p = dereferenced::Params(x.to_vec());
    p.iter().map(|v| v * v).sum::<f64>() * p[0]
}

#[test]
fn dereferenced_types() {
    use dereferenced::*;
    check!(in_vector, [0.7, 1.3]);
    check!(in_struct, [0.7, 1.3]);
    check!(in_number, [0.7, 1.3]);
    check!(in_other_module, [0.7, 1.3]);
}

/// Types that convert into iterators over a field.
mod iterated {
    use autodiff::prelude::*;

    #[derive(Clone, Debug, Differentiable)]
    pub struct Poly {
        pub c: Vec<f64>,
    }

    impl<'a> IntoIterator for &'a Poly {
        type Item = &'a f64;
        type IntoIter = std::slice::Iter<'a, f64>;
        fn into_iter(self) -> Self::IntoIter {
            self.c.iter()
        }
    }

    impl<'a> IntoIterator for &'a mut Poly {
        type Item = &'a mut f64;
        type IntoIter = std::slice::IterMut<'a, f64>;
        fn into_iter(self) -> Self::IntoIter {
            self.c.iter_mut()
        }
    }

    impl IntoIterator for Poly {
        type Item = f64;
        type IntoIter = std::vec::IntoIter<f64>;
        fn into_iter(self) -> Self::IntoIter {
            self.c.into_iter()
        }
    }
}

#[differentiate]
fn iterated_types(x: &[f64]) -> f64 {
    let mut p = iterated::Poly { c: x.to_vec() };
    for c in &mut p {
        *c *= x[0];
    }
    let mut s = 0.0;
    for c in &p {
        s = s * 0.5 + c * c;
    }
    for (i, c) in (&p).into_iter().enumerate() {
        s += c * i as f64;
    }
    let dot: f64 = x.iter().zip(&p).map(|(a, b)| a * b).sum();
    for c in p {
        s *= c;
    }
    s + dot
}

#[test]
fn types_that_are_iterated() {
    check!(iterated_types, [0.7, 1.3]);
}
