//! The library itself: everything indexed at one moment, and how the next grows out of it.

mod adoption;
mod beside;
mod edited;
pub(super) mod file_list;
pub(super) mod library;
mod reading;
