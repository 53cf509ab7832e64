//! Clones of values whose `Clone` is not derived.

use autodiff::prelude::*;

#[derive(Differentiable)]
struct Halved {
    w: f64,
}

impl Clone for Halved {
    fn clone(&self) -> Halved {
        Halved { w: self.w / 2.0 }
    }
}

#[derive(Differentiable, Clone)]
struct Twice {
    w: f64,
}

impl Twice {
    fn clone(&self) -> Twice {
        Twice { w: 2.0 * self.w }
    }
}

mod plain {
    use autodiff::prelude::*;

    enum Count {
        Of(u32),
        None,
    }

    impl Clone for Count {
        fn clone(&self) -> Count {
            Count::None
        }
    }

    #[differentiate]
    fn of_plain(count: Count, x: f64) -> f64 {
        let copy = count.clone();
        if let Count::None = copy { x } else { 2.0 * x }
    }
}

#[differentiate]
fn cloned(h: &Halved, x: f64) -> f64 {
    let copy = h.clone();
    let other = Clone::clone(h);
    copy.w * other.w * x
}

#[differentiate]
fn of_slice(h: &[Halved], x: f64) -> f64 {
    let all = h.to_vec();
    all[0].w * x + h.iter().cloned().map(|h| h.w).sum::<f64>()
}

#[differentiate]
fn repeated(h: Halved, x: f64) -> f64 {
    let all = vec![h; 3];
    all[0].w * x
}

#[differentiate]
fn in_option(h: Option<&Halved>, x: f64) -> f64 {
    h.cloned().map_or(x, |h| h.w * x)
}

#[differentiate]
fn by_iterators(x: f64) -> f64 {
    let all = std::iter::repeat(Halved { w: x }).take(3).map(|h| h.w).sum::<f64>();
    let over_and_over = vec![Halved { w: x }].into_iter().cycle().take(3).map(|h| h.w).sum::<f64>();
    all + over_and_over
}

#[differentiate]
fn joined(x: f64) -> f64 {
    let all = [vec![Halved { w: x }], vec![Halved { w: 2.0 * x }]].concat();
    all[0].w * all[1].w
}

#[differentiate]
fn inherent(t: &Twice, x: f64) -> f64 {
    t.clone().w * x
}

fn main() {}
