//! The rows of the tree: those that are unfolded, or that pass a filter.

use super::outline::Outline;
use super::pane::Toc;
use super::row::{Folding, TocRow};
use crate::app::protocol::message::OutlineItem;
use crate::docql;
use crate::document::{Kind, NodeKey};
use crate::library::Listing;
use crate::stdx::contains_ignoring_case;
use std::sync::Arc;

impl Toc {
    /// Pushes the directories that are known by name only.
    pub(super) fn push_folders(&mut self, listing: &Listing) {
        for folder in listing.folders.iter() {
            self.push_directory_row(folder, 0, 0, 0);
        }
    }

    /// Pushes what is directly in a directory: directories first. `range` holds its files, which stand
    /// together because the list is in path order.
    pub(super) fn push_directory(
        &mut self,
        listing: &Listing,
        range: std::ops::Range<usize>,
        prefix: &str,
        depth: u16,
    ) {
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
        if listing.files.get(range.start).is_some_and(|file| file.is_piece()) {
            return self.push_pieces(listing, &files, prefix.len(), depth);
        }
        for file in files {
            self.push_file(listing, file, prefix.len(), depth);
        }
    }

    /// Pushes the rows of a table on a server: where few are read they stand in the table, else in pieces, each called by
    /// the keys in it.
    fn push_pieces(&mut self, listing: &Listing, files: &[usize], shown_from: usize, depth: u16) {
        if let [only] = files {
            let path = &listing.files[*only].path;
            if self.outline(path).is_some_and(|items| !items.is_empty()) {
                return self.push_outline(&Arc::clone(path), depth);
            }
        }
        for (number, file) in files.iter().enumerate() {
            let at = self.rows.len();
            self.push_file(listing, *file, shown_from, depth);
            let next = files.get(number + 1).map(|next| listing.files[*next].name());
            if let Some(row) = self.rows.get_mut(at) {
                row.name = keys_of_piece(listing.files[*file].name(), next);
            }
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
            _ if entry.text_only => (row.folding, row.problem) = (Folding::Leaf, entry.too_large().to_string()),
            Some(Outline::Failed(problem)) => (row.folding, row.problem) = (Folding::Leaf, problem.to_string()),
            Some(Outline::Loaded(items)) if items.is_empty() => row.folding = Folding::Leaf,
            Some(Outline::Loaded(items)) => row.count = items.len() as u32,
            _ if state.indexed && row.count == 0 => {
                (row.folding, row.problem) = (Folding::Leaf, listing.problem_of(&entry.path).to_owned());
            }
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
    pub(super) fn push_filtered(&mut self, listing: &Listing, needle: &str) {
        for file in 0..listing.files.len() {
            let entry = &listing.files[file];
            let mut inside: Vec<TocRow> = Vec::new();
            if let Some(Outline::Loaded(items)) = self.outlines.get(&entry.path) {
                let found = items.iter().filter(|item| contains_ignoring_case(&item.name, needle));
                inside.extend(found.map(|item| outline_row(item, &entry.path, 1, false)));
            }
            if !inside.is_empty() || contains_ignoring_case(&entry.path, needle) {
                let start = self.rows.len();
                self.push_file(listing, file, 0, 0);
                let own = self.rows[start..].iter().position(|row| row.kind == Kind::File).map(|at| start + at);
                if let Some(own) = own.filter(|_| !inside.is_empty()) {
                    // Of a file that is unfolded no more than that is shown.
                    self.rows.truncate(own + 1);
                    self.rows.append(&mut inside);
                }
            }
        }
    }
}

/// The keys of a piece that begins with one, and ends before that of the next: `1 – 499`.
fn keys_of_piece(first: &str, next: Option<&str>) -> String {
    let number = |name: &str| name.parse::<u64>().ok();
    match (number(first), next.map(number)) {
        (Some(first), Some(Some(next))) if next > first + 1 => format!("{first} – {}", next - 1),
        (Some(first), None) => format!("{first} –"),
        (Some(first), _) => first.to_string(),
        (None, _) => match next {
            Some(next) => format!("{first} … {next}"),
            None => format!("{first} …"),
        },
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
