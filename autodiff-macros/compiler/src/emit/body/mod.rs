//! Blocks of Linear A → Rust statements.
//!
//! Versions of one array share a Rust variable (their *home*): updates happen in place. Scalars get
//! a `let` for each version, except that the carried variables of a loop are assigned at the end of
//! an iteration. Scalar operations with a single use in the same block are written inside the
//! expression that uses them.
//!
//! ```text
//! statements  non-linear lets
//! linear      linear lets
//! control     branches and loops, and the rows that loops collect
//! calls       calls in the calling convention of markers
//! opaque      code that is passed through
//! literals    literals, with suffixes
//! paths       places
//! storage     homes, and which expressions are written inside others
//! last_use    which use of a value may move it
//! fresh       accumulators that are zero before the first addition
//! scopes      residuals of functions of both sweeps
//! ```

mod calls;
mod control;
mod fresh;
mod last_use;
mod linear;
mod literals;
mod opaque;
mod paths;
pub mod scopes;
mod statements;
mod storage;

use crate::emit::linkage::objects;
use crate::emit::residuals::layout::Layout;
use crate::emit::tokens::generics;
use crate::emit::tokens::names::Namer;
use crate::emit::tokens::once::{Code, Once, in_brackets, in_parentheses, infix, once};
use crate::emit::tokens::types;
use crate::emit::tokens::value_copies;
use crate::ir::hash::{HashMap, HashSet};
use crate::ir::scoped::Scoped;
use crate::ir::*;
use crate::primitives::{Spelling, row};
use literals::{literal_tokens, typed_literal, with_suffix};
use paths::places::FoldedStep;
use proc_macro2::{Ident, Punct, Spacing, Span, TokenStream};
use quote::{ToTokens, TokenStreamExt, quote, quote_spanned};
use storage::Binding;

/// The approximate maximum length of an expression with inlined operands. The next constants are
/// the estimated lengths of a literal, of an operator without its operands, and of the path of a
/// function.
const LONGEST_INLINED: usize = 90;
const LITERAL_LENGTH: usize = 3;
const OPERATOR_LENGTH: usize = 5;
const PATH_LENGTH: usize = 30;

/// An expression, and whether it can stand next to an operator as it is.
#[derive(Clone)]
struct Expr {
    code: Code,
    atom: bool,
}

impl Expr {
    fn atomic_expr(code: impl Into<Code>) -> Expr {
        Expr { code: code.into(), atom: true }
    }

    fn compound_expr(tokens: TokenStream) -> Expr {
        Expr { code: tokens.into(), atom: false }
    }

    /// In parentheses if necessary.
    fn operand(self) -> Code {
        if self.atom { self.code } else { in_parentheses(self.code).into() }
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
    /// A constant that is an argument, by its name. Only rustc knows whether it is a reference.
    Constant,
}

#[derive(Clone)]
struct Home {
    expr: Code,
    kind: HomeKind,
    /// The length of the expression in characters.
    length: usize,
}

impl Home {
    /// A local.
    fn local(name: &Ident) -> Home {
        Home { expr: name.clone().into(), kind: HomeKind::Owned, length: name.to_string().len() }
    }
}

/// Collects the tangents that are zero.
fn find_zeros(block: &Block, zeros: &mut HashSet<Var>) {
    for l in &block.lets {
        match &l.op {
            Op::Linear(Linear::Zero(_)) => zeros.extend(&l.vars),
            Op::Linear(Linear::Dup(x)) if zeros.contains(x) => zeros.extend(&l.vars),
            op => op.blocks().iter().for_each(|inner| find_zeros(inner, zeros)),
        }
    }
}

/// Emits the body of one function.
pub struct Body<'a> {
    function: &'a Function,
    layout: &'a mut Layout,
    /// The names of variables, also of those that are not in the IR.
    pub namer: Namer,
    /// Union-find: which variables share a home.
    parents: Vec<u32>,
    homes: Scoped<u32, Home>,
    literals: Scoped<u32, (Expr, Ty)>,
    /// The places of views of arrays of other crates.
    viewed: HashMap<Var, Place>,
    /// The referents of parameters by mutable reference, as places.
    referents: HashMap<Var, TokenStream>,
    /// Indexed by home.
    mutated: Vec<bool>,
    /// Indexed by variable.
    inlinable: Vec<bool>,
    /// The homes that are `Fresh` accumulators.
    fresh: HashSet<u32>,
    /// Temporaries that are inlined at their use.
    temporaries: HashSet<Var>,
    /// The results of opaque code that may move its capture.
    takers: HashSet<Var>,
    /// The first results of the transposes that are the last to use their left operands.
    last_operands: HashSet<Var>,
    /// The homes of cotangents that are made of the cotangent of the content of an `Option`.
    wrapped_homes: HashSet<u32>,
    /// Expressions that are inlined at their only use, with their approximate lengths.
    inlined_exprs: HashMap<Var, (Expr, usize)>,
    /// The approximate length of the expressions inlined in the current statement.
    inlined_length: usize,
    /// The variable that holds the stacks.
    stacks: Ident,
    /// In a function of both sweeps: the callees' stacks of each scope, see [`Body::scope`].
    scopes: Vec<HashMap<String, Ident>>,
    /// In forward mode: the tangents that are zero. Only these may be stored in fields marked
    /// `#[constant]`.
    zeros: Option<HashSet<Var>>,
}

impl<'a> Body<'a> {
    /// An emitter for a function. `accumulators` are the linear parameters that are generic
    /// accumulators.
    pub fn new(
        function: &'a Function,
        layout: &'a mut Layout,
        mut namer: Namer,
        accumulators: &[Var],
    ) -> Body<'a> {
        reserve_free_names(&function.body, &mut namer);
        let stacks = namer.fresh("stacks");
        let mut body = Body {
            function,
            layout,
            namer,
            parents: (0..function.vars.len() as u32).collect(),
            homes: Scoped::default(),
            literals: Scoped::default(),
            viewed: HashMap::default(),
            referents: HashMap::default(),
            mutated: vec![false; function.vars.len()],
            inlinable: Vec::new(),
            fresh: HashSet::default(),
            temporaries: HashSet::default(),
            takers: HashSet::default(),
            last_operands: HashSet::default(),
            wrapped_homes: HashSet::default(),
            inlined_exprs: HashMap::default(),
            inlined_length: 0,
            stacks,
            scopes: Vec::new(),
            zeros: None,
        };
        body.share_homes(&function.body, accumulators);
        body.find_mutated(&function.body);
        body.find_inlinable();
        body.find_takers(&function.body);
        body.find_wrapped(&function.body);
        body.find_fresh(&function.body);
        body
    }

    /// The same for the function of forward mode. Its code lets rustc check that no active value is
    /// stored in a field marked `#[constant]`.
    pub fn forward(function: &'a Function, layout: &'a mut Layout, namer: Namer) -> Body<'a> {
        let mut zeros = HashSet::default();
        find_zeros(&function.body, &mut zeros);
        Body { zeros: Some(zeros), ..Body::new(function, layout, namer, &[]) }
    }

    /// The name of the stacks' variable.
    pub fn stacks(&self) -> Ident {
        self.stacks.clone()
    }

    /// The type of a variable.
    pub fn ty(&self, v: Var) -> &Ty {
        self.function.ty(v)
    }

    // ---- expressions ----

    fn expr(&mut self, v: Var) -> Expr {
        if let Some((expr, length)) = self.inlined_exprs.remove(&v) {
            self.inlined_length += length;
            return expr;
        }
        let root = self.find(v);
        if let Some((expr, ty)) = self.literals.get(&root) {
            self.inlined_length += LITERAL_LENGTH;
            return with_suffix(expr, ty);
        }
        let home = self.home(v);
        self.inlined_length += home.length;
        if self.fresh.contains(&root) {
            let expr = home.expr;
            return Expr::atomic_expr(quote!(#expr.sum()));
        }
        // an array behind a reference is copied where its value is needed
        if home.kind == HomeKind::Reference && matches!(self.function.ty(v), Ty::Array(..)) {
            let expr = home.expr;
            return Expr::compound_expr(quote!(*#expr));
        }
        Expr::atomic_expr(home.expr)
    }

    /// An expression as a function's argument, an initial value or a result.
    pub fn tokens(&mut self, v: Var) -> TokenStream {
        self.expr(v).code.into()
    }

    /// As an argument by value: a copy, if the variable is a reference.
    fn owned_argument(&mut self, v: Var) -> TokenStream {
        let is_behind =
            !self.is_scalar(v) && !self.inlined_exprs.contains_key(&v) && !self.is_literal(v);
        if is_behind
            && matches!(self.home(v).kind, HomeKind::Reference | HomeKind::MutableReference)
        {
            let memory = self.borrow(v);
            return value_copies::copy_of_referent(self.function.ty(v), &memory);
        }
        self.tokens(v)
    }

    /// Whether a variable's name is that of a reference.
    fn is_reference(&mut self, v: Var) -> bool {
        matches!(self.home(v).kind, HomeKind::Reference | HomeKind::MutableReference)
    }

    /// As a residual.
    pub fn residual_value(&mut self, v: Var) -> TokenStream {
        let value = self.tokens(v);
        if self.function.ty(v).is_string_slice() {
            return quote!(::autodiff::__private::String::from(#value));
        }
        if self.layout.is_wrapped(self.function.ty(v)) {
            value_copies::wrap_user_value(self.function.ty(v), &value)
        } else {
            value
        }
    }

    fn operand(&mut self, v: Var) -> Code {
        self.expr(v).operand()
    }

    /// An expression whose context determines its type (an index, an operand of a typed operator),
    /// so that a literal needs no suffix.
    fn in_context(&mut self, v: Var) -> Expr {
        let root = self.find(v);
        match self.literals.get(&root) {
            Some((expr, _)) => {
                self.inlined_length += LITERAL_LENGTH;
                expr.clone()
            }
            None => self.expr(v),
        }
    }

    /// The ends of a range: if both are literals, the second one has a suffix.
    fn range_bounds(&mut self, from: Var, to: Var) -> (Code, Code) {
        let both = self.is_literal(from) && self.is_literal(to);
        let to = if both { self.expr(to) } else { self.in_context(to) };
        (self.in_context(from).operand(), to.operand())
    }

    /// The operands of an infix operator: of two literals the first one has a suffix, and so has a
    /// literal that is shifted.
    fn operands(&mut self, symbol: &str, a: Var, b: Var) -> (Code, Code) {
        let is_typed = matches!(symbol, "<<" | ">>") || self.is_literal(b);
        let mut operand = |v: Var, typed: bool| {
            if self.is_literal(v) && !typed { self.in_context(v).operand() } else { self.number(v) }
        };
        (operand(a, is_typed), operand(b, false))
    }

    /// As a number, in parentheses if necessary. A number whose type only rustc knows is stored
    /// behind a reference.
    fn number(&mut self, v: Var) -> Code {
        let is_known =
            self.is_scalar(v) || self.inlined_exprs.contains_key(&v) || self.is_literal(v);
        if is_known
            || !matches!(self.home(v).kind, HomeKind::Reference | HomeKind::MutableReference)
            || matches!(self.function.ty(v), Ty::Array(..))
        {
            return self.operand(v);
        }
        let memory = self.operand(v);
        quote!((*#memory)).into()
    }

    /// As a method's receiver: a literal needs a suffix.
    fn receiver(&mut self, v: Var) -> Code {
        let root = self.find(v);
        if let Some((literal, ty)) = self.literals.get(&root) {
            return typed_literal(&literal.code, ty).into();
        }
        self.operand(v)
    }

    /// Replaces a variable by a literal.
    fn substitute_literal(&mut self, v: Var, tokens: TokenStream) {
        let negative = matches!(tokens.clone().into_iter().next(),
            Some(proc_macro2::TokenTree::Punct(punct)) if punct.as_char() == '-');
        let (root, ty) = (self.find(v), self.function.ty(v).clone());
        self.literals.insert(root, (Expr { code: tokens.into(), atom: !negative }, ty));
    }

    fn is_literal(&self, v: Var) -> bool {
        self.literals.contains_key(&self.find(v))
    }

    /// `&v`, or `v` if it is a reference.
    pub fn borrow(&mut self, v: Var) -> TokenStream {
        if self.inlined_exprs.contains_key(&v) || self.is_literal(v) {
            let expr = once(self.operand(v));
            return quote!(&#expr);
        }
        let home = self.home(v);
        let expr = home.expr;
        match home.kind {
            HomeKind::Reference | HomeKind::Constant => expr.into(),
            HomeKind::Owned => {
                let expr = once(self.tokens(v));
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
            Tree::Leaf(v) => self.let_name(*v).into_token_stream(),
            Tree::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts.iter().map(|p| self.pattern(p)).collect();
                types::tuple(parts.into_iter())
            }
        }
    }
}

/// How a row is stored in its stack.
enum Store {
    Assign(TokenStream),
    Push(TokenStream),
}

/// The zero tangent of a value of any type, `()` for a value without reals. Method resolution
/// between two traits selects it.
fn probe_zero_tangent(memory: &TokenStream) -> TokenStream {
    quote!({
        #[allow(unused_imports)]
        use ::autodiff::__private::{ProbeDifferentiable as _, ProbeOther as _, ProbeReference as _};
        (&::autodiff::__private::Probe(#memory)).zero()
    })
}

/// Reserves the free names of opaque code (functions that it calls), so that no variable gets such
/// a name.
fn reserve_free_names(block: &Block, namer: &mut Namer) {
    for l in &block.lets {
        if let Op::Opaque(o) = &l.op {
            let captured: HashSet<&str> = o.names().collect();
            namer.reserve(&o.code, &captured);
        }
        if let Op::Call(call) = &l.op {
            namer.reserve(&call.callee.path, &HashSet::default());
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
            let parts = parts.iter().enumerate().map(|(k, part)| {
                if k == *first { tuple_with(part, rest, value.clone()) } else { zero_of(part) }
            });
            types::tuple(parts)
        }
        _ => value,
    }
}

/// The zero of an element that is a real scalar.
pub fn zero_element(element: &Ty) -> TokenStream {
    match element {
        Ty::Real(real) => types::real_literal(*real, 0.0),
        _ => quote!(0.0),
    }
}

/// The zero tangent of a type of static shape; of other types, the zero with empty sequences.
pub fn zero_of(ty: &Ty) -> TokenStream {
    match ty {
        Ty::Real(real) => types::real_literal(*real, 0.0),
        ty if ty.is_discrete() => quote!(()),
        Ty::Tuple(parts) => types::tuple(parts.iter().map(zero_of)),
        ty => {
            let ty = types::value(ty);
            quote!(<#ty as ::autodiff::__private::Differentiable>
                ::zero_of(&::core::default::Default::default()))
        }
    }
}

/// Whether the shape of a sequence is its length.
pub fn is_flat(ty: &Ty) -> bool {
    matches!(ty, Ty::Vec(element) | Ty::Slice(element) if matches!(**element, Ty::Real(_)))
}

/// The operand of `-x`; `None` for `-x + y`.
fn operand_of_negation(code: &Code) -> Option<TokenStream> {
    let Code::Tokens(tokens) = code else { return None };
    let mut tokens = tokens.clone().into_iter();
    match (tokens.next(), tokens.next(), tokens.next()) {
        (Some(proc_macro2::TokenTree::Punct(sign)), Some(of), None) if sign.as_char() == '-' => {
            Some(of.into())
        }
        _ => None,
    }
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
        op => op.blocks().iter().any(contains_recursion),
    })
}

fn operator(symbol: &'static str, span: Span) -> Operator {
    Operator { symbol, span }
}

/// An operator that is not the user's.
fn generated_operator(symbol: &'static str) -> Operator {
    operator(symbol, Span::call_site())
}

/// An operator's symbol, with the user's span.
struct Operator {
    symbol: &'static str,
    span: Span,
}

impl ToTokens for Operator {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let mut symbol = self.symbol.chars().peekable();
        while let Some(c) = symbol.next() {
            let mut punct = Punct::new(
                c,
                if symbol.peek().is_some() { Spacing::Joint } else { Spacing::Alone },
            );
            punct.set_span(self.span);
            tokens.append(punct);
        }
    }
}
