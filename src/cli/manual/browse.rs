//! The manual in the explorer: a workspace made of its pages.

use super::pages::PAGES;
use super::unpacked::Unpacked;
use crate::app::{Keymap, Sought};
use crate::cli::run::settings::variable;
use crate::indexer::WorkspaceOptions;
use crate::workers::{SettingsSource, StateStore, state_directory};
use std::path::{Path, PathBuf};

/// What bookmarks and the last session in the manual are kept under, wherever it is unpacked.
const STATE: &str = "the docql manual";

/// Opens the explorer on the manual.
///
/// # Errors
/// The pages cannot be unpacked, or there is no terminal.
pub(super) fn run(settings: SettingsSource, keymap: &Keymap) -> anyhow::Result<()> {
    let pages = Unpacked::new("manual", PAGES.iter().map(|page| (page.file, page.markdown(keymap))))?;
    let mut workspace = WorkspaceOptions::at(pages.root());
    workspace.index = None;
    let given = variable("DOCQL_STATE_DIR").and_then(|given: PathBuf| std::path::absolute(given).ok());
    let state = state_directory(given, variable).map(|directory| StateStore::new(&directory, Path::new(STATE)));
    crate::tui::run(crate::tui::Options {
        workspace,
        query: None,
        sought: Sought::Contents,
        changes: false,
        settings,
        state,
        models: None,
        resume: false,
        pick: false,
        pick_query: false,
        lines: None,
        tutorial: None,
    })?;
    Ok(())
}
