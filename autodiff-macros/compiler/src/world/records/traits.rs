//! Records of differentiated traits, and of their default bodies.

use super::Place;
use crate::world::bodies::absolute_paths::{Absolute, VisibleModule};
use crate::world::bodies::relocatable::Captured;
use crate::world::names::modules::{self, Site};
use crate::world::tokens::{fingerprint, hash};
use crate::world::{NOWHERE, World};
use proc_macro2::{Ident, LineColumn, Span};
use quote::ToTokens;
use syn::{ItemTrait, TraitItem};

/// A differentiated trait.
pub struct TraitRecord {
    name: String,
    text: String,
    sign: String,
    pub(super) at: Place,
    defaults: Defaults,
    /// The position of the item that has it, with the number of the expansion; `None` where that is
    /// not known, and for a trait that the text of a file shows.
    by: Option<(LineColumn, u64)>,
}

/// The scope that the default bodies of a trait depend on.
#[derive(Clone, Default)]
pub struct Defaults {
    /// The functions whose body may resolve to other items in another scope, with the first such
    /// name, and the module outside which this is so, if only there.
    captured: Vec<(String, Captured, Option<VisibleModule>)>,
    /// The scope of the trait, if that is known.
    pub site: Option<Site>,
    /// The module of a trait that is not inside a function, if the text of its file was read.
    pub module: Option<Place>,
}

impl Defaults {
    /// The functions whose body may resolve to other items in the scope of an item, with the first
    /// such name.
    pub fn captured_at(&self, world: &World) -> Vec<(String, Captured)> {
        let is_there = |(_, _, within): &&(String, Captured, Option<VisibleModule>)| {
            within.is_none() || !world.is_within(within.as_ref())
        };
        self.captured
            .iter()
            .filter(is_there)
            .map(|(name, captured, _)| (name.clone(), captured.clone()))
            .collect()
    }

    /// Whether an item at a site, or in no function of a module, is in the scope of the trait.
    pub fn is_in_scope(&self, site: impl FnOnce() -> Option<Site>, place: &Place) -> bool {
        let is_module = self.module.as_ref().is_some_and(|of| of.module.is_some() && of == place);
        is_module || self.site.is_some() && self.site == site()
    }

    /// The scope that the default bodies of a trait in the expanded file depend on; and the trait
    /// in the form that other modules may lower.
    pub fn of(item: &ItemTrait, world: &World) -> (Defaults, ItemTrait) {
        let (mut captured, mut absolute) = (Vec::new(), Absolute::default());
        for item_of in &item.items {
            let TraitItem::Fn(function) = item_of else { continue };
            let name = function.sig.ident.to_string();
            match world.relocatable_default(item, function, world.scope()) {
                Ok(relocatable) => {
                    let hidden = |within: &VisibleModule| {
                        (name.clone(), within.name.clone(), Some(within.clone()))
                    };
                    captured.extend(relocatable.absolute.visible_module().map(hidden));
                    absolute.append(relocatable.absolute);
                }
                Err(found) => captured.push((name, found, None)),
            }
        }
        let site = if captured.is_empty() {
            None
        } else {
            modules::site(&item.ident.to_string(), item.ident.span())
        };
        let mut elsewhere = absolute.in_trait(item);
        // the bodies may call functions of a supertrait
        for bound in &mut elsewhere.supertraits {
            if let syn::TypeParamBound::Trait(of) = bound
                && let Some(absolute) = world.path_from_crate(&of.path)
            {
                of.path = absolute;
            }
        }
        (Defaults { captured, site, module: None }, elsewhere)
    }
}

/// A recorded trait.
#[derive(Clone)]
pub struct RecordedTrait {
    /// Its definition, with our attributes.
    pub item: ItemTrait,
    /// The function that distinguishes it from others of its name.
    pub sign: Ident,
    /// The scope that its default bodies depend on.
    pub defaults: Defaults,
}

impl TraitRecord {
    fn parse(&self) -> Option<RecordedTrait> {
        let (item, sign) =
            (syn::parse_str(&self.text).ok()?, Ident::new(&self.sign, Span::call_site()));
        Some(RecordedTrait { item, sign, defaults: self.defaults.clone() })
    }
}

impl World {
    /// Records a trait for later items.
    pub fn record_trait(&self, of: &ItemTrait) {
        let (defaults, elsewhere) = Defaults::of(of, self);
        let by = (self.start != NOWHERE).then_some((self.start, self.expansion));
        self.record_trait_with(of, &elsewhere, defaults, by);
    }

    /// The same for a trait in the text of a file that is not inside a function.
    pub fn record_trait_of_text(&self, of: &ItemTrait) {
        let (defaults, elsewhere) = Defaults::of(of, self);
        self.record_trait_with(
            of,
            &elsewhere,
            Defaults { module: Some(self.place()), ..defaults },
            None,
        );
    }

    fn record_trait_with(
        &self,
        of: &ItemTrait,
        elsewhere: &ItemTrait,
        mut defaults: Defaults,
        by: Option<(LineColumn, u64)>,
    ) {
        let (name, at, sign) = (of.ident.to_string(), self.place(), sign(of).to_string());
        let mut records = self.session.traits.lock();
        let is_same =
            |other: &TraitRecord| other.name == name && other.at == at && other.sign == sign;
        // what the text showed of its module holds after its expansion too
        if let Some(earlier) = records.iter().find(|other| is_same(other)) {
            defaults.module = defaults.module.or(earlier.defaults.module.clone());
        }
        records.retain(|other| !is_same(other));
        records.push(TraitRecord {
            name,
            text: elsewhere.to_token_stream().to_string(),
            sign,
            at,
            defaults,
            by,
        });
    }

    /// Whether the record of a trait is not that of an earlier expansion of this item, as an editor
    /// makes.
    fn is_current(&self, of: &TraitRecord) -> bool {
        of.by.is_none_or(|(start, expansion)| {
            of.at.file != self.file() || start != self.start || expansion == self.expansion
        })
    }

    /// The differentiated traits of a name: those of the same module first, then those of the same
    /// file, and later records before earlier ones.
    pub fn traits(&self, name: &Ident) -> Vec<RecordedTrait> {
        let records = self.session.traits.lock();
        let mut named: Vec<&TraitRecord> =
            records.iter().rev().filter(|of| *name == of.name && self.is_current(of)).collect();
        let home = self.item_path(&name.to_string()).map(|home| home.module);
        let is_of_file = home.is_some();
        let here = Place { module: home.or_else(|| self.place().module), file: self.file() };
        named.retain(|of| !is_of_file || of.at == here);
        named.sort_by_key(|of| (of.at != here, of.at.file != here.file));
        named.into_iter().filter_map(TraitRecord::parse).collect()
    }

    /// The differentiated traits that have a function of a name: those of the same module first,
    /// then those of the same file, and later records before earlier ones.
    pub fn traits_with(&self, function: &Ident) -> Vec<RecordedTrait> {
        let records = self.session.traits.lock();
        let (here, name) = (self.place(), function.to_string());
        let mut with: Vec<&TraitRecord> = records
            .iter()
            .rev()
            .filter(|of| of.text.contains(&name) && self.is_current(of))
            .collect();
        with.sort_by_key(|of| (of.at != here, of.at.file != here.file));
        let has = |item: &ItemTrait| {
            item.items
                .iter()
                .any(|item| matches!(item, TraitItem::Fn(f) if f.sig.ident == *function))
        };
        with.into_iter().filter_map(TraitRecord::parse).filter(|of| has(&of.item)).collect()
    }

    /// Whether there is a differentiated trait of a name.
    pub fn has_trait(&self, name: &Ident) -> bool {
        self.session.traits.lock().iter().any(|of| *name == of.name && self.is_current(of))
    }
}

/// The function that distinguishes a trait from others of its name.
pub fn sign(of: &ItemTrait) -> Ident {
    let items = of.items.iter().map(|item| fingerprint(item.to_token_stream()));
    let text: String = std::iter::once(of.ident.to_string()).chain(items).collect();
    Ident::new(
        &format!("the_differentiated_trait_of_this_name_{:016x}", hash(&text)),
        Span::call_site(),
    )
}
