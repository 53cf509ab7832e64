// what a macro makes is not seen
macro_rules! written {
    ($($item:item)*) => { $($item)* };
}

mod models {
    use autodiff::prelude::*;

    #[derive(Differentiable)]
    pub struct Config {
        pub limit: Option<f64>,
        #[constant]
        pub scale: f64,
    }
}

mod solver {
    use autodiff::prelude::*;

    #[differentiate]
    pub fn scaled(x: f64, config: &Config) -> f64 {
        x * config.scale
    }

    written! {
        #[derive(Differentiable)]
        pub struct Config {
            pub limit: Vec<f64>,
            pub scale: f64,
        }
    }
}

fn main() {}
