//! Changes on disk: events, coalesced.

pub(super) mod changes;
pub(super) mod coalesce;
mod marks;
pub(super) mod watcher;
