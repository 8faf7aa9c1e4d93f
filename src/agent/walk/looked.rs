//! What a step looked for to the letter: lines that tell of an option, or of a key.

use crate::agent::passages::declared::Declares;
use crate::agent::passages::lines::keyed::Keyed;
use crate::agent::passages::lines::token::Telling;
use crate::agent::passages::passage::Passage;
use crate::agent::passages::reading::Passages;
use crate::agent::passages::sought::{Names, Sets};
use crate::agent::question::relations::last_part;
use crate::agent::question::settings::defaults::NamedSetting;
use crate::agent::question::settings::sought::{Looks, Sought};
use crate::docql;
use crate::library::fold_words;
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

/// Passages that set what is sought, at most.
const MAX_SOUGHT: usize = 2;

/// The passages that set what a question seeks by what it is about, best first, and whether the best is called so.
pub(super) fn sought(
    sought: &Sought,
    looks: Looks,
    found: &[(&docql::Found, &docql::Hit)],
    passages: &mut Passages<'_>,
    words: &mut AskedWords,
) -> (Vec<Passage>, bool) {
    if looks == Looks::Members {
        let members = members(sought, found, passages, words);
        let is_sure = !members.is_empty();
        return (members, is_sure);
    }
    let mut lines: Vec<(Sets, usize)> = Vec::new();
    for (at, (found, hit)) in found.iter().enumerate() {
        lines.extend(passages.sets(sought, looks, found, hit).map(|sets| (sets, at)));
    }
    lines.sort_by_cached_key(|(sets, _)| sets.rank(sought.is_switched));
    let is_sure = lines.first().is_some_and(|(sets, _)| sets.names == Names::Key);
    lines.retain(|(sets, _)| (sets.names == Names::Key) == is_sure);
    let lines = lines.iter().take(MAX_SOUGHT);
    let passages = lines.filter_map(|(sets, at)| passages.setting(sets, found[*at].0, found[*at].1, words));
    (passages.collect(), is_sure)
}

/// The members that are called by one of the things that are sought, in what is called by the others, and that say what they
/// are by default.
fn members(
    sought: &Sought,
    found: &[(&docql::Found, &docql::Hit)],
    passages: &mut Passages<'_>,
    words: &mut AskedWords,
) -> Vec<Passage> {
    let mut named: Vec<(usize, usize)> = Vec::new();
    for (at, (found, hit)) in found.iter().enumerate() {
        // What it lies in is named last.
        let own = fold_words(hit.context.rsplit([' ', '.', ':', '\\', ',']).next().unwrap_or_default());
        let all: Vec<String> = fold_words(&hit.name).into_iter().chain(own.iter().cloned()).collect();
        let is_one = sought.is_in(&all) && !sought.is_in(&fold_words(&hit.name));
        let name = NamedSetting::written(&hit.name);
        let is_given = is_one
            && passages.declared_of(&name, found, hit, words).is_some_and(|declared| {
                !declared.is_beside && matches!(declared.declares, Declares::Value | Declares::Stated)
            });
        if is_given {
            named.push((sought.others(&own), at));
        }
    }
    named.sort_unstable();
    let named = named.iter().take(1);
    named.filter_map(|(_, at)| passages.declaring(found[*at].0, found[*at].1, words)).collect()
}

/// The files of what was found, if none of them would say that it is there: tools and others have written them, or they
/// are tests.
pub(super) fn elsewhere(
    found: &[(&docql::Found, &docql::Hit)],
    total: usize,
    passages: &mut Passages<'_>,
) -> Option<Vec<String>> {
    if total > found.len() || found.iter().any(|(found, hit)| passages.tells_of_program(found, hit)) {
        return None;
    }
    let mut paths: Vec<String> = Vec::new();
    for (_, hit) in found {
        if !paths.iter().any(|path| **path == *hit.path) {
            paths.push(hit.path.to_string());
        }
    }
    Some(paths)
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
