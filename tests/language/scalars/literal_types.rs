//! The types of literals: an annotation, a signature or a later use determines them.

use autodiff::prelude::*;

fn taken(small: u8) -> usize {
    usize::from(small) + 1
}

fn low(value: f32) -> f32 {
    value
}

fn length(v: &[f64]) -> usize {
    v.len() + 1
}

fn wide(n: i64) {
    assert!(n >= 0);
}

struct Mask {
    bits: u8,
}

impl Mask {
    fn with(&self, more: u16) -> u32 {
        u32::from(self.bits) + u32::from(more)
    }
}

macro_rules! functions {
    ($($f:ident($x:ident) $body:block)*) => {
        $(
            #[differentiate]
            fn $f($x: &[f64]) -> f64 $body
        )*

        #[test]
        fn values_and_gradients() {
            $(check!($f, [0.55, -1.25]);)*
        }
    };
}

functions! {
    annotated_f32(x) { let c: f32 = 0.1; x[0] * c as f64 }
    annotated_u8(x) { let c: u8 = 200; x[0] * (!c) as f64 }
    told_by_another_variable(x) { let w = !0; let n: u16 = w; x[0] * w as f64 + x[1] * n as f64 }
    in_a_mask(x) { let mask: u8 = 0xF0; x[0] * (!mask) as f64 + x[1] * (mask << 1) as f64 }
    in_a_tuple(x) { let (a, b): (u8, f32) = (1, 0.3); x[0] * (!a) as f64 + x[1] * b as f64 }
    in_an_option(x) { let o: Option<u8> = Some(1);
        match o { Some(v) => x[0] * (!v) as f64, None => x[1] } }
    in_an_array(x) { let mut t = [0u8; 2]; let a = !0; t[1] = a; x[0] * a as f64 + x[1]
        * t[1] as f64 }
    of_a_closure(x) { let f = |v: u8| (!v) as f64; x[0] * f(3) }
    of_a_local_function(x) { fn f(v: u8, w: f32) -> f64 { (!v) as f64 + w as f64 } x[0]
        * f(3, 0.1) }
    by_a_range(x) { let n: u8 = 3; let mut s = 0.0; for i in 0..n { s += x[0] * (!i) as f64; } s }
    by_the_range_of_a_call(x) { let mut s = 0.0;
        for i in 0..3 { s += x[0] * (!i) as f64 + taken(i) as f64; } s }
    by_a_plain_function(x) { let w = !0; x[0] * w as f64 + x[1] * taken(w) as f64 }
    by_a_plain_method(x) { let m = Mask { bits: 7 }; let n = !0; x[0] * n as f64 + x[1]
        * m.with(n) as f64 }
    by_a_plain_function_of_f32(x) { let s = 0.1; x[0] * low(s) as f64 + x[1] * s as f64 }
    counted_for_a_plain_function(x) { let mut n = 0; for _ in 0..3 { n += 1; wide(n); } x[0]
        * n as f64 }
    empty_for_a_plain_function(x) { let v = Vec::new(); x[0] * length(&v) as f64 }
    beyond_i32(x) { let a: i64 = 3_000_000_000; let b: i64 = 3_000_000; x[0] * a as f64 + x[1]
        * (b * b) as f64 }
    shifted(x) { let b: i64 = 1; x[0] * (b << 40) as f64 }
    of_methods(x) { let seed: u32 = 12345; x[0] * (seed.wrapping_mul(1_664_525) % 1000) as f64
        + x[1] * (-1i8) as u8 as f64 }
    bits_of_f32(x) { let bits = (1.0f32 / 3.0).to_bits(); x[0] * bits as f64 * 1e-9 + x[1]
        * f32::from_bits(bits) as f64 }
    negative(x) { let a: i8 = -1; x[0] * (a as u8) as f64 }
}
