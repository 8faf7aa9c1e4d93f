//! A file, or the bytes of one, → a guarded connection. Nothing is made beside the file.
//!
//! A database in WAL mode makes files beside itself as soon as it is opened for reading, so it is opened as one that
//! never changes (`immutable`) – which reads only what is in the file itself. That is all of it, unless there is a
//! `-wal` with changes that no program has merged yet: then a private copy of both is read. A database with a rollback
//! journal is opened with the usual locks; if a writer was cut off and its journal must be played back, that is done
//! in a private copy too.

use super::copy::{PrivateCopy, beside};
use super::guard;
use crate::databases::MAGIC;
use crate::databases::model::{Affinity, ColumnSchema, DatabaseProblem, TableSchema};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Tables that are read, at most.
const MAX_TABLES: usize = 10_000;

/// Bytes of a header that say what a database is.
const HEADER_BYTES: usize = 100;

/// A database that is open for reading.
#[derive(Debug)]
pub(in crate::databases) struct SqliteDatabase {
    /// Connections that nobody uses. One that is needed while another answers – a condition may ask the same database
    /// for something else – is opened anew.
    idle: Mutex<Vec<Connection>>,
    pub(in crate::databases) tables: Vec<TableSchema>,
    /// Whether texts have the order of their code points.
    pub(super) by_code_points: bool,
    /// Dropped after the connections to it.
    place: Place,
}

/// Where a database is.
#[derive(Debug)]
enum Place {
    /// At this path.
    File(PathBuf),
    /// At this path, and nobody writes it.
    Immutable(PathBuf),
    /// In a private copy.
    Copy(PrivateCopy),
    /// Here.
    Bytes(Vec<u8>),
}

impl Place {
    fn connect(&self) -> Result<Connection, DatabaseProblem> {
        match self {
            Place::File(path) => connect(path, false),
            Place::Immutable(path) => connect(path, true),
            Place::Copy(copy) => {
                let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
                Connection::open_with_flags(copy.path(), flags).map_err(said)
            }
            Place::Bytes(bytes) => {
                let mut connection = Connection::open_in_memory().map_err(said)?;
                let read = connection.deserialize_read_exact("main", bytes.as_slice(), bytes.len(), true);
                read.map_err(said)?;
                Ok(connection)
            }
        }
    }
}

/// A connection in use; it goes back when it is dropped.
pub(super) struct Lease<'d> {
    database: &'d SqliteDatabase,
    connection: Option<Connection>,
}

impl Lease<'_> {
    /// The connection.
    pub(super) fn get(&mut self) -> Result<&mut Connection, DatabaseProblem> {
        self.connection.as_mut().ok_or(DatabaseProblem::Stopped)
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        self.database.idle.lock().unwrap_or_else(PoisonError::into_inner).extend(self.connection.take());
    }
}

impl SqliteDatabase {
    /// Opens the database at `path`.
    ///
    /// # Errors
    /// If it is none, is damaged, or cannot be read without a trace.
    pub(in crate::databases) fn open(path: &Path) -> Result<SqliteDatabase, DatabaseProblem> {
        let mut header = [0; HEADER_BYTES];
        let mut file = File::open(path).map_err(|problem| DatabaseProblem::Unreadable(problem.to_string()))?;
        // An empty file is an empty database to SQLite; here it is none.
        file.read_exact(&mut header).map_err(|_| DatabaseProblem::NotADatabase)?;
        drop(file);
        if !header.starts_with(MAGIC) {
            return Err(DatabaseProblem::NotADatabase);
        }
        let has = |ending: &str| fs::metadata(beside(path, ending)).is_ok_and(|found| found.len() > 0);
        let in_wal_mode = header[18] == 2 || header[19] == 2;
        match in_wal_mode {
            true if has("-wal") => SqliteDatabase::read(Place::Copy(PrivateCopy::of(path, &["-wal"])?)),
            true => SqliteDatabase::read(Place::Immutable(path.to_owned())),
            false => match SqliteDatabase::read(Place::File(path.to_owned())) {
                // Only a program that may write can play a journal back.
                Err(_) if has("-journal") => SqliteDatabase::read(Place::Copy(PrivateCopy::of(path, &["-journal"])?)),
                opened => opened,
            },
        }
    }

    /// Opens a database whose bytes are here: of a packed file, of a commit.
    ///
    /// # Errors
    /// If they are none, or damaged.
    pub(in crate::databases) fn of_bytes(mut bytes: Vec<u8>) -> Result<SqliteDatabase, DatabaseProblem> {
        if !bytes.starts_with(MAGIC) || bytes.len() < HEADER_BYTES {
            return Err(DatabaseProblem::NotADatabase);
        }
        // In memory there is no file beside it: what is there is all.
        bytes[18..20].fill(1);
        SqliteDatabase::read(Place::Bytes(bytes))
    }

    /// Reads the schema and puts up the guard.
    fn read(place: Place) -> Result<SqliteDatabase, DatabaseProblem> {
        let mut connection = place.connect()?;
        guard::prepare(&connection).map_err(said)?;
        let tables = tables(&connection).map_err(said)?;
        let encoding: String = connection.query_row("PRAGMA encoding", [], |row| row.get(0)).map_err(said)?;
        guard::close(&mut connection).map_err(said)?;
        let by_code_points = encoding.eq_ignore_ascii_case("UTF-8");
        Ok(SqliteDatabase { idle: Mutex::new(vec![connection]), tables, by_code_points, place })
    }

    /// A guarded connection that nobody else uses.
    pub(super) fn connection(&self) -> Result<Lease<'_>, DatabaseProblem> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match idle {
            Some(connection) => connection,
            None => {
                let mut connection = self.place.connect()?;
                guard::prepare(&connection).map_err(said)?;
                guard::close(&mut connection).map_err(said)?;
                connection
            }
        };
        Ok(Lease { database: self, connection: Some(connection) })
    }
}

fn connect(path: &Path, is_immutable: bool) -> Result<Connection, DatabaseProblem> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let path = path.to_str().ok_or_else(|| DatabaseProblem::Unreadable("its path is not in UTF-8".to_owned()))?;
    let mut uri = String::from("file:");
    // A path of Windows begins with its drive, which stands behind a slash.
    if !path.starts_with('/') && path.contains(':') {
        uri.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b':' => uri.push(char::from(byte)),
            b'\\' if cfg!(windows) => uri.push('/'),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri.push_str(if is_immutable { "?mode=ro&immutable=1" } else { "?mode=ro" });
    Connection::open_with_flags(uri, flags).map_err(said)
}

fn tables(connection: &Connection) -> rusqlite::Result<Vec<TableSchema>> {
    let mut listed = connection.prepare(
        "SELECT s.name, ifnull(s.sql, ''), l.type, l.wr FROM sqlite_schema s JOIN pragma_table_list l \
         ON l.schema = 'main' AND l.name = s.name \
         WHERE s.type IN ('table', 'view') AND l.type <> 'shadow' AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
         ORDER BY s.rowid",
    )?;
    let rows = listed.query_map([], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?, row.get::<_, bool>(3)?))
    })?;
    let mut tables = Vec::new();
    for row in rows.take(MAX_TABLES) {
        let (name, sql, kind, without_rowid) = row?;
        let is_table = kind == "table";
        // A virtual table whose module is not here has no columns to be asked for.
        let columns = columns(connection, &name, is_table).unwrap_or_default();
        tables.push(TableSchema {
            has_rowid: is_table && !without_rowid,
            is_computed: kind == "view",
            name,
            sql,
            columns,
            ..TableSchema::default()
        });
    }
    Ok(tables)
}

fn columns(connection: &Connection, table: &str, is_table: bool) -> rusqlite::Result<Vec<ColumnSchema>> {
    let mut listed = connection
        .prepare("SELECT name, type, \"notnull\", pk FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid")?;
    let rows = listed.query_map([table], |row| {
        let declared: String = row.get::<_, Option<String>>(1)?.unwrap_or_default();
        let affinity = is_table.then(|| affinity(&declared));
        let (name, required, key) = (row.get(0)?, row.get(2)?, row.get(3)?);
        Ok(ColumnSchema { name, declared, required, key, affinity, ..ColumnSchema::default() })
    })?;
    let mut columns: Vec<ColumnSchema> = rows.collect::<rusqlite::Result<_>>()?;
    refer(connection, table, &mut columns)?;
    Ok(columns)
}

/// Notes what columns refer to. A reference without a column means the key of the other table.
fn refer(connection: &Connection, table: &str, columns: &mut [ColumnSchema]) -> rusqlite::Result<()> {
    let mut listed =
        connection.prepare("SELECT \"from\", \"table\", ifnull(\"to\", '') FROM pragma_foreign_key_list(?)")?;
    let rows = listed
        .query_map([table], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?)))?;
    for row in rows.take(columns.len()) {
        let (from, other, to) = row?;
        if let Some(column) = columns.iter_mut().find(|column| column.name.eq_ignore_ascii_case(&from)) {
            column.references = if to.is_empty() { other } else { format!("{other}.{to}") };
        }
    }
    Ok(())
}

/// The affinity of a declared type, by the rules of SQLite. `ANY` of strict tables has none; that of others is taken for
/// none, which only means that less is left to SQLite.
fn affinity(declared: &str) -> Affinity {
    let upper = declared.to_ascii_uppercase();
    let has = |part: &str| upper.contains(part);
    match () {
        () if has("INT") => Affinity::Number,
        () if has("CHAR") || has("CLOB") || has("TEXT") => Affinity::Text,
        () if upper.trim().is_empty() || has("BLOB") || upper.trim() == "ANY" => Affinity::None,
        () => Affinity::Number,
    }
}

/// What SQLite says, as a problem.
pub(in crate::databases) fn said(problem: rusqlite::Error) -> DatabaseProblem {
    let message = match &problem {
        rusqlite::Error::SqliteFailure(_, Some(message)) => message.clone(),
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        rusqlite::Error::MultipleStatement => {
            return DatabaseProblem::Refused("more than one statement".to_owned());
        }
        other => other.to_string(),
    };
    match problem.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => DatabaseProblem::NotADatabase,
        Some(ErrorCode::DatabaseCorrupt) => DatabaseProblem::Damaged(message),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => DatabaseProblem::Locked,
        Some(ErrorCode::AuthorizationForStatementDenied) => DatabaseProblem::Refused(message),
        Some(ErrorCode::OperationInterrupted) => DatabaseProblem::Stopped,
        Some(ErrorCode::TooBig | ErrorCode::OutOfMemory) => DatabaseProblem::TooLarge,
        Some(ErrorCode::CannotOpen | ErrorCode::SystemIoFailure | ErrorCode::PermissionDenied) => {
            DatabaseProblem::Unreadable(message)
        }
        // "not authorized to use function: x" is an error like any other to SQLite.
        _ if message.starts_with("not authorized")
            || message.starts_with("unsafe use of")
            || message.contains("is prohibited") =>
        {
            DatabaseProblem::Refused(message)
        }
        _ => DatabaseProblem::Wrong(message),
    }
}
