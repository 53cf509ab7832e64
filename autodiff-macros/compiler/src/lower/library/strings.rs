//! Strings: concatenation, slicing, and changes of a `String`.
//!
//! A string has no derivative. A `String` is changed in place.

use crate::lower::places::place::{Located, Root, unparen};
use crate::lower::*;
use crate::primitives::{Prim, row};
use quote::quote;
use syn::{Expr, ExprMethodCall};

impl Lowerer<'_> {
    /// Whether an expression is a variable that holds a `String`.
    pub fn is_text(&mut self, e: &Expr) -> bool {
        let Expr::Path(p) = unparen(e) else { return false };
        let Some(Binding::Slot(slot)) =
            p.path.get_ident().and_then(|name| self.lookup(&name.to_string()))
        else {
            return false;
        };
        matches!(self.types.shallow(&self.slots[*slot].ty), Ty::Text("String"))
    }

    /// `text.push_str(more)`
    pub fn text_changed(&mut self, m: &ExprMethodCall, receiver: &Located) -> Option<Value> {
        let (name, span) = (m.method.to_string(), m.method.span());
        let Located::Spot(spot) = receiver else { return None };
        if !matches!(self.types.shallow(&spot.ty), Ty::Text("String")) {
            return None;
        }
        let method = std_declarations::method("String", &name)
            .filter(|method| method.receiver == Receiver::Unique)?;
        let returns_value = !method.output.is_empty();
        let Root::Slot(slot) = spot.root else { return None };
        if returns_value || !self.may_change(spot) {
            return Some(self.fail(
                &m.method,
                format!(
                    "`{name}` of this string is not supported: use methods of `String` that return \
                     nothing, or build a new string with `format!`"
                ),
            ));
        }
        let mut captures = Vec::new();
        let arguments: Vec<TokenStream> = m
            .args
            .iter()
            .enumerate()
            .map(|(i, arg)| self.argument_hole(arg, i, None, &mut captures))
            .collect();
        let root = self.current_version(spot.root, span);
        let (text, method) = (Ident::new("argument_text", span), &m.method);
        let code = quote!(#text.#method(#(#arguments),*));
        let changes =
            vec![Change { name: text.to_string(), place: Place { root, path: spot.path.clone() } }];
        let opaque = Opaque { changes, discrete: true, ..Opaque::new(code, captures, "a string") };
        self.new_version(slot, Op::Opaque(Box::new(opaque)), span);
        Some(Value::Tuple(Vec::new()))
    }

    /// Whether an index selects a part of a string, `text[a..b]`: it is unsized, and is
    /// represented by a reference to it.
    pub fn is_part_of_text(&mut self, i: &syn::ExprIndex) -> bool {
        let inferred = self.names.inferred.clone();
        let is_str = |ty: &syn::Type| matches!(ty, syn::Type::Path(of) if of.path.is_ident("str"));
        match inferred.index(i) {
            Some(ty) => is_str(ty),
            None => self
                .seen_type(&i.expr)
                .is_some_and(|ty| matches!(self.types.shallow(&ty), Ty::Text("&str" | "String"))),
        }
    }

    /// A reference to a part of a string.
    pub fn part_of_text(&mut self, i: &syn::ExprIndex) -> Value {
        let span = i.expr.span();
        let ty = Ty::Text("&str");
        if places::place::is_place(&i.expr) {
            return self.opaque_expr(&syn::parse_quote_spanned!(span=> &#i), Some(ty));
        }
        let value = self.operand(&i.expr);
        let text = self.single_variable(value, span);
        let Some(index) = self.plain_tokens(&i.index) else {
            return self.fail(
                &i.index,
                "an index with side effects is not supported here: bind it with a `let` before",
            );
        };
        let mut captures = self.captures(index.clone());
        captures.push(Capture {
            name: "argument_text".into(),
            value: Tree::Leaf(text),
            by_reference: true,
        });
        let argument = Ident::new("argument_text", span);
        let opaque = Opaque::new(quote!(&#argument[#index]), captures, "a part of a string");
        Value::Var(self.emit("text", ty, Op::Opaque(Box::new(opaque)), span), false)
    }

    /// `text + more`, comparisons of strings, and operators on constants of types that only rustc
    /// knows, as opaque code; `references` are the operands that are written as references.
    pub fn text_operator(
        &mut self,
        prim: Prim,
        operands: [(Var, &Ty); 2],
        references: [bool; 2],
        span: Span,
    ) -> Option<Value> {
        let [(a, ta), (b, tb)] = operands;
        let text =
            matches!(ta, Ty::Text(t) if *t != "char") || matches!(tb, Ty::Text(t) if *t != "char");
        let of_rustc = |v: Var| {
            self.facts.fields_by_pattern.contains(&v)
                && matches!(self.types.origin(&self.ty(v)), Some(Origin::Opaque(_)))
        };
        let both = of_rustc(a) && of_rustc(b);
        let foreign = both || matches!(ta, Ty::Foreign(_)) || matches!(tb, Ty::Foreign(_));
        if !text && !foreign {
            return None;
        }
        let (x, y) = (Ident::new("left", span), Ident::new("right", span));
        let symbol: TokenStream = match row(prim).spelling {
            crate::primitives::Spelling::Infix(s) => s.parse().unwrap_or_default(),
            _ => TokenStream::new(),
        };
        let captured = || {
            [("left", a), ("right", b)]
                .map(|(name, v)| Capture {
                    name: name.into(),
                    value: Tree::Leaf(v),
                    by_reference: false,
                })
                .into()
        };
        if row(prim).output == crate::primitives::Output::Bool {
            // the comparison has no derivative where its result changes, and a zero derivative
            // elsewhere
            let opaque = Opaque {
                discrete: true,
                ..Opaque::new(quote!(#x #symbol #y), captured(), "a comparison")
            };
            return Some(Value::Var(
                self.emit("t", Ty::Bool, Op::Opaque(Box::new(opaque)), span),
                false,
            ));
        }
        if text && prim == Prim::Add {
            // both operands are passed by reference, whatever they are
            let code = quote!({
                let mut text = ::autodiff::__private::String::from(&#x[..]);
                text.push_str(&#y[..]);
                text
            });
            let opaque = Opaque { discrete: true, ..Opaque::new(code, captured(), "a string") };
            return Some(Value::Var(
                self.emit("text", Ty::Text("String"), Op::Opaque(Box::new(opaque)), span),
                false,
            ));
        }
        if both {
            let ty = self.types.fresh(Kind::Any, Origin::Opaque(None));
            let [of_x, of_y] = [&x, &y].map(|of| quote!(::autodiff::__private::saved_value!(#of)));
            let opaque = Opaque {
                discrete: true,
                ..Opaque::new(quote!(#of_x #symbol #of_y), captured(), "an operator")
            };
            let t = self.emit("t", ty, Op::Opaque(Box::new(opaque)), span);
            self.facts.fields_by_pattern.insert(t);
            return Some(Value::Var(t, false));
        }
        let ty = self.foreign_output(prim, operands, references);
        // captures are passed by reference
        let by_value = |ty: &Ty, reference: bool, of: &Ident| match ty {
            Ty::Foreign(_) if !reference => quote!(::autodiff::__private::saved_value!(#of)),
            _ => quote!(#of),
        };
        let (of_x, of_y) = (by_value(ta, references[0], &x), by_value(tb, references[1], &y));
        Some(Value::Var(
            self.opaque_of(
                quote!(#of_x #symbol #of_y),
                vec![("left", a), ("right", b)],
                ty,
                "t",
                span,
            ),
            false,
        ))
    }
}
