//! The prompt: its text, how it reads, and what completes it.

mod completion;
mod input;
mod pairs;
mod reading;
mod snippet;

pub use input::Prompt;
pub(in crate::app) use input::PromptOut;
