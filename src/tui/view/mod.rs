//! The model on the screen, one file per pane.
//!
//! - `canvas`: the canvas that views draw on, and the parts that all of them have: titles, visible rows, the selected
//!   one.
//! - `frame`: the whole screen, from the model.
//! - `hints`: the line of hints: what can be done with the row that is selected, in its pane.
//! - `overlay`: lists over the panes, and the continuations of a prefix key.
//! - `panes`: the drawing half of the table of panes.
//! - `pictures`: pictures on the screen: half blocks in cells, graphics of the terminal over them where nothing else
//!   lies there.
//! - `popup`: the list of completions below the prompt, and what is wrong with a query.
//! - `preview`: the preview: lines in the colours of their meaning, matches marked, scopes that stay at the top.
//! - `prompt`: the prompt line: the text in its colours, ghost text, and at the right what came of it.
//! - `results`: the results.
//! - `status`: the lines around the panes: breadcrumbs, the reading of the query, the card of the row, hints.
//! - `toc`: the tree.
//! - `tutorial`: the step of the tutorial, below everything else.

pub(super) mod canvas;
pub(super) mod frame;
mod hints;
mod overlay;
mod panes;
pub(super) mod pictures;
mod popup;
mod preview;
mod prompt;
mod results;
mod status;
mod toc;
mod tutorial;
