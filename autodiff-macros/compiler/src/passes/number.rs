//! Linear A (primal) → Linear A in which equal computations are done once: value numbering.
//!
//! Equal operations have the same value, so the first one is used for all: pure scalar operations
//! on the same variables, lengths, and reads and views of the same place of the same array version.
//! A read after a write to the same place is the written value. This is not for the primal's speed
//! (LLVM does the same) but for the residuals of the derivative: two names for one value would be
//! two residuals.
//!
//! An operation whose partial derivatives may be infinite is not shared with the blocks around: in
//! `if n.sqrt() > 0.0 { n.sqrt() } else { y }` the condition's `sqrt` would have a cotangent, zero
//! where the other arm is taken, and zero times its infinite derivative is NaN.

use crate::ir::hash::HashMap;
use crate::ir::scoped::Scoped;
use crate::ir::*;
use crate::primitives::{Prim, has_finite_partials};

/// Numbers the values of a lowered function; renames the interface's results accordingly.
pub fn number_values(function: &mut Function, interface: &mut Interface) {
    let mut body = std::mem::take(&mut function.body);
    let mut pass = Pass {
        function,
        names: HashMap::default(),
        literals: HashMap::default(),
        first: HashMap::default(),
        known: Scoped::default(),
        depth: 0,
    };
    pass.block(&mut body);
    let names = pass.names;
    interface.output_value =
        interface.output_value.map(&mut |v| names.get(&v).copied().unwrap_or(v));
    function.body = body;
}

struct Pass<'a> {
    function: &'a Function,
    /// The representative of a variable.
    names: HashMap<Var, Var>,
    /// The first variable of each literal, which represents all of them in keys.
    literals: HashMap<String, Var>,
    first: HashMap<Var, Var>,
    /// The variable with the value of a key, in this block and those around it, and the depth of
    /// the variable's block.
    known: Scoped<Key, (Var, usize)>,
    /// The count of enclosing blocks.
    depth: usize,
}

/// The computation of a let.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Prim(Prim, Vec<Var>, Scalar),
    Cast(Var, Scalar),
    Len(Place),
    Read(Place),
    View(Place),
}

/// The type of a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Scalar {
    Real(Real),
    Int(&'static str),
    Bool,
}

fn scalar(ty: &Ty) -> Option<Scalar> {
    match ty {
        Ty::Real(real) => Some(Scalar::Real(*real)),
        Ty::Int(name) => Some(Scalar::Int(name)),
        Ty::Bool => Some(Scalar::Bool),
        _ => None,
    }
}

impl Pass<'_> {
    fn block(&mut self, block: &mut Block) {
        let outer = self.known.mark();
        self.depth += 1;
        let lets = std::mem::take(&mut block.lets);
        for mut l in lets {
            l.op.map_operands(&mut |v| self.names.get(&v).copied().unwrap_or(v));
            match &mut l.op {
                Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| self.block(arm)),
                Op::Loop(lp) => {
                    self.block(&mut lp.body);
                    lp.again = lp.again.map(|v| self.names.get(&v).copied().unwrap_or(v));
                }
                Op::Literal(Literal::Source(text)) => {
                    let key = format!("{text} {:?}", self.function.ty(l.vars[0]));
                    let first = *self.literals.entry(key).or_insert(l.vars[0]);
                    self.first.insert(l.vars[0], first);
                }
                // a value stored in a `#[constant]` field may have a derivative, which the field's
                // value has not
                Op::Update(place, value)
                    if self.function.ty(*value).is_scalar() && !place.is_constant() =>
                {
                    let after = Place { root: l.vars[0], path: place.path.clone() };
                    self.known.insert(Key::Read(self.canonical(&after)), (*value, self.depth));
                }
                op => {
                    if let Some(key) = self.key(op, &l.vars) {
                        if let Some(&(before, depth)) = self.known.get(&key)
                            && (depth == self.depth || !Self::may_be_singular(&key))
                        {
                            self.names.insert(l.vars[0], before);
                            continue;
                        }
                        self.known.insert(key, (l.vars[0], self.depth));
                    }
                }
            }
            block.lets.push(l);
        }
        for v in &mut block.results {
            *v = self.names.get(v).copied().unwrap_or(*v);
        }
        self.depth -= 1;
        self.known.undo(outer);
    }

    /// Whether the partial derivatives of a computation may be infinite or NaN.
    fn may_be_singular(key: &Key) -> bool {
        matches!(key, Key::Prim(prim, _, Scalar::Real(_)) if !has_finite_partials(*prim))
    }

    /// The key of a let, if its computation may be shared.
    fn key(&self, op: &Op, vars: &[Var]) -> Option<Key> {
        let [var] = vars else { return None };
        if let Op::View(place) = op {
            return Some(Key::View(self.canonical(place)));
        }
        let ty = scalar(self.function.ty(*var))?;
        match op {
            Op::Prim(prim, args) => {
                let args = args.iter().map(|a| self.canon(*a)).collect();
                Some(Key::Prim(*prim, args, ty))
            }
            Op::Cast(x) => Some(Key::Cast(self.canon(*x), ty)),
            Op::Len(place) => Some(Key::Len(self.canonical(place))),
            Op::Read(place) => Some(Key::Read(self.canonical(place))),
            _ => None,
        }
    }

    fn canon(&self, v: Var) -> Var {
        self.first.get(&v).copied().unwrap_or(v)
    }

    /// A place with the representatives of its indices.
    fn canonical(&self, place: &Place) -> Place {
        let path: Vec<Step> = place
            .path
            .iter()
            .map(|step| match step {
                Step::Index(i) => Step::Index(self.canon(*i)),
                Step::Element(index) => {
                    Step::Element(index.iter().map(|i| self.canon(*i)).collect())
                }
                Step::Field(n) => Step::Field(*n),
                Step::Member(member) => Step::Member(member.clone()),
                Step::Slice { from, to, inclusive } => Step::Slice {
                    from: from.map(|v| self.canon(v)),
                    to: to.map(|v| self.canon(v)),
                    inclusive: *inclusive,
                },
                Step::View(ViewMethod { method, arguments }) => Step::View(ViewMethod {
                    method: method.clone(),
                    arguments: arguments.iter().map(|v| self.canon(*v)).collect(),
                }),
            })
            .collect();
        Place { root: place.root, path }
    }
}
