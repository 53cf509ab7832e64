//! Splits outputs that turned out to be tuples into one variable for each component.

use crate::lower::*;

impl Lowerer<'_> {
    pub(super) fn split_outputs<'b>(&mut self, blocks: impl Iterator<Item = &'b mut Block>) {
        if self.facts.splits.is_empty() {
            return;
        }
        let splits = std::mem::take(&mut self.facts.splits);
        let mut wrong = Vec::new();
        blocks.for_each(|block| apply_splits(block, &splits, &mut wrong));
        for (span, var) in wrong {
            self.note_tuple(&self.ty(var), splits[&var].len());
            self.diagnostics.error(
                span,
                "cannot infer that this is a tuple: annotate the `let` that binds it, as in `let \
                 p: (f64, f64) = …;`",
            );
        }
    }
}

fn apply_splits(block: &mut Block, splits: &HashMap<Var, Vec<Var>>, wrong: &mut Vec<(Span, Var)>) {
    for l in &mut block.lets {
        match &mut l.op {
            Op::Call(call) => {
                let before = call.output.leaves().len();
                call.output = split_tree(&call.output, splits);
                let versions = l.vars.split_off(before.min(l.vars.len()));
                l.vars = call.output.leaves();
                l.vars.extend(versions);
                for argument in &mut call.arguments {
                    if let Argument::Value(tree) | Argument::Index(tree) = argument {
                        *tree = split_tree(tree, splits);
                    }
                }
            }
            Op::Opaque(o) => {
                o.captures.iter_mut().for_each(|c| c.value = split_tree(&c.value, splits))
            }
            Op::Branch(_, arms) => arms.iter_mut().for_each(|a| apply_splits(a, splits, wrong)),
            Op::Loop(lp) => apply_splits(&mut lp.body, splits, wrong),
            _ => {}
        }
        if !matches!(l.op, Op::Branch(..) | Op::Loop(_)) {
            wrong.extend(
                l.op.operands().into_iter().find(|v| splits.contains_key(v)).map(|v| (l.span, v)),
            );
        }
        let given = l.vars.iter().find(|v| splits.contains_key(v) && block.results.contains(v));
        wrong.extend(given.map(|v| (l.span, *v)));
    }
}

fn split_tree(tree: &Tree, splits: &HashMap<Var, Vec<Var>>) -> Tree {
    match tree {
        Tree::Leaf(v) => match splits.get(v) {
            Some(parts) => {
                Tree::Tuple(parts.iter().map(|p| split_tree(&Tree::Leaf(*p), splits)).collect())
            }
            None => Tree::Leaf(*v),
        },
        Tree::Tuple(parts) => Tree::Tuple(parts.iter().map(|p| split_tree(p, splits)).collect()),
    }
}
