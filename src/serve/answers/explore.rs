//! `explore`: a question in words → the passages that answer it, found in several steps.

use super::call::Call;
use super::head::Head;
use super::meter;
use super::passages;
use super::withheld::without_keys;
use super::within_budget::within_budget;
use crate::agent::{self, Research, ResearchEvent, ResearchLimits, deeds_of};
use crate::engine;
use crate::library::NOT_SHARED;
use crate::serve::workspaces::opened::Opened;
use crate::serve::workspaces::refusal::Refusal;
use crate::stdx::counted;
use crate::stdx::tokens::UNIT;
use std::sync::Arc;

/// Steps that are named.
const MAX_STEPS: usize = 6;

/// Databases that are named which agents may not read.
const MAX_WITHHELD: usize = 3;

/// Where a head with the steps takes more than one of so many parts of a budget, they are left out: passages say more.
const STEPS_IN: usize = 5;

/// Tokens of an answer that has room for little more than places.
const SMALL: usize = 300;

/// Tokens of the passages that come nearest where nothing answers, at most.
const NEAREST_TOKENS: u64 = 350;

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
        let mut found = agent::research(&opened.indexer, text, ResearchLimits::default(), call.ticket, &on_event)?;
        without_keys(&mut found);
        let paths = found.paths();
        Ok((within(&opened, &found, changing, max_tokens), paths))
    })
}

/// As many passages as the budget holds, best first.
fn within(opened: &Opened, found: &Research, changing: &[Arc<str>], max_tokens: usize) -> String {
    let shown = found.shown();
    let mut notes = notes(found);
    notes.extend(opened.unreached().into_iter().filter(|note| !found.said.contains(note)));
    notes.extend(not_compared(opened, found));
    notes.extend(withheld(found));
    let steps: Vec<&str> = found.steps.iter().take(MAX_STEPS).map(|taken| taken.step.text()).collect();
    let steps = format!("{}: {}", counted(found.steps.len(), "step"), steps.join(" | "));
    notes.push(steps.clone());
    // In little room a place says more than what is remarked of it.
    let is_small = max_tokens < SMALL;
    notes.truncate(if is_small { 1 } else { notes.len() });
    let mut head = Head { freshness: opened.freshness(changing), with: opened.with(), notes, ..Head::default() };
    let all = shown.len();
    let longest = shown.iter().map(|citation| citation.passage.path.len()).max().unwrap_or_default();
    let reserve = |head: &mut Head| {
        head.counts = format!("{}, {all} cut, {all} only as places", said(found));
        if let Some(counted) = &found.counted {
            head.counts = format!("{0} of {1}, {2}", counted.total, self::counted(counted.total, "row"), head.counts);
        }
        let further = (!is_small).then(|| format!("{}:100000-100000", "x".repeat(longest)));
        head.next = Some(next(found, all, further));
        if head.notes.last() == Some(&steps) && head.takes_more_than(STEPS_IN, max_tokens) {
            head.notes.pop();
        }
        head.fit(max_tokens);
    };
    let fill = |head: &mut Head, budget: u64| {
        // What does not answer is worth a glance.
        let budget = if found.is_answered { budget } else { budget.min(NEAREST_TOKENS * UNIT) };
        // Rows are the answer: passages of what they stand in have what they leave.
        let rows = rows(found, budget);
        let spent = rows.iter().map(|line| meter::cost(line)).sum();
        let filled = passages::fill(shown.iter().map(|citation| &citation.passage), budget.saturating_sub(spent));
        head.counts = said(found);
        if let Some(counted) = &found.counted {
            let given = rows.len().saturating_sub(1).max(usize::from(counted.total == 1 && rows.len() == 1));
            head.counts = format!("{given} of {}, {}", self::counted(counted.total.max(given), "row"), said(found));
        }
        for (count, what) in [(filled.cut, "cut"), (filled.places, "only as places")] {
            if count > 0 {
                head.counts.push_str(&format!(", {count} {what}"));
            }
        }
        let further = filled.further.filter(|_| !is_small);
        head.next = Some(next(found, all - filled.shown, further)).filter(|next| !next.is_empty());
        let parts = [rows.join("\n"), filled.text];
        ((), parts.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join("\n\n"))
    };
    within_budget(&mut head, max_tokens, reserve, fill).1
}

/// As many lines of the rows of a table as a budget holds.
fn rows(found: &Research, budget: u64) -> Vec<String> {
    let mut free = budget;
    let mut fits = |line: &String| {
        let cost = meter::cost(line);
        let is_held = cost <= free;
        free = free.saturating_sub(cost);
        is_held
    };
    found.counted.iter().flat_map(agent::Counted::row_lines).take_while(|line| fits(line)).collect()
}

/// Databases that agents may not read, where nothing else has answered.
fn withheld(found: &Research) -> Vec<String> {
    let skipped = found.library.skipped().iter().filter(|skipped| skipped.reason == NOT_SHARED);
    let told = skipped.map(|skipped| format!("not asked: {}: {}", skipped.path, skipped.reason));
    if found.is_answered { Vec::new() } else { told.take(MAX_WITHHELD).collect() }
}

/// How to go on.
fn next(found: &Research, left: usize, further: Option<String>) -> String {
    let mut next = Vec::new();
    if left > 0 {
        next.push(format!("left out: {}", counted(left, "passage")));
    }
    next.extend(further.map(|place| format!("first cut: read {place}")));
    let is_there = |word: &String| !found.nowhere.iter().any(|absent| absent.eq_ignore_ascii_case(word));
    let topic: Vec<String> = found.topic().into_iter().filter(is_there).collect();
    // Words that only say what is done find anything.
    let deeds = deeds_of(&found.question);
    if !found.is_answered && topic.iter().any(|word| !deeds.contains(word)) {
        next.push(format!("go on with query {}", topic.join(" ")));
    }
    next.join("; ")
}

/// What is not known yet that finds pieces by their meaning: the same question may have another answer once it is.
fn not_compared(opened: &Opened, found: &Research) -> Option<String> {
    // Of a revision nothing more becomes known.
    let model = opened.indexer.embeddings().filter(|_| opened.at.is_none())?.model();
    still_to_compare(found.library.files_with_vectors(model), found.library.files().len())
}

fn still_to_compare(with: usize, all: usize) -> Option<String> {
    let says = || format!("compared by meaning: {with} of {all} files so far; asked again later, this may find more");
    (with < all).then(says)
}

/// Whether the question is answered.
fn said(found: &Research) -> String {
    let count = counted(found.shown().len(), "passage");
    if found.is_answered { count } else { format!("nothing here answers it; {count} nearest") }
}

fn notes(found: &Research) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(counted) = &found.counted {
        notes.push(format!("{} says so to {}", counted.path, counted.query));
    }
    // What an answer does not account for: without it rows of other conditions pass for what was asked.
    notes.extend(found.notes.iter().chain(&found.said).cloned());
    if !found.nowhere.is_empty() {
        notes.push(format!("nowhere in the workspace: {}", found.nowhere.join(" ")));
    }
    if !found.missing.is_empty() {
        notes.push(format!("in no passage: {}", found.missing.join(" ")));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_compared_yet_is_said_until_all_is() {
        assert_eq!(still_to_compare(3, 3), None);
        let said = still_to_compare(0, 3).expect("something is left");
        assert!(said.starts_with("compared by meaning: 0 of 3 files"), "{said}");
    }
}
