//! What research found → text, Markdown, JSON.

use super::written::{answer, claim, claim_line, tokens, turn, usage};
use crate::agent::{Citation, Counted, ModelUse, Passage, Research, StepTaken};
use crate::stdx::{counted, printable};
use serde_json::{Value, json};
use std::io::{self, Write};

const PATH: &str = "\x1b[35m";
const DIM: &str = "\x1b[2m";
const BOLD: &str = "\x1b[1m";
const END: &str = "\x1b[0m";

/// How an answer is written.
#[derive(Clone, Copy, Debug)]
pub struct ResearchStyle {
    /// With colours.
    pub colour: bool,
    /// With the steps.
    pub steps: bool,
    /// With all lines of each passage, not those alone that say most.
    pub full: bool,
    /// The sentences of a model have been written already, as they came.
    pub is_streamed: bool,
}

fn place(passage: &Passage) -> String {
    let page = passage.page.map_or(String::new(), |page| format!("  p. {page}"));
    lines(passage) + &page
}

fn lines(passage: &Passage) -> String {
    if let Some(related) = &passage.related {
        return format!("{}:{}", passage.path, passage.in_file(related.line));
    }
    match passage.place() {
        (line, end_line) if line == end_line => format!("{}:{line}", passage.path),
        (line, end_line) => format!("{}:{line}-{end_line}", passage.path),
    }
}

/// For people: heading, passages with their places, what was not found, steps.
///
/// # Errors
/// If `out` cannot be written to.
pub fn research_text(research: &Research, style: ResearchStyle, out: &mut dyn Write) -> io::Result<()> {
    let painted = |text: &str, how: &str| {
        let text = printable(text);
        if style.colour { format!("{how}{text}{END}") } else { text.into_owned() }
    };
    if style.steps {
        for taken in &research.steps {
            let count = format!("{}, {} new", counted(taken.hits, "hit"), taken.new);
            writeln!(
                out,
                "{}  {}",
                painted(taken.step.text(), BOLD),
                painted(&format!("{} · {count}", taken.reason), DIM)
            )?;
        }
        for turn in research.model.iter().flat_map(|model| &model.turns) {
            let said = format!("{} · {}", turn.purpose.name(), tokens(turn.usage));
            writeln!(out, "{}  {}", painted(&turn.model, BOLD), painted(&said, DIM))?;
        }
        writeln!(out)?;
    }
    // That rows are none of the answer is told before they are.
    let (first, remarks): (Vec<String>, Vec<String>) = match research.doubt {
        Some(_) => research.remarks().into_iter().partition(|remark| remark.starts_with(NOT_ANSWERED)),
        None => (Vec::new(), research.remarks()),
    };
    for line in &first {
        writeln!(out, "{}\n", printable(line))?;
    }
    for line in research.counted.iter().flat_map(Counted::lines).chain(research.said.iter().cloned()) {
        writeln!(out, "{}", printable(&line))?;
    }
    if !style.is_streamed {
        for claim in &research.claims {
            claim_line(claim, style.colour, out)?;
        }
    }
    let has_said = !research.said.is_empty() || !research.claims.is_empty();
    if style.is_streamed || has_said || research.counted.is_some() {
        writeln!(out)?;
    }
    let spent = research
        .model
        .as_ref()
        .map(ModelUse::usage)
        .filter(|usage| usage.requests > 0 && research.answered_at.is_none());
    let spent = spent.map_or(String::new(), |usage| format!(" · {}", tokens(usage)));
    writeln!(out, "{}", painted(&format!("{}{spent}", research.heading()), DIM))?;
    for (number, citation) in research.numbered() {
        let passage = &citation.passage;
        let title = passage.title();
        let what = if title.is_empty() { String::new() } else { format!("  {title}") };
        writeln!(out, "\n[{number}] {}{}", painted(&place(passage), PATH), painted(&what, BOLD))?;
        let lines: Vec<(u32, &str)> = (passage.line..).zip(passage.text.lines()).collect();
        let quoted = |line: &u32| style.full || passage.quote.contains(line);
        for (line, text) in lines.iter().filter(|(line, _)| quoted(line)) {
            let line = passage.in_file(*line);
            writeln!(out, "{} {}", painted(&format!("{line:>6}"), DIM), printable(text))?;
        }
        let left_out = lines.iter().filter(|(line, _)| !quoted(line)).count();
        if left_out > 0 {
            writeln!(out, "{}", painted(&format!("       {} more", counted(left_out, "line")), DIM))?;
        }
    }
    if !remarks.is_empty() {
        writeln!(out)?;
    }
    for remark in remarks {
        writeln!(out, "{}", painted(&remark, DIM))?;
    }
    Ok(())
}

/// How the remark begins that says that rows do not answer a question.
const NOT_ANSWERED: &str = "not answered: ";

/// The question as it was asked.
fn asked(research: &Research) -> &str {
    research.typed.as_ref().unwrap_or(&research.question)
}

/// Markdown with a list of sources.
///
/// # Errors
/// If `out` cannot be written to.
pub fn research_markdown(research: &Research, style: ResearchStyle, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# {}\n\n{}\n", printable(asked(research)), printable(&research.heading()))?;
    for line in research.counted.iter().flat_map(Counted::lines) {
        writeln!(out, "    {}", printable(&line))?;
    }
    if research.counted.is_some() {
        writeln!(out)?;
    }
    for line in &research.said {
        writeln!(out, "{}\n", printable(line))?;
    }
    for claim in &research.claims {
        writeln!(out, "{}{}\n", printable(&claim.text), claim.mark())?;
    }
    for (number, citation) in research.numbered() {
        let passage = &citation.passage;
        writeln!(out, "**[{number}]** `{}` {}\n", printable(&place(passage)), printable(&passage.title()))?;
        // A fence longer than any in the passage.
        let fence = "`".repeat(longest_fence(&passage.text).max(2) + 1);
        writeln!(out, "{fence}")?;
        for line in passage.text.lines() {
            writeln!(out, "{}", printable(line))?;
        }
        writeln!(out, "{fence}\n")?;
    }
    for remark in research.remarks() {
        writeln!(out, "- {}", printable(&remark))?;
    }
    if style.steps {
        writeln!(out, "\n## Steps\n")?;
        for taken in &research.steps {
            writeln!(
                out,
                "- `{}` ({}): {}",
                printable(taken.step.text()),
                printable(&taken.reason),
                counted(taken.hits, "hit")
            )?;
        }
    }
    Ok(())
}

fn longest_fence(text: &str) -> usize {
    text.split(|c: char| c != '`').map(str::len).max().unwrap_or_default()
}

/// One JSON document.
pub fn research_json(research: &Research) -> Value {
    let citations: Vec<Value> = research.citations.iter().enumerate().map(|(at, one)| citation(at + 1, one)).collect();
    json!({
        "type": "docql_answer",
        "schema": 1,
        "question": asked(research),
        "read_as": research.typed.as_ref().map(|_| &research.question),
        "answered": research.is_answered,
        "confidence": hundredths(research.confidence()),
        "held": {"best": hundredths(research.judgement.best), "together": hundredths(research.judgement.together)},
        "model": research.model.as_ref().map(|model| &model.name),
        "address": research.model.as_ref().map(|model| &model.address),
        "usage": research.model.as_ref().map(|model| usage(model.usage())),
        "turns": research.model.iter().flat_map(|model| &model.turns).map(turn).collect::<Vec<_>>(),
        "answer": answer(research),
        "claims": research.claims.iter().map(claim).collect::<Vec<_>>(),
        "said": research.said,
        "notes": research.remarks(),
        "asked_before": research.asked_before,
        "answered_at": research.answered_at,
        "citations": citations,
        "counted": research.counted.as_ref().map(rows),
        "repositories": research.repositories,
        "nowhere": research.nowhere,
        "missing": research.missing,
        "steps": research.steps.iter().map(step).collect::<Vec<_>>(),
    })
}

/// A line of `jsonl`: a step, as it is taken.
pub fn step_json(taken: &StepTaken) -> Value {
    let mut value = step(taken);
    value["type"] = "step".into();
    value
}

fn step(taken: &StepTaken) -> Value {
    json!({"query": taken.step.text(), "language": taken.step.language(), "reason": taken.reason, "hits": taken.hits, "new": taken.new})
}

fn rows(counted: &Counted) -> Value {
    json!({
        "route": counted.route.name(),
        "query": counted.query,
        "path": &*counted.path,
        "columns": counted.columns,
        "rows": counted.rows,
        "total": counted.total,
    })
}

fn citation(number: usize, citation: &Citation) -> Value {
    let passage = &citation.passage;
    json!({
        "n": number,
        "path": &*passage.path,
        "line": passage.place().0,
        "end_line": passage.place().1,
        "page": passage.page,
        "type": passage.kind.id(),
        "name": passage.label,
        "is": passage.related.as_ref().map(|related| &related.says),
        "at": passage.related.as_ref().map(|related| passage.in_file(related.line)),
        "id": passage.id,
        "text": passage.text,
        "quote": [passage.in_file(*passage.quote.start()), passage.in_file(*passage.quote.end())],
        "step": citation.step,
        "changed_since": passage.is_stale,
    })
}

fn hundredths(share: f32) -> f64 {
    (f64::from(share) * 100.0).round() / 100.0
}
