//! Conditions of rows, as SQL and as a filter of a query.

use super::schema::Table;
use crate::docql::quoted;

/// A number or a text that a column is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Number(String),
    Text(String),
}

impl Value {
    /// A number as it was written; `None` if it is none.
    pub(super) fn number(word: &str) -> Option<Value> {
        let number = word.replace('_', "");
        let (whole, fraction) = number.split_once('.').unwrap_or((&number, "0"));
        let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        // With a zero before it, it is a key that looks like a number.
        let is_plain = whole == "0" || !whole.starts_with('0');
        (are_digits(whole) && are_digits(fraction) && is_plain && number.len() < 30).then_some(Value::Number(number))
    }

    fn sql(&self) -> String {
        match self {
            Value::Number(number) => number.clone(),
            Value::Text(text) => format!("'{}'", text.replace('\'', "''")),
        }
    }

    fn docql(&self) -> String {
        match self {
            Value::Number(number) => number.clone(),
            Value::Text(text) => quoted(text),
        }
    }
}

/// A condition of the column at a place of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// A sign, as in SQL, and a value.
    Compared(usize, &'static str, Value),
    /// From a value to another one.
    Between(usize, Value, Value),
    /// From a day on, before another one.
    Days(usize, String, String),
    /// One of these texts.
    Among(usize, Vec<String>),
    /// Yes.
    Flag(usize),
}

impl Condition {
    /// True for what compares numbers and dates, which nothing but a row has.
    pub(super) fn is_measure(&self) -> bool {
        matches!(self, Condition::Compared(..) | Condition::Between(..) | Condition::Days(..))
    }

    /// In SQL that SQLite and servers read alike.
    pub(super) fn sql(&self, table: &Table) -> String {
        let name = |at: &usize| table.columns[*at].sql.as_str();
        let text = |text: &String| Value::Text(text.clone()).sql();
        match self {
            Condition::Compared(at, sign, value) => format!("{} {sign} {}", name(at), value.sql()),
            Condition::Between(at, low, high) => format!("{} BETWEEN {} AND {}", name(at), low.sql(), high.sql()),
            Condition::Days(at, first, next) => {
                format!("{0} >= {1} AND {0} < {2}", name(at), text(first), text(next))
            }
            Condition::Among(at, texts) => match texts.as_slice() {
                [only] => format!("{} = {}", name(at), text(only)),
                several => {
                    format!("{} IN ({})", name(at), several.iter().map(text).collect::<Vec<_>>().join(", "))
                }
            },
            Condition::Flag(at) if table.columns[*at].is_bool => name(at).to_owned(),
            Condition::Flag(at) => format!("{} = 1", name(at)),
        }
    }

    /// In a filter of a query.
    pub(super) fn docql(&self, table: &Table) -> String {
        let path = |at: &usize| path(&table.columns[*at].name);
        match self {
            Condition::Compared(at, "=", value) => format!("{} == {}", path(at), value.docql()),
            Condition::Compared(at, sign, value) => format!("{} {sign} {}", path(at), value.docql()),
            Condition::Between(at, low, high) => {
                format!("{0} >= {1} && {0} <= {2}", path(at), low.docql(), high.docql())
            }
            Condition::Days(at, first, next) => {
                format!("{0} >= {1} && {0} < {2}", path(at), quoted(first), quoted(next))
            }
            Condition::Among(at, texts) => match texts.as_slice() {
                [only] => format!("{} == {}", path(at), quoted(only)),
                several => {
                    let all: Vec<String> = several.iter().map(|text| quoted(text)).collect();
                    format!("{} in [{}]", path(at), all.join(", "))
                }
            },
            Condition::Flag(at) => format!("{} == 1", path(at)),
        }
    }
}

/// A column of the row that a filter looks at.
fn path(name: &str) -> String {
    let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !name.starts_with(|c: char| c.is_ascii_digit());
    if is_word && !name.is_empty() { format!("@.{name}") } else { format!("@[{}]", quoted(name)) }
}
