//! `docql eval --ask`: how much of what answers a question research finds, beside one search.

use super::{directory_given, given_corpora, indexed};
use crate::agent::eval::{AskCase, AskCases, AskScore};
use crate::agent::{self, ResearchLimits};
use crate::cli::arguments::{Eval, EvalFormat};
use crate::cli::run::exit::FOUND;
use crate::cli::run::open;
use crate::indexer::Indexer;
use crate::library::Needs;
use crate::stdx::{Ticket, printable, printing};
use anyhow::Context;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;

/// What came of a case.
struct CaseOutcome {
    case: AskCase,
    score: AskScore,
    /// The recall of one search for the question.
    searched: Option<f32>,
    steps: usize,
    bytes: usize,
    record: Value,
}

/// Runs the subcommand on files of questions.
pub(super) fn run(arguments: &Eval) -> anyhow::Result<u8> {
    let given = given_corpora(&arguments.corpus)?;
    let mut by_corpus: BTreeMap<String, Vec<AskCase>> = BTreeMap::new();
    for path in &arguments.cases {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let cases = AskCases::read(&text).map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?;
        for case in cases.cases {
            let is_asked = (arguments.class.is_empty() || arguments.class.contains(&case.kind))
                && arguments.split.is_none_or(|split| split.name() == case.set);
            if is_asked {
                by_corpus.entry(case.corpus.clone()).or_default().push(case);
            }
        }
    }
    let mut asked = Vec::new();
    for (corpus, cases) in by_corpus {
        let indexer = indexed(arguments, &directory_given(&corpus, &given)?, &Needs::Vectors)?;
        for case in cases {
            asked.push(ask(&indexer, case)?);
        }
        open::keep(&indexer);
    }
    anyhow::ensure!(!asked.is_empty(), "no question is left; --class and --split say which ones are asked");
    let mut out = printing::stdout();
    match arguments.format {
        EvalFormat::Text => table(&asked, arguments.misses, &mut out)?,
        EvalFormat::Json => {
            let cases: Vec<&Value> = asked.iter().map(|asked| &asked.record).collect();
            crate::report::json_line(&json!({"type": "docql_ask_eval", "schema": 1, "cases": cases}), &mut out)?;
        }
    }
    out.flush()?;
    Ok(FOUND)
}

fn ask(indexer: &Indexer, case: AskCase) -> anyhow::Result<CaseOutcome> {
    let ticket = Ticket::forever();
    let limits = ResearchLimits::default();
    let failed = |problem| anyhow::anyhow!("{:?}: {problem:?}", case.question);
    let searched = agent::searched(indexer, &case.question, limits.passages, &ticket).map_err(failed)?;
    let searched = case.found(&searched.iter().collect::<Vec<_>>()).0;
    let research = agent::research(indexer, &case.question, limits, &ticket, &|_| {}).map_err(failed)?;
    let score = case.score(&research);
    let record = json!({
        "corpus": case.corpus,
        "kind": case.kind,
        "set": case.set,
        "question": case.question,
        "recall": score.recall,
        "searched": searched,
        "precision": score.precision,
        "right_route": score.is_route,
        "said": score.said,
        "declined": score.declined,
        "answer": crate::report::research_json(&research),
    });
    let bytes = research.citations.iter().map(|citation| citation.passage.text.len()).sum();
    Ok(CaseOutcome { steps: research.steps.len(), score, searched, bytes, record, case })
}

/// The mean of what is there.
fn mean(values: impl Iterator<Item = f32>) -> Option<f32> {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / count as f32)
}

fn share(value: Option<f32>) -> String {
    value.map_or("    –".to_owned(), |value| format!("{value:5.3}"))
}

fn table(asked: &[CaseOutcome], misses: usize, out: &mut dyn Write) -> std::io::Result<()> {
    let has_routes = asked.iter().any(|asked| asked.case.route.is_some() || !asked.case.says.is_empty());
    let routes = if has_routes { "  route  said " } else { "" };
    writeln!(out, "{:16} {:>4}  one search  recall@10  precision  declined  steps  bytes{routes}", "kind", "n")?;
    let mut kinds: Vec<&str> = asked.iter().map(|asked| asked.case.kind.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds.into_iter().chain(["answerable", "all"]) {
        let of = |asked: &&CaseOutcome| match kind {
            "all" => true,
            "answerable" => asked.case.is_answerable(),
            _ => asked.case.kind == kind,
        };
        let rows: Vec<&CaseOutcome> = asked.iter().filter(of).collect();
        let declined = mean(rows.iter().map(|asked| f32::from(u8::from(asked.score.declined))));
        let is_right = rows.iter().filter_map(|asked| Some(f32::from(u8::from(asked.score.is_route?))));
        let said = mean(rows.iter().filter_map(|asked| asked.score.said));
        let routes = if has_routes { format!("  {}  {}", share(mean(is_right)), share(said)) } else { String::new() };
        writeln!(
            out,
            "{kind:16} {:>4}  {:>10}  {:>9}  {:>9}  {:>8}  {:5.1}  {:5.0}{routes}",
            rows.len(),
            share(mean(rows.iter().filter_map(|asked| asked.searched))),
            share(mean(rows.iter().filter_map(|asked| asked.score.recall))),
            share(mean(rows.iter().filter_map(|asked| asked.score.precision))),
            share(declined),
            mean(rows.iter().map(|asked| asked.steps as f32)).unwrap_or_default(),
            mean(rows.iter().map(|asked| asked.bytes as f32)).unwrap_or_default(),
        )?;
    }
    let is_missed = |asked: &&CaseOutcome| {
        let score = &asked.score;
        if !asked.case.is_answerable() {
            return !score.declined;
        }
        let is_short = |share: Option<f32>| share.is_some_and(|share| share < 1.0);
        score.declined || is_short(score.recall) || is_short(score.said) || score.is_route == Some(false)
    };
    for missed in asked.iter().filter(is_missed).take(misses) {
        let case = &missed.case;
        let declined = if missed.score.declined { ", declined" } else { "" };
        let declined = match missed.score.is_route {
            Some(false) => format!("{declined}, another route"),
            _ => declined.to_owned(),
        };
        let recall = share(missed.score.recall.or(missed.score.said));
        writeln!(out, "{}  {}: {}{declined}  {}", recall.trim(), case.corpus, case.kind, printable(&case.question))?;
    }
    Ok(())
}
