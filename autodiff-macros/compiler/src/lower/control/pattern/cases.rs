//! Expands a pattern with nested alternatives into patterns without them.

use crate::ir::hash::HashSet;
use quote::ToTokens;
use syn::Pat;

/// The patterns that a pattern expands to, in the order in which they are tried. At most one of
/// the alternatives inside each of them can match.
pub fn cases(pat: &Pat) -> Vec<Pat> {
    let one =
        |inner: &Pat, around: &dyn Fn(Pat) -> Pat| cases(inner).into_iter().map(around).collect();
    match pat {
        Pat::Or(or) => {
            let all: Vec<Pat> = or.cases.iter().flat_map(cases).collect();
            let heads: HashSet<String> = all.iter().filter_map(tested_constant).collect();
            if all.len() == or.cases.len() && heads.len() == all.len() {
                vec![pat.clone()]
            } else {
                all
            }
        }
        Pat::Paren(p) => {
            one(&p.pat, &|pat| Pat::Paren(syn::PatParen { pat: Box::new(pat), ..p.clone() }))
        }
        Pat::Reference(r) => one(&r.pat, &|pat| {
            Pat::Reference(syn::PatReference { pat: Box::new(pat), ..r.clone() })
        }),
        Pat::Ident(syn::PatIdent { subpat: Some((at, sub)), .. }) => {
            let Pat::Ident(of) = pat else { return vec![pat.clone()] };
            one(sub, &|pat| {
                Pat::Ident(syn::PatIdent { subpat: Some((*at, Box::new(pat))), ..of.clone() })
            })
        }
        Pat::Tuple(t) => {
            let of = cases_of_all(t.elems.iter());
            of.into_iter()
                .map(|elems| {
                    Pat::Tuple(syn::PatTuple { elems: elems.into_iter().collect(), ..t.clone() })
                })
                .collect()
        }
        Pat::TupleStruct(t) => {
            let of = cases_of_all(t.elems.iter());
            of.into_iter()
                .map(|elems| {
                    Pat::TupleStruct(syn::PatTupleStruct {
                        elems: elems.into_iter().collect(),
                        ..t.clone()
                    })
                })
                .collect()
        }
        Pat::Slice(s) => {
            let of = cases_of_all(s.elems.iter());
            of.into_iter()
                .map(|elems| {
                    Pat::Slice(syn::PatSlice { elems: elems.into_iter().collect(), ..s.clone() })
                })
                .collect()
        }
        Pat::Struct(s) => {
            let of = cases_of_all(s.fields.iter().map(|field| &*field.pat));
            let with = |pats: Vec<Pat>| {
                let mut of = s.clone();
                of.fields.iter_mut().zip(pats).for_each(|(field, pat)| *field.pat = pat);
                Pat::Struct(of)
            };
            of.into_iter().map(with).collect()
        }
        pat => vec![pat.clone()],
    }
}

/// The literal or the variant that a pattern tests. Patterns with different ones do not match the
/// same value. Two paths may name equal constants.
fn tested_constant(pat: &Pat) -> Option<String> {
    match pat {
        Pat::Lit(of) => Some(of.lit.to_token_stream().to_string()),
        Pat::TupleStruct(of) => Some(of.path.to_token_stream().to_string()),
        Pat::Struct(of) => Some(of.path.to_token_stream().to_string()),
        Pat::Paren(of) => tested_constant(&of.pat),
        _ => None,
    }
}

fn cases_of_all<'p>(parts: impl Iterator<Item = &'p Pat>) -> Vec<Vec<Pat>> {
    parts.fold(vec![Vec::new()], |before, part| {
        let cases = cases(part);
        before
            .iter()
            .flat_map(|before| {
                cases.iter().map(|case| [&before[..], std::slice::from_ref(case)].concat())
            })
            .collect()
    })
}
