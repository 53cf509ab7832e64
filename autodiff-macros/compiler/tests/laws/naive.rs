//! Programs that break naive implementations: the cost of the gradient over the cost of the
//! function, as a slope under doubling (W6), the size of the code (W5), the residuals, and of course
//! the gradient.

use crate::support::*;
use autodiff_compiler::ir::cost::{residual_names, static_size};
use autodiff_compiler::ir::interpret::Value;

/// The constant of W6 for these programs: none has a primitive whose partials cost more.
const C: u64 = 6;

/// One program at several sizes.
struct Family {
    /// size, work of the function, work of the gradient (drops charged), residuals
    points: Vec<(u64, Cost)>,
}

impl Family {
    /// Runs a function of each size; `Cost` is that of `f`.
    fn new(sizes: &[u64], mut at: impl FnMut(u64) -> (String, Vec<Value>)) -> Family {
        let mut points = Vec::new();
        for (k, n) in sizes.iter().enumerate() {
            let (source, args) = at(*n);
            let program = Program::new(&source).unwrap_or_else(|e| panic!("{e}"));
            // the laws run the program some twenty times, so not at every size
            if k < 3 && *n < 1000 {
                match laws_of(&program, "f", &args, *n) {
                    Ok(Some(_)) => {}
                    Ok(None) => panic!("f panics\n{source}"),
                    Err(e) => panic!("{e}"),
                }
            }
            points.push((*n, measure(&program, "f", &args)));
        }
        Family { points }
    }

    /// W6, by the slopes: whatever is constant in n falls out. What grows with the number of
    /// arguments and results is in `extra`.
    #[track_caller]
    fn has_slope(&self, extra_per_n: u64) -> &Family {
        for pair in self.points.windows(2) {
            let [(m, a), (n, b)] = pair else { continue };
            let (primal, reverse) =
                (b.primal.saturating_sub(a.primal), b.reverse.saturating_sub(a.reverse));
            let allowed = C * primal + extra_per_n * (n - m);
            assert!(
                reverse <= allowed,
                "from {m} to {n}: {reverse} for {primal} of the function (at most {allowed})"
            );
        }
        self
    }

    /// The work of the gradient grows like n, not like its square.
    #[track_caller]
    fn is_linear(&self) -> &Family {
        for pair in self.points.windows(2) {
            let [(m, a), (n, b)] = pair else { continue };
            assert!(
                b.reverse <= 2 * a.reverse + C,
                "{} at {m} and {} at {n}",
                a.reverse,
                b.reverse
            );
            assert!(
                b.residuals <= 2 * a.residuals + C,
                "{} residuals at {m} and {} at {n}",
                a.residuals,
                b.residuals
            );
        }
        self
    }

    /// The work of the function, and that of the gradient without it: unzipped, transposed (drops
    /// charged), scalars made from nothing; and the residuals. Exactly these numbers.
    #[track_caller]
    fn costs(&self, expected: impl Fn(u64) -> [u64; 5]) -> &Family {
        for (n, c) in &self.points {
            let found = [c.primal, c.unzipped, c.reverse - c.unzipped, c.zeros, c.residuals];
            assert_eq!(found, expected(*n), "at {n}: work, unzipped, transposed, zeros, residuals");
        }
        self
    }

    #[track_caller]
    fn keeps(&self, most: impl Fn(u64) -> u64) -> &Family {
        for (n, cost) in &self.points {
            assert!(cost.residuals <= most(*n), "{} residuals at {n}", cost.residuals);
        }
        self
    }

    #[track_caller]
    fn has_gradient(&self, gradient: impl Fn(u64) -> Vec<f64>) -> &Family {
        for (n, cost) in &self.points {
            assert_close(&cost.gradient, &gradient(*n), 1e-12);
        }
        self
    }
}

/// W5: twice the program gives at most twice the code, plus a constant; in Linear A and in Rust. Of
/// all functions of a source together.
#[track_caller]
fn code_is_linear(sizes: &[u64], source: impl Fn(u64) -> String) {
    let mut before: Option<(u64, [usize; 5], usize)> = None;
    for n in sizes {
        let text = source(*n);
        let file = syn::parse_file(&text).unwrap_or_else(|e| panic!("{e}"));
        let program = Program::new(&text).unwrap_or_else(|e| panic!("{e}"));
        let mut sizes = [0; 5];
        let mut rust = 0;
        for item in &file.items {
            let syn::Item::Fn(item) = item else { panic!("only functions") };
            let s = program.of(&item.sig.ident.to_string());
            for (sum, f) in
                sizes.iter_mut().zip([&s.primal, &s.jvp, &s.unzipped, &s.linear, &s.transposed])
            {
                *sum += static_size(f);
            }
            rust += tokens(emitted(&quote::ToTokens::to_token_stream(item).to_string()));
        }
        if let Some((m, old, old_rust)) = before {
            let factor = (n / m) as usize;
            for (stage, (new, old)) in ["primal", "jvp", "unzipped", "linear", "transposed"]
                .iter()
                .zip(sizes.iter().zip(old))
            {
                assert!(
                    *new <= factor * old + 24,
                    "{stage}: {old} operations at {m}, {new} at {n}"
                );
            }
            assert!(rust <= factor * old_rust + 400, "{old_rust} tokens at {m}, {rust} at {n}");
        }
        before = Some((*n, sizes, rust));
    }
}

const DOUBLED: &[u64] = &[4, 8, 16, 32, 64, 128];

/// 1. `x_i = x_{i−1} + x_{i−1}`.
#[test]
fn program_1_doubling() {
    let source = |n: u64| {
        let lets: String = (1..=n).map(|i| format!("let x{i} = x{0} + x{0};\n", i - 1)).collect();
        format!("fn f(x0: f64) -> f64 {{\n{lets} x{n} }}")
    };
    Family::new(DOUBLED, |n| (source(n), vec![real(0.5)]))
        .has_slope(0)
        .is_linear()
        .keeps(|_| 0)
        .has_gradient(|n| vec![(n as f64).exp2()]);
    code_is_linear(DOUBLED, source);
    // the same as a loop
    let source = "fn f(x: f64, n: usize) -> f64 { let mut x = x; for _ in 0..n { x = x + x; } x }";
    Family::new(DOUBLED, |n| (source.into(), vec![real(0.5), int(n.into())]))
        .has_slope(0)
        .is_linear()
        .keeps(|_| 1)
        .has_gradient(|n| vec![(n as f64).exp2()]);
}

/// 2. n functions of which each calls the one before twice.
#[test]
fn program_2_calls_of_calls() {
    let source = |n: u64| {
        let calls: String = (1..=n)
            .map(|i| format!("fn f{i}(x: f64) -> f64 {{ f{0}(x) * f{0}(0.5 * x).cos() }}\n", i - 1))
            .collect();
        format!("fn f0(x: f64) -> f64 {{ x.sin() }}\n{calls} fn f(x: f64) -> f64 {{ f{n}(x) }}")
    };
    // the function itself takes 2ⁿ calls
    Family::new(&[1, 2, 3, 4, 5, 6, 7, 8, 9], |n| (source(n), vec![real(0.5)])).has_slope(0);
    code_is_linear(&[1, 2, 4, 8, 16, 32, 64], source);

    // one call, its result used twice
    let shared = |n: u64| {
        let calls: String = (1..=n)
            .map(|i| {
                format!("fn f{i}(x: f64) -> f64 {{ let y = f{0}(x); 0.5 * (y * y + y) }}\n", i - 1)
            })
            .collect();
        format!("fn f0(x: f64) -> f64 {{ x.sin() }}\n{calls} fn f(x: f64) -> f64 {{ f{n}(x) }}")
    };
    let sizes = &[1, 2, 4, 8, 16, 32];
    Family::new(sizes, |n| (shared(n), vec![real(0.5)])).has_slope(0).is_linear();
}

/// 3. n reads of `p.0` next to a huge `p.1`.
#[test]
fn program_3_component_next_to_a_huge_array() {
    let mut costs = Vec::new();
    for m in [1, 64, 4096] {
        let source = format!(
            "fn f(p: (f64, [f64; {m}]), n: usize) -> f64 {{ let mut s = 0.0; for _ in 0..n {{ s += \
             p.0 * s + p.0; }} s }}"
        );
        let args = |n: u64| vec![real(0.01), reals(&vec![1.0; m]), int(n.into())];
        let family = Family::new(DOUBLED, |n| (source.clone(), args(n)));
        family.has_slope(0).is_linear();
        costs.push(
            family
                .points
                .iter()
                .map(|(_, c)| (c.primal, c.reverse, c.residuals))
                .collect::<Vec<_>>(),
        );
    }
    assert!(costs.iter().all(|c| *c == costs[0]), "depends on the other array: {costs:?}");
}

/// 4. n reads of an array of length n.
#[test]
fn program_4_reads_of_a_long_array() {
    let source = "fn f(a: &[f64]) -> f64 { let mut s = 0.0; for i in 0..a.len() \
        { s += a[i] * a[a.len() - 1 - i]; } s }";
    let a = |n: u64| (0..n).map(|i| (i as f64).sin()).collect::<Vec<_>>();
    // an iteration multiplies and adds; backward it scales for each factor and adds each to the
    // accumulator. In the end the cotangent of the first sum is dropped. What is read is still
    // there, and nothing is made from nothing.
    Family::new(DOUBLED, |n| (source.into(), vec![reals(&a(n))]))
        .costs(|n| [2 * n, 2 * n, 4 * n + 1, 0, 0])
        .has_gradient(|n| a(n).iter().rev().map(|x| 2.0 * x).collect());
    let gather = "fn f(a: &[f64], at: &[usize]) -> f64 { let mut s = 0.0; for i in 0..at.len() \
        { s += a[at[i]] * a[at[i]]; } s }";
    let args = |n: u64| {
        vec![reals(&a(n)), Value::ints(&(0..n).map(|i| i128::from(i * 7 % n)).collect::<Vec<_>>())]
    };
    // of a square the partial is 2x, which is computed again: with that one scaling and one
    // addition
    Family::new(DOUBLED, |n| (gather.into(), args(n))).costs(|n| [2 * n, 2 * n, 3 * n + 1, 0, 0]);
}

/// 5. A balanced tree of additions over n distinct scalars.
#[test]
fn program_5_tree_of_additions() {
    fn tree(from: u64, to: u64) -> String {
        if to - from == 1 {
            format!("x{from}")
        } else {
            format!("({} + {})", tree(from, (from + to) / 2), tree((from + to) / 2, to))
        }
    }
    let source = |n: u64| {
        let params: Vec<String> = (0..n).map(|i| format!("x{i}: f64")).collect();
        format!("fn f({}) -> f64 {{ {} }}", params.join(", "), tree(0, n))
    };
    let family = Family::new(DOUBLED, |n| (source(n), (0..n).map(|i| real(i as f64)).collect()));
    family.has_slope(0).keeps(|_| 0).has_gradient(|n| vec![1.0; n as usize]);
    // each scalar is used once, so there is no cotangent to add
    assert!(family.points.iter().all(|(_, c)| c.reverse == c.primal));
    code_is_linear(DOUBLED, source);
}

/// 6. A chain of functions of arrays: an array that is moved or borrowed gets no accumulator of its
///    own.
#[test]
fn program_6_a_chain_of_arrays() {
    // four sweeps of n − 1 additions, and a product. Backward two scalings and two additions to the
    // cotangent of the last array, the only one that is made from nothing, because only it is
    // borrowed; then the sweeps, and the n scalars are added to the argument's. Saved are the last
    // array, and n in each step.
    Family::new(&[8, 16, 32, 64, 128], |n| {
        let source = "fn step(a: Vec<f64>) -> Vec<f64> { let mut b = a; let n = b.len(); for i in 1..n { b[i] += b[i - 1]; } b }
            fn f(x: &[f64]) -> f64 { let mut a = x.to_vec(); for _ in 0..4 { let b = step(a); a = b; } let last = a.len() - 1; let r = &a; r[last] * r[0] }";
        (source.to_string(), vec![reals(&vec![0.5; n as usize])])
    })
    .costs(|n| [4 * n - 3, 4 * n - 3, 5 * n, n, n + 4]);
}

/// 7. A reference chosen by a branch, read in a loop.
#[test]
fn program_7_a_chosen_reference() {
    // as program 4, however long the arrays are; the factors come out of branches, so they are
    // saved, and `k` and `c`
    Family::new(&[4, 8, 16, 32, 64, 128], |n| {
        let source = "fn f(a: &[f64], b: &[f64], k: usize, c: bool) -> f64 {
            let r = if c { a } else { b };
            let mut s = 0.0; for i in 0..k { s += r[i % 3] * (if i % 2 == 0 { &a } else { &b })[1]; } s }";
        let long = vec![0.5; 1000];
        (source.to_string(), vec![reals(&long), reals(&long), int(n as i128), Value::Bool(true)])
    })
    .costs(|k| [2 * k, 2 * k, 4 * k + 1, 0, 2 * k + 2]);
}

/// 8. `match` nested n deep.
#[test]
fn program_8_nested_matches() {
    fn nested(depth: u64) -> String {
        match depth {
            0 => "x".into(),
            d => format!(
                "match k % {} {{ 0 => x.sin() * {d}.0, 1 => {{ let y = x * {d}.0; y * y + x }} _ \
                 => {{ let x = x * 1.5 + x; {} }} }}",
                d + 2,
                nested(d - 1)
            ),
        }
    }
    let source = |n: u64| format!("fn f(x: f64, k: usize) -> f64 {{ {} }}", nested(n));
    let file = |n: u64| Program::new(&source(n)).unwrap_or_else(|e| panic!("{e}"));
    let program = file(5);
    for k in 0..60 {
        match laws_of(&program, "f", &[real(0.3), int(k)], 3) {
            Ok(Some(_)) => {}
            Ok(None) => panic!("panics"),
            Err(e) => panic!("{e}"),
        }
    }
    code_is_linear(&[1, 2, 4, 8, 16, 32], source);
    // the same with statements that assign
    fn assigned(depth: u64) -> String {
        match depth {
            0 => "s += x;".into(),
            d => format!(
                "s = s * x; match k % {} {{ 0 => s += x.sin(), 1 => {{ s *= x; t = s + t; }} _ => \
                 {{ t += x; {} }} }}",
                d + 2,
                assigned(d - 1)
            ),
        }
    }
    let source = |n: u64| {
        format!(
            "fn f(x: f64, k: usize) -> f64 {{ let mut s = 1.0; let mut t = x; {} s * t }}",
            assigned(n)
        )
    };
    code_is_linear(&[1, 2, 4, 8, 16, 32], source);
    let program = Program::new(&source(5)).unwrap_or_else(|e| panic!("{e}"));
    for k in 0..60 {
        assert!(matches!(laws_of(&program, "f", &[real(0.3), int(k)], 3), Ok(Some(_))));
    }
}

/// 9. A large array is built, and one element is used.
#[test]
fn program_9_one_element_of_a_large_array() {
    let family = Family::new(&[64, 128, 256, 512, 1024], |n| {
        let source = "fn f(x: &[f64], n: usize) -> f64 { let mut a = vec![0.0; n]; for i in 0..n \
            { a[i] = i as f64; } a[3] = x[0] * x[1]; a[3] * x[0] }";
        (source.to_string(), vec![reals(&[2.0, 3.0]), int(n as i128)])
    });
    // t = x₀·x₁ once more, two scalings for each of the two products, the two uses of x₀ added, and
    // two elements added to the argument's: the array has no cotangent
    family.costs(|_| [2, 2, 8, 0, 0]);
}

/// 10. A fold whose combiner contains a fold.
#[test]
fn program_10_folds_in_folds() {
    // inside two products and a sum, and backward three scalings, the uses of `v` added, and one
    // addition to the argument's cotangent; outside a product and a sum, and backward a scaling,
    // the last use of `v` and one addition. The inner loop adds to the cotangent of `v` from zero:
    // a scalar for each run of it
    Family::new(&[4, 8, 16, 32], |n| {
        let source = "fn f(x: &[f64]) -> f64 \
            { x.iter().fold(1.0, |s, v| s * 0.5 + x.iter().fold(*v, |t, w| t * 0.9 + w * v)) }";
        (source.to_string(), vec![reals(&vec![0.5; n as usize])])
    })
    .costs(|n| [3 * n * n + 2 * n, 3 * n * n + 2 * n, 5 * n * n + 3 * n + 1, n, 0]);
}

/// 11. What only linear operations read is not saved.
#[test]
fn program_11_operands_of_linear_operations() {
    let source = "fn f(a: &[f64]) -> f64 { let mut s = 0.0; for i in 0..a.len() \
        { let z = a[i]; s += z + 2.0 * z; } s }";
    let program = Program::new(source).unwrap_or_else(|e| panic!("{e}"));
    let stages = program.of("f");
    assert_eq!(residual_names(&stages.unzipped, 1), [] as [&str; 0], "{}", stages.unzipped);
    Family::new(DOUBLED, |n| (source.into(), vec![reals(&vec![0.5; n as usize])]))
        .has_slope(1)
        .is_linear()
        .keeps(|_| 0)
        .has_gradient(|n| vec![3.0; n as usize]);

    let source =
        "fn f(x: f64, y: f64, z: f64, a: f64, b: f64) -> f64 { x * b + y * b + z * b + a }";
    let report = laws(source, "f", &[2.0, 3.0, 5.0, 7.0, 11.0].map(real));
    assert_eq!(report.flat_gradient(), [11.0, 11.0, 11.0, 1.0, 10.0]);
    let program = Program::new(source).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(residual_names(&program.of("f").unzipped, 1), ["x", "y", "z", "b"]);
    let source = "fn f(#[constant] x: f64, #[constant] y: f64, #[constant] z: f64, a: f64, b: f64) \
        -> f64 { x * b + y * b + z * b + a }";
    let program = Program::new(source).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(residual_names(&program.of("f").unzipped, 1), ["x", "y", "z"]);
}

/// 12. Reading an input slice in a loop keeps nothing of it.
#[test]
fn program_12_reads_of_an_input() {
    for source in [
        "fn f(v: &[f64]) -> f64 { let mut s = 0.0; for i in 0..v.len() \
         { s += v[i] * v[i] * v[0]; } s }",
        "fn f(v: &[f64]) -> f64 { let mut s = 0.0; for x in v.iter() { s += x * x - 3.0 * x; } s }",
        "fn f(v: &[f64]) -> f64 { let mut s = 0.0; for (x, y) in v.iter().zip(v[1..].iter()) \
         { s += x * y; } s }",
        "fn f(v: &[f64]) -> f64 \
         { let w = &v[1..]; let mut s = 0.0; for (i, x) in w.iter().enumerate() \
         { s += x * w[i] * i as f64; } s }",
        "fn f(v: &[f64]) -> f64 { let mut s = 0.0; for i in (1..v.len()).rev() { if i % 3 == 0 \
         { s += v[i] * v[i - 1]; } } s }",
    ] {
        let args =
            |n: u64| vec![reals(&(0..n).map(|i| 0.3 + (i as f64).sin()).collect::<Vec<_>>())];
        Family::new(DOUBLED, |n| (source.into(), args(n))).has_slope(0).is_linear().keeps(|_| 0);
    }
}

/// 13. Updates in place.
#[test]
fn program_13_in_place() {
    let a = |n: u64| (0..n).map(|i| 1.0 + 0.3 * (i as f64).sin()).collect::<Vec<_>>();
    let prefix = "fn f(x: &[f64]) -> f64 { let mut a = x.to_vec(); for i in 1..a.len() \
        { a[i] = a[i - 1] * a[i]; } let mut s = 0.0; for v in a.iter() { s += v; } s }";
    Family::new(DOUBLED, |n| (prefix.into(), vec![reals(&a(n))]))
        .has_slope(2)
        .is_linear()
        .has_gradient(|n| {
            let x = a(n);
            let products: Vec<f64> = x
                .iter()
                .scan(1.0, |p, x| {
                    *p *= x;
                    Some(*p)
                })
                .collect();
            (0..x.len()).map(|i| products[i..].iter().sum::<f64>() / x[i]).collect()
        });

    let bubble = "fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        for i in 0..a.len() { for j in 0..a.len() - 1
            - i { if a[j] > a[j + 1] { let t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } } }
        let mut s = 0.0;
        for i in 0..a.len() { s += a[i] * a[i] * i as f64; }
        s
    }";
    let unsorted = |n: u64| (0..n).map(|i| (i as f64 * 1.7).sin()).collect::<Vec<_>>();
    let ranked = |n: u64| {
        let x = unsorted(n);
        x.iter().map(|v| 2.0 * v * x.iter().filter(|w| *w < v).count() as f64).collect::<Vec<_>>()
    };
    // sorting is free in this measure; what it drops and the residuals may grow like its steps, n²
    Family::new(&[2, 4, 8, 16, 32, 64], |n| (bubble.into(), vec![reals(&unsorted(n))]))
        .keeps(|n| 2 * n * n + 4)
        .has_gradient(ranked);
    let swap = bubble.replace("let t = a[j]; a[j] = a[j + 1]; a[j + 1] = t;", "a.swap(j, j + 1);");
    Family::new(&[2, 4, 8, 16, 32, 64], |n| (swap.clone(), vec![reals(&unsorted(n))]))
        .has_slope(2)
        .has_gradient(ranked);

    let gauss = "fn f(m: &[f64], n: usize) -> f64 {
        let mut a = m.to_vec();
        let mut det = 1.0;
        for k in 0..n {
            let mut p = k;
            for i in k + 1..n { if a[i * n + k].abs() > a[p * n + k].abs() { p = i; } }
            if p != k { for j in 0..n { a.swap(k * n + j, p * n + j); } det = -det; }
            det *= a[k * n + k];
            for i in k + 1..n {
                let factor = a[i * n + k] / a[k * n + k];
                for j in k..n { a[i * n + j] -= factor * a[k * n + j]; }
            }
        }
        det
    }";
    let matrix = |n: u64| {
        (0..n * n)
            .map(|k| (k as f64 * 0.7).sin() + if k % (n + 1) == 0 { 0.5 } else { 0.0 })
            .collect::<Vec<_>>()
    };
    let family = Family::new(&[1, 2, 4, 8, 16, 32], |n| {
        (gauss.into(), vec![reals(&matrix(n)), int(n.into())])
    });
    // the copy of the matrix is n² scalars that are returned
    for pair in family.points.windows(2) {
        let [(_, a), (n, b)] = pair else { continue };
        assert!(b.reverse - a.reverse <= C * (b.primal - a.primal) + 2 * n * n);
    }
    // the derivative of a determinant is the matrix of its cofactors
    for (n, cost) in family.points.iter().take(4) {
        let n = *n as usize;
        let m = matrix(n as u64);
        for (k, found) in cost.gradient.iter().enumerate() {
            let minor: Vec<f64> =
                (0..n * n).filter(|e| e / n != k / n && e % n != k % n).map(|e| m[e]).collect();
            let sign = if (k / n + k % n).is_multiple_of(2) { 1.0 } else { -1.0 };
            assert_close(&[*found], &[sign * determinant(&minor, n - 1)], 1e-9);
        }
    }
}

fn determinant(m: &[f64], n: usize) -> f64 {
    if n == 0 {
        return 1.0;
    }
    let minor =
        |column: usize| (n..n * n).filter(|e| e % n != column).map(|e| m[e]).collect::<Vec<_>>();
    (0..n).map(|j| if j % 2 == 0 { 1.0 } else { -1.0 } * m[j] * determinant(&minor(j), n - 1)).sum()
}

/// 14. Recursion.
#[test]
fn program_14_fibonacci() {
    let source = "fn f(x: f64, n: usize) -> f64 { if n < 2 { x + n as f64 } else \
        { f(x, n - 1) * 0.5 + f(x * x, n - 2) } }";
    let sizes = &[1, 2, 4, 6, 8, 10, 12];
    Family::new(sizes, |n| (source.into(), vec![real(0.6), int(n.into())]))
        .has_slope(0)
        .has_gradient(|n| {
            fn dual(x: f64, d: f64, n: u64) -> (f64, f64) {
                if n < 2 {
                    return (x + n as f64, d);
                }
                let (a, b) = (dual(x, d, n - 1), dual(x * x, 2.0 * x * d, n - 2));
                (a.0 * 0.5 + b.0, a.1 * 0.5 + b.1)
            }
            vec![dual(0.6, 1.0, n).1]
        });
}

#[test]
fn program_14_determinant_by_minors() {
    let source = "fn f(m: &[f64], n: usize) -> f64 {
        if n == 0 { return 1.0; }
        let mut sum = 0.0;
        for j in 0..n {
            let mut minor = Vec::new();
            for i in 1..n { for k in 0..n { if k != j { minor.push(m[i * n + k]); } } }
            let rest = f(&minor, n - 1);
            if j % 2 == 0 { sum += m[j] * rest; } else { sum -= m[j] * rest; }
        }
        sum
    }";
    let matrix = |n: u64| (0..n * n).map(|k| (k as f64 * 0.7).sin()).collect::<Vec<_>>();
    let family = Family::new(&[1, 2, 3, 4, 5, 6], |n| {
        (source.into(), vec![reals(&matrix(n)), int(n.into())])
    });
    for (n, cost) in &family.points {
        let n = *n as usize;
        let m = matrix(n as u64);
        assert_close(&cost.value, &[determinant(&m, n)], 1e-12);
        for (k, found) in cost.gradient.iter().enumerate() {
            let minor: Vec<f64> =
                (0..n * n).filter(|e| e / n != k / n && e % n != k % n).map(|e| m[e]).collect();
            let sign = if (k / n + k % n).is_multiple_of(2) { 1.0 } else { -1.0 };
            assert_close(&[*found], &[sign * determinant(&minor, n - 1)], 1e-12);
        }
    }
    // each call adds the cotangents of its minor, (n − 1)² scalars, to its matrix's
    for pair in family.points.windows(2) {
        let [(m, a), (n, b)] = pair else { continue };
        let ratio = (b.reverse - a.reverse) as f64 / (b.primal - a.primal) as f64;
        assert!(ratio <= (C + n * n) as f64, "{ratio} from {m} to {n}");
    }
}

#[test]
fn program_14_long_while() {
    let source = "fn f(x: f64, n: usize) -> f64 { let mut r = x; let mut k = 0; while k < n \
        { r = 0.5 * (r + x / r); k += 1; } r }";
    laws(source, "f", &[real(2.0), int(100)]);
    let args = |n: u64| vec![real(2.0), int(n.into())];
    Family::new(&[125, 250, 500, 1000, 2000, 4000], |n| (source.into(), args(n)))
        .has_slope(0)
        .is_linear()
        .keeps(|n| 3 * n + 2)
        .has_gradient(|_| vec![0.5 / 2f64.sqrt()]);
    let program = Program::new(source).unwrap_or_else(|e| panic!("{e}"));
    let cost = measure(&program, "f", &args(100_000));
    assert_close(&cost.gradient, &[0.5 / 2f64.sqrt()], 1e-12);
    assert!(cost.reverse <= C * cost.primal && cost.residuals <= 300_002, "{cost:?}");
}
