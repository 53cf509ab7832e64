//! The residuals of a function of both sweeps: they live only while the scope that makes and uses
//! them runs.
//!
//! A scope is the function itself, or a fused loop in it, each of whose iterations consumes the
//! residuals that it saves. At its end the rows of its loops are popped from their stacks. The
//! stacks of callees that are not fused are local to the scope, and are cleared. Their memory is
//! taken from the stacks of the primal (`stacks.g_0`), which does not run meanwhile:
//!
//! ```text
//! let rows = stacks.loop_0.len();
//! let mut g_stacks = core::mem::take(&mut stacks.g_0);
//! for i in 0..n {
//!     …
//!     stacks.loop_0.truncate(rows);
//!     g_stacks.clear();
//! }
//! stacks.g_0 = g_stacks;
//! ```

use super::*;

/// The statements of a scope around its iterations and at their end.
#[derive(Default)]
pub struct Scope {
    /// Before the first.
    pub before: TokenStream,
    /// At the end of each.
    pub release: TokenStream,
    /// After the last.
    pub after: TokenStream,
}

impl Body<'_> {
    /// Whether a loop is fused and its iterations save residuals.
    pub(super) fn is_scope(&self, lp: &Loop) -> bool {
        !self.scopes.is_empty() && lp.collect.is_none() && has_residuals(&lp.body)
    }

    /// Enters a scope, to be left by popping it.
    pub fn scope(&mut self, block: &Block) -> Scope {
        let mut scope = Scope::default();
        let (mut rows, mut callees) = (Vec::new(), Vec::new());
        direct_residuals(block, &mut rows, &mut callees);
        let stacks = self.stacks();
        for rows in rows {
            let site = self.layout.site_of(rows);
            let (field, mark) = (self.layout.stack_field(site), self.namer.fresh("used"));
            scope.before.extend(quote!(let #mark = #stacks.#field.len();));
            scope.release.extend(quote!(#stacks.#field.truncate(#mark);));
        }
        let mut locals = HashMap::default();
        for callee in callees {
            let key = generics::stacks_key(&callee);
            if locals.contains_key(&key) {
                continue;
            }
            let field = self.temporary_stacks(&callee);
            let local =
                self.namer.fresh(&format!("{}_stacks", callee.name().trim_start_matches("r#")));
            scope.before.extend(quote!(let mut #local = ::core::mem::take(&mut #stacks.#field);));
            scope.release.extend(objects::clear(&callee, &quote!(#local)));
            scope.after.extend(quote!(#stacks.#field = #local;));
            locals.insert(key, local);
        }
        self.scopes.push(locals);
        scope
    }

    /// The field of the temporary stacks of a callee: each of the scopes around that have stacks of
    /// the callee has taken a field of its own. A recursive function passes its stacks on.
    pub(super) fn temporary_stacks(&mut self, callee: &Callee) -> Ident {
        let key = generics::stacks_key(callee);
        let taken = self.scopes.iter().filter(|scope| scope.contains_key(&key)).count();
        let purpose = match taken {
            0 if !self.layout.recursive => String::new(),
            taken => format!("_{taken}"),
        };
        self.layout.callee_field(callee, &purpose)
    }
}

fn is_inner_scope(op: &Op) -> bool {
    matches!(op, Op::Loop(lp) if lp.collect.is_none())
}

fn has_residuals(block: &Block) -> bool {
    let (mut rows, mut callees) = (Vec::new(), Vec::new());
    direct_residuals(block, &mut rows, &mut callees);
    !rows.is_empty() || !callees.is_empty()
}

/// The rows that the loops of a scope collect, and the callees that leave frames, without those of
/// scopes inside.
fn direct_residuals(block: &Block, rows: &mut Vec<Var>, callees: &mut Vec<Callee>) {
    for l in &block.lets {
        match &l.op {
            Op::CallPrimal(call) => callees.push(call.callee.clone()),
            Op::Loop(lp) if lp.collect.is_some() => rows.extend(l.vars.last()),
            _ => {}
        }
        if !is_inner_scope(&l.op) {
            for inner in l.op.blocks() {
                direct_residuals(inner, rows, callees);
            }
        }
    }
}
