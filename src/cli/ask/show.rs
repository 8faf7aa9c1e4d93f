//! `docql show`: what an id or a place names.

use super::asking::{ask, known_fields};
use super::output::write;
use crate::cli::arguments::{Query, Show};
use crate::cli::run::open;
use crate::docql::Item;
use crate::engine::Reading;
use crate::search::Options;

/// Runs the subcommand.
pub fn run(arguments: Show) -> anyhow::Result<u8> {
    known_fields(&arguments.fields)?;
    let arguments = as_query(arguments);
    let answered = ask(&arguments, Reading::Reference, &Options::default())?;
    let (workspace, answer) = answered
        .map_err(|diagnostics| anyhow::anyhow!("{}", diagnostics.iter().map(|it| &*it.message).collect::<String>()))?;
    let mut results = answer.results;
    // A document without text has a reason.
    let file = answer.items.first().filter(|found| matches!(found.item, Item::File(_)));
    if let Some(file) = file.and_then(|found| found.item.file()) {
        let path = &*answer.library.file(file).path;
        let reasons = answer.library.lacking(file);
        results.notes.extend(reasons.iter().map(|reason| format!("{path}: {reason}")));
    }
    let code = write(&arguments, &results, &answer.items, &answer.library)?;
    open::keep(&workspace);
    Ok(code)
}

/// What an answer is asked and written with.
fn as_query(arguments: Show) -> Query {
    Query {
        format: arguments.format,
        full: true,
        fields: arguments.fields,
        color: arguments.color,
        ..Query::plain(arguments.id, arguments.paths, arguments.workspace)
    }
}
