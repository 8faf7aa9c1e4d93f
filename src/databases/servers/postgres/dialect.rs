//! The SQL of PostgreSQL.

use super::refused;
use crate::databases::model::{ColumnSchema, Order, TableSchema, ValueClass};
use crate::databases::servers::dialect::{Compared, Dialect};
use crate::databases::servers::statement::Statement;
use crate::databases::servers::statement_end::Lexis;
use crate::document::Cell;

/// PostgreSQL.
#[derive(Debug)]
pub(super) struct PostgresDialect;

/// Whether a value is written as PostgreSQL writes a `uuid`.
fn is_uuid(value: &Cell) -> bool {
    let Cell::Text(text) = value else { return false };
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
        })
}

/// Whether a column holds times with a zone.
fn is_zoned(column: &ColumnSchema) -> bool {
    column.declared.contains("with time zone")
}

impl Dialect for PostgresDialect {
    fn quoted(&self, name: &str) -> String {
        format!("\"{}\"", name.replace('"', "\"\""))
    }

    fn place(&self, number: usize) -> String {
        format!("${number}")
    }

    fn typed(&self, column: &ColumnSchema, place: &str) -> String {
        format!("CAST({place} AS {})", column.declared)
    }

    fn selected(&self, column: &ColumnSchema) -> String {
        let name = self.quoted(&column.name);
        match column.class {
            ValueClass::Integer => format!("{name}::int8"),
            ValueClass::Real => format!("{name}::float8"),
            ValueClass::Flag => format!("{name}::int::int8"),
            ValueClass::Bytes => format!("octet_length({name})::int8"),
            // As the other databases write a time: that it is in UTC is the same for all of them.
            ValueClass::Time if is_zoned(column) => format!("({name} AT TIME ZONE 'UTC')::text"),
            _ => format!("{name}::text"),
        }
    }

    fn ordered(&self, column: &ColumnSchema) -> String {
        let name = self.quoted(&column.name);
        match column.class {
            ValueClass::Text | ValueClass::Any if column.is_in_code_points => name,
            ValueClass::Text => format!("{name} COLLATE \"C\""),
            // They are written in one way, and have the order of what is written.
            ValueClass::Other if column.declared == "uuid" => name,
            ValueClass::Other | ValueClass::Any => format!("{name}::text COLLATE \"C\""),
            _ => name,
        }
    }

    fn lexis(&self) -> Lexis {
        Lexis::Postgres
    }

    fn hash(&self, table: &TableSchema) -> String {
        let names: Vec<String> = table.columns.iter().map(|column| self.quoted(&column.name)).collect();
        format!("hashtextextended(ROW({})::text, 0)::text", names.join(", "))
    }

    fn compared(&self, column: &ColumnSchema, order: Order, value: &Cell) -> Option<Compared> {
        let name = self.quoted(&column.name);
        let is_order = !matches!(order, Order::Equal | Order::NotEqual);
        match column.class {
            // An index is in the order of the column's own collation, which is good for equality alone.
            ValueClass::Text if is_order => {
                Some(Compared::of(format!("{name} COLLATE \"C\""), "{}", order, value.clone()))
            }
            ValueClass::Text => Some(Compared::of(name, "{}", order, value.clone())),
            // They are written in one way, and have the order of what is written.
            ValueClass::Other if column.declared == "uuid" && is_uuid(value) => {
                Some(Compared::of(name, "CAST({} AS uuid)", order, value.clone()))
            }
            ValueClass::Other => Some(Compared::of(format!("{name}::text COLLATE \"C\""), "{}", order, value.clone())),
            ValueClass::Decimal => Some(Compared::of(name, "CAST({} AS numeric)", order, value.clone())),
            ValueClass::Date | ValueClass::Time => {
                let around = match column.declared.as_str() {
                    "date" => "CAST({} AS date)",
                    _ if is_zoned(column) => "CAST({} AS timestamptz)",
                    _ => "CAST({} AS timestamp)",
                };
                // Years of more than four digits and those before Christ are texts of another order.
                let besides = match is_order {
                    true => format!("{name} < '0001-01-01' OR {name} > '9999-12-31'"),
                    false => String::new(),
                };
                Some(Compared { besides, ..Compared::of(name, around, order, value.clone()) })
            }
            _ => None,
        }
    }

    fn explained(&self) -> Option<&'static str> {
        Some("EXPLAIN")
    }

    fn refused(&self, sql: &str) -> Option<String> {
        refused::why(sql)
    }

    fn doubts(&self, sql: &str) -> Option<Statement> {
        refused::question(sql)
    }

    fn distinct(&self, left: &str, right: &str) -> String {
        format!("{left} IS DISTINCT FROM {right}")
    }
}
