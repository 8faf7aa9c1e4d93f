//! A question and a table → SQL: what is asked, of which column, under which conditions, by which groups.

use super::schema::{Column, Table, Type, identifier, stemmed};
use super::words::{ASKS, Ask, COMPARISONS, DENIALS, GROUPS, IDLE};
use crate::library::{Stems, fold_words};

/// Rows of a list and groups that are asked for.
const LIMIT: usize = 50;

/// A word of a question.
struct Word {
    lower: String,
    stem: String,
    /// Set if it stood in quotes: then it is a value.
    is_quoted: bool,
    is_used: bool,
}

/// A question that is being read.
pub(super) struct Asked {
    words: Vec<Word>,
    /// Of what a question denies rules are not sure enough.
    is_denied: bool,
}

impl Asked {
    pub(super) fn new(question: &str, stems: &mut Stems) -> Asked {
        let mut words = Vec::new();
        let mut is_quoted = false;
        for part in question.split(['"', '“', '”', '`']) {
            for piece in part.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '?' | '!' | '(' | ')')) {
                let piece = piece.trim_matches(['.', '-', '\'']);
                // Numbers and dates are one word each, whatever is in them.
                let folded = match piece.starts_with(|c: char| c.is_ascii_digit()) {
                    true => vec![piece.to_lowercase()],
                    false => fold_words(piece),
                };
                for lower in folded {
                    words.push(Word { stem: stems.stem(&lower).to_owned(), lower, is_quoted, is_used: false });
                }
            }
            is_quoted = !is_quoted;
        }
        let lower = question.to_lowercase();
        let is_denied = lower.split_whitespace().any(|word| DENIALS.contains(&word));
        Asked { words, is_denied }
    }

    /// True if some word of the question may be that of a table.
    pub(super) fn names(&self, table: &Table) -> bool {
        self.place(&table.said).is_some()
    }

    /// Where these stems stand next to each other, in words that are not used yet.
    fn place(&self, stems: &[String]) -> Option<usize> {
        if stems.is_empty() || stems.len() > self.words.len() {
            return None;
        }
        let is_here = |at: &usize| {
            self.words[*at..]
                .iter()
                .zip(stems)
                .all(|(word, stem)| !word.is_used && (word.stem == *stem || word.lower == *stem))
        };
        (0..=self.words.len() - stems.len()).find(is_here)
    }

    /// Where these words stand, in words that are not used yet.
    fn phrase(&self, phrase: &[&str]) -> Option<usize> {
        let is_here = |at: &usize| {
            self.words[*at..]
                .iter()
                .zip(phrase)
                .all(|(word, own)| !word.is_used && !word.is_quoted && word.lower == *own)
        };
        (0..=self.words.len().checked_sub(phrase.len())?).find(is_here)
    }

    fn take(&mut self, at: usize, count: usize) {
        self.words[at..at + count].iter_mut().for_each(|word| word.is_used = true);
    }

    /// The SQL that asks a table this; `None` if a word is left that is not understood. `values` are texts in columns.
    pub(super) fn compose(mut self, table: &Table, values: &[(usize, String)], stems: &mut Stems) -> Option<String> {
        if self.is_denied {
            return None;
        }
        let at = self.place(&table.said)?;
        self.take(at, table.said.len());
        let mut conditions = self.comparisons(table)?;
        let groups = self.groups(table);
        let (ask, asked_at) = self.ask()?;
        if ask == Ask::Count && at > asked_at + 5 {
            // Something else is counted.
            return None;
        }
        let aggregate = match ask {
            Ask::Count | Ask::List => None,
            _ => Some(self.column(table, |column| matches!(column.type_, Type::Number | Type::Date))?),
        };
        conditions.extend(self.values(table, values, stems));
        conditions.extend(self.flags(table));
        if self.words.iter().any(|word| !word.is_used && !IDLE.contains(&word.lower.as_str())) {
            return None;
        }
        if ask == Ask::List && conditions.is_empty() {
            // "which orders …" with nothing said of them is no question about rows.
            return None;
        }
        Some(sql(table, ask, aggregate, &groups, &conditions))
    }

    /// What is asked.
    fn ask(&mut self) -> Option<(Ask, usize)> {
        let found = |(phrase, ask): &(&[&str], Ask)| Some((self.phrase(phrase)?, phrase.len(), *ask));
        // A question word in front of one that says what is asked is none of its own: "what is the highest …".
        let mut all: Vec<(usize, usize, Ask)> = ASKS.iter().filter_map(found).collect();
        if all.iter().any(|(.., ask)| *ask != Ask::List) {
            all.retain(|(at, count, ask)| {
                *ask != Ask::List || {
                    self.words[*at..at + count].iter_mut().for_each(|word| word.is_used = true);
                    false
                }
            });
        }
        let (at, count, ask) = all.into_iter().max_by_key(|(at, count, _)| (*count, std::cmp::Reverse(*at)))?;
        self.take(at, count);
        Some((ask, at))
    }

    /// A column that is named.
    fn column(&mut self, table: &Table, is_wanted: impl Fn(&Column) -> bool) -> Option<usize> {
        let wanted = table.columns.iter().enumerate().filter(|(_, column)| is_wanted(column));
        let ways = wanted.flat_map(|(at, column)| column.said.iter().map(move |way| (at, way)));
        let found = ways.filter_map(|(column, way)| Some((way.len(), column, self.place(way)?)));
        let (count, column, at) = found.max_by_key(|(count, column, _)| (*count, std::cmp::Reverse(*column)))?;
        self.take(at, count);
        Some(column)
    }

    /// Comparisons with numbers and dates: of the column that stands in front of them, else of the only one that can be
    /// meant. `None` if it is not clear which is.
    fn comparisons(&mut self, table: &Table) -> Option<Vec<String>> {
        let mut conditions = Vec::new();
        while let Some((at, count, low, high)) = self.between() {
            let (low, high) = (literal(&low)?, literal(&high)?);
            let column = self.compared(table, at, is_date(&low))?;
            conditions.push(format!("{} BETWEEN {low} AND {high}", identifier(&table.columns[column].name)));
            self.take(at, count);
        }
        for (phrase, operator) in COMPARISONS {
            while let Some(at) = self.phrase(phrase).filter(|at| self.value_at(at + phrase.len()).is_some()) {
                let value = literal(&self.value_at(at + phrase.len())?)?;
                let column = self.compared(table, at, is_date(&value))?;
                conditions.push(format!("{} {operator} {value}", identifier(&table.columns[column].name)));
                self.take(at, phrase.len() + 1);
            }
        }
        if let Some(at) = self.phrase(&["in"]).filter(|at| self.value_at(at + 1).is_some_and(|value| is_year(&value))) {
            let year = self.value_at(at + 1)?;
            let column = self.compared(table, at, true)?;
            conditions.push(format!("substr({}, 1, 4) = '{year}'", identifier(&table.columns[column].name)));
            self.take(at, 2);
        }
        Some(conditions)
    }

    /// "between A and B".
    fn between(&self) -> Option<(usize, usize, String, String)> {
        let at = self.phrase(&["between"])?;
        let (low, high) = (self.value_at(at + 1)?, self.value_at(at + 3)?);
        (self.words[at + 2].lower == "and").then_some((at, 4, low, high))
    }

    fn value_at(&self, at: usize) -> Option<String> {
        let word = self.words.get(at).filter(|word| !word.is_used)?;
        let starts = word.lower.starts_with(|c: char| c.is_ascii_digit());
        starts.then(|| word.lower.clone())
    }

    /// The column that is compared at `at`.
    fn compared(&mut self, table: &Table, at: usize, of_dates: bool) -> Option<usize> {
        let wanted = if of_dates { Type::Date } else { Type::Number };
        let of_type = |(_, column): &(usize, &Column)| column.type_ == wanted;
        // It ends where the comparison begins, or a word before that: "total is over 3".
        for (number, column) in table.columns.iter().enumerate().filter(of_type) {
            for way in &column.said {
                for end in [at, at.saturating_sub(1)] {
                    let Some(start) = end.checked_sub(way.len()) else { continue };
                    let here = &self.words[start..end];
                    if here.iter().zip(way).all(|(word, stem)| !word.is_used && word.stem == *stem) && !here.is_empty()
                    {
                        let count = way.len();
                        self.take(start, count);
                        return Some(number);
                    }
                }
            }
        }
        let mut only = table.columns.iter().enumerate().filter(of_type);
        let (number, column) = only.next()?;
        // A number beside a key says nothing; of dates there is often one.
        (of_dates && only.next().is_none() && column.type_ == Type::Date).then_some(number)
    }

    /// The columns by which rows are grouped.
    fn groups(&mut self, table: &Table) -> Vec<usize> {
        let mut groups = Vec::new();
        for phrase in GROUPS {
            let Some(at) = self.phrase(phrase) else { continue };
            let behind = at + phrase.len();
            let is_here = |(_, column): &(usize, &Column)| {
                let is_way = |way: &Vec<String>| self.place_at(behind, way);
                column.said.iter().any(is_way)
            };
            let Some((number, column)) = table.columns.iter().enumerate().find(is_here) else { continue };
            let longest = column.said.iter().filter(|way| self.place_at(behind, way)).map(Vec::len).max().unwrap_or(0);
            self.take(at, phrase.len() + longest);
            groups.push(number);
        }
        groups
    }

    fn place_at(&self, at: usize, way: &[String]) -> bool {
        let here = self.words.get(at..at + way.len());
        here.is_some_and(|here| here.iter().zip(way).all(|(word, stem)| !word.is_used && word.stem == *stem))
    }

    /// Texts that stand in columns, the longest first; the name of the column beside one is understood too.
    fn values(&mut self, table: &Table, values: &[(usize, String)], stems: &mut Stems) -> Vec<String> {
        let mut said: Vec<(Vec<String>, usize, &String)> =
            values.iter().map(|(column, value)| (stemmed(value, stems), *column, value)).collect();
        said.sort_by_key(|(stems, ..)| std::cmp::Reverse(stems.len()));
        let mut conditions = Vec::new();
        for (words, column, value) in said {
            let Some(at) = self.place(&words) else { continue };
            self.take(at, words.len());
            let column = &table.columns[column];
            conditions.push(format!("{} = {}", identifier(&column.name), text(value)));
            for way in &column.said {
                if let Some(at) = self.place(way) {
                    self.take(at, way.len());
                }
            }
        }
        conditions
    }

    /// Flags that are said: "active" is `is_active`.
    fn flags(&mut self, table: &Table) -> Vec<String> {
        let mut conditions = Vec::new();
        for column in table.columns.iter().filter(|column| column.type_ == Type::Flag) {
            let Some((at, count)) = column.said.iter().find_map(|way| Some((self.place(way)?, way.len()))) else {
                continue;
            };
            self.take(at, count);
            conditions.push(format!("{} = 1", identifier(&column.name)));
        }
        conditions
    }
}

fn sql(table: &Table, ask: Ask, aggregate: Option<usize>, groups: &[usize], conditions: &[String]) -> String {
    let name = |at: usize| identifier(&table.columns[at].name);
    let value = match (ask, aggregate) {
        (Ask::Count, _) => "count(*) AS count".to_owned(),
        (Ask::Sum, Some(at)) => format!("sum({0}) AS {0}", name(at)),
        (Ask::Average, Some(at)) => format!("avg({0}) AS {0}", name(at)),
        (Ask::Largest, Some(at)) => format!("max({0}) AS {0}", name(at)),
        (Ask::Smallest, Some(at)) => format!("min({0}) AS {0}", name(at)),
        _ => "*".to_owned(),
    };
    let groups: Vec<String> = groups.iter().map(|at| name(*at)).collect();
    let columns: Vec<&str> = groups.iter().map(String::as_str).chain([value.as_str()]).collect();
    let mut sql = format!("SELECT {} FROM {}", columns.join(", "), identifier(&table.name));
    if !conditions.is_empty() {
        sql.push_str(&format!(" WHERE {}", conditions.join(" AND ")));
    }
    if !groups.is_empty() {
        let last = columns.len();
        sql.push_str(&format!(" GROUP BY {} ORDER BY {last} DESC", groups.join(", ")));
    }
    if !groups.is_empty() || ask == Ask::List {
        sql.push_str(&format!(" LIMIT {LIMIT}"));
    }
    sql
}

/// A number or a date as SQL.
fn literal(value: &str) -> Option<String> {
    let number = value.replace('_', "");
    if number.parse::<f64>().is_ok() {
        return Some(number);
    }
    let is_date = value.len() >= 7 && value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    is_date.then(|| text(value))
}

fn is_date(literal: &str) -> bool {
    literal.starts_with('\'')
}

fn is_year(value: &str) -> bool {
    value.len() == 4
        && (value.starts_with("19") || value.starts_with("20"))
        && value.bytes().all(|b| b.is_ascii_digit())
}

fn text(value: &str) -> String {
    format!("'{}'", value.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::FileId;

    fn orders(stems: &mut Stems) -> Table {
        let column = |name: &str, said: &[&str], type_: Type, stems: &mut Stems| Column {
            name: name.to_owned(),
            said: said.iter().map(|way| stemmed(way, stems)).collect(),
            type_,
        };
        let columns = vec![
            column("id", &["id"], Type::Number, stems),
            column("status", &["status"], Type::Text, stems),
            column("region", &["region"], Type::Text, stems),
            column("amount", &["amount"], Type::Number, stems),
            column("ordered_at", &["ordered at", "ordered"], Type::Date, stems),
            column("is_paid", &["is paid", "paid"], Type::Flag, stems),
        ];
        Table { file: FileId(0), name: "orders".to_owned(), said: stemmed("orders", stems), columns }
    }

    fn composed(question: &str) -> Option<String> {
        let mut stems = Stems::new();
        let table = orders(&mut stems);
        let values: Vec<(usize, String)> = [(1, "open"), (1, "closed"), (2, "North"), (2, "South East")]
            .map(|(at, value)| (at, value.to_owned()))
            .into();
        Asked::new(question, &mut stems).compose(&table, &values, &mut stems)
    }

    #[test]
    fn counts_ranges_and_sums_are_composed_of_names_and_values() {
        for (question, sql) in [
            ("how many orders are open", "SELECT count(*) AS count FROM orders WHERE status = 'open'"),
            (
                "How many open orders are there in the South East?",
                "SELECT count(*) AS count FROM orders WHERE region = 'South East' AND status = 'open'",
            ),
            ("how many orders have an amount over 100", "SELECT count(*) AS count FROM orders WHERE amount > 100"),
            (
                "how many orders with an amount between 10 and 20",
                "SELECT count(*) AS count FROM orders WHERE amount BETWEEN 10 AND 20",
            ),
            ("what is the average amount of orders", "SELECT avg(amount) AS amount FROM orders"),
            (
                "sum of the amount of open orders by region",
                "SELECT region, sum(amount) AS amount FROM orders WHERE status = 'open' GROUP BY region ORDER BY 2 DESC LIMIT 50",
            ),
            ("how many orders are paid", "SELECT count(*) AS count FROM orders WHERE is_paid = 1"),
            (
                "how many orders since 2024-03-01",
                "SELECT count(*) AS count FROM orders WHERE ordered_at >= '2024-03-01'",
            ),
            (
                "number of orders in 2023",
                "SELECT count(*) AS count FROM orders WHERE substr(ordered_at, 1, 4) = '2023'",
            ),
            ("which orders are closed", "SELECT * FROM orders WHERE status = 'closed' LIMIT 50"),
            (
                "how many orders are there per status",
                "SELECT status, count(*) AS count FROM orders GROUP BY status ORDER BY 2 DESC LIMIT 50",
            ),
        ] {
            assert_eq!(composed(question).as_deref(), Some(sql), "{question}");
        }
    }

    #[test]
    fn what_is_not_understood_whole_is_not_composed() {
        for question in [
            "how many orders are late",
            "how many orders are not open",
            "how many retries does the import of orders make",
            "which orders are sent by the mailer",
            "where are orders validated",
            "how many customers are open",
            "which orders",
            "how many orders over 100",
        ] {
            assert_eq!(composed(question), None, "{question}");
        }
    }
}
