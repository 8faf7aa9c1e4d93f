//! Fragments of an answer → a reply.

use super::message::{NoObject, Reply, Stop, ToolCall, Usage};
use serde_json::Value;

/// Calls of one reply, at most: a model that repeats itself ends somewhere.
const MAX_CALLS: usize = 32;

/// What some local models put around what they think aloud.
const THOUGHT: (&str, &str) = ("<think>", "</think>");

/// A reply that is still being written.
#[derive(Debug, Default)]
pub(super) struct Assembly {
    text: String,
    /// Bytes of the text that were handed out.
    handed_out: usize,
    calls: Vec<Fragments>,
    /// Why it has stopped; `None` until the service says so.
    stop: Option<Stop>,
    /// Tokens that the service has counted.
    pub prompt: Option<u64>,
    /// The same of the answer.
    pub answer: Option<u64>,
    /// What the service reports instead of an answer.
    pub fault: Option<String>,
}

/// A call in pieces.
#[derive(Debug, Default)]
struct Fragments {
    place: Option<u64>,
    id: String,
    name: String,
    arguments: String,
    signature: Option<String>,
}

/// A piece of a call.
#[derive(Debug, Default)]
pub(super) struct Piece<'v> {
    /// The place of the call among others, if the service gives one.
    pub place: Option<u64>,
    pub id: &'v str,
    pub name: &'v str,
    /// A piece of the JSON text of its arguments, or all of them as a value.
    pub arguments: Option<&'v Value>,
    pub signature: Option<&'v str>,
}

impl Assembly {
    /// Notes that the service says why it stops. What was refused stays so.
    pub fn stop(&mut self, stop: Stop) {
        if !matches!(self.stop, Some(Stop::Refused(_))) {
            self.stop = Some(stop);
        }
    }

    /// Notes a refusal, in these words if there are any; pieces of them are joined.
    pub fn refuse(&mut self, words: &str) {
        match &mut self.stop {
            Some(Stop::Refused(known)) => known.push_str(words),
            stop => *stop = Some(Stop::Refused(words.to_owned())),
        }
    }

    /// Notes that the answer breaks off: nothing that it said of its end counts.
    pub fn break_off(&mut self, reason: String) {
        self.stop = Some(Stop::BrokenOff(reason));
    }

    /// Adds text.
    pub fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds a piece of a call: to the one at its place, else to the last if it begins none.
    pub fn call(&mut self, piece: &Piece<'_>) {
        let begins = |known: &Fragments| !piece.id.is_empty() && !known.id.is_empty() && piece.id != known.id;
        let known = match piece.place {
            Some(_) => self.calls.iter().rposition(|known| known.place == piece.place),
            None if piece.name.is_empty() => self.calls.len().checked_sub(1),
            None => None,
        };
        let at = known.filter(|at| !self.calls.get(*at).is_some_and(begins)).unwrap_or(self.calls.len());
        if at == self.calls.len() && at < MAX_CALLS {
            self.calls.push(Fragments { place: piece.place, ..Fragments::default() });
        }
        let Some(at) = self.calls.get_mut(at) else { return };
        if at.id.is_empty() {
            piece.id.clone_into(&mut at.id);
        }
        if at.name.is_empty() {
            piece.name.clone_into(&mut at.name);
        }
        match piece.arguments {
            Some(Value::String(text)) => at.arguments.push_str(text),
            Some(Value::Null) | None => {}
            Some(value) => at.arguments = value.to_string(),
        }
        at.signature = piece.signature.map(str::to_owned).or(at.signature.take());
    }

    /// The text that has come since, as far as it is sure to be meant for others.
    pub fn take_text(&mut self) -> String {
        let shown = without_thought(&self.text, false);
        if shown.is_empty() {
            return String::new();
        }
        let from = (self.text.len() - shown.len()).max(self.handed_out);
        self.handed_out = self.text.len();
        self.text.get(from..).unwrap_or_default().to_owned()
    }

    /// True if its service says that it may write no more.
    pub fn is_cut(&self) -> bool {
        self.stop == Some(Stop::Length)
    }

    /// True if it is no reply: nothing was said, called, or refused.
    pub fn is_empty(&self) -> bool {
        let is_refused = matches!(self.stop, Some(Stop::Refused(_)));
        without_thought(&self.text, true).trim().is_empty() && self.calls.is_empty() && !is_refused
    }

    /// The reply. What the service has not counted is estimated: `prompt` tokens, and those of the text.
    pub fn finish(self, prompt: usize, estimate: impl Fn(&str) -> usize) -> Reply {
        let is_estimate = self.prompt.is_none() || self.answer.is_none();
        let usage = Usage {
            requests: 1,
            prompt: self.prompt.unwrap_or(prompt as u64),
            answer: self.answer.unwrap_or_else(|| {
                let calls: usize = self.calls.iter().map(|call| estimate(&call.arguments)).sum();
                (estimate(&self.text) + calls) as u64
            }),
            is_estimate,
        };
        let text = without_thought(&self.text, true).trim().to_owned();
        let calls: Vec<ToolCall> = self.calls.into_iter().enumerate().map(|(at, call)| call.finish(at)).collect();
        let stop = self.stop.unwrap_or_else(|| Stop::BrokenOff("no end was said".to_owned()));
        // Nobody knows what is missing of calls whose end has not come.
        let calls = if matches!(stop, Stop::Done | Stop::Calls) { calls } else { Vec::new() };
        let stop = if stop == Stop::Done && !calls.is_empty() { Stop::Calls } else { stop };
        Reply { text, calls, stop, usage }
    }
}

impl Fragments {
    fn finish(self, at: usize) -> ToolCall {
        let written = self.arguments.trim();
        let arguments = match serde_json::from_str(if written.is_empty() { "{}" } else { written }) {
            Ok(Value::Object(object)) => Ok(Value::Object(object)),
            // Some servers put the text of the arguments into a text once more.
            Ok(Value::String(inner)) => match serde_json::from_str(&inner) {
                Ok(Value::Object(object)) => Ok(Value::Object(object)),
                _ => Err(NoObject(inner)),
            },
            _ => Err(NoObject(self.arguments)),
        };
        let id = if self.id.is_empty() { format!("call_{at}") } else { self.id };
        ToolCall { id, name: self.name, arguments, signature: self.signature }
    }
}

/// The text behind a thought at its beginning. Nothing while the thought goes on, or may be one; with `is_over` no end
/// will come.
fn without_thought(text: &str, is_over: bool) -> &str {
    let begun = text.trim_start();
    if let Some(thought) = begun.strip_prefix(THOUGHT.0) {
        return thought.split_once(THOUGHT.1).map_or("", |(_, said)| said.trim_start());
    }
    if !is_over && begun.len() < THOUGHT.0.len() && THOUGHT.0.starts_with(begun) { "" } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn streamed(pieces: &[&str]) -> (Vec<String>, String) {
        let mut assembly = Assembly { stop: Some(Stop::Done), ..Assembly::default() };
        let handed_out = pieces.iter().map(|piece| {
            assembly.text(piece);
            assembly.take_text()
        });
        let handed_out = handed_out.collect();
        (handed_out, assembly.finish(0, str::len).text)
    }

    #[test]
    fn what_is_thought_aloud_is_not_handed_out() {
        let (out, text) = streamed(&["<th", "ink>hm\n", "</thi", "nk>\n\nLocks", " age."]);
        assert_eq!((out.concat().as_str(), text.as_str()), ("Locks age.", "Locks age."));
        let (out, text) = streamed(&["<", "b> is ", "bold"]);
        assert_eq!((out.concat().as_str(), text.as_str()), ("<b> is bold", "<b> is bold"));
        let (out, text) = streamed(&["<think>", "never ends"]);
        assert_eq!((out.concat().as_str(), text.as_str()), ("", ""));
        let (out, _) = streamed(&["Gr", "üße", " 你好"]);
        assert_eq!(out, ["Gr", "üße", " 你好"]);
    }

    #[test]
    fn calls_are_put_together_by_place_or_order() {
        let mut assembly = Assembly { stop: Some(Stop::Done), ..Assembly::default() };
        let (one, two, three) = (Value::from("{\"a\""), Value::from(": 1}"), Value::from("{nonsense"));
        let piece = |place, id, name, arguments| Piece { place, id, name, arguments, signature: None };
        assembly.call(&piece(Some(0), "x", "query", Some(&one)));
        assembly.call(&piece(Some(1), "y", "read", Some(&three)));
        assembly.call(&piece(Some(0), "", "", Some(&two)));
        // A server that gives every call the same place.
        assembly.call(&piece(Some(1), "z", "read", None));
        let reply = assembly.finish(0, str::len);
        let calls: Vec<_> = reply.calls.iter().map(|call| (call.id.as_str(), call.arguments.clone())).collect();
        assert_eq!(
            calls,
            [
                ("x", Ok(serde_json::json!({"a": 1}))),
                ("y", Err(NoObject("{nonsense".to_owned()))),
                ("z", Ok(serde_json::json!({})))
            ]
        );
        assert_eq!(reply.stop, Stop::Calls);
    }
}
