//! An archive that is open, of whichever kind.

use super::members::Visitor;
use super::names::Kind;
use super::tarred::Tarred;
use super::zipped::Zipped;
use crate::library::ReadError;
use std::path::Path;

/// The files of an archive.
pub(super) enum Contents {
    Zip(Zipped),
    Tar(Tarred),
}

impl Contents {
    /// Opens the archive at `path`, and shows all of its files.
    pub(super) fn open(path: &Path, kind: Kind, visitor: &mut dyn Visitor) -> Result<Contents, ReadError> {
        match kind {
            Kind::Zip => {
                let zipped = Zipped::open(path)?;
                zipped.list(visitor);
                Ok(Contents::Zip(zipped))
            }
            Kind::Tar(packing) => Tarred::open(path, packing, visitor).map(Contents::Tar),
        }
    }

    /// Calls `work` with the bytes of a file of up to `limit` bytes.
    pub(super) fn read(&self, number: u32, limit: u64, work: &mut dyn FnMut(&[u8])) -> Result<(), ReadError> {
        match self {
            Contents::Zip(zipped) => work(&zipped.read(number, limit)?),
            Contents::Tar(tarred) => work(tarred.read(number, limit)?),
        }
        Ok(())
    }
}
