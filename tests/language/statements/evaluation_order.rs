//! The order in which the parts of an expression are evaluated, and when they are copied, moved or
//! borrowed.

use autodiff::prelude::*;

#[differentiate]
mod programs {
    use autodiff::prelude::*;

    #[differentiate]
    pub fn at(x: &[f64], k: usize) -> f64 {
        if x.is_empty() { 0.3 } else { x[k % x.len()] }
    }

    #[differentiate]
    fn bump(x: &mut f64) -> f64 {
        *x = *x * 1.5 + 0.25;
        *x
    }

    #[differentiate]
    fn both(a: &mut f64, b: &mut f64) -> f64 {
        std::mem::swap(a, b);
        *a *= 0.5;
        *a - *b
    }

    fn step(k: &mut usize) -> usize {
        *k += 1;
        *k
    }

    #[differentiate]
    pub fn operands(x: &[f64]) -> f64 {
        let mut a = at(x, 0);
        let y = a + {
            a *= 2.0;
            a
        } * a;
        y - a
    }

    #[differentiate]
    pub fn operand_before_call(x: &[f64]) -> f64 {
        let mut a = at(x, 1);
        let y = a * bump(&mut a) - a / (2.0 + bump(&mut a).powi(2));
        y + a
    }

    #[differentiate]
    pub fn receiver(x: &[f64]) -> f64 {
        let mut a = at(x, 0);
        let y = a.hypot({
            a += 1.0;
            a
        }) * a.atan2(2.0 + bump(&mut a).abs());
        y
    }

    #[differentiate]
    pub fn compound_right_first(x: &[f64]) -> f64 {
        let mut a = at(x, 0);
        let mut b = at(x, 1);
        a += {
            b = b * a + 1.0;
            b
        };
        b *= {
            a -= 0.5;
            a
        };
        a -= {
            a = 0.25 * b;
            a * b
        };
        a + b
    }

    #[differentiate]
    pub fn compound_of_itself(x: &[f64]) -> f64 {
        let mut a = at(x, 0);
        a += bump(&mut a);
        a *= bump(&mut a) + 0.1;
        a
    }

    #[differentiate]
    pub fn element_of_changed_index(x: &[f64]) -> f64 {
        let mut w = [at(x, 0), at(x, 1), at(x, 2), 0.7];
        let mut k = 0;
        w[k] += {
            k += 1;
            w[k] * 2.0
        };
        w[step(&mut k) % 4] *= w[step(&mut k) % 4] + 0.5;
        w[k % 4] = {
            k += 2;
            w[k % 4] - 0.3
        };
        w.iter().enumerate().map(|(i, e)| (i as f64 + 1.0) * e).sum::<f64>() + k as f64
    }

    #[differentiate]
    pub fn element_of_a_vector(x: &[f64]) -> f64 {
        let mut w = vec![at(x, 0), at(x, 1), at(x, 2), 0.7];
        let mut k = 0;
        w[k] = {
            k = 3;
            w[k] * at(x, 3)
        };
        w[k] += {
            w[0] *= 3.0;
            w[0]
        };
        w.push(w.len() as f64 * w[1]);
        let n = w.len();
        w[n - 1] -= w[n - 2] * {
            w[0] = 0.5;
            w[0]
        };
        w.iter().fold(1.0, |a, b| 0.7 * a + b)
    }

    #[differentiate]
    pub fn arguments(x: &[f64]) -> f64 {
        fn three(a: f64, b: f64, c: f64) -> f64 {
            a * 100.0 + b * 10.0 + c * c
        }
        let mut a = at(x, 0);
        three(
            a,
            {
                a = a.sin();
                a
            },
            a,
        ) + three(bump(&mut a), a, bump(&mut a))
    }

    #[differentiate]
    pub fn tuple_and_array(x: &[f64]) -> f64 {
        let mut a = at(x, 0);
        let (p, q, r) = (a, bump(&mut a), a);
        let w = [a, bump(&mut a), a, {
            a = p;
            a
        }];
        p * w[0] - q * w[1] + r * w[2] * w[3]
    }

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Pair {
        pub a: f64,
        pub b: f64,
    }

    #[differentiate]
    impl Pair {
        #[differentiate]
        fn grow(&mut self, by: f64) -> f64 {
            self.a += by;
            self.b *= 1.0 + by;
            self.a - self.b
        }
        #[differentiate]
        fn grown(mut self) -> Pair {
            self.a *= 3.0;
            self
        }
    }

    #[differentiate]
    pub fn literal_in_written_order(x: &[f64]) -> f64 {
        let mut a = at(x, 0);
        let p = Pair { b: bump(&mut a), a: a * 2.0 };
        let q = Pair {
            a: {
                a -= 1.0;
                a * p.b
            },
            ..p
        };
        p.a * q.a - p.b * q.b + a
    }

    #[differentiate]
    pub fn base_is_read_last(x: &[f64]) -> f64 {
        let mut p = Pair { a: at(x, 0), b: at(x, 1) };
        let q = Pair { a: p.grow(0.5), ..p };
        q.a + 2.0 * q.b + 3.0 * p.a
    }

    /// What was copied out of a vector does not change with it.
    #[differentiate]
    pub fn copied_before_a_change(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        let mut a = [x[0], x[1]];
        let (b, c) = (a, {
            a[0] = 9.0;
            a[1]
        });
        let (first, second) = (v.first().copied(), {
            v[0] = 9.0;
            v[1]
        });
        let third = v.last().copied().unwrap_or({
            v[1] = 7.0;
            1.0
        });
        let fourth = v.get(1).copied().zip({
            v[1] = 4.0;
            Some(x[0])
        });
        let (d, e) = fourth.unwrap_or((1.0, 2.0));
        let fifth = v.first().copied().filter(|_| {
            v[0] = x[1];
            true
        });
        b[0] * c * a[0]
            + first.unwrap_or(1.0) * second * third
            + d * e
            + fifth.unwrap_or(1.0) * v[0]
    }

    #[differentiate]
    pub fn method_of_a_copy(x: &[f64]) -> f64 {
        let mut p = Pair { a: at(x, 0), b: at(x, 1) };
        let q = p.grown();
        let y = p.a * p.grow(q.a) + p.a;
        y + p.grown().a * q.b
    }

    #[differentiate]
    pub fn copies_stay(x: &[f64]) -> f64 {
        let mut w = [at(x, 0), at(x, 1)];
        let v = w;
        w[0] = w[0] * w[1] + 1.0;
        let mut u = w;
        u[1] += v[0];
        let p = Pair { a: v[0], b: u[1] };
        let mut q = p;
        q.a *= q.b;
        w[0] * v[0] + u[1] * v[1] + p.a * q.a
    }

    #[differentiate]
    pub fn destructuring_assignment(x: &[f64]) -> f64 {
        let (mut a, mut b, mut c) = (at(x, 0), at(x, 1), at(x, 2));
        (a, b) = (b * 2.0, a + c);
        [b, c] = [c, a * b];
        (c, _) = (a + b, bump(&mut a));
        let mut w = [a, b, c];
        (w[0], w[2]) = (w[2], w[0] * w[1]);
        Pair { a, b } = Pair { a: b, b: a * c };
        a + 2.0 * b + 3.0 * c + w[0] * w[2]
    }

    #[differentiate]
    pub fn swapped_parts(x: &[f64]) -> f64 {
        let mut p = Pair { a: at(x, 0), b: at(x, 1) };
        let mut w = [at(x, 2), 0.4];
        std::mem::swap(&mut p.a, &mut w[1]);
        let y = both(&mut p.b, &mut w[0]) * p.b;
        let old = std::mem::replace(&mut w[1], p.a * y);
        y + old * w[1] + w[0]
    }

    #[differentiate]
    pub fn conditions_in_order(x: &[f64]) -> f64 {
        let mut a = at(x, 0);
        let mut y = 0.0;
        if {
            a += 1.0;
            a > 0.5
        } && {
            a *= 2.0;
            a > 1.0
        } || {
            a -= 3.0;
            a < 0.0
        } {
            y += a * a;
        } else if {
            a *= 0.5;
            a > 0.0
        } {
            y -= a;
        }
        let z = if a > 0.0 || bump(&mut a) > 0.0 { a } else { -a };
        y + z * a
    }

    #[differentiate]
    pub fn matched_value_first(x: &[f64]) -> f64 {
        let mut a = at(x, 0);
        let y = match {
            a += 0.5;
            a
        } {
            v if v > 1.0 => v * a,
            v if { v < 0.0 } => {
                a = v * v;
                a - v
            }
            v => v + bump(&mut a),
        };
        y * a
    }

    #[differentiate]
    pub fn range_is_read_once(x: &[f64]) -> f64 {
        let mut n = x.len() + 2;
        let mut s = at(x, 0);
        for i in 0..n {
            n = n.saturating_sub(1);
            s = s * 0.9 + at(x, i) * n as f64;
        }
        s + n as f64
    }

    #[differentiate]
    pub fn closures_copy_or_lend(x: &[f64]) -> f64 {
        let mut a = at(x, 0);
        let moved = move |y: f64| a * y + 1.0;
        a = a * a + 0.5;
        let first = moved(2.0);
        let mut count = at(x, 1);
        let mut counter = move |y: f64| {
            count += y * count;
            count
        };
        let second = counter(0.5) + counter(0.25);
        let mut sum = 0.1;
        let mut add = |y: f64| sum += y * y;
        add(a);
        add(first);
        first * second + sum * count + a
    }

    #[differentiate]
    pub fn references_are_pointed_elsewhere(x: &[f64]) -> f64 {
        let (mut a, mut b) = (at(x, 0), at(x, 1));
        {
            let r = if x.len() > 1 { &mut b } else { &mut a };
            *r += 3.0 * *r * *r;
        }
        let mut s = &a;
        if b > 0.0 {
            s = &b;
        }
        a * b + *s
    }

    #[differentiate]
    pub fn shadowed_in_blocks(x: &[f64]) -> f64 {
        let a = at(x, 0);
        let y = {
            let a = a * 2.0;
            let b = {
                let a = a + 1.0;
                a * a
            };
            a * b
        };
        let a = a + y;
        for a in x {
            let a = a * 2.0;
            if a > 100.0 {
                return a;
            }
        }
        let z = if let Some(a) = x.first() { *a * y } else { a };
        a * z
    }

    #[differentiate]
    pub fn break_with_what_changed(x: &[f64]) -> f64 {
        let mut a = at(x, 0);
        let mut k = 0;
        let y = 'outer: loop {
            for e in x {
                k += 1;
                a = a * 0.5 + e;
                if k > 4 {
                    break 'outer a * {
                        a -= 1.0;
                        a
                    };
                }
            }
            if k > 3 || x.is_empty() {
                break a + bump(&mut a);
            }
        };
        y - a * k as f64
    }

    #[differentiate]
    pub fn block_labels(x: &[f64]) -> f64 {
        let mut a = at(x, 0);
        let y = 'b: {
            if a > 0.5 {
                break 'b a * a;
            }
            a += at(x, 1);
            if a < 0.0 {
                break 'b {
                    a *= 0.5;
                    a
                };
            }
            a * 3.0
        };
        y + a
    }

    #[differentiate]
    pub fn popped_while_pushed(x: &[f64]) -> f64 {
        let mut stack = x.to_vec();
        let mut s = 0.2;
        let mut budget = 12;
        while let Some(top) = stack.pop() {
            s = s * 0.8 + top;
            budget -= 1;
            if budget == 0 {
                break;
            }
            if top > 0.5 {
                stack.push(top * 0.5);
                let n = stack.len();
                stack[n - 1] -= s * 0.1;
            }
        }
        s + stack.iter().sum::<f64>()
    }

    #[differentiate]
    pub fn lent_while_another_part_changes(x: &[f64]) -> f64 {
        let mut m = vec![x.to_vec(), vec![at(x, 0), at(x, 1)]];
        let (head, tail) = m.split_at_mut(1);
        for (h, t) in head[0].iter_mut().zip(tail[0].iter_mut()) {
            *h += *t * *t;
            std::mem::swap(h, t);
        }
        let total: f64 = m.iter().map(|row| row.iter().product::<f64>()).sum();
        m[1][0] *= m[1][1];
        total + m[1][0]
    }

    #[differentiate]
    pub fn nested_calls_change(x: &[f64]) -> f64 {
        let mut a = at(x, 0);
        let mut b = at(x, 1);
        let y = both(&mut a, &mut b)
            + both(&mut b, &mut a) * {
                let t = bump(&mut a);
                t - b
            };
        y * a - b
    }

    #[differentiate]
    pub fn negation_and_casts(x: &[f64]) -> f64 {
        let mut a = at(x, 0);
        let b = -a * {
            a *= 2.0;
            a
        };
        let n = (a * 3.0) as i32;
        let m = -n % 3 + (n >> 1) - (n as u8) as i32;
        b + a * f64::from(m) + (-7i32).rem_euclid(3) as f64 + (a as usize) as f64
    }
}
pub use programs::*;

mod tests {
    at_points! {
        operands operand_before_call receiver compound_right_first compound_of_itself
            element_of_changed_index element_of_a_vector arguments
        tuple_and_array literal_in_written_order base_is_read_last copied_before_a_change
            method_of_a_copy copies_stay
            destructuring_assignment swapped_parts
        conditions_in_order matched_value_first range_is_read_once closures_copy_or_lend
            references_are_pointed_elsewhere shadowed_in_blocks
        break_with_what_changed block_labels popped_while_pushed lent_while_another_part_changes
            nested_calls_change negation_and_casts
    }
}

/// Functions that count elsewhere how often they were called.
mod counted {
    use autodiff::prelude::*;
    use std::cell::Cell;

    thread_local! {
        static CALLS: Cell<usize> = const { Cell::new(0) };
    }

    fn next() -> usize {
        CALLS.set(CALLS.get() + 1);
        CALLS.get()
    }
    pub fn counted(f: impl FnOnce() -> f64) -> (f64, usize) {
        CALLS.set(0);
        (f(), CALLS.get())
    }

    #[differentiate]
    fn root(x: f64) -> Option<f64> {
        if x > 0.0 { Some(x.sqrt()) } else { None }
    }
    /// What comes before a `?` in an expression has run when that leaves.
    #[differentiate]
    fn filled(x: &[f64], out: &mut [f64]) -> Option<f64> {
        for (i, v) in x.iter().enumerate() {
            out[i] = v * next() as f64 + root(*v + 0.5 - 0.4 * i as f64)? * next() as f64;
        }
        Some(out[0])
    }
    #[differentiate]
    pub fn left_on_the_way(x: &[f64]) -> f64 {
        let mut out = [1.0, x[0], x[1]];
        let filled = filled(&x[..2], &mut out).unwrap_or(x[1]);
        filled + out[1] * next() as f64
    }

    fn odd() -> bool {
        next() % 2 == 1
    }
    /// A guard is evaluated for each alternative that matches.
    #[differentiate]
    fn chosen(p: (Option<f64>, Option<f64>), w: f64) -> f64 {
        match p {
            (Some(a), _) | (_, Some(a)) if odd() => a * w,
            (Some(a), None) if odd() && a > 0.0 => a * a,
            (Some(a), Some(b)) if odd() || b > 0.0 => a * b + w,
            (Some(a), _) => a - w * w,
            _ => w * 3.0,
        }
    }
    /// And the next alternative is tried, with other bindings.
    #[differentiate]
    fn larger(p: (f64, f64), w: f64) -> f64 {
        match (Some(p.0), Some(p.1)) {
            (Some(a), _) | (_, Some(a)) if a > w => a * a,
            (Some(n @ ..=0.0), _) | (_, Some(n)) if n < w => n * w,
            _ => w,
        }
    }
    #[differentiate]
    pub fn tried_again(x: &[f64]) -> f64 {
        let a = chosen((Some(x[0]), Some(x[1])), x[2]);
        let b = chosen((Some(x[1]), Some(x[0])), x[2]);
        let c = chosen((Some(x[1]), None), x[2]);
        a * next() as f64 + b * c + larger((x[0], x[2]), 0.4) + larger((x[0], x[1]), 9.0)
    }
}

#[test]
fn calls_that_count() {
    use crate::support::{close, differences};
    let x = [0.3, -0.2, 0.7];
    for (f, gradient) in [
        (
            counted::left_on_the_way as fn(&[f64]) -> f64,
            counted::left_on_the_way_value_and_grad as fn(&[f64]) -> (f64, Vec<f64>),
        ),
        (counted::tried_again, counted::tried_again_value_and_grad),
    ] {
        let (expected, calls) = counted::counted(|| f(&x));
        let mut found = Vec::new();
        let value = counted::counted(|| {
            let (y, g) = gradient(&x);
            found = g;
            y
        });
        assert_eq!(value, (expected, calls));
        let f = |x: &[f64]| counted::counted(|| f(x)).0;
        differences(f, &x).iter().zip(found).for_each(|(d, g)| close("gradient", g, *d, 1e-7));
    }
}
