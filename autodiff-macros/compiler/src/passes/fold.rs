//! Linear A (primal and tangent, implicit uses) → the same with `a[i] += x` as one linear
//! operation.
//!
//! `(v, a') = read a[i]; s = v + x; a'' = update a'[i] = s` is `a'' = accumulate a[i] += x`, if
//! `v`, `a'` and `s` have no other uses. Its transpose is a read, where that of the three would
//! take the element out and write it back; and a loop that only accumulates may run in any order.
//!
//! `(v, a') = read a` of a whole value is `v = a`, if `a'` has no use. Its transpose would add to a
//! zero.

use crate::ir::hash::HashMap;
use crate::ir::*;

/// Folds reads that are written back with an addend.
pub fn fold(function: &mut Function) {
    let uses = function.body.read_counts();
    let mut names = HashMap::default();
    let mut body = std::mem::take(&mut function.body);
    remove_whole_reads(function, &mut body, &uses, &mut names);
    if !names.is_empty() {
        body.rename(&names);
    }
    fold_block(&mut body, &uses);
    function.body = body;
}

/// Removes reads of whole values that are not used again.
fn remove_whole_reads(
    function: &Function,
    block: &mut Block,
    uses: &HashMap<Var, usize>,
    names: &mut HashMap<Var, Var>,
) {
    block.lets.retain_mut(|l| {
        match &mut l.op {
            Op::Branch(_, arms) => {
                arms.iter_mut().for_each(|arm| remove_whole_reads(function, arm, uses, names));
            }
            Op::Loop(lp) => remove_whole_reads(function, &mut lp.body, uses, names),
            _ => {}
        }
        let Op::Linear(Linear::Read(Place { root, path })) = &l.op else { return true };
        let [value, rest] = l.vars[..] else { return true };
        let is_last = path.is_empty() && uses.get(root) == Some(&1) && !uses.contains_key(&rest);
        // a copy of a slice is a vector
        if !is_last || function.ty(*root) != function.ty(value) {
            return true;
        }
        names.insert(value, names.get(root).copied().unwrap_or(*root));
        false
    });
}

fn fold_block(block: &mut Block, uses: &HashMap<Var, usize>) {
    let once = |v: Var| uses.get(&v) == Some(&1);
    let mut at: HashMap<Var, usize> = HashMap::default();
    let mut removed = Vec::new();
    for k in 0..block.lets.len() {
        for v in &block.lets[k].vars {
            at.insert(*v, k);
        }
        match &mut block.lets[k].op {
            Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| fold_block(arm, uses)),
            Op::Loop(lp) => fold_block(&mut lp.body, uses),
            _ => {}
        }
        let Op::Linear(Linear::Update(to, sum)) = &block.lets[k].op else { continue };
        let (Some(&read), Some(&add)) = (at.get(&to.root), at.get(sum)) else { continue };
        let (Op::Linear(Linear::Read(from)), Op::Linear(Linear::Add(x, y))) =
            (&block.lets[read].op, &block.lets[add].op)
        else {
            continue;
        };
        let element = block.lets[read].vars[0];
        let added = match (*x == element, *y == element) {
            (true, false) => *y,
            (false, true) => *x,
            _ => continue,
        };
        // the version of the array that the read returns is the one that is updated, with no let in
        // between
        if block.lets[read].vars[1] == to.root
            && from.path == to.path
            && once(element)
            && once(to.root)
            && once(*sum)
        {
            let place = from.clone();
            removed.extend([read, add]);
            block.lets[k].op = Op::Linear(Linear::Accumulate(place, added));
        }
    }
    let mut k = 0;
    block.lets.retain(|_| {
        k += 1;
        !removed.contains(&(k - 1))
    });
}
