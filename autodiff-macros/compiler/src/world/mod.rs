//! Name resolution at an item, from the text of the source files and from the records of earlier
//! expansions.
//!
//! An attribute or a derive sees nothing but its item. All queries about other items go to a
//! [`World`]. It knows the file and the module of the item, and shares one [`Session`] with the
//! other expansions of the process.
//!
//! Each folder answers one kind of query, and its `mod.rs` lists the files:
//!
//! ```text
//! session    the records of a process, shared by its expansions
//! records    what expansions record: signatures, results, aliases, traits
//! group      the items of the module or block under the attribute
//! text       the definitions in the source files of the crate
//! names      what names resolve to, in one file and across files
//! types      types of the crate, and their properties
//! functions  the functions that paths resolve to, as seen from elsewhere
//! bodies     bodies that are lowered in another scope than their own
//! spans      spans of expressions, without printing them
//! tokens     tokens as strings, and with names replaced
//! ```

pub mod bodies;
pub mod functions;
pub mod group;
pub mod names;
pub mod records;
mod session;
pub mod spans;
pub mod text;
pub mod tokens;
pub mod types;

pub use group::{GroupItems, GroupView};
pub use names::meaning::Meaning;
pub use records::File;
pub use session::{Claim, MacroDefinition, Session, WithoutTrait};

use names::modules::Scope;
use names::search::Searches;
use proc_macro2::{LineColumn, Span};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, OnceLock};
use text::crate_files::{self, FileOfCrate};
use text::extents;

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
    lookups: functions::Lookups,
    /// The files of its crate, as the first query of the expansion finds them.
    files: Arc<OnceLock<Arc<[FileOfCrate]>>>,
    /// What was searched in them.
    searches: Rc<Searches>,
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
            lookups: Rc::default(),
            files: Arc::default(),
            searches: Rc::default(),
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
    pub fn in_scope(&self, scope: Option<Scope>) -> World {
        World { scope, ..self.clone() }
    }

    /// The same for an item of a group.
    pub fn in_group(&self, group: GroupView) -> World {
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
