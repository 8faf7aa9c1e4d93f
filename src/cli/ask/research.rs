//! `docql ask`: a question, answered with passages and their places.

use super::asking::limit_time;
use super::output::colour;
use crate::agent::{self, Claim, Event, Limits, Models, StepTaken, With};
use crate::cli::arguments::{Ask, AskFormat};
use crate::cli::run::bar::Bar;
use crate::cli::run::exit::{FOUND, NOTHING};
use crate::cli::run::{models, open, settings};
use crate::engine::{self, Unanswered};
use crate::report::{self, ResearchStyle};
use crate::stdx::{Tickets, printing};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Runs the subcommand.
pub fn run(arguments: &Ask) -> anyhow::Result<u8> {
    anyhow::ensure!(!arguments.question.trim().is_empty(), "the question is empty; ask in words");
    let models = models(arguments)?;
    let with = match &models {
        None => With::Rules,
        Some(models) if arguments.dry_run => With::DryRun(models),
        Some(models) => With::Models(models),
    };
    let workspace = open::open(&arguments.paths, &arguments.workspace)?;
    let tickets = Tickets::default();
    let ticket = tickets.issue();
    limit_time(arguments.timeout, tickets);
    let bar = Bar::new(false);
    let is_coloured = colour(arguments.color, std::io::stdout().is_terminal());
    let is_streamed = AtomicBool::new(false);
    let limits = Limits { passages: arguments.limit, ..Limits::default() };
    let found = agent::research_with(&workspace, &arguments.question, limits, with, &ticket, &|event| match event {
        Event::Engine(engine::Event::Indexed(progress)) => bar.report(progress),
        Event::Step(taken) if arguments.format == AskFormat::Jsonl && arguments.steps => write_step(&taken),
        Event::Claim(claim) => {
            bar.clear();
            is_streamed.fetch_or(write_claim(&claim, arguments.format, is_coloured), Ordering::Relaxed);
        }
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
        colour: is_coloured,
        steps: arguments.steps,
        full: arguments.full,
        is_streamed: is_streamed.into_inner(),
    };
    let mut out = printing::stdout();
    match arguments.format {
        AskFormat::Text | AskFormat::Md if arguments.dry_run => report::dry_run_text(&research, &mut out)?,
        _ if arguments.dry_run => report::json_line(&report::dry_run_json(&research), &mut out)?,
        AskFormat::Text => report::research_text(&research, style, &mut out)?,
        AskFormat::Md => report::research_markdown(&research, style, &mut out)?,
        AskFormat::Json | AskFormat::Jsonl => {
            report::json_line(&report::research_json(&research), &mut out)?;
        }
    }
    out.flush()?;
    open::keep(&workspace);
    Ok(if research.is_answered || arguments.dry_run { FOUND } else { NOTHING })
}

/// The models that the settings name, unless they are to be left alone.
fn models(arguments: &Ask) -> anyhow::Result<Option<Models>> {
    if arguments.no_model {
        return Ok(None);
    }
    let base = arguments.workspace.root.clone().or_else(|| std::env::current_dir().ok());
    let settings = settings::source(base.as_deref()).load().settings;
    let models = models::models(&settings, !arguments.dry_run)?;
    anyhow::ensure!(
        models.is_some() || !arguments.dry_run,
        "models.provider is \"none\": no model is configured, so nothing would be sent"
    );
    Ok(models)
}

/// Writes a sentence of a model as it is written, if that is how the answer is read. Whether it was written.
fn write_claim(claim: &Claim, format: AskFormat, is_coloured: bool) -> bool {
    let mut out = printing::stdout();
    match format {
        AskFormat::Text => drop(report::claim_line(claim, is_coloured, &mut out).and_then(|()| out.flush())),
        AskFormat::Jsonl => drop(report::json_line(&report::claim_json(claim), &mut out).and_then(|()| out.flush())),
        AskFormat::Md | AskFormat::Json => {}
    }
    format == AskFormat::Text
}

/// Writes a step as it is taken: who reads along may stop at any time.
fn write_step(taken: &StepTaken) {
    let mut out = printing::stdout();
    let _ = report::json_line(&report::step_json(taken), &mut out).and_then(|()| out.flush());
}
