//! The values of variables in a run of a function.

use crate::ir::{Pullback, Var};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A value. Cloning an array is cheap; writing to one that is shared copies it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An `f64`.
    Real(f64),
    /// An `f32`.
    F32(f32),
    /// A real and its tangent: only in runs of `dual`.
    Dual(f64, f64),
    /// An integer of any type.
    Int(i128),
    /// A bool.
    Bool(bool),
    /// A character or string, as a literal is written.
    Text(String),
    /// A tuple; `()` is the tangent of any discrete value.
    Tuple(Vec<Value>),
    /// An array, a slice, a `Vec`.
    Array(Rc<Vec<Value>>),
    /// A struct, or an enum of the variant named; also `Some`, `None`, `Ok`.
    Struct(Rc<StructValue>),
    /// The rows that a loop collected.
    Rows(Rc<Vec<Vec<Value>>>),
    /// The zero of a shape.
    Shape(Box<Value>),
    /// The residuals of a call.
    Frame(Rc<FrameValue>),
    /// A linear map.
    Pullback(Rc<PullbackValue>),
    /// A placeholder that nothing may compute with.
    Blank,
}

/// The fields of a struct or of a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct StructValue {
    /// The last name of the path of its constructor: the struct's or the variant's.
    pub name: String,
    /// The fields by their names, which determine the order of flattening.
    pub fields: BTreeMap<String, Value>,
}

/// The residuals of one call.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameValue {
    /// The residuals, in order.
    pub residuals: Vec<Value>,
    /// The arguments, leaf by leaf, which provide the shapes of zeros where the caller knows no
    /// tangent.
    pub(super) arguments: Vec<Value>,
}

/// A linear map, with its captures.
#[derive(Clone, Debug)]
pub struct PullbackValue {
    /// The map.
    pub code: Rc<Pullback>,
    /// The captured variables and their values.
    pub captured: Vec<(Var, Value)>,
}

impl PartialEq for PullbackValue {
    fn eq(&self, other: &PullbackValue) -> bool {
        Rc::ptr_eq(&self.code, &other.code) && self.captured == other.captured
    }
}

impl Value {
    /// The empty tuple.
    pub fn unit() -> Value {
        Value::Tuple(Vec::new())
    }

    /// An array.
    pub fn array(elements: Vec<Value>) -> Value {
        Value::Array(Rc::new(elements))
    }

    /// A struct, or a variant of an enum.
    pub fn structure(name: &str, fields: impl IntoIterator<Item = (String, Value)>) -> Value {
        Value::Struct(Rc::new(StructValue {
            name: name.to_string(),
            fields: fields.into_iter().collect(),
        }))
    }

    /// An array of `f64`.
    pub fn reals(elements: &[f64]) -> Value {
        Value::array(elements.iter().map(|x| Value::Real(*x)).collect())
    }

    /// An array of integers.
    pub fn ints(elements: &[i128]) -> Value {
        Value::array(elements.iter().map(|x| Value::Int(*x)).collect())
    }

    /// The count of real scalars in it.
    pub fn scalars(&self) -> u64 {
        let mut count = 0;
        self.each_real(&mut |_| count += 1);
        count
    }

    /// All real scalars in it, left to right.
    pub fn flatten(&self) -> Vec<f64> {
        let mut reals = Vec::new();
        self.each_real(&mut |x| reals.push(x));
        reals
    }

    fn each_real(&self, f: &mut impl FnMut(f64)) {
        match self {
            Value::Real(x) | Value::Dual(x, _) => f(*x),
            Value::F32(x) => f(f64::from(*x)),
            Value::Tuple(parts) => parts.iter().for_each(|p| p.each_real(f)),
            Value::Array(elements) => elements.iter().for_each(|e| e.each_real(f)),
            Value::Struct(s) => s.fields.values().for_each(|x| x.each_real(f)),
            Value::Int(_)
            | Value::Bool(_)
            | Value::Text(_)
            | Value::Rows(_)
            | Value::Shape(_)
            | Value::Frame(_)
            | Value::Pullback(_)
            | Value::Blank => {}
        }
    }

    /// The zero tangent of a primal value (of a tangent: the zero of the same shape).
    pub fn zero(&self) -> Value {
        self.map_reals(&mut |_| 0.0)
    }

    /// The tangent of the same shape whose real scalars are computed by `f` from the primal ones,
    /// left to right.
    pub fn map_reals(&self, f: &mut impl FnMut(f64) -> f64) -> Value {
        match self {
            Value::Real(x) | Value::Dual(x, _) => Value::Real(f(*x)),
            Value::F32(x) => Value::F32(f(f64::from(*x)) as f32),
            Value::Tuple(parts) => {
                unit_if_discrete(Value::Tuple(parts.iter().map(|p| p.map_reals(f)).collect()))
            }
            Value::Array(elements) => {
                unit_if_discrete(Value::array(elements.iter().map(|e| e.map_reals(f)).collect()))
            }
            // also without any real: another variant may replace it
            Value::Struct(s) => s.map(&mut |x| x.map_reals(f)),
            Value::Int(_)
            | Value::Bool(_)
            | Value::Text(_)
            | Value::Rows(_)
            | Value::Shape(_)
            | Value::Frame(_)
            | Value::Pullback(_)
            | Value::Blank => Value::unit(),
        }
    }

    pub(super) fn is_unit(&self) -> bool {
        matches!(self, Value::Tuple(parts) if parts.is_empty())
    }

    pub(super) fn kind(&self) -> &'static str {
        match self {
            Value::Real(_) | Value::F32(_) | Value::Dual(..) => "a real",
            Value::Int(_) => "an integer",
            Value::Bool(_) => "a bool",
            Value::Text(_) => "a string",
            Value::Tuple(_) => "a tuple",
            Value::Array(_) => "an array",
            Value::Struct(_) => "a struct",
            Value::Rows(_) => "rows",
            Value::Shape(_) => "a shape",
            Value::Frame(_) => "a frame",
            Value::Pullback(_) => "a pullback",
            Value::Blank => "a blank",
        }
    }
}

impl StructValue {
    /// The same struct over other values.
    pub(super) fn map(&self, f: &mut impl FnMut(&Value) -> Value) -> Value {
        Value::structure(&self.name, self.fields.iter().map(|(name, x)| (name.clone(), f(x))))
    }

    /// Whether it is the variant of the path (`Content`: any variant with content).
    pub(super) fn is_variant(&self, path: &str) -> bool {
        let last = path.rsplit(':').next().unwrap_or(path).trim();
        self.name == last || last == "Content" && matches!(self.name.as_str(), "Some" | "Ok")
    }

    /// The place of a field of a variant.
    pub(super) fn field(&self, variant: Option<&str>, name: &str) -> Result<&Value, String> {
        if let Some(variant) = variant
            && !self.is_variant(variant)
        {
            return Err(format!(
                "the field `{name}` of `{variant}` in a value that is `{}`",
                self.name
            ));
        }
        self.fields.get(name).ok_or_else(|| format!("`{}` has no field `{name}`", self.name))
    }
}

impl From<f64> for Value {
    fn from(x: f64) -> Value {
        Value::Real(x)
    }
}

/// The tangent of a tuple or of a non-empty array without any real is `()`.
pub(super) fn unit_if_discrete(value: Value) -> Value {
    let discrete = match &value {
        Value::Tuple(parts) => parts.iter().all(Value::is_unit),
        Value::Array(elements) => !elements.is_empty() && elements.iter().all(Value::is_unit),
        _ => false,
    };
    if discrete { Value::unit() } else { value }
}
