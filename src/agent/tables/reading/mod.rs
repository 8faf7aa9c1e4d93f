//! What a question says of a table.
//!
//! - `asked`: the words of a question, and which are understood.
//! - `spelling`: how a question spells its words: signs, scales of numbers.
//! - `marked`: values that are words of every question as well, where they stand as they are written.
//! - `values`: the values of columns.
//! - `understood`: the conditions and groups that words say.
//! - `respelled`: values that are misspelt.
//! - `time`: what a question says of time.
//! - `columns`: columns that are compared with each other.
//! - `contrasts`: two groups that are compared.
//! - `shares`: how large a part of the rows is.
//! - `aggregates`: what is made of a column.
//! - `amounts`: numbers that compare columns.
//! - `measured`: numbers of which no column is named.
//! - `sexes`: women and men.
//! - `flags`: columns that say yes or no, and numbers that do.
//! - `texts`: the values that words say, and of which columns.
//! - `ordering`: orders that are asked for: superlatives, the first and last, rankings.
//! - `filled`: whether columns hold something.
//! - `relations`: what belongs to a row, and how much of it.

pub(in crate::agent::tables) mod aggregates;
pub(in crate::agent::tables) mod amounts;
pub(in crate::agent::tables) mod asked;
pub(in crate::agent::tables) mod columns;
pub(in crate::agent::tables) mod contrasts;
pub(in crate::agent::tables) mod filled;
pub(in crate::agent::tables) mod flags;
pub(in crate::agent::tables) mod marked;
pub(in crate::agent::tables) mod measured;
pub(in crate::agent::tables) mod ordering;
pub(in crate::agent::tables) mod relations;
pub(in crate::agent::tables) mod respelled;
pub(in crate::agent::tables) mod sexes;
pub(in crate::agent::tables) mod shares;
pub(in crate::agent::tables) mod spelling;
pub(in crate::agent::tables) mod texts;
pub(in crate::agent::tables) mod time;
pub(in crate::agent::tables) mod understood;
pub(in crate::agent::tables) mod values;
