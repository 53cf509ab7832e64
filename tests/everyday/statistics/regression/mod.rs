//! The likelihood of a generalised linear model. Three files, an attribute on each item.

mod types;

mod glm;
mod links;

use self::glm::{log_likelihood, log_likelihood_value_and_grad};
use self::types::{Coefficients, Family, Link, Observation};
use crate::movable::Movable;
use crate::support::central_differences::Check;
use autodiff::prelude::*;

fn data(scale: f64) -> Vec<Observation> {
    (0..12)
        .map(|i| {
            let t = i as f64 / 4.0;
            Observation {
                covariates: vec![t.sin(), (0.5 * t).cos(), t / 3.0],
                exposure: 1.0 + 0.1 * i as f64,
                response: (scale * (1.0 + t.sin())).round(),
            }
        })
        .collect()
}

#[test]
fn compared() {
    let mut check = Check::new();
    let cases = [
        (Family::Gaussian { log_sigma: 0.2 }, Link::Identity, Some(0.5), 3.0),
        (Family::Poisson, Link::Log, None, 3.0),
        (Family::NegativeBinomial { log_size: 0.7 }, Link::Log, Some(0.1), 4.0),
        (Family::Binomial { trials: 8 }, Link::Logit, None, 3.0),
    ];
    for (family, link, ridge, scale) in cases {
        let beta = Coefficients { intercept: 0.3, slopes: vec![0.4, -0.2, 0.1], family };
        let data = data(scale);
        match log_likelihood_value_and_grad(&beta, &data, link, ridge) {
            Ok((value, gradient)) => {
                check.equal("value", value, log_likelihood(&beta, &data, link, ridge).unwrap());
                let f = |x: &[f64]| log_likelihood(&beta.moved(x), &data, link, ridge).unwrap();
                check.gradient(
                    &format!("{:?}", beta.family),
                    f,
                    &beta.origin(),
                    &gradient.flatten(),
                );
            }
            Err(e) => println!("no fit: {e:?}"),
        }
    }
    let wrong = Coefficients { intercept: 0.0, slopes: vec![1.0], family: Family::Poisson };
    assert!(log_likelihood_value_and_grad(&wrong, &data(1.0), Link::Log, None).is_err());
    check.finish();
}
