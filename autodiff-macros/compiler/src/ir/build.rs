//! Building blocks of Linear A: fresh variables and lets.

use super::*;

/// Names that generated code uses for values without a name.
const PLACEHOLDERS: &[&str] =
    &["receiver", "value", "left", "right", "of", "collection", "error", "size", "is_some", "_"];

impl Function {
    /// The data of a variable.
    pub fn info(&self, var: Var) -> &VarInfo {
        &self.vars[var.0 as usize]
    }

    /// The type of a variable.
    pub fn ty(&self, var: Var) -> &Ty {
        &self.info(var).ty
    }

    /// A function with the same variables and parameters and an empty body.
    pub fn without_body(&self) -> Function {
        Function {
            name: self.name.clone(),
            vars: self.vars.clone(),
            params: self.params.clone(),
            body: Block::default(),
        }
    }

    /// The name of a variable.
    pub fn name(&self, var: Var) -> &str {
        &self.info(var).name
    }

    /// A variable, for a message: its name if the user wrote it.
    pub fn display_name(&self, var: Var) -> String {
        let info = self.info(var);
        if info.span.source_text().is_none_or(|text| text.contains(&*info.name)) {
            format!("`{}`", info.name)
        } else {
            "a value".to_string()
        }
    }

    /// Whether a variable is linear.
    pub fn is_linear(&self, var: Var) -> bool {
        self.info(var).sort == Sort::Linear
    }

    /// A new variable.
    pub fn fresh(
        &mut self,
        name: impl Into<Rc<str>>,
        ty: impl Into<Rc<Ty>>,
        sort: Sort,
        span: Span,
    ) -> Var {
        self.vars.push(VarInfo { name: name.into(), ty: ty.into(), sort, span });
        Var((self.vars.len() - 1) as u32)
    }

    /// A new non-linear variable.
    pub fn fresh_primal(
        &mut self,
        name: impl Into<Rc<str>>,
        ty: impl Into<Rc<Ty>>,
        span: Span,
    ) -> Var {
        self.fresh(name, ty, Sort::NonLinear, span)
    }

    /// A new linear variable for the tangent or cotangent of a value of the given type.
    pub fn fresh_linear(
        &mut self,
        name: impl Into<Rc<str>>,
        ty: impl Into<Rc<Ty>>,
        span: Span,
    ) -> Var {
        self.fresh(name, ty, Sort::Linear, span)
    }
}

impl Let {
    /// `let vars = op`.
    pub fn new(vars: Vec<Var>, op: Op, span: Span) -> Let {
        Let { vars, op, span }
    }

    /// The versions of each variable that the operation changes, before and after it, unless it
    /// contains blocks.
    pub fn versions(&self) -> Vec<(Var, Var)> {
        let of_call = |call: &Call| {
            let roots = call.arguments.iter().filter_map(|a| match a {
                Argument::Unique(place) => Some(place.root),
                _ => None,
            });
            let first = call.output.leaves().len().min(self.vars.len());
            roots.zip(self.vars[first..].iter().copied()).collect()
        };
        match &self.op {
            Op::Update(p, _) | Op::Push(p, ..) | Op::Pop(p, _) => vec![(p.root, self.vars[0])],
            Op::Swap(root, ..) => vec![(*root, self.vars[0])],
            Op::Opaque(o) => o.changed_versions(&self.vars).collect(),
            Op::Call(call) => of_call(call),
            Op::CallJvp(linear) => of_call(&linear.call),
            _ => Vec::new(),
        }
    }
}

impl Block {
    /// Appends `let vars = op`.
    pub fn push(&mut self, vars: Vec<Var>, op: Op, span: Span) {
        self.lets.push(Let { vars, op, span });
    }
}

impl Opaque {
    /// Code that is run for its value, may panic, and has no derivative.
    pub fn new(code: TokenStream, captures: Vec<Capture>, what: impl Into<String>) -> Opaque {
        let (what, advice) = (what.into(), String::new());
        let (effect, again, total, temporary, discrete) = (false, false, false, false, false);
        Opaque {
            code,
            captures,
            changes: Vec::new(),
            effect,
            again,
            repeatable: false,
            total,
            temporary,
            discrete,
            without_reals: false,
            what,
            advice,
        }
    }

    /// The capture that the code moves or clones ([`TAKEN`]): the first one.
    pub fn moved_capture(&self) -> Option<Var> {
        let [Capture { value: Tree::Leaf(v), .. }, ..] = &self.captures[..] else { return None };
        mentions_moved(&self.code).then_some(*v)
    }

    /// The names in the code that stand for variables.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.captures
            .iter()
            .map(|capture| &capture.name[..])
            .chain(self.changes.iter().map(|change| &change.name[..]))
    }

    /// A variable of some sort that it captures or changes, and how messages show it.
    pub fn find(&self, function: &Function, is: impl Fn(Var) -> bool) -> Option<(Var, String)> {
        let captured = self.captures.iter().find_map(|c| {
            let v = c.value.leaves().into_iter().find(|v| is(*v))?;
            Some((v, &c.name))
        });
        let changed = || {
            let change = self.changes.iter().find(|change| is(change.place.root))?;
            Some((change.place.root, &change.name))
        };
        let (v, name) = captured.or_else(changed)?;
        let is_generated = name.starts_with("argument_") || PLACEHOLDERS.contains(&&name[..]);
        Some((v, if is_generated { function.display_name(v) } else { format!("`{name}`") }))
    }

    /// The versions of each changed variable before and after a let that binds `vars`.
    pub fn changed_versions<'o>(
        &'o self,
        vars: &'o [Var],
    ) -> impl Iterator<Item = (Var, Var)> + 'o {
        let versions = &vars[vars.len().saturating_sub(self.changes.len())..];
        self.changes.iter().map(|change| change.place.root).zip(versions.iter().copied())
    }

    /// Whether it names a constant, `&TABLE` or `&TABLE[1..]`, or a place in one: naming it again
    /// costs nothing.
    pub fn is_constant(&self) -> bool {
        use proc_macro2::{Delimiter, TokenTree};
        let is_named = |t| match t {
            TokenTree::Ident(_) => true,
            TokenTree::Punct(p) => matches!(p.as_char(), ':' | '<' | '>' | '&' | '*'),
            TokenTree::Group(g) => g.delimiter() == Delimiter::Bracket,
            TokenTree::Literal(_) => false,
        };
        !self.effect
            && self.changes.is_empty()
            && (self.again
                || self.captures.is_empty() && self.code.clone().into_iter().all(is_named))
    }
}

impl Place {
    /// Whether the place is in a field that is marked `#[constant]`.
    pub fn is_constant(&self) -> bool {
        self.path.iter().any(|step| matches!(step, Step::Member(member) if member.constant))
    }

    /// The place of a whole variable.
    pub fn of_var(root: Var) -> Place {
        Place { root, path: Vec::new() }
    }

    /// The variables that the path reads.
    pub fn indices(&self) -> impl Iterator<Item = Var> + '_ {
        indices_of_steps(&self.path)
    }
}

impl Argument {
    /// The value of an argument by value.
    pub fn by_value(&self) -> Option<&Tree> {
        match self {
            Argument::Value(tree) | Argument::Index(tree) => Some(tree),
            Argument::Shared(_) | Argument::Unique(_) => None,
        }
    }
}

/// The variables that steps read.
pub fn indices_of_steps(path: &[Step]) -> impl Iterator<Item = Var> + '_ {
    path.iter().flat_map(|step| {
        let (single, several): ([Option<Var>; 2], &[Var]) = match step {
            Step::Index(i) => ([Some(*i), None], &[]),
            Step::Element(index) | Step::View(ViewMethod { arguments: index, .. }) => {
                ([None, None], index)
            }
            Step::Field(_) | Step::Member(_) => ([None, None], &[]),
            Step::Slice { from, to, .. } => ([*from, *to], &[]),
        };
        single.into_iter().flatten().chain(several.iter().copied())
    })
}

fn mentions_moved(code: &TokenStream) -> bool {
    code.clone().into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(name) => name == TAKEN,
        proc_macro2::TokenTree::Group(group) => mentions_moved(&group.stream()),
        _ => false,
    })
}
