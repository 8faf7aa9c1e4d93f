//! Databases and their tables: by name, as sheets, their columns.

use super::as_database::tables_as_database;
use crate::databases::{ColumnSchema, Database, TableSchema};
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::rows::places::row_number;
use crate::docql::nodes::rows::row::{Row, Sheet};
use crate::document::{Cell, Kind};
use crate::library::{FileId, Library, NOT_SHARED, Origin, Outline, Skipped};
use std::collections::HashMap;
use std::sync::Arc;

/// True if a file is a database.
pub(in crate::docql) fn is_database(library: &Library, file: FileId) -> bool {
    library.file(file).is_database()
}

/// The name of a database: what the settings call it, or that of its file without ending.
pub(in crate::docql) fn database_name(library: &Library, file: FileId) -> &str {
    if let Origin::Server(name) = &library.file(file).origin {
        return name;
    }
    let name = library.file(file).name();
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The items of `list` that are called `name`: databases by the name of their file or its path, tables by their own
/// name, `schema.table` or `database.table`. What has the name as it is written comes before what has it in other
/// letters, and the whole name before that of a table which is in a schema.
pub(in crate::docql::eval) fn named(list: List, name: &str, library: &Library) -> List {
    let ways = [
        (TableName::Whole, Letters::AsWritten),
        (TableName::Whole, Letters::OfAnyCase),
        (TableName::WithoutSchema, Letters::AsWritten),
        (TableName::WithoutSchema, Letters::OfAnyCase),
    ];
    let called = |(part, letters): (TableName, Letters)| -> List {
        list.iter().filter(|found| is_called(found, name, (part, letters), library)).cloned().collect()
    };
    ways.into_iter().map(called).find(|called| !called.is_empty()).unwrap_or_default()
}

/// What of a table's name is compared.
#[derive(Clone, Copy)]
enum TableName {
    Whole,
    WithoutSchema,
}

/// How letters of names are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Letters {
    AsWritten,
    OfAnyCase,
}

fn is_called(found: &Found, name: &str, (part, letters): (TableName, Letters), library: &Library) -> bool {
    let is = |other: &str, name: &str| {
        other == name || letters == Letters::OfAnyCase && other.to_lowercase() == name.to_lowercase()
    };
    let is_file = |file: FileId, name: &str| {
        let entry = library.file(file);
        is(database_name(library, file), name) || is(entry.name(), name) || *entry.path == *name
    };
    let node = match &found.item {
        Item::File(file) => return is_file(*file, name),
        Item::Node(node) => node,
        _ => return false,
    };
    // A table in a file of text is called like the file.
    if library.file(node.file).is_table() {
        return is_file(node.file, name);
    }
    let own = library.outline(node.file).map_or("", |outline| outline.name(node.node));
    let database = library.database(node.file).ok();
    let schema = database.as_ref().and_then(|database| database.table(own));
    let is_table = |name: &str| match (part, schema) {
        (TableName::WithoutSchema, Some(table)) => is(table.bare_name(), name),
        (TableName::Whole, Some(table)) if !table.schema.is_empty() => {
            is(own, name) || is(&format!("{}.{}", table.schema, table.bare_name()), name)
        }
        _ => is(own, name),
    };
    is_table(name) || {
        // A database is called so in any letters: what is exact is the name of the table.
        let is_its = |database: &str| {
            is_file(node.file, database) || database_name(library, node.file).eq_ignore_ascii_case(database)
        };
        let of_database = |(database, rest): (&str, &str)| is_its(database) && is_table(rest);
        name.match_indices('.').any(|(at, _)| of_database((&name[..at], &name[at + 1..])))
    }
}

/// Says that there is no database, or none of the name that was asked for, or why it cannot be read.
pub(in crate::docql) fn no_database(library: &Library, asked: Option<&str>) -> String {
    let not_shared = library.skipped().iter().filter(|skipped| skipped.reason == NOT_SHARED);
    let mut kept = library.unreached().chain(not_shared);
    let told = |skipped: &Skipped| format!("{}: {}", skipped.path, skipped.reason);
    let Some(asked) = asked else {
        return kept.next().map_or_else(|| "there is no database here".to_owned(), told);
    };
    let is_meant = |skipped: &&Skipped| {
        let name = skipped.path.rsplit('/').next().unwrap_or_default();
        let bare = name.rsplit_once('.').map_or(name, |(bare, _)| bare);
        skipped.path == asked || name.eq_ignore_ascii_case(asked) || bare.eq_ignore_ascii_case(asked)
    };
    let is_commit = library.files().iter().any(|file| matches!(file.origin, Origin::Object(_)));
    let withheld = library.skipped().iter().find(|skipped| skipped.reason == NOT_SHARED);
    kept.find(is_meant).map_or_else(
        || match is_commit {
            // Who may not ask it cannot know what is in it.
            false if withheld.is_some() => {
                format!("there is no \"{asked}\" that may be asked here; {}", withheld.map(told).unwrap_or_default())
            }
            true => format!(
                "there is no \"{asked}\" in this commit: it has files and no servers, which are asked without it"
            ),
            false => format!("there is no database here, and no \"{asked}\""),
        },
        told,
    )
}

/// The database in a file; `None` if it cannot be read, which is told.
pub(super) fn database(file: FileId, context: Context<'_>) -> Option<Arc<Database>> {
    match context.library.database(file) {
        Ok(database) => Some(database),
        Err(problem) => {
            if let Some(seen) = context.seen {
                seen.failed(format!("{}: {problem}", context.library.file(file).path));
            }
            None
        }
    }
}

/// Why databases on servers cannot be read now.
pub(in crate::docql::eval) fn away(library: &Library) -> Vec<String> {
    let of_file = |file: FileId| {
        let entry = library.file(file);
        let is_asked = entry.is_database() && matches!(entry.origin, Origin::Server(_));
        let problem = if is_asked { library.database(file).err() } else { None };
        problem.map(|problem| format!("{}: {problem}", entry.path))
    };
    let away: Vec<String> = library.file_ids().filter_map(of_file).collect();
    let unread = || library.unreached().map(|skipped| format!("{}: {}", skipped.path, skipped.reason)).collect();
    if away.is_empty() { unread() } else { away }
}

/// The tables of databases in these nodes of a file, as sheets.
pub(in crate::docql::eval) fn sheets(
    file: FileId,
    nodes: impl Iterator<Item = u32>,
    context: Context<'_>,
) -> Vec<Sheet> {
    let Some(outline) = context.library.outline(file) else { return Vec::new() };
    let Some(database) = database(file, context) else { return Vec::new() };
    let sheet = |node: u32| {
        let table = database.table(outline.name(node))?;
        let columns = table.columns.iter().map(|column| column.name.clone()).collect();
        let sheet = Sheet::asked(file, node, outline.line(node), table.name.clone(), columns);
        Some(sheet.with_sections(sections(outline, node)).with_key(table.key(), table.has_rowid))
    };
    nodes.filter(|&node| outline.kind(node) == Kind::Table).filter_map(sheet).collect()
}

/// The lines of the rows of a table that are sections: their anchors end in their numbers.
fn sections(outline: Outline<'_>, table: u32) -> HashMap<i64, (u32, u32)> {
    let after = (table + 1..outline.len()).filter(|&node| outline.kind(node) == Kind::Heading);
    let number = |node: u32| row_number(outline.detail(node));
    let of_rows = after.take_while(|&node| outline.level(node) > 1);
    of_rows.filter_map(|node| Some((number(node)?, (outline.line(node), outline.end_line(node))))).collect()
}

/// A text; nothing where it is empty.
fn said(text: &str) -> Cell {
    if text.is_empty() { Cell::Null } else { Cell::Text(text.into()) }
}

/// The columns of tables of databases and of files of text, as rows.
pub(in crate::docql::eval) fn columns(found: &Found, context: Context<'_>) -> List {
    let Item::Node(node) = &found.item else { return Vec::new() };
    let Some(outline) = context.library.outline(node.file) else { return Vec::new() };
    if context.library.file(node.file).is_table() {
        let Ok(tables) = tables_as_database(context.library, &[node.file]) else { return Vec::new() };
        let table = tables.database.tables().first();
        let place = (node.file, node.node, outline.line(node.node));
        return table.map_or_else(Vec::new, |table| column_rows(place, table, context, |_| true));
    }
    let Some(database) = database(node.file, context) else { return Vec::new() };
    let Some(table) = database.table(outline.name(node.node)) else { return Vec::new() };
    column_rows((node.file, node.node, outline.line(node.node)), table, context, |_| true)
}

/// The columns of a table that `is_wanted` accepts by their places, as rows; the table by its file, node and line.
pub(super) fn column_rows(
    (file, node, line): (FileId, u32, u32),
    table: &TableSchema,
    context: Context<'_>,
    is_wanted: impl Fn(usize) -> bool,
) -> List {
    let titles = ["name", "type", "key", "required", "references", "comment"].map(str::to_owned).to_vec();
    let sheet = Arc::new(Sheet::asked(file, node, line, table.name.clone(), titles));
    if let Some(seen) = context.seen {
        seen.add(&sheet);
    }
    let row = |(number, column): (usize, &ColumnSchema)| {
        let cells = vec![
            Cell::Text(column.name.as_str().into()),
            Cell::Text(column.declared.as_str().into()),
            if column.key > 0 { Cell::Integer(i64::from(column.key)) } else { Cell::Null },
            Cell::Integer(i64::from(column.required)),
            said(&column.references),
            said(&column.comment),
        ];
        Found::plain(Item::Row(Row::asked(&sheet, number as i64, cells)))
    };
    table.columns.iter().enumerate().filter(|(at, _)| is_wanted(*at)).map(row).collect()
}
