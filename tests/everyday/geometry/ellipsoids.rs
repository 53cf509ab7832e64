//! Distances on an ellipsoid and a transverse Mercator projection: the misfit of ranges to beacons.

use autodiff::prelude::*;

#[differentiate]
mod ellipsoids_program {
    use autodiff::prelude::*;
    use std::error::Error;
    use std::fmt::{self, Display};

    #[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Differentiable)]
    pub struct Degrees(pub f64);
    #[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Differentiable)]
    pub struct Radians(pub f64);

    impl From<Degrees> for Radians {
        fn from(Degrees(d): Degrees) -> Self {
            Radians(d.to_radians())
        }
    }
    impl From<Radians> for Degrees {
        fn from(r: Radians) -> Self {
            Degrees(r.0.to_degrees())
        }
    }

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct LatLon {
        pub lat: Degrees,
        pub lon: Degrees,
    }

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Ellipsoid {
        pub a: f64,
        pub f: f64,
    }

    pub mod ellipsoids {
        use super::Ellipsoid;
        pub const WGS84: Ellipsoid = Ellipsoid { a: 6_378_137.0, f: 1.0 / 298.257_223_563 };
        pub const BESSEL: Ellipsoid = Ellipsoid { a: 6_377_397.155, f: 1.0 / 299.152_812_8 };
    }

    impl Ellipsoid {
        #[inline]
        pub fn b(&self) -> f64 {
            self.a * (1.0 - self.f)
        }
        #[inline]
        pub fn e2(&self) -> f64 {
            self.f * (2.0 - self.f)
        }
    }

    #[derive(Debug)]
    pub enum GeodesyError {
        Antipodal,
        Latitude(Degrees),
    }

    impl Display for GeodesyError {
        fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
            match self {
                Self::Antipodal => f.write_str("nearly antipodal points"),
                Self::Latitude(d) => write!(f, "{:?} is no latitude", d),
            }
        }
    }
    impl Error for GeodesyError {}

    type Result<T> = std::result::Result<T, GeodesyError>;

    impl LatLon {
        pub fn new(lat: f64, lon: f64) -> Result<Self> {
            if lat.abs() > 90.0 {
                Err(GeodesyError::Latitude(Degrees(lat)))
            } else {
                Ok(Self { lat: Degrees(lat), lon: Degrees(lon) })
            }
        }
        fn radians(&self) -> (f64, f64) {
            (Radians::from(self.lat).0, Radians::from(self.lon).0)
        }
    }

    /// Vincenty's inverse formula: distance and first azimuth.
    pub fn inverse(e: &Ellipsoid, from: LatLon, to: LatLon) -> Result<(f64, Degrees)> {
        let ((phi1, l1), (phi2, l2)) = (from.radians(), to.radians());
        let u1 = ((1.0 - e.f) * phi1.tan()).atan();
        let u2 = ((1.0 - e.f) * phi2.tan()).atan();
        let (su1, cu1) = u1.sin_cos();
        let (su2, cu2) = u2.sin_cos();
        let l = l2 - l1;
        let mut lambda = l;
        let mut iterations = 0..100;
        loop {
            if iterations.next().is_none() {
                return Err(GeodesyError::Antipodal);
            }
            let (sl, cl) = lambda.sin_cos();
            let sin_sigma = ((cu2 * sl).powi(2) + (cu1 * su2 - su1 * cu2 * cl).powi(2)).sqrt();
            let cos_sigma = su1 * su2 + cu1 * cu2 * cl;
            let sigma = sin_sigma.atan2(cos_sigma);
            let sin_alpha = cu1 * cu2 * sl / sin_sigma;
            let cos2_alpha = 1.0 - sin_alpha * sin_alpha;
            let c2sm = match cos2_alpha {
                c if c == 0.0 => 0.0,
                c => cos_sigma - 2.0 * su1 * su2 / c,
            };
            let c = e.f / 16.0 * cos2_alpha * (4.0 + e.f * (4.0 - 3.0 * cos2_alpha));
            let previous = lambda;
            lambda = l
                + (1.0 - c)
                    * e.f
                    * sin_alpha
                    * (sigma + c * sin_sigma * (c2sm + c * cos_sigma * (2.0 * c2sm.powi(2) - 1.0)));
            if (lambda - previous).abs() < 1e-14 {
                let usq = cos2_alpha * (e.a.powi(2) - e.b().powi(2)) / e.b().powi(2);
                let big_a =
                    1.0 + usq / 16384.0 * (4096.0 + usq * (-768.0 + usq * (320.0 - 175.0 * usq)));
                let big_b = usq / 1024.0 * (256.0 + usq * (-128.0 + usq * (74.0 - 47.0 * usq)));
                let delta = big_b
                    * sin_sigma
                    * (c2sm + big_b / 4.0 * (cos_sigma * (2.0 * c2sm * c2sm - 1.0)));
                let azimuth = (cu2 * sl).atan2(cu1 * su2 - su1 * cu2 * cl);
                return Ok((e.b() * big_a * (sigma - delta), Radians(azimuth).into()));
            }
        }
    }

    /// Series of Krüger to the third order.
    pub fn transverse_mercator(e: &Ellipsoid, p: &LatLon, central: Degrees) -> (f64, f64) {
        let n = e.f / (2.0 - e.f);
        let alpha = [
            n / 2.0 - 2.0 * n.powi(2) / 3.0 + 5.0 * n.powi(3) / 16.0,
            13.0 * n.powi(2) / 48.0 - 3.0 * n.powi(3) / 5.0,
            61.0 * n.powi(3) / 240.0,
        ];
        let radius = e.a / (1.0 + n) * (1.0 + n.powi(2) / 4.0 + n.powi(4) / 64.0);
        let (phi, lambda) = p.radians();
        let lambda = lambda - Radians::from(central).0;
        let k = 2.0 * n.sqrt() / (1.0 + n);
        let t = (phi.sin().atanh() - k * (k * phi.sin()).atanh()).sinh();
        let xi = t.atan2(lambda.cos());
        let eta = (lambda.sin() / (1.0 + t * t).sqrt()).atanh();
        let (mut easting, mut northing) = (eta, xi);
        for (j, a) in (1..).zip(alpha) {
            let m = 2.0 * j as f64;
            easting += a * (m * xi).cos() * (m * eta).sinh();
            northing += a * (m * xi).sin() * (m * eta).cosh();
        }
        (0.9996 * radius * easting, 0.9996 * radius * northing)
    }

    fn try_loss(
        lat: f64,
        lon: f64,
        beacons: &[(f64, f64, f64)],
    ) -> std::result::Result<f64, Box<dyn Error>> {
        let here = LatLon::new(lat, lon)?;
        let mut sum = 0.0;
        for (i, &(lat, lon, range)) in beacons.iter().enumerate() {
            let e = if i % 2 == 0 { &ellipsoids::WGS84 } else { &ellipsoids::BESSEL };
            let (distance, azimuth) = inverse(e, here, LatLon::new(lat, lon)?)?;
            sum += ((distance - range) / 1000.0).powi(2) + 1e-3 * azimuth.0;
        }
        let (x, y) = transverse_mercator(&ellipsoids::WGS84, &here, Degrees(9.0));
        Ok(sum + 1e-6 * x.hypot(y))
    }

    pub fn loss(lat: f64, lon: f64, beacons: &[(f64, f64, f64)]) -> f64 {
        match try_loss(lat, lon, beacons) {
            Ok(value) => value,
            Err(error) => {
                eprintln!("{error}");
                f64::INFINITY
            }
        }
    }

    #[differentiate]
    pub fn of_all(x: &[f64]) -> f64 {
        loss(x[0], x[1], &[(46.0, 7.0, 180000.0), (48.5, 10.0, 170000.0), (47.0, 9.0, 50000.0)])
    }
}

#[test]
fn gradient() {
    use ellipsoids_program::*;
    check!(of_all, [47.3, 8.5], 1e-5);
}
