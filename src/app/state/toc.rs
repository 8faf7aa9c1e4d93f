//! The tree: directories → files → chapters or classes → sections or methods, unfolded on demand.
//!
//! Rows are built only for what is unfolded. The outline of a file is loaded when the file is unfolded or
//! looked at, without waiting for the index.

use super::line::Line;
use super::window::Window;
use crate::app::protocol::command::Command;
use crate::app::protocol::message::OutlineItem;
use crate::document::{Kind, NodeKey};
use crate::library::Listing;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// What the tree tells the rest of the app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Out {
    /// Another row has the cursor.
    Moved,
    /// The outline of this file is wanted.
    Wanted(Arc<str>),
}

/// What is known of the outline of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// It has been asked for.
    Loading,
    /// Its rows in document order.
    Loaded(Vec<OutlineItem>),
    /// Why there is none.
    Failed(String),
}

/// Whether a row has an inside, and whether it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folding {
    /// Nothing is inside.
    Leaf,
    /// What is inside is hidden.
    Folded,
    /// What is inside is shown below.
    Unfolded,
}

/// One row of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct TocRow {
    /// Its identity: a path, or a node key.
    pub key: NodeKey,
    /// How deep it is.
    pub depth: u16,
    /// What it is.
    pub kind: Kind,
    /// What to show.
    pub name: String,
    /// The file it belongs to; for a directory its path.
    pub path: Arc<str>,
    /// Its line; 0 for files and directories.
    pub line: u32,
    /// Its last line.
    pub end_line: u32,
    /// How much is inside: files of a directory, rows of a file.
    pub count: u32,
    /// Whether it has an inside.
    pub folding: Folding,
    /// A query that yields it.
    pub query: String,
    /// Why a file has no outline; empty otherwise.
    pub problem: String,
}

/// The state of the tree.
#[derive(Debug, Default)]
pub struct Toc {
    /// The rows that are unfolded, in order.
    pub rows: Vec<TocRow>,
    /// Cursor and scroll position.
    pub window: Window,
    /// Only rows that contain this are shown.
    pub filter: Option<Line>,
    /// Unfolded by the user.
    unfolded: HashSet<NodeKey>,
    /// Unfolded to show the selection; folded again when it goes elsewhere.
    shown: HashSet<NodeKey>,
    /// The row that the cursor was on when the session ended, until it is there again or the user moves.
    sought: Option<NodeKey>,
    /// What is known of the outlines of files.
    pub(in crate::app) outlines: HashMap<Arc<str>, Outline>,
}

impl Toc {
    /// The row under the cursor.
    pub fn selected(&self) -> Option<&TocRow> {
        self.rows.get(self.window.cursor)
    }

    /// The outline of a file, once it is loaded.
    pub fn outline(&self, path: &str) -> Option<&[OutlineItem]> {
        match self.outlines.get(path)? {
            Outline::Loaded(items) => Some(items),
            _ => None,
        }
    }

    /// Whether the outline of a file has been loaded, or cannot be.
    pub fn is_known(&self, path: &str) -> bool {
        !matches!(self.outlines.get(path), None | Some(Outline::Loading))
    }

    /// Whether the outline of a file was never asked for; it counts as asked for from now on.
    pub fn want(&mut self, path: &Arc<str>) -> bool {
        match self.outlines.get(path) {
            Some(_) => false,
            None => self.outlines.insert(Arc::clone(path), Outline::Loading).is_none(),
        }
    }

    /// Takes the outline of a file.
    pub fn outline_loaded(&mut self, path: Arc<str>, outline: Result<Vec<OutlineItem>, String>, listing: &Listing) {
        let outline = outline.map_or_else(Outline::Failed, Outline::Loaded);
        self.outlines.insert(path, outline);
        self.rebuild(listing);
    }

    /// Takes a new list of files: outlines of files that are gone are dropped.
    pub fn listing_changed(&mut self, listing: &Listing) {
        self.outlines.retain(|path, _| listing.find(path).is_some());
        self.rebuild(listing);
    }

    /// Forgets the outline of a file whose text has changed.
    pub fn forget(&mut self, path: &str) {
        self.outlines.remove(path);
    }

    /// Moves, folds, unfolds.
    pub fn run(&mut self, command: Command, listing: &Listing) -> Vec<Out> {
        self.sought = None;
        let before = self.window.cursor;
        match command {
            Command::NextGroup => self.move_to_sibling(1),
            Command::PreviousGroup => self.move_to_sibling(-1),
            Command::Fold => self.fold(listing),
            Command::Unfold => return self.unfold(listing),
            Command::FoldAll => {
                self.unfolded.clear();
                self.shown.clear();
                self.rebuild(listing);
            }
            Command::UnfoldAll => {
                self.unfolded.extend(self.rows.iter().map(|row| row.key.clone()));
                self.rebuild(listing);
            }
            other => self.window.run(other, self.rows.len()),
        }
        if self.window.cursor == before { Vec::new() } else { vec![Out::Moved] }
    }

    /// Puts the cursor on the parent of the row. False at the top.
    pub fn to_parent(&mut self) -> bool {
        let Some(depth) = self.selected().map(|row| row.depth) else { return false };
        let parent = self.rows[..self.window.cursor].iter().rposition(|row| row.depth < depth);
        if let Some(parent) = parent {
            self.window.cursor = parent;
        }
        parent.is_some()
    }

    fn move_to_sibling(&mut self, step: isize) {
        let Some(depth) = self.selected().map(|row| row.depth) else { return };
        let cursor = self.window.cursor;
        let target = if step > 0 {
            self.rows[cursor + 1..].iter().position(|row| row.depth <= depth).map(|at| cursor + 1 + at)
        } else {
            self.rows[..cursor].iter().rposition(|row| row.depth <= depth)
        };
        self.window.cursor = target.unwrap_or(cursor);
    }

    fn fold(&mut self, listing: &Listing) {
        let Some(row) = self.selected() else { return };
        let key = row.key.clone();
        if row.folding == Folding::Unfolded && self.filter.is_none() {
            self.unfolded.remove(&key);
            self.shown.remove(&key);
            self.rebuild(listing);
        } else {
            self.to_parent();
        }
    }

    fn unfold(&mut self, listing: &Listing) -> Vec<Out> {
        let Some(row) = self.selected() else { return Vec::new() };
        let (key, kind, path) = (row.key.clone(), row.kind, Arc::clone(&row.path));
        match row.folding {
            Folding::Leaf => Vec::new(),
            Folding::Unfolded => {
                let deeper = self.rows.get(self.window.cursor + 1).is_some_and(|next| next.depth > row.depth);
                if deeper {
                    self.window.cursor += 1;
                }
                if deeper { vec![Out::Moved] } else { Vec::new() }
            }
            Folding::Folded => {
                if let Some([only]) = self.outline(&path).map(top_rows).as_deref() {
                    // A document with one title is unfolded down to its chapters.
                    self.unfolded.insert(only.clone());
                }
                self.unfolded.insert(key);
                let wanted = kind == Kind::File && self.want(&path);
                self.rebuild(listing);
                if wanted { vec![Out::Wanted(path)] } else { Vec::new() }
            }
        }
    }

    /// Unfolds the row at an index, or folds it.
    pub fn toggle(&mut self, at: usize, listing: &Listing) -> Vec<Out> {
        self.window.cursor = at.min(self.rows.len().saturating_sub(1));
        match self.selected().map(|row| row.folding) {
            Some(Folding::Folded) => self.unfold(listing),
            Some(Folding::Unfolded) => {
                self.fold(listing);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// Shows the place of a selection: unfolds the way to it and puts the cursor on it.
    pub fn reveal(&mut self, path: &Arc<str>, (line, name): (u32, &str), listing: &Listing) -> Vec<Out> {
        self.sought = None;
        self.shown.clear();
        for (at, _) in path.match_indices('/') {
            self.shown.insert(NodeKey::file(&path[..=at]));
        }
        let wanted = line > 0 && self.want(path);
        let mut target = NodeKey::file(path);
        if line > 0 && self.outline(path).is_some_and(|items| !items.is_empty()) {
            self.shown.insert(target.clone());
            let items = self.outline(path).unwrap_or_default();
            let mut at = enclosing(items, line, name);
            target = at.map_or(target, |at| items[at as usize].key.clone());
            let mut parents = Vec::new();
            while let Some(parent) = at.and_then(|at| items[at as usize].parent) {
                parents.push(items[parent as usize].key.clone());
                at = Some(parent);
            }
            self.shown.extend(parents);
        }
        self.rebuild(listing);
        if let Some(at) = self.rows.iter().position(|row| row.key == target) {
            self.window.cursor = at;
        }
        if wanted { vec![Out::Wanted(Arc::clone(path))] } else { Vec::new() }
    }

    /// The keys of the rows that the user has unfolded, and of those unfolded to show the selection; at most
    /// so many of each.
    pub fn unfolded(&self, most: usize) -> [Vec<String>; 2] {
        [&self.unfolded, &self.shown].map(|keys| {
            let mut keys: Vec<String> = keys.iter().map(|key| key.0.clone()).collect();
            keys.sort();
            keys.truncate(most);
            keys
        })
    }

    /// Unfolds what was unfolded and puts the cursor where it was, once the row is there: outlines come later.
    pub fn restore(&mut self, [unfolded, shown]: [&[String]; 2], row: &str, listing: &Listing) -> Vec<Out> {
        self.unfolded.extend(unfolded.iter().cloned().map(NodeKey));
        self.shown = shown.iter().cloned().map(NodeKey).collect();
        let files = listing.files.iter().filter(|file| self.is_unfolded(&NodeKey::file(&file.path)));
        let files: Vec<Arc<str>> = files.map(|file| Arc::clone(&file.path)).collect();
        let wanted: Vec<Out> = files.into_iter().filter(|path| self.want(path)).map(Out::Wanted).collect();
        self.sought = Some(NodeKey(row.to_owned())).filter(|key| !key.0.is_empty());
        self.rebuild(listing);
        wanted
    }

    /// Puts the cursor on the row whose name matches the filter best: exactly, at its start, anywhere.
    pub fn to_best_match(&mut self) {
        let Some(needle) = self.filter.as_ref().map(|line| line.text().to_lowercase()) else { return };
        let rank = |row: &TocRow| {
            let name = row.name.to_lowercase();
            let name = name.rsplit('/').next().filter(|name| name.contains(&needle)).unwrap_or(&name);
            let stem = name.split('.').next().unwrap_or(name);
            match name.find(&needle) {
                _ if stem == needle => 0,
                Some(0) => 1,
                Some(_) => 2,
                None => 3,
            }
        };
        let best = self.rows.iter().enumerate().min_by_key(|(at, row)| (rank(row), *at));
        if let Some((at, _)) = best.filter(|_| !needle.is_empty()) {
            (self.window.cursor, self.window.top) = (at, 0);
        }
    }

    /// The filter was taken away: the way to the row chosen in it stays unfolded.
    pub fn unfiltered(&mut self, listing: &Listing) {
        if let Some(row) = self.selected().cloned() {
            let (path, line) = (row.path, row.line);
            self.unfolded.extend(path.match_indices('/').map(|(at, _)| NodeKey::file(&path[..=at])));
            if line > 0 {
                self.unfolded.insert(NodeKey::file(&path));
                let items = self.outline(&path).unwrap_or_default();
                let item = |at: usize| items[at].parent.map(|parent| parent as usize);
                let own = items.iter().position(|item| item.key == row.key);
                let around: Vec<NodeKey> =
                    std::iter::successors(own, |&at| item(at)).skip(1).map(|at| items[at].key.clone()).collect();
                self.unfolded.extend(around);
            }
        }
        self.rebuild(listing);
    }

    /// Builds the rows anew; the cursor stays on its row.
    pub fn rebuild(&mut self, listing: &Listing) {
        let selected = self.selected().map(|row| row.key.clone());
        self.rows.clear();
        let filter = self.filter.as_ref().map(|line| line.text().to_owned()).filter(|text| !text.is_empty());
        match filter {
            Some(needle) => self.push_filtered(listing, &needle),
            None => {
                self.push_folders(listing);
                self.push_directory(listing, 0..listing.files.len(), "", 0);
            }
        }
        let sought = self.sought.as_ref().and_then(|key| self.row_of(key));
        if sought.is_some() {
            self.sought = None;
        }
        let at = sought.or_else(|| selected.and_then(|key| self.row_of(&key)));
        self.window.cursor = at.unwrap_or(self.window.cursor).min(self.rows.len().saturating_sub(1));
    }

    /// The row of a key; of a directory that has become a part of a longer row, that one.
    fn row_of(&self, key: &NodeKey) -> Option<usize> {
        let holds =
            |row: &TocRow| key.path().ends_with('/') && row.kind == Kind::Directory && row.path.starts_with(key.path());
        self.rows.iter().position(|row| row.key == *key).or_else(|| self.rows.iter().position(holds))
    }

    pub(super) fn is_unfolded(&self, key: &NodeKey) -> bool {
        self.unfolded.contains(key) || self.shown.contains(key)
    }
}

/// The rows of an outline that belong to no other.
fn top_rows(items: &[OutlineItem]) -> Vec<NodeKey> {
    items.iter().filter(|item| item.parent.is_none()).map(|item| item.key.clone()).collect()
}

/// The row of an outline that starts on a line and has this name, else the innermost that holds the line.
pub fn enclosing(items: &[OutlineItem], line: u32, name: &str) -> Option<u32> {
    let named = items.iter().position(|item| item.line == line && item.name == name);
    let holds = |item: &OutlineItem| (item.line..=item.end_line.max(item.line)).contains(&line);
    let around = || {
        let rows = items.iter().enumerate().filter(|(_, item)| holds(item));
        rows.max_by_key(|(at, item)| (item.line, *at)).map(|(at, _)| at)
    };
    named.or_else(around).map(|at| at as u32)
}
