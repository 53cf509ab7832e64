//! `_grad` and `_value_and_grad` of functions that return a real in a `Result` or an `Option`.
#![deny(warnings)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn root(x: f64) -> Result<f64, String> {
    if x < 0.0 {
        return Err(format!("{x} is negative"));
    }
    Ok(x.sqrt())
}

#[differentiate(reverse)]
fn sum_of_roots(x: &[f64], k: f64) -> Result<f64, String> {
    let mut sum = 0.0;
    for v in x {
        sum += root(*v)? * k;
    }
    Ok(sum)
}

#[test]
fn results() {
    assert_eq!(root_grad(4.0), Ok(0.25));
    assert_eq!(root_value_and_grad(4.0), Ok((2.0, 0.25)));
    assert_eq!(sum_of_roots_grad(&[4.0, 1.0], 3.0), Ok((vec![0.75, 1.5], 3.0)));
    assert_eq!(sum_of_roots_value_and_grad(&[4.0, 1.0], 3.0), Ok((9.0, (vec![0.75, 1.5], 3.0))));
    assert_eq!(sum_of_roots_grad(&[4.0, -1.0], 3.0), Err("-1 is negative".to_string()));
    assert_eq!(sum_of_roots_value_and_grad(&[4.0, -1.0], 3.0), Err("-1 is negative".to_string()));
}

#[differentiate]
fn mean(x: Vec<f64>, #[constant] unit: f64) -> Option<f64> {
    if x.is_empty() {
        return None;
    }
    let mut sum = 0.0;
    for v in &x {
        sum += v * v / unit;
    }
    Some(sum / x.len() as f64)
}

#[differentiate(schedule = "unzipped")]
fn halved(x: f64, n: usize) -> Option<f64> {
    if n == 0 {
        return if x > 1.0 { Some(x) } else { None };
    }
    Some(halved(x * 0.5, n - 1)? * x)
}

#[test]
fn options() {
    assert_eq!(mean_grad(vec![1.0, 3.0], 2.0), Some(vec![0.5, 1.5]));
    assert_eq!(mean_value_and_grad(vec![1.0, 3.0], 2.0), Some((2.5, vec![0.5, 1.5])));
    assert_eq!(mean_value_and_grad(vec![], 2.0), None);
    assert_eq!(halved_value_and_grad(8.0, 1), Some((32.0, 8.0)));
    assert_eq!(halved_grad(8.0, 4), None);
}

/// The returned types are spelled as in the function's signature: an alias stays an alias.
mod spelled {
    use autodiff::prelude::*;

    pub type Result<T> = std::result::Result<T, Refused>;

    #[derive(Debug, PartialEq)]
    pub struct Refused(pub i32);

    #[differentiate]
    pub fn parsed(x: f64, text: &str) -> Result<f64> {
        let n = text.parse::<i32>().map_err(|_| Refused(-1))?;
        if n > 3 { Err(Refused(n)) } else { Ok(x * x) }
    }

    #[differentiate]
    pub fn long(x: f64) -> std::result::Result<f64, std::boxed::Box<dyn std::error::Error>> {
        if x > 0.0 { Ok(x.ln()) } else { Err("not positive".into()) }
    }
}

#[test]
fn aliases() {
    let found: spelled::Result<(f64, f64)> = spelled::parsed_value_and_grad(3.0, "2");
    assert_eq!(found, Ok((9.0, 6.0)));
    assert_eq!(spelled::parsed_grad(3.0, "4"), Err(spelled::Refused(4)));
    assert_eq!(spelled::parsed_grad(3.0, "four"), Err(spelled::Refused(-1)));
    assert_eq!(spelled::long_grad(4.0).unwrap(), 0.25);
    assert_eq!(spelled::long_value_and_grad(-4.0).unwrap_err().to_string(), "not positive");
}

#[differentiate]
fn generic<T: Real, const N: usize>(x: &[T; N], k: T) -> Option<T> {
    let first = x.first()?;
    Some(*first * k)
}

#[differentiate]
fn single(x: f32) -> Result<f32, ()> {
    if x.is_nan() { Err(()) } else { Ok(x * x) }
}

#[test]
fn other_reals() {
    assert_eq!(generic_grad(&[2.0f32, 1.0], 3.0), Some(([3.0, 0.0], 2.0)));
    assert_eq!(generic_value_and_grad(&[2.0f64, 1.0], 3.0), Some((6.0, ([3.0, 0.0], 2.0))));
    assert_eq!(generic_grad(&[0.0f64; 0], 3.0), None);
    assert_eq!(single_value_and_grad(3.0), Ok((9.0, 6.0)));
    assert_eq!(single_grad(f32::NAN), Err(()));
}

#[derive(Clone, Debug, Differentiable)]
struct Spring {
    stiffness: f64,
    #[constant]
    limit: f64,
}

#[differentiate]
impl Spring {
    /// The energy, if the spring holds.
    #[differentiate]
    pub fn energy(&self, x: f64) -> Result<f64, &'static str> {
        if x.abs() > self.limit {
            return Err("broken");
        }
        Ok(0.5 * self.stiffness * x * x)
    }

    #[differentiate]
    fn scaled<T: Real>(self, by: T) -> Option<T> {
        if self.limit > 0.0 { Some(by * by) } else { None }
    }
}

#[test]
fn methods() {
    let spring = Spring { stiffness: 4.0, limit: 2.0 };
    assert_eq!(spring.energy_grad(1.0), Ok((SpringTangent { stiffness: 0.5 }, 4.0)));
    assert_eq!(
        spring.energy_value_and_grad(1.0),
        Ok((2.0, (SpringTangent { stiffness: 0.5 }, 4.0)))
    );
    assert_eq!(Spring::energy_grad(&spring, 3.0), Err("broken"));
    assert_eq!(spring.scaled_grad(3.0f32), Some((SpringTangent { stiffness: 0.0 }, 6.0)));
}

#[differentiate]
fn scaled_in_place(u: &mut [f64], k: f64) -> Result<f64, String> {
    let mut sum = 0.0;
    for v in u.iter_mut() {
        *v *= k;
        sum += *v;
    }
    if sum < 0.0 {
        return Err(format!("{sum}"));
    }
    Ok(sum)
}

/// The cotangents of `&mut` parameters are pulled back whether there is an error or not.
#[test]
fn changed_parameters() {
    let (mut u, mut u_bar) = ([1.0, 2.0], [0.0, 1.0]);
    assert_eq!(scaled_in_place_value_and_grad(&mut u, 2.0, &mut u_bar), Ok((6.0, 5.0)));
    assert_eq!((u, u_bar), ([2.0, 4.0], [2.0, 4.0]));
    let (mut u, mut u_bar) = ([1.0, 2.0], [0.0, 1.0]);
    assert_eq!(scaled_in_place_grad(&mut u, -2.0, &mut u_bar), Err("-6".to_string()));
    assert_eq!((u, u_bar), ([-2.0, -4.0], [0.0, -2.0]));
}

/// A rule is not called where there is no value.
#[differentiate(reverse, vjp = log_rule)]
fn log(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x.ln()) } else { None }
}
fn log_rule(x: f64, y_bar: Option<f64>) -> (Option<f64>, f64) {
    let y = Some(x.ln()).filter(|_| x > 0.0);
    assert_eq!(y.is_some(), y_bar.is_some());
    (y, y_bar.unwrap_or(0.0) / x)
}

#[test]
fn rules() {
    assert_eq!(log_value_and_grad(1.0), Some((0.0, 1.0)));
    assert_eq!(log_grad(-1.0), None);
}

#[differentiate]
mod group {
    /// A number of a curve.
    #[differentiate]
    pub fn checked(x: f64) -> Result<f64, String> {
        helper(x).ok_or_else(|| format!("{x} is too large"))
    }

    fn helper(x: f64) -> Option<f64> {
        if x < 4.0 { Some(x * x) } else { None }
    }

    #[cfg(any())]
    #[differentiate]
    pub fn absent(x: f64) -> Option<f64> {
        Some(x)
    }
}

#[test]
fn modules() {
    assert_eq!(group::checked_grad(3.0), Ok(6.0));
    assert_eq!(group::checked_value_and_grad(5.0), Err("5 is too large".to_string()));
}
