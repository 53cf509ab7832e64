//! Statements: local arrays, updates in place, loops and branches.

use super::{Dim, Generator, Type, Variable};

const TYPES: [Type; 7] = [
    Type::Number,
    Type::Vector(Dim::M),
    Type::Vector(Dim::N),
    Type::Matrix(Dim::M, Dim::N),
    Type::Matrix(Dim::N, Dim::M),
    Type::Matrix(Dim::N, Dim::N),
    Type::Matrix(Dim::M, Dim::M),
];

impl Generator {
    pub(super) fn statement(&mut self, depth: usize) {
        let choice = self.below(16);
        match choice {
            0..=3 => self.local(),
            4 if depth > 0 => self.branch(depth - 1),
            5 if depth > 0 => self.index_loop(depth - 1),
            6 if depth > 0 => self.repetition(depth - 1),
            7 => self.rows_loop(),
            8 if depth == 2 => self.moved(),
            9 if depth == 2 => self.of_struct(),
            10 => self.sequence(),
            _ => self.update(),
        }
    }

    fn bind(&mut self, value: &str, ty: Type, mutable: bool) -> String {
        let name = self.name("v");
        let mutability = if mutable { "mut " } else { "" };
        self.line(&format!("let {mutability}{name}: {} = {value};", ty.text()));
        self.declare(&name, ty, false, mutable);
        name
    }

    fn local(&mut self) {
        let ty = TYPES[self.below(TYPES.len())];
        let mutable = self.below(3) > 0;
        let value = self.value(ty, 3);
        self.bind(&value, ty, mutable);
    }

    /// A variable that can change, and is declared if there is none.
    fn changeable(&mut self, is_of: impl Fn(Type) -> bool) -> Variable {
        let found: Vec<Variable> =
            self.variables.iter().filter(|v| v.mutable && is_of(v.ty)).cloned().collect();
        if !found.is_empty() {
            let place = self.below(found.len());
            return found[place].clone();
        }
        let types: Vec<Type> = TYPES.into_iter().filter(|ty| is_of(*ty)).collect();
        let ty = types[self.below(types.len())];
        let value = self.value(ty, 1);
        let name = self.bind(&value, ty, true);
        Variable { name, ty, is_reference: false, mutable: true }
    }

    fn update(&mut self) {
        let target = self.changeable(|ty| ty != Type::Number);
        let Variable { name, ty, .. } = target.clone();
        // the place of a compound assignment to the array behind a reference
        let place = if target.is_reference { format!("*{name}") } else { name.clone() };
        let text = match self.below(9) {
            0 => {
                let (operator, number) = (["+", "-", "*"][self.below(3)], self.number(2));
                format!("{place} {operator}= {number};")
            }
            1 => {
                let operator = ["+", "-", "*"][self.below(3)];
                let added = self.reference(ty, 2);
                let added =
                    if added == format!("&{place}") { format!("&({added} * 0.5)") } else { added };
                format!("{place} {operator}= {added};")
            }
            2 => {
                let value = self.without(&name, |g| g.reference(ty, 2));
                format!("{name}.assign({value});")
            }
            3 => {
                let value = self.without(&name, |g| g.number(2));
                format!("{name}.fill({value});")
            }
            4 => {
                let (a, value) = self.without(&name, |g| (g.number(1), g.reference(ty, 1)));
                format!("{name}.scaled_add({a}, {value});")
            }
            5 => {
                let body = self.without(&name, |g| g.of_element("e", 2));
                format!("{name}.mapv_inplace(|e| {body});")
            }
            6 => {
                let body = self.without(&name, |g| g.of_element("(*e)", 1));
                let over = [format!("{name}.iter_mut()"), format!("&mut {place}")];
                format!("for e in {} {{ *e = {body}; }}", over[self.below(2)])
            }
            7 => {
                let body = self.without(&name, |g| g.of_element("b", 1));
                let other = self.without(&name, |g| g.reference(ty, 1));
                let target = format!("&mut {place}");
                format!("Zip::from({target}).and({other}).for_each(|a, &b| *a += {body});")
            }
            _ => self.update_of_part(&name, ty),
        };
        self.line(&text);
    }

    fn update_of_part(&mut self, name: &str, ty: Type) -> String {
        match ty {
            Type::Number => format!("{name} *= 0.5;"),
            Type::Vector(dim) => match self.index(dim) {
                Some(i) if self.below(2) == 0 => {
                    let value = self.number(2);
                    let operator = ["=", "+=", "*="][self.below(3)];
                    format!("{name}[{i}] {operator} {value};")
                }
                _ => {
                    let value = self.without(name, |g| g.reference(ty, 1));
                    format!("{name}.slice_mut(s![..;-1]).assign({value});")
                }
            },
            Type::Matrix(rows, columns) => {
                let (i, j) = (self.index(rows), self.index(columns));
                match (i, j, self.below(5)) {
                    (Some(i), Some(j), 0 | 1) => {
                        let value = self.number(2);
                        let operator = ["=", "+=", "-="][self.below(3)];
                        format!("{name}[[{i}, {j}]] {operator} {value};")
                    }
                    (Some(i), _, 2) => {
                        let value = self.without(name, |g| g.reference(Type::Vector(columns), 1));
                        format!("{name}.row_mut({i}).assign({value});")
                    }
                    (Some(i), _, 3) => {
                        let (a, value) = self.without(name, |g| {
                            (g.number(1), g.reference(Type::Vector(columns), 1))
                        });
                        format!("{name}.index_axis_mut(Axis(0), {i}).scaled_add({a}, {value});")
                    }
                    (_, Some(j), 4) => {
                        let value = self.without(name, |g| g.number(1));
                        format!("{name}.column_mut({j}).fill({value});")
                    }
                    _ if rows == columns => {
                        let value = self.without(name, |g| g.reference(Type::Vector(rows), 1));
                        format!("{name}.diag_mut().assign({value});")
                    }
                    _ => {
                        let value = self.without(name, |g| g.reference(ty, 1));
                        format!("{name}.slice_mut(s![.., ..;-1]).assign({value});")
                    }
                }
            }
        }
    }

    fn body(&mut self, depth: usize) {
        for _ in 0..1 + self.below(2) {
            self.statement(depth);
        }
    }

    fn branch(&mut self, depth: usize) {
        let (a, b) = (self.number(2), self.number(1));
        // what changes in a branch is declared before it
        self.changeable(|ty| ty != Type::Number);
        self.line(&format!("if {a} > {b} {{"));
        self.block(|g| g.body(depth));
        if self.below(2) == 0 {
            self.line("} else {");
            self.block(|g| g.body(depth));
        }
        self.line("}");
    }

    fn index_loop(&mut self, depth: usize) {
        let dim = if self.below(2) == 0 { Dim::M } else { Dim::N };
        self.changeable(|ty| ty != Type::Number);
        let index = self.name("i");
        self.line(&format!("for {index} in 0..{} {{", dim.text()));
        self.block(|g| {
            g.indices.push((index, dim));
            g.body(depth);
        });
        self.line("}");
    }

    /// A loop that carries an array.
    fn repetition(&mut self, depth: usize) {
        let target = self.changeable(|ty| ty != Type::Number);
        let count = 2 + self.below(2);
        self.line(&format!("for _ in 0..{count} {{"));
        self.block(|g| {
            g.body(depth);
            let value = g.value(target.ty, 2);
            let place = if target.is_reference { format!("*{}", target.name) } else { target.name };
            g.line(&format!("{place} = {value};"));
        });
        self.line("}");
    }

    fn rows_loop(&mut self) {
        let (matrix, dim) = match self.below(3) {
            0 => (Type::Matrix(Dim::N, Dim::N), Dim::N),
            _ => (Type::Matrix(Dim::M, Dim::N), Dim::N),
        };
        let (over, vector) = (self.receiver(matrix, 1), self.reference(Type::Vector(dim), 1));
        let rows = ["rows()", "outer_iter()", "axis_iter(Axis(0))"][self.below(3)];
        let sum = self.bind("0.0", Type::Number, true);
        // an expression borrowed by the loop is a local
        let over = if over.starts_with('(') { self.bind(&over, matrix, false) } else { over };
        self.line(&format!("for row in {over}.{rows} {{"));
        let value = self.without(&sum, |g| g.number(1));
        self.line(&format!("    {sum} += (row.dot({vector}) * {value}).sin() + row.sum() * 0.1;"));
        self.line("}");
    }

    /// An operation that moves an array.
    fn moved(&mut self) {
        let owned =
            |v: &&Variable| v.ty != Type::Number && !v.is_reference && v.name.starts_with('v');
        let found: Vec<Variable> = self.variables.iter().filter(owned).cloned().collect();
        if found.is_empty() {
            return self.local();
        }
        let place = self.below(found.len());
        let Variable { name, ty, .. } = found[place].clone();
        self.variables.retain(|v| v.name != name);
        let value = match self.below(3) {
            0 => format!("{name} * {}", self.reference(ty, 1)),
            1 => format!("{} + {name}", self.reference(ty, 1)),
            _ => format!("{name}.mapv_into(|e| e.sin())"),
        };
        let mutable = self.below(2) == 0;
        self.bind(&value, ty, mutable);
    }

    /// A struct of arrays and its method.
    fn of_struct(&mut self) {
        let (w, b) = (self.matrix(Dim::M, Dim::N, 1), self.vector(Dim::M, 1));
        let (c, name) = (self.number(1), self.name("layer"));
        self.line(&format!("let {name} = Layer {{ w: {w}, b: {b}, c: {c} }};"));
        let argument = self.reference(Type::Vector(Dim::N), 1);
        let result = self.name("v");
        self.line(&format!("let {result}: Array1<f64> = {name}.forward({argument});"));
        self.declare(&result, Type::Vector(Dim::M), false, false);
        self.declare(&format!("{name}.w"), Type::Matrix(Dim::M, Dim::N), false, false);
        self.declare(&format!("{name}.b"), Type::Vector(Dim::M), false, false);
    }

    /// Arrays in a vector, or a call that changes an array.
    fn sequence(&mut self) {
        if self.below(2) == 0 {
            let target = self.changeable(|ty| matches!(ty, Type::Vector(_)));
            let number = self.without(&target.name, |g| g.number(1));
            let borrow = if target.is_reference { "" } else { "&mut " };
            self.line(&format!("scale({borrow}{}, {number});", target.name));
            return;
        }
        let [first, rest] = [(); 2].map(|()| {
            let value = self.vector(Dim::N, 1);
            self.bind(&value, Type::Vector(Dim::N), false)
        });
        let (name, number) = (self.name("parts"), self.number(1));
        self.line(&format!(
            "let mut {name}: Vec<Array1<f64>> = vec![{first}.clone(), {rest}.clone()];"
        ));
        self.line(&format!("{name}.push(&{name}[0] * {number});"));
        self.bind(&format!("&{name}[2] + &{name}[1]"), Type::Vector(Dim::N), true);
    }
}
