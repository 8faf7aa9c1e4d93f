//! Tables and their rows.

pub(in crate::docql) mod fields;
pub(in crate::docql) mod literals;
pub(in crate::docql) mod places;
pub(in crate::docql) mod row;
