//! Answers a question about a workspace, for everybody who asks: explorer, shell, plain dialogue, evaluation.
//!
//! A question passes five stages, each once: **read** (text → plan or words), **prepare** (index what it needs),
//! **find** (run the plan, or rank and rerank), **complete** (index what the answer is shown with), **present**
//! (items → hits). What an answer looks like on the way is an [`Event`]; options are plain types, so that any front end
//! can ask.

mod answer;
mod find;
mod lines;
mod paths;
mod places;
mod present;
mod question;
mod read;
mod relations;

pub use answer::{Answer, Event, Unanswered, answer};
pub use find::{rank, warm};
pub use paths::{PathQuestion, paths};
pub use places::{places, places_need};
pub use question::{Audience, Order, Question, Reading, Spends};
pub use relations::{UseCounts, caller_counts, use_counts};
