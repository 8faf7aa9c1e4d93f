//! What is made of a column: sums, averages, the number of its different values; and the columns that are told.

use super::asked::{Asked, Word};
use super::ordering::orders::{Ordered, the_one};
use super::time::periods::Group;
use super::values::Text;
use crate::agent::tables::schema::catalog::{Column, Table, Type};
use crate::agent::tables::schema::children::total;
use crate::agent::tables::schema::conditions::Condition;
use crate::agent::tables::vocabulary::measures::MEASURES;
use crate::agent::tables::vocabulary::number_words::{CURRENCY, MONEY, MONEY_TOO};
use crate::agent::tables::vocabulary::words::{ASKS, Ask, DIFFERENT};

impl Asked {
    /// The column of numbers or times that something is made of. "Total" may be the name of one.
    pub(in crate::agent::tables) fn aggregated(&mut self, table: &Table, ask: Ask, asked_at: usize) -> Option<usize> {
        if let Some(column) = self.number_of(table) {
            return Some(column);
        }
        if let Some(column) = self.column(table, |column| {
            let is_made_of = !column.is_key || matches!(ask, Ask::Largest | Ask::Smallest);
            is_made_of && matches!(column.type_, Type::Number | Type::Date)
        }) {
            return Some(column);
        }
        if let Some(column) = self.whole_of_row(table, ask, asked_at) {
            return Some(column);
        }
        if let Some(column) = self.measured_of(table) {
            return Some(column);
        }
        let word = self.words.get(asked_at)?;
        let is_total = ask == Ask::Sum && word.lower == "total";
        let is_of = self.words.get(asked_at + 1).is_some_and(|word| word.lower == "of");
        let stem = word.stem.clone();
        let mut columns = table.own().filter(|(_, column)| column.said.contains(&vec![stem.clone()]));
        columns.next().filter(|(_, column)| is_total && is_of && column.type_ == Type::Number).map(|(at, _)| at)
    }

    /// Uses the names of columns that are asked for. What stands right before the rows says which they are.
    pub(in crate::agent::tables) fn shown(&mut self, table: &Table, named_at: Option<usize>, shown: &mut Vec<usize>) {
        let before =
            named_at.and_then(|named| named.checked_sub(1)).filter(|at| self.is_adjective(table, at + 1, named_at));
        let is_free = before.is_some_and(|at| !self.words[at].is_used);
        before.into_iter().for_each(|at| self.take(at, 1));
        while let Some(column) = self.column(table, |column| column.join.is_none()) {
            shown.push(column);
        }
        if let (true, Some(at)) = (is_free, before) {
            self.words[at].is_used = false;
        }
    }

    /// How often "id" is said and not understood.
    pub(in crate::agent::tables) fn ids(&self) -> usize {
        let is_id = |word: &&Word| !word.is_used && !word.is_quoted && matches!(word.lower.as_str(), "id" | "ids");
        self.words.iter().filter(is_id).count()
    }

    /// Whether "id" is asked for and not understood, where rows have one key that is not among the columns shown.
    pub(in crate::agent::tables) fn lacks_key(&self, table: &Table, shown: &[usize]) -> bool {
        let refers = |at: usize| table.references.iter().any(|(by, ..)| *by == at);
        let keys = table.own().filter(|(at, column)| column.is_key && !refers(*at)).map(|(at, _)| at);
        let keys: Vec<usize> = keys.collect();
        matches!(keys[..], [key] if !shown.contains(&key)) && self.ids() > 0
    }

    /// Uses the name of the column of texts whose values are asked for: "which cities …".
    pub(in crate::agent::tables) fn listed(&mut self, table: &Table) -> Option<usize> {
        let which = (0..2).find(|at| self.is_word(*at, &["which", "what", "list", "show"]))?;
        let start = which + 1 + usize::from(self.is_word(which + 1, &["the", "all"]));
        let ways = table.own().filter(|(_, column)| column.is_text());
        let ways = ways.flat_map(|(number, column)| column.said.iter().map(move |way| (number, way)));
        let (number, way) = ways.filter(|(_, way)| self.is_at(start, way)).max_by_key(|(_, way)| way.len())?;
        let end = start + way.len();
        let are_several = self.words.get(end - 1).is_some_and(|word| word.lower.ends_with('s'));
        if !are_several {
            return None;
        }
        self.take(start, end - start);
        Some(number)
    }

    /// Where the name of a column stands whose different values are counted: "how many countries …".
    pub(in crate::agent::tables) fn distinct_at(
        &self,
        table: &Table,
        named_at: Option<usize>,
    ) -> Option<(usize, usize, usize)> {
        let (phrase, _) = ASKS.iter().find(|(phrase, ask)| *ask == Ask::Count && self.phrase(phrase).is_some())?;
        let at = self.phrase(phrase)? + phrase.len();
        let says_so = self.is_word(at, DIFFERENT);
        let start = at + usize::from(says_so);
        let ways = table.own().flat_map(|(number, column)| column.said.iter().map(move |way| (number, way)));
        let here = ways.filter(|(_, way)| self.is_at(start, way)).max_by_key(|(_, way)| way.len());
        // Rows that are not named are those of the one table that has such a column.
        let is_of_rows = says_so || named_at.is_some_and(|named| named > start);
        let (number, way) = here.filter(|_| is_of_rows)?;
        let end = start + way.len();
        // "How many cancelled flights" counts flights.
        let says_how = table.columns[number].type_ == Type::Flag || self.is_adjective(table, end, named_at);
        (says_so || !says_how).then_some((number, at, end - at))
    }

    /// What all of a row costs, where rows are named right behind what is asked: "the average order value", "the largest
    /// payment". "Total orders" may be their number: a sum is meant only of what is money itself.
    fn whole_of_row(&mut self, table: &Table, ask: Ask, asked_at: usize) -> Option<usize> {
        let is_named = |at: usize| {
            let here = self.words.get(at..at + table.said.len()).unwrap_or_default();
            !here.is_empty() && here.iter().map(|word| &word.stem).eq(&table.said)
        };
        let starts = (asked_at + 1..asked_at + 5).filter(|at| is_named(*at));
        let start = starts.min().filter(|start| {
            (asked_at + 1..*start).all(|at| self.words[at].is_used || self.is_word(at, &["of", "the", "all"]))
        })?;
        // "The sum of the invoices" is no number of them, as their total may be.
        let is_sum = self.words.get(asked_at).is_some_and(|word| word.lower == "sum");
        let end = start + table.said.len();
        let is_money = table.said.iter().any(|word| MONEY_ROWS.iter().any(|money| word.starts_with(money)));
        let is_measured = self.is_word(end, &["value", "values", "size"]);
        // The average of orders may be how many there are.
        let is_one = self.words.get(end - 1).is_some_and(|word| !word.lower.ends_with('s'));
        // What is the oldest is so by its date.
        let is_of_time = self.words.get(asked_at).is_some_and(|word| OF_TIME.contains(&word.lower.as_str()));
        if is_of_time || ask == Ask::Sum && !is_money && !is_sum || ask != Ask::Sum && !is_one && !is_measured {
            return None;
        }
        let (column, own) = total(table)?;
        if is_measured {
            self.take(end, 1);
        }
        self.notes.push(format!("told by {}", own.name));
        Some(column)
    }
}

impl Asked {
    /// The column that holds how many there are of what is said: "the average number of appearances".
    fn number_of(&mut self, table: &Table) -> Option<usize> {
        for phrase in [["number", "of"], ["count", "of"]] {
            let Some(at) = self.phrase(&phrase) else { continue };
            let here = |(number, column): (usize, &Column)| {
                let words = column.counts().filter(|words| self.is_at(at + 2, words))?;
                Some((number, words.len()))
            };
            if let Some((column, count)) = table.own().find_map(here) {
                self.take(at, 2 + count);
                return Some(column);
            }
        }
        None
    }

    /// The one column that measures what is said: "average track length" of milliseconds.
    fn measured_of(&mut self, table: &Table) -> Option<usize> {
        for measure in MEASURES.iter().filter(|measure| !measure.said.is_empty()) {
            let Some(at) = (0..self.words.len()).find(|at| self.is_word(*at, &measure.said[..1])) else { continue };
            let own = the_one(table, measure).filter(|column| table.columns[*column].join.is_none());
            let Some(column) = own else { continue };
            self.notes.push(format!("{} is told by {}", self.words[at].lower, table.columns[column].name));
            self.take(at, 1);
            return Some(column);
        }
        None
    }

    /// The row that has the most or the least of something: "who has the highest salary".
    pub(in crate::agent::tables) fn whose(
        &mut self,
        table: &Table,
        ask: Ask,
        named_at: Option<usize>,
        asked_at: usize,
    ) -> Option<Ordered> {
        let is_end = matches!(ask, Ask::Largest | Ask::Smallest) && self.asks_whose(table, named_at, asked_at);
        // What another table has is no reason to name rows of this one, unless it is named.
        let is_own = |column: &usize| named_at.is_some() || table.columns[*column].join.is_none();
        let column = is_end.then(|| self.aggregated(table, ask, asked_at))?.filter(is_own)?;
        Some(Ordered { column, is_descending: ask == Ask::Largest, count: 1, place: 1 })
    }

    /// The group of currencies in which a sum is told, where there are several and rows are not grouped by them yet.
    pub(in crate::agent::tables) fn by_currency(
        &mut self,
        table: &Table,
        values: &[Text],
        aggregate: Option<usize>,
        (conditions, groups): (&[Condition], &[Group]),
    ) -> Option<Group> {
        let currency = currency_of(table, values, aggregate?, conditions)?;
        self.notes.push(format!("per {}: amounts of several currencies make no sum", table.columns[currency].name));
        groups.iter().all(|group| group.column != currency).then(|| Group::of(currency))
    }
}

/// Words that ask for the first or the last in time, or for fewer.
const OF_TIME: &[&str] = &["latest", "newest", "earliest", "oldest", "least"];

/// The beginnings of the names of tables whose rows are sums of money.
const MONEY_ROWS: &[&str] = &["payment", "expens", "sale", "donat", "refund", "付款", "支付"];

/// The column that says in which currency the money of a column is, where there are several and none is chosen.
fn currency_of(table: &Table, values: &[Text], at: usize, conditions: &[Condition]) -> Option<usize> {
    let own = &table.columns[at];
    let says = |words: &[&str]| own.name_words.iter().any(|word| words.contains(&word.as_str()));
    let is_money = own.type_ == Type::Number && (says(MONEY) || says(MONEY_TOO));
    let is_currency = |column: &Column| {
        column.join == own.join
            && column.is_text()
            && column.name_words.iter().any(|word| CURRENCY.contains(&word.as_str()))
    };
    let number = table.columns.iter().position(|column| is_money && is_currency(column))?;
    let is_one =
        |condition: &Condition| matches!(condition, Condition::Among(of, texts) if *of == number && texts.len() == 1);
    let several = values.iter().filter(|text| text.column == number).count() > 1;
    (several && !conditions.iter().any(is_one)).then_some(number)
}
