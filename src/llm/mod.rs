//! Language models that a user has configured: one prompt goes out, text and calls of tools come back while they are
//! written. Three protocols – OpenAI's chat completions, Anthropic's messages, Gemini's generateContent – each a table of
//! functions over `net`; nothing else in docql knows them apart.
//!
//! Read the files in this order; each imports only those above it.
//!
//! - `message`: prompts and replies, as every protocol has them.
//! - `secrets`: what never leaves this machine.
//! - `fence`: text that others have written, where it cannot be taken for instructions.
//! - `problem`: errors.
//! - `events`: the stream of an answer → JSON values, whatever the server makes of `stream`.
//! - `assembly`: fragments → a reply.
//! - `openai`: a protocol.
//! - `anthropic`: another.
//! - `gemini`: a third.
//! - `plain`: tools as lines of text, for models that know no others.
//! - `provider`: who can be asked, a row each.
//! - `model`: asking.

mod anthropic;
mod assembly;
mod events;
mod fence;
mod gemini;
mod message;
mod model;
mod openai;
mod plain;
mod problem;
mod provider;
pub mod secrets;

pub use fence::Fence;
pub use message::{Message, NoObject, Prompt, Reply, Stop, Tool, ToolCall, ToolResult, Usage};
pub use model::{LanguageModel, ModelOptions, ToolUse};
pub use problem::ModelProblem;
pub use provider::{PROVIDERS, Provider, provider};
