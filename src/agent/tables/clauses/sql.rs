//! Clauses → one statement.

use super::clause::{Clauses, Condition, Place, What};
use super::from::{From, key};
use super::paths::path;
use super::resolve::Resolver;
use super::sayings::Made;
use super::within::wheres;
use crate::agent::tables::answer::statement::Statement;
use crate::agent::tables::schema::catalog::{Table, Type};
use std::collections::BTreeSet;

/// Rows of a list that are asked for.
const LIMIT: usize = 50;

/// The statement of clauses, and the table that it is about.
pub(super) fn statement(clauses: Clauses, tables: &[Table], numbers: &BTreeSet<Place>) -> Option<(usize, Statement)> {
    let mut clauses = clauses;
    let groups = clauses.group_tables.first().copied();
    // What is asked for is one of the tables that are named, if any are.
    let is_named = |table: &usize| clauses.tables.is_empty() || clauses.tables.contains(table);
    let asked = clauses.subject.or_else(|| Resolver::implied(&clauses).filter(is_named));
    let subject = asked.or(groups).or_else(|| clauses.tables.first().copied())?;
    clauses.subject = Some(subject);
    // The first of each group is another question than the first of all.
    let is_common = matches!(clauses.order, Some((What::Rows(None), _)));
    let is_of_each = !clauses.group_tables.is_empty() || !is_common && !clauses.groups.is_empty();
    if clauses.limit.is_some() && is_of_each {
        return None;
    }
    let resolver = Resolver { tables, clauses: &clauses, numbers };
    let mut select = Select::new(&resolver, subject)?;
    select.columns()?;
    select.groups()?;
    select.order()?;
    let (within, having) = wheres(&resolver, &mut select.from, &select.grouped)?;
    select.finished(within, having)
}

/// A statement that is being made.
struct Select<'r, 't> {
    resolver: &'r Resolver<'t>,
    clauses: &'r Clauses,
    tables: &'t [Table],
    subject: usize,
    from: From<'t>,
    /// Columns that are shown as they are.
    plain: Vec<Place>,
    is_made: bool,
    counts_rows: bool,
    grouped: Vec<Place>,
    /// What orders rows, whether it falls, and the column that must have a value.
    order: Option<(String, bool, Option<Place>)>,
}

impl<'r, 't> Select<'r, 't> {
    fn new(resolver: &'r Resolver<'t>, subject: usize) -> Option<Select<'r, 't>> {
        let (clauses, tables) = (resolver.clauses, resolver.tables);
        let mut root = subject;
        for what in &clauses.shown {
            match what {
                What::Rows(Some(table)) => root = *table,
                What::Made(_, named) => root = resolver.column(named)?.0,
                _ => {}
            }
        }
        let from = From { tables, root, steps: Vec::new() };
        Some(Select {
            resolver,
            clauses,
            tables,
            subject,
            from,
            plain: Vec::new(),
            is_made: false,
            counts_rows: false,
            grouped: Vec::new(),
            order: None,
        })
    }

    /// Joins all tables whose columns are shown, and notes these.
    fn columns(&mut self) -> Option<()> {
        for what in &self.clauses.shown {
            if let What::Column(named) = what {
                for place in self.resolver.columns(named)? {
                    self.from.join(place.0)?;
                    if !self.plain.contains(&place) {
                        self.plain.push(place);
                    }
                }
            }
        }
        let is_made = |what: &What| matches!(what, What::Made(..) | What::Different(_) | What::Rows(_));
        self.is_made = self.clauses.shown.iter().any(is_made);
        self.counts_rows = self.clauses.shown.iter().any(|what| matches!(what, What::Rows(_)));
        Some(())
    }

    /// By what rows are grouped.
    fn groups(&mut self) -> Option<()> {
        for named in &self.clauses.groups {
            let place = self.resolver.column(named)?;
            self.from.join(place.0)?;
            self.grouped.push(place);
            if !self.plain.contains(&place) {
                self.plain.insert(0, place);
            }
        }
        for table in &self.clauses.group_tables {
            self.from.join(*table)?;
            if *table == self.from.root && self.is_made {
                return None;
            }
            let key = key(*table, self.tables);
            let labels = &self.tables[*table].labels;
            let is_said = self.plain.iter().any(|(of, _)| of == table);
            if !is_said {
                let shown = labels.iter().map(|label| (*table, *label));
                let shown: Vec<Place> = if labels.is_empty() { key.clone() } else { shown.collect() };
                self.plain.splice(0..0, shown);
            }
            self.grouped.extend(key);
        }
        let counted = self.counted_by_order();
        // Where nothing is made of groups each row is one.
        if !self.is_made && !counted && !self.is_of_made_order() {
            self.grouped.clear();
        }
        let is_of_rows = self.grouped.is_empty() && (counted || self.counts_rows);
        if is_of_rows && !self.plain.is_empty() || counted && self.grouped.is_empty() {
            if self.is_made && !self.counts_rows {
                return None;
            }
            let is_of_subject = self.plain.iter().all(|(table, _)| *table == self.subject);
            let is_same = match &self.clauses.order {
                Some((What::Rows(Some(table)), _)) => *table == self.subject,
                _ => self.from.root == self.subject,
            };
            self.grouped = match is_of_subject && !is_same {
                true => key(self.subject, self.tables),
                false => self.plain.clone(),
            };
            if self.grouped.is_empty() {
                return None;
            }
        }
        // A group of one row each is no group: what belongs to the rows is counted, and not they.
        if self.is_made && self.grouped.iter().chain(&self.plain).any(|place| self.from.is_of_each_row(*place)) {
            return None;
        }
        // What is made of all rows stands beside no column of one of them.
        (!self.is_made || self.plain.is_empty() || !self.grouped.is_empty()).then_some(())
    }

    /// Whether rows are ordered by how many rows there are.
    fn counted_by_order(&self) -> bool {
        matches!(self.clauses.order, Some((What::Rows(_), _)))
    }

    /// Whether rows are ordered by what is made of them.
    fn is_of_made_order(&self) -> bool {
        matches!(self.clauses.order, Some((What::Made(..), _)))
            || self.clauses.conditions.iter().any(|one| is_of_group(one, self.subject))
    }

    fn order(&mut self) -> Option<()> {
        let Some((what, falls)) = &self.clauses.order else { return Some(()) };
        let (sql, falls, column) = match what {
            What::Rows(table) => {
                if let Some(table) = table.filter(|table| *table != self.from.root) {
                    let way = path(self.from.root, table, self.tables)?;
                    // Of what a row refers to there is one.
                    if way.iter().all(|step| step.is_up) {
                        return None;
                    }
                    self.from.join(table)?;
                }
                ("count(*)".to_owned(), *falls, None)
            }
            What::Column(named) => {
                let place = self.resolver.column(named)?;
                self.from.join(place.0)?;
                let is_ordered = self.is_ordered(place) || self.clauses.limit.is_none();
                if !is_ordered {
                    return None;
                }
                (String::new(), *falls, Some(place))
            }
            What::Measured(measured, table) => {
                let (place, falls) = self.resolver.measured(*measured, *table)?;
                if !self.is_ordered(place) {
                    return None;
                }
                self.from.join(place.0)?;
                (String::new(), falls, Some(place))
            }
            What::Made(made, named) => {
                let place = self.resolver.column(named)?;
                let _ = self.made(*made, place)?;
                // Of rows without groups nothing is made that could order them.
                if self.grouped.is_empty() {
                    return None;
                }
                (made.sql().to_owned(), *falls, Some(place))
            }
            _ => return None,
        };
        self.order = Some((sql, falls, column));
        Some(())
    }

    /// Whether the order of the values of a column is that of what they say.
    fn is_ordered(&self, place: Place) -> bool {
        self.tables[place.0].columns[place.1].type_ != Type::Text || self.resolver.is_number(place)
    }

    /// What is made of a column that has numbers, or points of time.
    fn made(&self, made: Made, place: Place) -> Option<String> {
        let column = &self.tables[place.0].columns[place.1];
        let fits = match column.type_ {
            _ if self.resolver.is_number(place) => !column.is_key,
            Type::Date => matches!(made, Made::Largest | Made::Smallest),
            _ => false,
        };
        let has_currencies =
            self.tables[place.0].own().any(|(_, own)| own.name_words.iter().any(|word| word == "currency"));
        let is_added = matches!(made, Made::Sum | Made::Average);
        let is_clear = fits
            && !(is_added && has_currencies)
            && column.doubt.is_empty()
            && !column.is_hundredths
            && place.0 == self.from.root;
        let sql = self.resolver.as_number(place, &self.from.column(place));
        is_clear.then(|| format!("{}({sql})", made.sql()))
    }

    /// The columns of what is shown, each once.
    fn selected(&mut self) -> Option<Vec<String>> {
        let mut list: Vec<String> = Vec::new();
        for one in self.all_selected()? {
            if !list.contains(&one) {
                list.push(one);
            }
        }
        Some(list)
    }

    /// The columns of what is shown, and how they are called.
    fn all_selected(&mut self) -> Option<Vec<String>> {
        let mut list: Vec<String> = self.plain.iter().map(|place| self.from.column(*place)).collect();
        for what in &self.clauses.shown {
            match what {
                What::Column(_) => {}
                What::All => list.push(format!("{}.*", self.tables[self.subject].sql)),
                What::Made(made, named) => {
                    let place = self.resolver.column(named)?;
                    let column = &self.tables[place.0].columns[place.1];
                    let is_several = self.clauses.shown.len() > 1;
                    let name: String = column
                        .name
                        .chars()
                        .map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
                        .collect();
                    let called = if is_several { format!("{}_{name}", made.told()) } else { column.sql.clone() };
                    list.push(format!("{} AS {called}", self.made(*made, place)?));
                }
                What::Different(named) => {
                    if self.clauses.shown.len() > 1 {
                        return None;
                    }
                    let place = self.resolver.column(named)?;
                    if self.from.root != place.0 {
                        return None;
                    }
                    list.push(format!("count(DISTINCT {}) AS count", self.from.column(place)));
                }
                What::Rows(_) => list.push(self.count()?),
                What::Measured(..) => return None,
            }
        }
        Some(list)
    }

    /// How many rows there are: those of the first table, once each.
    fn count(&self) -> Option<String> {
        if !self.from.fans() {
            return Some("count(*) AS count".to_owned());
        }
        match key(self.from.root, self.tables).as_slice() {
            [one] => Some(format!("count(DISTINCT {}) AS count", self.from.column(*one))),
            _ if !self.grouped.is_empty() => Some("count(*) AS count".to_owned()),
            _ => None,
        }
    }

    /// What is made of the rows of the one that has the most of something: of those alone.
    fn narrow(&mut self, conditions: &mut Vec<String>) -> Option<()> {
        let Some((made, falls, Some(place))) = self.order.clone() else { return Some(()) };
        if !made.is_empty() || !self.is_made || !self.grouped.is_empty() {
            return Some(());
        }
        // Other conditions may be meant of either.
        let keys = key(place.0, self.tables);
        let (Some(limit), [key]) = (self.clauses.limit, keys.as_slice()) else { return None };
        if !self.clauses.conditions.iter().all(|one| matches!(one, Condition::Has { count: None, is_not: false, .. })) {
            return None;
        }
        let of = &self.tables[place.0];
        let (by, own) = (&of.columns[place.1].sql, &of.columns[key.1].sql);
        let by = self.resolver.as_number(place, by);
        let falls = if falls { " DESC" } else { "" };
        let first = format!("SELECT {own} FROM {} WHERE {by} IS NOT NULL ORDER BY {by}{falls} LIMIT {limit}", of.sql);
        conditions.push(format!("{} IN ({first})", self.from.column(*key)));
        self.order = None;
        Some(())
    }

    /// By what rows are ordered: shown as well, where only the first are.
    fn ordering(&self, list: &mut Vec<String>, conditions: &mut Vec<String>) -> Option<String> {
        let Some((made, falls, place)) = &self.order else { return Some(String::new()) };
        let by = match (made.as_str(), place) {
            ("count(*)", _) => made.clone(),
            ("", Some(place)) => self.resolver.as_number(*place, &self.from.column(*place)),
            (made, Some(place)) => format!("{made}({})", self.from.column(*place)),
            _ => return None,
        };
        if let Some(place) = place.filter(|_| self.clauses.limit.is_some()) {
            conditions.push(format!("{} IS NOT NULL", self.from.column(place)));
        }
        let bare = place.map(|place| self.from.column(place));
        let is_shown = list
            .iter()
            .any(|own| *own == by || bare.as_ref() == Some(own) || own.strip_suffix(" AS count") == Some(&by));
        if self.clauses.limit.is_some() && !is_shown {
            let called = if by == "count(*)" { " AS count" } else { "" };
            list.push(format!("{by}{called}"));
        }
        Some(format!(" ORDER BY {by}{}", if *falls { " DESC" } else { "" }))
    }

    /// The statement without an order.
    fn body(&self, is_distinct: bool, list: &[String], conditions: &[String], having: &[String]) -> Option<String> {
        let distinct = if is_distinct { "DISTINCT " } else { "" };
        let mut body = format!("SELECT {distinct}{} FROM {}", list.join(", "), self.from.sql());
        if !conditions.is_empty() {
            body.push_str(&format!(" WHERE {}", conditions.join(" AND ")));
        }
        if !self.grouped.is_empty() {
            // Every column that is shown is of the group.
            let mut groups: Vec<String> = Vec::new();
            for place in self.grouped.iter().chain(&self.plain) {
                let sql = self.from.column(*place);
                if !groups.contains(&sql) {
                    groups.push(sql);
                }
            }
            body.push_str(&format!(" GROUP BY {}", groups.join(", ")));
        }
        if !having.is_empty() {
            if self.grouped.is_empty() {
                return None;
            }
            body.push_str(&format!(" HAVING {}", having.join(" AND ")));
        }
        Some(body)
    }

    fn finished(mut self, mut conditions: Vec<String>, having: Vec<String>) -> Option<(usize, Statement)> {
        let mut list = self.selected()?;
        if list.is_empty() {
            let labels = self.tables[self.subject].labels.clone();
            list = labels.iter().map(|label| self.from.column((self.subject, *label))).collect();
        }
        if list.is_empty() {
            list.push(if self.from.fans() { return None } else { format!("{}.*", self.tables[self.subject].sql) });
        }
        self.narrow(&mut conditions)?;
        let order = self.ordering(&mut list, &mut conditions)?;
        let is_plain = !self.is_made && self.grouped.is_empty();
        let is_distinct = is_plain && order.is_empty() && (self.clauses.is_distinct || self.from.fans());
        if is_plain && self.clauses.is_distinct && !order.is_empty() && self.clauses.limit.is_none() {
            return None;
        }
        let body = self.body(is_distinct, &list, &conditions, &having)?;
        let is_one = self.is_made && self.grouped.is_empty();
        let limit = self.clauses.limit.filter(|_| !is_one);
        let sql = match limit {
            Some(limit) => format!("{body}{order} LIMIT {limit}"),
            None if is_one => body.clone(),
            None => format!("{body}{order} LIMIT {LIMIT}"),
        };
        let count = (limit.is_none() && !is_one).then(|| format!("SELECT count(*) FROM ({body}) AS found"));
        let beyond = limit.map(|limit| format!("{body}{order} LIMIT {}", limit + 1));
        let is_joined = !self.from.steps.is_empty();
        Some((self.subject, Statement { sql, count, beyond, is_joined, ..Statement::default() }))
    }
}

/// Whether a condition says how many rows a group has.
pub(super) fn is_of_group(condition: &Condition, subject: usize) -> bool {
    matches!(condition, Condition::Has { table, count: Some(_), .. } if *table == subject)
}
