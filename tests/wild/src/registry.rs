//! The registry → the sources of a published crate, through a generated project and cargo itself.

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A published crate on this machine.
pub struct Package {
    pub name: String,
    pub version: String,
    pub edition: String,
    pub directory: PathBuf,
    /// The root file of its library.
    pub root: PathBuf,
    pub features: Vec<String>,
}

/// The cargo that runs us.
pub fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Fetches a crate with what it depends on. `Ok(None)` if the registry is out of reach.
pub fn fetch(name: &str, version: &str, scratch: &Path) -> Result<Option<Package>> {
    let project = scratch.join("fetch").join(name);
    std::fs::create_dir_all(project.join("src"))?;
    std::fs::write(project.join("src/lib.rs"), "")?;
    let manifest = format!(
        "[package]\nname = \"fetch\"\nversion = \"0.0.0\"\nedition = \
         \"2024\"\n\n[workspace]\n\n[dependencies]\n{name} = \"={version}\"\n"
    );
    let path = project.join("Cargo.toml");
    std::fs::write(&path, manifest)?;
    let fetched =
        cargo().arg("fetch").arg("--manifest-path").arg(&path).output().context("cargo fetch")?;
    if !fetched.status.success() {
        eprintln!("{}", String::from_utf8_lossy(&fetched.stderr).trim());
        return Ok(None);
    }
    let output = cargo()
        .args(["metadata", "--format-version", "1", "--offline", "--manifest-path"])
        .arg(&path)
        .output()?;
    if !output.status.success() {
        bail!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    }
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().context("packages")?;
    let package = packages
        .iter()
        .find(|p| p["name"] == name && p["version"] == version)
        .context("the package in the metadata")?;
    let nodes = metadata["resolve"]["nodes"].as_array().context("nodes")?;
    let node =
        nodes.iter().find(|n| n["id"] == package["id"]).context("the package in the graph")?;
    let strings = |v: &serde_json::Value| {
        v.as_array()
            .into_iter()
            .flatten()
            .filter_map(|s| s.as_str().map(String::from))
            .collect::<Vec<_>>()
    };
    let targets = package["targets"].as_array().context("targets")?;
    let library = targets
        .iter()
        .find(|t| strings(&t["kind"]).iter().any(|k| k == "lib" || k == "rlib"))
        .context("a library")?;
    let manifest = PathBuf::from(package["manifest_path"].as_str().context("manifest_path")?);
    Ok(Some(Package {
        name: name.to_string(),
        version: version.to_string(),
        edition: package["edition"].as_str().unwrap_or("2021").to_string(),
        directory: manifest.parent().context("a directory")?.to_path_buf(),
        root: PathBuf::from(library["src_path"].as_str().context("src_path")?),
        features: strings(&node["features"]),
    }))
}
