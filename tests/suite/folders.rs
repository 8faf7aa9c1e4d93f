//! Folders that tests make.

use docql::agent::{Research, ResearchLimits, research};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;
use std::path::Path;

/// Writes a file, and the folders that it stands in.
pub fn write(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

/// What research finds in a folder of these files.
pub fn ask(files: &[(&str, &str)], question: &str) -> Research {
    let folder = tempfile::tempdir().expect("a folder");
    files.iter().for_each(|(name, text)| write(folder.path(), name, text));
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    research(&workspace, question, ResearchLimits::default(), &Ticket::forever(), &|_| {}).expect("an answer")
}
