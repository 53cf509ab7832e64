//! Names for types with lengths that only this file names.

pub const GROUPS: usize = 3;
const PAIRS: usize = 2;

pub type PerGroup<T> = [T; GROUPS];
pub type Contacts = PerGroup<PerGroup<f64>>;
pub type Pairs = [(f64, f64); PAIRS];

pub const LINES: [f64; 3] = [0.6563, 0.5876, 0.4861];

#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub struct Date {
    pub day: i32,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Count {
    Actual,
    Half,
}

impl Count {
    pub fn fraction(self, from: Date, to: Date) -> f64 {
        let days = (to.day - from.day) as f64;
        if self == Count::Half { 0.5 * days } else { days }
    }
}
