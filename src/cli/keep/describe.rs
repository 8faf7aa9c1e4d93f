//! `docql index --describe`: a language model that the user has configured describes each piece in a line.

use super::index::{Built, SAVE_EVERY, build, save};
use crate::cli::arguments::Index;
use crate::cli::run::bar::Bar;
use crate::cli::run::exit::FOUND;
use crate::cli::run::models::{self, KeyFrom};
use crate::cli::run::settings;
use crate::indexer::{DescribeLimits, DescribeReport, Indexer};
use crate::library::Needs;
use crate::llm::Message;
use crate::semantic::Describer;
use crate::stdx::{Ticket, counted, grouped, printable, printing};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// The time between two lines that say how far it is.
const TELL_EVERY: Duration = Duration::from_secs(5);

/// Who describes, and how much is asked at once.
pub(super) struct Describing {
    describer: Describer,
    limits: DescribeLimits,
}

/// The model that the settings name. The key is not looked for in a dry run.
pub(super) fn describer(base: &Path, is_dry: bool) -> anyhow::Result<Describing> {
    let settings = settings::source(Some(base)).load().settings;
    let found = models::models(&settings, if is_dry { KeyFrom::Nobody } else { KeyFrom::Anybody })?;
    let nobody = "--describe: models.provider is \"none\"; name a language model in your settings (docql help asking)";
    let models = found.ok_or_else(|| anyhow::anyhow!(nobody))?;
    let given = &settings.models;
    let limits = DescribeLimits { request_tokens: given.describe_tokens, requests: given.requests, max_tokens: None };
    Ok(Describing { describer: Describer::new(models.writer), limits })
}

impl Describing {
    fn limits(&self, arguments: &Index) -> DescribeLimits {
        DescribeLimits { max_tokens: arguments.max_tokens, ..self.limits }
    }

    /// The model, and where it is.
    fn told(&self) -> String {
        let model = self.describer.model();
        printable(&format!("{} at {}", model.name(), model.address())).into_owned()
    }
}

/// Says what would be sent.
pub(super) fn dry_run(arguments: &Index, indexer: &Indexer, describing: &Describing) -> anyhow::Result<u8> {
    let ticket = Ticket::forever();
    // Nothing but the structure: to have vectors made may mean to send texts.
    indexer.ensure(&Needs::Structure, &ticket, &|_| {})?;
    let report = planned(indexer.describe_dry(describing.limits(arguments), &ticket)?)?;
    let mut out = printing::stdout();
    if !report.first.is_empty() {
        let prompt = Describer::prompt(&report.first);
        writeln!(out, "the first request:\n--- instructions ---\n{}", prompt.system)?;
        for message in &prompt.messages {
            if let Message::User(text) = message {
                writeln!(out, "--- message ---\n{}", printable(text))?;
            }
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "nothing was sent; {} in {} would be, to {}: about {} tokens at most",
        counted(report.described, "piece"),
        counted(report.usage.requests as usize, "request"),
        describing.told(),
        grouped(report.usage.prompt as usize)
    )?;
    tell_rest(&report, &mut out)?;
    out.flush()?;
    Ok(FOUND)
}

/// Has everything described that is not, saving now and then.
pub(super) fn run(arguments: &Index, indexer: &Indexer, describing: &Describing) -> anyhow::Result<u8> {
    let ticket = Ticket::forever();
    let (mut saved, mut told) = (Instant::now(), Instant::now());
    let mut problem = None;
    let mut on_round = |report: &DescribeReport| {
        if saved.elapsed() >= SAVE_EVERY {
            problem = save(indexer).err();
            saved = Instant::now();
        }
        if !arguments.quiet && told.elapsed() >= TELL_EVERY {
            let _ = writeln!(printing::stderr(), "docql: {}", described(report, describing));
            told = Instant::now();
        }
    };
    let report =
        planned(indexer.describe(&describing.describer, describing.limits(arguments), &ticket, &mut on_round)?)?;
    problem.map_or(Ok(()), Err)?;
    anyhow::ensure!(build(indexer, &Bar::new(true))? == Built::Here, "another docql is writing this index");
    let mut out = printing::stdout();
    if !arguments.quiet {
        writeln!(out, "{}", described(&report, describing))?;
        tell_rest(&report, &mut out)?;
        out.flush()?;
    }
    match report.problem {
        Some(problem) => anyhow::bail!("{problem}; docql index --describe goes on where it has ended"),
        None => Ok(FOUND),
    }
}

/// A report, where there can be one.
fn planned(report: Option<DescribeReport>) -> anyhow::Result<DescribeReport> {
    report.ok_or_else(|| anyhow::anyhow!("this workspace cannot have an index"))
}

/// What was described, by whom, and what it has cost.
fn described(report: &DescribeReport, describing: &Describing) -> String {
    let usage = report.usage;
    if usage.requests == 0 && report.problem.is_none() {
        return "everything that can be described is".to_owned();
    }
    let estimated = if usage.is_estimate { ", estimated" } else { "" };
    format!(
        "{} described by {}: {}, {} + {} tokens{estimated}",
        counted(report.described, "piece"),
        describing.told(),
        counted(usage.requests as usize, "request"),
        grouped(usage.prompt as usize),
        grouped(usage.answer as usize)
    )
}

/// What is left, and what is never sent.
fn tell_rest(report: &DescribeReport, out: &mut dyn Write) -> std::io::Result<()> {
    if report.left > 0 {
        let why = if report.is_limited { "--max-tokens ends it" } else { "the same command goes on with them" };
        writeln!(out, "{} left without: {why}", counted(report.left, "piece"))?;
    }
    if !report.withheld.is_empty() {
        let paths: Vec<&str> = report.withheld.iter().map(|path| &**path).collect();
        writeln!(out, "not sent, keys or databases of yours: {}", printable(&paths.join(", ")))?;
    }
    if report.keys > 0 {
        writeln!(out, "sent as [redacted]: {}", counted(report.keys, "key"))?;
    }
    Ok(())
}
