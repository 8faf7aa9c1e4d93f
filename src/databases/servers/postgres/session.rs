//! A connection to PostgreSQL: one statement over the extended protocol, in a transaction that reads and is rolled
//! back.

use super::driver::{Way, close, stream};
use super::problems::{said, said_within};
use super::stream::{Meter, Metered};
use crate::databases::model::question::MAX_SECONDS;
use crate::databases::model::{DatabaseProblem, ValueClass};
use crate::databases::servers::asking::{
    Asked, BYTES_AT_ONCE, CONNECT, Cancel, MAX_BYTES_AT_ONCE, ROWS_AT_ONCE, Session, Told,
};
use crate::document::{Cell, is_decimal};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, NoTls, Row, Statement, Transaction};

/// A connection, and the runtime that it lives in.
pub(super) struct PostgresSession {
    /// `None` while it is dropped.
    runtime: Option<Runtime>,
    client: Client,
    meter: Meter,
    way: Way,
}

impl PostgresSession {
    /// A connection that is open.
    pub(super) fn new(runtime: Runtime, client: Client, meter: Meter, way: Way) -> PostgresSession {
        PostgresSession { runtime: Some(runtime), client, meter, way }
    }
}

impl Drop for PostgresSession {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            close(runtime);
        }
    }
}

impl Session for PostgresSession {
    fn ask(&mut self, asked: &Asked, tell: &mut dyn FnMut(Told) -> ControlFlow<()>) -> Result<(), DatabaseProblem> {
        let PostgresSession { runtime: Some(runtime), client, meter, .. } = self else {
            return Err(DatabaseProblem::Stopped);
        };
        meter.store(0, Ordering::Relaxed);
        let seconds = Duration::from_secs(asked.seconds) + CONNECT;
        let asking = async {
            let transaction = client.build_transaction().read_only(true).start().await.map_err(said)?;
            let outcome = answer(&transaction, asked, meter, tell).await;
            // The connection itself only says that it is closed.
            let is_too_much = meter.swap(0, Ordering::Relaxed) > MAX_BYTES_AT_ONCE;
            let outcome = if is_too_much && outcome.is_err() { Err(DatabaseProblem::TooLarge) } else { outcome };
            // Whatever a function has set for the session is undone too.
            let undone = transaction.rollback().await.map_err(said);
            outcome.and(undone)
        };
        // A connection that was cut is silent for ever.
        let cut = || DatabaseProblem::Unreachable("no answer".to_owned());
        runtime.block_on(async { tokio::time::timeout(seconds, asking).await }).unwrap_or_else(|_| Err(cut()))
    }

    fn cancel(&self) -> Cancel {
        let (token, way) = (self.client.cancel_token(), self.way.clone());
        Box::new(move || {
            let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
            let cancelling = async {
                let stream = Metered::new(stream(&way.place).await.ok()?, Meter::default());
                match &way.tls {
                    None => token.cancel_query_raw(stream, NoTls).await.ok(),
                    Some(tls) => token.cancel_query_raw(stream, way.connector(tls).ok()?).await.ok(),
                }
            };
            // Where it cannot be told, the server's own clock ends the statement.
            drop(runtime.block_on(async { tokio::time::timeout(CONNECT, cancelling).await }));
        })
    }
}

async fn answer(
    transaction: &Transaction<'_>,
    asked: &Asked,
    meter: &Meter,
    tell: &mut dyn FnMut(Told) -> ControlFlow<()>,
) -> Result<(), DatabaseProblem> {
    if asked.seconds > MAX_SECONDS {
        let longer = format!("SET LOCAL statement_timeout = '{}s'", asked.seconds);
        transaction.batch_execute(&longer).await.map_err(said)?;
    }
    let types: Vec<Type> = asked.statement.values.iter().map(type_of).collect();
    let mut statement = transaction.prepare_typed(&asked.statement.sql, &types).await.map_err(said)?;
    let mut classes = asked.classes.clone();
    if statement.params().len() > types.len() {
        return Err(DatabaseProblem::Wrong("$1 has no value; values stand in the statement itself".to_owned()));
    }
    if classes.is_none() {
        let names: Vec<String> = statement.columns().iter().map(|column| column.name().to_owned()).collect();
        if names.is_empty() {
            return Err(DatabaseProblem::Wrong("there is no answer to this statement".to_owned()));
        }
        let has_come = tell(Told::Columns(names));
        if has_come.is_break() {
            return Ok(());
        }
        let of_columns: Vec<ValueClass> = statement.columns().iter().map(|column| class_of(column.type_())).collect();
        let is_as_it_comes = |class: &ValueClass| {
            matches!(class, ValueClass::Flag | ValueClass::Integer | ValueClass::Real | ValueClass::Text)
        };
        if !of_columns.iter().all(is_as_it_comes) {
            let (before, behind) = as_text(&of_columns);
            let wrapped = format!("{before}{}{behind}", asked.statement.sql);
            let said = |problem| said_within(problem, before.chars().count(), &asked.statement.sql);
            statement = transaction.prepare_typed(&wrapped, &types).await.map_err(said)?;
        }
        classes = Some(of_columns);
    }
    let values: Vec<Value<'_>> = asked.statement.values.iter().map(Value).collect();
    let bound: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
    fetch(transaction, &statement, &bound, &classes.unwrap_or_default(), meter, tell).await
}

/// Fetches rows, so many at once that they are neither slow nor large.
async fn fetch(
    transaction: &Transaction<'_>,
    statement: &Statement,
    bound: &[&(dyn ToSql + Sync)],
    classes: &[ValueClass],
    meter: &Meter,
    tell: &mut dyn FnMut(Told) -> ControlFlow<()>,
) -> Result<(), DatabaseProblem> {
    let portal = transaction.bind(statement, bound).await.map_err(said)?;
    let mut count = ROWS_AT_ONCE / 4;
    loop {
        meter.store(0, Ordering::Relaxed);
        let rows = transaction.query_portal(&portal, count as i32).await.map_err(said)?;
        let is_last = rows.len() < count;
        let bytes = meter.load(Ordering::Relaxed).max(1);
        count = (count * BYTES_AT_ONCE / bytes).clamp(1, ROWS_AT_ONCE);
        let told = rows.iter().map(|row| cells(row, classes)).collect();
        if tell(Told::Rows(told)).is_break() || is_last {
            return Ok(());
        }
    }
}

/// The class of a type that comes as it is; all others come as text.
fn class_of(kind: &Type) -> ValueClass {
    match *kind {
        Type::BOOL => ValueClass::Flag,
        Type::INT2 | Type::INT4 | Type::INT8 | Type::OID => ValueClass::Integer,
        Type::FLOAT8 => ValueClass::Real,
        Type::TEXT | Type::VARCHAR | Type::NAME | Type::UNKNOWN => ValueClass::Text,
        Type::BYTEA => ValueClass::Bytes,
        Type::NUMERIC => ValueClass::Decimal,
        Type::FLOAT4 => ValueClass::Single,
        _ => ValueClass::Other,
    }
}

/// What stands before and behind a statement to have the columns as text that have a form of their own.
fn as_text(classes: &[ValueClass]) -> (String, String) {
    let names: Vec<String> = (1..=classes.len()).map(|number| format!("c{number}")).collect();
    let selected: Vec<String> = names
        .iter()
        .zip(classes)
        .map(|(name, class)| match class {
            ValueClass::Other | ValueClass::Decimal | ValueClass::Single => format!("{name}::text"),
            ValueClass::Bytes => format!("octet_length({name})::int8"),
            _ => name.clone(),
        })
        .collect();
    (format!("SELECT {} FROM (\n", selected.join(", ")), format!("\n) AS asked({})", names.join(", ")))
}

fn type_of(value: &Cell) -> Type {
    match value {
        Cell::Integer(_) => Type::INT8,
        Cell::Real(_) => Type::FLOAT8,
        _ => Type::TEXT,
    }
}

fn cells(row: &Row, classes: &[ValueClass]) -> Vec<Cell> {
    (0..row.len()).map(|at| cell(row, at, classes.get(at).copied().unwrap_or_default())).collect()
}

fn cell(row: &Row, at: usize, class: ValueClass) -> Cell {
    let whole = |number: Option<i64>| match (number, class) {
        (Some(number), ValueClass::Bytes) => Cell::Bytes(usize::try_from(number).unwrap_or_default()),
        (Some(number), _) => Cell::Integer(number),
        (None, _) => Cell::Null,
    };
    match *row.columns()[at].type_() {
        Type::BOOL => whole(row.try_get::<_, Option<bool>>(at).ok().flatten().map(i64::from)),
        Type::INT2 => whole(row.try_get::<_, Option<i16>>(at).ok().flatten().map(i64::from)),
        Type::INT4 => whole(row.try_get::<_, Option<i32>>(at).ok().flatten().map(i64::from)),
        Type::INT8 => whole(row.try_get::<_, Option<i64>>(at).ok().flatten()),
        Type::OID => whole(row.try_get::<_, Option<u32>>(at).ok().flatten().map(i64::from)),
        Type::FLOAT8 => row.try_get::<_, Option<f64>>(at).ok().flatten().map_or(Cell::Null, Cell::Real),
        _ => row.try_get::<_, Option<&str>>(at).ok().flatten().map_or(Cell::Null, |text| written(text, class)),
    }
}

/// What is written of a value.
fn written(text: &str, class: ValueClass) -> Cell {
    match class {
        // The shortest number that is written so: 0.1, not what is next to it in more digits.
        ValueClass::Single => text.parse().map_or_else(|_| Cell::Text(text.into()), Cell::Real),
        ValueClass::Decimal if is_decimal(text) => Cell::Decimal(text.into()),
        // `NaN` and `Infinity`, as they come from columns of 64 bits.
        ValueClass::Decimal => text.parse().map_or_else(|_| Cell::Text(text.into()), Cell::Real),
        _ => Cell::Text(text.into()),
    }
}

/// A value that is sent.
#[derive(Debug)]
struct Value<'v>(&'v Cell);

impl ToSql for Value<'_> {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut tokio_postgres::types::private::BytesMut,
    ) -> Result<tokio_postgres::types::IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self.0 {
            Cell::Integer(number) => number.to_sql(kind, out),
            Cell::Real(number) => number.to_sql(kind, out),
            Cell::Text(text) | Cell::Decimal(text) => (&**text).to_sql(kind, out),
            Cell::Null | Cell::Bytes(_) => Ok(tokio_postgres::types::IsNull::Yes),
        }
    }

    fn accepts(kind: &Type) -> bool {
        matches!(*kind, Type::INT8 | Type::FLOAT8 | Type::TEXT)
    }

    tokio_postgres::types::to_sql_checked!();
}
