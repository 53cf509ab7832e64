//! The likelihood of radial velocities of a star with planets. Three files, modules with the
//! attribute.

mod orbit;
mod system;
mod units;

use self::orbit::Orbit;
use self::system::fit::*;
use self::units::{Instrument, Measurement};
use crate::movable::Movable;
use crate::support::central_differences::Check;
use autodiff::prelude::*;

#[test]
fn compared() {
    let mut check = Check::new();
    let inner = Orbit {
        period: 11.2,
        h: 0.1,
        k: 0.2,
        mean_longitude: 0.7,
        mass: 0.4,
        cos_inclination: 0.1,
    };
    let outer = Orbit {
        period: 15.3,
        h: -0.3,
        k: 0.15,
        mean_longitude: 2.1,
        mass: 1.1,
        cos_inclination: 0.2,
    };
    let data: Vec<Measurement> = (0..15)
        .map(|i| Measurement {
            time: 1.7 * i as f64 + 0.3,
            velocity: 40.0 * (0.6 * i as f64).sin() + 5.0,
            error: 2.0 + 0.1 * i as f64,
            instrument: if i % 3 == 0 { Instrument::Hires } else { Instrument::Harps },
        })
        .collect();
    let systems = [
        System {
            star: 0.9,
            planets: vec![inner.clone()],
            offsets: Offsets { harps: 3.0, hires: -2.0 },
            trend: Trend::Flat,
            jitter: None,
        },
        System {
            star: 1.1,
            planets: vec![outer, inner],
            offsets: Offsets { harps: 0.5, hires: 1.0 },
            trend: Trend::Parabola(0.2, -0.01),
            jitter: Some(3.0),
        },
    ];
    for system in &systems {
        let (value, bar) = log_likelihood_value_and_grad(system, &data);
        check.equal("likelihood", value, log_likelihood(system, &data));
        check.gradient(
            "system",
            |x| log_likelihood(&system.moved(x), &data),
            &system.origin(),
            &bar.flatten(),
        );
    }
    let system = System { trend: Trend::Line(-0.5), ..systems[0].clone() };
    let mut found = 0;
    for k in 0..6 {
        let (from, to) = (2.5 * k as f64, 2.5 * (k + 1) as f64);
        if let Some((_, (bar, _, _))) = crossing_value_and_grad(&system, from, to) {
            found += 1;
            check.gradient(
                "crossing",
                |x| crossing(&system.moved(x), from, to).unwrap(),
                &system.origin(),
                &bar.flatten(),
            );
        }
    }
    assert!(found > 0);
    check.finish();
}
