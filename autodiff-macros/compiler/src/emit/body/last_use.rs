//! Finds what uses a value for the last time, and so may move it: opaque code with one capture
//! ([`TAKEN`]), a copy of a variable, and the content of an `Option` or `Result`. The transpose of a
//! method or operator may use the memory of its left operand, which is then passed by `&mut`.

use super::{Body, HomeKind};
use crate::ir::hash::{HashMap, HashSet};
use crate::ir::*;
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::quote;

/// Whether a path is that of the content of a value of which only rustc knows whether it is an
/// `Option` or a `Result`.
pub(super) fn is_content(path: &[Step]) -> bool {
    let [Step::Member(member)] = path else { return false };
    member.variant.as_deref() == Some("Content")
}

impl Body<'_> {
    /// The variable that a let moves.
    pub(super) fn moved_variable(&self, l: &Let) -> Option<Var> {
        match &l.op {
            Op::Opaque(o) => o.moved_capture(),
            // copies of slices are vectors
            Op::Read(Place { root, path })
                if matches!(self.function.ty(*root), Ty::Projected(_))
                    && (path.is_empty() || is_content(path)) =>
            {
                Some(*root)
            }
            _ => None,
        }
    }

    fn has_moves(&self, block: &Block) -> bool {
        block.lets.iter().any(|l| {
            self.moved_variable(l).is_some()
                || self.reusable_operand(l).is_some()
                || l.op.blocks().iter().any(|inner| self.has_moves(inner))
        })
    }

    /// The left operand of the transpose of a method or operator, if it is an owned value.
    fn reusable_operand(&self, l: &Let) -> Option<Var> {
        let Op::Linear(Linear::Call(call)) = &l.op else { return None };
        let owner = &call.call.callee.method.as_ref()?.owner;
        match call.call.arguments.first() {
            Some(Argument::Shared(v)) if call.transposed && !owner.is_view() => {
                let ty = self.function.ty(*v);
                (matches!(ty, Ty::Projected(_)) && !ty.is_view()).then_some(*v)
            }
            _ => None,
        }
    }

    /// Whether a let reads the memory of a variable once.
    fn reads_once(&self, l: &Let, v: Var, views: &HashMap<Var, Var>) -> bool {
        let (home, mut count) = (self.find(v), 0);
        l.op.for_operands(|used| {
            let mut memory = HashSet::default();
            self.mark_live(used, views, &mut memory);
            count += usize::from(memory.contains(&home));
        });
        count == 1
    }

    /// Whether the result of opaque code may borrow a variable.
    fn is_borrowed(&self, v: Var, block: &Block) -> bool {
        block.lets.iter().any(|l| match &l.op {
            Op::Opaque(o) => {
                let captured = o.captures.iter().flat_map(|capture| capture.value.leaves());
                let borrows = l.vars.iter().any(|result| !self.is_scalar(*result));
                borrows && captured.into_iter().any(|captured| self.is_same_home(captured, v))
            }
            op => op.blocks().iter().any(|inner| self.is_borrowed(v, inner)),
        })
    }

    /// Whether a transpose is the last to use its left operand, which is in memory of its own.
    pub(super) fn reuses_operand(&mut self, l: &Let, v: Var) -> bool {
        let first = l.vars.first();
        self.reusable_operand(l) == Some(v)
            && first.is_some_and(|first| self.last_operands.contains(first))
            && self.home(v).kind == HomeKind::Owned
    }

    /// Finds what is the last to use a variable.
    pub(super) fn find_takers(&mut self, block: &Block) {
        if self.has_moves(block) {
            let mut views = HashMap::default();
            self.find_views(block, &mut views);
            let mut live = HashSet::default();
            block.results.iter().for_each(|v| self.mark_live(*v, &views, &mut live));
            // parameters and rows are in memory that others own
            self.function.params.iter().for_each(|v| self.mark_live(*v, &views, &mut live));
            self.mark_rows(block, &mut live);
            self.visit_backward(block, &views, &mut live);
        }
    }

    fn find_views(&self, block: &Block, views: &mut HashMap<Var, Var>) {
        for l in &block.lets {
            if let Op::View(place) = &l.op {
                views.insert(l.vars[0], place.root);
            }
            l.op.blocks().iter().for_each(|inner| self.find_views(inner, views));
        }
    }

    /// Marks a variable as used later, together with all variables that share its memory and the
    /// variable that it is a view of.
    fn mark_live(&self, v: Var, views: &HashMap<Var, Var>, live: &mut HashSet<u32>) {
        let mut next = Some(v);
        while let Some(v) = next {
            live.insert(self.find(v));
            next = views.get(&v).copied();
        }
    }

    /// Visits a block from its end. `live` are the variables that are used after the visited
    /// statement.
    fn visit_backward(
        &mut self,
        block: &Block,
        views: &HashMap<Var, Var>,
        live: &mut HashSet<u32>,
    ) {
        for l in block.lets.iter().rev() {
            if let Some(v) = self.moved_variable(l)
                && !live.contains(&self.find(v))
            {
                self.takers.insert(l.vars[0]);
            }
            if let (Some(v), Some(first)) = (self.reusable_operand(l), l.vars.first())
                && !live.contains(&self.find(v))
                && self.reads_once(l, v, views)
                && !self.is_borrowed(v, &self.function.body)
            {
                self.last_operands.insert(*first);
                let home = self.find(v);
                self.mutated[home as usize] = true;
            }
            match &l.op {
                Op::Branch(_, arms) => {
                    let after = live.clone();
                    for arm in arms {
                        let mut here = after.clone();
                        arm.results.iter().for_each(|v| self.mark_live(*v, views, &mut here));
                        self.visit_backward(arm, views, &mut here);
                        live.extend(here);
                    }
                }
                op if !op.blocks().is_empty() => {
                    // a variable from outside that one iteration uses is used by the next one as
                    // well
                    for inner in op.blocks() {
                        let mut inside = HashSet::default();
                        collect_definitions(inner, &mut inside);
                        self.mark_free_variables(inner, &inside, views, live);
                        let mut here = live.clone();
                        inner.results.iter().for_each(|v| self.mark_live(*v, views, &mut here));
                        if let Op::Loop(lp) = op {
                            // what the rows collect
                            lp.tail_reads()
                                .into_iter()
                                .for_each(|v| self.mark_live(v, views, &mut here));
                        }
                        self.visit_backward(inner, views, &mut here);
                    }
                }
                _ => {}
            }
            l.op.for_operands(|v| self.mark_live(v, views, live));
        }
    }

    /// Marks all free variables of a block as used.
    fn mark_free_variables(
        &self,
        block: &Block,
        inside: &HashSet<Var>,
        views: &HashMap<Var, Var>,
        live: &mut HashSet<u32>,
    ) {
        let results = block.results.iter().copied();
        let tail_reads = |l: &Let| match &l.op {
            Op::Loop(lp) => lp.tail_reads(),
            _ => Vec::new(),
        };
        let used: Vec<Var> = block
            .lets
            .iter()
            .flat_map(|l| l.op.operands().into_iter().chain(tail_reads(l)))
            .chain(results)
            .filter(|v| !inside.contains(v))
            .collect();
        used.into_iter().for_each(|v| self.mark_live(v, views, live));
        for l in &block.lets {
            l.op.blocks()
                .iter()
                .for_each(|inner| self.mark_free_variables(inner, inside, views, live));
        }
    }

    /// Marks the variables of rows.
    fn mark_rows(&self, block: &Block, live: &mut HashSet<u32>) {
        for l in &block.lets {
            if let Op::Loop(lp) = &l.op
                && let Some((_, row)) = &lp.consume
            {
                live.extend(row.iter().map(|v| self.find(*v)));
            }
            l.op.blocks().iter().for_each(|inner| self.mark_rows(inner, live));
        }
    }

    /// Whether a let moves a variable.
    pub(super) fn is_move(&mut self, l: &Let) -> bool {
        self.takers.contains(&l.vars[0])
            && self.moved_variable(l).is_some_and(|v| self.home(v).kind == HomeKind::Owned)
    }
}

fn collect_definitions(block: &Block, inside: &mut HashSet<Var>) {
    for l in &block.lets {
        inside.extend(&l.vars);
        if let Op::Loop(lp) = &l.op {
            inside.extend(lp.carried.iter().map(|c| c.param));
        }
        l.op.blocks().iter().for_each(|inner| collect_definitions(inner, inside));
    }
}

/// Code whose capture is moved, or else saved through a reference.
pub(super) fn with_move(code: TokenStream, moved: bool, is_reference: bool) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = code.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(name) if name == TAKEN => {
                let value = tokens.next();
                out.extend(match (moved, is_reference) {
                    (true, _) => quote!(#value),
                    (false, true) => quote!(::autodiff::__private::saved!(#value)),
                    (false, false) => quote!(::autodiff::__private::saved!(&#value)),
                });
            }
            TokenTree::Group(group) => {
                let mut inner =
                    Group::new(group.delimiter(), with_move(group.stream(), moved, is_reference));
                inner.set_span(group.span());
                out.extend([TokenTree::Group(inner)]);
            }
            token => out.extend([token]),
        }
    }
    out
}
