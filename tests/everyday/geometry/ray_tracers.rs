//! A ray tracer: spheres with matte and mirror materials, shades by recursion.

use autodiff::prelude::*;

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
fn tracer_program(q: &[f64]) -> f64 {
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
fn laws() {
    check!(tracer_program, [0.2, 0.7, 1.0], 1e-5);
}
