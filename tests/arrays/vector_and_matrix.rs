//! Checks functions of a vector and a matrix against the laws, in row-major and column-major order:
//! values by bits, gradients by differences, tangents by the gradients.

use ndarray::{Array1, Array2};

pub fn split(all: &[f64]) -> (Array1<f64>, Array2<f64>) {
    let matrix = Array2::from_shape_vec((3, 3), all[3..].to_vec()).expect("three by three");
    (Array1::from(all[..3].to_vec()), matrix)
}

pub fn numbers() -> Vec<f64> {
    (0..12).map(|i| ((i * 7 % 11) as f64 * 0.31).sin() + 0.4).collect()
}

macro_rules! held_against_laws {
    ($($f:ident;)*) => {
        pastey::paste! {
            $({
                let all = $crate::vector_and_matrix::numbers();
                let split = $crate::vector_and_matrix::split;
                let (x, in_rows) = split(&all);
                let shape = ndarray::ShapeBuilder::f(in_rows.raw_dim());
                let mut in_columns = ndarray::Array2::zeros(shape);
                in_columns.assign(&in_rows);
                let expected = $crate::support::differences(
                    |all| { let (x, w) = split(all); $f(&x, &w) },
                    &all,
                );
                for w in [in_rows, in_columns] {
                    let (value, (of_x, of_w)) = [<$f _value_and_grad>](&x, &w);
                    assert_eq!(value.to_bits(), $f(&x, &w).to_bits());
                    of_x.iter().chain(&of_w).zip(&expected).for_each(|(found, of)| {
                        $crate::support::close(stringify!($f), *found, *of, 1e-7);
                    });
                    let (_, rate) = [<$f _jvp>](&x, &w, &of_x, &of_w);
                    let square = of_x.dot(&of_x) + (&of_w * &of_w).sum();
                    $crate::support::close(stringify!($f), rate, square, 1e-12);
                }
            })*
        }
    };
}
