//! Copies of `move` closures and clones of iterators own their states.

use autodiff::prelude::*;

#[differentiate]
fn by_let(x: f64) -> f64 {
    let mut s = x;
    let mut a = move || {
        s *= x;
        s
    };
    let first = a();
    let mut b = a;
    let p = a() + 10.0 * b() + 100.0 * b();
    p + s + 1000.0 * a()
}
#[differentiate]
fn by_clone(x: f64) -> f64 {
    let mut s = x;
    let mut a = move || {
        s *= x;
        s
    };
    let mut b = a.clone();
    a() + 10.0 * b() + 100.0 * a() + 1000.0 * b()
}
#[differentiate]
fn captured_by_another(x: f64) -> f64 {
    let mut s = x;
    let mut a = move || {
        s *= x;
        s
    };
    let mut go = move || {
        let t = a();
        t + a()
    };
    go() + 10.0 * a() + 100.0 * go()
}
#[differentiate]
fn clones_of_cursors(x: f64) -> f64 {
    let w = [x, x * x, 3.0 * x];
    let mut it = w.iter();
    let a = it.next().unwrap();
    let mut it2 = it.clone();
    let b = it2.next().unwrap();
    let c = it2.next().unwrap();
    let d = it.next().unwrap();
    a + 10.0 * b + 100.0 * c + 1000.0 * d
}
#[differentiate]
fn clones_of_maps(x: f64) -> f64 {
    let w = [x, x * x, 3.0 * x];
    let mut acc = 0.0;
    let it = w.iter().map(move |v| {
        acc += *v;
        acc
    });
    let it2 = it.clone();
    it.sum::<f64>() + 10.0 * it2.sum::<f64>()
}
#[differentiate]
fn in_adaptors(x: f64) -> f64 {
    let w = [x, x * x, 3.0 * x];
    let mut acc = 1.0;
    let f = move |v: &f64| {
        acc *= *v;
        acc
    };
    let a: f64 = w.iter().map(f).sum();
    let b: f64 = w.iter().map(f).sum();
    a + 10.0 * b + acc
}
#[differentiate]
fn in_tuples(x: f64) -> f64 {
    let mut s = x;
    let mut a = move || {
        s *= x;
        s
    };
    let (mut p, mut q) = (a, a);
    let mut t = (a, 1.0);
    let mut u = t.0;
    let r = u();
    p() + 10.0 * p() + 100.0 * q() + 1000.0 * a() + r
}
#[differentiate]
fn arrays_in_states(x: f64) -> f64 {
    let mut s = [x, x];
    let mut a = move |k: usize| {
        s[k] *= x;
        s[k]
    };
    let mut b = a;
    a(0) + 10.0 * b(0) + 100.0 * a(0) + 1000.0 * b(1) + s[0]
}
#[differentiate]
fn captured_twice(x: f64) -> f64 {
    let mut s = x;
    let mut a = move || {
        s *= x;
        s
    };
    let mut b = move || a() + 1.0;
    let mut c = b;
    a() + 10.0 * b() + 100.0 * c() + 1000.0 * b()
}
#[differentiate]
fn by_reference(x: f64) -> f64 {
    let mut s = x;
    let mut a = || {
        s *= x;
        s
    };
    let mut b = &mut a;
    let p = b();
    p + 10.0 * a() + s
}
#[differentiate]
fn as_arguments(x: f64) -> f64 {
    fn go(mut f: impl FnMut() -> f64) -> f64 {
        f() + f()
    }
    let mut s = x;
    let mut a = move || {
        s *= x;
        s
    };
    go(a) + 10.0 * go(a) + 100.0 * go(&mut a) + 1000.0 * a()
}
#[differentiate]
fn in_loops(x: f64) -> f64 {
    let mut s = x;
    let a = move || {
        s *= x;
        s
    };
    let mut y = 0.0;
    for i in 0..3 {
        let mut b = a;
        y += b() + 10.0 * b();
    }
    y
}
#[differentiate]
fn integers_in_states(x: f64) -> f64 {
    let mut n = 0;
    let mut a = move || {
        n += 1;
        n as f64
    };
    let mut b = a;
    x * (a() + 10.0 * b() + 100.0 * b() + 1000.0 * a())
}
#[differentiate]
fn copied_out_of_references(x: f64) -> f64 {
    let mut s = x;
    let mut a = move || {
        s *= x;
        s
    };
    let r = &mut a;
    let p = r();
    let mut c = *r;
    let q = c() + 10.0 * c();
    p + 10.0 * q + 100.0 * a()
}
#[differentiate]
fn vectors_in_states(x: f64) -> f64 {
    let mut v = vec![x];
    let mut a = move || {
        let n = v.len();
        let l = v[n - 1];
        v.push(l * x);
        v.iter().sum::<f64>()
    };
    let p = a();
    let mut b = a.clone();
    p + 10.0 * b() + 100.0 * b() + 1000.0 * a() + 10000.0 * b()
}
#[differentiate]
fn states_of_adaptors(x: f64) -> f64 {
    let w = [x, x * x, 3.0 * x, 4.0, 0.5 * x];
    let it = w.iter().filter(|v| **v > 0.1).enumerate().take(4).skip(1);
    let it2 = it.clone();
    let a: f64 = it.map(|(i, v)| i as f64 * v).sum();
    let b: f64 = it2.map(|(i, v)| i as f64 * v * v).sum();
    a + 10.0 * b
}
#[differentiate]
fn scans_of_arrays(x: f64) -> f64 {
    let w = [x, x * x, 3.0 * x];
    let it = w.iter().scan([x, 1.0], |s, v| {
        s[0] += *v;
        s[1] *= s[0];
        Some(s[1])
    });
    let it2 = it.clone();
    it.sum::<f64>() + 10.0 * it2.map(|v| v * v).sum::<f64>()
}
#[differentiate]
fn sources_that_call(x: f64) -> f64 {
    let mut s = x;
    let f = move || {
        s *= x;
        s
    };
    let a: f64 = std::iter::repeat_with(f).take(3).sum();
    let b: f64 = std::iter::repeat_with(f).take(2).sum();
    let mut n = 0;
    let g = move || {
        n += 1;
        if n < 4 { Some(x * n as f64) } else { None }
    };
    let c: f64 = std::iter::from_fn(g).sum();
    let d: f64 = std::iter::from_fn(g).map(|v| v * v).sum();
    a + 10.0 * b + 100.0 * c + 1000.0 * d
}
#[differentiate]
fn made_by_closures(x: f64) -> f64 {
    let mk = |k: f64| {
        let mut s = k;
        move || {
            s *= x;
            s
        }
    };
    let mut a = mk(2.0);
    let mut b = mk(x);
    let mut c = a;
    a() + 10.0 * b() + 100.0 * c() + 1000.0 * c() + 10000.0 * a()
}
#[differentiate]
fn lent_to_adaptors(x: f64) -> f64 {
    let w = [x, x * x];
    let mut acc = 1.0;
    let mut f = move |v: &f64| {
        acc *= *v;
        acc
    };
    let a: f64 = w.iter().map(&mut f).sum();
    let b: f64 = w.iter().map(f).sum();
    let c: f64 = w.iter().map(&mut f).sum();
    a + 10.0 * b + 100.0 * c
}
#[differentiate]
fn lent_to_functions(x: f64) -> f64 {
    fn go(f: &mut impl FnMut() -> f64) -> f64 {
        f() + f()
    }
    fn by_value(mut f: impl FnMut() -> f64) -> f64 {
        f() + go(&mut f)
    }
    let mut s = x;
    let mut a = move || {
        s *= x;
        s
    };
    let p = go(&mut a) + 10.0 * by_value(&mut a) + 100.0 * by_value(a);
    p + 1000.0 * a()
}
#[differentiate]
fn captured_references(x: f64) -> f64 {
    let mut s = x;
    let mut a = move || {
        s *= x;
        s
    };
    let p = {
        let r = &mut a;
        let mut c = move || r() + 1.0;
        c() + c()
    };
    let mut d = || a() * 2.0;
    let q = d() + d();
    p + 10.0 * q + 100.0 * a()
}
#[differentiate]
fn tuples_and_options_in_states(x: f64) -> f64 {
    let mut t = (x, Some(1.0));
    let mut a = move || {
        t.0 *= x;
        if let Some(k) = &mut t.1 {
            *k += t.0;
        }
        t.0 + t.1.unwrap_or(0.0)
    };
    let mut b = a;
    a() + 10.0 * a() + 100.0 * b() + t.0 + t.1.unwrap_or(2.0)
}
#[differentiate]
fn in_branches(x: f64) -> f64 {
    let mut s = x;
    let mut a = move || {
        s *= x;
        s
    };
    let mut y = 0.0;
    for i in 0..4 {
        if i % 2 == 0 {
            let mut b = a;
            y += b() * b();
        } else {
            y += a();
        }
    }
    y + a()
}
#[derive(Clone, Copy, Debug, Differentiable)]
struct Steps {
    a: f64,
    b: f64,
}
#[differentiate]
impl Steps {
    #[differentiate]
    fn step(&mut self, x: f64) -> f64 {
        self.a *= x;
        self.b += self.a;
        self.b
    }
}
#[differentiate]
fn structs_in_states(x: f64) -> f64 {
    let mut p = Steps { a: x, b: 1.0 };
    let mut a = move || p.step(x);
    let mut b = a;
    a() + 10.0 * a() + 100.0 * b() + 1000.0 * p.step(2.0 * x)
}
#[differentiate]
fn cursors_in_states(x: f64) -> f64 {
    let w = [x, x * x, 3.0 * x, 1.0];
    let mut it = w.iter();
    it.next();
    let mut a = move || *it.next().unwrap_or(&7.0);
    let mut b = a.clone();
    a() + 10.0 * a() + 100.0 * b() + 1000.0 * a()
}
#[differentiate]
fn clones_before_zip(x: f64) -> f64 {
    let w = [x, x * x, 3.0 * x, 1.0];
    let mut acc = 0.0;
    let it = w.iter().map(move |v| {
        acc += v;
        acc
    });
    let o = [x, 2.0, 3.0];
    it.clone().zip(o.iter()).map(|(a, b)| a * b * b).sum::<f64>()
        + it.zip(o.iter()).map(|(a, b)| a * b).sum::<f64>()
}
#[differentiate]
fn pure_twice<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
    f(x) + f(2.0 * x)
}
#[differentiate]
fn passed_on(x: f64) -> f64 {
    let mut s = x;
    let a = move |y: f64| s * y;
    s *= 2.0;
    let b = a;
    pure_twice(a, x) + 10.0 * pure_twice(b, s) + a(s)
}
#[differentiate]
fn in_folds(x: f64) -> f64 {
    let w = [x, x * x];
    let mut s = x;
    let f = move |acc: f64, v: &f64| {
        s *= 1.5;
        acc + s * v
    };
    let a = w.iter().fold(0.0, f);
    let b = w.iter().fold(1.0, f);
    let mut g = f;
    let c = g(1.0, &x);
    let mut total = 0.0;
    w.iter().for_each(|v| total += g(*v, &x));
    a + 10.0 * b + 100.0 * c + 1000.0 * total + g(0.0, &1.0)
}
#[differentiate]
fn in_patterns(x: f64) -> f64 {
    let mut s = x;
    let mut a = move || {
        s *= x;
        s
    };
    let mut b = {
        let t = a;
        t
    };
    let y = match a {
        mut c => c() + c(),
    };
    let o = Some(a);
    let z = if let Some(mut d) = o { d() } else { 0.0 };
    let mut e = a;
    y + z + 10.0 * b() + 100.0 * a() + 1000.0 * e()
}

macro_rules! same {
    ($($f:ident $vjp:ident $grad:ident,)*) => { $(
        #[test]
        fn $f() {
            assert_eq!(super::$f(1.7), $vjp(1.7, 1.0).0);
            let h = 1e-6;
            let slope = (super::$f(1.7 + h) - super::$f(1.7 - h)) / (2.0 * h);
            assert!(($grad(1.7) - slope).abs() < 1e-6 * slope.abs().max(1.0), "{} {slope}",
                $grad(1.7));
        }
    )* };
}
mod tests {
    use super::*;
    same! {
        by_let by_let_vjp by_let_grad,
        by_clone by_clone_vjp by_clone_grad,
        captured_by_another captured_by_another_vjp captured_by_another_grad,
        clones_of_cursors clones_of_cursors_vjp clones_of_cursors_grad,
        clones_of_maps clones_of_maps_vjp clones_of_maps_grad,
        in_adaptors in_adaptors_vjp in_adaptors_grad,
        in_tuples in_tuples_vjp in_tuples_grad,
        arrays_in_states arrays_in_states_vjp arrays_in_states_grad,
        captured_twice captured_twice_vjp captured_twice_grad,
        by_reference by_reference_vjp by_reference_grad,
        as_arguments as_arguments_vjp as_arguments_grad,
        in_loops in_loops_vjp in_loops_grad,
        integers_in_states integers_in_states_vjp integers_in_states_grad,
        copied_out_of_references copied_out_of_references_vjp copied_out_of_references_grad,
        vectors_in_states vectors_in_states_vjp vectors_in_states_grad,
        states_of_adaptors states_of_adaptors_vjp states_of_adaptors_grad,
        scans_of_arrays scans_of_arrays_vjp scans_of_arrays_grad,
        sources_that_call sources_that_call_vjp sources_that_call_grad,
        made_by_closures made_by_closures_vjp made_by_closures_grad,
        lent_to_adaptors lent_to_adaptors_vjp lent_to_adaptors_grad,
        lent_to_functions lent_to_functions_vjp lent_to_functions_grad,
        captured_references captured_references_vjp captured_references_grad,
        tuples_and_options_in_states tuples_and_options_in_states_vjp
            tuples_and_options_in_states_grad,
        in_branches in_branches_vjp in_branches_grad,
        structs_in_states structs_in_states_vjp structs_in_states_grad,
        cursors_in_states cursors_in_states_vjp cursors_in_states_grad,
        clones_before_zip clones_before_zip_vjp clones_before_zip_grad,
        passed_on passed_on_vjp passed_on_grad,
        in_folds in_folds_vjp in_folds_grad,
        in_patterns in_patterns_vjp in_patterns_grad,
    }
}
