//! Bookmarks and places that were visited: kept by what they are, found again after their file has changed.

use super::subject::Subject;
use crate::app::protocol::saved::{SavedPlace, StateRequest};
use crate::document::{Kind, NodeKey};
use crate::stdx::clip;
use std::collections::HashSet;
use std::sync::Arc;

/// Visited places that are kept, at most.
const MAX_RECENT: usize = 50;

/// The longest name of a place, in cells.
const MAX_NAME: usize = 200;

/// Bookmarks and visited places.
#[derive(Debug, Default)]
pub struct Bookmarks {
    /// Bookmarks, the newest last.
    pub(in crate::app) kept: Vec<SavedPlace>,
    /// Visited places, the newest first.
    pub(in crate::app) recent: Vec<SavedPlace>,
    keys: HashSet<NodeKey>,
}

impl Bookmarks {
    /// True if there is a bookmark on a node.
    pub fn is_bookmarked(&self, key: &NodeKey) -> bool {
        !self.keys.is_empty() && self.keys.contains(&identity(key))
    }

    /// Takes the bookmarks that were kept.
    pub(in crate::app) fn restore(&mut self, bookmarks: &[SavedPlace]) {
        self.kept = bookmarks.to_vec();
        self.keys = bookmarks.iter().map(SavedPlace::node_key).collect();
    }

    /// Sets a bookmark, or takes it away; returns what is to be done about it in the files.
    pub(in crate::app) fn toggle(&mut self, place: SavedPlace) -> StateRequest {
        let key = place.node_key();
        if self.keys.remove(&key) {
            self.kept.retain(|other| other.key != place.key);
            return StateRequest::RemoveBookmark(place);
        }
        self.keys.insert(key);
        self.kept.push(place.clone());
        StateRequest::SetBookmark(place)
    }

    /// The user leaves a place for another, or does something with it.
    pub(in crate::app) fn visit(&mut self, place: SavedPlace) {
        self.recent.retain(|other| other.key != place.key);
        self.recent.insert(0, place);
        self.recent.truncate(MAX_RECENT);
    }

    /// The files of visited places, the newest first; the one that is `shown` stands behind the one before it, which is
    /// gone back to more often.
    pub(in crate::app) fn recent_files(&self, shown: Option<&str>) -> Vec<Arc<str>> {
        let mut known = HashSet::new();
        let paths = self.recent.iter().map(|place| place.path.as_str());
        let mut files: Vec<Arc<str>> =
            paths.filter(|path| !path.ends_with('/') && known.insert(*path)).map(Arc::from).collect();
        if let [first, _, ..] = files.as_slice()
            && shown == Some(&**first)
        {
            files.swap(0, 1);
        }
        files
    }

    /// Forgets a visited place.
    pub(in crate::app) fn forget(&mut self, place: &SavedPlace) {
        self.recent.retain(|other| other.key != place.key);
    }
}

impl SavedPlace {
    /// The place of a row.
    pub(in crate::app) fn of(subject: &Subject) -> SavedPlace {
        SavedPlace {
            path: subject.path.to_string(),
            key: identity(&subject.key).0,
            around: String::new(),
            name: clip(&subject.name, MAX_NAME),
            kind: subject.kind.id().to_owned(),
            line: subject.line,
            end_line: subject.end_line,
            query: subject.query.clone(),
        }
    }

    /// The place inside of a row that the row shows: a call, not the declaration of the caller.
    pub(in crate::app) fn of_site(subject: &Subject) -> SavedPlace {
        let whole = SavedPlace::of(subject);
        SavedPlace {
            key: NodeKey::line(&subject.path, subject.line).0,
            around: whole.key,
            name: clip(subject.snippet.trim(), MAX_NAME),
            kind: Kind::Match.id().to_owned(),
            query: String::new(),
            ..whole
        }
    }

    /// A line of the file that a row is in, with its text.
    pub(in crate::app) fn of_line(subject: &Subject, line: u32, text: &str) -> SavedPlace {
        SavedPlace {
            key: NodeKey::line(&subject.path, line).0,
            kind: Kind::Match.id().to_owned(),
            name: clip(text.trim(), MAX_NAME),
            line,
            end_line: line,
            query: String::new(),
            ..SavedPlace::of(subject)
        }
    }
}

/// The key of a node as results have it. The tree names the kind of every part, results only that of the node.
fn identity(key: &NodeKey) -> NodeKey {
    let Some((path, inside)) = key.0.split_once('#') else { return key.clone() };
    let is_kind = |text: &str| Kind::parse(text).is_some_and(|kind| kind.id() == text);
    let is_line = inside.strip_prefix('L').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if is_line || inside.split_once(':').is_some_and(|(kind, _)| is_kind(kind)) {
        return key.clone();
    }
    let mut kind = Kind::Heading.id();
    let mut parts = Vec::new();
    for part in inside.split('/') {
        let (of, name) = part.split_once('.').filter(|(of, _)| is_kind(of)).unwrap_or((Kind::Heading.id(), part));
        kind = of;
        parts.push(name);
    }
    let last = parts.len() - 1;
    for part in &mut parts[..last] {
        *part = part.split_once('~').map_or(*part, |(name, _)| name);
    }
    NodeKey(format!("{path}#{kind}:{}", parts.join("/")))
}
