//! The query language: text → tokens → query → plan → results, and completion at every caret.
//!
//! Parsing never fails: it returns what could be parsed, and diagnostics. The meaning of a name is a row of the
//! [`catalog`], which parser checks, completion, help and tests all read.
//!
//! Read the folders in this order; each imports only those above it.
//!
//! - `catalog`: the vocabulary: roots, steps, fields, operators, a row each.
//! - `syntax`: query text → tokens → syntax tree and diagnostics; and back: formatting, highlighting.
//! - `nodes`: the results of queries: items, lists of them, the values of their fields.
//! - `plan`: syntax tree → plan: names resolved against the catalog, patterns compiled, needs derived.
//! - `relations`: from one node to others: callers, callees, uses, supertypes, links, tests.
//! - `eval`: plan → items: steps over lists, filters, scans of columns, files and texts.
//! - `present`: items → hits and records, and explanations of empty results.
//! - `complete`: completion at the caret: ranked candidates, with names and values of the corpus.

pub mod catalog;

mod complete;
mod eval;
mod nodes;
mod plan;
mod present;
mod relations;
mod syntax;

pub use catalog::{FORMS, Form, Shape};
pub use complete::{Candidate, CandidateKind, Completions, ListCache, complete, complete_with, find_example};
pub use eval::rows::{FileTables, holds_tables, tables_as_database};
pub use eval::run::{counts, run, run_data, run_with_progress};
pub use nodes::hit::{
    CALL, CALL_BY_NAME, DEFINITION, FileGroup, Hit, NAMESAKE, REFERENCE, REFERENCE_BY_NAME, ROLES, Results, RoleRow,
    TEXT,
};
pub use nodes::links::resolved_link;
pub use nodes::lists::item::{Excerpt, Found, Item};
pub use nodes::lists::items::Items;
pub use nodes::lists::list::Outcome;
pub use nodes::matched::{Matched, MatchedLine};
pub use nodes::names::id::{Ids, parameter_types};
pub use nodes::names::locate::{database_table, locate};
pub(crate) use nodes::names::qualified::{owner_names, package_clause};
pub use nodes::names::reference::{Place, Reference};
pub use nodes::noted::lacks::Lacks;
pub use nodes::outline::{method_count, outline_walk};
pub use nodes::pages::page_at;
pub use nodes::rows::places::RowSections;
pub use nodes::rows::row::{ColumnValues, Row};
pub use plan::compile::{
    begins_query, canonical, check, compile, compile_data, compile_live, is_root, remarks, without_sigil,
};
pub use plan::steps::Plan;
pub use present::hits::{Detail, hit};
pub use present::record::{RecordOptions, Records, UnknownRecordField, check_record_field, tell_of_structure};
pub use present::results::{Presented, ResultsHeader, present, present_items, present_while};
pub use present::retrace::retrace;
pub use relations::calls::caller_counts::caller_counts;
pub use relations::definition::known_names::{Declared, KnownName, known_names};
pub use relations::unresolved::{unread_declaration, unread_tests};
pub use syntax::diagnostic::{Diagnostic, Severity};
pub use syntax::format::{format, quoted};
pub use syntax::paint::{PromptScope, paint};
pub use syntax::token::{Dialect, Token, TokenKind, ascii_twin, tokens};
pub use syntax::tree::Query;
