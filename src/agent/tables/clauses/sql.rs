//! Clauses → one statement.

use super::clause::{Clauses, Condition, Place, What};
use super::paths::{Step, path};
use super::resolve::Resolver;
use super::sayings::Made;
use super::within::wheres;
use crate::agent::tables::answer::statement::Statement;
use crate::agent::tables::schema::catalog::{Table, Type};
use std::collections::BTreeSet;

/// Rows of a list that are asked for.
const LIMIT: usize = 50;

/// The tables that are read: the first, and those that are joined to it.
pub(super) struct From<'t> {
    pub tables: &'t [Table],
    pub root: usize,
    steps: Vec<Step>,
}

impl From<'_> {
    pub(super) fn holds(&self, table: usize) -> bool {
        table == self.root || self.steps.iter().any(|step| step.to == table)
    }

    /// Joins a table; `None` if the way to it is not clear.
    pub(super) fn join(&mut self, table: usize) -> Option<()> {
        for step in path(self.root, table, self.tables)? {
            if !self.holds(step.to) {
                self.steps.push(step);
            }
        }
        Some(())
    }

    /// Whether several tables are read.
    pub(super) fn is_joined(&self) -> bool {
        !self.steps.is_empty()
    }

    /// Whether rows of the first table may stand several times.
    fn fans(&self) -> bool {
        self.steps.iter().any(|step| !step.is_up)
    }

    /// A column, behind its table where several are read.
    pub(super) fn column(&self, (table, column): Place) -> String {
        let own = &self.tables[table];
        match self.steps.is_empty() {
            true => own.columns[column].sql.clone(),
            false => format!("{}.{}", own.sql, own.columns[column].sql),
        }
    }

    fn sql(&self) -> String {
        let mut sql = self.tables[self.root].sql.clone();
        for step in &self.steps {
            sql.push_str(&format!(" JOIN {}", joined(step, self.tables)));
        }
        sql
    }
}

/// A table and the columns by which a step leads to it.
pub(super) fn joined(step: &Step, tables: &[Table]) -> String {
    let (from, to) = (&tables[step.from], &tables[step.to]);
    format!("{} ON {}.{} = {}.{}", to.sql, to.sql, to.columns[step.other].sql, from.sql, from.columns[step.own].sql)
}

/// The columns that tell rows of a table apart: its key, else what they are called.
fn key(table: usize, tables: &[Table]) -> Vec<Place> {
    let referred: BTreeSet<usize> = tables
        .iter()
        .flat_map(|other| &other.references)
        .filter(|(_, to, _)| *to == table)
        .map(|(_, _, column)| *column)
        .collect();
    let own = &tables[table];
    let keys = own.own().filter(|(_, column)| column.is_key).map(|(at, _)| at);
    let keys: Vec<usize> = keys.filter(|at| !own.references.iter().any(|(by, ..)| by == at)).collect();
    let one = referred.iter().copied().next().filter(|_| referred.len() == 1);
    match (one, keys.as_slice()) {
        (Some(one), _) | (None, &[one]) => vec![(table, one)],
        _ => own.labels.iter().map(|label| (table, *label)).collect(),
    }
}

/// The statement of clauses, and the table that it is about.
pub(super) fn statement(clauses: Clauses, tables: &[Table]) -> Option<(usize, Statement)> {
    let mut clauses = clauses;
    let groups = clauses.group_tables.first().copied();
    let asked = clauses.subject.or_else(|| Resolver::implied(&clauses));
    let subject = asked.or(groups).or_else(|| clauses.tables.first().copied())?;
    clauses.subject = Some(subject);
    let resolver = Resolver { tables, clauses: &clauses };
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
        // What is made of all rows stands beside no column of one of them.
        (!self.is_made || self.plain.is_empty() || !self.grouped.is_empty()).then_some(())
    }

    /// Whether rows are ordered by how many rows there are.
    fn counted_by_order(&self) -> bool {
        matches!(self.clauses.order, Some((What::Rows(_), _)))
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
                let is_ordered =
                    self.tables[place.0].columns[place.1].type_ != Type::Text || self.clauses.limit.is_none();
                if !is_ordered {
                    return None;
                }
                (String::new(), *falls, Some(place))
            }
            What::Measured(measured, table) => {
                let (place, falls) = self.resolver.measured(*measured, *table)?;
                if self.tables[place.0].columns[place.1].type_ == Type::Text {
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

    /// What is made of a column that has numbers, or points of time.
    fn made(&self, made: Made, place: Place) -> Option<String> {
        let column = &self.tables[place.0].columns[place.1];
        let fits = match column.type_ {
            Type::Number => !column.is_key,
            Type::Date => matches!(made, Made::Largest | Made::Smallest),
            _ => false,
        };
        let is_clear = fits && column.doubt.is_empty() && !column.is_hundredths && place.0 == self.from.root;
        is_clear.then(|| format!("{}({})", made.sql(), self.from.column(place)))
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
                    let short = self.made(*made, place)?;
                    let called = if is_several { String::new() } else { format!(" AS {}", column.sql) };
                    list.push(format!("{short}{called}"));
                }
                What::Different(named) => {
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
        if !self.grouped.is_empty() || !self.from.fans() {
            return Some("count(*) AS count".to_owned());
        }
        match key(self.from.root, self.tables).as_slice() {
            [one] => Some(format!("count(DISTINCT {}) AS count", self.from.column(*one))),
            _ => None,
        }
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
        let mut order = String::new();
        if let Some((made, falls, place)) = &self.order {
            let by = match (made.as_str(), place) {
                ("count(*)", _) => made.clone(),
                ("", Some(place)) => self.from.column(*place),
                (made, Some(place)) => format!("{made}({})", self.from.column(*place)),
                _ => return None,
            };
            if let Some(place) = place.filter(|_| self.clauses.limit.is_some()) {
                conditions.push(format!("{} IS NOT NULL", self.from.column(place)));
            }
            let is_shown = list.iter().any(|own| *own == by || own.strip_suffix(" AS count") == Some(&by));
            if self.clauses.limit.is_some() && !is_shown {
                let called = if by == "count(*)" { " AS count" } else { "" };
                list.push(format!("{by}{called}"));
            }
            order = format!(" ORDER BY {by}{}", if *falls { " DESC" } else { "" });
        }
        let is_plain = !self.is_made && self.grouped.is_empty();
        let is_distinct = is_plain && order.is_empty() && (self.clauses.is_distinct || self.from.fans());
        if is_plain && self.clauses.is_distinct && !order.is_empty() && self.clauses.limit.is_none() {
            return None;
        }
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
        let limit = self.clauses.limit;
        let is_one = self.is_made && self.grouped.is_empty();
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
