//! Methods of std that are lowered as others, and references to places that they return:
//! `extend_from_within`, `swap_with_slice`, `as_mut()?`, `as_ref` of boxes.

use autodiff::prelude::*;
use std::collections::HashMap;

#[differentiate]
fn repeated(x: &[f64]) -> f64 {
    let mut m = x.to_vec();
    let n = m.len();
    m.extend_from_within(n - 1..);
    m.extend_from_within(..1);
    m[0] *= x[0];
    let (a, b) = m.split_at_mut(1);
    a.swap_with_slice(&mut b[..1]);
    m.iter().enumerate().map(|(i, v)| (i + 1) as f64 * v).sum()
}

#[differentiate]
fn ends(x: &[f64]) -> f64 {
    let mut v = vec![(x[0], x[1]), (2.0, x[0]), (x[1], 3.0)];
    if let [.., (_, before), (_, end)] = v.as_mut_slice() {
        std::mem::swap(before, end);
    }
    v.iter().map(|(a, b)| a * b).sum()
}

#[derive(Clone, Debug, Differentiable)]
struct Slot {
    weight: f64,
    next: Option<f64>,
}
#[derive(Clone, Debug, Differentiable)]
struct Store {
    slot: Option<Slot>,
    uses: u32,
}
#[differentiate]
impl Store {
    #[differentiate]
    fn take(&mut self, x: f64) -> Option<f64> {
        self.uses += 1;
        let slot = self.slot.as_mut()?;
        slot.weight *= x;
        let next = slot.next.take()?;
        slot.weight += next;
        Some(next * slot.weight)
    }
}
#[differentiate]
fn taken(x: &[f64]) -> f64 {
    let mut store = Store { slot: Some(Slot { weight: x[0], next: Some(x[1]) }), uses: 0 };
    let first = store.take(x[1]).unwrap_or(1.0);
    let second = store.take(x[0]).unwrap_or(x[1]);
    first * second * store.slot.map_or(0.0, |slot| slot.weight) * store.uses as f64
}

#[differentiate]
fn looked_up(x: &[f64], places: &HashMap<char, usize>, names: &[char]) -> Option<f64> {
    let mut sum = 0.0;
    for name in names {
        let k = *places.get(name)?;
        sum = sum * x[k] + 1.0;
    }
    Some(sum)
}
#[differentiate]
fn by_names(x: &[f64]) -> f64 {
    let places: HashMap<char, usize> = [('a', 0), ('b', 1)].into_iter().collect();
    looked_up(x, &places, &['b', 'a', 'b']).unwrap_or(0.0)
        + looked_up(x, &places, &['c']).unwrap_or(0.5)
}

#[derive(Clone, Debug, Differentiable)]
enum Scene {
    One(f64),
    Two(f64, f64),
    Shifted { scene: Box<Scene>, by: f64 },
}
#[differentiate]
fn weight(scene: &Scene, k: f64) -> f64 {
    match scene {
        Scene::One(a) => k * a,
        Scene::Two(a, b) => a * b - k,
        Scene::Shifted { scene, by } => match scene.as_ref() {
            Scene::Shifted { by: inner, .. } if *inner > 1.0 => inner * by,
            other => weight(other, k + by) * by,
        },
    }
}
#[differentiate]
fn grow(scene: &mut Scene, k: f64) {
    match scene {
        Scene::One(a) => *a *= k,
        Scene::Two(a, b) => {
            *a += k;
            *b *= *a;
        }
        Scene::Shifted { scene, by } => {
            grow(scene.as_mut(), *by * k);
            *by += 1.0;
        }
    }
}
#[differentiate]
fn boxed(x: &[f64]) -> f64 {
    let inner = Scene::Shifted { scene: Box::new(Scene::Two(x[0], x[1])), by: 0.5 * x[1] };
    let mut scene = Scene::Shifted { scene: Box::new(inner), by: x[0] };
    let before = weight(&scene, x[1]);
    grow(&mut scene, x[0]);
    before
        + weight(&scene, x[0])
        + weight(&Scene::Shifted { scene: Box::new(Scene::One(x[0])), by: x[1] }, 2.0)
}

mod compared {
    at_points! { repeated ends taken by_names boxed }
}
