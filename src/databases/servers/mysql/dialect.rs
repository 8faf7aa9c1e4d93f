//! The SQL of MySQL and MariaDB.

use super::catalog::CHARACTERS;
use super::refused;
use crate::databases::model::{ColumnSchema, Order, TableSchema, ValueClass};
use crate::databases::servers::dialect::{Compared, Dialect};
use crate::databases::servers::statement_end::Lexis;
use crate::document::Cell;

/// MySQL and MariaDB.
#[derive(Debug)]
pub(super) struct MysqlDialect;

/// A value as bytes, which have the order of code points.
const AS_BYTES: &str = "CAST({} AS BINARY)";

/// A column as bytes that have the order of its code points.
fn in_code_points(name: &str) -> String {
    format!("CAST(CONVERT({name} USING utf8mb4) AS BINARY)")
}

/// Whether a column can hold a text: one that it cannot hold must not be compared with it as it is.
fn can_hold(column: &ColumnSchema, value: &Cell) -> bool {
    !column.declared.contains(CHARACTERS) || matches!(value, Cell::Text(text) if text.is_ascii())
}

impl Dialect for MysqlDialect {
    fn quoted(&self, name: &str) -> String {
        format!("`{}`", name.replace('`', "``"))
    }

    fn place(&self, _: usize) -> String {
        "?".to_owned()
    }

    fn typed(&self, column: &ColumnSchema, place: &str) -> String {
        match column.class {
            ValueClass::Decimal => format!("CAST({place} AS DECIMAL(60, 28))"),
            ValueClass::Date => format!("CAST({place} AS DATE)"),
            ValueClass::Time => format!("CAST({place} AS DATETIME(6))"),
            _ => place.to_owned(),
        }
    }

    fn selected(&self, column: &ColumnSchema) -> String {
        let name = self.quoted(&column.name);
        match column.class {
            ValueClass::Bytes => format!("LENGTH({name})"),
            ValueClass::Integer if column.declared.starts_with("bit") => format!("CAST({name} AS UNSIGNED)"),
            _ => name,
        }
    }

    fn ordered(&self, column: &ColumnSchema) -> String {
        let name = self.quoted(&column.name);
        match column.class {
            ValueClass::Text | ValueClass::Other => in_code_points(&name),
            _ => name,
        }
    }

    fn lexis(&self) -> Lexis {
        Lexis::Mysql
    }

    fn hash(&self, table: &TableSchema) -> String {
        let part = |column: &ColumnSchema| format!("COALESCE(CAST({} AS BINARY), 0x00)", self.quoted(&column.name));
        let parts: Vec<String> = table.columns.iter().map(part).collect();
        format!("MD5(CONCAT_WS(0x1F, {}))", parts.join(", "))
    }

    fn compared(&self, column: &ColumnSchema, order: Order, value: &Cell) -> Option<Compared> {
        let name = self.quoted(&column.name);
        match column.class {
            // What has the same bytes is the same in every collation, so that an index can be used.
            ValueClass::Text if order == Order::Equal && can_hold(column, value) => {
                Some(Compared::of(name, "{}", order, value.clone()))
            }
            ValueClass::Text => Some(Compared::of(in_code_points(&name), AS_BYTES, order, value.clone())),
            ValueClass::Decimal => Some(Compared::of(name, "CAST({} AS DECIMAL(60, 28))", order, value.clone())),
            ValueClass::Date => Some(Compared::of(name, "CAST({} AS DATE)", order, value.clone())),
            ValueClass::Time => Some(Compared::of(name, "CAST({} AS DATETIME(6))", order, value.clone())),
            _ => None,
        }
    }

    fn refused(&self, sql: &str) -> Option<String> {
        refused::why(sql)
    }

    fn distinct(&self, left: &str, right: &str) -> String {
        format!("NOT ({left} <=> {right})")
    }
}
