//! The page of the preview: when it is asked for, and what is looked for in it.

use super::notices::{arm, notify};
use crate::app::protocol::effect::Effect;
use crate::app::protocol::message::Timer;
use crate::app::protocol::page::{Page, PreviewRequest, TextMatches};
use crate::app::state::model::Model;
use crate::document::{FormatFamily, ShownAs};
use std::sync::Arc;
use std::time::Duration;

/// The time the cursor must rest before the file it stands on is loaded, once it has begun to move.
const SETTLE: Duration = Duration::from_millis(40);

/// Asks for the page of the preview's target. While a key is held down the newest request wins.
pub(in crate::app) fn load(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(target) = &model.preview.target else { return };
    // What is compared is the place that was chosen, however far one has scrolled.
    let line = if model.preview.comparing { target.line } else { model.preview.wanted_line() };
    let (path, chosen_line, end_line) = (Arc::clone(&target.path), target.line, target.end_line);
    let ticket = model.asked.page.ask();
    let (wrap, prose) = (wraps(model, &path), is_prose(model, &path));
    let pane = &mut model.preview;
    pane.outdated = false;
    let pictures = model.pictures.space_of_preview(pane.height).filter(|_| !pane.comparing);
    effects.push(Effect::LoadPreview(PreviewRequest {
        ticket,
        path,
        line,
        end_line,
        chosen_line,
        changes: pane.changes,
        rendered: !pane.shows_source(),
        wrap,
        prose,
        width: pane.width,
        text_width: model.settings.max_text_width,
        skipped_columns: pane.skipped_columns,
        skipped_bytes: pane.skipped_bytes,
        unfolded: pane.unfolded.clone(),
        unfold_all: pane.find.as_ref().is_some_and(|find| !find.text().is_empty()),
        against: pane.pinned.as_ref().filter(|_| pane.comparing).map(|pinned| pinned.target.clone()),
        pictures,
    }));
}

/// Whether long lines of a file are broken: as was said, else those of prose that is shown as its source.
pub(in crate::app) fn wraps(model: &Model, path: &str) -> bool {
    model.preview.wrap.unwrap_or_else(|| is_prose(model, path))
}

/// True for prose that is shown as its source.
pub(in crate::app) fn is_prose(model: &Model, path: &str) -> bool {
    let file = model.listing.find(path).map(|at| &model.listing.files[at]);
    let is_rendered = |shown_as: ShownAs| shown_as.is_rendered() && !model.preview.shows_source();
    file.is_some_and(|file| file.format.family == FormatFamily::Prose && !is_rendered(file.format.shown_as))
}

/// Asks for it where what is loaded of the file runs out.
pub(in crate::app) fn load_rest(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.preview.runs_out() {
        load(model, effects);
    }
}

/// Asks for the page at the first step at once; while the cursor runs on, when it has come to rest.
pub(super) fn load_when_settled(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.settling {
        model.preview.outdated = true;
        // What is on its way is of a row the cursor has left.
        model.asked.page.cancel();
    } else {
        load(model, effects);
    }
    model.settling = true;
    arm(model, Timer::Settled, SETTLE, effects);
}

/// The cursor has come to rest.
pub(in crate::app) fn settled(model: &mut Model, effects: &mut Vec<Effect>) {
    model.settling = false;
    if model.preview.outdated {
        load(model, effects);
    }
}

/// Shows a line of the file that the preview shows, rather than the beginning of what is selected. The file
/// may have changed since the line was noted: then the nearest line of the same text is meant.
pub(in crate::app) fn look_at(model: &mut Model, line: u32, text: &str, effects: &mut Vec<Effect>) {
    if model.preview.look_at(line, text) {
        load(model, effects);
    }
}

/// Asks for what the user looks for in a file that is not loaded as a whole.
pub(in crate::app) fn search(model: &mut Model, effects: &mut Vec<Effect>) {
    if let Some((path, term)) = model.preview.to_search() {
        let ticket = model.asked.search.ask();
        effects.push(Effect::FindText { ticket, path, term });
    }
}

/// Takes a page, unless another one was asked for since.
pub(in crate::app) fn arrived(model: &mut Model, ticket: u64, page: Arc<Page>, effects: &mut Vec<Effect>) {
    if model.asked.page.is(ticket) {
        if model.preview.turns_to_source(&page) {
            return load(model, effects);
        }
        model.preview.page_ready(page);
        if model.preview.leaves_out_target() {
            model.preview.leave_changes();
            notify(model, "this place has not changed: files are shown as they are", effects);
            return load(model, effects);
        }
        search(model, effects);
    }
}

/// Takes what was found in a file, unless something else is looked for since.
pub(in crate::app) fn text_found(model: &mut Model, ticket: u64, found: TextMatches, effects: &mut Vec<Effect>) {
    if model.asked.search.is(ticket) {
        model.preview.take_found(found);
        load_rest(model, effects);
    }
}
