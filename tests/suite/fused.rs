//! Functions whose sweeps are fused: what `f_vjp` gives is what the unzipped schedule gives, up to rounding, and the value to the last bit.

use autodiff::prelude::*;

mod rows {
    use autodiff::prelude::*;

    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut sum = 0.0;
        for i in 0..n {
            let mut row = 0.5;
            for (j, v) in x.iter().enumerate() {
                row = row * 0.5 + (*v * (i + j) as f64).sin();
            }
            sum += row * row;
        }
        3.0 * sum
    }
}
mod workspace {
    use autodiff::prelude::*;

    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let d = x.len();
        let mut work = vec![0.0; d];
        let mut total = 0.0;
        for i in 0..n {
            for j in 0..d {
                work[j] = x[j] * x[j] + i as f64;
            }
            let mut product = 1.0;
            for j in 0..d {
                product *= work[j];
            }
            total += (1.0 + product).sqrt();
        }
        total
    }
}
mod early_exit {
    use autodiff::prelude::*;

    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut sum = 0.0;
        for i in 0..n {
            let term = x[i % 3] * x[(i + 1) % 3];
            if term > 0.4 {
                continue;
            }
            sum += term.exp();
            if sum > 4.0 {
                break;
            }
        }
        let mut k = 0;
        while k < n {
            sum += x[0].powi(2) * k as f64;
            k += 2;
        }
        sum
    }
}
mod minors {
    use autodiff::prelude::*;

    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        if n == 0 {
            return x[0] * x[1];
        }
        let mut sum = 0.0;
        for j in 0..n {
            let part = f(x, n - 1);
            if j % 2 == 0 {
                sum += x[j % 3] * part;
            } else {
                sum -= x[2].sin() * part;
            }
        }
        sum
    }
}
mod one_of_two_calls {
    use autodiff::prelude::*;

    #[differentiate(reverse)]
    pub fn g(x: f64, y: f64) -> f64 {
        let mut s = 0.0;
        for k in 1..4 {
            s += (x * y / k as f64).cos();
        }
        s
    }
    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut sum = 0.0;
        for i in 0..n {
            sum += g(x[0], g(x[1], x[2] + i as f64)) * g(x[2], x[0]);
        }
        sum
    }
}
mod in_place {
    use autodiff::prelude::*;

    #[differentiate(reverse)]
    pub fn step(y: &mut [f64], k: f64) {
        for i in 1..y.len() {
            y[i] = y[i] + k * y[i - 1].sin();
        }
    }
    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut total = 0.0;
        for i in 0..n {
            let mut y = x.to_vec();
            step(&mut y, 0.25 * i as f64);
            step(&mut y, x[0]);
            total += y[2] * y[1];
        }
        total
    }
}

/// The gradients of both schedules, at some points and sizes.
macro_rules! agree {
    ($name:ident) => {
        for n in [0, 1, 2, 5] {
            for x in [[0.5, -0.25, 1.5], [1.25, 0.75, 0.5], [0.0, 2.0, -1.0]] {
                let value = $name::f(&x, n);
                let (y, gradient) = $name::f_value_and_grad(&x, n);
                let (z, mut unzipped) = $name::f_primal(&x, n);
                let mut expected = vec![0.0; 3];
                $name::f_transposed(&unzipped, 1.0, &mut expected[..]);
                assert_eq!((y.to_bits(), z.to_bits()), (value.to_bits(), value.to_bits()));
                let scale = expected.iter().fold(1.0, |m: f64, e| m.max(e.abs()));
                assert!(gradient.iter().zip(&expected).all(|(g, e)| (g - e).abs() <= 1e-12 * scale), "{gradient:?} {expected:?}");
                let mut bar = vec![1.0; 3];
                for _ in 0..2 {
                    assert_eq!($name::f_vjp_into(&x, n, 0.5, &mut unzipped, &mut bar[..]).to_bits(), value.to_bits());
                }
                assert!(bar.iter().zip(&expected).all(|(b, e)| (b - 1.0 - e).abs() <= 1e-12 * scale));
            }
        }
    };
}

#[test]
fn fused_and_unzipped_agree() {
    agree!(rows);
    agree!(workspace);
    agree!(early_exit);
    agree!(minors);
    agree!(one_of_two_calls);
    agree!(in_place);
}

#[differentiate(reverse)]
fn picks(x: &[f64], at: &[usize]) -> f64 {
    let mut sum = 0.0;
    for i in at.iter() {
        sum += x[*i] * x[0];
    }
    sum
}

#[test]
fn a_panic_in_a_fused_loop_leaves_nothing_behind() {
    let x = [1.0, 2.0, 3.0];
    assert!(std::panic::catch_unwind(|| picks_grad(&x, &[1, 7])).is_err());
    assert_eq!(picks_grad(&x, &[1, 2]), [5.0, 1.0, 1.0]);
}
