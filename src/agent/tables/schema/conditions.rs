//! Conditions of rows, as SQL and as a filter of a query.

use super::catalog::{Column, Table, Type};
use crate::agent::tables::vocabulary::number_words::scaled;
use crate::databases::ValueClass;
use crate::docql::quoted;

/// A number or a text that a column is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agent::tables) enum Value {
    Number(String),
    Text(String),
}

impl Value {
    /// A number as it was written; `None` if it is none.
    pub(in crate::agent::tables) fn number(word: &str) -> Option<Value> {
        let number = word.replace('_', "");
        let unsigned = number.strip_prefix('-').unwrap_or(&number);
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
        let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        // With a zero before it, it is a key that looks like a number.
        let is_plain = whole == "0" || !whole.starts_with('0');
        (are_digits(whole) && are_digits(fraction) && is_plain && number.len() < 30).then_some(Value::Number(number))
    }

    /// A number of units as one of hundredths of them.
    pub(in crate::agent::tables) fn in_hundredths(&mut self) {
        let Value::Number(number) = self else { return };
        *number = scaled(number, 2);
    }

    /// So many times a number; `None` if that is no number that is written exactly.
    pub(in crate::agent::tables) fn times(&self, factor: u64) -> Option<Value> {
        let Value::Number(number) = self else { return None };
        if let Ok(whole) = number.parse::<u64>() {
            return whole.checked_mul(factor).map(|number| Value::Number(number.to_string()));
        }
        let product = number.parse::<f64>().ok()? * factor as f64;
        (product.fract() == 0.0 && product.abs() < 1e15).then(|| Value::Number(format!("{product:.0}")))
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
pub(in crate::agent::tables) enum Condition {
    /// A sign, as in SQL, and a value.
    Compared(usize, &'static str, Value),
    /// From a value to another one.
    Between(usize, Value, Value),
    /// From a day on, before another one.
    Days(usize, String, String),
    /// The same of any of several times.
    DaysAmong(usize, Vec<(String, String)>),
    /// A column, a sign, and another column; whether days are compared, without what stands behind them.
    Columns(usize, &'static str, usize, bool),
    /// One of these texts.
    Among(usize, Vec<String>),
    /// None of these texts.
    NotAmong(usize, Vec<String>),
    /// Whether it is so; the text by which a column of texts says so. What is null is not so.
    Flag(usize, Option<String>, bool),
    /// Whether there is no value.
    Empty(usize, bool),
    /// There is no value, not even a zero.
    Null(usize),
    /// A date from a day on, or none: it is so still.
    Current(usize, String),
    /// How many rows belong to a row.
    Counted(Box<Counted>),
}

/// How many rows belong to a row, and when that was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agent::tables) struct Counted {
    /// The column that they refer to.
    pub key: usize,
    /// The place of their table among those that belong to a row.
    pub child: usize,
    pub sign: &'static str,
    pub value: Value,
    /// A condition of them.
    pub when: Option<Box<Condition>>,
}

impl Counted {
    fn sql(&self, table: &Table) -> String {
        let child = &table.children[self.child];
        let when = self.when.as_ref().zip(child.table.as_ref()).map(|(when, table)| when.sql(table, true));
        let of = |made: &str| child.of(made, table, when.as_deref());
        match (self.sign, &self.value) {
            ("=", Value::Number(number)) if number == "0" => format!("NOT EXISTS {}", of("1")),
            (sign, value) => format!("{} {sign} {}", of(&child.counted()), value.sql()),
        }
    }
}

impl Condition {
    /// True for what compares numbers and dates, which nothing but a row has.
    pub(in crate::agent::tables) fn is_measure(&self) -> bool {
        matches!(
            self,
            Condition::Compared(..)
                | Condition::Between(..)
                | Condition::Counted(..)
                | Condition::Days(..)
                | Condition::Current(..)
                | Condition::DaysAmong(..)
                | Condition::Columns(..)
        )
    }

    /// A text as SQL.
    pub(in crate::agent::tables) fn text(text: &str) -> String {
        Value::Text(text.to_owned()).sql()
    }

    /// The column that it is about.
    pub(in crate::agent::tables) fn column(&self) -> usize {
        match self {
            Condition::Compared(at, ..) | Condition::Between(at, ..) | Condition::Days(at, ..) => *at,
            Condition::Among(at, _) | Condition::NotAmong(at, _) => *at,
            Condition::Flag(at, ..) | Condition::Empty(at, _) | Condition::Current(at, _) => *at,
            Condition::Null(at) | Condition::DaysAmong(at, _) | Condition::Columns(at, ..) => *at,
            Condition::Counted(counted) => counted.key,
        }
    }

    /// In SQL that SQLite and servers read alike; `is_joined` where several tables are read.
    pub(in crate::agent::tables) fn sql(&self, table: &Table, is_joined: bool) -> String {
        let at = self.column();
        let name = table.column_sql(at, is_joined);
        let text = |text: &String| Value::Text(text.clone()).sql();
        let texts = |texts: &[String]| texts.iter().map(text).collect::<Vec<_>>().join(", ");
        let column = &table.columns[at];
        let date = |day: &String| column.clock.number(day).unwrap_or_else(|| text(day));
        match self {
            Condition::Compared(_, sign, Value::Text(day)) if column.type_ == Type::Date => {
                format!("{name} {sign} {}", date(day))
            }
            Condition::Compared(_, sign, value) => format!("{name} {sign} {}", value.sql()),
            Condition::Between(_, low, high) => format!("{name} BETWEEN {} AND {}", low.sql(), high.sql()),
            Condition::Days(_, first, next) => format!("{name} >= {} AND {name} < {}", date(first), date(next)),
            Condition::DaysAmong(_, all) => {
                let one =
                    |(first, next): &(String, String)| format!("{name} >= {} AND {name} < {}", date(first), date(next));
                format!("({})", all.iter().map(one).collect::<Vec<_>>().join(" OR "))
            }
            Condition::Columns(_, sign, other, by_day) => {
                let day = |name: String| if *by_day { format!("substr({name}, 1, 10)") } else { name };
                format!("{} {sign} {}", day(name), day(table.column_sql(*other, is_joined)))
            }
            Condition::Among(_, all) => match all.as_slice() {
                [only] => format!("{name} = {}", text(only)),
                several => format!("{name} IN ({})", texts(several)),
            },
            Condition::NotAmong(_, all) => match all.as_slice() {
                [only] => format!("{name} <> {}", text(only)),
                several => format!("{name} NOT IN ({})", texts(several)),
            },
            Condition::Flag(_, Some(yes), true) => format!("{name} = {}", text(yes)),
            Condition::Flag(_, Some(yes), false) => format!("coalesce({name}, '') <> {}", text(yes)),
            Condition::Flag(_, None, true) if column.is_bool => name,
            Condition::Flag(_, None, false) if column.is_bool => format!("{name} IS NOT TRUE"),
            Condition::Flag(_, None, true) => format!("{name} = 1"),
            Condition::Flag(_, None, false) => format!("coalesce({name}, 0) <> 1"),
            Condition::Current(_, day) => format!("({name} IS NULL OR {name} >= {})", date(day)),
            Condition::Null(_) => format!("{name} IS NULL"),
            Condition::Counted(counted) => counted.sql(table),
            // What was left out may be an empty text as well.
            Condition::Empty(_, is_empty) if column.is_text() && column.is_of_texts() => match is_empty {
                true => format!("({name} IS NULL OR {name} = '')"),
                false => format!("{name} <> ''"),
            },
            Condition::Empty(_, is_empty) => match (column.type_ == Type::Number && !column.is_key, is_empty) {
                // A number that is no key says with a zero that there is nothing.
                (true, true) => format!("({name} IS NULL OR {name} = 0)"),
                (true, false) => format!("{name} <> 0"),
                (false, true) => format!("{name} IS NULL"),
                (false, false) => format!("{name} IS NOT NULL"),
            },
        }
    }

    /// In a filter of a query; `None` if a filter of rows cannot say it.
    pub(in crate::agent::tables) fn docql(&self, table: &Table) -> Option<String> {
        let path = |at: &usize| path(&table.columns[*at].name);
        let column = &table.columns[self.column()];
        let date = |day: &String| column.clock.number(day).unwrap_or_else(|| quoted(day));
        Some(match self {
            Condition::Compared(at, sign, Value::Text(day)) if column.type_ == Type::Date => {
                let sign = if *sign == "=" { "==" } else { sign };
                format!("{} {sign} {}", path(at), date(day))
            }
            Condition::Compared(at, "=", value) => format!("{} == {}", path(at), value.docql()),
            Condition::Compared(at, sign, value) => format!("{} {sign} {}", path(at), value.docql()),
            Condition::Between(at, low, high) => {
                format!("{0} >= {1} && {0} <= {2}", path(at), low.docql(), high.docql())
            }
            Condition::Days(at, first, next) => {
                format!("{0} >= {1} && {0} < {2}", path(at), date(first), date(next))
            }
            Condition::DaysAmong(at, all) => {
                let one = |(first, next): &(String, String)| {
                    format!("{0} >= {1} && {0} < {2}", path(at), date(first), date(next))
                };
                format!("({})", all.iter().map(one).collect::<Vec<_>>().join(" || "))
            }
            Condition::Among(at, texts) => match texts.as_slice() {
                [only] => format!("{} == {}", path(at), quoted(only)),
                several => {
                    let all: Vec<String> = several.iter().map(|text| quoted(text)).collect();
                    format!("{} in [{}]", path(at), all.join(", "))
                }
            },
            Condition::NotAmong(at, texts) => {
                let all: Vec<String> = texts.iter().map(|text| format!("{} != {}", path(at), quoted(text))).collect();
                all.join(" && ")
            }
            Condition::Flag(at, yes, is_so) => {
                let yes = yes.as_ref().map_or_else(|| "1".to_owned(), |yes| quoted(yes));
                let compared = format!("{} == {yes}", path(at));
                if *is_so { compared } else { format!("!({compared})") }
            }
            Condition::Empty(at, true) => format!("!{}", path(at)),
            Condition::Empty(at, false) => path(at),
            Condition::Current(at, day) => format!("(!{0} || {0} >= {1})", path(at), date(day)),
            Condition::Null(at) => format!("{} == null", path(at)),
            Condition::Counted(..) | Condition::Columns(..) => return None,
        })
    }
}

impl Column {
    /// Whether its values can be compared with texts.
    fn is_of_texts(&self) -> bool {
        !self.is_key && self.choices.is_empty() && matches!(self.class, ValueClass::Any | ValueClass::Text)
    }
}

/// A column of the row that a filter looks at.
fn path(name: &str) -> String {
    let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !name.starts_with(|c: char| c.is_ascii_digit());
    if is_word && !name.is_empty() { format!("@.{name}") } else { format!("@[{}]", quoted(name)) }
}
