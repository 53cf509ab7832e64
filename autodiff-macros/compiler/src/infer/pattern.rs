//! Patterns: the names that they bind, and their types.

use super::Infer;
use super::calls::Value;
use super::ty::{Kind, Ty};
use crate::world::text::declarations::segments;
use syn::{Expr, ExprPath, Member, Pat};

impl Infer<'_> {
    /// Binds the names of a pattern that matches a value of this type. `by` is set when the
    /// pattern matches through a reference; it is whether that reference is unique.
    pub fn pattern(&mut self, pattern: &Pat, ty: &Ty, by: Option<bool>) {
        let known = self.table.shallow_resolve(ty);
        // a non-reference pattern matches through references
        if let Ty::Reference(unique, of) = &known
            && matches!(
                pattern,
                Pat::Tuple(_) | Pat::TupleStruct(_) | Pat::Struct(_) | Pat::Slice(_) | Pat::Path(_)
            )
        {
            let by = Some(*unique && by != Some(false));
            return self.pattern(pattern, of, by);
        }
        match pattern {
            Pat::Ident(of) => self.bind_name(of, ty, by),
            Pat::Tuple(of) => self.tuple_pattern(of, ty, by),
            Pat::TupleStruct(of) => self.tuple_struct_pattern(of, ty, by),
            Pat::Struct(of) => self.struct_pattern(of, ty, by),
            Pat::Slice(of) => self.slice_pattern(of, &known, by),
            Pat::Reference(of) => self.reference_pattern(of, ty),
            Pat::Type(of) => {
                let written = self.ty_of_syntax(&of.ty);
                self.table.coerce(ty, &written);
                self.pattern(&of.pat, &written, by);
            }
            Pat::Or(of) => self.alternatives(of, ty, by),
            Pat::Paren(of) => self.pattern(&of.pat, ty, by),
            Pat::Wild(of) => self.note_type_of_name(&super::ident_of_wild(of), ty),
            Pat::Lit(of) => {
                let literal = self.expr(&Expr::Lit(of.clone()), None);
                let bare = self.table.strip_references(ty);
                self.table.unify(&literal, &bare);
            }
            _ => {}
        }
    }

    /// Binds a name, unless it resolves to a constant or a variant.
    fn bind_name(&mut self, of: &syn::PatIdent, ty: &Ty, by: Option<bool>) {
        let known = self.table.shallow_resolve(ty);
        if of.subpat.is_none() && self.names_constant(&of.ident) {
            return;
        }
        let bound = match (&of.by_ref, by) {
            (Some(_), _) => Ty::Reference(of.mutability.is_some(), Box::new(known.clone())),
            (None, Some(unique)) => Ty::Reference(unique, Box::new(known.clone())),
            (None, None) => ty.clone(),
        };
        self.note_type_of_name(&of.ident, &bound);
        self.locals.push((of.ident.to_string(), bound));
        if let Some((_, inner)) = &of.subpat {
            self.pattern(inner, ty, by);
        }
    }

    fn tuple_pattern(&mut self, of: &syn::PatTuple, ty: &Ty, by: Option<bool>) {
        let known = self.table.shallow_resolve(ty);
        let has_rest = of.elems.iter().any(|part| matches!(part, Pat::Rest(_)));
        if !has_rest && matches!(known, Ty::Infer(_)) {
            let parts = of.elems.iter().map(|_| self.table.fresh(Kind::Any)).collect();
            self.table.unify(ty, &Ty::Tuple(parts));
        }
        let parts =
            if let Ty::Tuple(parts) = self.table.shallow_resolve(ty) { parts } else { Vec::new() };
        self.parts(of.elems.iter(), &parts, by);
    }

    fn tuple_struct_pattern(&mut self, of: &syn::PatTupleStruct, ty: &Ty, by: Option<bool>) {
        let path = ExprPath { attrs: Vec::new(), qself: of.qself.clone(), path: of.path.clone() };
        let inputs = match self.value(&path) {
            Value::Constructor(inputs, output) => {
                self.table.unify(&output, ty);
                inputs
            }
            _ => Vec::new(),
        };
        self.parts(of.elems.iter(), &inputs, by);
    }

    fn struct_pattern(&mut self, of: &syn::PatStruct, ty: &Ty, by: Option<bool>) {
        let fields = self.fields_of_pattern(&of.path, ty);
        for field in &of.fields {
            let name = match &field.member {
                Member::Named(name) => name.to_string().trim_start_matches("r#").to_string(),
                Member::Unnamed(index) => index.index.to_string(),
            };
            let of_field = fields
                .iter()
                .find(|(own, _)| *own == name)
                .map_or(Ty::Unknown, |(_, ty)| ty.clone());
            self.pattern(&field.pat, &of_field, by);
        }
    }

    /// Binds the elements of a slice or an array, and `rest @ ..`, whose type is known only behind
    /// a reference.
    fn slice_pattern(&mut self, of: &syn::PatSlice, known: &Ty, by: Option<bool>) {
        let element = match known {
            Ty::Slice(element) | Ty::Array(element, _) => (**element).clone(),
            _ => Ty::Unknown,
        };
        for part in &of.elems {
            match part {
                Pat::Ident(rest)
                    if rest
                        .subpat
                        .as_ref()
                        .is_some_and(|(_, inner)| matches!(**inner, Pat::Rest(_))) =>
                {
                    let ty = match by {
                        Some(unique) => {
                            Ty::Reference(unique, Box::new(Ty::Slice(Box::new(element.clone()))))
                        }
                        None => Ty::Unknown,
                    };
                    self.note_type_of_name(&rest.ident, &ty);
                    self.locals.push((rest.ident.to_string(), ty));
                }
                part => self.pattern(part, &element, by),
            }
        }
    }

    fn reference_pattern(&mut self, of: &syn::PatReference, ty: &Ty) {
        let known = self.table.shallow_resolve(ty);
        let inner = match &known {
            Ty::Reference(_, inner) => (**inner).clone(),
            Ty::Infer(_) => {
                let inner = self.table.fresh(Kind::Any);
                self.table
                    .unify(ty, &Ty::Reference(of.mutability.is_some(), Box::new(inner.clone())));
                inner
            }
            _ => Ty::Unknown,
        };
        self.pattern(&of.pat, &inner, None);
    }

    /// Binds the names of every alternative, and keeps the bindings of the last.
    fn alternatives(&mut self, of: &syn::PatOr, ty: &Ty, by: Option<bool>) {
        // all alternatives bind the same names
        let before = self.locals.len();
        for (k, case) in of.cases.iter().enumerate() {
            self.pattern(case, ty, by);
            if k + 1 < of.cases.len() {
                self.locals.truncate(before);
            }
        }
    }

    fn parts<'p>(
        &mut self,
        patterns: impl ExactSizeIterator<Item = &'p Pat> + Clone,
        types: &[Ty],
        by: Option<bool>,
    ) {
        let rest = patterns.clone().position(|part| matches!(part, Pat::Rest(_)));
        let left_out = (types.len() + 1).saturating_sub(patterns.len());
        for (k, part) in patterns.enumerate() {
            let k = if rest.is_some_and(|rest| k > rest) { k - 1 + left_out } else { k };
            let ty = types.get(k).cloned().unwrap_or(Ty::Unknown);
            if !matches!(part, Pat::Rest(_)) {
                self.pattern(part, &ty, by);
            }
        }
    }

    /// Whether a name in a pattern resolves to a constant or a variant.
    fn names_constant(&mut self, name: &syn::Ident) -> bool {
        let path: ExprPath = syn::parse_quote!(#name);
        let locals = std::mem::take(&mut self.locals);
        let is_constant = match self.value(&path) {
            Value::Of(_) => !self.scope.generics.contains_key(&name.to_string()),
            Value::Constructor(..) | Value::Function(_) | Value::Unknown => false,
        };
        self.locals = locals;
        is_constant
    }

    /// The fields of a struct or of a variant with their types.
    pub fn fields_of_pattern(&mut self, path: &syn::Path, ty: &Ty) -> Vec<(String, Ty)> {
        let Some(constructed) = self.type_at_constructor(&segments(path)) else {
            return Vec::new();
        };
        self.table.unify(&constructed.ty(), ty);
        self.fields(&constructed)
    }
}
