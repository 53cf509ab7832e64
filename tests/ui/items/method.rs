#![allow(unused)]

use autodiff::prelude::*;

struct Spring {
    stiffness: f64,
}

// the block has no attribute
impl Spring {
    #[differentiate(reverse)]
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.stiffness * x * x
    }
}

trait Potential {
    #[differentiate(reverse)]
    fn value(x: f64) -> f64;
}

// the options go on the functions
#[differentiate(forward)]
impl Spring {
    #[differentiate(reverse)]
    fn half(x: f64) -> f64 {
        0.5 * x
    }
}

// options of a function inside are read
#[differentiate]
impl Spring {
    #[differentiate(backward)]
    fn third(x: f64) -> f64 {
        x / 3.0
    }

    #[differentiate = "reverse"]
    fn fourth(x: f64) -> f64 {
        x / 4.0
    }

    #[differentiate]
    #[differentiate(forward)]
    fn fifth(x: f64) -> f64 {
        x / 5.0
    }
}

// derivatives of methods are associated functions, and `f64` can have none
#[differentiate]
impl Potential for f64 {
    #[differentiate]
    fn value(x: f64) -> f64 {
        x * x
    }
}

// nothing is asked for
#[differentiate]
impl Potential for Spring {
    fn value(x: f64) -> f64 {
        x * x
    }
}

#[differentiate]
mod nothing {
    pub fn square(x: f64) -> f64 {
        x * x
    }
}

// what is needed has its errors at its own place
#[differentiate]
mod needs {
    #[differentiate]
    pub fn of_helper(x: f64) -> f64 {
        helper(x) * 2.0
    }

    fn helper(x: f64) -> f64 {
        let bits = x.to_bits();
        f64::from_bits(bits)
    }
}

fn main() {
    // the items are still there
    let s = Spring { stiffness: 1.0 };
    println!("{}", s.energy(2.0) + Spring::half(1.0) + Spring::third(1.0) + Spring::fourth(1.0) + Spring::fifth(1.0) + f64::value(1.0) + Spring::value(2.0));
    println!("{}", nothing::square(2.0) + needs::of_helper(1.0));
}
