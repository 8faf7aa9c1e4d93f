//! Servers: an address → sessions → rows. What differs between kinds of servers is in a dialect and a driver for each.
//!
//! - `options`: what a user's settings say of a database on a server.
//! - `asking`: one question to a server, on a thread of its own: whoever waits for the answer can stop waiting, and the
//!   server is told so.
//! - `conditions`: conditions on rows as SQL, where a server rules out no row that docql would keep.
//! - `dialect`: what differs between servers in the SQL that docql writes.
//! - `iso`: days and points of time as ISO text: `2023-04-17`, `2023-04-17 10:00:00`.
//! - `mysql`: mySQL and MariaDB: driver, dialect, what a role may read.
//! - `postgres`: postgreSQL: driver, dialect, what a role may read.
//! - `server`: a database on a server: sessions that nobody uses wait for the next question.
//! - `statement`: a statement with its values, and questions as such.
//! - `statement_end`: where a statement that somebody has typed ends: before semicolons and comments that follow it.
//! - `written`: a table of a server as a `CREATE` statement, for people.

mod options;

#[cfg(any(feature = "mysql", feature = "postgres"))]
mod asking;
#[cfg(any(feature = "mysql", feature = "postgres"))]
mod conditions;
#[cfg(any(feature = "mysql", feature = "postgres"))]
mod dialect;
#[cfg(any(feature = "mysql", feature = "postgres"))]
mod iso;
#[cfg(feature = "mysql")]
mod mysql;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(any(feature = "mysql", feature = "postgres"))]
mod server;
#[cfg(any(feature = "mysql", feature = "postgres"))]
mod statement;
#[cfg(any(feature = "mysql", feature = "postgres"))]
mod statement_end;
#[cfg(any(feature = "mysql", feature = "postgres"))]
mod written;

use super::model::{Answering, DatabaseProblem};
use std::sync::Arc;

pub use options::{Password, ServerKind, ServerOptions};

/// Connects, and looks at what the role may do.
pub(super) fn connect(options: &ServerOptions) -> Result<Arc<dyn Answering>, DatabaseProblem> {
    match options.kind {
        #[cfg(feature = "postgres")]
        ServerKind::Postgres => Ok(Arc::new(server::Server::connect(Box::new(postgres::Postgres::new(options)?))?)),
        #[cfg(not(feature = "postgres"))]
        ServerKind::Postgres => Err(DatabaseProblem::NotBuilt("postgres")),
        #[cfg(feature = "mysql")]
        ServerKind::Mysql => Ok(Arc::new(server::Server::connect(Box::new(mysql::Mysql::new(options)?))?)),
        #[cfg(not(feature = "mysql"))]
        ServerKind::Mysql => Err(DatabaseProblem::NotBuilt("mysql")),
    }
}
