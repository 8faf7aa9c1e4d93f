//! The workspace is known better, or its files have changed on disk: tree, preview and answer follow, the selection
//! stays.

use crate::app::protocol::effect::Effect;
use crate::app::protocol::message::{FileChanges, IndexProgress, OutlineItem, Starters};
use crate::app::state::model::Model;
use crate::app::state::panes::Focus;
use crate::app::update::follow::changes as changed_paths;
use crate::app::update::follow::notices::notify;
use crate::app::update::follow::{page, pinned, selection};
use crate::app::update::keep::settings;
use crate::app::update::query::ask;
use crate::library::{Listing, ReadError};
use crate::stdx::{grouped, printable};
use std::sync::Arc;

/// The workspace is known better than before.
pub(super) fn library_changed(model: &mut Model, listing: Arc<Listing>, effects: &mut Vec<Effect>) {
    if !listing.walked && (model.opened || listing.files.is_empty() && listing.folders.is_empty()) {
        return;
    }
    let opened = std::mem::replace(&mut model.opened, listing.walked);
    let another = model.listing.files.len() != listing.files.len();
    model.listing = listing;
    model.toc.listing_changed(&Arc::clone(&model.listing));
    model.results.is_empty_workspace = model.opened && model.listing.files.is_empty();
    if model.results.results.is_none() {
        model.results.rebuild();
    }
    if another || !opened {
        changed_paths::look(model, effects);
    }
    if !opened {
        let only = Some(Arc::clone(&model.listing)).filter(|listing| listing.walked);
        effects.extend(only.and_then(|listing| model.toc.show_only_file(&listing)).map(Effect::LoadOutline));
        pinned::load_waiting(model, effects);
    }
    if another || !opened {
        selection::selection_moved(model, effects);
    }
    if opened != model.opened || another && model.results.results.is_some() {
        ask::ask_anew(model, effects);
    } else if !model.results.running {
        ask_if_partial(model, effects);
    }
}

/// Indexing went on; once it has ended, an answer given before may lack rows, and rank them by less than is known then.
pub(super) fn index_progressed(model: &mut Model, progress: Option<IndexProgress>, effects: &mut Vec<Effect>) {
    let ended = progress.is_none() && model.progress.is_some();
    model.progress = progress;
    if ended && std::mem::take(&mut model.asked.was_early) {
        ask::ask_again(model, effects);
    } else if ended {
        ask_if_partial(model, effects);
    }
}

fn ask_if_partial(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.results.results.as_ref().is_some_and(|results| results.partial.is_some()) {
        ask::ask_again(model, effects);
    }
}

/// Queries worth trying were found; those saved in the settings come before them.
pub(super) fn starters_found(model: &mut Model, starters: Starters) {
    model.results.starters = settings::saved(model).chain(starters.queries).collect();
    model.examples = starters.names;
    model.results.is_lesson = model.tutorial.is_some();
    if model.results.results.is_none() {
        model.results.rebuild();
    }
}

/// An outline has arrived: the way to the selection and its place in the tree are known better.
pub(in crate::app) fn outline_loaded(
    model: &mut Model,
    path: Arc<str>,
    outline: Result<Vec<OutlineItem>, ReadError>,
    effects: &mut Vec<Effect>,
) {
    model.toc.outline_loaded(path, outline, &Arc::clone(&model.listing));
    if model.focus() == Focus::Toc {
        return selection::selection_moved(model, effects);
    }
    if let Some(subject) = model.subject() {
        selection::reveal(model, &subject, effects);
    }
    selection::refresh(model);
}

/// Shows the files as they are now.
pub(super) fn files_changed(
    model: &mut Model,
    listing: Arc<Listing>,
    changes: &FileChanges,
    effects: &mut Vec<Effect>,
) {
    model.listing = listing;
    model.results.is_empty_workspace = model.listing.files.is_empty();
    model.toc.listing_changed(&Arc::clone(&model.listing));
    // An outline stays on the screen until the new one is there.
    let known = changes.edited.iter().filter(|path| model.toc.was_wanted(path));
    effects.extend(known.map(|path| Effect::LoadOutline(Arc::clone(path))));
    let target = model.preview.target.as_ref().map(|target| Arc::clone(&target.path));
    let is_shown = |paths: &[Arc<str>]| target.as_ref().is_some_and(|target| paths.binary_search(target).is_ok());
    if is_shown(&changes.removed) {
        model.preview.strike();
    }
    if is_shown(&changes.edited) || is_shown(&changes.added) {
        page::load(model, effects);
    }
    let pinned = model.preview.pinned.as_ref().map(|pinned| Arc::clone(&pinned.target.path));
    if pinned.is_some_and(|pinned| changes.edited.binary_search(&pinned).is_ok()) {
        pinned::load(model, effects);
    }
    if !changes.added.is_empty() || !changes.removed.is_empty() {
        selection::selection_moved(model, effects);
    }
    changed_paths::look(model, effects);
    ask::ask_anew(model, effects);
    if let Some(notice) = summary(changes)
        && !model.toast.as_ref().is_some_and(|toast| toast.quits)
    {
        notify(model, notice, effects);
    }
}

/// The changes in a few words, if there are any.
fn summary(changes: &FileChanges) -> Option<String> {
    let FileChanges { edited, added, removed, same, unread } = changes;
    let different = edited.len().saturating_sub(same + unread) + added.len() + removed.len();
    Some(match (edited.as_slice(), added.as_slice(), removed.as_slice()) {
        _ if different == 0 && *unread == 0 => return None,
        ([path], [], []) => format!("updated {}", printable(path)),
        ([], [path], []) => format!("new file {}", printable(path)),
        ([], [], [path]) => format!("{} is gone", printable(path)),
        _ if different + unread == 1 && different == 0 => "reading 1 file".to_owned(),
        _ if different == 0 => format!("reading {} files", grouped(*unread)),
        _ if different + unread == 1 => "1 file changed".to_owned(),
        _ => format!("{} files changed", grouped(different + unread)),
    })
}
