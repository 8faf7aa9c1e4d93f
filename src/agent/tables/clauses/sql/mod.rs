//! Clauses → one statement.
//!
//! - `shown`: what is shown of rows.
//! - `order`: by what they are ordered.

mod order;
mod shown;

use crate::agent::tables::answer::statement::Statement;
use crate::agent::tables::answer::ties::Beyond;
use crate::agent::tables::clauses::clause::{Clauses, Condition, Named, Place, What};
use crate::agent::tables::clauses::from::{From, key};
use crate::agent::tables::clauses::paths::path;
use crate::agent::tables::clauses::pieces::WHOLE;
use crate::agent::tables::clauses::resolve::Resolver;
use crate::agent::tables::clauses::within::wheres;
use crate::agent::tables::schema::catalog::Table;
use std::collections::BTreeSet;

/// Rows of a list that are asked for.
const LIMIT: usize = 50;

/// The statement of clauses, and the table that it is about.
pub(in crate::agent::tables::clauses) fn statement(
    clauses: Clauses,
    tables: &[Table],
    numbers: &BTreeSet<Place>,
) -> Option<(usize, Statement)> {
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
        let from = From { tables, root, steps: Vec::new(), besides: Vec::new() };
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
                for place in self.resolver.columns(&self.of_group(named))? {
                    // What refers to a key of the rows is that key.
                    let refers = |(by, to, _): &&(usize, usize, usize)| *by == place.1 && *to == self.subject;
                    let key = self.tables[place.0].references.iter().find(refers).map(|(_, to, own)| (*to, *own));
                    let place = key.filter(|_| place.0 != self.subject).unwrap_or(place);
                    // Of rows that nobody names there may be several for each.
                    let is_whole = named.may_be.iter().any(|(own, quality)| *own == place && *quality == WHOLE)
                        && self.tables[place.0].columns[place.1].words.starts_with(&self.tables[place.0].said);
                    let is_named = place.0 == self.subject || self.clauses.tables.contains(&place.0) || is_whole;
                    let way = path(self.from.root, place.0, self.tables)?;
                    if !is_named && way.iter().any(|step| !step.is_up) {
                        return None;
                    }
                    // The name of a friend is not that of whose friend it is.
                    if named.of != Some(place.0) && self.tables[self.subject].refers_twice(place.0) {
                        return None;
                    }
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

    /// A column as it is meant beside groups: "for each continent its name" is that of the continent.
    fn of_group(&self, named: &Named) -> Named {
        let mut own = named.clone();
        own.may_be.retain(|((table, _), _)| self.clauses.group_tables.contains(table));
        match own.may_be.first() {
            Some(((table, _), _)) if named.of.is_none() => Named { of: Some(*table), ..own },
            _ => named.clone(),
        }
    }

    /// Whether each group has one value of a column: of the row that it is, or of what that belongs to.
    fn is_one_of_group(&self, place: Place) -> bool {
        let is_up = |from: usize| path(from, place.0, self.tables).is_some_and(|way| way.iter().all(|step| step.is_up));
        let tells = |(table, at): &Place| {
            let column = &self.tables[*table].columns[*at];
            *table == place.0 && (column.is_key || column.is_label)
        };
        self.grouped.contains(&place)
            || self.clauses.group_tables.iter().any(|table| is_up(*table))
            || self.grouped.iter().any(tells)
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
        if self.is_made && !self.grouped.is_empty() && !self.plain.iter().all(|place| self.is_one_of_group(*place)) {
            return None;
        }
        let counted = self.counted_by_order();
        // Where nothing is made of groups each row is one.
        if !self.is_made && !counted && !self.is_of_made_order() {
            self.grouped.clear();
        }
        let has_number = self.clauses.conditions.iter().any(|one| is_of_group(one, self.subject));
        let is_of_each = |place: &Place| {
            let column = &self.tables[place.0].columns[place.1];
            self.from.is_of_each_row(*place) || place.0 == self.subject && column.is_label
        };
        if has_number && self.grouped.is_empty() && (self.plain.is_empty() || self.plain.iter().any(is_of_each)) {
            return None;
        }
        let is_of_rows = self.grouped.is_empty() && (counted || self.counts_rows || has_number);
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
        let (order, by) = self.ordering(&mut list, &mut conditions)?;
        let is_plain = !self.is_made && self.grouped.is_empty();
        let is_distinct = is_plain && order.is_empty() && (self.clauses.is_distinct || self.from.fans());
        if is_plain && self.clauses.is_distinct && !order.is_empty() && self.clauses.limit.is_none() {
            return None;
        }
        let body = self.body(is_distinct, &list, &conditions, &having)?;
        let is_one = self.is_made && self.grouped.is_empty();
        let limit = self.clauses.limit.filter(|_| !is_one);
        let asked = match (limit, by) {
            (Some(limit), Some(by)) => Statement::first_of(Beyond { rows: format!("{body}{order}"), limit, by }),
            (Some(limit), None) => Statement { sql: format!("{body}{order} LIMIT {limit}"), ..Statement::default() },
            _ if is_one => Statement { sql: body, ..Statement::default() },
            _ => {
                let count = Some(format!("SELECT count(*) FROM ({body}) AS found"));
                Statement { sql: format!("{body}{order} LIMIT {LIMIT}"), count, ..Statement::default() }
            }
        };
        let is_joined = !self.from.steps.is_empty();
        let mut joins = std::mem::take(&mut self.from.besides);
        if is_joined {
            let joined = self.from.steps.iter().map(|step| self.tables[step.to].sql.clone());
            joins.push([self.from.sql(), self.tables[self.from.root].sql.clone()].into_iter().chain(joined).collect());
        }
        let finds = |from: &String| format!("SELECT 1 FROM {from} LIMIT 1");
        let joins = joins.iter().map(|join: &Vec<String>| join.iter().map(finds).collect()).collect();
        Some((self.subject, Statement { is_joined, joins, ..asked }))
    }
}

/// Whether a condition says how many rows a group has.
pub(in crate::agent::tables::clauses) fn is_of_group(condition: &Condition, subject: usize) -> bool {
    matches!(condition, Condition::Has { table, count: Some(_), .. } if *table == subject)
}
