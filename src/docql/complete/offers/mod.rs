//! What fits at the caret: steps, fields, conditions, values.

pub(super) mod conditions;
pub(super) mod expected;
pub(super) mod fields;
pub(super) mod likely;
pub(super) mod steps;
pub(super) mod values;
