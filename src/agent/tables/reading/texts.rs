//! Texts of columns that a question names, and which column is meant where several hold one.

use super::asked::Asked;
use super::marked::{says_nothing, spelled};
use super::values::Text;
use crate::agent::tables::schema::catalog::{Column, Table};
use crate::agent::tables::schema::conditions::Condition;
use crate::agent::tables::vocabulary::letters::unmarked;
use crate::agent::tables::vocabulary::words::{ASKS, DENYING, JOINING, LEADS, ROLES, Role};
use crate::library::{Stems, fold_words};
use crate::search::is_stop_word;

/// States whose names are those of deeds as well.
const STATES: &[&str] = &["open", "clear", "empty", "free", "clean"];

/// A text in a question, with the columns that hold it.
struct Place {
    at: usize,
    count: usize,
    /// The number of a column, and the text as it stands there.
    columns: Vec<(usize, String)>,
}

/// What is said of one column: texts, and whether they are denied.
struct Named {
    column: usize,
    texts: Vec<String>,
    is_denied: bool,
    /// Where the last of them ends.
    end: usize,
}

impl Asked {
    /// Texts that stand in columns, the longest first; the name of the column beside one is understood too. Of one
    /// column any of several will do. `None` if it is not clear which column holds one.
    pub(in crate::agent::tables) fn texts(
        &mut self,
        table: &Table,
        values: &[Text],
        stems: &mut Stems,
    ) -> Option<Vec<Condition>> {
        let mut places = self.places(table, values, stems);
        self.drop_names(table, &mut places);
        share_joins(&mut places, table);
        let mut all: Vec<Named> = Vec::new();
        let mut before: Option<(usize, Option<usize>)> = None;
        for place in &mut places {
            // It was the name of the column of another one: "the Network team".
            if self.words[place.at..place.at + place.count].iter().any(|word| word.is_used) {
                continue;
            }
            // What stands behind a first name is the last name of the same person.
            let same = |column: &(usize, String)| before == Some((place.at, table.columns[column.0].join));
            let of_same: Vec<(usize, String)> = place.columns.iter().filter(|column| same(column)).cloned().collect();
            if !of_same.is_empty() {
                place.columns = of_same;
            }
            let (column, texts) = self.meant(table, place)?;
            before = Some((place.at + place.count, table.columns[column].join));
            self.take(place.at, place.count);
            let name = self.take_beside(table, column, place);
            let is_denied = self.take_leads(place.at, name);
            let end = place.at + place.count;
            match all.iter_mut().find(|named| named.column == column) {
                // "Neither open nor pending", "excluding open and pending ones": what is denied goes on.
                Some(named) if named.is_denied && (is_denied || self.is_joined(named.end, place.at)) => {
                    named.texts.extend(texts);
                    named.end = end;
                }
                Some(named) if !named.is_denied && !is_denied => named.texts.extend(texts),
                Some(_) => {
                    self.unclear = Some(format!("which values of {} are meant", table.columns[column].name));
                    return None;
                }
                None => all.push(Named { column, texts, is_denied, end }),
            }
        }
        let are_linked = |named: &Named| named.texts.len() > 1 && is_link(table, named.column);
        if all.iter().any(are_linked) && self.phrase(&["or"]).is_none() {
            // Several may belong to a row: whether one or all of them do is not said.
            self.unclear = Some("whether one or all of these are meant is not said".to_owned());
            return None;
        }
        if all.iter().any(|named| named.texts.len() > 1) {
            self.phrases(&["or"]).into_iter().for_each(|at| self.take(at, 1));
        }
        let condition = |Named { column, texts, is_denied, .. }| match is_denied {
            true if is_link(table, column) => None,
            true => Some(Condition::NotAmong(column, texts)),
            false => Some(Condition::Among(column, texts)),
        };
        all.into_iter().map(condition).collect()
    }

    /// Drops values that are rather the name of the column of another one beside them: "the Network team", where a plan is
    /// called so.
    fn drop_names(&self, table: &Table, places: &mut Vec<Place>) {
        let is_name = |at: usize, count: usize| {
            places.iter().filter(|other| (other.at, other.count) != (at, count)).any(|other| {
                let is_sure = self.words[other.at..other.at + other.count].iter().any(|word| word.is_proper);
                let mut columns = other.columns.iter();
                is_sure
                    && columns
                        .any(|(column, _)| self.beside(table, *column, other.at, other.count) == Some((at, count)))
            })
        };
        let drop: Vec<(usize, usize)> = places
            .iter()
            .map(|place| (place.at, place.count))
            .filter(|(at, count)| {
                let is_plain = self.words[*at..at + count].iter().all(|word| !word.is_proper && !word.is_quoted);
                is_plain && is_name(*at, *count)
            })
            .collect();
        places.retain(|place| !drop.contains(&(place.at, place.count)));
    }

    /// Where texts of columns stand, none within another, in the order of the question.
    fn places(&self, table: &Table, values: &[Text], stems: &mut Stems) -> Vec<Place> {
        let mut said: Vec<(Vec<String>, &Text)> = values
            .iter()
            .filter(|text| table.columns[text.column].is_text())
            .map(|text| (spelled(&text.text, stems), text))
            .collect();
        said.sort_by_key(|(stems, _)| std::cmp::Reverse(stems.len()));
        let plain: Vec<String> = self.words.iter().map(|word| unmarked(&word.lower)).collect();
        let mut places: Vec<Place> = Vec::new();
        for (words, text) in said {
            let count = words.len();
            let is_free = |at: &usize| {
                let is_apart = |place: &Place| {
                    *at + count <= place.at || place.at + place.count <= *at || (place.at, place.count) == (*at, count)
                };
                (self.is_at(*at, &words) || self.is_unmarked_at(*at, &text.text, &plain))
                    && !self.is_name_instead(table, text, *at)
                    && places.iter().all(is_apart)
            };
            let last = self.words.len().checked_sub(count).filter(|_| count > 0);
            let found = last.and_then(|last| (0..=last).find(is_free));
            let Some(at) = found.filter(|at| self.is_said(*at, count) && self.is_sure(table, text, *at, count)) else {
                continue;
            };
            let column = (text.column, text.text.clone());
            match places.iter_mut().find(|place| (place.at, place.count) == (at, count)) {
                Some(place) => place.columns.push(column),
                None => places.push(Place { at, count, columns: vec![column] }),
            }
        }
        places.sort_by_key(|place| place.at);
        places
    }

    /// Whether a text stands here, whatever marks its letters have; `plain` are the words of the question without them.
    fn is_unmarked_at(&self, at: usize, text: &str, plain: &[String]) -> bool {
        if text.is_ascii() && self.words.iter().all(|word| word.lower.is_ascii()) {
            return false;
        }
        let words = fold_words(&unmarked(&text.to_lowercase()));
        let here = plain.get(at..at + words.len()).unwrap_or_default();
        let is_free = self.words.iter().skip(at).take(words.len()).all(|word| !word.is_used);
        is_free && !words.is_empty() && here == words
    }

    /// Whether a word is the name of a column as it is written, and a value only in another form: "severity" where there is
    /// "severe".
    fn is_name_instead(&self, table: &Table, text: &Text, at: usize) -> bool {
        let word = &self.words[at];
        // "Reason retired" is the name of a column, where a reason is a retirement.
        let covers = |way: &Vec<String>| {
            let starts = (at + 1).saturating_sub(way.len())..=at;
            way.len() > 1 && starts.into_iter().any(|start| self.is_at(start, way))
        };
        let is_name = |column: &Column| {
            matches!(column.name_words.as_slice(), [only] if *only == word.lower) || column.said.iter().any(covers)
        };
        // What was opened is not what is open now.
        let lower = text.text.to_lowercase();
        let is_other = STATES.contains(&lower.as_str()) && word.lower.ends_with("ed");
        !word.is_quoted && word.lower != lower && (is_other || table.columns.iter().any(is_name))
    }

    /// Words that are in every question are no value, unless they are quoted.
    fn is_said(&self, at: usize, count: usize) -> bool {
        self.words[at..at + count].iter().any(|word| word.is_quoted || !says_nothing(&word.lower))
    }

    /// Any word may be the name of one of many rows: it is one if it is written or introduced like a name.
    fn is_sure(&self, table: &Table, text: &Text, at: usize, count: usize) -> bool {
        let here = &self.words[at..at + count];
        let says_something = here.iter().filter(|word| !is_stop_word(&word.lower)).count();
        text.is_choice
            || self.is_translated
            || says_something > 1
            || here.iter().any(|word| word.is_proper || word.is_quoted)
            || self.beside(table, text.column, at, count).is_some()
    }

    /// The column that is meant of those that hold a text, and how it is spelled there.
    fn meant(&mut self, table: &Table, place: &Place) -> Option<(usize, Vec<String>)> {
        let mut columns: Vec<&(usize, String)> = place.columns.iter().collect();
        let is_named = |column: usize| self.beside(table, column, place.at, place.count).is_some();
        let named: Vec<_> = columns.iter().copied().filter(|(column, _)| is_named(*column)).collect();
        if !named.is_empty() {
            columns = named;
        } else if let Some(role) = self.role_before(place.at) {
            let of_role: Vec<_> =
                columns.iter().copied().filter(|(column, _)| plays(table, *column, &ROLES[role])).collect();
            let is_other = |column: usize| ROLES.iter().any(|other| plays(table, column, other));
            if !of_role.is_empty() {
                columns = of_role;
            } else if columns.iter().any(|(column, _)| is_other(*column)) {
                // "To Helsinki" is not where it comes from.
                columns.retain(|(column, _)| !is_other(*column));
                if columns.is_empty() {
                    self.doubt(
                        (place.at, place.count),
                        table,
                        &place.columns.iter().map(|(column, _)| *column).collect::<Vec<_>>(),
                    );
                    return None;
                }
            }
        }
        // Nothing is by what it is called itself: "albums by Iron Maiden".
        let is_by = |at: usize| at > 0 && self.is_word(at - 1, &["by"]);
        if is_by(place.at) || place.at > 0 && self.is_word(place.at - 1, &["the"]) && is_by(place.at - 1) {
            let is_itself = |column: usize| table.depth(column) == 0 && table.columns[column].is_label;
            let others: Vec<_> = columns.iter().copied().filter(|(column, _)| !is_itself(*column)).collect();
            if !others.is_empty() {
                columns = others;
            }
        }
        let least = columns.iter().map(|(column, _)| table.depth(*column)).min()?;
        let nearest: Vec<_> = columns.iter().copied().filter(|(column, _)| table.depth(*column) == least).collect();
        let is_label = |(column, _): &&(usize, String)| table.columns[*column].is_label;
        // What is called so may be meant as well as what only has it written somewhere.
        let farther_label = columns.iter().copied().find(|one| table.depth(one.0) > least && is_label(one));
        let nearest = called_so(table, nearest);
        let first = nearest.first()?.0;
        let mut several: Vec<usize> = nearest.iter().map(|(column, _)| *column).collect();
        // Of one table, as where somebody's mentor is a person too, the nearest is meant.
        let is_of_same = |one: usize, two: usize| table.columns[one].origin.0 == table.columns[two].origin.0;
        let is_other = |far: &&(usize, String)| nearest.iter().all(|(near, _)| !is_of_same(*near, far.0));
        several.extend(farther_label.filter(is_other).map(|(column, _)| *column));
        several.dedup();
        if several.len() > 1 {
            self.doubt((place.at, place.count), table, &several);
            return None;
        }
        // As it is written, in large or small letters; else in another form, if there is but one.
        let texts: Vec<&String> = columns.iter().filter(|(column, _)| *column == first).map(|(_, text)| text).collect();
        let written = self.written(place.at, place.count).to_lowercase();
        // Whoever writes no marks means any: Luis may be Luís.
        let is_written = |text: &&&String| match written.is_ascii() {
            true => unmarked(&text.to_lowercase()) == written,
            false => text.to_lowercase() == written,
        };
        let exact: Vec<String> = texts.iter().filter(is_written).map(|text| (*text).clone()).collect();
        match (exact.is_empty(), texts.as_slice()) {
            (false, _) => Some((first, exact)),
            (true, [only]) => Some((first, vec![(*only).clone()])),
            (true, several) => {
                let names: Vec<String> = several.iter().map(|text| format!("\"{text}\"")).collect();
                self.unclear = Some(format!("\"{written}\" may be {}", names.join(" or ")));
                None
            }
        }
    }

    /// Whether a word ends one of those by which is asked: "number of".
    fn is_asking(&self, at: usize) -> bool {
        let ends_here = |phrase: &[&str]| {
            let start = (at + 1).checked_sub(phrase.len());
            phrase.len() > 1 && start.is_some_and(|start| self.phrases(phrase).contains(&start))
        };
        ASKS.iter().any(|(phrase, _)| ends_here(phrase))
    }

    /// The role that the word in front of a value gives it: "from Helsinki".
    fn role_before(&self, at: usize) -> Option<usize> {
        let end = if at > 0 && self.is_word(at - 1, &["the"]) { at - 1 } else { at };
        ROLES.iter().position(|role| end > 0 && self.is_word(end - 1, role.before))
    }

    /// Where the name of a column, or of the way to it, stands in front of a value or behind it.
    fn beside(&self, table: &Table, column: usize, at: usize, count: usize) -> Option<(usize, usize)> {
        let own = &table.columns[column];
        let joins = own.join.map(|join| &table.joins[join].said).into_iter().flatten();
        let mut start = at;
        while start > 0 && self.is_word(start - 1, LEADS) {
            start -= 1;
        }
        let ways = || own.said.iter().chain(joins.clone());
        let before = |end: usize| {
            ways()
                .filter_map(move |way| Some((end.checked_sub(way.len())?, way)))
                .find(|(from, way)| self.is_at(*from, way))
        };
        let found = (start..=at).rev().find_map(before).map(|(from, way)| (from, way.len()));
        found.or_else(|| ways().find(|way| self.is_at(at + count, way)).map(|way| (at + count, way.len())))
    }

    /// Uses the name of a column; where it stands beside a value.
    fn take_beside(&mut self, table: &Table, column: usize, place: &Place) -> Option<(usize, usize)> {
        let beside = self.beside(table, column, place.at, place.count);
        if let Some((at, count)) = beside {
            self.take(at, count);
        } else {
            let ways = table.columns[column].said.clone();
            if let Some((at, count)) = ways.iter().find_map(|way| Some((self.place(way)?, way.len()))) {
                self.take(at, count);
            }
        }
        beside
    }

    /// Uses the words that lead to a value; true if the first of them denies it.
    fn take_leads(&mut self, at: usize, name: Option<(usize, usize)>) -> bool {
        let mut start = at;
        loop {
            match name {
                // The name of the column may stand between.
                Some((from, count)) if from + count == start => start = from,
                // In "number of open orders" it belongs to what is asked.
                _ if start > 0 && self.is_word(start - 1, LEADS) && !self.is_asking(start - 1) => start -= 1,
                _ => break,
            }
            self.take(start, 1);
        }
        let Some((from, count)) = self.denying_before(start) else { return false };
        self.take(from, count);
        true
    }

    /// The words that end at a place and deny the value behind them, and where they begin.
    fn denying_before(&self, end: usize) -> Option<(usize, usize)> {
        let is_here = |phrase: &&&[&str]| {
            end.checked_sub(phrase.len())
                .is_some_and(|start| (0..phrase.len()).all(|at| self.is_word(start + at, &phrase[at..=at])))
        };
        let phrase = DENYING.iter().filter(is_here).max_by_key(|phrase| phrase.len())?;
        Some((end - phrase.len(), phrase.len()))
    }

    /// Whether nothing but words that join values stands between two places.
    fn is_joined(&self, from: usize, to: usize) -> bool {
        (from..to).all(|at| self.words[at].is_used && self.words[at].lower != "but" || self.is_word(at, JOINING))
    }
}

/// Of several columns of one row that all say what it is called – `name` and `local_name` – the one by which it is told from
/// others; all of them where they say different things.
fn called_so<'p>(table: &Table, columns: Vec<&'p (usize, String)>) -> Vec<&'p (usize, String)> {
    let own = |one: &(usize, String)| &table.columns[one.0];
    let is_name = |one: &(usize, String)| own(one).name_words.iter().any(|word| word == "name" || word == "title");
    let is_of_one = columns.iter().all(|one| own(one).join == own(columns[0]).join && is_name(one));
    let labels: Vec<&(usize, String)> = columns.iter().copied().filter(|one| own(one).is_label).collect();
    if is_of_one && labels.len() == 1 { labels } else { columns }
}

/// Texts that stand side by side belong to one row, where there is one: a first and a last name.
fn share_joins(places: &mut [Place], table: &Table) {
    for number in 1..places.len() {
        let (before, after) = places.split_at_mut(number);
        let (one, two) = (&mut before[number - 1], &mut after[0]);
        if one.at + one.count != two.at {
            continue;
        }
        let join = |column: &(usize, String)| table.columns[column.0].join;
        let is_common = |place: &Place, column: &(usize, String)| {
            place.columns.iter().any(|other| join(other) == join(column) && other.0 != column.0)
        };
        let (of_one, of_two): (Vec<_>, Vec<_>) = (
            one.columns.iter().filter(|column| is_common(two, column)).cloned().collect(),
            two.columns.iter().filter(|column| is_common(one, column)).cloned().collect(),
        );
        if !of_one.is_empty() && !of_two.is_empty() {
            (one.columns, two.columns) = (of_one, of_two);
        }
    }
}

/// Whether a column, or the reference by which it is reached, says by its name that it is one end of a way.
fn plays(table: &Table, column: usize, role: &Role) -> bool {
    let names = table.way_to(column).map(|way| &table.columns[way].name_words);
    names.is_some_and(|names| names.iter().any(|word| role.columns.contains(&word.as_str())))
}

fn is_link(table: &Table, column: usize) -> bool {
    table.columns[column].join.is_some_and(|join| table.joins[join].is_link)
}
