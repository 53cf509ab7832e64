//! Smoothed particle hydrodynamics in the plane, with a hash grid for the neighbours.

use autodiff::prelude::*;
use std::collections::HashMap;

type Cell = (i32, i32);

#[derive(Debug, Clone, Differentiable)]
struct Particle {
    pos: [f64; 2],
    vel: [f64; 2],
    density: f64,
    pressure: f64,
}

#[derive(Debug, Clone, Differentiable)]
struct Fluid {
    mass: f64,
    rest_density: f64,
    stiffness: f64,
    viscosity: f64,
    gravity: [f64; 2],
}

const H: f64 = 0.25;

#[differentiate(reverse)]
fn poly6(r2: f64) -> f64 {
    const H2: f64 = H * H;
    if r2 >= H2 {
        0.0
    } else {
        let norm = 4.0 / (std::f64::consts::PI * H.powi(8));
        norm * (H2 - r2).powi(3)
    }
}

#[differentiate(reverse)]
fn spiky_gradient(r: f64) -> f64 {
    if r >= H || r < 1e-9 {
        return 0.0;
    }
    -30.0 / (std::f64::consts::PI * H.powi(5)) * (H - r).powi(2)
}

fn cell_of(p: &[f64; 2]) -> Cell {
    ((p[0] / H).floor() as i32, (p[1] / H).floor() as i32)
}

fn neighbour_lists(particles: &[Particle]) -> Vec<Vec<usize>> {
    let mut grid: HashMap<Cell, Vec<usize>> = HashMap::new();
    for (i, p) in particles.iter().enumerate() {
        grid.entry(cell_of(&p.pos)).or_default().push(i);
    }
    particles
        .iter()
        .enumerate()
        .map(|(i, p)| {
            let (cx, cy) = cell_of(&p.pos);
            let mut list = Vec::new();
            for dx in -1..=1 {
                for dy in -1..=1 {
                    if let Some(indices) = grid.get(&(cx + dx, cy + dy)) {
                        list.extend(indices.iter().copied().filter(|&j| j != i));
                    }
                }
            }
            list.sort_unstable();
            list
        })
        .collect()
}

#[differentiate(reverse)]
fn densities(particles: &mut [Particle], neighbours: &[Vec<usize>], fluid: &Fluid) {
    for i in 0..particles.len() {
        let mut rho = fluid.mass * poly6(0.0);
        let [xi, yi] = particles[i].pos;
        for &j in &neighbours[i] {
            let [xj, yj] = particles[j].pos;
            rho += fluid.mass * poly6((xi - xj).powi(2) + (yi - yj).powi(2));
        }
        let p = &mut particles[i];
        p.density = rho;
        p.pressure = (fluid.stiffness * (rho - fluid.rest_density)).max(0.0);
    }
}

#[differentiate(reverse)]
fn step(particles: &mut Vec<Particle>, fluid: &Fluid, dt: f64) {
    let neighbours = neighbour_lists(constant(&*particles));
    densities(particles, &neighbours, fluid);
    let mut forces = vec![[0.0f64; 2]; particles.len()];
    for (i, list) in neighbours.iter().enumerate() {
        let a = &particles[i];
        for &j in list {
            let b = &particles[j];
            let d = [a.pos[0] - b.pos[0], a.pos[1] - b.pos[1]];
            let r = (d[0] * d[0] + d[1] * d[1]).sqrt();
            if r > H {
                continue;
            }
            let push =
                -fluid.mass * (a.pressure + b.pressure) / (2.0 * b.density) * spiky_gradient(r) / r;
            for k in 0..2 {
                forces[i][k] += push * d[k];
                forces[i][k] +=
                    fluid.viscosity * fluid.mass * (b.vel[k] - a.vel[k]) / b.density * (H - r);
            }
        }
    }
    for (p, f) in particles.iter_mut().zip(forces.iter()) {
        for k in 0..2 {
            p.vel[k] += dt * (f[k] / p.density + fluid.gravity[k]);
            p.pos[k] += dt * p.vel[k];
        }
        if p.pos[1] < 0.0 {
            p.pos[1] = -0.5 * p.pos[1];
            p.vel[1] *= -0.5;
        }
    }
}

#[differentiate(reverse)]
fn splash(initial: &[[f64; 2]], fluid: &Fluid) -> f64 {
    let mut particles: Vec<Particle> = initial
        .iter()
        .map(|&pos| Particle { pos, vel: [0.0, -0.5], density: 0.0, pressure: 0.0 })
        .collect();
    for _ in 0..6 {
        step(&mut particles, fluid, 0.01);
    }
    let kinetic: f64 =
        particles.iter().map(|p| 0.5 * fluid.mass * p.vel.iter().map(|v| v * v).sum::<f64>()).sum();
    let height = particles.iter().map(|p| p.pos[1]).fold(f64::MIN, f64::max);
    let mean_density = particles.iter().map(|p| p.density).sum::<f64>() / particles.len() as f64;
    kinetic + height + 0.001 * mean_density
}

#[differentiate]
fn fluid_program(x: &[f64]) -> f64 {
    let fluid = Fluid {
        mass: 0.02,
        rest_density: 1.0 + 0.1 * x[0],
        stiffness: 3.0,
        viscosity: 0.2 + 0.05 * x[1],
        gravity: [0.0, -9.8 + x[2]],
    };
    let mut initial = Vec::new();
    for i in 0..9 {
        initial.push([0.11 * (i % 3) as f64 + 0.005 * x[i % 4], 0.03 + 0.13 * (i / 3) as f64]);
    }
    splash(&initial, &fluid)
}
mod laws {
    at_points! { fluid_program }
}
