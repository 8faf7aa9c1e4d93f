//! Documents in the making: nodes that nest, sections, endpoints, nodes of diagrams.

pub(super) mod blocks;
mod diagrams;
pub(super) mod endpoints;
pub(super) mod nodes;
pub(super) mod sections;
