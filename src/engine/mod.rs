//! Answers a question about a workspace, for everybody who asks: explorer, shell, plain dialogue, evaluation.
//!
//! A question passes five stages, each once: **read** (text → plan or words), **prepare** (index what it needs),
//! **find** (run the plan, or rank and rerank), **complete** (index what the answer is shown with), **present**
//! (items → hits). What an answer looks like on the way is an [`Event`]; options are plain types, so that any front end
//! can ask.
//!
//! The files, in reading order:
//!
//! - `question`: a question and how it is to be answered: plain data.
//! - `read`: the first stage: the text of a question → a plan, or words with what they are judged by.
//! - `limits`: what a question may hold: of a text that was pasted the first words are searched, and a query ends
//!   somewhere.
//! - `left_out`: files that are there and do not belong to the workspace: why one that is named is not found.
//! - `declared`: the functions and tests that a text names, as they are declared.
//! - `places`: the places that a text names → rows, each with the line of its file.
//! - `paths`: files and directories by what is typed of their paths → rows.
//! - `lines`: the match of each hit: the line that shows why it is one, and the words in it.
//! - `find`: the third stage: a plan or words → what they find in a library.
//! - `present`: the last stage: findings → results, with how many there are in all and what is worth knowing beside
//!   them.
//! - `relations`: what is shown beside answers: how often a symbol is called, used and tested.
//! - `outcome`: what comes of a question: events on the way, the answer, or why there is none.
//! - `answer`: the pipeline: read, prepare, find, complete, present.

mod answer;
mod declared;
mod find;
mod left_out;
mod limits;
mod lines;
mod outcome;
mod paths;
mod places;
mod present;
mod question;
mod read;
mod relations;

pub use answer::answer;
pub use find::{rank, warm};
pub use outcome::{Answer, Event, Unanswered};
pub use paths::{PathQuestion, paths};
pub use places::{places, places_need};
pub use question::{Audience, Order, Question, Reading, Spends};
pub use relations::{UseCounts, caller_counts, use_counts};
