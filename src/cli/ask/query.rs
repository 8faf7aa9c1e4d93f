//! `docql query`: one question, one answer.

use super::options::{known_fields, limit, limit_time, narrow, out_of_time};
use super::output::{report_errors, write};
use super::search;
use crate::cli::run::args::{OutputFormat, Query};
use crate::cli::run::bar::Bar;
use crate::cli::run::exit::{FOUND, NOTHING};
use crate::cli::run::open;
use crate::docql::{self, Item, Outcome};
use crate::indexer::Indexer;
use crate::library::{Library, Needs};
use crate::report;
use crate::search::Options;
use crate::stdx::{Stale, Ticket, Tickets};
use anyhow::Context;
use std::io::{IsTerminal, Write};
use std::sync::Arc;

/// Files that are parsed for nothing but a better hint, at most.
const MAX_HINT_FILES: usize = 2_000;

/// Runs the subcommand.
pub fn run(arguments: Query) -> anyhow::Result<u8> {
    known_fields(&arguments.fields)?;
    if let Some(file) = arguments.data.clone() {
        return data(&arguments, &file);
    }
    if !is_path(&arguments.query) {
        return search::words(&arguments, &Options::default());
    }
    let plan = match docql::compile(&arguments.query) {
        Ok(plan) => plan,
        Err(diagnostics) => return report_errors(&arguments, &diagnostics),
    };
    let indexer = open::open(&arguments.paths, &arguments.workspace)?;
    let tickets = Tickets::default();
    let ticket = tickets.issue();
    limit_time(arguments.timeout, tickets);
    let bar = Bar::new(arguments.quiet);
    indexer.ensure(plan.needs(), &ticket, &|progress| bar.report(progress)).map_err(|_| out_of_time())?;
    drop(bar);
    let mut library = indexer.library();
    let mut outcome = docql::run(&plan, &library, &ticket).map_err(|_| out_of_time())?;
    if indexer.mend() {
        indexer.ensure(plan.needs(), &ticket, &|_| {}).map_err(|_| out_of_time())?;
        library = indexer.library();
        outcome = docql::run(&plan, &library, &ticket).map_err(|_| out_of_time())?;
    }
    let before = outcome.items.len();
    narrow(&arguments, &library, &mut outcome)?;
    let library = know_more(&arguments, &indexer, &outcome, &ticket).map_err(|_| out_of_time())?;
    let mut results = docql::present(&plan, &outcome, &library, limit(&arguments));
    if outcome.items.is_empty() && before > 0 {
        results.hints = vec![format!("{before} found, but none that --kind and --lang leave")];
        results.suggestions.clear();
    }
    let code = write(&arguments, &results, &outcome.items.first(limit(&arguments)), &library)?;
    open::keep(&indexer);
    Ok(code)
}

/// Indexes what the answer is shown with, though it could be found without: what lines lie in, and
/// where nothing was found the names that may be meant.
fn know_more(arguments: &Query, indexer: &Indexer, outcome: &Outcome, ticket: &Ticket) -> Result<Arc<Library>, Stale> {
    let library = indexer.library();
    let shows_context = match arguments.format {
        OutputFormat::Text => std::io::stdout().is_terminal(),
        OutputFormat::Json | OutputFormat::Jsonl => true,
        OutputFormat::Md | OutputFormat::Paths | OutputFormat::Vimgrep | OutputFormat::Count => false,
    };
    if arguments.quiet {
        return Ok(library);
    }
    if outcome.items.is_empty() && outcome.count.is_none() {
        if library.files().len() - library.indexed() <= MAX_HINT_FILES {
            indexer.ensure(&Needs::Structure, ticket, &|_| {})?;
        }
    } else if shows_context {
        let shown = outcome.items.iter().take(limit(arguments));
        let lines = shown.filter(|found| matches!(found.item, Item::Excerpt(_)));
        let mut paths: Vec<Arc<str>> =
            lines.filter_map(|found| found.item.file()).map(|file| Arc::clone(&library.file(file).path)).collect();
        paths.dedup();
        indexer.ensure_files(&paths, ticket)?;
    }
    Ok(indexer.library())
}

fn is_path(query: &str) -> bool {
    query.trim_start().starts_with(['$', '＄', '￥', '¥', '.', '['])
}

/// `--data FILE`: strict RFC 9535 over one value; the answer is a plain JSON array.
fn data(arguments: &Query, file: &std::path::Path) -> anyhow::Result<u8> {
    let plan = match docql::compile_data(&arguments.query) {
        Ok(plan) => plan,
        Err(diagnostics) => return report_errors(arguments, &diagnostics),
    };
    let bytes = match file.as_os_str() == "-" {
        true => {
            let mut bytes = Vec::new();
            std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut bytes)?;
            bytes
        }
        false => std::fs::read(file).with_context(|| file.display().to_string())?,
    };
    let crate::formats::Decoded::Text { text, .. } = crate::formats::decode(bytes) else {
        anyhow::bail!("{}: not a text file", file.display());
    };
    let tree = data_tree(file, &text)?;
    let library = Library::nothing();
    let found = docql::run_data(&plan, &Arc::new(tree), &library);
    if !arguments.quiet {
        let values: Vec<serde_json::Value> = found
            .iter()
            .filter_map(
                |found| if let Item::Data { tree, node, .. } = &found.item { Some(tree.to_json(*node)) } else { None },
            )
            .collect();
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        report::json_line(&values.into(), &mut out)?;
        out.flush()?;
    }
    Ok(if found.is_empty() { NOTHING } else { FOUND })
}

/// By extension; without a known one JSON is tried before YAML, of which it is nearly a part.
fn data_tree(file: &std::path::Path, text: &str) -> anyhow::Result<crate::document::DataTree> {
    let format = crate::formats::detect(file, text.as_bytes()).info.id;
    let tries: &[&str] = match format {
        "json" => &["json"],
        "yaml" => &["yaml"],
        "toml" => &["toml"],
        _ => &["json", "yaml"],
    };
    let mut first = None;
    for id in tries {
        match crate::formats::parse_data(id, text) {
            Ok(tree) => return Ok(tree),
            Err(problem) => first = first.or(Some(problem)),
        }
    }
    let problem = first.map_or(String::new(), |problem| format!(":{}: {}", problem.line, problem.message));
    anyhow::bail!("{}{problem}", file.display())
}
