//! The progress of the tutorial.

/// Rows of the screen that the tutorial takes, below everything else.
pub const ROWS: u16 = 4;

/// The progress of the tutorial.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tutorial {
    /// Steps that are done or skipped.
    pub done: usize,
    /// Parts of the present step that are done.
    pub part: usize,
    /// True if the last part was done, not skipped.
    pub praised: bool,
}
