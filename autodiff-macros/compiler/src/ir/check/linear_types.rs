//! The types of linear operations and of linear calls.

use super::Checker;
use crate::ir::*;

impl Checker<'_> {
    /// As [`types`](Checker::types), for a linear operation.
    pub(super) fn linear_types(&mut self, op: &Linear, vars: &[Var], by: &str) {
        use Sort::Linear as Lin;
        match op {
            Linear::Blank => {
                self.check_bindings(vars, &[(Lin, None)], by);
                if let [v] = vars
                    && !matches!(self.ty(*v), Ty::Real(_))
                {
                    self.error(format!("{by}: {} is no scalar", self.show(*v)));
                }
            }
            Linear::Zero(shape) => {
                self.check_bindings(vars, &[(Lin, None)], by);
                if let [v] = vars {
                    self.shape(*v, *shape, by);
                }
            }
            Linear::Drop(x, shape) => {
                self.check_bindings(vars, &[], by);
                if let Some(s) = shape {
                    self.shape(*x, Some(*s), by);
                }
            }
            Linear::Dup(x) => {
                self.check_bindings(vars, &[(Lin, Some(self.ty(*x))), (Lin, Some(self.ty(*x)))], by)
            }
            Linear::Add(x, y) => {
                let ty = self.ty(*x);
                self.expect_type(*y, &self.ty(*y), &ty, by);
                self.check_bindings(vars, &[(Lin, Some(ty))], by);
            }
            Linear::Neg(x) => self.check_bindings(vars, &[(Lin, Some(self.ty(*x)))], by),
            Linear::Scale(x, k) | Linear::Unscale(x, k) => self.scale(*x, *k, vars, by),
            Linear::Cast(x) => self.cast_tangent(*x, vars, by),
            Linear::Read(place) | Linear::Take(place) => {
                self.check_bindings(vars, &[(Lin, None), (Lin, Some(self.ty(place.root)))], by);
                if let Some(v) = vars.first() {
                    self.check_read(*v, place, by);
                }
            }
            Linear::Accumulate(place, x) | Linear::Update(place, x) => {
                self.check_bindings(vars, &[(Lin, Some(self.ty(place.root)))], by);
                self.check_store(place, *x, by);
            }
            Linear::Array(xs) => self.array(vars, xs, Lin, by),
            Linear::Unpack(x) => {
                let e = self.element_of(*x, None, by);
                self.length(*x, vars.len(), by);
                self.check_bindings(vars, &vec![(Lin, e); vars.len()], by);
            }
            Linear::Repeat(x, n, shape) => {
                self.shape(*x, *shape, "a repetition");
                self.expect_type(*n, &self.ty(*n), &Ty::USIZE, "the count of a repetition");
                self.check_bindings(vars, &[(Lin, None)], by);
                if let [v] = vars {
                    self.element_of(*v, Some(*x), by);
                }
            }
            Linear::Sum(x, n, shape) => {
                if let [v] = vars {
                    self.shape(*v, *shape, "a sum");
                }
                self.expect_type(*n, &self.ty(*n), &Ty::USIZE, "the count of a sum");
                let e = self.element_of(*x, None, by);
                self.check_bindings(vars, &[(Lin, e)], by);
            }
            Linear::Push(place, _, x) => {
                self.element_of_vector(place, Some(*x), by);
                self.check_bindings(vars, &[(Lin, Some(self.ty(place.root)))], by);
            }
            Linear::Pop(place, _) => {
                let e = self.element_of_vector(place, None, by);
                self.check_bindings(vars, &[(Lin, Some(self.ty(place.root))), (Lin, e)], by);
            }
            Linear::Swap(root, a, b) => self.swap(*root, [a, b], vars, Lin, by),
            Linear::Tuple(xs) => {
                self.check_bindings(vars, &[(Lin, None)], by);
                if let [v] = vars {
                    self.components(*v, xs, by);
                }
            }
            Linear::Untuple(x) => {
                self.components(*x, vars, by);
                self.check_bindings(vars, &vec![(Lin, None); vars.len()], by);
            }
            Linear::Call(c) => {
                let wanted = self.linear_call(c, vars, by);
                self.check_bindings(vars, &wanted, by);
            }
            Linear::Apply(pullback, args) => self.apply(*pullback, args, vars, by),
        }
    }

    /// The types that a linear call binds: forward, the tangents of the active output leaves;
    /// transposed, the cotangents of the active leaves by value; then, in both, the threaded
    /// arrays.
    pub(super) fn linear_call(
        &mut self,
        c: &LinearCall,
        vars: &[Var],
        by: &str,
    ) -> Vec<(Sort, Option<Ty>)> {
        if c.arguments.len() != c.call.arguments.len() {
            self.error(format!(
                "{by}: {} arguments have {} linear sides",
                c.call.arguments.len(),
                c.arguments.len()
            ));
        }
        let mut listed: Vec<Var> = Vec::new();
        let mut threaded = Vec::new();
        if !c.transposed {
            listed.extend(c.outputs.iter().filter_map(|l| l.var));
        }
        for argument in &c.arguments {
            match argument {
                LinearArgument::None => {}
                LinearArgument::Value(leaves) => {
                    if c.transposed {
                        listed.extend(leaves.iter().filter_map(|l| l.var));
                    }
                }
                LinearArgument::Threaded(place) => {
                    self.place(place.root, &place.path, by);
                    threaded.push((Sort::Linear, Some(self.ty(place.root))));
                }
            }
        }
        if !vars.starts_with(&listed) {
            let names: Vec<String> = listed.iter().map(|v| self.show(*v)).collect();
            self.error(format!(
                "{by} lists ({}), which the let does not bind in that order",
                names.join(", ")
            ));
        }
        let mut wanted: Vec<(Sort, Option<Ty>)> =
            listed.iter().map(|_| (Sort::Linear, None)).collect();
        wanted.extend(threaded);
        wanted
    }

    /// The product with a non-linear real, or the quotient.
    fn scale(&mut self, x: Var, k: Var, vars: &[Var], by: &str) {
        let (ty, factor) = (self.ty(x), self.ty(k));
        if !matches!(
            factor,
            Ty::Real(_) | Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_) | Ty::Discrete(_)
        ) {
            self.error(format!("{by}: the factor {} is {factor} and no real", self.show(k)));
        } else if matches!(ty, Ty::Real(_)) {
            self.expect_type(k, &factor, &ty, by);
        }
        self.check_bindings(vars, &[(Sort::Linear, Some(ty))], by);
    }

    fn cast_tangent(&mut self, x: Var, vars: &[Var], by: &str) {
        self.check_bindings(vars, &[(Sort::Linear, None)], by);
        for v in vars.iter().take(1).chain([&x]) {
            let ty = self.ty(*v);
            if !matches!(
                ty,
                Ty::Real(_) | Ty::Projected(_) | Ty::Wrapped(..) | Ty::Foreign(_) | Ty::Discrete(_)
            ) {
                self.error(format!("{by}: {} is {ty} and no real", self.show(*v)));
            }
        }
    }

    /// The application of a pullback to cotangents.
    fn apply(&mut self, pullback: Var, args: &[Var], vars: &[Var], by: &str) {
        match self.ty(pullback) {
            Ty::Pullback(of) if of.from.len() == args.len() => {
                for (arg, ty) in args.iter().zip(&of.from) {
                    self.expect_type(*arg, &self.ty(*arg), ty, by);
                }
                let wanted: Vec<_> =
                    of.to.iter().map(|ty| (Sort::Linear, Some(ty.clone()))).collect();
                self.check_bindings(vars, &wanted, by);
            }
            other => self.error(format!(
                "{by}: {} is {other}, which does not take {} cotangents",
                self.show(pullback),
                args.len()
            )),
        }
    }
}
