//! Random programs over arrays.
//!
//! A program is a differentiated function of a vector of length `n`, a matrix of shape `[m, n]` and
//! a number. `expressions` writes values of a requested type, `statements` bodies, and this file
//! functions and their implementation of `Program`.

mod expressions;
mod statements;

use crate::checks::Numbers;
use std::fmt::Write as _;

/// The length of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dim {
    M,
    N,
}

impl Dim {
    fn text(self) -> &'static str {
        match self {
            Dim::M => "m",
            Dim::N => "n",
        }
    }
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Number,
    Vector(Dim),
    Matrix(Dim, Dim),
}

impl Type {
    fn text(self) -> &'static str {
        match self {
            Type::Number => "f64",
            Type::Vector(_) => "Array1<f64>",
            Type::Matrix(..) => "Array2<f64>",
        }
    }
}

/// A variable that an expression may name.
#[derive(Clone, Debug)]
struct Variable {
    /// As the receiver of a method, or as a number.
    name: String,
    ty: Type,
    /// Whether it is a reference already.
    is_reference: bool,
    mutable: bool,
}

/// How a program takes its arguments, and what it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// References, and the result is a number.
    Borrowed,
    /// References, and the result is a vector.
    ToVector,
    /// Values, of which one changes.
    Owned,
    /// A struct with an array in it in place of the matrix.
    Struct,
    /// The vector by mutable reference.
    InPlace,
}

/// A program: its text, and what its inputs must be.
pub struct Text {
    /// The function, and its implementation of `Program`.
    pub code: String,
    /// The least length of an axis.
    pub least: usize,
    /// The name of the type that implements `Program`.
    pub program: String,
    /// Whether the second argument is a struct.
    pub takes_struct: bool,
}

struct Generator {
    numbers: Numbers,
    variables: Vec<Variable>,
    /// The names of indices and the axes that they are indices of.
    indices: Vec<(String, Dim)>,
    /// The least length of an axis.
    least: usize,
    /// The count of names.
    names: usize,
    code: String,
    indent: usize,
}

/// The program of a seed.
pub fn program(seed: u64, number: usize) -> Text {
    let mut numbers = Numbers(seed);
    let form = match numbers.below(8) {
        0 | 1 => Form::ToVector,
        2 => Form::Owned,
        3 => Form::Struct,
        4 => Form::InPlace,
        _ => Form::Borrowed,
    };
    let least = numbers.below(4).saturating_sub(1);
    let mut generator = Generator {
        numbers,
        variables: Vec::new(),
        indices: Vec::new(),
        least,
        names: 0,
        code: String::new(),
        indent: 1,
    };
    let name = format!("p{number}");
    let program = format!("P{number}");
    let mut code = generator.function(&name, form);
    code.push_str(&implementation(&name, &program, form));
    Text { code, least, program, takes_struct: form == Form::Struct }
}

impl Generator {
    fn below(&mut self, bound: usize) -> usize {
        self.numbers.below(bound)
    }

    fn name(&mut self, base: &str) -> String {
        self.names += 1;
        format!("{base}{}", self.names)
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.code, "{:1$}{text}", "", 4 * self.indent);
    }

    fn declare(&mut self, name: &str, ty: Type, is_reference: bool, mutable: bool) {
        self.variables.push(Variable { name: name.to_string(), ty, is_reference, mutable });
    }

    /// A block: its variables and indices end with it.
    fn block(&mut self, body: impl FnOnce(&mut Self)) {
        let (variables, indices) = (self.variables.clone(), self.indices.clone());
        self.indent += 1;
        body(self);
        self.indent -= 1;
        (self.variables, self.indices) = (variables, indices);
    }

    /// The text of an expression that does not name a variable.
    fn without<T>(&mut self, name: &str, of: impl FnOnce(&mut Self) -> T) -> T {
        let variables = self.variables.clone();
        self.variables.retain(|v| v.name != name);
        let text = of(self);
        self.variables = variables;
        text
    }

    fn function(&mut self, name: &str, form: Form) -> String {
        let (vector, matrix) = (Type::Vector(Dim::N), Type::Matrix(Dim::M, Dim::N));
        self.declare("k", Type::Number, false, false);
        let (parameters, rows) = match form {
            Form::Borrowed | Form::ToVector => {
                self.declare("x", vector, true, false);
                self.declare("w", matrix, true, false);
                ("x: &Array1<f64>, w: &Array2<f64>, k: f64", "w")
            }
            Form::Owned => {
                self.declare("x", vector, false, true);
                self.declare("w", matrix, false, false);
                ("mut x: Array1<f64>, w: Array2<f64>, k: f64", "w")
            }
            Form::Struct => {
                self.declare("x", vector, true, false);
                self.declare("p.w", matrix, false, false);
                self.declare("p.b", Type::Vector(Dim::M), false, false);
                self.declare("p.c", Type::Number, false, false);
                ("x: &Array1<f64>, p: &Layer, k: f64", "p.w")
            }
            Form::InPlace => {
                self.declare("x", vector, true, true);
                self.declare("w", matrix, true, false);
                ("x: &mut Array1<f64>, w: &Array2<f64>, k: f64", "w")
            }
        };
        self.line(&format!("let (m, n) = ({rows}.nrows(), {rows}.ncols());"));
        self.one_of_each();
        for _ in 0..2 + self.below(5) {
            self.statement(2);
        }
        let (ty, result) = match form {
            Form::ToVector => {
                // `w` is active only if it is used
                let (value, number) = (self.vector(Dim::N, 3), self.number(2));
                self.line(&format!("let result: Array1<f64> = {value};"));
                ("Array1<f64>", format!("result * ({number} + w.sum())"))
            }
            _ => ("f64", self.sum_of_all()),
        };
        self.line(&result);
        let body = std::mem::take(&mut self.code);
        format!("#[differentiate]\nfn {name}({parameters}) -> {ty} {{\n{body}}}\n")
    }

    /// A variable of each type.
    fn one_of_each(&mut self) {
        self.line("let q = Array1::from_shape_fn(m, |i| (k + i as f64).sin());");
        self.declare("q", Type::Vector(Dim::M), false, false);
        self.line("let y = Array1::from_shape_fn(n, |i| x[i] * 0.5 + k);");
        self.declare("y", Type::Vector(Dim::N), false, false);
        let products = [
            ("r", "(m, m)", "q[i] * q[j] + k", Type::Matrix(Dim::M, Dim::M)),
            ("u", "(n, n)", "x[i] - x[j] * k", Type::Matrix(Dim::N, Dim::N)),
            ("t", "(n, m)", "x[i] * q[j]", Type::Matrix(Dim::N, Dim::M)),
        ];
        for (name, shape, element, ty) in products {
            self.line(&format!("let {name} = Array2::from_shape_fn({shape}, |(i, j)| {element});"));
            self.declare(name, ty, false, false);
        }
    }

    /// The sum of a function of each variable, so that few statements have no effect.
    fn sum_of_all(&mut self) -> String {
        let of_each = |v: &Variable| match v.ty {
            Type::Number => v.name.clone(),
            _ => format!("{}.mapv(|e| e.sin()).sum()", v.name),
        };
        let sum: Vec<String> = self.variables.iter().map(of_each).collect();
        format!("{} + {}", sum.join(" + "), self.number(2))
    }
}

/// The implementation of `Program` for a function.
fn implementation(name: &str, program: &str, form: Form) -> String {
    let second = if form == Form::Struct { "Layer" } else { "Array2<f64>" };
    let output = match form {
        Form::ToVector => "Array1<f64>",
        Form::InPlace => "(f64, Array1<f64>)",
        _ => "f64",
    };
    let [value, jvp, linear, vjp, transposed] = calls(form).map(|call| call.replace("NAME", name));
    format!(
        "struct {program};
impl Program for {program} {{
    type Input = (Array1<f64>, {second}, f64);
    type Tangent = <Self::Input as Differentiable>::Tangent;
    type Output = {output};
    fn value((x, w, k): &Self::Input) -> {output} {{ {value} }}
    fn jvp((x, w, k): &Self::Input, (u, v, l): &Self::Tangent) -> ({output}, {output}) {{ {jvp} }}
    fn linear((x, w, k): &Self::Input, (u, v, l): &Self::Tangent) -> ({output}, {output}) {{
        {linear}
    }}
    fn vjp((x, w, k): &Self::Input, bar: &{output}) -> ({output}, Self::Tangent) {{ {vjp} }}
    fn transposed((x, w, k): &Self::Input, bar: &{output}) -> ({output}, Self::Tangent) {{
        let mut sum = (x.zero_tangent(), w.zero_tangent(), 0.0);
        {transposed}
    }}
}}
"
    )
}

/// The calls of the function and its derivatives, in the order of `Program`.
fn calls(form: Form) -> [&'static str; 5] {
    match form {
        Form::Borrowed | Form::Struct => [
            "NAME(x, w, *k)",
            "NAME_jvp(x, w, *k, u, v, *l)",
            "let (y, r) = NAME_primal(x, w, *k); (y, NAME_linear(&r, u, v, *l))",
            "NAME_vjp(x, w, *k, *bar)",
            "let (y, r) = NAME_primal(x, w, *k);
        NAME_transposed(&r, *bar, &mut sum.0, &mut sum.1, &mut sum.2);
        (y, sum)",
        ],
        Form::ToVector => [
            "NAME(x, w, *k)",
            "NAME_jvp(x, w, *k, u, v, *l)",
            "let (y, r) = NAME_primal(x, w, *k); (y, NAME_linear(&r, u, v, *l))",
            "NAME_vjp(x, w, *k, bar)",
            "let (y, r) = NAME_primal(x, w, *k);
        NAME_transposed(&r, bar, &mut sum.0, &mut sum.1, &mut sum.2);
        (y, sum)",
        ],
        Form::Owned => [
            "NAME(x.clone(), w.clone(), *k)",
            "NAME_jvp(x.clone(), w.clone(), *k, u.clone(), v.clone(), *l)",
            "let (y, r) = NAME_primal(x.clone(), w.clone(), *k);
        (y, NAME_linear(&r, u.clone(), v.clone(), *l))",
            "NAME_vjp(x.clone(), w.clone(), *k, *bar)",
            "let (y, r) = NAME_primal(x.clone(), w.clone(), *k);
        NAME_transposed(&r, *bar, &mut sum.0, &mut sum.1, &mut sum.2);
        (y, sum)",
        ],
        Form::InPlace => [
            "let mut x = x.clone(); let y = NAME(&mut x, w, *k); (y, x)",
            "let (mut x, mut u) = (x.clone(), u.clone());
        let (y, y_dot) = NAME_jvp(&mut x, w, *k, &mut u, v, *l);
        ((y, x), (y_dot, u))",
            "let (mut x, mut u) = (x.clone(), u.clone());
        let (y, r) = NAME_primal(&mut x, w, *k);
        let y_dot = NAME_linear(&r, &mut u, v, *l);
        ((y, x), (y_dot, u))",
            "let (mut x, mut x_bar) = (x.clone(), bar.1.clone());
        let (y, (w_bar, k_bar)) = NAME_vjp(&mut x, w, *k, bar.0, &mut x_bar);
        ((y, x), (x_bar, w_bar, k_bar))",
            "let mut x = x.clone();
        let (y, r) = NAME_primal(&mut x, w, *k);
        sum.0 = bar.1.clone();
        NAME_transposed(&r, bar.0, &mut sum.0, &mut sum.1, &mut sum.2);
        ((y, x), sum)",
        ],
    }
}
