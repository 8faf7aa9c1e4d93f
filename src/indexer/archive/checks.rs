//! Checks what an archive says of its files: names that lead out, sizes that are too much.

use crate::library::ReadError;

/// Files of an archive that are read; later ones are left out.
pub(super) const MAX_MEMBERS: usize = 200_000;

/// Bytes of an archive that are unpacked, at most.
pub(super) const MAX_UNPACKED: u64 = 2 << 30;

/// Bytes of an archive compressed as a whole that are kept in memory.
pub(super) const MAX_KEPT: u64 = 512 << 20;

/// What unpacks to so many times its size is no text that somebody has written.
pub(super) const MAX_RATIO: u64 = 200;

/// Below this many bytes the ratio does not count: a small file of blanks is harmless.
pub(super) const SMALL: u64 = 16 << 20;

/// The path of a file in an archive as it is shown: `/` between its parts, nothing that leads out.
///
/// # Errors
///
/// If no file can have that name.
pub(super) fn tidy(name: &str) -> Result<String, ReadError> {
    let name = name.replace('\\', "/");
    let parts: Vec<&str> = name.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    let is_bad = name.starts_with('/') || name.contains('\0') || parts.contains(&"..") || parts.is_empty();
    if is_bad { Err(ReadError::NoName) } else { Ok(parts.join("/")) }
}

/// Refuses what unpacks to too much: a file of `packed` bytes that says it holds `size`, after `before` bytes of others.
pub(super) fn within_bounds(size: u64, packed: u64, before: u64) -> Result<(), ReadError> {
    if size > SMALL && size / MAX_RATIO > packed {
        return Err(ReadError::Expands(MAX_RATIO));
    }
    match before.saturating_add(size) > MAX_UNPACKED {
        true => Err(ReadError::ArchiveTooLarge(MAX_UNPACKED)),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out_of_an_archive() {
        assert_eq!(tidy("./a//b\\c.md"), Ok("a/b/c.md".to_owned()));
        for bad in ["/etc/passwd", "../x", "a/../../x", "a\\..\\x", "", "./", "a\0b"] {
            assert_eq!(tidy(bad), Err(ReadError::NoName), "{bad:?}");
        }
    }

    #[test]
    fn what_unpacks_to_too_much_is_refused() {
        assert_eq!(within_bounds(SMALL, 1, 0), Ok(()));
        assert_eq!(within_bounds(SMALL * 2, SMALL, 0), Ok(()));
        assert_eq!(within_bounds(SMALL * 2, 1_000, 0), Err(ReadError::Expands(MAX_RATIO)));
        assert_eq!(within_bounds(1, 1, MAX_UNPACKED), Err(ReadError::ArchiveTooLarge(MAX_UNPACKED)));
    }
}
