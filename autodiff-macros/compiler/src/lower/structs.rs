//! User-defined structs and enums, whose definitions may not be known here.
//!
//! A value of such a type is one variable, like an array: its fields are places in it. A type is
//! named by its path as written, and a field's type by a projection that rustc resolves. The uses
//! of a field refine its type (a number, an index, a sequence), for all mentions of that field.

use super::*;
use crate::lower::control::pattern::has_bindings;
use crate::lower::names::pattern_names::PatternNames;
use crate::lower::places::place::unparen;
use crate::lower::places::place::{BorrowMode, Located, Root, Spot};
use crate::type_class;
use crate::world::Meaning;
use crate::world::records::names_of;
use crate::world::types::derived_types::RecordedType;
use quote::quote;
use syn::visit_mut::VisitMut;
use syn::{Expr, Pat};

impl Lowerer<'_> {
    /// The type of a path that is not built in.
    pub fn named_type(&mut self, path: TokenStream) -> Ty {
        // no active value is stored in a type without tangents
        if syn::parse2(path.clone()).is_ok_and(|ty| self.is_without_tangents(&ty)) {
            self.types.note_without_derivative(&path);
        }
        self.types.type_at_path(path)
    }

    /// The type of a field; shared by all mentions of it.
    pub fn member_type(&mut self, of: &Ty, member: &Member) -> Ty {
        let key = key_of(member);
        let ty = self.types.member(of, &key);
        if self.types.is_open(&ty)
            && let Some(owner) = self.types.name_of(of).and_then(|name| name.parse().ok())
            && self.is_field_collection(of, &owner, member)
        {
            self.types.note_collection(&ty);
            return ty;
        }
        if self.types.is_open(&ty)
            && let Some(owner) = self.types.name_of(of).and_then(|name| name.parse().ok())
            && let Some(seen) = self.seen_field(&owner, &key)
        {
            self.types.unify(&ty, &seen);
            return ty;
        }
        if member.variant.is_none()
            && self.types.is_open(&ty)
            && let Some(known) = self.group()
            && let Some(owner) = self.types.name_of(of).and_then(|name| name.parse().ok())
            && let Some(field) = known.field(&owner, &member.name)
            && let Some(field) = self.types.signature(&field)
        {
            self.types.unify(&ty, &field);
        }
        if member.variant.is_none()
            && self.types.is_open(&ty)
            && let Some(field) = self
                .types
                .name_of(of)
                .and_then(|owner| self.world().field_in_file(&owner, &member.name))
            && (self.types.is_discrete(of) || crate::type_class::is_of_std(&field))
            && let Some(field) = self.types.signature(&field)
            && (self.types.is_discrete(of) || !field.has_discrete_part())
        {
            self.types.unify(&ty, &field);
        }
        if let Some(variant) = &member.variant
            && self.types.is_open(&ty)
            && self.types.is_discrete(of)
            && let Some(owner) = self.types.name_of(of)
            && let Ok(path) = syn::parse_str(&format!("{owner}::{}", last_name(variant)))
            && let Some(fields) = self.world().constructor(&path)
            && let Some((_, field)) = fields.into_iter().find(|(name, _)| *name == member.name)
            && let Some(field) = self.types.signature(&field)
        {
            self.types.unify(&ty, &field);
        }
        if self.types.is_open(&ty)
            && let Some(field) = self.field_of_generic(of, member)
            && let Some(field) = self.types.signature(&field)
            // found by the name of its type alone: a field of another type of that name may carry
            // reals, and rustc would not report it
            && !field.has_discrete_part()
        {
            self.types.unify(&ty, &field);
        }
        if self.types.is_open(&ty)
            && let Some(Projection::Member(within, name)) = self.types.open_projection(&ty)
            && let Some(of) = self.type_at_definition(&within)
            && let Some(written) = written_field(&of, &name, self.world())
            && let Some(text) =
                self.world().global_type(&written).filter(|of| !of.contains('!') && of != "_")
            && let Ok(outline) = syn::parse_str(&text)
            && let Some(field) = self.recorded_type(&outline, Projection::Member(within, name))
            && !field.has_discrete_part()
        {
            self.types.unify(&ty, &field);
        }
        ty
    }

    /// Whether a definition shows that a field is a collection of std. A field that is iterated as
    /// one carries no derivative: if it is another type, rustc reports it, and the activity
    /// analysis finds active values.
    fn is_field_collection(&mut self, of: &Ty, owner: &TokenStream, member: &Member) -> bool {
        let known = self
            .group()
            .filter(|_| member.variant.is_none())
            .and_then(|known| known.written_field(owner, &member.name));
        if let Some(written) = known {
            return type_class::is_collection(written);
        }
        if let Some(seen) = self.derived_elsewhere(owner) {
            let field = self.world().field_of_type(&seen, &key_of(member));
            return field.is_some_and(|field| {
                syn::parse_str(&field.written).is_ok_and(|ty| type_class::is_collection(&ty))
            });
        }
        let is_of_file = member.variant.is_none() && self.types.is_discrete(of);
        is_of_file
            && self
                .world()
                .field_in_file(&owner.to_string(), &member.name)
                .is_some_and(|written| type_class::is_collection(&written))
    }

    /// The type of a part of a value, or of a function's result, as it is written at the
    /// definition of its owner. It comes from the recorded definitions and signatures of these
    /// names. Only reals and their containers are used of it: rustc checks these.
    pub fn type_at_definition(&self, of: &Projection) -> Option<syn::Type> {
        match of {
            Projection::Named(path) => syn::parse2(path.clone()).ok(),
            Projection::Member(of, name) => {
                let of = self.type_at_definition(of)?;
                let of_std = match name.as_str() {
                    "Some.0" => type_class::option_type(&of),
                    "Ok.0" => params::result_types(&of).map(|(ok, _)| ok),
                    _ => None,
                };
                of_std.cloned().or_else(|| written_field(&of, name, self.world()))
            }
            Projection::Output(callee) => self.result_as_written(callee),
            Projection::Leaf(of, k) => match self.type_at_definition(of)? {
                syn::Type::Tuple(of) => of.elems.into_iter().nth(*k),
                _ => None,
            },
            Projection::Item(_) | Projection::View(_) => None,
        }
    }

    /// The result type of a method, with the arguments of the type that has the method.
    fn result_as_written(&self, callee: &Callee) -> Option<syn::Type> {
        let Some(method) = &callee.method else { return self.recorded_result(callee) };
        let owner = self.type_at_definition(&self.types.open_projection(&method.owner)?)?;
        let (of, name) =
            (types::syntax::signatures::path_end(&owner)?, method.name.trim_matches('&'));
        let result = self.world().result(Some(&of), name)?;
        let is_itself =
            self.world().function(&of, name).is_some_and(|function| function.owner == result);
        Some(if is_itself { owner } else { result })
    }

    /// A type defined elsewhere for which a derive was expanded before.
    fn derived_elsewhere(&mut self, owner: &TokenStream) -> Option<RecordedType> {
        if self.group().is_some_and(|known| known.defines_type(owner)) {
            return None;
        }
        self.world().find_type(&syn::parse2::<syn::Ident>(owner.clone()).ok()?.to_string())
    }

    /// Emits a check that a recorded type is the one that the name resolves to.
    fn emit_record_witness(&mut self, seen: &RecordedType, owner: &TokenStream) {
        let check = seen.check(owner);
        if !self.collected.witnesses.iter().any(|w| w.to_string() == check.to_string()) {
            self.collected.witnesses.push(check);
        }
    }

    /// The type of a field of such a type.
    fn seen_field(&mut self, owner: &TokenStream, field: &str) -> Option<Ty> {
        let seen = self.derived_elsewhere(owner)?;
        let text = self.world().field_of_type(&seen, field)?.ty?;
        let projection =
            Projection::Member(Box::new(Projection::Named(owner.clone())), field.to_string());
        let ty = self.recorded_type(&syn::parse_str(&text).ok()?, projection)?;
        self.emit_record_witness(&seen, owner);
        Some(ty)
    }

    /// A recorded type; rustc infers the parts that were not recorded.
    pub fn recorded_type(&mut self, ty: &syn::Type, projection: Projection) -> Option<Ty> {
        if let syn::Type::Infer(_) | syn::Type::Never(_) = ty {
            let of_rustc = self.types.fresh(Kind::Any, Origin::Call(projection));
            if let syn::Type::Never(_) = ty {
                self.types.note_struct(&of_rustc);
            }
            return Some(of_rustc);
        }
        match ty {
            syn::Type::Tuple(t) => {
                let leaf = |(i, part): (usize, &syn::Type)| {
                    self.recorded_type(part, Projection::Leaf(Box::new(projection.clone()), i))
                };
                return t.elems.iter().enumerate().map(leaf).collect::<Option<_>>().map(Ty::Tuple);
            }
            syn::Type::Array(a) => {
                let element =
                    self.recorded_type(&a.elem, Projection::Item(Box::new(projection)))?;
                return Some(Ty::Array(Box::new(element), a.len.to_token_stream()));
            }
            _ => {}
        }
        if let syn::Type::Path(path) = ty
            && let Some(last) = path.path.segments.last()
            && let syn::PathArguments::AngleBracketed(arguments) = &last.arguments
            && let Some(syn::GenericArgument::Type(inner)) = arguments.args.first()
        {
            let (is_option, is_deque) = (last.ident == "Option", last.ident == "VecDeque");
            let projection = Box::new(projection);
            let inner = self.recorded_type(
                inner,
                if is_option {
                    Projection::Member(projection, "Some.0".into())
                } else {
                    Projection::Item(projection)
                },
            );
            return inner.map(Box::new).map(|inner| match is_option {
                true => Ty::Wrapped(Wrapper::Option, inner),
                false if is_deque => Ty::Deque(inner),
                false => Ty::Vec(inner),
            });
        }
        self.types.signature(ty)
    }

    /// Whether a field is known to be marked `#[constant]`, or to be of a type without tangents.
    fn is_constant(&mut self, owner: &TokenStream, field: &str) -> bool {
        if syn::parse2(owner.clone()).is_ok_and(|owner| self.is_without_tangents(&owner)) {
            return true;
        }
        if self.group().is_some_and(|known| known.is_constant_field(owner, field)) {
            return true;
        }
        let Some(seen) = self.derived_elsewhere(owner) else { return false };
        if !self.world().field_of_type(&seen, field).is_some_and(|field| field.constant) {
            return false;
        }
        self.emit_record_witness(&seen, owner);
        self.types.note_constant(owner.clone(), field);
        true
    }

    /// A field of a constant of a type without the derive: a place like that of any other field,
    /// of the type in its definition.
    pub fn field_of_constant(
        &mut self,
        root: Root,
        path: &[Step],
        of: &TokenStream,
        name: &str,
    ) -> Option<Spot> {
        let written = self.world().field_type_in_scope(&syn::parse2(of.clone()).ok()?, name)?;
        Some(self.spot_of_constant(root, path, &written, Member::new(None, name.to_string())))
    }

    /// As [`Self::field_of_constant`], for a field that a pattern of a struct or a variant
    /// selects.
    fn field_by_constructor(
        &mut self,
        root: Root,
        path: &[Step],
        of: &Ty,
        constructor: &syn::Path,
        name: &str,
    ) -> Option<Spot> {
        let Ty::Foreign(of) = self.types.shallow(of) else { return None };
        let written = self.world().constructor_field_type(constructor, &arguments_of(&of), name)?;
        let variant = self.enum_of(constructor).map(|_| constructor.to_token_stream().to_string());
        Some(self.spot_of_constant(root, path, &written, Member::new(variant, name.to_string())))
    }

    fn spot_of_constant(
        &mut self,
        root: Root,
        path: &[Step],
        written: &syn::Type,
        member: Member,
    ) -> Spot {
        let (written, deref) = match written {
            syn::Type::Reference(of) if self.types.signature(written).is_none() => {
                (&*of.elem, true)
            }
            written => (written, false),
        };
        let ty = self.types.constant(written);
        let mut path = path.to_vec();
        path.push(Step::Member(Member { deref, ..member }));
        Spot { root, path, ty, by: if deref { BorrowMode::Shared } else { BorrowMode::Value } }
    }

    /// The place of a field.
    pub fn member_spot(
        &mut self,
        root: Root,
        mut path: Vec<Step>,
        ty: &Ty,
        member: Member,
        by: BorrowMode,
    ) -> Spot {
        let member = self.with_mark(ty, member);
        let ty = self.member_type(ty, &member);
        path.push(Step::Member(member));
        Spot { root, path, ty, by }
    }

    /// A field of a type, marked `#[constant]` if it is known to be.
    fn with_mark(&mut self, of: &Ty, member: Member) -> Member {
        let owner = self.types.name_of(of).and_then(|name| name.parse().ok());
        let constant = owner.is_some_and(|owner| self.is_constant(&owner, &key_of(&member)));
        Member { constant, ..member }
    }

    /// The type of a field of a constructor, as it is written.
    fn constructor_field_syntax(&self, path: &syn::Path, field: &str) -> Option<syn::Type> {
        let known = self.group().and_then(|known| known.field(&path.to_token_stream(), field));
        known
            .or_else(|| self.world().constructor_field_type(path, &syn::PathArguments::None, field))
    }

    /// `Path { field: value, ..base }`
    pub fn struct_literal(&mut self, s: &syn::ExprStruct) -> Value {
        if self.makes_guard(&s.path) {
            if let Some(base) = s
                .rest
                .as_deref()
                .filter(|base| places::place::is_place(base) && self.names.inferred.drops(base))
            {
                let message = "this may move values with destructors out of the base struct, which \
                               is not supported: write the fields out";
                self.error(base, message);
            }
            return self.guard(&Expr::Struct(s.clone()));
        }
        if self.constructs_borrowing(&s.path) {
            return self.borrowing_value(&Expr::Struct(s.clone()), &s.path);
        }
        let span = s.path.span();
        let mut fields = Vec::new();
        for field in &s.fields {
            let name = field.member.to_token_stream().to_string();
            let written = self.constructor_field_syntax(&s.path, &name);
            let value =
                self.with_expected(&field.expr, written.as_ref(), |s| s.operand(&field.expr));
            fields.push((name, self.field_value(value, &field.expr)));
        }
        let (ty, variant) = self.constructed_type(&Expr::Struct(s.clone()), &s.path, &fields);
        let Some(base) = &s.rest else {
            return self.construct(&s.path, ty, variant, fields, span);
        };
        let value = match self.default_base(base, &s.path) {
            Some(code) => self.default_value(ty.clone(), code, base.span()),
            None => self.operand(base),
        };
        if matches!(value, Value::Never(_)) {
            return value;
        }
        let base = self.scalar(value, span);
        self.unify_var(base, &ty);
        let mut whole = self.emit("base", ty.clone(), Op::Read(Place::of_var(base)), span);
        for (name, x) in fields {
            let member = self.with_mark(&ty, Member::new(variant.clone(), name));
            let of = self.member_type(&ty, &member);
            self.unify_var(x, &of);
            whole = self.emit(
                "base",
                ty.clone(),
                Op::Update(Place { root: whole, path: vec![Step::Member(member)] }, x),
                span,
            );
        }
        Value::Var(whole, false)
    }

    /// `Path { field, ..Default::default() }`: the base is of the literal's type, but rustc cannot
    /// infer that from code that reads its fields.
    fn default_base(&self, base: &Expr, of: &syn::Path) -> Option<TokenStream> {
        let Expr::Call(call) = unparen(base) else { return None };
        let Expr::Path(path) = unparen(&call.func) else { return None };
        let names: Vec<String> =
            path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let is_default = path.qself.is_none()
            && call.args.is_empty()
            && matches!(&names[..], [.., of, name] if of == "Default" && name == "default");
        is_default.then(|| self.default_code(of))
    }

    /// The default of a type.
    pub fn default_code(&self, of: &syn::Path) -> TokenStream {
        let is_generic = of.segments.last().is_some_and(|last| {
            last.arguments.is_none() && self.world().is_generic_path(&names_of(of))
        });
        if is_generic {
            quote!(#of::default())
        } else {
            quote!(<#of as ::core::default::Default>::default())
        }
    }

    /// `Path(a, b)` of a tuple struct or variant.
    pub fn tuple_literal(&mut self, c: &syn::ExprCall, path: &syn::Path) -> Value {
        let mut fields = Vec::new();
        for (k, argument) in c.args.iter().enumerate() {
            let written = self.constructor_field_syntax(path, &k.to_string());
            let value = self.with_expected(argument, written.as_ref(), |s| s.operand(argument));
            fields.push((k.to_string(), self.field_value(value, argument)));
        }
        let (ty, variant) = self.constructed_type(&Expr::Call(c.clone()), path, &fields);
        self.construct(path, ty, variant, fields, c.span())
    }

    fn construct(
        &mut self,
        path: &syn::Path,
        ty: Ty,
        variant: Option<String>,
        fields: Vec<(String, Var)>,
        span: Span,
    ) -> Value {
        let mut members = Vec::new();
        for (name, x) in fields {
            let member = self.with_mark(&ty, Member::new(variant.clone(), name));
            let of = self.member_type(&ty, &member);
            self.unify_var(x, &of);
            members.push((member, x));
        }
        let written = path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        let name = written.to_lowercase();
        // the name of a tuple struct's constructor is not used for a variable
        let name = if name == written { format!("{name}_value") } else { name };
        Value::Var(
            self.emit(&name, ty, Op::Struct(path.to_token_stream().to_string(), members), span),
            false,
        )
    }

    /// A value that becomes a field: the target of a reference is copied.
    fn field_value(&mut self, value: Value, at: &Expr) -> Var {
        if matches!(value, Value::Alias(_))
            || matches!(&value, Value::Var(v, true) if self.shallow(*v).is_sequence())
        {
            self.error(
                at,
                "references in structs are not supported yet: store the values, or pass them next \
                 to the struct",
            );
        }
        let x = self.element_value(value, at.span());
        // a box of a real is represented by the real everywhere else
        if Self::makes_box(at) && !self.is_box(&self.ty(x)) { self.in_box(x, at.span()) } else { x }
    }

    /// The type that a path constructs, and the variant if it is an enum's.
    fn constructed_type(
        &mut self,
        at: &Expr,
        path: &syn::Path,
        fields: &[(String, Var)],
    ) -> (Ty, Option<String>) {
        match self.enum_of(path) {
            Some(of) => {
                let variant = path.segments.last().map(|s| s.ident.to_string());
                let complete = syn::parse2(of.clone()).ok().and_then(|owner| {
                    self.constructed_path(at, &owner, variant.as_deref(), fields)
                });
                (self.named_type(complete.unwrap_or(of)), Some(path.to_token_stream().to_string()))
            }
            None => {
                let complete = self.constructed_path(at, path, None, fields);
                let ty = self.named_type(complete.unwrap_or_else(|| path.to_token_stream()));
                self.types.note_struct(&ty);
                (ty, None)
            }
        }
    }

    /// The enum that has a variant imported under a single name. If no file shows it, it is the
    /// only one with such a variant, and rustc checks that.
    pub fn enum_with(&self, path: &syn::Path) -> Option<TokenStream> {
        let name = path.get_ident()?;
        let variant = name.to_string();
        if let Some(known) = self.group() {
            if known.defines_type(&name.to_token_stream())
                || known.signature(&name.to_token_stream()).is_some()
            {
                return None;
            }
            if let Some(of) = known.enum_with(&variant) {
                return Some(Ident::new(&of, name.span()).to_token_stream());
            }
        }
        let path = self.world().path_of_enum_with(&variant).map(|path| path.to_token_stream());
        path.or_else(|| {
            self.world()
                .enum_with(&variant)
                .map(|of| Ident::new(&of, name.span()).to_token_stream())
        })
    }

    // ---------- patterns

    /// Binds the fields of a struct pattern. `refutable`: whether the type has other variants.
    pub fn bind_struct(&mut self, pat: &Pat, value: Value, span: Span) {
        let (path, fields): (&syn::Path, Vec<(String, &Pat)>) = match pat {
            Pat::Struct(s) => (
                &s.path,
                s.fields
                    .iter()
                    .map(|f| (f.member.to_token_stream().to_string(), &*f.pat))
                    .collect(),
            ),
            Pat::TupleStruct(t) => {
                let rest = t.elems.iter().position(|p| matches!(p, Pat::Rest(_)));
                if rest.is_some_and(|at| at + 1 != t.elems.len()) {
                    return self.error(
                        t,
                        "`..` before other fields is not supported yet: name the fields, with `_` \
                         for unused ones",
                    );
                }
                (
                    &t.path,
                    t.elems
                        .iter()
                        .enumerate()
                        .filter(|(_, p)| !matches!(p, Pat::Rest(_)))
                        .map(|(k, p)| (k.to_string(), p))
                        .collect(),
                )
            }
            _ => return,
        };
        let (root, at, ty, by) = match value {
            Value::Var(v, reference) => (
                Root::Var(v),
                Vec::new(),
                self.ty(v),
                if reference { BorrowMode::Shared } else { BorrowMode::Value },
            ),
            Value::Alias(a) => (Root::Slot(a.slot), a.path, a.ty, BorrowMode::Unique),
            never @ Value::Never(_) => {
                for (_, p) in fields {
                    self.bind(p, never.clone(), span);
                }
                return;
            }
            Value::Tuple(_) => {
                return self.error(
                    pat,
                    "mismatched types: this is a tuple, so write its pattern with parentheses",
                );
            }
            value @ (Value::Option(_) | Value::Result(_) | Value::Closure(_) | Value::Iter(_)) => {
                self.report_no_variable(&value, span);
                return;
            }
        };
        if let Root::Var(v) = root
            && self.is_destructured_by_rustc(path, &ty)
        {
            let names = self.names.pattern_names.clone();
            for (name, pat) in fields.into_iter().filter(|(_, pat)| has_bindings(pat, &names)) {
                let value = match self.field_by_constructor(root, &[], &ty, path, &name) {
                    Some(field) => self.bound_field(field, by, pat, span),
                    None => self.field_by_pattern(path, &name, v, by, span),
                };
                self.bind(pat, value, span);
            }
            return;
        }
        let variant = self.variant_of(path, &ty);
        // a pattern names the type that it destructures
        if variant.is_none() {
            if !self.lacks_arguments(&path.to_token_stream()) {
                let named = self.named_type(path.to_token_stream());
                self.types.unify(&ty, &named);
            }
        } else if let Some(of) = self.enum_of(path).filter(|of| !self.lacks_arguments(of)) {
            let named = self.named_type(of);
            self.types.unify(&ty, &named);
        }
        let names = self.names.pattern_names.clone();
        for (name, pat) in fields.into_iter().filter(|(_, pat)| has_bindings(pat, &names)) {
            let spot =
                self.member_spot(root, at.clone(), &ty, Member::new(variant.clone(), name), by);
            let value = self.bound_field(spot, by, pat, span);
            self.bind(pat, value, span);
        }
    }

    /// The value that a pattern binds for a field, of an owned value or behind a reference.
    fn bound_field(&mut self, spot: Spot, by: BorrowMode, pat: &Pat, span: Span) -> Value {
        let by_ref = matches!(pat, Pat::Ident(p) if p.by_ref.is_some());
        match by {
            BorrowMode::Value if !by_ref => self.value_of(Located::Spot(spot), span),
            BorrowMode::Unique => self.value_of(Located::Spot(spot), span),
            _ => self.borrow(&spot, span),
        }
    }

    /// Whether the fields of a value are read by a pattern in opaque code: the value has no
    /// derivative, and its type is unknown and need not have the derive.
    fn is_destructured_by_rustc(&self, path: &syn::Path, ty: &Ty) -> bool {
        let owner = self
            .enum_of(path)
            .filter(|_| path.segments.len() > 1)
            .unwrap_or_else(|| path.to_token_stream());
        let unresolved = match self.types.shallow(ty) {
            Ty::Foreign(_) => true,
            ty @ Ty::Infer(_) if matches!(self.types.origin(&ty), Some(Origin::Opaque(_))) => true,
            ty => self.types.open_projection(&ty).is_some() && self.types.is_discrete(&ty),
        };
        unresolved && !self.has_fields(&owner)
    }

    /// Whether the fields of a type are known, or rustc can resolve them.
    pub fn has_fields(&self, owner: &TokenStream) -> bool {
        if let Some(known) = self.group().filter(|known| known.defines_type(owner)) {
            return !known.lacks_derive(owner);
        }
        let name = last_name(&owner.to_string());
        self.world().has_type(&name)
            || self.world().is_generic(&name)
            || self.names.types_inside.contains(&name)
    }

    /// The value of a field, read by a pattern.
    fn field_by_pattern(
        &mut self,
        path: &syn::Path,
        field: &str,
        of: Var,
        by: BorrowMode,
        span: Span,
    ) -> Value {
        let member: TokenStream = field.parse().unwrap_or_default();
        let code = quote!(match &value {
            #path { #member: found, .. } => ::autodiff::__private::saved!(found),
            #[allow(unreachable_patterns)]
            _ => ::core::unreachable!(),
        });
        let captures =
            vec![Capture { name: "value".into(), value: Tree::Leaf(of), by_reference: false }];
        let what = "a field".to_string();
        let opaque = Opaque { discrete: true, ..Opaque::new(code, captures, what) };
        let ty = self.types.fresh(Kind::Any, Origin::Opaque(None));
        let found = self.emit(
            field.trim_start_matches(char::is_numeric),
            ty,
            Op::Opaque(Box::new(opaque)),
            span,
        );
        self.facts.fields_by_pattern.insert(found);
        Value::Var(found, by == BorrowMode::Shared)
    }

    /// The variant that a pattern's path names; `None` for a struct.
    fn variant_of(&mut self, path: &syn::Path, ty: &Ty) -> Option<String> {
        let text = path.to_token_stream().to_string();
        if self.enum_of(path).is_some() {
            return Some(text);
        }
        let last = path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        if matches!(last.as_str(), "Ok" | "Err" | "Some") {
            return Some(text);
        }
        if matches!(self.world().meaning(path), Meaning::Struct | Meaning::Alias) {
            return None;
        }
        match self.types.name_of(ty) {
            Some(name) => (last_name(&name) != last && last != "Self").then_some(text),
            None => None,
        }
    }

    /// Whether a value is of the variant (and has the parts) that a pattern tests, whatever the
    /// pattern binds.
    pub fn test_variant(&mut self, pat: &Pat, value: &Value, span: Span) -> Option<Var> {
        let mut blank = pat.clone();
        Blank(&self.names.pattern_names).visit_pat_mut(&mut blank);
        if let (Pat::Struct(_) | Pat::TupleStruct(_), Value::Var(v, _)) = (pat, value) {
            let path = match pat {
                Pat::Struct(s) => &s.path,
                Pat::TupleStruct(t) => &t.path,
                _ => return None,
            };
            let ty = self.ty(*v);
            if self.variant_of(path, &ty).is_none()
                && !refutable_inside(pat, &self.names.pattern_names)
            {
                return None;
            }
        }
        Some(self.test_expr(&quote!(#blank), value, span))
    }
}

/// Whether a struct pattern may fail because of a nested one.
fn refutable_inside(pat: &Pat, names: &PatternNames) -> bool {
    match pat {
        Pat::Struct(s) => s.fields.iter().any(|f| may_fail(&f.pat, names)),
        Pat::TupleStruct(t) => t.elems.iter().any(|p| may_fail(p, names)),
        _ => true,
    }
}

/// Whether a pattern inside a struct pattern may fail, as far as its form shows: one with fields
/// may test a variant, whatever its path is.
fn may_fail(pat: &Pat, names: &PatternNames) -> bool {
    match pat {
        Pat::Ident(p) => match &p.subpat {
            Some((_, sub)) => may_fail(sub, names),
            None => names.may_fail(p),
        },
        Pat::Wild(_) | Pat::Rest(_) => false,
        Pat::Tuple(t) => t.elems.iter().any(|p| may_fail(p, names)),
        Pat::Paren(p) => may_fail(&p.pat, names),
        Pat::Reference(r) => may_fail(&r.pat, names),
        _ => true,
    }
}

/// Replaces the variables of a pattern by `_`.
struct Blank<'n>(&'n PatternNames);

impl VisitMut for Blank<'_> {
    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        if let Pat::Ident(p) = pat {
            let constant = self.0.may_fail(p);
            match p.subpat.take() {
                Some((_, sub)) => {
                    *pat = match *sub {
                        Pat::Paren(inner) => *inner.pat,
                        sub => sub,
                    };
                }
                None if constant => return,
                None => {
                    *pat = syn::parse_quote!(_);
                    return;
                }
            }
        }
        syn::visit_mut::visit_pat_mut(self, pat);
    }

    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        field.colon_token.get_or_insert_with(Default::default);
        self.visit_pat_mut(&mut field.pat);
    }
}

/// The last segment of a path that is given as a string.
pub fn last_name(path: &str) -> String {
    let head = path.split('<').next().unwrap_or(path);
    // `Matrix :: < 2 >`
    let head = head.trim_end().trim_end_matches("::");
    head.rsplit("::").next().unwrap_or(head).trim().to_string()
}

/// The key of a field: `name`, `Variant.name`.
fn key_of(member: &Member) -> String {
    match &member.variant {
        None => member.name.clone(),
        Some(variant) => format!("{}.{}", last_name(variant), member.name),
    }
}

/// The type of a field as it is written in the recorded definition of that name, with the
/// arguments of its owner; for a field of a variant the name is `Variant.name`.
fn written_field(owner: &syn::Type, name: &str, world: &World) -> Option<syn::Type> {
    let syn::Type::Path(owner) = owner else { return None };
    let last = owner.path.segments.last()?;
    if last.arguments.is_none() {
        let of = world.find_type(&last.ident.to_string())?;
        return syn::parse_str(&world.field_of_type(&of, name)?.written).ok();
    }
    let (variant, name) =
        name.rsplit_once('.').map_or((None, name), |(variant, name)| (Some(variant), name));
    world.field(&owner.path, variant, name).map(|field| field.ty)
}

/// The arguments of a type.
fn arguments_of(ty: &TokenStream) -> syn::PathArguments {
    let path = syn::parse2::<syn::Path>(ty.clone()).ok();
    path.and_then(|mut path| path.segments.pop())
        .map_or(syn::PathArguments::None, |last| last.arguments)
}
