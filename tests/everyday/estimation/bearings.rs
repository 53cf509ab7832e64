//! The loss of an extended Kalman filter for bearings and ranges, with a gate for outliers.

use autodiff::prelude::*;

#[differentiate]
mod bearings_program {
    use autodiff::prelude::*;
    #[derive(Clone, Debug, Differentiable)]
    pub struct Mat {
        n: usize,
        m: usize,
        v: Vec<f64>,
    }

    impl std::ops::Index<[usize; 2]> for Mat {
        type Output = f64;
        fn index(&self, [i, j]: [usize; 2]) -> &f64 {
            &self.v[i * self.m + j]
        }
    }
    impl std::ops::IndexMut<[usize; 2]> for Mat {
        fn index_mut(&mut self, [i, j]: [usize; 2]) -> &mut f64 {
            &mut self.v[i * self.m + j]
        }
    }

    impl Mat {
        pub fn zeros(n: usize, m: usize) -> Mat {
            Mat { n, m, v: vec![0.0; n * m] }
        }
        pub fn eye(n: usize) -> Mat {
            let mut out = Mat::zeros(n, n);
            (0..n).for_each(|i| out[[i, i]] = 1.0);
            out
        }
        pub fn from_rows<const M: usize>(rows: &[[f64; M]]) -> Mat {
            Mat { n: rows.len(), m: M, v: rows.concat() }
        }
        pub fn t(&self) -> Mat {
            let mut out = Mat::zeros(self.m, self.n);
            for i in 0..self.n {
                for j in 0..self.m {
                    out[[j, i]] = self[[i, j]];
                }
            }
            out
        }
        pub fn inverse2(&self) -> Option<Mat> {
            assert!(self.n == 2 && self.m == 2);
            let det = self[[0, 0]] * self[[1, 1]] - self[[0, 1]] * self[[1, 0]];
            if det.abs() < 1e-300 {
                return None;
            }
            let [a, b, c, d] = [self[[0, 0]], self[[0, 1]], self[[1, 0]], self[[1, 1]]];
            Some(Mat { v: [d, -b, -c, a].iter().map(|x| x / det).collect(), ..self.clone() })
        }
    }

    impl<'a> std::ops::Mul<&'a Mat> for &'a Mat {
        type Output = Mat;
        fn mul(self, rhs: &Mat) -> Mat {
            assert_eq!(self.m, rhs.n);
            let mut out = Mat::zeros(self.n, rhs.m);
            for i in 0..self.n {
                for k in 0..self.m {
                    let a = self[[i, k]];
                    for j in 0..rhs.m {
                        out[[i, j]] += a * rhs[[k, j]];
                    }
                }
            }
            out
        }
    }
    impl std::ops::Add<Mat> for Mat {
        type Output = Mat;
        fn add(mut self, rhs: Mat) -> Mat {
            self.v.iter_mut().zip(rhs.v).for_each(|(a, b)| *a += b);
            self
        }
    }
    impl std::ops::Sub<&Mat> for Mat {
        type Output = Mat;
        fn sub(mut self, rhs: &Mat) -> Mat {
            for (a, b) in self.v.iter_mut().zip(rhs.v.iter()) {
                *a -= *b;
            }
            self
        }
    }

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Noise {
        pub process: f64,
        pub range: f64,
        pub bearing: f64,
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct Ekf {
        x: [f64; 4],
        p: Mat,
        noise: Noise,
        rejected: usize,
    }

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Measurement {
        pub time: f64,
        pub range: f64,
        pub bearing: f64,
    }

    impl Ekf {
        pub fn new(x: [f64; 4], noise: Noise) -> Self {
            Ekf { x, p: Mat::eye(4), noise, rejected: 0 }
        }

        fn predict(&mut self, dt: f64) {
            let f = Mat::from_rows(&[
                [1., 0., dt, 0.],
                [0., 1., 0., dt],
                [0., 0., 1., 0.],
                [0., 0., 0., 1.],
            ]);
            self.x[0] += dt * self.x[2];
            self.x[1] += dt * self.x[3];
            let mut q = Mat::zeros(4, 4);
            for i in 0..2 {
                q[[i, i]] = self.noise.process * dt.powi(3) / 3.0;
                q[[i, i + 2]] = self.noise.process * dt.powi(2) / 2.0;
                q[[i + 2, i]] = q[[i, i + 2]];
                q[[i + 2, i + 2]] = self.noise.process * dt;
            }
            self.p = &(&f * &self.p) * &f.t() + q;
        }

        /// The negative log likelihood of the measurement, `None` if it is gated out.
        fn update(&mut self, z: &Measurement) -> Option<f64> {
            let [px, py, ..] = self.x;
            let r2 = px * px + py * py;
            let r = r2.sqrt();
            let h = Mat::from_rows(&[[px / r, py / r, 0.0, 0.0], [-py / r2, px / r2, 0.0, 0.0]]);
            let innovation = [z.range - r, wrap(z.bearing - py.atan2(px))];
            let mut s = &(&h * &self.p) * &h.t();
            s[[0, 0]] += self.noise.range * self.noise.range;
            s[[1, 1]] += self.noise.bearing * self.noise.bearing;
            let s_inv = s.inverse2()?;
            let mut d2 = 0.0;
            for i in 0..2 {
                for j in 0..2 {
                    d2 += innovation[i] * s_inv[[i, j]] * innovation[j];
                }
            }
            if d2 > 25.0 {
                self.rejected += 1;
                return None;
            }
            let k = &(&self.p * &h.t()) * &s_inv;
            for (i, x) in self.x.iter_mut().enumerate() {
                *x += (0..2).map(|j| k[[i, j]] * innovation[j]).sum::<f64>();
            }
            self.p = &(Mat::eye(4) - &(&k * &h)) * &self.p;
            let det = s[[0, 0]] * s[[1, 1]] - s[[0, 1]] * s[[1, 0]];
            Some(0.5 * (d2 + det.ln()))
        }
    }

    fn wrap(a: f64) -> f64 {
        use std::f64::consts::{PI, TAU};
        let mut a = a;
        while a > PI {
            a -= TAU;
        }
        while a <= -PI {
            a += TAU;
        }
        a
    }

    pub fn loss(noise: Noise, start: [f64; 4], measurements: &[Measurement]) -> f64 {
        let mut ekf = Ekf::new(start, noise);
        let mut last = 0.0;
        let mut nll = 0.0;
        for z in measurements {
            ekf.predict(z.time - last);
            last = z.time;
            if let Some(term) = ekf.update(z) {
                nll += term;
            }
        }
        nll + 10.0 * ekf.rejected as f64 + 0.01 * ekf.p.v.iter().step_by(5).sum::<f64>()
    }

    #[differentiate]
    pub fn of_all(x: &[f64]) -> f64 {
        let noise = Noise { process: x[0], range: x[1], bearing: x[2] };
        let measurements: Vec<Measurement> = x[7..]
            .chunks(3)
            .map(|c| Measurement { time: c[0], range: c[1], bearing: c[2] })
            .collect();
        loss(noise, [x[3], x[4], x[5], x[6]], &measurements)
    }
}

#[test]
fn gradient() {
    use bearings_program::*;
    check!(
        of_all,
        [
            0.1, 0.3, 0.02, 10.0, 5.0, 1.0, 0.5, 1.1, 11.5, 0.45, 2.0, 12.6, 0.46, 2.5, 40.0, 2.0,
            3.2, 14.0, 0.44
        ],
        1e-6
    );
}
