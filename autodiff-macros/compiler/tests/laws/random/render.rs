//! Programs as text: signatures and expressions.

use super::*;
use std::fmt::Write;

#[derive(Clone, Debug)]
pub(super) struct RealVar {
    pub(super) code: String,
    pub(super) mutable: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Container {
    /// `&[f64]`
    Slice,
    Vec,
    /// `[f64; n]`
    Array(usize),
    /// `[[f64; 2]; 3]`
    Matrix,
    /// `Vec<Vec<f64>>`, at least one row, rows of two
    Rows,
}

#[derive(Clone, Debug)]
pub(super) struct SeqVar {
    pub(super) name: String,
    pub(super) container: Container,
    /// Whether the variable is a reference to the container.
    pub(super) reference: bool,
    /// Whether that is a unique one.
    pub(super) unique: bool,
    pub(super) mutable: bool,
    /// Whether its length must not shrink, because an index is known to be in bounds.
    pub(super) pinned: bool,
    /// The depth of the block that owns it.
    pub(super) depth: usize,
}

#[derive(Clone, Debug)]
pub(super) struct IntVar {
    pub(super) name: String,
    pub(super) mutable: bool,
    /// The sequences that it is an index of.
    pub(super) within: Vec<String>,
}

/// A variable of type `Vec<usize>`.
#[derive(Clone, Debug)]
pub(super) struct CountsVar {
    pub(super) name: String,
    /// Whether it is a unique reference to it.
    pub(super) unique: bool,
    pub(super) mutable: bool,
    /// The depth of the block that owns it.
    pub(super) depth: usize,
}

impl CountsVar {
    /// The variable by unique reference.
    pub(super) fn borrowed(&self) -> String {
        if self.unique { self.name.clone() } else { format!("&mut {}", self.name) }
    }
}

/// The structs of the programs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    P,
    Q,
    Duo,
    H,
}

#[derive(Clone, Debug)]
pub(super) struct StructVar {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) reference: bool,
    pub(super) mutable: bool,
}

/// A variable of type `E`, or a sequence of `P`.
#[derive(Clone, Debug)]
pub(super) struct OtherVar {
    pub(super) name: String,
    pub(super) reference: bool,
    pub(super) mutable: bool,
}

/// What an option may hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Content {
    Real,
    P,
}

/// A place of type `Option<f64>` or `Option<P>`.
#[derive(Clone, Debug)]
pub(super) struct OptionVar {
    pub(super) code: String,
    pub(super) of: Content,
    pub(super) mutable: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub(super) structs: Vec<StructVar>,
    pub(super) enums: Vec<OtherVar>,
    /// Sequences of `P`.
    pub(super) lists: Vec<OtherVar>,
    pub(super) options: Vec<OptionVar>,
    /// Variables of type `Result<f64, usize>`.
    pub(super) outcomes: Vec<String>,
    /// Sequences of `Option<f64>`.
    pub(super) many: Vec<OtherVar>,
    pub(super) reals: Vec<RealVar>,
    /// Those of them that depend on no active value, by their names.
    pub(super) passives: Vec<String>,
    pub(super) counts: Vec<CountsVar>,
    pub(super) seqs: Vec<SeqVar>,
    pub(super) ints: Vec<IntVar>,
    /// The labels of the loops around, and whether they have a value.
    pub(super) loops: Vec<(String, bool)>,
    pub(super) depth: usize,
    /// Whether a part of a larger expression is being written, which nothing may leave early.
    pub(super) inside: bool,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Output {
    Real,
    Pair,
    Vec,
    Array,
    RealAndVec,
    Struct,
    Enum,
    Option,
    OptionP,
    Holder,
    ResultValue,
    Unit,
}

pub(super) struct Renderer<'a> {
    pub(super) out: String,
    pub(super) scope: Scope,
    pub(super) next: usize,
    pub(super) output: Output,
    /// The shapes of the functions that may be called: g0, g1, …
    pub(super) callable: &'a [u8],
    /// What the names of methods end with, so that those of two programs differ.
    pub(super) tag: &'a str,
    /// Whether the next expression is the whole of a `let`.
    pub(super) whole: bool,
}

impl Real {
    /// Whether rustc knows that this is an `f64` without looking around.
    pub(super) fn is_typed(&self) -> bool {
        match self {
            Real::Literal(_)
            | Real::Match(..)
            | Real::If(..)
            | Real::Block(..)
            | Real::Call(..)
            | Real::Plain(..) => false,
            Real::Chain(..)
            | Real::Closure(..)
            | Real::Enum(..)
            | Real::Option(..)
            | Real::Struct(..)
            | Real::Holder(..)
            | Real::ResultValue(..) => false,
            Real::Binary(_, a, b) => a.is_typed() && b.is_typed(),
            // a negated or a halved literal
            Real::Unary(op, a) if matches!(op % 42, 0 | 39) => a.is_typed(),
            Real::Var(_) | Real::At(..) | Real::FromInt(_) | Real::Unary(..) => true,
        }
    }
}

impl Renderer<'_> {
    pub(super) fn name(&mut self, base: &str) -> String {
        self.next += 1;
        format!("{base}{}", self.next)
    }

    pub(super) fn line(&mut self, line: &str) {
        let _ = writeln!(self.out, "{line}");
    }

    pub(super) fn pick<T: Clone>(items: &[T], k: u8) -> Option<T> {
        // the latest first, so that what was made is used
        items.iter().rev().nth(usize::from(k) % items.len().max(1)).cloned()
    }

    pub(super) fn seq(&self, k: u8, holds: impl Fn(&SeqVar) -> bool) -> Option<SeqVar> {
        let fitting: Vec<SeqVar> = self.scope.seqs.iter().filter(|s| holds(s)).cloned().collect();
        Self::pick(&fitting, k)
    }

    pub(super) fn flat(&self, k: u8) -> Option<SeqVar> {
        self.seq(k, |s| {
            matches!(s.container, Container::Slice | Container::Vec | Container::Array(_))
        })
    }

    pub(super) fn changeable(&self, k: u8) -> Option<SeqVar> {
        self.seq(k, |s| {
            s.mutable
                && matches!(s.container, Container::Slice | Container::Vec | Container::Array(_))
        })
    }

    pub(super) fn add_real(&mut self, code: String, mutable: bool) {
        self.scope.reals.push(RealVar { code, mutable });
    }

    pub(super) fn add_seq(
        &mut self,
        name: String,
        container: Container,
        reference: bool,
        mutable: bool,
    ) {
        let depth = self.scope.depth;
        self.scope.seqs.push(SeqVar {
            name,
            container,
            reference,
            unique: false,
            mutable,
            pinned: false,
            depth,
        });
    }

    /// A block of statements; what it declares is gone after it.
    pub(super) fn block(&mut self, stmts: &[Stmt], prepare: impl FnOnce(&mut Self)) {
        self.block_to(stmts, prepare, |_| {});
    }

    /// The same, with what stands at its end.
    pub(super) fn block_to(
        &mut self,
        stmts: &[Stmt],
        prepare: impl FnOnce(&mut Self),
        end: impl FnOnce(&mut Self),
    ) {
        let saved = self.scope.clone();
        self.scope.depth += 1;
        prepare(self);
        self.stmts(stmts);
        end(self);
        self.scope = saved;
    }

    /// An expression, with the statements that it needs.
    pub(super) fn nested(
        &mut self,
        whole: bool,
        f: impl FnOnce(&mut Self) -> String,
    ) -> (String, String) {
        let saved = std::mem::take(&mut self.out);
        let scope = self.scope.clone();
        self.scope.depth += 1;
        if !whole {
            self.scope.loops.clear();
            self.scope.inside = true;
        }
        let value = f(self);
        self.scope = scope;
        (std::mem::replace(&mut self.out, saved), value)
    }

    pub(super) fn literal(k: i8, suffix: bool) -> String {
        let x = f64::from(k) / 32.0;
        let suffix = if suffix { "f64" } else { "" };
        if x < 0.0 { format!("(-{:?}{suffix})", -x) } else { format!("{x:?}{suffix}") }
    }

    /// Something that depends on an active input whatever happens.
    pub(super) fn active(&self) -> &'static str {
        "0.25 * x"
    }

    pub(super) fn real(&mut self, e: &Real) -> String {
        let whole = std::mem::replace(&mut self.whole, false);
        match e {
            Real::Literal(k) => Self::literal(*k, k % 2 == 1),
            Real::Var(k) => Self::pick(&self.scope.reals, *k).map_or("x".into(), |v| {
                if v.code.starts_with('*') { format!("({})", v.code) } else { v.code }
            }),
            Real::At(k, i) => self.element(*k, i),
            Real::FromInt(i) => format!("({} as f64)", self.int(i)),
            Real::Unary(op, a) => {
                let typed = a.is_typed();
                let a = self.real(a);
                unary(*op, &a, typed)
            }
            Real::Binary(op, a, b) => {
                let typed = a.is_typed();
                let (a, b) = (self.real(a), self.real(b));
                binary(*op, &a, typed, &b)
            }
            Real::If(t, a, b) => {
                let t = self.truth(t);
                let (before_a, a) = self.nested(whole, |r| r.real(a));
                let (before_b, b) = self.nested(whole, |r| r.real(b));
                let value = format!("if {t} {{ {before_a}{a} }} else {{ {before_b}{b} }}");
                if whole { value } else { format!("({value})") }
            }
            Real::Match(i, arms) => {
                let i = self.int(i);
                let arms: Vec<String> = arms
                    .iter()
                    .map(|a| {
                        let (before, a) = self.nested(whole, |r| r.real(a));
                        format!("{{ {before}{a} }}")
                    })
                    .collect();
                let value = format!(
                    "match {i} {{ 0 => {}, 1 | 2 => {}, k if k % 3 == 1 => {}, _ => {} }}",
                    arms[0], arms[1], arms[2], arms[3]
                );
                if whole { value } else { format!("({value})") }
            }
            Real::Block(stmts, a) => {
                let (before, a) = self.nested(whole, |r| {
                    r.stmts(stmts);
                    r.real(a)
                });
                format!("{{ {before}{a} }}")
            }
            Real::Call(f, args, s, i) => self.call(*f, args, *s, i),
            Real::Chain(kind, s, t, parts, i) => self.chain(*kind, *s, *t, parts, i),
            Real::Closure(kind, parts) => self.closure(*kind, parts),
            Real::Enum(k, arms) => self.of_enum(*k, arms),
            Real::Option(kind, k, parts, i) => self.of_option(*kind, *k, parts, i),
            Real::Struct(kind, k, parts) => self.of_struct(*kind, *k, parts),
            Real::ResultValue(kind, k, parts) => self.of_result(*kind, *k, parts),
            Real::Holder(k, patterns, arms) => self.of_holder(*k, patterns, arms),
            Real::Plain(kind, k, a, i) => self.plain_real(*kind, *k, a, i),
        }
    }

    /// The element of a sequence.
    pub(super) fn element(&mut self, k: u8, i: &Index) -> String {
        let Some(s) = Self::pick(&self.scope.seqs, k) else { return self.real(&Real::Var(k)) };
        let name = &s.name;
        let i = self.int(i);
        match s.container {
            Container::Array(n) => format!("{name}[{i} % {n}]"),
            Container::Matrix => format!("{name}[{i} % 3][({i} + 1) % 2]"),
            Container::Rows => format!("{name}[{i} % {name}.len()][({i} + 1) % 2]"),
            Container::Slice | Container::Vec => match self.known_index(name, k) {
                Some(i) => format!("{name}[{i}]"),
                // this may panic
                None if k % 16 == 5 => format!("{name}[{i} / 2]"),
                None if k.is_multiple_of(2) => format!(
                    "(if {name}.len() > 0 {{ {name}[{i} % {name}.len()] }} else {{ 0.25 }})"
                ),
                None => {
                    format!("(if {name}.is_empty() {{ x }} else {{ {name}[{i} % {name}.len()] }})")
                }
            },
        }
    }

    /// An index that is in bounds.
    pub(super) fn known_index(&self, seq: &str, k: u8) -> Option<String> {
        let fitting: Vec<String> = self
            .scope
            .ints
            .iter()
            .filter(|i| i.within.iter().any(|s| s == seq))
            .map(|i| i.name.clone())
            .collect();
        Self::pick(&fitting, k / 3)
    }

    pub(super) fn int(&mut self, e: &Index) -> String {
        match e {
            Index::Literal(k) => k.to_string(),
            // that a field is an integer, only rustc knows
            Index::Var(k) => match Self::pick(&self.scope.ints, *k) {
                Some(v) if v.name.contains('.') => format!("({} as usize)", v.name),
                Some(v) => v.name,
                None => "2".into(),
            },
            Index::Len(k) => {
                Self::pick(&self.scope.seqs, *k).map_or("3".into(), |s| format!("{}.len()", s.name))
            }
            Index::Plain(kind, k, a, b) => self.plain_int(*kind, *k, a, b),
            Index::Binary(op, a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                match op % 4 {
                    0 => format!("({a} + {b})"),
                    1 => format!("({a} * 2 + {b})"),
                    2 => format!("({a} + 4 - {b} % 4)"),
                    _ => format!("({a} / ({b} + 1))"),
                }
            }
        }
    }

    pub(super) fn truth(&mut self, e: &Truth) -> String {
        match e {
            Truth::Reals(op, a, b) => {
                let (a, b) = (self.real(a), self.real(b));
                format!("({a}) {} ({b})", ["<", "<=", ">", ">="][usize::from(op % 4)])
            }
            Truth::Ints(op, a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                format!("({a}) {} ({b})", ["<", "<=", ">", "==", "!="][usize::from(op % 5)])
            }
            Truth::Plain(kind, a, b) => self.plain_truth(*kind, a, b),
            Truth::Not(t) => format!("!({})", self.truth(t)),
            Truth::Both(and, a, b) => format!(
                "({}) {} ({})",
                self.truth(a),
                if *and { "&&" } else { "||" },
                self.truth(b)
            ),
        }
    }
}

pub(super) fn unary(op: u8, a: &str, typed: bool) -> String {
    let square = |plus: &str| {
        if typed {
            format!("(({a}).powi(2) + {plus})")
        } else {
            format!("(f64::powi({a}, 2) + {plus})")
        }
    };
    let plain =
        |name: &str| if typed { format!("({a}).{name}()") } else { format!("f64::{name}({a})") };
    let small =
        || if typed { format!("(0.9 * ({a}).tanh())") } else { format!("(0.9 * f64::tanh({a}))") };
    match op % 42 {
        0 => format!("(-{a})"),
        1 => plain("sin"),
        2 => plain("cos"),
        3 => plain("tanh"),
        4 => plain("atan"),
        5 => plain("abs"),
        6 => format!("{}.exp()", small()),
        7 => format!("{}.sqrt()", square("0.5")),
        8 => format!("{}.ln()", square("1.0")),
        9 => format!("{}.recip()", square("1.0")),
        10 => square("0.0"),
        11 => format!("{}.powi(3)", small()),
        12 => plain("floor"),
        13 => plain("fract"),
        14 => plain("signum"),
        15 => format!("{}.cbrt()", square("0.5")),
        16 => plain("asinh"),
        17 => format!("{}.sinh()", small()),
        18 => format!("{}.cosh()", small()),
        19 => format!("{}.asin()", small()),
        20 => format!("{}.acos()", small()),
        21 => format!("{}.atanh()", small()),
        22 => format!("{}.exp2()", small()),
        23 => format!("{}.exp_m1()", small()),
        24 => format!("{}.ln_1p()", square("0.0")),
        25 => format!("{}.log2()", square("1.0")),
        26 => format!("{}.log10()", square("1.0")),
        27 => plain("to_radians"),
        28 => format!("(0.02 * {})", plain("to_degrees")),
        29 => format!("f64::clamp({a}, -1.5, 1.5)"),
        30 => format!("{}.powf(1.7)", square("0.5")),
        31 => plain("trunc"),
        32 => plain("round"),
        33 => plain("ceil"),
        34 => format!("{}.tan()", small()),
        35 => format!("{}.acosh()", square("1.5")),
        36 => format!("{}.powi(-2)", square("1.0")),
        37 => format!("({}).powi(1)", plain("sin")),
        38 => format!("({a} + x)"),
        39 => format!("({a} * 0.5)"),
        40 => format!("(1.0 / {})", square("0.75")),
        _ => format!("({a} * x)"),
    }
}

pub(super) fn binary(op: u8, a: &str, typed: bool, b: &str) -> String {
    let method = |name: &str, b: &str| {
        if typed { format!("({a}).{name}({b})") } else { format!("f64::{name}({a}, {b})") }
    };
    let positive = |a: &str, plus: &str| format!("(f64::powi({a}, 2) + {plus})");
    match op % 20 {
        0..=3 => format!("({a} + {b})"),
        4..=5 => format!("({a} - {b})"),
        6..=9 => format!("({a} * {b})"),
        10 => format!("({a} / {})", positive(b, "0.75")),
        11 => format!("({a} % {})", positive(b, "0.75")),
        12 => method("max", b),
        13 => method("min", b),
        14 => method("hypot", b),
        15 => method("atan2", b),
        16 => format!("{}.powf(f64::sin({b}))", positive(a, "0.5")),
        17 => {
            if typed {
                format!("({a}).mul_add({b}, x)")
            } else {
                format!("f64::mul_add({a}, {b}, x)")
            }
        }
        18 => method("copysign", b),
        _ => method("rem_euclid", &positive(b, "0.75")),
    }
}
