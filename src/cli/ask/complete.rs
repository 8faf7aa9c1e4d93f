//! `docql complete`: what may stand at a caret, for editors and shells.

use crate::cli::arguments::{Complete, Plain};
use crate::cli::run::exit::{FOUND, NOTHING};
use crate::cli::run::open;
use crate::docql::{self, Candidate, Completions};
use crate::indexer::Indexer;
use crate::library::Needs;
use crate::report;
use crate::stdx::printing;
use crate::stdx::{Ticket, Tickets, printable, starts_with_ignoring_case};
use std::io::Write;

/// Runs the subcommand.
pub fn run(arguments: Complete) -> anyhow::Result<u8> {
    let point = arguments.point.unwrap_or(arguments.line.len());
    let ticket = Ticket::forever();
    let tickets = Tickets::default();
    let reading = tickets.issue();
    super::asking::limit_time(arguments.timeout, tickets);
    let completions = if arguments.no_corpus {
        docql::complete(&arguments.line, point, None, &ticket)
    } else {
        let indexer = Indexer::open(open::options(&arguments.paths, &arguments.workspace)?)?;
        let _ = indexer.ensure(&Needs::Structure, &reading, &|_| {});
        docql::complete(&arguments.line, point, Some(&indexer.library()), &ticket)
    };
    let mut out = printing::stdout();
    match arguments.format {
        Plain::Json => report::json_line(&report::completions_json(&completions), &mut out)?,
        Plain::Text if arguments.words => {
            for (word, detail) in words(&arguments.line, &completions) {
                writeln!(out, "{word}\t{}", printable(detail))?;
            }
        }
        Plain::Text => {
            for candidate in &completions.candidates {
                writeln!(out, "{}\t{}", printable(&candidate.insert), printable(&candidate.detail))?;
            }
        }
    }
    out.flush()?;
    Ok(if completions.candidates.is_empty() { NOTHING } else { FOUND })
}

/// Whole lines as they may go on. Shells put in place of what was typed what all of them begin with: those that
/// do not begin with it come only where nothing else does, and then alone.
fn words<'c>(line: &str, completions: &'c Completions) -> Vec<(String, &'c str)> {
    let whole = |candidate: &'c Candidate| {
        let replaced = candidate.replace.unwrap_or(completions.replace);
        let (before, after) = (line.get(..replaced.start as usize)?, line.get(replaced.end as usize..)?);
        let word = format!("{before}{}{after}", candidate.insert);
        // A name with a line break or an escape in it cannot be typed in a shell.
        (printable(&word) == word).then_some((word, candidate.detail.as_str()))
    };
    let mut all: Vec<(String, &str)> = completions.candidates.iter().filter_map(whole).collect();
    if all.iter().any(|(word, _)| starts_with_ignoring_case(word, line)) {
        all.retain(|(word, _)| starts_with_ignoring_case(word, line));
    } else {
        all.truncate(1);
    }
    all
}
