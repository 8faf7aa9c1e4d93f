//! What was read of a question → one statement of SQL.

use super::asides::Aside;
use super::in_order::{ordered_rows, ranked_rows};
use super::ties::Beyond;
use crate::agent::tables::reading::contrasts::Contrast;
use crate::agent::tables::reading::ordering::orders::Ordered;
use crate::agent::tables::reading::ordering::rankings::Ranked;
use crate::agent::tables::reading::time::periods::Group;
use crate::agent::tables::schema::catalog::{Column, Table};
use crate::agent::tables::schema::conditions::Condition;
use crate::agent::tables::vocabulary::words::Ask;
use std::collections::{BTreeMap, BTreeSet};

/// Rows of a list and groups that are asked for.
pub(super) const LIMIT: usize = 50;

/// Periods that are asked for: the days of a year.
const PERIODS: usize = 366;

/// Values of a column that other tables tell, at most.
pub(super) const MAX_KEYS: usize = 200;

/// What was read of a question about one table.
#[derive(Clone, Debug, Default)]
pub(in crate::agent::tables) struct TableReading {
    pub ask: Ask,
    pub aggregate: Option<usize>,
    /// The column whose different values are counted.
    pub distinct: Option<usize>,
    pub groups: Vec<Group>,
    /// The number of groups, where the largest are meant.
    pub most: Option<usize>,
    /// Whether the smallest of them are meant.
    pub is_ascending: bool,
    /// The order of rows by what belongs to them.
    pub ranked: Option<Ranked>,
    pub conditions: Vec<Condition>,
    pub ordered: Option<Ordered>,
    /// The columns that are asked for.
    pub shown: Vec<usize>,
    /// What is said of a part of the rows, where it is asked how large that is.
    pub part: Vec<Condition>,
    /// Two groups that are compared.
    pub contrast: Option<Contrast>,
    /// Whether what is made of a column of hundredths is wanted in whole units.
    pub in_units: bool,
}

/// A statement, and the one that counts the rows of a list, of which it gives the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::agent::tables) struct Statement {
    pub sql: String,
    pub count: Option<String>,
    /// What counts the rows that hold nothing where something is denied, and what is said of them.
    pub asides: Vec<Aside>,
    /// How the question was read, where it could be otherwise.
    pub notes: Vec<String>,
    /// How it goes on behind its last row, which others may be equal to.
    pub beyond: Option<Beyond>,
    /// Whether rows are ranked by what belongs to them. Where the table of that says the same, it says more.
    pub is_ranked: bool,
    /// Whether rows of other tables are read as well.
    pub is_joined: bool,
    /// What finds a row of each join that it makes, and of its tables: where none stands beside another one, keys do not
    /// fit, and that nothing is found says nothing.
    pub joins: Vec<Vec<String>>,
}

impl Statement {
    /// The first of rows in an order, with those that are equal to the last of them.
    pub(in crate::agent::tables) fn first_of(beyond: Beyond) -> Statement {
        Statement { sql: beyond.first(beyond.limit), beyond: Some(beyond), ..Statement::default() }
    }
}

/// The values that a column of a table has in the rows that meet conditions, whatever tables these are of. One more
/// than are used is asked for.
pub(in crate::agent::tables) fn keys(table: &Table, conditions: Vec<Condition>, column: usize) -> String {
    let reading = TableReading { conditions, ..TableReading::default() };
    let joins = reading.joins(table);
    let mut from = table.sql.clone();
    joins.iter().for_each(|join| from.push_str(&table.joins[*join].clause));
    let name = table.column_sql(column, !joins.is_empty());
    let mut conditions = reading.wheres(table, !joins.is_empty());
    conditions.push(format!("{name} IS NOT NULL"));
    format!("SELECT DISTINCT {name} FROM {from}{} LIMIT {}", wheres(&conditions), MAX_KEYS + 1)
}

impl TableReading {
    /// The columns that it speaks of.
    pub(in crate::agent::tables) fn columns(&self) -> Vec<usize> {
        let ordered = self.ordered.map(|ordered| ordered.column);
        let one = self.aggregate.into_iter().chain(self.distinct).chain(ordered);
        let several = self.groups.iter().map(|group| group.column).chain(self.shown.iter().copied());
        let sides = self.contrast.iter().flat_map(|contrast| contrast.sides.iter().map(|(_, side)| side));
        let conditions = self.conditions.iter().chain(&self.part).chain(sides);
        let others = conditions.clone().filter_map(|condition| match condition {
            Condition::Columns(_, _, other, _) => Some(*other),
            _ => None,
        });
        one.chain(several).chain(conditions.map(Condition::column)).chain(others).collect()
    }

    /// The column of which numbers or times are asked that cannot be compared, and why.
    pub(in crate::agent::tables) fn doubted(&self, table: &Table) -> Option<String> {
        let is_compared = |condition: &&Condition| {
            use Condition::{Between, Columns, Compared, Days, DaysAmong};
            matches!(condition, Compared(..) | Between(..) | Days(..) | DaysAmong(..) | Columns(..))
        };
        let ordered = self.ordered.map(|ordered| ordered.column);
        let by_time = self.groups.iter().filter(|group| group.period.is_some()).map(|group| group.column);
        let sides = self.contrast.iter().flat_map(|contrast| contrast.sides.iter().map(|(_, side)| side));
        let conditions = self.conditions.iter().chain(&self.part).chain(sides);
        let other = |condition: &Condition| {
            if let Condition::Columns(.., other, _) = condition { *other } else { condition.column() }
        };
        let compared = conditions.filter(is_compared).flat_map(|condition| [condition.column(), other(condition)]);
        let mut all = self.aggregate.into_iter().chain(ordered).chain(by_time).chain(compared);
        let column = &table.columns[all.find(|at| !table.columns[*at].doubt.is_empty())?];
        Some(format!("the values of {} cannot be compared: {}", column.name, column.doubt))
    }

    /// The SQL of the reading, and how many rows it has where it lists some of them.
    pub(in crate::agent::tables) fn statement(&self, table: &Table) -> Statement {
        let is_joined = !self.joins(table).is_empty();
        Statement { asides: self.asides(table), is_joined, ..self.asked(table) }
    }

    pub(super) fn asked(&self, table: &Table) -> Statement {
        if let Some(contrast) = &self.contrast {
            return self.contrasted(table, contrast);
        }
        let joins = self.joins(table);
        let is_beside = !self.beside(table).is_empty();
        let is_joined =
            is_beside || !joins.is_empty() || self.conditions.iter().any(|condition| is_link(table, condition));
        let name = |at: usize| table.column_sql(at, is_joined);
        let conditions = self.wheres(table, is_joined);
        let mut from = table.sql.clone();
        joins.iter().for_each(|join| from.push_str(&table.joins[*join].clause));
        self.beside(table).iter().for_each(|join| from.push_str(&table.joins[*join].beside));
        let all = format!("{from}{}", wheres(&conditions));
        let made = |function: &str, at: usize| {
            let units = if self.in_units { " / 100.0" } else { "" };
            format!("{function}({}){units} AS {}", name(at), table.columns[at].sql)
        };
        let value = match (self.ask, self.aggregate, self.distinct) {
            (Ask::Count, _, Some(at)) => format!("count(DISTINCT {}) AS count", name(at)),
            (Ask::Count, ..) if !self.part.is_empty() => self.share(table, is_joined),
            (Ask::Count, ..) => "count(*) AS count".to_owned(),
            (Ask::Sum, Some(at), _) => made("sum", at),
            (Ask::Average, Some(at), _) => made("avg", at),
            (Ask::Largest, Some(at), _) => made("max", at),
            (Ask::Smallest, Some(at), _) => made("min", at),
            (Ask::Median, Some(at), _) => return self.median(table, at, is_joined, (&from, conditions)),
            _ => self.listed(table, is_joined),
        };
        if let Some(ordered) = self.ordered {
            let ordered_column = ordered.column;
            let by = self.listed_columns(table).and_then(|all| all.iter().position(|at| *at == ordered_column));
            return ordered_rows(&value, &name(ordered_column), (&from, &conditions), ordered, by);
        }
        if let Some(ranked) = &self.ranked {
            return Statement::first_of(ranked_rows(table, ranked, is_joined, &all));
        }
        if self.groups.is_empty() {
            let is_list = self.ask == Ask::List;
            let limit = if is_list { format!(" LIMIT {LIMIT}") } else { String::new() };
            let count = is_list.then(|| format!("SELECT count(*) FROM {all}"));
            return Statement { sql: format!("SELECT {value} FROM {all}{limit}"), count, ..Statement::default() };
        }
        self.grouped(table, &value, is_joined, (&from, conditions))
    }

    /// The value in the middle, or the average of the two that are.
    fn median(
        &self,
        table: &Table,
        at: usize,
        is_joined: bool,
        (from, mut conditions): (&str, Vec<String>),
    ) -> Statement {
        let (name, own) = (table.column_sql(at, is_joined), &table.columns[at].sql);
        conditions.push(format!("{name} IS NOT NULL"));
        let ranked = format!(
            "SELECT {name} AS {own}, row_number() OVER (ORDER BY {name}) AS place, count(*) OVER () AS of_all FROM {from}{}",
            wheres(&conditions)
        );
        let units = if self.in_units { " / 100.0" } else { "" };
        let sql = format!(
            "SELECT avg({own}){units} AS {own} FROM ({ranked}) AS ranked WHERE 2 * place BETWEEN of_all AND of_all + 2"
        );
        Statement { sql, ..Statement::default() }
    }

    /// How large a part of the rows is.
    fn share(&self, table: &Table, is_joined: bool) -> String {
        let part = TableReading { conditions: self.part.clone(), ..TableReading::default() };
        let such = format!("sum(CASE WHEN {} THEN 1 ELSE 0 END)", part.wheres(table, is_joined).join(" AND "));
        format!("round(100.0 * {such} / count(*), 1) AS percent, {such} AS count, count(*) AS of_all")
    }

    /// The number of rows of each side, and how many more one has.
    fn contrasted(&self, table: &Table, contrast: &Contrast) -> Statement {
        let side = |condition: &Condition| {
            let conditions = self.conditions.iter().cloned().chain([condition.clone()]).collect();
            TableReading { conditions, contrast: None, ..self.clone() }.asked(table).sql
        };
        if let ([(_, one), (_, two)], true) = (contrast.sides.as_slice(), contrast.is_difference) {
            let (one, two) = (side(one), side(two));
            let columns = "a.count AS first, b.count AS second, a.count - b.count AS difference";
            return Statement {
                sql: format!("SELECT {columns} FROM ({one}) AS a, ({two}) AS b"),
                ..Statement::default()
            };
        }
        let labelled = |(label, condition): &(String, Condition)| {
            let label = Condition::text(label);
            side(condition).replacen("SELECT ", &format!("SELECT {label} AS side, "), 1)
        };
        let sql = contrast.sides.iter().map(labelled).collect::<Vec<_>>().join(" UNION ALL ");
        Statement { sql, ..Statement::default() }
    }

    /// The groups of rows, each with a value; `from` and `conditions` say of which.
    fn grouped(
        &self,
        table: &Table,
        value: &str,
        is_joined: bool,
        (from, mut conditions): (&str, Vec<String>),
    ) -> Statement {
        let name = |at: usize| table.column_sql(at, is_joined);
        let (mut columns, mut by) = (Vec::new(), Vec::new());
        for group in &self.groups {
            let column = &table.columns[group.column];
            if let Some((sql, period)) = group.period_sql(table, &name(group.column)).zip(group.period) {
                if !column.is_required {
                    conditions.push(format!("{} IS NOT NULL", name(group.column)));
                }
                columns.push(format!("{sql} AS {}", period.name().0));
                by.push(sql);
                continue;
            }
            let of_join = |at: &usize| table.columns[*at].join == column.join && table.columns[*at].is_label;
            let labels: Vec<usize> = match column.join.filter(|_| column.is_label) {
                Some(join) => {
                    by.push(table.joins[join].key.clone());
                    (0..table.columns.len()).filter(of_join).collect()
                }
                None => vec![group.column],
            };
            // Rows that refer to nothing are not the most of something.
            if self.most.is_some() {
                let key = column.join.map(|join| table.joins[join].key.clone()).filter(|_| column.is_label);
                conditions.push(format!("{} IS NOT NULL", key.unwrap_or_else(|| name(group.column))));
            }
            columns.extend(labels.iter().map(|at| name(*at)));
            by.extend(labels.iter().map(|at| name(*at)));
        }
        columns.push(value.to_owned());
        let is_of_time = self.groups.iter().any(|group| group.period.is_some());
        let limit = self.most.unwrap_or(if is_of_time { PERIODS } else { LIMIT });
        let (place, columns, by) = (columns.len(), columns.join(", "), by.join(", "));
        // Times are in their own order, of the others the largest is the first.
        let order = if is_of_time && self.most.is_none() {
            "1".to_owned()
        } else {
            format!("{place} {}", if self.is_ascending { "ASC" } else { "DESC" })
        };
        let all = format!("{from}{}", wheres(&conditions));
        let rows = format!("SELECT {columns} FROM {all} GROUP BY {by} ORDER BY {order}");
        if self.most.is_some() {
            return Statement::first_of(Beyond { rows, limit, by: place - 1 });
        }
        let count = Some(format!("SELECT count(*) FROM (SELECT 1 FROM {all} GROUP BY {by}) AS counted"));
        Statement { sql: format!("{rows} LIMIT {limit}"), count, ..Statement::default() }
    }

    /// The conditions; those of a table that rows are linked with are of one row of it together.
    fn wheres(&self, table: &Table, is_joined: bool) -> Vec<String> {
        let mut all = Vec::new();
        let mut linked: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for condition in &self.conditions {
            let sql = condition.sql(table, is_joined);
            match table.columns[condition.column()].join.filter(|join| table.joins[*join].is_link) {
                Some(join) => linked.entry(join).or_default().push(sql),
                None => all.push(sql),
            }
        }
        let linked = linked.into_iter();
        all.extend(linked.map(|(join, sql)| format!("{}{})", table.joins[join].clause, sql.join(" AND "))));
        all
    }

    /// The columns of a list.
    fn listed(&self, table: &Table, is_joined: bool) -> String {
        match self.listed_columns(table) {
            Some(all) => all.iter().map(|at| table.column_sql(*at, is_joined)).collect::<Vec<_>>().join(", "),
            None if is_joined => format!("{}.*", table.sql),
            None => "*".to_owned(),
        }
    }

    /// The columns of a list; `None` for all of the table.
    fn listed_columns(&self, table: &Table) -> Option<Vec<usize>> {
        let mut shown: BTreeSet<usize> = self.shown.iter().copied().collect();
        shown.extend(self.ordered.map(|ordered| ordered.column));
        if shown.is_empty() || table.labels.is_empty() {
            return None;
        }
        let labels = table.labels.iter().copied();
        let shown = shown.into_iter().filter(|at| !table.labels.contains(at));
        Some(labels.chain(shown.flat_map(|at| std::iter::once(at).chain(self.called(table, at)))).collect())
    }

    /// The columns that say what the row is called that a column refers to: a number says nothing to anybody.
    fn called(&self, table: &Table, at: usize) -> Vec<usize> {
        let way = |join: usize| table.joins[join].by == Some(at) && table.joins[join].depth == 1;
        let is_called = |(_, column): &(usize, &Column)| column.is_label && column.join.is_some_and(way);
        let all = table.columns.iter().enumerate().filter(is_called);
        let is_shown = table.columns[at].join.is_none() && table.columns[at].is_key && !self.shown.is_empty();
        if is_shown { all.map(|(number, _)| number).collect() } else { Vec::new() }
    }

    /// The links by which rows are grouped, each once.
    fn beside(&self, table: &Table) -> BTreeSet<usize> {
        let joins = self.groups.iter().filter_map(|group| table.columns[group.column].join);
        joins.filter(|join| table.joins[*join].is_link).collect()
    }

    /// The tables whose columns it needs, those first that others are reached by.
    fn joins(&self, table: &Table) -> Vec<usize> {
        let mut joins = BTreeSet::new();
        let called = self.shown.iter().flat_map(|at| self.called(table, *at));
        let called: Vec<usize> = if self.ask == Ask::List { called.collect() } else { Vec::new() };
        for column in self.columns().into_iter().chain(called) {
            let mut next = table.columns[column].join.filter(|join| !table.joins[*join].is_link);
            while let Some(join) = next {
                joins.insert(join);
                next = table.joins[join].from;
            }
        }
        joins.into_iter().collect()
    }
}

pub(super) fn wheres(conditions: &[String]) -> String {
    if conditions.is_empty() { String::new() } else { format!(" WHERE {}", conditions.join(" AND ")) }
}

fn is_link(table: &Table, condition: &Condition) -> bool {
    table.columns[condition.column()].join.is_some_and(|join| table.joins[join].is_link)
}
