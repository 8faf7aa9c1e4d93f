//! `.search("words")`: ranked full text inside of a selection.

use super::eval::{Context, List};
use super::item::{Found, Item};
use crate::document::{Kind, Span};
use crate::library::{FileId, Library, NodeRef, TextQuery};
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
    let Some(fulltext) = library.fulltext() else { return Ok(Vec::new()) };
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
    let mut hits = fulltext.search(&all, &wanted, DEPTH, context.ticket).hits;
    context.check()?;
    if hits.is_empty() {
        hits = fulltext.search(&TextQuery { any: true, ..all }, &wanted, DEPTH, context.ticket).hits;
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
        .map(|hit| Found { score: Some(hit.score), ..Found::plain(item_at(library, hit.file, hit.span)) })
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
fn item_at(library: &Library, file: FileId, span: Span) -> Item {
    let node = library.outline(file).and_then(|outline| {
        let starts_here =
            (0..outline.len()).find(|&at| outline.span(at).start == span.start && outline.kind(at).in_outline());
        starts_here.or_else(|| outline.enclosing(span.start, |kind| kind == Kind::Heading || kind.is_symbol()))
    });
    node.map_or(Item::File(file), |node| Item::Node(NodeRef { file, node }))
}
