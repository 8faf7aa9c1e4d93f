//! The results: what was answered, in which order and under which headers, and the cursor in it.
//!
//! - `answer`: an answer comes to the results: the row that somebody has chosen stays where it is, whatever comes in
//!   around it.
//! - `branches`: the rows as a call tree: its branches unfold and fold in place.
//! - `commands`: commands, the wheel and clicks in the results.
//! - `grouping`: groupings of the results: by file, by kind, or none.
//! - `locate`: finding the row of a hit: by its key, by its name, by the line it lies in.
//! - `marks`: marked rows: what commands act upon where some are marked, and how many the list does not show.
//! - `moves`: moving in the results: from row to row, from match to match, from file to file; folding.
//! - `narrowing`: what narrows the rows of the results as they are shown: a text that they contain, and facets.
//! - `order`: the orders of the results: as they were answered, or as the user wants them.
//! - `pane`: the results: hits grouped by file, folded and filtered; the selection is kept by identity.
//! - `row`: one row of the results: a header, a hit, its second line, or what stands in place of hits.
//! - `rows`: the rows of the results: headers, hits, second lines, counts of hidden hits.
//! - `sections`: sections of the results: hits that stand together under a header, and their order.
//! - `spoken`: rows of the results in sentences, for a screen reader.

mod answer;
mod branches;
mod commands;
mod grouping;
mod locate;
mod marks;
mod moves;
mod narrowing;
mod order;
mod pane;
mod row;
mod rows;
mod sections;
mod spoken;

pub use grouping::{GROUPINGS, Grouping, GroupingRow, Section};
pub(in crate::app) use narrowing::{FACETS, Facet, FacetRow, facet_of};
pub use order::{SORTS, Sort, SortRow};
pub(in crate::app) use pane::FIRST_PAGE;
pub use pane::{MAX_LOADED, ResultsPane, Resume, Wanted};
pub use row::ResultRow;
pub use rows::{behind_name, has_second_line, other_values, query_lines};
pub use spoken::spoken_hit;
