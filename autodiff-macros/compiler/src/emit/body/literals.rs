//! Literals, with a suffix where rustc would infer another type.

use super::*;

/// A literal in Rust; for a type parameter, a call of the trait of reals.
pub(super) fn literal_tokens(literal: &Literal, ty: &Ty) -> TokenStream {
    match literal {
        Literal::Source(tokens) => match ty {
            Ty::Real(Real::Param(name)) => {
                let name = Ident::new(name, Span::call_site());
                quote!(::autodiff::__private::real::<#name>(#tokens))
            }
            _ => tokens.clone(),
        },
        Literal::Real(x) => match ty {
            Ty::Real(real) => types::real_literal(*real, *x),
            _ => types::real_literal(Real::F64, *x),
        },
        Literal::Int(n) => {
            let magnitude = proc_macro2::Literal::u128_unsuffixed(n.unsigned_abs());
            if *n < 0 { quote!(-#magnitude) } else { quote!(#magnitude) }
        }
        Literal::Bool(b) => quote!(#b),
        Literal::Named(tokens, _) => tokens.clone(),
    }
}

/// A number literal, with a suffix where its type is not rustc's default. So it has the type of the
/// user's program wherever it is inlined.
pub(super) fn with_suffix(literal: &Expr, ty: &Ty) -> Expr {
    match ty {
        Ty::Int("i32") | Ty::Real(Real::F64) => literal.clone(),
        _ => Expr { code: typed_literal(&literal.code, ty).into(), ..literal.clone() },
    }
}

/// A number literal with its type. Other literals stay as they are.
pub(super) fn typed_literal(code: &Code, ty: &Ty) -> TokenStream {
    let tokens = TokenStream::from(code.clone());
    let suffix = match ty {
        Ty::Real(Real::F64) => "f64",
        Ty::Real(Real::F32) => "f32",
        Ty::Int(name) => name,
        _ => return tokens,
    };
    let mut literal = tokens.clone();
    let is_negative = tokens.to_string().starts_with('-');
    if is_negative {
        literal = literal.into_iter().skip(1).collect();
    }
    let text = literal.to_string();
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return tokens;
    }
    let has_suffix = text.contains(['i', 'u']) || text.contains('f') && !text.starts_with("0x");
    let point = if text.ends_with('.') { "0" } else { "" };
    let number = if has_suffix {
        literal
    } else {
        format!("{text}{point}_{suffix}").parse().unwrap_or(literal)
    };
    if is_negative { quote!((-#number)) } else { number }
}
