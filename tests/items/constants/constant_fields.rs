//! Fields that are marked `#[constant]`: an active value that is stored there loses its derivative.
#![deny(warnings)]

use autodiff::prelude::*;

#[derive(Clone, Debug, Differentiable)]
pub struct Store {
    #[constant]
    c: f64,
    #[constant]
    v: Vec<f64>,
    x: f64,
}

#[differentiate]
fn assigned(q: &[f64]) -> f64 {
    let mut s = Store { c: 1.0, v: vec![1.0], x: q[0] };
    s.c = constant(q[1]);
    s.x * s.c
}
#[differentiate]
fn vector_assigned(q: &[f64]) -> f64 {
    let mut s = Store { c: 1.0, v: vec![1.0], x: q[0] };
    s.v = constant(q.to_vec());
    s.x * s.v[1]
}
#[differentiate]
fn pushed(q: &[f64]) -> f64 {
    let mut s = Store { c: 1.0, v: vec![1.0], x: q[0] };
    s.v.push(constant(q[1]));
    s.v[0] = constant(q[0]);
    s.x * s.v[1] * s.v[0]
}
#[differentiate]
fn of_another(q: &[f64]) -> f64 {
    let s = Store { c: 1.0, v: vec![1.0], x: q[0] };
    let t = Store { v: constant(q.to_vec()), ..s };
    t.x * t.v[1]
}
#[differentiate]
fn popped(q: &[f64]) -> f64 {
    let mut s = Store { c: constant(q[1]), v: constant(q.to_vec()), x: q[0] };
    let t = s.v.pop().unwrap();
    s.c *= 2.0;
    s.c += constant(q[0]);
    s.x * t + s.c
}
#[differentiate]
fn in_out(s: &mut Store, q: &[f64]) -> f64 {
    s.c = constant(q[0] * 2.0);
    s.x *= q[1];
    s.v.push(constant(q[0]));
    s.v.swap(0, 1);
    for v in s.v.iter_mut() {
        *v *= constant(q[0]);
    }
    s.x * s.c + s.v[0]
}
#[differentiate]
fn of_in_out(q: &[f64]) -> f64 {
    let mut s = Store { c: constant(q[1]), v: constant(q.to_vec()), x: q[0] };
    let y = in_out(&mut s, q);
    y + s.x + s.c + s.v[0]
}
#[differentiate]
fn refilled(q: &[f64]) -> f64 {
    let mut s = Store { c: constant(q[1]), v: constant(q.to_vec()), x: q[0] };
    s.v.clear();
    s.v.extend_from_slice(constant(q));
    s.v.fill(constant(q[0]));
    s.v.resize(4, constant(q[1]));
    s.v = q.iter().map(|x| constant(x * x)).collect();
    s.x * s.v[1]
}
#[differentiate]
fn increased(x: &mut f64, by: f64) {
    *x += by * by;
}
#[differentiate]
fn all_increased(x: &mut [f64], by: f64) {
    x.iter_mut().for_each(|x| *x += by * by);
}
#[differentiate]
fn lent(q: &[f64]) -> f64 {
    let mut s = Store { c: constant(q[0]), v: vec![constant(q[0]); 3], x: q[1] };
    increased(&mut s.c, constant(q[1]));
    increased(&mut s.x, q[0]);
    let mut t = q[0];
    std::mem::swap(&mut t, &mut s.x);
    all_increased(&mut s.v[1..], constant(q[0]));
    all_increased(&mut s.v, constant(q[0]));
    s.x * t * s.c + s.v[2]
}

#[differentiate]
mod group {
    use autodiff::prelude::*;

    #[derive(Clone, Debug, Differentiable)]
    pub struct Shelf {
        #[constant]
        pub c: f64,
        #[constant]
        pub v: Vec<f64>,
        pub x: f64,
    }

    #[differentiate]
    pub fn assigned(q: &[f64]) -> f64 {
        let mut s = Shelf { c: 1.0, v: vec![1.0], x: q[0] };
        s.c = constant(q[1]);
        s.x * s.c
    }
    #[differentiate]
    pub fn vector_assigned(q: &[f64]) -> f64 {
        let mut s = Shelf { c: 1.0, v: vec![1.0], x: q[0] };
        s.v = constant(q.to_vec());
        s.x * s.v[1]
    }
    #[differentiate]
    pub fn pushed(q: &[f64]) -> f64 {
        let mut s = Shelf { c: 1.0, v: vec![1.0], x: q[0] };
        s.v.push(constant(q[1]));
        s.v[0] = constant(q[0]);
        s.x * s.v[1] * s.v[0]
    }
    #[differentiate]
    pub fn of_another(q: &[f64]) -> f64 {
        let s = Shelf { c: 1.0, v: vec![1.0], x: q[0] };
        let t = Shelf { v: constant(q.to_vec()), ..s };
        t.x * t.v[1]
    }
    #[differentiate]
    pub fn popped(q: &[f64]) -> f64 {
        let mut s = Shelf { c: constant(q[1]), v: constant(q.to_vec()), x: q[0] };
        let t = s.v.pop().unwrap();
        s.c *= 2.0;
        s.c += constant(q[0]);
        s.x * t + s.c
    }
    #[differentiate]
    pub fn in_out(s: &mut Shelf, q: &[f64]) -> f64 {
        s.c = constant(q[0] * 2.0);
        s.x *= q[1];
        s.v.push(constant(q[0]));
        s.v.swap(0, 1);
        for v in s.v.iter_mut() {
            *v *= constant(q[0]);
        }
        s.x * s.c + s.v[0]
    }
    #[differentiate]
    pub fn of_in_out(q: &[f64]) -> f64 {
        let mut s = Shelf { c: constant(q[1]), v: constant(q.to_vec()), x: q[0] };
        let y = in_out(&mut s, q);
        y + s.x + s.c + s.v[0]
    }
    #[differentiate]
    pub fn refilled(q: &[f64]) -> f64 {
        let mut s = Shelf { c: constant(q[1]), v: constant(q.to_vec()), x: q[0] };
        s.v.clear();
        s.v.extend_from_slice(constant(q));
        s.v.fill(constant(q[0]));
        s.v.resize(4, constant(q[1]));
        s.v = q.iter().map(|x| constant(x * x)).collect();
        s.x * s.v[1]
    }
    #[differentiate]
    pub fn increased(x: &mut f64, by: f64) {
        *x += by * by;
    }
    #[differentiate]
    pub fn all_increased(x: &mut [f64], by: f64) {
        x.iter_mut().for_each(|x| *x += by * by);
    }
    #[differentiate]
    pub fn lent(q: &[f64]) -> f64 {
        let mut s = Shelf { c: constant(q[0]), v: vec![constant(q[0]); 3], x: q[1] };
        increased(&mut s.c, constant(q[1]));
        increased(&mut s.x, q[0]);
        let mut t = q[0];
        std::mem::swap(&mut t, &mut s.x);
        all_increased(&mut s.v[1..], constant(q[0]));
        all_increased(&mut s.v, constant(q[0]));
        s.x * t * s.c + s.v[2]
    }
}

#[test]
fn has_no_derivative_from_there_on() {
    let q = [2.0, 3.0];
    let gradients = [
        (assigned_value_and_grad(&q), group::assigned_value_and_grad(&q), (6.0, [3.0, 0.0])),
        (
            vector_assigned_value_and_grad(&q),
            group::vector_assigned_value_and_grad(&q),
            (6.0, [3.0, 0.0]),
        ),
        (pushed_value_and_grad(&q), group::pushed_value_and_grad(&q), (12.0, [6.0, 0.0])),
        (of_another_value_and_grad(&q), group::of_another_value_and_grad(&q), (6.0, [3.0, 0.0])),
        (popped_value_and_grad(&q), group::popped_value_and_grad(&q), (14.0, [3.0, 0.0])),
        (of_in_out_value_and_grad(&q), group::of_in_out_value_and_grad(&q), (46.0, [15.0, 10.0])),
        (refilled_value_and_grad(&q), group::refilled_value_and_grad(&q), (18.0, [9.0, 0.0])),
        (lent_value_and_grad(&q), group::lent_value_and_grad(&q), (164.0, [165.0, 22.0])),
    ];
    for (alone, of_group, (y, gradient)) in gradients {
        assert_eq!(alone, (y, gradient.to_vec()));
        assert_eq!(of_group, (y, gradient.to_vec()));
    }
}

#[linear(x)]
fn linear(x: &[f64], k: f64) -> f64 {
    let mut s = Store { c: 3.0, v: vec![k; 2], x: x[0] + x[1] };
    s.c += k;
    s.v.push(k);
    s.x *= s.c;
    s.x + x[0] * s.v[2]
}

#[test]
fn stays_beside_what_is_linear() {
    assert_eq!(linear(&[1.0, 2.0], 0.5), 11.0);
    let mut x_bar = [0.0; 2];
    linear_transposed(0.5, 1.0, &mut x_bar[..]);
    assert_eq!(x_bar, [4.0, 3.5]);
}

/// A constant field as a whole, and its rows, where a function takes an active slice.
mod passed_as_slices {
    use autodiff::prelude::*;

    #[derive(Clone, Debug, Differentiable)]
    pub struct Model {
        w: Vec<f64>,
        #[constant]
        data: Vec<Vec<f64>>,
        #[constant]
        pairs: Vec<[f64; 2]>,
        #[constant]
        y: f64,
    }
    #[differentiate]
    fn first(m: &Model, row: &[f64]) -> f64 {
        m.w[0] * row[0]
    }
    #[differentiate]
    impl Model {
        #[differentiate]
        fn predict(&self, row: &[f64]) -> f64 {
            self.w[0] * row[0] + self.y * row[1] * self.w[1]
        }
        #[differentiate]
        fn scaled(&self, y: f64) -> f64 {
            self.w[0] * y
        }
        #[differentiate]
        fn loss(&self) -> f64 {
            let mut s = self
                .data
                .iter()
                .zip(&self.pairs)
                .map(|(row, pair)| self.predict(row) * self.predict(pair))
                .sum::<f64>();
            for row in &self.data {
                s += self.predict(row) + first(self, row);
            }
            for i in 0..self.data.len() {
                s += self.predict(&self.data[i]) * self.predict(&self.data[i][..]);
            }
            s + self.scaled(self.y) + first(self, &self.data[0])
        }
    }
    #[differentiate]
    pub fn of_rows(x: &[f64]) -> f64 {
        Model {
            w: x.to_vec(),
            data: vec![vec![3.0, 1.0], vec![4.0, 2.0]],
            pairs: vec![[1.0, 2.0], [0.5, 0.25]],
            y: 1.5,
        }
        .loss()
    }
}

#[test]
fn constant_fields_as_arguments() {
    use passed_as_slices::*;
    check!(of_rows, [1.2, 0.7]);
}
