//! Subcommands that answer: query, search, ask, sql, show, toc, pick, places, skipped, complete, explain.
//!
//! - `asking`: a question from the command line: arguments → a question of the engine → answer, within the time allowed.
//! - `complete`: `docql complete`: what may stand at a caret, for editors and shells.
//! - `data`: `docql query --data FILE`: strict RFC 9535 over one value.
//! - `explain`: `docql explain`: how a query is read, what it needs, what is wrong with it.
//! - `like`: `docql search --image`: the picture that others are to be like.
//! - `output`: answers on standard output, remarks on standard error.
//! - `pick`: `docql pick`: the explorer on the terminal, what was chosen on standard output.
//! - `places`: `docql places`: the places that a text names.
//! - `query`: `docql query`: one question, one answer.
//! - `research`: `docql ask`: a question, answered with passages and their places.
//! - `search`: `docql search`, and words in `docql query`: ranked search by words and by meaning.
//! - `show`: `docql show`: what an id or a place names.
//! - `sql`: `docql sql`: one SELECT to a database of the workspace, or to one that is named.
//! - `toc`: `docql toc` and `docql skipped`: what is there, and what is not.

mod asking;
pub(super) mod complete;
mod data;
pub(super) mod explain;
mod like;
mod output;
pub(super) mod pick;
pub(super) mod places;
pub(super) mod query;
pub(super) mod research;
pub(super) mod search;
pub(super) mod show;
pub(super) mod sql;
pub(super) mod toc;
