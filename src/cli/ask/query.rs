//! `docql query`: one question, one answer.

use super::search;
use crate::cli::run::args::{Order, OutputFormat, Query, When};
use crate::cli::run::bar::Bar;
use crate::cli::run::exit::{FAILED, FOUND, NOTHING};
use crate::cli::run::open;
use crate::docql::{self, Diagnostic, Found, Item, Outcome, RecordOptions, Results};
use crate::document::Kind;
use crate::indexer::Indexer;
use crate::library::{Library, Needs};
use crate::report::{self, Answer};
use crate::search::Options;
use crate::stdx::{Stale, Ticket, Tickets, printable};
use anyhow::Context;
use std::io::{IsTerminal, Write};
use std::sync::Arc;

/// Hits shown on a terminal unless more are asked for.
const SCREENFUL: usize = 500;

/// So many files are parsed for nothing but a better hint.
const FEW_FILES: usize = 2_000;

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
        if library.files().len() - library.indexed() <= FEW_FILES {
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

/// A field that nothing has is a slip: null in every record would hide it.
pub(super) fn known_fields(fields: &[String]) -> anyhow::Result<()> {
    for name in fields {
        docql::check_record_field(name).map_err(|near| {
            let hint = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
            anyhow::anyhow!("--fields: there is no field \"{name}\"{hint}\n  docql help fields lists them")
        })?;
    }
    Ok(())
}

fn is_path(query: &str) -> bool {
    query.trim_start().starts_with(['$', '＄', '￥', '¥', '.', '['])
}

pub(super) fn out_of_time() -> anyhow::Error {
    anyhow::anyhow!("gave up after --timeout; narrow the query, or name the paths to look in")
}

/// Makes the ticket stale when the time is over.
pub(super) fn limit_time(seconds: Option<f64>, tickets: Tickets) {
    if let Some(limit) = seconds.and_then(|seconds| std::time::Duration::try_from_secs_f64(seconds).ok()) {
        std::thread::spawn(move || {
            std::thread::sleep(limit);
            tickets.cancel();
        });
    }
}

/// Applies `--kind`, `--lang` and `--sort path`.
pub(super) fn narrow(arguments: &Query, library: &Library, outcome: &mut Outcome) -> anyhow::Result<()> {
    if arguments.kind.is_none() && arguments.lang.is_none() && arguments.sort != Some(Order::Path) {
        return Ok(());
    }
    let mut items: Vec<Found> = std::mem::take(&mut outcome.items).into();
    if let Some(wanted) = wanted_kind(arguments)? {
        items.retain(|found| docql::hit(library, found).kind == wanted);
    }
    if let Some(language) = wanted_language(arguments)? {
        items.retain(|found| found.item.file().is_some_and(|file| library.file(file).format.id == language));
    }
    if arguments.sort == Some(Order::Path) {
        items.sort_by_key(|found| {
            let node = if let Item::Node(node) = &found.item { node.node } else { 0 };
            (found.item.file(), node)
        });
    }
    outcome.items = items.into();
    Ok(())
}

/// The kind that `--kind` names.
pub(super) fn wanted_kind(arguments: &Query) -> anyhow::Result<Option<Kind>> {
    let parse = |kind: &String| {
        Kind::parse(kind).with_context(|| format!("there is no kind \"{kind}\"; docql help kinds lists them"))
    };
    arguments.kind.as_ref().map(parse).transpose()
}

/// The language that `--lang` names.
pub(super) fn wanted_language(arguments: &Query) -> anyhow::Result<Option<&'static str>> {
    let parse = |name: &String| {
        let format = crate::formats::by_name(name);
        format.map(|format| format.info.id).with_context(|| {
            let ids = crate::formats::FORMATS.iter().map(|format| format.info.id);
            let near = ids
                .min_by_key(|id| crate::stdx::edit_distance(id, name, 2))
                .filter(|id| crate::stdx::edit_distance(id, name, 2) <= 2);
            format!(
                "there is no language \"{name}\"{}",
                near.map_or(String::new(), |near| format!("; did you mean {near}?"))
            )
        })
    };
    arguments.lang.as_ref().map(parse).transpose()
}

/// How many hits are to be presented.
pub(in crate::cli) fn limit(arguments: &Query) -> usize {
    match arguments.format {
        // A number is a hit of its own.
        OutputFormat::Count => 1,
        _ => wanted(arguments),
    }
}

/// How many hits are wanted.
pub(in crate::cli) fn wanted(arguments: &Query) -> usize {
    let screen = arguments.format == OutputFormat::Text && std::io::stdout().is_terminal();
    match arguments.limit {
        Some(limit) => limit,
        None if screen && !arguments.all => SCREENFUL,
        None => usize::MAX,
    }
}

pub(in crate::cli) fn write(
    arguments: &Query,
    results: &Results,
    items: &[Found],
    library: &Library,
) -> anyhow::Result<u8> {
    let terminal = std::io::stdout().is_terminal();
    let answer = Answer {
        results,
        items,
        library,
        options: RecordOptions { fields: arguments.fields.clone(), brief: arguments.brief },
        colour: colour(arguments.color, terminal),
        grouped: terminal,
        context: arguments.context,
        full: arguments.full,
        path_end: if arguments.null { '\0' } else { '\n' },
    };
    if !arguments.quiet {
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        match arguments.format {
            OutputFormat::Text => report::text(&answer, &mut out)?,
            OutputFormat::Json => report::json(&answer, &mut out)?,
            OutputFormat::Jsonl => report::jsonl(&answer, &mut out)?,
            OutputFormat::Paths => report::paths(&answer, &mut out)?,
            OutputFormat::Vimgrep => report::vimgrep(&answer, &mut out)?,
            OutputFormat::Md => report::markdown(&answer, &mut out)?,
            OutputFormat::Count => report::count(&answer, &mut out)?,
        }
        out.flush()?;
        remarks(arguments, results);
    }
    Ok(if results.total > 0 { FOUND } else { NOTHING })
}

fn colour(when: When, terminal: bool) -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto => {
            (terminal || set("CLICOLOR_FORCE"))
                && !set("NO_COLOR")
                && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
        }
    }
}

/// What is worth knowing beside the answer, on standard error.
fn remarks(arguments: &Query, results: &Results) {
    let mut stderr = std::io::stderr();
    let mut say = |text: String| {
        let _ = writeln!(stderr, "docql: {text}");
    };
    let machine = matches!(arguments.format, OutputFormat::Json | OutputFormat::Jsonl);
    if results.hits.len() < results.total && arguments.format != OutputFormat::Count {
        say(format!("{} of {} shown (--all)", results.hits.len(), results.total));
    }
    if let Some((read, all)) = results.partial {
        say(format!("partial: {read} of {all} files read"));
    }
    if !machine {
        for note in &results.notes {
            say(printable(note).into_owned());
        }
        let shown = results.hits.iter().filter(|hit| hit.is_by_name()).count();
        if shown > 0 && arguments.format == OutputFormat::Text {
            say(format!("{shown} marked ~ may mean another of the name"));
        }
    }
    if results.total == 0 && !machine {
        for hint in &results.hints {
            say(printable(hint).into_owned());
        }
    }
    if !machine {
        for suggestion in &results.suggestions {
            say(format!("try: {}", printable(suggestion)));
        }
    }
}

fn report_errors(arguments: &Query, diagnostics: &[Diagnostic]) -> anyhow::Result<u8> {
    if matches!(arguments.format, OutputFormat::Json | OutputFormat::Jsonl) {
        let mut out = std::io::stdout().lock();
        report::json_line(&report::diagnostics_json(diagnostics), &mut out)?;
    }
    let errors: Vec<Diagnostic> =
        diagnostics.iter().filter(|diagnostic| diagnostic.severity == docql::Severity::Error).cloned().collect();
    let _ = write!(std::io::stderr(), "{}", report::diagnostics_text(&arguments.query, &errors));
    Ok(FAILED)
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
