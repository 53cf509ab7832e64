//! Infers the types of the expressions of a body before it is lowered.
//!
//! One walk over a function in evaluation order infers types as rustc does. It uses the
//! signatures, fields, constants and `impl` blocks in the crate's files
//! ([`crate::world::text::declarations`]) and the declarations of `std` ([`crate::std_declarations`]). It unifies
//! type variables, coerces arguments to parameters, and infers closures after the other arguments.
//! A constraint that needs trait solving, such as `collect()`, waits as a *goal* until its types
//! are known ([`goals`]).
//!
//! Lowering queries the type of a binding or of an expression ([`Inferred`]) where it does not
//! know a better one. It treats the answer as an annotation by the user: emitted code names the
//! type, so rustc checks it. A type that is not certain is `None`: a literal whose type nothing
//! decides, a type that has no name in the item's module, a type of another crate.
//!
//! An expression is identified by the position of a token that belongs to it alone: the operator,
//! the name of the method or of the field, the bracket. Macros and inlined functions produce
//! several expressions at one position; these have a type if all of them have the same.
//!
//! | file | |
//! |---|---|
//! | `ty` | types, unification, coercion |
//! | `names` | conversion of written types to types of inference, and back |
//! | `goals` | constraints that wait until types are known |
//! | `lookup` | fields, functions of types, operators |
//! | `methods` | the method that a call finds |
//! | `calls` | calls of functions, methods and closures |
//! | `expr`, `pattern` | the walk |
//! | `annotate` | types written into the function |

mod annotate;
mod calls;
mod expr;
mod goals;
mod lookup;
mod methods;
mod names;
mod pattern;
mod ty;

pub use annotate::{annotate, borrows_or_boxes};

use crate::std_declarations::ARRAY;
use crate::world::World;
use crate::world::spans::operator_span;
use crate::world::text::declarations::{self, Module, Receiver, StdDeclarations};
use goals::Goal;
use methods::FoundCallee;
use names::Scope;
use proc_macro2::{Ident, LineColumn, Span};
use quote::ToTokens;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;
use std::sync::Arc;
use syn::spanned::Spanned;
use syn::{Expr, FnArg, ItemFn, Type};
use ty::{Kind, Table, Ty};

/// The types of a function's bindings and expressions.
#[derive(Clone, Default)]
pub struct Inferred {
    types: HashMap<Place, Rc<Facts>>,
    callees: HashMap<Place, Option<Callee>>,
    arrays: HashMap<Place, ArrayType>,
    definers: HashMap<Place, Option<Definer>>,
    arguments: HashMap<Place, Option<Vec<syn::GenericArgument>>>,
    dereferences: HashMap<Place, Vec<String>>,
    iterated_by: HashMap<Place, String>,
}

/// Where the method that a call resolves to is defined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Definer {
    /// In a block of a type of the crate, or in a trait of the crate that such a type implements.
    Crate,
    /// In a trait of the crate, for a type that is not of the crate.
    Extension,
    /// In a trait of the crate that bounds a type parameter.
    Bound,
    /// In `std`, for the type of this name in the declarations.
    Std(&'static str),
}

/// The method of a type or of a trait of the crate that a call resolves to.
#[derive(Clone, PartialEq)]
pub struct Callee {
    /// The type that has the method, as it is named in this module.
    pub owner: Type,
    /// The trait, for a trait method.
    pub of_trait: Option<syn::Path>,
    /// How it takes `self`.
    pub takes: Receiver,
    /// How many times the receiver is dereferenced.
    pub dereferences: usize,
    /// Whether the receiver is a reference to the type.
    pub is_referred: bool,
    /// Whether the type has other functions of this name.
    pub has_others: bool,
}

/// What is known of the type of an array of `ndarray`.
#[derive(Clone, PartialEq)]
pub struct ArrayType {
    /// The type of the elements, if it is a number, `bool` or a type parameter.
    pub element: Option<Type>,
    /// The number of axes.
    pub axes: Option<usize>,
}

/// The facts about a binding or an expression.
#[derive(Clone)]
struct Facts {
    /// Its type as it is named in this module.
    named_type: Option<Type>,
    /// Whether it is a reference, if that is known; also for types without a name.
    is_reference: Option<bool>,
    /// The type that it refers to, and through how many references, if that type is an array or a
    /// type of the crate whose clones are copies of its parts.
    referent: Option<(Type, usize)>,
    /// Whether dropping its value runs no user-defined code.
    drops_nothing: bool,
    /// Whether dropping its value runs a `Drop` implementation of the crate.
    drops: bool,
    /// Whether it is a guard of std.
    is_guard: bool,
    /// Whether it is a range of std.
    is_range: bool,
    /// Its items, for iterators and collections of std.
    items: Option<Items>,
    /// The kind of iterable.
    iterable: Option<IterableKind>,
    /// The items, if it is an iterator of a type of the crate or a mutable reference to one; the
    /// inner `None` if their type has no name in this module.
    own_items: Option<Option<Type>>,
}

/// The kinds of iterables of std.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum IterableKind {
    /// An iterator, whatever its type.
    Iterator,
    /// A map or a set.
    Collection,
    /// A vector or a queue.
    Sequence,
}

/// The items of an iterable.
#[derive(Clone)]
pub struct Items {
    /// Their type as it is named in this module, or the type that they refer to, if it can be
    /// cloned.
    pub named_type: Option<Type>,
    /// Whether they are references, or pairs of references.
    pub refers: bool,
    /// Whether they are pairs of references.
    pub is_pair: bool,
}

/// The position of the token of an expression or of a binding, and its name, if it is a name.
type Place = (usize, usize, String);

impl Inferred {
    /// Infers the types of a function. `imports` is whether its body contained items that bring
    /// names into scope; `constants` are the constants that it defines.
    pub fn of(
        function: &ItemFn,
        imports: bool,
        constants: &[(String, Type)],
        world: &World,
    ) -> Inferred {
        let Some(module) = world.declared_module() else { return Inferred::default() };
        let mut infer = Infer::new(world, module, &function.sig, false);
        infer.imports = imports;
        for (name, ty) in constants {
            let ty = infer.ty_of_syntax(ty);
            infer.locals.push((name.clone(), ty));
        }
        infer.function(function);
        infer.finish()
    }

    /// Infers the types of the arrays of `ndarray` in a function.
    pub fn of_arrays(function: &ItemFn, imports: bool, world: &World) -> Inferred {
        let Some(module) = world.declared_module() else { return Inferred::default() };
        let mut infer = Infer::new(world, module, &function.sig, true);
        infer.imports = imports;
        infer.function(function);
        infer.finish()
    }

    /// What is known of the type of an array of `ndarray`, or of the array that a reference, an
    /// `Option` or a `Result` contains.
    pub fn array(&self, e: &Expr) -> Option<&ArrayType> {
        self.arrays.get(&own_place(e)?)
    }

    /// The type of a name that a pattern binds.
    pub fn binding(&self, name: &Ident) -> Option<&Type> {
        self.types.get(&place(name.span(), name.to_string()))?.named_type.as_ref()
    }

    /// The type that a `_` matches.
    pub fn wild(&self, pattern: &syn::PatWild) -> Option<&Type> {
        self.binding(&ident_of_wild(pattern))
    }

    /// The type of an expression.
    pub fn expr(&self, e: &Expr) -> Option<&Type> {
        self.types.get(&own_place(e)?)?.named_type.as_ref()
    }

    /// The type of the value of a call.
    pub fn call(&self, c: &syn::ExprCall) -> Option<&Type> {
        self.types.get(&place_of_call(c))?.named_type.as_ref()
    }

    /// The type of the element or the slice that an index selects.
    pub fn index(&self, e: &syn::ExprIndex) -> Option<&Type> {
        self.types.get(&place_of_index(e))?.named_type.as_ref()
    }

    /// Whether the value of an expression is a reference, if that is known.
    pub fn is_reference(&self, e: &Expr) -> Option<bool> {
        self.types.get(&own_place(e)?)?.is_reference
    }

    /// The type that an expression refers to, and through how many references. `None` unless that
    /// type is an array, or a type of the crate whose clones are copies of its parts.
    pub fn referent(&self, e: &Expr) -> Option<&(Type, usize)> {
        self.types.get(&own_place(e)?)?.referent.as_ref()
    }

    /// Whether dropping the value of an expression is known to run no user-defined code.
    pub fn drops_nothing(&self, e: &Expr) -> bool {
        own_place(e).and_then(|at| self.types.get(&at)).is_some_and(|known| known.drops_nothing)
    }

    /// Whether dropping the value of an expression is known to run a `Drop` implementation of the
    /// crate.
    pub fn drops(&self, e: &Expr) -> bool {
        own_place(e).and_then(|at| self.types.get(&at)).is_some_and(|known| known.drops)
    }

    /// Whether an expression is a guard of std, such as that of a `Mutex` or a `RefCell`.
    pub fn is_guard(&self, e: &Expr) -> bool {
        own_place(e).and_then(|at| self.types.get(&at)).is_some_and(|known| known.is_guard)
    }

    /// Whether an expression is a range of std.
    pub fn is_range(&self, e: &Expr) -> bool {
        own_place(e).and_then(|at| self.types.get(&at)).is_some_and(|known| known.is_range)
    }

    /// Whether a name that a pattern binds is a guard of std.
    pub fn binding_is_guard(&self, name: &Ident) -> bool {
        self.types.get(&place(name.span(), name.to_string())).is_some_and(|known| known.is_guard)
    }

    /// Whether dropping a name that a pattern binds is known to run a `Drop` implementation of the
    /// crate.
    pub fn binding_drops(&self, name: &Ident) -> bool {
        self.types.get(&place(name.span(), name.to_string())).is_some_and(|known| known.drops)
    }

    /// Whether dropping a name that a pattern binds is known to run no `Drop` implementation, as
    /// for a reference.
    pub fn binding_drops_nothing(&self, name: &Ident) -> bool {
        self.types
            .get(&place(name.span(), name.to_string()))
            .is_some_and(|known| known.drops_nothing)
    }

    /// The items of an iterated expression, if it is known which of them are references.
    pub fn items(&self, e: &Expr) -> Option<&Items> {
        self.types.get(&own_place(e)?)?.items.as_ref()
    }

    /// The type of the items of an iterator whose type is one of the crate, or of a mutable
    /// reference to one; the inner `None` if the type has no name in this module.
    pub fn crate_iterator_item(&self, e: &Expr) -> Option<Option<&Type>> {
        self.types.get(&own_place(e)?)?.own_items.as_ref().map(Option::as_ref)
    }

    /// The type whose function a path names.
    pub fn owner(&self, path: &syn::Path) -> Option<&Type> {
        let owner = &path.segments.iter().nth_back(1)?.ident;
        self.types.get(&place(owner.span(), owner.to_string()))?.named_type.as_ref()
    }

    /// The kind of iterable that an iterated expression is, behind references.
    pub fn iterable_kind(&self, e: &Expr) -> Option<IterableKind> {
        self.types.get(&own_place(e)?)?.iterable
    }

    /// The kind of iterable that a method call returns.
    pub fn method_iterated(&self, m: &syn::ExprMethodCall) -> Option<IterableKind> {
        self.types.get(&place(m.method.span(), m.method.to_string()))?.iterable
    }

    /// The generic arguments of the function that is called by this name, where the user wrote
    /// some as `_`, or wrote none and the arguments do not determine them.
    pub fn arguments(&self, name: &Ident) -> Option<&[syn::GenericArgument]> {
        self.arguments.get(&place(name.span(), name.to_string()))?.as_deref()
    }

    /// The method of a type of the crate that a call resolves to, if known.
    pub fn callee(&self, m: &syn::ExprMethodCall) -> Option<&Callee> {
        self.callee_named(&m.method)
    }

    /// As [`Self::callee`], by the method name in the call.
    pub fn callee_named(&self, method: &Ident) -> Option<&Callee> {
        self.callees.get(&place(method.span(), method.to_string()))?.as_ref()
    }

    /// Where the method that a call resolves to is defined, if known.
    pub fn definer(&self, m: &syn::ExprMethodCall) -> Option<Definer> {
        *self.definers.get(&place(m.method.span(), m.method.to_string()))?
    }

    /// Removes what is known of a call, in place of which the body of the function stands. The body
    /// has the position of the call, and may call another function of its name.
    pub fn forget_call(inferred: &mut Rc<Inferred>, function: &Ident) {
        let at = place(function.span(), function.to_string());
        if !inferred.definers.contains_key(&at) && !inferred.types.contains_key(&at) {
            return;
        }
        let of = Rc::make_mut(inferred);
        of.types.remove(&at);
        of.callees.remove(&at);
        of.arrays.remove(&at);
        of.definers.remove(&at);
        of.arguments.remove(&at);
    }

    /// The fields that `Deref` of types of the crate leads through where this expression uses its
    /// operand.
    pub fn deref_fields(&self, e: &Expr) -> Option<&[String]> {
        self.dereferences.get(&own_place(e)?).map(Vec::as_slice).filter(|of| !of.is_empty())
    }

    /// The same where the reference that is an argument is coerced.
    pub fn coercion(&self, argument: &Expr) -> Option<&[String]> {
        let fields = self.dereferences.get(&place_of_argument(argument)?)?;
        Some(&fields[..]).filter(|of| !of.is_empty())
    }

    /// What the value of an iterated expression of a type of the crate converts into, as an
    /// expression of `self`.
    pub fn body_of_into_iter(&self, e: &Expr) -> Option<&str> {
        self.iterated_by.get(&own_place(e)?).map(String::as_str)
    }

    /// The type of the result of a method call.
    pub fn method(&self, m: &syn::ExprMethodCall) -> Option<&Type> {
        self.types.get(&place(m.method.span(), m.method.to_string()))?.named_type.as_ref()
    }
}

/// The identifier by which the type is noted that a `_` matches.
fn ident_of_wild(pattern: &syn::PatWild) -> Ident {
    Ident::new("_", pattern.underscore_token.span)
}

fn place(span: Span, name: String) -> Place {
    let LineColumn { line, column } = span.start();
    (line, column, name)
}

fn place_of_index(e: &syn::ExprIndex) -> Place {
    place(e.bracket_token.span.open(), "index".to_string())
}

/// The position of an expression as an argument.
fn place_of_argument(e: &Expr) -> Option<Place> {
    let (line, column, name) = own_place(e)?;
    Some((line, column, format!("argument {name}")))
}

/// The position of a token that belongs to this expression alone.
fn own_place(e: &Expr) -> Option<Place> {
    let token = |span: Span, symbol: &str| Some(place(span, symbol.to_string()));
    match e {
        Expr::MethodCall(of) => Some(place(of.method.span(), of.method.to_string())),
        Expr::Field(of) => Some(place(of.member.span(), of.member.to_token_stream().to_string())),
        Expr::Path(of) => {
            of.path.segments.last().map(|last| place(last.ident.span(), last.ident.to_string()))
        }
        Expr::Lit(of) => token(of.lit.span(), "literal"),
        Expr::Call(of) => Some(place_of_call(of)),
        Expr::Index(of) => Some(place_of_index(of)),
        Expr::Array(syn::ExprArray { bracket_token, .. })
        | Expr::Repeat(syn::ExprRepeat { bracket_token, .. }) => {
            token(bracket_token.span.open(), "array")
        }
        Expr::Tuple(of) => token(of.paren_token.span.open(), "tuple"),
        Expr::Struct(of) => token(of.brace_token.span.open(), "struct"),
        Expr::Binary(of) => token(operator_span(&of.op), "operator"),
        Expr::Unary(of) => token(of.op.span(), "operator"),
        Expr::Reference(of) => token(of.and_token.span, "reference"),
        Expr::Cast(of) => token(of.as_token.span, "as"),
        Expr::Try(of) => token(of.question_token.span, "?"),
        Expr::If(of) => token(of.if_token.span, "if"),
        Expr::Match(of) => token(of.match_token.span, "match"),
        Expr::Block(of) => token(of.block.brace_token.span.open(), "block"),
        Expr::Macro(of) => token(of.mac.bang_token.span, "macro"),
        Expr::Paren(of) => own_place(&of.expr),
        Expr::Group(of) => own_place(&of.expr),
        _ => None,
    }
}

fn place_of_call(of: &syn::ExprCall) -> Place {
    place(of.paren_token.span.open(), "call".to_string())
}

/// The state of the walk over one function.
struct Infer<'w> {
    world: &'w World,
    /// The declarations of `std`.
    std: Arc<StdDeclarations>,
    table: Table,
    scope: Rc<Scope>,
    goals: Vec<Goal>,
    /// How many definitions of aliases, associated types and traits are being expanded.
    depth: usize,
    /// The variables in scope, innermost last.
    locals: Vec<(String, Ty)>,
    /// The result types of the function and of the enclosing closures.
    returns: Vec<Ty>,
    /// The types of the `break` values of enclosing loops and labelled blocks.
    breaks: Vec<(Option<String>, Ty)>,
    /// Whether the function may bring traits into scope itself.
    imports: bool,
    /// Whether arrays of reals are known, and not only those without reals.
    knows_arrays: bool,
    /// The types found, in order.
    found_types: Vec<(Place, Ty)>,
    /// The called methods of types of the crate.
    callees: Vec<(Place, FoundCallee)>,
    /// Where the called methods are defined.
    definers: HashMap<Place, Option<Definer>>,
    /// The fields that `Deref` of types of the crate leads through, of expressions that dereference.
    dereferences: HashMap<Place, Vec<String>>,
    /// The expressions that are iterated.
    iterables: Vec<Place>,
    /// The generic arguments of functions, where some of them are left to inference.
    arguments: Vec<(Place, Vec<Ty>)>,
}

impl<'w> Infer<'w> {
    fn new(
        world: &'w World,
        module: Module,
        sig: &syn::Signature,
        knows_arrays: bool,
    ) -> Infer<'w> {
        let mut infer = Infer {
            world,
            std: world.session().std(names::declarations),
            table: Table::default(),
            scope: Rc::new(Scope::of_module(module.clone())),
            goals: Vec::new(),
            depth: 0,
            locals: Vec::new(),
            returns: Vec::new(),
            breaks: Vec::new(),
            imports: false,
            knows_arrays,
            found_types: Vec::new(),
            callees: Vec::new(),
            definers: HashMap::new(),
            dereferences: HashMap::new(),
            iterables: Vec::new(),
            arguments: Vec::new(),
        };
        let scope = infer.scope_of_parameters(module, &declarations::parameters(&sig.generics));
        infer.scope = Rc::new(scope);
        infer
    }

    fn function(&mut self, function: &ItemFn) {
        for input in &function.sig.inputs {
            if let FnArg::Typed(input) = input {
                let ty = self.ty_of_syntax(&input.ty);
                self.pattern(&input.pat, &ty, None);
            }
        }
        let output = match &function.sig.output {
            syn::ReturnType::Type(_, ty) => self.ty_of_syntax(ty),
            syn::ReturnType::Default => Ty::unit(),
        };
        self.returns.push(output.clone());
        let found = self.block(&function.block, Some(&output));
        self.table.coerce(&found, &output);
        self.solve();
    }

    /// Expands a definition. A cyclic one, which rustc rejects, yields `unknown`.
    fn with_bounded_depth<T>(&mut self, unknown: T, look: impl FnOnce(&mut Self) -> T) -> T {
        const DEEPEST: usize = 12;
        if self.depth >= DEEPEST {
            return unknown;
        }
        self.depth += 1;
        let found = look(self);
        self.depth -= 1;
        found
    }

    /// A type as written in the function.
    fn ty_of_syntax(&mut self, ty: &Type) -> Ty {
        let scope = self.scope.clone();
        self.ty(&declarations::TypeSyntax::of(ty), &scope)
    }

    /// Records the type of the expression or binding at a position.
    fn note_type(&mut self, at: Option<Place>, ty: &Ty) {
        self.found_types.extend(at.map(|at| (at, ty.clone())));
    }

    /// Records the type of a name.
    fn note_type_of_name(&mut self, name: &Ident, ty: &Ty) {
        self.note_type(Some(place(name.span(), name.to_string())), ty);
    }

    fn finish(mut self) -> Inferred {
        let mut of_place: HashMap<Place, Ty> = HashMap::new();
        for (place, ty) in std::mem::take(&mut self.found_types) {
            let ty = self.table.resolve(&ty);
            match of_place.entry(place) {
                Entry::Vacant(of) => {
                    of.insert(ty);
                }
                Entry::Occupied(mut of) if *of.get() != ty => drop(of.insert(Ty::Unknown)),
                Entry::Occupied(_) => {}
            }
        }
        let callees = self.named_callees();
        let arguments = self.named_arguments();
        let arrays =
            of_place.iter().filter_map(|(at, ty)| Some((at.clone(), self.array_type(ty)?)));
        let arrays = arrays.collect();
        let iterated_by = self.iterables.iter().filter_map(|at| {
            let (reference, of) = match of_place.get(at)? {
                Ty::Reference(unique, of) => (Some(*unique), &**of),
                of => (None, of),
            };
            let Ty::Crate(of, _) = of else { return None };
            Some((at.clone(), self.world.body_of_into_iter(of, reference)?))
        });
        let iterated_by = iterated_by.collect();
        // many expressions have the same type
        let mut of_type: Vec<(Ty, Rc<Facts>)> = Vec::new();
        let known = |(place, ty): (Place, Ty)| {
            if let Some((_, known)) = of_type.iter().find(|(of, _)| *of == ty) {
                return (place, known.clone());
            }
            let known = Rc::new(Facts {
                named_type: self.named_type(&ty),
                is_reference: match ty {
                    Ty::Reference(..) => Some(true),
                    Ty::Infer(_) | Ty::Never | Ty::Unknown => None,
                    _ => Some(false),
                },
                referent: self.referent(&ty),
                drops_nothing: self.drops_nothing(&ty),
                drops: self.drops(&ty),
                is_guard: ty.is_guard(),
                is_range: ty.argument("Range").is_some(),
                items: self.items(&ty),
                iterable: self.kind_of_iterable(&ty),
                own_items: self.item_of_crate_iterator(&ty),
            });
            of_type.push((ty, known.clone()));
            (place, known)
        };

        Inferred {
            arrays,
            types: of_place.into_iter().map(known).collect(),
            callees,
            definers: self.definers,
            dereferences: self.dereferences,
            iterated_by,
            arguments,
        }
    }

    /// The generic arguments of functions, as they are named in this module.
    fn named_arguments(&self) -> HashMap<Place, Option<Vec<syn::GenericArgument>>> {
        let named = |ty: &Ty| self.named_argument(&self.table.resolve(ty), true);
        let mut found = HashMap::new();
        for (at, arguments) in &self.arguments {
            let named: Option<Vec<_>> = arguments.iter().map(named).collect();
            found
                .entry(at.clone())
                .and_modify(|known| {
                    if *known != named {
                        *known = None
                    }
                })
                .or_insert(named);
        }
        found
    }

    fn array_type(&self, of: &Ty) -> Option<ArrayType> {
        let Ty::Std(name, arguments) = self.table.strip_references(of) else { return None };
        let (element, axes) = match (&*name, &arguments[..]) {
            (ARRAY, [element, axes]) => (element, axes),
            ("Option" | "Result", [of, ..]) => return self.array_type(of),
            _ => return None,
        };
        let element = match element {
            // nothing else decides the type of these literals
            element if self.table.kind(element) == Some(Kind::Int) => Some(syn::parse_quote!(i32)),
            element if element.is_int() || element.is_float() || *element == Ty::std("bool") => {
                self.named_type(element)
            }
            element @ Ty::Param(_) => self.named_type(element),
            _ => None,
        };
        Some(ArrayType { element, axes: self.number_of_axes(axes) })
    }

    fn kind_of_iterable(&self, of: &Ty) -> Option<IterableKind> {
        let Ty::Std(name, _) = self.table.strip_references(of) else { return None };
        Some(match &*name {
            "Iter" => IterableKind::Iterator,
            "HashMap" | "BTreeMap" | "HashSet" | "BTreeSet" => IterableKind::Collection,
            "Vec" | "VecDeque" => IterableKind::Sequence,
            _ => return None,
        })
    }

    fn item_of_crate_iterator(&mut self, of: &Ty) -> Option<Option<Type>> {
        let of = if let Ty::Reference(true, inner) = of { inner } else { of };
        if !matches!(of, Ty::Crate(..)) {
            return None;
        }
        let item = self.associated_type(of, "Item", Some("Iterator"))?;
        Some(self.named_type(&self.table.resolve(&item)))
    }

    fn referent(&mut self, ty: &Ty) -> Option<(Type, usize)> {
        let (mut of, mut depth) = (ty, 0);
        while let Ty::Reference(false, inner) = of {
            (of, depth) = (inner, depth + 1);
        }
        let is_copied =
            depth > 0 && matches!(of, Ty::Crate(..) | Ty::Array(..)) && self.is_cloned(of);
        Some((self.named_constant(of).filter(|_| is_copied)?, depth))
    }

    fn drops_nothing(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Reference(..) => true,
            ty if ty.is_guard() => false,
            Ty::Std(_, arguments) | Ty::Tuple(arguments) => {
                arguments.iter().all(|of| self.drops_nothing(of))
            }
            Ty::Crate(of, arguments) => {
                !self.world.drops(of) && arguments.iter().all(|of| self.drops_nothing(of))
            }
            Ty::Array(of, _) | Ty::Slice(of) => self.drops_nothing(of),
            Ty::Param(_)
            | Ty::Infer(_)
            | Ty::Function(..)
            | Ty::Object(_)
            | Ty::Constant(_)
            | Ty::Never
            | Ty::Unknown => false,
        }
    }

    fn drops(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Std(_, arguments) | Ty::Tuple(arguments) => {
                arguments.iter().any(|of| self.drops(of))
            }
            Ty::Crate(of, arguments) => {
                self.world.drops(of) || arguments.iter().any(|of| self.drops(of))
            }
            Ty::Array(of, _) => self.drops(of),
            _ => false,
        }
    }

    /// The items of an iterable value of `std`.
    fn items(&mut self, of: &Ty) -> Option<Items> {
        self.kind_of_iterable(of)?;
        let item = self.item_of(of)?;
        let item = self.table.resolve(&item);
        let (inner, refers, is_pair) = match &item {
            item if item.is_string_slice() => {
                return Some(Items {
                    named_type: self.named_type(item),
                    refers: false,
                    is_pair: false,
                });
            }
            Ty::Reference(_, of) => ((**of).clone(), true, false),
            Ty::Tuple(parts) => match &parts[..] {
                [Ty::Reference(_, key), Ty::Reference(_, value)]
                    if !parts.iter().any(Ty::is_string_slice) =>
                {
                    (Ty::Tuple(vec![(**key).clone(), (**value).clone()]), true, true)
                }
                _ => (item.clone(), false, false),
            },
            item => (item.clone(), false, false),
        };
        let named = self.named_constant(&inner).filter(|_| !refers || self.is_cloned(&inner));
        inner.is_owned_or_text().then_some(Items { named_type: named, refers, is_pair })
    }

    /// Whether cloning a type copies its parts, and does nothing else.
    fn is_cloned(&self, ty: &Ty) -> bool {
        let all = |types: &[Ty]| types.iter().all(|ty| self.is_cloned(ty));
        match ty {
            ty if ty.is_string_slice() => true,
            Ty::Std(name, arguments) => **name != *"str" && all(arguments),
            Ty::Tuple(arguments) => all(arguments),
            Ty::Crate(of, arguments) => self.world.derives_clone(of) && all(arguments),
            Ty::Array(of, _) => self.is_cloned(of),
            _ => false,
        }
    }
}
