//! Spans of expressions and operators, the same as those of [`Spanned::span`]. That prints all
//! tokens of an expression to find the first and the last one, so a walk over an expression would
//! take quadratic time. Here the two tokens are read from the tree.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Member, UnOp};

/// The span of an expression.
pub fn span_of(e: &Expr) -> Span {
    match (first_span(e), last_span(e)) {
        (Some(first), Some(last)) => first.join(last).unwrap_or(first),
        _ => e.span(),
    }
}

/// The span of an operator.
pub fn operator_span(op: &BinOp) -> Span {
    match op {
        BinOp::Add(token) => token.span,
        BinOp::Sub(token) => token.span,
        BinOp::Mul(token) => token.span,
        BinOp::Div(token) => token.span,
        BinOp::Rem(token) => token.span,
        BinOp::Lt(token) => token.span,
        BinOp::Gt(token) => token.span,
        op => op.span(),
    }
}

/// The span of the first token, if the tree has it.
fn first_span(mut e: &Expr) -> Option<Span> {
    loop {
        let own = binding(e)?;
        let (inner, least) = match e {
            Expr::Path(of) => return Some(of.path.get_ident()?.span()),
            Expr::Lit(of) => return Some(of.lit.span()),
            Expr::Paren(of) => return Some(of.paren_token.span.join()),
            Expr::If(of) => return Some(of.if_token.span),
            Expr::ForLoop(of) => return Some(of.for_token.span),
            Expr::While(of) => return Some(of.while_token.span),
            Expr::Block(of) => return Some(of.block.brace_token.span.join()),
            Expr::Unary(of) => return unary_operator_span(&of.op),
            Expr::Call(of) => (&of.func, Binding::Atom),
            Expr::MethodCall(of) => (&of.receiver, Binding::Atom),
            Expr::Index(of) => (&of.expr, Binding::Atom),
            Expr::Field(of) => (&of.base, Binding::Atom),
            // comparisons and assignments do not associate to the left
            Expr::Binary(of) if own == Binding::Comparison => (&of.left, Binding::Sum),
            Expr::Binary(of) if own == Binding::Assignment => (&of.left, Binding::Comparison),
            Expr::Binary(of) => (&of.left, own),
            Expr::Assign(of) => (&of.left, Binding::Comparison),
            _ => return None,
        };
        // other operands are printed in parentheses
        if binding(inner)? < least {
            return None;
        }
        e = inner;
    }
}

/// The span of the last token, if the tree has it.
fn last_span(mut e: &Expr) -> Option<Span> {
    loop {
        let own = binding(e)?;
        let inner = match e {
            Expr::Path(of) => return Some(of.path.get_ident()?.span()),
            Expr::Lit(of) => return Some(of.lit.span()),
            Expr::Paren(of) => return Some(of.paren_token.span.join()),
            Expr::Call(of) => return Some(of.paren_token.span.join()),
            Expr::MethodCall(of) => return Some(of.paren_token.span.join()),
            Expr::Index(of) => return Some(of.bracket_token.span.join()),
            Expr::Field(of) => match &of.member {
                Member::Named(name) => return Some(name.span()),
                Member::Unnamed(index) => return Some(index.span),
            },
            Expr::ForLoop(of) => return Some(of.body.brace_token.span.join()),
            Expr::While(of) => return Some(of.body.brace_token.span.join()),
            Expr::Block(of) => return Some(of.block.brace_token.span.join()),
            Expr::If(of) => match &of.else_branch {
                Some((_, otherwise)) => otherwise,
                None => return Some(of.then_branch.brace_token.span.join()),
            },
            Expr::Unary(of) => &of.expr,
            Expr::Assign(of) => &of.right,
            Expr::Binary(of) => &of.right,
            _ => return None,
        };
        let is_bare = match e {
            Expr::If(_) => matches!(**inner, Expr::If(_) | Expr::Block(_)),
            Expr::Unary(_) => binding(inner)? >= own,
            _ => binding(inner)? > own,
        };
        if !is_bare {
            return None;
        }
        e = inner;
    }
}

/// How tightly the outermost operator of an expression binds.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Binding {
    /// A construct in braces: as an operand it may need parentheses.
    Braces,
    Assignment,
    Comparison,
    Sum,
    Product,
    Prefix,
    Atom,
}

/// `None` for what only the printer knows.
fn binding(e: &Expr) -> Option<Binding> {
    let (attrs, binding) = match e {
        Expr::Path(of) => (&of.attrs, Binding::Atom),
        Expr::Lit(of) => (&of.attrs, Binding::Atom),
        Expr::Paren(of) => (&of.attrs, Binding::Atom),
        // a field that is called is printed in parentheses
        Expr::Call(of) if matches!(*of.func, Expr::Path(_)) => (&of.attrs, Binding::Atom),
        Expr::MethodCall(of) => (&of.attrs, Binding::Atom),
        Expr::Index(of) => (&of.attrs, Binding::Atom),
        Expr::Field(of) => (&of.attrs, Binding::Atom),
        Expr::Unary(of) => (&of.attrs, Binding::Prefix),
        Expr::Assign(of) => (&of.attrs, Binding::Assignment),
        Expr::If(of) => (&of.attrs, Binding::Braces),
        Expr::ForLoop(of) if of.label.is_none() => (&of.attrs, Binding::Braces),
        Expr::While(of) if of.label.is_none() => (&of.attrs, Binding::Braces),
        Expr::Block(of) if of.label.is_none() => (&of.attrs, Binding::Braces),
        Expr::Binary(of) => (&of.attrs, binding_of(&of.op)?),
        _ => return None,
    };
    attrs.is_empty().then_some(binding)
}

fn binding_of(op: &BinOp) -> Option<Binding> {
    match op {
        BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_) => Some(Binding::Product),
        BinOp::Add(_) | BinOp::Sub(_) => Some(Binding::Sum),
        BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => {
            Some(Binding::Comparison)
        }
        BinOp::AddAssign(_) | BinOp::SubAssign(_) | BinOp::MulAssign(_) | BinOp::DivAssign(_) => {
            Some(Binding::Assignment)
        }
        _ => None,
    }
}

fn unary_operator_span(op: &UnOp) -> Option<Span> {
    match op {
        UnOp::Neg(token) => Some(token.span),
        UnOp::Not(token) => Some(token.span),
        UnOp::Deref(token) => Some(token.span),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines and columns of a span, from its start to its end.
    fn place(span: Span) -> String {
        format!("{:?} {:?}", span.start(), span.end())
    }

    #[test]
    fn spans_cover_printed_tokens() {
        for source in [
            "x",
            "1.5",
            "a::b",
            "::a::b",
            "f::<u8>(x)",
            "(a + b) * c",
            "a + b * -c.d",
            "-a.b[0].sin() * f(x) < y - 2",
            "x.0 == y.1.f(2)",
            "(self.f)(x)",
            "&x + y",
            "a && b",
            "if a { b } else { c }",
            "*x += y",
            "a[i] = x += 1",
            "{ x }.f()",
            "if a { b } else if c { d }",
            "#[allow(unused)] for i in 0..n { x }",
            "'a: while a < b { c }",
            "while a < b { c }",
            "a - (b - c)",
        ] {
            let e: Expr = syn::parse_str(source).expect("an expression");
            assert_eq!(place(span_of(&e)), place(e.span()), "{source}");
            if let Expr::Binary(of) = &e {
                assert_eq!(place(operator_span(&of.op)), place(of.op.span()), "{source}");
            }
        }
    }

    /// The printer adds parentheses, which have no place, to a tree that has none.
    #[test]
    fn operands_in_added_parentheses() {
        let sum: Expr = syn::parse_str("a + b").expect("a sum");
        let block: Expr = syn::parse_str("if a { b }").expect("a branch");
        let assignment: Expr = syn::parse_str("a = b").expect("an assignment");
        let negative: Expr = syn::parse_str("-c").expect("a negative");
        let trees: [Expr; 6] = [
            Expr::Binary(syn::parse_str("x += y").expect("an assignment")),
            Expr::Assign(syn::parse_str("x = y").expect("an assignment")),
            Expr::Binary(syn::parse_str("x * y").expect("a product")),
            Expr::Binary(syn::parse_str("x - y").expect("a difference")),
            Expr::Binary(syn::parse_str("x < y").expect("a comparison")),
            Expr::Unary(syn::parse_str("-y").expect("a negative")),
        ];
        for tree in trees {
            for operand in [&sum, &negative, &block, &assignment] {
                for at_left in [true, false] {
                    let mut tree = tree.clone();
                    match &mut tree {
                        Expr::Binary(of) if at_left => *of.left = operand.clone(),
                        Expr::Binary(of) => *of.right = operand.clone(),
                        Expr::Unary(of) => *of.expr = operand.clone(),
                        Expr::Assign(of) if at_left => *of.left = operand.clone(),
                        Expr::Assign(of) => *of.right = operand.clone(),
                        _ => unreachable!("an operator"),
                    }
                    assert_eq!(place(span_of(&tree)), place(tree.span()));
                }
            }
        }
    }
}
