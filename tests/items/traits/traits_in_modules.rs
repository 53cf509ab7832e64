//! Generic functions of differentiated traits: in modules, under schedules, as rules.
#![deny(warnings)]

use autodiff::prelude::*;

#[differentiate]
pub mod physics {
    use autodiff::prelude::*;

    // the order is free
    #[differentiate]
    pub fn total<P: Work>(p: &P, x: f64) -> f64 {
        helper(p, x) * p.energy(x) + Unused::<P>::of(p)
    }
    // differentiated because it is needed
    fn helper<P: Work>(p: &P, x: f64) -> f64 {
        p.energy(x) * 2.0 + inner::deep(p, x)
    }
    pub struct Unused<P>(pub P);
    impl<P: Work> Unused<P> {
        pub fn of(p: &P) -> f64 {
            p.energy(1.0)
        }
    }
    pub trait Work {
        #[differentiate]
        fn energy(&self, x: f64) -> f64;
    }
    #[derive(Differentiable, Clone, Debug)]
    pub struct Spring {
        pub k: f64,
        #[constant]
        pub after: Option<fn()>,
    }
    impl Work for Spring {
        fn energy(&self, x: f64) -> f64 {
            0.5 * self.k * x * x
        }
    }
    pub mod inner {
        use super::Work;
        pub fn deep<Q>(q: &Q, x: f64) -> f64
        where
            Q: Work,
        {
            q.energy(x).cos()
        }
        #[derive(super::Differentiable, Clone, Debug)]
        pub struct Wrap<P> {
            pub p: P,
            pub n: usize,
        }
        impl<P: Work> Work for Wrap<P> {
            fn energy(&self, x: f64) -> f64 {
                let mut s = x;
                for i in 0..self.n {
                    s += self.p.energy(s * 0.1 + i as f64);
                }
                s
            }
        }
    }
}
use physics::Work;

#[differentiate(schedule = "unzipped")]
fn unzipped<P: Work>(p: &P, x: &[f64]) -> f64 {
    x.iter().map(|x| p.energy(*x).sin()).sum()
}
#[differentiate(schedule = "pullbacks")]
fn pulled<P: Work>(p: &P, x: &[f64]) -> f64 {
    x.iter().map(|x| p.energy(*x).sin()).sum()
}
#[differentiate(forward)]
fn forward<P: Work>(p: &P, x: f64) -> f64 {
    p.energy(x) * p.energy(2.0 * x)
}
#[linear(x_dot)]
fn rule<P: Work>(p: &P, x: f64, x_dot: f64) -> (f64, f64) {
    (p.energy(x), 7.0 * x_dot)
}
#[differentiate(jvp = rule)]
fn ruled<P: Work>(#[constant] p: &P, x: f64) -> f64 {
    p.energy(x)
}
#[differentiate]
fn scheduled(x: &[f64]) -> f64 {
    let s = physics::Spring { k: x[0], after: None };
    let w: physics::inner::Wrap<physics::Spring> =
        physics::inner::Wrap::<physics::Spring> { p: s.clone(), n: 3 };
    physics::total(&s, x[1]) + physics::total(&w, x[1]) + unzipped(&w, x) + pulled(&s, x)
}

#[test]
fn modules_schedules_and_rules() {
    check!(scheduled, [0.7, 0.4]);
    let s = physics::Spring { k: 2.0, after: None };
    assert_eq!(forward_jvp(&s, 0.5, &physics::SpringTangent { k: 0.0 }, 1.0), (0.25, 2.0));
    assert_eq!(ruled_value_and_grad(&s, 0.5), (0.25, 7.0));
}
