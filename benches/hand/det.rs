//! The adjoint of `det`. The cotangent of a minor is the product of the elements on the way to it,
//! which is known before its determinant is: one recursion computes both.

/// Value and gradient of the determinant.
pub fn gradient(a: &[f64], n: usize) -> (f64, Vec<f64>) {
    let mut list: Vec<usize> = (1..=n + 1).collect();
    list[n] = 0;
    let mut minors = Minors { a, a_bar: vec![0.0; a.len()], n, rows: list.clone(), columns: list };
    let value = minors.gradient(1.0, n);
    (value, minors.a_bar)
}

/// What is common to all minors: the matrix, its cotangent, and the rows and columns that are still
/// kept.
struct Minors<'a> {
    a: &'a [f64],
    a_bar: Vec<f64>,
    n: usize,
    rows: Vec<usize>,
    columns: Vec<usize>,
}

impl Minors<'_> {
    /// The determinant of the current minor, whose cotangent is `bar`.
    fn gradient(&mut self, bar: f64, size: usize) -> f64 {
        let n = self.n;
        let row = self.rows[n];
        let mut column = self.columns[n];
        if size == 1 {
            self.a_bar[row * n + column] += bar;
            return self.a[row * n + column];
        }
        self.rows[n] = self.rows[row];
        let mut before = n;
        let mut sum = 0.0;
        let mut sign = 1.0;
        for _ in 0..size {
            let after = self.columns[column];
            let element = sign * self.a[row * n + column];
            self.columns[before] = after;
            let rest = self.gradient(bar * element, size - 1);
            self.columns[before] = column;
            self.a_bar[row * n + column] += sign * bar * rest;
            sum += element * rest;
            before = column;
            column = after;
            sign = -sign;
        }
        self.rows[n] = row;
        sum
    }
}
