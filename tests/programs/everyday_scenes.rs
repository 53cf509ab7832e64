//! A ray tracer, and bodies that attract each other, with a newtype for time; molecules with a
//! potential as a parameter.

use autodiff::prelude::*;
use std::ops::*;

#[derive(Differentiable, Clone, Copy, Debug, PartialEq, Default)]
pub struct V3 {
    x: f64,
    y: f64,
    z: f64,
}
#[differentiate]
impl std::ops::Add for V3 {
    type Output = V3;
    #[differentiate]
    fn add(self, o: V3) -> V3 {
        V3 { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
    }
}
#[differentiate]
impl std::ops::Sub for V3 {
    type Output = V3;
    #[differentiate]
    fn sub(self, o: V3) -> V3 {
        V3 { x: self.x - o.x, y: self.y - o.y, z: self.z - o.z }
    }
}
#[differentiate]
impl std::ops::Mul<f64> for V3 {
    type Output = V3;
    #[differentiate]
    fn mul(self, k: f64) -> V3 {
        V3 { x: self.x * k, y: self.y * k, z: self.z * k }
    }
}
#[differentiate]
impl std::ops::Mul<V3> for V3 {
    type Output = V3;
    #[differentiate]
    fn mul(self, o: V3) -> V3 {
        V3 { x: self.x * o.x, y: self.y * o.y, z: self.z * o.z }
    }
}
#[differentiate]
impl V3 {
    #[differentiate]
    fn dot(&self, o: &V3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    #[differentiate]
    fn length(&self) -> f64 {
        self.dot(self).sqrt()
    }
    #[differentiate]
    fn normalize(&self) -> V3 {
        *self * (1.0 / self.length())
    }
    #[differentiate]
    fn reflect(&self, n: &V3) -> V3 {
        *self - *n * (2.0 * self.dot(n))
    }
}
#[derive(Differentiable, Clone, Copy, Debug)]
pub struct Ray {
    origin: V3,
    dir: V3,
}
#[differentiate]
impl Ray {
    #[differentiate]
    fn at(&self, t: f64) -> V3 {
        self.origin + self.dir * t
    }
}
#[derive(Differentiable, Clone, Copy, Debug)]
pub enum Material {
    Matte { albedo: V3 },
    Mirror { tint: V3, fuzz: f64 },
}
#[derive(Differentiable, Clone, Copy, Debug)]
pub struct Hit {
    t: f64,
    point: V3,
    normal: V3,
    material: Material,
}
#[derive(Differentiable, Clone, Debug)]
pub struct Sphere {
    center: V3,
    radius: f64,
    material: Material,
}
#[differentiate]
impl Sphere {
    #[differentiate]
    fn hit(&self, ray: &Ray, t_min: f64) -> Option<Hit> {
        let oc = ray.origin - self.center;
        let b = oc.dot(&ray.dir);
        let c = oc.dot(&oc) - self.radius.powi(2);
        let disc = b * b - c;
        if disc < 0.0 {
            return None;
        }
        let root = disc.sqrt();
        let t = [-b - root, -b + root].into_iter().find(|t| *t > t_min)?;
        let point = ray.at(t);
        Some(Hit {
            t,
            point,
            normal: (point - self.center) * (1.0 / self.radius),
            material: self.material,
        })
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct Scene {
    spheres: Vec<Sphere>,
    light: V3,
}
#[differentiate]
impl Scene {
    #[differentiate]
    fn closest(&self, ray: &Ray) -> Option<Hit> {
        let mut best: Option<Hit> = None;
        for s in &self.spheres {
            if let Some(h) = s.hit(ray, 1e-4) {
                if best.as_ref().map_or(true, |b| h.t < b.t) {
                    best = Some(h);
                }
            }
        }
        best
    }
    #[differentiate]
    fn shade(&self, ray: &Ray, depth: u32) -> V3 {
        if depth == 0 {
            return V3::default();
        }
        match self.closest(ray) {
            None => {
                let t = 0.5 * (ray.dir.y + 1.0);
                V3 { x: 1.0, y: 1.0, z: 1.0 } * (1.0 - t) + V3 { x: 0.5, y: 0.7, z: 1.0 } * t
            }
            Some(hit) => match hit.material {
                Material::Matte { albedo } => {
                    let l = (self.light - hit.point).normalize();
                    albedo * hit.normal.dot(&l).max(0.1)
                }
                Material::Mirror { tint, fuzz } => {
                    let d = ray.dir.reflect(&hit.normal);
                    let next = Ray { origin: hit.point, dir: (d + hit.normal * fuzz).normalize() };
                    tint * self.shade(&next, depth - 1)
                }
            },
        }
    }
}
#[differentiate]
fn p19(q: &[f64]) -> f64 {
    let scene = Scene {
        spheres: vec![
            Sphere {
                center: V3 { x: 0.0, y: q[0], z: -3.0 },
                radius: 1.0,
                material: Material::Matte { albedo: V3 { x: 0.8, y: q[1], z: 0.1 } },
            },
            Sphere {
                center: V3 { x: 1.5, y: 0.0, z: -3.0 },
                radius: 0.8 * q[2],
                material: Material::Mirror {
                    tint: V3 { x: 0.9, y: 0.9, z: q[1] },
                    fuzz: 0.1 * q[0],
                },
            },
        ],
        light: V3 { x: 2.0, y: 5.0, z: 1.0 },
    };
    let mut total = 0.0;
    for px in [-0.1, 0.2, 0.45] {
        let dir = V3 { x: px, y: 0.1, z: -1.0 }.normalize();
        let c = scene.shade(&Ray { origin: V3 { x: 0.0, y: 0.0, z: 0.0 }, dir }, 3);
        total += c.x + 2.0 * c.y + 3.0 * c.z;
    }
    total
}
#[test]
fn t19() {
    check!(p19, [0.2, 0.7, 1.0], 1e-5);
}

#[derive(Differentiable, Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Seconds(pub f64);
#[differentiate]
impl Mul<f64> for Seconds {
    type Output = Seconds;
    #[differentiate]
    fn mul(self, k: f64) -> Seconds {
        Seconds(self.0 * k)
    }
}
#[differentiate]
impl Div<f64> for Seconds {
    type Output = Seconds;
    #[differentiate]
    fn div(self, k: f64) -> Seconds {
        Seconds(self.0 / k)
    }
}
#[derive(Differentiable, Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec3 {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}
#[differentiate]
impl Vec3 {
    #[differentiate]
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Vec3 { x, y, z }
    }
    #[differentiate]
    pub fn dot(self, o: Vec3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    #[differentiate]
    pub fn norm2(self) -> f64 {
        self.dot(self)
    }
}
#[differentiate]
impl Add for Vec3 {
    type Output = Vec3;
    #[differentiate]
    fn add(self, o: Vec3) -> Vec3 {
        Vec3::new(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}
#[differentiate]
impl Sub for Vec3 {
    type Output = Vec3;
    #[differentiate]
    fn sub(self, o: Vec3) -> Vec3 {
        Vec3::new(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}
#[differentiate]
impl Mul<f64> for Vec3 {
    type Output = Vec3;
    #[differentiate]
    fn mul(self, k: f64) -> Vec3 {
        Vec3::new(self.x * k, self.y * k, self.z * k)
    }
}
#[differentiate]
impl Mul<Vec3> for f64 {
    type Output = Vec3;
    #[differentiate]
    fn mul(self, v: Vec3) -> Vec3 {
        v * self
    }
}
#[differentiate]
impl AddAssign for Vec3 {
    #[differentiate]
    fn add_assign(&mut self, o: Vec3) {
        self.x += o.x;
        self.y += o.y;
        self.z += o.z;
    }
}
impl std::iter::Sum for Vec3 {
    fn sum<I: Iterator<Item = Vec3>>(it: I) -> Vec3 {
        it.fold(Vec3::default(), |a, b| a + b)
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct Body {
    mass: f64,
    pos: Vec3,
    vel: Vec3,
}
#[derive(Differentiable, Clone, Debug)]
pub struct World {
    bodies: Vec<Body>,
    g: f64,
    softening: f64,
}
#[differentiate]
impl World {
    #[differentiate]
    fn acceleration(&self, i: usize) -> Vec3 {
        self.bodies
            .iter()
            .enumerate()
            .filter(|(j, _)| *j != i)
            .map(|(_, b)| {
                let d = b.pos - self.bodies[i].pos;
                let r2 = d.norm2() + self.softening;
                d * (self.g * b.mass / (r2 * r2.sqrt()))
            })
            .sum()
    }
    #[differentiate]
    fn step(&mut self, dt: Seconds) {
        let half = dt / 2.0;
        let acc: Vec<Vec3> = (0..self.bodies.len()).map(|i| self.acceleration(i)).collect();
        for (b, a) in self.bodies.iter_mut().zip(&acc) {
            b.vel += *a * half.0;
            b.pos += b.vel * dt.0;
        }
        for i in 0..self.bodies.len() {
            let a = self.acceleration(i);
            self.bodies[i].vel += half.0 * a;
        }
    }
    #[differentiate]
    fn energy(&self) -> f64 {
        let kinetic: f64 = self.bodies.iter().map(|b| 0.5 * b.mass * b.vel.norm2()).sum();
        let mut potential = 0.0;
        for (i, a) in self.bodies.iter().enumerate() {
            for b in &self.bodies[i + 1..] {
                potential -=
                    self.g * a.mass * b.mass / ((a.pos - b.pos).norm2() + self.softening).sqrt();
            }
        }
        kinetic + potential
    }
}
#[differentiate]
fn p14(q: &[f64]) -> f64 {
    let mut w = World {
        bodies: vec![
            Body { mass: q[0], pos: Vec3::new(0.0, 0.0, 0.0), vel: Vec3::default() },
            Body { mass: 0.1, pos: Vec3::new(1.0, q[1], 0.0), vel: Vec3::new(0.0, 1.0, 0.1) },
            Body { mass: 0.2, pos: Vec3::new(-1.0, 0.0, q[1]), vel: Vec3::new(0.0, -0.8, q[2]) },
        ],
        g: 1.0,
        softening: 1e-3,
    };
    for _ in 0..4 {
        w.step(Seconds(0.02));
    }
    w.energy() + w.bodies.last().map(|b| b.pos.x).unwrap_or_default()
}
#[test]
fn t14() {
    check!(p14, [1.0, 0.25, 0.4], 1e-6);
}

#[differentiate]
pub trait PairPotential {
    #[differentiate]
    fn energy(&self, r2: f64) -> f64;
    #[differentiate]
    fn force_over_r(&self, r2: f64) -> f64;
}
#[derive(Differentiable, Clone, Debug)]
pub struct LennardJones {
    epsilon: f64,
    sigma: f64,
    #[constant]
    cutoff: f64,
}
#[differentiate]
impl PairPotential for LennardJones {
    fn energy(&self, r2: f64) -> f64 {
        if r2 > self.cutoff * self.cutoff {
            return 0.0;
        }
        let s6 = (self.sigma * self.sigma / r2).powi(3);
        4.0 * self.epsilon * (s6 * s6 - s6)
    }
    fn force_over_r(&self, r2: f64) -> f64 {
        if r2 > self.cutoff.powi(2) {
            0.0
        } else {
            let s6 = (self.sigma.powi(2) / r2).powi(3);
            24.0 * self.epsilon * (2.0 * s6 * s6 - s6) / r2
        }
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct Simulation<P: PairPotential> {
    potential: P,
    positions: Vec<[f64; 2]>,
    velocities: Vec<[f64; 2]>,
    #[constant]
    length: f64,
}
#[differentiate]
impl<P: PairPotential> Simulation<P> {
    #[differentiate]
    fn displacement(&self, i: usize, j: usize) -> [f64; 2] {
        let mut d = [0.0; 2];
        for k in 0..2 {
            d[k] = self.positions[i][k] - self.positions[j][k];
            d[k] -= self.length * (d[k] / self.length).round();
        }
        d
    }
    #[differentiate]
    fn potential_energy(&self) -> f64 {
        let n = self.positions.len();
        let mut e = 0.0;
        for i in 0..n {
            for j in 0..i {
                let [dx, dy] = self.displacement(i, j);
                e += self.potential.energy(dx * dx + dy * dy);
            }
        }
        e
    }
    #[differentiate]
    fn step(&mut self, dt: f64) {
        let n = self.positions.len();
        let mut forces = vec![[0.0; 2]; n];
        for i in 0..n {
            for j in 0..n {
                if i == j {
                    continue;
                }
                let d = self.displacement(i, j);
                let f = self.potential.force_over_r(d[0] * d[0] + d[1] * d[1]);
                for (a, b) in forces[i].iter_mut().zip(d.iter()) {
                    *a += f * b;
                }
            }
        }
        for ((p, v), f) in self.positions.iter_mut().zip(self.velocities.iter_mut()).zip(&forces) {
            for k in 0..2 {
                v[k] += dt * f[k];
                p[k] += dt * v[k];
            }
        }
    }
}
#[differentiate]
fn molecules(q: &[f64]) -> f64 {
    let potential = LennardJones { epsilon: q[0], sigma: q[1], cutoff: 2.5 };
    let mut sim = Simulation {
        potential,
        positions: vec![[0.0, 0.0], [1.2, q[2]], [0.1, 4.0]],
        velocities: vec![[0.0; 2]; 3],
        length: 5.0,
    };
    for _ in 0..3 {
        sim.step(0.01);
    }
    sim.potential_energy() + sim.velocities.iter().flatten().map(|v| 0.5 * v * v).sum::<f64>()
}
#[test]
fn t_molecules() {
    check!(molecules, [1.2, 0.95, 0.3], 1e-6);
}
