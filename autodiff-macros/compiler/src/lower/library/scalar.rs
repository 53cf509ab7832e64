//! Scalars in generic code: `T::zero()`, `T::from(0.5).unwrap()`, `Float::sin(x)`,
//! `x.to_f64().unwrap()` → literals, casts and primitives.
//!
//! The traits are those of `num_traits`, and the runtime's `Real`.

use crate::lower::places::place::unparen;
use crate::lower::*;
use crate::primitives::Prim;
use quote::quote;
use std::f64::consts;
use syn::{Expr, ExprCall, ExprMethodCall, ExprPath, Lit, UnOp};

/// Traits whose functions have scalars as their first argument or as their result.
const TRAITS: &[&str] = &[
    "Float",
    "FloatCore",
    "Real",
    "Zero",
    "One",
    "FloatConst",
    "NumCast",
    "FromPrimitive",
    "ToPrimitive",
    "Num",
    "Signed",
    "Bounded",
    "Euclid",
];

/// Whether the names of a path are those of a trait of scalars. A trait of the crate may have such a
/// name.
pub fn is_trait(names: &[String], world: &World) -> bool {
    let path: Vec<&str> = names.iter().map(String::as_str).collect();
    path.last().is_some_and(|last| TRAITS.contains(last)) && !world.leads_to_item(&path)
}

/// Functions without arguments that return a scalar, with its value as an `f64`.
const CONSTANTS: &[(&str, f64)] = &[
    ("zero", 0.0),
    ("one", 1.0),
    ("default", 0.0),
    ("neg_zero", -0.0),
    ("infinity", f64::INFINITY),
    ("neg_infinity", f64::NEG_INFINITY),
    ("nan", f64::NAN),
    ("epsilon", f64::EPSILON),
    ("min_value", f64::MIN),
    ("max_value", f64::MAX),
    ("min_positive_value", f64::MIN_POSITIVE),
    ("E", consts::E),
    ("FRAC_1_PI", consts::FRAC_1_PI),
    ("FRAC_1_SQRT_2", consts::FRAC_1_SQRT_2),
    ("FRAC_2_PI", consts::FRAC_2_PI),
    ("FRAC_2_SQRT_PI", consts::FRAC_2_SQRT_PI),
    ("FRAC_PI_2", consts::FRAC_PI_2),
    ("FRAC_PI_3", consts::FRAC_PI_3),
    ("FRAC_PI_4", consts::FRAC_PI_4),
    ("FRAC_PI_6", consts::FRAC_PI_6),
    ("FRAC_PI_8", consts::FRAC_PI_8),
    ("LN_10", consts::LN_10),
    ("LN_2", consts::LN_2),
    ("LOG10_E", consts::LOG10_E),
    ("LOG10_2", consts::LOG10_2),
    ("LOG2_10", consts::LOG2_10),
    ("LOG2_E", consts::LOG2_E),
    ("PI", consts::PI),
    ("SQRT_2", consts::SQRT_2),
    ("TAU", consts::TAU),
];

/// Integers up to this one are exact in every real type.
const EXACT: u64 = 1 << 24;

impl Lowerer<'_> {
    /// The scalar type whose function a path names, and the function: for `T::zero` the parameter
    /// `T`, for `Float::sin` a type not yet known.
    fn scalar_function(&mut self, path: &ExprPath) -> Option<(Ty, String)> {
        let names: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
        let (name, owner) = names.split_last()?;
        if let Some(qself) = &path.qself {
            // a user-defined trait may have a function of any name
            let of_trait = owner.get(..qself.position).filter(|of| !of.is_empty());
            if of_trait.is_some_and(|of| !is_trait(of, self.world())) {
                return None;
            }
            let of = self.types.annotation(&qself.ty);
            if !matches!(of, Ty::Real(_)) {
                return None;
            }
            if of_trait.is_some() {
                self.named_by_path(path, name);
            }
            return Some((of, name.clone()));
        }
        let parameter = match owner {
            [parameter] => self
                .types
                .params
                .iter()
                .find(|p| matches!(p, Real::Param(n) if n == parameter))
                .copied(),
            _ => None,
        };
        if let Some(parameter) = parameter {
            return Some((Ty::Real(parameter), name.clone()));
        }
        let of_trait = is_trait(owner, self.world());
        let of_crate = matches!(owner, [root] if root == "num_traits")
            && matches!(name.as_str(), "zero" | "one" | "cast");
        if !of_trait && !of_crate {
            return None;
        }
        self.named_by_path(path, name);
        Some((self.types.fresh(Kind::Number, Origin::None), name.clone()))
    }

    /// A call of a function of a scalar type.
    pub fn scalar_call(&mut self, c: &ExprCall) -> Option<Value> {
        let Expr::Path(path) = unparen(&c.func) else { return None };
        if let Some(value) = self.scalar_trait_call(c, path) {
            return Some(value);
        }
        let span = c.span();
        let (ty, name) = self.scalar_function(path)?;
        let args: Vec<&Expr> = c.args.iter().collect();
        match args[..] {
            [] => {
                let (_, value) = CONSTANTS.iter().find(|(constant, _)| *constant == name)?;
                let literal = match name.as_str() {
                    "zero" | "one" | "default" | "neg_zero" => {
                        self.need(&ty, &name, span);
                        Literal::Real(*value)
                    }
                    _ => Literal::Named(c.to_token_stream(), *value),
                };
                Some(Value::Var(
                    self.emit(&name.to_lowercase(), ty, Op::Literal(literal), span),
                    false,
                ))
            }
            [x] if name == "real" || name == "from" && !is_cast_trait(path) => {
                if name == "real" {
                    self.need(&ty, &name, span);
                }
                Some(self.conversion(x, ty, &name, span))
            }
            [x] if matches!(name.as_str(), "is_zero" | "is_one") => {
                self.equals(x, name == "is_one", span)
            }
            [x] if name == "sin_cos" => {
                let x = self.operand_var(x);
                self.unify_var(x, &ty);
                Some(Value::Tuple(vec![
                    self.prim("sin", Prim::Sin, vec![x], span),
                    self.prim("cos", Prim::Cos, vec![x], span),
                ]))
            }
            _ => {
                let prim = Prim::from_method(&name, args.len())?;
                let mut vars = Vec::new();
                for (i, arg) in args.into_iter().enumerate() {
                    let var = self.operand_var(arg);
                    let want =
                        if prim == Prim::Powi && i == 1 { Ty::Int("i32") } else { ty.clone() };
                    self.unify_var(var, &want);
                    vars.push(var);
                }
                Some(self.prim(&name, prim, vars, span))
            }
        }
    }

    /// A method that a scalar has through a trait, or the end of a conversion that returns an
    /// `Option`.
    pub fn scalar_method(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let name = m.method.to_string();
        let receiver = unparen(&m.receiver);
        match (name.as_str(), m.args.len(), receiver) {
            ("unwrap", 0, Expr::Call(c)) | ("expect", 1, Expr::Call(c)) => {
                let Expr::Path(path) = unparen(&c.func) else { return None };
                let (ty, function) = self.scalar_function(path)?;
                let is_conversion =
                    matches!(function.as_str(), "from" | "cast") || function.starts_with("from_");
                let [x] = &c.args.iter().collect::<Vec<_>>()[..] else { return None };
                if !is_conversion {
                    return None;
                }
                self.need(&ty, if function == "cast" { "from" } else { &function }, c.span());
                Some(self.conversion(x, ty, &function, c.span()))
            }
            ("unwrap", 0, Expr::MethodCall(inner)) | ("expect", 1, Expr::MethodCall(inner)) => {
                let to = inner.method.to_string();
                let to = types::primitive(to.strip_prefix("to_")?)
                    .filter(|to| matches!(to, Ty::Real(_) | Ty::Int(_)))?;
                if !inner.args.is_empty() || !self.looks_scalar(&inner.receiver) {
                    return None;
                }
                self.conversion_to(m, inner, to)
            }
            ("is_zero" | "is_one", 0, _) if self.looks_scalar(receiver) => {
                self.equals(receiver, name == "is_one", m.method.span())
            }
            ("into", 0, _) if self.looks_scalar(receiver) => self.conversion_of_real(m),
            _ => None,
        }
    }

    /// Whether an expression is no chain on something other than scalars. (Its type is known only
    /// after it is lowered.)
    fn looks_scalar(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Path(_)
            | Expr::Index(_)
            | Expr::Field(_)
            | Expr::Binary(_)
            | Expr::Unary(_)
            | Expr::Call(_)
            | Expr::Lit(_) => true,
            Expr::MethodCall(m) => {
                Prim::from_method(&m.method.to_string(), m.args.len() + 1).is_some()
            }
            _ => false,
        }
    }

    /// `x == T::zero()`, if `x` is a number.
    fn equals(&mut self, x: &Expr, one: bool, span: Span) -> Option<Value> {
        if matches!(unparen(x), Expr::Call(_)) {
            return None;
        }
        let value = self.operand(x);
        let ty = self.value_ty(&value);
        // if the type has no such method of its own, the method may be one of any trait
        let of = self.types.shallow(&ty);
        if !matches!(of, Ty::Real(Real::Param(_))) {
            return None;
        }
        self.need(&of, if one { "is_one" } else { "is_zero" }, span);
        let x = self.scalar(value, span);
        let number = if one { 1.0 } else { 0.0 };
        let literal = match self.shallow(x) {
            Ty::Int(_) => Literal::Int(i128::from(one)),
            _ => Literal::Real(number),
        };
        let constant = self.emit("c", ty, Op::Literal(literal), span);
        Some(self.prim("t", Prim::Eq, vec![x, constant], span))
    }

    /// `T::from(x).unwrap()`, `T::real(x)`
    fn conversion(&mut self, x: &Expr, to: Ty, function: &str, span: Span) -> Value {
        self.types.narrow(&to, Kind::Float);
        if let Some(number) = number_of(x) {
            return Value::Var(self.emit("c", to, Op::Literal(Literal::Real(number)), span), false);
        }
        let x = self.operand_var(x);
        match function {
            "real" => self.unify_var(x, &Ty::F64),
            _ => {
                if let Some(from) = function.strip_prefix("from_").and_then(types::primitive) {
                    self.unify_var(x, &from);
                }
            }
        }
        Value::Var(self.emit("cast", to, Op::Cast(x), span), false)
    }

    /// `x.to_f64().unwrap()`; a conversion to an integer may panic, and has no derivative.
    fn conversion_to(
        &mut self,
        m: &ExprMethodCall,
        inner: &ExprMethodCall,
        to: Ty,
    ) -> Option<Value> {
        let span = inner.method.span();
        let x = self.operand_var(&inner.receiver);
        if matches!(to, Ty::Real(_)) {
            return Some(Value::Var(self.emit("cast", to, Op::Cast(x), span), false));
        }
        let (method, end, message) = (&inner.method, &m.method, &m.args);
        let value = proc_macro2::Ident::new("value", span);
        let code = quote!(#value.#method().#end(#message));
        let mut captures = self.captures(message.to_token_stream());
        captures.push(Capture { name: "value".into(), value: Tree::Leaf(x), by_reference: false });
        let opaque = Opaque { discrete: true, ..Opaque::new(code, captures, "a cast") };
        Some(Value::Var(self.emit("cast", to, Op::Opaque(Box::new(opaque)), span), false))
    }
}

/// Whether a path names `from` of a trait whose `from` returns an `Option`.
fn is_cast_trait(path: &ExprPath) -> bool {
    let mut segments = path.path.segments.iter().rev().skip(1);
    segments.next().is_some_and(|s| s.ident == "NumCast")
}

/// The value of a literal in every real type, if it is one.
fn number_of(e: &Expr) -> Option<f64> {
    match unparen(e) {
        Expr::Unary(u) if matches!(u.op, UnOp::Neg(_)) => {
            let is_integer =
                matches!(unparen(&u.expr), Expr::Lit(l) if matches!(l.lit, Lit::Int(_)));
            // there is no negative zero among integers
            number_of(&u.expr).map(|x| if is_integer { 0.0 - x } else { -x })
        }
        Expr::Lit(l) => match &l.lit {
            Lit::Float(f) if f.suffix() != "f32" => f.base10_parse().ok(),
            Lit::Int(i) => i.base10_parse::<u64>().ok().filter(|i| *i <= EXACT).map(|i| i as f64),
            _ => None,
        },
        _ => None,
    }
}
