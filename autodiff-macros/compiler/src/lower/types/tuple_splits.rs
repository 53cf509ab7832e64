//! Values that turn out to be tuples when a pattern destructures them: the output of a call, the
//! value of a place, and the value of a branch that chooses among such outputs.

use crate::lower::*;

impl Lowerer<'_> {
    /// The components of a call's output that turns out to be a tuple.
    pub fn split(&mut self, var: Var, n: usize, span: Span) -> Vec<Var> {
        if let Some(parts) = self.facts.splits.get(&var).filter(|p| p.len() == n) {
            return parts.clone();
        }
        let ty = self.ty(var);
        if self.facts.guards.contains(&var) {
            let message = "this destructures a tuple of values with destructors, which is not \
                           supported: bind the tuple to one variable and use its fields in place, \
                           or bind each value with a `let`";
            self.diagnostics.error(span, message);
        }
        let origin = self.types.origin(&ty);
        let parts: Vec<Var> = match (origin, self.types.shallow(&ty)) {
            (Some(Origin::Opaque(_)), _) if self.facts.constants.contains_key(&var) => {
                return self.split_constant(var, n, span);
            }
            (Some(Origin::Call(p)), _) if self.facts.spellings.contains_key(&var) => {
                let name = self.f.name(var).to_string();
                (0..n)
                    .map(|i| {
                        let ty = self.types.fresh(
                            Kind::Any,
                            Origin::Call(Projection::Leaf(Box::new(p.clone()), i)),
                        );
                        self.f.fresh_primal(format!("{name}_{i}"), ty, span)
                    })
                    .collect()
            }
            (_, Ty::Tuple(of)) if of.len() == n => {
                let name = self.f.name(var).to_string();
                let read = |(i, ty): (usize, &Ty)| {
                    let place = Place { root: var, path: vec![Step::Field(i)] };
                    self.emit(&format!("{name}_{i}"), ty.clone(), Op::Read(place), span)
                };
                return of.iter().enumerate().map(read).collect();
            }
            (Some(Origin::Error), _) => return vec![var; n],
            (_, Ty::Foreign(_)) | (Some(Origin::Opaque(_)), _) => {
                let name = self.f.name(var).to_string();
                let ident = proc_macro2::Ident::new("tuple", span);
                let is_item = self.facts.opaque_items.contains(&var);
                // a component of an item is cloned through its reference; elsewhere a reference
                // stays one
                let clone = |part: TokenStream| {
                    if is_item {
                        quote::quote!(#part.clone())
                    } else {
                        quote::quote!(::core::clone::Clone::clone(&#part))
                    }
                };
                return (0..n)
                    .map(|i| {
                        let member = syn::Index::from(i);
                        let ty = self.types.fresh(Kind::Any, Origin::Opaque(None));
                        let code = clone(quote::quote!(#ident.#member));
                        let part = self.opaque_of(
                            code,
                            vec![("tuple", var)],
                            ty,
                            &format!("{name}_{i}"),
                            span,
                        );
                        self.facts.opaque_items.extend(is_item.then_some(part));
                        part
                    })
                    .collect();
            }
            (Some(Origin::Call(p)), Ty::Infer(_))
                if let Some(parts) = self.split_read(var, &p, n, span) =>
            {
                self.facts.splits.insert(var, parts.clone());
                return parts;
            }
            _ => {
                if let Some(parts) = self.split_choice(var, n, span) {
                    return parts;
                }
                if n == 0 {
                    self.types.unify(&ty, &Ty::Tuple(Vec::new()));
                    return Vec::new();
                }
                self.note_tuple(&ty, n);
                let message = "cannot infer that this is a tuple: annotate the `let` that binds it";
                return vec![self.error_var(span, message); n];
            }
        };
        for part in &parts {
            // a component may itself turn out to be a tuple
            self.facts.spellings.insert(*part, Vec::new());
        }
        let tuple = Ty::Tuple(parts.iter().map(|v| self.ty(*v)).collect());
        self.types.unify(&ty, &tuple);
        self.facts.splits.insert(var, parts.clone());
        parts
    }

    /// The components of a value that was read from a place, or is a view of one, read from that
    /// place.
    fn split_read(&mut self, var: Var, of: &Projection, n: usize, span: Span) -> Option<Vec<Var>> {
        let (block, at) = self
            .blocks
            .iter()
            .enumerate()
            .find_map(|(k, b)| b.lets.iter().position(|l| l.vars == [var]).map(|at| (k, at)))?;
        let name = self.f.name(var).to_string();
        let (place, is_view) = match &self.blocks[block].lets[at].op {
            Op::Read(place) if !place.path.is_empty() => (place.clone(), false),
            Op::View(place) => (place.clone(), true),
            _ => return None,
        };
        let mut parts = Vec::new();
        for i in 0..n {
            let ty = self
                .types
                .fresh(Kind::Any, Origin::Call(Projection::Leaf(Box::new(of.clone()), i)));
            let part = self.f.fresh_primal(format!("{name}_{i}"), ty, span);
            let mut place = place.clone();
            place.path.push(Step::Field(i));
            let op = if is_view { Op::View(place) } else { Op::Read(place) };
            self.blocks[block].lets.insert(at + 1 + i, Let { vars: vec![part], op, span });
            parts.push(part);
        }
        Some(parts)
    }

    /// Splits the result of the preceding branch: each of its arms returns the components in place
    /// of the tuple.
    fn split_choice(&mut self, var: Var, n: usize, span: Span) -> Option<Vec<Var>> {
        if self.ssa.env.contains(&Some(var)) {
            return None;
        }
        let mut chosen = self.blocks.last_mut()?.lets.pop()?;
        let parts = if self.is_choice_of_tuples(&chosen, var) {
            self.split_arms(&mut chosen, var, n, span)
        } else {
            None
        };
        self.blocks.last_mut()?.lets.push(chosen);
        parts
    }

    /// Whether every arm returns the output of a call, a choice of such outputs, or nothing.
    fn is_choice_of_tuples(&self, chosen: &Let, var: Var) -> bool {
        let (Some(place), Op::Branch(_, arms)) =
            (chosen.vars.iter().position(|v| *v == var), &chosen.op)
        else {
            return false;
        };
        let mut outputs = 0;
        let all = arms.iter().all(|arm| {
            let result = arm.results[place];
            match arm.lets.iter().find(|l| l.vars.contains(&result)) {
                Some(l) if matches!(l.op, Op::Blank) => true,
                Some(l) if matches!(l.op, Op::Call(_)) => {
                    outputs += 1;
                    self.facts.spellings.contains_key(&result)
                        || self.facts.splits.contains_key(&result)
                }
                Some(l) => {
                    outputs += 1;
                    self.is_choice_of_tuples(l, result)
                }
                None => false,
            }
        });
        all && outputs > 0
    }

    /// The components of a call's output, with the types of others.
    fn split_output(&mut self, var: Var, like: &[Var], span: Span) -> Vec<Var> {
        if let Some(parts) = self.facts.splits.get(&var).filter(|p| p.len() == like.len()) {
            return parts.clone();
        }
        let name = self.f.name(var).to_string();
        let parts: Vec<Var> = like
            .iter()
            .enumerate()
            .map(|(i, like)| {
                self.f.fresh_primal(format!("{name}_{i}"), self.f.ty(*like).clone(), span)
            })
            .collect();
        parts.iter().for_each(|part| drop(self.facts.spellings.insert(*part, Vec::new())));
        self.facts.splits.insert(var, parts.clone());
        parts
    }

    fn split_arms(&mut self, chosen: &mut Let, var: Var, n: usize, span: Span) -> Option<Vec<Var>> {
        let place = chosen.vars.iter().position(|v| *v == var)?;
        let Op::Branch(_, arms) = &mut chosen.op else { return None };
        let name = self.f.name(var).to_string();
        let parts: Vec<Var> = (0..n)
            .map(|i| {
                let ty = self.types.any();
                self.f.fresh_primal(format!("{name}_{i}"), ty, span)
            })
            .collect();
        for arm in arms {
            let result = arm.results[place];
            let at = arm.lets.iter().position(|l| l.vars.contains(&result))?;
            let results: Vec<Var> = match &arm.lets[at].op {
                Op::Blank => {
                    arm.lets.remove(at);
                    let blanks = parts.iter().map(|part| {
                        let (name, ty) = (self.f.name(*part).to_string(), self.ty(*part));
                        let blank = self.f.fresh_primal(name, ty, span);
                        arm.push(vec![blank], Op::Blank, span);
                        blank
                    });
                    blanks.collect()
                }
                Op::Call(_) if matches!(self.shallow(result), Ty::Infer(_)) => {
                    self.split(result, n, span)
                }
                // the previous arm has determined the types
                Op::Call(_) => self.split_output(result, &parts, span),
                _ => self.split_arms(&mut arm.lets[at], result, n, span)?,
            };
            for (result, part) in results.iter().zip(&parts) {
                let ty = self.ty(*part);
                self.unify_var(*result, &ty);
            }
            arm.results.splice(place..=place, results);
        }
        chosen.vars.splice(place..=place, parts.iter().copied());
        Some(parts)
    }
}
