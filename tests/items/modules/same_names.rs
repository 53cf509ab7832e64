//! Different functions of one name in several modules: the path resolves to one.

use autodiff::prelude::*;

pub mod single {
    use autodiff::prelude::*;

    #[differentiate]
    pub fn level(x: &[f64]) -> f64 {
        x.iter().map(|v| v * v).sum::<f64>() / x.len() as f64
    }

    #[differentiate]
    pub fn spread(x: &[f64]) -> (f64, f64) {
        let level = level(x);
        (level - x[0], level * x[1])
    }
}

pub mod bulk {
    use super::single;
    use autodiff::prelude::*;

    #[differentiate]
    pub fn level(x: &[f64], window: usize) -> Vec<f64> {
        x.windows(window).map(single::level).collect()
    }

    #[differentiate]
    pub fn spread(x: &[f64], window: usize) -> Vec<(f64, f64)> {
        let mut all = Vec::new();
        for part in x.windows(window) {
            let spread = single::spread(part);
            all.push((spread.0 * spread.1, spread.1));
        }
        all
    }

    #[differentiate]
    pub fn last(x: &[f64]) -> f64 {
        let levels = self::level(x, 2);
        levels[levels.len() - 1] * single::level(x) + level(x, 3)[0]
    }
}

pub mod users {
    use super::bulk::{level, spread as spreads};
    use super::single::{self as one, level as mean, spread};
    use autodiff::prelude::*;

    #[differentiate]
    pub fn imported(x: &[f64]) -> f64 {
        let levels = level(x, 2);
        let total = mean(x) * (1.0 + 0.5 * mean(&levels));
        let (low, high) = spread(x);
        let all = spreads(x, 2);
        total + low * high + all[1].0 - one::spread(&levels).1
    }

    #[derive(Differentiable, Clone)]
    pub struct Series {
        scale: f64,
    }

    #[differentiate]
    impl Series {
        #[differentiate]
        pub fn imported(&self, x: &[f64]) -> f64 {
            let center = mean(x);
            let of_two = level(x, 2);
            center * of_two[0] + self.scale * spread(x).0
        }
    }

    #[differentiate]
    pub fn of_method(x: &[f64]) -> f64 {
        let series = Series { scale: x[0] };
        series.imported(x)
    }
}

/// Two traits whose functions have the same names, for one type.
pub mod traits {
    use autodiff::prelude::*;

    pub trait Game {
        fn rate(&self, x: f64, y: f64) -> (f64, f64);
        fn expected(&self, x: f64) -> f64;
    }
    pub trait Period {
        fn rate(&self, x: f64, all: &[f64]) -> f64;
        fn expected(&self, x: f64) -> Vec<f64>;
    }

    #[derive(Differentiable, Clone)]
    pub struct Elo {
        pub k: f64,
    }
    #[differentiate]
    impl Game for Elo {
        #[differentiate]
        fn rate(&self, x: f64, y: f64) -> (f64, f64) {
            (x + self.k * (x - y).tanh(), y - self.k * (x - y).sin())
        }
        #[differentiate]
        fn expected(&self, x: f64) -> f64 {
            x * self.k
        }
    }
    #[differentiate]
    impl Period for Elo {
        #[differentiate]
        fn rate(&self, x: f64, all: &[f64]) -> f64 {
            all.iter().fold(x, |x, y| <Elo as Game>::rate(self, x, *y).0)
        }
        #[differentiate]
        fn expected(&self, x: f64) -> Vec<f64> {
            vec![x, <Elo as Game>::expected(self, x)]
        }
    }

    #[differentiate]
    pub fn rated(x: &[f64]) -> f64 {
        let elo = Elo { k: x[0] };
        let all = <Elo as Period>::expected(&elo, x[2]);
        <Elo as Period>::rate(&elo, x[1], x) + <Elo as Game>::rate(&elo, x[2], x[3]).1 * all[1]
    }
}

#[test]
fn paths_name_traits() {
    use traits::*;
    check!(rated, [0.7, -0.4, 1.9, 0.2]);
}

#[test]
fn paths_name_modules() {
    use bulk::*;
    use users::*;
    let x = [0.7, -0.4, 1.9, 0.2];
    check!(last, x);
    check!(imported, x);
    check!(of_method, x);
}

/// Two traits of one module, for one of its types, with functions of one name.
#[autodiff::differentiate]
pub mod traits_of_one_module {
    use autodiff::prelude::*;
    pub trait Linear {
        fn value(&self, x: f64) -> f64;
    }
    pub trait Quadratic {
        fn value(&self, x: f64) -> f64;
    }
    #[derive(Differentiable, Clone)]
    pub struct Curve {
        pub k: f64,
    }
    impl Linear for Curve {
        #[differentiate]
        fn value(&self, x: f64) -> f64 {
            self.k * x
        }
    }
    impl Quadratic for Curve {
        #[differentiate]
        fn value(&self, x: f64) -> f64 {
            self.k * x * x
        }
    }
    #[differentiate(reverse)]
    pub fn both(x: &[f64]) -> f64 {
        let curve = Curve { k: x[0] };
        Linear::value(&curve, x[1]) + <Curve as Quadratic>::value(&curve, x[2]).sin()
    }
}

#[test]
fn traits_of_one_module_are_told_apart() {
    use traits_of_one_module::*;
    check!(both, [0.7, -0.4, 1.9]);
}

/// A function beside a module of its name, and functions named as those of the prelude.
mod beside_modules {
    pub mod energy {
        use autodiff::prelude::*;

        #[differentiate]
        pub fn kinetic(x: f64) -> f64 {
            0.5 * x * x
        }
    }
    use autodiff::prelude::*;

    #[differentiate]
    pub fn energy(x: f64) -> f64 {
        x * energy::kinetic(x)
    }

    pub mod user {
        use super::energy;
        use autodiff::prelude::*;

        #[differentiate]
        pub fn of_import(x: &[f64]) -> f64 {
            energy(x[0]) * energy::kinetic(x[1])
        }
    }

    #[differentiate]
    fn drop(x: f64) -> f64 {
        x.sin()
    }
    #[differentiate]
    fn size_of(x: f64) -> f64 {
        x.cos()
    }
    #[differentiate]
    pub fn of_path(x: &[f64]) -> f64 {
        energy(x[0]) + self::energy(x[1]) * drop(x[0]) + user::of_import(x) * size_of(x[1])
    }
}

#[test]
fn functions_beside_modules_of_their_names() {
    use beside_modules::{of_path, of_path_grad, of_path_jvp, of_path_value_and_grad, user};
    let x = [0.7, -1.3];
    for (gradient, f) in [
        (of_path_grad(&x), of_path as fn(&[f64]) -> f64),
        (user::of_import_grad(&x), user::of_import),
    ] {
        let expected = crate::support::differences(f, &x);
        gradient
            .iter()
            .zip(&expected)
            .for_each(|(g, e)| crate::support::close("beside", *g, *e, 1e-8));
    }
    let (value, gradient) = of_path_value_and_grad(&x);
    assert_eq!((value, of_path_jvp(&x, &[0.5, 2.0]).0), (of_path(&x), value));
    crate::support::close(
        "jvp",
        of_path_jvp(&x, &[0.5, 2.0]).1,
        0.5 * gradient[0] + 2.0 * gradient[1],
        1e-12,
    );
}

/// Methods and functions whose names are the same words, each with an attribute of its own.
pub mod words {
    use autodiff::prelude::*;

    #[derive(Differentiable, Clone, Debug)]
    pub struct Model {
        pub weight: f64,
    }
    #[derive(Differentiable, Clone, Debug)]
    pub struct ModelLoss {
        pub weight: f64,
    }

    #[differentiate]
    impl Model {
        #[differentiate]
        pub fn loss(&self, x: &[f64]) -> f64 {
            let mut state = self.weight;
            for v in x {
                state = (state * v).sin();
            }
            state
        }
        #[differentiate]
        pub fn loss_rate(&self, x: f64) -> f64 {
            self.weight * x * x
        }
        #[differentiate]
        pub fn bound(&self, x: f64) -> f64 {
            self.weight.exp() * x
        }
    }
    #[differentiate]
    impl ModelLoss {
        #[differentiate]
        pub fn rate(&self, x: f64) -> f64 {
            self.weight * x.cos()
        }
    }
    #[differentiate]
    pub fn model_loss(weight: f64, x: &[f64]) -> f64 {
        x.iter().fold(weight, |state, v| (state - v).cos() * state)
    }
    /// Has no residuals, so that those of the method are called as ever.
    pub fn model_bound(x: f64) -> f64 {
        x
    }

    #[differentiate]
    pub fn all(x: &[f64]) -> f64 {
        let model = Model { weight: x[0] };
        let inner = ModelLoss { weight: x[1] };
        model.loss(x)
            + model.loss_rate(x[1])
            + inner.rate(x[2])
            + model_loss(x[0], x)
            + model.bound(x[2])
    }
}

/// The same in a module with the attribute, where a function without one is differentiated as well.
#[differentiate]
pub mod words_together {
    use autodiff::prelude::*;

    fn model_rate(weight: f64, x: f64) -> f64 {
        (weight * x).exp()
    }
    #[differentiate]
    pub fn model_loss(weight: f64, x: f64) -> f64 {
        model_rate(weight, x).sin()
    }

    #[derive(Differentiable, Clone, Debug)]
    pub struct Model {
        pub weight: f64,
    }
    impl Model {
        #[differentiate]
        pub fn loss(&self, x: f64) -> f64 {
            self.weight * x.sin()
        }
        #[differentiate]
        pub fn rate(&self, x: f64) -> f64 {
            self.weight * x.cos()
        }
    }

    #[differentiate]
    pub fn all(x: &[f64]) -> f64 {
        let model = Model { weight: x[0] };
        model.loss(x[1]) + model.rate(x[2]) * model_loss(x[1], x[2])
    }
}

/// A type in lower case, whose method calls what the function calls.
pub mod lower_case {
    #![allow(non_camel_case_types)]
    use super::single::level;
    use autodiff::prelude::*;

    #[derive(Differentiable, Clone)]
    pub struct point {
        pub x: f64,
    }
    #[differentiate]
    impl point {
        #[differentiate]
        pub fn height(&self, x: &[f64]) -> f64 {
            self.x * level(x)
        }
    }
    #[differentiate]
    pub fn point_height(x: &[f64]) -> f64 {
        level(x) + point { x: x[0] }.height(x)
    }
}

/// Functions whose names in camel case are the same.
mod underscores {
    #![allow(non_snake_case)]
    use autodiff::prelude::*;
    #[differentiate]
    pub fn step_x(x: f64) -> f64 {
        x.exp() * x
    }
    #[differentiate]
    pub fn step__x(x: f64) -> f64 {
        let mut y = x;
        while y < 3.0 {
            y = y * y + 0.5;
        }
        y
    }
    #[differentiate]
    pub fn stepX(x: f64) -> f64 {
        x.sin()
    }
    #[differentiate]
    pub fn all_steps(x: &[f64]) -> f64 {
        step_x(x[0]) * step__x(x[1]) + stepX(x[2]) * x[0]
    }
}

#[test]
fn methods_and_functions_of_the_same_words() {
    {
        use underscores::*;
        check!(all_steps, [0.7, -0.4, 1.9]);
    }
    let (_, _): (f64, underscores::step__x_Residuals) = underscores::step__x_primal(0.3);

    let x = [0.7, -0.4, 1.9];
    {
        use words::*;
        check!(all, [0.7, -0.4, 1.9]);
    }
    {
        use words_together::*;
        check!(all, [0.7, -0.4, 1.9]);
    }
    {
        use lower_case::*;
        check!(point_height, [0.7, -0.4, 1.9]);
    }
    // what their residuals are called
    let model = words::Model { weight: 0.3 };
    let (_, residuals): (f64, words::Model_LossResiduals) = model.loss_primal(&x);
    assert!(residuals.size_in_bytes() > 0);
    let (_, _): (f64, words::ModelLossResiduals) = words::model_loss_primal(0.3, &x);
    let (_, _): (f64, words::Model_LossRateResiduals) = model.loss_rate_primal(0.3);
    let (_, _): (f64, words::ModelLoss_RateResiduals) =
        words::ModelLoss { weight: 0.3 }.rate_primal(0.3);
    let (_, _): (f64, words::ModelBoundResiduals) = model.bound_primal(0.3);
}

/// Functions with the names of crates that the package depends on.
mod named_as_crates {
    use autodiff::prelude::*;

    #[differentiate]
    fn csv(x: f64) -> f64 {
        x.sin() * x
    }

    mod inside {
        use super::*;

        #[differentiate]
        pub fn clap(x: f64) -> f64 {
            csv(x) + 1.0
        }
    }

    use inside::clap;

    #[differentiate]
    fn rayon(x: &[f64]) -> f64 {
        if x.len() > 1 { csv(x[0]) * clap(x[1]) + rayon(&x[1..]) } else { 0.0 }
    }

    #[test]
    fn functions() {
        check!(rayon, [0.7, -0.4, 1.9]);
    }
}
