//! Prompts and replies, as every protocol has them.

use crate::stdx::tokens;
use serde_json::Value;
use std::ops::AddAssign;

/// What a model is asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prompt {
    /// Instructions; nothing that comes from a file stands here.
    pub system: String,
    /// What was said so far; the last is not the model's.
    pub messages: Vec<Message>,
    /// The tools that it may call.
    pub tools: Vec<Tool>,
}

impl Prompt {
    /// Tokens, at most, by the bound of `stdx`.
    pub fn tokens(&self) -> usize {
        let tools: usize = self.tools.iter().map(Tool::tokens).sum();
        tokens::upper_bound(&self.system) + self.messages.iter().map(Message::tokens).sum::<usize>() + tools
    }
}

/// What a request says beside its prompt.
#[derive(Debug)]
pub(super) struct RequestOptions<'a> {
    /// The model.
    pub model: &'a str,
    /// Tokens of its answer, at most.
    pub answer_tokens: u32,
    /// The field that says so, where services differ.
    pub limit_field: &'static str,
}

/// One turn of a conversation.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// What docql says.
    User(String),
    /// What the model has said.
    Model {
        /// Its text.
        text: String,
        /// The tools that it has called.
        calls: Vec<ToolCall>,
    },
    /// What its calls have brought, in their order.
    Results(Vec<ToolResult>),
}

impl Message {
    fn tokens(&self) -> usize {
        match self {
            Message::User(text) => tokens::upper_bound(text),
            Message::Model { text, calls } => {
                tokens::upper_bound(text) + calls.iter().map(|call| tokens::upper_bound(&call.written())).sum::<usize>()
            }
            Message::Results(results) => results.iter().map(|result| tokens::upper_bound(&result.text)).sum(),
        }
    }
}

/// A tool that a model may call.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// What it does, for the model.
    pub description: String,
    /// The JSON schema of its arguments.
    pub parameters: Value,
}

impl Tool {
    fn tokens(&self) -> usize {
        tokens::upper_bound(&self.description) + tokens::upper_bound(&self.parameters.to_string())
    }
}

/// What a model wants to have looked up.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCall {
    /// What the service calls it; made up where it has no name for it.
    pub id: String,
    /// The name of the tool, as the model writes it.
    pub name: String,
    /// Its arguments, an object; what the model has written instead is told to it, and no failure.
    pub arguments: Result<Value, NoObject>,
    /// What the service wants to see again beside the call.
    pub signature: Option<String>,
}

/// What a model has written where an object is expected, word for word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoObject(pub String);

impl ToolCall {
    /// The arguments as the service gets them again: servers refuse to read back what is no object.
    pub(super) fn object(&self) -> Value {
        self.arguments.clone().unwrap_or_else(|_| Value::Object(serde_json::Map::new()))
    }

    /// The call as a line of text.
    pub(super) fn written(&self) -> String {
        format!("TOOL {} {}", self.name, self.object())
    }
}

/// What a call has brought.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolResult {
    /// The id of the call.
    pub id: String,
    /// The name of the tool.
    pub name: String,
    /// What it says.
    pub text: String,
    /// True if the call has failed.
    pub is_error: bool,
}

/// Why a model has stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Stop {
    /// It has said all.
    #[default]
    Done,
    /// It waits for its tools.
    Calls,
    /// It may write no more.
    Length,
    /// It, or its service, declines to answer; the reason may be empty.
    Refused(String),
    /// The answer breaks off, for this reason.
    BrokenOff(String),
}

/// What a model says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// Its text, without what it has thought aloud.
    pub text: String,
    /// The tools that it calls.
    pub calls: Vec<ToolCall>,
    /// Why it has stopped.
    pub stop: Stop,
    /// What it has cost.
    pub usage: Usage,
}

/// Tokens of prompts and answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Requests.
    pub requests: u64,
    /// Tokens that were read.
    pub prompt: u64,
    /// Tokens that were written.
    pub answer: u64,
    /// True if a service has not counted: then they are a bound of docql's own.
    pub is_estimate: bool,
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Usage) {
        self.requests += other.requests;
        self.prompt = self.prompt.saturating_add(other.prompt);
        self.answer = self.answer.saturating_add(other.answer);
        self.is_estimate |= other.is_estimate;
    }
}
