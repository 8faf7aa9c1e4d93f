//! `explore`: a question in words → the passages that answer it, found in several steps.

use super::call::Call;
use super::head::Head;
use super::page;
use super::row::{AnswerRow, Detail};
use super::within_budget::within_budget;
use crate::agent::{self, Research, ResearchEvent, ResearchLimits};
use crate::engine;
use crate::serve::workspaces::opened::Opened;
use crate::serve::workspaces::refusal::Refusal;
use crate::stdx::counted;
use std::sync::Arc;

/// Steps that are named.
const MAX_STEPS: usize = 6;

/// Answers a call of `explore`.
pub(super) fn answer(call: &Call<'_>) -> Result<String, Refusal> {
    let arguments = call.arguments;
    let (text, max_tokens) = (arguments.text("question").unwrap_or_default().trim(), arguments.tokens()?);
    if text.is_empty() {
        return Err(Refusal::new("question", "the question is empty").or(["ask in words".to_owned()]));
    }
    let opened = call.workspaces.open(arguments.text("root"), arguments.text("at"), call.ticket)?;
    opened.current(call.ticket, |changing| {
        let on_event = |event: ResearchEvent| {
            if let ResearchEvent::Engine(engine::Event::Indexed(progress)) = event {
                (call.on_progress)(progress);
            }
        };
        let found = agent::research(&opened.indexer, text, ResearchLimits::default(), call.ticket, &on_event)?;
        let paths = found.paths();
        Ok((within(&opened, &found, changing, max_tokens), paths))
    })
}

/// As many passages as the budget holds, best first.
fn within(opened: &Opened, found: &Research, changing: &[Arc<str>], max_tokens: usize) -> String {
    let mut rows: Vec<AnswerRow> =
        found.citations.iter().map(|citation| AnswerRow::of_passage(&citation.passage)).collect();
    let mut notes = notes(found);
    notes.extend(opened.unreached().into_iter().filter(|note| !found.said.contains(note)));
    let mut head = Head { freshness: opened.freshness(changing), notes, ..Head::default() };
    let all = rows.len();
    let reserve = |head: &mut Head| {
        head.counts = format!("{}, {all} only with signature, {all} only with ids", said(found));
        head.next = Some(format!("left out: {}", counted(all, "passage")));
        head.fit(max_tokens);
    };
    let fill = |head: &mut Head, budget| {
        let page = page::fill(&mut rows, true, Detail::Body, budget);
        head.counts = said(found);
        for (detail, count) in &page.lessened {
            head.counts.push_str(&format!(", {count} only with {}", detail.word()));
        }
        head.next = (page.shown < all).then(|| format!("left out: {}", counted(all - page.shown, "passage")));
        ((), page.body())
    };
    within_budget(&mut head, max_tokens, reserve, fill).1
}

/// Whether the question is answered.
fn said(found: &Research) -> String {
    let count = counted(found.citations.len(), "passage");
    if found.is_answered { count } else { format!("nothing here answers it; {count} nearest") }
}

fn notes(found: &Research) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(counted) = &found.counted {
        notes.push(format!("{} to {}: {}", counted.path, counted.query, counted.lines().join(" / ")));
    }
    notes.extend(found.said.iter().cloned());
    if !found.nowhere.is_empty() {
        notes.push(format!("nowhere in the workspace: {}", found.nowhere.join(" ")));
    }
    if !found.missing.is_empty() {
        notes.push(format!("in no passage: {}", found.missing.join(" ")));
    }
    let steps: Vec<&str> = found.steps.iter().take(MAX_STEPS).map(|taken| taken.step.text()).collect();
    notes.push(format!("{}: {}", counted(found.steps.len(), "step"), steps.join(" | ")));
    notes
}
