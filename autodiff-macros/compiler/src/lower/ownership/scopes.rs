//! Makes the scopes at whose ends temporaries are dropped ([`super::drops`]), from the recorded
//! ends of statements and of blocks.

use crate::lower::ownership::drops::{
    END_OF_BLOCK, END_OF_SCOPE, END_OF_STATEMENT, GUARD, TemporariesEnd, is_made,
};
use crate::lower::ownership::guard_versions::with_earlier_versions;
use crate::lower::*;
use proc_macro2::{Delimiter, TokenTree};

impl Lowerer<'_> {
    /// Makes scopes of statements with temporaries that may be guards. `ended_before` holds those
    /// that end with a statement inside the current one.
    pub fn end_statements(&mut self, block: &mut Block, ended_before: &mut HashSet<Var>) {
        for l in &mut block.lets {
            match &mut l.op {
                Op::Branch(_, arms) => {
                    arms.iter_mut().for_each(|arm| self.end_statements(arm, ended_before))
                }
                Op::Loop(lp) => self.end_statements(&mut lp.body, ended_before),
                _ => {}
            }
        }
        // most blocks have no value with a destructor: then the records go, all at once
        let may_end = |l: &Let| match &l.op {
            Op::Opaque(o) if o.what == END_OF_BLOCK => !l.op.operands().is_empty(),
            Op::Opaque(o) if o.what == END_OF_STATEMENT => false,
            _ => is_made(l) && self.may_drop(self.f.ty(l.vars[0])) && is_called(l),
        };
        if !block.lets.iter().any(may_end) {
            let is_end = |o: &Opaque| [END_OF_BLOCK, END_OF_STATEMENT].contains(&&*o.what);
            block.lets.retain(|l| !matches!(&l.op, Op::Opaque(o) if is_end(o)));
            return;
        }
        while let Some((at, ended)) =
            block.lets.iter().enumerate().find_map(|(at, l)| Some((at, EndMark::of(l)?)))
        {
            block.lets.remove(at);
            match ended {
                EndMark::Statement(statement) => {
                    self.end_statement(block, at, &statement, ended_before)
                }
                EndMark::Block(guards) => self.end_block(block, at, &guards, ended_before),
            }
        }
    }

    /// Makes a scope of the operations from the first of some variables to the operation before
    /// `end`.
    fn end_block(
        &mut self,
        block: &mut Block,
        end: usize,
        guards: &[Var],
        ended_before: &HashSet<Var>,
    ) {
        let guards = with_earlier_versions(&block.lets[..end], guards);
        let Some(first) =
            block.lets[..end].iter().position(|l| l.vars.iter().any(|v| guards.contains(v)))
        else {
            return;
        };
        self.make_scope(block, first..=end - 1, TemporariesEnd::There, &guards, ended_before);
    }

    /// Makes a scope of a statement whose last operation is the one before `end`.
    fn end_statement(
        &mut self,
        block: &mut Block,
        end: usize,
        statement: &Statement,
        ended_before: &mut HashSet<Var>,
    ) {
        let is_of_it = |v: &Var| (statement.first..statement.last).contains(&(v.0 as usize));
        let may_be_guard = |l: &Let| {
            is_made(l)
                && is_of_it(&l.vars[0])
                && self.may_drop(self.f.ty(l.vars[0]))
                && is_called(l)
        };
        if !block.lets[..end].iter().any(may_be_guard) {
            return;
        }
        let later = read_in(&block.lets[end..], &block.results);
        let is_temporary = |l: &Let| {
            may_be_guard(l)
                && !self.facts.named.contains(&l.vars[0])
                && !ended_before.contains(&l.vars[0])
                && !later.contains(&l.vars[0])
        };
        let Some(first) = block.lets[..end].iter().position(is_temporary) else { return };
        // arithmetic needs no guard
        let is_arithmetic =
            |l: &Let| matches!(l.op, Op::Literal(_) | Op::Blank | Op::Prim(..) | Op::Cast(_));
        let Some(last) =
            block.lets[first..end].iter().rposition(|l| !is_arithmetic(l)).map(|last| first + last)
        else {
            return;
        };
        if self.is_number_of_one(&block.lets[first..=last], is_temporary) {
            let made = block.lets[first].vars[0];
            ended_before.insert(made);
            return;
        }
        self.make_scope(block, first..=last, statement.end, &[], ended_before);
    }

    /// Whether emission writes the only temporary of a statement in place of its only use.
    fn is_number_of_one(&self, lets: &[Let], is_temporary: impl Fn(&Let) -> bool) -> bool {
        let mut lets = lets.iter().filter(|l| !matches!(l.op, Op::Literal(_)));
        let (Some(made), Some(reader), None) = (lets.next(), lets.next(), lets.next()) else {
            return false;
        };
        let is_scalar = matches!(reader.vars[..], [x] if self.f.ty(x).is_scalar());
        let reads = match &reader.op {
            Op::Read(place) => place.root == made.vars[0] && !place.path.is_empty(),
            Op::Opaque(o) => {
                !o.effect
                    && !o.again
                    && o.changes.is_empty()
                    && reader.op.has_operand(|v| v == made.vars[0])
            }
            _ => false,
        };
        is_scalar && reads && is_temporary(made)
    }

    fn make_scope(
        &mut self,
        block: &mut Block,
        range: std::ops::RangeInclusive<usize>,
        end: TemporariesEnd,
        guards: &[Var],
        ended_before: &HashSet<Var>,
    ) {
        let (first, last) = (*range.start(), *range.end());
        let later = read_in(&block.lets[last + 1..], &block.results);
        let (outside, mut inside): (Vec<Let>, Vec<Let>) =
            block.lets[first..=last].iter().cloned().partition(|l| matches!(l.op, Op::Literal(_)));
        let read = read_in(&inside, &[]);
        // a named variable that is not used lives as long as its block
        let is_retained = |v: &Var| {
            !guards.contains(v)
                && self.facts.named.contains(v)
                && self.may_drop(self.f.ty(*v))
                && !read.contains(v)
        };
        let bound = || inside.iter().flat_map(|l| l.vars.iter().map(move |v| (l, *v)));
        let results: Vec<Var> =
            bound().filter(|(_, v)| later.contains(v) || is_retained(v)).map(|(_, v)| v).collect();
        let retained: Vec<Var> = results.iter().copied().filter(|v| !later.contains(v)).collect();
        let leaves = |l: &Let, v: &Var| match end {
            _ if is_reference(l) => false,
            TemporariesEnd::There => true,
            TemporariesEnd::Early => is_owned(self.f.ty(*v)),
        };
        if bound().any(|(l, v)| results.contains(&v) && !leaves(l, &v)) {
            return;
        }
        let mut names = HashMap::default();
        for v in &results {
            let info = self.f.info(*v).clone();
            names.insert(*v, self.f.fresh_primal(info.name, info.ty, info.span));
        }
        for l in &mut inside {
            // what ends with a statement in the scope is still written in place of its use
            let ends_before = l.vars.iter().any(|v| ended_before.contains(v));
            l.rename(&names);
            let renamed = |v: Var| names.get(&v).copied().unwrap_or(v);
            l.vars.iter_mut().for_each(|v| *v = renamed(*v));
            match &mut l.op {
                Op::Opaque(o) => o.temporary &= ends_before,
                Op::Call(call) => call.output = call.output.map(&mut { renamed }),
                _ => {}
            }
        }
        let span = block.lets[first].span;
        let tag = self.f.fresh_primal("scope", Ty::USIZE, span);
        let arm = Block { lets: inside, results: results.iter().map(|v| names[v]).collect() };
        let mut lets = outside;
        lets.push(Let::new(vec![tag], Op::Literal(Literal::Int(0)), span));
        lets.push(Let::new(results, Op::Branch(tag, vec![arm]), span));
        block.lets.splice(first..=last, lets);
        for v in retained {
            // rustc drops it together with the named variables
            let captures = vec![Capture {
                name: "argument_0".into(),
                value: Tree::Leaf(v),
                by_reference: false,
            }];
            let code = quote::quote_spanned!(span=> let _ = &argument_0);
            let held = Opaque { effect: true, ..Opaque::new(code, captures, END_OF_SCOPE) };
            block.push(Vec::new(), Op::Opaque(Box::new(held)), span);
        }
    }
}

/// What ends at an operation.
enum EndMark {
    Statement(Statement),
    /// A block, with those of its variables that may be guards and may be moved.
    Block(Vec<Var>),
}

impl EndMark {
    fn of(l: &Let) -> Option<EndMark> {
        let is_block = matches!(&l.op, Op::Opaque(o) if o.what == END_OF_BLOCK);
        if is_block {
            Some(EndMark::Block(l.op.operands()))
        } else {
            Statement::of(l).map(EndMark::Statement)
        }
    }
}

/// The record at the end of a statement.
struct Statement {
    /// The indices of its variables: the first…
    first: usize,
    /// …and the one after the last.
    last: usize,
    end: TemporariesEnd,
}

impl Statement {
    fn of(l: &Let) -> Option<Statement> {
        let Op::Opaque(o) = &l.op else { return None };
        if o.what != END_OF_STATEMENT {
            return None;
        }
        let noted = o.code.to_string();
        let mut parts =
            noted.split(',').map(|part| part.trim().trim_end_matches("usize").to_string());
        let mut number = || parts.next().and_then(|part| part.parse().ok()).unwrap_or(0);
        let (first, last) = (number(), number());
        let end = if parts.next().is_some_and(|part| part == "true") {
            TemporariesEnd::Early
        } else {
            TemporariesEnd::There
        };
        Some(Statement { first, last, end })
    }
}

fn is_called(l: &Let) -> bool {
    matches!(&l.op, Op::Opaque(o) if o.what == GUARD || calls(&o.code))
}

/// Whether code contains a call: `self.table` is no temporary.
fn calls(code: &TokenStream) -> bool {
    let mut before = None;
    code.clone().into_iter().any(|token| {
        let is_called = match &before {
            Some(TokenTree::Ident(_)) => true,
            // after type arguments, or of a macro
            Some(TokenTree::Punct(p)) => matches!(p.as_char(), '>' | '!'),
            _ => false,
        };
        let found = match &token {
            TokenTree::Group(g) => {
                is_called && g.delimiter() == Delimiter::Parenthesis || calls(&g.stream())
            }
            _ => false,
        };
        before = Some(token);
        found
    })
}

/// Whether a value of the type contains no borrows.
fn is_owned(ty: &Ty) -> bool {
    match ty {
        Ty::Vec(of) | Ty::Deque(of) | Ty::Array(of, _) => is_owned(of),
        Ty::Tuple(parts) => parts.iter().all(is_owned),
        Ty::Text(name) => !name.starts_with('&'),
        Ty::Wrapped(_, of) => is_owned(of),
        // rustc reports one that contains a borrow after all
        Ty::Projected(Projection::Named(_)) => true,
        ty => ty.is_scalar(),
    }
}

/// Whether an operation returns a reference to the place that it reads.
fn is_reference(l: &Let) -> bool {
    match &l.op {
        Op::View(_) => true,
        Op::Opaque(o) => o.again,
        _ => false,
    }
}

/// All variables from outside that operations and results read.
fn read_in(lets: &[Let], results: &[Var]) -> HashSet<Var> {
    lets.iter().flat_map(Let::outside_reads).chain(results.iter().copied()).collect()
}
