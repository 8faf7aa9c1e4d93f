//! Rows that are documents: those of tables with a column of long text.

use super::database::Database;
use super::holding::INTERNAL;
use super::model::{Affinity, Article, DatabaseProblem, RowQuery, TableSchema, ValueClass};
use crate::document::Cell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Rows that are looked at to find out what a table holds.
const SAMPLE_ROWS: u64 = 200;

/// Letters of a text that is long, on the average of those looked at.
const LONG_TEXT: usize = 120;

/// Letters of a text that can name a row, at most.
const LONGEST_TITLE: usize = 120;

/// Letters of the value of a field that is shown above the text, at most.
const LONGEST_FIELD: usize = 400;

/// Columns that name a row, the best first.
const TITLES: [&str; 10] =
    ["title", "name", "subject", "headline", "heading", "caption", "summary", "label", "slug", "key"];

/// What the columns of a table are to its rows.
#[derive(Clone, Debug)]
pub struct ArticleColumns {
    long: Vec<usize>,
    title: Option<usize>,
    bytes: u64,
}

impl ArticleColumns {
    /// Bytes of a row as a document, on the average of those that were looked at.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// A row as a document; `None` if it has no long text. Cells of bytes are left out.
    pub fn article(&self, table: &TableSchema, number: i64, cells: &[Cell]) -> Option<Article> {
        article(table, self, number, cells)
    }
}

impl Database {
    /// Calls `each` with the rows of a table that are documents: none if no column holds long text, or if rows have no
    /// key. Cells of bytes are left out.
    ///
    /// # Errors
    /// If the database cannot be read, or the answer takes too long.
    pub fn articles(
        &self,
        table: &TableSchema,
        each: &mut dyn FnMut(Article) -> ControlFlow<()>,
    ) -> Result<(), DatabaseProblem> {
        let has_number = table.has_rowid || table.schema.is_empty() && !table.key().is_empty();
        if !has_number {
            return Ok(());
        }
        let Some(layout) = self.layout(table)? else { return Ok(()) };
        self.rows(table, &RowQuery::default(), &|| true, &mut |number, cells| match layout
            .article(table, number, &cells)
        {
            Some(article) => each(article),
            None => ControlFlow::Continue(()),
        })
    }

    /// What the columns of a table are to its rows; `None` if none of them holds long text.
    ///
    /// # Errors
    /// If the database cannot be read, or the answer takes too long.
    pub fn layout(&self, table: &TableSchema) -> Result<Option<ArticleColumns>, DatabaseProblem> {
        let can_be_text = |at: usize| {
            let column = &table.columns[at];
            !matches!(column.affinity, Some(Affinity::Number))
                && !INTERNAL.contains(&column.declared.as_str())
                && matches!(column.class, ValueClass::Any | ValueClass::Text | ValueClass::Other)
        };
        let candidates: Vec<usize> = (0..table.columns.len()).filter(|&at| can_be_text(at)).collect();
        if candidates.is_empty() {
            return Ok(None);
        }
        let mut seen: Vec<Seen> = table.columns.iter().map(|_| Seen::default()).collect();
        let sample = RowQuery { limit: Some(SAMPLE_ROWS), ..RowQuery::default() };
        let (mut rows, mut bytes) = (0, 0);
        self.rows(table, &sample, &|| true, &mut |_, cells| {
            (rows, bytes) = (rows + 1, bytes + super::model::question::size_of_cells(&cells) as u64);
            for (seen, cell) in seen.iter_mut().zip(&cells) {
                seen.add(cell);
            }
            ControlFlow::Continue(())
        })?;
        let long: Vec<usize> = candidates.iter().copied().filter(|&at| seen[at].is_long()).collect();
        if long.is_empty() {
            return Ok(None);
        }
        let names = |at: &usize| !long.contains(at) && seen[*at].is_title();
        let called = |name: &&str| {
            candidates.iter().copied().filter(names).find(|&at| table.columns[at].name.eq_ignore_ascii_case(name))
        };
        // `productName` is as good a name as `name`.
        let ends = |at: &usize| {
            let name = table.columns[*at].name.to_ascii_lowercase();
            TITLES[..2].iter().any(|title| name.ends_with(title))
        };
        let title = TITLES.iter().find_map(called);
        let title = title.or_else(|| candidates.iter().copied().filter(names).find(ends));
        let title = title.or_else(|| candidates.iter().copied().find(names));
        Ok(Some(ArticleColumns { long, title, bytes: bytes / u64::max(rows, 1) }))
    }
}

/// What the rows of a sample have in a column.
#[derive(Default)]
struct Seen {
    texts: usize,
    letters: usize,
    prose: usize,
    others: usize,
    /// The texts, each once.
    different: BTreeSet<Box<str>>,
}

impl Seen {
    fn add(&mut self, cell: &Cell) {
        match cell {
            Cell::Text(text) if !text.is_empty() => {
                self.texts += 1;
                self.letters += text.chars().count();
                self.prose += usize::from(is_prose(text));
                if text.len() <= LONGEST_TITLE * 4 {
                    self.different.insert(text.as_ref().into());
                }
            }
            Cell::Null | Cell::Text(_) => {}
            _ => self.others += 1,
        }
    }

    fn is_long(&self) -> bool {
        self.texts > self.others && self.letters >= LONG_TEXT * self.texts && self.prose * 2 > self.texts
    }

    fn is_title(&self) -> bool {
        // What many rows share – the title of a job – tells none of them from others.
        let tells = self.different.len() * 2 > self.texts;
        tells && self.texts > self.others && self.letters <= LONGEST_TITLE * self.texts
    }
}

/// Whether a text reads as one: data in JSON, keys and encoded bytes do not.
fn is_prose(text: &str) -> bool {
    let (mut count, mut spaces, mut wide) = (0, 0, 0);
    for c in text.chars().take(2_000) {
        count += 1;
        spaces += usize::from(c.is_whitespace());
        wide += usize::from(!c.is_ascii());
    }
    !text.trim_start().starts_with(['{', '[']) && (spaces * 20 >= count || wide * 2 > count)
}

fn article(table: &TableSchema, layout: &ArticleColumns, number: i64, cells: &[Cell]) -> Option<Article> {
    let mut article = Article { number, ..Article::default() };
    for (at, (column, cell)) in table.columns.iter().zip(cells).enumerate() {
        let value = match cell {
            Cell::Text(text) => text.to_string(),
            Cell::Integer(number) => number.to_string(),
            Cell::Real(number) => number.to_string(),
            Cell::Decimal(digits) => digits.to_string(),
            Cell::Null | Cell::Bytes(_) => continue,
        };
        if value.trim().is_empty() {
            continue;
        }
        let is_short = value.chars().nth(LONGEST_FIELD).is_none();
        match () {
            () if layout.long.contains(&at) || !is_short => article.texts.push((column.name.clone(), value)),
            () if layout.title == Some(at) && value.chars().nth(LONGEST_TITLE).is_none() => article.title = value,
            () => article.fields.push((column.name.clone(), value)),
        }
    }
    if article.texts.is_empty() {
        return None;
    }
    if article.title.is_empty() {
        article.title = format!("{} {number}", table.name);
    }
    Some(article)
}
