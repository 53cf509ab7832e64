//! Branches and loops.

use super::*;

impl Body<'_> {
    pub(super) fn branch(&mut self, l: &Let, tag: Var, arms: &[Block]) -> TokenStream {
        let is_bool = matches!(self.function.ty(tag), Ty::Bool);
        let tag = once(self.tokens(tag));
        let (homes, literals) = (self.homes.mark(), self.literals.mark());
        // results whose home was bound outside the branch are already stored there
        let values: Vec<usize> = (0..l.vars.len())
            .filter(|k| arms.iter().any(|arm| self.find(arm.results[*k]) != self.find(l.vars[*k])))
            .collect();
        let mixed = self.mixed_results(arms, &values);
        let mut literal = vec![false; l.vars.len()];
        let mut blocks = Vec::new();
        let has_end = arms.iter().any(|arm| self.panic_in(arm).is_none());
        for arm in arms {
            // an arm that always panics has no value, and nothing runs after the panic
            if let Some(panic) = self.panic_in(arm).filter(|_| has_end) {
                let statements = self.statements(&arm.lets[..=panic]);
                blocks.push((false, once(statements), None));
                self.homes.undo(homes);
                self.literals.undo(literals);
                continue;
            }
            let statements = self.block(arm);
            let results: Vec<TokenStream> = values
                .iter()
                .map(|k| {
                    literal[*k] |= self.is_literal(arm.results[*k]);
                    // one arm yields the caller's memory, another arm a new value
                    if mixed.contains(k) {
                        self.owned_argument(arm.results[*k])
                    } else {
                        self.tokens(arm.results[*k])
                    }
                })
                .collect();
            let value = match &results[..] {
                [] => None,
                [one] => Some(one.clone()),
                many => Some(quote!((#(#many),*))),
            };
            blocks.push((statements.is_empty(), once(statements), value.map(once)));
            // names bound in an arm are not in scope outside it
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
        // a variable that an arm binds to a literal has no type of its own
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

    /// Which of these results are the caller's memory in some arms, and a new value in others.
    fn mixed_results(&mut self, arms: &[Block], results: &[usize]) -> Vec<usize> {
        let borrowed = |s: &mut Self, v: Var| {
            let root = s.find(v);
            s.homes.get(&root).is_some_and(|home| home.kind == HomeKind::MutableReference)
        };
        let mut mixed = Vec::new();
        for k in results {
            let all = arms.iter().filter(|arm| borrowed(self, arm.results[*k])).count();
            if (1..arms.len()).contains(&all) {
                mixed.push(*k);
            }
        }
        mixed
    }

    /// The let of a block that always panics, if there is one.
    fn panic_in(&self, block: &Block) -> Option<usize> {
        let is_never =
            |v: &Var| matches!(self.function.ty(*v), Ty::Foreign(ty) if ty.to_string() == "!");
        block.lets.iter().position(|l| match &l.op {
            Op::Opaque(o) => o.effect && l.vars.first().is_some_and(is_never),
            Op::Branch(_, arms) => arms.iter().all(|arm| self.panic_in(arm).is_some()),
            _ => false,
        })
    }

    pub(super) fn range(&mut self, r: &Range) -> TokenStream {
        let (from, to) = self.range_bounds(r.from, r.to);
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
        matches!(iteration, Iteration::Range(r) if !r.inclusive && r.adaptors.is_empty()
            && matches!(self.function.ty(r.index),
            Ty::Int("usize" | "u32" | "i32" | "u16" | "i16" | "u8" | "i8")))
    }

    pub(super) fn loop_(&mut self, l: &Let, lp: &Loop) -> TokenStream {
        let mut parts = LoopParts::default();
        let assigned = self.init_carried(lp, &mut parts);
        let collected = lp.collect.as_ref().map(|values| {
            let rows = *l.vars.last().expect("a loop that collects binds its rows");
            let site = self.layout.site(rows, self.function, values);
            Collected { values, site, rows: self.bind_home(rows) }
        });
        if let Iteration::Range(r) = &lp.iteration {
            parts.iterated = Some(self.range(r));
            parts.index = Some(self.bind_home(r.index));
        }
        let store =
            collected.as_ref().map(|collected| self.prepare_rows(lp, collected, &mut parts));
        if let Some((rows, values)) = &lp.consume {
            self.consume_rows(lp, *rows, values, &mut parts);
        } else if lp.backward {
            parts.iterated = parts.iterated.map(|range| quote!((#range).rev()));
        }
        let scope = self.is_scope(lp).then(|| self.scope(&lp.body));
        let statements = once(self.block(&lp.body));
        let mut release = TokenStream::new();
        if let Some(scope) = scope {
            self.scopes.pop();
            parts.before.extend(scope.before);
            parts.after.extend(scope.after);
            release = scope.release;
        }
        let store_row =
            collected.iter().zip(&store).map(|(collected, store)| self.store_row(collected, store));
        let store_row: TokenStream = store_row.collect();
        let assign = self.assign_carried(lp, &assigned);
        let exit = lp.again.map(|again| {
            let again = self.tokens(again);
            quote!(if !#again { break; })
        });
        let header = parts.header();
        let (before, header, store_row, assign) =
            (once(parts.before), once(header), once(store_row), once(assign));
        let after = parts.after;
        quote! {
            #before
            #header { #statements #store_row #assign #release #exit }
            #after
        }
    }

    /// Binds the carried variables without a home to their initial values. Returns the indices of
    /// those that an iteration assigns.
    fn init_carried(&mut self, lp: &Loop, parts: &mut LoopParts) -> Vec<usize> {
        let mut assigned = Vec::new();
        for (k, c) in lp.carried.iter().enumerate() {
            if self.find(c.param) != self.find(c.init) {
                let init = once(self.tokens(c.init));
                let name = self.let_name(c.param);
                let ty = types::local(self.function.ty(c.param));
                parts.before.extend(quote!(let #name: #ty = #init;));
            }
            if self.find(lp.body.results[k]) != self.find(c.param) {
                assigned.push(k);
            }
        }
        assigned
    }

    /// Prepares the rows that the loop collects. If the loop visits all values of a range, they are
    /// allocated before the loop; otherwise each iteration appends one. The loop does not borrow
    /// the stack where its body may allocate rows in the same stack.
    fn prepare_rows(
        &mut self,
        lp: &Loop,
        collected: &Collected<'_>,
        parts: &mut LoopParts,
    ) -> Store {
        let (stacks, rows, field) =
            (self.stacks(), &collected.rows, self.layout.stack_field(collected.site));
        let reentrant = self.layout.recursive && contains_recursion(&lp.body);
        match (&parts.iterated, lp.again) {
            (Some(range), None) => {
                parts.before.extend(quote!(let #rows = #stacks.#field.grow_for(&(#range));));
                if reentrant {
                    let k = self.namer.fresh("k");
                    parts.iterated =
                        Some(quote!((#range).zip(::core::clone::Clone::clone(&#rows))));
                    let place = quote!(#stacks.#field[#k]);
                    parts.row = Some(k);
                    Store::Assign(place)
                } else {
                    let row = self.namer.fresh("row");
                    parts.iterated = Some(quote!((#range).zip(#stacks.#field.rows_mut(&#rows))));
                    let place = quote!(*#row);
                    parts.row = Some(row);
                    Store::Assign(place)
                }
            }
            _ if reentrant => {
                let local = self.namer.fresh("rows");
                parts.before.extend(quote!(let mut #local = ::autodiff::__private::Vec::new();));
                parts.after.extend(quote!(let #rows = #stacks.#field.append(#local);));
                Store::Push(quote!(#local))
            }
            _ => {
                let start = self.namer.fresh("start");
                parts.before.extend(quote!(let #start = #stacks.#field.len();));
                parts.after.extend(quote!(let #rows = #start..#stacks.#field.len();));
                Store::Push(quote!(#stacks.#field))
            }
        }
    }

    /// The statement that stores the row of an iteration.
    fn store_row(&mut self, collected: &Collected<'_>, store: &Store) -> TokenStream {
        let Collected { values, site, .. } = *collected;
        let ty = self.layout.row_type(site);
        let fields = values.iter().enumerate().map(|(k, v)| {
            let name = self.layout.row_field(site, k);
            let value = self.residual_value(*v);
            if name == value.to_string() { quote!(#name) } else { quote!(#name: #value) }
        });
        let mut fields: Vec<TokenStream> = fields.collect();
        fields.extend(self.layout.row_phantom(site));
        match store {
            Store::Assign(place) => quote!(#place = #ty { #(#fields),* };),
            Store::Push(stack) => quote!(#stack.push(#ty { #(#fields),* });),
        }
    }

    /// Iterates over the rows as well, and binds the values of a row to its fields.
    fn consume_rows(&mut self, lp: &Loop, rows: Var, values: &[Var], parts: &mut LoopParts) {
        let site = self.layout.site_of(rows);
        let (stacks, field) = (self.stacks(), self.layout.stack_field(site));
        let range = self.tokens(rows);
        let row = self.namer.fresh("row");
        let taken = quote!(#stacks.#field.rows(&#range));
        let iterated = if lp.backward { quote!(#taken.rev()) } else { taken.clone() };
        parts.iterated = Some(match parts.iterated.take() {
            // one counter for both, where the range knows its length
            Some(range) if lp.backward && self.is_plain(&lp.iteration) => {
                quote!((#range).zip(#taken).rev())
            }
            Some(range) if lp.backward => quote!((#range).rev().zip(#iterated)),
            Some(range) => quote!((#range).zip(#iterated)),
            None => iterated,
        });
        for (k, v) in values.iter().enumerate() {
            self.layout.follow_row(site, k, *v);
            let name = self.layout.row_field(site, k);
            let home = self.layout.read_residual(self.function.ty(*v), quote!(#row.#name));
            self.place_home(*v, home, HomeKind::Owned);
        }
        parts.row = Some(row);
    }

    /// The statements that assign the next values, all of which are read before any is assigned.
    fn assign_carried(&mut self, lp: &Loop, assigned: &[usize]) -> TokenStream {
        let targets: Vec<TokenStream> = assigned
            .iter()
            .map(|k| match self.home(lp.carried[*k].param) {
                // the next value is stored in the caller's memory
                Home { expr, kind: HomeKind::MutableReference, .. } => quote!(*#expr),
                home => home.expr.into(),
            })
            .collect();
        let nexts: Vec<TokenStream> =
            assigned.iter().map(|k| self.owned_argument(lp.body.results[*k])).collect();
        let params: HashSet<u32> =
            assigned.iter().map(|k| self.find(lp.carried[*k].param)).collect();
        let tangled = assigned.len() > 1
            && assigned.iter().any(|k| params.contains(&self.find(lp.body.results[*k])));
        if tangled {
            quote!((#(#targets),*) = (#(#nexts),*);)
        } else {
            quote!(#(#targets = #nexts;)*)
        }
    }
}

/// The tokens that the parts of a loop contribute.
#[derive(Default)]
struct LoopParts {
    /// The statements before the loop.
    before: TokenStream,
    /// The statements after the loop.
    after: TokenStream,
    /// The iterated expression; `None` for a `loop`.
    iterated: Option<TokenStream>,
    /// The variable of the range.
    index: Option<Ident>,
    /// The variable of the row that an iteration reads or writes, or of its index.
    row: Option<Ident>,
}

impl LoopParts {
    /// `for (index, row) in iterated`
    fn header(&self) -> TokenStream {
        match (&self.iterated, &self.index, &self.row) {
            (None, _, _) => quote!(loop),
            (Some(iterated), Some(index), None) => quote!(for #index in #iterated),
            (Some(iterated), Some(index), Some(row)) => quote!(for (#index, #row) in #iterated),
            (Some(iterated), None, Some(row)) => quote!(for #row in #iterated),
            (Some(iterated), None, None) => quote!(for _ in #iterated),
        }
    }
}

/// The rows that a loop collects.
struct Collected<'l> {
    /// The values of a row.
    values: &'l [Var],
    /// Their site in the layout.
    site: usize,
    /// The variable of their range in the stack.
    rows: Ident,
}
