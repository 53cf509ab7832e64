//! A Kalman filter on arrays of arrays; the number of states is a const parameter.

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Debug)]
pub struct Kalman<const N: usize> {
    x: [f64; N],
    p: [[f64; N]; N],
    q: f64,
    r: f64,
}
#[differentiate]
fn mat_mul<const R: usize, const K: usize, const C: usize>(
    a: &[[f64; K]; R],
    b: &[[f64; C]; K],
) -> [[f64; C]; R] {
    let mut out = [[0.0; C]; R];
    for i in 0..R {
        for j in 0..C {
            for k in 0..K {
                out[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    out
}
#[differentiate]
fn transpose<const R: usize, const C: usize>(a: &[[f64; C]; R]) -> [[f64; R]; C] {
    let mut out = [[0.0; R]; C];
    for (i, row) in a.iter().enumerate() {
        for (j, v) in row.iter().enumerate() {
            out[j][i] = *v;
        }
    }
    out
}
#[differentiate]
impl<const N: usize> Kalman<N> {
    #[differentiate]
    fn predict(&mut self, f: &[[f64; N]; N]) {
        let mut x = [0.0; N];
        for i in 0..N {
            for j in 0..N {
                x[i] += f[i][j] * self.x[j];
            }
        }
        self.x = x;
        let fp = mat_mul(f, &self.p);
        self.p = mat_mul(&fp, &transpose(f));
        for i in 0..N {
            self.p[i][i] += self.q;
        }
    }
    #[differentiate]
    fn update(&mut self, z: f64) -> f64 {
        let y = z - self.x[0];
        let s = self.p[0][0] + self.r;
        let mut k = [0.0; N];
        for i in 0..N {
            k[i] = self.p[i][0] / s;
        }
        for i in 0..N {
            self.x[i] += k[i] * y;
        }
        let row = self.p[0];
        for i in 0..N {
            for j in 0..N {
                self.p[i][j] -= k[i] * row[j];
            }
        }
        0.5 * (y * y / s + s.ln())
    }
}
#[differentiate]
fn kalman(q: &[f64]) -> f64 {
    let mut kf =
        Kalman { x: [q[0], q[1]], p: [[1.0, 0.0], [0.0, 1.0]], q: q[2] * q[2], r: q[3].exp() };
    let f = [[1.0, 0.5], [0.0, 1.0]];
    let zs = [0.2, 0.9, 1.3, 2.2, 2.4];
    let mut nll = 0.0;
    for z in zs {
        kf.predict(&f);
        nll += kf.update(z);
    }
    nll + kf.x[1]
}

#[test]
fn laws() {
    check!(kalman, [0.1, 0.7, 0.3, 0.4], 1e-6);
}
