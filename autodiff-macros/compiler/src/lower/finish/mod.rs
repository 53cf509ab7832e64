//! The end of lowering: decides which calls see an active value, and resolves all types.
//!
//! [`activity`] finds the variables that depend on an active parameter. [`plain_calls`] rewrites
//! the other calls as opaque code. [`resolution`] resolves the types, and [`discrete`] those of
//! parameters that are only compared. [`tuples`] splits outputs that turned out to be tuples.
//! [`array_views`] keeps views of arrays that need no copy, and [`moved_operands`] moves arrays that
//! are not read again. [`constant_factors`] finds factors of arrays that are inactive.

mod activity;
mod array_views;
mod constant_factors;
mod discrete;
mod moved_operands;
mod plain_calls;
mod resolution;
mod tuples;

use super::*;
use crate::lower::functions::values::LiftedClosure;
use crate::type_class;
use activity::collect_reads;

impl Lowerer<'_> {
    /// The finished function and its lifted closures, and the feedback for the next round.
    pub fn finish(
        mut self,
        interface: &mut Interface,
        feedback: &mut Feedback,
    ) -> (Function, Vec<LiftedFunction>) {
        let mut body = self.finish_body_block(interface);
        let mut lifted = std::mem::take(&mut self.collected.lifted);
        self.split_outputs(
            std::iter::once(&mut body).chain(lifted.iter_mut().map(|l| &mut l.body)),
        );
        self.infer_conversions();
        let active =
            interface.params.iter().filter(|p| p.is_active()).flat_map(|p| p.value.leaves());
        let active = active.filter(|v| !self.types.is_discrete(self.f.ty(*v))).collect();
        let varied = self.varied_variables(active, &body);
        self.settle_operators(&mut body, &varied, &mut lifted);
        std::iter::once(&mut body).chain(lifted.iter_mut().map(|l| &mut l.body)).for_each(
            |block| {
                self.settle_conversions(block);
                self.settle_ends(block);
            },
        );
        let bodies = std::iter::once(&body).chain(lifted.iter().map(|l| &l.body));
        bodies.for_each(|body| self.find_array_views(body));
        let plain = self.settle_calls(&mut body, &varied, &mut lifted);
        self.check_active_methods(&plain);
        self.settle_open_types(&body, &lifted);
        self.move_operands(&mut body, &varied, &interface.params);
        self.select_constant_factors(&mut body, &varied);
        for l in &mut lifted {
            let varied = self.varied_variables(self.varied_params(l), &l.body);
            self.move_operands(&mut l.body, &varied, &[]);
            self.select_constant_factors(&mut l.body, &varied);
        }
        self.resolve(&plain);
        self.note_constants();
        self.check_iterated(&body);
        lifted.iter().for_each(|l| self.check_iterated(&l.body));
        self.borrow_constants(&mut body);
        lifted.iter_mut().for_each(|l| self.borrow_constants(&mut l.body));
        self.finish_params(interface, &body, &plain);
        self.finish_interface(interface, &plain);
        self.finish_body(&mut body, interface, &plain);
        let lifted = lifted.into_iter().map(|l| self.finish_lifted(l, &interface.generics, &plain));
        let lifted = lifted.collect();
        self.f.body = body;
        *feedback = self.feedback;
        (self.f, lifted)
    }

    /// The body of the function: its results are the returned values, then the final values of the
    /// `&mut` parameters.
    fn finish_body_block(&mut self, interface: &mut Interface) -> Block {
        let mut body = std::mem::take(&mut self.blocks).into_iter().next().unwrap_or_default();
        self.blocks.push(Block::default());
        let span = Span::call_site();
        let ret = self.sig.ret.clone();
        interface.output_value = self.result_tree(&ret, span);
        let mut results = interface.output_value.leaves();
        for slot in self.sig.unique.clone() {
            if let Some(v) = self.ssa.env.get(slot).copied().flatten() {
                results.push(v);
            }
        }
        if let Some(rest) = self.blocks.pop() {
            body.lets.extend(rest.lets);
        }
        body.results = results;
        body
    }

    /// Decides which calls remain calls of the original functions, also in closures. Returns the
    /// functions that are called only in that way.
    fn settle_calls(
        &mut self,
        body: &mut Block,
        varied: &HashSet<Var>,
        lifted: &mut Vec<LiftedClosure>,
    ) -> HashSet<String> {
        let mut used = HashSet::default();
        collect_reads(body, &mut used);
        lifted.iter().for_each(|l| collect_reads(&l.body, &mut used));
        let (mut plain, mut differentiated) = (HashSet::default(), HashSet::default());
        self.find_inactive_views(body, varied);
        self.plain_calls(body, varied, &used, &mut plain, &mut differentiated);
        Self::retain_called(lifted, body);
        self.mark_inactive(body, varied, lifted);
        // a closure inside another one comes before it
        for k in (0..lifted.len()).rev() {
            let mut inner = std::mem::take(&mut lifted[k].body);
            let varied = self.varied_variables(self.varied_params(&lifted[k]), &inner);
            self.find_inactive_views(&inner, &varied);
            self.plain_calls(&mut inner, &varied, &used, &mut plain, &mut differentiated);
            self.mark_inactive(&mut inner, &varied, lifted);
            lifted[k].body = inner;
        }
        Self::retain_called(lifted, body);
        self.default_arguments(lifted);
        plain.difference(&differentiated).cloned().collect()
    }

    /// Resolves the types of the interface except those of the parameters, and records the cloned
    /// types.
    fn finish_interface(&mut self, interface: &mut Interface, plain: &HashSet<String>) {
        let cloned = std::mem::take(&mut self.collected.cloned_types).into_iter();
        interface.cloned_types =
            cloned.filter_map(|(ty, span)| Some((self.types.finish(&ty, plain)?, span))).collect();
        interface.output =
            self.types.finish(&interface.output, plain).unwrap_or_else(|| interface.output.clone());
        if types::syntax::conversion::is_user_type(&interface.rust_output) {
            interface.output = types::named_through(
                interface.output.clone(),
                &Projection::Named(interface.rust_output.clone()),
            );
        }
        for param in &mut interface.generics.params {
            match &mut param.kind {
                GenericKind::Function(function) => {
                    *function = self.types.finish_function(function, plain)
                }
                GenericKind::Implementor { functions, .. } => {
                    functions
                        .iter_mut()
                        .for_each(|f| f.function = self.types.finish_function(&f.function, plain));
                }
                GenericKind::Real | GenericKind::Const(_) | GenericKind::Named => {}
            }
        }
    }

    /// The function that a closure was lifted to.
    fn finish_lifted(
        &mut self,
        mut l: LiftedClosure,
        generics: &Generics,
        plain: &HashSet<String>,
    ) -> LiftedFunction {
        let mut of_closure = self.lifted_interface(&l, generics, plain);
        self.finish_body(&mut l.body, &mut of_closure, plain);
        let params = of_closure.params.iter().flat_map(|p| p.value.leaves()).collect();
        let function = Function { name: l.name, vars: self.f.vars.clone(), params, body: l.body };
        LiftedFunction { function, captures: l.captures.len(), interface: of_closure }
    }

    fn finish_body(
        &mut self,
        body: &mut Block,
        interface: &mut Interface,
        plain: &HashSet<String>,
    ) {
        self.retain_guard_drops(body);
        read_scalars(&self.f, body);
        ownership::drops::mark_temporaries(body, &self.facts.named);
        name_nones(&mut self.f, body);
        let borrowed = interface
            .params
            .iter()
            .filter(|p| p.passing == Passing::Shared)
            .flat_map(|p| p.value.leaves());
        self.copy_merged_references(body, &mut borrowed.collect());
        self.resolve_callees(body, plain);
        self.settle_neutrals(body);
        let mut names = HashMap::default();
        self.drop_scalar_copies(body, &mut names);
        body.rename(&names);
        interface.output_value =
            interface.output_value.map(&mut |v| names.get(&v).copied().unwrap_or(v));
        self.make_array_views(body);
        self.end_statements(body, &mut HashSet::default());
    }

    fn result_tree(&mut self, slots: &Binding, span: Span) -> Tree {
        match slots {
            Binding::Tuple(parts) => {
                Tree::Tuple(parts.iter().map(|p| self.result_tree(p, span)).collect())
            }
            Binding::Slot(s) => match self.ssa.env.get(*s).copied().flatten() {
                Some(v) => Tree::Leaf(v),
                None => {
                    let ty = self.slots[*s].ty.clone();
                    Tree::Leaf(self.emit("result", ty, Op::Blank, span))
                }
            },
            Binding::Alias(_)
            | Binding::Unique(_)
            | Binding::Option(..)
            | Binding::Result(..)
            | Binding::Closure(_)
            | Binding::Iter(_)
            | Binding::Cursor(..)
            | Binding::Window(_)
            | Binding::BodyArgument(_) => Tree::Tuple(Vec::new()),
        }
    }

    /// `let y = x` of scalars needs no copy.
    fn drop_scalar_copies(&self, block: &mut Block, names: &mut HashMap<Var, Var>) {
        block.lets.retain_mut(|l| {
            match &mut l.op {
                Op::Branch(_, arms) => {
                    for arm in arms {
                        self.drop_scalar_copies(arm, names);
                    }
                }
                Op::Loop(lp) => self.drop_scalar_copies(&mut lp.body, names),
                _ => {}
            }
            match (&l.op, &l.vars[..]) {
                (Op::Read(place), [v]) if place.path.is_empty() && self.f.ty(*v).is_copied() => {
                    let root = names.get(&place.root).copied().unwrap_or(place.root);
                    names.insert(*v, root);
                    false
                }
                _ => true,
            }
        });
    }
}

/// A `None` whose type only the callee determines gets the type [`types::NONE`]: its tangent is
/// `None` as well.
fn name_nones(function: &mut Function, block: &Block) {
    for l in &block.lets {
        if let (Op::Opaque(o), [v]) = (&l.op, &l.vars[..])
            && matches!(function.ty(*v), Ty::Foreign(ty) if ty.to_string() == "_")
            && o.code.to_string() == library::option::none_code().to_string()
        {
            function.vars[v.0 as usize].ty = Ty::Text(types::NONE).into();
        }
        for inner in l.op.blocks() {
            name_nones(function, inner);
        }
    }
}

/// A view of a scalar is a copy of it.
fn read_scalars(function: &Function, block: &mut Block) {
    for l in &mut block.lets {
        match &mut l.op {
            Op::View(place) if function.ty(l.vars[0]).is_copied() => {
                l.op = Op::Read(place.clone());
            }
            Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| read_scalars(function, arm)),
            Op::Loop(lp) => read_scalars(function, &mut lp.body),
            _ => {}
        }
    }
}

/// The collection of std that a type is, by its name or by that of the function that returns it.
pub fn collection(of: &Projection) -> Option<String> {
    let path = match of {
        Projection::Named(path) => path.clone(),
        Projection::Output(callee) => callee.path.clone(),
        Projection::Leaf(..)
        | Projection::Item(_)
        | Projection::Member(..)
        | Projection::View(_) => return None,
    };
    let names = path.into_iter().filter_map(|token| {
        if let proc_macro2::TokenTree::Ident(name) = token { Some(name.to_string()) } else { None }
    });
    names.into_iter().find(|name| type_class::COLLECTIONS.contains(&name.as_str()))
}
