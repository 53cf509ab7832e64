//! Views that stay views in derivatives: no operation on them copies the array or its cotangent.

use autodiff::prelude::*;
use ndarray::{Array1, Array2, ArrayView1, ArrayView2, Axis, LinalgScalar, Slice, array, s};

use crate::support::close;

#[differentiate]
fn array_that_changes(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = w * 1.5;
    let a = y.row(0).dot(x);
    y *= 2.0;
    let r = y.row(1);
    let b = r.dot(x) * r.dot(&y.column(2));
    y.row_mut(2).assign(&(x * a));
    let corner = y.slice(s![..2, 1..]).dot(&y.slice(s![1.., ..1])).sum();
    a * b + y.t().dot(x).sum() + corner
}

#[differentiate]
fn carried_array(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = w.clone();
    let mut s = 0.0;
    for i in 0..6 {
        let r = y.row(i % 3);
        let d = r.dot(x);
        s += d.sin() + r.dot(&r);
        let c = y.column((i + 1) % 3);
        s += c.sum() * d;
        let next = &y * (1.0 + 0.01 * d);
        y = next;
        y[[i % 3, 0]] *= 0.5;
    }
    s
}

#[differentiate]
fn branches(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut s = 0.0;
    for i in 0..3 {
        let r = w.row(i);
        if x[i] > 0.5 {
            let t = r.dot(x);
            s += t * t;
        } else {
            let q = if i == 1 { w.row(0) } else { w.row(2) };
            s += q.dot(&r);
        }
        let v = w.view();
        let d = v.diag();
        s += d.dot(&r) + v.t().row(i).sum();
    }
    s
}

#[differentiate]
fn added_and_removed_axes(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let a = w.row(1).insert_axis(Axis(0)).dot(w).sum();
    let b = w.dot(&x.view().insert_axis(Axis(1))).sum();
    let c = w.slice(s![..1, ..]).remove_axis(Axis(0)).dot(x);
    let mut y = w.clone();
    let mut s = a * b + c;
    for i in 0..3 {
        let column = y.row(i).insert_axis(Axis(1));
        s += y.dot(&column).sum();
        y.row_mut(i).scaled_add(0.1 * s, x);
    }
    s
}

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    w: Array2<f64>,
    b: Array1<f64>,
    #[constant]
    c: Array2<f64>,
}

#[derive(Clone, Debug, Differentiable)]
struct Net {
    layers: Vec<Layer>,
    last: Layer,
}

#[differentiate]
impl Layer {
    #[differentiate]
    fn apply(&self, x: &Array1<f64>) -> f64 {
        let mut s = 0.0;
        for i in 0..3 {
            s += (self.w.row(i).dot(x) + self.b[i]).tanh() * self.c.row(i).dot(x);
            s += self.w.row(i).dot(&self.w.column(i)) + self.c.row(0).dot(&self.c.row(1));
        }
        s
    }
}

#[differentiate]
impl Net {
    #[differentiate]
    fn apply(&self, x: &Array1<f64>) -> f64 {
        let reversed = self.last.b.slice(s![..;-1]);
        let mut s = self.last.apply(x) + self.last.w.t().dot(x).dot(&reversed);
        for l in &self.layers {
            s += l.apply(x) * l.w.slice(s![1.., ..]).row(0).dot(x);
        }
        for k in 0..self.layers.len() {
            let r = self.layers[k].w.row(k);
            s += r.dot(&r) * r.sum();
        }
        s
    }
}

#[differentiate]
fn fields(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let c = array![[1.0, 2.0, 3.0], [0.5, 0.1, -1.0], [0.2, 0.3, 0.4]];
    let l = Layer { w: w.clone(), b: x.clone(), c };
    let n = Net { layers: vec![l.clone(), l.clone()], last: l };
    n.apply(x)
}

#[differentiate]
fn arrays_in_vectors(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let ys: Vec<Array2<f64>> = vec![w.clone(), w * 2.0, w.t().to_owned()];
    let mut s = 0.0;
    for y in &ys {
        s += y.row(1).dot(x).sin();
    }
    for k in 0..ys.len() {
        s += ys[k].column(k).dot(&ys[(k + 1) % 3].row(0));
    }
    s
}

#[differentiate]
fn of_type<T: autodiff::Real + LinalgScalar>(x: &Array1<T>, w: &Array2<T>) -> T {
    let mut s = T::zero();
    for i in 0..w.nrows() {
        let r = w.row(i);
        s = s + r.dot(x) * r.sum();
    }
    s
}

#[differentiate]
fn of_views(x: ArrayView1<f64>, w: ArrayView2<'_, f64>) -> f64 {
    let r = w.row(0);
    r.dot(&x) + w.t().dot(&x).sum() + x.slice(s![1..]).dot(&w.slice(s![1, 1..]))
}

#[differentiate]
fn recursive(w: &ArrayView2<f64>, k: usize) -> f64 {
    if k == 0 {
        return w.sum();
    }
    let v = w.slice(s![.., ..]);
    v.row(0).dot(&v.column(1)) + recursive(&v, k - 1)
}

#[differentiate]
fn passed_on(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let of_parts = of_views(w.row(1), w.t());
    of_views(x.view(), w.view()) + of_parts + recursive(&w.view(), 2) + of_type(x, w)
}

#[differentiate]
fn closures(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let r = w.row(1);
    let at = |i: usize| w.row(i).dot(&r) + r.sum();
    let s: f64 = (0..3).map(|i| at(i) * w.column(i).dot(x)).sum();
    let m = r.mapv(|v| v * s).dot(x);
    let q = w.map_axis(Axis(1), |row| row.dot(x));
    m + q.sum()
}

#[differentiate]
fn beside_other_code(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let r = w.row(1);
    if r.len() != 3 || r.is_empty() {
        println!("{r:?}");
    }
    assert_eq!(r.shape(), &[3]);
    let n = r.len() as f64;
    let mut s = r.dot(x) / n;
    let k = r.iter().position(|v| *v > 100.0).unwrap_or(1);
    s += r[k] * r.dot(&r);
    s + r.iter().map(|v| v * v).sum::<f64>() + r.to_owned().dot(x) + r.to_vec()[0]
}

#[differentiate]
fn operators(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let (a, b) = (w.row(0), w.row(2));
    let c = &a + &b;
    let d = &a * &c - &b * 2.0;
    let e = &c / &(&b * &b + 1.0);
    let g = -&a;
    let mut h = x.clone();
    h += &a;
    h -= &w.column(1);
    h.scaled_add(0.5, &b);
    let t = w.t();
    let m = t.dot(w) + &t * 3.0;
    let z = w.slice(s![..;2, ..]).sum_axis(Axis(0)).dot(x)
        + w.slice(s![.., ..;-1]).mean_axis(Axis(1)).unwrap().dot(&b);
    let products = (&w.slice(s![..2, ..2]) * &w.slice(s![1.., 1..])).sum();
    d.dot(&e) + g.dot(&h) + m.row(1).dot(&m.column(0)) + z + a.mapv(f64::exp).sum() + products
}

#[differentiate]
fn other_axes(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let p = w.view().permuted_axes([1, 0]);
    let r = w.view().reversed_axes();
    let i = w.index_axis(Axis(1), 2);
    let part = w.slice_axis(Axis(0), Slice::from(1..));
    p.dot(x).dot(&i) + r.row(0).dot(&p.row(1)) + part.dot(x).sum() + w.diag().dot(x)
}

#[differentiate]
fn unit(w: &Array2<f64>, k: usize) -> Array1<f64> {
    let r = w.row(k);
    let n = r.dot(&r).sqrt();
    r.to_owned() / n
}

#[differentiate]
fn stored(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let o: Array1<f64> = w.row(0).to_owned();
    let pair = (w.row(1), w.row(2));
    let list = vec![w.row(0), w.row(1)];
    let some = Some(w.row(2));
    let of_list = list[1].dot(x) + some.map(|r| r.dot(x)).unwrap_or(0.0);
    unit(w, 0).dot(x) + o.dot(&pair.0) * pair.1.dot(x) + of_list
}

#[differentiate]
fn nested_loops(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut s = 0.0;
    for a in w.rows() {
        for b in w.columns() {
            if a[0] > 10.0 {
                continue;
            }
            s += a.dot(&b) * b.dot(x);
            if s > 1e9 {
                break;
            }
        }
    }
    let mut k = 0;
    while k < 3 {
        let r = w.row(k);
        if r.dot(x) > 50.0 {
            return s;
        }
        s *= 1.0 + 0.1 * r.dot(x);
        k += 1;
    }
    for (r, c) in w.rows().into_iter().zip(w.columns()) {
        s += r.dot(&c);
    }
    s
}

#[differentiate]
fn of_data(
    w: &Array1<f64>,
    #[constant] data: &Array2<f64>,
    #[constant] targets: &Array1<f64>,
) -> f64 {
    let mut s = 0.0;
    for (row, &t) in data.rows().into_iter().zip(targets) {
        let z = row.dot(w);
        s += (1.0 + z.exp()).ln() - t * z + row.sum() * w[0];
        if row.len() > 5 {
            println!("{row}");
        }
    }
    for i in 0..data.nrows() {
        let row = data.row(i);
        s += row.dot(w).tanh() - targets[i];
    }
    s
}

#[derive(Clone, Debug, Differentiable)]
struct Data {
    #[constant]
    x: Array2<f64>,
    #[constant]
    y: Array1<f64>,
}

#[differentiate]
fn of_fields(w: &Array1<f64>, #[constant] data: &Data) -> f64 {
    let mut s = 0.0;
    for i in 0..data.x.nrows() {
        let row = data.x.row(i);
        let e = row.dot(w) - data.y[i];
        s += e * e;
    }
    let residuals = data.x.dot(w) - &data.y;
    let of_part = data.x.slice(s![.., 1..]).dot(&w.slice(s![1..])).sum();
    s / data.y.len() as f64 + of_part + data.x.t().dot(&residuals).sum()
}

#[differentiate]
fn inactive_arrays(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let k = array![[1.0, 0.5, 2.0], [0.3, 0.2, -1.0], [0.1, 0.6, 0.4]];
    let t = k.t();
    let mut s = k.row(1).dot(x) + t.dot(x).sum() + t.row(2).dot(&w.row(1));
    s += w.row(0).dot(&t.slice(s![1, ..]));
    for c in k.columns() {
        s *= 1.0 + 0.1 * c.dot(x);
    }
    let d = k.diag();
    s += (&d * x).sum() + (x * &d).sum() + k.slice(s![..2, ..]).dot(x).sum();
    s += k.row(0).sum() * x[0];
    let a: f64 = (0..3).map(|i| k.row(i).dot(x) * k[[i, i]]).sum();
    let b: f64 = k.rows().into_iter().map(|r| r.dot(x).powi(2)).sum();
    let c = k.map_axis(Axis(0), |c| c.dot(x));
    let targets = array![1.0, 0.0, 1.0];
    let data = Data { x: k.clone(), y: targets.clone() };
    s + a * b + c.sum() + of_data(x, &k, &targets) + of_fields(x, &data)
}

#[test]
fn views_against_laws() {
    held_against_laws!(
        array_that_changes; carried_array; branches; fields; arrays_in_vectors; passed_on;
        closures; beside_other_code; operators; other_axes; stored; nested_loops; inactive_arrays;
        added_and_removed_axes;
    );
}

#[differentiate]
fn rows(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut s = 0.0;
    for row in w.rows() {
        s += row.dot(x).tanh();
    }
    s
}

#[differentiate]
fn columns(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut s = 0.0;
    for j in 0..w.ncols() {
        let column = w.slice(s![1.., j]);
        s += column.dot(x) * w.column(j).sum();
    }
    s
}

/// The rows are read again: nothing of the matrix is saved.
#[test]
fn residuals_of_views_do_not_grow() {
    let of_rows = |columns: usize| {
        let (x, w) = (Array1::ones(columns), Array2::ones((4, columns)));
        rows_primal(&x, &w).1.size_in_bytes()
    };
    assert_eq!(of_rows(3), of_rows(50));
    let of_columns = |rows: usize| {
        let (x, w) = (Array1::ones(rows - 1), Array2::ones((rows, 4)));
        columns_primal(&x, &w).1.size_in_bytes()
    };
    assert_eq!(of_columns(3), of_columns(50));
}

#[differentiate]
fn two_rows(w: &Array2<f64>, i: usize, j: usize) -> f64 {
    w.row(i).dot(&w.row(j))
}

#[test]
fn accumulators_of_views() {
    let w = array![[1.0, 2.0], [3.0, 5.0], [7.0, 11.0]];
    assert_eq!(two_rows_grad(&w, 0, 2), array![[7.0, 11.0], [0.0, 0.0], [1.0, 2.0]]);
    assert_eq!(two_rows_grad(&w, 1, 1), array![[0.0, 0.0], [6.0, 10.0], [0.0, 0.0]]);
    // what is there stays
    let (_, residuals) = two_rows_primal(&w, 0, 2);
    let mut sum = Array2::ones((3, 2));
    two_rows_transposed(&residuals, 2.0, &mut sum);
    assert_eq!(sum, array![[15.0, 23.0], [1.0, 1.0], [3.0, 5.0]]);
    two_rows_transposed(&residuals, 1.0, &mut Discard);
    close("linear", two_rows_linear(&residuals, &w), 58.0, 1e-14);
}

/// A view out of bounds panics as in the function.
#[test]
fn a_view_out_of_bounds() {
    let w = array![[1.0, 2.0]];
    let message = |f: &dyn Fn()| {
        let f = std::panic::AssertUnwindSafe(f);
        let panic = std::panic::catch_unwind(|| f()).expect_err("no row 1");
        let text = panic.downcast_ref::<&str>().map(ToString::to_string);
        text.or_else(|| panic.downcast_ref::<String>().cloned())
    };
    let expected = message(&|| _ = two_rows(&w, 0, 1));
    assert!(expected.is_some());
    assert_eq!(message(&|| _ = two_rows_grad(&w, 0, 1)), expected);
    assert_eq!(message(&|| _ = two_rows_jvp(&w, 0, 1, &w)), expected);
    assert_eq!(message(&|| _ = two_rows_primal(&w, 0, 1)), expected);
}

#[test]
fn empty_views() {
    let (x, w) = (Array1::zeros(0), Array2::zeros((2, 0)));
    assert_eq!(rows_value_and_grad(&x, &w), (0.0, (x.clone(), w)));
    let w = Array2::zeros((0, 0));
    assert_eq!(rows_value_and_grad(&x, &w), (0.0, (x, w)));
}
