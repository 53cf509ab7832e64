//! The oracle on dual numbers.

use super::*;

/// Points where a primitive is smooth; `None` if it has no derivative.
fn points(prim: Prim) -> Option<Vec<Vec<f64>>> {
    let one = |xs: &[f64]| Some(xs.iter().map(|x| vec![*x]).collect());
    match prim {
        Prim::Powi => Some(vec![
            vec![1.3, 3.0],
            vec![-0.7, 2.0],
            vec![2.0, -2.0],
            vec![1.5, 0.0],
            vec![0.0, 1.0],
        ]),
        Prim::Powf => Some(vec![vec![1.3, 2.5], vec![0.4, -1.5], vec![3.0, 1.0]]),
        Prim::Log => Some(vec![vec![5.0, 3.0], vec![0.3, 2.0]]),
        Prim::Clamp => Some(vec![vec![0.5, 0.0, 1.0], vec![-0.5, 0.0, 1.0], vec![2.5, 0.0, 1.0]]),
        Prim::MulAdd => Some(vec![vec![1.5, -2.0, 0.3]]),
        Prim::Acosh => one(&[1.2, 3.0]),
        Prim::Sqrt | Prim::Ln | Prim::Log2 | Prim::Log10 => one(&[0.3, 1.0, 7.0]),
        Prim::Asin | Prim::Acos | Prim::Atanh => one(&[-0.6, 0.2, 0.8]),
        Prim::Ln1p | Prim::LnGamma | Prim::Digamma => one(&[0.3, 1.7, 12.5]),
        Prim::Rem | Prim::RemEuclid | Prim::DivEuclid => {
            Some(vec![vec![7.3, 2.0], vec![-7.3, 2.0], vec![7.3, -2.0]])
        }
        _ if matches!(row(prim).derivative, Derivative::OfARule) => None,
        _ if closed_form(prim, &[0.5, 0.5, 0.5]).is_err() => None,
        _ if row(prim).arity == 2 => Some(vec![vec![0.7, 1.9], vec![-1.3, 0.4], vec![2.2, -0.9]]),
        _ => one(&[-1.3, -0.4, 0.7, 2.1]),
    }
}

#[test]
fn the_oracle_agrees_with_central_differences() {
    let mut seen = 0;
    for prim in Prim::ALL {
        // every row with a derivative is looked at
        let Some(points) = points(*prim) else {
            assert!(
                matches!(row(*prim).derivative, Derivative::Zero | Derivative::OfARule),
                "{prim:?}"
            );
            continue;
        };
        seen += 1;
        let discrete_exponent = *prim == Prim::Powi;
        let mut b = Build::new("f");
        let args: Vec<Var> = (0..row(*prim).arity)
            .map(|i| b.param("x", if discrete_exponent && i == 1 { Ty::Int("i32") } else { F }))
            .collect();
        let y = b.prim("y", *prim, &args);
        let f = b.done(&[y]);
        ok(&f, Stage::LinearA);
        for x in points {
            let value = |i: usize, x: f64| {
                if discrete_exponent && i == 1 { Value::Int(x as i128) } else { Value::Real(x) }
            };
            for wrt in 0..x.len() - usize::from(discrete_exponent) {
                let at = |d: f64| {
                    let moved: Vec<Value> = x
                        .iter()
                        .enumerate()
                        .map(|(i, x)| value(i, if i == wrt { x + d } else { *x }))
                        .collect();
                    run(&f, &moved).results[0].flatten()[0]
                };
                // fourth order
                let h = 1e-3;
                let differences =
                    (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h);
                let arguments: Vec<Value> =
                    x.iter().enumerate().map(|(i, x)| value(i, *x)).collect();
                let tangents: Vec<Value> = (0..x.len())
                    .map(|i| if i == wrt { Value::Real(1.0) } else { Value::unit() })
                    .collect();
                let (values, tangents) = dual(&f, &arguments, &tangents, &()).expect("a run");
                assert_eq!(values, run(&f, &arguments).results, "{prim:?}");
                let tangent = tangents[0].flatten()[0];
                assert!(
                    (tangent - differences).abs() <= 1e-8 * (1.0 + tangent.abs()),
                    "{prim:?} at {x:?} by argument {wrt}: {tangent} but differences {differences}"
                );
            }
        }
    }
    assert!(seen > 45, "{seen}");
}

#[test]
fn the_oracle_follows_the_declared_kinks() {
    let table: &[(Prim, &[f64], &[f64])] = &[
        (Prim::Abs, &[0.0], &[0.0]),
        (Prim::Max, &[1.0, 1.0], &[1.0, 0.0]),
        (Prim::Min, &[1.0, 1.0], &[1.0, 0.0]),
        (Prim::Clamp, &[1.0, 1.0, 2.0], &[1.0, 0.0, 0.0]),
        (Prim::Clamp, &[2.0, 1.0, 2.0], &[1.0, 0.0, 0.0]),
        (Prim::Powi, &[0.0, 0.0], &[0.0, 0.0]),
        (Prim::Powi, &[0.0, 1.0], &[1.0, 0.0]),
        (Prim::Powf, &[0.0, 1.0], &[1.0, 0.0]),
        (Prim::Powf, &[0.0, 2.0], &[0.0, 0.0]),
        (Prim::Hypot, &[0.0, 0.0], &[0.0, 0.0]),
        (Prim::Atan2, &[0.0, 0.0], &[0.0, 0.0]),
        (Prim::Floor, &[1.0], &[0.0]),
        (Prim::Signum, &[0.0], &[0.0]),
    ];
    for (prim, x, expected) in table {
        assert_eq!(closed_form(*prim, x).as_deref(), Ok(*expected), "{prim:?} at {x:?}");
    }
    let trigamma_at_half = std::f64::consts::PI.powi(2) / 2.0;
    let there = closed_form(Prim::Digamma, &[0.5]).expect("a row")[0];
    assert!((there - trigamma_at_half).abs() < 1e-13);
}

#[test]
fn a_constant_stops_the_derivative() {
    let mut b = Build::new("f");
    let x = b.param("x", F);
    let k = b.op("k", F, Op::Constant(x));
    let y = b.prim("y", Prim::Mul, &[x, k]);
    let f = b.done(&[y]);
    ok(&f, Stage::LinearA);
    assert_eq!(
        dual(&f, &[3.0.into()], &[1.0.into()], &()),
        Ok((vec![9.0.into()], vec![3.0.into()]))
    );
}
