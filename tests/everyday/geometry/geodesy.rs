//! Geodesics on ellipsoids of a table, with errors of an enum.

use autodiff::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
pub struct Ellipsoid {
    pub a: f64,
    pub f: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Datum {
    Wgs84,
    Grs80,
    Sphere,
}

const ELLIPSOIDS: [(Datum, f64, f64); 3] = [
    (Datum::Wgs84, 6378137.0, 298.257223563),
    (Datum::Grs80, 6378137.0, 298.257222101),
    (Datum::Sphere, 6371000.0, f64::INFINITY),
];

#[differentiate]
impl Ellipsoid {
    #[differentiate]
    pub fn of(datum: Datum) -> Self {
        for (d, a, inv_f) in ELLIPSOIDS {
            if d == datum {
                return Ellipsoid { a, f: 1.0 / inv_f };
            }
        }
        unreachable!("all are in the table")
    }

    #[differentiate]
    pub fn b(&self) -> f64 {
        self.a * (1.0 - self.f)
    }

    #[differentiate]
    pub fn e2(&self) -> f64 {
        self.f * (2.0 - self.f)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
pub struct LatLon {
    pub lat: f64,
    pub lon: f64,
}

#[derive(Debug, Clone, PartialEq)]
pub enum GeodesyError {
    Antipodal,
    BadLatitude(f64),
}

impl std::fmt::Display for GeodesyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            GeodesyError::Antipodal => write!(f, "no convergence"),
            GeodesyError::BadLatitude(v) => write!(f, "latitude {v}"),
        }
    }
}

impl std::error::Error for GeodesyError {}

#[differentiate]
fn series(u2: f64) -> (f64, f64) {
    let a = 1.0 + u2 / 16384.0 * (4096.0 + u2 * (-768.0 + u2 * (320.0 - 175.0 * u2)));
    let b = u2 / 1024.0 * (256.0 + u2 * (-128.0 + u2 * (74.0 - 47.0 * u2)));
    (a, b)
}

#[differentiate]
fn delta_sigma(b: f64, sin_sigma: f64, cos_sigma: f64, cos_2sm: f64) -> f64 {
    b * sin_sigma
        * (cos_2sm
            + b / 4.0
                * (cos_sigma * (-1.0 + 2.0 * cos_2sm.powi(2))
                    - b / 6.0
                        * cos_2sm
                        * (-3.0 + 4.0 * sin_sigma.powi(2))
                        * (-3.0 + 4.0 * cos_2sm.powi(2))))
}

#[differentiate]
fn inverse(e: &Ellipsoid, p: LatLon, q: LatLon) -> Result<(f64, f64, f64), GeodesyError> {
    for point in [&p, &q] {
        if point.lat.abs() > 90.0 {
            return Err(GeodesyError::BadLatitude(point.lat));
        }
    }
    let reduced = |lat: f64| ((1.0 - e.f) * lat.to_radians().tan()).atan();
    let (u1, u2) = (reduced(p.lat), reduced(q.lat));
    let l = (q.lon - p.lon).to_radians();
    let ((su1, cu1), (su2, cu2)) = (u1.sin_cos(), u2.sin_cos());
    let mut lambda = l;
    let mut iteration = 0;
    let (sin_sigma, cos_sigma, sigma, cos2_alpha, cos_2sm) = loop {
        let (sl, cl) = lambda.sin_cos();
        let sin_sigma = ((cu2 * sl).powi(2) + (cu1 * su2 - su1 * cu2 * cl).powi(2)).sqrt();
        if sin_sigma == 0.0 {
            return Ok((0.0, 0.0, 0.0));
        }
        let cos_sigma = su1 * su2 + cu1 * cu2 * cl;
        let sigma = sin_sigma.atan2(cos_sigma);
        let sin_alpha = cu1 * cu2 * sl / sin_sigma;
        let cos2_alpha = 1.0 - sin_alpha * sin_alpha;
        let cos_2sm =
            if cos2_alpha == 0.0 { 0.0 } else { cos_sigma - 2.0 * su1 * su2 / cos2_alpha };
        let c = e.f / 16.0 * cos2_alpha * (4.0 + e.f * (4.0 - 3.0 * cos2_alpha));
        let previous = lambda;
        lambda = l
            + (1.0 - c)
                * e.f
                * sin_alpha
                * (sigma
                    + c * sin_sigma * (cos_2sm + c * cos_sigma * (-1.0 + 2.0 * cos_2sm.powi(2))));
        if (lambda - previous).abs() < 1e-15 || iteration == 12 {
            break (sin_sigma, cos_sigma, sigma, cos2_alpha, cos_2sm);
        }
        iteration += 1;
        if iteration > 200 {
            return Err(GeodesyError::Antipodal);
        }
    };
    let b = e.b();
    let (big_a, big_b) = series(cos2_alpha * (e.a * e.a - b * b) / (b * b));
    let s = b * big_a * (sigma - delta_sigma(big_b, sin_sigma, cos_sigma, cos_2sm));
    let (sl, cl) = lambda.sin_cos();
    let az1 = (cu2 * sl).atan2(cu1 * su2 - su1 * cu2 * cl);
    let az2 = (cu1 * sl).atan2(-su1 * cu2 + cu1 * su2 * cl);
    Ok((s, az1.to_degrees(), az2.to_degrees()))
}

#[differentiate]
fn to_ecef(e: &Ellipsoid, p: &LatLon, height: f64) -> [f64; 3] {
    let (sin_lat, cos_lat) = p.lat.to_radians().sin_cos();
    let (sin_lon, cos_lon) = p.lon.to_radians().sin_cos();
    let n = e.a / (1.0 - e.e2() * sin_lat * sin_lat).sqrt();
    [
        (n + height) * cos_lat * cos_lon,
        (n + height) * cos_lat * sin_lon,
        (n * (1.0 - e.e2()) + height) * sin_lat,
    ]
}

#[differentiate]
fn path_length(datum: Datum, waypoints: &[LatLon]) -> Result<f64, GeodesyError> {
    let e = Ellipsoid::of(datum);
    let mut total = 0.0;
    for pair in waypoints.windows(2) {
        let (s, ..) = inverse(&e, pair[0], pair[1])?;
        total += s;
    }
    Ok(total)
}

#[differentiate]
fn path_km(datum: Datum, waypoints: &[LatLon]) -> f64 {
    path_length(datum, waypoints).unwrap() / 1000.0
}

#[differentiate]
fn chord(e: Ellipsoid, p: LatLon, q: LatLon, h: f64) -> f64 {
    let (a, b) = (to_ecef(&e, &p, h), to_ecef(&e, &q, 0.0));
    a.iter().zip(b.iter()).map(|(x, y)| (x - y).powi(2)).sum::<f64>().sqrt() / 1000.0
}

fn points(x: &[f64]) -> Vec<LatLon> {
    x.chunks_exact(2).map(|c| LatLon { lat: c[0], lon: c[1] }).collect()
}

#[differentiate]
fn geodesy_program(x: &[f64]) -> f64 {
    let p = LatLon { lat: 52.5 + x[0], lon: 13.4 + x[1] };
    let q = LatLon { lat: 48.85 + x[2], lon: 2.35 + x[3] };
    let e = Ellipsoid::of(Datum::Wgs84);
    path_km(Datum::Grs80, &[p, q, LatLon { lat: 40.4, lon: x[1] }]) / 1000.0
        + chord(e, p, q, 100.0 * x[2]) / 1000.0
}
mod laws {
    at_points! { geodesy_program }
}
