//! Branches and loops, without the variables that they only thread through → the same on ordinary
//! variables, rows as vectors.

use super::{Pass, Value, owned_type};
use crate::ir::hash::{HashMap, HashSet};
use crate::ir::*;
use crate::primitives::Prim;
use proc_macro2::Span;

/// Rows as vectors.
#[derive(Clone)]
pub(super) struct Rows {
    /// Their count.
    count: Var,
    /// For each column of a row, a vector of its values.
    columns: Vec<Column>,
    /// Whether the first row in the vectors is that of the last index value.
    reversed: bool,
}

#[derive(Clone)]
enum Column {
    Values(Var),
    /// Rows in rows: vectors of vectors.
    Rows(Rows),
}

impl Rows {
    /// The variables, in order.
    fn vars(&self) -> Vec<Var> {
        let mut vars = vec![self.count];
        for column in &self.columns {
            match column {
                Column::Values(v) => vars.push(*v),
                Column::Rows(rows) => vars.extend(rows.vars()),
            }
        }
        vars
    }

    /// The same over other variables, given in order.
    fn with_variables(&self, vars: &mut impl Iterator<Item = Var>) -> Rows {
        let mut next = |old: Var| vars.next().unwrap_or(old);
        let count = next(self.count);
        let columns = self
            .columns
            .iter()
            .map(|column| match column {
                Column::Values(v) => Column::Values(vars.next().unwrap_or(*v)),
                Column::Rows(rows) => Column::Rows(rows.with_variables(vars)),
            })
            .collect();
        Rows { count, columns, reversed: self.reversed }
    }
}

impl Pass<'_> {
    pub(super) fn branch(&mut self, l: &Let, tag: Var, arms: &[Block]) -> Result<(), String> {
        let span = l.span;
        let mut done: Vec<(Block, Vec<Value>)> = Vec::new();
        for arm in arms {
            let saved = std::mem::take(&mut self.out);
            let lets = self.lets(&arm.lets);
            let values = lets.and_then(|()| arm.results.iter().map(|v| self.value(*v)).collect());
            let block = std::mem::replace(&mut self.out, saved);
            done.push((block, values?));
        }
        let mut vars = Vec::new();
        for (k, var) in l.vars.iter().enumerate() {
            let rows = done.iter().find_map(|(_, values)| {
                if let Value::Rows(rows) = &values[k] { Some(rows.clone()) } else { None }
            });
            match rows {
                Some(like) => {
                    let new = self.copy_variables(&like.vars());
                    for (block, values) in &mut done {
                        let results = match &values[k] {
                            Value::Rows(rows) => rows.vars(),
                            _ => {
                                // no rows: count zero, and empty vectors
                                let saved = std::mem::replace(&mut self.out, std::mem::take(block));
                                let none = self.copy_variables(&new);
                                for v in &none {
                                    let op = if self.function.ty(*v).is_int() {
                                        Op::Literal(Literal::Int(0))
                                    } else {
                                        Op::Array(Vec::new())
                                    };
                                    self.push(vec![*v], op, span);
                                }
                                *block = std::mem::replace(&mut self.out, saved);
                                none
                            }
                        };
                        block.results.extend(results);
                    }
                    self.rows.insert(*var, Some(like.with_variables(&mut new.iter().copied())));
                    vars.extend(new);
                }
                None if done.iter().any(|(_, values)| matches!(values[k], Value::NoRows)) => {
                    drop(self.rows.insert(*var, None))
                }
                None => {
                    let results: Vec<Var> = done
                        .iter()
                        .map(|(_, values)| {
                            if let Value::One(v) = values[k] {
                                v
                            } else {
                                unreachable!("rows are above")
                            }
                        })
                        .collect();
                    // a linear variable that each arm returns unchanged
                    let inner =
                        done.first().is_some_and(|(block, _)| is_bound_in(block, results[0]));
                    if self.source.is_linear(*var)
                        && !inner
                        && results.iter().all(|r| *r == results[0])
                    {
                        self.names.insert(*var, results[0]);
                        continue;
                    }
                    for ((block, _), result) in done.iter_mut().zip(results) {
                        block.results.push(result);
                    }
                    vars.push(*var);
                }
            }
        }
        let tag = self.name(tag);
        let arms: Vec<Block> = done.into_iter().map(|(block, _)| block).collect();
        if !vars.is_empty() || arms.iter().any(|arm| !arm.lets.is_empty()) {
            self.push(vars, Op::Branch(tag, arms), span);
        }
        Ok(())
    }

    /// New variables with the names and types of the given ones.
    pub(super) fn copy_variables(&mut self, vars: &[Var]) -> Vec<Var> {
        vars.iter()
            .map(|v| {
                let info = self.function.info(*v).clone();
                self.function.fresh_primal(info.name, owned_type(&info.ty), info.span)
            })
            .collect()
    }

    pub(super) fn loop_(&mut self, l: &Let, lp: &Loop) -> Result<(), String> {
        let span = l.span;
        let mut header =
            Op::Loop(Box::new(Loop { body: Block::default(), consume: None, ..lp.clone() }));
        header.map_operands(&mut |v| self.name(v));
        let Op::Loop(mut new) = header else { unreachable!("a loop") };
        new.collect = None;
        let mut finals = l.vars[..lp.carried.len()].to_vec();
        let consumed = match &lp.consume {
            None => None,
            Some((rows, row)) => match self.value(*rows)? {
                Value::Rows(rows) => Some((rows, row)),
                // of a branch not taken: no iteration, and the columns do not exist
                _ => {
                    return Err(format!(
                        "`{}`: a loop over rows that nothing collects",
                        self.source.name
                    ));
                }
            },
        };
        let counter =
            consumed.as_ref().and_then(|(rows, _)| self.count_rows(lp, rows, &mut new, span));
        finals.extend(counter.map(|_| self.function.fresh_primal("k", Ty::USIZE, span)));
        let saved = std::mem::take(&mut self.out);
        let mut next_counter = None;
        if let Some((rows, row)) = &consumed {
            let position;
            (position, next_counter) = self.row_position(lp, &new, counter, span);
            self.bind_row(rows, position, row, span)?;
        }
        let body = self.lets(&lp.body.lets).and_then(|()| {
            lp.body.results.iter().map(|v| self.value(*v)).collect::<Result<Vec<_>, _>>()
        });
        for value in body? {
            match value {
                Value::One(v) => new.body.results.push(v),
                Value::Rows(_) | Value::NoRows => {
                    return Err(format!("`{}`: a loop carries rows", self.source.name));
                }
            }
        }
        new.body.results.extend(next_counter);
        if let Some(again) = &mut new.again {
            *again = self.name(*again);
        }
        if let Some(collect) = &lp.collect {
            let (pushed, rows) = self.collect_row(collect, lp.backward, span)?;
            new.body.lets = std::mem::replace(&mut self.out, saved).lets;
            new.body.results.extend(pushed);
            let last = self.carry_rows(&rows, &mut new, span);
            finals.extend(&last);
            self.rows
                .insert(l.vars[lp.carried.len()], Some(rows.with_variables(&mut last.into_iter())));
        } else {
            new.body.lets = std::mem::replace(&mut self.out, saved).lets;
        }
        self.remove_threaded(&mut new, &mut finals);
        self.push(finals, Op::Loop(new), span);
        Ok(())
    }

    /// Turns a loop over rows into one over a range. Where its index does not determine the row,
    /// the loop carries a counter, whose parameter is returned.
    fn count_rows(&mut self, lp: &Loop, rows: &Rows, new: &mut Loop, span: Span) -> Option<Var> {
        match &lp.iteration {
            Iteration::Rows => {
                let from = self.int(0, span);
                let index = self.function.fresh_primal("k", Ty::USIZE, span);
                new.iteration = Iteration::Range(Range {
                    index,
                    from,
                    to: rows.count,
                    inclusive: false,
                    adaptors: Vec::new(),
                });
                None
            }
            Iteration::Range(r) if r.adaptors.is_empty() => None,
            Iteration::Range(_) | Iteration::Forever => {
                let init = if lp.backward { rows.count } else { self.int(0, span) };
                let param = self.function.fresh_primal("k", Ty::USIZE, span);
                new.carried.push(Carried { init, param });
                Some(param)
            }
        }
    }

    /// The index of the row of an iteration, and the next value of the counter.
    fn row_position(
        &mut self,
        lp: &Loop,
        new: &Loop,
        counter: Option<Var>,
        span: Span,
    ) -> (Var, Option<Var>) {
        if let Some(k) = counter {
            let one = self.int(1, span);
            let prim = if lp.backward { Prim::Sub } else { Prim::Add };
            let next = self.let_("k", Ty::USIZE, Op::Prim(prim, vec![k, one]), span);
            return (if lp.backward { next } else { k }, Some(next));
        }
        let Iteration::Range(Range { index, from, .. }) = new.iteration else {
            unreachable!("a loop over rows became one over a range")
        };
        let ty = self.function.ty(index).clone();
        let from_start = matches!(lp.iteration, Iteration::Rows);
        let position = if from_start {
            index
        } else {
            self.let_("k", ty.clone(), Op::Prim(Prim::Sub, vec![index, from]), span)
        };
        let position = if ty == Ty::USIZE {
            position
        } else {
            self.let_("k", Ty::USIZE, Op::Cast(position), span)
        };
        (position, None)
    }

    /// Carries the vectors of collected rows, which are empty before the loop. Returns the
    /// variables of their last versions.
    fn carry_rows(&mut self, rows: &Rows, new: &mut Loop, span: Span) -> Vec<Var> {
        let params = rows.vars();
        let inits = self.copy_variables(&params);
        for v in &inits {
            let op = if self.function.ty(*v).is_int() {
                Op::Literal(Literal::Int(0))
            } else {
                Op::Array(Vec::new())
            };
            self.push(vec![*v], op, span);
        }
        new.carried.extend(
            inits.iter().zip(&params).map(|(init, param)| Carried { init: *init, param: *param }),
        );
        self.copy_variables(&params)
    }

    /// Removes the linear variables that an iteration returns unchanged from the carried ones.
    fn remove_threaded(&mut self, new: &mut Loop, finals: &mut Vec<Var>) {
        let mut through = HashMap::default();
        let mut changed = Vec::new();
        for (k, c) in new.carried.iter().enumerate() {
            let unchanged = new.body.results[k] == c.param
                && self.source.vars.len() > c.param.0 as usize
                && self.source.is_linear(c.param);
            if unchanged {
                through.insert(c.param, c.init);
                self.names.insert(finals[k], c.init);
            }
            changed.push(!unchanged);
        }
        let mut remaining = changed.iter();
        new.carried.retain(|_| *remaining.next().unwrap_or(&true));
        let remaining = |vars: &mut Vec<Var>| {
            *vars = std::mem::take(vars)
                .into_iter()
                .zip(&changed)
                .filter(|(_, k)| **k)
                .map(|(v, _)| v)
                .collect()
        };
        remaining(&mut new.body.results);
        remaining(finals);
        new.body.rename(&through);
    }

    /// Binds the values of the row at a position.
    pub(super) fn bind_row(
        &mut self,
        rows: &Rows,
        position: Var,
        row: &[Var],
        span: Span,
    ) -> Result<(), String> {
        let position = if rows.reversed {
            let one = self.int(1, span);
            let last =
                self.let_("last", Ty::USIZE, Op::Prim(Prim::Sub, vec![rows.count, one]), span);
            self.let_("k", Ty::USIZE, Op::Prim(Prim::Sub, vec![last, position]), span)
        } else {
            position
        };
        if rows.columns.len() != row.len() {
            return Err(format!(
                "`{}`: rows of {} values bind {}",
                self.source.name,
                rows.columns.len(),
                row.len()
            ));
        }
        for (column, v) in rows.columns.iter().zip(row) {
            match column {
                Column::Values(column) => self.element(*v, *column, position, span),
                Column::Rows(inner) => {
                    let vars: Vec<Var> = inner
                        .vars()
                        .into_iter()
                        .map(|column| {
                            let info = self.function.info(column).clone();
                            let ty = info.ty.element().cloned().map_or(info.ty, Into::into);
                            let element = self.function.fresh_primal(info.name, ty, span);
                            self.element(element, column, position, span);
                            element
                        })
                        .collect();
                    self.rows.insert(*v, Some(inner.with_variables(&mut vars.into_iter())));
                }
            }
        }
        Ok(())
    }

    pub(super) fn element(&mut self, var: Var, column: Var, position: Var, span: Span) {
        let place = Place { root: column, path: vec![Step::Index(position)] };
        let op =
            if self.function.ty(var).is_sequence() { Op::View(place) } else { Op::Read(place) };
        self.push(vec![var], op, span);
    }

    /// At the end of an iteration: appends the values of its row. Returns the vectors after that,
    /// and the vectors before as rows.
    pub(super) fn collect_row(
        &mut self,
        collect: &[Var],
        backward: bool,
        span: Span,
    ) -> Result<(Vec<Var>, Rows), String> {
        let count = self.function.fresh_primal("count", Ty::USIZE, span);
        let one = self.int(1, span);
        let mut pushed =
            vec![self.let_("count", Ty::USIZE, Op::Prim(Prim::Add, vec![count, one]), span)];
        let mut columns = Vec::new();
        for v in collect {
            match self.value(*v)? {
                Value::One(v) => {
                    let column = self.append(v, &mut pushed, span);
                    columns.push(Column::Values(column));
                }
                Value::Rows(rows) => {
                    let vars: Vec<Var> = rows
                        .vars()
                        .into_iter()
                        .map(|v| self.append(v, &mut pushed, span))
                        .collect();
                    columns.push(Column::Rows(rows.with_variables(&mut vars.into_iter())));
                }
                Value::NoRows => {
                    return Err(format!(
                        "`{}`: an iteration keeps rows that nothing collects",
                        self.source.name
                    ));
                }
            }
        }
        Ok((pushed, Rows { count, columns, reversed: backward }))
    }

    pub(super) fn append(&mut self, v: Var, pushed: &mut Vec<Var>, span: Span) -> Var {
        let info = self.function.info(v).clone();
        let ty = owned_type(&info.ty);
        // a borrowed value is copied
        let value = if matches!(*info.ty, Ty::Slice(_)) {
            self.let_(&info.name, ty.clone(), Op::Read(Place::of_var(v)), span)
        } else {
            v
        };
        let column = self.function.fresh_primal(
            format!("{}s", info.name),
            Ty::Vec(Box::new(ty.clone())),
            span,
        );
        let after = self.let_(
            &format!("{}s", info.name),
            Ty::Vec(Box::new(ty)),
            Op::Push(Place::of_var(column), End::Last, value),
            span,
        );
        pushed.push(after);
        column
    }
}

/// Whether a block itself binds a variable.
fn is_bound_in(block: &Block, var: Var) -> bool {
    block.lets.iter().any(|l| l.vars.contains(&var))
}

/// All variables that a block binds, including those of inner blocks.
pub(super) fn collect_bound(block: &Block, bound: &mut Vec<Var>) {
    for l in &block.lets {
        bound.extend(&l.vars);
        if let Op::Loop(lp) = &l.op {
            bound.extend(lp.params());
        }
        for inner in l.op.blocks() {
            collect_bound(inner, bound);
        }
    }
    let mut seen = HashSet::default();
    bound.retain(|v| seen.insert(*v));
}

/// Renames the variables that a block binds (see [`Block::rename`] for those it reads).
pub(super) fn rename_bound(block: &mut Block, names: &HashMap<Var, Var>) {
    let rename = |v: &mut Var| *v = names.get(v).copied().unwrap_or(*v);
    for l in &mut block.lets {
        l.vars.iter_mut().for_each(rename);
        match &mut l.op {
            Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| rename_bound(arm, names)),
            Op::Loop(lp) => {
                lp.carried.iter_mut().for_each(|c| rename(&mut c.param));
                if let Iteration::Range(r) = &mut lp.iteration {
                    rename(&mut r.index);
                }
                if let Some((_, row)) = &mut lp.consume {
                    row.iter_mut().for_each(rename);
                }
                rename_bound(&mut lp.body, names);
            }
            _ => {}
        }
    }
}
