//! Constants of types without the derive, as parameters; and strings that are iterated.
#![deny(warnings)]

use autodiff::prelude::*;

mod data {
    #[derive(Clone, Copy, Debug)]
    pub struct Station {
        pub lat: f64,
        pub lon: f64,
    }
    impl Station {
        pub fn height(&self, t: f64) -> f64 {
            self.lat + t * self.lon
        }
    }
    #[derive(Debug)]
    pub enum Kernel {
        Linear(f64),
        Power { scale: f64, n: i32 },
    }
    #[derive(Debug)]
    pub struct Grid<const N: usize> {
        pub weights: [f64; N],
    }
    #[derive(Debug)]
    pub struct Table<T> {
        pub rows: Vec<T>,
    }
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Mode {
        Linear,
        Power(i32),
    }
    pub type Setting = Mode;
    pub const STATIONS: [Station; 2] =
        [Station { lat: 0.1, lon: 0.2 }, Station { lat: 0.3, lon: 0.4 }];
}
use data::*;

#[differentiate]
fn by_reference(#[constant] s: &Station, t: f64) -> f64 {
    s.lat * t + s.height(1.0) * t * t
}

#[differentiate]
fn by_value(#[constant] s: Station, t: f64) -> f64 {
    s.lat * t.sin()
}

#[differentiate]
fn of_kernel(#[constant] k: &Kernel, t: f64) -> f64 {
    match k {
        Kernel::Linear(a) => a * t,
        Kernel::Power { scale, n } => scale * t.powi(*n),
    }
}

#[differentiate]
fn of_option(#[constant] k: Option<Station>, t: f64) -> f64 {
    if let Some(s) = k { s.lon * t } else { t }
}

#[differentiate]
fn of_rows(#[constant] k: &[Vec<Station>], t: f64) -> f64 {
    k.iter().map(|s| s[0].lat * t).sum()
}

#[differentiate]
fn of_grid<const N: usize>(#[constant] g: &Grid<N>, t: f64) -> f64 {
    g.weights.iter().map(|w| w * t).sum()
}

#[differentiate]
fn of_table(#[constant] g: &Table<f64>, t: f64) -> f64 {
    g.rows.iter().map(|w| w * t).sum::<f64>() + t
}

#[differentiate]
fn calls(
    x: &[f64],
    #[constant] grid: &Grid<2>,
    #[constant] kernel: &Kernel,
    #[constant] stations: &[Station],
    #[constant] table: &Table<f64>,
) -> f64 {
    let mut a = 0.0;
    for s in stations {
        a += by_reference(s, x[0]) * by_value(*s, x[1]);
    }
    let own = Station { lat: 0.7, lon: 0.2 };
    a += of_grid(grid, x[0])
        + of_kernel(kernel, x[1])
        + of_table(table, x[0])
        + by_reference(&own, x[1]);
    a * of_option(stations.get(1).copied(), x[0]) + of_rows(&[stations.to_vec()], x[1])
}

/// Types without reals need no mark, by whatever path they are named.
#[differentiate]
fn of_modes(
    x: &[f64],
    first: crate::discrete::types_without_derive::data::Mode,
    second: &data::Setting,
    more: &[data::Mode],
) -> f64 {
    let power = match first {
        Mode::Linear => x[0],
        Mode::Power(n) => x[0].powi(n),
    };
    let scaled = if *second == Mode::Linear { x[1] } else { x[1] * x[1] };
    power * scaled + more.len() as f64 * x[0]
}

#[test]
fn types_without_reals_by_paths() {
    for (first, second) in [(Mode::Linear, Mode::Power(2)), (Mode::Power(3), Mode::Linear)] {
        let (x, more) = ([0.7, 1.3], [first, second]);
        let gradient = of_modes_grad(&x, first, &second, &more);
        let expected = crate::support::differences(|x| of_modes(x, first, &second, &more), &x);
        gradient
            .iter()
            .zip(&expected)
            .for_each(|(g, e)| crate::support::close("modes", *g, *e, 1e-8));
    }
}

#[differentiate]
mod grouped {
    use super::data::*;

    fn weight(#[constant] s: &Station, t: f64) -> f64 {
        s.lat * t
    }
    fn sum(t: f64, #[constant] stations: &[Station]) -> f64 {
        let mut a = 0.0;
        for s in stations {
            a += weight(s, t);
        }
        a
    }
    #[differentiate]
    pub fn total(x: &[f64]) -> f64 {
        sum(x[0], &STATIONS) * x[1] + STATIONS.iter().map(|s| weight(s, x[1])).sum::<f64>()
    }
}

#[test]
fn parameters_are_constant() {
    let (grid, table) = (Grid { weights: [1.0, 2.0] }, Table { rows: vec![1.0, -0.5] });
    for kernel in [Kernel::Linear(0.3), Kernel::Power { scale: 2.0, n: 3 }] {
        let f = |x: &[f64]| calls(x, &grid, &kernel, &STATIONS, &table);
        let x = [0.7, 1.3];
        let (value, gradient) = calls_value_and_grad(&x, &grid, &kernel, &STATIONS, &table);
        assert_eq!(value, f(&x));
        for (g, e) in gradient.iter().zip(crate::support::differences(f, &x)) {
            crate::support::close("calls", *g, e, 1e-8);
        }
        let (_, tangent) = calls_jvp(&x, &grid, &kernel, &STATIONS, &table, &[0.5, -2.0]);
        crate::support::close("tangent", tangent, 0.5 * gradient[0] - 2.0 * gradient[1], 1e-12);
    }
    use grouped::*;
    check!(total, [0.7, 1.3]);
}

#[differentiate]
fn letters(x: &[f64]) -> f64 {
    let (mut kept, mut r) = (String::new(), 0.0);
    for c in "hello world".chars() {
        if c == 'l' {
            continue;
        }
        kept.push(c);
        r += x[0] * c as u32 as f64 * 1e-2;
    }
    for (i, c) in "a0 b".char_indices().rev() {
        kept.push(c);
        match c {
            'a'..='z' => r += x[1] * i as f64,
            '0' => r *= x[1],
            _ => {}
        }
    }
    for (i, b) in "ab".bytes().enumerate() {
        r += x[i] * f64::from(b);
    }
    r * kept.len() as f64
}

#[differentiate]
fn postfix(x: &[f64]) -> f64 {
    let mut stack: Vec<f64> = Vec::new();
    for word in "x y * 3 + x /".split_whitespace() {
        match word {
            "x" => stack.push(x[0]),
            "y" => stack.push(x[1]),
            "+" | "*" | "/" => {
                let (b, a) = (stack.pop().unwrap(), stack.pop().unwrap());
                stack.push(match word {
                    "+" => a + b,
                    "*" => a * b,
                    _ => a / b,
                });
            }
            number => stack.push(number.parse().unwrap()),
        }
    }
    stack[0]
}

#[differentiate]
fn of_word(x: f64, word: &str) -> f64 {
    if word == "a" { x * x } else { x * word.len() as f64 }
}

/// String slices that a call needs again: literals, and owned copies.
#[differentiate]
fn listed(x: &[f64]) -> f64 {
    let mut s = x[0];
    for word in ["a", "bb", "a"] {
        s = of_word(s, word) + x[1];
    }
    let words: Vec<String> = "a bb".split(' ').map(String::from).collect();
    for word in &words {
        s = of_word(s, word) - x[0];
    }
    s
}

#[differentiate]
fn scaled_by(x: f64, text: &str) -> Result<f64, std::num::ParseFloatError> {
    let k: f64 = text.trim().parse()?;
    Ok(x * k)
}

#[test]
fn parsed_strings() {
    assert_eq!(scaled_by_grad(2.0, " 0.5"), Ok(0.5));
    assert!(scaled_by_grad(2.0, "x").is_err());
}

#[test]
fn iterated_strings() {
    check!(listed, [0.7, 1.3]);
    check!(letters, [0.7, 1.3]);
    check!(postfix, [0.7, 1.3]);
}

/// Types with lifetimes: their values are constructed again for the reverse sweep.
struct Cohort<'a> {
    ages: &'a [f64],
    first: usize,
}

struct Weighted<'a>(&'a [f64], f64);

struct Survey {
    rows: Vec<Vec<f64>>,
}

impl<'a> Cohort<'a> {
    fn new(ages: &'a [f64]) -> Self {
        Cohort { ages: &ages[1..], first: 1 }
    }
    fn weight(&self) -> f64 {
        self.ages[self.first]
    }
    fn rest(&self) -> Cohort<'a> {
        Cohort { ages: &self.ages[1..], first: 0 }
    }
}

impl Survey {
    fn cohort(&self, k: usize) -> Cohort<'_> {
        Cohort { ages: &self.rows[k], first: k }
    }
}

fn cohort<'a>(ages: &'a [f64]) -> Cohort<'a> {
    Cohort { ages, first: 0 }
}

#[differentiate]
fn of_cohort(x: f64, #[constant] c: &Cohort) -> f64 {
    x.powi(2) * c.ages[0] * c.weight()
}

#[differentiate]
fn of_moved_cohort(x: f64, #[constant] c: Cohort<'_>) -> f64 {
    (x * c.ages[0]).sin()
}

#[differentiate]
fn constructed(x: &[f64]) -> f64 {
    let ages = vec![0.5, 0.7, 0.9];
    let c = Cohort { ages: &ages, first: 1 };
    let w = Weighted(&ages[1..], 2.0);
    x[0].sin() * of_cohort(x[1], &c) + of_moved_cohort(x[0], c) * w.0[0] * w.1
}

#[differentiate]
fn returned(x: &[f64], #[constant] ages: &[f64]) -> f64 {
    let c = Cohort::new(ages);
    let d: Cohort<'_> = cohort(ages);
    x[0].sin() * of_cohort(x[1], &c) * of_cohort(x[0], &d) + of_cohort(x[1], &c.rest())
}

#[differentiate]
fn returned_in_loops(x: &[f64], #[constant] survey: &Survey) -> f64 {
    let mut y = x[0];
    for k in 0..survey.rows.len() {
        let c = survey.cohort(k);
        y = y.sin() * of_cohort(y + x[1], &c);
        if y > 100.0 {
            break;
        }
    }
    y
}

#[differentiate]
fn with_lifetimes(x: &[f64]) -> f64 {
    const AGES: [f64; 4] = [0.3, 0.5, 0.8, 1.1];
    constructed(x) * returned(x, &AGES)
}

#[test]
fn types_with_lifetimes() {
    check!(constructed, [0.7, 1.3]);
    check!(with_lifetimes, [0.7, 1.3]);
    let survey = Survey { rows: vec![vec![0.4, 0.6], vec![0.9, 1.2]] };
    let x = [0.7, 1.3];
    let (y, grad) = returned_in_loops_value_and_grad(&x, &survey);
    assert_eq!(y, returned_in_loops(&x, &survey));
    let expected = crate::support::differences(|x| returned_in_loops(x, &survey), &x);
    for (a, b) in grad.iter().zip(&expected) {
        crate::support::close("a loop of cohorts", *a, *b, 1e-7);
    }
}

mod referred {
    use autodiff::prelude::*;
    use std::collections::VecDeque;

    pub struct Subject {
        pub age: f64,
        pub group: usize,
        pub doses: Vec<f64>,
    }

    #[differentiate]
    pub fn sorted(x: &[f64], #[constant] subjects: &[Subject]) -> f64 {
        let mut order: Vec<&Subject> = subjects.iter().collect();
        order.sort_by(|a, b| b.age.total_cmp(&a.age));
        order.reverse();
        order.rotate_left(1);
        let first = order[0];
        let mut y = first.age * x[first.group] * x[1];
        for w in order.windows(2) {
            y += (w[1].age - w[0].age) * x[w[0].group] * x[w[1].group];
        }
        while let Some(o) = order.pop() {
            y = y * 0.5 + x[o.group] * y.sin();
        }
        y + order.len() as f64
    }

    #[differentiate]
    pub fn grouped(x: &[f64], #[constant] subjects: &[Subject]) -> f64 {
        let mut y = 0.0;
        for k in 0..3 {
            let group: Vec<&Subject> = subjects.iter().filter(|s| s.group == k).collect();
            let mut level = x[k];
            for s in &group {
                for dose in &s.doses {
                    level = level * 0.9 + dose * x[0] * level;
                }
            }
            y += level * group.len() as f64;
        }
        let (old, young): (Vec<&Subject>, Vec<&Subject>) =
            subjects.iter().partition(|s| s.age > 0.7);
        for (a, b) in old.iter().zip(&young) {
            y += x[a.group] * x[b.group] * b.age;
        }
        y
    }

    #[differentiate]
    pub fn chosen(x: &[f64], #[constant] subjects: &[Subject]) -> f64 {
        let mut waiting: VecDeque<&Subject> = subjects.iter().collect();
        let mut picked: Vec<&Subject> = Vec::new();
        let mut y = x[0];
        while let Some(s) = waiting.pop_front() {
            y += x[s.group] * y * s.age;
            if s.doses.len() < 2 {
                picked.push(s);
            }
        }
        let oldest: Option<&Subject> = subjects.iter().max_by(|a, b| a.age.total_cmp(&b.age));
        if let Some(s) = oldest {
            y *= x[s.group];
        }
        y + picked.iter().map(|s| s.age * x[s.group].powi(2)).sum::<f64>()
    }

    #[test]
    fn references_to_constants() {
        let subject = |age, group, doses: &[f64]| Subject { age, group, doses: doses.to_vec() };
        let subjects = [
            subject(1.0, 0, &[1.0, 2.0]),
            subject(-2.0, 1, &[]),
            subject(3.0, 2, &[0.5]),
            subject(0.5, 1, &[0.1, 0.2, 0.3]),
        ];
        let x = [1.1, 0.7, 2.0];
        macro_rules! compare {
            ($f:ident, $gradient:ident) => {
                let expected = crate::support::differences(|x| $f(x, &subjects), &x);
                let (y, gradient) = $gradient(&x, &subjects);
                assert_eq!(y, $f(&x, &subjects));
                for (a, b) in gradient.iter().zip(&expected) {
                    crate::support::close(stringify!($f), *a, *b, 1e-7);
                }
            };
        }
        compare!(sorted, sorted_value_and_grad);
        compare!(grouped, grouped_value_and_grad);
        compare!(chosen, chosen_value_and_grad);
    }
}
