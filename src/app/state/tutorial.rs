//! Where the user is in the tutorial.

/// Rows of the screen that the tutorial takes, below everything else.
pub const ROWS: u16 = 4;

/// Where the user is in the tutorial.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tutorial {
    /// How many steps are done or skipped.
    pub done: usize,
    /// How many things of the present step are done.
    pub part: usize,
    /// Whether the last one was done, not skipped.
    pub praised: bool,
}
