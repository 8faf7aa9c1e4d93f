//! What was typed as a path: the path, and the line and column behind it.

use super::path_match::{PathClass, Typed, common_parts, last_part};
use super::traces::trace;
use crate::docql::{Item, Reference};
use crate::library::Library;
use std::borrow::Cow;

/// A path as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathQuery {
    /// The path, or some of it.
    pub path: String,
    /// The line behind it, from 1.
    pub line: Option<u32>,
    /// The column behind that, from 1.
    pub column: Option<u32>,
}

impl PathQuery {
    /// Reads `text` as a path, however it was written: with a line and a column behind it, in quotes, of another machine,
    /// with the address of a server in front. A file that is called as the text goes first.
    pub fn read(text: &str, library: &Library) -> PathQuery {
        let text = text.trim();
        if library.find(&normal(text)).is_some() {
            return PathQuery::whole(normal(text));
        }
        let text = unwrapped(text);
        if let Some(query) = referred(text, library) {
            return query;
        }
        let numbered = PathQuery::numbered(text, library);
        if let Some(query) = numbered.as_ref().filter(|query| is_somewhere(&query.path, library)) {
            return query.clone();
        }
        // Other ways to write a line are those of the tools whose messages are read.
        if let [place] = &trace(text, library).places[..] {
            let column = Some(place.column).filter(|&column| column > 0);
            return PathQuery {
                path: library.file(place.file).path.to_string(),
                line: Some(place.line).filter(|&line| line > 0),
                column,
            };
        }
        let query = numbered.unwrap_or_else(|| PathQuery::whole(normal(text)));
        PathQuery { path: known_end(&query.path, library).unwrap_or(&query.path).to_owned(), ..query }
    }

    fn whole(path: String) -> PathQuery {
        PathQuery { path, line: None, column: None }
    }

    /// A path with `:12` or `:12:3` behind it – unless there is a file that is called so.
    fn numbered(text: &str, library: &Library) -> Option<PathQuery> {
        let (before, last) = numbered(text)?;
        if library.find(&normal(before)).is_none()
            && let Some((path, line)) = numbered(before)
        {
            return Some(PathQuery { path: normal(path), line: Some(line), column: Some(last) });
        }
        Some(PathQuery { path: normal(before), line: Some(last), column: None })
    }
}

/// The path that `text` writes, whether or not there is one: without quotes around it and a line behind it.
pub fn written_path(text: &str) -> String {
    let mut path = unwrapped(text.trim());
    while let Some((before, _)) = numbered(path) {
        path = before;
    }
    normal(path)
}

/// `text` as a path query, if it looks like one: one word with a `/`, with an ending that a file has, or the name of
/// a file.
pub fn path_query(text: &str, library: &Library) -> Option<PathQuery> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    if text.contains(char::is_whitespace) {
        // A name with spaces is one if there is such a file.
        let is_known = |query: &PathQuery| library.find(&query.path).is_some();
        let text = unwrapped(text);
        return [Some(PathQuery::whole(normal(text))), PathQuery::numbered(text, library)]
            .into_iter()
            .flatten()
            .find(is_known);
    }
    let query = PathQuery::read(text, library);
    let name = query.path.rsplit_once('/').map_or(query.path.as_str(), |(_, name)| name);
    let is_name = || library.files().iter().any(|file| file.name().eq_ignore_ascii_case(name));
    let is_path = query.path.contains('/') || is_name() || has_known_ending(&query.path, library);
    is_path.then_some(query)
}

/// Whether a path ends as some file does.
pub(super) fn has_known_ending(path: &str, library: &Library) -> bool {
    let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
    let ending = name.rsplit_once('.').filter(|(stem, ending)| !stem.is_empty() && !ending.is_empty());
    ending.is_some_and(|(_, ending)| library.files().iter().any(|file| has_ending(&file.path, ending)))
}

fn has_ending(path: &str, ending: &str) -> bool {
    let at = path.len().checked_sub(ending.len());
    at.and_then(|at| path.get(at..)).is_some_and(|end| end.eq_ignore_ascii_case(ending))
        && path[..path.len() - ending.len()].ends_with('.')
}

/// A file, and what stands behind a `#`: a page, an anchor, a name.
fn referred(text: &str, library: &Library) -> Option<PathQuery> {
    let text = of_test(text).map_or(Cow::Borrowed(text), Cow::Owned);
    let (path, _) = text.rsplit_once('#').or_else(|| text.rsplit_once(":p"))?;
    let path = normal(path);
    library.find(&path)?;
    let found = Reference::read(&text, library)?.find(library);
    let line = match &found.first()?.item {
        Item::Node(node) => library.outline(node.file)?.line(node.node),
        Item::Excerpt(excerpt) => excerpt.line,
        _ => return None,
    };
    Some(PathQuery { path, line: Some(line), column: None })
}

/// What pytest calls a test, as a reference: `tests/test_a.py::TestA::test_b[1]` is `tests/test_a.py#TestA.test_b`.
fn of_test(text: &str) -> Option<String> {
    let (path, names) = text.split_once("::")?;
    let names = names.split('[').next().filter(|names| !names.is_empty() && !names.contains(['/', '#', '(']))?;
    path.contains('.').then(|| format!("{path}#{}", names.replace("::", ".")))
}

/// The text before a last `:12`, or `#L12`, and the number.
fn numbered(text: &str) -> Option<(&str, u32)> {
    if let Some((before, behind)) = text.rsplit_once("#L") {
        let end = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
        let is_range = behind[end..].is_empty() || behind[end..].starts_with(['-', 'C']);
        let number = behind[..end].parse().ok().filter(|&number| is_range && number > 0);
        return number.filter(|_| !before.is_empty()).map(|number| (before, number));
    }
    let (before, number) = text.trim_end_matches(':').rsplit_once(':')?;
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let number = number.parse().ok().filter(|&number| digits && number > 0)?;
    (!before.is_empty()).then_some((before, number))
}

/// The text without the quotes or brackets around it, and the marks of a sentence behind it.
fn unwrapped(text: &str) -> &str {
    const PAIRS: [(char, char); 7] =
        [('"', '"'), ('\'', '\''), ('`', '`'), ('(', ')'), ('[', ']'), ('<', '>'), ('“', '”')];
    let text = text.trim_end_matches([',', ';']);
    let inner = PAIRS.iter().find_map(|&(open, close)| text.strip_prefix(open)?.strip_suffix(close));
    inner.map_or(text, str::trim)
}

/// Whether the path, or the end of one, is somewhere as it is written, or by the beginnings of its parts.
fn is_somewhere(path: &str, library: &Library) -> bool {
    let typed = Typed::new(path);
    let is_lower = |path: &str| path.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
    let is_near = |path: &str| {
        let lower = if is_lower(path) { Cow::Borrowed(path) } else { Cow::Owned(path.to_lowercase()) };
        typed.class(&lower).is_some_and(|class| class <= PathClass::Parts)
    };
    library.files().iter().any(|file| is_near(&file.path))
}

/// The longest end of `path` that a file has, where no file has all of it: it was written on another machine, or in a
/// diff, or begins above the workspace.
fn known_end<'p>(path: &'p str, library: &Library) -> Option<&'p str> {
    let name = last_part(path);
    if name.len() == path.len() || name.is_empty() || is_somewhere(path, library) {
        return None;
    }
    let is_of_elsewhere = path.starts_with(['/', '~']) || path.contains(":/") || is_of_diff(path);
    let common = |file: &str| match common_parts(&file.to_lowercase(), &path.to_lowercase()) {
        // Many files have this name: it counts alone only where nothing can stand before it.
        1 if file.contains('/') || !is_of_elsewhere => 0,
        parts => parts,
    };
    let parts =
        library.files().iter().filter(|file| file.name().eq_ignore_ascii_case(name)).map(|file| common(&file.path));
    let parts = parts.max().filter(|&parts| parts > 0)?;
    path.rmatch_indices('/').nth(parts - 1).map(|(at, _)| &path[at + 1..])
}

fn is_of_diff(path: &str) -> bool {
    path.starts_with("a/") || path.starts_with("b/")
}

/// `/` between parts, nothing that stands for here or above.
fn normal(path: &str) -> String {
    let path = path.replace('\\', "/");
    let mut rest = path.as_str();
    while let Some(below) = rest.strip_prefix("./").or_else(|| rest.strip_prefix("../")) {
        rest = below;
    }
    rest.to_owned()
}
