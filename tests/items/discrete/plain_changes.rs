//! Functions without the attribute that change their arguments, of types without reals and without
//! `Clone`: variables, what is behind `&mut`, fields and elements, in loops and branches.

use crate::support::differences;
use autodiff::prelude::*;

pub struct Lcg {
    state: u64,
}
impl Lcg {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.state >> 33
    }
    fn uniform(&mut self) -> f64 {
        self.next() as f64 / (1u64 << 31) as f64
    }
    fn pair(&mut self) -> (f64, usize) {
        (self.uniform(), (self.next() % 3) as usize)
    }
    fn skip(&mut self, n: usize) {
        (0..n).for_each(|_| self.state = self.state.wrapping_add(self.next()));
    }
}

/// What is drawn from a parameter by `&mut`.
#[differentiate]
fn drawn(x: f64, n: usize, rng: &mut Lcg) -> f64 {
    let mut total = 0.0;
    for i in 0..n {
        let (u, k) = rng.pair();
        if k == 0 {
            rng.skip(i);
            continue;
        }
        let z = u + x * k as f64;
        total += z * z;
    }
    total * rng.uniform()
}

/// From one that is passed on, and from a variable.
#[differentiate]
fn passed_on(x: f64, rng: &mut Lcg) -> f64 {
    let mut own = Lcg { state: 7 };
    let y = drawn(x, 3, rng) + drawn(x, 2, &mut own);
    y * own.uniform() + rng.uniform()
}

fn bump(counts: &mut Vec<usize>, k: usize) -> usize {
    counts[k] += 1;
    counts[k]
}
fn shift(counts: &mut [usize], seed: &mut u32) -> usize {
    *seed = seed.wrapping_mul(747796405).wrapping_add(2891336453);
    let k = (*seed >> 16) as usize % counts.len();
    counts[k] += 1;
    counts.rotate_left(1);
    k
}

/// Two at once, a number among them, slices of a vector, and elements.
#[differentiate]
fn counted(x: &[f64], counts: &mut Vec<usize>, seed: &mut u32) -> f64 {
    let mut y = 0.0;
    let mut table = vec![vec![0; 2]; 2];
    for (i, v) in x.iter().enumerate() {
        let k = shift(counts, seed);
        y += v * bump(counts, k) as f64;
        y *= 1.0 + 0.5 * x[shift(&mut counts[1..], seed)];
        if i % 2 == 0 {
            let n = bump(&mut table[i % 2], 1) + shift(&mut table[1], seed);
            y += v * v * n as f64;
        }
        counts[0] += 2;
    }
    y + counts[0] as f64 * x[table[0][1] % x.len()]
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    Manual,
    Auto,
    Tripped { since: usize },
}
fn next_mode(mode: Mode, step: usize, high: bool) -> Mode {
    match mode {
        Mode::Manual if step >= 5 => Mode::Auto,
        Mode::Auto if high => Mode::Tripped { since: step },
        Mode::Tripped { since } if step - since > 3 => Mode::Auto,
        other => other,
    }
}
impl Mode {
    fn advance(&mut self, step: usize) -> bool {
        let before = *self;
        *self = next_mode(before, step, step % 2 == 0);
        before != *self
    }
}

/// A machine of states, by value and by `&mut`.
#[differentiate]
fn machine(x: f64, steps: usize) -> f64 {
    let mut mode = Mode::Manual;
    let mut other = mode;
    let mut y = x;
    for k in 0..steps {
        mode = next_mode(mode, k, y > 3.0);
        if other.advance(k) {
            y += 0.25 * x;
        }
        y *= match mode {
            Mode::Manual => 0.5,
            Mode::Auto => 1.5,
            Mode::Tripped { .. } => 0.75 * x,
        };
    }
    if other == mode { y } else { y * y }
}

pub struct Log {
    lines: Vec<String>,
    level: u8,
}
impl Log {
    fn write(&mut self, line: String) -> &mut Self {
        self.lines.push(line);
        self
    }
}

/// Texts that are changed behind `&mut`.
#[differentiate]
fn logged(x: f64, log: &mut Log, text: &mut String) -> f64 {
    for k in 0..3 {
        log.write(format!("{k}"));
        text.push_str("ab");
        if log.level > 1 {
            text.truncate(3);
        }
    }
    x * x * text.len() as f64
}

fn fill(v: &mut [f64], from: usize) {
    v.iter_mut().enumerate().for_each(|(i, v)| *v = (from + i) as f64);
}

/// Reals that are constant before they are overwritten.
#[differentiate]
fn filled(x: f64) -> f64 {
    let mut v = vec![0.0; 4];
    fill(&mut v, 3);
    fill(&mut v[2..], 1);
    v[1] = x * v[2];
    v[3] += x;
    v.iter().map(|v| v * v).sum()
}

#[track_caller]
fn close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (f, e) in found.iter().zip(expected) {
        crate::support::close("gradient", *f, *e, 1e-7);
    }
}

#[test]
fn what_plain_functions_change() {
    for x in [0.3, -1.2] {
        for (n, seed) in [(0, 1), (1, 5), (6, 9)] {
            let f = |x: &[f64]| drawn(x[0], n, &mut Lcg { state: seed });
            let mut rng = Lcg { state: seed };
            let (y, slope) = drawn_value_and_grad(x, n, &mut rng);
            let mut plain = Lcg { state: seed };
            assert_eq!((y, rng.state), (drawn(x, n, &mut plain), plain.state));
            close(&[slope], &differences(f, &[x]));
            let (value, forward) = drawn_jvp(x, n, &mut Lcg { state: seed }, 1.0);
            assert_eq!(value, y);
            close(&[forward], &[slope]);
        }
        let f = |x: &[f64]| passed_on(x[0], &mut Lcg { state: 3 });
        let (y, slope) = passed_on_value_and_grad(x, &mut Lcg { state: 3 });
        assert_eq!(y, f(&[x]));
        close(&[slope], &differences(f, &[x]));
        close(&[filled_grad(x)], &differences(|x| filled(x[0]), &[x]));
    }
}

#[test]
fn several_at_once() {
    let x = [0.5, -0.25, 1.5];
    let f = |x: &[f64]| counted(x, &mut vec![0; 3], &mut 11);
    let (mut counts, mut seed) = (vec![0; 3], 11);
    let (y, bar) = counted_value_and_grad(&x, &mut counts, &mut seed);
    let (mut plain, mut plain_seed) = (vec![0; 3], 11);
    assert_eq!(y, counted(&x, &mut plain, &mut plain_seed));
    assert_eq!((counts, seed), (plain, plain_seed));
    close(&bar, &differences(f, &x));
}

#[test]
fn states() {
    for (x, steps) in [(1.0, 20), (4.0, 30), (0.2, 0)] {
        let (y, slope) = machine_value_and_grad(x, steps);
        assert_eq!(y, machine(x, steps));
        close(&[slope], &differences(|x| machine(x[0], steps), &[x]));
    }
    let (mut log, mut text) = (Log { lines: vec![], level: 1 }, String::from("c"));
    assert_eq!(logged_value_and_grad(2.0, &mut log, &mut text), (28.0, 28.0));
    assert_eq!((log.lines.concat(), text), ("012".into(), "cababab".into()));
    assert_eq!(logged_grad(2.0, &mut Log { lines: vec![], level: 2 }, &mut String::new()), 12.0);
}
