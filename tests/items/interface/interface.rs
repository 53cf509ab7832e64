//! The emitted interface: names, signatures, visibility, residuals.
#![deny(warnings)]

use crate::support::close;
use autodiff::prelude::*;

/// A function of everything at once.
#[differentiate(reverse)]
fn everything(x: f64, n: usize, v: &[f64], m: &[[f64; 2]; 2], w: Vec<f64>) -> f64 {
    let mut t = x;
    for i in 0..v.len() {
        t += v[i] * w[i % w.len()] * n as f64;
        t *= m[i % 2][0] + 0.1 * m[0][i % 2];
    }
    t.sin()
}

const M: [[f64; 2]; 2] = [[0.5, 1.5], [-0.25, 0.75]];

#[test]
fn signatures() {
    let (x, n, v, w) = (0.5, 2, [1.0, -2.0, 0.5], vec![0.3, 0.6]);
    let value: f64 = everything(x, n, &v, &M, w.clone());
    let (y, (dx, dv, dm, dw)): (f64, (f64, Vec<f64>, [[f64; 2]; 2], Vec<f64>)) =
        everything_value_and_grad(x, n, &v, &M, w.clone());
    assert_eq!(y.to_bits(), value.to_bits());
    assert_eq!(everything_grad(x, n, &v, &M, w.clone()), (dx, dv.clone(), dm, dw.clone()));
    let (y, cotangents) = everything_vjp(x, n, &v, &M, w.clone(), 1.0);
    assert_eq!((y.to_bits(), &cotangents), (value.to_bits(), &(dx, dv.clone(), dm, dw.clone())));
    // forward: tangents in the order of the active parameters, passed as these are
    let (y, y_dot): (f64, f64) = everything_jvp(
        x,
        n,
        &v,
        &M,
        w.clone(),
        2.0,
        &[0.0, 1.0, 0.0],
        &[[0.0, 3.0], [0.0; 2]],
        vec![0.0, 1.0],
    );
    assert_eq!(y.to_bits(), value.to_bits());
    close("jvp", y_dot, 2.0 * dx + dv[1] + 3.0 * dm[0][1] + dw[1], 1e-14);
    // unzipped
    let (y, residuals): (f64, EverythingResiduals) = everything_primal(x, n, &v, &M, w.clone());
    assert_eq!(y.to_bits(), value.to_bits());
    let linear: f64 = everything_linear(
        &residuals,
        2.0,
        &[0.0, 1.0, 0.0],
        &[[0.0, 3.0], [0.0; 2]],
        vec![0.0, 1.0],
    );
    close("linear", linear, y_dot, 1e-14);
    let (mut x_bar, mut v_bar, mut m_bar, mut w_bar) =
        (0.0, vec![0.0; 3], [[0.0; 2]; 2], vec![0.0; 2]);
    everything_transposed(&residuals, 1.0, &mut x_bar, &mut v_bar[..], &mut m_bar, &mut w_bar[..]);
    assert_eq!((x_bar, v_bar, m_bar, w_bar), (dx, dv.clone(), dm, dw.clone()));
    // again, into the same memory
    let mut residuals = residuals.clone();
    for factor in [1.0, -2.0] {
        let y = everything_primal_into(factor, n, &v, &M, w.clone(), &mut residuals);
        assert_eq!(y.to_bits(), everything(factor, n, &v, &M, w.clone()).to_bits());
        let (mut x_bar, mut v_bar, mut m_bar, mut w_bar) =
            (1.0, [0.0; 3], [[0.0; 2]; 2], vec![0.0; 2]);
        everything_transposed(
            &residuals,
            1.0,
            &mut x_bar,
            &mut v_bar[..],
            &mut m_bar,
            &mut w_bar[..],
        );
        let expected = everything_grad(factor, n, &v, &M, w.clone());
        close("x", x_bar, 1.0 + expected.0, 1e-15);
        assert_eq!((v_bar.to_vec(), m_bar, w_bar), (expected.1, expected.2, expected.3));
    }
    let (mut x_bar, mut v_bar, mut m_bar, mut w_bar) =
        (0.0, vec![1.0; 3], [[0.0; 2]; 2], vec![0.0; 2]);
    let y: f64 = everything_vjp_into(
        x,
        n,
        &v,
        &M,
        w.clone(),
        2.0,
        &mut residuals,
        &mut x_bar,
        &mut v_bar[..],
        &mut m_bar,
        &mut w_bar[..],
    );
    assert_eq!(y.to_bits(), value.to_bits());
    close("vjp_into", x_bar, 2.0 * dx, 1e-15);
    close("vjp_into", v_bar[1], 1.0 + 2.0 * dv[1], 1e-15);
}

#[test]
fn residuals_are_plain_values() {
    fn requires<T: Clone + std::fmt::Debug + Send + Sync>(_: &T) {}
    let v = vec![1.0; 100];
    let (_, residuals) = everything_primal(0.5, 1, &v, &M, vec![0.1, 0.2]);
    requires(&residuals);
    assert!(residuals.size_in_bytes() > 0);
    assert!(format!("{residuals:?}").contains("EverythingResiduals"));
    let (_, short) = everything_primal(0.5, 1, &v[..10], &M, vec![0.1, 0.2]);
    assert!(short.size_in_bytes() < residuals.size_in_bytes());
    // in another thread
    let gradient = std::thread::scope(|scope| {
        scope
            .spawn(|| {
                let mut bar = 0.0;
                everything_transposed(
                    &residuals,
                    1.0,
                    &mut bar,
                    &mut Discard,
                    &mut Discard,
                    &mut Discard,
                );
                bar
            })
            .join()
            .unwrap()
    });
    assert_eq!(gradient, everything_grad(0.5, 1, &v, &M, vec![0.1, 0.2]).0);
}

#[differentiate(reverse)]
fn owned(x: f64, n: usize) -> f64 {
    let mut t = x;
    for _ in 0..n {
        t = t.sin();
    }
    t
}

#[test]
fn residuals_start_from_default() {
    let mut residuals = OwnedResiduals::default();
    let mut x_bar = 0.0;
    for n in [3, 0, 5] {
        x_bar = 0.0;
        let y = owned_vjp_into(0.5, n, 1.0, &mut residuals, &mut x_bar);
        assert_eq!((y, x_bar), owned_value_and_grad(0.5, n));
    }
    let mut kept = residuals.clone();
    owned_primal_into(0.7, 2, &mut kept);
    let mut again = 0.0;
    owned_transposed(&residuals, 1.0, &mut again);
    assert_eq!(again, x_bar);
    assert_eq!(owned_linear(&kept, 1.0), owned_grad(0.7, 2));
}

// ---- names ----

#[differentiate(reverse)]
#[allow(clippy::too_many_arguments)]
fn clashing(
    x: f64,
    x_dot: f64,
    x_bar: f64,
    stacks: f64,
    frame: f64,
    residuals: f64,
    y: f64,
    r: f64,
    y_bar: f64,
    y_dot: f64,
    v: &[f64],
    v_bar: &[f64],
    v_length: f64,
) -> f64 {
    let clashing_jvp = x * x_dot + x_bar * stacks;
    let mut row = frame * residuals + y * r;
    for i in 0..v.len() {
        let counter = v[i] * v_bar[i];
        row = row * counter + counter;
    }
    let (bar, dot) = (y_bar * clashing_jvp, y_dot * row);
    bar * dot + v_length * v_length
}

#[test]
fn parameters_named_like_generated_ones() {
    let p = [0.5, 1.5, -0.25, 0.75, 1.25, -1.5, 0.3, 0.6, 0.9, -0.8, 1.1];
    let f = |p: &[f64]| {
        clashing(
            p[0],
            p[1],
            p[2],
            p[3],
            p[4],
            p[5],
            p[6],
            p[7],
            p[8],
            p[9],
            &[0.2, 0.4],
            &[1.0, 2.0],
            p[10],
        )
    };
    let (value, g) = clashing_value_and_grad(
        p[0],
        p[1],
        p[2],
        p[3],
        p[4],
        p[5],
        p[6],
        p[7],
        p[8],
        p[9],
        &[0.2, 0.4],
        &[1.0, 2.0],
        p[10],
    );
    assert_eq!(value, f(&p));
    let found = [g.0, g.1, g.2, g.3, g.4, g.5, g.6, g.7, g.8, g.9, g.12];
    for (found, expected) in found.iter().zip(crate::support::differences(f, &p)) {
        close("clashing", *found, expected, 1e-8);
    }
    let (_, r) = clashing_primal(
        p[0],
        p[1],
        p[2],
        p[3],
        p[4],
        p[5],
        p[6],
        p[7],
        p[8],
        p[9],
        &[0.2, 0.4],
        &[1.0, 2.0],
        p[10],
    );
    let linear = clashing_linear(
        &r,
        1.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        &[0.0; 2],
        &[1.0, 0.0],
        0.0,
    );
    close("linear", linear, g.0 + g.11[0], 1e-13);
}

#[differentiate(reverse)]
fn r#match(r#type: f64, r#in: f64) -> f64 {
    let r#loop = r#type * r#in;
    r#loop * r#type
}

#[differentiate(reverse)]
fn calls_raw(x: f64) -> f64 {
    r#match(x, 2.0) + self::r#match(1.0, x)
}

#[differentiate(reverse)]
#[allow(non_snake_case)]
fn größe(λ: f64, ß: &[f64]) -> f64 {
    let δ = λ * ß[0];
    let naïve = δ.sin();
    naïve * λ
}

#[differentiate(reverse)]
#[allow(non_snake_case)]
fn CamelCase(X: f64) -> f64 {
    X * X
}

#[differentiate(reverse)]
fn _underscored(_x: f64, _: f64, __y: f64) -> f64 {
    _x * __y
}

#[differentiate(reverse)]
fn f(f: f64) -> f64 {
    f * f
}

#[differentiate(reverse)]
fn with_digits_2_3(x1: f64, x_1: f64, x1_: f64) -> f64 {
    let x = x1 * x_1;
    let x_2 = x * x1_;
    {
        let x = x * x_2;
        x + x_2
    }
}

#[test]
fn unusual_names() {
    assert_eq!(match_value_and_grad(3.0, 2.0), (18.0, (12.0, 9.0)));
    assert_eq!(match_jvp(3.0, 2.0, 1.0, 0.0).1, 12.0);
    let (_, residuals): (f64, MatchResiduals) = match_primal(3.0, 2.0);
    assert_eq!(match_linear(&residuals, 0.0, 1.0), 9.0);
    assert_eq!(calls_raw_grad(3.0), 13.0);
    let (_, (dλ, dß)) = größe_value_and_grad(2.0, &[0.5]);
    close("λ", dλ, 1f64.sin() + 2.0 * 0.5 * 1f64.cos(), 1e-15);
    close("ß", dß[0], 4.0 * 1f64.cos(), 1e-15);
    assert_eq!(CamelCase_grad(3.0), 6.0);
    let _: CamelCaseResiduals = CamelCase_primal(3.0).1;
    assert_eq!(_underscored_grad(3.0, 4.0, 5.0), (5.0, 0.0, 3.0));
    assert_eq!(f_grad(3.0), 6.0);
    assert_eq!(
        with_digits_2_3_grad(1.0, 2.0, 3.0),
        (2.0 * 2.0 * 2.0 * 3.0 + 6.0, 2.0 * 2.0 * 3.0 + 3.0, 4.0 + 2.0)
    );
}

// ---- where things stand ----

mod visible {
    use autodiff::prelude::*;

    #[differentiate(reverse)]
    pub fn public(x: f64) -> f64 {
        private(x) * restricted(x)
    }

    #[differentiate(reverse)]
    fn private(x: f64) -> f64 {
        x * 2.0
    }

    #[differentiate(reverse)]
    pub(crate) fn restricted(x: f64) -> f64 {
        x + nested::deep(x)
    }

    pub mod nested {
        use autodiff::prelude::*;

        #[differentiate(reverse)]
        pub(in crate::interface::interface) fn deep(x: f64) -> f64 {
            x * x
        }

        #[differentiate(reverse)]
        pub(super) fn up(x: f64) -> f64 {
            super::private(x) + super::super::f(x)
        }
    }

    #[differentiate(reverse)]
    pub fn through(x: f64) -> f64 {
        nested::up(x)
    }
}

/// Without anything imported but the attribute, and with things in scope that might be in the way.
mod strict {
    #![deny(
        warnings,
        missing_docs,
        missing_debug_implementations,
        unreachable_pub,
        unused_qualifications
    )]
    #![allow(dead_code)]

    use std::ops::{Add, AddAssign, Index, Mul};

    /// Not the one of the prelude.
    pub(super) struct Vec;
    /// Nor this.
    pub(super) type Option = Vec;
    /// Nor this.
    pub(super) trait Clone {
        /// What it does.
        fn clone(&self) {}
    }
    impl<T> Clone for T {}

    /// The sum of products.
    ///
    /// # Panics
    /// If `b` is shorter than `a`.
    #[autodiff::differentiate(reverse)]
    pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
        let mut t = 0.0;
        for i in 0..a.len() {
            t += a[i] * b[i];
        }
        let _ = used(1.0);
        t
    }

    fn used<T: Add + AddAssign + Mul>(x: T) -> T
    where
        [T]: Index<usize>,
    {
        x
    }
}

#[cfg(any())]
#[differentiate(reverse)]
fn configured_away(x: f64) -> f64 {
    nothing_of_this_exists(x)
}

#[differentiate(reverse)]
#[cfg(not(any()))]
fn configured_in(x: f64) -> f64 {
    x * 3.0
}

#[differentiate(reverse)]
#[cfg(any())]
fn configured_out(x: f64) -> f64 {
    x
}

#[inline(never)]
#[must_use]
#[differentiate]
fn attributes(x: f64) -> f64 {
    x * 4.0
}

#[test]
fn visibility_and_attributes() {
    assert_eq!(visible::public_grad(3.0), 2.0 * 12.0 + 6.0 * 7.0);
    assert_eq!(visible::restricted_jvp(3.0, 1.0), (12.0, 7.0));
    let residuals: visible::nested::DeepResiduals = visible::nested::deep_primal(3.0).1;
    assert_eq!(visible::nested::deep_linear(&residuals, 1.0), 6.0);
    assert_eq!(visible::through_grad(3.0), 8.0);
    assert_eq!(strict::dot_grad(&[1.0, 2.0], &[3.0, 4.0]), (vec![3.0, 4.0], vec![1.0, 2.0]));
    assert_eq!(configured_in_grad(1.0), 3.0);
    assert_eq!(attributes_grad(1.0), 4.0);
}

#[test]
fn functions_inside_functions() {
    #[differentiate(reverse)]
    fn inside(x: f64) -> f64 {
        x * x
    }
    assert_eq!(inside_grad(3.0), 6.0);
}
