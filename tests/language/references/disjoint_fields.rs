//! A field of a struct that is read while another one changes.
#![deny(warnings)]

use autodiff::prelude::*;

#[derive(Clone, Debug, Differentiable)]
pub struct Net {
    w: Vec<f64>,
    v: Vec<f64>,
    k: f64,
}
#[differentiate]
impl Net {
    #[differentiate]
    fn in_a_loop(&mut self, x: f64) {
        for w in &self.w {
            self.k += w * x;
        }
    }
    #[differentiate]
    fn pairs(&mut self, x: f64) {
        for (w, v) in self.w.iter().zip(self.v.iter_mut()) {
            self.k += w * x;
            *v += w;
        }
    }
    #[differentiate]
    fn between(&mut self, x: f64) {
        let w = &self.w;
        self.v[0] += w[1] * x;
        self.k += w[0];
    }
    #[differentiate]
    fn taken_apart(&mut self, x: f64) {
        let Net { w, v, k } = self;
        *k += w[0] * v[1];
        v[0] *= *k * x;
    }
    #[differentiate]
    fn slice(&mut self, x: f64) {
        let w = &self.w[1..];
        for i in 0..w.len() {
            self.v[i] += w[i] * x;
            self.k *= w[i];
        }
    }
    #[differentiate]
    fn both(&mut self, x: f64) {
        let v = &mut self.v;
        for (i, w) in self.w.iter().enumerate() {
            v[i] += w * x;
            self.k *= *w;
        }
    }
    #[differentiate]
    fn chains(&mut self, x: f64) {
        self.v.iter_mut().zip(&self.w).for_each(|(v, w)| *v += w * x);
        self.k += self.v.iter().zip(&self.w).map(|(a, b)| a * b).sum::<f64>();
    }
    #[differentiate]
    fn branches(&mut self, x: f64) {
        let w = &self.w;
        let rest = &w[1..];
        for i in 0..2 {
            self.k += rest[i] * x;
            if self.k > 0.5 {
                self.v[i] *= w[i];
                for r in rest {
                    self.v[i + 1] += r * self.k;
                }
            }
        }
        self.k *= rest.iter().sum::<f64>();
    }
    #[differentiate]
    fn closure(&mut self, x: f64) {
        let Net { w, v, .. } = &*self;
        let s: f64 = w.iter().zip(v).map(|(a, b)| a * b).sum();
        self.k += s;
        let (w, v) = (&self.w, &mut self.v);
        let scaled = |i: usize| w[i] * x;
        for i in 0..2 {
            v[i] *= scaled(i);
        }
        self.k *= x;
    }
    #[differentiate]
    fn nested(&mut self, x: f64) {
        for (i, w) in self.w.iter().enumerate() {
            for v in self.v.iter_mut().skip(i) {
                *v *= w + x;
                self.k += *v * self.w[i];
            }
        }
    }
}

#[differentiate]
fn mixed(a: &mut [f64], b: &mut [f64], by: f64) {
    for i in 0..a.len() {
        let before = a[i];
        a[i] += by * b[i];
        b[i] *= before;
    }
}
#[differentiate]
fn turned(a: &mut f64, b: &mut f64) {
    *a += *b * *b;
    *b *= *a;
}
#[differentiate]
fn scalar_product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
#[differentiate]
impl Net {
    // each part has its own accumulator, whatever it is a part of
    #[differentiate]
    fn two_at_once(&mut self, x: f64) {
        mixed(&mut self.v, &mut self.w, self.k);
        turned(&mut self.k, &mut self.v[0]);
        let Net { w, v, k } = self;
        mixed(w, v, *k * x);
        turned(&mut v[2], k);
        let (left, right) = self.w.split_at_mut(1);
        mixed(left, &mut right[..1], 0.5);
    }
    #[differentiate]
    fn ends(&mut self, x: f64) {
        self.v.push(self.k * x);
        self.v.push(self.v[0]);
        self.v.extend_from_slice(&self.w);
        while self.v.len() > 5 {
            if let Some(last) = self.v.pop() {
                self.k += last * last;
            }
        }
        let mut rows = vec![vec![x]; 2];
        for i in 0..4 {
            rows[i % 2].push(self.w[i % 3] * self.k);
        }
        self.k = rows[1].pop().unwrap_or(0.0) * rows[0][1] + rows[1].iter().sum::<f64>();
    }
}

macro_rules! of_net {
    ($($name:ident)*) => {
        $(
            #[differentiate]
            fn $name(x: &[f64]) -> f64 {
                let mut net = Net { w: x[..3].to_vec(), v: x[3..6].to_vec(), k: x[6] };
                net.$name(x[7]);
                net.k * 0.7 + net.v[0] * net.v[0] + net.v[1] - 0.3 * net.v[2] + net.w[0] * net.w[1]
            }
        )*
        #[test]
        fn against_differences() {
            $(check!($name, [0.3, 0.5, -0.7, 1.1, 0.9, 0.4, 1.3, 0.6]);)*
        }
    };
}
of_net!(in_a_loop pairs between taken_apart slice both chains branches closure nested two_at_once
    ends);

// local variables, tuples, elements
#[differentiate]
fn local(x: &[f64]) -> f64 {
    let mut nets = vec![Net { w: x.to_vec(), v: vec![x[0]; 2], k: 0.0 }; 2];
    let mut both = (x.to_vec(), vec![0.5; x.len()]);
    for net in &mut nets {
        let tail = &net.w[1..];
        for t in tail {
            net.v[1] += t * x[0];
            net.k += t * net.v[1];
        }
    }
    let (from, to) = (&both.0, &mut both.1);
    for (p, q) in from.iter().zip(to.iter_mut()) {
        *q += p * x[1];
    }
    let from = &both.0;
    both.1[0] += from[0];
    let mut halves = x.to_vec();
    halves.push(x[0] * x[1]);
    let (left, right) = halves.split_at_mut(2);
    mixed(left, right, x[2]);
    turned(&mut right[0], &mut left[1]);
    let (left, right) = halves.split_at(2);
    let product: f64 = scalar_product(left, right);
    let (left, right) = halves.split_at_mut(2);
    product * scalar_product(left, right)
        + nets[0].k * nets[1].v[1]
        + both.1.iter().sum::<f64>() * from[1]
}
#[test]
fn locals() {
    check!(local, [0.4, -0.2, 0.9]);
}

mod passed_on {
    use autodiff::prelude::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Ball {
        x: f64,
    }
    #[differentiate]
    impl Ball {
        #[differentiate]
        fn hit(&mut self, other: &mut Ball) {
            self.x *= 2.0 + other.x;
            other.x += self.x.sin();
        }
    }
    fn balls(x: &[f64]) -> Vec<Ball> {
        x.iter().map(|x| Ball { x: *x }).collect()
    }
    #[differentiate]
    fn variables(x: &[f64]) -> f64 {
        let mut v: Vec<Ball> = x.iter().map(|x| Ball { x: *x }).collect();
        let (l, r) = v.split_at_mut(1);
        let a = &mut l[0];
        let b = &mut r[1];
        a.hit(b);
        l[0].hit(&mut r[0]);
        let b = &mut r[0];
        l[0].hit(b);
        v[0].x * v[1].x + v[2].x
    }
    #[differentiate]
    fn options(x: &[f64]) -> f64 {
        let mut v: Vec<Ball> = x.iter().map(|x| Ball { x: *x }).collect();
        let (l, r) = v.split_at_mut(1);
        if let (Some(a), Some(b)) = (l.last_mut(), r.first_mut()) {
            a.hit(b);
        }
        let [a, b, ..] = &mut v[..] else { panic!("too short") };
        b.hit(a);
        v[0].x * v[1].x + v[2].x
    }
    #[differentiate]
    fn loops(x: &[f64]) -> f64 {
        let mut v: Vec<Ball> = x.iter().map(|x| Ball { x: *x }).collect();
        let (l, r) = v.split_at_mut(1);
        for b in r.iter_mut() {
            l[0].hit(b);
        }
        v[0].x * v[1].x + v[2].x
    }
    #[test]
    fn mutable_references_as_arguments_of_methods() {
        let x = [0.4, -0.2, 0.9];
        check!(variables, x);
        check!(options, x);
        check!(loops, x);
        // rustc alone: the variables change as they do there
        let mut v = balls(&x);
        let (l, r) = v.split_at_mut(1);
        r.iter_mut().for_each(|b| l[0].hit(b));
        assert_eq!(loops(&x), v[0].x * v[1].x + v[2].x);
    }
}
