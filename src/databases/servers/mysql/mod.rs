//! MySQL and MariaDB: driver, dialect, what a role may read.
//!
//! - `refused`: SQL that every role may ask and that does more than read.

mod catalog;
mod dialect;
mod driver;
mod problems;
mod refused;
mod session;

pub(super) use driver::Mysql;
