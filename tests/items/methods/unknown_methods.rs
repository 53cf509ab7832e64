//! Methods with unknown signatures: builders, generators of random numbers, layers, states.
#![deny(warnings)]

use autodiff::prelude::*;

struct Rng {
    state: u64,
}
impl Rng {
    fn new(seed: u64) -> Rng {
        Rng { state: seed }
    }
    fn next(&mut self) -> f64 {
        self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1);
        (self.state >> 33) as f64 / 4294967296.0
    }
    fn skip(&mut self) {
        self.state += 1;
    }
}
#[differentiate]
fn monte_carlo(x: &[f64]) -> f64 {
    let mut rng = Rng::new(7);
    let mut s = 0.0;
    for i in 0..x.len() {
        let u = rng.next();
        rng.skip();
        s += (x[i] * u).sin();
    }
    s
}

#[derive(Clone, Debug, Differentiable)]
pub struct Layer {
    w: Vec<Vec<f64>>,
    b: Vec<f64>,
}
#[differentiate]
impl Layer {
    #[differentiate]
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        let mut y = self.b.clone();
        for i in 0..y.len() {
            for j in 0..x.len() {
                y[i] += self.w[i][j] * x[j];
            }
            y[i] = y[i].tanh();
        }
        y
    }
}
#[derive(Clone, Debug, Differentiable)]
pub struct Net {
    layers: Vec<Layer>,
}
#[differentiate]
impl Net {
    #[differentiate]
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        let mut a = x.to_vec();
        for layer in &self.layers {
            a = layer.forward(&a);
        }
        a
    }
}
#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Normal {
    mu: f64,
    sigma: f64,
}
pub trait Continuous<K, T> {
    fn ln_pdf(&self, x: K) -> T;
}
#[differentiate]
impl Continuous<f64, f64> for Normal {
    #[differentiate]
    fn ln_pdf(&self, x: f64) -> f64 {
        let z = (x - self.mu) / self.sigma;
        -0.5 * z * z - self.sigma.ln()
    }
}
#[derive(Clone, Debug, Default, Differentiable)]
pub struct State {
    x: f64,
    v: f64,
}
#[differentiate]
impl State {
    #[differentiate]
    fn with_x(mut self, x: f64) -> Self {
        self.x = x;
        self
    }
    #[differentiate]
    fn with_v(mut self, v: f64) -> Self {
        self.v = v;
        self
    }
    #[differentiate]
    fn advance(&mut self, k: f64, dt: f64) -> f64 {
        self.kick(k, dt);
        self.x += self.v * dt;
        self.energy(k)
    }
    fn kick(&mut self, k: f64, dt: f64) {
        self.v -= k * self.x * dt;
    }
    fn energy(&self, k: f64) -> f64 {
        0.5 * k * self.x * self.x + 0.5 * self.v * self.v
    }
}
#[differentiate]
fn spring(x: &[f64]) -> f64 {
    let mut s = State::default().with_x(x[0]).with_v(x[1]);
    let mut total = 0.0;
    for _ in 0..5 {
        total += s.advance(x[2], 0.1);
        total += s.energy(1.0);
    }
    let n = Normal { mu: x[0], sigma: 1.0 + x[1] * x[1] };
    total + n.ln_pdf(x[2])
}
#[differentiate]
fn network(x: &[f64]) -> f64 {
    let l1 = Layer { w: vec![vec![x[0], x[1]], vec![x[2], x[3]]], b: vec![x[4], x[5]] };
    let l2 = Layer { w: vec![vec![x[1], x[0]]], b: vec![x[3]] };
    let net = Net { layers: vec![l1, l2] };
    let y = net.forward(&[0.3, -0.5]);
    y[0] * y[0]
}
#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Body {
    at: f64,
    v: f64,
}
#[differentiate]
impl Body {
    #[differentiate]
    fn pull(&self, other: &Body) -> f64 {
        (other.at - self.at) * other.v * other.v
    }
    #[differentiate]
    fn kick(&mut self, by: f64) {
        self.v += by * self.at;
    }
}
#[derive(Clone, Debug, Differentiable)]
pub struct Pair {
    left: Body,
    right: Body,
}
// a method that is lent what it is called on, or another element, changes neither
#[differentiate]
fn lent(x: &[f64]) -> f64 {
    let mut bodies = [Body { at: x[0], v: x[1] }, Body { at: x[2], v: 1.0 }];
    for i in 0..2 {
        for j in 0..2 {
            let pull = bodies[i].pull(&bodies[j]);
            bodies[i].kick(pull + bodies[j].v);
        }
    }
    let mut pair = Pair { left: bodies[0], right: bodies[1] };
    pair.right.kick(pair.right.v);
    pair.left.kick(pair.right.pull(&pair.left));
    let body = &mut pair.left;
    body.kick(body.pull(body) + body.v);
    let itself = body.pull(&*body);
    itself + pair.left.pull(&pair.right) + pair.right.pull(&pair.right) * x[0]
}

#[test]
fn against_differences() {
    let x = crate::support::Numbers::new(5).vec(6);
    check!(lent, [0.4, 0.3, -0.2]);
    check!(monte_carlo, x);
    check!(spring, [0.5, -0.2, 0.9]);
    check!(network, x);
}

/// `a.dot(a)`, where it is not seen whether `a` is changed.
mod lent_and_passed {
    use autodiff::prelude::*;

    #[differentiate]
    fn product(x: f64) -> f64 {
        let mut a = V { x, y: 2.0 };
        a.x += 1.0;
        let n = a.dot(a);
        a.y = n;
        a.dot(a) + a.lent(&a)
    }
    #[differentiate]
    fn added(x: f64) -> f64 {
        let mut a = V { x, y: 2.0 };
        let r = a.add(a);
        r * a.x
    }
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct V {
        x: f64,
        y: f64,
    }
    #[differentiate]
    impl V {
        #[differentiate]
        fn dot(self, o: V) -> f64 {
            self.x * o.x + self.y * o.y
        }
        #[differentiate]
        fn lent(&self, o: &V) -> f64 {
            self.x * o.x + self.y * o.y
        }
        #[differentiate]
        fn add(&mut self, o: V) -> f64 {
            self.x += o.x * o.y;
            self.x
        }
    }

    #[test]
    fn derivatives() {
        // 2 ((x + 1)² + ((x + 1)² + 4)²)
        let n = 2.5f64 * 2.5 + 4.0;
        assert_eq!(product_value_and_grad(1.5), (product(1.5), 2.0 * (5.0 + 2.0 * n * 5.0)));
        assert_eq!(added_value_and_grad(1.5), (20.25, 27.0));
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Smoothing {
    weight: f64,
    state: f64,
}

#[differentiate]
impl Smoothing {
    #[differentiate]
    fn new(weight: f64) -> Self {
        Smoothing { weight, state: weight * weight }
    }

    #[differentiate]
    fn tick(&mut self, x: f64) -> f64 {
        self.state = self.weight * self.state + x;
        self.state
    }

    #[differentiate]
    fn read(&self, x: f64) -> f64 {
        self.state * x
    }
}

/// Methods change values without names.
#[differentiate]
fn changed_without_names(x: &[f64]) -> f64 {
    let s = Smoothing::new(x[0]);
    let copies = s.clone().tick(x[1]) + s.clone().tick(x[1]) * s.read(x[0]);
    copies + Smoothing::new(x[0]).tick(x[1]) * Smoothing { weight: x[2], state: x[1] }.tick(1.0)
}

#[test]
fn values_without_names() {
    check!(changed_without_names, [0.7, -0.4, 1.3]);
}
