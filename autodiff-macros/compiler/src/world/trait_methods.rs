//! The names of methods that traits of the crate may have.
//!
//! Method lookup may find a method of such a trait before one of std. Where a name is among these, the
//! emitted code asks rustc ([`crate::lower`]'s `std_methods.rs`), so a name too many costs a few tokens.

use super::World;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// A file that was read, with the time of its last change.
pub struct MethodNames {
    path: PathBuf,
    changed: Option<SystemTime>,
    names: Arc<HashSet<String>>,
}

/// How many files of a crate are read.
const MOST_FILES: usize = 2000;

impl World {
    /// The names of the functions in those files of the crate that have traits.
    pub fn trait_methods(&self) -> Vec<Arc<HashSet<String>>> {
        let Some(file) = self.file() else { return Vec::new() };
        let mut files = Vec::new();
        if let Some(root) = root(&file) {
            add_files(&root, &mut files);
        }
        if !files.contains(&file) {
            files.push(file);
        }
        let mut read = self.session.trait_methods.lock();
        files.into_iter().map(|path| names_in(path, &mut read)).collect()
    }
}

/// The directory of the crate that a file is of: `src`, `tests`, or where the file itself is.
fn root(file: &Path) -> Option<PathBuf> {
    let around = |of: &str| file.ancestors().skip(1).find(|path| path.file_name().is_some_and(|name| name == of));
    around("src").or_else(|| around("tests")).or(file.parent()).map(Path::to_path_buf)
}

fn add_files(directory: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(if directory.as_os_str().is_empty() { Path::new(".") } else { directory }) else { return };
    for entry in entries.flatten() {
        let path = directory.join(entry.file_name());
        let is_directory = entry.file_type().is_ok_and(|of| of.is_dir());
        if files.len() >= MOST_FILES {
            return;
        }
        if is_directory && entry.file_name() != "target" {
            add_files(&path, files);
        } else if path.extension().is_some_and(|of| of == "rs") {
            files.push(path);
        }
    }
}

fn names_in(path: PathBuf, read: &mut Vec<MethodNames>) -> Arc<HashSet<String>> {
    let changed = std::fs::metadata(&path).ok().and_then(|of| of.modified().ok());
    if let Some(known) = read.iter().find(|known| known.path == path && known.changed == changed) {
        return known.names.clone();
    }
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let names = Arc::new(functions_in(&text));
    read.retain(|known| known.path != path);
    read.push(MethodNames { path, changed, names: names.clone() });
    names
}

/// The words after `fn`, where there is a `trait`.
fn functions_in(text: &str) -> HashSet<String> {
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    if !text.contains("trait") {
        return HashSet::new();
    }
    let mut names = HashSet::new();
    while let Some(word) = words.next() {
        if word == "fn" {
            names.extend(words.next().map(ToString::to_string));
        }
    }
    names
}
