//! Blocks of Linear A → Rust statements.
//!
//! Versions of one array share a Rust variable (their *home*): updates happen in place. Scalars get a `let` for each
//! version, except that the carried variables of a loop are assigned at the end of an iteration. Scalar operations with a single use
//! in the same block are written inside the expression that uses them.

use super::layout::Layout;
use super::names::Namer;
use super::types;
use crate::ir::scoped::Scoped;
use crate::ir::*;
use crate::primitives::{Spelling, row};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use std::collections::{HashMap, HashSet};

/// An expression, and whether it can stand next to an operator as it is.
#[derive(Clone)]
struct Expr {
    tokens: TokenStream,
    atom: bool,
}

impl Expr {
    fn atom(tokens: TokenStream) -> Expr {
        Expr { tokens, atom: true }
    }

    fn compound(tokens: TokenStream) -> Expr {
        Expr { tokens, atom: false }
    }

    /// In parentheses if need be.
    fn operand(&self) -> TokenStream {
        let tokens = &self.tokens;
        if self.atom { tokens.clone() } else { quote!((#tokens)) }
    }
}

/// What kind of Rust variable a home is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum HomeKind {
    /// An owned local, or an owned field behind a reference.
    Owned,
    /// A shared reference.
    Reference,
    /// A mutable reference to memory.
    MutableReference,
    /// A mutable reference to a `CotangentAccumulator`.
    Accumulator,
}

#[derive(Clone)]
struct Home {
    expr: TokenStream,
    kind: HomeKind,
}

/// Emits the body of one function.
pub struct Body<'a> {
    function: &'a Function,
    layout: &'a mut Layout,
    /// Names for what is not in the IR as well.
    pub namer: Namer,
    /// Union-find: which variables share a home.
    parents: Vec<u32>,
    homes: Scoped<u32, Home>,
    literals: Scoped<u32, (TokenStream, Ty)>,
    mutated: HashSet<u32>,
    inlinable: HashSet<Var>,
    inlined: HashMap<Var, Expr>,
    /// The variable that holds the stacks.
    stacks: Ident,
}

impl<'a> Body<'a> {
    /// An emitter for a function. `accumulators` are the linear parameters that are generic accumulators.
    pub fn new(function: &'a Function, layout: &'a mut Layout, mut namer: Namer, accumulators: &[Var]) -> Body<'a> {
        reserve_free_names(&function.body, &mut namer);
        let stacks = namer.fresh("stacks");
        let mut body = Body {
            function,
            layout,
            namer,
            parents: (0..function.vars.len() as u32).collect(),
            homes: Scoped::default(),
            literals: Scoped::default(),
            mutated: HashSet::new(),
            inlinable: HashSet::new(),
            inlined: HashMap::new(),
            stacks,
        };
        body.share_homes(&function.body, accumulators);
        body.find_mutated(&function.body);
        body.find_inlinable();
        body
    }

    /// The name of the stacks' variable.
    pub fn stacks(&self) -> Ident {
        self.stacks.clone()
    }

    // ---- homes ----

    fn find(&self, v: Var) -> u32 {
        let mut at = v.0;
        while self.parents[at as usize] != at {
            at = self.parents[at as usize];
        }
        at
    }

    fn union(&mut self, new: Var, with: Var) {
        let (a, b) = (self.find(new), self.find(with));
        if a != b {
            self.parents[a as usize] = b;
        }
    }

    fn is_scalar(&self, v: Var) -> bool {
        self.function.ty(v).is_scalar()
    }

    fn share_homes(&mut self, block: &Block, accumulators: &[Var]) {
        for l in &block.lets {
            match &l.op {
                Op::Update(p, _) => self.union(l.vars[0], p.root),
                Op::Push(root, _) | Op::Pop(root) | Op::Swap(root, ..) => self.union(l.vars[0], *root),
                Op::Call(c) | Op::CallPrimal(c) => self.share_unique(&l.vars, c),
                Op::CallJvp(c) => {
                    self.share_unique(&l.vars, &c.call);
                    self.share_threaded(&l.vars, c);
                }
                Op::Linear(op) => match op {
                    Linear::Dup(x) => {
                        self.union(l.vars[1], *x);
                        if self.is_scalar(*x) {
                            self.union(l.vars[0], *x);
                        }
                    }
                    Linear::Add(x, y) if !self.is_scalar(*x) => {
                        let y_accumulates = accumulators.iter().any(|a| self.find(*a) == self.find(*y));
                        self.union(l.vars[0], if y_accumulates { *y } else { *x });
                    }
                    Linear::Read(p) | Linear::Take(p) => self.union(l.vars[1], p.root),
                    Linear::Accumulate(p, _) | Linear::Update(p, _) => self.union(l.vars[0], p.root),
                    Linear::Push(root, _) | Linear::Pop(root) | Linear::Swap(root, ..) => self.union(l.vars[0], *root),
                    Linear::Call(c) => self.share_threaded(&l.vars, c),
                    _ => {}
                },
                Op::Branch(_, arms) => {
                    let inside: HashSet<Var> = arms.iter().flat_map(bound_vars).collect();
                    for arm in arms {
                        self.share_homes(arm, accumulators);
                    }
                    for (k, v) in l.vars.iter().enumerate() {
                        let home = self.find(arms[0].results[k]);
                        let same = arms.iter().all(|arm| self.find(arm.results[k]) == home);
                        if same && !inside.contains(&Var(home)) {
                            self.union(*v, Var(home));
                        }
                    }
                }
                Op::Loop(lp) => {
                    for (c, last) in lp.carried.iter().zip(&l.vars) {
                        self.union(*last, c.param);
                        if !self.is_scalar(c.param) {
                            self.union(c.param, c.init);
                        }
                    }
                    self.share_homes(&lp.body, accumulators);
                    for (c, next) in lp.carried.iter().zip(&lp.body.results) {
                        // handed on unchanged
                        if self.find(*next) == self.find(c.param) {
                            self.union(c.param, c.init);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn share_unique(&mut self, vars: &[Var], call: &Call) {
        let leaves = call.output.leaves().len();
        let roots: Vec<Var> = call.arguments.iter().filter_map(|a| if let Argument::Unique(p) = a { Some(p.root) } else { None }).collect();
        for (root, v) in roots.into_iter().zip(&vars[leaves..]) {
            self.union(*v, root);
        }
    }

    fn share_threaded(&mut self, vars: &[Var], call: &LinearCall) {
        let roots: Vec<Var> =
            call.arguments.iter().filter_map(|a| if let LinearArgument::Threaded(p) = a { Some(p.root) } else { None }).collect();
        let first = vars.len() - roots.len();
        for (root, v) in roots.into_iter().zip(&vars[first..]) {
            self.union(*v, root);
        }
    }

    fn find_mutated(&mut self, block: &Block) {
        for l in &block.lets {
            let mut mutated = Vec::new();
            match &l.op {
                Op::Update(Place { root, .. }, _) | Op::Push(root, _) | Op::Pop(root) | Op::Swap(root, ..) => mutated.push(*root),
                Op::Call(c) | Op::CallPrimal(c) => {
                    mutated.extend(c.arguments.iter().filter_map(|a| if let Argument::Unique(p) = a { Some(p.root) } else { None }))
                }
                Op::CallJvp(c) => {
                    mutated.extend(c.call.arguments.iter().filter_map(|a| if let Argument::Unique(p) = a { Some(p.root) } else { None }))
                }
                Op::Linear(op) => match op {
                    Linear::Add(x, _) if !self.is_scalar(*x) => mutated.push(l.vars[0]),
                    Linear::Accumulate(p, _) | Linear::Update(p, _) | Linear::Take(p) => mutated.push(p.root),
                    Linear::Push(root, _) | Linear::Pop(root) | Linear::Swap(root, ..) => mutated.push(*root),
                    Linear::Call(c) if c.transposed => mutated
                        .extend(c.arguments.iter().filter_map(|a| if let LinearArgument::Threaded(p) = a { Some(p.root) } else { None })),
                    _ => {}
                },
                Op::Loop(lp) => {
                    for (c, next) in lp.carried.iter().zip(&lp.body.results) {
                        if self.find(*next) != self.find(c.param) {
                            mutated.push(c.param);
                        }
                    }
                }
                _ => {}
            }
            for v in mutated {
                let root = self.find(v);
                self.mutated.insert(root);
            }
            for inner in l.op.blocks() {
                self.find_mutated(inner);
            }
        }
    }

    /// Whether the home of a variable is assigned or changed somewhere.
    pub fn is_mutated(&self, v: Var) -> bool {
        self.mutated.contains(&self.find(v))
    }

    /// Whether two variables share a home.
    pub fn same_home(&self, a: Var, b: Var) -> bool {
        self.find(a) == self.find(b)
    }

    fn find_inlinable(&mut self) {
        let mut uses: HashMap<Var, (usize, bool)> = HashMap::new();
        let mut candidates = HashSet::new();
        self.count_uses(&self.function.body, &mut uses, &mut candidates, true);
        // what shares a home with others has a variable
        let shared: HashSet<u32> = self.parents.iter().enumerate().filter(|(k, p)| **p != *k as u32).map(|(_, p)| *p).collect();
        self.inlinable =
            candidates.into_iter().filter(|v| uses.get(v) == Some(&(1, true)) && !shared.contains(&v.0) && self.find(*v) == v.0).collect();
    }

    /// Counts uses; the flag tells whether all are in the block of the binding and may be replaced by the expression.
    fn count_uses(&self, block: &Block, uses: &mut HashMap<Var, (usize, bool)>, candidates: &mut HashSet<Var>, inline_results: bool) {
        let mut here = HashSet::new();
        let note = |v: Var, plain: bool, here: &HashSet<Var>, uses: &mut HashMap<Var, (usize, bool)>| {
            let entry = uses.entry(v).or_insert((0, true));
            entry.0 += 1;
            entry.1 &= plain && here.contains(&v);
        };
        for l in &block.lets {
            let pure = matches!(
                &l.op,
                Op::Prim(..)
                    | Op::Cast(_)
                    | Op::Linear(Linear::Neg(_) | Linear::Scale(..) | Linear::Unscale(..) | Linear::Add(..) | Linear::Cast(_))
            );
            let takes_expressions = !matches!(&l.op, Op::Opaque(_))
                && !matches!(&l.op, Op::Loop(lp) if lp.collect.is_some())
                && !matches!(&l.op, Op::Constant(_) | Op::Linear(Linear::Dup(_)));
            for v in l.op.operands() {
                note(v, takes_expressions, &here, uses);
            }
            match &l.op {
                Op::Branch(_, arms) => {
                    for arm in arms {
                        self.count_uses(arm, uses, candidates, true);
                    }
                }
                Op::Loop(lp) => {
                    self.count_uses(&lp.body, uses, candidates, false);
                    for v in lp.tail_reads() {
                        note(v, false, &here, uses);
                    }
                }
                _ => {}
            }
            for v in &l.vars {
                here.insert(*v);
                if pure && l.vars.len() == 1 && self.is_scalar(*v) && !self.all_literal(&l.op) {
                    candidates.insert(*v);
                }
            }
        }
        for v in &block.results {
            note(*v, inline_results, &here, uses);
        }
    }

    fn all_literal(&self, op: &Op) -> bool {
        // judged by name only here: literal operands have no lets of their own that matter; a let with a type is always right
        op.operands().iter().all(|v| matches!(self.function.info(*v).name.as_str(), "lit"))
    }

    /// Gives a parameter's variable its home.
    pub fn place_home(&mut self, v: Var, expr: TokenStream, kind: HomeKind) {
        let root = self.find(v);
        self.homes.insert(root, Home { expr, kind });
    }

    /// Chooses a name for a variable and makes it its home.
    pub fn name_home(&mut self, v: Var) -> Ident {
        let root = self.find(v);
        if let Some(home) = self.homes.get(&root) {
            // a home that was bound in another arm or loop: bind it again under the same name
            if let Ok(ident) = syn_free_ident(&home.expr) {
                return ident;
            }
        }
        let name = self.namer.of(self.function, v);
        self.homes.insert(root, Home { expr: quote!(#name), kind: HomeKind::Owned });
        name
    }

    fn home(&mut self, v: Var) -> Home {
        let root = self.find(v);
        if let Some(home) = self.homes.get(&root) {
            return home.clone();
        }
        let name = self.name_home(v);
        Home { expr: quote!(#name), kind: HomeKind::Owned }
    }

    fn let_name(&mut self, v: Var) -> TokenStream {
        let name = self.name_home(v);
        if self.is_mutated(v) { quote!(mut #name) } else { quote!(#name) }
    }

    // ---- expressions ----

    fn expr(&mut self, v: Var) -> Expr {
        if let Some(expr) = self.inlined.remove(&v) {
            return expr;
        }
        let root = self.find(v);
        if let Some((tokens, _)) = self.literals.get(&root) {
            let negative = tokens.to_string().starts_with('-');
            return Expr { tokens: tokens.clone(), atom: !negative };
        }
        let home = self.home(v);
        // a fixed array behind a reference is copied where its value is wanted
        if home.kind == HomeKind::Reference && matches!(self.function.ty(v), Ty::Array(..)) {
            let expr = home.expr;
            return Expr::compound(quote!(*#expr));
        }
        Expr::atom(home.expr)
    }

    /// An expression as a function's argument, an initial value or a result.
    pub fn tokens(&mut self, v: Var) -> TokenStream {
        self.expr(v).tokens
    }

    fn operand(&mut self, v: Var) -> TokenStream {
        self.expr(v).operand()
    }

    /// As a method's receiver: a literal needs its type.
    fn receiver(&mut self, v: Var) -> TokenStream {
        let root = self.find(v);
        if let Some((tokens, ty)) = self.literals.get(&root) {
            return typed_literal(tokens, ty);
        }
        self.operand(v)
    }

    fn is_literal(&self, v: Var) -> bool {
        self.literals.contains_key(&self.find(v))
    }

    /// `&v`, or `v` if it is a reference.
    pub fn borrowed(&mut self, v: Var) -> TokenStream {
        if self.inlined.contains_key(&v) || self.is_literal(v) {
            let expr = self.operand(v);
            return quote!(&#expr);
        }
        let home = self.home(v);
        let expr = home.expr;
        match home.kind {
            HomeKind::Reference => expr,
            HomeKind::Owned => {
                let expr = self.tokens(v);
                quote!(&#expr)
            }
            HomeKind::MutableReference | HomeKind::Accumulator => quote!(&*#expr),
        }
    }

    fn tree(&mut self, tree: &Tree) -> TokenStream {
        match tree {
            Tree::Leaf(v) => self.tokens(*v),
            Tree::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts.iter().map(|p| self.tree(p)).collect();
                types::tuple(parts.into_iter())
            }
        }
    }

    /// A pattern that binds the leaves of a tree.
    fn pattern(&mut self, tree: &Tree) -> TokenStream {
        match tree {
            Tree::Leaf(v) => self.let_name(*v),
            Tree::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts.iter().map(|p| self.pattern(p)).collect();
                types::tuple(parts.into_iter())
            }
        }
    }

    fn steps(&mut self, path: &[Step]) -> TokenStream {
        let mut tokens = TokenStream::new();
        let mut k = 0;
        while k < path.len() {
            match &path[k] {
                Step::Index(i) => {
                    let i = self.tokens(*i);
                    tokens.extend(quote!([#i]));
                }
                Step::Field(n) => {
                    let n = proc_macro2::Literal::usize_unsuffixed(*n);
                    tokens.extend(quote!(.#n));
                }
                Step::Slice { from, to, inclusive } => {
                    let range = self.range_tokens(*from, *to, *inclusive);
                    tokens.extend(quote!([#range]));
                }
            }
            k += 1;
        }
        tokens
    }

    fn range_tokens(&mut self, from: Option<Var>, to: Option<Var>, inclusive: bool) -> TokenStream {
        let from = from.map(|v| self.operand(v));
        let to = to.map(|v| self.operand(v));
        if inclusive && to.is_some() { quote!(#from..=#to) } else { quote!(#from..#to) }
    }

    fn place(&mut self, place: &Place) -> TokenStream {
        let root = self.home(place.root).expr;
        let steps = self.steps(&place.path);
        quote!(#root #steps)
    }

    /// A path with windows folded into the indices after them: what is in range is known from the primal.
    fn folded(&mut self, path: &[Step]) -> Vec<FoldedStep> {
        let mut folded: Vec<FoldedStep> = Vec::new();
        for step in path {
            match step {
                Step::Index(i) => {
                    let index = self.expr(*i);
                    match folded.pop() {
                        Some(FoldedStep::Window { from: Some(from), .. }) => {
                            let (from, index) = (from.operand(), index.operand());
                            folded.push(FoldedStep::Index(Expr::compound(quote!(#from + #index))));
                        }
                        Some(FoldedStep::Window { from: None, .. }) => folded.push(FoldedStep::Index(index)),
                        before => {
                            folded.extend(before);
                            folded.push(FoldedStep::Index(index));
                        }
                    }
                }
                Step::Field(n) => folded.push(FoldedStep::Field(*n)),
                Step::Slice { from, to, inclusive } => {
                    let from = from.map(|v| self.expr(v));
                    let to = to.map(|v| self.expr(v));
                    match folded.pop() {
                        Some(FoldedStep::Window { from: Some(outer), to: outer_to, inclusive: outer_inclusive }) => {
                            let start = match &from {
                                Some(from) => {
                                    let (o, f) = (outer.operand(), from.operand());
                                    Expr::compound(quote!(#o + #f))
                                }
                                None => outer.clone(),
                            };
                            let (end, inclusive) = match to {
                                Some(to) => {
                                    let (o, t) = (outer.operand(), to.operand());
                                    (Some(Expr::compound(quote!(#o + #t))), *inclusive)
                                }
                                None => (outer_to, outer_inclusive),
                            };
                            folded.push(FoldedStep::Window { from: Some(start), to: end, inclusive });
                        }
                        Some(FoldedStep::Window { from: None, to: outer_to, inclusive: outer_inclusive }) => {
                            let (to, inclusive) = if to.is_some() { (to, *inclusive) } else { (outer_to, outer_inclusive) };
                            folded.push(FoldedStep::Window { from, to, inclusive });
                        }
                        before => {
                            folded.extend(before);
                            folded.push(FoldedStep::Window { from, to, inclusive: *inclusive });
                        }
                    }
                }
            }
        }
        folded
    }

    /// A place of linear memory, as Rust memory.
    fn linear_place(&mut self, place: &Place) -> TokenStream {
        let root = self.home(place.root).expr;
        let steps = self.linear_steps(&place.path);
        quote!(#root #steps)
    }

    /// `[i].0[j..k]`
    fn linear_steps(&mut self, path: &[Step]) -> TokenStream {
        let mut tokens = TokenStream::new();
        for step in self.folded(path) {
            match step {
                FoldedStep::Index(i) => {
                    let i = i.tokens;
                    tokens.extend(quote!([#i]));
                }
                FoldedStep::Field(n) => {
                    let n = proc_macro2::Literal::usize_unsuffixed(n);
                    tokens.extend(quote!(.#n));
                }
                FoldedStep::Window { from, to, inclusive } => {
                    let range = window(from, to, inclusive);
                    tokens.extend(quote!([#range]));
                }
            }
        }
        tokens
    }

    // ---- statements ----

    /// The statements of a block. Its results are then had by [`Body::tokens`].
    pub fn block(&mut self, block: &Block) -> TokenStream {
        let mut statements = TokenStream::new();
        for l in &block.lets {
            statements.extend(self.statement(l));
        }
        statements
    }

    /// The statements of a transposed function. A cotangent of the result that comes as a vector of known length is cut to that length
    /// once, so that no access after it needs a check of its own.
    pub fn transposed_block(&mut self, block: &Block, cotangents: &[Var]) -> TokenStream {
        let first_linear = block.lets.iter().position(|l| {
            !matches!(&l.op, Op::Branch(..) | Op::Loop(_)) && matches!(&l.op, Op::Linear(_))
                || matches!(&l.op, Op::Branch(..) | Op::Loop(_))
        });
        let (first, rest) = block.lets.split_at(first_linear.unwrap_or(block.lets.len()));
        let mut statements = TokenStream::new();
        let mut bound: HashSet<Var> = self.function.params.iter().copied().collect();
        for l in first {
            statements.extend(self.statement(l));
            bound.extend(&l.vars);
        }
        for v in cotangents {
            let shape = block.lets.iter().find_map(|l| match &l.op {
                Op::Linear(Linear::Drop(x, Some(shape))) if self.same_home(*x, *v) => Some(*shape),
                _ => None,
            });
            if let Some(shape) = shape
                && is_flat(self.function.ty(*v))
                && bound.contains(&shape)
                && self.is_place_only(block, *v)
            {
                let (name, length) = (self.home(*v).expr, self.tokens(shape));
                if self.is_mutated(*v) {
                    statements.extend(quote!(let #name = &mut #name[..#length];));
                    self.place_home(*v, name, HomeKind::MutableReference);
                } else {
                    statements.extend(quote!(let #name = &#name[..#length];));
                    self.place_home(*v, name, HomeKind::Reference);
                }
            }
        }
        for l in rest {
            statements.extend(self.statement(l));
        }
        statements
    }

    /// Whether memory is only read and written in place, never moved.
    fn is_place_only(&self, block: &Block, v: Var) -> bool {
        block.lets.iter().all(|l| {
            let allowed = match &l.op {
                Op::Linear(Linear::Read(_) | Linear::Accumulate(..) | Linear::Update(..) | Linear::Take(_) | Linear::Drop(..)) => {
                    !matches!(&l.op, Op::Linear(Linear::Accumulate(_, x) | Linear::Update(_, x)) if self.same_home(*x, v))
                }
                Op::Linear(Linear::Call(c)) => !c.outputs.iter().filter_map(|leaf| leaf.var).any(|x| self.same_home(x, v)),
                // what an iteration hands on must not have been moved there
                Op::Loop(lp) => {
                    lp.carried.iter().zip(&lp.body.results).all(|(c, next)| self.same_home(c.param, v) == self.same_home(*next, v))
                }
                Op::Branch(_, arms) => {
                    // handed on in place, or not at all
                    (0..l.vars.len()).all(|k| arms.iter().all(|arm| self.same_home(arm.results[k], v) == self.same_home(l.vars[k], v)))
                }
                op => !op.operands().iter().any(|x| self.same_home(*x, v)),
            };
            allowed && l.op.blocks().into_iter().all(|inner| self.is_place_only(inner, v))
        })
    }

    /// `let v = expr;`, or nothing if the expression goes into its one use.
    fn bind(&mut self, v: Var, expr: Expr, typed: bool) -> TokenStream {
        if self.inlinable.contains(&v) && !typed && expr.tokens.to_string().len() < 90 {
            self.inlined.insert(v, expr);
            return TokenStream::new();
        }
        let name = self.let_name(v);
        let expr = expr.tokens;
        let ty = self.function.ty(v);
        if typed && !matches!(ty, Ty::Infer(_)) {
            let ty = types::value(ty);
            return quote!(let #name: #ty = #expr;);
        }
        quote!(let #name = #expr;)
    }

    fn statement(&mut self, l: &Let) -> TokenStream {
        let span = l.span;
        match &l.op {
            Op::Literal(literal) => {
                let v = l.vars[0];
                let ty = self.function.ty(v).clone();
                let tokens = literal_tokens(literal, &ty);
                let root = self.find(v);
                if self.mutated.contains(&root) {
                    return self.bind(v, Expr::atom(tokens), true);
                }
                self.literals.insert(root, (tokens, ty));
                TokenStream::new()
            }
            // the other arms tell the type of a tuple, which is long to write
            Op::Blank => {
                let typed = !matches!(self.function.ty(l.vars[0]), Ty::Tuple(_));
                self.bind(l.vars[0], Expr::atom(quote!(::autodiff::__private::Residual::blank())), typed)
            }
            Op::Prim(prim, args) => {
                // a real made of literals alone has no type to call methods on; an integer gets its type from its use
                let all_literals = matches!(self.function.ty(l.vars[0]), Ty::Real(_)) && args.iter().all(|a| self.is_literal(*a));
                let expr = self.primitive(*prim, args, span);
                self.bind(l.vars[0], expr, all_literals)
            }
            Op::Cast(x) => {
                let x = self.operand(*x);
                let ty = types::value(self.function.ty(l.vars[0]));
                self.bind(l.vars[0], Expr::compound(quote!(#x as #ty)), false)
            }
            Op::Constant(x) => {
                let owned = !self.is_scalar(*x) && self.home(*x).kind == HomeKind::Owned;
                let x = self.expr(*x);
                // memory is copied: the original may be kept, or changed later
                let x = if owned {
                    Expr::atom({
                        let x = x.operand();
                        quote!(#x.clone())
                    })
                } else {
                    x
                };
                self.bind(l.vars[0], x, false)
            }
            Op::Opaque(o) => self.opaque(l, o),
            Op::Len(place) => {
                let place = self.place(place);
                self.bind(l.vars[0], Expr::atom(quote_spanned!(span=> #place.len())), false)
            }
            Op::Read(place) => {
                let v = l.vars[0];
                let scalar = self.is_scalar(v);
                let tokens = self.place(place);
                let expr = if scalar {
                    tokens
                } else if matches!(self.function.ty(v), Ty::Vec(_)) {
                    quote!(#tokens.to_vec())
                } else {
                    quote!(#tokens.clone())
                };
                self.bind(v, Expr::atom(expr), false)
            }
            Op::View(place) => {
                let tokens = self.place(place);
                let name = self.name_home(l.vars[0]);
                self.place_home(l.vars[0], quote!(#name), HomeKind::Reference);
                quote!(let #name = &#tokens;)
            }
            Op::Update(place, value) => {
                let value = self.tokens(*value);
                let place = self.place(place);
                quote!(#place = #value;)
            }
            Op::Array(elements) => self.array(l.vars[0], elements),
            Op::Repeat(x, n) => self.repeat(l.vars[0], *x, *n),
            Op::Push(vector, x) => {
                let x = self.tokens(*x);
                let vector = self.home(*vector).expr;
                quote!(#vector.push(#x);)
            }
            Op::Pop(vector) => {
                let vector = self.home(*vector).expr;
                let name = self.let_name(l.vars[1]);
                quote!(let #name = #vector.pop().expect("pop of an empty vector");)
            }
            Op::Swap(root, a, b) => self.swap(*root, a, b),
            Op::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts.iter().map(|p| self.tokens(*p)).collect();
                let tuple = types::tuple(parts.into_iter());
                self.bind(l.vars[0], Expr::atom(tuple), false)
            }
            Op::Zero(shape) => {
                let v = l.vars[0];
                // the shape tells what the zero is a tangent of
                let ty = match shape.map(|s| self.function.ty(s)) {
                    Some(Ty::Shape(ty)) => (**ty).clone(),
                    _ => self.function.ty(v).clone(),
                };
                let zero = self.zero(&ty, *shape);
                self.bind(v, Expr::atom(zero), false)
            }
            Op::ShapeOf(x) => {
                let expr = self.shape_of(*x);
                self.bind(l.vars[0], Expr::atom(expr), false)
            }
            Op::Call(call) => {
                let path = &call.callee.path;
                let arguments = self.arguments(call);
                let pattern = self.pattern(&call.output);
                quote_spanned!(span=> let #pattern = #path(#(#arguments),*);)
            }
            Op::CallPrimal(call) => self.call_primal(l, call),
            Op::CallJvp(call) => self.call_jvp(l, call),
            Op::Branch(tag, arms) => self.branch(l, *tag, arms),
            Op::Loop(lp) => self.loop_(l, lp),
            Op::Linear(op) => self.linear(l, op),
        }
    }

    fn primitive(&mut self, prim: crate::primitives::Prim, args: &[Var], span: Span) -> Expr {
        match row(prim).spelling {
            Spelling::Infix(symbol) => {
                let (a, b) = (self.operand(args[0]), self.operand(args[1]));
                let symbol = operator(symbol, span);
                Expr::compound(quote!(#a #symbol #b))
            }
            Spelling::Prefix(symbol) => {
                let a = self.operand(args[0]);
                let symbol = operator(symbol, span);
                Expr::compound(quote!(#symbol #a))
            }
            Spelling::Method(name) => {
                let receiver = self.receiver(args[0]);
                let rest: Vec<TokenStream> = args[1..].iter().map(|a| self.tokens(*a)).collect();
                let name = Ident::new(name, span);
                Expr::atom(quote!(#receiver.#name(#(#rest),*)))
            }
            Spelling::Runtime(name) => {
                let args: Vec<TokenStream> = args.iter().map(|a| self.receiver(*a)).collect();
                let name = Ident::new(name, Span::call_site());
                Expr::atom(quote!(::autodiff::__private::#name(#(#args),*)))
            }
        }
    }

    fn opaque(&mut self, l: &Let, o: &Opaque) -> TokenStream {
        let mut rebinds = TokenStream::new();
        let mut code = o.code.clone();
        for capture in &o.captures {
            let user = super::names::identifier(&capture.name, Span::call_site());
            let value = match &capture.value {
                Tree::Leaf(v) => {
                    let home = self.home(*v);
                    let expr = self.tokens(*v);
                    // an argument without a name of the user's: its place itself, so that `&` gives a reference to the memory
                    if capture.name.starts_with("argument_") && !capture.by_reference && !self.is_scalar(*v) && home.kind == HomeKind::Owned
                    {
                        code = substituted(code, &capture.name, &expr);
                        continue;
                    }
                    let as_is = !capture.by_reference || home.kind == HomeKind::Reference;
                    if as_is && user == expr.to_string() {
                        continue;
                    }
                    if capture.by_reference || (!self.is_scalar(*v) && home.kind == HomeKind::Owned) { self.borrowed(*v) } else { expr }
                }
                tree => self.cloned_tree(tree),
            };
            rebinds.extend(quote!(let #user = #value;));
        }
        let code = if rebinds.is_empty() { code } else { quote!({ #rebinds #code }) };
        if o.effect || l.vars.is_empty() {
            return quote!(#code;);
        }
        let v = l.vars[0];
        let typed = !matches!(self.function.ty(v), Ty::Projected(_) | Ty::Sequence(..) | Ty::Slice(_) | Ty::Infer(_));
        self.bind(v, Expr::compound(code), typed)
    }

    fn cloned_tree(&mut self, tree: &Tree) -> TokenStream {
        match tree {
            Tree::Leaf(v) => {
                let expr = self.tokens(*v);
                if self.is_scalar(*v) { expr } else { quote!(#expr.clone()) }
            }
            Tree::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts.iter().map(|p| self.cloned_tree(p)).collect();
                types::tuple(parts.into_iter())
            }
        }
    }

    fn array(&mut self, v: Var, elements: &[Var]) -> TokenStream {
        let parts: Vec<TokenStream> = elements.iter().map(|e| self.tokens(*e)).collect();
        let is_vec = matches!(self.function.ty(v), Ty::Vec(_));
        let expr = match (is_vec, parts.is_empty()) {
            (true, true) => quote!(::autodiff::__private::Vec::new()),
            (true, false) => quote!(::autodiff::__private::vec![#(#parts),*]),
            (false, _) => quote!([#(#parts),*]),
        };
        let typed = elements.is_empty() || elements.iter().all(|e| self.is_literal(*e));
        // integers without a type of their own get it from their use
        let typed = typed && (elements.is_empty() || !self.function.ty(v).is_discrete());
        if typed && self.function.is_linear(v) {
            let (name, ty) = (self.let_name(v), types::tangent(self.function.ty(v)));
            return quote!(let #name: #ty = #expr;);
        }
        self.bind(v, Expr::atom(expr), typed)
    }

    fn repeat(&mut self, v: Var, x: Var, n: Var) -> TokenStream {
        let ty = self.function.ty(v).clone();
        let typed = self.is_literal(x) && !ty.is_discrete();
        let x = self.tokens(x);
        let expr = match &ty {
            Ty::Array(_, length) => quote!([#x; #length]),
            _ => {
                let n = self.tokens(n);
                quote!(::autodiff::__private::vec![#x; #n])
            }
        };
        if typed {
            let ty = if self.function.is_linear(v) { types::tangent(&ty) } else { types::value(&ty) };
            let name = self.let_name(v);
            return quote!(let #name: #ty = #expr;);
        }
        self.bind(v, Expr::atom(expr), false)
    }

    fn swap(&mut self, root: Var, a: &[Step], b: &[Step]) -> TokenStream {
        let common = a.len() == b.len() && !a.is_empty() && a[..a.len() - 1] == b[..b.len() - 1];
        if let (true, Some(Step::Index(i)), Some(Step::Index(j))) = (common, a.last(), b.last()) {
            let (i, j) = (self.tokens(*i), self.tokens(*j));
            let at = self.place(&Place { root, path: a[..a.len() - 1].to_vec() });
            return quote!(#at.swap(#i, #j););
        }
        let left = self.place(&Place { root, path: a.to_vec() });
        let right = self.place(&Place { root, path: b.to_vec() });
        let kept = self.namer.fresh("kept");
        quote! {
            let #kept = #left.clone();
            #left = #right.clone();
            #right = #kept;
        }
    }

    fn shape_of(&mut self, x: Var) -> TokenStream {
        let memory = self.borrowed(x);
        if is_flat(self.function.ty(x)) {
            let home = self.home(x).expr;
            return quote!(#home.len());
        }
        let ty = types::value(self.function.ty(x));
        quote!(<#ty as ::autodiff::__private::Differentiable>::shape(#memory))
    }

    /// The zero of a linear variable's type.
    fn zero(&mut self, ty: &Ty, shape: Option<Var>) -> TokenStream {
        match (ty, shape) {
            (Ty::Real(_), _) => quote!(0.0),
            (ty, Some(shape)) if is_flat(ty) => {
                let n = self.tokens(shape);
                let zero = quote!(0.0);
                quote!(::autodiff::__private::vec![#zero; #n])
            }
            (ty, Some(shape)) => {
                let shape = self.borrowed(shape);
                let ty = types::value(ty);
                quote!(<#ty as ::autodiff::__private::Differentiable>::zero_of(#shape))
            }
            (Ty::Array(element, length), None) if matches!(**element, Ty::Real(_)) => quote!([0.0; #length]),
            (ty, None) => {
                let ty = types::value(ty);
                quote!(<#ty as ::autodiff::__private::Differentiable>::zero_of(&::core::default::Default::default()))
            }
        }
    }

    fn linear(&mut self, l: &Let, op: &Linear) -> TokenStream {
        let span = l.span;
        match op {
            Linear::Zero(shape) => {
                let v = l.vars[0];
                let ty = self.function.ty(v).clone();
                if matches!(ty, Ty::Real(_)) && !self.is_mutated(v) {
                    let root = self.find(v);
                    self.literals.insert(root, (quote!(0.0), ty));
                    return TokenStream::new();
                }
                let zero = self.zero(&ty, *shape);
                let name = self.let_name(v);
                let ty = types::tangent(&ty);
                quote!(let #name: #ty = #zero;)
            }
            Linear::Drop(x, _) => {
                self.inlined.remove(x);
                TokenStream::new()
            }
            Linear::Dup(x) if self.is_scalar(*x) => TokenStream::new(),
            Linear::Dup(x) => {
                let home = self.home(*x);
                let expr = home.expr;
                let name = self.let_name(l.vars[0]);
                if matches!(self.function.ty(*x), Ty::Slice(_)) {
                    quote!(let #name = #expr.to_vec();)
                } else {
                    quote!(let #name = #expr.clone();)
                }
            }
            Linear::Add(x, y) if self.is_scalar(*x) => {
                let (a, b) = (self.operand(*x), self.expr(*y));
                // x + −y is x − y, to the bit
                let b_text = b.tokens.to_string();
                let b_tokens = match b_text.strip_prefix('-') {
                    Some(_) if !b.atom && is_negation(&b.tokens) => {
                        let rest: TokenStream = b.tokens.clone().into_iter().skip(1).collect();
                        return self.bind(l.vars[0], Expr::compound(quote!(#a - #rest)), false);
                    }
                    _ => b.operand(),
                };
                self.bind(l.vars[0], Expr::compound(quote!(#a + #b_tokens)), false)
            }
            Linear::Add(x, y) => {
                let (into, other) = if self.find(l.vars[0]) == self.find(*x) { (*x, *y) } else { (*y, *x) };
                let other = self.borrowed(other);
                let home = self.home(into);
                self.add_whole(home, other)
            }
            Linear::Neg(x) => {
                let x = self.operand(*x);
                self.bind(l.vars[0], Expr::compound(quote!(-#x)), false)
            }
            Linear::Scale(x, k) => {
                let (k, x) = (self.operand(*k), self.operand(*x));
                self.bind(l.vars[0], Expr::compound(quote!(#k * #x)), false)
            }
            Linear::Unscale(x, k) => {
                let (x, k) = (self.operand(*x), self.operand(*k));
                self.bind(l.vars[0], Expr::compound(quote!(#x / #k)), false)
            }
            Linear::Cast(x) => {
                let x = self.operand(*x);
                let ty = types::value(self.function.ty(l.vars[0]));
                self.bind(l.vars[0], Expr::compound(quote!(#x as #ty)), false)
            }
            Linear::Read(place) => {
                let v = l.vars[0];
                let tokens = self.linear_place(place);
                let expr = if self.is_scalar(v) {
                    tokens
                } else if matches!(self.function.ty(v), Ty::Vec(_) | Ty::Slice(_)) {
                    quote!(#tokens.to_vec())
                } else {
                    quote!(#tokens.clone())
                };
                self.bind(v, Expr::atom(expr), false)
            }
            Linear::Accumulate(place, x) => self.accumulate(place, *x, span),
            Linear::Update(place, x) => {
                let x = self.tokens(*x);
                let place = self.linear_place(place);
                quote!(#place = #x;)
            }
            Linear::Take(place) => {
                let v = l.vars[0];
                let place = self.linear_place(place);
                let name = self.let_name(v);
                if self.is_scalar(v) {
                    quote!(let #name = ::core::mem::take(&mut #place);)
                } else {
                    quote!(let #name = ::autodiff::__private::take_cotangent(&mut #place);)
                }
            }
            Linear::Array(elements) => self.array(l.vars[0], elements),
            Linear::Unpack(x) => {
                let x = self.tokens(*x);
                if l.vars.is_empty() {
                    return TokenStream::new();
                }
                let names: Vec<TokenStream> = l.vars.iter().map(|v| self.let_name(*v)).collect();
                if self.is_scalar(l.vars[0]) {
                    let lets = names.iter().enumerate().map(|(k, name)| {
                        let k = proc_macro2::Literal::usize_unsuffixed(k);
                        quote!(let #name = #x[#k];)
                    });
                    return quote!(#(#lets)*);
                }
                let lets = names.iter().enumerate().map(|(k, name)| {
                    let k = proc_macro2::Literal::usize_unsuffixed(k);
                    quote!(let #name = #x[#k].clone();)
                });
                quote!(#(#lets)*)
            }
            Linear::Repeat(x, n) => self.repeat(l.vars[0], *x, *n),
            Linear::Sum(x, _) => {
                let memory = self.borrowed(*x);
                let expr = quote!(::autodiff::__private::sum_cotangents(#memory));
                self.bind(l.vars[0], Expr::atom(expr), false)
            }
            Linear::Push(vector, x) => {
                let x = self.tokens(*x);
                let vector = self.home(*vector).expr;
                quote!(#vector.push(#x);)
            }
            Linear::Pop(vector) => {
                let vector = self.home(*vector).expr;
                let name = self.let_name(l.vars[1]);
                quote!(let #name = #vector.pop().expect("a cotangent for each element pushed");)
            }
            Linear::Swap(root, a, b) => self.swap(*root, a, b),
            Linear::Tuple(parts) => {
                let ty = self.function.ty(l.vars[0]).clone();
                let mut parts = parts.iter();
                let Ty::Tuple(types) = ty else { return TokenStream::new() };
                let tokens: Vec<TokenStream> = types
                    .iter()
                    .map(|t| if t.is_discrete() { quote!(()) } else { parts.next().map(|p| self.tokens(*p)).unwrap_or_default() })
                    .collect();
                let tuple = types::tuple(tokens.into_iter());
                self.bind(l.vars[0], Expr::atom(tuple), false)
            }
            Linear::Untuple(x) => {
                let Ty::Tuple(types) = self.function.ty(*x).clone() else { return TokenStream::new() };
                let x = self.tokens(*x);
                let mut vars = l.vars.iter();
                let tokens: Vec<TokenStream> = types
                    .iter()
                    .map(|t| if t.is_discrete() { quote!(_) } else { vars.next().map(|v| self.let_name(*v)).unwrap_or_default() })
                    .collect();
                let tuple = types::tuple(tokens.into_iter());
                quote!(let #tuple = #x;)
            }
            Linear::Call(call) => self.linear_call(l, call),
        }
    }

    fn add_whole(&mut self, home: Home, other: TokenStream) -> TokenStream {
        let expr = home.expr;
        match home.kind {
            HomeKind::Accumulator => quote!(#expr.add(#other);),
            HomeKind::MutableReference => quote!(::autodiff::__private::TangentSpace::add_assign(&mut *#expr, #other);),
            HomeKind::Owned | HomeKind::Reference => quote!(::autodiff::__private::TangentSpace::add_assign(&mut #expr, #other);),
        }
    }

    /// `x_bar[i] += d;`, or the same on a generic accumulator.
    fn accumulate(&mut self, place: &Place, x: Var, span: Span) -> TokenStream {
        let home = self.home(place.root);
        let scalar = self.is_scalar(x);
        if place.path.is_empty() {
            let x = self.borrowed(x);
            return self.add_whole(home, x);
        }
        if home.kind != HomeKind::Accumulator {
            if scalar {
                let x = self.tokens(x);
                let place = self.linear_place(place);
                return quote_spanned!(span=> #place += #x;);
            }
            let ends_in_window = matches!(place.path.last(), Some(Step::Slice { .. }));
            let x = self.borrowed(x);
            let x = if ends_in_window { quote!(#x[..]) } else { x };
            let place = self.linear_place(place);
            return quote!(::autodiff::__private::TangentSpace::add_assign(&mut #place, #x););
        }
        // a component of a tuple: the other components get zero
        if let Some(first) = place.path.iter().position(|s| matches!(s, Step::Field(_))) {
            let (outer, inner) = place.path.split_at(first);
            let mut ty = self.function.ty(place.root).clone();
            for step in outer {
                if matches!(step, Step::Index(_)) {
                    ty = ty.element().cloned().unwrap_or(ty);
                }
            }
            let fields: Vec<usize> = inner.iter().map_while(|s| if let Step::Field(n) = s { Some(*n) } else { None }).collect();
            let at = self.accumulator_at(&home, outer, None);
            if fields.len() == inner.len() {
                let x = self.tokens(x);
                let value = tuple_with(&ty, &fields, x);
                return quote!(#at.add(&#value););
            }
            let (whole, zero) = (self.namer.fresh("component"), zero_of(&ty));
            let steps = self.linear_steps(inner);
            let x = self.borrowed(x);
            return quote!(let mut #whole = #zero; ::autodiff::__private::TangentSpace::add_assign(&mut #whole #steps, #x); #at.add(&#whole););
        }
        let ends_in_window = matches!(place.path.last(), Some(Step::Slice { .. }));
        let value = self.borrowed(x);
        let value = if ends_in_window && !scalar { quote!(#value[..]) } else { value };
        let at = self.accumulator_at(&home, &place.path, ends_in_window.then(|| quote!((#value).len())));
        quote!(#at.add(#value);)
    }

    /// The accumulator of a place: `x_bar.element(i)`, `x_bar.window(i..j)`; `length` is that of an open window.
    fn accumulator_at(&mut self, home: &Home, path: &[Step], length: Option<TokenStream>) -> TokenStream {
        let mut tokens = home.expr.clone();
        for step in self.folded(path) {
            match step {
                FoldedStep::Index(i) => {
                    let i = i.tokens;
                    tokens.extend(quote!(.element(#i)));
                }
                FoldedStep::Field(_) => {}
                FoldedStep::Window { from, to, inclusive } => {
                    let from = from.map(|e| e.operand()).unwrap_or_else(|| quote!(0));
                    let to = match (to, inclusive) {
                        (Some(to), false) => to.operand(),
                        (Some(to), true) => {
                            let to = to.operand();
                            quote!(#to + 1)
                        }
                        (None, _) => match &length {
                            Some(length) => quote!(#from + #length),
                            // the end of an accumulator of any length is not known here
                            None => quote!(usize::MAX),
                        },
                    };
                    tokens.extend(quote!(.window(#from..#to)));
                }
            }
        }
        tokens
    }

    // ---- calls ----

    fn arguments(&mut self, call: &Call) -> Vec<TokenStream> {
        call.arguments
            .iter()
            .map(|argument| match argument {
                Argument::Value(tree) => self.tree(tree),
                Argument::Shared(v) => self.borrowed(*v),
                Argument::Unique(place) => {
                    let home = self.home(place.root);
                    if place.path.is_empty() && home.kind == HomeKind::MutableReference {
                        let expr = home.expr;
                        return quote!(&mut *#expr);
                    }
                    let place = self.place(place);
                    quote!(&mut #place)
                }
            })
            .collect()
    }

    /// Where the callee's dynamic residuals are.
    fn callee_stacks(&mut self, callee: &Callee) -> TokenStream {
        let stacks = self.stacks();
        if callee.recursive {
            return quote!(#stacks);
        }
        let field = self.layout.callee_field(callee);
        quote!(#stacks.#field)
    }

    fn call_primal(&mut self, l: &Let, call: &Call) -> TokenStream {
        let path = &call.callee.path;
        let arguments = self.arguments(call);
        let stacks = self.callee_stacks(&call.callee);
        let pattern = self.pattern(&call.output);
        let frame = self.name_home(*l.vars.last().expect("the frame comes last"));
        if call.callee.recursive {
            return quote_spanned!(l.span=> let (#pattern, #frame) = #path::primal_stacked(#(#arguments,)* #stacks););
        }
        quote_spanned!(l.span=> let (#pattern, #frame) = #path::primal(#(#arguments,)* &mut #stacks);)
    }

    fn call_jvp(&mut self, l: &Let, call: &LinearCall) -> TokenStream {
        let path = &call.call.callee.path;
        let mut dots = self.dots(call);
        // the zeros of arguments that are moved into the call are made before it
        let mut zeros = TokenStream::new();
        for ((argument, linear), dot) in call.call.arguments.iter().zip(&call.arguments).zip(&mut dots) {
            if let Argument::Value(tree) = argument
                && matches!(linear, LinearArgument::None)
                && tree.leaves().iter().any(|v| !self.is_scalar(*v) && !self.function.ty(*v).is_discrete())
            {
                let name = self.namer.fresh("zero");
                zeros.extend(quote!(let #name = #dot;));
                *dot = quote!(#name);
            }
        }
        let arguments = self.arguments(&call.call);
        let pattern = self.pattern(&call.call.output);
        let tangents = self.tangent_pattern(&call.call.output, &call.outputs);
        quote_spanned!(l.span=> #zeros let (#pattern, #tangents) = #path::jvp(#(#arguments,)* #(#dots),*);)
    }

    /// The tangents of a forward call's arguments.
    fn dots(&mut self, call: &LinearCall) -> Vec<TokenStream> {
        let arguments: Vec<(Argument, LinearArgument)> = call.call.arguments.iter().cloned().zip(call.arguments.iter().cloned()).collect();
        arguments
            .iter()
            .map(|(argument, linear)| match (argument, linear) {
                (Argument::Value(tree), LinearArgument::Value(leaves)) => {
                    let mut leaves = leaves.iter();
                    self.dot_tree(tree, &mut leaves)
                }
                (Argument::Shared(_), LinearArgument::Threaded(place)) => {
                    let home = self.home(place.root);
                    if place.path.is_empty() && home.kind == HomeKind::Reference {
                        return home.expr;
                    }
                    let place = self.linear_place(place);
                    quote!(&#place)
                }
                (Argument::Value(tree), _) => self.zero_dot(tree),
                (Argument::Shared(v), _) => {
                    if self.function.ty(*v).is_discrete() {
                        return quote!(&());
                    }
                    let memory = self.memory(*v);
                    let zero = probe(&memory);
                    quote!(&#zero)
                }
                (Argument::Unique(_), _) => quote!(()),
            })
            .collect()
    }

    /// A reference to what a variable holds, slices as slices.
    fn memory(&mut self, v: Var) -> TokenStream {
        self.borrowed(v)
    }

    fn dot_tree(&mut self, tree: &Tree, leaves: &mut std::slice::Iter<'_, LinearLeaf>) -> TokenStream {
        match tree {
            Tree::Leaf(v) => {
                let leaf = leaves.next().copied();
                match leaf.and_then(|leaf| leaf.var) {
                    Some(dot) => self.tokens(dot),
                    None => match leaf.and_then(|leaf| leaf.shape) {
                        Some(shape) => {
                            let ty = self.function.ty(*v).clone();
                            self.zero(&ty, Some(shape))
                        }
                        None => self.zero_dot(&Tree::Leaf(*v)),
                    },
                }
            }
            Tree::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts.iter().map(|p| self.dot_tree(p, leaves)).collect();
                types::tuple(parts.into_iter())
            }
        }
    }

    /// The zero tangent of an inactive argument by value.
    fn zero_dot(&mut self, tree: &Tree) -> TokenStream {
        match tree {
            Tree::Leaf(v) => match self.function.ty(*v).clone() {
                ty if ty.is_discrete() => quote!(()),
                ty if ty.has_static_shape() => self.zero(&ty, None),
                _ => {
                    // in the linear part the argument itself is gone; its type says what its zero is
                    let memory = self.borrowed(*v);
                    probe(&memory)
                }
            },
            Tree::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts.iter().map(|p| self.zero_dot(p)).collect();
                types::tuple(parts.into_iter())
            }
        }
    }

    /// A pattern for the tangent of an output.
    fn tangent_pattern(&mut self, tree: &Tree, leaves: &[LinearLeaf]) -> TokenStream {
        let mut leaves = leaves.iter();
        self.tangent_pattern_of(tree, &mut leaves)
    }

    fn tangent_pattern_of(&mut self, tree: &Tree, leaves: &mut std::slice::Iter<'_, LinearLeaf>) -> TokenStream {
        match tree {
            Tree::Leaf(_) => match leaves.next().and_then(|leaf| leaf.var) {
                Some(v) => self.let_name(v),
                None => quote!(_),
            },
            Tree::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts.iter().map(|p| self.tangent_pattern_of(p, leaves)).collect();
                types::tuple(parts.into_iter())
            }
        }
    }

    fn kept(&mut self, call: &Call) -> Vec<TokenStream> {
        call.arguments
            .iter()
            .map(|argument| match argument {
                Argument::Shared(v) => self.borrowed(*v),
                Argument::Value(_) | Argument::Unique(_) => quote!(()),
            })
            .collect()
    }

    fn linear_call(&mut self, l: &Let, call: &LinearCall) -> TokenStream {
        let path = &call.call.callee.path;
        let kept = self.kept(&call.call);
        let stacks = self.callee_stacks(&call.call.callee);
        let own = self.stacks();
        let frame = match call.frame {
            Some(frame) if call.call.callee.recursive => {
                let index = self.tokens(frame);
                quote!(&#own.frames[#index])
            }
            Some(frame) => self.borrowed(frame),
            None => TokenStream::new(),
        };
        let stacks = if call.call.callee.recursive { stacks } else { quote!(&#stacks) };
        if !call.transposed {
            let dots = self.dots(call);
            let tangents = self.tangent_pattern(&call.call.output, &call.outputs);
            return quote_spanned!(l.span=> let #tangents = #path::linear(#(#kept,)* #frame, #stacks, #(#dots),*););
        }
        let mut leaves = call.outputs.iter().copied();
        let cotangent = self.cotangent_tree(&call.call.output, &mut leaves);
        let mut before = TokenStream::new();
        let mut after = TokenStream::new();
        let mut accumulators = Vec::new();
        let pairs: Vec<(Argument, LinearArgument)> = call.call.arguments.iter().cloned().zip(call.arguments.iter().cloned()).collect();
        for (argument, linear) in &pairs {
            let accumulator = match (argument, linear) {
                (Argument::Value(tree), LinearArgument::Value(leaves)) => {
                    let mut leaves = leaves.iter().copied();
                    self.value_accumulator(tree, &mut leaves, &mut before, &mut after)
                }
                (Argument::Shared(v), LinearArgument::Threaded(place)) => self.threaded_accumulator(*v, place),
                _ => quote!(&mut ::autodiff::__private::Discard),
            };
            accumulators.push(accumulator);
        }
        quote_spanned! {l.span=>
            #before
            #path::transposed(#(#kept,)* #frame, #stacks, #cotangent, #(#accumulators),*);
            #after
        }
    }

    /// The cotangent of an output, zero where a leaf has none.
    fn cotangent_tree(&mut self, tree: &Tree, leaves: &mut dyn Iterator<Item = LinearLeaf>) -> TokenStream {
        match tree {
            Tree::Leaf(v) => {
                let leaf = leaves.next();
                match leaf {
                    Some(LinearLeaf { var: Some(bar), .. }) => self.tokens(bar),
                    _ if self.function.ty(*v).is_discrete() => quote!(()),
                    leaf => {
                        let ty = self.function.ty(*v).clone();
                        self.zero(&ty, leaf.and_then(|leaf| leaf.shape))
                    }
                }
            }
            Tree::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts.iter().map(|p| self.cotangent_tree(p, leaves)).collect();
                types::tuple(parts.into_iter())
            }
        }
    }

    /// A fresh accumulator for an argument by value. −0.0 is what adds nothing at all, to the bit, so that the compiler removes the addition.
    fn value_accumulator(
        &mut self,
        tree: &Tree,
        leaves: &mut dyn Iterator<Item = LinearLeaf>,
        before: &mut TokenStream,
        after: &mut TokenStream,
    ) -> TokenStream {
        match tree {
            Tree::Leaf(v) => match leaves.next() {
                Some(LinearLeaf { var: Some(bar), shape }) => {
                    let ty = self.function.ty(*v).clone();
                    let name = self.name_home(bar);
                    let zero = if matches!(ty, Ty::Real(_)) { quote!(-0.0) } else { self.zero(&ty, shape) };
                    let tangent = types::tangent(&ty);
                    before.extend(quote!(let mut #name: #tangent = #zero;));
                    if ty.is_sequence() { quote!(&mut #name[..]) } else { quote!(&mut #name) }
                }
                _ => quote!(&mut ::autodiff::__private::Discard),
            },
            Tree::Tuple(parts) => {
                let name = self.namer.fresh("bars");
                let mut zeros = Vec::new();
                let mut names = Vec::new();
                for part in parts {
                    let Tree::Leaf(v) = part else {
                        zeros.push(quote!(::autodiff::__private::Discard));
                        names.push(quote!(_));
                        continue;
                    };
                    match leaves.next() {
                        Some(LinearLeaf { var: Some(bar), shape }) => {
                            let ty = self.function.ty(*v).clone();
                            let zero = if matches!(ty, Ty::Real(_)) { quote!(-0.0) } else { self.zero(&ty, shape) };
                            zeros.push(zero);
                            names.push(self.let_name(bar));
                        }
                        _ => {
                            zeros.push(quote!(::autodiff::__private::Discard));
                            names.push(quote!(_));
                        }
                    }
                }
                let zeros = types::tuple(zeros.into_iter());
                let names = types::tuple(names.into_iter());
                before.extend(quote!(let mut #name = #zeros;));
                after.extend(quote!(let #names = #name;));
                quote!(&mut #name)
            }
        }
    }

    fn threaded_accumulator(&mut self, alias: Var, place: &Place) -> TokenStream {
        let home = self.home(place.root);
        if home.kind != HomeKind::Accumulator {
            let is_scalar = self.is_scalar(alias);
            let tokens = self.linear_place(place);
            let windowed = matches!(place.path.last(), Some(Step::Slice { .. }));
            return if is_scalar || windowed { quote!(&mut #tokens) } else { quote!(&mut #tokens[..]) };
        }
        if place.path.is_empty() {
            let expr = home.expr;
            return quote!(&mut *#expr);
        }
        let mut path = place.path.clone();
        // an open end is closed by the length of what the call was given
        let open = matches!(path.last(), Some(Step::Slice { to: None, .. }));
        let tail = path.pop();
        match tail {
            Some(Step::Slice { from, .. }) if open => {
                let length = self.home(alias).expr;
                let at = self.accumulator_at(&home, &path, None);
                let from = from.map(|v| self.operand(v)).unwrap_or_else(|| quote!(0));
                quote!(&mut #at.window(#from..#from + #length.len()))
            }
            Some(Step::Index(i)) => {
                path.push(Step::Index(i));
                let at = self.accumulator_at(&home, &path, None);
                if self.is_scalar(alias) {
                    return quote!(&mut #at);
                }
                let length = self.home(alias).expr;
                quote!(&mut #at.window(0..#length.len()))
            }
            tail => {
                path.extend(tail);
                let at = self.accumulator_at(&home, &path, None);
                quote!(&mut #at)
            }
        }
    }

    // ---- control flow ----

    fn branch(&mut self, l: &Let, tag: Var, arms: &[Block]) -> TokenStream {
        let is_bool = matches!(self.function.ty(tag), Ty::Bool);
        let tag = self.tokens(tag);
        let (homes, literals) = (self.homes.mark(), self.literals.mark());
        // results that live in a home from outside are there already
        let values: Vec<usize> =
            (0..l.vars.len()).filter(|k| arms.iter().any(|arm| self.find(arm.results[*k]) != self.find(l.vars[*k]))).collect();
        let mut literal = vec![false; l.vars.len()];
        let mut blocks = Vec::new();
        for arm in arms {
            let statements = self.block(arm);
            let results: Vec<TokenStream> = values
                .iter()
                .map(|k| {
                    literal[*k] |= self.is_literal(arm.results[*k]);
                    self.tokens(arm.results[*k])
                })
                .collect();
            let value = match &results[..] {
                [] => TokenStream::new(),
                [one] => one.clone(),
                many => quote!((#(#many),*)),
            };
            blocks.push((statements, value));
            // names bound in an arm mean nothing outside
            self.homes.undo(homes);
            self.literals.undo(literals);
        }
        let choice = if is_bool {
            let (then, then_value) = &blocks[0];
            let (other, other_value) = &blocks[1];
            if values.is_empty() && other.is_empty() {
                quote!(if #tag { #then })
            } else if values.is_empty() && then.is_empty() {
                quote!(if !(#tag) { #other })
            } else {
                quote!(if #tag { #then #then_value } else { #other #other_value })
            }
        } else {
            let last = blocks.len() - 1;
            let arms = blocks.iter().enumerate().map(|(k, (statements, value))| {
                let pattern = if k == last {
                    quote!(_)
                } else {
                    let k = proc_macro2::Literal::usize_unsuffixed(k);
                    quote!(#k)
                };
                quote!(#pattern => { #statements #value })
            });
            quote!(match #tag { #(#arms)* })
        };
        let names: Vec<TokenStream> = values.iter().map(|k| self.let_name(l.vars[*k])).collect();
        // what is bound by an arm to a literal has no type of its own
        let annotated = values.iter().any(|k| literal[*k]);
        let types: Vec<TokenStream> = values
            .iter()
            .map(|k| {
                let v = l.vars[*k];
                if self.is_scalar(v) { types::value(self.function.ty(v)) } else { quote!(_) }
            })
            .collect();
        match (&names[..], annotated) {
            ([], _) => choice,
            ([name], true) => {
                let ty = &types[0];
                quote!(let #name: #ty = #choice;)
            }
            ([name], false) => quote!(let #name = #choice;),
            (names, true) => quote!(let (#(#names),*): (#(#types),*) = #choice;),
            (names, false) => quote!(let (#(#names),*) = #choice;),
        }
    }

    fn range(&mut self, r: &Range) -> TokenStream {
        let (from, to) = (self.operand(r.from), self.operand(r.to));
        let mut range = if r.inclusive { quote!(#from..=#to) } else { quote!(#from..#to) };
        for adaptor in &r.adaptors {
            range = match adaptor {
                Adaptor::Reverse => quote!((#range).rev()),
                Adaptor::StepBy(k) => {
                    let k = self.tokens(*k);
                    quote!((#range).step_by(#k))
                }
            };
        }
        range
    }

    /// Whether a loop is over `from..to` with indices of a type whose ranges know their length.
    fn is_plain(&self, iteration: &Iteration) -> bool {
        matches!(iteration, Iteration::Range(r) if !r.inclusive && r.adaptors.is_empty() && matches!(self.function.ty(r.index), Ty::Int("usize" | "u32" | "i32" | "u16" | "i16" | "u8" | "i8")))
    }

    fn loop_(&mut self, l: &Let, lp: &Loop) -> TokenStream {
        let mut before = TokenStream::new();
        let mut assigned = Vec::new();
        for (k, c) in lp.carried.iter().enumerate() {
            if self.find(c.param) == self.find(c.init) {
                if self.find(lp.body.results[k]) != self.find(c.param) {
                    assigned.push(k);
                }
                continue;
            }
            let init = self.tokens(c.init);
            let name = self.let_name(c.param);
            let ty = types::value(self.function.ty(c.param));
            before.extend(quote!(let #name: #ty = #init;));
            if self.find(lp.body.results[k]) != self.find(c.param) {
                assigned.push(k);
            }
        }
        let collect = lp.collect.as_ref().map(|values| {
            let rows = *l.vars.last().expect("a loop that collects binds its rows");
            let site = self.layout.site(rows, self.function, values);
            (site, rows, self.name_home(rows))
        });
        let stacks = self.stacks();
        let mut header = match &lp.iteration {
            Iteration::Range(r) => Some(self.range(r)),
            Iteration::Forever | Iteration::Rows => None,
        };
        let index = match &lp.iteration {
            Iteration::Range(r) => Some(self.name_home(r.index)),
            Iteration::Forever | Iteration::Rows => None,
        };
        // rows: written into places laid out before, as many as the range has values; or appended one by one. Where the body
        // itself may lay out rows in the same stack, the stack cannot be borrowed meanwhile.
        let reentrant = self.layout.recursive && contains_recursion(&lp.body);
        let mut after = TokenStream::new();
        let mut collected = None;
        if let Some((site, _, rows)) = &collect {
            let field = self.layout.stack_field(*site);
            match (&header, lp.again) {
                (Some(range), None) => {
                    before.extend(quote!(let #rows = #stacks.#field.grow(::autodiff::__private::trips(&(#range)));));
                    if reentrant {
                        let k = self.namer.fresh("k");
                        header = Some(quote!((#range).zip(#rows.clone())));
                        collected = Some((Some(k.clone()), Store::Assign(quote!(#stacks.#field[#k]))));
                    } else {
                        let row = self.namer.fresh("row");
                        header = Some(quote!((#range).zip(#stacks.#field[#rows.clone()].iter_mut())));
                        collected = Some((Some(row.clone()), Store::Assign(quote!(*#row))));
                    }
                }
                _ if reentrant => {
                    let local = self.namer.fresh("rows");
                    before.extend(quote!(let mut #local = ::autodiff::__private::Vec::new();));
                    after.extend(quote!(let #rows = #stacks.#field.append(#local);));
                    collected = Some((None, Store::Push(quote!(#local))));
                }
                _ => {
                    let start = self.namer.fresh("start");
                    before.extend(quote!(let #start = #stacks.#field.len();));
                    after.extend(quote!(let #rows = #start..#stacks.#field.len();));
                    collected = Some((None, Store::Push(quote!(#stacks.#field))));
                }
            }
        }
        let mut push_row = TokenStream::new();
        let mut row_pattern = collected.as_ref().and_then(|(pattern, _)| pattern.clone());
        // rows consumed
        if let Some((rows, values)) = &lp.consume {
            let site = self.layout.site_of(*rows);
            let field = self.layout.stack_field(site);
            let range = self.tokens(*rows);
            let row = self.namer.fresh("row");
            let taken = quote!(#stacks.#field[#range.clone()]);
            let iterated = if lp.backward { quote!(#taken.iter().rev()) } else { quote!(#taken.iter()) };
            header = Some(match header {
                // one counter for both, where the range knows its length
                Some(range) if lp.backward && self.is_plain(&lp.iteration) => quote!((#range).zip(#taken.iter()).rev()),
                Some(range) if lp.backward => quote!((#range).rev().zip(#iterated)),
                Some(range) => quote!((#range).zip(#iterated)),
                None => iterated,
            });
            for (k, v) in values.iter().enumerate() {
                let name = self.layout.row_field(site, k);
                self.place_home(*v, quote!(#row.#name), HomeKind::Owned);
            }
            row_pattern = Some(row);
        } else if lp.backward {
            header = header.map(|range| quote!((#range).rev()));
        }
        let statements = self.block(&lp.body);
        if let (Some((site, ..)), Some((_, store))) = (&collect, &collected) {
            let values = lp.collect.as_ref().expect("collects");
            let ty = self.layout.row_type(*site);
            let fields: Vec<TokenStream> = values
                .iter()
                .enumerate()
                .map(|(k, v)| {
                    let name = self.layout.row_field(*site, k);
                    let value = self.tokens(*v);
                    if name == value.to_string() { quote!(#name) } else { quote!(#name: #value) }
                })
                .collect();
            push_row = match store {
                Store::Assign(place) => quote!(#place = #ty { #(#fields),* };),
                Store::Push(stack) => quote!(#stack.push(#ty { #(#fields),* });),
            };
        }
        // the next values are all read before any is assigned
        let targets: Vec<TokenStream> = assigned.iter().map(|k| self.home(lp.carried[*k].param).expr).collect();
        let nexts: Vec<TokenStream> = assigned.iter().map(|k| self.tokens(lp.body.results[*k])).collect();
        let params: HashSet<u32> = assigned.iter().map(|k| self.find(lp.carried[*k].param)).collect();
        let tangled = assigned.len() > 1 && assigned.iter().any(|k| params.contains(&self.find(lp.body.results[*k])));
        let assign = if tangled { quote!((#(#targets),*) = (#(#nexts),*);) } else { quote!(#(#targets = #nexts;)*) };
        let exit = match lp.again {
            None => TokenStream::new(),
            Some(again) => {
                let again = self.tokens(again);
                quote!(if !#again { break; })
            }
        };
        let head = match (&header, &index, &row_pattern) {
            (None, _, _) => quote!(loop),
            (Some(header), Some(index), None) => quote!(for #index in #header),
            (Some(header), Some(index), Some(row)) => quote!(for (#index, #row) in #header),
            (Some(header), None, Some(row)) => quote!(for #row in #header),
            (Some(header), None, None) => quote!(for _ in #header),
        };
        quote! {
            #before
            #head { #statements #push_row #assign #exit }
            #after
        }
    }
}

/// How a row gets to its stack.
enum Store {
    Assign(TokenStream),
    Push(TokenStream),
}

#[derive(Clone)]
enum FoldedStep {
    Index(Expr),
    Field(usize),
    Window { from: Option<Expr>, to: Option<Expr>, inclusive: bool },
}

fn window(from: Option<Expr>, to: Option<Expr>, inclusive: bool) -> TokenStream {
    let from = from.map(|e| e.operand());
    let to = to.map(|e| e.operand());
    if inclusive && to.is_some() { quote!(#from..=#to) } else { quote!(#from..#to) }
}

/// The zero tangent of a value of any type: `()` for one that carries no reals (by which of two traits has the method).
fn probe(memory: &TokenStream) -> TokenStream {
    quote!({
        #[allow(unused_imports)]
        use ::autodiff::__private::{ProbeDifferentiable as _, ProbeOther as _};
        (&::autodiff::__private::Probe(#memory)).zero()
    })
}

/// Code with an expression in the place of a name.
fn substituted(code: TokenStream, name: &str, expr: &TokenStream) -> TokenStream {
    use proc_macro2::{Group, TokenTree};
    code.into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(ident) if ident == name => expr.clone(),
            TokenTree::Group(group) => TokenTree::Group(Group::new(group.delimiter(), substituted(group.stream(), name, expr))).into(),
            token => token.into(),
        })
        .collect()
}

/// Keeps the names that opaque code has from outside (functions it calls) from being taken for variables.
fn reserve_free_names(block: &Block, namer: &mut Namer) {
    for l in &block.lets {
        if let Op::Opaque(o) = &l.op {
            let captured: HashSet<&str> = o.captures.iter().map(|c| c.name.as_str()).collect();
            namer.reserve(&o.code, &captured);
        }
        if let Op::Call(call) = &l.op {
            namer.reserve(&call.callee.path, &HashSet::new());
        }
        for inner in l.op.blocks() {
            reserve_free_names(inner, namer);
        }
    }
}

/// A tuple cotangent with one component set.
fn tuple_with(ty: &Ty, fields: &[usize], value: TokenStream) -> TokenStream {
    match (ty, fields) {
        (_, []) => value,
        (Ty::Tuple(parts), [first, rest @ ..]) => {
            let parts =
                parts.iter().enumerate().map(|(k, part)| if k == *first { tuple_with(part, rest, value.clone()) } else { zero_of(part) });
            types::tuple(parts)
        }
        _ => value,
    }
}

fn zero_of(ty: &Ty) -> TokenStream {
    match ty {
        Ty::Real(_) => quote!(0.0),
        ty if ty.is_discrete() => quote!(()),
        Ty::Tuple(parts) => types::tuple(parts.iter().map(zero_of)),
        ty => {
            let ty = types::value(ty);
            quote!(<#ty as ::autodiff::__private::Differentiable>::zero_of(&::core::default::Default::default()))
        }
    }
}

/// Whether the shape of a sequence is its length.
pub fn is_flat(ty: &Ty) -> bool {
    matches!(ty, Ty::Vec(element) | Ty::Slice(element) if matches!(**element, Ty::Real(_)))
}

fn is_negation(tokens: &TokenStream) -> bool {
    // `-x` as a whole, not `-x + y`
    let count = tokens.clone().into_iter().count();
    count == 2
}

fn bound_vars(block: &Block) -> Vec<Var> {
    let mut bound = Vec::new();
    for l in &block.lets {
        bound.extend(&l.vars);
        if let Op::Loop(lp) = &l.op {
            bound.extend(lp.params());
        }
        for inner in l.op.blocks() {
            bound.extend(bound_vars(inner));
        }
    }
    bound
}

fn contains_recursion(block: &Block) -> bool {
    block.lets.iter().any(|l| match &l.op {
        Op::CallPrimal(c) => c.callee.recursive,
        op => op.blocks().into_iter().any(contains_recursion),
    })
}

fn operator(symbol: &str, span: Span) -> TokenStream {
    let tokens: TokenStream = symbol.parse().unwrap_or_default();
    tokens
        .into_iter()
        .map(|mut t| {
            t.set_span(span);
            t
        })
        .collect()
}

fn syn_free_ident(tokens: &TokenStream) -> Result<Ident, ()> {
    let mut tokens = tokens.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(proc_macro2::TokenTree::Ident(ident)), None) => Ok(ident),
        _ => Err(()),
    }
}

fn literal_tokens(literal: &Literal, ty: &Ty) -> TokenStream {
    match literal {
        Literal::Source(tokens) => tokens.clone(),
        Literal::Real(x) => {
            let magnitude = proc_macro2::Literal::f64_unsuffixed(x.abs());
            if x.is_sign_negative() { quote!(-#magnitude) } else { quote!(#magnitude) }
        }
        Literal::Int(n) => {
            let magnitude = proc_macro2::Literal::u128_unsuffixed(n.unsigned_abs());
            let _ = ty;
            if *n < 0 { quote!(-#magnitude) } else { quote!(#magnitude) }
        }
        Literal::Bool(b) => quote!(#b),
    }
}

/// A literal as the receiver of a method: with its type.
fn typed_literal(tokens: &TokenStream, ty: &Ty) -> TokenStream {
    let text = tokens.to_string();
    let suffix = match ty {
        Ty::Real(Real::F64) => "f64",
        Ty::Real(Real::F32) => "f32",
        Ty::Int(name) if *name != "_" => name,
        _ => return tokens.clone(),
    };
    let bare = text.trim_start_matches('-').trim();
    let has_suffix = bare.ends_with(suffix) || bare.starts_with("0x") || bare.starts_with("0b") || bare.starts_with("0o");
    let padded = if bare.ends_with('.') { format!("{bare}0") } else { bare.to_string() };
    let number: TokenStream = if has_suffix { bare.parse() } else { format!("{padded}_{suffix}").parse() }.unwrap_or_default();
    if text.starts_with('-') { quote!((-#number)) } else { number }
}
