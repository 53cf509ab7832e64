//! The passes on a family of functions built by hand: activity, jvp, unzip, transpose, then erase and everything again.

use autodiff_compiler::ir::check::{Stage, check};
use autodiff_compiler::ir::cost::Drops;
use autodiff_compiler::ir::interpret::{Evaluated, Interpreter, Value, dual};
use autodiff_compiler::ir::*;
use autodiff_compiler::passes::activity::activity;
use autodiff_compiler::passes::erase::{erase, erased_interface, erased_reverse_interface, reverse};
use autodiff_compiler::passes::jvp::{Jvp, jvp};
use autodiff_compiler::passes::transpose::transpose;
use autodiff_compiler::passes::unzip::{Unzipped, unzip};
use autodiff_compiler::primitives::Prim;
use proc_macro2::Span;

const F: Ty = Ty::F64;
const U: Ty = Ty::USIZE;

fn slice() -> Ty {
    Ty::Slice(Box::new(F))
}

fn vector() -> Ty {
    Ty::Vec(Box::new(F))
}

/// A function and its interface under construction; blocks are a stack.
struct Build {
    f: Function,
    open: Vec<Block>,
    params: Vec<Param>,
}

impl Build {
    fn new(name: &str) -> Build {
        let f = Function { name: name.into(), vars: Vec::new(), params: Vec::new(), body: Block::default() };
        Build { f, open: vec![Block::default()], params: Vec::new() }
    }
    fn var(&mut self, name: &str, ty: Ty) -> Var {
        self.f.fresh_primal(name, ty, Span::call_site())
    }
    fn param_as(&mut self, name: &str, ty: Ty, passing: Passing, constant: bool) -> Var {
        let v = self.var(name, ty.clone());
        self.f.params.push(v);
        self.params.push(Param { name: name.into(), rust_type: Default::default(), ty, passing, constant, value: Tree::Leaf(v) });
        v
    }
    fn value(&mut self, name: &str, ty: Ty) -> Var {
        self.param_as(name, ty, Passing::Value, false)
    }
    fn shared(&mut self, name: &str, ty: Ty) -> Var {
        self.param_as(name, ty, Passing::Shared, false)
    }
    fn unique(&mut self, name: &str, ty: Ty) -> Var {
        self.param_as(name, ty, Passing::Unique, false)
    }
    fn bind(&mut self, vars: &[Var], op: Op) {
        self.open.last_mut().expect("a block").push(vars.to_vec(), op, Span::call_site());
    }
    fn op(&mut self, name: &str, ty: Ty, op: Op) -> Var {
        let v = self.var(name, ty);
        self.bind(&[v], op);
        v
    }
    fn prim(&mut self, name: &str, prim: Prim, args: &[Var]) -> Var {
        let ty = self.f.ty(args[0]).clone();
        self.op(name, ty, Op::Prim(prim, args.to_vec()))
    }
    fn compare(&mut self, name: &str, prim: Prim, args: &[Var]) -> Var {
        self.op(name, Ty::Bool, Op::Prim(prim, args.to_vec()))
    }
    fn mul(&mut self, a: Var, b: Var) -> Var {
        self.prim("p", Prim::Mul, &[a, b])
    }
    fn add(&mut self, a: Var, b: Var) -> Var {
        self.prim("s", Prim::Add, &[a, b])
    }
    fn real(&mut self, x: f64) -> Var {
        self.op("c", F, Op::Literal(Literal::Real(x)))
    }
    fn int(&mut self, i: i128) -> Var {
        self.op("k", U, Op::Literal(Literal::Int(i)))
    }
    fn read(&mut self, root: Var, i: Var) -> Var {
        self.op("e", F, Op::Read(at(root, i)))
    }
    fn len(&mut self, root: Var) -> Var {
        self.op("n", U, Op::Len(Place::whole(root)))
    }
    fn begin(&mut self) {
        self.open.push(Block::default());
    }
    fn end(&mut self, results: &[Var]) -> Block {
        let mut block = self.open.pop().expect("a block");
        block.results = results.to_vec();
        block
    }
    /// `for index in from..to`, carrying `(initial value, parameter)`, `body` giving the next values; the final ones.
    fn for_(&mut self, from: Var, to: Var, inits: &[Var], body: impl FnOnce(&mut Build, Var, &[Var]) -> Vec<Var>) -> Vec<Var> {
        self.for_range(from, to, false, Vec::new(), inits, body)
    }
    fn for_range(
        &mut self,
        from: Var,
        to: Var,
        inclusive: bool,
        adaptors: Vec<Adaptor>,
        inits: &[Var],
        body: impl FnOnce(&mut Build, Var, &[Var]) -> Vec<Var>,
    ) -> Vec<Var> {
        let index = self.var("i", U);
        let params: Vec<Var> = self.same(inits);
        self.begin();
        let next = body(self, index, &params);
        let body = self.end(&next);
        let finals = self.same(inits);
        let lp = Loop { iteration: Iteration::Range(Range { index, from, to, inclusive, adaptors }), ..carrying(inits, &params, body) };
        self.bind(&finals, Op::Loop(Box::new(lp)));
        finals
    }
    fn same(&mut self, vars: &[Var]) -> Vec<Var> {
        vars.iter()
            .map(|v| {
                let info = self.f.info(*v).clone();
                self.var(&info.name, info.ty)
            })
            .collect()
    }
    /// `loop { … }` with the last value of `body` telling whether it goes on.
    fn forever(&mut self, inits: &[Var], body: impl FnOnce(&mut Build, &[Var]) -> Vec<Var>) -> Vec<Var> {
        let params: Vec<Var> = self.same(inits);
        self.begin();
        let mut next = body(self, &params);
        let again = next.pop();
        let body = self.end(&next);
        let finals = self.same(inits);
        self.bind(&finals, Op::Loop(Box::new(Loop { again, ..carrying(inits, &params, body) })));
        finals
    }
    fn if_(&mut self, tag: Var, yes: impl FnOnce(&mut Build) -> Vec<Var>, no: impl FnOnce(&mut Build) -> Vec<Var>) -> Vec<Var> {
        self.begin();
        let results = yes(self);
        let yes = self.end(&results);
        self.begin();
        let other = no(self);
        let no = self.end(&other);
        let vars = self.same(&results);
        self.bind(&vars, Op::Branch(tag, vec![yes, no]));
        vars
    }
    fn done(self, results: &[Var], points: &[&[Value]]) -> Case {
        self.done_with(results, &[], points)
    }
    /// The same with the final versions of parameters by mutable reference.
    fn done_with(mut self, results: &[Var], finals: &[Var], points: &[&[Value]]) -> Case {
        self.f.body = self.end(&[results, finals].concat());
        assert!(self.open.is_empty());
        let interface = Interface {
            name: self.f.name.clone(),
            generics: Default::default(),
            params: self.params,
            rust_output: Default::default(),
            output: Ty::Tuple(results.iter().map(|v| self.f.ty(*v).clone()).collect()),
            output_value: Tree::Tuple(results.iter().map(|v| Tree::Leaf(*v)).collect()),
        };
        Case { function: self.f, interface, points: points.iter().map(|p| p.to_vec()).collect() }
    }
}

fn carrying(inits: &[Var], params: &[Var], body: Block) -> Loop {
    Loop {
        iteration: Iteration::Forever,
        backward: false,
        carried: inits.iter().zip(params).map(|(init, param)| Carried { init: *init, param: *param }).collect(),
        consume: None,
        body,
        again: None,
        collect: None,
    }
}

fn at(root: Var, i: Var) -> Place {
    Place { root, path: vec![Step::Index(i)] }
}

/// A primal function with points to look at it.
struct Case {
    function: Function,
    interface: Interface,
    points: Vec<Vec<Value>>,
}

fn r(x: f64) -> Value {
    Value::Real(x)
}

fn n(i: i128) -> Value {
    Value::Int(i)
}

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
    b.bind(&[rest, last], Op::Pop(w));
    let (rest2, first) = (b.var("rest", vector()), b.var("first", F));
    b.bind(&[rest2, first], Op::Pop(u));
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
    let (u, w, s, x) = (b.unique("u", slice()), b.unique("w", slice()), b.unique("s", F), b.value("x", F));
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
    b.done(&s, &[&[Value::reals(&[1.0, -0.5, 0.2, 2.0]), Value::reals(&[0.3, -0.7])], &[Value::reals(&[]), Value::reals(&[])]])
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
        let row =
            b.op("row", slice(), Op::View(Place { root: a, path: vec![Step::Slice { from: Some(from), to: Some(to), inclusive: false }] }));
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
    b.done(&[s[0], v[0]], &[&[Value::reals(&[1.0, -0.5, 0.2, 2.0]), r(0.4)], &[Value::reals(&[1.0]), r(-0.4)]])
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
    b.bind(&[a2, last], Op::Pop(a));
    let y = b.mul(last, x);
    let a = b.op("a", vector(), Op::Push(a2, y));
    let first = b.read(a, k);
    let first = b.mul(first, y);
    b.done(&[a, first], &[&[Value::reals(&[1.5, -0.5, 0.2, 2.0]), r(0.4)]])
}

/// A copy that outlives an update of the original, and an array handed through a branch.
fn copies() -> Case {
    let mut b = Build::new("copies");
    let (a, x) = (b.value("a", vector()), b.value("x", F));
    let (k, one) = (b.int(0), b.int(1));
    let copy = b.op("copy", vector(), Op::Read(Place::whole(a)));
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
    b.done(&[z, pair], &[&[Value::reals(&[1.5, 2.5]), r(0.4)], &[Value::reals(&[1.5, 2.5]), r(-0.4)]])
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
        iteration: Iteration::Range(Range { index, from: k, to: n_, inclusive: false, adaptors: vec![] }),
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
    let out = b.for_range(k, n_, true, vec![Adaptor::Reverse, Adaptor::StepBy(two)], &[x, y], |b, i, c| {
        let f = b.op("f", F, Op::Cast(i));
        let p = b.mul(c[0], c[1]);
        let q = b.prim("q", Prim::Div, &[p, f]);
        let q = b.prim("cos", Prim::Cos, &[q]);
        vec![c[1], q]
    });
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
        let e = b.op("e", F, Op::Read(Place { root: a, path: vec![Step::Index(j), Step::Index(k)] }));
        let e = b.prim("sin", Prim::Sin, &[e]);
        let t = b.op("t", pair.clone(), Op::Tuple(vec![e, j]));
        vec![b.op("pairs", Ty::Vec(Box::new(pair.clone())), Op::Push(c[0], t))]
    })[0];
    let s = b.for_(k, n_, &[z], |b, i, s| {
        let e = b.op("e", F, Op::Read(Place { root: pairs, path: vec![Step::Index(i), Step::Field(0)] }));
        let j = b.op("j", U, Op::Read(Place { root: pairs, path: vec![Step::Index(i), Step::Field(1)] }));
        let row = b.op("row", vector(), Op::Read(at(a, j)));
        let n_ = b.len(row);
        b.for_(k, n_, s, |b, l, s| {
            let f = b.read(row, l);
            let p = b.mul(e, f);
            vec![b.add(s[0], p)]
        })
    });
    let m = Value::array(vec![Value::reals(&[1.0, 2.0]), Value::reals(&[0.5, -0.4]), Value::reals(&[-0.3])]);
    b.done(&s, &[&[m, Value::ints(&[2, 0, 1, 0])]])
}

/// A choice between two aliases, read in a loop, and one of them read afterwards.
fn chosen_views() -> Case {
    let mut b = Build::new("chosen_views");
    let (a, c, x) = (b.shared("a", slice()), b.shared("c", slice()), b.value("x", F));
    let (k, two, z) = (b.int(0), b.int(2), b.real(0.0));
    let tag = b.compare("tag", Prim::Gt, &[x, z]);
    let part = |b: &mut Build, root, to| {
        b.op("part", slice(), Op::View(Place { root, path: vec![Step::Slice { from: None, to: Some(to), inclusive: false }] }))
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

/// A matrix made of repeated rows; rows copied out, changed, written back; slices copied over one another.
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
    let path = |i: Var, from: Option<Var>, to: Option<Var>, inclusive: bool| vec![Step::Index(i), Step::Slice { from, to, inclusive }];
    let part = b.op("part", vector(), Op::Read(Place { root: m, path: path(one, Some(one), None, false) }));
    let m = b.op("m", matrix.clone(), Op::Update(Place { root: m, path: path(k, None, Some(one), true) }, part));
    let m = b.op("m", matrix, Op::Update(Place { root: m, path: vec![Step::Index(one), Step::Index(two)] }, x));
    let e = b.op("e", F, Op::Read(Place { root: m, path: vec![Step::Index(k), Step::Index(one)] }));
    let f = b.op("f", F, Op::Read(Place { root: m, path: vec![Step::Index(k), Step::Index(k)] }));
    let p = b.mul(e, f);
    let copy = b.op("copy", vector(), Op::Read(Place::whole(a)));
    b.done(&[p, m, copy], &[&[r(0.6), Value::reals(&[0.5, 1.5])]])
}

/// Three arms that keep different things, in a loop without a range, with an array that each arm reads.
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

/// A carried array that is only read, one that is returned untouched, one taken whole and read no more.
fn handed_on() -> Case {
    let mut b = Build::new("handed_on");
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

fn cases() -> Vec<Case> {
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
        handed_on(),
    ]
}

/// All stages of a case.
struct Derived {
    jvp: Jvp,
    unzipped: Unzipped,
    transposed: Function,
}

fn ok(f: &Function, stage: Stage, what: &str) {
    if let Err(errors) = check(f, stage) {
        panic!("{what}\n{f}\n{}", errors.join("\n"));
    }
}

fn derive(case: &Case) -> Derived {
    ok(&case.function, Stage::LinearA, "primal");
    let active = activity(&case.function, &case.interface);
    assert!(active.escapes.is_empty());
    let jvp = jvp(&case.function, &case.interface, &active);
    ok(&jvp.function, Stage::LinearA, &format!("jvp of {}", case.function));
    let unzipped = unzip(&jvp, &case.interface, case.function.vars.len());
    ok(&unzipped.primal, Stage::LinearA, &format!("unzipped primal of {}", jvp.function));
    ok(&unzipped.linear, Stage::LinearB, &format!("linear part of {}", jvp.function));
    let transposed = transpose(&unzipped.linear);
    ok(&transposed, Stage::LinearB, &format!("transpose of {}", unzipped.linear));
    Derived { jvp, unzipped, transposed }
}

fn run_with(f: &Function, args: &[Value], drops: Drops) -> Evaluated {
    let mut interpreter = Interpreter::new(&());
    interpreter.drops = drops;
    interpreter.run(f, args).unwrap_or_else(|e| panic!("{e}\n{f}"))
}

fn run(f: &Function, args: &[Value]) -> Evaluated {
    run_with(f, args, Drops::Free)
}

/// Numbers that look random, in −1..1.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 11) as f64) / (1u64 << 52) as f64 - 1.0
    }
    fn like(&mut self, value: &Value) -> Value {
        value.map_reals(&mut |_| self.next())
    }
}

fn flat(values: &[Value]) -> Vec<f64> {
    values.iter().flat_map(Value::flatten).collect()
}

fn inner(a: &[Value], b: &[Value]) -> (f64, f64) {
    let (a, b) = (flat(a), flat(b));
    assert_eq!(a.len(), b.len());
    let products = || a.iter().zip(&b).map(|(x, y)| x * y);
    (products().sum(), products().map(f64::abs).sum())
}

/// The tolerance for a function: looser if singles occur in it.
fn tolerance(f: &Function, double: f64) -> f64 {
    if f.vars.iter().any(|v| v.ty == Ty::Real(Real::F32)) { 1e-6 } else { double }
}

fn close(what: &str, a: &[f64], b: &[f64], tolerance: f64, f: &dyn std::fmt::Display) {
    let size = a.iter().chain(b).fold(1.0f64, |m, x| m.max(x.abs()));
    let same = a.len() == b.len() && a.iter().zip(b).all(|(x, y)| (x - y).abs() <= tolerance * size);
    assert!(same, "{what}: {a:?} but {b:?}\n{f}");
}

/// Everything the laws say of one function at its points.
fn laws(case: &Case) -> Derived {
    let d = derive(case);
    let twice = transpose(&d.transposed);
    ok(&twice, Stage::LinearB, "transposed twice");
    let mut noise = Noise(7);
    for args in &case.points {
        let f = &case.function;
        let name = &f.name;
        let primal = run(f, args);
        // tangents of the arguments, in the order of the dots
        let by_leaf: Vec<(Var, &Value)> = f.params.iter().copied().zip(args).collect();
        let dots: Vec<Value> =
            d.jvp.dots.iter().map(|dot| noise.like(by_leaf.iter().find(|(v, _)| *v == dot.leaf).expect("a parameter").1)).collect();

        // C1, C4
        let both = run(&d.jvp.function, &[&args[..], &dots].concat());
        let (values, tangents) = both.results.split_at(primal.results.len());
        assert_eq!(values, primal.results, "C1 {name}\n{}", d.jvp.function);
        let seeds: Vec<Value> =
            f.params.iter().map(|p| d.jvp.dots.iter().position(|dot| dot.leaf == *p).map_or(Value::unit(), |k| dots[k].clone())).collect();
        let (_, oracle) = dual(f, args, &seeds, &()).unwrap_or_else(|e| panic!("{e}\n{f}"));
        let outputs: Vec<Value> = d
            .jvp
            .output_leaves
            .iter()
            .map(|v| {
                let k = f.body.results.iter().position(|r| r == v).expect("a result");
                if oracle[k].scalars() == 0 { primal.results[k].zero() } else { oracle[k].clone() }
            })
            .collect();
        // what was only read comes back, what was written to is as the oracle has it
        let mut uniques = case.interface.params.iter().filter(|p| p.passing == Passing::Unique).flat_map(|p| p.value.leaves());
        let uniques: Vec<(Var, usize)> = uniques.by_ref().zip(case.interface.output_value.leaves().len()..).collect();
        let finals = d
            .jvp
            .dots
            .iter()
            .zip(&dots)
            .filter(|(dot, _)| dot.threaded)
            .map(|(dot, value)| uniques.iter().find(|(v, _)| *v == dot.leaf).map_or(value.clone(), |(_, k)| oracle[*k].clone()));
        let expected: Vec<Value> = outputs.into_iter().chain(finals).collect();
        assert_eq!(tangents.len(), expected.len());
        close(&format!("C4 {name}"), &flat(tangents), &flat(&expected), tolerance(f, 1e-12), &d.jvp.function);

        // C3
        let mut unzipped = run(&d.unzipped.primal, args);
        let work_primal = unzipped.work;
        let residuals = unzipped.results.split_off(primal.results.len());
        assert_eq!(unzipped.results, primal.results, "C1 {name}\n{}", d.unzipped.primal);
        let mut known: Vec<Value> = case
            .interface
            .params
            .iter()
            .filter(|p| p.passing == Passing::Shared)
            .flat_map(|p| p.value.leaves())
            .map(|v| by_leaf.iter().find(|(w, _)| *w == v).expect("a parameter").1.clone())
            .collect();
        known.extend(residuals);
        let linear = run_with(&d.unzipped.linear, &[&known[..], &dots].concat(), Drops::Charged);
        assert_eq!(linear.results, tangents, "C3 {name}\n{}\n{}", d.unzipped.primal, d.unzipped.linear);

        // C2
        let bars: Vec<Value> = linear.results.iter().map(|t| noise.like(t)).collect();
        let transposed = run_with(&d.transposed, &[&known[..], &bars].concat(), Drops::Charged);
        let ((left, m), (right, n)) = (inner(&linear.results, &bars), inner(&dots, &transposed.results));
        assert!(
            (left - right).abs() <= tolerance(f, 1e-13) * (1.0 + m.max(n)),
            "C2 {name}: {left} but {right}\n{}\n{}",
            d.unzipped.linear,
            d.transposed
        );

        // C5
        let again = run_with(&twice, &[&known[..], &dots].concat(), Drops::Charged);
        close(&format!("C5 {name}"), &flat(&again.results), &flat(&linear.results), tolerance(f, 1e-14), &twice);
        assert!(again.work <= linear.work, "C5 {name}: work {} after {}\n{twice}\n{}", again.work, linear.work, d.unzipped.linear);

        // W2: the primal part is not more than the whole
        assert!(work_primal <= both.work, "W2 {name}: {work_primal} of {}", both.work);
        // W3
        let scalars = |values: &[Value]| values.iter().map(Value::scalars).sum::<u64>();
        let (l_in, l_out) = (scalars(&dots), scalars(&linear.results));
        assert!(
            transposed.work + l_in <= linear.work + l_out,
            "W3 {name}: {} + {l_in} > {} + {l_out}\n{}\n{}",
            transposed.work,
            linear.work,
            d.unzipped.linear,
            d.transposed
        );
    }
    d
}

/// Looks at every case, and reports all that fail.
fn each(look: impl Fn(&Case)) {
    let mut failures = Vec::new();
    for case in cases() {
        if let Err(e) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| look(&case))) {
            failures.push(format!("{}: {}", case.function.name, e.downcast_ref::<String>().cloned().unwrap_or_default()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n=====\n"));
}

/// The erased jvp as a function of its own, at the points and at random tangents.
fn forward(case: &Case) -> Case {
    let d = derive(case);
    let mut function = erase(&d.jvp.function).unwrap_or_else(|e| panic!("{e}"));
    let interface = erased_interface(&mut function, &case.interface, &d.jvp);
    assert!(function.params.iter().chain(&function.body.results).all(|v| !function.is_linear(*v)));
    let mut noise = Noise(11);
    let points = case
        .points
        .iter()
        .map(|args| {
            let dots = d
                .jvp
                .dots
                .iter()
                .map(|dot| noise.like(&args[case.function.params.iter().position(|p| *p == dot.leaf).expect("a parameter")]));
            args.iter().cloned().chain(dots).collect()
        })
        .collect();
    Case { function, interface, points }
}

/// Erased reverse mode as a function of its own, at the points and at random cotangents.
fn backward(case: &Case) -> Case {
    let d = derive(case);
    let both = reverse(&d.unzipped, &d.transposed, &d.jvp, &case.interface);
    ok(&both, Stage::LinearA, "reverse");
    let mut function = erase(&both).unwrap_or_else(|e| panic!("{e}"));
    let interface = erased_reverse_interface(&mut function, &case.interface, &d.jvp);
    let mut noise = Noise(13);
    let points = case
        .points
        .iter()
        .map(|args| {
            let outputs = run(&case.function, args).results;
            let seeds = d
                .jvp
                .output_leaves
                .iter()
                .map(|v| noise.like(&outputs[case.function.body.results.iter().position(|r| r == v).expect("a result")]));
            let mut seeds: Vec<Value> = seeds.collect();
            // what parameters by mutable reference become
            for dot in d.jvp.dots.iter().filter(|dot| case.interface.params[dot.param].passing == Passing::Unique) {
                seeds.push(noise.like(&args[case.function.params.iter().position(|p| *p == dot.leaf).expect("a parameter")]));
            }
            args.iter().cloned().chain(seeds).collect()
        })
        .collect();
    Case { function, interface, points }
}

/// x + t·d on the reals of a value.
fn moved(x: &Value, d: &Value, t: f64) -> Value {
    match (x, d) {
        (Value::Real(x), Value::Real(d)) => Value::Real(x + t * d),
        (Value::Array(xs), Value::Array(ds)) => Value::array(xs.iter().zip(ds.iter()).map(|(x, d)| moved(x, d, t)).collect()),
        (Value::Tuple(xs), Value::Tuple(ds)) if xs.len() == ds.len() => {
            Value::Tuple(xs.iter().zip(ds).map(|(x, d)| moved(x, d, t)).collect())
        }
        (x, _) => x.clone(),
    }
}

#[test]
fn the_laws_hold() {
    each(|case| drop(laws(case)));
}

#[test]
fn the_laws_hold_again_after_forward_mode() {
    each(|case| drop(laws(&forward(case))));
}

#[test]
fn the_laws_hold_again_after_reverse_mode() {
    each(|case| drop(laws(&backward(case))));
}

/// Passes compose as often as one likes.
#[test]
fn the_laws_hold_for_third_derivatives() {
    each(|case| {
        drop(laws(&forward(&forward(case))));
        drop(laws(&forward(&backward(case))));
        drop(laws(&backward(&forward(case))));
        drop(laws(&backward(&backward(case))));
    });
}

/// The tangents of the outputs by the oracle on the function itself.
fn oracle(case: &Case, jvp: &Jvp, args: &[Value], dots: &[Value]) -> Vec<f64> {
    let f = &case.function;
    let seeds: Vec<Value> =
        f.params.iter().map(|p| jvp.dots.iter().position(|dot| dot.leaf == *p).map_or(Value::unit(), |k| dots[k].clone())).collect();
    let (values, tangents) = dual(f, args, &seeds, &()).unwrap_or_else(|e| panic!("{e}\n{f}"));
    let leaves = jvp.output_leaves.iter().map(|v| f.body.results.iter().position(|r| r == v).expect("a result"));
    leaves.flat_map(|k| if tangents[k].scalars() == 0 { values[k].zero().flatten() } else { tangents[k].flatten() }).collect()
}

/// Second derivatives against fourth-order central differences of the oracle's first ones, which know nothing of any pass.
#[test]
fn second_derivatives_agree_with_differences_of_first_ones() {
    each(|case| {
        // differences see through `constant`, and are too coarse for singles
        if matches!(&case.function.name[..], "partly_inactive" | "singles") {
            return;
        }
        let first = derive(case);
        let again = forward(case);
        let second = derive(&again);
        let mut noise = Noise(17);
        for point in &again.points {
            let (args, dots) = point.split_at(case.function.params.len());
            // the arguments move, their tangents do not
            let direction: Vec<Value> = second
                .jvp
                .dots
                .iter()
                .map(|dot| {
                    let k = again.function.params.iter().position(|p| *p == dot.leaf).expect("a parameter");
                    if k < args.len() { noise.like(&point[k]) } else { point[k].zero() }
                })
                .collect();
            let along = |t: f64| {
                let args: Vec<Value> = args
                    .iter()
                    .zip(&again.function.params)
                    .map(|(x, p)| second.jvp.dots.iter().position(|dot| dot.leaf == *p).map_or(x.clone(), |k| moved(x, &direction[k], t)))
                    .collect();
                oracle(case, &first.jvp, &args, dots)
            };
            let h = 1e-3;
            let at: Vec<Vec<f64>> = [h, -h, 2.0 * h, -2.0 * h].into_iter().map(along).collect();
            let differences: Vec<f64> =
                (0..at[0].len()).map(|i| (8.0 * (at[0][i] - at[1][i]) - (at[2][i] - at[3][i])) / (12.0 * h)).collect();

            let results = run(&second.jvp.function, &[&point[..], &direction].concat()).results;
            // values, then tangents of all real output leaves: the primal's, then those of its tangents
            let n = again.function.body.results.len();
            let tangents: Vec<f64> = flat(&results[n..n + second.jvp.output_leaves.len()]);
            let of_tangents = &tangents[tangents.len() - differences.len()..];
            close(&format!("second derivatives of {}", case.function.name), of_tangents, &differences, 1e-7, &again.function);
        }
    });
}

/// Forward over reverse and reverse over forward give the same Hessian.
#[test]
fn hessians_are_symmetric() {
    each(|case| {
        let again = backward(case);
        let second = derive(&again);
        let mut noise = Noise(19);
        for point in &again.points {
            let n = case.function.params.len();
            let mut direction = |_: usize| -> Vec<Value> {
                second
                    .jvp
                    .dots
                    .iter()
                    .map(|dot| {
                        let k = again.function.params.iter().position(|p| *p == dot.leaf).expect("a parameter");
                        if k < n { noise.like(&point[k]) } else { point[k].zero() }
                    })
                    .collect()
            };
            let (u, v) = (direction(0), direction(1));
            // ⟨H·u, v⟩ = ⟨H·v, u⟩, where the cotangents stand in the order of the first dots
            let product = |d: &[Value], e: &[Value]| {
                let results = run(&second.jvp.function, &[&point[..], d].concat()).results;
                let outputs = again.function.body.results.len();
                let tangents = &results[outputs..outputs + second.jvp.output_leaves.len()];
                let first = second.jvp.output_leaves.len() - derive(case).jvp.dots.len();
                inner(&tangents[first..], &e[..tangents.len() - first])
            };
            let ((a, m), (b, n)) = (product(&u, &v), product(&v, &u));
            assert!((a - b).abs() <= tolerance(&case.function, 1e-11) * (1.0 + m.max(n)), "{}: {a} but {b}", case.function.name);
        }
    });
}

/// What is in scope where a random program goes on.
#[derive(Clone)]
struct Scope {
    scalars: Vec<Var>,
    indices: Vec<Var>,
    /// All of length 3; those marked may be updated here.
    arrays: Vec<(Var, bool)>,
}

/// A random program over scalars and arrays of three elements: primitives, reads, updates, copies, views, exchanges, branches and loops.
struct Random {
    noise: Noise,
    b: Build,
}

impl Random {
    fn below(&mut self, n: usize) -> usize {
        ((self.noise.next() + 1.0) / 2.0 * n as f64) as usize % n
    }
    fn pick(&mut self, from: &[Var]) -> Var {
        from[self.below(from.len())]
    }
    /// Rather a late one, so that little is dead.
    fn late(&mut self, from: &[Var]) -> Var {
        from[from.len() - 1 - self.below(from.len().min(3))]
    }
    fn case(seed: u64) -> Case {
        let mut r = Random { noise: Noise(seed), b: Build::new(&format!("random_{seed}")) };
        for _ in 0..3 {
            r.noise.next();
        }
        let scalars = vec![r.b.value("x", F), r.b.value("y", F)];
        let arrays = vec![(r.b.shared("a", slice()), false), (r.b.value("v", vector()), true), (r.b.unique("u", slice()), true)];
        let indices = (0..3).map(|i| r.b.int(i)).collect();
        let mut scope = Scope { scalars, indices, arrays };
        r.steps(&mut scope, 7, 3);
        let sum = scope.scalars[2..].iter().fold(scope.scalars[0], |sum, x| r.b.add(sum, *x));
        let out = [sum, r.pick(&scope.scalars)];
        let [v, u] = [scope.arrays[1].0, scope.arrays[2].0];
        let mut results = vec![out[0]];
        if out[1] != out[0] {
            results.push(out[1]);
        }
        if r.below(2) == 0 {
            results.push(v);
        }
        let mut numbers = || r.noise.next();
        let three = |f: &mut dyn FnMut() -> f64| Value::reals(&[f(), f(), f()]);
        let point = [self::r(numbers()), self::r(numbers()), three(&mut numbers), three(&mut numbers), three(&mut numbers)];
        r.b.done_with(&results, &[u], &[&point])
    }
    fn steps(&mut self, scope: &mut Scope, steps: usize, depth: usize) {
        for _ in 0..steps {
            self.step(scope, depth);
        }
    }
    fn step(&mut self, scope: &mut Scope, depth: usize) {
        let (x, y) = (self.late(&scope.scalars), self.pick(&scope.scalars));
        let i = self.pick(&scope.indices);
        let array = self.below(scope.arrays.len());
        match self.below(if depth > 0 { 14 } else { 9 }) {
            0 => scope.scalars.push(self.b.prim("sin", Prim::Sin, &[x])),
            1 | 2 => scope.scalars.push(self.b.mul(x, y)),
            3 => {
                let d = self.b.prim("d", Prim::Sub, &[x, y]);
                scope.scalars.push(self.b.prim("tanh", Prim::Tanh, &[d]));
            }
            4 => {
                let m = self.b.prim("m", Prim::Max, &[x, y]);
                let one = self.b.real(1.5);
                let d = self.b.prim("d", Prim::MulAdd, &[y, y, one]);
                scope.scalars.push(self.b.prim("q", Prim::Div, &[m, d]));
            }
            5 | 6 => {
                let e = self.b.read(scope.arrays[array].0, i);
                scope.scalars.push(e);
            }
            7 => match scope.arrays[array] {
                (a, true) if self.below(4) > 0 => {
                    let ty = self.b.f.ty(a).clone();
                    scope.arrays[array].0 = self.b.op("w", ty, Op::Update(at(a, i), x));
                }
                (a, true) => {
                    let ty = self.b.f.ty(a).clone();
                    let j = self.pick(&scope.indices);
                    scope.arrays[array].0 = self.b.op("w", ty, Op::Swap(a, vec![Step::Index(i)], vec![Step::Index(j)]));
                }
                (a, false) => {
                    let v = self.b.op("view", slice(), Op::View(Place::whole(a)));
                    scope.arrays.push((v, false));
                }
            },
            8 => {
                let a = scope.arrays[array].0;
                let w = match self.below(3) {
                    0 => self.b.op("w", vector(), Op::Array(vec![x, y, x])),
                    1 => {
                        let n_ = self.b.len(a);
                        self.b.op("w", vector(), Op::Repeat(x, n_))
                    }
                    _ => self.b.op("w", vector(), Op::Read(Place::whole(a))),
                };
                scope.arrays.push((w, true));
            }
            9..=10 => {
                let tag = self.b.compare("tag", Prim::Gt, &[x, y]);
                let chosen: Vec<usize> = self.chosen(scope);
                let arms = (0..2)
                    .map(|_| {
                        self.b.begin();
                        let mut inner = self.only(scope, &chosen);
                        let steps = self.below(6);
                        self.steps(&mut inner, steps, depth - 1);
                        let mut results = vec![self.late(&inner.scalars)];
                        results.extend(chosen.iter().map(|k| inner.arrays[*k].0));
                        self.b.end(&results)
                    })
                    .collect::<Vec<_>>();
                let vars = self.b.same(&arms[0].results);
                self.b.bind(&vars, Op::Branch(tag, arms));
                self.back(scope, &chosen, &vars);
            }
            _ => {
                let chosen: Vec<usize> = self.chosen(scope);
                let mut inits = vec![x];
                inits.extend(chosen.iter().map(|k| scope.arrays[*k].0));
                let params = self.b.same(&inits);
                let index = self.b.var("i", U);
                self.b.begin();
                let mut inner = self.only(scope, &chosen);
                self.back(&mut inner, &chosen, &params);
                inner.indices.push(index);
                let steps = 1 + self.below(6);
                self.steps(&mut inner, steps, depth - 1);
                let mut results = vec![self.late(&inner.scalars)];
                results.extend(chosen.iter().map(|k| inner.arrays[*k].0));
                // two buffers may change places
                if results.len() > 2 && self.below(3) == 0 && self.b.f.ty(results[1]) == self.b.f.ty(results[2]) {
                    results.swap(1, 2);
                }
                let again = (self.below(4) == 0).then(|| self.b.compare("go", Prim::Lt, &[results[0], y]));
                let body = self.b.end(&results);
                let to = scope.indices[2];
                let vars = self.b.same(&inits);
                let adaptors = if self.below(3) == 0 { vec![Adaptor::Reverse] } else { Vec::new() };
                let iteration = Iteration::Range(Range { index, from: scope.indices[0], to, inclusive: self.below(2) == 0, adaptors });
                self.b.bind(&vars, Op::Loop(Box::new(Loop { iteration, again, ..carrying(&inits, &params, body) })));
                self.back(scope, &chosen, &vars);
            }
        }
    }
    /// Some of the arrays that may be updated.
    fn chosen(&mut self, scope: &Scope) -> Vec<usize> {
        (0..scope.arrays.len()).filter(|k| scope.arrays[*k].1).filter(|_| self.below(3) > 0).collect()
    }
    /// What an inner block sees.
    fn only(&mut self, scope: &Scope, chosen: &[usize]) -> Scope {
        let mut inner = scope.clone();
        for (k, (_, mutable)) in inner.arrays.iter_mut().enumerate() {
            *mutable = chosen.contains(&k);
        }
        inner
    }
    /// The new versions after an inner block.
    fn back(&mut self, scope: &mut Scope, chosen: &[usize], vars: &[Var]) {
        scope.scalars.push(vars[0]);
        for (k, v) in chosen.iter().zip(&vars[1..]) {
            scope.arrays[*k].0 = *v;
        }
    }
}

/// Random programs; `RANDOM_PROGRAMS=1000` looks at more of them.
#[test]
fn the_laws_hold_for_random_programs() {
    let number = std::env::var("RANDOM_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(30);
    for seed in 0..number {
        let case = Random::case(seed);
        laws(&case);
        laws(&forward(&case));
        laws(&backward(&case));
    }
}

#[test]
fn a_derivative_of_a_call_is_refused() {
    let mut b = Build::new("f");
    let (x, y) = (b.value("x", F), b.var("y", F));
    let callee = Callee::new(quote::quote!(a::g), false);
    b.bind(&[y], Op::Call(Call { callee, arguments: vec![Argument::Value(Tree::Leaf(x))], output: Tree::Leaf(y), before: Vec::new() }));
    let case = b.done(&[y], &[]);
    let d = derive(&case);
    for f in [&d.jvp.function, &d.unzipped.primal, &d.unzipped.linear, &d.transposed] {
        assert!(erase(f).expect_err("a call").contains("`a::g`"));
    }
    assert!(erase(&case.function).is_ok());
}
