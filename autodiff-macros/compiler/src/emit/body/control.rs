//! Branches and loops.

use super::*;

impl Body<'_> {
    pub(super) fn branch(&mut self, l: &Let, tag: Var, arms: &[Block]) -> TokenStream {
        let is_bool = matches!(self.function.ty(tag), Ty::Bool);
        let tag = once(self.tokens(tag));
        let (homes, literals) = (self.homes.mark(), self.literals.mark());
        // results that live in a home from outside are there already
        let values: Vec<usize> =
            (0..l.vars.len()).filter(|k| arms.iter().any(|arm| self.find(arm.results[*k]) != self.find(l.vars[*k]))).collect();
        let lent = |s: &mut Self, v: Var| {
            let root = s.find(v);
            s.homes.get(&root).is_some_and(|home| home.kind == HomeKind::MutableReference)
        };
        let mut mixed = Vec::new();
        for k in &values {
            let all = arms.iter().filter(|arm| lent(self, arm.results[*k])).count();
            if (1..arms.len()).contains(&all) {
                mixed.push(*k);
            }
        }
        let mut literal = vec![false; l.vars.len()];
        let mut blocks = Vec::new();
        for arm in arms {
            let statements = self.block(arm);
            let results: Vec<TokenStream> = values
                .iter()
                .map(|k| {
                    literal[*k] |= self.is_literal(arm.results[*k]);
                    // memory of the caller's beside what an arm makes
                    if mixed.contains(k) { self.owned(arm.results[*k]) } else { self.tokens(arm.results[*k]) }
                })
                .collect();
            let value = match &results[..] {
                [] => None,
                [one] => Some(one.clone()),
                many => Some(quote!((#(#many),*))),
            };
            blocks.push((statements.is_empty(), once(statements), value.map(once)));
            // names bound in an arm mean nothing outside
            self.homes.undo(homes);
            self.literals.undo(literals);
        }
        self.layout.follow_slots(&l.vars, arms);
        let choice = if let [(_, statements, value)] = &blocks[..] {
            quote!({ #statements #value })
        } else if is_bool {
            let (then_empty, then, then_value) = &blocks[0];
            let (other_empty, other, other_value) = &blocks[1];
            if values.is_empty() && *other_empty {
                quote!(if #tag { #then })
            } else if values.is_empty() && *then_empty {
                quote!(if !(#tag) { #other })
            } else {
                quote!(if #tag { #then #then_value } else { #other #other_value })
            }
        } else {
            let last = blocks.len() - 1;
            let arms = blocks.iter().enumerate().map(|(k, (_, statements, value))| {
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
        let choice = once(choice);
        let names: Vec<Binding> = values.iter().map(|k| self.let_name(l.vars[*k])).collect();
        // what is bound by an arm to a literal has no type of its own
        let annotated = values.iter().any(|k| literal[*k]);
        let types: Vec<TokenStream> = values
            .iter()
            .map(|k| {
                let v = l.vars[*k];
                if self.is_scalar(v) { types::local(self.function.ty(v)) } else { quote!(_) }
            })
            .collect();
        match (&names[..], annotated) {
            ([], _) => choice.into_token_stream(),
            ([name], true) => {
                let ty = &types[0];
                quote!(let #name: #ty = #choice;)
            }
            ([name], false) => quote!(let #name = #choice;),
            (names, true) => quote!(let (#(#names),*): (#(#types),*) = #choice;),
            (names, false) => quote!(let (#(#names),*) = #choice;),
        }
    }

    pub(super) fn range(&mut self, r: &Range) -> TokenStream {
        let (from, to) = self.ends(r.from, r.to);
        let (from, to) = (once(from), once(to));
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
    pub(super) fn is_plain(&self, iteration: &Iteration) -> bool {
        matches!(iteration, Iteration::Range(r) if !r.inclusive && r.adaptors.is_empty() && matches!(self.function.ty(r.index), Ty::Int("usize" | "u32" | "i32" | "u16" | "i16" | "u8" | "i8")))
    }

    pub(super) fn loop_(&mut self, l: &Let, lp: &Loop) -> TokenStream {
        let mut before = TokenStream::new();
        let mut assigned = Vec::new();
        for (k, c) in lp.carried.iter().enumerate() {
            if self.find(c.param) == self.find(c.init) {
                if self.find(lp.body.results[k]) != self.find(c.param) {
                    assigned.push(k);
                }
                continue;
            }
            let init = once(self.tokens(c.init));
            let name = self.let_name(c.param);
            let ty = types::local(self.function.ty(c.param));
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
                        header = Some(quote!((#range).zip(::core::clone::Clone::clone(&#rows))));
                        collected = Some((Some(k.clone()), Store::Assign(quote!(#stacks.#field[#k]))));
                    } else {
                        let row = self.namer.fresh("row");
                        header = Some(quote!((#range).zip(#stacks.#field[::core::clone::Clone::clone(&#rows)].iter_mut())));
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
            let taken = quote!(#stacks.#field[::core::clone::Clone::clone(&#range)]);
            let iterated = if lp.backward { quote!(#taken.iter().rev()) } else { quote!(#taken.iter()) };
            header = Some(match header {
                // one counter for both, where the range knows its length
                Some(range) if lp.backward && self.is_plain(&lp.iteration) => quote!((#range).zip(#taken.iter()).rev()),
                Some(range) if lp.backward => quote!((#range).rev().zip(#iterated)),
                Some(range) => quote!((#range).zip(#iterated)),
                None => iterated,
            });
            for (k, v) in values.iter().enumerate() {
                self.layout.follow_row(site, k, *v);
                let name = self.layout.row_field(site, k);
                let home = self.layout.read_kept(self.function.ty(*v), quote!(#row.#name));
                self.place_home(*v, home, HomeKind::Owned);
            }
            row_pattern = Some(row);
        } else if lp.backward {
            header = header.map(|range| quote!((#range).rev()));
        }
        let scope = self.is_scope(lp).then(|| self.scope(&lp.body));
        let statements = once(self.block(&lp.body));
        let mut release = TokenStream::new();
        if let Some(scope) = scope {
            self.scopes.pop();
            before.extend(scope.before);
            after.extend(scope.after);
            release = scope.release;
        }
        if let (Some((site, ..)), Some((_, store))) = (&collect, &collected) {
            let values = lp.collect.as_ref().expect("collects");
            let ty = self.layout.row_type(*site);
            let mut fields: Vec<TokenStream> = values
                .iter()
                .enumerate()
                .map(|(k, v)| {
                    let name = self.layout.row_field(*site, k);
                    let value = self.kept_value(*v);
                    if name == value.to_string() { quote!(#name) } else { quote!(#name: #value) }
                })
                .collect();
            fields.extend(self.layout.row_phantom(*site));
            push_row = match store {
                Store::Assign(place) => quote!(#place = #ty { #(#fields),* };),
                Store::Push(stack) => quote!(#stack.push(#ty { #(#fields),* });),
            };
        }
        // the next values are all read before any is assigned
        let targets: Vec<TokenStream> = assigned
            .iter()
            .map(|k| match self.home(lp.carried[*k].param) {
                // memory of the caller's takes the next value itself
                Home { expr, kind: HomeKind::MutableReference, .. } => quote!(*#expr),
                home => home.expr,
            })
            .collect();
        let nexts: Vec<TokenStream> = assigned.iter().map(|k| self.owned(lp.body.results[*k])).collect();
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
        let (before, head, push_row, assign) = (once(before), once(head), once(push_row), once(assign));
        quote! {
            #before
            #head { #statements #push_row #assign #release #exit }
            #after
        }
    }
}
