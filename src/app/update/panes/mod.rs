//! Requests of panes and the prompt are carried out; filters, order and arrangement.
//!
//! - `arranging`: the focus and the widths of panes: by keys, and by dragging the edge between two.
//! - `filter`: filters inside panes: lists show only rows that contain them, the preview marks them.
//! - `outs`: commands in a pane, and what it asks for in turn.
//! - `preview`: the form of the preview: rendered or as source, wrapped, beside the pinned text.
//! - `prompt`: requests of the prompt: its text is asked, completed, or run.
//! - `results`: the form of an answer: its order, its headers, how much of it is loaded.

pub(super) mod arranging;
pub(super) mod filter;
pub(super) mod outs;
pub(super) mod preview;
pub(super) mod prompt;
pub(super) mod results;
