//! `docql complete`: what may stand at a caret, for editors and shells.

use super::args::{Complete, Plain};
use super::{FOUND, NOTHING, open};
use crate::docql;
use crate::indexer::Indexer;
use crate::library::Needs;
use crate::report;
use crate::stdx::{Ticket, printable};
use std::io::Write;

/// Runs the subcommand.
pub fn run(arguments: Complete) -> anyhow::Result<u8> {
    let point = arguments.point.unwrap_or(arguments.line.len());
    let ticket = Ticket::forever();
    let completions = if arguments.no_corpus {
        docql::complete(&arguments.line, point, None, &ticket)
    } else {
        let indexer = Indexer::open(open::options(&arguments.paths, &arguments.workspace)?)?;
        let _ = indexer.ensure(&Needs::Structure, &ticket, &|_| {});
        docql::complete(&arguments.line, point, Some(&indexer.library()), &ticket)
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    match arguments.format {
        Plain::Json => report::json_line(&report::completions_json(&completions), &mut out)?,
        Plain::Text => {
            for candidate in &completions.candidates {
                writeln!(out, "{}\t{}", printable(&candidate.insert), printable(&candidate.detail))?;
            }
        }
    }
    out.flush()?;
    Ok(if completions.candidates.is_empty() { NOTHING } else { FOUND })
}
