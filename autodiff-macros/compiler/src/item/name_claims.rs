//! Which block has the derivatives of a function under the function's own name.
//!
//! A type may have several functions of one name, one of its own and one of each trait, but only one `area_grad`. In a module with the attribute all of
//! them are seen at once ([`super::group`]); blocks that are expansions of their own are taken in the order of the source, and within one file, where
//! `Square` is taken for the same type:
//!
//! ```text
//! #[differentiate]                         #[differentiate]
//! impl Square {                            impl Shape for Square {
//!     #[differentiate]                         #[differentiate]
//!     fn area(&self) -> f64 { … }              fn area(&self) -> f64 { … }   // only as <Square as Shape>::area
//! }                                        }
//! ```

use crate::world::{Claim, World};
use quote::ToTokens;
use syn::ItemImpl;

/// What blocks before a block have of the same type.
pub struct Others<'w> {
    world: &'w World,
    /// The block itself: no functions yet, and no file where no compiler runs.
    own: Option<Claim>,
    claims: Vec<Claim>,
}

/// What blocks before this one have of the same type.
pub fn others<'w>(block: &ItemImpl, world: &'w World) -> Others<'w> {
    let Some(file) = block.impl_token.span.local_file() else { return Others { world, own: None, claims: Vec::new() } };
    let text = |tokens: &dyn ToTokens| tokens.to_token_stream().to_string();
    let of = (file.display().to_string(), text(&block.self_ty));
    let by = block.trait_.as_ref().map(|(path, _)| text(path)).unwrap_or_default();
    let claimed = world.session().claims.lock();
    // an expansion that is done again sees what it saw
    let before = claimed.iter().take_while(|c| c.of != of || c.by != by);
    let claims = before.filter(|c| c.of == of).cloned().collect();
    let module = world.scope().map(|scope| scope.path().to_string());
    Others { world, own: Some(Claim { of, by, module, functions: Vec::new() }), claims }
}

impl Others<'_> {
    /// Whether another block has a function of this name.
    pub fn have(&self, function: &str) -> bool {
        self.claims.iter().any(|c| c.functions.iter().any(|name| name == function))
    }

    /// Whether another block implements the trait of this one, with other arguments.
    pub fn implement_again(&self) -> bool {
        let name = |by: &str| by.split('<').next().unwrap_or_default().trim().to_string();
        self.own.as_ref().is_some_and(|own| !own.by.is_empty() && self.claims.iter().any(|c| name(&c.by) == name(&own.by)))
    }

    /// Whether a block of another trait of the same name has a function of this name: callers find it by both names.
    pub fn conflict(&self, function: &str) -> bool {
        let path = |by: &str| by.split('<').next().unwrap_or_default().replace(' ', "");
        let last = |path: &str| path.rsplit("::").next().unwrap_or_default().to_string();
        let Some(own) = self.own.as_ref().filter(|own| !own.by.is_empty() && own.module.is_some()) else { return false };
        // in another module, it may be another type
        let mut others = self.claims.iter().filter(|c| c.module == own.module && c.functions.iter().any(|name| name == function));
        let own = path(&own.by);
        others.any(|other| path(&other.by) != own && last(&path(&other.by)) == last(&own))
    }

    /// Claims names for the block.
    pub fn claim(&self, functions: impl Iterator<Item = String>) {
        let Some(own) = &self.own else { return };
        let mut claimed = self.world.session().claims.lock();
        let at = claimed.iter().position(|c| c.of == own.of && c.by == own.by).unwrap_or_else(|| {
            claimed.push(own.clone());
            claimed.len() - 1
        });
        claimed[at].functions.extend(functions);
    }
}
