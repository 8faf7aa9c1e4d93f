//! Search words → rows: hits of one file together, and in each hit what matched.

use crate::app::QueryRequest;
use crate::docql::{self, Found, Heading, Hit, Results, Shape};
use crate::document::{Kind, LineIndex};
use crate::library::Library;
use crate::search::{self, Judge, Meant, Options, Ranked, Request, Reranked};
use crate::stdx::{find_ignoring_case, printable};
use std::collections::HashMap;
use std::ops::Range;

/// For so many hits the line is looked up that shows why they are hits.
const EXPLAINED: usize = 120;

/// Bytes of a hit's text that are searched for that line.
const LOOKED_AT: usize = 64 << 10;

/// Where what is counted and what can be shown differ, so many hits are ranked to know.
const DEEPEST: usize = 50_000;

/// Runs a search and presents what was found; `None` if newer work has been asked for. Where `batch` is given, all is
/// counted, within reason, and what is shown meanwhile goes there.
pub(in crate::workers) fn results(
    words: &Request,
    (options, judge): (&Options, &Judge),
    library: &Library,
    request: &QueryRequest,
    batch: Option<&dyn Fn(Results)>,
) -> Option<Results> {
    let (mut ranked, total, at_least) = ranked(words, options, library, request);
    if request.ticket.is_stale() {
        return None;
    }
    ranked.hits.truncate(request.limit);
    let reranked = search::rerank(&mut ranked, words, library, judge, &request.ticket).ok()?;
    let items = by_file(search::items(&ranked));
    let heading = Heading { query: reading(words), shape: Shape::Nodes, ranked: true, partial: None };
    let mut results = docql::present_items(heading, &items, library, request.limit);
    (results.total, results.at_least) = (total, at_least);
    results.is_provisional = options.meant == Meant::Later || reranked == Reranked::Later;
    let shown = search::shown(words);
    let wanted: Vec<&str> = shown.iter().map(String::as_str).collect();
    for (at, hit) in results.hits.iter_mut().enumerate() {
        if request.ticket.is_stale() {
            return None;
        }
        hit.name_marks = marks(&hit.name, &wanted);
        hit.snippet_marks = marks(&hit.snippet, &wanted);
        let says_why = !hit.name_marks.is_empty() || !hit.snippet_marks.is_empty();
        if (!says_why || hit.kind == Kind::Chunk) && at < EXPLAINED {
            explain(hit, &wanted, library);
        }
    }
    results.tried = search::summary(&ranked);
    let notes = search::notes(words, &ranked, library, &request.ticket);
    *if results.total == 0 { &mut results.hints } else { &mut results.notes } = notes;
    if let Some(batch) = batch.filter(|_| at_least && total < options.enough) {
        // What can be shown is shown; how much there is in all takes longer.
        batch(results.clone());
        let count = search::count(&ranked, (words, library), options, options.enough, &request.ticket);
        (results.total, results.files, results.at_least) = (count.hits, count.files, count.at_least);
    }
    (!request.ticket.is_stale()).then_some(results)
}

/// The ranked hits, how many there are, and whether there are more. Channels count what they find before pieces
/// of one section are joined and kinds are left out, so where that leaves too little all of it is ranked: what is
/// counted can be shown.
fn ranked(words: &Request, options: &Options, library: &Library, request: &QueryRequest) -> (Ranked, usize, bool) {
    let run = |limit| search::run(words, library, options, limit, &request.ticket);
    let mut ranked = run(request.limit);
    let mut deep = request.limit;
    if !ranked.is_whole && ranked.hits.len() < request.limit {
        deep = ranked.total.clamp(request.limit, request.limit.max(DEEPEST));
        ranked = run(deep);
    }
    let at_least = !ranked.is_whole && ranked.hits.len() >= deep;
    // Where there are too many to be counted, that is all there is to say.
    let least = if at_least { ranked.least.min(counted(request.limit)) } else { 0 };
    let total = ranked.hits.len().max(least);
    (ranked, total, at_least)
}

/// So many hits are counted where no more than `limit` are shown: what nobody is going to count either is "at least"
/// so many, and there is always more to load than is loaded.
pub(in crate::workers) fn counted(limit: usize) -> usize {
    limit.saturating_mul(4).max(1_000)
}

/// Hits of one file stand together, where the best of them stands.
fn by_file(items: Vec<Found>) -> Vec<Found> {
    let mut order: HashMap<u32, usize> = HashMap::new();
    let mut keyed: Vec<(usize, Found)> = Vec::with_capacity(items.len());
    for found in items {
        let file = found.item.file().map_or(u32::MAX, |file| file.0);
        let next = order.len();
        keyed.push((*order.entry(file).or_insert(next), found));
    }
    keyed.sort_by_key(|(place, _)| *place);
    keyed.into_iter().map(|(_, found)| found).collect()
}

/// How the words were read, as a line for people.
fn reading(words: &Request) -> String {
    let mut parts: Vec<String> = words.terms.clone();
    parts.extend(words.phrases.iter().map(|phrase| format!("\"{phrase}\"")));
    parts.extend(words.fuzzy.iter().map(|word| format!("~{word}~")));
    parts.extend(words.excluded.iter().map(|word| format!("-{word}")));
    let facets = &words.facets;
    for (name, values) in [("path", &facets.path), ("ext", &facets.ext), ("lang", &facets.lang), ("repo", &facets.repo)]
    {
        parts.extend(values.iter().map(|value| format!("{name}:{value}")));
    }
    parts.extend(facets.kind.iter().map(|kind| format!("kind:{}", kind.id())));
    format!("names, headings and text with {}", parts.join(" "))
}

/// Where the words occur, ignoring case; a word that does not occur whole counts where its parts do.
fn marks(text: &str, wanted: &[&str]) -> Vec<Range<usize>> {
    let mut marks: Vec<Range<usize>> = Vec::new();
    for word in wanted.iter().filter(|word| !word.is_empty()) {
        let mut at = 0;
        while let Some(found) = text.get(at..).and_then(|rest| find_ignoring_case(rest, word)) {
            if found.is_empty() {
                break;
            }
            marks.push(at + found.start..at + found.end);
            at += found.end;
        }
    }
    marks.sort_by_key(|mark| (mark.start, std::cmp::Reverse(mark.end)));
    marks.dedup_by(|later, earlier| later.start < earlier.end);
    marks
}

/// Shows the line that holds most of the words, where neither name nor snippet holds any.
fn explain(hit: &mut Hit, wanted: &[&str], library: &Library) {
    let Some(text) = library.find(&hit.path).and_then(|file| library.node_text(file).ok()) else { return };
    let span = hit.span.of(&text);
    let mut end = span.len().min(LOOKED_AT);
    while !span.is_char_boundary(end) {
        end -= 1;
    }
    let held = |line: &str| wanted.iter().filter(|word| find_ignoring_case(line, word).is_some()).count();
    // The first line that holds the most, and how many further ones hold as many.
    let (mut best, mut more) = ((0, 0, ""), 0);
    for (at, line) in span[..end].lines().enumerate() {
        let held = held(line);
        if held > best.0 {
            (best, more) = ((held, at, line), 0);
        } else {
            more += u32::from(held == best.0);
        }
    }
    let (1.., at, line) = best else { return };
    hit.more = more;
    let shown: String = printable(line.trim()).chars().take(400).collect();
    let found = marks(&shown, wanted);
    if matches!(hit.kind, Kind::Chunk | Kind::Paragraph) {
        // A piece of text has no name of its own: the line stands for it.
        hit.line = LineIndex::new(&text).line(hit.span.start) + at as u32;
        hit.role = "text";
        (hit.name, hit.name_marks) = (shown, found);
        (hit.snippet, hit.snippet_marks) = (String::new(), Vec::new());
    } else {
        (hit.snippet, hit.snippet_marks) = (shown, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_text_without_spaces_are_marked_one_by_one() {
        let marked = |words: &str, text: &str| -> Vec<String> {
            let shown = search::shown(&search::read(words));
            let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
            marks(text, &shown).into_iter().map(|mark| text[mark].to_owned()).collect()
        };
        assert_eq!(marked("如何配置用户的权限", "权限由用户配置"), ["权限", "用户", "配置"]);
        assert_eq!(marked("用户认证", "用户认证，认证用户"), ["用户认证", "认证", "用户"]);
        assert_eq!(marked("token bucket", "A bucket of tokens"), ["bucket", "token"]);
    }
}
