//! Pre-filters: the files and kinds that may be found at all.

use super::read::{Facets, Request};
use crate::document::{Kind, NodeFlags};
use crate::library::{FileEntry, FileId, Library, Repository};
use crate::stdx::Moment;
use std::time::{SystemTime, UNIX_EPOCH};

/// The files that count, and the kinds.
pub(in crate::search) struct Filter<'r> {
    request: &'r Request,
    /// `None` if all of them count.
    files: Option<Vec<bool>>,
    excluded: Vec<String>,
}

/// The value of `repo:` that leaves it to docql in which repositories to look; by itself it keeps all of them.
pub const AUTO: &str = "auto";

/// The value of `repo:` for all of them.
pub const EVERY: &str = "*";

impl<'r> Filter<'r> {
    pub(in crate::search) fn new(request: &'r Request, library: &Library) -> Filter<'r> {
        let excluded: Vec<String> = request.excluded.iter().map(|word| word.to_lowercase()).collect();
        let (wanted, without) = (&request.facets, &request.without);
        let accepts = |entry: &FileEntry| {
            let path = entry.path.to_lowercase();
            matches(wanted, entry, &path, library).unwrap_or(true)
                && !matches(without, entry, &path, library).unwrap_or(false)
                && !excluded.iter().any(|word| path.contains(word.as_str()))
        };
        let accepts_all = wanted.is_empty() && without.is_empty() && excluded.is_empty();
        let files = (!accepts_all).then(|| library.files().iter().map(accepts).collect());
        Filter { request, files, excluded }
    }

    pub(in crate::search) fn accepts_file(&self, file: FileId) -> bool {
        self.files.as_ref().is_none_or(|files| files.get(file.0 as usize).copied().unwrap_or(false))
    }

    pub(in crate::search) fn accepts_kind(&self, kind: Kind) -> bool {
        self.accepts_node(kind, NodeFlags::default())
    }

    /// The same for a node, which may be a function that is a test.
    pub(in crate::search) fn accepts_node(&self, kind: Kind, flags: NodeFlags) -> bool {
        let is_test = flags.has(NodeFlags::TEST);
        let in_list =
            |kinds: &[Kind]| kinds.iter().any(|&wanted| is_a(kind, wanted) || is_test && wanted == Kind::Test);
        (self.request.facets.kind.is_empty() || in_list(&self.request.facets.kind))
            && !in_list(&self.request.without.kind)
    }

    /// True if some nodes of a kind may count.
    pub(in crate::search) fn may_accept(&self, kind: Kind) -> bool {
        self.accepts_kind(kind) || kind.is_function() && self.accepts_node(kind, NodeFlags::TEST)
    }

    /// True if hits that are no node count.
    pub(in crate::search) fn accepts_text(&self) -> bool {
        self.request.facets.kind.is_empty()
    }

    /// True if hits of every kind count.
    pub(in crate::search) fn accepts_all_kinds(&self) -> bool {
        self.request.facets.kind.is_empty() && self.request.without.kind.is_empty()
    }

    /// True if no excluded word is in a name.
    pub(in crate::search) fn accepts_name(&self, name: &str) -> bool {
        self.excluded.is_empty() || {
            let lower = name.to_lowercase();
            !self.excluded.iter().any(|word| lower.contains(word.as_str()))
        }
    }
}

/// `class` and `function` are meant in the wide sense, as in queries; every other kind exactly.
fn is_a(kind: Kind, wanted: Kind) -> bool {
    match wanted {
        Kind::Class => kind.is_class(),
        Kind::Function => kind.is_function(),
        _ => kind == wanted,
    }
}

/// True if the file matches all facets about files; `None` if there are none. Facets that keep (`path:src`) must all
/// hold; for facets that drop the caller asks for each of them by the same rule.
fn matches(facets: &Facets, entry: &FileEntry, path: &str, library: &Library) -> Option<bool> {
    let mut verdict: Option<bool> = None;
    let mut hold = |values: &[String], test: &dyn Fn(&str) -> bool| {
        if !values.is_empty() {
            let holds = values.iter().any(|value| test(value));
            verdict = Some(verdict.unwrap_or(true) && holds);
        }
    };
    hold(&facets.path, &|value| if value.contains(['*', '?']) { glob(value, path) } else { path.contains(value) });
    hold(&facets.ext, &|value| entry.extension() == value);
    hold(&facets.lang, &|value| entry.format.is_called(value) || entry.extension() == value);
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64);
    let is_after = |moment: &Moment| entry.modified > 0 && entry.modified >= moment.seconds(now());
    let dated =
        facets.after.as_ref().map(is_after).into_iter().chain(facets.before.as_ref().map(|moment| !is_after(moment)));
    let dated = dated.reduce(|a, b| a && b);
    hold(&facets.repo, &|value| {
        let repository = entry.repository.and_then(|number| library.repositories().get(number as usize));
        matches!(value, AUTO | EVERY) || repository.is_some_and(|repository| is_repository(repository, value, library))
    });
    match (verdict, dated) {
        (Some(verdict), Some(dated)) => Some(verdict && dated),
        (verdict, dated) => verdict.or(dated),
    }
}

/// The numbers of the repositories that the facets name.
pub fn repositories_of(facets: &Facets, library: &Library) -> Vec<u32> {
    let is_named = |repository: &Repository| facets.repo.iter().any(|value| is_repository(repository, value, library));
    (0..).zip(library.repositories()).filter(|(_, repository)| is_named(repository)).map(|(at, _)| at).collect()
}

/// True if `value` is the name or the path of a repository, or – where it is that of none – a part of it.
fn is_repository(repository: &Repository, value: &str, library: &Library) -> bool {
    let is_whole = |repository: &Repository| {
        repository.name.eq_ignore_ascii_case(value) || repository.path.eq_ignore_ascii_case(value)
    };
    if is_whole(repository) {
        return true;
    }
    let is_part = repository.name.to_lowercase().contains(value) || repository.path.to_lowercase().contains(value);
    is_part && !library.repositories().iter().any(is_whole)
}

/// `*` is any text, `?` one character; the glob may match any part of the path that ends with it.
fn glob(pattern: &str, path: &str) -> bool {
    let starts = std::iter::once(0).chain(path.match_indices('/').map(|(at, _)| at + 1));
    starts.into_iter().any(|start| glob_here(pattern, &path[start..]))
}

fn glob_here(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut at, mut to) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while to < text.len() {
        if at < pattern.len() && pattern[at] == '*' {
            star = Some((at, to));
            at += 1;
        } else if at < pattern.len() && (pattern[at] == '?' || pattern[at] == text[to]) {
            at += 1;
            to += 1;
        } else if let Some((star_at, star_to)) = star {
            at = star_at + 1;
            to = star_to + 1;
            star = Some((star_at, to));
        } else {
            return false;
        }
    }
    pattern[at..].iter().all(|&rest| rest == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_the_end_of_a_path() {
        assert!(glob("*.rs", "src/a.rs") && glob("src/*", "x/src/a/b.rs") && glob("a?.rs", "src/ab.rs"));
        assert!(!glob("*.rs", "a.rsx") && !glob("a?.rs", "src/a.rs"));
    }

    #[test]
    fn wide_kinds_cover_their_family() {
        assert!(is_a(Kind::Struct, Kind::Class) && is_a(Kind::Method, Kind::Function));
        assert!(!is_a(Kind::Class, Kind::Struct));
    }
}
