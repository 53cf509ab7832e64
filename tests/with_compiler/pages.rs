//! The pages name only files that exist: in relative links, and as quoted paths.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.join("../..").canonicalize().expect("the workspace")
}

/// Adds the files and folders of the repository, with `/` at the end of folders.
fn list(directory: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        if name == "target" || name.starts_with('.') {
            continue;
        }
        let place = path.strip_prefix(root()).expect("below").to_string_lossy().replace('\\', "/");
        if path.is_dir() {
            found.push(format!("/{place}/"));
            list(&path, found);
        } else {
            found.push(format!("/{place}"));
        }
    }
}

/// The targets of the links of a page, but those to other sites, to items and inside of the page.
fn links(page: &str) -> Vec<&str> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let paths = targets.map(|(target, _)| target.split('#').next().unwrap_or_default());
    paths.filter(|path| !path.is_empty() && !path.contains(':')).collect()
}

/// The quoted paths of a page: `folder/`, `folder/file.rs`.
fn quoted(page: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let is_path = |text: &&str| {
        let is_file = [".rs", ".md"].iter().any(|end| text.ends_with(end)) && text.contains('/');
        (is_file || text.ends_with('/')) && text.chars().all(is_part)
    };
    page.lines().flat_map(|line| line.split('`').skip(1).step_by(2)).filter(is_path).collect()
}

#[test]
fn named_files_exist() {
    let mut all = Vec::new();
    list(&root(), &mut all);
    let mut missing = Vec::new();
    for page in all.iter().filter(|path| path.ends_with(".md")) {
        let file = root().join(page.trim_start_matches('/'));
        let text = fs::read_to_string(&file).expect("a page");
        let folder = file.parent().expect("a folder");
        let dead = links(&text).into_iter().filter(|path| !folder.join(path).exists());
        missing.extend(dead.map(|path| format!("{page}: the link to {path}")));
        // paths are relative to the folder that the page is about
        let unknown = quoted(&text)
            .into_iter()
            .filter(|path| !all.iter().any(|known| known.ends_with(&format!("/{path}"))));
        missing.extend(unknown.map(|path| format!("{page}: `{path}`")));
    }
    assert!(missing.is_empty(), "files that do not exist: {missing:#?}");
}

#[test]
fn links_and_paths_are_found() {
    let page =
        "[a](b.md#c), [d](https://e), [f](#g), [h](crate::h), `i/j.rs`, `k/`, `l.rs`, `m / n`";
    assert_eq!(links(page), ["b.md"]);
    assert_eq!(quoted(page), ["i/j.rs", "k/"]);
}
