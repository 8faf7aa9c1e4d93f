//! Values that a question spells nearly as they stand in rows: "tracks by Led Zepelin", "orders from Frnace".

use super::asked::{Asked, Word};
use crate::agent::tables::vocabulary::letters::unmarked;
use crate::library::fold_words;
use crate::stdx::edit_distance;
use std::collections::BTreeSet;

/// Words of a value, at most, and letters of a word that may be misspelt, at least.
const MAX_WORDS: usize = 6;
const SHORTEST: usize = 4;

/// Letters of a word from which on two of them may be others, and from which on a word without a capital may be a name.
const LONG: usize = 8;
const SURELY_NAME: usize = 8;

/// A question in which what is nearly a value is that value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agent::tables) struct Respelled {
    pub question: String,
    /// What was read otherwise than it is written.
    pub note: String,
}

/// The question with the one value in it that is nearly written there; `None` if there is none, or several are as near.
/// `is_known` tells the words that are none of a value.
pub(in crate::agent::tables) fn respelled(
    asked: &Asked,
    values: &BTreeSet<String>,
    is_known: &dyn Fn(&Word) -> bool,
) -> Option<Respelled> {
    let plain: Vec<String> = asked.words.iter().map(|word| unmarked(&word.lower)).collect();
    let exact: BTreeSet<String> =
        values.iter().flat_map(|value| fold_words(&unmarked(&value.to_lowercase()))).collect();
    // A word that stands in a value as it is written is not misspelt.
    let mut misspelt = doubtful(asked, is_known);
    misspelt.retain(|at| !exact.contains(&plain[*at]));
    if misspelt.is_empty() {
        return None;
    }
    let mut best: Vec<(usize, usize, usize, usize, &String)> = Vec::new();
    for value in values {
        let words = fold_words(&unmarked(&value.to_lowercase()));
        if words.is_empty() || words.len() > MAX_WORDS {
            continue;
        }
        for &at in &misspelt {
            for start in (at + 1).saturating_sub(words.len())..=at {
                let here = plain.get(start..start + words.len()).unwrap_or_default();
                let is_name = asked.words[at].is_proper || asked.words[at].is_quoted;
                if let Some(far) = distance(here, &words).filter(|far| is_name || *far == 1) {
                    best.push((usize::MAX - words.len(), far, start, words.len(), value));
                }
            }
        }
    }
    best.sort();
    let (length, far, start, count, value) = best.first().copied()?;
    let is_as_near = |other: &&(usize, usize, usize, usize, &String)| {
        (other.0, other.1) == (length, far) && !other.4.eq_ignore_ascii_case(value)
    };
    if best.iter().any(|other| is_as_near(&other)) {
        return None;
    }
    let said = asked.written(start, count);
    let question = asked.with(start, count, &format!("\"{value}\""));
    Some(Respelled { question, note: format!("no value is \"{said}\": \"{value}\" is meant, the nearest of all") })
}

/// The words that may be misspelt, as far as they tell by themselves: what is written like a name, and long ones.
pub(in crate::agent::tables) fn doubtful(asked: &Asked, is_known: &dyn Fn(&Word) -> bool) -> Vec<usize> {
    let may_be = |word: &Word| {
        let letters = word.lower.chars().count();
        let is_name = word.is_proper || word.is_quoted || letters >= SURELY_NAME;
        is_name && letters >= SHORTEST && word.lower.chars().all(char::is_alphabetic) && !is_known(word)
    };
    (0..asked.words.len()).filter(|at| may_be(&asked.words[*at])).collect()
}

/// The word of a name in a row that `written` is nearly: one with a capital.
pub(in crate::agent::tables) fn meant<'t>(written: &str, cells: impl Iterator<Item = &'t str>) -> Option<&'t str> {
    let own = [unmarked(&written.to_lowercase())];
    let is_near = |word: &&str| {
        word.starts_with(char::is_uppercase) && distance(&own, &[unmarked(&word.to_lowercase())]).is_some()
    };
    cells.flat_map(|cell| cell.split(|c: char| !c.is_alphanumeric())).find(is_near)
}

/// In how many letters words differ that are misspelt, the same number of them; `None` if one is another word, or none is.
fn distance(here: &[String], words: &[String]) -> Option<usize> {
    if here.len() != words.len() || here.is_empty() {
        return None;
    }
    let mut far = 0;
    for (one, other) in here.iter().zip(words) {
        if one == other {
            continue;
        }
        let letters = one.chars().count().min(other.chars().count());
        let most = if letters >= LONG { 2 } else { 1 };
        if letters < SHORTEST || one.chars().next() != other.chars().next() {
            return None;
        }
        // Of several the end is no mistake.
        let singular =
            one.strip_suffix('s').filter(|_| !other.ends_with('s')).map(|one| edit_distance(one, other, most));
        let own = edit_distance(one, other, most).min(singular.map_or(usize::MAX, |own| own.max(1)));
        if own > most {
            return None;
        }
        far += own;
    }
    (far > 0).then_some(far)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Stems;

    #[test]
    fn a_name_that_is_nearly_a_value_is_that_value() {
        let values: BTreeSet<String> =
            ["France", "Led Zeppelin", "Jazz", "Senior Engineer", "Engineer", "Shipped", "Lima", "Luma"]
                .map(str::to_owned)
                .into();
        let is_known = |word: &Word| ["orders", "shipment"].contains(&word.lower.as_str());
        for (question, read) in [
            ("orders from Frnace", Some("orders from \"France\"")),
            ("albums by Led Zepelin", Some("albums by \"Led Zeppelin\"")),
            ("how many senior enginers are there", Some("how many \"Senior Engineer\" are there")),
            ("orders from France", None),
            ("orders from Spain", None),
            ("late orders", None),
            ("orders in shipment", None),
            ("orders from Loma", None),
        ] {
            let asked = Asked::new(question, &mut Stems::new());
            let found = respelled(&asked, &values, &is_known).map(|found| found.question);
            assert_eq!(found.as_deref(), read, "{question}");
        }
    }
}
