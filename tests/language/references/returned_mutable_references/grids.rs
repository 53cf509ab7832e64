use autodiff::prelude::*;

#[derive(Clone, Debug, Differentiable)]
pub struct Grid {
    pub cells: Vec<f64>,
    pub columns: usize,
}

#[differentiate]
impl Grid {
    #[differentiate]
    pub fn new(mut cells: Vec<f64>, columns: usize) -> Grid {
        cells.push(1.0);
        Grid { cells, columns }
    }

    #[differentiate]
    pub fn at(&mut self, i: usize, j: usize) -> &mut f64 {
        &mut self.cells[i * self.columns + j]
    }
}

#[differentiate]
pub fn first(grid: &mut Grid) -> &mut f64 {
    &mut grid.cells[0]
}
