//! The loss of an image of a scene of signed distances: sphere tracing, normals and shading.

use autodiff::prelude::*;

pub type Vec3 = [f64; 3];

#[differentiate(reverse)]
fn sub(a: &Vec3, b: &Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[differentiate(reverse)]
fn along(o: &Vec3, d: &Vec3, t: f64) -> Vec3 {
    [o[0] + t * d[0], o[1] + t * d[1], o[2] + t * d[2]]
}

#[differentiate(reverse)]
fn dot(a: &Vec3, b: &Vec3) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[differentiate(reverse)]
fn normalize(v: Vec3) -> Vec3 {
    let n = dot(&v, &v).sqrt();
    v.map(|c| c / n)
}

#[derive(Debug, Clone, Differentiable)]
pub enum Sdf {
    Sphere { center: Vec3, radius: f64 },
    Plane { normal: Vec3, height: f64 },
    Cuboid { center: Vec3, half: Vec3 },
    Union(Vec<Sdf>),
    Smooth { a: Box<Sdf>, b: Box<Sdf>, k: f64 },
    Minus(Box<Sdf>, Box<Sdf>),
    Translate(Vec3, Box<Sdf>),
}

#[differentiate(reverse)]
pub fn distance(sdf: &Sdf, p: &Vec3) -> f64 {
    match sdf {
        Sdf::Sphere { center, radius } => {
            let d = sub(p, center);
            dot(&d, &d).sqrt() - radius
        }
        Sdf::Plane { normal, height } => dot(p, normal) + height,
        Sdf::Cuboid { center, half } => {
            let mut outside = 0.0;
            let mut inside = f64::NEG_INFINITY;
            for i in 0..3 {
                let q = (p[i] - center[i]).abs() - half[i];
                if q > 0.0 {
                    outside += q * q;
                }
                inside = inside.max(q);
            }
            if outside > 0.0 { outside.sqrt() } else { inside }
        }
        Sdf::Union(parts) => parts.iter().map(|s| distance(s, p)).fold(1e9, f64::min),
        Sdf::Smooth { a, b, k } => {
            let (da, db) = (distance(a, p), distance(b, p));
            let h = (0.5 + 0.5 * (db - da) / k).clamp(0.0, 1.0);
            db * (1.0 - h) + da * h - k * h * (1.0 - h)
        }
        Sdf::Minus(a, b) => distance(a, p).max(-distance(b, p)),
        Sdf::Translate(offset, inner) => distance(inner, &sub(p, offset)),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
pub struct Ray {
    origin: Vec3,
    direction: Vec3,
}

#[derive(Debug, Clone, Copy, Differentiable)]
pub struct Hit {
    point: Vec3,
    travelled: f64,
    steps: usize,
}

#[differentiate(reverse)]
fn march(scene: &Sdf, ray: &Ray) -> Option<Hit> {
    let mut t = 0.0;
    for steps in 0..200 {
        let point = along(&ray.origin, &ray.direction, t);
        let d = distance(scene, &point);
        if d.abs() < 1e-12 {
            return Some(Hit { point, travelled: t, steps });
        }
        t += d;
        if t > 50.0 {
            break;
        }
    }
    None
}

#[differentiate(reverse)]
fn normal_at(scene: &Sdf, p: &Vec3) -> Vec3 {
    const H: f64 = 1e-3;
    let mut n = [0.0; 3];
    for axis in 0..3 {
        let mut forward = *p;
        let mut back = *p;
        forward[axis] += H;
        back[axis] -= H;
        n[axis] = (distance(scene, &forward) - distance(scene, &back)) / (2.0 * H);
    }
    normalize(n)
}

#[derive(Debug, Clone, Differentiable)]
pub struct Light {
    direction: Vec3,
    intensity: f64,
    ambient: f64,
}

#[differentiate(reverse)]
pub fn shade(scene: &Sdf, light: &Light, ray: &Ray) -> f64 {
    let Some(hit) = march(scene, ray) else {
        return light.ambient * 0.5;
    };
    let n = normal_at(scene, &hit.point);
    let l = normalize(light.direction);
    let diffuse = dot(&n, &l).max(0.0);
    let fog = (-0.1 * hit.travelled).exp();
    (light.ambient + light.intensity * diffuse) * fog
}

#[differentiate(reverse)]
pub fn image_loss(
    scene: &Sdf,
    light: &Light,
    eye: Vec3,
    #[constant] target: &[f64],
    width: usize,
) -> f64 {
    let height = target.len() / width;
    let mut loss = 0.0;
    for (index, wanted) in target.iter().enumerate() {
        let (row, column) = (index / width, index % width);
        let u = (column as f64 + 0.5) / width as f64 - 0.5;
        let v = 0.5 - (row as f64 + 0.5) / height as f64;
        let ray = Ray { origin: eye, direction: normalize([u, v, 1.0]) };
        let pixel = shade(scene, light, &ray);
        loss += (pixel - wanted).powi(2);
    }
    loss / target.len() as f64
}

#[differentiate]
fn scene_program(x: &[f64]) -> f64 {
    let scene = Sdf::Union(vec![
        Sdf::Plane { normal: [0.0, 1.0, 0.0], height: 1.0 + 0.1 * x[0] },
        Sdf::Smooth {
            a: Box::new(Sdf::Sphere { center: [0.1 * x[1], 0.1, 4.0], radius: 0.8 + 0.1 * x[2] }),
            b: Box::new(Sdf::Translate(
                [0.6, 0.1 * x[3], 0.0],
                Box::new(Sdf::Cuboid { center: [0.1, 0.0, 4.0], half: [0.5, 0.4, 0.3] }),
            )),
            k: 0.3 + 0.05 * x[0],
        },
        Sdf::Minus(
            Box::new(Sdf::Sphere { center: [-1.2, 0.5, 5.0], radius: 0.7 + 0.1 * x[1] }),
            Box::new(Sdf::Sphere { center: [-1.2, 0.5 + 0.1 * x[2], 4.2], radius: 0.4 }),
        ),
    ]);
    let light = Light { direction: [0.4, 1.0, -0.7], intensity: 0.8 + 0.1 * x[3], ambient: 0.1 };
    image_loss(&scene, &light, [0.02, 0.3, -0.5], &[0.1, 0.4, 0.3, 0.8, 0.2, 0.6, 0.9, 0.5, 0.7], 3)
}
mod laws {
    at_points! { scene_program }
}
