//! Whether a name is that of a type or of a function: by what the group, the file and earlier expansions define. Where none of these has it, its letters tell.

use super::*;

/// Whether a type of that name is defined in this file.
pub(super) fn is_type(name: &str, world: &World) -> bool {
    world.find_type(name).is_some() || world.defines(name)
}

/// A path without its last segment.
pub(super) fn owner(path: &syn::Path) -> Option<syn::Path> {
    let mut of = path.clone();
    of.segments.pop()?;
    of.segments.pop_punct();
    (!of.segments.is_empty()).then_some(of)
}

/// Whether a type is an enum with a variant of that name, if its definition is seen: of a type in a module with the attribute only the name is recorded.
pub(super) fn has_variant(of: &str, name: &str, world: &World) -> Option<bool> {
    world.find_type(of).filter(|of| of.is_seen() && !of.is_unit()).map(|of| of.variants().iter().any(|variant| variant == name))
}

impl Lowerer<'_> {
    /// Whether a path is that of a variant of an enum that is seen, in the group or by a derive; nothing where its type is not seen.
    pub fn names_variant(&self, path: &syn::Path) -> Option<bool> {
        let last = path.segments.last()?.ident.to_string();
        let of = owner(path)?;
        let name = of.segments.last()?.ident.to_string();
        let tokens = of.to_token_stream();
        match self.group().and_then(|known| known.variants(&tokens)) {
            Some(variants) => Some(variants.contains(&last)),
            None => has_variant(&name, &last, self.world()),
        }
    }

    /// Whether a function that a path names is seen, and no type of that name.
    pub fn names_function(&self, path: &syn::Path) -> bool {
        let Some(last) = path.segments.last().map(|s| s.ident.to_string()) else { return false };
        let tokens = path.to_token_stream();
        let known = self.group();
        if path.is_ident(self.f.name.as_str()) || known.is_some_and(|known| known.signature(&tokens).is_some()) {
            return true;
        }
        if is_type(&last, self.world()) || known.is_some_and(|known| known.is_struct(&tokens)) {
            return false;
        }
        let of_file =
            path.get_ident().is_some() && (self.world().result_in_file("", &last).is_some() || self.world().is_plain_function("", &last));
        of_file || self.world().result_at(&tokens.to_string().replace(' ', "")).is_some()
    }
}
