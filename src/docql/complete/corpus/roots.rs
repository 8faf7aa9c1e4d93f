//! Counts of the corpus for roots.

use crate::docql::complete::candidates::candidate::Candidate;
use crate::library::Library;

/// Adds to each root the number of items it can yield. A root without a step lists only the top level, so the detail
/// says what is counted.
pub(in crate::docql::complete) fn count_roots(roots: &mut [Candidate], library: &Library) {
    let counts = library.counts();
    for candidate in roots {
        candidate.count = match candidate.label.trim_start_matches('.') {
            "toc" => Some(u64::from(counts.symbols) + u64::from(counts.sections)),
            "content" => Some(u64::from(counts.sections)),
            "code" => Some(u64::from(counts.symbols)),
            "files" => Some(u64::from(counts.files)),
            "repos" => Some(library.repositories().len() as u64),
            _ => None,
        };
        match candidate.label.trim_start_matches('.') {
            "toc" => "at all levels".clone_into(&mut candidate.detail),
            "content" => "headings".clone_into(&mut candidate.detail),
            "code" => "declarations".clone_into(&mut candidate.detail),
            _ => {}
        }
    }
}
