//! Opaque code: the user's tokens, with their captures bound to the user's names.

use super::*;
use crate::emit::tokens::names::identifier;
use proc_macro2::{Delimiter, Group, TokenTree};

/// How opaque code accesses its captures.
struct Captures<'o> {
    /// The names that are replaced by places.
    places: Vec<(&'o str, TokenStream)>,
    /// The names that are bound before the code, with their values.
    bindings: Vec<(&'o str, TokenStream)>,
    /// Whether closures in the code have to move the bound names.
    may_move: bool,
}

impl Body<'_> {
    /// The statements of opaque code: its captures bound to the user's names, and its value.
    pub(super) fn opaque(&mut self, l: &Let, o: &Opaque) -> TokenStream {
        let captured: HashSet<&str> = o.names().collect();
        let mut code = of_our_names(&o.code, &captured);
        let moves = !l.vars.is_empty() && self.is_move(l);
        if let Some(taken) = self.moved_variable(l) {
            let is_place = self.is_scalar(taken) || self.is_substituted(&o.captures[0], taken);
            code = last_use::with_move(code, moves, !is_place);
        }
        if o.again {
            let places: Vec<(&str, TokenStream)> = o
                .captures
                .iter()
                .filter_map(|capture| {
                    if let Tree::Leaf(v) = capture.value {
                        Some((&capture.name[..], self.tokens(v)))
                    } else {
                        None
                    }
                })
                .collect();
            code = substitute_names(code, &places);
        }
        let Captures { places, bindings: mut bound, may_move } =
            self.bind_captures(l, o, &code, moves);
        let mut before = TokenStream::new();
        let value = l.vars.len() - o.changes.len().min(l.vars.len());
        for (change, version) in o.changes.iter().zip(&l.vars[value..]) {
            bound.push((
                &change.name,
                self.unique_argument(&change.place, Some(*version), &mut before),
            ));
        }
        // names that the bound names shadow cannot be used inside
        let hidden: HashSet<String> = bound.iter().map(|(name, _)| (*name).to_string()).collect();
        let (hidden, places) = places
            .into_iter()
            .partition(|(_, place): &(&str, TokenStream)| mentions_any(place.clone(), &hidden));
        bound.extend::<Vec<_>>(hidden);
        code = substitute_names(code, &places);
        let code = with_bound(code, &bound, may_move);
        if o.effect || value == 0 {
            return quote!(#before #code;);
        }
        if before.is_empty() && self.temporaries.contains(&l.vars[0]) {
            self.place_home(l.vars[0], quote!((#code)), HomeKind::Owned);
            return TokenStream::new();
        }
        let statement = self.value_of_code(l.vars[0], o, code);
        quote!(#before #statement)
    }

    /// Decides how opaque code accesses its captures, except those that it assigns. `moves` is
    /// whether it may move its capture.
    fn bind_captures<'o>(
        &mut self,
        l: &Let,
        o: &'o Opaque,
        code: &TokenStream,
        moves: bool,
    ) -> Captures<'o> {
        let (mut places, mut bound) = (Vec::new(), Vec::new());
        // a value of unnamed type may hold closures, which outlive the names bound for the code
        let mut may_move = o.changes.is_empty()
            && l.vars.len() == 1
            && !self.function.ty(l.vars[0]).can_be_stored();
        for capture in o.captures.iter().filter(|_| !o.again) {
            let value = match &capture.value {
                Tree::Leaf(v) => {
                    let home = self.home(*v);
                    let expr = self.tokens(*v);
                    if self.is_substituted(capture, *v) {
                        places.push((&capture.name[..], expr));
                        continue;
                    }
                    let as_is = !capture.by_reference || home.kind == HomeKind::Reference;
                    let user = identifier(&capture.name, Span::call_site());
                    may_move &= self.function.ty(*v).is_copied()
                        || home.kind == HomeKind::Reference
                        || capture.by_reference;
                    if as_is && user == expr.to_string() {
                        continue;
                    }
                    // an argument by value is copied if its type consists of std types; if only
                    // rustc knows the type, it is copied or moved
                    let ty = self.function.ty(*v);
                    let is_of_std = !ty.is_scalar()
                        && ty.is_made_of_std()
                        && self.moved_variable(l) != Some(*v);
                    let is_copied = matches!(ty, Ty::Discrete(_)) || is_of_std;
                    let is_given = home.kind == HomeKind::Owned && (is_copied || ty.is_unknown());
                    let is_taken = || {
                        is_argument(code, &capture.name)
                            || *ty == Ty::Text("String") && is_appended_to(code, &capture.name)
                    };
                    let given = is_given && !capture.by_reference && is_taken();
                    let memory =
                        !given && matches!(home.kind, HomeKind::Owned | HomeKind::MutableReference);
                    if given && is_copied {
                        self.cloned_tree(&capture.value)
                    } else if !moves
                        && (capture.by_reference || (!self.function.ty(*v).is_copied() && memory))
                    {
                        self.borrow(*v)
                    } else {
                        expr
                    }
                }
                tree => self.cloned_tree(tree),
            };
            bound.push((&capture.name[..], value));
        }
        Captures { places, bindings: bound, may_move }
    }

    /// Whether an argument is replaced by its place instead of a bound name, so that `&` refers to
    /// the memory itself.
    fn is_substituted(&mut self, capture: &Capture, v: Var) -> bool {
        let is_argument = capture.name.starts_with("argument_") && !capture.by_reference;
        is_argument && !self.is_scalar(v) && self.home(v).kind == HomeKind::Owned
    }

    /// The statement that binds the value of opaque code. Empty if the code is inlined where the
    /// value is used.
    fn value_of_code(&mut self, v: Var, o: &Opaque, code: TokenStream) -> TokenStream {
        let refers = matches!(code.clone().into_iter().next(),
            Some(proc_macro2::TokenTree::Punct(p)) if p.as_char() == '&');
        if refers && o.is_constant() {
            if o.captures.is_empty() {
                // a constant by reference is named where it is used
                self.place_home(v, code, HomeKind::Reference);
                return TokenStream::new();
            }
            let name = self.bind_home(v);
            self.place_home(v, quote!(#name), HomeKind::Reference);
            return quote!(let #name = #code;);
        }
        if o.is_constant()
            && let Some(place) = constant_argument(&code)
        {
            if o.captures.is_empty() {
                self.place_home(v, place, HomeKind::Constant);
                return TokenStream::new();
            }
            let name = self.bind_home(v);
            self.place_home(v, quote!((*#name)), HomeKind::Constant);
            return quote!(let #name = &#place;);
        }
        let typed = !matches!(
            self.function.ty(v),
            Ty::Projected(_) | Ty::Discrete(_) | Ty::Sequence(..) | Ty::Slice(_) | Ty::Infer(_)
        );
        self.bind(v, Expr::compound_expr(code), typed)
    }
}

/// Code in a block that binds names first. If it `may_move`, its closures move them.
fn with_bound(code: TokenStream, bound: &[(&str, TokenStream)], may_move: bool) -> TokenStream {
    // in one `let`: the user's `a` may be the emitted `b`, and vice versa
    let names = bound.iter().map(|(name, _)| identifier(name, Span::call_site()));
    let values = bound.iter().map(|(_, value)| value);
    let rebinds = match bound.len() {
        0 => return code,
        1 => quote!(#(let #names = #values;)*),
        _ => quote!(let (#(#names),*) = (#(#values),*);),
    };
    let code = if may_move { with_moving_closures(code, false) } else { code };
    quote!({ #rebinds #code })
}

/// The constant in `*&CONSTANT`, as lowering writes a constant argument.
fn constant_argument(code: &TokenStream) -> Option<TokenStream> {
    let mut tokens = code.clone().into_iter();
    let is = |token: Option<proc_macro2::TokenTree>, c: char| match token {
        Some(proc_macro2::TokenTree::Punct(p)) => p.as_char() == c,
        _ => false,
    };
    (is(tokens.next(), '*') && is(tokens.next(), '&')).then(|| tokens.collect())
}

/// Code in which closures among the arguments own their captures.
fn with_moving_closures(code: TokenStream, in_arguments: bool) -> TokenStream {
    let is =
        |token: &TokenTree, c: char| matches!(token, TokenTree::Punct(of) if of.as_char() == c);
    let (mut is_start, mut in_closure) = (in_arguments, false);
    let mut moving = TokenStream::new();
    for token in code {
        if is_start && is(&token, '|') {
            in_closure = true;
            moving.extend(quote!(move));
        }
        is_start = in_arguments && is(&token, ',');
        moving.extend([match token {
            TokenTree::Group(of) if of.delimiter() == Delimiter::Parenthesis && !in_closure => {
                let mut arguments =
                    Group::new(Delimiter::Parenthesis, with_moving_closures(of.stream(), true));
                arguments.set_span(of.span());
                TokenTree::Group(arguments)
            }
            token => token,
        }]);
    }
    moving
}

/// Substitutes expressions for names, simultaneously.
fn substitute_names(code: TokenStream, names: &[(&str, TokenStream)]) -> TokenStream {
    use proc_macro2::{Group, TokenTree};
    let (mut out, mut points) = (TokenStream::new(), 0);
    for token in code {
        let is_point = matches!(&token, TokenTree::Punct(p) if p.as_char() == '.');
        match token {
            // after a single dot is a field or a method
            TokenTree::Ident(ident) if points != 1 => {
                match names.iter().find(|(name, _)| ident == name) {
                    Some((_, expr)) => out.extend(expr.clone()),
                    None => out.extend([TokenTree::Ident(ident)]),
                }
            }
            TokenTree::Group(group) => {
                // the span of a macro call includes its parentheses: `line!()`
                let mut inner =
                    Group::new(group.delimiter(), substitute_names(group.stream(), names));
                inner.set_span(group.span());
                out.extend([TokenTree::Group(inner)]);
            }
            token => out.extend([token]),
        }
        points = if is_point { points + 1 } else { 0 };
    }
    out
}

/// Whether one of these names occurs.
fn mentions_any(code: TokenStream, names: &HashSet<String>) -> bool {
    code.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(ident) => names.contains(&ident.to_string()),
        proc_macro2::TokenTree::Group(group) => mentions_any(group.stream(), names),
        _ => false,
    })
}

/// Whether a name is the whole of an argument of a call somewhere, or of a field of a struct.
fn is_argument(code: &TokenStream, name: &str) -> bool {
    use proc_macro2::{Delimiter, TokenTree};
    let is_given = |group: &proc_macro2::Group| {
        let arguments: Vec<TokenTree> = group.stream().into_iter().collect();
        let is_comma =
            |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ',');
        let is_struct = group.delimiter() == Delimiter::Brace;
        arguments.split(is_comma).any(|argument| match argument {
            [TokenTree::Ident(ident)] => *ident == name,
            [TokenTree::Ident(_), TokenTree::Punct(colon), TokenTree::Ident(ident)] => {
                is_struct && colon.as_char() == ':' && *ident == name
            }
            _ => false,
        })
    };
    let mut after_name = false;
    code.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => {
            let is_call =
                std::mem::take(&mut after_name) && group.delimiter() != Delimiter::Bracket;
            is_call && is_given(&group) || is_argument(&group.stream(), name)
        }
        token => {
            after_name = matches!(token, TokenTree::Ident(_));
            false
        }
    })
}

/// Whether code appends to the `String` of a name: `name + ", "` moves it.
fn is_appended_to(code: &TokenStream, name: &str) -> bool {
    use proc_macro2::TokenTree;
    let mut after_name = false;
    code.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => is_appended_to(&group.stream(), name),
        token => {
            let is_plus = matches!(&token, TokenTree::Punct(plus) if plus.as_char() == '+');
            std::mem::replace(&mut after_name, matches!(token, TokenTree::Ident(of) if of == name))
                && is_plus
        }
    })
}

/// Code whose given names have the hygiene of the emitted function.
fn of_our_names(code: &TokenStream, names: &HashSet<&str>) -> TokenStream {
    use proc_macro2::{Group, TokenTree};
    if names.is_empty() {
        return code.clone();
    }
    let respanned = code.clone().into_iter().map(|token| match token {
        TokenTree::Ident(mut name) if names.contains(name.to_string().as_str()) => {
            name.set_span(Span::call_site().located_at(name.span()));
            TokenTree::Ident(name)
        }
        TokenTree::Group(group) => {
            let mut inside = Group::new(group.delimiter(), of_our_names(&group.stream(), names));
            inside.set_span(group.span());
            TokenTree::Group(inside)
        }
        token => token,
    });
    respanned.collect()
}
