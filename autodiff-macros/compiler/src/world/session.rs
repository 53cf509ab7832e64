//! The records that the expansions of one process leave for later ones, and the source files that
//! they have read.
//!
//! A compiler expands the items of a crate in one process; a language server expands those of
//! several crates repeatedly. Tokens do not outlive their expansion, so records hold strings. No
//! other static holds data of one expansion on which the output of another depends.

use super::records::{FunctionRecord, ParamTypes, Place, ResultRecord, TraitRecord};
use super::text::SourceFile;
use crate::world::bodies::inlining::InlinedRecord;
use crate::world::functions::trait_methods::MethodNames;
use crate::world::text::crate_files::CrateFiles;
use crate::world::text::declarations::StdDeclarations;
use crate::world::types::derived_types::RecordedType;
use crate::world::types::plain_types::Owner;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

/// The session of the compiler's process: attribute macros are called item by item, and a later
/// call has no other way to know of an earlier one.
static OF_PROCESS: LazyLock<Arc<Session>> = LazyLock::new(Arc::default);

/// The records of a process. Tests make one for each program.
#[derive(Default)]
pub struct Session {
    expansions: AtomicU64,
    /// Source files as they were last read.
    pub(super) files: Table<SourceFile>,
    /// The declarations of the standard library, as type inference reads them.
    std: OnceLock<Arc<StdDeclarations>>,
    /// The files of crates.
    pub(super) crates: Table<CrateFiles>,
    /// The method names of the traits in each file.
    pub(super) trait_methods: Table<MethodNames>,
    /// Which expansion emits that a type has no tangents.
    pub(super) owners: Table<Owner>,
    /// Differentiated traits.
    pub(super) traits: Table<TraitRecord>,
    /// Structs and enums with type or constant parameters: name, definition and location.
    pub(super) structs: Table<(String, String, Place)>,
    /// Types without generic parameters with the derive.
    pub(super) types: Table<(Place, RecordedType)>,
    /// Signatures of functions of generic types.
    pub(super) functions: Table<FunctionRecord>,
    /// Results of functions.
    pub(super) results: Table<ResultRecord>,
    /// Parameters of functions: location, name and types.
    pub(super) param_types: Table<(Place, String, ParamTypes<String>)>,
    /// Which parameters of functions have types without reals: location, name and parameters.
    pub(super) discrete: Table<(Place, String, Vec<bool>)>,
    /// Aliases of types: location, name and definition.
    pub(super) aliases: Table<(Place, String, String)>,
    /// Functions that are inlined in their callers.
    pub(super) inlined: Table<InlinedRecord>,
    /// Which `impl` blocks have the derivatives of a function under its own name.
    pub(crate) claims: Table<Claim>,
    /// Macros with the attribute.
    pub(crate) macros: Table<(String, MacroDefinition)>,
    /// `impl` blocks that were expanded before their trait.
    pub(crate) without_trait: Table<WithoutTrait>,
}

impl Session {
    /// The session of this process.
    pub(super) fn of_process() -> Arc<Session> {
        OF_PROCESS.clone()
    }

    /// The declarations of the standard library, by name; the first call computes them with `read`.
    pub(crate) fn std(&self, read: fn() -> StdDeclarations) -> Arc<StdDeclarations> {
        self.std.get_or_init(|| Arc::new(read())).clone()
    }

    /// A number that no other expansion has.
    pub(super) fn next_expansion(&self) -> u64 {
        self.expansions.fetch_add(1, Ordering::Relaxed)
    }
}

/// Rows in the order in which they were recorded.
pub struct Table<T>(Mutex<Vec<T>>);

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table(Mutex::default())
    }
}

impl<T> Table<T> {
    /// The rows. They are consistent even if an expansion panicked while it held the lock.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Vec<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A block that claims the derivatives of functions under their own names.
#[derive(Clone)]
pub struct Claim {
    /// The file and the type.
    pub of: (String, String),
    /// The trait with its arguments; empty for an inherent `impl` block.
    pub by: String,
    /// The module of the block, if it is known.
    pub module: Option<String>,
    /// The names of its functions.
    pub functions: Vec<String>,
}

/// A macro with the attribute: its definition, and the token that distinguishes it from others of
/// its name.
#[derive(Clone)]
pub struct MacroDefinition {
    /// The definition.
    pub text: String,
    /// The token.
    pub sign: String,
}

/// A block whose trait was not yet recorded: the name of the trait, its functions, and the block's
/// location.
pub type WithoutTrait = (String, Vec<String>, Place);
