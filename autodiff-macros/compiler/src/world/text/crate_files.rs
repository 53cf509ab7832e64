//! The source files of a crate, along its `mod` lines from the root.
//!
//! An item may use items of a file that is expanded later, and the order in which a compiler
//! expands files is unspecified. So an expansion first records the items with our attributes of the
//! other files of its crate ([`super`]). Only files that mention one of our attributes are
//! parsed, and each of them once.

use super::extents::{self, ModLine};
use crate::world::World;
use crate::world::types::plain_types::ItemId;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// A crate whose files were found, starting from one of them.
pub struct CrateFiles {
    start: PathBuf,
    files: Arc<[FileOfCrate]>,
}

/// A file of a crate.
#[derive(Clone)]
pub struct FileOfCrate {
    /// Its path, relative or absolute as the compiler reports it.
    pub path: PathBuf,
    /// The path of its module in the crate.
    pub module: Vec<String>,
    modified: Option<SystemTime>,

    /// The hashes of its words, in order.
    words: Arc<[u64]>,
    mods: Arc<[ModLine]>,
    has_aliases: bool,
    has_drops: bool,
    has_ours: bool,
    has_tangents: bool,
}

impl FileOfCrate {
    fn read(path: &Path, module: Vec<String>) -> Option<FileOfCrate> {
        let text = std::fs::read_to_string(path).ok()?;
        Some(FileOfCrate {
            path: path.to_path_buf(),
            module,
            modified: modification_time(path),
            mods: extents::mod_lines(&text).into(),
            has_aliases: text.contains("type "),
            has_drops: text.contains("Drop"),
            has_ours: text.contains("differentiate") || text.contains("Differentiable"),
            has_tangents: text.contains("Differentiable for"),
            words: word_hashes(&text),
        })
    }

    /// Whether it may have `impl Drop` blocks.
    pub(in crate::world) fn has_drops(&self) -> bool {
        self.has_drops
    }

    /// Whether it may implement `Differentiable` for a type of this name.
    pub(in crate::world) fn implements_tangents(&self, name: &str) -> bool {
        self.has_tangents && self.contains_word(name)
    }

    /// Whether it may have items with our attributes.
    fn has_ours(&self) -> bool {
        self.has_ours
    }

    /// Whether a word occurs in it.
    pub fn contains_word(&self, word: &str) -> bool {
        self.words.binary_search(&hash(word.trim_start_matches("r#"))).is_ok()
    }

    /// Whether it may define an alias.
    pub fn has_alias(&self) -> bool {
        self.has_aliases
    }
}

/// The hashes of the words of a source text, in order. Queries over all files of a crate, one for
/// each name, compare hashes and do not search the texts.
fn word_hashes(text: &str) -> Arc<[u64]> {
    let mut found: Vec<u64> = text
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .map(hash)
        .collect();
    found.sort_unstable();
    found.dedup();
    found.into()
}

fn hash(word: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    word.hash(&mut hasher);
    hasher.finish()
}

/// The maximum count of files that are read of a crate.
const MOST_FILES: usize = 2000;

impl World {
    /// Records the items with our attributes of the other files of the crate.
    pub(in crate::world) fn read_crate(&self) {
        let is_own =
            |of: &FileOfCrate| self.file.as_ref().is_some_and(|file| is_same_path(&of.path, file));
        for file in self.files_of_crate().iter().filter(|file| !is_own(file) && file.has_ours()) {
            World { file: Some(file.path.clone()), scope: None, ..self.clone() }
                .in_file(&file.path, |_| ());
        }
    }

    /// The struct or enum that a name resolves to, if it is defined in another file of the crate,
    /// with its location and the world of its module.
    pub(in crate::world) fn type_in_crate(&self, name: &str) -> Option<(World, ItemId, syn::Item)> {
        let (there, defined) =
            self.imported_item(name).filter(|(_, defined)| defined.path.name == name)?;
        let text = self.in_file(&defined.file, |definitions| definitions.ty(&defined.path))?;
        Some((there, defined, syn::parse_str(&text).ok()?))
    }

    /// The files of the crate; none where no file is expanded.
    pub(in crate::world) fn files_of_crate(&self) -> Arc<[FileOfCrate]> {
        self.files.get_or_init(|| self.find_files()).clone()
    }

    fn find_files(&self) -> Arc<[FileOfCrate]> {
        let Some(file) = &self.file else { return Arc::default() };
        let mut known = self.session.crates.lock();
        if let Some(found) = known.iter().find(|of| is_same_path(&of.start, file))
            && found.files.iter().all(|file| file.modified == modification_time(&file.path))
        {
            return found.files.clone();
        }
        let files: Arc<[FileOfCrate]> = along_mods(file).unwrap_or_default().into();
        known.retain(|of| !is_same_path(&of.start, file));
        // the other files are found from this one as well, whose path may be spelled differently
        // than along the `mod` lines
        let is_listed = files.iter().any(|of| is_same_path(&of.path, file));
        for of in files.iter().map(|file| &file.path).chain((!is_listed).then_some(file)) {
            known.retain(|known| !is_same_path(&known.start, of));
            known.push(CrateFiles { start: of.clone(), files: files.clone() });
        }
        files
    }
}

/// Whether two paths in normal form are the same. Strings are cheaper to compare than components.
pub(in crate::world) fn is_same_path(a: &Path, b: &Path) -> bool {
    a.as_os_str() == b.as_os_str()
}

fn modification_time(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).ok().and_then(|of| of.modified().ok())
}

/// The files of the crate that a file belongs to: those that the `mod` lines from its root lead to.
fn along_mods(file: &Path) -> Option<Vec<FileOfCrate>> {
    let file = normal(file);
    roots(&file).into_iter().find_map(|root| {
        let files = from_root(&root);
        files.iter().any(|of| normal(&of.path) == file).then_some(files)
    })
}

/// The files that may be the root of the crate of a file, the likeliest first.
fn roots(file: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for directory in file.ancestors().skip(1).take(16) {
        let named = ["lib.rs", "main.rs"].into_iter().map(|name| directory.join(name));
        found.extend(named.filter(|root| root.is_file()));
        let holds_roots = directory.file_name().is_some_and(|name| {
            ["bin", "tests", "examples", "benches"].iter().any(|of| name == *of)
        });
        if holds_roots {
            let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
            let mut others: Vec<PathBuf> =
                entries.map(|entry| directory.join(entry.file_name())).collect();
            others.retain(|path| {
                path.extension().is_some_and(|of| of == "rs") && !found.contains(path)
            });
            others.sort();
            found.extend(others);
        }
        if directory.join("Cargo.toml").is_file() {
            break;
        }
    }
    // a file next to the other roots of such a directory is a root itself
    found.sort_by_key(|root| root != file);
    found.push(file.to_path_buf());
    found
}

fn from_root(root: &Path) -> Vec<FileOfCrate> {
    let mut found: Vec<FileOfCrate> = Vec::new();
    let directory = root.parent().unwrap_or(Path::new("")).to_path_buf();
    let mut waiting = vec![(root.to_path_buf(), directory, Vec::new())];
    while let Some((path, inside, module)) = waiting.pop() {
        if found.len() >= MOST_FILES || found.iter().any(|of| is_same_path(&of.path, &path)) {
            continue;
        }
        let Some(file) = FileOfCrate::read(&path, module) else { continue };
        for line in file.mods.iter() {
            let names = file.module.iter().chain(&line.modules).chain([&line.name]);
            waiting.extend(
                target(&path, &inside, line)
                    .map(|(path, inside)| (path, inside, names.cloned().collect())),
            );
        }
        found.push(file);
    }
    found
}

/// The file of `mod name;`, and the directory of the files of its modules.
fn target(file: &Path, inside: &Path, line: &ModLine) -> Option<(PathBuf, PathBuf)> {
    let own =
        line.modules.iter().fold(inside.to_path_buf(), |directory, module| directory.join(module));
    if let Some(path) = &line.path {
        // the attribute is relative to the directory of the file, or of the inline module
        let base = if line.modules.is_empty() {
            file.parent().unwrap_or(Path::new("")).to_path_buf()
        } else {
            own
        };
        let path = normal(&base.join(path));
        let inside = path.parent().unwrap_or(Path::new("")).to_path_buf();
        return Some((path, inside));
    }
    let candidates = [own.join(format!("{}.rs", line.name)), own.join(&line.name).join("mod.rs")];
    let path = candidates.into_iter().find(|path| path.is_file())?;
    Some((path, own.join(&line.name)))
}

/// A path without `.` and `..`.
pub(in crate::world) fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(out.components().next_back(), Some(Component::Normal(_))) =>
            {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_along_mod_lines() {
        let directory =
            std::env::temp_dir().join(format!("autodiff-crate-files-{}", std::process::id()));
        let src = directory.join("src");
        let write = |name: &str, text: &str| {
            let path = src.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write(
            "main.rs",
            "mod a; /* mod no; */ mod inline { pub mod deep; }\n#[path = \"else/where.rs\"]\nmod \
             b;",
        );
        write("a.rs", "pub mod c;");
        write("a/c.rs", "");
        write("inline/deep.rs", "fn f() { \"mod no;\"; }");
        write("else/where.rs", "");
        write("no.rs", "");
        let names = |from: &str| -> Vec<String> {
            let files = along_mods(&src.join(from)).unwrap();
            let mut names: Vec<String> = files
                .iter()
                .map(|of| of.path.strip_prefix(&src).unwrap().display().to_string())
                .collect();
            names.sort();
            names
        };
        let all = ["a.rs", "a/c.rs", "else/where.rs", "inline/deep.rs", "main.rs"];
        assert_eq!(names("a/c.rs"), all);
        assert_eq!(names("else/where.rs"), all);
        assert_eq!(names("main.rs"), all);
        assert_eq!(names("no.rs"), ["no.rs"]);
        std::fs::remove_dir_all(directory).unwrap();
    }
}
