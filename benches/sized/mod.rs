//! The source of functions of any size, for measuring the compiler.

use std::fmt::Write;

/// A function of about `statements` statements: scalars, calls, loops, updates of an array, branches, in equal parts.
pub fn mixed(statements: usize) -> String {
    let mut body = String::from("let n = x.len();\nlet mut a = vec![0.0; n];\nlet mut s = 0.0;\n");
    // eleven statements each
    for k in 0..statements.saturating_sub(4).div_ceil(11) {
        let _ = write!(
            body,
            "let t{k} = x[{k} % n] * w[{k} % n] + s;
            let u{k} = (t{k} * 0.5).sin() - t{k} / (1.0 + t{k} * t{k});
            s += u{k} * t{k};
            for i in 0..n {{
                let v = a[i] * x[i];
                a[i] += v * 0.5 + u{k};
                s -= v * v;
            }}
            if s > {k}.5 {{
                s *= 0.5;
            }} else {{
                a[{k} % n] = s.exp() * t{k};
            }}
            s += helper(t{k}, u{k});\n"
        );
    }
    format!("pub fn mixed(x: &[f64], w: &[f64]) -> f64 {{\n{body}s + a[0]\n}}")
}

/// A function without control flow: `statements` scalar statements, each of which reads some before it.
pub fn straight(statements: usize) -> String {
    let mut body = String::from("let t0 = x * y;\n");
    for k in 1..statements.max(1) {
        let (before, far) = (k - 1, k / 2);
        let expression = match k % 4 {
            0 => format!("t{before} * t{far} + 0.5"),
            1 => format!("(t{before} - t{far}).sin()"),
            2 => format!("t{before} / (1.0 + t{far} * t{far})"),
            _ => format!("(-t{before}).exp() + x"),
        };
        let _ = writeln!(body, "let t{k} = {expression};");
    }
    format!("pub fn straight(x: f64, y: f64) -> f64 {{\n{body}t{}\n}}", statements.max(1) - 1)
}

/// A chain of cheap statements, each of which reads the one before twice.
pub fn squares(statements: usize) -> String {
    let mut body = String::from("let t0 = x[0];\n");
    for k in 1..statements.max(1) {
        let before = k - 1;
        let _ = writeln!(body, "let t{k} = t{before} * t{before};");
    }
    format!("pub fn squares(x: &[f64]) -> f64 {{\n{body}t{}\n}}", statements.max(1) - 1)
}

/// `depth` branches inside of one another, by turns `if`, `match` and a loop, with a statement at every level.
pub fn nested(depth: usize) -> String {
    let mut open = String::new();
    let mut close = String::new();
    for k in 0..depth {
        match k % 3 {
            0 => {
                let _ = writeln!(open, "if s > {k}.5 {{ s *= x[{k} % n];");
                close.insert_str(0, "} else { s += 0.5; }\n");
            }
            1 => {
                let _ = writeln!(open, "match n % {} {{ 0 => s -= x[0], 1 => s = s.sin(), _ => {{ s += x[{k} % n] * s;", k + 2);
                close.insert_str(0, "} }\n");
            }
            _ => {
                let _ = writeln!(open, "for i in 0..n {{ s += x[i] * s;");
                close.insert_str(0, "}\n");
            }
        }
    }
    format!("pub fn nested(x: &[f64]) -> f64 {{\nlet n = x.len();\nlet mut s = 1.0;\n{open}{close}s\n}}")
}
