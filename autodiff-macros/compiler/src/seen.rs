//! The types that `#[derive(Differentiable)]` has seen so far, for the functions that come after them in the source.
//!
//! A function under the attribute sees itself alone, or its block or module. Most of what it does with fields of a type that is defined elsewhere rustc can be asked, by
//! projections; but not whether a field is an `Option`, or marked `#[constant]`. So the derive keeps the types of fields that mean the same everywhere, as text: tokens do
//! not outlive their expansion. Types with generic parameters are not kept.
//!
//! A type is found by its name, if that is a single one, and there is only one type of that name in the file. That it is the type that rustc finds is checked by an item beside the
//! function, which does not compile otherwise ([`Seen::check`]): the derive gives the type a trait whose number is made of its definition.

use proc_macro2::TokenStream;
use quote::quote;
use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

/// What is known of a field.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Whether it is marked `#[constant]`.
    pub constant: bool,
    /// Its type, as text, with `_` for what an `Option` or a `Vec` holds of other types.
    pub ty: Option<String>,
}

/// A type that a derive has seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// Its name.
    pub name: String,
    /// Its fields, `name`, `0`, or `Variant.name`, as far as their types mean the same everywhere.
    pub fields: Vec<(String, Field)>,
    /// A number made of its definition.
    pub sign: u64,
}

/// What was seen in which file.
static KEPT: Mutex<Vec<(String, Seen)>> = Mutex::new(Vec::new());

thread_local! {
    static FILE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs an expansion that stands in a file. Without one nothing is kept or found: names mean too little.
pub fn within<R>(file: String, expansion: impl FnOnce() -> R) -> R {
    let before = FILE.replace(Some(file));
    let result = expansion();
    FILE.set(before);
    result
}

/// Keeps a type.
pub fn keep(seen: Seen) {
    let Some(file) = FILE.with_borrow(Clone::clone) else { return };
    KEPT.lock().unwrap_or_else(PoisonError::into_inner).push((file, seen));
}

/// There is another type of that name, in a module with the attribute, whose derive may run later.
pub fn blur(name: &str) {
    keep(Seen { name: name.to_string(), fields: Vec::new(), sign: 0 });
}

/// The type of that name in this file.
pub fn find(name: &str) -> Option<Seen> {
    let file = FILE.with_borrow(Clone::clone)?;
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let mut found = kept.iter().filter(|(at, seen)| *at == file && seen.name == name).map(|(_, seen)| seen);
    let first = found.next()?;
    found.all(|other| other == first).then(|| first.clone())
}

impl Seen {
    /// A type by its name, its fields, and its definition as text.
    pub fn new(name: String, fields: Vec<(String, Field)>, definition: &str) -> Seen {
        let mut hasher = DefaultHasher::new();
        definition.hash(&mut hasher);
        Seen { name, fields, sign: hasher.finish() }
    }

    /// What is known of a field.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|(of, _)| of == name).map(|(_, field)| field)
    }

    /// What the derive gives the type for checks.
    pub fn mark(&self, ty: &TokenStream) -> TokenStream {
        let sign = self.sign;
        quote!(impl ::autodiff::__private::Definition<#sign> for #ty {})
    }

    /// An item that does not compile if the type of this path is another one.
    pub fn check(&self, path: &TokenStream) -> TokenStream {
        let sign = self.sign;
        quote!(const _: () = ::autodiff::__private::is_definition::<#path, #sign>();)
    }
}
