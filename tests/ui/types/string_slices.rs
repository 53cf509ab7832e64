//! String slices that the derivative would store.

use autodiff::prelude::*;

#[differentiate]
fn of_word(x: f64, word: &str) -> f64 {
    if word == "a" { x * x } else { x }
}

#[differentiate(reverse)]
fn f(x: f64, text: &str) -> f64 {
    let words: Vec<&str> = text.split(' ').collect();
    let mut s = x;
    for word in &words {
        s = of_word(s, word);
    }
    s
}

fn main() {}
