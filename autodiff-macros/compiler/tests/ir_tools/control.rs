//! Loops, branches, rows.

use super::*;

#[test]
fn a_loop_is_run_and_its_work_counted() {
    let f = sum_of_squares();
    let out = run(&f, &[Value::reals(&[1.0, 2.0, 3.0]), Value::reals(&[1.0, 0.0, 10.0])]);
    assert_eq!(out.results, [Value::Real(14.0), Value::Real(62.0)]);
    // mul, add, add, scale, linear add: five units in each iteration
    assert_eq!(out.work, 15);
    let empty = run(&f, &[Value::reals(&[]), Value::reals(&[])]);
    assert_eq!((empty.results, empty.work), (vec![Value::Real(0.0), Value::Real(0.0)], 0));
    let mut charged = Interpreter::new(&());
    charged.drops = Drops::Charged;
    assert_eq!(
        charged
            .run(&f, &[Value::reals(&[1.0, 2.0, 3.0]), Value::reals(&[1.0, 0.0, 10.0])])
            .map(|e| e.work),
        Ok(18)
    );
    assert_eq!(static_size(&f), 13);
    assert_eq!(count_linear_additions(&f), 1);
}

/// `if x > 0 { x · ẋ } else { −ẋ }`, the arms given.
fn branch(second: impl FnOnce(&mut Build, Var) -> Var) -> Function {
    let mut b = Build::new("f");
    let x = b.param("x", F);
    let x_dot = b.param_dot("x_dot", F);
    let zero = b.real(0.0);
    let tag = b.compare("positive", Prim::Gt, &[x, zero]);
    b.begin();
    let y = b.lin("y_dot", F, Linear::Scale(x_dot, x));
    let yes = b.end(&[x, y]);
    b.begin();
    let y = second(&mut b, x_dot);
    let no = b.end(&[zero, y]);
    let (out, out_dot) = (b.var("y", F), b.dot("y_dot", F));
    b.bind(&[out, out_dot], Op::Branch(tag, vec![yes, no]));
    b.done(&[out, out_dot])
}

#[test]
fn branches_consume_the_same_linear_variables() {
    let f = branch(|b, x_dot| b.lin("y_dot", F, Linear::Neg(x_dot)));
    ok(&f, Stage::LinearB);
    let got = run(&f, &[3.0.into(), 2.0.into()]);
    assert_eq!((got.results, got.work), (vec![3.0.into(), 6.0.into()], 1));
    assert_eq!(run(&f, &[(-3.0).into(), 2.0.into()]).results, [0.0.into(), (-2.0).into()]);
    let text = "\
fn f(x: f64; x_dot: f64) -> (y; y_dot) {
  c = 0.0
  positive = x > c
  (y; y_dot) = if positive {
    y_dot_1 = x * x_dot
    (x; y_dot_1)
  } else {
    y_dot_2 = -x_dot
    (c; y_dot_2)
  }
}
";
    assert_eq!(f.to_string(), text);
    let f = branch(|b, _| b.lin("y_dot", F, Linear::Zero(None)));
    rejected(&f, Stage::LinearA, &["arm 0 and arm 1", "consume", "`x_dot`"]);
}

#[test]
fn an_integer_chooses_an_arm() {
    let mut b = Build::new("f");
    let n = b.param("n", U);
    let arms = (0..3)
        .map(|k| {
            b.begin();
            let c = b.real(f64::from(k));
            b.end(&[c])
        })
        .collect();
    let out = b.var("y", F);
    b.bind(&[out], Op::Branch(n, arms));
    let f = b.done(&[out]);
    ok(&f, Stage::LinearA);
    assert_eq!(run(&f, &[Value::Int(2)]).results, [2.0.into()]);
    fails(&f, &[Value::Int(3)], "tag without an arm");
    assert!(f.to_string().contains("y = match n {\n    0 => {\n      c = 0.0\n      (c)\n    }\n"));
}

#[test]
fn panics_of_the_program_are_errors() {
    let mut b = Build::new("f");
    let a = b.param("a", vector());
    let i = b.param("i", U);
    let one = b.int(1);
    let k = b.prim("k", Prim::Sub, &[i, one]);
    let q = b.prim("q", Prim::Div, &[i, k]);
    let x = b.op("x", F, Op::Read(at(a, q)));
    let f = b.done(&[x]);
    ok(&f, Stage::LinearA);
    let a = Value::reals(&[1.0, 2.0]);
    fails(&f, &[a.clone(), Value::Int(0)], "overflows usize");
    fails(&f, &[a.clone(), Value::Int(1)], "division by zero");
    fails(&f, &[a.clone(), Value::Int(2)], "index 2 of a sequence of length 2");
    assert_eq!(run(&f, &[a, Value::Int(3)]).results, [2.0.into()]);

    let mut b = Build::new("f");
    let v = b.param("v", vector());
    let (w, x) = (b.var("w", vector()), b.var("x", F));
    b.bind(&[w, x], Op::Pop(Place::of_var(v), End::Last));
    let f = b.done(&[w, x]);
    ok(&f, Stage::LinearA);
    fails(&f, &[Value::reals(&[])], "pop of an empty");

    let mut b = Build::new("f");
    b.begin();
    let go = b.op("go", Ty::Bool, Op::Literal(Literal::Bool(true)));
    let body = b.end(&[]);
    b.bind(
        &[],
        Op::Loop(Box::new(Loop { again: Some(go), ..looping(Iteration::Forever, &[], body) })),
    );
    let f = b.done(&[]);
    ok(&f, Stage::LinearA);
    fails(&f, &[], "too many steps");
}

/// A loop that collects x, cos x and goes on while x < 3; its linear part consumes the rows.
fn unzipped_while() -> (Function, Function, Function) {
    let mut b = Build::new("f_primal");
    let x0 = b.param("x", F);
    let x = b.var("x", F);
    b.begin();
    let three = b.real(3.0);
    let cos = b.prim("cos", Prim::Cos, &[x]);
    let two = b.real(2.0);
    let y = b.prim("y", Prim::Mul, &[x, two]);
    let go = b.compare("go", Prim::Lt, &[y, three]);
    let body = b.end(&[y]);
    let (out, rows) = (b.var("x", F), b.var("rows", Ty::Rows));
    b.bind(
        &[out, rows],
        Op::Loop(Box::new(Loop {
            again: Some(go),
            collect: Some(vec![x, cos]),
            ..looping(Iteration::Forever, &[(x0, x)], body)
        })),
    );
    let primal = b.done(&[out, rows]);

    let linear = |backward: bool| {
        let mut b = Build::new("f_linear");
        let rows = b.param("rows", Ty::Rows);
        let d0 = b.param_dot("x_dot", F);
        let (d, x, c) = (b.dot("x_dot", F), b.var("x", F), b.var("cos", F));
        b.begin();
        let (a, e) = (b.dot("a", F), b.dot("b", F));
        b.bind(&[a, e], Op::Linear(Linear::Dup(d)));
        let a = b.lin("a", F, Linear::Scale(a, x));
        let e = b.lin("b", F, Linear::Unscale(e, c));
        let next = b.lin("x_dot", F, Linear::Add(a, e));
        let body = b.end(&[next]);
        let out = b.dot("x_dot", F);
        b.bind(
            &[out],
            Op::Loop(Box::new(Loop {
                backward,
                consume: Some((rows, vec![x, c])),
                ..looping(Iteration::Rows, &[(d0, d)], body)
            })),
        );
        b.done(&[out])
    };
    (primal, linear(false), linear(true))
}

#[test]
fn rows_are_collected_and_consumed() {
    let (primal, forward, backward) = unzipped_while();
    ok(&primal, Stage::LinearA);
    ok(&forward, Stage::LinearB);
    ok(&backward, Stage::LinearB);
    let out = run(&primal, &[0.5.into()]);
    assert_eq!(out.results[0], Value::Real(4.0));
    let f = |x: f64, d: f64| d * x + d / x.cos();
    let there = run(&forward, &[out.results[1].clone(), 1.0.into()]);
    assert_eq!(there.results, [f(2.0, f(1.0, f(0.5, 1.0))).into()]);
    assert_eq!(there.work, 9);
    assert_eq!(
        run(&backward, &[out.results[1].clone(), 1.0.into()]).results,
        [f(0.5, f(1.0, f(2.0, 1.0))).into()]
    );
    assert_eq!(residual_names(&primal, 1), ["rows[x, cos]"]);
    assert!(
        primal.to_string().contains("  (x_1, rows) = loop carry (x_2 = x) {\n")
            && primal.to_string().contains("    again go\n    collect (x_2, cos)\n    (y)\n")
    );
    assert!(
        backward
            .to_string()
            .contains("for rows backward carry (; x_dot_2 = x_dot) consume (x, cos) of rows {")
    );
}

#[test]
fn ranges_run_as_rust_runs_them() {
    for (from, to, inclusive, step, reverse_first, backward) in [
        (0, 7, false, 3, true, false),
        (0, 7, true, 3, false, false),
        (2, 2, false, 1, true, false),
        (5, 2, true, 2, true, true),
        (1, 10, false, 4, true, true),
        (1, 10, true, 4, false, true),
    ] {
        let mut b = Build::new("f");
        let (f, t, k, v0) = (
            b.param("from", U),
            b.param("to", U),
            b.param("k", U),
            b.param("v", Ty::Vec(Box::new(U))),
        );
        let (i, v) = (b.var("i", U), b.var("v", Ty::Vec(Box::new(U))));
        b.begin();
        let w = b.op("v", Ty::Vec(Box::new(U)), Op::Push(Place::of_var(v), End::Last, i));
        let body = b.end(&[w]);
        let mut adaptors = vec![Adaptor::Reverse, Adaptor::StepBy(k)];
        if !reverse_first {
            adaptors.reverse();
        }
        let (out, rows) = (b.var("v", Ty::Vec(Box::new(U))), b.var("rows", Ty::Rows));
        let iteration = Iteration::Range(Range { index: i, from: f, to: t, inclusive, adaptors });
        b.bind(
            &[out, rows],
            Op::Loop(Box::new(Loop {
                backward,
                collect: Some(vec![i]),
                ..looping(iteration, &[(v0, v)], body)
            })),
        );
        let f = b.done(&[out, rows]);
        ok(&f, Stage::LinearA);
        let all: Vec<usize> = if inclusive { (from..=to).collect() } else { (from..to).collect() };
        let mut expected: Vec<i128> = match reverse_first {
            true => all.into_iter().rev().step_by(step).map(|i| i as i128).collect(),
            false => all.into_iter().step_by(step).rev().map(|i| i as i128).collect(),
        };
        let args = [
            Value::Int(from as i128),
            Value::Int(to as i128),
            Value::Int(step as i128),
            Value::ints(&[]),
        ];
        let results = run(&f, &args).results;
        // rows stand in the order of the index values, whichever way the loop runs
        assert_eq!(
            results[1],
            Value::Rows(std::rc::Rc::new(expected.iter().map(|i| vec![Value::Int(*i)]).collect()))
        );
        if backward {
            expected.reverse();
        }
        assert_eq!(results[0], Value::ints(&expected));
    }
}
