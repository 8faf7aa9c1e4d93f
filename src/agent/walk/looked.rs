//! What a step looked for to the letter: lines that tell of an option, or of a key.

use crate::agent::passages::lines::keyed::Keyed;
use crate::agent::passages::lines::token::Telling;
use crate::agent::passages::passage::Passage;
use crate::agent::passages::reading::Passages;
use crate::agent::question::relations::last_part;
use crate::docql;
use crate::search::AskedWords;

/// Passages of documents that describe a token, at most; of each other sort there is one.
const MAX_DESCRIBING: usize = 2;

/// Tests that name something that are read, at most.
const MAX_NAMING: usize = 40;

/// Passages of one sort that tell of a key, at most: a key is often read in several places.
const MAX_KEYED: usize = 2;

/// The passages that describe a token, or read it, best first.
pub(super) fn described(
    token: &str,
    is_bare: bool,
    found: &[(&docql::Found, &docql::Hit)],
    passages: &mut Passages<'_>,
    words: &mut AskedWords,
) -> Vec<Passage> {
    let mut lines: Vec<(Telling, usize)> = found
        .iter()
        .enumerate()
        .filter_map(|(at, (found, hit))| Some((passages.telling_of((token, is_bare), found, hit)?, at)))
        .collect();
    lines.sort_unstable();
    let mut seen = [0; Telling::COUNT];
    lines.retain(|(telling, _)| {
        let seen = &mut seen[*telling as usize];
        *seen += 1;
        *seen <= if *telling == Telling::Describes { MAX_DESCRIBING } else { 1 }
    });
    lines.iter().filter_map(|(_, at)| passages.beginning_at(found[*at].0, found[*at].1, words)).collect()
}

/// The passages that tell of a key, best first.
pub(super) fn keyed(
    key: &str,
    found: &[(&docql::Found, &docql::Hit)],
    passages: &mut Passages<'_>,
    words: &mut AskedWords,
) -> Vec<Passage> {
    let mut lines: Vec<(Keyed, usize)> = Vec::new();
    for (at, (found, hit)) in found.iter().enumerate() {
        lines.extend(passages.keyed_of(key, found, hit).map(|keyed| (keyed, at)));
    }
    lines.sort_unstable();
    let mut seen = [0; Keyed::COUNT];
    let mut kept: Vec<Passage> = Vec::new();
    for (keyed, at) in lines {
        if seen[keyed as usize] < MAX_KEYED
            && let Some(passage) = passages.keying(keyed, found[at].0, found[at].1, words)
            && !kept.iter().any(|known| known.repeats(&passage))
        {
            seen[keyed as usize] += 1;
            kept.push(passage);
        }
    }
    kept
}

/// Tests that name something, those first that are called by it.
pub(super) fn naming(
    name: &str,
    found: &[(&docql::Found, &docql::Hit)],
    passages: &mut Passages<'_>,
    words: &mut AskedWords,
) -> Vec<Passage> {
    let tests = found.iter().filter(|(found, _)| passages.is_test(found)).take(MAX_NAMING).collect::<Vec<_>>();
    let mut tests: Vec<Passage> = tests.iter().filter_map(|(found, hit)| passages.of(found, hit, words)).collect();
    let name = last_part(name);
    tests.retain(|test| test.tests_by_name(name));
    tests.sort_by_key(|test| !test.is_called_by(name));
    tests
}
