//! The results: what was answered, in which order and under which headers, and the cursor in it.

mod answer;
mod branches;
mod commands;
mod grouping;
mod locate;
mod marks;
mod moves;
mod order;
mod pane;
mod row;
mod rows;
mod sections;
mod spoken;

pub use grouping::{GROUPINGS, Grouping, GroupingRow, Section};
pub use order::{SORTS, Sort, SortRow};
pub(in crate::app) use pane::FIRST_PAGE;
pub use pane::{MAX_LOADED, ResultsPane, Resume, Wanted};
pub use row::Row;
pub use rows::{behind_name, has_second_line, other_values, query_lines};
pub use spoken::spoken_hit;
