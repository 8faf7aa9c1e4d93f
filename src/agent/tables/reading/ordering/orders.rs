//! Superlatives: "the most expensive track", "the five longest tracks", "which artist has the most albums".

use crate::agent::tables::reading::asked::{Asked, Word};
use crate::agent::tables::schema::catalog::{Column, Table, Type};
use crate::agent::tables::vocabulary::measures::{MEASURES, Measure};
use crate::agent::tables::vocabulary::number_words::{NUMBERS, PLACES};
use crate::agent::tables::vocabulary::people::DOING;
use crate::agent::tables::vocabulary::relation_words::MAKING;

/// Rows in the order of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::agent::tables) struct Ordered {
    pub column: usize,
    /// The highest first.
    pub is_descending: bool,
    /// How many; one: all that are equal to the first.
    pub count: usize,
    /// The place in the order of those that are meant, from 1: "the second longest".
    pub place: usize,
}

impl Asked {
    /// The order that a superlative asks for.
    pub(in crate::agent::tables) fn ordered(&mut self, table: &Table) -> Option<Ordered> {
        self.measured_most(table).or_else(|| self.superlative(table))
    }

    /// "Who earns the most", "which film costs the least", at the end of a question.
    fn measured_most(&mut self, table: &Table) -> Option<Ordered> {
        let last = self.words.len().checked_sub(1).filter(|last| self.is_word(*last, &["most", "least"]))?;
        let verb = last.checked_sub(1 + usize::from(last > 0 && self.is_word(last - 1, &["the"])))?;
        let says = |measure: &&Measure| self.is_word(verb, measure.said);
        let column = MEASURES.iter().filter(says).find_map(|measure| the_one(table, measure))?;
        if table.columns[column].type_ != Type::Number {
            return None;
        }
        let is_descending = self.is_word(last, &["most"]);
        self.take(verb, last + 1 - verb);
        Some(Ordered { column, is_descending, count: 1, place: 1 })
    }

    fn superlative(&mut self, table: &Table) -> Option<Ordered> {
        for measure in MEASURES {
            for (words, is_most) in [(measure.most, true), (measure.least, false)] {
                let Some(at) = (0..self.words.len()).find(|at| self.is_word(*at, words)) else { continue };
                if !self.words[at].lower.ends_with("est") && !self.is_word(at.wrapping_sub(1), &["most", "least"]) {
                    continue;
                }
                // "The largest cities by population" say of what; else "the highest total" names what is the highest, and so
                // does "the longest runtime".
                let by = self.by_column(table, at + 1);
                let Some(column) = by.map(|(column, ..)| column).or_else(|| the_one(table, measure)) else { continue };
                if let Some((_, by, length)) = by {
                    self.take(by, 1 + length);
                }
                let is_least = at > 0 && self.is_word(at - 1, &["least"]);
                let start = if at > 0 && self.is_word(at - 1, &["most", "least"]) { at - 1 } else { at };
                let place = self.place_before(start);
                let count = self.number_before(start).filter(|_| place.is_none());
                self.take(start, at + 1 - start);
                if place.is_some() {
                    self.take(start - 1, 1);
                }
                if count.is_some() {
                    self.take(start - 1, 1);
                }
                let is_descending = is_most != is_least;
                let (count, place) = (count.unwrap_or(1), place.unwrap_or(1));
                return Some(Ordered { column, is_descending, count, place });
            }
        }
        None
    }

    /// The column of numbers or times that "by" names behind a place, where "by" stands, and the words of the name.
    fn by_column(&self, table: &Table, from: usize) -> Option<(usize, usize, usize)> {
        let by = self.phrases(&["by"]).into_iter().find(|by| *by >= from)?;
        let is_ordered = |column: &Column| matches!(column.type_, Type::Number | Type::Date) && !column.is_key;
        let ways = table.own().filter(|(_, column)| is_ordered(column));
        let ways = ways.flat_map(|(number, column)| column.said.iter().map(move |way| (number, way)));
        let here = ways.filter(|(_, way)| self.is_at(by + 1, way)).max_by_key(|(_, way)| way.len())?;
        (by + 1 + here.1.len() == self.words.len()).then_some((here.0, by, here.1.len()))
    }

    /// "Second", "3rd" in front of a place.
    fn place_before(&self, at: usize) -> Option<usize> {
        let word = self.words.get(at.checked_sub(1)?).filter(|word| !word.is_used && !word.is_quoted)?;
        let written = PLACES.iter().position(|place| *place == word.lower).map(|place| place + 2);
        let digits = || ["nd", "rd", "th"].iter().find_map(|end| word.lower.strip_suffix(end)?.parse().ok());
        written.or_else(digits).filter(|place| (2..=100).contains(place))
    }

    /// A number in front of a place.
    pub(in crate::agent::tables) fn number_before(&self, at: usize) -> Option<usize> {
        let word = self.words.get(at.checked_sub(1)?).filter(|word| !word.is_used)?;
        let written = NUMBERS.iter().position(|number| *number == word.lower).map(|number| number + 1);
        written.or_else(|| word.lower.parse().ok()).filter(|number| (1..=1000).contains(number))
    }

    /// The column by whose values rows are counted, the most first, and how many of these are told: "which artist has the
    /// most albums".
    pub(in crate::agent::tables) fn most_rows_by(
        &mut self,
        table: &Table,
        named_at: Option<usize>,
    ) -> Option<(usize, usize)> {
        let most = named_at?.checked_sub(1).filter(|at| self.is_word(*at, &["most"]))?;
        let which = (0..most).find(|at| self.is_word(*at, &["which", "what"]))?;
        let (length, column) = self.group_at(table, which + 1)?;
        if self.rival(table, (which + 1, length), column).is_some() {
            return None;
        }
        // What is done to the rows does not change whose they are, if the name of one is that of who does it.
        let between = which + 1 + length..most;
        self.take(which, 1 + length);
        self.take(most, 1);
        let words = related_words(table, column);
        for at in between {
            if is_form_of_any(&self.words[at].lower, &words) {
                self.take(at, 1);
            }
        }
        Some((column, self.top(None, which + 1 + length)))
    }

    /// Uses the words that say of rows what is done with each of them: orders are placed.
    pub(in crate::agent::tables) fn take_making(&mut self, table: &Table) {
        let is_of =
            |names: &[&str]| table.said.last().is_some_and(|word| names.iter().any(|name| word.starts_with(name)));
        // What somebody is called who is "employed".
        let is_verb = |word: &Word| {
            let is_of = |name: &String| name.len() > word.stem.len() && name.starts_with(word.stem.as_str());
            !word.is_used && !word.is_quoted && word.stem.len() > ROOT && table.said.last().is_some_and(is_of)
        };
        self.words.iter_mut().for_each(|word| word.is_used |= is_verb(word));
        for (verbs, _) in MAKING.iter().filter(|(_, names)| is_of(names)) {
            for at in 0..self.words.len() {
                if self.is_word(at, verbs) {
                    self.take(at, 1);
                }
            }
        }
    }

    /// Uses the words that only say what the columns say that are understood: "supplied by" of a supplier, "long" of a
    /// length.
    pub(in crate::agent::tables) fn take_related(&mut self, table: &Table, columns: &[usize]) {
        let mut words: Vec<String> = columns.iter().flat_map(|column| related_words(table, *column)).collect();
        let of_columns = |measure: &&Measure| columns.iter().any(|column| measures(measure, &table.columns[*column]));
        let measured: Vec<&str> =
            MEASURES.iter().filter(of_columns).flat_map(|measure| measure.said).copied().collect();
        words.extend(measured.iter().map(|word| (*word).to_owned()));
        for at in 0..self.words.len() {
            let word = &self.words[at];
            // "Cheap tracks" are not all tracks that cost something.
            let is_before_rows = self.words.get(at + 1).is_some_and(|next| table.said.first() == Some(&next.stem));
            let says_which = is_before_rows && measured.contains(&word.lower.as_str());
            if !word.is_used
                && !word.is_quoted
                && !says_which
                && (words.contains(&word.stem) || words.contains(&word.lower) || is_form_of_any(&word.lower, &words))
            {
                self.take(at, 1);
            }
        }
    }
}

/// The one column of numbers or times that measures this.
pub(in crate::agent::tables) fn the_one(table: &Table, measure: &Measure) -> Option<usize> {
    let is_of_type = |column: &Column| matches!(column.type_, Type::Number | Type::Date) && !column.is_key;
    let all = || table.own().filter(|(_, column)| is_of_type(column) && measures(measure, column));
    let mut columns = all();
    let (column, _) = columns.next()?;
    if columns.next().is_none() {
        return Some(column);
    }
    // What is called just so is meant: `price` beside `price_cents`.
    let mut plain = all().filter(|(_, column)| column.name_words.len() == 1);
    let (column, _) = plain.next()?;
    plain.next().is_none().then_some(column)
}

/// Whether a column measures this, as its name says.
fn measures(measure: &Measure, column: &Column) -> bool {
    measure.columns.iter().any(|word| column.name_words.iter().any(|own| own == word))
}

/// The words of the name of a column and of the way to it.
fn related_words(table: &Table, column: usize) -> Vec<String> {
    let column = &table.columns[column];
    let mut words = column.words.clone();
    let mut join = column.join;
    while let Some(at) = join {
        words.extend(table.joins[at].said.iter().flatten().cloned());
        join = table.joins[at].from;
    }
    let is_of = |people: &[&str]| words.iter().any(|word| people.iter().any(|one| word.starts_with(one)));
    let deeds = DOING.iter().filter(|(people, _)| is_of(people)).flat_map(|(_, deeds)| *deeds);
    let deeds: Vec<String> = deeds.map(|deed| (*deed).to_owned()).collect();
    words.extend(deeds);
    words
}

/// Letters that the forms of a word have in common, at least.
const ROOT: usize = 4;

/// Whether a word is a verb of the same root as one of these: "supplied" of "supplier", "shipped" of "ship".
pub(in crate::agent::tables) fn is_form_of_any(word: &str, others: &[String]) -> bool {
    let is_verb = ["ed", "es", "s", "d"].iter().any(|end| word.ends_with(end));
    let root = |other: &String| word.chars().zip(other.chars()).take_while(|(one, two)| one == two).count();
    is_verb && others.iter().any(|other| root(other) >= ROOT && root(other) + 3 >= other.chars().count())
}
