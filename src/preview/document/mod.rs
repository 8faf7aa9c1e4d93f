//! Every other document: by its nodes, as CSV, as its source, as a placeholder.
//!
//! - `badges`: the badges that a document begins with which is shown as it is written.
//! - `csv`: files of separated values, rendered as one table.
//! - `folded`: a part of a source that is shown in one line, which unfolds.
//! - `nodes`: documents whose text is not their file (HTML and the like), rendered from their nodes.
//! - `placeholder`: placeholders, where nothing can be shown.
//! - `record`: tables in other shapes: a row as a record, the whole as Markdown or comma separated values.
//! - `rendered`: lines of a document, rendered or as its source: which of the two, its caller says.
//! - `source`: text as it is in the file, line by line.
//! - `sticky`: the lines that say where one is: the signatures, or the headings, around the first visible line.
//! - `tabs`: how wide tabs are in a text: as it says itself, else as its indentation tells.

pub(super) mod badges;
pub(super) mod csv;
pub(super) mod folded;
mod nodes;
pub(super) mod placeholder;
pub(super) mod record;
pub(super) mod rendered;
pub(super) mod source;
pub(super) mod sticky;
mod tabs;
