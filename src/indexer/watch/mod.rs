//! Changes on disk: events, coalesced.

pub(super) mod changes;
pub(super) mod coalesce;
pub(super) mod watcher;
