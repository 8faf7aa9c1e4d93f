//! `ask`: a question in words → the passages that answer it, and the steps that found them.

use super::call::{Call, CallEvent, with_freshness};
use super::problem::Problem;
use crate::agent::{self, Inquiry, Research, ResearchEvent, ResearchLimits};
use crate::engine;
use crate::report;
use crate::serve::answers::withheld::without_keys;
use crate::serve::workspaces::refusal::Refusal;
use serde_json::Value;
use std::io::Write;

/// Answers a call of `ask`.
pub(super) fn answer(call: &Call<'_>) -> Result<Value, Problem> {
    let text = call.text("question");
    if text.is_empty() {
        return Err(Refusal::new("question", "the question is empty").or(["ask in words".to_owned()]).into());
    }
    let opened = call.open()?;
    let mut has_begun = false;
    let document = opened.current(call.ticket, |changing| {
        if std::mem::replace(&mut has_begun, true) {
            (call.on_event)(CallEvent::Again);
        }
        let on_event = |event: ResearchEvent| match event {
            ResearchEvent::Step(taken) => (call.on_event)(CallEvent::Step(taken)),
            ResearchEvent::Engine(engine::Event::Indexed(progress)) => (call.on_event)(CallEvent::Indexed(progress)),
            ResearchEvent::Engine(_) | ResearchEvent::Claim(_) => {}
        };
        // Nothing is kept between calls: what was found of the question before is found anew.
        let before = match call.text("before") {
            "" => None,
            before => {
                let found = agent::research(&opened.indexer, before, ResearchLimits::default(), call.ticket, &|_| {})?;
                Some(found.before())
            }
        };
        let limits = ResearchLimits { passages: call.arguments.count("limit"), ..ResearchLimits::default() };
        let inquiry = Inquiry { before: before.as_ref(), limits, ..Inquiry::of(text) };
        let mut found = agent::research_with(&opened.indexer, &inquiry, call.ticket, &on_event)?;
        without_keys(&mut found);
        let paths = found.paths();
        let written = |found: &Research| with_freshness(report::research_json(found), &opened.fresh(changing));
        Ok((within(found, call.arguments.count("max_tokens"), &written)?, paths))
    })?;
    Ok(document)
}

/// What was found as a document of so many tokens at most.
fn within(found: Research, most: usize, written: &dyn Fn(&Research) -> Value) -> Result<Value, Refusal> {
    let write = |found: &Research, out: &mut dyn Write| write!(out, "{}", written(found));
    let broken =
        |why: &dyn std::fmt::Display| Refusal::new("arguments", format!("the answer cannot be written: {why}"));
    let fitted = report::fitted(found, most, &write).map_err(|why| broken(&why))?;
    if fitted.tokens > most {
        let refusal =
            Refusal::new("arguments", format!("max_tokens {most}: this answer needs {} at least", fitted.tokens));
        return Err(refusal.or([fitted.tokens.to_string()]));
    }
    serde_json::from_slice(&fitted.bytes).map_err(|why| broken(&why))
}
