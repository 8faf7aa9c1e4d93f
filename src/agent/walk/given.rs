//! Passages that say what a setting is where nobody has set it.

use crate::agent::passages::declared::{Declared, Declares};
use crate::agent::passages::lines::setting::Called;
use crate::agent::passages::passage::Passage;
use crate::agent::passages::reading::Passages;
use crate::agent::question::settings::defaults::{self, NamedSetting, Setting};
use crate::docql;
use crate::document::FormatFamily;
use crate::search::AskedWords;

/// Passages of each sort that say what a setting is by default, at most.
const MAX_SETTING: usize = 1;

/// Passages that give a named setting its default, at most.
const MAX_GIVING: usize = 2;

/// The share of the question's words, but for those that ask for a default, that such a line and its place hold at least.
const OF_SETTING: f32 = 0.5;

/// The passages that set what a question asks the default of, best first.
pub(super) fn setting(
    found: &[(&docql::Found, &docql::Hit)],
    passages: &mut Passages<'_>,
    words: &mut AskedWords,
) -> Vec<Passage> {
    let asked = words.words.iter().enumerate().filter(|(_, word)| !defaults::is_asking(&word.written));
    let asked: u64 = asked.fold(0, |bits, (at, _)| bits | 1 << at);
    let whole = words.weight(asked);
    let mut lines: Vec<(Setting, f32, usize)> = Vec::new();
    for (at, (found, hit)) in found.iter().enumerate() {
        if let Some((setting, held)) = passages.setting_of(found, hit, words) {
            let weight = words.weight(held & asked);
            if weight >= whole * OF_SETTING {
                lines.push((setting, weight, at));
            }
        }
    }
    lines.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
    let lines = lines.iter().take(MAX_SETTING);
    lines.filter_map(|(.., at)| passages.of(found[*at].0, found[*at].1, words)).collect()
}

/// The passages that give a named setting its default, best first: one of a program, one of a document.
pub(super) fn named_setting(
    name: &NamedSetting,
    found: &[(&docql::Found, &docql::Hit)],
    passages: &mut Passages<'_>,
    words: &mut AskedWords,
) -> Vec<Passage> {
    let mut lines: Vec<(Setting, Called, f32, usize)> = Vec::new();
    let mut families = Vec::new();
    for (at, (found, hit)) in found.iter().enumerate() {
        let given = passages.given_of(name, found, hit, words);
        families.push(given.as_ref().map(|given| given.family));
        if let Some(given) = given.filter(|given| given.called != Called::Longer || name.may_be_longer()) {
            lines.push((given.setting, given.called, words.weight(given.held), at));
        }
    }
    // What a program does tells more than what a document says of it.
    let is_said = |at: usize| families[at] == Some(FormatFamily::Prose);
    // A longer name is another setting, most often; a bare value may be anything.
    let rank = |&(setting, called, _, at): &(Setting, Called, f32, usize)| {
        (setting == Setting::Value, called == Called::Longer, setting, called, is_said(at))
    };
    lines.sort_by(|a, b| rank(a).cmp(&rank(b)).then(b.2.total_cmp(&a.2)).then(a.3.cmp(&b.3)));
    let mut seen = Vec::new();
    lines.retain(|(setting, .., at)| {
        let is_first = !seen.contains(&families[*at]) && (seen.is_empty() || *setting <= Setting::Default);
        seen.push(families[*at]);
        is_first
    });
    lines
        .iter()
        .take(MAX_GIVING)
        .filter_map(|(.., at)| passages.giving(name, found[*at].0, found[*at].1, words))
        .collect()
}

/// The declarations that say what a named setting is by default, best first; else, and then it is not sure, those that
/// only declare it.
pub(super) fn declared_setting(
    name: &NamedSetting,
    found: &[(&docql::Found, &docql::Hit)],
    passages: &mut Passages<'_>,
    words: &mut AskedWords,
) -> (Vec<Passage>, bool) {
    let mut lines: Vec<(Declared, usize)> = Vec::new();
    for (at, (found, hit)) in found.iter().enumerate() {
        lines.extend(passages.declared_of(name, found, hit, words).map(|declared| (declared, at)));
    }
    lines.sort_by(|(a, at), (b, other)| {
        let rank = |one: &Declared| (one.is_part, one.declares == Declares::Nothing, one.is_beside, one.declares);
        let by_place = rank(a).cmp(&rank(b));
        by_place.then(words.weight(b.held).total_cmp(&words.weight(a.held))).then(at.cmp(other))
    });
    let is_sure = lines.first().is_some_and(|(declared, _)| declared.declares != Declares::Nothing);
    lines.retain(|(declared, _)| !is_sure || declared.declares != Declares::Nothing);
    let lines = lines.iter().take(MAX_GIVING);
    (lines.filter_map(|(_, at)| passages.declaring(found[*at].0, found[*at].1, words)).collect(), is_sure)
}
