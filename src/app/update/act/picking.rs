//! Choosing rows for another program: what Enter means when the explorer was opened for that.

use crate::app::protocol::effect::Effect;
use crate::app::state::model::Model;
use crate::app::state::panes::Focus;
use crate::app::state::results::ResultRow;
use crate::app::state::subject::Subject;
use crate::app::update::follow::notices::notify;
use crate::docql::Hit;
use crate::document::NodeKey;

/// Chooses the marked rows, or the one under the cursor, and ends.
pub(in crate::app) fn accept(model: &mut Model, effects: &mut Vec<Effect>) {
    if !model.picking {
        return notify(model, "docql was not opened to pick something", effects);
    }
    let hits = chosen(model);
    if hits.is_empty() {
        return notify(model, "there is nothing to pick here", effects);
    }
    model.picked = hits;
    model.quit = true;
}

/// True if Enter on this row chooses it: a row that stands for rows or for a query does what it always does.
pub(in crate::app) fn is_choice(model: &Model) -> bool {
    let row = model.results.rows.get(model.results.window.cursor);
    model.picking
        && (!model.results_lead() || model.focus() == Focus::Preview || matches!(row, Some(ResultRow::Hit(_))))
}

fn chosen(model: &Model) -> Vec<Hit> {
    if !model.results.marks.is_empty() && model.results_lead() {
        return model.results.marked().into_iter().cloned().collect();
    }
    let Some(subject) = model.subject() else { return Vec::new() };
    let selected = if model.results_lead() { model.results.selected().cloned() } else { None };
    let mut hit = selected.unwrap_or_else(|| of_subject(&subject));
    if model.focus() == Focus::Preview && model.preview.scrolled && model.preview.line() > 0 {
        (hit.line, hit.end_line) = (model.preview.line(), model.preview.line());
    }
    vec![hit]
}

/// The row of the tree as a hit.
fn of_subject(subject: &Subject) -> Hit {
    let path = subject.path.trim_end_matches('/');
    let key = if subject.line == 0 { NodeKey::file(path) } else { subject.key.clone() };
    Hit {
        name: subject.name.clone(),
        line: subject.line,
        end_line: subject.end_line,
        snippet: subject.snippet.clone(),
        query: subject.query.clone(),
        drillable: subject.container,
        ..Hit::new(path.into(), subject.kind, key)
    }
}
