//! `.search("words")`: ranked full text inside of a selection.

use super::eval::{Context, List};
use super::item::{Found, Item};
use crate::document::Span;
use crate::library::{FileId, HitWords, Library, NodeRef, Place, TextHit, TextQuery};
use crate::stdx::Stale;
use std::collections::HashMap;

/// Most entries of the index that are looked at.
const DEPTH: usize = 5_000;

/// What of a file was selected before the search.
enum Selected {
    All,
    Parts(Vec<Span>),
}

/// The sections and symbols inside of `list` that hold the words, best first.
pub(super) fn search(words: &str, list: &List, context: Context<'_>) -> Result<List, Stale> {
    let library = context.library;
    let mut selected: HashMap<FileId, Selected> = HashMap::new();
    for found in list {
        select(library, found, &mut selected);
    }
    let terms: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    if terms.is_empty() || selected.is_empty() {
        return Ok(Vec::new());
    }
    let all = TextQuery { terms, ..TextQuery::default() };
    let wanted = |file: FileId| selected.contains_key(&file);
    let words = HitWords::of(&all);
    let mut hits = library.search_text(&all, &wanted, DEPTH, context.ticket).hits;
    context.check()?;
    if hits.is_empty() {
        hits = library.search_text(&TextQuery { any: true, ..all }, &wanted, DEPTH, context.ticket).hits;
        context.check()?;
    }
    Ok(hits
        .into_iter()
        .filter(|hit| match selected.get(&hit.file) {
            Some(Selected::All) => true,
            Some(Selected::Parts(parts)) => {
                parts.iter().any(|part| part.start < hit.span.end && hit.span.start < part.end)
            }
            None => false,
        })
        .map(|hit| Found { score: Some(hit.score), ..Found::plain(item_at(library, &hit, &words)) })
        .collect())
}

fn select(library: &Library, found: &Found, selected: &mut HashMap<FileId, Selected>) {
    let span = match &found.item {
        Item::File(file) => {
            selected.insert(*file, Selected::All);
            return;
        }
        Item::Node(node) => library.outline(node.file).map(|outline| (node.file, outline.span(node.node))),
        Item::Excerpt(excerpt) => Some((excerpt.file, excerpt.span)),
        _ => None,
    };
    if let Some((file, span)) = span {
        match selected.entry(file).or_insert_with(|| Selected::Parts(Vec::new())) {
            Selected::Parts(parts) => parts.push(span),
            Selected::All => {}
        }
    }
}

/// The section or symbol that an entry of the index stands for, else the file.
fn item_at(library: &Library, hit: &TextHit, words: &HitWords) -> Item {
    match library.place_of(hit, words, |_| true) {
        Place::Node(node) => Item::Node(NodeRef { file: hit.file, node }),
        Place::Text | Place::Unwanted => Item::File(hit.file),
    }
}
