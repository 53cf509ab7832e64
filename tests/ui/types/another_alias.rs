// what a macro makes is not seen
macro_rules! written {
    ($($item:item)*) => { $($item)* };
}

mod models {
    use autodiff::prelude::*;

    #[differentiate]
    pub type Angle = (f64, f64);

    #[differentiate]
    pub type Count = usize;

    #[differentiate]
    pub fn x(a: Angle, n: Count) -> f64 {
        a.0.cos() * a.1 * n as f64
    }
}

mod solver {
    use autodiff::prelude::*;

    written! {
        pub type Angle = (f32, f64);

        pub type Count = f64;
    }

    #[differentiate]
    pub fn scaled(x: f64, a: Angle) -> f64 {
        x * a.1
    }

    #[differentiate]
    pub fn counted(x: f64, n: Count) -> f64 {
        x * n as f64
    }
}

fn main() {}
