//! `docql query`: one question, one answer.

use super::asking::{ask, known_fields};
use super::output::{report_errors, write};
use super::{data, search};
use crate::cli::run::args::Query;
use crate::cli::run::open;
use crate::engine::Reading;
use crate::search::Options;

/// Runs the subcommand.
pub fn run(arguments: Query) -> anyhow::Result<u8> {
    known_fields(&arguments.fields)?;
    if let Some(file) = arguments.data.clone() {
        return data::run(&arguments, &file);
    }
    if !is_path(&arguments.query) {
        return search::words(&arguments, &Options::default());
    }
    let (workspace, mut answer) = match ask(&arguments, Reading::Docql, &Options::default())? {
        Ok(answered) => answered,
        Err(diagnostics) => return report_errors(&arguments, &diagnostics),
    };
    if answer.items.is_empty() && answer.before > 0 && answer.results.total == 0 {
        answer.results.hints = vec![format!("{} found, but none that --kind and --lang leave", answer.before)];
        answer.results.suggestions.clear();
    }
    let code = write(&arguments, &answer.results, &answer.items, &answer.library)?;
    open::keep(&workspace);
    Ok(code)
}

fn is_path(query: &str) -> bool {
    query.trim_start().starts_with(['$', '＄', '￥', '¥', '.', '['])
}
