//! Expressions of a requested type. All results are bounded, so that central differences are
//! accurate.

use super::{Dim, Generator, Type, Variable};

/// The depth of the operands of a whole value of a `let`. A product is one: the type of a product
/// is annotated.
const WHOLE: usize = 2;

const LITERALS: [&str; 6] = ["0.5", "0.25", "1.5", "2.0", "0.1", "0.75"];

impl Generator {
    fn literal(&mut self) -> &'static str {
        LITERALS[self.below(LITERALS.len())]
    }

    /// A variable of a type.
    fn variable(&mut self, is_of: impl Fn(&Variable) -> bool) -> Option<Variable> {
        let found: Vec<Variable> = self.variables.iter().filter(|v| is_of(v)).cloned().collect();
        if found.is_empty() {
            return None;
        }
        let place = self.below(found.len());
        Some(found[place].clone())
    }

    /// An index of an axis: that of a loop, or a literal if the axis has this element.
    pub(super) fn index(&mut self, dim: Dim) -> Option<String> {
        let found: Vec<String> =
            self.indices.iter().filter(|(_, of)| *of == dim).map(|(i, _)| i.clone()).collect();
        if !found.is_empty() {
            let place = self.below(found.len());
            return Some(found[place].clone());
        }
        let literals = ["0", "1"];
        (self.least > 0).then(|| literals[self.numbers.below(self.least)].to_string())
    }

    /// The name of a variable of an array type, or an expression in parentheses: a receiver.
    pub(super) fn receiver(&mut self, ty: Type, depth: usize) -> String {
        match self.variable(|v| v.ty == ty) {
            Some(variable) if depth == 0 || self.below(4) > 0 => variable.name,
            _ => {
                let value = self.value(ty, depth.saturating_sub(1));
                // a constructor or a branch is no receiver of the compiler's
                let is_receiver = !value.starts_with("Array") && !value.starts_with("if ");
                match self.variable(|v| v.ty == ty) {
                    Some(variable) if !is_receiver => variable.name,
                    _ => format!("({value})"),
                }
            }
        }
    }

    /// A receiver that a method may move.
    fn owned_receiver(&mut self, ty: Type, depth: usize) -> String {
        let receiver = self.receiver(ty, depth);
        if receiver.starts_with('(') { receiver } else { format!("{receiver}.clone()") }
    }

    /// A reference to an array.
    pub(super) fn reference(&mut self, ty: Type, depth: usize) -> String {
        match self.variable(|v| v.ty == ty) {
            Some(v) if v.is_reference && !v.mutable && (depth == 0 || self.below(3) > 0) => v.name,
            Some(v) if depth == 0 || self.below(3) > 0 => {
                format!("&{}{}", if v.is_reference { "*" } else { "" }, v.name)
            }
            _ => format!("&({})", self.value(ty, depth.saturating_sub(1))),
        }
    }

    /// An operand: a reference, or an owned array in parentheses.
    fn operand(&mut self, ty: Type, depth: usize) -> String {
        if depth > 0 && self.below(3) == 0 {
            return format!("({})", self.value(ty, depth - 1));
        }
        self.reference(ty, depth)
    }

    /// An owned value of a type.
    pub(super) fn value(&mut self, ty: Type, depth: usize) -> String {
        match ty {
            Type::Number => self.number(depth),
            Type::Vector(dim) => self.vector(dim, depth),
            Type::Matrix(rows, columns) => self.matrix(rows, columns, depth),
        }
    }

    fn dim(&mut self) -> Dim {
        if self.below(2) == 0 { Dim::M } else { Dim::N }
    }

    /// A number in parentheses, or a name.
    pub(super) fn number(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.small_number();
        }
        match self.below(16) {
            0..=2 => self.small_number(),
            3 => format!("({}).sin()", self.number(depth - 1)),
            4 => format!("({}).tanh()", self.number(depth - 1)),
            5 => format!("(1.0 + ({}).powi(2)).ln()", self.number(depth - 1)),
            6 => {
                let (a, b) = (self.number(depth - 1), self.number(depth - 1));
                let operator = ["+", "-", "*"][self.below(3)];
                format!("({a} {operator} {b})")
            }
            7 => {
                let (a, b) = (self.number(depth - 1), self.number(depth - 1));
                format!("({a} / (1.5 + ({b}).cos()))")
            }
            8 => {
                let (a, b) = (self.number(depth - 1), self.number(depth - 1));
                let (c, d) = (self.number(depth - 1), self.small_number());
                format!("(if {a} > {b} {{ {c} }} else {{ {d} }})")
            }
            9 => format!("sigmoid({})", self.number(depth - 1)),
            _ => self.reduction(depth - 1),
        }
    }

    fn small_number(&mut self) -> String {
        let literal = self.literal();
        match self.variable(|v| v.ty == Type::Number) {
            Some(variable) if self.below(3) > 0 => variable.name,
            Some(variable) => format!("({} * {literal})", variable.name),
            None => format!("(k * {literal})"),
        }
    }

    /// A number from an array.
    fn reduction(&mut self, depth: usize) -> String {
        let (rows, columns) = (self.dim(), self.dim());
        let (vector, matrix) = (Type::Vector(columns), Type::Matrix(rows, columns));
        let any = if self.below(2) == 0 { vector } else { matrix };
        match self.below(11) {
            0 => format!("({}.sum() * 0.5)", self.receiver(any, depth)),
            1 => {
                let (a, b) = (self.receiver(vector, depth), self.reference(vector, depth));
                format!("({a}.dot({b}) * 0.3).sin()")
            }
            2 => format!("{}.mean().unwrap_or(0.5)", self.receiver(any, depth)),
            3 => format!("{}.mapv(|e| e.cos()).product()", self.receiver(any, depth)),
            4 if self.least > 0 => format!("({}.var(0.0)).tanh()", self.receiver(any, depth)),
            5 => {
                let text = self.receiver(any, depth);
                format!("{text}.fold(k, |sum, e| sum * 0.5 + e * e)")
            }
            6 => {
                let text = self.receiver(any, depth);
                let body = self.of_element("(*e)", 1);
                format!("{text}.iter().map(|e| {body}).sum::<f64>()")
            }
            7 => {
                let (a, b) = (self.receiver(any, 0), self.receiver(any, 0));
                format!("{a}.iter().zip({b}.iter()).map(|(a, b)| a * b * 0.3).sum::<f64>()")
            }
            8 => match (self.index(rows), self.index(columns)) {
                (Some(i), Some(j)) => {
                    let text = self.receiver(matrix, 0);
                    let places = [format!("[[{i}, {j}]]"), format!("[({i}, {j})]")];
                    format!("{text}{}", places[self.below(2)])
                }
                _ => format!("{}.sum()", self.receiver(any, depth)),
            },
            9 => match self.index(columns) {
                Some(i) => format!("{}[{i}]", self.receiver(vector, 0)),
                None => format!("{}.sum()", self.receiver(any, depth)),
            },
            _ => match self.index(rows) {
                Some(i) => {
                    let (a, b) = (self.receiver(matrix, 0), self.reference(vector, depth));
                    let row = [format!("row({i})"), format!("index_axis(Axis(0), {i})")];
                    format!("({a}.{}.dot({b})).tanh()", row[self.below(2)])
                }
                None => format!("({}.sum()).cos()", self.receiver(any, depth)),
            },
        }
    }

    /// A number from the element of an array with this name.
    pub(super) fn of_element(&mut self, name: &str, depth: usize) -> String {
        let variables = self.variables.clone();
        // arrays that a closure captures are summed for each element, so few
        self.variables.retain(|v| v.ty == Type::Number || v.name.len() < 2);
        for _ in 0..2 {
            self.declare(name, Type::Number, false, false);
        }
        let text = self.number(depth);
        self.variables = variables;
        format!("({text} + {name} * 0.5).sin()")
    }

    /// An operation between arrays, or an array and a number.
    fn arithmetic(&mut self, ty: Type, depth: usize) -> String {
        let operator = ["+", "-", "*"][self.below(3)];
        let broadcast = match ty {
            Type::Matrix(_, columns) if self.below(3) == 0 => Type::Vector(columns),
            ty => ty,
        };
        let a = self.operand(ty, depth);
        match self.below(6) {
            0 => format!("{} * {a}", self.small_number()),
            1 => {
                let number = self.number(depth);
                // the compiler takes `a.f() + number` for a number
                let a = if operator == "*" { a } else { self.reference(ty, 0) };
                format!("{a} {operator} {number}")
            }
            2 => {
                let b = self.reference(broadcast, 0);
                format!("{a} / ({b} * {b} + 2.0)")
            }
            3 if broadcast != ty => {
                let b = self.operand(broadcast, depth);
                format!("{b} {operator} {a}")
            }
            _ => {
                let b = self.operand(broadcast, depth);
                format!("{a} {operator} {b}")
            }
        }
    }

    /// `mapv` and its like.
    fn map(&mut self, ty: Type, depth: usize) -> String {
        let receiver = self.receiver(ty, depth);
        match self.below(5) {
            0 => format!("{receiver}.mapv(sigmoid)"),
            1 => {
                let (receiver, body) = (self.receiver(ty, 0), self.of_element("(*e)", 1));
                format!("{receiver}.map(|e| {body})")
            }
            2 => format!("{}.mapv_into(|e| e.tanh())", self.owned_receiver(ty, depth)),
            _ => {
                let body = self.of_element("e", 2);
                format!("{receiver}.mapv(|e| {body})")
            }
        }
    }

    /// A vector.
    pub(super) fn vector(&mut self, dim: Dim, depth: usize) -> String {
        let ty = Type::Vector(dim);
        let other = self.dim();
        let (wide, tall) = (Type::Matrix(dim, other), Type::Matrix(other, dim));
        if depth == 0 {
            return match self.variable(|v| v.ty == ty) {
                Some(variable) => format!("{}.clone()", variable.name),
                None => {
                    let (number, literal) = (self.small_number(), self.literal());
                    format!("Array1::from_elem({}, {number} + {literal})", dim.text())
                }
            };
        }
        let depth = depth - 1;
        match self.below(15) {
            4 => self.map(ty, depth),
            5 if depth == WHOLE => {
                let (a, b) = (self.receiver(wide, depth), self.vector_reference(other, depth));
                format!("{a}.dot({b}).mapv(|e| e.sin())")
            }
            6 if depth == WHOLE => {
                let (a, b) = (self.receiver(Type::Vector(other), depth), self.reference(tall, 0));
                format!("{a}.dot({b}).mapv(|e| e.sin())")
            }
            7 => format!("{}.sum_axis(Axis(0)) * 0.5", self.receiver(tall, depth)),
            8 if self.least > 0 => {
                format!("{}.mean_axis(Axis(1)).unwrap()", self.receiver(wide, depth))
            }
            9 => match self.index(other) {
                Some(i) => {
                    let text = self.receiver(tall, 0);
                    let row = ["row", "column"];
                    let (of, text) = if self.below(2) == 0 {
                        (row[0], text)
                    } else {
                        (row[1], self.receiver(wide, 0))
                    };
                    format!("{text}.{of}({i}).to_owned()")
                }
                None => format!("{}.diag().to_owned()", self.receiver(self.square(dim), depth)),
            },
            10 => format!("{}.diag().to_owned()", self.receiver(self.square(dim), depth)),
            11 => format!("{}.slice(s![..;-1]).to_owned()", self.receiver(ty, depth)),
            12 => {
                let (vector, index) = (self.receiver(ty, 0), self.name("i"));
                let number = self.small_number();
                let dim = dim.text();
                format!("Array1::from_shape_fn({dim}, |{index}| {vector}[{index}] * {number})")
            }
            13 => {
                let (condition, than) = (self.number(depth), self.small_number());
                let (a, b) = (self.vector(dim, depth), self.vector(dim, 0));
                format!("if {condition} > {than} {{ {a} }} else {{ {b} }}")
            }
            14 => {
                let vector = self.receiver(ty, 0);
                format!("Array1::from_iter({vector}.iter().map(|e| e * e))")
            }
            _ => self.arithmetic(ty, depth),
        }
    }

    fn square(&self, dim: Dim) -> Type {
        Type::Matrix(dim, dim)
    }

    fn vector_reference(&mut self, dim: Dim, depth: usize) -> String {
        self.reference(Type::Vector(dim), depth)
    }

    /// A matrix.
    pub(super) fn matrix(&mut self, rows: Dim, columns: Dim, depth: usize) -> String {
        let ty = Type::Matrix(rows, columns);
        let transposed = Type::Matrix(columns, rows);
        if depth == 0 {
            return self.small_matrix(rows, columns);
        }
        let depth = depth - 1;
        match self.below(12) {
            4 => self.map(ty, depth),
            5 if depth == WHOLE => {
                let inner = self.dim();
                let a = self.receiver(Type::Matrix(rows, inner), depth);
                let b = self.reference(Type::Matrix(inner, columns), depth);
                format!("{a}.dot({b}).mapv(|e| (e * 0.5).sin())")
            }
            6 => format!("{}.t().to_owned()", self.receiver(transposed, depth)),
            7 => format!("{}.reversed_axes()", self.owned_receiver(transposed, depth)),
            8 => {
                let slice = ["..;-1, ..", ".., ..;-1", "..;-1, ..;-1"][self.below(3)];
                format!("{}.slice(s![{slice}]).to_owned()", self.receiver(ty, depth))
            }
            9 if depth == WHOLE => {
                let inner = self.dim();
                let a = self.receiver(Type::Matrix(inner, rows), 0);
                let b = self.reference(Type::Matrix(inner, columns), depth);
                format!("{a}.t().dot({b}) * 0.3")
            }
            10 => self.small_matrix(rows, columns),
            _ => self.arithmetic(ty, depth),
        }
    }

    fn small_matrix(&mut self, rows: Dim, columns: Dim) -> String {
        let ty = Type::Matrix(rows, columns);
        match self.variable(|v| v.ty == ty) {
            Some(variable) if self.below(3) > 0 => format!("{}.clone()", variable.name),
            _ => {
                let (a, b) = (self.vector_of(rows), self.vector_of(columns));
                let (i, j) = (self.name("i"), self.name("j"));
                let (rows, columns) = (rows.text(), columns.text());
                let a = a.map_or_else(|| "k".to_string(), |a| format!("{a}[{i}]"));
                let b = b.map_or_else(|| "k".to_string(), |b| format!("{b}[{j}]"));
                format!(
                    "Array2::from_shape_fn(({rows}, {columns}), |({i}, {j})| \
                     ({a} + {b} * ({i} + 2 * {j}) as f64).sin())"
                )
            }
        }
    }

    /// The name of a vector.
    fn vector_of(&mut self, dim: Dim) -> Option<String> {
        self.variable(|v| v.ty == Type::Vector(dim)).map(|v| v.name)
    }
}
