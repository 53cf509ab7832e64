//! Parameters and results of the compiled functions: their types, the patterns that destructure
//! values, tangents and cotangents into variables, and the expressions that construct them.

use crate::emit::Emitter;
use crate::emit::body::{Body, HomeKind};
use crate::emit::residuals::layout::Field;
use crate::emit::tokens::{types, value_copies};
use crate::ir::hash::HashSet;
use crate::ir::*;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Emitter<'_> {
    /// The type of a parameter, with its reference.
    pub(in crate::emit) fn param_type(&self, param: &Param, lifetime: &TokenStream) -> TokenStream {
        param_type(param, lifetime)
    }

    /// The type of a parameter's tangent, passed as the parameter is.
    pub(in crate::emit) fn dot_type(&self, param: &Param) -> TokenStream {
        dot_type(param)
    }

    /// The type that takes the cotangent of a parameter.
    pub(in crate::emit) fn bar_type(&self, param: &Param) -> TokenStream {
        if param.passing == Passing::Unique {
            self.dot_type(param)
        } else {
            accumulator_type(param)
        }
    }

    /// Declares the parameters of a body: the signature, and the statements that bind every leaf to
    /// its variable. An omitted parameter has only a placeholder.
    pub(in crate::emit) fn declare_params(
        &self,
        body: &mut Body<'_>,
        function: &Function,
        is_left_out: &dyn Fn(&Param) -> bool,
    ) -> (Vec<TokenStream>, TokenStream) {
        let mut signature = Vec::new();
        let mut prologue = TokenStream::new();
        for param in self.params() {
            if is_left_out(param) {
                signature.push(quote!(_: impl Sized));
                continue;
            }
            let ty = self.param_type(param, &TokenStream::new());
            match (&param.value, param.passing) {
                (Tree::Leaf(v), Passing::Shared) if function.ty(*v).is_scalar() => {
                    let name = body.namer.fresh(&param.name);
                    let local = body.bind_home(*v);
                    signature.push(quote!(#name: #ty));
                    prologue.extend(quote!(let #local = *#name;));
                }
                (Tree::Leaf(v), Passing::Unique) if function.ty(*v).is_scalar() => {
                    let name = body.namer.fresh(&param.name);
                    prologue.extend(self.unique_scalar(body, *v, &name));
                    signature.push(quote!(#name: #ty));
                }
                (Tree::Leaf(v), passing) => {
                    let name = body.bind_home(*v);
                    match passing {
                        Passing::Value => {
                            let mutable = body.is_mutated(*v).then(|| quote!(mut));
                            signature.push(quote!(#mutable #name: #ty));
                            if param.converts {
                                let ty = types::value(&param.ty);
                                prologue.extend(quote!(let #mutable #name: #ty =
                                    ::core::convert::Into::into(#name);));
                            }
                        }
                        Passing::Shared => {
                            body.place_home(*v, quote!(#name), HomeKind::Reference);
                            signature.push(quote!(#name: #ty));
                        }
                        Passing::Unique => {
                            body.place_home(*v, quote!(#name), HomeKind::MutableReference);
                            body.register_referent(*v, quote!(*#name));
                            signature.push(quote!(#name: #ty));
                        }
                    }
                }
                (tree, passing) => {
                    let name = body.namer.fresh(&param.name);
                    signature.push(quote!(#name: #ty));
                    let pattern = self.tree_pattern(body, tree);
                    prologue.extend(match passing {
                        Passing::Value => quote!(let #pattern = #name;),
                        Passing::Shared | Passing::Unique => {
                            let value = value_copies::copy_of_referent(&param.ty, &quote!(#name));
                            quote!(let #pattern = #value;)
                        }
                    });
                }
            }
        }
        (signature, prologue)
    }

    /// A scalar behind a mutable reference is a local that is written back at the end.
    pub(in crate::emit) fn unique_scalar(
        &self,
        body: &mut Body<'_>,
        v: Var,
        name: &Ident,
    ) -> TokenStream {
        let local = body.bind_home(v);
        body.register_referent(v, quote!(*#name));
        let mutable = body.is_mutated(v).then(|| quote!(mut));
        quote!(let #mutable #local = *#name;)
    }

    pub(in crate::emit) fn tree_pattern(&self, body: &mut Body<'_>, tree: &Tree) -> TokenStream {
        match tree {
            Tree::Leaf(v) => {
                let name = body.bind_home(*v);
                if body.is_mutated(*v) { quote!(mut #name) } else { quote!(#name) }
            }
            Tree::Tuple(parts) => {
                let parts: Vec<TokenStream> =
                    parts.iter().map(|p| self.tree_pattern(body, p)).collect();
                types::tuple(parts.into_iter())
            }
        }
    }

    /// Declares the tangents of the parameters; with `all`, inactive ones have a parameter as well.
    pub(in crate::emit) fn declare_dots(
        &self,
        body: &mut Body<'_>,
        function: &Function,
        dots: &[(usize, Var)],
        all: bool,
    ) -> (Vec<TokenStream>, TokenStream) {
        let mut signature = Vec::new();
        let mut prologue = TokenStream::new();
        for (number, param) in self.params().iter().enumerate() {
            if !param.is_active() {
                if all {
                    signature.push(quote!(_: impl Sized));
                }
                continue;
            }
            let ty = self.dot_type(param);
            let mine: Vec<Var> =
                dots.iter().filter(|(n, _)| *n == number).map(|(_, v)| *v).collect();
            match (&param.value, param.passing) {
                (Tree::Leaf(_), Passing::Unique) => {
                    let (name, statement) = self.unique_tangent(
                        body,
                        function,
                        mine[0],
                        &format!("{}_dot", param.name),
                    );
                    signature.push(quote!(#name: #ty));
                    prologue.extend(statement);
                }
                (Tree::Leaf(leaf), Passing::Shared) if !function.ty(*leaf).is_scalar() => {
                    let name = body.bind_home(mine[0]);
                    body.place_home(mine[0], quote!(#name), HomeKind::Reference);
                    signature.push(quote!(#name: #ty));
                }
                (Tree::Leaf(_), Passing::Value) => {
                    let name = body.bind_home(mine[0]);
                    let mutable = body.is_mutated(mine[0]).then(|| quote!(mut));
                    signature.push(quote!(#mutable #name: #ty));
                }
                (tree, passing) => {
                    let name = body.namer.fresh(&format!("{}_dot", param.name));
                    signature.push(quote!(#name: #ty));
                    let mut mine = mine.into_iter();
                    let pattern = self.linear_pattern(body, function, tree, &mut mine);
                    prologue.extend(match passing {
                        Passing::Value => quote!(let #pattern = #name;),
                        Passing::Shared | Passing::Unique => {
                            quote!(let #pattern = ::core::clone::Clone::clone(#name);)
                        }
                    });
                }
            }
        }
        (signature, prologue)
    }

    /// Declares the tangent or cotangent of a parameter by mutable reference: the name of the
    /// reference, and the statements at the start of the body.
    pub(in crate::emit) fn unique_tangent(
        &self,
        body: &mut Body<'_>,
        function: &Function,
        var: Var,
        name: &str,
    ) -> (Ident, TokenStream) {
        if function.ty(var).is_scalar() {
            let name = body.namer.fresh(name);
            let statement = self.unique_scalar(body, var, &name);
            return (name, statement);
        }
        let name = body.bind_home(var);
        body.place_home(var, quote!(#name), HomeKind::MutableReference);
        body.register_referent(var, quote!(*#name));
        (name, TokenStream::new())
    }

    /// A pattern that binds the linear variables of a tree's leaves; discrete leaves have none.
    pub(in crate::emit) fn linear_pattern(
        &self,
        body: &mut Body<'_>,
        function: &Function,
        tree: &Tree,
        vars: &mut dyn Iterator<Item = Var>,
    ) -> TokenStream {
        match tree {
            Tree::Leaf(v) if function.ty(*v).is_discrete() => quote!(_),
            Tree::Leaf(_) => match vars.next() {
                Some(v) => {
                    let name = body.bind_home(v);
                    if body.is_mutated(v) { quote!(mut #name) } else { quote!(#name) }
                }
                None => quote!(_),
            },
            Tree::Tuple(parts) => {
                let parts: Vec<TokenStream> =
                    parts.iter().map(|p| self.linear_pattern(body, function, p, vars)).collect();
                types::tuple(parts.into_iter())
            }
        }
    }

    /// The value of the function.
    pub(in crate::emit) fn output(&self, body: &mut Body<'_>, results: &[Var]) -> TokenStream {
        let mut results = results.iter().copied();
        self.output_tree(body, &self.parts.interface.output_value, &mut results)
    }

    pub(in crate::emit) fn output_tree(
        &self,
        body: &mut Body<'_>,
        tree: &Tree,
        results: &mut dyn Iterator<Item = Var>,
    ) -> TokenStream {
        match tree {
            Tree::Leaf(_) => results.next().map(|v| body.tokens(v)).unwrap_or_default(),
            Tree::Tuple(parts) => {
                let parts: Vec<TokenStream> =
                    parts.iter().map(|p| self.output_tree(body, p, results)).collect();
                types::tuple(parts.into_iter())
            }
        }
    }

    /// The tangent of the function's value, or a pattern for its cotangent.
    pub(in crate::emit) fn output_tangent(
        &self,
        body: &mut Body<'_>,
        function: &Function,
        vars: &[Var],
        pattern: bool,
    ) -> TokenStream {
        let mut vars = vars.iter().copied();
        let tree = self.parts.interface.output_value.clone();
        if pattern {
            self.linear_pattern(body, function, &tree, &mut vars)
        } else {
            self.output_tangent_tree(body, function, &tree, &mut vars)
        }
    }

    pub(in crate::emit) fn output_tangent_tree(
        &self,
        body: &mut Body<'_>,
        function: &Function,
        tree: &Tree,
        vars: &mut dyn Iterator<Item = Var>,
    ) -> TokenStream {
        match tree {
            Tree::Leaf(v) if function.ty(*v).is_discrete() => quote!(()),
            Tree::Leaf(_) => vars.next().map(|v| body.tokens(v)).unwrap_or_default(),
            Tree::Tuple(parts) => {
                let parts: Vec<TokenStream> = parts
                    .iter()
                    .map(|p| self.output_tangent_tree(body, function, p, vars))
                    .collect();
                types::tuple(parts.into_iter())
            }
        }
    }

    pub(in crate::emit) fn output_type(&self) -> TokenStream {
        types::value(&self.parts.interface.output)
    }

    pub(in crate::emit) fn output_tangent_type(&self) -> TokenStream {
        types::tangent(&self.parts.interface.output)
    }

    /// The counts of non-linear and of linear results in the output.
    pub(in crate::emit) fn output_leaves(&self, function: &Function) -> (usize, usize) {
        let leaves = self.parts.interface.output_value.leaves();
        (leaves.len(), leaves.iter().filter(|v| !function.ty(**v).is_discrete()).count())
    }

    /// Writes final values back through `&mut` parameters whose home is not the referent.
    pub(in crate::emit) fn write_back(&self, body: &mut Body<'_>, results: &[Var]) -> TokenStream {
        let leaves = self.parts.interface.output_value.leaves().len();
        let unique: Vec<Var> = self
            .params()
            .iter()
            .filter(|p| p.passing == Passing::Unique)
            .flat_map(|p| p.value.leaves())
            .collect();
        unique
            .iter()
            .zip(&results[leaves..])
            .map(|(param, last)| body.write_back(*param, *last))
            .collect()
    }

    /// The same for the tangents of these parameters, given the final versions of all that are
    /// threaded.
    pub(in crate::emit) fn write_back_dots(
        &self,
        body: &mut Body<'_>,
        finals: &[Var],
    ) -> TokenStream {
        let threaded = self.parts.dots.iter().filter(|d| d.threaded).zip(finals);
        threaded
            .filter(|(d, _)| self.params()[d.param].passing == Passing::Unique)
            .map(|(d, last)| body.write_back(d.var, *last))
            .collect()
    }

    /// Declares the parameters of a linear function that come from the primal: the saved arguments,
    /// the frame and the stacks.
    pub(in crate::emit) fn declare_saved(
        &self,
        body: &mut Body<'_>,
        function: &Function,
    ) -> (Vec<TokenStream>, TokenStream) {
        let mut signature = Vec::new();
        let mut prologue = TokenStream::new();
        for (param, read) in self.params().iter().zip(&self.read) {
            if !read {
                signature.push(quote!(_: impl Sized));
                continue;
            }
            let ty = self.param_type(param, &TokenStream::new());
            match &param.value {
                Tree::Leaf(v) if !function.ty(*v).is_scalar() => {
                    let name = body.bind_home(*v);
                    body.place_home(*v, quote!(#name), HomeKind::Reference);
                    signature.push(quote!(#name: #ty));
                }
                tree => {
                    let name = body.namer.fresh(&param.name);
                    signature.push(quote!(#name: #ty));
                    let pattern = self.tree_pattern(body, tree);
                    let value = value_copies::copy_of_referent(&param.ty, &quote!(#name));
                    prologue.extend(quote!(let #pattern = #value;));
                }
            }
        }
        let frame = body.namer.fresh("frame");
        let (frame_type, stacks_type) =
            (self.of_generics(&self.names.frame), self.of_generics(&self.names.stacks));
        signature.push(quote!(#frame: &#frame_type));
        let stacks = body.stacks();
        signature.push(quote!(#stacks: &#stacks_type));
        for (name, v) in
            Field::names(function, &self.parts.residuals).iter().zip(&self.parts.residuals)
        {
            let home = self.generics.read_residual(function.ty(*v), quote!(#frame.#name));
            body.place_home(*v, home, HomeKind::Owned);
        }
        (signature, prologue)
    }

    /// For each parameter, whether the public residuals save it. Functions are not saved: their
    /// types determine them.
    pub(in crate::emit) fn saved_params(&self) -> Vec<bool> {
        self.read
            .iter()
            .zip(self.params())
            .map(|(read, p)| *read && p.function().is_none())
            .collect()
    }
}

/// The type of a parameter, with its reference.
pub(in crate::emit) fn param_type(param: &Param, lifetime: &TokenStream) -> TokenStream {
    if param.ty.is_source() {
        return param.rust_type.clone();
    }
    let ty = types::value(&param.ty);
    if param.function().is_some() {
        return quote!(::autodiff::__private::Object<'_, #ty>);
    }
    if param.converts {
        return quote!(impl ::core::convert::Into<#ty>);
    }
    passed_type(param, lifetime, ty)
}

/// The type of a parameter's tangent, passed as the parameter is.
pub(in crate::emit) fn dot_type(param: &Param) -> TokenStream {
    if param.function().is_some() {
        let ty = types::value(&param.ty);
        return quote!(::autodiff::__private::CaptureTangents<'_, #ty>);
    }
    match param.passing {
        Passing::Value => types::tangent(&param.ty),
        Passing::Shared | Passing::Unique => {
            passed_type(param, &TokenStream::new(), types::tangent_memory(&param.ty))
        }
    }
}

fn passed_type(param: &Param, lifetime: &TokenStream, ty: TokenStream) -> TokenStream {
    match param.passing {
        Passing::Value => ty,
        Passing::Shared => quote!(&#lifetime #ty),
        Passing::Unique => quote!(&mut #ty),
    }
}

/// A reference to anything that accumulates the cotangents of a parameter by value or by shared
/// reference.
pub(in crate::emit) fn accumulator_type(param: &Param) -> TokenStream {
    if param.function().is_some() {
        let ty = types::value(&param.ty);
        return quote!(&mut (impl ::autodiff::__private::Accumulators<<#ty as
            ::autodiff::__private::Environment>::Captures> + ?Sized));
    }
    let structure = types::accumulator_structure(&param.ty);
    quote!(&mut (impl ::autodiff::__private::CotangentAccumulator<#structure> + ?Sized))
}

/// For each parameter, whether the linear part reads it again.
pub(in crate::emit) fn read_params(parts: &Stages) -> Vec<bool> {
    let free: HashSet<Var> = parts.linear.body.free_vars().into_iter().collect();
    parts
        .interface
        .params
        .iter()
        .map(|p| p.passing == Passing::Shared && p.value.leaves().iter().any(|v| free.contains(v)))
        .collect()
}
