//! Colours in sRGB and CIELAB, from hue, saturation and value, and the difference of two.

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
pub struct Rgb {
    r: f64,
    g: f64,
    b: f64,
}
#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
pub struct Lab {
    l: f64,
    a: f64,
    b: f64,
}
#[differentiate]
fn linearize(c: f64) -> f64 {
    if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}
#[differentiate]
impl From<Rgb> for Lab {
    #[differentiate]
    fn from(c: Rgb) -> Lab {
        const M: [[f64; 3]; 3] = [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ];
        const WHITE: [f64; 3] = [0.95047, 1.0, 1.08883];
        let lin = [linearize(c.r), linearize(c.g), linearize(c.b)];
        let f = |t: f64| {
            const D: f64 = 6.0 / 29.0;
            if t > D.powi(3) { t.cbrt() } else { t / (3.0 * D * D) + 4.0 / 29.0 }
        };
        let mut xyz = [0.0; 3];
        for (out, (row, w)) in xyz.iter_mut().zip(M.iter().zip(WHITE)) {
            *out = f(row.iter().zip(&lin).map(|(m, c)| m * c).sum::<f64>() / w);
        }
        let [x, y, z] = xyz;
        Lab { l: 116.0 * y - 16.0, a: 500.0 * (x - y), b: 200.0 * (y - z) }
    }
}
#[differentiate]
impl Lab {
    #[differentiate]
    fn delta_e(&self, o: &Lab) -> f64 {
        ((self.l - o.l).powi(2) + (self.a - o.a).powi(2) + (self.b - o.b).powi(2)).sqrt()
    }
    #[differentiate]
    fn to_lch(self) -> (f64, f64, f64) {
        (self.l, self.a.hypot(self.b), self.b.atan2(self.a).to_degrees().rem_euclid(360.0))
    }
}
#[differentiate]
fn hsv(h: f64, s: f64, v: f64) -> Rgb {
    let c = v * s;
    let hp = h / 60.0;
    let x = c * (1.0 - (hp % 2.0 - 1.0).abs());
    let (r, g, b) = match hp as u32 {
        0 => (c, x, 0.0),
        1 => (x, c, 0.0),
        2 => (0.0, c, x),
        3 => (0.0, x, c),
        4 => (x, 0.0, c),
        _ => (c, 0.0, x),
    };
    let m = v - c;
    Rgb { r: r + m, g: g + m, b: b + m }
}
#[differentiate]
fn colour(q: &[f64]) -> f64 {
    let a: Lab = Rgb { r: q[0], g: q[1], b: q[2] }.into();
    let b = Lab::from(hsv(200.0 * q[0], q[1], q[2]));
    let (l, c, h) = a.to_lch();
    a.delta_e(&b) + l * 0.01 + c * 0.1 + h * 0.01
}

#[test]
fn laws() {
    check!(colour, [0.31, 0.7, 0.43], 1e-6);
}
