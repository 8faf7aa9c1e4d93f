//! The user's viewer, for documents whose text is made from them.

use crate::app::lists::selection::acted_on::targets;
use crate::app::protocol::effect::{ActionRequest, EditorPlace, Effect};
use crate::app::state::model::Model;
use crate::config::{Action, ActionScreen};
use crate::document::FormatFamily;

/// Opens the document of the row in the viewer; false if there is no viewer, or the row is of a text.
pub(in crate::app) fn open_viewer(model: &mut Model, effects: &mut Vec<Effect>) -> bool {
    let template = model.settings.viewer.trim();
    let Some(subject) = targets(model).into_iter().next().filter(|_| !template.is_empty()) else { return false };
    let found = model.listing.find(&subject.path).map(|at| &model.listing.files[at]);
    if !found.is_some_and(|file| file.format.family == FormatFamily::Picture || file.format.derived_text) {
        return false;
    }
    let mut command = template.replace("{path}", "{file}");
    if !command.contains("{file}") {
        command.push_str(" {file}");
    }
    let action = Action {
        label: "viewer".to_owned(),
        command,
        key: String::new(),
        screen: ActionScreen::Docql,
        place: String::new(),
    };
    let values = vec![("{line}", subject.line.max(1).to_string())];
    let places = vec![EditorPlace::from(subject)];
    effects.push(Effect::RunAction(Box::new(ActionRequest { action, places, values })));
    true
}
