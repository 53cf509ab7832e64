//! The types of residuals: the rows of loops, the frame, the stacks, and `FResiduals`, which holds
//! these and the arguments that the linear part reads. [`layout`] decides where each residual is.

pub mod layout;

use crate::emit::Emitter;
use crate::emit::linkage::{callee, objects};
use crate::emit::residuals::layout::{Field, Layout};
use crate::emit::tokens::names::identifier;
use crate::emit::tokens::once::once;
use crate::emit::tokens::{generics, types};
use crate::ir::*;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

impl Emitter<'_> {
    /// The rows, the frame and the stacks, and their implementations.
    pub(super) fn stored_types(&self, layout: &Layout) -> (TokenStream, TokenStream) {
        let cfgs = &self.source.cfgs;
        let (frame, stacks) = (&self.names.frame, &self.names.stacks);
        let function = &self.display_name();
        let allowances = &self.allowances;
        let mut rows = TokenStream::new();
        let mut implementations = TokenStream::new();
        let mut stack_fields = Vec::new();
        let mut stack_names = Vec::new();
        for (k, site) in layout.sites.iter().enumerate() {
            let row = &site.row;
            let doc = format!("The residuals of one iteration of loop {k} of [`{function}`].");
            let (item, implementation) = self.residual_struct(row, &site.fields, &doc);
            rows.extend(item);
            implementations.extend(implementation);
            let field = &site.stack;
            let row = self.of_generics(row);
            stack_fields.push(quote!(#field: ::autodiff::__private::Stack<#row>));
            stack_names.push(field.clone());
        }
        if layout.recursive {
            let frame = self.of_generics(frame);
            stack_fields.push(quote!(frames: ::autodiff::__private::Stack<#frame>));
            stack_names.push(Ident::new("frames", Span::call_site()));
        }
        let callee_names: Vec<Ident> =
            layout.callees.iter().map(|(_, field, _)| field.clone()).collect();
        for (_, field, callee) in &layout.callees {
            let stacks = generics::nested_stacks(callee);
            stack_fields.push(quote!(#field: #stacks));
        }
        let names: Vec<Ident> = stack_names.iter().chain(&callee_names).cloned().collect();
        stack_fields.extend(self.generics.phantom_field(&names).map(|field| field.declared));
        let (frame_struct, frame_implementation) = self.residual_struct(
            frame,
            &Field::of_values(&self.parts.unzipped, &self.parts.residuals, &self.generics),
            &format!("The residuals of fixed size of [`{function}`]."),
        );
        let none = TokenStream::new();
        let (declared, clause) = (self.generics.declaration(&none, &[]), self.generics.clause());
        let is_generic = layout.is_generic();
        let linear_callees: TokenStream = layout
            .callees
            .iter()
            .filter_map(|(.., callee)| callee::linear_check(callee, cfgs, is_generic))
            .collect();
        let (linear_callees, checked) = if is_generic {
            (TokenStream::new(), linear_callees)
        } else {
            (linear_callees, TokenStream::new())
        };
        let stacks_doc = format!("The residuals of [`{function}`] that grow with its input.");
        if layout.is_empty() {
            let stacks = self.no_residuals(stacks, &stacks_doc);
            implementations.extend(frame_implementation);
            return (quote!(#rows #frame_struct #stacks), implementations);
        }
        let (derived, cloned) = self.clone_and_debug(stacks, &names, true, true, &none);
        let types = quote! {
            #linear_callees
            #rows
            #frame_struct
            #cfgs
            #[doc(hidden)]
            #[doc = #stacks_doc]
            #derived
            #allowances
            pub struct #stacks #declared #clause { #(#stack_fields),* }
        };
        implementations.extend(quote!(#frame_implementation #cloned));
        implementations.extend(self.stacks_implementation(layout, &stack_names, &checked));
        (types, implementations)
    }

    /// The implementations of the stacks: `rows` are those of the function itself, and `checked`
    /// the statements that check callees.
    fn stacks_implementation(
        &self,
        layout: &Layout,
        rows: &[Ident],
        checked: &TokenStream,
    ) -> TokenStream {
        let stacks = &self.names.stacks;
        let callees = layout.callees.iter().map(|(_, field, _)| field);
        let has_objects = layout.callees.iter().any(|(.., callee)| callee.object.is_some());
        if !layout.is_generic() && self.generics.is_empty() && !has_objects {
            return quote!(::autodiff::__private::stacks! {
            #stacks { #(#rows),*; #(#callees),* } });
        }
        let none = TokenStream::new();
        let (declared, arguments, clause) = (
            self.generics.declaration(&none, &[]),
            self.generics.arguments(&none),
            self.generics.clause(),
        );
        let names: Vec<&Ident> = rows.iter().chain(callees).collect();
        let heap_bytes = (!names.is_empty()).then(|| {
            quote!(fn heap_bytes(&self) -> usize {
                #(::autodiff::__private::Residual::heap_bytes(&self.#names))+* })
        });
        let clear_callees = layout
            .callees
            .iter()
            .map(|(_, field, callee)| objects::clear(callee, &quote!(self.#field)));
        quote! {
            impl #declared #stacks #arguments #clause {
                /// Forgets what is there and keeps the memory.
                pub fn clear(&mut self) {
                    #checked
                    #(self.#rows.clear();)*
                    #(#clear_callees)*
                }
            }
            impl #declared ::autodiff::__private::Residual for #stacks #arguments #clause {
                fn blank() -> Self { ::core::default::Default::default() }
                #heap_bytes
            }
        }
    }

    /// The frame and the stacks as fields of a caller's.
    ///
    /// They are boxed if they can be large. Only callees make them large, and only several callees
    /// make them grow faster than the depth of calls. The size of a generic function's is unknown;
    /// but if it has its own stacks, they are never empty, so that a pointer costs little.
    pub(super) fn nested(
        &self,
        layout: &Layout,
        frame: &TokenStream,
        stacks: &TokenStream,
    ) -> (TokenStream, TokenStream) {
        let in_place = |residuals| quote!(::autodiff::__private::InPlace<#residuals>);
        let by_size = |residuals| {
            let large = quote!({ ::autodiff::__private::is_large::<#residuals>() });
            quote!(<::autodiff::__private::Large<#large> as
                ::autodiff::__private::Nest>::Of<#residuals>)
        };
        let is_generic = !self.generics.is_empty();
        let frames = self
            .parts
            .residuals
            .iter()
            .filter(|v| matches!(self.parts.unzipped.ty(**v), Ty::Frame(_)))
            .count();
        let frame = if frames > 1 && !is_generic { by_size(frame) } else { in_place(frame) };
        let stacks = match layout.callees.len() > 1 {
            true if !is_generic => by_size(stacks),
            true if !layout.sites.is_empty() || layout.recursive => {
                quote!(::autodiff::__private::Boxed<#stacks>)
            }
            _ => in_place(stacks),
        };
        (frame, stacks)
    }

    /// The public `FResiduals`, and its implementations.
    pub(super) fn residual_types(&self) -> (TokenStream, TokenStream) {
        let cfgs = &self.source.cfgs;
        let vis = &self.source.visibility;
        let (frame, stacks, residuals) =
            (&self.names.frame, &self.names.stacks, &self.names.residuals);
        let function = &self.display_name();
        let allowances = &self.allowances;
        let read = &self.saved_params()[..];
        let borrows = self.borrows();
        let none = TokenStream::new();
        let lifetime = if borrows { quote!('r) } else { TokenStream::new() };
        let (declared, arguments, clause) = (
            self.generics.declaration(&none, &[]),
            self.generics.arguments(&none),
            self.generics.clause(),
        );
        let (residuals_declared, residuals_arguments) =
            (self.generics.declaration(&lifetime, &[]), self.generics.arguments(&lifetime));
        let (frame_type, stacks_type) = (self.of_generics(frame), self.of_generics(stacks));
        let mut fields = Vec::new();
        for (param, read) in self.params().iter().zip(read) {
            let name = self.saved_field(param);
            if *read {
                let ty = self.saved_type(param);
                fields.push(quote!(#name: #ty));
            }
        }
        let lengths = self.lengths();
        let final_lengths = self.final_lengths();
        let (length_names, length_types): (Vec<&Ident>, Vec<TokenStream>) = lengths
            .iter()
            .map(|(name, number, _)| (name, self.length_type(*number)))
            .chain(final_lengths.iter().map(|(name, k)| (name, self.length_type(Some(*k)))))
            .unzip();
        let default = fields.is_empty().then(|| {
            quote! {
                impl #declared ::core::default::Default for #residuals #arguments #clause {
                    /// Of no call: to be filled.
                    fn default() -> Self {
                        #residuals { #(#length_names: ::core::default::Default::default(),)*
                            frame: ::autodiff::__private::Residual::blank(),
                            stacks: ::core::default::Default::default() }
                    }
                }
            }
        });
        let mut residual_fields: Vec<Ident> = self
            .params()
            .iter()
            .zip(read)
            .filter(|(_, read)| **read)
            .map(|(p, _)| self.saved_field(p))
            .collect();
        residual_fields.extend(length_names.iter().map(|name| (*name).clone()));
        residual_fields.extend(["frame", "stacks"].map(|name| Ident::new(name, Span::call_site())));
        let (derived, cloned) =
            self.clone_and_debug(residuals, &residual_fields, false, false, &lifetime);
        let doc = format!(
            "The residuals of [`{function}`], returned by [`{}`]. Arguments by reference are \
             borrowed.",
            self.display_name_as(&self.names.primal.to_string())
        );
        let types = quote! {
            #cfgs
            #[doc = #doc]
            #derived
            #allowances
            #vis struct #residuals #residuals_declared #clause {
                #(#fields,)* #(#length_names: #length_types,)* frame: #frame_type,
                stacks: #stacks_type }
        };
        let implementations = quote! {
            #cloned
            #default
            impl #residuals_declared #residuals #residuals_arguments #clause {
                /// The memory that is saved, in bytes, without what is borrowed.
                #vis fn size_in_bytes(&self) -> usize {
                    ::autodiff::__private::size_in_bytes(self, &self.frame, &self.stacks)
                }
            }
        };
        (types, implementations)
    }

    /// The name of a frame, a row or stacks without fields.
    fn no_residuals(&self, name: &Ident, doc: &str) -> TokenStream {
        let (cfgs, allowances) = (&self.source.cfgs, &self.allowances);
        quote! {
            #cfgs
            #[doc(hidden)]
            #[doc = #doc]
            #allowances
            pub type #name = ::autodiff::__private::NoResiduals;
        }
    }

    /// A struct of residuals, and its implementations.
    fn residual_struct(
        &self,
        name: &Ident,
        fields: &[Field],
        doc: &str,
    ) -> (TokenStream, TokenStream) {
        let cfgs = &self.source.cfgs;
        let allowances = &self.allowances;
        if fields.is_empty() && self.generics.is_empty() {
            return (self.no_residuals(name, doc), TokenStream::new());
        }
        let blanks: Vec<TokenStream> = fields
            .iter()
            .map(|Field { name, blank, .. }| match blank {
                Some(literal) => quote!(#name: #literal),
                None => quote!(#name: ::autodiff::__private::Residual::blank()),
            })
            .collect();
        let names: Vec<Ident> = fields.iter().map(|field| field.name.clone()).collect();
        let blank = self.residual_value(name, &names, blanks);
        // scalars are not on the heap
        let on_heap: Vec<TokenStream> = fields
            .iter()
            .filter(|field| field.blank.is_none())
            .map(|Field { name, is_wrapped, .. }| match is_wrapped {
                true => quote!(self.#name.get().map_or(0,
                |saved| (&::autodiff::__private::HeapProbe(saved)).heap_bytes())),
                false => quote!(::autodiff::__private::Residual::heap_bytes(&self.#name)),
            })
            .collect();
        let probes = fields.iter().any(|field| field.is_wrapped).then(|| {
            quote!(
                use ::autodiff::__private::{HeapProbeOther as _, HeapProbeResidual as _};
            )
        });
        let heap_bytes = (!on_heap.is_empty()).then(|| {
            let on_heap = on_heap.into_iter().map(once);
            quote!(fn heap_bytes(&self) -> usize { #probes #(#on_heap)+* })
        });
        // scalars come last: rustc needs the type of a struct's last field in places where a long
        // projection is ambiguous
        let (scalars, others): (Vec<&Field>, Vec<&Field>) =
            fields.iter().partition(|field| field.blank.is_some());
        let field_declarations =
            others.into_iter().chain(scalars).map(|Field { name, ty, .. }| quote!(#name: #ty));
        let (derived, cloned) =
            self.clone_and_debug(name, &names, false, true, &TokenStream::new());
        let field_declarations = field_declarations
            .chain(self.generics.phantom_field(&names).map(|field| field.declared))
            .map(once);
        let none = TokenStream::new();
        let (declared, arguments, clause) = (
            self.generics.declaration(&none, &[]),
            self.generics.arguments(&none),
            self.generics.clause(),
        );
        let item = quote! {
            #cfgs
            #[doc(hidden)]
            #[doc = #doc]
            #derived
            #allowances
            pub struct #name #declared #clause { #(#field_declarations),* }
        };
        if self.generics.is_empty() && !fields.iter().any(|field| field.is_wrapped) {
            let others = fields.iter().filter(|f| f.blank.is_none()).map(|field| &field.name);
            let scalars = fields.iter().filter_map(|Field { name, blank, .. }| {
                let blank = blank.as_ref()?;
                Some(quote!(#name: #blank))
            });
            let implementation = quote!(::autodiff::__private::residual! {
            #name { #(#others),*; #(#scalars),* } });
            return (item, implementation);
        }
        let implementation = quote! {
            #cloned
            impl #declared ::autodiff::__private::Residual for #name #arguments #clause {
                fn blank() -> Self { #blank }
                #heap_bytes
            }
        };
        (item, implementation)
    }

    /// A frame with the given values.
    pub(super) fn residual_value(
        &self,
        name: &Ident,
        fields: &[Ident],
        values: Vec<TokenStream>,
    ) -> TokenStream {
        let phantom = self.generics.phantom_field(fields).map(|field| field.value);
        let values = values.into_iter().chain(phantom).map(once);
        quote!(#name { #(#values),* })
    }

    /// The type of the field of the residuals that saves a parameter.
    pub(super) fn saved_type(&self, param: &Param) -> TokenStream {
        let ty = types::with_lifetime(&types::value(&param.ty), "r");
        match needs_wrapper(param) {
            _ if self.is_owned_by_wrapper(param) => quote!(::autodiff::__private::Saved<#ty>),
            true => quote!(::autodiff::__private::Borrowed<'r, #ty>),
            false => {
                let ty = types::with_lifetime(&self.param_type(param, &quote!('r)), "r");
                types::with_references(&ty, "r")
            }
        }
    }

    /// Whether the residuals borrow.
    pub(super) fn borrows(&self) -> bool {
        self.params()
            .iter()
            .zip(self.saved_params())
            .any(|(p, read)| read && !self.is_owned_by_wrapper(p))
    }

    /// The field of the residuals that holds a parameter.
    pub(super) fn saved_field(&self, param: &Param) -> Ident {
        match &*param.name {
            "frame" | "stacks" => self.free_field(&param.name),
            name => identifier(name, Span::call_site()),
        }
    }

    /// The lengths and shapes that the public functions check later tangents, cotangents and
    /// accumulators against: field, the parameter's index (`None` for the result), the name in
    /// messages.
    ///
    /// A vector by mutable reference may change its length: its cotangent is as long as it is after
    /// the call, see [`Emitter::final_lengths`].
    pub(super) fn lengths(&self) -> Vec<(Ident, Option<usize>, String)> {
        let mut lengths = Vec::new();
        for (number, param) in self.params().iter().enumerate() {
            let has_shape = self.has_shape(Some(number));
            let is_checked = has_length(&param.ty) && !self.checks_lengths_of(number);
            if param.is_active() && (is_checked || has_shape) {
                let what = if has_shape { "shape" } else { "length" };
                lengths.push((
                    self.free_field(&format!("{}_{what}", param.name.trim_start_matches("r#"))),
                    Some(number),
                    param.name.clone(),
                ));
            }
        }
        // the cotangent of a discrete result is `()`
        let output = &self.parts.interface.output;
        if has_length(output) && !output.is_discrete() {
            lengths.push((self.free_field("result_length"), None, String::new()));
        } else if self.has_shape(None) && !output.is_discrete() {
            lengths.push((self.free_field("result_shape"), None, String::new()));
        }
        lengths
    }

    /// Whether a parameter, or the result (`None`), may be an array of another crate.
    pub(super) fn has_shape(&self, number: Option<usize>) -> bool {
        let of = &self.source.of_other_crates;
        number.map_or(of.result, |number| of.params.contains(&number))
    }

    /// The type of a length or of a shape.
    fn length_type(&self, number: Option<usize>) -> TokenStream {
        let interface = &self.parts.interface;
        let ty = number.map_or(&interface.output, |number| &interface.params[number].ty);
        if self.has_shape(number) {
            types::value(&Ty::Shape(Box::new(ty.clone())))
        } else {
            quote!(usize)
        }
    }

    /// The lengths and shapes after the call of the vectors and arrays that it changes.
    pub(super) fn final_lengths(&self) -> Vec<(Ident, usize)> {
        let changed = |(number, param): (usize, &Param)| {
            let has_shape = self.has_shape(Some(number));
            let is_changed = param.is_active()
                && param.passing == Passing::Unique
                && (matches!(param.ty, Ty::Vec(_) | Ty::Deque(_)) || has_shape);
            let what = if has_shape { "shape" } else { "length" };
            let base = format!("{}_final_{what}", param.name.trim_start_matches("r#"));
            is_changed.then(|| (self.free_field(&base), number))
        };
        self.params().iter().enumerate().filter_map(changed).collect()
    }

    /// A name that is not a parameter's.
    pub(super) fn free_field(&self, base: &str) -> Ident {
        let mut name = base.to_string();
        while self.params().iter().any(|p| p.name == name) {
            name.push('_');
        }
        Ident::new(&name, Span::call_site())
    }
}

/// Whether residuals save a parameter in a wrapper, because its type may not be `Debug`.
pub(super) fn needs_wrapper(param: &Param) -> bool {
    types::has_user_types(&param.ty) || (is_foreign(&param.ty) && param.passing == Passing::Shared)
}

/// Whether a value, or an element of a sequence, is of a type whose fields the compiler does not
/// see.
fn is_foreign(ty: &Ty) -> bool {
    matches!(ty, Ty::Foreign(_)) || ty.element().is_some_and(is_foreign)
}

/// Whether values of a type have a length that is known only at run time.
pub(super) fn has_length(ty: &Ty) -> bool {
    matches!(ty, Ty::Slice(_) | Ty::Vec(_) | Ty::Deque(_))
}
