//! Searches through the modules of a crate, along imports and globs.
//!
//! Modules may import each other in cycles (`pub use inner::*;` outside, `use super::*;` inside),
//! and one module may be reached in many ways. So a query runs once in each module. An import in a
//! cycle that leads to a running query adds nothing to its result. Results are cached for the
//! expansion. A result that is computed inside of an import cycle is incomplete, so it is discarded
//! when the outermost query ends.

use super::modules::{ItemPath, is_hidden, join};
use super::resolve::{At, EnumVariant, Resolution};
use crate::world::World;
use crate::world::text::crate_files::{FileOfCrate, is_same_path};
use crate::world::types::plain_types::ItemId;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::sync::Arc;

/// How many names a path may have that imports lengthen, as `use self::a::b as a;` does.
const MOST_NAMES: usize = 32;

/// The module that a path leads to.
#[derive(Clone)]
enum Destination {
    To(At),
    External,
    Unknown,
    /// It is being searched.
    Circle,
}

/// A question to a module, with the names that it is about. One string is cheaper to hash than a
/// list of them.
type Question = (OsString, usize);

fn question(at: &At, names: &[String]) -> Question {
    let mut of = at.file.as_os_str().to_os_string();
    for name in names {
        of.push("\0");
        of.push(name);
    }
    (of, at.number)
}

/// What an expansion has searched: a question is searched once.
#[derive(Default)]
pub(in crate::world) struct Searches {
    items: Answers<Resolution>,
    modules: Answers<Destination>,
    variants: Answers<Option<EnumVariant>>,
    of_std: Answers<Option<Vec<String>>>,
    rounds: Rounds,
}

/// The rounds of a search: one for each question that no other search asks.
#[derive(Default)]
struct Rounds {
    /// The number of the round.
    current: Cell<u64>,
    /// How many questions are being searched.
    open_questions: Cell<usize>,
    /// The rounds that met a circle: their inner answers lack what the circle leads to.
    with_circle: RefCell<HashSet<u64>>,
}

/// The answers to questions of one kind.
struct Answers<T> {
    /// Those of each round, with its number; `None` while an answer is searched.
    inner: RefCell<HashMap<Question, (u64, Option<T>)>>,
    /// Those to the first questions of rounds that met a circle.
    first: RefCell<HashMap<Question, T>>,
}

impl<T> Default for Answers<T> {
    fn default() -> Answers<T> {
        Answers { inner: RefCell::default(), first: RefCell::default() }
    }
}

impl<T: Clone> Answers<T> {
    /// The answer to a question, and `of_circle` while the answer is searched.
    fn search(
        &self,
        rounds: &Rounds,
        question: Question,
        of_circle: T,
        search: impl FnOnce() -> T,
    ) -> T {
        let is_first = rounds.open_questions.get() == 0;
        match self.inner.borrow().get(&question) {
            Some((_, None)) => {
                rounds.with_circle.borrow_mut().insert(rounds.current.get());
                return of_circle;
            }
            Some((round, Some(known)))
                if *round == rounds.current.get() && !is_first
                    || !rounds.with_circle.borrow().contains(round) =>
            {
                return known.clone();
            }
            _ => {}
        }
        if is_first {
            if let Some(known) = self.first.borrow().get(&question) {
                return known.clone();
            }
            rounds.current.set(rounds.current.get() + 1);
        }
        let round = rounds.current.get();
        self.inner.borrow_mut().insert(question.clone(), (round, None));
        rounds.open_questions.set(rounds.open_questions.get() + 1);
        let answer = search();
        rounds.open_questions.set(rounds.open_questions.get() - 1);
        if is_first && rounds.with_circle.borrow().contains(&round) {
            self.first.borrow_mut().insert(question.clone(), answer.clone());
        }
        self.inner.borrow_mut().insert(question, (round, Some(answer.clone())));
        answer
    }
}

/// The modules that a search has entered, if its first success ends it.
#[derive(Default)]
pub(super) struct EnteredModules(RefCell<HashSet<(OsString, usize, String)>>);

impl EnteredModules {
    /// Whether a module is entered for the first time, for a name.
    pub(super) fn enter(&self, at: &At, name: &str) -> bool {
        let file = at.file.clone().into_os_string();
        self.0.borrow_mut().insert((file, at.number, name.to_string()))
    }
}

/// The files of a crate, for searches.
pub(in crate::world) struct Files<'w> {
    world: &'w World,
    files: Arc<[FileOfCrate]>,
}

/// Whether a name resolves to an item that a glob of a module brings in.
pub(super) fn is_item_for(at: &At, found: &Resolution) -> bool {
    matches!(found, Resolution::Item(of) if of.file != at.file
        || !is_hidden(&at.modules, &of.path, &at.module().path))
}

impl<'w> Files<'w> {
    pub fn new(world: &'w World) -> Files<'w> {
        Files { world, files: world.files_of_crate() }
    }

    pub fn of_crate(&self) -> &[FileOfCrate] {
        &self.files
    }

    /// The module that a path leads to.
    pub fn module(&self, from: &At, path: &[String]) -> Option<At> {
        match self.lead_to_module(from, path) {
            Destination::To(at) => Some(at),
            Destination::External | Destination::Unknown | Destination::Circle => None,
        }
    }

    fn find(&self, at: &At, name: &str) -> Resolution {
        let (known, question) = (&self.world.searches, question(at, &[name.to_string()]));
        let search = || self.find_in(at, name);
        known.items.search(&known.rounds, question, Resolution::Unknown, search)
    }

    fn find_in(&self, at: &At, name: &str) -> Resolution {
        let of = at.module();
        match of.count.get(name) {
            Some(1) if of.types.iter().chain(&of.functions).any(|defined| defined == name) => {
                Resolution::Item(ItemId {
                    file: at.file.clone(),
                    path: ItemPath { module: of.path.clone(), name: name.to_string() },
                })
            }
            Some(1) => match of.imports.iter().find(|import| import.name == name) {
                Some(import) => self.find_at(at, &import.path, &import.original),
                None => Resolution::Unknown,
            },
            Some(_) => Resolution::Unknown,
            None => {
                let found = of.globs.iter().map(|path| self.find_at(at, path, name));
                found
                    .into_iter()
                    .find(|found| is_item_for(at, found))
                    .unwrap_or(Resolution::Unknown)
            }
        }
    }

    /// Whether a module imports something whose path starts with one of these.
    pub fn imports_below(&self, at: &At, paths: &[&[&str]]) -> bool {
        self.imports_below_in(at, paths, &EnteredModules::default())
    }

    fn imports_below_in(&self, at: &At, paths: &[&[&str]], entered: &EnteredModules) -> bool {
        let is_below = |path: &[String]| {
            paths.iter().any(|of| path.iter().zip(*of).filter(|(a, b)| a == b).count() == of.len())
        };
        let module = at.module();
        let is_import_below = || {
            module.imports.iter().any(|import| {
                is_below(&import.path.iter().chain([&import.original]).cloned().collect::<Vec<_>>())
            })
        };
        let is_glob_below = |glob: &Vec<String>| {
            let inner = || self.module(at, glob);
            is_below(glob) || inner().is_some_and(|of| self.imports_below_in(&of, paths, entered))
        };
        entered.enter(at, "") && (is_import_below() || module.globs.iter().any(is_glob_below))
    }

    /// The other crates that a name of a module may come from: the one it is imported from, also
    /// through modules of the crate, or those of the globs. `None` if it is an item of the crate.
    pub fn crates_of(&self, at: &At, name: &str) -> Option<Vec<String>> {
        let mut crates = Vec::new();
        self.add_crates_of(at, name, &EnteredModules::default(), &mut crates)?;
        crates.sort();
        crates.dedup();
        Some(crates)
    }

    fn add_crates_of(
        &self,
        at: &At,
        name: &str,
        entered: &EnteredModules,
        crates: &mut Vec<String>,
    ) -> Option<()> {
        if !entered.enter(at, name) {
            return Some(());
        }
        let module = at.module();
        let mut add = |path: &[String], name: &str, is_glob: bool| match self.module(at, path) {
            Some(inner) if !path.is_empty() => self.add_crates_of(&inner, name, entered, crates),
            _ => {
                let first = path.first().map_or(name, String::as_str);
                let is_local = ["crate", "self", "super"].contains(&first)
                    || module.modules.iter().any(|of| of == first);
                // its globs bring no such name
                if !(is_local || is_glob && first == "autodiff") {
                    crates.push(first.to_string());
                }
                Some(())
            }
        };
        if let Some(import) = module.imports.iter().find(|import| import.name == name) {
            return add(&import.path, &import.original, false);
        }
        if module.count.contains_key(name) || module.modules.iter().any(|of| of == name) {
            return None;
        }
        module.globs.iter().try_for_each(|glob| add(glob, name, true))
    }

    /// Whether an item is defined in a module, or imported there under any name.
    pub fn has_in_scope(&self, at: &At, of: &ItemId) -> bool {
        self.has_in_scope_of(at, of, &EnteredModules::default())
    }

    fn has_in_scope_of(&self, at: &At, of: &ItemId, entered: &EnteredModules) -> bool {
        let module = at.module();
        let is_it = |found: Resolution| matches!(found, Resolution::Item(found) if found == *of);
        let is_here = || at.file == of.file && module.path == of.path.module;
        let is_imported = || {
            module
                .imports
                .iter()
                .any(|import| is_it(self.find_at(at, &import.path, &import.original)))
        };
        let is_in = |glob: &Vec<String>| {
            self.module(at, glob).is_some_and(|there| self.has_in_scope_of(&there, of, entered))
        };
        entered.enter(at, "") && (is_here() || is_imported() || module.globs.iter().any(is_in))
    }

    pub fn find_at(&self, from: &At, path: &[String], name: &str) -> Resolution {
        match self.lead_to_module(from, path) {
            Destination::To(at) => self.find(&at, name),
            Destination::External => Resolution::External,
            Destination::Unknown | Destination::Circle => Resolution::Unknown,
        }
    }

    /// The variant that a name without a path resolves to in a module: imports bring it in,
    /// re-exported variants too.
    pub fn variant(&self, at: &At, name: &str) -> Option<EnumVariant> {
        let (known, question) = (&self.world.searches, question(at, &[name.to_string()]));
        known.variants.search(&known.rounds, question, None, || self.variant_in(at, name))
    }

    fn variant_in(&self, at: &At, name: &str) -> Option<EnumVariant> {
        let of = at.module();
        match of.imports.iter().find(|import| import.name == name) {
            // an item that is defined next to the import hides it or is another kind of item
            Some(_) if of.count.get(name) != Some(&1) => None,
            Some(import) => self.variant_of(at, &import.path, &import.original),
            None if of.count.contains_key(name) => None,
            None => of.globs.iter().find_map(|glob| self.variant_of(at, glob, name)),
        }
    }

    /// The same for a path, which leads to the enum or to a module that imports the variant.
    pub fn variant_of(&self, from: &At, path: &[String], name: &str) -> Option<EnumVariant> {
        if let Some((last, owners)) = path.split_last()
            && let Resolution::Item(defined) = self.find_at(from, owners, last)
        {
            let is_of_enum = self.world.has_variant_named(&defined, name);
            return is_of_enum.then(|| EnumVariant { of: defined, name: name.to_string() });
        }
        self.variant(&self.module(from, path)?, name)
    }

    /// The path in the standard library that a path resolves to in a module.
    pub fn in_std(&self, at: &At, names: &[String]) -> Option<Vec<String>> {
        if names.len() > MOST_NAMES {
            return None;
        }
        let (known, question) = (&self.world.searches, question(at, names));
        known.of_std.search(&known.rounds, question, None, || self.in_std_by_imports(at, names))
    }

    fn in_std_by_imports(&self, at: &At, names: &[String]) -> Option<Vec<String>> {
        let of = at.module();
        let (first, rest) = names.split_first()?;
        let path: Vec<String> = match of.imports.iter().find(|import| import.name == *first) {
            // an item that is defined next to the import hides it or is another kind of item
            Some(_) if of.count.get(first) != Some(&1) => return None,
            Some(import) => {
                import.path.iter().chain([&import.original]).chain(rest).cloned().collect()
            }
            // a module of the crate, whatever its name
            None if of.modules.contains(first)
                || ["crate", "self", "super"].iter().any(|start| first == start) =>
            {
                return self.in_std_through(at, names);
            }
            None if of.count.contains_key(first) => return None,
            None if is_std(names) => return Some(names.to_vec()),
            None => {
                let through = |glob: &Vec<String>| {
                    let path: Vec<String> = glob.iter().chain(names).cloned().collect();
                    if is_std(&path) {
                        is_known(&path).then_some(path)
                    } else {
                        self.in_std_through(at, &path)
                    }
                };
                return of.globs.iter().find_map(through);
            }
        };
        if is_std(&path) { Some(path) } else { self.in_std_through(at, &path) }
    }

    /// The same for a path that begins in the crate.
    fn in_std_through(&self, at: &At, path: &[String]) -> Option<Vec<String>> {
        let begins = (1..path.len()).rev();
        let mut led = begins.filter_map(|k| {
            if let Destination::To(at) = self.lead_to_module(at, &path[..k]) {
                Some((at, k))
            } else {
                None
            }
        });
        let (at, k) = led.next()?;
        self.in_std(&at, &path[k..])
    }

    /// The module that a path of an import leads to.
    fn lead_to_module(&self, from: &At, path: &[String]) -> Destination {
        let (known, question) = (&self.world.searches, question(from, path));
        let search = || self.lead_by_names(from, path);
        known.modules.search(&known.rounds, question, Destination::Circle, search)
    }

    fn lead_by_names(&self, from: &At, path: &[String]) -> Destination {
        let mut at = from.clone();
        for (k, name) in path.iter().enumerate() {
            let next = match name.as_str() {
                "self" => Some(at.clone()),
                "crate" if k == 0 => self.root(),
                "super" => self.outer_module(&at),
                name if at.module().modules.iter().any(|inner| inner == name) => {
                    self.inner_module(&at, name)
                }
                name => match at.module().imports.iter().find(|import| import.name == name) {
                    Some(import) => {
                        let mut path = import.path.clone();
                        path.push(import.original.clone());
                        match self.lead_to_module(&at, &path) {
                            Destination::To(at) => Some(at),
                            Destination::Circle => None,
                            other => return other,
                        }
                    }
                    // the first name of a path may be another crate
                    None if k == 0 => return self.lead_through_globs(&at, path),
                    None => None,
                },
            };
            let Some(next) = next else { return Destination::Unknown };
            at = next;
        }
        Destination::To(at)
    }

    /// The same for a path whose first name nothing in the module defines: a module that a glob
    /// brings in, or another crate.
    fn lead_through_globs(&self, from: &At, path: &[String]) -> Destination {
        let mut answer = Destination::External;
        for glob in &from.module().globs {
            let led = match self.lead_to_module(from, glob) {
                Destination::To(there) => self.lead_to_module(&there, path),
                other => other,
            };
            match led {
                Destination::To(_) => return led,
                Destination::Unknown => answer = Destination::Unknown,
                Destination::External | Destination::Circle => {}
            }
        }
        answer
    }

    fn root(&self) -> Option<At> {
        self.module_at(&[])
    }

    fn outer_module(&self, of: &At) -> Option<At> {
        let mut path = self.path_of(of)?;
        path.pop()?;
        self.module_at(&path)
    }

    fn inner_module(&self, of: &At, name: &str) -> Option<At> {
        let own = join(&of.module().path, name);
        if let Some(number) = of.modules.iter().position(|module| module.path == own) {
            return Some(At { number, ..of.clone() });
        }
        let mut path = self.path_of(of)?;
        path.push(name.to_string());
        self.module_at(&path)
    }

    /// The path of a module in the crate.
    pub fn path_of(&self, at: &At) -> Option<Vec<String>> {
        let file = self.files.iter().find(|of| is_same_path(&of.path, &at.file))?;
        let own = &at.module().path;
        Some(
            file.module
                .iter()
                .cloned()
                .chain(own.split("::").filter(|name| !name.is_empty()).map(String::from))
                .collect(),
        )
    }

    /// The module of a path in the crate: that of a file, or an inline one of the file of an outer
    /// module.
    pub fn module_at(&self, path: &[String]) -> Option<At> {
        let around = self.files.iter().filter(|of| path.starts_with(&of.module));
        let file = around.max_by_key(|of| of.module.len())?;
        let modules = self.world.modules_of(&file.path);
        let own = path[file.module.len()..].join("::");
        let number = modules.iter().position(|module| module.path == own)?;
        Some(At { file: file.path.clone(), modules, number })
    }
}

/// The items that a glob of a module of the standard library brings in: the functions that lowering
/// knows by name, and the types that inference knows.
const KNOWN: &[(&str, &[&str])] = &[
    ("mem", &["replace", "swap", "take"]),
    ("cmp", &["max", "min"]),
    ("array", &["from_fn"]),
    ("cell", &["Cell", "Ref", "RefCell", "RefMut"]),
    ("collections", &["BTreeMap", "BTreeSet", "HashMap", "HashSet", "VecDeque"]),
    ("rc", &["Rc"]),
    ("sync", &["Arc", "Mutex", "MutexGuard", "RwLock", "RwLockReadGuard", "RwLockWriteGuard"]),
    (
        "iter",
        &["empty", "from_fn", "once", "repeat", "repeat_n", "repeat_with", "successors", "zip"],
    ),
];

fn is_std(path: &[String]) -> bool {
    path.len() > 1 && ["std", "core", "alloc"].iter().any(|name| path[0] == *name)
}

fn is_known(path: &[String]) -> bool {
    let [.., module, name] = path else { return false };
    KNOWN.iter().any(|(of, names)| module == of && names.iter().any(|known| name == known))
}
