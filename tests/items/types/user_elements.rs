//! Elements of user-defined types with `IndexMut` that are structs or arrays: changed in part, and
//! cloned.

use autodiff::prelude::*;
use std::ops::{AddAssign, Index, IndexMut};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Vector {
    x: f64,
    y: f64,
}

#[differentiate]
impl AddAssign for Vector {
    #[differentiate]
    fn add_assign(&mut self, o: Vector) {
        self.x += o.x;
        self.y += o.y;
    }
}

#[differentiate]
impl Vector {
    #[differentiate]
    fn bump(&mut self, k: f64) {
        self.x *= k;
        self.y += self.x;
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Body {
    position: Vector,
    mass: f64,
    weights: [f64; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Id(usize);

#[derive(Clone, Debug, Differentiable)]
struct Bodies {
    all: Vec<Body>,
}

#[differentiate]
impl Index<Id> for Bodies {
    type Output = Body;

    #[differentiate]
    fn index(&self, i: Id) -> &Body {
        &self.all[i.0]
    }
}

#[differentiate]
impl IndexMut<Id> for Bodies {
    #[differentiate]
    fn index_mut(&mut self, i: Id) -> &mut Body {
        &mut self.all[i.0]
    }
}

#[differentiate]
impl Bodies {
    /// Changes all of the first body, and returns its mass.
    #[differentiate]
    fn shifted(&mut self, k: f64) -> f64 {
        self.all[0].mass *= k;
        self.all[0].position.y += k * k;
        self.all[0].mass
    }

    #[differentiate]
    fn step(&mut self, a: Id, b: Id, k: f64) {
        let d = Vector { x: self[b].position.x * k, y: self[b].position.y };
        self[a].position += d;
        self[a].weights[1] *= k;
        self[a].position.bump(k);
        self[b].mass = self[a].mass * k;
        self[a].position.x -= self[b].mass;
    }
}

#[differentiate]
fn parts_of_structs(x: &[f64]) -> f64 {
    let body = |k: f64| Body {
        position: Vector { x: x[0] * k, y: x[1] },
        mass: x[1] * k,
        weights: [x[0], k],
    };
    let mut bodies = Bodies { all: vec![body(1.0), body(2.0)] };
    bodies.step(Id(0), Id(1), x[1]);
    bodies[Id(1)].position.bump(x[0]);
    bodies[Id(1)].position.y *= 2.0;
    let mut copy = bodies[Id(1)].clone();
    copy.mass *= 3.0 * x[1];
    bodies[Id(1)] = copy;
    let (a, b) = (bodies[Id(0)].clone(), bodies[Id(1)].clone());
    a.position.x * a.position.y + a.weights[1] + b.position.x * b.position.y * b.mass
}

/// The value is evaluated before the element, which it changes.
#[differentiate]
fn values_that_change_the_element(x: &[f64]) -> f64 {
    let element_in_place_1 = x[0] * x[0];
    let body = Body { position: Vector { x: x[0], y: x[1] }, mass: x[1], weights: [x[0], 2.0] };
    let mut bodies = Bodies { all: vec![body] };
    bodies[Id(0)].position.x = bodies.shifted(x[0]);
    bodies[Id(0)].weights[0] *= bodies.shifted(x[1]) + element_in_place_1;
    let b = bodies[Id(0)].clone();
    b.position.x * b.position.y + b.weights[0] * b.mass
}

#[derive(Clone, Debug, Differentiable)]
struct Grid {
    rows: Vec<[f64; 2]>,
}

#[differentiate]
impl Index<usize> for Grid {
    type Output = [f64; 2];

    #[differentiate]
    fn index(&self, i: usize) -> &[f64; 2] {
        &self.rows[i]
    }
}

#[differentiate]
impl IndexMut<usize> for Grid {
    #[differentiate]
    fn index_mut(&mut self, i: usize) -> &mut [f64; 2] {
        &mut self.rows[i]
    }
}

#[differentiate]
fn parts_of_arrays(x: &[f64]) -> f64 {
    let mut grid = Grid { rows: vec![[x[0], x[1]], [x[1], 2.0]] };
    grid[0][1] = x[0] * x[1];
    grid[1][0] += grid[0][1];
    for i in 0..2 {
        grid[i][1] *= x[0];
    }
    grid[0][1] * grid[1][0] + grid[1][1]
}

#[derive(Clone, Debug, Differentiable)]
struct Numbers {
    all: Vec<f64>,
}

#[differentiate]
impl Index<usize> for Numbers {
    type Output = f64;

    #[differentiate]
    fn index(&self, i: usize) -> &f64 {
        &self.all[i]
    }
}

#[differentiate]
impl IndexMut<usize> for Numbers {
    #[differentiate]
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.all[i]
    }
}

#[differentiate]
fn cloned_numbers(x: &[f64]) -> f64 {
    let mut numbers = Numbers { all: x.to_vec() };
    let mut first = numbers[0].clone();
    first *= 3.0 * numbers[1].clone();
    numbers[0] = first;
    numbers[0] * numbers[0].to_owned()
}

#[test]
fn elements_of_user_defined_types_change() {
    for x in [[1.3, 0.7], [-0.4, 1.9]] {
        check!(parts_of_structs, x);
        check!(values_that_change_the_element, x);
        check!(parts_of_arrays, x);
        check!(cloned_numbers, x);
    }
}
