//! Name resolution at an item, from the text of the source files and from the records of earlier
//! expansions.
//!
//! An attribute or a derive sees nothing but its item. All queries about other items go to a
//! [`World`]. It knows the file and the module of the item, and shares one [`Session`] with the
//! other expansions of the process.
//!
//! ```text
//! session        the records of a process: the only static of the compiler
//! modules        modules of a file: name resolution in one of them
//!   extents        where modules begin and end in the text
//! meaning        what kind of item a path resolves to
//!   asked          the functions in them that have derivatives
//!   values         constants, unit variants and traits among these names
//!   own_names      items of the crate that have names of `std`
//! group          the items of the module or block under the attribute
//!   scope          the items of one of its modules
//! functions      the functions that paths resolve to, as seen from elsewhere
//! crate_files    the files of a crate, along its `mod` lines
//!   resolve      name resolution across these files
//!     markers      which functions have markers of other names
//! text           definitions in source files: types, aliases, constants
//!   attributed     the items with attributes, recorded as their expansions record them
//!   declared       declarations of items, as type inference reads them
//!   constants    the types of constants of any file of the crate
//!   plain_types    types without reals that no derive has seen
//!   named_here     the types of fields as another module names them
//!   signatures     signatures of functions in source files
//!   saved          how types without a derive are copied for the reverse sweep
//!   calls        which free functions call each other
//!   drop_impls   which types of the crate run user-defined code when dropped
//!   cells        which types may change through shared references
//!   sums         `Sum` and `Product` of types of the crate
//!   trait_methods  names of methods that traits of the crate have
//! tokens         tokens as strings, and with names replaced
//! records        the records of expansions: signatures, results, aliases
//!   traits         differentiated traits
//!   derived_types  fields and variants of the types that derives see
//! inlined        functions that return closures or iterators, inlined in their callers
//!   places         the lines and columns in their bodies
//!   portable       whether a body resolves the same in every scope
//!   absolute       its names by paths that do
//! ```

mod absolute;
mod asked;
mod calls;
mod cells;
mod constants;
mod crate_files;
pub(crate) mod declared;
pub mod derived_types;
mod drop_impls;
pub mod extents;
pub mod functions;
pub mod group;
pub mod inlined;
mod markers;
pub mod meaning;
pub mod modules;
mod named_here;
mod own_names;
mod places;
pub mod plain_types;
pub mod portable;
pub mod records;
mod recursive;
pub(crate) mod resolve;
pub mod saved;
mod session;
mod signatures;
pub mod sums;
pub mod text;
pub mod tokens;
mod trait_methods;
mod values;

pub use group::{GroupItems, GroupView};
pub use meaning::Meaning;
pub use records::File;
pub use session::{Claim, MacroDefinition, Session, WithoutTrait};

use crate_files::FileOfCrate;
use modules::Scope;
use proc_macro2::{LineColumn, Span};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

/// The position of items whose position is not known.
const NOWHERE: LineColumn = LineColumn { line: 1, column: 0 };

/// The position of an item, and the known items around it.
#[derive(Clone)]
pub struct World {
    session: Arc<Session>,
    /// The file that is being expanded.
    file: File,
    /// The position of the attribute in it.
    start: LineColumn,
    /// The number of the expansion.
    expansion: u64,
    /// The module of the item, if the file shows it.
    scope: Option<Scope>,
    /// The items of the module or block under the attribute, as the module of the item sees them.
    group: Option<GroupView>,
    /// The functions that were looked up.
    asked: functions::Asked,
    /// The files of its crate, as the first query of the expansion finds them.
    files: Arc<OnceLock<Arc<[FileOfCrate]>>>,
}

impl World {
    /// The world of the expansion at the call site. The text of a file is ignored if it differs
    /// from the compiled one: while the file is edited, or where rustdoc compiles an example in it.
    pub fn of_call_site() -> World {
        let (session, span) = (Session::of_process(), Span::call_site());
        let has_place = |file: &PathBuf| {
            std::fs::read_to_string(file).is_ok_and(|text| extents::offset(&text, span).is_some())
        };
        match span.local_file() {
            Some(file) if has_place(&file) => World::of_file(&session, &file, span.start()),
            Some(file) => World::of_file(&session, &file.join("as compiled"), span.start()),
            None => World {
                expansion: session.next_expansion(),
                session,
                start: span.start(),
                ..World::empty()
            },
        }
    }

    /// A world without source files and earlier expansions.
    pub fn empty() -> World {
        World {
            session: Arc::default(),
            file: None,
            start: NOWHERE,
            expansion: 0,
            scope: None,
            group: None,
            asked: Rc::default(),
            files: Arc::default(),
        }
    }

    /// A world with one source file that has this text and no place on a disk.
    pub fn of_source(text: &str) -> World {
        let file = PathBuf::from("source.rs");
        let world = World { file: Some(file.clone()), ..World::empty() };
        world.record_file(&file, text);
        world
    }

    /// The world of an expansion at a position of a file, as part of a session: a compiler makes
    /// one for each item.
    pub fn of_file(session: &Arc<Session>, file: &Path, start: LineColumn) -> World {
        let expansion = session.next_expansion();
        // in the form of the paths that `mod` lines lead to
        let file = crate_files::normal(file);
        let world = World {
            session: session.clone(),
            file: Some(file.clone()),
            start,
            expansion,
            ..World::empty()
        };
        world.read_crate();
        world.in_file(&file, |_| ());
        world
    }

    /// The same world in a module; `None` where the module is not known.
    pub fn at(&self, scope: Option<Scope>) -> World {
        World { scope, ..self.clone() }
    }

    /// The same for an item of a group.
    pub fn within(&self, group: GroupView) -> World {
        World { group: Some(group), ..self.clone() }
    }

    /// The items of the module or block under the attribute, if the item stands in one.
    pub fn group(&self) -> Option<&GroupView> {
        self.group.as_ref()
    }

    /// The module of the item, if the file shows it.
    pub fn scope(&self) -> Option<&Scope> {
        self.scope.as_ref()
    }

    /// The file that is being expanded; `None` outside an expansion.
    pub fn file(&self) -> File {
        self.file.clone()
    }

    pub(crate) fn session(&self) -> &Session {
        &self.session
    }
}

impl Default for World {
    fn default() -> Self {
        World::empty()
    }
}
