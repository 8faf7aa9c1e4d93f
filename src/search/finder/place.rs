//! What was typed as a path: the path, and the line and column behind it.

use crate::docql::{Item, Reference};
use crate::library::Library;

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
    /// Reads `text` as a path. Numbers behind it are a line and a column – unless there is a file that is called so.
    pub fn read(text: &str, library: &Library) -> PathQuery {
        let whole = |path: &str| PathQuery { path: normal(path), line: None, column: None };
        let text = text.trim();
        if library.find(&normal(text)).is_some() {
            return whole(text);
        }
        if let Some(query) = referred(text, library) {
            return query;
        }
        let Some((before, last)) = numbered(text) else { return whole(text) };
        if library.find(&normal(before)).is_none()
            && let Some((path, line)) = numbered(before)
        {
            return PathQuery { path: normal(path), line: Some(line), column: Some(last) };
        }
        PathQuery { path: normal(before), line: Some(last), column: None }
    }
}

/// `text` as a path query, if it looks like one: one word with a `/`, with an ending that a file has, or the name of
/// a file.
pub fn path_query(text: &str, library: &Library) -> Option<PathQuery> {
    let text = text.trim();
    if text.is_empty() || text.contains(char::is_whitespace) && library.find(text).is_none() {
        return None;
    }
    let query = PathQuery::read(text, library);
    let name = query.path.rsplit_once('/').map_or(query.path.as_str(), |(_, name)| name);
    let has_ending = || {
        let ending = name.rsplit_once('.').filter(|(stem, ending)| !stem.is_empty() && !ending.is_empty());
        ending.is_some_and(|(_, ending)| library.files().iter().any(|file| has_ending(&file.path, ending)))
    };
    let is_name = || library.files().iter().any(|file| file.name().eq_ignore_ascii_case(name));
    let is_path = query.path.contains('/') || is_name() || has_ending();
    is_path.then_some(query)
}

fn has_ending(path: &str, ending: &str) -> bool {
    let at = path.len().checked_sub(ending.len());
    at.and_then(|at| path.get(at..)).is_some_and(|end| end.eq_ignore_ascii_case(ending))
        && path[..path.len() - ending.len()].ends_with('.')
}

/// A file, and what stands behind a `#`: a page, an anchor, a name.
fn referred(text: &str, library: &Library) -> Option<PathQuery> {
    let path = normal(text.rsplit_once('#')?.0);
    library.find(&path)?;
    let found = Reference::read(text, library)?.find(library);
    let line = match &found.first()?.item {
        Item::Node(node) => library.outline(node.file)?.line(node.node),
        Item::Excerpt(excerpt) => excerpt.line,
        _ => return None,
    };
    Some(PathQuery { path, line: Some(line), column: None })
}

/// The text before a last `:12`, and the number.
fn numbered(text: &str) -> Option<(&str, u32)> {
    let (before, number) = text.trim_end_matches(':').rsplit_once(':')?;
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let number = number.parse().ok().filter(|&number| digits && number > 0)?;
    (!before.is_empty()).then_some((before, number))
}

/// `/` between parts, nothing that stands for here.
fn normal(path: &str) -> String {
    let path = path.replace('\\', "/");
    path.strip_prefix("./").unwrap_or(&path).to_owned()
}
