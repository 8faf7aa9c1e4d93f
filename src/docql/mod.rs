//! The query language: text → tokens → query → plan → results, and completion at every caret.
//!
//! Parsing never fails: it returns what could be read and the diagnostics. What a name means is a row of
//! the [`catalog`], read by parser checks, completion, help and tests alike.

mod calls;
pub mod catalog;
mod chunks;
mod compile;
mod complete;
mod conditions;
mod content;
mod data;
mod diagnostic;
mod documents;
mod eval;
mod explain;
mod fields;
mod filter;
mod format;
mod fulltext;
mod hit;
mod item;
mod literal;
mod locate;
mod moves;
mod names;
mod needs;
mod outline;
mod paint;
mod parse;
mod parse_filter;
mod patterns;
mod plan;
mod present;
mod record;
mod relations;
mod resolve;
mod select;
mod slices;
mod structure;
mod suggest;
mod syntax;
mod token;
mod uses;
mod value;
mod whole;
mod zero;

pub use compile::{canonical, check, compile, compile_data, compile_live, run, run_data};
pub use complete::{Candidate, CandidateKind, Completions, complete};
pub use diagnostic::{Diagnostic, Severity};
pub use eval::Outcome;
pub use format::{format, quoted};
pub use hit::{Group, Hit, Results, Shape};
pub use item::{Excerpt, Found, Item};
pub use locate::locate;
pub use outline::outline_below;
pub use paint::{PromptScope, paint};
pub use plan::Plan;
pub use present::{Heading, hit, present, present_items};
pub use record::{RecordOptions, record};
pub use syntax::Query;
pub use token::{Dialect, Token, TokenKind, tokens};
