//! State that outlives the moment: query history, bookmarks, settings, the theme.

pub(super) mod bookmarks;
pub(super) mod query_history;
pub(in crate::app) mod settings;
pub(super) mod theme;
