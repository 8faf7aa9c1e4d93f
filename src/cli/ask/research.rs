//! `docql ask`: a question, answered with passages and their places.

use super::asking::limit_time;
use super::output::colour;
use crate::agent::{
    self, AnswerCache, AskedOf, Before, Claim, Inquiry, Models, Recalled, Research, ResearchEvent, ResearchLimits,
    StepTaken, With,
};
use crate::cli::arguments::{Ask, AskFormat};
use crate::cli::run::bar::Bar;
use crate::cli::run::exit::{FOUND, NOTHING};
use crate::cli::run::models::KeyFrom;
use crate::cli::run::{models, open, settings};
use crate::engine::{self, Unanswered};
use crate::indexer::Indexer;
use crate::report::{self, ResearchStyle};
use crate::stdx::{Tickets, printing};
use crate::workers::StateStore;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Runs the subcommand.
pub fn run(arguments: &Ask) -> anyhow::Result<u8> {
    anyhow::ensure!(!arguments.question.trim().is_empty(), "the question is empty; ask in words");
    let models = models(arguments)?;
    let options = open::options(&arguments.paths, &arguments.workspace)?;
    let state = open::state(&options);
    let before = before(arguments, state.as_ref())?;
    let workspace = open::opened(options)?;
    let is_coloured = colour(arguments.color, std::io::stdout().is_terminal());
    let inquiry = Inquiry {
        text: &arguments.question,
        before: before.as_ref(),
        limits: ResearchLimits { passages: arguments.limit, ..ResearchLimits::default() },
        with: match &models {
            None => With::Rules,
            Some(models) if arguments.dry_run => With::DryRun(models),
            Some(models) => With::Models(models),
        },
    };
    let (research, is_streamed) = remembered(arguments, &inquiry, &workspace, is_coloured)?;
    if let Some(state) = state.filter(|_| !arguments.dry_run) {
        // It is a convenience: where it cannot be kept the question is asked whole.
        let _ = state.keep_asked(research.before());
    }
    let style = ResearchStyle { colour: is_coloured, steps: arguments.steps, full: arguments.full, is_streamed };
    let code = if research.is_answered || arguments.dry_run { FOUND } else { NOTHING };
    let written = |research: &Research, out: &mut dyn Write| written(research, arguments, style, out);
    let mut out = printing::stdout();
    match arguments.max_tokens {
        None => written(&research, &mut out)?,
        Some(most) => {
            let fitted = report::fitted(research, most, &written)?;
            let least = fitted.tokens;
            anyhow::ensure!(least <= most, "--max-tokens {most}: this answer needs {least} at least");
            out.write_all(&fitted.bytes)?;
        }
    }
    out.flush()?;
    open::keep(&workspace);
    Ok(code)
}

/// Writes an answer in the format that is wanted.
fn written(research: &Research, arguments: &Ask, style: ResearchStyle, out: &mut dyn Write) -> std::io::Result<()> {
    match arguments.format {
        AskFormat::Text | AskFormat::Md if arguments.dry_run => report::dry_run_text(research, out),
        _ if arguments.dry_run => report::json_line(&report::dry_run_json(research), out),
        AskFormat::Text => report::research_text(research, style, out),
        AskFormat::Md => report::research_markdown(research, style, out),
        AskFormat::Json | AskFormat::Jsonl => report::json_line(&report::research_json(research), out),
    }
}

/// What the question goes on from.
fn before(arguments: &Ask, state: Option<&StateStore>) -> anyhow::Result<Option<Before>> {
    if !arguments.goes_on {
        return Ok(None);
    }
    let kept = state.map_or(Ok(None), StateStore::asked).map_err(anyhow::Error::msg)?;
    let nothing = "--continue: no question about these files was kept; ask it whole, without --continue";
    kept.map(Some).ok_or_else(|| anyhow::anyhow!(nothing))
}

/// The answer that a model has given before, as long as it holds, else a new one, which is kept. Whether sentences of a
/// model were written on the way.
fn remembered(
    arguments: &Ask,
    inquiry: &Inquiry<'_>,
    workspace: &Indexer,
    is_coloured: bool,
) -> anyhow::Result<(Research, bool)> {
    let kept = kept(arguments, inquiry, workspace);
    let recalled = kept.as_ref().map(|(answers, asked)| answers.recall(asked, &workspace.library()));
    if let Some(Recalled::Same(research)) = recalled {
        return Ok((Research { typed: inquiry.typed(), ..*research }, false));
    }
    let (mut research, is_streamed) = research(arguments, inquiry, workspace, is_coloured)?;
    if let Some((answers, asked)) = &kept
        && let Err(error) = answers.keep(asked, &research)
    {
        research.notes.push(format!("the answer is not kept: {error}"));
    }
    if let Some(Recalled::Similar(question)) = recalled {
        research.asked_before = Some(question);
    }
    Ok((research, is_streamed))
}

/// Follows the question. Whether sentences of a model were written on the way.
fn research(
    arguments: &Ask,
    inquiry: &Inquiry<'_>,
    workspace: &Indexer,
    is_coloured: bool,
) -> anyhow::Result<(Research, bool)> {
    let tickets = Tickets::default();
    let ticket = tickets.issue();
    limit_time(arguments.timeout, tickets);
    let bar = Bar::new(false);
    let is_streamed = AtomicBool::new(false);
    // Within a budget nothing is written before all of it is known.
    let is_written = arguments.max_tokens.is_none();
    let found = agent::research_with(workspace, inquiry, &ticket, &|event| match event {
        ResearchEvent::Engine(engine::Event::Indexed(progress)) => bar.report(progress),
        ResearchEvent::Step(taken) if is_written && arguments.format == AskFormat::Jsonl && arguments.steps => {
            write_step(&taken);
        }
        ResearchEvent::Claim(claim) if is_written => {
            bar.clear();
            is_streamed.fetch_or(write_claim(&claim, arguments.format, is_coloured), Ordering::Relaxed);
        }
        ResearchEvent::Engine(_) | ResearchEvent::Step(_) | ResearchEvent::Claim(_) => {}
    });
    drop(bar);
    match found {
        Ok(research) => Ok((research, is_streamed.into_inner())),
        Err(Unanswered::Invalid(diagnostics) | Unanswered::Defect(diagnostics)) => {
            let first = diagnostics.first().map(|diagnostic| diagnostic.message.to_string());
            anyhow::bail!("{}", first.unwrap_or_default())
        }
        Err(Unanswered::Stale | Unanswered::Unlisted) => {
            anyhow::bail!("gave up after --timeout; name the paths to look in")
        }
    }
}

/// Where answers to this question are kept, and what it is kept as; `None` where none is.
fn kept(arguments: &Ask, inquiry: &Inquiry<'_>, workspace: &Indexer) -> Option<(AnswerCache, AskedOf)> {
    let With::Models(models) = inquiry.with else { return None };
    let reads_stdin = arguments.paths.iter().any(|path| path.as_os_str() == "-");
    let place = workspace.index_place().filter(|_| !arguments.no_cache && !arguments.dry_run && !reads_stdin)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs();
    let scope = format!("{:?} {:?} {}", arguments.paths, arguments.workspace, arguments.limit);
    Some((AnswerCache::of(place, now), AskedOf::of(inquiry, &scope, models)))
}

/// The models that the settings name, unless they are to be left alone.
fn models(arguments: &Ask) -> anyhow::Result<Option<Models>> {
    if arguments.no_model {
        return Ok(None);
    }
    let base = arguments.workspace.root.clone().or_else(|| std::env::current_dir().ok());
    let settings = settings::source(base.as_deref()).load().settings;
    let models = models::models(&settings, if arguments.dry_run { KeyFrom::Nobody } else { KeyFrom::Anybody })?;
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
