//! `docql places`: the places that a text names.

use super::asking::known_fields;
use super::output::write;
use crate::cli::arguments::{OutputFormat, Places, Query};
use crate::cli::run::exit::NOTHING;
use crate::cli::run::open;
use crate::engine;
use crate::stdx::Ticket;
use crate::stdx::printing;
use anyhow::Context;
use std::io::{IsTerminal, Read, Write};
use std::path::Path;

/// Bytes of a text that are read.
const MAX_BYTES: u64 = 4 << 20;

/// Runs the subcommand.
pub fn run(arguments: Places) -> anyhow::Result<u8> {
    known_fields(&arguments.fields)?;
    let text = text(&arguments.text)?;
    let workspace = open::open(&arguments.paths, &arguments.workspace)?;
    let forever = Ticket::forever();
    let found = |library| engine::places(library, &text);
    workspace.ensure(&engine::places_need(&workspace.library(), &text), &forever, &|_| {})?;
    let library = workspace.library();
    let Some((results, items)) = found(&*library) else {
        let _ = writeln!(
            printing::stderr(),
            "docql: no line of the text names a place, such as file:12, or a function or test that is here"
        );
        return Ok(NOTHING);
    };
    let is_machine = matches!(arguments.format, OutputFormat::Json | OutputFormat::Jsonl);
    if is_machine || arguments.format == OutputFormat::Text {
        // What a place lies in is told as well.
        let mut paths: Vec<_> = results.hits.iter().map(|hit| hit.path.clone()).collect();
        paths.dedup();
        workspace.ensure_files(&paths, &forever)?;
    }
    let library = workspace.library();
    let (results, items) = found(&*library).unwrap_or((results, items));
    write(&as_query(arguments), &results, &items, &library)
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
