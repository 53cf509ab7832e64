//! Linear A (primal: a call of the function itself) → Linear A (primal and tangent): forward
//! differentiation by a user-defined rule.
//!
//! The rule of `f(p, q) -> Y` is a function `rule(p, q, p_dot, q_dot) -> (Y, Ẏ)` that is linear in
//! the tangents (`#[linear(p_dot, q_dot)]`). It replaces the output of [`jvp`](super::jvp) for the
//! body:
//!
//! ```text
//! y; ẏ = rule(p, q, ṗ, q̇)
//! ```
//!
//! a call of value and tangent together whose linear side is the rule's linear map. The later
//! passes do the rest: unzipped, the rule's residuals are those of `f`, and the transpose of `f` is
//! that of the rule. Where the non-linear side of the call takes the tangents, values of the same
//! shape stand for them: its results do not depend on their values.

use super::jvp::Jvp;
use crate::ir::*;
use proc_macro2::{Span, TokenStream};

/// Forward differentiation by a rule, of a function whose body is a call of itself.
pub fn rule(primal: &Function, interface: &Interface, rule: Callee) -> Jvp {
    let mut pass = Pass { function: primal.clone(), out: Block::default() };
    let mut dots = Vec::new();
    for (number, param) in interface.params.iter().enumerate().filter(|(_, p)| p.is_active()) {
        for leaf in param.value.leaves() {
            let VarInfo { name, ty, span, .. } = primal.info(leaf).clone();
            if !ty.is_discrete() {
                let is_memory = param.passing == Passing::Shared
                    && matches!(param.value, Tree::Leaf(_))
                    && ty.is_memory();
                let threaded = param.passing == Passing::Unique || is_memory;
                let var = pass.function.fresh_linear(format!("{name}_dot"), ty, span);
                dots.push(Dot { param: number, leaf, var, threaded });
            }
        }
    }
    let mut tangents = Vec::new();
    let mut finals = Vec::new();
    let mut output_leaves = Vec::new();
    for l in &primal.body.lets {
        let Op::Call(call) = &l.op else {
            pass.out.lets.push(l.clone());
            continue;
        };
        output_leaves =
            call.output.leaves().into_iter().filter(|v| !primal.ty(*v).is_discrete()).collect();
        (tangents, finals) = pass.call(l, call, interface, &dots, rule.clone());
    }
    let Pass { mut function, out } = pass;
    function.params.extend(dots.iter().map(|d| d.var));
    let results = primal.body.results.iter().chain(&tangents).chain(&finals).copied().collect();
    function.body = Block { lets: out.lets, results };
    super::simplify::remove_unread_shapes(&mut function);
    Jvp { function, dots, output_leaves }
}

struct Pass {
    function: Function,
    out: Block,
}

impl Pass {
    /// The call of the rule; the tangents of the output and the final versions of the threaded
    /// ones.
    fn call(
        &mut self,
        l: &Let,
        call: &Call,
        interface: &Interface,
        dots: &[Dot],
        rule: Callee,
    ) -> (Vec<Var>, Vec<Var>) {
        // errors in the rule are reported where it is named
        let span = rule.path.clone().into_iter().last().map_or(l.span, |token| token.span());
        let mut arguments = call.arguments.clone();
        let mut linear: Vec<LinearArgument> =
            arguments.iter().map(|_| LinearArgument::None).collect();
        let mut mask = 0;
        // the final versions of the tangents that the call threads: those that the function threads
        // as well, and those that are local
        let (mut bound, mut finals, mut dropped) = (Vec::new(), Vec::new(), Vec::new());
        let mut changed = Vec::new();
        for (number, _) in interface.params.iter().enumerate().filter(|(_, p)| p.is_active()) {
            mask |= 1_u64 << arguments.len().min(63);
            let mut mine = dots.iter().filter(|d| d.param == number);
            match &call.arguments[number] {
                Argument::Value(tree) | Argument::Index(tree) => {
                    let mut leaves = Vec::new();
                    let stand_in = self.placeholder_tree(tree, &mut mine, &mut leaves, span);
                    arguments.push(Argument::Value(stand_in));
                    linear.push(LinearArgument::Value(leaves));
                }
                Argument::Shared(v) => {
                    let stand_in = self.placeholder_in_memory(*v, span);
                    arguments.push(Argument::Shared(stand_in));
                    let mine: Vec<&Dot> = mine.collect();
                    let Some(first) = mine.first() else {
                        linear.push(LinearArgument::None);
                        continue;
                    };
                    let dot = if first.threaded {
                        first.var
                    } else {
                        self.tangent_behind(*v, &mine, span)
                    };
                    let VarInfo { name, ty, .. } = self.function.info(dot).clone();
                    let last = self.function.fresh_linear(name, ty, span);
                    bound.push(last);
                    if first.threaded {
                        finals.push(last);
                    } else {
                        dropped.push((last, *v));
                    }
                    linear.push(LinearArgument::Threaded(Place::of_var(dot)));
                }
                Argument::Unique(place) => {
                    let stand_in = self.placeholder_in_place(place.root, span);
                    let VarInfo { name, ty, .. } = self.function.info(stand_in).clone();
                    changed.push(self.function.fresh_primal(name, ty, span));
                    arguments.push(Argument::Unique(Place::of_var(stand_in)));
                    let dot = mine.next().expect("the tangent of a parameter by mutable reference");
                    let VarInfo { name, ty, .. } = self.function.info(dot.var).clone();
                    let last = self.function.fresh_linear(name, ty, span);
                    bound.push(last);
                    finals.push(last);
                    linear.push(LinearArgument::Threaded(Place::of_var(dot.var)));
                }
            }
        }
        let (values, versions) = l.vars.split_at(call.output.leaves().len());
        let mut vars = values.to_vec();
        let mut outputs = Vec::new();
        for leaf in call.output.leaves() {
            let shape = self.shape_later(leaf);
            outputs.push(LinearLeaf { var: None, shape });
        }
        let mut tangents = Vec::new();
        let dot_tree =
            self.tangent_tree(&call.output, &mut vars, &mut tangents, &mut outputs, span);
        vars.extend(versions.iter().chain(&changed).chain(&tangents).chain(&bound));
        let mut callee = rule;
        callee.linear = Some(AsLinear { arguments: mask, values: false });
        let output = Tree::Tuple(vec![call.output.clone(), dot_tree]);
        let shapes: Vec<(Var, Var)> = call
            .output
            .leaves()
            .into_iter()
            .zip(&outputs)
            .filter_map(|(leaf, o)| o.shape.map(|shape| (shape, leaf)))
            .collect();
        let call = Call { callee, arguments, output, prior_values: Vec::new() };
        let jvp = LinearCall { call, frame: None, arguments: linear, outputs, transposed: false };
        self.out.push(vars, Op::CallJvp(Box::new(jvp)), span);
        for (shape, leaf) in shapes {
            self.out.push(vec![shape], Op::ShapeOf(leaf), span);
        }
        for (last, of) in dropped {
            let shape = self.shape_of(of, span);
            self.out.push(Vec::new(), Op::Linear(Linear::Drop(last, shape)), span);
        }
        (tangents, finals)
    }

    /// The tangent of a borrowed part of a parameter that is not in memory: a scalar, or a value
    /// constructed from the components of a tuple.
    fn tangent_behind(&mut self, v: Var, dots: &[&Dot], span: Span) -> Var {
        if let Some(dot) = dots.iter().find(|d| d.leaf == v) {
            return dot.var;
        }
        let parts = self.out.lets.iter().find_map(|l| match &l.op {
            Op::Tuple(parts) if l.vars[0] == v => Some(parts.clone()),
            _ => None,
        });
        let reals = parts
            .into_iter()
            .flatten()
            .filter(|p| !self.function.ty(*p).is_discrete())
            .collect::<Vec<_>>();
        let parts = reals.into_iter().map(|p| self.tangent_behind(p, dots, span)).collect();
        let VarInfo { name, ty, .. } = self.function.info(v).clone();
        let whole = self.function.fresh_linear(format!("{name}_dot"), ty, span);
        self.out.push(vec![whole], Op::Linear(Linear::Tuple(parts)), span);
        whole
    }

    /// The shape of a value, unless its type has only one.
    fn shape_of(&mut self, v: Var, span: Span) -> Option<Var> {
        let ty = self.function.ty(v).clone();
        (!ty.has_static_shape()).then(|| {
            let shape = self.function.fresh_primal("shape", Ty::Shape(Box::new(ty)), span);
            self.out.push(vec![shape], Op::ShapeOf(v), span);
            shape
        })
    }

    /// A variable for the shape of a value that the call binds: of the zero that is its cotangent
    /// where the rule is transposed.
    fn shape_later(&mut self, leaf: Var) -> Option<Var> {
        let VarInfo { name, ty, span, .. } = self.function.info(leaf).clone();
        let unique = ty.is_discrete() || ty.has_static_shape();
        (!unique).then(|| {
            self.function.fresh_primal(
                format!("{name}_shape"),
                Ty::Shape(Box::new((*ty).clone())),
                span,
            )
        })
    }

    fn placeholder_tree<'d>(
        &mut self,
        tree: &Tree,
        dots: &mut impl Iterator<Item = &'d Dot>,
        leaves: &mut Vec<LinearLeaf>,
        span: Span,
    ) -> Tree {
        match tree {
            Tree::Leaf(v) if self.function.ty(*v).is_discrete() => Tree::Tuple(Vec::new()),
            Tree::Leaf(v) => {
                let ty = self.function.ty(*v).clone();
                let shape = self.shape_of(*v, span);
                leaves.push(LinearLeaf { var: dots.next().map(|d| d.var), shape });
                let zero = self.function.fresh_primal("zero", ty, span);
                self.out.push(vec![zero], Op::Zero(shape), span);
                Tree::Leaf(zero)
            }
            Tree::Tuple(parts) => Tree::Tuple(
                parts.iter().map(|part| self.placeholder_tree(part, dots, leaves, span)).collect(),
            ),
        }
    }

    /// A value with the shape of a tangent by reference: the argument itself, if its type is that
    /// of its tangents.
    fn placeholder_in_memory(&mut self, v: Var, span: Span) -> Var {
        let ty = self.function.ty(v).clone();
        if ty.is_own_tangent() {
            return v;
        }
        let tangent = match &ty {
            Ty::Projected(Projection::Named(path)) => {
                parse_tokens(&format!("<{path} as ::autodiff::__private::Differentiable>::Tangent"))
            }
            _ => parse_tokens("_"),
        };
        self.apply_code(
            v,
            "::autodiff::__private::Differentiable::zero_tangent(value)",
            tangent,
            span,
        )
    }

    /// A value with the shape of the tangent of an argument by mutable reference, to the extent
    /// that its accumulator determines it. The rule's linear map may change it, and rarely reads
    /// it.
    fn placeholder_in_place(&mut self, v: Var, span: Span) -> Var {
        match self.function.ty(v).clone() {
            Ty::Slice(element) | Ty::Vec(element) if element.has_static_shape() => self.apply_code(
                v,
                "::autodiff::__private::Zeros::like(&value[..])",
                parse_tokens("::autodiff::__private::Zeros<_>"),
                span,
            ),
            ty if ty.has_static_shape() => {
                let zero = self.function.fresh_primal("zero", ty, span);
                self.out.push(vec![zero], Op::Zero(None), span);
                zero
            }
            _ => {
                let nothing = self.function.fresh_primal("nothing", Ty::Bool, span);
                self.out.push(vec![nothing], Op::Literal(Literal::Bool(false)), span);
                nothing
            }
        }
    }

    /// The result of runtime code applied to a reference to a value.
    fn apply_code(&mut self, v: Var, text: &str, ty: TokenStream, span: Span) -> Var {
        let name = self.function.name(v).to_string();
        let opaque = Opaque::new(
            parse_tokens(text),
            vec![Capture { name: "value".to_string(), value: Tree::Leaf(v), by_reference: true }],
            String::new(),
        );
        let zero = self.function.fresh_primal(format!("{name}_zero"), Ty::Foreign(ty), span);
        self.out.push(vec![zero], Op::Opaque(Box::new(opaque)), span);
        zero
    }

    /// The second half of the rule's result: its nesting follows the output's, without the discrete
    /// parts.
    fn tangent_tree(
        &mut self,
        tree: &Tree,
        vars: &mut Vec<Var>,
        tangents: &mut Vec<Var>,
        outputs: &mut Vec<LinearLeaf>,
        span: Span,
    ) -> Tree {
        match tree {
            Tree::Leaf(v) if self.function.ty(*v).is_discrete() => Tree::Tuple(Vec::new()),
            Tree::Leaf(v) => {
                let VarInfo { name, ty, .. } = self.function.info(*v).clone();
                let unused = self.function.fresh_primal(format!("{name}_dot"), ty.clone(), span);
                vars.push(unused);
                let tangent = self.function.fresh_linear(format!("{name}_dot"), ty, span);
                tangents.push(tangent);
                outputs.push(LinearLeaf { var: Some(tangent), shape: None });
                Tree::Leaf(unused)
            }
            Tree::Tuple(parts) => Tree::Tuple(
                parts
                    .iter()
                    .map(|part| self.tangent_tree(part, vars, tangents, outputs, span))
                    .collect(),
            ),
        }
    }
}

/// Rust code from a string.
fn parse_tokens(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}
