//! Columns of numbers in bytes: layout, bit packing.

pub(super) mod bits;
pub(super) mod layout;
