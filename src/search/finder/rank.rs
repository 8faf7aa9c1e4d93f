//! All paths that match, best first.

use super::path_match::{PathClass, Typed};
use crate::library::{FileId, Library};
use crate::stdx::{Stale, Ticket};
use nucleo_matcher::pattern::{Atom, AtomKind, CaseMatching, Normalization};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use rayon::prelude::*;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Files between two looks at the ticket.
const STRIDE: usize = 1024;

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Files.
    Files,
    /// Directories.
    Directories,
}

/// A file or a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathTarget {
    /// A file.
    File(FileId),
    /// A directory, without a trailing `/`.
    Directory(Arc<str>),
}

/// A path that matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundPath {
    /// What has the path.
    pub target: PathTarget,
    /// True if only letters in order match: there may be many such paths, and few that are meant.
    pub is_loose: bool,
}

/// A key by which better matches are smaller: the way, the score of letters, whether a capital differs, the length.
type Order<'l> = (PathClass, Reverse<u16>, bool, usize, &'l str);

/// What was typed, ready to be compared with many paths.
struct Plan<'t> {
    text: &'t str,
    typed: Typed,
    /// For letters in order; none if they are not enough.
    letters: Option<Atom>,
}

impl<'t> Plan<'t> {
    fn new(text: &'t str, loose: bool) -> Plan<'t> {
        let atom = || Atom::new(text, CaseMatching::Ignore, Normalization::Smart, AtomKind::Fuzzy, false);
        Plan { text, typed: Typed::new(text), letters: loose.then(atom) }
    }

    /// The matches among `paths`, the first of which has the number `first`.
    fn in_chunk<'l>(&self, first: usize, paths: &[&'l str], matcher: &mut Matcher) -> Vec<(Order<'l>, usize)> {
        let mut letters = Vec::new();
        let order = |(at, path): (usize, &&'l str)| Some((self.order(path, matcher, &mut letters)?, first + at));
        paths.iter().enumerate().filter_map(order).collect()
    }

    fn order<'l>(&self, path: &'l str, matcher: &mut Matcher, letters: &mut Vec<char>) -> Option<Order<'l>> {
        let is_lower = path.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
        let lower = if is_lower { Cow::Borrowed(path) } else { Cow::Owned(path.to_lowercase()) };
        let by_letters = || {
            let score = self.letters.as_ref()?.score(Utf32Str::new(path, letters), matcher)?;
            Some((PathClass::Letters, score))
        };
        let (class, score) = self.typed.class(&lower).map(|class| (class, 0)).or_else(by_letters)?;
        Some((class, Reverse(score), !path.contains(self.text), path.len(), path))
    }
}

/// The paths that match `typed`, best first, at most `limit`. With `loose`, letters in order are enough.
///
/// # Errors
/// [`Stale`] if the ticket is.
pub fn find_paths(
    typed: &str,
    wanted: Wanted,
    loose: bool,
    library: &Library,
    limit: usize,
    ticket: &Ticket,
) -> Result<Vec<FoundPath>, Stale> {
    let directories = if wanted == Wanted::Directories { directories(library) } else { Vec::new() };
    let paths: Vec<&str> = match wanted {
        Wanted::Files => library.files().iter().map(|file| &*file.path).collect(),
        Wanted::Directories => directories.clone(),
    };
    let plan = Plan::new(typed, loose);
    let chunks: Vec<Vec<(Order<'_>, usize)>> = paths
        .par_chunks(STRIDE)
        .enumerate()
        .map_init(
            || Matcher::new(Config::DEFAULT.match_paths()),
            |matcher, (chunk, paths)| ticket.check().map(|()| plan.in_chunk(chunk * STRIDE, paths, matcher)),
        )
        .collect::<Result<_, Stale>>()?;
    let mut found: Vec<(Order<'_>, usize)> = chunks.into_iter().flatten().collect();
    if found.len() > limit {
        found.select_nth_unstable(limit);
        found.truncate(limit);
    }
    found.sort_unstable();
    let target = |at: usize| match wanted {
        Wanted::Files => PathTarget::File(FileId(at as u32)),
        Wanted::Directories => PathTarget::Directory(directories[at].into()),
    };
    let path =
        |((class, ..), at): (Order<'_>, usize)| FoundPath { target: target(at), is_loose: class == PathClass::Letters };
    Ok(found.into_iter().map(path).collect())
}

/// All directories that hold files, however deep, in order.
fn directories(library: &Library) -> Vec<&str> {
    let mut all = BTreeSet::new();
    for file in library.files() {
        let mut directory = file.directory();
        // What is above a known directory is known.
        while !directory.is_empty() && all.insert(directory) {
            directory = directory.rsplit_once('/').map_or("", |(above, _)| above);
        }
    }
    all.into_iter().collect()
}
