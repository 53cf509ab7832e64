//! Finds the opaque code that uses its capture for the last time, and so may move it ([`TAKEN`]).

use super::{Body, HomeKind};
use crate::ir::hash::{HashMap, HashSet};
use crate::ir::*;
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::quote;

/// The capture that an operation moves.
pub(super) fn takes(op: &Op) -> Option<Var> {
    if let Op::Opaque(o) = op { o.taken() } else { None }
}

fn any_takes(block: &Block) -> bool {
    block.lets.iter().any(|l| takes(&l.op).is_some() || l.op.blocks().iter().any(any_takes))
}

impl Body<'_> {
    /// Finds the opaque code that is the last to use its captures.
    pub(super) fn find_takers(&mut self, block: &Block) {
        if any_takes(block) {
            let mut views = HashMap::default();
            self.find_views(block, &mut views);
            let mut live = HashSet::default();
            block.results.iter().for_each(|v| self.mark_live(*v, &views, &mut live));
            self.backwards(block, &views, &mut live);
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
    fn backwards(&mut self, block: &Block, views: &HashMap<Var, Var>, live: &mut HashSet<u32>) {
        for l in block.lets.iter().rev() {
            if let Some(v) = takes(&l.op)
                && !self.function.params.contains(&v)
                && !live.contains(&self.find(v))
            {
                self.takers.insert(l.vars[0]);
            }
            match &l.op {
                Op::Branch(_, arms) => {
                    let after = live.clone();
                    for arm in arms {
                        let mut here = after.clone();
                        arm.results.iter().for_each(|v| self.mark_live(*v, views, &mut here));
                        self.backwards(arm, views, &mut here);
                        live.extend(here);
                    }
                }
                op if !op.blocks().is_empty() => {
                    // a variable from outside that one iteration uses is used by the next one as
                    // well
                    for inner in op.blocks() {
                        let mut inside = HashSet::default();
                        defined(inner, &mut inside);
                        self.use_all(inner, &inside, views, live);
                        let mut here = live.clone();
                        inner.results.iter().for_each(|v| self.mark_live(*v, views, &mut here));
                        self.backwards(inner, views, &mut here);
                    }
                }
                _ => {}
            }
            l.op.for_operands(|v| self.mark_live(v, views, live));
        }
    }

    /// Marks all free variables of a block as used.
    fn use_all(
        &self,
        block: &Block,
        inside: &HashSet<Var>,
        views: &HashMap<Var, Var>,
        live: &mut HashSet<u32>,
    ) {
        let results = block.results.iter().copied();
        let used: Vec<Var> = block
            .lets
            .iter()
            .flat_map(|l| l.op.operands())
            .chain(results)
            .filter(|v| !inside.contains(v))
            .collect();
        used.into_iter().for_each(|v| self.mark_live(v, views, live));
        for l in &block.lets {
            l.op.blocks().iter().for_each(|inner| self.use_all(inner, inside, views, live));
        }
    }

    /// Whether opaque code moves its capture.
    pub(super) fn moves_capture(&mut self, l: &Let) -> bool {
        self.takers.contains(&l.vars[0])
            && takes(&l.op).is_some_and(|v| self.home(v).kind == HomeKind::Owned)
    }
}

fn defined(block: &Block, inside: &mut HashSet<Var>) {
    for l in &block.lets {
        inside.extend(&l.vars);
        if let Op::Loop(lp) = &l.op {
            inside.extend(lp.carried.iter().map(|c| c.param));
        }
        l.op.blocks().iter().for_each(|inner| defined(inner, inside));
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
