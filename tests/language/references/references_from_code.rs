//! References that code without derivatives returns, as arguments of differentiated functions;
//! borrowed temporaries.

use autodiff::*;
use std::cell::Cell;

#[derive(Clone)]
struct Table {
    rows: Vec<Vec<usize>>,
    weights: Vec<f64>,
}

impl Table {
    fn new() -> Table {
        Table { rows: vec![vec![0, 1], vec![1, 1, 2]], weights: vec![0.5, 1.5] }
    }

    fn row(&self, i: usize) -> &[usize] {
        &self.rows[i]
    }

    fn whole(&self, i: usize) -> &Vec<usize> {
        &self.rows[i]
    }

    fn weights(&self) -> &[f64] {
        &self.weights
    }
}

#[differentiate(reverse)]
fn pick(at: &[usize], x: &[f64]) -> f64 {
    let mut y = 1.0;
    for k in at {
        y *= x[*k];
    }
    y
}

#[differentiate(reverse)]
fn weighted(weights: &[f64], x: &[f64]) -> f64 {
    weights.iter().zip(x).map(|(w, x)| w * x * x).sum()
}

#[differentiate(reverse)]
fn of_rows(x: &[f64], #[constant] table: &Table) -> f64 {
    let row = table.row(0);
    let mut y = pick(table.row(1), x) + pick(row, x) + pick(table.whole(1), x);
    for i in 0..2 {
        y += pick(&row[i..], x);
    }
    for k in table.row(1) {
        y += x[*k].sin();
    }
    y + weighted(table.weights(), x)
}

#[differentiate(reverse)]
fn of_letters(letters: &[u8], at: usize, x: &[f64]) -> f64 {
    if at >= letters.len() {
        1.0
    } else {
        x[(letters[at] - b'a') as usize] * of_letters(letters, at + 1, x)
    }
}

#[differentiate(reverse)]
fn of_text(x: &[f64], text: &str) -> f64 {
    of_letters(text.as_bytes(), 0, x)
}

#[differentiate(reverse)]
fn of_table_and_text(x: &[f64]) -> f64 {
    let table = Table::new();
    of_rows(x, &table) + of_text(x, "abcca")
}

#[differentiate(reverse)]
fn scaled(x: f64, times: usize) -> Option<f64> {
    if x > 0.0 { Some(x.sqrt() * times as f64) } else { None }
}

#[differentiate(reverse)]
fn of_parts(x: &[f64], text: &str) -> Option<f64> {
    let mut y = 0.0;
    for (i, part) in text.split(',').enumerate() {
        y += scaled(x[part.len()], i)?;
    }
    Some(y)
}

#[differentiate(reverse)]
fn remembered(n: usize, x: &[f64], known: &mut [Option<f64>]) -> f64 {
    if let Some(value) = known[n] {
        return value;
    }
    let value = if n < 2 {
        x[n]
    } else {
        remembered(n - 1, x, known).sin() + x[2] * remembered(n - 2, x, known)
    };
    known[n] = Some(value);
    value
}

#[differentiate(reverse)]
fn from_temporaries(x: &[f64]) -> f64 {
    remembered(6, x, &mut [None; 7]) * remembered(3, x, &mut vec![None; 4])
}

static WEIGHTS: [f64; 3] = [0.5, 1.5, 2.5];

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

struct Counter(u32);

impl Counter {
    fn next(&mut self) -> u32 {
        self.0 += 1;
        COUNT.set(COUNT.get() + 1);
        self.0
    }
}

#[differentiate(reverse)]
fn counted(x: f64, #[constant] counter: &mut Counter) -> f64 {
    let first = x * WEIGHTS[(counter.next() % 3) as usize];
    first + x * x * WEIGHTS[(counter.next() % 3) as usize]
}

#[test]
fn slices_of_constants() {
    check!(of_table_and_text, [0.4, 0.7, 1.3]);
}

#[test]
fn parts_of_texts() {
    let (value, gradient) =
        of_parts_value_and_grad(&[0.25, 4.0], "a,,b").expect("positive numbers");
    assert_eq!(
        value.to_bits(),
        of_parts(&[0.25, 4.0], "a,,b").expect("positive numbers").to_bits()
    );
    assert_eq!(gradient, [1.0, 0.5]);
}

#[test]
fn temporaries_with_nothing_in_them() {
    check!(from_temporaries, [0.3, 0.2, 0.1]);
}

#[test]
fn indices_with_effects_are_evaluated_once() {
    let plain = counted(0.5, &mut Counter(0));
    let before = COUNT.get();
    let (value, gradient) = counted_value_and_grad(0.5, &mut Counter(0));
    assert_eq!((value.to_bits(), COUNT.get() - before), (plain.to_bits(), 2));
    assert_eq!(gradient, 1.5 + 2.0 * 0.5 * 2.5);
}
