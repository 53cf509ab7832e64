#![allow(unused)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn bits(x: f64) -> f64 {
    let bits = x.to_bits();
    f64::from_bits(bits ^ 1)
}

#[differentiate(reverse)]
fn bytes(x: f64) -> f64 {
    f64::from_le_bytes(x.to_le_bytes())
}

#[differentiate(reverse)]
fn text(x: f64) -> f64 {
    let text = format!("{x}");
    let y: f64 = text.parse().unwrap();
    y
}

#[differentiate(reverse)]
fn to_string(x: f64) -> f64 {
    let text = x.to_string();
    text.parse::<f64>().unwrap()
}

fn read(text: &str) -> f64 {
    text.parse().unwrap()
}

#[differentiate(reverse)]
fn read_elsewhere(x: f64) -> f64 {
    read(&format!("{x}")) * x
}

#[differentiate(reverse)]
fn given(x: f64) -> Result<f64, std::num::ParseFloatError> {
    let text = format!("{x}");
    text.parse()
}

#[differentiate(reverse)]
fn words(x: &[f64]) -> f64 {
    let line = x.iter().map(|v| v.to_string()).collect::<Vec<_>>().join(" ");
    line.split(' ').map(|word| word.parse::<f64>().unwrap()).sum()
}

#[differentiate(reverse)]
fn put_together(x: f64) -> f64 {
    let mut text = String::from("1");
    text.push_str(&format!("{x}"));
    let copy = text.clone();
    copy.parse::<f64>().unwrap()
}

#[differentiate(reverse)]
fn maybe(x: f64) -> f64 {
    let text = Some(format!("{x}"));
    text.as_deref().and_then(|t| t.parse::<f64>().ok()).unwrap_or(x)
}

#[differentiate(reverse)]
fn over_parts(x: f64) -> f64 {
    let text = format!("{x}");
    let mut sum = 0.0;
    for part in text.split('.') {
        let value: f64 = part.parse().unwrap();
        sum += x * value;
    }
    sum
}

#[differentiate(reverse)]
fn over_parts_read_elsewhere(x: f64) -> f64 {
    let text = x.to_string();
    let mut sum = 0.0;
    for part in text.split_whitespace() {
        sum += x * read(part);
    }
    sum
}

#[differentiate(reverse)]
fn chain_of_parts(x: f64) -> f64 {
    let text = format!("{x}");
    text.split('.').map(|part| part.parse::<f64>().unwrap() * x).sum()
}

#[differentiate(reverse)]
fn in_a_map(x: f64) -> f64 {
    let mut texts = std::collections::BTreeMap::new();
    texts.insert(0, x.to_string());
    texts.values().map(|text| text.parse::<f64>().unwrap() * x).sum()
}

#[differentiate(reverse)]
fn changed(x: f64, label: &mut String) -> f64 {
    let _last = label.pop();
    x * x
}

fn main() {}
