//! Homes: which variables of Linear A share a Rust variable, which of them change, and which
//! expressions are inlined at their use.

use super::*;

/// How a variable is used.
#[derive(Clone, Copy, Default)]
struct Use {
    /// The count of uses.
    count: u32,
    /// Whether a use is outside the block that binds it, or where no expression is allowed.
    elsewhere: bool,
    /// The block that binds it.
    block: u32,
    /// Whether it is a scalar that can be replaced by its expression.
    pure: bool,
}

struct Uses {
    /// Indexed by variable.
    uses: Vec<Use>,
    /// The count of visited blocks; they are numbered from 1.
    blocks: u32,
}

impl Uses {
    fn note_use(&mut self, v: Var, plain: bool, here: u32) {
        let of = &mut self.uses[v.0 as usize];
        of.count += 1;
        of.elsewhere |= !plain || of.block != here;
    }
}

impl Body<'_> {
    pub(super) fn find(&self, v: Var) -> u32 {
        let mut at = v.0;
        while self.parents[at as usize] != at {
            at = self.parents[at as usize];
        }
        at
    }

    pub(super) fn union(&mut self, new: Var, with: Var) {
        let (a, b) = (self.find(new), self.find(with));
        if a != b {
            self.parents[a as usize] = b;
        }
    }

    pub(super) fn is_scalar(&self, v: Var) -> bool {
        self.function.ty(v).is_scalar()
    }

    pub(super) fn share_homes(&mut self, block: &Block, accumulators: &[Var]) {
        for l in &block.lets {
            match &l.op {
                Op::Update(p, _) | Op::Push(p, _, _) | Op::Pop(p, _) => {
                    self.union(l.vars[0], p.root)
                }
                Op::Swap(root, ..) => self.union(l.vars[0], *root),
                Op::Opaque(o) => {
                    o.changed_versions(&l.vars).for_each(|(root, v)| self.share_changed(root, v))
                }
                Op::Call(c) | Op::CallPrimal(c) => self.share_unique(&l.vars, c),
                Op::CallJvp(c) | Op::CallVjp(c) => {
                    self.share_unique(&l.vars, &c.call);
                    self.share_threaded(&l.vars, c);
                }
                Op::Linear(op) => match op {
                    Linear::Dup(x) => {
                        self.union(l.vars[1], *x);
                        if self.is_scalar(*x) {
                            self.union(l.vars[0], *x);
                        }
                    }
                    Linear::Add(x, y) if !self.is_scalar(*x) => {
                        let y_accumulates =
                            accumulators.iter().any(|a| self.find(*a) == self.find(*y));
                        self.union(l.vars[0], if y_accumulates { *y } else { *x });
                    }
                    Linear::Read(p) | Linear::Take(p) => self.union(l.vars[1], p.root),
                    Linear::Accumulate(p, _)
                    | Linear::Update(p, _)
                    | Linear::Push(p, _, _)
                    | Linear::Pop(p, _) => self.union(l.vars[0], p.root),
                    Linear::Swap(root, ..) => self.union(l.vars[0], *root),
                    Linear::Call(c) => self.share_threaded(&l.vars, c),
                    _ => {}
                },
                Op::Branch(_, arms) => {
                    let inside: HashSet<Var> = arms.iter().flat_map(bound_vars).collect();
                    for arm in arms {
                        self.share_homes(arm, accumulators);
                    }
                    for (k, v) in l.vars.iter().enumerate() {
                        let home = self.find(arms[0].results[k]);
                        let same = arms.iter().all(|arm| self.find(arm.results[k]) == home);
                        if same && !inside.contains(&Var(home)) {
                            self.union(*v, Var(home));
                        }
                    }
                }
                Op::Loop(lp) => {
                    for (c, last) in lp.carried.iter().zip(&l.vars) {
                        self.union(*last, c.param);
                        if !self.is_scalar(c.param) {
                            self.union(c.param, c.init);
                        }
                    }
                    self.share_homes(&lp.body, accumulators);
                    for (c, next) in lp.carried.iter().zip(&lp.body.results) {
                        // passed on unchanged
                        if self.find(*next) == self.find(c.param) {
                            self.union(c.param, c.init);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    pub(super) fn share_unique(&mut self, vars: &[Var], call: &Call) {
        let leaves = call.output.leaves().len();
        let roots: Vec<Var> = call
            .arguments
            .iter()
            .filter_map(|a| if let Argument::Unique(p) = a { Some(p.root) } else { None })
            .collect();
        for (root, v) in roots.into_iter().zip(&vars[leaves..]) {
            self.share_changed(root, *v);
        }
    }

    fn share_changed(&mut self, root: Var, version: Var) {
        if !self.is_scalar(root) {
            self.union(version, root);
        }
    }

    pub(super) fn share_threaded(&mut self, vars: &[Var], call: &LinearCall) {
        let roots: Vec<Var> = call
            .arguments
            .iter()
            .filter_map(|a| if let LinearArgument::Threaded(p) = a { Some(p.root) } else { None })
            .collect();
        let changed: HashSet<Var> = changed_tangents(call).collect();
        let first = vars.len() - roots.len();
        for (root, v) in roots.into_iter().zip(&vars[first..]) {
            // a scalar that a call changes gets a new variable, since others may share its old one
            if !(self.is_scalar(root) && changed.contains(&root)) {
                self.union(*v, root);
            }
        }
    }

    pub(super) fn find_mutated(&mut self, block: &Block) {
        for l in &block.lets {
            let mut mutated = Vec::new();
            match &l.op {
                Op::Update(Place { root, .. }, _)
                | Op::Push(Place { root, .. }, _, _)
                | Op::Pop(Place { root, .. }, _)
                | Op::Swap(root, ..) => {
                    mutated.push(*root);
                }
                Op::Opaque(o) => mutated.extend(o.changes.iter().map(|change| change.place.root)),
                Op::Call(c) | Op::CallPrimal(c) => {
                    mutated.extend(c.arguments.iter().filter_map(|a| {
                        if let Argument::Unique(p) = a { Some(p.root) } else { None }
                    }))
                }
                Op::CallJvp(c) | Op::CallVjp(c) => {
                    mutated.extend(c.call.arguments.iter().filter_map(|a| {
                        if let Argument::Unique(p) = a { Some(p.root) } else { None }
                    }));
                    mutated.extend(changed_tangents(c));
                }
                Op::Linear(op) => match op {
                    Linear::Add(x, _) if !self.is_scalar(*x) => mutated.push(l.vars[0]),
                    Linear::Accumulate(p, _)
                    | Linear::Update(p, _)
                    | Linear::Take(p)
                    | Linear::Push(p, _, _)
                    | Linear::Pop(p, _) => {
                        mutated.push(p.root);
                    }
                    Linear::Swap(root, ..) => mutated.push(*root),
                    Linear::Call(c) => mutated.extend(changed_tangents(c)),
                    _ => {}
                },
                Op::Loop(lp) => {
                    for (c, next) in lp.carried.iter().zip(&lp.body.results) {
                        if self.find(*next) != self.find(c.param) {
                            mutated.push(c.param);
                        }
                    }
                }
                _ => {}
            }
            for v in mutated {
                let root = self.find(v);
                self.mutated[root as usize] = true;
            }
            for inner in l.op.blocks() {
                self.find_mutated(inner);
            }
        }
    }

    /// Whether the home of a variable is assigned or changed somewhere.
    pub fn is_mutated(&self, v: Var) -> bool {
        self.mutated[self.find(v) as usize]
    }

    /// Whether two variables share a home.
    pub fn is_same_home(&self, a: Var, b: Var) -> bool {
        self.find(a) == self.find(b)
    }

    pub(super) fn find_inlinable(&mut self) {
        let mut uses = Uses { uses: vec![Use::default(); self.function.vars.len()], blocks: 0 };
        self.count_uses(&self.function.body, &mut uses, true);
        // variables that share a home are not inlined
        for (k, home) in self.parents.iter().enumerate() {
            if *home != k as u32 {
                uses.uses[k].pure = false;
                uses.uses[*home as usize].pure = false;
            }
        }
        self.inlinable =
            uses.uses.iter().map(|of| of.pure && of.count == 1 && !of.elsewhere).collect();
        let mut temporaries = HashSet::default();
        self.find_temporaries(&self.function.body, &uses, &mut temporaries);
        self.temporaries = temporaries;
    }

    /// Temporaries that are only used by the next statement, which reads a number from them: they
    /// are dropped there, as in the user's function. If a lock lived longer, the next lock would
    /// wait for it.
    fn find_temporaries(&self, block: &Block, uses: &Uses, found: &mut HashSet<Var>) {
        for (k, l) in block.lets.iter().enumerate() {
            let next = block.lets[k + 1..].iter().find(|next| !matches!(next.op, Op::Literal(_)));
            if let (Op::Opaque(o), [v], Some(next)) = (&l.op, &l.vars[..], next) {
                let reads = match &next.op {
                    Op::Read(place) => place.root == *v && !place.path.is_empty(),
                    Op::Opaque(reader)
                        if !reader.effect && !reader.again && reader.changes.is_empty() =>
                    {
                        reader
                            .captures
                            .iter()
                            .any(|c| matches!(c.value, Tree::Leaf(of) if of == *v))
                    }
                    _ => false,
                };
                let is_number = matches!(next.vars[..], [x] if self.is_scalar(x));
                let is_unresolved =
                    !self.is_scalar(*v) && !o.is_constant() && uses.uses[v.0 as usize].count == 1;
                if o.temporary
                    && o.changes.is_empty()
                    && reads
                    && is_number
                    && is_unresolved
                    && self.has_own_home(*v)
                {
                    found.insert(*v);
                }
            }
            for inner in l.op.blocks() {
                self.find_temporaries(inner, uses, found);
            }
        }
    }

    fn has_own_home(&self, v: Var) -> bool {
        self.parents
            .iter()
            .enumerate()
            .all(|(k, home)| k as u32 == v.0 && *home == v.0 || k as u32 != v.0 && *home != v.0)
    }

    /// Counts uses.
    fn count_uses(&self, block: &Block, uses: &mut Uses, inline_results: bool) {
        uses.blocks += 1;
        let here = uses.blocks;
        for l in &block.lets {
            let pure = matches!(
                &l.op,
                Op::Prim(..)
                    | Op::Cast(_)
                    | Op::Linear(
                        Linear::Neg(_)
                            | Linear::Scale(..)
                            | Linear::Unscale(..)
                            | Linear::Add(..)
                            | Linear::Cast(_)
                    )
            );
            let takes_expressions = !matches!(&l.op, Op::Opaque(_))
                && !matches!(&l.op, Op::Loop(lp) if lp.collect.is_some())
                && !matches!(&l.op, Op::Constant(_) | Op::Linear(Linear::Dup(_)));
            l.op.for_operands(|v| uses.note_use(v, takes_expressions, here));
            match &l.op {
                Op::Branch(_, arms) => {
                    for arm in arms {
                        self.count_uses(arm, uses, true);
                    }
                }
                Op::Loop(lp) => {
                    self.count_uses(&lp.body, uses, false);
                    for v in lp.tail_reads() {
                        uses.note_use(v, false, here);
                    }
                }
                _ => {}
            }
            for v in &l.vars {
                let of = &mut uses.uses[v.0 as usize];
                of.block = here;
                of.pure =
                    pure && l.vars.len() == 1 && self.is_scalar(*v) && !self.all_literal(&l.op);
            }
        }
        for v in &block.results {
            uses.note_use(*v, inline_results, here);
        }
    }

    pub(super) fn all_literal(&self, op: &Op) -> bool {
        // literal operands are found by name only; a `let` with a type is always correct
        let mut all = true;
        op.for_operands(|v| all &= self.function.name(v) == "lit");
        all
    }

    /// Sets the home of a parameter's variable.
    pub fn place_home(&mut self, v: Var, expr: TokenStream, kind: HomeKind) {
        let root = self.find(v);
        let length = expr.to_string().len();
        self.homes.insert(root, Home { expr: expr.into(), kind, length });
    }

    /// Registers a variable as the initial value behind a mutable reference.
    pub fn register_referent(&mut self, v: Var, referent: TokenStream) {
        self.referents.insert(v, referent);
    }

    /// Writes the final version back through a mutable parameter, unless it is there already.
    pub fn write_back(&mut self, first: Var, last: Var) -> TokenStream {
        let Some(referent) = self.referents.get(&first).cloned() else { return TokenStream::new() };
        let scalar = self.is_scalar(first);
        if first == last || !scalar && self.is_same_home(first, last) {
            return TokenStream::new();
        }
        let value = self.tokens(last);
        if matches!(self.function.ty(first), Ty::Slice(_)) {
            return quote!((#referent).clone_from_slice(&#value[..]););
        }
        quote!(#referent = #value;)
    }

    /// Chooses a name for a variable and makes it its home.
    pub fn bind_home(&mut self, v: Var) -> Ident {
        let root = self.find(v);
        if let Some(home) = self.homes.get(&root) {
            // a home that was bound in another arm or loop: bind it again under the same name
            if let Code::Name(name) = &home.expr {
                return name.clone();
            }
        }
        let name = self.namer.of(self.function, v);
        self.homes.insert(root, Home::local(&name));
        name
    }

    pub(super) fn home(&mut self, v: Var) -> Home {
        let root = self.find(v);
        if let Some(home) = self.homes.get(&root) {
            return home.clone();
        }
        let name = self.bind_home(v);
        Home::local(&name)
    }

    pub(super) fn let_name(&mut self, v: Var) -> Binding {
        Binding { mutable: self.is_mutated(v), name: self.bind_home(v) }
    }
}

/// A variable where it is bound: `x` or `mut x`.
pub(super) struct Binding {
    mutable: bool,
    name: Ident,
}

impl ToTokens for Binding {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        if self.mutable {
            tokens.append(Ident::new("mut", Span::call_site()));
        }
        tokens.append(self.name.clone());
    }
}

/// The roots of the linear arrays that a call changes: in a transposed call all that it threads, in
/// a forward call those of arguments by mutable reference.
fn changed_tangents(call: &LinearCall) -> impl Iterator<Item = Var> {
    call.call.arguments.iter().zip(&call.arguments).filter_map(|(argument, linear)| {
        match (argument, linear) {
            (Argument::Unique(_), LinearArgument::Threaded(p)) => Some(p.root),
            (_, LinearArgument::Threaded(p)) if call.transposed => Some(p.root),
            _ => None,
        }
    })
}
