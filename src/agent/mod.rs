//! Research: a question → steps that anybody could enter → evidence → an answer whose every part cites a place.
//!
//! The loop is a pure machine: it is told what its steps found and says what to do next. It analyses the question,
//! routes it to steps (words, DocQL), judges what came back (which words of the question the evidence holds, and
//! together or scattered), and rewrites: by parts, by what the evidence names, by what calls it and what it calls. It
//! stops when the evidence is complete, when two rounds in a row brought nothing, or after [`ResearchLimits::rounds`].
//!
//! Read the files in this order; each imports only those above it.
//!
//! - `question`: what a question asks for: names, quotations, parts, relations, and what was found of these.
//! - `follow`: what a question refers to that goes on from the one before.
//! - `claims`: sentences of a model's answer, checked against what they cite.
//! - `tables`: questions about rows, as queries that anybody could enter: SQL, or a filter and a search.
//! - `passages`: steps, the passages that they find, how much of the question those answer, the few that are shown.
//! - `writing`: what language models do: propose steps, judge, write; each is a prompt and a reading of the reply.
//! - `course`: the loop: where it looks, the steps of each round, when it is done.
//! - `found`: what research finds, and what is said above and below it.
//! - `walk`: has the machine's steps carried out, until it has enough.
//! - `tabled`: what a database says to a question, as research.
//! - `research`: the answer: of databases, or of what the walk has found.
//! - `alike`: whether two questions ask nearly the same.
//! - `answer_cache`: answers of models that are kept until a file of their evidence changes.
//! - `rows`: an answer as rows of a screen.
//! - `eval`: cases with the places that answer them, and how many of those are cited.

mod alike;
mod answer_cache;
mod claims;
mod course;
pub mod eval;
mod follow;
mod found;
mod passages;
mod question;
mod research;
mod rows;
mod tabled;
mod tables;
mod walk;
mod writing;

pub use crate::llm::ModelProblem;
pub use answer_cache::{AnswerCache, AskedOf, Recalled};
pub use claims::{CitedText, Claim, Sentences, Verdict, check};
pub use course::inquiry::{Inquiry, With};
pub use course::moves::ResearchLimits;
pub use follow::{Before, CitedName, Form, RowsAsked};
pub use found::{Citation, Research, StepTaken};
pub use passages::judge::Judgement;
pub use passages::passage::{Passage, Related, Step, Whole};
pub use question::deeds::deeds as deeds_of;
pub use research::{research, research_with, searched};
pub use rows::growing;
pub use tables::{Counted, Route};
pub use walk::ResearchEvent;
pub use writing::{ModelUse, Models, Outgoing, Purpose, Turn};
