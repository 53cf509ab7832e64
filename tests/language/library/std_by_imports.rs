//! Functions of std by imported names: renamed, through modules, re-exported, from globs.

use by_globs::*;
use by_globs_of_std::*;
use by_names::*;
use of_the_crate::users::*;

mod re_exported {
    pub use std::array::from_fn;
    pub use std::iter::repeat;
    pub use std::mem as memory;
    pub use std::mem::take;
}

mod by_names {
    use autodiff::prelude::*;
    use std::cmp::{max, min as least};
    use std::iter::{self, repeat};
    use std::mem::{replace as put, swap, take as grab};

    #[differentiate]
    pub fn renamed(x: &[f64]) -> f64 {
        let mut v = vec![x[0], x[1]];
        let mut w = grab(&mut v);
        let mut count = 3;
        let taken = grab(&mut count);
        let mut n = max(1, least(5, taken));
        let before = put(&mut n, 2);
        swap(&mut v, &mut w);
        let rest: f64 = repeat(x[0]).take(n).chain(iter::once(x[1])).sum();
        v[0] * v[1] * before as f64 + rest + (w.len() + count) as f64
    }
}

mod by_globs {
    use super::re_exported::*;
    use autodiff::prelude::*;

    #[differentiate]
    pub fn through_modules(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        let w = take(&mut v);
        let u = memory::replace(&mut v, w);
        let powers: [f64; 3] = from_fn(|i| x[0].powi(i as i32));
        let again: f64 = repeat(x[1]).take(2).sum();
        v[0] * v[1] * powers[2] + again + u.len() as f64
    }
}

mod by_globs_of_std {
    use autodiff::prelude::*;
    use std::iter::*;

    #[differentiate]
    pub fn from_std(x: &[f64]) -> f64 {
        let again: f64 = repeat(x[1]).take(2).chain(once(x[0])).sum();
        again * x[0]
    }
}

mod of_the_crate {
    use autodiff::prelude::*;

    #[differentiate]
    pub fn take(v: &mut Vec<f64>) -> f64 {
        v[0] *= 2.0;
        v[0]
    }

    pub mod users {
        use super::take;
        use autodiff::prelude::*;
        use std::mem::*;

        #[differentiate]
        pub fn named_alike(x: &[f64]) -> f64 {
            let mut v = x.to_vec();
            let mut w = vec![x[1]];
            let y = take(&mut v);
            swap(&mut v, &mut w);
            y * v[0] + w[0]
        }
    }
}

mod laws {
    at_points! { renamed through_modules from_std named_alike }
}
