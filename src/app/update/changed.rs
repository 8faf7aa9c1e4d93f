//! Files have changed on disk: the tree, the preview and the answer follow, the selection stays.

use super::notices::say;
use super::pinning;
use super::query_flow;
use super::selection_sync;
use crate::app::protocol::effect::Effect;
use crate::app::protocol::message::FileChanges;
use crate::app::state::model::Model;
use crate::library::Listing;
use crate::stdx::{grouped, printable};
use std::sync::Arc;

/// Shows the files as they are now.
pub fn files_changed(model: &mut Model, listing: Arc<Listing>, changes: &FileChanges, effects: &mut Vec<Effect>) {
    model.listing = listing;
    model.toc.listing_changed(&Arc::clone(&model.listing));
    // An outline stays on the screen until the new one is there.
    let known = changes.edited.iter().filter(|path| model.toc.outlines.contains_key(*path));
    effects.extend(known.map(|path| Effect::LoadOutline(Arc::clone(path))));
    let target = model.preview.target.as_ref().map(|target| Arc::clone(&target.path));
    let is_shown = |paths: &[Arc<str>]| target.as_ref().is_some_and(|target| paths.binary_search(target).is_ok());
    if is_shown(&changes.removed) {
        model.preview.strike();
    }
    if is_shown(&changes.edited) || is_shown(&changes.added) {
        selection_sync::load(model, effects);
    }
    let pinned = model.preview.pinned.as_ref().map(|pinned| Arc::clone(&pinned.target.path));
    if pinned.is_some_and(|pinned| changes.edited.binary_search(&pinned).is_ok()) {
        pinning::load(model, effects);
    }
    if !changes.added.is_empty() || !changes.removed.is_empty() {
        selection_sync::selection_moved(model, effects);
    }
    query_flow::ask_anew(model, effects);
    if let Some(told) = told(changes)
        && !model.toast.as_ref().is_some_and(|toast| toast.quits)
    {
        say(model, told, effects);
    }
}

/// What has happened, in a few words, if anything has.
fn told(changes: &FileChanges) -> Option<String> {
    let FileChanges { edited, added, removed, same, unread } = changes;
    let different = edited.len().saturating_sub(same + unread) + added.len() + removed.len();
    Some(match (edited.as_slice(), added.as_slice(), removed.as_slice()) {
        _ if different == 0 && *unread == 0 => return None,
        ([path], [], []) => format!("updated {}", printable(path)),
        ([], [path], []) => format!("new file {}", printable(path)),
        ([], [], [path]) => format!("{} is gone", printable(path)),
        _ if different == 0 => format!("reading {} files again", grouped(*unread)),
        _ if different + unread == 1 => "1 file changed".to_owned(),
        _ => format!("{} files changed", grouped(different + unread)),
    })
}
