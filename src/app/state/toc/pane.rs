//! The tree: directories → files → chapters or classes → sections or methods, unfolded on demand.
//!
//! Rows are built only for what is unfolded. The outline of a file is loaded when the file is unfolded or
//! looked at, without waiting for the index.

use super::outline::{Outline, enclosing, top_rows};
use super::row::{Folding, TocRow};
use crate::app::protocol::message::OutlineItem;
use crate::app::state::line::Line;
use crate::app::state::pane::PaneOut;
use crate::app::state::subject::Subject;
use crate::app::state::window::Window;
use crate::document::{Kind, NodeKey};
use crate::library::{Listing, ReadError};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The state of the tree.
#[derive(Debug, Default)]
pub struct Toc {
    /// The rows that are unfolded, in order.
    pub rows: Vec<TocRow>,
    /// Cursor and scroll position.
    pub window: Window,
    /// The width of the rows, in cells.
    pub(super) width: u16,
    /// Only rows that contain this are shown.
    pub filter: Option<Line>,
    /// Unfolded by the user.
    unfolded: HashSet<NodeKey>,
    /// Unfolded to show the selection; folded again when it goes elsewhere.
    shown: HashSet<NodeKey>,
    /// The row that the cursor was on when the session ended, until it is there again or the user moves.
    sought: Option<NodeKey>,
    /// The outlines of files, as far as they were asked for.
    pub(super) outlines: HashMap<Arc<str>, Outline>,
}

impl Toc {
    /// The row under the cursor.
    pub fn selected(&self) -> Option<&TocRow> {
        self.rows.get(self.window.cursor)
    }

    /// The outline of a file, once it is loaded.
    pub(in crate::app) fn outline(&self, path: &str) -> Option<&[OutlineItem]> {
        match self.outlines.get(path)? {
            Outline::Loaded(items) => Some(items),
            _ => None,
        }
    }

    /// True if the outline of a file has been loaded, or cannot be.
    pub fn is_known(&self, path: &str) -> bool {
        !matches!(self.outlines.get(path), None | Some(Outline::Loading))
    }

    /// True if the outline of a file was never asked for; it counts as asked for from now on.
    pub(in crate::app) fn want(&mut self, path: &Arc<str>) -> bool {
        match self.outlines.get(path) {
            Some(_) => false,
            None => self.outlines.insert(Arc::clone(path), Outline::Loading).is_none(),
        }
    }

    /// True if the outline of a file was asked for.
    pub(in crate::app) fn was_wanted(&self, path: &str) -> bool {
        self.outlines.contains_key(path)
    }

    /// Takes the outline of a file.
    pub(in crate::app) fn outline_loaded(
        &mut self,
        path: Arc<str>,
        outline: Result<Vec<OutlineItem>, ReadError>,
        listing: &Listing,
    ) {
        let outline = outline.map_or_else(Outline::Failed, Outline::Loaded);
        self.outlines.insert(Arc::clone(&path), outline);
        if let (true, Some([only])) = (listing.files.len() == 1, self.outline(&path).map(top_rows).as_deref()) {
            // A document with one title is unfolded down to its chapters.
            self.shown.insert(only.clone());
        }
        self.rebuild(listing);
    }

    /// Unfolds a file that is the only one. Returns it if its outline is wanted for that.
    pub(in crate::app) fn show_only_file(&mut self, listing: &Listing) -> Option<Arc<str>> {
        let [only] = listing.files.as_slice() else { return None };
        self.shown.extend(only.path.match_indices('/').map(|(at, _)| NodeKey::file(&only.path[..=at])));
        self.shown.insert(NodeKey::file(&only.path));
        let wanted = self.want(&only.path);
        self.rebuild(listing);
        wanted.then(|| Arc::clone(&only.path))
    }

    /// Takes a new list of files: outlines of files that are gone are dropped.
    pub(in crate::app) fn listing_changed(&mut self, listing: &Listing) {
        self.outlines.retain(|path, _| listing.find(path).is_some());
        self.rebuild(listing);
    }

    /// Forgets the outline of a file whose text has changed.
    pub(in crate::app) fn forget(&mut self, path: &str) {
        self.outlines.remove(path);
    }

    /// Puts the cursor on the parent of the row. False at the top.
    pub(super) fn go_to_parent(&mut self) -> bool {
        let Some(depth) = self.selected().map(|row| row.depth) else { return false };
        let parent = self.rows[..self.window.cursor].iter().rposition(|row| row.depth < depth);
        if let Some(parent) = parent {
            self.window.cursor = parent;
        }
        parent.is_some()
    }

    /// Puts the cursor on the next or previous row that is no deeper.
    pub(super) fn move_to_sibling(&mut self, step: isize) {
        let Some(depth) = self.selected().map(|row| row.depth) else { return };
        let cursor = self.window.cursor;
        let target = if step > 0 {
            self.rows[cursor + 1..].iter().position(|row| row.depth <= depth).map(|at| cursor + 1 + at)
        } else {
            self.rows[..cursor].iter().rposition(|row| row.depth <= depth)
        };
        self.window.cursor = target.unwrap_or(cursor);
    }

    /// Folds the selected row, or goes to its parent.
    pub(in crate::app) fn fold(&mut self, listing: &Listing) {
        let Some(row) = self.selected() else { return };
        let key = row.key.clone();
        if row.folding == Folding::Unfolded && self.filter.is_none() {
            self.unfolded.remove(&key);
            self.shown.remove(&key);
            self.rebuild(listing);
        } else {
            self.go_to_parent();
        }
    }

    /// Unfolds the selected row, or goes into what is unfolded already.
    pub(in crate::app) fn unfold(&mut self, listing: &Listing) -> Option<PaneOut> {
        let row = self.selected()?;
        let (key, kind, path) = (row.key.clone(), row.kind, Arc::clone(&row.path));
        match row.folding {
            Folding::Leaf => None,
            Folding::Unfolded => {
                let is_deeper = self.rows.get(self.window.cursor + 1).is_some_and(|next| next.depth > row.depth);
                if is_deeper {
                    self.window.cursor += 1;
                }
                is_deeper.then_some(PaneOut::Selected)
            }
            Folding::Folded => {
                if let Some([only]) = self.outline(&path).map(top_rows).as_deref() {
                    // A document with one title is unfolded down to its chapters.
                    self.unfolded.insert(only.clone());
                }
                self.unfolded.insert(key);
                // The rows of a table on a server that are one piece stand in the table itself.
                let document = only_piece(listing, &path).unwrap_or(path);
                let is_document = matches!(kind, Kind::File | Kind::Directory) && !document.ends_with('/');
                let wanted = is_document && self.want(&document);
                self.rebuild(listing);
                wanted.then_some(PaneOut::OutlineWanted(document))
            }
        }
    }

    /// Folds everything.
    pub(super) fn fold_all(&mut self, listing: &Listing) {
        self.unfolded.clear();
        self.shown.clear();
        self.rebuild(listing);
    }

    /// Unfolds every row that is there.
    pub(in crate::app) fn unfold_all(&mut self, listing: &Listing) {
        self.unfolded.extend(self.rows.iter().map(|row| row.key.clone()));
        self.rebuild(listing);
    }

    /// The user moves: the row that the cursor was on in the last session is not looked for any more.
    pub(super) fn forget_sought(&mut self) {
        self.sought = None;
    }

    /// Shows the place of a selection: unfolds the way to it and puts the cursor on it. Returns the file whose outline
    /// is wanted for that.
    pub(in crate::app) fn reveal(&mut self, subject: &Subject, listing: &Listing) -> Option<Arc<str>> {
        let Subject { path, line, name, .. } = subject;
        self.sought = None;
        self.shown.clear();
        for (at, _) in path.match_indices('/') {
            self.shown.insert(NodeKey::file(&path[..=at]));
        }
        let wanted = *line > 0 && self.want(path);
        let mut target = NodeKey::file(path);
        if *line > 0 && self.outline(path).is_some_and(|items| !items.is_empty()) {
            self.shown.insert(target.clone());
            let items = self.outline(path).unwrap_or_default();
            let mut at = enclosing(items, *line, name);
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
        wanted.then(|| Arc::clone(path))
    }

    /// The keys of the rows that the user has unfolded, and of those unfolded to show the selection; at most
    /// `max_keys` of each.
    pub(in crate::app) fn unfolded(&self, max_keys: usize) -> [Vec<String>; 2] {
        [&self.unfolded, &self.shown].map(|keys| {
            let mut keys: Vec<String> = keys.iter().map(|key| key.0.clone()).collect();
            keys.sort();
            keys.truncate(max_keys);
            keys
        })
    }

    /// Unfolds what was unfolded and puts the cursor where it was, once the row is there: outlines come later. Returns
    /// the files whose outlines are wanted.
    pub(in crate::app) fn restore(
        &mut self,
        [unfolded, shown]: [&[String]; 2],
        row: &str,
        listing: &Listing,
    ) -> Vec<Arc<str>> {
        self.unfolded.extend(unfolded.iter().cloned().map(NodeKey));
        self.shown = shown.iter().cloned().map(NodeKey).collect();
        let files = listing.files.iter().filter(|file| self.is_unfolded(&NodeKey::file(&file.path)));
        let files: Vec<Arc<str>> = files.map(|file| Arc::clone(&file.path)).collect();
        let wanted: Vec<Arc<str>> = files.into_iter().filter(|path| self.want(path)).collect();
        self.sought = Some(NodeKey(row.to_owned())).filter(|key| !key.0.is_empty());
        self.rebuild(listing);
        wanted
    }

    /// Puts the cursor on the row whose name matches the filter best: exactly, at its start, anywhere.
    pub(super) fn go_to_best_match(&mut self) {
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
    pub(super) fn unfiltered(&mut self, listing: &Listing) {
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
    pub(in crate::app) fn rebuild(&mut self, listing: &Listing) {
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

/// The piece that holds all rows of the table on a server that a directory is, if one does.
fn only_piece(listing: &Listing, directory: &str) -> Option<Arc<str>> {
    let start = listing.files.partition_point(|file| *file.path < *directory);
    let mut inside = listing.files[start..].iter().take_while(|file| file.path.starts_with(directory));
    let only = inside.next().filter(|file| file.is_piece() && directory.ends_with('/'))?;
    inside.next().is_none().then(|| Arc::clone(&only.path))
}
