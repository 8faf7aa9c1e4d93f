//! `docql pick`: the explorer on the terminal, what was chosen on standard output.

use super::places;
use crate::app::Sought;
use crate::cli::arguments::{Pick, PickFormat};
use crate::cli::run::exit::{FOUND, NOTHING};
use crate::cli::run::{models, open, settings};
use crate::docql::{FileGroup, Found, Hit, RecordOptions, Results, Shape, retrace};
use crate::library::Library;
use crate::report::{self, WrittenAnswer};
use crate::stdx::printable;
use crate::stdx::printing;
use crate::tui::Ending;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Nothing was chosen, as after Ctrl-C.
const CANCELLED: u8 = 130;

/// Runs the subcommand.
pub fn run(mut arguments: Pick) -> anyhow::Result<u8> {
    let query = match arguments.places {
        true => {
            arguments.paths.splice(0..0, arguments.first.take().map(PathBuf::from));
            Some(places::text(Path::new("-"))?)
        }
        false => query(&mut arguments),
    };
    let options = open::options(&arguments.paths, &arguments.workspace)?;
    if options.files_from.as_ref().is_some_and(Vec::is_empty) {
        return Ok(NOTHING);
    }
    let mut settings = settings::source(Some(&options.base));
    settings.flags.extend(arguments.theme.clone().map(|theme| ("--theme", "theme", theme)));
    let state = open::state(&options);
    let models = Some(models::source(options.base.clone()));
    let explorer = crate::tui::Options {
        workspace: options,
        query,
        sought: match (arguments.files, arguments.directories) {
            (true, _) => Sought::Files,
            (_, true) => Sought::Directories,
            _ => Sought::Contents,
        },
        changes: false,
        settings,
        state,
        models,
        resume: false,
        pick: true,
        pick_query: arguments.queries,
        lines: arguments.inline,
        tutorial: None,
    };
    match crate::tui::run(explorer)? {
        Ending::Left { .. } => Ok(CANCELLED),
        Ending::PickedQuery(query) => {
            let mut out = printing::stdout();
            write!(out, "{}{}", printable(&query), if arguments.null { '\0' } else { '\n' })?;
            out.flush()?;
            Ok(FOUND)
        }
        Ending::Picked { hits, library } => {
            write(&arguments, hits, &library)?;
            Ok(FOUND)
        }
    }
}

/// The query. A first argument that is a path is one, unless the query was given by its option.
fn query(arguments: &mut Pick) -> Option<String> {
    let first = arguments.first.take();
    match (arguments.query.take(), first) {
        (Some(query), first) => {
            arguments.paths.splice(0..0, first.map(PathBuf::from));
            Some(query)
        }
        (None, Some(first)) if !first.starts_with('$') && !first.is_empty() && PathBuf::from(&first).exists() => {
            arguments.paths.insert(0, first.into());
            None
        }
        (None, first) => first.filter(|query| !query.is_empty()),
    }
}

fn write(arguments: &Pick, hits: Vec<Hit>, library: &Library) -> anyhow::Result<()> {
    let terminal = std::io::stdout().is_terminal();
    let end = if arguments.null { '\0' } else { '\n' };
    let mut out = printing::stdout();
    if arguments.format == PickFormat::Place {
        for hit in &hits {
            let place = place(hit);
            let place = if terminal { printable(&place).into_owned() } else { place };
            write!(out, "{place}{end}")?;
        }
        out.flush()?;
        return Ok(());
    }
    let (hits, items): (Vec<Hit>, Vec<Found>) =
        hits.into_iter().filter_map(|hit| retrace(&hit, library).map(|found| (hit, found))).unzip();
    let results = results(hits);
    let answer = WrittenAnswer {
        results: &results,
        items: &items,
        library,
        options: RecordOptions { fields: Vec::new(), brief: false },
        colour: false,
        grouped: terminal,
        context: 0,
        full: false,
        path_end: end,
    };
    match arguments.format {
        PickFormat::Place | PickFormat::Paths => report::paths(&answer, &mut out)?,
        PickFormat::Vimgrep => report::vimgrep(&answer, &mut out)?,
        PickFormat::Json => report::json(&answer, &mut out)?,
        PickFormat::Jsonl => report::jsonl(&answer, &mut out)?,
        PickFormat::Text => report::text(&answer, &mut out)?,
        PickFormat::Md => report::markdown(&answer, &mut out)?,
    }
    out.flush()?;
    Ok(())
}

/// `path:line`; a file or a directory alone has no line.
fn place(hit: &Hit) -> String {
    let path =
        if hit.path.is_empty() || hit.kind == crate::document::Kind::Directory { hit.key.path() } else { &hit.path };
    if hit.shown_line() == 0 { path.to_owned() } else { format!("{path}:{}", hit.shown_line()) }
}

/// Chosen rows as an answer of their own.
fn results(hits: Vec<Hit>) -> Results {
    let mut groups: Vec<FileGroup> = Vec::new();
    for (at, hit) in hits.iter().enumerate() {
        match groups.last_mut() {
            Some(group) if group.path == hit.path => {
                group.total += 1;
                group.hits.end = at + 1;
            }
            _ => groups.push(FileGroup { path: hit.path.clone(), language: "", total: 1, hits: at..at + 1 }),
        }
    }
    Results {
        query: "picked".to_owned(),
        as_query: None,
        shape: Shape::Nodes,
        total: hits.len(),
        at_least: false,
        with_identifier: None,
        files: groups.len(),
        hits,
        groups,
        ranked: false,
        partial: None,
        is_provisional: false,
        said: Vec::new(),
        notes: Vec::new(),
        columns: Vec::new(),
        tried: Vec::new(),
        hints: Vec::new(),
        suggestions: Vec::new(),
        lacks_name: false,
    }
}
