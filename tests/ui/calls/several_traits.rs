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

// inference does not know types with the names of type parameters
#[derive(Differentiable, Clone)]
pub struct T {
    x: f64,
}

#[differentiate]
fn generic<T: Real>(x: T) -> T {
    x.tanh() * x
}

mod differentiated {
    use autodiff::prelude::*;

    pub trait Energy {
        fn energy(&self, x: f64) -> f64;
    }

    #[differentiate]
    impl Energy for super::T {
        #[differentiate]
        fn energy(&self, x: f64) -> f64 {
            self.x * x
        }
    }
}

mod plain {
    pub trait Plain {
        fn energy(&self, x: f64) -> f64;
    }

    impl Plain for super::T {
        fn energy(&self, x: f64) -> f64 {
            self.x + 7.0 * x
        }
    }
}

mod user_of_plain {
    use super::{T, plain::Plain};
    use autodiff::prelude::*;

    #[differentiate]
    fn of_plain(t: &T, x: f64) -> f64 {
        t.energy(x)
    }
}

fn main() {}
