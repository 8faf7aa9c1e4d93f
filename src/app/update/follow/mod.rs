//! Followers of a selection: its page, pictures, breadcrumbs, its place in the tree; notices and timers.
//!
//! - `changes`: what differs from the commit that is checked out: when it is looked for, and who follows.
//! - `notices`: toasts and timers.
//! - `open_list`: the list that lies over the panes: fitted to the screen, and kept up with what it lists.
//! - `page`: the page of the preview: when it is asked for, and what is looked for in it.
//! - `pictures`: the pictures of the pages that are shown: asked for as they come near, named where they cannot be
//!   shown.
//! - `pinned`: the page of what was pinned: made anew where it has another width, and where its file has changed.
//! - `selection`: another row is selected: preview, breadcrumbs and the place in the tree follow.
//! - `uses`: callers and tests of the selection, counted once the cursor rests.

pub(super) mod changes;
pub(super) mod notices;
pub(super) mod open_list;
pub(super) mod page;
pub(super) mod pictures;
pub(super) mod pinned;
pub(super) mod selection;
pub(super) mod uses;
