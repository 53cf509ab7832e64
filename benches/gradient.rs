//! Per evaluation program: the primal, the generated gradient, and a gradient written by hand.
//!
//! `cargo bench --bench gradient [-- FILTER]`. After criterion's own report comes a table of
//! ratios, for which the three are timed in turn, round by round, so that all three see the same
//! state of the machine; the least time counts.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group};

#[path = "../examples/evals/mod.rs"]
mod evals;
mod hand;

/// A program on one input.
struct Case {
    name: String,
    primal: Box<dyn Fn()>,
    gradient: Box<dyn Fn()>,
    hand: Box<dyn Fn()>,
}

impl Case {
    fn new<I: 'static, G: Flat + 'static>(
        name: String,
        input: I,
        primal: fn(&I) -> f64,
        gradient: fn(&I) -> (f64, G),
        hand: fn(&I) -> (f64, G),
    ) -> Self {
        agree(&name, gradient(&input), hand(&input));
        let input: &'static I = Box::leak(Box::new(input));
        Case {
            name,
            primal: repeatable(primal, input),
            gradient: repeatable(gradient, input),
            hand: repeatable(hand, input),
        }
    }
}

/// A call whose argument and result are hidden from the optimiser.
fn repeatable<I: 'static, R: 'static>(function: fn(&I) -> R, input: &'static I) -> Box<dyn Fn()> {
    Box::new(move || {
        black_box(function(black_box(input)));
    })
}

/// Gradients with respect to one or several slices.
trait Flat {
    fn flat(self) -> Vec<f64>;
}

impl Flat for Vec<f64> {
    fn flat(self) -> Vec<f64> {
        self
    }
}

impl Flat for (Vec<f64>, Vec<f64>) {
    fn flat(self) -> Vec<f64> {
        [self.0, self.1].concat()
    }
}

impl Flat for hand::gmm::Gradients {
    fn flat(self) -> Vec<f64> {
        [self.0, self.1, self.2, self.3].concat()
    }
}

/// What is measured must be right: both gradients are the same up to rounding.
fn agree<G: Flat>(name: &str, (value, gradient): (f64, G), (hand_value, hand_gradient): (f64, G)) {
    let (gradient, hand_gradient) = (gradient.flat(), hand_gradient.flat());
    assert_eq!(gradient.len(), hand_gradient.len(), "{name}");
    let largest = hand_gradient.iter().fold(0.0, |largest: f64, bar| largest.max(bar.abs()));
    assert!(
        (value - hand_value).abs() <= 1e-10 * hand_value.abs(),
        "{name}: {value} and {hand_value}"
    );
    for (i, (bar, hand_bar)) in gradient.iter().zip(&hand_gradient).enumerate() {
        assert!((bar - hand_bar).abs() <= 1e-9 * largest, "{name}: {bar} and {hand_bar} at {i}");
    }
}

/// `n` numbers between `low` and `high`, always the same.
fn numbers(n: usize, low: f64, high: f64) -> Vec<f64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    std::iter::repeat_with(next).take(n).collect()
}

fn llsq(m: usize, n: usize) -> Case {
    Case::new(
        format!("llsq/m={m},n={n}"),
        (numbers(m, 0.0, 1.0), n),
        |(x, n)| evals::llsq::objective(x, *n),
        |(x, n)| evals::llsq::objective_value_and_grad(x, *n),
        |(x, n)| hand::llsq::gradient(x, *n),
    )
}

fn lse(n: usize) -> Case {
    Case::new(
        format!("lse/n={n}"),
        numbers(n, -5.0, 5.0),
        |x| evals::lse::logsumexp(x),
        |x| evals::lse::logsumexp_value_and_grad(x),
        |x| hand::lse::gradient(x),
    )
}

struct Mixture {
    alpha: Vec<f64>,
    mu: Vec<f64>,
    q: Vec<f64>,
    l: Vec<f64>,
    x: Vec<f64>,
    d: usize,
    k: usize,
    n: usize,
    gamma: f64,
    m: usize,
}

fn gmm(d: usize, k: usize, n: usize) -> Case {
    Case::new(
        format!("gmm/d={d},k={k},n={n}"),
        Mixture {
            alpha: numbers(k, -1.0, 1.0),
            mu: numbers(k * d, 0.0, 1.0),
            q: numbers(k * d, -1.0, 1.0),
            l: numbers(k * d * (d - 1) / 2, -1.0, 1.0),
            x: numbers(n * d, -2.0, 2.0),
            d,
            k,
            n,
            gamma: 1.0,
            m: 0,
        },
        |i| {
            evals::gmm::log_posterior(
                &i.alpha, &i.mu, &i.q, &i.l, &i.x, i.d, i.k, i.n, i.gamma, i.m,
            )
        },
        |i| {
            evals::gmm::log_posterior_value_and_grad(
                &i.alpha, &i.mu, &i.q, &i.l, &i.x, i.d, i.k, i.n, i.gamma, i.m,
            )
        },
        |i| hand::gmm::gradient(&i.alpha, &i.mu, &i.q, &i.l, &i.x, i.d, i.k, i.n, i.gamma, i.m),
    )
}

struct Network {
    main: Vec<f64>,
    extra: Vec<f64>,
    state: Vec<f64>,
    sequence: Vec<f64>,
    layers: usize,
    width: usize,
    steps: usize,
}

fn lstm(layers: usize, width: usize, steps: usize) -> Case {
    Case::new(
        format!("lstm/l={layers},b={width},c={steps}"),
        Network {
            main: numbers(8 * layers * width, 0.0, 1.0),
            extra: numbers(3 * width, 0.0, 1.0),
            state: numbers(2 * layers * width, 0.0, 1.0),
            sequence: numbers(steps * width, 0.0, 2.0).iter().map(|x| x.floor()).collect(),
            layers,
            width,
            steps,
        },
        |i| evals::lstm::loss(&i.main, &i.extra, &i.state, &i.sequence, i.layers, i.width, i.steps),
        |i| {
            evals::lstm::loss_value_and_grad(
                &i.main,
                &i.extra,
                &i.state,
                &i.sequence,
                i.layers,
                i.width,
                i.steps,
            )
        },
        |i| {
            hand::lstm::gradient(
                &i.main,
                &i.extra,
                &i.state,
                &i.sequence,
                i.layers,
                i.width,
                i.steps,
            )
        },
    )
}

fn ode(n: usize, s: usize) -> Case {
    Case::new(
        format!("ode/n={n},s={s}"),
        (numbers(n, 0.0, 1.0), s),
        |(x, s)| evals::ode::last(x, *s),
        |(x, s)| evals::ode::last_value_and_grad(x, *s),
        |(x, s)| hand::ode::gradient(x, *s),
    )
}

fn det(ell: usize) -> Case {
    Case::new(
        format!("det/l={ell}"),
        (numbers(ell * ell, 0.0, 1.0), ell),
        |(a, ell)| evals::det::determinant(a, *ell),
        |(a, ell)| evals::det::determinant_value_and_grad(a, *ell),
        |(a, ell)| hand::det::gradient(a, *ell),
    )
}

fn cases() -> Vec<Case> {
    vec![
        llsq(128, 32),
        llsq(128, 256),
        lse(1000),
        gmm(10, 25, 200),
        lstm(2, 14, 40),
        ode(10, 100),
        ode(100, 100),
        det(7),
    ]
}

fn programs(criterion: &mut Criterion) {
    for case in cases() {
        let mut group = criterion.benchmark_group(&case.name);
        group.bench_function("primal", |bencher| bencher.iter(&case.primal));
        group.bench_function("gradient", |bencher| bencher.iter(&case.gradient));
        group.bench_function("hand", |bencher| bencher.iter(&case.hand));
        group.finish();
    }
}

/// How long one round of one function is to take, and all the rounds of a case.
const ROUND: Duration = Duration::from_millis(2);
const BUDGET: Duration = Duration::from_millis(600);

/// The least time per call of each function, in seconds, over rounds in which the functions take
/// turns.
fn least_times(functions: [&dyn Fn(); 3]) -> [f64; 3] {
    let time = |function: &dyn Fn(), calls: u32| {
        let start = Instant::now();
        for _ in 0..calls {
            function();
        }
        start.elapsed().as_secs_f64() / f64::from(calls)
    };
    let calls = functions.map(|function| {
        function();
        (ROUND.as_secs_f64() / time(function, 1)).clamp(1.0, 1e6) as u32
    });
    let mut least = [f64::INFINITY; 3];
    let start = Instant::now();
    let mut rounds = 0;
    while rounds < 5 || start.elapsed() < BUDGET {
        for (i, function) in functions.iter().enumerate() {
            least[i] = least[i].min(time(*function, calls[i]));
        }
        rounds += 1;
    }
    least
}

fn print_ratios(filter: Option<&str>) {
    println!(
        "{:<22} {:>12} {:>12} {:>12} {:>16} {:>14} {:>12}",
        "", "primal", "gradient", "hand", "gradient/primal", "gradient/hand", "hand/primal"
    );
    for case in cases() {
        if filter.is_some_and(|filter| !case.name.contains(filter)) {
            continue;
        }
        let [primal, gradient, hand] = least_times([&case.primal, &case.gradient, &case.hand]);
        println!(
            "{:<22} {:>9.2} µs {:>9.2} µs {:>9.2} µs {:>16.2} {:>14.2} {:>12.2}",
            case.name,
            primal * 1e6,
            gradient * 1e6,
            hand * 1e6,
            gradient / primal,
            gradient / hand,
            hand / primal
        );
    }
}

criterion_group!(benches, programs);

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();

    // Criterion only measures if it is told `--bench`; otherwise it tries each function once, or
    // lists them.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let given = |name: &str| arguments.iter().any(|argument| argument == name);
    if given("--bench") && !given("--test") && !given("--list") {
        let filter = arguments.iter().find(|argument| !argument.starts_with('-'));
        print_ratios(filter.map(String::as_str));
    }
}
