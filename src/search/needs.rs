//! Needs of a search: what must be indexed before it answers, and what would make its answer better.

use crate::library::{FileId, Library, NeededName, Needs};
use crate::search::model::answer::{Ranked, RankedHit, TOO_FEW};
use crate::search::model::target::Target;
use crate::search::parts;
use crate::search::request::read::Request;
use crate::search::words::expand::forms;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The index that a complete answer needs; [`crate::search::run`] answers before that, with less. Every text, and the
/// structure of the files that hold all of the words: names match only there. Names that are spelled differently may be
/// anywhere.
pub fn needs(request: &Request) -> Needs {
    if request.is_empty() {
        let has_kinds = request.lists() && !(request.facets.kind.is_empty() && request.without.kind.is_empty());
        return if has_kinds { Needs::Structure } else { Needs::Files };
    }
    if parts::are_wanted(request) {
        return Needs::Structure;
    }
    if !request.fuzzy.is_empty() {
        return Needs::FullText;
    }
    // What a call names is declared where its arguments need not be.
    let forms = forms(&request.as_name.as_deref().unwrap_or(request).terms);
    let words = forms.iter().filter_map(|word| word.forms.first()).chain(&request.phrases);
    Needs::Text(vec![NeededName::part(words.map(String::as_str).collect::<Vec<_>>().join(" "))])
}

/// An index that would make an answer better which was found with the structure of some files only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The structure of these files: hits in them do not know what they lie in.
    Files(Vec<Arc<str>>),
    /// The structure of all files: too little was found, and names may be spelled nearly so.
    Structure,
}

/// The index that `ranked` lacks; `None` if it is as good as it gets.
pub fn wish(ranked: &Ranked, library: &Library) -> Option<Wish> {
    if library.is_complete() {
        return None;
    }
    if ranked.total < TOO_FEW {
        return Some(Wish::Structure);
    }
    let unknown = |hit: &RankedHit| match hit.target {
        Target::Text { file, .. } if !library.is_indexed(file) => Some(file),
        _ => None,
    };
    let files: BTreeSet<FileId> = ranked.hits.iter().filter_map(unknown).collect();
    let paths: Vec<Arc<str>> = files.into_iter().map(|file| Arc::clone(&library.file(file).path)).collect();
    if paths.is_empty() { None } else { Some(Wish::Files(paths)) }
}
