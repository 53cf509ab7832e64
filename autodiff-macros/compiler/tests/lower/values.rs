//! Values of Rust as values of the interpreter.

use autodiff_compiler::ir::interpret::Value;

/// A value of Rust as one of the interpreter.
pub trait ToValue {
    fn leaves(&self) -> Vec<Value> {
        vec![self.value()]
    }
    fn value(&self) -> Value;
}

impl ToValue for f64 {
    fn value(&self) -> Value {
        Value::Real(*self)
    }
}
impl ToValue for f32 {
    fn value(&self) -> Value {
        Value::F32(*self)
    }
}
impl ToValue for bool {
    fn value(&self) -> Value {
        Value::Bool(*self)
    }
}
macro_rules! ints {
    ($($t:ty),*) => { $(impl ToValue for $t { fn value(&self) -> Value { Value::Int(*self as i128) }
        })* };
}
ints!(usize, i32, u32, i64, u8);
impl<T: ToValue> ToValue for [T] {
    fn value(&self) -> Value {
        Value::array(self.iter().map(ToValue::value).collect())
    }
}
impl<T: ToValue> ToValue for Vec<T> {
    fn value(&self) -> Value {
        self[..].value()
    }
}
impl<T: ToValue, const N: usize> ToValue for [T; N] {
    fn value(&self) -> Value {
        self[..].value()
    }
}
impl<T: ToValue + ?Sized> ToValue for &T {
    fn value(&self) -> Value {
        (**self).value()
    }
    fn leaves(&self) -> Vec<Value> {
        (**self).leaves()
    }
}
impl<T: ToValue + ?Sized> ToValue for &mut T {
    fn value(&self) -> Value {
        (**self).value()
    }
}
impl ToValue for char {
    fn value(&self) -> Value {
        Value::Text(format!("{self:?}"))
    }
}
impl<A: ToValue, B: ToValue> ToValue for (A, B) {
    fn value(&self) -> Value {
        Value::Tuple(vec![self.0.value(), self.1.value()])
    }
    fn leaves(&self) -> Vec<Value> {
        [self.0.leaves(), self.1.leaves()].concat()
    }
}
impl<A: ToValue, B: ToValue, C: ToValue> ToValue for (A, B, C) {
    fn value(&self) -> Value {
        Value::Tuple(vec![self.0.value(), self.1.value(), self.2.value()])
    }
    fn leaves(&self) -> Vec<Value> {
        [self.0.leaves(), self.1.leaves(), self.2.leaves()].concat()
    }
}

/// A value with the bits of its reals.
pub fn bits(value: &Value) -> String {
    match value {
        Value::Real(x) => format!("{x:?}:{:016x}", x.to_bits()),
        Value::F32(x) => format!("{x:?}:{:08x}", x.to_bits()),
        Value::Array(xs) => format!("[{}]", xs.iter().map(bits).collect::<Vec<_>>().join(", ")),
        Value::Tuple(xs) => format!("({})", xs.iter().map(bits).collect::<Vec<_>>().join(", ")),
        other => format!("{other:?}"),
    }
}
