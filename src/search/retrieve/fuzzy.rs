//! The last resort for names: beginnings of their parts run together, typos, then letters in the right order.

use super::channel_query::ChannelQuery;
use super::name_scan::Named;
use crate::library::{FileId, Letters, NodeRef};
use crate::search::model::match_class::MatchClass;
use crate::search::words::expand::WordForms;
use crate::search::words::spelling::{RunTogether, Spelling};
use crate::stdx::edit_distance;
use nucleo_matcher::pattern::{Atom, AtomKind, CaseMatching, Normalization};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use rayon::prelude::*;

/// Shorter words match everything.
const SHORTEST: usize = 3;

/// Names that are handed on, at most.
const MAX_NAMES: usize = 40;

/// A typo changes at most two letters, and there are at most two typos.
const MAX_CHANGED: u32 = 4;

/// The memory of one thread.
struct Tools {
    matcher: Matcher,
    characters: Vec<char>,
    spelling: Spelling,
}

/// The closeness that a name must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closeness {
    /// Beginnings of parts that follow each other, run together: `jsreader`.
    RunTogether,
    /// Words that are short for parts that follow each other: `UserMgr`.
    InShort,
    /// One or two wrong letters.
    Typos,
    /// That, or the same letters with others between them.
    Loose,
}

/// Nodes whose names are close to the words, the closest first.
pub(super) fn scan(query: &ChannelQuery<'_>, words: &[WordForms], closeness: Closeness) -> Vec<Named> {
    let joined: String = words.iter().map(|word| word.written.as_str()).collect();
    if joined.chars().count() < SHORTEST {
        return Vec::new();
    }
    let atom = Atom::new(&joined, CaseMatching::Ignore, Normalization::Smart, AtomKind::Fuzzy, false);
    let files: Vec<FileId> = query.files().collect();
    let tools =
        || Tools { matcher: Matcher::new(Config::DEFAULT), characters: Vec::new(), spelling: Spelling::default() };
    let mut found: Vec<(i32, Named)> = files
        .par_iter()
        .with_min_len(32)
        .map_init(tools, |tools, &file| in_file(query, (&joined, words), &atom, file, (tools, closeness)))
        .flatten_iter()
        .collect();
    found.sort_unstable_by_key(|(score, named)| (-score, named.length, named.node));
    found.truncate(MAX_NAMES);
    found.into_iter().map(|(_, named)| named).collect()
}

fn in_file(
    query: &ChannelQuery<'_>,
    (joined, words): (&str, &[WordForms]),
    atom: &Atom,
    file: FileId,
    (tools, closeness): (&mut Tools, Closeness),
) -> Vec<(i32, Named)> {
    let mut found = Vec::new();
    let Some(outline) = query.library.outline(file) else { return found };
    let (wanted, letters) = (Letters::of(joined), query.library.letters(file));
    // The matcher reads `é` as `e`.
    let loose = [wanted, Letters::foreign()];
    let is_held = matches!(closeness, Closeness::RunTogether | Closeness::InShort);
    let near = |number| if is_held { 0 } else { letters.near(number, wanted, MAX_CHANGED) };
    let parts: Vec<&str> = words.iter().map(|word| word.written.as_str()).collect();
    let likely = (0..letters.blocks())
        .take_while(|_| !query.ticket.is_stale())
        .flat_map(|number| letters.nodes(number, letters.block(number, &loose) | near(number)));
    for node in likely.map(|node| node as u32) {
        let kind = outline.kind(node);
        if !query.is_candidate(kind) {
            continue;
        }
        let name = outline.name(node);
        tools.spelling.read(name.as_bytes());
        let close = match closeness {
            Closeness::RunTogether => run_together(joined, name, &mut tools.spelling),
            Closeness::InShort => in_short(&parts, name, &mut tools.spelling),
            _ => typo(joined, tools.spelling.compact()).map(|score| (score, MatchClass::Typo)),
        };
        let close = close.or_else(|| {
            if closeness != Closeness::Loose {
                return None;
            }
            let characters = Utf32Str::new(name, &mut tools.characters);
            let score = atom.score(characters, &mut tools.matcher).map(i32::from);
            score.filter(|_| name.len() <= 4 * joined.len() + 8).map(|score| (score, MatchClass::Fuzzy))
        });
        if let Some((score, class)) = close
            && query.accepts(&outline, node)
        {
            let named = Named { node: NodeRef { file, node }, kind, class, length: name.len() as u32 };
            found.push((score, named));
        }
    }
    found
}

/// The score of a name of which `letters` are the beginnings of parts: the more of the parts, the higher.
fn run_together(letters: &str, name: &str, spelling: &mut Spelling) -> Option<(i32, MatchClass)> {
    if letters.len() >= spelling.bytes().len() {
        return None;
    }
    spelling.mark(name.as_bytes());
    let parts = spelling.run_together(letters.as_bytes())?;
    // Initials say all of a name, beginnings of some parts less.
    let is_all = spelling.initials().eq(letters.chars());
    Some((-(parts as i32), if is_all { MatchClass::Initials } else { MatchClass::Part }))
}

/// The score of a name for whose parts `words` are short: the more of the parts, the higher.
fn in_short(words: &[&str], name: &str, spelling: &mut Spelling) -> Option<(i32, MatchClass)> {
    spelling.mark(name.as_bytes());
    spelling
        .in_short(words)
        .map(|parts| (-(parts as i32), if parts == RunTogether::All { MatchClass::Initials } else { MatchClass::Part }))
}

/// A high score if `name` is `wanted` with one letter wrong (two, if it is long).
fn typo(wanted: &str, name: &str) -> Option<i32> {
    const BEST: i32 = 10_000;
    let limit = if wanted.len() < 8 { 1 } else { 2 };
    // Cheap tests first: most names differ in length, or at both ends.
    let is_near = name.len().abs_diff(wanted.len()) <= limit
        && (name.bytes().next() == wanted.bytes().next() || name.bytes().last() == wanted.bytes().last());
    if !is_near || wanted.len() <= SHORTEST {
        return None;
    }
    // Two letters in the wrong order are two edits but one typo.
    let distance = if is_swap(wanted, name) { 1 } else { edit_distance(wanted, name, limit) };
    (distance <= limit).then_some(BEST - distance as i32)
}

fn is_swap(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let Some(at) = a.iter().zip(b).position(|(x, y)| x != y) else { return false };
    a.len() == b.len() && at + 1 < a.len() && (a[at], a[at + 1]) == (b[at + 1], b[at]) && a[at + 2..] == b[at + 2..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos_are_near() {
        assert!(typo("tokne", "token").is_some() && typo("headign", "heading").is_some());
        assert!(typo("dooley", "doooley").is_some() && typo("validat", "validate").is_some());
        assert!(typo("token", "taken").is_some() && typo("token", "tiger").is_none() && typo("abc", "abd").is_none());
    }
}
