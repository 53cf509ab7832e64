//! Which item a name resolves to where several have it: default bodies of traits, methods of parts
//! of constants, aliases of structs, methods that traits add to types of std.

use autodiff::prelude::*;

/// Two traits with functions of one name, one of them with a body in the trait.
mod defaults_of_one_name {
    use autodiff::prelude::*;

    #[derive(Differentiable, Clone, Copy, Debug)]
    pub struct P {
        pub v: f64,
    }
    pub mod a {
        use super::P;
        use autodiff::prelude::*;

        #[differentiate]
        pub trait Rate {
            #[differentiate]
            fn rate(&self, x: f64) -> f64;
        }
        #[differentiate]
        impl Rate for P {
            #[differentiate]
            fn rate(&self, x: f64) -> f64 {
                self.v * x
            }
        }
        #[differentiate]
        pub fn total(p: &P, x: f64) -> f64 {
            p.rate(x)
        }
    }
    pub mod b {
        use super::P;
        use autodiff::prelude::*;

        #[differentiate]
        pub trait Cost {
            const K: f64;
            #[differentiate]
            fn rate(&self, x: f64) -> f64 {
                self.offset() + x * x * Self::K
            }
            #[differentiate]
            fn offset(&self) -> f64;
        }
        #[differentiate]
        impl Cost for P {
            const K: f64 = 7.0;
            #[differentiate]
            fn offset(&self) -> f64 {
                self.v.sin()
            }
        }
        #[differentiate]
        pub fn total(p: &P, x: f64) -> f64 {
            p.rate(x)
        }
    }
    #[differentiate]
    pub fn both(x: &[f64]) -> f64 {
        let p = P { v: x[0] };
        a::total(&p, x[1]) * b::total(&p, x[0]) + <P as a::Rate>::rate(&p, 2.0)
            - <P as b::Cost>::rate(&p, x[1])
    }
}

/// A method without a derivative of a part of a constant, whose type is not `Clone`.
mod parts_of_constants {
    use autodiff::prelude::*;

    pub enum Reference {
        Step(f64),
        Ramp { rate: f64, until: f64 },
    }
    impl Reference {
        fn at(&self, t: f64) -> f64 {
            match *self {
                Reference::Step(level) => level,
                Reference::Ramp { rate, until } => rate * t.min(until),
            }
        }
    }
    pub struct Scenario {
        pub reference: Reference,
        pub steps: [Reference; 2],
    }
    #[differentiate]
    pub fn tracked(x: &[f64], #[constant] scenario: &Scenario) -> f64 {
        let mut cost = 0.0;
        for i in 0..3 {
            let t = i as f64 * 0.4;
            let error = scenario.reference.at(t) - x[0] * t + scenario.steps[i % 2].at(t) * x[1];
            cost += error * error;
        }
        cost
    }
    const SCENARIO: Scenario = Scenario {
        reference: Reference::Ramp { rate: 0.5, until: 0.7 },
        steps: [Reference::Step(0.2), Reference::Step(1.5)],
    };
    #[differentiate]
    pub fn steered(x: &[f64]) -> f64 {
        tracked(x, &SCENARIO)
    }
}

/// Another name of a struct in a pattern, beside a struct of the same name.
mod aliases_of_structs {
    use autodiff::prelude::*;

    mod polar {
        use autodiff::prelude::*;

        #[derive(Differentiable, Clone, Copy, Debug)]
        pub struct P {
            pub a: f64,
            pub b: f64,
        }
    }
    mod flat {
        use autodiff::prelude::*;

        #[derive(Differentiable, Clone, Copy, Debug)]
        pub struct P(pub f64, pub f64);
    }
    use flat::P;
    type R = polar::P;

    #[differentiate]
    pub fn taken_apart(x: &[f64]) -> f64 {
        let r = R { a: x[0], b: x[0] * x[1] };
        let R { a, b } = r;
        let P(c, d) = P(x[1], a);
        a * b + c * d
    }
}

/// Methods that traits of the crate add to other types are found as rustc finds them, by how many
/// references the receiver is behind.
mod extensions {
    use autodiff::prelude::*;

    trait Count {
        fn len(&self) -> usize;
    }
    impl Count for &[f64] {
        fn len(&self) -> usize {
            7
        }
    }
    trait Size {
        fn first(&self) -> usize;
        fn total(&self) -> f64;
    }
    impl Size for Vec<f64> {
        fn first(&self) -> usize {
            9
        }
        fn total(&self) -> f64 {
            5.0
        }
    }
    trait Smooth {
        fn abs(&self) -> f64;
        fn floor(self) -> f64;
    }
    impl Smooth for f64 {
        fn abs(&self) -> f64 {
            11.0
        }
        fn floor(self) -> f64 {
            13.0
        }
    }
    #[differentiate]
    fn of_data(x: f64, #[constant] w: &[f64], #[constant] v: &Vec<f64>) -> f64 {
        let part = &w[1..];
        let reference = &part;
        let mut s = x * reference.len() as f64 * v.first() as f64 * v.total();
        for t in w {
            s += t.abs() * x + t.floor();
        }
        s + w.iter().map(|t| t.abs() * x + t.floor()).sum::<f64>()
    }
    #[differentiate]
    pub fn counted(x: &[f64]) -> f64 {
        let part = &x[1..];
        let reference = &part;
        x[0] * reference.len() as f64 + of_data(x[1], &[1.5, -2.5, 0.5], &vec![1.0, 2.0])
    }
}

/// A glob brings in no private items, `r#x` is `x`, and an index is of the type that the block
/// says.
#[allow(unused_imports)]
mod brought_in {
    use autodiff::prelude::*;
    use std::ops::{Index, IndexMut};

    const K: f64 = 1.5;
    mod outer {
        use autodiff::prelude::*;
        const K: f64 = -0.5;
        pub const L: f64 = 2.0;
        #[differentiate]
        pub fn scaled(x: f64) -> f64 {
            x * K
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Ring {
        r#use: Vec<f64>,
    }
    #[differentiate]
    impl Index<i32> for Ring {
        type Output = f64;
        #[differentiate]
        fn index(&self, i: i32) -> &f64 {
            let n = self.r#use.len() as i32;
            &self.r#use[i.rem_euclid(n) as usize]
        }
    }
    #[differentiate]
    impl IndexMut<i32> for Ring {
        #[differentiate]
        fn index_mut(&mut self, k: i32) -> &mut f64 {
            let n = self.r#use.len() as i32;
            &mut self.r#use[k.rem_euclid(n) as usize]
        }
    }

    #[differentiate]
    pub fn by_globs(r#in: &[f64]) -> f64 {
        let (r#type, r#y) = (r#in[0], r#in[1]);
        use outer::*;
        let x = scaled(r#type) * K + L * y;
        let r#x = r#x * y;
        let mut ring = Ring { r#use: vec![x, y, 3.0] };
        ring[-1] += x;
        for i in -2..2 {
            ring[i] *= 1.0 + i as f64;
        }
        ring[-1] * ring[0] + ring[4] + r#y
    }
}

#[test]
fn names_of_several_items() {
    use aliases_of_structs::*;
    use brought_in::*;
    use defaults_of_one_name::*;
    use extensions::*;
    use parts_of_constants::*;
    check!(by_globs, [0.7, 1.3]);
    check!(both, [0.7, 1.3]);
    check!(steered, [0.7, 1.3]);
    check!(taken_apart, [0.7, 1.3]);
    check!(counted, [0.7, 1.3, 0.4]);
    assert_eq!(counted(&[1.0, 0.0, 0.0]), 7.0 + 2.0 * (1.0 - 3.0 + 0.0));
}
