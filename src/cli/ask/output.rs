//! Answers on standard output, remarks on standard error.

use crate::cli::arguments::{OutputFormat, Query, When};
use crate::cli::run::exit::{FAILED, FOUND, NOTHING};
use crate::docql::catalog::{Field, field};
use crate::docql::{self, Diagnostic, Found, RecordOptions, Results};
use crate::library::Library;
use crate::report::{self, WrittenAnswer};
use crate::stdx::printable;
use crate::stdx::printing;
use std::io::{IsTerminal, Write};

/// Hits shown on a terminal unless more are asked for.
const SCREENFUL: usize = 500;

/// How many hits are to be presented.
pub(super) fn limit(arguments: &Query) -> usize {
    match arguments.format {
        // A number is a hit of its own.
        OutputFormat::Count => 1,
        _ => wanted(arguments),
    }
}

/// How many hits are wanted.
pub(super) fn wanted(arguments: &Query) -> usize {
    let screen = arguments.format == OutputFormat::Text && std::io::stdout().is_terminal();
    match arguments.limit {
        Some(limit) => limit,
        None if screen && !arguments.all => SCREENFUL,
        None => usize::MAX,
    }
}

pub(super) fn write(arguments: &Query, results: &Results, items: &[Found], library: &Library) -> anyhow::Result<u8> {
    let terminal = std::io::stdout().is_terminal();
    let shows = |name: &String| field(name).is_some_and(|row| row.field == Field::Changed);
    if arguments.fields.iter().any(shows) {
        library.look_at_commit();
    }
    let answer = WrittenAnswer {
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
        let mut out = printing::stdout();
        match arguments.format {
            OutputFormat::Text => report::text(&answer, &mut out)?,
            OutputFormat::Json => report::json(&answer, &mut out)?,
            OutputFormat::Jsonl => report::jsonl(&answer, &mut out)?,
            OutputFormat::Paths => report::paths(&answer, &mut out)?,
            OutputFormat::Vimgrep => report::vimgrep(&answer, &mut out)?,
            OutputFormat::Csv => report::csv(&answer, &mut out)?,
            OutputFormat::Md => report::markdown(&answer, &mut out)?,
            OutputFormat::Count => report::count(&answer, &mut out)?,
        }
        out.flush()?;
        remarks(arguments, results);
    }
    // A count of what is not there is no result.
    Ok(if results.total > 0 && !results.lacks_name { FOUND } else { NOTHING })
}

pub(super) fn colour(when: When, terminal: bool) -> bool {
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
    let mut stderr = printing::stderr();
    let mut say = |text: String| {
        let _ = writeln!(stderr, "docql: {text}");
    };
    let machine = matches!(arguments.format, OutputFormat::Json | OutputFormat::Jsonl);
    if results.hits.len() < results.total && arguments.format != OutputFormat::Count {
        let more = if results.at_least { " or more" } else { "" };
        say(format!("{} of {}{more} shown (--all)", results.hits.len(), results.total));
    }
    let for_people = matches!(arguments.format, OutputFormat::Text | OutputFormat::Paths | OutputFormat::Count);
    if let Some(whole) = results.with_identifier.filter(|_| for_people) {
        say(match whole {
            0 => "nothing has the name as it was typed: these are like it".to_owned(),
            1 => "1 hit has the name as it was typed, the others parts of it".to_owned(),
            _ => format!("{whole} hits have the name as it was typed, the others parts of it"),
        });
    }
    if results.at_least && arguments.format == OutputFormat::Count {
        say(format!("counted up to {}: there may be more", results.total));
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
        let shown = results.hits.iter().filter(|hit| hit.is_dispatched()).count();
        if shown > 0 && arguments.format == OutputFormat::Text {
            say(format!("{shown} marked ~ may run another implementation"));
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

pub(super) fn report_errors(arguments: &Query, diagnostics: &[Diagnostic]) -> anyhow::Result<u8> {
    if matches!(arguments.format, OutputFormat::Json | OutputFormat::Jsonl) {
        let mut out = printing::stdout();
        report::json_line(&report::diagnostics_json(diagnostics), &mut out)?;
    }
    let errors: Vec<Diagnostic> =
        diagnostics.iter().filter(|diagnostic| diagnostic.severity == docql::Severity::Error).cloned().collect();
    let _ = write!(printing::stderr(), "{}", report::diagnostics_text(&arguments.query, &errors));
    Ok(FAILED)
}
