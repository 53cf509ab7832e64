//! Calls in every stage.

use super::*;

/// `g(a: &[f64], k: f64, n: usize) -> f64 = a[n] · k` in all stages, by hand; every stage is in the
/// interpreter's convention.
fn scaled_element() -> Stages {
    let place = at;
    let mut b = Build::new("g");
    let (a, k, n) = (b.param("a", slice()), b.param("k", F), b.param("n", U));
    let x = b.op("x", F, Op::Read(place(a, n)));
    let y = b.prim("y", Prim::Mul, &[x, k]);
    let primal = b.done(&[y]);
    let unzipped = {
        let mut f = primal.clone();
        f.body.results = vec![y, x, k, n];
        f
    };
    let jvp = {
        let mut b = Build::new("g_jvp");
        let (a, k, n) = (b.param("a", slice()), b.param("k", F), b.param("n", U));
        let (a_dot, k_dot) = (b.param_dot("a_dot", slice()), b.param_dot("k_dot", F));
        let x = b.op("x", F, Op::Read(place(a, n)));
        let y = b.prim("y", Prim::Mul, &[x, k]);
        let (x_dot, a2) = (b.dot("x_dot", F), b.dot("a_dot", slice()));
        b.bind(&[x_dot, a2], Op::Linear(Linear::Read(place(a_dot, n))));
        let s = b.lin("s", F, Linear::Scale(x_dot, k));
        let t = b.lin("t", F, Linear::Scale(k_dot, x));
        let y_dot = b.lin("y_dot", F, Linear::Add(s, t));
        b.done(&[y, y_dot, a2])
    };
    let linear = {
        let mut b = Build::new("g_linear");
        b.param("a", slice());
        let (x, k, n) = (b.param("x", F), b.param("k", F), b.param("n", U));
        let (a_dot, k_dot) = (b.param_dot("a_dot", slice()), b.param_dot("k_dot", F));
        let (x_dot, a2) = (b.dot("x_dot", F), b.dot("a_dot", slice()));
        b.bind(&[x_dot, a2], Op::Linear(Linear::Read(place(a_dot, n))));
        let s = b.lin("s", F, Linear::Scale(x_dot, k));
        let t = b.lin("t", F, Linear::Scale(k_dot, x));
        let y_dot = b.lin("y_dot", F, Linear::Add(s, t));
        b.done(&[y_dot, a2])
    };
    let transposed = {
        let mut b = Build::new("g_transposed");
        b.param("a", slice());
        let (x, k, n) = (b.param("x", F), b.param("k", F), b.param("n", U));
        let (y_bar, a_bar) = (b.param_dot("y_bar", F), b.param_dot("a_bar", slice()));
        let (s, t) = (b.dot("s", F), b.dot("t", F));
        b.bind(&[s, t], Op::Linear(Linear::Dup(y_bar)));
        let x_bar = b.lin("x_bar", F, Linear::Scale(s, k));
        let k_bar = b.lin("k_bar", F, Linear::Scale(t, x));
        let a2 = b.lin("a_bar", slice(), Linear::Accumulate(place(a_bar, n), x_bar));
        b.done(&[a2, k_bar])
    };
    let param = |name: &str, ty: Ty, passing, v| Param {
        name: name.into(),
        rust_type: tokens("T"),
        ty,
        passing,
        constant: false,
        borrowed: None,
        converts: false,
        value: Tree::Leaf(v),
    };
    let interface = Interface {
        name: "g".into(),
        generics: Default::default(),
        params: vec![
            param("a", slice(), Passing::Shared, a),
            param("k", F, Passing::Value, k),
            param("n", U, Passing::Value, n),
        ],
        rust_output: tokens("f64"),
        output: F,
        output_value: Tree::Leaf(y),
        cloned_types: Vec::new(),
    };
    for f in [&linear, &transposed] {
        ok(f, Stage::LinearB);
    }
    for f in [&primal, &jvp, &unzipped] {
        ok(f, Stage::LinearA);
    }
    Stages {
        interface,
        primal,
        jvp,
        dots: Vec::new(),
        unzipped,
        residuals: Vec::new(),
        linear,
        transposed,
        vjp: None,
        pullbacks: None,
    }
}

fn callee() -> Callee {
    Callee::new(tokens("g"), false)
}

fn leaf(var: Option<Var>) -> LinearLeaf {
    LinearLeaf { var, shape: None }
}

/// `y = g(&a, k, n)`
fn call(a: Var, k: Var, n: Var, y: Var) -> Call {
    Call {
        callee: callee(),
        arguments: vec![
            Argument::Shared(a),
            Argument::Value(Tree::Leaf(k)),
            Argument::Value(Tree::Leaf(n)),
        ],
        output: Tree::Leaf(y),
        prior_values: Vec::new(),
    }
}

fn program() -> HashMap<String, Stages> {
    HashMap::from([("g".to_string(), scaled_element())])
}

/// Arguments of `f`.
fn point() -> [Value; 3] {
    [Value::reals(&[1.0, 2.0, 3.0]), 5.0.into(), Value::Int(1)]
}

#[test]
fn primal_calls() {
    let (program, point) = (program(), point());
    let mut b = Build::new("f");
    let (pa, pk, pn, y) = (b.param("a", slice()), b.param("k", F), b.param("n", U), b.var("y", F));
    b.bind(&[y], Op::Call(call(pa, pk, pn, y)));
    let f = b.done(&[y]);
    ok(&f, Stage::LinearA);
    assert_eq!(f.to_string(), "fn f(a: f64[], k: f64, n: usize) -> (y) {\n  y = g(&a, k, n)\n}\n");
    assert_eq!(
        evaluate(&f, &point, &program).map(|e| (e.results, e.work)),
        Ok((vec![10.0.into()], 1))
    );
    let (_, t) =
        dual(&f, &point, &[Value::reals(&[0.0, 1.0, 0.0]), 10.0.into(), Value::unit()], &program)
            .expect("a run");
    assert_eq!(t, [25.0.into()]);
    rejected(&f, Stage::LinearB, &["calls a primal in Linear B", "`g`"]);
    assert!(evaluate(&f, &point, &()).expect_err("an error").contains("`g` is not known"));
}

#[test]
fn calls_of_a_jvp_with_and_without_a_tangent() {
    let (program, point) = (program(), point());
    for k_active in [true, false] {
        let mut b = Build::new("f_jvp");
        let (pa, pk, pn, y) =
            (b.param("a", slice()), b.param("k", F), b.param("n", U), b.var("y", F));
        let da = b.param_dot("a_dot", slice());
        let dk = k_active.then(|| b.param_dot("k_dot", F));
        let (dy, da2) = (b.dot("y_dot", F), b.dot("a_dot", slice()));
        let lc = LinearCall {
            call: call(pa, pk, pn, y),
            frame: None,
            arguments: vec![
                LinearArgument::Threaded(Place::of_var(da)),
                LinearArgument::Value(vec![leaf(dk)]),
                LinearArgument::None,
            ],
            outputs: vec![leaf(Some(dy))],
            transposed: false,
        };
        b.bind(&[y, dy, da2], Op::CallJvp(Box::new(lc)));
        let f = b.done(&[y, dy, da2]);
        ok(&f, Stage::LinearA);
        let mut args = point.to_vec();
        args.push(Value::reals(&[0.0, 1.0, 0.0]));
        args.extend(k_active.then_some(Value::Real(10.0)));
        let out = evaluate(&f, &args, &program).expect("a run");
        assert_eq!(
            out.results,
            [10.0.into(), if k_active { 25.0 } else { 5.0 }.into(), Value::reals(&[0.0, 1.0, 0.0])]
        );
    }
}

/// The linear part of `f`, which calls that of `g`.
fn linear(transposed: bool, with_frame: bool) -> Function {
    let mut b = Build::new(if transposed { "f_transposed" } else { "f_linear" });
    let (pa, pk, pn, y) =
        (b.param("a", slice()), b.param("k", F), b.param("n", U), b.param("y", F));
    let frame = b.param("frame", Ty::Frame(callee()));
    let first = b.param_dot("first", if transposed { F } else { slice() });
    let second = b.param_dot("second", if transposed { slice() } else { F });
    let (value, array) = (b.dot("value", F), b.dot("array", slice()));
    let threaded = if transposed { second } else { first };
    let (k, out) = if transposed { (value, first) } else { (second, value) };
    let lc = LinearCall {
        call: call(pa, pk, pn, y),
        frame: with_frame.then_some(frame),
        arguments: vec![
            LinearArgument::Threaded(Place::of_var(threaded)),
            LinearArgument::Value(vec![leaf(Some(k))]),
            LinearArgument::None,
        ],
        outputs: vec![leaf(Some(out))],
        transposed,
    };
    b.bind(&[value, array], Op::Linear(Linear::Call(Box::new(lc))));
    b.done(&[value, array])
}

#[test]
fn unzipped_calls() {
    let (program, point) = (program(), point());
    let mut b = Build::new("f_primal");
    let (pa, pk, pn, y) = (b.param("a", slice()), b.param("k", F), b.param("n", U), b.var("y", F));
    let frame = b.var("frame", Ty::Frame(callee()));
    b.bind(&[y, frame], Op::CallPrimal(call(pa, pk, pn, y)));
    let f = b.done(&[y, frame]);
    ok(&f, Stage::LinearA);
    let out = evaluate(&f, &point, &program).expect("a run").results;
    assert_eq!(out[0], 10.0.into());

    let before = |rest: [Value; 2]| {
        [point.to_vec(), vec![0.0.into(), out[1].clone()], rest.to_vec()].concat()
    };
    let f = linear(false, true);
    ok(&f, Stage::LinearB);
    assert!(
        f.to_string().contains("(value, array) = linear g[frame; &a](&mut first, second, _)"),
        "{f}"
    );
    let got = evaluate(&f, &before([Value::reals(&[0.0, 1.0, 0.0]), 10.0.into()]), &program)
        .expect("a run");
    assert_eq!((got.results, got.work), (vec![25.0.into(), Value::reals(&[0.0, 1.0, 0.0])], 3));
    let f = linear(true, true);
    ok(&f, Stage::LinearB);
    assert!(
        f.to_string().contains("(value, array) = transposed g[frame; &a](first; &mut second)"),
        "{f}"
    );
    let got = evaluate(&f, &before([1.0.into(), Value::reals(&[100.0, 0.0, 0.0])]), &program)
        .expect("a run");
    assert_eq!((got.results, got.work), (vec![2.0.into(), Value::reals(&[100.0, 5.0, 0.0])], 3));
    rejected(&linear(true, false), Stage::LinearB, &["a linear call of `g`", "no frame"]);
}

#[test]
fn endless_recursion_is_an_error() {
    let mut b = Build::new("r");
    let (x, y) = (b.param("x", F), b.var("y", F));
    let callee = Callee::new(tokens("r"), true);
    b.bind(
        &[y],
        Op::Call(Call {
            callee,
            arguments: vec![Argument::Value(Tree::Leaf(x))],
            output: Tree::Leaf(y),
            prior_values: Vec::new(),
        }),
    );
    let f = b.done(&[y]);
    ok(&f, Stage::LinearA);
    let interface = Interface {
        name: "r".into(),
        generics: Default::default(),
        params: vec![Param {
            name: "x".into(),
            rust_type: tokens("f64"),
            ty: F,
            passing: Passing::Value,
            constant: false,
            borrowed: None,
            converts: false,
            value: Tree::Leaf(x),
        }],
        rust_output: tokens("f64"),
        output: F,
        output_value: Tree::Leaf(y),
        cloned_types: Vec::new(),
    };
    let stages = Stages {
        interface,
        primal: f.clone(),
        jvp: f.clone(),
        dots: Vec::new(),
        unzipped: f.clone(),
        residuals: Vec::new(),
        linear: f.clone(),
        transposed: f.clone(),
        vjp: None,
        pullbacks: None,
    };
    let program = HashMap::from([("r".to_string(), stages)]);
    assert!(evaluate(&f, &[1.0.into()], &program).expect_err("an error").contains("too deep"));
}

#[test]
fn a_view_of_an_element_and_a_unique_argument_by_place() {
    // swap halves through slices: a[..2] and a[2..] are copied out by `Read`, and written back
    // whole
    let mut b = Build::new("f");
    let a = b.param("a", vector());
    let two = b.int(2);
    let from = |from, to| vec![Step::Slice { from, to, inclusive: false }];
    let low = b.op("low", slice(), Op::View(Place { root: a, path: from(None, Some(two)) }));
    let copy = b.op("copy", vector(), Op::Read(Place::of_var(low)));
    let high = b.op("high", vector(), Op::Read(Place { root: a, path: from(Some(two), None) }));
    let a1 = b.op("a", vector(), Op::Update(Place { root: a, path: from(None, Some(two)) }, high));
    let a2 = b.op("a", vector(), Op::Update(Place { root: a1, path: from(Some(two), None) }, copy));
    let f = b.done(&[a2]);
    ok(&f, Stage::LinearA);
    assert_eq!(
        run(&f, &[Value::reals(&[1.0, 2.0, 3.0, 4.0])]).results,
        [Value::reals(&[3.0, 4.0, 1.0, 2.0])]
    );
    fails(&f, &[Value::reals(&[1.0])], "slice 0..2 of a sequence of length 1");
    assert!(
        f.to_string().contains("  low = view a[..k]\n  copy = copy low\n  high = read a[k..]\n")
    );
}
