//! Which primitives are linear, and in which of their arguments.
//!
//! [`row`](super::row) has derivatives; this module has proofs. A primitive that is linear in a set
//! of its arguments maps zeros in these to zero, scales with them, and adds with them, for all
//! values of its other arguments. A constant partial derivative is not enough: `x + 1.0` and
//! `x.fract()` have one.

use super::Prim;

/// The dependence of a primitive on some of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linearity {
    /// Linear in them, if the arguments of the given indices are zero.
    Linear(&'static [usize]),
    /// A product of several of them.
    Product,
    /// A quotient by one of them.
    Quotient,
    /// Neither.
    Other,
}

/// The dependence of a primitive on the marked arguments, at least one of them.
pub fn linearity(prim: Prim, linear: &[bool]) -> Linearity {
    use Linearity::{Linear, Other, Product, Quotient};
    match (prim, linear) {
        (Prim::Add | Prim::Sub, [true, true])
        | (Prim::Neg | Prim::ToDegrees | Prim::ToRadians, _) => Linear(&[]),
        (Prim::Add | Prim::Sub, [true, false]) => Linear(&[1]),
        (Prim::Add | Prim::Sub, _) => Linear(&[0]),
        (Prim::Mul, [true, true]) => Product,
        (Prim::Mul, _) | (Prim::Div, [true, false]) => Linear(&[]),
        (Prim::Div, _) => Quotient,
        // a · b + c
        (Prim::MulAdd, [true, true, _]) => Product,
        (Prim::MulAdd, [false, false, _]) => Other,
        (Prim::MulAdd, [_, _, true]) => Linear(&[]),
        (Prim::MulAdd, _) => Linear(&[2]),
        _ => Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::primitives::{Derivative, Output, row};

    /// Primitives declared linear are linear: at zero, under scaling and under addition, for some
    /// values of the other arguments.
    #[test]
    fn linear_primitives_are_homogeneous_and_additive() {
        let mut found = 0;
        for prim in Prim::ALL {
            let row = row(*prim);
            for mask in 1..1_u32 << row.arity {
                let linear: Vec<bool> = (0..row.arity).map(|k| mask >> k & 1 == 1).collect();
                let Linearity::Linear(zeros) = linearity(*prim, &linear) else { continue };
                found += 1;
                let at = |of: &dyn Fn(usize) -> f64| {
                    let args: Vec<f64> = (0..row.arity)
                        .map(|k| match linear[k] {
                            true => of(k),
                            false if zeros.contains(&k) => 0.0,
                            false => [0.75, -3.5, 2.25][k],
                        })
                        .collect();
                    (row.evaluate)(&args)
                };
                let (x, y) = (|k: usize| [1.5, -0.375, 4.0][k], |k: usize| [-7.25, 0.5, 3.125][k]);
                let near = |a: f64, b: f64| {
                    assert!(
                        (a - b).abs() <= 1e-12 * a.abs().max(1.0),
                        "{} in {linear:?}: {a} {b}",
                        row.name
                    )
                };
                near(at(&|_| 0.0), 0.0);
                near(at(&|k| -3.0 * x(k)), -3.0 * at(&x));
                near(at(&|k| x(k) + y(k)), at(&x) + at(&y));
            }
        }
        assert_eq!(found, 16);
    }

    /// A primitive that is not declared linear in one argument is not linear, at some point.
    #[test]
    fn others_are_not() {
        for prim in Prim::ALL {
            let row = row(*prim);
            let of_bits = matches!(
                prim,
                Prim::Not | Prim::BitAnd | Prim::BitOr | Prim::BitXor | Prim::Shl | Prim::Shr
            );
            if of_bits
                || row.output != Output::First
                || matches!(row.derivative, Derivative::OfARule)
            {
                continue;
            }
            for wrt in 0..if *prim == Prim::Clamp { 1 } else { row.arity } {
                let mut linear = vec![false; row.arity];
                linear[wrt] = true;
                if matches!(linearity(*prim, &linear), Linearity::Linear(_)) {
                    continue;
                }
                let at = |x: f64| {
                    let mut args = vec![0.75, 0.5, 2.25];
                    args.truncate(row.arity);
                    args[wrt] = x;
                    (row.evaluate)(&args)
                };
                let points = [-4.0, -1.0, -0.25, 0.25, 0.5, 1.0, 2.0, 3.5];
                let differs = |a: f64, b: f64| !(a - b).is_finite() || (a - b).abs() > 1e-12;
                let breaks = |x: f64| {
                    at(0.0) != 0.0 || differs(at(2.0 * x), 2.0 * at(x)) || differs(at(-x), -at(x))
                };
                assert!(
                    points.into_iter().any(breaks),
                    "{} seems to be linear in argument {wrt}",
                    row.name
                );
            }
        }
    }
}
