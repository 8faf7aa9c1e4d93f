//! MySQL and MariaDB: driver, dialect, what a role may read.

mod catalog;
mod dialect;
mod driver;
mod problems;
mod session;

pub(super) use driver::Mysql;
