//! Calls of functions without the attribute: on results of others, on what another call changes
//! meanwhile, and on closures; functions of integers.

use autodiff::prelude::*;

pub fn two(a: usize, b: usize) -> (usize, usize) {
    (b % 7, (a + 1) % 5)
}

pub fn three(a: usize, b: usize, c: usize) -> usize {
    (25 * a + 5 * b + c) % 29
}

pub fn pick(a: usize, b: usize) -> usize {
    (10 * a + b) % 31
}

pub fn tick(n: &mut usize, by: usize) -> usize {
    *n = (*n + by % 5 + 1) % 13;
    *n
}

pub fn many(a: usize, v: &[f64], w: &Vec<f64>, b: usize) -> usize {
    (10 * a + b) % 31 + v.len() + w.len() + usize::from(v[0] > 0.3)
}

/// A type whose name does not tell that it is a tuple.
pub type Both = (usize, usize);

pub fn both(a: usize, b: usize) -> Both {
    two(a, b)
}

/// A call whose argument changes what comes before and after it.
#[differentiate]
fn changed_on_the_way(x: &[f64]) -> f64 {
    let mut n = x.len();
    let first = pick(n, tick(&mut n, 2));
    let second = three(n, tick(&mut n, 2), n);
    x[0] * first as f64 + second as f64 * x[n % x.len()]
}

#[differentiate]
fn by_reference(x: f64, n: &mut usize) -> f64 {
    let first = pick(*n, {
        tick(n, 2);
        *n
    });
    x * first as f64 + *n as f64
}

/// A mutable reference that is passed on by its name.
#[differentiate]
fn of_a_reference(x: &[f64]) -> f64 {
    let mut n = x.len();
    let y = by_reference(x[0], &mut n);
    y * n as f64 * x[x.len() - 1]
}

/// A closure of the function, in the argument of such a call.
#[differentiate]
fn of_a_closure(x: &[f64]) -> f64 {
    let n = x.len();
    let next = |u: usize| u + n;
    let (n, m) = (next(1), n);
    x[0] * three(n, next(2), m) as f64
}

/// Active values, of which a plain function counts something.
#[differentiate]
fn of_active_values(x: &[f64]) -> f64 {
    let mut n = 3;
    let w = vec![2.0 * x[0]];
    let k = many(n, x, &w, tick(&mut n, 2));
    let l = many(n, &x[x.len() - 1..], &w, tick(&mut n, 2));
    x[0] * k as f64 + x[l % x.len()] * w[0]
}

mod elsewhere {
    use super::*;

    /// What one gives is what another one takes, under names that are there twice.
    #[differentiate]
    pub fn of_tuples(x: &[f64]) -> f64 {
        let a = {
            let (p, q) = two(2, x.len());
            three(q, p, q)
        };
        let b = {
            let (p, q) = both(1, a);
            three(q, p, q)
        };
        let c = {
            let (p, q) = both(b, 2);
            three(q, p, q)
        };
        x[0] * a as f64 + x[c % x.len()] * b as f64
    }

    /// Methods of integers on what only rustc knows to be one.
    #[differentiate]
    pub fn of_integers(x: &[f64]) -> f64 {
        let n = pick(3, x.len());
        let k = n.saturating_sub(3);
        let m: usize = n % 5;
        let sum = if n.wrapping_add(1) > 3 { x[m % x.len()] } else { 0.5 };
        let c = pick(2, 3).checked_add(2);
        sum * k as f64 + x[0] * c.unwrap() as f64
    }
}

use elsewhere::*;

/// Functions of integers by their paths.
#[differentiate]
fn of_paths(x: &[f64]) -> f64 {
    let mut n = 7;
    let far = x[usize::abs_diff(n, x.len()) % x.len()];
    let k = usize::abs_diff(n, tick(&mut n, 2));
    let mut sum = far * usize::saturating_sub(x.len(), 1) as f64;
    for i in 0..usize::saturating_sub(k, 1) {
        sum += x[0] * i as f64;
    }
    sum
}

mod tests {
    at_points! { changed_on_the_way of_a_reference of_a_closure of_active_values of_tuples
    of_integers of_paths }
}

/// What a plain function returns is known through imports, though another function has its name,
/// and by the field that it is stored in, though a macro writes the function.
mod shown_by_imports {
    use autodiff::prelude::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct V {
        x: f64,
    }
    #[derive(Clone, Debug, Differentiable)]
    pub struct Link {
        o: V,
        #[constant]
        name: String,
    }
    #[derive(Clone, Debug, Differentiable)]
    pub struct Arm {
        links: Vec<Link>,
    }
    #[differentiate]
    impl Arm {
        #[differentiate]
        fn loss(&self) -> f64 {
            self.links[0].o.x * self.links[1].o.x
        }
    }

    mod parts {
        pub fn link(x: f64) -> super::Link {
            super::Link { o: super::V { x }, name: String::new() }
        }
    }
    mod others {
        pub fn link() -> f64 {
            1.0
        }
    }
    macro_rules! without_derivative {
        ($name:ident) => {
            fn $name(x: f64) -> Link {
                Link { o: V { x }, name: String::new() }
            }
        };
    }
    use parts::link;
    without_derivative!(hidden);

    #[differentiate]
    pub fn added(x: &[f64]) -> f64 {
        let mut links = vec![link(1.0), link(2.0)];
        links[1].o.x += x[0] * x[1];
        Arm { links }.loss() + others::link() * x[1]
    }
    #[differentiate]
    pub fn added_to_hidden(x: &[f64]) -> f64 {
        let mut links = vec![hidden(1.0), hidden(2.0)];
        links[1].o.x += x[0] * x[1];
        Arm { links }.loss()
    }
    #[differentiate]
    pub fn assigned(x: &[f64]) -> f64 {
        let mut links = vec![link(1.0), link(2.0)];
        links[1].o = V { x: x[0] * x[1] };
        links[0].o.x * links[1].o.x
    }
    #[differentiate]
    pub fn changed(x: &[f64]) -> f64 {
        let mut links = [link(1.0), link(2.0)];
        for (l, x) in links.iter_mut().zip(x) {
            l.o.x *= x;
        }
        links[0].o.x * links[1].o.x
    }
    #[differentiate]
    pub fn in_a_branch(x: &[f64]) -> f64 {
        let mut links = vec![constant(link(1.0))];
        if x[0] > 0.5 {
            links[0].o.x = x[0] * x[1];
        }
        links.iter().map(|l| l.o.x).sum()
    }
}

#[test]
fn results_of_plain_functions_shown_by_imports() {
    use shown_by_imports::*;
    for x in [[0.7, 1.3], [0.2, -0.4]] {
        check!(added, x);
        check!(added_to_hidden, x);
        check!(assigned, x);
        check!(changed, x);
        check!(in_a_branch, x);
    }
}
