//! From a name in the source that is read to its definition.

use super::navigation;
use crate::app::lists::panels::names;
use crate::app::protocol::effect::Effect;
use crate::app::protocol::page::NamesRequest;
use crate::app::state::model::Model;
use crate::app::state::overlay::Choice;
use crate::app::state::panes::Focus;
use crate::app::update::follow::notices::notify;
use crate::app::update::follow::open_list;
use crate::app::update::follow::selection;
use crate::docql::KnownName;
use std::sync::Arc;

/// Asks for the names on the screen; false where the preview shows no source.
pub(in crate::app) fn ask(model: &mut Model, effects: &mut Vec<Effect>) -> bool {
    let Some(page) = model.preview.page.as_ref().filter(|page| !page.rendered) else { return false };
    let lines = page.lines.iter().skip(model.preview.top).take(model.preview.height);
    let lines = lines.map(|line| line.source_line).filter(|line| *line > 0);
    let (Some(first), Some(last)) = (lines.clone().min(), lines.max()) else { return false };
    let target = model.preview.target.as_ref().map_or(0, |target| target.line);
    let (ticket, path) = (model.asked.names.ask(), Arc::clone(&page.path));
    let request = NamesRequest { ticket, path, lines: first..=last, target };
    effects.push(Effect::FindNames(request));
    true
}

/// Goes to the definition of the only name there is, or offers all of them.
pub(in crate::app) fn found(
    model: &mut Model,
    ticket: u64,
    path: &str,
    names: &[KnownName],
    effects: &mut Vec<Effect>,
) {
    if !model.asked.names.is(ticket) {
        return;
    }
    model.asked.names.answered();
    // What stands in the lines that are looked at comes before what is only on the screen too.
    let target = model.preview.target.as_ref().map_or(0, |target| target.line);
    let mut names = names.to_vec();
    names.sort_by_key(|name| name.line < target);
    let panel = names::panel(path, &names);
    match panel.rows.as_slice() {
        [] => notify(model, "no name on the screen is declared elsewhere in this workspace", effects),
        [only] => {
            if let Choice::Definition(query, label) = only.choice.clone() {
                go(model, &query, &label, effects);
            }
        }
        _ => open_list::open(model, panel),
    }
}

/// Goes to a definition. Whoever reads goes on reading.
pub(in crate::app) fn go(model: &mut Model, query: &str, label: &str, effects: &mut Vec<Effect>) {
    navigation::go(model, query, label, true, effects);
    model.set_focus(Focus::Preview);
    selection::refresh(model);
}
