//! Exit codes: 0 found, 1 nothing found, 2 could not be done.

/// Something was found.
pub const FOUND: u8 = 0;
/// Nothing was found.
pub const NOTHING: u8 = 1;
/// It could not be done.
pub const FAILED: u8 = 2;
