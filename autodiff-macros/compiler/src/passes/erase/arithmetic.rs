//! Linear arithmetic and partial derivatives → ordinary primitives, over arrays in loops.

use super::Pass;
use crate::ir::*;
use crate::primitives::Prim;
use proc_macro2::Span;

impl Pass<'_> {
    /// A primitive. A partial derivative with a declared value at a kink becomes a branch around
    /// its formula.
    pub(super) fn prim(
        &mut self,
        var: Var,
        prim: Prim,
        args: &[Var],
        span: Span,
    ) -> Result<(), String> {
        match prim {
            // 0 if n is 0, else n·xⁿ⁻¹
            Prim::PowiPartial | Prim::PowfPartialX => {
                let (x, n) = (args[0], args[1]);
                let (real, exponent) = (self.function.ty(x).clone(), self.function.ty(n).clone());
                let literal = |i: u8| {
                    if matches!(exponent, Ty::Real(_)) {
                        Literal::Real(f64::from(i))
                    } else {
                        Literal::Int(i128::from(i))
                    }
                };
                let zero = self.let_("c", exponent.clone(), Op::Literal(literal(0)), span);
                let is_zero =
                    self.let_("is_zero", Ty::Bool, Op::Prim(Prim::Eq, vec![n, zero]), span);
                self.push_unless_zero(var, is_zero, span, |pass| {
                    let one = pass.let_("c", exponent.clone(), Op::Literal(literal(1)), span);
                    let less = pass.let_(
                        "less",
                        exponent.clone(),
                        Op::Prim(Prim::Sub, vec![n, one]),
                        span,
                    );
                    let power = if prim == Prim::PowiPartial { Prim::Powi } else { Prim::Powf };
                    let power =
                        pass.let_("power", real.clone(), Op::Prim(power, vec![x, less]), span);
                    let factor = if prim == Prim::PowiPartial {
                        pass.let_("factor", real.clone(), Op::Cast(n), span)
                    } else {
                        n
                    };
                    pass.let_(
                        "partial",
                        real.clone(),
                        Op::Prim(Prim::Mul, vec![factor, power]),
                        span,
                    )
                });
            }
            // 0 if x and z are, else z·ln x
            Prim::PowfPartialY => {
                let (x, z) = (args[0], args[2]);
                let real = self.function.ty(x).clone();
                let zero = self.let_("c", real.clone(), Op::Literal(Literal::Real(0.0)), span);
                let x_is = self.let_("is_zero", Ty::Bool, Op::Prim(Prim::Eq, vec![x, zero]), span);
                let z_is = self.let_("is_zero", Ty::Bool, Op::Prim(Prim::Eq, vec![z, zero]), span);
                let both =
                    self.let_("is_zero", Ty::Bool, Op::Prim(Prim::BitAnd, vec![x_is, z_is]), span);
                self.push_unless_zero(var, both, span, |pass| {
                    let ln = pass.let_("ln", real.clone(), Op::Prim(Prim::Ln, vec![x]), span);
                    pass.let_("partial", real.clone(), Op::Prim(Prim::Mul, vec![z, ln]), span)
                });
            }
            Prim::HypotPartial => self.quotient_or_zero(var, args[0], args[1], span),
            // (x, −y) / (x² + y²)
            Prim::Atan2PartialY | Prim::Atan2PartialX => {
                let real = self.function.ty(args[0]).clone();
                let yy = self.let_(
                    "square",
                    real.clone(),
                    Op::Prim(Prim::Mul, vec![args[0], args[0]]),
                    span,
                );
                let xx = self.let_(
                    "square",
                    real.clone(),
                    Op::Prim(Prim::Mul, vec![args[1], args[1]]),
                    span,
                );
                let sum = self.let_("sum", real.clone(), Op::Prim(Prim::Add, vec![yy, xx]), span);
                let numerator = if prim == Prim::Atan2PartialY {
                    args[1]
                } else {
                    self.let_("minus", real, Op::Prim(Prim::Neg, vec![args[0]]), span)
                };
                self.quotient_or_zero(var, numerator, sum, span);
            }
            Prim::Trigamma => {
                return Err(format!("`{}`: `trigamma` has no derivative", self.source.name));
            }
            _ => self.push(vec![var], Op::Prim(prim, args.to_vec()), span),
        }
        Ok(())
    }

    pub(super) fn quotient_or_zero(&mut self, var: Var, a: Var, b: Var, span: Span) {
        let real = self.function.ty(a).clone();
        let zero = self.let_("c", real.clone(), Op::Literal(Literal::Real(0.0)), span);
        let is_zero = self.let_("is_zero", Ty::Bool, Op::Prim(Prim::Eq, vec![b, zero]), span);
        self.push_unless_zero(var, is_zero, span, |pass| {
            pass.let_("partial", real.clone(), Op::Prim(Prim::Div, vec![a, b]), span)
        });
    }

    /// `let var = if is_zero { 0.0 } else { … }`
    pub(super) fn push_unless_zero(
        &mut self,
        var: Var,
        is_zero: Var,
        span: Span,
        otherwise: impl FnOnce(&mut Self) -> Var,
    ) {
        let ty = self.function.ty(var).clone();
        let saved = std::mem::take(&mut self.out);
        let zero = self.let_("c", ty, Op::Literal(Literal::Real(0.0)), span);
        let yes = Block { results: vec![zero], ..std::mem::take(&mut self.out) };
        let value = otherwise(self);
        let no = Block { results: vec![value], ..std::mem::replace(&mut self.out, saved) };
        self.push(vec![var], Op::Branch(is_zero, vec![yes, no]), span);
    }

    pub(super) fn zero(&mut self, var: Var, shape: Option<Var>, span: Span) {
        self.bind_owned(var);
        match self.function.ty(var) {
            Ty::Real(_) => self.push(vec![var], Op::Literal(Literal::Real(0.0)), span),
            _ => self.push(vec![var], Op::Zero(shape), span),
        }
    }

    /// Adds the value at one place to that at another: returns the new version of the latter's
    /// root.
    pub(super) fn add_at(
        &mut self,
        to: Place,
        from: Place,
        ty: &Ty,
        span: Span,
    ) -> Result<Var, String> {
        self.each_real(to, ty, span, &mut |pass, to, path| {
            let root = from.root;
            let path: Vec<Step> = from.path.iter().chain(path).cloned().collect();
            let real = pass.function.ty(to).clone();
            let x = if path.is_empty() {
                root
            } else {
                pass.let_("x", real.clone(), Op::Read(Place { root, path }), span)
            };
            pass.let_("sum", real, Op::Prim(Prim::Add, vec![to, x]), span)
        })
    }

    /// A primitive on each real of a linear value.
    pub(super) fn map(
        &mut self,
        var: Var,
        x: Var,
        prim: &dyn Fn(Var) -> (Prim, Vec<Var>),
        span: Span,
    ) -> Result<(), String> {
        let x = self.name(x);
        if self.function.ty(x).is_scalar() {
            let (prim, args) = prim(x);
            self.push(vec![var], Op::Prim(prim, args), span);
            return Ok(());
        }
        let ty = self.function.ty(x).clone();
        let mapped = self.each_real(Place::of_var(x), &ty, span, &mut |pass, x, _| {
            let (prim, args) = prim(x);
            let real = pass.function.ty(x).clone();
            pass.let_("y", real, Op::Prim(prim, args), span)
        })?;
        self.names.insert(var, mapped);
        Ok(())
    }

    /// Replaces each real at a place of the given type; `change` receives the real and the path to
    /// it from there. Returns the new version of the root.
    pub(super) fn each_real(
        &mut self,
        place: Place,
        ty: &Ty,
        span: Span,
        change: &mut dyn FnMut(&mut Self, Var, &[Step]) -> Var,
    ) -> Result<Var, String> {
        self.each_real_below(place, &mut Vec::new(), ty, span, change)
    }

    pub(super) fn each_real_below(
        &mut self,
        place: Place,
        below: &mut Vec<Step>,
        ty: &Ty,
        span: Span,
        change: &mut dyn FnMut(&mut Self, Var, &[Step]) -> Var,
    ) -> Result<Var, String> {
        let here = |place: &Place, below: &[Step]| Place {
            root: place.root,
            path: place.path.iter().chain(below).cloned().collect(),
        };
        let root_ty = self.function.ty(place.root).clone();
        let root_name = self.function.name(place.root).to_string();
        match ty {
            ty if ty.is_discrete() => Ok(place.root),
            Ty::Real(_) => {
                let at = here(&place, below);
                if at.path.is_empty() {
                    return Ok(change(self, place.root, below));
                }
                let old = self.let_("e", ty.clone(), Op::Read(at.clone()), span);
                let new = change(self, old, below);
                Ok(self.let_(&root_name, root_ty, Op::Update(at, new), span))
            }
            Ty::Tuple(parts) => {
                let mut root = place.root;
                for (k, part) in parts.iter().enumerate() {
                    below.push(Step::Field(k));
                    root = self.each_real_below(
                        Place { root, path: place.path.clone() },
                        below,
                        part,
                        span,
                        change,
                    )?;
                    below.pop();
                }
                Ok(root)
            }
            Ty::Array(e, _) | Ty::Slice(e) | Ty::Vec(e) | Ty::Deque(e) | Ty::Sequence(e, _) => {
                let n = self.let_("n", Ty::USIZE, Op::Len(here(&place, below)), span);
                let from = self.int(0, span);
                let index = self.function.fresh_primal("i", Ty::USIZE, span);
                let param = self.function.fresh_primal(&root_name[..], root_ty.clone(), span);
                let saved = std::mem::take(&mut self.out);
                below.push(Step::Index(index));
                let next = self.each_real_below(
                    Place { root: param, path: place.path.clone() },
                    below,
                    e,
                    span,
                    change,
                );
                below.pop();
                let body =
                    Block { results: vec![next?], ..std::mem::replace(&mut self.out, saved) };
                let iteration = Iteration::Range(Range {
                    index,
                    from,
                    to: n,
                    inclusive: false,
                    adaptors: Vec::new(),
                });
                let carried = vec![Carried { init: place.root, param }];
                let lp = Loop {
                    iteration,
                    backward: false,
                    carried,
                    consume: None,
                    body,
                    again: None,
                    collect: None,
                };
                Ok(self.let_(&root_name, root_ty, Op::Loop(Box::new(lp)), span))
            }
            other => Err(format!("`{}`: arithmetic on values of type {other}", self.source.name)),
        }
    }

    /// The sum of the elements: a loop.
    pub(super) fn sum(
        &mut self,
        var: Var,
        x: Var,
        n: Var,
        shape: Option<Var>,
        span: Span,
    ) -> Result<(), String> {
        let ty = self.function.ty(var).clone();
        if !ty.has_static_shape() && !matches!(ty, Ty::Vec(_) | Ty::Deque(_)) {
            return Err(format!("`{}`: the sum of elements of type {ty}", self.source.name));
        }
        let from = self.int(0, span);
        let init = self.function.fresh_primal("zero", ty, span);
        self.zero(init, shape, span);
        self.sum_from(var, init, x, (from, n), span)
    }

    /// `init` and the elements in a range: a loop.
    pub(super) fn sum_from(
        &mut self,
        var: Var,
        init: Var,
        x: Var,
        (from, to): (Var, Var),
        span: Span,
    ) -> Result<(), String> {
        let ty = self.function.ty(var).clone();
        let index = self.function.fresh_primal("i", Ty::USIZE, span);
        let param = self.function.fresh_primal("sum", ty.clone(), span);
        let saved = std::mem::take(&mut self.out);
        let next = self.add_at(
            Place::of_var(param),
            Place { root: x, path: vec![Step::Index(index)] },
            &ty,
            span,
        );
        let body = Block { results: vec![next?], ..std::mem::replace(&mut self.out, saved) };
        let iteration =
            Iteration::Range(Range { index, from, to, inclusive: false, adaptors: Vec::new() });
        let lp = Loop {
            iteration,
            backward: false,
            carried: vec![Carried { init, param }],
            consume: None,
            body,
            again: None,
            collect: None,
        };
        self.push(vec![var], Op::Loop(Box::new(lp)), span);
        Ok(())
    }
}
