use autodiff::prelude::*;

#[differentiate]
fn named<'a>(x: f64, name: &'a str) -> Result<f64, &'a str> {
    if x > 0.0 { Ok(x) } else { Err(name) }
}

#[differentiate]
fn elided(x: f64, name: &str) -> Result<f64, &str> {
    if x > 0.0 { Ok(x) } else { Err(name) }
}

struct Names {
    first: String,
}

#[differentiate]
impl Names {
    #[differentiate]
    fn of<'a>(x: f64, names: &'a Names) -> Result<f64, &'a str> {
        if x > 0.0 { Ok(x) } else { Err(&names.first) }
    }
}

fn main() {}
