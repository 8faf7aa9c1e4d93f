//! The workspaces of a server: directories that its command line names, and nothing outside of them.

use crate::cli::arguments::{FileSelection, Workspace};
use crate::cli::run::{open, settings};
use crate::indexer::{WorkspaceOptions, default_root};
use crate::serve::Workspaces;
use anyhow::Context;
use std::path::{Path, PathBuf};

/// The directories that are named; else the git root of the current one.
pub(super) fn roots(given: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    if given.is_empty() {
        let current = std::env::current_dir().context("the current directory is gone; name a directory")?;
        return Ok(vec![default_root(&current)]);
    }
    Ok(given.to_vec())
}

/// The workspaces at these directories. What is wrong with the settings of the first one is told.
pub(super) fn of(roots: &[PathBuf], selected: FileSelection) -> anyhow::Result<Workspaces> {
    if let Some(first) = roots.first() {
        settings::tell(&settings::source(Some(first)).load());
    }
    let make = move |root: &Path, at: Option<&str>| options(&selected, root, at);
    Ok(Workspaces::new(roots, Box::new(make))?)
}

fn options(selected: &FileSelection, root: &Path, at: Option<&str>) -> anyhow::Result<WorkspaceOptions> {
    let workspace = Workspace {
        root: Some(root.to_owned()),
        selected: selected.clone(),
        at: at.map(str::to_owned),
        ..Workspace::default()
    };
    let mut options = open::options(&[], &workspace)?;
    options.is_for_agents = true;
    // The settings of a workspace are files in it: they do not lead out of it.
    for given in &options.roots {
        let is_inside = root.join(given).canonicalize().is_ok_and(|place| place.starts_with(root));
        anyhow::ensure!(is_inside, "index.roots: {} is not inside of {}", given.display(), root.display());
    }
    Ok(options)
}
