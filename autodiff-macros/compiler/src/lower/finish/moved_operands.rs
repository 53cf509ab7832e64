//! Operands that derivatives move as the user's program does.
//!
//! ```text
//! p = call x.dot(w)              p = call x.dot(w)
//! s = call p + b                 s = call move p + b
//! ```
//!
//! Operands of operators and methods are passed by reference, as the linear part reads them again.
//! An array that is the result of a call and has no other use can be passed by value to an operator
//! or method whose linear part needs only its shape: to a sum or difference, to a product or
//! quotient of which the other operand is inactive, to `into_shape_with_order` and `mapv`. The
//! runtime has markers of their own for these, whose names have `=` in the place of the operand.

use crate::ir::types::Spelling;
use crate::lower::*;

impl Lowerer<'_> {
    /// Passes such operands by value. `varied` depend on an active parameter. Types are not
    /// resolved yet.
    pub fn move_operands(&self, body: &mut Block, varied: &HashSet<Var>, params: &[Param]) {
        let owned = params.iter().filter(|p| p.passing == Passing::Value && p.borrowed.is_none());
        let owned = owned.filter_map(|p| if let Tree::Leaf(v) = p.value { Some(v) } else { None });
        let owned: HashSet<Var> = owned.filter(|v| self.is_owned_array(*v)).collect();
        if !owned.is_empty() || self.makes_arrays(body) {
            let reads = body.read_counts();
            self.move_operands_in(body, owned, &reads, varied);
        }
    }

    /// `owned` are the variables that this block may move.
    fn move_operands_in(
        &self,
        block: &mut Block,
        mut owned: HashSet<Var>,
        reads: &HashMap<Var, usize>,
        varied: &HashSet<Var>,
    ) {
        for l in &mut block.lets {
            match &mut l.op {
                Op::Call(call) => {
                    let can_move = |v: Var| owned.contains(&v) && reads.get(&v) == Some(&1);
                    self.move_operand(call, varied, &can_move);
                    // a view is read where it is, instead of being copied and moved
                    if let Tree::Leaf(v) = call.output
                        && self.is_owned_array(v)
                        && !self.facts.array_views.contains(&v)
                    {
                        owned.insert(v);
                    }
                }
                Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| {
                    self.move_operands_in(arm, HashSet::default(), reads, varied);
                }),
                Op::Loop(lp) => {
                    self.move_operands_in(&mut lp.body, HashSet::default(), reads, varied);
                }
                _ => {}
            }
        }
    }

    fn makes_arrays(&self, block: &Block) -> bool {
        block.lets.iter().any(|l| {
            matches!(&l.op, Op::Call(Call { output: Tree::Leaf(v), .. }) if self.is_owned_array(*v))
                || l.op.blocks().iter().any(|inner| self.makes_arrays(inner))
        })
    }

    /// Whether a value is an array that owns its elements and shares them with no other.
    fn is_owned_array(&self, v: Var) -> bool {
        let ty = self.f.ty(v);
        self.types.axes(ty).is_some()
            && match self.types.open_projection(ty) {
                Some(Projection::Output(Callee { method: Some(method), .. })) => {
                    self.types.axes(&method.owner).is_some()
                        || method.right.iter().any(|ty| self.types.axes(ty).is_some())
                }
                Some(Projection::Named(name)) => is_name_of_owned(&name),
                _ => false,
            }
    }

    fn move_operand(
        &self,
        call: &mut Call,
        varied: &HashSet<Var>,
        can_move: &impl Fn(Var) -> bool,
    ) {
        if let Some((number, name)) = self.movable_operand(call, varied, can_move)
            && let Argument::Shared(v) = call.arguments[number]
            && let Some(method) = &mut call.callee.method
        {
            method.name = name;
            call.arguments[number] = Argument::Value(Tree::Leaf(v));
        }
    }

    /// The number of the operand that can be moved, and the name of the marker.
    fn movable_operand(
        &self,
        call: &Call,
        varied: &HashSet<Var>,
        can_move: &impl Fn(Var) -> bool,
    ) -> Option<(usize, String)> {
        let method = call.callee.method.as_ref()?;
        let operand = |k: usize| match call.arguments.get(k) {
            Some(Argument::Shared(v)) => Some(*v),
            _ => None,
        };
        let is_moved = |k: usize| operand(k).is_some_and(|v| can_move(v) && varied.contains(&v));
        let is_inactive = |k: usize| operand(k).is_some_and(|v| !varied.contains(&v));
        match method.spelling {
            Spelling::Infix(symbol) => {
                let (is_sum, is_product) = (matches!(symbol, "+" | "-"), symbol == "*");
                let [by_value_left, by_value_right] =
                    [!method.name.starts_with('&'), !method.name.ends_with('&')];
                let name = method.name.trim_matches('&');
                if by_value_left && is_moved(0) && (is_sum || is_inactive(1)) {
                    return Some((0, format!("={name}")));
                }
                // `ndarray` stores the result in the left operand, if that is owned
                let is_scalar = |v: Var| matches!(self.types.shallow(self.f.ty(v)), Ty::Real(_));
                let is_stored = !by_value_left || operand(0).is_some_and(is_scalar);
                let can_be = is_sum || is_product && is_inactive(0);
                (by_value_right && is_stored && is_moved(1) && can_be)
                    .then(|| (1, format!("{name}=")))
            }
            Spelling::Dot if matches!(&*method.name, "into_shape_with_order" | "mapv") => {
                is_moved(0).then(|| (0, format!("={}", method.name)))
            }
            _ => None,
        }
    }
}

/// Whether a type is `Array2<f64>` or the like, by its name.
fn is_name_of_owned(name: &TokenStream) -> bool {
    let Ok(syn::Type::Path(of)) = syn::parse2(name.clone()) else { return false };
    of.path.segments.last().is_some_and(|last| {
        let rest = last.ident.to_string();
        rest.strip_prefix("Array").is_some_and(|rest| {
            matches!(rest, "" | "D") || rest.len() == 1 && rest.starts_with(char::is_numeric)
        })
    })
}
