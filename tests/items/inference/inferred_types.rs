//! Inferred types of fields, results and items, on which a method or an operator depends.

use crate::support::{close, differences};
use autodiff::prelude::*;

/// Quantities that a macro defines.
mod units {
    use autodiff::prelude::*;
    use std::ops::{Add, Div, Mul};

    macro_rules! quantity {
        ($name:ident) => {
            #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
            pub struct $name(pub f64);
            #[differentiate]
            impl Add for $name {
                type Output = $name;
                #[differentiate]
                fn add(self, other: $name) -> $name {
                    $name(self.0 + other.0)
                }
            }
            #[differentiate]
            impl Div for $name {
                type Output = f64;
                #[differentiate]
                fn div(self, other: $name) -> f64 {
                    self.0 / other.0
                }
            }
        };
    }
    quantity!(Speed);
    quantity!(Metres);

    #[differentiate]
    impl Mul<f64> for Speed {
        type Output = Metres;
        #[differentiate]
        fn mul(self, seconds: f64) -> Metres {
            Metres(self.0 * seconds)
        }
    }
}

/// Data whose methods have names of std's.
mod materials {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Material {
        Brick,
        Wood,
    }

    impl Material {
        pub fn capacity(self) -> f64 {
            match self {
                Material::Brick => 1.6,
                Material::Wood => 0.9,
            }
        }
    }
}

mod layers {
    use super::materials::Material;
    use autodiff::prelude::*;

    #[derive(Clone, Debug, Differentiable)]
    pub struct Layer {
        #[constant]
        pub material: Material,
        pub thickness: f64,
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct Rates {
        pub first: f64,
        pub second: f64,
    }

    #[differentiate]
    impl From<&Layer> for Rates {
        #[differentiate]
        fn from(layer: &Layer) -> Self {
            Rates {
                first: layer.thickness * layer.material.capacity(),
                second: layer.thickness.sin(),
            }
        }
    }

    #[differentiate]
    impl From<&[f64; 2]> for Rates {
        #[differentiate]
        fn from(x: &[f64; 2]) -> Self {
            let [first, second] = *x;
            Rates { first, second: first * second }
        }
    }

    #[differentiate]
    impl Rates {
        #[differentiate]
        pub fn weighted(&self, #[constant] weight: f64, x: f64) -> f64 {
            weight * self.first * x + self.second
        }
    }
}

mod programs {
    use super::layers::{Layer, Rates};
    use super::materials::Material;
    use super::units::{Metres, Speed};
    use autodiff::prelude::*;

    const WEIGHTS: [f64; 3] = [0.5, 1.5, -0.7];
    const PAIRS: [(f64, usize); 2] = [(0.3, 1), (2.0, 0)];

    #[differentiate(reverse)]
    pub fn free_road(x: &[f64]) -> f64 {
        let wanted = Speed(x[0] * x[1]);
        let free = 1.0 - (Speed(x[2]) / (wanted + Speed(1.0))).powi(4);
        let gap = Speed(x[1]) * 2.0 + Metres(x[0]);
        free + (gap / Metres(3.0)).sqrt().max(0.1)
    }

    #[differentiate(reverse)]
    pub fn wall(x: &[f64]) -> f64 {
        let layers = vec![
            Layer { material: constant(Material::Brick), thickness: x[0] },
            Layer { material: constant(Material::Wood), thickness: x[1] * x[2] },
        ];
        let capacities: Vec<f64> =
            layers.iter().map(|layer| layer.material.capacity() * layer.thickness).collect();
        let rates: Vec<Rates> = layers.iter().map(Rates::from).collect();
        capacities.iter().sum::<f64>() * rates[0].second + rates[1].first
    }

    #[differentiate(reverse)]
    pub fn conversions(x: &[f64]) -> f64 {
        let layer = Layer { material: constant(Material::Wood), thickness: x[0] };
        let by_path = Rates::from(&layer);
        let by_method: Rates = (&layer).into();
        let of_array = Rates::from(&[x[1], x[2]]);
        by_path.first * by_method.second + of_array.second
    }

    #[differentiate(reverse)]
    pub fn constant_items(x: &[f64]) -> f64 {
        let rates = Rates { first: x[0], second: x[1] };
        let mut sum = 0.0;
        for weight in WEIGHTS {
            sum += rates.weighted(weight, x[2]);
        }
        for (weight, (factor, k)) in WEIGHTS.into_iter().zip(PAIRS) {
            sum += rates.weighted(weight, factor * x[k]);
        }
        sum
    }
}

const X: [f64; 3] = [0.7, 1.3, 0.4];

fn agree(f: fn(&[f64]) -> f64, gradient: fn(&[f64]) -> (f64, Vec<f64>)) {
    let (value, gradient) = gradient(&X);
    assert_eq!(value.to_bits(), f(&X).to_bits());
    for (k, (numeric, derivative)) in differences(f, &X).into_iter().zip(gradient).enumerate() {
        close(&format!("component {k}"), derivative, numeric, 1e-7);
    }
}

#[test]
fn types_that_inference_tells() {
    agree(programs::free_road, programs::free_road_value_and_grad);
    agree(programs::wall, programs::wall_value_and_grad);
    agree(programs::conversions, programs::conversions_value_and_grad);
    agree(programs::constant_items, programs::constant_items_value_and_grad);
}

/// A value that a branch keeps for its second half, which reads a view of it again.
mod kept_in_branches {
    use autodiff::prelude::*;

    #[derive(Clone, Debug, Differentiable)]
    pub struct Solution {
        nodes: Vec<[f64; 2]>,
        work: f64,
    }
    #[derive(Clone, Debug, PartialEq)]
    pub struct Mechanism {
        equation: usize,
    }
    #[derive(Clone, Debug, Differentiable)]
    pub struct Beam {
        x: Vec<f64>,
    }

    #[differentiate]
    impl Beam {
        #[differentiate]
        pub fn solve(&self, loads: &[f64]) -> Result<Solution, Mechanism> {
            if loads.len() > self.x.len() {
                return Err(Mechanism { equation: loads.len() });
            }
            let nodes = self.x.iter().zip(loads).map(|(x, load)| [x * load, x + load]).collect();
            Ok(Solution { nodes, work: self.x[0] * loads[0] })
        }
    }

    #[differentiate]
    fn strain(beam: &Beam, nodes: &[[f64; 2]]) -> f64 {
        let ends =
            beam.x.iter().zip(nodes.windows(2)).map(|(x, ends)| (x, ends[1][1] - ends[0][1]));
        ends.map(|(x, c)| (c * x).powi(2)).sum::<f64>().sqrt()
    }

    #[differentiate]
    fn build(x: &[f64]) -> (Beam, Vec<f64>) {
        (Beam { x: x.iter().map(|x| x * x).collect() }, x.to_vec())
    }

    #[differentiate(reverse)]
    pub fn evaluate(x: &[f64]) -> Result<f64, Mechanism> {
        let (beam, loads) = build(x);
        let solution = beam.solve(&loads)?;
        let sag: f64 = solution
            .nodes
            .iter()
            .map(|n| if n[0] < 0.9 { (n[0] - 0.9).powi(2) } else { 0.0 })
            .sum();
        Ok(0.05 * solution.work + 20.0 * sag + strain(&beam, &solution.nodes))
    }

    pub fn plain(x: &[f64]) -> f64 {
        evaluate(x).unwrap()
    }
    pub fn gradient(x: &[f64]) -> (f64, Vec<f64>) {
        evaluate_value_and_grad(x).unwrap()
    }
}

#[test]
fn what_a_branch_keeps_is_read_again() {
    agree(kept_in_branches::plain, kept_in_branches::gradient);
}

/// What a macro of the file defines, without the attribute.
#[allow(non_upper_case_globals)]
mod defined_by_macros {
    use autodiff::prelude::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct V {
        x: f64,
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Link {
        o: V,
        #[constant]
        name: String,
    }
    macro_rules! without_derivative {
        ($name:ident) => {
            fn $name(x: f64) -> Link {
                Link { o: V { x }, name: String::new() }
            }
        };
    }
    without_derivative!(link);
    macro_rules! constants {
        ($($name:ident: $ty:ty = $value:expr),*) => { $(const $name: $ty = $value;)* };
    }
    constants!(yard: u32 = 3, SCALE: f64 = 2.0);

    #[differentiate(reverse)]
    pub fn assigned(x: &[f64]) -> f64 {
        let mut links = vec![link(1.5), link(2.0)];
        links[1].o = V { x: x[0] * x[1] };
        for l in links.iter_mut() {
            l.o.x *= x[2];
        }
        if x[0] > 0.5 {
            links[0].o.x = links[0].o.x.sin();
        }
        links.iter().map(|l| l.o.x).sum::<f64>() + links[0].o.x * links[1].o.x
    }

    #[differentiate]
    fn of_length(x: f64, length: (u32, bool)) -> f64 {
        match length {
            (yard, true) => x * x,
            _ => 2.0 * x,
        }
    }
    #[differentiate]
    fn of_scale(x: f64, scale: Option<f64>) -> f64 {
        match scale {
            Some(SCALE) => x * SCALE,
            _ => x,
        }
    }
    #[differentiate(reverse)]
    pub fn matched(x: &[f64]) -> f64 {
        of_length(x[0], (3, true))
            + of_length(x[1], (2, true))
            + of_scale(x[2], Some(2.0))
            + of_scale(x[0], Some(3.0))
    }

    #[derive(Clone, Copy, Differentiable)]
    struct Polar {
        r: f64,
        angle: f64,
    }
    #[derive(Clone, Copy, Differentiable)]
    struct Point {
        x: f64,
        y: f64,
    }
    #[differentiate]
    impl From<Polar> for Point {
        #[differentiate]
        fn from(p: Polar) -> Point {
            Point { x: p.r * p.angle.cos(), y: p.r * p.angle.sin() }
        }
    }
    #[differentiate]
    fn product(p: Point) -> f64 {
        p.x * p.y
    }
    #[differentiate(reverse)]
    pub fn converted(x: &[f64]) -> f64 {
        let p = Polar { r: x[0], angle: x[1] };
        product(p.into()) * x[2]
    }
}

#[test]
fn what_macros_of_the_file_define() {
    agree(defined_by_macros::assigned, defined_by_macros::assigned_value_and_grad);
    agree(defined_by_macros::matched, defined_by_macros::matched_value_and_grad);
    agree(defined_by_macros::converted, defined_by_macros::converted_value_and_grad);
}

/// A type that is made from values and from references, in different ways: rustc finds the
/// conversion by the type of the argument.
mod from_values_and_references {
    use autodiff::prelude::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct P {
        pub x: f64,
        pub y: f64,
    }
    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Q {
        s: f64,
    }
    #[differentiate]
    impl From<P> for Q {
        #[differentiate]
        fn from(p: P) -> Q {
            Q { s: p.x * p.y }
        }
    }
    #[differentiate]
    impl From<&P> for Q {
        #[differentiate]
        fn from(p: &P) -> Q {
            Q { s: p.x.sin() + 10.0 * p.y }
        }
    }
    #[differentiate]
    impl P {
        #[differentiate]
        fn value_by_path(self) -> f64 {
            Q::from(self).s
        }
        #[differentiate]
        fn value_by_method(self) -> f64 {
            let q: Q = self.into();
            q.s
        }
        #[differentiate]
        fn lent(&self) -> f64 {
            let (by_method, of_copy): (Q, Q) = (self.into(), (*self).into());
            Q::from(self).s + 2.0 * Q::from(*self).s + 3.0 * by_method.s + 5.0 * of_copy.s
        }
    }

    #[differentiate]
    pub fn of_self(x: &[f64]) -> f64 {
        let p = P { x: x[0], y: x[1] };
        p.value_by_path() + 2.0 * p.value_by_method() + 3.0 * p.lent()
    }
    #[differentiate]
    pub fn of_items(x: &[f64]) -> f64 {
        let ps = [P { x: x[0], y: x[1] }, P { x: x[1], y: x[2] }];
        let mut s = 0.0;
        for p in &ps {
            s += Q::from(p).s;
        }
        for p in ps.iter() {
            s += 2.0 * Q::from(*p).s;
        }
        for p in ps {
            s += 3.0 * Q::from(p).s;
        }
        let lent: f64 = ps.iter().map(|p| Q::from(p).s).sum();
        let copied: f64 = ps.iter().copied().map(|p| Q::from(p).s).sum();
        let typed: f64 = ps.into_iter().map(|p: P| Q::from(p)).map(|q| q.s).sum();
        s + 5.0 * lent + 7.0 * copied + 11.0 * typed
    }
    #[differentiate]
    pub fn of_parts(x: &[f64]) -> f64 {
        let p = P { x: x[0], y: x[1] };
        let (r, t) = (&p, (p, x[2]));
        let (w, _) = t;
        let matched = match Some(p) {
            Some(k) => Q::from(k).s,
            None => 0.0,
        };
        let lent = if let Some(k) = &Some(p) { Q::from(k).s } else { 0.0 };
        let ps = vec![p, P { x: x[1], y: x[2] }];
        let first = ps.first().map_or(0.0, |p| Q::from(p).s);
        Q::from(r).s
            + 2.0 * Q::from(t.0).s
            + 3.0 * Q::from(w).s
            + 5.0 * matched
            + 7.0 * lent
            + 11.0 * first
            + 13.0 * Q::from(ps[1]).s
    }
}

#[test]
fn conversions_of_values_and_of_references() {
    agree(from_values_and_references::of_self, from_values_and_references::of_self_value_and_grad);
    agree(
        from_values_and_references::of_items,
        from_values_and_references::of_items_value_and_grad,
    );
    agree(
        from_values_and_references::of_parts,
        from_values_and_references::of_parts_value_and_grad,
    );
}
