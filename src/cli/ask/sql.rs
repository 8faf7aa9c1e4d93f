//! `docql sql`: one SELECT to a database of the workspace, or to one that is named.

use super::query;
use crate::cli::arguments::Sql;
use crate::cli::run::databases::{Named, named};
use crate::cli::run::settings;
use crate::docql::quoted;
use std::path::PathBuf;

/// Runs the subcommand.
pub fn run(arguments: Sql) -> anyhow::Result<u8> {
    let Sql { mut query } = arguments;
    let given = std::mem::take(&mut query.workspace.selected.db);
    let database = match given.as_slice() {
        [] => String::new(),
        [name] => {
            let base = query.workspace.root.clone().map_or_else(std::env::current_dir, Ok)?;
            let settings = settings::source(Some(&base)).load().settings;
            match named(name, &settings, &base) {
                Named::Server => {
                    query.workspace.selected.db = given.clone();
                    query.workspace.selected.is_schema_only = true;
                    format!(".database({})", quoted(name))
                }
                Named::File if query.paths.is_empty() => {
                    query.paths.push(PathBuf::from(name));
                    String::new()
                }
                Named::File | Named::Nothing => format!(".database({})", quoted(name)),
            }
        }
        several => anyhow::bail!("docql sql asks one database; --db is given {} times", several.len()),
    };
    query.query = format!("${database}.sql({})", quoted(&query.query));
    query::run(query)
}
