//! Values whose types inference alone finds: chains over data, references from collections, tuples
//! of data, data that the reverse sweep reads; parts of one vector that a call changes and borrows;
//! aliases.

use crate::support::differences;
use autodiff::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

/// Types that are named by no import where they are used, and aliases of collections.
mod data {
    use std::collections::{BTreeMap, HashMap, VecDeque};

    #[derive(Clone, Debug)]
    pub struct Node {
        pub name: String,
        pub at: f64,
    }
    /// It has no `Clone`.
    pub struct Sample {
        pub at: f64,
        pub weight: f64,
    }
    impl Sample {
        pub fn direction(&self) -> f64 {
            self.at.sin()
        }
    }
    pub struct Template {
        pub samples: Vec<Sample>,
    }
    pub struct Plot {
        pub inventory: BTreeMap<usize, f64>,
        pub nodes: Vec<Node>,
        pub loads: BTreeMap<String, [f64; 2]>,
        pub positions: Vec<(f64, Node)>,
    }
    #[derive(Clone, Debug)]
    pub enum Beat {
        Bounce,
        Gust(i32),
    }
    pub type Tests = HashMap<String, f64>;
    pub type Timeline = VecDeque<(u32, Beat)>;
}

/// How often `inventory` was called.
static CALLS: AtomicUsize = AtomicUsize::new(0);

fn inventory() -> BTreeMap<usize, f64> {
    CALLS.fetch_add(1, SeqCst);
    (0..3).map(|i| (i, 1.0)).collect()
}

mod chains {
    use super::data::{Beat, Plot, Template, Tests, Timeline};
    use super::inventory;
    use autodiff::prelude::*;

    #[differentiate]
    pub fn over_data(x: &[f64], #[constant] plots: &[Plot]) -> f64 {
        let mut sum = 0.0;
        for plot in plots {
            let last = plot.inventory.keys().max().copied().unwrap_or(0);
            for year in 0..=last {
                if let Some(found) = plot.inventory.get(&year) {
                    sum += (x[0] * found + x[1]).powi(2);
                }
            }
        }
        sum
    }

    #[differentiate]
    pub fn called_once(x: &[f64]) -> f64 {
        let last = inventory().keys().max().copied().unwrap_or(0);
        x[0] * x[1] * last as f64
    }

    #[differentiate]
    pub fn of_no_imported_name(x: &[f64], #[constant] template: &Template) -> f64 {
        let mut sum = 0.0;
        for sample in &template.samples {
            sum += sample.weight * (x[0] * sample.direction() - x[1]).powi(2);
        }
        sum
    }

    #[differentiate]
    fn placed(#[constant] node: &super::data::Node, x: &[f64]) -> f64 {
        node.at * x[0] * x[1]
    }

    #[differentiate]
    pub fn references_in_tuples(x: &[f64], #[constant] plot: &Plot) -> f64 {
        let loads = plot
            .nodes
            .iter()
            .filter_map(|node| plot.loads.get(&node.name).map(|force| (node, force)));
        loads.map(|(node, force)| force[1] * (placed(node, x) - node.at)).sum()
    }

    #[differentiate]
    pub fn parts_of_tuples(x: &[f64], #[constant] plot: &Plot) -> f64 {
        plot.positions.iter().map(|(n, node)| placed(node, x) * *n).sum::<f64>()
    }

    #[differentiate]
    pub fn aliases_of_collections(
        x: &[f64],
        #[constant] tests: &Tests,
        #[constant] timeline: &Timeline,
    ) -> f64 {
        let (mut queue, mut now, mut speed) = (timeline.clone(), 0, x[0]);
        while let Some((time, beat)) = queue.pop_front() {
            speed *= 1.0 - 0.1 * x[1] * (time - now) as f64;
            now = time;
            match beat {
                Beat::Bounce => speed = -0.5 * speed,
                Beat::Gust(k) => speed += x[1] * k as f64,
            }
        }
        tests.get("speed").map_or(0.0, |seen| (speed - seen).powi(2))
    }

    const TABLE: [(f64, f64); 4] = [(0.0, 1.0), (1.0, 3.0), (2.0, 4.0), (3.0, 8.0)];

    #[differentiate]
    pub fn counts(x: &[f64]) -> f64 {
        let k = TABLE.windows(2).position(|w| x[0] < w[1].0).unwrap_or(TABLE.len() - 2);
        let (from, to) = (TABLE[k], TABLE[k + 1]);
        let term = |x: f64, (mean, width): (f64, f64)| ((x - mean) / width).powi(2);
        from.1 + (x[0] - from.0) * (to.1 - from.1) * x[1] + term(x[1], TABLE[3])
    }
}

#[derive(Clone, Debug, Differentiable)]
pub struct Well {
    name: String,
    rate: f64,
}

#[derive(Clone, Debug, Differentiable)]
pub struct Field {
    wells: Vec<Well>,
}

#[differentiate]
impl Field {
    #[differentiate]
    fn well(&self, name: &str) -> Option<&Well> {
        self.wells.iter().find(|well| well.name == name)
    }
}

#[differentiate]
fn by_names(field: &Field, names: &[&str], #[constant] tests: &HashMap<String, f64>) -> f64 {
    let mut sum = 0.0;
    for name in names {
        let Some(well) = field.well(name) else { continue };
        let Some(measured) = tests.get(*name) else { continue };
        sum += (well.rate / measured - 1.0).powi(2);
    }
    sum
}

#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Car {
    at: f64,
    speed: f64,
}

#[differentiate]
impl Car {
    #[differentiate]
    fn follow(&mut self, ahead: &Car, gain: f64) -> f64 {
        let gap = ahead.at - self.at;
        self.speed += gain * gap;
        self.at += 0.1 * self.speed;
        gap
    }
}

#[differentiate]
fn beside_what_is_borrowed(x: &[f64]) -> f64 {
    let mut cars = vec![
        Car { at: 3.0, speed: x[0] },
        Car { at: x[1], speed: 0.5 },
        Car { at: 0.0, speed: x[0] * x[1] },
    ];
    let mut gaps = 0.0;
    for _ in 0..3 {
        for i in 1..cars.len() {
            let (front, back) = cars.split_at_mut(i);
            let gap = back[0].follow(&front[i - 1], x[1]);
            gaps += gap * gap;
        }
        cars[0].at += 0.1 * cars[0].speed;
    }
    gaps + cars[2].at
}

#[differentiate]
pub trait Semiring: Copy {
    #[differentiate]
    fn of(x: f64) -> Self;
    #[differentiate]
    fn plus(&self, other: &Self) -> Self;
    #[differentiate]
    fn log(&self) -> f64;
}

#[derive(Clone, Copy, Debug, Differentiable)]
pub struct LogSum(f64);

#[differentiate]
impl Semiring for LogSum {
    #[differentiate]
    fn of(x: f64) -> LogSum {
        LogSum(x.exp())
    }
    #[differentiate]
    fn plus(&self, other: &LogSum) -> LogSum {
        LogSum(self.0 + other.0)
    }
    #[differentiate]
    fn log(&self) -> f64 {
        self.0.ln()
    }
}

#[differentiate]
fn forward<S: Semiring>(x: &[f64]) -> f64 {
    let mut alpha: Vec<S> = x.iter().map(|e| S::of(*e)).collect();
    for i in 0..2 {
        let mut next = Vec::with_capacity(2);
        for k in 0..2 {
            let mut sum = S::of(0.1 * k as f64);
            for a in alpha.iter() {
                sum = sum.plus(a);
            }
            next.push(sum.plus(&S::of(x[i])));
        }
        alpha = next;
    }
    alpha[0].plus(&alpha[1]).log()
}

#[differentiate]
fn vectors_of_a_parameter(x: &[f64]) -> f64 {
    forward::<LogSum>(x) * 2.0
}

/// An alias in one file of a group, in whose name a trait is implemented.
#[differentiate]
mod units {
    use autodiff::prelude::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Pair<T> {
        pub a: T,
        pub b: T,
    }
    type P = Pair<f64>;
    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Polar(pub f64, pub f64);
    impl From<Polar> for P {
        fn from(of: Polar) -> P {
            Pair { a: of.0 * of.1.cos(), b: of.0 * of.1.sin() }
        }
    }
    #[differentiate]
    pub fn converted(x: &[f64]) -> f64 {
        let pair: Pair<f64> = Polar(x[0], x[1]).into();
        pair.a * pair.b
    }
    #[derive(Clone, Debug, Differentiable)]
    pub enum Decline {
        Steady { rate: f64 },
        Switched { until: u32, rate: f64 },
    }
    #[differentiate]
    pub fn imported_inside(x: &[f64]) -> f64 {
        use Decline::*;
        let of = |decline: Decline| match decline {
            Steady { rate } => rate * x[1],
            Switched { until, rate } => rate * x[1] * f64::from(until),
        };
        of(Steady { rate: x[0] }) + of(Switched { until: 3, rate: x[0] * x[0] })
    }
}

fn plot() -> data::Plot {
    let node = |name: &str, at| data::Node { name: name.to_string(), at };
    data::Plot {
        inventory: [(0, 1.5), (2, 0.7)].into_iter().collect(),
        nodes: vec![node("a", 2.0), node("b", 3.0), node("c", -1.0)],
        loads: [("b".to_string(), [4.0, 5.0]), ("c".to_string(), [1.0, -2.0])]
            .into_iter()
            .collect(),
        positions: vec![(0.5, node("d", 1.5)), (2.0, node("e", -0.5))],
    }
}

#[test]
fn values_and_gradients_are_those_of_the_function() {
    let x = [0.7, 0.4];
    let check = |what: &str, f: &dyn Fn(&[f64]) -> f64, (value, gradient): (f64, Vec<f64>)| {
        assert_eq!(value.to_bits(), f(&x).to_bits(), "value of {what}");
        for (found, expected) in gradient.iter().zip(differences(f, &x)) {
            assert!(
                (found - expected).abs() < 1e-6 * (1.0 + expected.abs()),
                "{what}: {found}, {expected}"
            );
        }
    };
    let plots = [plot(), plot()];
    check(
        "over_data",
        &|x| chains::over_data(x, &plots),
        chains::over_data_value_and_grad(&x, &plots),
    );
    let sample = |at, weight| data::Sample { at, weight };
    let template = data::Template { samples: vec![sample(0.3, 2.0), sample(1.1, 0.5)] };
    let found = chains::of_no_imported_name_value_and_grad(&x, &template);
    check("of_no_imported_name", &|x| chains::of_no_imported_name(x, &template), found);
    let plot = plot();
    check(
        "references_in_tuples",
        &|x| chains::references_in_tuples(x, &plot),
        chains::references_in_tuples_value_and_grad(&x, &plot),
    );
    check(
        "parts_of_tuples",
        &|x| chains::parts_of_tuples(x, &plot),
        chains::parts_of_tuples_value_and_grad(&x, &plot),
    );
    let tests: data::Tests = [("speed".to_string(), 0.3)].into_iter().collect();
    let timeline: data::Timeline =
        [(2, data::Beat::Bounce), (3, data::Beat::Gust(2)), (5, data::Beat::Bounce)]
            .into_iter()
            .collect();
    let found = chains::aliases_of_collections_value_and_grad(&x, &tests, &timeline);
    check(
        "aliases_of_collections",
        &|x| chains::aliases_of_collections(x, &tests, &timeline),
        found,
    );
    check("counts", &chains::counts, chains::counts_value_and_grad(&x));
    check(
        "beside_what_is_borrowed",
        &beside_what_is_borrowed,
        beside_what_is_borrowed_value_and_grad(&x),
    );
    check(
        "vectors_of_a_parameter",
        &vectors_of_a_parameter,
        vectors_of_a_parameter_value_and_grad(&x),
    );
    check("converted", &units::converted, units::converted_value_and_grad(&x));
    check("imported_inside", &units::imported_inside, units::imported_inside_value_and_grad(&x));
}

#[test]
fn code_of_a_chain_runs_once() {
    let calls = || CALLS.swap(0, SeqCst);
    calls();
    let value = chains::called_once(&[0.7, 0.4]);
    assert_eq!(calls(), 1);
    let (found, gradient) = chains::called_once_value_and_grad(&[0.7, 0.4]);
    assert_eq!((calls(), found.to_bits()), (1, value.to_bits()));
    assert_eq!(gradient, [0.8, 1.4]);
}

#[test]
fn string_slices_are_copied_for_the_reverse_sweep() {
    let well = |name: &str, rate| Well { name: name.to_string(), rate };
    let field = Field { wells: vec![well("a", 2.0), well("b", 3.0)] };
    let tests: HashMap<String, f64> =
        [("a".to_string(), 1.5), ("b".to_string(), 2.5)].into_iter().collect();
    let names = ["a", "b", "c", "a"];
    let of = |x: &[f64]| {
        by_names(&Field { wells: vec![well("a", x[0]), well("b", x[1])] }, &names, &tests)
    };
    let (value, gradient) = by_names_value_and_grad(&field, &names, &tests);
    assert_eq!(value.to_bits(), by_names(&field, &names, &tests).to_bits());
    let (_, residuals) = by_names_primal(&field, &names, &tests);
    let mut transposed = field.zero_tangent();
    by_names_transposed(&residuals, 1.0, &mut transposed);
    for (k, expected) in differences(of, &[2.0, 3.0]).into_iter().enumerate() {
        assert!((gradient.wells[k].rate - expected).abs() < 1e-6, "{k}");
        assert!((transposed.wells[k].rate - expected).abs() < 1e-6, "{k}");
    }
}

/// String slices are copied for the reverse sweep.
mod string_slices {
    use autodiff::prelude::*;

    #[differentiate]
    fn of_word(x: f64, word: &str) -> f64 {
        if word == "a" { x * x } else { x.sin() }
    }

    #[differentiate]
    fn of_text(x: f64, text: &str) -> f64 {
        let words: Vec<&str> = text.split(' ').collect();
        let mut s = x;
        for word in &words {
            s = of_word(s, word);
        }
        s
    }

    #[differentiate]
    pub fn of_words(x: &[f64]) -> f64 {
        let p;
        p = (x[0], 2.0 * x[1]);
        of_text(p.0, "a b a") * of_text(p.1, "b")
    }
}

#[test]
fn string_slices_in_loops() {
    use string_slices::*;
    check!(of_words, [0.7, 0.4]);
}
