//! Orders that a question asks for: superlatives, the first and last, rankings.
//!
//! - `ends`: the first and the last in time.
//! - `made`: superlatives of what is made of rows, and of columns that count.
//! - `orders`: superlatives.
//! - `prices`: which of several prices is meant.
//! - `rankings`: rows in the order of what belongs to them.

pub(in crate::agent::tables) mod ends;
pub(in crate::agent::tables) mod made;
pub(in crate::agent::tables) mod orders;
pub(in crate::agent::tables) mod prices;
pub(in crate::agent::tables) mod rankings;
