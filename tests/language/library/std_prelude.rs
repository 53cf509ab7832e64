//! Methods of std that are lowered as their bodies (`extend_from_within`, `retain_mut`, `chunk_by`),
//! and references to places that methods return (`as_mut()?`, `as_ref` of boxes).

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

#[differentiate]
fn runs(x: &[f64]) -> f64 {
    let signal = [x[0], x[1], x[0] * x[1], -x[1], x[0] - 3.0, x[0] + 1.0, 0.5];
    let start = 2.0;
    let rising: f64 = signal.chunk_by(|a, b| a <= b).map(|run| run.iter().product::<f64>()).sum();
    let parts: Vec<f64> = signal.split(|v| *v < 0.0).map(|run| run.iter().sum::<f64>()).collect();
    let inclusive = signal
        .split_inclusive(|v| v.is_sign_negative() || *v > start)
        .enumerate()
        .map(|(k, run)| run.len() as f64 * run[0] * (k + 1) as f64)
        .sum::<f64>();
    let back = signal.rchunks(3).map(|chunk| chunk[0] * chunk.len() as f64).sum::<f64>();
    let none = signal[..0].chunk_by(|a, b| a < b).count() + signal[..0].split(|v| *v > 0.0).count();
    let last = signal.to_vec().repeat(2);
    rising + parts.iter().map(|v| v * v).sum::<f64>() + inclusive * back + last[3] * none as f64
}

/// Variables with the names that the bodies use.
#[differentiate]
fn changed_in_place(x: &[f64]) -> f64 {
    let mut exchanged = vec![x[0], x[1], 1.5];
    let mut other = [x[1] * x[0], 2.0, x[0]];
    other.swap_with_slice(&mut exchanged);
    let (mut retained, mut calls, length) = (exchanged.clone(), 0.0, 5);
    retained.resize_with(length, || {
        calls += 1.0;
        calls * other[0]
    });
    retained.retain_mut(|value| {
        *value *= x[1];
        *value > 0.1
    });
    retained.dedup_by_key(|value| (*value * 4.0) as i64);
    let k = retained.len() as f64;
    for make in 1..3 {
        exchanged[..make].fill_with(|| k * x[0]);
    }
    exchanged.sort_by_cached_key(|value| (*value * 100.0) as i64);
    let mut copy = Vec::new();
    copy.clone_from(&exchanged);
    let ends = retained.ends_with(&exchanged[..1]) || exchanged.starts_with(&copy);
    let sum: f64 = copy.iter().zip(&retained).map(|(a, b)| a * b).sum();
    sum * if ends { x[0] } else { 1.0 } + retained.iter().sum::<f64>() + calls
}

#[differentiate]
fn optional(x: &[f64]) -> f64 {
    let (first, second) = x.first().map(|v| (v * v, *v + 1.0)).unzip();
    let mut rest = Some(x[1]);
    let missed = rest.take_if(|v| {
        *v *= x[0];
        *v > 1e6
    });
    let found = rest.take_if(|v| *v > -1e6);
    let items: f64 = first.iter().chain(second.iter()).map(|v| v.sin()).sum();
    let all = found.into_iter().chain(x.iter().copied()).map(|v| v * v).sum::<f64>();
    items * all + missed.unwrap_or(2.0) * rest.unwrap_or(x[1])
}

#[differentiate]
fn dropped(x: &[f64]) -> f64 {
    let (v, rows) = (x.to_vec(), vec![x.to_vec(), vec![x[1]]]);
    let w = v.repeat(2);
    drop(v);
    let k = if w.is_sorted_by(|a, b| a <= b) { x[0] } else { x[1] };
    let falls = w[..2].is_sorted_by_key(|a| -a);
    std::mem::drop(rows);
    let sum: f64 = w.iter().sum();
    drop(w);
    if falls { sum * k * x[0] } else { sum * k }
}

mod compared {
    at_points! { repeated ends taken by_names boxed runs changed_in_place optional dropped }
}
