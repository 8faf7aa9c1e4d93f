//! Folders that tests make.

use std::path::Path;

/// Writes a file, and the folders that it stands in.
pub fn write(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}
