// Copied into every scratch crate: samples arguments, and compares derivatives with finite
// differences.

extern crate std;
use std::boxed::Box;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::prelude::v1::*;
use std::{println, vec};

/// Where the arguments of one attempt come from.
pub struct Point {
    state: u64,
    low: f64,
    high: f64,
    length: usize,
}

/// The ranges that reals are taken from, and the length of slices, in the order they are tried.
const RANGES: &[(f64, f64, usize)] = &[
    (0.1, 0.9, 3),
    (0.6, 2.4, 2),
    (-2.0, 2.0, 4),
    (1.2, 6.0, 3),
    (0.02, 0.4, 2),
    (10.0, 60.0, 3),
    (-0.9, 0.9, 1),
    (100.0, 900.0, 2),
    (-60.0, -5.0, 4),
    (1e3, 1e5, 6),
    (1e5, 3e6, 3),
];

impl Point {
    /// A number in [0, 1).
    fn unit(&mut self) -> f64 {
        self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.state >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn real(&mut self) -> f64 {
        self.low + (self.high - self.low) * self.unit()
    }

    pub fn integer(&mut self) -> u8 {
        1 + (self.unit() * 4.0) as u8
    }

    pub fn length(&self) -> usize {
        self.length
    }
}

/// Values with reals in them.
pub trait Reals: Sized {
    /// Lets `f` see and change every real.
    fn reals(&mut self, f: &mut dyn FnMut(&mut f64));

    /// Whether some of the reals have 32 bits.
    fn is_short(&self) -> bool {
        false
    }
}

/// Values that an argument can be made of.
pub trait Sample: Reals {
    fn sample(point: &mut Point) -> Self;
}

impl Reals for f64 {
    fn reals(&mut self, f: &mut dyn FnMut(&mut f64)) {
        f(self)
    }
}

impl Sample for f64 {
    fn sample(point: &mut Point) -> f64 {
        point.real()
    }
}

impl Reals for f32 {
    fn reals(&mut self, f: &mut dyn FnMut(&mut f64)) {
        let mut long = *self as f64;
        f(&mut long);
        *self = long as f32;
    }

    fn is_short(&self) -> bool {
        true
    }
}

impl Sample for f32 {
    fn sample(point: &mut Point) -> f32 {
        point.real() as f32
    }
}

macro_rules! discrete {
    ($($ty:ty),*) => { $(
        impl Reals for $ty {
            fn reals(&mut self, _: &mut dyn FnMut(&mut f64)) {}
        }
        impl Sample for $ty {
            fn sample(point: &mut Point) -> $ty {
                point.integer() as $ty
            }
        }
    )* };
}

discrete!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);

macro_rules! non_zero {
    ($($ty:ty),*) => { $(
        impl Reals for std::num::NonZero<$ty> {
            fn reals(&mut self, _: &mut dyn FnMut(&mut f64)) {}
        }
        impl Sample for std::num::NonZero<$ty> {
            fn sample(point: &mut Point) -> Self {
                std::num::NonZero::<$ty>::MIN.saturating_add((point.integer() - 1) as $ty)
            }
        }
    )* };
}

non_zero!(u8, u16, u32, u64, u128, usize);

impl Reals for bool {
    fn reals(&mut self, _: &mut dyn FnMut(&mut f64)) {}
}

impl Sample for bool {
    fn sample(point: &mut Point) -> bool {
        point.unit() < 0.5
    }
}

impl Reals for char {
    fn reals(&mut self, _: &mut dyn FnMut(&mut f64)) {}
}

impl Sample for char {
    fn sample(point: &mut Point) -> char {
        (b'a' + point.integer()) as char
    }
}

impl Reals for () {
    fn reals(&mut self, _: &mut dyn FnMut(&mut f64)) {}
}

impl Sample for () {
    fn sample(_: &mut Point) {}
}

impl Reals for String {
    fn reals(&mut self, _: &mut dyn FnMut(&mut f64)) {}
}

impl Sample for String {
    fn sample(_: &mut Point) -> String {
        String::from("a")
    }
}

impl<T: Reals> Reals for Vec<T> {
    fn reals(&mut self, f: &mut dyn FnMut(&mut f64)) {
        self.iter_mut().for_each(|x| x.reals(f))
    }

    fn is_short(&self) -> bool {
        self.iter().any(T::is_short)
    }
}

impl<T: Sample> Sample for Vec<T> {
    fn sample(point: &mut Point) -> Vec<T> {
        (0..point.length()).map(|_| T::sample(point)).collect()
    }
}

impl<T: Reals, const N: usize> Reals for [T; N] {
    fn reals(&mut self, f: &mut dyn FnMut(&mut f64)) {
        self.iter_mut().for_each(|x| x.reals(f))
    }

    fn is_short(&self) -> bool {
        self.iter().any(T::is_short)
    }
}

impl<T: Sample, const N: usize> Sample for [T; N] {
    fn sample(point: &mut Point) -> [T; N] {
        std::array::from_fn(|_| T::sample(point))
    }
}

impl<T: Reals> Reals for Box<T> {
    fn reals(&mut self, f: &mut dyn FnMut(&mut f64)) {
        (**self).reals(f)
    }

    fn is_short(&self) -> bool {
        (**self).is_short()
    }
}

impl<T: Reals> Reals for Option<T> {
    fn reals(&mut self, f: &mut dyn FnMut(&mut f64)) {
        self.iter_mut().for_each(|x| x.reals(f))
    }

    fn is_short(&self) -> bool {
        self.iter().any(T::is_short)
    }
}

impl<T: Sample> Sample for Option<T> {
    fn sample(point: &mut Point) -> Option<T> {
        (point.unit() < 0.7).then(|| T::sample(point))
    }
}

impl<T: Reals, E> Reals for Result<T, E> {
    fn reals(&mut self, f: &mut dyn FnMut(&mut f64)) {
        self.iter_mut().for_each(|x| x.reals(f))
    }

    fn is_short(&self) -> bool {
        self.iter().any(T::is_short)
    }
}

macro_rules! tuples {
    ($($name:ident),*) => {
        #[allow(non_snake_case)]
        impl<$($name: Reals),*> Reals for ($($name,)*) {
            fn reals(&mut self, f: &mut dyn FnMut(&mut f64)) {
                let ($($name,)*) = self;
                $( $name.reals(f); )*
            }

            fn is_short(&self) -> bool {
                let ($($name,)*) = self;
                false $( || $name.is_short() )*
            }
        }

        impl<$($name: Sample),*> Sample for ($($name,)*) {
            fn sample(point: &mut Point) -> Self {
                ($( $name::sample(point), )*)
            }
        }
    };
}

tuples!(A);
tuples!(A, B);
tuples!(A, B, C);
tuples!(A, B, C, D);
tuples!(A, B, C, D, E);
tuples!(A, B, C, D, E, F);
tuples!(A, B, C, D, E, F, G);
tuples!(A, B, C, D, E, F, G, H);
tuples!(A, B, C, D, E, F, G, H, I);
tuples!(A, B, C, D, E, F, G, H, I, J);
tuples!(A, B, C, D, E, F, G, H, I, J, K);
tuples!(A, B, C, D, E, F, G, H, I, J, K, L);

/// The reals of a value.
pub fn flat<T: Reals>(value: &mut T) -> Vec<f64> {
    let mut out = vec![];
    value.reals(&mut |x| out.push(*x));
    out
}

/// A value with the reals of another one.
pub fn with<T: Reals, U: Reals>(mut value: T, reals: &mut U) -> T {
    assign(&mut value, &flat(reals));
    value
}

fn assign<T: Reals>(value: &mut T, reals: &[f64]) {
    let mut reals = reals.iter();
    value.reals(&mut |x| {
        if let Some(y) = reals.next() {
            *x = *y
        }
    });
}

/// How the derivatives of a function are called: all of its arguments in one tuple `A`.
pub struct Check<'a, A, Y> {
    /// The function.
    pub value: &'a dyn Fn(&A) -> Y,
    /// Value, and the reals of the result's tangent for a direction of all arguments.
    pub forward: Option<&'a dyn Fn(&A, &A) -> (Y, Vec<f64>)>,
    /// Value, and the reals of the cotangents, for a cotangent of the result.
    pub reverse: &'a dyn Fn(&A, &Y) -> (Y, Vec<f64>),
}

/// Tries points until a few of them were conclusive, and prints one line.
pub fn run<A: Sample + Clone + 'static, Y: Reals + Clone
    + 'static>(name: &'static str, check: fn() -> Check<'static, A, Y>) {
    std::panic::set_hook(Box::new(|_| {}));
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::Builder::new()
        .stack_size(64 << 20)
        .spawn(move || {
            let check = check();
            let (mut conclusive, mut wrong, mut last) = (0, vec![],
                String::from("not in the domain"));
            for attempt in 0..3 * RANGES.len() {
                let (low, high, length) = RANGES[attempt % RANGES.len()];
                let mut point = Point { state: 0x9E3779B97F4A7C15 ^ (attempt as u64 * 977 + 1), low,
                    high, length };
                (0..4).for_each(|_| {
                    point.unit();
                });
                match catch_unwind(AssertUnwindSafe(|| at(&check, &mut point))) {
                    Ok(Verdict::Agrees) => conclusive += 1,
                    Ok(Verdict::Unclear(why)) => last = why,
                    Ok(Verdict::Wrong(how)) => wrong.push(how),
                    Err(payload) => {
                        let text = payload.downcast_ref::<String>().cloned();
                        let text = text.or_else(|| payload.downcast_ref::<&str>()
                            .map(|s| String::from(*s)));
                        last = std::format!("panic: {}", text.unwrap_or_default());
                    }
                }
                if conclusive + wrong.len() >= 5 {
                    break;
                }
            }
            let _ = send.send((conclusive, wrong, last));
        })
        .expect("a thread");
    let line = match receive.recv_timeout(std::time::Duration::from_secs(20)) {
        Ok((agreed, wrong, last)) => std::format!("{agreed}\t{}\t{}\t{last}", wrong.len(),
            wrong.first().cloned().unwrap_or_default()),
        Err(_) => String::from("0\t0\t\tno answer in time, or a crash"),
    };
    println!("WILD\t{name}\t{}", line.replace('\n', " "));
}

enum Verdict {
    Agrees,
    Unclear(String),
    Wrong(String),
}

/// Compares at one point.
fn at<A: Sample + Clone, Y: Reals + Clone>(check: &Check<A, Y>, point: &mut Point) -> Verdict {
    let mut x = A::sample(point);
    let at = flat(&mut x.clone());
    let mut y = (check.value)(&x);
    let value = flat(&mut y);
    // a constant may be infinite
    let infinite = value.iter().all(|v| v.is_infinite());
    if value.is_empty() || !infinite && value.iter().any(|v| !v.is_finite()) {
        return Verdict::Unclear(std::format!("value {value:?} at {at:?}"));
    }
    let mut weights: Vec<f64> = (0..value.len()).map(|_| 0.5 + point.unit()).collect();
    if weights.len() == 1 {
        weights[0] = 1.0;
    }
    let mut y_bar = y.clone();
    assign(&mut y_bar, &weights);
    let (mut again, gradient) = (check.reverse)(&x, &y_bar);
    let again = flat(&mut again);
    if again.iter().map(|v| v.to_bits()).ne(value.iter().map(|v| v.to_bits())) {
        return Verdict::Wrong(std::format!("value {again:?} instead of {value:?} at {at:?}"));
    }
    if gradient.len() != at.len() {
        return Verdict::Wrong(std::format!("gradient of {} reals for {} reals", gradient.len(),
            at.len()));
    }
    let short = x.is_short() || y.is_short();
    let directions: Vec<Vec<f64>> = if at.len() <= 8 {
        (0..at.len()).map(|k| (0..at.len()).map(|j| f64::from(j == k)).collect()).collect()
    } else {
        (0..6).map(|_| (0..at.len()).map(|_| point.unit() - 0.5).collect()).collect()
    };
    let weighted = |value: &[f64]| -> f64 { value.iter().zip(&weights).map(|(v, w)| v * w).sum() };
    let mut unclear = None;
    for direction in directions {
        let slope: f64 = gradient.iter().zip(&direction)
            .map(|(g, d)| if *d == 0.0 { 0.0 } else { g * d }).sum();
        if let Some(forward) = check.forward {
            let mut x_dot = x.clone();
            assign(&mut x_dot, &direction);
            let (mut value_again, tangent) = forward(&x, &x_dot);
            if flat(&mut value_again).iter().map(|v| v.to_bits())
                .ne(value.iter().map(|v| v.to_bits())) {
                return Verdict::Wrong(std::format!("forward value {:?} instead of {value:?} at \
                    {at:?}", flat(&mut value_again)));
            }
            let tangent = weighted(&tangent);
            let tolerance = if short { 1e-3 } else { 1e-8 };
            if slope.is_finite() && tangent.is_finite() && (slope - tangent).abs() > tolerance
                * (1.0 + slope.abs().max(tangent.abs())) {
                return Verdict::Wrong(std::format!("forward {tangent} reverse {slope} along \
                    {direction:?} at {at:?}"));
            }
        }
        let size = at.iter().zip(&direction)
            .fold(1e-3f64, |m, (x, d)| if *d != 0.0 { m.max(x.abs()) } else { m });
        let (steps, tolerance): (&[f64], f64) =
            if short { (&[3e-2, 1e-2, 3e-3, 1e-3], 3e-2) }
                else { (&[1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7], 1e-4) };
        let (mut agrees, mut seen) = (false, vec![]);
        for step in steps {
            let step = step * size;
            let side = |sign: f64| {
                let mut moved = x.clone();
                assign(&mut moved, &at.iter().zip(&direction)
                    .map(|(x, d)| x + sign * step * d).collect::<Vec<_>>());
                let moved_to = flat(&mut moved.clone());
                let mut value = (check.value)(&moved);
                (weighted(&flat(&mut value)), moved_to)
            };
            let ((above, high), (below, low)) = (side(1.0), side(-1.0));
            // what was really moved, which rounding to 32 bits decides
            let moved: f64 = high.iter().zip(&low).zip(&direction)
                .map(|((h, l), d)| (h - l) * d).sum::<f64>()
                / direction.iter().map(|d| d * d).sum::<f64>();
            let difference = if infinite && above == below && slope == 0.0 { 0.0 }
                else { (above - below) / moved };
            if difference.is_finite() {
                seen.push(difference);
                let noise = if short { 1e-6 } else { 1e-14 }
                    * (above.abs() + below.abs()) / moved.abs();
                agrees |= (difference - slope).abs() <= tolerance * difference.abs()
                    .max(slope.abs()) + noise + tolerance * 1e-6;
            }
        }
        // what differences at several steps do not agree on is rounding
        let settled = seen.windows(2).any(|w| (w[0] - w[1]).abs() <= 10.0 * tolerance * w[0].abs()
            .max(w[1].abs()));
        if seen.is_empty() || !agrees && !settled {
            unclear = Some(std::format!("slope {slope}, differences {seen:?} along {direction:?} \
                at {at:?}"));
        } else if !agrees {
            return Verdict::Wrong(std::format!("slope {slope}, differences {seen:?} along \
                {direction:?} at {at:?}"));
        }
    }
    match unclear {
        Some(why) => Verdict::Unclear(why),
        None => Verdict::Agrees,
    }
}

