//! The conversation with a model that proposes steps: its calls → steps, what they found → its results.

use super::fence::{Fence, LeftOut};
use super::prompts::{self, EVIDENCE_TOKENS, Topic};
use super::tools::{CallError, MAX_CALLS, step};
use crate::agent::passages::passage::{Passage, Step};
use crate::llm::{Message, Prompt, Reply, ToolCall, ToolResult};
use crate::stdx::counted;

/// Tokens of what one turn's calls have found, at most: the best of it stands in the prompt of the answer again.
const RESULT_TOKENS: usize = EVIDENCE_TOKENS / 4;

/// What a turn of the model comes to.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Proposed {
    /// The steps that can be taken.
    pub steps: Vec<Step>,
    /// True if a call could not be understood: the model may mend it once.
    pub is_faulty: bool,
}

/// A step that was taken for a call.
#[derive(Clone, Debug)]
pub(in crate::agent) struct StepOutcome {
    /// The step.
    pub step: Step,
    /// Hits in all.
    pub hits: usize,
    /// The passages that no step before had found.
    pub new: Vec<Passage>,
}

/// A conversation.
#[derive(Debug, Default)]
pub(super) struct Dialogue {
    prompt: Option<Prompt>,
    /// The calls that wait for results, each with its step or what is wrong with it.
    waiting: Vec<(ToolCall, Result<Step, CallError>)>,
}

impl Dialogue {
    /// The prompt of the next turn: with the results of the last one, else from the beginning.
    pub fn next(
        &mut self,
        topic: Topic<'_>,
        passages: &[&Passage],
        steps: &[String],
        missing: &str,
        found: &[StepOutcome],
        left_out: &mut LeftOut,
    ) -> Prompt {
        let results = self.results(found, left_out);
        match &mut self.prompt {
            Some(prompt) if !results.is_empty() => {
                prompt.messages.push(Message::Results(results));
                prompt.clone()
            }
            prompt => prompt.insert(prompts::research(topic, passages, steps, missing, left_out)).clone(),
        }
    }

    /// Takes what the model says.
    pub fn take(&mut self, reply: Reply) -> Proposed {
        let Some(prompt) = &mut self.prompt else { return Proposed::default() };
        let calls = reply.calls;
        prompt.messages.push(Message::Model { text: reply.text, calls: calls.clone() });
        let read = calls.into_iter().enumerate().map(|(at, call)| {
            let read = if at < MAX_CALLS { step(&call) } else { Err(CallError::TooMany) };
            (call, read)
        });
        self.waiting = read.collect();
        let steps = self.waiting.iter().filter_map(|(_, read)| read.clone().ok()).collect();
        Proposed { steps, is_faulty: self.waiting.iter().any(|(_, read)| read.is_err()) }
    }

    fn results(&mut self, found: &[StepOutcome], left_out: &mut LeftOut) -> Vec<ToolResult> {
        let fence = Fence::around(found.iter().flat_map(|found| &found.new));
        let waiting = std::mem::take(&mut self.waiting);
        let share = RESULT_TOKENS / waiting.len().max(1);
        let result = |(call, read): (ToolCall, Result<Step, CallError>)| {
            let text = match &read {
                Err(error) => error.to_string(),
                Ok(step) => match found.iter().find(|found| found.step == *step) {
                    None => "It was asked before, or found nothing.".to_owned(),
                    Some(StepOutcome { hits, new, .. }) => {
                        let quoted = fence.quote((1..).zip(new), share, left_out);
                        format!(
                            "{}, {} not seen before\n{quoted}",
                            counted(*hits, "hit"),
                            counted(new.len(), "passage")
                        )
                    }
                },
            };
            ToolResult { id: call.id, name: call.name, text: text.trim_end().to_owned(), is_error: read.is_err() }
        };
        waiting.into_iter().map(result).collect()
    }
}
