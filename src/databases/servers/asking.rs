//! One question to a server, on a thread of its own: whoever waits for the answer can stop waiting, and the server is
//! told so.

use super::dialect::Dialect;
use super::statement::Statement;
use crate::databases::model::{DatabaseProblem, TableSchema, ValueClass};
use crate::document::Cell;
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// Rows that are told at once, at most.
pub(super) const ROWS_AT_ONCE: usize = 512;

/// Bytes of rows that are told at once, about; and that the server may send meanwhile.
pub(super) const BYTES_AT_ONCE: usize = 4 << 20;

/// Bytes that a server may send at once: of a value, or of the rows that are told together.
pub(super) const MAX_BYTES_AT_ONCE: usize = 64 << 20;

/// How long a connection may take.
pub(super) const CONNECT: Duration = Duration::from_secs(5);

/// Time between two looks whether anybody still waits.
const LOOK: Duration = Duration::from_millis(20);

/// A statement, and what is wanted of it.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub statement: Statement,
    /// What its columns hold; `None` for a statement of a user, whose columns the server knows.
    pub classes: Option<Vec<ValueClass>>,
    /// How long it may take.
    pub seconds: u64,
}

/// A part of an answer.
pub(super) enum Told {
    /// The names of the columns of a statement of a user.
    Columns(Vec<String>),
    /// Rows.
    Rows(Vec<Vec<Cell>>),
}

/// Stops on the server what a session asks.
pub(super) type Cancel = Box<dyn FnOnce() + Send>;

/// A connection to a server.
pub(super) trait Session: Send {
    /// Asks one statement in a transaction that only reads, and tells what comes back until it is told to stop.
    fn ask(&mut self, asked: &Asked, tell: &mut dyn FnMut(Told) -> ControlFlow<()>) -> Result<(), DatabaseProblem>;

    /// What stops it.
    fn cancel(&self) -> Cancel;
}

/// What opens sessions.
pub(super) trait Driver: Debug + Send + Sync {
    /// The SQL of the server.
    fn dialect(&self) -> &dyn Dialect;

    /// A new session.
    fn open(&self) -> Result<Box<dyn Session>, DatabaseProblem>;

    /// What the role may read; a role that may do more is refused.
    fn catalog(&self, session: &mut dyn Session) -> Result<Catalog, DatabaseProblem>;
}

/// What a role may read.
#[derive(Debug, Default)]
pub(super) struct Catalog {
    pub tables: Vec<TableSchema>,
    /// Tables that the role may read, and that the settings do not name.
    pub others: Vec<String>,
    /// Why this role may not ask SQL of its own.
    pub why_no_sql: Option<String>,
}

/// All rows of a statement that docql itself has written.
pub(super) fn collect(
    session: &mut dyn Session,
    sql: &str,
    values: Vec<Cell>,
) -> Result<Vec<Vec<Cell>>, DatabaseProblem> {
    let statement = Statement { sql: sql.to_owned(), values };
    let mut all = Vec::new();
    session.ask(&Asked { statement, classes: None, seconds: 30 }, &mut |told| {
        if let Told::Rows(rows) = told {
            all.extend(rows);
        }
        ControlFlow::Continue(())
    })?;
    Ok(all)
}

/// Cells as text; empty where there is none.
pub(super) fn text(cell: Option<&Cell>) -> String {
    match cell {
        Some(Cell::Text(text) | Cell::Decimal(text)) => text.to_string(),
        Some(Cell::Integer(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// Cells as numbers; 0 where there is none.
pub(super) fn number(cell: Option<&Cell>) -> i64 {
    match cell {
        Some(Cell::Integer(number)) => *number,
        Some(Cell::Text(text)) => text.parse().unwrap_or(0),
        _ => 0,
    }
}

enum Message {
    Part(Told),
    End(Result<(), DatabaseProblem>, Box<dyn Session>),
}

/// Asks on a thread, and takes what comes back here. The session comes back if the server has said all it had to say.
pub(super) fn ask(
    session: Box<dyn Session>,
    asked: Asked,
    is_wanted: &dyn Fn() -> bool,
    take: &mut dyn FnMut(Told) -> ControlFlow<()>,
) -> (Result<(), DatabaseProblem>, Option<Box<dyn Session>>) {
    let (seconds, cancel) = (asked.seconds, session.cancel());
    let (tell, hear) = mpsc::sync_channel(2);
    let work = move || run(session, &asked, &tell);
    if let Err(problem) = thread::Builder::new().name("database".to_owned()).spawn(work) {
        return (Err(DatabaseProblem::Unreachable(problem.to_string())), None);
    }
    let end = Instant::now() + Duration::from_secs(seconds);
    let outcome = loop {
        match hear.recv_timeout(LOOK) {
            Ok(Message::Part(told)) => {
                if take(told).is_break() {
                    break Ok(());
                }
                if !is_wanted() {
                    break Err(DatabaseProblem::Stopped);
                }
            }
            Ok(Message::End(outcome, session)) => return (outcome, Some(session)),
            Err(RecvTimeoutError::Disconnected) => {
                return (Err(DatabaseProblem::Unreachable("the connection broke".to_owned())), None);
            }
            Err(RecvTimeoutError::Timeout) => {
                if !is_wanted() {
                    break Err(DatabaseProblem::Stopped);
                }
                if Instant::now() >= end {
                    break Err(DatabaseProblem::TooSlow(seconds));
                }
            }
        }
    };
    drop(hear);
    // Telling the server takes a connection; nobody waits for that.
    drop(thread::Builder::new().name("cancel".to_owned()).spawn(cancel));
    (outcome, None)
}

fn run(mut session: Box<dyn Session>, asked: &Asked, tell: &SyncSender<Message>) {
    let outcome = session.ask(asked, &mut |told| match tell.send(Message::Part(told)) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    });
    drop(tell.send(Message::End(outcome, session)));
}
