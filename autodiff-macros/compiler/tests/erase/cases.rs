//! Functions built by hand, with points to look at them.

use super::build::*;
use autodiff_compiler::ir::interpret::Value;
use autodiff_compiler::ir::*;
use autodiff_compiler::primitives::Prim;

/// sin, exp, division, powers, and shared sub-terms, of two scalars.
fn scalars() -> Case {
    let mut b = Build::new("scalars");
    let (x, y) = (b.value("x", F), b.value("y", F));
    let s = b.prim("s", Prim::Sin, &[x]);
    let sy = b.mul(s, y);
    let e = b.prim("e", Prim::Exp, &[sy]);
    let q = b.prim("q", Prim::Div, &[e, y]);
    let one = b.real(1.0);
    let i = b.prim("i", Prim::Div, &[one, y]);
    let t = b.prim("t", Prim::Tanh, &[i]);
    let p = b.prim("p", Prim::Powf, &[y, x]);
    let four = b.op("four", Ty::Int("i32"), Op::Literal(Literal::Int(4)));
    let w = b.prim("w", Prim::Powi, &[t, four]);
    let h = b.prim("h", Prim::Hypot, &[p, w]);
    let a = b.prim("a", Prim::Atan2, &[h, q]);
    let m = b.prim("m", Prim::MulAdd, &[a, a, x]);
    let l = b.prim("l", Prim::Ln, &[m]);
    let root = b.prim("root", Prim::Sqrt, &[m]);
    let z = b.prim("z", Prim::Sub, &[l, root]);
    let g = b.prim("g", Prim::Erf, &[z]);
    let out = b.add(g, sy);
    b.done(&[out, z], &[&[r(0.7), r(1.9)], &[r(1.3), r(0.4)]])
}

/// x = x + x, six times: value 64 x.
fn doubling() -> Case {
    let mut b = Build::new("doubling");
    let mut x = b.value("x", F);
    for _ in 0..6 {
        x = b.add(x, x);
    }
    b.done(&[x], &[&[r(1.5)]])
}

/// An unused argument, a constant one, a discrete one, and dead code.
fn partly_inactive() -> Case {
    let mut b = Build::new("partly_inactive");
    let x = b.value("x", F);
    b.value("unused", F);
    let k = b.param_as("k", F, Passing::Value, true);
    let j = b.value("j", Ty::Int("i32"));
    let dead = b.prim("dead", Prim::Sin, &[x]);
    b.mul(dead, dead);
    let y = b.mul(k, x);
    let stop = b.op("stop", F, Op::Constant(y));
    let z = b.mul(y, stop);
    let jf = b.op("jf", F, Op::Cast(j));
    let z = b.mul(z, jf);
    let f = b.prim("f", Prim::Floor, &[x]);
    b.done(&[z, f, j], &[&[r(1.5), r(2.0), r(-3.0), n(4)]])
}

/// Unused arrays, and arrays of which a part is used.
fn unused_arrays() -> Case {
    let mut b = Build::new("unused_arrays");
    b.shared("a", slice());
    b.value("v", vector());
    let (w, u) = (b.value("w", vector()), b.value("u", vector()));
    let k = b.int(0);
    let (rest, last) = (b.var("rest", vector()), b.var("last", F));
    b.bind(&[rest, last], Op::Pop(Place::of_var(w), End::Last));
    let (rest2, first) = (b.var("rest", vector()), b.var("first", F));
    b.bind(&[rest2, first], Op::Pop(Place::of_var(u), End::Last));
    let e = b.read(rest2, k);
    let p = b.mul(e, last);
    let one = b.int(1);
    let n_ = b.len(rest2);
    let z = b.for_(one, n_, &[p, rest2], |b, i, c| {
        let e = b.read(c[1], i);
        let p = b.mul(c[0], e);
        vec![p, b.op("u", vector(), Op::Update(at(c[1], k), p))]
    })[0];
    let v = || Value::reals(&[0.5, 1.5, 0.7]);
    b.done(&[z], &[&[v(), v(), v(), v()]])
}

/// Parameters by mutable reference: one updated in a loop, a scalar one, one only read.
fn in_out() -> Case {
    let mut b = Build::new("in_out");
    let (u, w, s, x) =
        (b.unique("u", slice()), b.unique("w", slice()), b.unique("s", F), b.value("x", F));
    let one = b.int(1);
    let n_ = b.len(u);
    let out = b.for_(one, n_, &[u, s], |b, i, c| {
        let before = b.prim("before", Prim::Sub, &[i, one]);
        let (e, f, g) = (b.read(c[0], before), b.read(c[0], i), b.read(w, i));
        let p = b.mul(e, f);
        let p = b.mul(p, x);
        let q = b.mul(c[1], g);
        vec![b.op("u", slice(), Op::Update(at(c[0], i), p)), b.prim("sin", Prim::Sin, &[q])]
    });
    let y = b.mul(out[1], x);
    let v = || Value::reals(&[0.5, 1.5, 0.7]);
    b.done_with(&[y], &[out[0], w, out[1]], &[&[v(), v(), r(0.3), r(1.2)]])
}

/// if x > 0 { x·y } else { sin y }, and an inner if in one arm only.
fn branches() -> Case {
    let mut b = Build::new("branches");
    let (x, y) = (b.value("x", F), b.value("y", F));
    let zero = b.real(0.0);
    let tag = b.compare("tag", Prim::Gt, &[x, zero]);
    let out = b.if_(
        tag,
        |b| {
            let p = b.mul(x, y);
            let tag = b.compare("big", Prim::Gt, &[p, y]);
            let q = b.if_(
                tag,
                |b| vec![b.prim("e", Prim::Exp, &[p])],
                |b| {
                    let e = b.mul(p, p);
                    vec![b.mul(e, x)]
                },
            );
            vec![q[0], p]
        },
        |b| vec![b.prim("s", Prim::Sin, &[y]), b.real(1.0)],
    );
    let z = b.mul(out[0], out[1]);
    let z = b.mul(z, x);
    b.done(&[z], &[&[r(0.5), r(2.0)], &[r(1.5), r(0.7)], &[r(-0.3), r(0.9)]])
}

/// max, min, abs, clamp.
fn choices() -> Case {
    let mut b = Build::new("choices");
    let (x, y) = (b.value("x", F), b.value("y", F));
    let m = b.prim("m", Prim::Max, &[x, y]);
    let k = b.prim("k", Prim::Min, &[m, x]);
    let a = b.prim("a", Prim::Abs, &[k]);
    let (lo, hi) = (b.real(-1.0), b.real(1.0));
    let c = b.prim("c", Prim::Clamp, &[a, lo, hi]);
    let d = b.mul(c, m);
    let e = b.mul(d, a);
    let dead = b.prim("two", Prim::Max, &[e, lo]);
    let out = b.prim("r", Prim::Rem, &[dead, m]);
    b.done(&[out, e], &[&[r(0.5), r(2.0)], &[r(-1.5), r(0.7)], &[r(-0.3), r(-0.9)]])
}

/// xᵀ A x by nested loops over slices.
fn quadratic_form() -> Case {
    let mut b = Build::new("quadratic_form");
    let (a, x) = (b.shared("a", slice()), b.shared("x", slice()));
    let n_ = b.len(x);
    let (k, z) = (b.int(0), b.real(0.0));
    let s = b.for_(k, n_, &[z], |b, i, s| {
        let base = b.prim("base", Prim::Mul, &[i, n_]);
        let xi = b.read(x, i);
        b.for_(k, n_, s, |b, j, s| {
            let at_ = b.add(base, j);
            let (aij, xj) = (b.read(a, at_), b.read(x, j));
            let p = b.mul(aij, xj);
            let p = b.mul(p, xi);
            let p = b.prim("t", Prim::Tanh, &[p]);
            vec![b.add(s[0], p)]
        })
    });
    b.done(
        &s,
        &[
            &[Value::reals(&[1.0, -0.5, 0.2, 2.0]), Value::reals(&[0.3, -0.7])],
            &[Value::reals(&[]), Value::reals(&[])],
        ],
    )
}

/// The same array read twice in each iteration, one loop after the other, with a view of it.
fn views() -> Case {
    let mut b = Build::new("views");
    let (a, w) = (b.shared("a", slice()), b.value("w", F));
    let (k, z, two) = (b.int(0), b.real(0.0), b.int(2));
    let n_ = b.len(a);
    let half = b.prim("half", Prim::Div, &[n_, two]);
    let s = b.for_(k, two, &[z], |b, i, s| {
        let from = b.prim("from", Prim::Mul, &[i, half]);
        let to = b.add(from, half);
        let row = b.op(
            "row",
            slice(),
            Op::View(Place {
                root: a,
                path: vec![Step::Slice { from: Some(from), to: Some(to), inclusive: false }],
            }),
        );
        let n_ = b.len(row);
        b.for_(k, n_, s, |b, j, s| {
            let (e, f) = (b.read(row, j), b.read(a, j));
            let p = b.mul(e, f);
            let p = b.mul(p, w);
            vec![b.add(s[0], p)]
        })
    });
    let t = b.for_(k, n_, &s, |b, i, s| {
        let e = b.read(a, i);
        let p = b.mul(e, s[0]);
        vec![b.prim("c", Prim::Cos, &[p])]
    });
    b.done(&[t[0], s[0]], &[&[Value::reals(&[1.0, -0.5, 0.2, 2.0]), r(0.4)]])
}

/// v[0] = x; v[i] = v[i − 1]·sin a[i] + a[i]; Σ v[i]².
fn local_array() -> Case {
    let mut b = Build::new("local_array");
    let (a, x) = (b.shared("a", slice()), b.value("x", F));
    let n_ = b.len(a);
    let (k, one, z) = (b.int(0), b.int(1), b.real(0.0));
    let v = b.op("v", vector(), Op::Repeat(z, n_));
    let v = b.op("v", vector(), Op::Update(at(v, k), x));
    let v = b.for_(one, n_, &[v], |b, i, v| {
        let before = b.prim("before", Prim::Sub, &[i, one]);
        let (p, e) = (b.read(v[0], before), b.read(a, i));
        let s = b.prim("sin", Prim::Sin, &[e]);
        let m = b.mul(p, s);
        let m = b.add(m, e);
        vec![b.op("v", vector(), Op::Update(at(v[0], i), m))]
    });
    let s = b.for_(k, n_, &[z], |b, i, s| {
        let e = b.read(v[0], i);
        let e = b.mul(e, e);
        vec![b.add(s[0], e)]
    });
    b.done(
        &[s[0], v[0]],
        &[&[Value::reals(&[1.0, -0.5, 0.2, 2.0]), r(0.4)], &[Value::reals(&[1.0]), r(-0.4)]],
    )
}

/// An owned vector, swept in place: a[i] = a[i − 1]·a[i], then exchanged, popped and pushed.
fn in_place() -> Case {
    let mut b = Build::new("in_place");
    let (a, x) = (b.value("a", vector()), b.value("x", F));
    let n_ = b.len(a);
    let (k, one) = (b.int(0), b.int(1));
    let a = b.for_(one, n_, &[a], |b, i, v| {
        let before = b.prim("before", Prim::Sub, &[i, one]);
        let (p, e) = (b.read(v[0], before), b.read(v[0], i));
        let m = b.mul(p, e);
        vec![b.op("a", vector(), Op::Update(at(v[0], i), m))]
    })[0];
    let a = b.op("a", vector(), Op::Swap(a, vec![Step::Index(k)], vec![Step::Index(one)]));
    let (a2, last) = (b.var("a", vector()), b.var("last", F));
    b.bind(&[a2, last], Op::Pop(Place::of_var(a), End::Last));
    let y = b.mul(last, x);
    let a = b.op("a", vector(), Op::Push(Place::of_var(a2), End::Last, y));
    let first = b.read(a, k);
    let first = b.mul(first, y);
    b.done(&[a, first], &[&[Value::reals(&[1.5, -0.5, 0.2, 2.0]), r(0.4)]])
}

/// A copy that outlives an update of the original, and an array passed through a branch.
fn copies() -> Case {
    let mut b = Build::new("copies");
    let (a, x) = (b.value("a", vector()), b.value("x", F));
    let (k, one) = (b.int(0), b.int(1));
    let copy = b.op("copy", vector(), Op::Read(Place::of_var(a)));
    let e = b.read(a, one);
    let e = b.mul(e, x);
    let a = b.op("a", vector(), Op::Update(at(a, k), e));
    let tag = b.compare("tag", Prim::Lt, &[x, e]);
    let a = b.if_(
        tag,
        |b| {
            let e = b.read(a, k);
            let e = b.mul(e, e);
            vec![b.op("a", vector(), Op::Update(at(a, one), e))]
        },
        |_| vec![a],
    )[0];
    let (p, q, s) = (b.read(a, k), b.read(a, one), b.read(copy, k));
    let z = b.mul(p, q);
    let z = b.mul(z, s);
    let pair = b.op("pair", Ty::Array(Box::new(F), quote::quote!(2)), Op::Array(vec![z, p]));
    b.done(
        &[z, pair],
        &[&[Value::reals(&[1.5, 2.5]), r(0.4)], &[Value::reals(&[1.5, 2.5]), r(-0.4)]],
    )
}

/// A while loop: Newton's iteration for √x, with a trip count that depends on x.
fn newton() -> Case {
    let mut b = Build::new("newton");
    let (x, y) = (b.value("x", F), b.value("y", F));
    let half = b.real(0.5);
    let eps = b.real(1e-3);
    let out = b.forever(&[x, y], |b, c| {
        let q = b.prim("q", Prim::Div, &[x, c[0]]);
        let s = b.add(c[0], q);
        let g = b.mul(half, s);
        let w = b.mul(c[1], g);
        let g2 = b.mul(g, g);
        let d = b.prim("d", Prim::Sub, &[g2, x]);
        let d = b.prim("d", Prim::Abs, &[d]);
        let go = b.compare("go", Prim::Gt, &[d, eps]);
        vec![g, w, go]
    });
    let z = b.mul(out[0], out[1]);
    b.done(&[z], &[&[r(2.0), r(0.9)], &[r(9.0), r(-0.2)]])
}

/// A range with an early exit, and a loop in one arm of a branch in a loop: rows in rows in slots.
fn rows_of_rows() -> Case {
    let mut b = Build::new("rows_of_rows");
    let (a, x) = (b.shared("a", slice()), b.value("x", F));
    let n_ = b.len(a);
    let (k, z) = (b.int(0), b.real(0.0));
    let index = b.var("i", U);
    let s = b.var("s", F);
    b.begin();
    let e = b.read(a, index);
    let tag = b.compare("tag", Prim::Gt, &[e, z]);
    let t = b.if_(
        tag,
        |b| {
            b.for_(k, index, &[e], |b, j, t| {
                let g = b.read(a, j);
                let p = b.mul(t[0], g);
                let p = b.prim("sin", Prim::Sin, &[p]);
                vec![b.mul(p, x)]
            })
        },
        |b| vec![b.prim("exp", Prim::Exp, &[e])],
    )[0];
    let next = b.prim("m", Prim::MulAdd, &[t, s, x]);
    let limit = b.real(5.0);
    let go = b.compare("go", Prim::Lt, &[next, limit]);
    let body = b.end(&[next]);
    let out = b.var("s", F);
    let lp = Loop {
        iteration: Iteration::Range(Range {
            index,
            from: k,
            to: n_,
            inclusive: false,
            adaptors: vec![],
        }),
        again: Some(go),
        ..carrying(&[x], &[s], body)
    };
    b.bind(&[out], Op::Loop(Box::new(lp)));
    b.done(
        &[out],
        &[
            &[Value::reals(&[1.0, -0.5, 0.2, 2.0, -1.0]), r(0.4)],
            &[Value::reals(&[1.0, 3.5, -0.2, 2.0, -1.0]), r(2.0)],
            &[Value::reals(&[]), r(0.4)],
        ],
    )
}

/// Ranges with `rev` and `step_by`, two carried scalars that change places.
fn recurrence() -> Case {
    let mut b = Build::new("recurrence");
    let (x, y, n_) = (b.value("x", F), b.value("y", F), b.value("n", U));
    let k = b.int(1);
    let two = b.int(2);
    let out = b.for_range(
        k,
        n_,
        true,
        vec![Adaptor::Reverse, Adaptor::StepBy(two)],
        &[x, y],
        |b, i, c| {
            let f = b.op("f", F, Op::Cast(i));
            let p = b.mul(c[0], c[1]);
            let q = b.prim("q", Prim::Div, &[p, f]);
            let q = b.prim("cos", Prim::Cos, &[q]);
            vec![c[1], q]
        },
    );
    let z = b.mul(out[0], out[1]);
    b.done(&[z], &[&[r(0.5), r(0.7), n(6)], &[r(0.5), r(0.7), n(0)]])
}

/// A matrix of vectors, by an index array; an array of tuples with a discrete component.
fn nested_arrays() -> Case {
    let mut b = Build::new("nested_arrays");
    let matrix = Ty::Slice(Box::new(vector()));
    let pair = Ty::Tuple(vec![F, U]);
    let a = b.shared("a", matrix);
    let ix = b.shared("ix", Ty::Slice(Box::new(U)));
    let (k, z) = (b.int(0), b.real(0.0));
    let n_ = b.len(ix);
    let pairs = b.op("pairs", Ty::Vec(Box::new(pair.clone())), Op::Array(vec![]));
    let pairs = b.for_(k, n_, &[pairs], |b, i, c| {
        let j = b.op("j", U, Op::Read(at(ix, i)));
        let e =
            b.op("e", F, Op::Read(Place { root: a, path: vec![Step::Index(j), Step::Index(k)] }));
        let e = b.prim("sin", Prim::Sin, &[e]);
        let t = b.op("t", pair.clone(), Op::Tuple(vec![e, j]));
        vec![b.op(
            "pairs",
            Ty::Vec(Box::new(pair.clone())),
            Op::Push(Place::of_var(c[0]), End::Last, t),
        )]
    })[0];
    let s = b.for_(k, n_, &[z], |b, i, s| {
        let e = b.op(
            "e",
            F,
            Op::Read(Place { root: pairs, path: vec![Step::Index(i), Step::Field(0)] }),
        );
        let j = b.op(
            "j",
            U,
            Op::Read(Place { root: pairs, path: vec![Step::Index(i), Step::Field(1)] }),
        );
        let row = b.op("row", vector(), Op::Read(at(a, j)));
        let n_ = b.len(row);
        b.for_(k, n_, s, |b, l, s| {
            let f = b.read(row, l);
            let p = b.mul(e, f);
            vec![b.add(s[0], p)]
        })
    });
    let m = Value::array(vec![
        Value::reals(&[1.0, 2.0]),
        Value::reals(&[0.5, -0.4]),
        Value::reals(&[-0.3]),
    ]);
    b.done(&s, &[&[m, Value::ints(&[2, 0, 1, 0])]])
}

/// A choice between two aliases, read in a loop, and one of them read afterwards.
fn chosen_views() -> Case {
    let mut b = Build::new("chosen_views");
    let (a, c, x) = (b.shared("a", slice()), b.shared("c", slice()), b.value("x", F));
    let (k, two, z) = (b.int(0), b.int(2), b.real(0.0));
    let tag = b.compare("tag", Prim::Gt, &[x, z]);
    let part = |b: &mut Build, root, to| {
        b.op(
            "part",
            slice(),
            Op::View(Place {
                root,
                path: vec![Step::Slice { from: None, to: Some(to), inclusive: false }],
            }),
        )
    };
    let v = b.if_(tag, |b| vec![part(b, a, two)], |b| vec![part(b, c, two)])[0];
    let w = b.if_(tag, |_| vec![a], |_| vec![c])[0];
    let s = b.for_(k, two, &[x], |b, i, s| {
        let (e, f, g) = (b.read(v, i), b.read(w, i), b.read(a, i));
        let p = b.mul(e, f);
        let p = b.mul(p, g);
        let p = b.prim("sin", Prim::Sin, &[p]);
        vec![b.mul(s[0], p)]
    });
    let e = b.read(c, k);
    let out = b.mul(s[0], e);
    let (a, c) = (Value::reals(&[0.5, 1.5, 0.7]), Value::reals(&[-0.5, 0.9, 2.7]));
    b.done(&[out], &[&[a.clone(), c.clone(), r(0.4)], &[a, c, r(-0.4)]])
}

/// Two buffers that change places in each iteration.
fn ping_pong() -> Case {
    let mut b = Build::new("ping_pong");
    let (u, v, n_) = (b.value("u", vector()), b.value("v", vector()), b.value("n", U));
    let (k, one, two) = (b.int(0), b.int(1), b.int(2));
    let out = b.for_(k, n_, &[u, v], |b, _, c| {
        let next = b.for_(one, two, &[c[1]], |b, i, d| {
            let before = b.prim("before", Prim::Sub, &[i, one]);
            let after = b.prim("after", Prim::Add, &[i, one]);
            let (e, f) = (b.read(c[0], before), b.read(c[0], after));
            let p = b.mul(e, f);
            let old = b.read(d[0], i);
            let p = b.add(p, old);
            vec![b.op("v", vector(), Op::Update(at(d[0], i), p))]
        });
        vec![next[0], c[0]]
    });
    let (e, f) = (b.read(out[0], one), b.read(out[1], one));
    let p = b.mul(e, f);
    let v = || Value::reals(&[0.5, 1.5, 0.7]);
    b.done(&[p, out[0]], &[&[v(), Value::reals(&[-0.3, 0.2, 1.1]), n(5)], &[v(), v(), n(0)]])
}

/// Bubble sort by value, then a weighted sum.
fn bubble_sort() -> Case {
    let mut b = Build::new("bubble_sort");
    let a = b.value("a", vector());
    let (k, one, z) = (b.int(0), b.int(1), b.real(0.0));
    let n_ = b.len(a);
    let last = b.prim("last", Prim::Sub, &[n_, one]);
    let a = b.for_(k, last, &[a], |b, i, c| {
        let end = b.prim("end", Prim::Sub, &[last, i]);
        b.for_(k, end, c, |b, j, c| {
            let after = b.add(j, one);
            let (e, f) = (b.read(c[0], j), b.read(c[0], after));
            let tag = b.compare("tag", Prim::Gt, &[e, f]);
            b.if_(
                tag,
                |b| {
                    let a = b.op("a", vector(), Op::Update(at(c[0], j), f));
                    vec![b.op("a", vector(), Op::Update(at(a, after), e))]
                },
                |_| vec![c[0]],
            )
        })
    })[0];
    let s = b.for_(k, n_, &[z], |b, i, s| {
        let e = b.read(a, i);
        let w = b.op("w", F, Op::Cast(i));
        let p = b.mul(e, e);
        let p = b.mul(p, w);
        vec![b.add(s[0], p)]
    });
    b.done(&s, &[&[Value::reals(&[0.5, -1.5, 0.7, 0.2, 3.0])]])
}

/// A matrix made of repeated rows; rows copied out, changed, written back; slices copied over one
/// another.
fn matrix_of_rows() -> Case {
    let mut b = Build::new("matrix_of_rows");
    let matrix = Ty::Vec(Box::new(vector()));
    let (x, a) = (b.value("x", F), b.shared("a", slice()));
    let (k, one, two, three) = (b.int(0), b.int(1), b.int(2), b.int(3));
    let row = b.op("row", vector(), Op::Repeat(x, three));
    let m = b.op("m", matrix.clone(), Op::Repeat(row, two));
    let m = b.for_(k, two, &[m], |b, i, m| {
        let row = b.op("row", vector(), Op::Read(at(m[0], i)));
        let e = b.read(a, i);
        let f = b.read(row, one);
        let p = b.mul(e, f);
        let row = b.op("row", vector(), Op::Update(at(row, i), p));
        vec![b.op("m", matrix.clone(), Op::Update(at(m[0], i), row))]
    })[0];
    let path = |i: Var, from: Option<Var>, to: Option<Var>, inclusive: bool| {
        vec![Step::Index(i), Step::Slice { from, to, inclusive }]
    };
    let part = b.op(
        "part",
        vector(),
        Op::Read(Place { root: m, path: path(one, Some(one), None, false) }),
    );
    let m = b.op(
        "m",
        matrix.clone(),
        Op::Update(Place { root: m, path: path(k, None, Some(one), true) }, part),
    );
    let m = b.op(
        "m",
        matrix,
        Op::Update(Place { root: m, path: vec![Step::Index(one), Step::Index(two)] }, x),
    );
    let e = b.op("e", F, Op::Read(Place { root: m, path: vec![Step::Index(k), Step::Index(one)] }));
    let f = b.op("f", F, Op::Read(Place { root: m, path: vec![Step::Index(k), Step::Index(k)] }));
    let p = b.mul(e, f);
    let copy = b.op("copy", vector(), Op::Read(Place::of_var(a)));
    b.done(&[p, m, copy], &[&[r(0.6), Value::reals(&[0.5, 1.5])]])
}

/// Three arms that keep different things, in a loop without a range, with an array that each arm
/// reads.
fn arms() -> Case {
    let mut b = Build::new("arms");
    let (a, x) = (b.shared("a", slice()), b.value("x", F));
    let (k, one, n_) = (b.int(0), b.int(1), b.int(7));
    let three = b.int(3);
    let out = b.forever(&[x, k], |b, c| {
        let tag = b.prim("tag", Prim::Rem, &[c[1], three]);
        b.begin();
        let e = b.prim("sin", Prim::Sin, &[c[0]]);
        let first = b.end(&[e]);
        b.begin();
        let e = b.read(a, k);
        let f = b.mul(e, c[0]);
        let f = b.prim("exp", Prim::Exp, &[f]);
        let g = b.mul(f, f);
        let second = b.end(&[g]);
        b.begin();
        let third = b.for_(k, c[1], &[c[0]], |b, _, s| {
            let e = b.read(a, one);
            let p = b.mul(s[0], e);
            vec![b.prim("tanh", Prim::Tanh, &[p])]
        });
        let third = b.end(&third);
        let y = b.var("y", F);
        b.bind(&[y], Op::Branch(tag, vec![first, second, third]));
        let next = b.add(c[1], one);
        let go = b.compare("go", Prim::Lt, &[next, n_]);
        vec![y, next, go]
    });
    b.done(&out[..1], &[&[Value::reals(&[0.3, 1.5]), r(0.4)]])
}

/// Singles: casts between the real types.
fn singles() -> Case {
    let mut b = Build::new("singles");
    let single = Ty::Real(Real::F32);
    let (x, y) = (b.value("x", single.clone()), b.value("y", F));
    let s = b.prim("s", Prim::Sin, &[x]);
    let wide = b.op("wide", F, Op::Cast(s));
    let p = b.mul(wide, y);
    let narrow = b.op("narrow", single, Op::Cast(p));
    let q = b.mul(narrow, s);
    b.done(&[q, p], &[&[Value::F32(0.7), r(0.4)]])
}

/// A carried array that is only read, one that is returned untouched, one taken whole and read no
/// more.
fn passed_on() -> Case {
    let mut b = Build::new("passed_on");
    let (a, x) = (b.value("a", vector()), b.value("x", F));
    let (k, n_) = (b.int(0), b.int(3));
    let out = b.for_(k, n_, &[a, x], |b, i, c| {
        let e = b.read(c[0], i);
        let p = b.mul(e, c[1]);
        vec![c[0], b.prim("cos", Prim::Cos, &[p])]
    });
    let zero = b.real(0.0);
    let w = b.op("w", vector(), Op::Array(vec![zero, out[1], zero]));
    b.done(&[out[0], out[1], w, zero], &[&[Value::reals(&[0.3, 1.5, -0.2]), r(0.4)]])
}

pub fn cases() -> Vec<Case> {
    vec![
        scalars(),
        doubling(),
        partly_inactive(),
        unused_arrays(),
        in_out(),
        branches(),
        choices(),
        quadratic_form(),
        views(),
        local_array(),
        in_place(),
        copies(),
        newton(),
        rows_of_rows(),
        recurrence(),
        nested_arrays(),
        chosen_views(),
        ping_pong(),
        bubble_sort(),
        matrix_of_rows(),
        arms(),
        singles(),
        passed_on(),
    ]
}
