//! Arguments of differentiated calls that are calls of inactive values.
#![deny(warnings)]

use crate::support::{close, differences};
use autodiff::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Model {
    x: f64,
}
#[differentiate]
impl Model {
    #[differentiate]
    fn scale(&self, k: f64) -> f64 {
        self.x * k
    }
    #[differentiate]
    fn of(k: f64) -> f64 {
        k * k
    }
}
#[differentiate]
fn doubled(x: f64) -> f64 {
    x * 2.0
}
#[differentiate]
fn doubled_single(x: f64) -> f32 {
    x as f32 * 2.0
}
#[differentiate]
fn scaled(x: f64) -> f64 {
    Model { x }.scale(3.0)
}
#[differentiate]
fn joined(s: f64, a: f64, b: f64) -> f64 {
    (s * a) + b
}
#[differentiate]
fn joined_single(s: f64, a: f64, b: f32) -> f64 {
    (s * a) + b as f64
}
#[differentiate]
fn generic<T: Real>(s: T, a: T, b: T) -> T {
    (s * a) + b
}
#[differentiate]
fn of_calls(x: f64) -> f64 {
    joined(x, x, doubled(2.0))
        * joined(x, doubled(doubled(4.0)), x)
        * joined_single(x, Model::of(3.0), doubled_single(1.0))
        * scaled(x)
}
#[differentiate]
fn in_a_loop(x: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..3 {
        s += generic(x, s, doubled(i as f64));
        if s > 0.5 {
            s += joined(doubled(x * 0.0 + 1.0).floor(), s, doubled(1.0));
        }
    }
    s
}
#[differentiate]
fn of_methods(x: f64, m: &Model) -> f64 {
    let m2 = Model { x: 3.0 };
    joined(x, m2.scale(2.0), m.scale(3.0)) + joined(x, m2.scale(2.0), x)
}

#[test]
fn calls_as_constant_arguments() {
    let check = |f: &dyn Fn(f64) -> f64, (value, slope): (f64, f64)| {
        assert_eq!(value.to_bits(), f(0.7).to_bits());
        close("slope", slope, differences(|x| f(x[0]), &[0.7])[0], 1e-9);
    };
    check(&of_calls, of_calls_value_and_grad(0.7));
    check(&of_calls, of_calls_jvp(0.7, 1.0));
    check(&in_a_loop, in_a_loop_value_and_grad(0.7));
    let model = Model { x: 2.0 };
    let (value, (slope, of_model)) = of_methods_value_and_grad(0.7, &model);
    check(&|x| of_methods(x, &model), (value, slope));
    close("field", of_model.x, 3.0, 1e-12);
}

// `#[constant]` on what changes and has no reals
mod changing {
    use autodiff::prelude::*;

    struct Lcg(u64);
    impl Lcg {
        fn next(&mut self) -> usize {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 60) as usize
        }
    }
    #[differentiate]
    fn sampled(x: &[f64], #[constant] rng: &mut Lcg) -> f64 {
        let mut y = x[0];
        for _ in 0..rng.next() + 2 {
            let (i, j) = (rng.next() % x.len(), rng.next() % x.len());
            y = 0.5 * y + x[i] * x[j];
        }
        if rng.next() % 2 == 0 { y } else { -y }
    }
    #[differentiate]
    fn seeded(x: &[f64]) -> f64 {
        let mut rng = Lcg(7);
        sampled(x, &mut rng) * sampled(x, &mut rng)
    }

    mod laws {
        at_points! { seeded }
    }
}

// sequences of a type without the derive, which rustc reads
mod rows {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Kind {
        Plain,
        Doubled,
    }
    struct Row {
        x: f64,
        parts: Vec<f64>,
        kind: Kind,
    }
    #[derive(Debug, PartialEq)]
    enum Unfit {
        TooLarge(Kind, usize),
        Empty { kind: Kind },
    }

    #[differentiate]
    fn gaps(w: f64, #[constant] rows: &[Row]) -> f64 {
        rows.iter().map(|row| (w - row.x).abs() * row.parts[0]).sum()
    }
    #[differentiate]
    fn cost(
        w: f64,
        #[constant] rows: &[Row],
        #[constant] more: &Vec<Row>,
        #[constant] last: &[Row; 1],
    ) -> Result<f64, Unfit> {
        let mut sum = gaps(w * w, rows);
        for i in 0..rows.len() {
            sum += w * rows[i].x * rows[i].parts[i];
        }
        for (i, row) in more.iter().enumerate().skip(1) {
            if row.x > 100.0 {
                return Err(Unfit::TooLarge(row.kind, i));
            }
            sum += w.powi(2) * row.x;
        }
        for Row { x, kind, parts } in last {
            let kind = *kind;
            if parts.is_empty() {
                return Err(Unfit::Empty { kind });
            }
            sum += w * x;
        }
        for pair in rows.windows(2) {
            sum += w * (pair[1].x - pair[0].x);
        }
        sum +=
            rows.iter().filter(|row| row.kind == Kind::Doubled).map(|row| row.x * w).sum::<f64>();
        if let [first, .., end] = rows {
            sum += w * first.x * end.x;
        }
        let total: f64 = rows.iter().map(|row| row.x).sum();
        Ok(sum + w * total)
    }

    #[test]
    fn read_and_passed_on() {
        let row = |x: f64, kind| Row { x, parts: vec![x, 2.0 * x], kind };
        let rows = [row(2.0, Kind::Plain), row(3.0, Kind::Doubled)];
        let more = vec![row(1.0, Kind::Plain), row(4.0, Kind::Plain)];
        let end = [row(5.0, Kind::Plain)];
        let expected = differences(|w| cost(w[0], &rows, &more, &end).unwrap(), &[1.4])[0];
        close("gradient", cost_grad(1.4, &rows, &more, &end).unwrap(), expected, 1e-6);
        let large = vec![row(1.0, Kind::Plain), row(400.0, Kind::Doubled)];
        assert_eq!(cost_grad(1.4, &rows, &large, &end), Err(Unfit::TooLarge(Kind::Doubled, 1)));
        let empty = [Row { x: 1.0, parts: Vec::new(), kind: Kind::Doubled }];
        assert_eq!(cost_grad(1.4, &rows, &more, &empty), Err(Unfit::Empty { kind: Kind::Doubled }));
    }
}

/// Constants as parts of tuples, arrays and options that are passed.
mod in_parts {
    use autodiff::prelude::*;

    const HALF: f64 = 0.5;
    struct Scale;
    impl Scale {
        const UP: f64 = 1.5;
    }
    static TABLE: [f64; 2] = [0.25, 2.0];

    #[differentiate]
    fn of_pair(p: (f64, f64)) -> f64 {
        p.0 * p.1 + p.0
    }
    #[differentiate]
    fn nested((a, (b, c)): (f64, (f64, f64))) -> f64 {
        a * b * c
    }
    #[differentiate]
    fn of_array(p: [f64; 2]) -> f64 {
        p[0] * p[1]
    }
    #[differentiate]
    pub fn all(x: &[f64]) -> f64 {
        let y = of_pair((x[0], HALF)) + of_pair((TABLE[1], x[0])) + of_pair((HALF, 2.0)) * x[1];
        y + nested((x[0], (HALF, Scale::UP))) * nested((HALF, (x[1], TABLE[0])))
            + of_array([x[1], HALF])
    }

    #[test]
    fn passed_as_parts() {
        check!(all, [0.7, 1.3]);
    }
}
