//! Rows of one table in an order → one statement of SQL.

use super::statement::{LIMIT, Statement, wheres};
use super::ties::Beyond;
use crate::agent::tables::reading::ordering::orders::Ordered;
use crate::agent::tables::reading::ordering::rankings::Ranked;
use crate::agent::tables::schema::catalog::Table;

/// Rows in an order: so many, or all that are equal to the first.
/// `shown` says which of the columns is the one that orders them, if that is known.
pub(super) fn ordered_rows(
    columns: &str,
    by: &str,
    (from, conditions): (&str, &[String]),
    ordered: Ordered,
    shown: Option<usize>,
) -> Statement {
    let Ordered { is_descending, count, place, .. } = ordered;
    let mut conditions = conditions.to_vec();
    if place > 1 {
        // The values in their order, each once.
        let not_null = [conditions.as_slice(), &[format!("{by} IS NOT NULL")]].concat();
        let order = if is_descending { "DESC" } else { "ASC" };
        let offset = place - 1;
        let values = format!(
            "SELECT DISTINCT {by} FROM {from}{} ORDER BY {by} {order} LIMIT 1 OFFSET {offset}",
            wheres(&not_null)
        );
        conditions.push(format!("{by} = ({values})"));
        let all = format!("{from}{}", wheres(&conditions));
        let (sql, count) =
            (format!("SELECT {columns} FROM {all} LIMIT {LIMIT}"), format!("SELECT count(*) FROM {all}"));
        return Statement { sql, count: Some(count), ..Statement::default() };
    }
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
    let rows = format!("SELECT {columns} FROM {from}{} ORDER BY {by} {order}", wheres(&conditions));
    match shown {
        Some(by) => Statement::first_of(Beyond { rows, limit: count, by }),
        None => Statement { sql: format!("{rows} LIMIT {count}"), ..Statement::default() },
    }
}

/// Rows by what they are called, in the order of what belongs to them; `all` says of which table and under which
/// conditions.
pub(super) fn ranked_rows(table: &Table, ranked: &Ranked, is_joined: bool, all: &str) -> Beyond {
    let Ranked { child, summed, is_descending, count } = ranked;
    let child = &table.children[*child];
    let (made, called) = match summed {
        Some((sql, name)) => (format!("coalesce(sum({sql}), 0)"), format!("sum_of_{name}")),
        None => (child.counted(), "count".to_owned()),
    };
    let called = if called.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') { &called } else { "sum" };
    let mut columns: Vec<String> = table.labels.iter().map(|at| table.column_sql(*at, is_joined)).collect();
    columns.push(format!("{} AS {called}", child.of(&made, table, None)));
    let (place, order) = (columns.len(), if *is_descending { "DESC" } else { "ASC" });
    let rows = format!("SELECT {} FROM {all} ORDER BY {place} {order}", columns.join(", "));
    Beyond { rows, limit: *count, by: place - 1 }
}
