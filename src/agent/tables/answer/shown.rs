//! Rows as they are shown: short fields as they are, of a long text the sentence that says most.

use crate::docql::Found;
use crate::document::Cell;
use crate::library::{Stems, fold_words};

/// Characters of a cell that are shown, and of a sentence.
const CELL: usize = 80;
const SENTENCE: usize = 240;

/// Letters that a word has in common with one that begins like it, at least.
const BEGINNING: usize = 4;

/// A row with its columns.
pub(in crate::agent::tables) struct ShownRow {
    pub columns: Vec<String>,
    pub cells: Vec<String>,
    /// Whether it holds each of the words that were searched for.
    pub held: Vec<bool>,
}

impl ShownRow {
    /// The row that was found, as it is shown beside a question for the words with these stems.
    pub(in crate::agent::tables) fn of(found: &Found, asked: &[String], stems: &mut Stems) -> Option<ShownRow> {
        let values = found.item.columns()?;
        let mut held = vec![false; asked.len()];
        let (mut columns, mut cells) = (Vec::new(), Vec::new());
        for (column, value) in values.iter() {
            for (held, one) in held.iter_mut().zip(holds(value, asked, stems)) {
                *held |= one;
            }
            columns.push(column.to_string());
            cells.push(match value.chars().nth(CELL) {
                None => plain(value, CELL),
                Some(_) => plain(sentence(value, asked, stems), SENTENCE),
            });
        }
        Some(ShownRow { columns, cells, held })
    }
}

/// Rows of a table without the columns that hold nothing in any of them.
pub(in crate::agent::tables) fn without_empty(rows: Vec<ShownRow>) -> (Vec<String>, Vec<Vec<String>>) {
    let is_kept = |at: usize| rows.iter().any(|row| !row.cells[at].is_empty());
    let columns = rows.first().map_or(&[][..], |row| row.columns.as_slice());
    let kept: Vec<usize> = (0..columns.len()).filter(|at| is_kept(*at)).collect();
    let columns = kept.iter().map(|at| columns[*at].clone()).collect();
    (columns, rows.iter().map(|row| kept.iter().map(|at| row.cells[*at].clone()).collect()).collect())
}

/// The sentence of a text that holds most of the words, the first of equal ones.
fn sentence<'t>(text: &'t str, asked: &[String], stems: &mut Stems) -> &'t str {
    let mut best: Option<(usize, &str)> = None;
    for sentence in text.split_inclusive(['.', '!', '?', '\n', '。', '！', '？']) {
        let held = holds(sentence, asked, stems).into_iter().filter(|held| *held).count();
        if !sentence.trim().is_empty() && best.is_none_or(|(most, _)| held > most) {
            best = Some((held, sentence));
        }
    }
    best.map_or(text, |(_, sentence)| sentence).trim()
}

/// Which of the words a text holds: as they are, in another form, or as the beginning of one.
fn holds(text: &str, asked: &[String], stems: &mut Stems) -> Vec<bool> {
    let words: Vec<String> = fold_words(text).iter().map(|word| stems.stem(word).to_owned()).collect();
    let is_held = |asked: &String| {
        let begins = |word: &String| asked.len() >= BEGINNING && word.starts_with(asked.as_str());
        words.iter().any(|word| word == asked || begins(word))
    };
    asked.iter().map(is_held).collect()
}

/// A text in one line.
pub(in crate::agent::tables) fn plain(text: &str, most: usize) -> String {
    text.chars().take(most).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Digits behind the point with more of which a number was made by dividing or adding.
const EXACT_DIGITS: usize = 9;

/// A number, without the digits that only say how it was made.
fn real(number: f64) -> String {
    let written = number.to_string();
    let digits = written.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    if digits <= EXACT_DIGITS {
        return written;
    }
    let short = if number.abs() >= 1.0 { format!("{number:.4}") } else { format!("{number:.9}") };
    short.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A cell in one line.
pub(in crate::agent::tables) fn cell_shown(cell: &Cell) -> String {
    match cell {
        Cell::Null => "null".to_owned(),
        Cell::Integer(number) => number.to_string(),
        Cell::Real(number) => real(*number),
        Cell::Decimal(digits) => digits.to_string(),
        Cell::Text(text) => plain(text, CELL),
        Cell::Bytes(count) => format!("{count} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_text_the_sentence_is_shown_that_holds_most_of_the_words() {
        let mut stems = Stems::new();
        let asked = ["price", "bitcoin"].map(str::to_owned);
        let text = "The week was quiet. Prices of bitcoins fell! A price is a price.\nNothing else.";
        assert_eq!(sentence(text, &asked, &mut stems), "Prices of bitcoins fell!");
        assert_eq!(holds("cryptocurrency", &["crypto".to_owned(), "x".to_owned()], &mut stems), [true, false]);
        assert_eq!(plain("a\u{1b}[31m\nb", 5), "a [31");
        for (number, text) in [(449.46000000000004, "449.46"), (52.520008, "52.520008"), (0.1 + 0.2, "0.3"), (2.0, "2")]
        {
            assert_eq!(cell_shown(&Cell::Real(number)), text);
        }
    }
}
