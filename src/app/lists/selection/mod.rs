//! The selection: the rows commands act upon, the way there, its preview, its relations.

pub(in crate::app) mod acted_on;
pub(in crate::app) mod changed;
pub(in crate::app) mod looked_at;
pub(in crate::app) mod relations;
pub(in crate::app) mod uses;
pub(in crate::app) mod way;
