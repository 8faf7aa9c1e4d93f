//! Pictures for a terminal: how large they are shown, what their bytes become, how a terminal is asked what it can.
//!
//! What a terminal gets is made by `ratatui-image` from what `image` has decoded; both are left out without the
//! feature `images`, and `without.rs` stands in. **Invariants:** what is decoded is bounded in bytes, pixels and
//! memory; nothing of a file but the colours of its pixels gets into what is written.

mod blocks;
#[cfg(feature = "images")]
mod made;
#[cfg(not(feature = "images"))]
#[path = "without.rs"]
mod made;
mod picture;
mod room;

pub use blocks::{Block, Blocks};
pub use made::{Answers, IS_BUILT, make, question};
pub use picture::{Graphics, Kitty, Picture, Protocol, Terminal};
pub use room::{MAX_FILE_BYTES, MAX_PIXELS, Room, fit, refused};
