//! Databases as documents: their `CREATE` statements as text, a table node each, and the rows that hold long text, a
//! section each under their table. Other rows are asked of the database itself.

use crate::databases::{Article, Database, DatabaseProblem, TableSchema};
use crate::document::{Document, Kind, LineIndex, Node, Problem, Span, slug};
use crate::formats::data::xml_text;
use crate::formats::html;
use crate::stdx::grouped;
use std::ops::{ControlFlow, Range};

/// Bytes of a statement that are shown.
const MAX_STATEMENT_BYTES: usize = 64 << 10;

/// Rows of a database that are sections.
const MAX_SECTIONS: usize = 50_000;

/// Bytes of rows that are sections: whoever shows one of them reads them all again.
const MAX_SECTION_BYTES: usize = 16 << 20;

/// Paragraphs that are nodes.
const MAX_PARAGRAPHS: usize = 200_000;

/// Reads the bytes of a database.
pub(in crate::formats) fn parse_database(bytes: &[u8]) -> Document {
    database_document(Database::of_bytes(bytes.to_vec()).as_ref())
}

/// A database as a document, or why there is none.
pub fn database_document(database: Result<&Database, &DatabaseProblem>) -> Document {
    let mut writer = Writer::default();
    match database {
        Ok(database) => {
            for table in database.tables() {
                writer.table(database, table);
            }
        }
        Err(problem) => writer.problem(1, problem.to_string()),
    }
    writer.finish()
}

/// The tables of a database by their names and statements as a document without rows.
pub fn schema_document<'t>(tables: impl Iterator<Item = (&'t str, &'t str)>) -> Document {
    let mut writer = Writer::default();
    for (name, sql) in tables {
        let statement = writer.statement(sql);
        let end = writer.text.trim_end().len();
        writer.named(name, statement, end);
    }
    writer.finish()
}

/// Rows of a table as a document of their own, a section each.
#[derive(Debug)]
pub struct RowsWriter<'t> {
    table: &'t TableSchema,
    writer: Writer,
}

impl<'t> RowsWriter<'t> {
    /// Without rows yet.
    pub fn new(table: &'t TableSchema) -> RowsWriter<'t> {
        RowsWriter { table, writer: Writer::default() }
    }

    /// Adds a row.
    pub fn add(&mut self, article: &Article) {
        if self.writer.section_bytes < MAX_SECTION_BYTES {
            self.writer.article(self.table, article);
        } else if self.writer.problems.is_empty() {
            let written = self.writer.sections;
            self.writer.problem(0, cut(self.table, written, None));
        }
    }

    /// The document.
    pub fn finish(self) -> Document {
        self.writer.finish()
    }
}

/// What cannot be read from bytes: it is in a database on a server.
pub(in crate::formats) fn parse_elsewhere(_: &[u8]) -> Document {
    Document::default()
}

/// The document as far as it is written.
#[derive(Debug, Default)]
struct Writer {
    text: String,
    /// Kind, level, name, detail, start and end.
    nodes: Vec<(Kind, u8, String, String, usize, usize)>,
    problems: Vec<Problem>,
    sections: usize,
    section_bytes: usize,
    paragraphs: usize,
}

impl Writer {
    fn problem(&mut self, line: u32, message: String) {
        self.problems.push(Problem { line, message });
    }

    /// Adds what a screen can show of a text: it can hold whatever a hostile file puts there.
    fn push(&mut self, text: &str) {
        self.text.extend(text.trim().chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')));
    }

    /// Adds the statement of a table; its place.
    fn statement(&mut self, sql: &str) -> Range<usize> {
        let start = self.text.len();
        self.push(&sql[..sql.floor_char_boundary(MAX_STATEMENT_BYTES)]);
        self.text.push(';');
        let statement = start..self.text.len();
        self.text.push_str("\n\n");
        statement
    }

    /// A table is a section too, so that it stands in the outline and in the index of words.
    fn named(&mut self, name: &str, statement: Range<usize>, end: usize) {
        self.nodes.push((Kind::Heading, 1, name.to_owned(), slug(name), statement.start, end));
        self.nodes.push((Kind::Table, 0, name.to_owned(), String::new(), statement.start, statement.end));
    }

    fn table(&mut self, database: &Database, table: &TableSchema) {
        let statement = self.statement(&table.sql);
        let (mut written, mut is_cut) = (0, false);
        let read = database.articles(table, &mut |article| {
            if self.sections == MAX_SECTIONS || self.section_bytes >= MAX_SECTION_BYTES {
                is_cut = true;
                return ControlFlow::Break(());
            }
            self.article(table, &article);
            written += 1;
            ControlFlow::Continue(())
        });
        if is_cut {
            self.problem(0, cut(table, written, database.count(table, true).ok().map(|count| count.rows)));
        }
        if let Err(problem) = read {
            self.problem(0, format!("the rows of {}: {problem}", table.name));
        }
        let end = self.text.trim_end().len();
        self.named(&table.name, statement, end);
    }

    fn article(&mut self, table: &TableSchema, article: &Article) {
        let start = self.text.len();
        let title: String = article.title.split_whitespace().collect::<Vec<_>>().join(" ");
        self.push(&title);
        self.text.push_str("\n\n");
        let above = self.text.len();
        for (name, value) in &article.fields {
            self.push(&format!("{name}: {}", value.split_whitespace().collect::<Vec<_>>().join(" ")));
            self.text.push('\n');
        }
        self.paragraph(above);
        for (name, text) in &article.texts {
            if article.texts.len() > 1 {
                self.push(&format!("{name}:"));
                self.text.push_str("\n\n");
            }
            for block in readable(text).split("\n\n").filter(|block| !block.trim().is_empty()) {
                let start = self.text.len();
                self.push(block);
                self.paragraph(start);
            }
        }
        let end = self.text.trim_end().len();
        let anchor = format!("{}-{}", slug(&table.name), article.number);
        self.nodes.push((Kind::Heading, 2, title, anchor, start, end));
        self.sections += 1;
        self.section_bytes += end - start;
    }

    /// Ends a paragraph that began at `start`.
    fn paragraph(&mut self, start: usize) {
        let end = self.text.trim_end().len();
        if end > start && self.paragraphs < MAX_PARAGRAPHS {
            self.nodes.push((Kind::Paragraph, 0, String::new(), String::new(), start, end));
            self.paragraphs += 1;
        }
        if end > start {
            self.text.truncate(end);
            self.text.push_str("\n\n");
        }
    }

    fn finish(self) -> Document {
        let Writer { text, nodes, problems, .. } = self;
        let lines = LineIndex::new(&text);
        let node = |(kind, level, name, detail, start, end): (Kind, u8, String, String, usize, usize)| Node {
            level,
            name: name.into(),
            detail: detail.into(),
            ..Node::new(kind, Span::of_range(start..end), &lines)
        };
        let nodes: Vec<Node> = nodes.into_iter().map(node).collect();
        let shown = (1..=lines.count()).collect();
        let mut document = Document { nodes, problems, lines, text, source_lines: Some(shown), ..Document::default() };
        document.nest();
        document
    }
}

/// Elements by which pages of HTML begin, or parts of such.
const HTML: &[&str] = &[
    "!doctype",
    "a",
    "article",
    "b",
    "blockquote",
    "body",
    "br",
    "center",
    "code",
    "dl",
    "div",
    "em",
    "figure",
    "font",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "i",
    "img",
    "li",
    "main",
    "ol",
    "p",
    "pre",
    "section",
    "small",
    "span",
    "strong",
    "table",
    "u",
    "ul",
];

/// The text of a cell: HTML and XML as they read, others as they are.
fn readable(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let start = text.trim_start();
    if !start.starts_with('<') || !["</", "/>", "<br", "<p"].iter().any(|part| start.contains(part)) {
        return text;
    }
    let name = start[1..].split(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).next().unwrap_or_default();
    let is_html = HTML.iter().any(|html| name.eq_ignore_ascii_case(html)) || name.starts_with("!--");
    let xml = if is_html { None } else { xml_text(&text) };
    xml.unwrap_or_else(|| html::parse(text).text)
}

/// What is said of rows that are no sections; `all` is the number of the table's rows, where it is known.
fn cut(table: &TableSchema, written: usize, all: Option<u64>) -> String {
    let all =
        all.map_or_else(String::new, |all| format!(" of {}", grouped(usize::try_from(all).unwrap_or(usize::MAX))));
    format!(
        "the first {}{all} rows of {name} are indexed, the others are too many; \
         $.table(\"{name}\").rows.search(\"…\") looks through all",
        grouped(written),
        name = table.name
    )
}
