//! Questions and passages → prompts. Instructions stand in the system's part alone, text of files in fences.

use super::fence::{Fence, LeftOut};
use super::tools::tools;
use crate::agent::follow::Before;
use crate::agent::passages::passage::Passage;
use crate::llm::{Message, Prompt};
use serde_json::Value;
use std::fmt::Write;

/// Tokens of passages in a prompt, at most.
pub(super) const EVIDENCE_TOKENS: usize = 8_000;

const RESEARCH: &str = include_str!("../../../assets/prompts/research.md");
const JUDGE: &str = include_str!("../../../assets/prompts/judge.md");
const ANSWER: &str = include_str!("../../../assets/prompts/answer.md");

/// What is asked, and what it goes on from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Topic<'q> {
    pub question: &'q str,
    pub before: Option<&'q Before>,
}

/// The question and the passages, and steps if there are any: these hold names from files too.
fn prompt(system: &str, topic: Topic<'_>, passages: &[&Passage], steps: &[String], left_out: &mut LeftOut) -> Prompt {
    let fence = Fence::around(passages.iter().copied());
    let quoted = fence.quote((1..).zip(passages.iter().copied()), EVIDENCE_TOKENS, left_out);
    let found = if quoted.is_empty() { "No passage was found." } else { quoted.trim_end() };
    let mut text = String::new();
    if let Some(before) = topic.before {
        // What was answered is made of files, as passages are.
        let told = [format!("Question: {}", before.question), format!("Answer: {}", before.told())];
        text = format!("{}\nThe question goes on from there.\n\n", fence.lines("asked before", &told));
    }
    let _ = write!(text, "Question: {}\n\n{found}", topic.question);
    if !steps.is_empty() {
        text.push('\n');
        text.push_str(&fence.lines("steps so far", steps));
    }
    Prompt { system: system.trim_end().to_owned(), messages: vec![Message::User(text)], tools: Vec::new() }
}

/// What a model is asked that proposes steps.
pub(super) fn research(
    topic: Topic<'_>,
    passages: &[&Passage],
    steps: &[String],
    missing: &str,
    left_out: &mut LeftOut,
) -> Prompt {
    let mut prompt = Prompt { tools: tools(), ..prompt(RESEARCH, topic, passages, steps, left_out) };
    if let (Some(Message::User(text)), false) = (prompt.messages.first_mut(), missing.is_empty()) {
        text.push_str("\n\nNo passage says yet: ");
        text.push_str(missing);
    }
    prompt
}

/// What a model is asked that judges.
pub(super) fn judge(topic: Topic<'_>, passages: &[&Passage], left_out: &mut LeftOut) -> Prompt {
    prompt(JUDGE, topic, passages, &[], left_out)
}

/// What a model is asked that answers.
pub(super) fn answer(topic: Topic<'_>, passages: &[&Passage], left_out: &mut LeftOut) -> Prompt {
    prompt(ANSWER, topic, passages, &[], left_out)
}

/// What a judge says: whether all is there, and what is not; `None` if it says something else.
pub(super) fn judged(text: &str) -> Option<(bool, String)> {
    let object = text.get(text.find('{')?..=text.rfind('}')?)?;
    let value: Value = serde_json::from_str(object).ok()?;
    let missing = value["missing"].as_str().unwrap_or_default();
    Some((value["complete"].as_bool()?, missing.chars().take(200).collect()))
}
