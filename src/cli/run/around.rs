//! The repository around the current directory, where a query names files by their paths from its root: so does what was
//! copied in an explorer, which opens all of the repository wherever it is started.

use crate::cli::arguments::Query;
use crate::docql::{self, TokenKind};
use crate::engine::Reading;
use crate::indexer::default_root;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// The current directory and the root of the repository around it, if nothing says where to look.
fn around(query: &Query) -> Option<(PathBuf, PathBuf)> {
    let workspace = &query.workspace;
    let is_told = !query.paths.is_empty()
        || workspace.root.is_some()
        || workspace.at.is_some()
        || workspace.files_from.is_some()
        || !workspace.selected.db.is_empty();
    let here = std::env::current_dir().ok().filter(|_| !is_told)?;
    let root = Some(default_root(&here)).filter(|root| *root != here)?;
    Some((here, root))
}

/// A place of the repository that is written as it is seen from the current directory, `../src/a.py:12`, or as a whole path,
/// as it is written from the root; `None` for any other text, and for what is in the current directory.
pub fn from_root(query: &Query) -> Option<String> {
    let (here, root) = around(query)?;
    let text = query.query.trim();
    let path = text.split(['#', ':']).next().filter(|path| !path.contains(char::is_whitespace))?;
    let is_outside = path.starts_with("../") || path.starts_with('/');
    let whole = if is_outside { here.join(path).canonicalize().ok()? } else { return None };
    let inside = whole.strip_prefix(root.canonicalize().ok()?).ok()?;
    let is_here = here.canonicalize().is_ok_and(|here| whole.starts_with(here));
    let inside = inside.to_str().filter(|inside| !inside.is_empty() && !is_here)?;
    Some(format!("{inside}{}", &text[path.len()..]))
}

/// The root of the repository, if a query names a file or a directory that is there and not here, and nothing says where
/// to look.
pub fn root_named(query: &Query, reading: Reading) -> Option<PathBuf> {
    let (here, root) = around(query)?;
    let is_there = |path: &&str| {
        let is_inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        is_inside && root.join(path).exists() && !here.join(path).exists()
    };
    paths_in(&query.query, reading).iter().any(is_there).then_some(root)
}

/// Paths of a text that are looked for, at most.
const MAX_PATHS: usize = 1_000;

/// The same, if a text such as a diff names a file so: Git writes paths from the root wherever it is called.
pub fn root_of_text(query: &Query, text: &str) -> Option<PathBuf> {
    let (here, root) = around(query)?;
    let is_sign = |c: char| c.is_whitespace() || "\"'`()[]<>,;:|=".contains(c);
    let words: BTreeSet<&str> = text.split(is_sign).filter(|word| word.contains('/')).take(MAX_PATHS).collect();
    let without_side = |word: &str| -> Option<String> {
        word.strip_prefix("a/").or_else(|| word.strip_prefix("b/")).map(str::to_owned)
    };
    let is_inside = |path: &str| Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    let is_there = |path: &str| is_inside(path) && root.join(path).is_file() && !here.join(path).exists();
    let is_named = |word: &&str| is_there(word) || without_side(word).is_some_and(|path| is_there(&path));
    words.iter().any(is_named).then(|| root.clone())
}

/// What may be a path from the root of a repository.
fn paths_in(text: &str, reading: Reading) -> Vec<&str> {
    let before_place = || text.trim().split(['#', ':']).next().into_iter().filter(|path| !path.is_empty());
    match reading {
        Reading::Reference => before_place().collect(),
        Reading::Words => {
            before_place().filter(|path| path.contains('/') && !path.contains(char::is_whitespace)).collect()
        }
        Reading::Docql => {
            let found = docql::tokens(text, docql::Dialect::Lenient)
                .into_iter()
                .filter(|token| matches!(token.kind, TokenKind::Text { .. }));
            let string = |span: crate::document::Span| {
                let before: String = text[..span.start as usize].chars().filter(|c| !c.is_whitespace()).collect();
                let value = span.of(text).trim_matches(['"', '\'']);
                (value.contains('/') || before.ends_with("@.path==")).then_some(value)
            };
            found.filter_map(|token| string(token.span)).filter(|path| !path.is_empty()).collect()
        }
    }
}

/// Where paths of an answer from `root` begin, as seen from the current directory.
pub fn told(root: &Path, what: &str) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let above = here.strip_prefix(root).map_or(1, |below| below.components().count());
    let up = vec![".."; above].join("/");
    format!("the {what} names a path from the root of the repository: all of it was asked, and paths begin at {up}")
}
