//! What is selected: what commands act upon, the way to it, what the preview shows of it, its relations.

pub(in crate::app) mod acted_on;
pub(in crate::app) mod looked_at;
pub(in crate::app) mod relations;
pub(in crate::app) mod uses;
pub(in crate::app) mod way;
