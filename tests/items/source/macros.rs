//! Calls of user-defined `macro_rules!`, in the body or in the module.

use autodiff::prelude::*;

#[differentiate(reverse)]
fn macro_simple(x: &[f64]) -> f64 {
    macro_rules! sq {
        ($e:expr) => {
            $e * $e
        };
    }
    sq!(x[0]) + sq!(x[0] + 1.0)
}
#[differentiate(reverse)]
fn macro_repeat(x: &[f64]) -> f64 {
    macro_rules! sum { ($($e:expr),* $(,)?) => { 0.0 $(+ $e)* }; }
    sum!(x[0], x[0] * 2.0, 1.0)
}
#[differentiate(reverse)]
fn macro_stmts(x: &[f64]) -> f64 {
    let mut s = 0.0;
    macro_rules! add {
        ($v:ident, $e:expr) => {
            $v += $e;
        };
    }
    add!(s, x[0]);
    add!(s, x[0] * s);
    s
}
#[differentiate(reverse)]
fn macro_hygiene(x: &[f64]) -> f64 {
    let t = x[0];
    macro_rules! m {
        ($e:expr) => {{
            let t = 2.0;
            t * $e
        }};
    }
    m!(t) + m!(t * t)
}
#[differentiate(reverse)]
fn macro_rec(x: &[f64]) -> f64 {
    macro_rules! mx { ($a:expr) => { $a }; ($a:expr, $($r:expr),+)
        => { f64::max($a, mx!($($r),+)) }; }
    mx!(x[0], 0.2, x[0] * x[0])
}
#[differentiate(reverse)]
fn macro_let(x: &[f64]) -> f64 {
    macro_rules! def {
        ($n:ident = $e:expr) => {
            let $n = $e;
        };
    }
    def!(a = x[0] * 2.0);
    a * a
}
#[differentiate(reverse)]
fn macro_closure_cap(x: &[f64]) -> f64 {
    let k = x[0];
    macro_rules! scaled {
        ($e:expr) => {
            k * $e
        };
    }
    scaled!(3.0) + scaled!(x[0])
}
#[differentiate(reverse)]
fn macro_ty_lit_tt(x: &[f64]) -> f64 {
    macro_rules! conv {
        ($e:expr => $t:ty) => {
            $e as $t
        };
    }
    macro_rules! op { ($a:expr, $o:tt, $b:expr) => { $a $o $b }; }
    macro_rules! lit {
        ($l:literal) => {
            $l * 2.0
        };
    }
    macro_rules! pt {
        ($p:pat, $e:expr) => {
            match $e {
                $p => 1.0,
                _ => 2.0,
            }
        };
    }
    op!(x[0], *, x[0]) + conv!(3 => f64) * lit!(1.5) * x[0] + pt!(1..=3, x.len())
}
#[differentiate(reverse)]
fn m_nested(x: &[f64]) -> f64 {
    macro_rules! sq {
        ($e:expr) => {{
            let t = $e;
            t * t
        }};
    }
    macro_rules! quad {
        ($e:expr) => {{
            let t = sq!($e);
            sq!(t) + t
        }};
    }
    let t = x[0];
    quad!(t) + sq!(sq!(t + 1.0))
}
#[differentiate(reverse)]
fn m_let_args(x: &[f64]) -> f64 {
    macro_rules! both {
        ($a:ident, $b:ident) => {
            let $a = x[0];
            let $b = $a * 2.0;
        };
    }
    both!(p, q);
    p * q
}
#[differentiate(reverse)]
fn m_in_vec(x: &[f64]) -> f64 {
    macro_rules! sq {
        ($e:expr) => {
            $e * $e
        };
    }
    let v = vec![sq!(x[0]), 1.0, sq!(2.0 + x[0])];
    assert!(sq!(x[0]) >= 0.0, "square {}", sq!(3.0));
    v.iter().sum()
}
#[differentiate(reverse)]
fn m_loop(x: &[f64]) -> f64 {
    let mut s = 0.0;
    macro_rules! each { ($v:ident in $e:expr => $body:block) => { for $v in $e $body }; }
    each!(a in x.iter() => { s += a * a; });
    s
}
#[differentiate(reverse)]
fn m_label(x: &[f64]) -> f64 {
    macro_rules! first {
        ($e:expr, $p:expr) => {
            'l: {
                for v in $e {
                    if $p(*v) {
                        break 'l *v;
                    }
                }
                0.0
            }
        };
    }
    'l: loop {
        break 'l first!(x.iter(), |v: f64| v > 0.5) * 2.0;
    }
}
#[differentiate(reverse)]
fn m_struct_tuple(x: &[f64]) -> f64 {
    macro_rules! dot { (($($a:expr),*) . ($($b:expr),*)) => { 0.0 $(+ $a * $b)* }; }
    dot!((x[0], 1.0, 2.0) . (x[0], 3.0, x[0]))
}
#[differentiate(reverse)]
fn m_rec_count(x: &[f64]) -> f64 {
    macro_rules! horner { ($x:expr;) => { 0.0 }; ($x:expr; $c:expr) => { $c };
        ($x:expr; $c:expr, $($r:expr),+ $(,)?) => { $c + $x * horner!($x; $($r),+) }; }
    horner!(x[0]; 1.0, -2.0, 0.5, x[0])
}
#[differentiate(reverse)]
fn m_tt_muncher(x: &[f64]) -> f64 {
    macro_rules! calc { (@ $acc:expr;) => { $acc }; (@ $acc:expr; + $n:literal $($r:tt)*)
        => { calc!(@ $acc + $n * x[0]; $($r)*) }; (@ $acc:expr; - $n:literal $($r:tt)*)
        => { calc!(@ $acc - $n * x[0]; $($r)*) }; ($($t:tt)*) => { calc!(@ 0.0; $($t)*) }; }
    calc!(+ 2.0 - 0.5 + 1.5)
}
#[differentiate(reverse)]
fn m_closure(x: &[f64]) -> f64 {
    macro_rules! apply { ($f:expr, $($a:expr),*) => { ($f)($($a),*) }; }
    let f = |a: f64, b: f64| a * b;
    apply!(f, x[0], 2.0) + apply!(|v: f64| v * v, x[0])
}
#[differentiate(reverse)]
fn m_if(x: &[f64]) -> f64 {
    macro_rules! guard {
        ($c:expr, $r:expr) => {
            if $c {
                return $r;
            }
        };
    }
    guard!(x.is_empty(), 0.0);
    guard!(x[0] > 1.0, x[0] * x[0]);
    x[0]
}
#[differentiate(reverse)]
fn m_match(x: &[f64]) -> f64 {
    macro_rules! pick { ($n:expr; $($p:pat => $v:expr),+ $(,)?) => { match $n { $($p => $v),+ } }; }
    pick!(x.len(); 1 | 2 => x[0], 3..=5 => x[0] * 2.0, _ => x[0] * x[0])
}
#[differentiate(reverse)]
fn m_ty(x: &[f64]) -> f64 {
    macro_rules! arr {
        ($t:ty; $n:expr) => {{
            let a: [$t; $n] = [0.0; $n];
            a
        }};
    }
    let mut a = arr!(f64; 3);
    a[1] = x[0];
    a[1] * a[1] + a[0]
}
#[differentiate(reverse)]
fn m_none(x: &[f64]) -> f64 {
    macro_rules! opt {
        ($e:expr) => {
            match $e {
                Some(v) => *v,
                None => 0.5,
            }
        };
    }
    let v = 3.0;
    opt!(x.get(0)) * opt!(x.get(9)) * v
}
#[differentiate(reverse)]
fn m_scoped(x: &[f64]) -> f64 {
    macro_rules! k {
        () => {
            2.0
        };
    }
    let a = {
        macro_rules! k {
            () => {
                3.0
            };
        }
        k!() * x[0]
    };
    a + k!() * x[0] * x[0]
}
#[differentiate(reverse)]
fn m_hyg_loop(x: &[f64]) -> f64 {
    macro_rules! sum {
        ($e:expr, $n:expr) => {{
            let mut s = 0.0;
            for i in 0..$n {
                s += $e[i];
            }
            s
        }};
    }
    let i = 1.0;
    let s = 2.0;
    sum!(x, x.len()) * i * s
}
#[differentiate(reverse)]
fn m_compound(x: &[f64]) -> f64 {
    macro_rules! upd { ($a:ident $op:tt $e:expr) => { $a $op $e; }; }
    let mut a = x[0];
    upd!(a += 2.0);
    upd!(a *= a);
    a
}
#[differentiate(reverse)]
fn m_opt_comma(x: &[f64]) -> f64 {
    macro_rules! mx { ($a:expr $(,)?) => { $a }; ($a:expr, $($b:expr),+ $(,)?)
        => { { let o = mx!($($b),+); if $a > o { $a } else { o } } }; }
    mx!(x[0], 0.1, x[0] * x[0],)
}

#[differentiate]
mod with_macros {
    macro_rules! square {
        ($e:expr) => {
            $e * $e
        };
    }
    macro_rules! norm2 { ($($e:expr),+) => { (0.0 $(+ square!($e))+) }; }
    fn helper(a: f64) -> f64 {
        square!(a) + 1.0
    }
    #[differentiate]
    pub fn inner(x: &[f64]) -> f64 {
        let t = 2.0;
        norm2!(x[0], t * x[0], 1.0) + helper(x[0])
    }
    pub mod deep {
        #[differentiate]
        pub fn deeper(x: &[f64]) -> f64 {
            square!(x[0] + 1.0)
        }
    }
}
#[differentiate(reverse)]
fn use_group(x: &[f64]) -> f64 {
    with_macros::inner(x) + with_macros::deep::deeper(x)
}

mod laws {
    at_points! { use_group macro_simple macro_repeat macro_stmts macro_hygiene macro_rec macro_let
    macro_closure_cap macro_ty_lit_tt m_nested m_let_args m_in_vec m_loop m_label m_struct_tuple
    m_rec_count m_tt_muncher m_closure m_if m_match m_ty m_none m_scoped  m_hyg_loop m_compound
    m_opt_comma }
}

/// Functions that a macro writes, with names of its caller's: their hygiene differs from that of
/// the macro's own names.
macro_rules! model {
    ($model:ident, $loss:ident, $x:ident, $bias:expr) => {
        #[derive(Differentiable, Clone)]
        struct $model {
            w: f64,
            v: Vec<f64>,
        }

        #[differentiate]
        impl $model {
            #[differentiate]
            fn $loss(&self, $x: &[f64]) -> f64 {
                let mut s = 0.0;
                for (a, b) in self.v.iter().zip($x) {
                    s += a * b * self.w;
                    assert!($x.len() > 0, "{s} {}", $x[0]);
                }
                s * $bias / $x.len() as f64
            }
        }

        #[differentiate]
        fn by_a_macro($x: &[f64]) -> f64 {
            let m = $model { w: $x[0], v: $x.to_vec() };
            let g = |q: f64| q * $x[1];
            let n: usize = $x.iter().filter(|z| **z > 0.5).count();
            m.$loss($x) * g(2.0) * $x.iter().map(|z| z * $x[0]).sum::<f64>() * n as f64
        }

        #[linear($x)]
        fn linear_by_a_macro(a: f64, $x: &[f64]) -> f64 {
            let mut s = 0.0;
            for q in $x {
                s += a * q;
            }
            s
        }
    };
}

model!(OfAMacro, loss, x, x.iter().map(|p| p * 2.0).sum::<f64>());

#[test]
fn names_of_a_macro_and_of_its_caller() {
    check!(by_a_macro, [0.7, 1.2, -0.4]);
    let mut x_bar = [0.5; 2];
    linear_by_a_macro_transposed(2.0, 3.0, &mut x_bar[..]);
    assert_eq!(x_bar, [6.5, 6.5]);
    assert_eq!(linear_by_a_macro(2.0, &[1.0, 2.0]), 6.0);
}

/// Macros with the attribute, for functions that come after them.
mod kept {
    use autodiff::prelude::*;

    #[differentiate]
    macro_rules! square {
        ($e:expr) => {
            $e * $e
        };
    }
    /// Calls another one, and names that are looked up where it is called.
    #[differentiate]
    #[allow(unused_macros)]
    macro_rules! horner {
        ($x:expr; $first:expr $(, $c:expr)* $(,)?) => {{
            let mut y = $first * SCALE;
            let mut power = 1.0;
            $(
                power *= $x;
                y += power * $c;
            )*
            y + square!($x) + $crate::source::macros::kept::helper($x)
        }};
    }
    #[differentiate]
    macro_rules! braces { {} => { 3.0 }; }

    const SCALE: f64 = 0.5;

    #[differentiate]
    pub fn helper(x: f64) -> f64 {
        x.sin()
    }

    #[differentiate]
    pub fn kept_free(x: &[f64]) -> f64 {
        let y = 2.0;
        horner!(x[0] + y; x[0], 3.0, x[0] * y) * braces!()
    }

    #[derive(Differentiable, Clone, Copy, Debug)]
    struct Model {
        k: f64,
    }
    #[differentiate]
    impl Model {
        #[differentiate]
        fn at(&self, x: f64) -> f64 {
            assert!(square!(x) >= 0.0, "{}", square!(x));
            square!(self.k) * x
        }
    }
    #[differentiate]
    pub fn kept_method(x: &[f64]) -> f64 {
        Model { k: x[0] }.at(1.5)
    }

    /// The one in the body, and a variable of the name.
    #[differentiate]
    pub fn kept_shadowed(x: &[f64]) -> f64 {
        macro_rules! square {
            ($e:expr) => {
                $e + 1.0
            };
        }
        let horner = square!(x[0]);
        assert!(horner > -100.0, "{}", horner);
        horner * x[0]
    }

    pub mod inner {
        macro_rules! square {
            ($e:expr) => {
                $e * 10.0
            };
        }
        /// The nearest one is not the last that was kept, and has no attribute: it is seen in the
        /// module.
        #[autodiff::differentiate]
        pub mod group {
            macro_rules! cube {
                ($e:expr) => {
                    square!($e) * $e
                };
            }
            macro_rules! square {
                ($e:expr) => {
                    $e * 7.0
                };
            }
            #[differentiate]
            pub fn nearest(x: &[f64]) -> f64 {
                cube!(x[0])
            }
        }
        pub fn plain(x: f64) -> f64 {
            square!(x)
        }
    }

    #[differentiate]
    macro_rules! by_path {
        ($e:expr) => {
            ($e).exp()
        };
    }
    pub(crate) use by_path;
    #[differentiate]
    pub fn kept_by_path(x: &[f64]) -> f64 {
        crate::source::macros::kept::by_path!(x[0]) + self::by_path!(2.0 * x[0])
    }
}

#[test]
fn macros_with_the_attribute() {
    use kept::inner::group::nearest_grad;
    use kept::*;
    check!(kept_free, [0.7]);
    check!(kept_method, [0.7]);
    check!(kept_shadowed, [0.7]);
    check!(kept_by_path, [0.7]);
    assert_eq!(nearest_grad(&[2.0]), [28.0]);
    assert_eq!(kept::inner::plain(2.0), 20.0);
}

/// Types that a macro is given.
mod types {
    use autodiff::prelude::*;

    macro_rules! sum_of {
        ($name:ident, $values:ty, $result:ty, |$x:ident| $body:expr) => {
            #[differentiate]
            fn $name($x: $values, scale: $result) -> $result {
                let all: $values = $x;
                let _ = all;
                $body * scale
            }
        };
    }

    sum_of!(of_slice, &[f64], f64, |x| x.iter().sum::<f64>());
    sum_of!(of_pair, (f64, f64), f64, |x| x.0 * x.1);
    sum_of!(of_rows, &[[f64; 2]], f64, |x| x.iter().map(|row| row[0] * row[1]).sum::<f64>());

    #[differentiate]
    fn of_all(x: &[f64]) -> f64 {
        of_slice(x, 2.0)
            + of_pair((x[0], x[1]), x[2])
            + of_rows(&[[x[0], x[1]], [x[2], x[2]]], x[0])
    }

    #[test]
    fn given_types() {
        check!(of_all, [0.7, -0.4, 1.3], 2e-6);
    }
}

/// Arrays that a macro makes at one place, of which only later lines tell the lengths.
mod lengths {
    use autodiff::prelude::*;
    use std::array;

    #[differentiate]
    fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
        let mut s = 0.0;
        for i in 0..N {
            s += a[i] * b[i];
        }
        s
    }

    #[differentiate]
    macro_rules! doubled {
        ($x:expr, $n:literal) => {{
            let a: [f64; $n] = array::from_fn(|i| 2.0 * $x[i]);
            let b: [f64; _] = array::from_fn(|i| a[i] * a[i]);
            dot(&a, &b) * $x[$n]
        }};
    }

    #[differentiate]
    fn by_macro(x: &[f64]) -> f64 {
        let (a, b) = (doubled!(x, 3), doubled!(x, 3));
        a * b
    }

    #[test]
    fn of_macros() {
        check!(by_macro, [0.4, 0.7, -0.3, 1.1]);
    }
}
