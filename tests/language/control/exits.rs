//! Exits inside of larger expressions: what precedes them in the source is evaluated, and what
//! follows is not.

use autodiff::prelude::*;

#[differentiate(reverse)]
fn positive(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x * x) } else { None }
}
#[differentiate(reverse)]
fn ratio(x: f64, y: f64) -> Result<f64, String> {
    if y.abs() < 0.33 { Err(format!("{x} / 0")) } else { Ok(x / y) }
}
#[differentiate(reverse)]
fn count(n: &mut f64, x: f64) -> f64 {
    *n += x;
    *n * x
}

#[derive(Clone, Debug, Differentiable)]
struct Counter {
    n: f64,
    seen: Vec<f64>,
}
#[differentiate]
impl Counter {
    #[differentiate(reverse)]
    fn step(&mut self, x: f64) -> f64 {
        self.n += x;
        self.n
    }
    #[differentiate(reverse)]
    fn both(&mut self, x: f64) -> Option<f64> {
        Some(self.step(x) * positive(x)?)
    }
    #[differentiate(reverse)]
    fn after(&mut self, x: f64) -> Option<f64> {
        Some(positive(x)? * self.step(x))
    }
    #[differentiate(reverse)]
    fn between(&mut self, x: f64) -> Result<f64, String> {
        Ok(ratio(x, 2.0)?
            + self.step(x) * ratio(2.0, x)?
            + self.step(0.5)
            + ratio(self.n, x - 1.0)?)
    }
    #[differentiate(reverse)]
    fn kept(&mut self, x: f64) -> Option<f64> {
        let t = self.step(x) + positive(x)?;
        self.seen.push(t * positive(t)?);
        Some(self.seen.pop().unwrap() * positive(self.n)? + self.seen.len() as f64)
    }
    #[differentiate(reverse)]
    fn or_return(&mut self, x: f64) -> f64 {
        self.step(x) + if x > 1.0 { return self.n * 2.0 } else { self.step(x * x) }
    }
}

#[differentiate(reverse)]
fn through_a_method(x: &[f64]) -> f64 {
    let mut c = Counter { n: 0.1, seen: vec![1.0] };
    let mut s = 0.0;
    for v in x {
        s += c.both(*v).unwrap_or(0.5);
        s += c.after(*v).unwrap_or(0.5);
        s += c.between(*v).unwrap_or(0.25);
        s += c.kept(*v).unwrap_or(0.25);
        s += c.or_return(*v);
    }
    s * c.n
}
#[differentiate(reverse)]
fn counted(n: &mut f64, x: f64) -> Option<f64> {
    Some(count(n, x) * positive(x)? + count(n, 0.5))
}
#[differentiate(reverse)]
fn through_a_function(x: &[f64]) -> f64 {
    let mut n = 0.0;
    let mut s = 0.0;
    for v in x {
        s += counted(&mut n, *v).unwrap_or(1.0);
    }
    s * n
}
#[differentiate(reverse)]
fn through_a_closure(x: &[f64]) -> f64 {
    let mut n = 0.0;
    let mut add = |v: f64| {
        n += v;
        v * v
    };
    let mut s = 0.0;
    for v in x {
        s += add(*v) * if *v > 0.5 { continue } else { *v + 1.0 };
    }
    s + n
}
#[derive(Clone, Debug, Differentiable)]
enum Op {
    Add,
    Div,
    Scale(f64),
}
#[differentiate(reverse)]
fn apply(op: &Op, x: f64, y: f64) -> Result<f64, String> {
    Ok(match op {
        Op::Add => x + y,
        Op::Div => ratio(x, y)? * 2.0,
        Op::Scale(_) if y > 1.0 => return Err("large".to_string()),
        Op::Scale(s) => s * x,
    })
}
#[differentiate(reverse)]
fn matched(x: &[f64]) -> f64 {
    let ops = [Op::Add, Op::Div, Op::Scale(1.5)];
    let mut s = 0.0;
    for (k, v) in x.iter().enumerate() {
        s += apply(&ops[k % 3], *v, x[0]).unwrap_or(0.3);
    }
    s
}
#[differentiate(reverse)]
fn else_if(x: f64, y: f64) -> Option<f64> {
    Some(if x > 1.0 {
        x
    } else if positive(y)? > 0.5 {
        x * positive(y)?
    } else {
        y
    })
}
#[differentiate(reverse)]
fn else_ifs(x: &[f64]) -> f64 {
    x.iter().map(|v| else_if(*v, x[0]).unwrap_or(0.1) + else_if(x[0], *v).unwrap_or(0.2)).sum()
}
#[differentiate(reverse)]
fn loops(x: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut i = 0;
    while i < x.len() {
        let v = x[i];
        i += 1;
        s += v * if v < -1.0 { break } else { 2.0 } + (if v > 1.0 { continue } else { v }).sin();
    }
    s
}
#[differentiate(reverse)]
fn arguments(x: &[f64]) -> f64 {
    fn inner(x: &[f64], k: usize) -> Option<f64> {
        let t = (positive(x[k % x.len()])?, [x[0], positive(x[0] + 1.0)?], 3.0);
        Some(
            t.0.max(positive(t.1[1] - 0.2)?)
                + (t.1[0] + t.2).powi(if k > 2 { return None } else { 2 }),
        )
    }
    (0..x.len()).filter_map(|k| inner(x, k)).sum()
}
#[differentiate(reverse)]
fn labelled(x: &[f64]) -> f64 {
    let mut s = 0.0;
    'rows: for a in x {
        for b in x {
            s += a * if *b > 1.23 { continue 'rows } else { b + 1.0 }
                + if *a < -1.0 { break 'rows } else { 0.5 * b };
        }
    }
    s
}
#[differentiate(reverse)]
fn tested(x: f64, y: f64) -> Option<f64> {
    let mut s = 0.0;
    let mut k = 0.0;
    while positive(x - k)? > 0.13 || positive(y)? > 1.0 && k < 2.5 {
        s += x * y;
        k += 1.0;
        if s > 5.0 {
            continue;
        }
        s += 0.1 * k * x;
    }
    if x > 0.23 && positive(y)? < 0.5 || y < 0.27 {
        s += y;
    }
    let big = x > 0.5 || positive(y - 0.1)? > 0.2;
    Some(if big { s } else { 2.0 * s })
}
#[differentiate(reverse)]
fn tests_of_exits(x: &[f64]) -> f64 {
    x.iter().map(|v| tested(*v, x[0]).unwrap_or(0.1 * v) + tested(x[0], *v).unwrap_or(0.2)).sum()
}
#[differentiate(reverse)]
fn in_a_struct(x: f64) -> Option<Counter> {
    Some(Counter { n: positive(x)?, seen: vec![x, positive(x + 0.5)?] })
}
#[differentiate(reverse)]
fn structs(x: &[f64]) -> f64 {
    x.iter().map(|v| in_a_struct(*v).map_or(0.1, |c| c.n * c.seen[1] + c.seen[0])).sum()
}
#[differentiate(reverse)]
fn closures(x: &[f64]) -> f64 {
    let f = |i: usize| -> Option<f64> {
        let v = positive(x[i % x.len()])?;
        Some(v * 2.0)
    };
    let g = |i: usize| Some(positive(x[i % x.len()])? * 3.0);
    let h = |v: f64| {
        if v < -1.0 {
            return None;
        }
        let w = positive(v)?;
        if w > 0.5 {
            return Some(w + positive(w)?);
        }
        Some(w)
    };
    fn nested(x: f64) -> Option<f64> {
        let w = positive(x)?;
        Some(w + positive(w)?)
    }
    let r = |v: f64| -> Result<f64, String> { Ok(ratio(v, x[0])? + ratio(x[0], v)?) };
    f(0).unwrap_or(1.0)
        + nested(x[0]).unwrap_or(0.0) * g(1).unwrap_or(2.0)
        + h(x[0]).unwrap_or(0.3)
        + x.iter().filter_map(|v| Some(positive(*v)? + 1.0)).sum::<f64>()
        + r(x[x.len() - 1]).unwrap_or(0.7)
}
#[differentiate(reverse)]
fn results_in_tuples(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        let (r, w) = if *v > 0.0 {
            (ratio(*v, x[0]), 2.0)
        } else if *v < -1.0 {
            (Err("neg".to_string()), 1.0)
        } else {
            (Ok(*v), *v)
        };
        s += r.unwrap_or(0.4) * w;
    }
    s
}

#[differentiate(reverse)]
fn next(n: &mut f64) -> Option<f64> {
    *n += 0.75;
    if *n < 2.5 { Some(*n * *n) } else { None }
}
#[differentiate]
impl Counter {
    #[differentiate(reverse)]
    fn advance(&mut self) -> Option<f64> {
        self.n *= 1.5;
        Some(self.n)
    }
    #[differentiate(reverse)]
    fn before_and_after(&mut self) -> Option<(f64, f64)> {
        Some((self.n, self.n * self.advance()? + self.n))
    }
}
#[differentiate(reverse)]
fn read_before_the_change(x: &[f64]) -> Option<f64> {
    let mut n = x[0];
    let sum = n + next(&mut n)? + n;
    let product = (n + 0.5 * sum) * next(&mut n)? - n;
    let array = [
        n,
        next(&mut n).unwrap_or(1.0),
        {
            n -= 1.0;
            Some(n)?
        },
        n,
    ];
    let mut c = Counter { n, seen: x.to_vec() };
    let (before, after) = c.before_and_after()?;
    let element = c.seen[0] * {
        c.seen[0] += 1.0;
        positive(c.seen[0])?
    } + c.seen[0];
    Some(sum + product * array[0] * array[1] + array[2] * array[3] + before * after + element)
}
#[differentiate(reverse)]
fn read_before(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for k in 0..x.len() {
        s += read_before_the_change(&x[k..]).unwrap_or(x[k]);
        s = s.sin() + {
            s *= 0.5;
            if s > 10.0 { break } else { s }
        } * s;
    }
    s
}

mod laws {
    at_points! { read_before through_a_method through_a_function through_a_closure matched else_ifs
    loops arguments labelled tests_of_exits structs closures results_in_tuples }
}
