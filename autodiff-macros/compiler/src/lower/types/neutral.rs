//! Literals whose type is known only at the end: the initial values of sums and products.

use crate::lower::*;

/// A literal whose type is known only at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neutral {
    /// The initial value of a sum: for reals it is −0.0, the neutral element.
    OfSums,
    Zero,
    One,
}

impl Neutral {
    fn literal(self, ty: &Ty) -> Literal {
        match (ty, self) {
            (Ty::Real(_), Neutral::OfSums) => Literal::Real(-0.0),
            (Ty::Real(_), Neutral::Zero) => Literal::Real(0.0),
            (Ty::Real(_), Neutral::One) => Literal::Real(1.0),
            (Ty::Bool, _) => Literal::Bool(false),
            (_, Neutral::OfSums | Neutral::Zero) => Literal::Int(0),
            (_, Neutral::One) => Literal::Int(1),
        }
    }
}

impl Lowerer<'_> {
    /// A literal of a type that may still be unknown.
    pub fn neutral(&mut self, ty: Ty, neutral: Neutral, span: Span) -> Var {
        self.types.narrow(&ty, Kind::Number);
        self.neutral_of_any(ty, neutral, span)
    }

    /// As [`Self::neutral`], for a value that need not be a number: for any other type it is a
    /// placeholder.
    pub fn neutral_of_any(&mut self, ty: Ty, neutral: Neutral, span: Span) -> Var {
        let var = self.emit("c", ty, Op::Literal(Literal::Int(0)), span);
        self.facts.neutral.insert(var, neutral);
        var
    }

    pub fn settle_neutrals(&self, block: &mut Block) {
        for l in &mut block.lets {
            match &mut l.op {
                Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| self.settle_neutrals(arm)),
                Op::Loop(lp) => self.settle_neutrals(&mut lp.body),
                Op::Literal(literal) => {
                    if let [var] = l.vars[..]
                        && let Some(neutral) = self.facts.neutral.get(&var)
                    {
                        match self.f.ty(var) {
                            ty if ty.is_scalar() => *literal = neutral.literal(ty),
                            _ => l.op = Op::Blank,
                        }
                    }
                }
                Op::Repeat(of, _)
                    if self.facts.neutral.contains_key(of) && !self.f.ty(*of).is_scalar() =>
                {
                    l.op = Op::Blank
                }
                _ => {}
            }
        }
    }
}
