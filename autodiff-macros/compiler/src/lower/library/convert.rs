//! `x.into()`: a call of the function `from` of the target type.
//!
//! The target type is known only later, so the call is found through an unknown type: that of the
//! field that stores the value, of the function's result, of a `let` annotation. If it and `x`
//! turn out to be reals, the call becomes a cast. If it is user-defined and cannot be inferred,
//! the call is opaque code ([`Lowerer::settle_conversions`]).

use crate::ir::types::{Method, Spelling as Form};
use crate::lower::calls::arguments::LoweredArg;
use crate::lower::calls::function::CallSite;
use crate::lower::iterate::Iter;
use crate::lower::places::place::{BorrowMode, unparen};
use crate::lower::structs::last_name;
use crate::lower::*;
use quote::quote_spanned;
use syn::{Expr, ExprMethodCall};

impl Lowerer<'_> {
    /// `let queue: VecDeque<f64> = vec.into();`, `Model { rows: x[1..].into() }`
    pub fn conversion_to_sequence(&mut self, m: &ExprMethodCall) -> Option<Value> {
        if m.method != "into" || !m.args.is_empty() {
            return None;
        }
        let written = self.expected(m).filter(|ty| types::expected::item_type(ty).is_some())?;
        let made = self.attempt(|s| {
            let ty = s.types.annotation(&written);
            let located = s.locate(&m.receiver);
            let items = s.sequence(located, Some(BorrowMode::Value), &m.receiver)?;
            s.witness_std_type(&written);
            Some(s.filled(&Iter::Items(items), ty, m.method.span()))
        });
        made.ok()
    }

    /// `x.into()`, if `x` is of a user-defined type, or a tuple.
    pub fn user_conversion(&mut self, m: &ExprMethodCall) -> Option<Value> {
        if m.method != "into" || !m.args.is_empty() {
            return None;
        }
        if let Some(array) = self.expected_method_type(m).and_then(|ty| self.vector_type(&ty))
            && let Some(ty) = self.seen_type(&m.receiver)
            && matches!(self.types.shallow(&ty), Ty::Vec(_))
        {
            let elements = &m.receiver;
            let span = m.method.span();
            return Some(self.expr(&syn::parse_quote_spanned!(span=> #array::from_vec(#elements))));
        }
        let is_own = match unparen(&m.receiver) {
            Expr::Tuple(_) | Expr::Struct(_) => true,
            // of a type or of a variant
            Expr::Call(c) => match unparen(&c.func) {
                Expr::Path(p) => {
                    !library::option::is_some(&p.path)
                        && library::result::is_ok(&p.path).is_none()
                        && self.is_constructor(&p.path)
                }
                _ => false,
            },
            place => self.seen_type(place).is_some_and(|ty| {
                self.is_user_defined_type(&ty) || matches!(self.types.shallow(&ty), Ty::Tuple(_))
            }),
        };
        if !is_own && !self.converts_array(m) {
            return None;
        }
        let mut passed = self.value_argument(&m.receiver, None);
        let target = self.expected_method_type(m).map(|ty| ty.to_token_stream());
        if self.converts_reference("from", &m.receiver, target.as_ref(), &mut passed).is_none() {
            return Some(self.fail(&m.receiver, calls::associated::UNCLEAR_CONVERSION));
        }
        let to = self.types.fresh(Kind::Any, Origin::Opaque(None));
        Some(self.converted(passed, to, m))
    }

    /// Whether `x.into()` converts an array to a user-defined type.
    fn converts_array(&mut self, m: &ExprMethodCall) -> bool {
        let Some(target) = self.expected_method_type(m) else { return false };
        let target = self.types.annotation(&target);
        self.is_user_defined_type(&target)
            && !self.is_type_of_other_crate(&target)
            && self.is_of_other_crate(&m.receiver)
    }

    /// `x.into()` of a real.
    pub fn conversion_of_real(&mut self, m: &ExprMethodCall) -> Option<Value> {
        if let Expr::Call(_) = unparen(&m.receiver) {
            return None;
        }
        // a value of another type is not evaluated twice
        let (x, ty) = self
            .attempt(|s| {
                let value = s.operand(&m.receiver);
                let ty = s.value_ty(&value);
                let is_real = matches!(s.types.shallow(&ty), Ty::Real(_));
                is_real.then(|| (s.scalar(value, m.method.span()), ty))
            })
            .ok()?;
        let to = self.types.any();
        self.collected.real_conversions.push(to.clone());
        let passed = LoweredArg::new(
            Argument::Value(Tree::Leaf(x)),
            None,
            ty,
            Spelling { name: None, by_reference: false },
        );
        Some(self.converted(passed, to, m))
    }

    fn converted(&mut self, passed: LoweredArg, to: Ty, m: &ExprMethodCall) -> Value {
        let span = m.method.span();
        let name = if matches!(passed.argument, Argument::Shared(_)) {
            calls::associated::from_reference("from")
        } else {
            "from".into()
        };
        let method = Method {
            owner: to.clone(),
            name,
            right: Some(passed.ty.clone()),
            spelling: Form::Path,
            marker: None,
        };
        let callee = Callee {
            method: Some(Box::new(method)),
            ..Callee::new(quote_spanned!(span=> ::core::convert::Into::into), false)
        };
        self.finish_call(callee, vec![passed], Some(to), CallSite { name: "into", span, at: m })
    }

    /// Infers a real as the target of a conversion of a real, unless the target type has a name.
    pub fn infer_conversions(&mut self) {
        for ty in std::mem::take(&mut self.collected.real_conversions) {
            if self.types.open_projection(&ty).is_none() {
                self.types.narrow(&ty, Kind::Float);
            }
        }
    }

    /// Settles conversions to reals, and to types that cannot be inferred.
    pub fn settle_conversions(&self, block: &mut Block) {
        for l in &mut block.lets {
            match &mut l.op {
                Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| self.settle_conversions(arm)),
                Op::Loop(lp) => self.settle_conversions(&mut lp.body),
                _ => {}
            }
            let Op::Call(call) = &mut l.op else { continue };
            let Some(method) = call
                .callee
                .method
                .as_ref()
                .filter(|m| m.name == "from" && m.spelling == Form::Path)
            else {
                continue;
            };
            let is_real = |ty: &Ty| {
                matches!(self.types.shallow(ty), Ty::Real(_))
                    || matches!(self.types.kind(ty), Some(Kind::Float | Kind::Number))
            };
            let is_unknown = matches!(self.types.origin(&method.owner), Some(Origin::Opaque(_)))
                && self.types.kind(&method.owner) == Some(Kind::Any);
            let [Argument::Value(value)] = &call.arguments[..] else { continue };
            if let (true, Tree::Leaf(x)) =
                (method.right.as_ref().is_some_and(is_real) && is_real(&method.owner), value)
            {
                l.op = Op::Cast(*x);
            } else if is_unknown {
                l.op = Op::Opaque(Box::new(Opaque {
                    advice: "cannot infer the target type of this conversion: write \
                             `Type::from(…)`, or annotate a `let`"
                        .into(),
                    ..Opaque::new(
                        quote::quote!(value.into()),
                        vec![Capture {
                            name: "value".into(),
                            value: value.clone(),
                            by_reference: false,
                        }],
                        "a call of the method `into`",
                    )
                }));
            } else if let Some(Projection::Named(path)) = self.types.open_projection(&method.owner)
                && last_name(&call.callee.path.to_string()) == "into"
            {
                // a constant is converted by `into` itself, whose type may not be inferable
                // otherwise
                call.callee.path =
                    quote_spanned!(l.span=> <#path as ::core::convert::From<_>>::from);
            }
        }
    }
}
