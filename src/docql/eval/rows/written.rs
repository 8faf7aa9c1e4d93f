//! Rows of tables: those of the tables in what is given, picked while they are made.

use super::{asked, tables};
use crate::docql::nodes::asked::column_value;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::fields;
use crate::docql::nodes::lists::extent::extent_of;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::lists::slices;
use crate::docql::nodes::rows::row::{Row, Sheet};
use crate::docql::plan::steps::{Column, Pick};
use crate::document::Kind;
use crate::library::NodeRef;
use crate::stdx::Stale;
use rayon::prelude::*;
use std::sync::Arc;

/// Rows that a thread looks at between two checks of the ticket.
const ROWS_PER_TASK: usize = 2048;

/// The rows that `picks` select of each table in `found`; all without picks.
pub(in crate::docql) fn rows(found: &Found, picks: &[Pick], context: Context<'_>) -> Result<List, Stale> {
    let mut out = List::new();
    for sheet in sheets(found, context) {
        context.check()?;
        if let Some(seen) = context.seen {
            seen.add(&sheet);
        }
        let sheet = Arc::new(sheet);
        match sheet.is_asked() {
            true => asked::picked(&sheet, picks, context, &mut out)?,
            false => picked(&sheet, picks, context, &mut out)?,
        }
    }
    Ok(out)
}

/// The tables in an item: itself, or those inside it.
pub(in crate::docql) fn sheets(found: &Found, context: Context<'_>) -> Vec<Sheet> {
    let library = context.library;
    let Some(scope) = extent_of(library, found) else { return Vec::new() };
    let Some(outline) = scope.outline else { return Vec::new() };
    let nodes = scope.node.unwrap_or(scope.nodes.start)..scope.nodes.end;
    if tables::is_database(library, scope.file) {
        return tables::sheets(scope.file, nodes, context);
    }
    let mut tables = nodes.filter(|&at| outline.kind(at) == Kind::Table).peekable();
    if tables.peek().is_none() {
        return Vec::new();
    }
    let Some(document) = fields::document(library, scope.file) else { return Vec::new() };
    let sheet = |node: u32| {
        let at = document.tables.iter().position(|table| table.node == node)?;
        let title = fields::parent_name(library, NodeRef { file: scope.file, node }).to_owned();
        Sheet::written(scope.file, title, &document, at)
    };
    tables.filter_map(sheet).collect()
}

fn picked(sheet: &Arc<Sheet>, picks: &[Pick], context: Context<'_>, out: &mut List) -> Result<(), Stale> {
    let count = sheet.row_count();
    let row = |at: usize| Found::plain(Item::Row(Row::written(sheet, at)));
    if picks.is_empty() {
        out.extend((0..count).map(row));
    }
    for pick in picks {
        match pick {
            Pick::Wildcard => out.extend((0..count).map(row)),
            Pick::Index(index) => out.extend(slices::at(*index, count).map(row)),
            Pick::Slice(start, end, step) => {
                out.extend(slices::slice(*start, *end, *step, count).into_iter().map(row));
            }
            Pick::Filter(predicate) => {
                let part = |start: usize| {
                    context.check()?;
                    let mut kept = List::new();
                    for at in start..(start + ROWS_PER_TASK).min(count) {
                        let found = row(at);
                        if crate::docql::eval::filter::holds(predicate, &found, context)? {
                            kept.push(found);
                        }
                    }
                    Ok(kept)
                };
                let starts: Vec<usize> = (0..count).step_by(ROWS_PER_TASK).collect();
                let parts: Vec<List> = starts.into_par_iter().map(part).collect::<Result<_, Stale>>()?;
                out.extend(parts.into_iter().flatten());
            }
            Pick::Name(_) => {}
        }
    }
    Ok(())
}

/// The value of a column as a list of values.
pub(in crate::docql::eval) fn column_values(column: &Column, found: &Found, context: Context<'_>) -> List {
    let line = if let Item::Row(row) = &found.item { row.line() } else { 0 };
    let value = column_value(context, found, &column.name, column.field).to_json();
    value.map(|value| Found::plain(Item::Value { file: found.item.file(), line, value })).into_iter().collect()
}
