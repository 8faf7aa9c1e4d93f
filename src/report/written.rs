//! What a model has written, and what it would be sent → text, JSON.

use crate::agent::{Claim, Outgoing, Research, Turn, Verdict};
use crate::llm::{Message, Usage};
use crate::stdx::{counted, grouped, printable};
use serde_json::{Value, json};
use std::io::{self, Write};

const DIM: &str = "\x1b[2m";
const END: &str = "\x1b[0m";

/// A sentence, and what is to be thought of it, in a line.
///
/// # Errors
/// If `out` cannot be written to.
pub fn claim_line(claim: &Claim, colour: bool, out: &mut dyn Write) -> io::Result<()> {
    let lines: Vec<_> = claim.text.lines().map(printable).collect();
    let mark = if colour && !claim.mark().is_empty() {
        format!("{DIM}{}{END}", claim.mark())
    } else {
        claim.mark().to_owned()
    };
    writeln!(out, "{}{mark}", lines.join("\n"))
}

/// A line of `jsonl`: a sentence, as it is written.
pub fn claim_json(one: &Claim) -> Value {
    let mut value = claim(one);
    value["type"] = "claim".into();
    value
}

pub(super) fn claim(claim: &Claim) -> Value {
    let (verdict, reason) = match &claim.verdict {
        Verdict::Holds => ("holds", None),
        Verdict::Inferred => ("inferred", None),
        Verdict::NotInSource(reason) => ("not_in_source", Some(reason)),
        Verdict::NotFound => ("not_found", None),
    };
    json!({"text": claim.text, "cites": claim.cites, "verdict": verdict, "reason": reason})
}

/// The sentences of a model, those marked that do not hold; nothing if there are none.
pub(super) fn answer(research: &Research) -> Option<String> {
    let marked = |claim: &Claim| format!("{}{}", claim.text, claim.mark());
    let sentences: Vec<String> = research.claims.iter().map(marked).collect();
    (!sentences.is_empty()).then(|| sentences.join("\n"))
}

pub(super) fn usage(usage: Usage) -> Value {
    json!({
        "requests": usage.requests, "prompt": usage.prompt, "answer": usage.answer, "estimated": usage.is_estimate,
    })
}

pub(super) fn turn(turn: &Turn) -> Value {
    let mut value = usage(turn.usage);
    value["for"] = turn.purpose.name().into();
    value["model"] = turn.model.as_str().into();
    value
}

/// Tokens for people; those that nobody has counted are said to be estimated.
pub(super) fn tokens(usage: Usage) -> String {
    let estimated = if usage.is_estimate { ", estimated" } else { "" };
    format!("{} + {} tokens{estimated}", grouped(usage.prompt as usize), grouped(usage.answer as usize))
}

/// What would be sent, and where, for people.
///
/// # Errors
/// If `out` cannot be written to.
pub fn dry_run_text(research: &Research, out: &mut dyn Write) -> io::Result<()> {
    let Some(model) = &research.model else { return Ok(()) };
    for one in &model.outgoing {
        let Outgoing { purpose, address, model, body, prompt } = one;
        let bytes = grouped(body.to_string().len());
        let tokens = grouped(prompt.tokens());
        writeln!(out, "{}: {address}, {}: {bytes} bytes, {tokens} tokens at most", purpose.name(), printable(model))?;
        section("instructions", &prompt.system, out)?;
        for message in &prompt.messages {
            if let Message::User(text) = message {
                section("message", text, out)?;
            }
        }
        for tool in &prompt.tools {
            section(&format!("tool {}", tool.name), &tool.description, out)?;
        }
        writeln!(out)?;
    }
    let count = counted(model.outgoing.len(), "request");
    writeln!(out, "nothing was sent; {count} would be, more of them where the model asks for more steps")?;
    research.remarks().iter().try_for_each(|remark| writeln!(out, "{}", printable(remark)))
}

fn section(title: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "--- {title} ---")?;
    text.lines().try_for_each(|line| writeln!(out, "{}", printable(line)))
}

/// The same as one JSON document; `body` is what would be sent, byte by byte.
pub fn dry_run_json(research: &Research) -> Value {
    let outgoing = research.model.iter().flat_map(|model| &model.outgoing);
    let request = |one: &Outgoing| {
        json!({
            "for": one.purpose.name(), "address": one.address, "model": one.model,
            "bytes": one.body.to_string().len(), "tokens": one.prompt.tokens(), "body": one.body,
        })
    };
    json!({
        "type": "docql_ask_dry_run", "schema": 1, "question": research.question,
        "requests": outgoing.map(request).collect::<Vec<_>>(), "notes": research.remarks(),
    })
}
