//! What a question says of a table.
//!
//! - `asked`: the words of a question, and which are understood.
//! - `values`: the values of columns.
//! - `understood`: the conditions and groups that words say.
//! - `amounts`: numbers that compare columns.
//! - `flags`: columns that say yes or no, and numbers that do.
//! - `texts`: the values that words say, and of which columns.
//! - `orders`: superlatives.
//! - `filled`: whether columns hold something.
//! - `relations`: what belongs to a row, and how much of it.
//! - `rankings`: rows in the order of what belongs to them.
//! - `periods`: groups of time.

pub(in crate::agent::tables) mod amounts;
pub(in crate::agent::tables) mod asked;
pub(in crate::agent::tables) mod filled;
pub(in crate::agent::tables) mod flags;
pub(in crate::agent::tables) mod orders;
pub(in crate::agent::tables) mod periods;
pub(in crate::agent::tables) mod rankings;
pub(in crate::agent::tables) mod relations;
pub(in crate::agent::tables) mod texts;
pub(in crate::agent::tables) mod understood;
pub(in crate::agent::tables) mod values;
