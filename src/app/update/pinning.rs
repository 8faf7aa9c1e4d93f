//! What was pinned is made anew where it has another width, where its file has changed, and in the next session.

use crate::app::protocol::effect::{Effect, PreviewRequest};
use crate::app::protocol::message::Page;
use crate::app::protocol::saved::SavedPin;
use crate::app::state::model::Model;
use crate::app::state::preview::{Pinned, Target};
use std::sync::Arc;

/// What is kept of what was pinned.
pub(in crate::app) fn taken(model: &Model) -> Option<SavedPin> {
    let pinned = model.preview.pinned.as_ref()?;
    Some(SavedPin {
        path: pinned.target.path.to_string(),
        line: pinned.target.line,
        end_line: pinned.target.end_line,
        heading: pinned.target.heading,
        rendered: pinned.rendered,
        top: pinned.line_at_top(),
    })
}

/// Pins what was pinned in the session before.
pub(in crate::app) fn restore(model: &mut Model, pin: &SavedPin, effects: &mut Vec<Effect>) {
    let path: Arc<str> = pin.path.as_str().into();
    let target = Target { path: Arc::clone(&path), line: pin.line, end_line: pin.end_line, heading: pin.heading };
    let page = Arc::new(Page { path, rendered: pin.rendered, ..Page::default() });
    let line = Some(pin.top).filter(|line| *line > 0);
    model.preview.pinned =
        Some(Pinned { target, page, rendered: pin.rendered, top: 0, line, height: 0, width: model.preview.width });
    load(model, effects);
}

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
    let ticket = model.asked.pins.issue();
    model.asked.pin = ticket.number();
    effects.push(Effect::LoadPinned(PreviewRequest {
        line: if pinned.line_at_top() > 0 { pinned.line_at_top() } else { pinned.target.line },
        end_line: pinned.target.end_line,
        rendered: pinned.rendered,
        wrap: model.preview.wrap,
        text_width: model.settings.max_text_width,
        pictures: model.pictures.space(pinned.height),
        ..PreviewRequest::source(ticket, Arc::clone(&pinned.target.path), 0, pinned.width)
    }));
}

/// Asks for it where it has not been read yet: the files are known now.
pub(super) fn load_waiting(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.preview.pinned.as_ref().is_some_and(|pinned| pinned.page.lines.is_empty()) {
        load(model, effects);
    }
}
