//! Methods of user-defined types that have the names of methods of std.

use autodiff::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Series {
    values: Vec<f64>,
    weights: Vec<f64>,
}
#[differentiate]
impl Series {
    #[differentiate]
    fn len(&self) -> usize {
        self.values.len() * 2
    }
    #[differentiate]
    fn sum(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..self.values.len() {
            s += self.values[i] * self.weights[i];
        }
        s
    }
    #[differentiate]
    fn max(&self) -> f64 {
        self.values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
    }
    #[differentiate]
    fn first(&self) -> f64 {
        self.values[0] * 3.0
    }
    #[differentiate]
    fn map(&self, k: f64) -> Series {
        Series {
            values: self.values.iter().map(|v| v * k).collect(),
            weights: self.weights.clone(),
        }
    }
    #[differentiate]
    fn zip(&self, o: &Series) -> f64 {
        self.values.iter().zip(&o.values).map(|(a, b)| a * b).sum()
    }
    #[differentiate]
    fn get(&self, i: usize) -> f64 {
        self.values[i] * self.weights[i]
    }
    #[differentiate]
    fn take(&self) -> f64 {
        self.weights[0].exp()
    }
    #[differentiate]
    fn rev(&self) -> Series {
        Series {
            values: self.values.iter().rev().copied().collect(),
            weights: self.weights.clone(),
        }
    }
    #[differentiate]
    fn push(&mut self, x: f64) {
        self.values.push(x);
        self.weights.push(1.0);
    }
    #[differentiate]
    fn fold(&self, a: f64) -> f64 {
        self.values.iter().fold(a, |a, v| a * v)
    }
    #[differentiate]
    fn cmp(&self, o: &Series) -> f64 {
        self.sum() - o.sum()
    }
    #[differentiate]
    fn abs(&self) -> Series {
        Series {
            values: self.values.iter().map(|v| v.abs()).collect(),
            weights: self.weights.clone(),
        }
    }
    #[differentiate]
    fn sqrt(self) -> f64 {
        self.values[1].sqrt()
    }
    #[differentiate]
    fn unwrap(&self) -> f64 {
        self.values[0]
    }
    #[differentiate]
    fn is_some(&self) -> f64 {
        self.values[1]
    }
    #[differentiate]
    fn clear(&mut self, x: f64) {
        self.values[0] = x;
    }
    #[differentiate]
    fn swap(&mut self, x: f64) -> f64 {
        let o = self.values[1];
        self.values[1] = x;
        o
    }
    #[differentiate]
    fn extend(&mut self, x: f64) {
        self.values.push(x * x);
        self.weights.push(0.5);
    }
    #[differentiate]
    fn sort(&mut self) {
        self.values[0] *= 2.0;
    }
    #[differentiate]
    fn pop(&mut self) -> f64 {
        self.values.pop().unwrap_or(0.0) * 3.0
    }
    #[differentiate]
    fn then(&self, k: f64) -> f64 {
        self.values[0] * k
    }
    #[differentiate]
    fn contains(&self, k: f64) -> f64 {
        self.values[0] + k
    }
    #[differentiate]
    fn into_iter(self) -> f64 {
        self.values[0] * 5.0
    }
    #[differentiate]
    fn iter(&self) -> f64 {
        self.values[1] * 5.0
    }
    #[differentiate]
    fn count(&self) -> f64 {
        self.values[1] * 6.0
    }
    #[differentiate]
    fn all(&self) -> bool {
        true
    }
    #[differentiate]
    fn position(&self, k: f64) -> f64 {
        self.values[1] * k
    }
}
#[differentiate]
fn all_of_them(x: &[f64]) -> f64 {
    let mut s = Series { values: x.to_vec(), weights: vec![0.5, 2.0, 1.5] };
    let a = s.len() as f64 * x[0]
        + s.sum()
        + s.max()
        + s.first()
        + s.map(2.0).sum()
        + s.map(x[1]).rev().zip(&s);
    let b = s.get(1)
        + s.take()
        + s.rev().get(0)
        + s.fold(x[2])
        + s.cmp(&s.map(3.0))
        + s.abs().max()
        + s.clone().sqrt()
        + s.unwrap()
        + s.is_some();
    s.push(x[0] * x[1]);
    let c = s.sum() + s.len() as f64;
    s.clear(x[2]);
    let d = s.swap(x[0] * 3.0) + s.sum();
    s.extend(x[1]);
    s.sort();
    let e = s.pop()
        + s.sum()
        + s.then(x[1])
        + s.contains(x[0])
        + s.iter()
        + s.count()
        + s.position(x[1])
        + if s.all() { x[1] } else { 0.0 };
    a + b * c + d * e + s.into_iter()
}
struct Knots {
    at: Vec<f64>,
}
impl Knots {
    fn iter(&self) -> std::slice::Iter<'_, f64> {
        self.at.iter()
    }
    fn len(&self) -> usize {
        self.at.len()
    }
    fn windows(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.at.windows(2).map(|w| (w[0], w[1]))
    }
}
#[derive(Clone, Differentiable)]
struct Path {
    at: Vec<f64>,
}
#[differentiate]
impl Path {
    #[differentiate]
    fn iter(&self) -> impl Iterator<Item = f64> + '_ {
        self.at.iter().map(|a| a * 2.0)
    }
    #[differentiate]
    fn total(&self) -> f64 {
        self.iter().sum()
    }
    #[differentiate]
    fn pieces(&self) -> std::slice::Iter<'_, f64> {
        self.at.iter()
    }
}
#[differentiate]
fn iterators(x: &[f64]) -> f64 {
    let knots = &Knots { at: vec![0.5, 1.5, 4.0] };
    let mut y = 0.0;
    for k in knots.iter() {
        y += (x[2] - k).powi(2);
    }
    y += knots.iter().map(|k| k * x[0]).sum::<f64>() * knots.len() as f64;
    y += knots.windows().map(|(a, b)| (b - a) * x[1]).sum::<f64>();
    for (a, b) in knots.windows() {
        y += a * b * x[1];
    }
    let p = Path { at: x.to_vec() };
    y += p.total() + p.iter().map(|v| v * v).sum::<f64>();
    for q in p.iter() {
        y += q * 0.5;
    }
    y + p.pieces().map(|v| v * v).sum::<f64>()
}
#[test]
fn methods_named_as_those_of_std() {
    check!(all_of_them, [1.2, 0.7, 2.3]);
    check!(iterators, [1.2, 0.7, 2.3]);
}

/// Methods that borrow, by their names.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Scaled {
    value: f64,
}

#[differentiate]
impl Scaled {
    #[differentiate]
    fn as_ref(&self) -> Scaled {
        Scaled { value: self.value * 2.0 }
    }

    #[differentiate]
    fn as_mut(self) -> f64 {
        self.value + 273.0
    }

    #[differentiate]
    fn borrow(&self) -> f64 {
        self.value * 3.0
    }

    #[differentiate]
    fn as_slice(&self) -> Vec<f64> {
        vec![self.value, self.value * self.value]
    }
}

#[differentiate]
trait AsRotor {
    #[differentiate]
    fn as_ref(&self) -> f64;
}

#[differentiate]
impl AsRotor for f64 {
    #[differentiate]
    fn as_ref(&self) -> f64 {
        self * 2.0
    }
}

#[differentiate]
fn value_of(scaled: &Scaled) -> f64 {
    scaled.value
}

#[differentiate]
fn borrowed_by_name(x: f64) -> f64 {
    let scaled = Scaled { value: x };
    let (slice, c) = (scaled.as_slice(), scaled.as_mut());
    value_of(&scaled.as_ref()) * scaled.borrow() + slice[1] * c + x.as_ref()
}

/// The methods of std with these names.
#[differentiate]
fn borrowed_by_std(x: &Vec<f64>, of_box: &Box<f64>, option: &Option<f64>) -> f64 {
    let (slice, reference): (&[f64], &[f64]) = (x.as_slice(), x.as_ref());
    let content: f64 = *of_box.as_ref();
    slice[0] * reference[1] * content + option.as_ref().map_or(0.0, |v| v * v)
}

#[test]
fn methods_that_borrow_by_their_names() {
    for x in [1.5f64, -0.4] {
        let (value, slope) = borrowed_by_name_value_and_grad(x);
        assert_eq!(value.to_bits(), borrowed_by_name(x).to_bits());
        let expected = 12.0 * x + 3.0 * x * x + 2.0 * x * 273.0 + 2.0;
        assert!((slope - expected).abs() < 1e-12 * expected.abs());
    }
    let found = borrowed_by_std_value_and_grad(&vec![1.0, 2.0], &Box::new(3.0), &Some(2.0));
    assert_eq!(found, (10.0, (vec![6.0, 3.0], 2.0, Some(4.0))));
}

mod default_arguments {
    use autodiff::prelude::*;
    use std::ops::Sub;

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Vector<T = f64>(T, T);
    #[differentiate]
    impl Vector {
        #[differentiate]
        fn len(&self) -> f64 {
            self.0.hypot(self.1)
        }
        #[differentiate]
        fn minus(self, other: Vector) -> Vector {
            Vector(self.0 - other.0, self.1 - other.1)
        }
    }
    #[differentiate]
    impl Sub for Vector {
        type Output = Vector;
        #[differentiate]
        fn sub(self, other: Vector) -> Vector {
            Vector(self.0 - other.0, self.1 - other.1)
        }
    }
    #[differentiate]
    fn distance(a: Vector, b: Vector) -> f64 {
        a.minus(b).len() * (a - b).len()
    }
    #[differentiate]
    fn all(x: &[f64]) -> f64 {
        distance(Vector(x[0], x[1]), Vector(x[2], 1.0)) * x.len() as f64
    }
    #[test]
    fn lengths_of_results() {
        check!(all, [1.2, 0.7, 2.3]);
    }
}
