//! `docql sql`: one SELECT to a database of the workspace.

use super::query;
use crate::cli::arguments::Sql;
use crate::docql::quoted;

/// Runs the subcommand.
pub fn run(arguments: Sql) -> anyhow::Result<u8> {
    let Sql { db, mut query } = arguments;
    let database = db.map_or_else(String::new, |name| format!(".database({})", quoted(&name)));
    query.query = format!("${database}.sql({})", quoted(&query.query));
    query::run(query)
}
