//! A question from the command line: arguments → [`engine::Question`] → answer, within the time allowed.

use super::output::{limit, wanted};
use crate::cli::arguments::{Order, OutputFormat, Query, Workspace};
use crate::cli::run::bar::Bar;
use crate::cli::run::{around, open};
use crate::docql::{self, Detail, Diagnostic};
use crate::document::Kind;
use crate::engine::{self, Audience, Event, Question, Reading, Spends, Unanswered};
use crate::indexer::Indexer;
use crate::search::{Options, PatternRequest};
use crate::stdx::{Tickets, edit_distance};
use anyhow::Context;
use std::io::IsTerminal;

/// Ranked hits that are written unless more are asked for, and on a terminal.
const RANKED: usize = 50;
const RANKED_ON_TERMINAL: usize = 20;

/// Ranked hits written at most: what lies further behind is seldom looked at.
const MAX_RANKED: usize = 10_000;

/// Opens the workspace and asks. The inner error holds the diagnostics of a query that cannot be read.
pub(super) fn ask(
    arguments: &Query,
    reading: Reading,
    search: &Options,
) -> anyhow::Result<Result<(Indexer, engine::Answer), Vec<Diagnostic>>> {
    let seen = if reading == Reading::Docql { None } else { around::from_root(arguments) };
    let arguments = &seen.map_or(arguments.clone(), |query| Query { query, ..arguments.clone() });
    let question = question(arguments, reading, search)?;
    if reading == Reading::Docql
        && let Err(diagnostics) = docql::compile(&question.text)
    {
        // A slip in the query is told before anything is opened.
        return Ok(Err(diagnostics));
    }
    let root = around::root_named(arguments, reading);
    let workspace = match &root {
        Some(root) => open::open(&[], &Workspace { root: Some(root.clone()), ..arguments.workspace.clone() })?,
        None => open::open(&arguments.paths, &arguments.workspace)?,
    };
    let tickets = Tickets::default();
    let ticket = tickets.issue();
    limit_time(arguments.timeout, tickets);
    let bar = Bar::new(arguments.quiet);
    let answered = engine::answer(&workspace, &question, &ticket, &|event| {
        if let Event::Indexed(progress) = event {
            bar.report(progress);
        }
    });
    drop(bar);
    match answered {
        Ok(mut answer) => {
            answer.results.notes.extend(root.as_deref().map(|root| around::told(root, "query")));
            let as_query = as_query(&arguments.query).filter(|_| question.reading == Reading::Words);
            answer.results.hints.extend(as_query.map(|query| format!("searched as words; as a query it is {query}")));
            let is_otherwise = question.reading != reading;
            answer.results.notes.extend(is_otherwise.then(|| format!("every line that says it: {}", question.text)));
            Ok(Ok((workspace, answer)))
        }
        Err(Unanswered::Invalid(diagnostics) | Unanswered::Defect(diagnostics)) => Ok(Err(diagnostics)),
        Err(Unanswered::Stale | Unanswered::Unlisted) => {
            anyhow::bail!("gave up after --timeout; narrow the query, or name the paths to look in")
        }
    }
}

fn question(arguments: &Query, reading: Reading, search: &Options) -> anyhow::Result<Question> {
    let context = match arguments.format {
        OutputFormat::Text => std::io::stdout().is_terminal(),
        OutputFormat::Json | OutputFormat::Jsonl => true,
        OutputFormat::Md | OutputFormat::Csv | OutputFormat::Paths | OutputFormat::Vimgrep | OutputFormat::Count => {
            false
        }
    };
    let every_line = if reading == Reading::Words { every_line(arguments) } else { None };
    let reading = if every_line.is_some() { Reading::Docql } else { reading };
    let most = if reading == Reading::Words { ranked_limit(arguments) } else { usize::MAX };
    Ok(Question {
        text: every_line.unwrap_or_else(|| arguments.query.clone()),
        reading,
        audience: Audience::Report { context: context && !arguments.quiet, hints: !arguments.quiet },
        search: search.clone(),
        kind: wanted_kind(arguments)?,
        format: wanted_language(arguments)?,
        order: if arguments.sort == Some(Order::Path) { engine::Order::Path } else { engine::Order::Yielded },
        limit: limit(arguments).min(most),
        detail: detail(arguments),
        lines: limit(arguments),
        depth: wanted(arguments).min(most).min(MAX_RANKED),
        spends: Spends::Tokens,
        titles: docql::tell_of_structure(&arguments.fields),
    })
}

/// What words are as a query if they are one that lacks its beginning: `code.function("run")`. Anything may be a key of data.
fn as_query(words: &str) -> Option<String> {
    let words = words.trim();
    let root = words.split(['.', '[']).next().filter(|root| docql::is_root(root) && *root != "data")?;
    let query = format!("$.{words}");
    (words.len() > root.len() + 1 && docql::compile(&query).is_ok()).then_some(query)
}

/// The query for every line that says what is in quotes, or signs, where all of them are counted or listed: what is ranked
/// for reading has a row for each function, and ends somewhere.
fn every_line(arguments: &Query) -> Option<String> {
    let is_all = match arguments.format {
        OutputFormat::Count | OutputFormat::Paths => true,
        OutputFormat::Vimgrep | OutputFormat::Text => arguments.all,
        OutputFormat::Json | OutputFormat::Jsonl | OutputFormat::Md | OutputFormat::Csv => false,
    };
    let is_plain = arguments.limit.is_none() && arguments.kind.is_none();
    if is_all && is_plain { PatternRequest::of_phrase(&arguments.query).map(|phrase| phrase.query()) } else { None }
}

/// What of a hit is made: where nobody sees rows grouped by file, what is written in a line or a record.
fn detail(arguments: &Query) -> Detail {
    match arguments.format {
        OutputFormat::Text if std::io::stdout().is_terminal() => Detail::Whole,
        _ => Detail::Written,
    }
}

/// Ranked hits that are written where no number is given: only a script that says `--all` wants what lies further
/// behind.
fn ranked_limit(arguments: &Query) -> usize {
    match arguments.limit {
        Some(_) => usize::MAX,
        // A list of files is whole, or it is no list.
        None if arguments.all || matches!(arguments.format, OutputFormat::Count | OutputFormat::Paths) => MAX_RANKED,
        None if arguments.format == OutputFormat::Text && std::io::stdout().is_terminal() => RANKED_ON_TERMINAL,
        None => RANKED,
    }
}

/// A field that nothing has is a slip: null in every record would hide it.
pub(super) fn known_fields(fields: &[String]) -> anyhow::Result<()> {
    for name in fields {
        docql::check_record_field(name)
            .map_err(|error| anyhow::anyhow!("--fields: {error}\n  docql help fields lists them"))?;
    }
    Ok(())
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

/// The kind that `--kind` names.
fn wanted_kind(arguments: &Query) -> anyhow::Result<Option<Kind>> {
    let parse = |kind: &String| {
        Kind::parse(kind).with_context(|| format!("there is no kind \"{kind}\"; docql help kinds lists them"))
    };
    arguments.kind.as_ref().map(parse).transpose()
}

/// The language that `--lang` names.
fn wanted_language(arguments: &Query) -> anyhow::Result<Option<&'static str>> {
    let parse = |name: &String| {
        let format = crate::formats::by_name(name);
        format.map(|format| format.info.id).with_context(|| {
            let ids = crate::formats::FORMATS.iter().map(|format| format.info.id);
            let near = ids.min_by_key(|id| edit_distance(id, name, 2)).filter(|id| edit_distance(id, name, 2) <= 2);
            format!(
                "there is no language \"{name}\"{}",
                near.map_or(String::new(), |near| format!("; did you mean {near}?"))
            )
        })
    };
    arguments.lang.as_ref().map(parse).transpose()
}
