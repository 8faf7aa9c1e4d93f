//! What the first question would have to wait for, done before it is asked: pages of a saved index that nobody has read
//! since the start, and what colours need that is made once.

use crate::document::{FormatFamily, LineIndex, Span};
use crate::engine;
use crate::languages::highlight::{HighlightBudget, highlight};
use crate::library::Library;
use crate::stdx::{Stale, Ticket};
use rayon::ThreadPoolBuilder;
use std::collections::HashMap;

/// Reads the letters of all names, which every search needs, until `needed` is stale; then, as long as nobody has asked
/// anything, what the first question touches. It takes one thread, so that another can do what people wait for.
pub(in crate::workers) fn warm(library: &Library, needed: &Ticket, unasked: &Ticket) -> Result<(), Stale> {
    library.read_letters(needed)?;
    unasked.check()?;
    if let Some(language) = most_common_language(library) {
        // No text has colours, but what they come from is read.
        highlight(language, "\n", &LineIndex::new("\n"), Span::new(0, 1), &HighlightBudget::default());
    }
    // Without it the first search is slower, and that is all.
    let Ok(alone) = ThreadPoolBuilder::new().num_threads(1).thread_name(|_| "warm".to_owned()).build() else {
        return Ok(());
    };
    alone.install(|| engine::warm(library, unasked))
}

/// The programming language of the most files.
fn most_common_language(library: &Library) -> Option<&'static str> {
    let mut counts: HashMap<&'static str, usize> = HashMap::new();
    let code = library.files().iter().filter(|file| file.format.family == FormatFamily::Code);
    code.for_each(|file| *counts.entry(file.format.id).or_default() += 1);
    counts.into_iter().max_by_key(|(id, count)| (*count, *id)).map(|(id, _)| id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::indexer::{Indexer, WorkspaceOptions};
    use crate::library::Needs;
    use crate::stdx::Tickets;

    #[test]
    fn what_nobody_waits_for_ends_with_the_first_question() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in [("a.rs", "fn add() {}\n"), ("b.rs", "struct Ab;\n"), ("c.py", "def a():\n    pass\n")] {
            std::fs::write(folder.path().join(name), text).expect("a file");
        }
        let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
        let forever = Ticket::forever();
        indexer.ensure(&Needs::FullText, &forever, &|_| {}).expect("nobody overtakes it");
        let library = indexer.library();
        assert_eq!(most_common_language(&library), Some("rust"));
        let questions = Tickets::default();
        let unasked = questions.issue();
        assert_eq!(warm(&library, &forever, &unasked), Ok(()));
        questions.cancel();
        assert_eq!(warm(&library, &forever, &unasked), Err(Stale));
        assert_eq!(warm(&library, &unasked, &forever), Err(Stale));
    }
}
