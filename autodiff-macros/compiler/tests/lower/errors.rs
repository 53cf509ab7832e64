//! Functions that are rejected or accepted, with the messages.

use crate::lowered;

/// Source, and a part of each message in order.
const ERRORS: &[(&str, &[&str])] = &[
    ("fn f(x: f64) { }", &["nothing to differentiate: the function returns nothing"]),
    (
        "fn f(g: impl Fn(f64), x: f64) -> f64 { g(x); x }",
        &["a function parameter must return a value"],
    ),
    (
        "fn f<R: Rng>(r: &mut R, x: f64) -> f64 { x * g(|| r.random()) }",
        &["a closure that changes its captures"],
    ),
    (
        "fn f<R: Rng>(r: &mut R, x: f64) -> f64 { println!(\"{r:?}\"); x }",
        &["the random number generator `r` is used in code"],
    ),
    (
        "fn f<R: Rng>(r: R, x: f64) -> f64 { x }",
        &["a random number generator must be passed by `&mut`"],
    ),
    (
        "fn f<R: Rng>(r: &mut R, x: f64) -> f64 { let n = std::mem::size_of::<R>(); x * n as f64 }",
        &["the type of a random number generator"],
    ),
    ("fn f(n: usize) -> f64 { n as f64 }", &["no parameter carries reals"]),
    ("fn f(#[constant] x: f64) -> f64 { x }", &["no parameter carries reals"]),
    (
        "fn f(x: HashMap<u8, f64>) -> f64 { 1.0 }",
        &["a parameter of type `HashMap<u8, f64>` is not supported yet"],
    ),
    ("fn f(x: f64, c: &[&[f64]]) -> f64 { x }", &["a parameter of type `&[&[f64]]`"]),
    (
        "fn f(#[constant] x: &mut [f64], y: f64) -> f64 { y }",
        &["a `&mut` parameter of reals cannot be `#[constant]`"],
    ),
    (
        "fn f(x: &mut [f64]) -> &mut [f64] { x }",
        &["cannot return a function, an iterator or a mutable reference"],
    ),
    ("async fn f(x: f64) -> f64 { x }", &["an `async` function"]),
    ("unsafe fn f(x: f64) -> f64 { x }", &["an `unsafe` function"]),
    ("fn f(x: f64) -> f64 { unsafe { x } }", &["an `unsafe` block"]),
    ("extern \"C\" fn f(x: f64) -> f64 { x }", &["an `extern` function"]),
    ("fn f<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 { f(x) }", &[]),
    ("fn f<I>(x: I) -> f64 where I: Iterator<Item = f64> { 1.0 }", &["an iterator as a parameter"]),
    (
        "fn f<V: AsRef<[f64]>>(x: &V) -> f64 { 1.0 }",
        &["generic over conversions is not supported: name the type"],
    ),
    ("fn f(x: impl Fn(f64) -> f64) -> f64 { x(1.0) }", &[]),
    (
        "fn f(g: &dyn Fn(f64) -> f64, x: f64) -> f64 { x }",
        &["a function type is only supported for a parameter"],
    ),
    ("fn f(x: f64) -> f64 { TOTAL = x; x }", &["cannot write to a static"]),
    ("fn f(x: f64) -> f64 { TOTAL += x; x }", &["cannot write to a static"]),
    ("fn f(x: f64) -> f64 { use std::f64::consts::*; x * PI }", &[]),
    ("fn f(x: f64) -> f64 { use inner::*; x * RATE }", &["`use` of everything in a module"]),
    ("fn f(x: f64) -> f64 { fn g<T>(t: T) {} x }", &[]),
    (
        "fn f(x: f64) -> f64 { fn g(x: f64) -> f64 { if x > 0.0 { g(x - 1.0) } else { x } } g(x) }",
        &["nested too deeply here"],
    ),
    (
        "fn f(x: f64) -> f64 { my_macro!(x) }",
        &["the expansion of the macro `my_macro!` is unknown"],
    ),
    (
        "fn f(x: f64) -> f64 { #[checkpoint] let y = x; y }",
        &["`#[checkpoint]` is not supported yet"],
    ),
    (
        "fn f(x: f64) -> f64 { let mut a = vec![x]; let v = vec![&mut a]; v[0][0] }",
        &["mutable references in arrays"],
    ),
    (
        "fn f(x: f64) -> f64 { match x { y if (if y > 0.0 { return x } else \
         { y < -1.0 }) => x, _ => 1.0 } }",
        &["inside a larger expression"],
    ),
    ("fn f(x: f64) -> f64 { let v = Vec::new(); x }", &["cannot infer the type of `v`"]),
    (
        "fn f(x: f64) -> f64 { let p; p = (x, x); p.0 }",
        &["a tuple that is declared without a value"],
    ),
    (
        "fn f(x: f64) -> f64 { let mut v = vec![x]; v.shrink_to_fit(); v[0] }",
        &["the method `shrink_to_fit` is not supported yet"],
    ),
    ("fn f(x: f64) -> f64 { let (a, b, c) = (x, x); a }", &["another number of components"]),
    ("fn f(x: f64) -> f64 { for c in \"abc\".chars() { } x }", &[]),
    ("fn f(x: f64) -> f64 { for c in x.to_string().chars() { } x }", &[]),
    (
        "fn f(x: f64) -> f64 { for c in \"abc\".chars().cycle() { break; } x }",
        &["iterating over this is not supported"],
    ),
    ("fn f(x: f64) -> f64 { break; x }", &["no enclosing loop"]),
    (
        "fn f(x: f64) -> f64 { a.b.c += x; x }",
        &["cannot write to a static or another place outside"],
    ),
    ("fn f(x: f64) -> (f64, &'static str) { (x, \"a\") }", &[]),
    (
        "fn f(x: f64, s: &str, t: String, u: ()) -> f64 { assert!(x > 0.0, \"{s} \
         {t}\"); println!(\"{x:?}\"); x }",
        &[],
    ),
    (
        "fn f(x: f64, #[constant] m: &Model, #[constant] h: &HashMap<u8, f64>) -> f64 \
         { x * m.rate + x * m.table(3)[2] }",
        &[],
    ),
    (
        "fn f(x: f64, n: usize) -> f64 { let v = table(n); let mut s = x; for i in 0..n \
         { s += v[i] * x; } for y in &v { s += y * x; } let (a, b) = two(n); s + a * b }",
        &[],
    ),
    (
        "fn f(x: f64, n: usize) -> f64 { let k = STEPS / 2; for _ in 0..STEPS \
         { record(n); } let n = n.pow(2).min(3); x * TABLE[n] + WEIGHTS[n][0] * k as f64 }",
        &[],
    ),
    (
        "fn f(x: f64) -> f64 \
         { let y = g(x); let z = h(y, k(&y)); let mut w = make(x, 3); w[0] += z; for e in w.iter() { } w[1] }",
        &[],
    ),
    ("fn f(x: f64) -> f64 { let y = g(x); k(&y); y }", &["the result of `k` is unused"]),
    (
        "fn f(x: f64, y: f64) -> f64 { match x.total_cmp(&y) \
         { Ordering::Less => x, Ordering::Equal => 1.0, _ => y } }",
        &[],
    ),
    (
        "fn f(x: f64, n: usize) -> f64 { match n \
         { 0 => x, 1 => panic!(\"one\"), _ => unreachable!() } }",
        &[],
    ),
    (
        "fn f(x: f64, n: usize) -> f64 { if n > 3 { panic!(\"{n}\") } let y = match n \
         { 0 => todo!(), _ => x }; y }",
        &[],
    ),
];

#[test]
fn errors_are_found_and_collected() {
    // what is nested up to the limit needs more than the stack of a test's thread: rustc's has 8
    // MiB
    std::thread::Builder::new()
        .stack_size(8 << 20)
        .spawn(find_errors)
        .expect("a thread")
        .join()
        .expect("every error is found");
}

fn find_errors() {
    let mut wrong = Vec::new();
    for (source, expected) in ERRORS {
        let found = match lowered(source) {
            Ok(_) => Vec::new(),
            Err(found) => found,
        };
        let all = found.len() == expected.len()
            && found.iter().zip(*expected).all(|(f, e)| f.contains(e));
        if !all {
            wrong.push(format!("{source}\nfound {found:#?}\nexpected {expected:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
