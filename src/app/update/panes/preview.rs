//! The form of the preview: rendered or as source, wrapped, beside the pinned text.

use super::outs;
use crate::app::protocol::command::Command;
use crate::app::protocol::effect::Effect;
use crate::app::state::line::Line;
use crate::app::state::model::Model;
use crate::app::state::pane::Pane;
use crate::app::state::panes::{Column, Focus};
use crate::app::update::follow::notices::notify;
use crate::app::update::follow::page;
use crate::document::Kind;
use std::sync::Arc;

/// Pins the preview, or compares with what was pinned.
pub(in crate::app) fn pin(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    let notice = match command {
        Command::Pin => model.preview.toggle_pin(),
        _ => model.preview.toggle_comparing(),
    };
    if command == Command::Compare && model.preview.pinned.is_some() {
        // Two texts side by side need the whole screen.
        model.arrangement.zoomed = model.preview.comparing;
        model.set_focus(Focus::Preview);
    }
    notify(model, notice, effects);
    page::load_rest(model, effects);
}

/// Shows the file rendered, or as source.
pub(in crate::app) fn toggle_source(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.preview.page.as_ref().is_some_and(|page| !page.can_render) {
        return notify(model, "this file has no rendered form", effects);
    }
    model.preview.toggle_form();
    page::load(model, effects);
}

/// Shows the file as its changes, or as it is.
pub(in crate::app) fn toggle_changes(model: &mut Model, effects: &mut Vec<Effect>) {
    model.preview.changes = !model.preview.changes;
    let of_shown = model.preview.target.as_ref().and_then(|target| model.changes.of(&target.path));
    let notice = match (model.preview.changes, of_shown) {
        (false, _) => "files are shown as they are",
        (true, Some(state)) if state.has_earlier_text() => {
            "files that differ from the commit are shown as their changes"
        }
        (true, Some(_)) => "the commit has no earlier text of this file; others are shown as their changes",
        (true, None) => "this file does not differ from the commit; others are shown as their changes",
    };
    notify(model, notice, effects);
    page::load(model, effects);
}

/// Finds the name of the row in the preview, or what matched where the row is no declaration; once more goes on to the
/// next place.
pub(in crate::app) fn find_name(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    let named = model.subject().filter(|subject| subject.kind.is_symbol() || subject.kind == Kind::Heading);
    let name = named.map(|subject| subject.name);
    let matched = || model.preview.marked_terms().first().map(|&term| term.to_owned());
    let Some(name) = name.or_else(matched).filter(|name| !name.is_empty()) else {
        return notify(model, "the row has no name to find", effects);
    };
    model.arrangement.hide(Column::Right, false);
    model.set_focus(Focus::Preview);
    let is_known = model.preview.find.as_ref().is_some_and(|find| find.text() == name);
    if !is_known {
        model.preview.find = Some(Line::new(name));
        let listing = Arc::clone(&model.listing);
        let outs = model.preview.refilter(&listing);
        outs::carry_out(model, outs, effects);
    }
    let step = if command == Command::FindName { Command::NextMatch } else { Command::PreviousMatch };
    outs::run_in(model, Focus::Preview, step, effects);
}

/// Breaks long lines, or cuts them.
pub(in crate::app) fn toggle_wrap(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(path) = model.preview.target.as_ref().map(|target| Arc::clone(&target.path)) else { return };
    let breaks = !page::wraps(model, &path);
    model.preview.wrap = Some(breaks);
    model.preview.left = 0;
    let notice = if breaks { "long lines are broken" } else { "long lines are cut" };
    notify(model, notice, effects);
    page::load(model, effects);
}
