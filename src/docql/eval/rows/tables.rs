//! Databases and their tables: by name, as sheets, their columns.

use crate::databases::{ColumnSchema, TableSchema};
use crate::docql::nodes::context::Context;
use crate::docql::nodes::item::{Found, Item};
use crate::docql::nodes::list::List;
use crate::docql::nodes::rows::places::row_number;
use crate::docql::nodes::rows::row::{Row, Sheet};
use crate::document::{Cell, Kind};
use crate::library::{FileId, Library, NOT_SHARED, Origin, Outline};
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
/// name or `database.table`. A table that is in a schema may be called without it, where no other has the whole name.
pub(in crate::docql::eval) fn named(list: List, name: &str, library: &Library) -> List {
    let called = |part: TableName| -> List {
        list.iter().filter(|found| is_called(found, name, part, library)).cloned().collect()
    };
    let whole = called(TableName::Whole);
    if whole.is_empty() { called(TableName::WithoutSchema) } else { whole }
}

/// What of a table's name is compared.
#[derive(Clone, Copy)]
enum TableName {
    Whole,
    WithoutSchema,
}

fn is_called(found: &Found, name: &str, part: TableName, library: &Library) -> bool {
    let is = |other: &str, name: &str| other == name || other.to_lowercase() == name.to_lowercase();
    let is_file = |file: FileId, name: &str| {
        let entry = library.file(file);
        is(database_name(library, file), name) || is(entry.name(), name) || *entry.path == *name
    };
    let node = match &found.item {
        Item::File(file) => return is_file(*file, name),
        Item::Node(node) => node,
        _ => return false,
    };
    let whole = library.outline(node.file).map_or("", |outline| outline.name(node.node));
    let database = library.database(node.file).ok();
    let table = match part {
        TableName::Whole => whole,
        TableName::WithoutSchema => {
            database.as_ref().and_then(|database| database.table(whole)).map_or(whole, TableSchema::bare_name)
        }
    };
    is(table, name) || {
        let of_database = |(database, rest): (&str, &str)| is_file(node.file, database) && is(table, rest);
        name.match_indices('.').any(|(at, _)| of_database((&name[..at], &name[at + 1..])))
    }
}

/// Says that there is no database, or why those there are cannot be read.
pub(in crate::docql) fn no_database(library: &Library) -> String {
    let not_shared = || library.skipped().iter().find(|skipped| skipped.reason == NOT_SHARED);
    match library.unreached().next().or_else(not_shared) {
        Some(skipped) => format!("{}: {}", skipped.path, skipped.reason),
        None => "there is no database here".to_owned(),
    }
}

/// The tables of databases in these nodes of a file, as sheets.
pub(in crate::docql::eval) fn sheets(library: &Library, file: FileId, nodes: impl Iterator<Item = u32>) -> Vec<Sheet> {
    let Some(outline) = library.outline(file) else { return Vec::new() };
    let Ok(database) = library.database(file) else { return Vec::new() };
    let sheet = |node: u32| {
        let table = database.table(outline.name(node))?;
        let columns = table.columns.iter().map(|column| column.name.clone()).collect();
        let sheet = Sheet::asked(file, node, outline.line(node), table.name.clone(), columns);
        Some(sheet.with_sections(sections(outline, node)).with_key(table.key()))
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

/// The columns of tables of databases, as rows.
pub(in crate::docql::eval) fn columns(found: &Found, context: Context<'_>) -> List {
    let Item::Node(node) = &found.item else { return Vec::new() };
    let Some(outline) = context.library.outline(node.file) else { return Vec::new() };
    let Ok(database) = context.library.database(node.file) else { return Vec::new() };
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
