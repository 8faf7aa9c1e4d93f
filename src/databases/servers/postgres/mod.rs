//! PostgreSQL: driver, dialect, what a role may read.
//!
//! - `catalog`: what a role of PostgreSQL may read; one that may do more is refused.
//! - `dialect`: the SQL of PostgreSQL.
//! - `driver`: connections to PostgreSQL: TLS unless what is sent stays on this machine.
//! - `problems`: what PostgreSQL says, as problems.
//! - `refused`: SQL that every role may ask and that does more than read: signals, locks, waits, large objects, and
//!   functions that run SQL which stands in a text; the server says which functions those are.
//! - `rights`: what a role of PostgreSQL may do beyond reading: a role that may is refused, with the SQL that takes it
//!   away.
//! - `session`: a connection to PostgreSQL: one statement over the extended protocol, in a transaction that reads and
//!   is rolled back.
//! - `stream`: the bytes from and to a server, counted: what it sends at once is bounded.

mod catalog;
mod dialect;
mod driver;
mod problems;
mod refused;
mod rights;
mod session;
mod stream;

pub(super) use driver::Postgres;
