//! Strings that are formatted with active values, and strings that are changed: they have no
//! derivative.

use autodiff::prelude::*;

fn note(_: &str) {}

#[differentiate]
fn described(x: f64) -> String {
    format!("x = {x}")
}

#[differentiate(reverse)]
fn passed_on(x: f64) -> f64 {
    let text = format!("{x:.2}");
    note(&text);
    let words = vec![text.clone(), x.to_string()];
    assert!(!words[0].is_empty(), "{text}");
    x * x + words.join(", ").len() as f64
}

#[differentiate(reverse)]
fn beside(x: f64) -> (f64, String) {
    let text = described(x);
    (x * x, text)
}

#[differentiate(reverse)]
fn errors(x: f64) -> Result<f64, String> {
    let message = format!("{x} is negative");
    if x < 0.0 {
        return Err(message);
    }
    Ok(x.sqrt())
}

#[differentiate(reverse)]
fn chosen(x: f64) -> f64 {
    let text = if x > 0.0 { x.to_string() } else { "not positive".to_string() };
    if text.starts_with('n') { -x } else { x * x }
}

#[differentiate(reverse)]
fn changed(x: &[f64]) -> f64 {
    let mut line = String::with_capacity(4);
    let mut sum = 0.0;
    for (k, v) in x.iter().enumerate() {
        if k > 0 {
            line.push(',');
            line += " ";
        }
        line.push_str(&format!("{v}"));
        sum += v * line.len() as f64;
        if line.len() > 6 {
            line.clear();
        }
    }
    line.insert(0, '<');
    line = line + ">" + &x.len().to_string();
    sum * line.len() as f64
}

/// What is appended to a text that has another name is not taken from it.
#[differentiate]
fn appended(x: f64) -> Result<f64, String> {
    let e = x + 1.0;
    let y = match errors(x) {
        Ok(y) if y < 3.0 => y * e,
        Ok(_) => return Err("between".to_string()),
        Err(e) => Err(e + ", so")?,
    };
    Ok(y)
}

#[test]
fn texts_have_no_derivative() {
    assert_eq!(appended_value_and_grad(4.0), Ok((10.0, 3.25)));
    assert_eq!(appended_value_and_grad(-4.0), Err("-4 is negative, so".to_string()));

    assert_eq!(passed_on_value_and_grad(3.0), (passed_on(3.0), 6.0));
    assert_eq!(passed_on_jvp(3.0, 2.0).1, 12.0);
    assert_eq!(beside_vjp(3.0, (0.5, ())), ((9.0, "x = 3".to_string()), 3.0));
    assert_eq!(errors_vjp(4.0, Some(1.0)), (Ok(2.0), 0.25));
    assert_eq!(errors_vjp(-4.0, None).0, Err("-4 is negative".to_string()));
    assert_eq!((chosen_grad(3.0), chosen_grad(-3.0)), (6.0, -1.0));
    // the line is "1", "1, 2", "1, 2, 3", ", 4", and at last "<, 4>4"
    let x = [1.0, 2.0, 3.0, 4.0];
    assert_eq!(changed(&x), (1.0 + 8.0 + 21.0 + 12.0) * 6.0);
    assert_eq!(changed_grad(&x), [6.0, 24.0, 42.0, 18.0]);
    assert_eq!(changed_grad(&[]), [0.0; 0]);
}

#[differentiate]
fn parsed_sum(q: &[f64], s: &str, at: &mut usize) -> f64 {
    let mut y = parsed_product(q, s, at);
    while s[*at..].starts_with('+') {
        *at += 1;
        y += parsed_product(q, s, at);
    }
    y
}
#[differentiate]
fn parsed_product(q: &[f64], s: &str, at: &mut usize) -> f64 {
    let mut y = parsed_atom(q, s, at);
    while *at < s.len() && &s[*at..*at + 1] == "*" {
        *at += 1;
        y *= parsed_atom(q, s, at);
    }
    y
}
#[differentiate]
fn parsed_atom(q: &[f64], s: &str, at: &mut usize) -> f64 {
    let from = *at;
    *at += 1;
    match &s[from..*at] {
        "x" => q[0],
        "y" => q[1],
        digit => digit.parse().unwrap(),
    }
}
fn named(k: usize) -> String {
    format!("ab{k}")
}
#[differentiate]
fn parsed(q: &[f64]) -> f64 {
    let mut at = 0;
    let mut y = parsed_sum(q, "x*y+3*x+y", &mut at) + at as f64 * q[0];
    let mut rest = "12+34";
    while !rest.is_empty() {
        let n = rest.find('+').unwrap_or(rest.len());
        let k: f64 = rest[..n].parse().unwrap();
        y += k * q[1];
        rest = if n < rest.len() { &rest[n + 1..] } else { "" };
    }
    let text = String::from("x+y");
    let part = &text[1..];
    if named(3)[2..] == *"3" && part[1..].ends_with('y') && text[..1] != text[2..] {
        y *= q[0];
    }
    y + text[1..].chars().filter(|c| *c == 'y').count() as f64 * q[1]
}

#[test]
fn parts_of_texts() {
    check!(parsed, [0.7, 1.3]);
}
