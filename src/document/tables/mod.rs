//! Tables: columns, rows and cells, wherever these are kept.

mod cell;
mod decimal;
mod delimited;
mod table;

pub use cell::Cell;
pub use decimal::{compare_decimals, is_decimal};
pub use delimited::{DelimitedRecords, Fields};
pub use table::{SheetRows, Table, cell_place, column_letters, each_once};
