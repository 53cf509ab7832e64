//! The tools over Linear A (listing, verifier, cost, interpreter, oracle) on small functions built by hand.

use autodiff_compiler::ir::check::{Stage, check};
use autodiff_compiler::ir::cost::{Drops, count_linear_additions, residual_names, static_size};
use autodiff_compiler::ir::interpret::{Evaluated, Interpreter, Value, closed_form, dual, evaluate};
use autodiff_compiler::ir::*;
use autodiff_compiler::primitives::{Derivative, Prim, row};
use proc_macro2::{Span, TokenStream};
use std::collections::HashMap;

const F: Ty = Ty::F64;
const U: Ty = Ty::USIZE;

fn slice() -> Ty {
    Ty::Slice(Box::new(F))
}

fn vector() -> Ty {
    Ty::Vec(Box::new(F))
}

fn tokens(text: &str) -> TokenStream {
    text.parse().expect("tokens")
}

/// A function under construction; blocks are a stack.
struct Build {
    f: Function,
    open: Vec<Block>,
}

impl Build {
    fn new(name: &str) -> Build {
        Build {
            f: Function { name: name.into(), vars: Vec::new(), params: Vec::new(), body: Block::default() },
            open: vec![Block::default()],
        }
    }
    fn var(&mut self, name: &str, ty: Ty) -> Var {
        self.f.fresh_primal(name, ty, Span::call_site())
    }
    fn dot(&mut self, name: &str, ty: Ty) -> Var {
        self.f.fresh_linear(name, ty, Span::call_site())
    }
    fn param(&mut self, name: &str, ty: Ty) -> Var {
        let v = self.var(name, ty);
        self.f.params.push(v);
        v
    }
    fn param_dot(&mut self, name: &str, ty: Ty) -> Var {
        let v = self.dot(name, ty);
        self.f.params.push(v);
        v
    }
    fn bind(&mut self, vars: &[Var], op: Op) {
        self.open.last_mut().expect("a block").push(vars.to_vec(), op, Span::call_site());
    }
    fn op(&mut self, name: &str, ty: Ty, op: Op) -> Var {
        let v = self.var(name, ty);
        self.bind(&[v], op);
        v
    }
    fn lin(&mut self, name: &str, ty: Ty, op: Linear) -> Var {
        let v = self.dot(name, ty);
        self.bind(&[v], Op::Linear(op));
        v
    }
    fn prim(&mut self, name: &str, prim: Prim, args: &[Var]) -> Var {
        let ty = self.f.ty(args[0]).clone();
        self.op(name, ty, Op::Prim(prim, args.to_vec()))
    }
    fn compare(&mut self, name: &str, prim: Prim, args: &[Var]) -> Var {
        self.op(name, Ty::Bool, Op::Prim(prim, args.to_vec()))
    }
    fn real(&mut self, x: f64) -> Var {
        self.op("c", F, Op::Literal(Literal::Real(x)))
    }
    fn int(&mut self, i: i128) -> Var {
        self.op("k", U, Op::Literal(Literal::Int(i)))
    }
    fn begin(&mut self) {
        self.open.push(Block::default());
    }
    fn end(&mut self, results: &[Var]) -> Block {
        let mut block = self.open.pop().expect("a block");
        block.results = results.to_vec();
        block
    }
    fn done(mut self, results: &[Var]) -> Function {
        self.f.body = self.end(results);
        assert!(self.open.is_empty());
        self.f
    }
}

fn at(root: Var, i: Var) -> Place {
    Place { root, path: vec![Step::Index(i)] }
}

fn range(index: Var, from: Var, to: Var) -> Iteration {
    Iteration::Range(Range { index, from, to, inclusive: false, adaptors: Vec::new() })
}

fn looping(iteration: Iteration, carried: &[(Var, Var)], body: Block) -> Loop {
    Loop {
        iteration,
        backward: false,
        carried: carried.iter().map(|(init, param)| Carried { init: *init, param: *param }).collect(),
        consume: None,
        body,
        again: None,
        collect: None,
    }
}

fn ok(f: &Function, stage: Stage) {
    if let Err(errors) = check(f, stage) {
        panic!("{f}\n{}", errors.join("\n"));
    }
}

/// The verifier rejects a function, with a message that has all of these parts.
fn rejected(f: &Function, stage: Stage, parts: &[&str]) {
    let errors = check(f, stage).expect_err("an error");
    assert!(errors.iter().any(|e| parts.iter().all(|p| e.contains(p))), "no message with {parts:?} in {errors:#?}");
    // what is rejected can be shown
    let _ = f.to_string();
}

fn run(f: &Function, args: &[Value]) -> Evaluated {
    evaluate(f, args, &()).unwrap_or_else(|e| panic!("{e}\n{f}"))
}

fn fails(f: &Function, args: &[Value], message: &str) {
    let e = evaluate(f, args, &()).expect_err("an error");
    assert!(e.contains(message), "{e}");
}

/// Value and tangent of Σ w[i]², in one loop.
fn sum_of_squares() -> Function {
    let mut b = Build::new("loss");
    let w = b.param("w", slice());
    let w_dot = b.param_dot("w_dot", slice());
    let n = b.op("n", U, Op::Len(Place::whole(w)));
    let k = b.int(0);
    let t = b.real(0.0);
    let z = b.lin("total_dot", F, Linear::Zero(None));
    let (total, i) = (b.var("total", F), b.var("i", U));
    let (total_dot, arr) = (b.dot("total_dot", F), b.dot("w_dot", slice()));
    b.begin();
    let x = b.op("x", F, Op::Read(at(w, i)));
    let (x_dot, arr2) = (b.dot("x_dot", F), b.dot("w_dot", slice()));
    b.bind(&[x_dot, arr2], Op::Linear(Linear::Read(at(arr, i))));
    let y = b.prim("y", Prim::Mul, &[x, x]);
    let two = b.prim("two_x", Prim::Add, &[x, x]);
    let y_dot = b.lin("y_dot", F, Linear::Scale(x_dot, two));
    let next = b.prim("total", Prim::Add, &[total, y]);
    let next_dot = b.lin("total_dot", F, Linear::Add(total_dot, y_dot));
    let body = b.end(&[next, next_dot, arr2]);
    let out = b.var("total", F);
    let (out_dot, arr3) = (b.dot("total_dot", F), b.dot("w_dot", slice()));
    let lp = looping(range(i, k, n), &[(t, total), (z, total_dot), (w_dot, arr)], body);
    b.bind(&[out, out_dot, arr3], Op::Loop(Box::new(lp)));
    b.bind(&[], Op::Linear(Linear::Drop(arr3, None)));
    b.done(&[out, out_dot])
}

#[test]
fn a_listing_is_as_expected() {
    let expected = "\
fn loss(w: f64[]; w_dot: f64[]) -> (total; total_dot_1) {
  n = len w
  k = 0
  c = 0.0
  total_dot = zero
  (total; total_dot_1, w_dot_1) = for i in k..n carry (total_1 = c; total_dot_2 = total_dot, w_dot_2 = w_dot) {
    x = read w[i]
    (x_dot, w_dot_3) = read w_dot_2[i]
    y = x * x
    two_x = x + x
    y_dot = two_x * x_dot
    total_2 = total_1 + y
    total_dot_3 = total_dot_2 + y_dot
    (total_2; total_dot_3, w_dot_3)
  }
  drop w_dot_1
}
";
    let f = sum_of_squares();
    ok(&f, Stage::LinearA);
    assert_eq!(f.to_string(), expected);
    assert_eq!(f.to_string(), f.clone().to_string());
}

#[test]
fn names_stay_unique_beside_a_users_numbered_one() {
    let mut b = Build::new("f");
    let x = b.param("x", F);
    let x1 = b.param("x_1", F);
    let y = b.prim("x", Prim::Sin, &[x]);
    let z = b.prim("x", Prim::Powf, &[y, x1]);
    let f = b.done(&[z]);
    assert_eq!(f.to_string(), "fn f(x: f64, x_1: f64) -> (x_3) {\n  x_2 = sin x\n  x_3 = powf x_2 x_1\n}\n");
}

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
    assert_eq!(charged.run(&f, &[Value::reals(&[1.0, 2.0, 3.0]), Value::reals(&[1.0, 0.0, 10.0])]).map(|e| e.work), Ok(18));
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
    assert_eq!(run(&f, &[3.0.into(), 2.0.into()]), Evaluated { results: vec![3.0.into(), 6.0.into()], work: 1 });
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

/// Prefix products in place; with `late` the old version is read afterwards, without `copy`.
fn prefix_products(late: bool) -> Function {
    let mut b = Build::new("prefix");
    let a = b.param("a", vector());
    let one = b.int(1);
    let n = b.op("n", U, Op::Len(Place::whole(a)));
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
    assert_eq!(run(&f, &[Value::reals(&[1.0, 2.0, 3.0, 4.0])]), Evaluated { results: vec![Value::reals(&[1.0, 2.0, 6.0, 24.0])], work: 3 });
    let (values, tangents) = dual(&f, &[Value::reals(&[1.0, 2.0, 3.0])], &[Value::reals(&[1.0, 0.0, 1.0])], &()).expect("a run");
    assert_eq!((values, tangents), (vec![Value::reals(&[1.0, 2.0, 6.0])], vec![Value::reals(&[1.0, 2.0, 8.0])]));
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
        b.op("c", vector(), Op::Push(a, x));
    });
    rejected(&f, Stage::LinearA, &["`push` reads `a`", "after an update consumed it"]);
    let f = build(|b, a, i, x| {
        let v = b.op("v", slice(), Op::View(Place::whole(a)));
        b.op("b", vector(), Op::Update(at(a, i), x));
        b.op("y", F, Op::Read(at(v, i)));
    });
    rejected(&f, Stage::LinearA, &["a read reads `v`", "a view of `a`"]);
    let f = build(|b, a, i, x| {
        let v = b.op("v", slice(), Op::View(Place::whole(a)));
        b.op("b", slice(), Op::Update(at(v, i), x));
    });
    rejected(&f, Stage::LinearA, &["consumes the view `v`"]);
    let f = build(|b, a, i, x| {
        let copy = b.op("copy", vector(), Op::Read(Place::whole(a)));
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
    b.bind(&[w, x], Op::Pop(v));
    let f = b.done(&[w, x]);
    ok(&f, Stage::LinearA);
    fails(&f, &[Value::reals(&[])], "pop of an empty");

    let mut b = Build::new("f");
    b.begin();
    let go = b.op("go", Ty::Bool, Op::Literal(Literal::Bool(true)));
    let body = b.end(&[]);
    b.bind(&[], Op::Loop(Box::new(Loop { again: Some(go), ..looping(Iteration::Forever, &[], body) })));
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
        Op::Loop(Box::new(Loop { again: Some(go), collect: Some(vec![x, cos]), ..looping(Iteration::Forever, &[(x0, x)], body) })),
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
            Op::Loop(Box::new(Loop { backward, consume: Some((rows, vec![x, c])), ..looping(Iteration::Rows, &[(d0, d)], body) })),
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
    assert_eq!(run(&backward, &[out.results[1].clone(), 1.0.into()]).results, [f(0.5, f(1.0, f(2.0, 1.0))).into()]);
    assert_eq!(residual_names(&primal, 1), ["rows[x, cos]"]);
    assert!(
        primal.to_string().contains("  (x_1, rows) = loop carry (x_2 = x) {\n")
            && primal.to_string().contains("    again go\n    collect (x_2, cos)\n    (y)\n")
    );
    assert!(backward.to_string().contains("for rows backward carry (; x_dot_2 = x_dot) consume (x, cos) of rows {"));
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
        let (f, t, k, v0) = (b.param("from", U), b.param("to", U), b.param("k", U), b.param("v", Ty::Vec(Box::new(U))));
        let (i, v) = (b.var("i", U), b.var("v", Ty::Vec(Box::new(U))));
        b.begin();
        let w = b.op("v", Ty::Vec(Box::new(U)), Op::Push(v, i));
        let body = b.end(&[w]);
        let mut adaptors = vec![Adaptor::Reverse, Adaptor::StepBy(k)];
        if !reverse_first {
            adaptors.reverse();
        }
        let (out, rows) = (b.var("v", Ty::Vec(Box::new(U))), b.var("rows", Ty::Rows));
        let iteration = Iteration::Range(Range { index: i, from: f, to: t, inclusive, adaptors });
        b.bind(&[out, rows], Op::Loop(Box::new(Loop { backward, collect: Some(vec![i]), ..looping(iteration, &[(v0, v)], body) })));
        let f = b.done(&[out, rows]);
        ok(&f, Stage::LinearA);
        let all: Vec<usize> = if inclusive { (from..=to).collect() } else { (from..to).collect() };
        let mut expected: Vec<i128> = match reverse_first {
            true => all.into_iter().rev().step_by(step).map(|i| i as i128).collect(),
            false => all.into_iter().step_by(step).rev().map(|i| i as i128).collect(),
        };
        let args = [Value::Int(from as i128), Value::Int(to as i128), Value::Int(step as i128), Value::ints(&[])];
        let results = run(&f, &args).results;
        // rows stand in the order of the index values, whichever way the loop runs
        assert_eq!(results[1], Value::Rows(std::rc::Rc::new(expected.iter().map(|i| vec![Value::Int(*i)]).collect())));
        if backward {
            expected.reverse();
        }
        assert_eq!(results[0], Value::ints(&expected));
    }
}

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
    rejected(&with_dot(|b, _, d| vec![b.lin("y_dot", F, Linear::Add(d, d))]), a, &["`x_dot`", "used more than once"]);
    rejected(&with_dot(|_, _, d| vec![d, d]), a, &["`x_dot`", "used more than once"]);
    rejected(&with_dot(|b, _, d| vec![b.prim("y", Prim::Sin, &[d])]), a, &["`sin` reads linear `x_dot`", "non-linear variable belongs"]);
    rejected(&with_dot(|b, x, d| vec![b.lin("y_dot", F, Linear::Add(d, x))]), a, &["reads non-linear `x`", "linear variable belongs"]);
    rejected(&with_dot(|b, _, d| vec![b.lin("y_dot", F, Linear::Scale(d, d))]), a, &["`x_dot`", "used more than once"]);
    rejected(&with_dot(|b, _, d| vec![b.op("y", F, Op::Linear(Linear::Neg(d)))]), a, &["`y`", "should be linear"]);
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

#[test]
fn types_and_arities_are_enforced() {
    let a = Stage::LinearA;
    let f32_ = Ty::Real(Real::F32);
    let build = |then: &dyn Fn(&mut Build)| {
        let mut b = Build::new("f");
        then(&mut b);
        b.done(&[])
    };
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
                b.bind(&[], Op::Loop(Box::new(Loop { again: Some(x), ..looping(range(i, n, n), &[], body) })));
            }),
            vec!["condition of a loop", "`x` (v0) is f64"],
        ),
    ];
    for (f, parts) in &cases {
        rejected(f, a, parts);
    }
    // where only rustc knows the type, nothing is said
    let f = build(&|b| {
        let p = b.param("p", Ty::Projected(Projection::Output(Callee::new(tokens("g"), false))));
        let (x, i) = (b.param("x", F), b.param("i", U));
        b.prim("z", Prim::Mul, &[p, x]);
        b.op("q", F, Op::Read(at(p, i)));
    });
    ok(&f, a);
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
    let v = b.lin("v_dot", vector(), Linear::Push(v, d2));
    let v = b.lin("v_dot", vector(), Linear::Scale(v, x));
    let r = b.lin("r", vector(), Linear::Repeat(t, n));
    let r = b.lin("r", F, Linear::Sum(r, n));
    let f = b.done(&[v, r]);
    ok(&f, Stage::LinearB);
    let out = run(&f, &[Value::Int(4), Value::Int(1), 2.0.into(), Value::reals(&[1.0, 10.0]), 0.5.into()]);
    assert_eq!(out.results, [Value::reals(&[0.0, 2.0, 1.0]), 42.0.into()]);
    // accumulate 1, scale of three 3, sum of four 3
    assert_eq!(out.work, 7);
    assert!(f.to_string().contains(
        "  v_dot_1 = accumulate v_dot[i] += d_1\n  (t, v_dot_2) = take v_dot_1[i]\n  k = 0\n  v_dot_3 = swap v_dot_2[i], v_dot_2[k]\n"
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
    let z = b.lin("z", pairs, Linear::Accumulate(Place { root: z, path: vec![Step::Index(i), Step::Field(0)] }, x));
    let f = b.done(&[z]);
    ok(&f, Stage::LinearB);
    let p = Value::array(vec![Value::Tuple(vec![1.0.into(), Value::Int(7)]), Value::Tuple(vec![2.0.into(), Value::Int(8)])]);
    let out = run(&f, &[p, Value::Int(1), 3.0.into()]);
    let dots = [0.0, 3.0].map(|d| Value::Tuple(vec![d.into(), Value::unit()]));
    assert_eq!(out.results, [Value::array(dots.to_vec())]);
}

#[test]
fn literals_casts_and_constants() {
    let literal = |text: &str, ty: Ty| {
        let mut b = Build::new("f");
        let x = b.op("x", ty, Op::Literal(Literal::Source(tokens(text))));
        let f = b.done(&[x]);
        evaluate(&f, &[], &()).map(|e| e.results[0].clone())
    };
    assert_eq!(literal("1_000.5e-1", F), Ok(Value::Real(100.05)));
    assert_eq!(literal("1e-3_f32", Ty::Real(Real::F32)), Ok(Value::F32(1e-3)));
    assert_eq!(literal("7usize", U), Ok(Value::Int(7)));
    assert_eq!(literal("0xff_u8", Ty::Int("u8")), Ok(Value::Int(255)));
    assert!(literal("256", Ty::Int("u8")).is_err());
    assert_eq!(literal("'a'", Ty::Text("char")), Ok(Value::Text("'a'".into())));
    assert_eq!(literal("true", Ty::Bool), Ok(Value::Bool(true)));

    let cast = |x: Value, from: Ty, to: Ty| {
        let mut b = Build::new("f");
        let v = b.param("x", from);
        let y = b.op("y", to, Op::Cast(v));
        let f = b.done(&[y]);
        ok(&f, Stage::LinearA);
        run(&f, &[x]).results[0].clone()
    };
    assert_eq!(cast((-3.9).into(), F, Ty::Int("i32")), Value::Int(-3));
    assert_eq!(cast((-3.9).into(), F, U), Value::Int(0));
    assert_eq!(cast(f64::NAN.into(), F, U), Value::Int(0));
    assert_eq!(cast(Value::Int(300), Ty::Int("i32"), Ty::Int("u8")), Value::Int(44));
    assert_eq!(cast(Value::Int(200), Ty::Int("u8"), Ty::Int("i8")), Value::Int(-56));
    assert_eq!(cast(0.1.into(), F, Ty::Real(Real::F32)), Value::F32(0.1));
    assert_eq!(cast(Value::Bool(true), Ty::Bool, U), Value::Int(1));

    let opaque = |code: &str| {
        let mut b = Build::new("f");
        let o = Opaque { code: tokens(code), captures: vec![], effect: false, discrete: false, what: String::new(), advice: String::new() };
        let x = b.op("x", F, Op::Opaque(Box::new(o)));
        evaluate(&b.done(&[x]), &[], &()).map(|e| e.results[0].clone())
    };
    assert_eq!(opaque("std::f64::consts::PI"), Ok(Value::Real(std::f64::consts::PI)));
    assert_eq!(opaque("f64::NEG_INFINITY"), Ok(Value::Real(f64::NEG_INFINITY)));
    assert_eq!(opaque("::core::f32::EPSILON"), Ok(Value::F32(f32::EPSILON)));
    assert!(opaque("frobnicate(3)").is_err());
}

/// Points where a primitive is smooth; `None` if it has no derivative.
fn points(prim: Prim) -> Option<Vec<Vec<f64>>> {
    let one = |xs: &[f64]| Some(xs.iter().map(|x| vec![*x]).collect());
    match prim {
        Prim::Powi => Some(vec![vec![1.3, 3.0], vec![-0.7, 2.0], vec![2.0, -2.0], vec![1.5, 0.0], vec![0.0, 1.0]]),
        Prim::Powf => Some(vec![vec![1.3, 2.5], vec![0.4, -1.5], vec![3.0, 1.0]]),
        Prim::Log => Some(vec![vec![5.0, 3.0], vec![0.3, 2.0]]),
        Prim::Clamp => Some(vec![vec![0.5, 0.0, 1.0], vec![-0.5, 0.0, 1.0], vec![2.5, 0.0, 1.0]]),
        Prim::MulAdd => Some(vec![vec![1.5, -2.0, 0.3]]),
        Prim::Acosh => one(&[1.2, 3.0]),
        Prim::Sqrt | Prim::Ln | Prim::Log2 | Prim::Log10 => one(&[0.3, 1.0, 7.0]),
        Prim::Asin | Prim::Acos | Prim::Atanh => one(&[-0.6, 0.2, 0.8]),
        Prim::Ln1p | Prim::LnGamma | Prim::Digamma => one(&[0.3, 1.7, 12.5]),
        Prim::Rem | Prim::RemEuclid | Prim::DivEuclid => Some(vec![vec![7.3, 2.0], vec![-7.3, 2.0], vec![7.3, -2.0]]),
        _ if matches!(row(prim).derivative, Derivative::OfARule) => None,
        _ if closed_form(prim, &[0.5, 0.5, 0.5]).is_err() => None,
        _ if row(prim).arity == 2 => Some(vec![vec![0.7, 1.9], vec![-1.3, 0.4], vec![2.2, -0.9]]),
        _ => one(&[-1.3, -0.4, 0.7, 2.1]),
    }
}

#[test]
fn the_oracle_agrees_with_central_differences() {
    let mut seen = 0;
    for prim in Prim::ALL {
        // every row with a derivative is looked at
        let Some(points) = points(*prim) else {
            assert!(matches!(row(*prim).derivative, Derivative::Zero | Derivative::OfARule), "{prim:?}");
            continue;
        };
        seen += 1;
        let discrete_exponent = *prim == Prim::Powi;
        let mut b = Build::new("f");
        let args: Vec<Var> =
            (0..row(*prim).arity).map(|i| b.param("x", if discrete_exponent && i == 1 { Ty::Int("i32") } else { F })).collect();
        let y = b.prim("y", *prim, &args);
        let f = b.done(&[y]);
        ok(&f, Stage::LinearA);
        for x in points {
            let value = |i: usize, x: f64| if discrete_exponent && i == 1 { Value::Int(x as i128) } else { Value::Real(x) };
            for wrt in 0..x.len() - usize::from(discrete_exponent) {
                let at = |d: f64| {
                    let moved: Vec<Value> = x.iter().enumerate().map(|(i, x)| value(i, if i == wrt { x + d } else { *x })).collect();
                    run(&f, &moved).results[0].flatten()[0]
                };
                // fourth order
                let h = 1e-3;
                let differences = (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h);
                let arguments: Vec<Value> = x.iter().enumerate().map(|(i, x)| value(i, *x)).collect();
                let tangents: Vec<Value> = (0..x.len()).map(|i| if i == wrt { Value::Real(1.0) } else { Value::unit() }).collect();
                let (values, tangents) = dual(&f, &arguments, &tangents, &()).expect("a run");
                assert_eq!(values, run(&f, &arguments).results, "{prim:?}");
                let tangent = tangents[0].flatten()[0];
                assert!(
                    (tangent - differences).abs() <= 1e-8 * (1.0 + tangent.abs()),
                    "{prim:?} at {x:?} by argument {wrt}: {tangent} but differences {differences}"
                );
            }
        }
    }
    assert!(seen > 45, "{seen}");
}

#[test]
fn the_oracle_follows_the_declared_kinks() {
    let table: &[(Prim, &[f64], &[f64])] = &[
        (Prim::Abs, &[0.0], &[0.0]),
        (Prim::Max, &[1.0, 1.0], &[1.0, 0.0]),
        (Prim::Min, &[1.0, 1.0], &[1.0, 0.0]),
        (Prim::Clamp, &[1.0, 1.0, 2.0], &[1.0, 0.0, 0.0]),
        (Prim::Clamp, &[2.0, 1.0, 2.0], &[1.0, 0.0, 0.0]),
        (Prim::Powi, &[0.0, 0.0], &[0.0, 0.0]),
        (Prim::Powi, &[0.0, 1.0], &[1.0, 0.0]),
        (Prim::Powf, &[0.0, 1.0], &[1.0, 0.0]),
        (Prim::Powf, &[0.0, 2.0], &[0.0, 0.0]),
        (Prim::Hypot, &[0.0, 0.0], &[0.0, 0.0]),
        (Prim::Atan2, &[0.0, 0.0], &[0.0, 0.0]),
        (Prim::Floor, &[1.0], &[0.0]),
        (Prim::Signum, &[0.0], &[0.0]),
    ];
    for (prim, x, expected) in table {
        assert_eq!(closed_form(*prim, x).as_deref(), Ok(*expected), "{prim:?} at {x:?}");
    }
    let trigamma_at_half = std::f64::consts::PI.powi(2) / 2.0;
    let there = closed_form(Prim::Digamma, &[0.5]).expect("a row")[0];
    assert!((there - trigamma_at_half).abs() < 1e-13);
}

#[test]
fn a_constant_stops_the_derivative() {
    let mut b = Build::new("f");
    let x = b.param("x", F);
    let k = b.op("k", F, Op::Constant(x));
    let y = b.prim("y", Prim::Mul, &[x, k]);
    let f = b.done(&[y]);
    ok(&f, Stage::LinearA);
    assert_eq!(dual(&f, &[3.0.into()], &[1.0.into()], &()), Ok((vec![9.0.into()], vec![3.0.into()])));
}

/// `g(a: &[f64], k: f64, n: usize) -> f64 = a[n] · k` in all stages, by hand; every stage is in the interpreter's convention.
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
        value: Tree::Leaf(v),
    };
    let interface = Interface {
        name: "g".into(),
        generics: Default::default(),
        params: vec![param("a", slice(), Passing::Shared, a), param("k", F, Passing::Value, k), param("n", U, Passing::Value, n)],
        rust_output: tokens("f64"),
        output: F,
        output_value: Tree::Leaf(y),
    };
    for f in [&linear, &transposed] {
        ok(f, Stage::LinearB);
    }
    for f in [&primal, &jvp, &unzipped] {
        ok(f, Stage::LinearA);
    }
    Stages { interface, primal, jvp, dots: Vec::new(), unzipped, residuals: Vec::new(), linear, transposed }
}

fn callee() -> Callee {
    Callee::new(tokens("g"), false)
}

fn leaf(var: Option<Var>) -> LinearLeaf {
    LinearLeaf { var, shape: None }
}

#[test]
fn calls_in_every_stage() {
    let program: HashMap<String, Stages> = HashMap::from([("g".to_string(), scaled_element())]);
    let call = |a: Var, k: Var, n: Var, y: Var| Call {
        callee: callee(),
        arguments: vec![Argument::Shared(a), Argument::Value(Tree::Leaf(k)), Argument::Value(Tree::Leaf(n))],
        output: Tree::Leaf(y),
        before: Vec::new(),
    };
    let a = Value::reals(&[1.0, 2.0, 3.0]);
    let point = [a.clone(), 5.0.into(), Value::Int(1)];

    // primal, and dual numbers through a call
    let mut b = Build::new("f");
    let (pa, pk, pn, y) = (b.param("a", slice()), b.param("k", F), b.param("n", U), b.var("y", F));
    b.bind(&[y], Op::Call(call(pa, pk, pn, y)));
    let f = b.done(&[y]);
    ok(&f, Stage::LinearA);
    assert_eq!(f.to_string(), "fn f(a: f64[], k: f64, n: usize) -> (y) {\n  y = g(&a, k, n)\n}\n");
    assert_eq!(evaluate(&f, &point, &program), Ok(Evaluated { results: vec![10.0.into()], work: 1 }));
    let (_, t) = dual(&f, &point, &[Value::reals(&[0.0, 1.0, 0.0]), 10.0.into(), Value::unit()], &program).expect("a run");
    assert_eq!(t, [25.0.into()]);
    rejected(&f, Stage::LinearB, &["calls a primal in Linear B", "`g`"]);
    assert!(evaluate(&f, &point, &()).expect_err("an error").contains("`g` is not known"));

    // value and tangent, once with the tangent of k, once without
    for k_active in [true, false] {
        let mut b = Build::new("f_jvp");
        let (pa, pk, pn, y) = (b.param("a", slice()), b.param("k", F), b.param("n", U), b.var("y", F));
        let da = b.param_dot("a_dot", slice());
        let dk = k_active.then(|| b.param_dot("k_dot", F));
        let (dy, da2) = (b.dot("y_dot", F), b.dot("a_dot", slice()));
        let lc = LinearCall {
            call: call(pa, pk, pn, y),
            frame: None,
            arguments: vec![LinearArgument::Threaded(Place::whole(da)), LinearArgument::Value(vec![leaf(dk)]), LinearArgument::None],
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
        assert_eq!(out.results, [10.0.into(), if k_active { 25.0 } else { 5.0 }.into(), Value::reals(&[0.0, 1.0, 0.0])]);
    }

    // unzipped
    let mut b = Build::new("f_primal");
    let (pa, pk, pn, y) = (b.param("a", slice()), b.param("k", F), b.param("n", U), b.var("y", F));
    let frame = b.var("frame", Ty::Frame(callee()));
    b.bind(&[y, frame], Op::CallPrimal(call(pa, pk, pn, y)));
    let f = b.done(&[y, frame]);
    ok(&f, Stage::LinearA);
    let out = evaluate(&f, &point, &program).expect("a run").results;
    assert_eq!(out[0], 10.0.into());

    let linear = |transposed: bool, with_frame: bool| {
        let mut b = Build::new(if transposed { "f_transposed" } else { "f_linear" });
        let (pa, pk, pn, y) = (b.param("a", slice()), b.param("k", F), b.param("n", U), b.param("y", F));
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
                LinearArgument::Threaded(Place::whole(threaded)),
                LinearArgument::Value(vec![leaf(Some(k))]),
                LinearArgument::None,
            ],
            outputs: vec![leaf(Some(out))],
            transposed,
        };
        b.bind(&[value, array], Op::Linear(Linear::Call(Box::new(lc))));
        b.done(&[value, array])
    };
    let before = |rest: [Value; 2]| [point.to_vec(), vec![0.0.into(), out[1].clone()], rest.to_vec()].concat();
    let f = linear(false, true);
    ok(&f, Stage::LinearB);
    assert!(f.to_string().contains("(value, array) = linear g[frame; &a](&mut first, second, _)"), "{f}");
    let got = evaluate(&f, &before([Value::reals(&[0.0, 1.0, 0.0]), 10.0.into()]), &program).expect("a run");
    assert_eq!(got, Evaluated { results: vec![25.0.into(), Value::reals(&[0.0, 1.0, 0.0])], work: 3 });
    let f = linear(true, true);
    ok(&f, Stage::LinearB);
    assert!(f.to_string().contains("(value, array) = transposed g[frame; &a](first; &mut second)"), "{f}");
    let got = evaluate(&f, &before([1.0.into(), Value::reals(&[100.0, 0.0, 0.0])]), &program).expect("a run");
    assert_eq!(got, Evaluated { results: vec![2.0.into(), Value::reals(&[100.0, 5.0, 0.0])], work: 3 });
    rejected(&linear(true, false), Stage::LinearB, &["a linear call of `g`", "no frame"]);
}

#[test]
fn endless_recursion_is_an_error() {
    let mut b = Build::new("r");
    let (x, y) = (b.param("x", F), b.var("y", F));
    let callee = Callee::new(tokens("r"), true);
    b.bind(&[y], Op::Call(Call { callee, arguments: vec![Argument::Value(Tree::Leaf(x))], output: Tree::Leaf(y), before: Vec::new() }));
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
            value: Tree::Leaf(x),
        }],
        rust_output: tokens("f64"),
        output: F,
        output_value: Tree::Leaf(y),
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
    };
    let program = HashMap::from([("r".to_string(), stages)]);
    assert!(evaluate(&f, &[1.0.into()], &program).expect_err("an error").contains("too deep"));
}

#[test]
fn a_view_of_an_element_and_a_unique_argument_by_place() {
    // swap halves through slices: a[..2] and a[2..] are copied out by `Read`, and written back whole
    let mut b = Build::new("f");
    let a = b.param("a", vector());
    let two = b.int(2);
    let from = |from, to| vec![Step::Slice { from, to, inclusive: false }];
    let low = b.op("low", slice(), Op::View(Place { root: a, path: from(None, Some(two)) }));
    let copy = b.op("copy", vector(), Op::Read(Place::whole(low)));
    let high = b.op("high", vector(), Op::Read(Place { root: a, path: from(Some(two), None) }));
    let a1 = b.op("a", vector(), Op::Update(Place { root: a, path: from(None, Some(two)) }, high));
    let a2 = b.op("a", vector(), Op::Update(Place { root: a1, path: from(Some(two), None) }, copy));
    let f = b.done(&[a2]);
    ok(&f, Stage::LinearA);
    assert_eq!(run(&f, &[Value::reals(&[1.0, 2.0, 3.0, 4.0])]).results, [Value::reals(&[3.0, 4.0, 1.0, 2.0])]);
    fails(&f, &[Value::reals(&[1.0])], "slice 0..2 of a sequence of length 1");
    assert!(f.to_string().contains("  low = view a[..k]\n  copy = copy low\n  high = read a[k..]\n"));
}
