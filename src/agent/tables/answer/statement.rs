//! What was read of a question → one statement of SQL.

use crate::agent::tables::reading::orders::Ordered;
use crate::agent::tables::schema::catalog::{Table, Type};
use crate::agent::tables::schema::conditions::Condition;
use crate::agent::tables::vocabulary::words::Ask;
use std::collections::{BTreeMap, BTreeSet};

/// Rows of a list and groups that are asked for.
const LIMIT: usize = 50;

/// Groups that are asked for where it is the largest that is meant: equal ones can be seen.
const MOST: usize = 5;

/// What was read of a question about one table.
#[derive(Debug, Default)]
pub(in crate::agent::tables) struct TableReading {
    pub ask: Ask,
    pub aggregate: Option<usize>,
    /// The column whose different values are counted.
    pub distinct: Option<usize>,
    pub groups: Vec<usize>,
    /// Whether the largest group is meant.
    pub is_most: bool,
    pub conditions: Vec<Condition>,
    pub ordered: Option<Ordered>,
    /// The columns that are asked for.
    pub shown: Vec<usize>,
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
}

/// Rows in which a column is null, and the words behind their number that say how they were counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agent::tables) struct Aside {
    pub sql: String,
    pub told: String,
}

impl TableReading {
    /// The columns that it speaks of.
    pub(in crate::agent::tables) fn columns(&self) -> Vec<usize> {
        let ordered = self.ordered.map(|ordered| ordered.column);
        let one = self.aggregate.into_iter().chain(self.distinct).chain(ordered);
        let several = self.groups.iter().chain(&self.shown).copied();
        one.chain(several).chain(self.conditions.iter().map(Condition::column)).collect()
    }

    /// The SQL of the reading, and how many rows it has where it lists some of them.
    pub(in crate::agent::tables) fn statement(&self, table: &Table) -> Statement {
        Statement { asides: self.asides(table), ..self.asked(table) }
    }

    fn asked(&self, table: &Table) -> Statement {
        let joins = self.joins(table);
        let is_joined = !joins.is_empty() || self.conditions.iter().any(|condition| is_link(table, condition));
        let name = |at: usize| table.column_sql(at, is_joined);
        let conditions = self.wheres(table, is_joined);
        let mut from = table.sql.clone();
        joins.iter().for_each(|join| from.push_str(&table.joins[*join].clause));
        let all = format!("{from}{}", wheres(&conditions));
        let made = |function: &str, at: usize| {
            let units = if self.in_units { " / 100.0" } else { "" };
            format!("{function}({}){units} AS {}", name(at), table.columns[at].sql)
        };
        let value = match (self.ask, self.aggregate, self.distinct) {
            (Ask::Count, _, Some(at)) => format!("count(DISTINCT {}) AS count", name(at)),
            (Ask::Count, ..) => "count(*) AS count".to_owned(),
            (Ask::Sum, Some(at), _) => made("sum", at),
            (Ask::Average, Some(at), _) => made("avg", at),
            (Ask::Largest, Some(at), _) => made("max", at),
            (Ask::Smallest, Some(at), _) => made("min", at),
            _ => self.listed(table, is_joined),
        };
        if let Some(ordered) = self.ordered {
            return ordered_rows(&value, &name(ordered.column), (&from, &conditions), ordered);
        }
        if self.groups.is_empty() {
            let is_list = self.ask == Ask::List;
            let limit = if is_list { format!(" LIMIT {LIMIT}") } else { String::new() };
            let count = is_list.then(|| format!("SELECT count(*) FROM {all}"));
            return Statement { sql: format!("SELECT {value} FROM {all}{limit}"), count, ..Statement::default() };
        }
        let (mut columns, mut by) = (Vec::new(), Vec::new());
        for group in &self.groups {
            let column = &table.columns[*group];
            let of_join = |at: &usize| table.columns[*at].join == column.join && table.columns[*at].is_label;
            let labels: Vec<usize> = match column.join.filter(|_| column.is_label) {
                Some(join) => {
                    by.push(table.joins[join].key.clone());
                    (0..table.columns.len()).filter(of_join).collect()
                }
                None => vec![*group],
            };
            columns.extend(labels.iter().map(|at| name(*at)));
            by.extend(labels.iter().map(|at| name(*at)));
        }
        columns.push(value);
        let limit = if self.is_most { MOST } else { LIMIT };
        let (place, columns, by) = (columns.len(), columns.join(", "), by.join(", "));
        let sql = format!("SELECT {columns} FROM {all} GROUP BY {by} ORDER BY {place} DESC LIMIT {limit}");
        Statement { sql, ..Statement::default() }
    }

    /// For each condition that denies something of a column that may be null: how many such rows there are beside what the
    /// other conditions say. Of a flag and an amount they are counted, of another value they are not.
    fn asides(&self, table: &Table) -> Vec<Aside> {
        let mut asides = Vec::new();
        for (number, condition) in self.conditions.iter().enumerate() {
            let column = &table.columns[condition.column()];
            let is_counted = match condition {
                Condition::Flag(.., false) => true,
                Condition::Empty(_, true) if column.type_ == Type::Number && !column.is_key => true,
                Condition::NotAmong(..) => false,
                _ => continue,
            };
            if column.is_required {
                continue;
            }
            let mut conditions = self.conditions.clone();
            conditions[number] = Condition::Null(condition.column());
            let others = TableReading { conditions, ..TableReading::default() };
            let sql = TableReading { ask: Ask::Count, ..others }.asked(table).sql;
            let how = if is_counted { "counted as none" } else { "not counted" };
            asides.push(Aside { sql, told: format!("with no {} (null): {how}", column.name) });
        }
        asides
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
        let mut shown: BTreeSet<usize> = self.shown.iter().copied().collect();
        shown.extend(self.ordered.map(|ordered| ordered.column));
        if shown.is_empty() || table.labels.is_empty() {
            return if is_joined { format!("{}.*", table.sql) } else { "*".to_owned() };
        }
        let labels = table.labels.iter().copied();
        let all = labels.chain(shown.into_iter().filter(|at| !table.labels.contains(at)));
        all.map(|at| table.column_sql(at, is_joined)).collect::<Vec<_>>().join(", ")
    }

    /// The tables whose columns it needs, those first that others are reached by.
    fn joins(&self, table: &Table) -> Vec<usize> {
        let mut joins = BTreeSet::new();
        for column in self.columns() {
            let mut next = table.columns[column].join.filter(|join| !table.joins[*join].is_link);
            while let Some(join) = next {
                joins.insert(join);
                next = table.joins[join].from;
            }
        }
        joins.into_iter().collect()
    }
}

/// Rows in an order: so many, or all that are equal to the first.
fn ordered_rows(columns: &str, by: &str, (from, conditions): (&str, &[String]), ordered: Ordered) -> Statement {
    let Ordered { is_descending, count, .. } = ordered;
    let mut conditions = conditions.to_vec();
    if count == 1 {
        let best = if is_descending { "max" } else { "min" };
        conditions.push(format!("{by} = (SELECT {best}({by}) FROM {from}{})", wheres(&conditions)));
        let all = format!("{from}{}", wheres(&conditions));
        let sql = format!("SELECT {columns} FROM {all} LIMIT {LIMIT}");
        let count = Some(format!("SELECT count(*) FROM {all}"));
        return Statement { sql, count, ..Statement::default() };
    }
    conditions.push(format!("{by} IS NOT NULL"));
    let order = if is_descending { "DESC" } else { "ASC" };
    let sql = format!("SELECT {columns} FROM {from}{} ORDER BY {by} {order} LIMIT {count}", wheres(&conditions));
    Statement { sql, ..Statement::default() }
}

fn wheres(conditions: &[String]) -> String {
    if conditions.is_empty() { String::new() } else { format!(" WHERE {}", conditions.join(" AND ")) }
}

fn is_link(table: &Table, condition: &Condition) -> bool {
    table.columns[condition.column()].join.is_some_and(|join| table.joins[join].is_link)
}
