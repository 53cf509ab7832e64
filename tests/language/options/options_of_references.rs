//! `Option`s of references as parameters, and of boxes: lists and trees.

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Debug)]
pub struct S {
    k: f64,
    w: Vec<f64>,
}
#[differentiate]
fn a(s: Option<&S>, x: f64) -> f64 {
    match s {
        Some(s) => s.k * x + s.w[0],
        None => x,
    }
}
#[differentiate]
fn b(w: Option<&[f64]>, x: f64) -> f64 {
    let mut y = x;
    if let Some(w) = w {
        for v in w {
            y += v * x;
        }
    }
    y
}
#[differentiate]
fn b2(w: Option<&Vec<f64>>, x: f64) -> f64 {
    w.map_or(x, |w| w.iter().sum::<f64>() * x) + w.map(|w| w[0]).unwrap_or(1.0)
}
#[differentiate]
fn g(t: Option<&[f64; 2]>, m: Option<&f64>, names: Option<&str>, k: Option<usize>) -> f64 {
    let t = t.unwrap_or(&[1.0, 2.0]);
    t[0] * t[1] * m.copied().unwrap_or(3.0) * k.unwrap_or(1) as f64
        + names.map_or(0.0, |n| n.len() as f64)
}
#[differentiate]
fn passed(s: Option<&S>, w: Option<&[f64]>, x: f64) -> f64 {
    a(s, x) * b(w, x) + a(s, 2.0) + if w.is_some() { b(w, s.map_or(0.0, |s| s.k)) } else { 1.0 }
}
#[differentiate]
impl S {
    #[differentiate]
    fn with(&self, o: Option<&S>, bias: Option<&[f64]>) -> f64 {
        let Some(o) = o else { return self.k };
        self.w.iter().zip(bias.unwrap_or(&self.w)).map(|(a, b)| a * b * o.k).sum()
    }
}
#[differentiate]
fn caller(x: &[f64]) -> f64 {
    let s = S { k: x[0], w: x.to_vec() };
    let found = [s.clone(), S { k: 2.0, w: vec![x[1]] }];
    let best = found.iter().find(|s| s.k > 1.0);
    a(Some(&s), x[1])
        + a(None, x[0])
        + b(Some(&x[1..]), x[0])
        + b(None, 2.0 * x[0])
        + b(Some(&s.w), x[1])
        + b(Some(x), 1.0)
        + b2(Some(&s.w), x[0])
        + b2(None, x[1])
        + g(Some(&[x[0], x[1]]), Some(&x[0]), Some("ab"), Some(3))
        + g(None, None, None, None)
        + passed(Some(&s), Some(x), x[0])
        + passed(None, None, x[0])
        + s.with(Some(&s), None)
        + s.with(best, Some(&s.w))
        + a(best, x[0])
        + s.with(None, None)
}
#[differentiate]
fn inactive(x: &[f64]) -> f64 {
    let s = S { k: 2.0, w: vec![1.0, 2.0] };
    let v = vec![3.0];
    let k = a(Some(&s), 2.0)
        + b(Some(&v), 1.0)
        + b(Some(&v[..]), 1.0)
        + a(None, 1.0)
        + b2(Some(&v), 1.0)
        + passed(Some(&s), Some(&v), 1.0);
    k * x[0]
}
#[test]
fn parameters() {
    check!(caller, [0.3, 0.7, 0.2]);
    check!(inactive, [0.3]);
    let s = S { k: 2.0, w: vec![1.0, 2.0] };
    assert_eq!(a_grad(Some(&s), 3.0), (Some(STangent { k: 3.0, w: vec![1.0, 0.0] }), 2.0));
    assert_eq!(b_grad(Some(&[1.0, 2.0]), 3.0), (Some(vec![3.0, 3.0]), 4.0));
    assert_eq!(b_grad(None, 3.0), (None, 1.0));
    assert_eq!(b_jvp(Some(&[1.0, 2.0]), 3.0, Some(vec![1.0, 0.0]), 0.0), (12.0, 3.0));
    let (y, r) = b_primal(Some(&[1.0, 2.0]), 3.0);
    let mut w_bar = Some(vec![0.0, 0.0]);
    let mut x_bar = 0.0;
    b_transposed(&r, 1.0, &mut w_bar, &mut x_bar);
    assert_eq!((y, w_bar, x_bar), (12.0, Some(vec![3.0, 3.0]), 4.0));
}

mod list {
    use autodiff::prelude::*;
    #[derive(Differentiable, Clone, Debug)]
    pub struct Node {
        value: f64,
        next: Option<Box<Node>>,
    }
    #[differentiate]
    fn sum(list: &Node, x: f64) -> f64 {
        let mut s = 0.0;
        let mut cur = Some(list);
        let mut p = x;
        while let Some(node) = cur {
            s += node.value * p;
            p *= x;
            cur = node.next.as_deref();
        }
        s
    }
    #[differentiate]
    fn caller(x: &[f64]) -> f64 {
        let l = Node { value: x[0], next: Some(Box::new(Node { value: x[1] * x[0], next: None })) };
        sum(&l, x[1])
    }

    #[test]
    fn f() {
        check!(caller, [0.3, 0.7, 0.2]);
    }
}

mod tree {
    use autodiff::prelude::*;
    #[derive(Differentiable, Clone, Debug)]
    pub struct Tree {
        value: f64,
        left: Option<Box<Tree>>,
        right: Option<Box<Tree>>,
    }
    #[differentiate]
    impl Tree {
        #[differentiate]
        fn total(&self, x: f64) -> f64 {
            let l = self.left.as_ref().map_or(0.0, |t| t.total(x));
            let r = match &self.right {
                Some(t) => t.total(2.0 * x),
                None => 1.0,
            };
            self.value * x + l * r
        }
        #[differentiate]
        fn scale(&mut self, k: f64) {
            self.value *= k;
            if let Some(l) = self.left.as_mut() {
                l.scale(k);
            }
            if let Some(r) = &mut self.right {
                r.scale(k * k);
            }
        }
        #[differentiate]
        fn total2(&self, x: f64) -> f64 {
            let l = if let Some(t) = self.left.as_deref() { t.total2(x) } else { 0.0 };
            let r = self.right.as_deref().map(|t| t.total2(x)).unwrap_or(0.5);
            self.value * x + l * r
        }
    }
    #[differentiate]
    fn caller(x: &[f64]) -> f64 {
        let mut l = Tree {
            value: x[0],
            left: Some(Box::new(Tree { value: x[1] * x[0], left: None, right: None })),
            right: None,
        };
        l.scale(x[1]);
        l.total(x[1]) + l.total2(x[0])
    }

    #[test]
    fn f() {
        check!(caller, [0.3, 0.7, 0.2]);
    }
}
