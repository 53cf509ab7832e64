//! The signatures of functions, and calls of them.

use super::render::*;
use super::*;
use crate::plain::PLAIN;
use std::fmt::Write;

/// The types of all programs; fields in the order of their names, as the interpreter has them.
pub const TYPES: &str = "
#[derive(Clone, Debug, Differentiable)]
pub struct P {
    pub a: f64,
    pub b: f64,
}
#[derive(Clone, Debug, Differentiable)]
pub struct Q {
    pub k: usize,
    pub p: P,
    pub r: [f64; 3],
    pub v: Vec<f64>,
}
#[derive(Clone, Debug, Differentiable)]
pub struct Duo(pub f64, pub P);
#[derive(Clone, Debug, Differentiable)]
pub enum E {
    A(f64),
    B { s: f64, t: f64 },
    C(P),
    U,
}
#[derive(Clone, Debug, Differentiable)]
pub struct H {
    pub at: Option<P>,
    pub best: Option<f64>,
    pub kind: E,
    pub n: usize,
}
";

/// What each shape of a helper takes after `x: f64`, and gives.
pub(super) const HELPERS: &[(&str, &str, Output)] = &[
    (", y: f64", "f64", Output::Real),
    (", v: &[f64]", "f64", Output::Real),
    (", n: usize", "(f64, f64)", Output::Pair),
    (", v: &[f64]", "Vec<f64>", Output::Vec),
    (", a: [f64; 3]", "[f64; 3]", Output::Array),
    (", w: Vec<f64>", "f64", Output::Real),
    (", w: Vec<f64>", "Vec<f64>", Output::Vec),
    (", a: &[f64; 3]", "f64", Output::Real),
    (", p: &P", "f64", Output::Real),
    (", p: P", "P", Output::Struct),
    (", e: &E", "f64", Output::Real),
    (", n: usize", "E", Output::Enum),
    (", u: &mut [f64]", "()", Output::Unit),
    (", u: &mut f64", "f64", Output::Real),
    (", p: &mut P", "()", Output::Unit),
    (", y: f64", "Option<f64>", Output::Option),
    (", c: &[f64; N]", "f64", Output::Real),
    (", v: &[T]", "T", Output::Real),
    (", &self", "f64", Output::Real),
    (", self", "P", Output::Struct),
    (", q: &Q", "f64", Output::Real),
    (", ps: &[P]", "f64", Output::Real),
    (", w: &mut Vec<f64>", "()", Output::Unit),
    (", q: &mut Q", "f64", Output::Real),
    (", u: &mut [f64], s: &mut [f64]", "()", Output::Unit),
    (", p: &mut P, u: &mut [f64]", "()", Output::Unit),
    (", u: &mut f64, s: &mut f64", "f64", Output::Real),
    (", o: Option<f64>", "Option<f64>", Output::Option),
    (", o: &Option<P>", "f64", Output::Real),
    (", o: Option<P>", "Option<P>", Output::OptionP),
    (", h: &H", "f64", Output::Real),
    (", h: H", "H", Output::Holder),
    (", h: &mut H", "()", Output::Unit),
    (", os: &[Option<f64>]", "f64", Output::Real),
    (", o: Option<f64>", "Result<f64, usize>", Output::ResultValue),
    (", y: f64, n: usize", "Result<f64, usize>", Output::ResultValue),
    (", u: &mut f64", "Option<f64>", Output::Option),
    (", j: &mut usize, y: f64", "f64", Output::Real),
    (", j: &mut Vec<usize>, n: usize", "f64", Output::Real),
];

const GENERIC: u8 = 17;
const METHOD: u8 = 18;
const BY_VALUE: u8 = 19;
pub(super) const OPTION: u8 = 27;
const OPTION_REFERENCE: u8 = 28;
pub(super) const OPTION_P: u8 = 29;
const HOLDER_REFERENCE: u8 = 30;
pub(super) const HOLDER: u8 = 31;
const HOLDER_UNIQUE: u8 = 32;
const OPTIONS: u8 = 33;
pub(super) const OUTCOME: u8 = 34;
pub(super) const OUTCOME_OF_REAL: u8 = 35;
pub(super) const OPTION_UNIQUE: u8 = 36;
const COUNT_UNIQUE: u8 = 37;
const COUNTS_UNIQUE: u8 = 38;

/// A main function that `?` may leave.
pub(super) const MAIN_OPTION: u8 = 19;

pub(super) const MAIN: &[(&str, &str, Output)] = &[
    (", y: f64", "f64", Output::Real),
    (", v: &[f64]", "f64", Output::Real),
    (", y: f64, v: &[f64], n: usize", "f64", Output::Real),
    (", v: &[f64], n: usize", "Vec<f64>", Output::Vec),
    (", a: [f64; 3], v: &[f64]", "(f64, f64)", Output::Pair),
    (", w: Vec<f64>, v: &[f64], n: usize", "f64", Output::Real),
    (", m: &[[f64; 2]; 3], n: usize", "f64", Output::Real),
    (", a: &[f64; 3], w: Vec<f64>", "[f64; 3]", Output::Array),
    (", y: f64, #[constant] z: f64, v: &[f64], n: usize", "(f64, Vec<f64>)", Output::RealAndVec),
    (", d: (f64, f64), v: &[f64], n: usize", "f64", Output::Real),
    (", p: &P, v: &[f64], n: usize", "f64", Output::Real),
    (", q: &Q, n: usize", "f64", Output::Real),
    (", e: &E, y: f64", "f64", Output::Real),
    (", ps: &[P], n: usize", "f64", Output::Real),
    (", q: Q, e: E", "f64", Output::Real),
    (", o: Option<f64>, v: &[f64]", "f64", Output::Real),
    (", u: &mut [f64], y: f64", "f64", Output::Real),
    (", p: P, y: f64", "P", Output::Struct),
    (", p: &mut P, n: usize", "()", Output::Unit),
    (", y: f64, v: &[f64]", "Option<f64>", Output::Option),
    (", h: &H, y: f64", "f64", Output::Real),
    (", h: H, o: Option<f64>, y: f64", "f64", Output::Real),
    (", o: Option<P>, n: usize", "f64", Output::Real),
    (", os: &[Option<f64>], y: f64", "f64", Output::Real),
    (", o: Option<f64>, y: f64", "Option<f64>", Output::Option),
    (", h: H, o: Option<P>", "Option<P>", Output::OptionP),
    (", h: &mut H, y: f64", "f64", Output::Real),
    (", o: Option<f64>, v: &[f64]", "H", Output::Holder),
    (", o: Option<f64>, y: f64, n: usize", "Result<f64, usize>", Output::ResultValue),
    (", j: Vec<usize>, n: usize, y: f64", "f64", Output::Real),
];

impl Case {
    /// The functions; the names of methods end with `tag`.
    pub fn source(&self, tag: &str) -> String {
        let mut source = String::new();
        let mut callable = Vec::new();
        for (k, helper) in self.helpers.iter().enumerate() {
            source += &render(
                &format!("g{k}"),
                HELPERS[helper.shape as usize],
                Some(helper.shape),
                helper,
                &callable,
                tag,
            );
            callable.push(helper.shape);
        }
        source + &render("f", MAIN[self.main.shape as usize], None, &self.main, &callable, tag)
    }

    /// The functions with their types. Fields that are options are known by their types, so what
    /// has such stands in a module with them; what has none stands next to types of which nothing is
    /// known.
    pub fn text(&self, functions: &str) -> String {
        let has_holder = ["H {", ": H", "&H", "&mut H"].iter().any(|name| functions.contains(name));
        if has_holder {
            format!("mod all {{{TYPES}{PLAIN}{functions}}}")
        } else {
            format!("{TYPES}{functions}")
        }
    }

    /// The function that gives one real, and, if it is not `f`, its text.
    pub fn entry(&self) -> Option<(&'static str, String)> {
        let (params, output) = self.params();
        if output == "f64" {
            return Some(("f", String::new()));
        }
        if !matches!(output, "Option<f64>" | "Result<f64, usize>") {
            return None;
        }
        let names: String = params
            .split(", ")
            .skip(1)
            .map(|p| format!(", {}", p.split(": ").next().unwrap_or_default()))
            .collect();
        let arms = if output == "Option<f64>" {
            "Some(y) => y, None => 0.25"
        } else {
            "Ok(y) => y, Err(n) => 0.25 + n as f64"
        };
        let body = format!("let y: {output} = f(x{names}); match y {{ {arms} }}");
        Some((
            "whole",
            format!(
                "#[differentiate(reverse)]\npub fn whole(x: f64{params}) -> f64 {{ {body} }}\n"
            ),
        ))
    }

    /// The parameters of `f` after the first, and its output.
    pub fn params(&self) -> (&'static str, &'static str) {
        let (params, output, _) = MAIN[self.main.shape as usize];
        (params, output)
    }

    /// One value for each leaf of the parameters of `f`.
    pub fn arguments(&self) -> Vec<Value> {
        let (params, _) = self.params();
        let three = |from: &[f64]| {
            reals(&[from.first().copied().unwrap_or(0.3) + 0.05, self.x - 0.4, self.y + 0.2])
        };
        let p =
            |a: f64, b: f64| Value::structure("P", [("a".into(), real(a)), ("b".into(), real(b))]);
        let one = |name: &str, x: Value| Value::structure(name, [("0".into(), x)]);
        let option =
            |some: bool, x: Value| if some { one("Some", x) } else { Value::structure("None", []) };
        let enumeration = |k: usize, l: usize| match (k + l) % 4 {
            0 => one("A", real(self.y + 0.23)),
            1 => Value::structure(
                "B",
                [("s".into(), real(self.x + 0.5)), ("t".into(), real(self.y - 0.29))],
            ),
            2 => one("C", p(0.4, self.y + 0.31)),
            _ => Value::structure("U", []),
        };
        // what comes from the same number is made different: `max` of the two would be at a kink
        let mut args = vec![real(self.x)];
        for param in params.split(", ").skip(1) {
            let param = param.trim_start_matches("#[constant] ");
            match param.split(": ").next().unwrap_or_default() {
                "y" => args.push(real(self.y)),
                "z" => args.push(real(self.y - self.x)),
                "v" | "u" => args.push(reals(&self.v)),
                "w" => args.push(reals(&self.w)),
                "n" => args.push(int(self.n.into())),
                "j" => args.push(Value::array(
                    self.w
                        .iter()
                        .enumerate()
                        .map(|(i, w)| int(i as i128 + (w.abs() * 3.0) as i128))
                        .collect(),
                )),
                "a" => args.push(three(&self.w)),
                "m" => args.push(Value::array(vec![
                    reals(&[self.x + 0.11, 0.7]),
                    reals(&[self.y - 0.07, -0.6]),
                    reals(&[0.9, 1.1]),
                ])),
                "d" => args.extend([real(self.y + 0.13), real(0.8)]),
                "p" => args.push(p(self.y + 0.17, self.x - 0.3)),
                "q" => args.push(Value::structure(
                    "Q",
                    [
                        ("k".into(), int(i128::from(self.n) + 1)),
                        ("p".into(), p(self.y + 0.19, 0.6)),
                        ("r".into(), three(&self.v)),
                        ("v".into(), reals(&self.w)),
                    ],
                )),
                "e" => args.push(enumeration(self.n.into(), 0)),
                "ps" => {
                    args.push(Value::array(self.v.iter().map(|a| p(a + 0.03, a - 0.5)).collect()))
                }
                "o" if param.ends_with("<P>") => {
                    args.push(option(self.n % 3 != 1, p(self.y - 0.41, self.x + 0.43)))
                }
                "o" => args.push(option(self.n.is_multiple_of(2), real(self.y - 0.37))),
                "os" => args.push(Value::array(
                    self.v
                        .iter()
                        .enumerate()
                        .map(|(k, a)| option((k + usize::from(self.n)) % 3 != 0, real(a + 0.07)))
                        .collect(),
                )),
                "h" => args.push(Value::structure(
                    "H",
                    [
                        ("best".into(), option(!self.n.is_multiple_of(3), real(self.x - 0.47))),
                        ("kind".into(), enumeration(self.v.len(), self.w.len())),
                        (
                            "at".into(),
                            option(self.w.len().is_multiple_of(2), p(self.y + 0.53, self.x - 0.59)),
                        ),
                        ("n".into(), int(i128::from(self.n) % 4)),
                    ],
                )),
                // the second half of `(f64, f64)`
                _ => {}
            }
        }
        args
    }
}

fn render(
    name: &str,
    signature: (&str, &str, Output),
    shape: Option<u8>,
    body: &Body,
    callable: &[u8],
    tag: &str,
) -> String {
    let (params, output, kind) = signature;
    if shape == Some(GENERIC) {
        return generic(name, body);
    }
    let mut scope = Scope::default();
    let fixed = |code: &str| RealVar { code: code.into(), mutable: false };
    let seq = |name: &str, container: Container, reference: bool| SeqVar {
        name: name.into(),
        container,
        reference,
        unique: false,
        mutable: false,
        pinned: false,
        depth: if reference { 99 } else { 0 },
    };
    let other =
        |name: &str, reference: bool| OtherVar { name: name.into(), reference, mutable: false };
    let option = |code: &str, of: Content| OptionVar { code: code.into(), of, mutable: false };
    scope.reals.push(fixed("x"));
    let mut structs = Vec::new();
    for param in params.split(", ").skip(1) {
        let param = param.trim_start_matches("#[constant] ");
        match param {
            "y: f64" | "z: f64" => scope.reals.push(fixed(&param[..1])),
            "v: &[f64]" => scope.seqs.push(seq("v", Container::Slice, true)),
            "w: Vec<f64>" => scope.seqs.push(seq("w", Container::Vec, false)),
            "a: [f64; 3]" => scope.seqs.push(seq("a", Container::Array(3), false)),
            "a: &[f64; 3]" => scope.seqs.push(seq("a", Container::Array(3), true)),
            "c: &[f64; N]" => {
                scope.seqs.push(seq("c", Container::Slice, true));
                scope.ints.push(IntVar { name: "N".into(), mutable: false, within: Vec::new() });
            }
            "m: &[[f64; 2]; 3]" => scope.seqs.push(seq("m", Container::Matrix, true)),
            "n: usize" => {
                scope.ints.push(IntVar { name: "n".into(), mutable: false, within: Vec::new() })
            }
            "j: &mut usize" => {
                scope.ints.push(IntVar { name: "(*j)".into(), mutable: true, within: Vec::new() })
            }
            "j: Vec<usize>" => scope.counts.push(CountsVar {
                name: "j".into(),
                unique: false,
                mutable: false,
                depth: 0,
            }),
            "j: &mut Vec<usize>" => scope.counts.push(CountsVar {
                name: "j".into(),
                unique: true,
                mutable: true,
                depth: 99,
            }),
            "d: (f64" => scope.reals.extend([fixed("d.0"), fixed("d.1")]),
            "u: &mut [f64]" | "s: &mut [f64]" => {
                scope.seqs.push(SeqVar {
                    unique: true,
                    mutable: true,
                    pinned: true,
                    ..seq(&param[..1], Container::Slice, true)
                });
            }
            "w: &mut Vec<f64>" => scope.seqs.push(SeqVar {
                unique: true,
                mutable: true,
                ..seq("w", Container::Slice, true)
            }),
            "u: &mut f64" | "s: &mut f64" => {
                scope.reals.push(RealVar { code: format!("*{}", &param[..1]), mutable: true })
            }
            "e: &E" => scope.enums.push(other("e", true)),
            "e: E" => scope.enums.push(other("e", false)),
            "ps: &[P]" => scope.lists.push(other("ps", true)),
            "o: Option<f64>" => scope.options.push(option("o", Content::Real)),
            "o: Option<P>" => scope.options.push(option("o", Content::P)),
            "o: &Option<P>" => scope.options.push(option("(*o)", Content::P)),
            "os: &[Option<f64>]" => scope.many.push(other("os", true)),
            "h: &H" => structs.push(("h", Kind::H, true, false)),
            "h: H" => structs.push(("h", Kind::H, false, false)),
            "h: &mut H" => structs.push(("h", Kind::H, true, true)),
            "&self" => structs.push(("self", Kind::P, true, false)),
            "self" => structs.push(("self", Kind::P, false, false)),
            "p: &P" => structs.push(("p", Kind::P, true, false)),
            "p: P" => structs.push(("p", Kind::P, false, false)),
            "p: &mut P" => structs.push(("p", Kind::P, true, true)),
            "q: &Q" => structs.push(("q", Kind::Q, true, false)),
            "q: Q" => structs.push(("q", Kind::Q, false, false)),
            "q: &mut Q" => structs.push(("q", Kind::Q, true, true)),
            _ => {}
        }
    }
    let head = match shape {
        Some(METHOD | BY_VALUE) => {
            let this = &params[2..];
            format!(
                "#[differentiate]\nimpl P {{\n#[differentiate(reverse)]\npub fn \
                 {name}{tag}({this}, x: f64) -> {output} {{\n"
            )
        }
        _ => {
            let generics = if params.contains("; N]") { "<const N: usize>" } else { "" };
            let output = if output == "()" { String::new() } else { format!(" -> {output}") };
            format!(
                "#[differentiate(reverse)]\npub fn {name}{generics}(x: f64{params}){output} {{\n"
            )
        }
    };
    let mut r = Renderer { out: head, scope, next: 0, output: kind, callable, tag, whole: false };
    for (name, kind, reference, mutable) in structs {
        r.add_struct(name, kind, reference, mutable);
    }
    r.stmts(&body.stmts);
    let (a, b) = (r.real(&body.last[0]), r.real(&body.last[1]));
    let seq = r.seq(body.seq, |s| s.container == Container::Vec && !s.reference && s.depth == 0);
    let last = match (kind, seq) {
        (Output::Real, _) => a,
        (Output::Pair, _) => format!("({a}, {b})"),
        (Output::Array, _) => format!("[{a}, {b}, x * 0.5]"),
        (Output::Vec, Some(s)) => s.name,
        (Output::Vec, None) => format!("vec![{a}, {b}]"),
        (Output::RealAndVec, Some(s)) => format!("({a}, {})", s.name),
        (Output::RealAndVec, None) => format!("({a}, vec![{b}])"),
        (Output::Struct, _) => r.some_struct(body.seq, Kind::P, &a, &b),
        (Output::Enum, _) => r.some_enum(body.seq, &a, &b),
        (Output::Option | Output::OptionP | Output::Holder | Output::ResultValue, _) => {
            let (t, u) = (r.name("t"), r.name("t"));
            r.line(&format!("let {t}: f64 = {a};\nlet {u}: f64 = {b};"));
            match kind {
                Output::Option => r.option_value(body.seq, Content::Real, &t),
                Output::OptionP => r.option_value(body.seq, Content::P, &t),
                Output::ResultValue => r.result_value(body.seq, &t),
                _ => r.some_holder(body.seq, &t, &u),
            }
        }
        (Output::Unit, _) => String::new(),
    };
    let end = if matches!(shape, Some(METHOD | BY_VALUE)) { "}\n}" } else { "}" };
    let _ = writeln!(r.out, "{last}\n{end}");
    r.out
}

/// A function generic in its scalar: what there is in all scalars.
fn generic(name: &str, body: &Body) -> String {
    fn real(e: &Real, vars: &[&str]) -> String {
        match e {
            Real::Literal(k) => format!("T::real({:?})", f64::from(*k) / 32.0),
            Real::Unary(op, a) => {
                let a = real(a, vars);
                match op % 5 {
                    0 => format!("({a}).sin()"),
                    1 => format!("(-{a})"),
                    2 => format!("({a}).tanh()"),
                    3 => format!("(({a}) * ({a}) + T::one()).sqrt()"),
                    _ => format!("({a}).abs()"),
                }
            }
            Real::Binary(op, a, b) => {
                let (a, b) = (real(a, vars), real(b, vars));
                match op % 5 {
                    0 => format!("({a} + {b})"),
                    1 => format!("({a} - {b})"),
                    2 => format!("({a}).max({b})"),
                    3 => format!("({a} / (T::real(1.5) + ({b}).cos()))"),
                    _ => format!("({a} * {b})"),
                }
            }
            Real::If(_, a, b) => {
                format!("(if {} < {} {{ {0} }} else {{ {1} }})", real(a, vars), real(b, vars))
            }
            Real::Var(k)
            | Real::At(k, _)
            | Real::Call(k, ..)
            | Real::Chain(k, ..)
            | Real::Closure(k, _) => vars[usize::from(*k) % vars.len()].into(),
            Real::FromInt(_)
            | Real::Match(..)
            | Real::Block(..)
            | Real::Enum(..)
            | Real::Option(..)
            | Real::Struct(..)
            | Real::Holder(..)
            | Real::Plain(..)
            | Real::ResultValue(..) => vars[0].into(),
        }
    }
    let (a, b) = (real(&body.last[0], &["x", "s"]), real(&body.last[1], &["e", "x", "s"]));
    format!(
        "#[differentiate(reverse)]\npub fn {name}<T: Real>(x: T, v: &[T]) -> T {{
        let mut s = T::zero();\nfor e in v.iter().copied() {{\ns = s + {b} * T::real(0.5);\n}}\n{a}\n}}\n"
    )
}

impl Renderer<'_> {
    /// A function that may be called, of one of these shapes.
    pub(super) fn callee(&self, k: u8, shapes: &[u8]) -> Option<usize> {
        let fitting: Vec<usize> =
            (0..self.callable.len()).filter(|g| shapes.contains(&self.callable[*g])).collect();
        Self::pick(&fitting, k)
    }

    /// A call that gives a real; without a function for it, its first argument.
    pub(super) fn call(&mut self, f: u8, args: &[Real; 2], s: u8, i: &Index) -> String {
        let Some(g) = self.callee(
            f,
            &[
                0,
                1,
                2,
                5,
                7,
                8,
                10,
                16,
                GENERIC,
                METHOD,
                20,
                21,
                OPTION_REFERENCE,
                HOLDER_REFERENCE,
                OPTIONS,
            ],
        ) else {
            return self.real(&args[0]);
        };
        let x = format!("{} + {}", self.real(&args[0]), self.active());
        let shape = self.callable[g];
        match shape {
            0 => {
                let y = self.real(&args[1]);
                format!("g{g}({x}, {y})")
            }
            1 => {
                let slice = self.borrowed(s);
                format!("g{g}({x}, {slice})")
            }
            // what a generic function gives is typed by what is around it, which the interpreter
            // does not look at
            GENERIC => {
                let slice = self.borrowed(s);
                format!("{{ let r: f64 = g{g}({x}, {slice}); r }}")
            }
            2 => {
                let i = self.int(i);
                match s % 3 {
                    0 => format!("{{ let (p, _) = g{g}({x}, {i}); p }}"),
                    1 => format!("{{ let (_, q): (f64, f64) = g{g}({x}, {i}); q }}"),
                    _ => format!("g{g}({x}, {i}).1"),
                }
            }
            5 => {
                let vector = self.owned(s, &args[1]);
                format!("g{g}({x}, {vector})")
            }
            8 | 20 | HOLDER_REFERENCE => {
                let y = self.real(&args[1]);
                let kind = match shape {
                    8 => Kind::P,
                    20 => Kind::Q,
                    _ => Kind::H,
                };
                let of = self.struct_reference(s, kind, &y);
                format!("g{g}({x}, {of})")
            }
            10 => {
                let y = self.real(&args[1]);
                let of = self.enum_reference(s, &y);
                format!("g{g}({x}, {of})")
            }
            16 => {
                let y = self.real(&args[1]);
                match s % 3 {
                    0 => format!("g{g}({x}, &[{y}, x])"),
                    1 => format!("g{g}({x}, &[{y}; 4])"),
                    _ => format!("g{g}::<3>({x}, &[0.5, x, {y}])"),
                }
            }
            OPTION_REFERENCE => {
                let t = self.real(&args[1]);
                match self.option(s, Content::P) {
                    Some(o) => format!("g{g}({x}, &{})", o.code),
                    None => format!("g{g}({x}, &Some(P {{ a: {t}, b: 0.5 }}))"),
                }
            }
            OPTIONS => match Self::pick(&self.scope.many, s) {
                Some(os) => {
                    format!("g{g}({x}, {}{})", if os.reference { "" } else { "&" }, os.name)
                }
                None => {
                    let t = self.real(&args[1]);
                    format!("g{g}({x}, &[Some({t}), None, Some(x)])")
                }
            },
            METHOD => {
                let y = self.real(&args[1]);
                let of = self.struct_value(s, Kind::P, &y);
                let p = self.name("p");
                format!("{{ let {p}: P = {of}; {p}.g{g}{}({x}) }}", self.tag)
            }
            21 => match Self::pick(&self.scope.lists, s) {
                Some(list) => {
                    format!("g{g}({x}, {}{})", if list.reference { "" } else { "&" }, list.name)
                }
                None => {
                    let y = self.real(&args[1]);
                    format!("g{g}({x}, &[P {{ a: {y}, b: x }}, P {{ b: 0.5, a: x }}])")
                }
            },
            _ => match self.seq(s, |s| s.container == Container::Array(3)) {
                Some(a) => format!("g{g}({x}, {}{})", if a.reference { "" } else { "&" }, a.name),
                None => {
                    let y = self.real(&args[1]);
                    format!("g{g}({x}, &[{y}, x, 0.5])")
                }
            },
        }
    }

    /// A function that gives an enum.
    pub(super) fn callee_of_enum(&self, k: u8) -> Option<usize> {
        self.callee(k, &[11])
    }

    /// A call that changes an argument in place.
    pub(super) fn call_unique(&mut self, f: u8, s: u8, e: &Real) {
        let Some(g) = self.callee(f, &[12, 13, 14, 22, 23, HOLDER_UNIQUE]) else { return };
        let x = format!("{} + {}", self.real(e), self.active());
        match self.callable[g] {
            12 => {
                let Some(u) = self.changeable(s) else { return };
                let whole = if u.unique { u.name.clone() } else { format!("&mut {}", u.name) };
                let argument = match s % 3 {
                    0 if !u.reference => format!("&mut {}[..{0}.len() / 2]", u.name),
                    1 if !u.reference => format!("&mut {}[{0}.len() / 2..]", u.name),
                    _ => whole,
                };
                self.line(&format!("g{g}({x}, {argument});"));
            }
            13 => {
                let mutable: Vec<String> =
                    self.scope.reals.iter().filter(|v| v.mutable).map(|v| v.code.clone()).collect();
                let Some(u) = Self::pick(&mutable, s) else { return };
                let argument =
                    u.strip_prefix('*').map_or_else(|| format!("&mut {u}"), str::to_string);
                let name = self.name("t");
                self.line(&format!("let {name} = g{g}({x}, {argument});"));
                self.add_real(name, false);
            }
            14 | 23 | HOLDER_UNIQUE => {
                let kind = match self.callable[g] {
                    14 => Kind::P,
                    23 => Kind::Q,
                    _ => Kind::H,
                };
                let fitting: Vec<StructVar> = self
                    .scope
                    .structs
                    .iter()
                    .filter(|v| v.mutable && v.kind == kind)
                    .cloned()
                    .collect();
                let Some(v) = Self::pick(&fitting, s) else { return };
                let argument = if v.reference { v.name } else { format!("&mut {}", v.name) };
                self.line(&format!("g{g}({x}, {argument});"));
            }
            _ => {
                let Some(w) =
                    self.seq(s, |s| s.mutable && s.container == Container::Vec && !s.pinned)
                else {
                    return;
                };
                let argument = if w.reference { w.name } else { format!("&mut {}", w.name) };
                self.line(&format!("g{g}({x}, {argument});"));
            }
        }
    }

    /// A call that counts.
    pub(super) fn call_counts(&mut self, f: u8, k: u8, e: &Real) {
        let Some(g) = self.callee(f, &[COUNT_UNIQUE, COUNTS_UNIQUE]) else { return };
        let (x, y) = (format!("{} + {}", self.real(e), self.active()), self.real(&Real::Var(k)));
        let name = self.name("t");
        if self.callable[g] == COUNT_UNIQUE {
            let ints: Vec<String> =
                self.scope.ints.iter().filter(|v| v.mutable).map(|v| v.name.clone()).collect();
            let Some(n) = Self::pick(&ints, k) else { return };
            self.line(&format!("let {name}: f64 = g{g}({x}, &mut {n}, {y});"));
        } else {
            let counts: Vec<CountsVar> =
                self.scope.counts.iter().filter(|c| c.mutable).cloned().collect();
            let Some(c) = Self::pick(&counts, k) else { return };
            let borrowed = c.borrowed();
            self.line(&format!("let {name}: f64 = g{g}({x}, {borrowed}, {});", k % 5));
        }
        self.add_real(name, false);
    }

    /// A call that gives a struct.
    pub(super) fn call_struct(&mut self, f: u8, s: u8, e: &Real) {
        let Some(g) = self.callee(f, &[9, BY_VALUE]) else { return };
        let x = format!("{} + {}", self.real(e), self.active());
        let of = self.struct_value(s, Kind::P, "x");
        let (name, tag) = (self.name("p"), self.tag);
        let value = if self.callable[g] == 9 {
            format!("g{g}({x}, {of})")
        } else {
            let this = self.name("p");
            self.line(&format!("let {this}: P = {of};"));
            format!("{this}.g{g}{tag}({x})")
        };
        match s % 3 {
            0 => {
                let (a, b) = (self.name("t"), self.name("t"));
                self.line(&format!("let P {{ a: {a}, b: {b} }} = {value};"));
                self.add_real(a, false);
                self.add_real(b, false);
            }
            _ => {
                self.line(&format!("let mut {name}: P = {value};"));
                self.add_struct(&name, Kind::P, false, true);
            }
        }
    }

    /// An argument of type `&[f64]`.
    pub(super) fn borrowed(&mut self, k: u8) -> String {
        match self.flat(k) {
            Some(s) if s.unique => format!("&{}[..]", s.name),
            Some(s) => match (&s.container, s.reference, k % 3) {
                (Container::Slice, _, 0 | 1) => s.name,
                (Container::Array(_), _, 1) => format!("&{}[1..]", s.name),
                (Container::Array(_), true, _) => s.name,
                (_, true, _) => s.name,
                (Container::Vec, false, 2) => format!("&{}[..]", s.name),
                _ => format!("&{}", s.name),
            },
            None => "&[0.5, x]".into(),
        }
    }

    /// An argument of type `Vec<f64>`.
    pub(super) fn owned(&mut self, k: u8, e: &Real) -> String {
        match self.flat(k) {
            Some(s) if s.container == Container::Vec && !s.reference => {
                format!("{}.clone()", s.name)
            }
            Some(s) => format!("{}.to_vec()", s.name),
            None => {
                let e = self.real(e);
                format!("vec![{e}, x]")
            }
        }
    }
}
