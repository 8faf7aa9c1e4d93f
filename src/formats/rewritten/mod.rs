//! Formats that are read by writing them anew as Markdown: notebooks, man pages.
//!
//! - `man`: man pages: sections, definitions, examples, tables.
//! - `mdoc`: lines of mdoc(7): macros that call each other.
//! - `notebook`: Jupyter notebooks: cells, outputs, pictures.
//! - `roff`: text of roff: escapes and fonts.
//! - `tbl`: tables of tbl(1).
//! - `tbl_formats`: their formats: what each cell of a row is.
//! - `writer`: Markdown in the making, each line with its line in the file.

pub(super) mod man;
mod mdoc;
pub(super) mod notebook;
mod roff;
mod tbl;
mod tbl_formats;
mod writer;
