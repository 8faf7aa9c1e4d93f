//! PostgreSQL: driver, dialect, what a role may read.

mod catalog;
mod dialect;
mod driver;
mod problems;
mod rights;
mod session;
mod stream;

pub(super) use driver::Postgres;
