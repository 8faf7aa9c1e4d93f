//! Tools as lines of text, for models that know no others: a line `TOOL name {…}` is a call.

use super::message::{Message, NoObject, Prompt, Reply, Stop, ToolCall};
use serde_json::Value;
use std::fmt::Write;

/// What a line that calls a tool begins with.
const MARK: &str = "TOOL ";

/// The same prompt for a model without tools.
pub(super) fn without_tools(prompt: &Prompt) -> Prompt {
    let mut system = prompt.system.clone();
    if !prompt.tools.is_empty() {
        let _ = write!(
            system,
            "\n\nTo use a tool, write a line of its own: {MARK}name {{\"argument\": \"value\"}}\nWrite nothing behind \
             such lines; their results come with the next message. The tools:\n"
        );
        for tool in &prompt.tools {
            let _ = writeln!(system, "- {}: {} Arguments: {}", tool.name, tool.description, tool.parameters);
        }
    }
    let messages = prompt.messages.iter().map(|message| match message {
        Message::User(text) => Message::User(text.clone()),
        Message::Model { text, calls } => {
            let lines = std::iter::once(text.clone()).chain(calls.iter().map(ToolCall::written));
            let text = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
            Message::Model { text, calls: Vec::new() }
        }
        Message::Results(results) => {
            let results = results.iter().map(|result| format!("Result of {}:\n{}", result.name, result.text));
            Message::User(results.collect::<Vec<_>>().join("\n\n"))
        }
    });
    Prompt { system, messages: messages.collect(), tools: Vec::new() }
}

/// Takes the calls out of the text of a reply.
pub(super) fn read_calls(reply: &mut Reply) {
    let (mut said, mut calls) = (Vec::new(), Vec::new());
    for line in reply.text.lines() {
        match line.trim().trim_matches('`').strip_prefix(MARK) {
            Some(call) => calls.push(read(call.trim(), calls.len())),
            None => said.push(line),
        }
    }
    if calls.is_empty() || matches!(reply.stop, Stop::BrokenOff(_) | Stop::Refused(_)) {
        return;
    }
    reply.text = said.join("\n").trim().to_owned();
    reply.calls = calls;
    reply.stop = Stop::Calls;
}

fn read(call: &str, at: usize) -> ToolCall {
    let (name, arguments) = call.split_once(|c: char| c.is_whitespace() || c == '{').unwrap_or((call, ""));
    let written = call.get(name.len()..).unwrap_or(arguments).trim();
    let arguments = match serde_json::from_str(if written.is_empty() { "{}" } else { written }) {
        Ok(Value::Object(object)) => Ok(Value::Object(object)),
        _ => Err(NoObject(written.to_owned())),
    };
    ToolCall { id: format!("call_{at}"), name: name.to_owned(), arguments, signature: None }
}
