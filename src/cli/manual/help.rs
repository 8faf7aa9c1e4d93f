//! `docql help`: the vocabulary, printed from its table.

use crate::app::{COMMANDS, Command, Context, Group, Keymap};
use crate::cli::run::exit::{FAILED, FOUND};
use crate::config::spell_chord;
use crate::docql::catalog::{self, RowKind};
use crate::document::KINDS;
use std::io::Write;

/// One topic: its name, what it is about, and its page.
type Topic = (&'static str, &'static str, fn() -> String);

const TOPICS: &[Topic] = &[
    ("language", "the query language on one page", language),
    ("roots", "where queries start", roots),
    ("functions", "steps: lists and functions", functions),
    ("fields", "fields of nodes and files", fields),
    ("operators", "operators and functions of filters", operators),
    ("kinds", "kinds of nodes", kinds),
    ("formats", "how answers are written", formats),
    ("exit", "exit codes", exit_codes),
    ("keys", "keys of the explorer", keys),
];

/// Prints a topic, or what is known of one name of the vocabulary.
pub fn run(topic: Option<&str>) -> anyhow::Result<u8> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let Some(topic) = topic else {
        writeln!(out, "docql help TOPIC\n")?;
        for (name, doc, _) in TOPICS {
            writeln!(out, "  {name:<12} {doc}")?;
        }
        writeln!(
            out,
            "\nAny root, function, field or operator is a topic too: docql help callers\nOptions: docql --help, docql query --help"
        )?;
        out.flush()?;
        return Ok(FOUND);
    };
    let wanted = topic.trim_start_matches(['$', '.', '@']).trim_end_matches("()").to_lowercase();
    let is_format = crate::report::FORMATS.iter().any(|(_, name, _)| *name == wanted);
    let wanted = if is_format { "formats".to_owned() } else { wanted };
    if let Some((_, _, page)) = TOPICS.iter().find(|(name, ..)| *name == wanted) {
        out.write_all(page().as_bytes())?;
        out.flush()?;
        return Ok(FOUND);
    }
    let mut entry = entries(&wanted);
    if entry.is_empty() {
        // Not a name: everyday words for what the explorer does.
        let meant = COMMANDS.iter().filter(|row| row.is_meant_by(&wanted));
        entry = meant
            .map(|row| format!("{} (command): {}\n  name: {}  {}\n", row.title, row.doc, row.id, row.docql))
            .collect();
    }
    if entry.is_empty() {
        let _ = writeln!(std::io::stderr(), "docql: there is no topic \"{topic}\"; docql help lists them");
        return Ok(FAILED);
    }
    out.write_all(entry.as_bytes())?;
    out.flush()?;
    Ok(FOUND)
}

/// Everything the vocabulary says of a name.
fn entries(name: &str) -> String {
    let is = |known: &str, aliases: &[&str]| {
        known.eq_ignore_ascii_case(name) || aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    };
    let mut out = String::new();
    for row in catalog::ROWS.iter().filter(|row| is(row.name, row.aliases)) {
        let label = match row.kind {
            RowKind::Root => "root",
            RowKind::List => "list",
            RowKind::Function => "function",
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
            .filter(|row| row.kind == RowKind::Root)
            .map(|row| (format!("$.{}", row.name), row.doc.to_owned())),
    )
}

fn functions() -> String {
    let label = |row: &catalog::Row| match row.kind {
        RowKind::List => format!(".{}", row.name),
        _ => format!(".{}()", row.name),
    };
    table(catalog::ROWS.iter().filter(|row| row.kind != RowKind::Root).map(|row| (label(row), row.doc.to_owned())))
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

/// The keys as this user has them.
fn keys() -> String {
    let settings = crate::cli::run::settings::of_user().settings;
    let (keymap, _) = Keymap::read(&settings.keymap, &settings.keys);
    let chords = |command: Command, context: Context| -> Vec<String> {
        keymap.keys_of(context, command).into_iter().map(spell_chord).collect()
    };
    let mut out = String::new();
    for (group, title) in Group::ALL {
        let rows = COMMANDS.iter().filter(|row| row.group == *group).filter_map(|row| {
            let mut keys = chords(row.command, Context::Browse);
            keys.extend(chords(row.command, Context::Prompt));
            keys.dedup();
            (!keys.is_empty()).then(|| (keys.join(" "), row.doc.to_owned()))
        });
        out.push_str(&format!("{title}\n{}\n", table(rows)));
    }
    out
}

/// What a program that reads answers wants to know.
const RECORDS: &str = r#"json: {"type":"docql_result", "total", "truncated", "files": {PATH: [RECORD…]}, …}; files in the order of
their best hit. jsonl: a RECORD per line, with its path. A record has "type" (class, heading, match …), "name"
or "text", "line", "end_line", "id", and what else its kind has: docql help fields. --brief leaves out bodies,
--fields path,line,name keeps these; -n N bounds, "total" counts all. Errors: {"type":"docql_error", "message",
"span", "fixes"}, exit code 2; docql help exit has the others.
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

fn language() -> String {
    format!(
        "A query starts with $ and a root, then steps, then brackets that pick from each list:\n\n\
         {}\nBrackets: [*] [0] [-1] [1:3] [::2] [0,2] [?(condition)]; .* and ..name go down.\n\
         Names: \"Name\" whole (of a title: any part), \"Na*\" glob, /regex/, Type.method.\n\
         Conditions: @.field operator value, joined by && and ||.\n\n{}\n\
         Examples:\n{}",
        roots(),
        operators(),
        catalog::ROWS
            .iter()
            .filter(|row| row.kind == RowKind::Root)
            .map(|row| format!("  {}\n", row.example))
            .collect::<String>(),
    )
}
