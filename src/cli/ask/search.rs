//! `docql search`, and words in `docql query`: ranked search by words and by meaning.

use super::options::{known_fields, limit, limit_time, narrow, out_of_time, wanted, wanted_kind, wanted_language};
use super::output::write;
use crate::cli::run::args::{OutputFormat, Query, Search};
use crate::cli::run::bar::Bar;
use crate::cli::run::exit::{FOUND, NOTHING};
use crate::cli::run::open;
use crate::docql::{self, Heading, Outcome, Shape};
use crate::indexer::Indexer;
use crate::library::{Library, Needs};
use crate::search::{self, Asking, Judge, Mode, Options, Ranked, Request};
use crate::stdx::{Stale, Ticket, Tickets, printable};
use crate::{document::Kind, search::Target};
use serde_json::json;
use std::io::{IsTerminal, Write};
use std::sync::Arc;

/// Where there is so much text at most, its vectors are made for one search: a few seconds, once.
const QUICK_BYTES: u64 = 16 << 20;

/// Ranked hits that are written unless more are asked for, and on a terminal.
const RANKED: usize = 50;
const SCREENFUL: usize = 20;

/// Ranked hits that are counted, and written at most.
const DEEPEST: usize = 10_000;

/// Hits that `--explain` shows unless more are asked for.
const EXPLAINED: usize = 10;

/// Runs the subcommand.
pub fn run(arguments: Search) -> anyhow::Result<u8> {
    known_fields(&arguments.query.fields)?;
    let options = options(&arguments)?;
    if arguments.expand_only {
        return expand_only(&arguments.query.query);
    }
    if arguments.explain { explain(&arguments, &options) } else { words(&arguments.query, &options) }
}

fn options(arguments: &Search) -> anyhow::Result<Options> {
    let mode = match arguments.mode.mode() {
        Some(mode) => mode,
        None => anyhow::bail!("--mode bm25 is for docql eval"),
    };
    let mut options = Options::of(mode);
    if let Some(alpha) = arguments.alpha {
        if !(0.0..=1.0).contains(&alpha) {
            anyhow::bail!("--alpha {alpha}: a share between 0 (words only) and 1 (meaning only)");
        }
        if !matches!(mode, Mode::Smart | Mode::Hybrid) {
            anyhow::bail!("--alpha is for --mode smart and --mode hybrid");
        }
        options.alpha = alpha;
    }
    Ok(options)
}

/// Plain words: ranked search over names, headings, text and meaning.
pub(in crate::cli) fn words(arguments: &Query, options: &Options) -> anyhow::Result<u8> {
    let request = asked(arguments)?;
    let answer = Answer::to(&request, arguments, options)?;
    let mut outcome = Outcome { items: search::items(&answer.found).into(), count: None };
    narrow(arguments, &answer.library, &mut outcome)?;
    let heading = Heading {
        query: arguments.query.clone(),
        shape: Shape::Nodes,
        ranked: arguments.sort != Some(crate::cli::run::args::Order::Path),
        partial: None,
    };
    let items: Vec<docql::Found> = outcome.items.into();
    let shown = limit(arguments).min(ranked_limit(arguments));
    let mut results = docql::present_items(heading, &items, &answer.library, shown);
    if !answer.found.is_whole {
        let counted = (&request, &*answer.library);
        let count = search::count(&answer.found, counted, &answer.options, DEEPEST, &Ticket::forever());
        (results.total, results.at_least) = (count.hits.max(results.total), count.at_least);
    }
    let notes = search::notes(&request, &answer.found, &answer.library, &Ticket::forever());
    *if results.total == 0 { &mut results.hints } else { &mut results.notes } = notes;
    if let Some(query) = docql::without_sigil(&arguments.query) {
        results.suggestions.push(query);
    }
    let code = write(arguments, &results, &items, &answer.library)?;
    open::keep(&answer.indexer);
    Ok(code)
}

/// What was typed, with what `--kind` and `--lang` say beside it: they restrict before hits are ranked and cut.
fn asked(arguments: &Query) -> anyhow::Result<Request> {
    let mut request = search::read(&arguments.query);
    if let Some(kind) = wanted_kind(arguments)?
        && request.facets.kind.is_empty()
    {
        request.facets.kind.push(kind);
    }
    if let Some(language) = wanted_language(arguments)?
        && request.facets.lang.is_empty()
    {
        request.facets.lang.push(language.to_owned());
    }
    Ok(request)
}

/// How many ranked hits are written where no number is given: what lies further behind is seldom looked at, and only
/// a script that says `--all` wants it.
fn ranked_limit(arguments: &Query) -> usize {
    match arguments.limit {
        Some(_) => usize::MAX,
        None if arguments.all || arguments.format == OutputFormat::Count => DEEPEST,
        None if arguments.format == OutputFormat::Text && std::io::stdout().is_terminal() => SCREENFUL,
        None => RANKED,
    }
}

struct Answer {
    indexer: Indexer,
    options: Options,
    found: Ranked,
    library: Arc<Library>,
}

impl Answer {
    fn to(request: &Request, arguments: &Query, options: &Options) -> anyhow::Result<Answer> {
        let indexer = open::open(&arguments.paths, &arguments.workspace)?;
        let tickets = Tickets::default();
        let ticket = tickets.issue();
        limit_time(arguments.timeout, tickets);
        let bar = Bar::new(arguments.quiet);
        let needs = needs(request, options, &indexer);
        indexer.ensure(&needs, &ticket, &|progress| bar.report(progress)).map_err(|_| out_of_time())?;
        drop(bar);
        let depth = wanted(arguments).min(ranked_limit(arguments)).min(DEEPEST);
        let mut answer = ranked(request, options, &indexer, depth, &ticket).map_err(|_| out_of_time())?;
        if indexer.mend() {
            indexer.ensure(&needs, &ticket, &|_| {}).map_err(|_| out_of_time())?;
            answer = ranked(request, options, &indexer, depth, &ticket).map_err(|_| out_of_time())?;
        }
        let Found { found, library, options } = answer;
        Ok(Answer { indexer, options, found, library })
    }
}

/// What the search needs: vectors where they are asked for, or are quickly made.
fn needs(request: &Request, options: &Options, indexer: &Indexer) -> Needs {
    let library = indexer.library();
    // An endpoint is slow and may cost money: `docql index` and the explorer have it make vectors.
    let is_quick = indexer.embeddings().is_some_and(|embeddings| embeddings.endpoint().is_none());
    let bytes: u64 = library.files().iter().filter(|file| !file.text_only).map(|file| file.size).sum();
    match options.mode {
        Mode::Semantic | Mode::Hybrid => Needs::Vectors,
        Mode::Smart if is_quick && bytes <= QUICK_BYTES && !request.is_empty() => Needs::Vectors,
        Mode::Smart | Mode::Keyword => search::needs(request),
    }
}

/// What a search found, where, and what it was told to do.
struct Found {
    found: Ranked,
    library: Arc<Library>,
    options: Options,
}

/// Searches, and once more when the files that matter are known better.
fn ranked(
    request: &Request,
    options: &Options,
    indexer: &Indexer,
    limit: usize,
    ticket: &Ticket,
) -> Result<Found, Stale> {
    let mut library = indexer.library();
    let meant = search::meant(request, options, &library, indexer.embeddings(), Asking::Now, ticket)?;
    let options = Options { meant, ..options.clone() };
    let mut found = search::run(request, &library, &options, limit, ticket);
    if let Some(wish) = search::wish(&found, &library) {
        match wish {
            search::Wish::Files(paths) => indexer.ensure_files(&paths, ticket)?,
            search::Wish::Structure => indexer.ensure(&Needs::Structure, ticket, &|_| {})?,
        }
        library = indexer.library();
        found = search::run(request, &library, &options, limit, ticket);
    }
    // Searches that are told to stop answer with a part: half an answer would look like a whole one.
    ticket.check()?;
    let judge = Judge { reranker: indexer.reranker().cloned(), asking: Asking::Now };
    search::rerank(&mut found, request, &library, &judge, ticket)?;
    Ok(Found { found, library, options })
}

/// The hits, each with what made its score.
fn explain(arguments: &Search, options: &Options) -> anyhow::Result<u8> {
    let query = &arguments.query;
    let request = asked(query)?;
    let answer = Answer::to(&request, query, options)?;
    let (ranked, library) = (&answer.found, &answer.library);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let shown = query.limit.unwrap_or(EXPLAINED);
    match query.format {
        OutputFormat::Text => {
            for line in search::summary(ranked) {
                writeln!(out, "{}", printable(&line))?;
            }
            for (place, hit) in ranked.hits.iter().take(shown).enumerate() {
                writeln!(out, "{}. {}", place + 1, printable(&named(hit.target, library)))?;
                for line in search::reasons(hit) {
                    writeln!(out, "     {}", printable(&line))?;
                }
            }
        }
        OutputFormat::Json => {
            let hits: Vec<serde_json::Value> = ranked.hits.iter().take(shown).map(|hit| record(hit, library)).collect();
            let whole = json!({
                "type": "docql_search", "schema": 1, "query": query.query, "total": ranked.total,
                "levels": ranked.levels.iter().map(|level| json!({"level": level.level, "hits": level.hits})).collect::<Vec<_>>(),
                "channels": ranked.found.iter().map(|(name, count)| json!({"channel": name, "hits": count})).collect::<Vec<_>>(),
                "files_with_vectors": ranked.vectors.map(|(with, _)| with),
                "hits": hits,
            });
            writeln!(out, "{whole}")?;
        }
        _ => anyhow::bail!("--explain writes text or json"),
    }
    out.flush()?;
    open::keep(&answer.indexer);
    Ok(if ranked.hits.is_empty() { NOTHING } else { FOUND })
}

fn place(target: Target, library: &Library) -> (String, u32, Option<(Kind, String)>) {
    match target {
        Target::File(file) => (library.file(file).path.to_string(), 0, None),
        Target::Text { file, line, .. } => (library.file(file).path.to_string(), line, None),
        Target::Node(at) => {
            let path = library.file(at.file).path.to_string();
            let node = library.outline(at.file).filter(|outline| at.node < outline.len());
            let named = node.map(|outline| (outline.kind(at.node), outline.name(at.node).to_owned()));
            (path, node.map_or(0, |outline| outline.line(at.node)), named)
        }
    }
}

fn named(target: Target, library: &Library) -> String {
    match place(target, library) {
        (path, 0, _) => path,
        (path, line, Some((kind, name))) => format!("{path}:{line}: {} {name}", kind.id()),
        (path, line, None) => format!("{path}:{line}"),
    }
}

fn record(hit: &search::RankedHit, library: &Library) -> serde_json::Value {
    let (path, line, named) = place(hit.target, library);
    let parts = &hit.parts;
    json!({
        "path": path, "line": line,
        "kind": named.as_ref().map(|(kind, _)| kind.id()), "name": named.as_ref().map(|(_, name)| name),
        "score": hit.score,
        "parts": {
            "name": parts.name, "words": parts.words, "meaning": parts.meaning, "kind": parts.kind,
            "ranks": parts.rank, "together": parts.proximity, "summary": parts.summary, "each": parts.late_interaction, "prose": parts.prose, "role": parts.role, "apart": parts.diversity, "whole": parts.whole,
        },
        "reranked": hit.reranked.map(|(score, place)| json!({"score": score, "from": place})),
        "channels": hit.channels.iter().map(|(name, rank)| json!({"channel": name, "rank": rank})).collect::<Vec<_>>(),
    })
}

/// How words are read and widened, without searching.
fn expand_only(words: &str) -> anyhow::Result<u8> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in search::expansion(&search::read(words)) {
        writeln!(out, "{}", printable(&line))?;
    }
    out.flush()?;
    Ok(FOUND)
}
