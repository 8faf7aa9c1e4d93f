//! Paths that are written in a file: from its directory.

/// A path from a directory; `None` if it leads out of the workspace.
pub(in crate::docql::relations) fn joined(directory: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = directory.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    let root = if directory.starts_with('/') { "/" } else { "" };
    Some(format!("{root}{}", parts.join("/")))
}
