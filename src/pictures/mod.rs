//! Pictures for a terminal: size, decoding and encoding, and queries for the protocols of the terminal.
//!
//! `image` decodes, `ratatui-image` encodes; without the feature `images`, `without.rs` replaces both. **Invariants:**
//! decoding is bounded in bytes, pixels and memory; only the colours of pixels get from a file to the terminal.

mod blocks;
#[cfg(feature = "images")]
mod made;
#[cfg(not(feature = "images"))]
#[path = "without.rs"]
mod made;
mod picture;
mod room;

pub use blocks::{Block, Blocks};
pub use made::{IS_BUILT, TerminalReplies, make, question};
pub use picture::{Graphics, Kitty, Picture, Protocol, Terminal};
pub use room::{MOST_BYTES, MOST_PIXELS, Room, fit, refused};
