//! Places → Rust paths: `x[i].0[j..k]`.

use super::super::*;

impl Body<'_> {
    /// A path without fields of structs, which is read or `changed`.
    fn steps(&mut self, path: &[Step], changed: bool) -> TokenStream {
        let mut tokens = TokenStream::new();
        let mut k = 0;
        while k < path.len() {
            match &path[k] {
                Step::Index(i) => tokens.extend(in_brackets(self.in_context(*i).code)),
                Step::Element(index) => {
                    let index = self.element_index(index);
                    tokens.extend(in_brackets(index));
                }
                Step::Field(n) => {
                    let n = proc_macro2::Literal::usize_unsuffixed(*n);
                    tokens.extend(quote!(.#n));
                }
                Step::Slice { from, to, inclusive } => {
                    let range = self.range_tokens(*from, *to, *inclusive);
                    tokens.extend(in_brackets(range));
                }
                Step::Member(_) => {}
                Step::View(view) => tokens.extend(self.view_method(view, changed)),
            }
            k += 1;
        }
        tokens
    }

    /// `.row(i)`, or `.row_mut(i)` if the array is `changed`.
    fn view_method(&mut self, view: &ViewMethod, changed: bool) -> TokenStream {
        let method = match view.mutable_view_method() {
            Some(changing) if changed => changing.to_string(),
            _ => view.method.name(),
        };
        let method = Ident::new(&method, Span::call_site());
        let arguments = view.arguments.iter().map(|v| self.value_argument(&Tree::Leaf(*v)));
        let arguments: Vec<TokenStream> = arguments.collect();
        quote!(.#method(#(#arguments),*))
    }

    /// `i` or `[i, j]`, the index of an element of an array of another crate.
    pub(in crate::emit::body) fn element_index(&mut self, index: &[Var]) -> TokenStream {
        let mut index: Vec<Code> = index.iter().map(|i| self.in_context(*i).code).collect();
        match index.len() {
            1 => index.remove(0).into(),
            _ => {
                let index = index.into_iter().map(once);
                quote!([#(#index),*])
            }
        }
    }

    /// `from..to` or `from..=to`, as an index.
    pub(in crate::emit::body) fn range_tokens(
        &mut self,
        from: Option<Var>,
        to: Option<Var>,
        inclusive: bool,
    ) -> TokenStream {
        let from = from.map(|v| once(self.in_context(v).operand()));
        let to = to.map(|v| once(self.in_context(v).operand()));
        if inclusive && to.is_some() { quote!(#from..=#to) } else { quote!(#from..#to) }
    }

    /// A place that is read.
    pub(in crate::emit::body) fn place(&mut self, place: &Place) -> TokenStream {
        self.place_for(place, false)
    }

    /// A place that is read or `changed`. A field of an enum is borrowed by a `match`.
    pub(in crate::emit::body) fn place_for(&mut self, place: &Place, changed: bool) -> TokenStream {
        let mut tokens = self.root(place);
        if let Some(Step::Member(Member { variant: Some(_), .. })) = place.path.first()
            && changed
            && self.home(place.root).kind == HomeKind::MutableReference
        {
            tokens = quote!(*#tokens);
        }
        for part in place.path.split_inclusive(|step| matches!(step, Step::Member(_))) {
            tokens.extend(self.steps(part, changed));
            if let Some(Step::Member(member)) = part.last() {
                tokens = self.member(tokens, member, changed);
                if member.deref {
                    tokens = quote!((*#tokens));
                }
            }
        }
        tokens
    }

    /// A path that is read or `changed`, with windows folded into the indices after them. The primal
    /// has checked the ranges.
    pub(in crate::emit::body) fn fold_windows(
        &mut self,
        path: &[Step],
        changed: bool,
    ) -> Vec<FoldedStep> {
        let mut folded: Vec<FoldedStep> = Vec::new();
        for step in path {
            match step {
                Step::Index(i) => {
                    let index = self.in_context(*i);
                    match folded.pop() {
                        Some(FoldedStep::Window { from: Some(from), .. }) => {
                            let index =
                                infix(from.operand(), generated_operator("+"), index.operand());
                            folded.push(FoldedStep::Index(Expr::compound_expr(index)));
                        }
                        Some(FoldedStep::Window { from: None, .. }) => {
                            folded.push(FoldedStep::Index(index))
                        }
                        before => {
                            folded.extend(before);
                            folded.push(FoldedStep::Index(index));
                        }
                    }
                }
                Step::Element(index) => {
                    let index = self.element_index(index);
                    folded.push(FoldedStep::Element(index));
                }
                Step::View(view) => {
                    let view = self.view_method(view, changed);
                    folded.push(FoldedStep::View(view));
                }
                Step::Field(n) => folded.push(FoldedStep::Field(*n)),
                Step::Member(member) => folded.push(FoldedStep::Member(member.clone())),
                Step::Slice { from, to, inclusive } => {
                    let from = from.map(|v| self.in_context(v));
                    let to = to.map(|v| self.in_context(v));
                    match folded.pop() {
                        Some(FoldedStep::Window {
                            from: Some(outer),
                            to: outer_to,
                            inclusive: outer_inclusive,
                        }) => {
                            let start = match &from {
                                Some(from) => {
                                    let (o, f) = (outer.clone().operand(), from.clone().operand());
                                    Expr::compound_expr(quote!(#o + #f))
                                }
                                None => outer.clone(),
                            };
                            let (end, inclusive) = match to {
                                Some(to) => {
                                    let (o, t) = (outer.operand(), to.operand());
                                    (Some(Expr::compound_expr(quote!(#o + #t))), *inclusive)
                                }
                                None => (outer_to, outer_inclusive),
                            };
                            folded.push(FoldedStep::Window {
                                from: Some(start),
                                to: end,
                                inclusive,
                            });
                        }
                        Some(FoldedStep::Window {
                            from: None,
                            to: outer_to,
                            inclusive: outer_inclusive,
                        }) => {
                            let (to, inclusive) = if to.is_some() {
                                (to, *inclusive)
                            } else {
                                (outer_to, outer_inclusive)
                            };
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

    /// A place of linear memory that is changed, as Rust memory.
    pub(in crate::emit::body) fn linear_place(&mut self, place: &Place) -> TokenStream {
        let mut tokens = self.root(place);
        tokens.extend(self.linear_steps(&place.path, true));
        tokens
    }

    /// A place of linear memory that is only read.
    pub(in crate::emit::body) fn read_linear_place(&mut self, place: &Place) -> TokenStream {
        let mut tokens = self.root(place);
        tokens.extend(self.linear_steps(&place.path, false));
        tokens
    }

    /// The root of a place; if the place is the whole root, the referent of a mutable reference.
    pub(in crate::emit::body) fn root(&mut self, place: &Place) -> TokenStream {
        let home = self.home(place.root);
        let expr = home.expr;
        if place.path.is_empty() && home.kind == HomeKind::MutableReference {
            quote!((*#expr))
        } else {
            expr.into()
        }
    }

    /// `[i].0[j..k]`
    pub(in crate::emit::body) fn linear_steps(
        &mut self,
        path: &[Step],
        changed: bool,
    ) -> TokenStream {
        let mut tokens = TokenStream::new();
        for step in self.fold_windows(path, changed) {
            match step {
                FoldedStep::Index(i) => tokens.extend(in_brackets(i.code)),
                FoldedStep::Element(index) => tokens.extend(in_brackets(index)),
                FoldedStep::View(view) => tokens.extend(view),
                FoldedStep::Field(n) => {
                    let n = proc_macro2::Literal::usize_unsuffixed(n);
                    tokens.extend(quote!(.#n));
                }
                FoldedStep::Window { from, to, inclusive } => {
                    let range = window(from, to, inclusive);
                    tokens.extend(in_brackets(range));
                }
                FoldedStep::Member(_) => unreachable!("fields are reached through parts"),
            }
        }
        tokens
    }
}

/// A step of a path whose windows are folded.
#[derive(Clone)]
pub(in crate::emit::body) enum FoldedStep {
    Index(Expr),
    /// An element of an array of another crate, with its index.
    Element(TokenStream),
    /// A view of an array of another crate, as a method call.
    View(TokenStream),
    Field(usize),
    Member(Member),
    Window {
        from: Option<Expr>,
        to: Option<Expr>,
        inclusive: bool,
    },
}

/// The range of a window.
fn window(from: Option<Expr>, to: Option<Expr>, inclusive: bool) -> TokenStream {
    let from = from.map(|e| once(e.operand()));
    let to = to.map(|e| once(e.operand()));
    if inclusive && to.is_some() { quote!(#from..=#to) } else { quote!(#from..#to) }
}
