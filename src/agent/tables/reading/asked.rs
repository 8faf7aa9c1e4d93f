//! The words of a question, and which of them are understood.

use super::spelling::{normal, plain, words};
use crate::agent::follow::RowsAsked;
use crate::agent::tables::schema::catalog::{Column, Table, Type};
use crate::agent::tables::vocabulary::matter_words::{COUNTING, ORDERS, UNITS};
use crate::agent::tables::vocabulary::measures::MEASURES;
use crate::agent::tables::vocabulary::relation_words::{FEWEST, MOST};
use crate::agent::tables::vocabulary::relative::today;
use crate::agent::tables::vocabulary::words::{
    ASKED_OF, ASKING_WHEN, ASKS, Ask, DENIALS, DENYING, DIFFERENT, ENDS_OF_TIME, HAVING, IDLE, LOUD, THINGS, WHENS,
    When,
};
use crate::library::{Stems, is_cjk};
use crate::search::is_stop_word;
use std::collections::BTreeSet;
use std::ops::Range;

/// Words of a value, at most.
const MAX_WORDS_OF_VALUE: usize = 7;

/// Characters of a question in which Chinese values are looked for, at most.
const MAX_CHINESE: usize = 100;

/// A word of a question.
#[derive(Clone)]
pub(in crate::agent::tables) struct Word {
    /// As it was written, as far as it is one word.
    pub written: String,
    pub lower: String,
    pub stem: String,
    /// As it was written, with its signs, whatever words it is made of.
    pub raw: String,
    /// Where it stands in the question.
    pub span: Range<usize>,
    /// Set if it stood in quotes: then it is a value.
    pub is_quoted: bool,
    /// Set if it is written with a capital, and does not begin the question.
    pub is_proper: bool,
    /// Set if signs are a part of it.
    pub is_signed: bool,
    /// Set if it is written in capitals where others are not: it says more than the same in small letters.
    pub is_abbreviation: bool,
    /// Set if it may be a value, and may say nothing.
    pub is_doubtful: bool,
    pub is_used: bool,
}

/// Where words end that are said of what belongs to rows, and the words that were understood until then.
#[derive(Clone, Debug)]
pub(in crate::agent::tables) struct Bound {
    pub end: usize,
    pub used: Vec<bool>,
}

/// A question that is being read.
#[derive(Clone)]
pub(in crate::agent::tables) struct Asked {
    text: String,
    pub words: Vec<Word>,
    /// Set if it was translated, so that no capital says what is a name.
    pub is_translated: bool,
    /// Set if the table is named.
    pub is_named: bool,
    /// What may be read in several ways.
    pub unclear: Option<String>,
    /// How it was read, where it could be otherwise.
    pub notes: Vec<String>,
    /// The column of dates by which rows are grouped: other times are those of it, too.
    pub dated: Option<usize>,
    /// Where words begin that are not said of the rows that are asked for.
    pub bound: Option<Bound>,
    /// The day of today, by which "last month" is told.
    pub today: i64,
}

impl Asked {
    /// Reads a question.
    pub(in crate::agent::tables) fn new(question: &str, stems: &mut Stems) -> Asked {
        let text = normal(question);
        Asked {
            words: words(&text, stems),
            text,
            is_translated: false,
            is_named: false,
            unclear: None,
            notes: Vec::new(),
            dated: None,
            bound: None,
            today: today(),
        }
    }

    /// The words that deny something and are not understood: rules are not sure enough of it.
    pub(in crate::agent::tables) fn denials(&self) -> usize {
        let denies = |word: &&Word| !word.is_used && !word.is_quoted && DENIALS.contains(&word.lower.as_str());
        let several = DENYING.iter().filter(|phrase| phrase.len() > 1);
        self.words.iter().filter(denies).count() + several.map(|phrase| self.phrases(phrase).len()).sum::<usize>()
    }

    /// What stands between two words, both included, as it was written.
    pub(in crate::agent::tables) fn written(&self, at: usize, count: usize) -> &str {
        let (Some(first), Some(last)) = (self.words.get(at), self.words.get(at + count - 1)) else { return "" };
        &self.text[first.span.start..last.span.end]
    }

    /// The question with other words in the place of some.
    pub(in crate::agent::tables) fn with(&self, at: usize, count: usize, words: &str) -> String {
        let (Some(first), Some(last)) = (self.words.get(at), self.words.get(at + count - 1)) else {
            return self.text.clone();
        };
        let (before, behind) = (&self.text[..first.span.start], &self.text[last.span.end..]);
        // What stands in quotes already keeps one pair.
        format!("{}{words}{}", before.trim_end_matches('"'), behind.trim_start_matches('"'))
    }

    /// All that may be a value of up to so many bytes, in small letters.
    pub(in crate::agent::tables) fn phrases_said(&self, longest: usize) -> BTreeSet<String> {
        let mut said = BTreeSet::new();
        for at in 0..self.words.len() {
            for count in 1..=MAX_WORDS_OF_VALUE.min(self.words.len() - at) {
                let is_plain = |word: &Word| !word.is_quoted && !word.is_proper && !word.is_abbreviation;
                let says_nothing = |word: &Word| is_plain(word) && is_stop_word(&word.lower);
                let text = self.written(at, count);
                if text.len() <= longest && !self.words[at..at + count].iter().all(says_nothing) {
                    // SQLite knows the small letters of no others.
                    said.extend([text.to_lowercase(), text.to_ascii_lowercase(), plain(text)]);
                }
            }
        }
        // Chinese words stand side by side.
        let cjk: Vec<char> = self.text.chars().take(MAX_CHINESE).collect();
        for run in cjk.split(|letter| !is_cjk(*letter)) {
            for at in 0..run.len() {
                said.extend(
                    (2..=MAX_WORDS_OF_VALUE.min(run.len() - at))
                        .map(|count| run[at..at + count].iter().collect::<String>()),
                );
            }
        }
        said
    }

    /// True if a column is named, whatever words are used.
    pub(in crate::agent::tables) fn says(&self, column: &Column) -> bool {
        let stems: Vec<&str> = self.words.iter().map(|word| word.stem.as_str()).collect();
        column.said.iter().any(|way| !way.is_empty() && stems.windows(way.len()).any(|here| here.iter().eq(way)))
    }

    /// True if the name of a column that ends at a place stands right before the name of the table, and is not its plural:
    /// then it says of the rows how they are, as in "cancelled flights".
    pub(in crate::agent::tables) fn is_adjective(&self, table: &Table, end: usize, named_at: Option<usize>) -> bool {
        let Some(word) = end.checked_sub(1).and_then(|at| self.words.get(at)) else { return false };
        let is_written = table.columns.iter().any(|column| column.name_words.last() == Some(&word.lower));
        named_at == Some(end) && (is_written || !word.lower.ends_with('s'))
    }

    /// True if the word at a place is one of these, and not used yet.
    pub(in crate::agent::tables) fn is_word(&self, at: usize, words: &[&str]) -> bool {
        let is_one = |word: &Word| !word.is_used && !word.is_quoted && words.contains(&word.lower.as_str());
        self.words.get(at).is_some_and(is_one)
    }

    /// True if some word of the question may be that of a table.
    pub(in crate::agent::tables) fn names(&self, table: &Table) -> bool {
        self.place(&table.said).is_some()
    }

    /// Uses the name of a table; where it stands.
    pub(in crate::agent::tables) fn take_name(&mut self, table: &Table) -> Option<usize> {
        let at = self.place(&table.said)?;
        self.is_named = true;
        let count = table.said.len();
        let ways = table.own().flat_map(|(_, column)| &column.said);
        let is_of_column = ways.filter(|way| way.len() > count).any(|way| self.is_around(at, count, way))
            || self.is_made_of(table, at);
        // "The latest order date" names the table with its column.
        if !is_of_column {
            self.take(at, count);
        }
        Some(at)
    }

    /// Whether a name that is longer stands around words: "annual income" around an income.
    fn is_around(&self, at: usize, count: usize, way: &[String]) -> bool {
        let first = at.saturating_sub(way.len() - count);
        (first..=at).any(|start| start + way.len() >= at + count && self.is_at(start, way))
    }

    /// Whether something is made of the column of numbers that is called like the table, in "the average tip".
    fn is_made_of(&self, table: &Table, at: usize) -> bool {
        let start = if at > 0 && self.is_word(at - 1, &["the", "of"]) { at - 1 } else { at };
        let asks = |(phrase, ask): &(&[&str], Ask)| {
            !matches!(ask, Ask::Count | Ask::List)
                && start.checked_sub(phrase.len()).is_some_and(|start| self.phrases(phrase).contains(&start))
        };
        let is_one = self.words.get(at + table.said.len() - 1).is_some_and(|word| !word.lower.ends_with('s'));
        let is_called_so = |type_: Option<Type>| {
            let mut own = table.own();
            own.any(|(_, column)| {
                !column.is_key && type_.is_none_or(|type_| column.type_ == type_) && column.said.contains(&table.said)
            })
        };
        // "How many different titles" counts titles, not rows.
        let is_different = at > 0 && self.is_word(at - 1, DIFFERENT) && is_called_so(None);
        is_different || is_one && ASKS.iter().any(asks) && is_called_so(Some(Type::Number))
    }

    /// Where these stems stand next to each other, in words that are not used yet.
    pub(in crate::agent::tables) fn place(&self, stems: &[String]) -> Option<usize> {
        let last = self.words.len().checked_sub(stems.len()).filter(|_| !stems.is_empty())?;
        (0..=last).find(|at| self.is_at(*at, stems))
    }

    /// Where the name of a table stands that is no part of the name of a column of another one: no "rental" in "rental rate".
    pub(in crate::agent::tables) fn noun(&self, table: &Table, stems: &[String]) -> Option<usize> {
        let is_of_column = |at: usize| {
            let longer = table.own().flat_map(|(_, column)| &column.said).filter(|way| way.len() > stems.len());
            longer.into_iter().any(|way| {
                ((at + stems.len()).saturating_sub(way.len())..=at)
                    .any(|start| start + way.len() >= at + stems.len() && self.is_at(start, way))
            })
        };
        self.place(stems).filter(|at| table.said == stems || !is_of_column(*at))
    }

    /// Whether these stems stand here, in words that are not used yet.
    pub(in crate::agent::tables) fn is_at(&self, at: usize, stems: &[String]) -> bool {
        let here = self.words.get(at..at + stems.len()).unwrap_or_default();
        let is = |(word, stem): (&Word, &String)| !word.is_used && (word.stem == *stem || word.lower == *stem);
        !stems.is_empty() && here.len() == stems.len() && here.iter().zip(stems).all(is)
    }

    /// Where these words stand, in words that are not used yet.
    pub(in crate::agent::tables) fn phrase(&self, phrase: &[&str]) -> Option<usize> {
        self.phrases(phrase).first().copied()
    }

    /// All places where these words stand, in words that are not used yet.
    pub(in crate::agent::tables) fn phrases(&self, phrase: &[&str]) -> Vec<usize> {
        let is = |(word, own): (&Word, &&str)| !word.is_used && !word.is_quoted && word.lower == **own;
        let is_here = |at: &usize| self.words[*at..].iter().zip(phrase).all(is);
        let places = self.words.len().checked_sub(phrase.len()).map_or(0, |last| last + 1);
        (0..places).filter(is_here).collect()
    }

    /// Uses words.
    pub(in crate::agent::tables) fn take(&mut self, at: usize, count: usize) {
        self.words.iter_mut().skip(at).take(count).for_each(|word| word.is_used = true);
    }

    /// Whether a word says nothing about rows. What is said to be done does where it is asked when or by whom that was.
    pub(in crate::agent::tables) fn is_idle(&self, word: &str) -> bool {
        let first = self.words.first().map_or("", |word| word.lower.as_str());
        let is_asked_of = |(asking, deeds): &(&[&str], &[&str])| asking.contains(&first) && deeds.contains(&word);
        IDLE.contains(&word) && !ASKED_OF.iter().any(is_asked_of)
    }

    /// The words that are not understood.
    pub(in crate::agent::tables) fn left(&self) -> impl Iterator<Item = &Word> {
        let is_idle = |word: &str| self.is_idle(word) || !self.is_named && THINGS.contains(&word);
        // In capitals it may be short for something, unless it is only said loudly.
        let is_more = |word: &Word| word.is_abbreviation && !LOUD.contains(&word.lower.as_str());
        let says = move |word: &Word| word.is_quoted || word.is_doubtful || is_more(word) || !is_idle(&word.lower);
        self.words.iter().filter(move |word| !word.is_used && says(word))
    }

    /// What is asked, and where it says so.
    pub(in crate::agent::tables) fn ask(&mut self) -> Option<(Ask, usize)> {
        let found = |(phrase, ask): &(&[&str], Ask)| Some((self.phrase(phrase)?, phrase.len(), *ask));
        // A question word in front of one that says what is asked is none of its own: "what is the highest …". Behind it
        // it belongs to a name: "average list price".
        let mut all: Vec<(usize, usize, Ask)> = ASKS.iter().filter_map(found).collect();
        let last = all.iter().filter(|(.., ask)| *ask != Ask::List).map(|(at, ..)| *at).max();
        if let Some(last) = last {
            all.retain(|(at, count, ask)| {
                if *ask == Ask::List && *at < last {
                    self.take(*at, *count);
                }
                *ask != Ask::List
            });
        }
        // "The average number of" what a column counts.
        let counts = |at: usize| all.iter().any(|(other, _, ask)| *ask == Ask::Count && *other == at);
        let is_made = |(at, count, ask): &(usize, usize, Ask)| {
            matches!(ask, Ask::Average | Ask::Median | Ask::Largest | Ask::Smallest) && counts(at + count)
        };
        if all.iter().any(is_made) {
            all.retain(|(.., ask)| *ask != Ask::Count);
        }
        // "The highest total" is the highest of what is called so.
        if all.iter().any(|(.., ask)| matches!(ask, Ask::Average | Ask::Median | Ask::Largest | Ask::Smallest)) {
            all.retain(|(.., ask)| *ask != Ask::Sum);
        }
        let (at, count, ask) = all.into_iter().max_by_key(|(at, count, _)| (*count, std::cmp::Reverse(*at)))?;
        self.take(at, count);
        Some((ask, at))
    }

    /// Whether rows are asked for that have the most of something: "who has the highest salary", "students with the highest
    /// score".
    pub(in crate::agent::tables) fn asks_whose(&self, table: &Table, named_at: Option<usize>, asked_at: usize) -> bool {
        let start = match named_at {
            Some(at) if at < asked_at => at + table.said.len(),
            None if self.words.first().is_some_and(|word| word.lower == "who") => 1,
            _ => return false,
        };
        let between = self.words.get(start..asked_at).unwrap_or_default();
        let lower = |word: &Word| word.lower.clone();
        between.iter().any(|word| HAVING.contains(&lower(word).as_str()))
            && between.iter().all(|word| {
                let word = lower(word);
                HAVING.contains(&word.as_str()) || matches!(word.as_str(), "the" | "a" | "who" | "which" | "that")
            })
    }

    /// The question as what it asks, what it calls the rows of a table, and what it says of them; `None` if it does not name
    /// the table.
    pub(in crate::agent::tables) fn rows_asked(&self, table: &Table) -> Option<RowsAsked> {
        let at = self.place(&table.said)?;
        let (first, last) = (self.words.get(at)?, self.words.get(at + table.said.len() - 1)?);
        let part = |text: &str| text.trim_matches(|c: char| c.is_whitespace() || "?!.,;:".contains(c)).to_owned();
        Some(RowsAsked {
            asked: part(&self.text[..first.span.start]),
            noun: part(&self.text[first.span.start..last.span.end]),
            said: part(&self.text[last.span.end..]),
        })
    }

    /// True if it asks when something was, and a table has no date that could say it.
    pub(in crate::agent::tables) fn lacks_time(&self, table: &Table) -> bool {
        let asks = self.words.first().is_some_and(|word| ASKING_WHEN.contains(&word.lower.as_str()));
        asks && table.own().all(|(_, column)| column.type_ != Type::Date)
    }

    /// True if rows are counted, put in an order or told apart by what they lack: passages that hold the words of such a
    /// question say nothing of all rows.
    pub(in crate::agent::tables) fn is_of_all_rows(&self, tables: &[Table]) -> bool {
        let counts = ASKS.iter().any(|(phrase, ask)| *ask == Ask::Count && self.phrase(phrase).is_some());
        let is_one = |words: &[&str]| (0..self.words.len()).any(|at| self.is_word(at, words));
        counts || (self.ranks() || is_one(DENIALS)) && tables.iter().any(|table| self.names(table))
    }

    /// True if a word asks for an order of rows.
    fn ranks(&self) -> bool {
        let is_one = |words: &[&str]| (0..self.words.len()).any(|at| self.is_word(at, words));
        is_one(MOST)
            || is_one(FEWEST)
            || is_one(ORDERS)
            || MEASURES.iter().any(|measure| is_one(measure.most) || is_one(measure.least))
            || ENDS_OF_TIME.iter().any(|(phrase, _)| self.phrase(phrase).is_some())
    }

    /// True if a question may ask something of all rows, whatever they are: then rows that hold its words do not answer it.
    pub(in crate::agent::tables) fn asks_of_all(&self) -> bool {
        let is_one = |words: &[&str]| (0..self.words.len()).any(|at| self.is_word(at, words));
        let compares = |(phrase, when): &(&[&str], When)| *when != When::In && self.phrase(phrase).is_some();
        let is_number = |word: &Word| !word.is_quoted && word.lower.starts_with(|c: char| c.is_ascii_digit());
        let measures = (1..self.words.len()).any(|at| self.is_word(at, UNITS) && is_number(&self.words[at - 1]));
        let counts = self.is_of_rows() || is_one(COUNTING) || measures;
        counts || self.ranks() || is_one(DENIALS) || WHENS.iter().any(compares)
    }

    /// True if a sum, an average or an end of a column is asked for.
    pub(in crate::agent::tables) fn is_aggregate(&self) -> bool {
        let is_found = |phrase: &[&str]| self.phrase(phrase).is_some();
        ASKS.iter().any(|(phrase, ask)| !matches!(ask, Ask::Count | Ask::List) && is_found(phrase))
    }

    /// True if a number of rows, or one that is made of them, is asked for.
    pub(in crate::agent::tables) fn is_of_rows(&self) -> bool {
        let is_found = |phrase: &[&str]| self.phrase(phrase).is_some();
        ASKS.iter().any(|(phrase, ask)| *ask != Ask::List && is_found(phrase))
    }

    /// A column that is named.
    pub(in crate::agent::tables) fn column(
        &mut self,
        table: &Table,
        is_wanted: impl Fn(&Column) -> bool,
    ) -> Option<usize> {
        let is_row = |column: &Column| column.join.is_none_or(|join| !table.joins[join].is_link);
        let wanted = table.columns.iter().enumerate().filter(|(_, column)| is_row(column) && is_wanted(column));
        let ways = wanted.flat_map(|(at, column)| column.said.iter().map(move |way| (at, way)));
        let found = ways.filter_map(|(column, way)| Some((way.len(), column, self.place(way)?)));
        let (count, column, at) = found.max_by_key(|(count, column, _)| (*count, std::cmp::Reverse(*column)))?;
        self.take(at, count);
        Some(column)
    }
}
