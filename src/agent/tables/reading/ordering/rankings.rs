//! Rows in the order of what belongs to them: "top 5 artists by number of albums", "which customer spent the most",
//! "best-selling track".

use super::orders::{Ordered, the_one};
use crate::agent::tables::reading::asked::Asked;
use crate::agent::tables::reading::relations::told_of;
use crate::agent::tables::reading::understood::is_participle;
use crate::agent::tables::schema::catalog::{Column, Table, Type};
use crate::agent::tables::schema::children::{is_of_money_paid, pieces, total};
use crate::agent::tables::vocabulary::measures::{MEASURES, Measure};
use crate::agent::tables::vocabulary::relation_words::{FEWEST, GETTING, MOST, RANKING, SELLING, SPENT};
use crate::agent::tables::vocabulary::words::HAVING;

/// Rows that are told where several are asked for and no number is said.
const TOP: usize = 5;

/// Verbs behind what is one, and behind what is several.
const OF_ONE: &[&str] = &["has", "is", "was", "does"];
const OF_SEVERAL: &[&str] = &["have", "are", "were"];

/// Rows in the order of what is made of those that belong to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agent::tables) struct Ranked {
    /// The place of what belongs to them.
    pub child: usize,
    /// The column that is summed, as SQL and by its name; where there is none rows are counted.
    pub summed: Option<(String, String)>,
    pub is_descending: bool,
    pub count: usize,
}

/// The table whose rows are ranked, and what of a question names it.
type Named = (usize, usize);

impl Asked {
    /// The column by whose values rows are counted, the most first, and how many of them are told: "the top 5 artists by
    /// number of albums", "customers with the most orders". The rows are named last.
    pub(in crate::agent::tables) fn ranking(
        &mut self,
        table: &Table,
        named_at: Option<usize>,
    ) -> Option<(usize, usize)> {
        let named_at = named_at?;
        let (by, _) = self.by_number(named_at).or_else(|| self.by_most(named_at, MOST))?;
        let (start, length, column) = (0..by).find_map(|start| {
            let (length, column) = self.group_at(table, start)?;
            (start + length == by).then_some((start, length, column))
        })?;
        if let Some(other) = self.rival(table, (start, length), column) {
            self.doubt((start, length), table, &[column, other]);
            return None;
        }
        let (first, count) = self.top_before(start);
        if !self.is_ranked(named_at, first, start) {
            return None;
        }
        self.take(first, named_at - first);
        Some((column, self.top(count, start + length)))
    }

    /// How many rows are asked for by a name that ends in front of a place: of what is one the first, with all that are
    /// equal to it.
    pub(in crate::agent::tables) fn top(&self, said: Option<usize>, end: usize) -> usize {
        let word = |at: Option<usize>| at.and_then(|at| self.words.get(at)).map_or("", |word| word.lower.as_str());
        let (noun, verb) = (word(end.checked_sub(1)), word(Some(end)));
        let is_plural = noun.ends_with('s') && !["ss", "us", "is"].iter().any(|end| noun.ends_with(end));
        let is_one = OF_ONE.contains(&verb) || !is_plural && !OF_SEVERAL.contains(&verb);
        // A question that was Chinese does not tell one from several.
        said.unwrap_or(if is_one && !self.is_translated { 1 } else { TOP })
    }

    /// Whether the words from `first` on, in front of what is named at `start`, say that the first in an order are meant.
    fn is_ranked(&self, at: usize, first: usize, start: usize) -> bool {
        match self.by_number(at) {
            Some((_, 1)) => (first..start).any(|at| self.is_word(at, &["top"])),
            Some(_) => first < start,
            None => true,
        }
    }

    /// Where "by number of" begins in front of a place, and its words.
    fn by_number(&self, at: usize) -> Option<Named> {
        let starts = RANKING.iter().filter_map(|phrase| Some((at.checked_sub(phrase.len())?, *phrase)));
        let mut here = starts.filter(|(start, phrase)| self.phrases(phrase).contains(start));
        here.next().map(|(start, phrase)| (start, phrase.len()))
    }

    /// Where "with the most" begins in front of a place, and its words.
    fn by_most(&self, at: usize, words: &[&str]) -> Option<Named> {
        let most = at.checked_sub(1).filter(|most| self.is_word(*most, words))?;
        let mut start = most;
        while start > 0
            && (self.is_word(start - 1, &["the", "that", "who", "which"])
                || self.is_getting(start - 1)
                || start > 1 && self.is_word(start - 1, &["in"]) && self.is_getting(start - 2))
        {
            start -= 1;
        }
        Some((start, at - start))
    }

    fn is_getting(&self, at: usize) -> bool {
        self.is_word(at, HAVING) || self.is_word(at, GETTING)
    }

    /// Where "the top 5" or "which" begins in front of a place, and the number.
    fn top_before(&self, at: usize) -> (usize, Option<usize>) {
        let number = self.number_before(at);
        let mut start = at - usize::from(number.is_some());
        let is_top = start > 0 && self.is_word(start - 1, &["top"]);
        start -= usize::from(is_top);
        let is_asked = start > 0 && self.is_word(start - 1, &["the", "which", "what", "show", "list"]);
        if number.is_some() && !is_top && !(start > 0 && self.is_word(start - 1, &["the", "which", "what"])) {
            return (start, number);
        }
        (start - usize::from(is_asked), number)
    }

    /// The rows of a table in the order of what belongs to them. The table is named first.
    pub(in crate::agent::tables) fn ranked(&mut self, table: &Table, named_at: Option<usize>) -> Option<Ranked> {
        let at = named_at?;
        let named = (at, at + table.said.len());
        if table.labels.is_empty() {
            return None;
        }
        self.ranked_by_number(table, named)
            .or_else(|| self.ranked_by_column(table, named))
            .or_else(|| self.ranked_by_money(table, named))
            .or_else(|| self.ranked_by_deed(table, named))
    }

    /// "Which playlist has the most tracks", "top 3 tags by number of tickets".
    fn ranked_by_number(&mut self, table: &Table, (at, end): Named) -> Option<Ranked> {
        for (number, child) in table.children.iter().enumerate() {
            let Some(place) = self.child_at(table, child).filter(|place| *place > end) else { continue };
            let by_most = self.by_most(place, MOST).map(|by| (by, true));
            let by_fewest = || self.by_most(place, FEWEST).map(|by| (by, false));
            let by_number = self.by_number(place);
            let Some(((by, _), is_descending)) = by_number.map(|by| (by, true)).or(by_most).or_else(by_fewest) else {
                continue;
            };
            let (first, count) = self.top_before(at);
            if by != end || !self.is_ranked(place, first, at) || self.is_shared(table, child) {
                continue;
            }
            let past = place + child.said.len();
            self.take(first, past - first);
            self.bound(past);
            return Some(Ranked { child: number, summed: None, is_descending, count: self.top(count, end) });
        }
        None
    }

    /// "Top 5 products by quantity ordered": by the sum of how many pieces, or what, the rows are about that belong to one.
    fn ranked_by_column(&mut self, table: &Table, (at, end): Named) -> Option<Ranked> {
        let by = Some(end).filter(|by| self.is_word(*by, &["by"]))?;
        let mut start = by + 1;
        while self.is_word(start, &["the", "total", "sum", "of"]) {
            start += 1;
        }
        let (first, count) = self.top_before(at);
        if !(first..at).any(|at| self.is_word(at, &["top"])) {
            return None;
        }
        let sums =
            table.children.iter().enumerate().filter(|(_, child)| child.far.is_none()).flat_map(|(number, child)| {
                let of = child.table.as_ref();
                let columns = of.and_then(pieces).into_iter().chain(of.and_then(total));
                columns.map(move |(_, column)| (number, child, column))
            });
        let said = sums.filter_map(|(number, child, column)| {
            let length = column.said.iter().filter(|way| self.is_at(start, way)).map(Vec::len).max()?;
            Some((number, format!("{}.{}", child.sql, column.sql), column.name.clone(), length))
        });
        let said: Vec<(usize, String, String, usize)> = said.collect();
        let [(child, sql, name, length)] = said.as_slice() else { return None };
        let summed = Some((sql.clone(), name.clone()));
        self.take(first, start + length - first);
        self.bound(start + length);
        Some(Ranked { child: *child, summed, is_descending: true, count: self.top(count, end) })
    }

    /// "Which customer spent the most".
    fn ranked_by_money(&mut self, table: &Table, (at, end): Named) -> Option<Ranked> {
        let spent = (end..end + 3).find(|at| self.is_word(*at, SPENT))?;
        let between = (end..spent).all(|at| self.is_getting(at) || self.is_word(at, &["who", "that"]));
        let most = spent + 1 + usize::from(self.is_word(spent + 1, &["the"]));
        let is_descending = self.is_word(most, MOST);
        if !between || !is_descending && !self.is_word(most, FEWEST) {
            return None;
        }
        let sums = table.children.iter().enumerate().filter_map(|(number, child)| {
            let (_, column) = total(child.table.as_ref()?)?;
            Some((number, (format!("{}.{}", child.sql, column.sql), column.name.clone())))
        });
        let sums: Vec<(usize, (String, String))> = sums.collect();
        let [(child, summed)] = sums.as_slice() else {
            if sums.len() > 1 {
                let names: Vec<&str> = sums.iter().map(|(_, (sql, _))| sql.as_str()).collect();
                self.unclear = Some(format!("what is spent may be {}", names.join(" or ")));
            }
            return None;
        };
        let of = table.children[*child].table.as_ref()?;
        if !is_of_money_paid(of) {
            self.unclear = Some(format!("what is spent may be all of {}, or some", summed.0.replace('"', "")));
            return None;
        }
        let past = most + 1 + usize::from(self.is_word(most + 1, &["money"]));
        let (first, count) = self.top_before(at);
        self.take(first, past - first);
        self.bound(past);
        self.notes.push(format!("what is spent is told by {}", summed.0.replace('"', "")));
        let summed = Some(summed.clone());
        Some(Ranked { child: *child, summed, is_descending, count: self.top(count, end) })
    }

    /// "Best-selling track", "the 5 most ordered products".
    fn ranked_by_deed(&mut self, table: &Table, (at, end): Named) -> Option<Ranked> {
        let verb = at.checked_sub(1)?;
        let most = verb.checked_sub(1)?;
        let is_best = self.is_word(most, &["best", "top"]) && self.is_word(verb, SELLING);
        let is_most = self.is_word(most, &["most", "least"])
            && self.words.get(verb).is_some_and(|word| is_participle(&word.lower));
        if !is_best && !is_most {
            return None;
        }
        let is_descending = !self.is_word(most, &["least"]);
        let deed = self.words[verb].lower.clone();
        let number = self.child_of_deed(table, &deed)??;
        let child = &table.children[number];
        let summed = child
            .table
            .as_ref()
            .and_then(pieces)
            .map(|(_, column)| (format!("{}.{}", child.sql, column.sql), column.name.clone()));
        self.notes.push(format!("\"{deed}\" is told by {}", told_of(child)));
        let (first, count) = self.top_before(most);
        self.take(first, end - first);
        self.bound(end);
        Some(Ranked { child: number, summed, is_descending, count: self.top(count, end) })
    }

    /// "Top 10 products by price": the rows of a table in the order of a column of it.
    pub(in crate::agent::tables) fn top_by(&mut self, table: &Table, named_at: Option<usize>) -> Option<Ordered> {
        let at = named_at?;
        let by = at + table.said.len();
        let (first, count) = self.top_before(at);
        let has_top = (first..at).any(|at| self.is_word(at, &["top"]));
        if !has_top || !self.is_word(by, &["by"]) {
            return None;
        }
        let is_measured = |column: &Column| matches!(column.type_, Type::Number) && !column.is_key;
        let ways = table.own().filter(|(_, column)| is_measured(column));
        let ways = ways.flat_map(|(number, column)| column.said.iter().map(move |way| (number, way)));
        let here = ways.filter(|(_, way)| self.is_at(by + 1, way)).max_by_key(|(_, way)| way.len());
        let named = here.map(|(number, way)| (number, way.len()));
        let says = |measure: &&Measure| self.is_word(by + 1, measure.said);
        let measured =
            || MEASURES.iter().find(says).and_then(|measure| the_one(table, measure)).map(|column| (column, 1));
        let (column, length) = named.or_else(measured)?;
        self.take(first, by + 1 + length - first);
        Some(Ordered { column, is_descending: true, count: self.top(count, by), place: 1 })
    }
}
