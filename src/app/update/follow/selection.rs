//! Another row is selected: preview, breadcrumbs and the place in the tree follow.

use super::{page, uses};
use crate::app::lists::selection::looked_at::{LookedAt, looked_at};
use crate::app::lists::selection::way::crumbs;
use crate::app::protocol::effect::Effect;
use crate::app::state::history::HistoryEntry;
use crate::app::state::model::Model;
use crate::app::state::panes::Focus;
use crate::app::state::subject::Subject;
use crate::docql::Shape;
use crate::document::Kind;
use std::sync::Arc;

/// Another row is selected: everything that shows it follows.
pub(in crate::app) fn selection_moved(model: &mut Model, effects: &mut Vec<Effect>) {
    let subject = model.subject();
    match looked_at(model, subject.as_ref()) {
        LookedAt::Page(page) => {
            // What is on its way is of a row that nobody looks at any more.
            model.asked.page.cancel();
            model.preview.show_directory(page);
        }
        LookedAt::File(target, terms) => {
            // What is being typed into the preview is not lost when the answer to a query comes late.
            let typed = model.preview.find.take_if(|_| model.filtering == Some(Focus::Preview));
            if target.is_none() {
                // The page of a row that is there no more would come to stand beside a list without it.
                model.asked.page.cancel();
            }
            let wanted = model.preview.show(target, terms);
            model.preview.begin_with_changes(model.lists_changes());
            model.preview.find = typed.or(model.preview.find.take());
            if wanted {
                page::load_when_settled(model, effects);
            }
        }
    }
    match &subject {
        Some(subject) if model.focus() != Focus::Toc => reveal(model, subject, effects),
        Some(subject) if subject.kind != Kind::Directory && model.toc.want(&subject.path) => {
            effects.push(Effect::LoadOutline(Arc::clone(&subject.path)));
        }
        _ => {}
    }
    uses::expect(model, effects);
    refresh(model);
}

/// Shows the place of a row in the tree.
pub(in crate::app) fn reveal(model: &mut Model, subject: &Subject, effects: &mut Vec<Effect>) {
    let wanted = model.toc.reveal(subject, &Arc::clone(&model.listing));
    effects.extend(wanted.map(Effect::LoadOutline));
}

/// Moves the focus to a pane; what it selects is followed.
pub(in crate::app) fn focus(model: &mut Model, pane: Focus, effects: &mut Vec<Effect>) {
    model.set_focus(pane);
    if pane.row().follows {
        refresh(model);
    } else {
        selection_moved(model, effects);
    }
}

/// The breadcrumbs and the note of where the user is, without loading anything.
pub(in crate::app) fn refresh(model: &mut Model) {
    let subject = model.subject();
    model.crumbs = crumbs(model, subject.as_ref());
    let (top, focus) = (model.results.window.top, model.focus());
    let selected = model.results.selected().map(|hit| hit.key.clone());
    let reading = model.preview.place();
    let entry = model.history.current_mut();
    entry.reading = reading;
    entry.selected = selected;
    entry.top = top;
    entry.focus = focus;
    entry.location = subject.as_ref().map(Subject::location).unwrap_or_default();
}

/// Notes where the user is, before they go elsewhere.
pub(in crate::app) fn leave(model: &mut Model) {
    refresh(model);
    let (folded, opened) = (model.results.folded.clone(), model.results.opened.clone());
    let crumbs = model.crumbs.clone();
    let results = &model.results;
    let is_whole = !results.running && !results.more_follows && !results.dimmed;
    let is_of_here = is_whole && results.text == model.history.current().text;
    let answer = results.results.clone().filter(|answer| is_of_here && answer.shape == Shape::Answer);
    let entry = model.history.current_mut();
    entry.crumbs = crumbs;
    // What is left before it is answered is not lost for that.
    entry.answer = answer.or(entry.answer.take());
    (entry.folded, entry.opened) = (folded, opened);
}

/// Notes the line that is read, before another place is shown that no query leads to.
pub(in crate::app) fn leave_line(model: &mut Model) {
    refresh(model);
    let here = model.history.current().clone();
    let reading = model.preview.page.as_ref().map(|page| (page.path.clone(), model.preview.line_at_top()));
    model.history.current_mut().reading = reading;
    model.history.enter(HistoryEntry { drilled: true, label: String::new(), reading: None, ..here });
}

/// Notes where the user is, before so much is folded or unfolded that going back is to bring it back.
pub(in crate::app) fn leave_step(model: &mut Model) {
    leave(model);
    let present = model.history.current().clone();
    model.history.enter(present);
}
