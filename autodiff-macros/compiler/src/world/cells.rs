//! Which types may change through shared references: they have a `Cell`, a `Mutex` or the like in
//! them, so a copy of a value is not the value.
//!
//! The definitions of the crate's types say it. Of types of other crates only those that are listed
//! are known to hold none.

use super::World;
use super::drop_impls::DEEPEST;
use super::resolve::Resolution;
use super::tokens::paths;
use proc_macro2::TokenStream;

/// The types of `std` that change through shared references, or lead to such.
const CELLS: &[&str] = &[
    "Cell",
    "RefCell",
    "UnsafeCell",
    "OnceCell",
    "LazyCell",
    "Mutex",
    "RwLock",
    "OnceLock",
    "LazyLock",
    "Rc",
    "Arc",
    "Weak",
];

/// Types of `std` that do not, if their arguments do not.
const VALUES: &[&str] = &[
    "HashMap",
    "BTreeMap",
    "HashSet",
    "BTreeSet",
    "LinkedList",
    "BinaryHeap",
    "Vec",
    "VecDeque",
    "Option",
    "Result",
    "Box",
    "String",
    "Range",
    "RangeInclusive",
    "Duration",
    "Ordering",
    "PhantomData",
];

impl World {
    /// Whether values of a type may change through shared references, as far as is known: those of
    /// types that no file shows may.
    pub fn may_hold_cells(&self, ty: &TokenStream) -> bool {
        let is_shown = |path: &[String]| match path.last() {
            Some(last) if VALUES.contains(&last.as_str()) => true,
            _ => matches!(self.resolve_path(path), Resolution::Item(_)),
        };
        let all = paths(ty.clone());
        all.first().is_none_or(|outermost| !is_shown(outermost))
            || all.iter().any(|path| self.holds_cells(path))
    }

    fn holds_cells(&self, path: &[String]) -> bool {
        let is_cell = |name: &String| CELLS.contains(&name.as_str()) || name.starts_with("Atomic");
        self.holds(path, DEEPEST, &|_, path| path.last().is_some_and(is_cell))
    }
}
