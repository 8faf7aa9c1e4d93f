//! `docql tutorial`: ten steps on a small workspace that is in the program.

use crate::app::tutorial::{STEPS, Tutorial};
use crate::indexer::WorkspaceOptions;
use crate::tui::Ending;
use crate::workers::{SettingsSource, state_directory};
use anyhow::Context;
use std::path::{Path, PathBuf};

/// The files of the workspace.
const FILES: &[(&str, &str)] = &[
    ("README.md", include_str!("../../../assets/tutorial/README.md")),
    ("docs/guide.md", include_str!("../../../assets/tutorial/docs/guide.md")),
    ("src/lamp.rs", include_str!("../../../assets/tutorial/src/lamp.rs")),
    ("src/keeper.rs", include_str!("../../../assets/tutorial/src/keeper.rs")),
    ("src/main.rs", include_str!("../../../assets/tutorial/src/main.rs")),
    ("tests/night.rs", include_str!("../../../assets/tutorial/tests/night.rs")),
];

/// Runs the subcommand. It begins where it was left, unless `restart` is set.
pub fn run(restart: bool, settings: SettingsSource) -> anyhow::Result<u8> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let progress = progress_file(variable);
    let reached = progress.as_deref().and_then(|file| std::fs::read_to_string(file).ok());
    let reached = reached.and_then(|text| text.trim().parse::<usize>().ok()).filter(|_| !restart).unwrap_or(0);
    let folder = Folder::unpacked()?;
    let mut workspace = WorkspaceOptions::at(folder.0.join("lighthouse"));
    workspace.index = None;
    let tutorial = Tutorial { done: reached % STEPS.len(), part: 0, praised: false };
    let options = crate::tui::Options {
        workspace,
        query: None,
        settings,
        state: None,
        resume: false,
        pick: false,
        lines: None,
        tutorial: Some(tutorial),
    };
    if let (Some(file), Ending::Left { tutorial: Some(tutorial), .. }) = (progress, crate::tui::run(options)?) {
        remember(&file, tutorial.done);
    }
    Ok(0)
}

/// Notes how far the user has come; a tutorial that is done begins anew. That it cannot be noted only means
/// that it begins at the start.
fn remember(file: &Path, done: usize) {
    if done == 0 || done >= STEPS.len() {
        drop(std::fs::remove_file(file));
    } else if let Some(directory) = file.parent() {
        drop(std::fs::create_dir_all(directory).and_then(|()| std::fs::write(file, format!("{done}\n"))));
    }
}

/// The file that notes how far the user has come: with everything else that outlives the explorer.
fn progress_file(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let given = variable("DOCQL_STATE_DIR").and_then(|given| std::path::absolute(given).ok());
    Some(state_directory(given, variable)?.join("tutorial"))
}

/// The unpacked workspace; removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn unpacked() -> anyhow::Result<Folder> {
        let directory = std::env::temp_dir();
        // A name of this process; if someone else has taken it, another one. Never a directory that is there.
        let folder = (0..100)
            .map(|number| directory.join(format!("docql-tutorial-{}-{number}", std::process::id())))
            .find(|folder| private_directory(folder).is_ok())
            .map(Folder)
            .with_context(|| format!("cannot make a directory in {}", directory.display()))?;
        for (name, text) in FILES {
            let file = folder.0.join("lighthouse").join(name);
            let written =
                file.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(&file, text));
            written.with_context(|| format!("cannot unpack the workspace of the tutorial to {}", file.display()))?;
        }
        Ok(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Makes a directory that only its owner can enter.
fn private_directory(path: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_kept_where_all_state_is() {
        let root = std::env::temp_dir();
        let both = |name: &str| matches!(name, "DOCQL_STATE_DIR" | "XDG_STATE_HOME").then(|| root.join(name));
        assert_eq!(progress_file(both), Some(root.join("DOCQL_STATE_DIR").join("tutorial")));
        let one = |name: &str| (name == "XDG_STATE_HOME").then(|| root.join(name));
        assert_eq!(progress_file(one), Some(root.join("XDG_STATE_HOME").join("docql").join("tutorial")));
    }
}
