//! The tools over Linear A (listing, verifier, cost, interpreter, oracle) on small functions built
//! by hand.

mod arrays;
mod calls;
mod checks;
mod control;
mod oracle;

use autodiff_compiler::ir::check::{Stage, check};
use autodiff_compiler::ir::cost::{Drops, count_linear_additions, residual_names, static_size};
use autodiff_compiler::ir::interpret::{
    Evaluation, Interpreter, Value, closed_form, dual, evaluate,
};
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
            f: Function {
                name: name.into(),
                vars: Vec::new(),
                params: Vec::new(),
                body: Block::default(),
            },
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
        carried: carried
            .iter()
            .map(|(init, param)| Carried { init: *init, param: *param })
            .collect(),
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
    assert!(
        errors.iter().any(|e| parts.iter().all(|p| e.contains(p))),
        "no message with {parts:?} in {errors:#?}"
    );
    // what is rejected can be shown
    let _ = f.to_string();
}

fn run(f: &Function, args: &[Value]) -> Evaluation {
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
    let n = b.op("n", U, Op::Len(Place::of_var(w)));
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
fn names_stay_unique_next_to_a_numbered_one() {
    let mut b = Build::new("f");
    let x = b.param("x", F);
    let x1 = b.param("x_1", F);
    let y = b.prim("x", Prim::Sin, &[x]);
    let z = b.prim("x", Prim::Powf, &[y, x1]);
    let f = b.done(&[z]);
    assert_eq!(
        f.to_string(),
        "fn f(x: f64, x_1: f64) -> (x_3) {\n  x_2 = sin x\n  x_3 = powf x_2 x_1\n}\n"
    );
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
        let o = Opaque::new(tokens(code), vec![], String::new());
        let x = b.op("x", F, Op::Opaque(Box::new(o)));
        evaluate(&b.done(&[x]), &[], &()).map(|e| e.results[0].clone())
    };
    assert_eq!(opaque("std::f64::consts::PI"), Ok(Value::Real(std::f64::consts::PI)));
    assert_eq!(opaque("f64::NEG_INFINITY"), Ok(Value::Real(f64::NEG_INFINITY)));
    assert_eq!(opaque("::core::f32::EPSILON"), Ok(Value::F32(f32::EPSILON)));
    assert!(opaque("frobnicate(3)").is_err());
}
