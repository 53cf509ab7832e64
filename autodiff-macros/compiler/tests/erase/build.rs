//! Functions of Linear A under construction.

use autodiff_compiler::ir::interpret::Value;
use autodiff_compiler::ir::*;
use autodiff_compiler::primitives::Prim;
use proc_macro2::Span;

pub const F: Ty = Ty::F64;
pub const U: Ty = Ty::USIZE;

pub fn slice() -> Ty {
    Ty::Slice(Box::new(F))
}

pub fn vector() -> Ty {
    Ty::Vec(Box::new(F))
}

/// A function and its interface under construction; blocks are a stack.
pub struct Build {
    pub f: Function,
    pub open: Vec<Block>,
    pub params: Vec<Param>,
}

impl Build {
    pub fn new(name: &str) -> Build {
        let f = Function {
            name: name.into(),
            vars: Vec::new(),
            params: Vec::new(),
            body: Block::default(),
        };
        Build { f, open: vec![Block::default()], params: Vec::new() }
    }
    pub fn var(&mut self, name: &str, ty: impl Into<std::rc::Rc<Ty>>) -> Var {
        self.f.fresh_primal(name, ty, Span::call_site())
    }
    pub fn param_as(&mut self, name: &str, ty: Ty, passing: Passing, constant: bool) -> Var {
        let v = self.var(name, ty.clone());
        self.f.params.push(v);
        self.params.push(Param {
            name: name.into(),
            rust_type: Default::default(),
            ty,
            passing,
            constant,
            borrowed: None,
            converts: false,
            value: Tree::Leaf(v),
        });
        v
    }
    pub fn value(&mut self, name: &str, ty: Ty) -> Var {
        self.param_as(name, ty, Passing::Value, false)
    }
    pub fn shared(&mut self, name: &str, ty: Ty) -> Var {
        self.param_as(name, ty, Passing::Shared, false)
    }
    pub fn unique(&mut self, name: &str, ty: Ty) -> Var {
        self.param_as(name, ty, Passing::Unique, false)
    }
    pub fn bind(&mut self, vars: &[Var], op: Op) {
        self.open.last_mut().expect("a block").push(vars.to_vec(), op, Span::call_site());
    }
    pub fn op(&mut self, name: &str, ty: Ty, op: Op) -> Var {
        let v = self.var(name, ty);
        self.bind(&[v], op);
        v
    }
    pub fn prim(&mut self, name: &str, prim: Prim, args: &[Var]) -> Var {
        let ty = self.f.ty(args[0]).clone();
        self.op(name, ty, Op::Prim(prim, args.to_vec()))
    }
    pub fn compare(&mut self, name: &str, prim: Prim, args: &[Var]) -> Var {
        self.op(name, Ty::Bool, Op::Prim(prim, args.to_vec()))
    }
    pub fn mul(&mut self, a: Var, b: Var) -> Var {
        self.prim("p", Prim::Mul, &[a, b])
    }
    pub fn add(&mut self, a: Var, b: Var) -> Var {
        self.prim("s", Prim::Add, &[a, b])
    }
    pub fn real(&mut self, x: f64) -> Var {
        self.op("c", F, Op::Literal(Literal::Real(x)))
    }
    pub fn int(&mut self, i: i128) -> Var {
        self.op("k", U, Op::Literal(Literal::Int(i)))
    }
    pub fn read(&mut self, root: Var, i: Var) -> Var {
        self.op("e", F, Op::Read(at(root, i)))
    }
    pub fn len(&mut self, root: Var) -> Var {
        self.op("n", U, Op::Len(Place::of_var(root)))
    }
    pub fn begin(&mut self) {
        self.open.push(Block::default());
    }
    pub fn end(&mut self, results: &[Var]) -> Block {
        let mut block = self.open.pop().expect("a block");
        block.results = results.to_vec();
        block
    }
    /// `for index in from..to`, carrying `(initial value, parameter)`, `body` giving the next
    /// values; the final ones.
    pub fn for_(
        &mut self,
        from: Var,
        to: Var,
        inits: &[Var],
        body: impl FnOnce(&mut Build, Var, &[Var]) -> Vec<Var>,
    ) -> Vec<Var> {
        self.for_range(from, to, false, Vec::new(), inits, body)
    }
    pub fn for_range(
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
        let lp = Loop {
            iteration: Iteration::Range(Range { index, from, to, inclusive, adaptors }),
            ..carrying(inits, &params, body)
        };
        self.bind(&finals, Op::Loop(Box::new(lp)));
        finals
    }
    pub fn same(&mut self, vars: &[Var]) -> Vec<Var> {
        vars.iter()
            .map(|v| {
                let info = self.f.info(*v).clone();
                self.var(&info.name, info.ty)
            })
            .collect()
    }
    /// `loop { … }` where the last value of `body` decides whether it goes on.
    pub fn forever(
        &mut self,
        inits: &[Var],
        body: impl FnOnce(&mut Build, &[Var]) -> Vec<Var>,
    ) -> Vec<Var> {
        let params: Vec<Var> = self.same(inits);
        self.begin();
        let mut next = body(self, &params);
        let again = next.pop();
        let body = self.end(&next);
        let finals = self.same(inits);
        self.bind(&finals, Op::Loop(Box::new(Loop { again, ..carrying(inits, &params, body) })));
        finals
    }
    pub fn if_(
        &mut self,
        tag: Var,
        yes: impl FnOnce(&mut Build) -> Vec<Var>,
        no: impl FnOnce(&mut Build) -> Vec<Var>,
    ) -> Vec<Var> {
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
    pub fn done(self, results: &[Var], points: &[&[Value]]) -> Case {
        self.done_with(results, &[], points)
    }
    /// The same with the final versions of parameters by mutable reference.
    pub fn done_with(mut self, results: &[Var], finals: &[Var], points: &[&[Value]]) -> Case {
        self.f.body = self.end(&[results, finals].concat());
        assert!(self.open.is_empty());
        let interface = Interface {
            name: self.f.name.clone(),
            generics: Default::default(),
            params: self.params,
            rust_output: Default::default(),
            output: Ty::Tuple(results.iter().map(|v| self.f.ty(*v).clone()).collect()),
            output_value: Tree::Tuple(results.iter().map(|v| Tree::Leaf(*v)).collect()),
            cloned_types: Vec::new(),
        };
        Case { function: self.f, interface, points: points.iter().map(|p| p.to_vec()).collect() }
    }
}

pub fn carrying(inits: &[Var], params: &[Var], body: Block) -> Loop {
    Loop {
        iteration: Iteration::Forever,
        backward: false,
        carried: inits
            .iter()
            .zip(params)
            .map(|(init, param)| Carried { init: *init, param: *param })
            .collect(),
        consume: None,
        body,
        again: None,
        collect: None,
    }
}

pub fn at(root: Var, i: Var) -> Place {
    Place { root, path: vec![Step::Index(i)] }
}

/// A primal function with points to look at it.
pub struct Case {
    pub function: Function,
    pub interface: Interface,
    pub points: Vec<Vec<Value>>,
}

pub fn r(x: f64) -> Value {
    Value::Real(x)
}

pub fn n(i: i128) -> Value {
    Value::Int(i)
}
