//! The likelihood of reported cases of an epidemic under measures. Three files, an attribute on
//! each item.

mod population;

mod model;
mod policy;

use self::model::{Disease, Population, Report, Scenario};
use self::policy::Measure;
use crate::movable::Movable;
use crate::support::central_differences::Check;
use autodiff::prelude::*;

#[test]
fn compared() {
    let mut check = Check::new();
    let start = Population {
        s: [2000.0, 5000.0, 1500.0],
        e: [5.0, 20.0, 3.0],
        i: [4.0, 11.0, 2.0],
        r: [0.0, 1.0, 0.5],
    };
    let reports: Vec<Report> =
        (0..20u32).map(|d| (d % 6 != 5).then(|| [2 + d / 3, 6 + d, 1 + d / 5])).collect();
    let disease = Disease {
        transmission: 0.05,
        latency: 3.0,
        recovery: 5.0,
        susceptibility: [0.7, 1.0, 1.2],
        reporting: [0.3, 0.5, 0.8],
    };
    let plans = [
        vec![],
        vec![
            Measure::Lockdown { day: 6, until: Some(15), factor: 0.4 },
            Measure::Seasonal { amplitude: 0.2, phase: 20.0 },
        ],
        vec![
            Measure::Behaviour { midpoint: 8.0, width: 2.5, effect: 0.5 },
            Measure::Lockdown { day: 12, until: None, factor: 0.7 },
        ],
    ];
    for measures in plans {
        let contacts = [[7.0, 3.0, 1.0], [3.0, 6.0, 2.0], [1.0, 2.0, 3.0]];
        let scenario = Scenario { disease: disease.clone(), measures, contacts };
        let (value, (scenario_bar, start_bar)) =
            scenario.log_likelihood_value_and_grad(&start, &reports);
        check.equal("likelihood", value, scenario.log_likelihood(&start, &reports));
        let f = |x: &[f64]| scenario.moved(x).log_likelihood(&start, &reports);
        check.gradient("scenario", f, &scenario.origin(), &scenario_bar.flatten());
        check.gradient(
            "start",
            |x| scenario.log_likelihood(&start.moved(x), &reports),
            &start.origin(),
            &start_bar.flatten(),
        );
    }
    check.finish();
}
