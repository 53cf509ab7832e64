//! Programs of the kind people have: ordinary numerical Rust of twenty to eighty lines, held against the laws.
#![deny(warnings)]

use autodiff::prelude::*;

// ---- differential equations ----

#[differentiate(reverse)]
fn lotka_volterra(state: [f64; 2], p: &[f64]) -> [f64; 2] {
    let [prey, predator] = state;
    [p[0] * prey - p[1] * prey * predator, p[2] * prey * predator - p[3] * predator]
}

#[differentiate(reverse)]
fn runge_kutta_4(mut y: [f64; 2], p: &[f64], dt: f64, steps: usize) -> [f64; 2] {
    for _ in 0..steps {
        let k1 = lotka_volterra(y, p);
        let mut mid = y;
        for i in 0..2 {
            mid[i] += 0.5 * dt * k1[i];
        }
        let k2 = lotka_volterra(mid, p);
        for i in 0..2 {
            mid[i] = y[i] + 0.5 * dt * k2[i];
        }
        let k3 = lotka_volterra(mid, p);
        let mut end = [0.0; 2];
        for i in 0..2 {
            end[i] = y[i] + dt * k3[i];
        }
        let k4 = lotka_volterra(end, p);
        for i in 0..2 {
            y[i] += dt / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    y
}

#[differentiate(reverse)]
fn population_misfit(p: &[f64]) -> f64 {
    let target = [0.6, 0.4];
    let y = runge_kutta_4([p[4], 1.0], &p[..4], 0.1, 12);
    let mut loss = 0.0;
    for i in 0..2 {
        let d = y[i] - target[i];
        loss += d * d;
    }
    loss
}

const G: f64 = 9.81;

#[differentiate(reverse)]
fn pendulum_energy_drift(p: &[f64]) -> f64 {
    // damped pendulum, symplectic Euler, adaptive step near the turning points
    let (mut theta, mut omega) = (p[0], p[1]);
    let (length, damping) = (p[2].abs() + 0.5, p[3] * p[3]);
    let start = 0.5 * length * length * omega * omega - G * length * theta.cos();
    let mut time = 0.0;
    let mut steps = 0;
    while time < 0.5 {
        let dt = if omega.abs() < 0.3 { 0.01 } else { 0.02 };
        omega -= dt * (G / length * theta.sin() + damping * omega);
        theta += dt * omega;
        if theta > std::f64::consts::PI {
            theta -= 2.0 * std::f64::consts::PI;
        }
        time += dt;
        steps += 1;
        assert!(steps < 1000, "time stands still");
    }
    0.5 * length * length * omega * omega - G * length * theta.cos() - start
}

#[differentiate(reverse)]
fn tridiagonal_solve(lower: &[f64], diagonal: &[f64], upper: &[f64], rhs: &[f64]) -> Vec<f64> {
    let n = diagonal.len();
    let mut c = vec![0.0; n];
    let mut d = vec![0.0; n];
    c[0] = upper[0] / diagonal[0];
    d[0] = rhs[0] / diagonal[0];
    for i in 1..n {
        let m = diagonal[i] - lower[i - 1] * c[i - 1];
        if i < n - 1 {
            c[i] = upper[i] / m;
        }
        d[i] = (rhs[i] - lower[i - 1] * d[i - 1]) / m;
    }
    for i in (0..n - 1).rev() {
        d[i] -= c[i] * d[i + 1];
    }
    d
}

#[differentiate(reverse)]
fn implicit_heat(u0: &[f64]) -> f64 {
    let n = u0.len();
    let k = 0.3 + u0[0] * u0[0];
    let off = vec![-k; n - 1];
    let main = vec![1.0 + 2.0 * k; n];
    let mut u = u0.to_vec();
    for _ in 0..4 {
        u = tridiagonal_solve(&off, &main, &off, &u);
    }
    let mut total = 0.0;
    for (i, v) in u.iter().enumerate() {
        total += v * v * (i as f64 + 1.0);
    }
    total
}

#[differentiate(reverse)]
fn wave_on_a_grid(x: &[f64]) -> f64 {
    const_grid(x, 6, 5)
}

#[differentiate(reverse)]
fn const_grid(x: &[f64], width: usize, height: usize) -> f64 {
    let mut old = vec![vec![0.0; width]; height];
    let mut now = vec![vec![0.0; width]; height];
    for j in 1..height - 1 {
        for i in 1..width - 1 {
            now[j][i] = x[(i * 3 + j) % x.len()];
            old[j][i] = 0.9 * now[j][i];
        }
    }
    let c = x[0] * 0.2 + 0.1;
    for step in 0..5 {
        let mut next = vec![vec![0.0; width]; height];
        for j in 1..height - 1 {
            for i in 1..width - 1 {
                let laplacian = now[j][i - 1] + now[j][i + 1] + now[j - 1][i] + now[j + 1][i] - 4.0 * now[j][i];
                next[j][i] = 2.0 * now[j][i] - old[j][i] + c * laplacian;
            }
        }
        if step == 2 {
            next[2][3] += x[1].sin();
        }
        old = now;
        now = next;
    }
    let mut energy = 0.0;
    for (row, before) in now.iter().zip(old.iter()) {
        for (a, b) in row.iter().zip(before.iter()) {
            energy += a * a + (a - b) * (a - b);
        }
    }
    energy
}

// ---- linear algebra ----

#[differentiate(reverse)]
fn cholesky(a: &[f64], n: usize) -> Vec<f64> {
    let mut l = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..=i {
            let mut sum = a[i * n + j];
            for k in 0..j {
                sum -= l[i * n + k] * l[j * n + k];
            }
            if i == j {
                assert!(sum > 0.0, "not positive definite");
                l[i * n + i] = sum.sqrt();
            } else {
                l[i * n + j] = sum / l[j * n + j];
            }
        }
    }
    l
}

#[differentiate(reverse)]
fn forward_substitution(l: &[f64], b: &[f64]) -> Vec<f64> {
    let n = b.len();
    let mut y: Vec<f64> = Vec::with_capacity(n);
    for i in 0..n {
        let row = &l[i * n..(i + 1) * n];
        let mut sum = b[i];
        for (k, v) in y.iter().enumerate() {
            sum -= row[k] * v;
        }
        y.push(sum / row[i]);
    }
    y
}

#[differentiate(reverse)]
fn gaussian_process(x: &[f64]) -> f64 {
    // log marginal likelihood with a squared exponential kernel
    let n = x.len();
    let (scale, noise) = (x[0].abs() + 0.5, 0.1 + x[1] * x[1]);
    let mut k = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..n {
            let d = (x[i] - x[j]) / scale;
            k[i * n + j] = (-0.5 * d * d).exp();
        }
        k[i * n + i] += noise;
    }
    let l = cholesky(&k, n);
    let y = forward_substitution(&l, &[1.0, -0.5, 0.25, 2.0]);
    let mut total = -0.5 * n as f64 * (2.0 * std::f64::consts::PI).ln();
    for i in 0..n {
        total -= 0.5 * y[i] * y[i] + l[i * n + i].ln();
    }
    total
}

#[differentiate(reverse)]
fn lu_solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for k in 0..n {
        let mut pivot = k;
        for i in k + 1..n {
            if a[i][k].abs() > a[pivot][k].abs() {
                pivot = i;
            }
        }
        if pivot != k {
            a.swap(pivot, k);
            b.swap(pivot, k);
        }
        for i in k + 1..n {
            let f = a[i][k] / a[k][k];
            a[i][k] = f;
            for j in k + 1..n {
                a[i][j] -= f * a[k][j];
            }
            b[i] -= f * b[k];
        }
    }
    for i in (0..n).rev() {
        for j in i + 1..n {
            b[i] -= a[i][j] * b[j];
        }
        b[i] /= a[i][i];
    }
    b
}

#[differentiate(reverse)]
fn solved(x: &[f64]) -> f64 {
    let a = vec![vec![x[0], x[1], 1.0], vec![x[2], 0.5, x[3]], vec![2.0, x[4], x[5]]];
    let s = lu_solve(a, vec![x[6], 1.0, x[7]]);
    s[0] * s[1] + s[2].sin()
}

#[differentiate(reverse)]
fn gram_schmidt(x: &[f64]) -> f64 {
    let mut q = [[x[0], x[1], x[2]], [x[3], x[4], x[5]], [x[6], x[7], x[8]]];
    let mut r = [[0.0; 3]; 3];
    for i in 0..3 {
        for j in 0..i {
            let mut d = 0.0;
            for k in 0..3 {
                d += q[i][k] * q[j][k];
            }
            r[j][i] = d;
            for k in 0..3 {
                q[i][k] -= d * q[j][k];
            }
        }
        let mut s = 0.0;
        for v in &q[i] {
            s += v * v;
        }
        r[i][i] = s.sqrt();
        for v in q[i].iter_mut() {
            *v /= r[i][i];
        }
    }
    q[0][1] * q[1][2] - q[2][0] + r[0][2] * r[1][1] + r[2][2].ln()
}

#[differentiate(reverse)]
fn givens(x: &[f64]) -> f64 {
    // QR by rotations, in place
    let n = 3;
    let mut a = [[0.0; 3]; 3];
    for (k, v) in x.iter().enumerate() {
        a[k / n][k % n] = *v;
    }
    for j in 0..n {
        for i in (j + 1..n).rev() {
            let (p, q) = (a[i - 1][j], a[i][j]);
            if q == 0.0 {
                continue;
            }
            let r = p.hypot(q);
            let (c, s) = (p / r, q / r);
            for k in j..n {
                let (u, v) = (a[i - 1][k], a[i][k]);
                a[i - 1][k] = c * u + s * v;
                a[i][k] = c * v - s * u;
            }
        }
    }
    a[0][0].abs().ln() + a[1][1] * a[0][2] + a[2][2] * a[2][2]
}

#[differentiate(reverse)]
fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let (n, m, p) = (a.len(), b.len(), b[0].len());
    let mut c = vec![vec![0.0; p]; n];
    for i in 0..n {
        for k in 0..m {
            let f = a[i][k];
            for j in 0..p {
                c[i][j] += f * b[k][j];
            }
        }
    }
    c
}

#[differentiate(reverse)]
fn matrix_exponential(x: &[f64]) -> f64 {
    // Taylor with scaling and squaring
    let a = vec![vec![x[0] / 8.0, x[1] / 8.0], vec![x[2] / 8.0, x[3] / 8.0]];
    let mut sum = vec![vec![1.0, 0.0], vec![0.0, 1.0]];
    let mut term = sum.clone();
    for k in 1..9 {
        term = product(&term, &a);
        for row in term.iter_mut() {
            for v in row.iter_mut() {
                *v /= k as f64;
            }
        }
        for i in 0..2 {
            for j in 0..2 {
                sum[i][j] += term[i][j];
            }
        }
    }
    for _ in 0..3 {
        sum = product(&sum, &sum);
    }
    sum[0][0] * sum[1][1] - sum[0][1] * sum[1][0] + sum[0][1]
}

#[differentiate(reverse)]
fn power_iteration(x: &[f64]) -> f64 {
    let n = 3;
    let mut v = vec![1.0; n];
    let mut lambda = 0.0;
    for _ in 0..30 {
        let mut w = vec![0.0; n];
        for i in 0..n {
            for j in 0..n {
                let a = if i == j { 3.0 + x[i] } else { x[i + j] * 0.5 };
                w[i] += a * v[j];
            }
        }
        let mut norm = 0.0;
        for e in &w {
            norm += e * e;
        }
        lambda = norm.sqrt();
        for (a, b) in v.iter_mut().zip(&w) {
            *a = b / lambda;
        }
    }
    lambda
}

#[differentiate(reverse)]
fn page_rank(weights: &[f64], edges: &[(usize, usize)], pages: usize) -> Vec<f64> {
    let mut out = vec![0.0; pages];
    for (k, &(from, _)) in edges.iter().enumerate() {
        out[from] += weights[k].exp();
    }
    let mut rank = vec![1.0 / pages as f64; pages];
    for _ in 0..20 {
        let mut next = vec![0.15 / pages as f64; pages];
        for (k, &(from, to)) in edges.iter().enumerate() {
            next[to] += 0.85 * rank[from] * weights[k].exp() / out[from];
        }
        rank = next;
    }
    rank
}

#[differentiate(reverse)]
fn rank_of_the_first(x: &[f64]) -> f64 {
    let edges: [(usize, usize); 6] = [(0, 1), (1, 2), (2, 0), (0, 2), (3, 0), (2, 3)];
    let rank = page_rank(x, &edges, 4);
    rank[0].ln() + rank[3] * rank[1]
}

#[differentiate(reverse)]
fn conjugate_gradients(x: &[f64]) -> f64 {
    let n = x.len();
    let mut u = vec![0.0; n];
    let mut r = x.to_vec();
    let mut p = r.clone();
    let mut rho = dot(&r, &r);
    for _ in 0..n {
        if rho < 1e-20 {
            break;
        }
        let mut q = vec![0.0; n];
        for i in 0..n {
            q[i] = (2.5 + 0.1 * x[0] * x[0]) * p[i];
            if i > 0 {
                q[i] -= p[i - 1];
            }
            if i + 1 < n {
                q[i] -= p[i + 1];
            }
        }
        let alpha = rho / dot(&p, &q);
        for i in 0..n {
            u[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        let next = dot(&r, &r);
        let beta = next / rho;
        for (a, b) in p.iter_mut().zip(&r) {
            *a = b + beta * *a;
        }
        rho = next;
    }
    dot(&u, x)
}

#[differentiate(reverse)]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut total = 0.0;
    for (x, y) in a.iter().zip(b) {
        total += x * y;
    }
    total
}

// ---- signals and pictures ----

#[differentiate(reverse)]
fn fft(mut re: Vec<f64>, mut im: Vec<f64>) -> (Vec<f64>, Vec<f64>) {
    let n = re.len();
    let mut j = 0;
    for i in 1..n {
        let mut bit = n >> 1;
        while j & bit != 0 {
            j ^= bit;
            bit >>= 1;
        }
        j |= bit;
        if i < j {
            re.swap(i, j);
            im.swap(i, j);
        }
    }
    let mut size = 2;
    while size <= n {
        let angle = -2.0 * std::f64::consts::PI / size as f64;
        for start in (0..n).step_by(size) {
            for k in 0..size / 2 {
                let (s, c) = (angle * k as f64).sin_cos();
                let (a, b) = (start + k, start + k + size / 2);
                let (x, y) = (re[b] * c - im[b] * s, re[b] * s + im[b] * c);
                re[b] = re[a] - x;
                im[b] = im[a] - y;
                re[a] += x;
                im[a] += y;
            }
        }
        size *= 2;
    }
    (re, im)
}

#[differentiate(reverse)]
fn spectrum_peak(x: &[f64]) -> f64 {
    let (re, im) = fft(x.to_vec(), vec![0.0; x.len()]);
    let mut best = 0.0;
    for k in 1..x.len() / 2 {
        let power = re[k] * re[k] + im[k] * im[k];
        if power > best {
            best = power;
        }
    }
    best.ln()
}

#[differentiate(reverse)]
fn recursive_fft(re: &[f64], im: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let n = re.len();
    if n == 1 {
        return (re.to_vec(), im.to_vec());
    }
    let (mut er, mut ei, mut or, mut oi) = (vec![], vec![], vec![], vec![]);
    for k in 0..n / 2 {
        er.push(re[2 * k]);
        ei.push(im[2 * k]);
        or.push(re[2 * k + 1]);
        oi.push(im[2 * k + 1]);
    }
    let (er, ei) = recursive_fft(&er, &ei);
    let (or, oi) = recursive_fft(&or, &oi);
    let mut yr = vec![0.0; n];
    let mut yi = vec![0.0; n];
    for k in 0..n / 2 {
        let angle = -2.0 * std::f64::consts::PI * k as f64 / n as f64;
        let (c, s) = (angle.cos(), angle.sin());
        let (x, y) = (or[k] * c - oi[k] * s, or[k] * s + oi[k] * c);
        yr[k] = er[k] + x;
        yi[k] = ei[k] + y;
        yr[k + n / 2] = er[k] - x;
        yi[k + n / 2] = ei[k] - y;
    }
    (yr, yi)
}

#[differentiate(reverse)]
fn filtered_power(x: &[f64]) -> f64 {
    let (re, im) = recursive_fft(x, &vec![0.0; x.len()]);
    let mut power = 0.0;
    for (k, (a, b)) in re.iter().zip(&im).enumerate() {
        power += (a * a + b * b) * (k as f64 - 2.0);
    }
    power
}

#[differentiate(reverse)]
fn convolution(image: &[[f64; 4]; 4], kernel: &[f64; 9]) -> [[f64; 2]; 2] {
    let mut out = [[0.0; 2]; 2];
    for (y, row) in out.iter_mut().enumerate() {
        for (x, pixel) in row.iter_mut().enumerate() {
            let mut sum = 0.0;
            for dy in 0..3 {
                for dx in 0..3 {
                    sum += image[y + dy][x + dx] * kernel[dy * 3 + dx];
                }
            }
            *pixel = sum.max(0.0);
        }
    }
    out
}

#[differentiate(reverse)]
fn pooled(x: &[f64]) -> f64 {
    let mut image = [[0.0; 4]; 4];
    for y in 0..4 {
        for i in 0..4 {
            image[y][i] = x[y * 4 + i];
        }
    }
    let kernel = [x[0], 0.5, x[1], -0.25, x[2], 1.0, x[3], -1.0, x[4]];
    let mut best = f64::NEG_INFINITY;
    for row in convolution(&image, &kernel) {
        for v in row {
            best = best.max(v);
        }
    }
    best
}

// ---- statistics and learning ----

#[differentiate(reverse)]
fn kalman(x: &[f64]) -> f64 {
    let observations = [0.9, 1.7, 3.2, 3.9, 5.3];
    let (q, r) = (x[0].exp(), x[1].exp());
    let (mut position, mut velocity) = (x[2], x[3]);
    let mut p = [[1.0, 0.0], [0.0, 1.0]];
    let mut log_likelihood = 0.0;
    for z in observations.iter() {
        position += velocity;
        let p00 = p[0][0] + p[0][1] + p[1][0] + p[1][1] + q;
        let p01 = p[0][1] + p[1][1];
        let p11 = p[1][1] + q;
        let innovation = z - position;
        let s = p00 + r;
        let (k0, k1) = (p00 / s, p01 / s);
        position += k0 * innovation;
        velocity += k1 * innovation;
        p = [[(1.0 - k0) * p00, (1.0 - k0) * p01], [p01 - k1 * p00, p11 - k1 * p01]];
        log_likelihood -= 0.5 * (innovation * innovation / s + s.ln());
    }
    log_likelihood + position * 0.1
}

#[differentiate(reverse)]
fn log_sum_exp(v: &[f64]) -> f64 {
    let mut m = f64::NEG_INFINITY;
    for x in v {
        m = m.max(*x);
    }
    if m == f64::NEG_INFINITY {
        return m;
    }
    let mut sum = 0.0;
    for x in v {
        sum += (x - m).exp();
    }
    m + sum.ln()
}

const STATES: usize = 2;

#[differentiate(reverse)]
fn hidden_markov(x: &[f64]) -> f64 {
    let observed = [0usize, 1, 1, 0, 2];
    let mut transition = [[0.0; 2]; 2];
    let mut emission = [[0.0; 3]; 2];
    for s in 0..2 {
        let row = [x[2 * s], x[2 * s + 1]];
        let z = log_sum_exp(&row);
        for t in 0..2 {
            transition[s][t] = row[t] - z;
        }
        let z = log_sum_exp(&[x[4 + s], x[5 + s], 0.0]);
        emission[s] = [x[4 + s] - z, x[5 + s] - z, -z];
    }
    let mut alpha = [emission[0][observed[0]] - 2f64.ln(), emission[1][observed[0]] - 2f64.ln()];
    for &o in &observed[1..] {
        let mut next = [0.0; STATES];
        for t in 0..STATES {
            next[t] = log_sum_exp(&[alpha[0] + transition[0][t], alpha[1] + transition[1][t]]) + emission[t][o];
        }
        alpha = next;
    }
    log_sum_exp(&alpha)
}

#[differentiate(reverse)]
fn softmax(z: &[f64]) -> Vec<f64> {
    let norm = log_sum_exp(z);
    let mut p = z.to_vec();
    for v in &mut p {
        *v = (*v - norm).exp();
    }
    p
}

#[differentiate(reverse)]
fn cross_entropy(w: &[f64], samples: &[[f64; 2]], labels: &[usize], decay: f64) -> f64 {
    let classes = w.len() / 3;
    let mut loss = 0.0;
    for (sample, &label) in samples.iter().zip(labels) {
        let mut z = vec![0.0; classes];
        for c in 0..classes {
            z[c] = w[3 * c] * sample[0] + w[3 * c + 1] * sample[1] + w[3 * c + 2];
        }
        loss -= softmax(&z)[label].ln();
    }
    let mut penalty = 0.0;
    for v in w {
        penalty += v * v;
    }
    loss / samples.len() as f64 + decay * penalty
}

#[differentiate(reverse)]
fn regression(w: &[f64]) -> f64 {
    let labels: [usize; 4] = [0, 1, 1, 0];
    cross_entropy(w, &[[0.5, 1.0], [-0.3, 0.2], [1.5, -0.7], [0.1, 0.1]], &labels, 0.01)
}

#[differentiate(reverse)]
fn k_means_cost(centres: &[f64]) -> f64 {
    let points = [[0.1, 0.2], [1.1, 0.9], [0.9, 1.2], [0.0, -0.1], [-1.0, 0.5]];
    let k = centres.len() / 2;
    let mut cost = 0.0;
    let mut count = vec![0usize; k];
    for p in &points {
        let mut best = f64::MAX;
        let mut at = 0;
        for c in 0..k {
            let (dx, dy) = (p[0] - centres[2 * c], p[1] - centres[2 * c + 1]);
            let d = dx * dx + dy * dy;
            if d < best {
                best = d;
                at = c;
            }
        }
        count[at] += 1;
        cost += best / count[at] as f64;
    }
    cost
}

#[differentiate(reverse)]
fn layer(w: &[f64], x: &[f64], out: usize, activate: bool) -> Vec<f64> {
    let n = x.len();
    let mut y = vec![0.0; out];
    for o in 0..out {
        let row = &w[o * (n + 1)..(o + 1) * (n + 1)];
        let mut z = row[n];
        for i in 0..n {
            z += row[i] * x[i];
        }
        y[o] = if activate { z.tanh() } else { z };
    }
    y
}

#[differentiate(reverse)]
fn perceptron(w: &[f64]) -> f64 {
    let sizes = [2, 3, 2, 1];
    let data = [([0.0, 1.0], 1.0), ([1.0, 1.0], 0.0), ([0.5, -0.5], 0.25)];
    let mut loss = 0.0;
    for (input, target) in data {
        let mut x = input.to_vec();
        let mut offset = 0;
        for l in 1..sizes.len() {
            let size = sizes[l] * (sizes[l - 1] + 1);
            x = layer(&w[offset..offset + size], &x, sizes[l], l + 1 < sizes.len());
            offset += size;
        }
        let d = x[0] - target;
        loss += 0.5 * d * d;
    }
    loss
}

#[differentiate(reverse)]
fn viterbi_like(x: &[f64]) -> f64 {
    // edit distance with learned costs: dynamic programming with min
    let (a, b) = ([1u8, 2, 3, 2], [2u8, 3, 3]);
    let mut table = vec![vec![0.0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = match (i, j) {
                (0, 0) => 0.0,
                (0, _) => table[0][j - 1] + x[0],
                (_, 0) => table[i - 1][0] + x[1],
                _ => {
                    let substitution = if a[i - 1] == b[j - 1] { 0.0 } else { x[2] * (a[i - 1] as f64 - b[j - 1] as f64).abs() };
                    (table[i - 1][j - 1] + substitution).min(table[i - 1][j] + x[1]).min(table[i][j - 1] + x[0])
                }
            };
        }
    }
    table[a.len()][b.len()]
}

// ---- geometry, finance, interpolation ----

#[differentiate(reverse)]
fn normal_cdf(x: f64) -> f64 {
    0.5 * (1.0 + autodiff::special::erf(x / 2f64.sqrt()))
}

#[differentiate(reverse)]
fn black_scholes(spot: f64, strike: f64, rate: f64, sigma: f64, t: f64, is_call: bool) -> f64 {
    let d1 = ((spot / strike).ln() + (rate + 0.5 * sigma.powi(2)) * t) / (sigma * t.sqrt());
    let d2 = d1 - sigma * t.sqrt();
    let discount = (-rate * t).exp();
    if is_call {
        spot * normal_cdf(d1) - strike * discount * normal_cdf(d2)
    } else {
        strike * discount * normal_cdf(-d2) - spot * normal_cdf(-d1)
    }
}

#[differentiate(reverse)]
fn binomial_american(spot: f64, strike: f64, rate: f64, sigma: f64, steps: usize) -> f64 {
    let dt = 1.0 / steps as f64;
    let up = (sigma * dt.sqrt()).exp();
    let p = ((rate * dt).exp() - 1.0 / up) / (up - 1.0 / up);
    let mut values: Vec<f64> = Vec::with_capacity(steps + 1);
    for i in 0..=steps {
        values.push((strike - spot * up.powi(2 * i as i32 - steps as i32)).max(0.0));
    }
    for n in (0..steps).rev() {
        for i in 0..=n {
            let hold = (-rate * dt).exp() * (p * values[i + 1] + (1.0 - p) * values[i]);
            let exercise = strike - spot * up.powi(2 * i as i32 - n as i32);
            values[i] = hold.max(exercise);
        }
        values.pop();
    }
    values[0]
}

#[differentiate(reverse)]
fn natural_spline(xs: &[f64], ys: &[f64], at: f64) -> f64 {
    let n = xs.len();
    let mut m = vec![0.0; n];
    let mut u = vec![0.0; n];
    for i in 1..n - 1 {
        let s = (xs[i] - xs[i - 1]) / (xs[i + 1] - xs[i - 1]);
        let p = s * m[i - 1] + 2.0;
        m[i] = (s - 1.0) / p;
        let slope = (ys[i + 1] - ys[i]) / (xs[i + 1] - xs[i]) - (ys[i] - ys[i - 1]) / (xs[i] - xs[i - 1]);
        u[i] = (6.0 * slope / (xs[i + 1] - xs[i - 1]) - s * u[i - 1]) / p;
    }
    m[n - 1] = 0.0;
    for k in (0..n - 1).rev() {
        m[k] = m[k] * m[k + 1] + u[k];
    }
    let (mut lo, mut hi) = (0, n - 1);
    while hi - lo > 1 {
        let mid = (hi + lo) / 2;
        if xs[mid] > at { hi = mid } else { lo = mid }
    }
    let h = xs[hi] - xs[lo];
    let (a, b) = ((xs[hi] - at) / h, (at - xs[lo]) / h);
    a * ys[lo] + b * ys[hi] + ((a.powi(3) - a) * m[lo] + (b.powi(3) - b) * m[hi]) * h * h / 6.0
}

#[differentiate(reverse)]
fn splined(x: &[f64]) -> f64 {
    let xs = [0.0, 1.0 + 0.1 * x[0], 2.0, 3.5, 5.0];
    natural_spline(&xs, &x[..5], 1.7) * natural_spline(&xs, &x[1..], 4.1 + 0.01 * x[2])
}

#[differentiate(reverse)]
fn de_casteljau(control: &[(f64, f64)], t: f64) -> (f64, f64) {
    let mut points = control.to_vec();
    let mut n = points.len();
    while n > 1 {
        for i in 0..n - 1 {
            points[i] = (points[i].0 * (1.0 - t) + points[i + 1].0 * t, points[i].1 * (1.0 - t) + points[i + 1].1 * t);
        }
        n -= 1;
    }
    points[0]
}

#[differentiate(reverse)]
fn curve(x: &[f64]) -> f64 {
    let control = [(x[0], x[1]), (x[2], 1.0), (0.5, x[3]), (1.0, 0.0)];
    let mut length = 0.0;
    let (mut px, mut py) = de_casteljau(&control, 0.0);
    for k in 1..=8 {
        let (qx, qy) = de_casteljau(&control, k as f64 / 8.0);
        length += (qx - px).hypot(qy - py);
        (px, py) = (qx, qy);
    }
    length
}

#[differentiate(reverse)]
fn horner(c: &[f64], x: f64) -> (f64, f64) {
    let (mut p, mut d) = (0.0, 0.0);
    for &a in c.iter().rev() {
        d = d * x + p;
        p = p * x + a;
    }
    (p, d)
}

#[differentiate(reverse)]
fn newton_root(c: &[f64]) -> f64 {
    let mut x = 1.0;
    for _ in 0..50 {
        let (p, d) = horner(c, x);
        if p.abs() < 1e-13 {
            break;
        }
        x -= p / d;
    }
    // one more step makes the derivative that of the root
    let (p, d) = horner(c, x);
    x - p / d
}

#[differentiate(reverse)]
fn simpson(x: &[f64]) -> f64 {
    adaptive(x, 0.0, 1.0 + x[0] * x[0], 6)
}

#[differentiate(reverse)]
fn integrand(p: &[f64], t: f64) -> f64 {
    (p[1] * t).sin() * (-p[0] * t * t).exp()
}

#[differentiate(reverse)]
fn adaptive(p: &[f64], a: f64, b: f64, depth: u32) -> f64 {
    let m = 0.5 * (a + b);
    let whole = (b - a) / 6.0 * (integrand(p, a) + 4.0 * integrand(p, m) + integrand(p, b));
    let (l, r) = (0.5 * (a + m), 0.5 * (m + b));
    let halves =
        (b - a) / 12.0 * (integrand(p, a) + 4.0 * integrand(p, l) + 2.0 * integrand(p, m) + 4.0 * integrand(p, r) + integrand(p, b));
    if depth == 0 || (whole - halves).abs() < 1e-6 {
        halves + (halves - whole) / 15.0
    } else {
        adaptive(p, a, m, depth - 1) + adaptive(p, m, b, depth - 1)
    }
}

#[differentiate(reverse)]
fn n_body(x: &[f64]) -> f64 {
    let n = 3;
    let masses = [1.0, 0.5, 0.25];
    let mut position = vec![[0.0; 2]; n];
    let mut velocity = vec![[0.0; 2]; n];
    for b in 0..n {
        position[b] = [x[2 * b], x[2 * b + 1] + b as f64];
        velocity[b][0] = 0.1 * x[(b + 1) % 6];
    }
    for _ in 0..5 {
        let mut force = vec![[0.0; 2]; n];
        for i in 0..n {
            for j in 0..i {
                let d = [position[j][0] - position[i][0], position[j][1] - position[i][1]];
                let r2 = d[0] * d[0] + d[1] * d[1] + 0.05;
                let f = masses[i] * masses[j] / (r2 * r2.sqrt());
                for k in 0..2 {
                    force[i][k] += f * d[k];
                    force[j][k] -= f * d[k];
                }
            }
        }
        for ((p, v), (f, m)) in position.iter_mut().zip(velocity.iter_mut()).zip(force.iter().zip(&masses)) {
            for k in 0..2 {
                v[k] += 0.05 * f[k] / m;
                p[k] += 0.05 * v[k];
            }
        }
    }
    let mut spread = 0.0;
    for (p, v) in position.iter().zip(&velocity) {
        spread += p[0] * p[0] + p[1] * v[0];
    }
    spread
}

#[differentiate(reverse)]
fn ray_march(x: &[f64]) -> f64 {
    // the distance to a sphere by sphere tracing
    let (mut t, centre, radius) = (0.0, [x[0], x[1], 4.0], 1.0 + 0.1 * x[2]);
    let direction = [0.05, -0.02, 1.0];
    let mut hit = false;
    'march: for _ in 0..200 {
        let mut s = 0.0;
        for k in 0..3 {
            let d = t * direction[k] - centre[k];
            s += d * d;
        }
        let distance = s.sqrt() - radius;
        if distance < 1e-12 {
            hit = true;
            break 'march;
        }
        if t > 100.0 {
            break;
        }
        t += distance;
    }
    if hit { t } else { -1.0 }
}

#[test]
fn differential_equations() {
    check!(population_misfit, [1.1, 0.4, 0.3, 0.8, 1.5]);
    check!(pendulum_energy_drift, [1.1, 0.4, 0.3, 0.8]);
    check!(pendulum_energy_drift, [3.1, 2.4, 0.3, 0.8], 1e-6);
    check!(implicit_heat, [0.5, -0.3, 0.8, 0.2, 1.0]);
    check!(wave_on_a_grid, [0.5, -0.3, 0.8, 0.2, 1.0]);
    check!(n_body, [0.5, -0.3, 0.8, 0.2, 1.0, -0.6]);
}

#[test]
fn linear_algebra() {
    check!(gaussian_process, [0.5, -0.3, 0.8, 0.2]);
    check!(solved, [0.5, -0.3, 0.8, 0.2, 1.0, -0.6, 0.7, 1.3]);
    check!(gram_schmidt, [1.5, -0.3, 0.8, 0.2, 1.0, -0.6, 0.7, 0.3, 1.2]);
    check!(givens, [1.5, -0.3, 0.8, 0.2, 1.0, -0.6, 0.7, 0.3, 1.2]);
    check!(matrix_exponential, [0.5, -0.3, 0.8, 0.2]);
    check!(power_iteration, [0.5, -0.3, 0.8, 0.2, 0.1]);
    check!(rank_of_the_first, [0.5, -0.3, 0.8, 0.2, 0.1, -0.4]);
    check!(conjugate_gradients, [0.5, -0.3, 0.8, 0.2]);
}

#[test]
fn signals() {
    check!(spectrum_peak, [0.5, -0.3, 0.8, 0.2, 1.0, -0.6, 0.7, 1.3]);
    check!(filtered_power, [0.5, -0.3, 0.8, 0.2, 1.0, -0.6, 0.7, 1.3]);
    let image: Vec<f64> = (0..16).map(|i| (i as f64 * 1.7).sin()).collect();
    check!(pooled, image);
}

#[test]
fn statistics() {
    check!(kalman, [-0.5, 0.3, 0.8, 0.2]);
    check!(hidden_markov, [0.5, -0.3, 0.8, 0.2, 1.0, -0.6, 0.3]);
    check!(regression, [0.5, -0.3, 0.8, 0.2, 1.0, -0.6]);
    check!(k_means_cost, [0.5, -0.3, 0.8, 1.2]);
    let w: Vec<f64> = (0..20).map(|i| (i as f64 * 0.9).cos() * 0.7).collect();
    check!(perceptron, w);
    check!(viterbi_like, [1.0, 1.2, 0.7]);
    check!(viterbi_like, [0.3, 0.2, 2.7]);
}

#[test]
fn geometry_and_interpolation() {
    check!(splined, [0.5, -0.3, 0.8, 0.2, 1.0, 0.4]);
    check!(curve, [0.5, -0.3, 0.8, 0.2]);
    check!(newton_root, [-3.0, 0.5, 0.2, 1.0]);
    check!(simpson, [0.5, 2.3]);
    check!(ray_march, [0.1, 0.2, 0.3]);
    check!(ray_march, [3.0, 2.0, 0.3]);
}

#[test]
fn options() {
    let (spot, strike, rate, sigma, t) = (100.0, 95.0, 0.03, 0.2, 0.75);
    let (value, (delta, _, rho, vega, _)) = black_scholes_value_and_grad(spot, strike, rate, sigma, t, true);
    assert_eq!(value, black_scholes(spot, strike, rate, sigma, t, true));
    let d1 = ((spot / strike).ln() + (rate + 0.5 * sigma * sigma) * t) / (sigma * t.sqrt());
    let density = (-0.5 * d1 * d1).exp() / (2.0 * std::f64::consts::PI).sqrt();
    crate::support::close("delta", delta, normal_cdf(d1), 1e-12);
    crate::support::close("vega", vega, spot * density * t.sqrt(), 1e-11);
    crate::support::close("rho", rho, strike * t * (-rate * t).exp() * normal_cdf(d1 - sigma * t.sqrt()), 1e-11);
    let (_, (put_delta, ..)) = black_scholes_value_and_grad(spot, strike, rate, sigma, t, false);
    crate::support::close("parity", delta - put_delta, 1.0, 1e-12);
    let f = |p: &[f64]| binomial_american(p[0], p[1], p[2], p[3], 25);
    let p = [36.3, 40.1, 0.06, 0.21];
    let (_, g) = binomial_american_value_and_grad(p[0], p[1], p[2], p[3], 25);
    for (found, expected) in [g.0, g.1, g.2, g.3].iter().zip(crate::support::differences(f, &p)) {
        crate::support::close("american put", *found, expected, 1e-5);
    }
}
