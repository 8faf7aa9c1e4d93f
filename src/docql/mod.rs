//! The query language: text → tokens → query → plan → results, and completion at every caret.
//!
//! Parsing never fails: it returns what could be read and the diagnostics. What a name means is a row of
//! the [`catalog`], read by parser checks, completion, help and tests alike.

mod call_places;
mod caller_counts;
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
mod grep;
mod hit;
mod item;
mod items;
mod line_pattern;
mod literal;
mod locate;
mod moves;
mod names;
mod namesakes;
mod needs;
mod node_hit;
mod outline;
mod paint;
mod parse;
mod parse_bracket;
mod parse_filter;
mod parse_operator;
mod parser;
mod patterns;
mod plan;
mod present;
mod pushdown;
mod qualified;
mod record;
mod relations;
mod resolve;
mod resolve_arguments;
mod resolve_root;
mod retrace;
mod seen_from;
mod select;
mod selection;
mod settle;
mod slices;
mod structure;
mod suggest;
mod sweep;
mod syntax;
mod token;
mod uses;
mod value;
mod whole;
mod zero;
mod zero_values;

pub use caller_counts::caller_counts;
pub use compile::{
    canonical, check, compile, compile_data, compile_live, counts, run, run_data, run_watched, without_sigil,
};
pub use complete::{Candidate, CandidateKind, Completions, complete, examples};
pub use diagnostic::{Diagnostic, Severity};
pub use eval::Outcome;
pub use format::{format, quoted};
pub use hit::{Group, Hit, Results, Shape};
pub use item::{Excerpt, Found, Item};
pub use items::Items;
pub use locate::locate;
pub use outline::outline_below;
pub use paint::{PromptScope, paint};
pub use plan::Plan;
pub use present::{Heading, hit, present, present_items, present_while};
pub use record::{RecordOptions, record};
pub use retrace::retrace;
pub use syntax::Query;
pub use token::{Dialect, Token, TokenKind, ascii_twin, tokens};
