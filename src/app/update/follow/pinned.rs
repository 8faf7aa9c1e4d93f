//! The page of what was pinned: made anew where it has another width, and where its file has changed.

use super::page;
use crate::app::protocol::effect::Effect;
use crate::app::protocol::page::{Page, PreviewRequest};
use crate::app::state::layout::Area;
use crate::app::state::model::Model;
use std::sync::Arc;

/// Asks for the page of what was pinned. A file that is gone is not pinned any more; before the files are known
/// nothing can be said.
pub(in crate::app) fn load(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(pinned) = &model.preview.pinned else { return };
    if !model.opened {
        return;
    }
    if model.listing.find(&pinned.target.path).is_none() {
        model.preview.pinned = None;
        return;
    }
    let ticket = model.asked.pinned.ask();
    effects.push(Effect::LoadPinned(PreviewRequest {
        line: if pinned.line_at_top() > 0 { pinned.line_at_top() } else { pinned.target.line },
        chosen_line: pinned.target.line,
        end_line: pinned.target.end_line,
        rendered: pinned.rendered,
        wrap: page::wraps(model, &pinned.target.path),
        prose: page::is_prose(model, &pinned.target.path),
        text_width: model.settings.max_text_width,
        pictures: model.pictures.space(pinned.height),
        ..PreviewRequest::source(ticket, Arc::clone(&pinned.target.path), 0, pinned.width)
    }));
}

/// Asks for it where it has not been read yet: the files are known now.
pub(in crate::app) fn load_waiting(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.preview.pinned.as_ref().is_some_and(|pinned| pinned.page.lines.is_empty()) {
        load(model, effects);
    }
}

/// Takes its page, unless another one was asked for since.
pub(in crate::app) fn arrived(model: &mut Model, ticket: u64, page: Arc<Page>) {
    if let Some(pinned) = model.preview.pinned.as_mut().filter(|_| model.asked.pinned.is(ticket)) {
        pinned.page_ready(page);
    }
}

/// Fits it to its place on the screen.
pub(in crate::app) fn resized(model: &mut Model, body: Area, effects: &mut Vec<Effect>) {
    let Some(pinned) = &mut model.preview.pinned else { return };
    // A mark, a space and the scroll bar stand beside the text.
    if pinned.resized(body.width.saturating_sub(3), usize::from(body.height)) {
        load(model, effects);
    }
}
