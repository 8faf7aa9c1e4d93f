//! Questions about the project itself, which files of their own answer: its licence, how it is built, run, tested.
//!
//! - `tasks`: what is done with a project, and which files say how.
//! - `words`: words of such questions that say nothing else.
//! - `itself`: what the project is called.
//! - `checks`: what machines check a project with, which is no part of the program.
//! - `queries`: the queries whose results answer.

pub(in crate::agent) mod checks;
pub(in crate::agent) mod itself;
mod queries;
mod tasks;
mod words;

pub(in crate::agent) use queries::{is_asked, queries};
pub(in crate::agent) use words::is_around;
