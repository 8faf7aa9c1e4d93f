//! `docql ask`: a question, answered with passages and their places.

use super::asking::limit_time;
use super::output::colour;
use crate::agent::{self, Event, Limits, StepTaken};
use crate::cli::arguments::{Ask, AskFormat};
use crate::cli::run::bar::Bar;
use crate::cli::run::exit::{FOUND, NOTHING};
use crate::cli::run::open;
use crate::engine::{self, Unanswered};
use crate::report::{self, ResearchStyle};
use crate::stdx::{Tickets, printing};
use std::io::{IsTerminal, Write};

/// Runs the subcommand.
pub fn run(arguments: &Ask) -> anyhow::Result<u8> {
    anyhow::ensure!(!arguments.question.trim().is_empty(), "the question is empty; ask in words");
    let workspace = open::open(&arguments.paths, &arguments.workspace)?;
    let tickets = Tickets::default();
    let ticket = tickets.issue();
    limit_time(arguments.timeout, tickets);
    let bar = Bar::new(false);
    let limits = Limits { passages: arguments.limit, ..Limits::default() };
    let found = agent::research(&workspace, &arguments.question, limits, &ticket, &|event| match event {
        Event::Engine(engine::Event::Indexed(progress)) => bar.report(progress),
        Event::Step(taken) if arguments.format == AskFormat::Jsonl && arguments.steps => write_step(&taken),
        Event::Engine(_) | Event::Step(_) => {}
    });
    drop(bar);
    let research = match found {
        Ok(research) => research,
        Err(Unanswered::Invalid(diagnostics)) => {
            let first = diagnostics.first().map(|diagnostic| diagnostic.message.to_string());
            anyhow::bail!("{}", first.unwrap_or_default())
        }
        Err(Unanswered::Stale | Unanswered::Unlisted) => {
            anyhow::bail!("gave up after --timeout; name the paths to look in")
        }
    };
    let style = ResearchStyle {
        colour: colour(arguments.color, std::io::stdout().is_terminal()),
        steps: arguments.steps,
        full: arguments.full,
    };
    let mut out = printing::stdout();
    match arguments.format {
        AskFormat::Text => report::research_text(&research, style, &mut out)?,
        AskFormat::Md => report::research_markdown(&research, style, &mut out)?,
        AskFormat::Json | AskFormat::Jsonl => {
            report::json_line(&report::research_json(&research), &mut out)?;
        }
    }
    out.flush()?;
    open::keep(&workspace);
    Ok(if research.is_answered { FOUND } else { NOTHING })
}

/// Writes a step as it is taken: who reads along may stop at any time.
fn write_step(taken: &StepTaken) {
    let mut out = printing::stdout();
    let _ = report::json_line(&report::step_json(taken), &mut out).and_then(|()| out.flush());
}
