//! Where tables are: in a database, or in files whose tables are one together.

use crate::databases::{Database, DatabaseProblem};
use crate::docql::{FileTables, quoted};
use crate::library::{FileId, Library};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Where the tables are that refer to each other.
#[derive(Clone)]
pub(in crate::agent::tables) enum Home {
    /// In this database.
    Database(FileId),
    /// In these files.
    Files(Arc<FileTables>),
}

impl std::fmt::Debug for Home {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Home::Database(file) => f.debug_tuple("Database").field(file).finish(),
            Home::Files(tables) => f.debug_tuple("Files").field(&tables.files).finish(),
        }
    }
}

impl PartialEq for Home {
    fn eq(&self, other: &Home) -> bool {
        match (self, other) {
            (Home::Database(one), Home::Database(two)) => one == two,
            (Home::Files(one), Home::Files(two)) => Arc::ptr_eq(one, two),
            _ => false,
        }
    }
}

impl Home {
    /// The database.
    pub(in crate::agent::tables) fn open(&self, library: &Library) -> Result<Arc<Database>, DatabaseProblem> {
        match self {
            Home::Database(file) => library.database(*file),
            Home::Files(tables) => Ok(Arc::clone(&tables.database)),
        }
    }

    /// Whether its rows are found by conditions and words in one query.
    pub(in crate::agent::tables) fn is_database(&self) -> bool {
        matches!(self, Home::Database(_))
    }

    /// The query that asks it this, whoever enters it; `is_alone` is set if there is no other database.
    pub(in crate::agent::tables) fn query(&self, sql: &str, is_alone: bool, library: &Library) -> String {
        let path = |file: FileId| quoted(&library.file(file).path);
        match self {
            Home::Database(_) if is_alone => format!("$.sql({})", quoted(sql)),
            Home::Database(file) => format!("$.database({}).sql({})", path(*file), quoted(sql)),
            Home::Files(tables) => {
                let all: BTreeSet<FileId> = tables.files.iter().copied().collect();
                let asked = tables.database.tables().iter().zip(&tables.files);
                let asked: BTreeSet<FileId> =
                    asked.filter(|(table, _)| says(sql, &table.name)).map(|(_, file)| *file).collect();
                // A table is called otherwise where another one has its name.
                let stem = |file: &FileId| library.file(*file).name().rsplit_once('.').map_or("", |(stem, _)| stem);
                let stems: BTreeSet<&str> = all.iter().map(stem).collect();
                let files = if stems.len() == all.len() && !asked.is_empty() { asked } else { all };
                let paths: Vec<String> = files.into_iter().map(path).collect();
                let condition = match paths.as_slice() {
                    [only] => format!("@.path=={only}"),
                    several => format!("@.path in [{}]", several.join(", ")),
                };
                format!("$.files[?({condition})].sql({})", quoted(sql))
            }
        }
    }
}

/// Whether SQL says a name, as a whole word.
fn says(sql: &str, name: &str) -> bool {
    let is_inside = |letter: char| letter.is_alphanumeric() || letter == '_';
    sql.match_indices(name)
        .any(|(at, _)| !sql[..at].ends_with(is_inside) && !sql[at + name.len()..].starts_with(is_inside))
}
