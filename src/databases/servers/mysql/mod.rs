//! MySQL and MariaDB: driver, dialect, what a role may read.
//!
//! - `catalog`: what a role of MySQL or MariaDB may read; one that may do more is refused.
//! - `dialect`: the SQL of MySQL and MariaDB.
//! - `driver`: connections to MySQL and MariaDB: TLS unless what is sent stays on this machine.
//! - `problems`: what MySQL and MariaDB say, as problems.
//! - `refused`: SQL of MySQL and MariaDB that every role may ask and that does more than read: locks, waits, files,
//!   variables.
//! - `session`: a connection to MySQL or MariaDB: one prepared statement, in a transaction that reads and is rolled
//!   back.

mod catalog;
mod dialect;
mod driver;
mod problems;
mod refused;
mod session;

pub(super) use driver::Mysql;
