//! Whole paths in lines that name no place in them: `deleted file: src/a.rs`, `diff --git a/src/a.rs b/src/a.rs`.

use super::place_forms::normal;
use super::written::Written;

/// Paths of one line, at most.
const MAX_PATHS: usize = 20;

/// Signs around a path that are no part of it.
const AROUND: [char; 16] = ['"', '\'', '`', '(', ')', '[', ']', '<', '>', '{', '}', ',', ';', ':', '|', '='];

/// What a line writes that has a directory and an ending. Whether there is such a file says the workspace.
pub(in crate::search::finder) fn in_line<'t>(line: &'t str) -> impl Iterator<Item = Written<'t>> + use<'t> {
    let words = line.split(|c: char| c.is_whitespace() || AROUND.contains(&c)).filter(|word| is_path(word));
    // An object of data is no line that says something.
    let is_data = line.trim_start().starts_with(['{', '"']);
    words
        .take(if is_data { 0 } else { MAX_PATHS })
        .map(move |word| Written::of_path(normal(word.trim_end_matches(['.', '!', '?'])), line.trim()))
}

fn is_path(word: &str) -> bool {
    let name = word.trim_end_matches(['.', '!', '?']).rsplit_once(['/', '\\']).map(|(_, name)| name);
    name.and_then(|name| name.rsplit_once('.')).is_some_and(|(_, ending)| !ending.is_empty())
}

/// A path of a diff without the letter of its side: `a/src/a.rs`.
pub(in crate::search::finder) fn without_side(path: &str) -> Option<&str> {
    path.strip_prefix("a/").or_else(|| path.strip_prefix("b/")).filter(|path| path.contains('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_paths_are_read_in_lines() {
        let read = |line: &'static str| in_line(line).map(|place| place.path).collect::<Vec<String>>();
        assert_eq!(read("diff --git a/src/x.rs b/src/x.rs"), ["a/src/x.rs", "b/src/x.rs"]);
        assert_eq!(read("deleted file: ./lib/x.c."), ["lib/x.c"]);
        assert_eq!(read("Merge conflict in `app/a.rb`"), ["app/a.rb"]);
        assert_eq!(read("either/or, x.c and http://x"), [""; 0]);
    }
}
