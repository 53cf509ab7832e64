#[derive(Clone, Debug)]
pub struct Pcg {
    state: u64,
}

pub trait Rng {
    fn uniform(&mut self) -> f64;
    fn centered(&mut self) -> f64 {
        self.uniform() + self.uniform() - 1.0
    }
}

impl Rng for Pcg {
    fn uniform(&mut self) -> f64 {
        self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.state >> 11) as f64 / (1u64 << 53) as f64
    }
}

impl Pcg {
    pub fn new(state: u64) -> Pcg {
        Pcg { state }
    }

    pub fn next(&mut self) -> f64 {
        self.uniform()
    }
}
