//! Documents in the making: nodes that nest, sections, endpoints.

pub(super) mod blocks;
pub(super) mod endpoints;
pub(super) mod nodes;
pub(super) mod sections;
