//! Followers of a selection: its page, pictures, breadcrumbs, its place in the tree; notices and timers.

pub(super) mod changes;
pub(super) mod notices;
pub(super) mod open_list;
pub(super) mod page;
pub(super) mod pictures;
pub(super) mod pinned;
pub(super) mod selection;
pub(super) mod uses;
