//! The text that is shown of a file that holds another, or none, as a file that editors can open: read-only, in a
//! directory that nobody else can look into.

use crate::stdx::{directory_of, private_directory, private_file};
use std::io::Write;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// Writes `text`, shown of the file at `path` of a workspace, unless it is there; says where.
///
/// # Errors
///
/// If it cannot be written, or the directory belongs to somebody else.
pub(super) fn written(path: &str, text: &str) -> std::io::Result<PathBuf> {
    let user = std::env::var_os("USER").or_else(|| std::env::var_os("USERNAME")).unwrap_or_default();
    let all = directory_of(&std::env::temp_dir(), &Path::new("docql").with_extension(user));
    private_directory(&all)?;
    // The same text of the same file is the same place, however often it is asked for.
    let directory = all.join(format!("{:016x}", xxh3_64(path.as_bytes()) ^ xxh3_64(text.as_bytes())));
    private_directory(&directory)?;
    let name: String = path.rsplit('/').next().unwrap_or(path).chars().filter(|c| !c.is_control()).take(200).collect();
    let place = directory.join(format!("{name}.txt"));
    if place.metadata().is_ok_and(|there| there.len() == text.len() as u64) {
        return Ok(place);
    }
    let draft = directory.join(format!("{}.tmp", std::process::id()));
    let mut file = private_file().truncate(true).open(&draft)?;
    file.write_all(text.as_bytes())?;
    let mut permissions = file.metadata()?.permissions();
    permissions.set_readonly(true);
    file.set_permissions(permissions)?;
    std::fs::rename(&draft, &place)?;
    Ok(place)
}
