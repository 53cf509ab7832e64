//! What the verifier rejects.

use super::*;

/// A function of x and ẋ, whose body is given.
fn with_dot(then: impl FnOnce(&mut Build, Var, Var) -> Vec<Var>) -> Function {
    let mut b = Build::new("f");
    let x = b.param("x", F);
    let x_dot = b.param_dot("x_dot", F);
    let results = then(&mut b, x, x_dot);
    b.done(&results)
}

#[test]
fn linearity_is_enforced() {
    let a = Stage::LinearA;
    rejected(&with_dot(|_, x, _| vec![x]), a, &["`x_dot`", "never used"]);
    rejected(
        &with_dot(|b, _, d| vec![b.lin("y_dot", F, Linear::Add(d, d))]),
        a,
        &["`x_dot`", "used more than once"],
    );
    rejected(&with_dot(|_, _, d| vec![d, d]), a, &["`x_dot`", "used more than once"]);
    rejected(
        &with_dot(|b, _, d| vec![b.prim("y", Prim::Sin, &[d])]),
        a,
        &["`sin` reads linear `x_dot`", "non-linear variable belongs"],
    );
    rejected(
        &with_dot(|b, x, d| vec![b.lin("y_dot", F, Linear::Add(d, x))]),
        a,
        &["reads non-linear `x`", "linear variable belongs"],
    );
    rejected(
        &with_dot(|b, _, d| vec![b.lin("y_dot", F, Linear::Scale(d, d))]),
        a,
        &["`x_dot`", "used more than once"],
    );
    rejected(
        &with_dot(|b, _, d| vec![b.op("y", F, Op::Linear(Linear::Neg(d)))]),
        a,
        &["`y`", "should be linear"],
    );
    rejected(
        &with_dot(|b, _, d| {
            let (p, q) = (b.dot("p", F), b.dot("q", F));
            b.bind(&[p, q], Op::Linear(Linear::Dup(d)));
            vec![p]
        }),
        a,
        &["`q`", "never used"],
    );
    // a loop body sees no linear variable from outside
    rejected(
        &with_dot(|b, _, d| {
            let (k, i) = (b.int(0), b.var("i", U));
            b.begin();
            b.bind(&[], Op::Linear(Linear::Drop(d, None)));
            let body = b.end(&[]);
            b.bind(&[], Op::Loop(Box::new(looping(range(i, k, k), &[], body))));
            vec![]
        }),
        a,
        &["a loop body consumes linear `x_dot`"],
    );
    // a carried linear variable is used in each iteration
    rejected(
        &with_dot(|b, _, d| {
            let (k, i, p) = (b.int(0), b.var("i", U), b.dot("p_dot", F));
            b.begin();
            let z = b.lin("z", F, Linear::Zero(None));
            let body = b.end(&[z]);
            let out = b.dot("out", F);
            b.bind(&[out], Op::Loop(Box::new(looping(range(i, k, k), &[(d, p)], body))));
            vec![out]
        }),
        a,
        &["`p_dot`", "never used in a loop body"],
    );
}

#[test]
fn scopes_are_enforced() {
    let a = Stage::LinearA;
    let twice = with_dot(|b, x, d| {
        b.bind(&[x], Op::Literal(Literal::Real(1.0)));
        vec![d]
    });
    rejected(&twice, a, &["`x`", "bound twice"]);
    let early = with_dot(|b, x, d| {
        let y = b.var("y", F);
        let z = b.prim("z", Prim::Add, &[x, y]);
        b.bind(&[y], Op::Literal(Literal::Real(1.0)));
        vec![z, d]
    });
    rejected(&early, a, &["`y`", "not bound yet"]);
    let outside = with_dot(|b, x, d| {
        let tag = b.compare("t", Prim::Lt, &[x, x]);
        b.begin();
        let inner = b.real(1.0);
        let yes = b.end(&[]);
        b.begin();
        let no = b.end(&[]);
        b.bind(&[], Op::Branch(tag, vec![yes, no]));
        vec![inner, d]
    });
    rejected(&outside, a, &["`c`", "out of scope"]);
    rejected(&with_dot(|_, x, d| vec![d, x]), a, &["non-linear `x`", "after linear results"]);
}

/// A function without results.
fn build(then: &dyn Fn(&mut Build)) -> Function {
    let mut b = Build::new("f");
    then(&mut b);
    b.done(&[])
}

#[test]
fn types_and_arities_are_enforced() {
    let f32_ = Ty::Real(Real::F32);
    let cases: Vec<(Function, Vec<&str>)> = vec![
        (
            build(&|b| {
                let (x, y) = (b.param("x", F), b.param("y", f32_.clone()));
                b.prim("z", Prim::Add, &[x, y]);
            }),
            vec!["`x`", "`y`", "f32"],
        ),
        (
            build(&|b| {
                let n = b.param("n", U);
                b.prim("z", Prim::Sin, &[n]);
            }),
            vec!["`sin` is not defined on `n`", "usize"],
        ),
        (
            build(&|b| {
                let (v, x) = (b.param("v", vector()), b.param("x", F));
                b.op("y", F, Op::Read(at(v, x)));
            }),
            vec!["an index", "`x`"],
        ),
        (
            build(&|b| {
                let (v, n) = (b.param("v", vector()), b.param("n", U));
                b.op("w", vector(), Op::Update(at(v, n), n));
            }),
            vec!["`n` (v1) is usize", "`v`", "f64"],
        ),
        (
            build(&|b| {
                let x = b.param("x", F);
                b.op("t", Ty::Bool, Op::Cast(x));
            }),
            vec!["`x`", "cannot be cast to bool"],
        ),
        (
            build(&|b| {
                let x = b.param("x", F);
                b.op("y", Ty::Infer(3), Op::Constant(x));
            }),
            vec!["`y`", "not inferred"],
        ),
        (
            build(&|b| {
                let x = b.param("x", F);
                let (y, z) = (b.var("y", F), b.var("z", F));
                b.bind(&[y, z], Op::Prim(Prim::Sin, vec![x]));
            }),
            vec!["1 results", "binds 2", "`z`"],
        ),
        (
            build(&|b| {
                let x = b.param("x", F);
                b.op("p", Ty::Array(Box::new(F), tokens("3")), Op::Array(vec![x, x]));
            }),
            vec!["2 elements of `p`"],
        ),
        (
            build(&|b| {
                let d = b.lin("d", vector(), Linear::Zero(None));
                b.bind(&[], Op::Linear(Linear::Drop(d, None)));
            }),
            vec!["`d`", "needs a shape"],
        ),
    ];
    for (f, parts) in &cases {
        rejected(f, Stage::LinearA, parts);
    }
    // where only rustc knows the type, nothing is said
    let f = build(&|b| {
        let p = b.param("p", Ty::Projected(Projection::Output(Callee::new(tokens("g"), false))));
        let (x, i) = (b.param("x", F), b.param("i", U));
        b.prim("z", Prim::Mul, &[p, x]);
        b.op("q", F, Op::Read(at(p, i)));
    });
    ok(&f, Stage::LinearA);
}

#[test]
fn types_of_blocks_are_enforced() {
    let cases: Vec<(Function, Vec<&str>)> = vec![
        (
            build(&|b| {
                let (x, n) = (b.param("x", F), b.param("n", U));
                b.begin();
                let yes = b.end(&[x]);
                b.begin();
                let no = b.end(&[n]);
                let (t, out) = (b.compare("t", Prim::Eq, &[x, x]), b.var("out", F));
                b.bind(&[out], Op::Branch(t, vec![yes, no]));
            }),
            vec!["arm's result", "`n`", "is usize", "`out`", "is f64"],
        ),
        (
            build(&|b| {
                let (x, n) = (b.param("x", F), b.param("n", U));
                b.begin();
                let body = b.end(&[n]);
                let (i, p, out) = (b.var("i", U), b.var("p", F), b.var("out", F));
                b.bind(&[out], Op::Loop(Box::new(looping(range(i, n, n), &[(x, p)], body))));
            }),
            vec!["next value of a carried variable", "`n`", "`p`"],
        ),
        (
            build(&|b| {
                b.begin();
                let body = b.end(&[]);
                b.bind(&[], Op::Loop(Box::new(looping(Iteration::Forever, &[], body))));
            }),
            vec!["no condition"],
        ),
        (
            build(&|b| {
                let (x, n) = (b.param("x", F), b.param("n", U));
                b.begin();
                let body = b.end(&[]);
                let i = b.var("i", U);
                b.bind(
                    &[],
                    Op::Loop(Box::new(Loop {
                        again: Some(x),
                        ..looping(range(i, n, n), &[], body)
                    })),
                );
            }),
            vec!["condition of a loop", "`x` (v0) is f64"],
        ),
    ];
    for (f, parts) in &cases {
        rejected(f, Stage::LinearA, parts);
    }
}
