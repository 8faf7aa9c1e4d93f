//! The schema of a database: tables, columns, what SQLite makes of values in them; and the document that shows it.

use crate::document::{Document, Kind, LineIndex, Node, Problem, Span, slug};

/// Bytes of a statement that are shown.
const MAX_STATEMENT_BYTES: usize = 64 << 10;

/// What SQLite makes of a value that is put into a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Affinity {
    /// Numbers become text.
    Text,
    /// Text that reads as a number becomes one.
    Number,
    /// Values stay as they are.
    None,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnSchema {
    /// Its name.
    pub name: String,
    /// Its type as declared; may be empty.
    pub declared: String,
    /// Its place in the primary key, from 1; 0 if it is not in it.
    pub key: u32,
    /// Whether it must have a value.
    pub required: bool,
    /// What SQLite makes of values in it; `None` for a view, whose columns are expressions.
    pub affinity: Option<Affinity>,
}

/// A table or view.
#[derive(Clone, Debug, PartialEq)]
pub struct TableSchema {
    /// Its name.
    pub name: String,
    /// Its `CREATE` statement.
    pub sql: String,
    /// Its columns, from the left.
    pub columns: Vec<ColumnSchema>,
    /// Whether its rows have numbers of their own.
    pub has_rowid: bool,
}

/// The document of a database: its statements, a table node each, and what could not be read.
pub fn document(tables: &[TableSchema], problem: Option<String>) -> Document {
    let mut text = String::new();
    let mut spans = Vec::new();
    for table in tables {
        let start = text.len();
        let sql = &table.sql[..table.sql.floor_char_boundary(MAX_STATEMENT_BYTES)];
        // A statement can hold whatever a hostile file puts there; what no screen shows is left out.
        text.extend(sql.trim().chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')));
        text.push(';');
        spans.push(Span::of_range(start..text.len()));
        text.push_str("\n\n");
    }
    let lines = LineIndex::new(&text);
    // A table is a section too, so that it stands in the outline and in the index of words.
    let node = |kind: Kind, table: &TableSchema, span: Span| Node {
        level: u8::from(kind == Kind::Heading),
        name: table.name.as_str().into(),
        detail: if kind == Kind::Heading { slug(&table.name).into() } else { "".into() },
        ..Node::new(kind, span, &lines)
    };
    let pair =
        |(table, span): (&TableSchema, &Span)| [node(Kind::Heading, table, *span), node(Kind::Table, table, *span)];
    let nodes: Vec<Node> = tables.iter().zip(&spans).flat_map(pair).collect();
    let problems = problem.into_iter().map(|message| Problem { line: 0, message }).collect();
    let shown = (1..=lines.count()).collect();
    let mut document = Document { nodes, problems, lines, text, source_lines: Some(shown), ..Document::default() };
    document.nest();
    document
}
