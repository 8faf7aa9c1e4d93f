//! `.sql("SELECT …")`: the answer of a database, or of the tables in files, as rows.

use super::as_database::tables_as_database;
use super::sql_names::near_names;
use super::tables::{is_database, no_database};
use crate::databases::{Database, DatabaseProblem, TableSchema};
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::rows::row::{Row, Sheet};
use crate::docql::plan::steps::SqlText;
use crate::docql::syntax::diagnostic::{Diagnostic, Severity};
use crate::document::each_once;
use crate::library::{FileId, Library, NodeRef};
use crate::stdx::{Stale, grouped};
use std::sync::Arc;

/// The answer of SQL from the database in `list`: one, or it is not clear which is meant; of files that are none, their
/// tables are one.
pub(in crate::docql::eval) fn sql(list: &List, sql: &SqlText, context: Context<'_>) -> Result<List, Stale> {
    let library = context.library;
    let files: Vec<FileId> = list.iter().filter_map(|found| found.item.file()).collect();
    let wrong = |message: String, fixes: Vec<String>| {
        if let Some(seen) = context.seen {
            let expected = Vec::new();
            let diagnostic = Diagnostic {
                severity: Severity::Error,
                code: "Q025",
                span: sql.span,
                message,
                expected,
                fixes,
                incomplete: false,
            };
            seen.error(diagnostic);
        }
        Ok(Vec::new())
    };
    let is_wanted = || context.check().is_ok();
    let are_written = !files.is_empty() && files.iter().all(|file| !is_database(library, *file));
    let of = |database: &Database| {
        let answer = database.sql(&sql.text, &is_wanted);
        answer.map_err(|problem| match problem {
            DatabaseProblem::Wrong(message) => {
                let (told, fixes) = near_names(&message, &sql.text, database.tables());
                (format!("{message}{told}"), fixes)
            }
            other => (other.to_string(), Vec::new()),
        })
    };
    let unopened = |problem: DatabaseProblem| (problem.to_string(), Vec::new());
    let meant = if files.len() > 1 { the_one_with_the_tables(&files, &sql.text, library) } else { None };
    if let (Some(file), Some(seen)) = (meant, context.seen) {
        seen.note(format!("asked: {}: it alone has a table of these names", library.file(file).path));
    }
    let (file, answer) = match meant.as_slice().first().map_or(files.as_slice(), std::slice::from_ref) {
        [] => return wrong(no_database(library, sql.database.as_deref()), Vec::new()),
        [first, ..] if are_written => {
            let tables = tables_as_database(library, &files);
            (*first, tables.map_err(unopened).and_then(|tables| of(&tables.database)))
        }
        [only] => (*only, library.database(*only).map_err(unopened).and_then(|database| of(&database))),
        _ => return several(&files, sql, &wrong, context),
    };
    context.check()?;
    let answer = match answer {
        Ok(answer) => answer,
        Err((message, fixes)) => return wrong(format!("{}: {message}", library.file(file).path), fixes),
    };
    if let (true, Some(seen)) = (answer.is_cut, context.seen) {
        seen.note(format!(
            "only the first {} rows are listed; LIMIT and OFFSET ask for others",
            grouped(answer.rows.len())
        ));
    }
    let columns = each_once(answer.columns.into_iter());
    let sheet = Arc::new(Sheet::asked(file, NodeRef { file, node: u32::MAX }.node, 1, String::new(), columns));
    if let Some(seen) = context.seen {
        seen.add(&sheet);
    }
    let row = |(number, cells)| Found::plain(Item::Row(Row::asked(&sheet, number as i64, cells)));
    Ok(answer.rows.into_iter().enumerate().map(row).collect())
}

/// The one of several databases that has tables of the names that SQL asks, if it is one.
fn the_one_with_the_tables(files: &[FileId], sql: &str, library: &Library) -> Option<FileId> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let words: Vec<&str> = sql.split(|c| !is_word(c)).filter(|word| !word.is_empty()).collect();
    let is_before = |word: &str| ["from", "join"].iter().any(|before| word.eq_ignore_ascii_case(before));
    let asked: Vec<&str> = words.windows(2).filter(|pair| is_before(pair[0])).map(|pair| pair[1]).collect();
    let has_one = |file: &FileId| {
        let names = |table: &TableSchema| asked.iter().any(|word| word.eq_ignore_ascii_case(&table.name));
        is_database(library, *file) && library.database(*file).is_ok_and(|database| database.tables().iter().any(names))
    };
    let mut found = files.iter().copied().filter(has_one);
    found.next().filter(|_| found.next().is_none())
}

/// Says that it is not clear which of several databases is meant.
fn several(
    files: &[FileId],
    sql: &SqlText,
    wrong: &dyn Fn(String, Vec<String>) -> Result<List, Stale>,
    context: Context<'_>,
) -> Result<List, Stale> {
    let library = context.library;
    let quoted = |text: &str| crate::docql::syntax::format::quoted(text);
    let databases: Vec<FileId> = files.iter().copied().filter(|file| is_database(library, *file)).collect();
    let fix = |file: &FileId| format!("$.database({}).sql({})", quoted(&library.file(*file).path), quoted(&sql.text));
    let message = match databases.len() == files.len() {
        true => format!("{} databases are here; say which is asked: $.database(\"name\").sql(…)", files.len()),
        false => "databases and other files are here; SQL asks one database, or files that are none".to_owned(),
    };
    wrong(message, databases.iter().take(3).map(fix).collect())
}
