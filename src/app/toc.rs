//! The tree: directories → files → chapters or classes → sections or methods, unfolded on demand.
//!
//! Rows are built only for what is unfolded. The outline of a file is loaded when the file is unfolded or
//! looked at, without waiting for the index.

use super::command::Command;
use super::line::Line;
use super::message::OutlineItem;
use super::window::Window;
use crate::docql;
use crate::document::{Kind, NodeKey};
use crate::library::Listing;
use crate::stdx::contains_ignoring_case;
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
    /// Files whose top rows were folded or unfolded by default already.
    outlines: HashMap<Arc<str>, Outline>,
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

    /// Builds the rows anew; the cursor stays on its row.
    pub fn rebuild(&mut self, listing: &Listing) {
        let selected = self.selected().map(|row| row.key.clone());
        self.rows.clear();
        let filter = self.filter.as_ref().map(|line| line.text().to_owned()).filter(|text| !text.is_empty());
        match filter {
            Some(needle) => self.push_filtered(listing, &needle),
            None => self.push_directory(listing, 0..listing.files.len(), "", 0),
        }
        let at = selected.and_then(|key| self.rows.iter().position(|row| row.key == key));
        self.window.cursor = at.unwrap_or(self.window.cursor).min(self.rows.len().saturating_sub(1));
    }

    fn is_unfolded(&self, key: &NodeKey) -> bool {
        self.unfolded.contains(key) || self.shown.contains(key)
    }

    /// Pushes what is directly in a directory: directories first. `range` holds its files, which stand
    /// together because the list is in path order.
    fn push_directory(&mut self, listing: &Listing, range: std::ops::Range<usize>, prefix: &str, depth: u16) {
        let mut files = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let path = &listing.files[at].path;
            let Some(slash) = path[prefix.len()..].find('/') else {
                files.push(at);
                at += 1;
                continue;
            };
            let mut directory = path[..prefix.len() + slash + 1].to_owned();
            let end = at + listing.files[at..range.end].partition_point(|file| file.path.starts_with(&directory));
            // A chain of directories with nothing else in them is one row.
            while let Some(deeper) = only_directory(listing, at..end, &directory) {
                directory = deeper;
            }
            self.push_directory_row(&directory, prefix.len(), (end - at) as u32, depth);
            if self.is_unfolded(&NodeKey::file(&directory)) {
                self.push_directory(listing, at..end, &directory, depth + 1);
            }
            at = end;
        }
        for file in files {
            self.push_file(listing, file, prefix.len(), depth);
        }
    }

    fn push_directory_row(&mut self, directory: &str, shown_from: usize, count: u32, depth: u16) {
        let key = NodeKey::file(directory);
        let folding = if self.is_unfolded(&key) { Folding::Unfolded } else { Folding::Folded };
        self.rows.push(TocRow {
            depth,
            kind: Kind::Directory,
            name: directory[shown_from..].trim_end_matches('/').to_owned(),
            path: directory.into(),
            line: 0,
            end_line: 0,
            count,
            folding,
            query: docql::locate(directory.trim_end_matches('/'), Kind::Directory, "", 0),
            problem: String::new(),
            key,
        });
    }

    fn push_file(&mut self, listing: &Listing, file: usize, shown_from: usize, depth: u16) {
        let entry = &listing.files[file];
        let state = listing.state.get(file).copied().unwrap_or_default();
        let key = NodeKey::file(&entry.path);
        let mut row = TocRow {
            depth,
            kind: Kind::File,
            name: entry.path[shown_from..].to_owned(),
            path: Arc::clone(&entry.path),
            line: 0,
            end_line: 0,
            count: state.symbols + state.sections,
            folding: Folding::Folded,
            query: docql::locate(&entry.path, Kind::File, "", 0),
            problem: String::new(),
            key,
        };
        match self.outlines.get(&entry.path) {
            Some(Outline::Failed(problem)) => (row.folding, row.problem) = (Folding::Leaf, problem.clone()),
            Some(Outline::Loaded(items)) if items.is_empty() => row.folding = Folding::Leaf,
            Some(Outline::Loaded(items)) => row.count = items.len() as u32,
            _ if state.indexed && row.count == 0 => row.folding = Folding::Leaf,
            _ => {}
        }
        if row.folding == Folding::Folded && self.is_unfolded(&row.key) {
            row.folding = Folding::Unfolded;
        }
        let unfolded = row.folding == Folding::Unfolded;
        self.rows.push(row);
        if unfolded {
            self.push_outline(&entry.path, depth + 1);
        }
    }

    fn push_outline(&mut self, path: &Arc<str>, depth: u16) {
        let Some(Outline::Loaded(items)) = self.outlines.get(path) else { return };
        let mut rows = Vec::new();
        let mut depths: Vec<Option<u16>> = Vec::with_capacity(items.len());
        for item in items {
            // A row is shown if its parent is shown and unfolded; `depths` is `None` for hidden rows.
            let own = match item.parent {
                None => Some(depth),
                Some(parent) => depths[parent as usize]
                    .filter(|_| self.is_unfolded(&items[parent as usize].key))
                    .map(|depth| depth + 1),
            };
            depths.push(own);
            if let Some(depth) = own {
                rows.push(outline_row(item, path, depth, self.is_unfolded(&item.key)));
            }
        }
        self.rows.append(&mut rows);
    }

    /// Pushes the files and outline rows whose name contains `needle`, flat, files with their whole path.
    fn push_filtered(&mut self, listing: &Listing, needle: &str) {
        for file in 0..listing.files.len() {
            let entry = &listing.files[file];
            let mut inside: Vec<TocRow> = Vec::new();
            if let Some(Outline::Loaded(items)) = self.outlines.get(&entry.path) {
                let found = items.iter().filter(|item| contains_ignoring_case(&item.name, needle));
                inside.extend(found.map(|item| outline_row(item, &entry.path, 1, false)));
            }
            if !inside.is_empty() || contains_ignoring_case(&entry.path, needle) {
                self.push_file(listing, file, 0, 0);
                if let Some(row) = self.rows.iter_mut().rev().find(|row| row.kind == Kind::File)
                    && row.folding == Folding::Folded
                {
                    self.rows.append(&mut inside);
                }
            }
        }
    }
}

/// The directory that holds everything in `directory`, if there is one. `range` holds the files.
fn only_directory(listing: &Listing, range: std::ops::Range<usize>, directory: &str) -> Option<String> {
    let first = &listing.files[range.start].path;
    let slash = first[directory.len()..].find('/')?;
    let deeper = &first[..directory.len() + slash + 1];
    let last = &listing.files[range.end - 1].path;
    // The list is sorted: what holds the first and the last holds all between them.
    last.starts_with(deeper).then(|| deeper.to_owned())
}

fn outline_row(item: &OutlineItem, path: &Arc<str>, depth: u16, unfolded: bool) -> TocRow {
    TocRow {
        key: item.key.clone(),
        depth,
        kind: item.kind,
        name: item.name.clone(),
        path: Arc::clone(path),
        line: item.line,
        end_line: item.end_line,
        count: item.children,
        folding: match (item.children, unfolded) {
            (0, _) => Folding::Leaf,
            (_, true) => Folding::Unfolded,
            (_, false) => Folding::Folded,
        },
        query: item.query.clone(),
        problem: String::new(),
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
