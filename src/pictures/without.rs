//! In the place of what needs `image` and `ratatui-image`, in a program that was built without them.

use super::picture::{Picture, Protocol, Terminal};

/// Whether pictures can be shown at all.
pub const IS_BUILT: bool = false;

/// There is nothing to ask.
pub fn question(_: bool, _: bool) -> String {
    String::new()
}

/// What a terminal has answered: nothing.
#[derive(Debug, Default)]
pub struct Answers {}

impl Answers {
    /// Takes in nothing.
    pub fn hear(&mut self, _: &[u8]) {}

    /// Nothing is waited for.
    pub fn has_ended(&self) -> bool {
        true
    }

    /// No protocol is known.
    pub fn protocol(&self) -> Option<Protocol> {
        None
    }

    /// Nor the size of a cell.
    pub fn cell(&self) -> Option<(u16, u16)> {
        None
    }

    /// Nor what it can unpack.
    pub fn unpacks(&self) -> bool {
        false
    }
}

/// No picture is made.
///
/// # Errors
/// Always.
pub fn make(_: &[u8], _: (u16, u16), _: Terminal, _: &(dyn Fn() -> bool + Sync)) -> Result<Picture, &'static str> {
    Err("docql was built without `images`")
}
