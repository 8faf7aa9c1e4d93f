//! Paths with white space in them: the files that there are decide where such a path begins in a line.

use crate::library::Library;
use std::collections::HashMap;

/// The paths of a workspace with white space in them, by the last word of each.
pub(super) struct SpacedPaths<'l>(HashMap<&'l str, Vec<&'l str>>);

impl<'l> SpacedPaths<'l> {
    pub(super) fn of(library: &'l Library) -> SpacedPaths<'l> {
        let mut paths: HashMap<&str, Vec<&str>> = HashMap::new();
        for file in library.files().iter().filter(|file| file.path.contains(char::is_whitespace)) {
            paths.entry(last_word(&file.path)).or_default().push(&file.path);
        }
        SpacedPaths(paths)
    }

    /// The path that `text` ends with, or the longest end of one.
    pub(super) fn at_end_of(&self, text: &str) -> Option<&'l str> {
        let text = text.replace('\\', "/");
        let paths = self.0.get(last_word(&text))?;
        let common = |path: &&'l str| Some((spaced_end(path, &text)?.len(), *path));
        paths.iter().filter_map(common).max_by_key(|(common, _)| *common).map(|(_, path)| path)
    }
}

/// The longest end of `path` with white space in it that begins with one of its parts, and that `text` ends with.
fn spaced_end<'p>(path: &'p str, text: &str) -> Option<&'p str> {
    let starts = std::iter::once(0).chain(path.match_indices('/').map(|(at, _)| at + 1));
    let ends = starts.map(|start| &path[start..]).filter(|end| end.contains(char::is_whitespace));
    let mut ends = ends.filter(|end| text.strip_suffix(end).is_some_and(|before| !before.ends_with(is_of_name)));
    ends.next()
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || "_-.".contains(c)
}

fn last_word(path: &str) -> &str {
    path.rsplit(|c: char| c == '/' || c.is_whitespace()).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_begins_where_one_of_its_parts_does() {
        for (text, end) in [
            ("my dir/file name.txt", Some("my dir/file name.txt")),
            ("error in /home/x/my dir/file name.txt", Some("my dir/file name.txt")),
            ("(file name.txt", Some("file name.txt")),
            ("profile name.txt", None),
            ("name.txt", None),
        ] {
            assert_eq!(spaced_end("my dir/file name.txt", text), end, "{text}");
        }
    }
}
