use autodiff::prelude::*;

#[derive(Differentiable, Clone)]
pub struct Elo {
    k: f64,
}

pub trait Game {
    fn rate(&self, x: f64) -> f64;
}

pub trait Period {
    fn rate(&self, x: f64) -> f64;
}

#[differentiate]
impl Game for Elo {
    #[differentiate]
    fn rate(&self, x: f64) -> f64 {
        self.k * x
    }
}

#[differentiate]
impl Period for Elo {
    #[differentiate]
    fn rate(&self, x: f64) -> f64 {
        self.k * x * x
    }
}

mod users {
    use super::Elo;
    use autodiff::prelude::*;

    // an import inside of the function may bring in another trait
    #[differentiate]
    fn by_name(elo: &Elo, x: f64) -> f64 {
        use super::Period;
        elo.rate(x)
    }

    #[differentiate]
    fn by_trait(elo: &Elo, x: f64) -> f64 {
        <Elo as super::Period>::rate(elo, x)
    }
}

fn main() {}
