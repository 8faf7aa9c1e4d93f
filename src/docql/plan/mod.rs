//! Syntax tree → plan: names resolved against the catalog, patterns compiled, needs derived.
//!
//! - `columns`: columns of tables in queries: named when the query is read, known when its tables are.
//! - `compile`: the entry points of compilation: text → plan, or diagnostics with fixes that run.
//! - `conditions`: filter expressions → predicates: fields resolved, expressions compiled, RFC 9535 types checked.
//! - `describe`: predicates as text, for results and explanations.
//! - `explain`: a plan in words, one line per step.
//! - `line_pattern`: patterns for lines: ripgrep's matcher, and the trigram filter that rules out files unread.
//! - `mismatched`: comparisons that nobody means: lists with numbers, numbers with words, times with what is none.
//! - `name_pattern`: name and text arguments: whole names, qualified names, globs, regular expressions, substrings.
//! - `needs`: the indexes a plan needs for an exact answer, and the needle that lets files be skipped unread.
//! - `ordering`: orders and heads of lists as other languages write them, and what they are here.
//! - `patterns`: regular expressions: flags, I-Regexp (RFC 9485), and errors with their position.
//! - `resolve`: query → plan: resolves each name by the shape it follows, and reports errors.
//! - `resolve_arguments`: resolution of arguments: names, texts, numbers, fields, regular expressions.
//! - `resolve_root`: resolution of roots, and suggestions for unknown ones.
//! - `steps`: the plan: the steps of a query, with names resolved, arguments checked and expressions compiled.
//! - `unknown_function`: suggestions for unknown filter functions: an operator, or a function of another name.
//! - `unknown_step`: suggestions for unknown steps: a filter, an operator, a field, or a step of another name.

pub(super) mod columns;
pub(super) mod compile;
mod conditions;
pub(super) mod describe;
pub(in crate::docql) mod explain;
pub(super) mod line_pattern;
mod mismatched;
pub(super) mod name_pattern;
pub(in crate::docql) mod needs;
mod ordering;
pub(super) mod patterns;
pub(super) mod resolve;
mod resolve_arguments;
mod resolve_root;
pub(super) mod steps;
mod unknown_function;
mod unknown_step;
