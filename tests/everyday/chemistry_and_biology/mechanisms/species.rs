//! Species, and samples of their amounts.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Species {
    Fuel,
    Oxygen,
    Product,
}

impl Species {
    pub fn index(self) -> usize {
        self as usize
    }
}

pub type Amounts = [f64; 3];

#[derive(Clone, Debug)]
pub struct Sample {
    pub amounts: Amounts,
    pub is_used: bool,
}

#[derive(Clone, Debug)]
pub enum Probe {
    At { amounts: [f64; 3], weight: f64 },
    Sum(f64),
    Off,
}
