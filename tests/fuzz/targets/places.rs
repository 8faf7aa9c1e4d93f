//! Stack traces, compiler messages, ids and paths, as they are pasted.
#![cfg_attr(fuzzing, no_main)]

use docql::docql::Reference;
use docql::engine;
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::library::Library;
use docql::search::PathQuery;
use std::path::Path;
use std::sync::{Arc, OnceLock};

include!("driver.inc.rs");

/// The fixtures, without an index on disk.
fn library() -> Arc<Library> {
    static WORKSPACE: OnceLock<Indexer> = OnceLock::new();
    let open = || {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
        Indexer::open(WorkspaceOptions::at(fixtures)).expect("a workspace")
    };
    WORKSPACE.get_or_init(open).library()
}

target!(|text: &str| {
    let library = library();
    if let Some((results, found)) = engine::places(&library, text) {
        assert!(results.hits.len() <= found.len());
    }
    PathQuery::read(text, &library);
    if let Some(reference) = Reference::read(text, &library) {
        reference.find(&library);
    }
});
