//! Which `impl` block emits the derivatives of a function under the function's own name.
//!
//! A type may have several functions of one name, an inherent one and one of each trait, but only
//! one `area_grad`. In a module with the attribute all of them are seen together
//! ([`super::group`]). If the blocks are separate expansions, those without a trait come first,
//! which the text of the file shows. Those of traits follow in source order:
//!
//! ```text
//! #[differentiate]                         #[differentiate]
//! impl Square {                            impl Shape for Square {
//!     #[differentiate]                         #[differentiate]
//!     fn area(&self) -> f64 { … }              fn area(&self) -> f64 { … }   // only as <Square as Shape>::area
//! }                                        }
//! ```

use crate::world::{Claim, World, records};
use quote::ToTokens;
use syn::{ImplItem, ItemImpl, Type};

/// The claims of the blocks before a block, for the same type.
pub struct OtherClaims<'w> {
    world: &'w World,
    /// The claim of the block itself: without functions yet, and `None` outside an expansion.
    own: Option<Claim>,
    claims: Vec<Claim>,
}

/// The claims of the blocks before this one, for the same type.
pub fn claims_of_others<'w>(block: &ItemImpl, world: &'w World) -> OtherClaims<'w> {
    let Some(file) = block.impl_token.span.local_file() else {
        return OtherClaims { world, own: None, claims: Vec::new() };
    };
    let own = claim_of(block, &file.display().to_string(), world);
    let claimed = world.session().claims.lock();
    // a repeated expansion sees the claims that it saw first
    let before = claimed.iter().take_while(|c| c.of != own.of || c.by != own.by);
    let claims = before.filter(|c| c.of == own.of).cloned().collect();
    OtherClaims { world, own: Some(own), claims }
}

/// The claim of a block, without its functions.
fn claim_of(block: &ItemImpl, file: &str, world: &World) -> Claim {
    let by = block
        .trait_
        .as_ref()
        .map(|(path, _)| path.to_token_stream().to_string())
        .unwrap_or_default();
    let module = world.scope().map(|scope| scope.path().to_string());
    Claim { of: type_of(block, file, world), by, module, functions: Vec::new() }
}

/// The file and the type of a block: the definition of the type, if it has no arguments and the
/// files show that, or else the type as written.
fn type_of(block: &ItemImpl, file: &str, world: &World) -> (String, String) {
    if let Type::Path(of) = &*block.self_ty
        && of.path.segments.iter().all(|segment| segment.arguments.is_none())
        && let Some(defined) = world.place_of_definition(&of.path)
    {
        return defined;
    }
    (file.to_string(), block.self_ty.to_token_stream().to_string())
}

/// Records the claims of a block without a trait from the text of its file, before any block is
/// expanded.
pub fn record_inherent(block: &ItemImpl, file: &str, world: &World) {
    if block.trait_.is_some() {
        return;
    }
    let marked = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(of) if of.attrs.iter().any(records::is_ours) => Some(of.sig.ident.to_string()),
        _ => None,
    });
    let functions: Vec<String> = marked.collect();
    if !functions.is_empty() {
        let own = claim_of(block, file, world);
        let mut claimed = world.session().claims.lock();
        match claimed.iter_mut().find(|c| c.of == own.of && c.by == own.by) {
            Some(known) => known.functions.extend(functions),
            None => claimed.insert(0, Claim { functions, ..own }),
        }
    }
}

impl OtherClaims<'_> {
    /// Whether another block has a function of this name.
    pub fn has_function(&self, function: &str) -> bool {
        self.claims.iter().any(|c| c.functions.iter().any(|name| name == function))
    }

    /// Whether an inherent block has a function of this name.
    pub fn has_inherent_function(&self, function: &str) -> bool {
        self.claims
            .iter()
            .any(|c| c.by.is_empty() && c.functions.iter().any(|name| name == function))
    }

    /// Whether another block implements the trait of this one, with other arguments.
    pub fn has_other_implementation(&self) -> bool {
        let name = |by: &str| by.split('<').next().unwrap_or_default().trim().to_string();
        self.own.as_ref().is_some_and(|own| {
            !own.by.is_empty() && self.claims.iter().any(|c| name(&c.by) == name(&own.by))
        })
    }

    /// Whether a block of another trait of the same name has a function of this name: both would be
    /// registered under the same name.
    pub fn conflict(&self, function: &str) -> bool {
        let path = |by: &str| by.split('<').next().unwrap_or_default().replace(' ', "");
        let last = |path: &str| path.rsplit("::").next().unwrap_or_default().to_string();
        let Some(own) = self.own.as_ref().filter(|own| !own.by.is_empty() && own.module.is_some())
        else {
            return false;
        };
        // in another module, the name may resolve to another type
        let mut others = self
            .claims
            .iter()
            .filter(|c| c.module == own.module && c.functions.iter().any(|name| name == function));
        let own = path(&own.by);
        others.any(|other| path(&other.by) != own && last(&path(&other.by)) == last(&own))
    }

    /// Claims names for the block.
    pub fn claim(&self, functions: impl Iterator<Item = String>) {
        let Some(own) = &self.own else { return };
        let mut claimed = self.world.session().claims.lock();
        let at =
            claimed.iter().position(|c| c.of == own.of && c.by == own.by).unwrap_or_else(|| {
                claimed.push(own.clone());
                claimed.len() - 1
            });
        claimed[at].functions.extend(functions);
    }
}
