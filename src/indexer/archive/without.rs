//! Archives in a docql that was built without them.

use super::members::Visitor;
use super::names::Kind;
use crate::library::ReadError;
use std::path::Path;

/// Never made.
pub(super) enum Contents {}

impl Contents {
    /// Says why not.
    pub(super) fn open(_: &Path, _: Kind, _: &mut dyn Visitor) -> Result<Contents, ReadError> {
        Err(ReadError::NotBuilt)
    }

    /// Never called.
    pub(super) fn read(&self, _: u32, _: u64, _: &mut dyn FnMut(&[u8])) -> Result<(), ReadError> {
        match *self {}
    }
}
