//! `take`, `replace`, `insert` and `get_or_insert` of `Option`s in places: fields, parameters,
//! results of functions; and an `Option` of several variables as an argument by `&mut`.

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Debug)]
struct Cache {
    last: Option<f64>,
    gain: f64,
    vs: Option<Vec<f64>>,
}
#[differentiate]
impl Cache {
    #[differentiate(reverse)]
    fn step(&mut self, x: f64) -> f64 {
        let old = self.last.take();
        let y = match old {
            Some(o) => o * self.gain + x,
            None => x,
        };
        if x > 0.0 {
            self.last = Some(y * x);
        }
        y
    }
    #[differentiate(reverse)]
    fn swap(&mut self, x: f64) -> f64 {
        self.last.replace(x * self.gain).unwrap_or(1.0)
    }
    #[differentiate(reverse)]
    fn get(&mut self, x: f64) -> f64 {
        let v = self.last.get_or_insert(x * x);
        *v += 1.0;
        *v * self.gain
    }
    #[differentiate(reverse)]
    fn get_with(&mut self, x: f64) -> f64 {
        let g = self.gain;
        *self.last.get_or_insert_with(|| x * g)
    }
    #[differentiate(reverse)]
    fn vec(&mut self, x: f64) -> f64 {
        let v = self.vs.get_or_insert_with(Vec::new);
        v.push(x);
        let t = self.vs.take();
        t.map_or(0.0, |t| t.iter().sum::<f64>()) * x
    }
}
#[differentiate(reverse)]
fn steps(x: &[f64]) -> f64 {
    let mut c = Cache { last: None, gain: x.first().copied().unwrap_or(1.0), vs: None };
    let mut s = 0.0;
    for v in x {
        s += c.step(*v) + c.swap(*v) * 0.5 + c.get(*v) + c.get_with(*v) + c.vec(*v);
    }
    s
}
#[differentiate(reverse)]
fn local_place(x: &[f64]) -> f64 {
    let mut c = Cache { last: None, gain: 2.0, vs: None };
    let mut s = 0.0;
    for v in x {
        if let Some(o) = c.last.take() {
            s += o * v;
        }
        if *v > 0.0 {
            c.last = Some(*v);
        } else {
            s += c.last.replace(v * v).unwrap_or(*v);
        }
        *c.last.insert(v * 2.0) *= v;
    }
    s + c.last.unwrap_or(0.0)
}
#[differentiate(reverse)]
fn given(o: Option<f64>, x: f64) -> f64 {
    let mut o = o;
    let mut s = 0.0;
    for i in 0..3 {
        if let Some(v) = o.take() {
            s += v * x;
        }
        if i == 1 {
            o = Some(x * x);
        }
    }
    s + o.unwrap_or(x)
}
#[differentiate(reverse)]
fn given_mut(mut o: Option<f64>, x: f64) -> f64 {
    let a = o.replace(x).unwrap_or(2.0);
    let b = o.take().map_or(0.0, |v| v * v);
    let c = *o.get_or_insert(a * x);
    *o.insert(c * 2.0) += x;
    a * b + c + o.unwrap_or(0.0)
}
#[differentiate(reverse)]
fn inout(o: &mut Option<f64>, x: f64) -> f64 {
    let a = o.take().unwrap_or(3.0 * x);
    if x > 1.0 {
        *o = Some(a * x);
    } else {
        *o.get_or_insert_with(|| x) *= a;
    }
    a * x
}
#[differentiate(reverse)]
fn via(x: &[f64]) -> f64 {
    let mut o: Option<f64> = None;
    let mut s = 0.0;
    for v in x {
        s += inout(&mut o, *v) + given(o, *v) + given_mut(Some(*v), 2.0) + given_mut(None, *v);
    }
    s + o.unwrap_or(0.0)
}
#[differentiate(reverse)]
fn pick(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x * x) } else { None }
}
#[differentiate(reverse)]
fn unseen(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        let mut o = pick(*v);
        if let Some(v) = o.take() {
            s += v;
        }
        let mut o = pick(*v);
        s += o.replace(*v).unwrap_or(1.0);
        s += o.get_or_insert(2.0).sin();
    }
    s
}

mod laws {
    at_points! { steps local_place via unseen }
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Part {
    a: f64,
    b: f64,
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Keeper {
    part: Option<Part>,
    n: usize,
}

#[differentiate]
fn lent(x: f64, part: &Option<Part>) -> f64 {
    if let Some(p) = part { x * p.a + p.b } else { x }
}

#[differentiate(reverse)]
fn taken_and_lent(x: f64, keeper: &mut Keeper, y: f64) -> f64 {
    if let Some(Part { a, .. }) = keeper.part.as_mut() {
        *a += y;
    }
    let part = keeper.part.take();
    keeper.n += 1;
    lent(x, &part) * keeper.n as f64
}

#[test]
fn what_is_taken_out_is_lent() {
    let mut keeper = Keeper { part: Some(Part { a: 2.0, b: 3.0 }), n: 1 };
    let mut keeper_bar = Keeper { part: None, n: 2 }.zero_tangent();
    let (y, (x_bar, y_bar)) = taken_and_lent_vjp(5.0, &mut keeper, 0.5, 1.0, &mut keeper_bar);
    assert_eq!((y, x_bar, y_bar), (31.0, 5.0, 10.0));
    assert_eq!(keeper, Keeper { part: None, n: 2 });
    assert_eq!(keeper_bar.part, Some(PartTangent { a: 10.0, b: 2.0 }));
}
