//! Types with interior mutability: they contain a `Cell`, a `Mutex` or the like, so a copy of a
//! value does not share later changes.
//!
//! For types of the crate, their definitions decide. Of types of other crates only the listed ones
//! are known to have none.

use crate::world::World;
use crate::world::names::resolve::Resolution;
use crate::world::tokens::paths;
use proc_macro2::TokenStream;

/// The types of `std` with interior mutability, or that lead to a type with it.
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

/// Types of `std` without interior mutability, if their arguments have none.
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
    /// Whether values of a type may change through shared references. Returns true for types whose
    /// definition no file shows.
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
        self.contains_type(path, &|_, path| path.last().is_some_and(is_cell))
    }
}
