//! Arrays of `ndarray` that are made of elements: constructors and macros.
//!
//! The operations on arrays are methods that the compiler finds through the types of their
//! receivers. A constructor has no receiver, and the number of axes of its result may depend on its
//! arguments. So the constructors that take numbers are rewritten to `Array1::from_vec` and a
//! reshape, and the element type, which rustc infers, is written out:
//!
//! ```text
//! array![[a, b], [c, d]]            Array1::<f64>::from_vec(vec![a, b, c, d])
//!                                       .into_shape_with_order((2, 2)).expect(…)
//! Array2::from_shape_fn((m, n), f)  loops over both indices, in logical order, and the same
//! Array2::zeros((m, n))             Array2::<f64>::zeros((m, n))
//! ```
//!
//! Functions of several arrays become functions of each: `concatenate(axis, &[x.view(), y.view()])`
//! is `concatenate_2(axis, &x, &y)`, and `concatenate(axis, &views)` is
//! `concatenate_slice(axis, &views)`.
//!
//! A slice `s![i, 1..n]` is not rewritten. Its parts determine its type.
//!
//! The element type is that of the arrays in the signature, or `f64`. If it is another one, rustc
//! reports a type mismatch.

use super::array_axes::{note_annotated_axes, note_axes};
use super::array_macros::{flatten, repeated_element, zip_of_macro};
use crate::lower::places::place::is_place;
use crate::lower::*;
use crate::world::records::names_of;
use quote::{format_ident, quote, quote_spanned};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit_mut::VisitMut;
use syn::{Expr, PathArguments, Token, Type};

/// The name of the crate.
const CRATE: &str = "ndarray";

/// The most axes that a type has a name for.
const MOST_AXES: usize = 6;

/// Methods that call a closure for elements, rows or columns, and return the results in an array.
const MAPS: &[&str] = &["map", "map_axis", "map_collect", "mapv", "par_map_collect"];

/// The most arrays that are concatenated or stacked in one call.
const MOST_JOINED: usize = 6;

/// Rewrites these constructors in a function.
pub fn rewrite_array_constructors(
    function: &mut syn::ItemFn,
    caller_names: &CallerNames,
    world: &World,
) {
    let mut elements = ElementTypes { world, found: Vec::new() };
    elements.visit_signature(&function.sig);
    let element: Type = match &elements.found[..] {
        [one, others @ ..] if others.iter().all(|other| other == one) => one.clone(),
        _ => syn::parse_quote!(f64),
    };
    let original = function.clone();
    let mut rewrite = Rewrite {
        caller_names,
        world,
        original: &original,
        inferred: Default::default(),
        element: element.clone(),
        default: element,
        count: Default::default(),
        changed: false,
    };
    rewrite.visit_block_mut(&mut function.block);
}

/// The number of axes of `Array1` and its like; `None` for `Array`, which does not show it.
fn axes_of(name: &str) -> Option<Option<usize>> {
    match name.strip_prefix("Array")? {
        "" => Some(None),
        digits => digits.parse().ok().filter(|axes| *axes <= MOST_AXES).map(Some),
    }
}

/// The element types of the arrays in a signature.
struct ElementTypes<'a> {
    world: &'a World,
    found: Vec<Type>,
}

impl<'ast> Visit<'ast> for ElementTypes<'_> {
    fn visit_type_path(&mut self, of: &'ast syn::TypePath) {
        if let Some(last) = of.path.segments.last()
            && last.ident.to_string().starts_with("Array")
            && is_of_ndarray(&of.path, self.world)
            && let PathArguments::AngleBracketed(arguments) = &last.arguments
        {
            self.found.extend(arguments.args.iter().find_map(|argument| match argument {
                syn::GenericArgument::Type(ty) if may_be_real(ty) => Some(ty.clone()),
                _ => None,
            }));
        }
        syn::visit::visit_type_path(self, of);
    }
}

/// The type of `s![…]`, which the kinds of its parts determine.
pub fn type_of_slice(mac: &syn::Macro, world: &World) -> Option<TokenStream> {
    if !is_of_ndarray(&mac.path, world) || mac.path.segments.last()?.ident != "s" {
        return None;
    }
    // without the steps of ranges, `a..b;k`
    let is_part = std::cell::Cell::new(true);
    let tokens = mac.tokens.clone().into_iter().filter(|token| {
        if let proc_macro2::TokenTree::Punct(of) = token {
            is_part.set(of.as_char() == ',' || is_part.get() && of.as_char() != ';');
        }
        is_part.get()
    });
    let parts = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(tokens.collect()).ok()?;
    let (mut of_array, mut of_result) = (0_usize, 0_usize);
    for part in &parts {
        let is_new = matches!(part, Expr::Path(of) if of.path.segments.last()?.ident == "NewAxis");
        of_array += usize::from(!is_new);
        of_result += usize::from(is_new || is_range(part));
    }
    let (count, arrays) = (parts.len(), quote!(::autodiff::__private::arrays));
    let [of_array, of_result] = [of_array, of_result].map(|axes| format_ident!("Ix{axes}"));
    Some(quote!(#arrays::SliceOf<#count, #arrays::#of_array, #arrays::#of_result>))
}

/// Whether a type is `f64`, `f32` or a type parameter, and no other primitive type.
pub fn may_be_real(ty: &Type) -> bool {
    let name = ty.to_token_stream().to_string();
    matches!(types::primitive(&name), None | Some(Ty::Real(_)))
}

/// Whether a path leads into `ndarray`.
pub fn is_of_ndarray(path: &syn::Path, world: &World) -> bool {
    world.is_of_crate(names_of(path), CRATE)
}

pub(super) struct Rewrite<'a> {
    caller_names: &'a CallerNames,
    world: &'a World,
    /// The function before it is rewritten.
    pub(super) original: &'a syn::ItemFn,
    /// The types of its arrays, once one is requested.
    inferred: std::cell::OnceCell<Inferred>,
    /// The type of the elements of the array that is rewritten.
    pub(super) element: Type,
    /// The type of elements whose type is not inferred.
    default: Type,
    /// How many arrays were rewritten.
    count: std::cell::Cell<usize>,
    changed: bool,
}

impl Rewrite<'_> {
    pub(super) fn is_of_ndarray(&self, path: &syn::Path) -> bool {
        let is_own = |name: &Ident| self.caller_names.may_define(&name.to_string());
        !path.get_ident().is_some_and(is_own) && is_of_ndarray(path, self.world)
    }

    /// What is known of the type of an array.
    pub(super) fn array_type(&self, e: &Expr) -> Option<&infer::ArrayType> {
        let inferred = self.inferred.get_or_init(|| {
            let has_imports = names::items::has_imports(self.original);
            Inferred::of_arrays(self.original, has_imports, self.world)
        });
        inferred.array(e)
    }

    /// Whether an expression may construct an array: it names an item of `ndarray`, or the function
    /// that it calls is one of a type of `ndarray`.
    fn may_make_array(&self, e: &Expr) -> bool {
        match e {
            Expr::Macro(m) => m.mac.path.segments.last().is_some_and(|last| last.ident == "array"),
            Expr::Call(call) => {
                let Expr::Path(of) = &*call.func else { return false };
                self.is_of_ndarray(&of.path) || self.is_of_ndarray(&owner_of(&of.path))
            }
            _ => false,
        }
    }

    /// Whether a macro of the crate has the name, which then hides an import.
    fn is_user_macro(&self, mac: &syn::Macro) -> bool {
        mac.path.get_ident().is_some_and(|name| self.world.is_user_macro(&name.to_string()))
    }

    /// An array with these elements in logical order, with this shape unless it has one axis.
    fn array(
        &self,
        elements: &TokenStream,
        shape: Option<(TokenStream, usize)>,
        span: Span,
    ) -> Expr {
        let element = &self.element;
        let arrays = quote!(::autodiff::__private::arrays);
        let all = quote!(#arrays::Array1::<#element>::from_vec(#elements));
        let (axes, all) = match shape {
            None => (1, all),
            Some((shape, axes)) => {
                let message = "as many elements as the shape has";
                (axes, quote!(#all.into_shape_with_order(#shape).expect(#message)))
            }
        };
        let (name, ty) = (self.fresh("array"), format_ident!("Array{axes}"));
        syn::parse_quote_spanned!(span=> { let #name: #arrays::#ty<#element> = #all; #name })
    }

    /// A name for a variable.
    pub(super) fn fresh(&self, name: &str) -> Ident {
        self.count.set(self.count.get() + 1);
        format_ident!("{name}_of_elements_{}", self.count.get())
    }

    /// `array![…]`, `arr1(&[…])` and `arr2(&[[…], …])`, by their elements.
    fn of_elements(&self, elements: &Punctuated<Expr, Token![,]>, span: Span) -> Option<Expr> {
        let (mut all, mut shape) = (Vec::new(), vec![elements.len()]);
        flatten(elements, 0, &mut shape, &mut all)?;
        let tuple = (shape.len() > 1).then(|| (quote!((#(#shape),*)), shape.len()));
        Some(self.array(&quote!(::std::vec![#(#all),*]), tuple, span))
    }

    /// `vec![…]` with its elements rewritten.
    fn in_vec_macro(&mut self, m: &syn::ExprMacro) -> Option<Expr> {
        let (all, repeated) = (Punctuated::<Expr, Token![,]>::parse_terminated, repeated_element);
        let tokens = || m.mac.tokens.clone();
        let before = std::mem::replace(&mut self.changed, false);
        let rewritten = if let Ok(mut all) = all.parse2(tokens()) {
            all.iter_mut().for_each(|element| self.visit_expr_mut(element));
            Some(all.to_token_stream())
        } else if let Ok((mut element, count)) = repeated.parse2(tokens()) {
            self.visit_expr_mut(&mut element);
            Some(quote!(#element; #count))
        } else {
            None
        };
        let is_changed = std::mem::replace(&mut self.changed, before);
        rewritten.filter(|_| is_changed).map(|tokens| {
            let mut m = m.clone();
            m.mac.tokens = tokens;
            Expr::Macro(m)
        })
    }

    /// A constructor of an array type.
    fn constructor(&self, call: &syn::ExprCall) -> Option<Expr> {
        let Expr::Path(path) = &*call.func else { return None };
        if path.qself.is_some() {
            return None;
        }
        let segments = &path.path.segments;
        let span = path.path.span();
        let last = segments.last()?;
        if matches!(&*last.ident.to_string(), "arr1" | "arr2" | "arr3" | "aview1")
            && self.is_of_ndarray(&path.path)
        {
            return self.of_reference(call.args.first()?, &last.ident);
        }
        let of_function = self
            .rewrite_join(call, &path.path)
            .or_else(|| self.added_product(call, &path.path))
            .or_else(|| self.kronecker(call, &path.path));
        if of_function.is_some() {
            return of_function;
        }
        let owner = owner_of(&path.path);
        if let Some(slice) = self.slice_from_range(&owner, call) {
            return Some(slice);
        }
        if !self.is_of_ndarray(&owner) {
            return None;
        }
        let args: Vec<&Expr> = call.args.iter().collect();
        let name = owner.segments.last()?.ident.to_string();
        if let Some(axes) = name.strip_prefix("ArrayView") {
            return self.view_of_slice((&last.ident, axes.parse().ok()), &args, span);
        }
        let inferred = || self.array_type(&Expr::Call(call.clone()))?.axes;
        let axes = axes_of(&name)?.or_else(inferred);
        if let (None, Some(of_any)) = (axes, self.of_any_axes(call, &owner)) {
            return Some(of_any);
        }
        // the array whose shape it has is evaluated once
        if let Some(Expr::MethodCall(shape)) = args.first()
            && matches!(&*shape.method.to_string(), "raw_dim" | "dim")
            && !is_place(&shape.receiver)
        {
            let (array, of, mut call) = (self.fresh("shaped"), &shape.receiver, call.clone());
            let method = &shape.method;
            call.args[0] = syn::parse_quote_spanned!(span=> #array.#method());
            let args: Vec<&Expr> = call.args.iter().collect();
            let value = self.of_type((owner, axes), &call, &args)?;
            return Some(syn::parse_quote_spanned!(span=> { let #array = #of; #value }));
        }
        self.of_type((owner, axes), call, &args)
    }

    /// `arr1(&[…])`, `arr2(&[[…], …])`, and `arr1(&v)` of a slice.
    fn of_reference(&self, elements: &Expr, function: &Ident) -> Option<Expr> {
        if let Expr::Reference(of) = elements
            && let Expr::Array(elements) = &*of.expr
        {
            return self.of_elements(&elements.elems, function.span());
        }
        let is_list = function == "arr1" || function == "aview1";
        is_list.then(|| self.array(&quote!((#elements).to_vec()), None, function.span()))
    }

    /// A constructor of a type of arrays with this number of axes, if its name shows it.
    fn of_type(
        &self,
        (owner, axes): (syn::Path, Option<usize>),
        call: &syn::ExprCall,
        args: &[&Expr],
    ) -> Option<Expr> {
        let Expr::Path(path) = &*call.func else { return None };
        let (last, span) = (path.path.segments.last()?, path.path.span());
        match (&*last.ident.to_string(), args) {
            ("from_iter", [items]) => {
                let element = &self.element;
                let all = quote_spanned! {span=>
                    (#items).into_iter().collect::<::std::vec::Vec<#element>>()
                };
                Some(self.array(&all, None, span))
            }
            ("from", [Expr::Array(of)]) if matches!(axes, None | Some(1)) => {
                self.of_elements(&of.elems, span)
            }
            ("from", [e]) if axes == Some(1) || axes.is_none() && is_vec_macro(e) => {
                Some(self.array(&e.to_token_stream(), None, span))
            }
            ("from_diag", [diagonal]) => {
                let name = self.fresh("diagonal");
                let (of, reference) = match diagonal {
                    Expr::Reference(of) => (&*of.expr, Some(quote!(&))),
                    of => (*of, None),
                };
                // a place is not moved, and another expression is evaluated once
                let (bound, array) = match is_place(of) {
                    true => (None, of.to_token_stream()),
                    false => (Some(quote!(let #name = #of;)), name.to_token_stream()),
                };
                let change = quote!(assign(#reference #array));
                let matrix = self.diagonal(&quote!((#array).len()), &change, span);
                Some(syn::parse_quote_spanned!(span=> { #bound #matrix }))
            }
            ("from_diag_elem", [length, x]) => {
                Some(self.diagonal(&length.to_token_stream(), &quote!(fill(#x)), span))
            }
            ("from_elem", [shape, x])
                if !is_literal(x)
                    && let Some(lengths) = lengths(shape, axes) =>
            {
                let names: Vec<_> = lengths.iter().map(|_| self.fresh("length")).collect();
                let tuple = (names.len() > 1).then(|| (quote!((#(#names),*)), names.len()));
                let all = quote!(::std::vec![#x; 1 #(* #names)*]);
                let array = self.array(&all, tuple, span);
                // the shape is evaluated once, before the element
                Some(syn::parse_quote_spanned!(span=> {
                    #(let #names: usize = #lengths;)*
                    #array
                }))
            }
            ("from_shape_vec", [shape, all]) => {
                lengths(shape, axes)?;
                let (element, name) = (&self.element, self.fresh("shape"));
                Some(syn::parse_quote_spanned! {span=> {
                    let #name = #shape;
                    ::autodiff::__private::arrays::Array1::<#element>::from_vec(#all)
                        .into_shape_with_order(#name)
                }})
            }
            ("from_shape_fn", [shape, f]) => self.by_function((shape, axes), f, true, span),
            ("from_shape_simple_fn", [shape, f]) => self.by_function((shape, axes), f, false, span),
            (name, args) => {
                let of_shape = match (name, args) {
                    ("zeros" | "ones" | "from_elem", [shape, ..]) => {
                        axes.or_else(|| Some(lengths(shape, axes)?.len()))?
                    }
                    ("from_vec" | "linspace" | "range" | "logspace" | "geomspace", _) => 1,
                    ("eye", _) => 2,
                    _ => return None,
                };
                self.with_type(call, owner, of_shape)
            }
        }
    }

    /// `ArrayView1::from(slice)`, `ArrayView2::from_shape(shape, slice)`: a derivative has an array
    /// where the program has a view.
    fn view_of_slice(
        &self,
        (function, axes): (&Ident, Option<usize>),
        args: &[&Expr],
        span: Span,
    ) -> Option<Expr> {
        match (&*function.to_string(), args) {
            ("from", [slice]) if axes == Some(1) => {
                Some(self.array(&quote!((#slice).to_vec()), None, span))
            }
            ("from_shape", [shape, slice]) => {
                lengths(shape, axes)?;
                let element = &self.element;
                Some(syn::parse_quote_spanned! {span=>
                    ::autodiff::__private::arrays::Array1::<#element>::from_vec((#slice).to_vec())
                        .into_shape_with_order(#shape)
                })
            }
            _ => None,
        }
    }

    /// A square matrix whose diagonal a method changes, and whose other elements are zero.
    fn diagonal(&self, length: &TokenStream, change: &TokenStream, span: Span) -> Expr {
        let (element, arrays) = (&self.element, quote!(::autodiff::__private::arrays));
        let [n, zeros, array] = ["length", "zeros", "array"].map(|name| self.fresh(name));
        let ty = quote!(#arrays::Array2<#element>);
        syn::parse_quote_spanned! {span=> {
            let #n: usize = #length;
            let mut #zeros: #ty = #arrays::Array2::<#element>::zeros((#n, #n));
            #zeros.diag_mut().#change;
            let #array: #ty = #zeros;
            #array
        }}
    }

    /// `concatenate(axis, &[x.view(), y.view()])`, `stack(…)`: a function of each array.
    fn rewrite_join(&self, call: &syn::ExprCall, path: &syn::Path) -> Option<Expr> {
        let name = path.segments.last()?.ident.to_string();
        let is_join = matches!(&*name, "concatenate" | "stack") && self.is_of_ndarray(path);
        let (true, [axis, arrays]) = (is_join, &call.args.iter().collect::<Vec<_>>()[..]) else {
            return None;
        };
        if let Expr::Reference(arrays) = arrays
            && let Expr::Array(arrays) = &*arrays.expr
        {
            return self.join_of(&name, axis, &arrays.elems, path.span());
        }
        let function = format_ident!("{name}_slice");
        Some(syn::parse_quote_spanned! {path.span()=>
            ::autodiff::__private::arrays::#function(#axis, #arrays)
        })
    }

    /// `general_mat_mul(alpha, &a, &b, beta, &mut c)` and its like. The old `c` need not be saved
    /// for a `beta` that is written out.
    fn added_product(&self, call: &syn::ExprCall, path: &syn::Path) -> Option<Expr> {
        let name = path.segments.last()?.ident.to_string();
        let is_product =
            matches!(&*name, "general_mat_mul" | "general_mat_vec_mul") && self.is_of_ndarray(path);
        let (true, 5) = (is_product, call.args.len()) else { return None };
        let function = match is_literal(&call.args[3]) {
            true => format_ident!("{name}_by_literal"),
            false => format_ident!("{name}"),
        };
        let args = &call.args;
        Some(syn::parse_quote_spanned! {path.span()=>
            ::autodiff::__private::arrays::#function(#args)
        })
    }

    /// The macros `concatenate![axis, x, y]` and `stack![axis, x, y]`.
    fn join_macro(&self, name: &str, mac: &syn::Macro) -> Option<Expr> {
        let args = Punctuated::<Expr, Token![,]>::parse_terminated;
        let mut args = args.parse2(mac.tokens.clone()).ok()?.into_iter();
        let (axis, arrays) = (args.next()?, args.collect());
        let span = mac.path.span();
        let joined = self.join_of(name, &axis, &arrays, span)?;
        let message = "called `Result::unwrap()` on an `Err` value";
        Some(syn::parse_quote_spanned!(span=> #joined.expect(#message)))
    }

    fn join_of(
        &self,
        name: &str,
        axis: &Expr,
        arrays: &Punctuated<Expr, Token![,]>,
        span: Span,
    ) -> Option<Expr> {
        if arrays.is_empty() {
            return None;
        }
        if arrays.len() > MOST_JOINED {
            let function = format_ident!("{name}_slice");
            // the macros take arrays, the functions views
            let views = arrays.iter().map(|array| quote!((#array).view()));
            return Some(syn::parse_quote_spanned! {span=>
                ::autodiff::__private::arrays::#function(#axis, &::std::vec![#(#views),*])
            });
        }
        let function = format_ident!("{name}_{}", arrays.len());
        let arrays = arrays.iter().map(|array| match array {
            // a view of the whole array
            Expr::MethodCall(m) if m.method == "view" && m.args.is_empty() => &*m.receiver,
            array => array,
        });
        Some(syn::parse_quote_spanned! {span=>
            ::autodiff::__private::arrays::#function(#axis, #(&(#arrays)),*)
        })
    }

    /// `Slice::from(a..b)`: a range that is no value to iterate over.
    fn slice_from_range(&self, owner: &syn::Path, call: &syn::ExprCall) -> Option<Expr> {
        let Expr::Path(path) = &*call.func else { return None };
        let (Some(Expr::Range(range)), 1) = (call.args.first(), call.args.len()) else {
            return None;
        };
        let is_slice = path.path.segments.last()?.ident == "from"
            && owner.segments.last()?.ident == "Slice"
            && self.is_of_ndarray(owner);
        if !is_slice || matches!(range.limits, syn::RangeLimits::Closed(_)) {
            return None;
        }
        let start = range.start.as_ref().map_or(quote!(0), |start| quote!((#start) as isize));
        let end = match &range.end {
            Some(end) => quote!(::core::option::Option::Some((#end) as isize)),
            None => quote!(::core::option::Option::None),
        };
        let span = path.path.span();
        Some(syn::parse_quote_spanned!(span=> #owner::new(#start, #end, 1)))
    }

    /// The call with its type written out.
    fn with_type(&self, call: &syn::ExprCall, mut owner: syn::Path, axes: usize) -> Option<Expr> {
        let Expr::Path(path) = &*call.func else { return None };
        let (element, function) = (&self.element, path.path.segments.last()?);
        let (span, last) = (path.path.span(), owner.segments.last_mut()?);
        let ty = match (&last.arguments, axes_of(&last.ident.to_string())?) {
            (PathArguments::None, Some(_)) => {
                last.arguments = PathArguments::AngleBracketed(syn::parse_quote!(::<#element>));
                quote!(#owner)
            }
            (arguments, None) => {
                let written = match arguments {
                    PathArguments::AngleBracketed(of) => of.args.first().cloned(),
                    _ => None,
                };
                let written =
                    written.filter(|of| !matches!(of, syn::GenericArgument::Type(Type::Infer(_))));
                let element = written.map_or(quote!(#element), |of| quote!(#of));
                let name = format_ident!("Array{axes}", span = last.ident.span());
                quote!(::autodiff::__private::arrays::#name::<#element>)
            }
            (_, Some(_)) => quote!(#owner),
        };
        let (name, mut args) = (self.fresh("array"), call.args.clone());
        if let Some(shape @ Expr::MethodCall(_)) = args.first_mut()
            && let Some(lengths) = lengths(shape, Some(axes))
        {
            // the shape of an array is no active value
            *shape = match &lengths[..] {
                [one] => one.clone(),
                many => syn::parse_quote!((#(#many),*)),
            };
        } else if let Some(Expr::MethodCall(m)) = args.first()
            && m.method == "f"
        {
            args[0] = syn::parse_quote!(::autodiff::__private::arrays::without_reals(#m));
        }
        Some(syn::parse_quote_spanned!(span=> {
            let #name: #ty = #ty::#function(#args);
            #name
        }))
    }

    /// `from_shape_fn(shape, f)`: loops over the indices, the last one innermost. The function of
    /// `from_shape_simple_fn` does not take the index.
    fn by_function(
        &self,
        (shape, axes): (&Expr, Option<usize>),
        f: &Expr,
        takes_index: bool,
        span: Span,
    ) -> Option<Expr> {
        let lengths = lengths(shape, axes)?;
        let element = &self.element;
        let names = |name: &str| lengths.iter().map(|_| self.fresh(name)).collect::<Vec<_>>();
        let (indices, ends, all) = (names("index"), names("length"), self.fresh("vector"));
        let at = match &indices[..] {
            _ if !takes_index => quote!(),
            [one] => quote!(#one),
            many => quote!((#(#many),*)),
        };
        let integer = indices.iter().map(|_| quote!(usize));
        let index_type = match indices.len() {
            1 => quote!(usize),
            _ => quote!((#(#integer),*)),
        };
        let function = self.fresh("function");
        let (bind, item) = match f {
            Expr::Closure(closure) => {
                let mut closure = closure.clone();
                if let Some(input) = closure.inputs.first_mut()
                    && !matches!(input, syn::Pat::Type(_))
                {
                    *input = syn::Pat::Type(syn::PatType {
                        attrs: Vec::new(),
                        pat: Box::new(input.clone()),
                        colon_token: Token![:](span),
                        ty: Box::new(syn::parse_quote!(#index_type)),
                    });
                }
                (Some(quote!(let mut #function = #closure;)), quote!(#function(#at)))
            }
            function => (None, quote!(#function(#at))),
        };
        let mut push = quote!(#all.push(#item););
        for (index, end) in indices.iter().zip(&ends).rev() {
            push = quote!(for #index in 0..#end { #push });
        }
        let tuple = (lengths.len() > 1).then(|| (quote!((#(#ends),*)), lengths.len()));
        let array = self.array(&quote!(#all), tuple, span);
        Some(syn::parse_quote_spanned! {span=> {
            #(let #ends: usize = #lengths;)*
            let mut #all: ::std::vec::Vec<#element> = ::std::vec::Vec::new();
            #bind
            #push
            #array
        }})
    }
}

impl VisitMut for Rewrite<'_> {
    fn visit_stmt_mut(&mut self, stmt: &mut syn::Stmt) {
        // a macro that is a statement is rewritten as an expression
        if let syn::Stmt::Macro(of) = stmt
            && of
                .mac
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident == "azip" || last.ident == "par_azip")
            && self.is_of_ndarray(&of.mac.path)
        {
            let mac = Expr::Macro(syn::ExprMacro { attrs: Vec::new(), mac: of.mac.clone() });
            *stmt = syn::Stmt::Expr(mac, Some(Token![;](Span::call_site())));
        }
        if let syn::Stmt::Local(local) = stmt {
            note_annotated_axes(local);
        }
        syn::visit_mut::visit_stmt_mut(self, stmt);
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        let receiver = match e {
            Expr::MethodCall(m) if is_map(m) => self.array_type(&m.receiver).cloned(),
            _ => None,
        };
        if let Expr::MethodCall(m) = e {
            note_axes(m, None);
        }
        // what replaces a call is not rewritten again
        syn::visit_mut::visit_expr_mut(self, e);
        let before = self.element.clone();
        if self.may_make_array(e) {
            let known = self.array_type(e).and_then(|of| of.element.clone());
            self.element = known.unwrap_or_else(|| self.default.clone());
        }
        let rewritten = self.rewrite_expr(e, receiver);
        self.element = before;
        if let Some(rewritten) = rewritten {
            self.changed = true;
            *e = rewritten;
        }
    }
}

impl Rewrite<'_> {
    /// What replaces an expression whose parts are rewritten. `receiver` is the array whose elements
    /// a method maps.
    fn rewrite_expr(&mut self, e: &Expr, receiver: Option<infer::ArrayType>) -> Option<Expr> {
        match e {
            Expr::Macro(m) if m.mac.path.is_ident("vec") && !self.is_user_macro(&m.mac) => {
                self.in_vec_macro(m)
            }
            Expr::Macro(m) if self.is_of_ndarray(&m.mac.path) && !self.is_user_macro(&m.mac) => {
                let name = m.mac.path.segments.last().map(|s| s.ident.to_string());
                match name.as_deref() {
                    Some("array") => {
                        let elements = Punctuated::<Expr, Token![,]>::parse_terminated;
                        let elements = elements.parse2(m.mac.tokens.clone()).ok();
                        elements.and_then(|mut all| {
                            all.iter_mut().for_each(|element| self.visit_expr_mut(element));
                            self.of_elements(&all, m.mac.path.span())
                        })
                    }
                    Some("azip" | "par_azip") => zip_of_macro(&m.mac).map(|mut zip| {
                        syn::visit_mut::visit_expr_mut(self, &mut zip);
                        zip
                    }),
                    Some(name @ ("concatenate" | "stack")) => {
                        self.join_macro(name, &m.mac).map(|mut joined| {
                            syn::visit_mut::visit_expr_mut(self, &mut joined);
                            joined
                        })
                    }
                    _ => None,
                }
            }
            Expr::Call(call) => self.constructor(call),
            Expr::MethodCall(m) if is_map(m) => self.map_without_reals(m, receiver),
            _ => None,
        }
    }

    /// A method that maps elements from or to values without reals. An array without reals is a
    /// constant, whatever it depends on. Another one depends on what the closure captures.
    fn map_without_reals(
        &self,
        m: &syn::ExprMethodCall,
        receiver: Option<infer::ArrayType>,
    ) -> Option<Expr> {
        let of = self.array_type(&Expr::MethodCall(m.clone()))?;
        let element = of.element.as_ref().unwrap_or(&self.default);
        let (span, arrays) = (m.method.span(), quote!(::autodiff::__private::arrays));
        let name = self.fresh("mapped");
        let ty = of.axes.map(|axes| {
            let ty = format_ident!("Array{axes}");
            quote!(: #arrays::#ty<#element>)
        });
        if !may_be_real(element) {
            return Some(syn::parse_quote_spanned! {span=> {
                let #name #ty = #arrays::without_reals(#m);
                #name
            }});
        }
        receiver?.element.filter(|element| !may_be_real(element))?;
        let (constant, mut map) = (self.fresh("constant"), m.clone());
        let bound = (!is_place(&m.receiver)).then(|| {
            let receiver = std::mem::replace(&mut map.receiver, syn::parse_quote!(#constant));
            quote!(let #constant = #receiver;)
        });
        Some(syn::parse_quote_spanned! {span=> {
            #bound
            let #name #ty = #arrays::unread(#map);
            #name
        }})
    }
}

/// The path without its last name.
fn owner_of(path: &syn::Path) -> syn::Path {
    let mut owner = path.clone();
    owner.segments.pop();
    owner.segments.pop_punct();
    owner
}

/// Whether a method maps elements, by its name.
fn is_map(m: &syn::ExprMethodCall) -> bool {
    MAPS.iter().any(|name| m.method == name)
}

/// The lengths in a shape: the components of a tuple, or the length of the only axis.
fn lengths(shape: &Expr, axes: Option<usize>) -> Option<Vec<Expr>> {
    match (shape, axes) {
        (Expr::Tuple(of), axes) if axes.is_none_or(|axes| axes == of.elems.len()) => {
            (!of.elems.is_empty()).then(|| of.elems.iter().cloned().collect())
        }
        (Expr::Array(of), axes) if axes.is_none_or(|axes| axes == of.elems.len()) => {
            (!of.elems.is_empty()).then(|| of.elems.iter().cloned().collect())
        }
        // the shape of another array
        (Expr::MethodCall(m), Some(axes))
            if matches!(&*m.method.to_string(), "raw_dim" | "dim") && is_place(&m.receiver) =>
        {
            let of = &m.receiver;
            let axis = quote!(::autodiff::__private::arrays::Axis);
            Some((0..axes).map(|k| syn::parse_quote!(#of.len_of(#axis(#k)))).collect())
        }
        (shape, Some(1)) => Some(vec![shape.clone()]),
        (shape @ (Expr::Lit(_) | Expr::Binary(_)), None) => Some(vec![shape.clone()]),
        (Expr::MethodCall(m), None)
            if matches!(&*m.method.to_string(), "len" | "nrows" | "ncols") =>
        {
            Some(vec![shape.clone()])
        }
        _ => None,
    }
}

fn is_literal(e: &Expr) -> bool {
    match e {
        Expr::Lit(_) => true,
        Expr::Unary(u) => is_literal(&u.expr),
        _ => false,
    }
}

fn is_range(e: &Expr) -> bool {
    match e {
        Expr::Range(_) => true,
        Expr::Paren(of) => is_range(&of.expr),
        _ => false,
    }
}

fn is_vec_macro(e: &Expr) -> bool {
    matches!(e, Expr::Macro(m) if m.mac.path.is_ident("vec"))
}
