//! Rows of databases: asked of the file when a query wants them, conditions that SQLite decides alike along with it.

use crate::databases::{Condition, Database, DatabaseProblem, Order, RowQuery, TableSchema};
use crate::docql::nodes::context::Context;
use crate::docql::nodes::item::{Found, Item};
use crate::docql::nodes::list::List;
use crate::docql::nodes::row::{Row, Sheet};
use crate::docql::nodes::slices;
use crate::docql::plan::steps::{Comparison, Pick, Predicate, SqlText, Term};
use crate::docql::syntax::diagnostic::{Diagnostic, Severity};
use crate::document::{Cell, Kind, slug};
use crate::library::{FileId, Library, NOT_SHARED, NodeRef, Origin, Outline};
use crate::stdx::{Stale, grouped};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Rows of a table that are listed.
const MAX_ROWS: usize = 1_000_000;

/// Bytes of rows that are listed.
const MAX_BYTES: usize = 512 << 20;

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
/// name or `database.table`.
pub(super) fn named(list: List, name: &str, library: &Library) -> List {
    let is = |other: &str, name: &str| other == name || other.to_lowercase() == name.to_lowercase();
    let is_file = |file: FileId, name: &str| {
        let entry = library.file(file);
        is(database_name(library, file), name) || is(entry.name(), name) || *entry.path == *name
    };
    let is_called = |found: &Found| match &found.item {
        Item::File(file) => is_file(*file, name),
        Item::Node(node) => {
            let table = library.outline(node.file).map_or("", |outline| outline.name(node.node));
            is(table, name) || {
                let of_database = |(database, rest): (&str, &str)| is_file(node.file, database) && is(table, rest);
                name.match_indices('.').any(|(at, _)| of_database((&name[..at], &name[at + 1..])))
            }
        }
        _ => false,
    };
    list.into_iter().filter(is_called).collect()
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
pub(super) fn sheets(library: &Library, file: FileId, nodes: impl Iterator<Item = u32>) -> Vec<Sheet> {
    let Some(outline) = library.outline(file) else { return Vec::new() };
    let Ok(database) = library.database(file) else { return Vec::new() };
    let sheet = |node: u32| {
        let table = database.table(outline.name(node))?;
        let columns = table.columns.iter().map(|column| column.name.clone()).collect();
        let sheet = Sheet::asked(file, node, outline.line(node), table.name.clone(), columns);
        Some(sheet.with_sections(sections(outline, node)))
    };
    nodes.filter(|&node| outline.kind(node) == Kind::Table).filter_map(sheet).collect()
}

/// The lines of the rows of a table that are sections: their anchors end in their numbers.
fn sections(outline: Outline<'_>, table: u32) -> HashMap<i64, (u32, u32)> {
    let after = (table + 1..outline.len()).filter(|&node| outline.kind(node) == Kind::Heading);
    let prefix = format!("{}-", slug(outline.name(table)));
    let number = |node: u32| outline.detail(node).strip_prefix(&prefix)?.parse::<i64>().ok();
    let of_rows = after.take_while(|&node| outline.level(node) > 1);
    of_rows.filter_map(|node| Some((number(node)?, (outline.line(node), outline.end_line(node))))).collect()
}

/// The rows that `picks` select of a table.
pub(super) fn picked(sheet: &Arc<Sheet>, picks: &[Pick], context: Context<'_>, out: &mut List) -> Result<(), Stale> {
    let Some(file) = sheet.file else { return Ok(()) };
    let asked = context.library.database(file).and_then(|database| {
        let table = database.table(&sheet.title).ok_or(DatabaseProblem::NoTable)?.clone();
        Ok((database, table))
    });
    let (database, table) = match asked {
        Ok(asked) => asked,
        Err(problem) => return told(&problem, sheet, context),
    };
    let asking = Asking { database: &database, table: &table, sheet, context };
    if picks.is_empty() {
        asking.list(&RowQuery::default(), None, out)?;
    }
    for pick in picks {
        match pick {
            Pick::Wildcard => asking.list(&RowQuery::default(), None, out)?,
            Pick::Filter(predicate) => {
                let query = RowQuery { condition: Some(condition(predicate, sheet)), ..RowQuery::default() };
                asking.list(&query, Some(predicate), out)?;
            }
            Pick::Index(_) | Pick::Slice(..) => asking.places(pick, out)?,
            Pick::Name(_) => {}
        }
    }
    Ok(())
}

/// Tells what kept a database from answering; the others answer.
fn told(problem: &DatabaseProblem, sheet: &Sheet, context: Context<'_>) -> Result<(), Stale> {
    context.check()?;
    if let (Some(seen), Some(file)) = (context.seen, sheet.file) {
        seen.note(format!("{}, table {}: {problem}", context.library.file(file).path, sheet.title));
    }
    Ok(())
}

/// A table that is asked for rows.
struct Asking<'a> {
    database: &'a Database,
    table: &'a TableSchema,
    sheet: &'a Arc<Sheet>,
    context: Context<'a>,
}

impl Asking<'_> {
    /// Lists the rows of a question for which the predicate holds too.
    fn list(&self, query: &RowQuery, predicate: Option<&Predicate>, out: &mut List) -> Result<(), Stale> {
        let (mut count, mut bytes, mut decided) = (0, 0, Ok(()));
        let is_wanted = || self.context.check().is_ok();
        let asked = self.database.rows(self.table, query, &is_wanted, &mut |number, cells| {
            let size = size_of::<Found>() + cells.iter().map(size_of_cell).sum::<usize>();
            let found = Found::plain(Item::Row(Row::asked(self.sheet, number, cells)));
            let holds = predicate.map_or(Ok(true), |predicate| super::filter::holds(predicate, &found, self.context));
            match holds {
                Ok(false) => return ControlFlow::Continue(()),
                Ok(true) => {}
                Err(stale) => {
                    decided = Err(stale);
                    return ControlFlow::Break(());
                }
            }
            if count == MAX_ROWS || bytes > MAX_BYTES {
                self.note_cut(count);
                return ControlFlow::Break(());
            }
            (count, bytes) = (count + 1, bytes + size);
            out.push(found);
            ControlFlow::Continue(())
        });
        decided?;
        asked.or_else(|problem| told(&problem, self.sheet, self.context))
    }

    fn note_cut(&self, count: usize) {
        if let Some(seen) = self.context.seen {
            seen.note(format!(
                "only the first {} rows of {} are listed; a condition or $.sql(\"SELECT …\") asks for others",
                grouped(count),
                self.table.name
            ));
        }
    }

    /// Lists the rows at places, which are counted first.
    fn places(&self, pick: &Pick, out: &mut List) -> Result<(), Stale> {
        let count = match self.database.count(self.table, true) {
            Ok(count) => usize::try_from(count.rows).unwrap_or(usize::MAX),
            Err(problem) => return told(&problem, self.sheet, self.context),
        };
        let places = match pick {
            Pick::Index(index) => slices::at(*index, count).into_iter().collect(),
            Pick::Slice(start, end, step) => slices::slice(*start, *end, *step, count),
            _ => Vec::new(),
        };
        let (Some(&first), Some(&last)) = (places.iter().min(), places.iter().max()) else { return Ok(()) };
        let query = RowQuery { offset: first as u64, limit: Some((last - first + 1) as u64), ..RowQuery::default() };
        let mut between = List::new();
        self.list(&query, None, &mut between)?;
        out.extend(places.into_iter().filter_map(|place| between.get(place - first).cloned()));
        Ok(())
    }
}

fn size_of_cell(cell: &Cell) -> usize {
    size_of::<Cell>() + if let Cell::Text(text) = cell { text.len() } else { 0 }
}

/// What of a predicate can be said of the columns of a table.
fn condition(predicate: &Predicate, sheet: &Sheet) -> Condition {
    match predicate {
        Predicate::And(parts) => Condition::And(parts.iter().map(|part| condition(part, sheet)).collect()),
        Predicate::Or(parts) => Condition::Or(parts.iter().map(|part| condition(part, sheet)).collect()),
        Predicate::Compare(Term::Path(path), comparison, Term::Literal(value)) => {
            let Some(column) = path.column().and_then(|column| sheet.column(&column.name)) else {
                return Condition::Else;
            };
            compared(column, comparison, value)
        }
        Predicate::Compare(value @ Term::Literal(_), comparison, path @ Term::Path(_)) => {
            let Some(turned) = turned(comparison) else { return Condition::Else };
            let (Term::Literal(value), Term::Path(path)) = (value, path) else { return Condition::Else };
            match path.column().and_then(|column| sheet.column(&column.name)) {
                Some(column) => compared(column, &turned, value),
                None => Condition::Else,
            }
        }
        Predicate::Exists(path) => match path.column().and_then(|column| sheet.column(&column.name)) {
            Some(column) => Condition::Present(column),
            None => Condition::Else,
        },
        _ => Condition::Else,
    }
}

/// The comparison with its sides exchanged.
fn turned(comparison: &Comparison) -> Option<Comparison> {
    Some(match comparison {
        Comparison::Equal => Comparison::Equal,
        Comparison::NotEqual => Comparison::NotEqual,
        Comparison::Less => Comparison::Greater,
        Comparison::LessOrEqual => Comparison::GreaterOrEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::LessOrEqual,
        _ => return None,
    })
}

fn compared(column: usize, comparison: &Comparison, value: &serde_json::Value) -> Condition {
    let order = match comparison {
        Comparison::Equal => Order::Equal,
        Comparison::NotEqual => Order::NotEqual,
        Comparison::Less => Order::Less,
        Comparison::LessOrEqual => Order::LessOrEqual,
        Comparison::Greater => Order::Greater,
        Comparison::GreaterOrEqual => Order::GreaterOrEqual,
        Comparison::In => {
            let Some(items) = value.as_array() else { return Condition::Else };
            return Condition::Or(items.iter().map(|item| compared(column, &Comparison::Equal, item)).collect());
        }
        _ => return Condition::Else,
    };
    let cell = match value {
        serde_json::Value::Null => Cell::Null,
        serde_json::Value::String(text) => Cell::Text(text.as_str().into()),
        serde_json::Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(number), _) => Cell::Integer(number),
            (None, Some(number)) => Cell::Real(number),
            (None, None) => return Condition::Else,
        },
        _ => return Condition::Else,
    };
    Condition::Compare(column, order, cell)
}

/// A text; nothing where it is empty.
fn said(text: &str) -> Cell {
    if text.is_empty() { Cell::Null } else { Cell::Text(text.into()) }
}

/// The columns of tables of databases, as rows.
pub(super) fn columns(found: &Found, context: Context<'_>) -> List {
    let Item::Node(node) = &found.item else { return Vec::new() };
    let library = context.library;
    let Some(outline) = library.outline(node.file) else { return Vec::new() };
    let Ok(database) = library.database(node.file) else { return Vec::new() };
    let Some(table) = database.table(outline.name(node.node)) else { return Vec::new() };
    let titles = ["name", "type", "key", "required", "references", "comment"].map(str::to_owned).to_vec();
    let sheet = Sheet::asked(node.file, node.node, outline.line(node.node), table.name.clone(), titles);
    let sheet = Arc::new(sheet);
    if let Some(seen) = context.seen {
        seen.add(&sheet);
    }
    let row = |(number, column): (usize, &crate::databases::ColumnSchema)| {
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
    table.columns.iter().enumerate().map(row).collect()
}

/// The answer of SQL from the database in `list`: one, or it is not clear which is meant.
pub(super) fn sql(list: &List, sql: &SqlText, context: Context<'_>) -> Result<List, Stale> {
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
    let [file] = files.as_slice() else {
        if files.is_empty() {
            return wrong(no_database(library), Vec::new());
        }
        let quoted = |text: &str| crate::docql::syntax::format::quoted(text);
        let fix =
            |file: &FileId| format!("$.database({}).sql({})", quoted(&library.file(*file).path), quoted(&sql.text));
        let message = format!("{} databases are here; say which is asked: $.database(\"name\").sql(…)", files.len());
        return wrong(message, files.iter().take(3).map(fix).collect());
    };
    let is_wanted = || context.check().is_ok();
    let answer = library.database(*file).and_then(|database| database.sql(&sql.text, &is_wanted));
    context.check()?;
    let answer = match answer {
        Ok(answer) => answer,
        Err(problem) => return wrong(format!("{}: {problem}", library.file(*file).path), Vec::new()),
    };
    if let (true, Some(seen)) = (answer.is_cut, context.seen) {
        seen.note(format!(
            "only the first {} rows are listed; LIMIT and OFFSET ask for others",
            grouped(answer.rows.len())
        ));
    }
    let sheet =
        Arc::new(Sheet::asked(*file, NodeRef { file: *file, node: u32::MAX }.node, 1, String::new(), answer.columns));
    if let Some(seen) = context.seen {
        seen.add(&sheet);
    }
    let row = |(number, cells)| Found::plain(Item::Row(Row::asked(&sheet, number as i64, cells)));
    Ok(answer.rows.into_iter().enumerate().map(row).collect())
}
