//! The user's editor: what it is opened with, and what is read anew when it is left.

use crate::app::lists::selection::acted_on::targets;
use crate::app::protocol::effect::{EditorPlace, Effect};
use crate::app::protocol::program_error::ProgramError;
use crate::app::state::model::Model;
use crate::app::state::subject::Subject;
use crate::app::update::follow::notices::notify;
use crate::app::update::follow::{changes, page};
use crate::app::update::keep::bookmarks;

/// Opens the editor: at the row, or at the marked rows.
pub(in crate::app) fn open_editor(model: &mut Model, effects: &mut Vec<Effect>) {
    let mut targets = targets(model);
    targets.retain(|subject| !subject.path.ends_with('/'));
    if targets.is_empty() {
        let why = if model.subject().is_some() { "a directory cannot be edited" } else { "nothing is selected" };
        return notify(model, why, effects);
    }
    bookmarks::visited(model);
    let hidden = model.results.marks_elsewhere();
    if !hidden.is_empty() && model.results_lead() {
        let noun = if targets.len() == 1 { "row is" } else { "rows are" };
        notify(model, format!("{} marked {noun} opened{hidden}", targets.len()), effects);
    }
    effects.push(Effect::OpenEditor(in_front(model, targets).into_iter().map(EditorPlace::from).collect()));
}

/// The row with the cursor first, where it is one of them.
pub(super) fn in_front(model: &Model, mut targets: Vec<Subject>) -> Vec<Subject> {
    let selected = model.subject().map(|subject| subject.key);
    if let Some(at) = targets.iter().position(|subject| Some(&subject.key) == selected.as_ref()) {
        targets[..=at].rotate_right(1);
    }
    targets
}

impl From<Subject> for EditorPlace {
    fn from(subject: Subject) -> EditorPlace {
        let text = if subject.snippet.is_empty() { subject.name } else { subject.snippet };
        EditorPlace { path: subject.path, line: subject.line, column: subject.column, text }
    }
}

/// The editor was left: the file may have changed.
pub(in crate::app) fn editor_closed(
    model: &mut Model,
    outcome: Result<String, ProgramError>,
    effects: &mut Vec<Effect>,
) {
    model.redraw = true;
    match outcome {
        Ok(note) => {
            if !note.is_empty() {
                notify(model, note, effects);
            }
            effects.push(Effect::Rescan);
            changes::look(model, effects);
            if let Some(target) = model.preview.target.clone() {
                model.toc.forget(&target.path);
                model.toc.want(&target.path);
                effects.push(Effect::LoadOutline(target.path));
            }
            page::load(model, effects);
        }
        Err(error) => notify(model, error.to_string(), effects),
    }
}
