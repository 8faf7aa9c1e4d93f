//! `docql tutorial`: ten steps on a small workspace that is in the program.

use super::unpacked::Unpacked;
use crate::app::Sought;
use crate::app::tutorial::{STEPS, Tutorial};
use crate::indexer::WorkspaceOptions;
use crate::tui::Ending;
use crate::workers::{SettingsSource, state_directory};
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
    let lighthouse = Unpacked::new("lighthouse", FILES.iter().map(|(path, text)| (*path, (*text).to_owned())))?;
    let mut workspace = WorkspaceOptions::at(lighthouse.root());
    workspace.index = None;
    let tutorial = Tutorial { done: reached % STEPS.len(), part: 0, praised: false };
    let options = crate::tui::Options {
        workspace,
        query: None,
        sought: Sought::Contents,
        changes: false,
        settings,
        state: None,
        models: None,
        resume: false,
        pick: false,
        pick_query: false,
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
