//! `docql places`: the places that a text names.

use super::asking::known_fields;
use super::output::write;
use crate::cli::arguments::{OutputFormat, Places, Query, Workspace};
use crate::cli::run::exit::NOTHING;
use crate::cli::run::{around, open};
use crate::docql::{self, Results};
use crate::engine;
use crate::stdx::{Ticket, is_folded_trace, printing};
use anyhow::Context;
use std::io::{IsTerminal, Read, Write};
use std::path::Path;

/// Bytes of a text that are read.
const MAX_BYTES: u64 = 4 << 20;

/// Runs the subcommand.
pub fn run(arguments: Places) -> anyhow::Result<u8> {
    known_fields(&arguments.fields)?;
    // `docql places main.c:428` means that place.
    let itself = arguments.text.to_str().filter(|text| text.contains([':', '\n']) && !arguments.text.exists());
    let text = itself.map_or_else(|| text(&arguments.text), |text| Ok(text.to_owned()))?;
    if let Some(code) = named(&text, &as_query(arguments), |_| true)? {
        return Ok(code);
    }
    let _ = writeln!(
        printing::stderr(),
        "docql: no line of the text names a place, such as file:12, or a function or test that is here"
    );
    Ok(NOTHING)
}

/// Reads a query that is piped in: `-`. If it is the output of a compiler, the places that it names are the answer.
///
/// # Errors
/// If nothing can be read, or written.
pub(super) fn pasted(arguments: &mut Query) -> anyhow::Result<Option<u8>> {
    if arguments.query == "-" {
        arguments.query = text(Path::new("-"))?.trim_end().to_owned();
    }
    let query = arguments.query.trim();
    let is_message = (query.contains('\n') || is_folded_trace(query)) && !docql::begins_query(query);
    let is_here = |results: &Results| !results.hits.is_empty();
    if is_message { named(&arguments.query, arguments, is_here) } else { Ok(None) }
}

/// Writes the places that `text` names; `None` if it names none, or none that are `wanted`.
fn named(text: &str, arguments: &Query, wanted: fn(&Results) -> bool) -> anyhow::Result<Option<u8>> {
    let root = around::root_of_text(arguments, text);
    let workspace = match &root {
        Some(root) => open::open(&[], &Workspace { root: Some(root.clone()), ..arguments.workspace.clone() })?,
        None => open::open(&arguments.paths, &arguments.workspace)?,
    };
    let forever = Ticket::forever();
    let found = |library| engine::places(library, text);
    for needs in engine::places_need(&workspace.library(), text) {
        workspace.ensure(&needs, &forever, &|_| {})?;
    }
    let library = workspace.library();
    let Some((results, items)) = found(&*library).filter(|(results, _)| wanted(results)) else { return Ok(None) };
    let is_machine = matches!(arguments.format, OutputFormat::Json | OutputFormat::Jsonl);
    if is_machine || arguments.format == OutputFormat::Text {
        // What a place lies in is told as well.
        let mut paths: Vec<_> = results.hits.iter().map(|hit| hit.path.clone()).collect();
        paths.dedup();
        workspace.ensure_files(&paths, &forever)?;
    }
    let library = workspace.library();
    let (mut results, items) = found(&*library).unwrap_or((results, items));
    results.notes.extend(root.as_deref().map(|root| around::told(root, "text")));
    write(arguments, &results, &items, &library).map(Some)
}

/// The text of a file, or of standard input for `-`.
///
/// # Errors
/// If it cannot be read, or if nothing is piped in.
pub(super) fn text(file: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    if file.as_os_str() == "-" {
        if std::io::stdin().is_terminal() {
            anyhow::bail!("the text is read from standard input: cargo build 2>&1 | docql places");
        }
        std::io::stdin().lock().take(MAX_BYTES).read_to_end(&mut bytes)?;
    } else {
        let opened = std::fs::File::open(file).with_context(|| file.display().to_string())?;
        opened.take(MAX_BYTES).read_to_end(&mut bytes).with_context(|| file.display().to_string())?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What an answer is written with.
fn as_query(arguments: Places) -> Query {
    Query {
        format: arguments.format,
        context: arguments.context,
        fields: arguments.fields,
        null: arguments.null,
        color: arguments.color,
        ..Query::plain(String::new(), arguments.paths, arguments.workspace)
    }
}
