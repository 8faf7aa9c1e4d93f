//! `.search("words")`: ranked full-text search inside a list.

use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::list::List;
use crate::document::Span;
use crate::library::{FileId, HitPlace, HitWords, Library, NodeRef, TextHit, TextQuery};
use crate::stdx::Stale;
use regex::Regex;
use std::collections::{HashMap, HashSet};

/// Index entries read, at most.
const MAX_ENTRIES: usize = 5_000;

/// White space and the signs with which comments begin a line.
const BETWEEN_WORDS: &str = r"\s[\s*/#]*";

/// The part of a file to search.
enum SearchArea {
    All,
    Parts(Vec<Span>),
}

/// The sections and symbols inside the items of `list` that contain the words, best first.
pub(in crate::docql::eval) fn search(words: &str, list: &List, context: Context<'_>) -> Result<List, Stale> {
    let library = context.library;
    let mut selected: HashMap<FileId, SearchArea> = HashMap::new();
    for found in list {
        select(library, found, &mut selected);
    }
    let all = read(words);
    if all.terms.is_empty() && all.phrases.is_empty() || selected.is_empty() {
        return Ok(Vec::new());
    }
    let wanted = |file: FileId| selected.contains_key(&file);
    let words = HitWords::of(&all);
    let capitals: Vec<Regex> = all.phrases.iter().filter_map(|phrase| with_capitals(phrase)).collect();
    let mut hits = library.search_text(&all, &wanted, MAX_ENTRIES, context.ticket).hits;
    context.check()?;
    if hits.is_empty() {
        hits = library.search_text(&TextQuery { any: true, ..all }, &wanted, MAX_ENTRIES, context.ticket).hits;
        context.check()?;
    }
    if !capitals.is_empty() {
        let text = |file: FileId| match library.file(file).format.derived_text {
            true => library.node_text(file),
            false => library.peek_text(file),
        };
        let says_all = |hit: &TextHit| text(hit.file).is_ok_and(|text| says(&text, hit.span, &capitals));
        hits.retain(|hit| !context.ticket.is_stale() && says_all(hit));
        context.check()?;
    }
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for (hit, places) in library.places_of(hits, &words, |_, _| true, context.ticket) {
        let Some(parts) = selected.get(&hit.file) else { continue };
        for (place, _) in places {
            if parts.contains(place, &hit, library) && seen.insert((hit.file, place)) {
                found.push(Found { score: Some(hit.score), ..Found::plain(item_at(hit.file, place)) });
            }
        }
    }
    context.check()?;
    Ok(found)
}

/// The pattern of a phrase in which capitals count: one that has any, as in words that are searched.
fn with_capitals(phrase: &str) -> Option<Regex> {
    if !phrase.chars().any(char::is_uppercase) {
        return None;
    }
    let words: Vec<String> = phrase.split_whitespace().map(regex::escape).collect();
    Regex::new(&words.join(BETWEEN_WORDS)).ok()
}

/// True if a part of a text has a match of all patterns.
fn says(text: &str, span: Span, patterns: &[Regex]) -> bool {
    let part = text.get(span.start as usize..span.end as usize).unwrap_or(text);
    patterns.iter().all(|pattern| pattern.is_match(part))
}

/// The words of a search: `"phrases in quotes"` hold their order, `-words` and `-"phrases"` must not occur. From
/// nothing nothing is left out: `-Xmx` alone is looked for.
fn read(words: &str) -> TextQuery {
    let mut query = TextQuery::default();
    let mut rest = words.trim_start();
    while !rest.is_empty() {
        let body = rest.strip_prefix('-').filter(|body| body.starts_with(|c: char| c.is_alphanumeric() || c == '"'));
        let (is_excluded, text) = (body.is_some(), body.unwrap_or(rest));
        let phrase = text.strip_prefix('"').and_then(|inner| inner.split_once('"'));
        let (said, after) = match phrase {
            Some((phrase, after)) => (phrase.trim(), after),
            None => text.split_at(text.find(char::is_whitespace).unwrap_or(text.len())),
        };
        let list = match (is_excluded, phrase) {
            (true, _) => &mut query.excluded,
            (false, Some(_)) => &mut query.phrases,
            (false, None) => &mut query.terms,
        };
        if !said.is_empty() {
            list.push(said.to_owned());
        }
        rest = after.trim_start();
    }
    if query.terms.is_empty() && query.phrases.is_empty() {
        query.terms = words.split_whitespace().map(str::to_owned).collect();
        query.excluded.clear();
    }
    query
}

impl SearchArea {
    /// True if the place of an index entry is in the area.
    fn contains(&self, place: HitPlace, hit: &TextHit, library: &Library) -> bool {
        let SearchArea::Parts(parts) = self else { return true };
        let node = if let HitPlace::Node(node) = place { Some(node) } else { None };
        let of_node = node.and_then(|node| Some(library.outline(hit.file)?.span(node)));
        // A section includes its subsections; the part with the words counts.
        let span =
            of_node.map_or(hit.span, |span| Span::new(span.start.max(hit.span.start), span.end.min(hit.span.end)));
        parts.iter().any(|part| part.start < span.end && span.start < part.end)
    }
}

fn select(library: &Library, found: &Found, selected: &mut HashMap<FileId, SearchArea>) {
    let span = match &found.item {
        Item::File(file) => {
            selected.insert(*file, SearchArea::All);
            return;
        }
        Item::Node(node) => library.outline(node.file).map(|outline| (node.file, outline.span(node.node))),
        Item::Excerpt(excerpt) => Some((excerpt.file, excerpt.span)),
        _ => None,
    };
    if let Some((file, span)) = span {
        match selected.entry(file).or_insert_with(|| SearchArea::Parts(Vec::new())) {
            SearchArea::Parts(parts) => parts.push(span),
            SearchArea::All => {}
        }
    }
}

/// The section or symbol at a place, else the file.
fn item_at(file: FileId, place: HitPlace) -> Item {
    match place {
        HitPlace::Node(node) => Item::Node(NodeRef { file, node }),
        HitPlace::File | HitPlace::Text => Item::File(file),
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn phrases_and_exclusions_are_read() {
        let list = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let query = read(r#"auth "exact  phrase" -test -"not this" don"t a-b - x"#);
        assert_eq!(query.terms, list(&["auth", "don\"t", "a-b", "-", "x"]));
        assert_eq!((query.phrases, query.excluded), (list(&["exact  phrase"]), list(&["test", "not this"])));
        assert_eq!((read("-Xmx").terms, read("-Xmx").excluded), (list(&["-Xmx"]), list(&[])));
        assert_eq!(read(r#""open"#).terms, list(&["\"open"]));
        assert_eq!(read("").terms, list(&[]));
    }
}
