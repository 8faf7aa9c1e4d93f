//! The last resort for names: slips of the keys, then letters in the right order.

use super::channels::Question;
use super::scan::Named;
use crate::library::{FileId, Letters, NodeRef};
use crate::search::rank::match_class::Tier;
use crate::search::words::expand::WordForms;
use crate::search::words::spelling::Spelling;
use crate::stdx::edit_distance;
use nucleo_matcher::pattern::{Atom, AtomKind, CaseMatching, Normalization};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use rayon::prelude::*;

/// Shorter words match everything.
const SHORTEST: usize = 3;

/// How many loose matches are of use.
const MOST: usize = 40;

/// A slip changes at most two letters, and there are at most two slips.
const MOST_CHANGED: u32 = 4;

/// What one thread needs.
struct Tools {
    matcher: Matcher,
    characters: Vec<char>,
    spelling: Spelling,
}

/// How close a name must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closeness {
    /// One or two wrong letters.
    Slips,
    /// That, or the same letters with others between them.
    Loose,
}

/// Nodes whose names are close to the words, the closest first.
pub(super) fn scan(question: &Question<'_>, words: &[WordForms], closeness: Closeness) -> Vec<Named> {
    let joined: String = words.iter().map(|word| word.written.as_str()).collect();
    if joined.chars().count() < SHORTEST {
        return Vec::new();
    }
    let atom = Atom::new(&joined, CaseMatching::Ignore, Normalization::Smart, AtomKind::Fuzzy, false);
    let files: Vec<FileId> = question.files().collect();
    let tools =
        || Tools { matcher: Matcher::new(Config::DEFAULT), characters: Vec::new(), spelling: Spelling::default() };
    let mut found: Vec<(i32, Named)> = files
        .par_iter()
        .with_min_len(32)
        .map_init(tools, |tools, &file| in_file(question, &joined, &atom, file, (tools, closeness)))
        .flatten_iter()
        .collect();
    found.sort_unstable_by_key(|(score, named)| (-score, named.length, named.node));
    found.truncate(MOST);
    found.into_iter().map(|(_, named)| named).collect()
}

fn in_file(
    question: &Question<'_>,
    joined: &str,
    atom: &Atom,
    file: FileId,
    (tools, closeness): (&mut Tools, Closeness),
) -> Vec<(i32, Named)> {
    let mut found = Vec::new();
    let Some(outline) = question.library.outline(file) else { return found };
    let (wanted, letters) = (Letters::of(joined), question.library.letters(file));
    // The matcher reads `é` as `e`.
    let loose = [wanted, Letters::foreign()];
    let likely = (0..letters.blocks()).take_while(|_| !question.ticket.is_stale()).flat_map(|number| {
        letters.nodes(number, letters.block(number, &loose) | letters.near(number, wanted, MOST_CHANGED))
    });
    for node in likely.map(|node| node as u32) {
        let kind = outline.kind(node);
        if !question.is_candidate(kind) {
            continue;
        }
        let name = outline.name(node);
        tools.spelling.read(name.as_bytes());
        let slip = slip(joined, tools.spelling.compact());
        let tier = if slip.is_some() { Tier::Slip } else { Tier::Fuzzy };
        let score = slip.or_else(|| {
            if closeness == Closeness::Slips {
                return None;
            }
            let characters = Utf32Str::new(name, &mut tools.characters);
            atom.score(characters, &mut tools.matcher).map(i32::from).filter(|_| name.len() <= 4 * joined.len() + 8)
        });
        if let Some(score) = score
            && question.filter.accepts_name(name)
        {
            let named = Named { node: NodeRef { file, node }, kind, tier, length: name.len() as u32 };
            found.push((score, named));
        }
    }
    found
}

/// A high score if `name` is `wanted` with one letter wrong (two, if it is long).
fn slip(wanted: &str, name: &str) -> Option<i32> {
    const BEST: i32 = 10_000;
    let limit = if wanted.len() < 8 { 1 } else { 2 };
    // Cheap tests first: most names differ in length, or at both ends.
    let is_near = name.len().abs_diff(wanted.len()) <= limit
        && (name.bytes().next() == wanted.bytes().next() || name.bytes().last() == wanted.bytes().last());
    if !is_near || wanted.len() <= SHORTEST {
        return None;
    }
    // Two letters in the wrong order are two edits but one slip.
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
    fn slips_of_the_keys_are_near() {
        assert!(slip("tokne", "token").is_some() && slip("headign", "heading").is_some());
        assert!(slip("dooley", "doooley").is_some() && slip("validat", "validate").is_some());
        assert!(slip("token", "taken").is_some() && slip("token", "tiger").is_none() && slip("abc", "abd").is_none());
    }
}
