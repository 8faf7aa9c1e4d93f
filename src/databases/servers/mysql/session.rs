//! A connection to MySQL or MariaDB: one prepared statement, in a transaction that reads and is rolled back.

use super::problems::said;
use crate::databases::model::{DatabaseProblem, ValueClass};
use crate::databases::servers::asking::{Asked, BYTES_AT_ONCE, Cancel, ROWS_AT_ONCE, Session, Told};
use crate::document::Cell;
use mysql::consts::ColumnType;
use mysql::prelude::Queryable;
use mysql::{Column, Conn, Opts, Params, Value};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The character set of columns of bytes.
const BINARY: u16 = 63;

/// Warnings that a value was cut, or is null because it was too long.
const CUT: &[u16] = &[1260, 1301];

/// A connection.
pub(super) struct MysqlSession {
    connection: Conn,
    opts: Opts,
    is_mariadb: bool,
    /// The limit of time that the server knows of.
    seconds: u64,
}

impl MysqlSession {
    /// A connection that is open.
    pub(super) fn new(connection: Conn, opts: Opts, is_mariadb: bool) -> MysqlSession {
        MysqlSession { connection, opts, is_mariadb, seconds: 0 }
    }
}

impl Session for MysqlSession {
    fn ask(&mut self, asked: &Asked, tell: &mut dyn FnMut(Told) -> ControlFlow<()>) -> Result<(), DatabaseProblem> {
        if self.seconds != asked.seconds {
            let set = match self.is_mariadb {
                true => format!("SET SESSION max_statement_time = {}", asked.seconds),
                false => format!("SET SESSION max_execution_time = {}", asked.seconds * 1000),
            };
            self.connection.query_drop(set).map_err(said)?;
            self.seconds = asked.seconds;
        }
        self.connection.query_drop("START TRANSACTION READ ONLY").map_err(said)?;
        let begun = Instant::now();
        let mut outcome = self.answer(asked, tell);
        if asked.classes.is_none() && outcome.is_ok() {
            outcome = self.check_whole(asked, begun.elapsed());
        }
        let undone = self.connection.query_drop("ROLLBACK").map_err(said);
        outcome.and(undone)
    }

    fn cancel(&self) -> Cancel {
        let (opts, number) = (self.opts.clone(), self.connection.connection_id());
        Box::new(move || {
            // Where it cannot be told, the server's own clock ends the statement.
            if let Ok(mut connection) = Conn::new(opts) {
                drop(connection.query_drop(format!("KILL QUERY {number}")));
            }
        })
    }
}

impl MysqlSession {
    /// Refuses the answer of a user's statement that the server has stopped or cut, which it only warns of.
    fn check_whole(&mut self, asked: &Asked, took: Duration) -> Result<(), DatabaseProblem> {
        if took >= Duration::from_secs(asked.seconds) {
            return Err(DatabaseProblem::TooSlow(asked.seconds));
        }
        let warnings: Vec<(String, u16, String)> = self.connection.query("SHOW WARNINGS").map_err(said)?;
        match warnings.iter().any(|(_, code, _)| CUT.contains(code)) {
            true => Err(DatabaseProblem::TooLarge),
            false => Ok(()),
        }
    }

    fn answer(&mut self, asked: &Asked, tell: &mut dyn FnMut(Told) -> ControlFlow<()>) -> Result<(), DatabaseProblem> {
        let cancel = self.cancel();
        let statement = self.connection.prep(&asked.statement.sql).map_err(said)?;
        if usize::from(statement.num_params()) > asked.statement.values.len() {
            return Err(DatabaseProblem::Wrong("? has no value; values stand in the statement itself".to_owned()));
        }
        let values: Vec<Value> = asked.statement.values.iter().map(value).collect();
        let given = if values.is_empty() { Params::Empty } else { Params::Positional(values) };
        let mut rows = self.connection.exec_iter(&statement, given).map_err(said)?;
        let columns: Vec<Column> = rows.columns().as_ref().to_vec();
        if columns.is_empty() {
            return Err(DatabaseProblem::Wrong("there is no answer to this statement".to_owned()));
        }
        let names = || Told::Columns(columns.iter().map(|column| column.name_str().into_owned()).collect());
        let mut is_over = asked.classes.is_none() && tell(names()).is_break();
        let (mut part, mut bytes) = (Vec::new(), 0);
        while !is_over {
            let Some(row) = rows.next() else { break };
            // The driver's own `unwrap`: it panics only where a value was taken out of the row before, and none was.
            let values = row.map_err(said)?.unwrap();
            let cell = |(at, value): (usize, Value)| {
                bytes += size_of::<Cell>() + if let Value::Bytes(bytes) = &value { bytes.len() } else { 0 };
                cell(value, &columns[at], asked.classes.as_ref().and_then(|classes| classes.get(at)).copied())
            };
            part.push(values.into_iter().enumerate().map(cell).collect());
            if part.len() == ROWS_AT_ONCE || bytes > BYTES_AT_ONCE {
                is_over = tell(Told::Rows(std::mem::take(&mut part))).is_break();
                bytes = 0;
            }
        }
        if is_over {
            // What is left of the answer would be read to its end.
            cancel();
        } else if !part.is_empty() {
            let _ = tell(Told::Rows(part));
        }
        Ok(())
    }
}

fn value(cell: &Cell) -> Value {
    match cell {
        Cell::Null | Cell::Bytes(_) => Value::NULL,
        Cell::Integer(number) => Value::Int(*number),
        Cell::Real(number) => Value::Double(*number),
        Cell::Text(text) | Cell::Decimal(text) => Value::Bytes(text.as_bytes().to_vec()),
    }
}

fn cell(value: Value, column: &Column, class: Option<ValueClass>) -> Cell {
    let is_bytes = class == Some(ValueClass::Bytes);
    match value {
        Value::NULL => Cell::Null,
        Value::Int(number) if is_bytes => Cell::Bytes(usize::try_from(number).unwrap_or_default()),
        Value::UInt(number) if is_bytes => Cell::Bytes(usize::try_from(number).unwrap_or_default()),
        Value::Int(number) => Cell::Integer(number),
        Value::UInt(number) => {
            i64::try_from(number).map_or_else(|_| Cell::Decimal(number.to_string().into()), Cell::Integer)
        }
        // The shortest number that is written so: 0.1, not what is next to it in more digits.
        Value::Float(number) => Cell::Real(number.to_string().parse().unwrap_or(f64::from(number))),
        Value::Double(number) => Cell::Real(number),
        Value::Bytes(bytes) if is_binary(column) => Cell::Bytes(bytes.len()),
        Value::Bytes(bytes) => match String::from_utf8(bytes) {
            Ok(text) if is_decimal(column) => Cell::Decimal(text.into()),
            Ok(text) => written(text),
            Err(other) => Cell::Bytes(other.as_bytes().len()),
        },
        Value::Date(year, month, day, hour, minute, second, micros) => {
            let date = format!("{year:04}-{month:02}-{day:02}");
            match column.column_type() {
                ColumnType::MYSQL_TYPE_DATE | ColumnType::MYSQL_TYPE_NEWDATE => written(date),
                _ => written(format!("{date} {hour:02}:{minute:02}:{second:02}{}", fraction(micros))),
            }
        }
        Value::Time(is_negative, days, hours, minutes, seconds, micros) => {
            let (sign, hours) = (if is_negative { "-" } else { "" }, u32::from(hours) + days * 24);
            written(format!("{sign}{hours:02}:{minutes:02}:{seconds:02}{}", fraction(micros)))
        }
    }
}

fn written(text: String) -> Cell {
    Cell::Text(text.into())
}

/// Parts of a second, without zeros behind them.
fn fraction(micros: u32) -> String {
    if micros == 0 { String::new() } else { format!(".{micros:06}").trim_end_matches('0').to_owned() }
}

fn is_decimal(column: &Column) -> bool {
    matches!(column.column_type(), ColumnType::MYSQL_TYPE_DECIMAL | ColumnType::MYSQL_TYPE_NEWDECIMAL)
}

fn is_binary(column: &Column) -> bool {
    use ColumnType::{
        MYSQL_TYPE_BIT, MYSQL_TYPE_BLOB, MYSQL_TYPE_GEOMETRY, MYSQL_TYPE_LONG_BLOB, MYSQL_TYPE_MEDIUM_BLOB,
        MYSQL_TYPE_STRING, MYSQL_TYPE_TINY_BLOB, MYSQL_TYPE_VAR_STRING,
    };
    let of_bytes = [
        MYSQL_TYPE_BIT,
        MYSQL_TYPE_BLOB,
        MYSQL_TYPE_GEOMETRY,
        MYSQL_TYPE_LONG_BLOB,
        MYSQL_TYPE_MEDIUM_BLOB,
        MYSQL_TYPE_STRING,
        MYSQL_TYPE_TINY_BLOB,
        MYSQL_TYPE_VAR_STRING,
    ];
    column.character_set() == BINARY && of_bytes.contains(&column.column_type())
}
