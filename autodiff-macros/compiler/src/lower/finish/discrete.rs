//! Parameters of user-defined types that are only compared and matched: they need no derivative.

use crate::lower::*;

/// The uses of a variable.
#[derive(Default)]
struct Uses {
    /// A use that has no derivative.
    discrete: bool,
    /// Any other use.
    has_other: bool,
    /// The variable and its copies.
    copies: Vec<Var>,
    /// The index of its parameter.
    number: usize,
}

impl Uses {
    /// An argument of a call. The name of a function does not determine its parameter types:
    /// another function of that name may have a derivative there. Only a recursive call is known to
    /// take the parameter in the same way.
    fn in_call(&mut self, call: &Call) {
        for (k, argument) in call.arguments.iter().enumerate() {
            let vars = match argument {
                Argument::Value(tree) | Argument::Index(tree) => tree.leaves(),
                Argument::Shared(v) => vec![*v],
                Argument::Unique(place) => vec![place.root],
            };
            self.has_other |= vars.iter().any(|v| self.copies.contains(v))
                && !(call.callee.recursive && k == self.number);
        }
    }

    fn of(&mut self, function: &Function, block: &Block) {
        for l in &block.lets {
            if !ownership::drops::is_end(&l.op) && l.op.has_operand(|v| self.copies.contains(&v)) {
                if matches!(&l.op, Op::Read(place) | Op::View(place) if place.path.is_empty()) {
                    self.copies.extend(&l.vars);
                    continue;
                }
                if let Op::Call(call) = &l.op {
                    self.in_call(call);
                    continue;
                }
                let discrete = match &l.op {
                    Op::Opaque(o) => o.discrete || o.effect,
                    Op::Prim(..) | Op::Cast(_) => {
                        l.vars.iter().all(|v| function.ty(*v).is_discrete())
                    }
                    _ => false,
                };
                self.discrete |= discrete;
                self.has_other |= !discrete;
            }
            for inner in l.op.blocks() {
                self.of(function, inner);
            }
        }
        self.has_other |= block.results.iter().any(|v| self.copies.contains(v));
    }
}

impl Lowerer<'_> {
    /// Resolves the types of the parameters, and records which are discrete.
    pub(super) fn finish_params(
        &mut self,
        interface: &mut Interface,
        body: &Block,
        plain: &HashSet<String>,
    ) {
        for param in &mut interface.params {
            param.ty = self.types.finish(&param.ty, plain).unwrap_or_else(|| param.ty.clone());
        }
        // A user-defined type that is only compared and matched is a plain enum, which need not be
        // differentiable. If its definition shows reals, it has a tangent, whatever the body does.
        for (number, param) in interface.params.iter_mut().enumerate() {
            if let (Tree::Leaf(v), Ty::Projected(of @ Projection::Named(name))) =
                (&param.value, &param.ty)
                && !self.is_implementor(of)
                && !self.types.is_array(&param.ty)
                && !syn::parse2(name.clone()).is_ok_and(|ty| self.world().has_reals(&ty))
            {
                let mut uses = Uses { number, copies: vec![*v], ..Uses::default() };
                uses.of(&self.f, body);
                if uses.discrete && !uses.has_other {
                    param.ty = Ty::Discrete(of.clone());
                    let ty = Rc::new(param.ty.clone());
                    for copy in uses.copies {
                        self.f.vars[copy.0 as usize].ty = ty.clone();
                    }
                }
            }
        }
        // except parameters that are marked `#[constant]`, or in which a linear function is not
        // linear: these may carry reals, and an error is reported to callers if the argument is
        // active
        self.world().record_discrete(
            &self.f.name,
            interface.params.iter().map(|p| !p.constant && p.ty.is_discrete()).collect(),
        );
    }
}
