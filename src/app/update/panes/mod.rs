//! Requests of panes and the prompt are carried out; filters, order and arrangement.

pub(super) mod arranging;
pub(super) mod filter;
pub(super) mod outs;
pub(super) mod preview;
pub(super) mod prompt;
pub(super) mod results;
