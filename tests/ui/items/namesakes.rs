use autodiff::prelude::*;

mod a {
    pub trait Law {
        fn rate(&self) -> f64;
    }
}
mod b {
    pub trait Law {
        fn rate(&self) -> f64;
    }
}

#[derive(Differentiable, Clone)]
struct Decay {
    k: f64,
}

#[differentiate]
impl a::Law for Decay {
    #[differentiate]
    fn rate(&self) -> f64 {
        self.k * self.k
    }
}

#[differentiate]
impl b::Law for Decay {
    #[differentiate]
    fn rate(&self) -> f64 {
        self.k.exp()
    }
}

fn main() {}
