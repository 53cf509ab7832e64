//! The source of functions of any size, for measuring the compiler.

use std::fmt::Write;

/// A function of about `statements` statements: scalars, calls, loops, updates of an array,
/// branches, in equal parts.
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

/// A function without control flow: `statements` scalar statements, each of which reads some before
/// it.
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

/// Loops whose cotangents are only known after all that follows, so that their rows are saved. Five
/// statements each.
pub fn loops(statements: usize) -> String {
    let mut body = String::from("let n = x.len();\nlet mut s = 0.0;\nlet mut a = vec![0.0; n];\n");
    for k in 0..statements.div_ceil(5) {
        let _ = write!(
            body,
            "for i in 0..n {{
                let v = a[i] * x[i];
                a[i] += v * 0.5 + s;
                s += (v * w[i]).sin();
            }}
            s = s * 0.9 + {k}.5;\n"
        );
    }
    format!("pub fn loops(x: &[f64], w: &[f64]) -> f64 {{\n{body}s + a[0]\n}}")
}

/// Loops that only feed sums. Five statements each.
pub fn sums(statements: usize) -> String {
    let mut body = String::from("let n = x.len();\nlet mut s = 0.0;\n");
    for k in 0..statements.div_ceil(5) {
        let _ = write!(
            body,
            "let mut t{k} = 0.0;
            for i in 0..n {{
                let v = x[i] * w[i];
                t{k} += (v * w[i]).sin();
            }}
            s += t{k} * 0.5;\n"
        );
    }
    format!("pub fn sums(x: &[f64], w: &[f64]) -> f64 {{\n{body}s\n}}")
}

/// Calls, each of a result of the one before. Three statements each.
pub fn calls(statements: usize) -> String {
    let mut body = String::from("let mut s = x;\n");
    for k in 0..statements.div_ceil(3) {
        let _ = writeln!(body, "let t{k} = g(s, y);\nlet u{k} = h(t{k}) * y;\ns += t{k} * u{k};");
    }
    format!("pub fn calls(x: f64, y: f64) -> f64 {{\n{body}s\n}}")
}

/// A sum of calls.
pub fn terms(statements: usize) -> String {
    let mut body = String::from("let mut s = x;\n");
    for k in 0..statements {
        let _ = writeln!(body, "s += g(x, y + {k}.0);");
    }
    format!("pub fn terms(x: f64, y: f64) -> f64 {{\n{body}s\n}}")
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

/// `depth` branches inside of one another, by turns `if`, `match` and a loop, with a statement at
/// every level.
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
                let _ = writeln!(
                    open,
                    "match n % {} {{ 0 => s -= x[0], 1 => s = s.sin(), _ => {{ s += x[{k} % n] * \
                     s;",
                    k + 2
                );
                close.insert_str(0, "} }\n");
            }
            _ => {
                let _ = writeln!(open, "for i in 0..n {{ s += x[i] * s;");
                close.insert_str(0, "}\n");
            }
        }
    }
    format!(
        "pub fn nested(x: &[f64]) -> f64 {{\nlet n = x.len();\nlet mut s = 1.0;\n{open}{close}s\n}}"
    )
}
