//! Listings of Linear A, for readers and for golden tests.
//!
//! Rules:
//! - one let per line; nested blocks are indented by two spaces;
//! - variables are printed by name; where a name repeats, later versions in order of binding get
//!   `_1`, `_2`, …;
//! - in a list of both sorts, the non-linear variables come before `;` and the linear ones after
//!   it;
//! - the listing of a function is deterministic.

use super::*;
use crate::ir::hash::HashSet;
use crate::primitives::{Spelling, row};
use std::fmt;

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        listing(self).iter().try_for_each(|line| writeln!(f, "{}", line.text))
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&ty(self))
    }
}

/// A line of a listing.
pub struct Line<'a> {
    /// The text, indented.
    pub text: String,
    /// The let that begins here.
    pub begins: Option<&'a Let>,
}

/// The lines of a function's listing.
pub fn listing(function: &Function) -> Vec<Line<'_>> {
    let mut printer = Printer::new(function);
    printer.function();
    printer.lines
}

/// The listing of one block of a function, results last.
pub fn block(function: &Function, block: &Block) -> String {
    let mut printer = Printer::new(function);
    printer.block(block);
    printer.lines.iter().map(|line| format!("{}\n", line.text)).collect()
}

/// The unique printed names of the variables of a function, by their indices.
pub fn names(function: &Function) -> Vec<String> {
    let mut order = function.params.clone();
    binding_order(&function.body, &mut order);
    // unbound variables are named too, so that a broken function can still be printed
    order.extend((0..function.vars.len() as u32).map(Var));

    let mut names = vec![String::new(); function.vars.len()];
    let mut taken: HashSet<String> = HashSet::default();
    let mut versions: crate::ir::hash::HashMap<&str, usize> = crate::ir::hash::HashMap::default();
    for var in order {
        let Some(slot) = names.get_mut(var.0 as usize) else { continue };
        if !slot.is_empty() {
            continue;
        }
        // the result of an operator has no name of its own
        let base = Some(function.name(var))
            .filter(|name| {
                name.is_empty() || name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            })
            .unwrap_or("t");
        let version = versions.entry(base).or_insert(0);
        // the user may have named a variable `x_1`, so the number is raised until the name is free
        loop {
            let name = if *version == 0 && !base.is_empty() {
                base.to_string()
            } else {
                format!("{base}_{version}")
            };
            *version += 1;
            if taken.insert(name.clone()) {
                *slot = name;
                break;
            }
        }
    }
    names
}

fn binding_order(block: &Block, order: &mut Vec<Var>) {
    for l in &block.lets {
        // results of control flow are named before the variables inside, so that the outer one has
        // the plain name
        order.extend(&l.vars);
        if let Op::Loop(lp) = &l.op {
            order.extend(lp.params());
        }
        for inner in l.op.blocks() {
            binding_order(inner, order);
        }
    }
}

/// Where a push or pop is, if not at the end of a vector.
fn end_suffix(end: End) -> &'static str {
    match end {
        End::Last => "",
        End::Back => " back",
        End::Front => " front",
    }
}

/// The printed form of a type.
pub fn ty(ty_: &Ty) -> String {
    match ty_ {
        Ty::Real(Real::F32) => "f32".into(),
        Ty::Real(Real::F64) => "f64".into(),
        Ty::Real(Real::Param(name)) => (*name).into(),
        Ty::Int(name) | Ty::Text(name) => (*name).into(),
        Ty::IntOf(p) => p.as_ref().map_or_else(|| "_".into(), projection),
        Ty::Bool => "bool".into(),
        Ty::Tuple(parts) => tuple(&parts.iter().map(ty).collect::<Vec<_>>()),
        Ty::Array(e, n) => format!("{}[{}]", ty(e), print_tokens(n)),
        Ty::Slice(e) => format!("{}[]", ty(e)),
        Ty::Vec(e) => format!("Vec<{}>", ty(e)),
        Ty::Deque(e) => format!("VecDeque<{}>", ty(e)),
        Ty::Sequence(e, p) => format!("Sequence<{}, {}>", ty(e), projection(p)),
        Ty::Projected(p) | Ty::Discrete(p) => projection(p),
        Ty::Wrapped(Wrapper::Option, e) => format!("Option<{}>", ty(e)),
        Ty::Wrapped(Wrapper::Result(_), e) => format!("Result<{}>", ty(e)),
        Ty::Wrapped(Wrapper::Status(_), e) => format!("Result<(), {}>", ty(e)),
        Ty::Foreign(tokens) => print_tokens(tokens),
        Ty::Shape(t) => format!("Shape<{}>", ty(t)),
        Ty::Rows => "Rows".into(),
        Ty::Pullback(_) => "Pullback".into(),
        Ty::Frame(callee) => format!("Frame<{}>", callee.key()),
        Ty::Function(function) => function.name.clone(),
        Ty::Code(code) => code.key(),
        Ty::Infer(n) => format!("?{n}"),
    }
}

fn projection(p: &Projection) -> String {
    match p {
        Projection::Output(callee) => format!("{}::Output", callee.key()),
        Projection::Leaf(p, i) => format!("{}.{i}", projection(p)),
        Projection::Item(p) => format!("{}::Item", projection(p)),
        Projection::Named(path) => print_tokens(path),
        Projection::Member(p, name) => format!("{}.{name}", projection(p)),
        Projection::View(p) => format!("view of {}", projection(p)),
    }
}

/// Tokens on one line. A token stream prints a space between all tokens; those around `::`, `.` and
/// brackets are removed.
pub fn print_tokens(tokens: &TokenStream) -> String {
    let mut text = tokens.to_string().replace('\n', " ");
    for (from, to) in [
        (" :: ", "::"),
        (" . ", "."),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        (" ,", ","),
        (" !(", "!("),
        (" ;", ";"),
    ] {
        text = text.replace(from, to);
    }
    text.strip_prefix(":: ").map(|rest| format!("::{rest}")).unwrap_or(text)
}

/// A tuple as Rust writes it: one component has a comma.
fn tuple(parts: &[String]) -> String {
    match parts {
        [one] => format!("({one},)"),
        _ => format!("({})", parts.join(", ")),
    }
}

struct Printer<'a> {
    function: &'a Function,
    names: Vec<String>,
    lines: Vec<Line<'a>>,
    depth: usize,
    /// The let whose first line is next.
    begins: Option<&'a Let>,
}

impl<'a> Printer<'a> {
    fn new(function: &'a Function) -> Self {
        Printer { function, names: names(function), lines: Vec::new(), depth: 0, begins: None }
    }

    fn line(&mut self, text: &str) {
        self.lines.push(Line {
            text: format!("{}{text}", "  ".repeat(self.depth)),
            begins: self.begins.take(),
        });
    }

    fn name(&self, var: Var) -> String {
        self.names.get(var.0 as usize).cloned().unwrap_or_else(|| format!("{var:?}"))
    }

    fn list(&self, vars: &[Var]) -> String {
        vars.iter().map(|v| self.name(*v)).collect::<Vec<_>>().join(", ")
    }

    fn is_linear(&self, var: Var) -> bool {
        self.function.vars.get(var.0 as usize).is_some_and(|i| i.sort == Sort::Linear)
    }

    /// `a, b; c, d` from items with their sorts.
    fn join_sorted(items: Vec<(bool, String)>) -> String {
        let part = |linear: bool| {
            items
                .iter()
                .filter(|(l, _)| *l == linear)
                .map(|(_, s)| s.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        };
        match (part(false), part(true)) {
            (a, b) if b.is_empty() => a,
            (a, b) if a.is_empty() => format!("; {b}"),
            (a, b) => format!("{a}; {b}"),
        }
    }

    fn sorted_vars(&self, vars: &[Var]) -> String {
        Self::join_sorted(vars.iter().map(|v| (self.is_linear(*v), self.name(*v))).collect())
    }

    /// `name(params) -> (results) { … }`
    fn function(&mut self) {
        let params = self
            .function
            .params
            .iter()
            .map(|v| {
                (self.is_linear(*v), format!("{}: {}", self.name(*v), ty(self.function.ty(*v))))
            })
            .collect();
        let head = format!(
            "fn {}({}) -> ({}) {{",
            self.function.name,
            Self::join_sorted(params),
            self.sorted_vars(&self.function.body.results)
        );
        self.line(&head);
        self.depth += 1;
        self.lets(&self.function.body);
        self.depth -= 1;
        self.line("}");
    }

    fn lets(&mut self, block: &'a Block) {
        for l in &block.lets {
            self.let_(l);
        }
    }

    fn block(&mut self, block: &'a Block) {
        self.lets(block);
        let results = format!("({})", self.sorted_vars(&block.results));
        self.line(&results);
    }

    fn nested_block(&mut self, block: &'a Block) {
        self.depth += 1;
        self.block(block);
        self.depth -= 1;
    }

    /// `x = `, `(a, b) = `, `(a; a_dot) = `, or an empty string.
    fn left_side(&self, vars: &[Var]) -> String {
        match vars {
            [] => String::new(),
            [one] => format!("{} = ", self.name(*one)),
            // a list of one sort needs no `;`
            _ if vars.iter().all(|v| self.is_linear(*v)) => format!("({}) = ", self.list(vars)),
            _ => format!("({}) = ", self.sorted_vars(vars)),
        }
    }

    fn let_(&mut self, l: &'a Let) {
        self.begins = Some(l);
        let left = self.left_side(&l.vars);
        match &l.op {
            Op::Branch(tag, arms) => self.branch(&left, *tag, arms),
            Op::Loop(lp) => self.loop_(&left, lp),
            Op::Pullback(p) => {
                let params = self.list(&p.params);
                self.line(&format!("{left}pullback ({params}) {{"));
                self.nested_block(&p.body);
                self.line("}");
            }
            op => {
                let text = self.op(&l.vars, op);
                self.line(&format!("{left}{text}"));
            }
        }
    }

    fn branch(&mut self, left: &str, tag: Var, arms: &'a [Block]) {
        let name = self.name(tag);
        if let ([yes, no], Some(Ty::Bool)) =
            (arms, self.function.vars.get(tag.0 as usize).map(|i| &*i.ty))
        {
            self.line(&format!("{left}if {name} {{"));
            self.nested_block(yes);
            self.line("} else {");
            self.nested_block(no);
        } else if let [arm] = arms {
            self.line(&format!("{left}scope {{"));
            self.nested_block(arm);
        } else {
            self.line(&format!("{left}match {name} {{"));
            self.depth += 1;
            for (i, arm) in arms.iter().enumerate() {
                self.line(&format!("{i} => {{"));
                self.nested_block(arm);
                self.line("}");
            }
            self.depth -= 1;
        }
        self.line("}");
    }

    /// ```text
    /// (x, rows; x_dot) = for i in a..b backward carry (x_1 = x0; x_dot_1 = x_dot0) rows (p, q) of r {
    ///   …
    ///   again go
    ///   collect (p, q)
    ///   (x_2; x_dot_2)
    /// }
    /// ```
    fn loop_(&mut self, left: &str, lp: &'a Loop) {
        let mut head = match &lp.iteration {
            Iteration::Range(r) => {
                let mut range = format!(
                    "for {} in {}{}{}",
                    self.name(r.index),
                    self.name(r.from),
                    if r.inclusive { "..=" } else { ".." },
                    self.name(r.to)
                );
                for adaptor in &r.adaptors {
                    match adaptor {
                        Adaptor::Reverse => range.push_str(" rev"),
                        Adaptor::StepBy(k) => {
                            range.push_str(&format!(" step_by {}", self.name(*k)))
                        }
                    }
                }
                range
            }
            Iteration::Forever => "loop".into(),
            Iteration::Rows => "for rows".into(),
        };
        if lp.backward {
            head.push_str(" backward");
        }
        if !lp.carried.is_empty() {
            let carried = lp
                .carried
                .iter()
                .map(|c| {
                    (
                        self.is_linear(c.param),
                        format!("{} = {}", self.name(c.param), self.name(c.init)),
                    )
                })
                .collect();
            head.push_str(&format!(" carry ({})", Self::join_sorted(carried)));
        }
        if let Some((rows, row)) = &lp.consume {
            head.push_str(&format!(" consume ({}) of {}", self.list(row), self.name(*rows)));
        }
        self.line(&format!("{left}{head} {{"));
        self.depth += 1;
        self.lets(&lp.body);
        if let Some(again) = lp.again {
            let text = format!("again {}", self.name(again));
            self.line(&text);
        }
        if let Some(collect) = &lp.collect {
            let text = format!("collect ({})", self.list(collect));
            self.line(&text);
        }
        let results = format!("({})", self.sorted_vars(&lp.body.results));
        self.line(&results);
        self.depth -= 1;
        self.line("}");
    }

    fn path(&self, path: &[Step]) -> String {
        path.iter()
            .map(|step| match step {
                Step::Index(i) => format!("[{}]", self.name(*i)),
                Step::Element(index) => {
                    let index: Vec<String> = index.iter().map(|i| self.name(*i)).collect();
                    format!("[[{}]]", index.join(", "))
                }
                Step::Field(k) => format!(".{k}"),
                Step::Member(Member { variant, name, deref, .. }) => {
                    let variant =
                        variant.as_ref().map_or_else(String::new, |variant| format!(".{variant}"));
                    format!("{variant}.{name}{}", if *deref { ".*" } else { "" })
                }
                Step::Slice { from, to, inclusive } => {
                    let end = |v: &Option<Var>| v.map(|v| self.name(v)).unwrap_or_default();
                    format!("[{}{}{}]", end(from), if *inclusive { "..=" } else { ".." }, end(to))
                }
                Step::View(ViewMethod { method, arguments }) => {
                    format!(".{}({})", method.name(), self.list(arguments))
                }
            })
            .collect()
    }

    fn place(&self, place: &Place) -> String {
        format!("{}{}", self.name(place.root), self.path(&place.path))
    }

    fn tree(&self, tree: &Tree) -> String {
        match tree {
            Tree::Leaf(v) => self.name(*v),
            Tree::Tuple(parts) => tuple(&parts.iter().map(|p| self.tree(p)).collect::<Vec<_>>()),
        }
    }

    fn call(&self, call: &Call) -> String {
        let arguments = call.arguments.iter().map(|a| match a {
            Argument::Value(tree) | Argument::Index(tree) => self.tree(tree),
            Argument::Shared(v) => format!("&{}", self.name(*v)),
            Argument::Unique(p) => format!("&mut {}", self.place(p)),
        });
        format!("{}({})", call.callee.key(), arguments.collect::<Vec<_>>().join(", "))
    }

    /// The linear side of each argument: `_` for one without.
    fn linear_arguments(&self, c: &LinearCall) -> String {
        let arguments = c.arguments.iter().map(|a| match a {
            LinearArgument::None => "_".to_string(),
            LinearArgument::Value(leaves) => match leaves.as_slice() {
                [one] => self.leaf(one),
                _ => tuple(&leaves.iter().map(|l| self.leaf(l)).collect::<Vec<_>>()),
            },
            LinearArgument::Threaded(p) => format!("&mut {}", self.place(p)),
        });
        arguments.collect::<Vec<_>>().join(", ")
    }

    fn leaf(&self, leaf: &LinearLeaf) -> String {
        match (leaf.var, leaf.shape) {
            (Some(v), _) => self.name(v),
            (None, Some(s)) => format!("zero {}", self.name(s)),
            (None, None) => "_".into(),
        }
    }

    /// Arguments by shared reference and indices, which a linear call passes again.
    fn shared_arguments(&self, call: &Call) -> String {
        call.arguments
            .iter()
            .filter_map(|a| match a {
                Argument::Shared(v) => Some(format!("&{}", self.name(*v))),
                Argument::Index(tree) => Some(self.tree(tree)),
                Argument::Value(_) | Argument::Unique(_) => None,
            })
            .chain(call.prior_values.iter().filter_map(|before| {
                if let PriorValue::Saved(v) = before {
                    Some(format!("before {}", self.name(*v)))
                } else {
                    None
                }
            }))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// `linear g[frame; &a](x_dot, _, &mut a_dot)`, `transposed g[frame; &a](y_bar; &mut a_bar)`
    fn linear_call(&self, c: &LinearCall) -> String {
        let kind = if c.transposed { "transposed" } else { "linear" };
        let frame = c.frame.map(|f| self.name(f)).unwrap_or_else(|| "_".into());
        let borrowed = match self.shared_arguments(&c.call) {
            b if b.is_empty() => String::new(),
            b => format!("; {b}"),
        };
        let consumed = if c.transposed {
            let seeds = c.outputs.iter().map(|l| self.leaf(l)).collect::<Vec<_>>().join(", ");
            let threaded: Vec<String> = c
                .arguments
                .iter()
                .filter_map(|a| match a {
                    LinearArgument::Threaded(p) => Some(format!("&mut {}", self.place(p))),
                    LinearArgument::None | LinearArgument::Value(_) => None,
                })
                .collect();
            if threaded.is_empty() { seeds } else { format!("{seeds}; {}", threaded.join(", ")) }
        } else {
            self.linear_arguments(c)
        };
        format!("{kind} {}[{frame}{borrowed}]({consumed})", c.call.callee.key())
    }

    fn op(&self, vars: &[Var], op: &Op) -> String {
        let bound_ty = || self.bound_ty(vars);
        let n = |v: &Var| self.name(*v);
        match op {
            Op::Literal(l) => match l {
                Literal::Source(tokens) | Literal::Named(tokens, _) => print_tokens(tokens),
                Literal::Real(x) => format!("{x:?}"),
                Literal::Int(i) => i.to_string(),
                Literal::Bool(b) => b.to_string(),
            },
            Op::Blank => "blank".into(),
            Op::Prim(prim, args) => {
                let row = row(*prim);
                match (row.spelling, args.as_slice()) {
                    (Spelling::Infix(s), [a, b]) => format!("{} {s} {}", n(a), n(b)),
                    (Spelling::Prefix(s), [a]) => format!("{s}{}", n(a)),
                    _ => std::iter::once(row.name.to_string())
                        .chain(args.iter().map(n))
                        .collect::<Vec<_>>()
                        .join(" "),
                }
            }
            Op::Cast(x) => format!("{} as {}", n(x), bound_ty()),
            Op::Constant(x) => format!("constant {}", n(x)),
            Op::Opaque(o) => {
                let changes: Vec<String> = o
                    .changes
                    .iter()
                    .map(|change| format!(" changes {}", self.place(&change.place)))
                    .collect();
                format!(
                    "{}{} {{ {} }}",
                    if o.effect { "effect" } else { "rust" },
                    changes.concat(),
                    print_tokens(&o.code)
                )
            }
            Op::Len(p) => format!("len {}", self.place(p)),
            Op::Read(p) if p.path.is_empty() => format!("copy {}", n(&p.root)),
            Op::Read(p) => format!("read {}", self.place(p)),
            Op::View(p) => format!("view {}", self.place(p)),
            Op::Update(p, x) => format!("update {} = {}", self.place(p), n(x)),
            Op::Array(xs) => format!("[{}]", self.list(xs)),
            Op::Repeat(x, k) => format!("[{}; {}]", n(x), n(k)),
            Op::Push(p, end, x) => format!("push{} {}, {}", end_suffix(*end), self.place(p), n(x)),
            Op::Pop(p, end) => format!("pop{} {}", end_suffix(*end), self.place(p)),
            Op::Swap(root, a, b) => {
                format!("swap {0}{1}, {0}{2}", n(root), self.path(a), self.path(b))
            }
            Op::Struct(path, fields) => {
                let fields: Vec<String> =
                    fields.iter().map(|(member, x)| format!("{}: {}", member.name, n(x))).collect();
                format!("{path} {{ {} }}", fields.join(", "))
            }
            Op::Tuple(xs) => tuple(&xs.iter().map(n).collect::<Vec<_>>()),
            Op::Zero(None) => "zero".into(),
            Op::Zero(Some(shape)) => format!("zero {}", n(shape)),
            Op::ShapeOf(x) => format!("shape {}", n(x)),
            Op::Call(c) => self.call(c),
            Op::CallPrimal(c) => format!("primal {}", self.call(c)),
            Op::CallJvp(c) => format!("jvp {}; {}", self.call(&c.call), self.linear_arguments(c)),
            Op::CallVjp(c) => {
                let given: Vec<String> = c.outputs.iter().map(|l| self.leaf(l)).collect();
                format!(
                    "vjp {}; {}; {}",
                    self.call(&c.call),
                    given.join(", "),
                    self.linear_arguments(c)
                )
            }
            Op::Branch(tag, arms) => format!("match {} {{ {} arms }}", n(tag), arms.len()),
            Op::Loop(_) => "loop { … }".into(),
            Op::Pullback(_) => "pullback { … }".into(),
            Op::Linear(l) => self.linear(vars, l),
        }
    }

    fn linear(&self, vars: &[Var], op: &Linear) -> String {
        let bound_ty = || self.bound_ty(vars);
        let n = |v: &Var| self.name(*v);
        match op {
            Linear::Blank => "blank".into(),
            Linear::Zero(None) => "zero".into(),
            Linear::Zero(Some(shape)) => format!("zero {}", n(shape)),
            Linear::Drop(x, None) => format!("drop {}", n(x)),
            Linear::Drop(x, Some(shape)) => format!("drop {} of {}", n(x), n(shape)),
            Linear::Dup(x) => format!("dup {}", n(x)),
            Linear::Add(x, y) => format!("{} + {}", n(x), n(y)),
            Linear::Neg(x) => format!("-{}", n(x)),
            Linear::Scale(x, k) => format!("{} * {}", n(k), n(x)),
            Linear::Unscale(x, k) => format!("{} / {}", n(x), n(k)),
            Linear::Cast(x) => format!("{} as {}", n(x), bound_ty()),
            Linear::Read(p) => format!("read {}", self.place(p)),
            Linear::Accumulate(p, x) => format!("accumulate {} += {}", self.place(p), n(x)),
            Linear::Update(p, x) => format!("update {} = {}", self.place(p), n(x)),
            Linear::Take(p) => format!("take {}", self.place(p)),
            Linear::Array(xs) => format!("[{}]", self.list(xs)),
            Linear::Unpack(x) => format!("unpack {}", n(x)),
            Linear::Repeat(x, k, None) => format!("[{}; {}]", n(x), n(k)),
            Linear::Repeat(x, k, Some(shape)) => {
                format!("[{}; {}] of {}", n(x), n(k), n(shape))
            }
            Linear::Sum(x, k, None) => format!("sum {}; {}", n(x), n(k)),
            Linear::Sum(x, k, Some(shape)) => format!("sum {}; {} of {}", n(x), n(k), n(shape)),
            Linear::Push(p, end, x) => {
                format!("push{} {}, {}", end_suffix(*end), self.place(p), n(x))
            }
            Linear::Pop(p, end) => format!("pop{} {}", end_suffix(*end), self.place(p)),
            Linear::Swap(root, a, b) => {
                format!("swap {0}{1}, {0}{2}", n(root), self.path(a), self.path(b))
            }
            Linear::Tuple(xs) => tuple(&xs.iter().map(n).collect::<Vec<_>>()),
            Linear::Untuple(x) => format!("untuple {}", n(x)),
            Linear::Call(c) => self.linear_call(c),
            Linear::Apply(pullback, args) => format!("{}({})", n(pullback), self.list(args)),
        }
    }

    /// The type of the first variable that a let binds.
    fn bound_ty(&self, vars: &[Var]) -> String {
        vars.first().map(|v| ty(self.function.ty(*v))).unwrap_or_default()
    }
}
