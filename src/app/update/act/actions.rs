//! The user's own actions: which rows they are for, and what is known of those.

use super::editing::in_front;
use crate::app::lists::selection::acted_on::targets;
use crate::app::protocol::effect::{ActionRequest, Effect};
use crate::app::state::model::{Model, Waiting};
use crate::app::state::subject::Subject;
use crate::app::update::follow::notices::notify;

/// The action whose label a line is.
pub(in crate::app) fn named(model: &Model, line: &str) -> Option<usize> {
    let label = line.trim().trim_start_matches(':').trim();
    model.settings.actions.iter().position(|action| action.label.eq_ignore_ascii_case(label))
}

/// Runs an action on the row, or on the marked rows.
pub(in crate::app) fn run(model: &mut Model, number: usize, effects: &mut Vec<Effect>) {
    let Some(action) = model.settings.actions.get(number).cloned() else { return };
    if model.waits(Waiting::Action(number)) {
        return;
    }
    let targets = in_front(model, targets(model));
    let Some(Subject { path, line, end_line, name, snippet, query, .. }) = targets.first().cloned() else {
        return notify(model, format!("{}: nothing is selected", action.label), effects);
    };
    let values = vec![
        ("{path}", path.to_string()),
        ("{line}", line.max(1).to_string()),
        ("{end_line}", end_line.max(line).max(1).to_string()),
        ("{column}", "1".to_owned()),
        ("{text}", if snippet.is_empty() { name.clone() } else { snippet }),
        ("{name}", name),
        ("{row}", query),
        ("{query}", model.prompt.line.text().to_owned()),
    ];
    let places = targets.into_iter().map(Into::into).collect();
    effects.push(Effect::RunAction(Box::new(ActionRequest { action, places, values })));
}
