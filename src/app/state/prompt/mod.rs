//! The prompt: its text, how it reads, and what completes it.
//!
//! - `pairs`: brackets and quotes that close themselves while a query is typed.
//! - `snippet`: the places of a snippet that are still to be filled in: Tab goes from one to the next.
//! - `past`: what stood in the prompt before, to be gone back to.
//! - `pasting`: pasted text: what is taken of it, and what is said of the rest.
//! - `input`: the prompt: a line of text, how it reads, what completes it, what is wrong with it.
//! - `reading`: how the text of the prompt reads: a query, words, a question, a path; and what of it is run.
//! - `completion`: completing what is typed in the prompt: the list, ghost text, and the fix of a wrong query.

mod completion;
mod input;
mod pairs;
mod past;
mod pasting;
mod reading;
mod snippet;

pub use input::Prompt;
pub(in crate::app) use input::PromptOut;
