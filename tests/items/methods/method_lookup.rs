//! Which item a name or a method resolves to: methods of one name with several receivers, receivers
//! without tangents, default bodies in other modules, items of constants, temporaries with a `Drop`
//! in statements that may exit.

use autodiff::prelude::*;

mod of_one_name {
    use autodiff::prelude::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct S {
        pub a: f64,
    }

    pub trait Go {
        fn go(self, x: f64) -> f64;
        fn turn(&mut self, x: f64) -> f64;
        fn size(&self) -> f64;
    }

    #[differentiate]
    impl S {
        #[differentiate]
        pub fn go(&self, x: f64) -> f64 {
            self.a * x
        }
        #[differentiate]
        pub fn turn(&self, x: f64) -> f64 {
            x - self.a
        }
        #[differentiate]
        pub fn size(&self) -> f64 {
            self.a
        }
        #[differentiate]
        pub fn inside(&self, x: f64) -> f64 {
            self.go(x) + (*self).go(x) * self.size()
        }
    }

    #[differentiate]
    impl Go for S {
        #[differentiate]
        fn go(self, x: f64) -> f64 {
            self.a + x * x
        }
        #[differentiate]
        fn turn(&mut self, x: f64) -> f64 {
            self.a *= x;
            x
        }
        #[differentiate]
        fn size(&self) -> f64 {
            self.a * 3.0
        }
    }

    /// By value the trait's method comes first, by reference the inherent one.
    #[differentiate]
    pub fn called(x: &[f64]) -> f64 {
        let mut s = S { a: x[0] };
        let r = &s;
        let mut y =
            s.go(x[1]) + r.go(x[1]) * (&s).go(2.0) + S::go(&s, x[1]) - <S as Go>::go(s, x[1].sin());
        y += s.turn(x[1]) * s.size()
            - Go::size(&s) * {
                let m = &mut s;
                m.turn(x[1])
            };
        y += Go::turn(&mut s, x[0]) * s.inside(x[1]);
        let all = [s, S { a: x[1] }];
        y + all.iter().map(|s| s.go(x[1])).sum::<f64>()
            * all.into_iter().map(|s| s.go(x[0])).sum::<f64>()
    }
}

/// Of several traits the one that is in scope.
mod in_scope {
    use autodiff::prelude::*;

    #[derive(Differentiable, Clone)]
    pub struct Elo {
        pub k: f64,
    }
    pub trait Game {
        fn rate(&self, x: f64) -> f64;
    }
    pub trait Period {
        fn rate(&self, x: f64) -> f64;
    }
    #[differentiate]
    impl Game for Elo {
        #[differentiate]
        fn rate(&self, x: f64) -> f64 {
            self.k * x
        }
    }
    #[differentiate]
    impl Period for Elo {
        #[differentiate]
        fn rate(&self, x: f64) -> f64 {
            self.k * x * x
        }
    }
    mod users {
        use super::{Elo, Period};
        use autodiff::prelude::*;

        #[differentiate]
        pub fn by_name(elo: &Elo, x: f64) -> f64 {
            elo.rate(x)
        }
    }
    #[differentiate]
    pub fn rated(x: &[f64]) -> f64 {
        users::by_name(&Elo { k: x[0] }, x[1])
    }
}

#[test]
fn methods_of_one_name() {
    use in_scope::*;
    use of_one_name::*;
    check!(called, [1.3, 0.7]);
    check!(called, [-0.4, 1.9]);
    check!(rated, [0.5, 3.0]);
    assert_eq!(rated(&[0.5, 3.0]), 4.5);
}

/// A type without tangents is constant as the receiver of a helper as well.
#[differentiate]
mod plain_receivers {
    use autodiff::prelude::*;
    use std::cmp::Ordering;

    #[derive(Clone, Copy)]
    pub enum Prior {
        Flat,
        Normal(f64, f64),
    }
    impl Prior {
        fn cost(self, x: f64) -> f64 {
            match self {
                Prior::Flat => 0.0,
                Prior::Normal(mean, sd) => 0.5 * ((x - mean) / sd).powi(2),
            }
        }
        fn twice(&self, x: f64) -> f64 {
            2.0 * self.cost(x)
        }
    }
    pub struct Data {
        pub y: Vec<f64>,
    }
    impl Data {
        fn miss(&self, x: f64) -> f64 {
            self.y.iter().map(|y| (y - x).powi(2)).sum()
        }
    }
    fn of(outcome: Ordering, x: f64) -> f64 {
        match outcome {
            Ordering::Less => x,
            Ordering::Equal => 2.0 * x,
            Ordering::Greater => x * x,
        }
    }
    #[differentiate]
    fn loss(x: f64, #[constant] prior: Prior, #[constant] data: &Data, n: usize) -> f64 {
        prior.cost(x)
            + prior.twice(x)
            + Prior::Normal(0.5, 0.1).cost(x)
            + data.miss(x)
            + Prior::Flat.cost(x)
            + of(n.cmp(&3), x)
    }
    #[differentiate]
    pub fn losses(x: &[f64], #[constant] prior: Prior, #[constant] data: &Data) -> f64 {
        (0..5).map(|n| loss(x[0], prior, data, n)).sum()
    }
}

#[test]
fn receivers_without_tangents() {
    use plain_receivers::*;
    let (prior, data, x) = (Prior::Normal(0.3, 2.0), Data { y: vec![1.0, -2.0] }, [0.7]);
    let (value, gradient) = losses_value_and_grad(&x, prior, &data);
    assert_eq!(value.to_bits(), losses(&x, prior, &data).to_bits());
    crate::support::close(
        "losses",
        gradient[0],
        crate::support::differences(|x| losses(x, prior, &data), &x)[0],
        1e-8,
    );
}

/// The body of `advance` names `HALF`, `Kind` and what it imports, which mean other items where the
/// trait is implemented.
mod integrators {
    use autodiff::prelude::*;
    use std::array;
    use std::f64::consts::PI;

    pub const HALF: f64 = 0.5;
    pub enum Kind {
        Fast,
        Slow,
    }
    use Kind::*;
    #[differentiate]
    pub fn scaled(x: f64, k: &Kind) -> f64 {
        match k {
            Fast => 2.0 * x,
            Slow => x,
        }
    }
    pub fn kind(n: usize) -> Kind {
        if n > 2 { Fast } else { Slow }
    }
    #[differentiate]
    pub trait System<const N: usize> {
        #[differentiate]
        fn rates(&self, y: &[f64; N]) -> [f64; N];
        #[differentiate]
        fn advance(&self, y: &[f64; N], h: f64) -> [f64; N] {
            let a = self.rates(y);
            array::from_fn(|i| y[i] + h * HALF * a[i] * PI)
        }
        #[differentiate]
        fn total(&self, y: &[f64; N]) -> f64 {
            let k = kind(N);
            scaled(y.iter().sum::<f64>(), &k) * std::cmp::max(N, 2) as f64
        }
    }
}

mod reactors {
    use super::integrators::System;
    use autodiff::prelude::*;

    const HALF: f64 = 7.0;
    #[derive(Clone, Debug, Differentiable)]
    pub struct Reactor {
        pub k: [f64; 3],
    }
    #[differentiate]
    impl System<3> for Reactor {
        #[differentiate]
        fn rates(&self, y: &[f64; 3]) -> [f64; 3] {
            [
                -self.k[0] * y[0],
                self.k[0] * y[0] - self.k[1] * y[1],
                self.k[1] * y[1] - self.k[2] * y[2] * HALF,
            ]
        }
    }
    #[differentiate]
    pub fn simulated(x: &[f64]) -> f64 {
        let reactor = Reactor { k: [x[0], x[1], 0.1] };
        let a = reactor.advance(&[1.0, x[2], 3.0], 0.1);
        a[2] * reactor.total(&a) + a[0]
    }
}

#[test]
fn default_bodies_of_other_modules() {
    use reactors::*;
    check!(simulated, [0.3, 0.2, 2.0]);
}

/// Constant arrays of every type, iterated by value.
mod tables {
    pub struct Entry {
        pub rate: f64,
        pub name: &'static str,
        pub shape: Shape,
    }
    pub enum Shape {
        Flat,
        Bent(f64),
    }
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Season {
        Spring,
        Summer,
    }
    impl Season {
        pub const ALL: [Season; 2] = [Season::Spring, Season::Summer];
        pub fn days(self) -> f64 {
            match self {
                Season::Spring => 92.0,
                Season::Summer => 93.0,
            }
        }
    }
    pub const ENTRIES: [Entry; 2] = [
        Entry { rate: 1.0, name: "a", shape: Shape::Flat },
        Entry { rate: 2.0, name: "bc", shape: Shape::Bent(0.5) },
    ];
    pub const NAMES: [&str; 3] = ["a", "b", "ccc"];
    pub const PAIRS: [(Season, usize); 2] = [(Season::Spring, 1), (Season::Summer, 0)];
    pub const CURVE: [(f64, f64); 4] = [(0.0, 3.0), (0.3, 3.5), (0.7, 3.8), (1.0, 4.2)];
    impl Entry {
        pub fn weight(&self) -> f64 {
            self.rate * self.name.len() as f64
        }
    }
}
use tables::{CURVE, ENTRIES, NAMES, PAIRS, Season, Shape};

#[differentiate]
fn named(x: &[f64], name: &str) -> f64 {
    x[0] * name.len() as f64
}

#[differentiate]
fn grown(#[constant] season: Season, x: f64) -> f64 {
    x.powi(2) * season.days()
}

#[differentiate]
fn component(x: &[f64], k: usize) -> f64 {
    x[k].exp()
}

#[differentiate]
fn over_tables(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for e in ENTRIES {
        s += x[0] * e.rate + x[1] * e.weight();
        s += match e.shape {
            Shape::Flat => x[0].sin(),
            Shape::Bent(k) => k * x[1],
        };
    }
    for n in NAMES {
        s += named(x, n);
    }
    for season in Season::ALL {
        s += grown(season, x[0]);
    }
    for b in &PAIRS {
        s += component(x, b.1) * b.0.days();
    }
    s += PAIRS.iter().map(|b| component(x, b.1)).sum::<f64>();
    s += Season::ALL.into_iter().map(|season| grown(season, x[1])).sum::<f64>();
    s + NAMES.into_iter().zip(ENTRIES).map(|(n, e)| named(x, n) * e.rate).sum::<f64>()
}

/// What only tests compare with an active value has no derivative.
#[differentiate]
fn interpolated(q: f64) -> Option<f64> {
    let w = CURVE.windows(2).find(|w| w[0].0 <= q && q <= w[1].0)?;
    let t = (q - w[0].0) / (w[1].0 - w[0].0);
    let k = CURVE.iter().position(|p| p.0 > q).unwrap_or(0);
    let n = CURVE.iter().filter(|p| p.0 < q).count();
    Some(w[0].1 + t * (w[1].1 - w[0].1) + q * n as f64 + CURVE[k].1)
}

#[derive(Clone)]
pub struct Table {
    rows: Vec<f64>,
}
impl Table {
    fn rows(&self) -> &[f64] {
        &self.rows
    }
}
/// The reverse sweep needs the rows, and cannot keep a reference to them.
#[differentiate]
fn borrowed(x: f64, #[constant] table: &Table) -> f64 {
    let rows: &[f64] = table.rows();
    let mut sum = 0.0;
    for row in rows {
        sum += row * x;
    }
    sum * x
}
#[differentiate]
fn over_rows(x: &[f64]) -> f64 {
    let table = Table { rows: vec![0.5, -1.5, 3.0] };
    borrowed(x[0], &table)
}

#[differentiate]
fn curve(x: &[f64]) -> f64 {
    interpolated(x[0]).unwrap_or(0.0) * x[1]
}

#[test]
fn items_of_constants() {
    check!(over_tables, [0.4, 0.7]);
    check!(curve, [0.5, 2.0]);
    check!(over_rows, [0.5]);
}

/// References out of maps in `ok_or`, and generic arguments that are left out.
mod entries {
    use autodiff::prelude::*;
    use std::collections::{BTreeMap, BTreeSet, HashMap};

    #[derive(Debug)]
    pub enum Fault {
        Missing(String),
        Bad,
    }
    #[derive(Clone, Debug)]
    pub struct Spec {
        pub low: f64,
        pub high: f64,
        pub sector: &'static str,
    }
    #[derive(Debug)]
    pub struct Book {
        pub specs: BTreeMap<String, Spec>,
        pub sectors: HashMap<&'static str, usize>,
        pub seen: BTreeMap<usize, BTreeMap<u8, f64>>,
        pub named: HashMap<u8, (f64, BTreeSet<u8>)>,
    }
    #[differentiate]
    pub fn power(
        x: &[f64],
        #[constant] book: &Book,
        #[constant] keys: &[String],
    ) -> Result<f64, Fault> {
        let first = book
            .specs
            .get(keys.first().ok_or(Fault::Bad)?)
            .ok_or_else(|| Fault::Missing(keys[0].clone()))?;
        let mut total = x[0] * first.high;
        for k in keys {
            let spec = book.specs.get(k).ok_or_else(|| Fault::Missing(k.clone()))?;
            if spec.high < spec.low {
                return Err(Fault::Bad);
            }
            let sector = *book.sectors.get(spec.sector).unwrap_or(&0);
            total += x[0] * spec.low * x[sector] + x[1] * spec.high;
        }
        Ok(total)
    }
    #[differentiate]
    pub fn missed(x: &[f64], #[constant] book: &Book) -> f64 {
        let mut sum = 0.0;
        for step in 0..3 {
            let Some(seen) = book.seen.get(&step) else { continue };
            for (x, y) in
                x.iter().enumerate().filter_map(|(k, x)| seen.get(&(k as u8)).map(|y| (x, y)))
            {
                sum += (x - y).powi(2);
            }
            for (k, x) in x.iter().enumerate() {
                let id = k as u8;
                let weight = match book.named.get(&id) {
                    Some((weight, set)) if set.contains(&id) => *weight,
                    Some(_) => 0.5,
                    None => continue,
                };
                sum += weight * x * x * if seen.contains_key(&id) { 2.0 } else { 1.0 };
            }
        }
        sum
    }
    pub trait Payoff {
        fn pay(&self, s: f64) -> f64;
    }
    #[derive(Clone, Differentiable)]
    pub struct Put {
        pub k: f64,
    }
    #[differentiate]
    pub trait Paying {
        #[differentiate]
        fn paid(&self, s: f64) -> f64;
    }
    #[differentiate]
    impl Paying for Put {
        #[differentiate]
        fn paid(&self, s: f64) -> f64 {
            (self.k - s) * s
        }
    }
    #[differentiate]
    fn rolled<const N: usize, P: Paying>(p: &P, s: f64) -> f64 {
        (0..N).map(|i| p.paid(s * (1.0 + 0.1 * i as f64))).sum()
    }
    #[differentiate]
    fn halved(x: f64) -> Option<f64> {
        if x > 100.0 { None } else { Some(0.5 * x * x) }
    }
    #[differentiate]
    pub fn completed(x: &[f64]) -> f64 {
        let halves = x.iter().map(|x| halved(*x)).collect::<Option<_>>();
        let halves: Vec<f64> = halves.unwrap_or_default();
        rolled::<4, _>(&Put { k: x[0] }, x[1])
            + rolled::<3, Put>(&Put { k: x[1] }, x[0]) * halves[0]
    }
    pub fn book() -> Book {
        let spec = |low, high, sector| Spec { low, high, sector };
        Book {
            specs: BTreeMap::from([
                ("a".into(), spec(0.5, 2.0, "x")),
                ("b".into(), spec(0.25, 1.0, "z")),
            ]),
            sectors: HashMap::from([("x", 1), ("y", 0)]),
            seen: BTreeMap::from([
                (0, BTreeMap::from([(1, 2.0)])),
                (2, BTreeMap::from([(0, 1.0), (1, 3.0)])),
            ]),
            named: HashMap::from([(0, (2.0, BTreeSet::from([0]))), (1, (3.0, BTreeSet::new()))]),
        }
    }
}

#[test]
fn entries_of_maps() {
    use crate::support::differences;
    use entries::*;
    let (book, keys, x) = (book(), ["a".to_string(), "b".to_string()], [0.7, 1.3]);
    let (value, gradient) = power_value_and_grad(&x, &book, &keys).unwrap();
    assert_eq!(value.to_bits(), power(&x, &book, &keys).unwrap().to_bits());
    for (found, expected) in
        gradient.iter().zip(differences(|x| power(x, &book, &keys).unwrap(), &x))
    {
        crate::support::close("power", *found, expected, 1e-8);
    }
    assert!(
        matches!(power_grad(&x, &book, &["c".to_string()]), Err(Fault::Missing(of)) if of == "c")
    );
    assert!(matches!(power_grad(&x, &book, &[]), Err(Fault::Bad)));
    for (found, expected) in
        missed_grad(&x, &book).iter().zip(differences(|x| missed(x, &book), &x))
    {
        crate::support::close("missed", *found, expected, 1e-8);
    }
    check!(completed, [0.9, 0.4]);
}

/// Temporaries live to the end of their statement, whether it may leave or not.
mod temporaries {
    use autodiff::prelude::*;
    use std::cell::RefCell;

    thread_local! { static LOG: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) }; }
    fn note(k: u64) -> u64 {
        LOG.with_borrow_mut(|log| log.push(k));
        k
    }
    pub fn log<T>(f: impl FnOnce() -> T) -> (T, Vec<u64>) {
        LOG.with_borrow_mut(Vec::clear);
        (f(), LOG.with_borrow_mut(std::mem::take))
    }
    pub struct Guard(u64);
    impl Guard {
        fn id(&self) -> u64 {
            self.0
        }
    }
    impl Drop for Guard {
        fn drop(&mut self) {
            note(self.0);
        }
    }
    fn guard(k: u64) -> Guard {
        note(100 + k);
        Guard(k)
    }
    #[differentiate]
    fn step(v: f64, k: u64) -> Option<f64> {
        note(k);
        if v > 3.0 { None } else { Some(v * v) }
    }
    #[differentiate]
    pub fn of_a_match(v: f64) -> Option<f64> {
        let mut y = v;
        y += match guard(2).id() {
            2 => {
                note(8);
                step(v, 30)?
            }
            k if k > 3 => v * y,
            _ => 0.0,
        };
        note(9);
        Some(y * v)
    }
    #[differentiate]
    pub fn of_an_argument(v: f64) -> Option<f64> {
        let y = step(v, guard(1).id() + 60)?;
        note(9);
        Some(y * v)
    }
    #[differentiate]
    pub fn of_a_tail(v: f64) -> Option<f64> {
        let z = {
            let _e = guard(1);
            step(v, guard(2).id() + 60)?
        };
        note(9);
        Some(z * v)
    }
    #[differentiate]
    pub fn of_an_assignment(v: f64) -> Option<f64> {
        let y;
        y = match guard(1).id() {
            2 => step(v, 30)?,
            _ => {
                note(7);
                v
            }
        };
        note(9);
        Some(y * v)
    }
}

#[test]
fn temporaries_end_with_their_statements() {
    use temporaries::*;
    for v in [0.7, 3.5] {
        let plain = [
            log(|| of_a_match(v)),
            log(|| of_an_argument(v)),
            log(|| of_a_tail(v)),
            log(|| of_an_assignment(v)),
        ];
        let value = |derived: Option<(f64, f64)>| derived.map(|(value, _)| value);
        let derived = [
            log(|| value(of_a_match_value_and_grad(v))),
            log(|| value(of_an_argument_value_and_grad(v))),
            log(|| value(of_a_tail_value_and_grad(v))),
            log(|| value(of_an_assignment_value_and_grad(v))),
        ];
        assert_eq!(derived, plain);
    }
}

/// Imports of everything of a module of the crate inside of a function.
mod globs {
    use autodiff::prelude::*;

    pub mod inner {
        use autodiff::prelude::*;

        pub const HALF: f64 = 0.5;
        pub enum Mode {
            Plain,
            Twice(f64),
        }
        #[derive(Clone, Debug, Differentiable)]
        pub struct Pair {
            pub a: f64,
            pub b: f64,
        }
        #[differentiate]
        pub fn halved(x: f64) -> f64 {
            HALF * x * x
        }
    }
    const HALF: f64 = 100.0;
    #[differentiate]
    pub fn of_a_module(x: &[f64]) -> f64 {
        use inner::*;
        let pair = Pair { a: halved(x[0]), b: HALF * x[1] };
        let mode = {
            use inner::Mode::*;
            if HALF > 0.4 { Twice(3.0) } else { Plain }
        };
        pair.a * pair.b
            + match mode {
                Mode::Twice(k) => k * x[0],
                Mode::Plain => x[1],
            }
    }
    #[differentiate]
    pub fn of_its_own(x: &[f64]) -> f64 {
        HALF * x[0] * x[0]
    }
}

#[test]
fn imports_of_everything() {
    use globs::*;
    check!(of_a_module, [0.4, 0.7]);
    check!(of_its_own, [0.4]);
    assert_eq!(of_its_own_grad(&[0.5]), [100.0]);
}

/// Data that a function makes, and passes to what takes it as constant; builders of one name.
mod made_data {
    use autodiff::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Kernel {
        Gauss { width: f64 },
        Tilted(f64),
        Flat,
    }
    #[derive(Clone, Debug)]
    pub struct Options {
        pub steps: usize,
        pub kernel: Kernel,
        pub tolerance: f64,
    }
    impl Default for Options {
        fn default() -> Self {
            Options { steps: 3, kernel: Kernel::Flat, tolerance: 1e-3 }
        }
    }
    #[differentiate]
    fn smooth(x: f64, #[constant] kernel: Kernel) -> f64 {
        match kernel {
            Kernel::Gauss { width } => (-(x / width).powi(2)).exp(),
            Kernel::Tilted(k) => k * x * x,
            Kernel::Flat => x,
        }
    }
    #[differentiate]
    fn solve(x: &[f64], #[constant] options: &Options) -> f64 {
        let mut s = 0.0;
        for _ in 0..options.steps {
            s += smooth(x[0] + s, options.kernel) + options.tolerance;
        }
        s
    }
    #[differentiate]
    pub fn solved(x: &[f64]) -> f64 {
        let options =
            Options { steps: 2, kernel: Kernel::Gauss { width: 2.0 }, ..Options::default() };
        let kernel = Kernel::Gauss { width: 0.5 };
        solve(x, &options)
            + solve(x, &Options::default()) * smooth(x[1], kernel)
            + smooth(x[0], Kernel::Flat)
            + x.iter().map(|x| smooth(*x, Kernel::Tilted(0.3))).sum::<f64>() * smooth(x[1], kernel)
            + solve(x, &Options { steps: 1, ..options.clone() })
    }
    pub mod by_value {
        use autodiff::prelude::*;

        #[derive(Clone, Debug, Default, Differentiable)]
        pub struct Builder {
            pub rate: f64,
        }
        #[differentiate]
        impl Builder {
            #[differentiate]
            pub fn add(mut self, x: f64) -> Self {
                self.rate = self.rate * x + 1.0;
                self
            }
        }
    }
    pub mod in_place {
        use autodiff::prelude::*;

        #[derive(Clone, Debug, Differentiable)]
        pub struct Builder {
            pub rate: f64,
            pub items: Vec<f64>,
        }
        #[differentiate]
        impl Builder {
            #[differentiate]
            pub fn rate(&mut self, rate: f64) -> &mut Self {
                self.rate *= rate;
                self
            }
            #[differentiate]
            pub fn add(&mut self, x: f64) -> &mut Self {
                self.items.push(x - self.rate);
                self
            }
            #[differentiate]
            pub fn total(&self) -> f64 {
                self.items.iter().sum::<f64>() * self.rate
            }
        }
    }
    #[differentiate]
    pub fn built(x: &[f64]) -> f64 {
        let a = by_value::Builder::default().add(x[0]).add(x[1]);
        let mut b = in_place::Builder { rate: x[1], items: vec![x[0]] };
        b.add(a.rate + x[0]).rate(x[1]).add(x[0] * 0.5);
        b.total() * a.rate
    }
}

#[test]
fn data_that_functions_make() {
    use made_data::*;
    check!(solved, [0.3, 0.7]);
    check!(built, [0.3, 0.7]);
}
