//! Point masses under softened gravity, by a symplectic integrator.

use autodiff::prelude::*;

#[differentiate]
mod gravitation_program {
    use autodiff::prelude::*;
    use std::iter::Sum;
    use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

    #[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
    pub struct Vec3 {
        pub x: f64,
        pub y: f64,
        pub z: f64,
    }

    impl Vec3 {
        pub const ZERO: Vec3 = Vec3::new(0.0, 0.0, 0.0);
        pub const fn new(x: f64, y: f64, z: f64) -> Self {
            Vec3 { x, y, z }
        }
        pub fn dot(self, o: Self) -> f64 {
            self.x * o.x + self.y * o.y + self.z * o.z
        }
        pub fn cross(self, o: Self) -> Self {
            Vec3::new(
                self.y * o.z - self.z * o.y,
                self.z * o.x - self.x * o.z,
                self.x * o.y - self.y * o.x,
            )
        }
        pub fn norm_squared(self) -> f64 {
            self.dot(self)
        }
        pub fn norm(self) -> f64 {
            self.norm_squared().sqrt()
        }
    }

    macro_rules! componentwise {
        ($trait:ident, $method:ident, $op:tt) => {
            impl $trait for Vec3 {
                type Output = Vec3;
                fn $method(self, o: Vec3) -> Vec3 {
                    Vec3::new(self.x $op o.x, self.y $op o.y, self.z $op o.z)
                }
            }
        };
    }
    componentwise!(Add, add, +);
    componentwise!(Sub, sub, -);

    impl Mul<Vec3> for f64 {
        type Output = Vec3;
        fn mul(self, v: Vec3) -> Vec3 {
            Vec3::new(self * v.x, self * v.y, self * v.z)
        }
    }
    impl Div<f64> for Vec3 {
        type Output = Vec3;
        fn div(self, k: f64) -> Vec3 {
            (1.0 / k) * self
        }
    }
    impl Neg for Vec3 {
        type Output = Vec3;
        fn neg(self) -> Vec3 {
            Vec3::new(-self.x, -self.y, -self.z)
        }
    }
    impl AddAssign for Vec3 {
        fn add_assign(&mut self, o: Vec3) {
            *self = *self + o;
        }
    }
    impl SubAssign for Vec3 {
        fn sub_assign(&mut self, o: Vec3) {
            *self += -o;
        }
    }
    impl Sum for Vec3 {
        fn sum<I: Iterator<Item = Vec3>>(iter: I) -> Vec3 {
            iter.fold(Vec3::default(), |a, b| a + b)
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct Body {
        pub mass: f64,
        pub position: Vec3,
        pub velocity: Vec3,
    }

    /// Forest and Ruth.
    const CBRT2: f64 = 1.259_921_049_894_873_2;
    const THETA: f64 = 1.0 / (2.0 - CBRT2);
    const DRIFTS: [f64; 4] = [THETA / 2.0, (1.0 - THETA) / 2.0, (1.0 - THETA) / 2.0, THETA / 2.0];
    const KICKS: [f64; 3] = [THETA, 1.0 - 2.0 * THETA, THETA];

    #[derive(Clone, Debug, Differentiable)]
    pub struct System {
        pub bodies: Vec<Body>,
        pub softening: f64,
    }

    impl System {
        fn accelerations(&self) -> Vec<Vec3> {
            let mut out = vec![Vec3::ZERO; self.bodies.len()];
            for i in 0..self.bodies.len() {
                let (before, rest) = out.split_at_mut(i);
                let a = &self.bodies[i];
                for (j, acceleration) in before.iter_mut().enumerate() {
                    let b = &self.bodies[j];
                    let d = a.position - b.position;
                    let r2 = d.norm_squared() + self.softening.powi(2);
                    let k = 1.0 / (r2 * r2.sqrt());
                    *acceleration += a.mass * k * d;
                    rest[0] -= b.mass * k * d;
                }
            }
            out
        }

        pub fn step(&mut self, dt: f64) {
            for (stage, drift) in DRIFTS.iter().enumerate() {
                for body in self.bodies.iter_mut() {
                    body.position += drift * dt * body.velocity;
                }
                if let Some(kick) = KICKS.get(stage) {
                    let a = self.accelerations();
                    for (body, a) in self.bodies.iter_mut().zip(a) {
                        body.velocity += *kick * dt * a;
                    }
                }
            }
        }

        pub fn energy(&self) -> f64 {
            let kinetic: f64 =
                self.bodies.iter().map(|b| 0.5 * b.mass * b.velocity.norm_squared()).sum();
            let mut potential = 0.0;
            for (i, a) in self.bodies.iter().enumerate() {
                for b in self.bodies.iter().skip(i + 1) {
                    potential -= a.mass * b.mass / (a.position - b.position).norm();
                }
            }
            kinetic + potential
        }

        pub fn center_of_mass(&self) -> Vec3 {
            let total: f64 = self.bodies.iter().map(|b| b.mass).sum();
            self.bodies.iter().map(|b| b.mass * b.position).sum::<Vec3>() / total
        }

        pub fn angular_momentum(&self) -> Vec3 {
            self.bodies.iter().map(|b| b.mass * b.position.cross(b.velocity)).sum()
        }
    }

    pub fn loss(system: &System, dt: f64, steps: usize) -> f64 {
        let mut moved = system.clone();
        (0..steps).for_each(|_| moved.step(dt));
        let c = moved.center_of_mass();
        moved.energy()
            + c.norm()
            + 0.1 * moved.angular_momentum().z
            + moved.bodies.last().map_or(0.0, |b| (b.position - c).norm())
    }

    #[differentiate]
    pub fn of_all(x: &[f64]) -> f64 {
        let body = |c: &[f64]| Body {
            mass: c[0],
            position: Vec3::new(c[1], c[2], c[3]),
            velocity: Vec3::new(c[4], c[5], c[6]),
        };
        let system = System { bodies: x[..14].chunks(7).map(body).collect(), softening: x[14] };
        loss(&system, 0.02, 3)
    }
}

#[test]
fn gradient() {
    use gravitation_program::*;
    check!(
        of_all,
        [1.0, 0.0, 0.1, 0.2, 0.0, 0.3, 0.1, 0.5, 1.0, 0.2, -0.1, -0.4, 0.1, 0.6, 0.05],
        1e-6
    );
}
