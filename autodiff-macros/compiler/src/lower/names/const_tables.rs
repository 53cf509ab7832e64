//! Constants and places in them, `TABLE[i].rows`, whose types only rustc knows.
//!
//! - A place is represented by its tokens, in which a generated variable stands for an index.
//!   Nothing is copied: parts of it, such as `row[0]` after `let row = &TABLE[i];` or in `for row
//!   in TABLE`, are read from the constant. This applies if the type of `row` is not known and
//!   `row` cannot change.
//! - Constants do not change, so a value read from one is recomputed by naming it again, and is no
//!   residual. That holds for indices that are variables, numbers, and arithmetic on these; other
//!   indices may have effects.
//! - As an argument, `f(x, row)`, it is named again wherever the callee uses it.

use crate::lower::places::place::{
    BorrowMode, ConstantCode, Located, Root, Spot, merge_captures, unparen,
};
use crate::lower::*;
use quote::quote;
use syn::Expr;

impl Lowerer<'_> {
    /// `&TABLE`, `&TABLE[1..3]`: the callee names the constant again in its linear part, if the
    /// name is sufficient; `&TABLE[i..]` is a view of it.
    pub fn constant_by_reference(&mut self, e: &Expr) -> Option<Var> {
        let Expr::Reference(r) = unparen(e) else { return None };
        let (base, range) = match unparen(&r.expr) {
            Expr::Index(i) => match unparen(&i.index) {
                Expr::Range(range) => (unparen(&i.expr), Some(range)),
                _ => return None,
            },
            e => (e, None),
        };
        let Expr::Path(p) = base else { return None };
        if r.mutability.is_some()
            || library::option::is_none(&p.path)
            || p.path.get_ident().is_some_and(|name| self.lookup(&name.to_string()).is_some())
        {
            return None;
        }
        let mut code = self.constant_passed(p);
        if !code.captures.is_empty() || !self.types.is_open(&code.ty) {
            return None;
        }
        let path = code.tokens;
        if let Some(range) = range
            && !self.captures(range.to_token_stream()).is_empty()
        {
            code.tokens = quote::quote!(*&#path);
            let element = self.types.fresh(Kind::Any, Origin::Opaque(None));
            code.ty = Ty::Slice(Box::new(element));
            let (name, ty) = (format!("{}_part", code.name), code.ty.clone());
            let root = self.emit_code(code, e.span());
            let path = vec![self.slice_step(range)];
            return Some(self.emit(&name, ty, Op::View(Place { root, path }), e.span()));
        }
        let range = range.map(|range| quote::quote!([#range]));
        code.tokens = quote::quote!(&#path #range);
        Some(self.emit_code(code, e.span()))
    }

    /// An expression that a pattern must match in place. One is a part of a constant that the
    /// pattern destructures, because it cannot be moved. Another is a field of which the pattern
    /// tests only the enum variant, because its type need not have `Clone`.
    pub fn in_place<'p>(
        &self,
        e: &Expr,
        patterns: impl Iterator<Item = &'p syn::Pat> + Clone,
    ) -> Option<Expr> {
        let takes_apart = patterns
            .clone()
            .any(|pat| matches!(pat, syn::Pat::TupleStruct(_) | syn::Pat::Struct(_)));
        let in_constant = takes_apart
            && (self.is_part_of_constant(e)
                || matches!(unparen(e), Expr::Field(_)) && self.is_in_constant(e));
        let is_inferred = || {
            matches!(unparen(e), Expr::Field(_))
                && patterns.clone().any(|pat| self.tests_variant(pat))
                && !patterns
                    .clone()
                    .any(|pat| control::pattern::has_bindings(pat, &self.names.pattern_names))
        };
        (in_constant || is_inferred()).then(|| syn::parse_quote_spanned!(e.span()=> &#e))
    }

    /// Whether a pattern tests for a variant, and not for a constant such as `Kind::MOST`, which
    /// cannot be a pattern for a reference.
    fn tests_variant(&self, pat: &syn::Pat) -> bool {
        match pat {
            syn::Pat::Path(path) => {
                path.path.segments.len() > 1
                    && self.is_constructor(&path.path)
                    && !self.names_constant(&path.path)
            }
            syn::Pat::TupleStruct(_) | syn::Pat::Struct(_) => true,
            syn::Pat::Or(or) => or.cases.iter().any(|case| self.tests_variant(case)),
            syn::Pat::Paren(pat) => self.tests_variant(&pat.pat),
            _ => false,
        }
    }

    /// `TABLE[i]`, `TABLE[i].rule`
    fn is_part_of_constant(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Index(i) => self.is_outside(&i.expr) || self.is_part_of_constant(&i.expr),
            Expr::Field(f) => self.is_outside(&f.base) || self.is_part_of_constant(&f.base),
            _ => false,
        }
    }

    fn is_outside(&self, e: &Expr) -> bool {
        let Expr::Path(p) = unparen(e) else { return false };
        p.path.get_ident().is_none_or(|name| self.lookup(&name.to_string()).is_none())
    }

    /// A constant as an argument. A table that the group does not define, and a constant of the
    /// body, are passed with an unknown type, because the callee may select a part of it.
    fn constant_passed(&mut self, p: &syn::ExprPath) -> places::place::ConstantCode {
        let mut code = self.constant_path(p);
        let is_inside = p
            .path
            .get_ident()
            .is_some_and(|name| self.names.constants_inside.contains_key(&name.to_string()));
        let is_of_group =
            || self.group().is_some_and(|group| group.constant(&p.to_token_stream()).is_some());
        if is_inside || self.types.shallow(&code.ty).is_sequence() && !is_of_group() {
            code.ty = self.types.fresh(Kind::Any, Origin::Opaque(None));
        }
        code
    }

    /// `TABLE`, which may itself be a reference: only rustc knows. In code it is `*&TABLE`.
    pub fn constant_by_name(&mut self, e: &Expr) -> Option<Var> {
        let Expr::Path(p) = unparen(e) else { return None };
        // other paths name functions
        if !self.names_constant(&p.path)
            || p.path.get_ident().is_some_and(|name| self.lookup(&name.to_string()).is_some())
        {
            return None;
        }
        let mut code = self.constant_passed(p);
        if !code.captures.is_empty() || !self.types.is_open(&code.ty) {
            return None;
        }
        let path = code.tokens;
        code.tokens = quote::quote!(*&#path);
        Some(self.emit_code(code, e.span()))
    }

    /// `TABLE[i]`, `&TABLE[i].rows`, `row` of a `for row in TABLE`. A place, which may itself be a
    /// reference, is `*&TABLE[i]`; a reference is `&TABLE[i]`.
    pub fn part_of_constant(&mut self, e: &Expr) -> Option<Var> {
        if !self.is_in_constant(e) {
            return None;
        }
        let span = e.span();
        let made = self.attempt(|s| {
            let located = s.locate(e);
            let Located::Code(mut code) = s.in_constant(located) else { return None };
            if !code.again || !s.types.is_open(&code.ty) {
                return None;
            }
            code.tokens = if code.reference {
                borrow_place(&code.tokens)
            } else {
                let place = borrow_place(&code.tokens);
                quote!(*#place)
            };
            Some(s.emit_code(ConstantCode { reference: false, ..code }, span))
        });
        made.ok()
    }

    /// Whether an expression is a place in a constant, or in a value that was read from one.
    fn is_in_constant(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Reference(r) => r.mutability.is_none() && self.is_in_constant(&r.expr),
            Expr::Index(i) => self.is_in_constant(&i.expr),
            Expr::Field(f) => self.is_in_constant(&f.base),
            Expr::Unary(u) => matches!(u.op, syn::UnOp::Deref(_)) && self.is_in_constant(&u.expr),
            Expr::Path(p) => match p.path.get_ident().map(|name| self.lookup(&name.to_string())) {
                Some(Some(Binding::Slot(s))) => {
                    !self.slots[*s].mutable
                        && self.ssa.env[*s].is_some_and(|v| self.facts.constants.contains_key(&v))
                }
                Some(Some(_)) => false,
                _ => self.names_constant(&p.path),
            },
            _ => false,
        }
    }

    /// Whether an index consists of variables and numbers, so that it is an integer.
    fn is_arithmetic(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Lit(_) => true,
            Expr::Path(p) => {
                p.path.get_ident().is_some_and(|name| self.lookup(&name.to_string()).is_some())
            }
            Expr::Binary(b) => self.is_arithmetic(&b.left) && self.is_arithmetic(&b.right),
            Expr::Cast(c) => self.is_arithmetic(&c.expr),
            _ => false,
        }
    }

    /// `TABLE[i]`, entirely as opaque code, so that the table is not copied.
    pub fn index_code(&mut self, base: ConstantCode, index: &Expr) -> Located {
        let mut code = ConstantCode { reference: false, ..base };
        let table = &code.tokens;
        let is_one =
            |ty: &&Ty| !matches!(unparen(index), Expr::Range(_)) && !matches!(ty, Ty::Tuple(_));
        let element = self.types.shallow(&code.ty).element().filter(is_one).cloned();
        match (unparen(index), self.plain_tokens(index)) {
            (Expr::Lit(_), _) => code.tokens = quote!(#table[#index]),
            // an index that may have effects is evaluated once, in place
            (e, Some(index))
                if !self.is_arithmetic(e)
                    && (matches!(e, Expr::Range(_)) || !self.may_have_effects(e)) =>
            {
                code.tokens = quote!(#table[#index]);
                let more = self.captures(index);
                code.again &= more.is_empty() && matches!(e, Expr::Range(_) | Expr::Path(_));
                merge_captures(&mut code.captures, more);
            }
            (e, _) => {
                let var = self.operand_var(e);
                self.unify_var(var, &Ty::USIZE);
                let ident = index_in(&mut code, var, e.span());
                let table = &code.tokens;
                code.tokens = quote!(#table[#ident]);
            }
        }
        code.ty = element.unwrap_or_else(|| self.types.fresh(Kind::Any, Origin::Opaque(None)));
        Located::Code(code)
    }

    fn may_have_effects(&self, e: &Expr) -> bool {
        !opaque::is_pure(e, &|path| self.is_constructor(path))
    }

    /// A place in a variable that was read from a constant, as a place in that constant, from
    /// which its parts are read.
    pub fn in_constant(&mut self, located: Located) -> Located {
        let (var, reference) = match &located {
            Located::Spot(Spot { root: Root::Slot(slot), path, by, .. })
                if path.is_empty() && *by != BorrowMode::Unique && !self.slots[*slot].mutable =>
            {
                (self.ssa.env[*slot], *by == BorrowMode::Shared)
            }
            Located::Value(Value::Var(v, reference)) => (Some(*v), *reference),
            _ => return located,
        };
        match var.and_then(|v| self.facts.constants.get(&v)) {
            Some(code) if self.types.is_open(&code.ty) => {
                Located::Code(ConstantCode { reference, ..code.clone() })
            }
            _ => located,
        }
    }

    /// The value at a place in a constant, or a reference to it.
    pub fn value_of_code(&mut self, code: ConstantCode, span: Span) -> Value {
        let (reference, again) = (code.reference, code.again);
        let place = ConstantCode { reference: false, ..code };
        let var = self.emit_code(place.clone(), span);
        if again {
            self.facts.constants.insert(var, place);
        }
        if reference {
            self.facts.borrowed_constants.insert(var);
        }
        Value::Var(var, reference)
    }

    /// The components of a value that was read from a constant, as places in it.
    pub fn split_constant(&mut self, var: Var, n: usize, span: Span) -> Vec<Var> {
        let Some(whole) = self.facts.constants.get(&var).cloned() else { return Vec::new() };
        let borrowed = self.facts.borrowed_constants.contains(&var);
        let mut parts = Vec::new();
        for i in 0..n {
            let (tokens, member) = (&whole.tokens, syn::Index::from(i));
            let ty = self.types.fresh(Kind::Any, Origin::Opaque(None));
            let name = format!("{}_{i}", whole.name);
            let part = ConstantCode {
                tokens: quote!(#tokens.#member),
                name,
                ty,
                reference: borrowed,
                total: true,
                ..whole.clone()
            };
            if let Value::Var(v, _) = self.value_of_code(part, span) {
                parts.push(v);
            }
        }
        parts
    }

    /// `TABLE.map(f)` of an array.
    pub fn map_of_constant(
        &mut self,
        code: ConstantCode,
        m: &syn::ExprMethodCall,
    ) -> Option<Value> {
        let length = match (self.types.shallow(&code.ty), unparen(&m.receiver)) {
            (Ty::Array(_, length), _) => length,
            (_, Expr::Path(p)) => match self.world().type_of_constant(&p.path)? {
                syn::Type::Array(of) => of.len.to_token_stream(),
                _ => return None,
            },
            _ => return None,
        };
        let span = m.method.span();
        let n = self.emit_code(ConstantCode::new(length.clone(), "n", Ty::USIZE), span);
        let items = self.sequence(Located::Code(code), Some(BorrowMode::Shared), &m.receiver)?;
        let f = self.callable(m.args.first()?)?;
        let items = iterate::Items::Map(Box::new(iterate::Items::Copied(Box::new(items))), f);
        Some(self.array_from(length, &Iter::Items(items), n, span))
    }

    /// Makes references to places in constants real references if only rustc knows their type;
    /// others are the values.
    pub fn borrow_constants(&self, block: &mut Block) {
        for l in &mut block.lets {
            match &mut l.op {
                Op::Opaque(o) => {
                    let is_borrowed = l.vars.iter().any(|v| {
                        self.facts.borrowed_constants.contains(v) && is_unresolved(self.f.ty(*v))
                    });
                    if is_borrowed {
                        o.code = borrow_place(&o.code);
                    }
                }
                Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| self.borrow_constants(arm)),
                Op::Loop(lp) => self.borrow_constants(&mut lp.body),
                _ => {}
            }
        }
    }
}

/// Whether the type of a place is not completely known to the compiler.
fn is_unresolved(ty: &Ty) -> bool {
    !ty.has_name() || matches!(ty, Ty::Slice(_))
}

/// The name under which code captures a variable that is an index.
pub fn index_in(code: &mut ConstantCode, var: Var, span: Span) -> Ident {
    let name = format!("index_{}", var.0);
    let ident = Ident::new(&name, span);
    merge_captures(
        &mut code.captures,
        vec![Capture { name, value: Tree::Leaf(var), by_reference: false }],
    );
    ident
}

/// A reference to a place in a constant. A reference to the constant itself is `'static`.
fn borrow_place(place: &TokenStream) -> TokenStream {
    let Ok(mut whole) = syn::parse2::<Expr>(place.clone()) else { return quote!(&#place) };
    let mut root = &mut whole;
    let mut is_part = false;
    loop {
        root = match root {
            Expr::Field(of) => &mut of.base,
            Expr::Index(of) => &mut of.expr,
            root => {
                if is_part && matches!(root, Expr::Path(_)) {
                    let constant = &*root;
                    *root = Expr::Verbatim(quote!((*&#constant)));
                }
                break;
            }
        };
        is_part = true;
    }
    quote!(&#whole)
}
