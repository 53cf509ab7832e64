//! Converts written types to types of inference, and back.

use super::Infer;
use super::goals::Goal;
use super::ty::{FLOATS, INTS, Kind, Ty};
use crate::std_declarations;
use crate::std_declarations::{ARRAY, SHAPE};
use crate::world::names::resolve::Resolution;
use crate::world::text::declarations::{
    Declaration, Module, Parameter, Segment, StdDeclarations, TypeSyntax,
};
use crate::world::types::plain_types::ItemId;
use std::collections::HashMap;
use std::rc::Rc;
use syn::Type;

/// The scope in which a written type resolves.
#[derive(Clone)]
pub struct Scope {
    /// The module; `None` for the declarations of `std`.
    pub module: Option<Module>,
    /// The types that the type and constant parameters stand for.
    pub generics: HashMap<String, Ty>,
    /// The bounds of the function's own parameters.
    pub bounds: Rc<HashMap<String, Vec<Rc<ItemId>>>>,
    pub this: Option<Ty>,
    /// The associated types of the block.
    pub associated: Rc<Vec<(String, TypeSyntax)>>,
}

impl Scope {
    pub fn of_module(module: Module) -> Scope {
        Scope { module: Some(module), ..Scope::of_std() }
    }

    pub fn of_std() -> Scope {
        Scope {
            module: None,
            generics: HashMap::new(),
            bounds: Rc::default(),
            this: None,
            associated: Rc::default(),
        }
    }
}

/// Traits of functions.
const CALLABLE: [&str; 3] = ["Fn", "FnMut", "FnOnce"];
/// Traits of iterators.
const ITERATORS: [&str; 4] =
    ["Iterator", "DoubleEndedIterator", "ExactSizeIterator", "IntoIterator"];

/// Types that need no import.
const PRELUDE: [&str; 22] = [
    "Vec", "Option", "Result", "Box", "String", "str", "bool", "char", "f64", "f32", "usize",
    "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128",
];

/// The declarations of `std`.
pub fn declarations() -> StdDeclarations {
    StdDeclarations::of_texts(&[
        std_declarations::FLOAT,
        std_declarations::INT,
        std_declarations::TYPES,
        std_declarations::ARRAYS,
        std_declarations::FUNCTIONS,
    ])
}

impl Infer<'_> {
    /// Whether `std` has a type of that name that inference knows.
    fn is_std_type(&self, name: &str) -> bool {
        INTS.contains(&name)
            || FLOATS.contains(&name)
            || matches!(self.std.get(name), Some(Declaration::Trait { .. }))
    }

    /// The scope of a function with these parameters, which stand for themselves.
    pub fn scope_of_parameters(&mut self, module: Module, parameters: &[Parameter]) -> Scope {
        let mut scope = Scope::of_module(module);
        for parameter in parameters {
            scope
                .generics
                .insert(parameter.name.clone(), Ty::Param(parameter.name.as_str().into()));
        }
        let mut bounds = HashMap::new();
        for parameter in parameters {
            let of = self.type_of_bounds(&parameter.bounds, &scope);
            match of {
                Some(ty) => drop(scope.generics.insert(parameter.name.clone(), ty)),
                None => drop(
                    bounds.insert(parameter.name.clone(), self.traits(&parameter.bounds, &scope)),
                ),
            }
        }
        scope.bounds = Rc::new(bounds);
        scope
    }

    /// The type that bounds determine: a function, or an iterator.
    pub fn type_of_bounds(&mut self, bounds: &[Vec<Segment>], scope: &Scope) -> Option<Ty> {
        bounds.iter().find_map(|bound| {
            let last = bound.last()?;
            let name = last.name.as_str();
            if CALLABLE.contains(&name)
                && let Some(TypeSyntax::Tuple(inputs)) = last.arguments.first()
            {
                let inputs = inputs.iter().map(|input| self.ty(input, scope)).collect();
                let output = last
                    .bindings
                    .first()
                    .map_or_else(Ty::unit, |(_, output)| self.ty(output, scope));
                return Some(Ty::Function(inputs, Box::new(output)));
            }
            if ITERATORS.contains(&name) && name != "IntoIterator" {
                let item = last.bindings.iter().find(|(name, _)| name == "Item");
                let item = item.map_or(Ty::Unknown, |(_, item)| self.ty(item, scope));
                return Some(Ty::of("Iter", item));
            }
            None
        })
    }

    /// The traits of the crate among some bounds.
    pub fn traits(&self, bounds: &[Vec<Segment>], scope: &Scope) -> Vec<Rc<ItemId>> {
        let resolve = |bound: &Vec<Segment>| match self.resolve(bound, scope)? {
            Resolution::Item(defined) => Some(Rc::new(defined)),
            _ => None,
        };
        bounds.iter().filter_map(resolve).collect()
    }

    pub fn resolve(&self, path: &[Segment], scope: &Scope) -> Option<Resolution> {
        let names: Vec<String> = path.iter().map(|segment| segment.name.clone()).collect();
        Some(self.world.resolve_in(scope.module.as_ref()?, &names))
    }

    /// Creates variables for the generic parameters of a used item, and goals for their bounds.
    pub fn instantiate(&mut self, parameters: &[Parameter], scope: &mut Scope) {
        for parameter in parameters {
            let fresh = self.table.fresh(Kind::Any);
            scope.generics.insert(parameter.name.clone(), fresh);
        }
        for parameter in parameters {
            if let Some(ty) = self.type_of_bounds(&parameter.bounds, scope) {
                let is_function = matches!(ty, Ty::Function(..));
                let own = scope.generics[&parameter.name].clone();
                if is_function {
                    scope.generics.insert(parameter.name.clone(), ty);
                } else if let Some(item) = ty.argument("Iter") {
                    self.goals.push(Goal::Item { of: own, item: item.clone() });
                }
            }
            for bound in &parameter.bounds {
                let item = bound
                    .last()
                    .filter(|last| last.name == "IntoIterator")
                    .and_then(|last| last.bindings.first());
                if let Some((_, item)) = item {
                    let (of, item) =
                        (scope.generics[&parameter.name].clone(), self.ty(item, scope));
                    self.goals.push(Goal::Item { of, item });
                }
            }
        }
    }

    /// Resolves a type that is written in a scope.
    pub fn ty(&mut self, written: &TypeSyntax, scope: &Scope) -> Ty {
        match written {
            TypeSyntax::Path(path) => self.path(path, scope),
            TypeSyntax::Reference(unique, of) => {
                Ty::Reference(*unique, Box::new(self.ty(of, scope)))
            }
            TypeSyntax::Tuple(parts) => {
                Ty::Tuple(parts.iter().map(|part| self.ty(part, scope)).collect())
            }
            TypeSyntax::Array(of, length) => {
                Ty::Array(Box::new(self.ty(of, scope)), Box::new(self.length(length, scope)))
            }
            TypeSyntax::Slice(of) => Ty::Slice(Box::new(self.ty(of, scope))),
            TypeSyntax::Function(inputs, output) => {
                let inputs = inputs.iter().map(|input| self.ty(input, scope)).collect();
                Ty::Function(inputs, Box::new(self.ty(output, scope)))
            }
            TypeSyntax::Implementing(bounds) => {
                let item = bounds.iter().find_map(|bound| {
                    bound.last().filter(|last| last.name == "IntoIterator")?.bindings.first()
                });
                if let Some((_, item)) = item {
                    let (of, item) = (self.table.fresh(Kind::Any), self.ty(item, scope));
                    self.goals.push(Goal::Item { of: of.clone(), item });
                    return of;
                }
                self.type_of_bounds(bounds, scope)
                    .unwrap_or_else(|| Ty::Object(self.traits(bounds, scope)))
            }
            TypeSyntax::Constant(text) => Ty::Constant(text.as_str().into()),
            TypeSyntax::Inferred => self.table.fresh(Kind::Any),
            TypeSyntax::Never => Ty::Never,
            TypeSyntax::Projection(this, path) => {
                let this = self.ty(this, scope);
                let name = path.last().map(|last| last.name.clone()).unwrap_or_default();
                self.projection(
                    &this,
                    &name,
                    path.iter().rev().nth(1).map(|segment| segment.name.as_str()),
                )
            }
            TypeSyntax::Other => Ty::Unknown,
        }
    }

    fn length(&mut self, length: &TypeSyntax, scope: &Scope) -> Ty {
        match length {
            TypeSyntax::Path(path) => {
                if let [name] = &path[..]
                    && let Some(of) = scope.generics.get(&name.name)
                {
                    return of.clone();
                }
                match self.resolve(path, scope).and_then(|of| {
                    if let Resolution::Item(of) = of { self.world.number_of(&of) } else { None }
                }) {
                    Some(number) => Ty::Constant(number.as_str().into()),
                    None => Ty::Unknown,
                }
            }
            TypeSyntax::Constant(text) if text.chars().all(|c| c.is_ascii_digit()) => {
                Ty::Constant(text.as_str().into())
            }
            _ => Ty::Unknown,
        }
    }

    /// An associated type.
    fn projection(&mut self, this: &Ty, name: &str, of_trait: Option<&str>) -> Ty {
        if name == "Item" {
            return self.with_goal(this.clone(), |of, item| Goal::Item { of, item });
        }
        if name == "Output" && matches!(self.table.shallow_resolve(this), Ty::Param(_)) {
            return this.clone();
        }
        self.with_bounded_depth(None, |infer| infer.associated_type(this, name, of_trait))
            .unwrap_or(Ty::Unknown)
    }

    fn path(&mut self, path: &[Segment], scope: &Scope) -> Ty {
        let Some(last) = path.last() else { return Ty::Unknown };
        if let [first] = path {
            if let Some(of) = scope.generics.get(&first.name) {
                return of.clone();
            }
            if first.name == "Self" {
                return scope.this.clone().unwrap_or(Ty::Unknown);
            }
            if scope.module.is_none() {
                return self.path_of_std(first, scope);
            }
        }
        if let [first, name] = path {
            if first.name == "Self"
                && let Some((_, written)) =
                    scope.associated.clone().iter().find(|(own, _)| *own == name.name)
            {
                return self.with_bounded_depth(Ty::Unknown, |infer| infer.ty(written, scope));
            }
            let this = if first.name == "Self" {
                scope.this.clone()
            } else {
                scope.generics.get(&first.name).cloned()
            };
            if let Some(this) = this {
                return self.projection(&this, &name.name, None);
            }
        }
        let found = self.resolve(path, scope);
        match found {
            Some(Resolution::Item(defined)) => self.item(defined, last, scope),
            Some(_) => match self.std_path(path, scope) {
                // an import may rename it
                Some(of_std) => {
                    if let Some(item) = self.item_of_named_iterator(&of_std, last, scope) {
                        return Ty::of("Iter", item);
                    }
                    let name = of_std.last().cloned().unwrap_or_default();
                    self.type_of_std(&Segment { name, ..last.clone() }, scope)
                }
                None if path.len() == 1 && PRELUDE.contains(&last.name.as_str()) => {
                    self.type_of_std(last, scope)
                }
                None => self.type_of_ndarray(path, scope),
            },
            None => self.type_of_ndarray(path, scope),
        }
    }

    /// A type of `ndarray`. Unless arrays of reals are known too, it is an array without reals: the
    /// types of other arrays are found in lowering.
    fn type_of_ndarray(&mut self, path: &[Segment], scope: &Scope) -> Ty {
        const PREFIXES: [&str; 6] =
            ["ArrayView", "CowArray", "ArcArray", "ArrayBase", "ArrayRef", "Array"];
        let Some(last) = path.last() else { return Ty::Unknown };
        let name = last.name.as_str();
        let axes = PREFIXES.iter().find_map(|of| name.strip_prefix(of)).filter(|axes| {
            axes.is_empty() || *axes == "D" || axes.chars().all(|c| c.is_ascii_digit())
        });
        let is_zip = name == "Zip" && self.knows_arrays;
        let names: Vec<String> = path.iter().map(|segment| segment.name.clone()).collect();
        let is_of_runtime =
            || names.starts_with(&["autodiff", "__private", "arrays"].map(String::from));
        if axes.is_none() && !is_zip
            || !is_of_runtime() && !self.world.is_of_crate(names.clone(), "ndarray")
        {
            return Ty::Unknown;
        }
        let Some(axes) = axes else {
            let [item, axes] = [(); 2].map(|()| self.table.fresh(Kind::Any));
            return Ty::Std("NdZip1".into(), vec![item, axes]);
        };
        let element = match last.arguments.first() {
            Some(storage) if name == "ArrayBase" => match element_of_storage(storage) {
                Some(element) => self.ty(element, scope),
                None => return Ty::Unknown,
            },
            Some(element) => self.ty(element, scope),
            None if self.knows_arrays => self.table.fresh(Kind::Any),
            None => return Ty::Unknown,
        };
        let axes = match (axes, last.arguments.get(1)) {
            ("", None) if self.knows_arrays => self.table.fresh(Kind::Any),
            ("", Some(TypeSyntax::Path(dimension))) => dimension
                .last()
                .and_then(|last| last.name.strip_prefix("Ix"))
                .map_or(Ty::Unknown, |axes| Ty::Constant(axes.into())),
            ("", Some(TypeSyntax::Inferred)) => self.table.fresh(Kind::Any),
            ("", _) => Ty::Unknown,
            (axes, _) => Ty::Constant(axes.into()),
        };
        let is_known = self.knows_arrays || element.is_int() || element == Ty::std("bool");
        if is_known { Ty::Std(ARRAY.into(), vec![element, axes]) } else { Ty::Unknown }
    }

    /// The item types of those iterators of `std` that users name in signatures.
    fn item_of_named_iterator(
        &mut self,
        path: &[String],
        last: &Segment,
        scope: &Scope,
    ) -> Option<Ty> {
        let [.., module, name] = path else { return None };
        let refers = |of: Ty| Ty::Reference(false, Box::new(of));
        let mut element = || Some(self.ty(last.arguments.first()?, scope));
        match (module.as_str(), name.as_str()) {
            ("slice", "Iter") => element().map(refers),
            ("slice", "Chunks" | "ChunksExact" | "Windows") => {
                element().map(|element| refers(Ty::Slice(Box::new(element))))
            }
            ("vec" | "array", "IntoIter") => element(),
            ("str", "Chars") => Some(Ty::std("char")),
            _ => None,
        }
    }

    /// The path in the standard library that a path resolves to through the imports of its module.
    pub fn std_path(&self, path: &[Segment], scope: &Scope) -> Option<Vec<String>> {
        let names: Vec<String> = path.iter().map(|segment| segment.name.clone()).collect();
        self.world.std_path(scope.module.as_ref()?, &names)
    }

    /// A fresh type that a goal relates to another one.
    fn with_goal(&mut self, of: Ty, goal: fn(Ty, Ty) -> Goal) -> Ty {
        let found = self.table.fresh(Kind::Any);
        self.goals.push(goal(of, found.clone()));
        found
    }

    /// A name in the declarations of `std`.
    fn path_of_std(&mut self, of: &Segment, scope: &Scope) -> Ty {
        let argument =
            of.arguments.first().map_or(Ty::Unknown, |argument| self.ty(argument, scope));
        match of.name.as_str() {
            "Slice" => Ty::Slice(Box::new(argument)),
            "Shape" => {
                let shape = self.table.fresh(Kind::Any);
                self.goals.push(Goal::Axes { of: shape.clone(), axes: argument });
                shape
            }
            "Axes" => self.with_goal(argument, |of, axes| Goal::Axes { of, axes }),
            "Index" => match self.number_of_axes(&argument) {
                Some(1) => Ty::std("usize"),
                Some(axes) => Ty::Tuple(vec![Ty::std("usize"); axes]),
                None => Ty::Unknown,
            },
            "Less" => match self.number_of_axes(&argument).and_then(|axes| axes.checked_sub(1)) {
                Some(axes) => Ty::Constant(axes.to_string().as_str().into()),
                None => Ty::Unknown,
            },
            "Item" => self.with_goal(argument, |of, item| Goal::Item { of, item }),
            "Target" => self.with_goal(argument, |of, target| Goal::Target { of, target }),
            "Sum" => self.with_goal(argument, |item, result| Goal::Sum { item, result }),
            "Collection" => self.with_goal(argument, |item, into| Goal::Collect { item, into }),
            "Pointee" => match self.table.shallow_resolve(&argument) {
                Ty::Std(name, arguments) if matches!(&*name, "Box" | "Rc" | "Arc") => {
                    arguments[0].clone()
                }
                Ty::Std(name, arguments) if &*name == "Vec" => {
                    Ty::Slice(Box::new(arguments[0].clone()))
                }
                Ty::Std(name, _) if &*name == "String" => Ty::std("str"),
                _ => Ty::Unknown,
            },
            "Unzipped" => {
                let Ty::Tuple(parts) = self.table.shallow_resolve(&argument) else {
                    return Ty::Unknown;
                };
                let collected =
                    |part: Ty| self.with_goal(part, |item, into| Goal::Collect { item, into });
                Ty::Tuple(parts.into_iter().map(collected).collect())
            }
            "Concatenated" => match self.table.strip_references(&argument) {
                Ty::Std(name, arguments) if &*name == "Vec" => Ty::of("Vec", arguments[0].clone()),
                Ty::Array(of, _) | Ty::Slice(of) => Ty::of("Vec", *of),
                Ty::Std(name, _) if matches!(&*name, "str" | "String") => Ty::std("String"),
                _ => Ty::Unknown,
            },
            "Joined" => match self.table.strip_references(&argument) {
                Ty::Std(name, _) if matches!(&*name, "str" | "String") => Ty::std("String"),
                _ => Ty::Unknown,
            },
            _ => self.type_of_std(of, scope),
        }
    }

    /// The number of axes of an array of `ndarray`, if it is known.
    pub fn number_of_axes(&self, axes: &Ty) -> Option<usize> {
        match self.table.shallow_resolve(axes) {
            Ty::Constant(axes) => axes.parse().ok(),
            _ => None,
        }
    }

    /// A type of `std` by its name.
    fn type_of_std(&mut self, of: &Segment, scope: &Scope) -> Ty {
        let name = of.name.as_str();
        let name = if matches!(name, "RangeInclusive" | "RangeFrom") { "Range" } else { name };
        if !self.is_std_type(name)
            || matches!(name, "Slice" | "Array" | "Float" | "Int" | "Iter")
                && scope.module.is_some()
        {
            return Ty::Unknown;
        }
        let parameters = match self.std.get(name) {
            Some(Declaration::Trait { generics, .. }) => generics.len(),
            _ => 0,
        };
        let mut arguments: Vec<Ty> =
            of.arguments.iter().map(|argument| self.ty(argument, scope)).collect();
        // allocators and hashers do not matter here
        arguments.truncate(parameters);
        // omitted arguments are inferred; in a written type they would be defaults
        arguments.resize_with(parameters, || self.table.fresh(Kind::Any));
        Ty::Std(name.into(), arguments)
    }

    /// A type of the crate.
    fn item(&mut self, defined: ItemId, last: &Segment, scope: &Scope) -> Ty {
        let declared = self.world.declaration(&defined);
        match declared {
            Some(Declaration::Struct(parameters, _) | Declaration::Enum(parameters, _)) => {
                let arguments = self.arguments(&parameters, last, scope);
                Ty::Crate(Rc::new(defined), arguments)
            }
            Some(Declaration::Alias(parameters, target)) => {
                let Some(module) = self.world.module_of_item(&defined) else { return Ty::Unknown };
                let arguments = self.arguments(&parameters, last, scope);
                let mut there = Scope::of_module(module);
                there.generics.extend(
                    parameters.iter().map(|parameter| parameter.name.clone()).zip(arguments),
                );
                self.with_bounded_depth(Ty::Unknown, |infer| infer.ty(&target, &there))
            }
            _ => Ty::Unknown,
        }
    }

    fn arguments(&mut self, parameters: &[Parameter], last: &Segment, scope: &Scope) -> Vec<Ty> {
        let arguments = last.arguments.iter().map(|argument| match argument {
            TypeSyntax::Path(path)
                if path.len() == 1
                    && self.resolve(path, scope).is_some_and(|of| self.is_constant(&of)) =>
            {
                self.length(argument, scope)
            }
            argument => self.ty(argument, scope),
        });
        let mut arguments: Vec<Ty> = arguments.collect();
        arguments.resize_with(parameters.len(), || self.table.fresh(Kind::Any));
        arguments
    }

    fn is_constant(&self, of: &Resolution) -> bool {
        matches!(of, Resolution::Item(defined)
            if matches!(self.world.declaration(defined), Some(Declaration::Constant(_))))
    }

    /// A type as it is named in the item's module; `None` if it has no name there, or is not known.
    /// Lowering treats data without the derive as a type that only rustc knows.
    pub fn named_type(&self, ty: &Ty) -> Option<Type> {
        self.name(ty, false)
    }

    /// As [`Self::named_type`], for constants, which may be data without the derive.
    pub fn named_constant(&self, ty: &Ty) -> Option<Type> {
        self.name(ty, true)
    }

    fn name(&self, ty: &Ty, is_constant: bool) -> Option<Type> {
        let all = |types: &[Ty]| {
            types.iter().map(|ty| self.name(ty, is_constant)).collect::<Option<Vec<_>>>()
        };
        Some(match ty {
            Ty::Std(name, _)
                if matches!(&**name, "Iter" | "Range" | "Mutex" | "RwLock" | "ParseError")
                    || matches!(&**name, ARRAY | SHAPE)
                    || name.starts_with("NdZip")
                    || ty.is_guard() =>
            {
                return None;
            }
            Ty::Std(name, arguments) => {
                let arguments = all(arguments)?;
                let path = self.name_of_std(name)?;
                if arguments.is_empty() {
                    syn::parse_quote!(#path)
                } else {
                    syn::parse_quote!(#path<#(#arguments),*>)
                }
            }
            Ty::Crate(of, arguments) => {
                let path = self.world.path_of_item(of)?;
                let is_data =
                    || self.world.type_without_derive(&syn::parse_quote!(#path)).is_some();
                if self.world.is_constructor_with_drop(&path) {
                    return None;
                }
                if self.world.has_lifetimes(of) {
                    let is_whole = arguments.is_empty();
                    return self
                        .world
                        .with_elided_lifetimes(&syn::parse_quote!(#path))
                        .filter(|_| is_whole);
                }
                if !is_constant && is_data() {
                    return None;
                }
                let arguments = arguments
                    .iter()
                    .map(|ty| self.named_argument(ty, is_constant))
                    .collect::<Option<Vec<_>>>()?;
                if arguments.is_empty() {
                    syn::parse_quote!(#path)
                } else {
                    syn::parse_quote!(#path<#(#arguments),*>)
                }
            }
            Ty::Param(name) => {
                let name = quote::format_ident!("{name}");
                syn::parse_quote!(#name)
            }
            Ty::Reference(unique, of) => {
                let of = self.name(of, is_constant)?;
                if *unique { syn::parse_quote!(&mut #of) } else { syn::parse_quote!(&#of) }
            }
            Ty::Tuple(parts) => {
                let parts = all(parts)?;
                syn::parse_quote!((#(#parts,)*))
            }
            Ty::Array(of, length) => {
                let of = self.name(of, is_constant)?;
                let length: syn::Expr = match &**length {
                    Ty::Constant(text) => syn::parse_str(text).ok()?,
                    Ty::Param(name) => syn::parse_str(name).ok()?,
                    _ => return None,
                };
                syn::parse_quote!([#of; #length])
            }
            Ty::Slice(of) => {
                let of = self.name(of, is_constant)?;
                syn::parse_quote!([#of])
            }
            Ty::Constant(_)
            | Ty::Infer(_)
            | Ty::Function(..)
            | Ty::Object(_)
            | Ty::Never
            | Ty::Unknown => return None,
        })
    }

    pub fn named_argument(&self, ty: &Ty, is_constant: bool) -> Option<syn::GenericArgument> {
        match ty {
            Ty::Constant(text) => Some(syn::GenericArgument::Const(syn::parse_str(text).ok()?)),
            ty => self.name(ty, is_constant).map(syn::GenericArgument::Type),
        }
    }

    /// The path of a type of `std` in this module.
    fn name_of_std(&self, name: &str) -> Option<syn::Path> {
        let module = self.scope.module.as_ref()?;
        let is_ours =
            matches!(self.world.resolve_in(module, &[name.to_string()]), Resolution::Item(_));
        let path = match name {
            _ if is_ours => return None,
            "HashMap" | "BTreeMap" | "HashSet" | "BTreeSet" => {
                format!("::std::collections::{name}")
            }
            "VecDeque" => "VecDeque".into(),
            "Rc" => "::std::rc::Rc".into(),
            "Arc" => "::std::sync::Arc".into(),
            "Cell" | "RefCell" => format!("::std::cell::{name}"),
            "Ordering" => "::core::cmp::Ordering".into(),
            "Duration" => "::core::time::Duration".into(),
            "DefaultHasher" => "::std::hash::DefaultHasher".into(),
            "Slice" | "Array" | "Float" | "Int" => return None,
            name => name.to_string(),
        };
        syn::parse_str(&path).ok()
    }
}

/// The type of the elements of an array's storage: `Data<Elem = f64>`, `OwnedRepr<f64>`.
fn element_of_storage(storage: &TypeSyntax) -> Option<&TypeSyntax> {
    match storage {
        TypeSyntax::Implementing(bounds) => bounds.iter().find_map(|bound| {
            let elements = bound.last()?.bindings.iter();
            elements.filter(|(name, _)| name == "Elem").map(|(_, element)| element).next()
        }),
        TypeSyntax::Path(of) => match of.last()?.arguments.first()? {
            TypeSyntax::Reference(_, element) => Some(element),
            element => Some(element),
        },
        _ => None,
    }
}
