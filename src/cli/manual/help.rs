//! `docql help`: the manual, its pages, and what the vocabulary says of a name.

use super::browse;
use super::pages::{PAGES, Page, printed, sections_about};
use crate::app::{COMMANDS, Keymap};
use crate::cli::run::exit::{FAILED, FOUND};
use crate::cli::run::open::cannot_place_the_cursor;
use crate::cli::run::settings;
use crate::docql::catalog::{self, CatalogKind};
use crate::document::KINDS;
use crate::stdx::printing;
use std::io::{IsTerminal, Write};

/// One list that is read from a table of the program: its name, what it lists, and how it is made.
type Topic = (&'static str, &'static str, fn() -> String);

const TOPICS: &[Topic] = &[
    ("roots", "where queries start", roots),
    ("functions", "steps: lists and functions", functions),
    ("fields", "fields of nodes and files", fields),
    ("operators", "operators and functions of filters", operators),
    ("kinds", "kinds of nodes", kinds),
    ("formats", "how answers are written", formats),
    ("exit", "exit codes", exit_codes),
];

/// Opens the manual, lists its pages where there is no terminal, or prints what is known of one name.
pub fn run(name: Option<&str>) -> anyhow::Result<u8> {
    let Some(name) = name else {
        let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        if is_terminal && !cannot_place_the_cursor() {
            browse::run(settings::source(None), &own_keymap())?;
        } else {
            print(&contents())?;
        }
        return Ok(FOUND);
    };
    let text = known(name);
    if text.is_empty() {
        let _ = writeln!(printing::stderr(), "docql: there is no topic \"{name}\"; docql help lists them");
        return Ok(FAILED);
    }
    print(&text)?;
    Ok(FOUND)
}

fn print(text: &str) -> std::io::Result<()> {
    let mut out = printing::stdout();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// The keys as this user has them.
fn own_keymap() -> Keymap {
    let settings = settings::of_user().settings;
    Keymap::of(&settings).0
}

/// Names and titles of all pages and lists.
fn contents() -> String {
    let pages = PAGES.iter().map(|page| (page.name.to_owned(), page.title.to_owned()));
    let topics = TOPICS.iter().map(|(name, doc, _)| ((*name).to_owned(), (*doc).to_owned()));
    format!(
        "docql help NAME prints a page of the manual, a list, or what is known of one name.\n\
         On a terminal, docql help opens the manual in the explorer.\n\n{}\n\
         Any root, function, field, operator or kind is a name too: docql help callers\n\
         Options: docql --help, docql query --help\n",
        table(pages.chain(topics))
    )
}

/// The page of this name, the list, and what the vocabulary says; where there is none of them, commands and sections
/// of the manual that are about it.
fn known(name: &str) -> String {
    let wanted = name.trim_start_matches(['$', '.', '@']).trim_end_matches("()").to_lowercase();
    let mut parts = Vec::new();
    if let Some(page) = Page::find(&wanted) {
        parts.push(printed(&page.markdown(&own_keymap())));
    }
    let is_format = crate::report::FORMATS.iter().any(|(_, format, _)| *format == wanted);
    let listed = if is_format { "formats" } else { &wanted };
    match TOPICS.iter().find(|(topic, ..)| *topic == listed) {
        Some((_, _, list)) => parts.push(list()),
        None => parts.push(entries(&wanted)),
    }
    parts.retain(|part| !part.is_empty());
    if parts.is_empty() {
        // Not a name: everyday words for what the explorer does.
        let meant = COMMANDS.iter().filter(|row| row.is_meant_by(&wanted));
        parts.push(
            meant
                .map(|row| format!("{} (command): {}\n  name: {}  {}\n", row.title, row.doc, row.id, row.docql))
                .collect(),
        );
        parts.push(sections_about(&wanted));
        parts.retain(|part| !part.is_empty());
    }
    parts.join("\n")
}

/// Everything the vocabulary says of a name.
fn entries(name: &str) -> String {
    let is = |known: &str, aliases: &[&str]| {
        known.eq_ignore_ascii_case(name) || aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    };
    let mut out = String::new();
    for row in catalog::ROWS.iter().filter(|row| is(row.name, row.aliases)) {
        let label = match row.kind {
            CatalogKind::Root => "root",
            CatalogKind::List => "list",
            CatalogKind::Function => "function",
        };
        out.push_str(&format!("{} ({label}): {}\n  example: {}\n", row.name, row.doc, row.example));
    }
    for row in catalog::FIELDS.iter().filter(|row| is(row.name, row.aliases)) {
        out.push_str(&format!("{} (field, {}): {}\n", row.name, row.value.label(), row.doc));
    }
    for row in catalog::OPERATORS.iter().filter(|row| is(row.name, row.aliases)) {
        out.push_str(&format!("{} (operator): {}\n  example: {}\n", row.name, row.doc, row.example));
    }
    for row in catalog::FILTER_FUNCTIONS.iter().filter(|row| is(row.name, &[])) {
        out.push_str(&format!("{} (filter function): {}\n  example: {}\n", row.name, row.doc, row.example));
    }
    for row in KINDS.iter().filter(|row| is(row.id, &[row.plural])) {
        out.push_str(&format!("{} (kind): {}\n", row.id, row.doc));
    }
    out
}

fn table(rows: impl Iterator<Item = (String, String)>) -> String {
    let rows: Vec<(String, String)> = rows.collect();
    let width = rows.iter().map(|(name, _)| crate::stdx::display_width(name)).max().unwrap_or(0);
    rows.iter().map(|(name, doc)| format!("  {}  {doc}\n", crate::stdx::pad(name, width))).collect()
}

fn roots() -> String {
    table(
        catalog::ROWS
            .iter()
            .filter(|row| row.kind == CatalogKind::Root)
            .map(|row| (format!("$.{}", row.name), row.doc.to_owned())),
    )
}

fn functions() -> String {
    let label = |row: &catalog::Row| match row.kind {
        CatalogKind::List => format!(".{}", row.name),
        _ => format!(".{}()", row.name),
    };
    let steps: Vec<&catalog::Row> = catalog::ROWS.iter().filter(|row| row.kind != CatalogKind::Root).collect();
    let is_same = |a: &catalog::Row, b: &catalog::Row| a.name == b.name && a.kind == b.kind;
    // A step that means another thing on other rows is one step.
    let first = (0..).zip(&steps).filter(|&(at, row)| !steps[..at].iter().any(|before| is_same(before, row)));
    table(first.map(|(at, row)| {
        let docs: Vec<&str> = steps[at..].iter().filter(|other| is_same(other, row)).map(|row| row.doc).collect();
        (label(row), docs.join("; "))
    }))
}

fn fields() -> String {
    table(catalog::FIELDS.iter().map(|row| (format!("@.{}", row.name), format!("{} ({})", row.doc, row.value.label()))))
}

fn operators() -> String {
    let operators = table(catalog::OPERATORS.iter().map(|row| (row.name.to_owned(), row.doc.to_owned())));
    let functions = table(catalog::FILTER_FUNCTIONS.iter().map(|row| (format!("{}()", row.name), row.doc.to_owned())));
    format!("{operators}  && || ! ( )   logic; and, or, not are understood too\n\nFunctions of filters:\n{functions}")
}

fn kinds() -> String {
    table(KINDS.iter().map(|row| (row.id.to_owned(), row.doc.to_owned())))
}

/// What a program that reads answers wants to know.
const RECORDS: &str = r#"json: {"type":"docql_result", "total", "truncated", "files": {PATH: [RECORD…]}, …}; files in the order of
their best hit. Where that does not tell the order of all records, after a sort or a search, each has its "rank",
from 1. jsonl: a RECORD per line, with its path, in order. A record has "type" (class, heading, match …), "name"
or "text", "line", "end_line", "id", and what else its kind has: docql help fields. --brief leaves out bodies,
--fields path,line,name keeps these; -n N bounds, "total" counts all ("at_least" where words have more).
Errors: {"type":"docql_error", "message", "span", "fixes"}, exit code 2; docql help exit has the others.
"#;

fn formats() -> String {
    let formats = table(crate::report::FORMATS.iter().map(|(_, name, doc)| ((*name).to_owned(), (*doc).to_owned())));
    format!("{formats}\n{RECORDS}")
}

/// What the exit code of the program says.
pub(super) const EXIT_CODES: &[(&str, &str)] = &[
    ("0", "something was found"),
    ("1", "nothing was found"),
    ("2", "it could not be done: a wrong query, a file that cannot be read"),
    ("130", "interrupted"),
];

fn exit_codes() -> String {
    table(EXIT_CODES.iter().map(|(code, doc)| ((*code).to_owned(), (*doc).to_owned())))
}
