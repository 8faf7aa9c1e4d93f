//! Targets of links in documents: an address outside of the workspace, or a path in it and an anchor.

/// The place that a link leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) enum LinkTarget {
    /// Out of the workspace.
    Address,
    /// To a path of the workspace, and an anchor in that file; the anchor may be empty.
    Path(String, String),
}

impl LinkTarget {
    /// Reads a target as it is written in the file at `from`.
    pub(in crate::app) fn parse(from: &str, target: &str) -> LinkTarget {
        if target.contains("://") || target.starts_with("mailto:") {
            return LinkTarget::Address;
        }
        let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
        let (file, anchor) = (decoded(file.split('?').next().unwrap_or(file)), decoded(anchor));
        let path = if file.is_empty() { from.to_owned() } else { relative_path(from, &file) };
        LinkTarget::Path(path, anchor)
    }
}

/// An address with its `%20` and the like replaced; what is no UTF-8 then stays as it was.
fn decoded(address: &str) -> String {
    let mut bytes = Vec::with_capacity(address.len());
    let mut rest = address.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let hex = |at: usize| after.get(at).and_then(|byte| (*byte as char).to_digit(16));
        match (first, hex(0), hex(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = &after[2..];
            }
            _ => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| address.to_owned())
}

/// A path as written in the file at `from`, as a path of the workspace.
pub fn relative_path(from: &str, path: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    if path.starts_with('/') {
        parts.clear();
    }
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_taken_from_the_file_they_stand_in() {
        assert_eq!(relative_path("docs/a.md", "b.md"), "docs/b.md");
        assert_eq!(relative_path("docs/a.md", "../x/./c.md"), "x/c.md");
        assert_eq!(relative_path("docs/a.md", "/README.md"), "README.md");
        assert_eq!(relative_path("a.md", "docs/"), "docs");
        assert_eq!(decoded("a%20b%E4%B8%AD%zz%"), "a b中%zz%");
        assert_eq!(decoded("%ff"), "%ff");
    }
}
