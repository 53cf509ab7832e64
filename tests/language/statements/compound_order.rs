//! Compound assignments in which one operand changes the other: numbers evaluate the right side
//! first, overloaded operators the place.

use autodiff::prelude::*;
use std::ops::{AddAssign, MulAssign};

#[derive(Clone, Copy, Debug, Differentiable)]
struct V {
    a: f64,
}
#[differentiate]
impl AddAssign<V> for V {
    #[differentiate]
    fn add_assign(&mut self, o: V) {
        self.a += o.a;
    }
}
#[differentiate]
impl MulAssign<f64> for V {
    #[differentiate]
    fn mul_assign(&mut self, o: f64) {
        self.a *= 2.0 * o;
    }
}
fn next(k: &mut usize) -> usize {
    *k += 1;
    *k - 1
}
#[differentiate]
fn index_of_structs(x: f64) -> f64 {
    let mut p = [V { a: x }, V { a: 3.0 * x }];
    let mut k: usize = 1;
    p[{
        k -= 1;
        k
    }] += V { a: x * (k as f64 + 1.0) };
    p[k] *= {
        k += 1;
        x * k as f64
    };
    p[0].a * p[1].a
}
#[differentiate]
fn chosen_numbers(x: f64) -> f64 {
    let (mut a, mut b) = (x, 2.0 * x);
    let mut k: usize = 1;
    *(if k > 0 { &mut a } else { &mut b }) = {
        k = 0;
        x * x
    };
    *(if k > 0 { &mut a } else { &mut b }) += {
        k = 1;
        x * x
    };
    *(if k > 0 { &mut a } else { &mut b }) *= {
        k = 0;
        &x
    };
    a + 10.0 * b
}
#[differentiate]
fn chosen_structs(x: f64) -> f64 {
    let (mut a, mut b) = (V { a: x }, V { a: 2.0 * x });
    let mut k: usize = 1;
    *(if k > 0 { &mut a } else { &mut b }) += {
        k = 0;
        V { a: x * x }
    };
    *(if next(&mut k) > 0 { &mut a } else { &mut b }) *= x * (k as f64 + 1.0);
    a.a + 10.0 * b.a
}
#[differentiate]
fn elements(x: f64) -> f64 {
    let mut w = vec![x, 2.0 * x, x * x];
    let mut idx = vec![0usize, 1, 2];
    w[idx[0]] += {
        idx[0] = 2;
        x
    };
    w[idx[0]] += {
        idx[0] = 1;
        w[idx[0]]
    };
    w[idx[0]] -= {
        idx.push(7);
        x * idx.len() as f64
    };
    w[idx.len() - 3] *= {
        idx.pop();
        x * idx.len() as f64
    };
    w[idx.len() - 2] += {
        idx.pop();
        &x
    };
    w[0] + 10.0 * w[1] + 100.0 * w[2]
}
#[differentiate]
fn counted_by_a_closure(x: f64) -> f64 {
    let mut count = 0usize;
    let mut step = || {
        count += 1;
        count
    };
    let mut w = [x, 2.0 * x, x * x, 3.0];
    w[step() % 4] += x * step() as f64;
    let mut v = [V { a: x }, V { a: 2.0 * x }, V { a: x * x }];
    v[step() % 3] *= x * step() as f64;
    w[0] + 10.0 * w[1] + 100.0 * w[2] + v[0].a + 10.0 * v[1].a + 100.0 * v[2].a
}
#[differentiate]
fn indices_of_an_iterator(x: f64) -> f64 {
    let mut w = [x, 2.0 * x, x * x];
    let mut it = [2usize, 0, 1].into_iter();
    let s = [x, x * x];
    w[it.next().unwrap_or(0)] += {
        let k = it.next().unwrap_or(1);
        x * k as f64
    };
    let mut k = 0usize;
    w[k] += {
        k += 1;
        s[k]
    };
    w[0] + 10.0 * w[1] + 100.0 * w[2]
}
#[differentiate]
fn whole_numbers(x: f64) -> f64 {
    let mut s = [1u32, 2, 3];
    let mut k = 0usize;
    s[k] += {
        k += 1;
        s[k]
    };
    s[k] <<= {
        k += 1;
        1
    };
    s[next(&mut k) % 3] += k as u32;
    x * (s[0] as f64 + 10.0 * s[1] as f64 + 100.0 * s[2] as f64)
}
#[differentiate]
fn behind_a_reference(x: f64, n: &mut usize) -> f64 {
    let mut w = [x, 2.0 * x, x * x];
    w[*n] += {
        *n += 1;
        x
    };
    w[next(n)] -= x * (*n as f64);
    w[next(n) % 3] *= {
        next(n);
        w[*n % 3]
    };
    w[0] + 10.0 * w[1] + 100.0 * w[2]
}
#[differentiate]
fn parameters<T: Real + AddAssign + MulAssign>(x: T, w: &mut [T], n: &mut usize) -> T {
    w[*n] += {
        *n += 1;
        x
    };
    w[next(n)] *= { if *n == 2 { x } else { x * x } };
    w[0] + T::real(10.0) * w[1] + T::real(100.0) * w[2]
}
#[differentiate]
fn with_an_exit(x: f64) -> Option<f64> {
    let mut w = [x, 2.0 * x, x * x];
    let mut k = 0usize;
    w[k] += {
        k += 1;
        if x > 0.0 { Some(x) } else { None }
    }?;
    Some(w[0] + 10.0 * w[1])
}
#[differentiate]
fn by_reference(x: f64) -> f64 {
    let mut w = [x, 2.0 * x, 3.0 * x];
    let mut k: usize = 0;
    let y = x * x;
    w[k] += {
        k += 1;
        &y
    };
    w[k] *= {
        k += 1;
        y
    };
    w[0] + 10.0 * w[1] + 100.0 * w[2]
}

macro_rules! same {
    ($($f:ident $vjp:ident $grad:ident),*) => { $(
        assert_eq!($f(1.7), $vjp(1.7, 1.0).0, stringify!($f));
        let h = 1e-6;
        let slope = ($f(1.7 + h) - $f(1.7 - h)) / (2.0 * h);
        assert!(($grad(1.7) - slope).abs() < 1e-6 * slope.abs().max(1.0), "{}: {} {slope}",
            stringify!($f), $grad(1.7));
    )* };
}
#[test]
fn of_numbers() {
    same!(
        chosen_numbers chosen_numbers_vjp chosen_numbers_grad,
        elements elements_vjp elements_grad,
        whole_numbers whole_numbers_vjp whole_numbers_grad,
        indices_of_an_iterator indices_of_an_iterator_vjp indices_of_an_iterator_grad
    );
    assert_eq!(behind_a_reference(1.7, &mut 0), behind_a_reference_vjp(1.7, &mut 0, 1.0).0);
    assert_eq!(with_an_exit_vjp(1.7, Some(1.0)), (with_an_exit(1.7), 31.0));
}
#[test]
fn of_overloaded_operators() {
    same!(
        by_reference by_reference_vjp by_reference_grad,
        index_of_structs index_of_structs_vjp index_of_structs_grad,
        chosen_structs chosen_structs_vjp chosen_structs_grad,
        counted_by_a_closure counted_by_a_closure_vjp counted_by_a_closure_grad
    );
    let (mut v, mut w) = (vec![1.0, 2.0, 3.0], vec![1.0, 2.0, 3.0]);
    let y = parameters(1.7, &mut v, &mut 0);
    let z = parameters_jvp(1.7, &mut w, &mut 0, 1.0, &mut [0.0; 3]).0;
    assert_eq!((y, v), (z, w));
}
