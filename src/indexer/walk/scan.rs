//! Walking a part of the workspace: the directories around some paths, by the rules of the whole.

use super::finder::{Finder, WalkScope};
use crate::indexer::files::options::WorkspaceOptions;
use crate::indexer::files::patch::Patch;
use crate::indexer::files::paths::{RootPlace, slashed};
use crate::indexer::files::places::Places;
use crate::indexer::files::repositories::assign_known;
use crate::indexer::files::walked_files::Findings;
use crate::library::{FileId, Library};
use crate::stdx::Ticket;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Walks the directories in which `paths` are, and what is new or has been moved below them. `None` if the
/// whole workspace must be walked: the rules may be others, or the same file may be there twice.
pub(super) fn scan(
    options: &WorkspaceOptions,
    before: &Library,
    places: &Places,
    paths: &BTreeSet<PathBuf>,
    ticket: &Ticket,
) -> Option<Patch> {
    let [root] = before.roots() else { return None };
    let given = options.roots.first().cloned().unwrap_or_else(|| PathBuf::from("."));
    let place = RootPlace::new(&options.base, &given).ok()?;
    let is_root = root.origin.path() == Some(&place.absolute);
    if options.files_from.is_some() || !is_root || place.absolute != place.walked || !place.walked.is_dir() {
        return None;
    }
    let (starts, moved) = starts(places, paths);
    let below_moved = |path: &Path| path.ancestors().any(|above| moved.contains(above));
    let finder = Finder::new(options, ticket, &|_| {});
    let enter = |path: &Path| !places.directories.contains(path) || below_moved(path);
    for start in &starts {
        finder.directory(&WalkScope { place: &place, start, root: 0, enter: &enter }).ok()?;
    }
    let findings = finder.found();
    let scan = Scan { before, top: &place.absolute, starts: &starts, findings: &findings };
    let places = Places { directories: scan.directories(places), ..places.clone() };
    if !scan.is_decided(&places) {
        return None;
    }
    let gone = scan.gone();
    let outside = before.skipped().iter().filter(|skipped| !scan.holds(&skipped.path)).cloned();
    let of_files = before.skipped().iter().filter(|skipped| {
        // What reading has found out; it holds while the file stays as it was.
        scan.holds(&skipped.path) && before.find(&skipped.path).is_some()
    });
    let skipped = outside.chain(of_files.cloned()).collect::<Vec<_>>();
    let Findings { files, skipped: new, .. } = findings;
    let mut found = files;
    found.iter_mut().for_each(|found| assign_known(&mut found.entry, before));
    Some(Patch { gone, found, skipped: skipped.into_iter().chain(new).collect(), places: Some(places) })
}

/// The directories to start at, and the ones among `paths` that are or were directories: all that is in
/// those is looked at.
fn starts(places: &Places, paths: &BTreeSet<PathBuf>) -> (BTreeSet<PathBuf>, BTreeSet<PathBuf>) {
    let moved: BTreeSet<PathBuf> = paths.iter().filter(|path| places.directories.contains(*path)).cloned().collect();
    let is_start = |above: &&Path| {
        places.directories.contains(*above)
            && above.symlink_metadata().is_ok_and(|metadata| metadata.is_dir())
            && !above.ancestors().any(|above| moved.contains(above))
    };
    let start = |path: &PathBuf| path.ancestors().skip(1).find(is_start).map(Path::to_owned);
    (paths.iter().filter_map(start).collect(), moved)
}

/// The path of a file or directory in the workspace as it is shown; `None` if it is in none of the roots.
pub(super) fn shown(library: &Library, path: &Path) -> Option<String> {
    library.roots().iter().find_map(|root| {
        let relative = path.strip_prefix(root.origin.path()?).ok()?;
        Some(format!("{}{}", root.prefix, slashed(relative)))
    })
}

struct Scan<'s> {
    before: &'s Library,
    /// The path of the only root.
    top: &'s Path,
    starts: &'s BTreeSet<PathBuf>,
    findings: &'s Findings,
}

impl Scan<'_> {
    /// True if the place at `path` (with its root) has been looked at.
    fn covers(&self, path: &Path) -> bool {
        let mut child = path;
        for above in path.ancestors().skip(1) {
            if self.starts.contains(above) {
                return !self.findings.standing.contains(child);
            }
            child = above;
        }
        false
    }

    /// The same for a path as it is shown.
    fn holds(&self, shown: &str) -> bool {
        let Some(root) = self.before.roots().first() else { return false };
        let relative = shown.strip_prefix(root.prefix.as_str()).unwrap_or(shown);
        self.covers(&self.top.join(relative))
    }

    fn gone(&self) -> BTreeSet<FileId> {
        let mut gone = BTreeSet::new();
        let files = self.before.files();
        for start in self.starts {
            let directory = shown(self.before, start).unwrap_or_default();
            let prefix = if directory.is_empty() { directory } else { format!("{}/", directory.trim_end_matches('/')) };
            let mut at = files.partition_point(|entry| *entry.path < *prefix);
            while let Some(entry) = files.get(at).filter(|entry| entry.path.starts_with(&prefix)) {
                // The files of a directory stand together: those of one that was not entered are passed over,
                // whether or not it is a start of its own.
                let rest = &entry.path[prefix.len()..];
                let inside = rest.find('/').map(|slash| (&rest[..slash], &entry.path[..=prefix.len() + slash]));
                let (end, is_entered) = match inside {
                    None => (at + 1, true),
                    Some((name, inside)) => {
                        let end = at + files[at..].partition_point(|entry| entry.path.starts_with(inside));
                        (end, !self.findings.standing.contains(&start.join(name)))
                    }
                };
                let looked_at =
                    (at..end).filter(|&at| is_entered && files[at].origin.path().is_some_and(|path| self.covers(path)));
                gone.extend(looked_at.map(|at| FileId(at as u32)));
                at = end;
            }
        }
        gone
    }

    fn directories(&self, places: &Places) -> BTreeSet<PathBuf> {
        let kept = places.directories.iter().filter(|path| !self.covers(path));
        kept.chain(&self.findings.directories).cloned().collect()
    }

    /// True if the scan says all there is to say: the repositories are the same, and names are told apart.
    fn is_decided(&self, places: &Places) -> bool {
        let Some(root) = self.before.roots().first() else { return false };
        let known = self.before.repositories();
        let is_known = |path: &str| known.iter().any(|repository| repository.path == path);
        let is_there = |path: &str| {
            let relative = path.strip_prefix(root.prefix.trim_end_matches('/')).unwrap_or(path);
            let directory = match relative.trim_start_matches('/') {
                "" => self.top.to_owned(),
                relative => self.top.join(relative),
            };
            places.directories.contains(&directory)
        };
        let lossy = |path: &str| path.contains(char::REPLACEMENT_CHARACTER);
        self.findings.repositories.iter().all(|repository| is_known(&repository.path))
            && known.iter().all(|repository| is_there(&repository.path))
            && !self.findings.files.iter().any(|found| lossy(&found.entry.path))
            && !self.starts.iter().chain(&self.findings.standing).any(|path| lossy(&path.to_string_lossy()))
    }
}
