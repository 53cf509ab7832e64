//! Estimation, games, geometry, chemistry: structs that change, early returns, `?`.
use autodiff::prelude::*;
use std::fmt;

// 24 ------ a parser-free config + Result chain with custom error and From
#[derive(Debug, Clone, PartialEq)]
pub enum ModelError {
    Domain(String),
    Convergence { iterations: usize },
}
impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}
impl From<&str> for ModelError {
    fn from(s: &str) -> Self {
        ModelError::Domain(s.to_string())
    }
}
#[differentiate]
fn safe_ln(x: f64) -> Result<f64, &'static str> {
    if x <= 0.0 { Err("ln of a non-positive number") } else { Ok(x.ln()) }
}
#[differentiate]
fn antoine(t: f64, (a, b, c): (f64, f64, f64)) -> Result<f64, ModelError> {
    if t + c == 0.0 {
        return Err(ModelError::Domain(format!("t = {t}")));
    }
    Ok(10f64.powf(a - b / (t + c)))
}
#[derive(Debug, Clone, Copy, Differentiable)]
struct Component {
    antoine: (f64, f64, f64),
    fraction: f64,
}
#[differentiate]
fn bubble_temperature(components: &[Component], pressure: f64) -> Result<f64, ModelError> {
    let mut t = 80.0;
    let mut iterations = 0;
    loop {
        let mut p = 0.0;
        let mut slope = 0.0;
        for c in components {
            let sat = antoine(t, c.antoine)?;
            let (_, b, k) = c.antoine;
            p += c.fraction * sat;
            slope += c.fraction * sat * std::f64::consts::LN_10 * b / (t + k).powi(2);
        }
        let step = (safe_ln(p / pressure)?) * p / slope;
        t -= step;
        iterations += 1;
        if step.abs() < 1e-9 {
            break Ok(t);
        }
        if iterations > 30 {
            return Err(ModelError::Convergence { iterations });
        }
    }
}
#[differentiate]
fn bubble_program(x: &[f64]) -> f64 {
    let z = 1.0 / (1.0 + (-x[0]).exp());
    let mix = [
        Component { antoine: (8.07131, 1730.63, 233.426), fraction: z },
        Component { antoine: (8.20417, 1642.89, 230.3), fraction: 1.0 - z },
    ];
    match bubble_temperature(&mix, 760.0 + 10.0 * x[x.len() - 1]) {
        Ok(t) => t / 10.0,
        Err(ModelError::Convergence { iterations }) => iterations as f64,
        Err(_) => -1.0,
    }
}

// 25 ------ particle tracker with Option state, shadowing, labelled breaks
#[derive(Debug, Clone, Copy, Differentiable)]
struct Track {
    pos: [f64; 2],
    vel: [f64; 2],
    #[constant]
    misses: u8,
}
#[derive(Debug, Clone, Differentiable)]
struct Tracker {
    track: Option<Track>,
    gain: f64,
}
#[differentiate]
impl Tracker {
    #[differentiate]
    fn observe(&mut self, z: Option<[f64; 2]>, dt: f64) -> Option<f64> {
        let Some(z) = z else {
            if let Some(track) = self.track.as_mut() {
                track.misses += 1;
                track.pos[0] += dt * track.vel[0];
                track.pos[1] += dt * track.vel[1];
            }
            return None;
        };
        let track = match self.track {
            None => {
                self.track = Some(Track { pos: z, vel: [0.0; 2], misses: 0 });
                return Some(0.0);
            }
            Some(ref mut track) => track,
        };
        let mut innovation = 0.0;
        for k in 0..2 {
            let predicted = track.pos[k] + dt * track.vel[k];
            let r = z[k] - predicted;
            track.pos[k] = predicted + self.gain * r;
            track.vel[k] += self.gain * 0.5 * r / dt;
            innovation += r * r;
        }
        Some(innovation)
    }
}
#[differentiate]
fn tracker_program(x: &[f64]) -> f64 {
    let mut tracker = Tracker { track: None, gain: 0.4 + 0.05 * x[0] };
    let mut cost = 0.0;
    'outer: for round in 0..2 {
        for (i, &v) in x.iter().enumerate() {
            let z = if i % 4 == 3 { None } else { Some([v, v * 0.5 + round as f64]) };
            match tracker.observe(z, 0.5) {
                Some(c) if c > 50.0 => break 'outer,
                Some(c) => cost += c,
                None => continue,
            }
        }
    }
    cost + tracker.track.map_or(0.0, |t| t.pos[0] * t.vel[1])
}

// 26 ------ polygon clipping (Sutherland-Hodgman) with tuples and closures
type Point = (f64, f64);
#[differentiate]
fn clip(polygon: &[Point], edge: (Point, Point)) -> Vec<Point> {
    let ((x1, y1), (x2, y2)) = edge;
    let side = |(x, y): Point| (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
    let mut out = Vec::new();
    for i in 0..polygon.len() {
        let cur = polygon[i];
        let prev = polygon[(i + polygon.len() - 1) % polygon.len()];
        let (sc, sp) = (side(cur), side(prev));
        if (sc >= 0.0) != (sp >= 0.0) {
            let t = sp / (sp - sc);
            out.push((prev.0 + t * (cur.0 - prev.0), prev.1 + t * (cur.1 - prev.1)));
        }
        if sc >= 0.0 {
            out.push(cur);
        }
    }
    out
}
#[differentiate]
fn area(polygon: &[Point]) -> f64 {
    if polygon.len() < 3 {
        return 0.0;
    }
    let mut twice = 0.0;
    for (i, (x, y)) in polygon.iter().enumerate() {
        let (nx, ny) = polygon[(i + 1) % polygon.len()];
        twice += x * ny - nx * y;
    }
    0.5 * twice.abs()
}
#[differentiate]
fn clip_program(x: &[f64]) -> f64 {
    let s = 0.1 * x[0];
    let subject = vec![(0.0 + s, 0.05), (2.0, 0.3 + s), (2.2, 1.9), (0.1, 1.7 - s)];
    let window: Vec<Point> =
        vec![(0.53, 0.47), (1.71 + 0.1 * x[x.len() - 1], 0.51), (1.6, 1.43), (0.45, 1.57)];
    let mut poly = subject;
    for i in 0..window.len() {
        poly = clip(&poly, (window[i], window[(i + 1) % window.len()]));
        if poly.is_empty() {
            return 0.0;
        }
    }
    area(&poly)
}

// 27 ------ SIR epidemic with phases as a state machine
#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
enum Phase {
    Open,
    Lockdown { since: f64, strength: f64 },
    Relaxed(f64),
}
#[derive(Debug, Clone, Copy, Differentiable)]
struct Sir {
    s: f64,
    i: f64,
    r: f64,
}
#[differentiate]
impl Sir {
    #[differentiate]
    fn step(self, beta: f64, gamma: f64, dt: f64) -> Sir {
        let Sir { s, i, r } = self;
        let new = beta * s * i * dt;
        let recovered = gamma * i * dt;
        Sir { s: s - new, i: i + new - recovered, r: r + recovered }
    }
}
#[differentiate]
fn next_phase(phase: Phase, state: &Sir, t: f64) -> Phase {
    match phase {
        Phase::Open if state.i > 0.12 => Phase::Lockdown { since: t, strength: 0.4 + state.i },
        Phase::Lockdown { since, strength } if t - since > 1.6 => Phase::Relaxed(strength * 0.5),
        other => other,
    }
}
#[differentiate]
fn sir_program(x: &[f64]) -> f64 {
    let beta = 1.4 + 0.1 * x[0];
    let gamma = 0.3 + 0.02 * x[x.len() - 1];
    let mut state = Sir { s: 0.9, i: 0.1, r: 0.0 };
    let mut phase = Phase::Open;
    let mut peak = 0.0_f64;
    let mut t = 0.0;
    while t < 4.0 {
        phase = next_phase(phase, &state, t);
        let factor = match phase {
            Phase::Open => 1.0,
            Phase::Lockdown { strength, .. } => 1.0 - strength,
            Phase::Relaxed(loss) => 1.0 - loss,
        };
        state = state.step(beta * factor, gamma, 0.25);
        peak = peak.max(state.i);
        t += 0.25;
    }
    peak + 2.0 * state.r
}

// 28 ------ bezier flattening recursion into &mut Vec, arc length
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Pt {
    pub x: f64,
    pub y: f64,
}
#[differentiate]
impl Pt {
    #[differentiate]
    fn lerp(self, to: Pt, t: f64) -> Pt {
        Pt { x: self.x + (to.x - self.x) * t, y: self.y + (to.y - self.y) * t }
    }
    #[differentiate]
    fn distance(&self, to: &Pt) -> f64 {
        (self.x - to.x).hypot(self.y - to.y)
    }
}
#[differentiate]
fn flatten(curve: &[Pt; 4], tolerance: f64, depth: usize, out: &mut Vec<Pt>) {
    let [p0, p1, p2, p3] = *curve;
    let chord = p0.distance(&p3);
    let net = p0.distance(&p1) + p1.distance(&p2) + p2.distance(&p3);
    if depth == 0 || net - chord < tolerance {
        out.push(p3);
        return;
    }
    let (a, b, c) = (p0.lerp(p1, 0.5), p1.lerp(p2, 0.5), p2.lerp(p3, 0.5));
    let (d, e) = (a.lerp(b, 0.5), b.lerp(c, 0.5));
    let m = d.lerp(e, 0.5);
    flatten(&[p0, a, d, m], tolerance, depth - 1, out);
    flatten(&[m, e, c, p3], tolerance, depth - 1, out);
}
#[differentiate]
fn bezier_program(x: &[f64]) -> f64 {
    let p = |i: usize| Pt { x: i as f64 + 0.2 * x[i % x.len()], y: x[(i + 1) % x.len()] };
    let curve = [p(0), p(1), p(2), p(3)];
    let mut points = vec![curve[0]];
    flatten(&curve, 0.05, 3, &mut points);
    points.windows(2).map(|w| w[0].distance(&w[1])).sum()
}
mod laws {
    at_points! { bubble_program tracker_program clip_program sir_program bezier_program }
}
