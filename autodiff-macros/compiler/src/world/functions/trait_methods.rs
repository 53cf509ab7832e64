//! The names of functions that the crate defines, and of methods that its traits may have.
//!
//! Method lookup may find a method of such a trait before one of std. For the names among these,
//! the emitted code lets rustc resolve the method ([`crate::lower`]'s `std_methods.rs`), so a false
//! positive costs a few tokens.

use crate::world::World;
use crate::world::text::crate_files::is_same_path;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

/// A file that was read, with the time of its last change.
pub struct MethodNames {
    path: PathBuf,
    modified: Option<SystemTime>,
    names: Arc<HashSet<String>>,
    has_traits: bool,
}

impl World {
    /// The names of the functions of those files of the crate that have traits.
    pub fn trait_methods(&self) -> Vec<Arc<HashSet<String>>> {
        self.functions_of_files()
            .into_iter()
            .filter(|(_, has_traits)| *has_traits)
            .map(|(names, _)| names)
            .collect()
    }

    /// Whether a file of the crate defines a function of that name, for any type.
    pub fn defines_function(&self, name: &str) -> bool {
        self.functions_of_files().iter().any(|(names, _)| names.contains(name))
    }

    /// The names of the functions of each file of the crate, and whether it has traits.
    fn functions_of_files(&self) -> Vec<(Arc<HashSet<String>>, bool)> {
        let Some(file) = self.file() else { return Vec::new() };
        let mut files: Vec<PathBuf> =
            self.files_of_crate().iter().map(|file| file.path.clone()).collect();
        if !files.contains(&file) {
            files.push(file);
        }
        let mut read = self.session.trait_methods.lock();
        files.into_iter().map(|path| names_in(path, &mut read)).collect()
    }
}

fn names_in(path: PathBuf, read: &mut Vec<MethodNames>) -> (Arc<HashSet<String>>, bool) {
    let changed = std::fs::metadata(&path).ok().and_then(|of| of.modified().ok());
    if let Some(known) =
        read.iter().find(|of| is_same_path(&of.path, &path) && of.modified == changed)
    {
        return (known.names.clone(), known.has_traits);
    }
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let (names, has_traits) = (Arc::new(functions_in(&text)), text.contains("trait"));
    read.retain(|known| known.path != path);
    read.push(MethodNames { path, modified: changed, names: names.clone(), has_traits });
    (names, has_traits)
}

/// The words after `fn`.
fn functions_in(text: &str) -> HashSet<String> {
    let mut words =
        text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let mut names = HashSet::new();
    while let Some(word) = words.next() {
        if word == "fn" {
            names.extend(words.next().map(ToString::to_string));
        }
    }
    names
}
