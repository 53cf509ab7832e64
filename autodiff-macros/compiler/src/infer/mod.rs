//! Types of the expressions of a body, before it is lowered.
//!
//! One walk over a function in evaluation order infers types as rustc does, from the text of the
//! crate's files: signatures, fields, constants and `impl` blocks of the crate's files
//! ([`crate::world::declared`]), what `std` declares ([`std_declarations`]), unification of
//! variables, coercions where arguments meet parameters, closures after the other arguments. What
//! needs a trait to be solved, as `collect()`, waits as a *goal* until the types in it are known
//! ([`goals`]).
//!
//! Lowering asks for the type of a binding or of an expression ([`Inferred`]) where it does not
//! know better, and treats the answer as if the user had written it there: emitted code names the
//! type, so rustc is the judge of it. What is not known for certain is `None`: a literal whose type
//! nothing decides, a type that has no name in the module of the item, anything of other crates.
//!
//! An expression is identified by the place of the token that is its own: the operator, the name of
//! the method or of the field, the bracket. Expressions of one place, as macros and inlined
//! functions make them, have a type if all of them have the same.
//!
//! | file | |
//! |---|---|
//! | `ty` | types, unification, coercion |
//! | `names` | from types as they are written to types and back |
//! | `goals` | what waits for types to be known |
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
mod std_declarations;
mod ty;

pub use annotate::{annotated, borrows_or_boxes};

use crate::world::World;
use crate::world::declared::{self, Declaration, Module, Receiver};
use goals::Goal;
use methods::FoundCallee;
use names::Scope;
use proc_macro2::{Ident, LineColumn, Span};
use quote::ToTokens;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use syn::spanned::Spanned;
use syn::{Expr, FnArg, ItemFn, Type};
use ty::{Table, Ty};

/// The types of a function's bindings and expressions.
#[derive(Default)]
pub struct Inferred {
    types: HashMap<Place, Known>,
    callees: HashMap<Place, Option<Callee>>,
    definers: HashMap<Place, Option<Definer>>,
    arguments: HashMap<Place, Option<Vec<syn::GenericArgument>>>,
}

/// Where the method that a call finds is defined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Definer {
    /// In a block of a type of the crate, or in a trait of the crate that such a type implements.
    Crate,
    /// In a trait of the crate, for a type that is not of the crate.
    Extension,
    /// In a trait of the crate that bounds a type parameter.
    Bound,
    /// In `std`.
    Std,
}

/// The method of a type or of a trait of the crate that a call finds.
#[derive(Clone, PartialEq)]
pub struct Callee {
    /// The type whose method it is, as it is named here.
    pub owner: Type,
    /// Its trait, if it is one of a trait.
    pub of_trait: Option<syn::Path>,
    /// How it takes `self`.
    pub takes: Receiver,
    /// How often the receiver is dereferenced.
    pub dereferences: usize,
    /// Whether the receiver is a reference to the type.
    pub is_referred: bool,
    /// Whether the type has other functions of this name.
    pub has_others: bool,
}

/// What is known of a binding or of an expression.
struct Known {
    /// Its type as it is named here.
    named: Option<Type>,
    /// Whether it is a reference, if that is known: of types without a name too.
    is_reference: Option<bool>,
    /// What it refers to, and through how many references, if that is an array or of a type of the
    /// crate whose clones are copies of its parts.
    referent: Option<(Type, usize)>,
    /// Whether nothing of the user's happens when a value of it is dropped.
    drops_nothing: bool,
    /// Whether a `Drop` implementation of the crate runs when a value of it is dropped.
    drops: bool,
    /// Whether it is a guard of std.
    is_guard: bool,
    /// What it is iterated as, of iterators and collections of std.
    items: Option<Items>,
    /// The kind of these.
    iterated: Option<Iterated>,
}

/// What may be iterated of std.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Iterated {
    /// An iterator, whatever its type.
    Iterator,
    /// A map or a set.
    Collection,
    /// A vector or a queue.
    Sequence,
}

/// The items of what is iterated.
#[derive(Clone)]
pub struct Items {
    /// Their type as it is named here, or that of what they refer to, if it can be cloned.
    pub named: Option<Type>,
    /// Whether they are references, or pairs of references.
    pub refers: bool,
    /// Whether they are pairs of references.
    pub is_pair: bool,
}

/// Where the token of an expression or of a binding is, and the name that it is, if it is one.
type Place = (usize, usize, String);

impl Inferred {
    /// Infers the types of a function; `imports` is whether it had items that bring names in,
    /// `constants` are those that it defined itself.
    pub fn of(
        function: &ItemFn,
        imports: bool,
        constants: &[(String, Type)],
        world: &World,
    ) -> Inferred {
        let Some(module) = world.module_here() else { return Inferred::default() };
        let mut infer = Infer::new(world, module, &function.sig);
        infer.imports = imports;
        for (name, ty) in constants {
            let ty = infer.written(ty);
            infer.locals.push((name.clone(), ty));
        }
        infer.function(function);
        infer.finish()
    }

    /// The type of what a pattern binds to a name.
    pub fn binding(&self, name: &Ident) -> Option<&Type> {
        self.types.get(&place(name.span(), name.to_string()))?.named.as_ref()
    }

    /// The type of an expression.
    pub fn expr(&self, e: &Expr) -> Option<&Type> {
        self.types.get(&own_place(e)?)?.named.as_ref()
    }

    /// Whether the value of an expression is a reference, if that is known.
    pub fn is_reference(&self, e: &Expr) -> Option<bool> {
        self.types.get(&own_place(e)?)?.is_reference
    }

    /// What an expression refers to, and through how many references, if that is an array or of a
    /// type of the crate whose clones are copies of its parts.
    pub fn referent(&self, e: &Expr) -> Option<&(Type, usize)> {
        self.types.get(&own_place(e)?)?.referent.as_ref()
    }

    /// Whether it is known that nothing of the user's happens when the value of an expression is
    /// dropped.
    pub fn drops_nothing(&self, e: &Expr) -> bool {
        own_place(e).and_then(|at| self.types.get(&at)).is_some_and(|known| known.drops_nothing)
    }

    /// Whether it is known that a `Drop` implementation of the crate runs when the value of an
    /// expression is dropped.
    pub fn drops(&self, e: &Expr) -> bool {
        own_place(e).and_then(|at| self.types.get(&at)).is_some_and(|known| known.drops)
    }

    /// Whether an expression is a guard of std, as of a `Mutex` or a `RefCell`.
    pub fn is_guard(&self, e: &Expr) -> bool {
        own_place(e).and_then(|at| self.types.get(&at)).is_some_and(|known| known.is_guard)
    }

    /// Whether what a pattern binds to a name is a guard of std.
    pub fn binding_is_guard(&self, name: &Ident) -> bool {
        self.types.get(&place(name.span(), name.to_string())).is_some_and(|known| known.is_guard)
    }

    /// Whether it is known that a `Drop` implementation of the crate runs when what a pattern binds
    /// to a name is dropped.
    pub fn binding_drops(&self, name: &Ident) -> bool {
        self.types.get(&place(name.span(), name.to_string())).is_some_and(|known| known.drops)
    }

    /// Whether it is known that no `Drop` implementation runs when what a pattern binds to a name
    /// is dropped, as of a reference.
    pub fn binding_drops_nothing(&self, name: &Ident) -> bool {
        self.types
            .get(&place(name.span(), name.to_string()))
            .is_some_and(|known| known.drops_nothing)
    }

    /// The items of an expression that is iterated, if it is known which of them are references.
    pub fn items(&self, e: &Expr) -> Option<&Items> {
        self.types.get(&own_place(e)?)?.items.as_ref()
    }

    /// The type whose function a path names.
    pub fn owner(&self, path: &syn::Path) -> Option<&Type> {
        let owner = &path.segments.iter().nth_back(1)?.ident;
        self.types.get(&place(owner.span(), owner.to_string()))?.named.as_ref()
    }

    /// What an expression that is iterated is, behind references.
    pub fn iterated(&self, e: &Expr) -> Option<Iterated> {
        self.types.get(&own_place(e)?)?.iterated
    }

    /// The same of the result of a method call.
    pub fn method_iterated(&self, m: &syn::ExprMethodCall) -> Option<Iterated> {
        self.types.get(&place(m.method.span(), m.method.to_string()))?.iterated
    }

    /// The generic arguments of a function that is used by this name with some of them as `_`, or
    /// without those that its arguments do not determine.
    pub fn arguments(&self, name: &Ident) -> Option<&[syn::GenericArgument]> {
        self.arguments.get(&place(name.span(), name.to_string()))?.as_deref()
    }

    /// The method of a type of the crate that a call finds, if it is known.
    pub fn callee(&self, m: &syn::ExprMethodCall) -> Option<&Callee> {
        self.callee_named(&m.method)
    }

    /// The same, by the name in the call.
    pub fn callee_named(&self, method: &Ident) -> Option<&Callee> {
        self.callees.get(&place(method.span(), method.to_string()))?.as_ref()
    }

    /// Where the method that a call finds is defined, if it is known.
    pub fn definer(&self, m: &syn::ExprMethodCall) -> Option<Definer> {
        *self.definers.get(&place(m.method.span(), m.method.to_string()))?
    }

    /// The type of the result of a method call.
    pub fn method(&self, m: &syn::ExprMethodCall) -> Option<&Type> {
        self.types.get(&place(m.method.span(), m.method.to_string()))?.named.as_ref()
    }
}

fn place(span: Span, name: String) -> Place {
    let LineColumn { line, column } = span.start();
    (line, column, name)
}

/// The place of the token of an expression that is no other expression's.
fn own_place(e: &Expr) -> Option<Place> {
    let token = |span: Span, symbol: &str| Some(place(span, symbol.to_string()));
    match e {
        Expr::MethodCall(of) => Some(place(of.method.span(), of.method.to_string())),
        Expr::Field(of) => Some(place(of.member.span(), of.member.to_token_stream().to_string())),
        Expr::Path(of) => {
            of.path.segments.last().map(|last| place(last.ident.span(), last.ident.to_string()))
        }
        Expr::Lit(of) => token(of.lit.span(), "literal"),
        Expr::Call(of) => token(of.paren_token.span.open(), "call"),
        Expr::Index(of) => token(of.bracket_token.span.open(), "index"),
        Expr::Array(syn::ExprArray { bracket_token, .. })
        | Expr::Repeat(syn::ExprRepeat { bracket_token, .. }) => {
            token(bracket_token.span.open(), "array")
        }
        Expr::Tuple(of) => token(of.paren_token.span.open(), "tuple"),
        Expr::Struct(of) => token(of.brace_token.span.open(), "struct"),
        Expr::Binary(of) => token(of.op.span(), "operator"),
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

/// The walk over one function.
struct Infer<'w> {
    world: &'w World,
    /// What `std` declares.
    std: Arc<HashMap<String, Declaration>>,
    table: Table,
    scope: Rc<Scope>,
    goals: Vec<Goal>,
    /// How many definitions of aliases, associated types and traits are being looked through.
    depth: usize,
    /// The variables in scope, innermost last.
    locals: Vec<(String, Ty)>,
    /// The results of the function and of the closures around.
    returns: Vec<Ty>,
    /// The types of the values of `break`, of the loops around and of labelled blocks.
    breaks: Vec<(Option<String>, Ty)>,
    /// Whether the function may bring traits into scope itself.
    imports: bool,
    /// What was met, in order.
    found: Vec<(Place, Ty)>,
    /// The methods of types of the crate that are called.
    callees: Vec<(Place, FoundCallee)>,
    /// Where the methods that are called are defined.
    definers: HashMap<Place, Option<Definer>>,
    /// The generic arguments of functions, where some of them are left to inference.
    arguments: Vec<(Place, Vec<Ty>)>,
}

impl<'w> Infer<'w> {
    fn new(world: &'w World, module: Module, sig: &syn::Signature) -> Infer<'w> {
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
            found: Vec::new(),
            callees: Vec::new(),
            definers: HashMap::new(),
            arguments: Vec::new(),
        };
        let scope = infer.scope_of_parameters(module, &declared::parameters(&sig.generics));
        infer.scope = Rc::new(scope);
        infer
    }

    fn function(&mut self, function: &ItemFn) {
        for input in &function.sig.inputs {
            if let FnArg::Typed(input) = input {
                let ty = self.written(&input.ty);
                self.pattern(&input.pat, &ty, None);
            }
        }
        let output = match &function.sig.output {
            syn::ReturnType::Type(_, ty) => self.written(ty),
            syn::ReturnType::Default => Ty::unit(),
        };
        self.returns.push(output.clone());
        let found = self.block(&function.block, Some(&output));
        self.table.coerce(&found, &output);
        self.solve();
    }

    /// Looks through a definition. One that is made of itself, which rustc rejects, is unknown.
    fn within<T>(&mut self, unknown: T, look: impl FnOnce(&mut Self) -> T) -> T {
        const DEEPEST: usize = 12;
        if self.depth >= DEEPEST {
            return unknown;
        }
        self.depth += 1;
        let found = look(self);
        self.depth -= 1;
        found
    }

    /// A type in the function.
    fn written(&mut self, ty: &Type) -> Ty {
        let scope = self.scope.clone();
        self.ty(&declared::Written::of(ty), &scope)
    }

    /// Notes the type of what stands at a place.
    fn note(&mut self, at: Option<Place>, ty: &Ty) {
        self.found.extend(at.map(|at| (at, ty.clone())));
    }

    /// Notes the type of a name.
    fn note_name(&mut self, name: &Ident, ty: &Ty) {
        self.note(Some(place(name.span(), name.to_string())), ty);
    }

    fn finish(mut self) -> Inferred {
        let mut of_place: HashMap<Place, Ty> = HashMap::new();
        for (place, ty) in &self.found {
            let ty = self.table.resolved(ty);
            let known = of_place.entry(place.clone()).or_insert_with(|| ty.clone());
            if *known != ty {
                *known = Ty::Unknown;
            }
        }
        let callees = self.named_callees();
        let arguments = self.named_arguments();
        let known = |(place, ty): (Place, Ty)| {
            let known = Known {
                named: self.named(&ty),
                is_reference: match ty {
                    Ty::Reference(..) => Some(true),
                    Ty::Infer(_) | Ty::Never | Ty::Unknown => None,
                    _ => Some(false),
                },
                referent: self.referent(&ty),
                drops_nothing: self.drops_nothing(&ty),
                drops: self.drops(&ty),
                is_guard: ty.is_guard(),
                items: self.items(&ty),
                iterated: self.iterated(&ty),
            };
            (place, known)
        };

        Inferred {
            types: of_place.into_iter().map(known).collect(),
            callees,
            definers: self.definers,
            arguments,
        }
    }

    /// The generic arguments of functions as they are named here.
    fn named_arguments(&self) -> HashMap<Place, Option<Vec<syn::GenericArgument>>> {
        let named = |ty: &Ty| self.named_argument(&self.table.resolved(ty), true);
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

    fn iterated(&self, of: &Ty) -> Option<Iterated> {
        let Ty::Std(name, _) = self.table.bare(of) else { return None };
        Some(match &*name {
            "Iter" => Iterated::Iterator,
            "HashMap" | "BTreeMap" | "HashSet" | "BTreeSet" => Iterated::Collection,
            "Vec" | "VecDeque" => Iterated::Sequence,
            _ => return None,
        })
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

    /// What a value of `std` is iterated as.
    fn items(&mut self, of: &Ty) -> Option<Items> {
        self.iterated(of)?;
        let item = self.item_of(of)?;
        let item = self.table.resolved(&item);
        let (inner, refers, is_pair) = match &item {
            item if item.is_string_slice() => {
                return Some(Items { named: self.named(item), refers: false, is_pair: false });
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
        inner.is_owned_or_text().then_some(Items { named, refers, is_pair })
    }

    /// Whether clones of a type are copies of its parts, and nothing else happens.
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
