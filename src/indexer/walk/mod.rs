//! The files of a workspace: options, rules, stamps.

mod glance;
pub(super) mod options;
pub(super) mod paths;
pub(super) mod read;
pub(super) mod repositories;
pub(super) mod scan;
mod stat;
pub(super) mod unchanged;
pub(super) mod walked_files;
pub(super) mod walker;
