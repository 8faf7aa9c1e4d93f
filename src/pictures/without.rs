//! Replacement for `made.rs` in a program built without `image` and `ratatui-image`.

use super::picture::{Picture, Protocol, Terminal};

/// False: the program was built without pictures.
pub const IS_BUILT: bool = false;

/// No query.
pub fn question(_: bool, _: bool) -> String {
    String::new()
}

/// The answers of a terminal: none.
#[derive(Debug, Default)]
pub struct TerminalReplies {}

impl TerminalReplies {
    /// Ignores the sequence.
    pub fn hear(&mut self, _: &[u8]) {}

    /// Always true: nothing was queried.
    pub fn has_ended(&self) -> bool {
        true
    }

    /// No protocol.
    pub fn protocol(&self) -> Option<Protocol> {
        None
    }

    /// No cell size.
    pub fn cell(&self) -> Option<(u16, u16)> {
        None
    }

    /// No compression.
    pub fn unpacks(&self) -> bool {
        false
    }
}

/// Always fails.
///
/// # Errors
/// Always.
pub fn make(_: &[u8], _: (u16, u16), _: Terminal, _: &(dyn Fn() -> bool + Sync)) -> Result<Picture, &'static str> {
    Err("docql was built without `images`")
}
