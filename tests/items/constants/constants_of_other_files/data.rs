use super::vector::Vector;

pub const SPIN: f64 = 0.3;
pub(crate) static DRIFT: f64 = 0.7;
pub const ORIGIN: Vector = Vector { x: 0.25, y: -0.5 };

/// From which height on, density, scale.
pub const AIR: [(f64, f64, f64); 3] = [(-9.0, 2.0, 5.0), (0.0, 1.5, 4.0), (1.0, 1.2, 3.0)];

/// Its methods have names that iterators have as well.
pub struct Station {
    pub east: f64,
    pub north: f64,
    pub gains: Vec<f64>,
}

impl Station {
    pub const fn new(east: f64, north: f64) -> Station {
        Station { east, north, gains: Vec::new() }
    }

    pub fn position(&self, t: f64) -> Vector {
        Vector { x: self.east + 0.1 * t, y: self.north }
    }

    pub fn nth(&self, n: usize) -> f64 {
        self.east * n as f64
    }

    pub fn get(&self, n: usize) -> f64 {
        self.north + n as f64
    }

    pub fn last(&self) -> f64 {
        self.north
    }

    pub fn count(&self) -> usize {
        2 + self.gains.len()
    }
}

pub const STATIONS: [Station; 2] = [Station::new(0.5, 2.0), Station::new(-1.5, 0.25)];
pub static HOME: Station = Station::new(3.0, 1.0);
