//! How a value of a column is written in a query, where the schema of a database says what it holds.

use crate::databases::{Affinity, ColumnSchema, ValueClass};
use crate::docql::nodes::rows::row::Row;
use crate::document::is_decimal;
use crate::library::Library;

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql) enum Form {
    /// `true`, `false`
    Flag,
    /// `12.5`
    Number,
    /// `"2026-11-26"`
    Day,
    /// `"2026-11-26 09:30:00"`
    Time,
    /// The same, in UTC whatever the zone of the server is.
    TimeInUtc,
}

impl Form {
    /// Of the values of a column; `None` for texts and where anything may be.
    pub(in crate::docql) fn of(column: &ColumnSchema) -> Option<Form> {
        let declared = column.declared.to_lowercase();
        // `timestamp` of PostgreSQL says that it has no zone, that of MySQL is told in UTC.
        let is_zoned = declared.starts_with("timestamp") && !declared.contains("without time zone");
        Some(match column.class {
            ValueClass::Flag => Form::Flag,
            _ if declared.starts_with("bool") || declared == "tinyint(1)" => Form::Flag,
            ValueClass::Integer | ValueClass::Real | ValueClass::Single | ValueClass::Decimal => Form::Number,
            ValueClass::Date => Form::Day,
            ValueClass::Time if is_zoned => Form::TimeInUtc,
            ValueClass::Time => Form::Time,
            ValueClass::Any if declared == "date" => Form::Day,
            ValueClass::Any if matches!(declared.as_str(), "datetime" | "timestamp") => Form::Time,
            ValueClass::Any if column.affinity == Some(Affinity::Number) => Form::Number,
            ValueClass::Any | ValueClass::Text | ValueClass::Bytes | ValueClass::Other => return None,
        })
    }

    /// What a value of it is and how it is written, behind "is".
    pub(in crate::docql) fn said(self) -> &'static str {
        match self {
            Form::Flag => "true or false",
            Form::Number => "a number, without quotes",
            Form::Day => "a day, written \"2026-11-26\"",
            Form::Time => "a time, written \"2026-11-26 09:30:00\"",
            Form::TimeInUtc => "a time in UTC, written \"2026-11-26 09:30:00\"",
        }
    }

    /// Whether a value of a query is written so.
    pub(in crate::docql) fn fits(self, literal: &serde_json::Value) -> bool {
        use serde_json::Value::{Bool, Null, Number, String};
        match (self, literal) {
            (_, Null) | (Form::Flag, Bool(_)) | (Form::Number, Number(_)) => true,
            (Form::Flag, Number(number)) => matches!(number.as_f64(), Some(0.0 | 1.0)),
            (Form::Number | Form::Flag, String(text)) => is_decimal(text),
            (Form::Day | Form::Time | Form::TimeInUtc, String(text)) => is_moment(text),
            _ => false,
        }
    }
}

/// Whether a text can be the beginning of a day, or of a time behind one.
fn is_moment(text: &str) -> bool {
    let pattern = b"0000-00-00 00:00:00.";
    let is_like = |(at, byte): (usize, u8)| match pattern.get(at) {
        Some(b'0') | None => byte.is_ascii_digit(),
        Some(other) => byte == *other,
    };
    text.len() >= 4 && text.bytes().enumerate().all(is_like)
}

/// The column of a row that is called `name`, as the schema of its database has it; `None` if it is of no table.
pub(in crate::docql) fn column(row: &Row, name: &str, library: &Library) -> Option<ColumnSchema> {
    let database = library.database(row.sheet.file.filter(|_| row.sheet.is_asked())?).ok()?;
    let table = database.table(&row.sheet.title)?;
    // What is told of its columns has its name too.
    let is_of = row.sheet.columns.iter().eq(table.columns.iter().map(|column| &column.name));
    table.columns.get(row.sheet.column(name).filter(|_| is_of)?).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_written_as_its_column_holds_it() {
        let form = |declared: &str, class| {
            Form::of(&ColumnSchema { declared: declared.to_owned(), class, ..ColumnSchema::default() })
        };
        assert_eq!(form("boolean", ValueClass::Flag), Some(Form::Flag));
        assert_eq!(form("tinyint(1)", ValueClass::Integer), Some(Form::Flag));
        assert_eq!(form("timestamp with time zone", ValueClass::Time), Some(Form::TimeInUtc));
        assert_eq!(form("timestamp(3) without time zone", ValueClass::Time), Some(Form::Time));
        assert_eq!(form("timestamp", ValueClass::Time), Some(Form::TimeInUtc));
        assert_eq!(form("datetime(6)", ValueClass::Time), Some(Form::Time));
        assert_eq!(form("text", ValueClass::Text), None);
        let fits = |form: Form, text: &str| form.fits(&serde_json::Value::from(text));
        assert!(fits(Form::Time, "2023") && fits(Form::Day, "2023-04-17") && fits(Form::Time, "2023-04-17 10:00:00.5"));
        for other in ["2023-04-17T10:00:00Z", "17.04.2023", "yesterday", "2023-04-17 10:00:00+02", ""] {
            assert!(!fits(Form::TimeInUtc, other), "{other}");
        }
        assert!(!fits(Form::Flag, "yes") && !fits(Form::Number, "many") && fits(Form::Number, "5"));
    }
}
