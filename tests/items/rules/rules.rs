//! User-defined rules.
#![deny(warnings)]

use autodiff::prelude::*;

use crate::support::close;

#[linear(x_dot)]
fn exp_rule(x: f64, x_dot: f64) -> (f64, f64) {
    let y = x.exp();
    (y, y * x_dot)
}

#[differentiate(reverse, jvp = exp_rule)]
fn my_exp(x: f64) -> f64 {
    // whatever stands here is not looked at
    let bits = unsafe { std::ptr::read(&x.to_bits()) };
    f64::from_bits(bits).exp()
}

/// The root of y³ + y = a by Newton's method.
fn solved(a: f64) -> f64 {
    let mut y = 0.0_f64;
    for _ in 0..60 {
        y -= (y * y * y + y - a) / (3.0 * y * y + 1.0);
    }
    y
}

/// Implicit differentiation: (3y² + 1) ẏ = ȧ.
#[linear(a_dot)]
fn root_rule(a: f64, a_dot: f64) -> (f64, f64) {
    let y = solved(a);
    (y, a_dot / (3.0 * y * y + 1.0))
}

#[differentiate(jvp = root_rule)]
fn root(a: f64) -> f64 {
    solved(a)
}

#[linear(x_dot)]
fn norm_rule(x: &[f64], n: usize, x_dot: &[f64]) -> (f64, f64) {
    let norm = x[..n].iter().map(|v| v * v).sum::<f64>().sqrt();
    let inner: f64 = x[..n].iter().zip(x_dot).map(|(x, x_dot)| x * x_dot).sum();
    (norm, inner / norm)
}

#[differentiate(jvp = norm_rule)]
fn norm(x: &[f64], n: usize) -> f64 {
    x[..n].iter().map(|v| v * v).sum::<f64>().sqrt()
}

#[linear(a_dot, x_dot)]
fn curve_rule(a: f64, x: Vec<f64>, a_dot: f64, x_dot: Vec<f64>) -> (Vec<f64>, Vec<f64>) {
    let mut y_dot = vec![0.0; x.len()];
    for i in 0..x.len() {
        y_dot[i] = (a + 2.0 * x[i]) * x_dot[i] + x[i] * a_dot;
    }
    (x.iter().map(|v| a * v + v * v).collect(), y_dot)
}

#[differentiate(jvp = curve_rule)]
fn curve(a: f64, x: Vec<f64>) -> Vec<f64> {
    x.iter().map(|v| a * v + v * v).collect()
}

/// With results that have no tangent.
#[linear(x_dot)]
fn split_rule(x: (f64, usize), x_dot: (f64, ())) -> ((f64, usize, [f64; 2]), (f64, (), [f64; 2])) {
    let (t, n) = x;
    let k = n as f64;
    ((t * k, n + 1, [t, t * t]), (x_dot.0 * k, (), [x_dot.0, 2.0 * t * x_dot.0]))
}

#[differentiate(jvp = split_rule)]
fn split(x: (f64, usize)) -> (f64, usize, [f64; 2]) {
    let (t, n) = x;
    (t * n as f64, n + 1, [t, t * t])
}

/// A derivative that is zero everywhere.
#[linear(x_dot)]
fn floor_rule(x: f64, x_dot: f64) -> (f64, f64) {
    (x.floor(), 0.0 * x_dot)
}

#[differentiate(jvp = floor_rule)]
fn my_floor(x: f64) -> f64 {
    x.floor()
}

/// The gradient of which is not passed on beyond a bound: a rule that differs from the derivative,
/// on purpose.
#[linear(x_dot)]
fn clipped_rule(x: f64, bound: f64, x_dot: f64) -> (f64, f64) {
    (x * x, if x.abs() < bound { 2.0 * x * x_dot } else { 0.0 })
}

#[differentiate(jvp = clipped_rule)]
fn clipped(x: f64, #[constant] bound: f64) -> f64 {
    let _ = bound;
    x * x
}

#[derive(Clone, Debug, Differentiable)]
struct Spring {
    stiffness: f64,
    lengths: Vec<f64>,
}

#[linear(s_dot)]
fn energy_rule(s: &Spring, s_dot: &SpringTangent) -> (f64, f64) {
    let mut y = 0.0;
    let mut y_dot = 0.0;
    for i in 0..s.lengths.len() {
        y += s.stiffness * s.lengths[i] * s.lengths[i];
        y_dot += s_dot.stiffness * s.lengths[i] * s.lengths[i]
            + 2.0 * s.stiffness * s.lengths[i] * s_dot.lengths[i];
    }
    (y, y_dot)
}

#[differentiate(jvp = energy_rule)]
fn energy(s: &Spring) -> f64 {
    s.lengths.iter().map(|l| s.stiffness * l * l).sum()
}

#[differentiate]
fn with_rules(x: &[f64]) -> f64 {
    let y = curve(x[0], x.to_vec());
    let (a, n, b) = split((x[1], 3));
    let mut sum = my_exp(x[0] * x[1]) + root(norm(&y, n - 1)) + a + b[0] * b[1];
    for v in x {
        sum += my_exp(v.sin()) + my_floor(*v);
    }
    let spring = Spring { stiffness: x[2], lengths: x.to_vec() };
    sum + energy(&spring)
}

#[test]
fn rules_in_both_modes() {
    check!(with_rules, [0.3, -0.4, 1.7, 0.6]);
    assert_eq!(my_exp_value_and_grad(1.0), (1.0_f64.exp(), 1.0_f64.exp()));
    assert_eq!(root_jvp(2.0, 8.0), (1.0, 2.0));
    assert_eq!(my_floor_grad(1.5), 0.0);
    assert_eq!((clipped_grad(3.0, 2.0), clipped_grad(1.0, 2.0)), (0.0, 2.0));
}

#[test]
fn the_public_functions_of_a_rule() {
    let (y, residuals) = curve_primal(1.5, vec![0.5, -0.25]);
    assert_eq!(y, [1.0, -0.3125]);
    assert_eq!(curve_linear(&residuals, 1.0, vec![0.0, 1.0]), [0.5, 0.75]);
    let (mut a_bar, mut x_bar) = (1.0, vec![0.0; 2]);
    curve_transposed(&residuals, &[2.0, 1.0], &mut a_bar, &mut x_bar[..]);
    assert_eq!((a_bar, &x_bar[..]), (1.75, &[5.0, 1.0][..]));
    let spring = Spring { stiffness: 2.0, lengths: vec![1.0, 3.0] };
    assert_eq!(energy_grad(&spring), SpringTangent { stiffness: 10.0, lengths: vec![4.0, 12.0] });
    let ((y, n, pair), x_bar) = split_vjp((2.0, 3), (1.0, (), [0.0, 1.0]));
    assert_eq!((y, n, pair, x_bar), (6.0, 4, [2.0, 4.0], (7.0, ())));
}

fn cube_reverse(x: f64, n: usize, y_bar: f64) -> (f64, f64) {
    (x.powi(n as i32), n as f64 * x.powi(n as i32 - 1) * y_bar)
}

#[differentiate(reverse, vjp = cube_reverse)]
fn powered(x: f64, n: usize) -> f64 {
    x.powi(n as i32)
}

/// Sorted by a library that is not differentiated; its pullback permutes.
fn sorted_reverse(x: &[f64], scale: Vec<f64>, y_bar: &[f64]) -> (Vec<f64>, (Vec<f64>, Vec<f64>)) {
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_by(|a, b| x[*a].total_cmp(&x[*b]));
    let mut x_bar = vec![0.0; x.len()];
    let mut scale_bar = vec![0.0; x.len()];
    for (k, i) in order.iter().enumerate() {
        x_bar[*i] = scale[k] * y_bar[k];
        scale_bar[k] = x[*i] * y_bar[k];
    }
    (sorted(x, scale), (x_bar, scale_bar))
}

#[differentiate(vjp = sorted_reverse)]
fn sorted(x: &[f64], scale: Vec<f64>) -> Vec<f64> {
    let mut y = x.to_vec();
    y.sort_by(f64::total_cmp);
    y.into_iter().zip(scale).map(|(y, s)| s * y).collect()
}

struct Factors {
    l: [[f64; 2]; 2],
    x: [f64; 2],
}

/// Solves `A x = b` for a symmetric positive `A`, and keeps its Cholesky factor.
fn cholesky_primal(a: [[f64; 2]; 2], b: [f64; 2]) -> ([f64; 2], Factors) {
    let l00 = a[0][0].sqrt();
    let l10 = a[1][0] / l00;
    let l11 = (a[1][1] - l10 * l10).sqrt();
    let l = [[l00, 0.0], [l10, l11]];
    let x = substituted(&l, b);
    (x, Factors { l, x })
}

fn substituted(l: &[[f64; 2]; 2], b: [f64; 2]) -> [f64; 2] {
    let z0 = b[0] / l[0][0];
    let z1 = (b[1] - l[1][0] * z0) / l[1][1];
    let x1 = z1 / l[1][1];
    [(z0 - l[1][0] * x1) / l[0][0], x1]
}

fn cholesky_transposed(f: &Factors, x_bar: [f64; 2]) -> ([[f64; 2]; 2], [f64; 2]) {
    let b_bar = substituted(&f.l, x_bar);
    ([0, 1].map(|i| [0, 1].map(|j| -b_bar[i] * f.x[j])), b_bar)
}

#[differentiate(primal = cholesky_primal, transposed = cholesky_transposed)]
fn solved_by_cholesky(a: [[f64; 2]; 2], b: [f64; 2]) -> [f64; 2] {
    cholesky_primal(a, b).0
}

fn energy_reverse(s: &Spring, y_bar: f64) -> (f64, SpringTangent) {
    let squares: f64 = s.lengths.iter().map(|l| l * l).sum();
    let lengths = s.lengths.iter().map(|l| 2.0 * s.stiffness * l * y_bar).collect();
    (s.stiffness * squares, SpringTangent { stiffness: squares * y_bar, lengths })
}

#[differentiate(vjp = energy_reverse)]
fn energy_by_reverse(s: &Spring) -> f64 {
    s.stiffness * s.lengths.iter().map(|l| l * l).sum::<f64>()
}

/// Both rules: forward mode by one, reverse mode by the other.
#[differentiate(jvp = exp_rule, vjp = exp_reverse)]
fn exp_by_both(x: f64) -> f64 {
    x.exp()
}

fn exp_reverse(x: f64, y_bar: f64) -> (f64, f64) {
    (x.exp(), x.exp() * y_bar)
}

#[differentiate]
fn with_reverse_rules(x: &[f64]) -> f64 {
    let y = sorted(x, vec![x[0], 2.0, x[1] * x[2], 1.0]);
    let d = 2.0 + x[3] * x[3];
    let z = solved_by_cholesky([[d, x[0]], [x[0], d]], [y[0], y[2]]);
    let spring = Spring { stiffness: x[2], lengths: y };
    let mut sum = powered(z[0], 3) + z[1] + energy_by_reverse(&spring) + exp_by_both(x[0]);
    for v in x {
        sum += powered(*v, 2);
    }
    sum
}

#[test]
fn reverse_rules_in_both_modes() {
    // A is symmetric, and the rule is not told so: the same gradient where both off-diagonal
    // elements move together
    check!(with_reverse_rules, [0.3, -0.4, 1.7, 0.6]);
    assert_eq!(powered_grad(2.0, 3), 12.0);
    let (x, (a_bar, b_bar)) =
        solved_by_cholesky_vjp([[4.0, 0.0], [0.0, 1.0]], [4.0, 2.0], [1.0, 0.0]);
    assert_eq!((x, a_bar, b_bar), ([1.0, 2.0], [[-0.25, -0.5], [0.0, 0.0]], [0.25, 0.0]));
    let (y, residuals) = sorted_primal(&[2.0, 1.0], vec![1.0, 3.0]);
    assert_eq!(y, [1.0, 6.0]);
    assert_eq!(sorted_linear(&residuals, &[1.0, 0.0], vec![0.0, 5.0]), [0.0, 13.0]);
    assert_eq!(exp_by_both_jvp(0.0, 2.0), (1.0, 2.0));
}

mod elsewhere {
    pub fn softplus(x: f64) -> f64 {
        x.exp().ln_1p()
    }
}

#[linear(x_dot)]
fn softplus_rule(x: f64, x_dot: f64) -> (f64, f64) {
    (elsewhere::softplus(x), x_dot / (1.0 + (-x).exp()))
}

differentiate_foreign! {
    /// log(1 + eˣ)
    fn elsewhere::softplus(x: f64) -> f64; jvp = softplus_rule;
    pub(crate) fn f64::exp_m1 as exp_less_one(x: f64) -> f64; jvp = exp_less_one_rule
}

#[linear(x_dot)]
fn exp_less_one_rule(x: f64, x_dot: f64) -> (f64, f64) {
    (x.exp_m1(), x.exp() * x_dot)
}

#[differentiate]
fn with_foreign_functions(x: &[f64]) -> f64 {
    x.iter().map(|v| softplus(*v) * exp_less_one(*v)).sum()
}

#[test]
fn functions_of_other_crates() {
    check!(with_foreign_functions, [0.3, -0.4, 1.7]);
    assert_eq!(softplus_grad(0.0), 0.5);
}

/// Functions with rules beside those that call them: what is in their bodies is nobody's business
/// there either.
#[differentiate]
mod in_a_module {
    use autodiff::prelude::*;

    fn heron(a: f64) -> f64 {
        let mut y = 1.0;
        for _ in 0..60 {
            y = 0.5 * (y + a / y);
        }
        y
    }

    /// The rule of √(2a).
    #[linear(a_dot)]
    pub fn rule(a: f64, a_dot: f64) -> (f64, f64) {
        let y = heron(2.0 * a);
        (y, a_dot / y)
    }

    #[differentiate(jvp = rule)]
    pub fn forward(a: f64) -> f64 {
        let doubled = a * 2.0;
        heron(doubled)
    }

    fn reverse(a: f64, y_bar: f64) -> (f64, f64) {
        let y = heron(2.0 * a);
        (y, y_bar / y)
    }

    #[differentiate(vjp = reverse)]
    pub fn backward(a: f64) -> f64 {
        let doubled = a * 2.0;
        heron(doubled)
    }

    pub mod inner {
        use super::{heron, rule};

        #[differentiate(jvp = rule)]
        pub fn without_a_let(a: f64) -> f64 {
            heron(a * 2.0)
        }
    }

    /// √(6a) · √(6a) · √(2a)
    #[differentiate]
    pub fn all(a: f64) -> f64 {
        forward(a * 3.0) * backward(a * 3.0) * inner::without_a_let(a)
    }
}

#[test]
fn rules_in_modules() {
    let (value, gradient) = in_a_module::all_value_and_grad(2.0);
    close("value", value, 24.0, 1e-15);
    close("reverse", gradient, 18.0, 1e-15);
    close("forward", in_a_module::all_jvp(2.0, 0.5).1, 9.0, 1e-15);
    close("forward rule", in_a_module::forward_grad(2.0), 0.5, 1e-15);
    close("reverse rule", in_a_module::backward_grad(2.0), 0.5, 1e-15);
}

#[derive(Differentiable, Clone, Debug)]
struct Line {
    slope: f64,
    shifts: Vec<f64>,
}

#[linear(line_dot, x_dot)]
fn line_rule(line: &Line, x: f64, line_dot: &LineTangent, x_dot: f64) -> (f64, f64) {
    let (mut y, mut y_dot) = (line.slope * x, line_dot.slope * x + line.slope * x_dot);
    for i in 0..line.shifts.len() {
        y += line.shifts[i];
        y_dot += line_dot.shifts[i];
    }
    (y, y_dot)
}

fn line_reverse(line: &Line, x: f64, y_bar: f64) -> (f64, (LineTangent, f64)) {
    let y = line.slope * x + line.shifts.iter().sum::<f64>();
    (
        y,
        (
            LineTangent { slope: y_bar * x, shifts: vec![y_bar; line.shifts.len()] },
            y_bar * line.slope,
        ),
    )
}

#[differentiate]
impl Line {
    #[differentiate(jvp = line_rule)]
    fn forward(&self, x: f64) -> f64 {
        let product = self.slope * x;
        product + self.shifts.iter().sum::<f64>()
    }

    #[differentiate(vjp = line_reverse)]
    fn backward(&self, x: f64) -> f64 {
        let product = self.slope * x;
        product + self.shifts.iter().sum::<f64>()
    }

    // a rule takes by reference what callers cannot tell to be by value
    #[differentiate(vjp = line_reverse)]
    fn consumed(self, x: f64) -> f64 {
        self.slope * x + self.shifts.iter().sum::<f64>()
    }

    #[differentiate(vjp = Self::doubled_reverse)]
    fn doubled(x: f64) -> f64 {
        2.0 * x
    }

    fn doubled_reverse(x: f64, y_bar: f64) -> (f64, f64) {
        (2.0 * x, 2.0 * y_bar)
    }

    #[differentiate]
    fn by_rules(&self, x: f64) -> f64 {
        self.forward(x * x) * self.backward(x).sin() + self.clone().consumed(Self::doubled(x))
    }

    #[differentiate]
    fn plain(&self, x: f64) -> f64 {
        self.slope * x + self.shifts.iter().sum::<f64>()
    }

    #[differentiate]
    fn without_rules(&self, x: f64) -> f64 {
        self.plain(x * x) * self.plain(x).sin() + self.plain(2.0 * x)
    }
}

#[test]
fn rules_of_methods() {
    let line = Line { slope: 1.5, shifts: vec![0.25, -0.5] };
    let (value, (bar, x_bar)) = line.by_rules_value_and_grad(2.0);
    let (expected, (expected_bar, expected_x_bar)) = line.without_rules_value_and_grad(2.0);
    close("value", value, expected, 1e-15);
    close("slope", bar.slope, expected_bar.slope, 1e-14);
    close("shift", bar.shifts[1], expected_bar.shifts[1], 1e-14);
    close("x", x_bar, expected_x_bar, 1e-14);
    let line_dot = LineTangent { slope: 0.5, shifts: vec![1.0, 2.0] };
    close(
        "forward",
        line.by_rules_jvp(2.0, &line_dot, 0.5).1,
        line.without_rules_jvp(2.0, &line_dot, 0.5).1,
        1e-14,
    );
    assert_eq!(line.forward_jvp(2.0, &line_dot, 0.5), line.plain_jvp(2.0, &line_dot, 0.5));
}
