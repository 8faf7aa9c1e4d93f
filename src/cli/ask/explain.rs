//! `docql explain`: how a query is read, what it needs, what is wrong with it.

use super::query::is_path;
use crate::cli::arguments::{Explain, Plain};
use crate::cli::run::exit::{FAILED, FOUND};
use crate::docql::{self, Severity};
use crate::report;
use crate::search::PatternRequest;
use crate::stdx::printing;
use crate::stdx::{Ticket, grouped};
use std::io::Write;

/// Runs the subcommand.
pub fn run(arguments: Explain) -> anyhow::Result<u8> {
    let mut out = printing::stdout();
    let query = arguments.query.as_str();
    if !is_path(query) {
        explain_words(query, &mut out)?;
        out.flush()?;
        return Ok(FOUND);
    }
    let compiled = if arguments.strict { docql::compile_data(query) } else { docql::compile(query) };
    let counts = match &compiled {
        Ok(plan) if !arguments.paths.is_empty() && !arguments.strict => counts(&arguments, plan)?,
        _ => Vec::new(),
    };
    let notes = if arguments.strict { Vec::new() } else { docql::check(query) };
    match (&compiled, arguments.format) {
        (Err(diagnostics), Plain::Json) => writeln!(out, "{}", report::diagnostics_json(diagnostics))?,
        (Err(diagnostics), Plain::Text) => write!(out, "{}", report::diagnostics_text(query, diagnostics))?,
        (Ok(plan), Plain::Json) => writeln!(out, "{}", report::plan_json(plan, &counts))?,
        (Ok(plan), Plain::Text) => {
            writeln!(out, "{}", plan.canonical())?;
            for (number, step) in plan.steps_text().iter().enumerate() {
                let count = number.checked_sub(1).and_then(|at| counts.get(at));
                let count = count.map_or(String::new(), |count| format!(": {}", grouped(*count)));
                writeln!(out, "  {}. {step}{count}", number + 1)?;
            }
            writeln!(out, "  reads: {}", report::needs_text(plan.needs()))?;
            if !notes.is_empty() {
                write!(out, "{}", report::diagnostics_text(query, &notes))?;
            }
        }
    }
    out.flush()?;
    let failed = compiled.is_err() || notes.iter().any(|note| note.severity == Severity::Error);
    Ok(if failed { FAILED } else { FOUND })
}

/// How words are read.
fn explain_words(words: &str, out: &mut impl Write) -> std::io::Result<()> {
    let pattern = PatternRequest::read(words);
    if let Some(pattern) = pattern.as_ref().filter(|pattern| pattern.is_certain()) {
        return writeln!(out, "a regular expression: {}", pattern.query());
    }
    let request = crate::search::read(words);
    let letter = request.letter_told();
    let parts = [
        ("words", request.terms),
        ("phrases", request.phrases),
        ("spelled nearly so", request.fuzzy),
        ("without", request.excluded),
        ("only", request.facets.told()),
        ("not", request.without.told()),
        ("to the letter", letter),
    ];
    for (label, words) in parts.into_iter().filter(|(_, words)| !words.is_empty()) {
        writeln!(out, "{label}: {}", words.join(", "))?;
    }
    match pattern {
        Some(pattern) => writeln!(out, "where no text has this, and a line matches it: {}", pattern.query()),
        None => Ok(()),
    }
}

/// The number of items that each step finds in the paths that are named.
fn counts(arguments: &Explain, plan: &docql::Plan) -> anyhow::Result<Vec<usize>> {
    let indexer = crate::cli::run::open::open(&arguments.paths, &arguments.workspace)?;
    let ticket = Ticket::forever();
    let counted =
        indexer.ensure(plan.needs(), &ticket, &|_| {}).and_then(|()| docql::counts(plan, &indexer.library(), &ticket));
    crate::cli::run::open::keep(&indexer);
    counted.map_err(|_| anyhow::anyhow!("interrupted"))
}
