//! Which tables hold words in the texts of their rows. Rows without long text are in no index of words: they are looked
//! through, as far as whoever asks has time.

use super::database::Database;
use super::model::{Affinity, ColumnSchema, DatabaseProblem, TableSchema, ValueClass};
use crate::document::Cell;

/// Tables that are looked through, columns of one, words, and rows of which the best is taken.
const MAX_TABLES: usize = 80;
const MAX_COLUMNS: usize = 16;
const MAX_WORDS: usize = 8;
const ROWS: usize = 60;

/// Types whose texts are made for programs.
pub(super) const INTERNAL: [&str; 3] = ["gtsvector", "tsquery", "tsvector"];

/// Letters of a word that may be the beginning of a longer one, at least.
const BEGINNING: usize = 4;

/// A table some row of which holds some of the words.
#[derive(Clone, Debug)]
pub struct Holding {
    /// Its place among the tables of the database.
    pub table: usize,
    /// The words that its best row holds.
    pub best: Vec<bool>,
    /// The words that any row holds of those that were looked at.
    pub any: Vec<bool>,
    /// How much of a field the words are that the best row holds, from 0 to 1.
    pub share: f32,
}

impl Holding {
    /// How many of the words its best row holds.
    pub fn count(&self) -> usize {
        self.best.iter().filter(|held| **held).count()
    }
}

/// What was found of words in the tables of a database.
#[derive(Clone, Debug, Default)]
pub struct Holdings {
    /// The tables, those first whose rows hold most.
    pub tables: Vec<Holding>,
    /// The number of tables that were not looked through: there was no time, or they are computed by the server.
    pub left: usize,
    /// Set if time ran out before some of them.
    pub is_out_of_time: bool,
}

impl Database {
    /// The tables whose rows hold words, which are in small letters, as far as `goes_on` gives time.
    pub fn holding(&self, words: &[String], goes_on: &dyn Fn() -> bool) -> Holdings {
        let words = &words[..words.len().min(MAX_WORDS)];
        let (mut found, mut left, mut is_out_of_time) = (Vec::new(), 0, false);
        for (at, table) in self.tables().iter().enumerate() {
            let columns: Vec<usize> = table
                .columns
                .iter()
                .enumerate()
                .filter(|(_, column)| may_be_text(column))
                .map(|(at, _)| at)
                .take(MAX_COLUMNS)
                .collect();
            if columns.is_empty() || words.is_empty() {
                continue;
            }
            let is_late = !goes_on();
            if at >= MAX_TABLES || is_late || table.is_computed && !table.schema.is_empty() {
                (left, is_out_of_time) = (left + 1, is_out_of_time || is_late);
                continue;
            }
            match self.sql(&self.statement(table, &columns, words), goes_on) {
                Ok(answer) => found.extend(held(at, &answer.rows, words)),
                Err(DatabaseProblem::Wrong(_)) => {}
                Err(_) => (left, is_out_of_time) = (left + 1, is_out_of_time || !goes_on()),
            }
        }
        found.sort_by(|a, b| b.count().cmp(&a.count()).then(b.share.total_cmp(&a.share)));
        Holdings { tables: found, left, is_out_of_time }
    }

    /// Whether no row of a table holds a word in any column; `None` if that cannot be told in time, or of columns that are
    /// no text, which may hold it as well.
    pub fn lacks(&self, table: usize, word: &str, goes_on: &dyn Fn() -> bool) -> Option<bool> {
        let table = self.tables().get(table)?;
        let is_hidden = |column: &ColumnSchema| column.class == ValueClass::Other;
        // Numbers and days may be written in columns that hold no text.
        let is_told = word.chars().all(char::is_alphabetic) && !table.columns.iter().any(is_hidden);
        if !is_told || table.is_computed && !table.schema.is_empty() || !goes_on() {
            return None;
        }
        let columns: Vec<usize> = (0..table.columns.len()).filter(|at| may_be_text(&table.columns[*at])).collect();
        if columns.is_empty() {
            return Some(true);
        }
        let pattern = pattern(word);
        let one = |at: &usize| format!("lower({}) LIKE '{pattern}'", self.quoted(&table.columns[*at].name));
        let holds = columns.iter().map(one).collect::<Vec<_>>().join(" OR ");
        let sql = format!("SELECT 1 FROM {} WHERE {holds} LIMIT 1", self.quoted_table(table));
        self.sql(&sql, goes_on).ok().map(|answer| answer.rows.is_empty())
    }

    /// The SQL of the rows of a table that may hold any of the words, those that hold most first.
    fn statement(&self, table: &TableSchema, columns: &[usize], words: &[String]) -> String {
        let names: Vec<String> = columns.iter().map(|at| self.quoted(&table.columns[*at].name)).collect();
        let holds = |word: &String| {
            let pattern = pattern(word);
            let one = |name: &String| format!("lower({name}) LIKE '{pattern}'");
            format!("({})", names.iter().map(one).collect::<Vec<_>>().join(" OR "))
        };
        let all: Vec<String> = words.iter().map(holds).collect();
        let counted: Vec<String> = all.iter().map(|one| format!("CASE WHEN {one} THEN 1 ELSE 0 END")).collect();
        format!(
            "SELECT {} FROM {} WHERE {} ORDER BY {} DESC LIMIT {ROWS}",
            names.join(", "),
            self.quoted_table(table),
            all.join(" OR "),
            counted.join(" + ")
        )
    }
}

/// Whether a column may hold texts that people read.
fn may_be_text(column: &ColumnSchema) -> bool {
    !matches!(column.affinity, Some(Affinity::Number))
        && matches!(column.class, ValueClass::Any | ValueClass::Text)
        && !INTERNAL.contains(&column.declared.as_str())
}

/// What a text that holds a word is like; of one of several things the word is found, too.
fn pattern(word: &str) -> String {
    let letters: String = word.chars().filter(|letter| letter.is_alphanumeric()).collect();
    let stem = letters.strip_suffix('s').filter(|stem| stem.len() >= BEGINNING).unwrap_or(&letters);
    // SQLite knows small letters of no others: any letter will do, and the rows are looked at.
    let is_other = |letter: char| !letter.is_ascii() && letter.to_uppercase().next() != Some(letter);
    let any: String = stem.chars().map(|letter| if is_other(letter) { '_' } else { letter }).collect();
    format!("%{any}%")
}

/// What the rows hold; `None` if that is nothing.
fn held(table: usize, rows: &[Vec<Cell>], words: &[String]) -> Option<Holding> {
    let mut holding = Holding { table, best: vec![false; words.len()], any: vec![false; words.len()], share: 0.0 };
    for row in rows {
        let (mut here, mut share) = (vec![false; words.len()], 0.0_f32);
        for cell in row {
            let Cell::Text(text) = cell else { continue };
            let lower = text.to_lowercase();
            let own: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|own| !own.is_empty()).collect();
            let mut letters = 0;
            for (here, word) in here.iter_mut().zip(words) {
                if is_held(word, &own, &lower) {
                    *here = true;
                    letters += word.chars().count();
                }
            }
            share = share.max(letters as f32 / lower.chars().count().max(1) as f32);
        }
        holding.any.iter_mut().zip(&here).for_each(|(any, here)| *any |= here);
        let count = here.iter().filter(|held| **held).count();
        if count > holding.count() || count == holding.count() && share > holding.share {
            (holding.best, holding.share) = (here, share.min(1.0));
        }
    }
    (holding.count() > 0).then_some(holding)
}

/// Whether a word is among those of a text: itself, one or several of it, or the beginning of one.
fn is_held(word: &str, own: &[&str], text: &str) -> bool {
    let singular = |word: &str| word.strip_suffix('s').map_or(word.to_owned(), str::to_owned);
    let one = singular(word);
    let is_wide = !word.is_ascii() && word.chars().all(|c| !c.is_ascii());
    if is_wide && text.contains(word) {
        return true;
    }
    own.iter().any(|own| singular(own) == one || word.chars().count() >= BEGINNING && own.starts_with(one.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_held_by_a_text_that_has_it_in_any_number_or_begins_with_it() {
        for (word, text, expected) in [
            ("shark", "a Boat And a Shark", true),
            ("sharks", "a shark", true),
            ("iron", "environment", false),
            ("iron", "Iron Maiden", true),
            ("beer", "beers & wine", true),
            ("bee", "beer", false),
            ("杭州", "杭州市", true),
        ] {
            let lower = text.to_lowercase();
            let own: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).collect();
            assert_eq!(is_held(word, &own, &lower), expected, "{word} in {text}");
        }
        assert_eq!((pattern("boats").as_str(), pattern("o'b%_s").as_str()), ("%boat%", "%obs%"));
        assert_eq!((pattern("über").as_str(), pattern("杭州").as_str()), ("%_ber%", "%杭州%"));
    }
}
