//! The same programs on the tapes of other crates, whose scalars are no `Real`: constants are plain
//! numbers, on the right.

/// The programs for the scalars of a crate; `$value` is the field with the number.
macro_rules! programs {
    ($name:ident, $a:lifetime, $scalar:ty, $value:ident) => {
        pub mod $name {
            #[allow(unused_imports)]
            use easy_ml::numeric::extra::{Exp, Ln, Sqrt};

            pub fn scalar<$a>(x: &[$scalar]) -> $scalar {
                x[0] * x[1]
            }

            fn product<$a>(a: &[$scalar], x: &[$scalar]) -> $scalar {
                let mut sum = a[0] * x[0];
                for i in 1..x.len() {
                    sum = sum + a[i] * x[i];
                }
                sum
            }

            pub fn dot<$a>(x: &[$scalar]) -> $scalar {
                product(&x[..x.len() / 2], &x[x.len() / 2..])
            }

            pub fn sum_of_times<$a>(x: &[$scalar]) -> $scalar {
                let (a, x) = x.split_at(x.len() - super::super::COLUMNS);
                let mut sum = product(&a[..x.len()], x);
                for row in a.chunks(x.len()).skip(1) {
                    sum = sum + product(row, x);
                }
                sum
            }

            pub fn rotation<$a>(x: &[$scalar]) -> $scalar {
                let (w, i, j, k) = (x[0], x[1], x[2], x[3]);
                let (tx, ty, tz) = (
                    (j * x[6] - k * x[5]) * 2.0,
                    (k * x[4] - i * x[6]) * 2.0,
                    (i * x[5] - j * x[4]) * 2.0,
                );
                x[4] + w * tx + j * tz - k * ty
                    + (x[5] + w * ty + k * tx - i * tz) * 2.0
                    + (x[6] + w * tz + i * ty - j * tx) * 3.0
            }

            fn layer<$a>(weights: &[$scalar], x: &[$scalar], n: usize) -> Vec<$scalar> {
                let (rows, biases) = weights.split_at(n * x.len());
                let neuron = |(row, bias): (&[$scalar], &$scalar)| {
                    let y = product(row, x) + *bias;
                    if y.$value > 0.0 { y } else { y * 0.0 }
                };
                rows.chunks(x.len()).zip(biases).map(neuron).collect()
            }

            pub fn network<$a>(all: &[$scalar]) -> $scalar {
                let hidden = layer(&all[50..50 + 100 * 51], &all[..50], 100);
                let outputs = layer(&all[50 + 100 * 51..], &hidden, 50);
                let mut sum = outputs[0].exp();
                for y in &outputs[1..] {
                    sum = sum + y.exp();
                }
                sum.ln()
            }

            pub fn particles<$a>(state: &[$scalar]) -> $scalar {
                let n = state.len() / 4;
                let (mut x, mut v) = (state[..2 * n].to_vec(), state[2 * n..].to_vec());
                for _ in 0..super::super::STEPS {
                    for i in 0..n {
                        for j in 0..n {
                            if i != j {
                                let dx = x[2 * j] - x[2 * i];
                                let dy = x[2 * j + 1] - x[2 * i + 1];
                                let square = dx * dx + dy * dy + 0.5;
                                let slowness = square * square.sqrt() * 100.0;
                                v[2 * i] = v[2 * i] + dx / slowness;
                                v[2 * i + 1] = v[2 * i + 1] + dy / slowness;
                            }
                        }
                    }
                    for k in 0..2 * n {
                        x[k] = x[k] + v[k] * 0.01;
                    }
                }
                let mut sum = x[0] * x[0] + v[0] * v[0];
                for k in 1..2 * n {
                    sum = sum + x[k] * x[k] + v[k] * v[k];
                }
                sum
            }
        }
    };
}

programs!(reverse_crate, 'a, ::reverse::Var<'a>, val);
programs!(easy_ml_crate, 'a, ::easy_ml::differentiation::Record<'a, f64>, number);

/// A gradient by the crate `reverse`.
pub fn by_reverse(f: for<'a> fn(&[reverse::Var<'a>]) -> reverse::Var<'a>, x: &[f64]) -> Vec<f64> {
    use reverse::Gradient;
    let tape = reverse::Tape::new();
    let vars = tape.add_vars(x);
    f(&vars).grad().wrt(&vars)
}

type Record<'a> = easy_ml::differentiation::Record<'a, f64>;

/// A gradient by the crate `easy-ml`.
pub fn by_easy_ml(f: for<'a> fn(&[Record<'a>]) -> Record<'a>, x: &[f64]) -> Vec<f64> {
    let list = easy_ml::differentiation::WengertList::new();
    let vars: Vec<Record<'_>> = x.iter().map(|x| list.variable(*x)).collect();
    let derivatives = f(&vars).derivatives();
    vars.iter().map(|x| derivatives.at(x)).collect()
}
