//! The distance of two signals by their short-time power spectra. Three files, modules with the
//! attribute.

mod numbers;
mod spectrum;
mod windows;

use self::spectrum::analysis::*;
use self::windows::Window;
use crate::movable::Movable;
use crate::support::central_differences::Check;
use autodiff::prelude::*;

#[test]
fn compared() {
    let mut check = Check::new();
    let signal = |phase: f64| -> Vec<f64> {
        (0..24).map(|i| (0.9 * i as f64 + phase).sin() + 0.4 * (2.3 * i as f64).cos()).collect()
    };
    let (a, b) = (signal(0.0), signal(0.5));
    let windows = [
        Window::Rectangular,
        Window::Hann,
        Window::Gaussian { sigma: 0.6 },
        Window::Cosines { weights: [0.42, -0.5, 0.08] },
    ];
    for window in &windows {
        for scale in [Scale::Linear, Scale::Log, Scale::Mel { bands: 3 }] {
            let (value, (a_bar, b_bar, window_bar)) =
                distance_value_and_grad::<8>(&a, &b, window, 4, scale);
            check.equal("distance", value, distance::<8>(&a, &b, window, 4, scale));
            check.gradient("a", |x| distance::<8>(x, &b, window, 4, scale), &a, &a_bar);
            check.gradient("b", |x| distance::<8>(&a, x, window, 4, scale), &b, &b_bar);
            check.gradient(
                "window",
                |x| distance::<8>(&a, &b, &window.moved(x), 4, scale),
                &window.origin(),
                &window_bar.flatten(),
            );
        }
        let (_, (signal_bar, window_bar)) = centroid_value_and_grad(&a[..16], window).unwrap();
        check.gradient("centroid", |x| centroid(x, window).unwrap(), &a[..16], &signal_bar);
        check.gradient(
            "centroid window",
            |x| centroid(&a[..16], &window.moved(x)).unwrap(),
            &window.origin(),
            &window_bar.flatten(),
        );
    }
    assert!(centroid_grad(&a, &windows[0]).is_none());
    check.finish();
}
