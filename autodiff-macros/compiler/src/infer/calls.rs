//! Calls of functions, methods and closures.

use super::lookup::{FoundFunction, Source};
use super::names::Scope;
use super::ty::{FLOATS, Kind, Ty};
use super::{Infer, own_place, place};
use crate::world::names::resolve::Resolution;
use crate::world::text::declarations::{self, Declaration, Fields, Parameter, Segment, TypeSyntax};
use crate::world::types::plain_types::ItemId;
use proc_macro2::Ident;
use std::rc::Rc;
use syn::{Expr, ExprCall, ExprMethodCall, ExprPath};

/// What a path in an expression resolves to.
pub enum Value {
    /// A variable or a constant.
    Of(Ty),
    /// A function.
    Function(Box<FoundFunction>),
    /// The constructor of a tuple struct or of a variant, with the types of its fields.
    Constructor(Vec<Ty>, Ty),
    Unknown,
}

/// A struct or an enum, with the fields that its constructor takes.
pub struct ConstructedType {
    of: Rc<ItemId>,
    arguments: Vec<Ty>,
    parameters: Vec<Parameter>,
    fields: Fields,
}

impl ConstructedType {
    pub fn ty(&self) -> Ty {
        Ty::Crate(self.of.clone(), self.arguments.clone())
    }
}

/// A call of a named function, as the user writes it.
struct WrittenCall<'c> {
    name: &'c Ident,
    turbofish: &'c [TypeSyntax],
    /// Whether `self` is a receiver before a dot, and not the first argument.
    on_receiver: bool,
    arguments: &'c [&'c Expr],
}

impl Infer<'_> {
    /// The result type of a function for the given call.
    fn call(&mut self, found: FoundFunction, call: &WrittenCall<'_>, expected: Option<&Ty>) -> Ty {
        let (inputs, output) = self.instance(found, call.name, call.turbofish);
        // a method by its path takes `self` as its first argument
        let inputs: Vec<Ty> = inputs.into_iter().skip(usize::from(call.on_receiver)).collect();
        self.infer_application(&inputs, &output, call.arguments, expected)
    }

    /// The parameter types of a function, `self` first, and its result type.
    fn instance(
        &mut self,
        found: FoundFunction,
        name: &Ident,
        turbofish: &[TypeSyntax],
    ) -> (Vec<Ty>, Ty) {
        let FoundFunction { signature, mut scope, .. } = found;
        self.instantiate(&signature.generics, &mut scope);
        let here = self.scope.clone();
        for (parameter, written) in signature.generics.iter().zip(turbofish) {
            let of = self.ty(written, &here);
            self.table.unify(&scope.generics[&parameter.name].clone(), &of);
        }
        let this = signature.receiver.map(|receiver| {
            let of = scope.this.clone().unwrap_or(Ty::Unknown);
            match receiver {
                declarations::Receiver::Value => of,
                declarations::Receiver::Reference => Ty::shared_reference(of),
                declarations::Receiver::Unique => Ty::Reference(true, Box::new(of)),
            }
        });
        let mut inputs: Vec<Ty> = this.into_iter().collect();
        for input in &signature.inputs {
            let input = self.ty(input, &scope);
            inputs.push(input);
        }
        let output = self.ty(&signature.output, &scope);
        let arguments: Vec<Ty> = signature
            .generics
            .iter()
            .map(|parameter| scope.generics[&parameter.name].clone())
            .collect();
        // a derivative is looked up by the argument types, so parameters that these do not
        // determine are written
        let is_determined = |of: &Ty| inputs.iter().any(|input| self.table.is_in(of, input));
        let is_written = scope.module.is_some() || *name == "parse";
        if turbofish.iter().any(TypeSyntax::is_partial)
            || is_written && turbofish.is_empty() && !arguments.iter().all(is_determined)
        {
            self.arguments.push((place(name.span(), name.to_string()), arguments));
        }
        (inputs, output)
    }

    /// The result type for these arguments. Closures are inferred after the other arguments.
    fn infer_application(
        &mut self,
        inputs: &[Ty],
        output: &Ty,
        arguments: &[&Expr],
        expected: Option<&Ty>,
    ) -> Ty {
        if let Some(expected) = expected
            && matches!(
                self.table.shallow_resolve(output),
                Ty::Infer(_) | Ty::Std(..) | Ty::Crate(..) | Ty::Tuple(_)
            )
            && !matches!(self.table.shallow_resolve(expected), Ty::Reference(..) | Ty::Object(_))
            && self.table.may_unify(output, expected)
        {
            self.table.unify(output, expected);
        }
        for closures in [false, true] {
            for (k, argument) in arguments.iter().enumerate() {
                if matches!(argument, Expr::Closure(_)) != closures {
                    continue;
                }
                if closures {
                    self.solve();
                }
                let input = inputs.get(k).cloned().unwrap_or(Ty::Unknown);
                let ty = self.expr(argument, Some(&input));
                self.table.coerce(&ty, &input);
                self.note_coercion(argument, &ty, &input);
            }
        }
        self.solve();
        output.clone()
    }

    pub fn path_call(&mut self, call: &ExprCall, expected: Option<&Ty>) -> Ty {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let Expr::Path(path) = &*call.func else {
            let of = self.expr(&call.func, None);
            return self.infer_value_call(&of, &arguments, expected);
        };
        match self.value(path) {
            Value::Of(ty) => {
                self.note_path(path, &ty);
                self.infer_value_call(&ty, &arguments, expected)
            }
            Value::Constructor(inputs, output) => {
                self.infer_application(&inputs, &output, &arguments, expected)
            }
            Value::Function(found) => {
                let Some(last) = path.path.segments.last() else { return Ty::Unknown };
                let call = WrittenCall {
                    name: &last.ident,
                    turbofish: &turbofish(&last.arguments),
                    on_receiver: false,
                    arguments: &arguments,
                };
                self.call(*found, &call, expected)
            }
            Value::Unknown => {
                for argument in arguments {
                    self.expr(argument, None);
                }
                Ty::Unknown
            }
        }
    }

    /// The result type of a call of a function value.
    fn infer_value_call(&mut self, of: &Ty, arguments: &[&Expr], expected: Option<&Ty>) -> Ty {
        let mut of = self.table.strip_references(of);
        while let Ty::Std(name, inner) = &of
            && matches!(&**name, "Box" | "Rc" | "Arc")
        {
            of = self.table.strip_references(&inner[0]);
        }
        match of {
            Ty::Function(inputs, output) => {
                self.infer_application(&inputs, &output, arguments, expected)
            }
            _ => {
                for argument in arguments {
                    self.expr(argument, None);
                }
                Ty::Unknown
            }
        }
    }

    pub fn method_call(&mut self, m: &ExprMethodCall, expected: Option<&Ty>) -> Ty {
        let receiver = self.expr(&m.receiver, None);
        self.solve();
        let arguments: Vec<&Expr> = m.args.iter().collect();
        let name = m.method.to_string();
        match &*name {
            "zip" | "chain" | "extend" => {
                self.iterables.extend(m.args.iter().filter_map(own_place))
            }
            "into_iter" => self.iterables.extend(own_place(&m.receiver)),
            _ => {}
        }
        let own = self.method(&receiver, &name);
        self.note_definer(m, own.as_ref(), &receiver);
        if let Some((found, of)) = &own {
            let at = place(m.method.span(), name.clone());
            let receiver = self.note_dereferences(at, &receiver, of);
            self.note_callee(m, found, of, &receiver);
        }
        // for a type of the crate, its own methods come first
        let is_own =
            name != "into_iter" && own.as_ref().is_some_and(|(_, of)| matches!(of, Ty::Crate(..)));
        if !is_own && let Some(ty) = self.method_by_trait(&receiver, &name, &arguments, expected) {
            return ty;
        }
        match own {
            Some((found, _)) => {
                let turbofish = m.turbofish.as_ref().map(generic_arguments).unwrap_or_default();
                let is_result = matches!(name.as_str(), "sum" | "product" | "collect");
                let has_self = found.signature.receiver.is_some();
                let call = WrittenCall {
                    name: &m.method,
                    turbofish: if is_result { &[] } else { &turbofish },
                    on_receiver: has_self,
                    arguments: &arguments,
                };
                let ty = self.call(found, &call, expected);
                if let Some(of) = turbofish.first().filter(|_| is_result) {
                    let here = self.scope.clone();
                    let of = self.ty(of, &here);
                    self.table.unify(&ty, &of);
                    self.solve();
                    self.arguments
                        .push((place(m.method.span(), m.method.to_string()), vec![ty.clone()]));
                }
                ty
            }
            None => {
                // a field that is a function is called in parentheses, so this is a method that
                // the files do not show
                for argument in arguments {
                    self.expr(argument, None);
                }
                Ty::Unknown
            }
        }
    }

    /// Methods whose result depends on the references around the receiver.
    fn method_by_trait(
        &mut self,
        receiver: &Ty,
        name: &str,
        arguments: &[&Expr],
        expected: Option<&Ty>,
    ) -> Option<Ty> {
        let of = self.table.shallow_resolve(receiver);
        let inner = match &of {
            Ty::Reference(_, of) => self.table.shallow_resolve(of),
            // a guard has no method `clone` itself
            Ty::Std(_, behind) if of.is_guard() => self.table.shallow_resolve(&behind[0]),
            of => of.clone(),
        };
        match (name, arguments) {
            // the method takes `self` by value, and gets it by reference here
            ("clone" | "autodiff_saved", []) => Some(inner),
            ("to_owned", []) if !matches!(inner, Ty::Slice(_) | Ty::Std(..)) => Some(inner),
            ("into_iter", []) => {
                let item = self.item_of(receiver).filter(|item| *item != Ty::Unknown);
                Some(item.map_or(Ty::Unknown, |item| Ty::of("Iter", item)))
            }
            ("into" | "try_into", []) => Some(match (name, expected) {
                ("into", Some(expected)) => expected.clone(),
                _ => Ty::Unknown,
            }),
            ("to_string", []) => Some(Ty::std("String")),
            ("cmp", [other]) => {
                self.expr(other, None);
                Some(Ty::std("Ordering"))
            }
            ("partial_cmp", [other]) => {
                self.expr(other, None);
                Some(Ty::of("Option", Ty::std("Ordering")))
            }
            ("eq" | "ne" | "lt" | "le" | "gt" | "ge", [other]) => {
                self.expr(other, None);
                Some(Ty::std("bool"))
            }
            ("map", [f]) if let Ty::Array(element, length) = &of => {
                let given = self.table.fresh(Kind::Any);
                let function = Ty::Function(vec![(**element).clone()], Box::new(given.clone()));
                let ty = self.expr(f, Some(&function));
                self.table.coerce(&ty, &function);
                Some(Ty::Array(Box::new(given), length.clone()))
            }
            ("get" | "get_mut", [index]) => self.infer_get(receiver, name == "get_mut", index),
            ("borrow" | "borrow_mut", []) if self.is_borrowed_cell(receiver) => None,
            ("borrow" | "borrow_mut" | "as_ref" | "as_mut", [])
                if !matches!(self.table.strip_references(receiver), Ty::Std(ref name, _)
                if matches!(&**name, "Option" | "Result")) =>
            {
                Some(Ty::Unknown)
            }
            _ => None,
        }
    }

    /// Whether `borrow` is the method of a `RefCell`. On a `RefCell` behind an `Rc`, the trait
    /// `Borrow` comes first.
    fn is_borrowed_cell(&mut self, of: &Ty) -> bool {
        let has_in_scope = |infer: &Self| {
            let module = infer.scope.module.as_ref().filter(|_| !infer.imports);
            module.is_none_or(|module| {
                ["Borrow", "BorrowMut"]
                    .iter()
                    .any(|name| infer.world.has_foreign_in_scope(module, name))
            })
        };
        let mut ty = self.table.strip_references(of);
        let mut is_direct = true;
        while let Ty::Std(name, inner) = &ty
            && matches!(&**name, "Rc" | "Arc" | "Box")
        {
            (ty, is_direct) = (self.table.strip_references(&inner[0]), false);
        }
        ty.argument("RefCell").is_some() && (is_direct || !has_in_scope(self))
    }

    /// `get` of a sequence, with an integer or a range.
    fn infer_get(&mut self, receiver: &Ty, unique: bool, index: &Expr) -> Option<Ty> {
        let of = self.sequence(receiver)?;
        let index_ty = self.expr(index, None);
        let is_range =
            matches!(self.table.shallow_resolve(&index_ty), Ty::Std(name, _) if &*name == "Range");
        let inner = if is_range {
            Ty::Slice(Box::new(of))
        } else {
            self.table.unify(&index_ty, &Ty::std("usize"));
            of
        };
        Some(Ty::of("Option", Ty::Reference(unique, Box::new(inner))))
    }

    /// The element type of a type that dereferences to a slice.
    pub fn sequence(&mut self, of: &Ty) -> Option<Ty> {
        let mut ty = self.table.shallow_resolve(of);
        for _ in 0..8 {
            if let Ty::Slice(element) = ty {
                return Some(*element);
            }
            ty = self.deref_target(&ty)?;
        }
        None
    }

    // ---------- paths

    /// What a path in an expression resolves to.
    pub fn value(&mut self, path: &ExprPath) -> Value {
        let segments = declarations::segments(&path.path);
        if let Some(qself) = &path.qself {
            let this = self.ty_of_syntax(&qself.ty);
            let (Some(last), here) = (segments.last(), self.scope.clone()) else {
                return Value::Unknown;
            };
            let of_trait = &segments[..qself.position.min(segments.len())];
            return match of_trait {
                [] => self.resolve_associated(&this, &last.name),
                of_trait => match self.function_of_trait(&this, of_trait, &here, &last.name) {
                    Some(found) => Value::Function(Box::new(found)),
                    None => Value::Unknown,
                },
            };
        }
        if let [name] = &segments[..] {
            if let Some((_, ty)) = self.locals.iter().rev().find(|(own, _)| *own == name.name) {
                return Value::Of(ty.clone());
            }
            if self.scope.generics.contains_key(&name.name) {
                return Value::Of(Ty::std("usize"));
            }
            if let Some(value) = self.prelude(&name.name, &segments) {
                return value;
            }
        }
        let here = self.scope.clone();
        if let Some(constructed) = self.type_at_constructor(&segments) {
            return self.constructor(constructed);
        }
        if let Some(Resolution::Item(defined)) = self.resolve(&segments, &here) {
            return self.value_of_item(&defined);
        }
        if let Some(path) = self.std_path(&segments, &here).or_else(|| self.ndarray_path(&segments))
            && let Some(function) = self.function_of_std(&path)
        {
            return function;
        }
        let Some((last, owners)) = segments.split_last().filter(|(_, owners)| !owners.is_empty())
        else {
            return Value::Unknown;
        };
        // an associated item
        let owner = owners.last();
        if let Some(Resolution::Item(of)) = self.resolve(owners, &here)
            && let Some(Declaration::Trait { .. }) = self.world.declaration(&of)
        {
            let this = self.table.fresh(Kind::Any);
            return self
                .method_of_trait(&of, &this, &last.name)
                .map_or(Value::Unknown, |found| Value::Function(Box::new(found)));
        }
        if let Some(owner) = owner
            && matches!(owner.name.as_str(), "consts" | "f64" | "f32")
            && last.name.chars().all(|c| c.is_uppercase() || c.is_numeric() || c == '_')
        {
            let of = owners.iter().find(|segment| FLOATS.contains(&segment.name.as_str()));
            return match (of, last.name.as_str()) {
                (
                    Some(_),
                    "DIGITS" | "MANTISSA_DIGITS" | "RADIX" | "MAX_EXP" | "MIN_EXP" | "MAX_10_EXP"
                    | "MIN_10_EXP",
                ) => Value::Unknown,
                (Some(of), _) => Value::Of(Ty::std(&of.name)),
                (None, _) => Value::Unknown,
            };
        }
        let this = self.ty(&TypeSyntax::Path(owners.to_vec()), &here);
        if let Some(owner) = path.path.segments.iter().nth_back(1) {
            self.note_type_of_name(&owner.ident, &this);
        }
        self.resolve_associated(&this, &last.name)
    }

    /// A function or constant of a type.
    fn resolve_associated(&mut self, this: &Ty, name: &str) -> Value {
        let this = self.table.shallow_resolve(this);
        if this == Ty::Unknown {
            return Value::Unknown;
        }
        if this.is_int() && matches!(name, "MAX" | "MIN") {
            return Value::Of(this);
        }
        if this.is_int() && name == "BITS" {
            return Value::Of(Ty::std("u32"));
        }
        if let Some(found) = self.associated_function(&this, name) {
            return Value::Function(Box::new(found));
        }
        if let Some(constant) = self.associated_constant(&this, name) {
            return Value::Of(constant);
        }
        let any = self.table.fresh(Kind::Any);
        match name {
            // implemented by derives, or by traits whose functions the files do not show
            "default" => Value::Constructor(Vec::new(), this),
            "from" if this.is_int() || this.is_float() => Value::Constructor(vec![any], this),
            "clone" => Value::Constructor(vec![Ty::shared_reference(this.clone())], this),
            _ => Value::Unknown,
        }
    }

    /// Resolves names of the prelude.
    fn prelude(&mut self, name: &str, segments: &[Segment]) -> Option<Value> {
        let here = self.scope.clone();
        if matches!(self.resolve(segments, &here), Some(Resolution::Item(_))) {
            return None;
        }
        let value = self.table.fresh(Kind::Any);
        let other = self.table.fresh(Kind::Any);
        Some(match name {
            "Some" => Value::Constructor(vec![value.clone()], Ty::of("Option", value)),
            "None" => {
                if let Some(of) = segments[0].arguments.first() {
                    let of = self.ty(of, &here);
                    self.table.unify(&of, &value);
                }
                Value::Of(Ty::of("Option", value))
            }
            "Ok" => Value::Constructor(
                vec![value.clone()],
                Ty::Std("Result".into(), vec![value, other]),
            ),
            "Err" => Value::Constructor(
                vec![value.clone()],
                Ty::Std("Result".into(), vec![other, value]),
            ),
            "constant" => Value::Constructor(vec![value.clone()], value),
            "drop" => Value::Constructor(vec![value], Ty::unit()),
            _ => return None,
        })
    }

    fn function_of_std(&self, path: &[String]) -> Option<Value> {
        let [.., module, name] = path else { return None };
        // an item that several modules of `std` export is declared under one of them
        let declared = self
            .std
            .get(&format!("::{module}_{name}"))
            .or_else(|| self.std.get(&format!("::{name}")));
        match declared? {
            Declaration::Function(signature) => Some(Value::Function(Box::new(FoundFunction {
                signature: signature.clone(),
                scope: Scope::of_std(),
                source: Source::Inherent,
                of_block: None,
            }))),
            _ => None,
        }
    }

    /// The path in `ndarray` of a function that the path leads to.
    fn ndarray_path(&self, path: &[Segment]) -> Option<Vec<String>> {
        let names: Vec<String> = path.iter().map(|segment| segment.name.clone()).collect();
        let function = names.last()?.clone();
        let is_function = self.knows_arrays && matches!(&*function, "arr1" | "arr2");
        (is_function && self.world.is_of_crate(names, "ndarray"))
            .then(|| vec!["ndarray".into(), function])
    }

    /// The type of a function or of a constant.
    fn value_of_item(&mut self, of: &ItemId) -> Value {
        let Some(module) = self.world.module_of_item(of) else { return Value::Unknown };
        let scope = Scope::of_module(module);
        match self.world.declaration(of) {
            Some(Declaration::Function(signature)) => Value::Function(Box::new(FoundFunction {
                signature,
                scope,
                source: Source::Inherent,
                of_block: None,
            })),
            Some(Declaration::Constant(written)) => Value::Of(self.ty(&written, &scope)),
            _ => Value::Unknown,
        }
    }

    /// The struct, or the enum with the variant's fields, whose constructor a path names.
    pub fn type_at_constructor(&mut self, path: &[Segment]) -> Option<ConstructedType> {
        let here = self.scope.clone();
        let (last, owners) = path.split_last()?;
        if let Some(Resolution::Item(of)) = self.resolve(path, &here) {
            return match self.world.declaration(&of)? {
                Declaration::Struct(parameters, fields) => {
                    self.constructed_type(of, parameters, fields, &last.arguments)
                }
                Declaration::Alias(..) => {
                    let Ty::Crate(of, arguments) = self.ty(&TypeSyntax::Path(path.to_vec()), &here)
                    else {
                        return None;
                    };
                    let Declaration::Struct(parameters, fields) = self.world.declaration(&of)?
                    else {
                        return None;
                    };
                    Some(ConstructedType { of, arguments, parameters, fields })
                }
                _ => None,
            };
        }
        let (of, variant) = match owners {
            [] => {
                let variant = self.world.variant_in(here.module.as_ref()?, &last.name)?;
                (variant.of, variant.name)
            }
            owners => match self.resolve(owners, &here)? {
                Resolution::Item(of) => (of, last.name.clone()),
                _ => return None,
            },
        };
        let Declaration::Enum(parameters, variants) = self.world.declaration(&of)? else {
            return None;
        };
        let (_, fields) = variants.into_iter().find(|(own, _)| *own == variant)?;
        let arguments = owners.last().map(|owner| owner.arguments.clone()).unwrap_or_default();
        self.constructed_type(of, parameters, fields, &arguments)
    }

    fn constructed_type(
        &mut self,
        of: ItemId,
        parameters: Vec<Parameter>,
        fields: Fields,
        arguments: &[TypeSyntax],
    ) -> Option<ConstructedType> {
        let here = self.scope.clone();
        let mut arguments: Vec<Ty> =
            arguments.iter().map(|written| self.ty(written, &here)).collect();
        arguments.resize_with(parameters.len(), || self.table.fresh(Kind::Any));
        Some(ConstructedType { of: Rc::new(of), arguments, parameters, fields })
    }

    /// The types of the fields of a constructed value, by their names.
    pub fn fields(
        &mut self,
        ConstructedType { of, arguments, parameters, fields }: &ConstructedType,
    ) -> Vec<(String, Ty)> {
        let Some(scope) = self.scope_of_type(of, parameters, arguments) else { return Vec::new() };
        fields.iter().map(|(name, written)| (name.clone(), self.ty(written, &scope))).collect()
    }

    fn constructor(&mut self, of: ConstructedType) -> Value {
        let fields = self.fields(&of);
        let ty = of.ty();
        if fields.is_empty() {
            Value::Of(ty)
        } else {
            Value::Constructor(fields.into_iter().map(|(_, ty)| ty).collect(), ty)
        }
    }

    /// The type of a path that is used as a value.
    pub fn path_value(&mut self, path: &ExprPath) -> Ty {
        match self.value(path) {
            Value::Of(ty) => ty,
            Value::Constructor(inputs, output) => Ty::Function(inputs, Box::new(output)),
            Value::Function(found) => {
                let Some(last) = path.path.segments.last() else { return Ty::Unknown };
                let (inputs, output) =
                    self.instance(*found, &last.ident, &turbofish(&last.arguments));
                Ty::Function(inputs, Box::new(output))
            }
            Value::Unknown => Ty::Unknown,
        }
    }
}

fn turbofish(of: &syn::PathArguments) -> Vec<TypeSyntax> {
    match of {
        syn::PathArguments::AngleBracketed(of) => generic_arguments(of),
        _ => Vec::new(),
    }
}

fn generic_arguments(of: &syn::AngleBracketedGenericArguments) -> Vec<TypeSyntax> {
    let path = syn::Path {
        leading_colon: None,
        segments: std::iter::once(syn::PathSegment {
            ident: quote::format_ident!("of"),
            arguments: syn::PathArguments::AngleBracketed(of.clone()),
        })
        .collect(),
    };
    declarations::segments(&path).into_iter().flat_map(|segment| segment.arguments).collect()
}
