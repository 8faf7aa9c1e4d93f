//! What language models do for research: propose steps, judge, write the answer. All but `consult` is without effects.
//!
//! - `fence`: passages → quoted text that no passage can end, without keys.
//! - `tools`: what a model may call, and its calls → steps.
//! - `prompts`: questions and passages → prompts; the instructions stand in `assets/prompts/`.
//! - `dialogue`: the conversation with a model that proposes steps.
//! - `consult`: asks the models.

mod consult;
mod dialogue;
mod fence;
mod prompts;
mod tools;

pub(super) use consult::{Advice, Consultant};
pub use consult::{ModelUse, Models, Outgoing, Purpose, Turn};
pub(super) use dialogue::StepOutcome;
