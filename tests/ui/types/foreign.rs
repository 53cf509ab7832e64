mod plain {
    pub trait Scale {
        fn scaled(self, k: f64) -> f64;
    }
}

mod differentiated {
    use autodiff::prelude::*;

    #[differentiate]
    pub trait Scale {
        #[differentiate]
        fn scaled(self, k: f64) -> f64;
        #[differentiate]
        fn generic<T>(self, k: T) -> f64;
    }
}

mod without {
    use super::plain::Scale;
    use autodiff::prelude::*;

    impl Scale for f64 {
        fn scaled(self, k: f64) -> f64 {
            self * k
        }
    }

    // of another trait than the one with the attribute
    #[differentiate]
    pub fn f(x: f64) -> f64 {
        x.scaled(2.0)
    }
}

mod unknown {
    use autodiff::prelude::*;

    pub trait Halved {
        fn halved(self) -> f64;
    }

    #[differentiate]
    impl Halved for f64 {
        #[differentiate]
        fn halved(self) -> f64 {
            self / 2.0
        }
    }

    #[differentiate]
    impl super::differentiated::Scale for f64 {
        fn scaled(self, k: f64) -> f64 {
            self / k
        }
        fn generic<T>(self, _: T) -> f64 {
            self
        }
    }
}

fn main() {}
