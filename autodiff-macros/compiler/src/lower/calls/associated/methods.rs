//! Methods of user-defined types: `x.loss(y)`.

use super::{OF_ANY_TYPE, OF_STD};
use crate::ir::types::{Method, Spelling as Form};
use crate::lower::calls::arguments::LoweredArg;
use crate::lower::calls::function::CallSite;
use crate::lower::places::arrays::changed_views;
use crate::lower::places::place::{Alias, BorrowMode, Located, Root, Spot, unparen};
use crate::lower::*;
use crate::primitives::Prim;
use syn::{Expr, ExprMethodCall};

/// A call of a method, before its arguments are evaluated.
struct MethodCall<'c> {
    m: &'c ExprMethodCall,
    /// The type that has the method.
    owner: Projection,
    /// The type of the receiver.
    ty: Ty,
    /// The trait's declaration of the method, if a trait of the receiver declares it.
    of_trait: Option<functions::implementors::Declaration>,
    takes: MethodPassing,
    /// The argument for generic parameters that the other arguments do not determine.
    explicit: Option<LoweredArg>,
    /// The syntax of the call: that of a method, or a loop over the items that the method returns.
    form: Form,
}

/// How a method takes its receiver and its arguments, as far as that is known.
struct MethodPassing {
    /// Whether each parameter, including `self`, is a mutable reference, if the group or a trait
    /// shows it.
    mutable: Option<Vec<bool>>,
    /// The same from the crate's files, used where neither the group nor a trait shows it.
    references: Vec<Option<bool>>,
    /// Whether each argument shares a place with the receiver.
    is_shared: Vec<bool>,
    /// For each parameter that is a function, including `self`, the types of its arguments.
    functions: Vec<Option<Vec<syn::Type>>>,
    /// Whether it changes its receiver, if that is known.
    mutates: Option<bool>,
}

impl MethodPassing {
    /// Whether it takes an argument by mutable reference, if that is known.
    fn is_mutable(&self, k: usize) -> Option<bool> {
        let seen = self.mutable.as_ref().and_then(|mutable| mutable.get(k + 1).copied());
        seen.or_else(|| self.references.get(k + 1).copied()?)
            .or_else(|| self.is_shared[k].then_some(false))
    }

    /// The functions among its arguments.
    fn functions(&self) -> &[Option<Vec<syn::Type>>] {
        self.functions.get(1..).unwrap_or_default()
    }
}

impl Lowerer<'_> {
    /// A method whose receiver is a user-defined type, judged by name.
    pub fn user_method(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let name = m.method.to_string();
        if let Some(value) = self.inlined_method(m) {
            return Some(value);
        }
        let ty = self.seen_type(&m.receiver).or_else(|| self.type_without_derivative(m));
        let declared = ty
            .as_ref()
            .and_then(|ty| self.types.open_projection(ty))
            .filter(|of| self.declared_by_trait(of, &name, None).is_some());
        if let (Some(owner), Some(ty)) = (declared, &ty) {
            let receiver = self.locate(&m.receiver);
            return Some(self.method_of(m, receiver, owner, ty.clone()));
        }
        if let Some(ty) = &ty
            && self.has_scalar_trait(ty, &m.method)
        {
            let receiver = self.operand_var(&m.receiver);
            return self.scalar_trait_method(m, receiver, ty);
        }
        let definer = self.names.inferred.definer(m);
        let is_own = definer == Some(infer::Definer::Crate);
        if !is_own && OF_ANY_TYPE.contains(&name.as_str()) {
            return None;
        }
        let ty = ty?;
        // for an iterator of data the items are collected
        if self.types.is_discrete(&ty)
            && self.names.inferred.method_iterated(m) == Some(infer::IterableKind::Iterator)
        {
            return None;
        }
        if self.is_method_of_user_iterator(&ty, m) || self.is_method_of_plain_iterator(m) {
            return None;
        }
        let owner = self.owner_of_method(m, &ty)?;
        let is_length = matches!(name.as_str(), "len" | "is_empty")
            && m.args.is_empty()
            && !self.is_user_length(m, Some(&owner));
        // counts of an array are no active values
        let is_count = matches!(name.as_str(), "nrows" | "ncols" | "ndim" | "len_of")
            && self.is_array_type(&ty);
        if name == "shape" && m.args.is_empty() && self.is_array_type(&ty) {
            let lengths = syn::parse_quote_spanned!(m.method.span()=> #m.to_vec());
            let ty = Ty::Vec(Box::new(Ty::USIZE));
            let what = "a call of `shape`".to_string();
            return Some(self.opaque_as(&lengths, Some(ty), what, String::new(), true));
        }
        if is_length || is_count {
            let ty = if name == "is_empty" { Ty::Bool } else { Ty::USIZE };
            let (what, advice) = (format!("a call of `{name}`"), String::new());
            return Some(self.opaque_as(
                &Expr::MethodCall(m.clone()),
                Some(ty),
                what,
                advice,
                true,
            ));
        }
        if let Some(value) = self.count_by_method(m, &owner) {
            return Some(value);
        }
        let receiver = self.locate(&m.receiver);
        Some(self.method_of(m, receiver, owner, ty))
    }

    /// The type that has a method, if it most likely is user-defined.
    fn owner_of_method(&mut self, m: &ExprMethodCall, ty: &Ty) -> Option<Projection> {
        let (name, definer) = (m.method.to_string(), self.names.inferred.definer(m));
        let is_own = definer == Some(infer::Definer::Crate);
        let is_std = matches!(definer, Some(infer::Definer::Std(_)))
            || !is_own
                && (calls::methods::is_of_std(&name, m.args.len())
                    || OF_STD.contains(&name.as_str()));
        let has_closure =
            m.args.iter().any(|argument| matches!(unparen(argument), Expr::Closure(_)));
        Some(match (self.types.shallow(ty), self.types.open_projection(ty)) {
            // closures passed to a method of std are opaque code, like the method itself
            (_, Some(Projection::Named(of)))
                if definer.is_none() && has_closure && self.world().names_item_of_std(&of) =>
            {
                return None;
            }
            (_, Some(named @ Projection::Named(_))) => named,
            (_, Some(of)) if self.is_user_iterator(ty) => of,
            // an inactive `self`
            (Ty::Foreign(of), _)
                if self.around.owner.is_some_and(|owner| owner.to_string() == of.to_string()) =>
            {
                Projection::Named(of)
            }
            // a constant: the method may have a derivative in its arguments
            (Ty::Foreign(of), _)
                if !m.args.is_empty()
                    && types::syntax::conversion::is_user_type(&of)
                    && !is_std
                    && self.may_have_derivative(&of, m) =>
            {
                Projection::Named(of)
            }
            // a unit variant
            (Ty::Infer(_), None)
                if let Some(Origin::Opaque(Some(of))) = self.types.origin(ty)
                    && !m.args.is_empty()
                    && !is_std
                    && types::syntax::conversion::is_user_type(&of) =>
            {
                Projection::Named(of)
            }
            // a field whose type only rustc knows: the method is treated as one of std if std has
            // that name and the field cannot be inferred to be a struct
            (_, Some(p))
                if !is_std
                    || self.types.is_struct(ty)
                        && Prim::from_method(&name, m.args.len() + 1).is_some() =>
            {
                p
            }
            // what a method of another crate's type returns may be a number
            (_, Some(p))
                if Prim::from_method(&name, m.args.len() + 1).is_none()
                    && self.is_type_of_other_crate(ty) =>
            {
                p
            }
            (_, Some(p))
                if name == "sin_cos" && self.types.is_struct(ty)
                    || self.has_recorded_function(&p, &name) =>
            {
                p
            }
            _ => return None,
        })
    }

    /// The type of a receiver without reals whose method is one of a differentiated trait.
    fn type_without_derivative(&mut self, m: &ExprMethodCall) -> Option<Ty> {
        let inferred = self.names.inferred.clone();
        let callee =
            inferred.callee(m).filter(|callee| self.is_of_differentiated_trait(m, callee))?;
        let syn::Type::Path(owner) = &callee.owner else { return None };
        (!self.world().has_derive(&owner.path)).then(|| Ty::Foreign(owner.to_token_stream()))
    }

    /// Whether a method of a constant may have a derivative: it is differentiated together with
    /// this function, or this function contains linear maps.
    fn may_have_derivative(&self, owner: &TokenStream, m: &ExprMethodCall) -> bool {
        let name = &*m.method.to_string();
        self.around.linear
            || self
                .names
                .inferred
                .callee(m)
                .is_some_and(|callee| self.is_of_differentiated_trait(m, callee))
            || self.group().is_some_and(|known| known.associated_signature(owner, name).is_some())
            || self
                .world()
                .discrete_params(name)
                .is_some_and(|discrete| discrete.first() == Some(&true))
            || syn::parse2(owner.clone())
                .is_ok_and(|owner| self.world().has_differentiated_method(&owner, name))
    }

    /// A method of a type that only rustc knows.
    pub fn unresolved_method(
        &mut self,
        m: &ExprMethodCall,
        receiver: Var,
        ty: &Ty,
    ) -> Option<Value> {
        let name = m.method.to_string();
        if OF_ANY_TYPE.contains(&name.as_str()) || OF_STD.contains(&name.as_str()) {
            return None;
        }
        let owner = self.types.open_projection(ty)?;
        Some(self.method_of(m, Located::Value(Value::Var(receiver, true)), owner, ty.clone()))
    }

    /// A call of a method of `owner` on a receiver of type `ty`. The receiver is passed by unique
    /// reference if it is a place that the method may change, otherwise by shared reference.
    pub fn method_of(
        &mut self,
        m: &ExprMethodCall,
        receiver: Located,
        owner: Projection,
        ty: Ty,
    ) -> Value {
        self.method_in_form(Form::Dot, m, receiver, owner, ty)
    }

    /// The same with another syntax: the items that the method returns, or an assignment to the
    /// view that it returns, whose last argument is the value.
    pub fn method_in_form(
        &mut self,
        form: Form,
        m: &ExprMethodCall,
        receiver: Located,
        owner: Projection,
        ty: Ty,
    ) -> Value {
        let span = m.method.span();
        let name = m.method.to_string();
        let Some(explicit) = self.explicit_argument(&owner, &name, m.turbofish.as_ref(), &m.method)
        else {
            return self.dummy_value(span);
        };
        self.types.note_struct(&ty);
        let of_trait = self.declared_by_trait(&owner, &name, None);
        if let (Some(declared), Projection::Named(parameter)) = (&of_trait, &owner)
            && declared.by_reference
            && self.is_implementor(&owner)
        {
            self.emit_receiver_witness(parameter, &m.method);
        }
        if self.is_implementor(&owner)
            && of_trait.as_ref().is_none_or(|declared| declared.object.is_err())
        {
            return self.plain_method(m, receiver, &owner, of_trait);
        }
        if let Some(of_plain) = self.plain_trait_of_unknown_callee(m, &owner) {
            let text = format!(
                "cannot infer the type of the receiver, so `{name}` may be that of `{of_plain}`, \
                 which has no derivative: write `<Type as Trait>::{name}(…)`"
            );
            self.error(&m.method, text);
            return self.dummy_value(span);
        }
        let mut takes = self.method_passing(m, &owner, of_trait.as_ref());
        if form == Form::AssignTo {
            takes.mutates = Some(true);
        }
        // a temporary that the method changes is stored in a place
        let is_changed = takes.mutates.unwrap_or_else(|| {
            let of = self
                .type_at_definition(&owner)
                .as_ref()
                .and_then(types::syntax::signatures::path_end);
            self.world().changes_receiver(of.as_deref(), &name)
        });
        if let Located::Spot(Spot { path, .. }) | Located::Value(Value::Alias(Alias { path, .. })) =
            &receiver
            && changed_views::ends_in_view(path)
        {
            // the argument may be another part of the same array
            let changes = Self::changes_view(&name);
            takes.mutates = if changes { Some(true) } else { takes.mutates.or(Some(false)) };
        }
        let receiver = match receiver {
            Located::Value(value @ Value::Var(..)) if is_changed => {
                let value = self.copy_referents(value, span);
                let place = self.binding("temporary", value, true, span);
                self.locate_binding(&place, span)
            }
            receiver => receiver,
        };
        let spot = match &receiver {
            Located::Spot(s) => Some(s.clone()),
            Located::Value(Value::Alias(a)) => Some(Spot {
                root: Root::Slot(a.slot),
                path: a.path.clone(),
                ty: a.ty.clone(),
                by: BorrowMode::Unique,
            }),
            _ => None,
        };
        let call = MethodCall { m, owner, ty, of_trait, takes, explicit, form };
        let spot = spot.filter(|spot| call.takes.mutates != Some(false) && self.may_change(spot));
        match spot {
            Some(Spot { root: Root::Slot(slot), path, .. }) => {
                self.method_of_place(call, slot, path)
            }
            _ => self.method_of_shared(call, receiver),
        }
    }

    /// A trait without derivatives whose method the call may resolve to, where inference does not
    /// know the callee. The emitted code finds a derivative through the type of the receiver, also
    /// that of a trait that is not in scope. No emitted code can have rustc compare the two
    /// methods, since nothing there names the trait of the derivative.
    fn plain_trait_of_unknown_callee(
        &self,
        m: &ExprMethodCall,
        owner: &Projection,
    ) -> Option<String> {
        let inferred = &self.names.inferred;
        // methods of arrays are inherent, so that those of traits do not apply
        let is_known = inferred.callee(m).is_some()
            || inferred.definer(m).is_some()
            || self.types.is_projection_of_array(owner);
        (!is_known).then(|| self.world().plain_trait_with(&m.method.to_string())).flatten()
    }

    /// How a method takes its receiver and its arguments, as far as that is known.
    fn method_passing(
        &mut self,
        m: &ExprMethodCall,
        owner: &Projection,
        of_trait: Option<&functions::implementors::Declaration>,
    ) -> MethodPassing {
        let name = m.method.to_string();
        let signature = self
            .known_owner(owner)
            .and_then(|path| self.group()?.associated_signature(&path, &name));
        let (mutable, functions) =
            signature.map(|signature| (signature.mutable, signature.functions)).unzip();
        let functions = functions.or_else(|| self.foreign_functions(owner, &name));
        let mutable = of_trait.map(|declared| declared.mutable.clone()).or(mutable);
        let called = types::syntax::signatures::CalleeName::Of(self.known_owner(owner), &name);
        let mutates = mutable.as_ref().map(|mutable| mutable.first() == Some(&true));
        let in_files = || self.function(&called)?.references.first().copied().flatten();
        let mutates = mutates.or_else(in_files);
        let inferred =
            |of: &infer::Callee| of.takes == crate::world::text::declarations::Receiver::Unique;
        let mutates = mutates.or_else(|| self.names.inferred.callee(m).map(inferred));
        let reads_array = || {
            types::arrays::results::result_of_array_method(&name).is_some()
                && self.types.is_projection_of_array(owner)
        };
        let mutates = mutates.or_else(|| reads_array().then_some(false));
        // arguments that share a place with the receiver are not changed, and neither is the
        // receiver
        let is_shared: Vec<bool> =
            m.args.iter().map(|e| self.may_overlap_argument(&m.receiver, e)).collect();
        let mutates = mutates.or_else(|| is_shared.contains(&true).then_some(false));
        let references = match mutable {
            Some(_) => Vec::new(),
            // a mutable reference as an argument of a method of an array coerces to a shared one
            None if self.types.is_projection_of_array(owner) && name != "assign_to" => {
                vec![Some(false); m.args.len() + 1]
            }
            None => match self.references(&called) {
                unknown if unknown.is_empty() => self.references_of_inferred(m),
                references => references,
            },
        };
        MethodPassing {
            mutable,
            references,
            is_shared,
            functions: functions.unwrap_or_default(),
            mutates,
        }
    }

    /// Which parameters of the method that type inference finds are mutable references.
    fn references_of_inferred(&self, m: &ExprMethodCall) -> Vec<Option<bool>> {
        let Some(callee) = self.names.inferred.callee(m) else { return Vec::new() };
        let name = m.method.to_string();
        self.references(&types::syntax::signatures::CalleeName::Of(
            Some(callee.owner.to_token_stream()),
            &name,
        ))
    }

    /// A call of a method that may change its receiver's place.
    fn method_of_place(&mut self, call: MethodCall<'_>, slot: SlotId, path: Vec<Step>) -> Value {
        let MethodCall { m, owner, ty, of_trait, takes, explicit, form } = call;
        let span = m.method.span();
        let root = self.current_version(Root::Slot(slot), span);
        let spelling = Spelling { name: self.variable(&m.receiver), by_reference: true };
        let argument = Argument::Unique(Place { root, path });
        let mut passed = vec![LoweredArg {
            implicit: true,
            ..LoweredArg::new(argument, Some(slot), ty.clone(), spelling)
        }];
        passed.extend(self.lower_method_arguments(
            m.args.iter(),
            |k| takes.is_mutable(k),
            takes.functions(),
        ));
        passed.extend(explicit);
        // `a.dot(a)`: the argument is a copy
        for passed in &mut passed[1..] {
            if matches!(&passed.argument, Argument::Value(Tree::Leaf(v)) if *v == root) {
                passed.argument = Argument::Value(Tree::Leaf(self.copy(root, span)));
            }
        }
        // the arguments may have changed the variable that holds the receiver; a `self` by value
        // is copied before that
        let current = self.current_version(Root::Slot(slot), span);
        if current != root && takes.mutates.is_none() {
            self.error(
                &m.method,
                "the arguments change the receiver, and cannot infer how the method takes `self`: \
                 bind the arguments with `let` before the call",
            );
        }
        if let Some(LoweredArg { argument: Argument::Unique(place), .. }) = passed.first_mut() {
            place.root = current;
        }
        let is_known = takes.mutable.is_some() || takes.mutates == Some(true);
        let before = self.prior_values(&passed, is_known, std::ptr::from_ref(m).cast());
        let (callee, known) = self.method_callee((m, form), &owner, ty, of_trait, &mut passed);
        let site = CallSite { name: &m.method.to_string(), span, at: m };
        self.finish_call_of(callee, passed, known, before, site)
    }

    /// A call of a method that does not change its receiver.
    fn method_of_shared(&mut self, call: MethodCall<'_>, receiver: Located) -> Value {
        let MethodCall { m, owner, ty, of_trait, takes, explicit, form } = call;
        let span = m.method.span();
        let first = match receiver {
            Located::Spot(s) => self.borrow(&Spot { by: BorrowMode::Shared, ..s }, span),
            Located::Value(Value::Alias(a)) => self.borrow(
                &Spot { root: Root::Slot(a.slot), path: a.path, ty: a.ty, by: BorrowMode::Shared },
                span,
            ),
            Located::Value(value) => value,
            other => self.value_of(other, span),
        };
        if matches!(first, Value::Never(_)) {
            return first;
        }
        let first = self.scalar(first, span);
        // a `self` by value is copied before the arguments are evaluated
        let first = if self.is_changed_after(&m.receiver, m.args.iter()) {
            self.copy(first, span)
        } else {
            first
        };
        let spelling = Spelling { name: self.variable(&m.receiver), by_reference: true };
        let mut passed =
            vec![LoweredArg::new(Argument::Shared(first), None, self.ty(first), spelling)];
        passed.extend(self.lower_method_arguments(
            m.args.iter(),
            |k| takes.is_mutable(k),
            takes.functions(),
        ));
        passed.extend(explicit);
        let before =
            self.prior_values(&passed, takes.mutable.is_some(), std::ptr::from_ref(m).cast());
        let (callee, known) = self.method_callee((m, form), &owner, ty, of_trait, &mut passed);
        let site = CallSite { name: &m.method.to_string(), span, at: m };
        let at = self.indices_of_part(m, &passed);
        let value = self.finish_call_of(callee, passed, known, before, site);
        self.note_array_part(&value, first, at);
        self.note_parts_of_array(&value, m, first);
        value
    }

    /// The callee of a method call, and its output type if that is known; converts the arguments
    /// to the callee's parameter types.
    pub fn method_callee(
        &mut self,
        (m, form): (&ExprMethodCall, Form),
        owner: &Projection,
        ty: Ty,
        of_trait: Option<functions::implementors::Declaration>,
        passed: &mut [LoweredArg],
    ) -> (Callee, Option<Ty>) {
        let name = m.method.to_string();
        let spelled = of_trait
            .as_ref()
            .map_or_else(|| name.clone(), functions::implementors::Declaration::qualified_name);
        let spelled = match form {
            Form::Items => format!("items_of_{spelled}"),
            Form::AssignTo => format!("assign_to_{spelled}"),
            _ => spelled,
        };
        let of_array = self.types.result_of_array(&ty, &spelled);
        let method = Method { owner: ty, name: spelled, right: None, spelling: form, marker: None };
        let turbofish = m.turbofish.as_ref().map(calls::function::turbofish_of).unwrap_or_default();
        let callee = Callee {
            method: Some(Box::new(method)),
            turbofish,
            ..Callee::new(m.method.to_token_stream(), self.is_this(owner, &name))
        };
        match of_trait {
            Some(declared) => self.object_of_trait(&declared, callee, passed, m.method.span()),
            None => (
                callee,
                self.known_owner(owner)
                    .and_then(|path| self.associated_output(&path, &name))
                    .or(of_array),
            ),
        }
    }

    /// Whether a method may change a place: the place is in a mutable variable or behind a mutable
    /// reference.
    pub fn may_change(&self, place: &Spot) -> bool {
        let Some(slot) = self.changeable_slot(place) else { return false };
        place.by != BorrowMode::Shared && (self.slots[slot].mutable || self.slots[slot].unique)
    }
}
