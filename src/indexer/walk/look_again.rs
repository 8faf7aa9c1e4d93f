//! A look at a few paths: what was saved, made or deleted there.

use super::finder::Finder;
use super::scan;
use crate::indexer::files::options::WorkspaceOptions;
use crate::indexer::files::patch::Patch;
use crate::indexer::files::places::RULES;
use crate::indexer::files::repositories::{assign_known, is_manifest};
use crate::indexer::files::stamp::{fresh_since, may_be_moved};
use crate::indexer::files::walked_files::WalkedFile;
use crate::indexer::source::seam::Look;
use crate::library::{FileEntry, FileId, Library, Root, Skipped, Stamp};
use crate::stdx::Ticket;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ffi::OsStr;
use std::fs::Metadata;
use std::path::{Path, PathBuf};

/// The difference at `paths`; `None` if only a walk can tell.
pub(super) fn patch(options: &WorkspaceOptions, look: &Look<'_>) -> Option<Patch> {
    let Look { before, stamps, places, paths, ticket } = *look;
    let (mut saved, mut unsure) = (Vec::new(), BTreeSet::new());
    for path in paths {
        let name = path.file_name().and_then(OsStr::to_str);
        let decides = |name: &str| RULES.contains(&name) || options.packages && is_manifest(name);
        if name.is_some_and(decides) || places.roots.contains(path) {
            return None;
        }
        let known = find(before, path);
        let is_walked = path.ancestors().skip(1).any(|above| places.directories.contains(above));
        match (known, std::fs::symlink_metadata(path)) {
            (Some(id), Ok(metadata)) if metadata.is_file() => saved.push((id, metadata)),
            (Some(_), _) if !is_walked => return None,
            (Some(_), _) => drop(unsure.insert(path.clone())),
            (None, there) => {
                let was_there = places.directories.contains(path) || is_skipped(before, path);
                if was_there || (is_walked && there.is_ok()) {
                    unsure.insert(path.clone());
                }
            }
        }
    }
    // Directories that come, go or become files take what is in them along: the walk knows.
    let is_plain = |path: &PathBuf| {
        let is_file = std::fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file());
        is_file && path.parent().is_some_and(|above| places.directories.contains(above))
    };
    if !unsure.iter().all(is_plain) {
        return None;
    }
    let mut patch = Patch { skipped: before.skipped().to_vec(), ..Patch::default() };
    if !unsure.is_empty() {
        patch = scan::scan(options, before, places, &unsure, ticket)?;
    }
    add_saved(&mut patch, options, before, &saved, ticket);
    drop_unchanged(&mut patch, before, stamps, paths);
    Some(patch)
}

/// Adds known files that are still there.
fn add_saved(
    patch: &mut Patch,
    options: &WorkspaceOptions,
    before: &Library,
    saved: &[(FileId, Metadata)],
    ticket: &Ticket,
) {
    let finder = Finder::new(options, ticket, &|_| {});
    for (id, metadata) in saved.iter().filter(|(id, _)| !patch.gone.contains(id)) {
        let entry = before.file(*id);
        if let Some(path) = entry.origin.path().map(Path::to_owned) {
            finder.file(entry.path.to_string(), path.clone(), path, Stamp::of(metadata), entry.root);
        }
    }
    patch.gone.extend(saved.iter().map(|(id, _)| *id));
    let mut findings = finder.found();
    findings.files.iter_mut().for_each(|found| assign_known(&mut found.entry, before));
    patch.found.extend(findings.files);
    patch.skipped.extend(findings.skipped);
}

/// The file that is at `path`.
fn find(library: &Library, path: &Path) -> Option<FileId> {
    let shown = scan::shown(library, path);
    let is_there = |id: &FileId| library.file(*id).origin.path() == Some(path);
    let by_name = shown.and_then(|shown| library.find(&shown)).filter(is_there);
    let is_directory = |root: &Root| root.origin.path().is_some_and(Path::is_dir);
    let is_alone = || !library.roots().iter().all(is_directory) || library.roots().len() > 1;
    by_name.or_else(|| match is_alone() {
        true => library.file_ids().find(is_there),
        false => None,
    })
}

fn is_skipped(library: &Library, path: &Path) -> bool {
    scan::shown(library, path)
        .is_some_and(|shown| library.skipped().binary_search_by(|skipped| skipped.path.cmp(&shown)).is_ok())
}

/// Takes out of the patch what is as it was, and settles what is left out.
fn drop_unchanged(patch: &mut Patch, before: &Library, stamps: &[Stamp], changed: &[PathBuf]) {
    let fresh_since = fresh_since();
    let is_changed = |file: &FileEntry| file.origin.path().is_some_and(|path| changed.iter().any(|it| it == path));
    let Patch { gone, found, skipped, .. } = patch;
    let now: HashMap<&str, Stamp> = found.iter().map(|found| (&*found.entry.path, found.stamp)).collect();
    // What is gone from its place may have been moved over a file that is as large and was written in the same moment.
    let left: HashSet<Stamp> = gone
        .iter()
        .filter_map(|id| Some((stamps.get(id.0 as usize)?, now.get(&*before.file(*id).path))))
        .filter(|(then, now)| Some(*then) != *now)
        .map(|(then, _)| *then)
        .collect();
    let is_moved =
        |found: &WalkedFile| left.contains(&found.stamp) && found.entry.origin.path().is_some_and(may_be_moved);
    found.retain(|found| {
        let Some(id) = before.find(&found.entry.path).filter(|id| gone.contains(id)) else { return true };
        let is_fresh = found.stamp.version >= fresh_since && is_changed(&found.entry);
        let same_format = before.file(id).format.id == found.entry.format.id;
        let is_same = same_format && !is_fresh && !is_moved(found) && stamps.get(id.0 as usize) == Some(&found.stamp);
        if is_same {
            gone.remove(&id);
        }
        !is_same
    });
    // What reading has found out about a file holds until the file changes.
    let is_outdated = |skipped: &Skipped| before.find(&skipped.path).is_some_and(|id| gone.contains(&id));
    let is_news = |skipped: &Skipped| before.skipped().binary_search(skipped).is_err();
    skipped.retain(|skipped| is_news(skipped) || !is_outdated(skipped));
    skipped.sort();
    skipped.dedup_by(|a, b| a.path == b.path);
}
