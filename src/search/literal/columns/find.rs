//! The lines that define a table, or a column of one, that was named.

use super::dialects::{DIALECTS, Dialect};
use crate::library::{FileEntry, FileId, Library, NamePart, TrigramQuery, is_source};
use crate::search::literal::declared::{MAX_FILE_BYTES, line_at};
use crate::search::model::evidence::{ChannelEntry, Evidence, Identity};
use crate::search::request::read::Request;
use crate::search::words::question::Question;
use rayon::prelude::*;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Lines that are handed on, at most.
const MAX_LINES: usize = 3;

/// Files that are looked through, at most.
const MAX_FILES: usize = 400;

/// How databases name a table, or a column with its table, in what they say. The last one is all that was typed.
const FORMS: [&str; 10] = [
    r"(?i)\bconstraint failed: (?P<table>\w+)\.(?P<column>\w+)",
    r"(?i)\bno such column: (?P<table>\w+)\.(?P<column>\w+)",
    r"(?i)\bno such table: (?:\w+\.)?(?P<table>\w+)",
    r"(?i)\bunknown column '(?P<table>\w+)\.(?P<column>\w+)'",
    r"(?i)\btable '(?:\w+\.)?(?P<table>\w+)' doesn't exist",
    r#"(?i)\bcolumn "(?P<column>\w+)" of relation "(?:\w+\.)?(?P<table>\w+)""#,
    r#"(?i)\bcolumn "?(?P<table>\w+)\.(?P<column>\w+)"? does not exist"#,
    r#"(?i)\brelation "(?:\w+\.)?(?P<table>\w+)" does not exist"#,
    r"(?i)\btable (?P<table>\w+) has no column named (?P<column>\w+)",
    r"^(?P<table>[A-Za-z_]\w*)(?:\.|(?P<apart> ))(?P<column>[A-Za-z_]\w*)$",
];

static PATTERNS: LazyLock<Vec<Regex>> =
    LazyLock::new(|| FORMS.iter().filter_map(|form| Regex::new(form).ok()).collect());

/// A table, or a column of it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Named {
    table: String,
    column: Option<String>,
    /// True if two words are all there is: they may mean anything.
    is_guess: bool,
    /// True if it is all that was typed, and no message of a database names it.
    is_alone: bool,
}

impl Named {
    fn of(request: &Request) -> Option<Named> {
        let typed = request.typed.join(" ");
        let text = request.pasted.as_deref().unwrap_or(&typed).trim();
        let (form, found) =
            PATTERNS.iter().enumerate().find_map(|(form, pattern)| Some((form, pattern.captures(text)?)))?;
        let is_alone = form + 1 == PATTERNS.len();
        let part = |name: &str| found.name(name).map(|part| part.as_str().to_owned());
        Some(Named { table: part("table")?, column: part("column"), is_guess: found.name("apart").is_some(), is_alone })
    }
}

/// How likely a file tells what a table is now, and whether it lacks the column: less is better.
type Rank = (u8, bool);

/// The lines that define the column, or the table, that was named; none where nothing defines it.
pub(in crate::search::literal) fn of_name(question: &Question<'_>) -> Vec<ChannelEntry> {
    let Some(named) = Named::of(question.request).filter(|_| question.filter.accepts_text()) else { return Vec::new() };
    let library = question.library;
    // A member of a type that is called so is that, whatever table is.
    if named.is_alone && is_member(&named, library) {
        return Vec::new();
    }
    let of_dialect = |dialect: &Dialect| -> Vec<(Rank, FileId, Range<usize>)> {
        let (Some(table), column) = ((dialect.table)(&named.table), named.column.as_deref()) else { return Vec::new() };
        let column = column.and_then(dialect.column);
        let files = files(question, dialect, &named.table);
        let in_file = |file: &FileId| -> Option<(Rank, FileId, Range<usize>)> {
            let text = library.peek_text(*file).ok().filter(|_| !question.ticket.is_stale())?;
            let (has_column, place) = defined(&text, dialect, (&table, column.as_ref()), named.is_guess)?;
            Some(((rank(library.file(*file), &text), !has_column), *file, place))
        };
        files.par_iter().filter_map(in_file).collect()
    };
    let mut found: Vec<(Rank, FileId, Range<usize>)> = DIALECTS.iter().flat_map(of_dialect).collect();
    found.sort_by_key(|(rank, file, place)| (*rank, *file, place.start));
    // The schema as it is now says what migrations have made of it.
    let best = found.first().map(|(rank, ..)| *rank);
    found.retain(|(rank, ..)| Some(*rank) == best);
    found.truncate(MAX_LINES);
    found.into_iter().filter_map(|(_, file, place)| entry(library, file, place)).collect()
}

/// Whether a program declares what was typed as a member of a type, letter for letter.
fn is_member(named: &Named, library: &Library) -> bool {
    let Some(column) = named.column.as_deref().filter(|_| !named.is_guess) else { return false };
    let mut is_one = false;
    library.nodes_named(&column.to_lowercase(), NamePart::Whole, |at| {
        is_one = library.outline(at.file).is_some_and(|outline| {
            let of = outline.parent(at.node).filter(|of| outline.kind(*of).is_class());
            outline.name(at.node) == column && of.is_some_and(|of| outline.name(of) == named.table)
        });
        !is_one
    });
    is_one
}

fn entry(library: &Library, file: FileId, place: Range<usize>) -> Option<ChannelEntry> {
    let text = library.peek_text(file).ok()?;
    let evidence = Evidence { literal: 1.0, identity: Identity::Declares, ..Evidence::default() };
    Some(ChannelEntry { target: line_at(file, &text, place), evidence })
}

fn files(question: &Question<'_>, dialect: &Dialect, table: &str) -> Vec<FileId> {
    let library = question.library;
    let needed = [TrigramQuery::of_literals([table]), TrigramQuery::of_literals([dialect.keyword])];
    let may_define = |file: &FileId| {
        let entry = library.file(*file);
        dialect.extensions.contains(&entry.extension().as_str())
            && !entry.text_only
            && entry.size <= MAX_FILE_BYTES
            && question.filter.accepts_file(*file)
            && library.trigrams(*file).is_none_or(|row| needed.iter().all(|needed| needed.may_match(row)))
    };
    library.file_ids().filter(may_define).take(MAX_FILES).collect()
}

/// Where a text defines the column, or – where none is asked for, or the table has no such – the table; true for a column.
fn defined(
    text: &str,
    dialect: &Dialect,
    (table, column): (&Regex, Option<&Regex>),
    is_guess: bool,
) -> Option<(bool, Range<usize>)> {
    let name = |found: &regex::Captures<'_>| found.iter().skip(1).flatten().next().map(|name| name.range());
    let mut tables: Vec<Range<usize>> = table.captures_iter(text).filter_map(|found| name(&found)).collect();
    // What was dropped and made again is as it was made last.
    tables.reverse();
    let last = tables.first()?.clone();
    let Some(column) = column else { return Some((false, last)) };
    let in_table = |found: &Range<usize>| {
        let end = (dialect.end)(text, found.start);
        let place = column.captures(&text[found.end..end.max(found.end)]).and_then(|of| name(&of))?;
        Some((true, found.end + place.start..found.end + place.end))
    };
    // A step back and a step forth of a migration name the table each.
    let all = if dialect.has_steps { tables.len() } else { 1 };
    tables[..all].iter().find_map(in_table).or_else(|| Some((false, last)).filter(|_| !is_guess))
}

/// How likely a file says what a table is now: a schema as a whole, then whatever is no step on the way to it.
fn rank(file: &FileEntry, text: &str) -> u8 {
    let name = file.name();
    let is_schema = text.contains("ActiveRecord::Schema") || name.contains("schema") || name.contains("structure");
    let is_step = file.path.to_ascii_lowercase().contains("migrat");
    let of_file = match () {
        () if is_step => 2,
        () if is_schema => 0,
        () => 1,
    };
    of_file + if is_source(file) { 0 } else { 3 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::request::read::read;

    #[test]
    fn messages_of_databases_name_columns() {
        let named = |text: &str| Named::of(&read(text)).map(|named| (named.table, named.column.unwrap_or_default()));
        for (text, table, column) in [
            ("users.email", "users", "email"),
            ("users email", "users", "email"),
            ("NOT NULL constraint failed: users.email", "users", "email"),
            ("no such column: users.email", "users", "email"),
            ("no such table: users", "users", ""),
            ("Unknown column 'users.email' in 'field list'", "users", "email"),
            ("null value in column \"email\" of relation \"users\" violates not-null constraint", "users", "email"),
            ("ERROR: relation \"users\" does not exist", "users", ""),
        ] {
            assert_eq!(named(text), Some((table.to_owned(), column.to_owned())), "{text}");
        }
        for text in ["users", "a.b.c", "one two three", "\"users email\"", "src/users.email"] {
            assert_eq!(named(text), None, "{text}");
        }
    }

    #[test]
    fn columns_are_found_inside_of_their_table() {
        let of = |dialect: &Dialect, text: &str, table: &str, column: &str| {
            let (table, column) = ((dialect.table)(table)?, (dialect.column)(column)?);
            let (_, place) = defined(text, dialect, (&table, Some(&column)), false)?;
            Some(1 + text[..place.start].matches('\n').count())
        };
        let schema = "  create_table \"a\", force: :cascade do |t|\n    t.string \"name\"\n    t.index [\"name\"]\n  end\n\n  create_table \"b\" do |t|\n    t.text \"name\"\n    t.belongs_to :c\n  end\n";
        let [ruby, sql, php, made, added, alembic, knex] = &DIALECTS;
        assert_eq!(of(ruby, schema, "a", "name"), Some(2));
        assert_eq!((of(ruby, schema, "b", "name"), of(ruby, schema, "b", "c_id")), (Some(7), Some(8)));
        assert_eq!((of(ruby, schema, "b", "none"), of(ruby, schema, "c", "name")), (Some(6), None));
        let tables = "CREATE TABLE IF NOT EXISTS public.a (\n  id int,\n  \"Name\" varchar(20) NOT NULL,\n  PRIMARY KEY (id)\n);\ncreate table b (id int, name text);\n";
        assert_eq!((of(sql, tables, "a", "name"), of(sql, tables, "b", "name")), (Some(3), Some(6)));
        assert_eq!(of(sql, tables, "a", "id"), Some(2));
        let steps = "Schema::create('a', static function (Blueprint $table): void {\n    $table->increments('id');\n    $table->string('name', 20)->unique();\n    $table->timestamps();\n});\n\
                     Schema::table('a', function (Blueprint $t) {\n    $t->dropColumn('name');\n    $t->foreignId('b_id');\n});\n";
        assert_eq!((of(php, steps, "a", "name"), of(php, steps, "a", "b_id")), (Some(3), Some(8)));
        assert_eq!((of(php, steps, "a", "created_at"), of(php, steps, "b", "name")), (Some(4), None));
        let steps = "m.CreateTable(\n    name: \"A\",\n    columns: table => new\n    {\n        Id = table.Column<int>(type: \"int\"),\n        Name = table.Column<string>(),\n    });\n\
                     m.AddColumn<int>(\n    name: \"Size\",\n    table: \"A\",\n    type: \"int\");\n";
        assert_eq!((of(made, steps, "A", "Name"), of(added, steps, "A", "Size")), (Some(6), Some(9)));
        let steps = "op.create_table(\n    'a',\n    sa.Column('id', sa.Integer()),\n    sa.Column('name', sa.Text()),\n)\nop.add_column('a', sa.Column('size', sa.Integer()))\n";
        assert_eq!((of(alembic, steps, "a", "name"), of(alembic, steps, "a", "size")), (Some(4), Some(6)));
        let steps = "knex.schema.createTable('a', (table) => {\n  table.increments('id');\n  table.string('name').notNullable();\n});\n";
        assert_eq!(of(knex, steps, "a", "name"), Some(3));
    }
}
