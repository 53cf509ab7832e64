//! Arrays that are updated in place, views, shapes.

use super::*;

/// Prefix products in place; with `late` the old version is read afterwards, without `copy`.
fn prefix_products(late: bool) -> Function {
    let mut b = Build::new("prefix");
    let a = b.param("a", vector());
    let one = b.int(1);
    let n = b.op("n", U, Op::Len(Place::of_var(a)));
    let (p, i) = (b.var("a", vector()), b.var("i", U));
    b.begin();
    let before = b.prim("before", Prim::Sub, &[i, one]);
    let x = b.op("x", F, Op::Read(at(p, before)));
    let y = b.op("y", F, Op::Read(at(p, i)));
    let z = b.prim("z", Prim::Mul, &[x, y]);
    let q = b.op("a", vector(), Op::Update(at(p, i), z));
    let body = b.end(&[q]);
    let out = b.var("a", vector());
    b.bind(&[out], Op::Loop(Box::new(looping(range(i, one, n), &[(a, p)], body))));
    if late {
        let again = b.op("old", F, Op::Read(at(a, one)));
        return b.done(&[out, again]);
    }
    b.done(&[out])
}

#[test]
fn arrays_are_updated_in_place() {
    let f = prefix_products(false);
    ok(&f, Stage::LinearA);
    let got = run(&f, &[Value::reals(&[1.0, 2.0, 3.0, 4.0])]);
    assert_eq!((got.results, got.work), (vec![Value::reals(&[1.0, 2.0, 6.0, 24.0])], 3));
    let (values, tangents) =
        dual(&f, &[Value::reals(&[1.0, 2.0, 3.0])], &[Value::reals(&[1.0, 0.0, 1.0])], &())
            .expect("a run");
    assert_eq!(
        (values, tangents),
        (vec![Value::reals(&[1.0, 2.0, 6.0])], vec![Value::reals(&[1.0, 2.0, 8.0])])
    );
    let late = prefix_products(true);
    rejected(&late, Stage::LinearA, &["a read reads `a`", "after a loop consumed it"]);
    fails(&late, &[Value::reals(&[1.0, 2.0])], "after it was consumed");
    fails(&f, &[Value::Int(3)], "the length of an integer");
}

#[test]
fn consumed_arrays_and_views_are_watched() {
    let build = |then: fn(&mut Build, Var, Var, Var)| {
        let mut b = Build::new("f");
        let a = b.param("a", vector());
        let (i, x) = (b.param("i", U), b.param("x", F));
        then(&mut b, a, i, x);
        b.done(&[])
    };
    let f = build(|b, a, i, x| {
        b.op("b", vector(), Op::Update(at(a, i), x));
        b.op("c", vector(), Op::Push(Place::of_var(a), End::Last, x));
    });
    rejected(&f, Stage::LinearA, &["`push` reads `a`", "after an update consumed it"]);
    let f = build(|b, a, i, x| {
        let v = b.op("v", slice(), Op::View(Place::of_var(a)));
        b.op("b", vector(), Op::Update(at(a, i), x));
        b.op("y", F, Op::Read(at(v, i)));
    });
    rejected(&f, Stage::LinearA, &["a read reads `v`", "a view of `a`"]);
    let f = build(|b, a, i, x| {
        let v = b.op("v", slice(), Op::View(Place::of_var(a)));
        b.op("b", slice(), Op::Update(at(v, i), x));
    });
    rejected(&f, Stage::LinearA, &["consumes the view `v`"]);
    let f = build(|b, a, i, x| {
        let copy = b.op("copy", vector(), Op::Read(Place::of_var(a)));
        b.op("b", vector(), Op::Update(at(copy, i), x));
        b.op("y", F, Op::Read(at(a, i)));
    });
    ok(&f, Stage::LinearA);
    // in each iteration the same array again
    let f = build(|b, a, i, x| {
        let j = b.var("j", U);
        b.begin();
        b.op("b", vector(), Op::Update(at(a, j), x));
        let body = b.end(&[]);
        b.bind(&[], Op::Loop(Box::new(looping(range(j, i, i), &[], body))));
    });
    rejected(&f, Stage::LinearA, &["a loop body consumes `a`", "not carried"]);
}

#[test]
fn linear_array_operations() {
    let mut b = Build::new("f");
    let (n, i, x) = (b.param("n", U), b.param("i", U), b.param("x", F));
    let (v, d) = (b.param_dot("v_dot", vector()), b.param_dot("d", F));
    let (d1, d2) = (b.dot("d", F), b.dot("d", F));
    b.bind(&[d1, d2], Op::Linear(Linear::Dup(d)));
    let v = b.lin("v_dot", vector(), Linear::Accumulate(at(v, i), d1));
    let (t, v2) = (b.dot("t", F), b.dot("v_dot", vector()));
    b.bind(&[t, v2], Op::Linear(Linear::Take(at(v, i))));
    let k = b.int(0);
    let v = b.lin("v_dot", vector(), Linear::Swap(v2, vec![Step::Index(i)], vec![Step::Index(k)]));
    let v = b.lin("v_dot", vector(), Linear::Push(Place::of_var(v), End::Last, d2));
    let v = b.lin("v_dot", vector(), Linear::Scale(v, x));
    let r = b.lin("r", vector(), Linear::Repeat(t, n, None));
    let r = b.lin("r", F, Linear::Sum(r, n, None));
    let f = b.done(&[v, r]);
    ok(&f, Stage::LinearB);
    let out = run(
        &f,
        &[Value::Int(4), Value::Int(1), 2.0.into(), Value::reals(&[1.0, 10.0]), 0.5.into()],
    );
    assert_eq!(out.results, [Value::reals(&[0.0, 2.0, 1.0]), 42.0.into()]);
    // accumulate 1, scale of three 3, sum of four 3
    assert_eq!(out.work, 7);
    assert!(f.to_string().contains(
        "  v_dot_1 = accumulate v_dot[i] += d_1\n  (t, v_dot_2) = take v_dot_1[i]\n  k = 0\n  \
         v_dot_3 = swap v_dot_2[i], v_dot_2[k]\n"
    ));
}

#[test]
fn shapes_tuples_and_nested_arrays() {
    // Vec<(f64, usize)>: the tangent of the second component is ()
    let pair = Ty::Tuple(vec![F, U]);
    let pairs = Ty::Vec(Box::new(pair.clone()));
    let mut b = Build::new("f");
    let p = b.param("p", pairs.clone());
    let (i, x) = (b.param("i", U), b.param_dot("x", F));
    let s = b.op("s", Ty::Shape(Box::new(pairs.clone())), Op::ShapeOf(p));
    let z = b.lin("z", pairs.clone(), Linear::Zero(Some(s)));
    let z = b.lin(
        "z",
        pairs,
        Linear::Accumulate(Place { root: z, path: vec![Step::Index(i), Step::Field(0)] }, x),
    );
    let f = b.done(&[z]);
    ok(&f, Stage::LinearB);
    let p = Value::array(vec![
        Value::Tuple(vec![1.0.into(), Value::Int(7)]),
        Value::Tuple(vec![2.0.into(), Value::Int(8)]),
    ]);
    let out = run(&f, &[p, Value::Int(1), 3.0.into()]);
    let dots = [0.0, 3.0].map(|d| Value::Tuple(vec![d.into(), Value::unit()]));
    assert_eq!(out.results, [Value::array(dots.to_vec())]);
}
