//! `docql search`, and words in `docql query`: ranked search by words and by meaning.

use super::asking::{ask, known_fields};
use super::like::{self, Like};
use super::output::{report_errors, write};
use super::places;
use super::query::{asks_something, to_the_letter};
use crate::cli::arguments::{OutputFormat, Query, Search};
use crate::cli::run::exit::{FOUND, NOTHING};
use crate::cli::run::open;
use crate::document::Kind;
use crate::engine::Reading;
use crate::indexer::Indexer;
use crate::library::{Library, is_cjk};
use crate::search::{self, Mode, Options, Target};
use crate::stdx::printable;
use crate::stdx::printing;
use serde_json::json;
use std::io::Write;
use std::sync::Arc;

/// Hits that `--explain` shows unless more are asked for.
const EXPLAINED: usize = 10;

/// Runs the subcommand.
pub fn run(mut arguments: Search) -> anyhow::Result<u8> {
    arguments.query.query = arguments.query.query.trim_start().to_owned();
    let is_image = arguments.image.is_some();
    if !is_image {
        asks_something(&arguments.query)?;
    }
    known_fields(&arguments.query.fields)?;
    let mut options = options(&arguments)?;
    if let Some(code) = places::pasted(&mut arguments.query)? {
        return Ok(code);
    }
    if !is_image {
        asks_something(&arguments.query)?;
    }
    to_the_letter(&mut arguments.query);
    if arguments.expand_only {
        return expand_only(&arguments.query.query);
    }
    let like = arguments.image.as_deref().map(|file| like::read(file, &arguments.query)).transpose()?;
    options.picture = like.as_ref().map(|like| Arc::clone(&like.picture));
    if arguments.explain { explain(&arguments, &options, like) } else { answered(&arguments.query, &options, like) }
}

fn options(arguments: &Search) -> anyhow::Result<Options> {
    let mode = match arguments.mode.mode() {
        Some(mode) => mode,
        None => anyhow::bail!("--mode bm25 is for docql eval"),
    };
    if arguments.image.is_some() && mode == Mode::Keyword {
        anyhow::bail!("--mode keyword looks at words only; leave it out to search with --image");
    }
    // A mode that somebody has asked for is meant.
    let is_listed = lists(&arguments.query) && mode == Mode::default() && arguments.image.is_none();
    let mut options = if is_listed { Options::of_lists() } else { Options::of(mode) };
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

/// Whether hits are counted, listed by their files, or only known to be there, and not shown: then only what has all of the
/// words counts.
pub(super) fn lists(arguments: &Query) -> bool {
    arguments.quiet || matches!(arguments.format, OutputFormat::Count | OutputFormat::Paths)
}

/// Whether a sentence was typed: what is in quotes, and one word, is meant to the letter. Chinese has no spaces.
fn is_sentence(query: &str) -> bool {
    let is_run = || query.chars().filter(|c| is_cjk(*c)).nth(LONGEST_TERM).is_some();
    !query.contains('"') && (query.split_whitespace().nth(1).is_some() || is_run())
}

/// Characters of Chinese without spaces that may be one term.
const LONGEST_TERM: usize = 4;

/// Plain words: ranked search over names, headings, text and meaning.
pub(super) fn words(arguments: &Query, options: &Options) -> anyhow::Result<u8> {
    answered(arguments, options, None)
}

/// The hits of words, or of the picture that they are to be like.
fn answered(arguments: &Query, options: &Options, like: Option<Like>) -> anyhow::Result<u8> {
    let mut asked = ask(arguments, Reading::Words, options)?;
    // Where nothing has all of the words, as nothing has those of a sentence, what is like them is listed.
    if arguments.format == OutputFormat::Paths
        && options.all_words
        && is_sentence(&arguments.query)
        && matches!(&asked, Ok((_, answer)) if answer.results.total == 0)
    {
        asked = ask(arguments, Reading::Words, &Options::of(Mode::default()))?;
    }
    let (workspace, mut answer) = match asked {
        Ok(answered) => answered,
        Err(diagnostics) => return report_errors(arguments, &diagnostics),
    };
    if let Some(like) = &like {
        let told = like.told(&answer)?;
        answer.results.notes.splice(0..0, told);
    }
    let code = write(arguments, &answer.results, &answer.items, &answer.library)?;
    keep(&workspace, like.as_ref());
    Ok(code)
}

/// The hits, each with what made its score.
fn explain(arguments: &Search, options: &Options, like: Option<Like>) -> anyhow::Result<u8> {
    let query = &arguments.query;
    let (workspace, answer) = match ask(query, Reading::Words, options)? {
        Ok(answered) => answered,
        Err(diagnostics) => return report_errors(query, &diagnostics),
    };
    let told = like.as_ref().map(|like| like.told(&answer)).transpose()?.flatten();
    let (ranked, library) = (answer.ranked.unwrap_or_default(), &answer.library);
    let mut out = printing::stdout();
    let shown = query.limit.unwrap_or(EXPLAINED);
    match query.format {
        OutputFormat::Text => {
            if let Some(line) = &told {
                writeln!(out, "{}", printable(line))?;
            }
            for line in search::summary(&ranked) {
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
                "type": "docql_search", "schema": 1, "query": query.query,
                "image": arguments.image.as_ref().map(|file| file.display().to_string()), "total": ranked.total,
                "levels": ranked.levels.iter().map(|level| json!({"level": level.level, "hits": level.hits})).collect::<Vec<_>>(),
                "channels": ranked.found.iter().map(|(name, count)| json!({"channel": name, "hits": count})).collect::<Vec<_>>(),
                "files_with_vectors": ranked.vectors.map(|(with, _)| with),
                "pictures_with_vectors": ranked.pictures.map(|(with, _)| with),
                "hits": hits,
            });
            writeln!(out, "{whole}")?;
        }
        _ => anyhow::bail!("--explain writes text or json"),
    }
    out.flush()?;
    keep(&workspace, like.as_ref());
    Ok(if ranked.hits.is_empty() { NOTHING } else { FOUND })
}

fn keep(workspace: &Indexer, like: Option<&Like>) {
    match like {
        Some(_) => open::keep_paid(workspace),
        None => open::keep(workspace),
    }
}

fn place(target: Target, library: &Library) -> (String, u32, Option<(Kind, String)>) {
    match target {
        Target::File(file) => (library.file(file).path.to_string(), 0, None),
        Target::Text { file, line, .. } | Target::Line { file, line, .. } => {
            (library.file(file).path.to_string(), line, None)
        }
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
    let mut out = printing::stdout();
    for line in search::expansion(&search::read(words)) {
        writeln!(out, "{}", printable(&line))?;
    }
    out.flush()?;
    Ok(FOUND)
}
